//! What the tiles of a board have in common: the median of their colors, place by place.
//!
//! Letters differ from tile to tile, so the median is a tile without a letter. A place elsewhere in the picture is
//! compared with it to decide whether a tile is there, or a part of one at the picture's edge ([`Comparison`]).

use crate::locate::{Side, some_tiles};
use crate::pixels::{Frame, Point, Rgb, color_distance, luma, median, median_color};
use multiversion::multiversion;

/// The number of places along each side of a tile at which its color is taken. Smaller: frames are missed. Larger: more
/// time. Chosen by hand.
const GRID: usize = 18;
/// The number of these places.
const PLACES: usize = GRID * GRID;
/// The noise of JPEG and of scaling, in levels, which is added to the spread of a place. Smaller: noise makes even tiles
/// differ. Larger: faint frames do not count. Chosen by hand.
const NOISE: f32 = 6.0;
/// The distance of colors, in levels, from which a place of a tile is ink: more than noise and the shades of a body, less
/// than a faint letter. Chosen by hand.
const INK: f32 = 60.0;

/// The colors of a tile; `None` where a place lies outside of the picture.
type GridColors = Vec<Option<Rgb>>;

/// What the tiles of a board have in common.
pub(super) struct CommonTile {
    /// The tile's width and height in pixels.
    pitch: Point,
    colors: Vec<Rgb>,
    /// How much the tiles differ at each place: the median distance from the common color, in levels, with the noise.
    spread: Vec<f32>,
    /// The luma of the colors.
    luma: Vec<f32>,
    /// The share of tiles that have ink at each place.
    ink: Vec<f32>,
    /// The median over the tiles of their distance from the common one.
    distance: f32,
}

/// A place in the picture compared with the common tile, over what is visible of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Comparison {
    /// How much farther it is from the common tile than the board's own tiles are, as a logarithm: 0 for a tile, 2
    /// and more for anything else.
    pub(super) distance: f32,
    /// How much better the common tile explains it than one even color does, as a logarithm.
    pub(super) explained: f32,
    /// The covariance of its luma with that of the common tile, and the two variances, in squared levels.
    pub(super) products: [f32; 3],
    /// The mean square of the share of tiles that have ink at a place.
    pub(super) expected_ink: f32,
    /// The share of the tile that is visible.
    pub(super) visible: f32,
}

impl Comparison {
    /// The correlation of its luma with that of the common tile; 0 where either is even.
    pub(super) fn correlation(&self) -> f32 {
        let [covariance, variance, common_variance] = self.products;
        covariance / (variance * common_variance).sqrt().max(1.0)
    }
}

impl CommonTile {
    /// The common tile of those with these centers.
    pub(super) fn of(frame: &Frame, centers: &[Point], pitch: Point) -> CommonTile {
        let tiles: Vec<GridColors> = some_tiles(centers).map(|&center| colors(frame, center, pitch)).collect();
        let visible = |place: usize| tiles.iter().filter_map(move |tile| tile[place]);
        let medians = |place: usize| median_color(&visible(place).collect::<Vec<_>>()).unwrap_or_default();
        let colors: Vec<Rgb> = (0..GRID * GRID).map(medians).collect();
        let distances: Vec<Vec<f32>> = (0..GRID * GRID)
            .map(|place| visible(place).map(|color| color_distance(color, colors[place])).collect())
            .collect();
        let ink_share =
            |all: &Vec<f32>| all.iter().filter(|distance| **distance > INK).count() as f32 / all.len().max(1) as f32;
        let ink = distances.iter().map(ink_share).collect();
        let spread = distances.into_iter().map(|all| median(all) + NOISE).collect();
        let luma = colors.iter().map(|&color| luma(color)).collect();
        let mut common = CommonTile { pitch, colors, spread, luma, ink, distance: 1.0 };
        common.distance = median(tiles.iter().filter_map(|tile| common.mean_distance(tile)).collect()).max(0.1);
        common
    }

    /// The share of the border of the common tile that has other colors than its middle.
    pub(super) fn body(&self) -> f32 {
        /// The least distance of a color at the border from that inside, in levels. Smaller: noise makes bodies. Larger: pale
        /// tiles have none. Chosen by hand.
        const CONTRAST: f32 = 18.0;
        let lines = |place: &usize| [place % GRID, place / GRID];
        // Of a tile that is round or far from its neighbors, half of the places show the ground.
        let is_middle = |place: &usize| lines(place).iter().all(|at| (GRID / 4..GRID - GRID / 4).contains(at));
        let middle: Vec<Rgb> = (0..GRID * GRID).filter(is_middle).map(|place| self.colors[place]).collect();
        let inside = median_color(&middle).unwrap_or_default();
        let is_border = |place: &usize| lines(place).iter().any(|at| [0, 1, GRID - 2, GRID - 1].contains(at));
        let border: Vec<usize> = (0..GRID * GRID).filter(is_border).collect();
        let is_other = |place: &&usize| color_distance(self.colors[**place], inside) > CONTRAST;
        border.iter().filter(is_other).count() as f32 / border.len() as f32
    }

