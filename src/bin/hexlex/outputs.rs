//! The files that commands write: the names of overlay pictures, and writing in one step.

use crate::inputs::Input;
use anyhow::{Result, anyhow, bail};
use image::{ImageFormat, RgbaImage};
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

/// Creates a folder and its parents if they are missing. The empty path is the current folder.
///
/// # Errors
/// If the system refuses.
pub(crate) fn create_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .map_err(|error| anyhow!("cannot create the folder {} ({error}): name another one", folder.display()))
}

/// Checks the file of `-o` before the picture is read.
///
/// # Errors
/// If it is not named `.png`, or is the input itself.
pub(crate) fn check_output(file: &Path, input: &Input) -> Result<()> {
    let is_png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    if !is_png {
        bail!("expected a PNG file after -o, found {}: give a name that ends in .png", file.display());
    }
    check_is_no_input(file, input.path())
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
pub(crate) fn write_png(picture: &RgbaImage, path: &Path) -> Result<()> {
    write(path, |writer| Ok(picture.write_to(writer, ImageFormat::Png)?))
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
    create_folder(path.parent().unwrap_or(Path::new("")))?;
    write_bytes(bytes, path)
}

/// Writes a file through a temporary one in the same folder.
fn write(path: &Path, content: impl FnOnce(&mut BufWriter<NamedTempFile>) -> Result<()>) -> Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!(
            "cannot write {}: expected a folder {}, found nothing there: create it or name another file",
            path.display(),
            folder.display()
        );
    }
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
    fn a_written_picture_is_whole_and_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hexlex.png");
        let picture = RgbaImage::from_pixel(3, 2, image::Rgba([1, 2, 3, 4]));
        write_png(&picture, &path).unwrap();
        write_png(&picture, &path).unwrap();
        assert_eq!(image::open(&path).unwrap().into_rgba8(), picture);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write_png(&picture, &folder.path().join("none/a.png")).unwrap_err().to_string();
        assert!(error.contains("expected a folder") && error.contains("found nothing there: create it"), "{error}");
    }

    #[test]
    fn errors_do_not_name_temporary_files() {
        let folder = tempfile::tempdir().unwrap();
        let error = without_path(temporary(&folder.path().join("none")).unwrap_err());
        assert_eq!(error.to_string(), std::io::Error::from(std::io::ErrorKind::NotFound).to_string());
    }
}
