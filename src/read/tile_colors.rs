//! The colors of a tile: of the squares of a coarse grid, of its edge and of its letter.
//!
//! `tile_reader` measures the [`TileColors`] of each tile and evens out their light ([`evenly_lit`]); `tile_kind` names the kinds by them,
//! and `appearance` compares them.

use super::fit::PixelBox;
use super::light::light;
use super::palette::{Color, mean_color};
use super::tile::{MIDDLE, SIDE, TilePixels};
use crate::pixels::Point;

/// The region in which outlines are searched for. Smaller: the outline is missed. Larger: the outlines of the neighbors
/// count. Chosen by hand.
const FRAME: std::ops::Range<usize> = 2..62;
/// The side of a square of the grid, in pixels of the tile's picture. Smaller: noise counts. Larger: the letter covers
/// more squares. Chosen by hand.
const PLACE: usize = 4;
/// The number of squares along a side of the middle.
pub(super) const GRID: usize = (MIDDLE.end - MIDDLE.start) / PLACE;

/// The largest distance of colors that are alike, in levels. Smaller: noise and JPEG make kinds. Larger: pale gems are
/// missed. Chosen by hand.
pub(super) const ALIKE: f32 = 40.0;

/// A color is a blend of two others if its distances from them sum to less than this multiple of their distance from each other. Smaller: blends
/// of a tile and its ground count as borders. Larger: borders in colors between those of the tile and the ground are missed. Chosen by hand;
/// `hard judge --kind selected` shows a change.
const DETOUR: f32 = 1.1;

/// The squares along the upper, right, lower and left side of a tile; `None` for those under the letter. Those at a corner are on two sides.
pub(super) type Edge = [Vec<Option<EdgeSquare>>; 4];

/// A square of the edge of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct EdgeSquare {
    pub(super) color: Color,
    /// Whether its color is one of those around the board, as beside a round tile.
    pub(super) is_ground: bool,
}

/// The colors of the squares of the frame region that are unlike the color around the letter; `None` where a square has none, or lies under
/// the letter.
#[derive(Debug, Clone)]
pub(super) struct FrameColors {
    /// For each square the color farthest from that around the letter.
    pub(super) farthest: Vec<Option<Color>>,
    /// For each square a third color, unlike both, and no blend of them: where the border of a tile and the ground beside it are in one square, one
    /// of them is here.
    pub(super) second: Vec<Option<Color>>,
}

impl FrameColors {
    /// The colors as they would be under this times as much light.
    fn lit(self, times: f32) -> FrameColors {
        FrameColors { farthest: lit(self.farthest, times), second: lit(self.second, times) }
    }
}

/// The colors of one tile.
#[derive(Debug, Clone)]
pub(super) struct TileColors {
    /// The mean color of each square, without the letter; `None` where the letter covers it.
    pub(super) ground: Vec<Option<Color>>,
    /// The color of the letter.
    pub(super) ink: Color,
    /// The color around the letter.
    pub(super) around: Color,
    /// The colors of the squares of the frame region.
    pub(super) frame: FrameColors,
    /// Whether each square of the frame region lies under the letter: several letters reach to the edge of their tile.
    pub(super) under_letter: Vec<bool>,
    /// The factor by which its colors were multiplied, to even out the light over the board.
    pub(super) light: f32,
}

impl TileColors {
    /// The colors of a tile whose letter has this ink on this ground, and this bounding box in pixels of the tile's picture.
    pub(super) fn of(tile: &TilePixels, (ink, ground): ([u8; 3], [u8; 3]), letter: PixelBox) -> TileColors {
        let (from_ground, from_ink) = (squared_distances(tile, ground), squared_distances(tile, ink));
        let place = |top: usize, left: usize| {
            let (mut count, mut sum) = (0, [0; 3]);
            for i in square(top, left) {
                let is_clear = u32::from(from_ground[i] <= from_ink[i]);
                count += is_clear;
                (0..3).for_each(|channel| sum[channel] += is_clear * u32::from(tile.rgb[channel][i]));
            }
            (2 * count as usize > PLACE * PLACE).then(|| sum.map(|channel| channel as f32 / count as f32))
        };
        let rows = MIDDLE.step_by(PLACE);
        let is_under_letter = |&(top, left): &(usize, usize)| {
            left < letter.right && letter.left < left + PLACE && top < letter.bottom && letter.top < top + PLACE
        };
        let under_letter: Vec<bool> = frame_squares().map(|at| is_under_letter(&at)).collect();
        let frame = frame_colors(tile, &from_ground, &under_letter);
        TileColors {
            ground: rows.flat_map(|y| MIDDLE.step_by(PLACE).map(move |x| place(y, x))).collect(),
            ink: ink.map(f32::from),
            around: ground.map(f32::from),
            frame,
            under_letter,
            light: 1.0,
        }
    }

    /// The color of the letter.
    pub(super) fn ink(&self) -> Color {
        self.ink
    }

