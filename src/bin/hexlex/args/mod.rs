//! The arguments as they are typed, and the forms that the commands work with.

mod reading;
mod values;
mod words;

pub(crate) use reading::{EngineArg, OneEngine, ReadingArgs};
pub(crate) use values::{FallingArg, ProfileArg, ShapeArg, WordArgs, WorthArgs};
pub(crate) use words::*;

use clap::{Args, Parser, Subcommand};
use hexlex::solve::Kernel;
use std::path::PathBuf;
use std::time::Duration;
use values::{milliseconds, percent, positive, size};

const EXAMPLES: &str = "\
Examples:
  hexlex solve screenshot.png           the best words, and screenshot.hexlex.png with the best one drawn on it
  hexlex read screenshot.png            the board as text
  hexlex watch --window bookworm        beside the running game: the best word, again at every change
  hexlex check fixtures                 read every picture that has a truth beside it, and compare

Exit status: 0 done; 1 done, and the answer is no; 2 trouble.";

/// Reads a letter board from a screenshot, finds the best word and draws its path.
#[derive(Parser)]
#[command(name = "hexlex", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) general: General,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What holds for every command.
#[derive(Args)]
pub(crate) struct General {
    /// Answer in one JSON document
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,
    /// Say nothing on standard error but what went wrong
    #[arg(short, long, global = true, display_order = 101, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more on standard error, times among it
    #[arg(short, long, global = true, display_order = 102)]
    pub(crate) verbose: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Read(ReadArgs),
    Watch(WatchArgs),
    Windows(WindowsArgs),
    Check(CheckArgs),
    Teach(TeachArgs),
    Score(ScoreArgs),
    Words(WordsArgs),
    Roll(RollArgs),
    Practice(PracticeArgs),
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  hexlex solve screenshot.png
  hexlex solve screenshot.png --goal score --profile web --top 3 -o best.png
  hexlex solve screenshots --out-dir solved --json
  printf 'cats\\nrole\\nnide\\ntsar\\n' | hexlex solve - --split

A board text has a line for each row, or for each column after the line `# layout: columns`; its tokens
are tiles: E  Qu  VE  U/M  SUB-  -ER  *  A:fire  `.` an empty cell  `?` an unreadable tile.
Without -o and --out-dir the overlay is STEM.hexlex.png in the current folder. Inputs of one stem keep their endings
(a.png.hexlex.png, a.jpg.hexlex.png); of inputs of one name the later ones are numbered (a.png.2.hexlex.png).
A text of several boards has a line `--` between them.";

/// The best words of pictures and board texts, and the overlay picture
#[derive(Args)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct SolveArgs {
    /// Pictures, folders of pictures, board texts (.txt), or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: OneEngine,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) worth: WorthArgs,
    /// Tell every word
    #[arg(long, conflicts_with = "top")]
    pub(crate) all: bool,
    /// Take the unbroken lines of a board text apart: a letter a tile, `Qu` together
    #[arg(long)]
    pub(crate) split: bool,
    /// Where the overlay picture of the one input goes (PNG); the only way to get one for a board text
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir")]
    pub(crate) output: Option<PathBuf>,
    /// Where the overlay pictures go [default: the current folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) out_dir: Option<PathBuf>,
    /// Draw the overlay alone, on nothing
    #[arg(long)]
    pub(crate) transparent: bool,
}

const READ_EXAMPLES: &str = "\
Examples:
  hexlex read screenshot.png > board.txt
  hexlex read screenshot.png | hexlex solve -
  hexlex read screenshots --json --min-confidence 0.8";

/// Only recognize: pictures as board text
#[derive(Args)]
#[command(after_help = READ_EXAMPLES)]
pub(crate) struct ReadArgs {
    /// Pictures, folders of pictures, or - for standard input
    #[arg(required = true, value_name = "PICTURE")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: OneEngine,
}

const WATCH_EXAMPLES: &str = "\
Examples:
  hexlex watch                                    look for a board in every window, and stay with it
  hexlex watch --window bookworm                  a window by a part of its title or class
  hexlex watch --window 0x1c00007 --json          a line of JSON for each event
  hexlex watch --region 100,50,640,480 --preview  a part of the screen; the answer in a window of its own
  hexlex watch --pick --out best.png --record boards

hexlex only looks: it sends no key and no click to any window. While it runs: Ctrl+Alt+R read again, Ctrl+Alt+N next word,
Ctrl+Alt+H hide or show the overlay, Ctrl+Alt+P pause or go on, Ctrl+Alt+Q quit; --keys changes them.";

