//! The rules that a command solves with: those of a profile or of the board's kind, with the lengths of `--min-length` and
//! `--max-length`.

use crate::args::{ProfileArg, WordArgs};
use anyhow::{Result, bail};
use hexlex::board::Board;
use hexlex::solve::Rules;

/// The rules of the profile or, without one, of the board's kind.
pub(crate) fn for_board(profile: Option<ProfileArg>, args: &WordArgs, board: &Board) -> Rules {
    let mut rules = match profile {
        Some(ProfileArg::Deluxe) => Rules::deluxe(),
        Some(ProfileArg::Web) => Rules::web(),
        Some(ProfileArg::Boggle) => Rules::boggle().fitted_to(board),
        None => Rules::for_board(board),
    };
    set_lengths(&mut rules, args);
    rules
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
