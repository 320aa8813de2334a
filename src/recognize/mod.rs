//! Reading the tiles: from a frame and its layout to a [`Reading`].
//!
//! 1. `tile`: every tile is brought to one size.
//! 2. `glyph`: what may be its letter is cut out, in several ways.
//! 3. `net` or `templates`: which letter each cut may be, by a network or by likeness to known letters;
//!    `guess` makes one answer of it, of tiles with several letters too.
//! 4. `geometry`: the letters that are sure say how high letters are and how they stand on this board, and
//!    that settles the doubtful ones.
//! 5. `tesseract`: a second reader, where it is asked for.
//! 6. `quick`: all of this in one look, for boards whose every tile is known.
//! 7. `kinds`: gems and fire, by color; `palette` names the colors.
//! 8. `dots`: for games that show what a letter is worth, doubtful letters checked by it.

mod dots;
mod fit;
mod geometry;
mod glyph;
mod guess;
mod holes;
mod kinds;
mod lessons;
mod mask;
mod net;
mod palette;
mod quick;
mod rim;
mod templates;
mod tesseract;
mod tile;

pub use dots::{Values, check_dots};
pub use fit::{GLYPH, GlyphPixels, normalize};
pub use lessons::{Lesson, lessons};
pub use quick::{Known, KnownLook};
pub use templates::{SkinError, Templates, likeness};
pub use tesseract::{TesseractError, ready as tesseract_ready};

use crate::board::{Board, Face, Tile};
use crate::frame::Frame;
use crate::grid::{Cell, Lines};
use crate::locate::Layout;
use geometry::Geometry;
use glyph::{Cuts, Glyph, NO_RIMS, glyphs};
use guess::{Guess, guesses, likelihood};
use kinds::{Colors, Look, kinds};
use std::collections::{BTreeSet, HashMap};
use tile::{TilePixels, tile_pixels, wide_pixels};

/// What was read from one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The letters and kinds; what could not be read is `?`.
    pub board: Board,
    /// Where they stand in the picture; its shape is the board's.
    pub layout: Layout,
    /// How sure each tile is, in the order of the board's cells; `None` for an empty cell.
    pub doubts: Vec<Option<Doubt>>,
    /// The taught skin that was found by itself.
    pub skin: Option<String>,
}

impl Reading {
    /// The board where every unreadable tile may say what was guessed of it, to ask which words are missed; `None`
    /// where nothing was guessed.
    pub fn guessed(&self) -> Option<Board> {
        /// What is less likely is not even guessed.
        const LIKELY: f32 = 0.05;
        let mut any = false;
        let tiles = self.board.tiles().zip(&self.doubts).map(|(tile, doubt)| {
            let (tile, doubt) = (tile?, doubt.as_ref()?);
            if tile.face != Face::Unreadable {
                return Some(tile.clone());
            }
            let likely = doubt.alternatives.iter().filter(|(_, likelihood)| *likelihood > LIKELY).map(|(face, _)| face);
            let letters = doubt.best.iter().chain(likely).filter_map(|face| match face {
                Face::Letters(text) => Some(text.clone()),
                _ => None,
            });
            let mut letters: Vec<String> = letters.collect();
            any |= !letters.is_empty();
            let face = match letters.len() {
                0 => Face::Unreadable,
                1 => Face::Letters(letters.swap_remove(0)),
                _ => Face::Choice(letters),
            };
            Some(Tile { face, ..tile.clone() })
        });
        let board = Board::new(self.board.shape().clone(), tiles.collect()).ok()?;
        any.then_some(board)
    }
}

/// How sure the reading of one tile is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doubt {
    /// How likely the best guess is right, 0 to 1; below the threshold the tile's face is unreadable.
    pub confidence: f32,
    /// The best guess, which is the tile's face where it is sure enough; `None` where nothing was there to guess from.
    pub best: Option<Face>,
    /// What else it may be, likeliest first, each with its likelihood.
    pub alternatives: Vec<(Face, f32)>,
}

/// Something that was cut out of a tile and may be its letter: what a network that reads glyphs is trained on.
#[derive(Debug, Clone)]
pub struct Cut {
    /// The fitted glyph.
    pub pixels: GlyphPixels,
    /// Its box: left, top, right, bottom, in parts of the tile from its upper left corner.
    pub bounds: [f32; 4],
    /// The median color of its ink.
    pub ink: [u8; 3],
    /// The median color around it.
    pub ground: [u8; 3],
}

/// Everything that may be the letter of the tile centered here, one `pitch` wide and high (pixels); with
/// `thorough` also what is cut out only of doubtful tiles.
pub fn cuts(picture: &image::RgbaImage, center: (f32, f32), pitch: (f32, f32), thorough: bool) -> Vec<Cut> {
    let tile = tile_pixels(picture, center, pitch);
    let cut = |glyph: Glyph| {
        let (ink, ground) = glyph.colors(&tile);
        Cut { bounds: glyph.bounds(), pixels: *glyph.pixels, ink, ground }
    };
    glyphs(&tile, if thorough { Cuts::Many } else { Cuts::One(None) }, &NO_RIMS).into_iter().map(cut).collect()
}

