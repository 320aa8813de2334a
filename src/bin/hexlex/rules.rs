//! The rules that a command solves with: those of a profile or of the board's kind, with the letter values that are printed on
//! the board's tiles and the lengths of `--min-length` and `--max-length`.

use crate::args::{ProfileArg, WordArgs};
use anyhow::{Result, bail};
use hexlex::board::{Adjacency, Board, Lines};
use hexlex::profile::{BuiltIn, Profile, Scoring};
use hexlex::read::Reading;
use hexlex::solve::Rules;
use std::borrow::Cow;

/// The rules of a profile for a board.
pub(crate) fn for_board(profile: &Profile, args: &WordArgs, board: &Board) -> Rules {
    let mut rules = profile.rules.clone().fitted_to(board);
    set_lengths(&mut rules, args);
    rules
}

/// The profile of the argument or, without one, of the board's kind, with the letter values that are printed on the tiles of a
/// picture.
pub(crate) fn profile_for(
    profile: Option<ProfileArg>,
    board: &Board,
    reading: Option<&Reading>,
) -> Cow<'static, Profile> {
    let of_kind = || match board.shape().lines() {
        Lines::Columns => BuiltIn::Deluxe.profile(),
        Lines::Rows => BuiltIn::Boggle.profile(),
    };
    let profile = profile.map_or_else(of_kind, ProfileArg::profile);
    profile.with_printed_values(reading.map_or(&[], |reading| &reading.values))
}

/// The board as the profile's game has it: where any tile may follow any other, that is not to be seen on a picture.
pub(crate) fn with_adjacency(profile: Option<ProfileArg>, board: Board) -> Board {
    match profile.map(|profile| profile.profile().game.shape.adjacency()) {
        Some(Adjacency::Free) => board.with_adjacency(Adjacency::Free),
        _ => board,
    }
}

/// Replaces the lengths of the rules by those of the arguments.
pub(crate) fn set_lengths(rules: &mut Rules, args: &WordArgs) {
    rules.min_length = args.min_length.unwrap_or(rules.min_length);
    rules.max_length = args.max_length.unwrap_or(rules.max_length);
}

/// Checks that some word can have these lengths.
pub(crate) fn check_lengths(min_length: Option<usize>, max_length: Option<usize>) -> Result<()> {
    match (min_length, max_length) {
        (Some(min), Some(max)) if min > max => {
            bail!(
                "expected --min-length not above --max-length, found {min} and {max}: lower --min-length or raise \
                 --max-length"
            )
        }
        _ => Ok(()),
    }
}

/// The warning about a level that was typed for a game without levels; `None` where there is nothing to say.
pub(crate) fn level_warning(profile: &Profile, level: Option<u32>) -> Option<String> {
    let has_levels = matches!(profile.rules.scoring, Scoring::Bookworm(_)) || profile.game.fire.per_level > 0;
    level.filter(|_| !has_levels).map(|level| {
        format!(
            "expected a game with levels for --level, found {}: leave --level {level} out, which changes nothing",
            profile.name
        )
    })
}
