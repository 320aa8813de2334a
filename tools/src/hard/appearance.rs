//! The appearance of a board: colors, shape and fill of its tiles, size and place of its letters.

use crate::hard::colors::{BLACK, WHITE, black_or_white_on, contrast, hsl, ink_on, is_light, with_contrast};
use crate::hard::fonts::Font;
use crate::hard::random::Random;
use hexlex::board::{Board, LetterValues, Lines, PRINTED, TileKind};
use hexlex::paint::{Fill, Gradient, Marks, Palette, Style, TileShape, TileStyle};
use hexlex::pixels::{Point, Rgb, color_distance, mix};

/// Which of letters and tiles is lighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    DarkOnLight,
    LightOnDark,
    /// Tiles are outlines on the background.
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

/// The appearance of one board.
pub(crate) struct Appearance {
    pub(crate) style: Style,
    /// The style of selected tiles.
    pub(crate) selected: Style,
    pub(crate) scheme: Scheme,
    /// How plain tiles are filled, for the report.
    pub(crate) fill: &'static str,
    /// What is drawn in the corners, for the report.
    pub(crate) marks: &'static str,
    /// Whether letters have a seam or a shadow, for the report.
    pub(crate) letters: &'static str,
    /// The color of the background behind the tiles.
    pub(crate) background: Rgb,
    /// Whether a person can distinguish a diamond from a plain tile: not where both are pale outlines.
    pub(crate) shows_diamonds: bool,
}

/// The distance of the colors of two lines, or of two fills of different hue, in levels of 256, above which a person can distinguish
/// them. Chosen by hand: a smaller one counts diamonds as wrong that cannot be told from plain tiles, a larger one leaves diamonds out of
/// outlined boards.
const VISIBLE_DISTANCE: f32 = 60.0;
/// The same for a fill and a shade of it: fills are larger than lines. Chosen by hand: a smaller one counts selected tiles as missed
/// that cannot be seen, a larger one leaves out pale shades.
const VISIBLE_SHADE: f32 = 30.0;

impl Appearance {
    /// A random appearance for a board with tiles `tile` pixels high.
    pub(crate) fn random(rng: &mut Random, font: &Font, board: &Board, tile: f32) -> Appearance {
        let scheme = rng.weighted(&[(Scheme::DarkOnLight, 55), (Scheme::LightOnDark, 28), (Scheme::Outlined, 17)]);
        let lines = board.shape().lines();
        let shape = match rng.below(100) {
            n if n < 14 => TileShape::Circle,
            n if n < 46 && lines == Lines::Columns => TileShape::Hexagon,
            n if n < 75 => TileShape::Square(rng.between(0.03, 0.3)),
            _ => TileShape::Square(0.0),
        };
        let background = background_color(rng, scheme);
        let (normal, fill) = plain(rng, scheme, background, board);
        let palette = palette(rng, scheme, normal, fill, background);
        let mut style = Style { shape, palette, typeface: font.typeface.clone(), ..Style::default() };
        style.background = Gradient::plain(background);
        style.capital_u = rng.chance(0.2);
        set_measures(rng, &mut style, lines, tile, scheme);
        let marks = set_marks(rng, &mut style, normal);
        set_letters(rng, &mut style, tile, font.least);
        let letters = set_letter_edges(rng, &mut style, normal, tile);
        let selected = selected(rng, &style, scheme, board);
        let distance = color_distance(style.palette.diamond.edge, normal.edge);
        let shows_diamonds = scheme != Scheme::Outlined || distance > VISIBLE_DISTANCE;
        Appearance { style, selected, scheme, fill, marks, letters, background, shows_diamonds }
    }

    /// Slants all letters to the right, by this angle in degrees.
    pub(crate) fn slant(&mut self, degrees: f32) {
        for style in [&mut self.style, &mut self.selected] {
            style.typeface = style.typeface.clone().slanted(degrees);
        }
    }

    /// Sets all letters in lower case.
    pub(crate) fn print_small(&mut self) {
        for style in [&mut self.style, &mut self.selected] {
            style.typeface = style.typeface.clone().in_lower_case();
        }
    }

