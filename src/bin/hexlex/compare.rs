//! A reading against its truth, tile by tile.

use hexlex::board::{Adjacency, Board, Cell, Face, Tile, TileKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// What there is to say of one picture's reading.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Comparison {
    pub(crate) counts: Counts,
    /// Tiles whose kind the truth tells, and that were read with it or with another; `None` where it tells none.
    pub(crate) kinds: Option<Kinds>,
    /// What became of each cell of the truth, in its order; `None` where the truth says nothing of it, or the
    /// boards cannot be laid on each other.
    pub(crate) verdicts: Vec<Option<Verdict>>,
    /// Every tile that is not right.
    pub(crate) differences: Vec<Difference>,
    /// What is wrong with the board as a whole.
    pub(crate) problem: Option<String>,
    /// Unreadable tiles are no fault: the truth says that tiles are moving.
    pub(crate) lenient: bool,
}

/// Tiles by how they were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(crate) struct Counts {
    pub(crate) tiles: usize,
    pub(crate) right: usize,
    pub(crate) unreadable: usize,
    pub(crate) wrong: usize,
}

/// Tiles by whether their kind was told right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(crate) struct Kinds {
    pub(crate) right: usize,
    pub(crate) wrong: usize,
}

/// One tile that was not read as the truth has it; `.` stands for an empty cell, `?` for an unreadable tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    pub(crate) line: usize,
    pub(crate) index: usize,
    pub(crate) read: String,
    pub(crate) truth: String,
}

impl Comparison {
    /// Whether nothing is to be said against the reading.
    pub(crate) fn exact(&self) -> bool {
        self.problem.is_none() && self.counts.wrong == 0 && (self.lenient || self.counts.unreadable == 0)
    }

    /// No tile was read at all.
    pub(crate) fn no_board(truth: &Board, problem: String) -> Comparison {
        let tiles = truth.cells().filter(|(_, tile)| counts(Some(tile))).count();
        Comparison {
            counts: Counts { tiles, unreadable: tiles, ..Counts::default() },
            problem: Some(problem),
            lenient: !truth.settled,
            ..Comparison::default()
        }
    }
}

impl Counts {
    pub(crate) fn add(&mut self, other: Counts) {
        self.tiles += other.tiles;
        self.right += other.right;
        self.unreadable += other.unreadable;
        self.wrong += other.wrong;
    }

    /// How many of a hundred tiles are right; all of none.
    pub(crate) fn percent(self) -> f64 {
        if self.tiles == 0 { 100.0 } else { 100.0 * self.right as f64 / self.tiles as f64 }
    }
}

impl Kinds {
    pub(crate) fn add(&mut self, other: Kinds) {
        self.right += other.right;
        self.wrong += other.wrong;
    }
}

/// How often a tile that shows the first was read as the second.
pub(crate) type Confusions = BTreeMap<(String, String), usize>;

/// The differences that are neither empty nor unreadable on either side, counted.
pub(crate) fn confusions<'a>(differences: impl Iterator<Item = &'a Difference>) -> Confusions {
    let mut confusions = Confusions::new();
    let letters = |text: &str| !matches!(text, "." | "?");
    for difference in differences.filter(|d| letters(&d.read) && letters(&d.truth)) {
        *confusions.entry((difference.truth.clone(), difference.read.clone())).or_default() += 1;
    }
    confusions
}

/// What became of one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    /// Said to be unreadable, or to be moving.
    Unreadable,
    Wrong,
}

