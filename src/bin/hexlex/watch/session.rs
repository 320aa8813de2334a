//! The loop: from what happened on the screen to what is to be told and shown.

use super::teller::{Answer, Kind, Teller};
use super::views::{Showing, Views};
use super::wish::{Candidate, Wish};
use super::{Command, Job};
use crate::console::Outcome;
use crate::report::{ReadTimes, WordReport, of_reading};
use crate::words;
use anyhow::{Result, bail};
use hexlex::capture::{Area, Capture, CaptureError, News, Waker};
use hexlex::frame::Frame;
use hexlex::overlay::Quiet;
use hexlex::pipeline::{ReadError, Timing};
use hexlex::solve::{Found, solve};
use hexlex::track::{Look, STILL, Tracker};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How often a window that is not there is looked for.
const SEEK: Duration = Duration::from_millis(500);
/// A window that is being resized is looked at again once it rests so long.
const RESIZED: Duration = Duration::from_millis(120);
/// A window that is moved is told of once it rests so long.
const MOVED: Duration = Duration::from_millis(100);
/// A window that was opened just now may not be drawn yet: so often, and so long apart, it is looked at in silence.
const BLANK: (u32, Duration) = (3, Duration::from_millis(120));
/// A board is learned from once nothing has happened for so long.
const IDLE: Duration = Duration::from_millis(250);
/// Of the time, at most one part in so many is spent on looking for a board that is not there.
const PATIENCE: u32 = 12;
/// So often a pause looks whether it is over, should a poke have been missed.
const PAUSE: Duration = Duration::from_secs(3600);

/// A target that is looked at.
struct Eye {
    capture: Capture,
    candidate: Candidate,
    /// Where it is on the screen; `None` while it is hidden.
    area: Option<Area>,
    covered: bool,
    /// Where it was when that was told last, and when it will have rested long enough to be told again.
    told: Option<Area>,
    rests: Option<Instant>,
    /// How often no board was found in it since it was opened, or was one there.
    misses: u32,
    /// Where its picture has room beside the board.
    quiet: Option<Quiet>,
}

/// What was told last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Nothing yet, or that something is missing.
    Lost,
    /// That it moves.
    Unsettled,
    /// That something lies over it.
    Covered,
    /// The board.
    Told,
}

/// What is to be done when the time comes, should nothing happen before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// Look whether the tiles stand.
    Look,
    /// Find the board.
    Find,
    /// Learn from the board.
    Learn,
}

