//! The borders between adjacent tiles, where games mark a selection with lines and arrows.

use super::Reading;
use super::palette::{Color, aside, distance, mean_color, median_channels};
use crate::board::{Adjacency, Cell};
use crate::pixels::{Frame, Point, median};
use std::collections::{BTreeMap, BTreeSet};

/// The borders between the tiles of a board, each seen from both of its tiles.
pub(super) struct Borders {
    sides: Vec<BorderSide>,
}

/// One tile's side of a border.
struct BorderSide {
    /// The number of the tile's cell.
    tile: usize,
    /// The number of the cell beyond the border.
    beyond: usize,
    /// The step to that cell.
    direction: Direction,
    /// The mean color of a square on this side of the middle of the border.
    color: Color,
}

/// The step to a neighbor, in tenths of a pitch.
type Direction = (i32, i32);

impl Borders {
    /// The borders of a reading; none where any tile may follow any other one.
    pub(super) fn new(frame: &Frame, reading: &Reading) -> Borders {
        let shape = reading.board.shape();
        if shape.adjacency() == Adjacency::Free {
            return Borders { sides: Vec::new() };
        }
        let neighbors =
            shape.cells().flat_map(|cell| shape.neighbors(cell).into_iter().map(move |other| (cell, other)));
        let side = |(cell, other): (Cell, Cell)| {
            let (direction, color) = border_side(frame, reading, cell, other);
            Some(BorderSide { tile: shape.id(cell)?, beyond: shape.id(other)?, direction, color })
        };
        Borders { sides: neighbors.filter_map(side).collect() }
    }

    /// The strength of the marks on the borders within a chain, in levels: the median over its tiles of the strongest border at each; 0
    /// for a chain of one tile. A border's strength is the mean of its two sides' distances from the usual color; mixtures of the usual
    /// color with the tile's own `colors` do not count as marks.
    ///
    /// A line or an arrow lies on borders within the chain only. An edge or a halo lies on all borders of its tiles.
    pub(super) fn marks(&self, chain: &[usize], colors: impl Fn(usize) -> Vec<Color>) -> f32 {
        let chain: BTreeSet<usize> = chain.iter().copied().collect();
        let is_within = |side: &&BorderSide| chain.contains(&side.tile) && chain.contains(&side.beyond);
        let (within, around): (Vec<&BorderSide>, Vec<&BorderSide>) = self.sides.iter().partition(is_within);
        let usual = usual_colors(&around, &chain);
        let own_colors: BTreeMap<usize, Vec<Color>> = chain.iter().map(|&id| (id, colors(id))).collect();
        let strength = |side: &BorderSide| {
            let usual = usual.get(&side.direction).copied().unwrap_or(side.color);
            let mixed = own_colors[&side.tile].iter().map(|&own| aside(side.color, own, usual));
            mixed.fold(distance(side.color, usual), f32::min)
        };
        let strengths: BTreeMap<[usize; 2], f32> =
            within.iter().map(|side| ([side.tile, side.beyond], strength(side))).collect();
        let mut strongest: BTreeMap<usize, f32> = BTreeMap::new();
        for (&[tile, beyond], own) in &strengths {
            // Adjacency is mutual, so both sides of a border within the chain are there.
            let Some(opposite) = strengths.get(&[beyond, tile]) else { continue };
            let at = strongest.entry(tile).or_default();
            *at = at.max((own + opposite) / 2.0);
        }
        median(strongest.into_values().collect())
    }
}

/// For each direction, the median color of the chain's outermost sides; where the chain has none, that of the sides of the other tiles.
/// `around` are the sides of all borders that are not within the chain.
fn usual_colors(around: &[&BorderSide], chain: &BTreeSet<usize>) -> BTreeMap<Direction, Color> {
    let (own, others): (Vec<&BorderSide>, Vec<&BorderSide>) =
        around.iter().partition(|side| chain.contains(&side.tile));
    let mut usual = BTreeMap::new();
    for sides in [others, own] {
        let mut colors: BTreeMap<Direction, Vec<Color>> = BTreeMap::new();
        sides.iter().for_each(|side| colors.entry(side.direction).or_default().push(side.color));
        usual.extend(colors.into_iter().map(|(direction, colors)| (direction, median_channels(&colors))));
    }
    usual
}

