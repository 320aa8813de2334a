//! A taught skin: the letters of one game as it draws them, and what identifies that game.
//!
//! The network reads typefaces that it has never seen, but a game that is played every day is read faster and with
//! more confidence from its own letters. A [`Skin`] is learned from boards whose letters are known ([`Skin::learn`])
//! and saved as a folder: `letters/A.png`, `A-2.png` and so on, glyphs as [`read`](crate::read) cuts them,
//! light on dark; `corrections/A.png` and so on, glyphs that were misread and corrected by a person; and `skin.toml`, the
//! colors and proportions of the tiles.
//!
//! [`Skin::fits`] compares a picture with a skin by the proportions of its tiles, the height of its letters, their
//! colors and shapes. Sizes in pixels are not compared, as a game's window may have any size.

use crate::board::{Board, Cell, Face, Lines, Shape, TileKind};
use crate::files::{self, FileError};
use crate::locate::Layout;
use crate::pixels::{Frame, Rgb, color_distance};
use crate::read::{
    EVEN, EVEN_UNCHECKED, GLYPH, GlyphPixels, Known, KnownColors, Lesson, Templates, TemplatesError, likeness,
};
use image::{GrayImage, ImageFormat};
use serde::{Deserialize, Serialize};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// The name of the file beside the letters.
const FILE: &str = "skin.toml";
/// Glyphs with a higher correlation count as the same. Lower, a letter that the game draws in two ways loses one; higher,
/// noise fills the skin. Chosen by hand.
const SAME: f32 = 0.985;

/// The most bytes of `skin.toml`: a hundred times those of a skin of every kind. Chosen by hand.
const MAX_ABOUT_BYTES: u64 = 1 << 20;

/// The letters of one game, and what its tiles look like.
#[derive(Debug, Clone)]
pub struct Skin {
    about: About,
    letters: Vec<(Face, GlyphPixels)>,
    /// The glyphs that a person corrected while the game ran.
    corrections: Vec<(Face, GlyphPixels)>,
    known: Known,
}

/// The contents of `skin.toml`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    name: String,
    /// The number of pictures that it was learned from.
    pictures: usize,
    /// `columns` or `rows`.
    lines: String,
    /// The shapes of board that it was learned from, as `--shape` takes them.
    shapes: Vec<String>,
    /// The horizontal pitch over the vertical one.
    pitch_ratio: f32,
    /// The mean height of a letter, in tiles.
    glyph_height: f32,
    /// The profile whose rules the game follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    /// The file calls them looks since version 0.1.
    #[serde(rename = "looks")]
    colors: Vec<TileColors>,
}

/// The colors of tiles of one kind.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TileColors {
    /// The kind, or the first tag of a tile that has one.
    kind: String,
    /// The color around the letter.
    ground: Rgb,
    /// The color of the letter.
    ink: Rgb,
    /// The number of tiles that they were learned from.
    tiles: usize,
}

/// Why a skin cannot be loaded, named or taught.
#[derive(Debug, thiserror::Error)]
pub enum SkinError {
    /// The name cannot be a folder's.
    #[error("expected a skin's name of letters, digits, `-`, `_` and `.`, found `{0}`: name it as in deluxe-dark")]
    Name(String),
    /// `skin.toml` is missing or was not written by hexlex.
    #[error(
        "{file}: expected what `hexlex teach` writes, found an error ({reason}): name another folder, or teach the skin anew into one"
    )]
    About {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Its letters cannot be read.
    #[error(transparent)]
    Letters(#[from] TemplatesError),
    /// The board has rows and the skin columns, or the reverse.
    #[error("expected a board in {known} as the skin `{skin}` has, found one in {found}: teach it as another skin")]
    Lines {
        /// The skin.
        skin: String,
        /// What the skin was learned from.
        known: String,
        /// What the picture shows.
        found: String,
    },
}

/// What one picture taught.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Learned {
    /// The number of tiles that were used.
    pub tiles: usize,
    /// The number of letters, or ways to draw one, that were new.
    pub new: usize,
}

