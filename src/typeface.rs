//! Glyph outlines for boards, badges and captions.
//!
//! A [`Typeface`] measures in capitals: the base line of [`Typeface::outline`] is y = 0 and its capitals are one unit
//! high, so that callers need not know a font's em. `tools/typefaces.sh` writes the embedded fonts
//! (`src/typeface/*.ttf`). The letters of [`Typeface::pixel`] and [`Typeface::runes`] are drawn by code.

mod pixel;
mod runes;

use crate::pixels::Point;
use ab_glyph::{Font, FontArc, GlyphId, OutlineCurve};
use tiny_skia::{Path, PathBuilder, Transform};

/// The letter that gives the height of the capitals.
const CAPITAL: char = 'H';

/// A font, with the height of its capitals as unit.
#[derive(Debug, Clone)]
pub struct Typeface {
    font: FontArc,
    /// Draws the characters for which the font is not used.
    drawn: Option<fn(char) -> Option<DrawnGlyph>>,
    /// The size of a font unit in heights of the capitals.
    unit: f32,
    /// How far to the right a point one unit above the base line is moved.
    slant: f32,
    /// Whether text is drawn in lower case.
    in_lower_case: bool,
    /// By how many quarters of a turn, clockwise, the letters lie.
    quarters: u8,
}

/// A glyph that is not from a font, in heights of the capitals.
struct DrawnGlyph {
    /// Its base line is y = 0; `None` for a space.
    outline: Option<Path>,
    /// To the beginning of the next glyph.
    advance: f32,
}

/// Why bytes are not a typeface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TypefaceError {
    /// They are not a TrueType or OpenType font.
    #[error("expected a TrueType or OpenType font, found something else")]
    NoFont,
    /// The font has no capitals, as one of symbols.
    #[error("expected a font with Latin capitals, found none")]
    NoCapitals,
}

impl Typeface {
    /// The typeface of a font file's bytes (TTF or OTF).
    ///
    /// # Errors
    /// [`TypefaceError`], where the bytes are not a font or a font without capitals.
    pub fn parse(bytes: Vec<u8>) -> Result<Typeface, TypefaceError> {
        Typeface::of(FontArc::try_from_vec(bytes).map_err(|_| TypefaceError::NoFont)?)
    }

    /// DejaVu Sans Bold, which is part of the program.
    pub fn embedded() -> Typeface {
        let font =
            FontArc::try_from_slice(include_bytes!("typeface/DejaVuSans-Bold.ttf")).map_err(|_| TypefaceError::NoFont);
        font.and_then(Typeface::of).unwrap_or_else(|_| unreachable!("the embedded font is a font"))
    }

    /// DejaVu Serif Bold, which is part of the program too, for drawings that imitate a book.
    pub fn serif() -> Typeface {
        let font =
            FontArc::try_from_slice(include_bytes!("typeface/DejaVuSerif-Bold.ttf")).map_err(|_| TypefaceError::NoFont);
        font.and_then(Typeface::of).unwrap_or_else(|_| unreachable!("the embedded font is a font"))
    }

    /// Capitals and digits of pixels, as old screens showed them; other characters are those of [`Typeface::embedded`].
    pub fn pixel() -> Typeface {
        Typeface { drawn: Some(pixel::glyph), ..Typeface::embedded() }
    }

    /// An invented alphabet of 26 letters, without case; other characters are those of [`Typeface::embedded`].
    pub fn runes() -> Typeface {
        Typeface { drawn: Some(runes::glyph), ..Typeface::embedded() }
    }

    fn of(font: FontArc) -> Result<Typeface, TypefaceError> {
        let bounds = font.outline(font.glyph_id(CAPITAL)).ok_or(TypefaceError::NoCapitals)?.bounds;
        let height = (bounds.max.y - bounds.min.y).abs();
        if height > 0.0 {
            Ok(Typeface { font, drawn: None, unit: height.recip(), slant: 0.0, in_lower_case: false, quarters: 0 })
        } else {
            Err(TypefaceError::NoCapitals)
        }
    }

