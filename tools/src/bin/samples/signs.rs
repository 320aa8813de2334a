//! Signs that are no letters: letters that are mirrored or turned, and invented ones.

use crate::pixel_letter::is_like_a_letter;
use crate::random::Random;
use crate::strokes::{Line, StrokeFace};
use hexlex::pixels::Point;
use tiny_skia::Transform;

/// How a letter is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    Mirrored,
    UpsideDown,
    ToTheLeft,
    ToTheRight,
}

impl Turn {
    /// The letters that look like no other one when they are so turned, in any face. A turned N looks like a Z, an L like a
    /// J, a D of few pixels like an O; a mirrored N that is an arch is an N.
    fn letters(self) -> &'static str {
        match self {
            Turn::Mirrored => "BCDEFGKPR",
            Turn::UpsideDown => "ABEFGPRTY",
            Turn::ToTheLeft | Turn::ToTheRight => "ABFGKPRTY",
        }
    }

    /// The transformation about a point.
    pub(crate) fn about(self, center: Point) -> Transform {
        let [a, b, c, d] = match self {
            Turn::Mirrored => [-1.0, 0.0, 0.0, 1.0],
            Turn::UpsideDown => [-1.0, 0.0, 0.0, -1.0],
            Turn::ToTheLeft => [0.0, -1.0, 1.0, 0.0],
            Turn::ToTheRight => [0.0, 1.0, -1.0, 0.0],
        };
        let to_origin = Transform::from_translate(-center.x, -center.y);
        to_origin.post_concat(Transform::from_row(a, b, c, d, 0.0, 0.0)).post_translate(center.x, center.y)
    }
}

/// A sign that a reader is to take for no letter.
pub(crate) enum Sign {
    /// A letter, turned or mirrored.
    Turned(char, Turn),
    /// Lines that are far from every letter.
    Invented(Vec<Line>),
}

impl Sign {
    /// Two of three are turned letters.
    pub(crate) fn random(rng: &mut Random) -> Sign {
        if rng.chance(1.0 / 3.0) {
            return Sign::Invented(invented(rng));
        }
        let turn = [Turn::Mirrored, Turn::UpsideDown, Turn::ToTheLeft, Turn::ToTheRight][rng.below(4)];
        let letters = turn.letters().as_bytes();
        Sign::Turned(char::from(letters[rng.below(letters.len())]), turn)
    }
}

/// Two to four random lines that fill the box of a capital, unlike every letter.
fn invented(rng: &mut Random) -> Vec<Line> {
    loop {
        let face = StrokeFace::random(rng);
        let construction = random_construction(rng);
        let lines = face.lines(&construction);
        if ["t", "b", "l", "r"].iter().all(|place| construction.contains(place)) && !is_like_a_letter(&face, &lines) {
            return lines;
        }
    }
}

/// Two to four lines of two or three corners each, as [`StrokeFace::lines`] reads them.
fn random_construction(rng: &mut Random) -> String {
    let mut line = || {
        let corners = (0..2 + rng.below(2)).map(|_| {
            let (across, down) = (["l", "c", "r"][rng.below(3)], ["t", "u", "w", "d", "b"][rng.below(5)]);
            format!("{across}{down}{}", if rng.chance(0.2) { "~" } else { "" })
        });
        let mut corners: Vec<String> = corners.collect();
        corners.dedup_by_key(|corner| corner.trim_end_matches('~').to_string());
        corners.join(" ")
    };
    let lines: Vec<String> = (0..4).map(|_| line()).filter(|line| line.contains(' ')).collect();
    let count = lines.len().min(2 + rng.below(3));
    lines[..count].join("|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strokes::constructions;

    #[test]
    fn a_turned_letter_stays_about_its_center() {
        let center = Point::new(5.0, 7.0);
        for (turn, expected) in [
            (Turn::Mirrored, (4.0, 7.0)),
            (Turn::UpsideDown, (4.0, 7.0)),
            (Turn::ToTheLeft, (5.0, 6.0)),
            (Turn::ToTheRight, (5.0, 8.0)),
        ] {
            let mut right = tiny_skia::Point::from_xy(6.0, 7.0);
            turn.about(center).map_point(&mut right);
            assert_eq!((right.x, right.y), expected, "{turn:?}");
        }
    }

    #[test]
    fn every_construction_of_a_letter_is_like_a_letter_and_others_are_not() {
        let face = StrokeFace::random(&mut Random::new(1, 3));
        let is_like = |construction: &str| is_like_a_letter(&face, &face.lines(construction));
        for construction in ('A'..='Z').filter_map(constructions).flatten() {
            assert!(is_like(construction), "{construction}");
        }
        // Two rays from a corner with a stem between them; parts of two letters.
        for construction in ["rt lw|rd rt|cb ct", "cd lt rb|cd cu lt", "lb rt|cw rt"] {
            assert!(!is_like(construction), "{construction}");
        }
    }
}
