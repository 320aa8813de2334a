//! Pixels of a window: by shared memory where the server has it, else through the connection.
//!
//! The memory is a file without a name that the server maps and writes; we read it as a file, which is a copy that
//! has to be made anyway, and needs no unsafe code.

use super::super::{Area, CaptureError};
use super::desk::{Desk, failed, lost};
use image::RgbaImage;
use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use std::os::fd::OwnedFd;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt, Drawable, ImageFormat, ImageOrder};

/// Every pixel is four bytes: blue, green, red, and nothing or alpha.
const BYTES: usize = 4;
/// All planes of a pixel.
const EVERY_PLANE: u32 = !0;

/// How pixels come over.
pub(super) enum Pixels {
    Shared(Shared),
    Sent,
}

/// Memory that the server and we both have.
pub(super) struct Shared {
    segment: shm::Seg,
    file: OwnedFd,
    bytes: usize,
}

impl Pixels {
    /// Shared memory where the server lets us.
    pub(super) fn new(desk: &Desk) -> Pixels {
        let has_shm = desk.conn.extension_information(shm::X11_EXTENSION_NAME).ok().flatten().is_some();
        let area = desk.screen.width as usize * desk.screen.height as usize;
        let shared = has_shm.then(|| Shared::new(desk, area * BYTES)).flatten();
        shared.map_or(Pixels::Sent, Pixels::Shared)
    }

    /// The pixels of a part of a drawable, which has to lie within it.
    pub(super) fn grab(&mut self, desk: &Desk, from: Drawable, part: Area) -> Result<RgbaImage, CaptureError> {
        let wrong = || CaptureError::Failed(format!("expected pixels of {part}, found others"));
        let shared = match self {
            Pixels::Shared(shared) => match shared.grab(desk, from, part) {
                // Of windows that reach beyond the screen this way knows nothing.
                Err(CaptureError::Hidden) => None,
                grabbed => Some(grabbed?),
            },
            Pixels::Sent => None,
        };
        let mut bytes = shared.map_or_else(|| sent(desk, from, part), Ok)?;
        for pixel in bytes.chunks_exact_mut(BYTES) {
            pixel.swap(0, 2);
            pixel[3] = u8::MAX;
        }
        RgbaImage::from_raw(part.width, part.height, bytes).ok_or_else(wrong)
    }
}

/// The bytes of a part of a drawable, through the connection.
fn sent(desk: &Desk, from: Drawable, part: Area) -> Result<Vec<u8>, CaptureError> {
    let (x, y, width, height) = request(part)?;
    let asked = desk.conn.get_image(ImageFormat::Z_PIXMAP, from, x, y, width, height, EVERY_PLANE);
    let mut bytes = asked.map_err(lost)?.reply().map_err(failed)?.data;
    bytes.truncate(count(part));
    Ok(bytes)
}

/// A part as requests have it.
fn request(part: Area) -> Result<(i16, i16, u16, u16), CaptureError> {
    let numbers = || {
        let corner = (i16::try_from(part.x).ok()?, i16::try_from(part.y).ok()?);
        Some((corner.0, corner.1, u16::try_from(part.width).ok()?, u16::try_from(part.height).ok()?))
    };
    numbers().ok_or_else(|| CaptureError::Failed(format!("expected a part of a screen, found {part}")))
}

fn count(part: Area) -> usize {
    part.width as usize * part.height as usize * BYTES
}

impl Shared {
    /// The bytes of a part of a drawable.
    fn grab(&mut self, desk: &Desk, from: Drawable, part: Area) -> Result<Vec<u8>, CaptureError> {
        let (x, y, width, height) = request(part)?;
        let mut bytes = vec![0; count(part)];
        let none = || CaptureError::Failed("no shared memory left".to_string());
        if self.bytes < bytes.len() {
            desk.conn.shm_detach(self.segment).map_err(lost)?;
            *self = Shared::new(desk, bytes.len()).ok_or_else(none)?;
        }
        let format = u8::from(ImageFormat::Z_PIXMAP);
        let asked = desk.conn.shm_get_image(from, x, y, width, height, EVERY_PLANE, format, self.segment, 0);
        asked.map_err(lost)?.reply().map_err(failed)?;
        self.read(&mut bytes).ok_or_else(none)?;
        Ok(bytes)
    }

    fn new(desk: &Desk, bytes: usize) -> Option<Shared> {
        let file = memfd_create("hexlex", MemfdFlags::CLOEXEC).ok()?;
        ftruncate(&file, bytes as u64).ok()?;
        let segment = desk.conn.generate_id().ok()?;
        let asked = desk.conn.shm_attach_fd(segment, file.try_clone().ok()?, false).ok()?;
        asked.check().ok()?;
        Some(Shared { segment, file, bytes })
    }

    fn read(&self, bytes: &mut [u8]) -> Option<()> {
        let mut done = 0;
        while done < bytes.len() {
            match rustix::io::pread(&self.file, &mut bytes[done..], done as u64) {
                Ok(0) => return None,
                Ok(n) => done += n,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        }
        Some(())
    }
}

/// Whether the pixels of windows of this depth are four bytes, blue first: on every screen of today.
pub(super) fn are_plain(desk: &Desk, depth: u8) -> bool {
    let setup = desk.conn.setup();
    let format = setup.pixmap_formats.iter().find(|format| format.depth == depth);
    matches!(depth, 24 | 32)
        && setup.image_byte_order == ImageOrder::LSB_FIRST
        && format.is_some_and(|format| format.bits_per_pixel == 32 && format.scanline_pad == 32)
}