    /// Lets selected tiles look as in one of several games: another color, a darker or a lighter shade of the plain tile,
    /// the plain tile with another edge.
    pub(crate) fn vary_selected(&mut self, rng: &mut Random) {
        let plain = self.style.palette.normal;
        if self.scheme == Scheme::Outlined || rng.chance(0.5) {
            return;
        }
        let (hue, lightness) = (rng.between(0.0, 360.0), rng.between(0.4, 0.8));
        let edges = [hue, hue + 180.0].map(|hue| hsl(hue, 0.8, lightness));
        // What plain tiles show where selected ones have their edge.
        let beside = if self.style.edge > 0.0 { plain.edge } else { middle(plain.fill) };
        let edge = visible(edges, |edge| color_distance(edge, beside) > VISIBLE_DISTANCE);
        let tile = if rng.chance(0.5) {
            let (dark, light) = (shaded(plain.fill, BLACK, 0.3), shaded(plain.fill, WHITE, 0.5));
            let shades = if rng.chance(0.5) { [dark, light] } else { [light, dark] };
            let is_visible = |fill| color_distance(middle(fill), middle(plain.fill)) > VISIBLE_SHADE;
            TileStyle { fill: visible(shades, is_visible), ..plain }
        } else {
            TileStyle { edge, ..plain }
        };
        let edge = self.style.edge.max(rng.between(0.03, 0.09));
        self.selected = Style { palette: Palette::uniform(tile), edge, ..self.style.clone() };
    }

    /// The width of a tile in tile heights, before the board is stretched.
    pub(crate) fn tile_width(&self) -> f32 {
        /// The width of a regular hexagon of height 1, which is 2/sqrt(3).
        const HEXAGON: f32 = 1.155;
        if self.style.shape == TileShape::Hexagon { HEXAGON } else { 1.0 }
    }
}

/// A color for the background behind the tiles.
fn background_color(rng: &mut Random, scheme: Scheme) -> Rgb {
    let dark = match scheme {
        Scheme::Outlined => rng.chance(0.65),
        _ => rng.chance(0.6),
    };
    let (low, high) = match (scheme, dark) {
        (Scheme::Outlined, true) => (0.04, 0.2),
        (Scheme::Outlined, false) => (0.85, 1.0),
        (_, true) => (0.05, 0.4),
        (_, false) => (0.5, 1.0),
    };
    hsl(rng.between(0.0, 360.0), rng.between(0.0, 0.5), rng.between(low, high))
}

/// Whether the board has gems or fire.
fn has_gems(board: &Board) -> bool {
    board.cells().any(|(_, tile)| tile.kind != TileKind::Normal)
}

/// The style of plain tiles, and how they are filled.
fn plain(rng: &mut Random, scheme: Scheme, background: Rgb, board: &Board) -> (TileStyle, &'static str) {
    // Beside gems, plain tiles have the colors of wood, stone and paper: the gems must differ from them.
    let (hue, saturation) =
        if has_gems(board) { (rng.between(20.0, 50.0), 0.5) } else { (rng.between(0.0, 360.0), 0.8) };
    let saturation = rng.between(0.0, saturation);
    let least = if rng.chance(0.15) { 3.0 } else { 4.5 };
    let top = match scheme {
        Scheme::Outlined => {
            let line = ink_on(background, 2.5, rng);
            let letter = if rng.chance(0.6) { line } else { ink_on(background, 4.5, rng) };
            let letter = with_contrast(letter, background, black_or_white_on(background), 4.0);
            return (TileStyle::new(Fill::None, line, letter), "none");
        }
        Scheme::DarkOnLight => hsl(hue, saturation, rng.between(0.68, 0.98)),
        Scheme::LightOnDark => hsl(hue, saturation, rng.between(0.1, 0.4)),
    };
    let bottom = mix(top, if rng.chance(0.7) { BLACK } else { WHITE }, rng.between(0.05, 0.18));
    let (fill, name) = match rng.below(100) {
        n if n < 35 => (Fill::Gradient(Gradient::plain(top)), "flat"),
        n if n < 70 => (Fill::Gradient(Gradient::new(top, bottom)), "gradient"),
        n if n < 82 => (Fill::Gem { light: mix(top, WHITE, 0.25), body: top, shade: bottom }, "cut"),
        _ => (Fill::Grain(Gradient::new(top, bottom)), "grain"),
    };
    let extreme = if scheme == Scheme::DarkOnLight { BLACK } else { WHITE };
    let ink = ink_on(top, least, rng);
    let letter = [top, bottom].iter().fold(ink, |ink, &color| with_contrast(ink, color, extreme, least));
    let edge = if rng.chance(0.5) { mix(bottom, BLACK, 0.4) } else { mix(top, WHITE, 0.4) };
    (TileStyle::new(fill, edge, letter), name)
}

