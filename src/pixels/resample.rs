//! Resampling: a part of a picture at another size.
//!
//! [`Spans`] has the pixels and weights of each point along one side. [`RowResampler`] is the horizontal pass of a
//! separable resize; the caller does the vertical pass.

/// Weighted sums over spans of a row; each span makes one pixel of the new row.
pub(crate) struct RowResampler {
    /// The first pixel of each span.
    firsts: Vec<usize>,
    /// The weights of the spans, `longest` for each. Shorter spans are filled up with zeros, so that no branch depends on
    /// the length of a span.
    weights: Vec<f32>,
    longest: usize,
}

impl RowResampler {
    /// The resampler of a row of `width` pixels, from the first pixel and the weights of each span.
    pub(crate) fn new<'a, W: Copy + Into<f32> + 'a>(
        width: usize,
        spans: impl Iterator<Item = (usize, &'a [W])> + Clone,
    ) -> RowResampler {
        let longest = spans.clone().map(|(_, weights)| weights.len()).max().unwrap_or(0);
        let mut resampler = RowResampler { firsts: Vec::new(), weights: Vec::new(), longest };
        for (first, weights) in spans {
            let inside = first.min(width - longest);
            let start = resampler.weights.len() + first - inside;
            resampler.firsts.push(inside);
            resampler.weights.resize(resampler.weights.len() + longest, 0.0);
            resampler.weights[start..].iter_mut().zip(weights).for_each(|(own, &weight)| *own = weight.into());
        }
        resampler
    }

    /// Writes the sum over each span of the row.
    #[inline(always)]
    pub(crate) fn resample(&self, row: &[[f32; 4]], sums: &mut [[f32; 4]]) {
        match self.longest {
            2 => self.resample_by::<2>(row, sums),
            3 => self.resample_by::<3>(row, sums),
            4 => self.resample_by::<4>(row, sums),
            longest => {
                for ((sum, &first), weights) in sums.iter_mut().zip(&self.firsts).zip(self.weights.chunks(longest)) {
                    *sum = weighted(&row[first..][..longest], weights);
                }
            }
        }
    }

    /// The same for a length of spans that is known when this is compiled.
    #[inline(always)]
    fn resample_by<const LONGEST: usize>(&self, row: &[[f32; 4]], sums: &mut [[f32; 4]]) {
        let weights = self.weights.as_chunks::<LONGEST>().0;
        for ((sum, &first), weights) in sums.iter_mut().zip(&self.firsts).zip(weights) {
            *sum = weighted(&row[first..][..LONGEST], weights);
        }
    }
}

#[inline(always)]
fn weighted(pixels: &[[f32; 4]], weights: &[f32]) -> [f32; 4] {
    let mut sum = [0f32; 4];
    for (pixel, weight) in pixels.iter().zip(weights) {
        (0..4).for_each(|channel| sum[channel] += weight * pixel[channel]);
    }
    sum
}

/// For each point along a side its first pixel, and weights that add up to 1.
pub(crate) struct Spans {
    firsts: Vec<usize>,
    /// The start of each point's weights; those of the last point extend to the end.
    starts: Vec<usize>,
    weights: Vec<f32>,
}

impl Spans {
    /// The spans of `points` points over `length` pixels from `start`, on a side of `size` pixels. Positions outside
    /// repeat the edge. Shrinking averages areas, enlarging interpolates.
    pub(crate) fn of((start, length): (f32, f32), size: usize, points: usize) -> Spans {
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

    /// The first pixel and the weights of each point.
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, &[f32])> + Clone {
        let end = |i: usize| self.starts.get(i + 1).copied().unwrap_or(self.weights.len());
        self.firsts.iter().enumerate().map(move |(i, &first)| (first, &self.weights[self.starts[i]..end(i)]))
    }

    /// The range of all pixels.
    pub(crate) fn pixels(&self) -> std::ops::Range<usize> {
        let first = self.firsts.first().copied().unwrap_or(0);
        first..self.each().last().map_or(first, |(last, weights)| last + weights.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_equal_those_of_each_span_alone(
            row in prop::collection::vec(any::<[f32; 4]>().prop_map(|pixel| pixel.map(|v| (v % 256.0).abs())), 6..40),
            spans in prop::collection::vec((any::<prop::sample::Index>(), 1usize..6), 1..20),
        ) {
            let spans: Vec<(usize, Vec<f32>)> = spans
                .into_iter()
                .map(|(first, length)| (first.index(row.len() - length), (1..=length).map(|n| n as f32).collect()))
                .collect();
            let resampler = RowResampler::new(row.len(), spans.iter().map(|(first, weights)| (*first, weights.as_slice())));
            let mut sums = vec![[0.0; 4]; spans.len()];
            resampler.resample(&row, &mut sums);
            for (sum, (first, weights)) in sums.iter().zip(&spans) {
                prop_assert_eq!(*sum, weighted(&row[*first..], weights));
            }
        }
    }
}
