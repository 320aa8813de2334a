//! The owners of tiles, in games in which words take tiles: a tint over each tile, below the path.

use super::Sheet;
use crate::board::{Board, MINE, THEIRS};
use crate::locate::Layout;
use crate::pixels::{Bounds, Frame, Point, Rgb};
use image::imageops;
use tiny_skia::Pixmap;

/// The tints of the player's tiles and of the other player's, apart for people who do not see red or green, too: the test of `colors`
/// measures their distance.
pub(super) const MINE_TINT: Rgb = [40, 120, 255];
pub(super) const THEIRS_TINT: Rgb = [255, 80, 40];

/// The opacity of a tint. More hides the letters; less is lost on tiles of a color of their own. Chosen by hand.
const TINT: f32 = 0.42;

/// The height and the width of a tint, in pitches: larger, tiles of one owner are one area; smaller, the tint is taken for a mark of the
/// letter. Chosen by hand.
const SIZE: f32 = 0.92;

/// The radius of the corners of a tint, in tiles. Smaller: it stands out beyond the round corners of a tile; larger: it leaves out parts
/// of a square tile. Chosen by hand.
const CORNER: f32 = 0.12;

/// The picture with a tint over each tile that has an owner, by the tags [`MINE`] and [`THEIRS`] of this board, whose cells are those
/// of the layout.
pub fn tint_owners(frame: Frame, layout: &Layout, board: &Board) -> Frame {
    let owned = board.cells().filter_map(|(cell, tile)| match (tile.has_tag(MINE), tile.has_tag(THEIRS)) {
        (true, false) => Some((cell, MINE_TINT)),
        (false, true) => Some((cell, THEIRS_TINT)),
        _ => None,
    });
    let owned: Vec<_> = owned.collect();
    let pixmap = Pixmap::new(frame.size().width, frame.size().height).filter(|_| !owned.is_empty());
    let Some(pixmap) = pixmap else { return frame };
    let mut sheet = Sheet { pixmap };
    let (width, height) = layout.pitch();
    for (cell, tint) in owned {
        let at = Point::from(layout.center(cell));
        let tile = Bounds::centered(at, SIZE * width, SIZE * height).rounded(CORNER * layout.tile());
        sheet.fill(tile.as_ref(), tint, TINT);
    }
    let mut picture = frame.pixels().clone();
    imageops::overlay(&mut picture, &sheet.into_image(), 0, 0);
    Frame::new(picture, frame.source())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::{Style, paint};

    #[test]
    fn owned_tiles_have_the_tint_of_their_owner() {
        let board: Board = "A:mine B\nC D:theirs".parse().unwrap();
        let (picture, layout) = paint(&board, &Style::default(), 40.0).unwrap();
        let tinted = tint_owners(Frame::new(picture.clone(), ""), &layout, &board);
        let changes: Vec<[i32; 2]> = board
            .shape()
            .cells()
            .map(|cell| {
                let (x, y) = layout.center(cell);
                let (x, y) = (x as u32 - 14, y as u32 - 14);
                [0, 2]
                    .map(|i| i32::from(tinted.pixels().get_pixel(x, y).0[i]) - i32::from(picture.get_pixel(x, y).0[i]))
            })
            .collect();
        assert_eq!([changes[1], changes[2]], [[0, 0]; 2]);
        assert!(changes[0][1] > changes[0][0] + 40 && changes[3][0] > changes[3][1] + 40, "{changes:?}");
    }
}
