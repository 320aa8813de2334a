//! `hexlex words`: dictionaries are built, looked into, imported, and made a player's own.

use crate::args::{WordsArgs, WordsBuild, WordsCommand, WordsHas, WordsImport, WordsInfo, WordsList, WordsOwn};
use crate::console::{Console, Outcome};
use crate::personal::{self, Own};
use crate::words;
use anyhow::{Context, Result, anyhow, bail};
use hexlex::lexicon::{Lexicon, LexiconBuilder, ListReport, Pattern};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: WordsArgs, console: &Console) -> Result<Outcome> {
    match args.command {
        WordsCommand::Build(args) => build(&args, console),
        WordsCommand::Info(args) => info(&args, console),
        WordsCommand::Has(args) => has(&args, console),
        WordsCommand::List(args) => list(&args, console),
        WordsCommand::Import(args) => import(&args, console),
        WordsCommand::Refuse(args) => own(&args, Own::Refused, console),
        WordsCommand::Allow(args) => own(&args, Own::Allowed, console),
    }
}

/// The JSON of `words build` and `words import`.
#[derive(Serialize)]
struct Built {
    words: usize,
    states: usize,
    edges: usize,
    bytes: usize,
    seconds: f64,
    file: String,
}

fn build(args: &WordsBuild, console: &Console) -> Result<Outcome> {
    let pattern = args.pattern.as_ref();
    let (min, max) = (args.min_length.unwrap_or(1), args.max_length.unwrap_or(usize::MAX));
    if min > max {
        bail!("no word has {min} or more letters and {max} or fewer: lower --min-length or raise --max-length");
    }
    let keep =
        |word: &str| (min..=max).contains(&word.chars().count()) && pattern.is_none_or(|pattern| pattern.matches(word));
    let start = Instant::now();
    let mut builder = LexiconBuilder::default();
    for path in &args.lists {
        let report = add_list(path, &mut builder, keep)?;
        tell(path, &report, console);
    }
    let lexicon = builder.finish()?;
    if lexicon.is_empty() {
        let lists: Vec<String> = args.lists.iter().map(|path| path.display().to_string()).collect();
        bail!("expected a word that the filters let through in {}, found none: check the lists", lists.join(", "));
    }
    save(&lexicon, &args.output, start, console)
}

/// Adds the words of a file, or of standard input.
fn add_list(path: &Path, builder: &mut LexiconBuilder, keep: impl FnMut(&str) -> bool) -> Result<ListReport> {
    Ok(match path.as_os_str() == "-" {
        true => builder.add_list(path, std::io::stdin().lock(), keep)?,
        false => builder.add_file(path, keep)?,
    })
}

/// Says what of a list was no word.
fn tell(path: &Path, report: &ListReport, console: &Console) {
    let said = format!("{}: {report}", path.display());
    if report.skipped > 0 { console.warn(said) } else { console.detail(said) }
}

/// Writes a compiled lexicon and tells what it is.
fn save(lexicon: &Lexicon, path: &Path, start: Instant, console: &Console) -> Result<Outcome> {
    let bytes = lexicon.to_bytes();
    personal::write(path, &bytes)?;
    let report = Built {
        words: lexicon.len(),
        states: lexicon.states(),
        edges: lexicon.edges(),
        bytes: bytes.len(),
        seconds: start.elapsed().as_secs_f64(),
        file: path.display().to_string(),
    };
    if console.json {
        console.answer_json(&report)?;
    } else {
        console.answer(&format!(
            "{}: {} words, {} states, {} edges, {} bytes, {:.3} seconds\n",
            report.file, report.words, report.states, report.edges, report.bytes, report.seconds
        ))?;
    }
    Ok(Outcome::Done)
}

/// The JSON of `words info`.
#[derive(Serialize)]
struct Info {
    words: usize,
    states: usize,
    edges: usize,
    bytes: usize,
    memory: usize,
    letters: String,
    longest: usize,
    lengths: BTreeMap<usize, usize>,
    /// How many of the player's own words are not among those, and how many of those the player refuses.
    allowed: usize,
    refused: usize,
}

/// Everything is told of the dictionary itself; what the player's own words change comes beside.
fn info(args: &WordsInfo, console: &Console) -> Result<Outcome> {
    let lexicon = words::alone(args.lexicon.as_deref().or(args.named.as_deref()), console)?;
    let (allowed, refused) =
        if personal::is_empty()? { (0, 0) } else { personal::apply(&mut lexicon.clone().into_owned())? };
    let mut lengths = BTreeMap::new();
    lexicon.words().for_each(|word| *lengths.entry(word.chars().count()).or_insert(0) += 1);
    let info = Info {
        words: lexicon.len(),
        states: lexicon.states(),
        edges: lexicon.edges(),
        bytes: lexicon.size(),
        memory: lexicon.memory(),
        letters: lexicon.alphabet().iter().collect(),
        longest: lexicon.longest(),
        lengths,
        allowed,
        refused,
    };
    if console.json {
        console.answer_json(&info)?;
        return Ok(Outcome::Done);
    }
    let mut text = format!(
        "{} words of at most {} letters, made of {}\n{} states, {} edges; {} bytes as a file, {} in memory\n",
        info.words, info.longest, info.letters, info.states, info.edges, info.bytes, info.memory
    );
    if allowed + refused > 0 {
        writeln!(text, "beside them your own: {allowed} more allowed, {refused} of them refused")?;
    }
    let most = info.lengths.values().max().copied().unwrap_or(1).max(1);
    for (letters, words) in &info.lengths {
        let bar = "#".repeat((words * WIDEST_BAR).div_ceil(most));
        writeln!(text, "{letters:>3} {words:>8}  {bar}")?;
    }
    console.answer(&text)?;
    Ok(Outcome::Done)
}

