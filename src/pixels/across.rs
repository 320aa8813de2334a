//! Means of stretches of a row of pixels: the second half of every scaling, after whole rows have been added up.

/// Stretches of a row, each with the weights of its pixels.
pub(crate) struct Across {
    firsts: Vec<usize>,
    /// So many weights for each stretch: those that are shorter have zeros too, so that no branch depends on how long
    /// they are.
    weights: Vec<f32>,
    longest: usize,
}

impl Across {
    /// Of a row of so many pixels, each stretch by its first pixel and its weights.
    pub(crate) fn of<'a, W: Copy + Into<f32> + 'a>(
        row: usize,
        stretches: impl Iterator<Item = (usize, &'a [W])> + Clone,
    ) -> Across {
        let longest = stretches.clone().map(|(_, weights)| weights.len()).max().unwrap_or(0);
        let mut across = Across { firsts: Vec::new(), weights: Vec::new(), longest };
        for (first, weights) in stretches {
            let inside = first.min(row - longest);
            let start = across.weights.len() + first - inside;
            across.firsts.push(inside);
            across.weights.resize(across.weights.len() + longest, 0.0);
            across.weights[start..].iter_mut().zip(weights).for_each(|(own, &weight)| *own = weight.into());
        }
        across
    }

    /// The sums over the stretches of this row.
    #[inline]
    pub(crate) fn sums(&self, row: &[[f32; 4]], sums: &mut [[f32; 4]]) {
        match self.longest {
            2 => self.sums_of::<2>(row, sums),
            3 => self.sums_of::<3>(row, sums),
            4 => self.sums_of::<4>(row, sums),
            longest => {
                for ((sum, &first), weights) in sums.iter_mut().zip(&self.firsts).zip(self.weights.chunks(longest)) {
                    *sum = weighted(&row[first..][..longest], weights);
                }
            }
        }
    }

    /// The same for a length that the compiler knows.
    #[inline]
    fn sums_of<const LONGEST: usize>(&self, row: &[[f32; 4]], sums: &mut [[f32; 4]]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_of_every_stretch_alone(
            row in prop::collection::vec(any::<[f32; 4]>().prop_map(|pixel| pixel.map(|v| (v % 256.0).abs())), 6..40),
            stretches in prop::collection::vec((any::<prop::sample::Index>(), 1usize..6), 1..20),
        ) {
            let stretches: Vec<(usize, Vec<f32>)> = stretches
                .into_iter()
                .map(|(first, length)| (first.index(row.len() - length), (1..=length).map(|n| n as f32).collect()))
                .collect();
            let across = Across::of(row.len(), stretches.iter().map(|(first, weights)| (*first, weights.as_slice())));
            let mut sums = vec![[0.0; 4]; stretches.len()];
            across.sums(&row, &mut sums);
            for (sum, (first, weights)) in sums.iter().zip(&stretches) {
                prop_assert_eq!(*sum, weighted(&row[*first..], weights));
            }
        }
    }
}
