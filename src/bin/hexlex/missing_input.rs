//! What an input that is not there was meant to be: the remedy of its error.

use crate::args::ShowArg;
use crate::args::settings::typed_command;
use crate::inputs::is_picture;
use crate::nearest::nearest;
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The most words of a name with spaces that is typed without quotes. Larger: more names are tried, of which none exists. Chosen
/// by hand.
const MOST_WORDS: usize = 8;

/// The fewest letters of one argument that are taken for a board: 4x2. Smaller: short names of files are taken for boards.
/// Larger: small boards are not. Chosen by hand.
const FEWEST_LETTERS: usize = 8;

/// The fewest rows of letters that are taken for a board, and the fewest letters of each. Smaller: names of files are taken
/// for rows. Larger: small boards are not found. Chosen by hand.
const FEWEST_ROWS: usize = 3;

/// The most letters of a tile in a typed line. Smaller: tiles such as `ING` are not boards. Larger: words are. Chosen by
/// hand.
const LONGEST_TILE: usize = 3;

/// Checks that a path leads to something, and says what was most likely meant where it does not.
pub(crate) fn check_is_there(path: &Path) -> Result<()> {
    // Another error, as that of a folder that is not open to the user, is said where the file is read.
    let missing = [ErrorKind::NotFound, ErrorKind::NotADirectory];
    if !fs::symlink_metadata(path).is_err_and(|error| missing.contains(&error.kind())) {
        return Ok(());
    }
    let name = path.to_string_lossy();
    let typed: Vec<String> = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    if name.starts_with("http://") || name.starts_with("https://") {
        bail!("{name}: expected a file, found an address: save the picture, and name the file");
    }
    if name.starts_with("~/") || name.starts_with('$') {
        bail!("{name}: expected a file, found a name that the shell replaces only without quotes: leave them out");
    }
    if name == "/?" {
        bail!("{name}: expected a file, found none: use `--help` for help");
    }
    if name.contains(['*', '?']) {
        bail!("{name}: expected a file, found a pattern: {}", of_pattern(path));
    }
    let similar = || similar(path).map(|similar| format!("use `{similar}`, or check the path"));
    let remedy = of_show(&name, &typed)
        .or_else(|| of_several(&name))
        .or_else(|| with_spaces(&name, &typed))
        .or_else(|| of_command(path, &name, &typed))
        .or_else(similar)
        .or_else(|| of_board(&name, &typed));
    let remedy = remedy.unwrap_or("check the path".to_string());
    let missing = match path.extension() {
        Some(_) => "expected a file, found none",
        None => "expected a file or a folder, found neither",
    };
    bail!("{name}: {missing}: {remedy}")
}

/// Checks that arguments which lead nowhere are not the rows of a board.
pub(crate) fn check_are_no_rows(paths: &[PathBuf]) -> Result<()> {
    let Some(rows) = typed_rows(paths) else { return Ok(()) };
    let command = typed_command(&std::env::args_os().collect::<Vec<_>>()).name;
    if !takes_boards(&command) {
        return Ok(());
    }
    bail!(
        "{rows}: expected a file, found rows of letters: write a board that you type to standard input: \
         `printf '%s\\n' {rows} | {command} --split -`"
    )
}

/// The rows of letters that the arguments are; `None` where one of them is something else, or a file.
fn typed_rows(paths: &[PathBuf]) -> Option<String> {
    let names: Vec<&str> = paths.iter().filter_map(|path| path.to_str()).collect();
    if names.len() != paths.len() || names.iter().any(|name| fs::symlink_metadata(name).is_ok()) {
        return None;
    }
    // Also in one argument, as in "cats role nide".
    let rows: Vec<&str> =
        names.iter().flat_map(|name| name.split([' ', ',', '\n'])).filter(|row| !row.is_empty()).collect();
    let length = rows.first()?.chars().count();
    let is_row = |row: &&str| row.chars().all(char::is_alphabetic) && row.chars().count() == length;
    let is_board = rows.len().min(length) >= FEWEST_ROWS && rows.iter().all(is_row);
    is_board.then(|| rows.join(" "))
}

/// What to do about a protocol of `--show` that is typed behind a space.
fn of_show(name: &str, typed: &[String]) -> Option<String> {
    let is_typed = typed.windows(2).any(|pair| pair[0] == "--show" && pair[1] == name);
    (is_typed && ShowArg::from_str(name, true).is_ok()).then(|| format!("use `--show={name}`"))
}

