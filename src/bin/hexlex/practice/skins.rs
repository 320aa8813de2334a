//! The looks of the practice game: each [`Skin`] is a style of tiles, a theme of the rest, and the effects that belong to
//! it.

use super::scenery::{Pattern, Theme};
use crate::args::{EffectArg, GameArg, SkinArg};
use hexlex::paint::{Fill, Gradient, Marks, Palette, Style, TileShape, TileStyle};
use hexlex::pixels::{Point, Rgb};
use hexlex::typeface::Typeface;

/// A look of the game.
#[derive(Debug, Clone)]
pub(super) struct Skin {
    /// The tiles.
    pub(super) style: Style,
    /// Everything else.
    pub(super) theme: Theme,
    /// The color of a line through the selected tiles, if there is one.
    pub(super) trail: Option<Rgb>,
}

/// The effects that a skin has unless others are asked for.
pub(super) fn usual_effects(skin: SkinArg) -> Vec<EffectArg> {
    use EffectArg::{Alarm, Blinking, Ghosts, Points};
    match skin {
        SkinArg::Pixel => vec![Points, Alarm, Ghosts, Blinking],
        _ => vec![Points, Alarm],
    }
}

/// The game that is played with a skin unless another one is asked for.
pub(super) fn usual_game(skin: SkinArg) -> GameArg {
    match skin {
        SkinArg::Boggle => GameArg::Boggle,
        _ => GameArg::Deluxe,
    }
}

impl Skin {
    /// The skin of this name.
    pub(super) fn new(name: SkinArg) -> Skin {
        let (style, theme) = match name {
            SkinArg::Wood => (wooden_tiles(), wood()),
            SkinArg::Pixel => (pixel_tiles(), night()),
            SkinArg::Runes => (stone_tiles(), stone()),
            SkinArg::LightOnDark => (dark_tiles(), dark()),
            SkinArg::Boggle => (cubes(), tray()),
            SkinArg::Lower => (disks(), notebook()),
        };
        let trail = (name == SkinArg::Boggle).then_some([255, 122, 36]);
        Skin { style, theme, trail }
    }
}

const fn plain(start: Rgb, end: Rgb) -> Fill {
    Fill::Gradient(Gradient::new(start, end))
}

const fn gem(light: Rgb, body: Rgb, shade: Rgb) -> Fill {
    Fill::Gem { light, body, shade }
}

/// Large letters, warm colors, and every kind legible.
fn wooden_tiles() -> Style {
    const DARK: Rgb = [38, 24, 12];
    let usual = Style::default();
    // Bright flames: a dark letter keeps its contrast with each of the three colors.
    let flames = Fill::Flames { smoke: [224, 70, 28], blaze: [247, 122, 38], hot: [255, 190, 84] };
    let sapphire = gem([206, 228, 255], [122, 178, 250], [56, 108, 212]);
    Style {
        palette: Palette {
            sapphire: TileStyle::new(sapphire, [22, 54, 130], [4, 12, 44]),
            fire: TileStyle::new(flames, [150, 24, 8], [44, 4, 0]).glowing([255, 110, 20]),
            ..usual.palette
        },
        selected: Some(TileStyle::new(plain([242, 176, 92], [224, 146, 66]), [126, 66, 14], DARK)),
        letter_height: 0.47,
        letter_at: Point::new(0.0, -0.035),
        marks: Marks::Dots([150, 104, 44]),
        gap: 0.03,
        ..usual
    }
}

fn wood() -> Theme {
    Theme {
        table: Gradient::new([92, 60, 36], [50, 31, 18]),
        pattern: Pattern::Planks,
        frame: Gradient::new([150, 100, 54], [98, 60, 30]),
        ground: Gradient::new([44, 28, 17], [30, 19, 11]),
        cover: Gradient::new([112, 40, 28], [72, 22, 16]),
        paper: Gradient::new([250, 238, 208], [232, 212, 168]),
        ink: [66, 40, 20],
        pale_ink: [158, 118, 70],
        accent: [112, 40, 28],
        gilt: [255, 214, 112],
        cream: [236, 216, 190],
        button: [150, 100, 54],
        submit: [92, 132, 48],
        typeface: Typeface::serif(),
        is_round: true,
    }
}

