//! The random choices for a picture with a board, and its drawing before scaling, blur and compression.

use crate::Extent;
use crate::hard::appearance::Appearance;
use crate::hard::canvas::{Canvas, Region};
use crate::hard::crop::BODY;
use crate::hard::degradation::Degradation;
use crate::hard::fonts::{Font, Fonts};
use crate::hard::impairment::{add_blur, cover, let_fall};
use crate::hard::kind::Kind;
use crate::hard::overlays::{Pointer, arrows};
use crate::hard::random::Random;
use crate::hard::random_board::RandomBoard;
use crate::hard::scene::{Scene, Setting};
use crate::hard::tiles::{DrawnTile, gather_gems, paint, place, scatter_odd, select};
use anyhow::Result;
use hexlex::board::{Board, Shape};
use hexlex::locate::Layout;
use hexlex::pixels::Point;
use std::ops::Range;

/// What is chosen before anything is drawn.
pub(crate) struct Plan<'a> {
    pub(crate) kind: Kind,
    font: &'a Font,
    random_board: RandomBoard,
    setting: Setting,
    /// The height of a tile in the finished picture, in pixels.
    tile: f32,
    appearance: Appearance,
    pub(crate) degradation: Degradation,
    /// Smaller boards in the same game, each with the size of its tiles in tiles of the board.
    beside: Vec<(RandomBoard, f32)>,
    /// A game with a smaller board in another window.
    other: Option<Box<Plan<'a>>>,
}

/// A board on a canvas.
pub(crate) struct DrawnBoard {
    pub(crate) layout: Layout,
    pub(crate) tiles: Vec<DrawnTile>,
}

/// A picture before scaling, blur and compression.
pub(crate) struct Drawing {
    pub(crate) canvas: Canvas,
    /// The boards, the largest first.
    pub(crate) boards: Vec<DrawnBoard>,
    /// The kind of background behind the board.
    background: &'static str,
    has_selected: bool,
}

impl<'a> Plan<'a> {
    /// Random choices for a picture of a kind.
    pub(crate) fn random(rng: &mut Random, kind: Kind, fonts: &'a Fonts) -> Result<Plan<'a>> {
        let random_board = RandomBoard::random(rng, kind)?;
        let setting = Setting::random(rng, kind);
        let mut plan = Plan::of(rng, kind, fonts, random_board, setting)?;
        if kind == Kind::Several {
            plan.add_smaller_boards(rng, fonts)?;
        }
        Ok(plan)
    }

    /// Random choices for a picture with this board.
    fn of(
        rng: &mut Random,
        kind: Kind,
        fonts: &'a Fonts,
        random_board: RandomBoard,
        setting: Setting,
    ) -> Result<Plan<'a>> {
        let font = match kind {
            Kind::Thin => fonts.pick_thin(rng),
            Kind::Pixel => fonts.pick_pixels(rng)?,
            _ => fonts.pick(rng),
        };
        let board = &random_board.board;
        let (_, size) = bounds(board.shape(), Extent { width: 1.0, height: 1.0 });
        let tile = setting.tile(rng, size).max(least_tile(font, &random_board));
        let mut appearance = Appearance::random(rng, font, board, tile);
        if kind == Kind::Italic {
            appearance.slant(rng.between(4.0, 12.0));
        }
        if kind == Kind::LowerCase {
            appearance.print_small();
        }
        if kind == Kind::Selected {
            appearance.vary_selected(rng);
        }
        let letter = appearance.style.letter_height * tile;
        let mut degradation = Degradation::readable(rng, letter, font.least);
        if kind == Kind::Photograph {
            degradation.photograph(rng, letter);
        }
        if kind == Kind::Blurred {
            add_blur(rng, &mut degradation, tile);
        }
        let (beside, other) = (Vec::new(), None);
        Ok(Plan { kind, font, random_board, setting, tile, appearance, degradation, beside, other })
    }

    /// Chooses one or two smaller boards, in the same game or in another window.
    fn add_smaller_boards(&mut self, rng: &mut Random, fonts: &'a Fonts) -> Result<()> {
        let board = &self.random_board.board;
        if rng.chance(0.6) {
            for _ in 0..rng.count(1..=2) {
                if let Some(smaller) = RandomBoard::smaller_than(rng, board)? {
                    let least = least_tile(self.font, &smaller) / self.tile;
                    self.beside.push((smaller, rng.between(0.7, 1.0).max(least).min(1.0)));
                }
            }
        } else if let Some(smaller) = RandomBoard::smaller_than(rng, board)? {
            let setting = *rng.pick(&[Setting::Bare, Setting::Game, Setting::Window]);
            let mut other = Plan::of(rng, self.kind, fonts, smaller, setting)?;
            // Its tiles are not larger, so that its board is smaller in any sense.
            if other.tile > self.tile {
                let font = self.font;
                other.tile = self.tile;
                other.appearance = Appearance::random(rng, font, &other.random_board.board, self.tile);
                other.font = font;
            }
            other.degradation = self.degradation;
            self.other = Some(Box::new(other));
        }
        Ok(())
    }

