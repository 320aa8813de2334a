//! The words of a board as moves, and a cheap choice of those that deserve thought.

use crate::board::TileKind;
use crate::game::{Engine, MAX_CELLS, State, UNKNOWN, ids};
use crate::lexicon::Lexicon;
use crate::profile::{Scoring, Tally};
use crate::solve::WordPath;

/// A set of tiles that spells a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The word's number in the lexicon, the number of its letters, and its cells.
    pub path: WordPath,
    /// What speaks for it before it is examined.
    pub(super) key: f32,
}

/// What speaks for the use of a fire, by the turns until it is on the bottom; the last entry holds for all further ones. From
/// the first simulations of players, as [`NEW_FIRE`].
const FIRE_KEYS: [f32; 8] = [1000.0, 40.0, 20.0, 13.0, 10.0, 8.0, 6.5, 5.7];

/// What speaks against a new fire.
const NEW_FIRE: f32 = 12.0;

/// What speaks for each letter, and for each point of the tiles: they only settle ties.
const LETTER: f32 = 0.05;
const TILE_POINT: f32 = 0.001;

/// How many times more paths are sorted than candidates are wanted: anagrams use the same tiles and count once.
const ANAGRAMS: usize = 4;

/// The values of the tiles of a board, by which words are scored without looking at tiles one by one.
pub struct TilePoints {
    letters: [u32; MAX_CELLS],
    gems: [u32; MAX_CELLS],
    fires: u64,
}

impl TilePoints {
    /// The values of a board's tiles.
    pub fn of(state: &State, scoring: &Scoring) -> TilePoints {
        let by_code: [u32; 26] = std::array::from_fn(|code| {
            let letter = char::from(b'A' + code as u8);
            if letter == 'Q' {
                scoring.letter_value("QU")
            } else {
                scoring.letter_value(letter.encode_utf8(&mut [0; 4]))
            }
        });
        let by_kind = TileKind::ALL.map(|kind| scoring.gem_value(kind));
        let letter = |cell: usize| by_code.get(usize::from(state.letter(cell))).copied().unwrap_or(0);
        let gem =
            |cell: usize| TileKind::ALL.iter().position(|&kind| kind == state.kind(cell)).map_or(0, |at| by_kind[at]);
        TilePoints { letters: std::array::from_fn(letter), gems: std::array::from_fn(gem), fires: state.fires() }
    }

    /// The sum of the letter values of these cells.
    #[inline]
    fn letters(&self, mask: u64) -> u32 {
        ids(mask).map(|cell| self.letters[cell]).sum()
    }

    /// The score of a word along this path.
    pub fn score(&self, path: &WordPath, scoring: &Scoring) -> u32 {
        scoring.points(&Tally {
            letters: path.letters,
            tiles: path.mask.count_ones(),
            values: self.letters(path.mask),
            gems: ids(path.mask).map(|cell| self.gems[cell]).sum(),
            fires: (path.mask & self.fires).count_ones(),
            blanks: 0,
        })
    }
}

/// Puts the most promising sets of tiles into `chosen`, at most `most` of them, the best first: those that use fires near the
/// bottom and bring little new fire. Returns the longest of all, whose key is the best of those.
pub(super) fn prefilter(
    engine: &Engine,
    state: &State,
    level: u32,
    paths: &[WordPath],
    most: usize,
    chosen: &mut Vec<Candidate>,
) -> Option<Candidate> {
    let fires = state.fires();
    let mut of_fire = [0.0; MAX_CELLS];
    engine.deadlines(state, |cell, turns| of_fire[cell] = FIRE_KEYS[(turns as usize).min(FIRE_KEYS.len() - 1)]);
    let points = TilePoints::of(state, &engine.params().rules.scoring);
    let of_length: [f32; 32] = std::array::from_fn(|letters| {
        LETTER * letters as f32 - NEW_FIRE * engine.expected_fires(state, letters, level)
    });
    chosen.clear();
    chosen.extend(paths.iter().map(|&path| {
        let used: f32 = ids(path.mask & fires).map(|cell| of_fire[cell]).sum();
        let of_length = of_length[(path.letters as usize).min(of_length.len() - 1)];
        Candidate { path, key: used + of_length + TILE_POINT * points.letters(path.mask) as f32 }
    }));
    let order = |a: &Candidate, b: &Candidate| {
        b.key.total_cmp(&a.key).then_with(|| (a.path.mask, a.path.number).cmp(&(b.path.mask, b.path.number)))
    };
    let longest = chosen.iter().copied().max_by(|a, b| a.path.letters.cmp(&b.path.letters).then_with(|| order(b, a)));
    let sorted = most * ANAGRAMS;
    if chosen.len() > sorted {
        chosen.select_nth_unstable_by(sorted, order);
        chosen.truncate(sorted);
    }
    chosen.sort_unstable_by(order);
    chosen.dedup_by_key(|candidate| candidate.path.mask);
    chosen.truncate(most);
    longest
}

/// Of all words along the same tiles, the one that most games accept.
pub(super) fn most_common(lexicon: &Lexicon, mask: u64, paths: &[WordPath]) -> Option<WordPath> {
    let same = paths.iter().filter(|path| path.mask == mask);
    same.min_by_key(|path| (lexicon.class_of(path.number as usize), path.number)).copied()
}

/// Whether every tile of the board has a letter that words may use.
pub fn is_known(state: &State, cells: usize) -> bool {
    state.letters()[..cells].iter().all(|&letter| letter != UNKNOWN)
}
