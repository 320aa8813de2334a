//! The helper process `hexlex-tesseract`: it reads drawn glyphs and returns letters.
//!
//! Tesseract has 67 shared libraries, for which the loader would take 20 ms at every start of hexlex, and it obeys
//! `OMP_THREAD_LIMIT` only where that is set before it is loaded. So it runs in an executable of its own, which starts
//! at the first request and ends when its standard input is closed.
//!
//! The helper first writes a line: [`READY`], or the reason why it cannot read. For each glyph hexlex writes a line
//! `width height letters`, and width x height bytes of gray. The helper returns a line with the letters, or an empty
//! one.

use super::Drawing;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Error, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The first line of a helper that can read.
const READY: &str = "ready";
/// The name of the helper's executable, without the system's extension.
const NAME: &str = "hexlex-tesseract";

/// The reason why Tesseract cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TesseractError {
    /// There is no helper.
    #[error(
        "expected the helper {NAME} beside hexlex or in PATH, found none: build hexlex with --features tesseract, or \
         read with --engine net"
    )]
    NoHelper,
    /// The helper runs, Tesseract's data is missing.
    #[error(
        "expected Tesseract's English data (eng.traineddata), found none: install it (Debian: apt-get install \
         tesseract-ocr-eng), set TESSDATA_PREFIX to its folder, or read with --engine net"
    )]
    NoData,
    /// The helper does not start.
    #[error(
        "expected the helper {program} to start, found {reason}: build hexlex again with --features tesseract, or read \
         with --engine net"
    )]
    Failed {
        /// The helper's path.
        program: PathBuf,
        /// What the system reports.
        reason: String,
    },
}

/// A running helper; dropping it ends the process.
struct Helper {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

thread_local! {
    /// The helper of this thread, once it was started.
    static HELPER: RefCell<Option<Helper>> = const { RefCell::new(None) };
}

/// Starts this thread's helper where none runs yet.
pub(super) fn ready() -> Result<(), TesseractError> {
    HELPER.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = Some(Helper::start()?);
        }
        Ok(())
    })
}

/// The text that Tesseract reads on a drawing of this number of letters.
///
/// `None` where it reads nothing, another number of letters, or does not run. The next request starts a helper that has
/// ended again.
pub(super) fn read(drawing: &Drawing, letters: usize) -> Option<String> {
    ready().ok()?;
    HELPER.with_borrow_mut(|slot| {
        let answer = slot.as_mut()?.ask(drawing, letters);
        if answer.is_err() {
            *slot = None;
        }
        answer.ok().filter(|text| text.len() == letters)
    })
}

impl Helper {
    /// Starts the helper and waits for its first line.
    fn start() -> Result<Helper, TesseractError> {
        let program = program();
        let mut command = Command::new(&program);
        // On single letters its threads wait for each other: one thread is ten times as fast as four.
        command.env("OMP_THREAD_LIMIT", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let failed = |reason: String| TesseractError::Failed { program: program.clone(), reason };
        let mut process = command.spawn().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => TesseractError::NoHelper,
            _ => failed(error.to_string()),
        })?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed("no pipes to it".to_string()))?;
        let mut helper = Helper { process, input, output: BufReader::new(output) };
        match helper.line() {
            Ok(line) if line == READY => Ok(helper),
            Ok(line) if !line.is_empty() => Err(TesseractError::NoData),
            Ok(_) => Err(failed("that it ended at once".to_string())),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// The line that the helper returns for a drawing.
    fn ask(&mut self, drawing: &Drawing, letters: usize) -> Result<String, Error> {
        writeln!(self.input, "{} {} {letters}", drawing.width, drawing.height)?;
        self.input.write_all(&drawing.levels)?;
        self.input.flush()?;
        self.line()
    }

    /// The next line of its output, without the line end; empty also at the end of the output.
    fn line(&mut self) -> Result<String, Error> {
        let mut line = String::new();
        match self.output.read_line(&mut line)? {
            0 => Err(Error::from(std::io::ErrorKind::UnexpectedEof)),
            _ => Ok(line.trim_end().to_string()),
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The helper beside this program, or its name alone, which the system searches in PATH.
fn program() -> PathBuf {
    let file = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    let own = std::env::current_exe().ok();
    let beside = own.as_deref().and_then(Path::parent).map(|folder| folder.join(&file));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(file))
}
