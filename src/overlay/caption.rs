//! The caption: what it looks like, and where it stands without covering a tile.

use super::busy::Busy;
use super::{Caption, DARK, LIGHT, PATH, START, Sheet};
use crate::frame::Frame;
use crate::grid::Cell;
use crate::locate::Layout;
use crate::shapes::rounded;
use crate::text::Typeface;
use tiny_skia::{Path, Transform};

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

impl Rect {
    fn size(&self) -> (f32, f32) {
        (self.right - self.left, self.bottom - self.top)
    }

    /// The area that two rectangles share.
    fn shared(&self, other: &Rect) -> f32 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }
}

/// Whether the picture may become larger for the caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// It may, where there is no room beside the board.
    MayGrow,
    /// It may not.
    Fixed,
}

/// Where the caption stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub(super) rect: Rect,
    /// The height of the word's capitals in pixels.
    height: f32,
    /// Whether the detail stands below the word, not beside it.
    stacked: bool,
    /// The size of the picture, which may have grown.
    pub(super) canvas: (u32, u32),
}

/// Lengths in heights of the word's capitals.
mod measure {
    /// The height of the detail's capitals.
    pub(super) const DETAIL: f32 = 0.7;
    /// Between the word and the detail beside it.
    pub(super) const BESIDE: f32 = 0.9;
    /// Between the word and the detail below it.
    pub(super) const BELOW: f32 = 0.6;
    /// Between the text and the panel's edge, to the side and above.
    pub(super) const PADDING: (f32, f32) = (0.75, 0.62);
}

/// The word's capitals, in tiles: a little less than a letter of the board.
const HEIGHT: f32 = 0.42;
/// But at least this share of the picture's longer side, for pictures that are shown shrunk.
const LEAST_SHARE: f32 = 0.013;
/// And in pixels never less than can be read.
const LEAST: f32 = 10.0;
/// The sizes that are tried, as shares of the height above.
const SIZES: [f32; 5] = [1.0, 0.86, 0.74, 0.62, 0.5];
/// The distance from the tiles, in tiles: hexagons reach out of their columns, and the path glows.
const CLEAR: f32 = 0.16;
/// The distance from the picture's edge, in tiles.
const BORDER: f32 = 0.08;
/// How many positions are tried along each side of a region.
const STEPS: usize = 12;

/// What a place costs: for being small, for what it covers, for its distance from the board.
mod cost {
    pub(super) const SMALL: f32 = 0.8;
    pub(super) const COVERS: f32 = 1.5;
    pub(super) const FAR: f32 = 0.5;
    /// Of a tile that is covered, where that cannot be helped; times more for the path's.
    pub(super) const TILE: f32 = 1.0;
    pub(super) const PATH_TILE: f32 = 8.0;
}

/// The text's width and height with its panel, in heights of the word's capitals.
fn extent(caption: &Caption, typeface: &Typeface, stacked: bool) -> (f32, f32) {
    let word = typeface.width(&caption.word);
    let detail = measure::DETAIL * typeface.width(&caption.detail);
    let (width, height) = match (stacked, detail > 0.0, word > 0.0) {
        (_, false, _) => (word, 1.0),
        (_, true, false) => (detail, measure::DETAIL),
        (true, true, true) => (word.max(detail), 1.0 + measure::BELOW + measure::DETAIL),
        (false, true, true) => (word + measure::BESIDE + detail, 1.0),
    };
    (width + 2.0 * measure::PADDING.0, height + 2.0 * measure::PADDING.1)
}

/// Where a caption stands best: beside the board, large, near, and over nothing that matters.
///
/// `None` where there is nothing to say or the picture has no pixels.
pub(super) fn place(frame: &Frame, layout: &Layout, path: &[Cell], caption: &Caption, room: Room) -> Option<Place> {
    let (width, height) = frame.size();
    let typeface = Typeface::embedded();
    let empty = typeface.outline(&caption.word).is_none() && typeface.outline(&caption.detail).is_none();
    if empty || width == 0 || height == 0 {
        return None;
    }
    let extents = [false, true].map(|stacked| (stacked, extent(caption, &typeface, stacked)));
    let longer = width.max(height) as f32;
    let wanted = (HEIGHT * layout.tile()).max(LEAST_SHARE * longer).max(LEAST);
    let search = Search { frame: (width, height), layout, busy: Busy::new(frame), extents, wanted };
    search.beside().or_else(|| match room {
        Room::MayGrow => Some(search.below()),
        Room::Fixed => search.over(path),
    })
}

