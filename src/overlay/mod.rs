//! The answer drawn over the picture: which tiles, in which order, and their score.
//!
//! A player looks at the overlay for a second, so it is plain: a ring around each tile of the path, a thin line with
//! arrows from each to the next, a number at each, the first one in another color; the other tiles are shaded a little. No
//! part of the path covers a letter: rings run along the tile's own edge, the line passes behind the letters, numbers are
//! at the edge, off the line and off printed values. The [`Caption`] goes beside the board if there is space; otherwise a strip is added to the picture. Lengths
//! are proportions of a tile, with lower limits in pixels. Every line has a dark casing and a bright core, so that it is
//! visible on light and on dark boards.
//!
//! [`draw`] returns the picture with its overlay, [`draw_alone`] the overlay on transparent pixels. For a running game
//! there are its parts: [`path_alone`], the [`panel`] of words, and the [`FreeSpace`] where the panel fits.
//!
//! - `path` and `badge`: rings, the line, and numbers.
//! - `critical`: marks on the tiles on which the next turns depend. `owners`: whose tiles they are.
//! - `caption`: the caption and its place; `detail`: where the picture shows something that it should not cover.

mod badge;
mod caption;
mod colors;
mod detail;
mod doubt;
mod free_space;
mod owners;
mod panel;
mod path;
mod critical;

pub use colors::MAX_PATHS;
pub use critical::mark_critical_tiles;
pub use doubt::doubts_alone;
pub use free_space::FreeSpace;
pub use owners::tint_owners;
pub use panel::{PanelLine, panel};

use crate::board::Cell;
use crate::locate::Layout;
use crate::pixels::{Bounds, Frame, Point, Rgb, Size};
use caption::{PictureSize, Placement};
use colors::PathColors;
use image::{Rgba, RgbaImage};
use path::{DrawnPath, Shade};
use tiny_skia::{BlendMode, Color, FillRule, LineCap, LineJoin, Paint, Path, Pixmap, Shader, Stroke, Transform};

/// The text beside the board.
///
/// ```
/// use hexlex::overlay::Caption;
/// let caption = Caption::new("MADRILENE", "1620 points");
/// assert_eq!(caption.word, "MADRILENE");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Caption {
    /// The word, in large letters.
    pub word: String,
    /// Its score, or another remark, in smaller letters.
    pub detail: String,
    /// Further words, one a line below, in the smallest letters.
    pub further: Vec<FurtherWord>,
}

/// A line of the caption for another word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurtherWord {
    /// The text of the line.
    pub text: String,
    /// The number of the word's path, from 0, whose color the line has; `None` where the word is not drawn.
    pub path: Option<usize>,
}

impl Caption {
    /// A caption of a word and its detail.
    pub fn new(word: impl Into<String>, detail: impl Into<String>) -> Caption {
        Caption { word: word.into(), detail: detail.into(), further: Vec::new() }
    }

    /// The same with further words below.
    #[must_use]
    pub fn with_further(self, further: Vec<FurtherWord>) -> Caption {
        Caption { further, ..self }
    }
}

/// The picture with the path and the caption drawn over it.
///
/// It has the size of the frame, or is extended by a strip at the bottom (and, for a very narrow picture, at the right)
/// where no space beside the board is large enough for the caption, or the caption would cover text or buttons there; the
/// frame's pixels keep their places. Cells that the layout does not have are skipped.
///
/// ```
/// use hexlex::{board::{Board, Cell}, overlay::{Caption, draw}, paint::{Style, paint}, pixels::Frame};
///
/// let board: Board = "C A\nT S".parse()?;
/// let (picture, layout) = paint(&board, &Style::default(), 40.0)?;
/// let frame = Frame::new(picture, "a board");
/// let path = [(0, 0), (0, 1), (1, 0)].map(|(line, index)| Cell { line, index });
/// let overlay = draw(&frame, &layout, &path, &Caption::new("CAT", "3 points"));
/// assert_eq!(overlay.width(), frame.size().width);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(frame: &Frame, layout: &Layout, path: &[Cell], caption: &Caption) -> RgbaImage {
    draw_words(frame, layout, &[path], caption)
}

