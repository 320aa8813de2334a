//! What makes some tiles unreadable: things over the board, falling, blur.

use crate::cover::{dialog, pointer};
use crate::dice::Dice;
use crate::pen::{Area, Pen};
use crate::sample::Spot;
use crate::wear::Wear;
use hexlex::board::{Lines, Shape};

/// Why not every tile can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trouble {
    /// Every tile can.
    None,
    /// A dialog or the pointer hides letters.
    Covered,
    /// Tiles are off their places.
    Falling,
    /// The picture is so blurred that some letters may not be read.
    Blurred,
}

impl Trouble {
    /// One that is trouble.
    pub(crate) fn any(dice: &mut Dice) -> Trouble {
        dice.weighted(&[(Trouble::Covered, 5), (Trouble::Falling, 3), (Trouble::Blurred, 2)])
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Trouble::None => "plain",
            Trouble::Covered => "covered",
            Trouble::Falling => "falling",
            Trouble::Blurred => "blurred",
        }
    }

    /// What it does to the picture as a whole.
    pub(crate) fn wear(self, dice: &mut Dice, wear: &mut Wear, tile: f32) {
        if self != Trouble::Blurred {
            return;
        }
        match dice.below(3) {
            0 => wear.blur = dice.between(0.03, 0.12) * tile,
            1 => wear.smear = (0.0, dice.between(0.05, 0.4) * tile),
            _ => wear.smear = (dice.between(0.05, 0.4) * tile, dice.between(-0.1, 0.1) * tile),
        }
    }
}

/// Lets tiles of some columns fall: the truth stays what it will be when they have landed.
pub(crate) fn fall(dice: &mut Dice, spots: &mut [Spot], shape: &Shape, pitch: f32) {
    let column = |spot: &Spot| if shape.lines() == Lines::Columns { spot.cell.line } else { spot.cell.index };
    let columns = spots.iter().map(column).max().unwrap_or(0) + 1;
    let share = dice.between(0.2, 1.0);
    let mut falling: Vec<usize> = (0..columns).filter(|_| dice.chance(share)).collect();
    if falling.is_empty() {
        falling.push(dice.below(columns as u32) as usize);
    }
    for fallen in falling {
        let mut ids: Vec<usize> = (0..spots.len()).filter(|&id| column(&spots[id]) == fallen).collect();
        // From the bottom up: what stands stays, what is above hangs ever higher.
        ids.sort_by(|&a, &b| spots[b].center.1.total_cmp(&spots[a].center.1));
        let standing = dice.below(ids.len() as u32) as usize;
        let mut above = dice.between(0.2, 1.6);
        for &id in &ids[standing..] {
            let spot = &mut spots[id];
            spot.center.1 -= above * pitch;
            spot.ink.y -= above * pitch;
            spot.moving = true;
            if let Some(tile) = &mut spot.tile {
                tile.tags.push("falling".to_string());
            }
            if dice.chance(0.3) {
                above += dice.between(0.0, 0.8);
            }
        }
    }
}

/// Lays something over the board and tags what it hides.
pub(crate) fn cover(dice: &mut Dice, pen: &mut Pen, spots: &mut [Spot], board: Area, tile: f32) {
    /// A letter of which less than this is hidden can still be read.
    const GRAZED: f32 = 0.04;
    let dimmed = dice.chance(0.2);
    let hidden: Vec<f32> = if dice.chance(0.65) {
        if dimmed {
            pen.fill_all([0; 3], dice.between(0.2, 0.5));
        }
        let area = dialog(pen, dice, board, tile);
        spots.iter().map(|spot| spot.ink.overlap(area) / (spot.ink.w * spot.ink.h).max(1.0)).collect()
    } else {
        let spot = dice.pick(spots).center;
        let tip = (spot.0 + dice.between(-0.4, 0.1) * tile, spot.1 + dice.between(-0.4, 0.1) * tile);
        let outline = pointer(pen, tip, dice.between(0.4, 0.9) * tile, dice.chance(0.3));
        spots.iter().map(|spot| inside(spot.ink, &outline)).collect()
    };
    for (spot, hidden) in spots.iter_mut().zip(hidden) {
        if let Some(tile) = spot.tile.as_mut().filter(|_| hidden > GRAZED) {
            tile.tags.push("covered".to_string());
        }
    }
}

/// The share of an area inside a polygon.
fn inside(area: Area, polygon: &[(f32, f32)]) -> f32 {
    /// Probes each way.
    const PROBES: usize = 12;
    let crossings = |(x, y): (f32, f32)| {
        let edges = polygon.iter().zip(polygon.iter().cycle().skip(1));
        edges.filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0).count()
    };
    let probes = (0..PROBES * PROBES).map(|n| area.cell(PROBES, PROBES, n % PROBES, n / PROBES).center());
    probes.filter(|&at| crossings(at) % 2 == 1).count() as f32 / (PROBES * PROBES) as f32
}