struct Search<'a> {
    /// The picture's size in pixels.
    frame: (u32, u32),
    layout: &'a Layout,
    busy: Busy,
    /// Stacked or not, and how large then.
    extents: [(bool, (f32, f32)); 2],
    /// The height of the capitals in pixels.
    wanted: f32,
}

impl Search<'_> {
    /// The picture without its very edge.
    fn inside(&self) -> Rect {
        let border = BORDER * self.layout.tile();
        let (right, bottom) = (self.frame.0 as f32 - border, self.frame.1 as f32 - border);
        Rect { left: border, top: border, right, bottom }
    }

    /// The free strips around the board.
    fn regions(&self) -> [Rect; 4] {
        let (left, top, right, bottom) = self.layout.bounds();
        let clear = CLEAR * self.layout.tile();
        let inside = self.inside();
        [
            Rect { bottom: top - clear, ..inside },
            Rect { top: bottom + clear, ..inside },
            Rect { right: left - clear, ..inside },
            Rect { left: right + clear, ..inside },
        ]
    }

    /// The cheapest place in the free strips.
    fn beside(&self) -> Option<Place> {
        let (left, top, right, bottom) = self.layout.bounds();
        let board = Rect { left, top, right, bottom };
        let longer = self.frame.0.max(self.frame.1) as f32;
        let regions = self.regions();
        let all = regions.iter().flat_map(|region| self.places(*region));
        cheapest(all, |place| {
            let Rect { left, top, right, bottom } = place.rect;
            let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
            let off = |a: f32, low: f32, high: f32| (low - a).max(a - high).max(0.0);
            let far = off(middle.0, board.left, board.right) + off(middle.1, board.top, board.bottom);
            // A caption that stands askew to the board looks lost, if only by a little.
            let askew = ((middle.0 - (board.left + board.right) / 2.0).abs())
                .min((middle.1 - (board.top + board.bottom) / 2.0).abs());
            cost::SMALL * (1.0 - place.height / self.wanted)
                + cost::COVERS * self.busy.share(left, top, right, bottom).sqrt()
                + cost::FAR * (far + 0.4 * askew) / longer
        })
    }

    /// All places to try in a region.
    fn places(&self, region: Rect) -> impl Iterator<Item = Place> {
        let sizes = SIZES.iter().map(|share| (share * self.wanted).max(LEAST));
        let (room_x, room_y) = region.size();
        sizes
            .flat_map(move |height| self.extents.map(|(stacked, (w, h))| (height, stacked, (w * height, h * height))))
            .filter(move |(_, _, (width, height))| *width <= room_x && *height <= room_y)
            .flat_map(move |(height, stacked, (width, tall))| {
                let steps = (0..=STEPS).flat_map(|x| (0..=STEPS).map(move |y| (x, y)));
                steps.map(move |(x, y)| {
                    let left = region.left + (room_x - width) * x as f32 / STEPS as f32;
                    let top = region.top + (room_y - tall) * y as f32 / STEPS as f32;
                    let rect = Rect { left, top, right: left + width, bottom: top + tall };
                    Place { rect, height, stacked, canvas: self.frame }
                })
            })
    }

    /// In a strip that the picture gets at its bottom.
    fn below(&self) -> Place {
        let width = self.frame.0 as f32;
        let border = BORDER * self.layout.tile();
        let fits = |(w, _): (f32, f32)| (width - 2.0 * border) / w;
        // One line where that is large enough, or else two.
        let [flat, stacked] = self.extents;
        let (stacked, size) = if fits(flat.1) >= SIZES[2] * self.wanted { flat } else { stacked };
        let height = fits(size).min(self.wanted).max(LEAST);
        let (wide, tall) = (size.0 * height, size.1 * height);
        let (_, _, _, board) = self.layout.bounds();
        let top = (board + CLEAR * self.layout.tile()).max(self.frame.1 as f32 + border);
        let left = ((width - wide) / 2.0).max(border);
        let rect = Rect { left, top, right: left + wide, bottom: top + tall };
        let canvas = ((rect.right + border).ceil().max(width) as u32, (rect.bottom + border).ceil() as u32);
        Place { rect, height, stacked, canvas }
    }

    /// Over the board, where that does least harm.
    fn over(&self, path: &[Cell]) -> Option<Place> {
        let (half_x, half_y) = (self.layout.pitch().0 / 2.0, self.layout.pitch().1 / 2.0);
        let tiles: Vec<(Rect, f32)> = (self.layout.shape().cells())
            .map(|cell| {
                let (x, y) = self.layout.center(cell);
                let rect = Rect { left: x - half_x, top: y - half_y, right: x + half_x, bottom: y + half_y };
                (rect, if path.contains(&cell) { cost::PATH_TILE } else { cost::TILE })
            })
            .collect();
        let area = 4.0 * half_x * half_y;
        let everywhere = Rect { left: 0.0, top: 0.0, right: self.frame.0 as f32, bottom: self.frame.1 as f32 };
        cheapest(self.places(everywhere), |place| {
            let covered: f32 = tiles.iter().map(|(tile, weight)| weight * place.rect.shared(tile) / area).sum();
            covered + cost::SMALL * (1.0 - place.height / self.wanted)
        })
        .or_else(|| self.squeezed())
    }

    /// Across the top of a picture that is smaller than any caption.
    fn squeezed(&self) -> Option<Place> {
        let (width, tall) = (self.frame.0 as f32, self.frame.1 as f32);
        let [(stacked, size), _] = self.extents;
        let height = (width / size.0).min(tall / size.1).min(LEAST);
        let rect = Rect { left: 0.0, top: 0.0, right: size.0 * height, bottom: size.1 * height };
        (height > 0.0).then_some(Place { rect, height, stacked, canvas: self.frame })
    }
}

