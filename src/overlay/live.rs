//! The overlay of a running game: the path over the board, and a panel of the best words to stand beside it.

use super::busy::Busy;
use super::caption::at;
use super::{DARK, LIGHT, PATH, START, Sheet, trail};
use crate::frame::Frame;
use crate::grid::Cell;
use crate::locate::Layout;
use crate::shapes::rounded;
use crate::text::Typeface;
use image::RgbaImage;
use tiny_skia::Pixmap;

/// The path of a word on transparent pixels; `None` where a picture of this size cannot be.
///
/// The [`layout`](Layout)'s pixels count from the picture's upper left corner.
pub fn path_alone(size: (u32, u32), layout: &Layout, path: &[Cell]) -> Option<RgbaImage> {
    let mut sheet = Sheet { pixmap: Pixmap::new(size.0, size.1)? };
    let path: Vec<Cell> = path.iter().copied().filter(|&cell| layout.shape().id(cell).is_some()).collect();
    trail::draw(&mut sheet, layout, &path);
    Some(sheet.into_image())
}

/// Where a game's window has nothing to see, so that something may stand there.
pub struct Quiet {
    busy: Busy,
    size: (f32, f32),
    board: (f32, f32, f32, f32),
    tile: f32,
}

impl Quiet {
    /// Of a picture of the window and the board in it.
    pub fn new(frame: &Frame, layout: &Layout) -> Quiet {
        let (width, height) = frame.size();
        let (size, board) = ((width as f32, height as f32), layout.bounds());
        Quiet { busy: Busy::new(frame), size, board, tile: layout.tile() }
    }

    /// The upper left corner of the place nearest to the board where a panel of this size covers nothing; `None`
    /// where the window has none.
    pub fn place(&self, (width, height): (u32, u32)) -> Option<(i32, i32)> {
        /// The distance from the tiles and from the window's edge, in tiles.
        const CLEAR: f32 = 0.3;
        /// How many places are tried along each side.
        const STEPS: usize = 40;
        /// The part of a place that may show something: the edge of a frame.
        const COVERS: f32 = 0.004;
        let (width, height) = (width as f32, height as f32);
        let clear = CLEAR * self.tile;
        let (left, top, right, bottom) = self.board;
        let room = (self.size.0 - width - 2.0 * clear, self.size.1 - height - 2.0 * clear);
        if room.0 < 0.0 || room.1 < 0.0 {
            return None;
        }
        let along = |room: f32| (0..=STEPS).map(move |n| clear + room * n as f32 / STEPS as f32);
        let places = along(room.0).flat_map(|x| along(room.1).map(move |y| (x, y)));
        let free = places.filter(|&(x, y)| {
            let beside =
                x > right + clear || x + width < left - clear || y > bottom + clear || y + height < top - clear;
            beside && self.busy.share(x, y, x + width, y + height) <= COVERS
        });
        let far = |(x, y): (f32, f32)| {
            let off = |a: f32, b: f32, low: f32, high: f32| (low - b).max(a - high).max(0.0);
            let middle = (y + height / 2.0 - (top + bottom) / 2.0).abs();
            off(x, x + width, left, right) + off(y, y + height, top, bottom) + 0.2 * middle
        };
        free.min_by(|&a, &b| far(a).total_cmp(&far(b))).map(|(x, y)| (x as i32, y as i32))
    }
}

/// Lengths in heights of the best word's capitals.
mod measure {
    /// The height of the next words' capitals.
    pub(super) const NEXT: f32 = 0.68;
    /// Between the lines, and between the best word and the others.
    pub(super) const LEADING: f32 = 0.62;
    pub(super) const GAP: f32 = 0.85;
    /// Between a word and its worth, at least.
    pub(super) const BESIDE: f32 = 1.1;
    /// Between the text and the panel's edge, to the side and above.
    pub(super) const PADDING: (f32, f32) = (0.85, 0.75);
    /// The radius of the corners.
    pub(super) const CORNER: f32 = 0.55;
    /// The width of the lines.
    pub(super) const LINE: f32 = 0.09;
}

/// The smallest capitals that can be read, in pixels.
const LEAST: f32 = 9.0;

