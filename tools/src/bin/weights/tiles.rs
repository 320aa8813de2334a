//! Learns the parameters of the tile reader (`tile.weights`), by coordinate search.
//!
//! The tiles of drawn boards are read at their true places, and chance lattices of pictures without a board at theirs. The
//! loss of a tile is the negative log likelihood of what is there: its face, or no letter. One parameter after the other is
//! changed by a factor, and keeps the value with the least mean loss (Hooke and Jeeves, "Direct search solution of
//! numerical and statistical problems", 1961: the exploratory moves).

use crate::{HIDDEN, LEFT_OUT, Which, layout, sample_for};
use anyhow::Result;
use hexlex::board::{Cell, Face, Tile};
use hexlex::internal::{TILE_PARAMS, tile_values, try_tile_values};
use hexlex::locate::Layout;
use hexlex::pixels::Frame;
use hexlex::read::{Engine, read_tiles};
use hexlex_tools::hard::{Fonts, Kind};
use rayon::prelude::*;

/// The factors by which a parameter changes, or its odds where it is a share: one sweep over all of them after the other.
const SWEEPS: [f32; 2] = [1.5, 1.2];
/// The least part of the loss that a change must save: smaller ones are chance.
const LEAST: f64 = 3e-3;
/// The likelihood that counts as none, so that one tile does not decide.
const FLOOR: f32 = 1e-3;
/// The most cells of a board: the time goes to many boards, not to large ones.
const MOST_CELLS: usize = 64;

/// A lattice of places with what is there.
struct Lattice {
    frame: Frame,
    layout: Layout,
    /// The face of each tile; `None` where no letter is.
    faces: Vec<Option<Face>>,
}

impl Lattice {
    /// The sum of the losses of its places.
    fn loss(&self) -> f64 {
        let reading = read_tiles(&self.frame, &self.layout, &Engine::Net, 0.0);
        let loss = |(face, doubt): (&Option<Face>, &Option<hexlex::read::Doubt>)| {
            let likelihood = match (face, doubt) {
                (None, doubt) => 1.0 - doubt.as_ref().map_or(0.0, |doubt| doubt.confidence),
                (Some(_), None) => 0.0,
                (Some(face), Some(doubt)) if doubt.best.as_ref() == Some(face) => doubt.confidence,
                (Some(face), Some(doubt)) => doubt
                    .alternatives
                    .iter()
                    .find(|(other, _)| other == face)
                    .map_or(0.0, |(_, likelihood)| *likelihood),
            };
            -f64::from(likelihood.max(FLOOR).ln())
        };
        self.faces.iter().zip(&reading.doubts).map(loss).sum()
    }
}

/// The mean loss of a place, in every other lattice and in the rest.
#[derive(Debug, Clone, Copy)]
struct Losses {
    even: f64,
    odd: f64,
}

impl Losses {
    fn of(lattices: &[Lattice]) -> Losses {
        let places: usize = lattices.iter().map(|lattice| lattice.faces.len()).sum();
        let losses: Vec<f64> = lattices.par_iter().map(Lattice::loss).collect();
        let half = |first: usize| losses.iter().skip(first).step_by(2).sum::<f64>() / places.max(1) as f64;
        Losses { even: half(0), odd: half(1) }
    }

    fn sum(self) -> f64 {
        self.even + self.odd
    }

    /// Whether these are clearly better than others, and not by the lattices of one half alone.
    fn is_better_than(self, other: Losses) -> bool {
        self.sum() < other.sum() * (1.0 - LEAST) && self.even <= other.even && self.odd <= other.odd
    }
}

/// Learns the parameters and writes them.
pub(crate) fn learn(which: &Which, fonts: &Fonts) -> Result<()> {
    let (kept, left_out) = lattices(which, fonts)?;
    let mut values = tile_values();
    let (start, left) = (Losses::of(&kept), Losses::of(&left_out).sum());
    println!(
        "{} lattices, {} more left out; loss of a place {:.5}, {left:.5}",
        kept.len(),
        left_out.len(),
        start.sum()
    );
    let mut least = start;
    for factor in SWEEPS {
        for i in 0..values.len() {
            for factor in [factor, 1.0 / factor] {
                let before = least;
                loop {
                    let value = changed(values[i], factor);
                    let loss = loss_with(&kept, &values, i, value);
                    if !loss.is_better_than(least) {
                        break;
                    }
                    (values[i], least) = (value, loss);
                    println!("{factor:.2} {} {:.5}: {:.5}", TILE_PARAMS[i], values[i], least.sum());
                }
                if least.sum() < before.sum() {
                    break; // The other direction is worse.
                }
            }
        }
    }
    try_tile_values(&values);
    let (least, end) = (least.sum(), Losses::of(&left_out).sum());
    println!("loss of a place: {least:.5}, of those left out {end:.5}");
    report(&kept, &values, least);
    let origin = which.origin("tiles");
    let header = format!("# {origin}\n# Loss of a place {least:.5}, of those left out {end:.5}.\n");
    let lines: String = TILE_PARAMS.iter().zip(&values).map(|(name, value)| format!("{name} {value:.5}\n")).collect();
    let path = which.out.join("tile.weights");
    std::fs::write(&path, header + &lines)?;
    println!("wrote {}", path.display());
    Ok(())
}

/// A value changed by a factor. One below 1 remains so: its odds change.
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

/// Prints what each parameter is worth: the loss that a place gains where it is half as large, and where it is twice as
/// large.
fn report(lattices: &[Lattice], values: &[f32], least: f64) {
    println!("what each parameter is worth: the loss of a place at a quarter of it and at four times, in thousandths");
    for (i, name) in TILE_PARAMS.iter().enumerate() {
        let gain = |factor: f32| 1e3 * (loss_with(lattices, values, i, changed(values[i], factor)).sum() - least);
        println!("  {name:<20} {:8.3} {:8.3}", gain(0.25), gain(4.0));
    }
}

/// The lattices of drawn pictures: those to learn from, and those left out.
fn lattices(which: &Which, fonts: &Fonts) -> Result<(Vec<Lattice>, Vec<Lattice>)> {
    let of = |number: u64| -> Result<Vec<Lattice>> {
        let sample = sample_for(which, number, fonts)?;
        let mut found = Vec::new();
        let is_plain = !matches!(sample.kind, Kind::Cut | Kind::Falling | Kind::Blurred);
        if is_plain && sample.board.shape().len() <= MOST_CELLS {
            // What is left of a letter that something hides is not to be read.
            let face = |(tile, hidden): (Option<&Tile>, &f32)| {
                tile.filter(|_| *hidden <= HIDDEN).map(|tile| tile.face.clone())
            };
            let faces = sample.board.tiles().zip(&sample.hidden).map(face).collect();
            let frame = Frame::new(sample.picture.pixels.clone(), "drawn");
            let truth = layout(&sample);
            // Half a tile aside, a board shows halves of letters. A few are enough: the evidence of boards refuses them too.
            if number % 8 < 2 {
                let (pitch, shape) = (truth.pitch(), truth.shape().clone());
                let (x, y) = truth.center(Cell { line: 0, index: 0 });
                let layout = Layout::new(shape.clone(), (x + 0.5 * pitch.0, y), pitch);
                found.push(Lattice { frame: frame.clone(), layout, faces: vec![None; shape.len()] });
            }
            found.push(Lattice { layout: truth, frame, faces });
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
