//! `hexlex rules fit`: the unknown rules of a game from its recorded moves.

use crate::args::{RulesArgs, RulesCommand, RulesFit};
use crate::console::{Console, Outcome, counted, printable};
use crate::named::{self, MAX_TEXT_BYTES};
use crate::output_file::is_written_through;
use crate::terminal::width_of_answers;
use crate::{boards, dictionary, file_kind, outputs, own_output, table};
use anyhow::{Context, Result, ensure};
use hexlex::estimate::{Estimate, Estimates, Interval, Move, Played, Value, estimate, text};
use hexlex::game::Refill;
use hexlex::profile::BuiltIn;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Runs the command.
pub(crate) fn run(args: RulesArgs, console: &Console) -> Result<Outcome> {
    let RulesCommand::Fit(args) = args.command;
    fit(&args, console)
}

fn fit(args: &RulesFit, console: &Console) -> Result<Outcome> {
    let base = args.profile.profile();
    let falls = BuiltIn::named(&base.name).is_some() && base.game.refill == Refill::Fall;
    ensure!(
        falls,
        "expected a built-in profile of a game whose tiles fall, found {}: give --profile deluxe, web or mobile",
        base.name
    );
    if let Some(file) = &args.output {
        outputs::check_file(file)?;
        own_output::check(file, PROFILE_BEGINNING)?;
    }
    let console = &console.beside(args.output.as_deref())?;
    let mut games = Vec::new();
    for record in &args.records {
        games.extend(read(record)?);
    }
    let dictionary = dictionary::load(args.lexicon.as_deref(), console)?;
    let found = estimate(&games, base, dictionary.plain())?;
    if found.counts.unexplained > 0 {
        let all = found.counts.words + found.counts.scrambles + found.counts.unexplained;
        console.warn(format!(
            "left out {} of {all} moves: the next board does not follow from the word, or several words explain it",
            found.counts.unexplained
        ));
    }
    if found.counts.words < found.list.len() {
        console.warn(format_args!(
            "found {} for {}, too few to rely on: record more games",
            counted(found.counts.words, "word"),
            counted(found.list.len(), "estimate")
        ));
    }
    if let Some(file) = &args.output {
        outputs::write_bytes(found.profile(&profile_name(file, &args.records)).as_bytes(), file)?;
    }
    if console.json {
        console.answer_json(&report(&found, args.output.as_deref()))?;
    } else {
        console.answer(&answer(&found, args.output.as_deref()))?;
    }
    Ok(Outcome::Done)
}

/// The beginning of every profile that the command writes.
const PROFILE_BEGINNING: &[u8] = b"# hexlex rules fit: ";

/// The name of the profile: that of its file or, where this is a stream, of the first record.
fn profile_name(file: &Path, records: &[PathBuf]) -> String {
    let named = if is_written_through(file) { records.first().map(PathBuf::as_path) } else { Some(file) };
    let stem = named.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name: String = stem.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect();
    // A file of standard input is called `-`.
    if name.chars().any(char::is_alphanumeric) { name } else { "recorded".to_string() }
}

/// The games of a folder of `watch --record`, or of a text.
fn read(record: &Path) -> Result<Vec<Vec<Move>>> {
    if record.is_dir() {
        return Ok(vec![recording(record)?]);
    }
    let text = utf8(named::bytes(record, MAX_TEXT_BYTES)?, record)?;
    text::parse_games(&text).with_context(|| record.display().to_string())
}

fn utf8(bytes: Vec<u8>, path: &Path) -> Result<String> {
    file_kind::text(bytes, path, "recorded moves")
}

/// The boards of a recording in their order, each with the word that was played on it.
fn recording(folder: &Path) -> Result<Vec<Move>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: BTreeMap<usize, PathBuf> = BTreeMap::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let number = name.strip_prefix("board-").and_then(|name| name.strip_suffix(".txt")?.parse().ok());
        if let Some(number) = number.filter(|_| path.is_file()) {
            files.insert(number, path);
        }
    }
    let turns = folder.join("turns.tsv");
    ensure!(
        !files.is_empty() && turns.is_file(),
        "expected a folder of `watch --record` with boards and turns.tsv, found the folder {} without them: name such a folder, or \
         a text",
        folder.display()
    );
    let turns = utf8(named::bytes(&turns, MAX_TEXT_BYTES)?, &turns)?;
    let played = |line: &str| {
        let mut columns = line.split('\t');
        Some((columns.next()?.parse::<usize>().ok()?, columns.nth(1)?.to_string()))
    };
    let played: BTreeMap<usize, String> =
        turns.lines().filter_map(played).filter(|(_, word)| !word.is_empty() && word != "-").collect();
    let mut moves = Vec::new();
    for (number, path) in files {
        let board = boards::from_bytes(named::bytes(&path, MAX_TEXT_BYTES)?, &path)?;
        let word = played.get(&number).map(|word| Played::Word { word: word.clone(), tiles: None });
        moves.push(Move { board, played: word.unwrap_or(Played::Unseen), score: None, level: None });
    }
    Ok(moves)
}

fn report(found: &Estimates, file: Option<&Path>) -> serde_json::Value {
    let value = |value: &Value| match value {
        Value::Number(number) => json!(number),
        Value::Count(count) => json!(count),
        Value::Name(name) => json!(name),
        Value::Names(names) => json!(names),
    };
    let estimate = |estimate: &Estimate| {
        let mut report = json!({ "name": estimate.name, "value": value(&estimate.value) });
        match &estimate.interval {
            Interval::Range { low, high } => {
                report["low"] = json!(low);
                report["high"] = if high.is_finite() { json!(high) } else { serde_json::Value::Null };
            }
            Interval::Names(names) => report["possible"] = json!(names),
        }
        report["observations"] = json!(estimate.observations);
        report["method"] = json!(estimate.method.to_string());
        report
    };
    json!({
        "words": found.counts.words,
        "scrambles": found.counts.scrambles,
        "unexplained": found.counts.unexplained,
        "estimates": found.list.iter().map(estimate).collect::<Vec<_>>(),
        "file": file.map(|file| file.display().to_string()),
    })
}

fn answer(found: &Estimates, file: Option<&Path>) -> String {
    let mut rows = vec![["rule", "estimate", "95% interval", "from", "method"].map(str::to_string)];
    rows.extend(found.list.iter().map(|estimate| {
        let from = estimate.observations.to_string();
        [estimate.name.clone(), estimate.value.to_string(), estimate.interval_text(), from, estimate.method.to_string()]
    }));
    let width = width_of_answers();
    let written = file.map(|file| format!("\n{}: the profile\n", printable(file.display())));
    format!(
        "{}{}, {}\n{}",
        table::table_within(&rows, 0, width),
        counted(found.counts.words, "word"),
        counted(found.counts.scrambles, "scramble"),
        written.unwrap_or_default().trim_start()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_named_after_its_file_or_else_its_record() {
        for (file, record, name) in [
            ("x/mine.toml", "recording", "mine"),
            ("-", "x/my games.txt", "mygames"),
            ("-", "-", "recorded"),
            ("---.toml", "-", "recorded"),
            #[cfg(unix)]
            ("/dev/stdout", "recording", "recording"),
        ] {
            assert_eq!(profile_name(Path::new(file), &[PathBuf::from(record)]), name, "{file} {record}");
        }
    }
}
