//! Which letter each tile has, by the shapes of all letters on the board.
//!
//! A typeface has one shape for each letter, and one letter for each shape. The readers see one tile at a time: in a crude
//! typeface one K may read as X on five tiles and as K on two, while the real X has another shape. Here the tiles of one shape
//! are pooled, and a letter loses likelihood where tiles of another shape read as it with more confidence. Learned weights
//! (`possible-letters.weights`) score each letter that a tile may have, and the likelihood that these letters have together is
//! shared out by the scores. [`certainty`](super::certainty) then finds the confidence of the best one.

use super::letter_shapes::{Shapes, is_one_letter, shapes};
use super::score::{Score, log_odds};
use super::tile_reader::TileReader;
use super::{Doubt, Engine, Reading};
use crate::board::Face;
use std::sync::OnceLock;

/// The features of a letter that a tile may have, by name.
pub(crate) const LETTER_FEATURES: [&str; 4] = ["odds", "peers", "twin", "claimed"];

/// A letter that a tile may have, with the evidence for it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PossibleLetter {
    pub(crate) face: Face,
    /// In the order of [`LETTER_FEATURES`]. Log odds of the letter: by the readers (`odds`); by all tiles of this shape together
    /// (`peers`); the largest of another tile with this shape, by all tiles of its own, as far as it has it and if likelier than not (`twin`);
    /// and by how much the same of a tile with another shape is larger than `twin` (`claimed`).
    pub(crate) values: [f32; LETTER_FEATURES.len()],
}

/// Letters with their likelihoods.
type Likelihoods = Vec<(Face, f32)>;

/// The least likelihood of a letter that counts. Smaller: more work, and letters by chance. Larger: a right letter is not
/// among them. Chosen by hand; `hard judge --kind pixel` shows a change.
const POSSIBLE: f32 = 1e-3;

/// The least likelihood by all tiles of one shape from which a letter is possible on a tile whose readers did not see it. Smaller:
/// letters by chance. Larger: a tile that is misread among others keeps its letter. Chosen by hand; `hard judge --kind pixel` shows a change.
const FROM_PEERS: f32 = 3e-3;

/// The least that counts as the usual unlikeness (1 - correlation) of two tiles with one letter. Smaller: on boards without noise letters
/// at other fractions of a pixel have another shape. Larger: letters that resemble each other have one. Chosen by hand; `hard judge --kind pixel`
/// shows a change.
const NOISE: f32 = 0.01;

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("possible-letters.weights"), &LETTER_FEATURES))
}

/// Updates the letter of each tile and the likelihoods by the shapes on the board. The letters of a taught skin stay as they are: they
/// were learned from this game.
pub(crate) fn weigh(tiles: &mut TileReader, reading: &mut Reading) {
    if !matches!(tiles.engine(), Engine::Net | Engine::Auto) {
        return;
    }
    let possible = possible_letters(tiles, reading);
    for (doubt, letters) in reading.doubts.iter_mut().zip(possible) {
        if let Some(doubt) = doubt.as_mut().filter(|_| letters.len() > 1) {
            *doubt = weighed(doubt, &letters);
        }
    }
}

/// The doubt in which these letters share what they have together by their scores. Unchanged where the best letter stays the best
/// and would gain: an O with a selection line over it reads as Q, and no other O has its shape.
fn weighed(doubt: &Doubt, letters: &[PossibleLetter]) -> Doubt {
    let is_possible = |face: &Face| letters.iter().any(|letter| letter.face == *face);
    let (possible, mut faces): (Likelihoods, Likelihoods) = likelihoods(doubt).partition(|(face, _)| is_possible(face));
    let sum = |faces: &Likelihoods| faces.iter().map(|(_, likelihood)| likelihood).sum::<f32>();
    // The likelihoods of a doubt may come to more than 1.
    let total = sum(&possible).min(1.0 - sum(&faces)).max(0.0);
    let odds: Vec<f32> = letters.iter().map(|letter| score().log_odds(&letter.values).exp()).collect();
    let all: f32 = odds.iter().sum();
    faces.extend(letters.iter().zip(odds).map(|(letter, odds)| (letter.face.clone(), total * odds / all)));
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (best, confidence) = faces.remove(0);
    match doubt.best == Some(best.clone()) && confidence > doubt.confidence {
        true => doubt.clone(),
        false => Doubt { confidence, best: Some(best), alternatives: faces },
    }
}

