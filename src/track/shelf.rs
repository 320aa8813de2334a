//! What was learned of a game whose window was closed: [`Shelf`]. It holds again only where the next game looks the same.
//!
//! The next game may have other tiles and other letters under the same title. Its first board is therefore read as if nothing were known.
//! Only then are its colors and glyphs compared with those of the game before.

use super::Tracker;
use super::change::{MeanColor, length, minus};
use super::evidence::Evidence;
use super::proofs::Proofs;
use super::tracked::{TileCache, TrackedBoard};
use crate::board::{Face, Tile, TileKind};
use crate::read::Engine;
use crate::skin::Skin;

/// The largest distance between the colors of two boards of one game, in levels of RGB. Smaller: a game is not known again whose tiles
/// have a light shade or bold letters by chance. Larger: tiles of two similar woods are one game. Chosen by hand.
const SAME_COLOR: f32 = 10.0;
/// The least share of the tiles whose letters must be known from the game before. Smaller: a few letters decide. Larger: a game of which
/// one small board was seen is not known again. Chosen by hand.
const LEAST_KNOWN: f32 = 0.5;
/// The least share of those tiles that must look as their letters did before. Smaller: a similar typeface is the same one. Larger: a
/// misread tile makes another game of it. Chosen by hand.
const LEAST_ALIKE: f32 = 0.9;

/// What was learned of a game.
#[derive(Default)]
pub(super) struct Shelf {
    color: Option<MeanColor>,
    skin: Option<Skin>,
    proven: Option<Engine>,
    training_boards: usize,
    cache: TileCache,
    proofs: Proofs,
}

impl Tracker {
    /// The window of the game is closed: forgets the board and where it was. What was learned of the game is kept only for one that
    /// looks the same.
    pub fn end_game(&mut self) {
        self.forget();
        self.forget_layout();
        self.cadence = Default::default();
        if !std::mem::take(&mut self.has_seen_board) {
            return;
        }
        self.shelf = Some(Box::new(Shelf {
            color: self.color.take(),
            skin: self.skin.take(),
            proven: self.proven.take(),
            training_boards: std::mem::take(&mut self.training_boards),
            cache: std::mem::take(&mut self.cache),
            proofs: std::mem::take(&mut self.proofs),
        }));
    }

    /// The first board of a game was accepted: takes back what was learned of the game before, if this one looks the same.
    pub(super) fn know_again(&mut self) {
        let Some(board) = &self.board else { return };
        let color = board.color();
        let shelf = self.shelf.take().filter(|shelf| shelf.looks_like(board, color));
        (self.color, self.has_seen_board) = (color, true);
        if let Some(shelf) = shelf {
            let Shelf { skin, proven, training_boards, cache, proofs, .. } = *shelf;
            (self.skin, self.proven, self.training_boards) = (skin, proven, training_boards);
            (self.cache, self.proofs) = (cache, proofs);
        }
    }
}

impl Shelf {
    /// Whether a board has the colors and the glyphs of the game.
    fn looks_like(&self, board: &TrackedBoard, color: Option<MeanColor>) -> bool {
        let distance = |(a, b): (MeanColor, MeanColor)| length(minus(a, b));
        let is_same_color = self.color.zip(color).is_some_and(|colors| distance(colors) <= SAME_COLOR);
        let tiles = board.reading.board.tiles().zip(&board.evidence);
        let is_alike = |(tile, evidence): (Option<&Tile>, &Evidence)| {
            let face = tile.map(|tile| &tile.face).filter(|face| **face != Face::Unreadable)?;
            self.proofs.is_alike(face, evidence.glyph.as_ref()?)
        };
        let alike: Vec<bool> = tiles.filter_map(is_alike).collect();
        let share = |part: usize, of: usize| part as f32 / of.max(1) as f32;
        is_same_color
            && share(alike.len(), board.reading.board.shape().len()) >= LEAST_KNOWN
            && share(alike.iter().filter(|alike| **alike).count(), alike.len()) >= LEAST_ALIKE
    }
}

impl TrackedBoard {
    /// The median of the mean colors of its plain tiles; `None` where it has none.
    fn color(&self) -> Option<MeanColor> {
        let tiles = self.reading.board.tiles().zip(self.mean_colors());
        let is_plain = |tile: &Tile| tile.kind == TileKind::Normal && tile.tags.is_empty();
        let colors: Vec<MeanColor> =
            tiles.filter(|(tile, _)| tile.is_some_and(is_plain)).map(|(_, color)| color).collect();
        let middle = |channel: usize| {
            let mut levels: Vec<f32> = colors.iter().map(|color| color[channel]).collect();
            levels.sort_by(f32::total_cmp);
            levels[levels.len() / 2]
        };
        (!colors.is_empty()).then(|| std::array::from_fn(middle))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Session, board, window};
    use super::super::{Tracker, Update};
    use crate::pixels::Frame;
    use image::Rgba;

    /// The letters that were learned of a game, which is then closed.
    fn closed() -> (Session, Vec<String>) {
        let mut session = Session::new(&show(1));
        for seed in 1..5 {
            session.settle(&show(seed));
            session.tracker.learn();
        }
        let learned = session.tracker.learned();
        assert!(learned.len() > 5, "{learned:?}");
        session.tracker.end_game();
        assert!(session.tracker.learned().is_empty());
        (session, learned)
    }

    fn show(seed: u64) -> Frame {
        window(&board(seed), 56.0, (100, 30))
    }

    /// Shows the first board of the next game.
    fn begin(session: &mut Session, frame: &Frame) {
        session.tracker.find(frame, session.now).unwrap();
        assert_eq!(session.settle(frame), Update::Changed);
    }

    #[test]
    fn a_game_that_looks_the_same_is_known_again() {
        let (mut session, learned) = closed();
        begin(&mut session, &show(7));
        assert_eq!(session.tracker.learned(), learned);
        assert_eq!((session.tracker.doubtful(), session.tracker.reading().unwrap().board == board(7)), (vec![], true));
    }

    #[test]
    fn a_game_of_other_colors_leaves_nothing_behind() {
        let (mut session, _) = closed();
        let mut pixels = show(7).pixels().clone();
        pixels.pixels_mut().for_each(|Rgba([red, _, blue, _])| std::mem::swap(red, blue));
        begin(&mut session, &Frame::new(pixels, ""));
        let Tracker { skin, proven, shelf, training_boards, .. } = &session.tracker;
        assert!(skin.is_none() && proven.is_none() && shelf.is_none() && *training_boards == 0);
        // Nor does the game before it, though the next one looks like that.
        session.tracker.end_game();
        begin(&mut session, &show(8));
        assert!(session.tracker.learned().is_empty());
    }

    #[test]
    fn a_game_of_other_glyphs_leaves_nothing_behind() {
        let (mut session, _) = closed();
        let shelf = session.tracker.shelf.as_mut().unwrap();
        let before = board(1);
        // Half of the letters looked otherwise.
        for (_, tile) in before.cells().step_by(2) {
            shelf.proofs.forget(&tile.face);
        }
        begin(&mut session, &show(7));
        assert!(session.tracker.learned().is_empty());
    }
}
