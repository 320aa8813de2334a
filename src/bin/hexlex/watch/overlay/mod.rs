//! The live overlay on X11: the path over the board, and a panel of words beside it.
//!
//! An [`Overlay`] has two windows, which `x11` makes and draws. The game is captured by its own window, so its picture
//! never contains the overlay.

mod x11;

use super::shown::ShownBoard;
use anyhow::Result;
use hexlex::board::{Adjacency, Cell};
use hexlex::locate::Layout;
use hexlex::overlay::{PanelLine, doubts_alone, panel, path_alone};
use hexlex::pixels::{Point, Rect};
use hexlex::solve::FoundWord;
use image::RgbaImage;
use image::imageops::overlay;
use x11::{OverlayWindow, X11Desktop};

/// Number of words in the panel. More words make it higher, and less likely to fit; chosen by hand.
const WORDS: usize = 5;
/// Height of the best word's capitals in the panel, in tiles: larger reads better and fits less often. Chosen by hand.
const CAPITALS: f32 = 0.3;
/// The least height of those capitals in pixels: smaller ones are hard to read. Chosen by hand.
const MIN_CAPITALS: f32 = 13.0;
/// Shares of the capitals' height that are tried in turn until the panel fits. Chosen by hand.
const SHARES: [f32; 3] = [1.0, 0.85, 0.7];
/// Distance that rings, their glow and badges may reach from a tile's center, in tiles: smaller cuts them off, larger
/// only makes the window larger.
const PATH_MARGIN: f32 = 0.75;
/// Distance between the panel and the game or its board, in pixels. Chosen by hand.
const GAP: i32 = 10;

/// The live overlay: one window for the path, one for the panel.
pub(super) struct Overlay {
    desktop: X11Desktop,
    path: OverlayWindow,
    panel: OverlayWindow,
    /// The game's window on the screen, as of the last drawing or move.
    game: Rect,
}

impl Overlay {
    pub(super) fn open() -> Result<Overlay> {
        let desktop = X11Desktop::open()?;
        let (path, panel) = (desktop.new_window()?, desktop.new_window()?);
        let game = desktop.screen;
        Ok(Overlay { desktop, path, panel, game })
    }

    /// Draws the path of the first word, and the panel.
    pub(super) fn show(&mut self, shown: &ShownBoard) -> Result<()> {
        if self.desktop.adapt_to_compositor()? {
            self.desktop.replace(&mut self.path)?;
            self.desktop.replace(&mut self.panel)?;
        }
        let Some(best) = shown.words_from_first().next() else { return self.hide() };
        let marked: Vec<Cell> = best.path.iter().chain(shown.doubtful).copied().collect();
        let board = path_area(shown.layout, &marked);
        let layout = shown.layout.shifted(Point::new(-board.x as f32, -board.y as f32));
        let on_screen = board.moved(shown.area.x, shown.area.y);
        self.game = shown.area;
        if let Some(mut picture) = path_alone(board.size(), &layout, &best.path) {
            if let Some(marks) =
                doubts_alone(board.size(), &layout, shown.doubtful).filter(|_| !shown.doubtful.is_empty())
            {
                overlay(&mut picture, &marks, 0, 0);
            }
            self.desktop.draw(&mut self.path, on_screen, &picture)?;
            // The path appears before the panel is drawn.
            self.desktop.flush()?;
        }
        if let Some((picture, area)) = self.place_panel(&panel_lines(shown), layout.tile(), on_screen, shown) {
            self.desktop.draw(&mut self.panel, area, &picture)?;
        }
        self.desktop.flush()
    }

    /// The largest panel that fits, with its place on the screen: where the game's window is empty, or else beside it.
    /// Where no size fits, the smallest panel goes beside the board, over the game, or else below the game.
    fn place_panel(
        &self,
        lines: &[PanelLine],
        tile: f32,
        board: Rect,
        shown: &ShownBoard,
    ) -> Option<(RgbaImage, Rect)> {
        let game = shown.area;
        let sizes = SHARES.iter().map(|share| share * (CAPITALS * tile).max(MIN_CAPITALS));
        let mut last = None;
        for picture in sizes.filter_map(|capitals| panel(lines, capitals)) {
            let size = Rect::at_origin(picture.dimensions().into());
            let inside = shown.free_space.nearest(size.size()).map(|place| place.moved(game.x, game.y));
            let outside = beside(size, board, &[game], self.desktop.screen);
            let free =
                inside.into_iter().chain(outside).find(|place| place.shared(&self.desktop.screen) == Some(*place));
            if let Some(place) = free {
                return Some((picture, place));
            }
            last = Some((picture, size));
        }
        let (picture, size) = last?;
        let place = beside(size, board, &[board], self.desktop.screen)
            .unwrap_or_else(|| below(size, board, game, self.desktop.screen));
        Some((picture, place))
    }

