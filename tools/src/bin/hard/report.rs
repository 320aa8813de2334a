//! The printed report: figures over all plain boards, by property, and for each impairment.

use crate::score::{HIGH_CONFIDENCE, JudgedTile, Score, Verdict};
use hexlex_tools::hard::Kind;
use hexlex_tools::outln;
use std::collections::BTreeMap;
use std::time::Duration;

/// Prints the report.
pub(crate) fn print(seed: u64, scores: &[Score]) {
    let plain: Vec<&Score> = scores.iter().filter(|score| !score.kind.is_impaired()).collect();
    outln!(
        "seed {seed}: {} boards whose every letter can be read, {} impaired ones",
        plain.len(),
        scores.len() - plain.len()
    );
    if !plain.is_empty() {
        summary(&plain);
    }
    beside_the_letters(scores);
    if !plain.is_empty() {
        reliability(&plain);
        confusions(&plain);
        by_trait(&plain);
    }
    for kind in [Kind::Covered, Kind::Falling, Kind::Blurred] {
        let scores: Vec<&Score> = scores.iter().filter(|score| score.kind == kind).collect();
        if !scores.is_empty() {
            impaired(kind, &scores);
        }
    }
}

/// How often a reading says rightly what moves, what is covered, and what is cut.
fn beside_the_letters(scores: &[Score]) {
    let share = |name: &str, scores: &mut dyn Iterator<Item = bool>| {
        let mut share = Share::default();
        scores.for_each(|is_part| share.add(is_part));
        if share.whole > 0 {
            outln!("  {name:<46} {:5} of {:6}  {:7.3}%", share.part, share.whole, share.percent());
        }
    };
    let boards = |kinds: fn(&Score) -> bool| scores.iter().filter(move |score| kinds(score));
    let is_falling = |score: &Score| score.kind == Kind::Falling;
    share("falling boards reported as unsettled", &mut boards(is_falling).map(|score| !score.settled));
    share("  as a board", &mut boards(is_falling).map(|score| score.has_board && !score.settled));
    share(
        "other boards reported as unsettled",
        &mut boards(|score| score.kind != Kind::Falling).map(|score| !score.settled),
    );
    let covered = || scores.iter().flat_map(|score| &score.tiles).filter(|tile| tile.covered);
    share("covered tiles read as a letter nobody can see", &mut covered().map(|tile| tile.read_through));
    let is_sure = |tile: &JudgedTile| tile.read_through && tile.confidence > HIGH_CONFIDENCE;
    share("  with more than 0.9", &mut covered().map(is_sure));
    share(
        "cut boards reported as cut, all sides named",
        &mut boards(|score| !score.cut.is_empty()).map(Score::names_cut_sides),
    );
    share(
        "cut boards with a whole side named",
        &mut boards(|score| !score.cut.is_empty()).map(Score::names_whole_sides),
    );
    share("whole boards reported as cut", &mut boards(|score| score.cut.is_empty()).map(Score::names_whole_sides));
}

/// A part of a whole, in percent.
fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// A part of a whole.
#[derive(Default)]
struct Share {
    part: usize,
    whole: usize,
}

impl Share {
    fn add(&mut self, is_part: bool) {
        self.part += usize::from(is_part);
        self.whole += 1;
    }

    fn percent(&self) -> f64 {
        percent(self.part, self.whole)
    }
}

/// Sums over some pictures.
#[derive(Default)]
struct Tally {
    pictures: usize,
    found: usize,
    exact: usize,
    tiles: usize,
    right: usize,
    unreadable: usize,
    wrong: usize,
    not_found: usize,
    /// Wrong tiles and invented letters with a high confidence.
    confidently_wrong: usize,
    invented: usize,
    /// Gems and fires that were read as what they are.
    right_gems: Share,
    /// Plain tiles that were read as something else.
    wrong_plain: Share,
    /// Selected tiles that were read as such, and tiles read as selected that are.
    selected_found: Share,
    selected_right: Share,
}

