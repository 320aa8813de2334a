//! Medians of values that are few enough to be sorted; [`Histogram`](super::Histogram) is for many bytes.

use super::Rgb;

/// The median; for an even number of values the upper of the middle two, and 0 for none.
pub(crate) fn median(mut values: Vec<f32>) -> f32 {
    let middle = values.len() / 2;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(middle, f32::total_cmp).1 }
}

/// The median of each channel; `None` for no colors.
pub(crate) fn median_color(colors: &[Rgb]) -> Option<Rgb> {
    let channel = |channel: usize| {
        let mut levels: Vec<u8> = colors.iter().map(|color| color[channel]).collect();
        let middle = levels.len() / 2;
        *levels.select_nth_unstable(middle).1
    };
    (!colors.is_empty()).then(|| [0, 1, 2].map(channel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_taken_by_channel() {
        assert_eq!((median(vec![5.0, 1.0, 9.0]), median(vec![2.0, 1.0]), median(Vec::new())), (5.0, 2.0, 0.0));
        assert_eq!(median_color(&[[1, 9, 5], [2, 8, 5], [3, 7, 6]]), Some([2, 8, 5]));
        assert_eq!(median_color(&[]), None);
    }
}