/// A run of `watch`.
pub(super) struct Session<'a> {
    job: &'a Job<'a>,
    wish: Wish,
    views: Views<'a>,
    teller: Teller<'a>,
    waker: Waker,
    commands: Receiver<Command>,
    tracker: Tracker,
    eye: Option<Eye>,
    plan: Option<(Instant, Plan)>,
    standing: Standing,
    /// Why nothing is to be seen, as it was told last.
    reason: String,
    paused: bool,
    frame: u64,
    times: Timing,
    /// When the change happened that is not answered yet.
    changed_at: Option<Instant>,
    /// The words of the board that was told last, and which of them is shown.
    words: Vec<Found>,
    shown: usize,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        job: &'a Job<'a>,
        wish: Wish,
        views: Views<'a>,
        waker: Waker,
        commands: Receiver<Command>,
    ) -> Result<Session<'a>> {
        Ok(Session {
            tracker: Tracker::new(job.options.clone())?,
            teller: Teller::new(job.console),
            job,
            wish,
            views,
            waker,
            commands,
            eye: None,
            plan: None,
            standing: Standing::Lost,
            reason: String::new(),
            paused: false,
            frame: 0,
            times: Timing::default(),
            changed_at: None,
            words: Vec::new(),
            shown: 0,
        })
    }

    /// Until the user wants it to end; with `--once` until there was a board.
    pub(super) fn run(mut self) -> Result<Outcome> {
        let mut seek = Instant::now();
        loop {
            while let Ok(command) = self.commands.try_recv() {
                if command == Command::Quit {
                    return Ok(Outcome::Done);
                }
                self.obey(command)?;
            }
            if self.job.args.once && self.standing == Standing::Told {
                return Ok(if self.words.is_empty() { Outcome::No } else { Outcome::Done });
            }
            if self.paused {
                self.waker.wait(PAUSE);
            } else if self.eye.is_some() {
                self.watch()?;
            } else if Instant::now() < seek {
                self.waker.wait(seek.saturating_duration_since(Instant::now()));
            } else {
                let start = Instant::now();
                self.seek()?;
                seek = start + SEEK.max(PATIENCE * start.elapsed());
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<()> {
        match command {
            Command::Quit => {}
            Command::Again => {
                self.tracker.lose();
                self.standing = Standing::Lost;
                self.reason.clear();
                self.plan(Plan::Find, Duration::ZERO);
            }
            Command::Next => {
                self.shown = if self.words.is_empty() { 0 } else { (self.shown + 1) % self.words.len() };
                self.show();
            }
            Command::Hide => {
                self.views.toggle();
                self.show();
            }
            Command::Pause if self.paused => {
                self.paused = false;
                self.obey(Command::Again)?;
            }
            Command::Pause => {
                self.paused = true;
                self.views.hide();
                self.teller.warn(Kind::Paused, self.frame, "paused: the same key goes on")?;
            }
        }
        Ok(())
    }

    fn plan(&mut self, plan: Plan, later: Duration) {
        self.plan = Some((Instant::now() + later, plan));
    }

    /// Looks for the window, and for the board in it.
    fn seek(&mut self) -> Result<()> {
        let candidates = match self.wish.candidates() {
            Ok(candidates) => candidates,
            // Without a screen at the very start there is nothing to wait for.
            Err(error) if self.frame == 0 => {
                self.teller.tell(Kind::Lost, 0, &format!("{error:#}"))?;
                return Err(error);
            }
            Err(error) => return self.lost(&format!("{error:#}")),
        };
        let only = candidates.len() == 1 && self.wish != Wish::Any;
        for candidate in candidates {
            match self.open(candidate) {
                Ok(eye) if only => {
                    self.eye = Some(eye);
                    return self.find();
                }
                Ok(mut eye) if eye.area.is_some() => {
                    if self.search(&mut eye).is_ok() {
                        self.eye = Some(eye);
                        return self.located();
                    }
                }
                Ok(_) | Err(CaptureError::Closed) => {}
                Err(error) if only && self.frame == 0 => bail!(error),
                Err(error) if only => return self.lost(&error.to_string()),
                Err(_) => {}
            }
        }
        self.lost(&self.wish.missing())
    }

    fn open(&mut self, candidate: Candidate) -> Result<Eye, CaptureError> {
        let (mut capture, note) = Capture::open(candidate.target)?;
        if let Some(note) = note {
            self.job.console.warn(note);
        }
        let area = match capture.place() {
            Ok(place) => Some(place.area),
            Err(CaptureError::Hidden) => None,
            Err(error) => return Err(error),
        };
        Ok(Eye { capture, candidate, area, covered: false, told: area, rests: None, misses: 0, quiet: None })
    }

    /// Waits for something to happen, and takes it in.
    fn watch(&mut self) -> Result<()> {
        let Some(eye) = &mut self.eye else { return Ok(()) };
        let planned = self.plan.map(|(at, _)| at);
        let until = planned.into_iter().chain(eye.rests).min();
        match eye.capture.wait(until, &self.waker) {
            Ok(news) => self.hear(news),
            Err(error) => self.blind(error),
        }
    }

    fn hear(&mut self, news: News) -> Result<()> {
        if news.moved {
            self.placed()?;
        }
        let Some(eye) = &self.eye else { return Ok(()) };
        if eye.area.is_none() {
            return Ok(());
        }
        self.rested()?;
        let due = self.plan.filter(|(at, _)| *at <= Instant::now()).map(|(_, plan)| plan);
        let touched = news.changed.filter(|changed| match self.tracker.area() {
            Some(area) => changed.shared(&area_of(area)).is_some(),
            None => true,
        });
        let at = touched.and(news.at);
        if at.is_some() {
            self.changed_at = at;
        }
        match (self.tracker.area().is_some(), due) {
            (_, Some(Plan::Find)) => self.find(),
            (true, Some(Plan::Look)) => self.look(),
            (true, _) if touched.is_some() => self.look(),
            (true, Some(Plan::Learn)) => {
                self.idle();
                Ok(())
            }
            // While no board is known, a change is a reason to look for one, but not at once and not always.
            (false, None) if touched.is_some() && self.plan.is_none() => {
                self.plan(Plan::Find, STILL.max(PATIENCE * (self.times.locate + self.times.recognize)));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What there is time for while nothing happens: for the next board.
    fn idle(&mut self) {
        self.plan = None;
        self.tracker.learn();
        let (Some(eye), Some(reading)) = (&mut self.eye, self.tracker.reading()) else { return };
        if let Ok(pixels) = eye.capture.grab(None) {
            eye.quiet = Some(Quiet::new(&Frame::new(pixels, ""), &reading.layout));
        }
    }

    /// Windows have moved: is ours still there, as large as it was, and to be seen?
    fn placed(&mut self) -> Result<()> {
        let Some(eye) = &mut self.eye else { return Ok(()) };
        let area = match eye.capture.place() {
            Ok(place) => place.area,
            Err(error) => return self.blind(error),
        };
        let before = eye.area.replace(area);
        match before {
            Some(before) if (before.width, before.height) != (area.width, area.height) => {
                self.tracker.lose();
                self.views.hide();
                self.unsettled("the window is being resized")?;
                self.plan(Plan::Find, RESIZED);
                return Ok(());
            }
            Some(before) if before != area => {
                eye.rests = Some(Instant::now() + MOVED);
                self.views.follow(area);
            }
            Some(_) => {}
            None => {
                self.plan(Plan::Find, RESIZED);
                return Ok(());
            }
        }
        self.check_cover()
    }

    /// Tells where the window is, once it is not dragged any more.
    fn rested(&mut self) -> Result<()> {
        let Some(eye) = &mut self.eye else { return Ok(()) };
        if eye.rests.is_none_or(|rests| Instant::now() < rests) {
            return Ok(());
        }
        eye.rests = None;
        match eye.area {
            Some(area) if eye.told != Some(area) && self.tracker.area().is_some() => {
                eye.told = Some(area);
                self.teller.found(self.frame, &eye.candidate.name, area, "the window has moved")
            }
            _ => Ok(()),
        }
    }

    /// Whether another window lies over the board. It is read all the same, but nothing is drawn over others.
    fn check_cover(&mut self) -> Result<()> {
        let (Some(eye), Some(board)) = (&mut self.eye, self.tracker.area()) else { return Ok(()) };
        let before = std::mem::replace(&mut eye.covered, eye.capture.is_covered(area_of(board)));
        match (before, eye.covered) {
            (false, true) => {
                self.views.hide();
                self.teller.warn(Kind::Covered, self.frame, "another window lies over the board")
            }
            (true, false) if self.standing == Standing::Told => self.tell(Instant::now()),
            (false, false) => {
                self.views.raise();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The target cannot be looked at.
    fn blind(&mut self, error: CaptureError) -> Result<()> {
        self.tracker.lose();
        self.plan = None;
        match error {
            CaptureError::Hidden => {
                if let Some(eye) = &mut self.eye {
                    eye.area = None;
                }
                self.lost("the window is minimized or hidden")
            }
            error => {
                self.eye = None;
                self.lost(&error.to_string())
            }
        }
    }

    fn lost(&mut self, reason: &str) -> Result<()> {
        self.views.hide();
        self.changed_at = None;
        let again = self.standing == Standing::Lost && self.reason == reason;
        self.standing = Standing::Lost;
        if again {
            return Ok(());
        }
        self.reason = reason.to_string();
        self.teller.warn(Kind::Lost, self.frame, reason)
    }

    fn unsettled(&mut self, why: &str) -> Result<()> {
        if matches!(self.standing, Standing::Told | Standing::Covered) {
            self.standing = Standing::Unsettled;
            self.teller.tell(Kind::Unsettled, self.frame, why)?;
        }
        Ok(())
    }

    /// Finds the board in the whole window.
    fn find(&mut self) -> Result<()> {
        self.plan = None;
        let Some(mut eye) = self.eye.take() else { return Ok(()) };
        if eye.area.is_none() {
            self.eye = Some(eye);
            return self.lost("the window is minimized or hidden");
        }
        let start = Instant::now();
        let found = self.search(&mut eye);
        self.eye = Some(eye);
        match found {
            Ok(()) => self.located(),
            Err(NotFound::Board(error)) => {
                self.times = Timing { locate: start.elapsed(), recognize: Duration::ZERO };
                if self.is_blank() {
                    self.plan(Plan::Find, BLANK.1);
                    return Ok(());
                }
                self.once_only(&error)?;
                self.lost(&error.to_string())
            }
            Err(NotFound::Window(error)) => self.blind(error),
        }
    }

    /// Whether the window may only not be drawn yet.
    fn is_blank(&mut self) -> bool {
        self.eye.as_mut().is_some_and(|eye| {
            eye.misses += 1;
            eye.misses < BLANK.0
        })
    }

    /// With `--once` nobody waits for what is not there.
    fn once_only(&self, error: &ReadError) -> Result<()> {
        if self.job.args.once { bail!(error.clone()) } else { Ok(()) }
    }

    fn search(&mut self, eye: &mut Eye) -> Result<(), NotFound> {
        let pixels = eye.capture.grab(None).map_err(NotFound::Window)?;
        self.frame += 1;
        let frame = Frame::new(pixels, eye.candidate.name.as_str());
        let (reading, timing) = self.tracker.find(&frame, Instant::now()).map_err(NotFound::Board)?;
        eye.quiet = Some(Quiet::new(&frame, &reading.layout));
        eye.misses = BLANK.0;
        self.times = timing;
        Ok(())
    }

    /// The board is found; what it says counts once it stands.
    fn located(&mut self) -> Result<()> {
        let Some(eye) = &mut self.eye else { return Ok(()) };
        if let Some(area) = eye.area {
            self.teller.found(self.frame, &eye.candidate.name, area, "there is a board")?;
        }
        (eye.covered, eye.told) = (false, eye.area);
        self.standing = Standing::Unsettled;
        self.plan(Plan::Look, STILL);
        self.check_cover()
    }

    /// Looks at the board's pixels.
    fn look(&mut self) -> Result<()> {
        let (Some(eye), Some(area)) = (&mut self.eye, self.tracker.area()) else { return Ok(()) };
        let start = Instant::now();
        let pixels = match eye.capture.grab(Some(area_of(area))) {
            Ok(pixels) => pixels,
            Err(error) => return self.blind(error),
        };
        self.frame += 1;
        let mut look = self.tracker.look(pixels, start);
        if look == Look::Changed {
            // A picture that came in parts must not be told half.
            look = self.look_again(look)?;
        }
        if self.tracker.area().is_none() {
            return Ok(());
        }
        self.times = Timing { locate: Duration::ZERO, recognize: start.elapsed() };
        self.act(look, start)
    }

    /// Whether the picture is still the one that was read.
    fn look_again(&mut self, first: Look) -> Result<Look> {
        let (Some(eye), Some(area)) = (&mut self.eye, self.tracker.area()) else { return Ok(first) };
        let area = area_of(area);
        let now = Instant::now();
        let again = match eye.capture.wait(Some(now), &self.waker) {
            Ok(news) if news.moved => {
                self.placed()?;
                news.changed
            }
            Ok(news) => news.changed,
            Err(_) => None,
        };
        let Some(eye) = &mut self.eye else { return Ok(first) };
        if again.and_then(|changed| changed.shared(&area)).is_none() || self.tracker.area().is_none() {
            return Ok(first);
        }
        let Ok(pixels) = eye.capture.grab(Some(area)) else { return Ok(first) };
        self.frame += 1;
        Ok(match self.tracker.look(pixels, now) {
            Look::Same => first,
            other => other,
        })
    }

    fn act(&mut self, look: Look, start: Instant) -> Result<()> {
        match look {
            Look::Same => {
                if self.standing == Standing::Unsettled && self.tracker.reading().is_some() {
                    return self.tell(start);
                }
                self.changed_at = None;
                if !matches!(self.plan, Some((_, Plan::Learn))) {
                    self.plan = None;
                }
                Ok(())
            }
            Look::Moving(until) => {
                self.views.hide();
                self.plan = Some((until, Plan::Look));
                self.unsettled("tiles are moving")
            }
            Look::Changed => self.tell(start),
            Look::Covered => {
                self.plan = None;
                self.views.hide();
                self.changed_at = None;
                if std::mem::replace(&mut self.standing, Standing::Covered) == Standing::Covered {
                    return Ok(());
                }
                self.teller.warn(Kind::Covered, self.frame, "something lies over the board")
            }
            Look::Gone => {
                self.views.hide();
                self.find()
            }
        }
    }

    /// Solves the board that stands, and tells and shows the answer.
    fn tell(&mut self, looked: Instant) -> Result<()> {
        let (Some(reading), Some(eye)) = (self.tracker.reading(), &self.eye) else { return Ok(()) };
        let args = self.job.args;
        let rules = words::rules(args.reading.profile, &args.words, &reading.board).at_level(args.worth.level);
        let mut words = solve(&reading.board, &self.job.lexicon, &rules, args.worth.goal.goal()).words;
        let count = words.len();
        words.truncate(args.worth.top);
        let size = eye.area.map_or((0, 0), |area| (area.width, area.height));
        let times = ReadTimes::new(Duration::ZERO, self.times);
        let told = words.iter().map(|found| WordReport::new(found, Some(&reading.layout))).collect();
        let latency = self.changed_at.take().unwrap_or(looked).elapsed();
        let board = of_reading(&eye.candidate.name, size, reading, times);
        let text = text(&words, count, latency);
        self.words = words;
        self.shown = 0;
        self.standing = Standing::Told;
        self.teller.board(self.frame, Answer { board, words: told, latency, text })?;
        self.show();
        self.file();
        self.plan(Plan::Learn, IDLE);
        Ok(())
    }

    /// Draws the word that is to be shown over the game.
    fn show(&mut self) {
        let (Some(reading), Some(eye)) = (self.tracker.reading(), &self.eye) else { return };
        if let (Some(area), Standing::Told, false) = (eye.area, self.standing, eye.covered) {
            let (words, first, quiet) = (&self.words, self.shown, eye.quiet.as_ref());
            self.views.show(&Showing { area, layout: &reading.layout, words, first, quiet });
        }
    }

    /// Writes the pictures that were asked for.
    fn file(&mut self) {
        if !self.views.want_pictures() {
            return;
        }
        let (Some(reading), Some(eye)) = (self.tracker.reading(), &mut self.eye) else { return };
        let (Some(area), Ok(pixels)) = (eye.area, eye.capture.grab(None)) else { return };
        let frame = Frame::new(pixels, eye.candidate.name.as_str());
        let showing = Showing { area, layout: &reading.layout, words: &self.words, first: self.shown, quiet: None };
        self.views.file(&frame, &reading.board, &showing);
    }
}

/// Why a board was not found.
enum NotFound {
    Window(CaptureError),
    Board(ReadError),
}

fn area_of([x, y, width, height]: [u32; 4]) -> Area {
    Area { x: x as i32, y: y as i32, width, height }
}

/// A line for people: the best word and the next ones.
fn text(words: &[Found], count: usize, latency: Duration) -> String {
    let Some((best, others)) = words.split_first() else { return "no word on this board\n".to_string() };
    let others: Vec<String> = others.iter().map(|found| format!("{} {}", found.word, found.score)).collect();
    let others = if others.is_empty() { String::new() } else { format!("   then {}", others.join(", ")) };
    let milliseconds = latency.as_secs_f64() * 1e3;
    format!("{} {}{others}   ({count} words, {milliseconds:.1} ms)\n", best.word, best.score)
}
