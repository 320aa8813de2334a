//! The arguments of the commands that read pictures: `solve`, `read`, `check`, `teach`.

use super::reading::{EngineArg, OneEngine, ReadingArgs, RegionArgs, SourceArgs};
use super::values::{FixArg, ProfileArg, RankingArgs, ShapeArg, WordArgs, percent, positive, scale, threads};
use clap::Args;
use std::collections::BTreeSet;
use std::path::PathBuf;

const SOLVE_NOTES: &str = "\
A board text has one line for each row or, after this header line, one for each column:
  # layout: columns
Spaces separate the tiles: E, Qu, VE, U/M, SUB-, -ER, A:fire, * (any letter), . (empty cell), ? (unreadable). A line \
`--` separates several boards.

The overlay of NAME.png is NAME.hexlex.png. Pictures that differ only in their extension keep it \
(a.png.hexlex.png, a.jpg.hexlex.png); pictures of the same name in different folders are numbered (a.png.2.hexlex.png). \
An earlier overlay is replaced, another file only with --force.

Examples:
  hexlex solve screenshot.png
      Print the best words and draw the best one into screenshot.hexlex.png
  hexlex solve screenshot.png --goal score --profile web --top 3 -o best.png
      Print the three words with the highest scores and write the overlay to best.png
  hexlex solve screenshots --out-dir solved --json
      Solve every picture in a folder and print JSON
  hexlex solve --clipboard --show
      Solve the screenshot in the clipboard, and show the overlay in the terminal
  adb exec-out screencap -p | hexlex solve -
      Solve what a phone shows
  hexlex solve screenshot.png --nth 1 --nth 2 --word RATE
      Draw three words on one picture
  printf 'cats\\nrole\\nnide\\ntsar\\n' | hexlex solve - --split
      Solve a board typed by hand";

/// Print the best words of a board and draw the best one on its picture
#[derive(Args)]
#[command(after_help = SOLVE_NOTES)]
pub(crate) struct SolveArgs {
    /// Solve these pictures, folders of pictures and board texts (.txt); - is standard input
    #[arg(required_unless_present = "clipboard", value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) sources: SourceArgs,
    #[command(flatten)]
    pub(crate) region: RegionArgs,
    /// Correct a tile before solving, lines and tiles counted from 1, as in 3,2=V (repeatable)
    #[arg(long = "fix", value_name = "LINE,TILE=LETTERS")]
    pub(crate) fixes: Vec<FixArg>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: OneEngine,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) ranking: RankingArgs,
    /// Print every word
    #[arg(long, conflicts_with = "top")]
    pub(crate) all: bool,
    /// Leave out words that hardly anybody knows, as far as the dictionary tells them apart
    #[arg(long)]
    pub(crate) common: bool,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
    /// Take every letter of a board text as one tile, and `Qu` as one tile
    #[arg(long)]
    pub(crate) split: bool,
    /// Print the answer in this form [default: drawing on a terminal, else text]
    #[arg(long, value_name = "FORM", conflicts_with = "json")]
    pub(crate) format: Option<FormatArg>,
    /// Write the overlay to this PNG, JPEG or WebP file (one input only); required to draw a board text
    #[arg(short, long, value_name = "FILE", conflicts_with = "out_dir")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files by overlays even if hexlex did not write them
    #[arg(long)]
    pub(crate) force: bool,
    /// Write the overlays to this folder [default: the current folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) out_dir: Option<PathBuf>,
    /// Leave the picture out of the overlay: draw on a transparent background
    #[arg(long)]
    pub(crate) transparent: bool,
    /// Write an HTML page with each board over its picture, the doubtful tiles and the words
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// The long names of the options that are set and not typed: where these cannot apply, they are left out without a word.
    #[arg(skip)]
    pub(crate) settings: BTreeSet<String>,
}

impl SolveArgs {
    /// Whether the option of this long name is typed, if it is given.
    pub(crate) fn is_typed(&self, name: &str) -> bool {
        !self.settings.contains(name)
    }
}

/// What the overlay shows, and how large.
#[derive(Args, Clone)]
pub(crate) struct DrawingArgs {
    /// Draw this word instead of the best one (repeatable, up to four words)
    #[arg(long = "word", value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Draw the word of this number in the answer (repeatable)
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) nth: Vec<usize>,
    /// Make the overlay picture this many times as large, from 0.1 to 10 [default: tiles of at least 40 pixels]
    #[arg(long, value_name = "FACTOR", value_parser = scale)]
    pub(crate) scale: Option<f32>,
    /// Show the overlay in the terminal, if it is one that shows pictures; a protocol is given as in --show=sixel
    #[arg(long, value_name = "auto|kitty|iterm|sixel", num_args = 0..=1, require_equals = true,
          default_missing_value = "auto", hide_possible_values = true, conflicts_with = "json")]
    pub(crate) show: Option<ShowArg>,
    /// Open the overlay in the system's viewer
    #[arg(long)]
    pub(crate) open: bool,
}

/// The protocol by which a terminal shows pictures.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShowArg {
    /// That of the terminal, by its variables.
    Auto,
    /// kitty, Ghostty, Konsole.
    Kitty,
    /// iTerm2, WezTerm, mintty.
    Iterm,
    /// foot, mlterm, Windows Terminal, xterm.
    Sixel,
}

impl DrawingArgs {
    /// Whether other words than the best one are to be drawn.
    pub(crate) fn asks_words(&self) -> bool {
        !self.words.is_empty() || !self.nth.is_empty()
    }
}

