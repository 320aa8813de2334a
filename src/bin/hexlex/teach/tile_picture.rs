//! A tile as text: what `teach` shows beside its question.

use hexlex::board::Cell;
use hexlex::pixels::Frame;
use hexlex::read::Reading;
use image::imageops;
use imageproc::contrast::otsu_level;

/// A tile in black and white as block characters, each two pixels high.
pub(super) fn block_picture(frame: &Frame, reading: &Reading, cell: Cell) -> String {
    /// The side in pixels, chosen by hand: legible, and 16 lines of text fit into a terminal.
    const SIDE: u32 = 32;
    let ((x, y), (width, height)) = (reading.layout.center(cell), reading.layout.pitch());
    let part = |low: f32| low.max(0.0).round() as u32;
    let (left, top) = (part(x - width / 2.0), part(y - height / 2.0));
    let crop = imageops::crop_imm(frame.pixels(), left, top, part(width).max(1), part(height).max(1));
    let gray = imageops::grayscale(&crop.to_image());
    let small = imageops::thumbnail(&gray, SIDE, SIDE);
    let level = otsu_level(&small);
    let is_light = |x: u32, y: u32| small.get_pixel(x, y).0[0] > level;
    let mut text = String::new();
    for y in (0..SIDE).step_by(2) {
        let row = (0..SIDE).map(|x| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '\u{2588}',
            (true, false) => '\u{2580}',
            (false, true) => '\u{2584}',
            (false, false) => ' ',
        });
        text.extend(row);
        text.push('\n');
    }
    text
}
