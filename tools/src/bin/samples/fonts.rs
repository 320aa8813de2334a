//! The typefaces that training uses: those of Debian's packages with upright Latin capitals.

use crate::canvas::paint;
use hexlex::internal::normalize;
use hexlex::pixels::Point;
use hexlex::read::GLYPH;
use hexlex::typeface::Typeface;
use hexlex_tools::fonts::{FontNames, files_below};
use hexlex_tools::held_out::{is_for_tuning, is_held_out};
use image::GrayImage;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tiny_skia::{FillRule, PathSegment, Pixmap, Transform};

/// A typeface with its names.
pub(crate) struct Font {
    /// The file's name in lower case and without spaces.
    pub(crate) file: String,
    /// The family in the font's `name` table.
    pub(crate) family: String,
    /// Whether its letters are italic or oblique.
    pub(crate) is_slanted: bool,
    pub(crate) typeface: Typeface,
    /// The rows of pixels of a capital, where its letters are made of pixels.
    pub(crate) pixel_rows: Option<usize>,
    /// The folder of its file, which is that of its package.
    folder: PathBuf,
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
const UNFIT: [&str; 22] = [
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
    "ocrbe",
    "ocrbf",
    "oraeorae",
    "setofont-ex",
];

/// The most upright fonts and the most slanted fonts of one family: many weights of one would outweigh other families.
/// Chosen by hand.
const MOST_UPRIGHT: usize = 8;
const MOST_SLANTED: usize = 2;

/// The most fonts of one folder, which is that of a package: one package has hundreds. Smaller: fewer of its letters are learned.
/// Larger: they outweigh those of the others. Chosen by hand.
const MOST_OF_FOLDER: usize = 90;

/// The 26 capitals of a font, as the reader compares glyphs, each [`standardized`].
type Capitals = Vec<Vec<f32>>;

/// What the typefaces of samples are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Training: no font is among them whose family is held out, or whose capitals are those of a held-out font.
    Training,
    /// Validation: the families that are held out from training, but not from tuning.
    Validation,
}

/// The usable fonts below the folders, by file name; the same for the same packages.
pub(crate) fn fonts(folders: &[PathBuf], used_for: Use) -> Vec<Font> {
    let Files { usable, held_out } = Files::below(folders, used_for);
    let held_out: Vec<Capitals> = held_out.iter().filter_map(|file| capitals(&file.open()?)).collect();
    let candidates = usable.into_iter().filter_map(|file| {
        let typeface = file.open()?;
        let capitals = capitals(&typeface)?;
        let is_slanted = file.names.is_slanted || SLANTED.iter().any(|part| file.name.contains(part));
        let family = file.names.family().to_string();
        let folder = file.path.parent()?.to_path_buf();
        let pixel_rows = pixel_rows(&typeface);
        Some((Font { file: file.name, family, is_slanted, typeface, pixel_rows, folder }, capitals))
    });
    some_of_each_folder(with_latin_capitals(without_copies(candidates.collect(), &held_out)))
}

/// At most [`MOST_OF_FOLDER`] fonts of each folder, evenly spread over their names.
fn some_of_each_folder(fonts: Vec<Font>) -> Vec<Font> {
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    fonts.iter().for_each(|font| *counts.entry(font.folder.clone()).or_default() += 1);
    let mut seen: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut is_taken = |font: &Font| {
        let (count, number) = (counts[&font.folder], seen.entry(font.folder.clone()).or_default());
        *number += 1;
        count <= MOST_OF_FOLDER || *number * MOST_OF_FOLDER / count > (*number - 1) * MOST_OF_FOLDER / count
    };
    fonts.into_iter().filter(|font| is_taken(font)).collect()
}

/// A font file.
struct FontFile {
    /// Its name in lower case and without spaces.
    name: String,
    path: PathBuf,
    /// What its tables say.
    names: FontNames,
}

impl FontFile {
    /// Its typeface; `None` where it is one without capitals.
    fn open(&self) -> Option<Typeface> {
        Typeface::parse(std::fs::read(&self.path).ok()?).ok()
    }
}

/// The font files below some folders, by name.
struct Files {
    /// Those that may be drawn.
    usable: Vec<FontFile>,
    /// Those whose near copies may not be drawn.
    held_out: Vec<FontFile>,
}

impl Files {
    fn below(folders: &[PathBuf], used_for: Use) -> Files {
        let files = font_files(folders).into_iter().filter_map(|(name, path)| {
            let names = FontNames::parse(&std::fs::read(&path).ok()?)?;
            Some(FontFile { name, path, names })
        });
        let (held_out, others): (Vec<FontFile>, Vec<FontFile>) =
            files.partition(|file| file.names.families.iter().any(|family| is_held_out(family)));
        let is_fit = |file: &FontFile| !UNFIT.iter().any(|part| file.name.contains(part));
        let is_for_validation = |file: &FontFile| file.names.families.iter().any(|family| is_for_tuning(family));
        match used_for {
            Use::Training => Files { usable: others.into_iter().filter(is_fit).collect(), held_out },
            Use::Validation => {
                Files { usable: held_out.into_iter().filter(is_for_validation).collect(), held_out: Vec::new() }
            }
        }
    }
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
    ('A'..='Z').map(|c| Some(standardized(glyph(typeface, &c.to_string())?))).collect()
}

