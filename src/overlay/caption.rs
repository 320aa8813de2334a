//! The caption: its box and text, and the place where it covers no tile.
//!
//! [`place`] tries many [`Placement`]s and takes the cheapest: beside the board where a strip is wide enough, or else in
//! a strip added to the picture, or else over the board. [`draw`] draws it there.

use super::detail::DetailMap;
use super::{
    Caption, DARK_COLOR, FurtherWord, LIGHT_COLOR, PATH_COLOR, PathColors, START_COLOR, Sheet, board_bounds, text_at,
};
use crate::board::Cell;
use crate::locate::Layout;
use crate::pixels::{Bounds, Frame, Point, Size};
use crate::typeface::Typeface;

/// Whether the picture may become larger for the caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PictureSize {
    /// It may, where no strip beside the board is wide enough.
    MayGrow,
    /// It may not.
    Fixed,
}

/// How the word and its detail are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    /// The detail is to the right of the word.
    Beside,
    /// The detail is below the word.
    Stacked,
}

/// Where the caption is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placement {
    /// The caption box in pixels.
    pub(super) bounds: Bounds,
    /// The height of the word's capitals in pixels.
    capitals: f32,
    arrangement: Arrangement,
    /// The size of the picture, which may have grown.
    pub(super) picture: Size,
}

/// Lengths in heights of the word's capitals, chosen by hand.
mod measure {
    /// The height of the detail's capitals.
    pub(super) const DETAIL: f32 = 0.7;
    /// Between the word and the detail beside it.
    pub(super) const BESIDE: f32 = 0.9;
    /// Between the word and the detail below it.
    pub(super) const BELOW: f32 = 0.6;
    /// The height of the capitals of further words.
    pub(super) const FURTHER: f32 = 0.55;
    /// Between two lines of further words, and above the first one.
    pub(super) const ABOVE_FURTHER: f32 = 0.42;
    /// Between the text and the box's left and right edge.
    pub(super) const SIDE: f32 = 0.75;
    /// Between the text and the box's upper and lower edge.
    pub(super) const ABOVE: f32 = 0.62;
}

/// The desired height of the word's capitals in tiles: a little less than a letter of the board.
const HEIGHT: f32 = 0.42;
/// The minimum desired height as a share of the picture's longer side, for pictures that are shown reduced.
const LEAST_SHARE: f32 = 0.013;
/// The minimum legible height in pixels.
const LEAST: f32 = 10.0;
/// The heights that are tried, as shares of the desired one.
const SIZES: [f32; 5] = [1.0, 0.86, 0.74, 0.62, 0.5];
/// The minimum share of the desired height for one line in an added strip; below it the detail goes under the word.
const LEAST_ONE_LINE: f32 = SIZES[2];
/// The largest height of a caption in an added strip, as a share of the picture's height; text never shrinks below the last of
/// [`SIZES`] for it. Smaller: text is small beside the board's letters. Larger: phone pictures, with large tiles, grow by a third.
/// Chosen by hand.
const STRIP: f32 = 0.2;
/// The distance from the tiles, in tiles: hexagons reach out of their columns, and the path glows.
const CLEARANCE: f32 = 0.16;
/// The distance from the picture's edge, in tiles.
const BORDER: f32 = 0.08;
/// The largest share of detail (text, buttons) below a caption where the picture may grow instead. Smaller: pictures grow where a
/// caption would cover the corner of a frame; larger: captions cover a clock of large digits, which fills a twentieth. Chosen by hand
/// on the pictures of `fixtures/`.
const MOST_DETAIL: f32 = 0.004;
/// The number of positions tried along each side of a region, less one.
const STEPS: usize = 12;

/// What a placement costs, chosen by hand; only the proportions matter.
mod cost {
    /// Of capitals of height 0; falls linearly to 0 at the desired height.
    pub(super) const SMALL: f32 = 0.8;
    /// Of a caption box that is all detail; multiplied by the square root of the share that has detail.
    pub(super) const DETAIL: f32 = 1.5;
    /// Of a caption box that is all straight lines; multiplied by the square root of the share that has any contrast. The plain part
    /// of a button has no texture, but edges.
    pub(super) const EDGES: f32 = 0.5;
    /// Of a distance to the board equal to the picture's longer side.
    pub(super) const DISTANCE: f32 = 0.5;
    /// Of a pixel of misalignment with the board's nearer center line, in pixels of distance: a slightly misaligned
    /// caption looks misplaced.
    pub(super) const ASIDE: f32 = 0.4;
    /// Of a covered tile, where a tile must be covered.
    pub(super) const TILE: f32 = 1.0;
    /// Of a covered tile of the path.
    pub(super) const PATH_TILE: f32 = 8.0;
}

