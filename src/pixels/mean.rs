//! Box means: the mean of a picture around each of its pixels.

use image::GrayImage;
use multiversion::multiversion;

/// Box means and the buffers to compute them, which the next picture uses again.
#[derive(Debug, Default)]
pub(crate) struct LocalMean {
    /// The sum of each column over the rows of the window.
    columns: Vec<u32>,
    /// Prefix sums of the columns.
    before: Vec<u32>,
    means: Vec<u8>,
}

impl LocalMean {
    /// The mean over the part of the picture within `radius` pixels of each pixel, across and down. Running sums make
    /// the work independent of the radius.
    pub(crate) fn of(&mut self, gray: &GrayImage, radius: usize) -> &[u8] {
        means(self, gray, radius);
        &self.means
    }

    #[inline(always)]
    fn compute(&mut self, gray: &GrayImage, radius: usize) {
        let (width, height) = (gray.width() as usize, gray.height() as usize);
        let row = |y: usize| &gray.as_raw()[y * width..][..width];
        self.columns.clear();
        self.columns.resize(width, 0);
        self.means.clear();
        (0..radius.min(height)).for_each(|y| add(&mut self.columns, row(y)));
        for y in 0..height {
            if y + radius < height {
                add(&mut self.columns, row(y + radius));
            }
            if y > radius {
                let gone = row(y - radius - 1);
                self.columns.iter_mut().zip(gone).for_each(|(sum, &pixel)| *sum -= u32::from(pixel));
            }
            let rows = (y + radius + 1).min(height) - y.saturating_sub(radius);
            self.across(rows, radius);
        }
    }

    /// Appends the means of a row; its windows are `rows` high.
    #[inline(always)]
    fn across(&mut self, rows: usize, radius: usize) {
        let width = self.columns.len();
        self.before.clear();
        self.before.push(0);
        let mut sum = 0;
        self.before.extend(self.columns.iter().map(|column| {
            sum += column;
            sum
        }));
        let before = &self.before;
        let share = |across: usize| 1.0 / (rows * across) as f32;
        // Adding 2^23 rounds to an integer in the low mantissa bits (the magic-number trick). This vectorizes.
        let mean = |sum: u32, share: f32| (sum as i32 as f32 * share + (1 << 23) as f32).to_bits() as u8;
        let clipped = |x: usize| {
            let (left, right) = (x.saturating_sub(radius), (x + radius + 1).min(width));
            mean(before[right] - before[left], share(right - left))
        };
        // At the left edge the window grows, then it slides, at the right edge it shrinks.
        let inner = radius.min(width)..width.saturating_sub(radius).max(radius.min(width));
        self.means.extend((0..inner.start).map(clipped));
        let (whole, length) = (share(2 * radius + 1), inner.len());
        let slid = before[(2 * radius + 1).min(width)..].iter().zip(before).take(length);
        self.means.extend(slid.map(|(right, left)| mean(right - left, whole)));
        self.means.extend((inner.end..width).map(clipped));
    }
}

/// Computes the means with the best instructions of this processor.
#[multiversion(targets("x86_64+avx2"))]
fn means(mean: &mut LocalMean, gray: &GrayImage, radius: usize) {
    mean.compute(gray, radius);
}

#[inline(always)]
fn add(columns: &mut [u32], row: &[u8]) {
    columns.iter_mut().zip(row).for_each(|(sum, &pixel)| *sum += u32::from(pixel));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn running_sums_give_the_means(width in 1u32..40, height in 1u32..40, radius in 1usize..50, seed in 1u32..999) {
            let gray = GrayImage::from_fn(width, height, |x, y| image::Luma([(x * 37 + y * 101 + x * y * seed) as u8]));
            let mut means = LocalMean::default();
            means.of(&GrayImage::new(3, 3), 1); // the buffers of an earlier picture leave no trace
            let found = means.of(&gray, radius).to_vec();
            prop_assert_eq!(found.len(), (width * height) as usize);
            for (x, y, _) in gray.enumerate_pixels() {
                let around = |c: u32, end: u32| {
                    c.saturating_sub(radius as u32)..(c + radius as u32 + 1).min(end)
                };
                let window: Vec<f32> = around(y, height)
                    .flat_map(|y| around(x, width).map(move |x| (x, y)))
                    .map(|(x, y)| f32::from(gray.get_pixel(x, y).0[0]))
                    .collect();
                let mean = window.iter().sum::<f32>() / window.len() as f32;
                prop_assert!((mean - f32::from(found[(y * width + x) as usize])).abs() <= 0.51);
            }
        }
    }
}
