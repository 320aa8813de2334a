//! Which of the words that were found are kept (`--common`) and which are drawn (`--word`, `--nth`).

use crate::args::{DrawingArgs, GoalArg, SolveArgs};
use crate::inline_picture;
use crate::nearest::nearest;
use crate::output_file::is_written_through;
use anyhow::{Result, ensure};
use hexlex::lexicon::WordClass;
use hexlex::overlay::MAX_PATHS;
use hexlex::solve::FoundWord;

/// Leaves out settings that do not go with what was typed, or with each other, and that this build cannot follow.
pub(super) fn leave_out_settings(args: &mut SolveArgs) {
    if args.common && args.ranking.goal() == GoalArg::Survive {
        if !args.is_typed("common") {
            args.common = false;
        } else if !args.is_typed("goal") {
            args.ranking.goal = None;
        }
    }
    args.drawing.open &= cfg!(feature = "desktop") || args.is_typed("open");
}

/// Checks before the work starts that the words can be kept, drawn and opened as the arguments ask.
///
/// # Errors
/// If too many words are asked for, or two options do not go together.
pub(super) fn check(args: &SolveArgs) -> Result<()> {
    let drawing = &args.drawing;
    let asked = drawing.words.len() + drawing.nth.len();
    ensure!(asked <= MAX_PATHS, "expected at most {MAX_PATHS} words with --word and --nth, found {asked}: draw fewer");
    // The advice is given among all words, and its reason is that of its first one.
    let is_advised = args.ranking.goal() == GoalArg::Survive;
    ensure!(!(args.common && is_advised), "expected --common or --goal survive, found both: leave one out");
    if drawing.open {
        ensure!(
            cfg!(feature = "desktop"),
            "--open: expected a build with the feature `desktop`, found one without: open the overlay by hand"
        );
    }
    Ok(())
}

/// Turns off `--show` and `--open` where nothing can be shown; returns the warning where one of these was typed.
pub(super) fn leave_out_viewers(args: &mut SolveArgs) -> Option<String> {
    let typed: Vec<&str> = viewers(args).into_iter().filter(|name| args.is_typed(&name[2..])).collect();
    let drawing = &mut args.drawing;
    let is_file = args.output.as_deref().is_none_or(|file| !is_written_through(file));
    if !is_file {
        (drawing.open, drawing.show) = (false, None);
        let typed = Some(typed.join(", ")).filter(|typed| !typed.is_empty());
        return typed
            .map(|typed| format!("{typed}: expected a file, found `-`, a pipe or a device with -o: name a file"));
    }
    let refused = drawing.show.and_then(|asked| inline_picture::protocol(asked).err())?;
    drawing.show = None;
    Some(refused.to_string()).filter(|_| typed.contains(&"--show"))
}

/// The options that show the overlay.
fn viewers(args: &SolveArgs) -> Vec<&'static str> {
    let asked = [("--open", args.drawing.open), ("--show", args.drawing.show.is_some())];
    asked.into_iter().filter(|(_, is_asked)| *is_asked).map(|(option, _)| option).collect()
}

/// The warning where options about pictures were typed with a board text.
pub(super) fn without_picture(args: &SolveArgs) -> Option<String> {
    let (reading, transparent) = (&args.reading, args.transparent && args.output.is_none());
    let asked = [
        ("region", args.region.region.is_some()),
        ("engine", args.engine.engine.is_some()),
        ("skin", reading.skin.is_some()),
        ("turned", reading.turned),
        ("transparent", transparent),
    ];
    let typed = asked.into_iter().filter(|(name, is_asked)| *is_asked && args.is_typed(name));
    let typed: Vec<String> = typed.map(|(name, _)| format!("--{name}")).collect();
    let them = if typed.len() == 1 { "it" } else { "them" };
    let warning = || format!("{}: expected a picture, found a board text: leave {them} out", typed.join(", "));
    (!typed.is_empty()).then(warning)
}

/// The warning where a board text has no picture to draw on, and what asks for one was typed; the text has this many boards.
pub(super) fn nothing_to_draw_on(args: &SolveArgs, boards: usize) -> Option<String> {
    let scale = args.drawing.scale.map(|_| "--scale");
    let asked: Vec<&str> = viewers(args).into_iter().chain(scale).filter(|name| args.is_typed(&name[2..])).collect();
    if asked.is_empty() || args.output.is_some() {
        return None;
    }
    let (found, remedy) = if boards == 1 {
        ("a board text", "add -o best.png")
    } else {
        ("a text of several boards", "give one with -o")
    };
    Some(format!("{}: expected a picture to draw on, found {found}: {remedy}", asked.join(", ")))
}

/// The indices of the words to draw: those that are asked for, or else the best one; and a message for each that the board
/// does not have.
pub(super) fn choose(words: &[FoundWord], args: &DrawingArgs) -> (Vec<usize>, Vec<String>) {
    if !args.asks_words() {
        return ((0..words.len().min(1)).collect(), Vec::new());
    }
    let (mut chosen, mut missing) = (Vec::new(), Vec::new());
    let mut add = |place: usize| {
        if !chosen.contains(&place) {
            chosen.push(place);
        }
    };
    for asked in &args.words {
        match words.iter().position(|found| found.word.to_lowercase() == asked.trim().to_lowercase()) {
            Some(place) => add(place),
            None => {
                let similar = nearest(asked.trim(), words.iter().map(|found| found.word.as_str()));
                let similar = similar.map_or(String::new(), |similar| format!("use `{similar}`, or "));
                missing.push(format!(
                    "--word: expected one of the {} words of this board, found `{asked}`: {similar}print them with --all",
                    words.len()
                ));
            }
        }
    }
    for &number in &args.nth {
        match words.len() {
            count if number <= count => add(number - 1),
            0 => missing.push("--nth: expected a board with words, found none: leave --nth out".to_string()),
            count => missing
                .push(format!("--nth: expected a number up to {count}, found {number}: print the words with --all")),
        }
    }
    (chosen, missing)
}

/// Whether somebody may know a word of this class: all but those that are in no list of everyday words or of a large dictionary,
/// the class [`Rare`](WordClass::Rare). Words whose class is not known stay, those that the user added among them.
pub(super) fn is_known(class: Option<WordClass>) -> bool {
    class != Some(WordClass::Rare)
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
        DrawingArgs { words, nth: nth.to_vec(), scale: None, show: None, open: false }
    }

    #[test]
    fn the_best_word_is_drawn_unless_others_are_asked_for() {
        assert_eq!(choose(&words(), &asked(&[], &[])), (vec![0], Vec::new()));
        assert_eq!(choose(&[], &asked(&[], &[])).0, Vec::<usize>::new());
        assert_eq!(choose(&words(), &asked(&["house"], &[3, 2])).0, [1, 2]);
        let (chosen, missing) = choose(&words(), &asked(&["HOUSES"], &[4, 1]));
        assert_eq!((chosen, missing.len()), (vec![0], 2));
    }

    #[test]
    fn only_words_that_are_known_to_be_rare_are_left_out() {
        let kept = words().into_iter().filter(|found| is_known(found.class)).map(|found| found.word);
        assert_eq!(kept.collect::<Vec<_>>(), ["HOUSE", "ZZYZX"]);
    }
}
