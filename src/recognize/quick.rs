//! The quick way, for a board of a known skin whose every tile is known: one plane, one cut, one comparison.
//!
//! Where all letters of a board look as they were taught, on grounds as they were taught, nothing else need be
//! asked: no second cuts, no network, and other planes only for a few tiles. One tile that is not sure, and the
//! board is read in full: what is quick must never be less careful.

use super::geometry::Geometry;
use super::glyph::{Cuts, Glyph, NO_RIMS, glyphs, plain_glyph};
use super::guess::{Guess, known_guess, likelihood};
use super::tile::{Plane, SIDE, tile_pixels};
use super::{Reading, Templates, doubt};
use crate::board::{Board, Face, Tile, TileKind};
use crate::frame::Frame;
use crate::grid::Cell;
use crate::locate::Layout;
use image::RgbaImage;

/// What is known of a skin: its letters, and how its tiles look.
#[derive(Debug, Clone)]
pub struct Known {
    /// The letters.
    pub templates: Templates,
    /// How tiles look; without a look, every board is read in full.
    pub looks: Vec<KnownLook>,
}

/// How the tiles of one kind look.
#[derive(Debug, Clone)]
pub struct KnownLook {
    /// The color around the letter.
    pub ground: [u8; 3],
    /// The color of the letter.
    pub ink: [u8; 3],
    /// The kind.
    pub kind: TileKind,
    /// What it is called where it is of no kind.
    pub tag: Option<String>,
    /// From how many tiles it was learned.
    pub tiles: usize,
}

impl From<Templates> for Known {
    fn from(templates: Templates) -> Known {
        Known { templates, looks: Vec::new() }
    }
}

/// The likelihood that every tile must have.
const SURE: f32 = 0.9;

/// Reads a board of which everything is known; `None` where anything is not.
pub(super) fn recognize(frame: &Frame, layout: &Layout, known: &Known, min_confidence: f32) -> Option<Reading> {
    /// The part of the tiles that may need more than one look: beyond, the full way is the shorter one.
    const HARD: f32 = 0.25;
    let shape = layout.shape();
    let light = known.has_light_letters()?;
    let least = SURE.max(min_confidence);
    let mut found: Vec<Vec<Guess>> = Vec::with_capacity(shape.len());
    let mut looks: Vec<&KnownLook> = Vec::with_capacity(shape.len());
    let mut room = Room::default();
    let mut hard = 0;
    for cell in shape.cells() {
        let place = Place { center: layout.center(cell), pitch: layout.pitch() };
        let (guess, look) = match known.glance(&mut room, frame.pixels(), &place, light, least) {
            Some(known) => known,
            None => {
                hard += 1;
                if hard as f32 > HARD * shape.len() as f32 {
                    return None;
                }
                known.study(frame.pixels(), &place, least)?
            }
        };
        looks.push(look);
        found.push(vec![guess]);
    }
    let geometry = Geometry::of(&found);
    let mut doubts = Vec::with_capacity(found.len());
    let mut tiles = Vec::with_capacity(found.len());
    for (guesses, look) in found.iter().zip(looks) {
        let doubt = doubt(geometry.choose(guesses, true)?);
        if doubt.confidence < least {
            return None;
        }
        let face = doubt.best.clone().unwrap_or(Face::Unreadable);
        tiles.push(Some(Tile { face, kind: look.kind, tags: look.tag.iter().cloned().collect() }));
        doubts.push(Some(doubt));
    }
    let board = Board::new(shape.clone(), tiles).ok()?;
    Some(Reading { board, layout: layout.clone(), doubts, skin: None })
}

impl Known {
    /// The height, in tiles, of the letter of a cell that looks as it was taught; `None` where it does not.
    pub fn height_of(&self, frame: &Frame, layout: &Layout, cell: Cell) -> Option<f32> {
        /// How alike a glyph is to its letter in the same typeface at another size.
        const ALIKE: f32 = 0.9;
        let place = Place { center: layout.center(cell), pitch: layout.pitch() };
        let glyph = plain_glyph(Room::default().luma(frame.pixels(), &place)?, self.has_light_letters()?)?;
        self.look(place.ground(frame.pixels(), &glyph)?)?;
        let likest = self.templates.likest_of_few(&glyph.pixels);
        let [_, top, _, bottom] = glyph.bounds();
        likest.first().filter(|(_, likeness)| *likeness > ALIKE).map(|_| bottom - top)
    }

