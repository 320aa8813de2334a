//! A board is known: its pixels are tracked, and its words are reported. `showing` draws them.

use super::answer::Answer;
use super::change::{Cause, Exit};
use super::context::SessionContext;
use super::correction;
use super::following::{Following, SeenMove};
use super::moved::PendingWindowMove;
use super::played::PlayedMove;
use super::search::{FoundBoard, confirm};
use super::showing::word_reports;
use super::window::OpenTarget;
use crate::report::{ReadTimes, of_reading};
use crate::rules;
use crate::watch::events::{BoardEvent, EventKind, TileName};
use anyhow::{Result, anyhow};
use hexlex::capture::{CaptureError, Changes};
use hexlex::overlay::FreeSpace;
use hexlex::pipeline::Timing;
use hexlex::pixels::Frame;
use hexlex::track::{STILL, Tracker, Update};
use image::RgbaImage;
use std::time::{Duration, Instant};

/// The tracker learns the board's letters when nothing has happened for this long after an answer. Shorter may delay
/// the answer to the next change; longer may never come in a fast game. Chosen by hand.
const IDLE_BEFORE_LEARNING: Duration = Duration::from_millis(250);

/// The most tiles that may move without the words being hidden: an effect, or a short word of topmost tiles. Fewer: words
/// come and go with every effect. More: they are shown over falling tiles. Chosen by hand.
const FEW: usize = 4;

/// A board that the tracker knows.
pub(super) struct Watching<W = OpenTarget> {
    pub(super) window: W,
    pub(super) board: Box<FoundBoard>,
    pub(super) status: BoardStatus,
    pub(super) following: Box<Following>,
    /// Whether the letters of the board were learned.
    is_learned: bool,
    /// Whether another window lies over the board.
    pub(super) is_covered: bool,
    planned: Option<Planned>,
    pub(super) pending_window_move: Option<PendingWindowMove>,
    /// Until when a notice stands in the place of the words.
    pub(super) notice_until: Option<Instant>,
    /// The board's pixels as they were tracked last; `None` over a window, whose picture never contains the overlay.
    bare: Option<Box<RgbaImage>>,
    /// Whether the tracker has taken a change that was not reported.
    is_unreported: bool,
}

/// What was reported of the board last.
pub(super) enum BoardStatus {
    /// Nothing yet, or that it is changing, with its words before.
    Unsettled(Option<Box<Answer>>),
    /// That something in the game's own window lies over it.
    Covered,
    /// Its words.
    Answered(Box<Answer>),
}

/// A task for later, unless something happens before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Planned {
    task: Task,
    at: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Hand the board's pixels to the tracker.
    Track,
    /// Let the tracker learn the board's letters.
    Learn,
}

impl<W> Watching<W> {
    /// A board that was found just now; it is read once it is still.
    pub(super) fn new(window: W, board: Box<FoundBoard>, now: Instant) -> Watching<W> {
        Watching {
            window,
            board,
            status: BoardStatus::Unsettled(None),
            following: Box::default(),
            is_learned: false,
            is_covered: false,
            planned: Some(Planned { task: Task::Track, at: now + STILL }),
            pending_window_move: None,
            notice_until: None,
            bare: None,
            is_unreported: false,
        }
    }

    /// The words that were reported, if that was the last event of the board.
    pub(super) fn answer(&self) -> Option<&Answer> {
        match &self.status {
            BoardStatus::Answered(answer) => Some(answer),
            BoardStatus::Unsettled(_) | BoardStatus::Covered => None,
        }
    }

    /// When the tracker wants the whole window searched again; `None` while the board is not reported.
    fn confirm_at(&self, tracker: &Tracker) -> Option<Instant> {
        let is_reported = matches!(self.status, BoardStatus::Answered(_) | BoardStatus::Covered);
        tracker.confirm_at().filter(|_| is_reported)
    }

