//! Learns the parameters of the tile reader (`tiles.weights`), by coordinate search.
//!
//! The tiles of drawn boards are read at their true places. Some of the boards are read again half a tile to the right, where
//! no place has a letter. The loss of a place is the negative log likelihood of what is there: its face, or no letter. One
//! parameter after the other is multiplied by a factor as long as the mean loss falls (Hooke and Jeeves, "Direct search
//! solution of numerical and statistical problems", 1961: the exploratory moves).

use crate::{HIDDEN, LEFT_OUT, Which, layout, sample_for};
use anyhow::Result;
use hexlex::board::{Cell, Face, Tile};
use hexlex::internal::{TILE_PARAMS, tile_values, try_tile_values};
use hexlex::locate::Layout;
use hexlex::pixels::Frame;
use hexlex::read::{Doubt, Engine, read_tiles};
use hexlex_tools::hard::{Fonts, Kind};
use hexlex_tools::outln;
use rayon::prelude::*;

/// The factors by which a value, or its odds if it is below 1, changes: one sweep over all parameters with each.
const SWEEPS: [f32; 2] = [1.5, 1.2];
/// The least share of the loss that a change must save. Smaller savings are chance.
const LEAST: f64 = 3e-3;
/// The floor of likelihoods, so that one tile does not decide.
const FLOOR: f32 = 1e-3;
/// The most cells of a board: the time goes to many boards, not to large ones.
const MOST_CELLS: usize = 64;

/// What is to be read at a place.
#[derive(Debug, Clone)]
enum Truth {
    /// Nothing: no letter is there, or most of it is hidden.
    Nothing,
    /// This face.
    Face(Face),
    /// This face or nothing: a part of it is hidden.
    FaceOrNothing(Face),
}

impl Truth {
    /// The truth of a tile with this share of its letter hidden.
    fn of(tile: Option<&Tile>, hidden: f32) -> Truth {
        /// The hidden share of a letter above which it counts as unreadable, as in `hard judge`.
        const UNREADABLE: f32 = 0.5;
        match tile.map(|tile| tile.face.clone()) {
            Some(face) if hidden <= HIDDEN => Truth::Face(face),
            Some(face) if hidden <= UNREADABLE => Truth::FaceOrNothing(face),
            _ => Truth::Nothing,
        }
    }

    /// The likelihood of this truth by what was read.
    fn likelihood(&self, read: Option<&Doubt>) -> f32 {
        let Some(read) = read else { return f32::from(!matches!(self, Truth::Face(_))) };
        let of = |face: &Face| {
            let other =
                || read.alternatives.iter().find(|(other, _)| other == face).map_or(0.0, |(_, likelihood)| *likelihood);
            if read.best.as_ref() == Some(face) { read.confidence } else { other() }
        };
        match self {
            Truth::Nothing => 1.0 - read.confidence,
            Truth::Face(face) => of(face),
            Truth::FaceOrNothing(face) if read.best.as_ref() == Some(face) => 1.0,
            Truth::FaceOrNothing(_) => 1.0 - read.confidence,
        }
    }
}

/// A lattice of places with what is there.
struct Lattice {
    frame: Frame,
    layout: Layout,
    /// The truth of each place.
    truths: Vec<Truth>,
}

impl Lattice {
    /// The sum of the losses of its places.
    fn loss(&self) -> f64 {
        let reading = read_tiles(&self.frame, &self.layout, &Engine::Net, 0.0);
        let likelihoods = self.truths.iter().zip(&reading.doubts).map(|(truth, read)| truth.likelihood(read.as_ref()));
        likelihoods.map(|likelihood| -f64::from(likelihood.max(FLOOR).ln())).sum()
    }
}

/// The mean loss of a place, in two parts: what the even and what the odd lattices contribute.
#[derive(Debug, Clone, Copy)]
struct Losses {
    even: f64,
    odd: f64,
}

impl Losses {
    fn of(lattices: &[Lattice]) -> Losses {
        let places: usize = lattices.iter().map(|lattice| lattice.truths.len()).sum();
        let losses: Vec<f64> = lattices.par_iter().map(Lattice::loss).collect();
        let half = |first: usize| losses.iter().skip(first).step_by(2).sum::<f64>() / places.max(1) as f64;
        Losses { even: half(0), odd: half(1) }
    }

    fn mean(self) -> f64 {
        self.even + self.odd
    }

    /// Whether these are clearly better than others, and not by the lattices of one half alone.
    fn is_better_than(self, other: Losses) -> bool {
        self.mean() < other.mean() * (1.0 - LEAST) && self.even <= other.even && self.odd <= other.odd
    }
}

