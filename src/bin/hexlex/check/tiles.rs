//! What a reading said of each tile, beside what is true: what reliability and the report for the eye are made of.

use crate::compare::{Comparison, Verdict};
use hexlex::board::{Board, Cell, Face};
use hexlex::pixels::{self, Bounds};
use hexlex::recognize::Reading;
use image::{ImageFormat, RgbaImage, imageops};
use std::io::Cursor;

/// One tile that the truth speaks of.
pub(super) struct CheckedTile {
    pub(super) cell: Cell,
    /// The best guess, sure enough or not; `None` where there was nothing to guess from.
    pub(super) guess: Option<Face>,
    pub(super) confidence: f32,
    /// What came next, with its likelihood.
    pub(super) runner_up: Option<(Face, f32)>,
    /// What is there; `None` for an empty cell.
    pub(super) truth: Option<Face>,
    pub(super) verdict: Verdict,
    /// The tile as a PNG, where it is to be shown.
    pub(super) crop: Option<Vec<u8>>,
}

impl CheckedTile {
    /// Whether the best guess, sure enough or not, is the truth.
    pub(super) fn guessed_right(&self) -> bool {
        self.guess.is_some() && self.guess == self.truth
    }

    /// Whether somebody should look at it: wrong, unread, or not quite sure.
    pub(super) fn is_doubtful(&self) -> bool {
        /// What is as sure as this is in order.
        const SURE: f32 = 0.9;
        // A covered tile is right when nothing was read, and there is nothing to look at.
        self.verdict != Verdict::Right || (self.guessed_right() && self.confidence < SURE)
    }
}

/// The tiles of a picture that its truth speaks of; those in doubt with their crops, where these are wanted.
pub(super) fn tiles(
    picture: &RgbaImage,
    reading: &Reading,
    truth: &Board,
    comparison: &Comparison,
    crops: bool,
) -> Vec<CheckedTile> {
    let cells = truth.shape().cells().zip(truth.tiles()).zip(&reading.doubts).zip(&comparison.verdicts);
    cells
        .filter_map(|(((cell, truth), doubt), verdict)| {
            let (verdict, doubt) = ((*verdict)?, doubt.clone().unwrap_or_default());
            let mut tile = CheckedTile {
                cell,
                guess: doubt.best,
                confidence: doubt.confidence,
                runner_up: doubt.alternatives.into_iter().next(),
                truth: truth.map(|tile| tile.face.clone()),
                verdict,
                crop: None,
            };
            if crops && tile.is_doubtful() {
                tile.crop = crop(picture, reading.layout.center(cell), reading.layout.pitch());
            }
            Some(tile)
        })
        .collect()
}

/// The tile with this center and a little of its surroundings, as a small PNG; `None` outside of the picture.
fn crop(picture: &RgbaImage, center: (f32, f32), pitch: (f32, f32)) -> Option<Vec<u8>> {
    /// The side of the crop, in tiles.
    const SHOWN: f32 = 1.25;
    /// The longest side, in pixels: a report has many crops.
    const LONGEST: u32 = 96;
    let area = Bounds::centered(center.into(), SHOWN * pitch.0, SHOWN * pitch.1).to_pixels();
    let mut shown = pixels::crop(picture, area);
    let (width, height) = shown.dimensions();
    if width == 0 || height == 0 {
        return None;
    }
    let long = width.max(height);
    if long > LONGEST {
        let side = |n: u32| (n * LONGEST / long).max(1);
        shown = imageops::thumbnail(&shown, side(width), side(height));
    }
    let mut bytes = Cursor::new(Vec::new());
    shown.write_to(&mut bytes, ImageFormat::Png).ok()?;
    Some(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_keeps_inside_its_picture() {
        let picture = RgbaImage::new(50, 40);
        let size = |center| {
            let png = crop(&picture, center, (20.0, 20.0))?;
            let crop = image::load_from_memory(&png).expect("a PNG");
            Some((crop.width(), crop.height()))
        };
        assert_eq!(size((25.0, 20.0)), Some((25, 25)));
        assert_eq!(size((0.0, 0.0)), Some((13, 13)));
        assert_eq!(size((-50.0, 0.0)), None);
        let large = crop(&RgbaImage::new(900, 900), (450.0, 450.0), (300.0, 200.0)).expect("a crop");
        assert_eq!(image::load_from_memory(&large).expect("a PNG").width(), 96);
    }
}
