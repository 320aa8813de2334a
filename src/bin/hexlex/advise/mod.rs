//! `hexlex advise`: what a strong player would play on a board, and why.
//!
//! Each [`Input`] becomes one or several boards, each board an [`Advised`] one.

mod json;
mod text;
mod think;

pub(crate) use think::within;

use crate::args::{AdviseArgs, ThinkArgs, WordArgs};
use crate::console::{Console, Form, Outcome, printable};
use crate::dictionary::Dictionary;
use crate::drawing::draw;
use crate::inputs::{self, Content, Input};
use crate::overlay_file::{self, Existing};
use crate::read::{self, Picture};
use crate::report::{self, InputReport, milliseconds};
use crate::solve::draw::{self as overlays, AdvisedPath};
use crate::terminal::Terminal;
use crate::{boards, dictionary, fixes, rules};
use anyhow::{Context, Result, bail, ensure};
use hexlex::advise::{Advice, AdvisedWord, Wishes, critical_tiles};
use hexlex::board::{Board, MINE, THEIRS, Tile};
use hexlex::game::{GameParams, Refill};
use hexlex::lexicon::Lexicon;
use hexlex::pipeline::Options;
use hexlex::profile::Profile;
use hexlex::solve::FoundWord;
use json::AdviseReport;
use std::borrow::Cow;
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
    let mut unknown_bonus = args.bonus.as_ref().filter(|word| is_word(word) && !is_known(word));
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
            // After the errors, of which that of a game without bonus words makes it needless.
            if let Some(word) = unknown_bonus.take() {
                console.warn(format_args!(
                    "--bonus: expected a word of the dictionary, found {word}: the advice is without it; pass --lexicon with a \
                     dictionary that has it"
                ));
            }
            warn(&advised, args.level, console);
            if let Some(file) = &args.output {
                ensure!(count == 1, "expected one board with -o, found {count}: leave -o out, or give one board");
                write_overlay(&advised, file)?;
            }
            outcome = outcome.and(if advised.advice.words.is_empty() { Outcome::No } else { Outcome::Done });
            if console.json {
                reports.push(InputReport::Answer(AdviseReport::of(advised, source, args.top)));
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
    let board = rules::with_adjacency(args.reading.profile, board);
    let (params, lexicon) = (params(&profile, &args.words), dictionary.for_board(&board));
    let bonus = bonus(&profile, args)?;
    if !args.played.is_empty() && !matches!(params.refill, Refill::Own(_) | Refill::Collapse(_)) {
        bail!(
            "expected a game in which a word counts once for --played, found {}: leave it out, or give --profile \
             letterpress or spelltower",
            profile.name
        );
    }
    let wishes = Wishes { bonus: bonus.as_ref().map(|(word, points)| (word.as_str(), *points)), played: &args.played };
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
    let path = |word: &AdvisedWord| AdvisedPath { found: word.found.clone(), value: text::value(word) };
    let words: Vec<AdvisedPath> = match advised.advice.scramble {
        true => Vec::new(),
        false => advised.advice.words.iter().map(path).collect(),
    };
    let tiles = critical_tiles(&advised.board, &advised.profile.game);
    overlays::advice(&advised.board, advised.picture.as_ref(), words, &tiles, file)
}

/// What a person should know before following the advice.
fn warn(advised: &Advised, level: Option<u32>, console: &Console) {
    let name = &advised.name;
    if let Some(warning) = rules::level_warning(&advised.profile, level) {
        console.warn(format_args!("{name}: {warning}"));
    }
    if !advised.board.settled {
        console.warn(format_args!(
            "{name}: expected tiles at rest, found tiles that fall or that something covers: take the picture again when \
             they are still"
        ));
    }
    if advised.advice.is_partial && matches!(advised.profile.game.refill, Refill::Collapse(_)) {
        console.warn(format_args!(
            "{name}: expected a board whose paths can all be visited, found one with too many, so words may be missing: write \
             letters in place of `*`, or use `solve`"
        ));
    } else if advised.advice.is_partial {
        console.warn(format_args!(
            "{name}: expected a letter or Qu on every tile, found others, through which no word was sought: write their \
             letters, or use `solve`"
        ));
    }
    if lacks_owners(&advised.board, &advised.profile) && advised.picture.is_some() {
        console.warn(format_args!(
            "{name}: expected tiles with owners, found a picture, of which none are read: `hexlex read` prints the board as \
             text; tag its tiles `mine` and `theirs`, as in E:mine, and give that"
        ));
    }
    console.detail(format_args!(
        "{} boards solved in {:.2} ms; assumed: {}",
        advised.advice.solves,
        milliseconds(advised.time),
        advised.profile.assumed.join(", ")
    ));
}

/// Whether tiles have owners in the game of a profile, and none of the board has one.
fn lacks_owners(board: &Board, profile: &Profile) -> bool {
    let is_owned = |tile: &Tile| tile.has_tag(MINE) || tile.has_tag(THEIRS);
    matches!(profile.game.refill, Refill::Own(_)) && !board.cells().any(|(_, tile)| is_owned(tile))
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
    let text = text::of(&advised.advice, args.top, width);
    match terminal.and_then(|terminal| draw(&advised.board, path, terminal)) {
        Some(drawing) => {
            console.answer_colored(&format!("{separator}{name}{drawing}\n"))?;
            console.answer(&text)
        }
        None => console.answer(&format!("{separator}{name}{}\n{text}", advised.board)),
    }
}

/// What a person should know where no tile of a game of territory has an owner.
const NO_OWNERS: &str =
    "no tile is tagged `mine` or `theirs`, and no owner is read from a picture, so every tile is taken as unowned";

/// The warning where a board is not one for `--goal survive`.
pub(crate) const NO_SURVIVAL: &str = "--goal survive is for staggered boards, whose tiles fall, and for --profile spelltower and letterpress \
                                      on boards of rows: the words are ordered by length";

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
    let why = match lacks_owners(board, profile) {
        true => format!("{}; {NO_OWNERS}", advice.text),
        false => advice.text,
    };
    Some(Survival { why, scramble: advice.scramble })
}

/// The reason for the first word of `--goal survive`.
#[derive(Debug, Clone)]
pub(crate) struct Survival {
    pub(crate) why: String,
    pub(crate) scramble: bool,
}
