//! Segmentation: cuts a letter out of its tile, without the ground, the frame, dots and neighbors.
//!
//! [`segmentations`] lists the plane, threshold and polarity of each attempt; [`segment`] makes one of them. Otsu's
//! threshold (1979) divides the tile into dark and light pixels. Among the connected components of one polarity, the
//! large and central one is the letter, together with those beside it on its line (the `u` of `Qu`). The result is a
//! [`Glyph`]: soft-edged, scaled to [`GLYPH`](super::fit::GLYPH) pixels with its proportions kept, and so without
//! color, position or size. `guess` classifies it.

use super::LetterCase;
use super::fit::{GlyphPixels, PixelBox, fit, union};
use super::mask::{Mask, grown, median_level, places, ring, soften};
use super::tile::{Plane, PlaneName, SIDE, TilePixels};
use super::tile_params::tile_params;
use crate::pixels::Histogram;
use crate::pixels::components::{Classes, Component, DARK, LIGHT, Labels};

/// A segment of a tile that may be its letter.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    /// The opacities, scaled to the size of a glyph.
    pub(super) pixels: Box<GlyphPixels>,
    /// The letters one by one, left to right, where the segment has several; otherwise empty.
    pub(super) parts: Vec<Box<GlyphPixels>>,
    /// The side of the hyphen, if one is beside several letters.
    pub(super) hyphen: Option<Hyphen>,
    /// Whether the letter is lighter than its ground.
    pub(super) light: bool,
    /// The horizontal distance from the tile's center to the center of the letter, in tiles.
    pub(super) center_x: f32,
    /// The width of the tile crop that the letter was cut from, in tiles.
    zoom: f32,
    /// Whether the letter touches a masked frame: a part of it may be lost.
    pub(super) trimmed: bool,
    /// The pixels of the letter.
    letter: Mask,
    /// The ground around the letter.
    ring: Mask,
    /// The bounding box in pixels of the crop, and the area in pixels.
    place: (PixelBox, usize),
}

/// The side of the hyphen: before the letters (`-ER`) or after them (`SUB-`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hyphen {
    Before,
    After,
}

impl Glyph {
    /// The bounding box: left, top, right, bottom, in tiles from the tile's upper left corner.
    pub(super) fn bounds(&self) -> [f32; 4] {
        let PixelBox { left, top, right, bottom } = self.place.0;
        [left, top, right, bottom].map(|n| self.tiles(n) + 0.5)
    }

    /// Whether this glyph is a part of another one that is clearly wider.
    pub(super) fn is_part_of(&self, other: &Glyph) -> bool {
        let params = tile_params();
        let width = |glyph: &Glyph| {
            let [left, _, right, _] = glyph.bounds();
            right - left
        };
        self.light == other.light
            && width(other) > width(self) + params.part_min_wider / SIDE as f32
            && self.outside(other) < params.part_max_outside
    }

    /// The share of this glyph that lies outside of another one: of its pixels, or of its bounding box where the crops
    /// differ.
    fn outside(&self, other: &Glyph) -> f32 {
        if self.zoom == other.zoom {
            let both = self.letter.iter().zip(&other.letter);
            let outside: u32 = both.map(|(own, other)| (own & !other).count_ones()).sum();
            return outside as f32 / self.place.1 as f32;
        }
        let ([left, top, right, bottom], [l, t, r, b]) = (self.bounds(), other.bounds());
        let common = (right.min(r) - left.max(l)).max(0.0) * (bottom.min(b) - top.max(t)).max(0.0);
        1.0 - common / ((right - left) * (bottom - top))
    }

    /// Whether two segments show the same pixels: their boxes differ by at most one pixel, and their areas by less than
    /// an eighth.
    pub(super) fn is_same_as(&self, other: &Glyph) -> bool {
        let ((a, area_a), (b, area_b)) = (self.place, other.place);
        let within_a_pixel = |x: usize, y: usize| x.abs_diff(y) <= 1;
        within_a_pixel(a.left, b.left)
            && within_a_pixel(a.top, b.top)
            && within_a_pixel(a.right, b.right)
            && within_a_pixel(a.bottom, b.bottom)
            && area_a.abs_diff(area_b) * 8 < area_a
    }

