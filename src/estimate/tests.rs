//! Games under hidden rules, and their rules recovered.

use super::*;
use crate::board::TileKind;
use crate::game::{BurnOrder, Engine, FireRun, GameParams, Refill, ScrambleTiles, ScrambleTurn, State, ids};
use crate::lexicon;
use crate::profile::{BuiltIn, Profile};
use crate::roll::{Dice, Roller};
use crate::solve::{Solver, WordPath};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// Rules that nobody was told.
fn hidden_rules(random: &mut ChaCha8Rng) -> GameParams {
    let mut params = GameParams::default();
    let fire = &mut params.fire;
    fire.base = random.random_range(10..300);
    fire.short_words = [random.random_range(0..600), random.random_range(0..300), random.random_range(0..150)];
    fire.per_level = random.random_range(0..40);
    let rate = if random.random_bool(0.5) { random.random_range(300..1500) } else { 0 };
    fire.run = FireRun { letters: random.random_range(3..=4), words: random.random_range(1..=4), rate };
    fire.scramble = random.random_range(1..=5);
    fire.burns = if random.random_bool(0.5) { BurnOrder::AfterFall } else { BurnOrder::BeforeFall };
    fire.resistance.green = random.random_range(1..=4);
    fire.resistance.gold = random.random_range(2..=5);
    fire.resistance.sapphire = random.random_range(2..=6);
    fire.resistance.diamond = random.random_range(3..=7);
    let mut letters = random.random_range(4..=5);
    params.gems = [TileKind::Green, TileKind::Gold, TileKind::Sapphire, TileKind::Diamond]
        .into_iter()
        .map(|kind| {
            let gem = (letters, kind);
            letters += random.random_range(1..=2);
            gem
        })
        .collect();
    params.gems_among_new = params.gems.iter().map(|(_, kind)| *kind).filter(|_| random.random_bool(0.5)).collect();
    params.scramble.turn = if random.random_bool(0.5) { ScrambleTurn::Free } else { ScrambleTurn::Turn };
    params.scramble.tiles = if random.random_bool(0.5) { ScrambleTiles::Shuffle } else { ScrambleTiles::Reroll };
    params.scramble.points = [0, 50, 100, 500][random.random_range(0..4)];
    params.level_points = [1000, 2000, 4000, 5000, 10_000][random.random_range(0..5)];
    let Dice::Frequencies(english) = Dice::ENGLISH else { unreachable!("a table") };
    params.letters = Dice::Frequencies(english.map(|weight| weight * random.random_range(3..30)));
    params
}

/// A number of recorded moves by a player who takes fires on the bottom, words of every length, and scrambles now and then.
fn recorded(params: &GameParams, moves: usize, random: &mut ChaCha8Rng) -> Vec<Vec<Move>> {
    let engine = Engine::new(params.clone()).unwrap();
    let mut solver = Solver::new(lexicon::english(), params.rules.clone());
    let mut roller = Roller::new(random.next_u64());
    let mut games = Vec::new();
    let mut left = moves;
    while left > 0 {
        let (mut state, mut score, mut game) = (engine.new_state(&mut roller), 0, Vec::new());
        let mut scrambles = 0;
        // Where no word uses all fires on the bottom, further scrambles only add fire.
        while scrambles < 3 {
            let (played, next) = next_move(&engine, &mut solver, &state, score, &mut roller, random);
            let level = Some(params.level(score));
            scrambles = if played == Played::Scramble { scrambles + 1 } else { 0 };
            game.push(Move { board: state.board(&params.shape), played, score: Some(score), level });
            let Some((next, points)) = next.filter(|_| left > 0) else { break };
            left -= 1;
            (state, score) = (next, points);
        }
        games.push(game);
    }
    games
}

/// A move, and the board and score after it; `None` where the game is lost.
fn next_move(
    engine: &Engine,
    solver: &mut Solver<'_>,
    state: &State,
    score: u64,
    roller: &mut Roller,
    random: &mut ChaCha8Rng,
) -> (Played, Option<(State, u64)>) {
    let params = engine.params();
    let mut paths = Vec::new();
    assert!(solver.paths_of_codes(&params.shape, state.letters(), &mut paths));
    let must_use = state.fires() & engine.bottoms();
    paths.retain(|path| must_use & !path.mask == 0);
    if paths.is_empty() || random.random_bool(0.05) {
        let next = engine.scramble(state, roller);
        return (Played::Scramble, next.map(|next| (next, score.saturating_sub(params.scramble.points))));
    }
    let path = chosen(&paths, state, random);
    let word = lexicon::english().word(path.number as usize).unwrap().to_uppercase();
    let tiles = ids(path.mask).filter_map(|id| params.shape.cell(id)).collect();
    let points = score + 100 * u64::from(path.letters * path.letters);
    let fallen = engine.after_word(state, path.mask);
    let next = fallen.map(|fallen| engine.refill(&fallen, path.letters as usize, params.level(points), roller));
    (Played::Word { word, tiles: Some(tiles) }, next.map(|next| (next, points)))
}

