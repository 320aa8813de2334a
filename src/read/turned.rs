//! Letters that lie turned by quarters, as on dice, or are mirrored, as in pictures of a camera that shows its user.
//!
//! Each tile is read in four directions, by turning the pixels of all tiles in place and reading the same layout again. Whether
//! letters are turned is a score over how many read upright only, and how many in another direction only (`turned.weights`). A
//! letter that reads as another one when it is turned (N and Z) has a low confidence. Whether a whole picture is turned is seen by some of
//! its letters, side by side as on a board.

use super::score::{Score, log_odds};
use super::tile::SIDE;
use super::tile_reader::{TileReader, remove_colors_of_unreadable};
use super::{Doubt, Engine, Reading};
use crate::board::{Board, Face, Shape, Tile};
use crate::locate::Layout;
use crate::pixels::{Frame, Point, Rect, Size, crop};
use image::RgbaImage;
use image::imageops::{self, FilterType};
use std::borrow::Cow;
use std::sync::OnceLock;

/// The directions in which a letter may lie: by this many quarters, clockwise.
const DIRECTIONS: [u8; 4] = [0, 1, 2, 3];

/// How a letter lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pose {
    /// By this many quarters, clockwise.
    Turned(u8),
    /// From left to right.
    Mirrored,
}

/// The features of a board whose letters may lie turned, by name.
pub(crate) const TURNED_FEATURES: [&str; 2] = ["ratio", "turned"];

/// The values of one board, in the order of [`TURNED_FEATURES`].
pub(crate) type TurnedValues = [f32; TURNED_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("turned.weights"), &TURNED_FEATURES))
}

/// The most log odds of a letter in one direction: the networks were trained on upright letters, and read a turned N as Z with
/// high confidence. Larger: such letters are wrong with high confidence. Smaller: fewer letters read, since one that also looks like
/// another one in another direction has a low confidence. Chosen by hand: of 1,709 letters of 40 boards (`hard draw --kind turned
/// --fonts opened --seed 965`) 3.5 reads 1,022 rightly and 55 wrongly, 4.5 1,169 and 92, of which 7 have a confidence over 0.9
/// instead of 6.
const MOST_LOG_ODDS: f32 = 4.5;

/// Added to both shares of the ratio, so that it is even where hardly any letter reads. Smaller: boards that cannot be read count
/// as turned. Larger: the ratio of small shares is lost. Chosen by hand, below the shares of drawn boards of dice (0.18 and more).
const FEW: f32 = 0.01;

/// The expected number of letters that read in another direction only, from which a picture is searched in that direction: a limit of work.
/// Smaller: more pictures without a board are searched twice. Larger: a picture of a desktop that is turned, on which most letters are not those
/// of the board, is refused without a remedy. Chosen by hand: in noise, checkerboards, pages of tiny letters and the larger of two codes it is less than 2 of 100
/// letters, in the smaller one 11 (`cargo bench --bench worst`); in 75 of 76 drawn pictures that were turned it is 4 and more.
const FEWEST: f32 = 3.0;

/// The reading of a board whose letters may lie in four directions.
pub(crate) fn read_in_all_directions(frame: &Frame, layout: &Layout, engine: &Engine, min_confidence: f32) -> Reading {
    let readings = in_each_direction(frame, layout, engine);
    let first = &readings[0];
    let doubts = (0..first.doubts.len()).map(|i| first.doubts[i].as_ref().map(|_| best_of(&readings, i)));
    let doubts: Vec<Option<Doubt>> = doubts.collect();
    let tile = |(tile, doubt): (Option<&Tile>, &Option<Doubt>)| {
        let (tile, doubt) = (tile?, doubt.as_ref()?);
        let is_read = doubt.confidence >= min_confidence;
        let face = doubt.best.clone().filter(|_| is_read).unwrap_or(Face::Unreadable);
        Some(Tile { face, ..tile.clone() })
    };
    let tiles = first.board.tiles().zip(&doubts).map(tile).collect();
    let mut board = Board::new(layout.shape().clone(), tiles).unwrap_or_else(|_| unreachable!("a tile for each cell"));
    remove_colors_of_unreadable(&mut board);
    Reading::new(board, layout.clone(), doubts)
}

/// The readings of a layout by letters that lie in each of the directions.
fn in_each_direction(frame: &Frame, layout: &Layout, engine: &Engine) -> [Reading; 4] {
    in_poses(frame, layout, engine, DIRECTIONS.map(Pose::Turned))
}

