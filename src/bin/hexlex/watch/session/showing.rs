//! What is shown of a board that is watched: its words over the game, in the preview, in pictures and recordings.

use super::answer::Answer;
use super::bug_report::{CONFIRM, NOTICE};
use super::context::SessionContext;
use super::watching::{BoardStatus, Watching};
use crate::args::HelpLevelArg;
use crate::report::WordReport;
use crate::watch::display::AnswerDisplay;
use crate::watch::points::Points;
use crate::watch::shown::{GamePlace, ShownBoard};
use hexlex::board::Cell;
use hexlex::locate::Layout;
use hexlex::pixels::Frame;
use std::time::Instant;

impl Watching {
    /// Draws the path of the next word.
    pub(super) fn show_next(&mut self, context: &mut SessionContext) {
        if let BoardStatus::Answered(answer) = &mut self.status {
            answer.select_next();
            context.memory.chosen = answer.chosen().cloned();
        }
        self.show(context);
        self.write_picture_again(context);
    }

    /// Draws the path of the offered word with this index.
    pub(super) fn choose(&mut self, place: usize, context: &mut SessionContext) {
        if let BoardStatus::Answered(answer) = &mut self.status {
            answer.select(place);
            context.memory.chosen = answer.chosen().cloned();
        }
        self.show(context);
        self.write_picture_again(context);
    }

    /// Draws the answer over the game, unless another window lies there. A notice stays in the place of the words.
    pub(super) fn show(&self, context: &mut SessionContext) {
        let has_notice = self.notice_until.is_some();
        self.with_shown(context, |display, shown| {
            display.show(shown);
            if has_notice {
                display.show_notice(&NOTICE, shown);
            }
        });
    }

    /// Places the panel again, in the free space of the board. A notice stays where it is.
    pub(super) fn place_panel_again(&self, context: &mut SessionContext) {
        if self.notice_until.is_none() {
            self.with_shown(context, |display, shown| display.place_panel_again(shown));
        }
    }

    /// Hands the display what is shown of the board now, if its words are, and no other window lies over it.
    fn with_shown(&self, context: &mut SessionContext, act: impl FnOnce(&mut AnswerDisplay, &ShownBoard)) {
        if let (Some(answer), false) = (self.answer(), self.is_covered) {
            let doubtful = context.tracker.doubtful();
            let help = context.settings.args.help_level;
            let shown = self.shown(answer, &doubtful, context.tracker.selected(), help);
            act(&mut context.display, &shown);
        }
    }

    /// Draws the answer again where other tiles are doubtful than those that are marked: a tile becomes certain without a new letter.
    pub(super) fn show_doubts(&mut self, context: &mut SessionContext) {
        if let BoardStatus::Answered(answer) = &mut self.status
            && answer.mark_doubtful(context.tracker.doubtful())
        {
            self.show(context);
        }
    }

    /// Shows what a report contains in place of the words for a while.
    pub(super) fn show_notice(&mut self, context: &mut SessionContext) {
        self.notice_until = Some(Instant::now() + CONFIRM);
        self.show(context);
    }

    /// Shows in the panel that the watch is paused, and what ends that.
    pub(super) fn show_pause(&self, context: &mut SessionContext) {
        let line = context.settings.keys.pause_line();
        self.with_shown(context, |display, shown| display.show_pause(&line, shown));
    }

    /// Shows the words again.
    pub(super) fn end_notice(&mut self, context: &mut SessionContext) {
        self.notice_until = None;
        self.show(context);
    }

    /// Writes the picture files and the recording, and fills the preview.
    pub(super) fn write_pictures(&mut self, context: &mut SessionContext) {
        let is_wanted = context.display.wants_picture() || context.recording.is_some();
        let Some(frame) = is_wanted.then(|| self.picture(context)).flatten() else { return };
        self.write_picture(&frame, context);
        let board = context.tracker.reading().map(|reading| reading.board.clone());
        let (Some(answer), Some(board)) = (self.answer(), board) else { return };
        context.record(|recording| recording.add(&frame, &board, answer.all(), answer.points));
    }

    /// Draws the path that was chosen in the preview and the picture file, too.
    fn write_picture_again(&mut self, context: &mut SessionContext) {
        let frame = context.display.wants_picture().then(|| self.picture(context)).flatten();
        frame.iter().for_each(|frame| self.write_picture(frame, context));
    }

    /// A picture of the window without the overlay.
    fn picture(&mut self, context: &mut SessionContext) -> Option<Frame> {
        context.display.lift();
        let pixels = self.window.capture.grab(None);
        if context.display.is_lifted() {
            self.show(context);
        }
        Some(Frame::new(pixels.ok()?, self.window.name.as_str()))
    }

    fn write_picture(&self, frame: &Frame, context: &mut SessionContext) {
        let (doubtful, help) = (context.tracker.doubtful(), context.settings.args.help_level);
        let Some(answer) = self.answer() else { return };
        context.display.write(frame, &self.shown(answer, &doubtful, &[], help));
    }

    /// Where the game is on the screen.
    pub(super) fn place(&self) -> GamePlace {
        let window = self.window.area;
        GamePlace { window, board: self.board.area.moved(window.x, window.y) }
    }

    fn shown<'s>(
        &'s self,
        answer: &'s Answer,
        doubtful: &'s [Cell],
        selected: &'s [Cell],
        help: HelpLevelArg,
    ) -> ShownBoard<'s> {
        ShownBoard {
            area: self.window.area,
            layout: &self.board.layout,
            words: &answer.words,
            first: answer.shown,
            selected,
            doubtful,
            unread: &answer.unread,
            points: answer.points,
            help,
            free_space: &self.board.free_space,
        }
    }
}

/// The words that are offered, without scores where points are not known.
pub(super) fn word_reports(answer: &Answer, layout: &Layout) -> Vec<WordReport> {
    let report = |found| {
        let mut report = WordReport::new(found, Some(layout));
        report.score = report.score.filter(|_| answer.points != Points::None);
        report
    };
    answer.words.iter().map(report).collect()
}