impl Tally {
    fn of<'a>(scores: impl IntoIterator<Item = &'a &'a Score>) -> Tally {
        let mut tally = Tally::default();
        for score in scores {
            tally.pictures += 1;
            tally.found += usize::from(score.found);
            tally.exact += usize::from(score.is_exact());
            tally.tiles += score.tiles.len();
            tally.right += score.count(Verdict::Right);
            tally.unreadable += score.count(Verdict::Unreadable);
            tally.wrong += score.count(Verdict::Wrong);
            tally.not_found += score.count(Verdict::NotFound);
            tally.invented += score.invented.len();
            for kind in &score.kinds {
                match kind.is_gem() {
                    true => tally.right_gems.add(kind.is_right()),
                    false => tally.wrong_plain.add(!kind.is_right()),
                }
            }
            for &(truth, read) in &score.selected {
                if truth {
                    tally.selected_found.add(read);
                }
                if read {
                    tally.selected_right.add(truth);
                }
            }
            tally.confidently_wrong += score.tiles.iter().filter(|tile| is_confidently_wrong(tile)).count();
            tally.confidently_wrong +=
                score.invented.iter().filter(|&&confidence| confidence > HIGH_CONFIDENCE).count();
        }
        tally
    }
}

fn is_confidently_wrong(tile: &JudgedTile) -> bool {
    tile.verdict == Verdict::Wrong && tile.confidence > HIGH_CONFIDENCE
}

fn summary(scores: &[&Score]) {
    let all = Tally::of(scores);
    let read = Tally::of(scores.iter().filter(|score| score.found));
    outln!("  found, every tile in place    {:6}  {:7.3}%", all.found, percent(all.found, all.pictures));
    outln!("  exact boards                  {:6}  {:7.3}%", all.exact, percent(all.exact, all.pictures));
    outln!("  exact of the found            {:6}  {:7.3}%", read.exact, percent(read.exact, read.pictures));
    outln!("  tiles                         {:6}", all.tiles);
    for (name, count) in
        [("right", all.right), ("unreadable", all.unreadable), ("wrong", all.wrong), ("not found", all.not_found)]
    {
        outln!("    {name:<27} {count:6}  {:7.3}%", percent(count, all.tiles));
    }
    outln!("  tiles of the boards found     {:6}", read.tiles);
    for (name, count) in [("right", read.right), ("unreadable", read.unreadable), ("wrong", read.wrong)] {
        outln!("    {name:<27} {count:6}  {:7.3}%", percent(count, read.tiles));
    }
    outln!("  letters where no tile is      {:6}", all.invented);
    outln!(
        "  wrong with more than {HIGH_CONFIDENCE}      {:6}  {:7.3} in 10,000 tiles",
        all.confidently_wrong,
        100.0 * percent(all.confidently_wrong, all.tiles)
    );
    outln!("  gems and fires of right kind  {:6}  {:7.3}%", all.right_gems.part, all.right_gems.percent());
    outln!("  plain tiles of another kind   {:6}  {:7.3}%", all.wrong_plain.part, all.wrong_plain.percent());
    let (found, right) = (&all.selected_found, &all.selected_right);
    outln!("  selected tiles read as such   {:6}  {:7.3}% of {}", found.part, found.percent(), found.whole);
    outln!("  tiles rightly read as selected{:6}  {:7.3}% of {}", right.part, right.percent(), right.whole);
    let mut times: Vec<Duration> = scores.iter().filter(|score| score.has_board).map(|score| score.time).collect();
    times.sort();
    if let (Some(middle), Some(last)) = (times.get(times.len() / 2), times.last()) {
        outln!(
            "  time to read: median {:.1} ms, longest {:.1} ms",
            1e3 * middle.as_secs_f64(),
            1e3 * last.as_secs_f64()
        );
    }
}

