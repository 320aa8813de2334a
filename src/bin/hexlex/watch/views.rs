//! Where the answer is shown: over the game, in a window of its own, in files.

use super::Job;
use super::preview::Picture;
use super::wish::Wish;
use crate::console::{Console, told};
use crate::outputs;
use anyhow::{Context, Result, bail};
use hexlex::board::Board;
use hexlex::capture::Area;
use hexlex::locate::Layout;
use hexlex::overlay::{Caption, FreeSpace, draw};
use hexlex::pixels::Frame;
use hexlex::solve::FoundWord;
use std::path::{Path, PathBuf};

/// What is to be shown.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only the overlay asks where the window is"))]
pub(super) struct Showing<'a> {
    /// The window's pixels on the screen.
    pub(super) area: Area,
    pub(super) layout: &'a Layout,
    /// The best words, best first, and the one that is drawn.
    pub(super) words: &'a [FoundWord],
    pub(super) first: usize,
    /// Where the window has room for more.
    pub(super) quiet: Option<&'a FreeSpace>,
}

impl Showing<'_> {
    /// The word that is drawn, and those after it.
    pub(super) fn first_on(&self) -> impl Iterator<Item = &FoundWord> {
        self.words[self.first.min(self.words.len())..].iter().chain(&self.words[..self.first.min(self.words.len())])
    }
}

/// Everything that shows the answer.
pub(super) struct Views<'a> {
    console: &'a Console,
    overlay: Overlay,
    preview: Option<Picture>,
    out: Option<PathBuf>,
    record: Option<Record>,
}

#[cfg(target_os = "linux")]
type Window = super::overlay::Overlay;
#[cfg(not(target_os = "linux"))]
type Window = Nowhere;

/// The live overlay, as far as there is one.
struct Overlay {
    window: Option<Window>,
    hidden: bool,
}

impl<'a> Views<'a> {
    pub(super) fn new(job: &Job<'a>, wish: &Wish, preview: Option<Picture>) -> Result<Views<'a>> {
        let args = job.args;
        if let Some(file) = &args.out {
            outputs::folder(file.parent().filter(|folder| !folder.as_os_str().is_empty()))?;
        }
        let record = args.record.as_deref().map(Record::new).transpose()?;
        let wanted = !args.no_overlay && (args.overlay || !(args.once || args.preview));
        let window = match wanted.then(|| open(wish)) {
            None => None,
            Some(Ok(window)) => Some(window),
            Some(Err(error)) if args.overlay => return Err(error),
            Some(Err(error)) => {
                job.console.detail(format_args!("no overlay: {}", told(&error)));
                None
            }
        };
        let overlay = Overlay { window, hidden: false };
        Ok(Views { console: job.console, overlay, preview, out: args.out.clone(), record })
    }

    /// Draws over the game.
    pub(super) fn show(&mut self, showing: &Showing) {
        self.with_overlay(|window, hidden| if hidden { window.hide() } else { window.show(showing) });
    }

    /// The window has moved.
    pub(super) fn follow(&mut self, area: Area) {
        self.with_overlay(|window, _| window.follow(area));
    }

    /// Other windows have moved.
    pub(super) fn raise(&mut self) {
        self.with_overlay(|window, _| window.raise());
    }

    /// Draws nothing over the game any more.
    pub(super) fn hide(&mut self) {
        self.with_overlay(|window, _| window.hide());
    }

    /// The user wants the overlay away, or back at the next [`show`](Views::show).
    pub(super) fn toggle(&mut self) {
        self.overlay.hidden = !self.overlay.hidden;
    }

    fn with_overlay(&mut self, act: impl FnOnce(&mut Window, bool) -> Result<()>) {
        let hidden = self.overlay.hidden;
        let done = self.overlay.window.as_mut().map(|window| act(window, hidden));
        if let Some(Err(error)) = done {
            self.overlay.window = None;
            self.console.warn(format_args!("the overlay is gone: {}", told(&error)));
        }
    }

    /// Whether [`file`](Views::file) has anything to do.
    pub(super) fn want_pictures(&self) -> bool {
        self.preview.is_some() || self.out.is_some() || self.record.is_some()
    }

    /// Shows and writes pictures of the whole window.
    pub(super) fn file(&mut self, frame: &Frame, board: &Board, showing: &Showing) {
        if let Some(record) = &mut self.record
            && let Err(error) = record.keep(frame, board)
        {
            self.console.warn(told(&error));
        }
        if self.preview.is_none() && self.out.is_none() {
            return;
        }
        let picture = match showing.first_on().next() {
            Some(best) => draw(frame, showing.layout, &best.path, &Caption::new(&best.word, worth(best))),
            None => draw(frame, showing.layout, &[], &Caption::new("", "no word on this board")),
        };
        if let Some(out) = &self.out
            && let Err(error) = outputs::write_png(&picture, out)
        {
            self.console.warn(told(&error));
        }
        if let Some(preview) = &self.preview {
            preview.show(picture);
        }
    }
}

/// What a word is worth, in words.
pub(super) fn worth(found: &FoundWord) -> String {
    format!("{} {}", found.score, if found.score == 1 { "point" } else { "points" })
}

#[cfg(target_os = "linux")]
fn open(wish: &Wish) -> Result<Window> {
    if !wish.is_window() {
        bail!("the overlay would be in its own picture: expected a window, found a part of the screen; use --preview");
    }
    super::overlay::Overlay::open()
}

#[cfg(not(target_os = "linux"))]
fn open(_: &Wish) -> Result<Window> {
    bail!("the live overlay needs X11: use --preview")
}

/// The overlay where there can be none.
#[cfg(not(target_os = "linux"))]
enum Nowhere {}

#[cfg(not(target_os = "linux"))]
impl Nowhere {
    fn show(&mut self, _: &Showing) -> Result<()> {
        match *self {}
    }

    fn follow(&mut self, _: Area) -> Result<()> {
        match *self {}
    }

    fn raise(&mut self) -> Result<()> {
        match *self {}
    }

    fn hide(&mut self) -> Result<()> {
        match *self {}
    }
}

/// A folder of boards that were seen.
struct Record {
    folder: PathBuf,
    next: usize,
}

impl Record {
    /// The boards of earlier runs stay.
    fn new(folder: &Path) -> Result<Record> {
        outputs::folder(Some(folder))?;
        let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let number = |entry: std::io::Result<std::fs::DirEntry>| -> Option<usize> {
            let name = entry.ok()?.file_name().into_string().ok()?;
            name.strip_prefix("board-")?.split('.').next()?.parse().ok()
        };
        let next = entries.filter_map(number).max().unwrap_or(0) + 1;
        Ok(Record { folder: folder.to_path_buf(), next })
    }

    fn keep(&mut self, frame: &Frame, board: &Board) -> Result<()> {
        let file = |end: &str| self.folder.join(format!("board-{:05}.{end}", self.next));
        outputs::write_png(frame.pixels(), &file("png"))?;
        outputs::write_bytes(board.to_string().as_bytes(), &file("txt"))?;
        self.next += 1;
        Ok(())
    }
}
