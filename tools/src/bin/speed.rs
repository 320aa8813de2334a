//! Measures searches and dictionaries, and prints the tables of docs/speed.md.
//!
//! ```text
//! cargo run --release -p hexlex-tools --bin speed
//! ```
//! Each measurement is the best of several rounds, part by part: what else the machine does counts little. The baselines
//! run in the same process: a recursive search over a pointer trie, and the crate `fst`.

use fst::Set;
use hexlex::board::Shape;
use hexlex::lexicon::Lexicon;
use hexlex::solve::{Kernel, Rules, Solver};
use hexlex_tools::baseline::{self, BOARD_SETS, RecursiveSearch, TrieNode};
use hexlex_tools::outln;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// The number of rounds; the best counts.
const ROUNDS: usize = 7;

/// The number of parts that are timed one by one: with fewer, most would be interrupted by other programs.
const PARTS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let english = baseline::english_words();
    searches(&english)?;
    outln!();
    outln!("| dictionary | | hexlex | fst | |\n|---|---|---:|---:|---:|");
    dictionary("English", &english)?;
    match baseline::polish_words() {
        Some(polish) => dictionary("Polish", &polish)?,
        None => {
            eprintln!("expected a Polish word list, found none: run `apt-get install wpolish`, or set HEXLEX_POLISH")
        }
    }
    Ok(())
}

/// The seconds that one item takes, and the sum of the results of all items.
fn measure<T>(items: &[T], mut work: impl FnMut(&T) -> usize) -> (f64, usize) {
    let part = items.len().div_ceil(PARTS).max(1);
    let mut best = vec![f64::MAX; items.len().div_ceil(part)];
    let mut sum = 0;
    for _ in 0..ROUNDS {
        sum = 0;
        for (best, items) in best.iter_mut().zip(items.chunks(part)) {
            let start = Instant::now();
            sum += items.iter().map(&mut work).sum::<usize>();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    (best.iter().sum::<f64>() / items.len() as f64, sum)
}

/// Prints the table of searches.
fn searches(words: &[String]) -> Result<(), Box<dyn Error>> {
    let lexicon = Lexicon::from_words(words)?;
    let mut trie = TrieNode::new(words.iter().map(String::as_str));
    outln!("| boards, one thread | recursive | scalar | avx2 | avx512 | with paths |\n|---|---:|---:|---:|---:|---:|");
    for set in BOARD_SETS {
        let shape: Shape = set.shape.parse()?;
        let boards = set.boards(&shape);
        let rules = Rules { max_length: set.max_length, ..Rules::boggle() };
        let mut recursive = RecursiveSearch::new(&shape);
        let lengths = rules.min_length..=rules.max_length;
        let (baseline, expected) =
            measure(&boards, |board| recursive.total(&mut trie, board.as_bytes(), lengths.clone()).words);
        let mut row = format!("| {} | {:.2} \u{b5}s", set.name, baseline * 1e6);
        let mut paths = f64::NAN;
        for kernel in Kernel::ALL {
            let Ok(mut solver) = Solver::new(&lexicon, rules.clone()).with_kernel(kernel) else {
                row += " | -";
                continue;
            };
            let total = |board: &String| solver.total_of_letters(&shape, board).map_or(0, |total| total.words);
            let (seconds, found) = measure(&boards, total);
            let words =
                |board: &String| solver.best_paths_of_letters(&shape, board).map_or(0, |paths| paths.iter().len());
            let (with_paths, found_again) = measure(&boards, words);
            if (found, found_again) != (expected, expected) {
                return Err(format!("{}: {kernel} finds {found} words of {expected}", set.name).into());
            }
            row += &format!(" | {:.2} \u{b5}s ({:.1}x)", seconds * 1e6, baseline / seconds);
            paths = with_paths;
        }
        outln!("{row} | {:.2} \u{b5}s |", paths * 1e6);
    }
    Ok(())
}

/// Prints the rows of a dictionary.
fn dictionary(name: &str, words: &[String]) -> Result<(), Box<dyn Error>> {
    let once = [()];
    let (build, _) = measure(&once, |()| Lexicon::from_words(words).map_or(0, |lexicon| lexicon.len()));
    let (build_fst, _) = measure(&once, |()| Set::from_iter(words).map_or(0, |set| set.len()));
    let lexicon = Lexicon::from_words(words)?;
    let set = Set::from_iter(words)?;
    let bytes = lexicon.to_bytes();
    let (load, _) =
        measure(&[(); PARTS], |()| Lexicon::from_bytes(black_box(&bytes).clone()).map_or(0, |lexicon| lexicon.len()));
    let row = |what: &str, own: f64, other: f64, unit: &str| {
        outln!("| {name} | {what} | {own:.1} {unit} | {other:.1} {unit} | {:.2} |", own / other);
    };
    row("size", bytes.len() as f64 / 1e3, set.as_fst().size() as f64 / 1e3, "kB");
    row("build", build * 1e3, build_fst * 1e3, "ms");
    outln!("| {name} | ready to search | {:.2} ms | - | - |", load * 1e3);
    let present = baseline::shuffled(words);
    for (what, asked) in [("look-up, present", &present), ("look-up, absent", &baseline::backward(&present))] {
        let (own, found) = measure(asked, |word| usize::from(lexicon.contains(word)));
        let (other, expected) = measure(asked, |word| usize::from(set.contains(word)));
        if found != expected {
            return Err(format!("{name}: {found} words found of {expected}").into());
        }
        row(what, own * 1e9, other * 1e9, "ns");
    }
    Ok(())
}
