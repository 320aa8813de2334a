//! The picture of the correction window: each tile as the game shows it above what was read, and a line that says what to do.

use super::editor::{Editor, EditorResponse};
use super::view::{BoardView, TileView};
use crate::console::counted;
use hexlex::paint::canvas::{Canvas, Scale, solid};
use hexlex::pixels::{Bounds, Point, Rgb, Size};
use hexlex::typeface::Typeface;
use image::imageops::{FilterType, replace, resize};
use image::{Rgba, RgbaImage};
use tiny_skia::Path;

/// The width of a tile in pixels. Smaller, the letters of the game are hard to compare with what was read; larger, the window
/// of a large board leaves the screen. Chosen by hand.
const TILE: f32 = 46.0;
/// The largest width of all tiles in pixels: tiles of larger boards are smaller.
const WIDEST: f32 = 900.0;
/// The height of a tile with the strip below it that has what was read, in tiles.
const SLOT: f32 = 1.46;
/// The width of the picture of a tile, in tiles: less than its distance to the next one.
const PICTURE: f32 = 0.94;
/// The distance of the tiles to the edge of the window, in pixels.
const MARGIN: f32 = 14.0;
/// The height of the text below the tiles in pixels, and its least width.
const FOOTER: f32 = 62.0;
const LEAST_WIDTH: f32 = 430.0;

const GROUND: Rgb = [30, 26, 42];
const TEXT: Rgb = [244, 240, 250];
const PALE: Rgb = [172, 164, 190];
/// The colors of doubtful tiles and of the chosen one, as in the overlay.
const DOUBTFUL: Rgb = [255, 214, 64];
const CHOSEN: Rgb = [255, 60, 214];
const ERROR: Rgb = [255, 120, 96];

/// Where the tiles are in the window.
struct Places {
    tile: f32,
}

impl Places {
    fn of(view: &BoardView) -> Places {
        Places { tile: TILE.min(WIDEST / view.size.x.max(1.0)).min(WIDEST / (SLOT * view.size.y.max(1.0))) }
    }

    fn size(&self, view: &BoardView) -> Size {
        let width = (view.size.x * self.tile + 2.0 * MARGIN).max(LEAST_WIDTH);
        let height = view.size.y * self.tile * SLOT + 2.0 * MARGIN + FOOTER;
        Size::new(width.ceil() as u32, height.ceil() as u32)
    }

    /// The left edge of the tiles, which are in the middle of the window.
    fn left(&self, view: &BoardView) -> f32 {
        (self.size(view).width as f32 - view.size.x * self.tile) / 2.0
    }

    /// The slot of a tile: its picture with the strip.
    fn slot(&self, view: &BoardView, tile: &TileView) -> Bounds {
        let center = Point::new(self.left(view) + tile.center.x * self.tile, MARGIN + tile.center.y * self.tile * SLOT);
        Bounds::centered(center, PICTURE * self.tile, self.tile * (SLOT - 1.0 + PICTURE))
    }
}

