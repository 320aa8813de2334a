//! The words of a board, and which of them are offered.

use crate::advise;
use crate::args::{GoalArg, HelpLevelArg, ProfileArg};
use crate::console::counted;
use crate::rules;
use crate::terminal::{Terminal, wrapped};
use crate::watch::points::Points;
use crate::watch::settings::WatchSettings;
use crate::watch::unread::UnreadTiles;
use hexlex::board::{Cell, Shape};
use hexlex::lexicon::Lexicon;
use hexlex::read::Reading;
use hexlex::solve::{FoundWord, Goal, Pace, solve};
use std::cmp::Reverse;
use std::time::Duration;

/// The best words of a board.
pub(super) struct Answer {
    /// Every word, best first.
    all: Vec<FoundWord>,
    /// The words that are offered, at most `--top`, best first.
    pub(super) words: Vec<FoundWord>,
    /// The number of words that are offered at most.
    top: usize,
    /// Index of the word whose path is drawn.
    pub(super) shown: usize,
    /// The word that the user has chosen.
    chosen: Option<Box<FoundWord>>,
    /// The doubtful tiles that are marked.
    doubtful: Vec<Cell>,
    /// How many tiles of the board cannot be read.
    pub(super) unread: UnreadTiles,
    /// What is known of the words' points.
    pub(super) points: Points,
    /// Why the first word of the board is the first, with `--goal survive`.
    pub(super) why: Option<String>,
    /// The cells of a board whose words come by points a second.
    pace: Option<Box<Shape>>,
}

impl Answer {
    /// Solves a board of a game with this profile, where one is known. Of equally good words, those through `doubtful` tiles
    /// come last.
    pub(super) fn of_board(
        reading: &Reading,
        doubtful: &[Cell],
        lexicon: &Lexicon,
        profile: Option<ProfileArg>,
        settings: &WatchSettings,
    ) -> Answer {
        let (args, ranking) = (settings.args, &settings.args.ranking);
        let board = &reading.board;
        let game = rules::profile_for(profile, board, Some(reading));
        let rules = rules::for_board(&game, &args.words, board);
        let points = Points::of(profile, ranking, &rules, board.shape());
        let asked = ranking.goal_in(profile);
        let goal = points.goal(asked.goal());
        let mut all = solve(board, lexicon, &rules.at_level(ranking.level()), goal).words;
        put_doubtful_last(&mut all, doubtful, goal);
        let pace = (asked == GoalArg::Pace && points == Points::Known).then(|| Box::new(board.shape().clone()));
        if let Some(shape) = &pace {
            Pace::default().sort(shape, &mut all, None);
        }
        let survival = (asked == GoalArg::Survive)
            .then(|| advise::put_first(&mut all, board, lexicon, &game, &args.words, ranking.level()));
        let (why, doubtful) = (survival.flatten().map(|survival| survival.why), doubtful.to_vec());
        let unread = UnreadTiles::of(board, settings.correction.clone());
        Answer { why, pace, doubtful, unread, ..Answer::new(all, ranking.top, points) }
    }

    fn new(all: Vec<FoundWord>, top: usize, points: Points) -> Answer {
        let words = all.iter().take(top).cloned().collect();
        let (doubtful, unread) = (Vec::new(), UnreadTiles::default());
        Answer { all, words, top, shown: 0, chosen: None, doubtful, unread, points, why: None, pace: None }
    }

    /// Every word of the board, best first.
    pub(super) fn all(&self) -> &[FoundWord] {
        &self.all
    }

    /// Marks these tiles as doubtful; returns whether other ones were. The words keep their order: no word jumps while a player traces it.
    pub(super) fn mark_doubtful(&mut self, doubtful: Vec<Cell>) -> bool {
        let is_same = doubtful.len() == self.doubtful.len() && doubtful.iter().all(|cell| self.doubtful.contains(cell));
        self.doubtful = doubtful;
        !is_same
    }

    /// Takes a word that was played off the words of a board that stays. Where they come by points a second, the next one begins
    /// near its end.
    pub(super) fn tick_off(&mut self, played: &FoundWord) {
        self.all.retain(|found| found.word != played.word);
        if let Some(shape) = &self.pace {
            Pace::default().sort(shape, &mut self.all, played.path.last().copied());
        }
        self.chosen = None;
        self.offer(&[]);
    }

    /// The line about a word that was played, and the next ones.
    pub(super) fn text_after(&self, played: &FoundWord, help: HelpLevelArg) -> String {
        let next: Vec<String> = self.words.iter().map(|found| self.value(found, help)).collect();
        let next = if next.is_empty() { "no word is left".to_string() } else { format!("next {}", next.join(", ")) };
        format!("played {}: {next}", played.word)
    }

