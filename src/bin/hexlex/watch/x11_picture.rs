//! Pictures as an X server and a Wayland compositor take them.

use anyhow::Result;
use image::RgbaImage;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::xproto::{ConnectionExt, Gcontext, ImageFormat, Pixmap, Window};
use x11rb::rust_connection::RustConnection;

/// How the screen stays visible around a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transparency {
    /// A compositor blends the windows by their alpha.
    Alpha,
    /// The windows are opaque; those of the overlay have the shape of the drawing.
    Shape,
}

/// The window that pixmaps are made for.
pub(super) struct PixmapFormat {
    pub(super) root: Window,
    pub(super) gc: Gcontext,
    pub(super) depth: u8,
    pub(super) transparency: Transparency,
}

/// A pixmap on the server with the picture's pixels.
pub(super) fn upload(conn: &RustConnection, format: &PixmapFormat, picture: &RgbaImage) -> Result<Pixmap> {
    /// Bytes of a request besides its pixels, at least.
    const HEADER: usize = 64;
    let PixmapFormat { root, gc, depth, transparency } = *format;
    let pixmap = conn.generate_id()?;
    let (width, height) = (picture.width() as u16, picture.height() as u16);
    conn.create_pixmap(depth, pixmap, root, width, height)?;
    let bytes = server_pixels(picture, transparency);
    let row = usize::from(width) * 4;
    // The server limits the bytes of a request, so the picture goes there in bands of rows.
    let rows = ((conn.maximum_request_bytes().saturating_sub(HEADER)) / row).clamp(1, usize::from(u16::MAX));
    for (n, band) in bytes.chunks(rows * row).enumerate() {
        let (lines, y) = ((band.len() / row) as u16, (n * rows) as i16);
        conn.put_image(ImageFormat::Z_PIXMAP, pixmap, gc, width, lines, 0, y, 0, depth, band)?;
    }
    Ok(pixmap)
}

/// The pixels as servers take them: blue first, colors multiplied by alpha. Without transparency half transparent
/// pixels lie over black, which is nearly the color of every line's casing.
pub(super) fn server_pixels(picture: &RgbaImage, transparency: Transparency) -> Vec<u8> {
    let mut bytes = vec![0; picture.as_raw().len()];
    for (to, from) in bytes.chunks_exact_mut(4).zip(picture.as_raw().chunks_exact(4)) {
        let alpha = u32::from(from[3]);
        if alpha == 0 {
            continue;
        }
        for (to, from) in to.iter_mut().zip([from[2], from[1], from[0]]) {
            *to = ((u32::from(from) * alpha + 127) / 255) as u8;
        }
        to[3] = match transparency {
            Transparency::Alpha => from[3],
            Transparency::Shape => u8::MAX,
        };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn pixels_are_blue_first_and_multiplied_by_alpha() {
        let picture = RgbaImage::from_pixel(1, 1, Rgba([200, 100, 50, 128]));
        assert_eq!(server_pixels(&picture, Transparency::Alpha), [25, 50, 100, 128]);
        assert_eq!(server_pixels(&picture, Transparency::Shape), [25, 50, 100, 255]);
    }
}
