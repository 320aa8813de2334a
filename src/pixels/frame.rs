//! The pixels of a screenshot, and the loader of picture files.

use super::{Point, Projection, Rect, Rgb, Size, Stripes};
use crate::files::{self, FileError};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage, imageops};
use std::io::Cursor;
use std::ops::Range;
use std::path::Path;

/// The most pixels of a frame, 30 times those of a 1080p screen. A larger picture is not a screenshot, and would cost
/// gigabytes.
pub const MAX_PIXELS: u64 = 64_000_000;

/// The longest side of a frame in pixels, four times that of an 8k screen. A picture of one row costs as much memory as a
/// square one, and decoders take longer for it. Smaller: strips that are stitched from screenshots are refused. Larger:
/// seconds for a picture without a board. Chosen by hand.
pub const MAX_SIDE: u32 = 32_768;

/// The most bytes of memory to decode a picture, its file included: an 8k screen of any format fits. Smaller: photographs
/// are refused. Larger: a picture costs more than the rest of the program. Chosen by hand.
pub const MAX_DECODE_BYTES: u64 = 400_000_000;

/// The most bytes of a picture file.
pub const MAX_FILE_BYTES: u64 = MAX_DECODE_BYTES;

/// A picture to be read: RGBA pixels, and the name of their source.
#[derive(Debug, Clone)]
pub struct Frame {
    pixels: RgbaImage,
    source: String,
    /// Whether some pixels lie beyond the edge of the picture that this one was resampled from.
    has_outside: bool,
}

/// Why a picture could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The file could not be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The bytes are not a picture of a supported format.
    #[error("{source_name}: expected a PNG, JPEG, BMP, WebP or GIF picture, found {found}: {remedy}", remedy = remedy(found))]
    Format {
        /// The file.
        source_name: String,
        /// The format that was found.
        found: String,
    },
    /// The picture is damaged.
    #[error("{source_name}: expected a whole picture, found damage ({reason}): save the screenshot again")]
    Damaged {
        /// The file.
        source_name: String,
        /// The error of the decoder.
        reason: String,
    },
    /// The picture has too many pixels, or too long a side.
    #[error(
        "{source_name}: expected a picture of at most {MAX_PIXELS} pixels and {MAX_SIDE} a side, found {width}x{height}: crop it \
         to the game"
    )]
    TooLarge {
        /// The file.
        source_name: String,
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// The picture would take too much memory.
    #[error(
        "{source_name}: expected a picture that takes at most {} MB to decode, found one that takes {megabytes} MB: crop it \
         to the game, or save it with 8 bits a color",
        MAX_DECODE_BYTES / 1_000_000
    )]
    TooCostly {
        /// The file.
        source_name: String,
        /// The memory that it would take, in millions of bytes.
        megabytes: u64,
    },
}

impl Frame {
    /// A frame of these pixels. Transparent ones are blended with white, as picture viewers show them.
    pub fn new(mut pixels: RgbaImage, source: impl Into<String>) -> Frame {
        for pixel in pixels.pixels_mut().filter(|pixel| pixel.0[3] != u8::MAX) {
            let alpha = u32::from(pixel.0[3]);
            for channel in &mut pixel.0[..3] {
                *channel = ((u32::from(*channel) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
            }
            pixel.0[3] = u8::MAX;
        }
        Frame { pixels, source: source.into(), has_outside: false }
    }

    /// Loads a picture file: PNG, JPEG (with the orientation of its EXIF data), BMP, WebP or GIF (its
    /// first frame), recognized by its content.
    ///
    /// # Errors
    /// [`FrameError`], one variant for each thing that can be wrong with a file.
    pub fn open(path: &Path) -> Result<Frame, FrameError> {
        Frame::decode(&files::read(path, MAX_FILE_BYTES)?, path.display().to_string())
    }

    /// The same for the bytes of a file in memory.
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
            return Err(format(if std::str::from_utf8(bytes).is_ok() { TEXT } else { "unknown data" }));
        }
        if reader.format() == Some(ImageFormat::Jpeg) && is_cut_jpeg(bytes) {
            let reason = "it ends too early".to_string();
            return Err(FrameError::Damaged { source_name, reason });
        }
        let picture_format = reader.format();
        let unread = reader.format().filter(|format| !format.reading_enabled()).map(|format| {
            let [end, ..] = format.extensions_str() else { return "another format".to_string() };
            end.to_uppercase()
        });
        let mut decoder = reader.into_decoder().map_err(|error| match error {
            image::ImageError::Unsupported(_) => match unread {
                Some(name) => format(&name),
                None => format("a variant of one that is not supported"),
            },
            error => damaged(error),
        })?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > MAX_PIXELS || width.max(height) > MAX_SIDE {
            return Err(FrameError::TooLarge { source_name, width, height });
        }
        let orientation = decoder.orientation().map_err(damaged)?;
        let cost = bytes.len() as u64 + decoding_cost(&decoder, picture_format, orientation);
        if cost > MAX_DECODE_BYTES {
            return Err(FrameError::TooCostly { source_name, megabytes: cost.div_ceil(1_000_000) });
        }
        decoder.set_limits(Limits::no_limits()).map_err(damaged)?;
        let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
        picture.apply_orientation(orientation);
        Ok(Frame::new(into_rgba(picture), source_name))
    }

