//! The scenery of the practice game, which never moves: a wooden table, the frame around the board, and an open book.

use super::arrangement::Arrangement;
use hexlex::paint::Gradient;
use hexlex::paint::canvas::{Canvas, gradient, solid, vertical};
use hexlex::pixels::{Bounds, Point, Rgb, mix};

/// The table.
const TABLE: Gradient = Gradient::new([92, 60, 36], [50, 31, 18]);
/// The frame of the board, and buttons.
pub(super) const WOOD: Gradient = Gradient::new([150, 100, 54], [98, 60, 30]);
/// The bottom of the well below the tiles.
pub(super) const GROUND: Gradient = Gradient::new([44, 28, 17], [30, 19, 11]);
/// The book's cover, and the sunken part of its page.
pub(super) const LEATHER: Gradient = Gradient::new([112, 40, 28], [72, 22, 16]);
/// The book's page.
const PAPER: Gradient = Gradient::new([250, 238, 208], [232, 212, 168]);
/// Lines and small print on the page.
pub(super) const PALE_INK: Rgb = [158, 118, 70];
/// Embossed in leather.
pub(super) const GILT: Rgb = [255, 214, 112];

/// Draws the planks of the table.
pub(super) fn table(canvas: &mut Canvas<'_>, arrangement: &Arrangement) {
    /// The height of a plank, in tiles.
    const PLANK: f32 = 1.9;
    /// The width of the joint between two planks.
    const JOINT: f32 = 0.035;
    let pixels = Bounds::from(arrangement.size);
    let (width, height) = (pixels.width / arrangement.tile, pixels.height / arrangement.tile);
    let everything = Bounds { width, height, ..pixels };
    canvas.fill(everything.rounded(0.0), vertical(everything, TABLE));
    for n in 1..=(height / PLANK) as usize {
        let joint = Bounds { y: n as f32 * PLANK, height: JOINT, ..everything };
        canvas.fill(joint.rounded(0.0), solid([0; 3], 0.35));
        canvas.fill(Bounds { y: joint.y + JOINT, ..joint }.rounded(0.0), solid([255; 3], 0.07));
    }
}

/// Draws the shadow of a rectangle on the table.
fn shadow(canvas: &mut Canvas<'_>, area: Bounds, radius: f32) {
    for n in 1..=3 {
        let shadow = Bounds { y: area.y + 0.05 * n as f32, x: area.x + 0.02 * n as f32, ..area };
        canvas.fill(shadow.rounded(radius), solid([0; 3], 0.18));
    }
}

/// Draws the wooden frame and the well in it.
pub(super) fn frame(canvas: &mut Canvas<'_>, arrangement: &Arrangement) {
    const ROUND: f32 = 0.2;
    let Arrangement { frame, well, .. } = arrangement;
    shadow(canvas, *frame, ROUND);
    let (first, last) = (Point::new(frame.x, frame.y), Point::new(frame.right(), frame.bottom()));
    canvas.fill(frame.rounded(ROUND), gradient(first, last, WOOD));
    canvas.stroke(frame.inset(0.03).rounded(ROUND), 0.03, solid(mix(WOOD.start, [255; 3], 0.35), 0.8));
    canvas.fill(well.inset(-0.05).rounded(0.08), solid(mix(WOOD.end, [0; 3], 0.5), 1.0));
    canvas.fill(well.rounded(0.05), vertical(*well, GROUND));
}

/// Draws a page in its leather cover.
pub(super) fn book(canvas: &mut Canvas<'_>, page: Bounds) {
    const ROUND: f32 = 0.16;
    let cover = page.inset(-0.12);
    shadow(canvas, cover, ROUND);
    canvas.fill(cover.rounded(ROUND), vertical(page, LEATHER));
    canvas.stroke(cover.inset(0.045).rounded(ROUND), 0.02, solid(GILT, 0.55));
    canvas.fill(page.rounded(0.06), vertical(page, PAPER));
    canvas.stroke(page.inset(0.12).rounded(0.0), 0.018, solid(PALE_INK, 0.45));
}