/// The same with several paths, each in a color of its own, up to [`MAX_PATHS`]; the caption's word is that of the first one.
pub fn draw_words(frame: &Frame, layout: &Layout, paths: &[&[Cell]], caption: &Caption) -> RgbaImage {
    let paths = on_board(layout, paths);
    let placement = caption::place(frame, layout, &paths.concat(), caption, PictureSize::MayGrow);
    let size = placement.as_ref().map_or(frame.size(), |placement| placement.picture);
    let Some(sheet) = sheet(size, layout, &paths, caption, placement.as_ref()) else { return frame.pixels().clone() };
    let mut picture = if size == frame.size() {
        frame.pixels().clone()
    } else {
        let mut larger = RgbaImage::from_pixel(size.width, size.height, STRIP);
        image::imageops::replace(&mut larger, frame.pixels(), 0, 0);
        larger
    };
    for (under, over) in picture.pixels_mut().zip(sheet.pixmap.pixels()) {
        let keep = 255 - u32::from(over.alpha());
        if keep < 255 {
            let over = [over.red(), over.green(), over.blue()];
            for (channel, light) in under.0.iter_mut().zip(over) {
                *channel = (u32::from(light) + (u32::from(*channel) * keep + 127) / 255).min(255) as u8;
            }
        }
    }
    picture
}

/// The overlay alone, on transparent pixels, exactly as large as the frame.
///
/// Where the frame has no space beside the board, the caption covers as few tiles as possible, those of the path last.
pub fn draw_alone(frame: &Frame, layout: &Layout, path: &[Cell], caption: &Caption) -> RgbaImage {
    draw_words_alone(frame, layout, &[path], caption)
}

/// The same with several paths, as [`draw_words`] draws them.
pub fn draw_words_alone(frame: &Frame, layout: &Layout, paths: &[&[Cell]], caption: &Caption) -> RgbaImage {
    let paths = on_board(layout, paths);
    let placement = caption::place(frame, layout, &paths.concat(), caption, PictureSize::Fixed);
    let sheet = sheet(frame.size(), layout, &paths, caption, placement.as_ref());
    sheet.map_or_else(|| RgbaImage::new(frame.size().width, frame.size().height), Sheet::into_image)
}

/// The path of a word on transparent pixels of this size, to which the layout refers; `None` where a picture of this
/// size is impossible. The other tiles are not shaded: a player needs the running game as it is.
pub fn path_alone(size: Size, layout: &Layout, path: &[Cell]) -> Option<RgbaImage> {
    path_walked(size, layout, path, &[])
}

/// The same with the tiles that the player has `walked` already, which are dim.
pub fn path_walked(size: Size, layout: &Layout, path: &[Cell], walked: &[Cell]) -> Option<RgbaImage> {
    let mut sheet = Sheet { pixmap: Pixmap::new(size.width, size.height)? };
    let paths = on_board(layout, &[path]);
    let drawn: Vec<DrawnPath<'_>> = paths.iter().map(|path| DrawnPath::alone(path, walked)).collect();
    path::draw(&mut sheet, layout, &drawn, Shade::Nothing);
    Some(sheet.into_image())
}

/// The cells of each path that the board has.
fn on_board(layout: &Layout, paths: &[&[Cell]]) -> Vec<Vec<Cell>> {
    let on_board = |path: &&[Cell]| path.iter().copied().filter(|&cell| layout.shape().id(cell).is_some()).collect();
    paths.iter().map(on_board).collect()
}

/// Paths and caption on a transparent sheet; `None` where a sheet of this size is impossible.
fn sheet(
    size: Size,
    layout: &Layout,
    paths: &[Vec<Cell>],
    caption: &Caption,
    placement: Option<&Placement>,
) -> Option<Sheet> {
    let mut sheet = Sheet { pixmap: Pixmap::new(size.width, size.height)? };
    path::draw(&mut sheet, layout, &DrawnPath::several(paths), Shade::Others);
    if let Some(placement) = placement {
        caption::draw(&mut sheet, caption, placement);
    }
    Some(sheet)
}

/// The rectangle of all cells in pixels.
fn board_bounds(layout: &Layout) -> Bounds {
    let (left, top, right, bottom) = layout.bounds();
    Bounds::between(left, top, right, bottom)
}

/// A line of text whose ink begins at a point of the base line, its capitals `height` pixels high.
fn text_at(text: Option<Path>, start: Point, height: f32) -> Option<Path> {
    let text = text?;
    let left = text.bounds().left() * height;
    text.transform(Transform::from_row(height, 0.0, 0.0, height, start.x - left, start.y))
}

/// The color of the path. The games that hexlex knows have no tile or gem of this color.
const PATH_COLOR: Rgb = [255, 60, 214];
/// The color of the first tile's ring and badge.
const START_COLOR: Rgb = [150, 255, 40];
/// The color of the casing under every line, and of the background behind every text.
const DARK_COLOR: Rgb = [14, 8, 26];
/// The color of the brightest lines and of text.
const LIGHT_COLOR: Rgb = [255, 250, 255];
/// The color of the strip that is added to a picture.
const STRIP: Rgba<u8> = Rgba([24, 20, 34, 255]);

/// A transparent sheet, drawn on in pixels.
struct Sheet {
    pixmap: Pixmap,
}