    /// The same letters, leaning to the right by this angle in degrees.
    #[must_use]
    pub fn slanted(self, degrees: f32) -> Typeface {
        Typeface { slant: degrees.to_radians().tan(), ..self }
    }

    /// The same typeface that draws all text in lower case, as some games print their letters.
    #[must_use]
    pub fn in_lower_case(self) -> Typeface {
        Typeface { in_lower_case: true, ..self }
    }

    /// The same letters, turned clockwise by this many quarters around the middle of their capitals, as letters on dice lie.
    #[must_use]
    pub fn turned(self, quarters: u8) -> Typeface {
        Typeface { quarters: quarters % 4, ..self }
    }

    /// The outline of a line of text, capitals one unit high, beginning at the origin; y points down.
    ///
    /// `None` for text without ink, as spaces.
    ///
    /// ```
    /// let typeface = hexlex::typeface::Typeface::embedded();
    /// let bounds = typeface.outline("H").unwrap().bounds();
    /// assert!((bounds.height() - 1.0).abs() < 1e-3 && bounds.bottom().abs() < 1e-3);
    /// ```
    pub fn outline(&self, text: &str) -> Option<Path> {
        let mut builder = PathBuilder::new();
        let mut at = 0.0;
        let mut before: Option<GlyphId> = None;
        let lower = self.in_lower_case.then(|| text.to_lowercase());
        for c in lower.as_deref().unwrap_or(text).chars() {
            if let Some(DrawnGlyph { outline, advance }) = self.drawn.and_then(|glyph| glyph(c)) {
                let place = Transform::from_row(1.0, 0.0, -self.slant, 1.0, at * self.unit, 0.0);
                if let Some(outline) = outline.and_then(|outline| outline.transform(place)) {
                    builder.push_path(&outline);
                }
                at += advance / self.unit;
                before = None;
                continue;
            }
            let glyph = self.font.glyph_id(c);
            at += before.map_or(0.0, |before| self.font.kern_unscaled(before, glyph));
            if let Some(outline) = self.font.outline(glyph) {
                let place = |p: ab_glyph::Point| Point::new(p.x + at + self.slant * p.y, -p.y) * self.unit;
                push_glyph(&mut builder, &outline.curves, place);
            }
            at += self.font.h_advance_unscaled(glyph);
            before = Some(glyph);
        }
        let path = builder.finish()?;
        if self.quarters == 0 {
            return Some(path);
        }
        let ink = path.bounds();
        let (x, y) = ((ink.left() + ink.right()) / 2.0, -0.5);
        path.transform(Transform::from_rotate_at(90.0 * f32::from(self.quarters), x, y))
    }

    /// The outline of `text` with its ink centered on `center` and its capitals `height` high, reduced where it would be
    /// wider than `max_width`; all in the unit of the caller.
    ///
    /// Vertically the middle of the capitals is centered, so that all letters have one base line and the tail of a Q
    /// is below it. Text without letters is centered by its ink.
    pub fn centered(&self, text: &str, center: Point, height: f32, max_width: f32) -> Option<Path> {
        let outline = self.outline(text)?;
        let ink = outline.bounds();
        let scale = height.min(max_width / ink.width().max(f32::EPSILON));
        let letters = text.chars().any(char::is_alphanumeric);
        let middle = if letters { -0.5 } else { (ink.top() + ink.bottom()) / 2.0 };
        let x = center.x - scale * (ink.left() + ink.right()) / 2.0;
        outline.transform(Transform::from_row(scale, 0.0, 0.0, scale, x, center.y - scale * middle))
    }

    /// The width of the ink of a line of text, in heights of its capitals.
    pub fn width(&self, text: &str) -> f32 {
        self.outline(text).map_or(0.0, |path| path.bounds().width())
    }
}

