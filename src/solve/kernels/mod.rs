//! The search of boards whose tiles are a letter each (or `Qu`), as fast as a processor goes.
//!
//! A recursive search spends its time on branches that nobody can foresee: is there a tile, has it been
//! used, does any word go on? Here no branch depends on the board. A queue, first in, first out, holds
//! the beginnings of words that some word goes on from. Each entry is taken up once:
//!
//! 1. its automaton [`Slot`] is read (the queue tells long before which one, so that the memory is ready);
//! 2. which of the up to eight neighbors are free is one `pext` of the free tiles' mask;
//! 3. eight lanes ask at once whether a word goes on with, or ends at, a neighbor's letter;
//! 4. the lanes that go on are packed together at the end of the queue, those that end a word at the end of
//!    the hits; a lane's slot and a word's number are a popcount each.
//!
//! Entries name the one they come from, so the path of a hit is a walk back. The queue goes through
//! the words by their number of tiles and, within it, in the order of their paths.
//!
//! # One search, three kernels
//! [`scalar`] is the definition, in safe Rust: what it leaves in the queue the others leave there too, entry by entry,
//! which the tests assert. `avx2` and `avx512` are chosen at run time where the processor has them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod mesh;
mod scalar;

pub(crate) use mesh::{LANES, Letters, MAX_CELLS, Mesh};

use crate::lexicon::{Automaton, NUMBER_BITS, ONE_LETTER, Slot};
use std::fmt;

/// The bits of an entry that tell its slot, and of a hit that tell where it comes from; those above are the cell.
const PLACE_BITS: u32 = 26;

/// What of an entry is its slot's place, or the number of an entry.
const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// The entries that a queue has room for at first: a board has some hundreds, a good one some thousands.
const FIRST_ENTRIES: usize = 1 << 13;

/// With more entries than this (100 MB) a search ends without an answer: words that repeat a few letters, on
/// a board of nothing else.
const MAX_ENTRIES: usize = 1 << 21;

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

/// What is known of an entry once it has been taken up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
struct Trail {
    /// The cells that are still free.
    free: u64,
    /// The sum of the automaton's values on the way.
    sum: u32,
    /// Makes the size a power of two.
    unused: u32,
}

/// The beginnings of words, in the order in which they are found, and the words among them.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    /// For each entry its slot's place, and its cell above [`PLACE_BITS`]; entry 0 stands before all words.
    what: Vec<u32>,
    /// For each entry the one that it comes from.
    parent: Vec<u32>,
    trail: Vec<Trail>,
    /// For each hit the word's number, and the number of its letters above [`NUMBER_BITS`].
    hits: Vec<u32>,
    /// For each hit the entry that it comes from, and its last cell above [`PLACE_BITS`].
    links: Vec<u32>,
    /// The next entry to be taken up, and where the next ones are put.
    head: usize,
    tail: usize,
    found: usize,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue::with_entries(FIRST_ENTRIES)
    }
}

impl Queue {
    /// Room for so many entries and for the hits that they can have. Memory that no board needs is never touched.
    fn with_entries(entries: usize) -> Queue {
        let hits = (entries + 1) * LANES + MAX_CELLS;
        Queue {
            what: vec![0; entries],
            parent: vec![0; entries],
            trail: vec![Trail::default(); entries],
            hits: vec![0; hits],
            links: vec![0; hits],
            head: 0,
            tail: 0,
            found: 0,
        }
    }

    /// Puts all one-letter beginnings into an empty queue.
    fn start(&mut self, automaton: &Automaton, mesh: &Mesh, letters: &Letters) {
        let root = automaton.root();
        self.trail[0] = Trail { free: letters.usable(), ..Trail::default() };
        (self.what[0], self.parent[0], self.found) = (0, 0, 0);
        let mut tail = 1;
        for (cell, &bit) in letters.bits(mesh).iter().enumerate() {
            let below = bit.wrapping_sub(1);
            let mark = (cell as u32) << PLACE_BITS;
            self.what[tail] = root.first + (root.cont & below).count_ones() + mark;
            self.parent[tail] = 0;
            tail += usize::from(root.cont & bit != 0);
            self.hits[self.found] = ONE_LETTER + (root.words & below).count_ones();
            self.links[self.found] = mark;
            self.found += usize::from(root.words & bit != 0);
        }
        (self.head, self.tail) = (1, tail);
    }