/// Who says which letter a glyph is.
#[derive(Debug, Clone, Default)]
pub enum Engine {
    /// The network, for any typeface.
    #[default]
    Net,
    /// Likeness to known letters: exact for a known skin, and quick.
    Template(Templates),
    /// The letters of a known skin, and the network for tiles that none of them is sure of.
    Taught(Known),
    /// Tesseract, on the glyphs that the network takes for letters.
    Tesseract,
    /// The network, and Tesseract for tiles that it is not sure of.
    Auto,
}

impl Engine {
    /// Who looks at the tiles that the first look left in doubt.
    fn second(&self) -> &Engine {
        match self {
            Engine::Taught(_) => &Engine::Net,
            own => own,
        }
    }

    /// The log odds of being right that these of the letters and the board's geometry come to. What loses by the
    /// geometry is right more often than that says: a careful line below what was said and how often it was
    /// right, over generated boards (`hard judge --seed 21`).
    fn calibrated(&self, worth: f32) -> f32 {
        match self {
            Engine::Net | Engine::Auto => worth + 0.3,
            _ => worth,
        }
    }

    /// Below this likelihood a tile is looked at again, in more ways.
    fn doubtful(&self) -> f32 {
        match self {
            // The network is there to be asked, and a skin may lack the letter that a tile shows.
            Engine::Taught(_) => 0.9,
            _ => 0.6,
        }
    }
}

/// Reads the tiles of a layout. Tiles less sure than `min_confidence` come out unreadable.
pub fn recognize(frame: &Frame, layout: &Layout, engine: &Engine, min_confidence: f32) -> Reading {
    if let Engine::Taught(known) = engine
        && let Some(reading) = quick::recognize(frame, layout, known, min_confidence)
    {
        return reading;
    }
    let shape = layout.shape();
    let pixels = |cell: Cell| tile_pixels(frame.pixels(), layout.center(cell), layout.pitch());
    let tiles: Vec<TilePixels> = shape.cells().map(pixels).collect();
    let rims = rim::likeness(&tiles);
    let has_rim = |i: usize| rims.as_ref().is_none_or(|rims| rims[i] > rim::MISSING);
    let mut found = first_look(&tiles, engine);
    let geometry = Geometry::of(&found);
    let wide = second_look(frame, layout, &tiles, engine, &geometry, &has_rim, &mut found);
    found.iter_mut().flatten().for_each(|guess| geometry.hook(guess));
    let best: Vec<Option<(&Guess, f32)>> = (0..tiles.len()).map(|i| geometry.choose(&found[i], has_rim(i))).collect();
    let loses_strokes = loses_strokes(&found);
    let told = |(guess, worth): (&Guess, f32)| {
        let most = if loses_strokes && guess.may_be_a_part() { LEFT_OVER } else { f32::INFINITY };
        doubt((guess, engine.calibrated(worth).min(most)))
    };
    let doubts: Vec<Doubt> = best.iter().map(|best| best.map_or_else(Doubt::default, told)).collect();
    let doubts = tesseract::opinions(engine, &best, doubts);
    let colors: Vec<Option<Colors>> = tiles
        .iter()
        .zip(&best)
        .enumerate()
        .map(|(i, (tile, best))| {
            let glyph = &best.as_ref()?.0.glyph;
            let seen = wide.get(&i).filter(|_| glyph.is_wide()).unwrap_or(tile);
            Some(Colors::of(tile, glyph.colors(seen)))
        })
        .collect();
    let holes = holes::holes(frame, layout, &tiles, &doubts, has_rim);
    let looks = kinds(&colors);
    let board_tiles = (0..tiles.len())
        .map(|i| (!(holes[i] && shape.lines() == Lines::Rows)).then(|| tile_of(&doubts[i], &looks[i], min_confidence)));
    let mut board =
        Board::new(shape.clone(), board_tiles.collect()).unwrap_or_else(|_| unreachable!("a tile for each cell"));
    // Square boards may have holes; where columns have them, tiles are falling.
    board.settled = shape.lines() == Lines::Rows || !holes.contains(&true);
    let doubts = board.tiles().zip(doubts).map(|(tile, doubt)| tile.map(|_| doubt)).collect();
    Reading { board, layout: layout.clone(), doubts, skin: None }
}

/// What may be left of another letter has at most these log odds where letters lose their hairlines: some do so at
/// every threshold, and then nothing tells an F from an E.
const LEFT_OVER: f32 = 1.7;

/// Whether the letters of a board lose strokes: what some of its tiles seemed to say was a part of another letter.
fn loses_strokes(found: &[Vec<Guess>]) -> bool {
    /// The part of the tiles that must show it.
    const SOME: f32 = 0.05;
    let gave_way =
        |guesses: &&Vec<Guess>| guesses.iter().any(|part| guesses.iter().any(|other| part.gave_way_to(other)));
    found.iter().filter(gave_way).count() as f32 > SOME * found.len() as f32
}

