//! The arguments of the commands that need the feature `desktop`: `watch`, `windows`, `practice`.

use super::reading::{OneEngine, ReadingArgs};
use super::values::{FallingArg, RankingArgs, WordArgs, milliseconds, positive, seed, size};
use clap::Args;
use hexlex::pixels::Rect;
use std::path::PathBuf;
use std::time::Duration;

const WATCH_NOTES: &str = "\
hexlex only reads the window: it sends no key and no click. Global keys while it runs: Ctrl+Alt+R reads the board \
again, Ctrl+Alt+N shows the next word, Ctrl+Alt+H hides or shows the overlay, Ctrl+Alt+P pauses or resumes, Ctrl+Alt+Q quits.

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
      Watch the window that is clicked, and save the answer and every board";

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
    /// Save each new board in this folder, as a picture and as board text
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Stop after the first board
    #[arg(long)]
    pub(crate) once: bool,
    /// Set global keys for again, next, hide, pause and quit, as in next=F8,quit=Ctrl+Alt+X; none sets no keys
    /// [default: see below]
    #[arg(long, value_name = "KEYS")]
    pub(crate) keys: Option<String>,
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

const PRACTICE_NOTES: &str = "\
Click tiles that touch to spell a word. Click the last tile again to deselect it, or an earlier one to deselect all \
after it. Double-click the last tile, press Enter or click Submit to play the word. After each word, every unused fire \
tile burns the tile below it and moves down; a gem resists for 2 to 5 turns. A fire tile that is left on the bottom \
ends the game. To try `watch` on it, run \
`hexlex watch --window practice` beside it.

Examples:
  hexlex practice
      Play a new game
  hexlex practice --seed 7 --size 1280x720 --state board.txt
      Play the same game every time, and write its board to a file";

/// Play a small letter game in a window
#[derive(Args)]
#[command(after_help = PRACTICE_NOTES)]
pub(crate) struct PracticeArgs {
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// Play by the rules of this game
    #[arg(long, value_enum, default_value_t = FallingArg::Deluxe)]
    pub(crate) profile: FallingArg,
    /// Seed the random tiles, to play the same game again; the next game in the window has the next seed [default:
    /// random]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Set the size of the window in pixels
    #[arg(long, value_name = "WxH", default_value = "960x720", value_parser = size)]
    pub(crate) size: (u32, u32),
    /// Write the board to this file as board text, again at every change
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Let tiles fall for this many milliseconds; off moves them at once
    #[arg(long, value_name = "MS|off", default_value = "350", value_parser = milliseconds)]
    pub(crate) animation: Duration,
}
