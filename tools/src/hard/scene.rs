//! What surrounds a board: its game, windows, a phone's screen, a desktop.

use crate::Extent;
use crate::hard::appearance::{Appearance, Scheme};
use crate::hard::apps::{desktop, frame, icon};
use crate::hard::background::{Detail, background};
use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::UiTheme;
use crate::hard::kind::Kind;
use crate::hard::random::Random;
use crate::hard::words::{button, status, word};
use hexlex::pixels::{Point, mix};
use hexlex::typeface::Typeface;

/// What kind of picture it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    /// The board and a margin.
    Bare,
    /// A game with panels beside its board.
    Game,
    /// Such a game in a window on a desktop.
    Window,
    /// A phone held upright.
    Phone,
    /// A small window on a large desktop with other windows.
    Desktop,
}

impl Setting {
    /// All settings with their weights.
    const ALL: [(Setting, u32); 5] =
        [(Setting::Bare, 14), (Setting::Game, 40), (Setting::Window, 18), (Setting::Phone, 14), (Setting::Desktop, 14)];

    /// A random setting for a kind of board: a phone and a small window have no room for many rows.
    pub(crate) fn random(rng: &mut Random, kind: Kind) -> Setting {
        let count = if kind == Kind::Tall { 3 } else { Setting::ALL.len() };
        rng.weighted(&Setting::ALL[..count])
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Setting::Bare => "bare",
            Setting::Game => "game",
            Setting::Window => "window",
            Setting::Phone => "phone",
            Setting::Desktop => "desktop",
        }
    }

    /// A random height of a tile in pixels, for a board of this size in tiles.
    pub(crate) fn tile(self, rng: &mut Random, board: Extent) -> f32 {
        /// The least and the largest tile, in pixels.
        const LEAST: f32 = 20.0;
        const LARGEST: f32 = 200.0;
        /// The largest board, in pixels.
        const BOARD: Extent = Extent { width: 1500.0, height: 1300.0 };
        let most = (BOARD.width / board.width).min(BOARD.height / board.height).min(LARGEST);
        let tile = match self {
            Setting::Phone => {
                let width = *rng.pick(&[720.0, 1080.0, 1080.0, 1080.0, 1170.0]);
                (width * rng.between(0.82, 0.97) / board.width).min(2.0 * most)
            }
            Setting::Desktop => rng.between(0.0, 1.0).mul_add(45.0, LEAST).min(700.0 / board.width.max(board.height)),
            // The logarithm of the size is uniform: doublings are as frequent as halvings.
            _ => LEAST * (most / LEAST).max(1.0).powf(rng.between(0.0, 1.0)),
        };
        tile.max(LEAST)
    }
}

/// A picture without the tiles, and the region for them.
pub(crate) struct Scene {
    pub(crate) canvas: Canvas,
    /// The bounds of the board's cells.
    pub(crate) board: Region,
    /// The kind of background behind the board.
    pub(crate) background: &'static str,
}

/// The depths of the panels beside a board, in pixels; 0 where there is none.
#[derive(Debug, Clone, Copy, Default)]
struct Panels {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl Panels {
    /// Random panels for a board of this size in pixels.
    fn random(rng: &mut Random, setting: Setting, tile: f32, board: Extent) -> Panels {
        if setting == Setting::Bare {
            return Panels::default();
        }
        let mut panel = |probability: f32, low: f32, high: f32, size: f32| match rng.chance(probability) {
            true => rng.between(low, high).max(90.0 / size) * size,
            false => 0.0,
        };
        let sides = if setting == Setting::Phone { 0.0 } else { 0.4 };
        let size = tile.min(board.width / 5.0).min(board.height / 5.0);
        Panels {
            left: panel(sides, 2.0, 5.0, size),
            right: panel(sides, 2.0, 5.0, size),
            top: panel(0.7, 0.7, 2.2, size),
            bottom: panel(0.5, 0.7, 2.0, size),
        }
    }