/// Compares a reading with the truth.
///
/// Letters decide, kinds are counted beside. What the truth itself calls unreadable (`?`) does not count.
pub(crate) fn compare(read: &Board, truth: &Board) -> Comparison {
    if let Some(problem) = other_shape(read, truth) {
        let tiles = truth.cells().filter(|(_, tile)| counts(Some(tile))).count();
        if both_moving(read, truth) {
            let counts = Counts { tiles, unreadable: tiles, ..Counts::default() };
            return Comparison { counts, lenient: true, ..Comparison::default() };
        }
        let counts = Counts { tiles, wrong: tiles, ..Counts::default() };
        return Comparison { counts, problem: Some(problem), ..Comparison::default() };
    }
    let mut comparison = Comparison { lenient: !truth.settled, ..Comparison::default() };
    if truth.tiles().flatten().any(|tile| tile.kind != TileKind::Normal) {
        comparison.kinds = Some(kinds(read, truth));
    }
    for (cell, (got, want)) in truth.shape().cells().zip(read.tiles().zip(truth.tiles())) {
        if !counts(want) || (got.is_none() && want.is_none()) {
            comparison.verdicts.push(None);
            continue;
        }
        let verdict = match judge(got, want, comparison.lenient) {
            // Who says that the tiles are moving has not promised where they are.
            Verdict::Wrong if both_moving(read, truth) => Verdict::Unreadable,
            verdict => verdict,
        };
        comparison.verdicts.push(Some(verdict));
        comparison.counts.count(verdict);
        if verdict != Verdict::Right {
            comparison.differences.push(difference(cell, got, want));
        }
    }
    comparison
}

impl Counts {
    fn count(&mut self, verdict: Verdict) {
        self.tiles += 1;
        match verdict {
            Verdict::Right => self.right += 1,
            Verdict::Unreadable => self.unreadable += 1,
            Verdict::Wrong => self.wrong += 1,
        }
    }
}

/// Whether the tiles are moving, and the reading says so.
fn both_moving(read: &Board, truth: &Board) -> bool {
    !read.settled && !truth.settled
}

/// Whether the truth says anything of this cell.
fn counts(want: Option<&Tile>) -> bool {
    want.is_none_or(|tile| tile.face != Face::Unreadable)
}

fn judge(got: Option<&Tile>, want: Option<&Tile>, lenient: bool) -> Verdict {
    match (got, want) {
        (Some(got), Some(want)) if got.face == want.face => Verdict::Right,
        (Some(got), Some(want)) if got.face == Face::Unreadable && want.has_tag("covered") => Verdict::Right,
        (Some(got), _) if got.face == Face::Unreadable => Verdict::Unreadable,
        // A tile that has not landed yet leaves its cell empty.
        (None, Some(_)) if lenient => Verdict::Unreadable,
        _ => Verdict::Wrong,
    }
}

/// Kinds are compared where the truth speaks hexlex's language: a tile with a kind's tag, or with no tag at all.
fn kinds(read: &Board, truth: &Board) -> Kinds {
    let mut kinds = Kinds::default();
    for (got, want) in read.tiles().zip(truth.tiles()) {
        let (Some(got), Some(want)) = (got, want) else { continue };
        if want.kind == TileKind::Normal && !want.tags.is_empty() {
            continue;
        }
        if got.kind == want.kind {
            kinds.right += 1;
        } else {
            kinds.wrong += 1;
        }
    }
    kinds
}

/// How the shapes differ. Which tiles may follow each other cannot be seen and is no difference.
fn other_shape(read: &Board, truth: &Board) -> Option<String> {
    let shape = |board: &Board| board.shape().clone().with_adjacency(Adjacency::Touching);
    let (read, truth) = (shape(read), shape(truth));
    (read != truth).then(|| format!("found a board of {read}, expected {truth}"))
}

