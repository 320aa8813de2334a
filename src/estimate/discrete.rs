//! Rules with few possible values: the likelihood of each, by how many moves it explains.

use super::intervals::{Ends, clopper_pearson, likeliest};
use super::moves::{Replay, ScrambleTurnSeen, WordTurn};
use super::{Estimate, Interval, Method, Move, Value};
use crate::board::TileKind;
use crate::game::{BurnOrder, GameParams, State};
use crate::profile::Profile;

/// The probability that a recorded move shows something else than happened, as after a letter or kind that was read wrongly.
/// Smaller: one such move outweighs several right ones. Larger: fewer values are excluded by few moves. Chosen by hand; `check`
/// reads 99.9% of the tiles of screenshots, a board has 52.
const MISREAD: f64 = 0.02;

/// The log likelihood of a number of moves of which some are explained.
fn explained_log(explained: usize, all: usize) -> f64 {
    explained as f64 * (1.0 - MISREAD).ln() + (all - explained) as f64 * MISREAD.ln()
}

/// The log likelihood of moves of which these are not explained, up to what all moves have in common.
fn unexplained_log(unexplained: usize) -> f64 {
    unexplained as f64 * (MISREAD.ln() - (1.0 - MISREAD).ln())
}

/// Added to the log likelihood of the base profile's value, so that it is the best of equal ones.
const TIE: f64 = 1e-6;

/// The gems by their order in a profile.
const GEMS: [TileKind; 4] = [TileKind::Green, TileKind::Gold, TileKind::Sapphire, TileKind::Diamond];

/// The most turns that a gem may resist in a profile.
const MOST_TURNS: u8 = 7;

/// How fire burns.
pub(super) struct Burning {
    /// The base profile's rules with this order, and these turns of resistance.
    pub(super) params: GameParams,
    pub(super) order: Option<Estimate>,
    pub(super) resistance: Vec<Estimate>,
}

/// The order of burning and falling, and the turns that gems resist: the values that leave the fewest moves unexplained, one gem after the
/// other until nothing changes.
pub(super) fn burning(replay: &Replay) -> Burning {
    let unexplained = |params: &GameParams| replay.run(params).unexplained;
    let fitted = [BurnOrder::AfterFall, BurnOrder::BeforeFall].map(|order| {
        let mut params = replay.params.clone();
        params.fire.burns = order;
        // Twice, since the turns of one gem may decide what is seen of another one.
        for kind in GEMS.into_iter().chain(GEMS) {
            let base = params.fire.resistance.of(kind);
            let counts = (0..=MOST_TURNS).map(|turns| (unexplained(&with_resistance(&params, kind, turns)), turns));
            let best = counts.min_by_key(|&(count, turns)| (count, turns != base)).map_or(base, |(_, turns)| turns);
            params = with_resistance(&params, kind, best);
        }
        (unexplained(&params), params)
    });
    let base_at = usize::from(replay.params.fire.burns == BurnOrder::BeforeFall);
    let mut logs = fitted.each_ref().map(|(count, _)| unexplained_log(*count));
    logs[base_at] += TIE;
    let (best, kept) = likeliest(&logs);
    let params = fitted[best].1.clone();
    let order = named("fire.burns", &["after-fall", "before-fall"], best, &kept, fitted[0].0.abs_diff(fitted[1].0));
    let resistance = GEMS.into_iter().filter_map(|kind| turns_of(replay, &params, kind)).collect();
    Burning { params, order, resistance }
}

fn with_resistance(params: &GameParams, kind: TileKind, turns: u8) -> GameParams {
    let mut params = params.clone();
    let resistance = &mut params.fire.resistance;
    match kind {
        TileKind::Green => resistance.green = turns,
        TileKind::Gold => resistance.gold = turns,
        TileKind::Sapphire => resistance.sapphire = turns,
        TileKind::Diamond => resistance.diamond = turns,
        TileKind::Normal | TileKind::Fire => {}
    }
    params
}

/// The turns that a gem resists; `None` where every number explains as many moves.
fn turns_of(replay: &Replay, params: &GameParams, kind: TileKind) -> Option<Estimate> {
    let unexplained = |turns| replay.run(&with_resistance(params, kind, turns)).unexplained;
    let counts: Vec<usize> = (0..=MOST_TURNS).map(unexplained).collect();
    let mut logs: Vec<f64> = counts.iter().map(|&count| unexplained_log(count)).collect();
    logs[usize::from(params.fire.resistance.of(kind))] += TIE;
    let observations = counts.iter().max()? - counts.iter().min()?;
    whole(&format!("gems.{}_resists", kind.name()), 0, &logs, Open::Above, observations)
}

