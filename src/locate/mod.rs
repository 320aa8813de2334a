//! Finding the board: from a [`Frame`] to [`Layout`]s, best first, with no calibration and no constant in pixels of the picture.
//!
//! 1. The picture is shrunk to a long side of at most [`LONG_SIDE`]; gray is enough.
//! 2. `blobs`: a sweep of thresholds finds blobs that may be letters of one height; where these lead to no board, or to one beside
//!    whose letters are others, small letters with and without a tail, groups of letters that share a tile, and the bodies of tiles.
//! 3. `patches`: pairs of blobs vote for pitches; blobs that repeat at a pitch are linked to lattices.
//! 4. `outline`: the shape of a board that fits the blobs on a lattice best.
//! 5. `rank`: the geometric evidence of each board, by the blobs on its nodes (`scene`) and off them (`strays`).
//! 6. `tilt`: whether the letters stand on a lattice that is not upright, and the map that sets it upright.
//!
//! Geometry alone cannot tell a board from every icon grid: the pipeline weighs the best [`Candidate`]s
//! by how well their cells read as letters.

mod blobs;
mod lattice;
mod layout;
mod point_grid;
mod outline;
mod params;
mod patches;
mod rank;
mod scene;
mod strays;
mod tile_body;
mod tilt;

pub(crate) use layout::some_tiles;
pub use layout::{Layout, Side};
pub(crate) use outline::{MIN_SIDE, MOST_TILES};
pub(crate) use tile_body::{DIRECTIONS, HEXAGON};
pub use tile_body::{TileBody, TileShape};
pub(crate) use tilt::Straightening;

use crate::board::Shape;
use crate::pixels::{Frame, Point, Rect, Size, shrink};
pub(crate) use blobs::BlobKind;
use blobs::{Blob, blobs, grouped, isolated};
use image::{GrayImage, RgbaImage};
use patches::{Patch, patches};
use rank::{Ranked, rank};
use scene::Scene;
use std::borrow::Cow;
use std::cell::OnceCell;

/// The long side of the picture in which boards are looked for, in pixels. A board that fills a tenth of
/// it still has letters of ten pixels, and the work stays the same for every size of screen.
pub const LONG_SIDE: u32 = 1000;

/// The relative tolerance of pitches: two that differ by less are one, so that the pitch of a candidate may be off by about this much.
pub(crate) const SAME_PITCH: f32 = params::PARAMS.same_pitch;

/// A place where a board may be, with its geometric evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The cells and where they lie.
    pub layout: Layout,
    /// The geometric evidence for and against a board.
    pub evidence: Evidence,
    /// The centers of such blobs on the same lattice, inside and outside of the cells, in pixels.
    pub places: Vec<Point>,
    /// The centers of blobs like letters off the lattice, between the cells, above them and one column beside them, in
    /// pixels; the most stable ones come first.
    pub strays: Vec<Point>,
}

/// The geometric evidence for and against a board, whatever its scale.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Evidence {
    /// The share of the cells with such a blob.
    pub coverage: f32,
    /// The median distance of the blobs from their nodes, in vertical pitches.
    pub residual: f32,
    /// Stable blobs like letters between the nodes, for each cell.
    pub strays: f32,
    /// Those of them that are in line with a column of cells, as tiles that fall are, for each cell.
    pub in_line: f32,
    /// Of the cells that have a blob, as the next cell below them has, the share with a line of small letters under a larger blob, as
    /// icons with names have.
    pub captioned: f32,
    /// The share of the blobs with another one of the same height and lower edge next to them, off the lattice, as on tiles with several letters.
    pub accompanied: f32,
    /// The share of the places halfway between neighboring blobs that have one like a letter, in the direction with the largest share:
    /// high where the lattice has every other tile of a board.
    pub halfway: f32,
    /// The absolute logarithm of the horizontal over the vertical pitch.
    pub stretch: f32,
    /// The logarithm of the smaller pitch, in pixels of the shrunk picture.
    pub pitch: f32,
    /// The median number of thresholds that show a blob.
    pub stability: f32,
    /// The part of a board that the blobs are.
    pub(crate) kind: BlobKind,
}

impl Evidence {
    /// Whether the blobs are groups of letters or bodies of tiles, not single letters.
    pub(crate) fn is_of_whole_tiles(&self) -> bool {
        self.kind.is_of_whole_tiles()
    }
}

/// The places of the picture where a board may be, by its letters, none refused: lattices with the most blobs first.
///
/// With `expected` only boards of this shape. The picture is shrunk to a long side of `long_side` pixels, never
/// enlarged: [`LONG_SIDE`] does for nearly all.
pub fn locate(frame: &Frame, expected: Option<&Shape>, long_side: u32) -> Vec<Candidate> {
    Shrunk::new(frame, expected, long_side).candidates(BlobKind::Letters)
}

/// The blobs of a picture at the size in which boards are looked for.
pub(crate) struct Shrunk<'a> {
    /// Its size in pixels.
    size: Size,
    /// The factor from its coordinates to those of the whole picture.
    factor: f32,
    /// The expected shape; `None` for any.
    expected: Option<&'a Shape>,
    blobs: Vec<Blob>,
    /// The isolated letters, found on first use.
    letters: OnceCell<Vec<Blob>>,
    /// Their lattices, found on first use.
    patches: OnceCell<Vec<Patch>>,
    /// How the largest lattice of letters is set upright, found on first use.
    straightening: OnceCell<Option<Straightening>>,
}

