//! The live overlay on X11: the path over the board, and a panel of words beside it.
//!
//! Two windows that no window manager knows of: they take no focus and stand in no list. Where a compositor runs they
//! are transparent; without one their shape is the shape of what is drawn. Clicks go through either way. The game is
//! captured by its own window, so they are never in its picture.

use super::views::{Showing, worth};
use anyhow::{Context, Result};
use hexlex::board::{Adjacency, Cell};
use hexlex::capture::Area;
use hexlex::locate::Layout;
use hexlex::overlay::{PanelLine, panel, path_alone};
use image::RgbaImage;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::shape::{ConnectionExt as _, SK, SO};
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClipOrdering, ColormapAlloc, ConfigureWindowAux, ConnectionExt, CreateGCAux,
    CreateWindowAux, EventMask, Gcontext, ImageFormat, PropMode, Rectangle, StackMode, VisualClass, Window as XWindow,
    WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// How many words the panel has.
const WORDS: usize = 5;
/// The height of the best word's capitals in the panel, in tiles and in pixels at least.
const CAPITALS: (f32, f32) = (0.3, 13.0);
/// And the shares of it that are tried, should there be no room for it.
const SHARES: [f32; 3] = [1.0, 0.85, 0.7];
/// How far rings, their glow and badges may reach beyond the middle of a tile, in tiles.
const ROOM: f32 = 0.75;
/// Between the panel and what it stands beside, in pixels.
const APART: i32 = 10;
/// Where nothing is transparent, a pixel more opaque than this is drawn.
const OPAQUE: u8 = 110;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        UTF8_STRING,
        _COMPTON_SHADOW,
        _NET_WM_CM_S0,
        _NET_WM_NAME,
        _NET_WM_WINDOW_TYPE,
        _NET_WM_WINDOW_TYPE_NOTIFICATION,
    }
}

/// Both windows.
pub(super) struct Overlay {
    conn: RustConnection,
    root: XWindow,
    screen: Area,
    atoms: Atoms,
    look: Look,
    path: Sheet,
    panel: Sheet,
    /// The game's window when it was drawn last.
    area: Area,
}

/// How windows are made, which depends on whether a compositor runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Look {
    transparent: bool,
    depth: u8,
    visual: u32,
    colormap: u32,
}

/// One window.
struct Sheet {
    window: XWindow,
    gc: Gcontext,
    area: Area,
    shown: bool,
}

impl Overlay {
    pub(super) fn open() -> Result<Overlay> {
        let (conn, number) = x11rb::connect(None).context("the live overlay needs X11: use --preview")?;
        let screen = &conn.setup().roots[number];
        let root = screen.root;
        let whole =
            Area { x: 0, y: 0, width: u32::from(screen.width_in_pixels), height: u32::from(screen.height_in_pixels) };
        conn.shape_query_version()?.reply().context("the X server does not know shapes: use --preview")?;
        let atoms = Atoms::new(&conn)?.reply()?;
        let transparent = has_compositor(&conn, &atoms)?;
        let look = Look::new(&conn, number, transparent)?;
        let path = Sheet::new(&conn, root, &atoms, look)?;
        let panel = Sheet::new(&conn, root, &atoms, look)?;
        Ok(Overlay { root, screen: whole, atoms, look, path, panel, area: whole, conn })
    }

    /// Draws the path of the first word, and the panel.
    pub(super) fn show(&mut self, showing: &Showing) -> Result<()> {
        self.suit_compositor()?;
        let Some(best) = showing.first_on().next() else { return self.hide() };
        let board = around(showing.layout, &best.path);
        let first = showing.layout.shape().cell(0).map_or((0.0, 0.0), |cell| showing.layout.center(cell));
        let origin = (first.0 - board.x as f32, first.1 - board.y as f32);
        let layout = Layout::new(showing.layout.shape().clone(), origin, showing.layout.pitch());
        let corner = (showing.area.x, showing.area.y);
        let on_screen = board.moved(corner);
        self.area = showing.area;
        if let Some(picture) = path_alone(board.size(), &layout, &best.path) {
            self.path.draw(&self.conn, self.root, self.look, on_screen, &picture)?;
            // On the screen before the panel is drawn.
            self.conn.flush()?;
        }
        let words: Vec<PanelLine> = showing
            .first_on()
            .take(WORDS.min(showing.words.len()))
            .enumerate()
            .map(|(n, found)| {
                let value = if n == 0 { worth(found) } else { found.score.to_string() };
                PanelLine { word: found.word.clone(), value }
            })
            .collect();
        if let Some((picture, place)) = self.place_panel(&words, layout.tile(), on_screen, showing) {
            self.panel.draw(&self.conn, self.root, self.look, place, &picture)?;
        }
        Ok(self.conn.flush()?)
    }