/// The styles of all kinds of tiles, by that of plain ones.
fn palette(rng: &mut Random, scheme: Scheme, normal: TileStyle, fill: &str, background: Rgb) -> Palette {
    let glow = rng.chance(0.4);
    let mut gem = |hue: f32, saturation: f32, lightness: f32| {
        if scheme == Scheme::Outlined {
            // Diamond and sapphire differ only by their lines: the one of a diamond is pale.
            let pale = lightness > 0.9;
            let line = if is_light(background) { 0.4 } else { 0.65 };
            let bright = if pale { hsl(182.0, 0.3, line + 0.2) } else { hsl(hue, saturation, line) };
            let letter = if hue < 20.0 && contrast(bright, background) > 3.0 { bright } else { normal.letter };
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
            mix(body, black_or_white_on(body), rng.between(0.8, 1.0))
        };
        let style = TileStyle::new(fill, mix(body, WHITE, 0.5), letter);
        if glow { style.glowing(mix(body, WHITE, 0.2)) } else { style }
    };
    let (green, gold) = (gem(125.0, 0.6, 0.55), gem(48.0, 0.9, 0.6));
    let (sapphire, diamond) = (gem(215.0, 0.75, 0.6), gem(195.0, 0.6, 0.92));
    let red = gem(5.0, 0.8, 0.6);
    let fire = if scheme == Scheme::Outlined { red } else { fire(rng, red) };
    Palette { normal, fire, green, gold, sapphire, diamond }
}

/// The style of fire: flames, sometimes pale, and a letter darker than all of them.
fn fire(rng: &mut Random, red: TileStyle) -> TileStyle {
    let pale = rng.between(0.0, 0.5);
    let smoke = mix(hsl(8.0, 0.75, 0.42), WHITE, pale);
    let (blaze, hot) = (mix(hsl(18.0, 0.9, 0.55), WHITE, pale), mix(hsl(40.0, 1.0, 0.65), WHITE, pale));
    let ink = mix(smoke, BLACK, if pale > 0.2 { rng.between(0.65, 0.95) } else { 0.95 });
    let letter = [smoke, blaze].iter().fold(ink, |ink, &color| with_contrast(ink, color, BLACK, 2.8));
    TileStyle { fill: Fill::Flames { smoke, blaze, hot }, letter, ..red }
}

/// Sets pitch, stretch, gaps and outlines of the tiles.
fn set_measures(rng: &mut Random, style: &mut Style, lines: Lines, tile: f32, scheme: Scheme) {
    /// The least width of an outline in pixels: thinner ones fade when the picture is scaled. Chosen by hand.
    const LINE: f32 = 1.2;
    style.pitch = match style.shape {
        TileShape::Hexagon => rng.between(0.87, 0.95),
        TileShape::Circle => rng.between(0.92, 1.04),
        TileShape::Square(_) if lines == Lines::Columns => rng.between(0.96, 1.06),
        TileShape::Square(_) => 1.0,
    };
    let ratio = if rng.chance(0.25) { rng.between(0.85, 1.18) } else { style.pitch };
    style.stretch = ratio / style.pitch;
    let round = style.shape == TileShape::Circle;
    style.gap = if rng.chance(0.15) && !round { 0.0 } else { rng.between(0.01, 0.12) };
    style.edge = if rng.chance(0.3) { 0.0 } else { rng.between(0.015, 0.05).max(LINE / tile) };
    style.bevel = if rng.chance(0.6) { 0.0 } else { rng.between(0.03, 0.09) };
    style.shadow = if rng.chance(0.6) { 0.0 } else { rng.between(0.02, 0.05) };
    if scheme == Scheme::Outlined {
        style.edge = rng.between(0.02, 0.06).max(LINE / tile);
        style.bevel = 0.0;
    }
}

