//! The X11 side of the overlay: its windows, and the pictures in them.
//!
//! No window manager manages these windows: they take no focus and appear in no list of windows. Where a compositor runs
//! they are transparent; without one their X11 shape is the outline of the drawing. Clicks pass through to the game.

use super::desktop::{OverlayDesktop, Part};
use crate::watch::x11_picture::{PixmapFormat, Transparency, upload};
use anyhow::{Context, Result};
use hexlex::pixels::Rect;
use image::RgbaImage;
use x11rb::connection::Connection;
use x11rb::protocol::randr::{ConnectionExt as _, MonitorInfo};
use x11rb::protocol::shape::{ConnectionExt as _, SK, SO};
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClipOrdering, ColormapAlloc, ConfigureWindowAux, ConnectionExt, CreateGCAux,
    CreateWindowAux, EventMask, Gcontext, PropMode, Rectangle, StackMode, VisualClass, Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Without a compositor, a pixel with more alpha than this is part of the window's shape. Smaller keeps the dark fringe
/// of antialiased edges, larger thins the lines. Chosen by hand.
const MIN_ALPHA: u8 = 110;

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

/// A connection to the X server, with the windows of the overlay and their format.
pub(super) struct X11Desktop {
    conn: RustConnection,
    /// The number of the screen.
    number: usize,
    root: XWindow,
    /// All pixels of the screen.
    screen: Rect,
    atoms: Atoms,
    format: WindowFormat,
    path: OverlayWindow,
    panel: OverlayWindow,
}

/// The pixel format of the windows, which depends on whether a compositor runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WindowFormat {
    transparency: Transparency,
    depth: u8,
    visual: u32,
    colormap: u32,
}

/// One window of the overlay.
struct OverlayWindow {
    window: XWindow,
    gc: Gcontext,
    area: Rect,
    shown: bool,
}

impl X11Desktop {
    /// # Errors
    /// Where there is no X server, or one without shapes.
    pub(super) fn open() -> Result<X11Desktop> {
        let (conn, number) = x11rb::connect(None).context(
            "expected an X11 display for an overlay over a window (on Wayland XWayland's), found none: use --preview",
        )?;
        let screen = &conn.setup().roots[number];
        let root = screen.root;
        let (width, height) = (u32::from(screen.width_in_pixels), u32::from(screen.height_in_pixels));
        conn.shape_query_version()?
            .reply()
            .context("expected an X server with shapes for the overlay, found one without: use --preview")?;
        let atoms = Atoms::new(&conn)?.reply()?;
        let format = WindowFormat::new(&conn, number, transparency(&conn, &atoms)?)?;
        let [path, panel] = [new_window(&conn, root, &atoms, format)?, new_window(&conn, root, &atoms, format)?];
        Ok(X11Desktop { conn, number, root, screen: Rect { x: 0, y: 0, width, height }, atoms, format, path, panel })
    }

    fn window(&self, part: Part) -> &OverlayWindow {
        match part {
            Part::Path => &self.path,
            Part::Panel => &self.panel,
        }
    }

    fn window_mut(&mut self, part: Part) -> &mut OverlayWindow {
        match part {
            Part::Path => &mut self.path,
            Part::Panel => &mut self.panel,
        }
    }

    /// Destroys a window, and makes a new one in the current format.
    fn replace(&mut self, part: Part) -> Result<()> {
        let new = new_window(&self.conn, self.root, &self.atoms, self.format)?;
        let old = std::mem::replace(self.window_mut(part), new);
        self.conn.destroy_window(old.window)?;
        self.conn.free_gc(old.gc)?;
        Ok(())
    }
}

impl OverlayDesktop for X11Desktop {
    fn adapt(&mut self) -> Result<()> {
        let transparency = transparency(&self.conn, &self.atoms)?;
        if transparency != self.format.transparency {
            self.format = WindowFormat::new(&self.conn, self.number, transparency)?;
            self.replace(Part::Path)?;
            self.replace(Part::Panel)?;
        }
        Ok(())
    }

