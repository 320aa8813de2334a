//! Compares a reading with its ground truth, tile by tile.
//!
//! [`compare`] returns a [`Comparison`]. Letters decide whether it is exact; kinds are only counted.

use hexlex::board::{Adjacency, Board, Cell, Face, Tile, TileKind};
use serde::Serialize;

/// The result for one picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Comparison {
    pub(super) counts: Counts,
    /// The kinds of the tiles, if the truth has any.
    pub(super) kinds: Option<Kinds>,
    /// The verdict on each cell of the truth, in its order; `None` for a cell that does not count. Empty if the boards
    /// have different shapes.
    pub(super) verdicts: Vec<Option<Verdict>>,
    /// Every tile that is not right.
    pub(super) differences: Vec<Difference>,
    /// An error of the whole board: not found, or another shape.
    pub(super) problem: Option<String>,
    /// Whether unreadable tiles are not errors, because the ground truth has moving tiles.
    pub(super) lenient: bool,
}

/// The numbers of tiles by [`Verdict`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(super) struct Counts {
    pub(super) tiles: usize,
    pub(super) right: usize,
    pub(super) unreadable: usize,
    pub(super) wrong: usize,
}

/// The numbers of tiles with the right and the wrong kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub(super) struct Kinds {
    pub(super) right: usize,
    pub(super) wrong: usize,
}

/// One tile that differs from the truth; `.` is an empty cell, `?` an unreadable tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Difference {
    /// Counted from 0, as in the JSON.
    pub(super) line: usize,
    pub(super) index: usize,
    pub(super) read: String,
    pub(super) truth: String,
}

impl Comparison {
    /// Whether the reading has no error.
    pub(super) fn exact(&self) -> bool {
        self.problem.is_none() && self.counts.wrong == 0 && (self.lenient || self.counts.unreadable == 0)
    }

    /// The result for a picture in which no board was found.
    pub(super) fn no_board(truth: &Board, problem: String) -> Comparison {
        let tiles = truth.cells().filter(|(_, tile)| is_counted(Some(tile))).count();
        Comparison {
            counts: Counts { tiles, unreadable: tiles, ..Counts::default() },
            problem: Some(problem),
            lenient: !truth.settled,
            ..Comparison::default()
        }
    }
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

    pub(super) fn add(&mut self, other: Counts) {
        self.tiles += other.tiles;
        self.right += other.right;
        self.unreadable += other.unreadable;
        self.wrong += other.wrong;
    }

    /// The percentage of right tiles; 100 if there are none.
    pub(super) fn percent(self) -> f64 {
        if self.tiles == 0 { 100.0 } else { 100.0 * self.right as f64 / self.tiles as f64 }
    }
}

impl Kinds {
    pub(super) fn add(&mut self, other: Kinds) {
        self.right += other.right;
        self.wrong += other.wrong;
    }
}

/// The result for one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Right,
    /// Reported as unreadable or moving.
    Unreadable,
    Wrong,
}