/// A panel of words with what each is worth, the first one large; as large as its text needs, with capitals so
/// many pixels high. `None` without words.
///
/// ```
/// use hexlex::overlay::panel;
/// let words = [("MADRILENE", "1620"), ("RELAID", "480")];
/// let picture = panel(&words, 20.0).unwrap();
/// assert!(picture.width() > picture.height());
/// ```
pub fn panel(words: &[(&str, &str)], capitals: f32) -> Option<RgbaImage> {
    let unit = capitals.max(LEAST);
    let typeface = Typeface::embedded();
    let scale = |n: usize| if n == 0 { 1.0 } else { measure::NEXT };
    let width = |(n, (word, worth)): (usize, &(&str, &str))| {
        scale(n) * (typeface.width(word) + measure::BESIDE + typeface.width(worth))
    };
    let inner = words.iter().enumerate().map(width).reduce(f32::max)?;
    let (side, above) = measure::PADDING;
    let others = (words.len() - 1) as f32;
    let gap = if words.len() > 1 { measure::GAP - measure::LEADING } else { 0.0 };
    let high = 1.0 + gap + others * (measure::NEXT + measure::LEADING) + 2.0 * above;
    let size = ((inner + 2.0 * side) * unit, high * unit);
    let mut sheet = Sheet { pixmap: Pixmap::new(size.0.ceil() as u32, size.1.ceil() as u32)? };
    let line = (measure::LINE * unit).max(1.0);
    let plate = rounded(line, line, size.0 - 2.0 * line, size.1 - 2.0 * line, measure::CORNER * unit);
    sheet.stroke(plate.as_ref(), line * 2.0, DARK, 1.0);
    sheet.fill(plate.as_ref(), DARK, 0.97);
    sheet.stroke(plate.as_ref(), line, PATH, 1.0);
    let (left, right) = (side * unit, size.0 - side * unit);
    let mut base = (above + 1.0) * unit;
    for (n, (word, worth)) in words.iter().enumerate() {
        let height = scale(n) * unit;
        if n == 1 {
            let y = base + (measure::GAP + measure::LEADING) / 2.0 * unit - 0.31 * unit;
            let rule = rounded(left, y, right - left, (line / 2.0).max(1.0), 0.0);
            sheet.fill(rule.as_ref(), PATH, 0.7);
            base += gap * unit;
        }
        if n > 0 {
            base += (measure::NEXT + measure::LEADING) * unit;
        }
        sheet.fill(at(typeface.outline(word), (left, base), height).as_ref(), LIGHT, if n == 0 { 1.0 } else { 0.86 });
        let start = right - typeface.width(worth) * height;
        sheet.fill(at(typeface.outline(worth), (start, base), height).as_ref(), START, if n == 0 { 1.0 } else { 0.86 });
    }
    Some(sheet.into_image())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;

    #[test]
    fn a_path_is_drawn_where_its_tiles_are_and_nowhere_else() {
        let layout = Layout::new(Shape::bookworm(), (60.0, 80.0), (50.0, 50.0));
        let path = [(0, 0), (1, 1), (2, 1)].map(|(line, index)| Cell { line, index });
        let picture = path_alone((420, 480), &layout, &path).unwrap();
        let drawn = |cell: Cell| {
            let (x, y) = layout.center(cell);
            // Its ring runs above the letter.
            picture.get_pixel(x as u32, (y - 0.435 * 50.0) as u32).0[3] > 128
        };
        let cells: Vec<Cell> = layout.shape().cells().filter(|&cell| drawn(cell)).collect();
        for cell in path {
            assert!(cells.contains(&cell), "{cell:?}");
            let (x, y) = layout.center(cell);
            assert_eq!(picture.get_pixel(x as u32, y as u32).0[3], 0, "the letter is free");
        }
        assert!(cells.len() <= 6, "{cells:?}");
        assert!(path_alone((0, 5), &layout, &path).is_none());
    }

    #[test]
    fn a_quiet_place_shows_nothing_and_is_not_the_board() {
        let layout = Layout::new(Shape::rows(4, 4).unwrap(), (80.0, 80.0), (50.0, 50.0));
        let stripes = |x: u32, y: u32| (x + y).is_multiple_of(3);
        let picture = RgbaImage::from_fn(600, 400, |x, y| {
            let shows = x > 320 && y < 200 && stripes(x, y);
            image::Rgba(if shows { [0, 0, 0, 255] } else { [200, 200, 190, 255] })
        });
        let quiet = Quiet::new(&Frame::new(picture, ""), &layout);
        let (x, y) = quiet.place((180, 100)).unwrap();
        assert!(x >= 256 && y >= 196, "{x},{y}");
        assert_eq!(quiet.place((590, 100)), None);
        let noisy = RgbaImage::from_fn(600, 400, |x, y| image::Rgba([if stripes(x, y) { 0 } else { 250 }, 0, 0, 255]));
        assert_eq!(Quiet::new(&Frame::new(noisy, ""), &layout).place((100, 60)), None);
    }

    #[test]
    fn a_panel_has_room_for_every_line() {
        let words = [("QUIXOTIC", "4200"), ("A", "1"), ("EXTRAORDINARILY", "123456")];
        let heights: Vec<u32> = (1..=3).map(|n| panel(&words[..n], 16.0).unwrap().height()).collect();
        assert!(heights.windows(2).all(|pair| pair[0] < pair[1]), "{heights:?}");
        assert_eq!(panel(&[], 16.0), None);
        assert!(panel(&[("", "")], 0.0).is_some());
    }
}
