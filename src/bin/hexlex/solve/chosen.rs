//! Which of the words that were found are kept (`--common`) and which are drawn (`--word`, `--nth`).

use crate::args::DrawingArgs;
use anyhow::{Result, ensure};
use hexlex::lexicon::{Lexicon, WordClass};
use hexlex::overlay::MAX_PATHS;
use hexlex::solve::FoundWord;

/// Checks that one picture can show the words that are asked for.
///
/// # Errors
/// If they are too many.
pub(super) fn check(args: &DrawingArgs) -> Result<()> {
    let asked = args.words.len() + args.nth.len();
    ensure!(asked <= MAX_PATHS, "expected at most {MAX_PATHS} words with --word and --nth, found {asked}: draw fewer");
    Ok(())
}

/// The places of the words to draw: those that are asked for, or else the best one; and a message for each that the board does
/// not have.
pub(super) fn choose(words: &[FoundWord], args: &DrawingArgs) -> (Vec<usize>, Vec<String>) {
    if !args.asks_words() {
        return ((0..words.len().min(1)).collect(), Vec::new());
    }
    let (mut chosen, mut missing) = (Vec::new(), Vec::new());
    for asked in &args.words {
        match words.iter().position(|found| found.word.to_lowercase() == asked.trim().to_lowercase()) {
            Some(place) => chosen.push(place),
            None => missing.push(format!(
                "--word: expected one of the {} words of this board, found `{asked}`: print them with --all",
                words.len()
            )),
        }
    }
    for &number in &args.nth {
        match words.len() {
            count if number <= count => chosen.push(number - 1),
            count => missing
                .push(format!("--nth: expected a number up to {count}, found {number}: print the words with --all")),
        }
    }
    let mut seen = Vec::new();
    chosen.retain(|place| {
        !seen.contains(place) && {
            seen.push(*place);
            true
        }
    });
    (chosen, missing)
}

/// Whether a dictionary knows how common its words are.
pub(super) fn knows_classes(lexicon: &Lexicon) -> bool {
    lexicon.words().next().is_none_or(|word| lexicon.class(&word).is_some())
}

/// Leaves out the words that are in no list of everyday words or of a large dictionary: the class
/// [`Rare`](WordClass::Rare). Words whose class is not known stay, those that the user added among them.
pub(super) fn leave_out_rare(words: &mut Vec<FoundWord>) {
    words.retain(|found| found.class != Some(WordClass::Rare));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vec<FoundWord> {
        let found = |(word, class): (&str, Option<WordClass>)| FoundWord {
            word: word.to_string(),
            length: 4,
            score: 1,
            class,
            path: Vec::new(),
        };
        [("QANAT", Some(WordClass::Rare)), ("HOUSE", Some(WordClass::Common)), ("ZZYZX", None)].map(found).into()
    }

    fn asked(words: &[&str], nth: &[usize]) -> DrawingArgs {
        let words = words.iter().map(|word| word.to_string()).collect();
        DrawingArgs { words, nth: nth.to_vec(), scale: None, open: false }
    }

    #[test]
    fn the_best_word_is_drawn_unless_others_are_asked_for() {
        assert_eq!(choose(&words(), &asked(&[], &[])), (vec![0], Vec::new()));
        assert_eq!(choose(&[], &asked(&[], &[])).0, Vec::<usize>::new());
        assert_eq!(choose(&words(), &asked(&["house"], &[3, 2])).0, [1, 2]);
        let (chosen, missing) = choose(&words(), &asked(&["HOUSES"], &[4, 1]));
        assert_eq!((chosen, missing.len()), (vec![0], 2));
        assert!(check(&asked(&["A", "B", "C"], &[1, 2])).is_err());
    }

    #[test]
    fn only_words_that_are_known_to_be_rare_are_left_out() {
        let mut words = words();
        leave_out_rare(&mut words);
        assert_eq!(words.iter().map(|found| found.word.as_str()).collect::<Vec<_>>(), ["HOUSE", "ZZYZX"]);
    }
}
