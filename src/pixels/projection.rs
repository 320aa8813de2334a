//! Projective maps of the plane: how a flat board lies in a picture that was taken at an angle.

use super::{Point, Size};
use image::RgbaImage;
use imageproc::geometric_transformations::{Border, Interpolation, warp_into_with};
use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

/// A map of the plane that keeps straight lines straight (a homography: Hartley and Zisserman, Multiple View Geometry,
/// chapter 4).
///
/// ```
/// use hexlex::pixels::{Point, Projection};
/// let moved = Projection::stretch(Point::new(2.0, 3.0), Point::new(10.0, 0.0));
/// assert_eq!(moved.map(Point::new(1.0, 3.0)), Point::new(12.0, 9.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection {
    matrix: Matrix3<f64>,
    inverse: Matrix3<f64>,
}

impl Projection {
    /// The map by this matrix of homogeneous coordinates; `None` where it has no inverse.
    fn new(matrix: Matrix3<f64>) -> Option<Projection> {
        let matrix = matrix / matrix[(2, 2)];
        let inverse = matrix.try_inverse()?;
        matrix.iter().chain(&inverse).all(|value| value.is_finite()).then_some(Projection { matrix, inverse })
    }

    /// Enlarges by these factors other than 0, to the right and down, about the origin, and then moves.
    pub fn stretch(factors: Point, offset: Point) -> Projection {
        let [a, b, x, y] = [factors.x, factors.y, offset.x, offset.y].map(f64::from);
        let matrix = Matrix3::new(a, 0.0, x, 0.0, b, y, 0.0, 0.0, 1.0);
        let inverse = Matrix3::new(1.0 / a, 0.0, -x / a, 0.0, 1.0 / b, -y / b, 0.0, 0.0, 1.0);
        Projection { matrix, inverse }
    }

    /// The affine map that takes the first of each pair nearest to the second, by least squares; `None` where the points
    /// do not span a plane.
    pub fn affine(pairs: &[(Point, Point)]) -> Option<Projection> {
        let mut squares = Matrix3::zeros();
        let (mut to_x, mut to_y) = (Vector3::zeros(), Vector3::zeros());
        for (from, to) in pairs {
            let from = Vector3::new(f64::from(from.x), f64::from(from.y), 1.0);
            squares += from * from.transpose();
            to_x += from * f64::from(to.x);
            to_y += from * f64::from(to.y);
        }
        let solve = squares.try_inverse()?;
        let (x, y) = (solve * to_x, solve * to_y);
        Projection::new(Matrix3::new(x[0], x[1], x[2], y[0], y[1], y[2], 0.0, 0.0, 1.0))
    }

    /// The projective map nearest to these pairs; `None` where the points do not show one, or some would lie behind
    /// the camera.
    /// Minimizes the distances by Gauss-Newton steps from the affine map.
    pub fn projective(pairs: &[(Point, Point)]) -> Option<Projection> {
        /// The steps: from an affine map three suffice for what a camera does to a board.
        const STEPS: usize = 4;
        let mut matrix = Projection::affine(pairs)?.matrix;
        for _ in 0..STEPS {
            let mut squares = SMatrix::<f64, 8, 8>::zeros();
            let mut slope = SVector::<f64, 8>::zeros();
            for (from, to) in pairs {
                let [u, v] = [from.x, from.y].map(f64::from);
                let mapped = matrix * Vector3::new(u, v, 1.0);
                let (w, x, y) = (mapped[2], mapped[0] / mapped[2], mapped[1] / mapped[2]);
                let rows = [
                    ([u, v, 1.0, 0.0, 0.0, 0.0, -x * u, -x * v], f64::from(to.x) - x),
                    ([0.0, 0.0, 0.0, u, v, 1.0, -y * u, -y * v], f64::from(to.y) - y),
                ];
                for (row, missing) in rows {
                    let row = SVector::<f64, 8>::from(row) / w;
                    squares += row * row.transpose();
                    slope += row * missing;
                }
            }
            let step = squares.try_inverse()? * slope;
            (0..8).for_each(|i| matrix[(i / 3, i % 3)] += step[i]);
        }
        let is_in_front =
            |(from, _): &(Point, Point)| (matrix * Vector3::new(f64::from(from.x), f64::from(from.y), 1.0))[2] > 0.0;
        Projection::new(matrix).filter(|_| pairs.iter().all(is_in_front))
    }

