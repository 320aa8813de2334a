//! One board at a time: read from a picture or a text, corrected, solved.

use crate::advice::{self, AdviceReport};
use crate::answer::{Answer, Game, PictureSize};
use crate::notes;
use crate::player::{Player, Wishes};
use hexlex::board::{Board, Cell, Face, Tile};
use hexlex::locate::Layout;
use hexlex::pipeline::{Boards, Options, read_boards};
use hexlex::pixels::{Frame, Size};
use hexlex::profile::{BuiltIn, Profile};
use hexlex::read::{Doubt, Reading};
use image::RgbaImage;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// The height of a tile of a typed board in pixels, and the distance from its tiles to the edges of the drawing. The page
/// draws it to any scale; saved pictures have this size.
const TYPED_TILE: f32 = 64.0;
const TYPED_MARGIN: f32 = 24.0;

/// A board that was read or typed.
struct Solved {
    size: PictureSize,
    reading: Reading,
    notes: Vec<String>,
}

/// One board at a time, and the wishes of who plays.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session {
    player: Player,
    solved: Option<Solved>,
}

#[wasm_bindgen]
impl Session {
    /// A session without a board.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Session {
        Session::default()
    }

    /// Reads the board of a picture file: PNG, JPEG, BMP, WebP or GIF.
    ///
    /// # Errors
    /// A sentence for the user, where the file is not a whole picture or shows no board.
    pub fn read(&mut self, file: &[u8], name: &str) -> Result<Ts<Answer>, JsError> {
        self.read_frame(Frame::decode(file, name)?)
    }

    /// Reads the board of these pixels, four bytes each, row by row.
    ///
    /// # Errors
    /// A sentence for the user, where they show no board.
    #[wasm_bindgen(js_name = readPixels)]
    pub fn read_pixels(&mut self, pixels: Vec<u8>, width: u32) -> Result<Ts<Answer>, JsError> {
        self.read_frame(Frame::new(picture(pixels, width)?, "the picture"))
    }

    /// Takes a board text; lines of unbroken letters have one letter a tile.
    ///
    /// # Errors
    /// A sentence for the user, where it is not a board text.
    #[wasm_bindgen(js_name = readText)]
    pub fn read_text(&mut self, text: &str) -> Result<Ts<Answer>, JsError> {
        let board: Board = if is_unbroken(text) { Board::parse_split(text)? } else { text.parse()? };
        let doubts = board.tiles().map(|tile| tile.map(certain)).collect();
        let (layout, size) = typed_layout(&board);
        let reading = Reading::new(board, layout, doubts);
        self.solved = Some(Solved { size, reading, notes: Vec::new() });
        self.answer()
    }

    /// Gives a tile other letters, as in a board text.
    ///
    /// # Errors
    /// A sentence for the user, where there is no such tile, or these are no letters.
    pub fn correct(&mut self, line: usize, index: usize, letters: &str) -> Result<Ts<Answer>, JsError> {
        let solved = self.solved.as_mut().ok_or_else(no_board)?;
        solved.reading = corrected(&solved.reading, Cell { line, index }, letters)?;
        self.answer()
    }

    /// The words of the board by the newest wishes.
    ///
    /// # Errors
    /// Where there is no board.
    pub fn answer(&self) -> Result<Ts<Answer>, JsError> {
        Ok(self.solve()?.into_ts()?)
    }

    /// What to play on the board.
    ///
    /// # Errors
    /// A sentence for the user, where tiles do not fall.
    pub fn advise(&self) -> Result<Ts<AdviceReport>, JsError> {
        let solved = self.solved.as_ref().ok_or_else(no_board)?;
        Ok(advice::advise(&self.player, &solved.reading)?.into_ts()?)
    }

    /// Sets what the player wants.
    ///
    /// # Errors
    /// Where these are no wishes.
    pub fn wish(&mut self, wishes: Ts<Wishes>) -> Result<(), JsError> {
        self.player.wishes = wishes.to_rust()?;
        Ok(())
    }

    /// Takes the words of a dictionary file in place of English; without bytes, English again. Returns the number of words.
    ///
    /// # Errors
    /// A sentence for the user, where it is not a dictionary.
    #[wasm_bindgen(js_name = useWords)]
    pub fn use_words(&mut self, file: &[u8], name: &str) -> Result<usize, JsError> {
        Ok(self.player.use_words(file, name)?)
    }
}

