//! What the tracker learns of a game's letters: proofs from every board, corrections of a person, contradictions of the game.

use super::corrections::Corrections;
use super::evidence::{Evidence, Examined, lower};
use super::proofs::{Exhibit, SharedGlyph};
use super::{MAX_TRAINING_BOARDS, Tracker};
use crate::board::{Cell, Face, Tile};
use crate::pipeline::Method;
use crate::pixels::Frame;
use crate::read::{Doubt, Engine, GlyphPixels, TwoReadings, lessons, two_readings};
use crate::skin::{Skin, SkinError};
use std::sync::Arc;

/// What a correction changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Correction {
    /// The cells with other letters than before.
    pub cells: Vec<Cell>,
    /// The glyphs that are read so from now on.
    pub glyphs: Vec<Arc<GlyphPixels>>,
}

impl Tracker {
    /// Gives tiles that look like corrected ones their letters.
    pub(super) fn apply_corrections(&self, examined: &mut Examined) {
        if self.corrections.is_empty() {
            return;
        }
        let least = self.proofs.least_likeness();
        let Examined { reading, evidence, .. } = examined;
        for ((tile, doubt), evidence) in reading.board.tiles_mut().zip(&mut reading.doubts).zip(evidence) {
            let face = evidence.glyph.as_ref().and_then(|glyph| self.corrections.face(glyph, least));
            if let (Some(tile), Some(face)) = (tile, face) {
                tile.face = face.clone();
                *doubt = Some(Doubt { confidence: 1.0, best: Some(face.clone()), alternatives: Vec::new() });
                evidence.agreed = true;
            }
        }
    }

    /// Adds the new tiles of the board to the proofs, and makes letters doubtful that look like others.
    pub(super) fn collect_proofs(&mut self) {
        let Some(board) = &mut self.board else { return };
        let mut exhibits: Vec<Exhibit> = Vec::new();
        for (id, tile) in board.reading.board.tiles().enumerate() {
            let fingerprint = Some(board.fingerprint(id));
            let is_new = board.exhibited[id] != fingerprint && !board.pending[id];
            let plain = tile.filter(|tile| tile.kind == Default::default() && tile.tags.is_empty());
            let (Some(tile), Some(glyph), true) = (plain, &board.evidence[id].glyph, is_new) else { continue };
            if tile.face != Face::Unreadable {
                let agreed = board.evidence[id].agreed && board.is_confident(id);
                exhibits.push(Exhibit { face: &tile.face, glyph, agreed });
            }
        }
        self.proofs.add(&exhibits);
        for id in 0..board.exhibited.len() {
            if !board.pending[id] {
                board.exhibited[id] = Some(board.fingerprint(id));
            }
        }
        let least = self.proofs.least_likeness();
        for ((tile, doubt), evidence) in
            board.reading.board.tiles().zip(&mut board.reading.doubts).zip(&mut board.evidence)
        {
            let (Some(tile), Some(doubt), Some(glyph)) = (tile, doubt, &evidence.glyph) else { continue };
            let is_corrected = self.corrections.face(glyph, least).is_some();
            if !is_corrected && self.proofs.is_doubtful(&tile.face, glyph) {
                lower(doubt, self.proofs.rival(&tile.face, glyph).cloned());
                evidence.agreed = false;
            }
        }
    }

    /// Forgets the learned letters where one of them is no longer proven.
    pub(super) fn drop_disproved(&mut self) {
        let proven: Vec<String> = self.proofs.proven().into_iter().map(ToString::to_string).collect();
        if self.learned().iter().any(|letter| !proven.contains(letter)) {
            self.contradict(std::iter::empty());
        }
    }

    /// Corrects the letters of a tile, and of every tile that looks so. Returns the corrected cells and the glyphs; `None`
    /// where no such tile is known.
    pub fn correct(&mut self, cell: Cell, face: &Face) -> Option<Correction> {
        let board = self.board.as_mut()?;
        let id = board.reading.board.shape().id(cell)?;
        // As the tiles were read last: some may be blinked out now.
        let (frame, layout) = (Frame::new(board.read_pixels.clone(), ""), board.layout());
        let read = |(evidence, two): (&mut Evidence, TwoReadings)| {
            let glyph = two.glyph.map(|glyph| Arc::new(*glyph)).or_else(|| evidence.glyph.clone());
            std::mem::replace(&mut evidence.glyph, glyph)
        };
        let stored: Vec<Option<SharedGlyph>> =
            board.evidence.iter_mut().zip(two_readings(&frame, &layout).0).map(read).collect();
        let glyph = board.evidence[id].glyph.clone()?;
        let before = board.reading.board.tile(cell).map(|tile| tile.face.clone())?;
        let least = self.proofs.least_likeness();
        let mut glyphs = self.proofs.part_of(&before, &glyph);
        glyphs.push(glyph);
        // What an earlier correction had wrong is this face, too, also in the skin that keeps it.
        let add = |glyph: &Arc<GlyphPixels>| self.corrections.add(glyph, face.clone(), least);
        let replaced: Vec<Arc<GlyphPixels>> = glyphs.iter().flat_map(add).map(Arc::from).collect();
        for glyph in &replaced {
            self.corrections.add(glyph, face.clone(), least);
        }
        glyphs.extend(replaced);
        // A tile that was taken for read while it was half faded has the glyph of its letter from before.
        let is_corrected = |glyph: &SharedGlyph| self.corrections.face(glyph, least).is_some();
        for (evidence, stored) in board.evidence.iter_mut().zip(stored) {
            if let Some(stored) = stored.filter(is_corrected)
                && !evidence.glyph.as_ref().is_some_and(is_corrected)
            {
                evidence.glyph = Some(stored);
            }
        }
        self.contradict([&before].into_iter());
        let cells = self.correct_board();
        Some(Correction { cells, glyphs })
    }

