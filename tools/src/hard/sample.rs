//! One hard picture with its truth: random choices, then the drawing, then the board as it is to be read.

use crate::hard::appearance::Appearance;
use crate::hard::canvas::{Canvas, Region};
use crate::hard::degradation::{Degradation, Picture};
use crate::hard::fonts::{Font, Fonts};
use crate::hard::impairment::{Impairment, cover, let_fall};
use crate::hard::overlays::{Pointer, arrows};
use crate::hard::random::Random;
use crate::hard::random_board::RandomBoard;
use crate::hard::scene::{Scene, Setting};
use crate::hard::tiles::{DrawnTile, paint, place, select};
use crate::{Extent, truth};
use anyhow::Result;
use hexlex::board::{Board, Cell, Shape};
use hexlex::locate::Layout;
use hexlex::pixels::Point;
use std::path::Path;

/// Every picture of this rank is impaired.
const IMPAIRED: u64 = 6;

/// The number of pictures that have this many plain ones among them.
pub fn pictures_for(plain: u64) -> u64 {
    plain + plain / (IMPAIRED - 1)
}

/// A picture and what is true of it.
pub struct Sample {
    /// Its number among the pictures of the seed.
    pub number: u64,
    /// The picture as it is read.
    pub picture: Picture,
    /// What is to be read.
    pub board: Board,
    /// The centers of the tiles in pixels, in the order of the board's cells.
    pub centers: Vec<Point>,
    /// Which of the tiles are falling.
    pub falling: Vec<bool>,
    /// The distances of neighboring tiles in pixels, to the right and down.
    pub pitch: Extent,
    /// Why not every tile can be read, or none.
    pub impairment: Impairment,
    /// What may make the picture hard: the name of each property, and its class.
    pub traits: Vec<(&'static str, String)>,
}

/// Draws picture `number` of a seed.
///
/// # Errors
/// Where the picture cannot be encoded as a JPEG.
pub fn sample(seed: u64, number: u64, fonts: &Fonts) -> Result<Sample> {
    let mut rng = Random::new(seed, number);
    let plan = Plan::random(&mut rng, number, fonts)?;
    plan.draw(&mut rng, number)
}

/// What is chosen before anything is drawn.
struct Plan<'a> {
    impairment: Impairment,
    font: &'a Font,
    random_board: RandomBoard,
    setting: Setting,
    /// The height of a tile in the finished picture, in pixels.
    tile: f32,
    appearance: Appearance,
    degradation: Degradation,
}

