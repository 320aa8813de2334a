//! The search of boards whose tiles are a letter each (or `Qu`), as fast as a processor goes.
//!
//! A recursive search spends its time on branches that nobody can foresee: is there a tile, has it been
//! used, does any word go on? Here no branch depends on the board. A queue, first in, first out, holds
//! the beginnings of words that some word goes on from. Each entry is taken up once:
//!
//! 1. its automaton [`Slot`] is read (the queue tells long before which one, so that the memory is ready);
//! 2. which of the up to eight neighbors are free is one `pext` of the free tiles' mask;
//! 3. eight lanes ask at once whether a word goes on with, or ends at, a neighbor's letter;
//! 4. a lane's slot and a word's number are a popcount each;
//! 5. half of the lanes that go on would lead nowhere, since no neighbor of theirs has a letter that goes on: the
//!    automaton keeps the masks of what lies [ahead](Automaton::ahead) together, so that one permutation tells;
//! 6. the lanes that are left are packed together at the end of the queue, those that end a word at the end of the hits.
//!
//! Entries name the one they come from, so the path of a hit is a walk back. The queue goes through
//! the words by their number of tiles and, within it, in the order of their paths.
//!
//! # One search, three kernels
//! [`scalar`] is the definition, in safe Rust: what it leaves in the queue the others leave there too, entry by entry,
//! which the tests assert. `avx2` and `avx512` are one text, [`lanes`], over the few operations in which the processors
//! differ; they are chosen at run time where the processor has them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod mesh;
mod room;
mod scalar;

pub(crate) use mesh::{LANES, Letters, MAX_CELLS, Mesh};

use crate::lexicon::search::{Automaton, NUMBER_BITS, ONE_LETTER};
use room::Room;
use std::fmt;

/// The bits of an entry that tell its slot, and of a hit that tell where it comes from; those above are the cell.
const PLACE_BITS: u32 = 26;

/// What of an entry is its slot's place, or the number of an entry.
const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// The entries that there is room for at first: a board has some hundreds, a good one some thousands.
const FEW: usize = 1 << 13;

/// With more entries than this (150 MB) a search ends without an answer: words that repeat a few letters, on
/// a board of nothing else.
const MANY: usize = 1 << 21;

/// A way to search; each finds the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// One lane after the other, on any processor.
    Scalar,
    /// Eight lanes in 256-bit registers, with BMI2: Intel from 2013, AMD from 2017 (with a fast `pext` from 2020).
    Avx2,
    /// Eight lanes with masks, compression and popcounts of their own: Intel from 2019, AMD from 2022.
    Avx512,
}

/// A kernel that does not exist, or not here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// No kernel has this name.
    #[error("expected a kernel of {names}, found `{0}`: name one of these", names = Kernel::ALL.map(Kernel::name).join(", "))]
    Unknown(String),
    /// The processor lacks what it needs.
    #[error("expected a kernel that this processor can run, found {0}: take {best}", best = Kernel::best())]
    Missing(Kernel),
}

impl Kernel {
    /// Every kernel, the slowest first.
    pub const ALL: [Kernel; 3] = [Kernel::Scalar, Kernel::Avx2, Kernel::Avx512];

    /// The fastest that this processor can run.
    pub fn best() -> Kernel {
        Kernel::ALL.into_iter().rfind(|kernel| kernel.is_available()).unwrap_or(Kernel::Scalar)
    }

    /// Whether this processor can run it.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Scalar => true,
            Kernel::Avx2 => avx2::is_available(),
            Kernel::Avx512 => avx512::is_available(),
        }
    }

    /// Whether this processor can run it.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == Kernel::Scalar
    }

    /// The same, if this processor can run it.
    ///
    /// # Errors
    /// [`KernelError::Missing`] where it cannot.
    pub fn checked(self) -> Result<Kernel, KernelError> {
        if self.is_available() { Ok(self) } else { Err(KernelError::Missing(self)) }
    }

    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Scalar => "scalar",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Kernel {
    type Err = KernelError;

    fn from_str(name: &str) -> Result<Kernel, KernelError> {
        let lower = name.trim().to_lowercase();
        let known = Kernel::ALL.into_iter().find(|kernel| kernel.name() == lower);
        known.ok_or_else(|| KernelError::Unknown(name.to_string()))
    }
}

/// How far a search has come.
#[derive(Debug, Clone, Copy)]
struct Progress {
    /// The next entry to be taken up, and where the next ones are put.
    head: usize,
    tail: usize,
    /// The number of hits.
    found: usize,
}

/// The beginnings of words, in the order in which they are found, and the words among them.
pub(crate) struct Queue {
    few: Box<Room<FEW>>,
    /// For boards that need it.
    many: Option<Box<Room<MANY>>>,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue { few: Room::new(), many: None }
    }
}

/// A queue of its own: what lies in one is of no use behind the search that it is for.
impl Clone for Queue {
    fn clone(&self) -> Queue {
        Queue::default()
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}

/// What is searched: a board, and for which words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) automaton: &'a Automaton,
    pub(crate) mesh: &'a Mesh,
    pub(crate) letters: &'a Letters,
    /// Whether [`Hits::trace`] is to be right.
    pub(crate) paths: bool,
}

