//! Where the overlay pictures and reports go, and how they get there.

use crate::inputs::Input;
use anyhow::{Context, Result, bail};
use image::{ImageFormat, RgbaImage};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The path of the overlay of each input: `STEM.hexlex.png` in `folder`.
///
/// Inputs of one stem keep the whole of their names (`STEM.png.hexlex.png`); where even these are
/// the same, because the inputs lie in different folders, the later ones are numbered.
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

fn name_of<'a>(input: &'a Input, part: impl Fn(&'a Path) -> Option<&'a OsStr>) -> OsString {
    input.path().and_then(part).unwrap_or(OsStr::new("stdin")).to_os_string()
}

fn joined(base: &OsStr, end: &str) -> OsString {
    let mut name = base.to_os_string();
    name.push(end);
    name
}

/// The folder for the overlays, made where it is missing.
pub(crate) fn folder(asked: Option<&Path>) -> Result<PathBuf> {
    let Some(folder) = asked else { return Ok(PathBuf::new()) };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(folder.to_path_buf())
}

/// Checks a file that was asked for by name before any work is done for it.
pub(crate) fn check_asked(file: &Path, input: &Input) -> Result<()> {
    let is_png = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("png"));
    if !is_png {
        bail!("cannot draw into {}: overlays are PNG; give -o a name that ends in .png", file.display());
    }
    let same = |input: &Path| Some(input.canonicalize().ok()? == file.canonicalize().ok()?);
    if input.path().and_then(same) == Some(true) {
        bail!("{} is the picture itself: give -o another name", file.display());
    }
    Ok(())
}

/// Writes a picture as PNG, through a file beside it, so that the name never stands for half a picture.
pub(crate) fn write_png(picture: &RgbaImage, path: &Path) -> Result<()> {
    write(path, |writer| Ok(picture.write_to(writer, ImageFormat::Png)?))
}

/// Writes a file's bytes, through a file beside it, so that the name never stands for half of them.
pub(crate) fn write_bytes(bytes: &[u8], path: &Path) -> Result<()> {
    write(path, |writer| Ok(writer.write_all(bytes)?))
}

/// Writes a file's bytes as [`write_bytes`] does, and creates the folders that are missing.
pub(crate) fn write_with_folder(bytes: &[u8], path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot write {}", path.display()))?;
    }
    write_bytes(bytes, path)
}

/// Writes into a temporary file in the same folder, which then takes the name.
fn write(path: &Path, content: impl FnOnce(&mut BufWriter<NamedTempFile>) -> Result<()>) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        bail!("{}: there is no folder {}: make it, or name another file", cannot(), folder.display());
    }
    let file = temporary(folder).map_err(without_path).with_context(cannot)?;
    let mut writer = BufWriter::new(file);
    content(&mut writer).with_context(cannot)?;
    let file = writer.into_inner().map_err(|error| error.into_error()).with_context(cannot)?;
    file.persist(path).map_err(|error| error.error).with_context(cannot)?;
    Ok(())
}

/// A temporary file that will be as readable as any other new file once it is renamed.
fn temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".hexlex").tempfile_in(folder)
}

/// What the system said, without the name of the temporary file, which nobody has asked for.
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
    fn overlays_are_named_after_the_stem() {
        assert_eq!(names(&["a.png"]), ["a.hexlex.png"]);
        assert_eq!(names(&["x/a.b.png", "c.jpg", "-"]), ["a.b.hexlex.png", "c.hexlex.png", "stdin.hexlex.png"]);
    }

    #[test]
    fn inputs_of_one_stem_keep_their_ends() {
        assert_eq!(names(&["a.png", "b.png", "a.jpg"]), ["a.png.hexlex.png", "b.hexlex.png", "a.jpg.hexlex.png"]);
    }

    #[test]
    fn inputs_of_one_name_are_numbered() {
        assert_eq!(
            names(&["x/a.png", "y/a.png", "z/a.png"]),
            ["a.png.hexlex.png", "a.png.2.hexlex.png", "a.png.3.hexlex.png"]
        );
    }

    #[test]
    fn a_written_picture_is_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hexlex.png");
        let picture = RgbaImage::from_pixel(3, 2, image::Rgba([1, 2, 3, 4]));
        write_png(&picture, &path).unwrap();
        write_png(&picture, &path).unwrap();
        assert_eq!(image::open(&path).unwrap().into_rgba8(), picture);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write_png(&picture, &folder.path().join("none/a.png")).unwrap_err().to_string();
        assert!(error.contains("there is no folder") && error.contains("none: make it"), "{error}");
    }

    #[test]
    fn nobody_hears_of_temporary_files() {
        let folder = tempfile::tempdir().unwrap();
        let error = without_path(temporary(&folder.path().join("none")).unwrap_err());
        assert_eq!(error.to_string(), std::io::Error::from(std::io::ErrorKind::NotFound).to_string());
    }
}
