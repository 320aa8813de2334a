//! The loop: from changes on the screen to events and drawings.
//!
//! A [`Session`] is in one [`SessionState`] at a time. A step of a state waits for something to happen and handles it;
//! where it ends with a [`Cause`], the session reports the cause and goes to the next state.
//!
//! - `state`: the states, and the transitions between them; `change`: their causes.
//! - `context`: what all states share. `window`: the open window.
//! - `seeking`, `searching`, `watching`, `blind`: the steps of each state.
//! - `showing`: what is drawn of a board that is watched. `bug_report`: a folder for a report of a bug.
//! - `search`: finds the board in the window. `answer`: the board's words. `following`: what the player does on it.
//!   `played`: the word that was played, as the next board shows.
//!   `board_memory`: the played and chosen words, kept while the letters are the same.
//!   `player`: selections, refusals and corrections in the state `watching`; `correction`: where corrections are kept.

mod answer;
mod blind;
mod board_memory;
mod bug_report;
mod change;
mod context;
mod correction;
mod following;
mod moved;
mod played;
mod player;
mod search;
mod searching;
mod seeking;
mod showing;
mod state;
mod watching;
mod window;

use super::commands::{CommandSender, MOST_WAITING, PanelCommand, UserCommand};
use super::correct::BoardView;
use super::display::AnswerDisplay;
use super::events::EventKind;
use super::recording::Recording;
use super::settings::WatchSettings;
use super::target::TargetQuery;
use crate::args::FixArg;
use crate::console::{Outcome, one_line};
use anyhow::{Result, bail};
use change::{Cause, Exit};
use context::SessionContext;
use search::PAUSE_PER_SEARCH;
use seeking::{FoundWindow, find_window};
use state::SessionState;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// The least time between two attempts to find a missing window. Shorter costs processor time, longer delays the first
/// answer. Chosen by hand.
const ATTEMPT_INTERVAL: Duration = Duration::from_millis(500);
/// The longest wait of a pause: a safeguard, since a command ends the wait. Shorter wakes the processor for nothing.
const MAX_PAUSE_WAIT: Duration = Duration::from_secs(3600);