/// The first of the cheapest.
fn cheapest(places: impl Iterator<Item = Place>, cost: impl Fn(&Place) -> f32) -> Option<Place> {
    places.map(|place| (cost(&place), place)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}

/// Draws the panel and the text.
pub(super) fn draw(sheet: &mut Sheet, caption: &Caption, place: &Place) {
    let typeface = Typeface::embedded();
    let Rect { left, top, .. } = place.rect;
    let (width, height) = place.rect.size();
    let unit = place.height;
    let line = (unit * 0.09).max(1.0);
    // The panel's lines stay inside the rectangle that was found free.
    let panel = rounded(left + line, top + line, width - 2.0 * line, height - 2.0 * line, unit * 0.5);
    sheet.fill(panel.as_ref(), DARK, 0.88);
    sheet.stroke(panel.as_ref(), line * 2.0, DARK, 0.9);
    sheet.stroke(panel.as_ref(), line, PATH, 1.0);
    let (x, y) = (left + measure::PADDING.0 * unit, top + measure::PADDING.1 * unit);
    let inner = width - 2.0 * measure::PADDING.0 * unit;
    let word = typeface.outline(&caption.word);
    let word_width = word.as_ref().map_or(0.0, |path| path.bounds().width() * unit);
    let detail = typeface.outline(&caption.detail);
    let detail_width = detail.as_ref().map_or(0.0, |path| path.bounds().width() * unit * measure::DETAIL);
    let small = unit * measure::DETAIL;
    let (word_at, detail_at) = match (place.stacked, word.is_some()) {
        (true, true) => {
            let below = y + unit * (1.0 + measure::BELOW + measure::DETAIL);
            ((x + (inner - word_width) / 2.0, y + unit), (x + (inner - detail_width) / 2.0, below))
        }
        (false, true) => ((x, y + unit), (x + inner - detail_width, y + unit)),
        (_, false) => ((x, y), (x, y + small)),
    };
    sheet.fill(at(word, word_at, unit).as_ref(), LIGHT, 1.0);
    sheet.fill(at(detail, detail_at, small).as_ref(), START, 1.0);
}

/// A line of text whose ink begins at a point of the base line, capitals `height` pixels high.
pub(super) fn at(text: Option<Path>, (x, y): (f32, f32), height: f32) -> Option<Path> {
    let text = text?;
    let left = text.bounds().left() * height;
    text.transform(Transform::from_row(height, 0.0, 0.0, height, x - left, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;
    use image::{Rgba, RgbaImage};
    use proptest::prelude::*;

    fn cell_rect(layout: &Layout, cell: Cell) -> Rect {
        let ((x, y), (px, py)) = (layout.center(cell), layout.pitch());
        Rect { left: x - px / 2.0, top: y - py / 2.0, right: x + px / 2.0, bottom: y + py / 2.0 }
    }

    /// A frame with the board in it, and so many tiles of room on each side.
    fn scene(shape: Shape, tile: f32, stretch: f32, room: [f32; 4]) -> (Frame, Layout) {
        let pitch = (tile * stretch, tile);
        let (left, top, right, bottom) = Layout::new(shape.clone(), (0.0, 0.0), pitch).bounds();
        let layout = Layout::new(shape, (room[0] * tile - left, room[1] * tile - top), pitch);
        let size = (right - left + (room[0] + room[2]) * tile, bottom - top + (room[1] + room[3]) * tile);
        let pixels = RgbaImage::from_pixel(size.0.max(1.0) as u32, size.1.max(1.0) as u32, Rgba([120, 90, 60, 255]));
        (Frame::new(pixels, ""), layout)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_caption_covers_no_tile(
            shape in crate::grid::tests::any_shape(), tile in 12f32..120.0, stretch in 0.8f32..1.25,
            room in prop::array::uniform4(0f32..5.0), word in "[A-Z]{1,12}", detail in "[a-z0-9 ]{0,14}",
        ) {
            let (frame, layout) = scene(shape, tile, stretch, room);
            let place = place(&frame, &layout, &[], &Caption::new(word, detail), Room::MayGrow).unwrap();
            for cell in layout.shape().cells() {
                prop_assert_eq!(place.rect.shared(&cell_rect(&layout, cell)), 0.0, "{:?} over {:?}", place, cell);
            }
            prop_assert!(place.rect.left >= 0.0 && place.rect.top >= 0.0);
            prop_assert!(place.rect.right <= place.canvas.0 as f32 && place.rect.bottom <= place.canvas.1 as f32);
            prop_assert!(place.canvas.0 >= frame.size().0 && place.canvas.1 >= frame.size().1);
            prop_assert!(place.height >= LEAST * 0.999);
        }

        #[test]
        fn a_fixed_picture_keeps_its_caption_inside(
            shape in crate::grid::tests::any_shape(), tile in 1f32..120.0, room in prop::array::uniform4(0f32..2.0),
        ) {
            let (frame, layout) = scene(shape, tile, 1.0, room);
            let place = place(&frame, &layout, &[], &Caption::new("WORD", "12 points"), Room::Fixed).unwrap();
            prop_assert_eq!(place.canvas, frame.size());
            let (width, height) = frame.size();
            prop_assert!(place.rect.left >= 0.0 && place.rect.right <= width as f32 * 1.001, "{:?}", place);
            prop_assert!(place.rect.top >= 0.0 && place.rect.bottom <= height as f32 * 1.001, "{:?}", place);
        }
    }

    #[test]
    fn text_in_the_picture_is_left_readable() {
        let (frame, layout) = scene(Shape::bookworm(), 40.0, 1.0, [0.3, 0.3, 8.0, 0.3]);
        let mut pixels = frame.pixels().clone();
        let right = layout.bounds().2 as u32 + 10;
        // A checkered upper half of the strip at the right, as a stand-in for text.
        let half = pixels.height() / 2;
        for (x, y, pixel) in pixels.enumerate_pixels_mut().filter(|(x, y, _)| *x > right && *y < half) {
            *pixel = Rgba(if (x / 2 + y / 2) % 2 == 0 { [0, 0, 0, 255] } else { [255; 4] });
        }
        let frame = Frame::new(pixels, "");
        let place = place(&frame, &layout, &[], &Caption::new("WORD", "12 points"), Room::MayGrow).unwrap();
        assert!(place.rect.top >= half as f32 - 1.0 && place.canvas == frame.size(), "{place:?}");
    }

    #[test]
    fn nothing_to_say_has_no_place() {
        let (frame, layout) = scene(Shape::bookworm(), 40.0, 1.0, [1.0; 4]);
        assert_eq!(place(&frame, &layout, &[], &Caption::new("", " "), Room::MayGrow), None);
        assert!(place(&frame, &layout, &[], &Caption::new("", "no word"), Room::MayGrow).is_some());
    }
}
