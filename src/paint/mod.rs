//! Boards as pictures, for practice, tests and tools: what [`locate`](crate::locate) and
//! [`read`](crate::read) read back.
//!
//! A [`Style`] is plain data, and [`paint()`] draws any [`Board`] in it. The same board, style and size give the same
//! bytes: nothing depends on the time, on threads or on earlier calls. Lengths are in tile heights until a
//! [`Canvas`] turns them into pixels.

pub mod canvas;
mod style;
mod texture;
mod tile;

pub use crate::locate::TileShape;
pub use style::{Fill, Gradient, Marks, Palette, Panel, Style, TileStyle};

use crate::board::{Board, Shape, Tile};
use crate::locate::Layout;
use crate::pixels::{Bounds, Edge, MAX_PIXELS, Point, Rect, crop, mix};
use canvas::{Canvas, Scale};
use image::{Rgba, RgbaImage};

/// Why a board cannot be painted.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PaintError {
    /// The height of a tile is out of range.
    #[error("expected a tile of 1 to 10000 pixels, found {0}")]
    Tile(f32),
    /// The picture would have too many pixels.
    #[error("expected a picture of at most {MAX_PIXELS} pixels, found {width:.0}x{height:.0}: give a smaller board")]
    TooLarge {
        /// Its width in pixels.
        width: f32,
        /// Its height in pixels.
        height: f32,
    },
}

/// The largest height of a tile in pixels.
const MAX_TILE: f32 = 10_000.0;

/// Draws a board with tiles `tile_px` pixels high and returns the picture with the layout of its cells.
///
/// Empty cells show the background, unreadable tiles are blank.
///
/// ```
/// use hexlex::{board::{Board, Cell}, paint::{Style, paint}};
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
/// [`PaintError`], where the height of a tile is out of range or the picture would be too large.
pub fn paint(board: &Board, style: &Style, tile_px: f32) -> Result<(RgbaImage, Layout), PaintError> {
    if !(1.0..=MAX_TILE).contains(&tile_px) {
        return Err(PaintError::Tile(tile_px));
    }
    let plan = PicturePlan::new(board.shape(), style);
    let scale = Scale { x: tile_px * style.stretch, y: tile_px };
    let (width, height) = ((plan.whole.width * scale.x).round(), (plan.whole.height * scale.y).round());
    let too_large = PaintError::TooLarge { width, height };
    if f64::from(width) * f64::from(height) > MAX_PIXELS as f64 {
        return Err(too_large);
    }
    let mut picture = RgbaImage::new((width as u32).max(1), (height as u32).max(1));
    let mut canvas = Canvas::over(&mut picture, scale).ok_or(too_large)?;
    canvas.background(style, plan.whole);
    for (panel, area) in style.panels.iter().zip(&plan.panels) {
        canvas.panel(panel, *area, &style.typeface);
    }
    let (origin, pitch) = ((plan.first.x * scale.x, plan.first.y * scale.y), (style.pitch * scale.x, scale.y));
    let layout = Layout::new(board.shape().clone(), origin, pitch);
    let tiles = board.shape().cells().zip(board.tiles()).enumerate().filter_map(|(id, (cell, tile))| {
        Some(PlacedTile { tile: tile?, style, center: layout.center(cell).into(), seed: id as u32 })
    });
    paint_tiles(&mut picture, &tiles.collect::<Vec<_>>(), scale);
    Ok((picture, layout))
}

/// A tile and where it is drawn.
#[derive(Debug, Clone, Copy)]
pub struct PlacedTile<'a> {
    /// The tile.
    pub tile: &'a Tile,
    /// Its style; the tiles of one picture may differ.
    pub style: &'a Style,
    /// Its center in pixels.
    pub center: Point,
    /// Selects its texture, if it has any: another seed gives other flames.
    pub seed: u32,
}

/// Draws a tile over an opaque picture as [`paint_tiles`] does, with this opacity, 0 to 1: the picture shines through.
pub fn paint_translucent(picture: &mut RgbaImage, tile: PlacedTile<'_>, scale: Scale, opacity: f32) {
    /// From the center to the end of the glow, in tiles.
    const REACH: f32 = 0.8;
    let reach = REACH * scale.x.max(scale.y);
    let area = Bounds::centered(tile.center, 2.0 * reach, 2.0 * reach).to_pixels();
    let Some(area) = area.shared(&Rect::at_origin(picture.dimensions().into())) else { return };
    let corner = Point::new(area.x as f32, area.y as f32);
    let mut part = crop(picture, area);
    paint_tiles(&mut part, &[PlacedTile { center: tile.center - corner, ..tile }], scale);
    for (x, y, Rgba([r, g, b, _])) in part.enumerate_pixels() {
        // The shared part begins inside the picture.
        let Rgba([under @ .., _]) = picture.get_pixel_mut(area.x as u32 + x, area.y as u32 + y);
        *under = mix(*under, [*r, *g, *b], opacity.clamp(0.0, 1.0));
    }
}

