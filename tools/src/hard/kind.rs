//! What a picture with a board shows: each [`Kind`] has parameters of its own and is judged by itself.

use crate::hard::random::Random;
use crate::hard::tilt::Range;
use clap::ValueEnum;

/// What a picture with a board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// A whole board of up to 14 rows
    Plain,
    /// A board with some empty cells; every line keeps two tiles
    EmptyCells,
    /// A ring, a band, a cross, blocks that touch at a corner, missing corners
    Irregular,
    /// A board of 15 to 40 rows
    Tall,
    /// One or two rows; the reader is given the shape
    Rows,
    /// A board that goes on beyond one or two edges of the picture
    Cut,
    /// Two or three boards; the largest is to be read
    Several,
    /// Letters in order, few letters, repeated lines
    Vocabulary,
    /// Slanted letters
    Italic,
    /// Thin letters
    Thin,
    /// A dialog or the pointer hides letters
    Covered,
    /// Tiles are above their places
    Falling,
    /// The picture is so blurred that some letters may be unreadable
    Blurred,
    /// The picture is turned by up to 5 degrees, its corners moved by up to 3%
    Tilted,
    /// The picture is turned by up to 10 degrees, its corners moved by up to 8%
    Steep,
    /// A photograph of a screen or a page: tilted, unevenly lit, with moire, blur and noise
    Photograph,
    /// Small letters
    LowerCase,
    /// Letters of pixels
    Pixel,
    /// Every letter is turned by quarters, as on dice
    Turned,
    /// Tiles are selected, in one of many designs
    Selected,
    /// All tiles show two letters, or some show several, affixes or a choice
    Digrams,
}

impl Kind {
    /// The kinds of which every letter can be read, with their weights: what is usual has more than half. Chosen by
    /// hand; more weight for a kind gives it more weight in the judge's figures.
    const READABLE: [(Kind, u32); 10] = [
        (Kind::Plain, 56),
        (Kind::EmptyCells, 6),
        (Kind::Irregular, 8),
        (Kind::Tall, 5),
        (Kind::Rows, 3),
        (Kind::Cut, 6),
        (Kind::Several, 4),
        (Kind::Vocabulary, 5),
        (Kind::Italic, 4),
        (Kind::Thin, 3),
    ];

    /// The kinds with letters that cannot be read, with their weights.
    const IMPAIRED: [(Kind, u32); 3] = [(Kind::Covered, 5), (Kind::Falling, 3), (Kind::Blurred, 2)];

    /// A random kind of which every letter can be read.
    pub(crate) fn readable(rng: &mut Random) -> Kind {
        rng.weighted(&Kind::READABLE)
    }

    /// A random kind with letters that cannot be read.
    pub(crate) fn impaired(rng: &mut Random) -> Kind {
        rng.weighted(&Kind::IMPAIRED)
    }

    /// How much its pictures are tilted; `None` where they are upright.
    pub(crate) fn tilt(self) -> Option<Range> {
        match self {
            Kind::Tilted => Some(Range { degrees: 5.0, shift: 0.03 }),
            Kind::Steep => Some(Range { degrees: 10.0, shift: 0.08 }),
            Kind::Photograph => Some(Range { degrees: 4.0, shift: 0.03 }),
            _ => None,
        }
    }

    /// Whether some of its letters cannot be read.
    pub fn is_impaired(self) -> bool {
        Kind::IMPAIRED.iter().any(|(kind, _)| *kind == self)
    }

    /// Its name on the command line.
    pub fn argument(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::EmptyCells => "empty cells",
            Kind::Irregular => "irregular",
            Kind::Tall => "tall",
            Kind::Rows => "rows",
            Kind::Cut => "cut",
            Kind::Several => "several",
            Kind::Vocabulary => "vocabulary",
            Kind::Italic => "italic",
            Kind::Thin => "thin",
            Kind::Covered => "covered",
            Kind::Falling => "falling",
            Kind::Blurred => "blurred",
            Kind::Tilted => "tilted",
            Kind::Steep => "steep",
            Kind::Photograph => "photograph",
            Kind::LowerCase => "lower case",
            Kind::Pixel => "pixel",
            Kind::Turned => "turned",
            Kind::Selected => "selected",
            Kind::Digrams => "digrams",
        }
    }
}