impl Skin {
    /// A skin without letters.
    ///
    /// # Errors
    /// [`SkinError::Name`] where the name cannot be that of a folder.
    pub fn new(name: &str) -> Result<Skin, SkinError> {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.starts_with(['.', '-']) || !name.chars().all(is_plain) {
            return Err(SkinError::Name(name.to_string()));
        }
        let about = About {
            name: name.to_string(),
            pictures: 0,
            lines: String::new(),
            shapes: Vec::new(),
            pitch_ratio: 1.0,
            glyph_height: 0.0,
            profile: None,
            colors: Vec::new(),
        };
        Ok(Skin { known: Templates::of(name, []).into(), about, letters: Vec::new(), corrections: Vec::new() })
    }

    /// The skin in a folder.
    ///
    /// # Errors
    /// [`SkinError`] where the folder is not one that [`files`](Skin::files) describes.
    pub fn load(folder: &Path) -> Result<Skin, SkinError> {
        let file = folder.join(FILE);
        let wrong = |reason: String| SkinError::About { file: file.clone(), reason };
        let bytes = files::read(&file, MAX_ABOUT_BYTES).map_err(|error| match error {
            FileError::Unreadable { source, .. } => wrong(source.to_string()),
            FileError::NotRegular { found, .. } => wrong(format!("it is {found}")),
            FileError::TooLarge { limit, .. } => wrong(format!("more than {limit} bytes")),
            FileError::Missing(_) => wrong("no such file".to_string()),
        })?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_string()))?;
        let about: About = toml::from_str(&text).map_err(|error| wrong(error.message().to_string()))?;
        let corrections = Templates::glyphs_in(&folder.join("corrections"))?;
        let letters = match Templates::letters_of(folder) {
            // Corrections alone are kept, too: no tile was segmented that a letter could be learned from.
            Err(TemplatesError::Empty { .. }) if !corrections.is_empty() => Vec::new(),
            letters => letters?,
        };
        let is_sound = |n: f32| n.is_finite() && n > 0.0;
        let has_tiles = is_sound(about.glyph_height) && !about.colors.is_empty();
        if !is_sound(about.pitch_ratio) || !(has_tiles || letters.is_empty()) {
            return Err(wrong("expected a ratio and a height above 0, and the colors of a tile".to_string()));
        }
        Ok(Skin { known: known(&about, &letters), about, letters, corrections })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// The number of pictures that it was learned from.
    pub fn pictures(&self) -> usize {
        self.about.pictures
    }

    /// Its letters and colors, in the form that the reader takes.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The same skin, learned without a person who checked it: only what looks as it was learned is known.
    #[must_use]
    pub fn unchecked(mut self) -> Skin {
        self.known.even = EVEN_UNCHECKED;
        self
    }

    /// The glyphs that a person corrected, with their faces.
    pub fn corrections(&self) -> impl Iterator<Item = (&Face, &GlyphPixels)> {
        self.corrections.iter().map(|(face, glyph)| (face, glyph))
    }

    /// Adds a glyph that a person corrected. What it was before is replaced, also where it was learned as another letter.
    pub fn add_correction(&mut self, face: Face, glyph: &GlyphPixels) {
        self.corrections.retain(|(_, known)| likeness(known, glyph) < SAME);
        self.letters.retain(|(letter, known)| *letter == face || likeness(known, glyph) < SAME);
        self.known = known(&self.about, &self.letters);
        self.corrections.push((face, *glyph));
    }

    /// The profile whose rules its game follows; `None` where that is not known.
    pub fn profile(&self) -> Option<&str> {
        self.about.profile.as_deref()
    }

    /// The shapes of board that it was learned from.
    pub fn shapes(&self) -> impl Iterator<Item = Shape> {
        self.about.shapes.iter().filter_map(|shape| shape.parse().ok())
    }

    /// Names the profile whose rules its game follows.
    pub fn set_profile(&mut self, name: &str) {
        self.about.profile = Some(name.to_string());
    }

    /// Its letters, each once, in alphabetical order.
    pub fn alphabet(&self) -> Vec<String> {
        let mut known: Vec<String> = self.letters.iter().map(|(face, _)| face.to_string()).collect();
        known.sort();
        known.dedup();
        known
    }

    /// The files of its folder with their contents, `skin.toml` last; paths are relative to the folder.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for (folder, glyphs) in [("letters", &self.letters), ("corrections", &self.corrections)] {
            for (i, (face, glyph)) in glyphs.iter().enumerate() {
                let before = glyphs[..i].iter().filter(|(other, _)| other == face).count();
                let number = if before == 0 { String::new() } else { format!("-{}", before + 1) };
                files.push((Path::new(folder).join(format!("{face}{number}.png")), png(glyph)));
            }
        }
        let about = toml::to_string(&self.about).unwrap_or_else(|_| unreachable!("plain fields are TOML"));
        let text = format!("# Written by `hexlex teach`; letters/ holds the letters, light on dark.\n{about}");
        files.push((PathBuf::from(FILE), text.into_bytes()));
        files
    }

    /// Learns from a board whose letters are known; `lessons` are the glyphs of its cells.
    ///
    /// # Errors
    /// [`SkinError::Lines`] where the skin has columns and the board rows, or the reverse.
    pub fn learn(&mut self, layout: &Layout, board: &Board, lessons: &[Option<Lesson>]) -> Result<Learned, SkinError> {
        let lines = name_of(layout.shape().lines()).to_string();
        if self.about.pictures > 0 && self.about.lines != lines {
            let (skin, known) = (self.about.name.clone(), self.about.lines.clone());
            return Err(SkinError::Lines { skin, known, found: lines });
        }
        let mut learned = Learned::default();
        let before: usize = self.about.colors.iter().map(|colors| colors.tiles).sum();
        for (lesson, tile) in lessons.iter().zip(board.tiles()) {
            let (Some(lesson), Some(tile)) = (lesson, tile) else { continue };
            let tag = tile.tags.first().map_or(tile.kind.name(), String::as_str);
            self.add_colors(tag, lesson, before + learned.tiles);
            learned.tiles += 1;
            learned.new += usize::from(self.add_glyph(lesson));
        }
        let ratio = layout.pitch().0 / layout.pitch().1;
        let seen = self.about.pictures as f32;
        self.about.pitch_ratio = (self.about.pitch_ratio * seen + ratio) / (seen + 1.0);
        self.about.pictures += 1;
        self.about.lines = lines;
        let shape = layout.shape().to_string();
        if !self.about.shapes.contains(&shape) {
            self.about.shapes.push(shape);
        }
        self.known = known(&self.about, &self.letters);
        Ok(learned)
    }

    /// Adds a tile's colors and its letter's height to the means over the `before` tiles.
    fn add_colors(&mut self, kind: &str, lesson: &Lesson, before: usize) {
        let mean = |old: Rgb, new: Rgb, n: usize| -> Rgb {
            std::array::from_fn(|i| ((usize::from(old[i]) * n + usize::from(new[i]) + n / 2) / (n + 1)) as u8)
        };
        let all = &mut self.about.colors;
        match all.iter_mut().find(|colors| colors.kind == kind && colors.is_like(lesson.ground, lesson.ink)) {
            Some(colors) => {
                colors.ground = mean(colors.ground, lesson.ground, colors.tiles);
                colors.ink = mean(colors.ink, lesson.ink, colors.tiles);
                colors.tiles += 1;
            }
            None => {
                let kind = kind.to_string();
                all.push(TileColors { kind, ground: lesson.ground, ink: lesson.ink, tiles: 1 });
            }
        }
        let height = &mut self.about.glyph_height;
        *height = (*height * before as f32 + lesson.height) / (before as f32 + 1.0);
    }

    /// Adds a letter's glyph unless a similar one is there; returns whether it was new.
    fn add_glyph(&mut self, lesson: &Lesson) -> bool {
        /// The number of glyphs that are kept of a letter. Each costs time at every tile. Chosen by hand.
        const GLYPHS: usize = 4;
        let mut own = self.letters.iter().filter(|(face, _)| *face == lesson.face);
        let is_new =
            own.clone().all(|(_, glyph)| likeness(glyph, &lesson.pixels) < SAME) && own.nth(GLYPHS - 1).is_none();
        if is_new {
            self.letters.push((lesson.face.clone(), lesson.pixels));
        }
        is_new
    }

    /// The share of a sample of tiles that look like the skin's; `None` where the board is of another game.
    pub fn fits(&self, frame: &Frame, layout: &Layout) -> Option<f32> {
        /// The size of the sample, spread over the board.
        const TILES: usize = 8;
        /// The largest difference of the ratios of pitches, as natural logarithm: beyond, it is another game or a stretched
        /// window. Chosen by hand.
        const RATIO: f32 = 0.06;
        /// The largest difference of a letter's height from the mean, as natural logarithm: the tail of a Q makes up to
        /// this much. Chosen by hand.
        const HEIGHT: f32 = 0.2;
        /// The smallest share: a few tiles may be covered or of a kind that was not taught. Chosen by hand.
        const ENOUGH: f32 = 0.6;
        if self.letters.is_empty() {
            return None;
        }
        let ratio = layout.pitch().0 / layout.pitch().1;
        if self.about.lines != name_of(layout.shape().lines()) || (ratio / self.about.pitch_ratio).ln().abs() > RATIO {
            return None;
        }
        let cells: Vec<Cell> = layout.shape().cells().collect();
        let sample: Vec<Cell> =
            (0..TILES.min(cells.len())).map(|i| cells[i * cells.len() / TILES.min(cells.len())]).collect();
        let is_alike = |cell: &&Cell| {
            let height = self.known.height_of(frame, layout, **cell);
            height.is_some_and(|height| (height / self.about.glyph_height).ln().abs() < HEIGHT)
        };
        let alike = sample.iter().filter(is_alike).count();
        let share = alike as f32 / sample.len() as f32;
        (share >= ENOUGH).then_some(share)
    }
}