    /// Where a point comes to lie.
    pub fn map(&self, point: Point) -> Point {
        apply(&self.matrix, point)
    }

    /// Where the point lies that comes here.
    pub fn map_back(&self, point: Point) -> Point {
        apply(&self.inverse, point)
    }

    /// This map, and then another one.
    #[must_use]
    pub fn then(&self, next: &Projection) -> Projection {
        Projection { matrix: next.matrix * self.matrix, inverse: self.inverse * next.inverse }
    }

    /// The map in the other direction.
    #[must_use]
    pub fn inverted(&self) -> Projection {
        Projection { matrix: self.inverse, inverse: self.matrix }
    }

    /// The picture of this size that shows at each place what `picture` shows where this map takes that place; what is
    /// outside of `picture` repeats its edge.
    pub fn resampled(&self, picture: &RgbaImage, size: Size) -> RgbaImage {
        let mut out = RgbaImage::new(size.width, size.height);
        let place = |x: f32, y: f32| self.map(Point::new(x, y)).into();
        warp_into_with(picture, place, Interpolation::Bilinear, Border::Replicate, &mut out);
        out
    }
}

fn apply(matrix: &Matrix3<f64>, point: Point) -> Point {
    let mapped = matrix * Vector3::new(f64::from(point.x), f64::from(point.y), 1.0);
    Point::new((mapped[0] / mapped[2]) as f32, (mapped[1] / mapped[2]) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Corners of a board of eight pitches, each moved by up to this part of it.
    fn corners(moves: [(f32, f32); 4]) -> Vec<(Point, Point)> {
        let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];
        let moved = |((x, y), (dx, dy)): ((f32, f32), (f32, f32))| {
            (Point::new(x, y), Point::new(40.0 * (x + dx) + 5.0, 50.0 * (y + dy) + 9.0))
        };
        corners.into_iter().zip(moves).map(moved).collect()
    }

    proptest! {
        #[test]
        fn a_projective_map_goes_through_four_corners_and_back(
            moves in prop::array::uniform4((-0.8f32..0.8, -0.8f32..0.8)), at in (0f32..8.0, 0f32..8.0),
        ) {
            let pairs = corners(moves);
            let map = Projection::projective(&pairs).unwrap();
            for (from, to) in pairs {
                prop_assert!(map.map(from).distance(to) < 0.1, "{from:?} to {:?}, expected {to:?}", map.map(from));
            }
            prop_assert!(map.map_back(map.map(at.into())).distance(at.into()) < 0.001);
            prop_assert!(map.inverted().map(map.map(at.into())).distance(at.into()) < 0.001);
        }

        #[test]
        fn an_affine_map_is_found_from_three_points(
            moves in prop::array::uniform3((-0.8f32..0.8, -0.8f32..0.8)), at in (0f32..8.0, 0f32..8.0),
        ) {
            let [a, b, d] = moves;
            // The fourth corner of a parallelogram.
            let pairs = corners([a, b, (b.0 + d.0 - a.0, b.1 + d.1 - a.1), d]);
            let (three, four) = (Projection::affine(&pairs[..3]).unwrap(), Projection::projective(&pairs).unwrap());
            prop_assert!(three.map(at.into()).distance(four.map(at.into())) < 0.1);
        }
    }

    #[test]
    fn points_on_a_line_span_no_plane() {
        let pairs: Vec<(Point, Point)> = (0..5).map(|n| Point::new(n as f32, n as f32)).map(|at| (at, at)).collect();
        assert_eq!(Projection::affine(&pairs), None);
        assert_eq!(Projection::projective(&[]), None);
    }

    #[test]
    fn a_picture_is_taken_along() {
        let picture = RgbaImage::from_fn(20, 10, |x, y| image::Rgba([x as u8, y as u8, 0, 255]));
        let half = Projection::stretch(Point::new(0.5, 0.5), Point::new(4.0, 2.0));
        let enlarged = half.resampled(&picture, Size::new(12, 8));
        assert_eq!(enlarged.get_pixel(8, 4).0, [8, 4, 0, 255]);
    }
}
