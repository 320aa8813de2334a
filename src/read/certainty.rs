//! How certain the letters of a board are, by the board as a whole.
//!
//! The readers see one tile at a time, and misread an unusual typeface in the same way. The board shows more: tiles
//! with the same letter look alike, and tiles with other letters do not. Where one letter has two shapes, or two letters
//! have one, some are misread; where a tile looks like one whose letter is likely, so is its own. The weights are learned
//! (`certainty.weights`) from boards in typefaces that the networks were not trained with, so that a confidence is the share
//! of such tiles that are read rightly. By a [`limit`] it is lower where only the board speaks for a letter.

use super::letter_shapes::{Examples, LetterShape, Shapes, shapes};
use super::score::{Score, likelihood, log_odds};
use super::tile_reader::TileReader;
use super::{Doubt, Engine, Reading};
use crate::board::Face;
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
            let confidence = by_board(doubt, &evidence);
            *doubt = weighed(doubt, confidence, evidence.rival);
            let is_read = doubt.confidence >= min_confidence;
            tile.face = doubt.best.clone().filter(|_| is_read).unwrap_or(Face::Unreadable);
        }
    }
}

/// The confidence that the board gives to the best guess. The board may remove the doubt that the glyph is a letter, but not the reader's
/// doubt between letters, as between O and Q.
fn by_board(doubt: &Doubt, evidence: &Certainty) -> f32 {
    let without_others = 1.0 - doubt.alternatives.iter().map(|(_, share)| share).sum::<f32>();
    let limit = doubt.confidence.max(likelihood(evidence.limit).min(without_others));
    likelihood(score().log_odds(&evidence.values)).min(limit)
}

/// The doubt with another confidence. The alternatives are scaled to what remains, `1 - confidence`; a rival that was not
/// among them gets half of that.
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
    /// The [largest log odds](limit) that the letter may have.
    limit: f32,
}

/// The evidence for the letter of each tile; `None` where it has none.
pub(crate) fn certainty_values(tiles: &mut TileReader, reading: &Reading) -> Vec<Option<Certainty>> {
    let shapes = shapes(tiles, reading);
    let compared = ShapeComparison::new(&shapes);
    let confidences: Vec<f32> = reading.doubts.iter().flatten().map(|doubt| doubt.confidence).collect();
    let (sum, count) = (confidences.iter().sum::<f32>(), confidences.len() as f32);
    let odds = |doubt: &Option<Doubt>| doubt.as_ref().map_or(0.0, |doubt| log_odds(doubt.confidence));
    let odds: Vec<f32> = reading.doubts.iter().map(odds).collect();
    let of_tile = |(i, doubt): (usize, &Option<Doubt>)| {
        let doubt = doubt.as_ref().filter(|doubt| doubt.best.is_some())?;
        let others = if count > 1.0 { (sum - doubt.confidence) / (count - 1.0) } else { doubt.confidence };
        let ShapeValues { alone, rival, split, twin, limit, nearest } = compared.values(i, &odds);
        let values = [odds[i], others, alone, rival, split, twin];
        Some(Certainty { values, rival: nearest.filter(|_| rival > 0.0), limit })
    };
    reading.doubts.iter().enumerate().map(of_tile).collect()
}

/// What the shapes on a board say about one tile.
struct ShapeValues {
    /// 1 where no other tile has its letter.
    alone: f32,
    /// By how much more it is like a tile with another letter than like those with its own; [`NO_RIVAL`] where there is none.
    rival: f32,
    /// How far the shapes of its letter fall apart in two groups, times the share of the other group.
    split: f32,
    /// The largest log odds of another tile with its letter, each multiplied by how alike the two are (0 to 1); 0 where
    /// none is likelier than not.
    twin: f32,
    /// The [largest log odds](limit) that its letter may have.
    limit: f32,
    /// The letter of the nearest tile with another one.
    nearest: Option<Face>,
}

/// The value where a tile is like no tile with another letter.
const NO_RIVAL: f32 = -1.0;

/// The shapes of a board's letters, compared.
struct ShapeComparison<'a> {
    shapes: Shapes<'a>,
    /// For each letter its two groups that are least alike, as [`two_groups`] has them.
    groups: Vec<Option<(f32, Vec<usize>)>>,
    /// For each letter and each tile the example that the tile is most like, with the likeness.
    likest: Vec<Vec<Option<(usize, f32)>>>,
}

