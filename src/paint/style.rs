//! What a painted board looks like: plain data, all lengths as fractions of a tile's height.

use crate::board::TileKind;
use crate::pixels::{Edge, Point, Rgb};
use crate::typeface::Typeface;

/// The outline of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TileShape {
    /// A square with corners rounded by this radius; 0 for sharp ones.
    Square(f32),
    /// A regular hexagon with a flat top, as staggered columns are made of.
    Hexagon,
    /// A disk.
    Circle,
}

/// What covers a tile's face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fill {
    /// Nothing: the background shows through.
    None,
    /// From the first color at the top to the second at the bottom.
    Slope(Rgb, Rgb),
    /// A cut stone: light, body and shade.
    Gem(Rgb, Rgb, Rgb),
    /// Flames: smoke above, blaze in the middle, the hottest below; no two tiles burn alike.
    Flames(Rgb, Rgb, Rgb),
    /// Stone or wood: between two colors, in streaks; no two tiles alike.
    Grain(Rgb, Rgb),
}

/// How tiles of one kind look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// The face.
    pub fill: Fill,
    /// The color of the outline.
    pub edge: Rgb,
    /// The color of the letter.
    pub letter: Rgb,
    /// A shine that spills over the neighbors.
    pub glow: Option<Rgb>,
}

impl Look {
    /// A look without glow.
    pub const fn new(fill: Fill, edge: Rgb, letter: Rgb) -> Look {
        Look { fill, edge, letter, glow: None }
    }

    /// The same look with a shine around it.
    #[must_use]
    pub const fn glowing(self, color: Rgb) -> Look {
        Look { glow: Some(color), ..self }
    }
}

/// A look for each kind of tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Looks {
    /// Plain tiles.
    pub normal: Look,
    /// Burning tiles.
    pub fire: Look,
    /// Green gems.
    pub green: Look,
    /// Gold gems.
    pub gold: Look,
    /// Sapphires.
    pub sapphire: Look,
    /// Diamonds.
    pub diamond: Look,
}

impl Looks {
    /// The look of a kind.
    pub fn of(&self, kind: TileKind) -> &Look {
        match kind {
            TileKind::Normal => &self.normal,
            TileKind::Fire => &self.fire,
            TileKind::Green => &self.green,
            TileKind::Gold => &self.gold,
            TileKind::Sapphire => &self.sapphire,
            TileKind::Diamond => &self.diamond,
        }
    }
}

/// How a tile tells what its letter is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Marks {
    /// It does not.
    None,
    /// Up to three dots in the lower right corner.
    Dots(Rgb),
    /// A number at this place from the tile's center, with digits this high.
    Digits {
        /// The center of the number.
        at: Point,
        /// The height of the digits.
        height: f32,
    },
    /// A number on a disk of its own.
    Badge {
        /// The center of the disk, from the tile's center.
        at: Point,
        /// The height of the digits.
        height: f32,
        /// The colors of the disk and of the number.
        colors: (Rgb, Rgb),
    },
}

/// A part of the game's window beside the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// The edge of the picture that it takes up; later panels are nearer to the board.
    pub side: Edge,
    /// How deep it is.
    pub depth: f32,
    /// Its color.
    pub fill: Rgb,
    /// The color of its text.
    pub ink: Rgb,
    /// Lines of text with the height of their capitals.
    pub lines: Vec<(String, f32)>,
    /// What the buttons below (or beside) the text say.
    pub buttons: Vec<String>,
    /// The color of the buttons.
    pub button: Rgb,
}

/// Everything that [`paint`](super::paint()) must know. Lengths are fractions of the vertical pitch.
#[derive(Debug, Clone)]
pub struct Style {
    /// The outline of the tiles.
    pub shape: TileShape,
    /// The looks of the kinds.
    pub looks: Looks,
    /// The look of a plain tile that is tagged `selected`; others, and all where there is none, get a white edge.
    pub selected: Option<Look>,
    /// The font of the letters, and of the text in the panels.
    pub typeface: Typeface,
    /// The height of the capitals.
    pub letter_height: f32,
    /// No text on a tile is wider; longer texts shrink.
    pub letter_width: f32,
    /// Where the middle of the letters stands, from the tile's center.
    pub letter_at: Point,
    /// A seam around the letters: its color and width.
    pub halo: Option<(Rgb, f32)>,
    /// A shadow below the letters: its color, and how far down and to the right it falls.
    pub cast: Option<(Rgb, f32)>,
    /// Whether the tile of two letters shows `QU`, not `Qu`.
    pub capital_u: bool,
    /// How letters are valued.
    pub marks: Marks,
    /// The worth of the letters A to Z (`Qu` is worth what Q is).
    pub values: [u8; 26],
    /// The free space between tiles.
    pub gap: f32,
    /// The width of the outline; 0 for none.
    pub edge: f32,
    /// The width of a raised rim, lit from the upper left; 0 for flat tiles.
    pub bevel: f32,
    /// The distance of the shadow that tiles throw down and to the right; 0 for none.
    pub shadow: f32,
    /// The horizontal pitch.
    pub pitch: f32,
    /// By how much the finished picture is wider than drawn, as a resized window may show it.
    pub stretch: f32,
    /// The background above and below.
    pub background: (Rgb, Rgb),
    /// Small dots strewn over the background.
    pub specks: Option<Rgb>,
    /// The background around the board.
    pub margin: f32,
    /// What else stands in the window.
    pub panels: Vec<Panel>,
}

/// Deluxe's letter values, A to Z, as its players report them: the dots of the default style.
const VALUES: [u8; 26] = [1, 4, 4, 3, 1, 5, 3, 5, 1, 8, 7, 2, 4, 2, 1, 4, 9, 2, 1, 2, 2, 5, 6, 8, 6, 10];

const INK: Rgb = [38, 26, 14];

impl Default for Style {
    /// Tan tiles with value dots on dark wood, in the embedded typeface.
    fn default() -> Style {
        let looks = Looks {
            normal: Look::new(Fill::Slope([226, 200, 150], [204, 172, 116]), [120, 92, 50], INK),
            fire: Look::new(Fill::Flames([186, 36, 24], [236, 78, 34], [255, 190, 70]), [110, 16, 8], [48, 4, 0]),
            green: Look::new(Fill::Gem([178, 240, 150], [92, 196, 74], [40, 130, 40]), [24, 84, 24], [8, 36, 8]),
            gold: Look::new(Fill::Gem([255, 252, 206], [250, 232, 120], [214, 172, 40]), [150, 112, 16], INK),
            sapphire: Look::new(Fill::Gem([176, 212, 255], [84, 146, 240], [28, 74, 180]), [16, 44, 110], [4, 12, 48]),
            diamond: Look::new(Fill::Gem([255, 255, 255], [232, 244, 252], [172, 206, 228]), [120, 150, 172], INK),
        };
        Style {
            shape: TileShape::Square(0.1),
            looks,
            selected: None,
            typeface: Typeface::embedded(),
            letter_height: 0.46,
            letter_width: 0.7,
            letter_at: Point::new(0.0, -0.03),
            halo: None,
            cast: None,
            capital_u: false,
            marks: Marks::Dots([150, 110, 40]),
            values: VALUES,
            gap: 0.04,
            edge: 0.025,
            bevel: 0.05,
            shadow: 0.03,
            pitch: 1.0,
            stretch: 1.0,
            background: ([58, 40, 26], [38, 26, 18]),
            specks: None,
            margin: 0.4,
            panels: Vec::new(),
        }
    }
}
