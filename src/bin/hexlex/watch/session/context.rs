//! The context of a session: what does not change with its state.

use super::board_memory::BoardMemory;
use crate::advise::NO_SURVIVAL;
use crate::args::{FixArg, GoalArg, ProfileArg};
use crate::console::one_line;
use crate::dictionary::Dictionary;
use crate::watch::commands::CommandSender;
use crate::watch::correct::BoardView;
use crate::watch::display::AnswerDisplay;
use crate::watch::events::{EventKind, EventLog};
use crate::watch::points::Points;
use crate::watch::recording::Recording;
use crate::watch::settings::WatchSettings;
use crate::watch::target::TargetQuery;
use crate::{read, warnings};
use anyhow::Result;
use hexlex::capture::Waker;
use hexlex::locate::Side;
use hexlex::pixels::Frame;
use hexlex::skin::Skin;
use hexlex::track::Tracker;
use std::path::Path;

/// Why words have no points, and how they get some.
const NO_POINTS: &str = "the game of this board is not known, so words are shown without points: name it with --profile, as \
                         in `--profile boggle` (`hexlex watch --help` lists the games)";

/// What all states of a session share.
pub(super) struct SessionContext<'a> {
    pub(super) settings: &'a WatchSettings<'a>,
    pub(super) target: TargetQuery,
    pub(super) display: AnswerDisplay<'a>,
    pub(super) events: EventLog<'a>,
    /// Ends a wait when the user sends a command.
    pub(super) waker: Waker,
    /// Through which windows of hexlex send commands.
    pub(super) commands: CommandSender,
    /// Reads the board. It keeps the letters of this game while no board is known.
    pub(super) tracker: Tracker,
    /// What the player did on the last board.
    pub(super) memory: BoardMemory,
    /// The dictionary, without the words that were refused meanwhile.
    pub(super) lexicon: Dictionary,
    /// The corrections of the arguments that are still to be made.
    pub(super) fixes: Vec<FixArg>,
    /// The profile of the arguments, or that of the skin that they name.
    given_profile: Option<ProfileArg>,
    /// Whether a message said that points are not known.
    warned_of_points: bool,
    /// Whether it was printed that the board is not one for the advice.
    warned_of_goal: bool,
    /// Whether the shape of the arguments was compared with that of the board.
    compared_shape: bool,
    /// The skin whose corrections hold.
    pub(super) remembered: Option<String>,
    /// Whether it has corrections of earlier runs, and no message said so yet.
    pub(super) announces_corrections: bool,
    pub(super) recording: Option<Recording>,
    /// The number of pictures captured so far.
    pub(super) captured_count: u64,
    /// The reason of the last `lost` event; `None` once a board was found, or after the user asked to read again.
    pub(super) lost_reason: Option<String>,
    /// The sides of the board in the last warning that it is cut; empty for a whole board.
    cut: Vec<Side>,
    /// Whether [`introduce`](SessionContext::introduce) has printed its line.
    has_introduced: bool,
}

