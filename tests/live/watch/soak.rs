//! Long runs: `./x soak`.

use super::long::{at_rest, resources};
use super::skins::{Checked, check};
use crate::desktop::Desktop;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A number in a variable, or else what it is without one.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

/// How long `watch` is beside a game that goes on and on.
pub(super) fn minutes() -> u64 {
    number("HEXLEX_MINUTES", 60)
}

fn moves() -> usize {
    number("HEXLEX_MOVES", 200) as usize
}

#[test]
#[ignore = "long: ./x soak"]
fn two_hundred_moves_on_wood() {
    check("wood", moves());
}

#[test]
#[ignore = "long: ./x soak"]
fn two_hundred_moves_of_pixels() {
    check("pixel", moves());
}

#[test]
#[ignore = "long: ./x soak"]
fn two_hundred_moves_of_light_letters() {
    check("light-on-dark", moves());
}

#[test]
#[ignore = "long: ./x soak"]
fn two_hundred_moves_of_small_letters() {
    check("lower", moves());
}

#[test]
#[ignore = "long: ./x soak"]
fn two_hundred_words_of_cubes() {
    check("boggle", moves());
}

/// The memory after the last moves.
struct LastMemory(VecDeque<u64>);

impl LastMemory {
    /// The moves that are kept: more than a search of a whole frame keeps memory for.
    const MOVES: usize = 30;

    fn add(&mut self, kilobytes: u64) {
        self.0.truncate(Self::MOVES - 1);
        self.0.push_front(kilobytes);
    }

    fn least(&self) -> u64 {
        self.0.iter().copied().min().unwrap_or_default()
    }
}

/// Memory, open files and threads stay what they are after the first tenth of the time.
#[test]
#[ignore = "long: ./x soak"]
fn an_hour_beside_a_game() {
    let Some(desktop) = Desktop::start() else { return };
    let mut game = Checked::start(&desktop, "wood", 7);
    let (time, start) = (Duration::from_secs(60 * minutes()), Instant::now());
    let (mut first, mut moves, mut reported) = (None, 0, 0);
    let mut last = LastMemory(VecDeque::new());
    while start.elapsed() < time {
        game.play();
        moves += 1;
        let now = at_rest(game.watch.program.id(), first);
        last.add(now.memory);
        if start.elapsed() >= time / 10 {
            let first = *first.get_or_insert(now);
            assert_eq!((now.files, now.threads), (first.files, first.threads), "open files and threads");
            /// The growth allowed, in kB, of the least of the last moves: the C library keeps some of what a search of a whole frame has
            /// freed, 31 MB after one below a message. Smaller: that fails the test. Larger: a leak is seen later; a frame has 2.8 MB, and
            /// a game shows many thousands. Chosen by hand.
            const KEPT: u64 = 48 * 1024;
            /// The growth allowed at any time, in kB: while a whole frame is searched it was 30 MB, and below a message 77 MB. Smaller:
            /// such a search fails the test. Larger: a leak is seen later. Chosen by hand.
            const PEAK: u64 = 96 * 1024;
            let is_bounded = last.least() < first.memory + KEPT && now.memory < first.memory + PEAK;
            assert!(is_bounded, "{first:?}, then {now:?}, at least {} kB in the last moves", last.least());
        }
        if start.elapsed().as_secs() / 60 >= reported {
            reported += 1;
            println!("after {} s and {moves} moves: {now:?}", start.elapsed().as_secs());
        }
    }
    println!("{moves} moves in {} s: {first:?}, then {:?}", time.as_secs(), resources(game.watch.program.id()));
    game.end();
}
