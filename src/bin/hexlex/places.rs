//! Where the user's data and settings live: the one answer for every command.
//!
//! On Linux and macOS `$XDG_DATA_HOME/hexlex` and `$XDG_CONFIG_HOME/hexlex`, where these are absolute paths, else
//! `.local/share/hexlex` and `.config/hexlex` in the home folder; on Windows `hexlex` in the application data of the user
//! (`%APPDATA%`). Version 0.1 kept its data in the same folders, so it is found there.
//!
//! The home folder is `HOME` or, where that is unset or empty, the one that the system knows for the user. A relative `HOME` is
//! refused: data would lie in whatever folder the program was started in.

use anyhow::{Context, Result};
use etcetera::{BaseStrategy, choose_base_strategy};
use std::path::{Path, PathBuf};

/// The folder of the program in the data and in the settings.
const FOLDER: &str = "hexlex";
/// The variables that name the folders of data and of settings; on Windows the system has one for both, in `APPDATA`.
const DATA: &str = "XDG_DATA_HOME";
const SETTINGS: &str = "XDG_CONFIG_HOME";

/// A file or folder of the user's data: skins, imported dictionaries, games.
///
/// # Errors
/// If the user has no home folder.
pub(crate) fn data(part: &str) -> Result<PathBuf> {
    Ok(base(DATA, |base| base.data_dir())?.join(FOLDER).join(part))
}

/// A file of the user's settings: the lists of words.
///
/// # Errors
/// If the user has no home folder.
pub(crate) fn settings(part: &str) -> Result<PathBuf> {
    Ok(base(SETTINGS, |base| base.config_dir())?.join(FOLDER).join(part))
}

/// What to do where `path`, which is the user's folder of data or of settings or lies above one, is a file or cannot be written,
/// and `wanted` is to be written into that folder; `None` for other paths.
pub(crate) fn remedy(path: &Path, wanted: &Path) -> Option<String> {
    let folders = [(DATA, data("")), (SETTINGS, settings(""))];
    let is_for = |folder: &PathBuf| folder.starts_with(path) && wanted.starts_with(folder);
    let (variable, _) = folders.into_iter().find(|(_, folder)| folder.as_ref().is_ok_and(is_for))?;
    let is_above = |named: Option<PathBuf>| named.is_some_and(|named| named.starts_with(path));
    let rename = if path.is_dir() { "" } else { "rename it, or " };
    Some(if cfg!(windows) {
        format!("{rename}set APPDATA to a folder that can be written")
    } else if is_above(named(variable)) {
        format!("set {variable} to a folder that can be written, or unset it")
    } else if is_above(std::env::var_os("HOME").map(PathBuf::from)) {
        "set HOME to a folder that can be written".to_string()
    } else {
        format!("{rename}set {variable} to a folder that can be written")
    })
}

/// The folder that a variable names by an absolute path.
fn named(variable: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    named.filter(|_| cfg!(not(windows)))
}

/// The folder of this variable, if it is an absolute path, or the system's.
fn base(variable: &str, folder: impl Fn(&dyn Folders) -> PathBuf) -> Result<PathBuf> {
    if let Some(path) = named(variable) {
        return Ok(path);
    }
    let base = choose_base_strategy().ok().filter(|base| base.home_dir().is_absolute());
    let base = base.with_context(|| {
        let found = match std::env::var_os("HOME") {
            Some(home) if !home.is_empty() => format!("HOME={}", home.display()),
            _ => "none".to_string(),
        };
        format!("expected a home folder with an absolute path, found {found}: set HOME")
    })?;
    Ok(folder(&base))
}

/// The folders of a system.
trait Folders {
    fn data_dir(&self) -> PathBuf;
    fn config_dir(&self) -> PathBuf;
}

impl<B: BaseStrategy> Folders for B {
    fn data_dir(&self) -> PathBuf {
        BaseStrategy::data_dir(self)
    }

    fn config_dir(&self) -> PathBuf {
        BaseStrategy::config_dir(self)
    }
}
