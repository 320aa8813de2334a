//! The arguments of the commands on boards of letters: `score`, `roll`.

use super::values::{ShapeArg, WordArgs, positive, seed, threads};
use clap::Args;
use hexlex::solve::Kernel;
use std::path::PathBuf;

const SCORE_NOTES: &str = "\
Each line is a board: its letters row by row (staggered boards: column by column), `q` for a tile `Qu`. A word counts \
once per board. Points are Boggle's.

Examples:
  hexlex score boards.txt
      Print the totals of a file
  hexlex score - --lexicon words.txt --min-length 4 --threads 2 < boards.txt
      Count the words of a list, on two threads
  hexlex roll --count 100000 | hexlex score - --kernel avx2
      Measure the speed on random boards";

/// Count the words and points of many boards, and measure the speed
#[derive(Args)]
#[command(after_help = SCORE_NOTES)]
pub(crate) struct ScoreArgs {
    /// Read one board a line from this file; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Set the shape: bookworm, a size (4x4), column lengths (7,8,7; after equal ones :up, which is the default, or
    /// :down, as in 7,7,7:down) or auto (from the number of letters)
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// Solve on this many threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = threads)]
    pub(crate) threads: usize,
    /// Search with scalar, avx2 or avx512 [default: the fastest that the processor supports]
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<Kernel>,
    /// Find the best path of every word too
    #[arg(long)]
    pub(crate) paths: bool,
    /// Print one line for each board, in input order: points, words, the board
    #[arg(long = "each", conflicts_with = "json")]
    pub(crate) per_board: bool,
}

const ROLL_NOTES: &str = "\
The output is one board a line, as `hexlex score` takes it. With --text it is board text, as `hexlex solve` takes it, \
with a line `--` between boards.

Examples:
  hexlex roll --seed 1 --count 100000 | hexlex score -
      Score the same 100,000 boards every time
  hexlex roll --shape bookworm --text
      Print a staggered board as board text
  hexlex roll --dice old --best-of 100
      Print the board with the most words out of 100";

/// Print random boards
#[derive(Args)]
#[command(after_help = ROLL_NOTES)]
pub(crate) struct RollArgs {
    /// Set the shape: bookworm, a size (4x4), column lengths (7,8,7; after equal ones :up, which is the default, or
    /// :down, as in 7,7,7:down) or auto (the shape of the dice's game)
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
    /// Roll these dice [default: new for 4x4, big for 5x5, bookworm for other shapes]
    #[arg(long, value_enum)]
    pub(crate) dice: Option<DiceArg>,
    /// Print this many boards
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = positive)]
    pub(crate) count: usize,
    /// Seed the random numbers, to print the same boards again [default: random]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Roll this many boards for each one printed, and keep the one with the most words
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = positive)]
    pub(crate) best_of: usize,
    /// Count the words of this list or dictionary for --best-of [default: built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
    /// Print board text instead of one board a line
    #[arg(long)]
    pub(crate) text: bool,
}

/// The dice that boards are rolled from.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DiceArg {
    /// Boggle's 16 cubes since 1987
    New,
    /// Boggle's 16 cubes before 1987
    Old,
    /// Big Boggle's 25 cubes
    Big,
    /// English letter frequencies (Bookworm's own are not known)
    Bookworm,
    /// All letters equally frequent
    Uniform,
}
