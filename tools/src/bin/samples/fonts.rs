//! The typefaces that training uses: those of Debian's packages with upright Latin capitals.

use crate::canvas::paint;
use hexlex::internal::normalize;
use hexlex::pixels::Point;
use hexlex::read::GLYPH;
use hexlex::typeface::Typeface;
use hexlex_tools::fonts::{FontNames, files_below};
use hexlex_tools::held_out::is_held_out;
use image::GrayImage;
use std::path::{Path, PathBuf};
use tiny_skia::{FillRule, Pixmap, Transform};

/// A typeface with its names.
pub(crate) struct Font {
    /// The file's name in lower case and without spaces.
    pub(crate) file: String,
    /// The family in the font's `name` table.
    pub(crate) family: String,
    /// Whether its letters are italic or oblique.
    pub(crate) is_slanted: bool,
    pub(crate) typeface: Typeface,
}

impl Font {
    /// Whether it looks written or painted.
    pub(crate) fn is_handwritten(&self) -> bool {
        HANDWRITTEN.iter().any(|part| self.file.starts_with(part))
    }
}

/// The families that look written or painted, by the beginnings of their files' names.
const HANDWRITTEN: [&str; 16] = [
    "balker",
    "breip",
    "delphine",
    "domestic",
    "humor",
    "isabella",
    "it",
    "leckerli",
    "lobster",
    "markedfool",
    "radis",
    "reggae",
    "rufscript",
    "stevehand",
    "swift",
    "typoscript",
];

/// Parts of the names of files of slanted letters, as not every font says it in its tables.
const SLANTED: [&str; 4] = ["italic", "oblique", "slanted", "inclined"];

/// Parts of the names of files without Latin capitals that a board may have.
const UNFIT: [&str; 18] = [
    "symbol",
    "dingbat",
    "math",
    "emoji",
    "ornament",
    "d050000l",
    "cursor",
    "opensymbol",
    "lmmono10-italic",
    "z003",
    "chancery",
    "kaku",
    "barcode",
    "lcirc",
    "mono-tilt",
    "reversed",
    "outline",
    "train",
];

/// The most upright fonts and the most slanted fonts of one family: many weights of one would outweigh other families.
/// Chosen by hand.
const MOST_UPRIGHT: usize = 8;
const MOST_SLANTED: usize = 2;

/// The 26 capitals of a font, as the reader compares glyphs.
type Capitals = Vec<Vec<f32>>;

/// The usable fonts below the folders, by file name; the same for the same packages.
///
/// No font is among them whose family is held out, or whose capitals are those of a held-out font below the folders.
pub(crate) fn fonts(folders: &[PathBuf]) -> Vec<Font> {
    let mut held_out: Vec<Capitals> = Vec::new();
    let mut candidates: Vec<(Font, Capitals)> = Vec::new();
    for (file, path) in font_files(folders) {
        let Some((names, typeface)) = open(&path) else { continue };
        let Some(capitals) = capitals(&typeface) else { continue };
        if names.families.iter().any(|family| is_held_out(family)) {
            held_out.push(capitals);
        } else if !UNFIT.iter().any(|part| file.contains(part)) {
            let is_slanted = names.is_slanted || SLANTED.iter().any(|part| file.contains(part));
            let family = names.family().to_string();
            candidates.push((Font { file, family, is_slanted, typeface }, capitals));
        }
    }
    with_latin_capitals(without_copies(candidates, &held_out))
}

/// The names and the typeface of a file; `None` where it is not a font with capitals.
fn open(path: &Path) -> Option<(FontNames, Typeface)> {
    let bytes = std::fs::read(path).ok()?;
    Some((FontNames::parse(&bytes)?, Typeface::parse(bytes).ok()?))
}

/// The candidates without copies of each other, without near copies of held-out fonts, and without more of one family
/// than [`MOST_UPRIGHT`] and [`MOST_SLANTED`].
fn without_copies(candidates: Vec<(Font, Capitals)>, held_out: &[Capitals]) -> Vec<(Font, Capitals)> {
    /// The correlation above which two glyphs count as the same drawing. Chosen by hand: a smaller one takes similar
    /// fonts for copies, a larger one keeps copies.
    const SAME: f32 = 0.999;
    let mut found: Vec<(Font, Capitals)> = Vec::new();
    for (font, capitals) in candidates {
        let most = if font.is_slanted { MOST_SLANTED } else { MOST_UPRIGHT };
        let is_like = |other: &Font| (&other.family, other.is_slanted) == (&font.family, font.is_slanted);
        let is_full = found.iter().filter(|(other, _)| is_like(other)).count() >= most;
        let is_copy = |(_, other): &(Font, Capitals)| (0..26).all(|i| correlation(&other[i], &capitals[i]) > SAME);
        let is_twin = |other: &Capitals| similarity(other, &capitals) > TWIN;
        if !is_full && !found.iter().any(is_copy) && !held_out.iter().any(is_twin) {
            found.push((font, capitals));
        }
    }
    found
}

