//! What a board looks like.

use crate::colors::{BLACK, WHITE, contrast, hsl, ink_on, is_light, stand_out};
use crate::dice::Dice;
use crate::faces::Face;
use hexlex::board::{Lines, Shape};
use hexlex::paint::{Fill, Gradient, Marks, Palette, Style, TileShape, TileStyle};
use hexlex::pixels::{Point, Rgb, color_distance, mix};

/// How light letters and tiles are against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    DarkOnLight,
    LightOnDark,
    /// Only the tiles' outlines show.
    Outlined,
}

impl Scheme {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scheme::DarkOnLight => "dark on light",
            Scheme::LightOnDark => "light on dark",
            Scheme::Outlined => "outlined",
        }
    }
}

/// The looks of one board.
pub(crate) struct Dress {
    pub(crate) style: Style,
    /// The look of selected tiles.
    pub(crate) selected: Style,
    pub(crate) scheme: Scheme,
    pub(crate) fill: &'static str,
    pub(crate) marks: &'static str,
    /// A seam or shadow of the letters.
    pub(crate) letters: &'static str,
    /// The background right behind the tiles.
    pub(crate) ground: Rgb,
    /// Whether a diamond can be told from a plain tile: not where bare outlines are pale too.
    pub(crate) shows_diamonds: bool,
}

/// How tall letters may be, in tiles.
const HEIGHTS: (f32, f32) = (0.28, 0.62);

/// Colors of thin lines that a person tells apart are so many levels apart.
const TOLD: f32 = 60.0;

/// A random look for a board of this shape with tiles this high in pixels; `kinds` where it has gems.
pub(crate) fn dress(dice: &mut Dice, face: &Face, shape: &Shape, tile: f32, kinds: bool, least: f32) -> Dress {
    let scheme = dice.weighted(&[(Scheme::DarkOnLight, 55), (Scheme::LightOnDark, 28), (Scheme::Outlined, 17)]);
    let columns = shape.lines() == Lines::Columns;
    let form = match dice.below(100) {
        n if n < 14 => TileShape::Circle,
        n if n < 46 && columns => TileShape::Hexagon,
        n if n < 75 => TileShape::Square(dice.between(0.03, 0.3)),
        _ => TileShape::Square(0.0),
    };
    let ground = ground(dice, scheme);
    let (normal, fill) = plain(dice, scheme, ground, kinds);
    let palette = palette(dice, scheme, normal, fill, ground);
    let mut style = Style { shape: form, palette, typeface: face.typeface.clone(), ..Style::default() };
    style.background = Gradient::plain(ground);
    style.capital_u = dice.chance(0.2);
    measures(dice, &mut style, columns, tile, scheme);
    let marks = mark(dice, &mut style, normal);
    set_letters(dice, &mut style, tile, least, marks != "none");
    let letters = edge_letters(dice, &mut style, normal, tile);
    let selected = selected(dice, &style, scheme, ground);
    let shows_diamonds = scheme != Scheme::Outlined || color_distance(style.palette.diamond.edge, normal.edge) > TOLD;
    Dress { style, selected, scheme, fill, marks, letters, ground, shows_diamonds }
}

fn ground(dice: &mut Dice, scheme: Scheme) -> Rgb {
    let dark = match scheme {
        Scheme::Outlined => dice.chance(0.65),
        _ => dice.chance(0.6),
    };
    let (low, high) = match (scheme, dark) {
        (Scheme::Outlined, true) => (0.04, 0.2),
        (Scheme::Outlined, false) => (0.85, 1.0),
        (_, true) => (0.05, 0.4),
        (_, false) => (0.5, 1.0),
    };
    hsl(dice.between(0.0, 360.0), dice.between(0.0, 0.5), dice.between(low, high))
}

/// The look of plain tiles.
fn plain(dice: &mut Dice, scheme: Scheme, ground: Rgb, kinds: bool) -> (TileStyle, &'static str) {
    // Beside gems, plain tiles have the colors of wood, stone and paper, so that the gems stand out.
    let (hue, saturation) = if kinds { (dice.between(20.0, 50.0), 0.5) } else { (dice.between(0.0, 360.0), 0.8) };
    let saturation = dice.between(0.0, saturation);
    let least = if dice.chance(0.15) { 3.0 } else { 4.5 };
    let top = match scheme {
        Scheme::Outlined => {
            let line = ink_on(ground, 2.5, dice);
            let letter = if dice.chance(0.6) { line } else { ink_on(ground, 4.5, dice) };
            let letter = stand_out(letter, ground, if is_light(ground) { BLACK } else { WHITE }, 4.0);
            return (TileStyle::new(Fill::None, line, letter), "none");
        }
        Scheme::DarkOnLight => hsl(hue, saturation, dice.between(0.68, 0.98)),
        Scheme::LightOnDark => hsl(hue, saturation, dice.between(0.1, 0.4)),
    };
    let bottom = mix(top, if dice.chance(0.7) { BLACK } else { WHITE }, dice.between(0.05, 0.18));
    let (fill, name) = match dice.below(100) {
        n if n < 35 => (Fill::Gradient(Gradient::plain(top)), "flat"),
        n if n < 70 => (Fill::Gradient(Gradient::new(top, bottom)), "gradient"),
        n if n < 82 => (Fill::Gem { light: mix(top, WHITE, 0.25), body: top, shade: bottom }, "cut"),
        _ => (Fill::Grain(Gradient::new(top, bottom)), "grain"),
    };
    let far = if scheme == Scheme::DarkOnLight { BLACK } else { WHITE };
    let letter = [top, bottom].iter().fold(ink_on(top, least, dice), |ink, &at| stand_out(ink, at, far, least));
    let edge = if dice.chance(0.5) { mix(bottom, BLACK, 0.4) } else { mix(top, WHITE, 0.4) };
    (TileStyle::new(fill, edge, letter), name)
}