    /// The panel as large as has room: where the game shows nothing, or else beside it; over something else of the game
    /// only where the screen has no room at all.
    fn place_panel(&self, words: &[PanelLine], tile: f32, board: Area, showing: &Showing) -> Option<(RgbaImage, Area)> {
        let game = showing.area;
        let sizes = SHARES.iter().map(|share| share * (CAPITALS.0 * tile).max(CAPITALS.1));
        let mut last = None;
        for picture in sizes.filter_map(|capitals| panel(words, capitals)) {
            let size = Area::at_origin(picture.dimensions().into());
            let free = showing.quiet.and_then(|free| free.nearest(size.size()));
            let inside = free.map(|place| place.moved((game.x, game.y)));
            let outside = beside(size, board, &[game], self.screen);
            let free = inside.into_iter().chain(outside).find(|place| place.shared(&self.screen) == Some(*place));
            if let Some(place) = free {
                return Some((picture, place));
            }
            last = Some((picture, size));
        }
        let (picture, size) = last?;
        let place = beside(size, board, &[board], self.screen).unwrap_or_else(|| below(size, board, game, self.screen));
        Some((picture, place))
    }

    /// The game's window has moved.
    pub(super) fn follow(&mut self, area: Area) -> Result<()> {
        let by = (area.x - self.area.x, area.y - self.area.y);
        self.area = area;
        for sheet in [&mut self.path, &mut self.panel] {
            sheet.area = sheet.area.moved(by);
            let to = ConfigureWindowAux::new().x(sheet.area.x).y(sheet.area.y);
            self.conn.configure_window(sheet.window, &to)?;
        }
        Ok(self.conn.flush()?)
    }

    /// Lays them over everything again, unless they are there.
    pub(super) fn raise(&mut self) -> Result<()> {
        if !self.path.shown {
            return Ok(());
        }
        let tree = self.conn.query_tree(self.root)?.reply()?.children;
        let own = [self.path.window, self.panel.window];
        let is_above = tree.iter().rev().take(own.len()).all(|window| own.contains(window));
        if !is_above {
            for window in own {
                self.conn.configure_window(window, &ConfigureWindowAux::new().stack_mode(StackMode::ABOVE))?;
            }
            self.conn.flush()?;
        }
        Ok(())
    }

    pub(super) fn hide(&mut self) -> Result<()> {
        for sheet in [&mut self.path, &mut self.panel] {
            if std::mem::take(&mut sheet.shown) {
                self.conn.unmap_window(sheet.window)?;
            }
        }
        Ok(self.conn.flush()?)
    }

    /// Makes other windows where a compositor came or went.
    fn suit_compositor(&mut self) -> Result<()> {
        let transparent = has_compositor(&self.conn, &self.atoms)?;
        if transparent == self.look.transparent {
            return Ok(());
        }
        let number = self.conn.setup().roots.iter().position(|screen| screen.root == self.root).unwrap_or(0);
        self.look = Look::new(&self.conn, number, transparent)?;
        for sheet in [&mut self.path, &mut self.panel] {
            self.conn.destroy_window(sheet.window)?;
            self.conn.free_gc(sheet.gc)?;
            *sheet = Sheet::new(&self.conn, self.root, &self.atoms, self.look)?;
        }
        Ok(())
    }
}

fn has_compositor(conn: &RustConnection, atoms: &Atoms) -> Result<bool> {
    Ok(conn.get_selection_owner(atoms._NET_WM_CM_S0)?.reply()?.owner != x11rb::NONE)
}

impl Look {
    fn new(conn: &RustConnection, number: usize, transparent: bool) -> Result<Look> {
        let screen = &conn.setup().roots[number];
        let plain = Look {
            transparent: false,
            depth: screen.root_depth,
            visual: screen.root_visual,
            colormap: screen.default_colormap,
        };
        let deep = screen.allowed_depths.iter().find(|depth| depth.depth == 32).and_then(|depth| {
            depth.visuals.iter().find(|visual| visual.class == VisualClass::TRUE_COLOR && visual.red_mask == 0xff_0000)
        });
        let Some(visual) = deep.filter(|_| transparent) else { return Ok(plain) };
        let colormap = conn.generate_id()?;
        conn.create_colormap(ColormapAlloc::NONE, colormap, screen.root, visual.visual_id)?;
        Ok(Look { transparent, depth: 32, visual: visual.visual_id, colormap })
    }
}