    /// The mean color of its fill; `None` where the letter covers all of it.
    pub(super) fn fill(&self) -> Option<Color> {
        let known: Vec<Color> = self.ground.iter().copied().flatten().collect();
        (!known.is_empty()).then(|| mean_color(&known))
    }

    /// The squares of its edge, on each side. One that is like the middle of the tile has the color around the letter; `is_ground` is
    /// whether a color is also seen around the board.
    pub(super) fn edge(&self, is_ground: impl Fn(Color) -> bool) -> Edge {
        self.edge_of(&self.frame, is_ground)
    }

    /// The edge in this crop of the same tile, which is a little off its place. What lies under the letter stays left out.
    pub(super) fn edge_in(&self, crop: &TilePixels, is_ground: impl Fn(Color) -> bool) -> Edge {
        let around = self.around.map(|channel| (channel / self.light).round() as u8);
        let frame = frame_colors(crop, &squared_distances(crop, around), &self.under_letter);
        self.edge_of(&frame.lit(self.light), is_ground)
    }

    /// The edge with these colors of the squares of the frame region: the color of a border, where a square has one beside the ground.
    fn edge_of(&self, frame: &FrameColors, is_ground: impl Fn(Color) -> bool) -> Edge {
        // The colors around the board are those of the picture, in its light.
        let is_ground = |color: Color| is_ground(color.map(|channel| channel / self.light));
        let color = |(farthest, second): (&Option<Color>, &Option<Color>)| {
            let farthest = farthest.unwrap_or(self.around);
            second.filter(|&second| is_ground(farthest) && !is_ground(second)).unwrap_or(farthest)
        };
        let known = |(square, hidden): (_, &bool)| (!hidden).then(|| color(square));
        let square = |color: Color| EdgeSquare { color, is_ground: is_ground(color) };
        let squares: Vec<Option<EdgeSquare>> = frame
            .farthest
            .iter()
            .zip(&frame.second)
            .zip(&self.under_letter)
            .map(|seen| known(seen).map(square))
            .collect();
        let sides: [fn(usize, usize) -> bool; 4] =
            [|y, _| y < MIDDLE.start, |_, x| x >= MIDDLE.end, |y, _| y >= MIDDLE.end, |_, x| x < MIDDLE.start];
        sides.map(|is_on| {
            frame_squares().zip(&squares).filter(|((y, x), _)| is_on(*y, *x)).map(|(_, square)| *square).collect()
        })
    }

    /// The brightness of its fill, 0 to 255; `None` where the letter covers all of it.
    fn brightness(&self) -> Option<f32> {
        self.fill().map(|fill| fill.iter().sum::<f32>() / fill.len() as f32)
    }

    /// The colors as they would be under this times as much light.
    fn lit(self, times: f32) -> TileColors {
        let color = |color: Color| color.map(|channel| times * channel);
        TileColors {
            ground: lit(self.ground, times),
            ink: color(self.ink),
            around: color(self.around),
            frame: self.frame.lit(times),
            under_letter: self.under_letter,
            light: times * self.light,
        }
    }
}

/// The colors as they would be under this times as much light.
fn lit(colors: Vec<Option<Color>>, times: f32) -> Vec<Option<Color>> {
    colors.into_iter().map(|known| known.map(|color| color.map(|channel| times * channel))).collect()
}

/// The pixels of the square with this upper left pixel.
fn square(top: usize, left: usize) -> impl Iterator<Item = usize> {
    (top..top + PLACE).flat_map(move |y| (left..left + PLACE).map(move |x| y * SIDE + x))
}

/// The colors of the squares of the frame region, by the squared distance of each pixel from the color around the letter.
fn frame_colors(tile: &TilePixels, from_around: &[u32], hidden: &[bool]) -> FrameColors {
    const UNLIKE: u32 = (ALIKE * ALIKE) as u32;
    let of_square = |((top, left), hidden): ((usize, usize), &bool)| {
        let farthest = square(top, left).filter(|_| !hidden).max_by_key(|&i| from_around[i]);
        let Some(farthest) = farthest.filter(|&i| from_around[i] > UNLIKE) else { return (None, None) };
        let from_farthest = |i: usize| -> u32 {
            tile.rgb.iter().map(|channel| u32::from(channel[i].abs_diff(channel[farthest])).pow(2)).sum()
        };
        let is_blend = |i: usize| {
            let [to, from, whole] =
                [from_around[i], from_farthest(i), from_around[farthest]].map(|squared| (squared as f32).sqrt());
            to + from < DETOUR * whole
        };
        let nearer = |i: usize| from_around[i].min(from_farthest(i));
        let second = square(top, left).filter(|&i| nearer(i) > UNLIKE && !is_blend(i)).max_by_key(|&i| nearer(i));
        let color = |i: usize| [0, 1, 2].map(|channel: usize| f32::from(tile.rgb[channel][i]));
        (Some(color(farthest)), second.map(color))
    };
    let (farthest, second) = frame_squares().zip(hidden).map(of_square).unzip();
    FrameColors { farthest, second }
}

