//! Colors and how well they stand out.

use crate::dice::Dice;
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

/// Relative luminance, as the web's guidelines for contrast have it.
fn luminance(color: Rgb) -> f32 {
    let linear = color.map(|c| {
        let c = f32::from(c) / 255.0;
        if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// The ratio of luminances, 1 to 21.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (a, b) = (luminance(one) + 0.05, luminance(other) + 0.05);
    a.max(b) / a.min(b)
}

/// Whether black stands out against it more than white.
pub(crate) fn is_light(color: Rgb) -> bool {
    contrast(color, BLACK) > contrast(color, WHITE)
}

/// A text color for this ground: of some hue where that keeps the contrast, else nearer to black or white.
pub(crate) fn ink_on(ground: Rgb, least: f32, dice: &mut Dice) -> Rgb {
    let far = if is_light(ground) { BLACK } else { WHITE };
    let lightness = if is_light(ground) { dice.between(0.05, 0.25) } else { dice.between(0.8, 1.0) };
    let ink = hsl(dice.between(0.0, 360.0), dice.between(0.0, 0.7), lightness);
    stand_out(ink, ground, far, least)
}

/// `ink`, pushed toward `far` until it stands out against the ground.
pub(crate) fn stand_out(ink: Rgb, ground: Rgb, far: Rgb, least: f32) -> Rgb {
    /// The steps of the push.
    const STEPS: u8 = 10;
    (0..=STEPS)
        .map(|step| mix(ink, far, f32::from(step) / f32::from(STEPS)))
        .find(|&ink| contrast(ink, ground) >= least)
        .unwrap_or(far)
}

/// The colors of a program or a game beside the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Palette {
    pub(crate) ground: Rgb,
    pub(crate) panel: Rgb,
    pub(crate) ink: Rgb,
    pub(crate) accent: Rgb,
    /// Text on the accent.
    pub(crate) on_accent: Rgb,
}

impl Palette {
    /// Light or dark, with an accent.
    pub(crate) fn any(dice: &mut Dice) -> Palette {
        let dark = dice.chance(0.45);
        Palette::around(dice.between(0.0, 360.0), dark, dice)
    }

    /// Around a hue.
    pub(crate) fn around(hue: f32, dark: bool, dice: &mut Dice) -> Palette {
        let saturation = dice.between(0.0, 0.4);
        let lightness = if dark { dice.between(0.06, 0.22) } else { dice.between(0.86, 1.0) };
        let ground = hsl(hue, saturation, lightness);
        let panel = hsl(hue, saturation, if dark { lightness + 0.06 } else { lightness - 0.06 });
        let accent = hsl(hue + dice.between(60.0, 300.0), dice.between(0.4, 0.9), dice.between(0.35, 0.55));
        let ink = ink_on(panel, 5.0, dice);
        Palette { ground, panel, ink, accent, on_accent: if is_light(accent) { BLACK } else { WHITE } }
    }
}
