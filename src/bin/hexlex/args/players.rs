//! The arguments of the commands that play: `advise`, `simulate`.

use super::reading::{OneEngine, ReadingArgs, RegionArgs, SourceArgs};
use super::values::{FixArg, ProfileArg, WordArgs, level, positive, seed, threads};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hexlex::advise::Policy;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// How long a player thinks about a move.
#[derive(Args, Clone)]
pub(crate) struct ThinkArgs {
    /// Solve this many boards a move: the same answer every time [default: 100]
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "think")]
    pub(crate) solves: Option<usize>,
    /// Think for this long instead, as in 50ms or 2s; without a unit in milliseconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) think: Option<Duration>,
}

/// The profiles that `advise` takes; the help of `solve` lists all. Games whose tiles stay need no advice.
const ADVISE_PROFILES: &str = "Use the rules of this game, in which a word changes the board: deluxe, web, mobile, spelltower, \
                               letterpress, or those of a TOML file [default: deluxe]";

const ADVISE_NOTES: &str = "\
The words are ordered by how well the game goes on after them. Where tiles fall (deluxe, web, mobile), fires are used in time, \
and no fire is left without a word. A board of spelltower is played off for as many points as possible. In letterpress, tiles \
tagged `mine` and `theirs` (E:mine) have owners: the advised word leads by most tiles after the best reply. `solve` orders words by \
length or points.

Examples:
  hexlex advise screenshot.png
      Print what to play on the board of a picture, and why
  hexlex advise screenshot.png -o advice.png
      Draw the word, the fires that must be used and the gems that hold fires up
  hexlex advise board.txt --level 12 --think 50ms
      Think about a board text for 50 milliseconds, as on level 12
  hexlex advise board.txt --profile letterpress --played cats,dogs
      Take most tiles of a board with owners, after these words
  hexlex advise board.txt --profile my-game.toml --json
      Use the rules of a file, and print JSON";

/// Print what a strong player would play, and why
#[derive(Args)]
#[command(after_help = ADVISE_NOTES, mut_arg("profile", |profile| profile.help(ADVISE_PROFILES)))]
pub(crate) struct AdviseArgs {
    /// Advise on these pictures, folders of pictures and board texts (.txt); - is standard input
    #[arg(required_unless_present = "clipboard", value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) sources: SourceArgs,
    #[command(flatten)]
    pub(crate) region: RegionArgs,
    /// Correct a tile before solving, lines and tiles counted from 1, as in 3,2=V (repeatable)
    #[arg(long = "fix", value_name = "LINE,TILE=LETTERS")]
    pub(crate) fixes: Vec<FixArg>,
    /// Take every letter of a board text as one tile, and `Qu` as one tile
    #[arg(long)]
    pub(crate) split: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: OneEngine,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// Play as at this level of Bookworm [default: 1]
    #[arg(long, value_name = "N", value_parser = level)]
    pub(crate) level: Option<u32>,
    /// The word for which the game offers a bonus
    #[arg(long, value_name = "WORD")]
    pub(crate) bonus: Option<String>,
    /// The words of Letterpress or SpellTower that were played, with commas between them (repeatable)
    #[arg(long, value_name = "WORD", value_delimiter = ',', value_parser = played)]
    pub(crate) played: Vec<String>,
    /// Draw the advice into this PNG, JPEG or WebP file (one input): the path, fires that must be used now (!) or next (1), and in
    /// blue the turns for which gems hold fires up
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace a file of -o that hexlex did not write
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Print at most this many words
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = positive)]
    pub(crate) top: usize,
}

const SIMULATE_NOTES: &str = "\
Policies: longest, score (the highest), fire-longest and fire-score (the most fire tiles first), reach (fires by their \
height, and none left without a word), survive (the search of `advise`). Every policy plays the same seeds. A game ends \
when a fire on the bottom is not used.

Examples:
  hexlex simulate --policy score --policy survive --games 100
      Compare two players on a hundred games
  hexlex simulate --policy survive --solves 25 --fires x2 --csv games.csv
      Play with twice the profile's fire, and write a line for each game
  hexlex simulate --policy survive --policy fire-score --plot survival.svg
      Draw how many games last how long
  hexlex simulate --policy survive --replay 3
      Print the moves of the game with seed 3";

