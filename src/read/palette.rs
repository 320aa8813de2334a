//! What a color is called: the kinds of Bookworm, other families of gems, and `color:#rrggbb` for what has no name.

use crate::board::TileKind;

/// A color: red, green, blue, 0 to 255.
pub(super) type Color = [f32; 3];

/// What a color says of a tile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TileKindGuess {
    /// Its kind by the names of Bookworm.
    pub(super) kind: TileKind,
    /// The name of its color family where that is none of those.
    pub(super) tag: Option<String>,
}

impl From<TileKind> for TileKindGuess {
    fn from(kind: TileKind) -> TileKindGuess {
        TileKindGuess { kind, tag: None }
    }
}

/// A look of no kind of Bookworm's.
pub(super) fn tagged(tag: &str) -> TileKindGuess {
    TileKindGuess { kind: TileKind::Normal, tag: Some(tag.to_string()) }
}

/// What tells flames from an even color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texture {
    Even,
    Flames,
    /// A line is too thin to say.
    Line,
}

/// Less colorful (saturation of HSV) is white, gray or black.
const COLORFUL: f32 = 0.18;

/// What a color says that is not the plain one; `None` where no name fits. Hues in degrees: red 0, yellow 60,
/// green 120, blue 240.
pub(super) fn kind_of_color(color: Color, plain: Color, texture: Texture) -> Option<TileKindGuess> {
    /// No gem is darker.
    const DARK: f32 = 60.0;
    /// Darker oranges are browns, paler ones (by saturation) beiges; flames are neither.
    const BROWN: f32 = 150.0;
    const BEIGE: f32 = 0.3;
    /// Darker yellows are olive.
    const OLIVE: f32 = 110.0;
    /// Pale purples from this hue on are pinks.
    const PINK: (f32, f32) = (300.0, 0.5);
    /// A line this pale, in the hue of ice, is a diamond's.
    const ICE: (std::ops::Range<f32>, f32) = (165.0..230.0, 0.45);
    let (hue, saturation, value) = hsv(color);
    if is_white(color, plain) || texture == Texture::Line && ICE.0.contains(&hue) && saturation < ICE.1 {
        return Some(TileKind::Diamond.into());
    }
    if texture == Texture::Even && is_picked(color, plain) {
        return Some(tagged("selected"));
    }
    if texture != Texture::Line && is_shade(color, plain) {
        return Some(TileKindGuess::default());
    }
    let even = texture == Texture::Even;
    // A thin line is as dark or as pale as its ground makes it.
    let is_line = texture == Texture::Line;
    if saturation < COLORFUL || !is_line && value < DARK {
        return None;
    }
    match hue {
        h if (PINK.0..350.0).contains(&h) && even && saturation < PINK.1 => None,
        h if !(9.0..335.0).contains(&h) && even => Some(tagged("ruby")),
        h if h < 38.0 && even && (value < BROWN || saturation < BEIGE) => None,
        h if !(38.0..335.0).contains(&h) => Some(TileKind::Fire.into()),
        h if h < 72.0 && !is_line && (value < OLIVE || saturation < BEIGE) => None,
        h if h < 72.0 => Some(TileKind::Gold.into()),
        h if h < 165.0 => Some(TileKind::Green.into()),
        h if h < 200.0 => Some(tagged("crystal")),
        h if h < 262.0 => Some(TileKind::Sapphire.into()),
        _ => Some(tagged("amethyst")),
    }
}

/// Whether this is the white of a diamond: lighter than the plain color, or of a bluer white.
pub(super) fn is_white(color: Color, plain: Color) -> bool {
    /// White is at least so light, and not much darker than the plain tiles.
    const LIGHT: f32 = 170.0;
    const AS_LIGHT: f32 = 0.85;
    /// How much more blue than red it has than the plain color, in levels.
    const BLUER: f32 = 12.0;
    let ((_, saturation, value), (_, _, plain_value)) = (hsv(color), hsv(plain));
    let bluer = (color[2] - color[0]) - (plain[2] - plain[0]) > BLUER;
    let light = value > LIGHT && (value >= plain_value || bluer && value > AS_LIGHT * plain_value);
    saturation < COLORFUL && light
}

/// Whether this is the plain color of a picked tile: a deeper shade, not a lighter one.
fn is_picked(color: Color, plain: Color) -> bool {
    /// Hues this near, in degrees, are shades of one color; games pick in the colors of wood and paper.
    const SHADE: f32 = 12.0;
    const WOOD: f32 = 38.0;
    /// Flames are purer, and shine brighter than a picked tile does against the plain ones.
    const PURE: f32 = 0.75;
    const BRIGHTER: f32 = 1.15;
    let ((hue, saturation, value), (plain_hue, plain_saturation, plain_value)) = (hsv(color), hsv(plain));
    // The hue of what is nearly gray says nothing.
    hue < WOOD
        && (COLORFUL..PURE).contains(&saturation)
        && plain_saturation > COLORFUL
        && saturation > plain_saturation
        && value < BRIGHTER * plain_value
        && (hue - plain_hue).abs() < SHADE
}

/// Whether this is the plain color in shade: every channel darker by the same factor.
fn is_shade(color: Color, plain: Color) -> bool {
    /// How much of the light is left under a veil.
    const LEFT: std::ops::Range<f32> = 0.4..1.0;
    /// How far from the exact shade, in levels.
    const EXACT: f32 = 20.0;
    let part = color.iter().sum::<f32>() / plain.iter().sum::<f32>().max(1.0);
    LEFT.contains(&part) && distance(color, plain.map(|channel| part * channel)) < EXACT
}

/// What tags begin with that are no names.
pub(super) const COLOR: &str = "color:";

/// The name of a family without one: its color, coarsely, so that light and compression do not change it.
pub(super) fn coarse(color: Color) -> String {
    /// The step between the values that a channel may have: 00, 40, 80, c0 and ff.
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

/// How far two colors are apart, in levels.
pub(super) fn distance(a: Color, b: Color) -> f32 {
    length(minus(a, b))
}

/// The same squared, for comparing alone.
pub(super) fn squared_distance(a: Color, b: Color) -> f32 {
    minus(a, b).iter().map(|channel| channel * channel).sum()
}

/// How far they are apart without the difference in brightness.
pub(super) fn tint(a: Color, b: Color) -> f32 {
    let difference = minus(a, b);
    let gray = difference.iter().sum::<f32>() / 3.0;
    length(difference.map(|channel| channel - gray))
}

/// How far a color of a line is from all mixtures of a plain line and its ground: what a thin line is made of where
/// it covers a pixel in part.
pub(super) fn aside(color: Color, plain: Color, ground: Color) -> f32 {
    let (own, along) = (minus(color, ground), minus(plain, ground));
    let square = dot(along, along);
    let part = if square > 0.0 { dot(own, along) / square } else { 0.0 };
    distance(own, along.map(|channel| part * channel))
}

fn minus(a: Color, b: Color) -> Color {
    [0, 1, 2].map(|i: usize| a[i] - b[i])
}

fn dot(a: Color, b: Color) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(color: Color) -> f32 {
    dot(color, color).sqrt()
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
