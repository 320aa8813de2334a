//! The correction window without a window: which tile is chosen, what is typed, and what follows from it.

use super::view::BoardView;
use crate::args::FixArg;
use hexlex::board::{Cell, Face};
use hexlex::pixels::Point;
use std::time::{Duration, Instant};

/// How long after a letter further ones belong to the same tile, as in Qu. Shorter: Qu becomes Q and then U; longer: the
/// correction comes later. Chosen by hand.
const TYPING: Duration = Duration::from_millis(600);
/// The most letters of a tile that can be typed. The longest tiles of the games that hexlex knows, as SUB-, have four; more
/// leave the strip below the tile. Chosen by hand.
const MOST_LETTERS: usize = 6;
/// What a step off the asked direction costs, relative to one along it, where an arrow chooses the next tile. Smaller: arrows
/// jump to other lines; larger: they stop at the end of a staggered line. Chosen by hand.
const ASIDE: f32 = 1.5;
/// How much further off the asked direction than along it a tile may be: half a tile beside another column is at 0.5. Larger: up
/// from the topmost tile of a column goes to the next column. Chosen by hand.
const FLATTEST: f32 = 1.5;

/// A key, whichever system it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::watch) enum EditorKey {
    Left,
    Right,
    Up,
    Down,
    /// To the next doubtful tile.
    Next,
    Backspace,
    Close,
    Character(char),
}

/// What follows from a key, a click or the time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::watch) struct EditorResponse {
    /// A tile that is corrected.
    pub(in crate::watch) fix: Option<FixArg>,
    pub(in crate::watch) closes: bool,
}

/// The state of the correction window.
pub(in crate::watch) struct Editor {
    pub(super) view: BoardView,
    /// The index of the chosen tile.
    pub(super) chosen: usize,
    /// What was typed and is not a correction yet.
    pub(super) typed: String,
    typed_at: Option<Instant>,
    /// Why what was typed is no correction.
    pub(super) error: Option<String>,
}

impl Editor {
    /// The editor of a board, with its most doubtful tile chosen.
    pub(in crate::watch) fn new(view: BoardView) -> Editor {
        let chosen = view.doubtful.first().copied().unwrap_or(0);
        Editor { view, chosen, typed: String::new(), typed_at: None, error: None }
    }

    /// Shows another reading of the board, or another board; the same place stays chosen.
    pub(in crate::watch) fn update(&mut self, view: BoardView) {
        let cell = self.cell();
        self.view = view;
        self.chosen = self.view.tiles.iter().position(|tile| Some(tile.cell) == cell).unwrap_or(0);
    }

    fn cell(&self) -> Option<Cell> {
        self.view.tiles.get(self.chosen).map(|tile| tile.cell)
    }

    /// When [`tick`](Editor::tick) has something to do.
    pub(in crate::watch) fn deadline(&self) -> Option<Instant> {
        self.typed_at.map(|at| at + TYPING)
    }

    /// What was typed a while ago is a correction.
    pub(in crate::watch) fn tick(&mut self, now: Instant) -> EditorResponse {
        let is_due = self.deadline().is_some_and(|at| at <= now);
        EditorResponse { fix: if is_due { self.take_fix() } else { None }, closes: false }
    }

    pub(in crate::watch) fn press(&mut self, key: EditorKey, now: Instant) -> EditorResponse {
        let mut response = EditorResponse::default();
        match key {
            EditorKey::Left => response.fix = self.step(Point::new(-1.0, 0.0)),
            EditorKey::Right => response.fix = self.step(Point::new(1.0, 0.0)),
            EditorKey::Up => response.fix = self.step(Point::new(0.0, -1.0)),
            EditorKey::Down => response.fix = self.step(Point::new(0.0, 1.0)),
            EditorKey::Next => {
                let fix = self.take_fix();
                response.fix = fix;
                let next = self.view.doubtful.iter().position(|&tile| tile == self.chosen).map_or(0, |at| at + 1);
                let next = self.view.doubtful.get(next).or(self.view.doubtful.first());
                self.chosen = next.copied().unwrap_or(self.chosen);
            }
            EditorKey::Backspace => {
                self.typed.pop();
                self.typed_at = Some(now).filter(|_| !self.typed.is_empty());
            }
            EditorKey::Close if self.typed.is_empty() => response.closes = true,
            EditorKey::Close => (self.typed, self.typed_at) = (String::new(), None),
            EditorKey::Character(c) if is_part_of_a_face(c) && self.typed.chars().count() < MOST_LETTERS => {
                self.typed.extend(c.to_uppercase());
                (self.typed_at, self.error) = (Some(now), None);
            }
            EditorKey::Character(_) => {}
        }
        response
    }

    /// Chooses the tile at this point of the board, in tiles.
    pub(super) fn choose(&mut self, at: Point) -> EditorResponse {
        let is_there =
            |tile: &super::view::TileView| (tile.center.x - at.x).abs() <= 0.5 && (tile.center.y - at.y).abs() <= 0.5;
        let Some(tile) = self.view.tiles.iter().position(is_there) else { return EditorResponse::default() };
        let fix = self.take_fix();
        self.chosen = tile;
        EditorResponse { fix, closes: false }
    }

    /// Chooses the nearest tile in a direction.
    fn step(&mut self, direction: Point) -> Option<FixArg> {
        let fix = self.take_fix();
        let from = self.view.tiles.get(self.chosen)?.center;
        let cost = |center: Point| {
            let offset = center - from;
            let along = offset.x * direction.x + offset.y * direction.y;
            let aside = (offset.x * direction.y - offset.y * direction.x).abs();
            (along > aside / FLATTEST).then_some(along + ASIDE * aside)
        };
        let costs = self.view.tiles.iter().enumerate().filter_map(|(n, tile)| Some((n, cost(tile.center)?)));
        let nearest = costs.min_by(|a, b| a.1.total_cmp(&b.1));
        self.chosen = nearest.map_or(self.chosen, |(tile, _)| tile);
        fix
    }