/// The box of one arrangement, in heights of the word's capitals.
#[derive(Debug, Clone, Copy)]
struct CaptionBox {
    arrangement: Arrangement,
    width: f32,
    height: f32,
}

impl CaptionBox {
    fn new(caption: &Caption, typeface: &Typeface, arrangement: Arrangement) -> CaptionBox {
        let word = typeface.width(&caption.word);
        let detail = measure::DETAIL * typeface.width(&caption.detail);
        let (width, height) = match (arrangement, detail > 0.0, word > 0.0) {
            (_, false, _) => (word, 1.0),
            (_, true, false) => (detail, measure::DETAIL),
            (Arrangement::Stacked, true, true) => (word.max(detail), 1.0 + measure::BELOW + measure::DETAIL),
            (Arrangement::Beside, true, true) => (word + measure::BESIDE + detail, 1.0),
        };
        let widths = caption.further.iter().map(|further| measure::FURTHER * typeface.width(&further.text));
        let width = widths.fold(width, f32::max);
        let height = height + caption.further.len() as f32 * (measure::ABOVE_FURTHER + measure::FURTHER);
        CaptionBox { arrangement, width: width + 2.0 * measure::SIDE, height: height + 2.0 * measure::ABOVE }
    }
}

/// The best placement of a caption: beside the board, large, near, and over little detail.
///
/// `None` where the caption is empty or the picture has no pixels.
pub(super) fn place(
    frame: &Frame,
    layout: &Layout,
    path: &[Cell],
    caption: &Caption,
    size: PictureSize,
) -> Option<Placement> {
    let Size { width, height } = frame.size();
    let typeface = Typeface::embedded();
    let is_empty = typeface.outline(&caption.word).is_none() && typeface.outline(&caption.detail).is_none();
    if is_empty || width == 0 || height == 0 {
        return None;
    }
    let longer = width.max(height) as f32;
    let search = PlacementSearch {
        size: frame.size(),
        picture: frame.size().into(),
        longer,
        layout,
        board: board_bounds(layout),
        details: DetailMap::new(frame),
        boxes: [Arrangement::Beside, Arrangement::Stacked]
            .map(|arrangement| CaptionBox::new(caption, &typeface, arrangement)),
        wanted: (HEIGHT * layout.tile()).max(LEAST_SHARE * longer).max(LEAST),
    };
    let beside = search.beside();
    match size {
        PictureSize::MayGrow => {
            let is_clear = |placement: &Placement| search.details.share(&placement.bounds) <= MOST_DETAIL;
            beside.filter(is_clear).or_else(|| Some(search.below()))
        }
        PictureSize::Fixed => beside.or_else(|| search.over(path)),
    }
}

/// What a search for a placement needs to know.
struct PlacementSearch<'a> {
    /// The picture's size, also as a rectangle, and its longer side in pixels.
    size: Size,
    picture: Bounds,
    longer: f32,
    layout: &'a Layout,
    board: Bounds,
    details: DetailMap,
    /// One line, and two.
    boxes: [CaptionBox; 2],
    /// The desired height of the capitals in pixels.
    wanted: f32,
}