    /// When a wait for changes ends; `confirm` is the time of the next search.
    fn deadline(&self, confirm: Option<Instant>) -> Option<Instant> {
        let report = self.pending_window_move.map(|pending| pending.report_at);
        let others = report.into_iter().chain(self.following.deadline()).chain(self.notice_until).chain(confirm);
        self.planned.map(|planned| planned.at).into_iter().chain(others).min()
    }

    /// Hands the board's pixels to the tracker at this time.
    pub(super) fn plan_track(&mut self, at: Instant) {
        self.plan(Task::Track, at);
    }

    fn plan(&mut self, task: Task, at: Instant) {
        self.planned = Some(Planned { task, at });
    }

    /// Whether the board's pixels may have changed.
    fn is_touched(&self, changes: &Changes) -> bool {
        changes.pixels.is_some_and(|changed| changed.shared(&self.board.area).is_some())
    }

    /// What is left to report, in this order. The tracker takes a change once; where the board moves on while it is confirmed, it is
    /// reported when the board rests, before the tiles that were selected meanwhile.
    fn unreported(&mut self, update: Update, has_changed: bool) -> Vec<Update> {
        let is_open = self.is_unreported || has_changed;
        self.is_unreported = is_open && matches!(update, Update::Moving(_));
        match update {
            Update::Same if is_open => vec![Update::Changed],
            Update::Selected if is_open => vec![Update::Changed, Update::Selected],
            other => vec![other],
        }
    }
}

impl Watching {
    /// Reports that the board was found.
    pub(super) fn begin(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        context.introduce(&self.window.name);
        correction::remember(context, &self.window.name);
        self.window.capture.report_only(Some(self.board.area))?;
        context.events.found(context.captured_count, &self.window.name, self.window.area, "found a board")?;
        self.check_cover(context)
    }

    /// Waits until something happens or a task is due, and handles it.
    pub(super) fn step(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        let changes = self.window.capture.wait(self.deadline(self.confirm_at(&context.tracker)), &context.waker)?;
        if changes.windows_moved {
            // On a resize, any changed pixel starts the latency, not only those of the board.
            self.follow_window(context)
                .inspect_err(|_| self.window.changed_at = changes.at.or(self.window.changed_at))?;
        }
        self.report_move(context)?;
        self.report_refusal(context)?;
        if self.notice_until.is_some_and(|until| until <= Instant::now()) {
            self.end_notice(context);
        }
        let is_touched = self.is_touched(&changes);
        if is_touched {
            self.window.note_change(&changes);
        }
        match self.planned.filter(|planned| planned.at <= Instant::now()) {
            Some(Planned { task: Task::Learn, .. }) if !is_touched => self.learn(context),
            Some(_) => self.track(context)?,
            None if is_touched => self.track(context)?,
            None => {}
        }
        if self.confirm_at(&context.tracker).is_some_and(|at| at <= Instant::now()) && !self.confirm(context)? {
            // The tracker may take a part for a board now, and wants it read.
            self.plan_recheck(context);
        }
        Ok(())
    }

    /// Searches the whole window again; returns whether the board was found anew: then it is read once it is still.
    fn confirm(&mut self, context: &mut SessionContext) -> Result<bool, Exit> {
        match confirm(&mut self.window, context)? {
            Some(board) => {
                context.display.hide();
                self.unsettle("the board is found anew", context)?;
                self.window.capture.report_only(Some(board.area))?;
                (self.board, self.status, self.following) = (board, BoardStatus::Unsettled(None), Box::default());
                self.bare = None;
                self.plan(Task::Track, Instant::now() + STILL);
                self.check_cover(context)?;
                Ok(true)
            }
            // A second search knows nothing better, so the board is not only being dealt.
            None if context.settings.args.once && matches!(self.status, BoardStatus::Covered) => {
                Err(Exit::Failure(anyhow!(
                    "expected a readable board, found too many unreadable letters: uncover the board, or correct the game's own \
                     letters {}",
                    context.settings.correction.of_covered_board()
                )))
            }
            None => {
                if context.display.is_lifted() {
                    self.show(context);
                }
                Ok(false)
            }
        }
    }

