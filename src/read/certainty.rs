//! How certain the letters of a board are, by the board as a whole.
//!
//! The readers see one tile at a time, and misread an unusual typeface in the same way. The board shows more: tiles
//! with the same letter look alike, and tiles with other letters do not. Where one letter has two shapes, or two letters
//! have one, some are misread. The weights are learned (`certainty.weights`) from boards in typefaces that the networks
//! were not trained with, so that a confidence is the share of such tiles that are read rightly.

use super::guess::{Guess, likelihood, log_odds};
use super::score::Score;
use super::templates::{UnitGlyph, correlation, nearest_of, unit};
use super::tile_reader::TileReader;
use super::{Doubt, Engine, Reading};
use crate::board::Face;
use crate::pixels::median;
use std::rc::Rc;
use std::sync::OnceLock;

/// The features of a tile, by name.
pub(crate) const CERTAINTY_FEATURES: [&str; 6] = ["odds", "others", "alone", "rival", "split", "twin"];

/// The values of one tile, in the order of [`CERTAINTY_FEATURES`].
pub(crate) type CertaintyValues = [f32; CERTAINTY_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("certainty.weights"), &CERTAINTY_FEATURES))
}

/// Weighs the confidence of each tile of a reading anew. Tiles that fall below `min_confidence` become unreadable. The
/// letters of a taught skin stay as they are: they were learned from this game.
pub(super) fn weigh(tiles: &mut TileReader, reading: &mut Reading, min_confidence: f32) {
    if !matches!(tiles.engine(), Engine::Net | Engine::Auto) {
        return;
    }
    let evidence = certainty_values(tiles, reading);
    for ((doubt, tile), evidence) in reading.doubts.iter_mut().zip(reading.board.tiles_mut()).zip(evidence) {
        if let (Some(doubt), Some(tile), Some(evidence)) = (doubt, tile, evidence) {
            let confidence = bounded(likelihood(score().log_odds(&evidence.values)), doubt.confidence, evidence.twin());
            *doubt = weighed(doubt, confidence, evidence.rival);
            let is_read = doubt.confidence >= min_confidence;
            tile.face = doubt.best.clone().filter(|_| is_read).unwrap_or(Face::Unreadable);
        }
    }
}

/// The confidence by the board, no larger than the reader's in this letter, or in one that looks the same. So letters that are
/// misread alike, each with some doubt, do not make each other sure.
fn bounded(confidence: f32, of_reader: f32, twin: f32) -> f32 {
    let of_twin = if twin > 0.0 { likelihood(twin) } else { 0.0 };
    confidence.min(of_reader.max(of_twin))
}

/// The doubt with another confidence. What the best letter loses goes to the others, and what it gains comes from them; the
/// letter that looks like it gets half of it where it was not among them.
fn weighed(doubt: &Doubt, confidence: f32, rival: Option<Face>) -> Doubt {
    let scale = (1.0 - confidence) / (1.0 - doubt.confidence).max(f32::EPSILON);
    let mut alternatives: Vec<(Face, f32)> = doubt.alternatives.clone();
    alternatives.iter_mut().for_each(|(_, share)| *share *= scale);
    let rival = rival.filter(|rival| doubt.best.as_ref() != Some(rival));
    let is_new = |rival: &Face| !alternatives.iter().any(|(face, _)| face == rival);
    if let Some(rival) = rival.filter(is_new) {
        alternatives.iter_mut().for_each(|(_, share)| *share *= 0.5);
        alternatives.push((rival, 0.5 * (1.0 - confidence)));
    }
    alternatives.sort_by(|a, b| b.1.total_cmp(&a.1));
    Doubt { best: doubt.best.clone(), confidence, alternatives }
}

/// The evidence for the letter of one tile.
pub(crate) struct Certainty {
    pub(crate) values: CertaintyValues,
    /// The letter of the tile with another letter that looks most like it, where it looks more like it than the tiles with
    /// its own letter do.
    rival: Option<Face>,
}

impl Certainty {
    /// The log odds of a tile with the same letter that looks the same; 0 where there is none.
    fn twin(&self) -> f32 {
        let [.., twin] = self.values;
        twin
    }
}