/// The faces of a doubt with their likelihoods, its best face first.
fn likelihoods(doubt: &Doubt) -> impl Iterator<Item = (Face, f32)> {
    let best = doubt.best.iter().map(|best| (best.clone(), doubt.confidence));
    best.chain(doubt.alternatives.iter().cloned())
}

/// The letters that each tile may have, with the evidence for them. Empty for a tile that has more letters than one, or only one possible
/// letter, or a face that is likelier than its best one: there the reader has chosen by more than likelihoods.
pub(crate) fn possible_letters(tiles: &mut TileReader, reading: &Reading) -> Vec<Vec<PossibleLetter>> {
    let of_tiles = shapes(tiles, reading);
    let letters = |(doubt, shape): (&Option<Doubt>, &Option<_>)| {
        let is_best = |doubt: &&Doubt| doubt.alternatives.iter().all(|(_, likelihood)| *likelihood <= doubt.confidence);
        let doubt = doubt.as_ref().filter(|_| shape.is_some()).filter(is_best);
        let is_letter = |(face, likelihood): &(Face, f32)| is_one_letter(face) && *likelihood >= POSSIBLE;
        doubt.map(|doubt| likelihoods(doubt).filter(is_letter).collect()).unwrap_or_default()
    };
    let letters: Vec<Likelihoods> = reading.doubts.iter().zip(&of_tiles).map(letters).collect();
    if letters.iter().all(|letters| letters.len() < 2) {
        return letters.iter().map(|_| Vec::new()).collect();
    }
    evidence(&Shapes::new(&of_tiles), &letters)
}

/// The evidence for the letters that each tile may have, from the shapes of all and their likelihoods by the readers.
fn evidence(shapes: &Shapes, by_readers: &[Likelihoods]) -> Vec<Vec<PossibleLetter>> {
    let examples: Vec<usize> = shapes.letters.iter().flat_map(|letter| letter.tiles.iter().copied()).collect();
    let usual = (1.0 - shapes.usual).max(NOISE);
    // How unlike a tile and each example are, as a multiple of what is usual.
    let unlikeness = |tile: usize| -> Vec<f32> {
        examples.iter().map(|&example| (1.0 - shapes.likeness(tile, example)).max(0.0) / usual).collect()
    };
    let peers = |tile: usize, unlikeness: &[f32]| {
        let others = examples.iter().zip(unlikeness).filter(|(example, _)| **example != tile);
        let weighted = others.map(|(&example, &ratio)| (&by_readers[example], same_shape(ratio)));
        let own = std::iter::once((&by_readers[tile], 1.0));
        pooled(&own.chain(weighted.filter(|(_, weight)| *weight > 0.0)).collect::<Vec<_>>())
    };
    let of_examples: Vec<Likelihoods> = examples.iter().map(|&example| peers(example, &unlikeness(example))).collect();
    let of_tile = |(tile, by_readers): (usize, &Likelihoods)| {
        if by_readers.len() < 2 {
            return Vec::new();
        }
        let unlikeness = unlikeness(tile);
        let peers = peers(tile, &unlikeness);
        let letter = |(face, likelihood): &(Face, f32)| {
            let others =
                examples.iter().zip(&of_examples).zip(&unlikeness).filter(|((example, _), _)| **example != tile);
            let (mut twin, mut claimed) = (0f32, 0f32);
            for ((_, letters), &ratio) in others {
                let odds = log_odds(likelihood_of(face, letters)).max(0.0);
                (twin, claimed) = (twin.max(odds * same_shape(ratio)), claimed.max(odds * other_shape(ratio)));
            }
            let peers = log_odds(likelihood_of(face, &peers));
            let values = [log_odds(*likelihood), peers, twin, (claimed - twin).max(0.0)];
            PossibleLetter { face: face.clone(), values }
        };
        let is_new = |face: &Face| likelihood_of(face, by_readers) == 0.0;
        let of_peers = peers.iter().filter(|(face, likelihood)| *likelihood > FROM_PEERS && is_new(face));
        let of_peers = of_peers.map(|(face, _)| (face.clone(), POSSIBLE));
        by_readers.iter().cloned().chain(of_peers).collect::<Likelihoods>().iter().map(letter).collect()
    };
    by_readers.iter().enumerate().map(of_tile).collect()
}

