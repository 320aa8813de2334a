//! What tiles are made of, by their color.
//!
//! Most tiles of a board are plain, so what most tiles share is plain, whatever the skin. A plain tile may
//! have a gradient, a bevel or a texture, and fire has every color from red to white: so tiles are not
//! compared by one color but place by place, on a coarse grid. A tile that differs in most places is what
//! the hue of those places says. Where tiles have no fill (outlines on one ground), the color of the ink is
//! looked at instead, and then that of the outline.

use super::tile::{SIDE, TilePixels};
use crate::board::TileKind;

/// A color: red, green, blue, 0 to 255.
type Color = [f32; 3];

/// The inner part of a tile that is looked at, without frames and neighbors.
const INNER: std::ops::Range<usize> = 10..54;
/// The part that outlines are looked for in: beyond are those of the neighbors.
const RIM: std::ops::Range<usize> = 2..62;
/// The side of a place in pixels of the tile's picture.
const PLACE: usize = 4;
/// The number of places.
const PLACES: usize = (INNER.end - INNER.start).pow(2) / PLACE.pow(2);

/// The colors of one tile.
#[derive(Debug, Clone)]
pub(super) struct Colors {
    /// The mean color of each place, without the letter; `None` where the letter covers it.
    ground: Vec<Option<Color>>,
    /// The color of the letter.
    ink: Color,
    /// In each place of the rim the color that is farthest from the ground; `None` where all of it is ground.
    rim: Vec<Option<Color>>,
}

impl Colors {
    /// Looks at a tile whose letter has this ink on this ground.
    pub(super) fn of(tile: &TilePixels, (ink, ground): ([u8; 3], [u8; 3])) -> Colors {
        let (ground, ink) = (ground.map(f32::from), ink.map(f32::from));
        let color = |i: usize| [0, 1, 2].map(|channel: usize| f32::from(tile.rgb[channel][i]));
        let place = |top: usize, left: usize| {
            let pixels = (top..top + PLACE).flat_map(|y| (left..left + PLACE).map(move |x| y * SIDE + x));
            let clear: Vec<Color> = pixels.map(color).filter(|c| distance(*c, ground) <= distance(*c, ink)).collect();
            (2 * clear.len() > PLACE * PLACE).then(|| mean(&clear))
        };
        let rows = INNER.step_by(PLACE);
        let outline = |top: usize, left: usize| {
            let pixels = (top..top + PLACE).flat_map(|y| (left..left + PLACE).map(move |x| y * SIDE + x));
            let farthest = pixels.map(color).max_by(|a, b| distance(*a, ground).total_cmp(&distance(*b, ground)));
            farthest.filter(|color| distance(*color, ground) > ALIKE)
        };
        let is_rim = |y: usize, x: usize| !(INNER.contains(&x) && INNER.contains(&y));
        let rim = RIM.step_by(PLACE).flat_map(|y| RIM.step_by(PLACE).map(move |x| (y, x)));
        Colors {
            ground: rows.flat_map(|y| INNER.step_by(PLACE).map(move |x| place(y, x))).collect(),
            ink,
            rim: rim.filter(|&(y, x)| is_rim(y, x)).map(|(y, x)| outline(y, x)).collect(),
        }
    }
}

fn mean(colors: &[Color]) -> Color {
    let sum = colors.iter().fold([0f32; 3], |sum, color| [0, 1, 2].map(|i: usize| sum[i] + color[i]));
    sum.map(|channel| channel / colors.len() as f32)
}

fn distance(a: Color, b: Color) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
}

/// Colors at most this far apart are alike: noise and JPEG stay below it, gems are far above.
const ALIKE: f32 = 40.0;
/// The part of the tiles that must share a color for it to be the plain one.
const PLAIN: f32 = 0.3;
/// The part of a tile's places that differ on a gem; on a plain tile dots and glow do.
const DIFFERS: f32 = 0.5;

/// The saturation and the value above which the color of ink tells something.
const VIVID: (f32, f32) = (0.3, 90.0);

/// What a color says of a tile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Look {
    /// Its kind by the names of Bookworm.
    pub(super) kind: TileKind,
    /// The name of its color family where that is none of those.
    pub(super) tag: Option<String>,
}

impl From<TileKind> for Look {
    fn from(kind: TileKind) -> Look {
        Look { kind, tag: None }
    }
}

/// A look of no kind of Bookworm's.
fn tagged(tag: &str) -> Look {
    Look { kind: TileKind::Normal, tag: Some(tag.to_string()) }
}

