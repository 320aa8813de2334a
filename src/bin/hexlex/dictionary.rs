//! Loads the dictionary that a command searches: the built-in English, a file, or an imported dictionary by its name, with
//! the [user's own words](crate::user_words).

use crate::console::{Console, is_control};
use crate::named::{self, MAX_LIST_BYTES};
use crate::{places, user_words};
use anyhow::{Result, bail};
use hexlex::lexicon::{self, Lexicon, ListReport};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The extension of imported dictionaries.
pub(crate) const EXTENSION: &str = "lexicon";

/// The name of the built-in dictionary.
const BUILT_IN: &str = "english";

/// The dictionary of `--lexicon`, or the built-in English, with the user's own words.
pub(crate) fn load(given: Option<&Path>, console: &Console) -> Result<Cow<'static, Lexicon>> {
    let mut lexicon = load_without_user_words(given, console)?;
    user_words::apply(&mut lexicon)?;
    Ok(lexicon)
}

/// The same without the user's own words.
pub(crate) fn load_without_user_words(given: Option<&Path>, console: &Console) -> Result<Cow<'static, Lexicon>> {
    let Some(given) = given.filter(|given| given.as_os_str() != BUILT_IN) else {
        return Ok(Cow::Borrowed(lexicon::english()));
    };
    let path = find(given);
    let (lexicon, report) = read(&path)?;
    print_report(&path, &report, console);
    Ok(Cow::Owned(lexicon))
}

/// Reads a dictionary of any format from a file or a pipe that was named.
///
/// # Errors
/// If it cannot be read, or is not a dictionary.
pub(crate) fn read(path: &Path) -> Result<(Lexicon, ListReport)> {
    Ok(Lexicon::read(path, named::open(path, MAX_LIST_BYTES)?)?)
}

/// The file of this path or, if there is none, the imported dictionary of this name.
fn find(given: &Path) -> PathBuf {
    let imported = || imported_path(given.to_str()?).ok().filter(|path| path.is_file());
    if given.exists() { given.to_path_buf() } else { imported().unwrap_or_else(|| given.to_path_buf()) }
}

/// The file of an imported dictionary.
pub(crate) fn imported_path(name: &str) -> Result<PathBuf> {
    if name.is_empty() || name.starts_with('.') || name.contains(['/', '\\']) {
        bail!("expected a name without slashes and a leading dot, found `{name}`: give another --name");
    }
    if name.chars().any(is_control) {
        bail!("expected a name without control characters, found `{name}`: give another --name");
    }
    places::data(&format!("lexicons/{name}.{EXTENSION}"))
}

/// Prints what a dictionary file contains: a warning if some lines are not words, otherwise only with `--verbose`.
pub(crate) fn print_report(path: &Path, report: &ListReport, console: &Console) {
    let message = format!("{}: {report}", path.display());
    if report.skipped > 0 { console.warn(message) } else { console.detail(message) }
}