/// Chooses what is drawn in the corners of the tiles; returns its name.
fn set_marks(rng: &mut Random, style: &mut Style, normal: TileStyle) -> &'static str {
    if style.shape == TileShape::Hexagon || style.shape == TileShape::Circle || rng.chance(0.5) {
        style.marks = Marks::None;
        return "none";
    }
    style.values = values(rng);
    let side = |rng: &mut Random| if rng.chance(0.5) { 0.34 } else { -0.34 };
    let at = Point::new(side(rng), side(rng));
    let height = rng.between(0.11, 0.17);
    match rng.below(10) {
        0..=5 => {
            style.marks = Marks::Digits { at, height };
            "digits"
        }
        6 | 7 => {
            style.marks = Marks::Dots(mix(normal.letter, normal.edge, 0.5));
            "dots"
        }
        _ => {
            let disk = hsl(rng.between(0.0, 360.0), 0.6, 0.45);
            style.marks = Marks::Badge { at, height: 0.13, disk, ink: WHITE };
            "badge"
        }
    }
}

/// The values of letters: those of a well-known game, or in one of five boards a table that no game has.
fn values(rng: &mut Random) -> LetterValues {
    let mut values = *rng.pick(&PRINTED);
    if rng.chance(0.2) {
        rng.shuffle(&mut values);
    }
    values
}

/// Sets size and place of the letters, `least` pixels high or higher.
fn set_letters(rng: &mut Random, style: &mut Style, tile: f32, least: f32) {
    /// The least and the largest height of letters, in tiles.
    const LEAST_HEIGHT: f32 = 0.28;
    const LARGEST_HEIGHT: f32 = 0.62;
    /// The largest offset of letters from the tiles' centers, in tiles.
    const OFFSET: f32 = 0.06;
    /// The least distance between letters and outline, in tiles.
    const PADDING: f32 = 0.1;
    let marks = style.marks != Marks::None;
    let most = match style.shape {
        TileShape::Square(_) if marks => 0.5,
        TileShape::Square(_) => LARGEST_HEIGHT,
        _ => 0.5,
    };
    style.letter_height = rng.near_middle(LEAST_HEIGHT, LARGEST_HEIGHT + 0.06).max(least / tile).min(most);
    style.letter_width = match style.shape {
        TileShape::Square(_) if marks => 0.62,
        TileShape::Square(_) => 0.8,
        TileShape::Hexagon => 0.74,
        TileShape::Circle => 0.68,
    };
    style.letter_width *= style.pitch.min(1.0);
    let inside = style.pitch.min(1.0) - style.gap - 2.0 * style.edge.max(style.bevel) - PADDING;
    style.letter_width = style.letter_width.min(inside);
    style.letter_at = match style.marks {
        _ if rng.chance(0.3) => Point::default(),
        Marks::Digits { at, .. } | Marks::Badge { at, .. } => {
            Point::new(-at.x.signum() * rng.between(0.0, OFFSET * 0.7), -at.y.signum() * rng.between(0.0, OFFSET))
        }
        _ => Point::new(rng.between(-OFFSET, OFFSET) * 0.4, rng.near_middle(-OFFSET, OFFSET)),
    };
}

/// Gives letters a seam, a shadow or neither; returns which.
fn set_letter_edges(rng: &mut Random, style: &mut Style, normal: TileStyle, tile: f32) -> &'static str {
    /// Smaller letters, in pixels, have neither: they would lose their form.
    const LEAST: f32 = 14.0;
    let other = black_or_white_on(normal.letter);
    if style.letter_height * tile < LEAST {
        return "plain";
    }
    match rng.below(100) {
        n if n < 8 => {
            style.halo = Some((other, rng.between(0.012, 0.03)));
            "seam"
        }
        n if n < 20 => {
            style.cast = Some((mix(normal.letter, other, 0.8), rng.between(0.015, 0.035)));
            "shadow"
        }
        _ => "plain",
    }
}

