//! A window that shows given pictures, each in one request: a game that follows a script.

use hexlex::board::Board;
use hexlex::paint::{Style, paint};
use image::imageops::replace;
use image::{Rgba, RgbaImage};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConfigureWindowAux, ConnectionExt, CreateGCAux, CreateWindowAux, Gcontext,
    ImageFormat, Pixmap, PropMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// The window.
pub(crate) struct Stage {
    conn: RustConnection,
    root: Window,
    pub(crate) window: Window,
    gc: Gcontext,
    depth: u8,
    size: (u32, u32),
}

/// A picture that the X server has received.
pub(crate) struct Scene {
    pixmap: Pixmap,
}

impl Stage {
    /// Opens a window of this title and size.
    pub(crate) fn open(display: &str, title: &str, size: (u32, u32)) -> Stage {
        let (conn, number) = RustConnection::connect(Some(display)).unwrap();
        let screen = &conn.setup().roots[number];
        let (root, depth) = (screen.root, screen.root_depth);
        let (window, gc) = (conn.generate_id().unwrap(), conn.generate_id().unwrap());
        let (class, copied) = (WindowClass::INPUT_OUTPUT, x11rb::COPY_FROM_PARENT);
        let (width, height) = (size.0 as u16, size.1 as u16);
        let more = CreateWindowAux::new().background_pixel(0);
        conn.create_window(depth, window, root, 40, 60, width, height, 0, class, copied, &more).unwrap();
        conn.create_gc(gc, window, &CreateGCAux::new().graphics_exposures(0)).unwrap();
        let (replace, text) = (PropMode::REPLACE, AtomEnum::STRING);
        conn.change_property8(replace, window, AtomEnum::WM_NAME, text, title.as_bytes()).unwrap();
        conn.change_property8(replace, window, AtomEnum::WM_CLASS, text, b"stage\0Stage\0").unwrap();
        conn.map_window(window).unwrap();
        conn.sync().unwrap();
        Stage { conn, root, window, gc, depth, size }
    }

    /// Sends a picture to the server, to be shown later.
    pub(crate) fn scene(&self, picture: &RgbaImage) -> Scene {
        let pixmap = self.conn.generate_id().unwrap();
        let (width, height) = (picture.width() as u16, picture.height() as u16);
        self.conn.create_pixmap(self.depth, pixmap, self.root, width, height).unwrap();
        let bytes: Vec<u8> = picture.pixels().flat_map(|pixel| [pixel.0[2], pixel.0[1], pixel.0[0], 255]).collect();
        let row = usize::from(width) * 4;
        let rows = ((self.conn.maximum_request_bytes() - 64) / row).min(1000);
        for (n, band) in bytes.chunks(rows * row).enumerate() {
            let (lines, y) = ((band.len() / row) as u16, (n * rows) as i16);
            let format = ImageFormat::Z_PIXMAP;
            self.conn.put_image(format, pixmap, self.gc, width, lines, 0, y, 0, self.depth, band).unwrap();
        }
        self.conn.sync().unwrap();
        Scene { pixmap }
    }

    /// Shows a scene in one request. After that, the X server draws it again where the window is uncovered.
    pub(crate) fn show(&self, scene: &Scene) {
        let (width, height) = (self.size.0 as u16, self.size.1 as u16);
        self.conn.copy_area(scene.pixmap, self.window, self.gc, 0, 0, 0, 0, width, height).unwrap();
        let background = ChangeWindowAttributesAux::new().background_pixmap(scene.pixmap);
        self.conn.change_window_attributes(self.window, &background).unwrap();
        self.conn.flush().unwrap();
    }

    /// Frees a scene.
    pub(crate) fn forget(&self, scene: Scene) {
        self.conn.free_pixmap(scene.pixmap).unwrap();
    }

    /// Fills a part of the window with one color.
    pub(crate) fn dot(&self, color: u32, (x, y): (i16, i16), side: u16) {
        use x11rb::protocol::xproto::{ChangeGCAux, Rectangle};
        self.conn.change_gc(self.gc, &ChangeGCAux::new().foreground(color)).unwrap();
        let dot = Rectangle { x, y, width: side, height: side };
        self.conn.poly_fill_rectangle(self.window, self.gc, &[dot]).unwrap();
        self.conn.sync().unwrap();
    }

    /// The size that its pictures have.
    #[allow(dead_code)] // the benchmark has one size
    pub(crate) fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Changes the size of the window; a picture of the new size is to be shown.
    #[allow(dead_code)]
    pub(crate) fn resize(&mut self, size: (u32, u32)) {
        self.size = size;
        let to = ConfigureWindowAux::new().width(size.0).height(size.1);
        self.conn.configure_window(self.window, &to).unwrap();
        self.conn.sync().unwrap();
    }

    /// Moves the window.
    pub(crate) fn place(&self, (x, y): (i32, i32)) {
        self.conn.configure_window(self.window, &ConfigureWindowAux::new().x(x).y(y)).unwrap();
        self.conn.sync().unwrap();
    }

    /// Destroys the window.
    pub(crate) fn close(self) {
        self.conn.destroy_window(self.window).unwrap();
        self.conn.sync().unwrap();
    }
}

/// A picture of a game of this size with this board in it.
pub(crate) fn game((width, height): (u32, u32), board: &Board, tile: f32) -> RgbaImage {
    let (picture, _) = paint(board, &Style::default(), tile).unwrap();
    let mut game = RgbaImage::from_pixel(width, height, Rgba([46, 66, 58, 255]));
    let (x, y) = (i64::from(width - picture.width()) / 4, i64::from(height - picture.height()) / 2);
    replace(&mut game, &picture, x, y);
    game
}