    /// The share of a tile at the picture's edge that shows that the edge crosses it: a tile with a body by its body, a
    /// letter alone by the part of the letter that is there or is lost.
    pub(crate) fn crossed(&self) -> Range<f32> {
        /// The parts of a letter's height that are seen and lost at least.
        const SEEN: f32 = 0.3;
        const LOST: f32 = 0.15;
        let letter = self.appearance.style.letter_height;
        let margin = (1.0 - letter) / 2.0;
        if self.appearance.fill == "none" { margin + SEEN * letter..1.0 - margin - LOST * letter } else { BODY }
    }

    /// Draws the picture: the game, or two games beside each other.
    pub(crate) fn draw(&self, rng: &mut Random) -> Drawing {
        let drawing = self.draw_game(rng);
        match &self.other {
            None => drawing,
            Some(other) => {
                let other = other.draw_game(rng);
                side_by_side(rng, drawing, other)
            }
        }
    }

    /// Draws one game.
    fn draw_game(&self, rng: &mut Random) -> Drawing {
        let appearance = &self.appearance;
        // Everything is drawn at its size before scaling.
        let tile = self.tile / self.degradation.factor();
        let boards: Vec<(&Board, f32)> = std::iter::once((&self.random_board.board, tile))
            .chain(self.beside.iter().map(|(smaller, size)| (&smaller.board, size * tile)))
            .collect();
        let sizes: Vec<Extent> = boards.iter().map(|(board, tile)| self.size(board.shape(), *tile)).collect();
        let (total, corners) = in_a_line(rng, &sizes, tile);
        let mut scene = Scene::draw(rng, self.setting, total, tile, appearance, &self.font.typeface);
        let mut drawn = Vec::new();
        let mut has_selected = false;
        for (((board, tile), size), corner) in boards.into_iter().zip(sizes).zip(corners) {
            let corner = corner + Point::new(scene.board.x, scene.board.y);
            let region = Region::new(corner.x, corner.y, size.width, size.height);
            let (board, is_selected) = self.draw_board(rng, &mut scene.canvas, board, region, tile);
            drawn.push(board);
            has_selected |= is_selected;
        }
        Drawing { canvas: scene.canvas, boards: drawn, background: scene.background, has_selected }
    }

    /// Draws a board into its region, and what is over it; returns it, and whether tiles are selected.
    fn draw_board(
        &self,
        rng: &mut Random,
        canvas: &mut Canvas,
        board: &Board,
        region: Region,
        tile: f32,
    ) -> (DrawnBoard, bool) {
        let shape = board.shape();
        let pitch = self.pitch(tile);
        let (corner, size) = bounds(shape, pitch);
        let wider = region.width - size.width;
        let origin = (region.x + wider / 2.0 - corner.x, region.y - corner.y);
        let layout = Layout::new(shape.clone(), origin, (pitch.width, pitch.height));
        let mut tiles = place(board, &layout, &self.appearance);
        if self.kind == Kind::Turned {
            tiles.iter_mut().for_each(|tile| tile.quarters = rng.below(4) as u8);
        }
        if self.kind == Kind::Falling {
            let_fall(rng, &mut tiles, shape, pitch.height);
        }
        if self.kind == Kind::Selected && rng.chance(0.5) {
            gather_gems(rng, &mut tiles, shape);
        }
        let has_odd = self.kind == Kind::Selected && rng.chance(0.35);
        if has_odd {
            scatter_odd(rng, &mut tiles, shape);
        }
        let is_selected = !has_odd && (self.kind == Kind::Selected || rng.chance(0.15));
        let selected = if is_selected { select(rng, &mut tiles, shape) } else { Vec::new() };
        paint(canvas, &tiles, &self.appearance, tile, region);
        draw_over(rng, canvas, &tiles, &selected, tile);
        if self.kind == Kind::Covered {
            cover(rng, canvas, &mut tiles, region, tile);
        }
        (DrawnBoard { layout, tiles }, !selected.is_empty())
    }

    /// The distances of neighboring tiles that are `tile` pixels high.
    fn pitch(&self, tile: f32) -> Extent {
        let style = &self.appearance.style;
        Extent { width: tile * style.pitch * style.stretch, height: tile }
    }

    /// The size in pixels of a board with tiles `tile` pixels high.
    fn size(&self, shape: &Shape, tile: f32) -> Extent {
        let pitch = self.pitch(tile);
        let (_, size) = bounds(shape, pitch);
        // Hexagons are wider than their columns.
        let wider = (tile * self.appearance.style.stretch * self.appearance.tile_width() - pitch.width).max(0.0);
        Extent { width: size.width + wider, ..size }
    }