impl TileColors {
    /// Whether these are its colors, allowing for gradients, noise and the soft edges of thin letters.
    fn is_like(&self, ground: Rgb, ink: Rgb) -> bool {
        /// The largest distances in RGB. An ink may differ more, as it mixes with the ground in thin strokes. Chosen by
        /// hand.
        const GROUND: f32 = 40.0;
        const INK: f32 = 80.0;
        color_distance(self.ground, ground) < GROUND && color_distance(self.ink, ink) < INK
    }
}

/// The form that the reader takes.
fn known(about: &About, letters: &[(Face, GlyphPixels)]) -> Known {
    let colors = |colors: &TileColors| {
        let kind = TileKind::from_name(&colors.kind);
        let tag = if kind.is_none() { Some(colors.kind.clone()) } else { None };
        KnownColors { ground: colors.ground, ink: colors.ink, kind: kind.unwrap_or_default(), tag, tiles: colors.tiles }
    };
    let templates = Templates::of(&about.name, letters.iter().map(|(face, glyph)| (face, glyph)));
    Known { templates, colors: about.colors.iter().map(colors).collect(), even: EVEN }
}

fn name_of(lines: Lines) -> &'static str {
    match lines {
        Lines::Columns => "columns",
        Lines::Rows => "rows",
    }
}