    /// The size of the game: board, margins and panels.
    fn around(&self, board: Extent, margin: f32) -> Extent {
        Extent {
            width: board.width + 2.0 * margin + self.left + self.right,
            height: board.height + 2.0 * margin + self.top + self.bottom,
        }
    }
}

impl Scene {
    /// Draws everything around a board of this size in pixels.
    pub(crate) fn draw(
        rng: &mut Random,
        setting: Setting,
        board: Extent,
        tile: f32,
        appearance: &Appearance,
        typeface: &Typeface,
    ) -> Scene {
        let margin = rng.between(0.25, 0.9) * tile;
        let mut panels = Panels::random(rng, setting, tile, board);
        if setting == Setting::Phone {
            // An upright screen, the board anywhere between its upper and its lower end.
            let game = panels.around(board, margin);
            let free = (game.width * rng.between(1.8, 2.2) - game.height).max(0.0);
            let above = rng.between(0.2, 0.8) * free;
            panels.top += above;
            panels.bottom += free - above;
        }
        let game = panels.around(board, margin);
        let (mut canvas, inside) = canvas_for(rng, setting, game, appearance, typeface);
        let (x, y) = (inside.x + panels.left + margin, inside.y + panels.top + margin);
        let board = Region::new(x, y, board.width, board.height);
        let detail = if appearance.scheme == Scheme::Outlined { Detail::Faint } else { Detail::Any };
        let background = background(&mut canvas, rng, inside, appearance.background, tile, detail);
        let theme = UiTheme::random(rng);
        let (top, rest) = inside.split_top(panels.top);
        let (rest, bottom) = rest.split_top(rest.height - panels.bottom);
        let (left, rest) = rest.split_left(panels.left);
        let (_, right) = rest.split_left(rest.width - panels.right);
        for panel in [top, bottom, left, right] {
            draw_panel(&mut canvas, rng, panel, tile, theme);
        }
        Scene { canvas, board, background }
    }
}

/// A canvas with everything outside the game, and the game's region on it.
fn canvas_for(
    rng: &mut Random,
    setting: Setting,
    game: Extent,
    appearance: &Appearance,
    typeface: &Typeface,
) -> (Canvas, Region) {
    /// What the frame of a window adds to the game's size, in pixels.
    const FRAME: Extent = Extent { width: 2.0, height: 32.0 };
    let canvas = |size: Extent| {
        Canvas::new(size.width.ceil() as u32, size.height.ceil() as u32, appearance.background, typeface.clone())
    };
    let window = Extent { width: game.width + FRAME.width, height: game.height + FRAME.height };
    let screen = match setting {
        Setting::Bare | Setting::Game | Setting::Phone => {
            let canvas = canvas(game);
            let region = canvas.region();
            return (canvas, region);
        }
        Setting::Window if rng.chance(0.4) => window,
        Setting::Window => {
            Extent { width: window.width * rng.between(1.05, 1.6), height: window.height * rng.between(1.05, 1.4) }
        }
        Setting::Desktop => {
            let (width, height) = *rng.pick(&[(1366.0, 768.0), (1920.0, 1080.0), (1920.0, 1080.0), (2560.0, 1440.0)]);
            Extent { width: f32::max(width, window.width * 1.1), height: f32::max(height, window.height * 1.1) }
        }
    };
    let mut canvas = canvas(screen);
    let text = rng.between(8.0, 12.0);
    if screen != window {
        let region = canvas.region();
        desktop(&mut canvas, rng, region, text);
    }
    let x = rng.between(0.0, 1.0) * (screen.width - window.width);
    let y = rng.between(0.0, 1.0) * (screen.height - window.height);
    let region = Region::new(x.round(), y.round(), window.width, window.height);
    let mut inside = frame(&mut canvas, rng, region, 10.0);
    inside.height = game.height;
    (canvas, inside)
}

/// Draws a panel with text, buttons and icons.
fn draw_panel(canvas: &mut Canvas, rng: &mut Random, panel: Region, tile: f32, theme: UiTheme) {
    /// A panel less deep than this, in pixels, is not drawn: nothing in it would be readable.
    const LEAST: f32 = 24.0;
    let depth = panel.width.min(panel.height);
    if depth < LEAST {
        return;
    }
    if rng.chance(0.7) {
        match rng.below(3) {
            0 => canvas.block(panel, 0.0, theme.panel),
            1 => canvas.gradient(panel, 0.0, theme.background, theme.panel),
            _ => {
                canvas.block(panel.inset(4.0), 8.0, theme.panel);
                canvas.border(panel.inset(4.0), 8.0, 2.0, mix(theme.panel, theme.ink, 0.3));
            }
        }
    } else {
        // Text needs a color that it has contrast to.
        canvas.block(panel.inset(depth * 0.1), 6.0, theme.panel);
    }
    let upright = panel.height > panel.width;
    let unit = (0.7 * tile).min(depth).clamp(LEAST, 90.0);
    let inside = panel.inset(0.12 * depth);
    let long = if upright { inside.height } else { inside.width };
    let slots = ((long / (unit * if upright { 1.3 } else { 4.0 })) as usize).clamp(1, 9);
    for n in 0..slots {
        let slot = if upright { inside.cell(1, slots, 0, n) } else { inside.cell(slots, 1, n, 0) };
        draw_item(canvas, rng, slot, unit, theme);
    }
}

/// Draws one item of a panel, `unit` pixels high: text, a button, an icon, a bar, a list of words, or nothing.
fn draw_item(canvas: &mut Canvas, rng: &mut Random, slot: Region, unit: f32, theme: UiTheme) {
    let text = (0.38 * unit).min(0.5 * slot.height);
    let widest = 0.9 * slot.width;
    match rng.below(10) {
        0..=3 => canvas.text_in(&status(rng), slot.center(), text, widest, theme.ink),
        4 | 5 => {
            let center = slot.center();
            let (width, height) = (widest.min(5.0 * unit), (0.9 * unit).min(0.9 * slot.height));
            let plate = Region::new(center.x - width / 2.0, center.y - height / 2.0, width, height);
            canvas.block(plate, 0.25 * height, theme.accent);
            canvas.text_in(&button(rng), center, 0.4 * height, 0.85 * width, theme.on_accent);
        }
        6 => icon(canvas, rng, slot.center(), 0.4 * unit.min(slot.height)),
        7 => {
            let bar = Region::new(slot.x, slot.center().y - 0.15 * unit, widest, 0.3 * unit);
            canvas.block(bar, 0.15 * unit, mix(theme.panel, theme.ink, 0.2));
            let filled = Region { width: bar.width * rng.between(0.1, 0.9), ..bar };
            canvas.block(filled, 0.15 * unit, theme.accent);
        }
        8 => {
            let step = 1.9 * 0.6 * text;
            for n in 0..(slot.height / step) as usize {
                let line = format!("{} {}", word(rng).to_uppercase(), rng.below(300));
                let corner = Point::new(slot.x, slot.y + n as f32 * step);
                canvas.text(&line, corner, 0.6 * text, widest, theme.ink);
            }
        }
        _ => {}
    }
}
