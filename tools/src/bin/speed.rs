//! Measures searches and dictionaries and prints the table of the README.
//!
//! ```text
//! cargo run --release --example speed
//! ```
//! Each measure is the best of some rounds, chunk by chunk, so that what else the machine does counts little. The
//! yardsticks run in the same process: a recursive search over a pointer trie, and the crate `fst`.

#[path = "../../../benches/yardsticks/mod.rs"]
mod yardsticks;

use fst::Set;
use hexlex::board::Shape;
use hexlex::lexicon::Lexicon;
use hexlex::solve::{Kernel, Rules, Solver};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use yardsticks::{Node, Recursive};

/// How often everything is measured; the best counts.
const ROUNDS: usize = 7;

/// The parts that boards are measured in: short enough that most are not interrupted.
const PARTS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let english = yardsticks::english_words();
    searches(&english)?;
    println!();
    println!("| dictionary | | hexlex | fst | |\n|---|---|---:|---:|---:|");
    dictionary("English", &english)?;
    match yardsticks::polish_words() {
        Some(polish) => dictionary("Polish", &polish)?,
        None => eprintln!("no Polish list: install wpolish, or name one by HEXLEX_POLISH"),
    }
    Ok(())
}

/// The seconds that one item takes, and the sum of what the items answer.
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

/// The table of searches.
fn searches(words: &[String]) -> Result<(), Box<dyn Error>> {
    let lexicon = Lexicon::from_words(words)?;
    // the trie's tiles say `qu`, so words with another q are none of its words
    let spelled = words.iter().map(String::as_str).filter(|word| !word.replace("qu", "").contains('q'));
    let mut trie = Node::new(spelled);
    println!(
        "| boards, one thread | recursive | scalar | avx2 | avx512 | with paths |\n|---|---:|---:|---:|---:|---:|"
    );
    for (name, shape, longest, dice) in yardsticks::BOARDS {
        let shape: Shape = shape.parse()?;
        let boards = yardsticks::boards(name, &shape, &dice);
        let rules = Rules { max_length: longest, ..Rules::boggle() };
        let mut recursive = Recursive::new(&shape);
        let lengths = rules.min_length..=rules.max_length;
        let (yardstick, expected) =
            measure(&boards, |board| recursive.total(&mut trie, board.as_bytes(), lengths.clone()).1);
        let mut row = format!("| {name} | {:.2} \u{b5}s", yardstick * 1e6);
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
                return Err(format!("{name}: {kernel} finds {found} words of {expected}").into());
            }
            row += &format!(" | {:.2} \u{b5}s ({:.1}x)", seconds * 1e6, yardstick / seconds);
            paths = with_paths;
        }
        println!("{row} | {:.2} \u{b5}s |", paths * 1e6);
    }
    Ok(())
}

/// The rows of a dictionary.
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
        println!("| {name} | {what} | {own:.1} {unit} | {other:.1} {unit} | {:.2} |", own / other);
    };
    row("size", bytes.len() as f64 / 1e3, set.as_fst().size() as f64 / 1e3, "kB");
    row("build", build * 1e3, build_fst * 1e3, "ms");
    println!("| {name} | ready to search | {:.2} ms | - | - |", load * 1e3);
    let present = yardsticks::shuffled(words);
    for (what, asked) in [("look-up, present", &present), ("look-up, absent", &yardsticks::backward(&present))] {
        let (own, found) = measure(asked, |word| usize::from(lexicon.contains(word)));
        let (other, expected) = measure(asked, |word| usize::from(set.contains(word)));
        if found != expected {
            return Err(format!("{name}: {found} words found of {expected}").into());
        }
        row(what, own * 1e9, other * 1e9, "ns");
    }
    Ok(())
}