/// The mean correlation of the capitals above which a font is a twin of a held-out one. Chosen by hand: a larger one
/// takes other weights of the same drawing for other typefaces (Karla Medium and Karmilla Regular: 0.954), a smaller one
/// drops typefaces of their own (Roboto Bold and Inter Bold: 0.940). Clones have 0.994 and more.
const TWIN: f32 = 0.95;

/// The mean correlation of two fonts' capitals.
fn similarity(a: &Capitals, b: &Capitals) -> f32 {
    a.iter().zip(b).map(|(a, b)| correlation(a, b)).sum::<f32>() / a.len() as f32
}

/// The capitals of a typeface; `None` where it lacks one.
fn capitals(typeface: &Typeface) -> Option<Capitals> {
    ('A'..='Z').map(|c| glyph(typeface, &c.to_string())).collect()
}

/// The font files below the folders, each with its name in lower case and without spaces, sorted by that.
fn font_files(folders: &[PathBuf]) -> Vec<(String, PathBuf)> {
    let files = folders.iter().flat_map(|folder| files_below(folder));
    let mut fonts: Vec<(String, PathBuf)> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "ttf" || extension == "otf"))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            (name.to_lowercase().replace(' ', ""), path)
        })
        .filter(|(name, _)| !is_other_script(name))
        .collect();
    fonts.sort();
    fonts
}

/// Whether it is one of Noto's files for another script: they all have the same Latin letters.
fn is_other_script(name: &str) -> bool {
    name.starts_with("noto")
        && !["notosans-", "notoserif-", "notosansmono-", "notosansdisplay-", "notoserifdisplay-"]
            .iter()
            .any(|own| name.starts_with(own))
}

/// A text as a glyph; `None` where the typeface lacks it.
fn glyph(typeface: &Typeface, text: &str) -> Option<Vec<f32>> {
    /// Half the side of the picture in which the letter is drawn, in pixels.
    const HALF: f32 = 96.0;
    let path = typeface.centered(text, Point::new(HALF, HALF), HALF / 2.0, 2.0 * HALF)?;
    let mut pixmap = Pixmap::new(2 * HALF as u32, 2 * HALF as u32)?;
    pixmap.fill_path(&path, &paint([255; 3], 1.0), FillRule::Winding, Transform::identity(), None);
    let levels = pixmap.pixels().iter().map(|pixel| pixel.alpha()).collect();
    Some(normalize(&GrayImage::from_raw(pixmap.width(), pixmap.height(), levels)?).to_vec())
}

/// The correlation of two glyphs.
fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let mean = |v: &[f32]| v.iter().sum::<f32>() / v.len() as f32;
    let (ma, mb) = (mean(a), mean(b));
    let dot = |f: &dyn Fn(f32, f32) -> f32| a.iter().zip(b).map(|(a, b)| f(a - ma, b - mb)).sum::<f32>();
    dot(&|a, b| a * b) / (dot(&|a, _| a * a) * dot(&|_, b| b * b)).sqrt().max(1e-6)
}

/// The fonts whose capitals are Latin: at least half of them are nearest to the mean of that letter over all fonts, and
/// no two letters have the same drawing.
fn with_latin_capitals(found: Vec<(Font, Capitals)>) -> Vec<Font> {
    /// The correlation above which two letters of a font have the same drawing: a font of boxes or of another script.
    /// Chosen by hand: a smaller one takes similar letters for the same, as I and J.
    const SAME: f32 = 0.985;
    let count = found.len() as f32;
    let mean_of = |letter: usize| -> Vec<f32> {
        let sum = |pixel: usize| found.iter().map(|(_, capitals)| capitals[letter][pixel]).sum::<f32>();
        (0..GLYPH * GLYPH).map(|pixel| sum(pixel) / count).collect()
    };
    let means: Vec<Vec<f32>> = (0..26).map(mean_of).collect();
    let nearest = |glyph: &[f32]| {
        (0..26).max_by(|&a, &b| correlation(&means[a], glyph).total_cmp(&correlation(&means[b], glyph)))
    };
    let is_latin = |capitals: &[Vec<f32>]| {
        let right = (0..26).filter(|&letter| nearest(&capitals[letter]) == Some(letter)).count();
        let has_same = (0..26).any(|a| (0..a).any(|b| correlation(&capitals[a], &capitals[b]) > SAME));
        right >= 13 && !has_same
    };
    found.into_iter().filter(|(_, capitals)| is_latin(capitals)).map(|(font, _)| font).collect()
}
