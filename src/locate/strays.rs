//! Blobs like letters off the nodes of a lattice, and smaller ones: captions, further letters of a tile or word, every other letter of a
//! board, tiles that fall.

use super::blobs::Blob;
use super::lattice::{Kind, Lattice, Node};
use super::layout::some_tiles;
use super::point_grid::PointGrid;
use super::scene::{NodeBlob, Scene};
use crate::pixels::{Point, median};
use std::collections::BTreeSet;

/// A blob like a letter off the lattice.
pub(super) struct Stray {
    /// Its index in the blobs of the scene.
    pub(super) blob: usize,
    pub(super) place: Point,
    /// As the number of thresholds.
    pub(super) stability: f32,
}

/// The blobs of the letters' height and polarity between the cells, or above them, from where tiles fall; and those one column
/// beside them, where all tiles of a column may be between their places. The most stable ones come first.
pub(super) fn strays(scene: &Scene, lattice: &Lattice, nodes: &[Node], light: bool, glyph: f32) -> Vec<Stray> {
    /// The distance above the first row, in pitches, within which falling tiles count. Chosen by hand.
    const FALL: f32 = 2.0;
    let centers: Vec<Point> = nodes.iter().map(|&node| lattice.place(node)).collect();
    let far = (f32::MAX, f32::MIN);
    let span = |pick: fn(&Point) -> f32| {
        centers.iter().map(pick).fold(far, |(low, high), value| (low.min(value), high.max(value)))
    };
    let ((left, right), (top, bottom)) = (span(|p| p.x), span(|p| p.y));
    let Point { x: across, y: down } = lattice.pitch;
    let beside = (1.0 + STRAY_SIDE) * across;
    let (columns, rows) = (left - beside..right + beside, top - FALL * down..bottom + STRAY_SIDE * down);
    let reach = 0.25 * lattice.tile();
    let point_grid = PointGrid::new(centers, reach);
    let mut strays: Vec<Stray> = scene
        .blobs
        .iter()
        .zip(scene.point_grid.points())
        .enumerate()
        .filter(|(_, (blob, place))| {
            scene.is_board_height(blob.height, glyph)
                && blob.light == light
                && columns.contains(&place.x)
                && rows.contains(&place.y)
                && point_grid.nearest(**place, reach).is_none()
        })
        .map(|(i, (blob, place))| Stray { blob: i, place: *place, stability: blob.stability })
        .collect();
    strays.sort_by(|a, b| b.stability.total_cmp(&a.stability));
    strays
}

/// The distance beyond the outermost nodes, in pitches, within which a blob is between the nodes. Chosen by hand.
pub(super) const STRAY_SIDE: f32 = 0.35;

/// The stability (number of thresholds) from which blobs off the nodes count, and in tiles without a known letter those of captions. Off the nodes the
/// stability of the median letter suffices where it is smaller. Smaller: what few thresholds show of letters, of gaps and of noise counts. Larger:
/// pale letters do not. Chosen by hand; `hard judge --kind digrams` and `hard nothing` show a change.
pub(super) const STABLE: f32 = 3.0;

/// The share of cells with a caption at the same height as most of them, among those with another one in the next cell below: below the last row, or
/// above a hole, there may be anything, such as a score or the pattern of the ground, and noise between tiles lies at any height. Only cells with a
/// blob count.
pub(super) fn captioned(scene: &Scene, lattice: &Lattice, blobs: &[(Node, &NodeBlob)]) -> f32 {
    let nodes: BTreeSet<Node> = blobs.iter().map(|(node, _)| *node).collect();
    let has_one_below = |((column, row), _): &&(Node, &NodeBlob)| nodes.contains(&(*column, row + 2));
    let above_another: Vec<_> = blobs.iter().filter(has_one_below).collect();
    let of_cell = |(node, at_node): &&(Node, &NodeBlob)| {
        let (letter, middle) = (&scene.blobs[at_node.blob], lattice.place(*node));
        let letter = (!scene.what.is_of_whole_tiles()).then_some(letter);
        captions(scene, letter.map_or(middle, Blob::center), letter, lattice)
            .into_iter()
            .map(|caption| Caption { bottom: caption.bottom - middle.y, ..caption })
            .collect::<Vec<Caption>>()
    };
    let by_cell: Vec<Vec<Caption>> = above_another.iter().map(of_cell).collect();
    let at_height_of =
        |own: &Caption| by_cell.iter().filter(|cell| cell.iter().any(|other| other.is_in_line(own))).count();
    let most = some_tiles(&by_cell).flatten().map(at_height_of).max();
    most.unwrap_or(0) as f32 / above_another.len().max(1) as f32
}