    /// The place around this center compared with the common tile; `None` where nothing of it is visible.
    pub(super) fn compare(&self, frame: &Frame, center: Point) -> Option<Comparison> {
        let tile = colors(frame, center, self.pitch);
        let visible: Vec<usize> = (0..tile.len()).filter(|&i| tile[i].is_some()).collect();
        let count = visible.len() as f32;
        let even = median_color(&tile.iter().copied().flatten().collect::<Vec<_>>())?;
        // Places that are not visible have any color here, and are not summed.
        let tile: Vec<Rgb> = tile.into_iter().map(Option::unwrap_or_default).collect();
        let Differences { from_common, from_even, luma } = differences(&tile, self, even);
        let (mut distance, mut even_distance, mut expected_ink) = (0.0, 0.0, 0.0);
        let (mut sums, mut squares) = ([0.0; 2], [0.0; 3]);
        for i in visible {
            distance += from_common[i];
            even_distance += from_even[i];
            expected_ink += self.ink[i] * self.ink[i];
            // Differences from the middle level lose no precision when they are squared and summed.
            let [own, common] = [luma[i] - 128.0, self.luma[i] - 128.0];
            sums = [sums[0] + own, sums[1] + common];
            squares = [squares[0] + own * common, squares[1] + own * own, squares[2] + common * common];
        }
        let [own, common] = sums.map(|sum| sum / count);
        let product = |square: f32, means: f32| square / count - means;
        let (distance, even_distance) = (distance / count, even_distance / count);
        Some(Comparison {
            distance: (distance / self.distance).max(0.1).ln(),
            explained: ((even_distance + self.distance) / (distance + self.distance)).ln(),
            products: [
                product(squares[0], own * common),
                product(squares[1], own * own).max(0.0),
                product(squares[2], common * common).max(0.0),
            ],
            expected_ink: expected_ink / count,
            visible: count / PLACES as f32,
        })
    }

    /// The share of the last visible line towards a side, in the middle of the tile around a center, that differs from the
    /// tile's median color and, where `ink`, the color of the board's letters, is known, is nearer to it than to that median: a letter that
    /// the picture's edge cuts.
    pub(super) fn border_ink(&self, frame: &Frame, center: Point, side: Side, ink: Option<Rgb>) -> f32 {
        let tile = colors(frame, center, self.pitch);
        let ground = median_color(&tile.iter().flatten().copied().collect::<Vec<_>>()).unwrap_or_default();
        border_ink(&tile, side, ground, ink)
    }

    /// The mean distance from the common tile over the visible places, in spreads.
    fn mean_distance(&self, tile: &GridColors) -> Option<f32> {
        let distance =
            |(i, color): (usize, &Option<Rgb>)| Some(color_distance((*color)?, self.colors[i]) / self.spread[i]);
        let distances: Vec<f32> = tile.iter().enumerate().filter_map(distance).collect();
        (!distances.is_empty()).then(|| distances.iter().sum::<f32>() / distances.len() as f32)
    }
}

/// The share of places with ink in the last line of a tile that is visible towards a side. Where the color of ink is not known, any color
/// that differs from the ground counts.
fn border_ink(tile: &GridColors, side: Side, ground: Rgb, ink: Option<Rgb>) -> f32 {
    /// The middle part of a line, where letters are.
    const MIDDLE: std::ops::Range<usize> = 4..GRID - 4;
    let place = |line: usize, at: usize| match side {
        Side::Above => line * GRID + at,
        Side::Below => (GRID - 1 - line) * GRID + at,
        Side::Left => at * GRID + line,
        Side::Right => at * GRID + GRID - 1 - line,
    };
    let line = |line: usize| -> Vec<Rgb> { MIDDLE.filter_map(|at| tile[place(line, at)]).collect() };
    let last = (0..GRID).map(line).find(|line| !line.is_empty()).unwrap_or_default();
    let is_ink = |color: &&Rgb| {
        let from_ground = color_distance(**color, ground);
        from_ground > INK && ink.is_none_or(|ink| color_distance(**color, ink) < from_ground)
    };
    last.iter().filter(is_ink).count() as f32 / last.len().max(1) as f32
}

/// The colors of the tile around a center.
fn colors(frame: &Frame, center: Point, pitch: Point) -> GridColors {
    let at = |center: f32, pitch: f32, n: usize| center + ((n as f32 + 0.5) / GRID as f32 - 0.5) * pitch;
    let columns: [f32; GRID] = std::array::from_fn(|n| at(center.x, pitch.x, n));
    let row = |n: usize| {
        let y = at(center.y, pitch.y, n);
        columns.map(|x| frame.color_at(Point::new(x, y)))
    };
    (0..GRID).flat_map(row).collect()
}

/// How far the places of a tile are from the common one and from one even color, in spreads, and their luma.
struct Differences {
    from_common: [f32; PLACES],
    from_even: [f32; PLACES],
    luma: [f32; PLACES],
}

