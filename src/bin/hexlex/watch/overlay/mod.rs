//! The live overlay on X11: the path over the board, and a panel of words beside it.
//!
//! An [`Overlay`] has two windows, which `x11` makes and draws. The game is captured by its own window, so its picture
//! never contains the overlay.

mod x11;

use super::commands::PanelCommand;
use super::placement::{Surroundings, monitor_of, other_windows};
use super::shown::{PanelArea, ShownBoard};
use anyhow::Result;
use hexlex::board::{Adjacency, Cell};
use hexlex::locate::Layout;
use hexlex::overlay::{PanelLine, doubts_alone, panel, path_walked};
use hexlex::pixels::{Point, Rect, Size};
use hexlex::solve::FoundWord;
use image::RgbaImage;
use image::imageops::overlay;
use std::cell::LazyCell;
use x11::{OverlayWindow, X11Desktop};

/// Number of words in the panel. More words make it higher, and less likely to fit; chosen by hand.
const WORDS: usize = 5;
/// Height of the best word's capitals in the panel, in tiles: larger reads better and fits less often. Chosen by hand.
const CAPITALS: f32 = 0.3;
/// The least height of those capitals in pixels: smaller ones are hard to read. Chosen by hand.
const MIN_CAPITALS: f32 = 13.0;
/// Shares of the capitals' height that are tried in turn until the panel fits. Chosen by hand.
const SHARES: [f32; 4] = [1.0, 0.85, 0.7, 0.5];
/// The least height of capitals at such a share, in pixels: below it text is a blur. Chosen by hand.
const LEAST_CAPITALS: f32 = 9.0;
/// Distance that rings, their glow and badges may reach from a tile's center, in tiles: smaller cuts them off, larger
/// only makes the window larger.
const PATH_MARGIN: f32 = 0.75;
/// The opacities of the panel, which follow each other. A compositor blends them; without one a faded panel has only the drawn
/// word. Chosen by hand.
const OPACITIES: [f32; 3] = [1.0, 0.6, 0.3];

/// The live overlay: one window for the path, one for the panel.
pub(super) struct Overlay {
    desktop: X11Desktop,
    path: OverlayWindow,
    panel: OverlayWindow,
    /// The game's window on the screen, as of the last drawing or move.
    game: Rect,
    /// Where the user has moved the panel, from the upper left of the game's window.
    pinned: Option<(i32, i32)>,
    /// The place of the panel's opacity among [`OPACITIES`].
    faded: usize,
    panel_area: PanelArea,
    /// Where the window for corrections is: the panel keeps off it.
    pub(super) correction: Option<Rect>,
}

impl Overlay {
    pub(super) fn open(panel_area: PanelArea) -> Result<Overlay> {
        let desktop = X11Desktop::open()?;
        let (path, panel) = (desktop.new_window()?, desktop.new_window()?);
        let game = desktop.screen;
        Ok(Overlay { desktop, path, panel, game, pinned: None, faded: 0, panel_area, correction: None })
    }

    /// Draws the path of the first word, and the panel.
    pub(super) fn show(&mut self, shown: &ShownBoard) -> Result<()> {
        if self.desktop.adapt_to_compositor()? {
            self.desktop.replace(&mut self.path)?;
            self.desktop.replace(&mut self.panel)?;
        }
        let Some(best) = shown.drawn() else { return self.hide() };
        let path = shown.help.path(best);
        let marked: Vec<Cell> = path.iter().chain(shown.doubtful).copied().collect();
        let board = path_area(shown.layout, &marked);
        let layout = shown.layout.shifted(Point::new(-board.x as f32, -board.y as f32));
        let on_screen = board.moved(shown.area.x, shown.area.y);
        self.game = shown.area;
        if let Some(mut picture) = path_walked(board.size(), &layout, path, shown.selected) {
            if let Some(marks) =
                doubts_alone(board.size(), &layout, shown.doubtful).filter(|_| !shown.doubtful.is_empty())
            {
                overlay(&mut picture, &marks, 0, 0);
            }
            self.desktop.draw(&mut self.path, on_screen, &picture)?;
            // The path appears before the panel is drawn.
            self.desktop.flush()?;
        }
        self.show_panel(panel_lines(shown), shown)?;
        self.desktop.flush()
    }

