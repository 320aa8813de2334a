//! Templates: glyphs of known letters in known typefaces (*skins*), which other glyphs are compared with.
//!
//! The likeness is the normalized cross-correlation, 1 for the same shape at any contrast (Lewis, Fast Normalized
//! Cross-Correlation, 1995). [`Templates::likest`] compares a glyph with all templates in miniature, and in full with
//! the best of those.

use super::fit::{GLYPH, GlyphPixels, normalize};
use crate::board::Face;
use crate::files::{self, FileError};
use image::{GrayImage, ImageError, ImageReader, Limits};
use multiversion::multiversion;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The side of a miniature in pixels. Smaller: wrong templates reach the full comparison. Larger: more time. Chosen by
/// hand.
const MINI: usize = 8;
/// The templates that are compared in full after the miniatures. Fewer: the best template may be missed. More: more
/// time. Chosen by hand.
const FINALISTS: usize = 64;

/// The longest side of a letter's picture in pixels: forty times that of the glyph that is made of it. Larger: every
/// picture that is read costs the memory of a photograph for each letter. Chosen by hand.
const MAX_LETTER_SIDE: u32 = 1024;
/// The most bytes of a letter's file: the largest picture without any compression, 16 bits a color.
const MAX_LETTER_BYTES: u64 = 8 * MAX_LETTER_SIDE as u64 * MAX_LETTER_SIDE as u64;

/// Templates of one typeface or several.
#[derive(Debug, Clone)]
pub struct Templates {
    /// The letters; a template has the index of its letter here.
    letters: Vec<Face>,
    templates: Vec<Template>,
}

/// A letter in one typeface.
#[derive(Debug, Clone)]
struct Template {
    skin: String,
    letter: usize,
    full: Vector<{ GLYPH * GLYPH }>,
    mini: Vector<{ MINI * MINI }>,
}

/// A vector of mean 0 and length 1: the product of two is their correlation.
type Vector<const N: usize> = Box<[f32; N]>;

