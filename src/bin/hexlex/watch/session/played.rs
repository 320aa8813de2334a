//! The word that was played, as the next board shows: in a game whose tiles fall, the tiles of the word are gone from their columns.
//!
//! The tracker does not see every selection: a gem may look nearly the same while it is selected. The [engine](Engine) that plays games
//! predicts what remains after each word of a board, fire included; the next board has that, below any new tiles.

use hexlex::board::{Board, Cell};
use hexlex::game::{Engine, GameParams, HOLE, MAX_CELLS, Refill, State, UNKNOWN, mask_of};
use hexlex::lexicon::Lexicon;
use hexlex::solve::{FoundWord, Goal, Rules, Solver};

/// A move: the boards before and after it, and what was seen of the player.
pub(super) struct PlayedMove<'a> {
    pub(super) before: &'a Board,
    pub(super) after: &'a Board,
    /// The word whose tiles were all selected last.
    pub(super) tried: Option<FoundWord>,
    /// The tiles that were selected last, in their order.
    pub(super) selected: &'a [Cell],
}

impl PlayedMove<'_> {
    /// The word that was played. Where words of the board explain the next one, it is one of them: the one that was tried, or the only
    /// one, or the only one with the selected tiles in their order; `None` where several are left. Where no word does, as in a game of
    /// other rules, it is the one that was tried.
    pub(super) fn word(self, game: &GameParams, rules: &Rules, lexicon: &Lexicon) -> Option<FoundWord> {
        let mut solver = Solver::new(lexicon, rules.clone());
        let tile_sets = self.tile_sets(game, &mut solver);
        let shape = self.before.shape();
        if tile_sets.is_empty()
            || self.tried.as_ref().is_some_and(|tried| tile_sets.contains(&mask_of(shape, &tried.path)))
        {
            return self.tried;
        }
        let mut words: Vec<FoundWord> = tile_sets.iter().flat_map(|&tiles| self.words_of(tiles, &mut solver)).collect();
        if words.iter().any(|found| found.word != words[0].word) {
            words.retain(|found| is_in_order(self.selected, &found.path));
        }
        let first = words.first()?.clone();
        words.iter().all(|found| found.word == first.word).then_some(first)
    }

    /// The sets of tiles that spell a word and explain the next board; none where tiles do not fall.
    fn tile_sets(&self, game: &GameParams, solver: &mut Solver<'_>) -> Vec<u64> {
        let shape = self.before.shape();
        let is_falling = game.refill == Refill::Fall && shape.len() <= MAX_CELLS && self.after.shape() == shape;
        let engine = Engine::new(GameParams { shape: shape.clone(), ..game.clone() }).filter(|_| is_falling);
        let states = State::of_board(self.before).zip(State::of_board(self.after));
        let (Some(engine), Some((before, after))) = (engine, states) else { return Vec::new() };
        let mut paths = Vec::new();
        solver.all_paths(self.before, &mut paths);
        let tried = self.tried.iter().map(|tried| mask_of(shape, &tried.path));
        let mut tile_sets: Vec<u64> = paths.iter().map(|path| path.mask).chain(tried).collect();
        tile_sets.sort_unstable();
        tile_sets.dedup();
        tile_sets.retain(|&used| explains(&engine, &before, &after, used));
        tile_sets
    }

    /// The words that use all of these tiles.
    fn words_of(&self, tile_set: u64, solver: &mut Solver<'_>) -> Vec<FoundWord> {
        let is_used = |id: usize| tile_set >> id & 1 == 1;
        let tiles = self.before.tiles().enumerate().map(|(id, tile)| tile.filter(|_| is_used(id)).cloned());
        let Ok(board) = Board::new(self.before.shape().clone(), tiles.collect()) else { return Vec::new() };
        let count = tile_set.count_ones() as usize;
        solver.solve(&board, Goal::Longest).words.into_iter().filter(|found| found.path.len() == count).collect()
    }
}

/// Whether a board has the tiles that remain after a word with these tiles. Tiles that cannot be read may be any. How often a gem has
/// resisted fire is not known: a column where a gem may burn is not compared.
fn explains(engine: &Engine, before: &State, after: &State, used: u64) -> bool {
    use hexlex::board::TileKind::{Diamond, Gold, Green, Sapphire};
    let Some(fallen) = engine.after_word(before, used) else { return false };
    let gems =
        [Green, Gold, Sapphire, Diamond].into_iter().fold(0, |cells, kind| cells | before.cells_of(kind)) & !used;
    let fires = before.fires() & !used;
    let columns = engine.params().shape.lengths().iter().scan(0, |end, &length| {
        *end += length;
        Some(*end - length..*end)
    });
    let is_compared = |column: &std::ops::Range<usize>| {
        let cells = column.clone().fold(0, |cells, cell| cells | 1u64 << cell);
        gems & cells == 0 || fires & cells == 0
    };
    let is_alike = |cell: usize| {
        let (was, is) = (fallen.state.letter(cell), after.letter(cell));
        fallen.holes >> cell & 1 == 1 || was == is || [was, is].iter().any(|code| matches!(*code, UNKNOWN | HOLE))
    };
    columns.filter(is_compared).all(|mut column| column.all(is_alike))
}