/// The direction from one cell to another one, and the mean color on the first one's side of the middle between them.
fn border_side(frame: &Frame, reading: &Reading, from: Cell, to: Cell) -> (Direction, Color) {
    /// Half the side of the square that is averaged, in tiles, and the places along it. The square ends near the middle between the tiles.
    /// Larger: the tiles count too. Smaller: thin arrows are missed. Chosen by hand.
    const HALF: f32 = 0.05;
    const PLACES: i32 = 5;
    let (a, b) = (Point::from(reading.layout.center(from)), Point::from(reading.layout.center(to)));
    let step = b - a;
    let (across, down) = reading.layout.pitch();
    let direction = ((10.0 * step.x / across).round() as i32, (10.0 * step.y / down).round() as i32);
    let (width, height) = frame.pixels().dimensions();
    let half = HALF * reading.layout.tile();
    let middle = a + step * (0.5 - half / step.length().max(1.0));
    let offset = |n: i32| half * ((2 * n + 1) as f32 / PLACES as f32 - 1.0);
    let place = |(x, y): (i32, i32)| {
        let at = middle + Point::new(offset(x), offset(y));
        let inside = |value: f32, end: u32| (value.max(0.0) as u32).min(end.saturating_sub(1));
        let [red, green, blue, _] = frame.pixels().get_pixel(inside(at.x, width), inside(at.y, height)).0;
        [red, green, blue].map(f32::from)
    };
    let places = (0..PLACES).flat_map(|y| (0..PLACES).map(move |x| (x, y)));
    (direction, mean_color(&places.map(place).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::locate::Layout;
    use image::{Rgba, RgbaImage};

    /// The marks of a chain on five rows of five light tiles, 40 pixels apart on dark ground, with what `draw` adds.
    fn marks(draw: impl Fn(&mut RgbaImage), chain: &[usize]) -> f32 {
        const TILE: [u8; 3] = [220, 220, 200];
        let is_tile = |at: u32| (2..38).contains(&(at % 40));
        let color = |x, y| if is_tile(x) && is_tile(y) { TILE } else { [30, 40, 50] };
        let mut image = RgbaImage::from_fn(200, 200, |x, y| {
            let [red, green, blue] = color(x, y);
            Rgba([red, green, blue, 255])
        });
        draw(&mut image);
        let board: Board = "A B C D E\n".repeat(5).parse().unwrap();
        let layout = Layout::new(board.shape().clone(), (20.0, 20.0), (40.0, 40.0));
        let reading = Reading::new(board, layout, Vec::new());
        Borders::new(&Frame::new(image, "drawn"), &reading).marks(chain, |_| vec![TILE.map(f32::from)])
    }

    fn fill(image: &mut RgbaImage, xs: std::ops::Range<u32>, ys: std::ops::Range<u32>) {
        ys.for_each(|y| xs.clone().for_each(|x| image.put_pixel(x, y, Rgba([250, 40, 200, 255]))));
    }

    /// Marks the edge of the tile at a column and a row: 4 pixels wide inside its cell, and `beyond` pixels outside.
    fn edge(image: &mut RgbaImage, (column, row): (u32, u32), beyond: u32) {
        let (left, top) = (40 * column - beyond, 40 * row - beyond);
        let (right, bottom) = (40 * column + 40 + beyond, 40 * row + 40 + beyond);
        let width = 4 + beyond;
        fill(image, left..right, top..top + width);
        fill(image, left..right, bottom - width..bottom);
        fill(image, left..left + width, top..bottom);
        fill(image, right - width..right, top..bottom);
    }

    #[test]
    fn an_arrow_marks_a_border_and_an_edge_or_a_halo_does_not() {
        assert!(marks(|_| (), &[0, 1]) < 1.0);
        let arrow = |image: &mut RgbaImage| fill(image, 34..46, 14..26);
        assert!(marks(arrow, &[0, 1]) > 80.0);
        assert!(marks(arrow, &[5, 6]) < 1.0);
        // Two of the three borders of the tile in the corner.
        let corner = |image: &mut RgbaImage| {
            arrow(image);
            fill(image, 14..26, 34..46);
        };
        assert!(marks(corner, &[0, 1, 5]) > 80.0);
        // Two tiles beside each other in the middle: their edges, and halos that lie on their neighbors too.
        for beyond in [0, 4] {
            let both = |image: &mut RgbaImage| [2, 3].into_iter().for_each(|column| edge(image, (column, 2), beyond));
            let marked = |image: &mut RgbaImage| {
                both(image);
                (94..106).for_each(|y| (114..126).for_each(|x| image.put_pixel(x, y, Rgba([20, 250, 40, 255]))));
            };
            assert!(marks(both, &[12, 13]) < 1.0, "{beyond} pixels beyond: {}", marks(both, &[12, 13]));
            assert!(marks(marked, &[12, 13]) > 80.0, "{beyond} pixels beyond: {}", marks(marked, &[12, 13]));
        }
    }

    /// Two tiles in opposite corners of four at the corner of the board: no side of theirs in this direction is outermost.
    #[test]
    fn the_other_tiles_say_what_is_usual_where_no_side_of_the_chain_is_outermost() {
        assert!(marks(|_| (), &[1, 5]) < 1.0);
        assert!(marks(|image| fill(image, 34..46, 34..46), &[1, 5]) > 80.0);
    }
}