/// The most rows of pixels of a capital: beyond them a letter of squares is one of dots.
const MOST_ROWS: usize = 32;

/// The rows of pixels of a capital, where all capitals of a typeface consist of squares of one grid.
fn pixel_rows(typeface: &Typeface) -> Option<usize> {
    let mut heights = Vec::new();
    for letter in 'A'..='Z' {
        let mut at = tiny_skia::Point::zero();
        for segment in typeface.outline(&letter.to_string())?.segments() {
            match segment {
                PathSegment::MoveTo(point) => at = point,
                PathSegment::LineTo(point) => {
                    let is_upright = (point.x - at.x).abs() < 1e-3 || (point.y - at.y).abs() < 1e-3;
                    if !is_upright {
                        return None;
                    }
                    at = point;
                }
                PathSegment::Close => {}
                PathSegment::QuadTo(..) | PathSegment::CubicTo(..) => return None,
            }
            heights.push(at.y);
        }
    }
    rows_of_grid(&heights)
}

/// The rows of the coarsest grid on whose lines all heights lie; the capitals reach from -1 to 0.
fn rows_of_grid(heights: &[f32]) -> Option<usize> {
    /// How far a point may be from its line, in rows: fonts round to whole units.
    const OFF: f32 = 0.1;
    let lies_on = |rows: usize| heights.iter().all(|y| (y * rows as f32 - (y * rows as f32).round()).abs() < OFF);
    (5..=MOST_ROWS).find(|&rows| lies_on(rows))
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

/// A glyph with the mean 0 and the length 1.
fn standardized(mut glyph: Vec<f32>) -> Vec<f32> {
    let mean = glyph.iter().sum::<f32>() / glyph.len() as f32;
    glyph.iter_mut().for_each(|level| *level -= mean);
    let length = glyph.iter().map(|level| level * level).sum::<f32>().sqrt().max(1e-6);
    glyph.iter_mut().for_each(|level| *level /= length);
    glyph
}

/// The correlation of two standardized glyphs.
fn correlation(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
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
        standardized((0..GLYPH * GLYPH).map(|pixel| sum(pixel) / count).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex_tools::fonts::FOLDERS;

    #[test]
    fn squares_of_one_grid_have_rows_and_curves_have_none() {
        assert_eq!(pixel_rows(&Typeface::pixel()), Some(7));
        assert_eq!(pixel_rows(&Typeface::embedded()), None);
        for (heights, expected) in [([-1.0, -0.8, 0.2], 5), ([-1.0, -6.0 / 7.0, 1.0 / 7.0], 7)] {
            assert_eq!(rows_of_grid(&heights), Some(expected), "{heights:?}");
        }
    }

    #[test]
    fn no_usable_file_is_of_a_held_out_family() {
        let Files { usable, held_out } = Files::below(&FOLDERS.map(PathBuf::from), Use::Training);
        if usable.is_empty() {
            eprintln!("skipped: expected fonts in {}, found none", FOLDERS.join(" or "));
            return;
        }
        for file in &usable {
            for family in &file.names.families {
                assert!(!is_held_out(family), "{family} in {}", file.path.display());
            }
        }
        let names = |part: &str| held_out.iter().filter(|file| file.name.starts_with(part)).count();
        eprintln!("{} files usable, {} held out, {} of them Karla", usable.len(), held_out.len(), names("karla-"));
        // File names of held-out families in the case that they have.
        let prefixes = ["karla-", "karmilla-", "p052-", "inter-", "gentiumplus-", "linlibertine_", "pts55f"];
        for prefix in prefixes {
            assert!(!usable.iter().any(|file| file.name.starts_with(prefix)), "{prefix}");
        }
    }

    #[test]
    fn validation_draws_only_what_may_be_tuned_by() {
        let Files { usable, .. } = Files::below(&FOLDERS.map(PathBuf::from), Use::Validation);
        for file in &usable {
            assert!(file.names.families.iter().any(|family| is_for_tuning(family)), "{}", file.path.display());
        }
        assert!(!is_for_tuning("Tiresias") && !is_for_tuning("Spleen") && !is_for_tuning("DejaVu Sans"));
    }

    #[test]
    fn the_networks_were_trained_without_held_out_families() {
        let list = include_str!("../../../train/typefaces.txt");
        assert!(list.lines().count() > 100);
        for line in list.lines() {
            let (family, file) = line.split_once('\t').unwrap();
            assert!(!is_held_out(family), "{family} in {file}");
        }
    }
}
