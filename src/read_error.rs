//! Why a picture could not be read, and what to do about it: [`ReadError`], [`Remedy`].
//!
//! [`pipeline`](crate::pipeline) returns these errors, and makes those without a board from what came nearest to one.

use crate::board::Shape;
use crate::read::{TemplatesError, TesseractError};
use crate::search::{Found, letters_in_words, nearest_in_words, tiles_in_words};
use std::borrow::Cow;
use std::fmt;

/// Why a picture could not be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// Nothing looks like a board.
    #[error("no board found: expected a lattice of letter tiles{}, found {found}: {remedy}", in_the_shape(asked))]
    NoBoard {
        /// The shape that alone was looked for.
        asked: Option<Box<Shape>>,
        /// What came nearest, and what spoke against it most.
        found: String,
        /// What to do.
        remedy: Remedy,
    },
    /// The tiles of the board are not in their places.
    #[error("the tiles of the board fall: expected tiles at rest, found {found}: take the picture when nothing moves")]
    Falling {
        /// What came nearest.
        found: String,
    },
    /// There is no such skin.
    #[error(transparent)]
    Skin(#[from] TemplatesError),
    /// Tesseract was asked for and cannot answer.
    #[error(transparent)]
    Tesseract(#[from] TesseractError),
}

/// What to do about a picture without a board. Its text is in the words of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remedy {
    /// Letters may lie in any direction.
    Turned,
    /// Letters are mirrored.
    Mirrored,
    /// The budget ended the search.
    LargerBudget,
    /// What came nearest has this shape.
    Shape(Box<Shape>),
    /// What came nearest goes on beyond the largest board: a part of this shape is read.
    Part(Box<Shape>),
    /// The picture has a board of this shape, which is not the asked one.
    OtherShape(Box<Shape>),
    /// No board has the asked shape.
    AnyShape,
    /// Nothing in the picture is like a board.
    OtherPicture,
    /// What a caller knows better.
    Other(Cow<'static, str>),
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Remedy::Turned => "pass --turned to read letters that lie in any direction",
            Remedy::Mirrored => "mirror the picture from left to right, and read that",
            Remedy::LargerBudget => "pass a larger --budget",
            Remedy::Shape(shape) => return write!(f, "if it is a board, pass --shape {shape}"),
            Remedy::Part(shape) => return write!(f, "if it is a board, pass --shape {shape} to read a part of it"),
            Remedy::OtherShape(shape) => return write!(f, "pass --shape {shape}, or leave --shape out"),
            Remedy::AnyShape => "see whether the board has this shape, or leave --shape out to look for every one",
            Remedy::OtherPicture => {
                "choose a picture, or a part of one by --region, that shows a whole board tilted by less than 10 degrees"
            }
            Remedy::Other(text) => text,
        })
    }
}

impl ReadError {
    /// This error with a remedy that does not name `--region`, for commands without that option.
    #[must_use]
    pub fn without_region(self) -> ReadError {
        match self {
            ReadError::NoBoard { asked, found, remedy: Remedy::OtherPicture } => {
                let remedy =
                    Remedy::Other("choose a picture that shows a whole board tilted by less than 10 degrees".into());
                ReadError::NoBoard { asked, found, remedy }
            }
            error => error,
        }
    }
}

fn in_the_shape(asked: &Option<Box<Shape>>) -> String {
    asked.as_ref().map_or(String::new(), |shape| format!(" in the shape {shape}"))
}

/// A board whose letters are not upright.
pub(crate) struct NotUpright {
    /// The number of its tiles.
    pub(crate) tiles: usize,
    /// The cells on which they lie.
    pub(crate) shape: Shape,
    /// Whether they are mirrored; else they lie turned.
    pub(crate) is_mirrored: bool,
}

/// The error of a picture with a board whose letters are not upright.
pub(crate) fn not_upright(asked: Option<&Shape>, board: &NotUpright) -> ReadError {
    let NotUpright { tiles, shape, is_mirrored } = board;
    let (how, remedy) = match is_mirrored {
        true => ("are mirrored", Remedy::Mirrored),
        false => ("lie turned", Remedy::Turned),
    };
    let found = format!("{}, which {how}", letters_in_words(*tiles, shape));
    ReadError::NoBoard { asked: asked.cloned().map(Box::new), found, remedy }
}

/// The error of a picture with a board whose tiles fall.
pub(crate) fn falling(nearest: &Found) -> ReadError {
    ReadError::Falling { found: format!("{}, and others between them", tiles_in_words(nearest)) }
}

/// The error of a picture in which this came nearest to a board.
pub(crate) fn no_board(asked: Option<&Shape>, nearest: Option<&Found>, limited: bool) -> ReadError {
    let found = nearest.map_or("nothing that repeats like one".to_string(), nearest_in_words);
    let remedy = match (nearest, asked) {
        (Some(found), None) if found.is_too_large() && !found.is_of_words() => {
            Remedy::Part(Box::new(found.layout.shape().clone()))
        }
        (Some(found), None) if found.is_board_by_shape() => Remedy::Shape(Box::new(found.layout.shape().clone())),
        _ if limited => Remedy::LargerBudget,
        (_, Some(_)) => Remedy::AnyShape,
        _ => Remedy::OtherPicture,
    };
    ReadError::NoBoard { asked: asked.cloned().map(Box::new), found, remedy }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locate::Side;

    /// Whether a shape was asked for, whether something came near to a board that would be one by its shape, whether the budget ended the
    /// search, and the remedy.
    #[test]
    fn the_remedy_is_what_helps_most() {
        let shape = Shape::rows(3, 3).unwrap();
        let nearest = Found::with_all_tiles(shape.clone(), (20.0, 20.0), (40.0, 40.0));
        assert!(nearest.is_board_by_shape());
        let of_shape = format!("if it is a board, pass --shape {shape}");
        let larger_budget = "pass a larger --budget".to_string();
        for (is_asked, has_nearest, limited, remedy) in [
            (false, true, false, Some(&of_shape)),
            (false, true, true, Some(&of_shape)),
            (false, false, true, Some(&larger_budget)),
            (true, true, true, Some(&larger_budget)),
            (true, true, false, None),
            (false, false, false, None),
        ] {
            let error = no_board(is_asked.then_some(&shape), has_nearest.then_some(&nearest), limited);
            let text = error.to_string();
            let given = [&of_shape, &larger_budget].into_iter().find(|remedy| text.ends_with(remedy.as_str()));
            assert_eq!(given, remedy, "{is_asked} {has_nearest} {limited}: {text}");
        }
        let mut larger = Found::with_all_tiles(Shape::rows(40, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        larger.reading.cut = vec![Side::Below];
        let text = no_board(None, Some(&larger), true).to_string();
        assert!(text.ends_with("pass --shape 5x40 to read a part of it"), "{text}");
    }
}