    /// What may make the picture hard: the name of each property, and its class.
    pub(crate) fn traits(&self, drawing: &Drawing) -> Vec<(&'static str, String)> {
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
            ("kind", self.kind.name().to_string()),
            ("letter", size.to_string()),
            ("letter/tile", height.to_string()),
            ("scheme", self.appearance.scheme.name().to_string()),
            ("fill", self.appearance.fill.to_string()),
            ("marks", self.appearance.marks.to_string()),
            ("letters", self.appearance.letters.to_string()),
            ("order", self.random_board.letters.to_string()),
            ("shape", self.random_board.family.to_string()),
            ("setting", self.setting.name().to_string()),
            ("background", drawing.background.to_string()),
            ("several letters", yes(self.random_board.several_letters).to_string()),
            ("selected", yes(drawing.has_selected).to_string()),
            ("typeface", font),
        ]);
        traits
    }
}

/// The least tile in pixels on which letters of this font are readable.
fn least_tile(font: &Font, board: &RandomBoard) -> f32 {
    /// The least tile in the least heights of its letters: several letters are smaller than one.
    const SEVERAL_LETTERS: f32 = 5.0;
    const ONE_LETTER: f32 = 2.1;
    font.least * if board.several_letters { SEVERAL_LETTERS } else { ONE_LETTER }
}

/// The upper left corner of a board's cells, from the center of the first one, and their size.
fn bounds(shape: &Shape, pitch: Extent) -> (Point, Extent) {
    let (left, top, right, bottom) = Layout::new(shape.clone(), (0.0, 0.0), (pitch.width, pitch.height)).bounds();
    (Point::new(left, top), Extent { width: right - left, height: bottom - top })
}

/// Places for things of these sizes beside or below each other, in a random order, clearly apart for tiles of this
/// size; returns the size of all and their corners.
fn in_a_line(rng: &mut Random, sizes: &[Extent], tile: f32) -> (Extent, Vec<Point>) {
    if let [size] = sizes {
        return (*size, vec![Point::default()]);
    }
    let beside = rng.chance(0.6);
    let turned = |size: Extent| if beside { size } else { Extent { width: size.height, height: size.width } };
    let depth = sizes.iter().map(|&size| turned(size).height).fold(0.0, f32::max);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    rng.shuffle(&mut order);
    let mut corners = vec![Point::default(); sizes.len()];
    let mut end = 0.0;
    for (n, id) in order.into_iter().enumerate() {
        if n > 0 {
            end += rng.between(1.2, 3.0) * tile;
        }
        let Extent { width, height } = turned(sizes[id]);
        let aside = rng.between(0.0, 1.0) * (depth - height);
        corners[id] = if beside { Point::new(end, aside) } else { Point::new(aside, end) };
        end += width;
    }
    (turned(Extent { width: end, height: depth }), corners)
}

/// One picture with two drawings beside or below each other; the boards of the first come first.
fn side_by_side(rng: &mut Random, one: Drawing, other: Drawing) -> Drawing {
    /// The distance of two windows is 1 to 3 times this, in pixels.
    const GAP: f32 = 10.0;
    let size = |drawing: &Drawing| {
        let (width, height) = drawing.canvas.picture.dimensions();
        Extent { width: width as f32, height: height as f32 }
    };
    let (total, corners) = in_a_line(rng, &[size(&one), size(&other)], GAP);
    let color = one.canvas.picture.get_pixel(0, 0).0;
    let (width, height) = (total.width.ceil() as u32, total.height.ceil() as u32);
    let mut canvas = Canvas::new(width, height, [color[0], color[1], color[2]], one.canvas.typeface.clone());
    let mut boards = Vec::new();
    for (drawing, corner) in [&one, &other].into_iter().zip(&corners) {
        image::imageops::replace(&mut canvas.picture, &drawing.canvas.picture, corner.x as i64, corner.y as i64);
    }
    for (drawing, corner) in [one.boards, other.boards].into_iter().zip(corners) {
        let offset = Point::new(corner.x.floor(), corner.y.floor());
        boards.extend(drawing.into_iter().map(|board| board.moved(offset)));
    }
    Drawing { canvas, boards, background: one.background, has_selected: one.has_selected }
}

impl DrawnBoard {
    /// The same board elsewhere.
    pub(crate) fn moved(mut self, offset: Point) -> DrawnBoard {
        for tile in &mut self.tiles {
            tile.center = tile.center + offset;
            tile.ink = Region { x: tile.ink.x + offset.x, y: tile.ink.y + offset.y, ..tile.ink };
        }
        let (x, y) = self.layout.shape().cells().next().map_or((0.0, 0.0), |cell| self.layout.center(cell));
        let origin = (x + offset.x, y + offset.y);
        DrawnBoard { layout: Layout::new(self.layout.shape().clone(), origin, self.layout.pitch()), ..self }
    }
}

/// Draws arrows along the selected tiles, and a pointer that hides no letter.
fn draw_over(rng: &mut Random, canvas: &mut Canvas, tiles: &[DrawnTile], selected: &[Point], tile: f32) {
    if !selected.is_empty() && rng.chance(0.7) {
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
