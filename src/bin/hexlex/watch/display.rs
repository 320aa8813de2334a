//! Where the answer is shown: over the game, in the preview window, in picture files; and where the board is corrected.

use super::commands::{CommandSender, PanelCommand};
use super::correct::BoardView;
#[cfg(target_os = "linux")]
use super::correct::CorrectionWindow;
use super::overlay::Overlay;
#[cfg(target_os = "linux")]
use super::placement;
use super::preview::PreviewHandle;
use super::settings::WatchSettings;
use super::shown::{GamePlace, PanelArea, ShownBoard};
use super::target::TargetQuery;
use crate::console::{Console, one_line};
use crate::outputs;
use crate::overlay_file::{self, Existing};
use anyhow::Result;
use hexlex::overlay::{Caption, draw};
use hexlex::pixels::Frame;
use hexlex::pixels::Rect;
use image::RgbaImage;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time after which a screen is shown without an overlay that was hidden: two frames at 60 a second. Shorter: the overlay is
/// captured; longer: it is away for longer at each change of the board. Chosen by hand.
const REPAINTED: Duration = Duration::from_millis(34);

/// Everything that shows or stores the answer.
pub(super) struct AnswerDisplay<'a> {
    console: &'a Console,
    overlay: Option<Overlay>,
    /// Whether the user has hidden the overlay, and whether the watch is paused.
    is_hidden: bool,
    is_paused: bool,
    /// Whether the overlay is hidden only for a picture without it.
    is_lifted: bool,
    #[cfg(target_os = "linux")]
    correction: Option<CorrectionWindow>,
    preview: Option<PreviewHandle>,
    /// The picture that is rewritten at every board.
    out: Option<PathBuf>,
}

