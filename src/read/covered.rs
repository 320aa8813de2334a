//! Tiles that something covers in part: a dialog, the pointer.
//!
//! What is left of a letter may look like another letter, so a tile that is covered is unreadable, whatever it seems to
//! say. A part of its body differs from the [`CommonTile`](super::common_tile::CommonTile), and the rest does not. The
//! weights are learned (`covered.weights`).

use super::common_tile::Comparison;
use super::score::Score;
use std::sync::OnceLock;

/// The features of a tile, by name.
pub(crate) const COVERED_FEATURES: [&str; 5] = ["clarity", "framed", "unframed", "worst_side", "gap"];

/// The values of one tile, in the order of [`COVERED_FEATURES`].
pub(crate) type CoveredValues = [f32; COVERED_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("covered.weights"), &COVERED_FEATURES))
}

/// The log odds from which a covered tile is unreadable. Below, a letter that is read rightly would be lost more often than
/// a wrong one is kept back: a board with one letter less cannot be solved. Chosen by hand; `hard judge --kind plain`
/// and `--kind covered` show both.
const UNREADABLE: f32 = 1.5;

/// Whether a tile with this evidence is covered in part.
pub(super) fn is_covered(values: &CoveredValues) -> bool {
    score().log_odds(values) > UNREADABLE
}

/// The evidence of a tile with this confidence of its best letter, the likeness of its frame and of the worst side of it to
/// the common one (`None` where tiles have none), compared with the common tile.
pub(super) fn values(
    confidence: f32,
    frame_likeness: Option<f32>,
    worst_side: Option<f32>,
    compared: &Comparison,
) -> CoveredValues {
    [
        -(1.0 - confidence + 1e-4).ln(),
        frame_likeness.unwrap_or(0.0),
        f32::from(frame_likeness.is_none()),
        worst_side.unwrap_or(0.0),
        f32::min(compared.cornered, 1.0 - worst_side.unwrap_or(1.0)),
    ]
}