/// Learns the parameters and writes them.
pub(crate) fn learn(which: &Which, fonts: &Fonts) -> Result<()> {
    let (kept, left_out) = lattices(which, fonts)?;
    let mut values = tile_values();
    let (start, left) = (Losses::of(&kept), Losses::of(&left_out).mean());
    outln!("{} lattices, {} more left out; loss of a place {:.5}, {left:.5}", kept.len(), left_out.len(), start.mean());
    let mut least = start;
    for factor in SWEEPS {
        for i in 0..values.len() {
            for step in [factor, 1.0 / factor] {
                let before = least;
                loop {
                    let value = changed(values[i], step);
                    let loss = loss_with(&kept, &values, i, value);
                    if !loss.is_better_than(least) {
                        break;
                    }
                    (values[i], least) = (value, loss);
                    outln!("{step:.2} {} {:.5}: {:.5}", TILE_PARAMS[i], values[i], least.mean());
                }
                if least.mean() < before.mean() {
                    break; // A parameter that gained in one direction is not tried in the other.
                }
            }
        }
    }
    try_tile_values(&values);
    let (least, end) = (least.mean(), Losses::of(&left_out).mean());
    outln!("loss of a place: {least:.5}, of those left out {end:.5}");
    let origin = which.origin("tiles");
    let header = format!("# {origin}\n# Loss of a place {least:.5}, of those left out {end:.5}.\n");
    let lines: String = TILE_PARAMS.iter().zip(&values).map(|(name, value)| format!("{name} {value}\n")).collect();
    let path = which.out.join("tiles.weights");
    std::fs::write(&path, header + &lines)?;
    outln!("wrote {}", path.display());
    report(&kept, &values, least);
    Ok(())
}

/// A value changed by a factor. Of a value below 1 the odds change, so that it stays below 1; one from 1 on may fall below
/// 1 and then stays there.
fn changed(value: f32, factor: f32) -> f32 {
    match value / (1.0 - value) * factor {
        odds if value < 1.0 => odds / (1.0 + odds),
        _ => value * factor,
    }
}

/// The mean loss where one parameter has another value.
fn loss_with(lattices: &[Lattice], values: &[f32], i: usize, value: f32) -> Losses {
    let mut all = values.to_vec();
    all[i] = value;
    try_tile_values(&all);
    Losses::of(lattices)
}

/// Prints the loss that a place gains where a parameter, or its odds if it is below 1, is a quarter as large, and four times
/// as large.
fn report(lattices: &[Lattice], values: &[f32], least: f64) {
    outln!("the loss that a place gains where a parameter is a quarter and four times as large, in thousandths");
    for (i, name) in TILE_PARAMS.iter().enumerate() {
        let gain = |factor: f32| 1e3 * (loss_with(lattices, values, i, changed(values[i], factor)).mean() - least);
        outln!("  {name:<20} {:8.3} {:8.3}", gain(0.25), gain(4.0));
    }
}

/// The lattices of drawn pictures: those to learn from, and those left out.
fn lattices(which: &Which, fonts: &Fonts) -> Result<(Vec<Lattice>, Vec<Lattice>)> {
    let of = |number: u64| -> Result<Vec<Lattice>> {
        let sample = sample_for(which, number, fonts)?;
        let mut found = Vec::new();
        let has_known_tiles = !matches!(sample.kind, Kind::Cut | Kind::Falling | Kind::Blurred);
        if has_known_tiles && sample.board.shape().len() <= MOST_CELLS {
            let tiles = sample.board.tiles().zip(&sample.hidden);
            let truths = tiles.map(|(tile, &hidden)| Truth::of(tile, hidden)).collect();
            let frame = Frame::new(sample.picture.pixels.clone(), "drawn");
            let truth = layout(&sample);
            // Half a tile aside, a board shows halves of letters. A few are enough: the evidence of boards refuses them too.
            if number % 8 < 2 {
                let (pitch, shape) = (truth.pitch(), truth.shape().clone());
                let (x, y) = truth.center(Cell { line: 0, index: 0 });
                let layout = Layout::new(shape.clone(), (x + 0.5 * pitch.0, y), pitch);
                found.push(Lattice { frame: frame.clone(), layout, truths: vec![Truth::Nothing; shape.len()] });
            }
            found.push(Lattice { layout: truth, frame, truths });
        }
        Ok(found)
    };
    let by_picture: Vec<Vec<Lattice>> = (0..which.count).into_par_iter().map(of).collect::<Result<_>>()?;
    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    for (i, found) in by_picture.into_iter().enumerate() {
        if i % LEFT_OUT == 0 { left_out.extend(found) } else { kept.extend(found) }
    }
    Ok((kept, left_out))
}
