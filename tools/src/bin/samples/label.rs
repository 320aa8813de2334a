//! The records of a drawn tile: what a reader would see of it, each with its class.

use crate::canvas::contrast;
use crate::draw::{DrawnTile, NO_LETTER};
use crate::random::Random;
use crate::tile::Colors;
use hexlex::internal::{Cut, LetterBox, cuts, gray_crop};
use hexlex::pixels::{Point, Rgb};
use hexlex::read::GlyphPixels;

/// What a network sees, with the class that it is to find.
pub(crate) struct Record {
    pub(crate) class: u8,
    pub(crate) pixels: GlyphPixels,
}

/// The glyphs that a reader cuts out of the tile, without those of which the class is uncertain.
pub(crate) fn glyphs(tile: &DrawnTile) -> Vec<Record> {
    let pitch = Point::new(tile.pitch.width, tile.pitch.height);
    let cuts = cuts(&tile.picture, tile.center, pitch, (tile.case, tile.effort));
    cuts.into_iter().filter_map(|cut| Some(Record { class: class_of(tile, &cut)?, pixels: cut.pixels })).collect()
}

/// The class of a glyph that was cut out: the letter's where it has about its bounds and its ink, "no letter" where it
/// is something else; `None` where neither is certain.
fn class_of(tile: &DrawnTile, cut: &Cut) -> Option<u8> {
    /// The least overlap (intersection over union) of the bounds for a letter. A smaller one labels parts of letters as
    /// letters. The three limits are chosen by hand.
    const LETTER: f32 = 0.72;
    /// The largest overlap for "no letter": in the letter's ink, and in the background's, which shows counters.
    const OTHER: f32 = 0.35;
    const OTHER_INK: f32 = 0.8;
    let (a, b) = (cut.bounds, tile.bounds);
    let side = |low: usize, high: usize| (a[high].min(b[high]) - a[low].max(b[low])).max(0.0);
    let area = |c: [f32; 4]| (c[2] - c[0]) * (c[3] - c[1]);
    let common = side(0, 2) * side(1, 3);
    let overlap = common / (area(a) + area(b) - common);
    let right_ink = contrast(cut.ink, tile.colors.ink) < contrast(cut.ink, tile.colors.background);
    if right_ink && overlap > LETTER {
        has_tail(tile, cut).then_some(tile.class)
    } else if right_ink && tile.class == NO_LETTER {
        None // perhaps one letter of several
    } else if overlap < OTHER || (!right_ink && overlap < OTHER_INK) {
        Some(NO_LETTER)
    } else {
        None
    }
}

/// Whether a cut has the part of its letter below the baseline: without its tail a Q is an O.
fn has_tail(tile: &DrawnTile, cut: &Cut) -> bool {
    /// The least tail that counts, in heights of a capital. Chosen by hand: with a smaller one the round bottom of an O
    /// would count, with a larger one short tails may be missing in what is labeled Q.
    const LEAST: f32 = 0.06;
    let LetterBox { top, bottom, .. } = tile.letter_box;
    let tail = tile.bounds[3] - bottom;
    tail < LEAST * (bottom - top) || cut.bounds[3] > bottom + tail / 2.0
}

/// The place of the tile's letter in gray, as a board's geometry and inks would give it; in some cases another place,
/// a part of the letter, or too large a one, labeled "no letter". `None` where it is uncertain whether a person could
/// read the letter below what covers it.
pub(crate) fn view(rng: &mut Random, tile: &DrawnTile) -> Option<Record> {
    /// The part of a letter that may be covered while it can be read, and the part from which on it cannot. Chosen by
    /// hand; between them no sample is made.
    const READABLE: f32 = 0.15;
    const UNREADABLE: f32 = 0.5;
    let LetterBox { top, bottom, center_x } = tile.letter_box;
    let height = bottom - top;
    let mut middle = Point::new(
        center_x + height * rng.between(-0.06, 0.06),
        (top + bottom) / 2.0 + height * rng.between(-0.05, 0.05),
    );
    let mut half = height / 2.0 * rng.between(0.93, 1.08);
    let mut class = tile.class;
    let choice = rng.between(0.0, 1.0);
    if choice < 0.09 {
        class = NO_LETTER;
        let (far, near) = (rng.between(0.5, 0.95) * height, rng.between(-0.3, 0.3) * height);
        let far = if rng.between(0.0, 1.0) < 0.5 { far } else { -far };
        match choice {
            ..0.03 => middle = middle + Point::new(far, near),
            ..0.06 => middle = middle + Point::new(near, far),
            ..0.075 => half *= rng.between(0.35, 0.55),
            _ => half *= rng.between(1.8, 2.4),
        }
    }
    if tile.hidden > UNREADABLE {
        class = NO_LETTER;
    } else if tile.hidden > READABLE {
        return None;
    }
    let Colors { background, ink } = tile.colors;
    let read_ink = ink.map(|level| (f32::from(level) + rng.between(-18.0, 18.0)).clamp(0.0, 255.0) as u8);
    // In whole numbers: two colors of the same brightness must compare as equal.
    let level = |[r, g, b]: Rgb| 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    let is_light = level(ink) > level(background);
    let letter_box = LetterBox { top: middle.y - half, bottom: middle.y + half, center_x: middle.x };
    let pitch = Point::new(tile.pitch.width, tile.pitch.height);
    let pixels = gray_crop(&tile.picture, tile.center, pitch, letter_box, read_ink, is_light)?;
    Some(Record { class, pixels })
}