impl PlacementSearch<'_> {
    /// The strips of the picture around the board; a strip that does not exist has a negative side.
    fn strips(&self) -> [Bounds; 4] {
        let border = BORDER * self.layout.tile();
        let (left, top) = (border, border);
        let (right, bottom) = (self.picture.width - border, self.picture.height - border);
        let clear = CLEARANCE * self.layout.tile();
        [
            Bounds::between(left, top, right, self.board.y - clear),
            Bounds::between(left, self.board.bottom() + clear, right, bottom),
            Bounds::between(left, top, self.board.x - clear, bottom),
            Bounds::between(self.board.right() + clear, top, right, bottom),
        ]
    }

    /// The cheapest placement in the strips around the board, or in a corner beside it that has no tile.
    fn beside(&self) -> Option<Placement> {
        let strips = self.strips();
        let inside = self.picture.inset(BORDER * self.layout.tile());
        let corners = self.placements(inside).filter(|placement| self.is_free_of_tiles(&placement.bounds));
        let all = strips.iter().flat_map(|strip| self.placements(*strip)).chain(corners);
        let middle = |bounds: &Bounds| ((bounds.x + bounds.right()) / 2.0, (bounds.y + bounds.bottom()) / 2.0);
        let board = middle(&self.board);
        cheapest(all, |placement| {
            let middle = middle(&placement.bounds);
            let outside = |a: f32, low: f32, high: f32| (low - a).max(a - high).max(0.0);
            let distance = outside(middle.0, self.board.x, self.board.right())
                + outside(middle.1, self.board.y, self.board.bottom());
            let aside = (middle.0 - board.0).abs().min((middle.1 - board.1).abs());
            cost::SMALL * (1.0 - placement.capitals / self.wanted)
                + cost::DETAIL * self.details.share(&placement.bounds).sqrt()
                + cost::EDGES * self.details.share_of_edges(&placement.bounds).sqrt()
                + cost::DISTANCE * (distance + cost::ASIDE * aside) / self.longer
        })
    }

    /// Whether a rectangle is as far from every tile as the strips are from the board.
    fn is_free_of_tiles(&self, bounds: &Bounds) -> bool {
        let clear = 2.0 * CLEARANCE * self.layout.tile();
        let (across, down) = self.layout.pitch();
        let tile = |cell: Cell| Bounds::centered(self.layout.center(cell).into(), across + clear, down + clear);
        bounds.shared_area(&self.board.inset(-clear)) == 0.0
            || self.layout.shape().cells().all(|cell| bounds.shared_area(&tile(cell)) == 0.0)
    }

    /// The placements to try in a region.
    fn placements(&self, region: Bounds) -> impl Iterator<Item = Placement> {
        let heights = SIZES.iter().map(|share| (share * self.wanted).max(LEAST));
        let sized = move |capitals: f32, CaptionBox { arrangement, width, height }| {
            let bounds = Bounds { width: width * capitals, height: height * capitals, ..region };
            Placement { bounds, capitals, arrangement, picture: self.size }
        };
        heights
            .flat_map(move |capitals| self.boxes.map(|caption_box| sized(capitals, caption_box)))
            .filter(move |placement| placement.bounds.width <= region.width && placement.bounds.height <= region.height)
            .flat_map(move |placement| {
                let steps = (0..=STEPS).flat_map(|x| (0..=STEPS).map(move |y| (x, y)));
                steps.map(move |(x, y)| {
                    let along = |spare: f32, step: usize| spare * step as f32 / STEPS as f32;
                    let Bounds { width, height, .. } = placement.bounds;
                    let (x, y) = (along(region.width - width, x), along(region.height - height, y));
                    Placement { bounds: Bounds { x: region.x + x, y: region.y + y, width, height }, ..placement }
                })
            })
    }

    /// The placement in a strip added at the bottom of the picture.
    fn below(&self) -> Placement {
        let border = BORDER * self.layout.tile();
        let widest = |caption_box: CaptionBox| (self.picture.width - 2.0 * border) / caption_box.width;
        let desired = |caption_box: CaptionBox| {
            let highest = STRIP * self.picture.height / caption_box.height;
            self.wanted.min(highest.max(SIZES[SIZES.len() - 1] * self.wanted))
        };
        let [one_line, two_lines] = self.boxes;
        let caption_box = if widest(one_line) >= LEAST_ONE_LINE * desired(one_line) { one_line } else { two_lines };
        let capitals = widest(caption_box).min(desired(caption_box)).max(LEAST);
        let (width, height) = (caption_box.width * capitals, caption_box.height * capitals);
        let y = (self.board.bottom() + CLEARANCE * self.layout.tile()).max(self.picture.height + border);
        let x = ((self.picture.width - width) / 2.0).max(border);
        let bounds = Bounds { x, y, width, height };
        let wide = (bounds.right() + border).ceil().max(self.picture.width) as u32;
        let picture = Size::new(wide, (bounds.bottom() + border).ceil() as u32);
        Placement { bounds, capitals, arrangement: caption_box.arrangement, picture }
    }

    /// The placement over the board that covers the fewest tiles, those of the path last.
    fn over(&self, path: &[Cell]) -> Option<Placement> {
        let (pitch_x, pitch_y) = self.layout.pitch();
        let tile = |cell: Cell| {
            let bounds = Bounds::centered(self.layout.center(cell).into(), pitch_x, pitch_y);
            (bounds, if path.contains(&cell) { cost::PATH_TILE } else { cost::TILE })
        };
        let tiles: Vec<(Bounds, f32)> = self.layout.shape().cells().map(tile).collect();
        cheapest(self.placements(self.picture), |placement| {
            let covered = |(tile, weight): &(Bounds, f32)| weight * placement.bounds.shared_area(tile);
            let covered = tiles.iter().map(covered).sum::<f32>() / (pitch_x * pitch_y);
            covered + cost::SMALL * (1.0 - placement.capitals / self.wanted)
        })
        .or_else(|| self.squeezed())
    }

    /// The placement across the top of a picture that is smaller than any caption.
    fn squeezed(&self) -> Option<Placement> {
        let [CaptionBox { arrangement, width, height }, _] = self.boxes;
        let capitals = (self.picture.width / width).min(self.picture.height / height).min(LEAST);
        let bounds = Bounds { x: 0.0, y: 0.0, width: width * capitals, height: height * capitals };
        let placement = Placement { bounds, capitals, arrangement, picture: self.size };
        (capitals > 0.0).then_some(placement)
    }
}