    fn has_alpha(&self) -> bool {
        self.format.transparency == Transparency::Alpha
    }

    /// By RandR; the whole screen where it lists none.
    fn monitors(&self) -> Result<Vec<Rect>> {
        let reply = self.conn.randr_get_monitors(self.root, true)?.reply()?;
        let area = |monitor: &MonitorInfo| Rect {
            x: monitor.x.into(),
            y: monitor.y.into(),
            width: monitor.width.into(),
            height: monitor.height.into(),
        };
        let monitors: Vec<Rect> = reply.monitors.iter().map(area).collect();
        Ok(if monitors.is_empty() { vec![self.screen] } else { monitors })
    }

    fn area(&self, part: Part) -> Option<Rect> {
        let window = self.window(part);
        window.shown.then_some(window.area)
    }

    /// The picture becomes the window's background, so that the server repaints it by itself.
    fn draw(&mut self, part: Part, area: Rect, picture: &RgbaImage) -> Result<()> {
        let WindowFormat { depth, transparency, .. } = self.format;
        let (conn, window) = (&self.conn, self.window(part));
        let format = PixmapFormat { root: self.root, gc: window.gc, depth, transparency };
        let pixmap = upload(conn, &format, picture)?;
        let to = ConfigureWindowAux::new()
            .x(area.x)
            .y(area.y)
            .width(picture.width())
            .height(picture.height())
            .stack_mode(StackMode::ABOVE);
        conn.configure_window(window.window, &to)?;
        let background = ChangeWindowAttributesAux::new().background_pixmap(pixmap);
        conn.change_window_attributes(window.window, &background)?;
        conn.free_pixmap(pixmap)?;
        if transparency == Transparency::Shape {
            let (shape, order) = (opaque_rectangles(picture), ClipOrdering::YX_BANDED);
            conn.shape_rectangles(SO::SET, SK::BOUNDING, order, window.window, 0, 0, &shape)?;
        }
        if window.shown {
            conn.clear_area(false, window.window, 0, 0, 0, 0)?;
        } else {
            conn.map_window(window.window)?;
        }
        let window = self.window_mut(part);
        (window.area, window.shown) = (area, true);
        Ok(())
    }

    fn move_by(&mut self, part: Part, dx: i32, dy: i32) -> Result<()> {
        let window = self.window_mut(part);
        window.area = window.area.moved(dx, dy);
        let (window, to) = (window.window, ConfigureWindowAux::new().x(window.area.x).y(window.area.y));
        self.conn.configure_window(window, &to)?;
        Ok(())
    }

