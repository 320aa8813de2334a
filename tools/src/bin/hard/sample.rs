//! One hard picture with its truth.

use crate::cover::{arrows, pointer};
use crate::deal::deal;
use crate::dice::Dice;
use crate::faces::Faces;
use crate::look::{Dress, dress};
use crate::pen::{Area, Pen};
use crate::scene::{Setting, scene};
use crate::trouble::{Trouble, cover, fall};
use crate::wear::Wear;
use anyhow::Result;
use hexlex::board::{Board, Cell, Shape, Tile, TileKind};
use hexlex::locate::Layout;
use hexlex::paint::canvas::Scale;
use hexlex::paint::{PlacedTile, paint_tiles};
use hexlex_tools::truth;
use image::RgbaImage;
use std::path::Path;

/// A tile of a board that is drawn: what it is, and where it stands in pixels.
pub(crate) struct Spot {
    pub(crate) cell: Cell,
    /// `None` in an empty cell.
    pub(crate) tile: Option<Tile>,
    pub(crate) center: (f32, f32),
    /// Off its place, falling.
    pub(crate) moving: bool,
    /// What the letters take up.
    pub(crate) ink: Area,
}

/// A picture and what is true of it.
pub(crate) struct Sample {
    pub(crate) number: u64,
    pub(crate) picture: RgbaImage,
    /// The bytes of the file, for a JPEG.
    jpeg: Option<Vec<u8>>,
    pub(crate) board: Board,
    /// Where the tiles stand, in the order of the board's cells.
    pub(crate) centers: Vec<(f32, f32)>,
    /// Which of them are falling.
    pub(crate) moving: Vec<bool>,
    pub(crate) pitch: (f32, f32),
    pub(crate) trouble: Trouble,
    /// What may make it hard: the question, and the answer for this picture.
    pub(crate) traits: Vec<(&'static str, String)>,
}

/// Every picture of this rank is troubled: something is covered, falling or blurred.
pub(crate) const TROUBLED: u64 = 6;

/// How many pictures give this many plain ones.
pub(crate) fn pictures_for(plain: u64) -> u64 {
    plain + plain / (TROUBLED - 1)
}

/// The least tile for several letters, in the least heights of letters.
const SEVERAL: f32 = 5.0;
/// The least tile for one.
const SINGLE: f32 = 2.1;

/// Draws picture `number` of a seed.
pub(crate) fn sample(seed: u64, number: u64, faces: &Faces) -> Result<Sample> {
    let mut dice = Dice::new(seed, number);
    let dice = &mut dice;
    let trouble = if number % TROUBLED == TROUBLED - 1 { Trouble::any(dice) } else { Trouble::None };
    let face = faces.pick(dice);
    let dealt = deal(dice)?;
    let shape = dealt.board.shape().clone();
    let setting = dice.weighted(&Setting::ALL);
    let unit = Layout::new(shape.clone(), (0.0, 0.0), (1.0, 1.0)).bounds();
    let least = face.least * if dealt.many { SEVERAL } else { SINGLE };
    let tile = setting.tile(dice, (unit.2 - unit.0, unit.3 - unit.1)).max(least);
    let kinds = dealt.board.cells().any(|(_, tile)| tile.kind != TileKind::Normal);
    let dress = dress(dice, face, &shape, tile, kinds, face.least);
    let letter = dress.style.letter_height * tile;
    let mut wear = Wear::readable(dice, letter, face.least);
    trouble.wear(dice, &mut wear, tile);

    // Everything is drawn at the size before scaling.
    let drawn = tile / wear.factor();
    let pitch = (drawn * dress.style.pitch * dress.style.stretch, drawn);
    let bounds = Layout::new(shape.clone(), (0.0, 0.0), pitch).bounds();
    let wider = (drawn * dress.style.stretch * widest(&dress) - pitch.0).max(0.0);
    let size = (bounds.2 - bounds.0 + wider, bounds.3 - bounds.1);
    let mut scene = scene(dice, setting, size, drawn, &dress, &face.typeface);
    let origin = (scene.board.x + wider / 2.0 - bounds.0, scene.board.y - bounds.1);
    let layout = Layout::new(shape.clone(), origin, pitch);
    let mut spots = spots(&dealt.board, &layout, &dress);
    if trouble == Trouble::Falling {
        fall(dice, &mut spots, &shape, pitch.1);
    }
    let selected = if dice.chance(0.15) { select(dice, &mut spots, &shape) } else { Vec::new() };
    paint(&mut scene.pen, &spots, &dress, drawn, scene.board);
    overlay(dice, &mut scene.pen, &spots, &selected, drawn);
    if trouble == Trouble::Covered {
        cover(dice, &mut scene.pen, &mut spots, scene.board, drawn);
    }
    let (picture, jpeg) = wear.apply(scene.pen.picture, number as u32)?;
    let mut traits = traits(&dress, &wear, letter);
    traits.extend([
        ("shape", dealt.family.to_string()),
        ("setting", setting.name().to_string()),
        ("background", scene.ground.to_string()),
        ("several letters", if dealt.many { "yes" } else { "no" }.to_string()),
        ("selected", if selected.is_empty() { "no" } else { "yes" }.to_string()),
        ("typeface", format!("{}{}", face.name, if face.unseen { "" } else { " (seen)" })),
    ]);
    finish(number, spots, shape, (picture, jpeg), (wear.factor(), pitch), trouble, traits)
}

/// The width of a tile in tile heights.
fn widest(dress: &Dress) -> f32 {
    /// The width of a regular hexagon of height 1.
    const HEXAGON: f32 = 1.155;
    if dress.style.shape == hexlex::paint::TileShape::Hexagon { HEXAGON } else { 1.0 }
}

/// The tiles in their places.
fn spots(board: &Board, layout: &Layout, dress: &Dress) -> Vec<Spot> {
    let cells = board.shape().cells().zip(board.tiles());
    cells
        .map(|(cell, tile)| {
            let center = layout.center(cell);
            let ink = tile.map_or(Area::new(center.0, center.1, 0.0, 0.0), |tile| ink(tile, center, layout, dress));
            let mut tile = tile.cloned();
            if let Some(diamond) = tile.as_mut().filter(|tile| tile.kind == TileKind::Diamond && !dress.shows_diamonds)
            {
                diamond.kind = TileKind::Normal;
            }
            Spot { cell, tile, center, moving: false, ink }
        })
        .collect()
}

/// The bounds of a tile's letters in pixels.
fn ink(tile: &Tile, center: (f32, f32), layout: &Layout, dress: &Dress) -> Area {
    let style = &dress.style;
    let (sx, sy) = (layout.pitch().0 / style.pitch, layout.pitch().1);
    let text = tile.face.to_string();
    let path = style.typeface.centered(&text, style.letter_at, style.letter_height, style.letter_width);
    path.map_or(Area::new(center.0, center.1, 0.0, 0.0), |path| {
        let b = path.bounds();
        Area::new(center.0 + b.left() * sx, center.1 + b.top() * sy, b.width() * sx, b.height() * sy)
    })
}

/// Chooses a path of tiles and tags them; answers their centers in order.
fn select(dice: &mut Dice, spots: &mut [Spot], shape: &Shape) -> Vec<(f32, f32)> {
    let mut at = dice.below(spots.len() as u32) as usize;
    let mut path = Vec::new();
    for _ in 0..dice.count(2..=8) {
        let Some(tile) = spots[at].tile.as_mut().filter(|tile| !tile.has_tag("selected")) else { break };
        tile.tags.push("selected".to_string());
        // Selected tiles look alike, whatever they are made of.
        tile.kind = TileKind::Normal;
        path.push(spots[at].center);
        let near = shape.neighbors(spots[at].cell);
        at = if near.is_empty() { at } else { shape.id(*dice.pick(&near)).unwrap_or(at) };
    }
    path
}

/// Draws the tiles; what falls is not seen above the board.
fn paint(pen: &mut Pen, spots: &[Spot], dress: &Dress, drawn: f32, board: Area) {
    let shown = spots.iter().enumerate().filter(|(_, spot)| !spot.moving || spot.center.1 > board.y);
    let placed: Vec<PlacedTile<'_>> = shown
        .filter_map(|(id, spot)| {
            let tile = spot.tile.as_ref()?;
            let style = if tile.has_tag("selected") { &dress.selected } else { &dress.style };
            Some(PlacedTile { tile, style, center: spot.center.into(), seed: id as u32 })
        })
        .collect();
    paint_tiles(&mut pen.picture, &placed, Scale { x: drawn * dress.style.stretch, y: drawn });
}

/// Arrows along what is selected, and a pointer that hides no letter.
fn overlay(dice: &mut Dice, pen: &mut Pen, spots: &[Spot], selected: &[(f32, f32)], drawn: f32) {
    if selected.len() > 1 && dice.chance(0.7) {
        arrows(pen, dice, selected, drawn);
    }
    if !dice.chance(0.1) {
        return;
    }
    let near = dice.pick(spots).center;
    let tip = (near.0 + dice.between(-0.6, 0.6) * drawn, near.1 + dice.between(-0.6, 0.6) * drawn);
    let height = dice.between(14.0, 24.0).min(0.5 * drawn);
    let bounds = Area::new(tip.0 - 1.0, tip.1 - 1.0, 0.6 * height + 2.0, height + 2.0);
    if spots.iter().all(|spot| spot.ink.overlap(bounds) == 0.0) {
        pointer(pen, tip, height, dice.chance(0.3));
    }
}

/// What may make the picture hard, by look and wear.
fn traits(dress: &Dress, wear: &Wear, letter: f32) -> Vec<(&'static str, String)> {
    let size = match letter {
        ..11.0 => "9 to 11 px",
        ..15.0 => "11 to 15 px",
        ..22.0 => "15 to 22 px",
        ..40.0 => "22 to 40 px",
        _ => "over 40 px",
    };
    let height = match dress.style.letter_height {
        ..0.36 => "under 0.36",
        ..0.48 => "0.36 to 0.48",
        _ => "over 0.48",
    };
    let mut traits = wear.traits();
    traits.extend([
        ("letter", size.to_string()),
        ("letter/tile", height.to_string()),
        ("scheme", dress.scheme.name().to_string()),
        ("fill", dress.fill.to_string()),
        ("marks", dress.marks.to_string()),
        ("letters", dress.letters.to_string()),
    ]);
    traits
}

/// Brings the truth to the size of the finished picture.
fn finish(
    number: u64,
    spots: Vec<Spot>,
    shape: Shape,
    (picture, jpeg): (RgbaImage, Option<Vec<u8>>),
    (factor, pitch): (f32, (f32, f32)),
    trouble: Trouble,
    traits: Vec<(&'static str, String)>,
) -> Result<Sample> {
    let centers = spots.iter().map(|spot| (spot.center.0 * factor, spot.center.1 * factor)).collect();
    let moving: Vec<bool> = spots.iter().map(|spot| spot.moving).collect();
    let mut board = Board::new(shape, spots.into_iter().map(|spot| spot.tile).collect())?;
    board.settled = !moving.contains(&true);
    let pitch = (pitch.0 * factor, pitch.1 * factor);
    Ok(Sample { number, picture, jpeg, board, centers, moving, pitch, trouble, traits })
}

impl Sample {
    /// The name of the picture's file.
    pub(crate) fn file(&self) -> String {
        format!("{:05}.{}", self.number, if self.jpeg.is_some() { "jpg" } else { "png" })
    }

    /// What made it, in a line.
    pub(crate) fn source(&self) -> String {
        let traits: Vec<String> = self.traits.iter().map(|(name, value)| format!("{name} {value}")).collect();
        format!("drawn by tools/hard, picture {}, {}, {}", self.number, self.trouble.name(), traits.join(", "))
    }

    /// Writes the picture with the truth beside it.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(self.file());
        match &self.jpeg {
            Some(bytes) => std::fs::write(&path, bytes)?,
            None => self.picture.save(&path)?,
        }
        let center = |cell: Cell| self.board.shape().id(cell).map_or((0.0, 0.0), |id| self.centers[id]);
        std::fs::write(path.with_extension("txt"), truth::text(&self.board, &self.source(), center)?)?;
        Ok(())
    }
}
