//! The tiles of a board that `teach` asks for, and the replies.

use super::lookalikes::{Lookalike, lookalikes};
use anyhow::Result;
use hexlex::board::{Board, Cell, Face, Tile};
use hexlex::pixels::Frame;
use hexlex::read::{Doubt, Reading, is_one_glyph};

/// Confidence from which a reading is one that a typed letter contradicts, and `all` accepts. Chosen by hand: lower asks for more
/// letters twice and accepts more wrong ones, higher accepts more typing errors and leaves more tiles to ask for.
pub(super) const CONFIDENT: f32 = 0.9;

/// The tiles of a board that are asked for.
pub(super) struct Questions<'a> {
    pub(super) frame: &'a Frame,
    pub(super) reading: &'a Reading,
    tiles: Vec<Question>,
    /// What each answer changed, the last one last.
    steps: Vec<Vec<Change>>,
}

/// A tile to ask for.
pub(super) struct Question {
    pub(super) cell: Cell,
    pub(super) doubt: Doubt,
    reply: Option<Reply>,
    /// Whether it was asked for again because it looks like another letter.
    is_repeated: bool,
}

/// What was answered.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reply {
    Face(Face),
    Skipped,
}

/// A tile with a new reply, and what it was before.
struct Change {
    number: usize,
    before: Option<Reply>,
}

impl<'a> Questions<'a> {
    pub(super) fn new(frame: &'a Frame, reading: &'a Reading) -> Questions<'a> {
        let tiles = reading.layout.shape().cells().zip(reading.board.tiles()).zip(&reading.doubts);
        let question = |((cell, tile), doubt): ((Cell, Option<&Tile>), &Option<Doubt>)| {
            tile?;
            Some(Question { cell, doubt: doubt.clone()?, reply: None, is_repeated: false })
        };
        Questions { frame, reading, tiles: tiles.filter_map(question).collect(), steps: Vec::new() }
    }

    /// The number of tiles.
    pub(super) fn len(&self) -> usize {
        self.tiles.len()
    }

    /// The tile of a number, from 0.
    pub(super) fn get(&self, number: usize) -> &Question {
        &self.tiles[number]
    }

    /// The number of the next tile without a reply.
    pub(super) fn next(&self) -> Option<usize> {
        self.tiles.iter().position(|tile| tile.reply.is_none())
    }

    /// The tiles whose letter looks like another one of the board, with their numbers; each until it is asked for again: a wrong
    /// letter spoils every later reading.
    ///
    /// # Errors
    /// As [`board`](Questions::board).
    pub(super) fn lookalikes(&self) -> Result<Vec<(usize, Lookalike)>> {
        let number =
            |other: &Lookalike| self.tiles.iter().position(|tile| tile.cell == other.cell && !tile.is_repeated);
        let found = lookalikes(self.frame, self.reading, &self.board()?);
        Ok(found.into_iter().filter_map(|other| Some((number(&other)?, other))).collect())
    }

    /// Keeps the reply for a tile.
    pub(super) fn reply(&mut self, number: usize, reply: Reply) {
        self.reply_to_all(vec![(number, reply)]);
    }

    /// Keeps the replies of one answer.
    fn reply_to_all(&mut self, replies: Vec<(usize, Reply)>) {
        let changes = replies.into_iter().map(|(number, reply)| {
            let tile = &mut self.tiles[number];
            let before = tile.reply.replace(reply);
            tile.is_repeated = before.is_some();
            Change { number, before }
        });
        let changes: Vec<Change> = changes.collect();
        if !changes.is_empty() {
            self.steps.push(changes);
        }
    }

    /// Takes the last answer back; `false` where there is none.
    pub(super) fn undo(&mut self) -> bool {
        let Some(changes) = self.steps.pop() else { return false };
        for Change { number, before } in changes {
            let tile = &mut self.tiles[number];
            (tile.reply, tile.is_repeated) = (before, false);
        }
        true
    }

    /// Accepts the proposals of the confident tiles without a reply; returns their number.
    pub(super) fn accept_confident(&mut self) -> usize {
        let replies: Vec<_> = self.open_confident().map(|(number, face)| (number, Reply::Face(face))).collect();
        let count = replies.len();
        self.reply_to_all(replies);
        count
    }

    /// Takes the letter that each of these tiles looks like; returns their number.
    pub(super) fn accept_lookalikes(&mut self, others: &[(usize, Lookalike)]) -> usize {
        self.reply_to_all(others.iter().map(|(number, other)| (*number, Reply::Face(other.like.clone()))).collect());
        others.len()
    }

    /// The number of confident tiles without a reply.
    pub(super) fn confident(&self) -> usize {
        self.open_confident().count()
    }

    /// The confident tiles without a reply, with their letters.
    fn open_confident(&self) -> impl Iterator<Item = (usize, Face)> + '_ {
        let is_open = |tile: &Question| tile.reply.is_none() && tile.doubt.confidence >= CONFIDENT;
        let open = self.tiles.iter().enumerate().filter(move |(_, tile)| is_open(tile));
        open.filter_map(|(number, tile)| Some((number, tile.doubt.best.clone().filter(is_one_glyph)?)))
    }

    /// The board with the replies; tiles without a letter are unreadable.
    pub(super) fn board(&self) -> Result<Board> {
        let shape = self.reading.layout.shape();
        let tiles = shape.cells().zip(self.reading.board.tiles()).map(|(cell, tile)| {
            let asked = self.tiles.iter().find(|asked| asked.cell == cell)?;
            let face = match &asked.reply {
                Some(Reply::Face(face)) => face.clone(),
                _ => Face::Unreadable,
            };
            Some(Tile { face, ..tile?.clone() })
        });
        Ok(Board::new(shape.clone(), tiles.collect())?)
    }
}