    /// The picture of this size that shows at each place what this one shows where `map` takes that place; `None` where
    /// either has no pixels or the new one too many.
    ///
    /// Pixels beyond the edge of this picture repeat its edge and are transparent: see [`Frame::shown_part`].
    pub(crate) fn resampled(&self, map: &Projection, size: Size) -> Option<Frame> {
        let count = |size: Size| u64::from(size.width) * u64::from(size.height);
        let is_possible = (1..=MAX_PIXELS).contains(&count(size)) && count(self.size()) > 0;
        is_possible.then(|| {
            let mut pixels = map.resampled(&self.pixels, size);
            for (x, y, pixel) in pixels.enumerate_pixels_mut() {
                let from = map.map(Point::new(x as f32, y as f32));
                pixel.0[3] = if self.contains(from) { u8::MAX } else { 0 };
            }
            Frame { pixels, source: self.source.clone(), has_outside: true }
        })
    }

    /// The picture in which letters of such stripes, light or dark in each of these cells, are whole.
    pub(crate) fn joined(&self, stripes: Stripes, cells: &[Rect]) -> Frame {
        Frame {
            pixels: stripes.joined(&self.pixels, cells),
            source: self.source.clone(),
            has_outside: self.has_outside,
        }
    }

    /// Whether a point lies within the picture's edges.
    fn contains(&self, point: Point) -> bool {
        let Size { width, height } = self.size();
        (0.0..width as f32).contains(&point.x) && (0.0..height as f32).contains(&point.y)
    }

    /// These columns and rows, which lie in the picture.
    pub(crate) fn part(&self, columns: Range<u32>, rows: Range<u32>) -> Frame {
        let (width, height) = (columns.len() as u32, rows.len() as u32);
        let pixels = imageops::crop_imm(&self.pixels, columns.start, rows.start, width, height).to_image();
        Frame { pixels, source: self.source.clone(), has_outside: self.has_outside }
    }

    /// The color at a place; `None` beyond the edges of the picture, or of the one that it was resampled from.
    pub(crate) fn color_at(&self, point: Point) -> Option<Rgb> {
        let [red, green, blue, alpha] =
            self.contains(point).then(|| self.pixels.get_pixel(point.x as u32, point.y as u32).0)?;
        (alpha > 0).then_some([red, green, blue])
    }

    /// The part of a tile around `center`, one pitch wide and high, that lies within the edges of the picture: left, top,
    /// right, bottom, from 0 to 1. Edges that are tilted are taken at the middle of the tile.
    pub(crate) fn shown_part(&self, center: Point, pitch: Point) -> [f32; 4] {
        /// The number of places along a line: steps of a pixel for a tile of 64 pixels.
        const PLACES: usize = 64;
        let part = |at: f32, center: f32, pitch: f32| ((at - center) / pitch + 0.5).clamp(0.0, 1.0);
        let Size { width, height } = self.size();
        let (left, top) = (part(0.0, center.x, pitch.x), part(0.0, center.y, pitch.y));
        let (right, bottom) = (part(width as f32, center.x, pitch.x), part(height as f32, center.y, pitch.y));
        if !self.has_outside {
            return [left, top, right, bottom];
        }
        let middle = Point::new(center.x.clamp(0.0, width as f32 - 1.0), center.y.clamp(0.0, height as f32 - 1.0));
        let narrowed = |(low, high): (f32, f32), step: Point, from: Point| {
            let at = |n: usize| (n as f32 + 0.5) / PLACES as f32;
            let is_shown = |n: &usize| self.color_at(from + step * (at(*n) - 0.5)).is_some();
            let mut shown = (0..PLACES).filter(|n| (low..high).contains(&at(*n))).filter(is_shown).map(at);
            let half = 0.5 / PLACES as f32;
            match (shown.next(), shown.next_back()) {
                (Some(first), last) => {
                    let last = last.unwrap_or(first);
                    let low = if first - low > 2.0 * half { first - half } else { low };
                    (low, if high - last > 2.0 * half { last + half } else { high })
                }
                (None, _) => (low, low),
            }
        };
        let (left, right) = narrowed((left, right), Point::new(pitch.x, 0.0), Point::new(center.x, middle.y));
        let (top, bottom) = narrowed((top, bottom), Point::new(0.0, pitch.y), Point::new(middle.x, center.y));
        [left, top, right, bottom]
    }

