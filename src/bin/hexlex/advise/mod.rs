//! `hexlex advise`: what a strong player would play on a board, and why.
//!
//! Each [`Input`] becomes one or several boards, each board an [`Advised`] one.

mod think;

pub(crate) use think::within;

use crate::args::{AdviseArgs, ThinkArgs, WordArgs};
use crate::console::{Console, Form, Outcome, printable};
use crate::dictionary::Dictionary;
use crate::drawing::draw;
use crate::inputs::{self, Content, Input};
use crate::overlay_file::{self, Existing};
use crate::read::{self, Picture};
use crate::report::{self, InputReport, ReadReport, WordReport, milliseconds};
use crate::solve::draw as overlays;
use crate::table::table;
use crate::terminal::{Terminal, wrapped};
use crate::{boards, dictionary, fixes, rules};
use anyhow::{Context, Result, bail, ensure};
use hexlex::advise::{Advice, AdvisedWord, RiskUnknown, Wishes, critical_tiles};
use hexlex::board::Board;
use hexlex::game::GameParams;
use hexlex::lexicon::Lexicon;
use hexlex::pipeline::Options;
use hexlex::profile::Profile;
use hexlex::solve::FoundWord;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// A board with its advice.
struct Advised {
    name: String,
    board: Board,
    picture: Option<Picture>,
    advice: Advice,
    profile: Cow<'static, Profile>,
    time: Duration,
}

/// The JSON of `advise` for one board.
#[derive(Serialize)]
struct AdviseReport {
    /// The input, with the number of the board if the input has several.
    source: String,
    /// The reading, if the input was a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<ReadReport>,
    goal: &'static str,
    count: usize,
    scramble: bool,
    why: String,
    words: Vec<AdvisedWordReport>,
    solves: usize,
    /// The numbers of the profile that no source gives.
    assumed: Vec<String>,
    timing_ms: f64,
}

#[derive(Serialize)]
struct AdvisedWordReport {
    #[serde(flatten)]
    word: WordReport,
    risk: Option<f32>,
}

/// Runs the command.
pub(crate) fn run(args: AdviseArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    if let Some(file) = &args.output {
        ensure!(
            args.inputs.len() < 2,
            "expected one input with -o, found {}: leave -o out, or give one",
            args.inputs.len()
        );
        overlay_file::check(file, Existing::of(args.force))?;
    }
    let console = &console.beside(args.output.as_deref())?;
    let gathered = inputs::gather(&args.inputs, args.sources, console)?;
    inputs::ask_for_board(&gathered, console);
    let lexicon = dictionary::load(args.words.lexicon.as_deref(), console)?;
    let is_known = |word: &str| {
        let word = word.to_lowercase();
        let lexicon = if dictionary::is_accented(&word) { lexicon.as_is() } else { lexicon.plain() };
        lexicon.number(&word).is_some()
    };
    if let Some(word) = args.bonus.as_ref().filter(|word| is_word(word) && !is_known(word)) {
        console.warn(format_args!(
            "--bonus: expected a word of the dictionary, found {word}: the advice is without it; pass --lexicon with a \
             dictionary that has it"
        ));
    }
    let options = read::options(&args.reading, args.engine.engine, console)?;
    let (mut outcome, mut form, mut reports, mut is_first) = (gathered.outcome, gathered.form, Vec::new(), true);
    for input in &gathered.inputs {
        let loaded = load(input, &args, &options, console).unwrap_or_else(|error| vec![Err(error)]);
        if loaded.len() > 1 {
            form = Form::Array;
        }
        let count = loaded.len();
        for (board, number) in loaded.into_iter().zip(1..) {
            let source = report::source(input, number, count);
            let advised = board.and_then(|(name, board, picture)| advised(name, board, picture, &lexicon, &args));
            let advised = match advised {
                Ok(advised) => advised,
                Err(error) => {
                    console.failure(&error);
                    if form == Form::Array {
                        reports.push(InputReport::failure(source, &error));
                    }
                    outcome = Outcome::Trouble;
                    continue;
                }
            };
            warn(&advised, console);
            if let Some(file) = &args.output {
                ensure!(count == 1, "expected one board with -o, found {count}: leave -o out, or give one board");
                write_overlay(&advised, file)?;
            }
            outcome = outcome.and(if advised.advice.words.is_empty() { Outcome::No } else { Outcome::Done });
            if console.json {
                reports.push(InputReport::Answer(report_of(advised, source, &args)));
            } else {
                let separator = if is_first { "" } else { "\n" };
                print(&advised, &args, form, separator, console)?;
                args.output.iter().try_for_each(|file| console.written("overlay", file))?;
                is_first = false;
            }
        }
    }
    console.answer_reports(&reports, form)?;
    Ok(outcome)
}

