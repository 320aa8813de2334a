//! What makes some tiles of a picture unreadable: a dialog or the pointer over the board, falling tiles, strong blur.

use crate::hard::canvas::{Canvas, Region};
use crate::hard::degradation::Degradation;
use crate::hard::overlays::{Pointer, dialog};
use crate::hard::random::Random;
use crate::hard::tiles::{COVERED, DrawnTile, FALLING};
use hexlex::board::{Lines, Shape};
use hexlex::pixels::Point;

/// Adds blur to the degradation of a blurred picture.
pub(crate) fn add_blur(rng: &mut Random, degradation: &mut Degradation, tile: f32) {
    match rng.below(3) {
        0 => degradation.blur = rng.between(0.03, 0.12) * tile,
        1 => degradation.motion = Point::new(0.0, rng.between(0.05, 0.4) * tile),
        _ => degradation.motion = Point::new(rng.between(0.05, 0.4) * tile, rng.between(-0.1, 0.1) * tile),
    }
}

/// Lifts tiles of some columns above their places. The truth keeps the cells in which they will land.
pub(crate) fn let_fall(rng: &mut Random, tiles: &mut [DrawnTile], shape: &Shape, pitch: f32) {
    let column = |tile: &DrawnTile| if shape.lines() == Lines::Columns { tile.cell.line } else { tile.cell.index };
    let columns = tiles.iter().map(column).max().unwrap_or(0) + 1;
    let probability = rng.between(0.2, 1.0);
    /// The share of staggered boards in which every tile is in a place, so that only those with nothing below show the fall. Larger:
    /// irregular boards with holes, which look nearly the same, read as unsettled. Smaller: real games whose tiles are nearly in
    /// step read as settled. Chosen by hand; judge `irregular` and `falling`, and check `tex_anim_18.png` of the real pictures.
    const IN_STEP: f32 = 0.3;
    let by_whole_tiles = shape.lines() == Lines::Columns && rng.chance(IN_STEP);
    let mut falling: Vec<usize> = (0..columns).filter(|_| rng.chance(probability)).collect();
    if falling.is_empty() {
        falling.push(rng.below(columns as u32) as usize);
    }
    for falling in falling {
        let mut ids: Vec<usize> = (0..tiles.len()).filter(|&id| column(&tiles[id]) == falling).collect();
        // From the bottom up: the first tiles have landed, the others are at growing distances above their places.
        ids.sort_by(|&a, &b| tiles[b].center.y.total_cmp(&tiles[a].center.y));
        // In every such column a tile is seen between two places: without one, the board looks settled.
        let landed = rng.below(ids.len() as u32 - 1) as usize;
        let whole = if landed + 2 < ids.len() && rng.chance(0.4) { 1.0 } else { 0.0 };
        let mut above = if by_whole_tiles { 1.0 } else { whole + rng.between(0.25, 0.75) };
        for &id in &ids[landed..] {
            let drawn = &mut tiles[id];
            drawn.center.y -= above * pitch;
            drawn.ink.y -= above * pitch;
            drawn.falling = true;
            if let Some(tile) = &mut drawn.tile {
                tile.tags.push(FALLING.to_string());
            }
            if rng.chance(0.3) {
                above += if by_whole_tiles { 1.0 } else { rng.between(0.0, 0.8) };
            }
        }
    }
}

/// Draws a dialog or the pointer over the board and tags the tiles that it hides.
pub(crate) fn cover(rng: &mut Random, canvas: &mut Canvas, tiles: &mut [DrawnTile], board: Region, tile: f32) {
    /// The part of a letter's bounds that may be hidden while it still counts as readable. A larger part counts
    /// letters as wrong that no reader can know. Chosen by hand.
    const READABLE: f32 = 0.04;
    let dimmed = rng.chance(0.2);
    let hidden: Vec<f32> = if rng.chance(0.65) {
        if dimmed {
            canvas.fill_all([0; 3], rng.between(0.2, 0.5));
        }
        let region = dialog(canvas, rng, board, tile);
        tiles.iter().map(|drawn| drawn.ink.overlap(region) / (drawn.ink.width * drawn.ink.height).max(1.0)).collect()
    } else {
        let near = rng.pick(tiles).center;
        let tip = near + Point::new(rng.between(-0.4, 0.1) * tile, rng.between(-0.4, 0.1) * tile);
        let height = rng.between(0.4, 0.9) * tile;
        let outline = Pointer::random(rng).draw(canvas, tip, height);
        tiles.iter().map(|drawn| share_inside(drawn.ink, &outline)).collect()
    };
    for (drawn, hidden) in tiles.iter_mut().zip(hidden) {
        drawn.hidden = hidden;
        if let Some(tile) = drawn.tile.as_mut().filter(|_| hidden > READABLE) {
            tile.tags.push(COVERED.to_string());
        }
    }
}

/// The share of a region inside a polygon, by probes on a grid.
fn share_inside(region: Region, polygon: &[Point]) -> f32 {
    /// The number of probes in each direction.
    const PROBES: usize = 12;
    let crossings = |at: Point| {
        let edges = polygon.iter().zip(polygon.iter().cycle().skip(1));
        let crosses = |(a, b): &(&Point, &Point)| {
            (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x
        };
        edges.filter(crosses).count()
    };
    let probes = (0..PROBES * PROBES).map(|n| region.cell(PROBES, PROBES, n % PROBES, n / PROBES).center());
    probes.filter(|&at| crossings(at) % 2 == 1).count() as f32 / (PROBES * PROBES) as f32
}