/// The lower edge of a line of small letters, in pixels, and the height of one of them.
#[derive(Debug, Clone, Copy)]
struct Caption {
    bottom: f32,
    height: f32,
}

impl Caption {
    /// The line on which a letter stands.
    fn of(letter: &Blob) -> Caption {
        Caption { bottom: letter.bottom(), height: letter.height }
    }

    /// Whether another one is at the same height.
    fn is_in_line(&self, other: &Caption) -> bool {
        /// The largest distance of their lower edges, in heights of a letter. Smaller: letters with a tail are not in line. Larger: noise is.
        /// Chosen by hand; `hard judge --kind several` and `hard nothing --of 'icons with letters'` show a change.
        const APART: f32 = 0.3;
        (self.bottom - other.bottom).abs() < APART * self.height
    }
}

/// The lines of small letters below a larger blob in the cell with this middle: at least three of one polarity side by side, with one lower edge,
/// which differ in width: dots do not. The larger blob is the letter of the cell; without one, the largest of its blobs above the line, and what few
/// thresholds show does not count.
fn captions(scene: &Scene, middle: Point, letter: Option<&Blob>, lattice: &Lattice) -> Vec<Caption> {
    /// The heights of a caption's letters, in heights of the blob above them. Smaller: the dots that show a tile's value count.
    /// Larger: the letters of the next row count. Chosen by hand.
    const SMALLER: std::ops::Range<f32> = 0.2..0.7;
    /// The fewest letters of a caption. Fewer: the two digits of a tile's value count. More: short names are missed.
    const FEWEST: usize = 3;
    /// How much wider one of them is at least than another one. Smaller: dots that blur makes uneven are letters. Larger: captions whose
    /// letters are nearly alike are missed. Chosen by hand; `hard judge --kind digrams` and `hard nothing --of 'icons with letters'` show a change.
    const WIDER: f32 = 1.25;
    let points = scene.letter_grid().points();
    let is_in_column = |&i: &usize| {
        let is_stable = letter.is_some() || scene.letters[i].stability >= STABLE;
        is_stable && (points[i].x - middle.x).abs() < lattice.pitch.x / 2.0
    };
    let around = scene.letter_grid().within(middle, 0.8 * lattice.pitch.y).filter(is_in_column);
    let mut blobs: Vec<&Blob> = around.map(|i| &scene.letters[i]).collect();
    let is_below = |own: &Blob, a: &Blob| a.center().y > own.bottom() && SMALLER.contains(&(a.height / own.height));
    blobs.retain(|a| letter.is_none_or(|own| is_below(own, a)));
    blobs.sort_by(|a, b| a.right().total_cmp(&b.right()));
    let is_in_line = |a: &Blob, b: &Blob| Caption::of(a).is_in_line(&Caption::of(b)) && a.light == b.light;
    let are_letters = |a: &Blob| {
        let mut side_by_side: Vec<&Blob> = Vec::new();
        for b in blobs.iter().filter(|b| is_in_line(a, b)) {
            // One that overlaps the one before is the same letter at other thresholds, or a part of it.
            if side_by_side.last().is_none_or(|last| b.left >= last.right()) {
                side_by_side.push(b);
            }
        }
        let widths = side_by_side.iter().map(|b| b.width);
        let (least, most) = widths.fold((f32::MAX, 0f32), |(least, most), width| (least.min(width), most.max(width)));
        side_by_side.len() >= FEWEST && most >= WIDER * least
    };
    let largest_above = |a: &Blob| {
        let above = blobs.iter().filter(|b| b.bottom() <= a.top);
        above.max_by(|b, c| b.height.total_cmp(&c.height))
    };
    let is_below_larger = |a: &Blob| letter.is_some() || largest_above(a).is_some_and(|b| is_below(b, a));
    blobs.iter().filter(|a| is_below_larger(a) && are_letters(a)).map(|a| Caption::of(a)).collect()
}

