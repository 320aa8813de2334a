//! Boards as pictures: what [`locate`](crate::locate) and [`recognize`](crate::recognize) undo.
//!
//! A [`Style`] is plain data, and [`paint()`] draws any [`Board`] in it. The same board, style and
//! size give the same bytes: nothing depends on the time, on threads or on earlier calls. Lengths
//! are fractions of a tile's height until the very end, where one scale makes pixels of them.

pub mod canvas;
mod style;
mod tile;

pub use style::{Fill, Look, Looks, Marks, Panel, Style, TileShape};

use crate::board::{Board, Tile};
use crate::grid::Shape;
use crate::locate::Layout;
use crate::pixels::{Bounds, Edge, MAX_PIXELS, Point};
use canvas::Canvas;
use image::RgbaImage;

/// Why a board cannot be painted.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PaintError {
    /// The size of a tile is no size.
    #[error("expected a tile of 1 to 10000 pixels, found {0}")]
    Tile(f32),
    /// The picture would have too many pixels.
    #[error("this board would be a picture of {width:.0}x{height:.0} pixels, expected at most {MAX_PIXELS} in all")]
    TooLarge {
        /// Its width in pixels.
        width: f32,
        /// Its height in pixels.
        height: f32,
    },
}

/// The most pixels that a tile may be high.
const MAX_TILE: f32 = 10_000.0;

/// Draws a board with tiles `tile_px` pixels high, and tells where its cells lie.
///
/// Empty cells show the background, unreadable tiles are blank.
///
/// ```
/// use hexlex::{board::Board, grid::Cell, paint::{Style, paint}};
///
/// let board: Board = "C A\nT Qu:gold".parse()?;
/// let (picture, layout) = paint(&board, &Style::default(), 40.0)?;
/// assert_eq!(layout.pitch(), (40.0, 40.0));
/// let (x, y) = layout.center(Cell { line: 1, index: 1 });
/// assert!(x < picture.width() as f32 && y < picture.height() as f32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PaintError`], where the size is none or the picture would be too large.
pub fn paint(board: &Board, style: &Style, tile_px: f32) -> Result<(RgbaImage, Layout), PaintError> {
    if !(1.0..=MAX_TILE).contains(&tile_px) {
        return Err(PaintError::Tile(tile_px));
    }
    let plan = Plan::new(board.shape(), style);
    let scale = (tile_px * style.stretch, tile_px);
    let (width, height) = ((plan.size.0 * scale.0).round(), (plan.size.1 * scale.1).round());
    let too_large = PaintError::TooLarge { width, height };
    if f64::from(width) * f64::from(height) > MAX_PIXELS as f64 {
        return Err(too_large);
    }
    let mut picture = RgbaImage::new((width as u32).max(1), (height as u32).max(1));
    let mut canvas = Canvas::over(&mut picture, scale).ok_or(too_large)?;
    canvas.background(style, plan.size);
    for (panel, area) in style.panels.iter().zip(&plan.panels) {
        canvas.panel(panel, *area, &style.typeface);
    }
    let pitch = (style.pitch * scale.0, scale.1);
    let layout = Layout::new(board.shape().clone(), (plan.origin.0 * scale.0, plan.origin.1 * scale.1), pitch);
    let cells = board.shape().cells().zip(board.tiles()).enumerate();
    let placed: Vec<Placed<'_>> = cells
        .filter_map(|(id, (cell, tile))| Some(Placed { tile: tile?, style, center: layout.center(cell).into(), id }))
        .collect();
    paint_tiles(&mut picture, &placed, scale);
    Ok((picture, layout))
}

/// A tile and where it is to stand.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// What is drawn.
    pub tile: &'a Tile,
    /// What it looks like; the tiles of one picture may differ.
    pub style: &'a Style,
    /// Its center in pixels.
    pub center: Point,
    /// Tells textures apart: no two numbers burn alike.
    pub id: usize,
}