/// The reason why templates cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplatesError {
    /// The skin is neither built in nor a folder.
    #[error("no skin `{asked}`: expected a folder of letters, or one of {known}")]
    Unknown {
        /// The name that was asked for.
        asked: String,
        /// The names of the built-in skins.
        known: String,
    },
    /// The build has no built-in skins.
    #[error(
        "expected the name of a built-in skin, found a build without them: name a folder of letters, or build hexlex with the feature `templates`"
    )]
    LeftOut,
    /// The folder has no letters.
    #[error("{folder} has no letters: expected pictures such as letters/A.png in it")]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
    /// A letter's picture cannot be read, or its name is no letter.
    #[error("{file}: {reason}; expected a picture of one letter, light on dark, named after it as in A.png or Qu.png")]
    Letter {
        /// The picture.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl Templates {
    /// The built-in templates, of every typeface in `templates/`; none without the feature `templates`.
    pub fn builtin() -> &'static Templates {
        static BUILTIN: OnceLock<Templates> = OnceLock::new();
        BUILTIN.get_or_init(Templates::packed)
    }

    /// The built-in templates.
    ///
    /// # Errors
    /// [`TemplatesError::LeftOut`] where there is none.
    pub(crate) fn all() -> Result<Templates, TemplatesError> {
        let builtin = Templates::builtin();
        if builtin.templates.is_empty() { Err(TemplatesError::LeftOut) } else { Ok(builtin.clone()) }
    }

    #[cfg(not(feature = "templates"))]
    fn packed() -> Templates {
        Templates { letters: Vec::new(), templates: Vec::new() }
    }

    #[cfg(feature = "templates")]
    fn packed() -> Templates {
        let packed = include_bytes!(concat!(env!("OUT_DIR"), "/templates.png"));
        let pixels = image::load_from_memory_with_format(packed, image::ImageFormat::Png)
            .unwrap_or_else(|error| unreachable!("the build script wrote this picture: {error}"))
            .into_luma8();
        let index = include_str!(concat!(env!("OUT_DIR"), "/templates.txt"));
        let mut templates = Templates { letters: Vec::new(), templates: Vec::new() };
        for (line, levels) in index.lines().zip(pixels.chunks_exact(GLYPH * GLYPH)) {
            if let Some((skin, Some(letter))) = line.split_once(' ').map(|(skin, stem)| (skin, Face::parse(stem))) {
                templates.add(skin, letter, &std::array::from_fn(|i| f32::from(levels[i]) / 255.0));
            }
        }
        templates
    }

    /// The built-in skin of this name, or the skin in the folder of this path.
    ///
    /// # Errors
    /// [`TemplatesError`] where there is neither, or the folder holds no letters.
    pub fn named(skin: &str) -> Result<Templates, TemplatesError> {
        let builtin = Templates::builtin();
        let templates: Vec<Template> = builtin.templates.iter().filter(|t| t.skin == skin).cloned().collect();
        if !templates.is_empty() {
            return Ok(Templates { letters: builtin.letters.clone(), templates });
        }
        let folder = Path::new(skin);
        if folder.is_dir() {
            return Templates::open(folder);
        }
        if builtin.templates.is_empty() {
            return Err(TemplatesError::LeftOut);
        }
        Err(TemplatesError::Unknown { asked: skin.to_string(), known: Templates::builtin_names().join(", ") })
    }

    /// The names of the built-in skins; none without the feature `templates`.
    pub fn builtin_names() -> Vec<&'static str> {
        let mut names: Vec<&str> = Templates::builtin().templates.iter().map(|t| t.skin.as_str()).collect();
        names.dedup();
        names
    }

    /// The letters of a folder: `letters/A.png` and so on, light on dark, one letter each. Further shapes of a letter
    /// are `A-2.png` and so on.
    ///
    /// # Errors
    /// [`TemplatesError`] where there is none, or one cannot be read.
    pub fn open(folder: &Path) -> Result<Templates, TemplatesError> {
        let skin = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        let letters = Templates::letters_of(folder)?;
        Ok(Templates::of(&skin, letters.iter().map(|(letter, glyph)| (letter, glyph))))
    }

    /// The glyphs of a folder as [`open`](Templates::open) reads it.
    ///
    /// # Errors
    /// As [`open`](Templates::open).
    pub fn letters_of(folder: &Path) -> Result<Vec<(Face, GlyphPixels)>, TemplatesError> {
        let letters = Templates::glyphs_in(&folder.join("letters"))?;
        if letters.is_empty() { Err(TemplatesError::Empty { folder: folder.to_path_buf() }) } else { Ok(letters) }
    }

    /// The glyphs of the pictures `A.png`, `A-2.png` and so on of a folder; empty where the folder is missing.
    ///
    /// # Errors
    /// [`TemplatesError::Letter`] where one cannot be read.
    pub fn glyphs_in(folder: &Path) -> Result<Vec<(Face, GlyphPixels)>, TemplatesError> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        let mut letters = Vec::new();
        for file in files.into_iter().filter(|file| file.extension().is_some_and(|e| e.eq_ignore_ascii_case("png"))) {
            let wrong = |reason: &str| TemplatesError::Letter { file: file.clone(), reason: reason.to_string() };
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let letter = Face::parse(without_number(&stem)).ok_or_else(|| wrong("its name is no letter"))?;
            let bytes = files::read(&file, MAX_LETTER_BYTES).map_err(|error| wrong(&found(&error)))?;
            let picture = decoded(&bytes).map_err(|error| wrong(&error.to_string()))?;
            letters.push((letter, glyph_of(&picture)));
        }
        Ok(letters)
    }

    /// Every template with its letter.
    #[cfg(test)]
    pub(super) fn samples(&self) -> Vec<(Face, GlyphPixels)> {
        let opacities = |template: &Template| {
            let low = template.full.iter().copied().fold(f32::MAX, f32::min);
            let high = template.full.iter().copied().fold(f32::MIN, f32::max);
            template.full.map(|v| (v - low) / (high - low))
        };
        self.templates.iter().map(|t| (self.letters[t.letter].clone(), opacities(t))).collect()
    }

    /// The templates of one skin, from its letters.
    pub fn of<'a>(skin: &str, letters: impl IntoIterator<Item = (&'a Face, &'a GlyphPixels)>) -> Templates {
        let mut templates = Templates { letters: Vec::new(), templates: Vec::new() };
        letters.into_iter().for_each(|(letter, glyph)| templates.add(skin, letter.clone(), glyph));
        templates
    }

    /// Adds the template of a letter.
    fn add(&mut self, skin: &str, letter: Face, glyph: &GlyphPixels) {
        let number = self.letters.iter().position(|known| *known == letter).unwrap_or_else(|| {
            self.letters.push(letter);
            self.letters.len() - 1
        });
        let mini = unit(&miniature(glyph));
        self.templates.push(Template { skin: skin.to_string(), letter: number, full: unit(glyph), mini });
    }

    /// The letters by their likeness to this glyph, the best first, each with the correlation of its best template.
    pub fn likest(&self, glyph: &GlyphPixels) -> Vec<(&Face, f32)> {
        self.likest_of(glyph, FINALISTS)
    }

    /// The same where a letter of this skin is expected, so that few templates need the full comparison.
    pub(super) fn likest_of_few(&self, glyph: &GlyphPixels) -> Vec<(&Face, f32)> {
        /// The templates that are compared in full. Fewer: the best one may be missed. More: more time. Chosen by hand.
        const FEW: usize = 8;
        self.likest_of(glyph, FEW)
    }

    /// The letters by their likeness, with this number of full comparisons.
    fn likest_of(&self, glyph: &GlyphPixels, finalists_kept: usize) -> Vec<(&Face, f32)> {
        let (full, mini) = (unit(glyph), unit(&miniature(glyph)));
        let mut finalists: Vec<(f32, &Template)> =
            self.templates.iter().map(|template| (dot(&template.mini, &mini), template)).collect();
        if finalists.len() > finalists_kept {
            finalists.select_nth_unstable_by(finalists_kept, |a, b| b.0.total_cmp(&a.0));
            finalists.truncate(finalists_kept);
        }
        let mut best = vec![f32::MIN; self.letters.len()];
        for (_, template) in finalists {
            let likeness = dot(&template.full, &full);
            best[template.letter] = best[template.letter].max(likeness);
        }
        let mut letters: Vec<(&Face, f32)> =
            self.letters.iter().zip(best).filter(|(_, likeness)| *likeness > f32::MIN).collect();
        letters.sort_by(|a, b| b.1.total_cmp(&a.1));
        letters
    }
}

