//! The typefaces that training may use.

use hexlex::recognize::{GLYPH, normalize};
use hexlex::typeface::Typeface;
use hexlex_tools::held_out::is_held_out;
use image::GrayImage;
use std::path::{Path, PathBuf};
use tiny_skia::{FillRule, Paint, Pixmap, Transform};

/// A typeface with the family that its file's name tells.
pub(crate) struct Face {
    pub(crate) family: String,
    pub(crate) typeface: Typeface,
}

impl Face {
    /// Whether it is of a brush or a pen.
    pub(crate) fn is_by_hand(&self) -> bool {
        BY_HAND.iter().any(|part| self.family.starts_with(part))
    }
}

/// The families that are written or painted, by their names' beginnings.
const BY_HAND: [&str; 16] = [
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

/// What is no upright Latin typeface, by a part of the file's name.
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
/// No more faces of one family than this: variety counts, not the number of weights.
const OF_A_FAMILY: usize = 8;

/// All fit faces below the folders, by name; the same for the same packages.
pub(crate) fn faces(folders: &[PathBuf]) -> Vec<Face> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(folder, &mut files));
    files.sort();
    let mut found: Vec<(Face, Vec<Vec<f32>>)> = Vec::new();
    for (name, path) in files {
        let family = family(&name);
        let many = found.iter().filter(|(face, _)| face.family == family).count() >= OF_A_FAMILY;
        if many || is_held_out(&name) || UNFIT.iter().any(|part| name.contains(part)) {
            continue;
        }
        let Some(typeface) = std::fs::read(&path).ok().and_then(|bytes| Typeface::parse(bytes).ok()) else { continue };
        let Some(letters) = ('A'..='Z').map(|c| glyph(&typeface, &c.to_string())).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let drawn_before = |(_, other): &(Face, Vec<Vec<f32>>)| (0..26).all(|i| alike(&other[i], &letters[i]) > 0.999);
        if !found.iter().any(drawn_before) {
            found.push((Face { family, typeface }, letters));
        }
    }
    latin(found)
}

/// Noto has a file for every script, whose Latin letters are all the same: only these are wanted.
fn is_other_script(name: &str) -> bool {
    name.starts_with("noto")
        && !["notosans-", "notoserif-", "notosansmono-", "notosansdisplay-"].iter().any(|own| name.starts_with(own))
}

fn collect(folder: &Path, files: &mut Vec<(String, PathBuf)>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "ttf" || e == "otf") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase().replace(' ', "");
            if !is_other_script(&name) {
                files.push((name, path));
            }
        }
    }
}

/// The name up to its first weight or number.
fn family(name: &str) -> String {
    let end = ["-", "_", "bold", "regular", "light", "medium", "black"].iter().filter_map(|part| name.find(part)).min();
    name[..end.unwrap_or(name.len())].trim_end_matches(|c: char| c.is_ascii_digit()).to_string()
}

/// A letter as a glyph, or `None` where the face has none.
fn glyph(typeface: &Typeface, text: &str) -> Option<Vec<f32>> {
    const SIDE: f32 = 96.0;
    let path = typeface.centered(text, (SIDE, SIDE).into(), SIDE / 2.0, 2.0 * SIDE)?;
    let mut pixmap = Pixmap::new(2 * SIDE as u32, 2 * SIDE as u32)?;
    let mut paint = Paint::default();
    paint.set_color_rgba8(255, 255, 255, 255);
    pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
    let levels = pixmap.pixels().iter().map(|pixel| pixel.alpha()).collect();
    Some(normalize(&GrayImage::from_raw(pixmap.width(), pixmap.height(), levels)?).to_vec())
}

/// The correlation of two glyphs.
fn alike(a: &[f32], b: &[f32]) -> f32 {
    let mean = |v: &[f32]| v.iter().sum::<f32>() / v.len() as f32;
    let (ma, mb) = (mean(a), mean(b));
    let dot = |f: &dyn Fn(f32, f32) -> f32| a.iter().zip(b).map(|(a, b)| f(a - ma, b - mb)).sum::<f32>();
    dot(&|a, b| a * b) / (dot(&|a, _| a * a) * dot(&|_, b| b * b)).sqrt().max(1e-6)
}

/// Leaves out faces whose letters are not the Latin ones: of at least half of them the mean of that letter
/// over all faces must be the likest, and no two letters may be one drawing.
fn latin(found: Vec<(Face, Vec<Vec<f32>>)>) -> Vec<Face> {
    let count = found.len() as f32;
    let means: Vec<Vec<f32>> = (0..26)
        .map(|letter| {
            (0..GLYPH * GLYPH).map(|i| found.iter().map(|(_, glyphs)| glyphs[letter][i]).sum::<f32>() / count).collect()
        })
        .collect();
    let likest = |glyph: &[f32]| (0..26).max_by(|&a, &b| alike(&means[a], glyph).total_cmp(&alike(&means[b], glyph)));
    let fit = |glyphs: &[Vec<f32>]| {
        let agree = (0..26).filter(|&letter| likest(&glyphs[letter]) == Some(letter)).count();
        let twins = (0..26).any(|a| (0..a).any(|b| alike(&glyphs[a], &glyphs[b]) > 0.985));
        agree >= 13 && !twins
    };
    found.into_iter().filter(|(_, glyphs)| fit(glyphs)).map(|(face, _)| face).collect()
}