/// A board with its name and the picture that it was read from.
type Loaded = Result<(String, Board, Option<Picture>)>;

/// The board of a picture, or the boards of a text, of which some may be errors.
fn load(input: &Input, args: &AdviseArgs, options: &Options, console: &Console) -> Result<Vec<Loaded>> {
    let name = input.name();
    match input.load()? {
        Content::Picture(frame, decode) => {
            let mut picture = Picture::read(frame, decode, options, args.region.region)?;
            fixes::apply_to_picture(&args.fixes, &mut picture).with_context(|| name.clone())?;
            for warning in picture.warnings(options, args.region.region) {
                console.warn(format_args!("{name}: {warning}"));
            }
            Ok(vec![Ok((name, picture.reading.board.clone(), Some(picture)))])
        }
        Content::Text(text) => {
            let texts = boards::texts(&text);
            let count = texts.len();
            let name = |n: usize| if count > 1 { format!("{name}#{n}") } else { name.clone() };
            let shape = args.reading.shape.0.as_ref();
            let parsed = (1..).zip(&texts).map(|(n, text)| {
                let mut board = boards::parse_typed(text, &name(n), shape, boards::TypedTiles::of(args.split))?;
                fixes::apply(&args.fixes, &mut board).with_context(|| name(n))?;
                Ok((name(n), board, None))
            });
            Ok(parsed.collect())
        }
    }
}

/// The advice on a board.
fn advised(
    name: String,
    board: Board,
    picture: Option<Picture>,
    dictionary: &Dictionary,
    args: &AdviseArgs,
) -> Result<Advised> {
    let start = Instant::now();
    let profile = rules::profile_for(args.reading.profile, &board, picture.as_ref().map(|picture| &picture.reading));
    let (params, lexicon) = (params(&profile, &args.words), dictionary.for_board(&board));
    let bonus = bonus(&profile, args)?;
    let wishes = Wishes { bonus: bonus.as_ref().map(|(word, points)| (word.as_str(), *points)) };
    let advice =
        within(&args.think, &board, lexicon, &params, args.level.unwrap_or(1), wishes).with_context(|| name.clone())?;
    Ok(Advised { name, board, picture, advice, profile, time: start.elapsed() })
}

/// Whether a text has letters alone.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphabetic)
}

/// The bonus word and the least points that it brings: how many came before is not to be seen on the board.
fn bonus(profile: &Profile, args: &AdviseArgs) -> Result<Option<(String, u32)>> {
    let Some(word) = &args.bonus else { return Ok(None) };
    if !is_word(word) {
        bail!("expected a word of letters for --bonus, found `{word}`: write it as the game shows it");
    }
    match profile.bonus.first() {
        Some(points) => Ok(Some((word.clone(), *points))),
        None => bail!("expected a game with bonus words, found {}: leave --bonus out", profile.name),
    }
}

/// The game of a profile, with the lengths of the arguments.
pub(crate) fn params(profile: &Profile, words: &WordArgs) -> GameParams {
    let mut params = GameParams::of(profile);
    rules::set_lengths(&mut params.rules, words);
    params
}

/// Draws the advised word, and marks the fires that must be used and the gems that hold fires up.
fn write_overlay(advised: &Advised, file: &Path) -> Result<()> {
    let words: Vec<FoundWord> = match advised.advice.scramble {
        true => Vec::new(),
        false => advised.advice.words.iter().map(|word| word.found.clone()).collect(),
    };
    let tiles = critical_tiles(&advised.board, &advised.profile.game);
    overlays::advice(&advised.board, advised.picture.as_ref(), &words, &tiles, file)
}

/// What a person should know before following the advice.
fn warn(advised: &Advised, console: &Console) {
    let name = &advised.name;
    if !advised.board.settled {
        console.warn(format_args!(
            "{name}: expected tiles at rest, found tiles that fall or that something covers: take the picture again when \
             they are still"
        ));
    }
    if advised.advice.is_partial {
        console.warn(format_args!(
            "{name}: expected a letter or Qu on every tile, found others, through which no word was sought: write their \
             letters, or use `solve`"
        ));
    }
    console.detail(format_args!(
        "{} boards solved in {:.2} ms; assumed: {}",
        advised.advice.solves,
        milliseconds(advised.time),
        advised.profile.assumed.join(", ")
    ));
}

