//! How the look of a tile changes: its mean color, and the colors where it has changed.

use super::tracked::rows;
use crate::pixels::Rect;
use image::RgbaImage;

/// A mean color: red, green and blue, 0 to 255.
pub(super) type MeanColor = [f32; 3];

/// The mean color of a part of a picture.
pub(super) fn mean_color(picture: &RgbaImage, part: Rect) -> MeanColor {
    let mut sum = [0u32; 3];
    for row in rows(picture, part) {
        for pixel in row.chunks_exact(4) {
            (0..3).for_each(|channel| sum[channel] += u32::from(pixel[channel]));
        }
    }
    sum.map(|channel| channel as f32 / count(part))
}

/// How a tile differs from its resting look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    /// The difference of its mean color.
    pub(super) by: MeanColor,
    /// Where it has changed; `None` where only its mean color is known.
    part: Option<ChangedPart>,
}

/// The part of a tile that has changed. Each pixel counts by how much it has.
#[derive(Debug, Clone, Copy)]
struct ChangedPart {
    /// Its mean colors before and now.
    from: MeanColor,
    to: MeanColor,
    /// Its share of the tile.
    area: f32,
}

impl Change {
    /// The change of a tile of which only the mean color is known.
    pub(super) fn of_color(from: MeanColor, to: MeanColor) -> Change {
        Change { by: minus(to, from), part: None }
    }

    /// The change of a tile with these pixels.
    pub(super) fn of_pixels(before: &RgbaImage, now: &RgbaImage, tile: Rect) -> Change {
        let mut by = [0i64; 3];
        let (mut weights, mut squares, mut from, mut to) = (0u64, 0u64, [0u64; 3], [0u64; 3]);
        for (before, now) in rows(before, tile).zip(rows(now, tile)) {
            for (before, now) in before.chunks_exact(4).zip(now.chunks_exact(4)) {
                let weight: u64 = (0..3).map(|channel| u64::from(before[channel].abs_diff(now[channel]))).sum();
                weights += weight;
                squares += weight * weight;
                for channel in 0..3 {
                    by[channel] += i64::from(now[channel]) - i64::from(before[channel]);
                    from[channel] += weight * u64::from(before[channel]);
                    to[channel] += weight * u64::from(now[channel]);
                }
            }
        }
        let mean = |sum: [u64; 3]| sum.map(|channel| channel as f32 / weights.max(1) as f32);
        // Of pixels that have all changed by as much it is their number.
        let pixels = (weights as f64).powi(2) / squares.max(1) as f64;
        let part = ChangedPart { from: mean(from), to: mean(to), area: pixels as f32 / count(tile) };
        Change { by: by.map(|channel| channel as f32 / count(tile)), part: Some(part) }
    }

    /// Whether another tile has changed in the same way: by the same difference, or about as much of it to the same color.
    pub(super) fn is_like(&self, other: &Change) -> bool {
        /// The share of the smaller of two changes by which they may differ. Smaller: the letters of selected tiles, which cover a tenth
        /// to a third of them, part them. Larger: tiles beside selected ones, which a line or glow reaches, are selected too. Chosen by
        /// hand.
        const NEAR: f32 = 0.5;
        /// The least ratio of two parts of tiles that have about the same size. Smaller: the edge of an outline on the next tile counts as
        /// an outline. Larger: an outline that a tile's shape cuts is another one. Chosen by hand.
        const AS_LARGE: f32 = 0.5;
        let is_near = |a: MeanColor, b: MeanColor, least: f32| length(minus(a, b)) < NEAR * least;
        let has_same_difference = is_near(self.by, other.by, length(self.by).min(length(other.by)));
        let Some((own, others)) = self.part.zip(other.part) else { return has_same_difference };
        let least = own.difference().min(others.difference());
        own.area.min(others.area) > AS_LARGE * own.area.max(others.area)
            && (has_same_difference || is_near(own.to, others.to, least))
    }
}

impl ChangedPart {
    /// By how much its mean color has changed, in levels.
    fn difference(&self) -> f32 {
        length(minus(self.to, self.from))
    }
}

/// The number of pixels of a part of a picture, at least 1.
fn count(part: Rect) -> f32 {
    (part.width * part.height).max(1) as f32
}

/// The difference of two colors.
pub(super) fn minus(a: MeanColor, b: MeanColor) -> MeanColor {
    std::array::from_fn(|channel| a[channel] - b[channel])
}

/// The length of a difference of colors, in levels.
pub(super) fn length([red, green, blue]: MeanColor) -> f32 {
    (red * red + green * green + blue * blue).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    /// A tile of 20x20 pixels in this color, with an outline of a pixel.
    fn tile(fill: [u8; 3], outline: [u8; 3]) -> RgbaImage {
        RgbaImage::from_fn(20, 20, |x, y| {
            let is_within = |n: u32| (1..19).contains(&n);
            let [r, g, b] = if is_within(x) && is_within(y) { fill } else { outline };
            Rgba([r, g, b, 255])
        })
    }

    /// Two changes, of fill and outline before and after, and whether they are alike.
    #[test]
    fn tiles_change_alike_by_as_much_or_to_one_color() {
        let (tan, green, dark, white, gold) = ([200, 170, 120], [60, 160, 70], [60, 50, 30], [255; 3], [250, 210, 60]);
        let change = |[before, after]: [([u8; 3], [u8; 3]); 2]| {
            let whole = Rect { x: 0, y: 0, width: 20, height: 20 };
            Change::of_pixels(&tile(before.0, before.1), &tile(after.0, after.1), whole)
        };
        for (one, other, alike) in [
            // A plain tile and a gem get a white outline.
            ([(tan, dark), (tan, white)], [(green, [20, 90, 30]), (green, white)], true),
            // Both get a lighter fill.
            ([(tan, dark), (gold, dark)], [(tan, dark), (gold, dark)], true),
            // One gets an outline, and a gem beside it flickers.
            ([(tan, dark), (tan, white)], [(green, dark), ([110, 200, 120], dark)], false),
            // Both get a darker fill and a lighter outline.
            ([(tan, dark), ([150, 120, 80], white)], [(tan, dark), ([150, 120, 80], white)], true),
            // A tile is filled in the color that another one's outline gets.
            ([(dark, dark), (white, dark)], [(tan, dark), (tan, white)], false),
        ] {
            let (one, other) = (change(one), change(other));
            assert_eq!((one.is_like(&other), other.is_like(&one)), (alike, alike), "{one:?} {other:?}");
        }
    }
}
