//! Where a board stands, and what stands around it.

use crate::apps::{desktop, frame, icon};
use crate::colors::Palette;
use crate::dice::Dice;
use crate::ground::ground;
use crate::look::{Dress, Scheme};
use crate::pen::{Area, Pen};
use crate::words::{button, status, word};
use hexlex::pixels::mix;
use hexlex::typeface::Typeface;

/// What kind of picture it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Little but the board.
    Bare,
    /// A game with what belongs to it.
    Game,
    /// Such a game in a window on a desktop.
    Window,
    /// A phone held upright.
    Phone,
    /// A small window on a large desktop full of others.
    Desktop,
}

impl Setting {
    /// How often each is drawn.
    pub(crate) const ALL: [(Setting, u32); 5] =
        [(Setting::Bare, 14), (Setting::Game, 40), (Setting::Window, 18), (Setting::Phone, 14), (Setting::Desktop, 14)];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Setting::Bare => "bare",
            Setting::Game => "game",
            Setting::Window => "window",
            Setting::Phone => "phone",
            Setting::Desktop => "desktop",
        }
    }

    /// The height of a tile in pixels, for a board this many tiles wide and high.
    pub(crate) fn tile(self, dice: &mut Dice, (wide, high): (f32, f32)) -> f32 {
        /// The smallest and the largest tile, and how large the board itself may be.
        const TILES: (f32, f32) = (20.0, 200.0);
        const BOARD: (f32, f32) = (1500.0, 1300.0);
        let most = (BOARD.0 / wide).min(BOARD.1 / high).min(TILES.1);
        let tile = match self {
            Setting::Phone => {
                let width = *dice.pick(&[720.0, 1080.0, 1080.0, 1080.0, 1170.0]);
                (width * dice.between(0.82, 0.97) / wide).min(2.0 * most)
            }
            Setting::Desktop => dice.between(0.0, 1.0).mul_add(45.0, TILES.0).min(700.0 / wide.max(high)),
            // As many doublings of the size as halvings.
            _ => TILES.0 * (most / TILES.0).max(1.0).powf(dice.between(0.0, 1.0)),
        };
        tile.max(TILES.0)
    }
}

/// A picture all but the tiles, and where they go.
pub(crate) struct Scene {
    pub(crate) pen: Pen,
    /// The bounds of the cells.
    pub(crate) board: Area,
    /// What is behind the board.
    pub(crate) ground: &'static str,
}

/// Draws everything around a board of this size in pixels.
pub(crate) fn scene(
    dice: &mut Dice,
    setting: Setting,
    (width, height): (f32, f32),
    tile: f32,
    dress: &Dress,
    typeface: &Typeface,
) -> Scene {
    let margin = dice.between(0.25, 0.9) * tile;
    let mut strips = strips(dice, setting, tile, (width, height));
    let game = (width + 2.0 * margin + strips[0] + strips[1], height + 2.0 * margin + strips[2] + strips[3]);
    if setting == Setting::Phone {
        // Upright, with the board anywhere between its bars.
        let free = (game.0 * dice.between(1.8, 2.2) - game.1).max(0.0);
        let above = dice.between(0.2, 0.8) * free;
        strips[2] += above;
        strips[3] += free - above;
    }
    let game = (width + 2.0 * margin + strips[0] + strips[1], height + 2.0 * margin + strips[2] + strips[3]);
    let (mut pen, inside) = place(dice, setting, game, dress, typeface);
    let board = Area::new(inside.x + strips[0] + margin, inside.y + strips[2] + margin, width, height);
    let quiet = dress.scheme == Scheme::Outlined;
    let ground = ground(&mut pen, dice, inside, dress.ground, tile, quiet);
    let palette = Palette::any(dice);
    let (top, rest) = inside.cut(strips[2]);
    let (rest, bottom) = rest.cut(rest.h - strips[3]);
    let (left, rest) = rest.cut_left(strips[0]);
    let (_, right) = rest.cut_left(rest.w - strips[1]);
    for strip in [top, bottom, left, right] {
        furnish(&mut pen, dice, strip, tile, palette);
    }
    Scene { pen, board, ground }
}

/// How deep the panels are: left, right, top, bottom.
fn strips(dice: &mut Dice, setting: Setting, tile: f32, (width, height): (f32, f32)) -> [f32; 4] {
    if setting == Setting::Bare {
        return [0.0; 4];
    }
    let mut side = |share: f32, low: f32, high: f32, size: f32| match dice.chance(share) {
        true => dice.between(low, high).max(90.0 / size) * size,
        false => 0.0,
    };
    let sides = if setting == Setting::Phone { 0.0 } else { 0.4 };
    let size = tile.min(width / 5.0).min(height / 5.0);
    [side(sides, 2.0, 5.0, size), side(sides, 2.0, 5.0, size), side(0.7, 0.7, 2.2, size), side(0.5, 0.7, 2.0, size)]
}

