//! Copies the pixels of a window from the X server: by shared memory where the server has it, else over the connection.
//!
//! The memory is an anonymous file that the server maps and writes. Reading the file is the one copy that an image
//! needs anyway, and needs no unsafe code. Where a game draws the same again, even that copy is spared: the file is read
//! piece by piece beside the pixels before.

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

/// Bytes that are compared at once with those before: they stay in the processor's cache. Smaller: more calls to the system;
/// larger: they go through the memory. Chosen by hand; 32 and 128 KiB are as quick.
const PIECE: usize = 64 * 1024;

/// How pixels come from the server.
pub(super) struct Transfer {
    /// `None`: over the connection.
    memory: Option<SharedMemory>,
    /// What [`grab_changed`](Transfer::grab_changed) returned last.
    last: Option<Seen>,
    piece: Vec<u8>,
}

/// The pixels of a part of a drawable, as the server has written them.
struct Seen {
    from: Drawable,
    part: Rect,
    bytes: Vec<u8>,
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
        Transfer { memory, last: None, piece: Vec::new() }
    }

    /// The image of a part of a drawable. The part has to lie inside the drawable.
    pub(super) fn grab(&mut self, display: &Display, from: Drawable, part: Rect) -> Result<RgbaImage, CaptureError> {
        let bytes = match self.copy(display, from, part)? {
            Some(memory) => memory.read(byte_count(part), Vec::new()).ok_or_else(no_memory)?,
            None => over_connection(display, from, part)?,
        };
        image_of(bytes, part)
    }

    /// The same where it differs from what this method returned last; `None` where it is known to be the same.
    pub(super) fn grab_changed(
        &mut self,
        display: &Display,
        from: Drawable,
        part: Rect,
    ) -> Result<Option<RgbaImage>, CaptureError> {
        if self.copy(display, from, part)?.is_none() {
            self.last = None;
            return over_connection(display, from, part).and_then(|bytes| image_of(bytes, part)).map(Some);
        }
        let Some(memory) = &self.memory else { return Err(no_memory()) };
        if let Some(last) = self.last.as_ref().filter(|last| last.from == from && last.part == part)
            && memory.is_same(&last.bytes, &mut self.piece).ok_or_else(no_memory)?
        {
            return Ok(None);
        }
        // Memory that was written before needs no new pages.
        let used = self.last.take().map(|last| last.bytes).unwrap_or_default();
        let bytes = memory.read(byte_count(part), used).ok_or_else(no_memory)?;
        let mut pixels = vec![0; bytes.len()];
        for (pixel, source) in pixels.as_chunks_mut().0.iter_mut().zip(bytes.as_chunks().0) {
            *pixel = rgba(*source);
        }
        self.last = Some(Seen { from, part, bytes });
        image(pixels, part).map(Some)
    }

    /// Forgets what [`grab_changed`](Transfer::grab_changed) returned last.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// Makes the server write a part of a drawable into the shared memory; `None` where it does not.
    fn copy(&mut self, display: &Display, from: Drawable, part: Rect) -> Result<Option<&SharedMemory>, CaptureError> {
        let Some(memory) = &mut self.memory else { return Ok(None) };
        match memory.copy(display, from, part) {
            Ok(()) => Ok(Some(memory)),
            // The server refuses this for windows that reach beyond the screen.
            Err(CaptureError::Hidden) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn no_memory() -> CaptureError {
    CaptureError::Failed("no shared memory left".to_string())
}

/// The image of a part that the server has written.
fn image_of(mut bytes: Vec<u8>, part: Rect) -> Result<RgbaImage, CaptureError> {
    bytes.as_chunks_mut().0.iter_mut().for_each(|pixel| *pixel = rgba(*pixel));
    image(bytes, part)
}

fn image(pixels: Vec<u8>, part: Rect) -> Result<RgbaImage, CaptureError> {
    RgbaImage::from_raw(part.width, part.height, pixels)
        .ok_or_else(|| CaptureError::Failed(format!("expected {part} of pixels, found fewer")))
}

/// An opaque pixel from one of the server: blue, green, red. As one number, which the compiler does for several pixels at once.
fn rgba(pixel: [u8; BYTES]) -> [u8; BYTES] {
    let bgr = u32::from_le_bytes(pixel);
    (bgr >> 16 & 0xff | bgr & 0xff00 | (bgr & 0xff) << 16 | 0xff00_0000).to_le_bytes()
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

    /// Makes the server write a part of a drawable. Larger memory replaces memory that is too small.
    fn copy(&mut self, display: &Display, from: Drawable, part: Rect) -> Result<(), CaptureError> {
        let Rectangle { x, y, width, height } = rectangle(part)?;
        let count = byte_count(part);
        if self.bytes < count {
            display.conn.shm_detach(self.segment).map_err(lost)?;
            *self = SharedMemory::new(display, count).ok_or_else(no_memory)?;
        }
        let format = u8::from(ImageFormat::Z_PIXMAP);
        let asked = display.conn.shm_get_image(from, x, y, width, height, ALL_PLANES, format, self.segment, 0);
        asked.map_err(lost)?.reply().map_err(failed)?;
        Ok(())
    }

    /// Whether the memory begins with these bytes, read through a buffer of one piece; `None` where it cannot be read.
    fn is_same(&self, bytes: &[u8], piece: &mut Vec<u8>) -> Option<bool> {
        piece.resize(PIECE, 0);
        let mut done = 0;
        while done < bytes.len() {
            let count = PIECE.min(bytes.len() - done);
            match rustix::io::pread(&self.file, &mut piece[..count], done as u64) {
                Ok(0) => return None,
                Ok(read) if piece[..read] != bytes[done..done + read] => return Some(false),
                Ok(read) => done += read,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        }
        Some(true)
    }

    /// The first bytes of the memory, in a buffer whose own bytes do not count. They are written once: a buffer of zeros first would
    /// take as long as the copy.
    fn read(&self, count: usize, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
        bytes.clear();
        bytes.reserve_exact(count);
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
