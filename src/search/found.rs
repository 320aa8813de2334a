//! A candidate that was read: a board, or what came near to one.

use super::overlap::{SAME_LATTICE, overlap};
#[cfg(test)]
use crate::board::{Board, Face, Tile};
use crate::board::{Cell, Shape};
use crate::locate::{Candidate, Evidence, Layout, MOST_TILES, SAME_PITCH, Side};
use crate::pixels::Point;
use crate::read::Reading;
use crate::read::evidence::{BoardValues, board_score, ignore_vocabulary, reads, value_of};
use crate::read::extent::longest;
use crate::read::score::likelihood;
#[cfg(test)]
use crate::read::{Doubt, evidence::FEATURES};

/// A candidate that was read.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) reading: Reading,
    /// The geometric evidence of its candidate; `strays` and `accompanied` are the largest of all candidates with its lattice.
    pub(super) evidence: Evidence,
    /// What speaks for it, as it is scored.
    pub(crate) values: BoardValues,
    /// The same as it was measured, which scores are learned from: of a part, `values` has nothing of where empty cells lie.
    pub(crate) measured: BoardValues,
    /// The log odds that it is a board.
    pub(crate) score: f32,
    /// Its layout; where it is hopeless that of the candidate. `reading` may cover a part of it only where it is hopeless or too large.
    pub(crate) layout: Layout,
    /// The center of the letter of each cell of `reading`, in pixels; `None` where there is none.
    pub(super) letters: Vec<Option<Point>>,
    /// The centers of blobs like letters off its lattice, in pixels.
    pub(crate) strays: Vec<Point>,
    /// How much of the border of its cells differs from their middle.
    pub(super) body: f32,
    /// The share of its letters with another one on their line that the edge of their cell cuts; 0 where it is not a board.
    pub(super) cut_letters: f32,
    /// Whether nearly all of its cells have a tile.
    pub(super) is_full: bool,
    /// Whether its extent was not determined, so that it is not reported.
    pub(super) is_hopeless: bool,
}

/// The least number of other letters beside those of a board, for each of its letters, places or cells, from which it may be a board of several
/// letters a tile, or text. Smaller: text beside a board counts. Larger: the letters of tiles do not where some were not found. Chosen by hand;
/// `hard judge --kind digrams` and `--kind tall` show a change.
const HALF: f32 = 0.5;

/// Whether a board of this shape has as many lines, or tiles in a line, as are looked for.
pub(super) fn is_longest(shape: &Shape) -> bool {
    longest(shape) >= MOST_TILES as usize
}

impl Found {
    /// Whether it is hardly anything but a board.
    pub(super) fn is_clear(&self) -> bool {
        /// The log odds from which a board is clear. Smaller: fewer boards are searched for whole tiles. Larger: more are, which takes longer.
        /// Chosen by hand; `hard judge --kind digrams` and `--kind lower-case` show a change.
        const CLEAR: f32 = 3.0;
        self.score >= CLEAR
    }

    /// The expected number of tiles: the cells of its layout, times the share of cells with a tile in what was read of it, or of the layout to
    /// which it grew, times the likelihood that it is a board.
    pub(super) fn expected_tiles(&self) -> f32 {
        let cells = |layout: &Layout| layout.shape().len() as f32;
        let share = self.reading.tiles() as f32 / cells(&self.reading.layout);
        likelihood(self.score) * share * cells(&self.layout)
    }

    /// Whether it has as many tiles in a line as are looked for, and more lie beyond them: it is a larger board, or a page of text.
    pub(crate) fn is_too_large(&self) -> bool {
        is_longest(self.layout.shape()) && !self.is_hopeless && !self.reading.cut.is_empty()
    }

    /// Whether this is [too large](Found::is_too_large), and a layout overlaps it, or has its middle beyond the sides on which it goes on and cells
    /// as large as its own, or as two of them.
    pub(super) fn goes_on_over(&self, layout: &Layout) -> bool {
        if !self.is_too_large() {
            return false;
        }
        let (mut left, mut top, mut right, mut bottom) = self.layout.bounds();
        for side in &self.reading.cut {
            match side {
                Side::Above => top = f32::NEG_INFINITY,
                Side::Below => bottom = f32::INFINITY,
                Side::Left => left = f32::NEG_INFINITY,
                Side::Right => right = f32::INFINITY,
            }
        }
        let bounds = layout.bounds();
        let (x, y) = (0.5 * (bounds.0 + bounds.2), 0.5 * (bounds.1 + bounds.3));
        let ratio = layout.tile() / self.layout.tile();
        let is_of_lattice = [1.0, 2.0].iter().any(|times| (ratio / times - 1.0).abs() <= SAME_PITCH);
        overlap(&self.layout, layout) || is_of_lattice && (left..right).contains(&x) && (top..bottom).contains(&y)
    }

    /// The place of the letter of this cell, in pixels; `None` where the cell is empty or nothing was segmented.
    pub(super) fn letter(&self, cell: Cell) -> Option<Point> {
        self.reading.board.tile(cell)?;
        self.letters[self.reading.board.shape().id(cell)?]
    }

    /// Whether it has a letter at this place, in pixels.
    pub(super) fn has_letter_at(&self, place: Point) -> bool {
        /// How far two readings of one letter may be apart, in the smaller pitch of this board. Smaller: a letter of which one reading misses
        /// a part counts as two. Larger: letters that lie close to each other on one tile count as one. Chosen by hand;
        /// `hard judge --kind lower-case` and `--kind digrams` show a change.
        const APART: f32 = 0.1;
        let reach = APART * self.reading.layout.tile();
        self.letters.iter().flatten().any(|letter| letter.distance(place) <= reach)
    }

