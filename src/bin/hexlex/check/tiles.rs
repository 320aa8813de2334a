//! Each tile of a checked picture: the guess, its confidence and the truth.
//!
//! The reliability and the HTML page are computed from these.

use super::compare::{Comparison, Verdict};
use crate::page::{BoardPicture, Mark, MarkKind};
use hexlex::board::{Board, Cell, Face};
use hexlex::pixels::{self, Bounds};
use hexlex::read::Reading;
use image::{ImageFormat, RgbaImage, imageops};
use std::io::Cursor;

/// Right tiles below this confidence are shown for review, wrong tiles above it count as confidently wrong. Chosen by
/// hand: a lower threshold shows fewer tiles for review.
pub(super) const CONFIDENT: f32 = 0.9;

/// One tile that counts in the comparison.
pub(super) struct CheckedTile {
    pub(super) cell: Cell,
    /// The best guess, of any confidence; `None` if the reading has none.
    pub(super) guess: Option<Face>,
    pub(super) confidence: f32,
    /// The second guess with its probability.
    pub(super) runner_up: Option<(Face, f32)>,
    /// The true face; `None` for an empty cell.
    pub(super) truth: Option<Face>,
    pub(super) verdict: Verdict,
    /// The tile as a PNG, if it was cropped.
    pub(super) crop: Option<Vec<u8>>,
}

/// Which tiles are cropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crops {
    None,
    /// Those that [need review](CheckedTile::needs_review).
    ToReview,
}

impl CheckedTile {
    /// Whether the best guess, of any confidence, is the truth.
    pub(super) fn guessed_right(&self) -> bool {
        self.guess.is_some() && self.guess == self.truth
    }

    /// How the page marks it.
    pub(super) fn mark_kind(&self) -> MarkKind {
        match self.verdict {
            Verdict::Wrong => MarkKind::Wrong,
            Verdict::Unreadable => MarkKind::Unreadable,
            Verdict::Right if self.needs_review() => MarkKind::Doubtful,
            Verdict::Right => MarkKind::Good,
        }
    }

    /// Whether the tile is wrong, unreadable, or right with low confidence. A covered tile without a guess is right and
    /// needs no review.
    pub(super) fn needs_review(&self) -> bool {
        self.verdict != Verdict::Right || (self.guessed_right() && self.confidence < CONFIDENT)
    }
}

/// The board of a picture with every tile marked, for the page; `None` where no tile needs review.
pub(super) fn marked(picture: &RgbaImage, reading: &Reading, tiles: &[CheckedTile]) -> Option<BoardPicture> {
    let mark = |tile: &CheckedTile| {
        let label = tile.guess.as_ref().map_or("?".to_string(), ToString::to_string);
        let title = format!("{label}, {:.1}% confidence", 100.0 * tile.confidence);
        Mark { cell: tile.cell, kind: tile.mark_kind(), label, title }
    };
    let needs_review = tiles.iter().any(CheckedTile::needs_review);
    needs_review.then(|| BoardPicture::new(picture, &reading.layout, tiles.iter().map(mark).collect()))?
}

/// The tiles of a picture that count in the comparison.
pub(super) fn tiles(
    picture: &RgbaImage,
    reading: &Reading,
    truth: &Board,
    comparison: &Comparison,
    crops: Crops,
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
            if crops == Crops::ToReview && tile.needs_review() {
                tile.crop = crop(picture, reading.layout.center(cell), reading.layout.pitch());
            }
            Some(tile)
        })
        .collect()
}

/// The tile with this center and some of its surroundings as a PNG; `None` outside the picture.
fn crop(picture: &RgbaImage, center: (f32, f32), pitch: (f32, f32)) -> Option<Vec<u8>> {
    /// The side of the crop in tiles, chosen by hand: large enough to show a misplaced lattice.
    const SIDE: f32 = 1.25;
    /// The longest side of the PNG in pixels, chosen by hand: larger crops make the page slow to load.
    const LONGEST: u32 = 96;
    let area = Bounds::centered(center.into(), SIDE * pitch.0, SIDE * pitch.1).to_pixels();
    let mut crop = pixels::crop(picture, area);
    let (width, height) = crop.dimensions();
    if width == 0 || height == 0 {
        return None;
    }
    let long = width.max(height);
    if long > LONGEST {
        let side = |n: u32| (n * LONGEST / long).max(1);
        crop = imageops::thumbnail(&crop, side(width), side(height));
    }
    let mut bytes = Cursor::new(Vec::new());
    crop.write_to(&mut bytes, ImageFormat::Png).ok()?;
    Some(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_stays_inside_its_picture() {
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