    /// What a tile says by its brightness alone, where that is a known letter on a known ground.
    fn glance(
        &self,
        room: &mut Room,
        picture: &RgbaImage,
        place: &Place,
        light: bool,
        least: f32,
    ) -> Option<(Guess, &KnownLook)> {
        let glyph = plain_glyph(room.luma(picture, place)?, light)?;
        let look = self.look(place.ground(picture, &glyph)?)?;
        let guess = known_guess(glyph, &self.templates);
        (likelihood(guess.evidence(1.0)) >= least).then_some((guess, look))
    }

    /// The same in every plane: gems and fire differ from their letters in color more than in brightness.
    fn study(&self, picture: &RgbaImage, place: &Place, least: f32) -> Option<(Guess, &KnownLook)> {
        let tile = tile_pixels(picture, place.center, place.pitch);
        let guesses =
            glyphs(&tile, Cuts::One(None), &NO_RIMS).into_iter().map(|glyph| known_guess(glyph, &self.templates));
        let best = guesses.max_by(|a, b| a.evidence(1.0).total_cmp(&b.evidence(1.0)))?;
        let look = self.look(best.glyph.colors(&tile).1)?;
        (likelihood(best.evidence(1.0)) >= least).then_some((best, look))
    }

    /// Whether most letters are lighter than their ground; `None` where nothing is known.
    fn has_light_letters(&self) -> Option<bool> {
        let is_light = |look: &&KnownLook| luma(look.ink) > luma(look.ground);
        let all: usize = self.looks.iter().map(|look| look.tiles).sum();
        let light: usize = self.looks.iter().filter(is_light).map(|look| look.tiles).sum();
        (all > 0).then_some(2 * light > all)
    }

    /// The look with this ground, the nearest of those that are near.
    fn look(&self, ground: [u8; 3]) -> Option<&KnownLook> {
        /// Grounds farther apart (in levels, all channels) are of tiles that nobody has taught.
        const NEAR: u32 = 40;
        let distance = |look: &KnownLook| -> u32 {
            look.ground.iter().zip(ground).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nearest = self.looks.iter().min_by_key(|look| distance(look))?;
        (distance(nearest) < NEAR.pow(2)).then_some(nearest)
    }
}

/// Brightness, by the weights of Rec. 601.
fn luma([r, g, b]: [u8; 3]) -> u8 {
    ((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) + 500) / 1000) as u8
}

/// Where a tile is in the picture.
struct Place {
    center: (f32, f32),
    pitch: (f32, f32),
}

impl Place {
    /// The median color of the ground around a letter, from some of its pixels.
    fn ground(&self, picture: &RgbaImage, glyph: &Glyph) -> Option<[u8; 3]> {
        /// Of so many pixels one is looked at.
        const ONE_OF: usize = 8;
        let at = |n: usize, center: f32, pitch: f32| center + ((n as f32 + 0.5) / SIDE as f32 - 0.5) * pitch;
        let colors: Vec<[u8; 4]> = glyph
            .ground_places()
            .step_by(ONE_OF)
            .map(|i| (at(i % SIDE, self.center.0, self.pitch.0), at(i / SIDE, self.center.1, self.pitch.1)))
            .filter_map(|(x, y)| picture.get_pixel_checked(x as u32, y as u32))
            .map(|pixel| pixel.0)
            .collect();
        let middle = colors.len() / 2;
        let median = |channel: usize| {
            let mut levels: Vec<u8> = colors.iter().map(|color| color[channel]).collect();
            *levels.select_nth_unstable(middle).1
        };
        (!colors.is_empty()).then(|| [0, 1, 2].map(median))
    }
}

/// Room for one tile after the other.
struct Room {
    /// The sums of a line of the picture up to each pixel.
    sums: Vec<f32>,
    /// The lines that the tile covers, each brought to the tile's width.
    lines: Vec<[f32; SIDE]>,
    plane: Box<Plane>,
}

impl Default for Room {
    fn default() -> Room {
        Room { sums: Vec::new(), lines: Vec::new(), plane: Box::new([0; SIDE * SIDE]) }
    }
}