    /// The share of its letters that read which another board has, too.
    pub(super) fn share_of_letters_in(&self, other: &Found) -> f32 {
        let places = || self.letters.iter().zip(&self.reading.doubts);
        let letters = || places().filter(|(_, doubt)| reads(doubt)).filter_map(|(letter, _)| *letter);
        letters().filter(|letter| other.has_letter_at(*letter)).count() as f32 / letters().count().max(1) as f32
    }

    /// Counts the letters beside its own that these lattices of single letters show where they are its own, or a part of it: another
    /// threshold parts letters that touch here. Letters [halfway](Evidence::halfway) count at several thresholds only. The score stays as it is.
    pub(super) fn add_letters_beside(&mut self, letters: &[(Layout, Evidence)]) {
        /// The least share of its cells that such a lattice has. Smaller: text beside a corner of a board counts. Larger: boards that grew
        /// from a few tiles keep one letter of each. Chosen by hand; `hard judge --kind digrams` shows a change.
        const PART: f32 = 0.15;
        if self.evidence.is_of_whole_tiles() {
            return;
        }
        let least = PART * self.layout.shape().len() as f32;
        let is_same =
            |layout: &Layout| layout.shape().len() as f32 >= least && self.layout.overlap(layout) > SAME_LATTICE;
        for (_, other) in letters.iter().filter(|(layout, _)| is_same(layout)) {
            self.evidence.strays = self.evidence.strays.max(other.strays);
            self.evidence.accompanied = self.evidence.accompanied.max(other.accompanied);
        }
    }

    /// Whether it is one of whole tiles whose edges cut another letter beside most of its own: it lies beside the tiles.
    pub(super) fn cuts_letters(&self) -> bool {
        self.evidence.is_of_whole_tiles() && self.cut_letters >= HALF
    }

    /// Whether many other letters lie beside its own. Each of its tiles has several then.
    pub(super) fn has_many_beside(&self) -> bool {
        self.evidence.strays >= HALF || self.is_of_words()
    }

    /// Whether most of its letters have another one beside them on their line, as in text and on tiles with several letters. Where tiles fall,
    /// those beside them are on other lines.
    pub(crate) fn is_of_words(&self) -> bool {
        self.evidence.accompanied.max(self.cut_letters) >= HALF
    }

    /// Whether its layout is what was read. Of a large one that is refused only a part is read.
    pub(crate) fn is_read_whole(&self) -> bool {
        self.reading.layout == self.layout
    }

    /// Whether this may be a board whose tiles fall: no lattice that is too large or was read in part, and no text, whose letters have others
    /// beside them, or of which most places have several letters and no tile.
    pub(crate) fn may_fall(&self) -> bool {
        let is_text = self.is_of_words() || value_of(&self.values, "several_bare") >= HALF;
        self.is_read_whole() && !self.is_too_large() && !is_text
    }

    /// Whether its letters may be one of several on each tile, every other letter of a board, or no letters at all: many others lie beside
    /// them, or halfway between them, or it is not clear that these letters make a board. Never for a board of whole tiles.
    pub(crate) fn may_lack_letters(&self) -> bool {
        !self.evidence.is_of_whole_tiles()
            && (self.has_many_beside() || self.evidence.halfway >= HALF || !self.is_clear())
    }

    /// Whether it may lack letters, and a candidate of whole tiles in its place explains most of those beside its own; where this board is not
    /// clear, every such candidate does.
    pub(super) fn lacks_letters_of(&self, candidate: &Candidate) -> bool {
        self.may_lack_letters()
            && candidate.evidence.is_of_whole_tiles()
            && (!self.is_clear() || candidate.evidence.strays <= HALF * self.evidence.strays)
            && overlap(&self.reading.layout, &candidate.layout)
    }

    /// Whether a candidate may lie better: this board was found by groups of letters and the candidate by the bodies of tiles, or the
    /// other way around, and the board is not clear.
    pub(super) fn may_lie_better(&self, candidate: &Candidate) -> bool {
        let (own, other) = (&self.evidence, &candidate.evidence);
        !self.is_clear() && own.is_of_whole_tiles() && other.is_of_whole_tiles() && own.kind != other.kind
    }

    /// Whether it is a board where its shape is given, so that its letters do not matter.
    pub(crate) fn is_board_by_shape(&self) -> bool {
        let mut values = self.values;
        ignore_vocabulary(&mut values);
        board_score(&self.evidence).log_odds(&values) > 0.0
    }
}

#[cfg(test)]
impl Found {
    /// A board that was found: all tiles of this shape, as its first cell and pitch say.
    pub(crate) fn with_all_tiles(shape: Shape, first: (f32, f32), pitch: (f32, f32)) -> Found {
        let layout = Layout::new(shape.clone(), first, pitch);
        let tiles = vec![Some(Tile::new(Face::Letters("A".to_string()))); shape.len()];
        let board = Board::new(shape, tiles).unwrap();
        let doubts = vec![Some(Doubt { confidence: 1.0, ..Doubt::default() }); board.shape().len()];
        let letters = layout.shape().cells().map(|cell| Some(layout.center(cell).into())).collect();
        let reading = Reading::new(board, layout.clone(), doubts);
        let values = [0.0; FEATURES.len()];
        Found {
            reading,
            evidence: Evidence::default(),
            values,
            measured: values,
            score: 1.0,
            layout,
            letters,
            strays: Vec::new(),
            body: 0.0,
            cut_letters: 0.0,
            is_full: true,
            is_hopeless: false,
        }
    }
}