/// Compares a reading with its truth. Tiles that are unreadable in the truth (`?`) do not count.
pub(super) fn compare(read: &Board, truth: &Board) -> Comparison {
    if let Some(problem) = other_shape(read, truth) {
        let tiles = truth.cells().filter(|(_, tile)| is_counted(Some(tile))).count();
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
        if !is_counted(want) || (got.is_none() && want.is_none()) {
            comparison.verdicts.push(None);
            continue;
        }
        let verdict = match judge(got, want, truth) {
            // A reading that reports moving tiles does not claim where they are.
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

/// Whether the tiles are moving and the reading reports it.
fn both_moving(read: &Board, truth: &Board) -> bool {
    !read.settled && !truth.settled
}

/// Whether this cell of the truth counts.
fn is_counted(want: Option<&Tile>) -> bool {
    want.is_none_or(|tile| tile.face != Face::Unreadable)
}

/// The verdict on one cell of this truth.
fn judge(got: Option<&Tile>, want: Option<&Tile>, truth: &Board) -> Verdict {
    match (got, want) {
        (Some(got), Some(want)) if got.face == want.face => Verdict::Right,
        (Some(got), Some(want)) if got.face == Face::Unreadable && want.has_tag("covered") => Verdict::Right,
        (Some(got), _) if got.face == Face::Unreadable => Verdict::Unreadable,
        // The cell of a falling tile is still empty.
        (None, Some(_)) if !truth.settled => Verdict::Unreadable,
        _ => Verdict::Wrong,
    }
}

/// The counts of kinds. A tile of the truth with other tags only has no known kind and does not count.
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

/// The error message for different shapes. Adjacency is not visible in a picture, so it may differ.
fn other_shape(read: &Board, truth: &Board) -> Option<String> {
    let shape = |board: &Board| board.shape().clone().with_adjacency(Adjacency::Touching);
    let (read, truth) = (shape(read), shape(truth));
    (read != truth).then(|| {
        format!(
            "expected a board of {truth} as in its truth, found {read}: check that the truth is that of this picture"
        )
    })
}

fn difference(cell: Cell, got: Option<&Tile>, want: Option<&Tile>) -> Difference {
    let face = |tile: Option<&Tile>| tile.map_or(".".to_string(), |tile| tile.face.to_string());
    Difference { line: cell.line, index: cell.index, read: face(got), truth: face(want) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares two board texts; returns the right, unreadable and wrong tiles, and whether the reading is exact.
    fn check(read: &str, truth: &str) -> (usize, usize, usize, bool) {
        let comparison = compare(&read.parse().unwrap(), &truth.parse().unwrap());
        let Counts { tiles, right, unreadable, wrong } = comparison.counts;
        assert_eq!(tiles, right + unreadable + wrong);
        let same_shape = !comparison.verdicts.is_empty();
        assert!(!same_shape || comparison.differences.len() == unreadable + wrong);
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
    fn empty_cells_count_if_one_board_has_a_tile() {
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
    fn moving_tiles_may_be_unreadable_but_not_wrong() {
        let truth = "# settled: false\nA B C D";
        assert_eq!(check("A ? . D", truth), (2, 2, 0, true));
        assert_eq!(check("A X . D", truth), (2, 1, 1, false));
    }

    #[test]
    fn reported_moving_tiles_are_never_wrong() {
        let moving = "# settled: false\n";
        assert_eq!(check(&format!("{moving}A X . D"), &format!("{moving}A B C D")), (2, 2, 0, true));
        assert_eq!(check(&format!("{moving}A X"), &format!("{moving}A B C D")), (0, 4, 0, true));
        assert_eq!(check(&format!("{moving}A X"), "A B"), (1, 0, 1, false), "the truth has no moving tiles");
    }

    #[test]
    fn unreadable_tiles_of_the_truth_do_not_count() {
        assert_eq!(check("A B", "A ?"), (1, 0, 0, true));
        assert_eq!(check("A ?", "A ?"), (1, 0, 0, true));
    }

    #[test]
    fn another_shape_is_all_wrong() {
        assert_eq!(check("A B\nC D", "A B C D"), (0, 0, 4, false));
        let comparison = compare(&"A B\nC D".parse().unwrap(), &"# layout: columns\nA\nB C".parse().unwrap());
        assert_eq!(
            comparison.problem.unwrap(),
            "expected a board of 1,2 as in its truth, found 2x2: check that the truth is that of this picture"
        );
    }

    #[test]
    fn adjacency_may_differ() {
        assert_eq!(check("A B\nC D", "# adjacency: free\nA B\nC D"), (4, 0, 0, true));
    }

    #[test]
    fn kinds_are_counted_if_the_truth_has_any() {
        let kinds = |read: &str, truth: &str| compare(&read.parse().unwrap(), &truth.parse().unwrap()).kinds;
        assert_eq!(kinds("A:fire B", "A B"), None);
        assert_eq!(kinds("A:fire B:fire C D", "A:fire B:gold C D:ruby"), Some(Kinds { right: 2, wrong: 1 }));
    }

    #[test]
    fn without_a_board_every_tile_is_unreadable() {
        let comparison = Comparison::no_board(&"# settled: false\nA B ?".parse().unwrap(), "no board".into());
        assert_eq!(comparison.counts, Counts { tiles: 2, right: 0, unreadable: 2, wrong: 0 });
        assert!(!comparison.exact());
    }
}
