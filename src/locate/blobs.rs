//! Blobs: connected areas that may be letters or tiles, from a sweep of thresholds.
//!
//! No single threshold shows every letter of a board: gems, fire and glow differ in brightness. So the picture is
//! divided at several levels, and by the mean of the surroundings. An area whose box is the same at several thresholds
//! is one [`Blob`], and their number is its stability (the idea of maximally stable extremal regions: Matas, Chum,
//! Urban, Pajdla, 2002).
//!
//! [`blobs`] is the first step of `locate`; `patches` takes those that are [`isolated`], `rank` all of them.

use super::params::PARAMS;
use super::point_grid::PointGrid;
use crate::pixels::components::{Classes, Component, LIGHT, Labels};
use crate::pixels::{LocalMean, Point, median};
use image::GrayImage;
use wide::u8x16;

/// The part of a board that blobs are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum BlobKind {
    /// Letters of one height.
    #[default]
    Letters,
    /// Small letters of several heights: those with a tail (an ascender or a descender) vote as if they had none.
    SmallLetters,
    /// The letters of a tile together, where tiles have several, and single letters.
    Groups,
    /// The bodies of tiles without their letters, or the areas that their outlines enclose.
    Tiles,
}

impl BlobKind {
    /// Whether these are groups of letters or bodies of tiles, not single letters.
    pub(crate) fn is_of_whole_tiles(self) -> bool {
        matches!(self, BlobKind::Groups | BlobKind::Tiles)
    }
}

/// A connected area: its box in pixels of the shrunk picture, averaged over the thresholds that show it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blob {
    /// The left edge.
    pub(super) left: f32,
    /// The upper edge.
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    /// Its number of pixels.
    pub(super) area: f32,
    /// Whether it is lighter than its surroundings.
    pub(super) light: bool,
    /// The number of thresholds that show it.
    pub(super) stability: f32,
}

