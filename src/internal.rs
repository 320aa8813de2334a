//! What the project's own tools need of the reader and no other program does. Hidden, as it changes with the reader.

pub use crate::read::training::{Cut, Effort, Stand, cuts, gray_crop, normalize};
