//! The correction of tiles by a person who sees the board as it was read.
//!
//! - `view`: what is shown of a board. `editor`: which tile is chosen and what is typed. `drawing`: its picture.
//! - `x11`: a window of its own on X11. The preview shows the same picture, on every system.
//!
//! A correction goes to the session as any other, by a [`CommandSender`](super::commands::CommandSender).

mod drawing;
mod editor;
mod view;
#[cfg(target_os = "linux")]
mod x11;

pub(super) use editor::{Editor, EditorKey, EditorResponse};
pub(super) use view::BoardView;
#[cfg(target_os = "linux")]
pub(super) use x11::CorrectionWindow;
