//! What clicks, drags and keys do to the game.

use super::PracticeScene;
use crate::practice::arrangement::ClickTarget;
use crate::window::{Key, Response};
use anyhow::Result;
use hexlex::board::Cell;
use hexlex::game::Game;
use hexlex::pixels::Point;
use std::time::{Duration, Instant};

/// Two clicks on a tile within this time play the word. A shorter time misses slow double clicks; with a longer one,
/// selecting a tile and taking it back plays the word. Chosen by hand.
const DOUBLE_CLICK: Duration = Duration::from_millis(450);

/// The button was pressed on a tile, and is still.
pub(super) struct Press {
    cell: Cell,
    /// The game before the press.
    before: Game,
    /// Whether the pointer has reached another tile.
    is_drag: bool,
}

/// A click on a tile.
#[derive(Clone, Copy)]
pub(super) struct TileClick {
    cell: Cell,
    at: Instant,
    /// Whether it played a word. A further click at once does not select the tile that is there now.
    played: bool,
}

impl PracticeScene {
    /// Selects or deselects a tile. The second click of a double click plays the word.
    fn click_tile(&mut self, cell: Cell, now: Instant) -> Result<Response> {
        let first = self.last_click.filter(|click| click.cell == cell && now.duration_since(click.at) < DOUBLE_CLICK);
        if first.is_some_and(|click| click.played) {
            return Ok(Response::Unchanged);
        }
        let before = self.play.game.clone();
        self.play.note.clear();
        if let Err(error) = self.play.game.select(cell) {
            self.play.explain(&error);
        }
        let selects = self.play.game.selected().last() == Some(&cell);
        let after = self.play.game.clone();
        // The first of two clicks selected or deselected the tile. Either way the word with the tile is meant.
        if !selects {
            self.play.game = before.clone();
        }
        let played = first.is_some() && self.play.is_word();
        self.last_click = Some(TileClick { cell, at: now, played });
        if played {
            return self.submit();
        }
        self.play.game = after;
        self.press = Some(Press { cell, before, is_drag: false });
        self.changed()
    }

    pub(super) fn click(&mut self, at: Point) -> Result<Response> {
        self.press = None;
        match self.arrangement.target(at) {
            _ if self.play.is_over() => self.new_game(),
            Some(ClickTarget::Tile(cell)) => self.click_tile(cell, Instant::now()),
            Some(ClickTarget::Submit) => self.submit(),
            Some(ClickTarget::Scramble) => {
                self.play.scramble();
                self.changed()
            }
            Some(ClickTarget::NewGame) => self.new_game(),
            None => Ok(Response::Unchanged),
        }
    }

    /// Selects the tile that the pointer has reached with the button pressed. The tile before the last takes the last one
    /// back.
    pub(super) fn drag(&mut self, at: Point) -> Result<Response> {
        let (Some(press), Some(cell)) = (&mut self.press, self.arrangement.dragged(at)) else {
            return Ok(Response::Unchanged);
        };
        let game = &mut self.play.game;
        if !press.is_drag {
            if cell == press.cell {
                return Ok(Response::Unchanged);
            }
            press.is_drag = true;
            *game = press.before.clone();
            if game.selected().last() != Some(&press.cell) && game.select(press.cell).is_err() {
                // It does not go on from the selected tiles: a new word begins.
                game.deselect_all();
                game.select(press.cell)?;
            }
            self.play.note.clear();
        }
        let selected = game.selected();
        let is_back = selected.len() >= 2 && selected[selected.len() - 2] == cell;
        if (selected.contains(&cell) && !is_back) || game.select(cell).is_err() {
            return Ok(Response::Unchanged);
        }
        self.changed()
    }

    /// Plays the word of a drag. Where it is not a word, its tiles are deselected.
    pub(super) fn release(&mut self) -> Result<Response> {
        if self.press.take().is_none_or(|press| !press.is_drag) {
            return Ok(Response::Unchanged);
        }
        let response = self.submit()?;
        if self.play.game.selected().is_empty() {
            return Ok(response);
        }
        self.play.game.deselect_all();
        self.changed()
    }

    pub(super) fn key(&mut self, key: Key) -> Result<Response> {
        if self.play.is_over() {
            return self.new_game();
        }
        self.press = None;
        match key {
            Key::Enter => return self.submit(),
            Key::Escape => {
                self.play.note.clear();
                self.play.game.deselect_all();
            }
            Key::Backspace => self.play.delete_letter(),
            Key::Character(letter) if letter.is_alphabetic() => self.play.type_letter(letter),
            Key::Character(_) | Key::Tab | Key::Left | Key::Right | Key::Up | Key::Down => {
                return Ok(Response::Unchanged);
            }
        }
        self.changed()
    }
}
