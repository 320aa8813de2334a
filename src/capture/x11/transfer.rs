//! Copies the pixels of a window from the X server: by shared memory where the server has it, else over the connection.
//!
//! The memory is an anonymous file that the server maps and writes. Reading the file is the one copy that an image
//! needs anyway, and needs no unsafe code.

use super::super::CaptureError;
use super::display::{Display, failed, lost};
use crate::pixels::Rect;
use image::RgbaImage;
use rustix::buffer::spare_capacity;
use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use std::os::fd::OwnedFd;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt, Drawable, ImageFormat, ImageOrder, Rectangle};

/// Bytes of a pixel: blue, green, red, and alpha or padding.
const BYTES: usize = 4;
/// The plane mask of all bits of a pixel.
const ALL_PLANES: u32 = !0;

/// How pixels come from the server.
pub(super) enum Transfer {
    SharedMemory(SharedMemory),
    Connection,
}

/// Memory that the server writes and this program reads.
pub(super) struct SharedMemory {
    segment: shm::Seg,
    file: OwnedFd,
    bytes: usize,
}

impl Transfer {
    /// Shared memory as large as the screen, where the server allows it.
    pub(super) fn new(display: &Display) -> Transfer {
        let has_shm = display.conn.extension_information(shm::X11_EXTENSION_NAME).ok().flatten().is_some();
        let pixels = display.screen.width as usize * display.screen.height as usize;
        let memory = has_shm.then(|| SharedMemory::new(display, pixels * BYTES)).flatten();
        memory.map_or(Transfer::Connection, Transfer::SharedMemory)
    }

    /// The image of a part of a drawable. The part has to lie inside the drawable.
    pub(super) fn grab(&mut self, display: &Display, from: Drawable, part: Rect) -> Result<RgbaImage, CaptureError> {
        let shared = match self {
            Transfer::SharedMemory(memory) => match memory.grab(display, from, part) {
                // The server refuses this for windows that reach beyond the screen.
                Err(CaptureError::Hidden) => None,
                grabbed => Some(grabbed?),
            },
            Transfer::Connection => None,
        };
        let mut bytes = shared.map_or_else(|| over_connection(display, from, part), Ok)?;
        for pixel in bytes.chunks_exact_mut(BYTES) {
            pixel.swap(0, 2);
            pixel[3] = u8::MAX;
        }
        RgbaImage::from_raw(part.width, part.height, bytes)
            .ok_or_else(|| CaptureError::Failed(format!("expected {part} of pixels, found fewer")))
    }
}

/// The bytes of a part of a drawable, over the connection.
fn over_connection(display: &Display, from: Drawable, part: Rect) -> Result<Vec<u8>, CaptureError> {
    let Rectangle { x, y, width, height } = rectangle(part)?;
    let asked = display.conn.get_image(ImageFormat::Z_PIXMAP, from, x, y, width, height, ALL_PLANES);
    let mut bytes = asked.map_err(lost)?.reply().map_err(failed)?.data;
    bytes.truncate(byte_count(part));
    Ok(bytes)
}

/// The part in the 16-bit numbers of the X protocol.
fn rectangle(part: Rect) -> Result<Rectangle, CaptureError> {
    let convert = || {
        let (x, y) = (i16::try_from(part.x).ok()?, i16::try_from(part.y).ok()?);
        Some(Rectangle { x, y, width: u16::try_from(part.width).ok()?, height: u16::try_from(part.height).ok()? })
    };
    convert().ok_or_else(|| CaptureError::Failed(format!("expected a part of a screen, found {part}")))
}

fn byte_count(part: Rect) -> usize {
    part.width as usize * part.height as usize * BYTES
}

impl SharedMemory {
    fn new(display: &Display, bytes: usize) -> Option<SharedMemory> {
        let file = memfd_create("hexlex", MemfdFlags::CLOEXEC).ok()?;
        ftruncate(&file, bytes as u64).ok()?;
        let segment = display.conn.generate_id().ok()?;
        let asked = display.conn.shm_attach_fd(segment, file.try_clone().ok()?, false).ok()?;
        asked.check().ok()?;
        Some(SharedMemory { segment, file, bytes })
    }

    /// The bytes of a part of a drawable. Larger memory replaces memory that is too small.
    fn grab(&mut self, display: &Display, from: Drawable, part: Rect) -> Result<Vec<u8>, CaptureError> {
        let Rectangle { x, y, width, height } = rectangle(part)?;
        let count = byte_count(part);
        let no_memory = || CaptureError::Failed("no shared memory left".to_string());
        if self.bytes < count {
            display.conn.shm_detach(self.segment).map_err(lost)?;
            *self = SharedMemory::new(display, count).ok_or_else(no_memory)?;
        }
        let format = u8::from(ImageFormat::Z_PIXMAP);
        let asked = display.conn.shm_get_image(from, x, y, width, height, ALL_PLANES, format, self.segment, 0);
        asked.map_err(lost)?.reply().map_err(failed)?;
        self.read(count).ok_or_else(no_memory)
    }

    /// The first bytes of the memory. They are written once: a buffer of zeros first would take as long as the copy.
    fn read(&self, count: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count);
        while bytes.len() < count {
            let done = bytes.len() as u64;
            match rustix::io::pread(&self.file, spare_capacity(&mut bytes), done) {
                Ok(0) => return None,
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        }
        bytes.truncate(count);
        Some(bytes)
    }
}

/// Whether windows of this depth have four bytes a pixel, blue first, without padding: the one format that is read here.
pub(super) fn is_supported(display: &Display, depth: u8) -> bool {
    let setup = display.conn.setup();
    let format = setup.pixmap_formats.iter().find(|format| format.depth == depth);
    matches!(depth, 24 | 32)
        && setup.image_byte_order == ImageOrder::LSB_FIRST
        && format.is_some_and(|format| format.bits_per_pixel == 32 && format.scanline_pad == 32)
}
