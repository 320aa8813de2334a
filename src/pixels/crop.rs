//! Parts of pictures.

use super::Rect;
use image::{RgbaImage, imageops};

/// The pixels of a part of a picture, as far as it lies inside the picture.
///
/// ```
/// use hexlex::pixels::{Rect, crop};
/// let picture = image::RgbaImage::new(8, 6);
/// let part = crop(&picture, Rect { x: -2, y: 3, width: 5, height: 9 });
/// assert_eq!(part.dimensions(), (3, 3));
/// ```
pub fn crop(picture: &RgbaImage, part: Rect) -> RgbaImage {
    let whole = Rect::at_origin(picture.dimensions().into());
    let Rect { x, y, width, height } = part.shared(&whole).unwrap_or_default();
    imageops::crop_imm(picture, x as u32, y as u32, width, height).to_image()
}
