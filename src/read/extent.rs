//! Where a board ends: the one place that decides which lines of a lattice are its own.
//!
//! A board grows and is trimmed line by line. Only the tiles of the line in question are read, and their
//! [evidence](LineValues) decides by learned weights (`lines.weights`). What cannot be a part of the board, although
//! it reads like one, makes it a cut board: a line beyond a limit or beyond the shape that was asked for, and tiles that
//! the picture's edge crosses.

use super::crossing::crossed_sides;
use super::score::{CONFIDENT, Score};
use super::tile_reader::{Peek, TileReader};
use crate::board::Shape;
use crate::locate::{Layout, MOST_TILES, SAME_PITCH, Side};
use crate::pixels::Point;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The features of a line of places, by name.
pub(crate) const LINE_FEATURES: [&str; 7] = ["letters", "strange", "empty", "framed", "tile", "blobs", "cut"];

/// The values of one line, in the order of [`LINE_FEATURES`].
pub(crate) type LineValues = [f32; LINE_FEATURES.len()];

fn line_score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("lines.weights"), &LINE_FEATURES))
}

/// A board whose end is being found.
pub(crate) struct Extent<'a, 'b> {
    tiles: &'b mut TileReader<'a>,
    /// The layout whose letters and frames others are compared with.
    base: Layout,
    /// The places of blobs on the board's lattice, inside and outside of it.
    blobs: &'b [Point],
    /// What was read at places on the lattice, by their centers in tenths of a pixel.
    peeks: BTreeMap<[i32; 2], (Point, Peek)>,
}

/// What lies beyond a board.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Surroundings {
    /// The sides on which the board goes on beyond what can be read.
    pub(crate) cut: Vec<Side>,
    /// Those of them on which the picture's edge crosses its tiles.
    pub(crate) crossed: Vec<Side>,
    /// The number of sides, in parts, beyond which there are tiles like its own although the picture's edge crosses none there.
    pub(crate) goes_on: f32,
}

impl<'a, 'b> Extent<'a, 'b> {
    /// The extent of a board that was read.
    pub(crate) fn new(tiles: &'b mut TileReader<'a>, base: &Layout, blobs: &'b [Point]) -> Self {
        Extent { tiles, base: base.clone(), blobs, peeks: BTreeMap::new() }
    }