/// What to do about several names that were typed in one argument.
fn of_several(name: &str) -> Option<String> {
    let names: Vec<&str> = name.split([',', ' ']).filter(|name| !name.is_empty()).collect();
    let are_there = names.len() > 1 && names.iter().all(|name| Path::new(name).exists());
    are_there.then(|| format!("name each file by itself, with a space between them: `{}`", names.join(" ")))
}

/// The folder of a path; `.` for the current one.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What to do about a pattern that the shell has not replaced: because of quotes, because no file matches, or as on Windows.
fn of_pattern(path: &Path) -> String {
    let folder = folder(path);
    if !folder.is_dir() {
        return "name a folder that exists".to_string();
    }
    let folder = folder.display();
    format!("name the folder `{folder}`, or its files")
}

/// A name of a folder, which is compared without its extension.
struct Named {
    stem: String,
    name: String,
}

impl AsRef<str> for Named {
    fn as_ref(&self) -> &str {
        &self.stem
    }
}

/// The most similar name in the folder of a path, of those that hexlex may read: one of the same extension, or else, where the path names a
/// picture, of any picture, or else any.
/// Extensions are not compared: `a.png` and `b.png` have little in common.
fn similar(path: &Path) -> Option<String> {
    let entries = fs::read_dir(folder(path)).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    if !takes_texts() {
        names.retain(|name| Path::new(name).extension().is_none_or(|extension| extension != "txt"));
    }
    let (alike, others): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| path.extension().is_some() && Path::new(name).extension() == path.extension());
    let stem = |path: &Path| Some(path.file_stem()?.to_string_lossy().into_owned());
    let most_similar = |names: &[&String]| {
        let stems =
            names.iter().filter_map(|name| Some(Named { stem: stem(Path::new(name))?, name: name.to_string() }));
        nearest(&stem(path)?, stems).map(|named| named.name)
    };
    let may_be_read = |name: &&String| {
        let path = path.with_file_name(name.as_str());
        is_picture(&path) || path.is_dir() || path.extension().is_none_or(|extension| extension == "txt")
    };
    let others: Vec<&String> = others.into_iter().filter(may_be_read).collect();
    // As in `gamepng`.
    let whole = || nearest(&path.file_name()?.to_string_lossy(), others.iter().map(|name| name.to_string()));
    let pictures: Vec<&String> = others.iter().copied().filter(|name| is_picture(&path.with_file_name(name))).collect();
    let similar = most_similar(&alike)
        .or_else(|| most_similar(&pictures).filter(|_| is_picture(path)))
        .or_else(|| most_similar(&others))
        .or_else(|| whole().filter(|_| path.extension().is_none()))?;
    Some(path.with_file_name(similar).display().to_string())
}

/// A name with spaces that was typed as several arguments, of which this is one.
fn with_spaces(name: &str, typed: &[String]) -> Option<String> {
    let (place, _) = typed.iter().enumerate().find(|(_, word)| *word == name)?;
    (place.saturating_sub(MOST_WORDS)..=place)
        .flat_map(|first| (place + 1..=typed.len().min(first + MOST_WORDS)).map(move |end| first..end))
        .filter(|words| words.len() > 1)
        .map(|words| typed[words].join(" "))
        .find(|joined| Path::new(joined).exists())
        .map(|joined| format!("put quotes around a name with spaces, as in \"{joined}\""))
}

/// What the typed command has for it: help, or the overlay's name.
fn of_command(path: &Path, name: &str, typed: &[String]) -> Option<String> {
    let typed_command = typed_command(&std::env::args_os().collect::<Vec<_>>());
    let command = typed_command.name;
    if name == "help" {
        return Some(format!("use `{command} --help` for help"));
    }
    if name == "clipboard" && typed_command.definition.get_arguments().any(|arg| arg.get_long() == Some("clipboard")) {
        return Some("use `--clipboard` for the picture in the clipboard".to_string());
    }
    if !takes_boards(&command) {
        return None;
    }
    let is_there = |word: &String| word != name && Path::new(word).is_file();
    let is_second = typed.last().is_some_and(|last| last == name) && typed.iter().any(is_there);
    let is_overlay = is_second && is_picture(path) && similar(path).is_none_or(|similar| typed.contains(&similar));
    is_overlay.then(|| format!("check the path, or use `-o {name}` to name the overlay"))
}

