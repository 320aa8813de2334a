//! The vectorized search of plain boards: at most 64 tiles, each one letter or `Qu`, and words along touching tiles.
//!
//! A recursive depth-first search spends most of its time on mispredicted branches: is there a neighbor, is it unused,
//! does any word continue? This search is breadth-first, and none of its branches depends on the board. A first-in,
//! first-out queue holds the paths that spell a proper prefix of a word. Each entry is expanded once:
//!
//! 1. Its automaton slot is loaded. The queue knows the slots of later entries, so they are prefetched.
//! 2. One `pext` of the mask of free cells gives the free neighbors, up to eight.
//! 3. Eight lanes test at once whether a neighbor's letter extends the prefix, and whether it completes a word.
//! 4. One popcount gives a lane's next slot, another one the number of its word.
//! 5. About half of the extended prefixes are dead ends: no neighbor of theirs has a letter that may follow. The
//!    automaton keeps the masks of [following letters](Automaton::ahead) together, so one permutation finds them.
//! 6. The remaining lanes are compressed to the tail of the queue, the lanes that complete a word to the end of the hits.
//!
//! An entry names its parent, so the path of a hit is a walk to the root. The queue is ordered by the number of tiles
//! and, within it, by the ids of the cells along the path.
//!
//! # One search, three kernels
//! [`scalar`] is the reference, in safe Rust: the vector kernels produce an identical queue, which the tests assert.
//! `avx2` and `avx512` share the source in [`lanes`] and differ in a few operations. The kernel is chosen at run time,
//! by the processor's features.

mod arena;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod scalar;
mod tables;

pub(crate) use tables::{LANES, LetterTable, MAX_CELLS, NeighborTable, letter_bits};

use crate::lexicon::search::{Automaton, NUMBER_BITS, ONE_LETTER};
use arena::Arena;
use std::fmt;

/// The low bits of a node, which hold the index of its slot, and of a hit's link, which hold the index of an entry. The
/// six bits above hold a cell.
const INDEX_BITS: u32 = 26;

/// The mask of [`INDEX_BITS`].
const INDEX_MASK: u32 = (1 << INDEX_BITS) - 1;

/// The entries of the arena that every search tries first (0.7 MB). A board has some hundreds of entries, one with many
/// words some thousands. Chosen by hand. Smaller: more searches start over in the large arena; larger: more memory in
/// every solver.
const SMALL_ARENA: usize = 1 << 13;

/// The entries of the second arena (168 MiB of address space), which is allocated when the first one overflows; when it
/// overflows too, the search fails. Only boards that repeat a few letters come near, with a lexicon of words that do so
/// too. Chosen by hand. Smaller: more of these boards take the much slower depth-first search; larger: more memory.
const LARGE_ARENA: usize = 1 << 21;

/// An implementation of the search; all find the same words and paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// Lane by lane, on any processor.
    Scalar,
    /// Eight lanes in 256-bit registers, with BMI2: Intel from 2013, AMD from 2017 (with a fast `pext` from 2020).
    Avx2,
    /// Eight lanes with mask registers, compression and vector popcounts: Intel from 2019, AMD from 2022.
    Avx512,
}

/// A kernel that does not exist, or that this processor cannot run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// No kernel has this name.
    #[error("expected a kernel, found `{0}`: name one of {names}", names = Kernel::ALL.map(Kernel::name).join(", "))]
    Unknown(String),
    /// The processor lacks features that the kernel needs.
    #[error("expected a kernel that this processor can run, found {0}: use {best}", best = Kernel::best())]
    Unsupported(Kernel),
}

impl Kernel {
    /// Every kernel, the slowest first.
    pub const ALL: [Kernel; 3] = [Kernel::Scalar, Kernel::Avx2, Kernel::Avx512];

    /// The fastest kernel that this processor can run.
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

    /// The kernel itself, if this processor can run it.
    ///
    /// # Errors
    /// [`KernelError::Unsupported`] where it cannot.
    pub fn checked(self) -> Result<Kernel, KernelError> {
        if self.is_available() { Ok(self) } else { Err(KernelError::Unsupported(self)) }
    }

    /// The name on the command line and in reports.
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

/// The state of a search.
#[derive(Debug, Clone, Copy)]
struct Progress {
    /// The next entry to be expanded.
    head: usize,
    /// The number of entries, the root included.
    tail: usize,
    /// The number of hits.
    hits: usize,
}

/// The reusable memory of searches.
pub(crate) struct Queue {
    small: Box<Arena<SMALL_ARENA>>,
    /// For boards that overflow the small one.
    large: Option<Box<Arena<LARGE_ARENA>>>,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue { small: Arena::new(), large: None }
    }
}

/// The clone is empty: no search uses the entries of another one.
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

/// A board, and the words to search for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SearchInput<'a> {
    pub(crate) automaton: &'a Automaton,
    pub(crate) neighbors: &'a NeighborTable,
    pub(crate) letters: &'a LetterTable,
    /// Whether the hits need their paths; without them only [`Hits::sums`] is valid.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "the scalar kernel always keeps the paths"))]
    pub(crate) with_paths: bool,
}

