//! The tables.

use crate::judge::{Judged, SURE, Score, Verdict};
use crate::trouble::Trouble;
use std::collections::BTreeMap;
use std::time::Duration;

/// Prints everything.
pub(crate) fn print(seed: u64, scores: &[Score]) {
    let plain: Vec<&Score> = scores.iter().filter(|score| score.trouble == Trouble::None).collect();
    println!("seed {seed}: {} plain boards, {} troubled ones", plain.len(), scores.len() - plain.len());
    summary(&plain);
    reliability(&plain);
    confusions(&plain);
    by_trait(&plain);
    for trouble in [Trouble::Covered, Trouble::Falling, Trouble::Blurred] {
        troubled(trouble, &scores.iter().filter(|score| score.trouble == trouble).collect::<Vec<_>>());
    }
}

/// A share of a whole, in percent.
fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Tiles and boards of some pictures.
#[derive(Default)]
struct Tally {
    pictures: usize,
    found: usize,
    exact: usize,
    tiles: usize,
    right: usize,
    unreadable: usize,
    wrong: usize,
    sure: usize,
    lost: usize,
    invented: usize,
    /// Gems and fires of the right kind, and all of them.
    kinds: (usize, usize),
    /// Plain tiles that were taken for something else, and all of them.
    taken: (usize, usize),
}

impl Tally {
    fn of<'a>(scores: impl IntoIterator<Item = &'a &'a Score>) -> Tally {
        let mut tally = Tally::default();
        for score in scores {
            tally.pictures += 1;
            tally.found += usize::from(score.found);
            tally.exact += usize::from(score.exact());
            tally.tiles += score.tiles.len();
            tally.right += score.count(Verdict::Right);
            tally.unreadable += score.count(Verdict::Unreadable);
            tally.wrong += score.count(Verdict::Wrong);
            tally.lost += score.count(Verdict::Lost);
            tally.invented += score.invented.len();
            for kinds in &score.kinds {
                let (tally, counts) = match kinds.is_gem() {
                    true => (&mut tally.kinds, kinds.is_right()),
                    false => (&mut tally.taken, !kinds.is_right()),
                };
                *tally = (tally.0 + usize::from(counts), tally.1 + 1);
            }
            let sure = |tile: &&Judged| tile.verdict == Verdict::Wrong && tile.confidence > SURE;
            tally.sure += score.tiles.iter().filter(sure).count();
            tally.sure += score.invented.iter().filter(|&&confidence| confidence > SURE).count();
        }
        tally
    }
}

fn summary(scores: &[&Score]) {
    let all = Tally::of(scores);
    let read = Tally::of(scores.iter().filter(|score| score.found));
    println!("  found, shape and place right  {:6}  {:7.3}%", all.found, percent(all.found, all.pictures));
    println!("  exact boards                  {:6}  {:7.3}%", all.exact, percent(all.exact, all.pictures));
    println!("  exact of the found            {:6}  {:7.3}%", read.exact, percent(read.exact, read.pictures));
    println!("  tiles                         {:6}", all.tiles);
    for (name, count) in
        [("right", all.right), ("unreadable", all.unreadable), ("wrong", all.wrong), ("not found", all.lost)]
    {
        println!("    {name:<27} {count:6}  {:7.3}%", percent(count, all.tiles));
    }
    println!("  tiles of the boards found     {:6}", read.tiles);
    for (name, count) in [("right", read.right), ("unreadable", read.unreadable), ("wrong", read.wrong)] {
        println!("    {name:<27} {count:6}  {:7.3}%", percent(count, read.tiles));
    }
    println!("  letters where no tile is      {:6}", all.invented);
    println!(
        "  wrong with more than {SURE}      {:6}  {:7.3} in 10,000 tiles",
        all.sure,
        100.0 * percent(all.sure, all.tiles)
    );
    println!("  gems and fires of right kind  {:6}  {:7.3}%", all.kinds.0, percent(all.kinds.0, all.kinds.1));
    println!("  plain ones taken for more     {:6}  {:7.3}%", all.taken.0, percent(all.taken.0, all.taken.1));
    let unsettled = scores.iter().filter(|score| !score.settled).count();
    println!("  said not to be settled        {unsettled:6}");
    let mut times: Vec<Duration> = scores.iter().filter(|score| score.any).map(|score| score.time).collect();
    times.sort();
    if let (Some(middle), Some(last)) = (times.get(times.len() / 2), times.last()) {
        println!(
            "  time to read: median {:.1} ms, longest {:.1} ms",
            1e3 * middle.as_secs_f64(),
            1e3 * last.as_secs_f64()
        );
    }
}