/// What is wrong with a letter's file, without its name.
fn found(error: &FileError) -> String {
    match error {
        FileError::NotRegular { found, .. } => format!("it is {found}"),
        FileError::TooLarge { limit, .. } => format!("it has more than {limit} bytes"),
        FileError::Unreadable { source, .. } => source.to_string(),
        FileError::Missing(_) => "it is missing".to_string(),
    }
}

/// The picture of a letter: a PNG of at most [`MAX_LETTER_SIDE`] a side.
fn decoded(bytes: &[u8]) -> Result<GrayImage, ImageError> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_LETTER_SIDE);
    limits.max_image_height = Some(MAX_LETTER_SIDE);
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    reader.limits(limits);
    Ok(reader.decode()?.into_luma8())
}

/// The letter of a file name: `A` for `A-2`, the second shape of an A.
fn without_number(stem: &str) -> &str {
    match stem.rsplit_once('-') {
        Some((letter, number)) if !letter.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => letter,
        _ => stem,
    }
}

/// The glyph of a picture: the picture itself where it has the size of a glyph, else the fitted drawing.
fn glyph_of(picture: &GrayImage) -> GlyphPixels {
    const SIZE: (u32, u32) = (GLYPH as u32, GLYPH as u32);
    match picture.as_raw() {
        levels if picture.dimensions() == SIZE => std::array::from_fn(|i| f32::from(levels[i]) / 255.0),
        _ => normalize(picture),
    }
}

/// The likeness of two glyphs: their normalized cross-correlation, 1 for the same shape.
pub fn likeness(a: &GlyphPixels, b: &GlyphPixels) -> f32 {
    correlation(&unit(a), &unit(b))
}

/// The sums of a glyph over squares.
fn miniature(glyph: &GlyphPixels) -> [f32; MINI * MINI] {
    const SQUARE: usize = GLYPH / MINI;
    let mut mini = [0f32; MINI * MINI];
    for (i, value) in glyph.iter().enumerate() {
        mini[i / GLYPH / SQUARE * MINI + i % GLYPH / SQUARE] += value;
    }
    mini
}

