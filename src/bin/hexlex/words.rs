//! The command `words`: builds, inspects, searches and imports dictionaries, and keeps the user's own words.

use crate::args::{WordsArgs, WordsBuild, WordsCommand, WordsHas, WordsImport, WordsInfo, WordsList, WordsUserList};
use crate::console::{Console, Outcome, counted};
use crate::named::{self, MAX_LIST_BYTES};
use crate::user_words::{self, UserList};
use crate::{dictionary, outputs, rules};
use anyhow::{Context, Result, bail};
use hexlex::lexicon::{Lexicon, LexiconBuilder, ListReport};
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
        WordsCommand::Refuse(args) => edit_user_list(&args, UserList::Refused, console),
        WordsCommand::Allow(args) => edit_user_list(&args, UserList::Allowed, console),
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
    rules::check_lengths(args.min_length, args.max_length)?;
    outputs::check_is_no_input(&args.output, args.lists.iter().map(PathBuf::as_path))?;
    outputs::check_with_folder(&args.output)?;
    let lengths = args.min_length.unwrap_or(1)..=args.max_length.unwrap_or(usize::MAX);
    let pattern = args.pattern.as_ref();
    let keep =
        |word: &str| lengths.contains(&word.chars().count()) && pattern.is_none_or(|pattern| pattern.matches(word));
    let start = Instant::now();
    let mut builder = LexiconBuilder::default();
    for path in &args.lists {
        let report = add_list(path, &mut builder, keep)?;
        dictionary::print_report(path, &report, console);
    }
    let lexicon = builder.finish()?;
    if lexicon.is_empty() {
        let lists: Vec<String> = args.lists.iter().map(|path| path.display().to_string()).collect();
        bail!("expected a word that passes the filters in {}, found none: check the lists", lists.join(", "));
    }
    save(&lexicon, &args.output, start, console)
}

/// Adds the words of a file, or of standard input for `-`.
fn add_list(path: &Path, builder: &mut LexiconBuilder, keep: impl FnMut(&str) -> bool) -> Result<ListReport> {
    Ok(builder.add_list(path, named::open(path, MAX_LIST_BYTES)?, keep)?)
}

/// Writes a compiled dictionary and prints its size.
fn save(lexicon: &Lexicon, path: &Path, start: Instant, console: &Console) -> Result<Outcome> {
    let bytes = lexicon.to_bytes();
    outputs::write_with_folder(&bytes, path)?;
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
            "{}: {}, {}, {}, {} bytes, {:.3} seconds\n",
            report.file,
            counted(report.words, "word"),
            counted(report.states, "state"),
            counted(report.edges, "edge"),
            report.bytes,
            report.seconds
        ))?;
    }
    Ok(Outcome::Done)
}

/// The JSON of `words info`.
#[derive(Serialize)]
struct DictionaryInfo {
    words: usize,
    states: usize,
    edges: usize,
    bytes: usize,
    memory: usize,
    letters: String,
    longest: usize,
    lengths: BTreeMap<usize, usize>,
    /// The number of the user's allowed words that the dictionary lacks.
    allowed: usize,
    /// The number of its words that the user refuses.
    refused: usize,
}

/// Prints the figures of the dictionary itself, and how the user's own words change it.
fn info(args: &WordsInfo, console: &Console) -> Result<Outcome> {
    let lexicon = dictionary::load_without_user_words(args.lexicon.as_deref().or(args.named.as_deref()), console)?;
    let changes = user_words::apply(&mut lexicon.clone())?;
    let mut lengths = BTreeMap::new();
    lexicon.words().for_each(|word| *lengths.entry(word.chars().count()).or_insert(0) += 1);
    let info = DictionaryInfo {
        words: lexicon.len(),
        states: lexicon.states(),
        edges: lexicon.edges(),
        bytes: lexicon.size(),
        memory: lexicon.memory(),
        letters: lexicon.alphabet().iter().collect(),
        longest: lexicon.longest(),
        lengths,
        allowed: changes.allowed,
        refused: changes.refused,
    };
    if console.json {
        console.answer_json(&info)?;
        return Ok(Outcome::Done);
    }
    let mut text = format!(
        "{} of at most {}, made of {}\n{}, {}; {} bytes as a file, {} in memory\n",
        counted(info.words, "word"),
        counted(info.longest, "letter"),
        info.letters,
        counted(info.states, "state"),
        counted(info.edges, "edge"),
        info.bytes,
        info.memory
    );
    if info.allowed + info.refused > 0 {
        writeln!(text, "your own words: {} added, {} refused", info.allowed, info.refused)?;
    }
    let most = info.lengths.values().max().copied().unwrap_or(1).max(1);
    for (letters, words) in &info.lengths {
        let bar = "#".repeat((words * WIDEST_BAR).div_ceil(most));
        writeln!(text, "{letters:>3} {words:>8}  {bar}")?;
    }
    console.answer(&text)?;
    Ok(Outcome::Done)
}