/// The squares of the frame region by their upper left pixel (y, x), in rows.
fn frame_squares() -> impl Iterator<Item = (usize, usize)> {
    let squares = FRAME.step_by(PLACE).flat_map(|y| FRAME.step_by(PLACE).map(move |x| (y, x)));
    squares.filter(|(y, x)| !(MIDDLE.contains(x) && MIDDLE.contains(y)))
}

/// The colors of the tiles at these places as they would be under even light.
pub(super) fn evenly_lit(tiles: Vec<Option<TileColors>>, places: &[Point]) -> Vec<Option<TileColors>> {
    let brightness: Vec<Option<f32>> = tiles.iter().map(|tile| tile.as_ref()?.brightness()).collect();
    let light = light(places, &brightness);
    tiles.into_iter().zip(light).map(|(tile, light)| tile.map(|tile| tile.lit(light.recip()))).collect()
}

/// The squared distance of each pixel from this color, in levels.
fn squared_distances(tile: &TilePixels, color: [u8; 3]) -> Vec<u32> {
    let [red, green, blue] = &tile.rgb;
    let squared = |level: u8, other: u8| u32::from(level.abs_diff(other)) * u32::from(level.abs_diff(other));
    let levels = red.iter().zip(green).zip(blue);
    levels.map(|((&r, &g), &b)| squared(r, color[0]) + squared(g, color[1]) + squared(b, color[2])).collect()
}

#[cfg(test)]
mod tests {
    use super::super::palette::distance;
    use super::super::tile::tile_pixels;
    use super::*;

    /// A red tile, whose black letters fill its middle rows from edge to edge.
    #[test]
    fn letters_that_reach_the_edge_are_no_part_of_it() {
        const RED: [u8; 3] = [160, 30, 30];
        let side = SIDE as u32;
        let is_ink = |y: u32| (24..40).contains(&y);
        let picture = image::RgbaImage::from_fn(side, side, |_, y| {
            let [red, green, blue] = if is_ink(y) { [0; 3] } else { RED };
            image::Rgba([red, green, blue, 255])
        });
        let pitch = SIDE as f32;
        let pixels = tile_pixels(&picture, (pitch / 2.0, pitch / 2.0), (pitch, pitch));
        let edge = |letter: PixelBox| TileColors::of(&pixels, ([0; 3], RED), letter).edge(|_| false).concat();
        let red = RED.map(f32::from);
        let all = edge(PixelBox { left: 0, top: 24, right: SIDE, bottom: 40 });
        assert!(all.iter().flatten().all(|square| distance(square.color, red) < 1.0), "{all:?}");
        assert!(all.iter().any(Option::is_none) && all.iter().any(Option::is_some));
        let none = edge(PixelBox { left: 20, top: 24, right: 44, bottom: 40 });
        assert!(none.iter().flatten().any(|square| distance(square.color, red) > 100.0), "{none:?}");
    }

    /// A tile with a border: the colors of the border and of the ground, whether that is known as such, and how many squares of the edge have the color
    /// of the border. On the first ground the border is farthest from the fill; the last border is a blend of ground and fill.
    #[test]
    fn a_border_is_seen_beside_every_ground_that_is_known() {
        const FILL: [u8; 3] = [180, 168, 155];
        for (border, ground, is_known, expected) in [
            ([216, 208, 198], [139, 150, 136], true, 68),
            ([216, 208, 198], [95, 121, 127], true, 68),
            ([216, 208, 198], [95, 121, 127], false, 0),
            ([105, 104, 107], [30, 40, 60], true, 0),
        ] {
            let side = SIDE as u32;
            let picture = image::RgbaImage::from_fn(side, side, |x, y| {
                let from_end = x.min(y).min(side - 1 - x).min(side - 1 - y);
                let [red, green, blue] = if from_end < 3 {
                    ground
                } else if from_end < 5 {
                    border
                } else {
                    FILL
                };
                image::Rgba([red, green, blue, 255])
            });
            let pitch = SIDE as f32;
            let pixels = tile_pixels(&picture, (pitch / 2.0, pitch / 2.0), (pitch, pitch));
            let letter = PixelBox { left: 28, top: 28, right: 36, bottom: 36 };
            let is_near = |color: Color, other: [u8; 3]| distance(color, other.map(f32::from)) < 20.0;
            let colors = TileColors::of(&pixels, ([0; 3], FILL), letter);
            // In other light the colors change, and the ground is still known.
            for light in [1.0, 0.5] {
                let edge = colors.clone().lit(light).edge(|color| is_known && is_near(color, ground)).concat();
                let seen = edge.iter().flatten().map(|square| square.color.map(|channel| channel / light));
                let count = seen.filter(|&color| is_near(color, border)).count();
                assert_eq!(count, expected, "{border:?} on {ground:?}, known {is_known}, light {light}");
            }
        }
    }
}