impl<'a> SessionContext<'a> {
    /// # Errors
    /// Where the options ask for a reader that is missing, and where the folder of the recording cannot be made.
    pub(super) fn new(
        settings: &'a WatchSettings<'a>,
        target: TargetQuery,
        display: AnswerDisplay<'a>,
        commands: CommandSender,
    ) -> Result<SessionContext<'a>> {
        Ok(SessionContext {
            settings,
            target,
            display,
            events: EventLog::new(settings.console),
            waker: commands.waker(),
            commands,
            tracker: Tracker::new(settings.options.clone())?,
            memory: BoardMemory::default(),
            lexicon: settings.lexicon.clone(),
            fixes: settings.args.fix.clone(),
            given_profile: settings.args.reading.profile.or_else(|| {
                let skin = settings.args.reading.skin.as_deref();
                skin.and_then(|skin| profile_of(settings, skin))
            }),
            warned_of_points: false,
            warned_of_goal: false,
            compared_shape: false,
            remembered: None,
            announces_corrections: false,
            recording: settings.args.record.as_deref().map(Recording::new).transpose()?,
            captured_count: 0,
            lost_reason: None,
            cut: Vec::new(),
            has_introduced: false,
        })
    }

    /// Prints once, at a terminal, which window is watched and how to end that.
    pub(super) fn introduce(&mut self, window: &str) {
        let console = self.settings.console;
        let is_for_people = console.shows_progress() && !console.json && !self.settings.args.once;
        if is_for_people && !std::mem::replace(&mut self.has_introduced, true) {
            console.note(format_args!("watching `{window}`: Ctrl-C ends; `hexlex watch --help` lists the keys"));
        }
    }

    /// The profile of the game: the one of the arguments, or that of the skin that reads the board.
    pub(super) fn profile(&self) -> Option<ProfileArg> {
        let of_skin = || {
            let name = self.tracker.reading()?.skin.as_deref()?;
            profile_of(self.settings, name)
        };
        self.given_profile.or_else(of_skin)
    }

    /// Prints once that words are not ranked by the points that were asked for, or have none, as these are not known.
    pub(super) fn warn_of_points(&mut self, points: Points) {
        let asks = self.settings.args.ranking.goal() == GoalArg::Score;
        let console = self.settings.console;
        let is_open = (asks && points != Points::Known) || points == Points::None;
        if !is_open || std::mem::replace(&mut self.warned_of_points, true) {
            return;
        }
        if asks {
            let missing = if self.profile().is_some() { "--level" } else { "--profile and --level" };
            console.warn(format_args!("points are not known, so words are ranked by length: give {missing}"));
        } else {
            console.note(NO_POINTS);
        }
    }

    /// Prints once that the board is not one for the advice that was asked for.
    pub(super) fn warn_of_goal(&mut self, has_advice: bool) {
        let asks = self.settings.args.ranking.goal_in(self.profile()) == GoalArg::Survive;
        if asks && !has_advice && !std::mem::replace(&mut self.warned_of_goal, true) {
            self.settings.console.warn(NO_SURVIVAL);
        }
    }

    /// Shows the board as it is read now in the window for corrections, if that is open.
    pub(super) fn update_correction(&mut self) {
        let tracker = &self.tracker;
        self.display.update_correction(|| BoardView::of(tracker));
    }

    /// Does something with the recording, if there is one. What cannot be written is one warning.
    pub(super) fn record(&mut self, act: impl FnOnce(&mut Recording) -> Result<()>) {
        if let Some(Err(error)) = self.recording.as_mut().map(act) {
            self.settings.console.warn(one_line(&error));
        }
    }

    /// Warns where the board is cut, unless the last warning was about the same sides.
    pub(super) fn warn_if_cut(&mut self, name: &str) {
        let cut = self.tracker.reading().map_or(&[][..], |reading| &reading.cut);
        if self.cut == cut {
            return;
        }
        self.cut = cut.to_vec();
        if let Some(warning) = warnings::cut(&self.cut, "show all of it in the window") {
            self.settings.console.warn(format_args!("{name}: {warning}"));
        }
    }

    /// Warns once where the board in this picture of the window does not fit the shape of the arguments.
    pub(super) fn warn_of_shape(&mut self, frame: &Frame) {
        let options = &self.settings.options;
        let Some(reading) = self.tracker.reading() else { return };
        if options.shape.is_none() || std::mem::replace(&mut self.compared_shape, true) {
            return;
        }
        if let Some(warning) = read::shape_warning(frame, None, reading, options) {
            self.settings.console.warn(format_args!("{}: {warning}", frame.source()));
        }
    }

    /// Warns that the budget ended the search for a board.
    pub(super) fn warn_if_limited(&self, name: &str) {
        if self.tracker.is_limited() {
            let warning = warnings::limited(self.settings.options.budget);
            self.settings.console.warn(format_args!("{name}: {warning}"));
        }
    }

    /// Gives the board up, and reports why. A reason that was reported last is not reported again.
    pub(super) fn lose_board(&mut self, reason: &str) -> Result<()> {
        self.tracker.forget();
        self.display.hide();
        if self.lost_reason.as_deref() != Some(reason) {
            self.lost_reason = Some(reason.to_string());
            self.events.warn(EventKind::Lost, self.captured_count, reason)?;
        }
        Ok(())
    }
}

/// The profile of a skin: one that was taught, or a folder. `None` where it names none.
fn profile_of(settings: &WatchSettings, skin: &str) -> Option<ProfileArg> {
    let taught = settings.options.taught.iter().find(|taught| taught.name() == skin);
    let folder = || Skin::load(Path::new(skin)).ok();
    let name = match taught {
        Some(taught) => taught.profile()?.to_string(),
        None => folder()?.profile()?.to_string(),
    };
    ProfileArg::named(&name)
}
