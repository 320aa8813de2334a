//! Letters made of strokes, in the constructions of technical, square, and pixel faces: a V with upright sides and a
//! pointed foot, an N like an arch, a K like an H with a gap. Outline fonts with them are few; every face has its own mix.

use crate::random::Random;
use hexlex::pixels::Point;
use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, Stroke, Transform};

/// The constructions of each letter from A to Z, as [`StrokeFace::lines`] reads them.
#[rustfmt::skip]
const CONSTRUCTIONS: [&[&str]; 26] = [
    &["lb lu ct ru rb|lw rw", "lb lu~ ct ru~ rb|lw rw", "lb lt~ rt~ rb|lw rw", "lb lu gt ht ru rb|lw rw"],
    &["lt lb|lt rt~ rw~ lw|lw rw~ rb~ lb", "lt lb|lt jt~ jw~ lw|lw rw~ rb~ lb", "lt lb|ot rt~ rw~ lw|lw rw~ rb~ ob"],
    &["rt lt~ lb~ rb", "rs rt~ lt~ lb~ rb~ rz", "ru jt it lu ld ib jb rd"],
    &["lt lb|lt rt~ rb~ lb", "lt lb|ot rt~ rb~ ob", "lt lb|lt jt ru rd jb lb"],
    &["rt lt lb rb|lw ew", "rt lt~ lb~ rb|lw ew", "rt lt lb rb|lw rw"],
    &["rt lt lb|lw ew", "rt lt~ lb|lw ew"],
    &["rs rt~ lt~ lb~ rb~ rw cw", "rt lt~ lb~ rb rw cw", "rt lt~ lb~ rb~ rw cw", "ru jt it lu ld ib jb rd rw cw"],
    &["lt lb|rt rb|lw rw"],
    &["ct cb", "it jt|ct cb|ib jb", "lt rt|ct cb|lb rb"],
    &["rt rb~ lb~ ld", "rt rb~ lb", "ct rt rb~ lb~ ld", "jt jb~ lb", "ct rt|jt jb~ lb~ ld"],
    &["lt lb|rt lw rb", "lt lb|lw cw|rt ru~ cw rd~ rb", "lt lb|lw cw|rt cw rb", "lt lb|lw rw~ rb|rt jw", "lt lb|lw cw|rt ru cw rd rb"],
    &["lt lb rb", "lt lb~ rb"],
    &["lb lt cm rt rb", "lb lt~ rt~ rb|ct cb", "lb lt~ rt~ rb|ct cw", "lb lu it cm jt ru rb"],
    &["lb lt rb rt", "lb lt~ rt~ rb", "lt lb|lu rd|rt rb"],
    &["lt~ rt~ rb~ lb~*", "it jt ru rd jb ib ld lu*"],
    &["lb lt rt~ rw~ lw", "lb lt~ rt~ rw~ lw", "lb lt|ot rt~ rw~ lw"],
    &["lt~ rt~ rb~ lb~*|cd ab", "lt~ rt~ rb~ lb~*|jd ap", "lt~ rt~ rb~ lb~*|cb cp", "lt~ rt~ rb~ lb~*|cd cp", "lt~ rt~ rb~ lb~*|jb jp",
      "it jt ru rd jb ib ld lu*|cd ab", "lt~ rt~ rb lb~*|cd rb", "lt~ rt~ rb~ lb~*|cb ab"],
    &["lb lt rt~ rw~ lw|cw rb", "lb lt rt~ rw~ lw|cw rd~ rb", "lb lt~ rt~ rw~ lw|iw rb", "lb lt rt~ rw~ lw|jw rd rb", "lb lt|ot rt~ rw~ lw|cw rb"],
    &["rt lt~ lw~ rw~ rb~ lb", "rs rt~ lt~ lw~ rw~ rb~ lb~ lz", "rt lt lw rw rb lb"],
    &["lt rt|ct cb", "lt rt|ct cb|ib jb", "ls lt rt rs|ct cb", "ls lt rt rs|ct cb|ib jb"],
    &["lt lb~ rb~ rt"],
    &["lt ld cb rd rt", "lt ld~ cb rd~ rt", "lt cb rt", "lt ld gb hb rd rt"],
    &["lt lb cm rb rt", "lt lb~ rb~ rt|ct cb", "lt lb~ rb~ rt|cw cb", "lt ld ib cm jb rd rt", "lt ib cm jb rt", "lt ld~ ib cw jb rd~ rt"],
    &["lt rb|rt lb", "lt lu cw ru rt|lb ld cw rd rb", "lt lu~ cw ld~ lb|rt ru~ cw rd~ rb"],
    &["lt cw rt|cw cb", "lt lu cw ru rt|cw cb", "lt lw~ rw~ rt|cw cb", "lt lu~ cw ru~ rt|cw cb", "lt lw~ rw|rt rb~ lb", "lt cw rt|cw cb|ib jb"],
    &["lt rt lb rb", "lt rt ru ld lb rb"],
];