    /// The correction that was typed, if it is one and not what was read anyway.
    fn take_fix(&mut self) -> Option<FixArg> {
        self.typed_at = None;
        let typed = std::mem::take(&mut self.typed);
        if typed.is_empty() {
            return None;
        }
        let tile = self.view.tiles.get(self.chosen)?;
        match Face::parse(&typed).filter(|face| *face != Face::Unreadable) {
            Some(face) => Some(FixArg { cell: tile.cell, face }),
            None => {
                self.error = Some(format!("expected letters as in V, Qu or -ER, found {typed}"));
                None
            }
        }
    }
}

/// Whether the text of a tile may have this character.
fn is_part_of_a_face(c: char) -> bool {
    c.is_alphabetic() || "-/*'".contains(c)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::view::TileView;
    use super::*;
    use image::RgbaImage;

    /// A view of staggered columns of two, three and two tiles, of which the last two are doubtful.
    pub(in super::super) fn view() -> BoardView {
        let tile = |line: usize, index: usize| TileView {
            cell: Cell { line, index },
            center: Point::new(line as f32 + 0.5, index as f32 + if line == 1 { 0.5 } else { 1.0 }),
            text: "V".to_string(),
            instead: Some("U".to_string()),
            picture: RgbaImage::from_pixel(8, 8, image::Rgba([200, 180, 120, 255])),
        };
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)];
        let tiles = cells.map(|(line, index)| tile(line, index)).into();
        BoardView { tiles, size: Point::new(3.0, 3.0), doubtful: vec![6, 5] }
    }

    fn fix(line: usize, index: usize, text: &str) -> Option<FixArg> {
        Some(FixArg { cell: Cell { line, index }, face: Face::parse(text).unwrap() })
    }

    fn chosen(editor: &Editor) -> (usize, usize) {
        let cell = editor.cell().unwrap();
        (cell.line, cell.index)
    }

    #[test]
    fn letters_are_a_correction_once_no_more_come() {
        let (mut editor, now) = (Editor::new(view()), Instant::now());
        assert_eq!(chosen(&editor), (2, 1), "the most doubtful tile");
        assert_eq!(editor.press(EditorKey::Character('q'), now), EditorResponse::default());
        editor.press(EditorKey::Character('u'), now + TYPING / 2);
        assert_eq!(editor.tick(now + TYPING), EditorResponse::default());
        assert_eq!(editor.tick(now + 2 * TYPING).fix, fix(2, 1, "Qu"));
        assert_eq!((editor.deadline(), editor.tick(now + 9 * TYPING).fix), (None, None));
        // Another tile ends the typing, too.
        editor.press(EditorKey::Character('e'), now);
        assert_eq!(editor.press(EditorKey::Next, now).fix, fix(2, 1, "E"));
        assert_eq!(chosen(&editor), (2, 0));
        editor.press(EditorKey::Character('x'), now);
        editor.press(EditorKey::Backspace, now);
        assert_eq!(editor.press(EditorKey::Next, now).fix, None);
        assert_eq!(chosen(&editor), (2, 1), "after the last doubtful tile comes the first");
    }

    #[test]
    fn arrows_and_clicks_choose_a_tile() {
        let (mut editor, now) = (Editor::new(view()), Instant::now());
        let mut press = |key| {
            editor.press(key, now);
            chosen(&editor)
        };
        assert_eq!(press(EditorKey::Up), (2, 0));
        assert_eq!(press(EditorKey::Up), (2, 0), "at the edge");
        assert_eq!(press(EditorKey::Left).0, 1);
        assert_eq!(press(EditorKey::Left).0, 0);
        editor.press(EditorKey::Character('a'), now);
        assert_eq!(editor.choose(Point::new(1.4, 2.6)).fix.map(|fix| fix.face), Face::parse("A"));
        assert_eq!(chosen(&editor), (1, 2));
        editor.choose(Point::new(0.5, 0.1));
        assert_eq!(chosen(&editor), (1, 2), "no tile is there");
    }

    #[test]
    fn what_is_no_tile_is_refused_and_escape_closes() {
        let (mut editor, now) = (Editor::new(view()), Instant::now());
        for c in ['7', ' ', '\u{1}'] {
            editor.press(EditorKey::Character(c), now);
        }
        assert!(editor.typed.is_empty());
        editor.press(EditorKey::Character('/'), now);
        assert_eq!(editor.press(EditorKey::Next, now).fix, None);
        assert!(editor.error.as_ref().is_some_and(|error| error.contains("expected letters")));
        editor.press(EditorKey::Character('b'), now);
        assert!(!editor.press(EditorKey::Close, now).closes, "takes back what was typed");
        assert!(editor.press(EditorKey::Close, now).closes);
    }

    #[test]
    fn the_same_place_stays_chosen_on_another_board() {
        let mut editor = Editor::new(view());
        let mut other = view();
        other.tiles.remove(0);
        other.doubtful.clear();
        editor.update(other);
        assert_eq!(chosen(&editor), (2, 1));
        let empty = BoardView { tiles: Vec::new(), size: Point::new(0.0, 0.0), doubtful: Vec::new() };
        editor.update(empty);
        let now = Instant::now();
        for key in [EditorKey::Left, EditorKey::Next, EditorKey::Character('a'), EditorKey::Next] {
            assert_eq!(editor.press(key, now).fix, None);
        }
    }
}