    /// The pixels. They are opaque, but for those of a resampled frame that lie beyond the edge of its picture.
    pub fn pixels(&self) -> &RgbaImage {
        &self.pixels
    }

    /// The source of the frame: a path, or the title of a window.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The width and height in pixels.
    pub fn size(&self) -> Size {
        self.pixels.dimensions().into()
    }
}

/// What to do about a file that is not a picture.
fn remedy(found: &str) -> &'static str {
    if found == TEXT {
        "name a picture; `hexlex solve` takes a board text, with a name in .txt"
    } else {
        "save it as PNG"
    }
}

/// What a file of text is called.
const TEXT: &str = "text";

/// The picture with an alpha channel. RGB and gray pixels are copied: `into_rgba8` converts them between color spaces, which are the
/// same.
fn into_rgba(picture: DynamicImage) -> RgbaImage {
    let (width, height) = (picture.width(), picture.height());
    let samples = match &picture {
        DynamicImage::ImageRgb8(pixels) => opaque(pixels, |[red, green, blue]| [red, green, blue, u8::MAX]),
        DynamicImage::ImageLuma8(pixels) => opaque(pixels, |[gray]| [gray, gray, gray, u8::MAX]),
        _ => return picture.into_rgba8(),
    };
    RgbaImage::from_raw(width, height, samples).unwrap_or_default()
}

/// The samples of pixels of `N` samples each as those of RGBA pixels. The loop is one over chunks, as the compiler makes vector
/// instructions of it: a screenshot is opened in a tenth to a quarter less time than with the conversions of `image`.
fn opaque<const N: usize>(samples: &[u8], rgba: impl Fn([u8; N]) -> [u8; 4]) -> Vec<u8> {
    let pixels = samples.as_chunks::<N>().0;
    let mut converted = vec![0; 4 * pixels.len()];
    converted.as_chunks_mut::<4>().0.iter_mut().zip(pixels).for_each(|(new, pixel)| *new = rgba(*pixel));
    converted
}

/// The bytes of memory at the worst moment of decoding: while the decoder works, or while its pixels become RGBA.
fn decoding_cost(decoder: &impl ImageDecoder, format: Option<ImageFormat>, orientation: Orientation) -> u64 {
    /// The bytes a pixel of a decoder's own buffers, besides its output. JPEG: the coefficients of three colors, all kept
    /// where the file is progressive. WebP: planes and alpha. GIF: the indices of a frame, and the canvas. Read from the
    /// decoders' sources; the peaks of `benches/worst.rs` would show where they grow.
    const BUFFERS: [(ImageFormat, u64); 3] = [(ImageFormat::Jpeg, 6), (ImageFormat::WebP, 4), (ImageFormat::Gif, 5)];
    /// The bytes of an RGBA pixel.
    const RGBA: u64 = 4;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let decoded = u64::from(decoder.color_type().bytes_per_pixel());
    let buffers = BUFFERS.iter().find(|(of, _)| Some(*of) == format).map_or(0, |(_, bytes)| *bytes);
    let turned = if orientation == Orientation::NoTransforms { 0 } else { decoded };
    let converted = if decoder.color_type() == image::ColorType::Rgba8 { 0 } else { RGBA };
    pixels * (decoded + buffers.max(turned).max(converted))
}

