//! Outputs with fixed names that hexlex may write again, but not over a file that is something else.

use crate::output_file::is_stdout;
use anyhow::{Result, ensure};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Checks that a file is new, empty or begins as what hexlex writes there; before the work, of which nothing is lost.
///
/// # Errors
/// If it is another file.
pub(crate) fn check(file: &Path, beginning: &[u8]) -> Result<()> {
    if is_stdout(file) || !file.is_file() {
        return Ok(());
    }
    let mut found = Vec::new();
    let read = File::open(file).and_then(|old| old.take(beginning.len() as u64).read_to_end(&mut found));
    let is_own = read.is_ok() && (found.is_empty() || found == beginning);
    ensure!(
        is_own,
        "expected a new file or an earlier one of this kind to replace, found another file {}: give another name, or remove it",
        file.display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_begins_alike_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        assert!(check(&file, b"head").is_ok());
        for (text, is_own) in [("", true), ("head,1", true), ("hea", false), ("other", false)] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(check(&file, b"head").is_ok(), is_own, "{text}");
        }
    }
}
