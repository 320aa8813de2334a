//! Outlines of irregular boards: which cells of a lattice have a tile.

use crate::hard::random::Random;
use hexlex::board::{Cell, Shape};
use hexlex::locate::Layout;

/// The forms of outlines.
const FORMS: [&str; 9] =
    ["ring", "band", "cross", "diamond", "corner blocks", "missing corners", "single holes", "steps", "grown"];

/// An irregular board: the smallest lattice around its tiles.
pub(crate) struct Outline {
    pub(crate) shape: Shape,
    /// Whether each cell has a tile, in the order of the shape's cells.
    pub(crate) filled: Vec<bool>,
    /// The name of its form, for the report.
    pub(crate) form: &'static str,
}

/// A random outline within this shape.
pub(crate) fn outline(rng: &mut Random, shape: &Shape) -> Outline {
    /// A board with fewer tiles is not one to a person. Chosen by hand.
    const LEAST_TILES: usize = 8;
    /// The number of outlines that are tried before one without holes is returned.
    const ATTEMPTS: usize = 20;
    for _ in 0..ATTEMPTS {
        let form = *rng.pick(&FORMS);
        let filled = match form {
            "grown" => grown(rng, shape),
            "single holes" => single_holes(rng, shape),
            form => by_place(rng, shape, form),
        };
        let tiles = filled.iter().filter(|&&filled| filled).count();
        if tiles >= LEAST_TILES
            && tiles < shape.len()
            && let Some((shape, filled)) = trimmed(shape, &filled)
            && shape.lengths().len() > 2
            && shape.lengths()[0] > 2
            && is_connected(&shape, &filled)
        {
            return Outline { shape, filled, form };
        }
    }
    Outline { shape: shape.clone(), filled: vec![true; shape.len()], form: "full" }
}

/// The place of each cell, -1 to 1 in both directions.
fn places(shape: &Shape) -> Vec<(f32, f32)> {
    let (left, top, right, bottom) = Layout::new(shape.clone(), (0.0, 0.0), (1.0, 1.0)).bounds();
    let layout = Layout::new(shape.clone(), (-left, -top), (1.0, 1.0));
    let (width, height) = (right - left, bottom - top);
    let place = |cell| {
        let (x, y) = layout.center(cell);
        ((2.0 * x - width) / width, (2.0 * y - height) / height)
    };
    shape.cells().map(place).collect()
}

/// The cells of a form that depends only on their place.
fn by_place(rng: &mut Random, shape: &Shape, form: &str) -> Vec<bool> {
    let (hole, half) = (rng.between(0.3, 0.72), rng.between(0.25, 0.6));
    let turn = if rng.chance(0.5) { 1.0 } else { -1.0 };
    let (round, both) = (rng.chance(0.3), rng.chance(0.5));
    let reach = rng.between(1.0, 1.25);
    let corner = rng.between(0.25, 0.7);
    let corners = [0; 4].map(|_| rng.chance(0.6));
    let is_filled = |(u, v): (f32, f32)| {
        let v = v * turn;
        match form {
            "ring" if round => (u.abs() + v.abs() > hole) && u.abs() + v.abs() < 1.3,
            "ring" => u.abs().max(v.abs()) > hole,
            "band" => (u - v).abs() < 2.0 * half,
            "cross" if both => u.abs() < half || v.abs() < half,
            "cross" => (u - v).abs() < half || (u + v).abs() < half,
            "diamond" => u.abs() + v.abs() < reach,
            "corner blocks" => (u < 0.0) == (v < 0.0),
            "steps" => u < v + half,
            _ => {
                let which = usize::from(u > 0.0) + 2 * usize::from(v > 0.0);
                let inside = if both { u.abs().min(v.abs()) < 1.0 - corner } else { u.abs() + v.abs() < 2.0 - corner };
                inside || !corners[which]
            }
        }
    };
    places(shape).into_iter().map(is_filled).collect()
}

/// All cells but a few, anywhere.
fn single_holes(rng: &mut Random, shape: &Shape) -> Vec<bool> {
    let mut filled = vec![true; shape.len()];
    for _ in 0..rng.count(1..=4) {
        filled[rng.below(shape.len() as u32) as usize] = false;
    }
    filled
}