/// Play many games with simulated players, and compare them
#[derive(Args)]
#[command(after_help = SIMULATE_NOTES)]
pub(crate) struct SimulateArgs {
    /// Play with this policy (repeatable) [default: fire-score and survive]
    #[arg(long = "policy", value_name = "NAME",
          value_parser = PossibleValuesParser::new(Policy::ALL.map(Policy::name)).try_map(|name| name.parse::<Policy>()))]
    pub(crate) policies: Vec<Policy>,
    /// Play this many games with each policy; one of `survive` takes some seconds
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = positive)]
    pub(crate) games: usize,
    /// Seed the first game; the others follow
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = seed)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) think: ThinkArgs,
    /// Bring this many new fires a word on every level (2.5), or multiply those of the profile (x2)
    #[arg(long, value_name = "RATE|xN")]
    pub(crate) fires: Option<FiresArg>,
    /// End a game after this many words
    #[arg(long, default_value_t = 5000, value_name = "N", value_parser = positive)]
    pub(crate) max_words: usize,
    /// Stay on this level [default: rising with the score]
    #[arg(long, value_name = "N", value_parser = level)]
    pub(crate) level: Option<u32>,
    /// Use the rules of this game, whose tiles fall: deluxe, web, mobile, sketch, or those of a TOML file
    #[arg(long, default_value = "deluxe", value_name = "NAME|FILE")]
    pub(crate) profile: ProfileArg,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// Play on this many threads [default: the number of CPU cores]
    #[arg(short, long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// Write a line for each game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Draw the share of games that reach each number of words to this SVG or PNG file
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Write the tables and the plot to this HTML page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print each move of the game with this seed, played by the first policy, and nothing else
    #[arg(long, value_name = "SEED", value_parser = seed, conflicts_with_all = ["csv", "plot", "html"])]
    pub(crate) replay: Option<u64>,
}

/// The rate of new fires.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum FiresArg {
    /// Thousandths of a fire a word, on every level.
    Fixed(u32),
    /// The profile's, multiplied.
    Times(f64),
}

impl FromStr for FiresArg {
    type Err = String;

    fn from_str(text: &str) -> Result<FiresArg, String> {
        /// More fires a word than any board survives.
        const MOST: f64 = 100.0;
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| (0.0..=MOST).contains(number));
        let parsed = match text.strip_prefix('x') {
            Some(factor) => number(factor).map(FiresArg::Times),
            None => number(text).map(|rate| FiresArg::Fixed((rate * 1000.0).round() as u32)),
        };
        parsed.ok_or_else(|| format!("expected a rate such as 2.5, or a factor such as x2, up to 100, found `{text}`"))
    }
}

/// A word that was played.
fn played(text: &str) -> Result<String, String> {
    let word = text.trim();
    let is_word = !word.is_empty() && word.chars().all(char::is_alphabetic);
    let error = || format!("expected a word of letters, found `{text}`: write words as in cats,dogs");
    is_word.then(|| word.to_string()).ok_or_else(error)
}

/// A time with its unit, as in `50ms`.
fn duration(text: &str) -> Result<Duration, String> {
    /// A minute, in milliseconds: longer than any player waits.
    const LONGEST: f64 = 60_000.0;
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1.0),
        (None, Some(number)) => (number, 1000.0),
        (None, None) => (text, 1.0),
    };
    let milliseconds = number.trim().parse().ok().map(|number: f64| number * unit);
    let found = milliseconds.filter(|ms| (1.0..=LONGEST).contains(ms));
    found
        .map(|ms| Duration::from_secs_f64(ms / 1000.0))
        .ok_or_else(|| format!("expected a time from 1ms to 60s, found `{text}`: give one such as 50ms"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_times_have_their_forms() {
        assert_eq!("2.5".parse(), Ok(FiresArg::Fixed(2500)));
        assert_eq!("x2".parse(), Ok(FiresArg::Times(2.0)));
        assert!(["x", "-1", "two", "101"].iter().all(|text| text.parse::<FiresArg>().is_err()));
        let ms = |text| duration(text).map(|time| time.as_millis());
        assert_eq!([ms("50ms"), ms("2s"), ms("7")], [Ok(50), Ok(2000), Ok(7)]);
        assert!(["0ms", "2h", "", "61s", "-5"].iter().all(|text| duration(text).is_err()));
    }
}