/// Square tiles with letters of pixels and printed values.
fn pixel_tiles() -> Style {
    const INK: Rgb = [34, 30, 74];
    let tile = |start, end, edge, letter| TileStyle::new(plain(start, end), edge, letter);
    Style {
        shape: TileShape::Square(0.0),
        palette: Palette {
            normal: tile([242, 240, 255], [206, 204, 236], [104, 98, 168], INK),
            fire: TileStyle::new(
                Fill::Flames { smoke: [214, 40, 40], blaze: [248, 112, 40], hot: [255, 196, 70] },
                [120, 12, 24],
                [48, 0, 16],
            ),
            green: tile([152, 240, 140], [84, 200, 96], [16, 96, 48], [4, 48, 24]),
            gold: tile([255, 240, 130], [246, 206, 60], [150, 104, 0], [64, 40, 0]),
            sapphire: tile([140, 204, 255], [84, 158, 250], [20, 64, 160], [4, 20, 76]),
            diamond: tile([255, 255, 255], [206, 246, 252], [90, 160, 180], [10, 60, 84]),
        },
        selected: Some(tile([255, 188, 224], [246, 140, 196], [150, 30, 96], [70, 0, 44])),
        typeface: Typeface::pixel(),
        letter_height: 0.44,
        letter_width: 0.66,
        letter_at: Point::new(-0.03, -0.05),
        marks: Marks::Digits { at: Point::new(0.31, 0.33), height: 0.14 },
        gap: 0.05,
        edge: 0.03,
        bevel: 0.07,
        shadow: 0.04,
        ..Style::default()
    }
}

fn night() -> Theme {
    Theme {
        table: Gradient::new([26, 22, 58], [12, 10, 30]),
        pattern: Pattern::Stars,
        frame: Gradient::new([104, 94, 184], [62, 54, 124]),
        ground: Gradient::new([22, 20, 48], [14, 12, 34]),
        cover: Gradient::new([74, 62, 156], [44, 38, 104]),
        paper: Gradient::new([34, 32, 74], [26, 24, 58]),
        ink: [232, 234, 255],
        pale_ink: [142, 142, 214],
        accent: [255, 140, 200],
        gilt: [255, 224, 96],
        cream: [196, 202, 255],
        button: [90, 82, 172],
        submit: [36, 152, 104],
        typeface: Typeface::pixel(),
        is_round: false,
    }
}

/// Tiles of stone with an invented alphabet.
fn stone_tiles() -> Style {
    const CARVED: Rgb = [44, 46, 54];
    let usual = Style::default();
    let grain = |start, end| Fill::Grain(Gradient::new(start, end));
    let flames = Fill::Flames { smoke: [220, 76, 34], blaze: [246, 130, 50], hot: [255, 200, 110] };
    Style {
        shape: TileShape::Square(0.16),
        palette: Palette {
            normal: TileStyle::new(grain([204, 200, 188], [176, 172, 160]), [92, 90, 84], CARVED),
            fire: TileStyle::new(flames, [130, 30, 10], [48, 8, 0]),
            ..usual.palette
        },
        selected: Some(TileStyle::new(plain([150, 226, 206], [104, 192, 172]), [20, 92, 80], [4, 50, 44])),
        typeface: Typeface::runes(),
        letter_height: 0.5,
        letter_width: 0.74,
        letter_at: Point::new(0.0, 0.0),
        marks: Marks::None,
        gap: 0.04,
        bevel: 0.06,
        ..usual
    }
}

fn stone() -> Theme {
    Theme {
        table: Gradient::new([76, 84, 80], [44, 50, 48]),
        pattern: Pattern::Stones,
        frame: Gradient::new([128, 130, 120], [84, 86, 78]),
        ground: Gradient::new([48, 52, 50], [34, 38, 36]),
        cover: Gradient::new([50, 84, 78], [28, 54, 50]),
        paper: Gradient::new([226, 218, 194], [202, 190, 160]),
        ink: [50, 46, 38],
        pale_ink: [128, 118, 94],
        accent: [24, 92, 82],
        gilt: [176, 244, 214],
        cream: [216, 226, 214],
        button: [104, 106, 96],
        submit: [44, 116, 102],
        typeface: Typeface::serif(),
        is_round: true,
    }
}

/// Hexagons with light letters on dark.
fn dark_tiles() -> Style {
    let tile = |start, end, edge, letter| TileStyle::new(plain(start, end), edge, letter);
    let embers = Fill::Flames { smoke: [70, 12, 8], blaze: [136, 30, 10], hot: [186, 66, 16] };
    Style {
        shape: TileShape::Hexagon,
        palette: Palette {
            normal: tile([60, 66, 84], [44, 49, 65], [92, 101, 126], [234, 239, 250]),
            fire: TileStyle::new(embers, [255, 120, 50], [255, 240, 212]).glowing([255, 80, 20]),
            green: TileStyle::new(gem([52, 146, 84], [26, 98, 54], [10, 56, 30]), [90, 220, 130], [226, 255, 234]),
            gold: TileStyle::new(gem([170, 134, 30], [124, 92, 12], [74, 54, 6]), [240, 200, 80], [255, 246, 208]),
            sapphire: TileStyle::new(gem([50, 96, 196], [28, 60, 146], [12, 30, 88]), [110, 160, 255], [222, 234, 255]),
            diamond: TileStyle::new(gem([150, 172, 194], [100, 122, 146], [58, 74, 94]), [220, 240, 255], [255; 3]),
        },
        selected: Some(tile([34, 128, 148], [22, 94, 114], [110, 232, 255], [255; 3])),
        typeface: Typeface::embedded(),
        letter_height: 0.42,
        letter_width: 0.68,
        letter_at: Point::new(0.0, 0.0),
        marks: Marks::None,
        gap: 0.06,
        edge: 0.03,
        bevel: 0.0,
        shadow: 0.0,
        // Hexagons that share their edges: three quarters of their width.
        pitch: 0.75 * TileShape::Hexagon.width(1.0),
        ..Style::default()
    }
}