/// Whether the last of several whole numbers stands for all larger ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Above,
    No,
}

/// The estimate of a whole number from the log likelihoods of the values from `first` on; `None` where all are possible.
fn whole(name: &str, first: u64, logs: &[f64], open: Open, observations: usize) -> Option<Estimate> {
    let (best, kept) = likeliest(logs);
    if kept.iter().all(|&kept| kept) {
        return None;
    }
    let low = kept.iter().position(|&kept| kept)?;
    let high = kept.iter().rposition(|&kept| kept)?;
    let is_open = open == Open::Above && high + 1 == logs.len();
    Some(Estimate {
        name: name.to_string(),
        value: Value::Count(first + best as u64),
        interval: Interval::Range {
            low: (first + low as u64) as f64,
            high: if is_open { f64::INFINITY } else { (first + high as u64) as f64 },
        },
        observations,
        method: Method::Exact,
    })
}

/// The estimate of a choice; `None` where every name is possible.
fn named(name: &str, names: &[&'static str], best: usize, kept: &[bool], observations: usize) -> Option<Estimate> {
    let possible: Vec<String> =
        names.iter().zip(kept).filter(|(_, kept)| **kept).map(|(name, _)| name.to_string()).collect();
    (possible.len() < names.len()).then(|| Estimate {
        name: name.to_string(),
        value: Value::Name(names[best]),
        interval: Interval::Names(possible),
        observations,
        method: Method::Exact,
    })
}

/// The longest words that are told apart: no game has a gem for longer ones, and the time grows by the fourth power.
const LONGEST: usize = 16;

/// The fewest letters of a word that brings each gem, and which gems come among the new tiles.
pub(super) fn gems(turns: &[WordTurn], base: &Profile) -> Vec<Estimate> {
    let letters = |turn: &WordTurn| turn.letters.min(LONGEST);
    let Some(longest) = turns.iter().map(letters).max() else { return Vec::new() };
    let shortest = base.rules.min_length.min(longest);
    // How many words of each length brought no gem, or each one.
    let mut seen = vec![[0usize; GEMS.len() + 1]; longest + 1];
    for turn in turns {
        let at = turn.gem.and_then(|gem| GEMS.iter().position(|&kind| kind == gem)).map_or(0, |at| at + 1);
        seen[letters(turn)][at] += 1;
    }
    // One more than the longest word stands for gems that no word brought.
    let values = longest + 2 - shortest;
    let mut logs = vec![vec![f64::NEG_INFINITY; values]; GEMS.len()];
    for number in 0..values.pow(GEMS.len() as u32) {
        let least: [usize; 4] = std::array::from_fn(|gem| shortest + number / values.pow(gem as u32) % values);
        if !least.is_sorted() {
            continue;
        }
        let gem_of = |letters: usize| least.iter().filter(|&&least| letters >= least).count();
        let explained: usize = (shortest..=longest).map(|letters| seen[letters][gem_of(letters)]).sum();
        let log = explained_log(explained, turns.len());
        for (gem, &least) in least.iter().enumerate() {
            let best = &mut logs[gem][least - shortest];
            *best = best.max(log);
        }
    }
    let mut estimates = thresholds(logs, shortest, turns.len(), base);
    estimates.extend(among_new(turns, base));
    estimates
}

/// The estimates of the fewest letters for each gem, of these log likelihoods; none where nothing is known of any gem.
fn thresholds(logs: Vec<Vec<f64>>, shortest: usize, words: usize, base: &Profile) -> Vec<Estimate> {
    let mut least = shortest as u64;
    let mut is_known = false;
    let mut estimates = Vec::new();
    for (gem, mut logs) in GEMS.into_iter().zip(logs) {
        let base = base.game.gems.iter().find(|(_, kind)| *kind == gem);
        if let Some(log) = base.and_then(|(letters, _)| logs.get_mut(letters.wrapping_sub(shortest))) {
            *log += TIE;
        }
        let name = format!("gems.{}", gem.name());
        let estimate = whole(&name, shortest as u64, &logs, Open::Above, words);
        is_known |= estimate.is_some();
        let value = match &estimate {
            Some(Estimate { value: Value::Count(value), .. }) => *value,
            _ => base.map_or(least, |(letters, _)| *letters as u64),
        };
        // Better gems take no fewer letters, also where a gem was not seen.
        least = least.max(value);
        estimates.push(Estimate {
            name,
            value: Value::Count(least),
            interval: estimate
                .map_or(Interval::Range { low: shortest as f64, high: f64::INFINITY }, |known| known.interval),
            observations: words,
            method: Method::Exact,
        });
    }
    if is_known { estimates } else { Vec::new() }
}

/// The gems that come among the new tiles. A gem that may replace any tile is among the new ones by chance.
fn among_new(turns: &[WordTurn], base: &Profile) -> Option<Estimate> {
    let (mut names, mut possible, mut observations) = (Vec::new(), Vec::new(), 0);
    for kind in GEMS {
        let (mut new, mut anywhere) = (0.0, 0.0);
        for turn in turns.iter().filter(|turn| turn.gem == Some(kind)) {
            observations += 1;
            let share = f64::from(turn.holes) / f64::from(turn.cells);
            new += if turn.is_gem_new { (1.0 - MISREAD).ln() } else { MISREAD.ln() };
            anywhere += if turn.is_gem_new { share.ln() } else { (1.0 - share).ln() };
        }
        let base = if base.game.gems_among_new.contains(&kind) { TIE } else { -TIE };
        let (best, kept) = likeliest(&[new + base, anywhere]);
        names.extend((best == 0).then_some(kind.name()));
        possible.extend(kept[0].then(|| kind.name().to_string()));
    }
    (observations > 0).then_some(Estimate {
        name: "gems.among_new".to_string(),
        value: Value::Names(names),
        interval: Interval::Names(possible),
        observations,
        method: Method::Exact,
    })
}

/// The most fires of a scramble that are considered.
const MOST_FIRES: usize = 12;

/// What a scramble costs and does.
pub(super) fn scrambles(seen: &[ScrambleTurnSeen]) -> Vec<Estimate> {
    let fires_of = |state: &State, after: &State| state.fires() & !after.fires() == 0;
    let is_free = |seen: &&ScrambleTurnSeen| fires_of(&seen.before, &seen.after);
    let is_turn = |seen: &&ScrambleTurnSeen| seen.burned.is_some_and(|burned| fires_of(&burned, &seen.after));
    let (free, turn) = (seen.iter().filter(is_free).count(), seen.iter().filter(is_turn).count());
    let (costs, kept) = likeliest(&[explained_log(free, seen.len()), explained_log(turn, seen.len())]);
    let start = |seen: &ScrambleTurnSeen| if costs == 0 { Some(seen.before) } else { seen.burned };
    let pairs: Vec<(State, State)> = seen.iter().filter_map(|seen| Some((start(seen)?, seen.after))).collect();
    let is_shuffled = |(before, after): &&(State, State)| keeps_letters(before, after);
    let shuffled = pairs.iter().filter(is_shuffled).count();
    let logs = [explained_log(shuffled, pairs.len()), explained_log(pairs.len() - shuffled, pairs.len())];
    let (tiles, kept_tiles) = likeliest(&logs);
    let new_fires = |(before, after): &(State, State)| {
        (after.fires().count_ones() as usize).saturating_sub(before.fires().count_ones() as usize)
    };
    let fires: Vec<usize> = pairs.iter().map(new_fires).collect();
    let mut estimates = Vec::new();
    estimates.extend(often("scramble.fires", &fires, MOST_FIRES));
    estimates.extend(named("scramble.costs", &["nothing", "turn"], costs, &kept, free.abs_diff(turn)));
    estimates.extend(named("scramble.tiles", &["shuffle", "reroll"], tiles, &kept_tiles, pairs.len()));
    estimates.extend(scramble_points(seen));
    estimates
}

/// Whether the letters that do not burn are those of before, but for new ones.
fn keeps_letters(before: &State, after: &State) -> bool {
    let fires = before.fires();
    let count = |state: &State| {
        let mut counts = [0i32; 32];
        let cells = state.letters().iter().enumerate().filter(|(cell, _)| fires >> cell & 1 == 0);
        cells.for_each(|(_, &letter)| counts[usize::from(letter).min(31)] += 1);
        counts
    };
    let (old, new) = (count(before), count(after));
    let missing: i32 = (0..26).map(|letter| (old[letter] - new[letter]).max(0)).sum();
    // Letters that could not be read may be the missing ones.
    missing <= new[usize::from(crate::game::UNKNOWN)]
}

/// The share of the observations from which on a second number counts as another outcome, not as an error.
const OFTEN: f64 = 0.1;

/// A number that is the same every time; where several come often, the interval has all of these.
fn often(name: &str, seen: &[usize], most: usize) -> Option<Estimate> {
    let counts: Vec<usize> = (0..=most).map(|value| seen.iter().filter(|&&seen| seen == value).count()).collect();
    let logs: Vec<f64> = counts.iter().map(|&count| explained_log(count, seen.len())).collect();
    let mut estimate = whole(name, 0, &logs, Open::No, seen.len())?;
    let is_often = |count: &usize| *count > 1 && *count as f64 >= OFTEN * seen.len() as f64;
    let range = counts.iter().position(is_often).zip(counts.iter().rposition(is_often));
    if let (Some((first, last)), Interval::Range { low, high }) = (range, &mut estimate.interval) {
        (*low, *high) = (low.min(first as f64), high.max(last as f64));
    }
    Some(estimate)
}

/// The points that a scramble takes off the score. A score of nothing after it only says that it took as many, or more.
fn scramble_points(seen: &[ScrambleTurnSeen]) -> Option<Estimate> {
    let drops: Vec<u64> = seen
        .iter()
        .filter_map(|seen| seen.scores)
        .filter(|scores| scores.after > 0 && scores.before > 0)
        .map(|scores| scores.before.saturating_sub(scores.after))
        .collect();
    let mut values = drops.clone();
    values.sort_unstable();
    values.dedup();
    let count = |value: u64| drops.iter().filter(|&&drop| drop == value).count();
    let logs: Vec<f64> = values.iter().map(|&value| explained_log(count(value), drops.len())).collect();
    let (best, kept) = (!logs.is_empty()).then(|| likeliest(&logs))?;
    let possible = || values.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(value, _)| *value as f64);
    Some(Estimate {
        name: "scramble.points".to_string(),
        value: Value::Count(values[best]),
        interval: Interval::Range {
            low: possible().fold(f64::INFINITY, f64::min),
            high: possible().fold(0.0, f64::max),
        },
        observations: drops.len(),
        method: Method::Exact,
    })
}

