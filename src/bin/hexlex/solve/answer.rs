//! The answer of `solve`: a solved board as text and as JSON.

use crate::advise::Survival;
use crate::args::{FormatArg, GoalArg, ProfileArg, SolveArgs};
use crate::console::{Console, Form, Outcome, printable};
use crate::drawing::draw;
use crate::read::Picture;
use crate::report::{ReadReport, WordReport};
use crate::table::table;
use crate::terminal::Terminal;
use crate::{boards, rules};
use anyhow::Result;
use hexlex::board::{Board, Lines};
use hexlex::profile::Profile;
use hexlex::solve::{BestWords, FoundWord, Rules};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write;
use std::path::PathBuf;

/// A board and its input.
pub(super) struct Source {
    /// The input's name, with the number of the board if the input has several.
    pub(super) name: String,
    pub(super) board: Board,
    /// The picture, if the input is one.
    pub(super) picture: Option<Picture>,
}

impl Source {
    /// The profile of the board's game, by the argument and by what the picture shows.
    pub(super) fn profile(&self, profile: Option<ProfileArg>) -> Cow<'static, Profile> {
        rules::profile_for(profile, &self.board, self.picture.as_ref().map(|picture| &picture.reading))
    }
}

/// A board with its words.
pub(super) struct Solved {
    pub(super) source: Source,
    pub(super) profile: Cow<'static, Profile>,
    pub(super) rules: Rules,
    pub(super) solution: BestWords,
    /// The indices of the drawn words in `solution.words`.
    pub(super) chosen: Vec<usize>,
    /// Why the first word is the first, with `--goal survive`.
    pub(super) survival: Option<Survival>,
    /// Words through unreadable tiles, if the guesses of these tiles are right.
    pub(super) missed: Vec<String>,
    /// The overlay file, if one was written.
    pub(super) overlay: Option<PathBuf>,
    pub(super) outcome: Outcome,
    pub(super) times: SolveTimes,
}

/// The JSON of `solve` for one board.
#[derive(Serialize)]
pub(super) struct SolveReport {
    /// The input, with the number of the board if the input has several.
    source: String,
    /// The reading, if the input was a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<ReadReport>,
    goal: String,
    /// With `--goal survive`: whether to scramble instead of playing the first word, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    scramble: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    count: usize,
    words: Vec<WordReport>,
    /// The word with the highest score, if the goal is the longest one and that has a lower score.
    #[serde(skip_serializing_if = "Option::is_none")]
    highest: Option<WordReport>,
    /// There, and false, only if not every word could be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    /// The words that the overlay shows, if others than the best one were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    drawn: Vec<String>,
    /// Words through unreadable tiles, if the guesses of these tiles are right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missed: Vec<String>,
    overlay: Option<String>,
    /// The numbers of the profile that no source gives.
    assumed: Vec<String>,
    timing_ms: SolveTimes,
}

/// Times in milliseconds; those of reading only if the input was a picture.
#[derive(Serialize)]
pub(super) struct SolveTimes {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decode: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) locate: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recognize: Option<f64>,
    pub(super) solve: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) overlay: Option<f64>,
    pub(super) total: f64,
}

/// The words that are drawn, where they were asked for.
fn drawn(solved: &Solved, args: &SolveArgs) -> Vec<String> {
    let chosen = solved.chosen.iter().filter(|_| args.drawing.asks_words());
    chosen.filter_map(|&place| Some(solved.solution.words.get(place)?.word.clone())).collect()
}

/// The JSON of a solved board.
pub(super) fn report(solved: Solved, source: String, args: &SolveArgs) -> SolveReport {
    let layout = solved.source.picture.as_ref().map(|picture| &picture.reading.layout);
    let assumed = solved.profile.assumed.clone();
    SolveReport {
        source,
        drawn: drawn(&solved, args),
        words: shown(&solved, args).iter().map(|found| WordReport::new(found, layout)).collect(),
        highest: highest(&solved, args).map(|found| WordReport::new(found, layout)),
        board: solved.source.picture.as_ref().map(Picture::report),
        goal: match args.ranking.goal() {
            GoalArg::Survive if solved.survival.is_some() => "survive".to_string(),
            GoalArg::Pace => "pace".to_string(),
            goal => goal.goal().to_string(),
        },
        scramble: solved.survival.as_ref().map(|survival| survival.scramble),
        why: solved.survival.as_ref().map(|survival| survival.why.clone()),
        count: solved.solution.count,
        complete: (!solved.solution.complete).then_some(false),
        missed: solved.missed,
        overlay: solved.overlay.map(|path| path.display().to_string()),
        assumed,
        timing_ms: solved.times,
    }
}