/// What brightness says. Where the letters of some tiles are all light, or all dark, no others are looked for in
/// the rest.
fn first_look(tiles: &[TilePixels], engine: &Engine) -> Vec<Vec<Guess>> {
    /// The first tile of every so many is looked at both ways.
    const SAMPLE: usize = 4;
    let of = |cuts: Cuts, wanted: &dyn Fn(usize) -> bool| {
        let chosen: Vec<&TilePixels> =
            tiles.iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, tile)| tile).collect();
        guesses(&chosen, cuts, &NO_RIMS, engine)
    };
    let sample = of(Cuts::One(None), &|i| i.is_multiple_of(SAMPLE));
    let light = Geometry::of(&sample).light;
    let mut sample = sample.into_iter();
    let mut rest = of(Cuts::One(light), &|i| !i.is_multiple_of(SAMPLE)).into_iter();
    let next = |i: usize| if i.is_multiple_of(SAMPLE) { sample.next() } else { rest.next() };
    (0..tiles.len()).map(next).map(Option::unwrap_or_default).collect()
}

/// Looks at the doubtful tiles in more ways, one after the other until nothing is in doubt, and adds what they
/// may be: with more thresholds and in more planes, then without the frames, then beyond the tile's edge. Returns
/// the pictures that show more than the tile.
fn second_look(
    frame: &Frame,
    layout: &Layout,
    tiles: &[TilePixels],
    engine: &Engine,
    geometry: &Geometry,
    has_rim: &impl Fn(usize) -> bool,
    found: &mut [Vec<Guess>],
) -> HashMap<usize, TilePixels> {
    // More cuts are more chances to take a frame for a letter: only where fewer did not do.
    let doubtful = |found: &[Vec<Guess>]| -> Vec<usize> {
        let is_sure = |i: usize| {
            let best = geometry.choose(&found[i], has_rim(i));
            best.is_some_and(|(_, worth)| likelihood(worth) >= engine.doubtful())
        };
        (0..tiles.len()).filter(|&i| !is_sure(i)).collect()
    };
    let look = |found: &mut [Vec<Guess>], at: &[usize], pictures: Vec<&TilePixels>, cuts: Cuts, rims: &glyph::Rims| {
        let more = guesses(&pictures, cuts, rims, engine.second());
        at.iter().zip(more).for_each(|(&i, more)| found[i].extend(more));
    };
    let is_part = |i: usize| {
        let best = geometry.choose(&found[i], has_rim(i));
        best.is_some_and(|(guess, _)| guess.may_be_a_part())
    };
    let parts: Vec<usize> = (0..tiles.len()).filter(|&i| is_part(i)).collect();
    look(found, &parts, parts.iter().map(|&i| &tiles[i]).collect(), Cuts::Luma(geometry.light), &NO_RIMS);
    // Where a cut shows more of it, strokes are lost at some levels, and perhaps at all of those.
    let is_left_over = |i: usize| {
        let mut parts = found[i].iter().filter(|guess| guess.may_be_a_part());
        parts.any(|part| found[i].iter().any(|other| part.glyph.is_part_of(&other.glyph)))
    };
    let mut near: BTreeSet<usize> = parts.into_iter().filter(|&i| is_left_over(i)).collect();
    near.extend(doubtful(found));
    let near: Vec<usize> = near.into_iter().collect();
    look(found, &near, near.iter().map(|&i| &tiles[i]).collect(), Cuts::Many, &NO_RIMS);
    let still = doubtful(found);
    let rims = geometry.light.filter(|_| !still.is_empty()).map_or(NO_RIMS, |light| glyph::rims(tiles, light));
    if rims != NO_RIMS {
        look(found, &still, still.iter().map(|&i| &tiles[i]).collect(), Cuts::Many, &rims);
    }
    let far = doubtful(found);
    let cells: Vec<Cell> = layout.shape().cells().collect();
    let wide = |&i: &usize| (i, wide_pixels(frame.pixels(), layout.center(cells[i]), layout.pitch()));
    let wide: HashMap<usize, TilePixels> = far.iter().map(wide).collect();
    look(found, &far, far.iter().map(|i| &wide[i]).collect(), Cuts::Many, &glyph::widened(&rims, tile::WIDE));
    wide
}

fn tile_of(doubt: &Doubt, look: &Look, min_confidence: f32) -> Tile {
    let face = match &doubt.best {
        Some(face) if doubt.confidence >= min_confidence => face.clone(),
        _ => Face::Unreadable,
    };
    // A color of what cannot be read may be that of what lies over it.
    let told = |tag: &&String| face != Face::Unreadable || !tag.starts_with(palette::COLOR);
    let tags = look.tag.iter().filter(told).cloned().collect();
    Tile { face, kind: look.kind, tags }
}

/// The confidence of a guess of this worth on its board, and what else it may be.
fn doubt((guess, worth): (&Guess, f32)) -> Doubt {
    let confidence = likelihood(worth);
    let mut faces = guess.faces.iter();
    let best = faces.next().map(|(face, _)| face.clone());
    Doubt {
        confidence,
        best,
        alternatives: faces.map(|(face, likelihood)| (face.clone(), likelihood.min(1.0 - confidence))).collect(),
    }
}
