//! The best way to spell each word, of all the ways that a search comes upon.

use super::rules::Scoring;
use super::rules::Sums;
use std::cmp::Reverse;

/// Which words of the lexicon a board has been found to have.
///
/// A table over all words tells the last board that had each, so nothing has to be cleared between boards. What is
/// stored does not depend on what was there: so no search waits for the memory. Refused words are marked before
/// anything is found.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    marks: Vec<u8>,
    mark: u8,
    refused: Vec<u32>,
}

impl Seen {
    /// No word seen, and these refused for ever.
    pub(super) fn new(words: usize, refused: impl Iterator<Item = u32>) -> Seen {
        Seen { marks: vec![0; words], mark: 0, refused: refused.collect() }
    }

    /// Forgets what has been seen.
    pub(super) fn next_board(&mut self) {
        if self.mark == u8::MAX {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 1;
        for &number in &self.refused {
            self.marks[number as usize] = self.mark;
        }
    }

    /// Whether the word is neither refused nor seen before; it is seen from now on.
    #[inline]
    pub(super) fn is_new(&mut self, number: u32) -> bool {
        std::mem::replace(&mut self.marks[number as usize], self.mark) != self.mark
    }
}

/// How good a way is: its score, then fire tiles, then as few `*` as may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Worth {
    pub(super) score: u32,
    fires: u32,
    blanks: Reverse<u32>,
}

impl Worth {
    /// What a score alone is worth.
    pub(super) fn of_score(score: u32) -> Worth {
        Worth { score, ..Worth::default() }
    }

    /// What these sums are worth.
    pub(super) fn of(sums: &Sums, scoring: &Scoring) -> Worth {
        Worth { score: scoring.points(sums), fires: sums.fires, blanks: Reverse(sums.blanks) }
    }
}

/// A word with the best way to spell it so far.
#[derive(Debug, Clone)]
pub(super) struct Best {
    pub(super) number: u32,
    pub(super) letters: u32,
    pub(super) worth: Worth,
    /// Where its cells lie.
    pub(super) start: u32,
    pub(super) tiles: u32,
}

/// The words of a board, each with its best way so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Ways {
    pub(super) words: Vec<Best>,
    /// The ids of the cells of every way that was the best of its word for a time.
    cells: Vec<u32>,
    /// How many of these are in use.
    used: usize,
    /// By word: its place among the words, where it has one.
    places: Vec<u32>,
}

impl Ways {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.used = 0;
    }

    /// The cells of a word's way, in order.
    #[inline]
    pub(super) fn path(&self, word: &Best) -> &[u32] {
        &self.cells[word.start as usize..(word.start + word.tiles) as usize]
    }

    /// Takes in the first way of a word, and answers where its cells go.
    #[inline]
    pub(super) fn first(&mut self, number: u32, letters: u32, tiles: usize) -> (&mut Worth, &mut [u32]) {
        let start = self.used;
        self.used += tiles;
        if self.used > self.cells.len() {
            self.cells.resize(self.used * 2, 0);
        }
        self.words.push(Best { number, letters, worth: Worth::default(), start: start as u32, tiles: tiles as u32 });
        let last = self.words.len() - 1;
        (&mut self.words[last].worth, &mut self.cells[start..self.used])
    }

    /// Takes in a way of a word, if it is the first or better than the one before; among equals the
    /// one whose cells come first is better.
    pub(super) fn add(
        &mut self,
        seen: &mut Seen,
        (number, letters): (u32, u32),
        worth: Worth,
        tiles: usize,
        trace: impl FnOnce(&mut [u32]),
    ) {
        if self.places.is_empty() {
            self.places = vec![u32::MAX; seen.marks.len()];
        }
        if seen.is_new(number) {
            self.places[number as usize] = self.words.len() as u32;
            let (known, cells) = self.first(number, letters, tiles);
            *known = worth;
            return trace(cells);
        }
        // a word that is refused has no place, or one of a board before
        let place = self.places[number as usize] as usize;
        let Some(old) = self.words.get(place).filter(|old| old.number == number && old.worth <= worth) else { return };
        let (old_worth, old_start, old_tiles) = (old.worth, old.start as usize, old.tiles as usize);
        let (start, end) = (self.used, self.used + tiles);
        if end > self.cells.len() {
            self.cells.resize(end * 2, 0);
        }
        trace(&mut self.cells[start..end]);
        if old_worth < worth || self.cells[start..end] < self.cells[old_start..old_start + old_tiles] {
            self.used = end;
            self.words[place] = Best { number, letters, worth, start: start as u32, tiles: tiles as u32 };
        }
    }
}
