//! What tiles are made of, by their color.
//!
//! Most tiles of a board are plain, so what most tiles share is plain, whatever the skin. A plain tile may
//! have a gradient, a bevel or a texture, and fire has every color from red to white: so tiles are not
//! compared by one color but place by place, on a coarse grid. A tile that differs in most places is what
//! the hue of those places says; so is one whose tint as a whole is further from the plain one than those of the
//! plain tiles are from each other, as a diamond among white tiles. A family of tiles for whose color there is no
//! name is called by the color.
//!
//! Where tiles have no fill (outlines on one ground), the colors of the outline and of the ink are looked at.
//! Thin lines mix with their ground, some more than others, so there a color is another one only where it is no
//! such mixture.

pub(super) use super::palette::TileKindGuess;
use super::palette::{
    Color, Texture, aside, coarse, distance, hsv, is_white, kind_of_color, mean_color, median_channels,
    squared_distance, tagged, tint,
};
use super::tile::{SIDE, TilePixels};
use crate::board::TileKind;

/// The inner part of a tile that is looked at, without frames and neighbors.
const INNER: std::ops::Range<usize> = 10..54;
/// The part that outlines are looked for in: beyond are those of the neighbors.
const FRAME: std::ops::Range<usize> = 2..62;
/// The side of a place in pixels of the tile's picture.
const PLACE: usize = 4;

/// The colors of one tile.
#[derive(Debug, Clone)]
pub(super) struct Colors {
    /// The mean color of each place, without the letter; `None` where the letter covers it.
    ground: Vec<Option<Color>>,
    /// The color of the letter.
    ink: Color,
    /// The color around the letter.
    around: Color,
    /// In each place of the rim the color that is farthest from the ground; `None` where all of it is ground.
    frame: Vec<Option<Color>>,
}

impl Colors {
    /// Looks at a tile whose letter has this ink on this ground.
    pub(super) fn of(tile: &TilePixels, (ink, ground): ([u8; 3], [u8; 3])) -> Colors {
        let (from_ground, from_ink) = (squared_distances(tile, ground), squared_distances(tile, ink));
        let color = |i: usize| [0, 1, 2].map(|channel: usize| f32::from(tile.rgb[channel][i]));
        let pixels = |top: usize, left: usize| {
            (top..top + PLACE).flat_map(move |y| (left..left + PLACE).map(move |x| y * SIDE + x))
        };
        let place = |top: usize, left: usize| {
            let (mut count, mut sum) = (0, [0; 3]);
            for i in pixels(top, left) {
                let is_clear = u32::from(from_ground[i] <= from_ink[i]);
                count += is_clear;
                (0..3).for_each(|channel| sum[channel] += is_clear * u32::from(tile.rgb[channel][i]));
            }
            (2 * count as usize > PLACE * PLACE).then(|| sum.map(|channel| channel as f32 / count as f32))
        };
        let rows = INNER.step_by(PLACE);
        let outline = |top: usize, left: usize| {
            let farthest = pixels(top, left).max_by_key(|&i| from_ground[i]);
            farthest.filter(|&i| from_ground[i] as f32 > ALIKE * ALIKE).map(color)
        };
        let is_frame = |y: usize, x: usize| !(INNER.contains(&x) && INNER.contains(&y));
        let frame = FRAME.step_by(PLACE).flat_map(|y| FRAME.step_by(PLACE).map(move |x| (y, x)));
        Colors {
            ground: rows.flat_map(|y| INNER.step_by(PLACE).map(move |x| place(y, x))).collect(),
            ink: ink.map(f32::from),
            around: ground.map(f32::from),
            frame: frame.filter(|&(y, x)| is_frame(y, x)).map(|(y, x)| outline(y, x)).collect(),
        }
    }
}

