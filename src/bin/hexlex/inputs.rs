//! From the paths that were typed to the pictures and board texts behind them.

use crate::console::{Console, Outcome};
use anyhow::{Context, Result, anyhow, bail};
use hexlex::pixels::Frame;
use image::ImageFormat;
use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The ends of the names of what hexlex reads as pictures.
const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "bmp", "webp"];

/// The end of the name of an overlay picture, which no folder offers as an input.
const OVERLAY_END: &str = ".hexlex.png";

/// One thing to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

/// What was in it.
pub(crate) enum Content {
    /// A picture, and how long it took to decode.
    Picture(Frame, Duration),
    /// The text of a board.
    Text(String),
}

/// Everything that a command is to work on.
pub(crate) struct Gathered {
    /// In the order in which they were given; those of a folder sorted.
    pub(crate) inputs: Vec<Input>,
    /// Whether the answer is a list: several inputs, or a folder, were asked for.
    pub(crate) many: bool,
    /// Trouble where a folder could not be walked; it has been told.
    pub(crate) outcome: Outcome,
}

impl Input {
    /// The name to call it by: the path as it was typed, `-` for standard input.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::File(path) => path.display().to_string(),
            Input::Stdin => "-".to_string(),
        }
    }

    /// The file's path; `None` for standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Input::File(path) => Some(path),
            Input::Stdin => None,
        }
    }

    /// Whether the name says that this is a board text.
    pub(crate) fn is_text_by_name(&self) -> bool {
        self.path().and_then(extension).as_deref() == Some("txt")
    }

    /// Reads it. A file is told by the end of its name; where that says nothing, as for standard
    /// input, by its content.
    pub(crate) fn load(&self) -> Result<Content> {
        let name = self.name();
        match self.path() {
            Some(path) if self.is_text_by_name() => text(bytes_of(path)?, &name),
            // A picture of a format that hexlex does not read has a better message than that it is no text.
            Some(path) if is_picture(path) || ImageFormat::from_path(path).is_ok() => {
                let start = Instant::now();
                let frame = Frame::open(path)?;
                Ok(Content::Picture(frame, start.elapsed()))
            }
            Some(path) => by_content(bytes_of(path)?, &name),
            None => {
                let mut bytes = Vec::new();
                std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
                by_content(bytes, "standard input")
            }
        }
    }

    /// Reads it where only a picture will do.
    pub(crate) fn load_picture(&self) -> Result<(Frame, Duration)> {
        match self.load()? {
            Content::Picture(frame, decode) => Ok((frame, decode)),
            Content::Text(_) => {
                bail!("{}: expected a picture (PNG, JPEG, BMP or WebP), found text", self.name())
            }
        }
    }
}

/// Finds the inputs behind the paths: files as they are, folders walked for pictures, `-` for standard input.
///
/// A folder that cannot be walked or has no picture is told as an error, and the rest goes on.
pub(crate) fn gather(paths: &[PathBuf], console: &Console) -> Gathered {
    let mut gathered = Gathered { inputs: Vec::new(), many: paths.len() > 1, outcome: Outcome::Done };
    for path in paths {
        if path.as_os_str() == "-" {
            gathered.inputs.push(Input::Stdin);
        } else if path.is_dir() {
            gathered.many = true;
            match walk(path) {
                Ok(found) => gathered.inputs.extend(found.into_iter().map(Input::File)),
                Err(error) => {
                    console.failure(&error);
                    gathered.outcome = Outcome::Trouble;
                }
            }
        } else {
            gathered.inputs.push(Input::File(path.clone()));
        }
    }
    gathered
}

/// The pictures to work on where each wants a truth, and how many of the folders' pictures have none. A file that was
/// asked for by name is among them, so that its missing truth is told, or asked for.
pub(crate) fn with_truth(inputs: &[Input], asked: &[PathBuf]) -> (Vec<PathBuf>, usize) {
    let paths = inputs.iter().map(|input| input.path().map_or_else(|| PathBuf::from("-"), Path::to_path_buf));
    let (pictures, without): (Vec<_>, Vec<_>) =
        paths.partition(|path| asked.contains(path) || path.with_extension("txt").exists());
    (pictures, without.len())
}

/// The pictures in a folder and the folders in it, sorted; without the overlays that hexlex wrote.
fn walk(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read the folder {}", folder.display()))?;
            let kind = entry.file_type().with_context(|| format!("cannot read {}", entry.path().display()))?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if is_picture(&entry.path()) && !is_overlay(&entry.path()) {
                found.push(entry.path());
            }
        }
    }
    if found.is_empty() {
        bail!("no picture in {}: expected PNG, JPEG, BMP or WebP files in it", folder.display());
    }
    found.sort();
    Ok(found)
}

fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_lowercase)
}

fn is_picture(path: &Path) -> bool {
    extension(path).is_some_and(|end| PICTURES.contains(&end.as_str()))
}

fn is_overlay(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().to_lowercase().ends_with(OVERLAY_END))
}

/// The bytes of a file.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("cannot read {}: there is no such file", path.display()),
        _ => anyhow!("cannot read {}: {error}", path.display()),
    })
}

/// Text where it can be one and is no picture, else whatever the decoder makes of it.
fn by_content(bytes: Vec<u8>, name: &str) -> Result<Content> {
    if bytes.is_empty() {
        bail!("nothing in {name}: expected a picture or a board text");
    }
    if std::str::from_utf8(&bytes).is_ok() {
        return text(bytes, name);
    }
    let start = Instant::now();
    let frame = Frame::decode(&bytes, name)?;
    Ok(Content::Picture(frame, start.elapsed()))
}

fn text(bytes: Vec<u8>, name: &str) -> Result<Content> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Content::Text(text)),
        Err(_) => {
            bail!("{name} is no board text: expected UTF-8 text, found other bytes; a picture's name ends in .png")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_walked_in_order_and_pass_over_overlays() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        for name in ["z.PNG", "b/c.jpg", "a.webp", "a.hexlex.png", "b/c.png.HEXLEX.PNG", "a.txt", "notes"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let names: Vec<_> = walk(folder.path())
            .unwrap()
            .into_iter()
            .map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string())
            .collect();
        assert_eq!(names, ["a.webp", "b/c.jpg", "z.PNG"]);
    }

    #[test]
    fn a_folder_without_pictures_says_so() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), "").unwrap();
        let error = walk(folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("no picture in ") && !error.contains('\n'), "{error}");
    }

    #[test]
    fn content_tells_where_the_name_does_not() {
        assert!(matches!(by_content(b"A B\nC D\n".to_vec(), "x"), Ok(Content::Text(_))));
        assert!(by_content(Vec::new(), "x").is_err());
        assert!(by_content(vec![0xff, 0xfe, 0x00], "x").is_err());
    }
}
