//! Loads the dictionary that a command searches: the built-in English, a file, an imported dictionary by its name, or a word
//! list of the system by its language, with the [user's own words](crate::user_words).
//!
//! A [`Dictionary`] has two forms: as it is, for boards with accented letters, and without accents, for all others.

use crate::console::{Console, is_control};
use crate::named::{self, MAX_LIST_BYTES};
use crate::nearest::nearest;
use crate::system_lists::{self, Language};
use crate::{places, user_words};
use anyhow::{Result, anyhow, bail};
use hexlex::board::{Board, Face};
use hexlex::lexicon::{self, Lexicon, ListReport, without_accent};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The extension of imported dictionaries.
pub(crate) const EXTENSION: &str = "lexicon";

/// The names of the built-in dictionary.
const BUILT_IN: [&str; 2] = ["english", "en"];

/// A dictionary with the user's own words.
#[derive(Clone)]
pub(crate) struct Dictionary {
    as_is: Cow<'static, Lexicon>,
    /// The words without accents, made when they are first needed; `None` where no word has one.
    plain: OnceLock<Option<Lexicon>>,
    /// The user's refused words: one may be spelled as a word without its accents is.
    refused: Vec<String>,
}

impl Dictionary {
    /// The words as they are written.
    pub(crate) fn as_is(&self) -> &Lexicon {
        &self.as_is
    }

    /// The words without accents: é as E, ß as SS.
    pub(crate) fn plain(&self) -> &Lexicon {
        let plain = self.plain.get_or_init(|| {
            // Fewer words than there are already always fit.
            let mut plain = self.as_is.without_accents().ok().flatten()?;
            plain.refuse(&self.refused);
            Some(plain)
        });
        plain.as_ref().unwrap_or(&self.as_is)
    }

    /// The same, by value.
    #[cfg(feature = "desktop")]
    pub(crate) fn into_plain(self) -> Cow<'static, Lexicon> {
        self.plain();
        self.plain.into_inner().flatten().map_or(self.as_is, Cow::Owned)
    }

    /// The words for a board: as they are where a tile has an accent, else without accents.
    pub(crate) fn for_board(&self, board: &Board) -> &Lexicon {
        let has_accent = board.tiles().flatten().any(|tile| match &tile.face {
            Face::Letters(text) | Face::Prefix(text) | Face::Suffix(text) => is_accented(text),
            Face::Choice(parts) => parts.iter().any(|part| is_accented(part)),
            _ => false,
        });
        if has_accent { self.as_is() } else { self.plain() }
    }

    /// Takes out a word that the game refuses, spelled with or without accents.
    #[cfg(feature = "desktop")]
    pub(crate) fn refuse(&mut self, word: &str) {
        self.as_is.to_mut().refuse([word]);
        self.refused.push(word.to_string());
        if let Some(Some(plain)) = self.plain.get_mut() {
            plain.refuse([word]);
        }
    }
}

/// Whether a text has a letter with an accent, in either case.
pub(crate) fn is_accented(text: &str) -> bool {
    !text.is_ascii() && text.chars().flat_map(char::to_lowercase).any(|letter| without_accent(letter).is_some())
}

/// The dictionary of `--lexicon`, or the built-in English, with the user's own words.
pub(crate) fn load(given: Option<&Path>, console: &Console) -> Result<Dictionary> {
    let mut as_is = load_without_user_words(given, console).map_err(of_option)?;
    let refused = user_words::apply(&mut as_is)?.refused_list;
    Ok(Dictionary { as_is, plain: OnceLock::new(), refused })
}

/// An error about a name with the option that has it before it; one about a file names that.
pub(crate) fn of_option(error: anyhow::Error) -> anyhow::Error {
    if error.is::<UnknownDictionary>() { anyhow!("--lexicon: {error}") } else { error }
}

/// The same without the user's own words, as it is.
pub(crate) fn load_without_user_words(given: Option<&Path>, console: &Console) -> Result<Cow<'static, Lexicon>> {
    let Some(given) = given.filter(|given| BUILT_IN.iter().all(|name| given.as_os_str() != *name)) else {
        return Ok(Cow::Borrowed(lexicon::english()));
    };
    let found = find(given)?;
    let (lexicon, report) = read(&found.path)?;
    match found.origin {
        Origin::Named => print_report(&found.path, &report, console),
        // Nobody can mend a list of the system: its abbreviations are left out without a warning.
        Origin::System => console.detail(format!("{}: {report}", found.path.display())),
    }
    Ok(Cow::Owned(lexicon))
}

/// Reads a dictionary of any format from a file or a pipe that was named.
///
/// # Errors
/// If it cannot be read, or is not a dictionary.
pub(crate) fn read(path: &Path) -> Result<(Lexicon, ListReport)> {
    Ok(Lexicon::read(path, named::open(path, MAX_LIST_BYTES)?)?)
}

