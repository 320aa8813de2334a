//! The files that commands write: the names of overlay pictures, and writing in one step.

use crate::console::is_control;
use crate::inputs::Input;
use crate::output_file::{self, Durability};
use crate::places;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The path of the overlay of each input: `STEM.hexlex.png` in the output folder or, without one, in the current folder.
///
/// In an output folder, the pictures of a folder have the subfolders that they were found in. Inputs with the same stem keep
/// their extensions (`STEM.png.hexlex.png`). Of inputs with the same name that come to one folder, the later ones are numbered.
pub(crate) fn overlay_paths(inputs: &[Input], output: Option<&Path>) -> Vec<PathBuf> {
    let folder = |input: &Input| output.map_or_else(PathBuf::new, |output| output.join(input.below()));
    let stems: Vec<PathBuf> = inputs.iter().map(|input| folder(input).join(name_of(input, Path::file_stem))).collect();
    let mut taken = HashSet::new();
    let mut paths = Vec::new();
    for (input, stem) in inputs.iter().zip(&stems) {
        let alone = stems.iter().filter(|other| *other == stem).count() == 1;
        let base = if alone { stem.clone() } else { folder(input).join(name_of(input, Path::file_name)) };
        let mut path = joined(&base, ".hexlex.png");
        let mut number = 2;
        while !taken.insert(path.clone()) {
            path = joined(&base, &format!(".{number}.hexlex.png"));
            number += 1;
        }
        paths.push(path);
    }
    paths
}

/// A part of the name of an input; `stdin` and `clipboard` for the inputs without a path.
fn name_of<'a>(input: &'a Input, part: impl Fn(&'a Path) -> Option<&'a OsStr>) -> OsString {
    let other = if *input == Input::Clipboard { "clipboard" } else { "stdin" };
    input.path().and_then(part).unwrap_or(OsStr::new(other)).to_os_string()
}

fn joined(base: &Path, end: &str) -> PathBuf {
    let mut name = base.as_os_str().to_os_string();
    name.push(end);
    name.into()
}

/// Creates a folder and its parents if they are missing, and checks that files can be written to it. The empty path is the
/// current folder.
///
/// # Errors
/// If it is a file, or the system refuses.
pub(crate) fn create_folder(folder: &Path) -> Result<()> {
    check_creatable(folder)?;
    std::fs::create_dir_all(folder).map_err(|error| {
        anyhow!("expected a folder {}, found that it cannot be created ({error}): name another one", folder.display())
    })
}

/// Checks before the work starts that a folder can be created, or written to where it exists.
///
/// # Errors
/// If it or one of its parents is a file or cannot be written.
pub(crate) fn check_creatable(folder: &Path) -> Result<()> {
    check_home(folder)?;
    let existing = folder.ancestors().find(|part| part.exists()).unwrap_or(Path::new(""));
    folder.ancestors().take_while(|part| *part != existing).try_for_each(check_name)?;
    if existing.exists() && !existing.is_dir() {
        let remedy = places::remedy(existing, folder).unwrap_or("name another folder".to_string());
        bail!("expected a folder, found the file {}: {remedy}", existing.display());
    }
    check_folder(existing, folder)
}

/// Checks before the work starts that its result can be written to this file.
///
/// # Errors
/// If it is a folder, or its folder is missing or cannot be written.
pub(crate) fn check_file(file: &Path) -> Result<()> {
    if output_file::is_written_through(file) {
        return Ok(());
    }
    check_home(file)?;
    if file.is_dir() {
        bail!("expected a file to write, found the folder {}: name a file in it", file.display());
    }
    check_name(file)?;
    let target = output_file::resolved(file).map_err(|error| {
        anyhow!("expected a file to write, found {} which is no file ({error}): name another one", file.display())
    })?;
    check_folder(folder_of(&target), &target)
}

/// Checks that no path is meant whose `~` the shell has not replaced: because of quotes, or since it stands behind a `=`.
///
/// # Errors
/// If one is, unless there is a folder called `~`.
fn check_home(path: &Path) -> Result<()> {
    let is_meant = path.starts_with("~") && !Path::new("~").exists();
    ensure!(!is_meant, "expected a path, found {} with a `~`: write the whole path, as in /home/me/x", path.display());
    Ok(())
}

