//! The inputs of a command: pictures and board texts from files, folders, standard input and the clipboard.
//!
//! [`gather`] turns the typed paths into [`Input`]s; [`Input::load`] decodes one.

use crate::args::SourceArgs;
use crate::clipboard::{self, Copied};
use crate::console::{Console, Form, Outcome};
use crate::file_kind;
use crate::missing_input;
use crate::named::{self, MAX_TEXT_BYTES};
use anyhow::{Result, anyhow, bail, ensure};
use hexlex::files;
use hexlex::pixels::{Frame, MAX_FILE_BYTES};
use image::ImageFormat;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The extensions of the pictures that hexlex reads.
const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "bmp", "webp", "gif"];

/// The end of the name of an overlay picture; folders are searched without these.
const OVERLAY_END: &str = ".hexlex.png";

/// One input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// A file that was named.
    File(PathBuf),
    /// A file that was found in a folder, and the folders between that one and the file.
    Found { path: PathBuf, below: PathBuf },
    /// Standard input.
    Stdin,
    /// What is in the clipboard.
    Clipboard,
}

/// The content of an input.
pub(crate) enum Content {
    /// A picture, and the time that it took to decode.
    Picture(Frame, Duration),
    /// The text of a board.
    Text(String),
}

/// All inputs of a command.
pub(crate) struct Gathered {
    /// In the order of the arguments; those of a folder sorted.
    pub(crate) inputs: Vec<Input>,
    /// `Array` if several paths or a folder were given.
    pub(crate) form: Form,
    /// `Trouble` if a folder could not be searched; the error is already printed.
    pub(crate) outcome: Outcome,
}

impl Input {
    /// The path as it was typed, `-` for standard input.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::File(path) | Input::Found { path, .. } => path.display().to_string(),
            Input::Stdin => "-".to_string(),
            Input::Clipboard => "clipboard".to_string(),
        }
    }

    /// The file's path; `None` for other inputs.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Input::File(path) | Input::Found { path, .. } => Some(path),
            Input::Stdin | Input::Clipboard => None,
        }
    }

    /// The folders between the one that was named and the file; empty for a file that was named itself.
    pub(crate) fn below(&self) -> &Path {
        match self {
            Input::Found { below, .. } => below,
            _ => Path::new(""),
        }
    }

    /// Whether the extension is that of a board text.
    pub(crate) fn is_text_by_name(&self) -> bool {
        self.path().and_then(extension).as_deref() == Some("txt")
    }

    /// Reads the input. The extension decides whether it is a picture or a text; without a known extension, as for
    /// standard input, the content decides.
    ///
    /// # Errors
    /// If the file cannot be read, or is neither a picture nor a text.
    pub(crate) fn load(&self) -> Result<Content> {
        let name = self.name();
        self.path().map_or(Ok(()), missing_input::check_is_there)?;
        match self.path() {
            Some(path) if self.is_text_by_name() => {
                let bytes = named::bytes(path, MAX_TEXT_BYTES)?;
                file_kind::check(&bytes, &name)?;
                text(bytes, &name)
            }
            // Other picture formats go to the decoder too: its message names the format.
            Some(path) if is_picture(path) || ImageFormat::from_path(path).is_ok() => {
                let start = Instant::now();
                let bytes = named::bytes(path, MAX_FILE_BYTES)?;
                file_kind::check(&bytes, &name)?;
                Ok(Content::Picture(Frame::decode(&bytes, name)?, start.elapsed()))
            }
            Some(path) => by_content(named::bytes(path, MAX_FILE_BYTES)?, &name),
            None if *self == Input::Clipboard => {
                let start = Instant::now();
                match clipboard::content()? {
                    Copied::Pixels(pixels) => Ok(Content::Picture(Frame::new(pixels, name), start.elapsed())),
                    Copied::File(path) => Input::File(path).load(),
                    Copied::Text(text) => by_content(text.into_bytes(), &name),
                }
            }
            None => by_content(named::bytes(Path::new("-"), MAX_FILE_BYTES)?, "standard input"),
        }
    }

    /// Reads the input as a picture.
    ///
    /// # Errors
    /// As [`load`](Input::load), and if the input is a text.
    pub(crate) fn load_picture(&self) -> Result<(Frame, Duration)> {
        match self.load()? {
            Content::Picture(frame, decode) => Ok((frame, decode)),
            Content::Text(_) => {
                bail!(
                    "{}: expected a picture, found text: give a PNG, JPEG, BMP, WebP or GIF file; `hexlex solve` takes a board text",
                    self.name()
                )
            }
        }
    }
}

/// The inputs of these paths: files, the pictures in folders, and `-` for standard input; and before them the clipboard, where it
/// is asked for.
///
/// For a folder that cannot be read or has no picture, an error is printed, and the other paths are still searched.
///
/// # Errors
/// If standard input is given twice.
pub(crate) fn gather(paths: &[PathBuf], sources: SourceArgs, console: &Console) -> Result<Gathered> {
    if paths.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("expected standard input once, found several `-`: leave all but one out");
    }
    missing_input::check_are_no_rows(paths)?;
    let clipboard = sources.clipboard.then_some(Input::Clipboard);
    let form = if paths.len() + usize::from(sources.clipboard) > 1 { Form::Array } else { Form::Object };
    let mut gathered = Gathered { inputs: clipboard.into_iter().collect(), form, outcome: Outcome::Done };
    for path in paths {
        if path.as_os_str() == "-" {
            gathered.inputs.push(Input::Stdin);
        } else if path.is_dir() {
            gathered.form = Form::Array;
            let (found, errors) = walk(path, if sources.no_recursive { Depth::Folder } else { Depth::Subfolders });
            let found = found.into_iter().map(|file| {
                let below = file.strip_prefix(path).ok().and_then(Path::parent).unwrap_or(Path::new(""));
                Input::Found { below: below.to_path_buf(), path: file }
            });
            gathered.inputs.extend(found);
            for error in errors {
                console.failure(&error);
                gathered.outcome = Outcome::Trouble;
            }
        } else {
            gathered.inputs.push(Input::File(path.clone()));
        }
    }
    Ok(gathered)
}