    /// The board's pixels without the overlay, which lies over them in a part of a Wayland screen: it is hidden only where the
    /// board has changed. `None` where they are those of the last call.
    fn grab_board(&mut self, context: &mut SessionContext) -> Result<Option<RgbaImage>, CaptureError> {
        let area = self.board.area;
        if let Some(bare) = self.bare.as_ref().filter(|_| context.display.is_in_capture()) {
            let seen = self.window.capture.grab(Some(area))?;
            let on_screen = area.moved(self.window.area.x, self.window.area.y);
            if !context.display.differs(on_screen, bare, &seen) {
                return Ok(None);
            }
        }
        context.display.lift();
        let pixels = self.window.capture.grab_changed(area)?;
        if let Some(pixels) = pixels.as_ref().filter(|_| !context.target.is_window()) {
            self.bare = Some(Box::new(pixels.clone()));
        }
        Ok(pixels)
    }

    /// Hands the board's pixels to the tracker, and acts on what it finds.
    fn track(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        let start = Instant::now();
        let pixels = self.grab_board(context)?;
        context.captured_count += 1;
        let mut update = match pixels {
            Some(pixels) => context.tracker.update(pixels, start),
            None => context.tracker.update_unchanged(start),
        };
        let has_changed = update == Update::Changed;
        if has_changed {
            update = self.confirm_change(context)?;
        }
        // A board that may not be whole is searched for before it is reported.
        if has_changed && context.tracker.is_tentative() && self.confirm(context)? {
            return Ok(());
        }
        self.board.timing = Timing { locate: Duration::ZERO, recognize: start.elapsed() };
        for update in self.unreported(update, has_changed) {
            self.act(update, start, context)?;
            // The first board ends the program then: what else happened is not its answer.
            if context.settings.args.once && self.answer().is_some() {
                break;
            }
        }
        if context.display.is_lifted() && !matches!(update, Update::Moving(_)) {
            self.show(context);
        }
        Ok(())
    }

    /// Tracks once more where pixels changed meanwhile: a game may draw a board in parts, and no part of a board is
    /// reported.
    fn confirm_change(&mut self, context: &mut SessionContext) -> Result<Update, Exit> {
        let now = Instant::now();
        let changes = self.window.capture.wait(Some(now), &context.waker).unwrap_or_default();
        if changes.windows_moved {
            self.follow_window(context)?;
        }
        let again = self.is_touched(&changes).then(|| self.grab_board(context).ok().flatten()).flatten();
        let Some(pixels) = again else { return Ok(Update::Changed) };
        context.captured_count += 1;
        Ok(context.tracker.update(pixels, now))
    }

    fn act(&mut self, update: Update, start: Instant, context: &mut SessionContext) -> Result<(), Exit> {
        match update {
            Update::Same | Update::Selected => {
                if matches!(self.status, BoardStatus::Unsettled(_)) {
                    self.settle(start, context)?;
                } else {
                    self.window.changed_at = None;
                    self.planned = self.planned.filter(|planned| planned.task == Task::Learn);
                }
                match update {
                    Update::Selected => self.follow_player(context)?,
                    _ => self.show_doubts(context),
                }
                self.plan_recheck(context);
            }
            Update::Changed => {
                self.record_move(context);
                self.report_answer(start, context)?;
                self.plan_recheck(context);
            }
            Update::Moving(until) => {
                self.plan(Task::Track, until);
                if context.tracker.moves_more_than(FEW) {
                    context.display.hide();
                    self.unsettle("tiles are moving", context)?;
                }
            }
            Update::Covered => {
                context.display.hide();
                self.planned = None;
                self.window.changed_at = None;
                let before = std::mem::replace(&mut self.status, BoardStatus::Covered);
                let message = match before {
                    BoardStatus::Covered => return Ok(()),
                    _ if context.tracker.is_part() => {
                        "a part of the last board is seen: something may lie over the rest"
                    }
                    // No board was read yet.
                    BoardStatus::Unsettled(None) => &format!(
                        "too many letters are unreadable: something covers the board, or the game has its own letters (correct \
                         them {})",
                        context.settings.correction.of_covered_board()
                    ),
                    _ => "something lies over the board",
                };
                context.events.warn(EventKind::Covered, context.captured_count, message)?;
            }
            Update::Gone => return Err(Cause::BoardGone.into()),
        }
        Ok(())
    }

