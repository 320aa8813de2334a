//! The kinds of tiles, by color.
//!
//! Most tiles of a board are plain, so the colors that most tiles share are the plain ones, whatever the skin. A tile
//! may have a gradient, a bevel or a texture, and fire has every color from red to white. So tiles are compared square
//! by square on a coarse grid ([`TileColors`]). A tile that differs in most squares has the kind of the hue of those
//! squares. A tile whose mean tint differs from that of the plain tiles more than these differ from each other has a
//! kind too, as a diamond among white tiles. A color class without a name is tagged with its color.
//!
//! Tiles without a fill (outlines on one ground) are compared by the colors of the outline and of the ink. Thin lines
//! mix with their ground, so only a color that is not such a mixture is different.
//!
//! `tile_reader` calls [`kinds`]; `palette` names the colors.

pub(super) use super::palette::TileKindGuess;
use super::palette::{
    Color, Texture, aside, coarse, distance, hsv, is_white, kind_of_color, mean_color, median_channels,
    squared_distance, tagged, tint,
};
use super::tile_colors::{ALIKE, GRID, TileColors};
use crate::board::TileKind;
use crate::pixels::median;

/// The least share of the tiles that makes a color the plain one. Smaller: a common gem becomes plain. Larger: a board
/// with many gems has no plain color. Chosen by hand.
const PLAIN: f32 = 0.3;
/// The share of a tile's squares that must differ from the plain ones. Smaller: dots and glow make a gem. Larger: gems
/// with a pale part are missed. Chosen by hand.
const DIFFERS: f32 = 0.5;

/// Outlier factor: fills and outlines of the plain color stay within 7 times their 30th-percentile distance. Smaller: noise and
/// texture make gems. Larger: pale gems are missed. Chosen by hand.
const TIMES: f32 = 7.0;

/// The kind of each tile; plain where there is no tile. `is_ground` is true for colors that are also around the board.
pub(super) fn kinds(tiles: &[Option<TileColors>], is_ground: impl Fn(Color) -> bool) -> Vec<TileKindGuess> {
    let kinds = by_ground(tiles);
    if kinds.iter().any(|kind| *kind != TileKindGuess::default()) {
        return kinds;
    }
    // Tiles of another color than the ground have no outlines: between them lies the ground, which may have any color.
    let has_fill = |tile: &&TileColors| !is_ground(tile.around);
    let filled = tiles.iter().flatten().filter(has_fill).count();
    if 2 * filled > tiles.iter().flatten().count() { by_ink(tiles) } else { by_lines(tiles) }
}

/// For each square the color that most tiles have there.
fn plain_places<'a>(
    tiles: &'a [Option<TileColors>],
    places: impl Fn(&'a TileColors) -> &'a [Option<Color>],
) -> Vec<Option<Color>> {
    let known: Vec<&[Option<Color>]> = tiles.iter().flatten().map(places).collect();
    let count = known.first().map_or(0, |places| places.len());
    (0..count).map(|at| plain(&known.iter().filter_map(|places| places[at]).collect::<Vec<_>>())).collect()
}