/// The share of letters with another one of the same height and lower edge next to them, off the lattice, as on tiles with several
/// letters or in words.
pub(super) fn accompanied(scene: &Scene, lattice: &Lattice, letters: &[(Node, &NodeBlob)], strays: &[Stray]) -> f32 {
    let off_lattice: BTreeSet<usize> = strays.iter().map(|stray| stray.blob).collect();
    let is_accompanied = |(_, at_node): &&(Node, &NodeBlob)| {
        let own = &scene.blobs[at_node.blob];
        let mut around = scene.point_grid.within(own.center(), lattice.pitch.x);
        around.any(|i| off_lattice.contains(&i) && is_next_letter(own, &scene.blobs[i]))
    };
    letters.iter().filter(is_accompanied).count() as f32 / letters.len().max(1) as f32
}

/// The share of the places halfway between neighboring letters that have a blob like a letter, in the direction with the largest share.
/// Blobs less stable than `stable` do not count. Several must differ in width as letters do: badges on the borders of tiles have one width.
/// 0 for groups of letters and bodies of tiles.
pub(super) fn halfway(
    scene: &Scene,
    lattice: &Lattice,
    letters: &[(Node, &NodeBlob)],
    strays: &[Stray],
    stable: f32,
) -> f32 {
    /// The largest distance from halfway, in tiles. Smaller: letters off the middle of their tile are missed. Larger: marks
    /// in the corners of tiles count. Chosen by hand; `hard judge --kind digrams` and `--kind lower-case` show a change.
    const NEAR: f32 = 0.15;
    /// The fewest pairs of neighbors in a direction. Smaller: a mark on the border of two tiles counts. Larger: small boards have too
    /// few. Chosen by hand, as above.
    const FEWEST_PAIRS: usize = 2;
    let strays: Vec<&Stray> = strays.iter().filter(|stray| stray.stability >= stable).collect();
    if scene.what.is_of_whole_tiles() || strays.is_empty() {
        return 0.0;
    }
    let reach = NEAR * lattice.tile();
    let point_grid = PointGrid::new(strays.iter().map(|stray| stray.place).collect(), reach);
    let nodes: BTreeSet<Node> = letters.iter().map(|(node, _)| *node).collect();
    let width = |blob: usize| scene.blobs[blob].width;
    let usual = median_deviation(letters.iter().map(|(_, at_node)| width(at_node.blob)).collect());
    let share = |&(across, down): &Node| {
        let next = |&(column, row): &Node| (column + across, row + down);
        let pairs: Vec<&Node> = nodes.iter().filter(|node| nodes.contains(&next(node))).collect();
        let middle = |node: &&Node| (lattice.place(**node) + lattice.place(next(node))) * 0.5;
        let between = |place: Point| point_grid.nearest(place, reach).map(|stray| width(strays[stray].blob));
        let widths: Vec<f32> = pairs.iter().map(middle).filter_map(between).collect();
        let share = widths.len() as f32 / pairs.len().max(1) as f32;
        if pairs.len() >= FEWEST_PAIRS && differ_as_letters(widths, usual) { share } else { 0.0 }
    };
    // In the middle of four square tiles with round corners is a gap.
    let is_at_a_side = |&&(across, down): &&Node| lattice.kind == Kind::Staggered || across == 0 || down == 0;
    lattice.kind.steps().iter().filter(is_at_a_side).map(share).fold(0.0, f32::max)
}