impl Room {
    /// The brightness of a tile as the full reading sees it: areas are averaged, by differences of running sums.
    /// `None` where the tile is not wholly inside the picture.
    fn luma(&mut self, picture: &RgbaImage, place: &Place) -> Option<&Plane> {
        let columns = Span::of(place.center.0, place.pitch.0, picture.width())?;
        let rows = Span::of(place.center.1, place.pitch.1, picture.height())?;
        let stride = picture.width() as usize * 4;
        self.lines.clear();
        // Where the points of a line begin and end is the same for all lines.
        let (first, last) = columns.ends(0);
        let share = 1.0 / (last - first);
        let ends: [_; SIDE] = std::array::from_fn(|i| {
            let (low, high) = columns.ends(i);
            (parts(low), parts(high))
        });
        // Running sums down the tile, line by line.
        let mut below = [0f32; SIDE];
        self.lines.push(below);
        for row in rows.pixels() {
            let pixels = &picture.as_raw()[row * stride..][columns.first * 4..columns.end * 4];
            self.sums.clear();
            self.sums.push(0.0);
            let mut sum = 0;
            self.sums.extend(pixels.chunks_exact(4).map(|p| {
                sum += quick_luma(p);
                sum as f32
            }));
            // Twice, so that the place behind the last is there to be looked at.
            self.sums.push(sum as f32);
            let sums = self.sums.as_slice();
            for (below, (low, high)) in below.iter_mut().zip(&ends) {
                *below += (running(sums, *high) - running(sums, *low)) * share;
            }
            self.lines.push(below);
        }
        for (y, out) in self.plane.chunks_exact_mut(SIDE).enumerate() {
            let (low, high) = rows.ends(y);
            let ((a, da), (b, db)) = (parts(low), parts(high));
            let last = self.lines.len() - 1;
            let (low0, low1) = (&self.lines[a.min(last)], &self.lines[(a + 1).min(last)]);
            let (high0, high1) = (&self.lines[b.min(last)], &self.lines[(b + 1).min(last)]);
            let share = 1.0 / (high - low);
            for (x, out) in out.iter_mut().enumerate() {
                let under = low0[x] + da * (low1[x] - low0[x]);
                let over = high0[x] + db * (high1[x] - high0[x]);
                *out = ((over - under) * share + 0.5) as u8;
            }
        }
        Some(&self.plane)
    }
}

/// One side of a tile in the picture.
struct Span {
    /// The first pixel, and the one past the last.
    first: usize,
    end: usize,
    /// Where the tile begins, from the first pixel on, and how long a point of its picture is.
    start: f32,
    step: f32,
}

impl Span {
    fn of(center: f32, pitch: f32, size: u32) -> Option<Span> {
        let (low, high) = (center - pitch / 2.0 - 1.0, center + pitch / 2.0 + 1.0);
        if low < 0.0 || high >= size as f32 {
            return None;
        }
        let first = low.floor();
        let (start, step) = (low + 1.0 - first, pitch / SIDE as f32);
        Some(Span { first: first as usize, end: high.ceil() as usize, start, step })
    }

    fn pixels(&self) -> std::ops::Range<usize> {
        self.first..self.end
    }

    /// Where a point's area begins and ends; it is at least one pixel, so that enlarging interpolates.
    fn ends(&self, point: usize) -> (f32, f32) {
        if self.step >= 1.0 {
            let low = self.start + point as f32 * self.step;
            return (low, low + self.step);
        }
        let middle = self.start + (point as f32 + 0.5) * self.step;
        (middle - 0.5, middle + 0.5)
    }
}

/// The whole and the broken part.
fn parts(at: f32) -> (usize, f32) {
    let whole = at as usize;
    (whole, at - whole as f32)
}

/// A running sum between two of its places.
fn running(sums: &[f32], (whole, part): (usize, f32)) -> f32 {
    let last = sums.len() - 2;
    let (low, high) = (sums[whole.min(last)], sums[whole.min(last) + 1]);
    low + part * (high - low)
}

/// Brightness as [`luma`] has it, to the level: the weights in parts of 256.
fn quick_luma(pixel: &[u8]) -> u32 {
    (77 * u32::from(pixel[0]) + 150 * u32::from(pixel[1]) + 29 * u32::from(pixel[2])) >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn the_quick_look_sees_what_the_full_one_sees() {
        let picture = RgbaImage::from_fn(300, 300, |x, y| {
            let level = |n: u32| (n * 37 % 251) as u8;
            Rgba([level(x * y), level(x + 3 * y), level(5 * x + y), 255])
        });
        for pitch in [(31.0, 36.5), (64.0, 64.0), (90.3, 77.7), (170.0, 180.0)] {
            let place = Place { center: (150.4, 149.8), pitch };
            let full = tile_pixels(&picture, place.center, pitch);
            let mut room = Room::default();
            let quick = room.luma(&picture, &place).unwrap();
            let differ = quick.iter().zip(&full.luma).filter(|(a, b)| a.abs_diff(**b) > 3).count();
            assert_eq!(differ, 0, "{pitch:?}");
        }
        assert!(Room::default().luma(&picture, &Place { center: (10.0, 100.0), pitch: (40.0, 40.0) }).is_none());
    }
}
