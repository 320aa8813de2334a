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
        let count = part.width as usize * part.height as usize * BYTES;
        let wrong = || CaptureError::Failed(format!("expected pixels of {part}, found others"));
        let (x, y) = (i16::try_from(part.x).map_err(|_| wrong())?, i16::try_from(part.y).map_err(|_| wrong())?);
        let (width, height) = (part.width as u16, part.height as u16);
        let format = ImageFormat::Z_PIXMAP;
        let mut bytes = match self {
            Pixels::Shared(shared) => {
                if shared.bytes < count {
                    *shared = Shared::new(desk, count)
                        .ok_or_else(|| CaptureError::Failed("no shared memory left".to_string()))?;
                }
                let asked = desk.conn.shm_get_image(
                    from,
                    x,
                    y,
                    width,
                    height,
                    EVERY_PLANE,
                    u8::from(format),
                    shared.segment,
                    0,
                );
                asked.map_err(lost)?.reply().map_err(failed)?;
                let mut bytes = vec![0; count];
                shared.read(&mut bytes).ok_or_else(wrong)?;
                bytes
            }
            Pixels::Sent => {
                let asked = desk.conn.get_image(format, from, x, y, width, height, EVERY_PLANE);
                let mut bytes = asked.map_err(lost)?.reply().map_err(failed)?.data;
                bytes.truncate(count);
                bytes
            }
        };
        for pixel in bytes.chunks_exact_mut(BYTES) {
            pixel.swap(0, 2);
            pixel[3] = u8::MAX;
        }
        RgbaImage::from_raw(part.width, part.height, bytes).ok_or_else(wrong)
    }
}

impl Shared {
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