impl Blob {
    /// The center of the box, in pixels.
    pub(super) fn center(&self) -> Point {
        Point::new(self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// The right edge, in pixels.
    pub(super) fn right(&self) -> f32 {
        self.left + self.width
    }

    /// The lower edge, in pixels.
    pub(super) fn bottom(&self) -> f32 {
        self.top + self.height
    }

    /// The horizontal gap to another blob, in pixels; negative where they overlap.
    pub(super) fn gap(&self, other: &Blob) -> f32 {
        (other.left - self.right()).max(self.left - other.right())
    }

    /// Whether it has the proportions of a letter, narrower than a line of text; or those of a tile.
    pub(super) fn is_like(&self, kind: BlobKind) -> bool {
        let width = self.width / self.height;
        match kind {
            BlobKind::Letters | BlobKind::SmallLetters | BlobKind::Groups => width < PARAMS.letter_width,
            BlobKind::Tiles => {
                let fill = self.area / (self.width * self.height);
                width.max(1.0 / width) < PARAMS.tile_ratio && fill > PARAMS.tile_fill
            }
        }
    }
}

/// All blobs of the picture that may be letters or tiles.
pub(super) fn blobs(gray: &GrayImage) -> Vec<Blob> {
    let (width, height) = gray.dimensions();
    let mut labels = Labels::default();
    let mut classes = Classes::new(width as usize);
    let mut found = Vec::new();
    let mut label = |classes: &Classes| {
        let components = labels.label(classes);
        // A board has at least three tiles along its long side.
        found.extend(components.iter().filter(|c| may_be_blob(c, width.max(height) / 3)));
    };
    for level in (PARAMS.level_step..=u8::MAX).step_by(PARAMS.level_step.into()) {
        cut_at_level(gray, level, &mut classes);
        label(&classes);
    }
    for window in PARAMS.local_windows {
        let radius = (window * width.min(height) as f32 / 2.0).max(PARAMS.min_height as f32);
        cut_at_mean(gray, LocalMean::default().of(gray, radius as usize), &mut classes);
        label(&classes);
    }
    merge(&found)
}

/// Classifies the pixels by a level.
fn cut_at_level(gray: &GrayImage, level: u8, classes: &mut Classes) {
    classes.clear();
    for row in gray.as_raw().chunks_exact(gray.width() as usize) {
        for pixels in row.chunks(64) {
            let dark = bits(pixels, |pixels, _| pixels.simd_lt(u8x16::splat(level)), pixels);
            classes.push(dark, !dark);
        }
    }
}

/// Classifies the pixels that differ from the mean of their surroundings.
fn cut_at_mean(gray: &GrayImage, mean: &[u8], classes: &mut Classes) {
    let width = gray.width() as usize;
    let is_above = |high: u8x16, low: u8x16| high.saturating_sub(low).simd_gt(u8x16::splat(PARAMS.local_contrast));
    classes.clear();
    for (row, mean) in gray.as_raw().chunks_exact(width).zip(mean.chunks_exact(width)) {
        for (pixels, mean) in row.chunks(64).zip(mean.chunks(64)) {
            classes.push(bits(pixels, |pixel, mean| is_above(mean, pixel), mean), bits(pixels, is_above, mean));
        }
    }
}

/// A bit for each of up to 64 pixels: whether the pixel and the one of `others` pass the test.
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

/// Whether a component has the size of a letter or a tile. Letters are narrower than tiles.
fn may_be_blob(component: &Component, max_side: u32) -> bool {
    let (width, height) = (component.width(), component.height());
    height >= PARAMS.min_height && width.max(height) <= max_side && width as f32 <= PARAMS.tile_ratio * height as f32
}

/// The blobs of these components: components with nearly equal boxes are one blob.
fn merge(found: &[Component]) -> Vec<Blob> {
    let center = |low: u32, high: u32| ((low + high) as f32 / (2.0 * PARAMS.same_center)).round() as u64;
    // There are few different lengths, and a logarithm is slow.
    let longest = found.iter().map(|c| c.width().max(c.height())).max().unwrap_or(0);
    let sides: Vec<u64> = (0..=longest).map(|n| ((n as f32).ln() / PARAMS.same_side).round() as u64).collect();
    let key = |c: &Component| {
        let places = center(c.left, c.right) << 20 | center(c.top, c.bottom);
        let sizes = sides[c.width() as usize] << 10 | sides[c.height() as usize];
        places << 21 | sizes << 1 | u64::from(c.class == LIGHT)
    };
    let mut keyed: Vec<(u64, u32)> = found.iter().zip(0..).map(|(c, number)| (key(c), number)).collect();
    keyed.sort_unstable();
    keyed
        .chunk_by(|(a, _), (b, _)| a == b)
        .map(|same| {
            let components = same.iter().map(|&(_, number)| &found[number as usize]);
            mean_blob(components)
        })
        .collect()
}

/// The mean of components of nearly equal boxes.
fn mean_blob<'a>(components: impl ExactSizeIterator<Item = &'a Component>) -> Blob {
    let stability = components.len() as f32;
    let mut sum = Component { class: 0, left: 0, top: 0, right: 0, bottom: 0, area: 0 };
    for c in components {
        sum = Component {
            class: c.class,
            left: sum.left + c.left,
            top: sum.top + c.top,
            right: sum.right + c.right,
            bottom: sum.bottom + c.bottom,
            area: sum.area + c.area,
        };
    }
    let mean = |sum: u32| sum as f32 / stability;
    Blob {
        left: mean(sum.left),
        top: mean(sum.top),
        width: mean(sum.width()),
        height: mean(sum.height()),
        area: mean(sum.area),
        light: sum.class == LIGHT,
        stability,
    }
}

/// The blobs without a similar one close beside them, as running text has.
///
/// Only these vote for a lattice. As evidence for a cell all blobs count: `Qu` and `DE` have letters side by side too.
pub(super) fn isolated(blobs: &[Blob]) -> Vec<Blob> {
    let grid = centers(blobs);
    let is_isolated = |own: &Blob| {
        let mut neighbors = grid.within(own.center(), text_reach(own));
        !neighbors.any(|number| is_beside(own, &blobs[number]))
    };
    blobs.iter().filter(|blob| is_isolated(blob)).copied().collect()
}

/// Returns these letters, those of one text joined to one blob; texts of more than four letters are left out.
pub(super) fn grouped(letters: &[Blob]) -> Vec<Blob> {
    /// The most letters of a tile, with a slash. Smaller: tiles such as `ING` are lost. Larger: words in running text are tiles.
    /// Chosen by hand.
    const MOST: usize = 4;
    let letters = distinct(letters);
    let grid = centers(&letters);
    let mut is_taken = vec![false; letters.len()];
    let mut groups = Vec::new();
    for first in 0..letters.len() {
        if std::mem::replace(&mut is_taken[first], true) {
            continue;
        }
        let mut members = vec![first];
        let mut next = 0;
        while let Some(&number) = members.get(next) {
            let own = &letters[number];
            let is_next = |other: &usize| {
                let other = &letters[*other];
                is_as_stable(own, other) && is_as_stable(other, own) && (is_beside(own, other) || is_beside(other, own))
            };
            let near: Vec<usize> = grid.within(own.center(), text_reach(own)).filter(is_next).collect();
            members.extend(near.into_iter().filter(|&other| !std::mem::replace(&mut is_taken[other], true)));
            next += 1;
        }
        if members.len() <= MOST {
            groups.extend(members.into_iter().map(|number| letters[number]).reduce(together));
        }
    }
    groups
}

/// The blobs without those that are a more stable one at other thresholds, or a part of it.
fn distinct(blobs: &[Blob]) -> Vec<Blob> {
    /// The distance of the centers of two such blobs, in heights, and their overlap, in widths of the narrower one. Smaller: a letter
    /// counts twice. Larger: letters that stand close are one. Chosen by hand: letters beside each other do not overlap by half.
    const TWIN: f32 = 0.5;
    let mut order: Vec<usize> = (0..blobs.len()).collect();
    order.sort_by(|&a, &b| blobs[b].stability.total_cmp(&blobs[a].stability));
    let grid = centers(blobs);
    let mut is_kept = vec![false; blobs.len()];
    for number in order {
        let own = &blobs[number];
        let is_twin = |other: usize| {
            let (other, is_kept) = (&blobs[other], is_kept[other]);
            let overlap_x = own.right().min(other.right()) - own.left.max(other.left);
            is_kept && own.light == other.light && overlap_x > TWIN * own.width.min(other.width)
        };
        is_kept[number] = !grid.within(own.center(), TWIN * own.height).any(is_twin);
    }
    blobs.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(blob, _)| *blob).collect()
}