#[multiversion(targets("x86_64+avx2"))]
fn differences(tile: &[Rgb], common: &CommonTile, even: Rgb) -> Differences {
    let mut found = Differences { from_common: [0.0; PLACES], from_even: [0.0; PLACES], luma: [0.0; PLACES] };
    let channel =
        |colors: &[Rgb], channel: usize| -> [i16; PLACES] { std::array::from_fn(|i| i16::from(colors[i][channel])) };
    let (tile, common_colors) = (&tile[..PLACES], &common.colors[..PLACES]);
    let own = [0, 1, 2].map(|n| channel(tile, n));
    let others = [0, 1, 2].map(|n| channel(common_colors, n));
    let (spread, even) = (&common.spread[..PLACES], even.map(i16::from));
    // Sums of three squares of levels are whole numbers that a float holds.
    let squared = |a: i16, b: i16| i32::from(a - b) * i32::from(a - b);
    for i in 0..PLACES {
        let color = [own[0][i], own[1][i], own[2][i]];
        let from = |other: [i16; 3]| {
            let sum = squared(color[0], other[0]) + squared(color[1], other[1]) + squared(color[2], other[2]);
            (sum as f32).sqrt() / spread[i]
        };
        found.from_common[i] = from([others[0][i], others[1][i], others[2][i]]);
        found.from_even[i] = from(even);
        found.luma[i] = luma(color.map(|level| level as u8));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};

    /// Disks that fill about half of their places.
    #[test]
    fn small_disks_have_a_body_and_plain_ground_has_none() {
        let body = |radius: f32| {
            let mut pixels = image::RgbaImage::from_pixel(200, 200, image::Rgba([140, 140, 130, 255]));
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let off = |at: u32| (at % 50) as f32 - 24.5;
                if off(x).hypot(off(y)) < radius {
                    *pixel = image::Rgba([230, 220, 200, 255]);
                }
            }
            let centers: Vec<Point> =
                (0..16).map(|i| Point::new((i % 4) as f32 * 50.0 + 25.0, (i / 4) as f32 * 50.0 + 25.0)).collect();
            CommonTile::of(&Frame::new(pixels, "disks"), &centers, Point::new(50.0, 50.0)).body()
        };
        for (radius, expected) in [(23.0, true), (20.0, true), (18.5, true), (0.0, false)] {
            assert_eq!(body(radius) > 0.0, expected, "{radius}");
        }
    }

    /// A tile of which the picture shows the lower part, with bars of a color across its upper edge, and bars of ink above its lower one: of
    /// the color of the letters, of shades nearer to it and nearer to the ground, of a pattern of the ground, and of the ground itself; and
    /// where the color of the letters is not known.
    #[test]
    fn what_has_the_color_of_letters_at_the_edge_is_their_ink() {
        let (ground, ink, other) = ([200, 210, 190], [80, 70, 20], [120, 130, 210]);
        for (bars, known, expected) in [
            (ink, Some(ink), true),
            ([130, 130, 90], Some(ink), true),
            ([155, 160, 130], Some(ink), false),
            (other, Some(ink), false),
            (other, None, true),
            (ground, Some(ink), false),
        ] {
            let line = |at: usize| match at {
                0..8 => vec![None; GRID],
                8..12 => (0..GRID).map(|x| Some(if x % 4 < 2 { bars } else { ground })).collect(),
                12..14 => (0..GRID).map(|x| Some(if x % 4 < 2 { ink } else { ground })).collect(),
                _ => vec![Some(ground); GRID],
            };
            let tile: GridColors = (0..GRID).flat_map(line).collect();
            assert_eq!(border_ink(&tile, Side::Above, ground, known) > 0.0, expected, "{bars:?} {known:?}");
            assert_eq!(border_ink(&tile, Side::Below, ground, known), 0.0);
        }
    }

    #[test]
    fn a_tile_and_half_a_tile_are_like_the_common_one_and_the_ground_is_not() {
        let board: Board = "T E A R\nS L I N\nO D G M\nP U C H".parse().unwrap();
        let (mut pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        let (left, top, right, _) = layout.bounds();
        let half = (right - 24.0) as u32;
        pixels = image::imageops::crop_imm(&pixels, 0, 0, half, pixels.height()).to_image();
        let frame = Frame::new(pixels, "painted");
        let part = layout.part(0..4, 0..3).unwrap();
        let centers: Vec<Point> = part.shape().cells().map(|cell| part.center(cell).into()).collect();
        let common = CommonTile::of(&frame, &centers, part.pitch().into());
        let compare = |x: f32, y: f32| common.compare(&frame, Point::new(x, y));
        let (tile, crossed) = (compare(left + 24.0, top + 24.0).unwrap(), compare(right - 24.0, top + 24.0).unwrap());
        assert!(tile.visible == 1.0 && (0.4..0.6).contains(&crossed.visible), "{tile:?} {crossed:?}");
        let ground = compare(left + 24.0, top - 24.0).unwrap();
        assert!(tile.distance.max(crossed.distance) < 0.7 * ground.distance, "{tile:?} {crossed:?} {ground:?}");
        assert!(tile.explained.min(crossed.explained) > ground.explained, "{tile:?} {crossed:?} {ground:?}");
        assert_eq!(compare(-200.0, top), None);
    }
}
