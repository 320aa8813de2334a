//! Figures that are made of horizontal stripes, as the letters of old screens, and pictures in which they are whole.
//!
//! [`Stripes::of`] finds the stripes of a part of a picture, [`Stripes::joined`] fills the gaps between them.

use super::{Rect, Size, crop, luma};
use image::{RgbaImage, imageops};

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
    /// The stripes of which the most figures of this part of a picture are made, with a period of at most `longest` pixels; `None` where
    /// hardly any are.
    pub(crate) fn of(pixels: &RgbaImage, part: Rect, longest: f32) -> Option<Stripes> {
        /// The columns of pixels that are read in each longest period. Fewer: thin letters are missed. More: boards take longer. Chosen by
        /// hand.
        const COLUMNS: f32 = 6.0;
        /// The least share of all bars and gaps in those columns. Smaller: noise and text count, and pictures without a board take twice as
        /// long. Larger: striped letters beside other windows do not. Chosen by hand: noise has 0.003, newspapers 0.009 and more (`cargo bench
        /// --bench worst`), drawn boards of striped letters 0.013 (beside terminals) to 0.15 (`hard judge --kind pixel`).
        const LEAST: f32 = 0.012;
        /// How much longer one period may be than another one of the same stripes. Smaller: blurred stripes differ. Larger: two sizes of
        /// letters are one. Chosen by hand.
        const SAME: f32 = 1.2;
        let part = part.shared(&Rect::at_origin(Size::from(pixels.dimensions())))?;
        let step = (longest / COLUMNS).max(1.0) as usize;
        let mut edge_count = 0;
        let stacks = columns(pixels, part, step).into_iter().flat_map(|levels| {
            let edges = edges(&levels);
            edge_count += edges.len();
            stacks(&levels, &edges)
        });
        let (dark, light): (Vec<Stack>, Vec<Stack>) =
            stacks.filter(|stack| stack.stripes.period <= longest).partition(|stack| stack.stripes.is_dark);
        let most_alike = |mut stacks: Vec<Stack>| {
            stacks.sort_by(|a, b| a.stripes.period.total_cmp(&b.stripes.period));
            // The number of bars of the first stacks.
            let mut bars = vec![0];
            stacks.iter().for_each(|stack| bars.push(bars[bars.len() - 1] + stack.bars));
            let alike = |start: usize| {
                let most = SAME * stacks[start].stripes.period;
                let end = stacks.partition_point(|stack| stack.stripes.period <= most);
                (bars[end] - bars[start], stacks[(start + end) / 2].stripes)
            };
            (0..stacks.len()).map(alike).max_by_key(|(bars, _)| *bars)
        };
        let (bars, stripes) = [dark, light].into_iter().filter_map(most_alike).max_by_key(|(bars, _)| *bars)?;
        // A bar and a gap have two edges.
        (2.0 * bars as f32 >= LEAST * edge_count as f32).then_some(stripes)
    }

    /// The picture with the gaps between such bars filled: a morphological closing of dark or light levels, down the columns. Bars of equal
    /// periods may be light in one of these cells and dark in another one.
    pub(crate) fn joined(self, pixels: &RgbaImage, cells: &[Rect]) -> RgbaImage {
        let mut joined = self.closed(pixels);
        let opposite = Stripes { is_dark: !self.is_dark, ..self };
        let rows = self.rows() as i32;
        for cell in cells {
            let Some(cell) = cell.shared(&Rect::at_origin(Size::from(pixels.dimensions()))) else { continue };
            // What lies at the edge of a picture is not closed on all sides.
            let around = Rect { y: cell.y - rows, height: cell.height + 2 * rows as u32, ..cell };
            let inside = Rect { x: 0, y: cell.y - around.y.max(0), ..cell };
            let closed = crop(&opposite.closed(&crop(pixels, around)), inside);
            if contrast(&closed) > contrast(&crop(&joined, cell)) {
                imageops::replace(&mut joined, &closed, cell.x.into(), cell.y.into());
            }
        }
        joined
    }

    /// The picture with the gaps filled between bars of this brightness alone.
    fn closed(self, pixels: &RgbaImage) -> RgbaImage {
        let closed = match self.is_dark {
            true => closed(pixels, self.rows(), u8::min, u8::max),
            false => closed(pixels, self.rows(), u8::max, u8::min),
        };
        RgbaImage::from_raw(pixels.width(), pixels.height(), closed).unwrap_or_else(|| unreachable!("a byte for each"))
    }

    /// The rows of gaps that are filled: less than a period. Those between bars are smaller, and where a bar is missing, as between those
    /// of an E, they are larger.
    fn rows(self) -> usize {
        self.period.round() as usize
    }
}