/// The canvas, and where on it the game is.
fn place(dice: &mut Dice, setting: Setting, game: (f32, f32), dress: &Dress, typeface: &Typeface) -> (Pen, Area) {
    /// What the frame of a window adds.
    const FRAME: (f32, f32) = (2.0, 32.0);
    let pen = |w: f32, h: f32| Pen::new(w.ceil() as u32, h.ceil() as u32, dress.ground, typeface.clone());
    let (w, h) = (game.0 + FRAME.0, game.1 + FRAME.1);
    let screen = match setting {
        Setting::Bare | Setting::Game | Setting::Phone => {
            let pen = pen(game.0, game.1);
            let area = pen.area();
            return (pen, area);
        }
        Setting::Window if dice.chance(0.4) => (w, h),
        Setting::Window => (w * dice.between(1.05, 1.6), h * dice.between(1.05, 1.4)),
        Setting::Desktop => {
            let (a, b) = *dice.pick(&[(1366.0, 768.0), (1920.0, 1080.0), (1920.0, 1080.0), (2560.0, 1440.0)]);
            (f32::max(a, w * 1.1), f32::max(b, h * 1.1))
        }
    };
    let mut pen = pen(screen.0, screen.1);
    let text = dice.between(8.0, 12.0);
    if screen != (w, h) {
        let area = pen.area();
        desktop(&mut pen, dice, area, text);
    }
    let (x, y) = (dice.between(0.0, 1.0) * (screen.0 - w), dice.between(0.0, 1.0) * (screen.1 - h));
    let mut inside = frame(&mut pen, dice, Area::new(x.round(), y.round(), w, h), 10.0);
    inside.h = game.1;
    (pen, inside)
}

/// A strip of panels, text and buttons.
fn furnish(pen: &mut Pen, dice: &mut Dice, strip: Area, tile: f32, palette: Palette) {
    /// A strip less deep than this, in pixels, stays empty.
    const LEAST: f32 = 24.0;
    if strip.w.min(strip.h) < LEAST {
        return;
    }
    if dice.chance(0.7) {
        match dice.below(3) {
            0 => pen.block(strip, 0.0, palette.panel),
            1 => pen.slope(strip, 0.0, palette.ground, palette.panel),
            _ => {
                pen.block(strip.inset(4.0), 8.0, palette.panel);
                pen.border(strip.inset(4.0), 8.0, 2.0, mix(palette.panel, palette.ink, 0.3));
            }
        }
    } else {
        // Text straight on the background would need that background's colors.
        pen.block(strip.inset(strip.w.min(strip.h) * 0.1), 6.0, palette.panel);
    }
    let upright = strip.h > strip.w;
    let unit = (0.7 * tile).min(strip.w.min(strip.h)).clamp(LEAST, 90.0);
    let inside = strip.inset(0.12 * strip.w.min(strip.h));
    let long = if upright { inside.h } else { inside.w };
    let slots = ((long / (unit * if upright { 1.3 } else { 4.0 })) as usize).clamp(1, 9);
    for n in 0..slots {
        let slot = if upright { inside.cell(1, slots, 0, n) } else { inside.cell(slots, 1, n, 0) };
        item(pen, dice, slot, unit, palette);
    }
}

/// One thing beside the board.
fn item(pen: &mut Pen, dice: &mut Dice, slot: Area, unit: f32, palette: Palette) {
    let text = (0.38 * unit).min(0.5 * slot.h);
    let room = 0.9 * slot.w;
    match dice.below(10) {
        0..=3 => pen.text_in(&status(dice), slot.center(), text, room, palette.ink),
        4 | 5 => {
            let (x, y) = slot.center();
            let (w, h) = (room.min(5.0 * unit), (0.9 * unit).min(0.9 * slot.h));
            pen.block(Area::new(x - w / 2.0, y - h / 2.0, w, h), 0.25 * h, palette.accent);
            pen.text_in(&button(dice), (x, y), 0.4 * h, 0.85 * w, palette.on_accent);
        }
        6 => icon(pen, dice, slot.center(), 0.4 * unit.min(slot.h)),
        7 => {
            let bar = Area::new(slot.x, slot.center().1 - 0.15 * unit, room, 0.3 * unit);
            pen.block(bar, 0.15 * unit, mix(palette.panel, palette.ink, 0.2));
            pen.block(Area { w: bar.w * dice.between(0.1, 0.9), ..bar }, 0.15 * unit, palette.accent);
        }
        8 => {
            let step = 1.9 * 0.6 * text;
            for n in 0..(slot.h / step) as usize {
                let says = format!("{} {}", word(dice).to_uppercase(), dice.below(300));
                pen.text(&says, (slot.x, slot.y + n as f32 * step), 0.6 * text, room, palette.ink);
            }
        }
        _ => {}
    }
}
