//! Figures that are made of horizontal stripes, as the letters of old screens, and pictures in which they are whole.

use super::{Rect, Size, luma};
use image::RgbaImage;

/// Dark or light bars that lie above each other at equal distances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stripes {
    /// The distance from one bar to the next, in pixels.
    period: f32,
    /// Whether the bars are darker than the gaps between them.
    is_dark: bool,
}

/// The bars above each other in one column of pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Stack {
    stripes: Stripes,
    /// The number of bars.
    bars: usize,
}

impl Stripes {
    /// The stripes of which the most figures of this part of a picture are made, by their height, with a period of at most `longest`
    /// pixels; `None` where hardly any are.
    pub(crate) fn of(pixels: &RgbaImage, part: Rect, longest: f32) -> Option<Stripes> {
        /// The columns of pixels that are read in each longest period. Fewer: thin letters are missed. More: boards take longer. Chosen by
        /// hand.
        const COLUMNS: f32 = 6.0;
        /// The fewest stacks of bars. Smaller: single icons count as letters. Larger: blurred letters do not count. Chosen by hand; `hard
        /// judge --kind pixel` shows a change of this number and of those of [`stacks`].
        const FEWEST: usize = 4;
        /// How much longer one period may be than another one of the same stripes. Smaller: blurred stripes differ. Larger: two sizes of
        /// letters are one. Chosen by hand.
        const SAME: f32 = 1.2;
        let part = part.shared(&Rect::at_origin(Size::from(pixels.dimensions())))?;
        let step = (longest / COLUMNS).max(1.0) as usize;
        let stacks = columns(pixels, part, step).into_iter().flat_map(|levels| stacks(&levels));
        let stacks = stacks.filter(|stack| stack.stripes.period <= longest);
        let (dark, light): (Vec<Stack>, Vec<Stack>) = stacks.partition(|stack| stack.stripes.is_dark);
        let highest = [dark, light].into_iter().filter_map(|mut stacks| {
            stacks.sort_by(|a, b| a.stripes.period.total_cmp(&b.stripes.period));
            let mut total = 0.0;
            let mut heights = vec![0.0];
            heights.extend(stacks.iter().map(|stack| {
                total += stack.stripes.period * stack.bars as f32;
                total
            }));
            let alike = (0..stacks.len()).map(|i| {
                let end = stacks.partition_point(|stack| stack.stripes.period <= SAME * stacks[i].stripes.period);
                (heights[end] - heights[i], i..end)
            });
            let (height, alike) =
                alike.filter(|(_, alike)| alike.len() >= FEWEST).max_by(|a, b| a.0.total_cmp(&b.0))?;
            Some((height, stacks[alike.start + alike.len() / 2].stripes))
        });
        highest.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, stripes)| stripes)
    }

    /// The picture with the gaps between such bars filled: a morphological closing of dark or light levels, down the columns.
    pub(crate) fn joined(self, pixels: &RgbaImage) -> RgbaImage {
        // What is as high as a period may be the gap between two bars of an E.
        let rows = self.period.round() as usize;
        let joined = match self.is_dark {
            true => closed(pixels, rows, u8::min, u8::max),
            false => closed(pixels, rows, u8::max, u8::min),
        };
        RgbaImage::from_raw(pixels.width(), pixels.height(), joined).unwrap_or_else(|| unreachable!("a byte for each"))
    }
}

/// Every `step`-th column of this part of a picture, as brightness.
fn columns(pixels: &RgbaImage, part: Rect, step: usize) -> Vec<Vec<f32>> {
    let places: Vec<u32> = (part.x..part.right()).step_by(step).map(|x| x as u32).collect();
    let mut columns = vec![Vec::with_capacity(part.height as usize); places.len()];
    // Row by row, as the pixels lie in memory.
    for y in part.y..part.bottom() {
        for (column, &x) in columns.iter_mut().zip(&places) {
            let [red, green, blue, _] = pixels.get_pixel(x, y as u32).0;
            column.push(luma([red, green, blue]));
        }
    }
    columns
}

