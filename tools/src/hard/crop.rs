//! Cut boards: the picture ends in the middle of a row or a column of tiles.

use crate::hard::canvas::Region;
use crate::hard::random::Random;
use anyhow::{Result, ensure};
use hexlex::board::{Lines, Shape, Stagger};
use hexlex::locate::{Layout, Side};
use std::ops::Range;

/// The part of a picture that is kept, and the sides on which it cuts the board.
pub(crate) struct Crop {
    pub(crate) region: Region,
    pub(crate) cut: Vec<Side>,
}

/// What is left of a board.
pub(crate) struct Visible {
    pub(crate) shape: Shape,
    /// The ids of its cells in the shape of the whole board.
    pub(crate) whole: Vec<usize>,
    /// The ids of the cells that an edge of the picture crosses.
    pub(crate) crossed: Vec<usize>,
}

/// The number of whole lines that a cut board keeps in both directions. With fewer its shape could not be known.
const LEAST_LINES: usize = 3;

impl Crop {
    /// The whole picture.
    pub(crate) fn none(picture: Region) -> Crop {
        Crop { region: picture, cut: Vec::new() }
    }

    /// A random part of a picture of this size, which cuts one side of the board or two. Of the tiles that an edge crosses
    /// a share in this range remains.
    pub(crate) fn random(rng: &mut Random, picture: Region, layout: &Layout, visible: Range<f32>) -> Crop {
        let mut sides = Side::ALL;
        rng.shuffle(&mut sides);
        let mut cut = sides[..if rng.chance(0.65) { 1 } else { 2 }].to_vec();
        let (left, top, right, bottom) = layout.bounds();
        let (across, down) = layout.pitch();
        let lengths = layout.shape().lengths();
        let (lines, shortest) = (lengths.len(), lengths.iter().copied().min().unwrap_or(0));
        let counts = if layout.shape().lines() == Lines::Rows { [shortest, lines] } else { [lines, shortest] };
        let mut region = picture;
        // The columns and the rows that may be lost, those that are crossed among them.
        let mut spare = counts.map(|count| count.saturating_sub(LEAST_LINES));
        cut.retain(|side| {
            let upright = matches!(side, Side::Above | Side::Below);
            let spare = &mut spare[usize::from(upright)];
            // In staggered columns a horizontal edge crosses every second column half a tile further.
            let half_tiles = upright && layout.shape().lines() == Lines::Columns;
            let lost = lost_lines(rng, *spare, half_tiles, &visible);
            *spare = spare.saturating_sub(lost.ceil() as usize);
            match side {
                Side::Left => region = region.split_left((left + lost * across - region.x).round()).1,
                Side::Right => region = region.split_left((right - lost * across - region.x).round()).0,
                Side::Above => region = region.split_top((top + lost * down - region.y).round()).1,
                Side::Below => region = region.split_top((bottom - lost * down - region.y).round()).0,
            }
            lost > 0.0
        });
        Crop { region, cut }
    }
}

/// The least share of a tile that is seen or lost. A smaller one is within the gap between tiles.
const LEAST: f32 = 0.18;
/// The share that remains of tiles with a body.
pub(crate) const BODY: Range<f32> = LEAST..1.0 - LEAST;

/// How many lines are cut off, at most `spare`, the last of them in part; 0 where none is spare.
fn lost_lines(rng: &mut Random, spare: usize, half_tiles: bool, visible: &Range<f32>) -> f32 {
    if spare == 0 {
        return 0.0;
    }
    let part = match half_tiles {
        true if rng.chance(0.5) => rng.between(LEAST, 0.5 - LEAST),
        true => rng.between(0.5 + LEAST, 1.0 - LEAST),
        false => rng.between(1.0 - visible.end, 1.0 - visible.start),
    };
    rng.below(spare as u32) as f32 + part
}

