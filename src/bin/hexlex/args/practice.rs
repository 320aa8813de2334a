//! The arguments of `practice`.

use super::values::{WordArgs, milliseconds, round, seed, window_size};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

const NOTES: &str = "\
Click tiles that touch to spell a word, or type its letters. Click the last tile again to deselect it, or an earlier one \
to deselect all after it. Double-click the last tile, press Enter or click Submit to play the word. Or drag from tile \
to tile, and play the word by letting go. After each word, every unused fire tile burns the tile below it and moves \
down; a gem resists for 2 to 5 turns. A fire tile that is left on the bottom ends the game. In games whose tiles stay, \
time ends the game, and the words that were not found are shown by their worth. The best ten games are kept. To try `watch` on it, run `hexlex watch --window practice` beside it.

Effects: points (float up over a word), alarm (the frame pulses when a fire is near the bottom), ghosts (used tiles drift \
off and fade), blinking (letters vanish for a moment), banner (a line of text moves above the board), glitter (gems \
sparkle), flicker (the letters of fire tiles change their color twice a second).

Examples:
  hexlex practice
      Play a new game
  hexlex practice --skin boggle --time 60
      Drag words over the cubes of a square board for a minute
  hexlex practice --seed 7 --size 1280x720 --state board.txt
      Play the same game every time, and write its board to a file";

/// Play a small letter game in a window
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct PracticeArgs {
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// End a game whose tiles stay after this time, or never (off) [default: the game's]
    #[arg(long, value_name = "SECONDS|off", value_parser = round)]
    pub(crate) time: Option<Duration>,
    /// Play by the rules of this game [default: boggle with --skin boggle, else deluxe]
    #[arg(long, value_enum)]
    pub(crate) profile: Option<GameArg>,
    /// Draw the game like this
    #[arg(long, value_enum, value_name = "NAME", default_value_t = SkinArg::Wood)]
    pub(crate) skin: SkinArg,
    /// Show no effects, the usual ones of the skin, all (wild), or those of a list, as in ghosts,banner
    #[arg(long, value_name = "none|usual|wild|LIST", default_value = "usual")]
    pub(crate) effects: EffectsArg,
    /// Seed the random tiles, to play the same game again; the next game in the window has the next seed [default:
    /// random]
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Set the size of the window in pixels, 160x120 or more
    #[arg(long, value_name = "WxH", default_value = "960x720", value_parser = window_size)]
    pub(crate) size: (u32, u32),
    /// Write the board to this file as board text, again at every change
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Let tiles fall for this many milliseconds; off moves them at once
    #[arg(long, value_name = "MS|off", default_value = "350", value_parser = milliseconds)]
    pub(crate) animation: Duration,
}

/// The games that `practice` can play.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameArg {
    /// Falling tiles, scored as in Bookworm Deluxe
    Deluxe,
    /// Falling tiles, scored as in Bookworm on the web
    Web,
    /// A 4x4 board of cubes that stay, scored as in Boggle; a word counts once, and time runs
    Boggle,
    /// As Boggle, with other letters, scores and time
    #[value(name = "wordhunt")]
    WordHunt,
    /// As Boggle, with values of letters and other time
    Ruzzle,
}

/// The looks of `practice`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SkinArg {
    /// Wooden tiles beside an open book
    Wood,
    /// Letters of pixels with printed values; ghosts and blinking letters
    Pixel,
    /// An invented alphabet on stone
    Runes,
    /// Hexagons with light letters on dark
    LightOnDark,
    /// Cubes in a blue tray, joined by the dragged path
    Boggle,
    /// Disks with lower-case letters on ruled paper
    Lower,
}

/// An effect of `practice`.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EffectArg {
    /// Points float up over a word.
    Points,
    /// The frame pulses when a fire is near the bottom.
    Alarm,
    /// Used tiles drift off and fade.
    Ghosts,
    /// Letters vanish for a moment.
    Blinking,
    /// A line of text moves above the board.
    Banner,
    /// Gems sparkle.
    Glitter,
    /// The letters of fire tiles change their color twice a second.
    Flicker,
}

/// Which effects are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EffectsArg {
    /// Those that belong to the skin.
    Usual,
    /// These.
    Only(Vec<EffectArg>),
}

impl EffectsArg {
    /// Every name: of a group of effects, or of one.
    pub(crate) fn names() -> Vec<String> {
        let effects = EffectArg::value_variants().iter().filter_map(EffectArg::to_possible_value);
        let groups = ["none", "usual", "wild"].map(str::to_string);
        groups.into_iter().chain(effects.map(|effect| effect.get_name().to_string())).collect()
    }
}

impl FromStr for EffectsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<EffectsArg, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "usual" => Ok(EffectsArg::Usual),
            "none" => Ok(EffectsArg::Only(Vec::new())),
            "wild" => Ok(EffectsArg::Only(EffectArg::value_variants().to_vec())),
            list => {
                let effects = list.split(',').map(|name| EffectArg::from_str(name.trim(), true));
                effects.collect::<Result<_, _>>().map(EffectsArg::Only).map_err(|_| {
                    format!(
                        "expected names of effects, with commas between several, found `{list}`: use {}",
                        EffectsArg::names().join(", ")
                    )
                })
            }
        }
    }
}
