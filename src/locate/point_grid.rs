//! Points by their place: which lie near a given one.

/// Points in square buckets.
pub(super) struct PointGrid {
    points: Vec<(f32, f32)>,
    bucket: f32,
    origin: (f32, f32),
    columns: usize,
    rows: usize,
    /// Where the points of each bucket begin in `order`, and the end.
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl PointGrid {
    /// Sorts the points into buckets of about `bucket` pixels: best the radius of the later questions.
    pub(super) fn new(points: Vec<(f32, f32)>, bucket: f32) -> PointGrid {
        let corner = |pick: fn(f32, f32) -> f32, from: f32| {
            points.iter().fold((from, from), |(x, y), p| (pick(x, p.0), pick(y, p.1)))
        };
        let (low, high) = (corner(f32::min, f32::MAX), corner(f32::max, f32::MIN));
        let origin = if points.is_empty() { (0.0, 0.0) } else { low };
        let count = |low: f32, high: f32| ((high - low) / bucket).max(0.0) as usize + 1;
        let (columns, rows) = (count(low.0, high.0), count(low.1, high.1));
        let mut near =
            PointGrid { points, bucket, origin, columns, rows, starts: vec![0; columns * rows + 1], order: Vec::new() };
        near.fill();
        near
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

    fn place(&self, (x, y): (f32, f32)) -> usize {
        let column = ((x - self.origin.0) / self.bucket) as usize;
        let row = ((y - self.origin.1) / self.bucket) as usize;
        row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)
    }

    /// The points, in the order they were given.
    pub(super) fn points(&self) -> &[(f32, f32)] {
        &self.points
    }

    /// The numbers of the points at most `radius` from here.
    pub(super) fn within(&self, (x, y): (f32, f32), radius: f32) -> impl Iterator<Item = usize> + '_ {
        let span = |center: f32, origin: f32, count: usize| {
            let low = ((center - radius - origin) / self.bucket).floor().max(0.0) as usize;
            let high = ((center + radius - origin) / self.bucket).floor();
            low..if high < 0.0 { 0 } else { (high as usize + 1).min(count) }
        };
        let columns = span(x, self.origin.0, self.columns);
        span(y, self.origin.1, self.rows).flat_map(move |row| {
            let (first, last) = (row * self.columns + columns.start, row * self.columns + columns.end);
            let bucket =
                if columns.is_empty() { 0..0 } else { self.starts[first] as usize..self.starts[last] as usize };
            self.order[bucket].iter().map(|&point| point as usize).filter(move |&point| {
                let (px, py) = self.points[point];
                (px - x).powi(2) + (py - y).powi(2) <= radius * radius
            })
        })
    }

    /// The nearest point at most `radius` from here.
    pub(super) fn nearest(&self, (x, y): (f32, f32), radius: f32) -> Option<usize> {
        let distance = |point: &usize| {
            let (px, py) = self.points[*point];
            (px - x).powi(2) + (py - y).powi(2)
        };
        self.within((x, y), radius).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_buckets_hide_nothing(points in prop::collection::vec((0f32..100.0, -50f32..50.0), 0..60),
                                    x in -30f32..130.0, y in -80f32..80.0, radius in 0.5f32..60.0, bucket in 1f32..40.0) {
            let near = PointGrid::new(points.clone(), bucket);
            let mut found: Vec<usize> = near.within((x, y), radius).collect();
            found.sort_unstable();
            let expected: Vec<usize> = (0..points.len())
                .filter(|&i| (points[i].0 - x).powi(2) + (points[i].1 - y).powi(2) <= radius * radius)
                .collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(near.nearest((x, y), radius).is_some(), !expected.is_empty());
        }
    }
}