/// A word of a random length, or the one with the most fires.
fn chosen(paths: &[WordPath], state: &State, random: &mut ChaCha8Rng) -> WordPath {
    if random.random_bool(0.3) {
        return *paths.iter().max_by_key(|path| ((path.mask & state.fires()).count_ones(), path.letters)).unwrap();
    }
    let longest = paths.iter().map(|path| path.letters).max().unwrap();
    let letters = random.random_range(3..=longest);
    let nearest = paths.iter().map(|path| path.letters.abs_diff(letters)).min().unwrap();
    let such: Vec<&WordPath> = paths.iter().filter(|path| path.letters.abs_diff(letters) == nearest).collect();
    *such[random.random_range(0..such.len())]
}

/// Whether an estimate's interval has the hidden value; `None` for a rule that has none.
fn is_inside(estimate: &Estimate, params: &GameParams) -> Option<bool> {
    let fire = &params.fire;
    let gem = |at: usize| params.gems[at].0 as f64;
    let per_tile = |rate: u32| f64::from(rate) / 1000.0;
    let name = |is_first: bool, names: [&str; 2]| Some(names[usize::from(!is_first)].to_string());
    let mut number = None;
    let mut choice = None;
    match estimate.name.as_str() {
        "gems.green" => number = Some(gem(0)),
        "gems.gold" => number = Some(gem(1)),
        "gems.sapphire" => number = Some(gem(2)),
        "gems.diamond" => number = Some(gem(3)),
        "gems.green_resists" => number = Some(fire.resistance.green.into()),
        "gems.gold_resists" => number = Some(fire.resistance.gold.into()),
        "gems.sapphire_resists" => number = Some(fire.resistance.sapphire.into()),
        "gems.diamond_resists" => number = Some(fire.resistance.diamond.into()),
        "fire.base" => number = Some(per_tile(fire.base)),
        "fire.letters_3" => number = Some(per_tile(fire.short_words[0])),
        "fire.letters_4" => number = Some(per_tile(fire.short_words[1])),
        "fire.letters_5" => number = Some(per_tile(fire.short_words[2])),
        "fire.per_level" => number = Some(per_tile(fire.per_level)),
        "fire.run" => number = Some(per_tile(fire.run.rate)),
        "fire.run_letters" => number = (fire.run.rate > 0).then_some(fire.run.letters.into()),
        "fire.run_words" => number = (fire.run.rate > 0).then_some(fire.run.words.into()),
        "scramble.fires" => number = Some(fire.scramble as f64),
        "scramble.points" => number = Some(params.scramble.points as f64),
        "level.points" => number = Some(params.level_points as f64),
        "fire.burns" => choice = name(fire.burns == BurnOrder::AfterFall, ["after-fall", "before-fall"]),
        "scramble.costs" => choice = name(params.scramble.turn == ScrambleTurn::Free, ["nothing", "turn"]),
        "scramble.tiles" => choice = name(params.scramble.tiles == ScrambleTiles::Shuffle, ["shuffle", "reroll"]),
        "gems.among_new" => {
            let Interval::Names(possible) = &estimate.interval else { return None };
            let all = params.gems_among_new.iter().all(|kind| possible.contains(&kind.name().to_string()));
            return Some(all);
        }
        letter => {
            let Dice::Frequencies(weights) = params.letters else { return None };
            let at = usize::from(letter.strip_prefix("letters.")?.bytes().next()? - b'A');
            number = Some(f64::from(weights[at]) / f64::from(weights.iter().sum::<u32>()));
        }
    }
    match &estimate.interval {
        Interval::Range { low, high } => number.map(|value| (*low - 1e-9..=*high + 1e-9).contains(&value)),
        Interval::Names(possible) => choice.map(|value| possible.contains(&value)),
    }
}

/// For each rule the number of seeds whose interval has the hidden value, and that of the seeds with an interval.
fn recovered(seeds: std::ops::Range<u64>, moves: usize) -> BTreeMap<String, (usize, usize)> {
    let mut table: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for seed in seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let params = hidden_rules(&mut random);
        let games = recorded(&params, moves, &mut random);
        let found = estimate(&games, BuiltIn::Deluxe.profile(), lexicon::english()).unwrap();
        let profile: Profile = found.profile("found").parse().unwrap();
        assert_eq!(profile.game.refill, Refill::Fall);
        for estimate in &found.list {
            let Some(is_inside) = is_inside(estimate, &params) else { continue };
            let (inside, all) = table.entry(estimate.name.clone()).or_default();
            *inside += usize::from(is_inside);
            *all += 1;
        }
    }
    table
}