/// The levels of a picture, in which gaps of fewer rows than this are closed. Of two levels `to_ink` returns the one that is
/// nearer to the ink, and `to_ground` the other one.
fn closed(pixels: &RgbaImage, rows: usize, to_ink: impl Fn(u8, u8) -> u8, to_ground: impl Fn(u8, u8) -> u8) -> Vec<u8> {
    let row = 4 * pixels.width() as usize;
    let levels = pixels.as_raw();
    let distances = || (1..rows).map(|distance| distance * row).filter(|&distance| distance < levels.len());
    // Each row takes the ink of the rows above it, and then the ground of those below.
    let mut inked = levels.clone();
    for distance in distances() {
        inked[distance..].iter_mut().zip(levels).for_each(|(level, &above)| *level = to_ink(*level, above));
    }
    let mut closed = inked.clone();
    for distance in distances() {
        closed.iter_mut().zip(&inked[distance..]).for_each(|(level, &below)| *level = to_ground(*level, below));
    }
    closed
}

/// The stacks of bars in a column of these levels.
fn stacks(levels: &[f32]) -> Vec<Stack> {
    /// The fewest bars. Smaller: the three bars of an E count. Larger: round letters of few stripes do not count.
    const FEWEST: usize = 5;
    /// The most bars. Larger: striped grounds count.
    const MOST: usize = 20;
    /// How much bars, and their distances from the next ones, may differ, in periods. Smaller: blurred stripes differ. Larger: lines of
    /// text are alike.
    const TOLERANCE: f32 = 0.3;
    /// The same in pixels, for stripes of one or two.
    const PIXELS: f32 = 0.75;
    /// The least distance to what lies above and below, in periods. Smaller: striped grounds count. Larger: letters close to an edge do not.
    const APART: f32 = 1.25;
    /// The range of the gaps, in periods. Wider: lines of text count. Narrower: letters of dots do not.
    const GAPS: std::ops::Range<f32> = 0.25..0.6;
    let edges = edges(levels);
    let runs: Vec<f32> = edges.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    let mut stacks = Vec::new();
    let mut first = 0;
    while first + 2 * FEWEST - 1 <= runs.len() {
        let period = runs[first] + runs[first + 1];
        let most = PIXELS.max(TOLERANCE * period);
        let goes_on = |&bar: &usize| {
            bar + 2 < runs.len()
                && (runs[bar] + runs[bar + 1] - period).abs() <= most
                && (runs[bar + 2] - runs[first]).abs() <= most
        };
        let bars = 1 + (first..).step_by(2).take_while(goes_on).count();
        let last = first + 2 * (bars - 1);
        if (FEWEST..=MOST).contains(&bars) {
            let mean =
                |from: usize, count: usize| runs[from..].iter().step_by(2).take(count).sum::<f32>() / count as f32;
            let (bar, gap) = (mean(first, bars), mean(first + 1, bars - 1));
            let period = bar + gap;
            let is_apart = |run: Option<&f32>| run.is_none_or(|&run| run > APART * period);
            let above = first.checked_sub(1).and_then(|above| runs.get(above));
            if is_apart(above) && is_apart(runs.get(last + 1)) && GAPS.contains(&(gap / period)) {
                let is_dark = edges[first].1 != has_outline(levels, &edges[first..=last + 1], period);
                stacks.push(Stack { stripes: Stripes { period, is_dark }, bars });
            }
        }
        first = if bars < FEWEST { first + 1 } else { last + 1 };
    }
    stacks
}

/// Whether the bars between these edges are the outline of others that lie between them: these differ more from what lies above and below.
fn has_outline(levels: &[f32], edges: &[(f32, bool)], period: f32) -> bool {
    let level = |y: f32| levels.get(y.max(0.0).round() as usize).copied();
    let beyond = [edges[0].0 - period, edges[edges.len() - 1].0 + period].map(level);
    let distance = |pair: &[(f32, bool)]| {
        let inside = level(0.5 * (pair[0].0 + pair[1].0)).unwrap_or_default();
        beyond.iter().flatten().map(|beyond| (beyond - inside).abs()).sum::<f32>()
    };
    let distances: Vec<f32> = edges.windows(2).map(distance).collect();
    let mean = |from: usize| {
        let alternate = distances[from..].iter().step_by(2);
        alternate.clone().sum::<f32>() / alternate.count() as f32
    };
    mean(1) > mean(0)
}

/// Where a column crosses the mean of one extreme level and the next one, and whether it becomes darker there.
fn edges(levels: &[f32]) -> Vec<(f32, bool)> {
    let extremes = extremes(levels);
    let crossing = |pair: &[usize]| {
        let (from, to) = (pair[0], pair[1]);
        let mean = 0.5 * (levels[from] + levels[to]);
        let is_darker = levels[to] < levels[from];
        let is_before = |&y: &usize| (levels[y] < mean) != is_darker;
        let y = (from..to).take_while(|y| is_before(&(y + 1))).last().map_or(from, |y| y + 1);
        (y as f32 + (mean - levels[y]) / (levels[y + 1] - levels[y]), is_darker)
    };
    extremes.windows(2).map(crossing).collect()
}