/// The evidence for the letter of each tile; `None` where it has none.
pub(crate) fn certainty_values(tiles: &mut TileReader, reading: &Reading) -> Vec<Option<Certainty>> {
    let glyph = |(doubt, guess): (&Option<Doubt>, &Option<Rc<Guess>>)| {
        let face = doubt.as_ref()?.best.as_ref()?;
        let guess = guess.as_ref().filter(|_| is_one_letter(face))?;
        Some((face.clone(), unit(&guess.glyph.pixels)))
    };
    let glyphs: Vec<Option<Shape>> = reading.doubts.iter().zip(tiles.guesses(&reading.layout)).map(glyph).collect();
    let shapes = Shapes::new(&glyphs);
    let likest = shapes.likest();
    let confidences: Vec<f32> = reading.doubts.iter().flatten().map(|doubt| doubt.confidence).collect();
    let (sum, count) = (confidences.iter().sum::<f32>(), confidences.len() as f32);
    let sureness = |doubt: &Option<Doubt>| doubt.as_ref().map_or(0.0, |doubt| log_odds(doubt.confidence));
    let sureness: Vec<f32> = reading.doubts.iter().map(sureness).collect();
    let of_tile = |(i, doubt): (usize, &Option<Doubt>)| {
        let doubt = doubt.as_ref().filter(|doubt| doubt.best.is_some())?;
        let others = if count > 1.0 { (sum - doubt.confidence) / (count - 1.0) } else { doubt.confidence };
        let ShapeValues { alone, rival, split, twin, nearest } = shapes.values(i, &likest, &sureness);
        let values = [sureness[i], others, alone, rival, split, twin];
        Some(Certainty { values, rival: nearest.filter(|_| rival > 0.0) })
    };
    reading.doubts.iter().enumerate().map(of_tile).collect()
}

fn is_one_letter(face: &Face) -> bool {
    matches!(face, Face::Letters(text) if text.chars().count() == 1)
}

/// What the shapes on a board say about one tile.
struct ShapeValues {
    /// 1 where no other tile has its letter.
    alone: f32,
    /// By how much more it is like a tile with another letter than like those with its own; [`NO_RIVAL`] where there is none.
    rival: f32,
    /// How far the shapes of its letter fall apart in two groups, times the share of the other group.
    split: f32,
    /// The log odds of the surest tile with its letter, by how far it looks the same.
    twin: f32,
    /// The letter of the nearest tile with another one.
    nearest: Option<Face>,
}

/// The value where a tile is like no tile with another letter.
const NO_RIVAL: f32 = -1.0;

/// The shape of one tile's letter.
type Shape = (Face, UnitGlyph);

/// The shapes of a board's letters.
struct Shapes<'a> {
    /// Of each tile; `None` where it does not have one letter.
    of_tiles: &'a [Option<Shape>],
    letters: Vec<Examples>,
    /// The usual likeness of a tile to the nearest one with its letter.
    usual: f32,
}

/// Tiles with the same letter.
struct Examples {
    face: Face,
    /// At most [`EXAMPLES`].
    tiles: Vec<usize>,
    /// The two groups that are least alike: the likeness of the nearest pair across them, and the tiles of the first one. `None`
    /// for a single tile.
    groups: Option<(f32, Vec<usize>)>,
}

/// The most tiles of one letter that others are compared with: a limit of work on large boards.
const EXAMPLES: usize = 12;

/// The usual likeness where no letter occurs twice: what is seen on boards without noise.
const CLEAN: f32 = 0.98;

