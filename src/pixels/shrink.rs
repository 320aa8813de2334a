//! A smaller picture of a larger one: every pixel is the mean of the area that it covers.

use super::{RowResampler, Size};
use image::RgbaImage;
use multiversion::multiversion;

/// The sum of the weights of a span. 256 keeps the weighted sum of levels in a `u16`, so that a vector register holds
/// eight or more of them.
const ONE: u16 = 256;

/// The pixels of the source that make one pixel, along one side, with their weights; the sum of the weights is [`ONE`].
struct Span {
    first: usize,
    weights: Vec<u16>,
}

/// The picture reduced to this size, which must not be larger than its own on either side.
#[multiversion(targets("x86_64+avx2"))]
pub(crate) fn shrink(picture: &RgbaImage, Size { width, height }: Size) -> RgbaImage {
    let row = picture.width() as usize * 4;
    let columns = spans(picture.width(), width);
    let columns = columns.iter().map(|span| (span.first, span.weights.as_slice()));
    let columns = RowResampler::new(picture.width() as usize, columns);
    let mut small = Vec::with_capacity(width as usize * height as usize * 4);
    let mut sums = vec![0u16; row];
    // Floats, as four of them are multiplied at once: they hold whole numbers up to 2^24.
    let mut pixels = vec![[0f32; 4]; picture.width() as usize];
    let mut means = vec![[0f32; 4]; width as usize];
    for rows in spans(picture.height(), height) {
        sums.fill(0);
        for (levels, &weight) in picture.as_raw()[rows.first * row..].chunks_exact(row).zip(&rows.weights) {
            sums.iter_mut().zip(levels).for_each(|(sum, &level)| *sum += weight * u16::from(level));
        }
        pixels.as_flattened_mut().iter_mut().zip(&sums).for_each(|(value, &sum)| *value = f32::from(sum));
        columns.resample(&pixels, &mut means);
        small.extend(means.as_flattened().iter().map(|sum| upper_byte(*sum)));
    }
    RgbaImage::from_raw(width, height, small).unwrap_or_default()
}

/// The upper eight of the 24 bits of a whole number. Adding 2^24 puts half the number into the 23 bits of the mantissa;
/// its bits from 15 on are then the number without its lower 16 bits. This vectorizes; the conversion of a float to an
/// integer does not.
fn upper_byte(number: f32) -> u8 {
    const FIRST: f32 = (1 << 24) as f32;
    ((number + FIRST).to_bits() >> 15) as u8
}

fn spans(from: u32, to: u32) -> Vec<Span> {
    let step = f64::from(from) / f64::from(to);
    let span = |i: u32| {
        let (low, high) = (f64::from(i) * step, (f64::from(i + 1) * step).min(f64::from(from)));
        let (first, end) = (low as usize, (high.ceil() as usize).min(from as usize));
        // Rounded prefix sums: their differences add up to ONE exactly.
        let up_to = |n: usize| {
            let covered = ((n as f64).min(high) - low).max(0.0) / (high - low);
            (covered * f64::from(ONE)).round() as u16
        };
        Span { first, weights: (first..end).map(|n| up_to(n + 1) - up_to(n)).collect() }
    };
    (0..to).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn weights_cover_the_source_once(from in 1u32..3000, part in 1u32..100) {
            let to = (from * part / 100).max(1);
            let spans = spans(from, to);
            let mut covered = vec![0.0; from as usize];
            for span in &spans {
                prop_assert_eq!(span.weights.iter().sum::<u16>(), ONE);
                let pixels = covered[span.first..].iter_mut().zip(&span.weights);
                pixels.for_each(|(sum, &weight)| *sum += f64::from(weight) / 256.0 * f64::from(from) / f64::from(to));
            }
            let close = |part: &f64| (part - 1.0).abs() < 0.02 * f64::from(from) / f64::from(to);
            prop_assert!(covered.iter().all(close));
        }
    }

    #[test]
    fn a_pixel_is_the_mean_of_its_area() {
        let stripes = RgbaImage::from_fn(40, 30, |x, y| Rgba([255 * (x % 2) as u8, 255 * (y % 2) as u8, 90, 255]));
        let small = shrink(&stripes, Size::new(20, 15));
        assert!(small.pixels().all(|p| p.0 == [127, 127, 90, 255]));
        assert_eq!(shrink(&stripes, Size::new(40, 30)).pixels().filter(|p| p.0[0] > 250).count(), 600);
    }
}