/// Asks for a board where one of the inputs is standard input and that is a terminal.
pub(crate) fn ask_for_board(gathered: &Gathered, console: &Console) {
    if gathered.inputs.contains(&Input::Stdin) && io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl+Z and Enter" } else { "Ctrl+D" };
        console.note(format_args!("type a board, a line for each row of its tiles, then {end}"));
    }
}

/// The pictures that have a truth (`NAME.txt`) beside them or are `named` on the command line, and the number of the
/// other pictures.
pub(crate) fn with_truth(inputs: &[Input], named: &[PathBuf]) -> (Vec<PathBuf>, usize) {
    let paths = inputs.iter().map(|input| input.path().map_or_else(|| PathBuf::from("-"), Path::to_path_buf));
    let (pictures, without): (Vec<_>, Vec<_>) =
        paths.partition(|path| named.contains(path) || path.with_extension("txt").exists());
    (pictures, without.len())
}

/// How far a folder is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Only its own files.
    Folder,
    /// Those of its subfolders too.
    Subfolders,
}

/// The pictures in a folder and its subfolders, sorted, without overlays; and an error for each subfolder that cannot be
/// searched, or for a folder without pictures.
fn walk(folder: &Path, depth: Depth) -> (Vec<PathBuf>, Vec<anyhow::Error>) {
    let mut found = Vec::new();
    let mut errors = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        if let Err(error) = search(&folder, &mut found, &mut folders) {
            errors.push(anyhow!(
                "{}: expected a readable folder, found an error ({error}): check its permissions",
                folder.display()
            ));
        }
        if depth == Depth::Folder {
            break;
        }
    }
    if found.is_empty() && errors.is_empty() {
        let folder = folder.display();
        errors.push(anyhow!("{folder}: expected PNG, JPEG, BMP, WebP or GIF files, found none: give another folder"));
    }
    found.sort();
    (found, errors)
}

/// Adds the pictures and the subfolders of a folder, without those whose names begin with a dot: programs keep data of their own in
/// these. Links to folders are not followed; pipes, sockets and devices are not pictures, whatever their names are.
fn search(folder: &Path, found: &mut Vec<PathBuf>, folders: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            folders.push(path);
        } else if is_picture(&path) && !is_overlay(&path) && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_lowercase)
}

/// Whether the extension is that of a picture that hexlex reads.
pub(crate) fn is_picture(path: &Path) -> bool {
    extension(path).is_some_and(|end| PICTURES.contains(&end.as_str()))
}

fn is_overlay(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().to_lowercase().ends_with(OVERLAY_END))
}

/// A truth belongs to a picture if at least one in this many of its letters is read as in it. Chosen by hand: smaller refuses a
/// strange typeface with its own truth, larger accepts the truth of another board. One letter in 26 is right by chance.
pub(crate) const ONE_RIGHT_IN: usize = 4;

/// The bytes of the truth that lies beside a picture, a regular file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn truth_beside(path: &Path) -> Result<Vec<u8>> {
    Ok(files::read(path, MAX_TEXT_BYTES)?)
}

/// Bytes that are UTF-8 as text, all others as a picture.
fn by_content(bytes: Vec<u8>, name: &str) -> Result<Content> {
    if bytes.is_empty() {
        bail!("{name}: expected a picture or a board text, found nothing: write one to it");
    }
    file_kind::check(&bytes, name)?;
    if std::str::from_utf8(&bytes).is_ok() {
        ensure!(
            bytes.len() as u64 <= MAX_TEXT_BYTES,
            "{name}: expected a board text of at most {MAX_TEXT_BYTES} bytes, found more: split it"
        );
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
            bail!(
                "{name}: expected a board text in UTF-8, found other bytes: save it as UTF-8, or give a picture the \
                 extension .png"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_in_order_without_overlays() {
        let folder = tempfile::tempdir().unwrap();
        ["b", ".cache"].iter().for_each(|name| fs::create_dir(folder.path().join(name)).unwrap());
        for name in [
            ".hidden.png",
            ".cache/a.png",
            "z.PNG",
            "b/c.jpg",
            "a.webp",
            "a.hexlex.png",
            "b/c.png.HEXLEX.PNG",
            "a.txt",
            "notes",
        ] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let (found, errors) = walk(folder.path(), Depth::Subfolders);
        assert!(errors.is_empty(), "{errors:?}");
        let names: Vec<_> =
            found.into_iter().map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string()).collect();
        assert_eq!(names, ["a.webp", "b/c.jpg", "z.PNG"]);
        assert_eq!(walk(folder.path(), Depth::Folder).0.len(), 2);
    }

    #[test]
    fn a_folder_without_pictures_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), "").unwrap();
        let error = walk(folder.path(), Depth::Subfolders).1.remove(0).to_string();
        assert!(
            error.contains(": expected PNG, JPEG, BMP, WebP or GIF files, found none: ") && !error.contains('\n'),
            "{error}"
        );
    }

    #[test]
    fn content_decides_without_an_extension() {
        assert!(matches!(by_content(b"A B\nC D\n".to_vec(), "x"), Ok(Content::Text(_))));
        assert!(by_content(Vec::new(), "x").is_err());
        assert!(by_content(vec![0xff, 0xfe, 0x00], "x").is_err());
    }
}