/// The likelihood of a letter; 0 where it is none of these.
fn likelihood_of(letter: &Face, letters: &Likelihoods) -> f32 {
    letters.iter().find(|(face, _)| face == letter).map_or(0.0, |(_, likelihood)| *likelihood)
}

/// The likelihoods of the letters of several tiles with one shape, which count by these weights: their geometric means, in proportion to
/// their sum. Tiles without possible letters do not count.
fn pooled(tiles: &[(&Likelihoods, f32)]) -> Likelihoods {
    let mut faces: Vec<&Face> = Vec::new();
    for (face, _) in tiles.iter().flat_map(|(letters, _)| letters.iter()) {
        if !faces.contains(&face) {
            faces.push(face);
        }
    }
    let tiles = || tiles.iter().filter(|(letters, _)| !letters.is_empty());
    let weights: f32 = tiles().map(|(_, weight)| weight).sum();
    let mean = |face: &&Face| {
        let logarithms = tiles().map(|(letters, weight)| weight * likelihood_of(face, letters).max(POSSIBLE).ln());
        (logarithms.sum::<f32>() / weights).exp()
    };
    let means: Vec<f32> = faces.iter().map(mean).collect();
    let sum = means.iter().sum::<f32>().max(f32::EPSILON);
    faces.into_iter().cloned().zip(means).map(|(face, mean)| (face, mean / sum)).collect()
}

/// How far two tiles have one shape, 0 to 1, by their unlikeness as a multiple of what is usual: all of it up to the usual one, none
/// from twice as much. A wider range pools letters that resemble each other, a narrower one parts tiles with noise. Chosen by hand;
/// `hard judge --kind pixel` shows a change.
fn same_shape(ratio: f32) -> f32 {
    (2.0 - ratio).clamp(0.0, 1.0)
}