impl<'a> ShapeComparison<'a> {
    fn new(of_tiles: &'a [Option<LetterShape>]) -> ShapeComparison<'a> {
        let shapes = Shapes::new(of_tiles);
        let groups = |letter: &Examples| two_groups(&letter.tiles, |a, b| shapes.likeness(a, b));
        // Letter by letter, as the examples of one letter fit in the processor's cache and all tiles do not.
        let likest = |letter: &Examples| (0..of_tiles.len()).map(|tile| shapes.nearest(tile, &letter.tiles)).collect();
        let (groups, likest) =
            (shapes.letters.iter().map(groups).collect(), shapes.letters.iter().map(likest).collect());
        ShapeComparison { shapes, groups, likest }
    }

    /// What the shapes show about a tile, with the log odds of the letters of all tiles.
    fn values(&self, tile: usize, odds: &[f32]) -> ShapeValues {
        let (shapes, own_odds) = (&self.shapes, odds[tile]);
        let nothing =
            ShapeValues { alone: 0.0, rival: NO_RIVAL, split: 0.0, twin: 0.0, limit: own_odds, nearest: None };
        let Some((face, _)) = &shapes.of_tiles[tile] else { return nothing };
        let letters = shapes.letters.iter().zip(&self.groups).zip(&self.likest);
        let letters = letters.map(|((letter, groups), likest)| (letter, groups, likest[tile]));
        let (own, others): (Vec<_>, Vec<_>) = letters.partition(|(letter, ..)| letter.face == *face);
        let same = own.first().and_then(|(.., likest)| *likest);
        let nearest = others.into_iter().filter_map(|(letter, _, likest)| Some((letter, likest?.1)));
        let nearest = nearest.max_by(|a, b| a.1.total_cmp(&b.1));
        let expected = same.map_or(shapes.usual, |(_, likeness)| likeness.min(shapes.usual));
        let split = |(own, groups, _): &(&Examples, &Option<(f32, Vec<usize>)>, _)| {
            let (across, first) = groups.as_ref()?;
            // A tile that is not an example belongs to the group of the nearest one.
            let example = if own.tiles.contains(&tile) { tile } else { same?.0 };
            let share = first.len() as f32 / own.tiles.len() as f32;
            let other = if first.contains(&example) { 1.0 - share } else { share };
            Some((shapes.usual - across).max(0.0) * other)
        };
        // Of each other example its log odds, and how alike the two are: 0 where no more than the nearest other letter, 1 where
        // they are as alike as is usual.
        let unlike = nearest.as_ref().map_or(0.0, |(_, likeness)| *likeness);
        let sameness = |example: usize| match shapes.usual > unlike {
            true => ((shapes.likeness(tile, example) - unlike) / (shapes.usual - unlike)).clamp(0.0, 1.0),
            false => 0.0,
        };
        let examples = own.first().map_or(&[] as &[usize], |(own, ..)| own.tiles.as_slice());
        let others = examples.iter().filter(|&&example| example != tile);
        let twins: Vec<(f32, f32)> = others.map(|&example| (odds[example], sameness(example))).collect();
        ShapeValues {
            alone: f32::from(same.is_none()),
            rival: nearest.as_ref().map_or(NO_RIVAL, |(_, likeness)| likeness - expected),
            split: own.first().and_then(split).unwrap_or(0.0),
            twin: twins.iter().map(|(odds, sameness)| odds * sameness).fold(0.0, f32::max),
            limit: limit(own_odds, &twins),
            nearest: nearest.map(|(letter, _)| letter.face.clone()),
        }
    }
}

/// The largest log odds of a letter by the board: those before this step, or those of a tile with the same letter (its log odds, and how
/// alike the two are) as far as it is alike. Without this limit, tiles that are all misread in the same way would raise each other.
fn limit(own_odds: f32, twins: &[(f32, f32)]) -> f32 {
    twins.iter().map(|(odds, sameness)| own_odds + sameness * (odds - own_odds)).fold(own_odds, f32::max)
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
    use crate::read::templates::unit;

    #[test]
    fn tiles_are_divided_where_they_are_least_alike() {
        let likeness = |a: usize, b: usize| if (a < 3) == (b < 3) { 0.97 } else { 0.6 };
        let (across, mut group) = two_groups(&[0, 3, 1, 4, 2], likeness).unwrap();
        group.sort_unstable();
        assert_eq!((across, group), (0.6, vec![3, 4]));
        assert!(two_groups(&[7], likeness).is_none() && two_groups(&[], likeness).is_none());
    }

    /// The shape of a letter; those of one seed are the same.
    fn shape(letter: &str, seed: usize) -> Option<LetterShape> {
        let pixels = std::array::from_fn(|i| ((i * 37 + seed * 101) % 97) as f32);
        Some((Face::Letters(letter.to_string()), unit(&pixels)))
    }

    #[test]
    fn a_tile_without_one_letter_has_no_rival() {
        let shapes = [shape("A", 1), shape("A", 1), shape("V", 1), None];
        let compared = ShapeComparison::new(&shapes);
        let [a, v, none] = [0, 2, 3].map(|tile| compared.values(tile, &[0.5, 3.0, 6.0, 0.0]));
        assert!(a.alone == 0.0 && a.rival.abs() < 1e-4 && a.nearest == shape("V", 1).map(|(face, _)| face));
        assert!(v.alone == 1.0 && v.rival.abs() < 1e-4 && none.rival == NO_RIVAL);
    }

    /// The reader's confidence in O and its share for Q, the confidence to which another O may raise it, and the range in which the board
    /// leaves it. The board may remove the doubt that the glyph is a letter, but not the doubt between O and Q.
    #[test]
    fn the_board_leaves_the_doubt_which_letter_a_glyph_is() {
        let face = |letter: &str| Face::Letters(letter.to_string());
        for (confidence, other, most, expected) in [
            (0.5, None, 0.99, 0.9..=0.99),
            (0.5, None, 0.6, 0.6..=0.6),
            (0.5, Some(0.3), 0.99, 0.7..=0.7),
            (0.5, Some(0.5), 0.99, 0.5..=0.5),
            (0.7, Some(0.3), 0.6, 0.7..=0.7),
        ] {
            let alternatives = other.map(|share| (face("Q"), share)).into_iter().collect();
            let doubt = Doubt { best: Some(face("O")), confidence, alternatives };
            let values = [log_odds(confidence), 0.99, 0.0, NO_RIVAL, 0.0, 6.0];
            let by = by_board(&doubt, &Certainty { values, rival: None, limit: log_odds(most) });
            assert!(by > expected.start() - 1e-4 && by < expected.end() + 1e-4, "{confidence} {other:?} {most}: {by}");
        }
    }

    #[test]
    fn a_confident_tile_raises_others_of_the_same_shape() {
        let shapes = [shape("I", 1), shape("I", 1), shape("T", 2), shape("T", 3), shape("H", 3), None];
        let compared = ShapeComparison::new(&shapes);
        let of_tile = |tile: usize| {
            let values = compared.values(tile, &[-0.4, 6.0, 5.0, 0.2, 4.0, 0.0]);
            (values.twin, values.limit)
        };
        // The second T has the shape of the H; the H has no other tile with its letter, and the last tile has no letter.
        let expected = [(6.0, 6.0), (0.0, 6.0), (0.0, 0.2), (0.0, 4.0), (0.0, 0.0)];
        for (tile, expected) in [0, 1, 3, 4, 5].into_iter().zip(expected) {
            let found = of_tile(tile);
            assert!((found.0 - expected.0).abs() < 1e-3 && (found.1 - expected.1).abs() < 1e-3, "{tile} {found:?}");
        }
    }

    #[test]
    fn a_letter_is_raised_as_far_as_a_confident_tile_is_alike() {
        for (own, twins, expected) in [
            (-0.4, &[] as &[(f32, f32)], -0.4),
            (-0.4, &[(6.0, 0.0)], -0.4),
            (-0.4, &[(5.6, 0.01)], -0.34),
            (-0.4, &[(5.6, 0.5), (2.0, 1.0)], 2.6),
            (-0.4, &[(-2.0, 1.0)], -0.4),
            (7.0, &[(6.0, 1.0)], 7.0),
        ] {
            let found = limit(own, twins);
            assert!((found - expected).abs() < 1e-4, "{own} {twins:?}: {found}");
        }
    }

    #[test]
    fn what_a_letter_loses_goes_to_its_rival() {
        let letter = |letter: &str| Face::Letters(letter.to_string());
        let doubt = Doubt { best: Some(letter("U")), confidence: 0.9, alternatives: vec![(letter("O"), 0.05)] };
        let weighed = weighed(&doubt, 0.6, Some(letter("V")));
        assert_eq!((&weighed.best, weighed.confidence), (&Some(letter("U")), 0.6));
        assert_eq!(weighed.alternatives[0].0, letter("V"));
        let left = |doubt: &Doubt| doubt.alternatives.iter().map(|(_, share)| share).sum::<f32>();
        assert!(left(&weighed) <= 0.4001);
        let doubt = Doubt { best: Some(letter("U")), confidence: 0.4, alternatives: vec![(letter("O"), 0.5)] };
        let raised = super::weighed(&doubt, 0.9, Some(letter("V")));
        assert!(raised.alternatives[0].0 == letter("V") && left(&raised) <= 0.1001);
    }
}
