//! What is drawn over a board: dialogs, the pointer, arrows along the selected tiles.

use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{BLACK, UiTheme, WHITE, hsl};
use crate::hard::random::Random;
use crate::hard::words::{button, phrase};
use hexlex::pixels::{Point, mix};

/// Draws a dialog over part of the board; returns the region that it covers.
pub(crate) fn dialog(canvas: &mut Canvas, rng: &mut Random, board: Region, tile: f32) -> Region {
    /// How far the shadow reaches to the right and down, in pixels.
    const SHADOW: f32 = 5.0;
    let (width, height) = (rng.between(0.3, 0.75) * board.width, rng.between(0.2, 0.5) * board.height);
    let region = Region::new(
        board.x + rng.between(-0.1, 1.0) * (board.width - width),
        board.y + rng.between(-0.1, 1.0) * (board.height - height),
        width.max(1.5 * tile),
        height.max(1.5 * tile),
    );
    let theme = UiTheme::random(rng);
    let radius = rng.between(0.0, 0.2) * tile;
    if rng.chance(0.4) {
        let shadow = Region { x: region.x + SHADOW, y: region.y + SHADOW, ..region };
        canvas.block(shadow, radius, mix(theme.background, BLACK, 0.8));
    }
    canvas.block(region, radius, theme.panel);
    canvas.border(region, radius, rng.between(1.0, 4.0), mix(theme.panel, theme.ink, 0.4));
    let (upper, lower) = region.inset(0.1 * region.height).split_top(0.55 * region.height);
    let text = (0.3 * tile).clamp(7.0, 40.0).min(0.25 * upper.height);
    let (middle, widest) = (upper.center().x, 0.95 * upper.width);
    canvas.text_in(&phrase(rng, 1..=3), Point::new(middle, upper.y + text), 1.3 * text, widest, theme.ink);
    canvas.text_in(&phrase(rng, 3..=6), Point::new(middle, upper.y + 4.0 * text), text, widest, theme.ink);
    let buttons = rng.count(1..=2);
    for n in 0..buttons {
        let plate = lower.cell(buttons, 1, n, 0).inset(0.15 * lower.height);
        canvas.block(plate, 0.2 * plate.height, theme.accent);
        canvas.text_in(&button(rng), plate.center(), 0.4 * plate.height, 0.8 * plate.width, theme.on_accent);
    }
    // Counted with its shadow, even where none is drawn.
    Region { width: region.width + SHADOW, height: region.height + SHADOW, ..region }
}

/// The color of a mouse pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pointer {
    White,
    Black,
}

impl Pointer {
    pub(crate) fn random(rng: &mut Random) -> Pointer {
        if rng.chance(0.3) { Pointer::Black } else { Pointer::White }
    }

    /// Draws the pointer, its tip at a place; returns the corners of its outline.
    pub(crate) fn draw(self, canvas: &mut Canvas, tip: Point, height: f32) -> Vec<Point> {
        /// The corners of a pointer of height 1.
        const ARROW: [(f32, f32); 7] =
            [(0.0, 0.0), (0.0, 0.8), (0.19, 0.63), (0.32, 0.97), (0.46, 0.91), (0.32, 0.58), (0.58, 0.58)];
        let points: Vec<Point> = ARROW.iter().map(|&corner| tip + Point::from(corner) * height).collect();
        let (fill, edge) = match self {
            Pointer::Black => (BLACK, WHITE),
            Pointer::White => (WHITE, BLACK),
        };
        canvas.closed_line(&points, 0.09 * height, edge);
        canvas.polygon(&points, fill, 1.0);
        points
    }
}

/// Draws a line through the centers of the selected tiles, or arrows on the borders between them, or both.
pub(crate) fn arrows(canvas: &mut Canvas, rng: &mut Random, path: &[Point], tile: f32) {
    /// Half an arrow's length, in tiles: a longer one would touch the letters.
    const REACH: f32 = 0.13;
    let color = hsl(rng.between(0.0, 360.0), 0.7, rng.between(0.35, 0.6));
    if rng.chance(0.4) {
        canvas.line(path, rng.between(0.08, 0.3) * tile, color, rng.between(0.12, 0.28));
    }
    if rng.chance(0.3) {
        return;
    }
    for pair in path.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let step = to - from;
        let length = step.length().max(1.0);
        let (u, v) = (step.x / length * REACH * tile, step.y / length * REACH * tile);
        let (x, y) = ((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        let head = [
            Point::new(x + u, y + v),
            Point::new(x - u - v, y - v + u),
            Point::new(x - 0.5 * u, y - 0.5 * v),
            Point::new(x - u + v, y - v - u),
        ];
        canvas.polygon(&head, color, 1.0);
        canvas.closed_line(&head, 0.02 * tile, mix(color, BLACK, 0.5));
    }
}