    /// The reader of the tiles.
    pub(crate) fn tiles(&mut self) -> &mut TileReader<'a> {
        self.tiles
    }

    /// The layout without the lines at its edges that do not belong to the board.
    pub(crate) fn trim(&mut self, mut layout: Layout) -> Layout {
        while let Some(smaller) = self.trimmed(&layout) {
            layout = smaller;
        }
        layout
    }

    /// The layout with the lines around it that belong to the board, on the lattice of their letters; it stops once it has more than
    /// `most` cells.
    pub(crate) fn grow(&mut self, mut layout: Layout, most: usize) -> Layout {
        while layout.shape().len() <= most {
            let Some(larger) = self.grown(&layout) else { break };
            layout = self.refit(larger);
        }
        layout
    }

    /// Stretches a layout, and the one that it grew from, where letters are farther and farther from the middle of their cells: the
    /// pitch of few lines is a little off, which adds up over many. What was read there is read again in its new place.
    fn refit(&mut self, layout: Layout) -> Layout {
        /// How far off the outermost letters are, in pitches, from which a layout is stretched. Smaller: more letters are read twice.
        /// Larger: letters far out do not read. Chosen by hand; `cargo bench --bench worst` (100x70 letters) shows a change.
        const OFF: f32 = 0.06;
        let (pitch, (left, top, right, bottom)) = (Point::from(self.base.pitch()), self.base.bounds());
        let middle = Point::new((left + right) / 2.0, (top + bottom) / 2.0);
        let clear = self.peeks.values().filter(|(_, peek)| peek.confidence >= CONFIDENT);
        let offsets: Vec<(Point, Point)> =
            clear.filter_map(|(place, peek)| Some((*place - middle, peek.offset?))).collect();
        let (left, top, right, bottom) = layout.bounds();
        let reach = Point::new((middle.x - left).max(right - middle.x), (middle.y - top).max(bottom - middle.y));
        // Each axis by itself: few columns say nothing about their pitch, and do not keep many rows from theirs.
        let of_axis = |axis: fn(&Point) -> f32| {
            let pitch = axis(&pitch);
            let by = stretch(offsets.iter().map(|(at, off)| (axis(at), axis(off) * pitch)));
            let is_off = by.abs() <= SAME_PITCH && (by * axis(&reach)).abs() > OFF * pitch;
            if is_off { 1.0 + by } else { 1.0 }
        };
        let by = Point::new(of_axis(|point| point.x), of_axis(|point| point.y));
        if by == Point::new(1.0, 1.0) {
            return layout;
        }
        self.base = self.base.stretched(by, middle);
        self.peeks.clear();
        layout.stretched(by, middle)
    }

    /// What lies beyond these sides of a layout, on which it cannot grow further.
    pub(crate) fn surroundings(&mut self, layout: &Layout, sides: &[Side]) -> Surroundings {
        let crossed = crossed_sides(self.tiles, &self.base, layout);
        let (mut cut, mut goes_on) = (Vec::new(), 0.0);
        for &side in sides {
            let places = layout.beyond(side);
            let peeks = self.peek(&places);
            let framed: Vec<Point> =
                places.iter().zip(&peeks).filter(|(_, peek)| has_frame(peek)).map(|(place, _)| *place).collect();
            let is_crossed = crossed.contains(&side);
            if !is_crossed {
                let tiles = framed.into_iter().filter(|place| self.is_like_a_tile(side, *place)).count();
                goes_on += tiles as f32 / places.len().max(1) as f32;
            }
            if is_crossed || line_score().log_odds(&self.values(&peeks, &places)) > 0.0 {
                cut.push(side);
            }
        }
        Surroundings { cut, crossed, goes_on }
    }

    /// Whether a place beyond this side has a frame like the tiles of the board, apart from the edge that it shares with the board.
    fn is_like_a_tile(&mut self, side: Side, place: Point) -> bool {
        is_alike(self.tiles.frame_likeness_beyond(&self.base, side, place))
    }

    /// The layout with one more line, where one belongs to it.
    fn grown(&mut self, layout: &Layout) -> Option<Layout> {
        let towards = |layout: &Layout, sides: [Side; 2]| -> Vec<Layout> {
            sides.into_iter().flat_map(|side| layout.grown(side)).collect()
        };
        let [upright, sideways] = [[Side::Above, Side::Below], [Side::Left, Side::Right]];
        let mut choices = towards(layout, upright);
        // Blocks of tiles may touch at a corner only.
        let corners: Vec<Layout> = choices.iter().flat_map(|larger| towards(larger, sideways)).collect();
        let has_blob = |larger: &Layout| difference(larger, layout).iter().any(|place| self.has_blob(*place));
        choices.extend(towards(layout, sideways));
        choices.extend(corners.into_iter().filter(has_blob));
        choices.into_iter().filter(is_within_limit).find(|larger| self.belongs(&difference(larger, layout)))
    }

    /// The layout without a line at its edge that does not belong to it.
    fn trimmed(&mut self, layout: &Layout) -> Option<Layout> {
        layout.trimmed().into_iter().find(|part| !self.belongs(&difference(layout, part)))
    }

    /// Whether a line of places belongs to the board.
    fn belongs(&mut self, places: &[Point]) -> bool {
        let values = self.line_values(places);
        line_score().log_odds(&values) > 0.0
    }

    /// The evidence of a line of places, whose tiles are read.
    pub(crate) fn line_values(&mut self, places: &[Point]) -> LineValues {
        let peeks = self.peek(places);
        self.values(&peeks, places)
    }

    /// What stands at these places, each of which is read once.
    fn peek(&mut self, places: &[Point]) -> Vec<Peek> {
        let key = |place: &Point| [place.x, place.y].map(|at| (10.0 * at).round() as i32);
        let new: Vec<Point> = places.iter().copied().filter(|place| !self.peeks.contains_key(&key(place))).collect();
        let read = self.tiles.peek(&self.base, &new);
        self.peeks.extend(new.iter().zip(read).map(|(place, peek)| (key(place), (*place, peek))));
        places.iter().map(|place| self.peeks[&key(place)].1).collect()
    }

    fn values(&self, peeks: &[Peek], places: &[Point]) -> LineValues {
        let count = places.len().max(1) as f32;
        let share = |of: &dyn Fn(&Peek) -> bool| peeks.iter().filter(|peek| of(peek)).count() as f32 / count;
        let letters: f32 = peeks.iter().map(|peek| peek.confidence).sum::<f32>();
        let likeness: Vec<f32> = peeks.iter().filter_map(|peek| peek.frame_likeness).collect();
        [
            letters.ln_1p(),
            share(&|peek| !peek.is_empty && peek.confidence < 0.5 && !has_frame(peek)),
            share(&|peek| peek.is_empty),
            if likeness.is_empty() { 0.0 } else { likeness.iter().sum::<f32>() / likeness.len() as f32 },
            peeks.iter().map(|peek| peek.confidence * peek.frame_likeness.unwrap_or(1.0)).fold(0.0, f32::max),
            places.iter().filter(|place| self.has_blob(**place)).count() as f32 / count,
            share(&|peek| peek.is_cut),
        ]
    }

    /// Whether a blob lies at this place of the lattice.
    fn has_blob(&self, place: Point) -> bool {
        /// The distance in pitches within which a blob lies at a place: more than any letter's, less than half.
        const WITHIN: f32 = 0.25;
        let (across, down) = self.base.pitch();
        self.blobs
            .iter()
            .any(|blob| (blob.x - place.x).abs() < WITHIN * across && (blob.y - place.y).abs() < WITHIN * down)
    }
}

