//! The words of a board.

use crate::rules;
use crate::watch::settings::WatchSettings;
use hexlex::board::Board;
use hexlex::solve::{FoundWord, solve};
use std::time::Duration;

/// The best words of a board.
pub(super) struct Answer {
    /// At most `--top` words, best first.
    pub(super) words: Vec<FoundWord>,
    /// The number of words on the board.
    count: usize,
    /// Index of the word whose path is drawn.
    pub(super) shown: usize,
}

impl Answer {
    /// Solves a board.
    pub(super) fn of_board(board: &Board, settings: &WatchSettings) -> Answer {
        let args = settings.args;
        let rules = rules::for_board(args.reading.profile, &args.words, board).at_level(args.ranking.level);
        let mut words = solve(board, &settings.lexicon, &rules, args.ranking.goal.goal()).words;
        let count = words.len();
        words.truncate(args.ranking.top);
        Answer { words, count, shown: 0 }
    }

    /// Goes on to the next word, after the last one to the first.
    pub(super) fn select_next(&mut self) {
        self.shown = (self.shown + 1) % self.words.len().max(1);
    }

    /// The line for people: the best word and the next ones.
    pub(super) fn text(&self, latency: Duration) -> String {
        let Some((best, others)) = self.words.split_first() else { return "no word on this board\n".to_string() };
        let others: Vec<String> = others.iter().map(|found| format!("{} {}", found.word, found.score)).collect();
        let others = if others.is_empty() { String::new() } else { format!("   then {}", others.join(", ")) };
        let (count, milliseconds) = (self.count, latency.as_secs_f64() * 1e3);
        format!("{} {}{others}   ({count} words, {milliseconds:.1} ms)\n", best.word, best.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::lexicon;
    use hexlex::solve::{Goal, Rules};

    fn answer(text: &str, top: usize) -> Answer {
        let board: Board = text.parse().unwrap();
        let mut words = solve(&board, lexicon::english(), &Rules::for_board(&board), Goal::Longest).words;
        let count = words.len();
        words.truncate(top);
        Answer { words, count, shown: 0 }
    }

    #[test]
    fn the_next_word_after_the_last_is_the_first() {
        let mut answer = answer("c a t s\nr o l e\nn i d e\nt s a r", 3);
        let mut shown = || {
            answer.select_next();
            answer.shown
        };
        assert_eq!([shown(), shown(), shown(), shown()], [1, 2, 0, 1]);
        let mut empty = self::answer("x x\nx x", 3);
        empty.select_next();
        assert_eq!(empty.shown, 0);
    }

    #[test]
    fn a_line_has_the_best_words_and_their_number() {
        let latency = Duration::from_micros(3100);
        let two = answer("c a t s\nr o l e\nn i d e\nt s a r", 2);
        let [best, next] = &two.words[..] else { panic!("fewer than two words") };
        let end = format!("   ({} words, 3.1 ms)\n", two.count);
        let expected = format!("{} {}   then {} {}{end}", best.word, best.score, next.word, next.score);
        assert_eq!(two.text(latency), expected);
        assert_eq!(answer("x x\nx x", 3).text(latency), "no word on this board\n");
    }
}