/// The readings of a layout by letters that lie in each of these poses.
fn in_poses<const N: usize>(frame: &Frame, layout: &Layout, engine: &Engine, poses: [Pose; N]) -> [Reading; N] {
    let (frame, upright) = match layout.upright(frame) {
        Some((frame, layout)) => (Cow::Owned(frame), layout),
        None => around(frame, layout),
    };
    // Certainty is left out: it compares the letters of a board, of which most do not read in a given direction. Small letters are
    // left out: turned capitals look like them.
    let read = |frame: &Frame| TileReader::new(frame, engine, 0.0).of_capitals().read(&upright);
    poses.map(|pose| read(&posed_back(&frame, &upright, pose)))
}

/// Whether letters that do not read upright read better mirrored than in any of the four directions.
pub(crate) fn is_mirrored(frame: &Frame, layout: &Layout) -> bool {
    let directions = in_each_direction(frame, layout, &Engine::Net);
    let [mirrored] = in_poses(frame, layout, &Engine::Net, [Pose::Mirrored]);
    let best = |i: usize| directions.iter().map(|reading| confidence(reading, i)).fold(0.0, f32::max);
    let tiles = 0..mirrored.doubts.len();
    tiles.clone().map(|i| confidence(&mirrored, i)).sum::<f32>() > tiles.map(best).sum::<f32>()
}

/// Whether the letters of a board that was read upright lie turned.
pub(crate) fn is_turned(frame: &Frame, reading: &Reading) -> bool {
    // A quick test: the best case is that each letter reads in exactly one other direction.
    let best_case = values(seen(reading).map(|(_, upright)| (upright, 1.0)));
    score().log_odds(&best_case) > 0.0 && score().log_odds(&turned_values(frame, reading)) > 0.0
}

/// The evidence that the letters of a board that was read upright lie turned: the logarithm of how many read in another direction
/// only for each that reads upright only, and the share of the former among all.
pub(crate) fn turned_values(frame: &Frame, reading: &Reading) -> TurnedValues {
    let readings = in_each_direction(frame, &reading.layout, &Engine::Net);
    let other = |i: usize| readings[1..].iter().map(|reading| confidence(reading, i)).fold(0.0, f32::max);
    values(seen(reading).map(|(i, _)| (confidence(&readings[0], i), other(i))))
}

/// The number of quarters by which a picture is probably turned clockwise, by some of its letters, which lie in these boxes; `None` where
/// too few of them read better in another direction, or fewer than upright.
pub(crate) fn quarters_turned(frame: &Frame, letters: &[Rect]) -> Option<u8> {
    let (frame, layout) = side_by_side(frame, letters)?;
    let readings = in_each_direction(&frame, &layout, &Engine::Net);
    let values_of = |quarters: u8| {
        let pair = |i| (confidence(&readings[0], i), confidence(&readings[usize::from(quarters)], i));
        (quarters, values((0..letters.len()).map(pair)))
    };
    // The ratio is a logarithm: over 0, more letters read in that direction only than upright only.
    let is_enough = |(_, [ratio, share]): &(u8, TurnedValues)| *ratio > 0.0 && share * letters.len() as f32 >= FEWEST;
    let log_odds = |(_, values): &(u8, TurnedValues)| score().log_odds(values);
    let likely = DIRECTIONS[1..].iter().map(|&quarters| values_of(quarters)).filter(is_enough);
    likely.max_by(|a, b| log_odds(a).total_cmp(&log_odds(b))).map(|(quarters, _)| quarters)
}

