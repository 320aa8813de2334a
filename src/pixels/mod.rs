//! Pixels and what is measured in them: the ground that finding, reading and drawing stand on.
//!
//! - [`Frame`]: the pixels of a screenshot, and where it came from.
//! - [`Point`], [`Size`], [`Rect`] (whole pixels) and [`Bounds`] (fractions of a unit): places and rectangles.
//! - [`Rgb`] with [`mix`] and [`luma`]: colors.
//! - `shrink` and `across`: a smaller picture of a larger one; `mean`: box means; `histogram`: quantiles and
//!   thresholds; `components`: connected components.
//!
//! Nothing here knows of boards or letters.

pub(crate) mod across;
mod bounds;
mod color;
pub(crate) mod components;
mod crop;
mod frame;
mod histogram;
mod mean;
mod median;
mod point;
mod rect;
mod shrink;

pub use bounds::{Bounds, Edge};
pub use color::{Rgb, luma, mix};
pub use crop::crop;
pub use frame::{Frame, FrameError, MAX_PIXELS};
pub use point::Point;
pub use rect::{Rect, RectError, Size};

pub(crate) use across::Across;
pub(crate) use histogram::Histogram;
pub(crate) use mean::LocalMean;
pub(crate) use median::{median, median_color};
pub(crate) use shrink::shrink;
