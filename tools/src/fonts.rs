//! Where Debian's packages put fonts.

use std::path::{Path, PathBuf};

/// The folders that hold them.
pub const ROOTS: [&str; 2] = ["/usr/share/fonts", "/usr/share/texmf/fonts"];

/// Every file in the folder and below: a folder's own files first, each in the order of their names.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let (mut folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
        entries.map(|entry| entry.path()).partition(|path| path.is_dir());
    folders.sort();
    files.sort();
    files.extend(folders.iter().flat_map(|folder| below(folder)));
    files
}
