//! A few seconds of fuzzing: the targets of `fuzz/` with random changes of their seeds, the same in every run. `./x fuzz` runs
//! them for as long as one likes, led by the code that they reach.

#![allow(clippy::expect_used, clippy::unwrap_used)] // a test fails by panicking

#[allow(unreachable_pub)] // public for the fuzzer
#[path = "../fuzz/src/seeds.rs"]
mod seeds;
#[allow(dead_code, unreachable_pub)] // the fuzzer uses them one by one
#[path = "../fuzz/src/targets.rs"]
mod targets;
#[allow(unreachable_pub)] // public for the fuzzer
#[path = "../fuzz/src/tracer.rs"]
mod tracer;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::time::Instant;

/// The executions of each target: some seconds of each. `HEXLEX_EXECUTIONS` is another number for all of them, which `./x fuzz
/// --blind` and `--coverage` set.
const EXECUTIONS: [(&str, usize); 8] = [
    ("picture", 800),
    ("board", 6_000),
    ("lexicon", 6_000),
    ("list", 3_000),
    ("skin", 400),
    ("tracker", 60),
    ("solver", 4_000),
    ("profile", 2_000),
];

/// One of the changes that find the most: a bit, a byte, a cut, a copy, an extreme number.
fn change(data: &mut Vec<u8>, rng: &mut impl Rng) {
    let end = data.len();
    let at = if end == 0 { 0 } else { rng.random_range(0..end) };
    match rng.random_range(0..6) {
        0 if end > 0 => data[at] ^= 1 << rng.random_range(0..8),
        1 if end > 0 => data[at] = rng.random(),
        2 => data.truncate(at),
        3 => data.insert(at, rng.random()),
        4 if end > at + 4 => {
            let number: [u8; 4] = [[0; 4], [255; 4], [127, 255, 255, 255], [0, 0, 0, 128]][rng.random_range(0..4)];
            data[at..at + 4].copy_from_slice(&number);
        }
        _ => {
            let part: Vec<u8> = data[at..(at + rng.random_range(0..64)).min(end)].to_vec();
            let to = rng.random_range(0..=end);
            data.splice(to..to, part);
        }
    }
}

/// The files in a folder of `fuzz/` whose names begin in this way.
fn inputs(folder: &str, beginning: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder);
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let own = files.filter(|file| file.file_name().to_string_lossy().starts_with(beginning));
    own.map(|file| std::fs::read(file.path()).expect("a readable file")).collect()
}

/// The inputs at which the fuzzer stopped on this machine and, where `HEXLEX_CORPUS` is set, those that it has kept because they
/// reach other code.
fn found_before(name: &str) -> Vec<Vec<u8>> {
    let corpus = std::env::var_os("HEXLEX_CORPUS").map(|_| inputs(&format!("corpus/{name}"), ""));
    [inputs("artifacts", &format!("{name}-")), corpus.unwrap_or_default()].concat()
}

/// Runs a target on its seeds as they are, then on changed ones.
fn fuzz(name: &str) {
    let (_, target) = targets::ALL.into_iter().find(|(own, _)| *own == name).expect("a target");
    let (_, seeds) = seeds::all().into_iter().find(|(own, _)| *own == name).expect("seeds");
    let (_, executions) = EXECUTIONS.into_iter().find(|(own, _)| *own == name).expect("a number");
    let asked = std::env::var("HEXLEX_EXECUTIONS").ok().map(|number| number.parse().expect("a number of executions"));
    let executions = asked.unwrap_or(executions);
    seeds.iter().for_each(|seed| target(seed));
    found_before(name).iter().for_each(|input| target(input));
    let start = Instant::now();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for done in 1..=executions {
        let mut data = seeds[rng.random_range(0..seeds.len())].clone();
        (0..rng.random_range(1..6)).for_each(|_| change(&mut data, &mut rng));
        target(&data);
        // Ten lines in all: a long run may be stopped.
        if asked.is_some() && (done % executions.div_ceil(10) == 0 || done == executions) {
            println!("{name}: {done} executions in {:.0} s", start.elapsed().as_secs_f64());
        }
    }
}

macro_rules! fuzzed {
    ($($name:ident $target:literal)*) => {
        $(
            #[test]
            fn $name() {
                fuzz($target);
            }
        )*
    };
}

fuzzed! {
    pictures_of_any_bytes_are_read_or_refused "picture"
    board_texts_of_any_bytes_are_parsed_or_refused "board"
    lexicons_of_any_bytes_are_used_or_refused "lexicon"
    word_lists_of_any_bytes_are_read_or_refused "list"
    skins_of_any_bytes_are_loaded_or_refused "skin"
    windows_that_change_in_any_way_are_tracked "tracker"
    boards_of_any_tiles_are_searched_as_slowly "solver"
    profiles_of_any_text_are_used_or_refused "profile"
}

#[test]
fn every_target_has_seeds_and_a_number_of_executions() {
    let names: Vec<&str> = targets::ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, seeds::all().iter().map(|(name, _)| *name).collect::<Vec<_>>());
    assert_eq!(names, EXECUTIONS.map(|(name, _)| name));
}
