//! One side of a part of a picture in another size: which pixels make each point, and how much each of them counts.

/// For each point along a side the first of its pixels, and weights that add up to 1.
pub(super) struct Spans {
    firsts: Vec<usize>,
    /// Where the weights of each begin; those of the last end with the weights.
    starts: Vec<usize>,
    weights: Vec<f32>,
}

impl Spans {
    /// So many points from `start` on, over `length` pixels of `size`; what lies outside repeats the edge. Shrinking
    /// averages areas, enlarging interpolates.
    pub(super) fn of((start, length): (f32, f32), size: usize, points: usize) -> Spans {
        let step = length / points as f32;
        let end = size as i64 - 1;
        let mut spans = Spans {
            firsts: Vec::with_capacity(points),
            starts: Vec::with_capacity(points),
            weights: Vec::with_capacity(2 * points + length as usize),
        };
        for i in 0..points {
            let (low, high) = match step {
                s if s >= 1.0 => (start + i as f32 * s, start + (i + 1) as f32 * s),
                s => {
                    let middle = start + (i as f32 + 0.5) * s;
                    (middle - 0.5, middle + 0.5)
                }
            };
            let (from, to) = (low.floor() as i64, high.ceil() as i64);
            let (first, begin) = (from.clamp(0, end) as usize, spans.weights.len());
            spans.firsts.push(first);
            spans.starts.push(begin);
            for pixel in from..to {
                let weight = ((pixel + 1) as f32).min(high) - (pixel as f32).max(low);
                let at = begin + pixel.clamp(0, end) as usize - first;
                spans.weights.resize(spans.weights.len().max(at + 1), 0.0);
                spans.weights[at] += weight / (high - low);
            }
        }
        spans
    }

    /// The first pixel and the weights of each.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &[f32])> + Clone {
        let end = |i: usize| self.starts.get(i + 1).copied().unwrap_or(self.weights.len());
        self.firsts.iter().enumerate().map(move |(i, &first)| (first, &self.weights[self.starts[i]..end(i)]))
    }

    /// All their pixels.
    pub(super) fn pixels(&self) -> std::ops::Range<usize> {
        let first = self.firsts.first().copied().unwrap_or(0);
        first..self.each().last().map_or(first, |(last, weights)| last + weights.len())
    }
}
