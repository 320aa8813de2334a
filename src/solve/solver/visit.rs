//! Every path of every word in order, on a board of any size, for players that weigh which tiles to use.

use super::{LETTER_COUNTS, LengthScore, PreparedShape, Solver};
use crate::board::Board;
use crate::solve::depth_first::{DepthFirst, FEW_MOVES, MAX_MOVES, TileFilter};
use crate::solve::kernels::{MAX_CELLS, SearchInput, WordKey};
use crate::solve::paths::SpelledPath;
use crate::solve::tile_values::has_many_paths;

impl Solver<'_> {
    /// Calls `visit` for every path of every word that the rules allow, on a board of any size, in an order that is always the
    /// same. With free adjacency, tiles with the same face are exchangeable, and one path stands for all. Returns `false` where there
    /// are too many paths to visit all.
    ///
    /// ```
    /// use hexlex::{board::Board, lexicon::Lexicon, solve::{Rules, Solver}};
    ///
    /// let lexicon = Lexicon::from_words(["tea"])?;
    /// let board: Board = "T E A\n. A .".parse()?;
    /// let mut paths = Vec::new();
    /// assert!(Solver::new(&lexicon, Rules::boggle()).visit_paths(&board, |path| paths.push(path.cells.to_vec())));
    /// paths.sort();
    /// assert_eq!(paths, [[0, 1, 2], [0, 1, 4]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_paths(&mut self, board: &Board, mut visit: impl FnMut(SpelledPath<'_>)) -> bool {
        let prepared = self.take_prepared(board.shape());
        self.begin();
        let is_plain = self.visit_hits(board, &prepared, &mut visit);
        let is_complete = is_plain || self.visit_depth_first(board, &prepared, &mut visit);
        self.prepared = Some(prepared);
        is_complete
    }

    /// The paths that a kernel finds; returns `false`, after no path, where the kernels cannot search the board.
    fn visit_hits(&mut self, board: &Board, prepared: &PreparedShape, visit: &mut impl FnMut(SpelledPath<'_>)) -> bool {
        // A second layer that no kernel can search would repeat the paths of the first.
        let mut layers = self.lexicon.layers();
        let (Some(neighbors), Some(layer), None) = (prepared.table.as_deref(), layers.next(), layers.next()) else {
            return false;
        };
        let automaton = layer.automaton;
        self.tiles.load(board, &self.rules.scoring);
        if !self.letters.load_board(board, neighbors, automaton) {
            return false;
        }
        let input = SearchInput { automaton, neighbors, letters: &self.letters, with_paths: true };
        let Some(hits) = self.queue.search(self.kernel, &input) else { return false };
        let mut cells = [0; MAX_CELLS];
        for (hit, &sum) in hits.sums().iter().enumerate() {
            let WordKey { number, letters } = WordKey::unpack(sum).offset(layer.offset);
            let LengthScore { points, allowed } = self.scores[letters as usize % LETTER_COUNTS];
            if allowed == 0 || self.seen.is_refused(number) {
                continue;
            }
            let cells = &mut cells[..hits.tile_count(hit)];
            hits.write_path(hit, cells);
            let score = match self.rules.scoring.is_by_length() {
                true => points,
                false => self.tiles.rank(cells, letters, &self.rules.scoring).score,
            };
            visit(SpelledPath { number, letters, score, cells });
        }
        true
    }

    /// The paths that the depth-first search finds; returns `false` where it does not find all.
    fn visit_depth_first(
        &mut self,
        board: &Board,
        prepared: &PreparedShape,
        visit: &mut impl FnMut(SpelledPath<'_>),
    ) -> bool {
        let moves = if has_many_paths(board) { FEW_MOVES } else { MAX_MOVES };
        let mut is_complete = true;
        for layer in self.lexicon.layers() {
            let mut search = DepthFirst::new(board, &prepared.neighbors, layer, &self.rules, TileFilter::All);
            is_complete &= search.search(layer, &self.rules, moves, |found| {
                let (number, letters) = (found.number, found.letters);
                if !self.seen.is_refused(number) {
                    let score = self.rules.scoring.points(&found.tally());
                    visit(SpelledPath { number, letters, score, cells: &found.cells() });
                }
            });
        }
        is_complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon;
    use crate::solve::Rules;
    use std::collections::HashSet;

    #[test]
    fn paths_are_those_of_the_sets_of_cells_on_small_boards_and_go_on_on_large_ones() {
        let small: Board = "C A T S R\nR O L E N\nN I D E Qu\nT S A R I".parse().unwrap();
        let mut solver = Solver::new(lexicon::english(), Rules::boggle());
        let (mut masks, mut paths) = (Vec::new(), Vec::new());
        assert!(solver.all_paths(&small, &mut masks));
        let mask = |cells: &[u32]| cells.iter().fold(0u64, |mask, cell| mask | 1 << cell);
        assert!(solver.visit_paths(&small, |path| paths.push((path.number, path.letters, mask(path.cells)))));
        let expected: HashSet<_> = masks.iter().map(|path| (path.number, path.letters, path.mask)).collect();
        assert_eq!((paths.len(), paths.into_iter().collect::<HashSet<_>>()), (masks.len(), expected));
        // The same tiles in the corner of 12x12 cells, which no kernel can search.
        let empty = ["."; 12].join(" ");
        let rows = (0..12).map(|row| match small.to_string().lines().nth(row) {
            Some(line) => format!("{line}{}", " .".repeat(7)),
            None => empty.clone(),
        });
        let large: Board = rows.collect::<Vec<_>>().join("\n").parse().unwrap();
        let mut count = 0;
        assert!(solver.visit_paths(&large, |path| count += usize::from(path.score > 0)));
        assert_eq!((large.shape().len(), count), (144, masks.len()));
    }
}