/// The sides on which a layout does not grow: it would have more lines, or more tiles in one, than are looked for.
pub(crate) fn sides_at_limit(layout: &Layout) -> Vec<Side> {
    let is_at_limit = |side: &Side| {
        let grown = layout.grown(*side);
        !grown.is_empty() && !grown.iter().any(is_within_limit)
    };
    Side::ALL.into_iter().filter(is_at_limit).collect()
}

/// Whether a layout has no more lines, and no more tiles in a line, than are looked for.
fn is_within_limit(layout: &Layout) -> bool {
    longest(layout.shape()) <= MOST_TILES as usize
}

/// The number of lines of a shape, or of cells in its longest line where that is larger.
pub(crate) fn longest(shape: &Shape) -> usize {
    let lengths = shape.lengths();
    lengths.iter().copied().chain([lengths.len()]).max().unwrap_or(0)
}

/// By which part of its distance each of these is off, by least squares: pairs of a distance and how far off it is.
fn stretch(offsets: impl Iterator<Item = (f32, f32)> + Clone) -> f32 {
    let squares: f32 = offsets.clone().map(|(at, _)| at * at).sum();
    if squares > 0.0 { offsets.map(|(at, off)| at * off).sum::<f32>() / squares } else { 0.0 }
}

/// Whether a place has a frame like the tiles of the board.
fn has_frame(peek: &Peek) -> bool {
    is_alike(peek.frame_likeness)
}

/// Whether a frame is that of a tile of the board.
fn is_alike(frame_likeness: Option<f32>) -> bool {
    /// The correlation with the common frame from which a tile is one of the same board. Chosen by hand: a smaller one takes
    /// backgrounds for tiles.
    const ALIKE: f32 = 0.45;
    frame_likeness.is_some_and(|likeness| likeness > ALIKE)
}

