//! Colors of eight bits a channel.

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// `color` with `share` of `other` mixed in; a share from 0 to 1.
///
/// ```
/// use hexlex::pixels::mix;
/// assert_eq!(mix([0, 100, 200], [200, 100, 0], 0.25), [50, 100, 150]);
/// ```
pub fn mix(color: Rgb, other: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|i| (f32::from(color[i]) * (1.0 - share) + f32::from(other[i]) * share).round() as u8)
}

/// The brightness of a color, 0 to 255, by the weights of Rec. 601.
pub fn luma([r, g, b]: Rgb) -> f32 {
    0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b)
}

/// The Euclidean distance of two colors in RGB: 0 to 442.
pub fn color_distance(a: Rgb, b: Rgb) -> f32 {
    a.iter().zip(b).map(|(a, b)| f32::from(a.abs_diff(b)).powi(2)).sum::<f32>().sqrt()
}