/// A glyph as a gray PNG.
fn png(glyph: &GlyphPixels) -> Vec<u8> {
    let levels = glyph.iter().map(|opacity| (255.0 * opacity).round() as u8).collect();
    let picture = GrayImage::from_raw(GLYPH as u32, GLYPH as u32, levels).unwrap_or_default();
    let mut bytes = Cursor::new(Vec::new());
    // Writing into memory fails only without memory.
    let _ = picture.write_to(&mut bytes, ImageFormat::Png);
    bytes.into_inner()
}

#[cfg(test)]
#[cfg(feature = "templates")]
mod tests {
    use super::*;
    use crate::paint::{Style, paint};
    use crate::read::{Engine, lessons};

    const LETTERS: &str = "eatrispondleqisowamtenbaurcoftijhedsanykovilgeraxpuzitone";

    /// A painted Bookworm board from this place of the letters on, with its truth.
    fn painted(from: usize, tile: f32) -> (Frame, Layout, Board) {
        let letters: String = LETTERS[from..].chars().chain(LETTERS.chars()).take(52).collect();
        let board = Board::from_letters(Shape::bookworm(), &letters.replace('q', "z")).unwrap();
        let (pixels, layout) = paint(&board, &Style::default(), tile).unwrap();
        (Frame::new(pixels, "painted"), layout, board)
    }

