//! Segmentation: cuts a letter out of its tile, without the ground, the frame, dots and neighbors.
//!
//! [`segmentations`] lists the plane, threshold and polarity of each attempt; [`segment`] makes one of them. Otsu's
//! threshold (1979) divides the tile into dark and light pixels. Of the connected components of one polarity,
//! `letter_parts` chooses those of the letter. The result is a [`Glyph`]: soft-edged, scaled to [`GLYPH`](super::fit::GLYPH) pixels with its proportions kept, and so without
//! color, position or size. `guess` classifies it.

use super::LetterCase;
use super::divide::{divisions, pixel_box};
use super::fit::{PixelBox, fit, union};
use super::glyph::{Glyph, GlyphPart};
use super::letter_parts::{
    INNER, INNER_SIDE, hyphen, letter_parts, letters_beside, side_by_side, tail_below, window_of,
};
use super::mask::{FrameMasks, Mask, grown, median_level, places, ring, soften};
use super::tile::{MIDDLE, Plane, PlaneName, SIDE, TilePixels};
use super::tile_params::tile_params;
use crate::pixels::Histogram;
use crate::pixels::components::{Classes, DARK, LIGHT, Labels};

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
        Cuts::Stripes => {
            &[(PlaneName::Smooth, &[DARK, LIGHT]), (PlaneName::JoinedDark, &[DARK]), (PlaneName::JoinedLight, &[LIGHT])]
        }
    };
    let mut all = Vec::new();
    for (i, &(plane, polarities)) in planes.iter().enumerate() {
        let is_repeated = planes[..i].iter().any(|&(earlier, by)| {
            polarities.iter().all(|polarity| by.contains(polarity)) && tile.plane(earlier) == tile.plane(plane)
        });
        if is_repeated {
            continue; // Without color, all planes are equal.
        }
        for level in thresholds(tile.plane(plane), cuts) {
            for &polarity in polarities {
                let is_later_luma = plane == PlaneName::Luma && !matches!(cuts, Cuts::One(_));
                let by = Segmentation { plane, level, polarity, case, divide: is_later_luma, with_tail: false };
                all.push(by);
                if is_later_luma && case == LetterCase::Upper {
                    all.push(Segmentation { with_tail: true, ..by });
                }
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
    let by = Segmentation {
        plane: PlaneName::Luma,
        level,
        polarity,
        case: LetterCase::Upper,
        divide: false,
        with_tail: false,
    };
    cut(luma, luma, &labels, &SegmentationParameters { by, frame: &[0; SIDE], zoom: 1.0 })
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
    /// Otsu's threshold on the local mean of luma, and on luma with joined stripes, for letters that are made of stripes or
    /// dots.
    Stripes,
}

/// The thresholds of a plane; none where its contrast is too low.
pub(super) fn thresholds(plane: &Plane, cuts: Cuts) -> Vec<u8> {
    /// The least range of levels of a tile that shows something. Smaller: noise is segmented. Larger: pale letters are
    /// missed. Chosen by hand.
    const CONTRAST: u8 = 12;
    /// The most pixels, and the largest range of levels, of a side of the threshold that is not divided again. Smaller:
    /// more attempts on noise. Larger: faint strokes are missed. Chosen by hand.
    const PART: (u32, u8) = (60, 16);
    let core: Histogram = MIDDLE.flat_map(|y| plane[y * SIDE..][MIDDLE].iter().copied()).collect();
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
    /// Whether wide parts may be several letters that touch. In the first pass, and in planes other than luma, they may not: that is work,
    /// and nearly all tiles read.
    divide: bool,
    /// Whether the segmentation wants a tail below the letters that does not touch them, as under the Q of some typefaces. Where there is none it
    /// yields no segment.
    with_tail: bool,
}

/// The parameters of one segmentation of a labeled plane.
struct SegmentationParameters<'a> {
    by: Segmentation,
    /// Pixels that are not ink, whatever their level.
    frame: &'a Mask,
    /// The width of the tile crop, in tiles.
    zoom: f32,
}

/// The most parts of a row of letters: a limit of work. The longest faces, as `A/B/C`, have five. Smaller: letters that fell apart are lost.
/// Larger: noise takes longer. Chosen by hand.
const MOST_PARTS: usize = 8;

/// The letter at one threshold and polarity, if there is one, from the components at this threshold.
fn cut(luma: &Plane, plane: &Plane, labels: &Labels, by: &SegmentationParameters) -> Option<Glyph> {
    let &SegmentationParameters {
        by: Segmentation { plane: name, level, polarity, case, divide, with_tail },
        frame,
        zoom,
    } = by;
    let components = labels.components();
    let mut members = letter_parts(components, (polarity, case), zoom)?;
    if with_tail {
        members.push(tail_below(components, &members)?);
    }
    let mask = |wanted: &dyn Fn(usize) -> bool| {
        let mut mask: Mask = [0; SIDE];
        for (run, _) in labels.runs().filter(|(_, component)| wanted(*component)) {
            let bits = ((1u64 << (run.right - run.left)) - 1) << (run.left as usize + INNER.start);
            mask[run.row as usize + INNER.start] |= bits;
        }
        mask
    };
    let ink = mask(&|component| components[component].class == polarity);
    let masked =
        |members: &[usize]| Some((mask(&|component| members.contains(&component)), window_of(components, members)?));
    let (letter, whole) = masked(&members)?;
    let ring = ring(&letter, &ink);
    let fitted = |letter: &Mask, window: PixelBox| {
        let opacity = soften(plane, level, letter, &ring, window)?;
        Some(Box::new(fit(&opacity, window.right - window.left)))
    };
    let groups = side_by_side(components, &members);
    let pixels = fitted(&letter, whole)?;
    let divided = |part: &Mask, window: PixelBox| {
        let divisions = if divide && is_wide(window, groups.len()) { divisions(part, window) } else { Vec::new() };
        let letters = |division: Vec<Mask>| {
            division.iter().map(|letter| fitted(letter, pixel_box(letter)?)).collect::<Option<_>>()
        };
        divisions.into_iter().filter_map(letters).collect::<Vec<Vec<_>>>()
    };
    let part = |i: usize| {
        let (part, window) = masked(&groups[i])?;
        let next = groups.get(i + 1).filter(|_| groups.len() > 2);
        let both = next.and_then(|next| masked(&[&groups[i][..], next].concat()));
        let both = both.filter(|(_, window)| !is_wide(*window, 1));
        Some(GlyphPart {
            pixels: fitted(&part, window)?,
            with_next: both.and_then(|(both, window)| fitted(&both, window)),
            divided: divided(&part, window),
        })
    };
    let parts = match groups.len() {
        1 => {
            let divided = divided(&letter, whole);
            let part = (!divided.is_empty()).then(|| GlyphPart { pixels: pixels.clone(), with_next: None, divided });
            part.into_iter().collect()
        }
        count if count > MOST_PARTS => Vec::new(),
        count => (0..count).map(part).collect::<Option<Vec<GlyphPart>>>()?,
    };
    let hyphen = if groups.len() > 1 { hyphen(components, polarity, whole) } else { None };
    // The letters are centered together with their hyphen.
    let extent = hyphen.map_or(whole, |(_, bar)| union(whole, bar));
    let center_x = ((extent.left + extent.right) as f32 / (2 * SIDE) as f32 - 0.5) * zoom;
    let edge = grown(&letter, 1);
    let was_ink = |i: usize| (plane[i] > level) == (polarity == LIGHT);
    let lost: Vec<usize> = places(&std::array::from_fn(|y| edge[y] & frame[y])).filter(|&i| was_ink(i)).collect();
    let has_gaps = matches!(name, PlaneName::Smooth | PlaneName::JoinedDark | PlaneName::JoinedLight);
    let letter = if has_gaps { without_gaps(letter, luma, level, polarity) } else { letter };
    let area = letter.iter().map(|row| row.count_ones() as usize).sum();
    Some(Glyph {
        pixels,
        hyphen: hyphen.map(|(side, _)| side),
        parts,
        light: median_level(luma, &letter) > median_level(luma, &ring),
        center_x,
        zoom,
        trimmed: !lost.is_empty(),
        trimmed_below: lost.iter().any(|i| i / SIDE >= whole.bottom),
        letter,
        ring,
        place: (whole, area),
        letters_beside: letters_beside(components, polarity, whole),
    })
}

/// Whether a part of this size, one of `parts`, may be several letters that touch.
fn is_wide(part: PixelBox, parts: usize) -> bool {
    /// The least width, in heights, of one of several parts, which may be a slash and a narrow letter. Smaller: more work.
    /// Larger: narrow letters that touch stay together. Chosen by hand; `hard judge --kind digrams` shows a change.
    const AMONG_OTHERS: f32 = 0.7;
    /// The same of a segment in one piece: few capitals are wider than high.
    const ALONE: f32 = 1.1;
    let least = if parts > 1 { AMONG_OTHERS } else { ALONE };
    (part.right - part.left) as f32 >= least * (part.bottom - part.top) as f32
}

/// The pixels of a letter of stripes or dots without the gaps between them: those that are ink by luma too. All of its pixels
/// where hardly any are.
fn without_gaps(letter: Mask, luma: &Plane, level: u8, polarity: u8) -> Mask {
    /// The least share of the pixels of a letter that are ink. Smaller: single pixels give the color of the letter. Larger: thin
    /// stripes count as gaps. Chosen by hand: letters of dots have a quarter.
    const LEAST: f32 = 0.15;
    let bits = |y: usize| {
        (0..SIDE).fold(0, |row, x| row | u64::from((luma[y * SIDE + x] > level) == (polarity == LIGHT)) << x)
    };
    let ink: Mask = std::array::from_fn(|y| letter[y] & bits(y));
    let count = |mask: &Mask| mask.iter().map(|row| row.count_ones()).sum::<u32>() as f32;
    if count(&ink) < LEAST * count(&letter) { letter } else { ink }
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

#[cfg(test)]
mod tests {
    use super::super::mask::NO_FRAME_MASKS;
    use super::super::tile::tile_pixels;
    use super::*;
    use crate::read::fit::GLYPH;
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

    /// The height, in tiles, of the tallest segment with two parts: two bars, with or without a flat bar below the first.
    #[test]
    fn a_tail_that_does_not_touch_its_letter_is_a_further_segment() {
        let tallest = |has_tail: bool, cuts: Cuts| -> f32 {
            let letters = RgbaImage::from_fn(100, 100, |x, y| {
                let letter = (30..70).contains(&x) && !(46..54).contains(&x) && (30..66).contains(&y);
                let tail = has_tail && (34..50).contains(&x) && (69..75).contains(&y);
                Rgba(if letter || tail { [0, 0, 0, 255] } else { [200, 200, 200, 255] })
            });
            let tile = tile_pixels(&letters, (50.0, 50.0), (100.0, 100.0));
            let found = glyphs(&tile, cuts, LetterCase::Upper, &NO_FRAME_MASKS);
            let two = found.iter().filter(|glyph| glyph.parts.len() == 2);
            two.map(|glyph| glyph.bottom() - glyph.top()).fold(0.0, f32::max)
        };
        let (first, further) = (Cuts::One(Some(false)), Cuts::Luma(Some(false)));
        for (has_tail, cuts, expected) in [(true, first, 0.36), (true, further, 0.45), (false, further, 0.36)] {
            let height = tallest(has_tail, cuts);
            assert!((height - expected).abs() < 0.03, "{has_tail} {cuts:?}: {height}");
        }
    }

    /// How many bars are side by side, and how many pixels from one to the next; the parts, and those that may be a letter with the next one.
    #[test]
    fn parts_of_a_row_may_be_one_letter_with_the_next_one() {
        for (bars, pitch, parts, with_next) in [(1, 6, 0, 0), (2, 6, 2, 0), (3, 6, 3, 2), (5, 6, 5, 4), (16, 3, 0, 0)] {
            let left = 32 - pitch * bars / 2;
            let row = RgbaImage::from_fn(64, 64, |x, y| {
                let is_bar = (left..left + pitch * bars).contains(&x) && (x - left) % pitch < pitch / 2 + 1;
                Rgba(if is_bar && (24..42).contains(&y) { [0, 0, 0, 255] } else { [200, 200, 200, 255] })
            });
            let tile = tile_pixels(&row, (32.0, 32.0), (64.0, 64.0));
            let found = glyphs(&tile, Cuts::One(Some(false)), LetterCase::Upper, &NO_FRAME_MASKS);
            let of_row = &found[0].parts;
            let joined = of_row.iter().filter(|part| part.with_next.is_some()).count();
            assert_eq!((of_row.len(), joined), (parts, with_next), "{bars}");
        }
    }

    #[test]
    fn a_letter_of_stripes_is_one_glyph() {
        // An L of rows two pixels high, with gaps of two.
        let stripes = RgbaImage::from_fn(64, 64, |x, y| {
            let letter =
                (20..26).contains(&x) && (16..48).contains(&y) || (20..44).contains(&x) && (42..48).contains(&y);
            Rgba(if letter && y % 4 < 2 { [250, 250, 250, 255] } else { [30, 40, 30, 255] })
        });
        let tile = tile_pixels(&stripes, (32.0, 32.0), (64.0, 64.0));
        let height = |cuts: Cuts| {
            let found = glyphs(&tile, cuts, LetterCase::Upper, &NO_FRAME_MASKS);
            found.iter().filter(|glyph| glyph.light).map(|glyph| glyph.bottom() - glyph.top()).fold(0.0, f32::max)
        };
        assert!(height(Cuts::One(None)) < 0.2, "{}", height(Cuts::One(None)));
        assert!((height(Cuts::Stripes) - 0.5).abs() < 0.06, "{}", height(Cuts::Stripes));
    }

    /// A small U, 20 pixels of the crop high, whose sides are five pixels apart: its stripes are joined, its sides are not.
    #[test]
    fn a_small_letter_of_stripes_keeps_its_counter() {
        let stripes = RgbaImage::from_fn(256, 256, |x, y| {
            let (x, y) = (x as f32 / 4.0, y as f32 / 4.0);
            let letter = (26.0..38.0).contains(&x) && (22.0..42.0).contains(&y);
            let counter = (29.5..34.5).contains(&x) && y < 38.0;
            let is_gap = y % 2.5 >= 1.25;
            Rgba(if letter && !counter && !is_gap { [250, 250, 250, 255] } else { [30, 40, 30, 255] })
        });
        let tile = tile_pixels(&stripes, (128.0, 128.0), (256.0, 256.0));
        let found = glyphs(&tile, Cuts::Stripes, LetterCase::Upper, &NO_FRAME_MASKS);
        let is_whole = |glyph: &&Glyph| glyph.light && (glyph.bottom() - glyph.top() - 20.0 / 64.0).abs() < 0.04;
        let upper_middle = |glyph: &Glyph| glyph.pixels[GLYPH / 4 * GLYPH + GLYPH / 2];
        let sides = |glyph: &Glyph| {
            let row = &glyph.pixels[GLYPH / 2 * GLYPH..][..GLYPH];
            [&row[..GLYPH / 2], &row[GLYPH / 2..]].map(|side| side.iter().copied().fold(0.0, f32::max))
        };
        let has_both_sides = |glyph: &Glyph| sides(glyph).iter().all(|level| *level > 0.6);
        assert!(found.iter().filter(is_whole).any(|glyph| upper_middle(glyph) < 0.2 && has_both_sides(glyph)));
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