    /// The upper edge, in tiles below the tile's center.
    pub(super) fn top(&self) -> f32 {
        self.tiles(self.place.0.top)
    }

    /// The lower edge, in tiles below the tile's center.
    pub(super) fn bottom(&self) -> f32 {
        self.tiles(self.place.0.bottom)
    }

    /// The signed distance of a row or column from the tile's center, in tiles.
    fn tiles(&self, pixel: usize) -> f32 {
        (pixel as f32 / SIDE as f32 - 0.5) * self.zoom
    }

    /// Whether the glyph was cut from the wide crop of its tile.
    pub(super) fn is_wide(&self) -> bool {
        self.zoom > 1.0
    }

    /// The median colors of the letter and of the ground around it.
    pub(super) fn colors(&self, tile: &TilePixels) -> ([u8; 3], [u8; 3]) {
        (self.ink(tile), self.ground(tile))
    }

    /// The median color of the letter.
    pub(super) fn ink(&self, tile: &TilePixels) -> [u8; 3] {
        color(tile, &self.letter)
    }

    /// The median color of the ground around the letter.
    pub(super) fn ground(&self, tile: &TilePixels) -> [u8; 3] {
        color(tile, &self.ring)
    }
}

/// The median color under a mask.
fn color(tile: &TilePixels, mask: &Mask) -> [u8; 3] {
    [0, 1, 2].map(|channel: usize| median_level(&tile.rgb[channel], mask).unwrap_or(0))
}

/// The rows and columns of a tile crop that are segmented; the frame and the neighbors lie outside. Smaller: large
/// letters are clipped. Larger: frames join the letters. Chosen by hand.
const INNER: std::ops::Range<usize> = 4..60;
/// The side of that region, in pixels.
const INNER_SIDE: usize = INNER.end - INNER.start;
/// The rows and columns whose levels determine the threshold. Smaller: letters off the center are missed. Larger:
/// frames shift the threshold. Chosen by hand.
const CORE: std::ops::Range<usize> = 10..54;

/// All different segments of a tile that may be its letter. Masked frames never count as ink.
pub(super) fn glyphs(tile: &TilePixels, cuts: Cuts, case: LetterCase, frames: &FrameMasks) -> Vec<Glyph> {
    let mut found: Vec<Glyph> = Vec::new();
    let mut labeling = Labeling::default();
    for segmentation in segmentations(tile, cuts, case) {
        let glyph = segment(tile, segmentation, frames, &mut labeling);
        found.extend(glyph.filter(|glyph| !found.iter().any(|other| glyph.is_same_as(other))));
    }
    found
}

/// The segmentations in this set, for this tile.
pub(super) fn segmentations(tile: &TilePixels, cuts: Cuts, case: LetterCase) -> Vec<Segmentation> {
    let planes: &[(PlaneName, &[u8])] = match cuts {
        Cuts::One(None) | Cuts::Luma(None) => &[(PlaneName::Luma, &[DARK, LIGHT])],
        Cuts::One(Some(false)) | Cuts::Luma(Some(false)) => &[(PlaneName::Luma, &[DARK])],
        Cuts::One(Some(true)) | Cuts::Luma(Some(true)) => &[(PlaneName::Luma, &[LIGHT])],
        // Luma alone separates nearly all letters. Only tiles of low confidence need the other planes.
        Cuts::Many => &[
            (PlaneName::Luma, &[DARK, LIGHT]),
            (PlaneName::Maximum, &[DARK, LIGHT]),
            (PlaneName::Minimum, &[DARK, LIGHT]),
            (PlaneName::Distance, &[LIGHT]),
        ],
        Cuts::Relief => &[(PlaneName::Relief, &[DARK, LIGHT])],
    };
    let mut all = Vec::new();
    for (i, &(plane, polarities)) in planes.iter().enumerate() {
        let is_repeated = planes[..i].iter().any(|(earlier, _)| tile.plane(*earlier) == tile.plane(plane));
        if is_repeated {
            continue; // Without color, all planes are equal.
        }
        for level in thresholds(tile.plane(plane), cuts) {
            for &polarity in polarities {
                all.push(Segmentation { plane, level, polarity, case });
            }
        }
    }
    all
}

