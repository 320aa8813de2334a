//! Writing one file: all of it or nothing.
//!
//! A regular file is written beside its place and renamed over it, so that a reader sees the old file or the new one, whatever
//! ends the program. The new file keeps the mode and, where the system allows it, the owner of the old one; links are followed.
//! Pipes and devices cannot be replaced: they are written through. `-` is standard output.
//!
//! A program that is killed leaves its temporary file. The next one that writes to the folder removes it: a temporary file is
//! locked as long as its program lives.

use std::collections::HashSet;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::NamedTempFile;

/// The beginning and the end of the name of a temporary file or folder; six characters are between them.
pub(crate) const TEMPORARY: (&str, &str) = (".hexlex-", ".part");

/// The links that are followed from an output to its file: as many as Linux follows.
const MAX_LINKS: usize = 40;

/// The longest wait for a reader of a pipe, as for a writer of one that is read (`named`). Chosen by hand.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a written file must be when writing it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// In the memory of the system: a picture that can be drawn again.
    Cached,
    /// On the disk: what the user has taught or typed.
    Synced,
}

/// Whether a path is standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a path is written through: it is standard output, or exists and is neither a file nor a folder.
pub(crate) fn is_written_through(path: &Path) -> bool {
    let is_special = |found: Metadata| !found.is_file() && !found.is_dir();
    // The standard streams may be files, but replacing one would not change what they name.
    const STREAMS: [&str; 4] = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc/self/fd"];
    is_stdout(path) || STREAMS.iter().any(|stream| path.starts_with(stream)) || fs::metadata(path).is_ok_and(is_special)
}

/// The folder of a file; `.` for the current one.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path without links at its end.
///
/// # Errors
/// If the links go round in a circle.
pub(crate) fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Writes a file, all of it or nothing.
///
/// # Errors
/// If the system refuses.
pub(crate) fn write(bytes: &[u8], path: &Path, durability: Durability) -> io::Result<()> {
    if is_stdout(path) {
        let mut stdout = io::stdout().lock();
        return stdout.write_all(bytes).and_then(|()| stdout.flush());
    }
    if is_written_through(path) {
        return open_through(path)?.write_all(bytes);
    }
    let path = resolved(path)?;
    let folder = folder_of(&path);
    remove_leftovers(folder);
    let mut file = temporary(folder)?;
    file.write_all(bytes)?;
    if let Ok(old) = fs::metadata(&path) {
        keep_owner_and_mode(file.as_file(), &old)?;
    }
    if durability == Durability::Synced {
        file.as_file().sync_all()?;
    }
    file.persist(&path).map_err(|error| error.error)?;
    if durability == Durability::Synced {
        sync_folder(folder);
    }
    Ok(())
}

/// Opens a pipe or a device to write to. A pipe opens only when somebody reads it: a thread waits for that.
fn open_through(path: &Path) -> io::Result<File> {
    let (sender, opened) = sync_channel(1);
    let to_open = path.to_path_buf();
    std::thread::spawn(move || {
        // A failure to send means that the wait is over.
        let _ = sender.send(OpenOptions::new().append(true).open(to_open));
    });
    let nobody = |_| io::Error::new(ErrorKind::TimedOut, format!("nobody read it in {} seconds", PATIENCE.as_secs()));
    opened.recv_timeout(PATIENCE).map_err(nobody)?
}

/// Gives a new file the mode of the old one, and its owner where the system allows it.
fn keep_owner_and_mode(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only the superuser may give files away: for others the file becomes theirs, as with any editor.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())
}

/// Waits until the names in a folder are on the disk. Some systems cannot: the file itself is there then.
pub(crate) fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// A temporary file with the permissions of any other new file, locked until it is closed.
pub(crate) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    loop {
        let file = builder.tempfile_in(folder).map_err(without_path)?;
        // A file system without locks has no other hexlex that removes what is not locked. One that holds the lock is removing
        // the file, or has done so.
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && file.path().exists() {
            return Ok(file);
        }
    }
}

/// The error without the name of the temporary file, which the user has not chosen.
fn without_path(error: io::Error) -> io::Error {
    if error.get_ref().is_some() { error.kind().into() } else { error }
}

/// Whether this is the name of a temporary file or folder.
pub(crate) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let random = name.strip_prefix(TEMPORARY.0).and_then(|rest| rest.strip_suffix(TEMPORARY.1));
    random.is_some_and(|random| random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes the temporary files that programs left in a folder when they were killed; once for each folder.
fn remove_leftovers(folder: &Path) {
    static CLEANED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut cleaned = CLEANED.lock().unwrap_or_else(PoisonError::into_inner);
    if !cleaned.get_or_insert_default().insert(folder.to_path_buf()) {
        return;
    }
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in paths.filter(|path| is_temporary(path)) {
        let is_file = path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
        if is_file && File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            // What cannot be removed now is removed another time.
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_of_killed_programs_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let live = temporary(folder.path()).unwrap();
        for name in [".hexlex-abc123.part", ".hexlex-abc.part", ".hexlexrc", "hexlex-abc123.part"] {
            fs::write(at(name), "").unwrap();
        }
        write(b"new", &at("a"), Durability::Synced).unwrap();
        assert!(live.path().exists() && !at(".hexlex-abc123.part").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
    }

    #[test]
    fn errors_do_not_name_temporary_files() {
        let folder = tempfile::tempdir().unwrap();
        let error = temporary(&folder.path().join("none")).unwrap_err();
        assert_eq!(error.to_string(), io::Error::from(ErrorKind::NotFound).to_string());
    }

    #[test]
    #[cfg(unix)]
    fn links_are_followed_and_the_mode_is_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/file"), "old").unwrap();
        fs::set_permissions(at("far/file"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("far/file", at("link")).unwrap();
        symlink("far/new", at("dangling")).unwrap();
        for name in ["link", "dangling"] {
            write(b"new", &at(name), Durability::Cached).unwrap();
            assert!(at(name).is_symlink() && fs::read(at(name)).unwrap() == b"new");
        }
        let mode = fs::metadata(at("far/file")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        symlink("round", at("round")).unwrap();
        assert!(write(b"", &at("round"), Durability::Cached).is_err());
    }
}
