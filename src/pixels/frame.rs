//! Pixels, and where they came from.

use super::Size;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};
use std::io::{Cursor, ErrorKind};
use std::path::Path;

/// The most pixels that a frame may have: some thirty times a 1080p screen. A larger picture is no
/// screenshot, and would cost gigabytes.
pub const MAX_PIXELS: u64 = 64 << 20;

/// A picture to be read: opaque RGBA pixels, and a name to call it by.
#[derive(Debug, Clone)]
pub struct Frame {
    pixels: RgbaImage,
    source: String,
}

/// Why there is no frame.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The file could not be read.
    #[error("cannot read {source_name}: {reason}")]
    Read {
        /// The file.
        source_name: String,
        /// What the system says.
        reason: String,
    },
    /// The bytes are no picture of a known format.
    #[error("{source_name} is no picture that hexlex knows: expected PNG, JPEG, BMP or WebP, found {found}")]
    Format {
        /// The file.
        source_name: String,
        /// What was there instead.
        found: String,
    },
    /// The picture is damaged.
    #[error("{source_name} is damaged: {reason}; save the screenshot again")]
    Damaged {
        /// The file.
        source_name: String,
        /// What the decoder says.
        reason: String,
    },
    /// The picture has too many pixels.
    #[error(
        "{source_name} is too large: {width}x{height} pixels, expected at most {MAX_PIXELS} in all; crop it to the game"
    )]
    TooLarge {
        /// The file.
        source_name: String,
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
}

impl Frame {
    /// A frame of these pixels. Transparent ones are laid over white, as picture viewers show them.
    pub fn new(mut pixels: RgbaImage, source: impl Into<String>) -> Frame {
        for pixel in pixels.pixels_mut().filter(|pixel| pixel.0[3] != u8::MAX) {
            let alpha = u32::from(pixel.0[3]);
            for channel in &mut pixel.0[..3] {
                *channel = ((u32::from(*channel) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
            }
            pixel.0[3] = u8::MAX;
        }
        Frame { pixels, source: source.into() }
    }

    /// Reads a picture file: PNG, JPEG (turned as its EXIF says), BMP or WebP, told by its content.
    ///
    /// # Errors
    /// [`FrameError`], one for each thing that can be wrong with a file.
    pub fn open(path: &Path) -> Result<Frame, FrameError> {
        let source_name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| {
            let reason = match error.kind() {
                ErrorKind::NotFound => "there is no such file".to_string(),
                ErrorKind::PermissionDenied => "permission denied".to_string(),
                _ => error.to_string(),
            };
            FrameError::Read { source_name: source_name.clone(), reason }
        })?;
        Frame::decode(&bytes, source_name)
    }

    /// The same for bytes that are already in memory.
    ///
    /// # Errors
    /// As [`open`](Frame::open).
    pub fn decode(bytes: &[u8], source: impl Into<String>) -> Result<Frame, FrameError> {
        let source_name = source.into();
        let damaged = |error: image::ImageError| FrameError::Damaged {
            source_name: source_name.clone(),
            reason: error.to_string(),
        };
        let format = |found: &str| FrameError::Format { source_name: source_name.clone(), found: found.to_string() };
        if bytes.is_empty() {
            return Err(format("an empty file"));
        }
        let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| damaged(e.into()))?;
        if reader.format().is_none() {
            return Err(format(if std::str::from_utf8(bytes).is_ok() { "text" } else { "something else" }));
        }
        if reader.format() == Some(ImageFormat::Jpeg) && is_cut_jpeg(bytes) {
            let reason = "the file ends before the picture does".to_string();
            return Err(FrameError::Damaged { source_name, reason });
        }
        let unread = reader.format().filter(|format| !format.reading_enabled()).map(|format| {
            let [end, ..] = format.extensions_str() else { return "another format".to_string() };
            end.to_uppercase()
        });
        let mut decoder = reader.into_decoder().map_err(|error| match error {
            image::ImageError::Unsupported(_) => match unread {
                Some(name) => format(&format!("{name}, which it does not read: save it as PNG")),
                None => format("a variant that it does not read: save it as PNG"),
            },
            error => damaged(error),
        })?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(FrameError::TooLarge { source_name, width, height });
        }
        decoder.set_limits(Limits::no_limits()).map_err(damaged)?;
        let orientation = decoder.orientation().map_err(damaged)?;
        let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
        picture.apply_orientation(orientation);
        Ok(Frame::new(picture.into_rgba8(), source_name))
    }

    /// The pixels; every one opaque.
    pub fn pixels(&self) -> &RgbaImage {
        &self.pixels
    }

    /// Where the frame came from: a path, or a window's title.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Width and height in pixels.
    pub fn size(&self) -> Size {
        self.pixels.dimensions().into()
    }
}