/// The file of a dictionary.
struct Found {
    path: PathBuf,
    origin: Origin,
}

/// Whose file a dictionary is.
enum Origin {
    /// The user named or imported it.
    Named,
    /// The system brings it.
    System,
}

/// The file of this path or, if there is none, the imported dictionary or the system's list of this name.
///
/// # Errors
/// If there is none, with what to do.
fn find(given: &Path) -> Result<Found> {
    let named = |path: PathBuf| Found { path, origin: Origin::Named };
    if given.exists() && !given.is_dir() {
        return Ok(named(given.to_path_buf()));
    }
    let imported = given.to_str().and_then(|name| imported_path(name).ok());
    if let Some(imported) = imported.filter(|path| path.is_file()) {
        return Ok(named(imported));
    }
    let is_path = given.components().count() != 1 || given.extension().is_some();
    let Some(name) = given.to_str().filter(|_| !is_path) else { return Ok(named(given.to_path_buf())) };
    let language = Language::named(name);
    if let Some(path) = language.and_then(Language::path).or_else(|| system_lists::list(name)) {
        return Ok(Found { path, origin: Origin::System });
    }
    if given.is_dir() {
        return Ok(named(given.to_path_buf()));
    }
    Err(match language {
        Some(language) => not_installed(name, language),
        None => unknown(name),
    }
    .into())
}

/// The error of a name without a dictionary.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct UnknownDictionary(String);

/// The error of a language whose list the system lacks.
fn not_installed(name: &str, language: &Language) -> UnknownDictionary {
    let (file, package) = language.wanted();
    let folders: Vec<String> = system_lists::folders().iter().map(|folder| folder.display().to_string()).collect();
    UnknownDictionary(format!(
        "expected the word list `{file}` for `{name}`, found none in {}: install it (Debian and Ubuntu: apt-get install \
         {package}), or name a file",
        folders.join(" or ")
    ))
}

/// The error of a name that no dictionary has: the names that are there, the nearest one first.
fn unknown(name: &str) -> UnknownDictionary {
    let there = names();
    let names = there.iter().cloned().chain(system_lists::language_names().map(str::to_string));
    let meant = nearest(name, names);
    let others: Vec<String> = there.into_iter().filter(|name| meant.as_ref() != Some(name)).collect();
    let others = match &others[..] {
        [] => String::new(),
        [one] => format!(", or use {one}"),
        several => format!(", or use one of {}", several.join(", ")),
    };
    let remedy = match meant {
        Some(meant) => format!("use `{meant}`, or name a file{others}"),
        None => {
            let languages = system_lists::languages().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
            format!("name a file{others}; other languages, once their word lists are installed: {languages}")
        }
    };
    UnknownDictionary(format!("expected a dictionary, found no file and no dictionary named `{name}`: {remedy}"))
}

/// The names of the dictionaries that are there: the built-in one, the imported ones, and the languages whose lists the system has.
pub(crate) fn names() -> Vec<String> {
    let installed = system_lists::languages().filter(|(_, is_there)| *is_there).map(|(name, _)| name.to_string());
    std::iter::once(BUILT_IN[0].to_string()).chain(imported_names()).chain(installed).collect()
}

/// The names of the imported dictionaries, sorted.
pub(crate) fn imported_names() -> Vec<String> {
    let entries = places::data("lexicons").ok().and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let imported = paths.filter(|path| path.extension().is_some_and(|end| end == EXTENSION));
    let mut names: Vec<String> = imported.filter_map(|path| Some(path.file_stem()?.to_str()?.to_string())).collect();
    names.sort();
    names
}

/// The file of an imported dictionary.
pub(crate) fn imported_path(name: &str) -> Result<PathBuf> {
    if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\']) {
        bail!("expected a name without slashes and a leading dot, found `{name}`: give another --name");
    }
    if BUILT_IN.contains(&name) {
        bail!("expected a new name, found `{name}`, that of the built-in dictionary: give another --name");
    }
    if name.chars().any(is_control) {
        bail!("expected a name without control characters, found `{name}`: give another --name");
    }
    file_of(name)
}

/// The file that an imported dictionary of this name has.
pub(crate) fn file_of(name: &str) -> Result<PathBuf> {
    places::data(&format!("lexicons/{name}.{EXTENSION}"))
}

/// Prints what a dictionary file contains: a warning if some lines are not words, otherwise only with `--verbose`.
pub(crate) fn print_report(path: &Path, report: &ListReport, console: &Console) {
    let message = format!("{}: {report}", path.display());
    if report.skipped > 0 { console.warn(message) } else { console.detail(message) }
}
