//! The typefaces that training uses: those of Debian's packages with upright Latin capitals.

use crate::canvas::paint;
use hexlex::internal::normalize;
use hexlex::pixels::Point;
use hexlex::read::GLYPH;
use hexlex::typeface::Typeface;
use hexlex_tools::fonts::files_below;
use hexlex_tools::held_out::is_held_out;
use image::GrayImage;
use std::path::PathBuf;
use tiny_skia::{FillRule, Pixmap, Transform};

/// A typeface with its family.
pub(crate) struct Font {
    /// The beginning of the file's name.
    pub(crate) family: String,
    pub(crate) typeface: Typeface,
}

impl Font {
    /// Whether it looks written or painted.
    pub(crate) fn is_handwritten(&self) -> bool {
        HANDWRITTEN.iter().any(|part| self.family.starts_with(part))
    }
}

/// The families that look written or painted, by the beginnings of their names.
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

/// Parts of the names of files without upright Latin capitals.
const UNFIT: [&str; 22] = [
    "italic",
    "oblique",
    "slanted",
    "inclined",
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

/// The most fonts of one family: many weights of one would outweigh other families. Chosen by hand.
const MOST_OF_A_FAMILY: usize = 8;

/// The 26 capitals of a font, as the reader compares glyphs.
type Capitals = Vec<Vec<f32>>;

/// The usable fonts below the folders, by file name; the same for the same packages.
pub(crate) fn fonts(folders: &[PathBuf]) -> Vec<Font> {
    /// The correlation above which two glyphs count as the same drawing. Chosen by hand: a smaller one takes similar
    /// fonts for copies, a larger one keeps copies.
    const SAME: f32 = 0.999;
    let mut found: Vec<(Font, Capitals)> = Vec::new();
    for (name, path) in font_files(folders) {
        let family = family(&name);
        let is_full = found.iter().filter(|(font, _)| font.family == family).count() >= MOST_OF_A_FAMILY;
        // The prefixes of held-out files have capitals, and this name has none: most held-out families pass. The next
        // training corrects it, as that changes every sample.
        if is_full || is_held_out(&name) || UNFIT.iter().any(|part| name.contains(part)) {
            continue;
        }
        let Some(typeface) = std::fs::read(&path).ok().and_then(|bytes| Typeface::parse(bytes).ok()) else { continue };
        let capitals = ('A'..='Z').map(|c| glyph(&typeface, &c.to_string())).collect::<Option<Capitals>>();
        let Some(capitals) = capitals else { continue };
        let is_copy = |(_, other): &(Font, Capitals)| (0..26).all(|i| correlation(&other[i], &capitals[i]) > SAME);
        if !found.iter().any(is_copy) {
            found.push((Font { family, typeface }, capitals));
        }
    }
    with_latin_capitals(found)
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
        && !["notosans-", "notoserif-", "notosansmono-", "notosansdisplay-"].iter().any(|own| name.starts_with(own))
}

/// The file name up to its first weight or number.
fn family(name: &str) -> String {
    let end = ["-", "_", "bold", "regular", "light", "medium", "black"].iter().filter_map(|part| name.find(part)).min();
    name[..end.unwrap_or(name.len())].trim_end_matches(|c: char| c.is_ascii_digit()).to_string()
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