    /// The largest panel that fits, with its place on the screen: where the user has moved it, or where the game's window is
    /// empty, or beside it over no other window, or beside it. Where no size fits, the smallest one goes beside the board, over
    /// the game.
    fn place_panel(&self, lines: &[PanelLine], board: Rect, shown: &ShownBoard) -> Option<(RgbaImage, Rect)> {
        let game = shown.area;
        let capitals = (CAPITALS * shown.layout.tile()).max(MIN_CAPITALS);
        let monitor = monitor_of(game, &self.desktop.monitors().unwrap_or_default());
        let is_clear = |place: &Rect| self.correction.is_none_or(|taken| place.shared(&taken).is_none());
        let alone = Surroundings { monitor, others: Vec::new() };
        // The list of windows takes longer than all the rest: it is asked for only where a panel goes outside.
        let around = LazyCell::new(|| {
            let others = other_windows(game).into_iter().chain(self.correction).collect();
            Surroundings { monitor, others }
        });
        if let Some((dx, dy)) = self.pinned {
            let picture = panel(lines, capitals)?;
            let size = Size::from(picture.dimensions());
            let place = Rect { x: game.x + dx, y: game.y + dy, width: size.width, height: size.height };
            return Some((picture, alone.on_monitor(place)));
        }
        let panels: Vec<RgbaImage> =
            SHARES.iter().filter_map(|share| panel(lines, (share * capitals).max(LEAST_CAPITALS))).collect();
        let size = |picture: &RgbaImage| Size::from(picture.dimensions());
        let inside = |picture: &RgbaImage| {
            let place = shown.free_space.nearest(size(picture))?.moved(game.x, game.y);
            Some(place).filter(|place| alone.on_monitor(*place) == *place && is_clear(place))
        };
        let places: [Place<'_>; 3] = [
            &|picture| inside(picture).or_else(|| around.free_place(size(picture), board, game)),
            &|picture| around.place_beside(size(picture), board, game).filter(is_clear),
            &|picture| Some(around.place_over(size(picture), board)),
        ];
        for (n, place) in places.iter().enumerate() {
            // Over the game the panel is as small as it can be.
            let tried = if n + 1 == places.len() { panels.len().saturating_sub(1) } else { 0 };
            if let Some(placed) = panels[tried..].iter().find_map(|picture| Some((picture.clone(), place(picture)?))) {
                return Some(placed);
            }
        }
        None
    }

    /// Shows the panel with these lines in place of the words.
    pub(super) fn show_notice(&mut self, lines: &[&str], shown: &ShownBoard) -> Result<()> {
        let line = |text: &&str| PanelLine { word: text.to_string(), value: String::new() };
        self.show_panel(lines.iter().map(line).collect(), shown)?;
        self.desktop.flush()
    }

    /// Moves the panel, places it by itself again, or fades it.
    pub(super) fn change_panel(&mut self, command: PanelCommand) -> Result<()> {
        match command {
            PanelCommand::Move { dx, dy } if self.panel.is_shown() => {
                let moved = self.panel.area().moved(dx, dy);
                let monitors: Vec<Rect> = self.desktop.monitors()?;
                let monitor = monitor_of(moved, &monitors);
                let place = Surroundings { monitor, others: Vec::new() }.on_monitor(moved);
                let (dx, dy) = (place.x - self.panel.area().x, place.y - self.panel.area().y);
                self.desktop.move_window(&mut self.panel, dx, dy)?;
                self.pinned = Some((place.x - self.game.x, place.y - self.game.y));
                self.panel_area.set(Some(self.panel.area()));
                return self.desktop.flush();
            }
            PanelCommand::Move { .. } => {}
            PanelCommand::Unpin => self.pinned = None,
            PanelCommand::Fade => self.faded = (self.faded + 1) % OPACITIES.len(),
        }
        Ok(())
    }

    /// Shows the panel with these lines.
    fn show_panel(&mut self, mut lines: Vec<PanelLine>, shown: &ShownBoard) -> Result<()> {
        // Beside all of the board, not of the path: the panel does not jump with each word.
        let whole = path_area(shown.layout, &shown.layout.shape().cells().collect::<Vec<Cell>>());
        let board = whole.moved(shown.area.x, shown.area.y);
        let opacity = OPACITIES[self.faded];
        if opacity < 1.0 && !self.desktop.has_alpha() {
            lines.truncate(1);
        }
        let Some((mut picture, area)) = self.place_panel(&lines, board, shown) else {
            self.panel_area.set(None);
            return self.desktop.hide(&mut self.panel);
        };
        if opacity < 1.0 && self.desktop.has_alpha() {
            picture.pixels_mut().for_each(|pixel| pixel.0[3] = (f32::from(pixel.0[3]) * opacity).round() as u8);
        }
        self.desktop.draw(&mut self.panel, area, &picture)?;
        self.panel_area.set(Some(area));
        Ok(())
    }

