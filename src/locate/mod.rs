//! Finding the board: from a [`Frame`] to [`Layout`]s, best first, with no calibration and no constant in pixels of the picture.
//!
//! 1. The picture is shrunk to a long side of at most [`LONG_SIDE`]; gray is enough.
//! 2. `blobs`: a sweep of thresholds finds the signs that may be letters; or the bodies of tiles, where those of letters
//!    lead to no board.
//! 3. `lattice`: pairs of signs vote for pitches; signs that repeat at a pitch are linked to lattices.
//! 4. `outline`: the shape of a board that fits the signs on a lattice best.
//! 5. `rank`: how much that looks like a board, by geometry and by how clean its letters stand.
//!
//! Geometry alone cannot tell a board from every icon grid: the pipeline weighs the best [`Candidate`]s
//! by how well their cells read as letters.

mod blobs;
mod lattice;
mod layout;
mod point_grid;
mod outline;
mod rank;

pub use layout::{Layout, Side};

use crate::board::{Lines, Shape};
use crate::pixels::{Frame, Size, shrink};
use blobs::{Signs, blobs, isolated};
use image::{GrayImage, RgbaImage};
use lattice::{Kind, patches};
use rank::{Ranked, Scene, rank};
use std::borrow::Cow;

/// The long side of the picture in which boards are looked for, in pixels. A board that fills a tenth of
/// it still has letters of ten pixels, and the work stays the same for every size of screen.
pub const LONG_SIDE: u32 = 1000;
/// The most lattices that are ranked, those with the most signs first.
const MOST_LATTICES: usize = 40;

/// A place where a board may be, with how good it looks by geometry alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The cells and where they lie.
    pub layout: Layout,
    /// Only to be compared within one picture; larger is better.
    pub score: f32,
    /// How much it stands like a board.
    pub standing: Standing,
    /// The number of cells that show a sign of the common size.
    pub signs: usize,
    /// Where such signs stand on the same lattice outside of the cells, in pixels: of a line with few tiles.
    pub outside: Vec<(f32, f32)>,
}

/// How much a place stands like a board, whatever it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// As nearly every board does.
    Plausible,
    /// As a board may that is hard to see, and as much does that is none: only if all of it reads as letters.
    Possible,
    /// It is only what came nearest.
    Unlikely,
}

/// The places of the picture where a board may be, best first; empty where nothing looks like one.
///
/// With `expected` only boards of this shape. The picture is shrunk to a long side of `long_side` pixels, never
/// enlarged: [`LONG_SIDE`] does for nearly all.
pub fn locate(frame: &Frame, expected: Option<&Shape>, long_side: u32) -> Vec<Candidate> {
    located(frame, expected, long_side, Signs::Letters)
}

/// The same by the bodies of the tiles, for boards of which too few letters stand alone: none is more than possible.
pub(crate) fn locate_tiles(frame: &Frame, expected: Option<&Shape>, long_side: u32) -> Vec<Candidate> {
    located(frame, expected, long_side, Signs::Tiles)
}

fn located(frame: &Frame, expected: Option<&Shape>, long_side: u32, what: Signs) -> Vec<Candidate> {
    let (shrunk, factor) = shrunk(frame, long_side);
    let gray = grayscale(&shrunk);
    let signs = blobs(&gray, what);
    let voters = match what {
        Signs::Letters => isolated(&signs),
        Signs::Tiles => signs.clone(),
    };
    let scene = Scene::new(&shrunk, &gray, &signs, what);
    let wanted = |kind: Kind| expected.is_none_or(|shape| (shape.lines() == Lines::Rows) == (kind == Kind::Square));
    let mut ranked: Vec<Ranked> = patches(&voters, what)
        .iter()
        .filter(|patch| wanted(patch.lattice.kind))
        .take(MOST_LATTICES)
        .filter_map(|patch| rank(&scene, patch, expected))
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut found: Vec<Candidate> = Vec::new();
    for candidate in ranked.iter().filter_map(|ranked| candidate(ranked, expected, factor)) {
        if !found.iter().any(|other| nearly_equal(&other.layout, &candidate.layout)) {
            found.push(candidate);
        }
    }
    found
}

/// The picture with a long side of at most so many pixels, never enlarged, and what to multiply by to come back.
fn shrunk(frame: &Frame, long_side: u32) -> (Cow<'_, RgbaImage>, f32) {
    let Size { width, height } = frame.size();
    let long = width.max(height);
    if long <= long_side {
        return (Cow::Borrowed(frame.pixels()), 1.0);
    }
    let factor = long as f32 / long_side as f32;
    let side = |n: u32| ((n as f32 / factor).round() as u32).max(1);
    let size = Size::new(side(width), side(height));
    (Cow::Owned(shrink(frame.pixels(), size)), factor)
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
    let layout = Layout::new(shape, ranked.lattice.place(ranked.outline.first()), ranked.lattice.pitch).scaled(factor);
    let outside = ranked.outside.iter().map(|node| ranked.lattice.place(*node)).map(|(x, y)| (x * factor, y * factor));
    let outside = outside.collect();
    Some(Candidate { layout, score: ranked.score, standing: ranked.standing, signs: ranked.signs, outside })
}

/// Whether two layouts are one, found twice.
fn nearly_equal(a: &Layout, b: &Layout) -> bool {
    let near =
        |x: (f32, f32), y: (f32, f32)| (x.0 - y.0).abs() < 0.1 * a.pitch().0 && (x.1 - y.1).abs() < 0.1 * a.pitch().1;
    let corners = |layout: &Layout| {
        let (left, top, right, bottom) = layout.bounds();
        ((left, top), (right, bottom))
    };
    a.shape() == b.shape() && near(corners(a).0, corners(b).0) && near(corners(a).1, corners(b).1)
}
