//! Glyphs that are not letters: mirrored letters, turned letters and invented glyphs.

use crate::pixel_letter::is_like_a_letter;
use crate::random::Random;
use crate::strokes::{Line, StrokeFace};
use hexlex::pixels::Point;
use tiny_skia::Transform;

/// How a letter lies on its tile, where not upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Orientation {
    Mirrored,
    UpsideDown,
    QuarterLeft,
    QuarterRight,
}

impl Orientation {
    /// The letters that resemble no letter in this orientation, in any typeface. Left out are those that do in some: a turned N
    /// is a Z, an L a J, a T with a foot an I or H, an A without its bar a V; mirrored, the B, C, D and N of square faces are
    /// nearly themselves, and an R is an A.
    fn letters(self) -> &'static str {
        match self {
            Orientation::Mirrored => "EFGKP",
            Orientation::UpsideDown => "EFGPRY",
            Orientation::QuarterLeft | Orientation::QuarterRight => "ABFGKPRY",
        }
    }

    /// The transformation about a point.
    pub(crate) fn about(self, center: Point) -> Transform {
        let [a, b, c, d] = match self {
            Orientation::Mirrored => [-1.0, 0.0, 0.0, 1.0],
            Orientation::UpsideDown => [-1.0, 0.0, 0.0, -1.0],
            Orientation::QuarterLeft => [0.0, -1.0, 1.0, 0.0],
            Orientation::QuarterRight => [0.0, 1.0, -1.0, 0.0],
        };
        let to_origin = Transform::from_translate(-center.x, -center.y);
        to_origin.post_concat(Transform::from_row(a, b, c, d, 0.0, 0.0)).post_translate(center.x, center.y)
    }
}

/// A glyph with the class "no letter".
pub(crate) enum NonLetter {
    /// A letter, turned or mirrored.
    Turned(char, Orientation),
    /// Lines that are far from every letter.
    Invented(Vec<Line>),
}

impl NonLetter {
    /// Two of three are turned letters.
    pub(crate) fn random(rng: &mut Random) -> NonLetter {
        if rng.chance(1.0 / 3.0) {
            return NonLetter::Invented(invented(rng));
        }
        let orientation =
            [Orientation::Mirrored, Orientation::UpsideDown, Orientation::QuarterLeft, Orientation::QuarterRight]
                [rng.below(4)];
        let letters = orientation.letters().as_bytes();
        NonLetter::Turned(char::from(letters[rng.below(letters.len())]), orientation)
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
    let count = 2 + rng.below(3);
    let mut lines: Vec<String> = Vec::new();
    while lines.len() < count {
        let corners = (0..2 + rng.below(2)).map(|_| {
            let (across, down) = (["l", "c", "r"][rng.below(3)], ["t", "u", "w", "d", "b"][rng.below(5)]);
            format!("{across}{down}{}", if rng.chance(0.2) { "~" } else { "" })
        });
        let mut corners: Vec<String> = corners.collect();
        corners.dedup_by_key(|corner| corner.trim_end_matches('~').to_string());
        if corners.len() > 1 {
            lines.push(corners.join(" "));
        }
    }
    lines.join("|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strokes::constructions;

    #[test]
    fn a_turned_letter_stays_about_its_center() {
        let center = Point::new(5.0, 7.0);
        for (orientation, expected) in [
            (Orientation::Mirrored, (4.0, 9.0)),
            (Orientation::UpsideDown, (4.0, 5.0)),
            (Orientation::QuarterLeft, (7.0, 6.0)),
            (Orientation::QuarterRight, (3.0, 8.0)),
        ] {
            let mut point = tiny_skia::Point::from_xy(6.0, 9.0);
            orientation.about(center).map_point(&mut point);
            assert_eq!((point.x, point.y), expected, "{orientation:?}");
        }
    }

    #[test]
    fn every_construction_of_a_letter_is_like_a_letter_and_others_are_not() {
        let face = StrokeFace::random(&mut Random::new(1, 3));
        let is_like = |construction: &str| is_like_a_letter(&face, &face.lines(construction));
        for construction in ('A'..='Z').filter_map(constructions).flatten() {
            assert!(is_like(construction), "{construction}");
        }
        // Rays from a corner with a stem between them; a star of three lines.
        for construction in ["rt lw|rd rt|cb ct", "cd lt rb|cd cu lt"] {
            assert!(!is_like(construction), "{construction}");
        }
    }
}