/// What confidences are worth.
fn reliability(scores: &[&Score]) {
    const BINS: [f32; 11] = [0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0];
    println!("\nreliability, over the tiles of boards found\n  said           tiles   mean said   right");
    let tiles: Vec<&Judged> = scores.iter().filter(|score| score.found).flat_map(|score| &score.tiles).collect();
    for bin in BINS.windows(2) {
        let top = if bin[1] == 1.0 { f32::INFINITY } else { bin[1] };
        let within: Vec<&&Judged> = tiles.iter().filter(|tile| (bin[0]..top).contains(&tile.confidence)).collect();
        let right = within.iter().filter(|tile| tile.best.as_ref() == Some(&tile.truth)).count();
        let said: f32 = within.iter().map(|tile| tile.confidence).sum::<f32>() / within.len().max(1) as f32;
        println!(
            "  {:.2} to {:.2}  {:7}      {said:.4}  {:.4}",
            bin[0],
            bin[1],
            within.len(),
            percent(right, within.len()) / 100.0
        );
    }
}

/// What was taken for what.
fn confusions(scores: &[&Score]) {
    /// So many are printed.
    const MOST: usize = 40;
    let tiles = scores.iter().flat_map(|score| &score.tiles).filter(|tile| tile.verdict == Verdict::Wrong);
    let best = |tile: &Judged| tile.best.as_ref().map(ToString::to_string).unwrap_or_default();
    let letters = most_frequent(tiles.map(|tile| format!("{}>{}", tile.truth, best(tile))), MOST);
    println!("\nconfusions: {letters}");
    let kinds = scores.iter().flat_map(|score| &score.kinds).filter(|kinds| !kinds.is_right());
    let kinds = most_frequent(kinds.map(|kinds| format!("{}>{}", kinds.truth.name(), kinds.said)), MOST);
    println!("\nconfusions of kinds: {kinds}");
}

/// The most frequent of these, each with its number.
fn most_frequent(pairs: impl Iterator<Item = String>, most: usize) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    pairs.for_each(|pair| *counts.entry(pair).or_default() += 1);
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let text: Vec<String> = counts.iter().take(most).map(|(pair, count)| format!("{pair} {count}")).collect();
    text.join(", ")
}

/// The same figures for each kind of difficulty.
fn by_trait(scores: &[&Score]) {
    let mut groups: BTreeMap<&str, BTreeMap<&str, Vec<&Score>>> = BTreeMap::new();
    for score in scores {
        for (name, value) in &score.traits {
            groups.entry(name).or_default().entry(value).or_default().push(score);
        }
    }
    for (name, classes) in groups {
        println!("\n{name:<28} boards   found   exact    tiles  unreadable   wrong  sure and wrong   kinds");
        for (class, scores) in classes {
            let t = Tally::of(&scores);
            println!(
                "  {class:<26} {:6} {:6.1}% {:6.1}% {:8} {:10.3}% {:6.3}% {:15} {:6.1}%",
                t.pictures,
                percent(t.found, t.pictures),
                percent(t.exact, t.pictures),
                t.tiles,
                percent(t.unreadable, t.tiles),
                percent(t.wrong, t.tiles),
                t.sure,
                percent(t.kinds.0, t.kinds.1)
            );
        }
    }
}

/// Boards of which not every tile can be read.
fn troubled(trouble: Trouble, scores: &[&Score]) {
    let all = Tally::of(scores);
    let found = scores.iter().filter(|score| score.any).count();
    println!(
        "\n{}: {} boards, a board seen in {found}, shape and place right in {}",
        trouble.name(),
        all.pictures,
        all.found
    );
    if trouble == Trouble::Falling {
        let unsettled = scores.iter().filter(|score| score.any && !score.settled).count();
        println!("  said not to be settled: {unsettled}");
    }
    for (name, hidden) in [("to be read", false), ("hidden or moving", true)] {
        let tiles = scores.iter().flat_map(|score| &score.tiles).filter(|tile| tile.hidden == hidden);
        let mut counts = [0usize; 5];
        for tile in tiles {
            let n = [Verdict::Right, Verdict::Unreadable, Verdict::Wrong, Verdict::Lost];
            counts[n.iter().position(|&verdict| verdict == tile.verdict).unwrap_or(0)] += 1;
            counts[4] += usize::from(tile.verdict == Verdict::Wrong && tile.confidence > SURE);
        }
        let [right, unreadable, wrong, lost, sure] = counts;
        println!(
            "  tiles {name:<17} right {right:6}, unreadable {unreadable:5}, wrong {wrong:4} (sure {sure}), not found {lost}"
        );
    }
    println!("  letters where no tile is: {}", all.invented);
}