/// The centers of some blobs. Queries have a radius of one or two usual heights.
pub(super) fn centers(blobs: &[Blob]) -> PointGrid {
    let bucket = median(blobs.iter().map(|blob| blob.height).collect()).max(1.0);
    PointGrid::new(blobs.iter().map(Blob::center).collect(), bucket)
}

/// The largest distance of the centers of a letter and the next one of its text, in pixels.
fn text_reach(letter: &Blob) -> f32 {
    (PARAMS.letter_width + PARAMS.text_gap) * letter.height
}

/// Two blobs as one.
fn together(a: Blob, b: Blob) -> Blob {
    let (left, top) = (a.left.min(b.left), a.top.min(b.top));
    let (width, height) = (a.right().max(b.right()) - left, a.bottom().max(b.bottom()) - top);
    let (area, stability) = (a.area + b.area, a.stability.min(b.stability));
    Blob { left, top, width, height, area, light: a.light, stability }
}

/// Whether another blob is the next letter of the same text: of the same polarity, about as stable or more so,
/// on the same line, at most twice as tall or half as tall, and near.
fn is_beside(own: &Blob, other: &Blob) -> bool {
    let overlap_y = own.bottom().min(other.bottom()) - own.top.max(other.top);
    let gap = own.gap(other);
    own.light == other.light
        && is_as_stable(own, other)
        && overlap_y > 0.5 * own.height.max(other.height)
        && gap < PARAMS.text_gap * own.height
        && -gap <= 0.5 * own.width.min(other.width)
}

/// Whether another blob is about as stable as this one, or more so: the edge of a tile is less stable than the letter on it.
fn is_as_stable(own: &Blob, other: &Blob) -> bool {
    other.stability >= 0.5 * own.stability
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    #[test]
    fn blobs_of_either_polarity_are_found_once() {
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
        let mut found = blobs(&gray);
        found.retain(|b| b.is_like(BlobKind::Letters) && (b.width, b.height) == (12.0, 20.0));
        found.sort_by(|a, b| a.left.total_cmp(&b.left));
        let summary: Vec<_> = found.iter().map(|b| (b.left, b.top, b.light)).collect();
        assert_eq!(summary, [(20.0, 40.0, false), (60.0, 40.0, true)]);
        assert!(found.iter().all(|b| b.stability >= 3.0));
    }

    #[test]
    fn letters_of_one_tile_are_a_group_and_words_are_not() {
        let letter =
            |left: f32| Blob { left, top: 40.0, width: 10.0, height: 20.0, area: 100.0, light: false, stability: 4.0 };
        // A single letter, two of a tile, one of them also at another threshold, and a word of six.
        let twin = Blob { width: 11.0, stability: 2.0, ..letter(62.0) };
        let word = (0..6).map(|n| letter(200.0 + 12.0 * n as f32));
        let letters: Vec<Blob> = [letter(0.0), letter(50.0), letter(62.0), twin].into_iter().chain(word).collect();
        let mut groups: Vec<(f32, f32)> = grouped(&letters).iter().map(|blob| (blob.left, blob.width)).collect();
        groups.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert_eq!(groups, [(0.0, 10.0), (50.0, 22.0)]);
    }

    /// An edge between two tiles that one threshold shows keeps two groups of two letters apart. One that is as stable as the letters
    /// joins all of them to a word, and words are not groups.
    #[test]
    fn a_fainter_edge_between_two_tiles_does_not_join_their_letters() {
        for (stability, groups) in [(1.0, 2), (4.0, 0)] {
            let letter = |left: f32| Blob {
                left,
                top: 40.0,
                width: 10.0,
                height: 20.0,
                area: 100.0,
                light: false,
                stability: 4.0,
            };
            let edge = Blob { top: 38.0, width: 1.0, height: 24.0, stability, ..letter(28.0) };
            let letters = [letter(0.0), letter(12.0), edge, letter(35.0), letter(47.0)];
            let wide = grouped(&letters).iter().filter(|group| group.width > 20.0).count();
            assert_eq!(wide, groups, "{stability}");
        }
    }

    #[test]
    fn tiny_pictures_have_no_blobs() {
        assert!(blobs(&GrayImage::new(1, 1)).is_empty());
        assert!(blobs(&GrayImage::new(5, 300)).is_empty());
    }
}