/// The styles of all kinds beside the plain one.
fn palette(dice: &mut Dice, scheme: Scheme, normal: TileStyle, fill: &str, ground: Rgb) -> Palette {
    let glow = dice.chance(0.4);
    let mut gem = |hue: f32, saturation: f32, lightness: f32| {
        if scheme == Scheme::Outlined {
            // Only the line tells a diamond from a sapphire: it is pale.
            let pale = lightness > 0.9;
            let line = if is_light(ground) { 0.4 } else { 0.65 };
            let bright = if pale { hsl(182.0, 0.3, line + 0.2) } else { hsl(hue, saturation, line) };
            let letter = if hue < 20.0 && contrast(bright, ground) > 3.0 { bright } else { normal.letter };
            return TileStyle::new(Fill::None, bright, letter);
        }
        let body = hsl(hue, saturation, lightness);
        let fill = match fill {
            "flat" => Fill::Gradient(Gradient::plain(body)),
            "gradient" => Fill::Gradient(Gradient::new(mix(body, WHITE, 0.15), mix(body, BLACK, 0.15))),
            _ => Fill::Gem { light: mix(body, WHITE, 0.5), body, shade: mix(body, BLACK, 0.3) },
        };
        let letter = if contrast(normal.letter, body) > 4.0 {
            normal.letter
        } else {
            mix(body, if is_light(body) { BLACK } else { WHITE }, dice.between(0.8, 1.0))
        };
        let look = TileStyle::new(fill, mix(body, WHITE, 0.5), letter);
        if glow { look.glowing(mix(body, WHITE, 0.2)) } else { look }
    };
    let (green, gold) = (gem(125.0, 0.6, 0.55), gem(48.0, 0.9, 0.6));
    let (sapphire, diamond) = (gem(215.0, 0.75, 0.6), gem(195.0, 0.6, 0.92));
    let red = gem(5.0, 0.8, 0.6);
    let fire = if scheme == Scheme::Outlined { red } else { fire(dice, red) };
    Palette { normal, fire, green, gold, sapphire, diamond }
}

/// Flames, the letter darker than all of them but sometimes faded.
fn fire(dice: &mut Dice, red: TileStyle) -> TileStyle {
    let pale = dice.between(0.0, 0.5);
    let smoke = mix(hsl(8.0, 0.75, 0.42), WHITE, pale);
    let (blaze, hot) = (mix(hsl(18.0, 0.9, 0.55), WHITE, pale), mix(hsl(40.0, 1.0, 0.65), WHITE, pale));
    let far = mix(smoke, BLACK, if pale > 0.2 { dice.between(0.65, 0.95) } else { 0.95 });
    let letter = [smoke, blaze].iter().fold(far, |ink, &at| stand_out(ink, at, BLACK, 2.8));
    TileStyle { fill: Fill::Flames { smoke, blaze, hot }, letter, ..red }
}

/// Gaps, rims and pitches.
fn measures(dice: &mut Dice, style: &mut Style, columns: bool, tile: f32, scheme: Scheme) {
    /// The least width of a line, in pixels.
    const LINE: f32 = 1.2;
    style.pitch = match style.shape {
        TileShape::Hexagon => dice.between(0.87, 0.95),
        TileShape::Circle => dice.between(0.92, 1.04),
        TileShape::Square(_) if columns => dice.between(0.96, 1.06),
        TileShape::Square(_) => 1.0,
    };
    let ratio = if dice.chance(0.25) { dice.between(0.85, 1.18) } else { style.pitch };
    style.stretch = ratio / style.pitch;
    let round = style.shape == TileShape::Circle;
    style.gap = if dice.chance(0.15) && !round { 0.0 } else { dice.between(0.01, 0.12) };
    style.edge = if dice.chance(0.3) { 0.0 } else { dice.between(0.015, 0.05).max(LINE / tile) };
    style.bevel = if dice.chance(0.6) { 0.0 } else { dice.between(0.03, 0.09) };
    style.shadow = if dice.chance(0.6) { 0.0 } else { dice.between(0.02, 0.05) };
    if scheme == Scheme::Outlined {
        style.edge = dice.between(0.02, 0.06).max(LINE / tile);
        style.bevel = 0.0;
    }
}