/// For each range of confidences, the share of its tiles whose best guess is right.
fn reliability(scores: &[&Score]) {
    const BINS: [f32; 11] = [0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0];
    outln!("\nreliability, over the tiles of boards found\n  confidence     tiles   mean        right");
    let tiles: Vec<&JudgedTile> = scores.iter().filter(|score| score.found).flat_map(|score| &score.tiles).collect();
    for bin in BINS.windows(2) {
        let end = if bin[1] == 1.0 { f32::INFINITY } else { bin[1] };
        let within: Vec<&&JudgedTile> = tiles.iter().filter(|tile| (bin[0]..end).contains(&tile.confidence)).collect();
        let right = within.iter().filter(|tile| tile.best.as_ref() == Some(&tile.truth)).count();
        let sum = within.iter().fold(0.0, |sum, tile| sum + tile.confidence);
        outln!(
            "  {:.2} to {:.2}  {:7}      {:.4}  {:.4}",
            bin[0],
            bin[1],
            within.len(),
            sum / within.len().max(1) as f32,
            percent(right, within.len()) / 100.0
        );
    }
}

/// The most frequent confusions of letters and of kinds.
fn confusions(scores: &[&Score]) {
    let tiles = scores.iter().flat_map(|score| &score.tiles).filter(|tile| tile.verdict == Verdict::Wrong);
    let best = |tile: &JudgedTile| tile.best.as_ref().map(ToString::to_string).unwrap_or_default();
    let letters = most_frequent(tiles.map(|tile| format!("{}>{}", tile.truth, best(tile))));
    outln!("\nconfusions: {letters}");
    let kinds = scores.iter().flat_map(|score| &score.kinds).filter(|kind| !kind.is_right());
    let kinds = most_frequent(kinds.map(|kind| format!("{}>{}", kind.truth.name(), kind.read)));
    outln!("\nconfusions of kinds: {kinds}");
}

/// The most frequent of these texts, each with its number.
fn most_frequent(texts: impl Iterator<Item = String>) -> String {
    /// The number of texts that are printed.
    const MOST: usize = 40;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    texts.for_each(|text| *counts.entry(text).or_default() += 1);
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let text: Vec<String> = counts.iter().take(MOST).map(|(text, count)| format!("{text} {count}")).collect();
    text.join(", ")
}

/// The figures for each class of each property.
fn by_trait(scores: &[&Score]) {
    let mut groups: BTreeMap<&str, BTreeMap<&str, Vec<&Score>>> = BTreeMap::new();
    for score in scores {
        for (name, value) in &score.traits {
            groups.entry(name).or_default().entry(value).or_default().push(score);
        }
    }
    for (name, classes) in groups {
        outln!(
            "\n{name:<28} boards   found   exact    tiles  unreadable   wrong  wrong over {HIGH_CONFIDENCE}   kinds"
        );
        for (class, scores) in classes {
            let tally = Tally::of(&scores);
            outln!(
                "  {class:<26} {:6} {:6.1}% {:6.1}% {:8} {:10.3}% {:6.3}% {:15} {:6.1}%",
                tally.pictures,
                percent(tally.found, tally.pictures),
                percent(tally.exact, tally.pictures),
                tally.tiles,
                percent(tally.unreadable, tally.tiles),
                percent(tally.wrong, tally.tiles),
                tally.confidently_wrong,
                tally.right_gems.percent()
            );
        }
    }
}

/// The figures for one kind of impaired boards.
fn impaired(kind: Kind, scores: &[&Score]) {
    let all = Tally::of(scores);
    let read = scores.iter().filter(|score| score.has_board).count();
    outln!("\n{}: {} boards, a board read in {read}, all places found in {}", kind.name(), all.pictures, all.found);
    for (name, hidden) in [("to be read", false), ("hidden or falling", true)] {
        let tiles: Vec<&JudgedTile> =
            scores.iter().flat_map(|score| &score.tiles).filter(|tile| tile.hidden == hidden).collect();
        let count = |verdict: Verdict| tiles.iter().filter(|tile| tile.verdict == verdict).count();
        outln!(
            "  tiles {name:<17} right {:6}, unreadable {:5}, wrong {:4} ({} with more than {HIGH_CONFIDENCE}), not found {}",
            count(Verdict::Right),
            count(Verdict::Unreadable),
            count(Verdict::Wrong),
            tiles.iter().filter(|tile| is_confidently_wrong(tile)).count(),
            count(Verdict::NotFound)
        );
    }
    outln!("  letters where no tile is: {}", all.invented);
}