    /// Moves both windows as far as the game's window has moved.
    pub(super) fn follow(&mut self, game: Rect) -> Result<()> {
        let (dx, dy) = (game.x - self.game.x, game.y - self.game.y);
        self.game = game;
        self.desktop.move_window(&mut self.path, dx, dy)?;
        self.desktop.move_window(&mut self.panel, dx, dy)?;
        self.desktop.flush()
    }

    /// Puts both windows above all others, where they are shown.
    pub(super) fn raise(&mut self) -> Result<()> {
        if self.path.is_shown() { self.desktop.raise([&self.path, &self.panel]) } else { Ok(()) }
    }

    pub(super) fn hide(&mut self) -> Result<()> {
        self.desktop.hide(&mut self.path)?;
        self.desktop.hide(&mut self.panel)?;
        self.desktop.flush()
    }
}

/// The words of the panel, each with its points, or its length where they are not known; the drawn one first.
fn panel_lines(shown: &ShownBoard) -> Vec<PanelLine> {
    let points =
        |n: usize, found: &FoundWord| if n == 0 { shown.points.text(found) } else { shown.points.short_text(found) };
    let words = shown.words_from_first().take(WORDS).enumerate();
    words.map(|(n, found)| PanelLine { word: found.word.clone(), value: points(n, found) }).collect()
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

/// The place for a panel to the right or to the left of one of these areas, centered on the board's height; `None`
/// where it would leave the screen.
fn beside(size: Rect, board: Rect, areas: &[Rect], screen: Rect) -> Option<Rect> {
    let (w, h) = (size.width as i32, size.height as i32);
    let y = (board.y + (board.height as i32 - h) / 2).clamp(screen.y, (screen.bottom() - h).max(screen.y));
    let places = areas.iter().flat_map(|area| [area.right() + GAP, area.x - GAP - w]);
    let x = places.into_iter().find(|&x| x >= screen.x && x + w <= screen.right())?;
    Some(Rect { x, y, ..size })
}

/// The place for a panel below the game, or above it, or at the screen's upper edge.
fn below(size: Rect, board: Rect, game: Rect, screen: Rect) -> Rect {
    let (w, h) = (size.width as i32, size.height as i32);
    let x = (board.x + (board.width as i32 - w) / 2).clamp(screen.x, (screen.right() - w).max(screen.x));
    let under = game.bottom() + GAP;
    let y = if under + h <= screen.bottom() { under } else { game.y - GAP - h };
    let y = y.clamp(screen.y, (screen.bottom() - h).max(screen.y));
    Rect { x, y, ..size }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Rect = Rect { x: 0, y: 0, width: 1000, height: 800 };

    #[test]
    fn a_panel_is_beside_the_game_and_on_the_screen() {
        let game = Rect { x: 100, y: 100, width: 600, height: 500 };
        let board = Rect { x: 200, y: 150, width: 400, height: 400 };
        let size = Rect { x: 0, y: 0, width: 200, height: 100 };
        assert_eq!(beside(size, board, &[game], SCREEN), Some(Rect { x: 710, y: 300, ..size }));
        // At the right edge of the screen it goes to the left.
        let (moved_board, moved_game) = (board.moved(290, 0), game.moved(290, 0));
        assert_eq!(beside(size, moved_board, &[moved_game], SCREEN).map(|place| place.x), Some(180));
        // A game as large as the screen has no free side, but its board has.
        assert_eq!(beside(size, board, &[SCREEN], SCREEN), None);
        assert_eq!(beside(size, board, &[SCREEN, board], SCREEN).map(|place| place.x), Some(610));
        for x in [-300, 0, 500, 990] {
            for y in [-300, 0, 790] {
                let at = below(size, board.moved(x, y), game.moved(x, y), SCREEN);
                assert!(at.x >= 0 && at.right() <= 1000 && at.y >= 0 && at.bottom() <= 800, "{x} {y}: {at:?}");
            }
        }
    }
}