/// Cells that were added one by one, each a neighbor of an earlier one.
fn grown(rng: &mut Random, shape: &Shape) -> Vec<bool> {
    let size = (rng.between(0.35, 0.8) * shape.len() as f32) as usize;
    let mut filled = vec![false; shape.len()];
    let mut cells = vec![rng.below(shape.len() as u32) as usize];
    filled[cells[0]] = true;
    while cells.len() < size {
        let Some(cell) = shape.cell(*rng.pick(&cells)) else { break };
        let free = shape.neighbors(cell).into_iter().filter_map(|near| shape.id(near)).filter(|&id| !filled[id]);
        let free: Vec<usize> = free.collect();
        if !free.is_empty() {
            let id = *rng.pick(&free);
            filled[id] = true;
            cells.push(id);
        }
    }
    filled
}

/// Whether every tile touches another, all in one piece; a corner is enough on rows. Two pieces are two boards.
fn is_connected(shape: &Shape, filled: &[bool]) -> bool {
    let mut seen = vec![false; filled.len()];
    let mut open: Vec<usize> = filled.iter().position(|&filled| filled).into_iter().collect();
    open.iter().for_each(|&id| seen[id] = true);
    while let Some(cell) = open.pop().and_then(|id| shape.cell(id)) {
        for near in shape.neighbors(cell).into_iter().filter_map(|near| shape.id(near)) {
            if filled[near] && !seen[near] {
                seen[near] = true;
                open.push(near);
            }
        }
    }
    seen == filled
}

/// The shape without empty lines at its ends, and of rows without empty columns at theirs.
fn trimmed(shape: &Shape, filled: &[bool]) -> Option<(Shape, Vec<bool>)> {
    let tiles = || shape.cells().zip(filled).filter(|(_, filled)| **filled).map(|(cell, _)| cell);
    let (first, last) = (tiles().map(|cell| cell.line).min()?, tiles().map(|cell| cell.line).max()?);
    let (start, end) = (tiles().map(|cell| cell.index).min()?, tiles().map(|cell| cell.index).max()?);
    let rows = shape.stagger().is_none();
    // Of columns all places.
    let places = if rows { start..end + 1 } else { 0..shape.len() };
    let part = Layout::new(shape.clone(), (0.0, 0.0), (1.0, 1.0)).part(first..last + 1, places)?;
    let in_part = |cell: &Cell| (first..=last).contains(&cell.line) && (!rows || (start..=end).contains(&cell.index));
    let kept = shape.cells().zip(filled).filter(|(cell, _)| in_part(cell)).map(|(_, filled)| *filled).collect();
    Some((part.shape().clone(), kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_has_a_tile_in_its_outer_lines() -> Result<(), Box<dyn std::error::Error>> {
        for text in ["7x6", "10x10", "7,8,7,8,7,8,7", "6,6,6,6,6:down"] {
            let shape: Shape = text.parse()?;
            for number in 0..200 {
                let Outline { shape, filled, form } = outline(&mut Random::new(7, number), &shape);
                assert_eq!(filled.len(), shape.len(), "{form}");
                assert!(is_connected(&shape, &filled), "{form} in {text}");
                let last = shape.lengths().len() - 1;
                for line in [0, last] {
                    let mut cells = shape.cells().zip(&filled);
                    assert!(cells.any(|(cell, filled)| cell.line == line && *filled), "{form} in {text}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn every_form_is_drawn() -> Result<(), Box<dyn std::error::Error>> {
        let shape: Shape = "8x8".parse()?;
        let drawn: Vec<&str> = (0..300).map(|number| outline(&mut Random::new(1, number), &shape).form).collect();
        assert!(FORMS.iter().all(|form| drawn.contains(form)), "{drawn:?}");
        Ok(())
    }

    #[test]
    fn trimming_keeps_the_stagger() -> Result<(), Box<dyn std::error::Error>> {
        let shape: Shape = "6,6,6,6:up".parse()?;
        let filled: Vec<bool> = shape.cells().map(|cell| cell.line > 0).collect();
        let (shape, filled) = trimmed(&shape, &filled).ok_or("no tiles")?;
        assert_eq!((shape.to_string().as_str(), filled.len()), ("6,6,6:down", 18));
        Ok(())
    }
}
