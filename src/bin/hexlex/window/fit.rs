//! Where an image lies in a window: its scale and position, for drawing it and for mapping clicks back.

use hexlex::pixels::{Point, Size};
use image::RgbaImage;
use image::imageops::{self, FilterType};

/// Where an image lies in a window: centered, as large as fits.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Fit {
    /// The image's upper left corner in the window.
    left: u32,
    top: u32,
    /// The image's size in the window.
    width: u32,
    height: u32,
    /// Pixels of the window for each pixel of the image.
    scale: f64,
}

impl Fit {
    pub(super) fn new(image: Size, window: Size) -> Fit {
        let ratio = |window: u32, image: u32| f64::from(window) / f64::from(image.max(1));
        let scale = ratio(window.width, image.width).min(ratio(window.height, image.height));
        let length = |image: u32, window: u32| ((f64::from(image) * scale).round() as u32).min(window);
        let (width, height) = (length(image.width, window.width), length(image.height, window.height));
        Fit { left: (window.width - width) / 2, top: (window.height - height) / 2, width, height, scale }
    }

    /// The point of the image that is shown at this point of the window.
    pub(super) fn to_image(self, x: f64, y: f64) -> Point {
        let map = |at: f64, start: u32| ((at - f64::from(start)) / self.scale.max(f64::MIN_POSITIVE)) as f32;
        Point::new(map(x, self.left), map(y, self.top))
    }

    /// Copies the image to the pixels of a window with rows of this length, with black around it.
    pub(super) fn copy(self, image: &RgbaImage, pixels: &mut [u32], row: usize) {
        let scaled;
        let image = if image.dimensions() == (self.width, self.height) {
            image
        } else {
            scaled = imageops::resize(image, self.width, self.height, FilterType::Triangle);
            &scaled
        };
        if image.len() / 4 < pixels.len() {
            pixels.fill(0);
        }
        let start = self.top as usize * row + self.left as usize;
        for (from, to) in image.rows().zip(pixels.get_mut(start..).unwrap_or_default().chunks_mut(row.max(1))) {
            for (from, to) in from.zip(to) {
                let [red, green, blue, _] = from.0;
                *to = u32::from_be_bytes([0, red, green, blue]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn an_image_is_scaled_to_fit_and_clicks_are_mapped_back() {
        let fit = Fit::new(Size::new(100, 50), Size::new(220, 300));
        assert_eq!((fit.left, fit.top, fit.width, fit.height), (0, 95, 220, 110));
        assert_eq!(fit.to_image(110.0, 150.0), Point::new(50.0, 25.0));
        let same = Fit::new(Size::new(640, 480), Size::new(640, 480));
        assert_eq!(same.to_image(3.0, 4.0), Point::new(3.0, 4.0));
    }

    #[test]
    fn pixels_are_copied_with_black_around() {
        let image = RgbaImage::from_fn(2, 1, |x, _| Rgba([x as u8 + 1, 2, 3, 255]));
        let mut pixels = [7; 6];
        Fit::new(Size::new(2, 1), Size::new(2, 3)).copy(&image, &mut pixels, 2);
        assert_eq!(pixels, [0, 0, 0x0001_0203, 0x0002_0203, 0, 0]);
    }

    #[test]
    fn no_size_panics() {
        for image in [(0, 0), (1, 0), (1, 1), (900, 1)].map(Size::from) {
            for window in [(1, 1), (1, 900), (33, 7)].map(Size::from) {
                let mut pixels = vec![7; (window.width * window.height) as usize];
                let fit = Fit::new(image, window);
                fit.copy(&RgbaImage::new(image.width, image.height), &mut pixels, window.width as usize);
                assert!(pixels.iter().all(|&pixel| pixel == 0), "{image} {window}");
                fit.to_image(1.0, 1.0);
            }
        }
    }
}
