//! An invented alphabet: 26 little pictures of strokes, rings and dots, which no reader of Latin letters knows.

use super::DrawnGlyph;
use crate::pixels::Point;
use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, Stroke, Transform};

/// A part of a glyph, on a grid four units wide and six high, y down.
enum Part {
    /// A line through these points.
    Line(&'static [(f32, f32)]),
    /// A line that ends where it begins.
    Loop(&'static [(f32, f32)]),
    /// A circle around a center.
    Ring((f32, f32), f32),
    /// A disk around a center.
    Dot((f32, f32)),
}

use Part::{Dot, Line, Loop, Ring};

/// The width and the height of the grid, without the strokes that reach over its edge.
const GRID: Point = Point::new(4.0, 6.0);
/// The width of a stroke and the radius of a dot. Thinner strokes vanish on small tiles; thicker ones fill the rings.
const STROKE: f32 = 0.72;
const DOT: f32 = 0.66;
/// Between two letters.
const SPACE: f32 = 1.0;

/// The parts of each letter, A to Z.
const GLYPHS: [&[Part]; 26] = [
    // a person, a spiral, a trident, an hourglass, a smile
    &[Ring((2.0, 1.2), 1.2), Line(&[(2.0, 2.4), (2.0, 4.2)]), Line(&[(0.0, 6.0), (2.0, 4.2), (4.0, 6.0)])],
    &[Line(&[(0.0, 6.0), (4.0, 6.0), (4.0, 0.0), (0.0, 0.0), (0.0, 4.1), (2.2, 4.1), (2.2, 2.0)])],
    &[Line(&[(0.0, 0.0), (0.0, 3.2), (4.0, 3.2), (4.0, 0.0)]), Line(&[(2.0, 0.0), (2.0, 6.0)])],
    &[Loop(&[(0.0, 0.0), (4.0, 0.0), (0.0, 6.0), (4.0, 6.0)])],
    &[Dot((0.4, 1.0)), Dot((3.6, 1.0)), Dot((2.0, 3.2)), Line(&[(0.0, 6.0), (4.0, 6.0)])],
    // a ribbon, a sign on a post, stairs, a bead on a string, an arrow
    &[Line(&[(0.0, 0.0), (4.0, 4.0), (2.0, 6.0), (0.0, 4.0), (4.0, 0.0)])],
    &[
        Loop(&[(2.0, 0.0), (4.0, 2.0), (2.0, 4.0), (0.0, 2.0)]),
        Line(&[(2.0, 4.0), (2.0, 6.0)]),
        Line(&[(0.0, 6.0), (4.0, 6.0)]),
    ],
    &[
        Line(&[(0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 4.0), (4.0, 4.0), (4.0, 6.0)]),
        Dot((3.4, 1.2)),
        Dot((0.6, 4.8)),
    ],
    &[Line(&[(2.0, 0.0), (2.0, 1.6)]), Ring((2.0, 3.0), 1.4), Line(&[(2.0, 4.4), (2.0, 6.0)])],
    &[Line(&[(0.0, 2.0), (2.0, 0.0), (4.0, 2.0)]), Line(&[(2.0, 0.0), (2.0, 3.4)]), Ring((2.0, 4.7), 1.3)],
    // a gate, two waves, a mushroom, an anchor, a crate
    &[Line(&[(0.0, 6.0), (0.0, 0.0), (4.0, 0.0), (4.0, 6.0)]), Dot((2.0, 3.4))],
    &[
        Line(&[(0.0, 0.0), (1.3, 1.5), (0.0, 3.0), (1.3, 4.5), (0.0, 6.0)]),
        Line(&[(2.7, 0.0), (4.0, 1.5), (2.7, 3.0), (4.0, 4.5), (2.7, 6.0)]),
    ],
    &[Loop(&[(0.0, 3.2), (0.0, 1.4), (1.3, 0.0), (2.7, 0.0), (4.0, 1.4), (4.0, 3.2)]), Line(&[(2.0, 3.2), (2.0, 6.0)])],
    &[
        Line(&[(2.0, 0.0), (2.0, 6.0)]),
        Line(&[(0.0, 3.6), (0.0, 4.8), (1.2, 6.0), (2.8, 6.0), (4.0, 4.8), (4.0, 3.6)]),
        Line(&[(0.7, 1.4), (3.3, 1.4)]),
    ],
    &[
        Loop(&[(0.0, 0.0), (4.0, 0.0), (4.0, 6.0), (0.0, 6.0)]),
        Line(&[(0.0, 0.0), (4.0, 6.0)]),
        Line(&[(4.0, 0.0), (0.0, 6.0)]),
    ],
    // two flags, an eye, a tree, a cross among dots, a key
    &[
        Line(&[(2.0, 0.0), (2.0, 6.0)]),
        Line(&[(2.0, 0.0), (4.0, 1.2), (2.0, 2.4)]),
        Line(&[(2.0, 3.6), (0.0, 4.8), (2.0, 6.0)]),
    ],
    &[Loop(&[(0.0, 2.2), (2.0, 0.0), (4.0, 2.2), (2.0, 4.4)]), Dot((2.0, 2.2)), Line(&[(0.0, 6.0), (4.0, 6.0)])],
    &[
        Line(&[(2.0, 0.6), (2.0, 6.0)]),
        Line(&[(0.0, 0.0), (2.0, 2.2), (4.0, 0.0)]),
        Line(&[(0.0, 2.6), (2.0, 4.8), (4.0, 2.6)]),
    ],
    &[
        Line(&[(2.0, 1.2), (2.0, 4.8)]),
        Line(&[(0.4, 3.0), (3.6, 3.0)]),
        Dot((0.3, 0.5)),
        Dot((3.7, 0.5)),
        Dot((0.3, 5.5)),
        Dot((3.7, 5.5)),
    ],
    &[
        Ring((1.4, 1.4), 1.4),
        Line(&[(1.4, 2.8), (1.4, 6.0)]),
        Line(&[(1.4, 4.1), (3.8, 4.1)]),
        Line(&[(1.4, 6.0), (3.8, 6.0)]),
    ],
    // a boat, a house, three hills, a pyramid, a fraction, a sun
    &[Loop(&[(0.0, 3.4), (4.0, 3.4), (3.0, 6.0), (1.0, 6.0)]), Line(&[(2.0, 3.4), (2.0, 0.0), (4.0, 1.6), (2.0, 1.6)])],
    &[Loop(&[(0.0, 6.0), (0.0, 2.4), (2.0, 0.0), (4.0, 2.4), (4.0, 6.0)]), Line(&[(2.0, 6.0), (2.0, 3.6)])],
    &[
        Line(&[(0.0, 2.0), (2.0, 0.0), (4.0, 2.0)]),
        Line(&[(0.0, 4.0), (2.0, 2.0), (4.0, 4.0)]),
        Line(&[(0.0, 6.0), (2.0, 4.0), (4.0, 6.0)]),
    ],
    &[
        Loop(&[(0.0, 6.0), (0.0, 4.0), (1.0, 4.0), (1.0, 2.2), (3.0, 2.2), (3.0, 4.0), (4.0, 4.0), (4.0, 6.0)]),
        Dot((2.0, 0.5)),
    ],
    &[Dot((2.0, 0.5)), Line(&[(0.0, 3.0), (4.0, 3.0)]), Dot((2.0, 5.5))],
    &[
        Ring((2.0, 3.0), 1.2),
        Line(&[(0.0, 0.0), (1.2, 2.0)]),
        Line(&[(4.0, 0.0), (2.8, 2.0)]),
        Line(&[(0.0, 6.0), (1.2, 4.0)]),
        Line(&[(4.0, 6.0), (2.8, 4.0)]),
    ],
];

/// The glyph of a letter, in either case; `None` for any other character.
pub(super) fn glyph(c: char) -> Option<DrawnGlyph> {
    let parts = GLYPHS.get(usize::from(u8::try_from(c.to_ascii_uppercase()).ok()?.checked_sub(b'A')?))?;
    let mut outline = PathBuilder::new();
    for path in parts.iter().filter_map(part_outline) {
        outline.push_path(&path);
    }
    // From the grid, strokes included, to capitals one unit high on the base line.
    let scale = (GRID.y + STROKE).recip();
    let place = Transform::from_row(scale, 0.0, 0.0, scale, scale * STROKE / 2.0, -scale * (GRID.y + STROKE / 2.0));
    let outline = outline.finish().and_then(|path| path.transform(place));
    Some(DrawnGlyph { outline, advance: scale * (GRID.x + STROKE + SPACE) })
}

/// The outline of a part on the grid.
fn part_outline(part: &Part) -> Option<Path> {
    /// Curves are approximated as if a unit of the grid were this number of pixels.
    const RESOLUTION: f32 = 20.0;
    let mut path = PathBuilder::new();
    match *part {
        Dot((x, y)) => return PathBuilder::from_circle(x, y, DOT),
        Ring((x, y), radius) => path.push_circle(x, y, radius - STROKE / 2.0),
        Line(points) | Loop(points) => {
            for (n, &(x, y)) in points.iter().enumerate() {
                if n == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            if matches!(part, Loop(_)) {
                path.close();
            }
        }
    }
    let stroke = Stroke { width: STROKE, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    path.finish()?.stroke(&stroke, RESOLUTION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::typeface::Typeface;
    use tiny_skia::{FillRule, Mask};

    /// The pixels of a glyph, fitted into a square of this side: its width and height are lost, as a hard case.
    const SIDE: u32 = 24;

    fn pixels(typeface: &Typeface, c: char) -> Vec<u8> {
        let path = typeface.outline(&c.to_string()).unwrap();
        let ink = path.bounds();
        let (x, y) = (SIDE as f32 / ink.width(), SIDE as f32 / ink.height());
        let path = path.transform(Transform::from_row(x, 0.0, 0.0, y, -ink.left() * x, -ink.top() * y)).unwrap();
        let mut mask = Mask::new(SIDE, SIDE).unwrap();
        mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
        mask.data().to_vec()
    }

    /// The share of pixels in which two glyphs differ.
    fn difference(a: &[u8], b: &[u8]) -> f32 {
        let sum: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        sum as f32 / (255 * SIDE * SIDE) as f32
    }

    #[test]
    fn runes_differ_from_each_other_and_from_latin_letters() {
        let (runes, latin) = (Typeface::runes(), Typeface::embedded());
        let all: Vec<(char, Vec<u8>)> = ('A'..='Z').map(|c| (c, pixels(&runes, c))).collect();
        for (n, (c, own)) in all.iter().enumerate() {
            for (other, theirs) in &all[..n] {
                assert!(difference(own, theirs) > 0.14, "{c} {other} {}", difference(own, theirs));
            }
            for other in ('A'..='Z').chain('a'..='z').chain('0'..='9') {
                let difference = difference(own, &pixels(&latin, other));
                assert!(difference > 0.18, "the rune of {c} is similar to {other}: {difference}");
            }
        }
    }

    #[test]
    fn runes_are_one_unit_high_where_their_strokes_reach_both_ends() {
        let bounds = Typeface::runes().outline("D").unwrap().bounds();
        assert!((bounds.height() - 1.0).abs() < 0.01 && bounds.bottom().abs() < 0.01, "{bounds:?}");
        assert!(glyph('7').is_none() && glyph('é').is_none());
    }
}