/// What is left of a board in a part of its picture.
///
/// # Errors
/// Where the whole cells do not make a shape.
pub(crate) fn visible(layout: &Layout, region: Region) -> Result<Visible> {
    let (width, height) = layout.pitch();
    let shape = layout.shape();
    let seen = |id: usize| {
        let (x, y) = shape.cell(id).map_or((0.0, 0.0), |cell| layout.center(cell));
        Region::new(x - width / 2.0, y - height / 2.0, width, height).overlap(region) / (width * height)
    };
    /// Rounding leaves a whole cell a little less than all of its area.
    const WHOLE: f32 = 0.97;
    let (whole, rest): (Vec<usize>, Vec<usize>) = (0..shape.len()).partition(|&id| seen(id) > WHOLE);
    let crossed = rest.into_iter().filter(|&id| seen(id) > 0.0).collect();
    let cells: Vec<_> = whole.iter().filter_map(|&id| shape.cell(id)).collect();
    let mut lengths: Vec<usize> = Vec::new();
    for line in 0..shape.lengths().len() {
        lengths.push(cells.iter().filter(|cell| cell.line == line).count());
    }
    lengths.retain(|&length| length > 0);
    let kept = match shape.lines() {
        Lines::Rows => Shape::rows(lengths.len(), lengths.first().copied().unwrap_or(0))?,
        Lines::Columns => {
            let tops: Vec<i32> =
                cells.windows(2).filter(|pair| pair[0].line != pair[1].line).map(|p| shape.point(p[1]).y).collect();
            let first = cells.first().map_or(0, |&cell| shape.point(cell).y);
            let up = tops.first().is_none_or(|&top| top < first);
            Shape::columns(&lengths, Some(if up { Stagger::Up } else { Stagger::Down }))?
        }
    };
    let offset = |shape: &Shape, cell, first| {
        let (at, from) = (shape.point(cell), shape.point(first));
        (at.x - from.x, at.y - from.y)
    };
    let first = (kept.cells().next(), cells.first());
    let is_same = kept.len() == cells.len()
        && first.0.zip(first.1).is_some_and(|(new, &old)| {
            kept.cells().zip(&cells).all(|(cell, &whole)| offset(&kept, cell, new) == offset(shape, whole, old))
        });
    ensure!(is_same, "expected the whole cells of a cut board to be a shape, found others: cut another family");
    Ok(Visible { shape: kept, whole, crossed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_crosses_the_tiles_of_the_sides_that_it_names() -> Result<()> {
        for text in ["7,8,7,8,7,8,7", "8,7,8,7,8,7,8", "7,7,7,7,7,7,7:up", "5,5,5,5,5:down", "5x5", "12x8"] {
            let layout = Layout::new(text.parse()?, (300.0, 300.0), (40.0, 42.0));
            for number in 0..300 {
                let picture = Region::new(0.0, 0.0, 1000.0, 900.0);
                let crop = Crop::random(&mut Random::new(3, number), picture, &layout, BODY);
                let board = visible(&layout, crop.region)?;
                assert!(!crop.cut.is_empty() && board.shape.len() >= 9, "{text}: {}", board.shape);
                let center = |&id: &usize| layout.shape().cell(id).map_or((0.0, 0.0), |cell| layout.center(cell));
                for side in crop.cut {
                    let (edge, reach) = match side {
                        Side::Left => (crop.region.x, 20.0),
                        Side::Right => (crop.region.right(), 20.0),
                        Side::Above => (crop.region.y, 21.0),
                        Side::Below => (crop.region.bottom(), 21.0),
                    };
                    let across = matches!(side, Side::Left | Side::Right);
                    let is_crossed = |(x, y): (f32, f32)| {
                        let inside = (edge - if across { x } else { y }).abs() / (2.0 * reach);
                        inside < 0.36
                    };
                    assert!(board.crossed.iter().map(center).any(is_crossed), "{text}, {side:?}");
                }
            }
        }
        Ok(())
    }
}