    fn taught() -> Skin {
        let (frame, layout, board) = painted(0, 60.0);
        let engine = Engine::Template(Templates::builtin().clone());
        let mut skin = Skin::new("painted").unwrap();
        let learned = skin.learn(&layout, &board, &lessons(&frame, &layout, &board, &engine)).unwrap();
        assert_eq!(learned.tiles, 52);
        assert!(learned.new >= 23 && learned.new < 40, "{learned:?}");
        skin
    }

    #[test]
    fn a_skin_fits_its_game_at_any_size_and_no_other() {
        let skin = taught();
        for size in [30.0, 47.0, 110.0] {
            let (frame, layout, _) = painted(11, size);
            assert!(skin.fits(&frame, &layout).is_some(), "{size}");
        }
        let (mut frame, layout, _) = painted(11, 60.0);
        let mut pixels = frame.pixels().clone();
        pixels.pixels_mut().for_each(|pixel| pixel.0.swap(0, 2));
        frame = Frame::new(pixels, "of other colors");
        assert!(skin.fits(&frame, &layout).is_none());
    }

    #[test]
    fn a_written_skin_is_loaded_again() {
        let mut skin = taught();
        let (_, glyph) = skin.letters[0].clone();
        let before = skin.letters.len();
        skin.add_correction(Face::Letters("V".to_string()), &glyph);
        assert_eq!(skin.letters.len(), before - 1, "the letter that it was learned as");
        skin.set_profile("deluxe");
        let same = rewritten(&skin).unwrap();
        assert_eq!(same.alphabet(), skin.alphabet());
        assert_eq!(same.letters.len(), skin.letters.len());
        assert_eq!(same.about.colors.len(), skin.about.colors.len());
        assert_eq!((same.corrections.len(), same.profile()), (1, Some("deluxe")));
        assert_eq!(same.shapes().collect::<Vec<Shape>>(), [Shape::bookworm()]);
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "name = 3").unwrap();
        let error = Skin::load(folder.path()).unwrap_err().to_string();
        assert!(error.contains("skin.toml") && error.contains("hexlex teach"), "{error}");
    }

    /// Writes a skin to a folder and loads it again.
    fn rewritten(skin: &Skin) -> Result<Skin, SkinError> {
        let folder = tempfile::tempdir().unwrap();
        for part in ["letters", "corrections"] {
            std::fs::create_dir(folder.path().join(part)).unwrap();
        }
        for (path, bytes) in skin.files() {
            std::fs::write(folder.path().join(path), bytes).unwrap();
        }
        Skin::load(folder.path())
    }

    /// No segment of a sign of an unknown alphabet is plausible as a letter, but a person has said which letter it is.
    #[test]
    fn corrections_are_kept_without_letters() {
        let (frame, layout, board) = painted(0, 60.0);
        let mut skin = Skin::new("runes").unwrap();
        let (face, glyph) = taught().letters[0].clone();
        skin.add_correction(face, &glyph);
        skin.learn(&layout, &board, &vec![None; 52]).unwrap();
        let same = rewritten(&skin).unwrap();
        assert_eq!((same.corrections.len(), same.alphabet()), (1, Vec::new()));
        assert_eq!(same.shapes().collect::<Vec<Shape>>(), [Shape::bookworm()]);
        assert!(same.fits(&frame, &layout).is_none(), "it has no letters to read by");
        assert!(rewritten(&Skin::new("empty").unwrap()).is_err());
    }

    #[test]
    fn names_stay_in_their_folder() {
        for name in ["", "..", "a/b", "-x", "a b", "a\\b"] {
            assert!(matches!(Skin::new(name), Err(SkinError::Name(_))), "{name}");
        }
        assert_eq!(Skin::new("deluxe-2.1_é").unwrap().name(), "deluxe-2.1_é");
    }
}