    /// The check prevents a loop: each raise is a window change, which wakes the watch, which raises again.
    fn raise(&mut self) -> Result<()> {
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

    fn hide(&mut self, part: Part) -> Result<()> {
        let window = self.window_mut(part);
        if std::mem::take(&mut window.shown) {
            let window = window.window;
            self.conn.unmap_window(window)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(self.conn.flush()?)
    }
}

/// A window that is not shown yet.
fn new_window(conn: &RustConnection, root: XWindow, atoms: &Atoms, format: WindowFormat) -> Result<OverlayWindow> {
    let (window, gc) = (conn.generate_id()?, conn.generate_id()?);
    let made = CreateWindowAux::new()
        .override_redirect(1)
        .background_pixel(0)
        .border_pixel(0)
        .event_mask(EventMask::NO_EVENT)
        .colormap(format.colormap);
    let class = WindowClass::INPUT_OUTPUT;
    conn.create_window(format.depth, window, root, 0, 0, 1, 1, 0, class, format.visual, &made)?
        .check()
        .context("cannot make the overlay's window")?;
    conn.create_gc(gc, window, &CreateGCAux::new().graphics_exposures(0))?;
    let text = (PropMode::REPLACE, AtomEnum::STRING);
    conn.change_property8(text.0, window, AtomEnum::WM_CLASS, text.1, b"hexlex\0hexlex overlay\0")?;
    conn.change_property8(text.0, window, atoms._NET_WM_NAME, atoms.UTF8_STRING, b"hexlex watch: overlay")?;
    let kind = [atoms._NET_WM_WINDOW_TYPE_NOTIFICATION];
    conn.change_property32(text.0, window, atoms._NET_WM_WINDOW_TYPE, AtomEnum::ATOM, &kind)?;
    conn.change_property32(text.0, window, atoms._COMPTON_SHADOW, AtomEnum::CARDINAL, &[0])?;
    // An empty input region: clicks go to the window below.
    conn.shape_rectangles(SO::SET, SK::INPUT, ClipOrdering::UNSORTED, window, 0, 0, &[])?;
    Ok(OverlayWindow { window, gc, area: Rect::default(), shown: false })
}

/// By alpha where a compositor runs: it owns a selection of the desktop.
fn transparency(conn: &RustConnection, atoms: &Atoms) -> Result<Transparency> {
    let owner = conn.get_selection_owner(atoms._NET_WM_CM_S0)?.reply()?.owner;
    Ok(if owner == x11rb::NONE { Transparency::Shape } else { Transparency::Alpha })
}

impl WindowFormat {
    /// 32 bits where transparency by alpha is wanted and the server has such a format, else the screen's own format.
    fn new(conn: &RustConnection, number: usize, wanted: Transparency) -> Result<WindowFormat> {
        let screen = &conn.setup().roots[number];
        let opaque = WindowFormat {
            transparency: Transparency::Shape,
            depth: screen.root_depth,
            visual: screen.root_visual,
            colormap: screen.default_colormap,
        };
        let with_alpha = screen.allowed_depths.iter().find(|depth| depth.depth == 32).and_then(|depth| {
            depth.visuals.iter().find(|visual| visual.class == VisualClass::TRUE_COLOR && visual.red_mask == 0xff_0000)
        });
        let Some(visual) = with_alpha.filter(|_| wanted == Transparency::Alpha) else { return Ok(opaque) };
        let colormap = conn.generate_id()?;
        conn.create_colormap(ColormapAlloc::NONE, colormap, screen.root, visual.visual_id)?;
        Ok(WindowFormat { transparency: Transparency::Alpha, depth: 32, visual: visual.visual_id, colormap })
    }
}

/// Run-length rectangles of the opaque pixels; equal consecutive rows are merged.
fn opaque_rectangles(picture: &RgbaImage) -> Vec<Rectangle> {
    let mut found: Vec<Rectangle> = Vec::new();
    let mut last: Vec<(i16, u16)> = Vec::new();
    for (y, row) in picture.rows().enumerate() {
        let mut spans = Vec::new();
        let mut start = None;
        for (x, solid) in row.map(|pixel| pixel.0[3] > MIN_ALPHA).chain([false]).enumerate() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn the_shape_is_the_outline_of_the_drawing() {
        let mut picture = RgbaImage::new(6, 2);
        for x in [0, 1, 4] {
            picture.put_pixel(x, 1, Rgba([9, 9, 9, 255]));
        }
        picture.put_pixel(5, 0, Rgba([9, 9, 9, 30]));
        let shape = |picture: &RgbaImage| -> Vec<(i16, i16, u16, u16)> {
            opaque_rectangles(picture).iter().map(|r| (r.x, r.y, r.width, r.height)).collect()
        };
        assert_eq!(shape(&picture), [(0, 1, 2, 1), (4, 1, 1, 1)]);
        let bar = RgbaImage::from_fn(3, 9, |x, _| Rgba([0, 0, 0, if x == 1 { 255 } else { 0 }]));
        assert_eq!(shape(&bar), [(1, 0, 1, 9)]);
        assert_eq!(shape(&RgbaImage::new(4, 4)), []);
    }
}