/// The letter of one segmentation, if there is one. The labeling must be new or belong to this crop and these frames.
pub(super) fn segment(
    tile: &TilePixels,
    by: Segmentation,
    frames: &FrameMasks,
    labeling: &mut Labeling,
) -> Option<Glyph> {
    let frame = &frames[by.polarity as usize];
    let labels = labeling.of(tile, by, frame);
    cut(&tile.luma, tile.plane(by.plane), labels, &SegmentationParameters { by, frame, zoom: tile.zoom })
}

/// The labeled components of a tile at one threshold. Both polarities share them where no frame is masked.
pub(super) struct Labeling {
    classes: Classes,
    labels: Labels,
    of: Option<(PlaneName, u8, Option<u8>)>,
}

impl Default for Labeling {
    fn default() -> Labeling {
        Labeling { classes: Classes::new(INNER_SIDE), labels: Labels::default(), of: None }
    }
}

impl Labeling {
    /// Forgets the tile and keeps the buffers.
    pub(super) fn clear(&mut self) {
        self.of = None;
    }

    /// The labels of this segmentation, computed where they are not those of the previous one.
    fn of(&mut self, tile: &TilePixels, by: Segmentation, frame: &Mask) -> &Labels {
        let of = (by.plane, by.level, (*frame != [0; SIDE]).then_some(by.polarity));
        if self.of != Some(of) {
            sort_into(&mut self.classes, tile.plane(by.plane), by.level, by.polarity, frame);
            self.labels.label(&self.classes);
            self.of = Some(of);
        }
        &self.labels
    }
}

/// The letter by luma at Otsu's threshold, where the polarity of the letters is known.
pub(super) fn plain_glyph(luma: &Plane, light: bool) -> Option<Glyph> {
    let level = *thresholds(luma, Cuts::One(None)).first()?;
    let polarity = if light { LIGHT } else { DARK };
    let (mut classes, mut labels) = (Classes::new(INNER_SIDE), Labels::default());
    sort_into(&mut classes, luma, level, polarity, &[0; SIDE]);
    labels.label(&classes);
    let by = Segmentation { plane: PlaneName::Luma, level, polarity, case: LetterCase::Upper };
    cut(luma, luma, &labels, &SegmentationParameters { by, frame: &[0; SIDE], zoom: 1.0 })
}

/// The frames that a letter may touch: the dark and the light pixels, beside the letters, that nearly all tiles of a
/// board share.
pub(super) type FrameMasks = [Mask; 2];

/// Masks that leave nothing out.
pub(super) const NO_FRAME_MASKS: FrameMasks = [[0; SIDE]; 2];

/// The frames that these tiles share. Letters must all have the given polarity.
pub(super) fn common_frames<'a>(tiles: impl Iterator<Item = &'a TilePixels>, letters_are_light: bool) -> FrameMasks {
    /// The fewest tiles that show a common frame. Fewer: strokes that letters share become frames. More: the frames of
    /// small boards are missed. Chosen by hand.
    const FEWEST: usize = 8;
    /// The rows and columns in the middle that all letters cover, which are never masked. Smaller: strokes are masked.
    /// Larger: thick frames remain. Chosen by hand.
    const LETTERS: std::ops::Range<usize> = 18..46;
    let mut light = vec![0usize; SIDE * SIDE];
    let mut seen = 0;
    for tile in tiles {
        if let Some(&level) = thresholds(&tile.luma, Cuts::One(None)).first() {
            light.iter_mut().zip(&tile.luma).for_each(|(count, &value)| *count += usize::from(value > level));
            seen += 1;
        }
    }
    let enough = (tile_params().frame_common * seen as f32) as usize;
    if seen < FEWEST {
        return NO_FRAME_MASKS;
    }
    let mask = |has: &dyn Fn(usize) -> bool| {
        let bit = |x: usize, y: usize| !(LETTERS.contains(&x) && LETTERS.contains(&y)) && has(light[y * SIDE + x]);
        let rows = std::array::from_fn(|y| (0..SIDE).fold(0, |row, x| row | u64::from(bit(x, y)) << x));
        // The next pixel may be a soft edge, and frames differ by a pixel from tile to tile.
        grown(&rows, 1)
    };
    // The common pixels of the other polarity are the ground.
    match letters_are_light {
        true => [[0; SIDE], mask(&|count| count > enough)],
        false => [mask(&|count| seen - count > enough), [0; SIDE]],
    }
}