impl<'a> Shapes<'a> {
    fn new(of_tiles: &'a [Option<Shape>]) -> Shapes<'a> {
        let mut letters: Vec<Examples> = Vec::new();
        for (tile, (face, _)) in of_tiles.iter().enumerate().filter_map(|(i, shape)| Some((i, shape.as_ref()?))) {
            match letters.iter_mut().find(|letter| letter.face == *face) {
                Some(letter) if letter.tiles.len() < EXAMPLES => letter.tiles.push(tile),
                Some(_) => {}
                None => letters.push(Examples { face: face.clone(), tiles: vec![tile], groups: None }),
            }
        }
        let mut shapes = Shapes { of_tiles, letters: Vec::new(), usual: CLEAN };
        for letter in &mut letters {
            letter.groups = two_groups(&letter.tiles, |a, b| shapes.likeness(a, b));
        }
        let nearest = |letter: &Examples| {
            let tiles = letter.tiles.clone();
            tiles.into_iter().filter_map(|tile| Some(shapes.nearest(tile, &letter.tiles)?.1)).collect::<Vec<_>>()
        };
        let same: Vec<f32> = letters.iter().flat_map(nearest).collect();
        shapes.usual = if same.is_empty() { CLEAN } else { median(same) };
        shapes.letters = letters;
        shapes
    }

    /// The likeness of the shapes of two tiles.
    fn likeness(&self, a: usize, b: usize) -> f32 {
        match (&self.of_tiles[a], &self.of_tiles[b]) {
            (Some((_, a)), Some((_, b))) => correlation(a, b),
            _ => 0.0,
        }
    }

    /// Of these other tiles the one that a tile is most like, with the likeness.
    fn nearest(&self, tile: usize, others: &[usize]) -> Option<(usize, f32)> {
        let shape = |tile: usize| self.of_tiles[tile].as_ref().map(|(_, shape)| shape);
        let own = shape(tile)?;
        let others = || others.iter().copied().filter(|other| *other != tile);
        let (nearest, likeness) = nearest_of(own, others().filter_map(shape))?;
        Some((others().nth(nearest)?, likeness))
    }

    /// For each letter and each tile the example that the tile is most like, with the likeness. Letter by letter, as the
    /// examples of one letter fit in the processor's cache and all tiles do not.
    fn likest(&self) -> Vec<Vec<Option<(usize, f32)>>> {
        let tiles = || 0..self.of_tiles.len();
        self.letters.iter().map(|letter| tiles().map(|tile| self.nearest(tile, &letter.tiles)).collect()).collect()
    }

    /// What the shapes say about a tile, from what all tiles are [most like](Shapes::likest) and the log odds of their letters.
    fn values(&self, tile: usize, likest: &[Vec<Option<(usize, f32)>>], sureness: &[f32]) -> ShapeValues {
        let nothing = ShapeValues { alone: 0.0, rival: NO_RIVAL, split: 0.0, twin: 0.0, nearest: None };
        let Some((face, _)) = &self.of_tiles[tile] else { return nothing };
        let likest = self.letters.iter().zip(likest).map(|(letter, likest)| (letter, likest[tile]));
        let (own, others): (Vec<_>, Vec<_>) = likest.partition(|(letter, _)| letter.face == *face);
        let same = own.first().and_then(|(_, likest)| *likest);
        let nearest = others.into_iter().filter_map(|(letter, likest)| Some((letter, likest?.1)));
        let nearest = nearest.max_by(|a, b| a.1.total_cmp(&b.1));
        let expected = same.map_or(self.usual, |(_, likeness)| likeness.min(self.usual));
        let split = |own: &Examples| {
            let (across, first) = own.groups.as_ref()?;
            // A tile that is not an example belongs to the group of the nearest one.
            let example = if own.tiles.contains(&tile) { tile } else { same?.0 };
            let share = first.len() as f32 / own.tiles.len() as f32;
            let other = if first.contains(&example) { 1.0 - share } else { share };
            Some((self.usual - across).max(0.0) * other)
        };
        let unlike = nearest.as_ref().map_or(0.0, |(_, likeness)| *likeness);
        // From nothing for a tile that looks as different as one with another letter, to all for one that looks the same.
        let sameness = |example: usize| {
            ((self.likeness(tile, example) - unlike) / (self.usual - unlike).max(f32::EPSILON)).clamp(0.0, 1.0)
        };
        let twin = |own: &Examples| {
            let others = own.tiles.iter().filter(|&&example| example != tile);
            others.map(|&example| sureness[example].max(0.0) * sameness(example)).fold(0.0, f32::max)
        };
        ShapeValues {
            alone: f32::from(same.is_none()),
            rival: nearest.as_ref().map_or(NO_RIVAL, |(_, likeness)| likeness - expected),
            split: own.first().and_then(|(own, _)| split(own)).unwrap_or(0.0),
            twin: own.first().map_or(0.0, |(own, _)| twin(own)),
            nearest: nearest.map(|(letter, _)| letter.face.clone()),
        }
    }
}

/// Divides tiles into the two groups that are least alike (single linkage): the likeness of the nearest pair across them, and
/// the tiles of one group. `None` for fewer than two tiles.
fn two_groups(tiles: &[usize], likeness: impl Fn(usize, usize) -> f32) -> Option<(f32, Vec<usize>)> {
    // Prim's algorithm (1957): the spanning tree of the nearest pairs, as a tile, its parent, and their likeness.
    let (&root, others) = tiles.split_first()?;
    let mut outside: Vec<(usize, usize, f32)> = others.iter().map(|&tile| (tile, root, likeness(tile, root))).collect();
    let mut tree = Vec::new();
    while let Some(at) = (0..outside.len()).max_by(|&a, &b| outside[a].2.total_cmp(&outside[b].2)) {
        let link = outside.swap_remove(at);
        for (tile, parent, known) in &mut outside {
            let new = likeness(*tile, link.0);
            if new > *known {
                (*parent, *known) = (link.0, new);
            }
        }
        tree.push(link);
    }
    let &(first, _, across) = tree.iter().min_by(|a, b| a.2.total_cmp(&b.2))?;
    let mut group = vec![first];
    for &(tile, parent, _) in &tree {
        if group.contains(&parent) {
            group.push(tile);
        }
    }
    Some((across, group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_divided_where_they_are_least_alike() {
        let likeness = |a: usize, b: usize| if (a < 3) == (b < 3) { 0.97 } else { 0.6 };
        let (across, mut group) = two_groups(&[0, 3, 1, 4, 2], likeness).unwrap();
        group.sort_unstable();
        assert_eq!((across, group), (0.6, vec![3, 4]));
        assert!(two_groups(&[7], likeness).is_none() && two_groups(&[], likeness).is_none());
    }

    /// The shape of a letter; those of one seed are the same.
    fn shape(letter: &str, seed: usize) -> Option<Shape> {
        let pixels = std::array::from_fn(|i| ((i * 37 + seed * 101) % 97) as f32);
        Some((Face::Letters(letter.to_string()), unit(&pixels)))
    }

    #[test]
    fn a_tile_without_one_letter_has_no_rival() {
        let shapes = [shape("A", 1), shape("A", 1), shape("V", 1), None];
        let values = Shapes::new(&shapes);
        let likest = values.likest();
        let [a, v, none] = [0, 2, 3].map(|tile| values.values(tile, &likest, &[0.5, 3.0, 6.0, 0.0]));
        assert!(a.alone == 0.0 && a.rival.abs() < 1e-4 && a.nearest == shape("V", 1).map(|(face, _)| face));
        assert!(v.alone == 1.0 && v.rival.abs() < 1e-4 && none.rival == NO_RIVAL);
    }

    #[test]
    fn a_sure_tile_speaks_for_doubtful_ones_that_look_the_same() {
        let shapes = [shape("I", 1), shape("I", 1), shape("T", 2), shape("T", 3), shape("H", 3), None];
        let values = Shapes::new(&shapes);
        let likest = values.likest();
        let twin = |tile: usize| values.values(tile, &likest, &[0.1, 6.0, 5.0, 0.2, 4.0, 0.0]).twin;
        // The first T looks like no other one, the second like the H.
        assert_eq!([0, 1, 3, 4, 5].map(twin), [6.0, 0.1, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn the_board_makes_no_letter_surer_than_a_reading_of_its_shape() {
        let twin = log_odds(0.95);
        for (by_board, of_reader, twin, expected) in [
            (0.9, 0.4, 0.0, 0.4),
            (0.3, 0.4, 0.0, 0.3),
            (0.9, 0.4, twin, 0.9),
            (0.99, 0.4, twin, 0.95),
            (0.99, 0.97, twin, 0.97),
        ] {
            let found = bounded(by_board, of_reader, twin);
            assert!((found - expected).abs() < 1e-4, "{by_board} {of_reader} {twin}: {found}");
        }
    }

    #[test]
    fn what_a_letter_loses_goes_to_its_rival() {
        let letter = |letter: &str| Face::Letters(letter.to_string());
        let doubt = Doubt { best: Some(letter("U")), confidence: 0.9, alternatives: vec![(letter("O"), 0.05)] };
        let weighed = weighed(&doubt, 0.6, Some(letter("V")));
        assert_eq!((weighed.best, weighed.confidence), (Some(letter("U")), 0.6));
        assert_eq!(weighed.alternatives[0].0, letter("V"));
        assert!(weighed.alternatives.iter().map(|(_, share)| share).sum::<f32>() <= 0.4001);
    }
}