impl Sheet {
    /// Its pixels, with colors that are not multiplied by alpha.
    fn into_image(self) -> RgbaImage {
        let mut picture = RgbaImage::new(self.pixmap.width(), self.pixmap.height());
        for (to, from) in picture.pixels_mut().zip(self.pixmap.pixels()) {
            // Most of a sheet is empty.
            if from.alpha() > 0 {
                let from = from.demultiply();
                to.0 = [from.red(), from.green(), from.blue(), from.alpha()];
            }
        }
        picture
    }

    fn fill(&mut self, outline: Option<&Path>, color: Rgb, alpha: f32) {
        if let Some(outline) = outline {
            self.pixmap.fill_path(outline, &paint(color, alpha), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, outline: Option<&Path>, width: f32, color: Rgb, alpha: f32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(outline) = outline {
            self.pixmap.stroke_path(outline, &paint(color, alpha), &stroke, Transform::identity(), None);
        }
    }

    /// Fills an outline below what has been drawn.
    fn fill_below(&mut self, outline: Option<&Path>, color: Rgb, alpha: f32) {
        let below = Paint { blend_mode: BlendMode::DestinationOver, ..paint(color, alpha) };
        if let Some(outline) = outline {
            self.pixmap.fill_path(outline, &below, FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Makes the inside of the outline transparent again.
    fn erase(&mut self, outline: Option<&Path>) {
        let eraser = Paint { blend_mode: BlendMode::Clear, ..paint(DARK_COLOR, 1.0) };
        if let Some(outline) = outline {
            self.pixmap.fill_path(outline, &eraser, FillRule::Winding, Transform::identity(), None);
        }
    }
}

fn paint([r, g, b]: Rgb, alpha: f32) -> Paint<'static> {
    let color = Color::from_rgba8(r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8);
    Paint { shader: Shader::SolidColor(color), ..Paint::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Adjacency, Shape};
    use proptest::prelude::*;

    fn plain(width: u32, height: u32) -> Frame {
        Frame::new(RgbaImage::from_pixel(width, height, Rgba([170, 140, 90, 255])), "")
    }

    /// A path of tiles that touch, steered by any numbers.
    fn walk(shape: &Shape, choices: &[usize]) -> Vec<Cell> {
        let mut path: Vec<Cell> = shape.cell(choices[0] % shape.len()).into_iter().collect();
        for choice in &choices[1..] {
            let free: Vec<Cell> = path
                .last()
                .map_or(Vec::new(), |&last| shape.neighbors(last))
                .into_iter()
                .filter(|c| !path.contains(c))
                .collect();
            if free.is_empty() {
                break;
            }
            path.push(free[choice % free.len()]);
        }
        path
    }

    /// Whether the middle of every tile, 40% each way, is as in the frame, or evenly shaded where it is not on the path.
    fn letters_are_untouched(frame: &Frame, layout: &Layout, path: &[Cell], picture: &RgbaImage) -> bool {
        let (px, py) = layout.pitch();
        let shaded = |Rgba([r, g, b, a]): &Rgba<u8>| {
            let [r, g, b] = crate::pixels::mix([*r, *g, *b], DARK_COLOR, path::SHADE);
            Rgba([r, g, b, *a])
        };
        let near = |a: &Rgba<u8>, b: &Rgba<u8>| a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= 2);
        layout.shape().cells().all(|cell| {
            let (x, y) = layout.center(cell);
            let range = |middle: f32, pitch: f32, end: u32| {
                let (low, high) = (middle - 0.2 * pitch, middle + 0.2 * pitch);
                (low.ceil().max(0.0) as u32)..(high.floor().max(0.0) as u32).min(end)
            };
            range(y, py, frame.size().height).all(|y| {
                range(x, px, frame.size().width).all(|x| {
                    let (found, under) = (picture.get_pixel(x, y), frame.pixels().get_pixel(x, y));
                    if path.contains(&cell) || path.is_empty() { found == under } else { near(found, &shaded(under)) }
                })
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_letter_is_touched(
            shape in crate::board::any_shape(), tile in 16f32..70.0, stretch in 0.85f32..1.2,
            at in prop::array::uniform2(0f32..2.0), choices in prop::collection::vec(0usize..1000, 1..13),
        ) {
            let pitch = (tile * stretch, tile);
            let board = board_bounds(&Layout::new(shape.clone(), (0.0, 0.0), pitch));
            let layout = Layout::new(shape, (at[0] * tile - board.x, at[1] * tile - board.y), pitch);
            let frame = plain((board.width + 2.0 * tile) as u32, (board.height + 2.0 * tile) as u32);
            let path = walk(layout.shape(), &choices);
            let picture = draw(&frame, &layout, &path, &Caption::new("WORD", "12 points"));
            prop_assert!(letters_are_untouched(&frame, &layout, &path, &picture), "{path:?}");
        }
    }

    #[test]
    fn alone_over_the_frame_is_the_whole() {
        let (frame, layout) = (plain(500, 420), Layout::new(Shape::bookworm(), (40.0, 70.0), (42.0, 42.0)));
        let path = walk(layout.shape(), &[10, 3, 1, 4, 1, 5]);
        let caption = Caption::new("WORD", "12 points");
        let (whole, alone) = (draw(&frame, &layout, &path, &caption), draw_alone(&frame, &layout, &path, &caption));
        assert_eq!(whole.dimensions(), alone.dimensions());
        assert!(alone.pixels().any(|pixel| pixel.0[3] == 0) && alone.pixels().any(|pixel| pixel.0[3] == 255));
        for ((whole, alone), under) in whole.pixels().zip(alone.pixels()).zip(frame.pixels().pixels()) {
            let alpha = f32::from(alone.0[3]) / 255.0;
            for channel in 0..3 {
                let expected = f32::from(alone.0[channel]) * alpha + f32::from(under.0[channel]) * (1.0 - alpha);
                assert!((f32::from(whole.0[channel]) - expected).abs() < 2.5, "{whole:?} {alone:?}");
            }
        }
    }

    #[test]
    fn a_picture_without_space_grows_at_its_end() {
        let (frame, layout) = (plain(84, 84), Layout::new(Shape::rows(2, 2).unwrap(), (21.0, 21.0), (42.0, 42.0)));
        let path = walk(layout.shape(), &[0, 0, 0]);
        let picture = draw(&frame, &layout, &path, &Caption::new("EXTRAORDINARY", "12 points"));
        assert!(picture.width() >= 84 && picture.height() > 84);
        assert!(letters_are_untouched(&frame, &layout, &path, &picture));
        assert_eq!(draw_alone(&frame, &layout, &path, &Caption::new("WORD", "")).dimensions(), (84, 84));
    }

    #[test]
    fn a_path_is_drawn_at_its_tiles_only() {
        let layout = Layout::new(Shape::bookworm(), (60.0, 80.0), (50.0, 50.0));
        let path = [(0, 0), (1, 1), (2, 1)].map(|(line, index)| Cell { line, index });
        let picture = path_alone(Size::new(420, 480), &layout, &path).unwrap();
        let has_ring = |cell: Cell| {
            let (x, y) = layout.center(cell);
            picture.get_pixel(x as u32, (y - 0.44 * 50.0) as u32).0[3] > 128
        };
        let cells: Vec<Cell> = layout.shape().cells().filter(|&cell| has_ring(cell)).collect();
        for cell in path {
            assert!(cells.contains(&cell), "{cell:?}");
            let (x, y) = layout.center(cell);
            assert_eq!(picture.get_pixel(x as u32, y as u32).0[3], 0, "the letter is free");
        }
        assert!(cells.len() <= 6, "{cells:?}");
        assert!(path_alone(Size::new(0, 5), &layout, &path).is_none());
        // What was walked is dim, the rest as before.
        let walked = path_walked(Size::new(420, 480), &layout, &path, &path[..2]).unwrap();
        let light = |picture: &RgbaImage, cell: Cell| {
            let (x, y) = layout.center(cell);
            let [r, g, b, a] = picture.get_pixel((x - 0.16 * 50.0) as u32, (y - 0.44 * 50.0) as u32).0;
            [r, g, b, a].map(u32::from).iter().sum::<u32>()
        };
        for (n, &cell) in path.iter().enumerate() {
            let (before, after) = (light(&picture, cell), light(&walked, cell));
            assert!(if n < 2 { after + 100 < before } else { after == before }, "{n}: {before}, then {after}");
        }
    }

    #[test]
    fn odd_input_draws_what_it_can() {
        let shape = Shape::rows(2, 2).unwrap().with_adjacency(Adjacency::Free);
        let layout = Layout::new(shape, (10.0, 10.0), (20.0, 20.0));
        let nowhere = Cell { line: 9, index: 9 };
        let here = Cell { line: 0, index: 0 };
        for frame in [plain(1, 1), plain(60, 60), Frame::new(RgbaImage::new(0, 0), "")] {
            for path in [vec![], vec![nowhere], vec![here, here], vec![here, nowhere, here]] {
                for caption in [Caption::default(), Caption::new("A", ""), Caption::new("", "no word")] {
                    draw(&frame, &layout, &path, &caption);
                    draw_alone(&frame, &layout, &path, &caption);
                }
            }
        }
        let frame = plain(60, 60);
        assert_eq!(draw(&frame, &layout, &[], &Caption::default()), *frame.pixels());
    }
}