/// The same masks for a crop of `zoom` tiles.
pub(super) fn widened(frames: &FrameMasks, zoom: f32) -> FrameMasks {
    let from = |n: usize| (n as f32 + 0.5 - SIDE as f32 / 2.0) * zoom + SIDE as f32 / 2.0;
    let inside = |n: f32| (0.0..SIDE as f32).contains(&n).then_some(n as usize);
    let bit = |mask: &Mask, x: usize, y: usize| {
        inside(from(x)).zip(inside(from(y))).is_some_and(|(x, y)| mask[y] >> x & 1 == 1)
    };
    frames.map(|mask| std::array::from_fn(|y| (0..SIDE).fold(0, |row, x| row | u64::from(bit(&mask, x, y)) << x)))
}

/// A set of segmentations: planes, thresholds and polarities. `Some(true)` restricts it to light letters, `Some(false)`
/// to dark ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cuts {
    /// Luma at Otsu's threshold. It is right for nearly all tiles.
    One(Option<bool>),
    /// Luma at five thresholds: Otsu's, Otsu's of either side of it, and two for hairlines. It is for letters that may
    /// have lost strokes.
    Luma(Option<bool>),
    /// The same thresholds in every plane, for pale letters and crowded tiles. The geometry of the board chooses among
    /// the results.
    Many,
    /// Otsu's threshold on luma minus its local mean, for letters that merge with a highlight.
    Relief,
}

/// The thresholds of a plane; none where its contrast is too low.
fn thresholds(plane: &Plane, cuts: Cuts) -> Vec<u8> {
    /// The least range of levels of a tile that shows something. Smaller: noise is segmented. Larger: pale letters are
    /// missed. Chosen by hand.
    const CONTRAST: u8 = 12;
    /// The most pixels, and the largest range of levels, of a side of the threshold that is not divided again. Smaller:
    /// more attempts on noise. Larger: faint strokes are missed. Chosen by hand.
    const PART: (u32, u8) = (60, 16);
    let core: Histogram = CORE.flat_map(|y| plane[y * SIDE..][CORE].iter().copied()).collect();
    if core.range() < CONTRAST {
        return Vec::new();
    }
    let middle = core.otsu();
    let mut levels = vec![middle];
    if matches!(cuts, Cuts::Many | Cuts::Luma(_)) {
        let (dark, light) = core.parted(middle);
        // Thresholds nearer to either mean keep hairlines, which are fainter than stems.
        let (low, high) = (dark.mean(), light.mean());
        let params = tile_params();
        levels.extend([params.hairline_low, params.hairline_high].map(|part| (low + part * (high - low)) as u8));
        let large = |part: &&Histogram| part.total() > PART.0 && part.range() > PART.1;
        levels.extend([&dark, &light].into_iter().filter(large).map(Histogram::otsu));
    }
    levels
}

/// One segmentation of a tile: the plane, the threshold, the polarity of the ink ([`DARK`] or [`LIGHT`]), and the case of
/// the letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Segmentation {
    plane: PlaneName,
    level: u8,
    polarity: u8,
    case: LetterCase,
}

/// The parameters of one segmentation of a labeled plane.
struct SegmentationParameters<'a> {
    by: Segmentation,
    /// Pixels that are not ink, whatever their level.
    frame: &'a Mask,
    /// The width of the tile crop, in tiles.
    zoom: f32,
}

