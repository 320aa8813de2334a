//! The scenery of the practice game, which never moves: a table, the frame around the board, and a page in its cover.
//! A [`Theme`] has the colors of all of it.

use super::arrangement::Arrangement;
use hexlex::paint::Gradient;
use hexlex::paint::canvas::{Canvas, gradient, solid, vertical};
use hexlex::pixels::{Bounds, Point, Rgb, mix};
use hexlex::typeface::Typeface;
use tiny_skia::PathBuilder;

/// The colors and the text of everything but the tiles.
#[derive(Debug, Clone)]
pub(super) struct Theme {
    /// What everything lies on.
    pub(super) table: Gradient,
    pub(super) pattern: Pattern,
    /// The frame of the board.
    pub(super) frame: Gradient,
    /// The bottom of the well below the tiles.
    pub(super) ground: Gradient,
    /// The cover of the page, and its sunken part.
    pub(super) cover: Gradient,
    pub(super) paper: Gradient,
    /// Text on the page.
    pub(super) ink: Rgb,
    /// Lines and small print on the page.
    pub(super) pale_ink: Rgb,
    /// Remarks on the page, and headings.
    pub(super) accent: Rgb,
    /// A word of the dictionary, on the cover.
    pub(super) gilt: Rgb,
    /// A word that is not in the dictionary, on the cover.
    pub(super) cream: Rgb,
    /// Buttons.
    pub(super) button: Rgb,
    /// The button that plays a word.
    pub(super) submit: Rgb,
    pub(super) typeface: Typeface,
    /// Whether corners are round.
    pub(super) is_round: bool,
}

/// What the table is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    Planks,
    /// Stars of a night sky.
    Stars,
    /// Courses of stone blocks.
    Stones,
    /// Ruled paper.
    Lines,
    /// Rows of dots.
    Dots,
    Plain,
}

impl Theme {
    /// The radius of corners: this one, or 0.
    pub(super) fn radius(&self, radius: f32) -> f32 {
        if self.is_round { radius } else { 0.0 }
    }
}

/// Draws the table.
pub(super) fn table(canvas: &mut Canvas<'_>, theme: &Theme, arrangement: &Arrangement) {
    let pixels = Bounds::from(arrangement.size);
    let (width, height) = (pixels.width / arrangement.unit, pixels.height / arrangement.unit);
    let everything = Bounds { width, height, ..pixels };
    canvas.fill(everything.rounded(0.0), vertical(everything, theme.table));
    match theme.pattern {
        Pattern::Planks => joints(canvas, everything, 1.9),
        Pattern::Stones => {
            joints(canvas, everything, 1.3);
            blocks(canvas, everything, 1.3);
        }
        Pattern::Stars => stars(canvas, everything),
        Pattern::Lines => {
            for n in 1..=(height / 0.55) as usize {
                let line = Bounds { y: n as f32 * 0.55, height: 0.025, ..everything };
                canvas.fill(line.rounded(0.0), solid([70, 110, 160], 0.28));
            }
        }
        Pattern::Dots => {
            const STEP: f32 = 0.42;
            for row in 0..=(height / STEP) as u32 {
                for column in 0..=(width / STEP) as u32 {
                    let shift = if row % 2 == 0 { 0.0 } else { STEP / 2.0 };
                    let dot = PathBuilder::from_circle(column as f32 * STEP + shift, row as f32 * STEP, 0.055);
                    canvas.fill(dot, solid([255; 3], 0.16));
                }
            }
        }
        Pattern::Plain => {}
    }
}

/// Joints across the table, this far apart.
fn joints(canvas: &mut Canvas<'_>, everything: Bounds, step: f32) {
    /// The width of a joint.
    const JOINT: f32 = 0.035;
    for n in 1..=(everything.height / step) as usize {
        let joint = Bounds { y: n as f32 * step, height: JOINT, ..everything };
        canvas.fill(joint.rounded(0.0), solid([0; 3], 0.35));
        canvas.fill(Bounds { y: joint.y + JOINT, ..joint }.rounded(0.0), solid([255; 3], 0.07));
    }
}

/// Joints between the stones of each course.
fn blocks(canvas: &mut Canvas<'_>, everything: Bounds, height: f32) {
    const WIDTH: f32 = 2.6;
    for row in 0..=(everything.height / height) as u32 {
        for column in 0..=(everything.width / WIDTH) as u32 {
            let x = (column as f32 + if row % 2 == 0 { 0.3 } else { 0.8 }) * WIDTH;
            let joint = Bounds { x, y: row as f32 * height, width: 0.035, height };
            canvas.fill(joint.rounded(0.0), solid([0; 3], 0.3));
        }
    }
}

/// Square stars in places that look random and are always the same.
fn stars(canvas: &mut Canvas<'_>, everything: Bounds) {
    /// One star in this number of square units.
    const AREA: f32 = 0.7;
    let count = (everything.width * everything.height / AREA) as u32;
    for n in 0..count {
        // Multiples of irrational numbers spread evenly.
        let (x, y) = ((n as f32 * 0.754_877_7).fract(), (n as f32 * 0.569_840_3).fract());
        let side = if n % 5 == 0 { 0.09 } else { 0.05 };
        let place = Point::new(x * everything.width, y * everything.height);
        canvas.fill(
            Bounds::centered(place, side, side).rounded(0.0),
            solid([214, 220, 255], 0.25 + 0.1 * (n % 4) as f32),
        );
    }
}

/// Draws the shadow of a rectangle on the table.
fn shadow(canvas: &mut Canvas<'_>, area: Bounds, radius: f32) {
    for n in 1..=3 {
        let shadow = Bounds { y: area.y + 0.05 * n as f32, x: area.x + 0.02 * n as f32, ..area };
        canvas.fill(shadow.rounded(radius), solid([0; 3], 0.18));
    }
}

/// Draws the frame and the well in it.
pub(super) fn frame(canvas: &mut Canvas<'_>, theme: &Theme, arrangement: &Arrangement) {
    let round = theme.radius(0.2);
    let Arrangement { frame, well, .. } = arrangement;
    shadow(canvas, *frame, round);
    let (first, last) = (Point::new(frame.x, frame.y), Point::new(frame.right(), frame.bottom()));
    canvas.fill(frame.rounded(round), gradient(first, last, theme.frame));
    canvas.stroke(frame.inset(0.03).rounded(round), 0.03, solid(mix(theme.frame.start, [255; 3], 0.35), 0.8));
    canvas.fill(well.inset(-0.05).rounded(theme.radius(0.08)), solid(mix(theme.frame.end, [0; 3], 0.5), 1.0));
    canvas.fill(well.rounded(theme.radius(0.05)), vertical(*well, theme.ground));
}

/// Draws a page in its cover.
pub(super) fn book(canvas: &mut Canvas<'_>, theme: &Theme, page: Bounds) {
    let round = theme.radius(0.16);
    let cover = page.inset(-0.12);
    shadow(canvas, cover, round);
    canvas.fill(cover.rounded(round), vertical(page, theme.cover));
    canvas.stroke(cover.inset(0.045).rounded(round), 0.02, solid(theme.gilt, 0.55));
    canvas.fill(page.rounded(theme.radius(0.06)), vertical(page, theme.paper));
    canvas.stroke(page.inset(0.12).rounded(0.0), 0.018, solid(theme.pale_ink, 0.45));
}