/// How far two tiles have two shapes, 0 to 1, by the same measure: nothing up to twice the usual unlikeness, all of it from eight times as
/// much. With smaller ones the tiles of one letter claim it from each other. Chosen by hand; `hard judge --kind pixel` shows a change.
fn other_shape(ratio: f32) -> f32 {
    (0.5 * (ratio.log2() - 1.0)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::letter_shapes::LetterShape;
    use crate::read::templates::unit;

    fn letter(letter: &str) -> Face {
        Face::Letters(letter.to_string())
    }

    fn letters(likelihoods: &[(&str, f32)]) -> Likelihoods {
        likelihoods.iter().map(|(face, likelihood)| (letter(face), *likelihood)).collect()
    }

    /// A shape; those of one number are the same.
    fn shape(number: usize, likeliest: &Face) -> Option<LetterShape> {
        let pixels = std::array::from_fn(|i| ((i * 37 + number * 101) % 97) as f32);
        Some((likeliest.clone(), unit(&pixels)))
    }

    /// The evidence for the letters of tiles, given as their shape and the likelihoods of letters by the readers.
    fn evidence_of(tiles: &[(usize, &[(&str, f32)])]) -> Vec<Vec<PossibleLetter>> {
        let by_readers: Vec<Likelihoods> = tiles.iter().map(|(_, given)| letters(given)).collect();
        let of_tiles: Vec<Option<LetterShape>> =
            tiles.iter().zip(&by_readers).map(|((number, _), letters)| shape(*number, &letters[0].0)).collect();
        evidence(&Shapes::new(&of_tiles), &by_readers)
    }

    /// The likeliest letter of the first tile.
    fn read(tiles: &[(usize, &[(&str, f32)])]) -> Face {
        let (likelihoods, evidence) = (letters(tiles[0].1), evidence_of(tiles));
        let (best, alternatives) = (likelihoods[0].clone(), likelihoods[1..].to_vec());
        let doubt = Doubt { best: Some(best.0), confidence: best.1, alternatives };
        weighed(&doubt, &evidence[0]).best.unwrap()
    }

    #[test]
    fn a_letter_that_another_shape_has_is_less_likely() {
        let doubtful: (usize, &[(&str, f32)]) = (1, &[("X", 0.52), ("K", 0.45)]);
        let clear: &[(&str, f32)] = &[("X", 0.99), ("K", 0.01)];
        // Two other tiles show how alike those with one letter are.
        let other: (usize, &[(&str, f32)]) = (3, &[("B", 0.99)]);
        assert_eq!(read(&[doubtful, other, other]), letter("X"));
        assert_eq!(read(&[doubtful, other, other, (2, clear)]), letter("K"));
        // A tile of its own shape has that letter as clearly.
        assert_eq!(read(&[doubtful, other, other, (2, clear), (1, clear)]), letter("X"));
    }

    #[test]
    fn tiles_of_one_shape_have_one_letter() {
        let doubtful: (usize, &[(&str, f32)]) = (1, &[("H", 0.52), ("A", 0.45)]);
        let clear: (usize, &[(&str, f32)]) = (1, &[("A", 0.98)]);
        assert_eq!(read(&[doubtful, clear, clear]), letter("A"));
        // A letter that the readers did not see on the tile itself.
        let misread: (usize, &[(&str, f32)]) = (1, &[("J", 0.55), ("T", 0.4)]);
        let evidence = evidence_of(&[misread, clear, clear, clear]);
        assert_eq!(evidence[0].iter().map(|letter| letter.face.clone()).collect::<Vec<_>>()[2..], [letter("A")]);
    }

    #[test]
    fn the_evidence_for_a_letter_is_in_log_odds() {
        let tiles: [(usize, &[(&str, f32)]); 3] =
            [(1, &[("X", 0.5), ("K", 0.4)]), (1, &[("X", 0.9)]), (2, &[("K", 0.9)])];
        let evidence = evidence_of(&tiles);
        // X: the means of 0.5 and 0.9, K: of 0.4 and the least likelihood.
        let (x, k) = (0.6708f32, 0.02f32);
        let of_shape = log_odds(x / (x + k));
        let clear = log_odds(0.9999);
        let expected = [
            ("X", [log_odds(0.5), of_shape, of_shape, 0.0]),
            ("K", [log_odds(0.4), log_odds(k / (x + k)), 0.0, clear]),
        ];
        assert_eq!(evidence[0].len(), expected.len());
        for (found, (face, values)) in evidence[0].iter().zip(expected) {
            assert_eq!(found.face, letter(face));
            let is_near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-3;
            assert!(found.values.iter().zip(&values).all(is_near), "{face}: {:?}, expected {values:?}", found.values);
        }
        // The other two tiles have one possible letter each.
        assert!(evidence[1].is_empty() && evidence[2].is_empty());
    }

    #[test]
    fn the_letters_share_what_they_have_in_common() {
        let possible = |face: &str, odds: f32| PossibleLetter { face: letter(face), values: [odds, odds, 0.0, 0.0] };
        for (given, total) in
            [(&[("X", 0.5), ("Qu", 0.2), ("K", 0.2)], 0.7), (&[("X", 0.9), ("Qu", 0.2), ("K", 0.3)], 0.8)]
        {
            let faces = letters(given);
            let doubt = Doubt { best: Some(letter("X")), confidence: faces[0].1, alternatives: faces[1..].to_vec() };
            let weighed = weighed(&doubt, &[possible("X", -2.0), possible("K", 2.0)]);
            assert_eq!(weighed.best, Some(letter("K")));
            let found: Likelihoods = likelihoods(&weighed).collect();
            let sum =
                found.iter().filter(|(face, _)| *face != letter("Qu")).map(|(_, likelihood)| likelihood).sum::<f32>();
            assert!((sum - total).abs() < 1e-4 && likelihood_of(&letter("Qu"), &found) == 0.2, "{given:?}: {found:?}");
        }
    }

    #[test]
    fn the_best_letter_does_not_gain() {
        let doubt = Doubt { best: Some(letter("Q")), confidence: 0.9, alternatives: letters(&[("O", 0.05)]) };
        let possible = |face: &str, odds: f32| PossibleLetter { face: letter(face), values: [odds, odds, 0.0, 0.0] };
        assert_eq!(weighed(&doubt, &[possible("Q", 6.0), possible("O", -6.0)]), doubt);
        let less = weighed(&doubt, &[possible("Q", 0.1), possible("O", 0.0)]);
        assert!(less.best == doubt.best && less.confidence < 0.6, "{less:?}");
    }

    #[test]
    fn shapes_are_the_same_or_different_by_what_is_usual() {
        for (ratio, expected) in [
            (0.0, (1.0, 0.0)),
            (1.0, (1.0, 0.0)),
            (1.5, (0.5, 0.0)),
            (2.0, (0.0, 0.0)),
            (4.0, (0.0, 0.5)),
            (8.0, (0.0, 1.0)),
        ] {
            assert_eq!((same_shape(ratio), other_shape(ratio)), expected, "{ratio}");
        }
    }
}
