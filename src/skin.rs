//! A taught skin: the letters of one game as it draws them, and how to know that game again.
//!
//! The network reads typefaces that it has never seen, but a game that is played every day can be read sooner
//! and surer from its own letters. A skin is learned from boards whose letters are known ([`Skin::learn`]) and
//! kept as a folder: `letters/A.png`, `A-2.png` and so on, glyphs as [`recognize`](crate::recognize) cuts them,
//! light on dark; and `skin.toml`, what the tiles look like.
//!
//! A picture is of the skin where its tiles stand in the same proportions, letters of the same height have the
//! same inks on the same grounds, and the letters have the same shapes: see [`Skin::fits`]. Sizes in pixels
//! play no part, a game's window may be of any size.

use crate::board::{Board, Face, TileKind};
use crate::grid::{Cell, Lines};
use crate::locate::Layout;
use crate::pixels::Frame;
use crate::recognize::{GLYPH, GlyphPixels, Known, KnownLook, Lesson, SkinError, Templates, likeness};
use image::{GrayImage, ImageFormat};
use serde::{Deserialize, Serialize};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// The name of the file beside the letters.
const FILE: &str = "skin.toml";

/// The letters of one game, and what its tiles look like.
#[derive(Debug, Clone)]
pub struct Skin {
    about: About,
    letters: Vec<(Face, GlyphPixels)>,
    known: Known,
}

/// What `skin.toml` says.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    name: String,
    /// From how many pictures it was learned.
    pictures: usize,
    /// `columns` or `rows`.
    lines: String,
    /// The boards that were seen, as `--shape` takes them.
    shapes: Vec<String>,
    /// The horizontal pitch over the vertical one.
    pitch_ratio: f32,
    /// The mean height of a letter, in tiles.
    glyph_height: f32,
    looks: Vec<Look>,
}

/// How tiles of one kind look.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    /// The kind, or the tag of tiles that are of none.
    kind: String,
    ground: [u8; 3],
    ink: [u8; 3],
    /// How many tiles it was learned from.
    tiles: usize,
}

/// Why a folder holds no taught skin, or why there can be none of a name.
#[derive(Debug, thiserror::Error)]
pub enum TaughtError {
    /// The name cannot be a folder's.
    #[error("`{0}` is no name of a skin: expected letters, digits, `-`, `_` and `.`, as in deluxe-dark")]
    Name(String),
    /// `skin.toml` is missing or not as hexlex writes it.
    #[error("{file}: {reason}; expected what `hexlex teach` writes: teach the skin again")]
    About {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Its letters cannot be read.
    #[error(transparent)]
    Letters(#[from] SkinError),
    /// The board stands in other lines than the skin's.
    #[error("the skin `{skin}` has tiles in {known}, this board in {found}: give it a skin of its own")]
    Lines {
        /// The skin.
        skin: String,
        /// What the skin was learned from.
        known: String,
        /// What the picture shows.
        found: String,
    },
}

/// What was learned from a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Learned {
    /// Tiles that were looked at.
    pub tiles: usize,
    /// Looks of letters that were new.
    pub new: usize,
}

impl Skin {
    /// A skin that knows nothing yet.
    ///
    /// # Errors
    /// [`TaughtError::Name`] where the name cannot be a folder's.
    pub fn new(name: &str) -> Result<Skin, TaughtError> {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.starts_with(['.', '-']) || !name.chars().all(is_plain) {
            return Err(TaughtError::Name(name.to_string()));
        }
        let about = About {
            name: name.to_string(),
            pictures: 0,
            lines: String::new(),
            shapes: Vec::new(),
            pitch_ratio: 1.0,
            glyph_height: 0.0,
            looks: Vec::new(),
        };
        Ok(Skin { known: Templates::of(name, []).into(), about, letters: Vec::new() })
    }