/// A picture with the letters in these boxes, one in each cell and as large as the others, in as many columns as rows; `None` without
/// letters.
fn side_by_side(frame: &Frame, letters: &[Rect]) -> Option<(Frame, Layout)> {
    /// The side of a cell, in pixels: as large as a tile in which letters are segmented.
    const CELL: u32 = SIDE as u32;
    /// The side of a cell, in larger sides of its letter. Smaller: letters touch the edge of their cell. Larger: cells show neighbors. Chosen
    /// by hand: letters take a half to two thirds of their tiles.
    const ROOM: f32 = 1.7;
    let columns = (letters.len() as f32).sqrt().ceil() as u32;
    let rows = (letters.len() as u32).div_ceil(columns.max(1));
    let shape = Shape::rows(rows as usize, columns as usize).ok()?;
    let mut pixels = RgbaImage::new(CELL * columns, CELL * rows);
    for (i, letter) in (0..).zip(letters) {
        let side = (ROOM * letter.width.max(letter.height) as f32).max(1.0);
        let start = |low: i32, length: u32| (low as f32 + (length as f32 - side) / 2.0) as i32;
        let around = Rect {
            x: start(letter.x, letter.width),
            y: start(letter.y, letter.height),
            width: side as u32,
            height: side as u32,
        };
        let Some(part) = around.shared(&Rect::at_origin(frame.size())) else { continue };
        let scaled = |length: f32| (length * CELL as f32 / side).round();
        let (width, height) = (scaled(part.width as f32).max(1.0) as u32, scaled(part.height as f32).max(1.0) as u32);
        let part_of_cell = imageops::resize(&crop(frame.pixels(), part), width, height, FilterType::Triangle);
        // Beyond the picture's edge there is the color of a corner.
        let cell = RgbaImage::from_pixel(CELL, CELL, *part_of_cell.get_pixel(0, 0));
        let (x, y) = (i64::from(i % columns * CELL), i64::from(i / columns * CELL));
        imageops::replace(&mut pixels, &cell, x, y);
        let [left, top] = [part.x - around.x, part.y - around.y].map(|offset| scaled(offset as f32) as i64);
        imageops::replace(&mut pixels, &part_of_cell, x + left, y + top);
    }
    let (middle, pitch) = (CELL as f32 / 2.0, CELL as f32);
    Some((Frame::new(pixels, frame.source()), Layout::new(shape, (middle, middle), (pitch, pitch))))
}

/// The confidence of a tile of a reading; 0 for an empty cell.
fn confidence(reading: &Reading, i: usize) -> f32 {
    reading.doubts[i].as_ref().map_or(0.0, |doubt| doubt.confidence)
}

/// The tiles of a reading with a letter, each with its confidence. Letters that the picture's edge cuts or something covers do
/// not read upright either.
fn seen(reading: &Reading) -> impl Iterator<Item = (usize, f32)> {
    let doubts = reading.doubts.iter().enumerate().filter_map(|(i, doubt)| Some((i, doubt.as_ref()?)));
    doubts.filter(|(_, doubt)| doubt.best.is_some()).map(|(i, doubt)| (i, doubt.confidence))
}

/// The values of letters, from the confidence of each upright and in the best other direction.
fn values(letters: impl Iterator<Item = (f32, f32)>) -> TurnedValues {
    let (count, upright, turned) = letters.fold((0.0, 0.0, 0.0), |(count, upright, turned), (own, other)| {
        (count + 1.0, upright + own * (1.0 - other), turned + other * (1.0 - own))
    });
    let [upright, turned] = [upright, turned].map(|sum| sum / f32::max(count, 1.0));
    [((turned + FEW) / (upright + FEW)).ln(), turned]
}

/// The best letter of a tile in any direction, by the odds that it is a letter in one and none in the others. Its confidence
/// falls where it reads as other letters in other directions.
fn best_of(readings: &[Reading], i: usize) -> Doubt {
    let mut faces: Vec<(Face, f32)> = Vec::new();
    for doubt in readings.iter().filter_map(|reading| reading.doubts[i].as_ref()) {
        let Some(face) = &doubt.best else { continue };
        let odds = log_odds(doubt.confidence).min(MOST_LOG_ODDS).exp();
        match faces.iter_mut().find(|(other, _)| other == face) {
            Some((_, known)) => *known += odds,
            None => faces.push((face.clone(), odds)),
        }
    }
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    // The odds of none at all are 1.
    let all: f32 = 1.0 + faces.iter().map(|(_, odds)| odds).sum::<f32>();
    let mut faces = faces.into_iter().map(|(face, odds)| (face, odds / all));
    let (best, confidence) = faces.next().unzip();
    Doubt { best, confidence: confidence.unwrap_or(0.0), alternatives: faces.collect() }
}

/// The part of the picture around a layout, with the layout in it, where the rest is most of the picture: each direction
/// takes a copy.
fn around<'a>(frame: &'a Frame, layout: &Layout) -> (Cow<'a, Frame>, Layout) {
    /// The margin around the cells, in pitches: what is compared with the tiles lies within one. Smaller: the edge of the part
    /// counts as that of the picture. Larger: more memory.
    const MARGIN: f32 = 2.0;
    let (left, top, right, bottom) = layout.bounds();
    let margin = MARGIN * layout.pitch().0.max(layout.pitch().1);
    let Size { width, height } = frame.size();
    let range = |low: f32, high: f32, end: u32| {
        let low = ((low - margin).max(0.0) as u32).min(end);
        low..((high + margin).max(0.0).ceil() as u32).clamp(low, end)
    };
    let (columns, rows) = (range(left, right, width), range(top, bottom, height));
    let is_small = 2 * columns.len() as u64 * rows.len() as u64 <= u64::from(width) * u64::from(height);
    if !is_small || columns.is_empty() || rows.is_empty() {
        return (Cow::Borrowed(frame), layout.clone());
    }
    let corner = Point::new(columns.start as f32, rows.start as f32);
    (Cow::Owned(frame.part(columns, rows)), layout.shifted(corner * -1.0))
}