/// How far the color of each pixel is from this one, squared.
fn squared_distances(tile: &TilePixels, color: [u8; 3]) -> Vec<u32> {
    let [red, green, blue] = &tile.rgb;
    let squared = |level: u8, other: u8| u32::from(level.abs_diff(other)) * u32::from(level.abs_diff(other));
    let levels = red.iter().zip(green).zip(blue);
    levels.map(|((&r, &g), &b)| squared(r, color[0]) + squared(g, color[1]) + squared(b, color[2])).collect()
}

/// Colors at most this far apart are alike: noise and JPEG stay below it, gems are far above.
const ALIKE: f32 = 40.0;
/// The part of the tiles that must share a color for it to be the plain one.
const PLAIN: f32 = 0.3;
/// The part of a tile's places that differ on a gem; on a plain tile dots and glow do.
const DIFFERS: f32 = 0.5;

/// How each tile looks; plain where there is no tile.
pub(super) fn kinds(tiles: &[Option<Colors>]) -> Vec<TileKindGuess> {
    let kinds = by_ground(tiles);
    if kinds.iter().any(|kind| *kind != TileKindGuess::default()) {
        return kinds;
    }
    by_lines(tiles)
}

/// For each place the color that most tiles have there.
fn plain_places<'a>(
    tiles: &'a [Option<Colors>],
    places: impl Fn(&'a Colors) -> &'a [Option<Color>],
) -> Vec<Option<Color>> {
    let known: Vec<&[Option<Color>]> = tiles.iter().flatten().map(places).collect();
    let count = known.first().map_or(0, |places| places.len());
    (0..count).map(|at| plain(&known.iter().filter_map(|places| places[at]).collect::<Vec<_>>())).collect()
}

/// The color that most of these share: the middle of the largest set that is alike, as some of it may be another
/// color nearby.
fn plain(colors: &[Color]) -> Option<Color> {
    /// The most colors that are tried as the middle of a set: evenly from all of them, so that a set of [`PLAIN`] of the
    /// tiles has some twenty. Fewer miss small sets; the time grows with them.
    const TRIED: usize = 64;
    let alike = |color: Color| move |other: &&Color| squared_distance(color, **other) < ALIKE * ALIKE;
    let mut largest = (Color::default(), 0);
    for &color in colors.iter().rev().step_by(colors.len().div_ceil(TRIED).max(1)) {
        let count = colors.iter().filter(alike(color)).count();
        if count > largest.1 {
            largest = (color, count);
        }
        if count == colors.len() {
            break;
        }
    }
    let (most, count) = largest;
    let shared = || colors.iter().filter(alike(most)).copied().collect::<Vec<_>>();
    (count > 0 && count as f32 >= PLAIN * colors.len() as f32).then(|| median_channels(&shared()))
}

/// A tile's own color, and the plain one in the same place.
type Pair = (Color, Color);

/// The places that a tile and the plain one both show.
fn both(own: &[Option<Color>], plain: &[Option<Color>]) -> Vec<Pair> {
    own.iter().zip(plain).filter_map(|(own, plain)| Some(((*own)?, (*plain)?))).collect()
}

/// The means of either side.
fn means(pairs: &[Pair]) -> Pair {
    let (own, plain): (Vec<Color>, Vec<Color>) = pairs.iter().copied().unzip();
    (mean_color(&own), mean_color(&plain))
}

/// How far a tile must be off to be no plain one: `least`, and so many times as far as the plain ones are off each
/// other.
fn clearly(off: &[f32], times: f32, least: f32) -> f32 {
    let mut off = off.to_vec();
    let rank = (PLAIN * off.len() as f32) as usize;
    if rank >= off.len() { least } else { least.max(times * *off.select_nth_unstable_by(rank, f32::total_cmp).1) }
}

/// What a tile with a fill is.
enum FillColor {
    Plain,
    /// By this color.
    Named(TileKindGuess, Color),
    /// Of a color without a name, or of a shade of the plain one, which is the second: its family decides.
    Unnamed(Color, Color),
}

