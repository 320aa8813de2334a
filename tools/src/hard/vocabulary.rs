//! Letters that no language puts together: in order, few of them, repeated lines.

use crate::hard::random::Random;
use hexlex::board::Shape;

const KEYBOARD: &str = "QWERTYUIOPASDFGHJKLZXCVBNM";

/// Which letters a board has.
const ORDERS: [&str; 8] = [
    "alphabet",
    "alphabet backward",
    "keyboard",
    "few letters",
    "one letter often",
    "repeated lines",
    "all different",
    "two in turn",
];

/// A letter for each cell of the shape, line by line, and the name of their order.
pub(crate) fn letters(rng: &mut Random, shape: &Shape) -> (Vec<char>, &'static str) {
    let order = *rng.pick(&ORDERS);
    let alphabet: Vec<char> = ('A'..='Z').collect();
    let mut shuffled = alphabet.clone();
    rng.shuffle(&mut shuffled);
    let start = if rng.chance(0.5) { 0 } else { rng.below(26) as usize };
    let few = &shuffled[..rng.count(2..=6)];
    let word = &shuffled[..rng.count(3..=8)];
    let ids = 0..shape.len();
    let letters = match order {
        "alphabet" => ids.map(|id| alphabet[(start + id) % 26]).collect(),
        "alphabet backward" => ids.map(|id| alphabet[25 - (start + id) % 26]).collect(),
        "keyboard" => ids.map(|id| char::from(KEYBOARD.as_bytes()[(start + id) % 26])).collect(),
        "few letters" => ids.map(|_| *rng.pick(few)).collect(),
        "one letter often" => ids.map(|_| if rng.chance(0.6) { few[0] } else { rng.letter() }).collect(),
        "repeated lines" => shape.cells().map(|cell| word[cell.index % word.len()]).collect(),
        "all different" => ids.map(|id| shuffled[id % 26]).collect(),
        _ => shape.cells().map(|cell| few[(cell.line + cell.index) % 2]).collect(),
    };
    (letters, order)
}
