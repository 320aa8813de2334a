//! Properties of every game, and tests of the single rules.

use super::*;
use crate::lexicon;
use crate::solve::{Goal, solve};
use proptest::prelude::*;

fn game(seed: u64) -> Game {
    Game::new(GameParams::default(), seed)
}

/// A path of touching tiles, chosen by arbitrary numbers.
fn walk(game: &Game, choices: &[usize]) -> Vec<Cell> {
    let mut path: Vec<Cell> = game.params.shape.cell(choices[0] % game.params.shape.len()).into_iter().collect();
    for choice in &choices[1..] {
        let last = path[path.len() - 1];
        let free: Vec<Cell> =
            game.params.shape.neighbors(last).into_iter().filter(|cell| !path.contains(cell)).collect();
        if free.is_empty() {
            break;
        }
        path.push(free[choice % free.len()]);
    }
    path
}

/// The cell of each tile, by the tile's id.
fn cells_by_id(game: &Game) -> std::collections::BTreeMap<u32, (Cell, Piece)> {
    game.params.shape.cells().zip(&game.pieces).map(|(cell, piece)| (piece.id, (cell, *piece))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn every_turn_keeps_the_rules(
        seed in any::<u64>(),
        fire in 0u32..3000,
        moves in prop::collection::vec(prop::collection::vec(0usize..1000, 3..9), 1..25),
    ) {
        let mut params = GameParams::default();
        params.fire.base = fire;
        let mut game = Game::new(params, seed);
        for choices in moves {
            let path = walk(&game, &choices);
            let before = game.clone();
            let was = cells_by_id(&before);
            let turn = match game.play(&path) {
                Ok(turn) => turn,
                Err(error) => {
                    prop_assert!(before.is_over || path.len() < 3, "{error}");
                    prop_assert_eq!(&before.pieces, &game.pieces);
                    continue;
                }
            };
            let now = cells_by_id(&game);
            prop_assert_eq!(now.len(), 52, "no tile is lost or duplicated");
            prop_assert!(game.selected.is_empty());
            prop_assert_eq!(game.score, before.score + u64::from(turn.points));
            if game.is_over {
                prop_assert_eq!(&before.pieces, &game.pieces);
                continue;
            }
            prop_assert!(path.iter().all(|&cell| !now.contains_key(&before.piece(cell).unwrap().id)));
            for (cell, piece) in was.values().filter(|(cell, _)| !path.contains(cell)) {
                let survived = now.get(&piece.id);
                prop_assert!(survived.is_none_or(|(at, _)| at.line == cell.line && at.index >= cell.index));
                if piece.kind == TileKind::Fire {
                    let (at, _) = survived.expect("fire is never destroyed");
                    let bottom = game.params.shape.lengths()[at.line] - 1;
                    let stops_fire = |kind: TileKind| kind != TileKind::Normal;
                    let below = game.piece(Cell { index: at.index + 1, ..*at });
                    prop_assert!(
                        at.index > cell.index || at.index == bottom || below.is_some_and(|piece| stops_fire(piece.kind)),
                        "{:?} at {:?}", piece, at
                    );
                }
            }
            for (n, (cell, piece)) in game.params.shape.cells().zip(&game.pieces).enumerate() {
                let rows = usize::from(turn.drops[n]);
                match was.get(&piece.id) {
                    Some((from, _)) => prop_assert_eq!(from.index + rows, cell.index),
                    None => prop_assert!(rows > cell.index, "new tiles come from above"),
                }
            }
        }
    }

    #[test]
    fn the_engine_falls_and_burns_as_the_reference_does(
        seed in any::<u64>(),
        kinds in prop::collection::vec(prop::sample::select(&TileKind::ALL[..]), 52),
        burned in prop::collection::vec(0u8..5, 52),
        holes in any::<u64>(),
        used in any::<u64>(),
        before_fall in any::<bool>(),
    ) {
        let mut params = GameParams::default();
        params.fire.burns = if before_fall { BurnOrder::BeforeFall } else { BurnOrder::AfterFall };
        let engine = Engine::new(params.clone()).unwrap();
        let mut state = engine.new_state(&mut Roller::new(seed));
        // Empty cells only on top, as a board that has fallen has them.
        let is_empty = |cell: Cell| cell.index == 0 && holes >> cell.line & 1 == 1;
        for (id, cell) in params.shape.cells().enumerate() {
            let burns = if kinds[id] == TileKind::Fire { 0 } else { burned[id].min(params.fire.resistance.of(kinds[id])) };
            let letter = if is_empty(cell) { HOLE } else { state.letter(id) };
            let kind = if letter == HOLE { TileKind::Normal } else { kinds[id] };
            state.set(id, letter, kind, if letter == HOLE { 0 } else { burns });
        }
        let used = used & !state.holes(52) & ((1 << 52) - 1);
        let is_lost = ids(engine.bottoms()).any(|id| state.kind(id) == TileKind::Fire && used >> id & 1 == 0);
        let Some(fallen) = engine.after_word(&state, used) else {
            prop_assert!(is_lost);
            return Ok(());
        };
        prop_assert!(!is_lost);
        let mut first = 0;
        for &length in params.shape.lengths() {
            let tile = |id: usize| reference::Tile { letter: state.letter(id), kind: state.kind(id), burned: state.burned(id) };
            let cells = (first..first + length).filter(|&id| state.letter(id) != HOLE);
            let column: Vec<_> = cells.map(|id| (tile(id), used >> id & 1 == 1)).collect();
            let left = reference::remaining(&column, &params.fire);
            let top = first + length - left.len();
            prop_assert!((first..top).all(|id| fallen.state.letter(id) == HOLE && fallen.holes >> id & 1 == 1));
            for (id, tile) in (top..first + length).zip(left) {
                let now = (fallen.state.letter(id), fallen.state.kind(id), fallen.state.burned(id));
                prop_assert_eq!(now, (tile.letter, tile.kind, tile.burned));
                prop_assert_eq!(fallen.holes >> id & 1, 0);
            }
            first += length;
        }
    }

    #[test]
    fn a_game_and_its_engine_go_on_alike(
        seed in any::<u64>(),
        moves in prop::collection::vec(prop::collection::vec(0usize..1000, 3..9), 1..20),
    ) {
        let mut params = GameParams::default();
        params.fire.base = 400;
        let engine = Engine::new(params.clone()).unwrap();
        let mut game = Game::new(params, seed);
        let mut roller = Roller::new(seed);
        let mut state = engine.new_state(&mut roller);
        prop_assert_eq!(state.board(game.shape()), game.board());
        for choices in moves {
            let path = walk(&game, &choices);
            if let Some(fallen) = engine.after_word(&state, mask_of(game.shape(), &path)) && let Ok(turn) = game.play(&path) {
                state = engine.refill(&fallen, turn.word.len(), game.level(), &mut roller);
                prop_assert_eq!(state.board(game.shape()), game.board());
            }
            if choices[0] % 4 == 0 && !game.is_over() {
                game.scramble().unwrap();
                state = engine.scramble(&state, &mut roller).unwrap();
                prop_assert_eq!(state.board(game.shape()), game.board());
            }
        }
    }

    #[test]
    fn the_same_seed_and_moves_give_the_same_game(
        seed in any::<u64>(),
        moves in prop::collection::vec(prop::collection::vec(0usize..1000, 3..7), 1..10),
    ) {
        let (mut one, mut other) = (game(seed), game(seed));
        for choices in moves {
            let path = walk(&one, &choices);
            prop_assert_eq!(one.play(&path), other.play(&path));
            if choices[0] % 3 == 0 {
                prop_assert_eq!(one.scramble(), other.scramble());
            }
            prop_assert_eq!(one.board(), other.board());
        }
    }

    #[test]
    fn scrambling_moves_no_fire_and_keeps_the_letters(seed in any::<u64>(), path in prop::collection::vec(0usize..1000, 4)) {
        let mut game = game(seed);
        game.params.fire.base = 2000;
        game.play(&walk(&game, &path)).ok();
        let letters = |game: &Game| {
            let mut letters: Vec<char> = game.pieces.iter().map(|piece| piece.letter).collect();
            letters.sort_unstable();
            letters
        };
        let fires = |game: &Game| -> Vec<(Cell, u32)> {
            let burning = cells_by_id(game).into_values().filter(|(_, piece)| piece.kind == TileKind::Fire);
            burning.map(|(cell, piece)| (cell, piece.id)).collect()
        };
        let before = game.clone();
        game.scramble().unwrap();
        prop_assert_eq!(letters(&before), letters(&game));
        prop_assert_ne!(before.board(), game.board());
        let (old, new) = (fires(&before), fires(&game));
        prop_assert!(old.iter().all(|fire| new.contains(fire)));
        prop_assert!(new.len() > old.len());
    }
}

#[test]
fn other_seeds_give_other_boards() {
    assert_ne!(game(1).board(), game(2).board());
}

#[test]
fn a_scramble_may_cost_a_turn_and_points() {
    let scramble = ScrambleParams { turn: ScrambleTurn::Turn, tiles: ScrambleTiles::Reroll, points: 50 };
    let params = GameParams { scramble, ..GameParams::default() };
    let mut game = Game::new(params, 4);
    game.play(&[Cell { line: 3, index: 0 }, Cell { line: 3, index: 1 }, Cell { line: 3, index: 2 }]).unwrap();
    let (score, fire) = (game.score(), game.shape().id(Cell { line: 2, index: 3 }).unwrap());
    game.pieces[fire].kind = TileKind::Fire;
    game.scramble().unwrap();
    assert_eq!((game.score(), game.pieces[fire + 1].kind), (score - 50, TileKind::Fire));
    assert_ne!(game.pieces[fire].kind, TileKind::Fire);
    game.pieces[fire + 3].kind = TileKind::Fire;
    game.scramble().unwrap();
    assert!(game.is_over(), "the fire was on the bottom");
}

#[test]
fn a_run_of_short_words_brings_fire() {
    let mut params = GameParams::default();
    params.fire = FireParams { run: FireRun { letters: 3, words: 2, rate: 1000 }, ..params.fire.at_rate(0) };
    params.fire.short_words = [0; 3];
    let mut game = Game::new(params, 9);
    let mut fires = Vec::new();
    for length in [3, 3, 4, 3, 3, 3, 3] {
        let path: Vec<Cell> = (0..length).map(|index| Cell { line: 1, index }).collect();
        // A tile `Qu` has two letters.
        path.iter().for_each(|&cell| {
            let id = game.shape().id(cell).unwrap();
            game.pieces[id].letter = 'E';
        });
        game.play(&path).unwrap();
        fires.push(game.pieces.iter().filter(|piece| piece.kind == TileKind::Fire).count());
    }
    assert_eq!(fires[..5], [0; 5], "two short words in a row bring none");
    assert!(fires[5] == 1 && fires[6] >= 1, "{fires:?}");
}

#[test]
fn tiles_are_selected_and_deselected() {
    let mut game = game(3);
    let at = |line, index| Cell { line, index };
    for cell in [at(0, 0), at(0, 1), at(1, 2), at(1, 1)] {
        game.select(cell).unwrap();
    }
    assert_eq!(game.select(at(6, 6)), Err(MoveError::NotAdjacent));
    assert_eq!(game.select(at(9, 9)), Err(MoveError::NoTile));
    game.select(at(1, 1)).unwrap();
    assert_eq!(game.selected(), [at(0, 0), at(0, 1), at(1, 2)], "the last one is deselected");
    game.select(at(0, 0)).unwrap();
    assert_eq!(game.selected(), [at(0, 0)], "an earlier one becomes the last");
    assert_eq!(game.board().tiles().flatten().filter(|tile| tile.has_tag("selected")).count(), 1);
    assert!(matches!(game.submit(lexicon::english()), Err(MoveError::TooShort { least: 3, .. })));
    game.select(at(0, 0)).unwrap();
    assert!(game.selected().is_empty());
}

#[test]
fn only_words_of_the_lexicon_are_accepted() {
    let mut game = game(5);
    let best = solve(&game.board(), lexicon::english(), game.rules(), Goal::Longest).words.remove(0);
    best.path.iter().for_each(|&cell| game.select(cell).unwrap());
    assert_eq!(
        (game.word(), game.word_points(), game.is_word(lexicon::english())),
        (best.word.clone(), best.score, true)
    );
    let nothing = Lexicon::from_words(["xyzzy"]).unwrap();
    assert_eq!(game.submit(&nothing), Err(MoveError::UnknownWord(best.word)));
    assert_eq!(game.submit(lexicon::english()).unwrap().points, best.score);
    assert_eq!((game.words_played(), game.score()), (1, u64::from(best.score)));
}

#[test]
fn a_fire_that_stays_on_the_bottom_ends_the_game() {
    let at = |line, index| Cell { line, index };
    let mut ends = game(11);
    let bottom = ends.shape().id(at(0, 6)).unwrap();
    ends.pieces[bottom].kind = TileKind::Fire;
    let mut goes_on = ends.clone();
    ends.play(&[at(3, 0), at(3, 1), at(3, 2)]).unwrap();
    assert!(ends.is_over());
    assert_eq!(ends.play(&[at(3, 0), at(3, 1), at(3, 2)]), Err(MoveError::GameOver));
    assert_eq!((ends.select(at(0, 0)), ends.scramble()), (Err(MoveError::GameOver), Err(MoveError::GameOver)));
    goes_on.play(&[at(0, 4), at(0, 5), at(0, 6)]).unwrap();
    assert!(!goes_on.is_over());
}

#[test]
fn long_words_add_gems_and_levels_raise_points() {
    let mut game = game(1);
    game.params.level_points = 1;
    let path: Vec<Cell> = (0..6).map(|index| Cell { line: 1, index }).collect();
    let points = game.points(&path);
    let turn = game.play(&path).unwrap();
    assert_eq!(turn.gem, game.params.gem(turn.word.len()));
    assert_eq!(game.pieces.iter().filter(|piece| Some(piece.kind) == turn.gem).count(), 1);
    assert!(game.level() > 1);
    let crate::solve::Scoring::Bookworm(numbers) = &game.rules().scoring else { panic!("Bookworm's scores") };
    assert_eq!((numbers.level, turn.points), (game.level(), points));
}

/// A player that knows every word plays on, and none of its moves is an error.
#[test]
fn a_solver_plays_two_hundred_words() {
    let mut game = game(21);
    let mut played = 0;
    while played < 200 {
        if game.is_over() {
            game = self::game(21 + played);
        }
        // The word that uses most fire keeps the game alive.
        let words = solve(&game.board(), lexicon::english(), game.rules(), Goal::Score).words;
        let fires = |path: &[Cell]| path.iter().filter(|&&c| game.piece(c).unwrap().kind == TileKind::Fire).count();
        match words.iter().max_by_key(|found| fires(&found.path)) {
            Some(found) => {
                let turn = game.play(&found.path).unwrap();
                assert_eq!((turn.word, turn.points), (found.word.clone(), found.score));
                played += 1;
            }
            None => game.scramble().unwrap(),
        }
    }
}

#[test]
fn cubes_stay_and_a_word_counts_once() {
    let mut game = Game::new(GameParams::cubes(crate::solve::Rules::boggle()), 7);
    let before = game.board();
    let found = solve(&before, lexicon::english(), game.rules(), Goal::Score).words.remove(0);
    let turn = game.play(&found.path).unwrap();
    assert_eq!((turn.points, turn.gem, turn.drops), (found.score, None, vec![0; 16]));
    assert_eq!(game.board(), before);
    found.path.iter().for_each(|&cell| game.select(cell).unwrap());
    assert!(!game.is_word(lexicon::english()));
    assert_eq!(game.submit(lexicon::english()), Err(MoveError::Repeated(found.word)));
    assert_eq!((game.words_played(), game.score()), (1, u64::from(found.score)));
    game.scramble().unwrap();
    let letters = |board: &Board| {
        let mut letters: Vec<_> = board.tiles().flatten().cloned().collect();
        letters.sort_by_key(|tile| format!("{tile:?}"));
        letters
    };
    assert!(game.board() != before && letters(&game.board()) == letters(&before), "without fire");
}

#[test]
fn a_board_with_more_cells_than_cubes_is_filled() {
    let shape = Shape::rows(6, 6).unwrap();
    let params = GameParams { shape, ..GameParams::cubes(crate::solve::Rules::boggle()) };
    assert_eq!(Game::new(params, 1).board().tiles().flatten().count(), 36);
}

/// The turns until a fire is on the bottom, by playing on with words that use the fires on the bottom and nothing else.
fn turns_played(engine: &Engine, state: &State, fire: usize) -> u32 {
    let (mut state, mut fire, mut turns) = (*state, fire, 0);
    while engine.bottoms() >> fire & 1 == 0 {
        let fallen = engine.after_word(&state, state.fires() & engine.bottoms()).unwrap();
        fire = (0..MAX_CELLS).find(|&cell| fallen.origin(cell) == Some(fire)).unwrap();
        state = fallen.state;
        turns += 1;
    }
    turns
}

#[test]
fn fires_come_to_the_bottom_when_their_deadline_says() {
    let kinds =
        [TileKind::Normal, TileKind::Normal, TileKind::Fire, TileKind::Green, TileKind::Gold, TileKind::Diamond];
    for burns in [BurnOrder::AfterFall, BurnOrder::BeforeFall] {
        let mut params = GameParams::default();
        params.fire.burns = burns;
        let engine = Engine::new(params).unwrap();
        for seed in 0..50 {
            let mut roller = Roller::new(seed);
            let mut state = engine.new_state(&mut roller);
            for cell in 0..engine.params().shape.len() {
                state.set(cell, state.letter(cell), *roller.choose(&kinds).unwrap(), 0);
            }
            let mut found = 0;
            engine.deadlines(&state, |fire, turns| {
                assert_eq!(turns, turns_played(&engine, &state, fire), "{burns:?}, cell {fire} of\n{state:?}");
                found += 1;
            });
            assert_eq!(found, state.fires().count_ones());
        }
    }
}
