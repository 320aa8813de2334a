//! The arguments of `hexlex rules`.

use super::values::ProfileArg;
use clap::{Args, Subcommand};
use std::path::PathBuf;

const RULES_NOTES: &str = "\
Examples:
  hexlex rules fit recording -o mine.toml
      Estimate the unknown rules of a game from what `watch --record` kept, and write them as a profile
  hexlex advise board.txt --profile mine.toml
      Play by these rules";

/// Estimate the unknown rules of a game from recorded moves
#[derive(Args)]
#[command(after_help = RULES_NOTES)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    pub(crate) command: RulesCommand,
}

#[derive(Subcommand)]
pub(crate) enum RulesCommand {
    Fit(RulesFit),
}

const FIT_NOTES: &str = "\
A record is a folder of `watch --record`, or a text of boards with a line -- between them and headers above each: \
`# played: CATS 3,2 3,3 4,3 4,4` (the tiles may be left out), `# scrambled`, `# score: 1200`, `# level: 2`, and `# game: 2` \
where another game begins. What the moves do not show is as in the profile.

Examples:
  hexlex rules fit recording
      Print each rule with its 95% interval
  hexlex simulate --policy survive --replay 3 | hexlex rules fit - -o found.toml
      Recover the rules of a simulated game as a profile";

/// Estimate how often fire comes, which words bring gems, what a scramble costs, and the letters of new tiles
#[derive(Args)]
#[command(after_help = FIT_NOTES)]
pub(crate) struct RulesFit {
    /// Folders of `watch --record`, texts of boards and moves, or - for standard input
    #[arg(required = true, value_name = "RECORD|FILE")]
    pub(crate) records: Vec<PathBuf>,
    /// Write the rules to this file, as a profile for --profile
    #[arg(short, long, value_name = "FILE.toml")]
    pub(crate) output: Option<PathBuf>,
    /// Take what the moves do not show from this game: deluxe, web or mobile
    #[arg(long, default_value = "deluxe", value_name = "NAME")]
    pub(crate) profile: ProfileArg,
    /// Use this dictionary for words that were not seen: a file, a name given to `words import`, or a language [default:
    /// built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
}
