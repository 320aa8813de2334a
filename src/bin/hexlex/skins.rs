//! The taught skins of the user, each a folder below `hexlex/skins` in the data folder.

use crate::console::Console;
use crate::outputs;
use anyhow::{Context, Result};
use etcetera::{BaseStrategy, choose_base_strategy};
use hexlex::skin::Skin;
use std::path::{Path, PathBuf};

/// The folder of the skin of this name.
///
/// # Errors
/// If the user has no home folder.
pub(crate) fn folder(name: &str) -> Result<PathBuf> {
    Ok(all().context("expected a home folder to keep skins in, found none: name a folder with --dir")?.join(name))
}

/// The folder of all skins; `None` if the user has no home folder.
fn all() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.data_dir().join("hexlex").join("skins"))
}

/// Writes the files of the skin. The last one is `skin.toml`, so that a failure leaves no half skin in a new folder. Then
/// removes the corrections that it has no more.
pub(crate) fn save(skin: &Skin, folder: &Path) -> Result<()> {
    let files = skin.files();
    files.iter().try_for_each(|(path, bytes)| outputs::write_with_folder(bytes, &folder.join(path)))?;
    let entries = std::fs::read_dir(folder.join("corrections")).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "png")) {
        if !files.iter().any(|(path, _)| folder.join(path) == entry.path()) {
            std::fs::remove_file(entry.path())
                .with_context(|| format!("cannot remove the old correction {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Every taught skin, sorted by name. A skin that cannot be loaded is skipped with a warning.
pub(crate) fn load(console: &Console) -> Vec<Skin> {
    let entries = all().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    let load = |folder: &PathBuf| match Skin::load(folder) {
        Ok(skin) => Some(skin),
        Err(error) => {
            console.warn(format_args!("skipped a taught skin: {error}"));
            None
        }
    };
    folders.iter().filter_map(load).collect()
}
