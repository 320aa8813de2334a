//! The files that commands write: the names of overlay pictures, and writing in one step.

use crate::inputs::Input;
use anyhow::{Context, Result, anyhow, bail};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The path of the overlay of each input: `STEM.hexlex.png` in `folder`.
///
/// Inputs with the same stem keep their extensions (`STEM.png.hexlex.png`). Of inputs with the same name in different
/// folders, the later ones are numbered.
pub(crate) fn overlay_paths(inputs: &[Input], folder: &Path) -> Vec<PathBuf> {
    let stems: Vec<OsString> = inputs.iter().map(|input| name_of(input, Path::file_stem)).collect();
    let mut taken = HashSet::new();
    let mut paths = Vec::new();
    for (input, stem) in inputs.iter().zip(&stems) {
        let alone = stems.iter().filter(|other| *other == stem).count() == 1;
        let base = if alone { stem.clone() } else { name_of(input, Path::file_name) };
        let mut name = joined(&base, ".hexlex.png");
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = joined(&base, &format!(".{number}.hexlex.png"));
            number += 1;
        }
        paths.push(folder.join(name));
    }
    paths
}

/// A part of the name of an input, `stdin` for standard input.
fn name_of<'a>(input: &'a Input, part: impl Fn(&'a Path) -> Option<&'a OsStr>) -> OsString {
    input.path().and_then(part).unwrap_or(OsStr::new("stdin")).to_os_string()
}

fn joined(base: &OsStr, end: &str) -> OsString {
    let mut name = base.to_os_string();
    name.push(end);
    name
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
    let existing = folder.ancestors().find(|part| part.exists()).unwrap_or(Path::new(""));
    if existing.is_file() {
        bail!("expected a folder, found the file {}: name another folder", existing.display());
    }
    check_folder(existing)
}

/// Checks before the work starts that its result can be written to this file.
///
/// # Errors
/// If it is a folder, or its folder is missing or cannot be written.
pub(crate) fn check_file(file: &Path) -> Result<()> {
    if file.is_dir() {
        bail!("expected a file to write, found the folder {}: name a file in it", file.display());
    }
    check_folder(folder_of(file))
}

/// The same for a file whose folder is created if it is missing.
///
/// # Errors
/// If it is a folder, or its folder cannot be created or written.
pub(crate) fn check_with_folder(file: &Path) -> Result<()> {
    let folder = folder_of(file);
    if folder.is_dir() || file.is_dir() { check_file(file) } else { check_creatable(folder) }
}

/// Checks that a folder exists and can be written, by a temporary file. The empty path is the current folder.
fn check_folder(folder: &Path) -> Result<()> {
    let (folder, name) = match folder.as_os_str().is_empty() {
        true => (Path::new("."), "the current folder".to_string()),
        false => (folder, format!("the folder {}", folder.display())),
    };
    if !folder.is_dir() {
        let found = if folder.exists() { "a file of this name" } else { "nothing there" };
        bail!("expected {name}, found {found}: create it, or name another folder");
    }
    match temporary(folder) {
        Ok(_) => Ok(()),
        Err(error) => {
            let error = without_path(error);
            bail!("expected to write to {name}, found an error ({error}): name a file in another folder")
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
    let same = |input: &Path| Some(input.canonicalize().ok()? == file.canonicalize().ok()?);
    if inputs.into_iter().any(|input| same(input) == Some(true)) {
        bail!("expected a new file to write, found the input {}: give another name", file.display());
    }
    Ok(())
}

/// Writes a picture as PNG, all of it or nothing.
///
/// # Errors
/// If the file cannot be written.
#[cfg(feature = "desktop")]
pub(crate) fn write_png(picture: &image::RgbaImage, path: &Path) -> Result<()> {
    write(path, |writer| Ok(picture.write_to(writer, image::ImageFormat::Png)?))
}

/// Writes the bytes of a file, all of them or nothing.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_bytes(bytes: &[u8], path: &Path) -> Result<()> {
    write(path, |writer| Ok(writer.write_all(bytes)?))
}

/// Writes the bytes of a file as [`write_bytes`] does, and creates its folder if it is missing.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_with_folder(bytes: &[u8], path: &Path) -> Result<()> {
    create_folder(folder_of(path))?;
    write_bytes(bytes, path)
}

/// Writes a file through a temporary one in the same folder: all of it or nothing.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(path: &Path, content: impl FnOnce(&mut BufWriter<NamedTempFile>) -> Result<()>) -> Result<()> {
    check_file(path).with_context(|| format!("cannot write {}", path.display()))?;
    let folder = if folder_of(path).as_os_str().is_empty() { Path::new(".") } else { folder_of(path) };
    write_and_rename(path, folder, content).map_err(|error| {
        anyhow!("cannot write {} ({error:#}): check the permissions of its folder and the free space", path.display())
    })
}

/// Writes a temporary file in the folder, then renames it.
fn write_and_rename(
    path: &Path,
    folder: &Path,
    content: impl FnOnce(&mut BufWriter<NamedTempFile>) -> Result<()>,
) -> Result<()> {
    let mut writer = BufWriter::new(temporary(folder).map_err(without_path)?);
    content(&mut writer)?;
    let file = writer.into_inner().map_err(|error| error.into_error())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A temporary file with the permissions of any other new file.
fn temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".hexlex").tempfile_in(folder)
}

/// The error without the name of the temporary file, which the user has not chosen.
fn without_path(error: std::io::Error) -> std::io::Error {
    if error.get_ref().is_some() { error.kind().into() } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &[&str]) -> Vec<String> {
        let inputs: Vec<Input> = inputs
            .iter()
            .map(|name| if *name == "-" { Input::Stdin } else { Input::File(PathBuf::from(name)) })
            .collect();
        overlay_paths(&inputs, Path::new("")).iter().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn overlays_have_the_stem_of_the_input() {
        assert_eq!(names(&["a.png"]), ["a.hexlex.png"]);
        assert_eq!(names(&["x/a.b.png", "c.jpg", "-"]), ["a.b.hexlex.png", "c.hexlex.png", "stdin.hexlex.png"]);
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
    fn errors_do_not_name_temporary_files() {
        let folder = tempfile::tempdir().unwrap();
        let error = without_path(temporary(&folder.path().join("none")).unwrap_err());
        assert_eq!(error.to_string(), std::io::Error::from(std::io::ErrorKind::NotFound).to_string());
    }
}