/// The letter at one threshold and polarity, if there is one, from the components at this threshold.
fn cut(luma: &Plane, plane: &Plane, labels: &Labels, by: &SegmentationParameters) -> Option<Glyph> {
    let &SegmentationParameters { by: Segmentation { level, polarity, case, .. }, frame, zoom } = by;
    let components = labels.components();
    let members = letter_parts(components, (polarity, case), zoom)?;
    let mask = |wanted: &dyn Fn(usize) -> bool| {
        let mut mask: Mask = [0; SIDE];
        for (run, _) in labels.runs().filter(|(_, component)| wanted(*component)) {
            let bits = ((1u64 << (run.right - run.left)) - 1) << (run.left as usize + INNER.start);
            mask[run.row as usize + INNER.start] |= bits;
        }
        mask
    };
    let ink = mask(&|component| components[component].class == polarity);
    let letter = mask(&|component| members.contains(&component));
    let area = letter.iter().map(|row| row.count_ones() as usize).sum();
    let ring = ring(&letter, &ink);
    let whole = window_of(components, &members)?;
    let fitted = |letter: &Mask, window: PixelBox| {
        let opacity = soften(plane, level, letter, &ring, window)?;
        Some(Box::new(fit(&opacity, window.right - window.left)))
    };
    let groups = side_by_side(components, &members);
    let parts = match groups.len() {
        1 => Vec::new(),
        _ => groups
            .iter()
            .map(|group| fitted(&mask(&|component| group.contains(&component)), window_of(components, group)?))
            .collect::<Option<_>>()?,
    };
    let hyphen = if parts.is_empty() { None } else { hyphen(components, polarity, whole) };
    // The letters are centered together with their hyphen.
    let extent = hyphen.map_or(whole, |(_, bar)| union(whole, bar));
    let center_x = ((extent.left + extent.right) as f32 / (2 * SIDE) as f32 - 0.5) * zoom;
    let edge = grown(&letter, 1);
    let was_ink = |i: usize| (plane[i] > level) == (polarity == LIGHT);
    let trimmed = places(&std::array::from_fn(|y| edge[y] & frame[y])).any(was_ink);
    Some(Glyph {
        pixels: fitted(&letter, whole)?,
        hyphen: hyphen.map(|(side, _)| side),
        parts,
        light: median_level(luma, &letter) > median_level(luma, &ring),
        center_x,
        zoom,
        trimmed,
        letter,
        ring,
        place: (whole, area),
    })
}

/// Classifies the pixels of the inner region by the threshold. Masked frames get the class that is not ink.
fn sort_into(classes: &mut Classes, plane: &Plane, level: u8, polarity: u8, frame: &Mask) {
    classes.clear();
    for y in INNER {
        let row = &plane[y * SIDE..][INNER];
        let light = bits_above(row, level);
        let frame = frame[y] >> INNER.start;
        let light = if polarity == LIGHT { light & !frame } else { light | frame };
        classes.push(!light, light);
    }
}

/// A bit for each value that is above the level, the first value in the lowest bit. The number of values is a multiple
/// of 8.
fn bits_above(values: &[u8], level: u8) -> u64 {
    values.as_chunks::<8>().0.iter().enumerate().fold(0, |bits, (i, eight)| {
        // The multiplication moves the lowest bit of each byte into the highest byte.
        let ones = u64::from_le_bytes(eight.map(|value| u8::from(value > level)));
        bits | (ones.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i)
    })
}

/// The members grouped by letter, from left to right. Members above each other, as a broken stroke, are one letter.
fn side_by_side(components: &[Component], members: &[usize]) -> Vec<Vec<usize>> {
    let above = tile_params().stacked_overlap;
    let mut order = members.to_vec();
    order.sort_by_key(|&i| components[i].left);
    let mut groups: Vec<(u32, u32, Vec<usize>)> = Vec::new();
    for i in order {
        let own = &components[i];
        match groups.last_mut() {
            Some((left, right, group))
                if own.left < *right
                    && (right.saturating_sub(own.left)) as f32 > above * own.width().min(*right - *left) as f32 =>
            {
                *right = (*right).max(own.right);
                group.push(i);
            }
            _ => groups.push((own.left, own.right, vec![i])),
        }
    }
    groups.into_iter().map(|(.., group)| group).collect()
}