/// Prints the board and, unless only the board is asked for, the best words and the overlay file; below the name of the
/// input if there are several boards.
pub(super) fn print(solved: &Solved, args: &SolveArgs, form: Form, console: &Console) -> Result<()> {
    if form == Form::Array {
        console.answer(&format!("{} {}\n", boards::SOURCE, printable(&solved.source.name)))?;
    }
    let board = &solved.source.board;
    match drawing(solved, args.format) {
        _ if args.format == Some(FormatArg::Board) => return console.answer(&board.to_string()),
        Some(drawing) => {
            console.answer_colored(&format!("{drawing}\n"))?;
            console.answer(&words(solved, args, |shown| table_with_starts(shown, board)))?;
        }
        None => console.answer(&format!("{board}\n{}", words(solved, args, table_of)))?,
    }
    let Some(overlay) = &solved.overlay else { return Ok(()) };
    let drawn = drawn(solved, args);
    if !drawn.is_empty() {
        console.answer(&format!("drawn: {}\n", drawn.join(", ")))?;
    }
    console.written("overlay", overlay)
}

/// The best words in a table.
fn words(solved: &Solved, args: &SolveArgs, table: impl Fn(&[FoundWord]) -> String) -> String {
    let shown = shown(solved, args);
    if shown.is_empty() {
        return format!("no word of {} or more letters on this board\n", solved.rules.min_length);
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    if let Some(survival) = &solved.survival {
        let _ = writeln!(text, "why: {}\n", survival.why);
    }
    text.push_str(&table(shown));
    let all = solved.solution.count;
    if all > shown.len() {
        let _ = writeln!(text, "{} of {all} words; --all prints every word", shown.len());
    }
    if let Some(found) = highest(solved, args) {
        let _ = writeln!(text, "highest score: {}, {} points", found.word, found.score);
    }
    text
}

/// What stands between two answers: boards alone are one board text.
pub(super) fn separator(args: &SolveArgs) -> &'static str {
    if args.format == Some(FormatArg::Board) { "--\n" } else { "\n" }
}

/// The board as it stands on the screen, with the path of the best word: where it is asked for, and on a terminal that is
/// wide enough.
fn drawing(solved: &Solved, format: Option<FormatArg>) -> Option<String> {
    let terminal = match (format, Terminal::of_output()) {
        (None, terminal) => terminal?,
        (Some(FormatArg::Drawing), terminal) => terminal.unwrap_or(Terminal::PLAIN),
        (Some(FormatArg::Text | FormatArg::Board), _) => return None,
    };
    let first = solved.chosen.first().and_then(|&place| solved.solution.words.get(place));
    let path = first.map_or(&[][..], |word| &word.path);
    draw(&solved.source.board, path, terminal)
}

/// The words in the answer: the `--top` best, or all.
pub(super) fn shown<'a>(solved: &'a Solved, args: &SolveArgs) -> &'a [FoundWord] {
    let words = &solved.solution.words;
    if args.all { words } else { &words[..words.len().min(args.ranking.top)] }
}

/// The word with the highest score, if the goal is the longest one and that has a lower score.
pub(super) fn highest<'a>(solved: &'a Solved, args: &SolveArgs) -> Option<&'a FoundWord> {
    let (first, highest) = (solved.solution.words.first()?, solved.solution.highest.as_ref()?);
    (args.ranking.goal() == GoalArg::Longest && highest.score > first.score).then_some(highest)
}

/// One line a word, with the column (of a staggered board) or row and the tile in it of its first letter, counted from 1.
fn table_with_starts(words: &[FoundWord], board: &Board) -> String {
    /// The columns of text that a table with the longest heading needs.
    const WIDE: usize = 48;
    let is_narrow = Terminal::of_output().is_some_and(|terminal| terminal.width < WIDE);
    let start = match board.shape().lines() {
        _ if is_narrow => "start",
        Lines::Columns => "column,tile",
        Lines::Rows => "row,tile",
    };
    let heading = ["", "word", "letters", "points", start].map(str::to_string);
    let row = |(place, found): (usize, &FoundWord)| {
        let start = found.path.first().map(|cell| format!("{},{}", cell.line + 1, cell.index + 1)).unwrap_or_default();
        [(place + 1).to_string(), found.word.clone(), found.length.to_string(), found.score.to_string(), start]
    };
    let table = table(&[heading].into_iter().chain(words.iter().enumerate().map(row)).collect::<Vec<_>>(), 1);
    match board.shape().lines() {
        _ if !is_narrow => table,
        Lines::Columns => format!("{table}start: column,tile of the first letter\n"),
        Lines::Rows => format!("{table}start: row,tile of the first letter\n"),
    }
}

/// One line a word: its rank, the word, its letters and its score.
fn table_of(words: &[FoundWord]) -> String {
    let heading = ["", "word", "letters", "points"].map(str::to_string);
    let row = |(place, found): (usize, &FoundWord)| {
        [(place + 1).to_string(), found.word.clone(), found.length.to_string(), found.score.to_string()]
    };
    table(&[heading].into_iter().chain(words.iter().enumerate().map(row)).collect::<Vec<_>>(), 1)
}