/// The values shifted to mean 0 and scaled to length 1; 0 where they are all equal.
pub(crate) fn unit<const N: usize>(values: &[f32; N]) -> Vector<N> {
    let mean = values.iter().sum::<f32>() / N as f32;
    let length = values.iter().map(|v| (v - mean).powi(2)).sum::<f32>().sqrt().max(f32::EPSILON);
    Box::new(values.map(|v| (v - mean) / length))
}

/// A glyph as a vector of mean 0 and length 1.
pub(crate) type UnitGlyph = Vector<{ GLYPH * GLYPH }>;

/// The normalized cross-correlation of two glyphs.
pub(crate) fn correlation(a: &UnitGlyph, b: &UnitGlyph) -> f32 {
    dot(a, b)
}

/// The largest correlation of a glyph with others, and which of them has it; the last one of equal ones.
pub(super) fn nearest_of<'a>(glyph: &UnitGlyph, others: impl Iterator<Item = &'a UnitGlyph>) -> Option<(usize, f32)> {
    /// The glyphs that are compared at once: the sums of one wait for each other.
    const TOGETHER: usize = 4;
    let others: Vec<&UnitGlyph> = others.collect();
    let mut best: Option<(usize, f32)> = None;
    for (chunk, several) in others.chunks(TOGETHER).enumerate() {
        let correlations = match several {
            &[a, b, c, d] => dots(glyph, [a, b, c, d]),
            fewer => std::array::from_fn(|i| fewer.get(i).map_or(0.0, |other| dot(glyph, other))),
        };
        for (i, &likeness) in correlations[..several.len()].iter().enumerate() {
            if best.is_none_or(|(_, most)| likeness.total_cmp(&most).is_ge()) {
                best = Some((TOGETHER * chunk + i, likeness));
            }
        }
    }
    best
}

/// The dot products of a glyph and four others, each added up as by [`dot`].
#[multiversion(targets("x86_64+avx2"))]
fn dots(glyph: &UnitGlyph, others: [&UnitGlyph; 4]) -> [f32; 4] {
    let mut sums = [[0f32; 8]; 4];
    let [a, b, c, d] = others.map(|other| other.as_chunks::<8>().0);
    for ((((own, a), b), c), d) in glyph.as_chunks::<8>().0.iter().zip(a).zip(b).zip(c).zip(d) {
        for (sums, other) in sums.iter_mut().zip([a, b, c, d]) {
            for lane in 0..8 {
                sums[lane] += own[lane] * other[lane];
            }
        }
    }
    sums.map(|sums| sums.iter().sum())
}

/// The dot product, in eight sums that the compiler can keep in one register.
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sums = [0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
#[cfg(feature = "templates")]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_its_own_likest() {
        let builtin = Templates::builtin();
        assert!(builtin.templates.len() >= 26 * 20);
        for template in &builtin.templates {
            // The correlation does not depend on brightness and contrast.
            let glyph = template.full.map(|v| v * 3.0 + 0.4);
            let (letter, likeness) = builtin.likest(&glyph)[0];
            assert_eq!(*letter, builtin.letters[template.letter], "{}", template.skin);
            assert!(likeness > 0.999);
        }
    }

    #[test]
    fn the_nearest_of_some_glyphs_is_that_of_the_largest_correlation() {
        let samples = Templates::builtin().samples();
        let units: Vec<UnitGlyph> = samples.iter().map(|(_, glyph)| unit(glyph)).collect();
        assert_eq!(nearest_of(&units[0], [].into_iter()), None);
        for count in 1..10 {
            let others = &units[1..=count];
            let best = others.iter().map(|other| correlation(&units[0], other)).enumerate();
            let best = best.max_by(|a, b| a.1.total_cmp(&b.1));
            assert_eq!(nearest_of(&units[0], others.iter()), best, "{count}");
        }
    }

    #[test]
    fn a_skin_is_found_by_name_or_folder() {
        let one = Templates::named("dejavu-sans").unwrap();
        assert_eq!(one.templates.len(), 27);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/dejavu-sans");
        let same = Templates::named(folder).unwrap();
        for (a, b) in one.templates.iter().zip(&same.templates) {
            assert!(dot(&a.full, &b.full) > 0.99);
        }
        assert!(Templates::named("no such skin").unwrap_err().to_string().contains("bebas-neue, "));
        assert!(matches!(Templates::named(env!("CARGO_MANIFEST_DIR")), Err(TemplatesError::Empty { .. })));
    }
}