impl Editor {
    /// The size of its picture.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(in crate::watch) fn size(&self) -> Size {
        Places::of(&self.view).size(&self.view)
    }

    /// Chooses the tile at this point of the picture.
    pub(in crate::watch) fn click(&mut self, at: Point) -> EditorResponse {
        let places = Places::of(&self.view);
        let left = places.left(&self.view);
        self.choose(Point::new((at.x - left) / places.tile, (at.y - MARGIN) / (places.tile * SLOT)))
    }

    /// Its picture.
    pub(in crate::watch) fn draw(&self) -> RgbaImage {
        let places = Places::of(&self.view);
        let size = places.size(&self.view);
        let [r, g, b] = GROUND;
        let mut picture = RgbaImage::from_pixel(size.width, size.height, Rgba([r, g, b, u8::MAX]));
        for tile in &self.view.tiles {
            let slot = places.slot(&self.view, tile);
            let side = slot.width.round().max(1.0) as u32;
            if tile.picture.width() > 0 && tile.picture.height() > 0 {
                let scaled = resize(&tile.picture, side, side, FilterType::Triangle);
                replace(&mut picture, &scaled, slot.x.round() as i64, slot.y.round() as i64);
            }
        }
        if let Some(mut canvas) = Canvas::over(&mut picture, Scale::uniform(1.0)) {
            let typeface = Typeface::embedded();
            for n in 0..self.view.tiles.len() {
                self.draw_tile(&mut canvas, &typeface, &places, n);
            }
            self.draw_footer(&mut canvas, &typeface, size);
        }
        picture
    }

    /// Draws what was read of a tile below it, and its ring.
    fn draw_tile(&self, canvas: &mut Canvas<'_>, typeface: &Typeface, places: &Places, n: usize) {
        let tile = &self.view.tiles[n];
        let slot = places.slot(&self.view, tile);
        let strip = Bounds { y: slot.y + slot.width, height: slot.height - slot.width, ..slot };
        let (is_doubtful, is_chosen) = (self.view.doubtful.contains(&n), n == self.chosen);
        let typed = Some(&self.typed).filter(|typed| is_chosen && !typed.is_empty());
        let text = match (typed, tile.text.is_empty()) {
            (Some(typed), _) => format!("{typed}_"),
            (None, true) => "?".to_string(),
            (None, false) if is_doubtful => format!("{} ?", tile.text),
            (None, false) => tile.text.clone(),
        };
        let color = match (typed, is_doubtful) {
            (Some(_), _) => CHOSEN,
            (None, true) => DOUBTFUL,
            (None, false) => TEXT,
        };
        let height = 0.56 * strip.height;
        canvas.fill(typeface.centered(&text, strip.center(), height, 0.92 * strip.width), solid(color, 1.0));
        let ring = slot.rounded(4.0);
        match (is_chosen, is_doubtful) {
            (true, _) => canvas.stroke(ring, 3.0, solid(CHOSEN, 1.0)),
            (false, true) => canvas.stroke(ring, 1.6, solid(DOUBTFUL, 0.9)),
            (false, false) => {}
        }
    }

    fn draw_footer(&self, canvas: &mut Canvas<'_>, typeface: &Typeface, size: Size) {
        let (width, top) = (size.width as f32, size.height as f32 - FOOTER);
        let mut line = |text: &str, y: f32, height: f32, color: Rgb| {
            let outline = typeface.centered(text, Point::new(width / 2.0, top + y), height, width - 2.0 * MARGIN);
            canvas.fill(outline as Option<Path>, solid(color, 1.0));
        };
        match &self.error {
            Some(error) => line(error, 12.0, 13.0, ERROR),
            None => line(&self.description(), 12.0, 13.0, TEXT),
        }
        line("type what the tile says: all that look so are read so at once", 33.0, 10.0, PALE);
        line("arrows or click: another tile · Tab: next doubtful one · Esc: close", 50.0, 10.0, PALE);
    }

    /// What was read of the chosen tile.
    fn description(&self) -> String {
        let Some(tile) = self.view.tiles.get(self.chosen) else { return "no board to correct".to_string() };
        let read = if tile.text.is_empty() { "unreadable".to_string() } else { format!("read as {}", tile.text) };
        let instead = tile.instead.as_ref().map_or(String::new(), |instead| format!(", perhaps {instead}"));
        let count = counted(self.view.doubtful.len(), "doubtful tile");
        format!("line {}, tile {}: {read}{instead}   ({count})", tile.cell.line + 1, tile.cell.index + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::editor::EditorKey;
    use super::super::editor::tests::view;
    use super::*;
    use std::time::Instant;

    #[test]
    fn tiles_are_drawn_where_they_are_clicked() {
        let mut editor = Editor::new(view());
        let places = Places::of(&editor.view);
        for n in [0, 4, 6, 2] {
            let slot = places.slot(&editor.view, &editor.view.tiles[n]);
            editor.click(Point::new(slot.center().x, slot.bottom() - 2.0));
            assert_eq!(editor.chosen, n);
            let picture = editor.draw();
            assert_eq!(Size::from(picture.dimensions()), editor.size());
            let at = |x: f32, y: f32| picture.get_pixel(x as u32, y as u32).0;
            assert_eq!(at(slot.center().x, slot.y + 8.0), [200, 180, 120, 255], "the tile of the game");
            let [r, g, b] = CHOSEN;
            assert_eq!(at(slot.center().x, slot.bottom()), [r, g, b, 255], "the ring of the chosen tile");
        }
        let before = editor.draw();
        editor.press(EditorKey::Character('w'), Instant::now());
        assert!(editor.draw() != before, "what is typed is shown");
    }

    #[test]
    fn large_boards_fit() {
        let mut large = view();
        large.size = Point::new(40.0, 40.0);
        let size = Editor::new(large).size();
        assert!(size.width <= 960 && size.height <= 1000, "{size}");
        let empty = BoardView { tiles: Vec::new(), size: Point::new(0.0, 0.0), doubtful: Vec::new() };
        assert!(Editor::new(empty).draw().width() > 0);
    }
}
