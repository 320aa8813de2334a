//! The order of words for a game with a clock: by points a second, with the movement from tile to tile.

use super::FoundWord;
use crate::board::{Cell, Shape};

/// How long a hand takes. The time from tile to tile follows Fitts' law in the form of Shannon (MacKenzie, *Fitts' law as a
/// research and design tool in human-computer interaction*, 1992): a tile at the distance `d`, which a drag or a finger must hit
/// within the width `w`, takes `log2(d / w + 1)` bits, each the same time.
///
/// To find the numbers of a hand: record some rounds (`watch --record`), and fit the column `seconds` of `turns.tsv` by a line
/// over the bits of the words in `played`; its slope is the time for a bit, and its constant that of a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Seconds for a bit. Fingers on a touchscreen make 6.95 bits a second (MacKenzie, *Fitts' throughput and the remarkable case
    /// of touch-based target selection*, 2015). More: words of near tiles come first.
    pub seconds_per_bit: f64,
    /// Seconds to read a word and to find its first tile. More: long words come first. Chosen by hand.
    pub seconds_per_word: f64,
    /// The width of a tile that must be hit, in tiles: a part of it, so that the tile beside it is not. Larger: diagonal steps
    /// cost more against straight ones. Chosen by hand, as wide as the part that `practice` takes.
    pub target_width: f64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { seconds_per_bit: 1.0 / 6.95, seconds_per_word: 0.8, target_width: 0.76 }
    }
}

impl Pace {
    /// The seconds from one tile to another.
    pub fn step(&self, shape: &Shape, from: Cell, to: Cell) -> f64 {
        let (from, to) = (shape.point(from), shape.point(to));
        // Points are in half tiles.
        let distance = f64::from(to.x - from.x).hypot(f64::from(to.y - from.y)) / 2.0;
        self.seconds_per_bit * (distance / self.target_width + 1.0).log2()
    }

    /// The seconds for a word, from the last tile of the word before it.
    pub fn seconds(&self, shape: &Shape, path: &[Cell], from: Option<Cell>) -> f64 {
        let cells = from.into_iter().chain(path.iter().copied()).collect::<Vec<_>>();
        self.seconds_per_word + cells.windows(2).map(|pair| self.step(shape, pair[0], pair[1])).sum::<f64>()
    }

    /// Sorts words so that each next one has the most points a second from where the last one ended; of equal ones the first.
    /// The first word begins at the tile `from`, or anywhere. Of more than a thousand words, those after the first thousand stay
    /// where they are: nobody plays so many in a round, and the time grows by the square.
    pub fn sort(&self, shape: &Shape, words: &mut [FoundWord], mut from: Option<Cell>) {
        const MOST: usize = 1000;
        let most = words.len().min(MOST);
        let words = &mut words[..most];
        // The movement along each word does not change.
        let mut along: Vec<f64> = words.iter().map(|found| self.seconds(shape, &found.path, None)).collect();
        for next in 0..words.len() {
            let rate = |at: usize| {
                let to_first = from.zip(words[at].path.first()).map_or(0.0, |(from, &to)| self.step(shape, from, to));
                f64::from(words[at].score) / (along[at] + to_first)
            };
            let best = (next..words.len()).reduce(|best, at| if rate(at) > rate(best) { at } else { best });
            let Some(best) = best else { return };
            words[next..=best].rotate_right(1);
            along[next..=best].rotate_right(1);
            from = words[next].path.last().copied().or(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, score: u32, path: &[(usize, usize)]) -> FoundWord {
        let path = path.iter().map(|&(line, index)| Cell { line, index }).collect();
        FoundWord { word: text.to_string(), length: text.len(), score, path, class: None }
    }

    #[test]
    fn steps_take_the_time_of_fitts_law() {
        let shape = Shape::rows(4, 4).unwrap();
        let pace = Pace { seconds_per_bit: 0.1, seconds_per_word: 1.0, target_width: 1.0 };
        let at = |line, index| Cell { line, index };
        let step = |to| pace.step(&shape, at(0, 0), to);
        assert!((step(at(0, 1)) - 0.1).abs() < 1e-9 && (step(at(0, 3)) - 0.2).abs() < 1e-9);
        assert!(step(at(1, 1)) > step(at(1, 0)));
        let path = [at(0, 0), at(0, 1), at(0, 2)];
        assert!((pace.seconds(&shape, &path, None) - 1.2).abs() < 1e-9);
        assert!((pace.seconds(&shape, &path, Some(at(0, 1))) - 1.3).abs() < 1e-9);
        // Columns are half a tile apart in height.
        let columns = Shape::bookworm();
        assert!(pace.step(&columns, at(0, 0), at(1, 0)) > pace.step(&columns, at(0, 0), at(0, 1)));
    }

    #[test]
    fn words_come_by_points_a_second() {
        let shape = Shape::rows(4, 4).unwrap();
        let near = word("NEAR", 1, &[(0, 0), (0, 1), (0, 2)]);
        let far = word("FAR", 1, &[(3, 3), (3, 2), (3, 1)]);
        let long = word("LONG", 1, &[(0, 0), (0, 1), (0, 2), (0, 3)]);
        let rich = word("RICH", 3, &[(1, 0), (1, 1), (1, 2), (1, 3), (2, 3)]);
        let mut words = vec![far.clone(), long.clone(), near.clone(), rich.clone()];
        Pace::default().sort(&shape, &mut words, Some(Cell { line: 0, index: 0 }));
        // RICH has three times the points, and ends near FAR.
        assert_eq!(words, [rich.clone(), far.clone(), near.clone(), long.clone()]);
        let mut words = vec![far.clone(), near.clone()];
        Pace::default().sort(&shape, &mut words, Some(Cell { line: 0, index: 1 }));
        assert_eq!(words, [near, far]);
        Pace::default().sort(&shape, &mut [], None);
    }
}