/// The signs of the longest bar of a histogram.
const WIDEST_BAR: usize = 40;

/// The JSON of `words has`.
#[derive(Serialize)]
struct Which<'a> {
    #[serde(rename = "in")]
    found: Vec<&'a str>,
    missing: Vec<&'a str>,
}

fn has(args: &WordsHas, console: &Console) -> Result<Outcome> {
    let lexicon = words::load(args.lexicon.as_deref(), console)?;
    let (found, missing): (Vec<&str>, Vec<&str>) =
        args.words.iter().map(String::as_str).partition(|word| lexicon.contains(word));
    if console.json {
        console.answer_json(&Which { found: found.clone(), missing: missing.clone() })?;
    } else {
        let line = |word: &String| format!("{word}: {}\n", if lexicon.contains(word) { "yes" } else { "no" });
        console.answer(&args.words.iter().map(line).collect::<String>())?;
    }
    Ok(if missing.is_empty() { Outcome::Done } else { Outcome::No })
}

/// The JSON of `words list`.
#[derive(Serialize)]
struct Listed {
    count: usize,
    words: Vec<String>,
}

fn list(args: &WordsList, console: &Console) -> Result<Outcome> {
    let lexicon = words::load(args.lexicon.as_deref(), console)?;
    let mut words = match (&args.letters, &args.prefix, &args.pattern) {
        (Some(letters), ..) => lexicon.spelled_by(letters),
        (_, Some(prefix), _) => lexicon.matching(prefix),
        (.., Some(pattern)) => lexicon.matching(pattern),
        _ => lexicon.words().collect(),
    };
    let both = [&args.prefix, &args.pattern].into_iter().flatten();
    both.for_each(|pattern| words.retain(|word| pattern.matches(word)));
    let (min, max) = (args.min_length.unwrap_or(1), args.max_length.unwrap_or(usize::MAX));
    words.retain(|word| (min..=max).contains(&word.chars().count()));
    let outcome = if words.is_empty() { Outcome::No } else { Outcome::Done };
    if console.json {
        console.answer_json(&Listed { count: words.len(), words })?;
    } else {
        console.answer(&words.iter().map(|word| format!("{word}\n")).collect::<String>())?;
    }
    Ok(outcome)
}

fn import(args: &WordsImport, console: &Console) -> Result<Outcome> {
    let start = Instant::now();
    let (lexicon, report) = Lexicon::open(&args.file)?;
    tell(&args.file, &report, console);
    let name = match &args.name {
        Some(name) => name.clone(),
        None => args.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let path = match &args.output {
        Some(path) => path.clone(),
        None => named(&name)?,
    };
    save(&lexicon, &path, start, console)
}

/// Where the dictionary of a name is kept.
fn named(name: &str) -> Result<PathBuf> {
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\']);
    if !is_plain {
        return Err(anyhow!("expected a name without slashes, found `{name}`: say another --name"));
    }
    Ok(personal::dictionaries()?.join(format!("{name}.lexicon")))
}

/// The JSON of `words refuse` and `words allow`.
#[derive(Serialize)]
struct OwnWords {
    file: String,
    changed: usize,
    words: BTreeSet<String>,
}

fn own(args: &WordsOwn, list: Own, console: &Console) -> Result<Outcome> {
    let given = args.words.iter().map(|word| personal::folded(word)).collect::<Result<BTreeSet<String>>>()?;
    let mut words = list.words()?;
    let before = words.len();
    if args.forget {
        words.retain(|word| !given.contains(word));
    } else {
        words.extend(given.iter().cloned());
        let mut other = list.other().words()?;
        let known = other.len();
        other.retain(|word| !given.contains(word));
        if other.len() < known {
            list.other().write(&other)?;
        }
    }
    let changed = words.len().abs_diff(before);
    if changed > 0 {
        list.write(&words).context("the words have not been kept")?;
    }
    let report = OwnWords { file: list.path()?.display().to_string(), changed, words };
    if console.json {
        console.answer_json(&report)?;
    } else if given.is_empty() {
        console.answer(&report.words.iter().map(|word| format!("{word}\n")).collect::<String>())?;
    } else {
        console.answer(&format!("{}: {} words, {changed} changed\n", report.file, report.words.len()))?;
    }
    Ok(Outcome::Done)
}

/// The file that `--lexicon` names: one that is there, or a dictionary that was imported under the name.
pub(crate) fn find(given: &Path) -> PathBuf {
    let imported = || named(given.to_str()?).ok().filter(|path| path.is_file());
    if given.exists() { given.to_path_buf() } else { imported().unwrap_or_else(|| given.to_path_buf()) }
}

/// A pattern of an argument.
pub(crate) fn pattern(text: &str) -> Result<Pattern, String> {
    text.parse().map_err(|error: hexlex::lexicon::PatternError| error.to_string())
}

/// A beginning of an argument.
pub(crate) fn prefix(text: &str) -> Result<Pattern, String> {
    Pattern::prefix(text).map_err(|error| error.to_string())
}
