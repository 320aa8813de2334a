//! A spatial index of points.
//!
//! [`PointGrid`] sorts points into square buckets once. `patches` queries it for neighbors, `rank` for the blobs of a
//! cell. Time to build grows with the number of points, time to query with the number of points near the place.

use crate::pixels::Point;
use std::ops::Range;

/// Points in square buckets.
pub(super) struct PointGrid {
    points: Vec<Point>,
    bucket: f32,
    origin: Point,
    columns: usize,
    rows: usize,
    /// For each bucket the start of its points in `order`, and the end of the last one.
    starts: Vec<u32>,
    order: Vec<u32>,
}

/// The most buckets for each point. More: clearing them costs more than queries save. Fewer: queries visit more points.
/// Chosen by hand.
const MAX_BUCKETS: f32 = 16.0;

impl PointGrid {
    /// An index of these points. Buckets have a side of `bucket` pixels, best the radius of the later queries; they are
    /// larger where there would be more than [`MAX_BUCKETS`] for each point.
    pub(super) fn new(points: Vec<Point>, bucket: f32) -> PointGrid {
        let corner = |pick: fn(f32, f32) -> f32, from: f32| {
            points.iter().fold(Point::new(from, from), |p, q| Point::new(pick(p.x, q.x), pick(p.y, q.y)))
        };
        let (low, high) = (corner(f32::min, f32::MAX), corner(f32::max, f32::MIN));
        let (origin, extent) = if points.is_empty() { Default::default() } else { (low, high - low) };
        let least = (extent.x * extent.y / (MAX_BUCKETS * points.len() as f32)).sqrt();
        let bucket = bucket.max(least).max(f32::EPSILON);
        let (columns, rows) = ((extent.x / bucket) as usize + 1, (extent.y / bucket) as usize + 1);
        let mut grid =
            PointGrid { points, bucket, origin, columns, rows, starts: vec![0; columns * rows + 1], order: Vec::new() };
        grid.fill();
        grid
    }

    /// Sorts the points by counting.
    fn fill(&mut self) {
        let places: Vec<usize> = self.points.iter().map(|&p| self.place(p)).collect();
        for &place in &places {
            self.starts[place + 1] += 1;
        }
        for i in 1..self.starts.len() {
            self.starts[i] += self.starts[i - 1];
        }
        let mut next = self.starts.clone();
        self.order = vec![0; places.len()];
        for (point, &place) in places.iter().enumerate() {
            self.order[next[place] as usize] = point as u32;
            next[place] += 1;
        }
    }

    /// The bucket of a point.
    fn place(&self, point: Point) -> usize {
        let from = point - self.origin;
        let (column, row) = ((from.x / self.bucket) as usize, (from.y / self.bucket) as usize);
        row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)
    }

    /// The points, in the order they were given.
    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }

    /// The numbers of the points at most `radius` pixels from a place.
    pub(super) fn within(&self, center: Point, radius: f32) -> impl Iterator<Item = usize> + '_ {
        let (columns, rows) = self.buckets(center, radius);
        rows.flat_map(move |row| {
            self.in_row(row, &columns)
                .iter()
                .map(|&point| point as usize)
                .filter(move |&point| square_of_distance(self.points[point], center) <= radius * radius)
        })
    }

    /// The columns and rows of the buckets that reach within `radius` pixels of a place.
    fn buckets(&self, center: Point, radius: f32) -> (Range<usize>, Range<usize>) {
        let span = |from: f32, count: usize| {
            // The conversion to an integer makes negative values 0.
            let (low, high) = ((from - radius) / self.bucket, (from + radius) / self.bucket);
            low as usize..if high < 0.0 { 0 } else { (high as usize + 1).min(count) }
        };
        let from = center - self.origin;
        (span(from.x, self.columns), span(from.y, self.rows))
    }

    /// The points in these buckets of a row.
    fn in_row(&self, row: usize, columns: &Range<usize>) -> &[u32] {
        let (first, last) = (row * self.columns + columns.start, row * self.columns + columns.end);
        if columns.is_empty() { &[] } else { &self.order[self.starts[first] as usize..self.starts[last] as usize] }
    }

    /// The number of the nearest point at most `radius` pixels from a place.
    pub(super) fn nearest(&self, center: Point, radius: f32) -> Option<usize> {
        let mut nearest: Option<(f32, usize)> = None;
        let (columns, rows) = self.buckets(center, radius);
        for &point in rows.flat_map(|row| self.in_row(row, &columns)) {
            let distance = square_of_distance(self.points[point as usize], center);
            if distance <= radius * radius && nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, point as usize));
            }
        }
        nearest.map(|(_, point)| point)
    }
}

/// The squared distance of two points.
fn square_of_distance(a: Point, b: Point) -> f32 {
    let offset = a - b;
    offset.x * offset.x + offset.y * offset.y
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_buckets_hide_nothing(points in prop::collection::vec((0f32..100.0, -50f32..50.0), 0..60),
                                    x in -30f32..130.0, y in -80f32..80.0, radius in 0.5f32..60.0, bucket in 1f32..40.0) {
            let points: Vec<Point> = points.into_iter().map(Point::from).collect();
            let center = Point::new(x, y);
            let grid = PointGrid::new(points.clone(), bucket);
            let mut found: Vec<usize> = grid.within(center, radius).collect();
            found.sort_unstable();
            let expected: Vec<usize> = (0..points.len())
                .filter(|&i| square_of_distance(points[i], center) <= radius * radius)
                .collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(grid.nearest(center, radius).is_some(), !expected.is_empty());
        }
    }
}
