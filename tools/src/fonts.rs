//! Font files of Debian's packages.

use std::path::{Path, PathBuf};

/// The folders into which the packages install.
pub const FOLDERS: [&str; 2] = ["/usr/share/fonts", "/usr/share/texmf/fonts"];

/// Every file in [`FOLDERS`] and below.
pub fn installed() -> Vec<PathBuf> {
    FOLDERS.iter().flat_map(|folder| files_below(Path::new(folder))).collect()
}

/// Every file in the folder and below: its own files, then those of its subfolders, each in the order of their names.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let (mut folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
        entries.map(|entry| entry.path()).partition(|path| path.is_dir());
    folders.sort();
    files.sort();
    files.extend(folders.iter().flat_map(|folder| files_below(folder)));
    files
}
