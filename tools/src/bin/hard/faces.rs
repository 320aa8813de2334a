//! The typefaces of the boards.

use crate::dice::Dice;
use anyhow::{Result, bail};
use clap::ValueEnum;
use hexlex::typeface::Typeface;
use hexlex_tools::fonts;
use hexlex_tools::held_out::{FAMILIES, is_held_out};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Which typefaces boards are set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fonts {
    /// Those that no template and no training has seen.
    Unseen,
    /// Those and the usual ones.
    All,
}

/// Usual families, which templates and training may know.
const SEEN: [&str; 16] = [
    "DejaVuSans",
    "DejaVuSerif",
    "LiberationS",
    "Lato-",
    "Roboto-",
    "RobotoSlab-",
    "OpenSans-",
    "C059-",
    "URWBookman-",
    "NimbusRoman-",
    "NimbusSans-",
    "URWGothic-",
    "Comfortaa-",
    "Quicksand-",
    "EBGaramond12-",
    "Vollkorn-",
];

/// Parts of the names of files that are no upright capitals: slanted, hairlines, initials, keys, other scripts.
const UNFIT: [&str; 19] = [
    "Italic",
    "Oblique",
    "Thin",
    "Hairline",
    "ExtraLight",
    "italic",
    "Ital",
    "It.",
    "I.otf",
    "BI.",
    "BasI.",
    "_K.",
    "_M.",
    "_DR.",
    "_I.",
    "Initials",
    "Tamil",
    "wght",
    "-It",
];

/// Parts of the names of thin weights: their letters need more pixels to be read.
const THIN: [&str; 1] = ["Light"];

/// The same for faces whose thin strokes are hairlines: without those, H is a pair of I.
const HAIRLINE: [&str; 2] = ["Didot", "NotoSerifDisplay"];

/// The least height of letters in pixels: of sturdy faces, of thin ones, of those with hairlines.
const LEAST: (f32, f32, f32) = (9.0, 13.0, 26.0);

/// One typeface.
pub(crate) struct Face {
    /// The file's name without its ending.
    pub(crate) name: String,
    /// The least height in pixels at which its letters can be read.
    pub(crate) least: f32,
    /// Whether it is for judging only.
    pub(crate) unseen: bool,
    pub(crate) typeface: Typeface,
}

/// All faces that boards may be set in.
pub(crate) struct Faces {
    /// A family each, so that many weights do not make a family frequent.
    families: Vec<Vec<Face>>,
}

impl Faces {
    /// Reads the fonts, or tells which packages are missing.
    pub(crate) fn load(fonts: Fonts) -> Result<Faces> {
        let files: Vec<PathBuf> =
            fonts::ROOTS.iter().flat_map(|root| hexlex_tools::fonts::below(Path::new(root))).collect();
        let mut missing = BTreeSet::new();
        let mut families = Vec::new();
        for (family, package) in FAMILIES {
            match faces_of(family, &files) {
                faces if faces.is_empty() => drop(missing.insert(package)),
                faces => families.push(faces),
            }
        }
        if !missing.is_empty() {
            let packages: Vec<&str> = missing.into_iter().collect();
            bail!("some typefaces are missing: run `apt-get install {}`", packages.join(" "));
        }
        if fonts == Fonts::All {
            families.extend(SEEN.iter().map(|family| faces_of(family, &files)).filter(|faces| !faces.is_empty()));
        }
        Ok(Faces { families })
    }

    /// One of them; every family is as likely.
    pub(crate) fn pick(&self, dice: &mut Dice) -> &Face {
        let family = dice.pick(&self.families);
        dice.pick(family)
    }
}

/// The upright faces of a family, one for each name.
fn faces_of(family: &str, files: &[PathBuf]) -> Vec<Face> {
    let mut names = BTreeSet::new();
    files
        .iter()
        .filter_map(|path| {
            let file = path.file_name()?.to_str()?;
            let name = file.strip_suffix(".ttf").or_else(|| file.strip_suffix(".otf"))?;
            if !file.starts_with(family) || UNFIT.iter().any(|part| file.contains(part)) {
                return None;
            }
            let typeface = Typeface::parse(std::fs::read(path).ok()?).ok()?;
            let is = |parts: &[&str]| parts.iter().any(|part| file.contains(part));
            let least = if is(&HAIRLINE) {
                LEAST.2
            } else if is(&THIN) {
                LEAST.1
            } else {
                LEAST.0
            };
            let name = names.insert(name.to_string()).then(|| name.to_string())?;
            Some(Face { least, unseen: is_held_out(file), name, typeface })
        })
        .collect()
}