/// The form of the answer of `solve`.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormatArg {
    /// The board as board text, and the words
    Text,
    /// The board as it stands on the screen, with the path of the best word, and the words
    Drawing,
    /// The board as board text only
    Board,
}

const READ_EXAMPLES: &str = "\
Examples:
  hexlex read screenshot.png > board.txt
      Save the board as text
  hexlex read screenshot.png | hexlex solve -
      Print the best words without drawing an overlay
  hexlex read screenshots --json --min-confidence 0.8
      Print every board in a folder as JSON, with the confidence of each tile
  hexlex read desktop.png --all-boards
      Print every board of one picture
  hexlex read desktop.png --region 100,50,640,480
      Read only a part of the picture";

/// Print the board in a picture as text
#[derive(Args)]
#[command(after_help = READ_EXAMPLES)]
pub(crate) struct ReadArgs {
    /// Read these pictures and folders of pictures; - is standard input
    #[arg(required_unless_present = "clipboard", value_name = "PICTURE")]
    pub(crate) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) sources: SourceArgs,
    /// Read every board of a picture, the largest first; a line `--` separates them [default: the largest only]
    #[arg(long)]
    pub(crate) all_boards: bool,
    #[command(flatten)]
    pub(crate) region: RegionArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: OneEngine,
}

const CHECK_NOTES: &str = "\
The ground truth of NAME.png is the board text NAME.txt in the same folder. A tile with the tag `:covered` is right \
if it is unreadable. Kinds of tiles (fire, gold, ...) are counted, but do not change the exit status. Unreadable tiles are \
not errors if the ground truth has the following header line; if the reading has it too, wrong tiles count as \
unreadable:
  # settled: false
Without --fail-under, any difference makes the exit status 1.

Examples:
  hexlex check fixtures
      Compare every picture in a folder with its ground truth
  hexlex check screenshots more.png -j 4 --fail-under 99.5
      Read four pictures at once and fail if fewer than 99.5% of the tiles are right
  hexlex check fixtures --engine net,template
      Compare two engines
  hexlex check screenshots --json > before.json
      Keep the results
  hexlex check screenshots --baseline before.json
      Print which pictures have become better or worse since then";

/// Read pictures with known boards and report the differences
#[derive(Args)]
#[command(after_help = CHECK_NOTES)]
pub(crate) struct CheckArgs {
    /// Check these pictures and folders of pictures
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Read the letters with this engine; compare several, as in net,template [default: a taught skin that matches,
    /// else net]
    #[arg(long = "engine", value_enum, value_name = "ENGINE", value_delimiter = ',')]
    pub(crate) engines: Vec<EngineArg>,
    /// Write an HTML page with every tile that is wrong, unreadable or below 90% confidence
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Compare with an earlier report (the output of `check --json`): exit with 1 where a picture became worse
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Read this many pictures at once [default: the number of CPU cores]
    #[arg(short, long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// Exit with 0 if at least this percentage of the tiles is right, else with 1
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fail_under: Option<f64>,
}

const TEACH_NOTES: &str = "\
A skin is a folder with the letters and colors of one game. Pictures that match it are then read with it. The truth \
of NAME.png is NAME.txt beside it, a board text. For a picture without one, hexlex shows each tile and asks for its \
letter: Enter accepts the proposed letter, another letter corrects it (type it twice if hexlex was confident), `all` \
accepts every letter that hexlex is confident of, `undo` takes the last answer back, `-` skips the tile, Ctrl-D skips \
the rest. A letter that looks like another one of the board is asked for again at the end.

Examples:
  hexlex teach screenshot.png --skin deluxe
      Learn from screenshot.png and screenshot.txt, or ask for each letter
  hexlex teach more/*.png --skin deluxe
      Add further pictures to the same skin
  hexlex teach screenshots --skin deluxe
      Learn from every picture in a folder that has a truth
  hexlex teach a.png --skin deluxe --truth b.txt --dir ./deluxe
      Keep the truth and the skin elsewhere
  hexlex teach --forget --skin deluxe
      Remove the skin";

/// Learn the letters and colors of a game (a skin) from pictures
#[derive(Args)]
#[command(after_help = TEACH_NOTES)]
pub(crate) struct TeachArgs {
    /// Learn from these pictures, and from those in these folders that have a truth
    #[arg(required_unless_present = "forget", value_name = "PICTURE")]
    pub(crate) pictures: Vec<PathBuf>,
    /// Create the skin of this name, or add to it
    #[arg(long, value_name = "NAME")]
    pub(crate) skin: String,
    /// Take the letters of the one picture from this board text [default: NAME.txt beside NAME.png]
    #[arg(long, value_name = "FILE")]
    pub(crate) truth: Option<PathBuf>,
    /// Note that the game follows the rules of this profile, for `watch`
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<ProfileArg>,
    /// Keep the skin in this folder [default: hexlex/skins/NAME in the user's data folder, on Linux
    /// ~/.local/share]
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
    /// Look for this shape in pictures without a truth: bookworm, a size (4x4), column lengths (7,8,7; after equal ones
    /// :up, which is the default, or :down, as in 7,7,7:down) or auto
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
    /// Remove the skin, with what `watch` has learned and was corrected in it
    #[arg(long, conflicts_with_all = ["pictures", "truth", "profile", "dir"])]
    pub(crate) forget: bool,
}
