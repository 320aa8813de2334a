//! The bonus words of a game: one is asked for at a time, and playing it brings points besides its own.

use hexlex::game::{Game, Refill};
use hexlex::lexicon::{Lexicon, WordClass};
use hexlex::roll::Roller;
use hexlex::solve::{Goal, solve};

/// The word that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BonusWord {
    /// In upper case.
    pub(super) word: String,
    pub(super) points: u32,
}

/// The letters of bonus words: shorter ones are on the board by themselves, longer ones are hard to keep together. Chosen by
/// hand, since no source says how the game chooses its words.
const LETTERS: std::ops::RangeInclusive<usize> = 4..=6;

/// The bonus words of a game, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct BonusWords {
    /// The points of the profile, one after the other; the last one repeats.
    points: Vec<u32>,
    /// The number of words that were played.
    played: usize,
    asked: Option<BonusWord>,
}

impl BonusWords {
    /// The bonus words of a game that begins, with the points of its profile; none where these are empty.
    pub(super) fn new(points: &[u32], game: &Game, lexicon: &Lexicon, seed: u64) -> BonusWords {
        let mut bonus = BonusWords { points: points.to_vec(), ..BonusWords::default() };
        bonus.ask(game, lexicon, seed);
        bonus
    }

    /// The word that is asked for.
    pub(super) fn asked(&self) -> Option<&BonusWord> {
        self.asked.as_ref()
    }

    /// Takes a word that was played. Returns its bonus where it was asked for, and then asks for another one.
    pub(super) fn take(&mut self, word: &str, game: &mut Game, lexicon: &Lexicon, seed: u64) -> Option<u32> {
        let asked = self.asked.take_if(|asked| asked.word == word);
        if let Some(asked) = &asked {
            self.played += 1;
            game.add_points(asked.points);
        }
        if self.asked.is_none() {
            self.ask(game, lexicon, seed);
        }
        asked.map(|asked| asked.points)
    }

    /// Asks for an everyday word that the board has.
    fn ask(&mut self, game: &Game, lexicon: &Lexicon, seed: u64) {
        let next = self.points.get(self.played).or(self.points.last()).copied();
        let Some(points) = next.filter(|_| game.params().refill == Refill::Fall && !game.is_over()) else { return };
        let words = solve(&game.board(), lexicon, game.rules(), Goal::Longest).words;
        let is_everyday = |class: Option<WordClass>| class.is_none_or(|class| class == WordClass::Common);
        let fits: Vec<String> = words
            .into_iter()
            .filter(|found| LETTERS.contains(&found.length) && is_everyday(found.class))
            .map(|found| found.word)
            .collect();
        let mut roller = Roller::new(seed.wrapping_add(u64::from(game.words_played()) << 32));
        self.asked = roller.choose(&fits).map(|word| BonusWord { word: word.clone(), points });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::game::GameParams;
    use hexlex::lexicon;

    /// Plays the word that is asked for, and returns its bonus.
    fn play_asked(bonus: &mut BonusWords, game: &mut Game) -> Option<u32> {
        let asked = bonus.asked()?.word.clone();
        let words = solve(&game.board(), lexicon::english(), game.rules(), Goal::Longest).words;
        let path = words.into_iter().find(|found| found.word == asked)?.path;
        let word = game.play(&path).ok()?.word;
        bonus.take(&word, game, lexicon::english(), 7)
    }

    #[test]
    fn each_bonus_word_pays_once_and_another_is_asked_for() {
        let mut game = Game::new(GameParams::default(), 7);
        let mut bonus = BonusWords::new(&[1000, 2000], &game, lexicon::english(), 7);
        let first = bonus.asked().unwrap().clone();
        assert!(LETTERS.contains(&first.word.len()) && first.points == 1000);
        let mut twin = game.clone();
        let points = [(); 3].map(|()| {
            let before = game.score();
            let word = bonus.asked().unwrap().word.clone();
            let path = solve(&twin.board(), lexicon::english(), twin.rules(), Goal::Longest).words;
            let path = path.into_iter().find(|found| found.word == word).unwrap().path;
            let own = twin.play(&path).unwrap().points;
            let paid = play_asked(&mut bonus, &mut game).unwrap();
            assert_eq!(game.score(), before + u64::from(own) + u64::from(paid));
            twin = game.clone();
            paid
        });
        assert_eq!(points, [1000, 2000, 2000], "the last one repeats");
    }

    #[test]
    fn another_word_leaves_the_one_that_is_asked_for() {
        let mut game = Game::new(GameParams::default(), 7);
        let mut bonus = BonusWords::new(&[1000], &game, lexicon::english(), 7);
        let asked = bonus.asked().cloned();
        assert_eq!(bonus.take("CAT", &mut game, lexicon::english(), 7), None);
        assert_eq!((bonus.asked().cloned(), game.score()), (asked, 0));
        let without = BonusWords::new(&[], &game, lexicon::english(), 7);
        assert_eq!(without.asked(), None);
    }
}