/// The rows at which a column is darkest or lightest, in turn, between rows that differ clearly from them.
fn extremes(levels: &[f32]) -> Vec<usize> {
    /// The least difference of neighboring extremes, in levels. Smaller: noise counts. Larger: blurred stripes do not. Chosen by hand.
    const CONTRAST: f32 = 16.0;
    let mut extremes = Vec::new();
    let (mut darkest, mut lightest) = (0, 0);
    // Whether the last extreme was a dark one.
    let mut was_dark = None;
    for (y, &level) in levels.iter().enumerate() {
        if level < levels[darkest] {
            darkest = y;
        }
        if level > levels[lightest] {
            lightest = y;
        }
        if was_dark != Some(false) && levels[lightest] - level > CONTRAST {
            extremes.push(lightest);
            (was_dark, darkest) = (Some(false), y);
        } else if was_dark != Some(true) && level - levels[darkest] > CONTRAST {
            extremes.push(darkest);
            (was_dark, lightest) = (Some(true), y);
        }
    }
    let last = if was_dark == Some(false) { darkest } else { lightest };
    extremes.extend(was_dark.map(|_| last));
    extremes
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;
    use proptest::prelude::*;

    /// A stack of this many bars in the middle of a picture, with these numbers of rows for each bar and gap; the levels of bars,
    /// gaps, and what is around them.
    fn picture(bars: u32, (bar, gap): (u32, u32), [ink, between, ground]: [u8; 3]) -> RgbaImage {
        let period = bar + gap;
        RgbaImage::from_fn(60, bars * period + 4 * period, |x, y| {
            let row = y.checked_sub(2 * period).filter(|row| row + gap < bars * period && (20..40).contains(&x));
            let level = row.map_or(ground, |row| if row % period < bar { ink } else { between });
            Rgba([level, level, level, 255])
        })
    }

    fn stripes_of(pixels: &RgbaImage, longest: f32) -> Option<Stripes> {
        Stripes::of(pixels, Rect::at_origin(Size::from(pixels.dimensions())), longest)
    }

    /// The number of bars; the rows of a bar and of a gap; the levels of bars, gaps and ground; the longest period; and the period and
    /// whether the bars are dark.
    #[test]
    fn equal_bars_above_each_other_are_stripes() {
        let (dark, light, outlined) = ([20, 220, 220], [220, 20, 20], [20, 250, 180]);
        for (bars, rows, levels, longest, expected) in [
            (7, (3, 3), dark, 12.0, Some((6.0, true))),
            (7, (3, 3), light, 12.0, Some((6.0, false))),
            (7, (1, 1), dark, 12.0, Some((2.0, true))),
            (7, (3, 3), outlined, 12.0, Some((6.0, true))),
            (4, (3, 3), dark, 12.0, None),
            (21, (3, 3), dark, 12.0, None),
            (7, (3, 3), dark, 5.9, None),
            (7, (2, 6), dark, 12.0, None),
            (7, (3, 3), [20, 30, 220], 12.0, None),
        ] {
            let found = stripes_of(&picture(bars, rows, levels), longest);
            let found = found.map(|stripes| (stripes.period.round(), stripes.is_dark));
            assert_eq!(found, expected, "{bars} {rows:?} {levels:?} {longest}");
        }
    }

    #[test]
    fn a_picture_without_pixels_has_no_stripes() {
        assert_eq!(stripes_of(&RgbaImage::new(0, 0), 12.0), None);
        assert_eq!(stripes_of(&RgbaImage::new(1, 1), 12.0), None);
    }

    proptest! {
        /// Joined bars are one bar, and nothing else changes.
        #[test]
        fn joined_stripes_are_one_bar(bars in 5u32..15, bar in 1u32..6, less in 0u32..2, is_dark: bool) {
            let levels = if is_dark { [20, 220, 220] } else { [220, 20, 20] };
            let rows = (bar, (bar - less).max(1));
            let striped = picture(bars, rows, levels);
            let stripes = stripes_of(&striped, 20.0).unwrap();
            prop_assert_eq!(stripes.is_dark, is_dark);
            prop_assert_eq!(stripes.joined(&striped), picture(bars, rows, [levels[0], levels[0], levels[2]]));
        }
    }
}