impl<'a> Plan<'a> {
    fn random(rng: &mut Random, number: u64, fonts: &'a Fonts) -> Result<Plan<'a>> {
        /// The least tile in the least heights of its letters: several letters are smaller than one.
        const SEVERAL_LETTERS: f32 = 5.0;
        const ONE_LETTER: f32 = 2.1;
        let impaired = number % IMPAIRED == IMPAIRED - 1;
        let impairment = if impaired { Impairment::random(rng) } else { Impairment::None };
        let font = fonts.pick(rng);
        let random_board = RandomBoard::random(rng)?;
        let board = &random_board.board;
        let setting = rng.weighted(&Setting::ALL);
        let (_, size) = bounds(board.shape(), Extent { width: 1.0, height: 1.0 });
        let least = font.least * if random_board.several_letters { SEVERAL_LETTERS } else { ONE_LETTER };
        let tile = setting.tile(rng, size).max(least);
        let appearance = Appearance::random(rng, font, board, tile);
        let letter = appearance.style.letter_height * tile;
        let mut degradation = Degradation::readable(rng, letter, font.least);
        impairment.degrade(rng, &mut degradation, tile);
        Ok(Plan { impairment, font, random_board, setting, tile, appearance, degradation })
    }

    fn draw(&self, rng: &mut Random, number: u64) -> Result<Sample> {
        let (appearance, board) = (&self.appearance, &self.random_board.board);
        let (style, shape) = (&appearance.style, board.shape());
        // Everything is drawn at its size before scaling.
        let factor = self.degradation.factor();
        let tile = self.tile / factor;
        let pitch = Extent { width: tile * style.pitch * style.stretch, height: tile };
        let (corner, size) = bounds(shape, pitch);
        // Hexagons are wider than their columns.
        let wider = (tile * style.stretch * appearance.tile_width() - pitch.width).max(0.0);
        let size = Extent { width: size.width + wider, ..size };
        let mut scene = Scene::draw(rng, self.setting, size, tile, appearance, &self.font.typeface);
        let origin = (scene.board.x + wider / 2.0 - corner.x, scene.board.y - corner.y);
        let layout = Layout::new(shape.clone(), origin, (pitch.width, pitch.height));
        let mut tiles = place(board, &layout, appearance);
        if self.impairment == Impairment::Falling {
            let_fall(rng, &mut tiles, shape, pitch.height);
        }
        let selected = if rng.chance(0.15) { select(rng, &mut tiles, shape) } else { Vec::new() };
        paint(&mut scene.canvas, &tiles, appearance, tile, scene.board);
        draw_over(rng, &mut scene.canvas, &tiles, &selected, tile);
        if self.impairment == Impairment::Covered {
            cover(rng, &mut scene.canvas, &mut tiles, scene.board, tile);
        }
        let traits = self.traits(scene.background, !selected.is_empty());
        let falling: Vec<bool> = tiles.iter().map(|drawn| drawn.falling).collect();
        let centers = tiles.iter().map(|drawn| drawn.center * factor).collect();
        let mut board = Board::new(shape.clone(), tiles.into_iter().map(|drawn| drawn.tile).collect())?;
        board.settled = !falling.contains(&true);
        Ok(Sample {
            number,
            picture: self.degradation.apply(scene.canvas.picture, number as u32)?,
            board,
            centers,
            falling,
            pitch: Extent { width: pitch.width * factor, height: pitch.height * factor },
            impairment: self.impairment,
            traits,
        })
    }

    /// What may make the picture hard: the name of each property, and its class.
    fn traits(&self, background: &str, has_selected: bool) -> Vec<(&'static str, String)> {
        let letter_height = self.appearance.style.letter_height;
        let size = match letter_height * self.tile {
            ..11.0 => "9 to 11 px",
            ..15.0 => "11 to 15 px",
            ..22.0 => "15 to 22 px",
            ..40.0 => "22 to 40 px",
            _ => "over 40 px",
        };
        let height = match letter_height {
            ..0.36 => "under 0.36",
            ..0.48 => "0.36 to 0.48",
            _ => "over 0.48",
        };
        let yes = |is: bool| if is { "yes" } else { "no" };
        let mut traits = self.degradation.traits();
        let font = format!("{}{}", self.font.name, if self.font.held_out { "" } else { " (seen)" });
        traits.extend([
            ("letter", size.to_string()),
            ("letter/tile", height.to_string()),
            ("scheme", self.appearance.scheme.name().to_string()),
            ("fill", self.appearance.fill.to_string()),
            ("marks", self.appearance.marks.to_string()),
            ("letters", self.appearance.letters.to_string()),
            ("shape", self.random_board.family.to_string()),
            ("setting", self.setting.name().to_string()),
            ("background", background.to_string()),
            ("several letters", yes(self.random_board.several_letters).to_string()),
            ("selected", yes(has_selected).to_string()),
            ("typeface", font),
        ]);
        traits
    }
}

/// The upper left corner of a board's cells, from the center of the first one, and their size.
fn bounds(shape: &Shape, pitch: Extent) -> (Point, Extent) {
    let (left, top, right, bottom) = Layout::new(shape.clone(), (0.0, 0.0), (pitch.width, pitch.height)).bounds();
    (Point::new(left, top), Extent { width: right - left, height: bottom - top })
}

/// Draws arrows along the selected tiles, and a pointer that hides no letter.
fn draw_over(rng: &mut Random, canvas: &mut Canvas, tiles: &[DrawnTile], selected: &[Point], tile: f32) {
    if selected.len() > 1 && rng.chance(0.7) {
        arrows(canvas, rng, selected, tile);
    }
    if !rng.chance(0.1) {
        return;
    }
    let near = rng.pick(tiles).center;
    let tip = near + Point::new(rng.between(-0.6, 0.6) * tile, rng.between(-0.6, 0.6) * tile);
    let height = rng.between(14.0, 24.0).min(0.5 * tile);
    let bounds = Region::new(tip.x - 1.0, tip.y - 1.0, 0.6 * height + 2.0, height + 2.0);
    if tiles.iter().all(|drawn| drawn.ink.overlap(bounds) == 0.0) {
        Pointer::random(rng).draw(canvas, tip, height);
    }
}

impl Sample {
    /// The name of the picture's file.
    pub fn file(&self) -> String {
        format!("{:05}.{}", self.number, if self.picture.jpeg.is_some() { "jpg" } else { "png" })
    }

    /// How the picture was made, in a line.
    fn source(&self) -> String {
        let traits: Vec<String> = self.traits.iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("drawn by tools/hard, picture {}, {}, {}", self.number, self.impairment.name(), traits.join(", "))
    }

    /// Writes the picture with the truth beside it.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(self.file());
        match &self.picture.jpeg {
            Some(bytes) => std::fs::write(&path, bytes)?,
            None => self.picture.pixels.save(&path)?,
        }
        let center = |cell: Cell| self.board.shape().id(cell).map_or(Point::default(), |id| self.centers[id]);
        std::fs::write(path.with_extension("txt"), truth::text(&self.board, &self.source(), center)?)?;
        Ok(())
    }
}