/// The hyphen beside several letters, a flat bar at half their height: its side and its box.
fn hyphen(components: &[Component], polarity: u8, letters: PixelBox) -> Option<(Hyphen, PixelBox)> {
    let (params, height) = (tile_params(), (letters.bottom - letters.top) as f32);
    components.iter().filter(|c| c.class == polarity).find_map(|c| {
        let (bar, place) = ((c.width() as f32, c.height() as f32), window(c));
        let middle = ((place.top + place.bottom) as f32 / 2.0 - letters.top as f32) / height;
        let flat = bar.0 > params.hyphen_min_flatness * bar.1
            && bar.1 < params.hyphen_max_height * height
            && (params.hyphen_min_width..params.hyphen_max_width).contains(&(bar.0 / height));
        let gap = |from: usize, to: usize| {
            to as f32 - from as f32 > -1.0 && (to as f32 - from as f32) < params.hyphen_max_gap * height
        };
        if !flat || !(params.hyphen_highest..params.hyphen_lowest).contains(&middle) {
            None
        } else if gap(letters.right, place.left) {
            Some((Hyphen::After, place))
        } else if gap(place.right, letters.left) {
            Some((Hyphen::Before, place))
        } else {
            None
        }
    })
}

/// The bounding box of some components, in pixels of the crop.
fn window_of(components: &[Component], members: &[usize]) -> Option<PixelBox> {
    members.iter().map(|&i| window(&components[i])).reduce(union)
}

/// The bounding box of a component, in pixels of the crop.
fn window(component: &Component) -> PixelBox {
    let at = |n: u32| n as usize + INNER.start;
    PixelBox {
        left: at(component.left),
        top: at(component.top),
        right: at(component.right),
        bottom: at(component.bottom),
    }
}

/// The components of the letter: the main one first, then those on its line. `None` without a main one.
fn letter_parts(components: &[Component], (polarity, case): (u8, LetterCase), zoom: f32) -> Option<Vec<usize>> {
    let (params, edge) = (tile_params(), INNER_SIDE as u32);
    let inside = |c: &Component| c.left > 0 && c.top > 0 && c.right < edge && c.bottom < edge;
    let own: Vec<usize> =
        (0..components.len()).filter(|&i| components[i].class == polarity && inside(&components[i])).collect();
    let score = |c: &Component| {
        let off = |low: u32, high: u32| (low + high) as f32 / 2.0 - INNER_SIDE as f32 / 2.0;
        let distance = off(c.left, c.right).powi(2) + off(c.top, c.bottom).powi(2);
        c.height() as f32
            * (c.area as f32).sqrt()
            * (-distance * zoom * zoom / (2.0 * params.center_spread * params.center_spread)).exp()
    };
    let heights = params.letter_min_height..=params.letter_max_height;
    let main = own
        .iter()
        .copied()
        .filter(|&i| heights.contains(&(components[i].height() as f32 * zoom)))
        .filter(|&i| components[i].width() as f32 * zoom <= params.letter_max_width)
        .max_by(|&a, &b| score(&components[a]).total_cmp(&score(&components[b])))?;
    let mut parts = vec![main];
    let (mut left, mut right) = (components[main].left, components[main].right);
    // Two rounds: a component joined in the first may reach the next one.
    for _ in 0..2 {
        for &i in &own {
            let (main, other) = (&components[main], &components[i]);
            let is_dot = case == LetterCase::Lower && is_dot_of(main, other);
            if !parts.contains(&i) && (is_dot || belongs(main, other, left, right)) {
                parts.push(i);
                left = left.min(components[i].left);
                right = right.max(components[i].right);
            }
        }
    }
    Some(parts)
}

/// Whether a component belongs to the letter with this main component, whose parts reach from `left` to `right`: as
/// another letter on its line, or as a fragment inside its box.
fn belongs(main: &Component, other: &Component, left: u32, right: u32) -> bool {
    let params = tile_params();
    let height = main.height() as f32;
    let overlap = main.bottom.min(other.bottom) as f32 - main.top.max(other.top) as f32;
    let gap = (other.left as f32 - right as f32).max(left as f32 - other.right as f32);
    let beside = other.height() as f32 >= params.beside_min_height * height
        && overlap > 0.0
        && gap < params.beside_max_gap * height
        && main.bottom.abs_diff(other.bottom) as f32 <= params.beside_max_offset * height;
    let fragment =
        other.left >= left && other.right <= right && overlap >= params.fragment_overlap * other.height() as f32;
    beside || fragment
}

