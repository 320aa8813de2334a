//! The arguments of `watch` and `windows`, which need the feature `desktop`.

use super::reading::{OneEngine, ReadingArgs};
use super::values::{FixArg, HelpLevelArg, ProfileArg, RankingArgs, WordArgs, positive};
use clap::Args;
use hexlex::pixels::Rect;
use std::path::PathBuf;

const WATCH_NOTES: &str = "\
hexlex only reads the window: it sends no key and no click. Global keys while it runs: Ctrl+Alt+R reads the board \
again, Ctrl+Alt+N shows the next word, Ctrl+Alt+1 to 9 the one with this number, Ctrl+Alt+H hides or shows the overlay, Ctrl+Alt+P pauses or resumes, Ctrl+Alt+C opens a \
window to correct tiles, Ctrl+Alt+B writes a report for a bug, Ctrl+Alt+X keeps the word as one that the game refuses, Ctrl+Alt+Q quits.

With Ctrl and Alt held, the panel is moved with the left button, put back with the right one, and faded by the wheel.

Doubtful tiles have a question mark. A line such as 3,2=V on standard input corrects a tile (line 3, tile 2) and all \
that look so, as --fix does. Points are those of --profile at --level; without them words are ranked by length.

Examples:
  hexlex watch
      Search every window for a board and watch the first one found
  hexlex watch --window bookworm
      Watch the window with this text in its title or class
  hexlex watch --window 0x1c00007 --json
      Watch the window with this id and print a line of JSON for each event
  hexlex watch --region 100,50,640,480 --preview
      Watch a part of the screen and show the answer in a separate window
  hexlex watch --pick --out best.png --record boards
      Watch the window that is clicked, and save the answer and every board
  hexlex watch --window bookworm --profile deluxe --level 4 --fix 3,2=V
      Rank the words with their points at level 4; the second tile of the third line says V";

/// Watch a running game and show the best word whenever its board changes
#[derive(Args)]
#[command(after_help = WATCH_NOTES)]
pub(crate) struct WatchArgs {
    /// Watch the window with this id, or with this text in its title or class, in any case [default: the first that
    /// shows a board]
    #[arg(short, long, value_name = "TEXT|ID", group = "target")]
    pub(crate) window: Option<String>,
    /// Watch this monitor, by its number in the output of `hexlex windows`
    #[arg(long, value_name = "N", group = "target", value_parser = positive)]
    pub(crate) monitor: Option<usize>,
    /// Watch this part of the screen, in pixels
    #[arg(long, value_name = "X,Y,W,H", group = "target", allow_hyphen_values = true)]
    pub(crate) region: Option<Rect>,
    /// Watch the window that is clicked next
    #[arg(long, group = "target")]
    pub(crate) pick: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    #[command(flatten)]
    pub(crate) engine: OneEngine,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) ranking: RankingArgs,
    /// Draw the best word over the game [default: if the system supports it]
    #[arg(long, conflicts_with = "no_overlay")]
    pub(crate) overlay: bool,
    /// Draw nothing over the game
    #[arg(long)]
    pub(crate) no_overlay: bool,
    /// Show the picture with the best word in a separate window
    #[arg(long)]
    pub(crate) preview: bool,
    /// Write the picture with the best word to this PNG, JPEG or WebP file, again at every change
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file of --out even if hexlex did not write it
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Correct a tile, counted from 1, and all that look so; they are read so in later runs too (repeatable)
    #[arg(long, value_name = "LINE,TILE=LETTERS")]
    pub(crate) fix: Vec<FixArg>,
    /// Save each new board in this folder, as a picture and as text, with its words, the words played and a summary
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Show only the length of the words, their first letter, or all of them
    #[arg(long, value_name = "LEVEL", value_enum, default_value = "all")]
    pub(crate) help_level: HelpLevelArg,
    /// Stop after the first board
    #[arg(long)]
    pub(crate) once: bool,
    /// Set global keys for again, next, hide, pause, correct, report, refuse, quit and choose, as in next=F8,quit=Ctrl+Alt+W; none sets no keys
    /// [default: see below]
    #[arg(long, value_name = "KEYS")]
    pub(crate) keys: Option<String>,
    /// What the configuration file sets for windows by their titles.
    #[arg(skip)]
    pub(crate) games: Vec<GameSettings>,
}

/// What the configuration file sets for the game of a window.
#[derive(Debug, Clone)]
pub(crate) struct GameSettings {
    /// A part of the window's title or class.
    pub(crate) window: String,
    pub(crate) profile: Option<ProfileArg>,
    pub(crate) lexicon: Option<PathBuf>,
    pub(crate) level: Option<u32>,
    pub(crate) skin: Option<String>,
}

const WINDOWS_EXAMPLES: &str = "\
Examples:
  hexlex windows
      List all windows and monitors
  hexlex windows bookworm --json
      Print the matching windows as JSON";

/// List the windows (topmost first) and monitors that can be captured
#[derive(Args)]
#[command(after_help = WINDOWS_EXAMPLES)]
pub(crate) struct WindowsArgs {
    /// List only windows with this id, or with this text in their title or class
    #[arg(value_name = "TEXT|ID")]
    pub(crate) text: Option<String>,
}