/// Whether these widths differ as those of letters with this median deviation do. A few may be alike by chance.
fn differ_as_letters(widths: Vec<f32>, usual: f32) -> bool {
    /// The fewest widths that are compared. Smaller: letters of one width by chance do not count. Larger: badges of small boards do.
    /// Chosen by hand; `hard judge --kind digrams` shows a change.
    const ENOUGH: usize = 4;
    /// The least median deviation, in that of letters. Smaller: badges count. Larger: some letters that are alike by chance do not.
    /// Chosen by hand, as above.
    const LEAST: f32 = 0.5;
    if widths.len() < ENOUGH {
        return true;
    }
    let own = median_deviation(widths);
    own > 0.0 && own >= LEAST * usual
}

/// The median distance of some values from their median.
fn median_deviation(values: Vec<f32>) -> f32 {
    let middle = median(values.clone());
    median(values.into_iter().map(|value| (value - middle).abs()).collect())
}

/// Whether the second blob may be the letter of the same word before or after the first one.
fn is_next_letter(own: &Blob, other: &Blob) -> bool {
    /// The most by which the heights and the lower edges differ, in heights. Smaller: round letters, which reach a little
    /// beyond flat ones, are missed. Larger: small marks beside a letter count. Chosen by hand;
    /// `hard judge --kind digrams` shows a change.
    const UNEVEN: f32 = 0.12;
    /// The largest gap, in heights. Smaller: letters set wide are missed. Larger: those of the tiles beside. Chosen by hand, as above.
    const GAP: f32 = 0.6;
    /// The least width, in heights. Smaller: the edge of a tile counts. Larger: I and J of narrow faces do not. Chosen by hand, as above.
    const THINNEST: f32 = 0.1;
    (0.0..GAP * own.height).contains(&own.gap(other))
        && own.light == other.light
        && other.width >= THINNEST * other.height
        && (other.height - own.height).abs() <= UNEVEN * own.height
        && (other.bottom() - own.bottom()).abs() <= UNEVEN * own.height
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::locate::{BlobKind, LONG_SIDE, locate};
    use crate::paint::{Style, paint};
    use crate::pixels::{Frame, Size};
    use image::{Rgba, RgbaImage};

    /// The feature of a board whose letters in these rows have three small marks under them each, in each row this many pixels lower than in the
    /// one above it.
    fn captioned_share(rows: std::ops::Range<usize>, lower: usize) -> f32 {
        let board: Board = "T E R A\nO N I L\nP U M E\nA C H O".parse().unwrap();
        let (mut pixels, layout) = paint(&board, &Style::default(), 56.0).unwrap();
        for cell in layout.shape().cells().filter(|cell| rows.contains(&cell.line)) {
            let (x, y) = layout.center(cell);
            for (mark, dx) in
                [(-9i32, 6), (0, 4), (9, 7)].into_iter().flat_map(|(left, width)| (0..width).map(move |dx| (left, dx)))
            {
                (0..8).for_each(|dy| {
                    let (across, down) =
                        ((x as i32 + mark + dx) as u32, y as u32 + 16 + (lower * cell.line) as u32 + dy);
                    pixels.put_pixel(across, down, Rgba([20, 20, 20, 255]));
                });
            }
        }
        locate(&Frame::new(pixels, "painted"), Some(board.shape()), LONG_SIDE)[0].evidence.captioned
    }

    #[test]
    fn the_next_letter_of_a_word_has_one_height_and_one_lower_edge() {
        let blob = |left: f32, top: f32, height: f32| Blob {
            left,
            top,
            width: 12.0,
            height,
            area: 100.0,
            light: false,
            stability: 4.0,
        };
        let own = blob(40.0, 40.0, 20.0);
        for (other, expected) in [
            (blob(54.0, 40.0, 20.0), true),
            (blob(26.0, 39.0, 21.5), true),
            // Overlapping, farther, lower, as a small letter, as the digit of a value; and the edge of a tile.
            (blob(50.0, 40.0, 20.0), false),
            (blob(66.0, 40.0, 20.0), false),
            (blob(54.0, 45.0, 20.0), false),
            (blob(54.0, 46.0, 14.0), false),
            (blob(54.0, 52.0, 8.0), false),
            (Blob { width: 1.0, ..blob(54.0, 40.0, 20.0) }, false),
        ] {
            assert_eq!(is_next_letter(&own, &other), expected, "{other:?}");
        }
    }

    /// The share of letters with a bar of their height beside them, where the first `count` tiles of the first row have one.
    #[test]
    fn letters_beside_those_of_the_lattice_accompany_them() {
        for (count, expected) in [(0, 0.0), (2, 2.0 / 16.0), (4, 4.0 / 16.0)] {
            let board: Board = "T E R A\nO N I L\nP U M E\nA C H O".parse().unwrap();
            let (mut pixels, layout) = paint(&board, &Style::default(), 56.0).unwrap();
            for cell in layout.shape().cells().filter(|cell| cell.line == 0 && cell.index < count) {
                let (x, y) = layout.center(cell);
                let rows = letter_rows(&pixels, (x as u32, y as u32));
                for (dx, y) in (0..4).flat_map(|dx| rows.clone().map(move |y| (dx, y))) {
                    pixels.put_pixel(x as u32 - 20 + dx, y, Rgba([20, 20, 20, 255]));
                }
            }
            let found = &locate(&Frame::new(pixels, "painted"), Some(board.shape()), LONG_SIDE)[0];
            assert_eq!(found.evidence.accompanied, expected, "{count}");
        }
    }

    /// The rows of the letter in the middle of a tile of 56 pixels.
    fn letter_rows(pixels: &RgbaImage, (x, y): (u32, u32)) -> std::ops::RangeInclusive<u32> {
        let is_ink = |y: &u32| (x - 12..x + 12).any(|x| pixels.get_pixel(x, *y).0[0] < 100);
        let inked: Vec<u32> = (y - 22..y + 22).filter(is_ink).collect();
        inked[0]..=inked[inked.len() - 1]
    }

    /// The share of the places halfway between the letters of a lattice of 3x3 nodes, 40 pixels apart, with blobs of these widths and
    /// this stability beside the first nodes, this far from them.
    fn halfway_share(offset: Point, widths: &[f32], stability: f32, kind: BlobKind) -> f32 {
        let lattice = Lattice { kind: Kind::Square, origin: Point::new(20.0, 20.0), pitch: Point::new(40.0, 40.0) };
        let at = |center: Point, width: f32| {
            let (left, top) = (center.x - width / 2.0, center.y - 9.0);
            Blob { left, top, width, height: 18.0, area: 90.0, light: false, stability: 4.0 }
        };
        let nodes: Vec<Node> = (0..3).flat_map(|column| (0..3).map(move |row| (column, 2 * row))).collect();
        let letters = nodes.iter().zip([14.0, 10.0, 18.0].into_iter().cycle());
        let mut blobs: Vec<Blob> = letters.map(|(node, width)| at(lattice.place(*node), width)).collect();
        let beside = nodes.iter().zip(widths);
        blobs.extend(beside.map(|(node, width)| at(lattice.place(*node) + offset, *width)));
        let scene = Scene::new(Size::new(1, 1), &blobs, &blobs, kind);
        let on_lattice: Vec<NodeBlob> = (0..9).map(|blob| NodeBlob { blob, crowded: false }).collect();
        let on_lattice: Vec<(Node, &NodeBlob)> = nodes.iter().copied().zip(&on_lattice).collect();
        let stray = |blob: usize| Stray { blob, place: blobs[blob].center(), stability };
        let strays: Vec<Stray> = (9..blobs.len()).map(stray).collect();
        halfway(&scene, &lattice, &on_lattice, &strays, STABLE)
    }

    /// Letters halfway between those of the lattice, across and down, or nearly so; three of them; badges, which have one width; letters in
    /// the middle of four, and a third of the way; blobs that are groups of letters; what one threshold alone shows; and no other blobs.
    #[test]
    fn letters_halfway_between_those_of_a_lattice_show_a_finer_one() {
        use BlobKind::{Groups, Letters};
        let letters: &[f32] = &[10.0, 15.0, 18.0, 12.0, 10.0, 15.0, 18.0, 12.0, 10.0];
        for (offset, widths, stability, kind, expected) in [
            ((20.0, 0.0), letters, 4.0, Letters, 1.0),
            ((0.0, 20.0), letters, 4.0, Letters, 1.0),
            ((17.0, 3.0), letters, 4.0, Letters, 1.0),
            ((20.0, 0.0), &letters[..3], 4.0, Letters, 0.5),
            ((20.0, 0.0), &[16.0; 3], 4.0, Letters, 0.5),
            ((20.0, 0.0), &[16.0; 9], 4.0, Letters, 0.0),
            ((20.0, 20.0), letters, 4.0, Letters, 0.0),
            ((13.0, 0.0), letters, 4.0, Letters, 0.0),
            ((20.0, 0.0), letters, 4.0, Groups, 0.0),
            ((20.0, 0.0), letters, 1.0, Letters, 0.0),
            ((20.0, 0.0), &[], 4.0, Letters, 0.0),
        ] {
            let found = halfway_share(offset.into(), widths, stability, kind);
            assert_eq!(found, expected, "{offset:?} {widths:?} {stability} {kind:?}");
        }
    }

    /// Three small letters below a larger blob in a cell of 80 pixels; then without that blob, and two; three that are nearly as high as the blob,
    /// that are low as dots, the same below the counter of a letter, above it, in two lines, of two polarities, one of them beyond the cell, nearly
    /// of one width, and such as one threshold alone shows; one letter at three thresholds.
    #[test]
    fn a_caption_is_a_line_of_small_letters_below_a_larger_blob() {
        let blob = |(left, top): (f32, f32), (width, height): (f32, f32)| Blob {
            left,
            top,
            width,
            height,
            area: 50.0,
            light: false,
            stability: 4.0,
        };
        let [icon, counter] = [blob((28.0, 20.0), (24.0, 24.0)), blob((36.0, 28.0), (8.0, 8.0))];
        let line = |top: f32, height: f32| {
            [(28.0, 6.0), (36.0, 4.5), (44.0, 6.0)].map(|(left, width)| blob((left, top), (width, height)))
        };
        let [first, second, third] = line(50.0, 10.0);
        let mut dots = line(50.0, 8.0).map(|letter| Blob { width: 5.0, ..letter });
        dots[1].width = 6.0;
        let faint = line(50.0, 10.0).map(|letter| Blob { stability: 1.0, ..letter });
        let nested = [0.0, 0.5, 1.0].map(|grown| Blob { width: 6.0 + grown, ..first });
        for (letters, expected) in [
            (vec![icon, first, second, third], true),
            (vec![first, second, third], false),
            (vec![icon, first, third], false),
            ([&[icon][..], &line(50.0, 20.0)].concat(), false),
            ([&[icon][..], &line(50.0, 4.0)].concat(), false),
            ([&[icon, counter][..], &line(50.0, 4.0)].concat(), false),
            ([&[icon][..], &line(8.0, 10.0)].concat(), false),
            (vec![icon, first, Blob { top: 60.0, ..second }, third], false),
            (vec![icon, first, Blob { light: true, ..second }, third], false),
            (vec![icon, first, second, Blob { left: 90.0, ..third }], false),
            ([&[icon][..], &dots].concat(), false),
            ([&[icon][..], &faint].concat(), false),
            ([&[icon][..], &nested].concat(), false),
        ] {
            let lattice = Lattice { kind: Kind::Square, origin: Point::new(40.0, 40.0), pitch: Point::new(80.0, 80.0) };
            let scene = Scene::new(Size::new(1, 1), &letters[..1], &letters, BlobKind::Tiles);
            assert_eq!(!captions(&scene, lattice.origin, None, &lattice).is_empty(), expected, "{letters:?}");
        }
    }

    #[test]
    fn a_caption_counts_where_there_is_another_letter_below_it() {
        for (rows, expected) in [(0..0, 0.0), (3..4, 0.0), (1..2, 4.0 / 12.0), (0..4, 1.0)] {
            assert_eq!(captioned_share(rows.clone(), 0), expected, "{rows:?}");
        }
    }

    #[test]
    fn captions_count_where_most_are_at_one_height() {
        for (lower, expected) in [(0, 1.0), (1, 1.0), (3, 4.0 / 12.0)] {
            assert_eq!(captioned_share(0..4, lower), expected, "{lower} pixels");
        }
    }
}
