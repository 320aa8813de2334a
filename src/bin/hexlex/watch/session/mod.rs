//! The loop: from what happened on the screen to what is to be told and shown.
//!
//! Here is what a run knows, what the user says to it and what wakes it.
//!
//! - `place`: where the window is.
//! - `board`: the board in it.
//! - `answer`: its words.

mod answer;
mod board;
mod place;

use super::teller::{Kind, Teller};
use super::views::Views;
use super::wish::Wish;
use super::{Command, Job};
use crate::console::Outcome;
use anyhow::Result;
use hexlex::capture::{Changes, Waker};
use hexlex::overlay::FreeSpace;
use hexlex::pipeline::Timing;
use hexlex::pixels::Frame;
use hexlex::solve::Found;
use hexlex::track::{STILL, Tracker};
use place::Eye;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// How often a window that is not there is looked for.
const SEEK: Duration = Duration::from_millis(500);
/// Of the time, at most one part in so many is spent on looking for a board that is not there.
const PATIENCE: u32 = 12;
/// So often a pause looks whether it is over, should a wake have been missed.
const PAUSE: Duration = Duration::from_secs(3600);

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
                self.tracker.forget();
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

    fn hear(&mut self, news: Changes) -> Result<()> {
        if news.windows_moved {
            self.placed()?;
        }
        let Some(eye) = &self.eye else { return Ok(()) };
        if eye.area.is_none() {
            return Ok(());
        }
        self.rested()?;
        let due = self.plan.filter(|(at, _)| *at <= Instant::now()).map(|(_, plan)| plan);
        let touched = news.pixels.filter(|changed| match self.tracker.area() {
            Some(area) => changed.shared(&area).is_some(),
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
            eye.quiet = Some(FreeSpace::new(&Frame::new(pixels, ""), &reading.layout));
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
}
