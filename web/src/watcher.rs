//! The board of a running game, frame by frame.

use crate::advice::{self, AdviceReport};
use crate::answer::{Answer, PictureSize};
use crate::notes;
use crate::player::{Player, Wishes};
use crate::session::{face, picture};
use hexlex::board::Cell;
use hexlex::pipeline::Options;
use hexlex::pixels::{Frame, Rect, Size};
use hexlex::track::{STILL, Tracker, Update};
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use web_time::Instant;

/// What the newest frame means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum SeenState {
    /// The board is as before.
    Same,
    /// Tiles are moving.
    Moving,
    /// There is another board: the answer has it.
    Changed,
    /// Something lies over the board.
    Covered,
    /// No board is to be seen.
    None,
}

/// What the newest frame means, and when to ask again.
#[derive(Debug, Clone, Serialize, Tsify)]
pub struct Seen {
    /// What it means.
    pub state: SeenState,
    /// The board and its words, where they changed.
    #[tsify(optional)]
    pub answer: Option<Answer>,
    /// Why there is no board.
    #[tsify(optional)]
    pub reason: Option<String>,
    /// The milliseconds after which [`Watcher::again`] is due although no pixel changes.
    #[tsify(optional)]
    pub again: Option<f64>,
}

/// A part of a picture in pixels.
#[derive(Debug, Clone, Copy, Serialize, Tsify)]
pub struct Area {
    /// The distance from the left.
    pub x: i32,
    /// The distance from above.
    pub y: i32,
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
}

/// Follows the board of a running game.
#[wasm_bindgen]
pub struct Watcher {
    player: Player,
    tracker: Tracker,
    size: Size,
}

#[wasm_bindgen]
impl Watcher {
    /// A watcher that has seen nothing.
    ///
    /// # Errors
    /// Where these are no wishes.
    #[wasm_bindgen(constructor)]
    pub fn new(wishes: Ts<Wishes>) -> Result<Watcher, JsError> {
        let player = Player { wishes: wishes.to_rust()?, own_words: None };
        Ok(Watcher { player, tracker: Tracker::new(Options::default())?, size: Size::new(0, 0) })
    }

    /// Takes the words of a dictionary file in place of English.
    ///
    /// # Errors
    /// A sentence for the user, where it is not a dictionary.
    #[wasm_bindgen(js_name = useWords)]
    pub fn use_words(&mut self, file: &[u8], name: &str) -> Result<(), JsError> {
        self.player.use_words(file, name)?;
        Ok(())
    }

    /// The part of a frame that [`update`](Watcher::update) wants; absent where it wants all of it, in
    /// [`find`](Watcher::find): where no board is known, and from time to time where one is.
    ///
    /// # Errors
    /// Never: an area is plain data.
    pub fn area(&self) -> Result<Option<Ts<Area>>, JsError> {
        if self.tracker.confirm_at().is_some_and(|at| at <= Instant::now()) {
            return Ok(None);
        }
        let Some(Rect { x, y, width, height }) = self.tracker.area() else { return Ok(None) };
        Ok(Some(Area { x, y, width, height }.into_ts()?))
    }

    /// Looks for the board in a whole frame; where one is known in a frame of this size, for a better one.
    ///
    /// # Errors
    /// Where the pixels are not whole rows.
    pub fn find(&mut self, pixels: Vec<u8>, width: u32) -> Result<Ts<Seen>, JsError> {
        let frame = Frame::new(picture(pixels, width)?, "the window");
        let now = Instant::now();
        if self.size == frame.size() && self.tracker.confirm_at().is_some_and(|at| at <= now) {
            let is_unreported = self.tracker.is_tentative();
            let next = Some(STILL.as_secs_f64() * 1e3);
            let seen = match self.tracker.confirm(&frame, now) {
                true => self.seen(SeenState::Moving, next),
                false if is_unreported => Seen { answer: self.answer(), ..self.seen(SeenState::Changed, next) },
                false => self.seen(SeenState::Same, next),
            };
            return Ok(seen.into_ts()?);
        }
        self.size = frame.size();
        let reason = self.tracker.find(&frame, now).err().map(|error| notes::of_refusal(&error));
        let seen = match reason {
            None => self.seen(SeenState::Moving, Some(STILL.as_secs_f64() * 1e3)),
            reason => Seen { reason, ..self.seen(SeenState::None, None) },
        };
        Ok(seen.into_ts()?)
    }

    /// Follows the board in the newest pixels of the [`area`](Watcher::area).
    ///
    /// # Errors
    /// Where the pixels are not whole rows.
    pub fn update(&mut self, pixels: Vec<u8>, width: u32) -> Result<Ts<Seen>, JsError> {
        let now = Instant::now();
        let update = self.tracker.update(picture(pixels, width)?, now);
        let until = |at: Instant| at.saturating_duration_since(now).as_secs_f64() * 1e3;
        let due = self.tracker.due().into_iter().chain(self.tracker.confirm_at()).min().map(until);
        let seen = match update {
            Update::Same | Update::Selected => self.seen(SeenState::Same, due),
            Update::Moving(at) => self.seen(SeenState::Moving, Some(until(at))),
            // A board that may not be whole is searched for before it is reported.
            Update::Changed if self.tracker.is_tentative() => self.seen(SeenState::Moving, Some(0.0)),
            Update::Changed => Seen { answer: self.answer(), ..self.seen(SeenState::Changed, due) },
            Update::Covered => self.seen(SeenState::Covered, due),
            Update::Gone => {
                self.tracker.forget();
                self.seen(SeenState::None, Some(0.0))
            }
        };
        Ok(seen.into_ts()?)
    }

    /// As [`update`](Watcher::update) where no pixel changed since.
    ///
    /// # Errors
    /// Never: the pixels are those of the last frame.
    pub fn again(&mut self) -> Result<Ts<Seen>, JsError> {
        match self.tracker.picture() {
            Some((frame, _)) => {
                let width = frame.size().width;
                self.update(frame.pixels().as_raw().clone(), width)
            }
            None => Ok(self.seen(SeenState::None, None).into_ts()?),
        }
    }

    /// Gives a tile, and every one that looks so, other letters from now on.
    ///
    /// # Errors
    /// A sentence for the user, where these are no letters.
    pub fn correct(&mut self, line: usize, index: usize, letters: &str) -> Result<Ts<Seen>, JsError> {
        self.tracker.correct(Cell { line, index }, &face(letters)?);
        Ok(Seen { answer: self.answer(), ..self.seen(SeenState::Changed, None) }.into_ts()?)
    }

    /// What to play on the board.
    ///
    /// # Errors
    /// A sentence for the user, where tiles do not fall or no board is known.
    pub fn advise(&self) -> Result<Ts<AdviceReport>, JsError> {
        let reading = self.tracker.reading().ok_or_else(|| JsError::new("expected a board, found none"))?;
        Ok(advice::advise(&self.player, reading)?.into_ts()?)
    }
}

impl Watcher {
    fn seen(&self, state: SeenState, again: Option<f64>) -> Seen {
        Seen { state, answer: None, reason: None, again }
    }

    fn answer(&self) -> Option<Answer> {
        let size = PictureSize { width: self.size.width, height: self.size.height };
        let reading = self.tracker.reading()?;
        let notes = if self.tracker.is_limited() { vec![notes::limited()] } else { Vec::new() };
        Some(self.player.answer(reading, size, notes))
    }
}