/// Checks that a name can be printed: one with control characters would change the terminal of everybody who lists it.
///
/// # Errors
/// If it cannot.
fn check_name(path: &Path) -> Result<()> {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    let is_plain = !name.chars().any(is_control);
    ensure!(is_plain, "expected a name without control characters, found {}: give another one", path.display());
    Ok(())
}

/// The same for a file whose folder is created if it is missing.
///
/// # Errors
/// If it is a folder, or its folder cannot be created or written.
pub(crate) fn check_with_folder(file: &Path) -> Result<()> {
    check_name(file)?;
    let folder = folder_of(file);
    let is_there = folder.is_dir() || file.is_dir() || output_file::is_written_through(file);
    if is_there { check_file(file) } else { check_creatable(folder) }
}

/// Checks that a folder exists and can be written, by a temporary file, because `wanted` is to be written in it. The
/// empty path is the current folder.
fn check_folder(folder: &Path, wanted: &Path) -> Result<()> {
    let (folder, name) = match folder.as_os_str().is_empty() {
        true => (Path::new("."), "the current folder".to_string()),
        false => (folder, format!("the folder {}", folder.display())),
    };
    if !folder.is_dir() {
        let found = if folder.exists() { "a file of this name" } else { "nothing there" };
        bail!("expected {name}, found {found}: create it, or name another folder");
    }
    match output_file::temporary(folder) {
        Ok(_) => Ok(()),
        Err(error) => {
            let remedy = places::remedy(folder, wanted).unwrap_or("name a file in another folder".to_string());
            bail!("expected to write to {name}, found an error ({error}): {remedy}")
        }
    }
}

/// The folder of a file; empty for the current one.
fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// Checks that an output does not overwrite an input.
///
/// # Errors
/// If it is one of the inputs.
pub(crate) fn check_is_no_input<'a>(file: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    if output_file::is_stdout(file) {
        return Ok(());
    }
    let same = |input: &Path| Some(input.canonicalize().ok()? == file.canonicalize().ok()?);
    if inputs.into_iter().any(|input| same(input) == Some(true)) {
        bail!("expected a new file to write, found the input {}: give another name", file.display());
    }
    Ok(())
}

/// Whether two paths name one file, which need not be there yet.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
    };
    a.file_name() == b.file_name() && folder(a) == folder(b)
}

/// Refuses two outputs, each with its option, in one file.
pub(crate) fn check_are_different(outputs: &[(&str, &Path)]) -> Result<()> {
    let mut pairs = outputs.iter().enumerate().flat_map(|(i, one)| outputs[..i].iter().map(move |other| (other, one)));
    match pairs.find(|((_, one), (_, other))| is_same_file(one, other)) {
        Some(((option, _), (other, file))) => {
            bail!("expected two files for {option} and {other}, found {} for both: name another one", file.display())
        }
        None => Ok(()),
    }
}

/// Writes a picture as PNG, all of it or nothing.
///
/// # Errors
/// If the file cannot be written.
#[cfg(feature = "desktop")]
pub(crate) fn write_png(picture: &image::RgbaImage, path: &Path) -> Result<()> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png)?;
    write_bytes(bytes.get_ref(), path)
}

/// Writes the bytes of a file, all of them or nothing; `-` is standard output. Links are followed; pipes and devices are written
/// through.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_bytes(bytes: &[u8], path: &Path) -> Result<()> {
    write(bytes, path, Durability::Cached)
}

/// The same for what cannot be made again: it returns when the file is on the disk. Creates its folder if it is missing.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_kept(bytes: &[u8], path: &Path) -> Result<()> {
    if !output_file::is_written_through(path) {
        create_folder(folder_of(path))?;
    }
    write(bytes, path, Durability::Synced)
}