impl<'a> AnswerDisplay<'a> {
    /// The outputs that the arguments ask for. The overlay is on by default if the system supports it, except with
    /// `--once` or `--preview`.
    ///
    /// # Errors
    /// Where a folder cannot be made, and where `--overlay` asks for an overlay that the system does not support.
    pub(super) fn new(
        settings: &WatchSettings<'a>,
        target: &TargetQuery,
        panel: &PanelArea,
        preview: Option<PreviewHandle>,
    ) -> Result<AnswerDisplay<'a>> {
        let args = settings.args;
        if let Some(file) = &args.out {
            outputs::create_folder(file.parent().unwrap_or(Path::new("")))?;
            overlay_file::check(file, Existing::of(args.force))?;
        }
        let wanted = !args.no_overlay && (args.overlay || !(args.once || args.preview));
        let overlay = match wanted.then(|| open_overlay(target, panel)).transpose() {
            Err(error) if !args.overlay => {
                settings.console.detail(format_args!("no overlay: {}", one_line(&error)));
                None
            }
            opened => opened?,
        };
        let (console, out) = (settings.console, args.out.clone());
        Ok(AnswerDisplay {
            console,
            overlay,
            is_hidden: false,
            is_paused: false,
            is_lifted: false,
            #[cfg(target_os = "linux")]
            correction: None,
            preview,
            out,
        })
    }

    /// Draws over the game, unless the user has hidden the overlay.
    pub(super) fn show(&mut self, shown: &ShownBoard) {
        self.is_lifted = false;
        let is_hidden = self.is_hidden || self.is_paused;
        self.with_overlay(|overlay| if is_hidden { overlay.hide() } else { overlay.show(shown) });
    }

    /// Draws the panel at another place, where the game has written below it.
    pub(super) fn place_panel_again(&mut self, shown: &ShownBoard) {
        if !self.is_hidden && !self.is_paused {
            self.with_overlay(|overlay| overlay.place_again(shown));
        }
    }

    /// Shows these lines in the panel, in place of the words.
    pub(super) fn show_notice(&mut self, lines: &[&str], shown: &ShownBoard) {
        if !self.is_hidden && !self.is_paused {
            self.with_overlay(|overlay| overlay.show_notice(lines, shown));
        }
    }

    /// Moves the overlay with the game's window.
    pub(super) fn follow(&mut self, area: Rect) {
        self.with_overlay(|overlay| overlay.follow(area));
    }

    /// Puts the overlay above all other windows again.
    pub(super) fn raise(&mut self) {
        self.with_overlay(Overlay::raise);
    }

    /// Moves or fades the panel; what it shows changes with the next [`show`](AnswerDisplay::show).
    pub(super) fn change_panel(&mut self, command: PanelCommand) {
        self.with_overlay(|overlay| overlay.change_panel(command));
    }

    /// Removes the drawing over the game until the next [`show`](AnswerDisplay::show).
    pub(super) fn hide(&mut self) {
        self.is_lifted = false;
        self.with_overlay(Overlay::hide);
    }

    /// Whether what is captured now contains some of the overlay: only a part of a Wayland screen does.
    pub(super) fn is_in_capture(&self) -> bool {
        self.overlay.as_ref().is_some_and(Overlay::is_in_capture)
    }

    /// Whether the game has changed between two pictures of a part of the screen, one without the overlay and one with it.
    pub(super) fn differs(&self, area: Rect, without: &RgbaImage, with: &RgbaImage) -> bool {
        self.overlay.as_ref().is_none_or(|overlay| overlay.differs(area, without, with))
    }

    /// Takes the overlay out of what is captured, until the next [`show`](AnswerDisplay::show).
    pub(super) fn lift(&mut self) {
        if self.is_in_capture() {
            self.hide();
            self.is_lifted = true;
            std::thread::sleep(REPAINTED);
        }
    }

    /// Whether [`lift`](AnswerDisplay::lift) has hidden the overlay, and nothing has shown or hidden it since.
    pub(super) fn is_lifted(&self) -> bool {
        self.is_lifted
    }

    /// Switches between hidden and visible from the next [`show`](AnswerDisplay::show) on.
    pub(super) fn toggle(&mut self) {
        self.is_hidden = !self.is_hidden;
    }

    /// Draws nothing until [`resume`](AnswerDisplay::resume).
    pub(super) fn pause(&mut self) {
        self.is_paused = true;
        self.hide();
    }

    /// Shows this line alone while the watch is paused, in the place of the panel, unless the user has hidden the overlay.
    pub(super) fn show_pause(&mut self, line: &str, shown: &ShownBoard) {
        if !self.is_hidden {
            self.with_overlay(|overlay| overlay.show_notice(&[line], shown));
        }
    }

    /// Draws again from the next [`show`](AnswerDisplay::show) on.
    pub(super) fn resume(&mut self) {
        self.is_paused = false;
    }

    /// Shows a board to a person who corrects its tiles: in the preview, or else in a window of its own beside the game.
    pub(super) fn open_correction(&mut self, view: BoardView, at: GamePlace, commands: CommandSender) {
        match &self.preview {
            Some(preview) => preview.correct(view),
            None => self.open_correction_window(view, at, commands),
        }
    }

    #[cfg(target_os = "linux")]
    fn open_correction_window(&mut self, view: BoardView, at: GamePlace, commands: CommandSender) {
        // One that is open already is closed.
        self.correction = None;
        let mut area = None;
        let place = |size| *area.insert(placement::beside_window(size, at.board, at.window));
        match CorrectionWindow::open(view, commands, place) {
            Ok(window) => {
                self.correction = Some(window);
                self.overlay.iter_mut().for_each(|overlay| overlay.correction = area);
            }
            Err(error) => self.console.warn(one_line(&error)),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn open_correction_window(&mut self, _: BoardView, _: GamePlace, _: CommandSender) {
        self.console.warn("expected a preview to correct tiles in, found none: start with --preview");
    }

    /// Whether the window for corrections is open.
    pub(super) fn is_correcting(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.correction.is_some();
        #[cfg(not(target_os = "linux"))]
        false
    }

    /// The window for corrections is closed: with the next [`show`](AnswerDisplay::show) the panel may go where it was.
    pub(super) fn end_correction(&mut self) {
        #[cfg(target_os = "linux")]
        {
            self.correction = None;
            self.overlay.iter_mut().for_each(|overlay| overlay.correction = None);
        }
    }

    /// Shows the board as it is read now where it is corrected, if it is.
    pub(super) fn update_correction(&mut self, view: impl FnOnce() -> Option<BoardView>) {
        if let Some(preview) = self.preview.as_ref().filter(|preview| preview.is_correcting()) {
            view().into_iter().for_each(|view| preview.update_correction(view));
            return;
        }
        #[cfg(target_os = "linux")]
        if let Some(window) = &self.correction
            && view().is_some_and(|view| !window.update(view))
        {
            self.end_correction();
        }
    }

    /// Runs `act` on the overlay. An overlay that fails is disabled, with a warning.
    fn with_overlay(&mut self, act: impl FnOnce(&mut Overlay) -> Result<()>) {
        if let Some(Err(error)) = self.overlay.as_mut().map(act) {
            self.overlay = None;
            self.console.warn(format_args!("overlay disabled after an error: {}", one_line(&error)));
        }
    }

    /// Whether [`write`](AnswerDisplay::write) needs a picture of the window.
    pub(super) fn wants_picture(&self) -> bool {
        self.preview.is_some() || self.out.is_some()
    }

    /// Shows the whole window with its path in the preview, and writes the picture file. A file that cannot be written is
    /// one warning.
    pub(super) fn write(&mut self, frame: &Frame, shown: &ShownBoard) {
        if self.preview.is_none() && self.out.is_none() {
            return;
        }
        let picture = match shown.drawn() {
            Some(best) => {
                let caption = Caption::new(shown.help.word(best), shown.value(best));
                draw(frame, shown.layout, shown.help.path(best), &caption)
            }
            None => draw(frame, shown.layout, &[], &Caption::new("", shown.unread.no_word())),
        };
        if let Some(out) = &self.out
            && let Err(error) = overlay_file::write(&picture, out)
        {
            self.console.warn(one_line(&error));
        }
        if let Some(preview) = &self.preview {
            preview.show(picture);
        }
    }
}

/// The live overlay: over a window, or over a part of a Wayland screen.
fn open_overlay(target: &TargetQuery, panel: &PanelArea) -> Result<Overlay> {
    if target.is_window() { Overlay::open(panel.clone()) } else { Overlay::open_on_screen(panel.clone()) }
}
