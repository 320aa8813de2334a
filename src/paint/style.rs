//! How a painted board is drawn: plain data, all lengths in tile heights.

use crate::board::{DELUXE, LetterValues, TileKind};
use crate::locate::TileShape;
use crate::pixels::{Edge, Point, Rgb};
use crate::typeface::Typeface;

/// Two colors and all between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gradient {
    /// The first color: the upper one, or the left one.
    pub start: Rgb,
    /// The last color.
    pub end: Rgb,
}

impl Gradient {
    /// From one color to another.
    pub const fn new(start: Rgb, end: Rgb) -> Gradient {
        Gradient { start, end }
    }

    /// One color everywhere.
    pub const fn plain(color: Rgb) -> Gradient {
        Gradient { start: color, end: color }
    }
}

/// What covers a tile's face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fill {
    /// Nothing: the background shows through.
    None,
    /// From one color at the top to another at the bottom.
    Gradient(Gradient),
    /// A cut stone.
    Gem {
        /// Where the light falls, at the upper left.
        light: Rgb,
        /// Its own color.
        body: Rgb,
        /// The side away from the light.
        shade: Rgb,
    },
    /// Flames; the texture differs from tile to tile.
    Flames {
        /// The color at the top.
        smoke: Rgb,
        /// The color in the middle.
        blaze: Rgb,
        /// The color at the bottom.
        hot: Rgb,
    },
    /// Streaks between two colors, as of stone or wood; the texture differs from tile to tile.
    Grain(Gradient),
}

/// How the tiles of one kind are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TileStyle {
    /// The face.
    pub fill: Fill,
    /// The color of the outline.
    pub edge: Rgb,
    /// The color of the letter.
    pub letter: Rgb,
    /// The color of a glow that reaches over the neighbors.
    pub glow: Option<Rgb>,
}

impl TileStyle {
    /// Tiles without a glow.
    pub const fn new(fill: Fill, edge: Rgb, letter: Rgb) -> TileStyle {
        TileStyle { fill, edge, letter, glow: None }
    }

    /// The same tiles with a glow around them.
    #[must_use]
    pub const fn glowing(self, color: Rgb) -> TileStyle {
        TileStyle { glow: Some(color), ..self }
    }
}

/// How the tiles of each kind are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Palette {
    /// Plain tiles.
    pub normal: TileStyle,
    /// Burning tiles.
    pub fire: TileStyle,
    /// Green gems.
    pub green: TileStyle,
    /// Gold gems.
    pub gold: TileStyle,
    /// Sapphires.
    pub sapphire: TileStyle,
    /// Diamonds.
    pub diamond: TileStyle,
}

impl Palette {
    /// The same style for every kind.
    pub const fn uniform(style: TileStyle) -> Palette {
        Palette { normal: style, fire: style, green: style, gold: style, sapphire: style, diamond: style }
    }

    /// The style of a kind.
    pub fn of(&self, kind: TileKind) -> &TileStyle {
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

/// How a tile shows the value of its letter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Marks {
    /// Not at all.
    None,
    /// Up to three dots in the lower right corner.
    Dots(Rgb),
    /// A number.
    Digits {
        /// The center of the number, from the tile's center.
        at: Point,
        /// The height of the digits.
        height: f32,
    },
    /// A number on a disk.
    Badge {
        /// The center of the disk, from the tile's center.
        at: Point,
        /// The height of the digits.
        height: f32,
        /// The color of the disk.
        disk: Rgb,
        /// The color of the number.
        ink: Rgb,
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
    /// The texts of the buttons below (or beside) the lines.
    pub buttons: Vec<String>,
    /// The color of the buttons.
    pub button: Rgb,
}

/// How [`paint`](super::paint()) draws a board. Lengths are in tile heights: fractions of the vertical pitch.
#[derive(Debug, Clone)]
pub struct Style {
    /// The outline of the tiles.
    pub shape: TileShape,
    /// The style of each kind.
    pub palette: Palette,
    /// The style of a plain tile with the tag `selected`, but for its edge. That is white, as it is without this style and for other kinds.
    pub selected: Option<TileStyle>,
    /// The font of the letters, and of the text in the panels.
    pub typeface: Typeface,
    /// The height of the capitals.
    pub letter_height: f32,
    /// The largest width of the text on a tile; longer texts shrink.
    pub letter_width: f32,
    /// The middle of the letters, from the tile's center.
    pub letter_at: Point,
    /// An outline around the letters: its color and width.
    pub halo: Option<(Rgb, f32)>,
    /// A shadow of the letters: its color, and its offset down and to the right.
    pub cast: Option<(Rgb, f32)>,
    /// Whether the tile of two letters shows `QU`, not `Qu`.
    pub capital_u: bool,
    /// How the values of letters are shown.
    pub marks: Marks,
    /// The values of the letters A to Z (`Qu` has that of Q).
    pub values: LetterValues,
    /// The free space between tiles.
    pub gap: f32,
    /// The width of the outline; 0 for none.
    pub edge: f32,
    /// The width of a bevel, lit from the upper left; 0 for flat tiles.
    pub bevel: f32,
    /// The offset of a tile's shadow down and to the right; 0 for none.
    pub shadow: f32,
    /// The horizontal pitch.
    pub pitch: f32,
    /// The width of the finished picture as a share of its drawn width: a resized window may not keep its proportions.
    pub stretch: f32,
    /// The background from top to bottom.
    pub background: Gradient,
    /// The color of small dots all over the background.
    pub specks: Option<Rgb>,
    /// The width of the background around the board.
    pub margin: f32,
    /// The other parts of the window.
    pub panels: Vec<Panel>,
}

const INK: Rgb = [38, 26, 14];

impl Default for Style {
    /// Tan tiles with value dots on dark wood, in the embedded typeface.
    fn default() -> Style {
        let gem = |light, body, shade| Fill::Gem { light, body, shade };
        let tan = Fill::Gradient(Gradient::new([226, 200, 150], [204, 172, 116]));
        let flames = Fill::Flames { smoke: [186, 36, 24], blaze: [236, 78, 34], hot: [255, 190, 70] };
        let green = gem([178, 240, 150], [92, 196, 74], [40, 130, 40]);
        let gold = gem([255, 252, 206], [250, 232, 120], [214, 172, 40]);
        let sapphire = gem([176, 212, 255], [84, 146, 240], [28, 74, 180]);
        let diamond = gem([255, 255, 255], [232, 244, 252], [172, 206, 228]);
        let palette = Palette {
            normal: TileStyle::new(tan, [120, 92, 50], INK),
            fire: TileStyle::new(flames, [110, 16, 8], [48, 4, 0]),
            green: TileStyle::new(green, [24, 84, 24], [8, 36, 8]),
            gold: TileStyle::new(gold, [150, 112, 16], INK),
            sapphire: TileStyle::new(sapphire, [16, 44, 110], [4, 12, 48]),
            diamond: TileStyle::new(diamond, [120, 150, 172], INK),
        };
        Style {
            shape: TileShape::Square(0.1),
            palette,
            selected: None,
            typeface: Typeface::embedded(),
            letter_height: 0.46,
            letter_width: 0.7,
            letter_at: Point::new(0.0, -0.03),
            halo: None,
            cast: None,
            capital_u: false,
            marks: Marks::Dots([150, 110, 40]),
            values: DELUXE,
            gap: 0.04,
            edge: 0.025,
            bevel: 0.05,
            shadow: 0.03,
            pitch: 1.0,
            stretch: 1.0,
            background: Gradient::new([58, 40, 26], [38, 26, 18]),
            specks: None,
            margin: 0.4,
            panels: Vec::new(),
        }
    }
}