/// The construction of the slash of `U/M`.
const SLASH: &[&str] = &["rt lb"];

/// The proportions that the letters of a face have in common; heights are parts of a capital from its top.
pub(crate) struct StrokeFace {
    /// The height of the middle bars.
    waist: f32,
    /// Where upright sides bend above the waist.
    upper: f32,
    /// Where upright sides bend below it.
    lower: f32,
    /// The height of the middle vertex of M, from the top.
    middle: f32,
    /// The end of the short bars of E and F, as a part of the width.
    bar_end: f32,
    /// How much of a soft corner is cut, as a part of the shorter of its sides.
    softness: f32,
    /// Whether soft corners are round; the others are cut straight.
    is_round: bool,
}

/// A line through points of a letter, in parts of its width and height.
pub(crate) struct Line {
    pub(crate) points: Vec<Point>,
    pub(crate) is_closed: bool,
}

impl StrokeFace {
    /// A random face. Each range is chosen so that no two letters look the same.
    pub(crate) fn random(rng: &mut Random) -> StrokeFace {
        let is_round = rng.chance(0.6);
        StrokeFace {
            waist: rng.between(0.42, 0.58),
            upper: rng.between(0.15, 0.32),
            lower: rng.between(0.64, 0.78),
            middle: rng.between(0.4, 1.0),
            bar_end: rng.between(0.6, 1.0),
            softness: if is_round { rng.between(0.25, 0.5) } else { rng.between(0.18, 0.32) },
            is_round,
        }
    }

    /// The lines of a construction: lines are separated by `|`, and a closed one ends in `*`. A point is a letter for its
    /// place across, one for its height, and `~` where the corner is soft. Across: `o` outside the left side, `l` left, `i` a
    /// quarter, `g` and `c` and `h` the middle with a place on each side of it, `j` three quarters, `r` right, `a` outside
    /// the right side, `e` the end of a short bar. Heights: `t` top, `s` the end of a terminal below it, `u` upper bend, `w`
    /// waist, `m` the vertex of M, `d` lower bend, `z` the end of a terminal above the bottom, `b` bottom, `p` below it.
    pub(crate) fn lines(&self, construction: &str) -> Vec<Line> {
        let line = |text: &str| {
            let is_closed = text.ends_with('*');
            let corners: Vec<(Point, bool)> = text
                .trim_end_matches('*')
                .split(' ')
                .map(|corner| (self.place(corner), corner.ends_with('~')))
                .collect();
            Line { points: self.softened(&corners, is_closed), is_closed }
        };
        construction.split('|').map(line).collect()
    }

    fn place(&self, corner: &str) -> Point {
        let mut letters = corner.chars();
        let x = match letters.next() {
            Some('o') => -0.14,
            Some('l') => 0.0,
            Some('i') => 0.25,
            Some('g') => 0.4,
            Some('c') => 0.5,
            Some('h') => 0.6,
            Some('j') => 0.75,
            Some('r') => 1.0,
            Some('a') => 1.15,
            Some('e') => self.bar_end,
            other => unreachable!("expected a place across, found {other:?} in {corner}"),
        };
        let y = match letters.next() {
            Some('t') => 0.0,
            Some('s') => 0.17,
            Some('u') => self.upper,
            Some('w') => self.waist,
            Some('m') => self.middle,
            Some('d') => self.lower,
            Some('z') => 0.83,
            Some('b') => 1.0,
            Some('p') => 1.2,
            other => unreachable!("expected a height, found {other:?} in {corner}"),
        };
        Point::new(x, y)
    }

    /// The points of a line whose soft corners are cut or round.
    fn softened(&self, corners: &[(Point, bool)], is_closed: bool) -> Vec<Point> {
        let count = corners.len();
        let mut points = Vec::new();
        for (i, &(at, is_soft)) in corners.iter().enumerate() {
            if !is_soft || !is_closed && (i == 0 || i == count - 1) {
                points.push(at);
                continue;
            }
            let (before, after) = (corners[(i + count - 1) % count].0, corners[(i + 1) % count].0);
            let by = self.softness * (before - at).length().min((after - at).length());
            let (from, to) = (at + (before - at).unit() * by, at + (after - at).unit() * by);
            points.push(from);
            if self.is_round {
                let curve = |t: f32| from * ((1.0 - t) * (1.0 - t)) + at * (2.0 * t * (1.0 - t)) + to * (t * t);
                points.extend([0.25, 0.5, 0.75].map(curve));
            }
            points.push(to);
        }
        points
    }
}

/// The constructions of a letter or a slash; `None` for other characters.
pub(crate) fn constructions(letter: char) -> Option<&'static [&'static str]> {
    match letter {
        'A'..='Z' => Some(CONSTRUCTIONS[usize::from(letter as u8 - b'A')]),
        '/' => Some(SLASH),
        _ => None,
    }
}