/// Draws tiles over an opaque picture at any centers. All glows are drawn below all tiles.
pub fn paint_tiles(picture: &mut RgbaImage, tiles: &[PlacedTile<'_>], scale: Scale) {
    let Some(mut canvas) = Canvas::over(picture, scale) else { return };
    let in_tiles = |center: Point| Point::new(center.x / scale.x, center.y / scale.y);
    for PlacedTile { tile, style, center, .. } in tiles {
        tile::glow(&mut canvas, style, tile, in_tiles(*center));
    }
    for PlacedTile { tile, style, center, seed } in tiles {
        tile::body(&mut canvas, style, tile, in_tiles(*center), *seed);
    }
}

/// The parts of a picture, in tile heights.
struct PicturePlan {
    whole: Bounds,
    /// The center of the first cell.
    first: Point,
    panels: Vec<Bounds>,
}

impl PicturePlan {
    fn new(shape: &Shape, style: &Style) -> PicturePlan {
        // The bounds of the cells in tile heights; a tile may be wider than its column.
        let (left, top, right, bottom) = Layout::new(shape.clone(), (0.0, 0.0), (style.pitch, 1.0)).bounds();
        let wider = style.shape.width(1.0) / 2.0 - style.pitch / 2.0;
        let around = style.margin + wider.max(0.0);
        let depth = |sides: [Edge; 2]| {
            style.panels.iter().filter(|panel| sides.contains(&panel.side)).map(|panel| panel.depth).sum::<f32>()
        };
        let width = right - left + 2.0 * around + depth([Edge::Left, Edge::Right]);
        let height = bottom - top + 2.0 * style.margin + depth([Edge::Top, Edge::Bottom]);
        let whole = Bounds { x: 0.0, y: 0.0, width, height };
        let mut free = whole;
        let panels = style.panels.iter().map(|panel| free.split_off(panel.side, panel.depth)).collect();
        let first = Point::new(free.x + around - left, free.y + style.margin - top);
        PicturePlan { whole, first, panels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, TileKind};

    const BOARD: &str = "# layout: columns\nS A:fire B:green\nO I:gold E:sapphire Qu:diamond\nVE U/M SUB-\n";

    /// The mean color around a center, `reach` pixels each way.
    fn mean(picture: &RgbaImage, (x, y): (f32, f32), reach: u32) -> [f32; 3] {
        let side = 2 * reach + 1;
        let part = Rect { x: x as i32 - reach as i32, y: y as i32 - reach as i32, width: side, height: side };
        let mut sum = [0.0; 3];
        for pixel in crop(picture, part).pixels() {
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
    fn a_translucent_tile_lets_the_picture_shine_through() {
        let (style, tile) = (Style::default(), Tile::new(crate::board::Face::Letters("A".into())));
        let painted = |center: Point, opacity: f32| {
            let mut picture = RgbaImage::from_pixel(60, 60, Rgba([0, 0, 200, 255]));
            let tile = PlacedTile { tile: &tile, style: &style, center, seed: 0 };
            paint_translucent(&mut picture, tile, Scale::uniform(40.0), opacity);
            picture
        };
        let middle = Point::new(30.0, 30.0);
        let blue = |opacity: f32| mean(&painted(middle, opacity), (30.0, 16.0), 1)[2];
        assert!(blue(0.0) == 200.0 && blue(0.5) < 199.0 && blue(1.0) < blue(0.5));
        assert!((blue(0.5) - (blue(0.0) + blue(1.0)) / 2.0).abs() < 2.0);
        // At the picture's edge and outside it.
        painted(Point::new(-5.0, 58.0), 0.5);
        assert!(painted(Point::new(-500.0, 1e9), 0.5) == painted(middle, 0.0));
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
        let style = Style { background: Gradient::plain([9; 3]), ..Style::default() };
        let (picture, layout) = paint(&"A .\n? B".parse().unwrap(), &style, 40.0).unwrap();
        let at = |line, index| layout.center(Cell { line, index });
        assert_eq!(mean(&picture, at(0, 1), 12), [9.0; 3]);
        let (blank, letter) = (mean(&picture, at(1, 0), 12)[0], mean(&picture, at(1, 1), 12)[0]);
        assert!(blank > letter + 10.0, "{blank} {letter}");
    }

    #[test]
    fn every_cell_is_in_the_picture_in_every_shape() {
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
    fn sizes_out_of_range_are_errors() {
        let board: Board = "A B".parse().unwrap();
        for tile in [0.0, -3.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(paint(&board, &Style::default(), tile), Err(PaintError::Tile(_))), "{tile}");
        }
        let large: Board = Board::new(Shape::rows(200, 200).unwrap(), vec![None; 40_000]).unwrap();
        let error = paint(&large, &Style::default(), 100.0).unwrap_err();
        assert!(error.to_string().contains("found 20080x20080"), "{error}");
    }
}