/// What the fills say.
fn by_ground(tiles: &[Option<Colors>]) -> Vec<TileKindGuess> {
    /// The least tints: of white, and of a color that may be a plain one in another light.
    const WHITE: f32 = 10.0;
    const TINT: f32 = 25.0;
    /// With noise and texture no plain tile is so many times further off than the nearer ones.
    const TIMES: f32 = 7.0;
    let plain = plain_places(tiles, |tile| &tile.ground);
    let seen: Vec<Vec<Pair>> =
        tiles.iter().map(|tile| tile.as_ref().map_or_else(Vec::new, |tile| both(&tile.ground, &plain))).collect();
    let tints =
        seen.iter().filter(|seen| !seen.is_empty()).map(|seen| means(seen)).map(|(own, plain)| tint(own, plain));
    let tints: Vec<f32> = tints.collect();
    let limits = Tints { white: clearly(&tints, TIMES, WHITE), any: clearly(&tints, TIMES, TINT) };
    let fill = |(tile, seen): (&Option<Colors>, &Vec<Pair>)| match tile {
        Some(tile) if !seen.is_empty() => fill(tile, seen, &limits),
        _ => FillColor::Plain,
    };
    name_all(tiles.iter().zip(&seen).map(fill).collect())
}

/// How far tints must be from the plain one.
struct Tints {
    /// For white among white.
    white: f32,
    /// For any color.
    any: f32,
}

/// What the fill of one tile says, by its places: own color and plain color.
fn fill(tile: &Colors, seen: &[Pair], limits: &Tints) -> FillColor {
    /// What has no name is no family of its own unless it is this far from the plain color.
    const UNLIKE: f32 = 60.0;
    let odd: Vec<Pair> = seen.iter().copied().filter(|(own, plain)| distance(*own, *plain) > ALIKE).collect();
    let is_odd = odd.len() as f32 > DIFFERS * seen.len() as f32;
    let (own, plain) = means(if is_odd { &odd } else { seen });
    let off = tint(own, plain);
    if !is_odd && off <= limits.any && !(off > limits.white && is_white(own, plain)) {
        return FillColor::Plain;
    }
    match kind_of_color(own, plain, texture(&tile.ground)) {
        Some(kind) if kind == TileKindGuess::default() => FillColor::Unnamed(own, plain),
        Some(kind) => FillColor::Named(kind, own),
        None if is_odd && distance(own, plain) > UNLIKE => FillColor::Unnamed(own, plain),
        None => FillColor::Plain,
    }
}

/// The looks of all fills. Those without a name are called as what they are alike, else by the color of their family.
fn name_all(fills: Vec<FillColor>) -> Vec<TileKindGuess> {
    let mut color_classes: Vec<Vec<Pair>> = Vec::new();
    for fill in &fills {
        if let FillColor::Unnamed(color, plain) = fill {
            let is_near = |class: &Vec<Pair>| class.iter().any(|(other, _)| distance(*color, *other) < ALIKE);
            let (near, mut apart): (Vec<_>, Vec<_>) = color_classes.into_iter().partition(is_near);
            apart.push(near.into_iter().flatten().chain([(*color, *plain)]).collect());
            color_classes = apart;
        }
    }
    let alike = |color: Color| {
        fills.iter().find_map(|fill| match fill {
            FillColor::Named(kind, other) if distance(color, *other) < ALIKE => Some(kind.clone()),
            _ => None,
        })
    };
    // All of a family have one look, so none is taken by itself for what only some of it are near to.
    let family = |pair: Pair| {
        let own = color_classes.iter().find(|family| family.contains(&pair));
        let (color, plain) = own.map_or(pair, |family| means(family));
        kind_of_color(color, plain, Texture::Even).or_else(|| alike(color)).unwrap_or_else(|| tagged(&coarse(color)))
    };
    let name = |fill: &FillColor| match fill {
        FillColor::Plain => TileKindGuess::default(),
        FillColor::Named(kind, _) => kind.clone(),
        FillColor::Unnamed(color, plain) => family((*color, *plain)),
    };
    fills.iter().map(name).collect()
}

