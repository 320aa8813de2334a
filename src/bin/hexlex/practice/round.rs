//! A game against the clock: how much time is left, and what was left on the board.

use super::PlayedWord;
use super::page::thousands;
use hexlex::game::Game;
use hexlex::lexicon::Lexicon;
use hexlex::solve::{Goal, solve};
use serde::Serialize;
use std::time::{Duration, Instant};

/// A clock that runs backward.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    all: Duration,
    ends_at: Instant,
}

/// The time that is left, and all of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeLeft {
    pub(super) left: Duration,
    pub(super) all: Duration,
}

impl Clock {
    /// A clock that begins at this time.
    pub(super) fn new(all: Duration, now: Instant) -> Clock {
        Clock { all, ends_at: now + all }
    }

    /// The time that is left.
    pub(super) fn left(&self, now: Instant) -> Duration {
        self.ends_at.saturating_duration_since(now)
    }

    /// The time that is left, and all of it.
    pub(super) fn time_left(&self, now: Instant) -> TimeLeft {
        TimeLeft { left: self.left(now), all: self.all }
    }

    /// When the number of whole seconds that are left changes next.
    pub(super) fn next_second(&self, now: Instant) -> Instant {
        now + Duration::from_nanos(u64::from(self.left(now).subsec_nanos()) + 1)
    }
}

/// The seconds that a clock shows: `2:05`. The last part of a second counts as one.
pub(super) fn shown(left: Duration) -> String {
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// What a board had, and how much of it was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Rest {
    words: usize,
    all_words: usize,
    points: u64,
    all_points: u64,
    /// The words that were not found, those with the most points first.
    pub(super) missed: Vec<PlayedWord>,
}

impl Rest {
    /// The rest of a game after these words.
    pub(super) fn of(game: &Game, lexicon: &Lexicon, played: &[PlayedWord]) -> Rest {
        let all = solve(&game.board(), lexicon, game.rules(), Goal::Score).words;
        let all_points = all.iter().map(|found| u64::from(found.score)).sum();
        let is_missed = |word: &str| played.iter().all(|played| played.word != word);
        let all_words = all.len();
        let missed = all.into_iter().filter(|found| is_missed(&found.word));
        Rest {
            words: played.len(),
            all_words,
            points: game.score(),
            all_points,
            missed: missed.map(|found| PlayedWord { word: found.word, score: found.score }).collect(),
        }
    }

    /// The share that was found, for people.
    pub(super) fn share(&self) -> String {
        let percent = 100 * self.points / self.all_points.max(1);
        let (points, all) = (thousands(self.points), thousands(self.all_points));
        format!("found {} of {} words, {points} of {all} points ({percent}%)", self.words, self.all_words)
    }

    /// The words with the most points that were not found, in a line.
    pub(super) fn list(&self) -> String {
        /// The words of the line; `--json` has all.
        const MOST: usize = 20;
        if self.missed.is_empty() {
            return String::new();
        }
        let words: Vec<String> =
            self.missed.iter().take(MOST).map(|missed| format!("{} {}", missed.word, missed.score)).collect();
        let more = self.missed.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("not found: {}{more}\n", words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::game::GameParams;
    use hexlex::lexicon;
    use hexlex::solve::Rules;

    #[test]
    fn a_clock_shows_whole_seconds() {
        let now = Instant::now();
        let clock = Clock::new(Duration::from_secs(125), now);
        assert_eq!(shown(clock.left(now)), "2:05");
        let later = now + Duration::from_millis(600);
        assert_eq!(
            (shown(clock.left(later)), shown(clock.left(clock.next_second(later)))),
            ("2:05".into(), "2:04".into())
        );
        assert_eq!(shown(clock.left(now + Duration::from_secs(200))), "0:00");
    }

    #[test]
    fn the_rest_is_what_was_not_found() {
        let mut game = Game::new(GameParams::cubes(Rules::boggle()), 7);
        let all = solve(&game.board(), lexicon::english(), game.rules(), Goal::Score).words;
        let turn = game.play(&all[1].path).unwrap();
        let rest = Rest::of(&game, lexicon::english(), &[PlayedWord { word: turn.word, score: turn.points }]);
        assert_eq!((rest.words, rest.all_words, rest.missed.len()), (1, all.len(), all.len() - 1));
        assert_eq!((rest.missed[0].word.as_str(), rest.points), (all[0].word.as_str(), all[1].score.into()));
        assert!(rest.missed.is_sorted_by_key(|missed| std::cmp::Reverse(missed.score)));
        let sum: u64 = all.iter().map(|found| u64::from(found.score)).sum();
        let expected = format!("found 1 of {} words, {} of {sum} points (", all.len(), all[1].score);
        assert!(rest.share().starts_with(&expected), "{}", rest.share());
        assert!(rest.list().starts_with(&format!("not found: {} {}, ", all[0].word, all[0].score)), "{}", rest.list());
    }
}
