//! The quick way on X11: a connection of our own.
//!
//! - `desk`: the connection with its atoms; what windows say of themselves.
//! - `windows`: listing and picking windows.
//! - `pixels`: pixels by shared memory.
//! - `source`: one target: redirected, so that what lies over it does not matter, and told of by XDamage.

mod desk;
mod pixels;
mod source;
mod windows;

pub(super) use source::Source;
pub(super) use windows::{monitors, pick, windows};