/// The variance of brightness in the middle half of a cell. Where the gaps are filled between bars of the opposite brightness, a letter of bars
/// goes, and the variance is lower.
fn contrast(cell: &RgbaImage) -> f32 {
    let (width, height) = cell.dimensions();
    let middle =
        Rect { x: width as i32 / 4, y: height as i32 / 4, width: width.div_ceil(2), height: height.div_ceil(2) };
    let levels =
        crop(cell, middle).pixels().map(|pixel| luma([pixel.0[0], pixel.0[1], pixel.0[2]])).collect::<Vec<_>>();
    let mean = levels.iter().sum::<f32>() / levels.len().max(1) as f32;
    levels.iter().map(|level| (level - mean).powi(2)).sum::<f32>() / levels.len().max(1) as f32
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
    let height = pixels.height() as usize;
    let mut levels = pixels.as_raw().clone();
    // Each row takes the ink of the rows above it, and then the ground of those below. With each pass it has taken that of up to twice as many
    // rows. What it takes has not changed in the same pass.
    for distance in distances(rows) {
        for y in (distance..height).rev() {
            let (above, own) = levels.split_at_mut(y * row);
            let other = &above[(y - distance) * row..][..row];
            own[..row].iter_mut().zip(other).for_each(|(level, &other)| *level = to_ink(*level, other));
        }
    }
    for distance in distances(rows) {
        for y in 0..height.saturating_sub(distance) {
            let (own, below) = levels.split_at_mut((y + 1) * row);
            let other = &below[(distance - 1) * row..][..row];
            own[y * row..].iter_mut().zip(other).for_each(|(level, &other)| *level = to_ground(*level, other));
        }
    }
    // What lies beyond the edge of a straightened picture stays there.
    levels.iter_mut().zip(pixels.as_raw()).skip(3).step_by(4).for_each(|(own, &alpha)| *own = alpha);
    levels
}

/// The distances by which a window of this many rows is put together: 1, 2, 4 and so on, and what remains.
fn distances(rows: usize) -> impl Iterator<Item = usize> {
    let mut reach = 1;
    std::iter::from_fn(move || {
        let distance = reach.min(rows.saturating_sub(reach));
        reach += distance;
        (distance > 0).then_some(distance)
    })
}

/// The stacks of bars in a column of these levels, by its [edges].
fn stacks(levels: &[f32], edges: &[(f32, bool)]) -> Vec<Stack> {
    /// The fewest bars. Smaller: the three bars of an E count. Larger: round letters of few stripes do not count.
    /// Chosen by hand; `hard judge --kind pixel` shows a change.
    const FEWEST: usize = 5;
    /// The most bars. Smaller: letters of many stripes do not count. Larger: striped grounds count. Chosen by hand; `hard judge --kind
    /// pixel` shows a change.
    const MOST: usize = 20;
    /// How much bars, and their distances from the next ones, may differ, in periods. Smaller: blurred stripes differ. Larger: lines of
    /// text are alike. Chosen by hand; `hard judge --kind pixel` shows a change.
    const TOLERANCE: f32 = 0.3;
    /// The same in pixels, for stripes of one or two. Smaller: such stripes differ. Larger: noise is alike. Chosen by hand; `hard judge
    /// --kind pixel` shows a change.
    const PIXELS: f32 = 0.75;
    /// The least distance to what lies above and below, in periods. Smaller: striped grounds count. Larger: letters close to an edge do
    /// not. Chosen by hand; `hard judge --kind pixel` shows a change.
    const APART: f32 = 1.25;
    /// The range of the gaps, in periods. Wider: lines of text count. Narrower: letters of dots do not. Chosen by hand; `hard judge --kind
    /// pixel` shows a change.
    const GAPS: std::ops::Range<f32> = 0.25..0.6;
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
            let is_outline = is_outline(levels, &edges[first..=last + 1], period);
            let gap = if is_outline { bar } else { gap };
            if is_apart(above) && is_apart(runs.get(last + 1)) && GAPS.contains(&(gap / period)) {
                let is_dark = edges[first].1 != is_outline;
                stacks.push(Stack { stripes: Stripes { period, is_dark }, bars });
            }
        }
        first = if bars < FEWEST { first + 1 } else { last + 1 };
    }
    stacks
}