    /// Whether an entry could find no room for what comes from it.
    fn is_full(&self) -> bool {
        self.tail + LANES > self.what.len()
    }

    /// Makes room for four times as many entries; `false` where that would be too many.
    fn grow(&mut self) -> bool {
        let size = self.what.len() * 4;
        if size > MAX_ENTRIES {
            return false;
        }
        let mut larger = Queue::with_entries(size);
        larger.what[..self.tail].copy_from_slice(&self.what[..self.tail]);
        larger.parent[..self.tail].copy_from_slice(&self.parent[..self.tail]);
        larger.trail[..self.head].copy_from_slice(&self.trail[..self.head]);
        larger.hits[..self.found].copy_from_slice(&self.hits[..self.found]);
        larger.links[..self.found].copy_from_slice(&self.links[..self.found]);
        (larger.head, larger.tail, larger.found) = (self.head, self.tail, self.found);
        *self = larger;
        true
    }

    /// Every way to spell every word, found by this kernel, which must be available; `false` where there are too
    /// many. [`trace`](Queue::trace) is right only where `paths` have been asked for.
    pub(crate) fn search(
        &mut self,
        kernel: Kernel,
        automaton: &Automaton,
        mesh: &Mesh,
        letters: &Letters,
        paths: bool,
    ) -> bool {
        self.start(automaton, mesh, letters);
        loop {
            self.run(kernel, automaton.slots(), mesh, letters, paths);
            if self.head == self.tail {
                return true;
            }
            if !self.grow() {
                return false;
            }
        }
    }

    /// Takes up entries until there is none, or no room.
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)] // calls code for particular processors
    fn run(&mut self, kernel: Kernel, slots: &[Slot], mesh: &Mesh, letters: &Letters, paths: bool) {
        match (kernel, paths) {
            (Kernel::Scalar, _) => scalar::run(self, slots, mesh, letters),
            // SAFETY: the kernels' features have been asked for just before. Slots come from an `Automaton`, whose
            // places are within them.
            (Kernel::Avx2, true) if avx2::is_available() => unsafe { avx2::run::<true>(self, slots, mesh, letters) },
            // SAFETY: as above.
            (Kernel::Avx2, false) if avx2::is_available() => unsafe { avx2::run::<false>(self, slots, mesh, letters) },
            // SAFETY: as above.
            (Kernel::Avx512, true) if avx512::is_available() => unsafe {
                avx512::run::<true>(self, slots, mesh, letters);
            },
            // SAFETY: as above.
            (Kernel::Avx512, false) if avx512::is_available() => unsafe {
                avx512::run::<false>(self, slots, mesh, letters);
            },
            _ => scalar::run(self, slots, mesh, letters),
        }
    }

    /// Takes up entries until there is none, or no room.
    #[cfg(not(target_arch = "x86_64"))]
    fn run(&mut self, _: Kernel, slots: &[Slot], mesh: &Mesh, letters: &Letters, _: bool) {
        scalar::run(self, slots, mesh, letters);
    }

    /// What the last search found, by the number of tiles, and within it in the order of the paths: for each
    /// hit the sum that [`split`] takes apart.
    #[inline]
    pub(crate) fn sums(&self) -> &[u32] {
        &self.hits[..self.found]
    }

    /// The number of tiles of a hit.
    #[inline]
    pub(crate) fn tiles(&self, hit: usize) -> usize {
        let before = self.trail[(self.links[hit] & PLACE) as usize];
        before.free.count_zeros() as usize + 1
    }

    /// The cells of a hit in order, for as many places as it has [tiles](Queue::tiles).
    #[inline]
    pub(crate) fn trace(&self, hit: usize, path: &mut [u32]) {
        let mut step = self.links[hit];
        for place in path.iter_mut().rev() {
            let from = (step & PLACE) as usize;
            *place = step >> PLACE_BITS;
            step = (self.what[from] & !PLACE) | self.parent[from];
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
