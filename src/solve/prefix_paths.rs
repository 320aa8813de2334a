//! All paths of a prefix, for the search by words.
//!
//! How a path can go on depends on the cells that it uses and on the last of them, not on their order, so paths that agree in these
//! are one ([`End`]). Prefixes whose letters are on the same cells, such as those that are nowhere but on `*`, are one, too.

use std::collections::HashMap;
use std::sync::Arc;

/// The steps in which all paths of prefixes are made, some 25 ns each. Smaller: boards that could be searched completely are not.
/// Larger: an answer takes longer than a second. With 10 million, eight of eighty boards of 4x4 to 8x8 with eight `*`, spread or
/// close together, are not searched completely. Chosen by hand; `cargo bench --bench worst` prints the times.
const MAX_STEPS: u32 = 30_000_000;

/// The ends of paths that are kept before all are dropped, 16 bytes each (48 MB). Smaller: ends are found again more often. Larger:
/// more memory. Chosen by hand.
const MAX_KEPT: usize = 3_000_000;

/// The prefixes whose paths were made, and their paths. Cells are bits of a `u64`.
pub(super) struct PrefixPaths {
    /// The neighbors of each cell.
    neighbors: Arc<[u64]>,
    /// The prefix of no tile first.
    prefixes: Vec<Prefix>,
    /// The number of a prefix, by that of the prefix without its last tile, and the cells on which that tile can be.
    numbers: HashMap<(usize, u64), usize>,
    /// The number of ends of all prefixes.
    kept: usize,
    steps: u32,
    /// Scratch buffer for sorting ends.
    scratch: Vec<End>,
}

/// All paths of a prefix.
struct Prefix {
    /// The number of the prefix without its last tile.
    before: usize,
    /// The cells at which some path can go on.
    around: u64,
    ends: Box<[End]>,
}

/// The ends of some paths of a prefix, those that use the same cells.
#[derive(Clone, Copy)]
struct End {
    /// The cells of the paths.
    used: u64,
    /// The last cells of the paths, one each.
    last: u64,
}

impl PrefixPaths {
    /// No path but that of the prefix of no tile, on a board with these neighbors of each cell.
    pub(super) fn new(neighbors: Arc<[u64]>) -> PrefixPaths {
        let nothing = Prefix { before: 0, around: u64::MAX, ends: Box::new([End { used: 0, last: 0 }]) };
        PrefixPaths {
            neighbors,
            prefixes: vec![nothing],
            numbers: HashMap::new(),
            kept: 0,
            steps: 0,
            scratch: Vec::new(),
        }
    }

    /// The number of a prefix whose paths were made before, by the cells that each of its tiles can be on.
    pub(super) fn known(&self, allowed: &[u64]) -> Option<usize> {
        allowed.iter().try_fold(0, |number, allowed| {
            let reached = allowed & self.prefixes[number].around;
            self.numbers.get(&(number, reached)).copied()
        })
    }

    /// Makes all paths of a prefix; returns its number, or `None` where that takes too long.
    pub(super) fn make(&mut self, allowed: &[u64]) -> Option<usize> {
        if self.kept > MAX_KEPT {
            self.prefixes.truncate(1);
            self.numbers.clear();
            self.kept = 0;
        }
        allowed.iter().try_fold(0, |number, allowed| self.longer(number, *allowed))
    }

    /// Any path of a prefix of `tiles` tiles, by its number, with one tile more on one of these cells.
    pub(super) fn path(&self, mut number: usize, tiles: usize, allowed: u64) -> Option<Vec<u8>> {
        let prefix = &self.prefixes[number];
        if allowed & prefix.around == 0 {
            return None;
        }
        let (mut used, mut free) = prefix.ends.iter().find_map(|end| {
            let free = self.around(end) & allowed;
            (free != 0).then_some((end.used, free))
        })?;
        let mut path = vec![0; tiles + 1];
        for cell in path.iter_mut().rev() {
            *cell = free.trailing_zeros() as u8;
            let Prefix { before, ends, .. } = &self.prefixes[number];
            // The cells of the path before are those of an end of the prefix before.
            let at = ends.binary_search_by_key(&used, |end| end.used).ok()?;
            free = ends[at].last & self.neighbors[usize::from(*cell)];
            used &= !(free & free.wrapping_neg());
            number = *before;
        }
        Some(path)
    }

    /// The number of the prefix that is longer than this one by a tile on one of these cells; `None` where that takes too long.
    fn longer(&mut self, number: usize, allowed: u64) -> Option<usize> {
        let before = &self.prefixes[number];
        let reached = allowed & before.around;
        if let Some(&known) = self.numbers.get(&(number, reached)) {
            return Some(known);
        }
        if self.steps > MAX_STEPS {
            return None;
        }
        let mut ends = std::mem::take(&mut self.scratch);
        ends.clear();
        for end in &before.ends {
            let mut free = self.around(end) & reached;
            while free != 0 {
                let last = free & free.wrapping_neg();
                ends.push(End { used: end.used | last, last });
                free &= free - 1;
            }
        }
        self.steps += ends.len() as u32;
        ends.sort_unstable_by_key(|end| end.used);
        ends.dedup_by(|end, kept| {
            let is_same = end.used == kept.used;
            kept.last |= if is_same { end.last } else { 0 };
            is_same
        });
        let around = ends.iter().fold(0, |around, end| around | self.around(end));
        self.kept += ends.len();
        self.prefixes.push(Prefix { before: number, around, ends: ends[..].into() });
        self.scratch = ends;
        self.numbers.insert((number, reached), self.prefixes.len() - 1);
        Some(self.prefixes.len() - 1)
    }

    /// The free cells at which paths with this end can go on.
    fn around(&self, end: &End) -> u64 {
        match end.last {
            // The end of nothing is beside every cell.
            0 => u64::MAX,
            mut last => {
                let mut around = 0;
                while last != 0 {
                    around |= self.neighbors[last.trailing_zeros() as usize];
                    last &= last - 1;
                }
                around & !end.used
            }
        }
    }
}