/// The centers of the cells of the larger layout that the smaller one, on the same lattice, does not have.
pub(crate) fn difference(larger: &Layout, smaller: &Layout) -> Vec<Point> {
    let centers = larger.shape().cells().map(|cell| larger.center(cell));
    centers.filter(|&(x, y)| smaller.cell_at(x, y).is_none()).map(Point::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Stagger};
    use crate::paint::{Fill, Gradient, Palette, Style, TileStyle, paint};
    use crate::pixels::Frame;
    use crate::read::Engine;

    /// A board of these rows and columns, a part of it whose pitches have these factors, and what that part grows to.
    fn grown_from_a_part(rows: usize, columns: usize, by: Point) -> [Layout; 3] {
        let letters: String = (0..rows * columns).map(|i| char::from(b'a' + (i * 7 + i / 26) as u8 % 16)).collect();
        let board = Board::from_letters(Shape::rows(rows, columns).unwrap(), &letters).unwrap();
        let (pixels, layout) = paint(&board, &Style::default(), 32.0).unwrap();
        let frame = Frame::new(pixels, "painted");
        let some = |count: usize| if count == 40 { 17..22 } else { 0..count };
        let part = layout.part(some(rows), some(columns)).unwrap();
        let (left, top, right, bottom) = part.bounds();
        let base = part.stretched(by, Point::new((left + right) / 2.0, (top + bottom) / 2.0));
        let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
        tiles.read(&base);
        let grown = Extent::new(&mut tiles, &base, &[]).grow(base.clone(), usize::MAX);
        [layout, base, grown]
    }

    /// Letters on one plain sheet: their tiles have no frames. A line of letters counts in full, the empty sheet beside them does not.
    #[test]
    fn letters_without_frames_count_as_tiles() {
        let sheet = [230, 214, 200];
        let tile = TileStyle::new(Fill::Gradient(Gradient::plain(sheet)), sheet, [12, 14, 12]);
        let style = Style {
            palette: Palette::uniform(tile),
            background: Gradient::plain(sheet),
            gap: 0.0,
            edge: 0.0,
            bevel: 0.0,
            shadow: 0.0,
            margin: 1.5,
            ..Style::default()
        };
        let board: Board = "T E R A\nO N I L\nP U M E\nA C H O".parse().unwrap();
        let (pixels, layout) = paint(&board, &style, 48.0).unwrap();
        let frame = Frame::new(pixels, "painted");
        let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
        let mut extent = Extent::new(&mut tiles, &layout, &[]);
        let row: Vec<Point> = layout.shape().cells().take(4).map(|cell| layout.center(cell).into()).collect();
        let beside = layout.beyond(Side::Above);
        let tile = LINE_FEATURES.iter().position(|name| *name == "tile").unwrap();
        for (line, expected) in [(row, true), (beside, false)] {
            let values = extent.line_values(&line);
            assert_eq!(values[tile] > 0.9, expected, "{values:?}");
            assert_eq!(line_score().log_odds(&values) > 0.0, expected, "{values:?}");
        }
    }

    #[test]
    fn a_line_belongs_to_the_board_where_it_reads_or_has_its_frames() {
        let sum = |count: f32| count.ln_1p();
        for (line, [letters, strange, empty, framed, tile, blobs, cut], expected) in [
            ("letters without frames", [sum(6.0), 0.0, 0.0, 0.0, 1.0, 1.0, 0.0], true),
            ("half of them", [sum(3.0), 0.0, 0.5, 0.0, 1.0, 0.5, 0.0], true),
            ("squares of a background beside such letters", [sum(0.1), 0.6, 0.4, 0.0, 0.02, 0.1, 0.0], false),
            ("some of them in the places of letters", [sum(0.1), 0.4, 0.6, 0.0, 0.02, 0.6, 0.0], false),
            ("tiles with frames, none of which reads", [sum(0.1), 0.0, 0.0, 0.9, 0.02, 0.0, 0.0], true),
            ("the ground beside them", [sum(0.1), 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], false),
            ("text beside them", [sum(2.0), 0.8, 0.0, 0.0, 0.1, 0.2, 0.0], false),
            ("letters that the picture's edge crosses", [sum(2.0), 0.0, 0.0, 0.5, 0.3, 0.5, 1.0], false),
        ] {
            let values: LineValues = [letters, strange, empty, framed, tile, blobs, cut];
            assert_eq!(line_score().log_odds(&values) > 0.0, expected, "{line}: {}", line_score().log_odds(&values));
        }
    }

    /// A shape, and the sides on which it does not grow.
    #[test]
    fn boards_of_the_most_tiles_in_a_line_do_not_grow_there() {
        let [upright, sideways] = [[Side::Above, Side::Below], [Side::Left, Side::Right]];
        let columns = |length: usize, count: usize| Shape::columns(&vec![length; count], Some(Stagger::Up)).unwrap();
        for (shape, expected) in [
            (Shape::rows(39, 5).unwrap(), vec![]),
            (Shape::rows(40, 5).unwrap(), upright.to_vec()),
            (Shape::rows(5, 40).unwrap(), sideways.to_vec()),
            (Shape::rows(40, 40).unwrap(), [upright, sideways].concat()),
            (columns(5, 40), sideways.to_vec()),
            (columns(40, 5), upright.to_vec()),
            (columns(40, 1), vec![]),
        ] {
            let layout = Layout::new(shape, (20.0, 20.0), (20.0, 20.0));
            assert_eq!(sides_at_limit(&layout), expected, "{}", layout.shape());
        }
    }

    /// Pitches that are off by nothing, by too little to show, by so much that the outermost letters leave their cells, and by nearly
    /// [`SAME_PITCH`].
    #[test]
    fn a_pitch_that_is_a_little_off_is_mended_as_the_board_grows() {
        for (off, is_mended) in [(0.0, false), (0.001, false), (0.008, true), (-0.008, true), (0.025, true)] {
            let (down, across) = (Point::new(1.0, 1.0 + off), Point::new(1.0 + off, 1.0));
            for (by, rows, columns) in [(down, 40, 6), (down, 40, 3), (across, 6, 40)] {
                let [layout, base, grown] = grown_from_a_part(rows, columns, by);
                assert_eq!(grown.shape().to_string(), layout.shape().to_string(), "{off}");
                assert_eq!(grown.pitch() != base.pitch(), is_mended, "{off}");
                let is_near = |cell| {
                    let (at, truth) = (Point::from(grown.center(cell)), Point::from(layout.center(cell)));
                    at.distance(truth) < 0.08 * layout.tile()
                };
                assert!(layout.shape().cells().all(is_near), "{off}: {:?} for {:?}", grown.pitch(), layout.pitch());
            }
        }
    }

    #[test]
    fn a_pitch_that_is_off_by_more_than_the_tolerance_stays() {
        for off in [0.06, -0.06] {
            let [_, base, grown] = grown_from_a_part(40, 6, Point::new(1.0, 1.0 + off));
            assert_eq!(grown.pitch(), base.pitch(), "{off}");
        }
    }
}