/// What outlines and ink say.
fn by_lines(tiles: &[Option<Colors>]) -> Vec<TileKindGuess> {
    let (inks, frames) = (by_ink(tiles), by_frame(tiles));
    // Where gems have letters of their color, an outline alone is a mark of the game: of what is picked, or a hint.
    let is_gem = |(ink, frame): (&TileKindGuess, &TileKindGuess)| {
        ink == frame && *ink != TileKindGuess::default() && ink.kind != TileKind::Fire
    };
    let in_ink = inks.iter().zip(&frames).any(is_gem);
    let either = |(ink, frame): (TileKindGuess, TileKindGuess)| {
        if in_ink || frame == TileKindGuess::default() { ink } else { frame }
    };
    inks.into_iter().zip(frames).map(either).collect()
}

/// What the inks say: dark ones have no hue to speak of.
fn by_ink(tiles: &[Option<Colors>]) -> Vec<TileKindGuess> {
    /// The saturation and the value above which the color of ink tells something.
    const VIVID: (f32, f32) = (0.3, 90.0);
    let plain = plain(&tiles.iter().flatten().map(|tile| tile.ink).collect::<Vec<_>>());
    let ink = |tile: &Colors| {
        let (plain, (_, saturation, value)) = (plain?, hsv(tile.ink));
        let is_vivid = saturation > VIVID.0 && value > VIVID.1 && aside(tile.ink, plain, tile.around) > ALIKE;
        if is_vivid { kind_of_color(tile.ink, plain, Texture::Line) } else { None }
    };
    tiles.iter().map(|tile| tile.as_ref().and_then(ink).unwrap_or_default()).collect()
}

/// What the outlines say.
fn by_frame(tiles: &[Option<Colors>]) -> Vec<TileKindGuess> {
    /// An outline is seen in at least this part of the places of the rim.
    const OUTLINE: f32 = 0.2;
    /// So many times further off than the nearer ones is another line: bare outlines differ by little, and where
    /// tiles are filled, what differs from one to the next is the background between them.
    const TIMES: f32 = 20.0;
    /// No line of another color is nearer to the plain ones.
    const LEAST: f32 = 12.0;
    let plain = plain_places(tiles, |tile| &tile.frame);
    let seen = |tile: &Colors| {
        let seen = both(&tile.frame, &plain);
        (seen.len() as f32 > OUTLINE * plain.len() as f32).then_some(seen)
    };
    let seen: Vec<Option<Vec<Pair>>> = tiles.iter().map(|tile| tile.as_ref().and_then(seen)).collect();
    let off = |(tile, seen): (&Option<Colors>, &Option<Vec<Pair>>)| {
        let (own, plain) = means(seen.as_ref()?);
        Some(aside(own, plain, tile.as_ref()?.around))
    };
    let off: Vec<Option<f32>> = tiles.iter().zip(&seen).map(off).collect();
    let limit = clearly(&off.iter().copied().flatten().collect::<Vec<_>>(), TIMES, LEAST);
    let by_line = |at: usize| {
        let (tile, seen) = (tiles[at].as_ref()?, seen[at].as_ref()?);
        if off[at]? > limit { outline(tile, seen, limit) } else { None }
    };
    (0..tiles.len()).map(|at| by_line(at).unwrap_or_default()).collect()
}

/// What an outline says of which these places are seen: own color and plain color.
fn outline(tile: &Colors, seen: &[Pair], limit: f32) -> Option<TileKindGuess> {
    /// The part of the places that show most of the line.
    const CLEAREST: f32 = 0.5;
    let off = |(own, plain): &Pair| aside(*own, *plain, tile.around);
    let mut odd: Vec<Pair> = seen.iter().copied().filter(|place| off(place) > limit / 2.0).collect();
    if (odd.len() as f32) < DIFFERS * seen.len() as f32 {
        return None;
    }
    odd.sort_by(|a, b| off(b).total_cmp(&off(a)));
    odd.truncate((CLEAREST * odd.len() as f32).ceil() as usize);
    // Some of it may be the line of a neighbor.
    let (own, common): (Vec<Color>, Vec<Color>) = odd.into_iter().unzip();
    kind_of_color(plain(&own)?, mean_color(&common), Texture::Line)
}

