//! Boards as pictures: what [`locate`](crate::locate) and [`recognize`](crate::recognize) undo.
//!
//! A [`Style`] is plain data, and [`paint()`] draws any [`Board`] in it. The same board, style and
//! size give the same bytes: nothing depends on the time, on threads or on earlier calls. Lengths
//! are fractions of a tile's height until the very end, where one scale makes pixels of them.

mod canvas;
mod style;
mod tile;

pub use style::{Fill, Look, Looks, Marks, Panel, Rgb, Side, Style, TileShape};

use crate::board::Board;
use crate::frame::MAX_PIXELS;
use crate::grid::Shape;
use crate::locate::Layout;
use canvas::{Area, Canvas};
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
    let mut canvas = Canvas::new(width as u32, height as u32, scale).ok_or(too_large)?;
    canvas.background(style, plan.size);
    for (panel, area) in style.panels.iter().zip(&plan.panels) {
        canvas.panel(panel, *area, &style.typeface);
    }
    let pitch = (style.pitch * scale.0, scale.1);
    let layout = Layout::new(board.shape().clone(), (plan.origin.0 * scale.0, plan.origin.1 * scale.1), pitch);
    let places: Vec<_> = (board.shape().cells())
        .map(|cell| {
            let (x, y) = layout.center(cell);
            (x / scale.0, y / scale.1)
        })
        .collect();
    for step in [tile::glow, tile::body] {
        for (id, (tile, place)) in board.tiles().zip(&places).enumerate() {
            if let Some(tile) = tile {
                step(&mut canvas, style, tile, *place, id);
            }
        }
    }
    Ok((canvas.finish(), layout))
}

/// Where everything goes, in tile heights.
struct Plan {
    size: (f32, f32),
    /// The center of the first cell.
    origin: (f32, f32),
    panels: Vec<Area>,
}

impl Plan {
    fn new(shape: &Shape, style: &Style) -> Plan {
        // A unit layout knows the bounds of the cells; a tile may be wider than its column.
        let unit = Layout::new(shape.clone(), (0.0, 0.0), (style.pitch, 1.0)).bounds();
        let wide = style.shape.width(1.0) / 2.0 - style.pitch / 2.0;
        let around = style.margin + wide.max(0.0);
        let board = (unit.2 - unit.0 + 2.0 * around, unit.3 - unit.1 + 2.0 * style.margin);
        let depth = |sides: [Side; 2]| {
            style.panels.iter().filter(|panel| sides.contains(&panel.side)).map(|panel| panel.depth).sum::<f32>()
        };
        let size = (board.0 + depth([Side::Left, Side::Right]), board.1 + depth([Side::Top, Side::Bottom]));
        let mut free = Area { left: 0.0, top: 0.0, width: size.0, height: size.1 };
        let panels = style.panels.iter().map(|panel| free.split_off(panel.side, panel.depth)).collect();
        let origin = (free.left + around - unit.0, free.top + style.margin - unit.1);
        Plan { size, origin, panels }
    }
}
