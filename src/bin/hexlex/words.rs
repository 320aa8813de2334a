//! The command `words`: builds, inspects, searches and imports dictionaries, and keeps the user's own words.

use crate::args::{
    WordsArgs, WordsBuild, WordsCommand, WordsForget, WordsHas, WordsImport, WordsInfo, WordsList, WordsUserList,
};
use crate::console::{Console, Outcome, counted, printable};
use crate::named::{self, MAX_LIST_BYTES};
use crate::nearest::nearest;
use crate::system_lists::{self, Language};
use crate::terminal::{width_of_answers, wrapped};
use crate::user_words::{self, UserList};
use crate::{dictionary, outputs, own_output, rules};
use anyhow::{Context, Result, bail};
use hexlex::lexicon::{Lexicon, LexiconBuilder, ListReport};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::ControlFlow;
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
        WordsCommand::Forget(args) => forget(&args, console),
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
    own_output::check(&args.output, &format_name()?)?;
    let console = &console.beside(Some(&args.output))?;
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
        let has_filter = args.min_length.is_some() || args.max_length.is_some() || pattern.is_some();
        let expected = if has_filter { "a word that passes the filters" } else { "a word" };
        bail!("expected {expected} in {}, found none: check the lists", lists.join(", "));
    }
    save(&lexicon, &args.output, start, console)
}

/// The bytes that name the format of compiled dictionaries, with which each begins.
fn format_name() -> Result<Vec<u8>> {
    const BYTES: usize = 8;
    Ok(Lexicon::from_words(["a"])?.to_bytes().into_iter().take(BYTES).collect())
}

/// Adds the words of a file, or of standard input for `-`.
fn add_list(path: &Path, builder: &mut LexiconBuilder, keep: impl FnMut(&str) -> bool) -> Result<ListReport> {
    Ok(builder.add_list(path, named::open(path, MAX_LIST_BYTES)?, keep)?)
}

/// Writes a compiled dictionary and prints its size.
fn save(lexicon: &Lexicon, path: &Path, start: Instant, console: &Console) -> Result<Outcome> {
    let bytes = lexicon.to_bytes();
    outputs::write_kept(&bytes, path)?;
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
            printable(&report.file),
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
    let lexicon = match &args.named {
        Some(named) => dictionary::load_without_user_words(Some(named), console).map_err(dictionary::of_option),
        None => dictionary::load_without_user_words(args.lexicon.as_deref(), console),
    }?;
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
    let width = width_of_answers();
    let sizes = format!(
        "{} of at most {}, made of {}\n{}, {}; {} bytes as a file, {} in memory",
        counted(info.words, "word"),
        counted(info.longest, "letter"),
        info.letters,
        counted(info.states, "state"),
        counted(info.edges, "edge"),
        info.bytes,
        info.memory
    );
    let mut text: String = sizes.lines().map(|line| wrapped(line, width) + "\n").collect();
    if info.allowed + info.refused > 0 {
        let [added, refused] =
            [(info.allowed, UserList::Allowed), (info.refused, UserList::Refused)].map(|(n, list)| {
                let all = list.read().map_or(n, |words| words.len());
                format!("{n} of {all} {} words", list.state())
            });
        writeln!(text, "your own words: {added} added, {refused} left out")?;
    }
    let most = info.lengths.values().max().copied().unwrap_or(1).max(1);
    let widest = width.saturating_sub(BEFORE_BAR).clamp(1, WIDEST_BAR);
    for (letters, words) in &info.lengths {
        let bar = "#".repeat((words * widest).div_ceil(most));
        writeln!(text, "{letters:>3} {words:>8}  {bar}")?;
    }
    console.answer(&text)?;
    Ok(Outcome::Done)
}

/// The characters of the longest bar of the histogram. Chosen by hand: a line fits into half a terminal.
const WIDEST_BAR: usize = 40;

/// The characters before a bar: the number of letters, that of words, and the spaces between.
const BEFORE_BAR: usize = 14;

/// The JSON of `words has`.
#[derive(Serialize)]
struct Membership<'a> {
    #[serde(rename = "in")]
    found: Vec<&'a str>,
    missing: Vec<&'a str>,
}

fn has(args: &WordsHas, console: &Console) -> Result<Outcome> {
    let dictionary = dictionary::load(args.lexicon.as_deref(), console)?;
    let lexicon = dictionary.as_is();
    let (found, missing): (Vec<&str>, Vec<&str>) =
        args.words.iter().map(String::as_str).partition(|word| lexicon.contains(word));
    for word in &missing {
        if let Some(other) = word.chars().find(|c| !c.is_alphabetic()) {
            let remedy = match other {
                ',' | ';' | ' ' | '\n' | '\t' => "give each word as an argument of its own",
                _ => "write it with letters alone",
            };
            console.warn(format!(
                "{}: expected a word of letters, found `{}` in it: {remedy}",
                printable(word),
                printable(other.to_string())
            ));
        }
    }
    if console.json {
        console.answer_json(&Membership { found: found.clone(), missing: missing.clone() })?;
    } else {
        let line =
            |word: &String| format!("{}: {}\n", printable(word), if lexicon.contains(word) { "yes" } else { "no" });
        console.answer(&args.words.iter().map(line).collect::<String>())?;
    }
    Ok(if missing.is_empty() { Outcome::Done } else { Outcome::No })
}

