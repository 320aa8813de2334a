//! Signs: connected areas that may be letters, from a sweep of thresholds.
//!
//! No single threshold shows every letter of a board: gems, fire and glow differ in brightness. So the
//! picture is cut at several levels, and against the mean of its surroundings; what keeps its box over
//! several cuts is one sign, and the number of cuts says how stable it is (the idea of maximally stable
//! extremal regions: Matas, Chum, Urban, Pajdla, 2002).

use super::point_grid::PointGrid;
use crate::pixels::LocalMean;
use crate::pixels::components::{Classes, Component, LIGHT, Labels};
use image::GrayImage;
use wide::u8x16;

/// What signs are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signs {
    Letters,
    /// The bodies of the tiles, less their letters; or what their outlines enclose.
    Tiles,
}

/// A sign: its box in pixels of the shrunk picture, averaged over the cuts that show it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blob {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    /// Its number of pixels.
    pub(super) area: f32,
    /// Whether it is lighter than what surrounds it.
    pub(super) light: bool,
    /// The number of cuts that show it.
    pub(super) stability: f32,
}

impl Blob {
    pub(super) fn center(&self) -> (f32, f32) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    pub(super) fn right(&self) -> f32 {
        self.left + self.width
    }

    pub(super) fn bottom(&self) -> f32 {
        self.top + self.height
    }

    /// Whether its proportions are those of a letter, neither a line nor a filled area; or those of a tile.
    fn is_like(&self, what: Signs) -> bool {
        let aspect = self.width / self.height;
        let fill = self.area / (self.width * self.height);
        let bar = aspect < 0.45 && fill > 0.3; // a sans I fills its box
        match what {
            Signs::Letters => (0.1..1.7).contains(&aspect) && ((0.15..0.85).contains(&fill) || bar),
            Signs::Tiles => (0.4..2.5).contains(&aspect) && fill > 0.45,
        }
    }
}

/// The gray levels at which the picture is cut.
const LEVELS: std::ops::RangeInclusive<u8> = 24..=216;
/// The step between two levels; half of it finds no more boards and takes twice as long.
const STEP: usize = 32;
/// The sides of the windows of the two local means, as parts of the picture's short side.
const LOCAL_WINDOWS: [f32; 2] = [0.03, 0.1];
/// How far a pixel must differ from the local mean.
const LOCAL_CONTRAST: u8 = 18;
/// The smallest height of a sign in pixels: below, no letter can be read.
const MIN_HEIGHT: u32 = 6;
/// The largest side of a sign as a part of the picture's short side: a board has at least three tiles.
const MAX_SIDE: f32 = 0.3;

/// All signs of the picture.
pub(super) fn blobs(gray: &GrayImage, what: Signs) -> Vec<Blob> {
    let (width, height) = gray.dimensions();
    let max_side = (MAX_SIDE * width.min(height) as f32) as u32;
    let mut labels = Labels::default();
    let mut classes = Classes::new(width as usize);
    let mut found = Vec::new();
    let mut label = |classes: &Classes, found: &mut Vec<Component>| {
        let components = labels.label(classes);
        found.extend(components.iter().filter(|c| may_be_sign(c, max_side)));
    };
    for level in LEVELS.step_by(STEP) {
        classes.clear();
        for row in gray.as_raw().chunks_exact(width as usize) {
            row.chunks(64).for_each(|pixels| {
                let dark = bits(pixels, |pixels, _| pixels.simd_lt(u8x16::splat(level)), pixels);
                classes.push(dark, !dark);
            });
        }
        label(&classes, &mut found);
    }
    let mut mean = LocalMean::default();
    for part in LOCAL_WINDOWS {
        let radius = ((part * width.min(height) as f32 / 2.0) as usize).max(7);
        let mean = mean.of(gray, radius);
        classes.clear();
        for (row, mean) in gray.as_raw().chunks_exact(width as usize).zip(mean.chunks_exact(width as usize)) {
            row.chunks(64).zip(mean.chunks(64)).for_each(|(pixels, mean)| {
                let beyond = |high: u8x16, low: u8x16| high.saturating_sub(low).simd_gt(u8x16::splat(LOCAL_CONTRAST));
                classes.push(bits(pixels, |p, m| beyond(m, p), mean), bits(pixels, beyond, mean));
            });
        }
        label(&classes, &mut found);
    }
    merge(&found).into_iter().filter(|blob| blob.is_like(what)).collect()
}

