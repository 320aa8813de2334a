//! The typefaces of the boards.

use crate::fonts::{FontNames, installed};
use crate::hard::random::Random;
use crate::held_out::{FAMILIES, FURTHER, FURTHER_PIXELS, Family, OPENED, PIXELS, begins_with_words, is_held_out};
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
    /// Those that are also held out from tuning: for the figures of a release only
    Further,
    /// Those that were held out from tuning until their figures were taken
    Opened,
    /// Those of `unseen` and usual ones
    All,
}

/// Usual families, which templates and training may have.
const SEEN: [&str; 16] = [
    "DejaVu Sans",
    "DejaVu Serif",
    "Liberation Sans",
    "Liberation Serif",
    "Lato",
    "Roboto",
    "Open Sans",
    "C059",
    "URW Bookman",
    "Nimbus Roman",
    "Nimbus Sans",
    "URW Gothic",
    "Comfortaa",
    "Quicksand",
    "EB Garamond",
    "Vollkorn",
];

/// Parts of the names of files without upright capitals, or with a style that the fonts' tables do not name: slanted,
/// hairlines, outlines, initials, keys, other scripts, variable fonts.
const UNFIT: [&str; 19] = [
    "Italic",
    "Oblique",
    "Thin",
    "Hairline",
    "ExtraLight",
    "Outline",
    "italic",
    "Ital",
    "It.",
    "I.otf",
    "BI.",
    "_K.",
    "_M.",
    "_DR.",
    "_I.",
    "Initials",
    "Tamil",
    "wght",
    "-It",
];

/// Parts of the names of files of thin weights.
const THIN: [&str; 2] = ["Light", "light"];

/// The heaviest weight that counts as thin.
const THIN_WEIGHT: u16 = 300;

/// Families with hairlines: an H without its hairline is two I.
const HAIRLINE: [&str; 3] = ["GFS Didot", "Noto Serif Display", "Arapey"];

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
    /// Those whose letters are made of pixels, likewise; empty where they are not installed.
    pixels: Vec<Vec<Font>>,
}

impl Fonts {
    /// Reads the installed fonts.
    ///
    /// # Errors
    /// Where a family is missing, with the packages to install.
    pub fn load(choice: FontChoice) -> Result<Fonts> {
        let files: Vec<FontFile> = installed().into_iter().filter_map(FontFile::open).collect();
        let (table, of_pixels): (&[Family], &[Family]) = match choice {
            FontChoice::Unseen | FontChoice::All => (&FAMILIES, &PIXELS),
            FontChoice::Opened => (&OPENED, &PIXELS),
            FontChoice::Further => (&FURTHER, &FURTHER_PIXELS),
        };
        let mut missing = BTreeSet::new();
        let mut families = Vec::new();
        for family in table {
            match fonts_of(|name| family.has(name), &files) {
                fonts if fonts.is_empty() => drop(missing.insert(family.package)),
                fonts => families.push(fonts),
            }
        }
        if !missing.is_empty() {
            let packages: Vec<&str> = missing.into_iter().collect();
            bail!("some typefaces are missing: run `apt-get install {}`", packages.join(" "));
        }
        if choice == FontChoice::All {
            let usual = SEEN.iter().map(|words| fonts_of(|name| begins_with_words(name, words), &files));
            families.extend(usual.filter(|fonts| !fonts.is_empty()));
        }
        let pixels = of_pixels.iter().map(|family| fonts_of(|name| family.has(name), &files));
        Ok(Fonts { families, pixels: pixels.filter(|fonts| !fonts.is_empty()).collect() })
    }

    /// A random font; every family is as likely.
    pub(crate) fn pick(&self, rng: &mut Random) -> &Font {
        let family = rng.pick(&self.families);
        rng.pick(family)
    }

    /// A random font of pixels; every family is as likely.
    ///
    /// # Errors
    /// Where none is installed, with the packages to install.
    pub(crate) fn pick_pixels(&self, rng: &mut Random) -> Result<&Font> {
        if self.pixels.is_empty() {
            let packages: Vec<&str> = PIXELS.iter().chain(&FURTHER_PIXELS).map(|family| family.package).collect();
            bail!("expected typefaces of pixels, found none: run `apt-get install {}`", packages.join(" "));
        }
        let family = rng.pick(&self.pixels);
        Ok(rng.pick(family))
    }

    /// A random font of a thin weight, or any where there is none.
    pub(crate) fn pick_thin(&self, rng: &mut Random) -> &Font {
        let thin: Vec<&Font> = self.families.iter().flatten().filter(|font| font.least == LEAST_THIN).collect();
        if thin.is_empty() { self.pick(rng) } else { rng.pick::<&Font>(&thin) }
    }
}

/// A font file with upright capitals.
struct FontFile {
    path: PathBuf,
    /// The file's name.
    file: String,
    names: FontNames,
}

impl FontFile {
    /// Reads the names of a font file; `None` where it is not one of upright capitals.
    fn open(path: PathBuf) -> Option<FontFile> {
        let file = path.file_name()?.to_str()?.to_string();
        let is_font = file.ends_with(".ttf") || file.ends_with(".otf");
        if !is_font || UNFIT.iter().any(|part| file.contains(part)) {
            return None;
        }
        let names = FontNames::parse(&std::fs::read(&path).ok()?)?;
        (!names.is_slanted).then_some(FontFile { path, file, names })
    }

    /// The font; `None` where its file has no Latin capitals.
    fn font(&self) -> Option<Font> {
        let FontNames { families, weight, .. } = &self.names;
        let has_hairlines = HAIRLINE.iter().any(|words| begins_with_words(self.names.family(), words));
        let least = if has_hairlines {
            LEAST_HAIRLINE
        } else if *weight <= THIN_WEIGHT || THIN.iter().any(|part| self.file.contains(part)) {
            LEAST_THIN
        } else {
            LEAST_STURDY
        };
        let name = self.path.file_stem()?.to_str()?.to_string();
        let held_out = families.iter().any(|family| is_held_out(family));
        Some(Font { name, least, held_out, typeface: Typeface::parse(std::fs::read(&self.path).ok()?).ok()? })
    }
}

/// The fonts of a family, one for each file name.
fn fonts_of(is_of_family: impl Fn(&str) -> bool, files: &[FontFile]) -> Vec<Font> {
    let mut names = BTreeSet::new();
    let of_family = files.iter().filter(|file| is_of_family(file.names.family()));
    of_family.filter_map(FontFile::font).filter(|font| names.insert(font.name.clone())).collect()
}

#[cfg(test)]
impl Fonts {
    /// The one embedded typeface, for tests: other files may be missing.
    pub(crate) fn embedded() -> Fonts {
        let font = || Font {
            name: "embedded".to_string(),
            least: LEAST_STURDY,
            held_out: false,
            typeface: Typeface::embedded(),
        };
        Fonts { families: vec![vec![font()]], pixels: vec![vec![font()]] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_held_out_family_has_a_font() {
        for (choice, count) in [
            (FontChoice::Unseen, FAMILIES.len()),
            (FontChoice::Opened, OPENED.len()),
            (FontChoice::Further, FURTHER.len()),
        ] {
            match Fonts::load(choice) {
                Ok(fonts) => {
                    assert_eq!(fonts.families.len(), count);
                    assert!(fonts.families.iter().flatten().all(|font| font.held_out));
                }
                Err(error) => eprintln!("skipped: {error}"),
            }
        }
    }
}