fn list(args: &WordsList, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.min_length, args.max_length)?;
    let dictionary = dictionary::load(args.lexicon.as_deref(), console)?;
    let lexicon = dictionary.as_is();
    let mut printer = WordPrinter { console, text: String::new(), count: 0, error: None };
    if console.json {
        // The number of the words comes before them.
        let mut count = 0;
        visit(lexicon, args, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        printer.text = format!("{{\n  \"count\": {count},\n  \"words\": [");
    }
    visit(lexicon, args, &mut |word| printer.add(word));
    if console.json {
        printer.text.push_str(if printer.count == 0 { "]\n}\n" } else { "\n  ]\n}\n" });
    }
    printer.finish()
}

/// Visits the words that the arguments select, in alphabetical order.
fn visit(lexicon: &Lexicon, args: &WordsList, visit: &mut dyn FnMut(&str) -> ControlFlow<()>) {
    let lengths = args.min_length.unwrap_or(1)..=args.max_length.unwrap_or(usize::MAX);
    let patterns: Vec<_> = [&args.prefix, &args.pattern].into_iter().flatten().collect();
    let mut selected = |word: &str| {
        let is_selected =
            lengths.contains(&word.chars().count()) && patterns.iter().all(|pattern| pattern.matches(word));
        if is_selected { visit(word) } else { ControlFlow::Continue(()) }
    };
    match (&args.letters, patterns.first()) {
        (Some(letters), _) => lexicon.visit_spelled_by(letters, selected),
        (None, Some(pattern)) => lexicon.visit_matching(pattern, selected),
        (None, None) => {
            // It ends where a word breaks it.
            let _ = lexicon.words().try_for_each(|word| selected(&word));
        }
    }
}

/// Prints words part by part: a dictionary of a few bytes can have millions.
struct WordPrinter<'a> {
    console: &'a Console,
    text: String,
    count: usize,
    /// The error that ended it.
    error: Option<anyhow::Error>,
}

impl WordPrinter<'_> {
    /// Adds a word; breaks when printing fails.
    fn add(&mut self, word: &str) -> ControlFlow<()> {
        /// The bytes that are printed at once.
        const PART: usize = 1 << 16;
        if self.console.json {
            let comma = if self.count == 0 { "" } else { "," };
            // Words are letters: nothing is to be escaped.
            self.text.push_str(&format!("{comma}\n    \"{word}\""));
        } else {
            self.text.push_str(word);
            self.text.push('\n');
        }
        self.count += 1;
        if self.text.len() >= PART {
            let printed = self.console.answer(&self.text);
            self.text.clear();
            self.error = printed.err();
        }
        if self.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Prints the rest.
    fn finish(self) -> Result<Outcome> {
        if let Some(error) = self.error {
            return Err(error);
        }
        self.console.answer(&self.text)?;
        Ok(if self.count == 0 { Outcome::No } else { Outcome::Done })
    }
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
    let console = &console.beside(Some(&path))?;
    let (lexicon, report) = dictionary::read(&args.file)?;
    dictionary::print_report(&args.file, &report, console);
    let outcome = save(&lexicon, &path, start, console)?;
    let is_shared = Language::named(&name).is_some() || system_lists::list(&name).is_some();
    if args.output.is_none() && is_shared {
        console.warn(format_args!(
            "`--lexicon {name}` means this dictionary now, also where the system has a word list of that name: to undo it, \
             run `hexlex words forget {name}`"
        ));
    }
    Ok(outcome)
}

/// Removes imported dictionaries: all of them, or none where one name is wrong.
fn forget(args: &WordsForget, console: &Console) -> Result<Outcome> {
    let names: BTreeSet<&String> = args.names.iter().collect();
    let paths = names.into_iter().map(|name| imported(name)).collect::<Result<Vec<PathBuf>>>()?;
    for path in &paths {
        std::fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    console.removed(&paths)
}

/// The file of an imported dictionary that is there.
fn imported(name: &str) -> Result<PathBuf> {
    let imported = dictionary::imported_names();
    if imported.iter().any(|other| other == name) {
        return dictionary::file_of(name);
    }
    let remedy = match (nearest(name, &imported), imported.is_empty()) {
        (Some(similar), _) => format!("use `{similar}`"),
        (None, true) => "none was imported".to_string(),
        (None, false) => format!("name one of {}", imported.join(", ")),
    };
    bail!("expected an imported dictionary, found `{name}`: {remedy}")
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
    let _lock = if given.is_empty() { None } else { Some(user_words::lock().context("cannot save the words")?) };
    let before = list.read()?;
    let undo = undo(&given, list, &before, args.forget)?;
    let missing: Vec<&str> = given.iter().filter(|word| !before.contains(*word)).map(String::as_str).collect();
    if args.forget && !missing.is_empty() {
        console.warn(format_args!(
            "expected words that are on the list, found others ({}): run `hexlex words {}` to print it",
            printable(missing.join(", ")),
            list.command()
        ));
    }
    if args.forget { list.remove(&given) } else { list.add(&given) }.context("cannot save the words")?;
    let words = list.read()?;
    let changed = words.len().abs_diff(before.len());
    let report = UserListReport { file: list.path()?.display().to_string(), changed, words };
    if console.json {
        console.answer_json(&report)?;
    } else if given.is_empty() {
        console.answer(&report.words.iter().map(|word| format!("{word}\n")).collect::<String>())?;
    } else {
        console.answer(&format!(
            "{}: {}, {changed} changed\n",
            printable(&report.file),
            counted(report.words.len(), "word")
        ))?;
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