/// What to do where a board was typed as an argument.
fn of_board(name: &str, typed: &[String]) -> Option<String> {
    let command = typed_command(&std::env::args_os().collect::<Vec<_>>()).name;
    let input = typed_board(name, typed).filter(|_| takes_boards(&command))?;
    Some(format!("write a board that you type to standard input: `{input} -`"))
}

/// Whether the typed command takes board texts beside pictures.
fn takes_texts() -> bool {
    let command = typed_command(&std::env::args_os().collect::<Vec<_>>()).name;
    !matches!(command.as_str(), "hexlex read" | "hexlex check" | "hexlex teach")
}

/// Whether this is a command that solves boards.
fn takes_boards(command: &str) -> bool {
    matches!(command, "hexlex solve" | "hexlex advise")
}

/// The command that solves the letters of an argument, or of several that are lines of a board, up to its last word.
fn typed_board(name: &str, typed: &[String]) -> Option<String> {
    let is_letters = |text: &str| text.chars().all(|c| c.is_alphabetic());
    let is_tile = |text: &str| (1..=LONGEST_TILE).contains(&text.chars().count()) && is_letters(text);
    let is_line = |text: &&String| text.contains(' ') && text.split(' ').all(is_tile);
    if is_line(&&name.to_string()) {
        let lines: Vec<String> = typed.iter().filter(is_line).map(|line| format!("'{line}'")).collect();
        return Some(format!("printf '%s\\n' {} | hexlex solve", lines.join(" ")));
    }
    let count = name.chars().count();
    // Names of files are rarely in capitals.
    let is_capitals = name.chars().all(char::is_uppercase);
    let (rows, columns) = most_square(count).filter(|(rows, columns)| rows == columns || is_capitals)?;
    (is_letters(name) && count >= FEWEST_LETTERS)
        .then(|| format!("echo {name} | hexlex solve --split --shape {columns}x{rows}"))
}

/// The sides, shorter one first, of the rectangle of this number of tiles that is nearest to a square; `None` where it is a line.
fn most_square(count: usize) -> Option<(usize, usize)> {
    let shorter = (2..=count.isqrt()).rev().find(|side| count.is_multiple_of(*side))?;
    Some((shorter, count / shorter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_taken_for_a_board_where_they_fill_a_square() {
        let of = |name: &str| typed_board(name, &[]);
        assert_eq!(of("catdogers").unwrap(), "echo catdogers | hexlex solve --split --shape 3x3");
        assert_eq!([of("game"), of("catdoger"), of("cat.dogers"), of("a/b")], [const { None }; 4]);
        assert_eq!([of("my board"), of(" ")], [const { None }; 2]);
        assert_eq!(of("CATSDOGS").unwrap(), "echo CATSDOGS | hexlex solve --split --shape 4x2");
        assert_eq!([of("pictures"), of("CATDOGERSXY")], [const { None }; 2]);
        let rows = ["cats", "role", "nide"].map(PathBuf::from);
        assert_eq!(typed_rows(&rows).unwrap(), "cats role nide");
        assert_eq!(typed_rows(&["cats,role, nide".into()]).unwrap(), "cats role nide");
        assert_eq!([typed_rows(&rows[..2]), typed_rows(&["cats", "role", "oak"].map(PathBuf::from))], [None, None]);
        let lines = ["C A T", "D O G"].map(str::to_string);
        assert_eq!(typed_board(&lines[0], &lines).unwrap(), "printf '%s\\n' 'C A T' 'D O G' | hexlex solve");
    }

    #[test]
    fn a_name_with_spaces_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("my first shot.png");
        fs::write(&file, "").unwrap();
        let words: Vec<String> = format!("solve {} --json", file.display()).split(' ').map(str::to_string).collect();
        for word in ["first", "shot.png"] {
            assert!(with_spaces(word, &words).unwrap().contains("my first shot.png\""), "{word}");
        }
        assert_eq!(with_spaces("--json", &words), None);
        let (file, folder) = (file.with_file_name("a.png"), folder.path().display());
        fs::write(&file, "").unwrap();
        assert!(
            of_several(&format!("{0},{0}", file.display())).unwrap().ends_with(&format!("`{0} {0}`", file.display()))
        );
        assert_eq!([of_several(&format!("{} {folder}/b.png", file.display())), of_several("")], [None, None]);
    }
}