impl Queue {
    /// Every path of every word, found by this kernel, which must be available; `None` where both arenas overflow.
    pub(crate) fn search(&mut self, kernel: Kernel, input: &SearchInput<'_>) -> Option<Hits<'_>> {
        if let Some(progress) = self.small.search(kernel, input) {
            return Some(self.small.hits(progress));
        }
        let large = self.large.get_or_insert_with(Arena::new);
        let progress = large.search(kernel, input)?;
        Some(large.hits(progress))
    }
}

impl<const N: usize> Arena<N> {
    /// Finds every path of every word; `None` where the arena overflows.
    fn search(&mut self, kernel: Kernel, input: &SearchInput<'_>) -> Option<Progress> {
        let mut progress = self.start(input);
        self.run(kernel, input, &mut progress);
        // in a full arena the head depends on the kernel: the vector kernels expand one entry in advance
        (progress.head == progress.tail && progress.tail <= Arena::<N>::MAX_TAIL).then_some(progress)
    }

    /// Fills the queue with the prefixes of one tile, and the hits with the words of one tile.
    fn start(&mut self, input: &SearchInput<'_>) -> Progress {
        let root = input.automaton.root();
        (self.free_cells[0], self.sums[0], self.nodes[0], self.parents[0]) = (u64::MAX, ONE_LETTER, 0, 0);
        let (hit_sums, hit_links) = (self.hit_sums.as_flattened_mut(), self.hit_links.as_flattened_mut());
        let (mut tail, mut hits) = (1, 0);
        for (cell, &bit) in input.letters.bits(input.neighbors).iter().enumerate() {
            let below = bit.wrapping_sub(1);
            let shifted_id = (cell as u32) << INDEX_BITS;
            self.nodes[tail] = root.first + (root.cont & below).count_ones() + shifted_id;
            self.parents[tail] = 0;
            tail += usize::from(root.cont & bit != 0);
            hit_sums[hits] = ONE_LETTER + (root.words & below).count_ones();
            hit_links[hits] = shifted_id;
            hits += usize::from(root.words & bit != 0);
        }
        Progress { head: 1, tail, hits }
    }

    /// Expands entries until the queue is empty or the arena is full.
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)] // calls functions that need processor features
    fn run(&mut self, kernel: Kernel, input: &SearchInput<'_>, progress: &mut Progress) {
        match (kernel, input.with_paths) {
            // SAFETY: the guard has tested the kernel's features, and the progress is that of a search in this arena.
            (Kernel::Avx2, true) if avx2::is_available() => unsafe { avx2::run::<N, true>(self, input, progress) },
            // SAFETY: as above.
            (Kernel::Avx2, false) if avx2::is_available() => unsafe { avx2::run::<N, false>(self, input, progress) },
            // SAFETY: as above.
            (Kernel::Avx512, true) if avx512::is_available() => unsafe {
                avx512::run::<N, true>(self, input, progress);
            },
            // SAFETY: as above.
            (Kernel::Avx512, false) if avx512::is_available() => unsafe {
                avx512::run::<N, false>(self, input, progress);
            },
            _ => scalar::run(self, input, progress),
        }
    }

    /// Expands entries until the queue is empty or the arena is full.
    #[cfg(not(target_arch = "x86_64"))]
    fn run(&mut self, _: Kernel, input: &SearchInput<'_>, progress: &mut Progress) {
        scalar::run(self, input, progress);
    }

    /// The hits of a finished search.
    fn hits(&self, progress: Progress) -> Hits<'_> {
        Hits {
            nodes: &self.nodes,
            parents: &self.parents,
            free_cells: &self.free_cells,
            sums: &self.hit_sums.as_flattened()[..progress.hits],
            links: &self.hit_links.as_flattened()[..progress.hits],
        }
    }
}

/// The paths that spell a word, ordered by the number of tiles and, within it, by the ids of their cells.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hits<'q> {
    nodes: &'q [u32],
    parents: &'q [u32],
    free_cells: &'q [u64],
    sums: &'q [u32],
    links: &'q [u32],
}

impl<'q> Hits<'q> {
    /// The word of each hit, as [`WordKey::unpack`] takes it.
    #[inline]
    pub(crate) fn sums(self) -> &'q [u32] {
        self.sums
    }

    /// The number of tiles of a hit.
    #[inline]
    pub(crate) fn tile_count(self, hit: usize) -> usize {
        let before = self.free_cells[(self.links[hit] & INDEX_MASK) as usize];
        before.count_zeros() as usize + 1
    }

    /// The set of a hit's cells, a bit for each id.
    #[inline]
    pub(crate) fn mask(self, hit: usize) -> u64 {
        let link = self.links[hit];
        !self.free_cells[(link & INDEX_MASK) as usize] | 1 << (link >> INDEX_BITS)
    }

    /// Writes the cells of a hit in order; `path` has the length of its [`tile_count`](Hits::tile_count).
    #[inline]
    pub(crate) fn write_path(self, hit: usize, path: &mut [u32]) {
        let link = self.links[hit];
        let (mut cell, mut entry) = (link >> INDEX_BITS, link & INDEX_MASK);
        for step in path.iter_mut().rev() {
            *step = cell;
            (cell, entry) = (self.nodes[entry as usize] >> INDEX_BITS, self.parents[entry as usize]);
        }
    }
}

/// A word: its number and its number of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WordKey {
    pub(crate) number: u32,
    pub(crate) letters: u32,
}

impl WordKey {
    /// The word of a hit's sum; its number counts within the automaton.
    #[inline]
    pub(crate) fn unpack(sum: u32) -> WordKey {
        WordKey { number: sum & (ONE_LETTER - 1), letters: sum >> NUMBER_BITS }
    }

    /// The word with its number counted within the lexicon.
    #[inline]
    pub(crate) fn offset(self, offset: u32) -> WordKey {
        WordKey { number: self.number + offset, ..self }
    }
}

#[cfg(test)]
mod tests;
