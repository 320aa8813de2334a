//! Where taught skins are kept.

use crate::console::Console;
use anyhow::{Context, Result};
use etcetera::{BaseStrategy, choose_base_strategy};
use hexlex::skin::Skin;
use std::path::PathBuf;

/// The folder of the skin of this name.
pub(crate) fn folder(name: &str) -> Result<PathBuf> {
    Ok(all().context("cannot tell where your data lives: give the skin's folder with --dir")?.join(name))
}

/// The folder of all skins; `None` where nobody knows the user's home.
fn all() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.data_dir().join("hexlex").join("skins"))
}

/// Every skin that was taught, by name. One that cannot be read is told and passed over.
pub(crate) fn load(console: &Console) -> Vec<Skin> {
    let entries = all().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    let load = |folder: &PathBuf| match Skin::load(folder) {
        Ok(skin) => Some(skin),
        Err(error) => {
            console.warn(format_args!("passed over a taught skin: {error}"));
            None
        }
    };
    folders.iter().filter_map(load).collect()
}