/// The first of two designs, or the second where only that can be seen.
fn visible<T: Copy>([first, second]: [T; 2], is_visible: impl Fn(T) -> bool) -> T {
    if !is_visible(first) && is_visible(second) { second } else { first }
}

/// A fill whose colors are mixed with this share of another one.
fn shaded(fill: Fill, other: Rgb, share: f32) -> Fill {
    let toward = |color: Rgb| mix(color, other, share);
    let both = |Gradient { start, end }: Gradient| Gradient::new(toward(start), toward(end));
    match fill {
        Fill::None => Fill::None,
        Fill::Gradient(colors) => Fill::Gradient(both(colors)),
        Fill::Grain(colors) => Fill::Grain(both(colors)),
        Fill::Gem { light, body, shade } => {
            Fill::Gem { light: toward(light), body: toward(body), shade: toward(shade) }
        }
        Fill::Flames { smoke, blaze, hot } => {
            Fill::Flames { smoke: toward(smoke), blaze: toward(blaze), hot: toward(hot) }
        }
    }
}

/// The color in the middle of a fill; black where there is none.
fn middle(fill: Fill) -> Rgb {
    match fill {
        Fill::None => BLACK,
        Fill::Gradient(colors) | Fill::Grain(colors) => mix(colors.start, colors.end, 0.5),
        Fill::Gem { body, .. } => body,
        Fill::Flames { blaze, .. } => blaze,
    }
}

/// The style of selected tiles: another color, and not a gem's where the board has gems; its letters are often paler but
/// readable.
fn selected(rng: &mut Random, style: &Style, scheme: Scheme, board: &Board) -> Style {
    /// Ranges of hue that no gem has, in degrees: the start and the size of each.
    const FREE_HUES: [(f32, f32); 3] = [(75.0, 20.0), (145.0, 20.0), (250.0, 95.0)];
    /// The range of the lightness of a fill, 0 to 1.
    const DARKEST: f32 = 0.35;
    const LIGHTEST: f32 = 0.8;
    let background = style.background.start;
    let mut hue = rng.between(0.0, 360.0);
    if has_gems(board) {
        let mut at = hue / 360.0 * FREE_HUES.iter().map(|(_, size)| size).sum::<f32>();
        for (start, size) in FREE_HUES {
            hue = start + at.min(size);
            if at <= size {
                break;
            }
            at -= size;
        }
    }
    let tile = if scheme == Scheme::Outlined {
        let bright = hsl(hue, 0.8, if is_light(background) { 0.35 } else { 0.7 });
        let letter = if contrast(bright, background) > 3.5 { bright } else { style.palette.normal.letter };
        TileStyle::new(Fill::None, bright, letter)
    } else {
        let lightness = rng.between(DARKEST, LIGHTEST);
        let other = if lightness > (DARKEST + LIGHTEST) / 2.0 { DARKEST } else { LIGHTEST };
        let bodies = [lightness, other].map(|lightness| hsl(hue, 0.8, lightness));
        let body = visible(bodies, |body| color_distance(body, middle(style.palette.normal.fill)) > VISIBLE_DISTANCE);
        let extreme = black_or_white_on(body);
        let letter = with_contrast(mix(body, extreme, rng.between(0.5, 0.95)), body, extreme, 2.4);
        let gradient = if rng.chance(0.5) { Gradient::new(mix(body, WHITE, 0.1), body) } else { Gradient::plain(body) };
        TileStyle::new(Fill::Gradient(gradient), if rng.chance(0.5) { WHITE } else { mix(body, BLACK, 0.5) }, letter)
    };
    // Seam and shadow have colors for the letters of plain tiles.
    Style { palette: Palette::uniform(tile), halo: None, cast: None, ..style.clone() }
}
