//! The search in eight lanes of 32 bits: see the [module above](super).
//!
//! What a processor is waited for is not the number of steps but that each needs the one before: from an entry to
//! what is put into the queue is a chain of some sixty cycles. So an entry is [looked at](search_in_lanes) while what
//! comes of the one before is put away, which makes two chains of half the length that lie side by side.

/// How far ahead of the entry that is taken up slots are asked for.
pub(super) const AHEAD: usize = 8;

/// Defines `run` for a module that has the operations of its processor, each with these features:
/// `Set`, lanes as bits; `ones(lanes)`, the number of bits in each; `meet(set, a, b)`, those of a set that have a bit
/// of the other ones'; and `pack(lanes, set)`, those of a set one after the other.
macro_rules! search_in_lanes {
    ($features:literal) => {
        /// An entry that has been looked at, and its eight lanes.
        #[derive(Clone, Copy)]
        struct Entry {
            /// The lanes that go on, as far as the entry's own slot tells, and those that end a word.
            goes_on: Set,
            ends: Set,
            /// The rank of each lane's symbol among those that go on.
            ranks: __m256i,
            /// What lies behind each rank, and what lies around each lane's cell.
            behind: __m256i,
            around: __m256i,
            /// The new entries and the words' numbers.
            next: __m256i,
            numbers: __m256i,
            /// The lanes' cells.
            marks: __m256i,
        }

        /// Looks at an entry; its parent has been looked at.
        ///
        /// # Safety
        /// As for [`run`]; `at` is before the tail.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn look<const N: usize>(room: *mut Room<N>, search: &Search<'_>, at: usize) -> Entry {
            let (slots, ahead) = (search.automaton.slots().as_ptr(), search.automaton.ahead().as_ptr());
            // SAFETY: `at` is within the room, as is the look ahead from it, and each entry names an earlier one as its
            // parent. Entries hold a place within `slots` and a cell below 64, as both the start and `marks` do. From
            // every slot's `first` on there are eight masks. The rows are aligned to their size.
            unsafe {
                let what = (&raw mut (*room).what).cast::<u32>();
                // what will be taken up in a while is asked for now; of what lies behind the tail it is a wrong guess
                let later = (*what.add(at + AHEAD) & PLACE) as usize;
                _mm_prefetch::<_MM_HINT_T0>(slots.wrapping_add(later).cast());
                let entry = *what.add(at);
                let slot = &*slots.add((entry & PLACE) as usize);
                let cell = (entry >> PLACE_BITS) as usize;
                let touching = search.mesh.rows().get_unchecked(cell);
                let letters = search.letters.rows().get_unchecked(cell);
                let from = *(&raw const (*room).parent).cast::<u32>().add(at) as usize;
                let (frees, sums) = ((&raw mut (*room).free).cast::<u64>(), (&raw mut (*room).sum).cast::<u32>());
                let free = *frees.add(from) & !(1 << cell);
                let sum = (*sums.add(from)).wrapping_add(slot.value);
                *frees.add(at) = free;
                *sums.add(at) = sum;
                let open = _pext_u64(free, touching.mask) as Set;

                let bits = _mm256_load_si256(letters.bits.as_ptr().cast());
                let below = _mm256_sub_epi32(bits, _mm256_set1_epi32(1));
                let cont = _mm256_set1_epi32(slot.cont as i32);
                let words = _mm256_set1_epi32(slot.words as i32);
                let ranks = ones(_mm256_and_si256(below, cont));
                let numbers = ones(_mm256_and_si256(below, words));
                let marks = _mm256_load_si256(touching.marks.as_ptr().cast());
                let first = _mm256_add_epi32(marks, _mm256_set1_epi32(slot.first as i32));
                Entry {
                    goes_on: meet(open, bits, cont),
                    ends: meet(open, bits, words),
                    ranks,
                    behind: _mm256_loadu_si256(ahead.add(slot.first as usize).cast()),
                    around: _mm256_load_si256(letters.ahead.as_ptr().cast()),
                    next: _mm256_add_epi32(ranks, first),
                    numbers: _mm256_add_epi32(numbers, _mm256_set1_epi32(sum as i32)),
                    marks,
                }
            }
        }

        /// Puts what comes of an entry into the queue.
        ///
        /// # Safety
        /// As for [`run`]; behind the tail is room for eight entries, and behind the hits for eight of them.
        #[inline]
        #[target_feature(enable = $features)]
        unsafe fn put<const N: usize, const PATHS: bool>(room: *mut Room<N>, entry: Entry, progress: &mut Progress) {
            let Progress { head, tail, found } = *progress;
            let behind = _mm256_permutevar8x32_epi32(entry.behind, entry.ranks);
            let goes_on = meet(entry.goes_on, behind, entry.around);
            let from = _mm256_set1_epi32(head as i32);
            // SAFETY: there is room for eight lanes wherever they are stored.
            unsafe {
                _mm256_storeu_si256((&raw mut (*room).what).cast::<u32>().add(tail).cast(), pack(entry.next, goes_on));
                _mm256_storeu_si256((&raw mut (*room).parent).cast::<u32>().add(tail).cast(), from);
                let hits = (&raw mut (*room).hits).cast::<u32>().add(found);
                _mm256_storeu_si256(hits.cast(), pack(entry.numbers, entry.ends));
                if PATHS {
                    let links = (&raw mut (*room).links).cast::<u32>().add(found);
                    _mm256_storeu_si256(links.cast(), pack(_mm256_or_si256(entry.marks, from), entry.ends));
                }
            }
            progress.head = head + 1;
            progress.tail = tail + goes_on.count_ones() as usize;
            progress.found = found + entry.ends.count_ones() as usize;
        }

        /// Takes up entries until there is none, or no room; with `PATHS` the hits tell where they come from.
        ///
        /// # Safety
        /// The features of [`is_available`]; the progress of a search in this room.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn run<const N: usize, const PATHS: bool>(
            room: &mut Room<N>,
            search: &Search<'_>,
            progress: &mut Progress,
        ) {
            let room: *mut Room<N> = room;
            let mut so_far = *progress;
            while so_far.head < so_far.tail && so_far.tail <= Room::<N>::LAST {
                // SAFETY: the head is before the tail, so it and the entry behind it, where that is too, can be looked at
                // one after the other. The tail is at most `LAST` and grows by eight at most before it is asked for
                // again, and eight more behind the inner loop; so there is room for what is put.
                unsafe {
                    let mut entry = look(room, search, so_far.head);
                    while so_far.head + 1 < so_far.tail && so_far.tail <= Room::<N>::LAST {
                        let next = look(room, search, so_far.head + 1);
                        put::<N, PATHS>(room, entry, &mut so_far);
                        entry = next;
                    }
                    put::<N, PATHS>(room, entry, &mut so_far);
                }
            }
            *progress = so_far;
        }
    };
}

pub(super) use search_in_lanes;
