//! The user's own words: a list of those that the game refuses and one of those that it accepts, in the configuration
//! folder.
//!
//! The lists are plain text, a word a line, so that they can be edited. Every dictionary gets them when it is loaded.

use crate::lock::Lock;
use crate::{file_kind, outputs, places};
use anyhow::{Context, Result};
use hexlex::files;
use hexlex::lexicon::Lexicon;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The most bytes of a list: a hundred thousand words. Chosen by hand.
const MAX_BYTES: u64 = 1 << 20;

/// One of the two lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UserList {
    /// Words that the game refuses.
    Refused,
    /// Words that the game accepts and the dictionary lacks.
    Allowed,
}

impl UserList {
    /// The other list, from which a word is removed when this one gets it.
    pub(crate) fn other(self) -> UserList {
        match self {
            UserList::Refused => UserList::Allowed,
            UserList::Allowed => UserList::Refused,
        }
    }

    /// The command of `hexlex words` that edits the list.
    pub(crate) fn command(self) -> &'static str {
        match self {
            UserList::Refused => "refuse",
            UserList::Allowed => "allow",
        }
    }

    /// What its words are.
    pub(crate) fn state(self) -> &'static str {
        match self {
            UserList::Refused => "refused",
            UserList::Allowed => "allowed",
        }
    }

    /// The file of the list.
    pub(crate) fn path(self) -> Result<PathBuf> {
        let name = match self {
            UserList::Refused => "refused.txt",
            UserList::Allowed => "allowed.txt",
        };
        places::settings(name)
    }

    /// The folded words of the list; none where there is no file.
    pub(crate) fn read(self) -> Result<BTreeSet<String>> {
        let Ok(path) = self.path() else { return Ok(BTreeSet::new()) };
        let bytes = match files::read(&path, MAX_BYTES) {
            Err(error) if error.is_missing() => return Ok(BTreeSet::new()),
            result => result?,
        };
        let text = file_kind::text(bytes, &path, "words")?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| fold_word(line).with_context(|| path.display().to_string())).collect()
    }

    /// Writes the whole list or, if that fails, nothing.
    fn write(self, words: &BTreeSet<String>) -> Result<()> {
        let lines: String = words.iter().map(|word| format!("{word}\n")).collect();
        outputs::write_kept(lines.as_bytes(), &self.path()?)
    }

    /// Puts words on the list, and takes them off the other one; in this order, so that a program that is killed in between
    /// loses no word. The caller holds the [`lock`].
    pub(crate) fn add(self, words: &BTreeSet<String>) -> Result<()> {
        let mut own = self.read()?;
        let before = own.len();
        own.extend(words.iter().cloned());
        if own.len() > before {
            self.write(&own)?;
        }
        self.other().remove(words)
    }

    /// Takes words off the list. The caller holds the [`lock`].
    pub(crate) fn remove(self, words: &BTreeSet<String>) -> Result<()> {
        let mut own = self.read()?;
        let before = own.len();
        own.retain(|word| !words.contains(word));
        if own.len() < before { self.write(&own) } else { Ok(()) }
    }
}

/// Keeps other programs from changing the lists.
///
/// # Errors
/// If the folder of the lists cannot be written.
pub(crate) fn lock() -> Result<Lock> {
    Lock::of(&places::settings("")?)
}

/// Keeps a word as one that the game refuses.
#[cfg(feature = "desktop")]
pub(crate) fn refuse(word: &str) -> Result<()> {
    let words = BTreeSet::from([fold_word(word)?]);
    let _lock = lock()?;
    UserList::Refused.add(&words)
}

/// The word as dictionaries store it.
pub(crate) fn fold_word(word: &str) -> Result<String> {
    Ok(Lexicon::from_words([word])?.words().next().unwrap_or_default())
}

/// How the user's words changed a dictionary.
#[derive(Default)]
pub(crate) struct AppliedWords {
    /// The number of allowed words that the dictionary lacks.
    pub(crate) allowed: usize,
    /// The number of words that were in and are refused.
    pub(crate) refused: usize,
    /// The list of refused words, folded: those that the dictionary lacks too.
    pub(crate) refused_list: Vec<String>,
}

/// Adds the allowed words to a dictionary and takes out the refused ones; a borrowed one is copied only for a change.
///
/// # Errors
/// If a list cannot be read: words that the game refuses must not come back.
pub(crate) fn apply(lexicon: &mut Cow<'static, Lexicon>) -> Result<AppliedWords> {
    let (allowed, refused) = (UserList::Allowed.read()?, UserList::Refused.read()?);
    if allowed.is_empty() && refused.is_empty() {
        return Ok(AppliedWords::default());
    }
    let lexicon = lexicon.to_mut();
    Ok(AppliedWords {
        allowed: lexicon.allow(allowed)?,
        refused: lexicon.refuse(&refused),
        refused_list: refused.into_iter().collect(),
    })
}
