//! Images, geometry and image statistics, used to find, read and draw boards.
//!
//! - [`Frame`]: the pixels of a screenshot, and where it came from.
//! - [`Point`], [`Size`], [`Rect`] (whole pixels) and [`Bounds`] (fractions of a unit): places and rectangles.
//! - [`Rgb`] with [`mix`], [`luma`] and [`color_distance`]: colors.
//! - [`Projection`]: how a flat thing lies in a picture that was taken at an angle.
//! - [`crop`]: a part of a picture; `shrink` and `resample`: a smaller picture of a larger one.
//! - `stripes`: figures that are made of stripes, and pictures in which they are whole.
//! - `mean`: box means; `median` and `histogram`: medians, quantiles and thresholds; `components`: connected components.
//!
//! Nothing here knows boards or reads letters.

mod bounds;
mod color;
pub(crate) mod components;
mod crop;
mod frame;
mod histogram;
mod mean;
mod median;
mod point;
mod projection;
mod rect;
mod resample;
mod shrink;
mod stripes;

pub use bounds::{Bounds, Edge};
pub use color::{Rgb, color_distance, luma, mix};
pub use crop::crop;
pub use frame::{Frame, FrameError, MAX_DECODE_BYTES, MAX_FILE_BYTES, MAX_PIXELS, MAX_SIDE};
pub use point::Point;
pub use projection::Projection;
pub use rect::{Rect, RectError, Size};

pub(crate) use histogram::Histogram;
pub(crate) use mean::LocalMean;
pub(crate) use median::{median, median_color};
pub(crate) use resample::{RowResampler, Spans};
pub(crate) use shrink::shrink;
pub(crate) use stripes::Stripes;
