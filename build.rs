//! Packs what is embedded: the letters of `templates/`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    pack_templates(Path::new("templates"), &out)
}

/// Writes `templates.gray`, the pixels of every letter of every face one after the other, and
/// `templates.txt`, a line `face letter` for each.
fn pack_templates(templates: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", templates.display());
    let (mut pixels, mut index) = (Vec::new(), String::new());
    for face in sorted(templates)?.into_iter().filter(|path| path.join("letters").is_dir()) {
        for letter in sorted(&face.join("letters"))? {
            let picture = image::open(&letter).map_err(|error| format!("{}: {error}", letter.display()))?;
            pixels.extend_from_slice(picture.to_luma8().as_raw());
            let stem =
                |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            writeln!(index, "{} {}", stem(&face), stem(&letter))?;
        }
    }
    std::fs::write(out.join("templates.gray"), pixels)?;
    std::fs::write(out.join("templates.txt"), index)?;
    Ok(())
}

/// The entries of a folder by name, so that every build packs the same.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut entries =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    entries.sort();
    Ok(entries)
}