    /// Gives the tiles of the board that look like corrected ones their letters; returns the cells with other letters than
    /// before.
    pub(super) fn correct_board(&mut self) -> Vec<Cell> {
        let Some(board) = &self.board else { return Vec::new() };
        let before = board.reading.board.clone();
        let mut examined =
            Examined { reading: board.reading.clone(), evidence: board.evidence.clone(), is_whole: false, case: None };
        self.apply_corrections(&mut examined);
        let tiles = before.cells().zip(examined.reading.board.tiles().flatten());
        let cells = tiles.filter(|((_, old), new)| old.face != new.face).map(|((cell, _), _)| cell).collect();
        if let Some(board) = &mut self.board {
            (board.reading, board.evidence) = (examined.reading, examined.evidence);
        }
        cells
    }

    /// Takes a correction of an earlier run: tiles with this glyph are this face.
    pub fn remember_correction(&mut self, face: &Face, glyph: &GlyphPixels) {
        self.corrections.remember(glyph, face.clone());
    }

    /// The letters of the board that are read by corrections of earlier runs.
    pub fn remembered_faces(&self) -> Vec<&Face> {
        let Some(board) = self.board.as_ref().filter(|_| !self.corrections.is_empty()) else { return Vec::new() };
        let least = self.proofs.least_likeness();
        let face = |(tile, evidence): (Option<&Tile>, &Evidence)| {
            let face = self.corrections.remembered_face(evidence.glyph.as_ref()?, least)?;
            (tile?.face == *face).then_some(face)
        };
        board.reading.board.tiles().zip(&board.evidence).filter_map(face).collect()
    }

    /// Forgets every correction: another game is watched.
    pub fn forget_corrections(&mut self) {
        self.corrections = Corrections::default();
    }

    /// The game has contradicted these letters: what was proven of them is forgotten, and what was learned.
    pub fn contradict<'f>(&mut self, faces: impl Iterator<Item = &'f Face>) {
        faces.for_each(|face| self.proofs.forget(face));
        (self.skin, self.proven, self.training_boards) = (None, None, 0);
        self.cache.clear();
    }

    /// Teaches a skin these tiles of the board.
    ///
    /// # Errors
    /// [`SkinError::Lines`] where the skin has columns and the board rows, or the reverse.
    pub fn teach(&self, skin: &mut Skin, cells: &[Cell]) -> Result<(), SkinError> {
        let Some(board) = &self.board else { return Ok(()) };
        let (frame, layout) = board.part();
        let mut lessons = lessons(&frame, &layout, &board.reading.board, &self.engine);
        let taught = board.reading.board.shape().cells().zip(&mut lessons).filter(|(cell, _)| !cells.contains(cell));
        taught.for_each(|(_, lesson)| *lesson = None);
        skin.learn(&layout, &board.reading.board, &lessons).map(|_| ())
    }

    /// Learns the proven letters of the settled board, so that later tiles read sooner. Takes some milliseconds: call it when
    /// nothing else is to be done.
    pub fn learn(&mut self) {
        if self.options.method != Method::Net
            || self.options.skin.is_some()
            || self.training_boards >= MAX_TRAINING_BOARDS
        {
            return;
        }
        let Some(board) = &self.board else { return };
        if board.motion.is_some() || board.covered {
            return;
        }
        let learned = self.skin.as_ref().map(Skin::alphabet).unwrap_or_default();
        let proven = self.proofs.proven();
        let is_new = |tile: &Tile| proven.contains(&&tile.face) && !learned.contains(&tile.face.to_string());
        if !board.reading.board.tiles().flatten().any(is_new) {
            return;
        }
        let truth = board.tiles_with(&proven);
        self.training_boards += 1;
        let (frame, layout) = board.part();
        let lessons = lessons(&frame, &layout, &truth, &self.engine);
        let Some(mut skin) = self.skin.take().or_else(|| Skin::new("this-game").ok()) else { return };
        // Learning fails if columns and rows are swapped: the skin belongs to a game watched earlier.
        if skin.learn(&layout, &truth, &lessons).is_ok() {
            let skin = skin.unchecked();
            self.proven = Some(Engine::Taught(skin.known().clone()));
            self.skin = Some(skin);
        } else {
            self.proven = None;
        }
    }

    /// The letters that were learned.
    pub fn learned(&self) -> Vec<String> {
        self.skin.as_ref().map(Skin::alphabet).unwrap_or_default()
    }
}