/// Whether the selected tiles are among those of a path, in their order.
fn is_in_order(selected: &[Cell], path: &[Cell]) -> bool {
    let mut rest = path.iter();
    selected.iter().all(|cell| rest.any(|other| other == cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::lexicon;
    use hexlex::profile::BuiltIn;

    const WORDS: [&str; 7] = ["cat", "act", "cats", "tea", "eat", "ate", "cave"];

    fn word(before: &str, after: &str, tried: Option<&str>, selected: &[(usize, usize)]) -> Option<String> {
        let [before, after] =
            [before, after].map(|text| format!("# layout: columns\n{text}").parse::<Board>().unwrap());
        let profile = BuiltIn::Deluxe.profile();
        let rules = profile.rules.clone().fitted_to(&before);
        let lexicon = Lexicon::from_words(WORDS).unwrap();
        let words = Solver::new(&lexicon, rules.clone()).solve(&before, Goal::Longest).words;
        let tried = tried.map(|tried| words.iter().find(|found| found.word == tried).unwrap().clone());
        let selected: Vec<Cell> = selected.iter().map(|&(line, index)| Cell { line, index }).collect();
        let played = PlayedMove { before: &before, after: &after, tried, selected: &selected };
        played.word(&profile.game, &rules, &lexicon).map(|found| found.word)
    }

    #[test]
    fn of_words_with_the_same_tiles_the_selected_ones_name_one() {
        // T, E and A touch each other: TEA, EAT and ATE have the same tiles.
        let before = "T E X R\nO A N D L\nC I O U";
        let played = "W Z X R\nQ O N D L\nC I O U";
        const T: (usize, usize) = (0, 0);
        const E: (usize, usize) = (0, 1);
        const A: (usize, usize) = (1, 1);
        /// The next board, the word that was tried, the selected tiles, and the word that was played.
        type Case = (&'static str, Option<&'static str>, &'static [(usize, usize)], Option<&'static str>);
        let cases: [Case; 8] = [
            (played, None, &[], None),
            (played, Some("EAT"), &[E, A, T], Some("EAT")),
            (played, None, &[T, A], Some("TEA")),
            (played, None, &[A, E], Some("ATE")),
            (played, None, &[T, E], None),
            // A tile that cannot be read may be any.
            ("W Z X R\nQ O ? D L\nC I O U", None, &[T, A], Some("TEA")),
            // No word explains another board: only what was selected says something.
            ("W Z X V\nQ O N D L\nC I O U", None, &[T, A], None),
            ("W Z X V\nQ O N D L\nC I O U", Some("TEA"), &[T, E, A], Some("TEA")),
        ];
        for (after, tried, selected, expected) in cases {
            assert_eq!(word(before, after, tried, selected).as_deref(), expected, "{after} {tried:?} {selected:?}");
        }
    }

    #[test]
    fn a_word_that_was_begun_is_finished_by_the_tiles_that_are_gone() {
        // CATS with S in the second column, where T touches it.
        let before = "C A T R\nO K S D L\nE I O U";
        let cats = "W X Y R\nZ O K D L\nE I O U";
        let seen = [(0, 0), (0, 1), (0, 2)];
        assert_eq!(word(before, cats, Some("CAT"), &seen).as_deref(), Some("CATS"));
        assert_eq!(word(before, cats, None, &[]).as_deref(), Some("CATS"));
    }

    #[test]
    fn a_word_with_a_tile_of_several_letters_is_one_of_the_board() {
        let (before, after) = ("C A VE R\nO K S D L\nE I O U", "W X Y R\nO K S D L\nE I O U");
        let seen = [(0, 0), (0, 1), (0, 2)];
        assert_eq!(word(before, after, Some("CAVE"), &seen).as_deref(), Some("CAVE"));
        assert_eq!(word(before, after, None, &[]).as_deref(), Some("CAVE"));
    }

    #[test]
    fn fire_burns_the_tile_below_it() {
        let before = "C A T R\nO K S D L\nE:fire I O U";
        let burned = "W X Y R\nZ O K D L\nV E:fire O U";
        assert_eq!(word(before, burned, None, &[]).as_deref(), Some("CATS"));
        // Below fire lies a gem: whether it has burned is not known, and not needed.
        let before = "C A T R\nO K S D L\nE:fire I:green O U";
        for after in [burned, "W X Y R\nZ O K D L\nE:fire I:green O U"] {
            assert_eq!(word(before, after, None, &[]).as_deref(), Some("CATS"), "{after}");
        }
    }

    #[test]
    fn tiles_that_stay_say_nothing() {
        let board: Board = "C A T\nS E R".parse().unwrap();
        let profile = BuiltIn::Boggle.profile();
        let played = PlayedMove { before: &board, after: &board, tried: None, selected: &[] };
        assert_eq!(played.word(&profile.game, &profile.rules, lexicon::english()), None);
    }
}