/// Whether a JPEG lacks its end: its decoder would make gray of what is missing, and say nothing.
fn is_cut_jpeg(bytes: &[u8]) -> bool {
    /// Two bytes that are a marker and not pixels: restarts, fill bytes and an escaped 0xff stand among these.
    fn is_marker(pair: &[u8]) -> bool {
        pair[0] == 0xff && !matches!(pair[1], 0x00 | 0xff | 0xd0..=0xd7)
    }
    const END: u8 = 0xd9;
    let mut rest = bytes.get(2..).unwrap_or_default();
    while let Some(at) = rest.windows(2).position(is_marker) {
        if rest[at + 1] == END {
            return false;
        }
        rest = &rest[at + 2..];
        // The length of the segment counts itself; what is in it, a thumbnail perhaps, has ends of its own.
        let [high, low, ..] = *rest else { return true };
        rest = rest.get(usize::from(u16::from_be_bytes([high, low]))..).unwrap_or_default();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let picture = RgbaImage::from_fn(8, 4, |x, _| Rgba([x as u8 * 30, 90, 10, 255]));
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::ImageRgba8(picture).to_rgb8().write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn four_formats_are_read_by_their_content() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP] {
            assert_eq!(Frame::decode(&encoded(format), "picture").unwrap().size(), Size::new(8, 4), "{format:?}");
        }
    }

    #[test]
    fn what_is_no_picture_is_told_apart() {
        let message = |bytes: &[u8]| Frame::decode(bytes, "a.png").unwrap_err().to_string();
        assert!(message(b"").contains("found an empty file"));
        assert!(message(b"hello there").contains("found text"));
        assert!(message(&[0xff, 0x00, 0x12, 0x80]).contains("found something else"));
        assert!(message(b"GIF89a\x01\0\x01\0").ends_with("found GIF, which it does not read: save it as PNG"));
        assert!(message(b"II*\0\x08\0\0\0").contains("found TIFF, which"));
        let png = encoded(ImageFormat::Png);
        assert!(message(&png[..png.len() / 2]).contains("is damaged"));
        assert!(message(&png[..20]).contains("is damaged"));
    }

    #[test]
    fn a_jpeg_without_its_end_is_damaged() {
        let good = encoded(ImageFormat::Jpeg);
        for at in [good.len() / 2, good.len() - 3, good.len() - 1] {
            assert!(matches!(Frame::decode(&good[..at], "cut"), Err(FrameError::Damaged { .. })), "{at}");
        }
        let more_behind = [good, b"and more".to_vec()].concat();
        assert!(Frame::decode(&more_behind, "whole").is_ok());
    }

    #[test]
    fn no_cut_or_flipped_byte_panics() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP] {
            let good = encoded(format);
            for at in 0..good.len() {
                let _ = Frame::decode(&good[..at], "cut");
                let mut flipped = good.clone();
                flipped[at] ^= 0x55;
                let _ = Frame::decode(&flipped, "flipped");
            }
        }
    }

    #[test]
    fn transparent_pixels_become_white() {
        let frame = Frame::new(RgbaImage::from_pixel(1, 1, Rgba([0, 0, 0, 0])), "");
        assert_eq!(frame.pixels().get_pixel(0, 0), &Rgba([255; 4]));
    }
}
