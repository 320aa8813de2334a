//! One tile, drawn with everything that tiles have: borders, gradients, textures, shadows, digits in the corners, lines
//! across, neighbors; then scaled, blurred, compressed and made noisy.

use crate::canvas::{CANVAS, TILE};
use crate::degradation::{Degraded, degrade};
use crate::fonts::Font;
use crate::ink::{draw_for_view, draw_letter};
use crate::letter::Letter;
use crate::overlays::{SelectionLine, draw_arrow, draw_marks, draw_window};
use crate::purpose::{Network, Purpose};
use crate::random::Random;
use crate::tile::{Colors, draw_texture, draw_tiles};
use hexlex::internal::{Effort, LetterBox};
use hexlex::pixels::Point;
use hexlex::read::LetterCase;
use hexlex_tools::Extent;
use image::RgbaImage;
use tiny_skia::Pixmap;

/// The class of Qu, after A to Z.
const QU: u8 = 26;
/// The class of the slash of tiles such as `U/M`.
const SLASH: u8 = 27;
/// The class of what is not one letter.
pub(crate) const NO_LETTER: u8 = 28;

/// The least area of a drawn tail of a Q beside its bowl, in pixels of the degraded picture. Chosen by hand: with a
/// smaller one a person cannot tell the Q from an O, a larger one leaves out the tails that readers miss.
const LEAST_TAIL: f32 = 4.0;

/// A drawn tile and the truth about it.
pub(crate) struct DrawnTile {
    pub(crate) picture: RgbaImage,
    /// The tile's center in pixels as a reader estimates it: not exactly the true one.
    pub(crate) center: Point,
    /// The pitch in pixels as a reader estimates it.
    pub(crate) pitch: Extent,
    /// A to Z, Qu, slash, or [`NO_LETTER`].
    pub(crate) class: u8,
    /// The letter's bounds in parts of the tile that the reader estimates: left, top, right, bottom.
    pub(crate) bounds: [f32; 4],
    pub(crate) colors: Colors,
    /// The case of the letters.
    pub(crate) case: LetterCase,
    /// Which cuts a reader would make.
    pub(crate) effort: Effort,
    /// Baseline and height of the font's tall letters, in tiles from the center that the reader estimates.
    pub(crate) letter_box: LetterBox,
    /// The part of the letter that something covers.
    pub(crate) hidden: f32,
}

/// Draws the next tile; `None` where the choices give one that nobody could read.
pub(crate) fn draw(rng: &mut Random, fonts: &[Font], purpose: Purpose) -> Option<DrawnTile> {
    let font = pick_font(rng, fonts, purpose);
    let is_non_letter = purpose.case == LetterCase::Upper && rng.chance(NON_LETTERS);
    let (class, text) = if is_non_letter { (NO_LETTER, String::new()) } else { random_text(rng) };
    let colors = Colors::random(rng)?;
    let mut canvas = Pixmap::new(CANVAS as u32, CANVAS as u32)?;
    draw_tiles(rng, &mut canvas, colors);
    draw_texture(rng, &mut canvas, colors.contrast());
    let letter = match is_non_letter {
        true => Letter::non_letter(rng, font)?,
        false => Letter::random(rng, font, &text, purpose.case)?,
    };
    let (class, hidden) = match purpose.network {
        Network::Glyphs => {
            draw_letter(rng, &mut canvas, &letter.path, colors);
            draw_marks(rng, &mut canvas, font, colors.ink);
            (class, 0.0)
        }
        Network::Views => draw_view(rng, &mut canvas, font, &letter, class, colors),
    };
    let Degraded { picture, scale } = degrade(rng, canvas, colors.contrast())?;
    if letter.tail.is_some_and(|area| area * (letter.height * scale).powi(2) < LEAST_TAIL) {
        return None;
    }
    let pitch = Extent { width: TILE * rng.between(0.95, 1.05), height: TILE * rng.between(0.95, 1.05) };
    let center = Point::new(CANVAS / 2.0 + rng.normal(0.02) * TILE, CANVAS / 2.0 + rng.normal(0.02) * TILE);
    let part = |value: f32, center: f32, pitch: f32| (value - center) / pitch + 0.5;
    let bounds = [
        part(letter.bounds.left(), center.x, pitch.width),
        part(letter.bounds.top(), center.y, pitch.height),
        part(letter.bounds.right(), center.x, pitch.width),
        part(letter.bounds.bottom(), center.y, pitch.height),
    ];
    let letter_box = LetterBox {
        top: (letter.center.y - letter.height / 2.0 - center.y) / pitch.height,
        bottom: (letter.center.y + letter.height / 2.0 - center.y) / pitch.height,
        center_x: (letter.center.x - center.x) / pitch.width,
    };
    let pitch = Extent { width: pitch.width * scale, height: pitch.height * scale };
    let effort = if rng.chance(0.5) { Effort::Thorough } else { Effort::Usual };
    let (case, center) = (purpose.case, center * scale);
    Some(DrawnTile { picture, center, pitch, class, bounds, colors, case, effort, letter_box, hidden })
}

