//! A panel of the best words, to be shown beside the board of a running game.

use super::{DARK_COLOR, LIGHT_COLOR, PATH_COLOR, START_COLOR, Sheet, text_at};
use crate::pixels::{Bounds, Point};
use crate::typeface::Typeface;
use image::RgbaImage;
use tiny_skia::Pixmap;

/// A word of a panel and its value, as they are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PanelLine {
    /// The word, at the left.
    pub word: String,
    /// What it scores, at the right.
    pub value: String,
}

/// Lengths in heights of the best word's capitals, chosen by hand.
mod measure {
    /// The height of the other words' capitals.
    pub(super) const NEXT: f32 = 0.68;
    /// Between two lines.
    pub(super) const LEADING: f32 = 0.62;
    /// Between the best word and the others.
    pub(super) const GAP: f32 = 0.85;
    /// The least distance between a word and its value.
    pub(super) const BESIDE: f32 = 1.1;
    /// Between the text and the panel's left and right edge.
    pub(super) const SIDE: f32 = 0.85;
    /// Between the text and the panel's upper and lower edge.
    pub(super) const ABOVE: f32 = 0.75;
    /// The radius of the corners.
    pub(super) const CORNER: f32 = 0.55;
    /// The width of the lines.
    pub(super) const LINE: f32 = 0.09;
}

/// The smallest capitals that can be read, in pixels.
const LEAST: f32 = 9.0;

/// A panel of words with their values, the first one large, its capitals `capitals` pixels high; as large as its text
/// needs. `None` without words.
///
/// ```
/// use hexlex::overlay::{PanelLine, panel};
/// let line = |word: &str, value: &str| PanelLine { word: word.to_string(), value: value.to_string() };
/// let picture = panel(&[line("MADRILENE", "1620"), line("RELAID", "480")], 20.0).unwrap();
/// assert!(picture.width() > picture.height());
/// ```
pub fn panel(lines: &[PanelLine], capitals: f32) -> Option<RgbaImage> {
    let unit = capitals.max(LEAST);
    let typeface = Typeface::embedded();
    let scale = |n: usize| if n == 0 { 1.0 } else { measure::NEXT };
    let width = |(n, line): (usize, &PanelLine)| {
        scale(n) * (typeface.width(&line.word) + measure::BESIDE + typeface.width(&line.value))
    };
    let inner = lines.iter().enumerate().map(width).reduce(f32::max)?;
    let others = (lines.len() - 1) as f32;
    let gap = if lines.len() > 1 { measure::GAP - measure::LEADING } else { 0.0 };
    let high = 1.0 + gap + others * (measure::NEXT + measure::LEADING) + 2.0 * measure::ABOVE;
    let size = Point::new(inner + 2.0 * measure::SIDE, high) * unit;
    let mut sheet = Sheet { pixmap: Pixmap::new(size.x.ceil() as u32, size.y.ceil() as u32)? };
    draw_plate(&mut sheet, size, unit);
    let (left, right) = (measure::SIDE * unit, size.x - measure::SIDE * unit);
    let mut base = (measure::ABOVE + 1.0) * unit;
    for (n, line) in lines.iter().enumerate() {
        if n == 1 {
            let y = base + (measure::GAP + measure::LEADING) / 2.0 * unit - 0.31 * unit;
            let thickness = (line_width(unit) / 2.0).max(1.0);
            let rule = Bounds { x: left, y, width: right - left, height: thickness }.rounded(0.0);
            sheet.fill(rule.as_ref(), PATH_COLOR, 0.7);
            base += gap * unit;
        }
        if n > 0 {
            base += (measure::NEXT + measure::LEADING) * unit;
        }
        let (height, alpha) = (scale(n) * unit, if n == 0 { 1.0 } else { 0.86 });
        let word = text_at(typeface.outline(&line.word), Point::new(left, base), height);
        sheet.fill(word.as_ref(), LIGHT_COLOR, alpha);
        let start = right - typeface.width(&line.value) * height;
        let value = text_at(typeface.outline(&line.value), Point::new(start, base), height);
        sheet.fill(value.as_ref(), START_COLOR, alpha);
    }
    Some(sheet.into_image())
}

/// The width of the panel's lines in pixels.
fn line_width(unit: f32) -> f32 {
    (measure::LINE * unit).max(1.0)
}

/// The background of the panel, with its outline.
fn draw_plate(sheet: &mut Sheet, size: Point, unit: f32) {
    let line = line_width(unit);
    let plate = Bounds { x: line, y: line, width: size.x - 2.0 * line, height: size.y - 2.0 * line };
    let plate = plate.rounded(measure::CORNER * unit);
    sheet.stroke(plate.as_ref(), line * 2.0, DARK_COLOR, 1.0);
    sheet.fill(plate.as_ref(), DARK_COLOR, 0.97);
    sheet.stroke(plate.as_ref(), line, PATH_COLOR, 1.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_is_large_enough_for_every_line() {
        let lines = [("QUIXOTIC", "4200"), ("A", "1"), ("EXTRAORDINARILY", "123456")]
            .map(|(word, value)| PanelLine { word: word.to_string(), value: value.to_string() });
        let heights: Vec<u32> = (1..=3).map(|n| panel(&lines[..n], 16.0).unwrap().height()).collect();
        assert!(heights.windows(2).all(|pair| pair[0] < pair[1]), "{heights:?}");
        assert_eq!(panel(&[], 16.0), None);
        assert!(panel(&[PanelLine { word: String::new(), value: String::new() }], 0.0).is_some());
    }
}
