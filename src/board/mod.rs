//! Letter boards: the shape of the grid, its tiles, and the board text.
//!
//! A [`Board`] is a [`Shape`] with a [`Tile`] or nothing in each [`Cell`]. It knows nothing of pixels: the recognizer
//! makes one from a screenshot, the solver searches it.
//!
//! The board text is the one text form, used for fixtures, on standard input, in answers and in these docs. It has a
//! line for each column (left to right, tiles top to bottom) or for each row. White space separates the tokens; a
//! token is the face of a tile and then its `:tags`.
//!
//! ```
//! use hexlex::board::{Board, TileKind};
//!
//! let text = "\
//! ## layout: columns
//! S A B
//! O I:green E:fire Qu
//! D F U
//! ";
//! let board: Board = text.parse()?;
//! assert_eq!(board.shape().len(), 10);
//! assert_eq!(board.tiles().flatten().filter(|tile| tile.kind == TileKind::Fire).count(), 1);
//! assert_eq!(board.to_string(), text);
//! # Ok::<(), hexlex::board::BoardError>(())
//! ```

mod letter_values;
mod shape;
mod tags;
mod text;

pub use letter_values::{DELUXE, DELUXE_DOTS, LetterValues, PRINTED, WEB};
pub use shape::{Adjacency, Cell, GridPoint, Lines, Shape, ShapeError, Stagger};
pub use text::BoardError;

#[cfg(test)]
pub(crate) use shape::tests::any_shape;
pub(crate) use text::upper;

/// The letters on a tile.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Face {
    /// One or more letters, read in order; upper case, `QU` for the tile that shows `Qu`.
    Letters(String),
    /// Any one of these: `U/M`.
    Choice(Vec<String>),
    /// Letters that may only begin a word: `SUB-`.
    Prefix(String),
    /// Letters that may only end a word: `-ER`.
    Suffix(String),
    /// Any letter: `*`.
    Blank,
    /// The letters are unknown: `?`.
    Unreadable,
}

/// The kind of a tile, by the names of Bookworm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum TileKind {
    /// A plain tile.
    #[default]
    Normal,
    /// A burning tile: each turn it destroys the tile below it and moves down, until a word uses it.
    Fire,
    /// The gem with the smallest bonus.
    Green,
    /// The gem with the second smallest bonus.
    Gold,
    /// The gem with the second largest bonus.
    Sapphire,
    /// The gem with the largest bonus.
    Diamond,
}

impl TileKind {
    /// Every kind; the gems in ascending order of their bonus.
    pub const ALL: [TileKind; 6] =
        [TileKind::Normal, TileKind::Fire, TileKind::Green, TileKind::Gold, TileKind::Sapphire, TileKind::Diamond];

    /// The name that board texts and JSON use.
    pub fn name(self) -> &'static str {
        match self {
            TileKind::Normal => "normal",
            TileKind::Fire => "fire",
            TileKind::Green => "green",
            TileKind::Gold => "gold",
            TileKind::Sapphire => "sapphire",
            TileKind::Diamond => "diamond",
        }
    }

    /// The kind of a [`name`](TileKind::name).
    pub fn from_name(name: &str) -> Option<TileKind> {
        TileKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One tile: its face, its kind and its tags.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The letters on it.
    pub face: Face,
    /// Plain, burning or a gem.
    pub kind: TileKind,
    /// Further tags, such as `selected` or `covered`, in the order in which they were given.
    pub tags: Vec<String>,
}

/// The tag of a tile that something covers, which no word uses.
pub const COVERED: &str = "covered";

/// The tag of a tile that the player has selected.
pub const SELECTED: &str = "selected";

/// The tag of a tile that the player owns, in a game of territory.
pub const MINE: &str = "mine";

/// The tag of a tile that the other player owns.
pub const THEIRS: &str = "theirs";

impl Tile {
    /// A plain tile without tags.
    pub fn new(face: Face) -> Tile {
        Tile { face, kind: TileKind::Normal, tags: Vec::new() }
    }

    /// Corrects what is on the tile: it is not covered then.
    pub fn set_face(&mut self, face: Face) {
        self.face = face;
        self.tags.retain(|tag| tag != COVERED);
    }

    /// Whether the tile has this tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|t| t == tag)
    }
}

/// A shape with a tile, or none, in each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    tiles: Vec<Option<Tile>>,
    /// Whether every tile is at rest; `false` while tiles fall.
    pub settled: bool,
}

impl Board {
    /// A board with these tiles in the order of the shape's cells; `None` is an empty cell.
    ///
    /// # Errors
    /// [`BoardError::Count`] where the number of tiles is not the number of cells.
    pub fn new(shape: Shape, tiles: Vec<Option<Tile>>) -> Result<Board, BoardError> {
        if tiles.len() != shape.len() {
            return Err(BoardError::Count { expected: shape.len(), found: tiles.len() });
        }
        Ok(Board { shape, tiles, settled: true })
    }

    /// The cells and which of them touch.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The same tiles under another rule of adjacency.
    #[must_use]
    pub fn with_adjacency(mut self, adjacency: Adjacency) -> Board {
        self.shape = self.shape.with_adjacency(adjacency);
        self
    }

    /// The tile of a cell; `None` where the cell is empty or outside the shape.
    pub fn tile(&self, cell: Cell) -> Option<&Tile> {
        self.tiles[self.shape.id(cell)?].as_ref()
    }

    /// The same, to be changed.
    pub fn tile_mut(&mut self, cell: Cell) -> Option<&mut Tile> {
        self.tiles[self.shape.id(cell)?].as_mut()
    }

    /// The tiles in the order of the shape's cells, `None` for an empty one.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = Option<&Tile>> {
        self.tiles.iter().map(Option::as_ref)
    }

    /// Puts a tile into the cell at this place in the order of the shape's cells.
    ///
    /// # Panics
    /// Where the shape has fewer cells.
    pub(crate) fn put(&mut self, id: usize, tile: Tile) {
        self.tiles[id] = Some(tile);
    }

    /// The tiles in the order of the shape's cells, to be changed.
    pub(crate) fn tiles_mut(&mut self) -> impl ExactSizeIterator<Item = Option<&mut Tile>> {
        self.tiles.iter_mut().map(Option::as_mut)
    }

    /// Each cell that has a tile, with that tile.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, &Tile)> {
        self.shape.cells().zip(&self.tiles).filter_map(|(cell, tile)| Some((cell, tile.as_ref()?)))
    }
}