fn write(bytes: &[u8], path: &Path, durability: Durability) -> Result<()> {
    check_file(path).with_context(|| format!("cannot write {}", path.display()))?;
    output_file::write(bytes, path, durability).map_err(|error| {
        if error.kind() == ErrorKind::BrokenPipe {
            return anyhow::Error::from(error);
        }
        if error.kind() == ErrorKind::TimedOut {
            return anyhow!("cannot write {} ({error}): start the program that reads it first", path.display());
        }
        anyhow!("cannot write {} ({error}): check the permissions of its folder and the free space", path.display())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &[&str]) -> Vec<String> {
        let inputs: Vec<Input> = inputs
            .iter()
            .map(|name| if *name == "-" { Input::Stdin } else { Input::File(PathBuf::from(name)) })
            .collect();
        overlay_paths(&inputs, None).iter().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn overlays_have_the_stem_of_the_input() {
        assert_eq!(names(&["a.png"]), ["a.hexlex.png"]);
        assert_eq!(names(&["x/a.b.png", "c.jpg", "-"]), ["a.b.hexlex.png", "c.hexlex.png", "stdin.hexlex.png"]);
    }

    #[test]
    fn an_output_folder_keeps_the_subfolders() {
        let found = |path: &str, below: &str| Input::Found { path: path.into(), below: below.into() };
        let inputs = [found("shots/a.png", ""), found("shots/x/a.png", "x"), Input::File("y/a.png".into())];
        let paths =
            |output| overlay_paths(&inputs, output).iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        assert_eq!(
            paths(Some(Path::new("out"))),
            ["out/a.png.hexlex.png", "out/x/a.hexlex.png", "out/a.png.2.hexlex.png"]
        );
        assert_eq!(paths(None), ["a.png.hexlex.png", "a.png.2.hexlex.png", "a.png.3.hexlex.png"]);
    }

    #[test]
    fn inputs_with_the_same_stem_keep_their_extensions() {
        assert_eq!(names(&["a.png", "b.png", "a.jpg"]), ["a.png.hexlex.png", "b.hexlex.png", "a.jpg.hexlex.png"]);
    }

    #[test]
    fn inputs_with_the_same_name_are_numbered() {
        assert_eq!(
            names(&["x/a.png", "y/a.png", "z/a.png"]),
            ["a.png.hexlex.png", "a.png.2.hexlex.png", "a.png.3.hexlex.png"]
        );
    }

    #[test]
    fn a_written_file_is_whole_and_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_bytes(b"first", &path).unwrap();
        write_bytes(b"second", &path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = format!("{:#}", write_bytes(b"", &folder.path().join("none/a.txt")).unwrap_err());
        assert!(error.contains("expected the folder ") && error.contains("found nothing there: create it"), "{error}");
    }

    #[test]
    fn outputs_that_cannot_be_written_are_found_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "").unwrap();
        let error = |result: Result<()>| result.unwrap_err().to_string();
        assert!(error(check_file(folder.path())).starts_with("expected a file to write, found the folder "));
        assert!(error(check_file(&at("none/a"))).ends_with("found nothing there: create it, or name another folder"));
        assert!(error(check_file(&at("file/a"))).contains("found a file of this name: "));
        assert!(error(create_folder(&at("file"))).starts_with("expected a folder, found the file "));
        assert!(error(create_folder(&at("file/in"))).starts_with("expected a folder, found the file "));
        assert!(check_file(&at("a")).is_ok() && check_with_folder(&at("new/a")).is_ok() && !at("new").exists());
        assert!(create_folder(&at("new/in")).is_ok() && at("new/in").is_dir());
        // No file can be created there, not even by the superuser.
        #[cfg(target_os = "linux")]
        assert!(
            error(check_file(Path::new("/proc/a")))
                .starts_with("expected to write to the folder /proc, found an error (")
        );
    }

    #[test]
    fn names_that_change_a_terminal_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a\x1b[31m.png", "a\n.png", "a\u{202e}gnp.png", "a\u{9b}1m"] {
            let error = check_file(&folder.path().join(name)).unwrap_err().to_string();
            assert!(error.starts_with("expected a name without control characters, found "), "{error}");
            assert!(
                create_folder(&folder.path().join(name).join("b")).is_err()
                    && check_with_folder(&folder.path().join(name)).is_err()
            );
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