/// Whether these places burn: flames are never one color.
fn texture(ground: &[Option<Color>]) -> Texture {
    /// From this unevenness, in levels, or this many degrees of hue on they are flames.
    const UNEVEN: f32 = 40.0;
    const HUES: f32 = 10.0;
    if unevenness(ground) < UNEVEN && hues(ground) < HUES { Texture::Even } else { Texture::Flames }
}

/// How many degrees the hues of the colored places span, without the odd ones on either side.
fn hues(ground: &[Option<Color>]) -> f32 {
    /// Places less colorful (saturation of HSV) have no hue to speak of.
    const COLORED: f32 = 0.2;
    /// The part that is odd on either side.
    const ODD: usize = 10;
    let colored = ground.iter().flatten().map(|color| hsv(*color)).filter(|(_, saturation, _)| *saturation > COLORED);
    // Counted from cyan, so that no hue of flames is at the end.
    let mut hues: Vec<f32> = colored.map(|(hue, ..)| (hue + 180.0) % 360.0).collect();
    hues.sort_by(f32::total_cmp);
    let odd = hues.len() / ODD;
    if odd == 0 { 0.0 } else { hues[hues.len() - 1 - odd] - hues[odd] }
}

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
            [across, down].into_iter().flatten().map(move |(a, b)| distance(*own, mean_color(&[a, b])))
        })
        .collect();
    bends.iter().sum::<f32>() / (bends.len() as f32).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tile of one color with its letter in the middle.
    fn tile(ground: Color, ink: Color) -> Option<Colors> {
        const PLACES: usize = (INNER.end - INNER.start).pow(2) / PLACE.pow(2);
        let places = (0..PLACES).map(|place| (place % 3 != 0).then_some(ground)).collect();
        Some(Colors { ground: places, ink, around: ground, frame: vec![None; 4] })
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
            assert!(found[..20].iter().all(|kind| *kind == TileKindGuess::default()));
            assert_eq!(found[20..24], gems.map(|(_, kind)| TileKindGuess::from(kind)), "{plain:?}");
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
        let framed = |line: Color| plain.clone().map(|tile| Colors { frame: vec![Some(line); 4], ..tile });
        let (plain, blue) = (framed([170., 170., 170.]), framed([70., 130., 230.]));
        assert_eq!(kinds(&[plain.clone(), plain.clone(), blue, plain])[2].kind, TileKind::Sapphire);
    }

    #[test]
    fn a_diamond_among_white_tiles_is_seen_by_its_tint() {
        let white = |shade: f32| tile([240. - shade, 236. - shade, 230. - shade], [0.; 3]);
        let mut tiles: Vec<Option<Colors>> = (0..12).map(|n| white((n % 4) as f32)).collect();
        tiles.push(tile([222., 240., 247.], [0.; 3]));
        let found = kinds(&tiles);
        assert!(found[..12].iter().all(|kind| *kind == TileKindGuess::default()), "{found:?}");
        assert_eq!(found[12].kind, TileKind::Diamond);
    }

    #[test]
    fn pale_flames_are_no_picked_tiles() {
        let plain = tile([226., 200., 150.], [0.; 3]);
        let picked = tile([236., 166., 80.], [0.; 3]);
        let mut pale = tile([240., 160., 110.], [0.; 3]);
        for (i, color) in pale.iter_mut().flat_map(|tile| &mut tile.ground).enumerate() {
            *color = Some([[240., 130., 100.], [242., 160., 110.], [244., 190., 110.]][i / 41]);
        }
        let found = kinds(&[plain.clone(), plain.clone(), plain.clone(), picked, pale, plain]);
        assert_eq!(found[3], tagged("selected"));
        assert_eq!(found[4], TileKind::Fire.into());
    }

    #[test]
    fn a_family_without_a_name_is_called_by_its_color() {
        let plain = tile([198., 162., 99.], [0.; 3]);
        let color_classes = [
            ([90., 50., 70.], "color:#404040"),
            ([70., 72., 75.], "color:#404040"),
            ([235., 150., 200.], "color:#ff80c0"),
        ];
        for (color, tag) in color_classes {
            let mut tiles = vec![plain.clone(); 9];
            // The same in light and shade and with noise.
            tiles.extend(
                [-9.0f32, -4.0, 0.0, 5.0, 9.0].map(|more| tile(color.map(|channel| channel + more), [255.; 3])),
            );
            tiles.push(tile([88., 184., 54.], [0.; 3]));
            let found = kinds(&tiles);
            assert!(found[..9].iter().all(|kind| *kind == TileKindGuess::default()), "{color:?}");
            assert!(found[9..14].iter().all(|kind| *kind == tagged(tag)), "{color:?}: {:?}", &found[9..14]);
            assert_eq!(found[14].kind, TileKind::Green);
        }
    }

    #[test]
    fn a_plain_tile_in_shade_is_plain() {
        let plain = [198., 162., 99.];
        let mut tiles = vec![tile(plain, [0.; 3]); 9];
        tiles.push(tile(plain.map(|channel: f32| 0.6 * channel), [0.; 3]));
        assert!(kinds(&tiles).iter().all(|kind| *kind == TileKindGuess::default()));
    }

    #[test]
    fn thin_lines_of_the_plain_color_are_plain_however_faint() {
        let ground = [40., 30., 40.];
        let line = |part: f32| {
            let ink = [0, 1, 2].map(|i: usize| ground[i] + part * ([200., 180., 90.][i] - ground[i]));
            tile(ground, ink).map(|tile| Colors { frame: vec![Some(ink); 4], ..tile })
        };
        let parts = [1.0, 1.0, 0.9, 1.0, 0.95, 0.6, 0.45];
        assert!(kinds(&parts.map(line)).iter().all(|kind| *kind == TileKindGuess::default()));
    }

    #[test]
    fn a_painted_family_has_one_tag_at_every_size_and_in_jpeg() {
        use crate::board::Board;
        use crate::paint::{Fill, Style, TileStyle, paint};
        use crate::pixels::Frame;
        use crate::read::{Engine, read_tiles};

        // Tiles of a stone that has no name: where sapphires would be.
        let text = "# layout: columns\nT E:sapphire A R S\nL I N:sapphire O K Y:green\nD O G:fire M A\nP U:sapphire C H Z E\nS A F E R";
        let board: Board = text.parse().unwrap();
        let mut style = Style::default();
        let stone = Fill::Gem { light: [150, 148, 150], body: [124, 122, 126], shade: [100, 100, 104] };
        style.palette.sapphire = TileStyle::new(stone, [40, 40, 40], [10, 10, 10]);
        let expected = text.replace("sapphire", "color:#808080") + "\n";
        for tile in [36.0, 57.0, 90.0] {
            let (pixels, layout) = paint(&board, &style, tile).unwrap();
            let mut jpeg = Vec::new();
            let rgb = image::DynamicImage::from(pixels.clone()).to_rgb8();
            image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, 60).encode_image(&rgb).unwrap();
            let again = image::load_from_memory(&jpeg).unwrap().to_rgba8();
            for pixels in [pixels, again] {
                let reading = read_tiles(&Frame::new(pixels, "painted"), &layout, &Engine::Net, 0.5);
                assert_eq!(reading.board.to_string(), expected, "{tile}");
                assert_eq!(reading.board.to_string().parse::<Board>().unwrap(), reading.board);
            }
        }
    }
}
