//! One program at a time changes a file of the user's data: a lock file in its folder.
//!
//! A change reads a file, and writes it with what is new. Where two do so at once, what the first one wrote is lost. The lock
//! belongs to an open file, so the system frees it when a program ends, however it ends. The lock file itself stays: removing
//! it would let two programs lock two files of one name.

use crate::outputs;
use anyhow::{Context, Result, bail};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// The name of the lock file.
const NAME: &str = ".hexlex.lock";

/// The longest wait for another program. A change takes milliseconds. Smaller: forty changes at once on a slow disk fail.
/// Larger: a program that was stopped halts others for longer. Chosen by hand.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time between two attempts. Chosen by hand: short against a change, long against an attempt.
const PAUSE: Duration = Duration::from_millis(5);

/// A folder that no other hexlex changes, until this is dropped.
pub(crate) struct Lock {
    /// Closing it frees the lock.
    _file: File,
}

impl Lock {
    /// Waits until no other hexlex changes this folder, which is created if it is missing.
    ///
    /// # Errors
    /// If the lock file cannot be written, or another one keeps the lock for too long.
    pub(crate) fn of(folder: &Path) -> Result<Lock> {
        outputs::create_folder(folder)?;
        let path = if folder.as_os_str().is_empty() { Path::new(".") } else { folder }.join(NAME);
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => bail!(
                    "expected to change {} alone, found another hexlex that has changed it for {} seconds: end that one",
                    folder.display(),
                    PATIENCE.as_secs()
                ),
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| format!("cannot lock {}", path.display()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::of(&folder.path().join("new")).unwrap();
        let second = File::open(folder.path().join("new").join(NAME)).unwrap();
        assert!(matches!(second.try_lock(), Err(TryLockError::WouldBlock)));
        drop(lock);
        assert!(second.try_lock().is_ok());
    }
}