    /// A word with its points, as far as both are shown.
    fn value(&self, found: &FoundWord, help: HelpLevelArg) -> String {
        match self.points {
            Points::None => help.word(found),
            points => format!("{} {}", help.word(found), points.short_text(found)),
        }
    }

    /// Goes on to the next word, after the last one to the first.
    pub(super) fn select_next(&mut self) {
        self.select((self.shown + 1) % self.words.len().max(1));
    }

    /// The word that the user has chosen.
    pub(super) fn chosen(&self) -> Option<&FoundWord> {
        self.chosen.as_deref()
    }

    /// The word that is drawn.
    pub(super) fn drawn(&self) -> Option<&FoundWord> {
        self.words.get(self.shown)
    }

    /// Goes to the word at this place of those that are offered, if there is one. It stays chosen while it is offered.
    pub(super) fn select(&mut self, place: usize) {
        if let Some(chosen) = self.words.get(place) {
            (self.shown, self.chosen) = (place, Some(Box::new(chosen.clone())));
        }
    }

    /// Offers the words that go on from the selected tiles, or else those that contain them; from less than two tiles, the best
    /// words of the board.
    pub(super) fn offer(&mut self, selected: &[Cell]) {
        let is_in = |cells: &[Cell]| cells.iter().all(|cell| selected.contains(cell));
        let goes_on = |found: &&FoundWord| found.path.get(..selected.len()).is_some_and(is_in);
        let contains = |found: &&FoundWord| selected.iter().all(|cell| found.path.contains(cell));
        let some = |filter: &dyn Fn(&&FoundWord) -> bool| -> Vec<FoundWord> {
            self.all.iter().filter(filter).take(self.top).cloned().collect()
        };
        let offered = match selected.len() {
            0 | 1 => some(&|_| true),
            _ => Some(some(&goes_on)).filter(|words| !words.is_empty()).unwrap_or_else(|| some(&contains)),
        };
        let chosen = self.chosen.as_ref().and_then(|chosen| offered.iter().position(|found| *found == **chosen));
        (self.words, self.shown) = (offered, chosen.unwrap_or(0));
    }

    /// The line for people: the best word and the next ones. On a terminal it is wrapped.
    pub(super) fn text(&self, latency: Duration, help: HelpLevelArg) -> String {
        let unread = self.unread.sentence();
        let Some((best, others)) = self.words.split_first() else { return format!("{}\n", self.unread.no_word()) };
        let value = |found: &FoundWord| self.value(found, help);
        let others: Vec<String> = others.iter().map(value).collect();
        let others = if others.is_empty() { String::new() } else { format!("   then {}", others.join(", ")) };
        let (count, milliseconds) = (counted(self.all.len(), "word"), latency.as_secs_f64() * 1e3);
        let is_first = self.all.first().is_some_and(|first| first.word == best.word);
        let why = self.why.as_ref().filter(|_| is_first).map_or(String::new(), |why| format!("   {why}\n"));
        let line = format!("{}{others}   ({count}, {milliseconds:.1} ms)", value(best));
        let line = Terminal::of_output().map_or(line.clone(), |terminal| wrapped(&line, terminal.width));
        let unread = unread.map_or(String::new(), |unread| format!("   {unread}\n"));
        format!("{line}\n{why}{unread}")
    }
}

