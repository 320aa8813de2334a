//! The typefaces of the boards.

use crate::fonts::installed;
use crate::hard::random::Random;
use crate::held_out::{FAMILIES, is_held_out};
use anyhow::{Result, bail};
use clap::ValueEnum;
use hexlex::typeface::Typeface;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Which typefaces boards are set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FontChoice {
    /// Those that are held out from templates and training
    Unseen,
    /// Those and usual ones
    All,
}

/// Usual families, which templates and training may have, by the beginnings of their files' names.
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

/// Parts of the names of files without upright capitals: slanted, hairlines, initials, keys, other scripts.
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

/// Parts of the names of thin weights.
const THIN: [&str; 1] = ["Light"];

/// Parts of the names of faces with hairlines: an H without its hairline is two I.
const HAIRLINE: [&str; 2] = ["Didot", "NotoSerifDisplay"];

/// The least heights of letters, in pixels. Chosen by hand: lower ones give letters that a person cannot read.
const LEAST_STURDY: f32 = 9.0;
const LEAST_THIN: f32 = 13.0;
const LEAST_HAIRLINE: f32 = 26.0;

/// A typeface, and what it needs to be read.
pub(crate) struct Font {
    /// The file's name without its extension.
    pub(crate) name: String,
    /// The least height of its capitals, in pixels.
    pub(crate) least: f32,
    /// Whether it is held out from templates and training.
    pub(crate) held_out: bool,
    pub(crate) typeface: Typeface,
}

/// All typefaces that boards may be set in.
pub struct Fonts {
    /// By family: a family with many weights is as likely as one with a single weight.
    families: Vec<Vec<Font>>,
}

impl Fonts {
    /// Reads the installed fonts.
    ///
    /// # Errors
    /// Where a family is missing, with the packages to install.
    pub fn load(choice: FontChoice) -> Result<Fonts> {
        let files = installed();
        let mut missing = BTreeSet::new();
        let mut families = Vec::new();
        for family in FAMILIES {
            match fonts_of(family.prefix, &files) {
                fonts if fonts.is_empty() => drop(missing.insert(family.package)),
                fonts => families.push(fonts),
            }
        }
        if !missing.is_empty() {
            let packages: Vec<&str> = missing.into_iter().collect();
            bail!("some typefaces are missing: run `apt-get install {}`", packages.join(" "));
        }
        if choice == FontChoice::All {
            families.extend(SEEN.iter().map(|prefix| fonts_of(prefix, &files)).filter(|fonts| !fonts.is_empty()));
        }
        Ok(Fonts { families })
    }

    /// A random font; every family is as likely.
    pub(crate) fn pick(&self, rng: &mut Random) -> &Font {
        let family = rng.pick(&self.families);
        rng.pick(family)
    }
}

/// The upright fonts of a family, one for each name.
fn fonts_of(prefix: &str, files: &[PathBuf]) -> Vec<Font> {
    let mut names = BTreeSet::new();
    files
        .iter()
        .filter_map(|path| {
            let file = path.file_name()?.to_str()?;
            let name = file.strip_suffix(".ttf").or_else(|| file.strip_suffix(".otf"))?;
            let has_any = |parts: &[&str]| parts.iter().any(|part| file.contains(part));
            if !file.starts_with(prefix) || has_any(&UNFIT) {
                return None;
            }
            let typeface = Typeface::parse(std::fs::read(path).ok()?).ok()?;
            let least = if has_any(&HAIRLINE) {
                LEAST_HAIRLINE
            } else if has_any(&THIN) {
                LEAST_THIN
            } else {
                LEAST_STURDY
            };
            let name = names.insert(name.to_string()).then(|| name.to_string())?;
            Some(Font { least, held_out: is_held_out(file), name, typeface })
        })
        .collect()
}
