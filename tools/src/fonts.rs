//! Font files of Debian's packages, and the names that a font has for itself.

use std::path::{Path, PathBuf};
use ttf_parser::{Face, PlatformId, name_id};

/// The folders into which the packages install.
pub const FOLDERS: [&str; 2] = ["/usr/share/fonts", "/usr/share/texmf/fonts"];

/// Every file in [`FOLDERS`] and below.
pub fn installed() -> Vec<PathBuf> {
    FOLDERS.iter().flat_map(|folder| files_below(Path::new(folder))).collect()
}

/// Every file in the folder and below: its own files, then those of its subfolders, each in the order of their names.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let (mut folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) =
        entries.map(|entry| entry.path()).partition(|path| path.is_dir());
    folders.sort();
    files.sort();
    files.extend(folders.iter().flat_map(|folder| files_below(folder)));
    files
}

/// What a font's tables say of its family and style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontNames {
    /// The families of the `name` table, without duplicates: those of all its weights (name 16), then those of the four
    /// usual styles (name 1). At least one.
    pub families: Vec<String>,
    /// Whether its letters are italic or oblique.
    pub is_slanted: bool,
    /// The weight, from 100 (thin) over 400 (regular) to 900 (black).
    pub weight: u16,
}

impl FontNames {
    /// The names of a font file's first font; `None` where it is not a font, or one without a name.
    pub fn parse(bytes: &[u8]) -> Option<FontNames> {
        let face = Face::parse(bytes, 0).ok()?;
        let mut families = Vec::new();
        for id in [name_id::TYPOGRAPHIC_FAMILY, name_id::FAMILY] {
            for name in face.names().into_iter().filter(|name| name.name_id == id) {
                // Names for the Macintosh are one byte a letter; those of families are ASCII in practice.
                let text = match name.platform_id {
                    PlatformId::Macintosh => name.name.iter().copied().map(char::from).collect(),
                    _ => name.to_string().unwrap_or_default(),
                };
                if !text.is_empty() && !families.contains(&text) {
                    families.push(text);
                }
            }
        }
        let is_slanted = face.is_italic() || face.is_oblique() || face.italic_angle() != 0.0;
        (!families.is_empty()).then_some(FontNames { families, is_slanted, weight: face.weight().to_number() })
    }

    /// The family of all its weights.
    pub fn family(&self) -> &str {
        &self.families[0]
    }
}
