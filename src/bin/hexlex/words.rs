//! Which words count: the lexicon and the rules behind the arguments.

use crate::args::{ProfileArg, WordArgs};
use crate::console::Console;
use crate::{dictionary, personal};
use anyhow::{Result, bail};
use hexlex::board::Board;
use hexlex::lexicon::{self, Lexicon};
use hexlex::solve::Rules;
use std::borrow::Cow;
use std::path::Path;

/// The built-in lexicon, or the one of the list that was asked for; lines of it that are no words are told.
pub(crate) fn lexicon(args: &WordArgs, console: &Console) -> Result<Cow<'static, Lexicon>> {
    load(args.lexicon.as_deref(), console)
}

/// The same by the file or the name of a dictionary; with the player's own words.
pub(crate) fn load(given: Option<&Path>, console: &Console) -> Result<Cow<'static, Lexicon>> {
    let mut lexicon = alone(given, console)?;
    if !personal::is_empty()? {
        personal::apply(lexicon.to_mut())?;
    }
    Ok(lexicon)
}

/// The same without the player's own words.
pub(crate) fn alone(given: Option<&Path>, console: &Console) -> Result<Cow<'static, Lexicon>> {
    let Some(path) = given.filter(|path| path.as_os_str() != BUILT_IN) else {
        return Ok(Cow::Borrowed(lexicon::english()));
    };
    let path = dictionary::find(path);
    let (lexicon, report) = Lexicon::open(&path)?;
    let said = format!("{}: {report}", path.display());
    if report.skipped > 0 {
        console.warn(said)
    } else {
        console.detail(said)
    }
    Ok(Cow::Owned(lexicon))
}

/// The name of the built-in lexicon.
const BUILT_IN: &str = "english";

/// Refuses lengths that no word can have.
pub(crate) fn check_lengths(args: &WordArgs) -> Result<()> {
    match (args.min_length, args.max_length) {
        (Some(min), Some(max)) if min > max => {
            bail!("no word has {min} or more letters and {max} or fewer: lower --min-length or raise --max-length")
        }
        _ => Ok(()),
    }
}

/// The rules of a profile, or of the board's kind, with the lengths that were asked for.
pub(crate) fn rules(profile: Option<ProfileArg>, args: &WordArgs, board: &Board) -> Rules {
    let mut rules = match profile {
        Some(ProfileArg::Deluxe) => Rules::deluxe(),
        Some(ProfileArg::Web) => Rules::web(),
        Some(ProfileArg::Boggle) => Rules::boggle().fitted_to(board),
        None => Rules::for_board(board),
    };
    limit(&mut rules, args);
    rules
}

/// Puts in the lengths that were asked for.
pub(crate) fn limit(rules: &mut Rules, args: &WordArgs) {
    rules.min_length = args.min_length.unwrap_or(rules.min_length);
    rules.max_length = args.max_length.unwrap_or(rules.max_length);
}