/// The first of the cheapest placements.
fn cheapest(placements: impl Iterator<Item = Placement>, cost: impl Fn(&Placement) -> f32) -> Option<Placement> {
    let costs = placements.map(|placement| (cost(&placement), placement));
    costs.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, placement)| placement)
}

/// Draws the box and the text.
pub(super) fn draw(sheet: &mut Sheet, caption: &Caption, placement: &Placement) {
    let typeface = Typeface::embedded();
    let Placement { bounds, capitals, .. } = *placement;
    // Inset, so that the outline stays inside the chosen rectangle.
    let line = (capitals * 0.09).max(1.0);
    let plate = bounds.inset(line).rounded(capitals * 0.5);
    sheet.fill(plate.as_ref(), DARK_COLOR, 0.88);
    sheet.stroke(plate.as_ref(), line * 2.0, DARK_COLOR, 0.9);
    sheet.stroke(plate.as_ref(), line, PATH_COLOR, 1.0);
    let (x, y) = (bounds.x + measure::SIDE * capitals, bounds.y + measure::ABOVE * capitals);
    let inner = bounds.width - 2.0 * measure::SIDE * capitals;
    let small = capitals * measure::DETAIL;
    let (word, detail) = (typeface.outline(&caption.word), typeface.outline(&caption.detail));
    let spare = |text: &Option<tiny_skia::Path>, height: f32| {
        inner - text.as_ref().map_or(0.0, |path| path.bounds().width() * height)
    };
    let (spare_word, spare_detail) = (spare(&word, capitals), spare(&detail, small));
    let base = y + capitals;
    // Where each line of text begins, on its base line.
    let (word_at, detail_at) = match (placement.arrangement, word.is_some()) {
        (Arrangement::Stacked, true) => {
            let below = base + measure::BELOW * capitals + small;
            (Point::new(x + spare_word / 2.0, base), Point::new(x + spare_detail / 2.0, below))
        }
        (Arrangement::Beside, true) => (Point::new(x, base), Point::new(x + spare_detail, base)),
        (_, false) => (Point::new(x, y), Point::new(x, y + small)),
    };
    let is_one_of_several = caption.further.iter().any(|further| further.path.is_some());
    let color = if is_one_of_several { PathColors::of(0, 2).line } else { LIGHT_COLOR };
    sheet.fill(text_at(word, word_at, capitals).as_ref(), color, 1.0);
    sheet.fill(text_at(detail, detail_at, small).as_ref(), START_COLOR, 1.0);
    draw_further(sheet, caption, placement, &typeface);
}

