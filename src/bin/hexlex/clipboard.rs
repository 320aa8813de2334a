//! What is in the clipboard, for `--clipboard`.

use anyhow::{Result, anyhow, bail};
use arboard::{Clipboard, Error};
use hexlex::pixels::MAX_PIXELS;
use image::RgbaImage;
use std::path::PathBuf;

/// What was copied.
pub(crate) enum Copied {
    /// A picture, as programs that show one copy it.
    Pixels(RgbaImage),
    /// A file, as file managers copy it.
    File(PathBuf),
    /// A text: that of a board.
    Text(String),
}

/// What is in the clipboard.
///
/// # Errors
/// If there is no clipboard, or it has no picture, no text and not exactly one file.
pub(crate) fn content() -> Result<Copied> {
    let mut clipboard = Clipboard::new().map_err(no_clipboard)?;
    match clipboard.get_image() {
        Ok(picture) => {
            let (width, height) = (u32::try_from(picture.width)?, u32::try_from(picture.height)?);
            if u64::from(width) * u64::from(height) > MAX_PIXELS {
                bail!("clipboard: expected at most {MAX_PIXELS} pixels, found {width}x{height}: copy a part of it");
            }
            let pixels = RgbaImage::from_raw(width, height, picture.bytes.into_owned());
            pixels.map(Copied::Pixels).ok_or_else(|| nothing("a picture without all of its pixels"))
        }
        Err(error @ (Error::ClipboardNotSupported | Error::ClipboardOccupied)) => Err(no_clipboard(error)),
        // Programs refuse a picture in ways of their own where they have copied something else.
        Err(_) => file_or_text(&mut clipboard),
    }
}

/// The one file or the text in the clipboard.
fn file_or_text(clipboard: &mut Clipboard) -> Result<Copied> {
    match clipboard.get().file_list().unwrap_or_default().as_slice() {
        [file] => Ok(Copied::File(file.clone())),
        // The picture may be there in a form that the clipboard's crate does not ask for, as JPEG.
        [] => clipboard
            .get_text()
            .ok()
            .filter(|text| !text.trim().is_empty())
            .map(Copied::Text)
            .ok_or_else(|| nothing("none of them (pictures are taken as PNG, which nearly every program offers)")),
        files => Err(nothing(&format!("{} files", files.len()))),
    }
}

fn nothing(found: &str) -> anyhow::Error {
    anyhow!(
        "clipboard: expected a picture, a file or the text of a board, found {found}: copy a screenshot first, or name a file"
    )
}

fn no_clipboard(error: Error) -> anyhow::Error {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
        return anyhow!(
            "expected a clipboard, found no display (neither DISPLAY nor WAYLAND_DISPLAY is set): save the screenshot, and name \
             the file"
        );
    }
    let reason = match error {
        Error::Unknown { description } => description,
        error => error.to_string(),
    };
    anyhow!("expected a clipboard, found none ({reason}): save the screenshot, and name the file")
}