    /// Ends the turn in the recording, with the word that was played.
    fn record_move(&mut self, context: &mut SessionContext) {
        let SeenMove { tried, selected } = self.following.take_played();
        let Some(reading) = context.tracker.reading().filter(|_| context.recording.is_some()) else { return };
        let after = reading.board.clone();
        let played = match context.memory.board() {
            Some(before) => {
                let profile = rules::profile_for(context.profile(), before, Some(reading));
                let args = context.settings.args;
                let rules = rules::for_board(&profile, &args.words, before).at_level(args.ranking.level());
                let played = PlayedMove { before, after: &after, tried, selected: &selected };
                played.word(&profile.game, &rules, context.lexicon.for_board(before))
            }
            None => tried,
        };
        context.record(|recording| recording.end_turn(&after, played));
    }

    /// Plans the next look at a board that the tracker wants to see again although nothing changes. Learning waits for it.
    fn plan_recheck(&mut self, context: &SessionContext) {
        match context.tracker.due() {
            Some(at) => {
                let track = self.planned.filter(|planned| planned.task == Task::Track);
                self.plan(Task::Track, track.map_or(at, |track| at.min(track.at)));
            }
            None if self.planned.is_none() && !self.is_learned => {
                self.plan(Task::Learn, Instant::now() + IDLE_BEFORE_LEARNING)
            }
            None => {}
        }
    }

    /// Reports that the board is changing, unless that was reported last.
    pub(super) fn unsettle(&mut self, why: &str, context: &SessionContext) -> Result<()> {
        match std::mem::replace(&mut self.status, BoardStatus::Unsettled(None)) {
            BoardStatus::Unsettled(answer) => {
                self.status = BoardStatus::Unsettled(answer);
                return Ok(());
            }
            BoardStatus::Answered(answer) => self.status = BoardStatus::Unsettled(Some(answer)),
            BoardStatus::Covered => {}
        }
        context.events.detail(EventKind::Unsettled, context.captured_count, why)
    }

    /// The board is at rest, and is the one before: its words are shown again. No board is reported twice.
    fn settle(&mut self, captured_at: Instant, context: &mut SessionContext) -> Result<(), Exit> {
        self.window.changed_at = None;
        match std::mem::replace(&mut self.status, BoardStatus::Unsettled(None)) {
            BoardStatus::Unsettled(Some(answer)) => {
                self.status = BoardStatus::Answered(answer);
                self.planned = None;
                self.show(context);
                context.events.detail(EventKind::Settled, context.captured_count, "the board is as before")?;
                Ok(())
            }
            _ => self.report_answer(captured_at, context),
        }
    }

    /// Solves the board, reports its words and shows them. `captured_at` is when its pixels were captured.
    pub(super) fn report_answer(&mut self, captured_at: Instant, context: &mut SessionContext) -> Result<(), Exit> {
        context.warn_if_cut(&self.window.name);
        self.make_fixes(context)?;
        correction::announce(context);
        let reading = context.tracker.reading().ok_or(Cause::BoardGone)?;
        let doubtful = context.tracker.doubtful();
        let lexicon = context.lexicon.for_board(&reading.board);
        let mut answer = Answer::of_board(reading, &doubtful, lexicon, context.profile(), context.settings);
        context.memory.enter(&reading.board);
        context.memory.apply(&mut answer);
        let latency = self.window.changed_at.take().unwrap_or(captured_at).elapsed();
        let times = ReadTimes::new(Duration::ZERO, self.board.timing);
        let event = BoardEvent {
            board: of_reading(&self.window.name, self.window.area.size(), reading, times),
            doubt: doubtful.iter().map(|&cell| TileName::new(reading, cell)).collect(),
            points: answer.points,
            words: word_reports(&answer, &reading.layout),
            why: answer.why.clone(),
            no_word: answer.unread.no_word(),
            latency,
            text: answer.text(latency, context.settings.args.help_level),
        };
        context.warn_of_points(answer.points);
        context.warn_of_goal(answer.why.is_some());
        self.status = BoardStatus::Answered(Box::new(answer));
        context.events.board(context.captured_count, event)?;
        self.show(context);
        context.update_correction();
        self.write_pictures(context);
        self.is_learned = false;
        self.plan(Task::Learn, Instant::now() + IDLE_BEFORE_LEARNING);
        Ok(())
    }