/// The intervals of a hundred games' rules: the table of docs/rules.md.
#[test]
#[ignore = "a minute: cargo test --release --lib hidden_rules_of_a_hundred -- --ignored --nocapture"]
fn hidden_rules_of_a_hundred_games_are_recovered() {
    let table = recovered(0..100, 1000);
    for (name, (inside, all)) in &table {
        println!("{name:24} {inside:3} of {all}");
    }
    for (name, (inside, all)) in table {
        let is_certain = name.starts_with("scramble.") || name == "fire.burns";
        assert!(if is_certain { inside == all } else { 10 * inside >= 9 * all }, "{name}: {inside} of {all}");
    }
}

#[test]
fn hidden_rules_are_recovered() {
    let table = recovered(100..106, 1000);
    let [mut inside, mut all] = [0; 2];
    for (name, (of_rule, seeds)) in table {
        if name.starts_with("scramble.") || name == "fire.burns" || name == "level.points" {
            assert_eq!((of_rule, seeds), (6, 6), "{name}");
        }
        inside += of_rule;
        all += seeds;
    }
    assert!(all > 200 && 10 * inside >= 9 * all, "{inside} of {all}");
}

#[test]
fn words_and_scrambles_that_were_not_seen_are_inferred() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut params = hidden_rules(&mut random);
    params.scramble.turn = ScrambleTurn::Free;
    params.scramble.tiles = ScrambleTiles::Shuffle;
    params.fire.burns = BurnOrder::BeforeFall;
    let mut games = recorded(&params, 400, &mut random);
    let seen = estimate(&games, BuiltIn::Deluxe.profile(), lexicon::english()).unwrap();
    for (at, played) in games.iter_mut().flatten().enumerate() {
        played.played = match &played.played {
            Played::Word { word, .. } if at % 3 == 0 => Played::Word { word: word.clone(), tiles: None },
            _ if at % 3 == 1 => Played::Unseen,
            other => other.clone(),
        };
        // A letter that could not be read, here and there.
        if at % 20 == 0 {
            played.board.tile_mut(Cell { line: 3, index: 5 }).unwrap().set_face(crate::board::Face::Unreadable);
        }
    }
    let unseen = estimate(&games, BuiltIn::Deluxe.profile(), lexicon::english()).unwrap();
    let (all, inferred) = (seen.counts, unseen.counts);
    assert!(10 * inferred.words > 8 * all.words && 10 * inferred.scrambles > 8 * all.scrambles, "{all:?} {inferred:?}");
    for name in ["fire.burns", "scramble.costs", "scramble.tiles", "scramble.fires"] {
        let of = |found: &Estimates| found.list.iter().find(|estimate| estimate.name == name).cloned();
        let (of_all, of_inferred) = (of(&seen).unwrap(), of(&unseen).unwrap());
        assert_eq!((of_all.value, is_inside(&of_inferred, &params)), (of_inferred.value.clone(), Some(true)), "{name}");
    }
}

#[test]
fn recorded_moves_are_text() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let params = hidden_rules(&mut random);
    let game = recorded(&params, 12, &mut random).concat();
    let parts: Vec<String> = game.iter().map(Move::text).collect();
    assert_eq!(text::parse(&parts.join("--\n")).unwrap(), game);
    let two = text::parse_games(&format!("# game: 1\n{}--\n# game: 2\n{}", parts[0], parts[1])).unwrap();
    assert_eq!(two.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
    for (wrong, expected) in [
        ("A B\n--\nA 3\n", "board 2: line 3: expected a tile, found `3`"),
        (
            "# played: C4T\nA B\n",
            "board 1: expected a word and its tiles, as in CAT 1,2 1,3 2,3, found `# played: C4T`",
        ),
        ("# played: CAT 0,1\nA B\n", "board 1: expected a word and its tiles"),
        ("# level: 0\nA B\n", "board 1: expected a level from 1, found `# level: 0`"),
    ] {
        let error = text::parse(wrong).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn moves_without_rules_are_refused() {
    let error = |text: &str| {
        let games = text::parse_games(text).unwrap();
        estimate(&games, BuiltIn::Deluxe.profile(), lexicon::english()).unwrap_err().to_string()
    };
    assert!(error("").starts_with("expected at least two boards of one game, found 0"));
    let columns = "# layout: columns\nC A\nT E R\n";
    assert!(error(columns).starts_with("expected at least two boards of one game, found 1"));
    assert!(error("C A\nT E\n--\nC A\nT E\n").starts_with("expected staggered columns"));
    assert!(
        error(&format!("{columns}--\n# layout: columns\nC A E\nT E R\n")).starts_with("expected boards of one shape")
    );
    let wrong_tiles = "# played: CAT 9,9\n# layout: columns\nC A\nT E R\n--\n# layout: columns\nC A\nT E R\n";
    assert!(error(wrong_tiles).starts_with("expected words that lead from each board to the next, found none among 1"));
    let other = "# played: CAT\n# layout: columns\nC A\nT E R\n--\n# layout: columns\nX Q\nY Z W\n";
    assert!(error(other).starts_with("expected words that lead from each board to the next, found none among 1"));
}