/// Whether the bars between these edges are the outline of others that lie between them, which differ more from what lies above and below.
fn is_outline(levels: &[f32], edges: &[(f32, bool)], period: f32) -> bool {
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
        let (dark, light, lighter_gaps, outline) = ([20, 220, 220], [220, 20, 20], [20, 250, 180], [250, 20, 180]);
        for (bars, rows, levels, longest, expected) in [
            (7, (3, 3), dark, 12.0, Some((6.0, true))),
            (7, (3, 3), light, 12.0, Some((6.0, false))),
            (7, (1, 1), dark, 12.0, Some((2.0, true))),
            (7, (3, 3), lighter_gaps, 12.0, Some((6.0, true))),
            (7, (3, 3), outline, 12.0, Some((6.0, true))),
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

    /// Rows that are put together to a window.
    #[test]
    fn windows_are_put_together_by_doubling() {
        for (rows, expected) in
            [(0, vec![]), (1, vec![]), (2, vec![1]), (3, vec![1, 1]), (4, vec![1, 2]), (7, vec![1, 2, 3])]
        {
            assert_eq!(distances(rows).collect::<Vec<usize>>(), expected, "{rows}");
        }
    }

    /// Two stacks of dark bars and, beside them, one of light bars.
    #[test]
    fn bars_may_be_light_in_one_cell_and_dark_in_another() {
        let in_a_row = |levels: [[u8; 3]; 3]| {
            let mut row = RgbaImage::new(3 * 60, 66);
            for (i, levels) in (0..).zip(levels) {
                imageops::replace(&mut row, &picture(7, (3, 3), levels), 60 * i, 0);
            }
            row
        };
        let [dark, light, joined_dark, joined_light] = [[20, 220, 220], [220, 20, 20], [20, 20, 220], [220, 220, 20]];
        let striped = in_a_row([dark, light, dark]);
        let stripes = stripes_of(&striped, 12.0).unwrap();
        assert!(stripes.is_dark);
        let cells = [0, 60, 120].map(|x| Rect { x, y: 0, width: 60, height: 66 });
        assert!(stripes.joined(&striped, &cells) == in_a_row([joined_dark, joined_light, joined_dark]));
        assert!(stripes.joined(&striped, &[]) != in_a_row([joined_dark, joined_light, joined_dark]));
        // A part of the light stack is closed as a part of the whole picture is.
        let part = Rect { x: 60, y: 16, width: 60, height: 36 };
        let of_light = crop(&Stripes { is_dark: false, ..stripes }.closed(&striped), part);
        assert!(crop(&stripes.joined(&striped, &[part]), part) == of_light);
        // Cells beyond the picture, of which a board at its edge has parts, or of no size.
        let beyond = [(60, -20, 60, 120), (160, 0, 60, 66), (300, 0, 60, 66), (0, 0, 0, 0)];
        let beyond = beyond.map(|(x, y, width, height)| Rect { x, y, width, height });
        assert!(stripes.joined(&striped, &beyond) == in_a_row([joined_dark, joined_light, joined_dark]));
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
            prop_assert_eq!(stripes.joined(&striped, &[]), picture(bars, rows, [levels[0], levels[0], levels[2]]));
        }
    }
}