/// The part of the tiles of capitals whose glyph is not a letter. Chosen by hand: without them invented alphabets, mirrored
/// pictures and turned dice are read as letters; more takes capacity from letters.
const NON_LETTERS: f32 = 0.06;

/// The part of the tiles that are set in typefaces of pixels. Chosen by hand: half more than there are usual letters drawn
/// of pixels (`OF_PIXELS` in `letter.rs`), as boards in such faces were the ones with most wrong letters (`tools/README.md`).
const IN_PIXEL_FONTS: f32 = 0.16;

/// A random font: mostly upright; for views handwritten ones somewhat more often, as they are few and differ most.
fn pick_font<'a>(rng: &mut Random, fonts: &'a [Font], purpose: Purpose) -> &'a Font {
    let is_of_pixels = rng.chance(IN_PIXEL_FONTS);
    let only_handwritten = !is_of_pixels && purpose.network == Network::Views && rng.chance(0.06);
    let is_slanted = !is_of_pixels && !only_handwritten && rng.chance(0.08);
    let fits = |font: &&Font| {
        let is_fit = if only_handwritten { font.is_handwritten() } else { font.is_slanted == is_slanted };
        is_fit && font.pixel_rows.is_some() == is_of_pixels
    };
    let from: Vec<&Font> = fonts.iter().filter(fits).collect();
    if from.is_empty() { &fonts[rng.below(fonts.len())] } else { from[rng.below(from.len())] }
}

/// The part of the tiles on which a slash is as likely as each letter; on the others there is none. Chosen by hand: with 0.3 a slash
/// as high as the letters is often read as I; more takes capacity from letters for a rare glyph.
const WITH_SLASH: f32 = 0.5;

/// The class and the text of a tile: mostly one letter, all equally likely.
fn random_text(rng: &mut Random) -> (u8, String) {
    if rng.chance(0.1) {
        // A reader cuts several letters apart before it classifies them.
        let count = 2 + rng.below(2);
        let text: String = (0..count).map(|_| rng.letter()).collect();
        if text != "QU" {
            return (NO_LETTER, text);
        }
    }
    if rng.chance(0.06) {
        // Numbers are not letters either; 0 and 1 are left out, as they look like some.
        let number = if rng.chance(0.75) { 2 + rng.below(8) } else { 20 + rng.below(80) };
        return (NO_LETTER, number.to_string());
    }
    let classes = if rng.chance(WITH_SLASH) { 28 } else { 27 };
    match rng.below(classes) as u8 {
        QU => (QU, (if rng.chance(0.3) { "QU" } else { "Qu" }).to_string()),
        SLASH => (SLASH, "/".to_string()),
        class => (class, char::from(b'A' + class).to_string()),
    }
}

/// Draws the letter or none, and what lies around and over it; returns the class, and the part of the letter that is
/// hidden.
fn draw_view(
    rng: &mut Random,
    canvas: &mut Pixmap,
    font: &Font,
    letter: &Letter,
    class: u8,
    colors: Colors,
) -> (u8, f32) {
    let line = SelectionLine::random(rng, colors.ink);
    let (below, above) = match &line {
        Some(line) if line.is_below => (Some(line), None),
        line => (None, line.as_ref()),
    };
    if let Some(line) = below {
        line.draw(canvas);
    }
    let without_letter = rng.chance(0.04);
    if !without_letter {
        draw_for_view(rng, canvas, &letter.path, letter.height, colors);
    }
    draw_marks(rng, canvas, font, colors.ink);
    draw_arrow(rng, canvas);
    let mut hidden = 0.0;
    if let Some(line) = above {
        line.draw(canvas);
        hidden = line.hidden(&letter.path);
    }
    let hidden = draw_window(rng, canvas, font, letter.bounds).max(hidden);
    (if without_letter { NO_LETTER } else { class }, hidden)
}
