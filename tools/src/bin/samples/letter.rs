//! The outline of a tile's letter, by a typeface or made of pixels.

use crate::canvas::{CANVAS, TILE};
use crate::fonts::Font;
use crate::non_letters::NonLetter;
use crate::pixel_letter::{pixel_letter, pixel_lines};
use crate::random::Random;
use crate::strokes::{centered, constructions, stroke_lines, stroke_text};
use crate::tailed_q::{TailedQ, is_with_q};
use hexlex::pixels::Point;
use hexlex::read::LetterCase;
use tiny_skia::{Path, Rect, Transform};

/// The part of the Q with a drawn tail. Chosen by hand: with a smaller one tails that no training typeface has are missed,
/// a larger one leaves too few tails of typefaces.
const TAILED: f32 = 0.45;

/// The part of the letters of usual typefaces that are drawn of pixels, and the part of the others that are made of strokes.
/// Chosen by hand: with less, faces of pixels and technical faces are read worse than others; more takes capacity from
/// usual faces.
const OF_PIXELS: f32 = 0.12;
const OF_STROKES: f32 = 0.12;

/// The width to which long texts are reduced, in pixels.
const MAX_WIDTH: f32 = 0.76 * TILE;

/// How far some letters lean to the right, as a slope: 14 degrees, as italics do at most. Some lean a third of it to the
/// left.
const LEAN: f32 = 0.25;

/// A letter's outline at its place on the canvas.
pub(crate) struct Letter {
    pub(crate) path: Path,
    pub(crate) bounds: Rect,
    /// The center of a tall letter: of a capital, or of a small letter such as `d`.
    pub(crate) center: Point,
    /// The height of a tall letter.
    pub(crate) height: f32,
    /// The area of a drawn tail of a Q beside its bowl, in squares of the capitals' height.
    pub(crate) tail: Option<f32>,
}

impl Letter {
    /// A text at a random place and size, slightly turned and sheared; `None` where it does not fit or is too small.
    pub(crate) fn random(rng: &mut Random, font: &Font, text: &str, case: LetterCase) -> Option<Letter> {
        let height = rng.between(0.26, 0.66) * TILE;
        if case == LetterCase::Lower {
            return Letter::small(rng, font, text, height);
        }
        let center = Point::new(CANVAS / 2.0 + rng.normal(0.03) * TILE, CANVAS / 2.0 + rng.normal(0.03) * TILE);
        let of_pixels = font.pixel_rows.is_some() || rng.chance(OF_PIXELS);
        let of_strokes = !of_pixels
            && text.chars().all(|c| constructions(c.to_ascii_uppercase()).is_some())
            && rng.chance(OF_STROKES);
        let mut tail = None;
        let path = if of_pixels {
            pixel_letter(rng, (font, case), text, center, height)?
        } else if of_strokes {
            centered(stroke_text(rng, text)?, center, height, MAX_WIDTH)?
        } else if is_with_q(text) && rng.chance(TAILED) {
            let tailed = TailedQ::random(rng, &font.typeface, text)?;
            tail = Some(tailed.tail);
            centered(tailed.path, center, height, MAX_WIDTH)?
        } else {
            font.typeface.centered(text, center, height, MAX_WIDTH)?
        };
        Letter { bounds: path.bounds(), path, center, height, tail }.bent(rng, of_pixels)
    }

    /// A glyph with the class "no letter", as capitals are drawn.
    pub(crate) fn non_letter(rng: &mut Random, font: &Font) -> Option<Letter> {
        match NonLetter::random(rng) {
            NonLetter::Turned(letter, orientation) => {
                let letter = Letter::random(rng, font, &letter.to_string(), LetterCase::Upper)?;
                let by = orientation.about(letter.center);
                letter.transformed(by)
            }
            NonLetter::Invented(lines) => {
                let height = rng.between(0.26, 0.66) * TILE;
                let center = Point::new(CANVAS / 2.0 + rng.normal(0.03) * TILE, CANVAS / 2.0 + rng.normal(0.03) * TILE);
                let of_pixels = rng.chance(0.3);
                let path = match of_pixels {
                    true => pixel_lines(rng, &lines, center, height)?,
                    false => centered(stroke_lines(rng, &lines)?, center, height, MAX_WIDTH)?,
                };
                Letter { bounds: path.bounds(), path, center, height, tail: None }.bent(rng, of_pixels)
            }
        }
    }

    /// A text of small letters. The middle of their tall letters, or of their low ones, is in the middle of the tile.
    fn small(rng: &mut Random, font: &Font, text: &str, height: f32) -> Option<Letter> {
        let typeface = font.typeface.clone().in_lower_case();
        let top = |letter: &str| Some(-typeface.outline(letter)?.bounds().top());
        let (tall, low) = (top("D")?, top("X")?);
        let middle = if rng.chance(0.5) { tall } else { low } / 2.0;
        // Capitals are centered by their middle, which is half a unit above the baseline.
        let down = height * (middle - 0.5) + rng.normal(0.03) * TILE;
        let center = Point::new(CANVAS / 2.0 + rng.normal(0.03) * TILE, CANVAS / 2.0 + down);
        let of_pixels = font.pixel_rows.is_some() || rng.chance(OF_PIXELS);
        let path = match of_pixels {
            true => pixel_letter(rng, (font, LetterCase::Lower), text, center, height)?,
            false => typeface.centered(text, center, height, MAX_WIDTH)?,
        };
        let center = Point::new(center.x, center.y + height * (0.5 - tall / 2.0));
        Letter { bounds: path.bounds(), path, center, height: height * tall, tail: None }.bent(rng, of_pixels)
    }

    /// The letter slightly turned, stretched and sheared; `None` where it does not fit or is too small.
    fn bent(self, rng: &mut Random, of_pixels: bool) -> Option<Letter> {
        let Letter { path, center, .. } = self;
        // Pixels stay upright.
        let tilt = if of_pixels { 0.0 } else { 1.0 };
        let (sin, cos) = (tilt * rng.normal(0.025)).sin_cos();
        let stretch = rng.between(0.86, 1.16);
        let shear = tilt * if rng.chance(0.1) { rng.between(-LEAN, LEAN / 3.0) } else { rng.normal(0.03) };
        let to_origin = Transform::from_translate(-center.x, -center.y);
        let turn = Transform::from_row(stretch * cos, sin, -sin + shear, cos, 0.0, 0.0);
        let to_place = to_origin.post_concat(turn).post_translate(center.x, center.y);
        Letter { path, ..self }.transformed(to_place)
    }

    /// The letter with its outline transformed, its center where it is; `None` where it does not fit or is too small.
    fn transformed(self, by: Transform) -> Option<Letter> {
        let path = self.path.transform(by)?;
        let bounds = path.compute_tight_bounds()?;
        let fits = bounds.width() < 0.8 * TILE && bounds.height() < 0.74 * TILE && bounds.height() > 9.0;
        fits.then_some(Letter { path, bounds, ..self })
    }
}