fn difference(cell: Cell, got: Option<&Tile>, want: Option<&Tile>) -> Difference {
    let face = |tile: Option<&Tile>| tile.map_or(".".to_string(), |tile| tile.face.to_string());
    Difference { line: cell.line, index: cell.index, read: face(got), truth: face(want) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares rows of tiles; gives right, unreadable, wrong, and whether that is exact.
    fn check(read: &str, truth: &str) -> (usize, usize, usize, bool) {
        let comparison = compare(&read.parse().unwrap(), &truth.parse().unwrap());
        let Counts { tiles, right, unreadable, wrong } = comparison.counts;
        assert_eq!(tiles, right + unreadable + wrong);
        let laid = !comparison.verdicts.is_empty();
        assert!(!laid || comparison.differences.len() == unreadable + wrong);
        (right, unreadable, wrong, comparison.exact())
    }

    #[test]
    fn letters_decide() {
        assert_eq!(check("A B\nC Qu", "a b\nc qu"), (4, 0, 0, true));
        assert_eq!(check("A B:fire\nC D", "A B\nC D:gold:selected"), (4, 0, 0, true));
        assert_eq!(check("A O\n? D", "A Q\nC D"), (2, 1, 1, false));
        assert_eq!(check("A Q", "A Qu"), (1, 0, 1, false));
    }

    #[test]
    fn empty_cells_count_where_one_side_has_a_tile() {
        assert_eq!(check("A .", "A ."), (1, 0, 0, true));
        assert_eq!(check("A B", "A ."), (1, 0, 1, false));
        assert_eq!(check("A ?", "A ."), (1, 1, 0, false));
        assert_eq!(check("A .", "A B"), (1, 0, 1, false));
    }

    #[test]
    fn covered_tiles_are_right_when_unreadable_or_right() {
        assert_eq!(check("A ? C D", "A:covered B:covered C D"), (4, 0, 0, true));
        assert_eq!(check("X ?", "A:covered B"), (0, 1, 1, false));
    }

    #[test]
    fn moving_tiles_need_not_be_read_but_must_not_be_invented() {
        let truth = "# settled: false\nA B C D";
        assert_eq!(check("A ? . D", truth), (2, 2, 0, true));
        assert_eq!(check("A X . D", truth), (2, 1, 1, false));
    }

    #[test]
    fn who_says_that_tiles_are_moving_has_invented_none() {
        let moving = "# settled: false\n";
        assert_eq!(check(&format!("{moving}A X . D"), &format!("{moving}A B C D")), (2, 2, 0, true));
        assert_eq!(check(&format!("{moving}A X"), &format!("{moving}A B C D")), (0, 4, 0, true));
        assert_eq!(check(&format!("{moving}A X"), "A B"), (1, 0, 1, false), "the truth stands still");
    }

    #[test]
    fn what_nobody_can_read_does_not_count() {
        assert_eq!(check("A B", "A ?"), (1, 0, 0, true));
        assert_eq!(check("A ?", "A ?"), (1, 0, 0, true));
    }

    #[test]
    fn another_shape_is_all_wrong() {
        assert_eq!(check("A B\nC D", "A B C D"), (0, 0, 4, false));
        let comparison = compare(&"A B\nC D".parse().unwrap(), &"# layout: columns\nA\nB C".parse().unwrap());
        assert_eq!(comparison.problem.unwrap(), "found a board of 2x2, expected 1,2");
    }

    #[test]
    fn adjacency_cannot_be_seen() {
        assert_eq!(check("A B\nC D", "# adjacency: free\nA B\nC D"), (4, 0, 0, true));
    }

    #[test]
    fn kinds_are_counted_where_the_truth_tells_them() {
        let kinds = |read: &str, truth: &str| compare(&read.parse().unwrap(), &truth.parse().unwrap()).kinds;
        assert_eq!(kinds("A:fire B", "A B"), None);
        assert_eq!(kinds("A:fire B:fire C D", "A:fire B:gold C D:ruby"), Some(Kinds { right: 2, wrong: 1 }));
    }

    #[test]
    fn confusions_are_of_letters() {
        let read: Board = "O O A ? .".parse().unwrap();
        let truth: Board = "Q Q B C D".parse().unwrap();
        let confusions = confusions(compare(&read, &truth).differences.iter());
        let expected = [(("B", "A"), 1), (("Q", "O"), 2)].map(|((a, b), n)| ((a.to_string(), b.to_string()), n));
        assert_eq!(confusions.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn no_board_reads_nothing() {
        let comparison = Comparison::no_board(&"# settled: false\nA B ?".parse().unwrap(), "no board".into());
        assert_eq!(comparison.counts, Counts { tiles: 2, right: 0, unreadable: 2, wrong: 0 });
        assert!(!comparison.exact());
    }
}
