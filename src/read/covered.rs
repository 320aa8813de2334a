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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};
    use crate::pixels::Frame;
    use crate::read::{Engine, TileReader};
    use image::Rgba;

    /// The log odds that the first tile of a board is covered, where a rectangle of one color lies over this share of it,
    /// from the left.
    fn log_odds(text: &str, share: f32) -> f32 {
        let board: Board = text.parse().unwrap();
        let (mut pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        let (left, top, ..) = layout.bounds();
        for y in top as u32..(top + 48.0) as u32 {
            (left as u32..(left + 48.0 * share) as u32).for_each(|x| pixels.put_pixel(x, y, Rgba([40, 60, 160, 255])));
        }
        let frame = Frame::new(pixels, "painted");
        let presence = TileReader::new(&frame, &Engine::Net, 0.5).presence(&layout);
        presence[0].covered.as_ref().map_or(f32::NAN, |values| score().log_odds(values))
    }

    #[test]
    fn a_tile_is_covered_where_a_part_of_it_is_another_color() {
        let rest = " E A R\nS L I N\nO D G M\nP U C H";
        // A gem is another color everywhere.
        for (tile, share, expected) in [("T", 0.0, false), ("T:green", 0.0, false), ("T", 0.6, true)] {
            let log_odds = log_odds(&format!("{tile}{rest}"), share);
            assert_eq!(log_odds > 0.0, expected, "{tile} {share}: {log_odds}");
        }
    }
}