impl Sheet {
    fn new(conn: &RustConnection, root: XWindow, atoms: &Atoms, look: Look) -> Result<Sheet> {
        let (window, gc) = (conn.generate_id()?, conn.generate_id()?);
        let made = CreateWindowAux::new()
            .override_redirect(1)
            .background_pixel(0)
            .border_pixel(0)
            .event_mask(EventMask::NO_EVENT)
            .colormap(look.colormap);
        conn.create_window(look.depth, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_OUTPUT, look.visual, &made)?
            .check()
            .context("cannot make the overlay's window")?;
        conn.create_gc(gc, window, &CreateGCAux::new().graphics_exposures(0))?;
        let text = (PropMode::REPLACE, AtomEnum::STRING);
        conn.change_property8(text.0, window, AtomEnum::WM_CLASS, text.1, b"hexlex\0hexlex overlay\0")?;
        conn.change_property8(text.0, window, atoms._NET_WM_NAME, atoms.UTF8_STRING, b"hexlex watch: overlay")?;
        let kind = [atoms._NET_WM_WINDOW_TYPE_NOTIFICATION];
        conn.change_property32(text.0, window, atoms._NET_WM_WINDOW_TYPE, AtomEnum::ATOM, &kind)?;
        conn.change_property32(text.0, window, atoms._COMPTON_SHADOW, AtomEnum::CARDINAL, &[0])?;
        // An empty input region: clicks go to what is below.
        conn.shape_rectangles(SO::SET, SK::INPUT, ClipOrdering::UNSORTED, window, 0, 0, &[])?;
        Ok(Sheet { window, gc, area: Area::default(), shown: false })
    }

    /// Shows a picture here. It becomes the window's background, so that the server draws it by itself from then on.
    fn draw(
        &mut self,
        conn: &RustConnection,
        root: XWindow,
        look: Look,
        area: Area,
        picture: &RgbaImage,
    ) -> Result<()> {
        let pixmap = conn.generate_id()?;
        let (width, height) = (picture.width() as u16, picture.height() as u16);
        conn.create_pixmap(look.depth, pixmap, root, width, height)?;
        let bytes = bytes_of(picture, look.transparent);
        let row = usize::from(width) * 4;
        // A request has a header, and the server a limit.
        let rows = ((conn.maximum_request_bytes().saturating_sub(64)) / row).clamp(1, usize::from(u16::MAX));
        for (n, band) in bytes.chunks(rows * row).enumerate() {
            let (lines, y) = ((band.len() / row) as u16, (n * rows) as i16);
            conn.put_image(ImageFormat::Z_PIXMAP, pixmap, self.gc, width, lines, 0, y, 0, look.depth, band)?;
        }
        let to = ConfigureWindowAux::new()
            .x(area.x)
            .y(area.y)
            .width(picture.width())
            .height(picture.height())
            .stack_mode(StackMode::ABOVE);
        conn.configure_window(self.window, &to)?;
        let background = ChangeWindowAttributesAux::new().background_pixmap(pixmap);
        conn.change_window_attributes(self.window, &background)?;
        conn.free_pixmap(pixmap)?;
        if !look.transparent {
            let shape = outline(picture);
            conn.shape_rectangles(SO::SET, SK::BOUNDING, ClipOrdering::YX_BANDED, self.window, 0, 0, &shape)?;
        }
        if self.shown {
            conn.clear_area(false, self.window, 0, 0, 0, 0)?;
        } else {
            conn.map_window(self.window)?;
        }
        self.area = area;
        self.shown = true;
        Ok(())
    }
}

/// The pixels as the server wants them: blue first, colors multiplied by alpha. Where nothing is transparent, what is
/// half seen is laid over black, which is the color of every line's casing.
fn bytes_of(picture: &RgbaImage, transparent: bool) -> Vec<u8> {
    let mut bytes = vec![0; picture.as_raw().len()];
    for (to, from) in bytes.chunks_exact_mut(4).zip(picture.as_raw().chunks_exact(4)) {
        let alpha = u32::from(from[3]);
        if alpha == 0 {
            continue;
        }
        for (to, from) in to.iter_mut().zip([from[2], from[1], from[0]]) {
            *to = ((u32::from(from) * alpha + 127) / 255) as u8;
        }
        to[3] = if transparent { from[3] } else { u8::MAX };
    }
    bytes
}

/// The rectangles that make up what is drawn: the spans of each row, and rows of the same spans as one.
fn outline(picture: &RgbaImage) -> Vec<Rectangle> {
    let mut found: Vec<Rectangle> = Vec::new();
    let mut last: Vec<(i16, u16)> = Vec::new();
    for (y, row) in picture.rows().enumerate() {
        let mut spans = Vec::new();
        let mut start = None;
        for (x, solid) in row.map(|pixel| pixel.0[3] > OPAQUE).chain([false]).enumerate() {
            match (solid, start) {
                (true, None) => start = Some(x),
                (false, Some(first)) => {
                    start = None;
                    spans.push((first as i16, (x - first) as u16));
                }
                _ => {}
            }
        }
        if spans == last {
            let count = found.len();
            found[count - spans.len()..].iter_mut().for_each(|rectangle| rectangle.height += 1);
        } else {
            found.extend(spans.iter().map(|&(x, width)| Rectangle { x, y: y as i16, width, height: 1 }));
            last = spans;
        }
    }
    found
}