/// What stands in the corners.
fn mark(dice: &mut Dice, style: &mut Style, normal: TileStyle) -> &'static str {
    if style.shape == TileShape::Hexagon || style.shape == TileShape::Circle || dice.chance(0.5) {
        style.marks = Marks::None;
        return "none";
    }
    let side = |dice: &mut Dice| if dice.chance(0.5) { 0.34 } else { -0.34 };
    let at = Point::new(side(dice), side(dice));
    let height = dice.between(0.11, 0.17);
    match dice.below(10) {
        0..=5 => {
            style.marks = Marks::Digits { at, height };
            "digits"
        }
        6 | 7 => {
            style.marks = Marks::Dots(mix(normal.letter, normal.edge, 0.5));
            "dots"
        }
        _ => {
            let disk = hsl(dice.between(0.0, 360.0), 0.6, 0.45);
            style.marks = Marks::Badge { at, height: 0.13, disk, ink: WHITE };
            "badge"
        }
    }
}

/// The size of the letters and where they stand.
fn set_letters(dice: &mut Dice, style: &mut Style, tile: f32, least: f32, marks: bool) {
    /// How far letters may stand from the tiles' centers, in tiles.
    const OFF: f32 = 0.06;
    /// The space between letters and outline, in tiles.
    const CLEAR: f32 = 0.1;
    let most = match style.shape {
        TileShape::Square(_) if marks => 0.5,
        TileShape::Square(_) => HEIGHTS.1,
        _ => 0.5,
    };
    style.letter_height = dice.about(HEIGHTS.0, HEIGHTS.1 + 0.06).max(least / tile).min(most);
    style.letter_width = match style.shape {
        TileShape::Square(_) if marks => 0.62,
        TileShape::Square(_) => 0.8,
        TileShape::Hexagon => 0.74,
        TileShape::Circle => 0.68,
    };
    style.letter_width *= style.pitch.min(1.0);
    // Letters keep clear of the outline.
    let inside = style.pitch.min(1.0) - style.gap - 2.0 * style.edge.max(style.bevel) - CLEAR;
    style.letter_width = style.letter_width.min(inside);
    style.letter_at = match style.marks {
        _ if dice.chance(0.3) => Point::default(),
        Marks::Digits { at, .. } | Marks::Badge { at, .. } => {
            Point::new(-at.x.signum() * dice.between(0.0, OFF * 0.7), -at.y.signum() * dice.between(0.0, OFF))
        }
        _ => Point::new(dice.between(-OFF, OFF) * 0.4, dice.about(-OFF, OFF)),
    };
}

/// Seams and shadows around letters, where those are large enough to keep their form.
fn edge_letters(dice: &mut Dice, style: &mut Style, normal: TileStyle, tile: f32) -> &'static str {
    /// Letters less high than this, in pixels, have neither.
    const LEAST: f32 = 14.0;
    let other = if is_light(normal.letter) { BLACK } else { WHITE };
    if style.letter_height * tile < LEAST {
        return "plain";
    }
    match dice.below(100) {
        n if n < 8 => {
            style.halo = Some((other, dice.between(0.012, 0.03)));
            "seam"
        }
        n if n < 20 => {
            let far = dice.between(0.015, 0.035);
            style.cast = Some((mix(normal.letter, other, 0.8), far));
            "shadow"
        }
        _ => "plain",
    }
}

/// Another color for the tiles that are selected; their letters are often paler, but can be read.
fn selected(dice: &mut Dice, style: &Style, scheme: Scheme, ground: Rgb) -> Style {
    let hue = dice.between(0.0, 360.0);
    let look = if scheme == Scheme::Outlined {
        let bright = hsl(hue, 0.8, if is_light(ground) { 0.35 } else { 0.7 });
        TileStyle::new(
            Fill::None,
            bright,
            if contrast(bright, ground) > 3.5 { bright } else { style.palette.normal.letter },
        )
    } else {
        let body = hsl(hue, 0.8, dice.between(0.35, 0.8));
        let far = if is_light(body) { BLACK } else { WHITE };
        let letter = stand_out(mix(body, far, dice.between(0.5, 0.95)), body, far, 2.4);
        let fill = if dice.chance(0.5) {
            Fill::Gradient(Gradient::new(mix(body, WHITE, 0.1), body))
        } else {
            Fill::Gradient(Gradient::plain(body))
        };
        TileStyle::new(fill, if dice.chance(0.5) { WHITE } else { mix(body, BLACK, 0.5) }, letter)
    };
    // A seam was chosen for other letters.
    Style { palette: Palette::uniform(look), halo: None, cast: None, ..style.clone() }
}