/// The picture with the middle of each tile set upright from this pose.
fn posed_back<'a>(frame: &'a Frame, layout: &Layout, pose: Pose) -> Cow<'a, Frame> {
    if pose == Pose::Turned(0) {
        return Cow::Borrowed(frame);
    }
    // Pixels have a middle: the first one after the center mirrors the last one before it.
    let source = |across: i64, down: i64| match pose {
        Pose::Turned(quarters) => (0..quarters).fold((across, down), |(u, v), _| (-v - 1, u)),
        Pose::Mirrored => (-across - 1, down),
    };
    let from = frame.pixels();
    let mut pixels = from.clone();
    let half = (layout.tile() / 2.0) as i64;
    let place = |x: i64, y: i64| {
        let is_inside = (0..i64::from(from.width())).contains(&x) && (0..i64::from(from.height())).contains(&y);
        is_inside.then_some((x as u32, y as u32))
    };
    for cell in layout.shape().cells() {
        let (x, y) = layout.center(cell);
        let (x, y) = (x.round() as i64, y.round() as i64);
        for (across, down) in (-half..half).flat_map(|down| (-half..half).map(move |across| (across, down))) {
            let (u, v) = source(across, down);
            if let (Some(to), Some(source)) = (place(x + across, y + down), place(x + u, y + v)) {
                *pixels.get_pixel_mut(to.0, to.1) = *from.get_pixel(source.0, source.1);
            }
        }
    }
    Cow::Owned(Frame::new(pixels, frame.source()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::{Marks, Style, paint};
    use crate::read::read_tiles;

    fn painted(text: &str) -> (Frame, Layout) {
        let board: Board = text.parse().unwrap();
        let style = Style { marks: Marks::None, ..Style::default() };
        let (pixels, layout) = paint(&board, &style, 48.0).unwrap();
        (Frame::new(pixels, "painted"), layout)
    }

    #[test]
    fn turned_letters_are_among_the_alternatives() {
        let text = "A B E R\nF G K L\nP T Y J\nN D W O";
        let (frame, layout) = painted(text);
        for quarters in 1..4 {
            let turned = posed_back(&frame, &layout, Pose::Turned(quarters));
            let upright = read_tiles(&turned, &layout, &Engine::Net, 0.5);
            // Letters that are turned by 180 degrees mostly read as others.
            assert!(is_turned(&turned, &upright) || quarters == 2, "{quarters}");
            let reading = read_in_all_directions(&turned, &layout, &Engine::Net, 0.5);
            for (truth, doubt) in text.split_whitespace().zip(reading.doubts.iter().flatten()) {
                let (best, others) = (doubt.best.iter(), doubt.alternatives.iter().map(|(face, _)| face));
                let is_right = doubt.best.as_ref().is_some_and(|face| face.to_string() == truth);
                assert!(best.chain(others).any(|face| face.to_string() == truth), "{quarters}: {truth} {doubt:?}");
                assert!(is_right || doubt.confidence < 0.9, "{quarters}: {truth} {doubt:?}");
            }
        }
    }

    /// The letters of a board in pictures that are turned, and in the upright one; too few of them, and none.
    #[test]
    fn a_picture_that_is_turned_is_seen_by_its_letters() {
        let (frame, layout) = painted("A B E R\nF G K L\nP T Y J\nN D W O");
        let rotate = [RgbaImage::clone, imageops::rotate90, imageops::rotate180, imageops::rotate270];
        for quarters in DIRECTIONS {
            let turned = Frame::new(rotate[usize::from(quarters)](frame.pixels()), "turned");
            let side = 24;
            let letter = |cell| {
                // The picture is square: turned, it has other cells in the same places.
                let (x, y) = layout.center(cell);
                Rect { x: x as i32 - side / 2, y: y as i32 - side / 2, width: side as u32, height: side as u32 }
            };
            let letters: Vec<Rect> = layout.shape().cells().map(letter).collect();
            let expected = (quarters > 0).then_some(quarters);
            assert_eq!(quarters_turned(&turned, &letters), expected);
            assert_eq!(quarters_turned(&turned, &letters[..2]), None);
            assert_eq!(quarters_turned(&turned, &[]), None);
            // Boxes beside the picture, without pixels, and around all of it.
            let beside = Rect { x: 9_000, y: -9_000, width: 20, height: 20 };
            let others = [beside, Rect::default(), Rect { x: -900, y: -900, width: 2_000, height: 2_000 }];
            assert_eq!(quarters_turned(&turned, &others), None);
            assert_eq!(quarters_turned(&turned, &[&letters, &others[..]].concat()), expected);
        }
    }

    /// The letters of a picture above those of the same picture turned by a quarter: where most lie upright, the picture is not turned.
    #[test]
    fn some_turned_letters_do_not_turn_a_picture() {
        let (frame, layout) = painted("A B E R\nF G K L\nP T Y J\nN D W O");
        let turned = imageops::rotate90(frame.pixels());
        let height = i64::from(frame.size().height);
        let mut pixels = RgbaImage::new(frame.size().width, 2 * frame.size().height);
        imageops::replace(&mut pixels, frame.pixels(), 0, 0);
        imageops::replace(&mut pixels, &turned, 0, height);
        let both = Frame::new(pixels, "both");
        let letters = |below: i64| {
            let centers = layout.shape().cells().map(|cell| layout.center(cell));
            centers.map(move |(x, y)| Rect { x: x as i32 - 12, y: y as i32 - 12 + below as i32, width: 24, height: 24 })
        };
        for (upright, turned, expected) in [(16, 12, None), (12, 16, Some(1)), (0, 16, Some(1))] {
            let some: Vec<Rect> = letters(0).take(upright).chain(letters(height).take(turned)).collect();
            assert_eq!(quarters_turned(&both, &some), expected, "{upright} {turned}");
        }
    }

    #[test]
    fn mirrored_letters_are_not_turned_ones() {
        let (frame, layout) = painted("A B E R\nF G K L\nP T Y J\nN D W O");
        assert!(is_mirrored(&posed_back(&frame, &layout, Pose::Mirrored), &layout));
        for quarters in DIRECTIONS {
            assert!(!is_mirrored(&posed_back(&frame, &layout, Pose::Turned(quarters)), &layout), "{quarters}");
        }
    }

    #[test]
    fn letters_that_the_edge_of_the_picture_cuts_are_not_turned() {
        let (frame, layout) = painted("T A R\nN Z N\nN N Z\nZ N N");
        let (width, height) = frame.pixels().dimensions();
        for visible in [0.62, 0.68, 0.74, 0.8] {
            let cropped = image::imageops::crop_imm(frame.pixels(), 0, 0, width, (visible * height as f32) as u32);
            let cut = Frame::new(cropped.to_image(), "cut");
            let reading = read_tiles(&cut, &layout, &Engine::Net, 0.5);
            assert!(!is_turned(&cut, &reading), "{visible}: {}", reading.board);
        }
    }

    #[test]
    fn a_board_in_a_large_picture_is_turned_in_a_part_of_it() {
        let (frame, layout) = painted("A B E R\nF G K L\nP T Y J\nN D W O");
        let (width, height) = frame.pixels().dimensions();
        let mut pixels = image::RgbaImage::from_pixel(4 * width, 4 * height, *frame.pixels().get_pixel(0, 0));
        image::imageops::replace(&mut pixels, frame.pixels(), i64::from(2 * width), i64::from(height));
        let large = Frame::new(pixels, "large");
        let moved = layout.shifted(Point::new(2.0 * width as f32, height as f32));
        let (part, in_part) = around(&large, &moved);
        assert!(part.pixels().width() < 3 * width && part.pixels().height() < 3 * height);
        for cell in layout.shape().cells() {
            let color = |frame: &Frame, layout: &Layout| frame.color_at(layout.center(cell).into()).unwrap();
            assert_eq!(color(&part, &in_part), color(&frame, &layout), "{cell:?}");
        }
        // The picture itself where the board fills it.
        assert_eq!(around(&frame, &layout).1, layout);
        let read = |frame, layout| read_in_all_directions(frame, layout, &Engine::Net, 0.5).board;
        assert_eq!(read(&large, &moved), read(&frame, &layout));
    }

    #[test]
    fn upright_letters_are_not_turned() {
        let (frame, layout) = painted("N Z W M\nO X I H\nS N Z C\nU D W O");
        let reading = read_tiles(&frame, &layout, &Engine::Net, 0.5);
        assert!(!is_turned(&frame, &reading));
    }
}