/// The points of the first level, of which each further level takes one more time as many. Every score with its level bounds
/// them: level n begins at n (n - 1) / 2 times these points.
pub(super) fn levels(games: &[Vec<Move>]) -> Option<Estimate> {
    let (mut low, mut high, mut observations) = (0.0_f64, f64::INFINITY, 0);
    for (score, level) in games.iter().flatten().filter_map(|played| played.score.zip(played.level)) {
        let (score, level) = (score as f64, f64::from(level));
        observations += 1;
        // The next level begins above this score, this one at or below it.
        low = low.max((2.0 * score / (level * (level + 1.0))).floor() + 1.0);
        if level > 1.0 {
            high = high.min((2.0 * score / (level * (level - 1.0))).floor());
        }
    }
    let is_bounded = high.is_finite() && low <= high;
    is_bounded.then(|| Estimate {
        name: "level.points".to_string(),
        value: Value::Count(rounded_within(low, high)),
        interval: Interval::Range { low, high },
        observations,
        method: Method::Bounds,
    })
}

/// The roundest whole number between two: game makers choose such numbers.
fn rounded_within(low: f64, high: f64) -> u64 {
    let powers = (0..=12).rev().map(|power| 10f64.powi(power));
    let multiples = powers.map(|unit| ((low / unit).ceil() * unit, unit));
    multiples.into_iter().find(|(number, _)| *number <= high).map_or(low, |(number, _)| number) as u64
}

/// The share of each letter among the new tiles.
pub(super) fn letters(turns: &[WordTurn]) -> Vec<Estimate> {
    let count = |letter: usize| -> usize { turns.iter().map(|turn| turn.letters_drawn[letter] as usize).sum() };
    let counts: [usize; 26] = std::array::from_fn(count);
    let all: usize = counts.iter().sum();
    if all == 0 {
        return Vec::new();
    }
    let estimate = |(letter, count): (u8, usize)| {
        let Ends { low, high } = clopper_pearson(count, all);
        Estimate {
            name: format!("letters.{}", char::from(b'A' + letter)),
            value: Value::Number(count as f64 / all as f64),
            interval: Interval::Range { low, high },
            observations: all,
            method: Method::ClopperPearson,
        }
    };
    (0..26).zip(counts).map(estimate).collect()
}