    /// Moves both windows as far as the game's window has moved.
    pub(super) fn follow(&mut self, game: Rect) -> Result<()> {
        let (dx, dy) = (game.x - self.game.x, game.y - self.game.y);
        self.game = game;
        self.desktop.move_window(&mut self.path, dx, dy)?;
        self.desktop.move_window(&mut self.panel, dx, dy)?;
        self.panel_area.set(self.panel.is_shown().then(|| self.panel.area()));
        self.desktop.flush()
    }

    /// Puts both windows above all others, where they are shown.
    pub(super) fn raise(&mut self) -> Result<()> {
        if self.path.is_shown() { self.desktop.raise([&self.path, &self.panel]) } else { Ok(()) }
    }

    pub(super) fn hide(&mut self) -> Result<()> {
        self.desktop.hide(&mut self.path)?;
        self.desktop.hide(&mut self.panel)?;
        self.panel_area.set(None);
        self.desktop.flush()
    }
}

/// A place on the screen for a picture of the panel, if there is one.
type Place<'p> = &'p dyn Fn(&RgbaImage) -> Option<Rect>;

/// The words of the panel, each with the number of its key and its points, or its length where they are not known; the drawn
/// one first.
fn panel_lines(shown: &ShownBoard) -> Vec<PanelLine> {
    let points =
        |n: usize, found: &FoundWord| if n == 0 { shown.points.text(found) } else { shown.points.short_text(found) };
    let words = shown.drawn_and_others().take(WORDS).enumerate();
    let line = |(n, (place, found)): (usize, (usize, &FoundWord))| PanelLine {
        word: format!("{}  {}", place + 1, shown.help.word(found)),
        value: points(n, found),
    };
    words.map(line).collect()
}

/// The part of the game's window that a path may be drawn on.
fn path_area(layout: &Layout, path: &[Cell]) -> Rect {
    let margin = PATH_MARGIN * layout.tile();
    // Where any tile may follow any other, arcs leave the path's own rectangle.
    let cells = if layout.shape().adjacency() == Adjacency::Free { &[][..] } else { path };
    let centers = cells.iter().map(|&cell| layout.center(cell));
    let (left, top, right, bottom) = centers
        .map(|(x, y)| (x, y, x, y))
        .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))
        .unwrap_or_else(|| layout.bounds());
    let (x, y) = ((left - margin).floor() as i32, (top - margin).floor() as i32);
    let size = |low: i32, high: f32| ((high + margin).ceil() as i32 - low).max(1) as u32;
    Rect { x, y, width: size(x, right), height: size(y, bottom) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::HelpLevelArg;
    use crate::watch::points::Points;
    use hexlex::board::Shape;
    use hexlex::overlay::FreeSpace;
    use hexlex::pixels::Frame;

    #[test]
    fn words_keep_their_numbers() {
        let word =
            |text: &str| FoundWord { word: text.to_string(), length: 4, score: 1, path: Vec::new(), class: None };
        let words = ["CATS", "ACTS", "CAST"].map(word);
        let layout = Layout::new(Shape::bookworm(), (30.0, 30.0), (50.0, 50.0));
        let free_space = FreeSpace::new(&Frame::new(RgbaImage::new(400, 400), ""), &layout);
        let mut shown = ShownBoard {
            area: Rect::default(),
            layout: &layout,
            words: &words,
            first: 1,
            selected: &[],
            doubtful: &[],
            points: Points::None,
            help: HelpLevelArg::All,
            free_space: &free_space,
        };
        let lines = |shown: &ShownBoard| panel_lines(shown).into_iter().map(|line| line.word).collect::<Vec<_>>();
        assert_eq!(lines(&shown), ["2  ACTS", "1  CATS", "3  CAST"]);
        shown.help = HelpLevelArg::Length;
        assert_eq!(lines(&shown)[0], "2  4 letters");
    }
}