/// The stroke and the width of the letters of a text.
struct StrokeStyle {
    stroke: Stroke,
    /// The width of a capital in its heights.
    aspect: f32,
}

impl StrokeStyle {
    /// A random style; for letters with three strokes side by side a finer one.
    fn random(rng: &mut Random, has_three_strokes: bool) -> StrokeStyle {
        let aspect = rng.between(0.4, 0.95);
        // Strokes that leave room between them.
        let gap = if has_three_strokes { 0.19 } else { 0.28 };
        let stroke = Stroke {
            width: rng.between(0.07, (gap * aspect).clamp(0.08, 0.22)),
            line_cap: [LineCap::Butt, LineCap::Round, LineCap::Square][rng.below(3)],
            line_join: [LineJoin::Miter, LineJoin::Round, LineJoin::Bevel][rng.below(3)],
            ..Stroke::default()
        };
        StrokeStyle { stroke, aspect }
    }

    /// Draws lines on the baseline y = 0, `size` units high, with their left side at `left`; returns their right side.
    fn draw(&self, lines: &[Line], left: f32, size: f32, onto: &mut PathBuilder) -> Option<f32> {
        let width = self.stroke.width;
        // The middles of the strokes: their outer sides are the letter's.
        let (across, down) = ((self.aspect * size - width).max(0.2), size - width);
        let origin = Point::new(left + width / 2.0, width / 2.0 - size);
        for line in lines {
            let points = line.points.iter().map(|point| (origin.x + point.x * across, origin.y + point.y * down));
            let mut builder = PathBuilder::new();
            for (i, (x, y)) in points.enumerate() {
                if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            if line.is_closed {
                builder.close();
            }
            onto.push_path(&builder.finish()?.stroke(&self.stroke, FINE)?);
        }
        Some(left + across + width)
    }
}

/// A text in strokes of one width, its capitals one unit high and its baseline at y = 0, y pointing down; a `u` is a
/// smaller U. `None` for texts with other characters than letters and slashes.
pub(crate) fn stroke_text(rng: &mut Random, text: &str) -> Option<Path> {
    let face = StrokeFace::random(rng);
    let style = StrokeStyle::random(rng, text.contains(['M', 'W']));
    let mut whole = PathBuilder::new();
    let mut left = 0.0;
    for letter in text.chars() {
        let size = if letter == 'u' { rng.between(0.6, 0.8) } else { 1.0 };
        let choices = constructions(letter.to_ascii_uppercase())?;
        let lines = face.lines(choices[rng.below(choices.len())]);
        left = style.draw(&lines, left, size, &mut whole)? + rng.between(0.08, 0.2);
    }
    whole.finish()
}

/// Lines in strokes of one width, one unit high, the baseline at y = 0.
pub(crate) fn stroke_lines(rng: &mut Random, lines: &[Line]) -> Option<Path> {
    let style = StrokeStyle::random(rng, false);
    let mut whole = PathBuilder::new();
    style.draw(lines, 0.0, 1.0, &mut whole)?;
    whole.finish()
}

/// The resolution at which curved joins are divided: that of an outline some hundred pixels high.
const FINE: f32 = 200.0;

/// Places a path (capitals one unit high, baseline at y = 0) so that the middle of its capitals and of its width is on
/// `center` and its capitals are `height` high, or lower where it would be wider than `max_width`.
pub(crate) fn centered(path: Path, center: Point, height: f32, max_width: f32) -> Option<Path> {
    let ink = path.bounds();
    let scale = height.min(max_width / ink.width().max(f32::EPSILON));
    let x = center.x - scale * (ink.left() + ink.right()) / 2.0;
    path.transform(Transform::from_row(scale, 0.0, 0.0, scale, x, center.y + scale / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_construction_is_read_and_stays_near_its_letter() {
        let face = StrokeFace::random(&mut Random::new(1, 1));
        for letter in ('A'..='Z').chain(['/']) {
            for construction in constructions(letter).unwrap() {
                for point in face.lines(construction).iter().flat_map(|line| &line.points) {
                    assert!(
                        (-0.2..1.2).contains(&point.x) && (0.0..1.21).contains(&point.y),
                        "{letter} {construction}"
                    );
                }
            }
        }
    }

    #[test]
    fn texts_are_as_high_as_a_capital() {
        let mut rng = Random::new(1, 2);
        for text in ["H", "E", "Qu", "QU", "/"] {
            let bounds = stroke_text(&mut rng, text).unwrap().bounds();
            assert!(bounds.top() < -0.85 && bounds.top() > -1.35, "{text} {bounds:?}");
        }
        assert!(stroke_text(&mut rng, "27").is_none());
    }
}