/// How each tile looks; plain where there is no tile.
pub(super) fn kinds(tiles: &[Option<Colors>]) -> Vec<Look> {
    let known: Vec<&Colors> = tiles.iter().flatten().collect();
    let plain_ground: Vec<Option<Color>> = (0..PLACES)
        .map(|place| plain(&known.iter().filter_map(|tile| tile.ground[place]).collect::<Vec<_>>()))
        .collect();
    let plain_rim: Vec<Option<Color>> = (0..known.first().map_or(0, |tile| tile.rim.len()))
        .map(|place| plain(&known.iter().filter_map(|tile| tile.rim[place]).collect::<Vec<_>>()))
        .collect();
    let plain_ink = plain(&known.iter().map(|tile| tile.ink).collect::<Vec<_>>());
    let by_ground = |tile: &Colors| {
        let seen: Vec<(Color, Color)> =
            tile.ground.iter().zip(&plain_ground).filter_map(|(own, plain)| Some(((*own)?, (*plain)?))).collect();
        let odd: Vec<(Color, Color)> =
            seen.iter().copied().filter(|(own, plain)| distance(*own, *plain) > ALIKE).collect();
        if odd.len() as f32 <= DIFFERS * seen.len() as f32 {
            return Look::default();
        }
        let (own, plain): (Vec<Color>, Vec<Color>) = odd.into_iter().unzip();
        let even = unevenness(&tile.ground) < UNEVEN;
        look(mean(&own), mean(&plain), even)
    };
    // Thin strokes differ in how light they are, and dark ones have no hue to speak of.
    let by_ink = |tile: &Colors| match (plain_ink, hsv(tile.ink)) {
        (Some(plain), (_, saturation, value)) if saturation > VIVID.0 && value > VIVID.1 => {
            if distance(tile.ink, plain) > ALIKE { look(tile.ink, plain, false) } else { Look::default() }
        }
        _ => Look::default(),
    };
    let each = |look: &dyn Fn(&Colors) -> Look| -> Vec<Look> {
        tiles.iter().map(|tile| tile.as_ref().map_or_else(Look::default, look)).collect()
    };
    let by_rim = |tile: &Colors| look_of_rim(tile, &plain_rim);
    let ways: [&dyn Fn(&Colors) -> Look; 3] = [&by_ground, &by_ink, &by_rim];
    let looks = ways.into_iter().map(each).find(|looks| looks.iter().any(|look| *look != Look::default()));
    looks.unwrap_or_else(|| vec![Look::default(); tiles.len()])
}

/// What the outline of a tile says, where it is not as most tiles have it.
fn look_of_rim(tile: &Colors, plain_rim: &[Option<Color>]) -> Look {
    /// An outline is seen in at least this part of the places of the rim.
    const OUTLINE: f32 = 0.2;
    let seen: Vec<(Color, Color)> =
        tile.rim.iter().zip(plain_rim).filter_map(|(own, plain)| Some(((*own)?, (*plain)?))).collect();
    let odd: Vec<(Color, Color)> = seen.iter().copied().filter(|(own, plain)| distance(*own, *plain) > ALIKE).collect();
    let enough = odd.len() as f32 > DIFFERS * seen.len() as f32 && odd.len() as f32 > OUTLINE * plain_rim.len() as f32;
    let (own, plain): (Vec<Color>, Vec<Color>) = odd.into_iter().unzip();
    if enough { look(mean(&own), mean(&plain), false) } else { Look::default() }
}

/// The color that most of these share: the mean of the largest set that is alike.
fn plain(colors: &[Color]) -> Option<Color> {
    let alike = |color: &Color| -> Vec<Color> {
        colors.iter().copied().filter(|other| distance(*color, *other) < ALIKE).collect()
    };
    let largest = colors.iter().map(alike).max_by_key(Vec::len)?;
    (largest.len() as f32 >= PLAIN * colors.len() as f32).then(|| mean(&largest))
}

/// From this unevenness (in levels) on, a tile of any red is on fire; flames are never one color.
const UNEVEN: f32 = 40.0;

/// How far a tile's places are, in the mean, from an even slope of brightness and color: in levels.
fn unevenness(ground: &[Option<Color>]) -> f32 {
    const SIDE: usize = (INNER.end - INNER.start) / PLACE;
    let places: Vec<([f32; 2], Color)> = ground
        .iter()
        .enumerate()
        .filter_map(|(i, color)| Some(([(i % SIDE) as f32, (i / SIDE) as f32], (*color)?)))
        .collect();
    // Against the mean of the places two steps away on opposite sides: 0 on any slope.
    let at = |x: f32, y: f32| places.iter().find(|(place, _)| *place == [x, y]).map(|(_, color)| *color);
    let bends: Vec<f32> = places
        .iter()
        .flat_map(|([x, y], own)| {
            let across = at(x - 2.0, *y).zip(at(x + 2.0, *y));
            let down = at(*x, y - 2.0).zip(at(*x, y + 2.0));
            [across, down].into_iter().flatten().map(move |(a, b)| distance(*own, mean(&[a, b])))
        })
        .collect();
    bends.iter().sum::<f32>() / (bends.len() as f32).max(1.0)
}