    /// The skin in a folder.
    ///
    /// # Errors
    /// [`TaughtError`] where the folder is not as [`files`](Skin::files) makes it.
    pub fn load(folder: &Path) -> Result<Skin, TaughtError> {
        let file = folder.join(FILE);
        let wrong = |reason: String| TaughtError::About { file: file.clone(), reason };
        let text = std::fs::read_to_string(&file).map_err(|error| wrong(error.to_string()))?;
        let about: About = toml::from_str(&text).map_err(|error| wrong(error.message().to_string()))?;
        let is_sound = |n: f32| n.is_finite() && n > 0.0;
        if !is_sound(about.pitch_ratio) || !is_sound(about.glyph_height) || about.looks.is_empty() {
            return Err(wrong("expected a ratio and a height above 0, and at least one look".to_string()));
        }
        let letters = Templates::letters_of(folder)?;
        Ok(Skin { known: known(&about, &letters), about, letters })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// From how many pictures it was learned.
    pub fn pictures(&self) -> usize {
        self.about.pictures
    }

    /// Its letters and looks, to read with.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The letters that it knows, each once, in order.
    pub fn alphabet(&self) -> Vec<String> {
        let mut known: Vec<String> = self.letters.iter().map(|(face, _)| face.to_string()).collect();
        known.sort();
        known.dedup();
        known
    }

    /// The files of its folder, the one that makes it a skin last; paths within the folder.
    pub fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for (i, (face, glyph)) in self.letters.iter().enumerate() {
            let before = self.letters[..i].iter().filter(|(other, _)| other == face).count();
            let number = if before == 0 { String::new() } else { format!("-{}", before + 1) };
            files.push((Path::new("letters").join(format!("{face}{number}.png")), png(glyph)));
        }
        let about = toml::to_string(&self.about).unwrap_or_else(|_| unreachable!("plain fields are TOML"));
        let text = format!("# Written by `hexlex teach`; letters/ has the letters, light on dark.\n{about}");
        files.push((PathBuf::from(FILE), text.into_bytes()));
        files
    }