    /// Prepares for the next board while nothing happens: learns letters, and maps the free space for the panel, which leaves what the
    /// game has written below it since it was placed.
    fn learn(&mut self, context: &mut SessionContext) {
        (self.planned, self.is_learned) = (None, true);
        context.tracker.learn();
        if !context.display.is_in_capture()
            && let Ok(pixels) = self.window.capture.grab(None)
        {
            self.board.free_space = FreeSpace::new(&Frame::new(pixels, ""), &self.board.layout);
            self.place_panel_again(context);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::Shape;
    use hexlex::locate::Layout;
    use hexlex::pixels::Rect;

    fn watching(now: Instant) -> Watching<()> {
        let layout = Layout::new(Shape::bookworm(), (30.0, 30.0), (50.0, 50.0));
        let free_space = FreeSpace::new(&Frame::new(RgbaImage::new(400, 400), ""), &layout);
        let area = Rect { x: 100, y: 100, width: 200, height: 200 };
        Watching::new((), Box::new(FoundBoard { area, layout, free_space, timing: Timing::default() }), now)
    }

    #[test]
    fn a_new_board_is_read_once_it_is_still() {
        let now = Instant::now();
        let mut watching = watching(now);
        assert!(watching.answer().is_none());
        assert_eq!(watching.planned, Some(Planned { task: Task::Track, at: now + STILL }));
        assert_eq!(watching.deadline(None), Some(now + STILL));
        watching.pending_window_move = Some(PendingWindowMove { from: Rect::default(), report_at: now });
        assert_eq!(watching.deadline(None), Some(now));
        (watching.planned, watching.pending_window_move) = (None, None);
        assert_eq!(watching.deadline(None), None);
    }

    #[test]
    fn only_pixels_of_the_board_count() {
        let watching = watching(Instant::now());
        let changes = |pixels| Changes { pixels, ..Changes::default() };
        let pixel = Rect { x: 299, y: 100, width: 1, height: 1 };
        assert!(watching.is_touched(&changes(Some(pixel))));
        assert!(!watching.is_touched(&changes(Some(pixel.moved(1, 0)))));
        assert!(!watching.is_touched(&changes(None)));
    }

    #[test]
    fn a_change_is_reported_although_the_board_moves_on_while_it_is_confirmed() {
        let now = Instant::now();
        let mut watching = watching(now);
        let mut unreported = |update, has_changed| watching.unreported(update, has_changed);
        assert_eq!(unreported(Update::Same, false), [Update::Same]);
        assert_eq!(unreported(Update::Moving(now), true), [Update::Moving(now)]);
        assert_eq!(unreported(Update::Moving(now), false), [Update::Moving(now)]);
        assert_eq!(unreported(Update::Same, false), [Update::Changed]);
        assert_eq!(unreported(Update::Same, false), [Update::Same]);
        assert_eq!(unreported(Update::Same, true), [Update::Changed]);
        assert_eq!(unreported(Update::Selected, false), [Update::Selected]);
    }

    #[test]
    fn tiles_that_are_selected_while_a_change_is_confirmed_are_reported_after_it() {
        let now = Instant::now();
        let mut watching = watching(now);
        assert_eq!(watching.unreported(Update::Selected, true), [Update::Changed, Update::Selected]);
        assert_eq!(watching.unreported(Update::Moving(now), true), [Update::Moving(now)]);
        assert_eq!(watching.unreported(Update::Selected, false), [Update::Changed, Update::Selected]);
        assert_eq!(watching.unreported(Update::Selected, false), [Update::Selected]);
    }
}