/// Moves words through doubtful tiles behind those that are as long or, by points, score as much. The order stays otherwise.
fn put_doubtful_last(words: &mut [FoundWord], doubtful: &[Cell], goal: Goal) {
    let is_doubtful = |found: &FoundWord| found.path.iter().any(|cell| doubtful.contains(cell));
    match goal {
        Goal::Longest => words.sort_by_key(|found| (Reverse(found.length), is_doubtful(found))),
        Goal::Score => words.sort_by_key(|found| (Reverse(found.score), is_doubtful(found))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::unread::CorrectionMeans;
    use hexlex::board::Board;
    use hexlex::lexicon;
    use hexlex::solve::Rules;

    const BOARD: &str = "c a t s\nr o l e\nn i d e\nt s a r";

    fn answer(text: &str, top: usize) -> Answer {
        let board: Board = text.parse().unwrap();
        let words = solve(&board, lexicon::english(), &Rules::for_board(&board), Goal::Longest).words;
        Answer::new(words, top, Points::Known)
    }

    #[test]
    fn the_next_word_after_the_last_is_the_first() {
        let mut answer = answer(BOARD, 3);
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
        let mut two = answer(BOARD, 2);
        let [best, next] = &two.words[..] else { panic!("fewer than two words") };
        let end = format!("   ({} words, 3.1 ms)\n", two.all.len());
        let expected = format!("{} {}   then {} {}{end}", best.word, best.score, next.word, next.score);
        let unknown = format!("{}   then {}{end}", best.word, next.word);
        assert_eq!(two.text(latency, HelpLevelArg::All), expected);
        two.points = Points::None;
        assert_eq!(two.text(latency, HelpLevelArg::All), unknown);
        let mut none = answer("x x\nx x", 3);
        assert_eq!(none.text(latency, HelpLevelArg::All), "no word on this board\n");
        // Where most tiles cannot be read, it says so and what to do, also where a word is found.
        let unread = UnreadTiles::of(&"? ?\n? x".parse().unwrap(), CorrectionMeans::Fix);
        (none.unread, two.unread) = (unread.clone(), unread);
        assert!(
            none.text(latency, HelpLevelArg::All).starts_with("no word on this board: 3 of 4 tiles cannot be read: ")
        );
        let text = two.text(latency, HelpLevelArg::All);
        assert!(text.starts_with(&two.words[0].word) && text.contains("\n   3 of 4 tiles cannot be read: "), "{text}");
        two.unread = UnreadTiles::default();
    }

    #[test]
    fn other_doubtful_tiles_are_marked_once() {
        let mut answer = answer(BOARD, 3);
        let order = answer.words.clone();
        let cell = order[0].path[0];
        assert!(!answer.mark_doubtful(Vec::new()));
        assert!(answer.mark_doubtful(vec![cell]));
        assert!(!answer.mark_doubtful(vec![cell]));
        assert!(answer.mark_doubtful(Vec::new()));
        assert!(answer.words == order);
    }

    #[test]
    fn words_through_doubtful_tiles_come_after_equally_good_ones() {
        let mut words = answer(BOARD, 100).all;
        let longest = words[0].length;
        let first = words[0].clone();
        let as_long = words.iter().filter(|found| found.length == longest).count();
        let doubtful = [first.path[0]];
        put_doubtful_last(&mut words, &doubtful, Goal::Longest);
        let is_doubtful = |found: &FoundWord| found.path.contains(&doubtful[0]);
        let group: Vec<bool> = words[..as_long].iter().map(is_doubtful).collect();
        assert!(group.is_sorted() && words.is_sorted_by_key(|found| Reverse(found.length)));
        assert!(words[..as_long].contains(&first));
    }

    #[test]
    fn played_words_are_ticked_off_and_the_next_begins_near_their_end() {
        let mut answer = answer(BOARD, 4);
        answer.pace = Some(Box::new(hexlex::board::Shape::rows(4, 4).unwrap()));
        let count = answer.all.len();
        let played = answer.all.iter().find(|found| found.length == 4).unwrap().clone();
        answer.tick_off(&played);
        assert!(answer.all.len() == count - 1 && answer.all.iter().all(|found| found.word != played.word));
        let shape = answer.pace.clone().unwrap();
        let rate = |found: &FoundWord| {
            f64::from(found.score) / Pace::default().seconds(&shape, &found.path, played.path.last().copied())
        };
        assert!(answer.all.iter().all(|found| rate(found) <= rate(&answer.words[0]) + 1e-9));
        let text = answer.text_after(&played, HelpLevelArg::All);
        assert!(text.starts_with(&format!("played {}: next {} ", played.word, answer.words[0].word)), "{text}");
    }

    #[test]
    fn selected_tiles_decide_what_is_offered() {
        let mut answer = answer(BOARD, 4);
        let best = answer.words.clone();
        let word = answer.all.iter().rev().find(|found| found.length == 4).unwrap().clone();
        answer.offer(&word.path[..2]);
        assert!(!answer.words.is_empty() && answer.words.len() <= 4);
        for found in &answer.words {
            assert!(found.path[..2].iter().all(|cell| word.path[..2].contains(cell)), "{}", found.word);
        }
        // No word begins with these two, but some contain them.
        let last_two = &word.path[word.path.len() - 2..];
        answer.offer(last_two);
        assert!(answer.words.iter().all(|found| last_two.iter().all(|cell| found.path.contains(cell))));
        assert!(!answer.words.is_empty());
        answer.offer(&word.path[..1]);
        assert_eq!(answer.words, best);
        // A chosen word stays while it is offered, and comes back where a selection is given up.
        answer.select(2);
        answer.select(99);
        answer.offer(&best[2].path[..2]);
        assert_eq!(answer.words[answer.shown], best[2]);
        answer.offer(last_two);
        assert!(answer.shown == 0 && !answer.words.contains(&best[2]));
        answer.offer(&[]);
        assert_eq!((answer.shown, &answer.words), (2, &best));
    }
}