    /// Learns from a board whose letters are known: `lessons` are those of its cells.
    ///
    /// # Errors
    /// [`TaughtError::Lines`] where the skin stands in other lines.
    pub fn learn(
        &mut self,
        layout: &Layout,
        board: &Board,
        lessons: &[Option<Lesson>],
    ) -> Result<Learned, TaughtError> {
        let lines = name_of(layout.shape().lines()).to_string();
        if self.about.pictures > 0 && self.about.lines != lines {
            let (skin, known) = (self.about.name.clone(), self.about.lines.clone());
            return Err(TaughtError::Lines { skin, known, found: lines });
        }
        let mut learned = Learned::default();
        let before: usize = self.about.looks.iter().map(|look| look.tiles).sum();
        for (lesson, tile) in lessons.iter().zip(board.tiles()) {
            let (Some(lesson), Some(tile)) = (lesson, tile) else { continue };
            let tag = tile.tags.first().map_or(tile.kind.name(), String::as_str);
            self.see(tag, lesson, before + learned.tiles);
            learned.tiles += 1;
            learned.new += usize::from(self.keep(lesson));
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

    /// Takes a tile's colors and its letter's height into account, after so many others.
    fn see(&mut self, kind: &str, lesson: &Lesson, before: usize) {
        let mean = |old: [u8; 3], new: [u8; 3], n: usize| -> [u8; 3] {
            std::array::from_fn(|i| ((usize::from(old[i]) * n + usize::from(new[i]) + n / 2) / (n + 1)) as u8)
        };
        let looks = &mut self.about.looks;
        match looks.iter_mut().find(|look| look.kind == kind && look.is_like(lesson.ground, lesson.ink)) {
            Some(look) => {
                look.ground = mean(look.ground, lesson.ground, look.tiles);
                look.ink = mean(look.ink, lesson.ink, look.tiles);
                look.tiles += 1;
            }
            None => {
                let kind = kind.to_string();
                looks.push(Look { kind, ground: lesson.ground, ink: lesson.ink, tiles: 1 });
            }
        }
        let height = &mut self.about.glyph_height;
        *height = (*height * before as f32 + lesson.height) / (before as f32 + 1.0);
    }

    /// Keeps a letter's look where it is a new one; whether it was.
    fn keep(&mut self, lesson: &Lesson) -> bool {
        /// Glyphs more alike are one look of a letter.
        const SAME: f32 = 0.985;
        /// The most looks that are kept of a letter: each costs time at every tile.
        const LOOKS: usize = 4;
        let mut own = self.letters.iter().filter(|(face, _)| *face == lesson.face);
        let is_new =
            own.clone().all(|(_, glyph)| likeness(glyph, &lesson.pixels) < SAME) && own.nth(LOOKS - 1).is_none();
        if is_new {
            self.letters.push((lesson.face.clone(), lesson.pixels));
        }
        is_new
    }

    /// How alike the board of this layout is to the skin: the part of a few of its tiles that look like the
    /// skin's, or `None` where it is another game.
    pub fn fits(&self, frame: &Frame, layout: &Layout) -> Option<f32> {
        /// So many tiles are looked at, all over the board.
        const TILES: usize = 8;
        /// Pitches whose ratios differ more (natural logarithm) are of other games, or of a stretched window.
        const RATIO: f32 = 0.06;
        /// Letters of one game are of one height, but for the tail of a Q.
        const HEIGHT: f32 = 0.2;
        /// The part of the tiles that must look like the skin's: some may be covered or never seen before.
        const ENOUGH: f32 = 0.6;
        let ratio = layout.pitch().0 / layout.pitch().1;
        if self.about.lines != name_of(layout.shape().lines()) || (ratio / self.about.pitch_ratio).ln().abs() > RATIO {
            return None;
        }
        let cells: Vec<Cell> = layout.shape().cells().collect();
        let some: Vec<Cell> =
            (0..TILES.min(cells.len())).map(|i| cells[i * cells.len() / TILES.min(cells.len())]).collect();
        let is_alike = |cell: &&Cell| {
            let height = self.known.height_of(frame, layout, **cell);
            height.is_some_and(|height| (height / self.about.glyph_height).ln().abs() < HEIGHT)
        };
        let alike = some.iter().filter(is_alike).count();
        let part = alike as f32 / some.len() as f32;
        (part >= ENOUGH).then_some(part)
    }
}

impl Look {
    /// Whether these are its colors, but for gradients, noise and a thin letter's soft edges.
    fn is_like(&self, ground: [u8; 3], ink: [u8; 3]) -> bool {
        const GROUND: f32 = 40.0;
        const INK: f32 = 80.0;
        let distance =
            |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).map(|(a, b)| f32::from(a.abs_diff(b)).powi(2)).sum::<f32>().sqrt();
        distance(self.ground, ground) < GROUND && distance(self.ink, ink) < INK
    }
}

/// What reading needs of it.
fn known(about: &About, letters: &[(Face, GlyphPixels)]) -> Known {
    let look = |look: &Look| {
        let kind = TileKind::from_name(&look.kind);
        let tag = if kind.is_none() { Some(look.kind.clone()) } else { None };
        KnownLook { ground: look.ground, ink: look.ink, kind: kind.unwrap_or_default(), tag, tiles: look.tiles }
    };
    let templates = Templates::of(&about.name, letters.iter().map(|(face, glyph)| (face, glyph)));
    Known { templates, looks: about.looks.iter().map(look).collect() }
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
    // Writing into memory fails only where there is none left.
    let _ = picture.write_to(&mut bytes, ImageFormat::Png);
    bytes.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;
    use crate::paint::{Style, paint};
    use crate::recognize::{Engine, lessons};

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
    fn a_skin_is_known_again_at_any_size_and_only_it() {
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
    fn what_is_written_is_what_is_loaded() {
        let skin = taught();
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("letters")).unwrap();
        for (path, bytes) in skin.files() {
            std::fs::write(folder.path().join(path), bytes).unwrap();
        }
        let same = Skin::load(folder.path()).unwrap();
        assert_eq!(same.alphabet(), skin.alphabet());
        assert_eq!(same.letters.len(), skin.letters.len());
        assert_eq!(same.about.looks.len(), skin.about.looks.len());
        std::fs::write(folder.path().join(FILE), "name = 3").unwrap();
        let error = Skin::load(folder.path()).unwrap_err().to_string();
        assert!(error.contains("skin.toml") && error.contains("hexlex teach"), "{error}");
    }

    #[test]
    fn names_stay_in_their_folder() {
        for name in ["", "..", "a/b", "-x", "a b", "a\\b"] {
            assert!(matches!(Skin::new(name), Err(TaughtError::Name(_))), "{name}");
        }
        assert_eq!(Skin::new("deluxe-2.1_é").unwrap().name(), "deluxe-2.1_é");
    }
}
