//! What is named on the command line to be read: files, pipes, devices and standard input.
//!
//! A regular file is read as it is. Anything else may never end, or never begin: [`open`] reads it in a thread of its own, up to
//! a limit of bytes, and gives up when no byte comes for [`PATIENCE`]. A terminal, at which a person types, is waited for.

use anyhow::{Result, anyhow, bail};
use hexlex::files::{self, FileError};
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// The longest time without a byte. Smaller: a program that computes before it writes is cut off. Larger: a pipe that nobody
/// writes to blocks longer. Chosen by hand.
const PATIENCE: Duration = Duration::from_secs(10);

/// The bytes that are read at once, and the number of such chunks that may wait: enough that the thread is never waited for.
const CHUNK_BYTES: usize = 1 << 16;
const WAITING_CHUNKS: usize = 4;

/// The most bytes of a word list or a compiled dictionary: six times the largest list seen, Polish. Larger: a pipe without an
/// end fills more memory before it is refused. Chosen by hand.
pub(crate) const MAX_LIST_BYTES: u64 = 256 << 20;

/// The most bytes of board texts: a million boards. Larger: a text that is not of boards costs gigabytes. Chosen by hand.
pub(crate) const MAX_TEXT_BYTES: u64 = 64 << 20;

/// Opens a file, a pipe or, for `-`, standard input, to read at most `limit` bytes of it.
///
/// Reading more than the limit is an error, as is waiting longer than [`PATIENCE`] for a byte of what is not a regular file.
///
/// # Errors
/// If it cannot be opened, or is a folder or a device.
pub(crate) fn open(path: &Path, limit: u64) -> Result<Box<dyn Read + Send>> {
    if path.as_os_str() == "-" {
        return Ok(stdin(limit));
    }
    match std::fs::metadata(path).map_err(|error| FileError::of(path, error))?.file_type() {
        kind if kind.is_file() => Ok(Box::new(Limited::new(files::open(path)?, limit))),
        kind if kind.is_dir() || is_endless(path) => {
            bail!("{}: expected a file or a pipe, found {}: name a file", path.display(), files::name_of(kind))
        }
        _ => {
            let path = path.to_path_buf();
            Ok(Box::new(Limited::new(Stream::of(move || File::open(path), Some(PATIENCE)), limit)))
        }
    }
}

/// Standard input, of at most `limit` bytes. Errors are those of [`open`].
pub(crate) fn stdin(limit: u64) -> Box<dyn Read + Send> {
    let patience = (!io::stdin().is_terminal()).then_some(PATIENCE);
    Box::new(Limited::new(Stream::of(|| Ok(io::stdin()), patience), limit))
}

/// All bytes of what [`open`] opens.
///
/// # Errors
/// As [`open`], and if it has more bytes than the limit or cannot be read.
pub(crate) fn bytes(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let name = if path.as_os_str() == "-" { "standard input".to_string() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    open(path, limit)?.read_to_end(&mut bytes).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => {
            anyhow!("{name}: expected at most {limit} bytes, found more: give a smaller file")
        }
        ErrorKind::TimedOut => anyhow!(
            "{name}: expected data within {} seconds, found none: check the program that writes it",
            PATIENCE.as_secs()
        ),
        _ => anyhow!("{name}: expected a readable file, found an error ({error}): check its permissions"),
    })?;
    Ok(bytes)
}

/// Whether a path is a device that is not read: disks and the like. Terminals and the standard streams are.
fn is_endless(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = std::fs::metadata(path).map(|metadata| metadata.file_type());
        let is_device = kind.is_ok_and(|kind| kind.is_char_device() || kind.is_block_device());
        is_device && !File::open(path).is_ok_and(|file| file.is_terminal())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// A reader with a limit of bytes. Beyond it, reading is an error of the kind [`ErrorKind::FileTooLarge`].
struct Limited<R> {
    reader: R,
    left: u64,
    limit: u64,
}

impl<R: Read> Limited<R> {
    fn new(reader: R, limit: u64) -> Limited<R> {
        Limited { reader, left: limit, limit }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.left = self
            .left
            .checked_sub(read as u64)
            .ok_or_else(|| io::Error::new(ErrorKind::FileTooLarge, format!("more than {} bytes", self.limit)))?;
        Ok(read)
    }
}

/// What a thread reads, chunk by chunk.
struct Stream {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    /// The bytes of the chunk that were passed on.
    used: usize,
    /// The longest time without a byte; `None` for no end.
    patience: Option<Duration>,
}

impl Stream {
    /// What `open` opens. The thread ends with the program where it still waits.
    fn of<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static, patience: Option<Duration>) -> Stream {
        let (sender, chunks) = sync_channel(WAITING_CHUNKS);
        std::thread::spawn(move || {
            let mut reader = match open() {
                Ok(reader) => reader,
                // A failure to send means that nobody reads any more, here and below.
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut chunk = vec![0; CHUNK_BYTES];
                let read = match reader.read(&mut chunk) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                    result => result,
                };
                let is_last = !matches!(read, Ok(1..));
                let read = read.map(|length| {
                    chunk.truncate(length);
                    chunk
                });
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Stream { chunks, chunk: Vec::new(), used: 0, patience }
    }

    /// The next chunk; empty at the end.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        let received = match self.patience {
            Some(patience) => self.chunks.recv_timeout(patience),
            None => self.chunks.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(chunk) => chunk,
            Err(RecvTimeoutError::Disconnected) => Ok(Vec::new()),
            Err(RecvTimeoutError::Timeout) => {
                let text = format!("no byte in {} seconds", PATIENCE.as_secs());
                Err(io::Error::new(ErrorKind::TimedOut, text))
            }
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.chunk.len() {
            self.chunk = self.next()?;
            self.used = 0;
        }
        let length = buffer.len().min(self.chunk.len() - self.used);
        buffer[..length].copy_from_slice(&self.chunk[self.used..self.used + length]);
        self.used += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_passes_every_byte_on_up_to_the_limit() {
        let bytes: Vec<u8> = (0..3 * CHUNK_BYTES).map(|n| (n % 251) as u8).collect();
        let of = |limit| {
            let bytes = bytes.clone();
            Limited::new(Stream::of(move || Ok(io::Cursor::new(bytes)), Some(PATIENCE)), limit)
        };
        let mut read = Vec::new();
        of(bytes.len() as u64).read_to_end(&mut read).unwrap();
        assert!(read == bytes);
        let error = of(bytes.len() as u64 - 1).read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::FileTooLarge, "more than 196607 bytes".to_string()));
    }

    #[test]
    fn a_stream_without_a_byte_is_given_up() {
        struct Silent;
        impl Read for Silent {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                std::thread::park();
                Ok(0)
            }
        }
        let mut stream = Stream::of(|| Ok(Silent), Some(Duration::from_millis(20)));
        assert_eq!(stream.read(&mut [0]).unwrap_err().kind(), ErrorKind::TimedOut);
        let mut missing = Stream::of(|| Err::<Silent, _>(ErrorKind::NotFound.into()), Some(PATIENCE));
        assert_eq!(missing.read(&mut [0]).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    #[cfg(unix)]
    fn devices_and_folders_are_refused() {
        for (path, found) in [("/dev/zero", "a device"), ("/dev/null", "a device"), ("/", "a folder")] {
            let error = open(Path::new(path), 1).err().unwrap().to_string();
            assert_eq!(error, format!("{path}: expected a file or a pipe, found {found}: name a file"));
        }
    }
}