/// The color that most of these share: the median of the largest set of similar colors.
fn plain(colors: &[Color]) -> Option<Color> {
    /// The most colors that are tried as the center of a set, taken evenly from all, so that a set of [`PLAIN`] of the
    /// tiles has some twenty. Smaller: small sets are missed. Larger: more time. Chosen by hand.
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

/// The color of a tile in a square, and the plain color in the same square.
type Pair = (Color, Color);

/// The squares in which both the tile and the plain color are known.
fn both(own: &[Option<Color>], plain: &[Option<Color>]) -> Vec<Pair> {
    own.iter().zip(plain).filter_map(|(own, plain)| Some(((*own)?, (*plain)?))).collect()
}

/// The mean of either color.
fn means(pairs: &[Pair]) -> Pair {
    let (own, plain): (Vec<Color>, Vec<Color>) = pairs.iter().copied().unzip();
    (mean_color(&own), mean_color(&plain))
}

/// The distance beyond which a tile is not plain: at least `least`, and `times` the distance of the plain tiles from
/// each other (their [`PLAIN`] quantile).
pub(super) fn outlier_limit(off: &[f32], times: f32, least: f32) -> f32 {
    let mut off = off.to_vec();
    let rank = (PLAIN * off.len() as f32) as usize;
    if rank >= off.len() { least } else { least.max(times * *off.select_nth_unstable_by(rank, f32::total_cmp).1) }
}

/// The class of a tile's fill.
enum FillColor {
    Plain,
    /// A kind, by this color.
    Named(TileKindGuess, Color),
    /// A color without a name, or a shade of the plain color, which is the second: its color class decides.
    Unnamed(Color, Color),
}

/// The kinds by the fills.
fn by_ground(tiles: &[Option<TileColors>]) -> Vec<TileKindGuess> {
    /// The least differences of tint, in levels, for white and for any other color. Smaller: light and shade make
    /// kinds. Larger: diamonds and pale gems are missed. Chosen by hand.
    const WHITE: f32 = 10.0;
    const TINT: f32 = 25.0;
    let plain = plain_places(tiles, |tile| &tile.ground);
    let seen: Vec<Vec<Pair>> =
        tiles.iter().map(|tile| tile.as_ref().map_or_else(Vec::new, |tile| both(&tile.ground, &plain))).collect();
    let tints =
        seen.iter().filter(|seen| !seen.is_empty()).map(|seen| means(seen)).map(|(own, plain)| tint(own, plain));
    let tints: Vec<f32> = tints.collect();
    let limits = Tints { white: outlier_limit(&tints, TIMES, WHITE), any: outlier_limit(&tints, TIMES, TINT) };
    let fill = |(tile, seen): (&Option<TileColors>, &Vec<Pair>)| match tile {
        Some(tile) if !seen.is_empty() => fill(tile, seen, &limits),
        _ => FillColor::Plain,
    };
    name_all(tiles.iter().zip(&seen).map(fill).collect())
}

/// The differences of tint, in levels, beyond which a tile is not plain.
struct Tints {
    /// For white among white tiles.
    white: f32,
    /// For any color.
    any: f32,
}

/// The fill of one tile, from its squares.
fn fill(tile: &TileColors, seen: &[Pair], limits: &Tints) -> FillColor {
    /// The least distance from the plain color, in levels, of a color class without a name. Smaller: shades become
    /// classes. Larger: gems without a name are missed. Chosen by hand.
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

/// The kinds of all fills. A color class without a name gets the kind of a similar named fill, else its color as a tag.
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
    // All tiles of a color class have one kind: a tile alone may be similar to a named fill where its class is not.
    let class_kind = |pair: Pair| {
        let own = color_classes.iter().find(|class| class.contains(&pair));
        let (color, plain) = own.map_or(pair, |class| means(class));
        kind_of_color(color, plain, Texture::Even).or_else(|| alike(color)).unwrap_or_else(|| tagged(&coarse(color)))
    };
    let name = |fill: &FillColor| match fill {
        FillColor::Plain => TileKindGuess::default(),
        FillColor::Named(kind, _) => kind.clone(),
        FillColor::Unnamed(color, plain) => class_kind((*color, *plain)),
    };
    fills.iter().map(name).collect()
}

/// The kinds by the outlines and the ink.
fn by_lines(tiles: &[Option<TileColors>]) -> Vec<TileKindGuess> {
    let (inks, frames) = (by_ink(tiles), by_frame(tiles));
    // Where most kinds of gems have letters of their color, an outline alone marks a selected tile or a hint. Kinds are counted, not
    // tiles: a selected word has many tiles, and its letters may have the color of the mark. A kind has such letters if most of its tiles do.
    let is_gem = |kind: &TileKindGuess| *kind != TileKindGuess::default() && kind.kind != TileKind::Fire;
    let gems = || inks.iter().zip(&frames).filter(|(_, frame)| is_gem(frame));
    let mut gem_kinds: Vec<&TileKindGuess> = Vec::new();
    for (_, frame) in gems() {
        if !gem_kinds.contains(&frame) {
            gem_kinds.push(frame);
        }
    }
    let is_in_ink = |kind: &TileKindGuess| {
        let count = gems().filter(|(_, frame)| *frame == kind).count();
        2 * gems().filter(|(ink, frame)| *frame == kind && ink == frame).count() > count
    };
    let in_ink = 2 * gem_kinds.iter().filter(|kind| is_in_ink(kind)).count() > gem_kinds.len();
    let either = |(ink, frame): (TileKindGuess, TileKindGuess)| {
        if in_ink || frame == TileKindGuess::default() { ink } else { frame }
    };
    inks.into_iter().zip(frames).map(either).collect()
}

/// The kinds by the ink; dark ink has no clear hue.
fn by_ink(tiles: &[Option<TileColors>]) -> Vec<TileKindGuess> {
    /// The saturation (0 to 1) and the value (0 to 255) above which ink has a clear hue. Smaller: dark ink makes kinds.
    /// Larger: pale ink is missed. Chosen by hand.
    const VIVID: (f32, f32) = (0.3, 90.0);
    let plain = plain(&tiles.iter().flatten().map(|tile| tile.ink).collect::<Vec<_>>());
    let ink = |tile: &TileColors| {
        let (plain, (_, saturation, value)) = (plain?, hsv(tile.ink));
        let is_vivid = saturation > VIVID.0 && value > VIVID.1 && aside(tile.ink, plain, tile.around) > ALIKE;
        if is_vivid { kind_of_color(tile.ink, plain, Texture::Line) } else { None }
    };
    tiles.iter().map(|tile| tile.as_ref().and_then(ink).unwrap_or_default()).collect()
}

/// The kinds by the outlines.
fn by_frame(tiles: &[Option<TileColors>]) -> Vec<TileKindGuess> {
    /// The share of the squares of the frame region in which an outline must be visible. Chosen by hand.
    const OUTLINE: f32 = 0.2;
    /// The least distance of another line color from the plain one, in levels. Chosen by hand.
    const LEAST: f32 = 12.0;
    let plain = plain_places(tiles, |tile| &tile.frame.farthest);
    let seen = |tile: &TileColors| {
        let seen = both(&tile.frame.farthest, &plain);
        (seen.len() as f32 > OUTLINE * plain.len() as f32).then_some(seen)
    };
    let seen: Vec<Option<Vec<Pair>>> = tiles.iter().map(|tile| tile.as_ref().and_then(seen)).collect();
    // The median, since tiles may share lines: some squares of a plain tile show the line of a gem beside it.
    let off = |(tile, seen): (&Option<TileColors>, &Option<Vec<Pair>>)| {
        let (tile, seen) = (tile.as_ref()?, seen.as_ref()?);
        Some(median(seen.iter().map(|(own, plain)| aside(*own, *plain, tile.around)).collect()))
    };
    let off: Vec<Option<f32>> = tiles.iter().zip(&seen).map(off).collect();
    let limit = outlier_limit(&off.iter().copied().flatten().collect::<Vec<_>>(), TIMES, LEAST);
    let by_line = |at: usize| {
        let (tile, seen) = (tiles[at].as_ref()?, seen[at].as_ref()?);
        if off[at]? > limit { outline(tile, seen, limit) } else { None }
    };
    (0..tiles.len()).map(|at| by_line(at).unwrap_or_default()).collect()
}

/// The kind of an outline, from its squares; `None` where too few of them differ.
fn outline(tile: &TileColors, seen: &[Pair], limit: f32) -> Option<TileKindGuess> {
    /// The share of the differing squares that show most of the line. Larger: mixtures with the ground count. Smaller:
    /// single squares decide. Chosen by hand.
    const CLEAREST: f32 = 0.5;
    let off = |(own, plain): &Pair| aside(*own, *plain, tile.around);
    let mut odd: Vec<Pair> = seen.iter().copied().filter(|place| off(place) > limit / 2.0).collect();
    if (odd.len() as f32) < DIFFERS * seen.len() as f32 {
        return None;
    }
    odd.sort_by(|a, b| off(b).total_cmp(&off(a)));
    odd.truncate((CLEAREST * odd.len() as f32).ceil() as usize);
    // Some squares may show the line of a neighbor.
    let (own, common): (Vec<Color>, Vec<Color>) = odd.into_iter().unzip();
    kind_of_color(plain(&own)?, mean_color(&common), Texture::Line)
}

/// The texture of a fill: flames have several hues and an uneven brightness.
fn texture(ground: &[Option<Color>]) -> Texture {
    /// The unevenness in levels, and the range of hues in degrees, from which a fill is flames. Smaller: rubies burn.
    /// Larger: pale flames become rubies. Chosen by hand.
    const UNEVEN: f32 = 40.0;
    const HUES: f32 = 10.0;
    if unevenness(ground) < UNEVEN && hues(ground) < HUES { Texture::Even } else { Texture::Flames }
}

/// The range of hues of the colored squares in degrees, without outliers on either side.
fn hues(ground: &[Option<Color>]) -> f32 {
    /// The saturation (0 to 1) below which a square has no clear hue. Chosen by hand.
    const COLORED: f32 = 0.2;
    /// One in this number of squares is an outlier on either side. Chosen by hand.
    const ODD: usize = 10;
    let colored = ground.iter().flatten().map(|color| hsv(*color)).filter(|(_, saturation, _)| *saturation > COLORED);
    // Hues are counted from cyan, so that the hues of flames do not wrap around.
    let mut hues: Vec<f32> = colored.map(|(hue, ..)| (hue + 180.0) % 360.0).collect();
    hues.sort_by(f32::total_cmp);
    let odd = hues.len() / ODD;
    if odd == 0 { 0.0 } else { hues[hues.len() - 1 - odd] - hues[odd] }
}

/// The mean distance of a tile's squares from an even slope of color, in levels.
fn unevenness(ground: &[Option<Color>]) -> f32 {
    let places: Vec<([f32; 2], Color)> = ground
        .iter()
        .enumerate()
        .filter_map(|(i, color)| Some(([(i % GRID) as f32, (i / GRID) as f32], (*color)?)))
        .collect();
    // Each square is compared with the mean of the squares two steps away on opposite sides: 0 on any slope.
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
    use super::super::tile_colors::FrameColors;
    use super::*;

    /// The frame of a tile whose squares have these colors.
    fn frame(farthest: Vec<Option<Color>>) -> FrameColors {
        FrameColors { second: vec![None; farthest.len()], farthest }
    }

    /// A tile of one color with its letter in the middle.
    fn tile(ground: Color, ink: Color) -> Option<TileColors> {
        let places = (0..GRID * GRID).map(|place| (place % 3 != 0).then_some(ground)).collect();
        Some(TileColors {
            ground: places,
            ink,
            around: ground,
            frame: frame(vec![None; 4]),
            under_letter: vec![false; 4],
            light: 1.0,
        })
    }

    /// Tiles without a fill.
    fn on_ground(_: Color) -> bool {
        true
    }

    #[test]
    fn what_lies_between_filled_tiles_makes_no_kinds() {
        let framed = |line: Color| {
            tile([130., 90., 40.], [255.; 3]).map(|tile| TileColors { frame: frame(vec![Some(line); 4]), ..tile })
        };
        let tiles = [
            framed([170., 170., 170.]),
            framed([170., 170., 170.]),
            framed([70., 130., 230.]),
            framed([170., 170., 170.]),
        ];
        assert_eq!(kinds(&tiles, on_ground)[2].kind, TileKind::Sapphire);
        assert_eq!(kinds(&tiles, |_| false)[2], TileKindGuess::default());
    }

    #[test]
    fn hues_name_the_kinds_on_any_plain_color() {
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
            let found = kinds(&tiles, on_ground);
            assert!(found[..20].iter().all(|kind| *kind == TileKindGuess::default()));
            assert_eq!(found[20..24], gems.map(|(_, kind)| TileKindGuess::from(kind)), "{plain:?}");
        }
    }

    #[test]
    fn a_white_tile_among_tan_ones_is_a_diamond() {
        let tan = tile([198., 162., 99.], [0.; 3]);
        let white = tile([235., 245., 250.], [0.; 3]);
        assert_eq!(kinds(&[tan.clone(), tan.clone(), white, tan], on_ground)[2].kind, TileKind::Diamond);
    }

    #[test]
    fn smooth_red_is_a_ruby_and_ragged_red_burns() {
        let plain = tile([220., 210., 180.], [0.; 3]);
        let mut ragged = tile([200., 40., 30.], [0.; 3]);
        for (i, color) in ragged.iter_mut().flat_map(|tile| &mut tile.ground).enumerate() {
            *color = Some([[200., 40., 30.], [250., 90., 60.], [150., 20., 20.]][i * i % 7 % 3]);
        }
        let found = kinds(
            &[plain.clone(), plain.clone(), plain.clone(), tile([200., 40., 50.], [0.; 3]), ragged, plain],
            on_ground,
        );
        assert_eq!(found[3], tagged("ruby"));
        assert_eq!(found[4], TileKind::Fire.into());
    }

    #[test]
    fn outlined_tiles_show_their_kind_by_their_ink() {
        let outlined = |ink: Color| tile([40., 30., 40.], ink);
        let (plain, red) = (outlined([170., 170., 170.]), outlined([230., 70., 80.]));
        assert_eq!(kinds(&[plain.clone(), plain.clone(), red, plain.clone()], on_ground)[2].kind, TileKind::Fire);
        let framed = |line: Color| plain.clone().map(|tile| TileColors { frame: frame(vec![Some(line); 4]), ..tile });
        let (plain, blue) = (framed([170., 170., 170.]), framed([70., 130., 230.]));
        assert_eq!(kinds(&[plain.clone(), plain.clone(), blue, plain], on_ground)[2].kind, TileKind::Sapphire);
    }

    #[test]
    fn tiles_that_share_lines_show_the_color_of_a_gem_beside_them_only_in_part() {
        let (gray, blue) = ([170., 170., 170.], [70., 130., 230.]);
        let framed = |line: [Color; 4]| {
            tile([40., 30., 40.], gray).map(|tile| TileColors { frame: frame(line.map(Some).to_vec()), ..tile })
        };
        let mut tiles = vec![framed([gray, gray, gray, blue]); 5];
        tiles.push(framed([blue; 4]));
        let found = kinds(&tiles, on_ground);
        assert!(found[..5].iter().all(|kind| *kind == TileKindGuess::default()), "{found:?}");
        assert_eq!(found[5].kind, TileKind::Sapphire);
    }

    /// The numbers of sapphires (outline alone), and of sapphires, green and golden gems with letters of their color; whether the outline
    /// alone names a kind.
    #[test]
    fn lines_alone_show_gems_unless_most_kinds_have_letters_of_their_color() {
        let (gray, blue, green, gold) = ([170., 170., 170.], [70., 130., 230.], [60., 190., 50.], [230., 190., 40.]);
        let of = |line: Color, ink: Color| {
            tile([40., 30., 40.], ink).map(|tile| TileColors { frame: frame(vec![Some(line); 4]), ..tile })
        };
        let plain = of(gray, gray);
        for (by_lines, blues, greens, golds, expected) in [
            (1, 0, 0, 0, true),
            (2, 0, 1, 0, true),
            (1, 0, 1, 0, true),
            (1, 0, 3, 0, true),
            (1, 0, 1, 1, false),
            (2, 0, 1, 1, false),
            (3, 1, 0, 0, true),
            (1, 3, 0, 0, false),
        ] {
            let inked = [(of(blue, blue), blues), (of(green, green), greens), (of(gold, gold), golds)];
            let tiles = inked.into_iter().chain([(of(blue, gray), by_lines)]);
            let tiles = tiles.flat_map(|(tile, count)| vec![tile; count]);
            let found = kinds(&vec![plain.clone(); 6].into_iter().chain(tiles).collect::<Vec<_>>(), on_ground);
            let is_gem = found.last().is_some_and(|kind| kind.kind == TileKind::Sapphire);
            assert_eq!(is_gem, expected, "{by_lines} {blues} {greens} {golds}: {found:?}");
        }
    }

    #[test]
    fn a_diamond_among_white_tiles_is_seen_by_its_tint() {
        let white = |shade: f32| tile([240. - shade, 236. - shade, 230. - shade], [0.; 3]);
        let mut tiles: Vec<Option<TileColors>> = (0..12).map(|n| white((n % 4) as f32)).collect();
        tiles.push(tile([222., 240., 247.], [0.; 3]));
        let found = kinds(&tiles, on_ground);
        assert!(found[..12].iter().all(|kind| *kind == TileKindGuess::default()), "{found:?}");
        assert_eq!(found[12].kind, TileKind::Diamond);
    }

    #[test]
    fn pale_flames_are_not_picked_tiles() {
        let plain = tile([226., 200., 150.], [0.; 3]);
        let picked = tile([236., 166., 80.], [0.; 3]);
        let mut pale = tile([240., 160., 110.], [0.; 3]);
        for (i, color) in pale.iter_mut().flat_map(|tile| &mut tile.ground).enumerate() {
            *color = Some([[240., 130., 100.], [242., 160., 110.], [244., 190., 110.]][i / 41]);
        }
        let found = kinds(&[plain.clone(), plain.clone(), plain.clone(), picked, pale, plain], on_ground);
        assert_eq!(found[3], tagged("selected"));
        assert_eq!(found[4], TileKind::Fire.into());
    }

    #[test]
    fn a_color_class_without_a_name_is_tagged_with_its_color() {
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
            let found = kinds(&tiles, on_ground);
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
        assert!(kinds(&tiles, on_ground).iter().all(|kind| *kind == TileKindGuess::default()));
    }

    #[test]
    fn thin_lines_of_the_plain_color_are_plain_however_faint() {
        let ground = [40., 30., 40.];
        let line = |part: f32| {
            let ink = [0, 1, 2].map(|i: usize| ground[i] + part * ([200., 180., 90.][i] - ground[i]));
            tile(ground, ink).map(|tile| TileColors { frame: frame(vec![Some(ink); 4]), ..tile })
        };
        let parts = [1.0, 1.0, 0.9, 1.0, 0.95, 0.6, 0.45];
        assert!(kinds(&parts.map(line), on_ground).iter().all(|kind| *kind == TileKindGuess::default()));
    }

    #[test]
    fn a_painted_color_class_has_one_tag_at_every_size_and_in_jpeg() {
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