/// Adds a glyph's curves. A font does not mark where a contour begins: there a curve does not start at the end of the
/// one before.
fn push_glyph(builder: &mut PathBuilder, curves: &[OutlineCurve], map: impl Fn(ab_glyph::Point) -> Point) {
    let mut pen = None;
    for curve in curves {
        let (OutlineCurve::Line(from, _) | OutlineCurve::Quad(from, ..) | OutlineCurve::Cubic(from, ..)) = curve;
        if pen != Some(*from) {
            if pen.is_some() {
                builder.close();
            }
            let start = map(*from);
            builder.move_to(start.x, start.y);
        }
        pen = Some(match curve {
            OutlineCurve::Line(_, to) => {
                let end = map(*to);
                builder.line_to(end.x, end.y);
                *to
            }
            OutlineCurve::Quad(_, by, to) => {
                let (control, end) = (map(*by), map(*to));
                builder.quad_to(control.x, control.y, end.x, end.y);
                *to
            }
            OutlineCurve::Cubic(_, by, and, to) => {
                let (first, second, end) = (map(*by), map(*and), map(*to));
                builder.cubic_to(first.x, first.y, second.x, second.y, end.x, end.y);
                *to
            }
        });
    }
    if pen.is_some() {
        builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_turned_around_the_middle_of_the_capitals() {
        let bounds = |quarters: u8| Typeface::embedded().turned(quarters).outline("L").unwrap().bounds();
        let (upright, lying) = (bounds(0), bounds(1));
        assert!((upright.width() - lying.height()).abs() < 1e-4 && (upright.height() - lying.width()).abs() < 1e-4);
        assert!((lying.top() + lying.bottom() + 1.0).abs() < 1e-4);
        assert_eq!(bounds(4), upright);
    }

    #[test]
    fn text_in_lower_case_has_the_outline_of_its_small_letters() {
        let typeface = Typeface::embedded();
        assert_eq!(typeface.clone().in_lower_case().outline("Qu"), typeface.outline("qu"));
        assert_ne!(typeface.clone().in_lower_case().outline("A"), typeface.outline("A"));
    }

    #[test]
    fn bytes_that_are_not_a_font_are_an_error() {
        assert_eq!(Typeface::parse(b"no font".to_vec()).unwrap_err(), TypefaceError::NoFont);
        assert_eq!(Typeface::parse(Vec::new()).unwrap_err(), TypefaceError::NoFont);
    }

    #[test]
    fn text_is_centered_and_shrunk_to_fit() {
        let typeface = Typeface::embedded();
        for text in ["E", "Qu", "SUB-", "W", "*"] {
            let bounds = typeface.centered(text, Point::new(10.0, 20.0), 4.0, 5.0).unwrap().bounds();
            assert!(bounds.width() <= 5.001, "{text} {bounds:?}");
            assert!(((bounds.left() + bounds.right()) / 2.0 - 10.0).abs() < 0.01, "{text} {bounds:?}");
        }
        let bounds = typeface.centered("E", Point::new(10.0, 20.0), 4.0, 5.0).unwrap().bounds();
        assert!((bounds.top() - 18.0).abs() < 0.01 && (bounds.bottom() - 22.0).abs() < 0.01);
    }

    #[test]
    fn a_slanted_letter_keeps_its_height_and_leans_to_the_right() {
        let (upright, slanted) = (Typeface::embedded(), Typeface::embedded().slanted(10.0));
        let (before, after) = (upright.outline("I").unwrap().bounds(), slanted.outline("I").unwrap().bounds());
        assert!((before.height() - after.height()).abs() < 1e-3);
        assert!((after.right() - before.right() - 10f32.to_radians().tan()).abs() < 1e-3, "{before:?} {after:?}");
    }

    #[test]
    fn spaces_have_no_outline() {
        let typeface = Typeface::embedded();
        assert!(typeface.outline("").is_none());
        assert!(typeface.outline("  ").is_none());
        assert!(typeface.width("A B") > typeface.width("AB"));
    }
}