fn dark() -> Theme {
    Theme {
        table: Gradient::new([20, 22, 31], [9, 10, 15]),
        pattern: Pattern::Plain,
        frame: Gradient::new([42, 46, 61], [29, 32, 44]),
        ground: Gradient::new([14, 15, 22], [10, 11, 17]),
        cover: Gradient::new([44, 50, 68], [30, 34, 48]),
        paper: Gradient::new([27, 30, 41], [21, 23, 33]),
        ink: [226, 231, 243],
        pale_ink: [124, 134, 156],
        accent: [96, 214, 240],
        gilt: [110, 232, 255],
        cream: [204, 212, 230],
        button: [60, 68, 92],
        submit: [18, 124, 130],
        typeface: Typeface::embedded(),
        is_round: true,
    }
}

/// Cubes with round edges.
fn cubes() -> Style {
    const BLUE: Rgb = [26, 42, 100];
    let usual = Style::default();
    Style {
        shape: TileShape::Square(0.2),
        palette: Palette {
            normal: TileStyle::new(plain([255, 252, 242], [238, 230, 208]), [186, 172, 140], BLUE),
            ..usual.palette
        },
        selected: Some(TileStyle::new(plain([255, 230, 140], [252, 206, 86]), [196, 128, 20], BLUE)),
        typeface: Typeface::embedded(),
        letter_height: 0.44,
        letter_at: Point::new(0.0, 0.0),
        marks: Marks::None,
        gap: 0.08,
        edge: 0.015,
        bevel: 0.06,
        shadow: 0.035,
        ..usual
    }
}

fn tray() -> Theme {
    Theme {
        table: Gradient::new([122, 180, 220], [82, 140, 188]),
        pattern: Pattern::Dots,
        frame: Gradient::new([44, 92, 156], [26, 62, 116]),
        ground: Gradient::new([20, 48, 94], [14, 36, 76]),
        cover: Gradient::new([40, 84, 146], [24, 58, 110]),
        paper: Gradient::new([253, 254, 255], [234, 242, 250]),
        ink: [28, 46, 88],
        pale_ink: [112, 142, 184],
        accent: [206, 84, 16],
        gilt: [255, 216, 96],
        cream: [222, 234, 250],
        button: [64, 118, 182],
        submit: [58, 150, 72],
        typeface: Typeface::embedded(),
        is_round: true,
    }
}

/// White disks with lower-case letters.
fn disks() -> Style {
    const INK: Rgb = [36, 42, 64];
    let usual = Style::default();
    let tile = |start, end, edge, letter| TileStyle::new(plain(start, end), edge, letter);
    Style {
        shape: TileShape::Circle,
        palette: Palette {
            normal: tile([255, 255, 252], [242, 240, 230], [120, 132, 140], INK),
            fire: TileStyle::new(
                Fill::Flames { smoke: [236, 84, 50], blaze: [250, 140, 66], hot: [255, 204, 120] },
                [156, 30, 10],
                [60, 8, 0],
            ),
            green: tile([190, 236, 170], [140, 212, 124], [44, 120, 44], [16, 60, 20]),
            gold: tile([255, 244, 170], [250, 220, 96], [160, 120, 10], [72, 48, 0]),
            sapphire: tile([180, 214, 255], [130, 178, 248], [36, 84, 180], [10, 34, 96]),
            diamond: tile([250, 254, 255], [208, 232, 244], [70, 150, 190], [14, 70, 100]),
        },
        selected: Some(tile([255, 214, 150], [250, 190, 106], [190, 100, 10], [70, 34, 0])),
        typeface: Typeface::serif().in_lower_case(),
        letter_height: 0.48,
        letter_width: 0.62,
        letter_at: Point::new(0.0, -0.03),
        marks: Marks::None,
        gap: 0.06,
        edge: 0.03,
        bevel: 0.0,
        shadow: 0.03,
        ..usual
    }
}

fn notebook() -> Theme {
    Theme {
        table: Gradient::new([244, 242, 232], [226, 222, 208]),
        pattern: Pattern::Lines,
        frame: Gradient::new([126, 160, 148], [94, 128, 118]),
        ground: Gradient::new([206, 214, 204], [190, 200, 190]),
        cover: Gradient::new([98, 134, 124], [70, 104, 96]),
        paper: Gradient::new([255, 255, 250], [248, 245, 234]),
        ink: [42, 48, 68],
        pale_ink: [132, 142, 150],
        accent: [44, 112, 96],
        gilt: [255, 238, 160],
        cream: [236, 242, 236],
        button: [112, 144, 134],
        submit: [70, 134, 84],
        typeface: Typeface::serif(),
        is_round: true,
    }
}
