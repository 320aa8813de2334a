//! The names of colors: the kinds of Bookworm, tags for other gems, and `color:#rrggbb` for colors without a name.
//!
//! `tile_kind` decides which colors differ from the plain one; [`kind_of_color`] names them.

use crate::board::{SELECTED, TileKind};

/// Red, green and blue, 0 to 255.
pub(super) type Color = [f32; 3];

/// The kind of a tile as its color shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TileKindGuess {
    /// The kind, by the names of Bookworm.
    pub(super) kind: TileKind,
    /// The name of its color class where that is not a kind of Bookworm.
    pub(super) tag: Option<String>,
}

impl From<TileKind> for TileKindGuess {
    fn from(kind: TileKind) -> TileKindGuess {
        TileKindGuess { kind, tag: None }
    }
}

/// A color class that is not a kind of Bookworm.
pub(super) fn tagged(tag: &str) -> TileKindGuess {
    TileKindGuess { kind: TileKind::Normal, tag: Some(tag.to_string()) }
}

/// The texture of a fill: flames are never one color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texture {
    Even,
    Flames,
    /// A line, too thin to have a texture.
    Line,
}

/// The saturation (0 to 1) below which a color is white, gray or black. Smaller: gray stone gets a hue. Larger: pale
/// gems are missed. Chosen by hand.
const COLORFUL: f32 = 0.18;

/// The hues in degrees from which colors have a name, each to the next one; red goes on to [`FIRE`], across 0. Chosen by hand, by the gems of
/// Bookworm: `hard judge` prints the share of gems of the right kind.
const RED: f32 = 335.0;
const FIRE: f32 = 9.0;
const GOLD: f32 = 38.0;
const GREEN: f32 = 72.0;
const CRYSTAL: f32 = 165.0;
const SAPPHIRE: f32 = 200.0;
const AMETHYST: f32 = 262.0;

/// The kind of a color that differs from the plain one; `None` where no name fits. Hues are in degrees: red 0, yellow
/// 60, green 120, blue 240.
pub(super) fn kind_of_color(color: Color, plain: Color, texture: Texture) -> Option<TileKindGuess> {
    /// The value (0 to 255) of the darkest gem. Chosen by hand.
    const DARK: f32 = 60.0;
    /// The value below which an orange is brown, and the saturation below which it is beige; neither is fire. Chosen by
    /// hand.
    const BROWN: f32 = 150.0;
    const BEIGE: f32 = 0.3;
    /// The value below which a yellow is olive, not gold. Chosen by hand.
    const OLIVE: f32 = 110.0;
    /// The hues of pink, and the saturation below which they are. Chosen by hand.
    const PINK: (std::ops::Range<f32>, f32) = (300.0..350.0, 0.5);
    /// The hues of ice, and the saturation below which a line of these hues is that of a diamond. Chosen by hand.
    const ICE: (std::ops::Range<f32>, f32) = (CRYSTAL..230.0, 0.45);
    let (hue, saturation, value) = hsv(color);
    if is_white(color, plain) || texture == Texture::Line && ICE.0.contains(&hue) && saturation < ICE.1 {
        return Some(TileKind::Diamond.into());
    }
    if texture == Texture::Even && is_picked(color, plain) {
        return Some(tagged(SELECTED));
    }
    if texture != Texture::Line && is_shade(color, plain) {
        return Some(TileKindGuess::default());
    }
    let even = texture == Texture::Even;
    // The value and saturation of a thin line depend on its ground.
    let is_line = texture == Texture::Line;
    if saturation < COLORFUL || !is_line && value < DARK {
        return None;
    }
    let is_red = hue >= RED;
    match hue {
        hue if PINK.0.contains(&hue) && even && saturation < PINK.1 => None,
        hue if (is_red || hue < FIRE) && even => Some(tagged("ruby")),
        hue if hue < GOLD && even && (value < BROWN || saturation < BEIGE) => None,
        hue if is_red || hue < GOLD => Some(TileKind::Fire.into()),
        hue if hue < GREEN && !is_line && (value < OLIVE || saturation < BEIGE) => None,
        hue if hue < GREEN => Some(TileKind::Gold.into()),
        hue if hue < CRYSTAL => Some(TileKind::Green.into()),
        hue if hue < SAPPHIRE => Some(tagged("crystal")),
        hue if hue < AMETHYST => Some(TileKind::Sapphire.into()),
        _ => Some(tagged("amethyst")),
    }
}

/// Whether a color is the white of a diamond: lighter than the plain color, or bluer.
pub(super) fn is_white(color: Color, plain: Color) -> bool {
    /// The least value of white (0 to 255), and its least share of the plain value. Chosen by hand.
    const LIGHT: f32 = 170.0;
    const AS_LIGHT: f32 = 0.85;
    /// The least excess of blue over red, compared with the plain color, in levels. Chosen by hand.
    const BLUER: f32 = 12.0;
    let ((_, saturation, value), (_, _, plain_value)) = (hsv(color), hsv(plain));
    let bluer = (color[2] - color[0]) - (plain[2] - plain[0]) > BLUER;
    let light = value > LIGHT && (value >= plain_value || bluer && value > AS_LIGHT * plain_value);
    saturation < COLORFUL && light
}

