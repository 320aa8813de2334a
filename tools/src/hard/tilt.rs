//! Tilted pictures: turned by some degrees, and seen at an angle.

use crate::hard::plan::DrawnBoard;
use crate::hard::random::Random;
use hexlex::pixels::{Point, Projection, Size};
use image::RgbaImage;

/// How much a picture may be tilted.
pub(crate) struct Range {
    /// The most degrees by which it is turned, either way.
    pub(crate) degrees: f32,
    /// The most by which each corner is moved, in short sides of the picture.
    pub(crate) shift: f32,
}

/// A map from a picture to the same one tilted.
pub(crate) struct Tilt {
    projection: Projection,
    size: Size,
}

impl Tilt {
    /// A random tilt of a picture of this size, which is shown whole.
    pub(crate) fn random(rng: &mut Random, (width, height): (u32, u32), range: &Range) -> Option<Tilt> {
        let (width, height) = (width as f32, height as f32);
        let (sin, cos) = rng.between(-range.degrees, range.degrees).to_radians().sin_cos();
        let shift = range.shift * width.min(height);
        let mut tilted = |(x, y): (f32, f32)| {
            let (u, v) = (x - width / 2.0, y - height / 2.0);
            Point::new(cos * u - sin * v + rng.between(-shift, shift), sin * u + cos * v + rng.between(-shift, shift))
        };
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        let pairs = corners.map(|corner| (Point::from(corner), tilted(corner)));
        let bound = |pick: fn(f32, f32) -> f32| {
            let places = pairs.iter().map(|(_, place)| *place);
            places.reduce(|a, b| Point::new(pick(a.x, b.x), pick(a.y, b.y))).unwrap_or_default()
        };
        let (low, high) = (bound(f32::min), bound(f32::max));
        let pairs = pairs.map(|(corner, place)| (corner, place - low));
        let extent = high - low;
        let size = Size::new(extent.x.ceil() as u32, extent.y.ceil() as u32);
        Some(Tilt { projection: Projection::projective(&pairs)?, size })
    }

    /// The tilted picture.
    pub(crate) fn picture(&self, picture: &RgbaImage) -> RgbaImage {
        self.projection.inverted().resampled(picture, self.size)
    }

    /// The board with its tiles where the tilted picture shows them.
    pub(crate) fn board(&self, mut board: DrawnBoard) -> DrawnBoard {
        board.tiles.iter_mut().for_each(|tile| tile.center = self.projection.map(tile.center));
        board
    }
}