/// Draws tiles over an opaque picture, wherever they are to stand; `tile_px` are the pixels of a tile's height,
/// to the right and down.
///
/// What shines over neighbors is drawn below all tiles.
pub fn paint_tiles(picture: &mut RgbaImage, tiles: &[Placed<'_>], tile_px: (f32, f32)) {
    let Some(mut canvas) = Canvas::over(picture, tile_px) else { return };
    for step in [tile::glow, tile::body] {
        for Placed { tile, style, center, id } in tiles {
            step(&mut canvas, style, tile, Point::new(center.x / tile_px.0, center.y / tile_px.1), *id);
        }
    }
}

/// Where everything goes, in tile heights.
struct Plan {
    size: (f32, f32),
    /// The center of the first cell.
    origin: (f32, f32),
    panels: Vec<Bounds>,
}

impl Plan {
    fn new(shape: &Shape, style: &Style) -> Plan {
        // A unit layout knows the bounds of the cells; a tile may be wider than its column.
        let unit = Layout::new(shape.clone(), (0.0, 0.0), (style.pitch, 1.0)).bounds();
        let wide = style.shape.width(1.0) / 2.0 - style.pitch / 2.0;
        let around = style.margin + wide.max(0.0);
        let board = (unit.2 - unit.0 + 2.0 * around, unit.3 - unit.1 + 2.0 * style.margin);
        let depth = |sides: [Edge; 2]| {
            style.panels.iter().filter(|panel| sides.contains(&panel.side)).map(|panel| panel.depth).sum::<f32>()
        };
        let size = (board.0 + depth([Edge::Left, Edge::Right]), board.1 + depth([Edge::Top, Edge::Bottom]));
        let mut free = Bounds { x: 0.0, y: 0.0, width: size.0, height: size.1 };
        let panels = style.panels.iter().map(|panel| free.split_off(panel.side, panel.depth)).collect();
        let origin = (free.x + around - unit.0, free.y + style.margin - unit.1);
        Plan { size, origin, panels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::TileKind;
    use crate::grid::Cell;

    const BOARD: &str = "# layout: columns\nS A:fire B:green\nO I:gold E:sapphire Qu:diamond\nVE U/M SUB-\n";

    /// The mean color around a place, `reach` pixels each way.
    fn mean(picture: &RgbaImage, (x, y): (f32, f32), reach: u32) -> [f32; 3] {
        let (x, y) = (x as u32 - reach, y as u32 - reach);
        let side = 2 * reach + 1;
        let mut sum = [0.0; 3];
        for pixel in image::imageops::crop_imm(picture, x, y, side, side).to_image().pixels() {
            (0..3).for_each(|n| sum[n] += f32::from(pixel.0[n]));
        }
        sum.map(|sum| sum / (side * side) as f32)
    }

    #[test]
    fn the_same_board_gives_the_same_bytes() {
        let board: Board = BOARD.parse().unwrap();
        let first = paint(&board, &Style::default(), 33.0).unwrap();
        let second = paint(&board, &Style::default(), 33.0).unwrap();
        assert!(first == second);
        assert!(first.0.pixels().all(|pixel| pixel.0[3] == 255));
    }

    #[test]
    fn kinds_have_their_colors() {
        let style = Style { letter_height: 0.1, ..Style::default() };
        for kind in TileKind::ALL {
            let board: Board = format!("I:{}", kind.name()).replace(":normal", "").parse().unwrap();
            let (picture, layout) = paint(&board, &style, 60.0).unwrap();
            let (x, y) = layout.center(Cell { line: 0, index: 0 });
            let [r, g, b] = mean(&picture, (x, y - 15.0), 4);
            let fits = match kind {
                TileKind::Normal | TileKind::Gold => r > b + 30.0 && g > b + 30.0,
                TileKind::Fire => r > g + 80.0 && r > b + 80.0,
                TileKind::Green => g > r + 40.0 && g > b + 40.0,
                TileKind::Sapphire => b > r + 40.0 && b > g + 40.0,
                TileKind::Diamond => r.min(g).min(b) > 200.0,
            };
            assert!(fits, "{kind:?}: {r} {g} {b}");
        }
    }

    #[test]
    fn empty_cells_and_unreadable_tiles_have_no_letter() {
        let style = Style { background: ([9, 9, 9], [9, 9, 9]), ..Style::default() };
        let (picture, layout) = paint(&"A .\n? B".parse().unwrap(), &style, 40.0).unwrap();
        let at = |line, index| layout.center(Cell { line, index });
        assert_eq!(mean(&picture, at(0, 1), 12), [9.0; 3]);
        let (blank, letter) = (mean(&picture, at(1, 0), 12)[0], mean(&picture, at(1, 1), 12)[0]);
        assert!(blank > letter + 10.0, "{blank} {letter}");
    }

    #[test]
    fn every_cell_lies_in_the_picture_in_every_shape() {
        for shape in [TileShape::Square(0.1), TileShape::Hexagon, TileShape::Circle] {
            for side in [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right] {
                let panel = Panel {
                    side,
                    depth: 2.0,
                    fill: [1, 2, 3],
                    ink: [255; 3],
                    lines: vec![("Score".into(), 0.3)],
                    buttons: vec!["Go".into()],
                    button: [90; 3],
                };
                let style =
                    Style { shape, panels: vec![panel.clone(), panel], stretch: 1.1, pitch: 0.9, ..Style::default() };
                let (picture, layout) = paint(&BOARD.parse().unwrap(), &style, 30.0).unwrap();
                let (left, top, right, bottom) = layout.bounds();
                assert!(left >= 0.0 && top >= 0.0);
                assert!(right <= picture.width() as f32 && bottom <= picture.height() as f32, "{shape:?} {side:?}");
                assert!((layout.pitch().0 - 0.9 * 1.1 * 30.0).abs() < 0.01);
            }
        }
    }

    #[test]
    fn sizes_that_are_none_are_errors() {
        let board: Board = "A B".parse().unwrap();
        for tile in [0.0, -3.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(paint(&board, &Style::default(), tile), Err(PaintError::Tile(_))), "{tile}");
        }
        let large: Board = Board::new(Shape::rows(200, 200).unwrap(), vec![None; 40_000]).unwrap();
        let error = paint(&large, &Style::default(), 100.0).unwrap_err();
        assert!(error.to_string().contains("picture of 20080x20080 pixels"), "{error}");
    }
}
