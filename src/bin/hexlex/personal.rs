//! The player's own words: lists of those that the game refuses and takes, in the configuration folder.
//!
//! Plain text, a word a line, so that they can be edited and carried along. Every lexicon gets them when it
//! is loaded; no dictionary is built anew.

use crate::outputs;
use anyhow::{Context, Result, anyhow};
use hexlex::lexicon::Lexicon;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// One of the two lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    /// Words that the game refuses.
    Refused,
    /// Words that the game takes and the dictionary lacks.
    Allowed,
}

impl Own {
    /// The list that a word of this one is taken off.
    pub(crate) fn other(self) -> Own {
        match self {
            Own::Refused => Own::Allowed,
            Own::Allowed => Own::Refused,
        }
    }

    fn file_name(self) -> &'static str {
        match self {
            Own::Refused => "refused.txt",
            Own::Allowed => "allowed.txt",
        }
    }

    /// Where the list is kept.
    pub(crate) fn path(self) -> Result<PathBuf> {
        Ok(folder("XDG_CONFIG_HOME", ".config")?.join(self.file_name()))
    }

    /// The words on it, folded; none where there is no list yet.
    pub(crate) fn words(self) -> Result<BTreeSet<String>> {
        let Ok(path) = self.path() else { return Ok(BTreeSet::new()) };
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeSet::new()),
            read => read.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| folded(line).with_context(|| format!("{} is damaged", path.display()))).collect()
    }

    /// Writes the list as a whole, or not at all.
    pub(crate) fn write(self, words: &BTreeSet<String>) -> Result<()> {
        let lines: String = words.iter().map(|word| format!("{word}\n")).collect();
        write(&self.path()?, lines.as_bytes())
    }
}

/// A word as lexicons keep it.
pub(crate) fn folded(word: &str) -> Result<String> {
    Ok(Lexicon::from_words([word])?.words().next().unwrap_or_default())
}

/// Takes the player's words into a lexicon and answers how many were new to it, and how many of its own are
/// refused. Lists that cannot be read are an error, since words that the game refuses must not come back.
pub(crate) fn apply(lexicon: &mut Lexicon) -> Result<(usize, usize)> {
    let allowed = lexicon.allow(Own::Allowed.words()?)?;
    Ok((allowed, lexicon.refuse(Own::Refused.words()?)))
}

/// Whether the player has any words.
pub(crate) fn is_empty() -> Result<bool> {
    Ok(Own::Allowed.words()?.is_empty() && Own::Refused.words()?.is_empty())
}

/// Where imported dictionaries are kept.
pub(crate) fn dictionaries() -> Result<PathBuf> {
    Ok(folder("XDG_DATA_HOME", ".local/share")?.join("lexicons"))
}

/// The program's folder under one that the environment names, or under the home folder.
fn folder(variable: &str, otherwise: &str) -> Result<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set(variable).filter(|path| path.is_absolute()).or_else(|| Some(set("HOME")?.join(otherwise)));
    let base = base.ok_or_else(|| anyhow!("expected a home folder, found neither {variable} nor HOME: set one"))?;
    Ok(base.join("hexlex"))
}

/// Writes a file, and makes the folders that it wants.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot write {}", path.display()))?;
    }
    outputs::write_bytes(bytes, path)
}
