//! Overlay pictures as files: PNG, JPEG or WebP by the name, each with a mark that hexlex wrote it.
//!
//! The mark is the entry `Software: hexlex`, in PNG a text chunk, in JPEG and WebP the EXIF data. [`check`] lets a file
//! with the mark be replaced, [`write`] writes one.

use crate::{output_file, outputs};
use anyhow::{Result, bail};
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::webp::{WebPDecoder, WebPEncoder};
use image::{DynamicImage, ImageDecoder, ImageEncoder, ImageFormat, RgbaImage};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

/// The entry of the mark, and its value.
const SOFTWARE: (&str, &str) = ("Software", "hexlex");

/// The mark as EXIF data: a TIFF header, a directory of one entry (tag 0x131, `Software`: 7 bytes of text at offset 26),
/// and the text.
const EXIF: &[u8] = b"II*\0\x08\0\0\0\x01\0\x31\x01\x02\0\x07\0\0\0\x1a\0\0\0\0\0\0\0hexlex\0";

/// The quality of a JPEG overlay, 1 to 100. Smaller: the letters get spots. Larger: the file only grows. Chosen by hand.
const JPEG_QUALITY: u8 = 90;

/// What may be done to a file that is there and that hexlex did not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It is kept.
    Kept,
    /// It may be replaced.
    Replaced,
}

impl Existing {
    /// What `--force` says.
    pub(crate) fn of(force: bool) -> Existing {
        if force { Existing::Replaced } else { Existing::Kept }
    }
}

/// Checks before the work starts that an overlay can be written to this file.
///
/// # Errors
/// If its name has another extension, another program wrote it, or it cannot be written.
pub(crate) fn check(file: &Path, existing: Existing) -> Result<()> {
    outputs::check_file(file)?;
    let name = file.display();
    if format(file).is_none() {
        bail!(
            "expected a PNG, JPEG or WebP file for the overlay, found {name}: give a name that ends in .png, .jpg or .webp"
        );
    }
    if existing == Existing::Kept && file.is_file() && !output_file::is_written_through(file) && !has_mark(file) {
        bail!(
            "expected a new file or an overlay of hexlex to replace, found another file {name}: pass --force, or give another name"
        );
    }
    Ok(())
}

/// Checks that a transparent overlay can have this name.
///
/// # Errors
/// If the format has no transparency.
pub(crate) fn check_transparent(file: &Path) -> Result<()> {
    if format(file) == Some(ImageFormat::Jpeg) {
        let name = file.display();
        bail!("expected a PNG or WebP file with --transparent, found {name}: give a name that ends in .png or .webp");
    }
    Ok(())
}

/// Writes an overlay, all of it or nothing.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(picture: &RgbaImage, file: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    match format(file) {
        Some(ImageFormat::Jpeg) => {
            let mut encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
            encoder.set_exif_metadata(EXIF.to_vec())?;
            DynamicImage::from(picture.clone()).into_rgb8().write_with_encoder(encoder)?;
        }
        Some(ImageFormat::WebP) => {
            let mut encoder = WebPEncoder::new_lossless(&mut bytes);
            encoder.set_exif_metadata(EXIF.to_vec())?;
            picture.write_with_encoder(encoder)?;
        }
        _ => write_png(picture, &mut bytes)?,
    }
    outputs::write_bytes(&bytes, file)
}

/// The format of an overlay of this name. Standard output, pipes and devices get PNG.
fn format(file: &Path) -> Option<ImageFormat> {
    let format = ImageFormat::from_path(file).ok();
    if format.is_none() && output_file::is_written_through(file) {
        return Some(ImageFormat::Png);
    }
    format.filter(|format| matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP))
}

fn write_png(picture: &RgbaImage, writer: impl Write) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(writer, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::Fast);
    encoder.add_text_chunk(SOFTWARE.0.to_string(), SOFTWARE.1.to_string())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture)?;
    writer.finish()
}

/// Checks that a picture, if there is one, has the mark.
///
/// # Errors
/// If it is another file.
pub(crate) fn check_is_own(file: &Path) -> Result<()> {
    if file.is_file() && !has_mark(file) {
        bail!(
            "expected a new file or a picture of hexlex to replace, found another file {}: give another name, or remove it",
            file.display()
        );
    }
    Ok(())
}

/// Whether a file is a picture with the mark. One that cannot be read is not.
fn has_mark(file: &Path) -> bool {
    let open = || Some(BufReader::new(File::open(file).ok()?));
    let has_exif = |decoder: &mut dyn ImageDecoder| matches!(decoder.exif_metadata(), Ok(Some(exif)) if exif == EXIF);
    let is_marked = || match format(file)? {
        ImageFormat::Jpeg => Some(has_exif(&mut JpegDecoder::new(open()?).ok()?)),
        ImageFormat::WebP => Some(has_exif(&mut WebPDecoder::new(open()?).ok()?)),
        _ => {
            let reader = png::Decoder::new(open()?).read_info().ok()?;
            let texts = &reader.info().uncompressed_latin1_text;
            Some(texts.iter().any(|chunk| (chunk.keyword.as_str(), chunk.text.as_str()) == SOFTWARE))
        }
    };
    is_marked().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlays_of_each_format_have_the_mark() {
        let folder = tempfile::tempdir().unwrap();
        let picture = RgbaImage::from_pixel(16, 8, image::Rgba([200, 100, 50, 255]));
        for name in ["a.png", "a.JPG", "a.webp"] {
            let file = folder.path().join(name);
            picture
                .save(&file)
                .unwrap_or_else(|_| DynamicImage::from(picture.clone()).into_rgb8().save(&file).unwrap());
            assert!(check(&file, Existing::Kept).unwrap_err().to_string().contains("pass --force"), "{name}");
            check(&file, Existing::Replaced).unwrap();
            write(&picture, &file).unwrap();
            check(&file, Existing::Kept).unwrap();
            let read = image::open(&file).unwrap().into_rgba8();
            let is_near = |(a, b): (&u8, &u8)| a.abs_diff(*b) < 4;
            assert!(read.dimensions() == (16, 8) && read.iter().zip(picture.iter()).all(is_near), "{name}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "no temporary file is left");
    }

    #[test]
    fn a_file_that_is_not_a_picture_has_no_mark() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.png", "a.jpg", "a.webp"] {
            std::fs::write(folder.path().join(name), "Software hexlex").unwrap();
            assert!(!has_mark(&folder.path().join(name)) && !has_mark(&folder.path().join("none").join(name)));
        }
    }
}