/// Beside the running game: capture, read, solve, show, again at every change
#[derive(Args)]
#[command(after_help = WATCH_EXAMPLES)]
pub(crate) struct WatchArgs {
    /// The window: its number, or a part of its title or class, in any case [default: the first that shows a board]
    #[arg(short, long, value_name = "TEXT|ID", group = "target")]
    pub(crate) window: Option<String>,
    /// A monitor by its number, as `hexlex windows` tells it
    #[arg(long, value_name = "N", group = "target", value_parser = positive)]
    pub(crate) monitor: Option<usize>,
    /// A part of the screen, in pixels
    #[arg(long, value_name = "X,Y,W,H", group = "target", allow_hyphen_values = true)]
    pub(crate) region: Option<String>,
    /// The window that is clicked on next
    #[arg(long, group = "target")]
    pub(crate) pick: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: OneEngine,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) worth: WorthArgs,
    /// Draw the best word over the game [default: where the system allows it]
    #[arg(long, conflicts_with = "no_overlay")]
    pub(crate) overlay: bool,
    /// Draw nothing over the game
    #[arg(long)]
    pub(crate) no_overlay: bool,
    /// Show the picture with the best word in a window of its own
    #[arg(long)]
    pub(crate) preview: bool,
    /// Write the picture with the best word to this file (PNG), again at every change
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Keep each new board in this folder, picture and text
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Stop after the first board
    #[arg(long)]
    pub(crate) once: bool,
    /// Global keys: NAME=KEY of again, next, hide, pause, quit, as in next=F8,quit=Ctrl+Alt+X, or none
    #[arg(long, value_name = "KEYS")]
    pub(crate) keys: Option<String>,
}

const WINDOWS_EXAMPLES: &str = "\
Examples:
  hexlex windows
  hexlex windows bookworm --json";

/// What can be captured: windows, the topmost first, and monitors
#[derive(Args)]
#[command(after_help = WINDOWS_EXAMPLES)]
pub(crate) struct WindowsArgs {
    /// Only windows with this in their title or class, or with this number
    #[arg(value_name = "TEXT|ID")]
    pub(crate) text: Option<String>,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  hexlex check fixtures
  hexlex check screenshots more.png -j 4 --fail-under 99.5

The truth of NAME.png is the board text NAME.txt beside it. A tile that it tags `:covered` is right when it is
unreadable; where it says `# settled: false` an unreadable tile is never a fault. Kinds are counted beside, and decide
nothing. Without --fail-under, any difference makes the exit status 1.";

/// Read every picture that has a truth beside it, and report
#[derive(Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Pictures and folders of pictures
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Who reads the letters; several, as in net,template, are compared [default: a taught skin that fits, then net]
    #[arg(long = "engine", value_enum, value_name = "ENGINE", value_delimiter = ',')]
    pub(crate) engines: Vec<EngineArg>,
    /// Write a report for the eye: every tile that is wrong or in doubt, as it stands in its picture
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// How many pictures to read at once [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = positive)]
    pub(crate) jobs: Option<usize>,
    /// The exit status is 0 where at least so many of a hundred tiles are right, and 1 otherwise
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fail_under: Option<f64>,
}