/// Whether a component may be the dot of an `i` or a `j` with this main component.
fn is_dot_of(main: &Component, other: &Component) -> bool {
    /// The largest height of a dot and the largest gap below it, in heights of the stem: 0.3 and 0.4 in usual typefaces.
    /// Smaller: an `i` loses its dot and reads as l. Larger: a mark above a letter joins it. Chosen by hand.
    const HEIGHT: f32 = 0.5;
    const GAP: f32 = 0.6;
    /// The width of a dot, in heights of the stem. Smaller: the dots of wide typefaces are missed. Larger: lines above a
    /// letter join it. Chosen by hand.
    const WIDTH: f32 = 0.6;
    let height = main.height() as f32;
    let gap = main.top as f32 - other.bottom as f32;
    let middle = (other.left + other.right) as f32 / 2.0;
    (0.0..GAP * height).contains(&gap)
        && (other.height() as f32) < HEIGHT * height
        && (other.width() as f32) < WIDTH * height
        && (main.left as f32..=main.right as f32).contains(&middle)
}

#[cfg(test)]
mod tests {
    use super::super::tile::tile_pixels;
    use super::*;
    use image::{Rgba, RgbaImage};

    /// A tile with an L, a frame, and a dot in the corner.
    fn drawn(scale: u32, ink: u8, ground: u8) -> RgbaImage {
        RgbaImage::from_fn(100 * scale, 100 * scale, |x, y| {
            let (x, y) = (x / scale, y / scale);
            let letter =
                ((30..42).contains(&x) && (20..75).contains(&y)) || ((30..65).contains(&x) && (65..75).contains(&y));
            let frame = x < 6 || y < 6 || x >= 94 || y >= 94;
            let dot = (80..86).contains(&x) && (80..86).contains(&y);
            let level = if letter || frame || dot { ink } else { ground };
            Rgba([level, level, level, 255])
        })
    }

    #[test]
    fn a_letter_is_cut_out_without_frame_and_dot() {
        for (scale, ink, ground) in [(1, 10, 200), (1, 230, 40), (2, 60, 120)] {
            let side = 100.0 * scale as f32;
            let tile = tile_pixels(&drawn(scale, ink, ground), (side / 2.0, side / 2.0), (side, side));
            let found = glyphs(&tile, Cuts::One(None), LetterCase::Upper, &NO_FRAME_MASKS);
            assert_eq!(found.len(), 1, "every plane shows the same");
            assert!((found[0].bottom() - found[0].top() - 0.55).abs() < 0.04 && found[0].light == (ink > ground));
            assert_eq!(found[0].colors(&tile), ([ink; 3], [ground; 3]));
        }
    }

    #[test]
    fn a_dot_belongs_to_a_small_letter_only() {
        let i = RgbaImage::from_fn(100, 100, |x, y| {
            let ink = (45..55).contains(&x) && ((20..30).contains(&y) || (40..80).contains(&y));
            Rgba(if ink { [0, 0, 0, 255] } else { [200, 200, 200, 255] })
        });
        let tile = tile_pixels(&i, (50.0, 50.0), (100.0, 100.0));
        for (case, height) in [(LetterCase::Upper, 0.4), (LetterCase::Lower, 0.6)] {
            let found = glyphs(&tile, Cuts::One(Some(false)), case, &NO_FRAME_MASKS);
            assert!((found[0].bottom() - found[0].top() - height).abs() < 0.04, "{case:?}");
        }
    }

    #[test]
    fn bits_are_in_the_order_of_their_values() {
        let values: Vec<u8> = (0..INNER_SIDE).map(|i| (i * i * 37 % 251) as u8).collect();
        let bits = values.iter().rev().fold(0u64, |bits, &value| bits << 1 | u64::from(value > 99));
        assert_eq!(bits_above(&values, 99), bits);
    }

    #[test]
    fn an_even_tile_has_no_glyph() {
        let even = RgbaImage::from_pixel(50, 50, Rgba([90, 80, 70, 255]));
        let tile = tile_pixels(&even, (25.0, 25.0), (50.0, 50.0));
        assert!(glyphs(&tile, Cuts::Many, LetterCase::Lower, &NO_FRAME_MASKS).is_empty());
    }
}