impl Session {
    fn solve(&self) -> Result<Answer, JsError> {
        let Solved { size, reading, notes } = self.solved.as_ref().ok_or_else(no_board)?;
        Ok(self.player.answer(reading, *size, notes.clone()))
    }

    fn read_frame(&mut self, frame: Frame) -> Result<Ts<Answer>, JsError> {
        self.solved = None;
        let boards = read_boards(&frame, &Options::default());
        let mut boards: Boards = boards.map_err(|error| JsError::new(&notes::of_refusal(&error)))?;
        let notes = notes::of_picture(&boards);
        let Size { width, height } = frame.size();
        let size = PictureSize { width, height };
        self.solved = Some(Solved { size, reading: boards.readings.swap_remove(0), notes });
        self.answer()
    }
}

/// Every game whose rules can be chosen.
///
/// # Errors
/// Never: games are plain data.
#[wasm_bindgen]
pub fn games() -> Result<Vec<Ts<Game>>, JsError> {
    let game = |profile: &Profile| Game { name: profile.name.clone(), title: profile.title.clone() }.into_ts();
    Ok(BuiltIn::ALL.iter().map(|built_in| game(built_in.profile())).collect::<Result<_, _>>()?)
}

/// The picture of these pixels.
pub(crate) fn picture(pixels: Vec<u8>, width: u32) -> Result<RgbaImage, JsError> {
    let height = (pixels.len() / 4).checked_div(width as usize).unwrap_or(0) as u32;
    RgbaImage::from_raw(width, height, pixels)
        .ok_or_else(|| JsError::new("expected whole rows of pixels, found others"))
}

/// The reading with other letters on a tile.
pub(crate) fn corrected(reading: &Reading, cell: Cell, letters: &str) -> Result<Reading, JsError> {
    let face = face(letters)?;
    let id = reading.board.shape().id(cell).ok_or_else(no_board)?;
    let mut tiles: Vec<Option<Tile>> = reading.board.tiles().map(|tile| tile.cloned()).collect();
    let tile = tiles[id].get_or_insert_with(|| Tile::new(face.clone()));
    tile.set_face(face);
    let mut doubts = reading.doubts.clone();
    doubts[id] = Some(certain(tile));
    let mut board = Board::new(reading.board.shape().clone(), tiles)?;
    board.settled = reading.board.settled;
    Ok(Reading { board, doubts, ..reading.clone() })
}

/// The face that letters of a board text are; Q alone is `Qu`, as on tiles of games.
pub(crate) fn face(letters: &str) -> Result<Face, JsError> {
    let letters = if letters.trim().eq_ignore_ascii_case("q") { "Qu" } else { letters.trim() };
    Face::parse(letters).ok_or_else(|| {
        JsError::new(&format!("expected letters or *, found \u{201c}{letters}\u{201d}: type one letter"))
    })
}

/// Where the tiles of a typed board are drawn, and the size of the drawing.
fn typed_layout(board: &Board) -> (Layout, PictureSize) {
    let layout = |origin| Layout::new(board.shape().clone(), origin, (TYPED_TILE, TYPED_TILE));
    let (left, top, right, bottom) = layout((0.0, 0.0)).bounds();
    let side = |length: f32| (length + 2.0 * TYPED_MARGIN).ceil() as u32;
    let size = PictureSize { width: side(right - left), height: side(bottom - top) };
    (layout((TYPED_MARGIN - left, TYPED_MARGIN - top)), size)
}

/// No doubt about a tile that a person has typed.
fn certain(tile: &Tile) -> Doubt {
    Doubt { confidence: 1.0, best: Some(tile.face.clone()), alternatives: Vec::new() }
}

fn no_board() -> JsError {
    JsError::new("expected a board, found none: choose a picture first")
}

/// Whether every line of a text is one word of several letters, as people type boards.
fn is_unbroken(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).peekable();
    lines.peek().is_some()
        && lines.all(|line| line.chars().count() > 2 && line.chars().all(|c| c.is_alphabetic() || ".?*".contains(c)))
}
