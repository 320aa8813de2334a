//! Colors, their contrast, and the colors of windows.

use crate::hard::random::Random;
use hexlex::pixels::{Rgb, mix};

pub(crate) const WHITE: Rgb = [255; 3];
pub(crate) const BLACK: Rgb = [0; 3];

/// A color by hue (degrees), saturation and lightness (0 to 1).
pub(crate) fn hsl(hue: f32, saturation: f32, lightness: f32) -> Rgb {
    let reach = saturation * lightness.min(1.0 - lightness);
    let channel = |n: f32| {
        let k = (n + hue.rem_euclid(360.0) / 30.0) % 12.0;
        ((lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)) * 255.0).round().clamp(0.0, 255.0) as u8
    };
    [channel(0.0), channel(8.0), channel(4.0)]
}

/// Relative luminance, 0 to 1, by the Web Content Accessibility Guidelines.
fn luminance(color: Rgb) -> f32 {
    let linear = color.map(|c| {
        let c = f32::from(c) / 255.0;
        if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// The contrast ratio of the same guidelines, 1 to 21.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (a, b) = (luminance(one) + 0.05, luminance(other) + 0.05);
    a.max(b) / a.min(b)
}

/// Whether black has more contrast to it than white.
pub(crate) fn is_light(color: Rgb) -> bool {
    contrast(color, BLACK) > contrast(color, WHITE)
}

/// Black for a light background, white for a dark one.
pub(crate) fn black_or_white_on(background: Rgb) -> Rgb {
    if is_light(background) { BLACK } else { WHITE }
}

/// A random text color with at least this contrast to the background.
pub(crate) fn ink_on(background: Rgb, least: f32, rng: &mut Random) -> Rgb {
    let lightness = if is_light(background) { rng.between(0.05, 0.25) } else { rng.between(0.8, 1.0) };
    let ink = hsl(rng.between(0.0, 360.0), rng.between(0.0, 0.7), lightness);
    with_contrast(ink, background, black_or_white_on(background), least)
}

/// `ink`, mixed with `extreme` until it has at least this contrast to the background.
pub(crate) fn with_contrast(ink: Rgb, background: Rgb, extreme: Rgb, least: f32) -> Rgb {
    /// The number of mixtures that are tried.
    const STEPS: u8 = 10;
    (0..=STEPS)
        .map(|step| mix(ink, extreme, f32::from(step) / f32::from(STEPS)))
        .find(|&ink| contrast(ink, background) >= least)
        .unwrap_or(extreme)
}

/// The colors of a program's window, or of what a game shows beside its board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UiTheme {
    pub(crate) background: Rgb,
    pub(crate) panel: Rgb,
    pub(crate) ink: Rgb,
    pub(crate) accent: Rgb,
    /// The color of text on the accent.
    pub(crate) on_accent: Rgb,
}

impl UiTheme {
    /// A random light or dark theme.
    pub(crate) fn random(rng: &mut Random) -> UiTheme {
        let dark = rng.chance(0.45);
        let hue = rng.between(0.0, 360.0);
        let saturation = rng.between(0.0, 0.4);
        let lightness = if dark { rng.between(0.06, 0.22) } else { rng.between(0.86, 1.0) };
        let background = hsl(hue, saturation, lightness);
        let panel = hsl(hue, saturation, if dark { lightness + 0.06 } else { lightness - 0.06 });
        let accent = hsl(hue + rng.between(60.0, 300.0), rng.between(0.4, 0.9), rng.between(0.35, 0.55));
        let ink = ink_on(panel, 5.0, rng);
        UiTheme { background, panel, ink, accent, on_accent: black_or_white_on(accent) }
    }
}