const TEACH_EXAMPLES: &str = "\
Examples:
  hexlex teach screenshot.png --skin deluxe          screenshot.txt has the letters; without it, hexlex asks
  hexlex teach more/*.png --skin deluxe              the same skin learns from further pictures
  hexlex teach screenshots --skin deluxe             every picture in the folder that has a truth beside it
  hexlex teach a.png --skin deluxe --truth b.txt --dir ./deluxe

A skin is a folder of letters and colors. It is found by itself on the next picture that looks like it. Without a
truth, each tile is shown and its letter asked for: Enter takes the proposal, a letter corrects it (said twice where
hexlex is sure of another), `-` passes over the tile, and the end of the input (Ctrl-D) over all that are left.";

/// Learn a skin from pictures whose letters are known
#[derive(Args)]
#[command(after_help = TEACH_EXAMPLES)]
pub(crate) struct TeachArgs {
    /// Pictures of the game, and folders of pictures with a truth beside each
    #[arg(required = true, value_name = "PICTURE")]
    pub(crate) pictures: Vec<PathBuf>,
    /// The name of the skin, new or to be added to
    #[arg(long, value_name = "NAME")]
    pub(crate) skin: String,
    /// The board text of the one picture [default: NAME.txt beside NAME.png]
    #[arg(long, value_name = "FILE")]
    pub(crate) truth: Option<PathBuf>,
    /// The folder of the skin [default: hexlex/skins/NAME among the user's data]
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// The shape of boards without a truth: bookworm, a size (4x4), column lengths, or auto
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
}

const SCORE_EXAMPLES: &str = "\
Examples:
  hexlex score boards.txt
  hexlex score - --lexicon words.txt --min-length 4 --threads 2 < boards.txt
  hexlex roll --count 100000 | hexlex score - --kernel avx2

A board a line, row by row (staggered boards column by column), a letter a tile, `q` standing for `Qu`. A word counts
once a board; points are Boggle's.";

/// Boards by the line: totals and boards a second
#[derive(Args)]
#[command(after_help = SCORE_EXAMPLES)]
pub(crate) struct ScoreArgs {
    /// A file of boards, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// bookworm, a size (4x4), column lengths (7,8,7 or 7,7,7:down), or auto: by the number of letters
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// How many threads solve
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = positive)]
    pub(crate) threads: usize,
    /// Search with scalar, avx2 or avx512 [default: the fastest that the processor has]
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<Kernel>,
    /// Make the best path of every word, too
    #[arg(long)]
    pub(crate) paths: bool,
    /// Answer a line for each board, in their order: points, words, the board
    #[arg(long = "each", conflicts_with = "json")]
    pub(crate) per_board: bool,
}

const ROLL_EXAMPLES: &str = "\
Examples:
  hexlex roll --seed 1 --count 100000 | hexlex score -
  hexlex roll --shape bookworm --text
  hexlex roll --dice old --best-of 100

A board a line, as `score` reads it; with --text as `solve` reads it, `--` between boards.";

/// Random boards
#[derive(Args)]
#[command(after_help = ROLL_EXAMPLES)]
pub(crate) struct RollArgs {
    /// bookworm, a size (4x4), column lengths (7,8,7 or 7,7,7:down), or auto: the dice's
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
    /// What is rolled [default: the cubes of the shape, or letters as often as in English]
    #[arg(long, value_enum)]
    pub(crate) dice: Option<DiceArg>,
    /// How many boards
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = positive)]
    pub(crate) count: usize,
    /// The same boards every time [default: others every time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Of so many boards take the one with the most words
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = positive)]
    pub(crate) best_of: usize,
    /// The dictionary that --best-of counts words of [default: the built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
    /// As board text instead of a line
    #[arg(long)]
    pub(crate) text: bool,
}

const PRACTICE_EXAMPLES: &str = "\
Examples:
  hexlex practice
  hexlex practice --seed 7 --size 1280x720 --state board.txt

Click tiles that touch to spell a word; click the last one again to take it back, an earlier one to cut back to it. A
double click on the last tile, Enter or Submit plays the word. Tiles on fire burn down by one a word: use them before
they reach the bottom.";

/// A small game of its own in a window, to play and to try hexlex on
#[derive(Args)]
#[command(after_help = PRACTICE_EXAMPLES)]
pub(crate) struct PracticeArgs {
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// Whose rules: Bookworm Deluxe's or Bookworm's on the web
    #[arg(long, value_enum, default_value_t = FallingArg::Deluxe)]
    pub(crate) profile: FallingArg,
    /// The same game every time; a new one in the same window has the next number [default: others every time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The size of the window in pixels
    #[arg(long, value_name = "WxH", default_value = "960x720", value_parser = size)]
    pub(crate) size: (u32, u32),
    /// Keep the true board in this file, as board text, rewritten at every change
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// How many milliseconds tiles fall, or off
    #[arg(long, value_name = "MS|off", default_value = "350", value_parser = milliseconds)]
    pub(crate) animation: Duration,
}

/// What boards are rolled from.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DiceArg {
    /// Boggle's 16 cubes since 1987
    New,
    /// Boggle's 16 cubes before 1987
    Old,
    /// Big Boggle's 25 cubes
    Big,
    /// Letters as often as in English
    Bookworm,
    /// Every letter as often as every other
    Uniform,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let parses = |args: &[&str]| Cli::try_parse_from([&["hexlex"], args].concat()).is_ok();
        assert!(parses(&["solve", "a.png", "--top", "3"]));
        assert!(parses(&["check", "a", "--fail-under", "99.5%"]));
        for bad in [
            &["solve", "a.png", "--top", "0"][..],
            &["solve", "a.png", "--top", "3", "--all"],
            &["solve", "a.png", "-o", "b.png", "--out-dir", "c"],
            &["check", "a", "-j", "0"],
            &["check", "a", "--fail-under", "101"],
            &["read", "a", "--min-confidence", "NaN"],
            &["read", "a", "--shape", "hexagon"],
            &["read", "a", "--quiet", "--verbose"],
            &["solve"],
            &["practice", "--size", "640"],
            &["practice", "--size", "0x480"],
            &["practice", "--animation", "fast"],
        ] {
            assert!(!parses(bad), "{bad:?}");
        }
    }
}
