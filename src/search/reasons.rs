//! Candidates that are not boards, and the reasons, in words.

use super::found::Found;
use crate::board::{Lines, Shape};
use crate::read::evidence::weakest;

/// A description of the candidate that came nearest to a board, and the reason why it was refused.
pub(crate) fn nearest_in_words(found: &Found) -> String {
    let reason = in_words(weakest(&found.evidence, &found.values).unwrap_or_default());
    format!("{}, {reason}", tiles_in_words(found))
}

/// The tiles of a refused candidate: how many, where it was read as a whole.
pub(crate) fn tiles_in_words(found: &Found) -> String {
    let shape = found.layout.shape();
    if found.is_read_whole() { letters_in_words(found.reading.tiles(), shape) } else { lattice_in_words(shape) }
}

/// This number of letters on a lattice of this shape, in words.
pub(crate) fn letters_in_words(letters: usize, shape: &Shape) -> String {
    format!("{letters} {}", lattice_in_words(shape))
}

/// Letters on a lattice of this shape, in words.
fn lattice_in_words(shape: &Shape) -> String {
    let lines = if shape.lines() == Lines::Columns { "columns" } else { "rows" };
    format!("letters on a lattice of {lines} {shape}")
}

/// What a feature of the board evidence says against a board.
fn in_words(feature: &str) -> &'static str {
    match feature {
        "coverage" | "outside" | "empty_neighbors" | "gaps" => "with too many empty places",
        "residual" | "stretch" => "which are not evenly spaced",
        "body" => "which do not stand free on even tiles",
        "strays" | "in_line" | "halfway" => "with other marks between them",
        "captioned" => "with captions below them, like icons",
        "accompanied" => "with more letters beside them, as in words",
        "alternating" => "of which every other line is nearly empty",
        "pitch" => "which are too far apart",
        "stability" => "which are too faint",
        "confidence" | "unclear" | "unread" => "most of which do not read as letters",
        "off_center" => "whose letters lie beside the middle of their tiles",
        "goes_on" => "beyond which the same tiles go on",
        "same_lines" | "same_neighbors" | "distinct" => "which repeat too often",
        "ascending" => "which are in the order of the alphabet",
        "several" | "several_bare" => "of which too many tiles have several letters",
        "few_repeats" => "which hardly repeat",
        _ => "which does not look like a board",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::evidence::FEATURES;

    #[test]
    fn every_feature_has_a_reason() {
        for feature in FEATURES {
            let other = "which does not look like a board";
            assert!(in_words(feature) != other || feature == "columns", "{feature}");
        }
    }
}
