//! The clipboard of a build without a desktop.

use anyhow::{Result, bail};
use image::RgbaImage;
use std::path::PathBuf;

/// What was copied.
#[allow(dead_code)] // this build never has one
pub(crate) enum Copied {
    Pixels(RgbaImage),
    File(PathBuf),
    Text(String),
}

/// An error: this build has no clipboard.
pub(crate) fn content() -> Result<Copied> {
    bail!(
        "expected a build with the feature `desktop` for --clipboard, found one without: name a file, or give - and a pipe"
    )
}