/// The characters of the longest bar of the histogram. Chosen by hand: a line fits into half a terminal.
const WIDEST_BAR: usize = 40;

/// The JSON of `words has`.
#[derive(Serialize)]
struct Membership<'a> {
    #[serde(rename = "in")]
    found: Vec<&'a str>,
    missing: Vec<&'a str>,
}

fn has(args: &WordsHas, console: &Console) -> Result<Outcome> {
    let lexicon = dictionary::load(args.lexicon.as_deref(), console)?;
    let (found, missing): (Vec<&str>, Vec<&str>) =
        args.words.iter().map(String::as_str).partition(|word| lexicon.contains(word));
    if console.json {
        console.answer_json(&Membership { found: found.clone(), missing: missing.clone() })?;
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
    rules::check_lengths(args.min_length, args.max_length)?;
    let lexicon = dictionary::load(args.lexicon.as_deref(), console)?;
    let mut words = match (&args.letters, &args.prefix, &args.pattern) {
        (Some(letters), ..) => lexicon.spelled_by(letters),
        (_, Some(prefix), _) => lexicon.matching(prefix),
        (.., Some(pattern)) => lexicon.matching(pattern),
        _ => lexicon.words().collect(),
    };
    for pattern in [&args.prefix, &args.pattern].into_iter().flatten() {
        words.retain(|word| pattern.matches(word));
    }
    let lengths = args.min_length.unwrap_or(1)..=args.max_length.unwrap_or(usize::MAX);
    words.retain(|word| lengths.contains(&word.chars().count()));
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
    let name = match &args.name {
        Some(name) => name.clone(),
        None => args.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let path = match &args.output {
        Some(path) => path.clone(),
        None => dictionary::imported_path(&name)?,
    };
    outputs::check_is_no_input(&path, [args.file.as_path()])?;
    outputs::check_with_folder(&path)?;
    let (lexicon, report) = dictionary::read(&args.file)?;
    dictionary::print_report(&args.file, &report, console);
    save(&lexicon, &path, start, console)
}

/// The JSON of `words refuse` and `words allow`.
#[derive(Serialize)]
struct UserListReport {
    file: String,
    changed: usize,
    words: BTreeSet<String>,
}

/// Adds words to a list of the user's own, or removes them with `--forget`, and prints the list.
fn edit_user_list(args: &WordsUserList, list: UserList, console: &Console) -> Result<Outcome> {
    let given = args.words.iter().map(|word| user_words::fold_word(word)).collect::<Result<BTreeSet<String>>>()?;
    let mut words = list.read()?;
    let undo = undo(&given, list, &words, args.forget)?;
    let before = words.len();
    if args.forget {
        words.retain(|word| !given.contains(word));
    } else {
        words.extend(given.iter().cloned());
        remove(&given, list.other())?;
    }
    let changed = words.len().abs_diff(before);
    if changed > 0 {
        list.write(&words).context("cannot save the words")?;
    }
    let report = UserListReport { file: list.path()?.display().to_string(), changed, words };
    if console.json {
        console.answer_json(&report)?;
    } else if given.is_empty() {
        console.answer(&report.words.iter().map(|word| format!("{word}\n")).collect::<String>())?;
    } else {
        console.answer(&format!("{}: {}, {changed} changed\n", report.file, counted(report.words.len(), "word")))?;
        if !undo.is_empty() {
            console.answer(&format!("to undo this, run `{}`\n", undo.join(" && ")))?;
        }
    }
    Ok(Outcome::Done)
}

/// The commands that undo the edit of a `list` of these words by the `given` ones. None where nothing changes.
fn undo(given: &BTreeSet<String>, list: UserList, words: &BTreeSet<String>, forget: bool) -> Result<Vec<String>> {
    let other = list.other().read()?;
    let command = |list: UserList, changed: Vec<&str>, option: &str| {
        let words = changed.join(" ");
        (!changed.is_empty()).then(|| format!("hexlex words {} {words}{option}", list.command()))
    };
    let changed = |is_changed: &dyn Fn(&String) -> bool| -> Vec<&str> {
        given.iter().filter(|word| is_changed(word)).map(String::as_str).collect()
    };
    let commands = match forget {
        true => vec![command(list, changed(&|word| words.contains(word)), "")],
        false => vec![
            command(list, changed(&|word| !words.contains(word) && !other.contains(word)), " --forget"),
            // Putting it back on the other list takes it off this one.
            command(list.other(), changed(&|word| other.contains(word)), ""),
        ],
    };
    Ok(commands.into_iter().flatten().collect())
}

/// Removes words from a list.
fn remove(given: &BTreeSet<String>, list: UserList) -> Result<()> {
    let mut words = list.read()?;
    let before = words.len();
    words.retain(|word| !given.contains(word));
    if words.len() < before { list.write(&words) } else { Ok(()) }
}