/// The JSON of a board with its advice.
fn report_of(advised: Advised, source: String, args: &AdviseArgs) -> AdviseReport {
    let layout = advised.picture.as_ref().map(|picture| &picture.reading.layout);
    let word = |AdvisedWord { found, risk, .. }: &AdvisedWord| AdvisedWordReport {
        word: WordReport::new(found, layout),
        risk: *risk,
    };
    AdviseReport {
        source,
        words: advised.advice.words.iter().take(args.top).map(word).collect(),
        board: advised.picture.as_ref().map(Picture::report),
        goal: "survive",
        count: advised.advice.words.len(),
        scramble: advised.advice.scramble,
        why: advised.advice.text,
        solves: advised.advice.solves,
        assumed: advised.profile.assumed.clone(),
        timing_ms: milliseconds(advised.time),
    }
}

/// Prints the board, on a terminal that is wide enough as it stands on the screen with the path of the word, and the advice.
fn print(advised: &Advised, args: &AdviseArgs, form: Form, separator: &str, console: &Console) -> Result<()> {
    let name = match form {
        Form::Array => format!("{} {}\n", boards::SOURCE, printable(&advised.name)),
        Form::Object => String::new(),
    };
    let terminal = Terminal::of_output();
    let best = advised.advice.words.first().filter(|_| !advised.advice.scramble);
    let path = best.map_or(&[][..], |best| &best.found.path);
    let width = terminal.map_or(usize::MAX, |terminal| terminal.width);
    let text = text(advised, args, width);
    match terminal.and_then(|terminal| draw(&advised.board, path, terminal)) {
        Some(drawing) => {
            console.answer_colored(&format!("{separator}{name}{drawing}\n"))?;
            console.answer(&text)
        }
        None => console.answer(&format!("{separator}{name}{}\n{text}", advised.board)),
    }
}

/// The move with its reason, in lines of this width, and the words.
fn text(advised: &Advised, args: &AdviseArgs, width: usize) -> String {
    let advice = &advised.advice;
    let mut text = String::new();
    // Writing to a string cannot fail.
    match advice.words.first().filter(|_| !advice.scramble) {
        Some(best) => {
            let word = format!("play {}, tiles {}", best.found.word, tiles(&best.found));
            let why = wrapped(&format!("why: {}", advice.text), width);
            let _ = writeln!(text, "{}\n{why}\n", wrapped(&word, width));
        }
        None => {
            let _ = writeln!(text, "{}", wrapped(&advice.text, width));
            return text;
        }
    }
    let has_risk = advice.words.iter().any(|word| word.risk.is_some());
    let heading = ["", "word", "letters", "points", if has_risk { "risk" } else { "" }].map(str::to_string);
    let row = |(place, AdvisedWord { found, risk, .. }): (usize, &AdvisedWord)| {
        let risk = risk.map_or_else(String::new, percent);
        [(place + 1).to_string(), found.word.clone(), found.length.to_string(), found.score.to_string(), risk]
    };
    let words = advice.words.iter().take(args.top).enumerate().map(row);
    text.push_str(&table(&[heading].into_iter().chain(words).collect::<Vec<_>>(), 1));
    if let Some(unknown) = advice.risk_unknown {
        let other = match unknown {
            RiskUnknown::Shape => "this board has another shape",
            RiskUnknown::Rules => "this game has other rules or lengths of words",
            RiskUnknown::Words => "this dictionary has other words",
        };
        let reason = format!("no risk is printed: it was measured for `deluxe` with built-in English, and {other}");
        let _ = writeln!(text, "\n{}", wrapped(&reason, width));
    }
    text
}

/// A chance with as many digits as it is worth.
fn percent(chance: f32) -> String {
    match 100.0 * chance {
        percent if percent < 0.1 => "< 0.1%".to_string(),
        percent if percent < 10.0 => format!("{percent:.1}%"),
        percent => format!("{percent:.0}%"),
    }
}

/// The tiles of a path, counted from 1.
fn tiles(found: &FoundWord) -> String {
    let tiles: Vec<String> = found.path.iter().map(|cell| format!("{},{}", cell.line + 1, cell.index + 1)).collect();
    tiles.join(" ")
}

/// Puts the advised words first, for `--goal survive`, and returns why; `None` where there is no advice for such a board.
pub(crate) fn put_first(
    words: &mut Vec<FoundWord>,
    board: &Board,
    lexicon: &Lexicon,
    profile: &Profile,
    args: &WordArgs,
    level: u32,
) -> Option<Survival> {
    let think = ThinkArgs { solves: None, think: None };
    let advice = within(&think, board, lexicon, &params(profile, args), level, Wishes::default()).ok()?;
    let advised: Vec<FoundWord> = advice.words.into_iter().map(|word| word.found).collect();
    words.retain(|found| advised.iter().all(|other| other.word != found.word));
    words.splice(0..0, advised);
    Some(Survival { why: advice.text, scramble: advice.scramble })
}

/// The reason for the first word of `--goal survive`.
#[derive(Debug, Clone)]
pub(crate) struct Survival {
    pub(crate) why: String,
    pub(crate) scramble: bool,
}
