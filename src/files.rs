//! Files from outside: regular ones only, and up to a limit.
//!
//! A pipe can wait for ever for its writer, and a device can have no end. What the library opens by itself (a picture, the
//! files of a skin) is therefore checked before it is opened: [`open()`] takes regular files, [`read`] also limits their size.
//! A program that takes pipes reads them itself, and passes the bytes on.

use std::fs::{File, FileType};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// There is none.
    #[error("{}: expected a file, found none: check the path", .0.display())]
    Missing(PathBuf),
    /// It is a folder, a pipe or a device.
    #[error("{}: expected a regular file, found {found}: name a file", path.display())]
    NotRegular {
        /// The path.
        path: PathBuf,
        /// What it is, with its article.
        found: &'static str,
    },
    /// It has more bytes than its reader takes.
    #[error("{}: expected a file of at most {limit} bytes, found a larger one: give a smaller one", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most bytes.
        limit: u64,
    },
    /// The system refuses to open or read it.
    #[error("{}: expected a readable file, found an error ({source}): check its permissions", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl FileError {
    /// The error of a call of the system for this path.
    pub fn of(path: &Path, source: io::Error) -> FileError {
        match source.kind() {
            // Below a file there is nothing.
            ErrorKind::NotFound | ErrorKind::NotADirectory => FileError::Missing(path.to_path_buf()),
            _ => FileError::Unreadable { path: path.to_path_buf(), source },
        }
    }

    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileError::Missing(_))
    }
}

/// Opens a regular file. Links are followed.
///
/// # Errors
/// [`FileError`] for anything else, which is not opened.
pub fn open(path: &Path) -> Result<File, FileError> {
    let failed = |error| FileError::of(path, error);
    let kind = std::fs::metadata(path).map_err(failed)?.file_type();
    if !kind.is_file() {
        return Err(FileError::NotRegular { path: path.to_path_buf(), found: name_of(kind) });
    }
    File::open(path).map_err(failed)
}

/// The bytes of a regular file of at most `limit` bytes.
///
/// # Errors
/// As [`open()`], and [`FileError::TooLarge`].
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    // One byte more than the limit shows that the file is larger, whatever its size was when it was opened.
    open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| FileError::of(path, error))?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path.to_path_buf(), limit });
    }
    Ok(bytes)
}

/// What a path is, with its article.
pub fn name_of(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() { "a folder" } else { "something else" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_up_to_the_limit_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        std::fs::write(&file, "12345").unwrap();
        assert_eq!(read(&file, 5).unwrap(), b"12345");
        let error = read(&file, 4).unwrap_err().to_string();
        assert!(error.contains("expected a file of at most 4 bytes, found a larger one: "), "{error}");
        assert!(read(folder.path(), 5).unwrap_err().to_string().contains("found a folder: "));
        for none in [folder.path().join("none"), file.join("none")] {
            assert!(read(&none, 5).unwrap_err().is_missing(), "{}", none.display());
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_device_without_an_end_is_not_read() {
        let error = read(Path::new("/dev/zero"), u64::MAX).unwrap_err().to_string();
        assert_eq!(error, "/dev/zero: expected a regular file, found a device: name a file");
    }
}
