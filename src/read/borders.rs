//! The borders between adjacent tiles, where games mark a selection with lines and arrows.

use super::Reading;
use super::palette::{Color, aside, distance, mean_color, median_channels};
use crate::board::Cell;
use crate::pixels::{Frame, Point, median};

/// The marks on the borders of a board.
pub(super) struct Borders {
    marks: Vec<BorderMark>,
}

/// What is seen in the middle between two adjacent tiles.
struct BorderMark {
    /// The numbers of the tiles' cells, the smaller one first.
    tiles: [usize; 2],
    /// The distance from the color that most borders in this direction have, and from mixtures of it with the colors of either
    /// tile, in levels.
    strength: f32,
}

/// The step to a neighbor, in tenths of a pitch.
type Direction = (i32, i32);

impl Borders {
    /// The borders between the tiles of a reading, which have these colors.
    pub(super) fn new(frame: &Frame, reading: &Reading, colors: impl Fn(usize) -> Vec<Color>) -> Borders {
        /// The fewest borders of a tile of which two are not half. Smaller: two arrows at a corner count as an edge.
        const MANY: usize = 5;
        let shape = reading.board.shape();
        let mut seen: Vec<([usize; 2], Direction, Color)> = Vec::new();
        for cell in shape.cells() {
            for other in shape.neighbors(cell) {
                let tiles = [cell, other].map(|cell| shape.id(cell));
                if let [Some(one), Some(two)] = tiles
                    && one < two
                {
                    let (direction, color) = border(frame, reading, cell, other);
                    seen.push(([one, two], direction, color));
                }
            }
        }
        let mut directions: Vec<(Direction, Vec<Color>)> = Vec::new();
        for (_, direction, color) in &seen {
            match directions.iter_mut().find(|(known, _)| known == direction) {
                Some((_, colors)) => colors.push(*color),
                None => directions.push((*direction, vec![*color])),
            }
        }
        let usual: Vec<(Direction, Color)> =
            directions.into_iter().map(|(direction, colors)| (direction, median_channels(&colors))).collect();
        // The usual color around each tile: one with an edge of another color has that all around, while a line or an arrow
        // is on one or two of its borders, which are half of few.
        let mut around: Vec<Vec<Color>> = vec![Vec::new(); shape.len()];
        for (tiles, _, color) in &seen {
            tiles.iter().for_each(|&tile| around[tile].push(*color));
        }
        let usual_around = |colors: &Vec<Color>| (colors.len() >= MANY).then(|| median_channels(colors));
        let around: Vec<Option<Color>> = around.iter().map(usual_around).collect();
        let mark = |(tiles, direction, color): ([usize; 2], Direction, Color)| {
            let usual = usual.iter().find(|(known, _)| *known == direction).map_or(color, |(_, usual)| *usual);
            let own = tiles.into_iter().flat_map(|tile| colors(tile).into_iter().chain(around[tile]));
            let strength = own.map(|own| aside(color, own, usual)).fold(distance(color, usual), f32::min);
            BorderMark { tiles, strength }
        };
        Borders { marks: seen.into_iter().map(mark).collect() }
    }

    /// How strongly the borders within a chain of tiles are marked, in levels: the strongest mark at each tile, and the
    /// median of these.
    pub(super) fn marks(&self, chain: &[usize]) -> f32 {
        let within: Vec<&BorderMark> =
            self.marks.iter().filter(|mark| mark.tiles.iter().all(|tile| chain.contains(tile))).collect();
        let strongest = |id: &usize| {
            let own = within.iter().filter(|mark| mark.tiles.contains(id));
            own.map(|mark| mark.strength).max_by(f32::total_cmp)
        };
        median(chain.iter().filter_map(strongest).collect())
    }
}

/// The direction from one cell to another one, and the mean color in the middle between them.
fn border(frame: &Frame, reading: &Reading, from: Cell, to: Cell) -> (Direction, Color) {
    /// Half the side of the square that is averaged, in tiles, and the places along it. Larger: the tiles count too. Smaller:
    /// thin arrows are missed. Chosen by hand.
    const HALF: f32 = 0.08;
    const PLACES: i32 = 5;
    let (a, b) = (Point::from(reading.layout.center(from)), Point::from(reading.layout.center(to)));
    let (step, middle) = (b - a, (a + b) * 0.5);
    let (across, down) = reading.layout.pitch();
    let direction = ((10.0 * step.x / across).round() as i32, (10.0 * step.y / down).round() as i32);
    let (width, height) = frame.pixels().dimensions();
    let side = HALF * reading.layout.tile();
    let offset = |n: i32| side * (2.0 * n as f32 / (PLACES - 1) as f32 - 1.0);
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

    /// Five rows of five light tiles, 40 pixels apart on dark ground, with what `draw` adds.
    fn borders(draw: impl Fn(&mut RgbaImage)) -> Borders {
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
        Borders::new(&Frame::new(image, "drawn"), &reading, |_| vec![TILE.map(f32::from)])
    }

    fn fill(image: &mut RgbaImage, xs: std::ops::Range<u32>, ys: std::ops::Range<u32>) {
        ys.for_each(|y| xs.clone().for_each(|x| image.put_pixel(x, y, Rgba([250, 40, 200, 255]))));
    }

    #[test]
    fn an_arrow_marks_a_border_and_an_edge_all_around_does_not() {
        assert!(borders(|_| ()).marks(&[0, 1]) < 1.0);
        let arrow = borders(|image| fill(image, 34..46, 14..26));
        assert!(arrow.marks(&[0, 1]) > 80.0);
        assert!(arrow.marks(&[5, 6]) < 1.0);
        // Two of the three borders of the tile in the corner.
        let corner = borders(|image| {
            fill(image, 34..46, 14..26);
            fill(image, 14..26, 34..46);
        });
        assert!(corner.marks(&[0, 1, 5]) > 80.0);
        // The edge of the tile in the middle.
        let edge = borders(|image| {
            for (xs, ys) in [(76..124, 76..84), (76..124, 116..124), (76..84, 76..124), (116..124, 76..124)] {
                fill(image, xs, ys);
            }
        });
        assert!(edge.marks(&[12, 13]) < 1.0);
    }
}