/// What a color says that is not the plain one. Hues in degrees: red 0, yellow 60, green 120, blue 240.
fn look(color: Color, plain: Color, even: bool) -> Look {
    /// Less colorful (saturation of HSV) is white, gray or black.
    const COLORFUL: f32 = 0.18;
    /// Hues this near, in degrees, are shades of one color.
    const SHADE: f32 = 12.0;
    /// Flames are more saturated than the shade of a picked tile.
    const PURE: f32 = 0.75;
    let (hue, saturation, value) = hsv(color);
    if saturation < COLORFUL {
        // White is a diamond; gray and black are plain tiles in shade.
        let white = value > 170.0 && value >= hsv(plain).2;
        return if white { TileKind::Diamond } else { TileKind::Normal }.into();
    }
    match hue {
        h if !(9.0..335.0).contains(&h) && even => tagged("ruby"),
        // A deeper shade of the plain color is a plain tile that was picked.
        h if h < 38.0 && even && saturation < PURE && (h - hsv(plain).0).abs() < SHADE => tagged("selected"),
        h if !(38.0..335.0).contains(&h) => TileKind::Fire.into(),
        h if h < 72.0 => TileKind::Gold.into(),
        h if h < 165.0 => TileKind::Green.into(),
        h if h < 200.0 => tagged("crystal"),
        h if h < 262.0 => TileKind::Sapphire.into(),
        _ => tagged("amethyst"),
    }
}

/// Hue in degrees, saturation 0 to 1, value 0 to 255.
fn hsv([r, g, b]: Color) -> (f32, f32, f32) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A tile of one color with its letter in the middle.
    fn tile(ground: Color, ink: Color) -> Option<Colors> {
        let ground = (0..PLACES).map(|place| (place % 3 != 0).then_some(ground)).collect();
        Some(Colors { ground, ink, rim: vec![None; 4] })
    }

    #[test]
    fn hues_tell_the_kinds_on_any_plain_color() {
        for plain in [[198., 162., 99.], [30., 34., 44.], [240., 240., 240.], [90., 90., 160.]] {
            let mut tiles = vec![tile(plain, [0.; 3]); 20];
            let gems = [
                ([88., 184., 54.], TileKind::Green),
                ([255., 254., 158.], TileKind::Gold),
                ([240., 110., 30.], TileKind::Fire),
                ([70., 130., 230.], TileKind::Sapphire),
            ];
            tiles.extend(gems.map(|(ground, _)| tile(ground, [0.; 3])));
            tiles.push(None);
            let found = kinds(&tiles);
            assert!(found[..20].iter().all(|look| *look == Look::default()));
            assert_eq!(found[20..24], gems.map(|(_, kind)| Look::from(kind)), "{plain:?}");
        }
    }

    #[test]
    fn a_white_tile_among_tan_ones_is_a_diamond() {
        let tan = tile([198., 162., 99.], [0.; 3]);
        let white = tile([235., 245., 250.], [0.; 3]);
        assert_eq!(kinds(&[tan.clone(), tan.clone(), white, tan])[2].kind, TileKind::Diamond);
    }

    #[test]
    fn smooth_red_is_a_ruby_and_ragged_red_burns() {
        let plain = tile([220., 210., 180.], [0.; 3]);
        let mut ragged = tile([200., 40., 30.], [0.; 3]);
        for (i, color) in ragged.iter_mut().flat_map(|tile| &mut tile.ground).enumerate() {
            *color = Some([[200., 40., 30.], [250., 90., 60.], [150., 20., 20.]][i * i % 7 % 3]);
        }
        let found =
            kinds(&[plain.clone(), plain.clone(), plain.clone(), tile([200., 40., 50.], [0.; 3]), ragged, plain]);
        assert_eq!(found[3], tagged("ruby"));
        assert_eq!(found[4], TileKind::Fire.into());
    }

    #[test]
    fn outlined_tiles_show_their_kind_by_their_ink() {
        let outlined = |ink: Color| tile([40., 30., 40.], ink);
        let (plain, red) = (outlined([170., 170., 170.]), outlined([230., 70., 80.]));
        assert_eq!(kinds(&[plain.clone(), plain.clone(), red, plain.clone()])[2].kind, TileKind::Fire);
        let rimmed = |rim: Color| plain.clone().map(|tile| Colors { rim: vec![Some(rim); 4], ..tile });
        let (plain, blue) = (rimmed([170., 170., 170.]), rimmed([70., 130., 230.]));
        assert_eq!(kinds(&[plain.clone(), plain.clone(), blue, plain])[2].kind, TileKind::Sapphire);
    }
}
