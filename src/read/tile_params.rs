//! The numbers by which a tile is read: what a guess loses for its place, size and parts, and what counts as a letter.
//!
//! They are learned together, since they work together: `weights tiles` changes one after the other and keeps what makes
//! the readings of drawn boards likelier. They lie in `tiles.weights`. A parameter that those boards do not decide keeps the
//! value from which the search began, which was chosen by hand; most do. The command prints the loss at a quarter of each
//! and at four times.

use std::sync::{OnceLock, PoisonError, RwLock};

/// Declares the parameters: a field each, of the same name as in the file.
macro_rules! tile_params {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The parameters of the tile reader. All are positive.
        pub(crate) struct TileParams {
            $($(#[$doc])* pub(super) $name: f32,)*
        }

        /// The names of the parameters.
        pub(crate) const TILE_PARAMS: &[&str] = &[$(stringify!($name)),*];

        impl TileParams {
            /// The parameters of these values, in the order of [`TILE_PARAMS`].
            fn of(values: &[f32]) -> TileParams {
                let mut values = values.iter().copied();
                let mut next = || values.next().unwrap_or_else(|| unreachable!("a value for each name"));
                TileParams { $($name: next(),)* }
            }
        }
    };
}

tile_params! {
    // The baseline, height and polarity of a board (`geometry`). Costs are in log odds. The likelihood of a reference tile
    // also decides which frames are compared (`passes::common_edges`).
    /// The likelihood above which a tile is a reference tile, which shows the baseline and height of the letters.
    reference,
    /// The share of the reference tiles that must agree on a polarity.
    polarity_agreement,
    /// The share of the tiles with guesses that must be reference tiles for exact geometry to make a segment likelier. The
    /// symbols of a table all have the same geometry too, but few of them read as letters.
    reference_share,
    /// The share of the segments without a letter that have exactly the geometry of the letters by chance.
    by_chance,
    /// The height of the letters where no reference tile shows it, in tiles.
    usual_height,
    /// How far the edges of a letter may be from those of the board's letters, in tiles: an O is taller than an E.
    slack,
    /// What a guess loses in log odds for each tile beyond that.
    off_place_cost,
    /// The same slack for the horizontal center, which differs more: J and L are wider on one side.
    aside_slack,
    /// The reach of the tails of J and Q below the baseline, in heights of a letter.
    tail_reach,
    /// How far a slash may reach beyond the letters above and below, in letter heights.
    slash_reach,
    /// What a guess loses for a polarity other than that of the board.
    other_polarity_cost,
    /// The least reach below the baseline, in heights of a letter, of an I that is a J whose hook the frame hides.
    hook_reach,
    /// What a guess loses that is a part of a wider segment that may be a letter, as the stem of an L with a faint foot.
    part_cost,
    /// What a single stroke loses that ends at a masked frame, which may hide the rest of any letter.
    trimmed_stem_cost,

    // The guesses by one segment (`guess`).
    /// The likelihood of "no letter" below which a segment may be complete.
    complete_below,
    /// The prior odds of each further letter of a tile.
    several_odds,
    /// The same where all letters are I: an H or N that fell apart is likelier.
    several_bars_odds,
    /// The factor on the odds of several letters on a board where most tiles have several. Smaller: a tile whose letters are close to
    /// each other reads as one of them. Larger: a single letter among them reads as two. `hard judge --kind digrams` shows a change.
    usual_several_factor,
    /// The prior odds of a choice, as `U/M`, against as many letters: a slash that looks like an I is likelier.
    choice_odds,
    /// The same of letters with a hyphen, as `-ER`: hardly anything else is a bar or block beside letters at half their height.
    affix_odds,
    /// The share of the likelihood of "no letter" that is dropped for a part among others.
    in_row_share,
    /// What is added to the log odds of a guess: those of segments are too low by this.
    calibration,

    // The second reader (`second_reader`).
    /// The probability floor of the first reader, added before the outputs of both are multiplied.
    first_floor,
    /// The probability floor of the second reader.
    second_floor,
    /// The least probability of a letter of which a guess may be the rest: an F may be an E that lost a hairline.
    leftover_min,

    // The frames of tiles (`frame_edges`).
    /// The likeness that most tiles reach where they have frames.
    framed_likeness,
    /// The likeness to the common frame up to which a tile counts as without a frame: it is missing, or something covers it.
    frame_missing,

    // The segments (`segment`).
    /// How much wider a segment is at least than one that is a part of it, in pixels of a crop of one tile.
    part_min_wider,
    /// The share of a part that lies outside of the wider segment at most.
    part_max_outside,
    /// The share of the tiles that must have a pixel in common for it to belong to a frame that letters may touch.
    frame_common,
    /// The lower threshold for hairlines, as a fraction of the way from the mean of the dark side to that of the light one.
    hairline_low,
    /// The upper threshold for hairlines.
    hairline_high,
    /// The overlap of two components, as a share of the narrower one's width, above which they are one letter.
    stacked_overlap,
    /// The least width of a hyphen, in its heights.
    hyphen_min_flatness,
    /// The largest height of a hyphen, in heights of the letters.
    hyphen_max_height,
    /// The least width of a hyphen, in heights of the letters.
    hyphen_min_width,
    /// The largest width of a hyphen, in heights of the letters.
    hyphen_max_width,
    /// The highest place of a hyphen's middle, from the letters' top, in their heights.
    hyphen_highest,
    /// The lowest place of a hyphen's middle.
    hyphen_lowest,
    /// The largest gap between a hyphen and the letters, in their heights.
    hyphen_max_gap,
    /// The least height of a letter, in pixels of a crop of one tile.
    letter_min_height,
    /// The largest height of a letter, in pixels of a crop of one tile.
    letter_max_height,
    /// The largest width of a letter, in pixels of a crop of one tile. Above 54 it limits the letters of wide crops only.
    letter_max_width,
    /// The standard deviation of a Gaussian that weights components by their distance from the tile's center, in pixels.
    center_spread,
    /// The least height of a letter beside another one, in heights of the main component.
    beside_min_height,
    /// The largest gap between the two, in heights of the main component.
    beside_max_gap,
    /// How far the lower edges are apart at most, in heights of the main component.
    beside_max_offset,
    /// The least share of a fragment's height that lies between the top and the bottom of the main component.
    fragment_overlap,
}

/// The values of a file: a line for each parameter, its name and its value. Other lines are ignored.
///
/// # Panics
/// Where the file lacks a parameter: it is a part of the program, and a test reads it.
fn parse(text: &str) -> Vec<f32> {
    let value = |name: &&str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = line.and_then(|value| value.trim().parse().ok());
        value.unwrap_or_else(|| {
            panic!("expected a line \"{name} VALUE\" in tiles.weights, found none: add one with a start value")
        })
    };
    TILE_PARAMS.iter().map(value).collect()
}

/// The values of the program, in the order of [`TILE_PARAMS`].
pub(crate) fn learned_values() -> Vec<f32> {
    parse(include_str!("tiles.weights"))
}

/// What `weights tiles` tries in place of the learned values.
static TRIED: RwLock<Option<&TileParams>> = RwLock::new(None);

/// The parameters.
pub(super) fn tile_params() -> &'static TileParams {
    static LEARNED: OnceLock<TileParams> = OnceLock::new();
    let tried = *TRIED.read().unwrap_or_else(PoisonError::into_inner);
    tried.unwrap_or_else(|| LEARNED.get_or_init(|| TileParams::of(&learned_values())))
}

/// Reads with these values from now on, in every thread: only learning does so. Each call keeps some 300 bytes for good.
pub(crate) fn try_values(values: &[f32]) {
    let tried: &TileParams = Box::leak(Box::new(TileParams::of(values)));
    *TRIED.write().unwrap_or_else(PoisonError::into_inner) = Some(tried);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_positive_value() {
        let values = learned_values();
        assert_eq!(values.len(), TILE_PARAMS.len());
        let lines = include_str!("tiles.weights").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), TILE_PARAMS.len());
        assert!(values.iter().all(|value| *value > 0.0), "{values:?}");
    }
}