/// Draws the lines of further words from the lower edge of the box upward.
fn draw_further(sheet: &mut Sheet, caption: &Caption, placement: &Placement, typeface: &Typeface) {
    let Placement { bounds, capitals, .. } = *placement;
    let line = capitals * (measure::ABOVE_FURTHER + measure::FURTHER);
    for (above, FurtherWord { text, path }) in caption.further.iter().rev().enumerate() {
        let base = bounds.bottom() - measure::ABOVE * capitals - line * above as f32;
        let outline = typeface.outline(text);
        let inner = bounds.width - 2.0 * measure::SIDE * capitals;
        let height = capitals * measure::FURTHER;
        let width = outline.as_ref().map_or(0.0, |outline| outline.bounds().width() * height);
        let left = bounds.x + measure::SIDE * capitals;
        let x = if placement.arrangement == Arrangement::Stacked { left + (inner - width) / 2.0 } else { left };
        let color = path.map_or(LIGHT_COLOR, |path| PathColors::of(path, caption.further.len() + 1).line);
        sheet.fill(text_at(outline, Point::new(x, base), height).as_ref(), color, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use image::{Rgba, RgbaImage};
    use proptest::prelude::*;

    fn cell_bounds(layout: &Layout, cell: Cell) -> Bounds {
        let (across, down) = layout.pitch();
        Bounds::centered(layout.center(cell).into(), across, down)
    }

    /// A frame with a board, and the space at its left, top, right and bottom in tiles.
    fn scene(shape: Shape, tile: f32, stretch: f32, space: [f32; 4]) -> (Frame, Layout) {
        let pitch = (tile * stretch, tile);
        let board = board_bounds(&Layout::new(shape.clone(), (0.0, 0.0), pitch));
        let layout = Layout::new(shape, (space[0] * tile - board.x, space[1] * tile - board.y), pitch);
        let width = board.width + (space[0] + space[2]) * tile;
        let height = board.height + (space[1] + space[3]) * tile;
        let pixels = RgbaImage::from_pixel(width.max(1.0) as u32, height.max(1.0) as u32, Rgba([120, 90, 60, 255]));
        (Frame::new(pixels, ""), layout)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_caption_covers_no_tile(
            shape in crate::board::any_shape(), tile in 12f32..120.0, stretch in 0.8f32..1.25,
            space in prop::array::uniform4(0f32..5.0), word in "[A-Z]{1,12}", detail in "[a-z0-9 ]{0,14}",
        ) {
            let (frame, layout) = scene(shape, tile, stretch, space);
            let found = place(&frame, &layout, &[], &Caption::new(word, detail), PictureSize::MayGrow).unwrap();
            for cell in layout.shape().cells() {
                prop_assert_eq!(found.bounds.shared_area(&cell_bounds(&layout, cell)), 0.0, "{:?} over {:?}", found, cell);
            }
            prop_assert!(found.bounds.x >= 0.0 && found.bounds.y >= 0.0);
            prop_assert!(found.bounds.right() <= found.picture.width as f32 && found.bounds.bottom() <= found.picture.height as f32);
            prop_assert!(found.picture.width >= frame.size().width && found.picture.height >= frame.size().height);
            prop_assert!(found.capitals >= LEAST * 0.999);
        }

        #[test]
        fn a_fixed_picture_keeps_its_caption_inside(
            shape in crate::board::any_shape(), tile in 1f32..120.0, space in prop::array::uniform4(0f32..2.0),
        ) {
            let (frame, layout) = scene(shape, tile, 1.0, space);
            let found = place(&frame, &layout, &[], &Caption::new("WORD", "12 points"), PictureSize::Fixed).unwrap();
            prop_assert_eq!(found.picture, frame.size());
            let Size { width, height } = frame.size();
            prop_assert!(found.bounds.x >= 0.0 && found.bounds.right() <= width as f32 * 1.001, "{:?}", found);
            prop_assert!(found.bounds.y >= 0.0 && found.bounds.bottom() <= height as f32 * 1.001, "{:?}", found);
        }
    }

    #[test]
    fn text_in_the_picture_is_left_readable() {
        let (frame, layout) = scene(Shape::bookworm(), 40.0, 1.0, [0.3, 0.3, 8.0, 0.3]);
        let mut pixels = frame.pixels().clone();
        let right = board_bounds(&layout).right() as u32 + 10;
        // A checkered upper half of the strip at the right, as a stand-in for text.
        let half = pixels.height() / 2;
        for (x, y, pixel) in pixels.enumerate_pixels_mut().filter(|(x, y, _)| *x > right && *y < half) {
            *pixel = Rgba(if (x / 2 + y / 2) % 2 == 0 { [0, 0, 0, 255] } else { [255; 4] });
        }
        let frame = Frame::new(pixels, "");
        let found = place(&frame, &layout, &[], &Caption::new("WORD", "12 points"), PictureSize::MayGrow).unwrap();
        assert!(found.bounds.y >= half as f32 - 1.0 && found.picture == frame.size(), "{found:?}");
    }

    #[test]
    fn an_empty_caption_has_no_place() {
        let (frame, layout) = scene(Shape::bookworm(), 40.0, 1.0, [1.0; 4]);
        assert_eq!(place(&frame, &layout, &[], &Caption::new("", " "), PictureSize::MayGrow), None);
        assert!(place(&frame, &layout, &[], &Caption::new("", "no word"), PictureSize::MayGrow).is_some());
    }
}