/// Whether the end of a JPEG file is missing. The decoder would fill the missing pixels with gray and report no error.
fn is_cut_jpeg(bytes: &[u8]) -> bool {
    /// Whether two bytes start a marker segment. Restart markers, fill bytes and stuffed 0xff belong to the
    /// entropy-coded data.
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
        // The length of the segment counts itself. Its content, a thumbnail for example, may have end markers.
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
    fn five_formats_are_recognized_by_their_content() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP, ImageFormat::Gif] {
            assert_eq!(Frame::decode(&encoded(format), "picture").unwrap().size(), Size::new(8, 4), "{format:?}");
        }
    }

    #[test]
    fn a_resampled_frame_knows_where_its_picture_ends() {
        let frame = Frame::new(RgbaImage::from_pixel(40, 30, Rgba([9, 8, 7, 255])), "picture");
        // Eight pixels to the right and five down.
        let map = Projection::stretch(Point::new(1.0, 1.0), Point::new(-8.0, -5.0));
        let moved = frame.resampled(&map, Size::new(60, 50)).unwrap();
        let pitch = Point::new(10.0, 10.0);
        for (center, expected) in [
            ((20.0, 15.0), [0.0, 0.0, 1.0, 1.0]),
            ((8.0, 15.0), [0.5, 0.0, 1.0, 1.0]),
            ((20.0, 5.0), [0.0, 0.5, 1.0, 1.0]),
            ((46.0, 34.0), [0.0, 0.0, 0.7, 0.6]),
        ] {
            let found = moved.shown_part(center.into(), pitch);
            let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.11);
            assert!(is_near, "{center:?}: {found:?}, expected {expected:?}");
        }
        assert_eq!(moved.color_at(Point::new(9.0, 6.0)), Some([9, 8, 7]));
        assert_eq!((moved.color_at(Point::new(2.0, 20.0)), frame.color_at(Point::new(40.0, 2.0))), (None, None));
        assert_eq!(frame.shown_part(Point::new(-2.5, 15.0), pitch), [0.75, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn each_file_that_is_not_a_picture_has_its_message() {
        let message = |bytes: &[u8]| Frame::decode(bytes, "a.png").unwrap_err().to_string();
        assert!(message(b"").contains("found an empty file"));
        assert!(message(b"hello there").contains("found text"));
        assert!(message(&[0xff, 0x00, 0x12, 0x80]).contains("found unknown data"));
        assert!(message(b"GIF89a\x01\0\x01\0").contains("found damage"));
        assert!(message(b"II*\0\x08\0\0\0").contains("found TIFF: save"));
        let png = encoded(ImageFormat::Png);
        assert!(message(&png[..png.len() / 2]).contains("found damage"));
        assert!(message(&png[..20]).contains("found damage"));
    }

    /// A PNG of these proportions whose pixels end after a few bytes.
    fn header_of(width: u32, height: u32, color: png::ColorType, depth: png::BitDepth) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        drop(encoder.write_header().unwrap());
        // the signature and the header
        bytes.truncate(33);
        bytes.extend(b"\0\0\0\x04IDAT\x78\x9c\0\0\0\0\0\0");
        bytes
    }

    #[test]
    fn pictures_of_extreme_proportions_are_refused_before_they_are_decoded() {
        let refusal = |width, height, color, depth| {
            Frame::decode(&header_of(width, height, color, depth), "a.png").unwrap_err().to_string()
        };
        use png::{BitDepth, ColorType};
        let strip = refusal(67_000_000, 1, ColorType::Grayscale, BitDepth::Eight);
        assert!(strip.contains("at most 64000000 pixels and 32768 a side, found 67000000x1: crop"), "{strip}");
        assert!(refusal(32_769, 1, ColorType::Grayscale, BitDepth::One).contains("32768 a side"));
        assert!(refusal(8_190, 8_190, ColorType::Rgba, BitDepth::Sixteen).contains("64000000 pixels"));
        let deep = refusal(7_680, 4_320, ColorType::Rgba, BitDepth::Sixteen);
        assert!(deep.contains("found damage"), "an 8k screen at 16 bits is decoded: {deep}");
        let deeper = refusal(7_990, 7_990, ColorType::Rgba, BitDepth::Sixteen);
        assert!(deeper.contains("at most 400 MB to decode, found one that takes 767 MB: crop"), "{deeper}");
        let allowed = refusal(32_768, 1_900, ColorType::Grayscale, BitDepth::Eight);
        assert!(allowed.contains("found damage"), "{allowed}");
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
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP, ImageFormat::Gif] {
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