/// The pixels of the window that a path may need.
fn around(layout: &Layout, path: &[Cell]) -> Area {
    let margin = ROOM * layout.tile();
    // Where any tile may follow any other, arcs swing out of the path's own rectangle.
    let cells = if layout.shape().adjacency() == Adjacency::Free { &[][..] } else { path };
    let centers = cells.iter().map(|&cell| layout.center(cell));
    let (left, top, right, bottom) = centers
        .map(|(x, y)| (x, y, x, y))
        .reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))
        .unwrap_or_else(|| layout.bounds());
    let (x, y) = ((left - margin).floor() as i32, (top - margin).floor() as i32);
    let size = |low: i32, high: f32| ((high + margin).ceil() as i32 - low).max(1) as u32;
    Area { x, y, width: size(x, right), height: size(y, bottom) }
}

/// The place for a panel to the right or to the left of one of these areas, as high as the board; `None` where the
/// screen has no room there.
fn beside(size: Area, board: Area, areas: &[Area], screen: Area) -> Option<Area> {
    let (w, h) = (size.width as i32, size.height as i32);
    let y = (board.y + (board.height as i32 - h) / 2).clamp(screen.y, (screen.bottom() - h).max(screen.y));
    let places = areas.iter().flat_map(|area| [area.right() + APART, area.x - APART - w]);
    let x = places.into_iter().find(|&x| x >= screen.x && x + w <= screen.right())?;
    Some(Area { x, y, ..size })
}

/// The place for a panel below the game, or above it, or at the screen's upper edge.
fn below(size: Area, board: Area, game: Area, screen: Area) -> Area {
    let (w, h) = (size.width as i32, size.height as i32);
    let x = (board.x + (board.width as i32 - w) / 2).clamp(screen.x, (screen.right() - w).max(screen.x));
    let under = game.bottom() + APART;
    let y = if under + h <= screen.bottom() { under } else { game.y - APART - h };
    let y = y.clamp(screen.y, (screen.bottom() - h).max(screen.y));
    Area { x, y, ..size }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    const SCREEN: Area = Area { x: 0, y: 0, width: 1000, height: 800 };

    #[test]
    fn a_panel_stands_beside_the_game_and_on_the_screen() {
        let game = Area { x: 100, y: 100, width: 600, height: 500 };
        let board = Area { x: 200, y: 150, width: 400, height: 400 };
        let size = Area { x: 0, y: 0, width: 200, height: 100 };
        assert_eq!(beside(size, board, &[game], SCREEN), Some(Area { x: 710, y: 300, ..size }));
        // At the right edge of the screen it goes to the left.
        let by = (290, 0);
        assert_eq!(beside(size, board.moved(by), &[game.moved(by)], SCREEN).map(|place| place.x), Some(180));
        // Beside a game as large as the screen is no room, but beside its board.
        assert_eq!(beside(size, board, &[SCREEN], SCREEN), None);
        assert_eq!(beside(size, board, &[SCREEN, board], SCREEN).map(|place| place.x), Some(610));
        for x in [-300, 0, 500, 990] {
            for y in [-300, 0, 790] {
                let at = below(size, board.moved((x, y)), game.moved((x, y)), SCREEN);
                assert!(at.x >= 0 && at.right() <= 1000 && at.y >= 0 && at.bottom() <= 800, "{x} {y}: {at:?}");
            }
        }
    }

    #[test]
    fn the_shape_is_what_is_drawn() {
        let mut picture = RgbaImage::new(6, 2);
        for x in [0, 1, 4] {
            picture.put_pixel(x, 1, Rgba([9, 9, 9, 255]));
        }
        picture.put_pixel(5, 0, Rgba([9, 9, 9, 30]));
        let shape = |picture: &RgbaImage| -> Vec<(i16, i16, u16, u16)> {
            outline(picture).iter().map(|r| (r.x, r.y, r.width, r.height)).collect()
        };
        assert_eq!(shape(&picture), [(0, 1, 2, 1), (4, 1, 1, 1)]);
        let bar = RgbaImage::from_fn(3, 9, |x, _| Rgba([0, 0, 0, if x == 1 { 255 } else { 0 }]));
        assert_eq!(shape(&bar), [(1, 0, 1, 9)]);
        assert_eq!(shape(&RgbaImage::new(4, 4)), []);
    }

    #[test]
    fn pixels_are_blue_first_and_multiplied() {
        let picture = RgbaImage::from_pixel(1, 1, Rgba([200, 100, 50, 128]));
        assert_eq!(bytes_of(&picture, true), [25, 50, 100, 128]);
        assert_eq!(bytes_of(&picture, false), [25, 50, 100, 255]);
    }
}