/// Whether a color is the plain one of a picked tile: a deeper shade, not a lighter one.
fn is_picked(color: Color, plain: Color) -> bool {
    /// The largest distance of two shades of one hue, in degrees. Chosen by hand.
    const SHADE: f32 = 12.0;
    /// The saturation above which, and the factor on the plain value beyond which, a color is fire and not a picked
    /// tile. Chosen by hand.
    const PURE: f32 = 0.75;
    const BRIGHTER: f32 = 1.15;
    let ((hue, saturation, value), (plain_hue, plain_saturation, plain_value)) = (hsv(color), hsv(plain));
    // Games mark picked tiles in shades of wood and paper. Nearly gray colors have no clear hue.
    hue < GOLD
        && (COLORFUL..PURE).contains(&saturation)
        && plain_saturation > COLORFUL
        && saturation > plain_saturation
        && value < BRIGHTER * plain_value
        && (hue - plain_hue).abs() < SHADE
}

/// Whether a color is the plain one in shade: every channel is darker by about the same factor.
fn is_shade(color: Color, plain: Color) -> bool {
    /// The factors of shade. Smaller: dark gems count as shade. Chosen by hand.
    const LEFT: std::ops::Range<f32> = 0.4..1.0;
    /// The largest distance from the exact shade, in levels. Chosen by hand.
    const EXACT: f32 = 20.0;
    let part = color.iter().sum::<f32>() / plain.iter().sum::<f32>().max(1.0);
    LEFT.contains(&part) && distance(color, plain.map(|channel| part * channel)) < EXACT
}

/// The prefix of tags that are colors, not names.
pub(super) const COLOR: &str = "color:";

/// The tag of a color class without a name: its color in coarse steps, which light and compression do not change.
pub(super) fn coarse(color: Color) -> String {
    /// The step between the values of a channel, in levels: 00, 40, 80, c0 and ff. Smaller: one class gets two tags.
    /// Larger: two classes get one. Chosen by hand.
    const STEP: f32 = 64.0;
    let [red, green, blue] = color.map(|channel| ((channel / STEP).round() * STEP).min(255.0) as u8);
    format!("{COLOR}#{red:02x}{green:02x}{blue:02x}")
}

/// The mean of some colors.
pub(super) fn mean_color(colors: &[Color]) -> Color {
    let sum = colors.iter().fold([0f32; 3], |sum, color| [0, 1, 2].map(|i: usize| sum[i] + color[i]));
    sum.map(|channel| channel / colors.len() as f32)
}

/// The median of each channel.
pub(super) fn median_channels(colors: &[Color]) -> Color {
    [0, 1, 2].map(|i: usize| {
        let mut values: Vec<f32> = colors.iter().map(|color| color[i]).collect();
        let middle = values.len() / 2;
        if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(middle, f32::total_cmp).1 }
    })
}

/// The distance of two colors, in levels.
pub(super) fn distance(a: Color, b: Color) -> f32 {
    length(minus(a, b))
}

/// The square of the distance of two colors.
pub(super) fn squared_distance(a: Color, b: Color) -> f32 {
    minus(a, b).iter().map(|channel| channel * channel).sum()
}

/// The distance of two colors without their difference in brightness, in levels.
pub(super) fn tint(a: Color, b: Color) -> f32 {
    let difference = minus(a, b);
    let gray = difference.iter().sum::<f32>() / difference.len() as f32;
    length(difference.map(|channel| channel - gray))
}

/// The distance of a line's color from all mixtures of the plain line and the ground, in levels. A thin line that
/// covers a pixel in part has such a mixture.
pub(super) fn aside(color: Color, plain: Color, ground: Color) -> f32 {
    let (own, along) = (minus(color, ground), minus(plain, ground));
    let square = dot(along, along);
    let part = if square > 0.0 { dot(own, along) / square } else { 0.0 };
    distance(own, along.map(|channel| part * channel))
}

/// The difference of two colors.
pub(super) fn minus(a: Color, b: Color) -> Color {
    [0, 1, 2].map(|i: usize| a[i] - b[i])
}

fn dot(a: Color, b: Color) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The length of a difference of colors, in levels.
pub(super) fn length(difference: Color) -> f32 {
    dot(difference, difference).sqrt()
}

/// Hue in degrees, saturation 0 to 1, value 0 to 255.
pub(super) fn hsv([r, g, b]: Color) -> (f32, f32, f32) {
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let span = high - low;
    if span <= 0.0 {
        return (0.0, 0.0, high);
    }
    let hue = if high == r {
        ((g - b) / span).rem_euclid(6.0)
    } else if high == g {
        (b - r) / span + 2.0
    } else {
        (r - g) / span + 4.0
    };
    (60.0 * hue, span / high, high)
}
