//! Counts of levels: quantiles, ranges and thresholds of bytes without sorting.

/// The number of pixels of each level.
#[derive(Debug, Clone)]
pub(crate) struct Histogram {
    counts: [u32; 256],
    total: u32,
}

impl Histogram {
    /// The histogram of no pixels.
    pub(crate) fn new() -> Histogram {
        Histogram { counts: [0; 256], total: 0 }
    }

    pub(crate) fn add(&mut self, level: u8) {
        self.counts[usize::from(level)] += 1;
        self.total += 1;
    }

    /// The number of pixels.
    pub(crate) fn total(&self) -> u32 {
        self.total
    }

    /// The levels with at least one pixel, darkest first, each with its number of pixels.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (u8, u32)> {
        (0..=u8::MAX).zip(self.counts).filter(|(_, count)| *count > 0)
    }

    /// The level below which this share of the pixels lies; 0 without pixels.
    pub(crate) fn quantile(&self, share: f32) -> u8 {
        self.at((share * self.total as f32) as usize)
    }

    /// The level of the pixel that has this many before it when they are sorted; 0 beyond the last one.
    pub(crate) fn at(&self, index: usize) -> u8 {
        let mut rest = index as u32;
        for (level, &count) in self.counts.iter().enumerate() {
            if rest < count {
                return level as u8;
            }
            rest -= count;
        }
        0
    }

    /// The difference between the lightest and the darkest level; 0 without pixels.
    pub(crate) fn range(&self) -> u8 {
        let lightest = self.counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        let darkest = self.counts.iter().position(|count| *count > 0).unwrap_or(0);
        (lightest - darkest) as u8
    }

    /// The mean level; 0 without pixels.
    pub(crate) fn mean(&self) -> f32 {
        let sum: u32 = self.levels().map(|(level, count)| u32::from(level) * count).sum();
        sum as f32 / self.total.max(1) as f32
    }

    /// The histogram split at a level: that of the pixels up to it, and that of those above it.
    pub(crate) fn parted(&self, level: u8) -> (Histogram, Histogram) {
        let (mut dark, mut light) = (Histogram::new(), self.clone());
        let up_to = ..=usize::from(level);
        dark.counts[up_to].copy_from_slice(&self.counts[up_to]);
        light.counts[up_to].fill(0);
        dark.total = dark.counts.iter().sum();
        light.total -= dark.total;
        (dark, light)
    }

    /// The threshold of Otsu: the level up to which pixels are dark, so that the variance between dark and light ones is
    /// largest (A Threshold Selection Method from Gray-Level Histograms, 1979).
    pub(crate) fn otsu(&self) -> u8 {
        let all: f64 = self.levels().map(|(level, count)| f64::from(level) * f64::from(count)).sum();
        let (mut dark, mut sum) = (0, 0.0);
        let (mut best, mut most) = (0, 0.0);
        for (level, count) in self.levels() {
            dark += count;
            sum += f64::from(level) * f64::from(count);
            let (dark, light) = (f64::from(dark), f64::from(self.total - dark));
            if light == 0.0 {
                break;
            }
            let variance = dark * light * (sum / dark - (all - sum) / light).powi(2);
            if variance > most {
                (best, most) = (level, variance);
            }
        }
        best
    }
}

impl FromIterator<u8> for Histogram {
    fn from_iter<I: IntoIterator<Item = u8>>(levels: I) -> Histogram {
        let mut histogram = Histogram::new();
        levels.into_iter().for_each(|level| histogram.add(level));
        histogram
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::GrayImage;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn quantiles_and_thresholds_agree_with_sorting(mut levels in prop::collection::vec(any::<u8>(), 1..200), at in any::<u8>()) {
            let histogram: Histogram = levels.iter().copied().collect();
            let picture = GrayImage::from_raw(levels.len() as u32, 1, levels.clone()).unwrap();
            prop_assert_eq!(histogram.otsu(), imageproc::contrast::otsu_level(&picture));
            levels.sort_unstable();
            prop_assert_eq!(histogram.quantile(0.5), levels[levels.len() / 2]);
            prop_assert_eq!(histogram.range(), levels[levels.len() - 1] - levels[0]);
            let (dark, light) = histogram.parted(at);
            let split = levels.partition_point(|level| *level <= at);
            for (part, levels) in [(dark, &levels[..split]), (light, &levels[split..])] {
                prop_assert_eq!(part.total() as usize, levels.len());
                let sum: f32 = levels.iter().map(|level| f32::from(*level)).sum();
                prop_assert!((part.mean() - sum / levels.len().max(1) as f32).abs() < 0.01);
            }
        }
    }
}
