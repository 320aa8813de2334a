//! The vector search in eight lanes of 32 bits: see the [module above](super).
//!
//! Latency bounds it, not the number of instructions: from loading an entry to storing its successors is a dependency
//! chain of about sixty cycles. So the loop is software-pipelined: it [expands](define_vector_search) an entry while it
//! appends the successors of the one before, which gives two independent chains of half the length.

/// The number of entries between the one that is expanded and the one whose slot is prefetched. Without prefetching the
/// search is 13 to 25% slower; the distance is chosen by hand. Smaller: the slot arrives too late; larger: more
/// prefetches of stale entries past the tail.
pub(super) const PREFETCH_DISTANCE: usize = 8;

/// Defines `run` for a module that has the operations of its processor, compiled with these features:
/// - `LaneMask`, a set of lanes as bits;
/// - `popcount(lanes)`, the number of bits in each lane;
/// - `intersecting(mask, a, b)`, the lanes of the mask in which `a` and `b` have a bit in common;
/// - `compress(lanes, mask)`, the lanes of the mask moved to the front.
macro_rules! define_vector_search {
    ($features:literal) => {
        /// The eight lanes of an expanded entry.
        #[derive(Clone, Copy)]
        struct Expansion {
            /// Lanes that extend the prefix, before the lookahead test.
            extends: LaneMask,
            /// The lanes that complete a word.
            completes: LaneMask,
            /// The rank of each lane's symbol among the symbols that extend the prefix.
            ranks: __m256i,
            /// The lookahead masks of the slot, indexed by rank.
            following: __m256i,
            /// The symbols around each lane's cell.
            around: __m256i,
            /// The new nodes.
            nodes: __m256i,
            /// The sums of the hits.
            hit_sums: __m256i,
            /// The lanes' cells.
            shifted_ids: __m256i,
        }

        /// Expands an entry whose parent has been expanded.
        ///
        /// # Safety
        /// As for [`run`]; `at` is before the tail.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn expand<const N: usize>(arena: *mut Arena<N>, input: &SearchInput<'_>, at: usize) -> Expansion {
            let (slots, ahead) = (input.automaton.slots().as_ptr(), input.automaton.ahead().as_ptr());
            // SAFETY: `at` is within the arena, as is the prefetched entry, and each entry's parent is an earlier one.
            // Nodes hold an index within `slots` and a cell below 64, as the start and `shifted_ids` do. From every
            // slot's `first` on there are eight masks. The rows are aligned to their size.
            unsafe {
                let nodes = (&raw mut (*arena).nodes).cast::<u32>();
                // beyond the tail this reads an old node, whose slot is prefetched in vain
                let later = (*nodes.add(at + PREFETCH_DISTANCE) & INDEX_MASK) as usize;
                _mm_prefetch::<_MM_HINT_T0>(slots.wrapping_add(later).cast());
                let node = *nodes.add(at);
                let slot = &*slots.add((node & INDEX_MASK) as usize);
                let cell = (node >> INDEX_BITS) as usize;
                let neighbors = input.neighbors.rows().get_unchecked(cell);
                let letters = input.letters.rows().get_unchecked(cell);
                let parent = *(&raw const (*arena).parents).cast::<u32>().add(at) as usize;
                let free_cells = (&raw mut (*arena).free_cells).cast::<u64>();
                let sums = (&raw mut (*arena).sums).cast::<u32>();
                let free = *free_cells.add(parent) & !(1 << cell);
                let sum = (*sums.add(parent)).wrapping_add(slot.value);
                *free_cells.add(at) = free;
                *sums.add(at) = sum;
                let open = _pext_u64(free, neighbors.mask) as LaneMask;

                let bits = _mm256_load_si256(letters.bits.as_ptr().cast());
                let below = _mm256_sub_epi32(bits, _mm256_set1_epi32(1));
                let cont = _mm256_set1_epi32(slot.cont as i32);
                let words = _mm256_set1_epi32(slot.words as i32);
                let ranks = popcount(_mm256_and_si256(below, cont));
                let numbers = popcount(_mm256_and_si256(below, words));
                let shifted_ids = _mm256_load_si256(neighbors.shifted_ids.as_ptr().cast());
                let first = _mm256_add_epi32(shifted_ids, _mm256_set1_epi32(slot.first as i32));
                Expansion {
                    extends: intersecting(open, bits, cont),
                    completes: intersecting(open, bits, words),
                    ranks,
                    following: _mm256_loadu_si256(ahead.add(slot.first as usize).cast()),
                    around: _mm256_load_si256(letters.around.as_ptr().cast()),
                    nodes: _mm256_add_epi32(ranks, first),
                    hit_sums: _mm256_add_epi32(numbers, _mm256_set1_epi32(sum as i32)),
                    shifted_ids,
                }
            }
        }

        /// Appends the successors of the entry at the head to the queue, and its words to the hits.
        ///
        /// # Safety
        /// As for [`run`]; eight entries fit after the tail, and eight more after the hits.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn append<const N: usize, const PATHS: bool>(
            arena: *mut Arena<N>,
            entry: Expansion,
            progress: &mut Progress,
        ) {
            let Progress { head, tail, hits } = *progress;
            let following = _mm256_permutevar8x32_epi32(entry.following, entry.ranks);
            let extends = intersecting(entry.extends, following, entry.around);
            let parent = _mm256_set1_epi32(head as i32);
            // SAFETY: eight lanes fit wherever they are stored.
            unsafe {
                let nodes = (&raw mut (*arena).nodes).cast::<u32>().add(tail);
                _mm256_storeu_si256(nodes.cast(), compress(entry.nodes, extends));
                _mm256_storeu_si256((&raw mut (*arena).parents).cast::<u32>().add(tail).cast(), parent);
                let hit_sums = (&raw mut (*arena).hit_sums).cast::<u32>().add(hits);
                _mm256_storeu_si256(hit_sums.cast(), compress(entry.hit_sums, entry.completes));
                if PATHS {
                    let hit_links = (&raw mut (*arena).hit_links).cast::<u32>().add(hits);
                    let links = _mm256_or_si256(entry.shifted_ids, parent);
                    _mm256_storeu_si256(hit_links.cast(), compress(links, entry.completes));
                }
            }
            progress.head = head + 1;
            progress.tail = tail + extends.count_ones() as usize;
            progress.hits = hits + entry.completes.count_ones() as usize;
        }

        /// Expands entries until the queue is empty or the arena is full; with `PATHS` it records where each hit comes
        /// from.
        ///
        /// # Safety
        /// The processor has the features of [`is_available`], and the progress is that of a search in this arena.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn run<const N: usize, const PATHS: bool>(
            arena: &mut Arena<N>,
            input: &SearchInput<'_>,
            progress: &mut Progress,
        ) {
            let arena: *mut Arena<N> = arena;
            let mut current = *progress;
            while current.head < current.tail && current.tail <= Arena::<N>::MAX_TAIL {
                // SAFETY: the head is before the tail, so it can be expanded, and after it the next entry where that is
                // before the tail too. The tail is at most `MAX_TAIL`; it grows by at most eight until it is compared
                // again, and by eight more after the inner loop, and the arena has space for both.
                unsafe {
                    let mut entry = expand(arena, input, current.head);
                    while current.head + 1 < current.tail && current.tail <= Arena::<N>::MAX_TAIL {
                        let next = expand(arena, input, current.head + 1);
                        append::<N, PATHS>(arena, entry, &mut current);
                        entry = next;
                    }
                    append::<N, PATHS>(arena, entry, &mut current);
                }
            }
            *progress = current;
        }
    };
}

pub(super) use define_vector_search;
