//! The numbers of the locate stage that were chosen by hand.
//!
//! Each field says its unit, what goes wrong when it is smaller or larger, and where it comes from. "By judging" means: chosen
//! by hand, so that `hard judge --seed 21 --count 300` finds the most boards; run it with another value to find the number
//! again.

/// The numbers of `blobs` and `patches`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Params {
    /// The step between the gray levels at which the picture is cut. Larger: letters of low contrast are lost. Smaller: more
    /// work; half of it finds no more boards. By judging.
    pub(super) level_step: u8,
    /// The sides of the windows of the two local means, as parts of the picture's short side. Smaller than a letter: the
    /// insides of its strokes are lost. Larger than a tile: letters on a gradient are lost. Without the smaller one, tiles
    /// that hardly differ from their ground in brightness are lost (`tests/found.rs`). Chosen by hand.
    pub(super) local_windows: [f32; 2],
    /// How far a pixel differs from the local mean, in gray levels. Smaller: textures become blobs. Larger: faint letters are
    /// lost. By judging.
    pub(super) local_contrast: u8,
    /// The smallest height of a blob in pixels of the shrunk picture. Smaller: more work, for letters that cannot be read.
    /// Chosen by hand: the networks read no letter below seven pixels.
    pub(super) min_height: u32,
    /// The largest width of a letter in its heights. Smaller: W of wide faces is lost. Larger: joined letters vote. By judging.
    pub(super) letter_width: f32,
    /// The long side of a tile in its short sides, and the ratio of the pitches of a lattice of tiles. Smaller: wide tiles are
    /// lost. Larger: lines of text vote. Chosen by hand.
    pub(super) tile_ratio: f32,
    /// The part of its box that the body of a tile fills at least. Smaller: more letters vote as tiles. Larger: tiles that are
    /// seen as outlines, or less large letters, are lost: 0.45 found 9 of 288 boards less. By judging.
    pub(super) tile_fill: f32,
    /// How far apart the boxes of one blob may be in several cuts: their centers, in pixels of the shrunk picture. Smaller:
    /// one letter becomes two blobs. Larger: two become one. Chosen by hand.
    pub(super) same_center: f32,
    /// The same for the logarithms of their sides. Chosen by hand.
    pub(super) same_side: f32,
    /// The largest gap between the letters of running text, in heights. Smaller: text votes for lattices. Larger: letters on
    /// tiles that they fill do not vote. By judging.
    pub(super) text_gap: f32,
    /// The tallest blob of a group in heights of its smallest: a face's capitals, with overshoot and Q. Smaller: boards fall
    /// apart. Larger: lower case votes with capitals. By judging.
    pub(super) group: f32,
    /// The tallest small letters, those with an ascender or a descender, in heights of the tallest one of a group without. Smaller: faces with
    /// long ascenders are lost. Larger: icons and lines of text vote. Chosen by hand; `hard judge --kind lower-case` shows a change.
    pub(super) tall: f32,
    /// The fewest blobs of a lattice, where no shape is known. Smaller: chance makes lattices. Larger: boards of nine tiles with
    /// some unseen are lost. Chosen by hand.
    pub(super) min_blobs: usize,
    /// The most blobs of one group, those of the most cuts first: a limit of work, the number of cells of the largest board, 40x40.
    /// Smaller: large boards on crowded screens are lost. Larger: a page of text takes longer. Chosen by hand; `cargo bench --bench
    /// worst` and `hard judge --kind tall` show a change.
    pub(super) max_blobs: usize,
    /// The most patches of a picture, those with the most blobs first: a limit of work, as each is ranked. Chosen by hand.
    pub(super) max_patches: usize,
    /// The most patches of small letters of several heights. Smaller: boards on textures are lost; with 8, two of 300. Larger: noise takes longer;
    /// with 40, a QR code takes 2.5 times as long as with none. Chosen by hand; `hard judge --kind lower-case` and `cargo bench --bench worst` show
    /// a change.
    pub(super) max_small_patches: usize,
    /// The vertical pitch of letters in their heights, at least and at most: letters fill a quarter of a tile to nearly all of
    /// it. Beyond: text below, every second row above. By judging.
    pub(super) letter_pitch: [f32; 2],
    /// The vertical pitch of tiles in their heights at most. They touch or stand apart. Chosen by hand.
    pub(super) tile_pitch: f32,
    /// The horizontal pitch of rows of letters in vertical ones at most, and at least the inverse: square tiles in a stretched
    /// window, and plates. Letters that stand twice as far one way as the other are mostly a board of which every second row
    /// or column was seen. By judging.
    pub(super) square_ratio: f32,
    /// The same of staggered columns, at least and at most: hexagons are 0.87 or 1.15. By judging.
    pub(super) staggered_ratio: [f32; 2],
    /// The most pitches that are tried for each direction and kind of lattice: a limit of work. Smaller: boards beside text are
    /// lost. Chosen by hand.
    pub(super) max_pitches: usize,
    /// How far a blob may be from its place on a lattice, in vertical pitches. Smaller: letters whose boxes are off center (J,
    /// Q) are lost. Larger: links go astray. By judging.
    pub(super) off_node: f32,
    /// How far two pitches may differ to be one, as a part of them; also the width of a bin of votes. Smaller: one pitch is
    /// found several times. Larger: two become one. Chosen by hand.
    pub(super) same_pitch: f32,
}

/// The values in use.
pub(super) const PARAMS: Params = Params {
    level_step: 32,
    local_windows: [0.03, 0.1],
    local_contrast: 18,
    min_height: 6,
    letter_width: 1.7,
    tile_ratio: 2.5,
    tile_fill: 0.3,
    same_center: 2.5,
    same_side: 0.12,
    text_gap: 0.35,
    group: 1.28,
    tall: 1.6,
    min_blobs: 6,
    max_blobs: 1600,
    max_patches: 40,
    max_small_patches: 16,
    letter_pitch: [1.25, 4.4],
    tile_pitch: 1.5,
    square_ratio: 1.82,
    staggered_ratio: [0.7, 1.25],
    max_pitches: 3,
    off_node: 0.15,
    same_pitch: 0.03,
};