/// A bit for each of up to 64 pixels: whether it and its companion pass the test.
fn bits(pixels: &[u8], test: impl Fn(u8x16, u8x16) -> u8x16, others: &[u8]) -> u64 {
    let part = |own: [u8; 16], other: [u8; 16]| u64::from(test(u8x16::new(own), u8x16::new(other)).to_bitmask());
    let ((own, own_rest), (other, other_rest)) = (pixels.as_chunks(), others.as_chunks());
    let whole = own.iter().zip(other).enumerate();
    let bits = whole.fold(0, |bits, (i, (own, other))| bits | part(*own, *other) << (16 * i));
    if own_rest.is_empty() {
        return bits;
    }
    let filled = |rest: &[u8]| std::array::from_fn(|i| rest.get(i).copied().unwrap_or(0));
    bits | part(filled(own_rest), filled(other_rest)) << (16 * own.len())
}

fn may_be_sign(component: &Component, max_side: u32) -> bool {
    let (width, height) = (component.width(), component.height());
    (MIN_HEIGHT..=max_side).contains(&height)
        && (2..=max_side).contains(&width)
        && component.area >= 8
        && width as f32 <= 2.2 * height as f32 + 2.0
}

/// Makes one blob of components whose boxes are nearly equal.
fn merge(found: &[Component]) -> Vec<Blob> {
    /// Centers this near (in pixels), and sides this near (in the logarithm), are the same.
    const CENTER: f32 = 2.5;
    const SIDE: f32 = 0.12;
    let key = |c: &Component| {
        let center = |low: u32, high: u32| ((low + high) as f32 / 2.0 / CENTER).round() as i32;
        let side = |length: u32| ((length as f32).ln() / SIDE).round() as i32;
        (center(c.left, c.right), center(c.top, c.bottom), side(c.width()), side(c.height()), c.class)
    };
    let mut keyed: Vec<_> = found.iter().map(|c| (key(c), *c)).collect();
    keyed.sort_unstable_by_key(|(key, c)| (*key, c.left, c.top, c.area));
    keyed
        .chunk_by(|(a, _), (b, _)| a == b)
        .map(|same| {
            let n = same.len() as f32;
            let mean = |value: fn(&Component) -> u32| same.iter().map(|(_, c)| value(c) as f32).sum::<f32>() / n;
            Blob {
                left: mean(|c| c.left),
                top: mean(|c| c.top),
                width: mean(Component::width),
                height: mean(Component::height),
                area: mean(|c| c.area),
                light: same[0].1.class == LIGHT,
                stability: n,
            }
        })
        .collect()
}

/// The signs that stand alone: without those that have one like them close beside, as running text has.
///
/// Only these may vote for a lattice. As evidence for a cell all serve: `Qu` and `DE` stand in pairs too.
pub(super) fn isolated(blobs: &[Blob]) -> Vec<Blob> {
    /// The gap in running text, in heights of the sign.
    const GAP: f32 = 0.35;
    /// Letters of one text are about equally stable; the edge of a tile is less so than the letter on it.
    const AS_STABLE: f32 = 0.5;
    let tallest = blobs.iter().map(|b| b.height).fold(1.0, f32::max);
    let near = PointGrid::new(blobs.iter().map(Blob::center).collect(), (tallest / 4.0).max(8.0));
    let stands_alone = |i: usize| {
        let own = &blobs[i];
        !near.within(own.center(), 1.5 * own.height).filter(|&j| j != i).any(|j| {
            let other = &blobs[j];
            let overlap_y = own.bottom().min(other.bottom()) - own.top.max(other.top);
            let gap = (other.left - own.right()).max(own.left - other.right());
            let same_place = -gap > 0.4 * own.width.min(other.width);
            own.light == other.light
                && other.stability >= AS_STABLE * own.stability
                && (0.6..1.5).contains(&(other.height / own.height))
                && !same_place
                && overlap_y > 0.5 * own.height
                && gap < GAP * own.height
        })
    };
    (0..blobs.len()).filter(|&i| stands_alone(i)).map(|i| blobs[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    #[test]
    fn signs_of_either_polarity_are_found_once() {
        let mut gray = GrayImage::from_pixel(100, 100, Luma([128]));
        for (x, shade) in [(20, 20u8), (60, 240)] {
            for y in 40..60 {
                for dx in 0..12 {
                    // A U: two bars and a foot.
                    if !(3..9).contains(&dx) || y > 56 {
                        gray.put_pixel(x + dx, y, Luma([shade]));
                    }
                }
            }
        }
        let mut found = blobs(&gray, Signs::Letters);
        found.retain(|b| (b.width, b.height) == (12.0, 20.0));
        found.sort_by(|a, b| a.left.total_cmp(&b.left));
        let summary: Vec<_> = found.iter().map(|b| (b.left, b.top, b.light)).collect();
        assert_eq!(summary, [(20.0, 40.0, false), (60.0, 40.0, true)]);
        assert!(found.iter().all(|b| b.stability >= 3.0));
    }

    #[test]
    fn tiny_pictures_have_no_signs() {
        assert!(blobs(&GrayImage::new(1, 1), Signs::Letters).is_empty());
        assert!(blobs(&GrayImage::new(5, 300), Signs::Letters).is_empty());
    }
}