impl<'a> Shrunk<'a> {
    /// The picture with a long side of at most this number of pixels, never enlarged, for boards of the expected shape.
    pub(crate) fn new(frame: &'a Frame, expected: Option<&'a Shape>, long_side: u32) -> Shrunk<'a> {
        let Size { width, height } = frame.size();
        let factor = (width.max(height) as f32 / long_side as f32).max(1.0);
        let side = |n: u32| ((n as f32 / factor).round() as u32).max(1);
        let color = match factor > 1.0 {
            true => Cow::Owned(shrink(frame.pixels(), Size::new(side(width), side(height)))),
            false => Cow::Borrowed(frame.pixels()),
        };
        Shrunk {
            size: Size::from(color.dimensions()),
            factor,
            expected,
            blobs: blobs(&grayscale(&color)),
            letters: OnceCell::new(),
            patches: OnceCell::new(),
            straightening: OnceCell::new(),
        }
    }

    /// The blobs of one kind.
    fn blobs_like(&self, kind: BlobKind) -> Vec<Blob> {
        let blobs = self.blobs.iter().filter(|blob| blob.is_like(kind)).copied().collect::<Vec<_>>();
        if kind == BlobKind::Groups { grouped(&blobs) } else { blobs }
    }

    /// The isolated letters.
    fn letters(&self) -> &[Blob] {
        self.letters.get_or_init(|| isolated(&self.blobs_like(BlobKind::Letters)))
    }

    /// The boxes of the isolated letters that the most thresholds show, at most this number, in pixels of the whole picture.
    pub(crate) fn stable_letters(&self, most: usize) -> Vec<Rect> {
        let mut letters: Vec<&Blob> = self.letters().iter().collect();
        letters.sort_by(|a, b| b.stability.total_cmp(&a.stability));
        let side = |length: f32| (length * self.factor).round();
        let rect = |blob: &&Blob| Rect {
            x: side(blob.left) as i32,
            y: side(blob.top) as i32,
            width: side(blob.width) as u32,
            height: side(blob.height) as u32,
        };
        letters.iter().take(most).map(rect).collect()
    }

    /// The lattices of the isolated letters.
    fn patches_of_letters(&self) -> &[Patch] {
        self.patches.get_or_init(|| patches(self.letters(), BlobKind::Letters, self.expected))
    }

    /// The candidates by blobs of one kind.
    pub(crate) fn candidates(&self, kind: BlobKind) -> Vec<Candidate> {
        let letters = self.blobs_like(BlobKind::Letters);
        let whole_tiles = kind.is_of_whole_tiles().then(|| self.blobs_like(kind));
        let blobs = whole_tiles.as_deref().unwrap_or(&letters);
        let scene = Scene::new(self.size, blobs, &letters, kind);
        let patches = match kind {
            BlobKind::Letters => Cow::Borrowed(self.patches_of_letters()),
            BlobKind::SmallLetters => Cow::Owned(patches(self.letters(), kind, self.expected)),
            BlobKind::Groups | BlobKind::Tiles => Cow::Owned(patches(blobs, kind, self.expected)),
        };
        let ranked = patches.iter().flat_map(|patch| rank(&scene, patch, self.expected));
        let mut found: Vec<Candidate> = Vec::new();
        for candidate in ranked.filter_map(|ranked| candidate(&ranked, self.expected, self.factor)) {
            let is_same = |other: &Candidate| {
                other.layout.shape() == candidate.layout.shape() && other.layout.lies_on(&candidate.layout)
            };
            if !found.iter().any(is_same) {
                found.push(candidate);
            }
        }
        found
    }

    /// How the picture is set upright: by the largest board of these layouts, or without any by the largest lattice of letters.
    /// `None` where that is upright already, and where there is none.
    pub(crate) fn straightening(&self, layouts: &[&Layout]) -> Option<Straightening> {
        let layouts: Vec<Layout> = layouts.iter().map(|layout| layout.scaled(1.0 / self.factor)).collect();
        let straightening = match layouts.is_empty() {
            true => self.straightening_of_letters(),
            false => tilt::of_layouts(&layouts, self.letters(), self.size, || self.straightening_of_letters()),
        };
        Some(straightening?.scaled(self.factor))
    }

    /// How the largest lattice of letters is set upright.
    fn straightening_of_letters(&self) -> Option<Straightening> {
        let find = || tilt::of_letters(self.letters(), self.patches_of_letters().first(), self.size, self.expected);
        *self.straightening.get_or_init(find)
    }
}

/// Brightness by the weights of Rec. 601, in parts of 256.
fn grayscale(color: &RgbaImage) -> GrayImage {
    // Whole pixels, of which several fit in a register.
    let luma = |pixel: &[u8; 4]| {
        let pixel = u32::from_le_bytes(*pixel);
        let [red, green, blue] = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255];
        ((77 * red + 150 * green + 29 * blue + 128) >> 8) as u8
    };
    let levels = color.as_raw().as_chunks().0.iter().map(luma).collect();
    GrayImage::from_raw(color.width(), color.height(), levels).unwrap_or_default()
}

/// In the terms of the grid and the pixels of the whole picture.
fn candidate(ranked: &Ranked, expected: Option<&Shape>, factor: f32) -> Option<Candidate> {
    let shape = match expected {
        Some(shape) => shape.clone(),
        None => ranked.outline.shape()?,
    };
    let layout = Layout::new(shape, ranked.lattice.place(ranked.outline.first()).into(), ranked.lattice.pitch.into())
        .scaled(factor);
    let points = |places: &[Point]| places.iter().map(|&place| place * factor).collect();
    let (places, strays) = (points(&ranked.places), points(&ranked.strays));
    Some(Candidate { layout, evidence: ranked.evidence, places, strays })
}
