//! Whether the picture's edge crosses the tiles of a board.
//!
//! A picture that ends in the middle of a row shows a part of each tile of that row: a strip of its body, and maybe of
//! its letter. Each strip is compared with the same part of the [`CommonTile`](super::common_tile::CommonTile). Where
//! tiles have a body, the strips are like it; where letters lie on one ground, they show ink of their color. The weights are learned
//! (`crossings.weights`).

use super::common_tile::Comparison;
use super::score::Score;
use super::tile_reader::TileReader;
use crate::locate::{Layout, Side};
use crate::pixels::{Frame, Point, median};
use std::sync::OnceLock;

/// The features of a side, by name.
pub(crate) const CROSSING_FEATURES: [&str; 8] =
    ["own", "visible", "distance", "explained", "correlation", "contrast", "expected_ink", "border_ink"];

/// The values of one side, in the order of [`CROSSING_FEATURES`].
pub(crate) type CrossingValues = [f32; CROSSING_FEATURES.len()];

/// The learned weights.
pub(crate) fn crossing_score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("crossings.weights"), &CROSSING_FEATURES))
}

/// The sides on which the picture's edge crosses tiles of the board; `base` is the part of it that was read.
pub(crate) fn crossed_sides(tiles: &mut TileReader, base: &Layout, layout: &Layout) -> Vec<Side> {
    let evidence = crossing_values(tiles, base, layout).into_iter();
    evidence.filter(|(_, values)| crossing_score().log_odds(values) > 0.0).map(|(side, _)| side).collect()
}

/// The evidence of each side on which the picture's edge crosses places of the board's lattice.
pub(crate) fn crossing_values(tiles: &mut TileReader, base: &Layout, layout: &Layout) -> Vec<(Side, CrossingValues)> {
    let frame = tiles.frame();
    let crossed = Side::ALL.into_iter().map(|side| (side, crossed_places(frame, layout, side)));
    let crossed: Vec<(Side, Vec<Point>)> = crossed.filter(|(_, places)| !places.is_empty()).collect();
    if crossed.is_empty() {
        return Vec::new();
    }
    let ink = tiles.ink(base);
    let common = tiles.common_tile(base);
    let evidence = |(side, places): (Side, Vec<Point>)| {
        let strips: Vec<Comparison> = places.iter().filter_map(|&center| common.compare(frame, center)).collect();
        let own = places.iter().filter(|place| layout.cell_at(place.x, place.y).is_some()).count();
        let border_ink = places.iter().map(|&center| common.border_ink(frame, center, side, ink)).sum::<f32>();
        // The square root: the step from none to a little ink counts most.
        (side, values(&strips, own, (border_ink / places.len() as f32).sqrt()))
    };
    crossed.into_iter().map(evidence).collect()
}

/// The places of the board's lattice on this side that the picture's edge crosses: cells of the board, and places beyond.
fn crossed_places(frame: &Frame, layout: &Layout, side: Side) -> Vec<Point> {
    /// The least share of a tile that is visible, and that is hidden, where the edge crosses it. Smaller: gaps between tiles
    /// count. Larger: narrow strips are missed. Chosen by hand.
    const LEAST: f32 = 0.06;
    let visible = |place: &Point| {
        let [left, top, right, bottom] = frame.shown_part(*place, layout.pitch().into());
        match side {
            Side::Above | Side::Below => bottom - top,
            Side::Left | Side::Right => right - left,
        }
    };
    let own = layout.edge_cells(side).into_iter().map(|cell| Point::from(layout.center(cell)));
    let places = own.chain(layout.beyond(side));
    places.filter(|place| (LEAST..1.0 - LEAST).contains(&visible(place))).collect()
}

/// The evidence of the strips of a side, of which `own` are of cells of the board, with the square root of the share of ink at the edge.
fn values(strips: &[Comparison], own: usize, border_ink: f32) -> CrossingValues {
    let count = strips.len().max(1) as f32;
    let mean = |of: &dyn Fn(&Comparison) -> f32| strips.iter().map(of).sum::<f32>() / count;
    let middle = |of: fn(&Comparison) -> f32| median(strips.iter().map(of).collect());
    let [covariance, variance, common_variance] = [0, 1, 2].map(|i| mean(&|strip| strip.products[i]));
    [
        own as f32 / count,
        mean(&|strip| strip.visible),
        middle(|strip| strip.distance),
        middle(|strip| strip.explained),
        covariance / (variance * common_variance).sqrt().max(1.0),
        common_variance.sqrt(),
        mean(&|strip| strip.expected_ink),
        border_ink,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};
    use crate::pixels::Frame;
    use crate::read::Engine;

    /// The smallest cases of a side: the last row is whole, beyond its gap, crossed by the edge, or at the edge.
    #[test]
    fn a_side_is_crossed_where_a_part_of_the_next_row_is_seen() {
        let board: Board = "T E A R\nS L I N\nO D G M\nP U C H\nB Y K W".parse().unwrap();
        let (pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        let part = layout.part(0..4, 0..4).unwrap();
        let last = part.bounds().3;
        for (board, bottom, expected) in [
            (&layout, pixels.height() as f32, vec![]),
            (&part, last + 1.0, vec![]),
            (&part, last + 16.0, vec![Side::Below]),
            (&part, last + 30.0, vec![Side::Below]),
            (&part, last - 14.0, vec![Side::Below]),
        ] {
            let cropped = image::imageops::crop_imm(&pixels, 0, 0, pixels.width(), bottom as u32).to_image();
            let frame = Frame::new(cropped, "painted");
            let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
            assert_eq!(crossed_sides(&mut tiles, board, board), expected, "{bottom}");
        }
    }
}
