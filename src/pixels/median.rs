//! Medians of values that are few enough to be sorted; [`Histogram`](super::Histogram) is for many bytes.

use super::{Histogram, Rgb};

/// The median; for an even number of values the upper of the middle two, and 0 for none.
pub(crate) fn median(mut values: Vec<f32>) -> f32 {
    let middle = values.len() / 2;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(middle, f32::total_cmp).1 }
}

/// The median of each channel; `None` for no colors.
pub(crate) fn median_color(colors: &[Rgb]) -> Option<Rgb> {
    /// The number of colors up to which they are sorted on the stack; more are counted.
    const FEW: usize = 64;
    let levels = |channel: usize| colors.iter().map(move |color| color[channel]);
    let sorted = |channel: usize| {
        let mut few = [0; FEW];
        let few = &mut few[..colors.len()];
        few.iter_mut().zip(levels(channel)).for_each(|(own, level)| *own = level);
        *few.select_nth_unstable(colors.len() / 2).1
    };
    let counted = |channel: usize| levels(channel).collect::<Histogram>().at(colors.len() / 2);
    match colors.len() {
        0 => None,
        1..=FEW => Some([0, 1, 2].map(sorted)),
        _ => Some([0, 1, 2].map(counted)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_taken_by_channel() {
        assert_eq!((median(vec![5.0, 1.0, 9.0]), median(vec![2.0, 1.0]), median(Vec::new())), (5.0, 2.0, 0.0));
        assert_eq!(median_color(&[[1, 9, 5], [2, 8, 5], [3, 7, 6]]), Some([2, 8, 5]));
        assert_eq!(median_color(&[]), None);
        for count in [63u32, 64, 65, 66, 500] {
            let colors: Vec<Rgb> = (0..count).map(|n| [n * 7, n * 101 % 251, n % 3].map(|level| level as u8)).collect();
            let middle = |channel: usize| {
                let mut levels: Vec<u8> = colors.iter().map(|color| color[channel]).collect();
                levels.sort_unstable();
                levels[levels.len() / 2]
            };
            assert_eq!(median_color(&colors), Some([0, 1, 2].map(middle)), "{count}");
        }
    }
}