/// A run of `watch`.
pub(super) struct Session<'a> {
    context: SessionContext<'a>,
    commands: Receiver<UserCommand>,
    state: SessionState,
    /// The earliest time of the next attempt to find the window.
    next_attempt: Instant,
    /// When the user has asked for a report, until it is written.
    report_asked_at: Option<Instant>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        settings: &'a WatchSettings<'a>,
        target: TargetQuery,
        display: AnswerDisplay<'a>,
        sender: CommandSender,
        commands: Receiver<UserCommand>,
    ) -> Result<Session<'a>> {
        let context = SessionContext::new(settings, target, display, sender)?;
        Ok(Session {
            context,
            commands,
            state: SessionState::Seeking,
            next_attempt: Instant::now(),
            report_asked_at: None,
        })
    }

    /// Runs until the user ends it; with `--once` until the first board.
    pub(super) fn run(mut self) -> Result<Outcome> {
        let outcome = self.run_to_end();
        self.finish_recording()?;
        outcome
    }

    /// Writes the summary of the recording, and prints it for people.
    fn finish_recording(&mut self) -> Result<()> {
        let console = self.context.settings.console;
        match self.context.recording.as_ref().map(Recording::finish) {
            Some(Ok(Some(summary))) if !console.json => console.answer(&summary),
            Some(Err(error)) => {
                console.warn(one_line(&error));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn run_to_end(&mut self) -> Result<Outcome> {
        loop {
            for waiting in 0..MOST_WAITING {
                let Ok(command) = self.commands.try_recv() else { break };
                // The board is looked at between two lines of a program that writes without end.
                if waiting + 1 == MOST_WAITING {
                    self.context.waker.wake();
                }
                match command {
                    UserCommand::Quit => return Ok(Outcome::Done),
                    UserCommand::DisplayGone => {
                        bail!("expected an X11 display, found that it has gone: start it again")
                    }
                    command => self.handle_command(command)?,
                }
            }
            let answer = self.state.watching().and_then(|watching| watching.answer());
            if let Some(answer) = answer.filter(|_| self.context.settings.args.once) {
                return Ok(if answer.words.is_empty() { Outcome::No } else { Outcome::Done });
            }
            self.step()?;
        }
    }

    fn handle_command(&mut self, command: UserCommand) -> Result<()> {
        let context = &mut self.context;
        match command {
            UserCommand::Again => self.enter(Cause::ReadAgain),
            UserCommand::Pause if matches!(self.state, SessionState::Paused(_)) => self.enter(Cause::Resumed),
            UserCommand::Pause => self.enter(Cause::Paused),
            UserCommand::Next => {
                self.state.watching_mut().into_iter().for_each(|watching| watching.show_next(context));
                Ok(())
            }
            UserCommand::Choose(place) => {
                self.state.watching_mut().into_iter().for_each(|watching| watching.choose(place, context));
                Ok(())
            }
            UserCommand::Panel(command) => {
                context.display.change_panel(command);
                let is_moved = matches!(command, PanelCommand::Move { .. });
                let watching = self.state.watching().filter(|_| !is_moved);
                watching.into_iter().for_each(|watching| watching.show(context));
                Ok(())
            }
            UserCommand::Hide => {
                context.display.toggle();
                self.state.watching().into_iter().for_each(|watching| watching.show(context));
                Ok(())
            }
            UserCommand::Line(line) => match line.parse::<FixArg>() {
                Ok(fix) => self.correct(&fix),
                Err(error) => {
                    context.settings.console.warn(error);
                    Ok(())
                }
            },
            UserCommand::Fix(fix) => self.correct(&fix),
            UserCommand::Correct => self.open_correction(),
            UserCommand::EndCorrection => {
                context.display.end_correction();
                self.state.watching().into_iter().for_each(|watching| watching.show(context));
                Ok(())
            }
            UserCommand::Report => self.report_bug(),
            UserCommand::Refuse => {
                let done = self.state.watching_mut().map_or(Ok(()), |watching| watching.refuse(context));
                self.finish(done)
            }
            UserCommand::Quit | UserCommand::DisplayGone => Ok(()),
        }
    }

    /// Corrects a tile of the board that is watched.
    fn correct(&mut self, fix: &FixArg) -> Result<()> {
        let context = &mut self.context;
        let is_paused = matches!(self.state, SessionState::Paused(_));
        match self.state.watching_mut() {
            // The board is reported again at the end of the pause.
            Some(watching) if is_paused => watching.fix(fix, context).map(|_| ()),
            Some(watching) => {
                let done = watching.correct(fix, context);
                self.finish(done)
            }
            None => {
                context.settings.console.warn("expected a board to correct, found none: wait for one");
                Ok(())
            }
        }
    }

    /// Says what a report for a bug contains; at the second time, writes it.
    fn report_bug(&mut self) -> Result<()> {
        let context = &mut self.context;
        let console = context.settings.console;
        let Some(window) = self.state.window_mut() else {
            console.warn("expected a window for the report, found none: wait for the game");
            return Ok(());
        };
        match self.report_asked_at.take().filter(|at| at.elapsed() < bug_report::CONFIRM) {
            Some(_) => match bug_report::write(window, context) {
                Ok(folder) => console.note(format_args!("wrote {}: look at it before you send it", folder.display())),
                Err(error) => console.warn(one_line(&error)),
            },
            None => {
                let contents = bug_report::CONTENTS.join("; ");
                console.note(format_args!(
                    "a report for a bug has {contents}: press the key for report again to write it"
                ));
                self.report_asked_at = Some(Instant::now());
            }
        }
        let is_asked = self.report_asked_at.is_some();
        if let Some(watching) = self.state.watching_mut() {
            if is_asked { watching.show_notice(context) } else { watching.end_notice(context) }
        }
        Ok(())
    }

    /// Shows the board as it was read, to correct its tiles.
    fn open_correction(&mut self) -> Result<()> {
        let context = &mut self.context;
        match (BoardView::of(&context.tracker), self.state.watching()) {
            (Some(view), Some(watching)) => watching.open_correction(view, context),
            _ => context.settings.console.warn("expected a board to correct, found none: wait for one"),
        }
        Ok(())
    }

    /// Waits for something to happen, and handles it.
    fn step(&mut self) -> Result<()> {
        let context = &mut self.context;
        let done = match &mut self.state {
            SessionState::Seeking => self.find_window().map_err(Exit::from),
            SessionState::Searching(finding) => finding.step(context),
            SessionState::Watching(watching) => watching.step(context),
            SessionState::Blind(blind) => blind.step(context),
            SessionState::Paused(_) => {
                context.waker.wait(MAX_PAUSE_WAIT);
                Ok(())
            }
        };
        self.finish(done)
    }

    /// Goes to the next state where a step ended with a cause.
    fn finish(&mut self, done: Result<(), Exit>) -> Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(Exit::Change(cause)) => self.enter(cause),
            Err(Exit::Failure(error)) => Err(error),
        }
    }

    /// Tries to find the window, or waits until it is time to.
    fn find_window(&mut self) -> Result<()> {
        let start = Instant::now();
        if start < self.next_attempt {
            self.context.waker.wait(self.next_attempt - start);
            return Ok(());
        }
        match find_window(&mut self.context)? {
            FoundWindow::Nothing(reason) => self.context.lose_board(&reason)?,
            FoundWindow::Shown(window) => {
                self.enter(Cause::WindowOpened(window))?;
                self.step()?;
            }
            FoundWindow::Hidden(window) => {
                self.enter(Cause::WindowOpened(window))?;
                self.enter(Cause::WindowHidden)?;
            }
            FoundWindow::WithBoard(window, board) => {
                self.enter(Cause::WindowOpened(window))?;
                self.enter(Cause::BoardFound(board))?;
            }
        }
        self.next_attempt = start + ATTEMPT_INTERVAL.max(PAUSE_PER_SEARCH * start.elapsed());
        Ok(())
    }

    /// Reports why the state changes, and goes to the next one.
    fn enter(&mut self, cause: Cause) -> Result<()> {
        let context = &mut self.context;
        let is_found = matches!(cause, Cause::BoardFound(_));
        match &cause {
            Cause::WindowOpened(_) | Cause::WindowShown => {}
            Cause::WindowHidden => context.lose_board("the window is minimized or hidden")?,
            Cause::WindowClosed(error) => {
                context.lose_board(&error.to_string())?;
                context.tracker.end_game();
            }
            Cause::WindowResized | Cause::BoardGone => {
                context.tracker.forget();
                context.display.hide();
            }
            Cause::ReadAgain | Cause::Resumed => {
                if matches!(cause, Cause::Resumed) {
                    context.display.resume();
                }
                context.tracker.forget();
                context.tracker.forget_layout();
                context.lost_reason = None;
            }
            Cause::BoardFound(_) => context.lost_reason = None,
            Cause::Paused => {
                context.display.pause();
                self.state.watching().into_iter().for_each(|watching| watching.show_pause(context));
                let line = context.settings.keys.pause_line();
                context.events.note(EventKind::Paused, context.captured_count, &line)?;
            }
        }
        let state = std::mem::replace(&mut self.state, SessionState::Seeking);
        self.state = state.after(cause, Instant::now());
        let begun = match &mut self.state {
            SessionState::Watching(watching) if is_found => watching.begin(context),
            _ => Ok(()),
        };
        self.finish(begun)
    }
}