impl Queue {
    /// Every way to spell every word, found by this kernel, which must be available; `None` where there are too many.
    pub(crate) fn search(&mut self, kernel: Kernel, search: &Search<'_>) -> Option<Hits<'_>> {
        if let Some(progress) = self.few.search(kernel, search) {
            return Some(self.few.hits(progress));
        }
        let many = self.many.get_or_insert_with(Room::new);
        let progress = many.search(kernel, search)?;
        Some(many.hits(progress))
    }
}

impl<const N: usize> Room<N> {
    /// Every way to spell every word; `None` where there are too many for the room.
    fn search(&mut self, kernel: Kernel, search: &Search<'_>) -> Option<Progress> {
        let mut progress = self.start(search);
        self.run(kernel, search, &mut progress);
        // kernels may take up an entry more or less before they find the room full
        (progress.head == progress.tail && progress.tail <= Room::<N>::LAST).then_some(progress)
    }

    /// Puts all one-letter beginnings into the empty queue.
    fn start(&mut self, search: &Search<'_>) -> Progress {
        let root = search.automaton.root();
        (self.free[0], self.sum[0], self.what[0], self.parent[0]) = (u64::MAX, ONE_LETTER, 0, 0);
        let (hits, links) = (self.hits.as_flattened_mut(), self.links.as_flattened_mut());
        let (mut tail, mut found) = (1, 0);
        for (cell, &bit) in search.letters.bits(search.mesh).iter().enumerate() {
            let below = bit.wrapping_sub(1);
            let mark = (cell as u32) << PLACE_BITS;
            self.what[tail] = root.first + (root.cont & below).count_ones() + mark;
            self.parent[tail] = 0;
            tail += usize::from(root.cont & bit != 0);
            hits[found] = ONE_LETTER + (root.words & below).count_ones();
            links[found] = mark;
            found += usize::from(root.words & bit != 0);
        }
        Progress { head: 1, tail, found }
    }

    /// Takes up entries until there is none, or no room.
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)] // calls code for particular processors
    fn run(&mut self, kernel: Kernel, search: &Search<'_>, progress: &mut Progress) {
        match (kernel, search.paths) {
            // SAFETY: the kernels' features have been asked for just before, and the progress is that of a search in
            // this room.
            (Kernel::Avx2, true) if avx2::is_available() => unsafe { avx2::run::<N, true>(self, search, progress) },
            // SAFETY: as above.
            (Kernel::Avx2, false) if avx2::is_available() => unsafe { avx2::run::<N, false>(self, search, progress) },
            // SAFETY: as above.
            (Kernel::Avx512, true) if avx512::is_available() => unsafe {
                avx512::run::<N, true>(self, search, progress);
            },
            // SAFETY: as above.
            (Kernel::Avx512, false) if avx512::is_available() => unsafe {
                avx512::run::<N, false>(self, search, progress);
            },
            _ => scalar::run(self, search, progress),
        }
    }

    /// Takes up entries until there is none, or no room.
    #[cfg(not(target_arch = "x86_64"))]
    fn run(&mut self, _: Kernel, search: &Search<'_>, progress: &mut Progress) {
        scalar::run(self, search, progress);
    }

    /// What a search has left.
    fn hits(&self, progress: Progress) -> Hits<'_> {
        Hits {
            what: &self.what,
            parent: &self.parent,
            free: &self.free,
            sums: &self.hits.as_flattened()[..progress.found],
            links: &self.links.as_flattened()[..progress.found],
        }
    }
}

/// What a search has found, by the number of tiles, and within it in the order of the paths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hits<'q> {
    what: &'q [u32],
    parent: &'q [u32],
    free: &'q [u64],
    sums: &'q [u32],
    links: &'q [u32],
}

impl<'q> Hits<'q> {
    /// For each hit the sum that [`split`] takes apart.
    #[inline]
    pub(crate) fn sums(self) -> &'q [u32] {
        self.sums
    }

    /// The number of tiles of a hit.
    #[inline]
    pub(crate) fn tiles(self, hit: usize) -> usize {
        let before = self.free[(self.links[hit] & PLACE) as usize];
        before.count_zeros() as usize + 1
    }

    /// The cells of a hit in order, for as many places as it has [tiles](Hits::tiles).
    #[inline]
    pub(crate) fn trace(self, hit: usize, path: &mut [u32]) {
        let link = self.links[hit];
        let (mut cell, mut from) = (link >> PLACE_BITS, link & PLACE);
        for place in path.iter_mut().rev() {
            *place = cell;
            (cell, from) = (self.what[from as usize] >> PLACE_BITS, self.parent[from as usize]);
        }
    }
}

/// The word's number in the automaton, and the number of its letters, of a hit's sum.
#[inline]
pub(crate) fn split(sum: u32) -> (u32, u32) {
    (sum & (ONE_LETTER - 1), sum >> NUMBER_BITS)
}

#[cfg(test)]
mod tests;
