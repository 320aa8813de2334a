//! The options for reading pictures.

use super::values::{BudgetArg, ProfileArg, ShapeArg, probability};
use clap::Args;
use hexlex::pipeline::{Method, Options};
use hexlex::pixels::Rect;

/// How pictures are read.
#[derive(Args, Clone)]
pub(crate) struct ReadingArgs {
    /// Look for this shape: bookworm, a size (4x4), column lengths (7,8,7; after equal ones :up, which is the default,
    /// or :down, as in 7,7,7:down) or auto
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
    /// Use the rules of this game: deluxe, web, mobile, boggle, bigboggle, wordhunt, ruzzle, wordament, adventures,
    /// letterpress, squaredle, spelltower, or those of a TOML file [default: deluxe for a staggered board, else boggle]
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) profile: Option<ProfileArg>,
    /// Read with this skin (the letters of one game): a taught one, a built-in one or a folder
    #[arg(long, value_name = "NAME|DIR")]
    pub(crate) skin: Option<String>,
    /// Print tiles with a confidence below this (0 to 1) as unreadable
    #[arg(long, value_name = "P", default_value_t = Options::default().min_confidence, value_parser = probability)]
    pub(crate) min_confidence: f32,
    /// Read letters that lie in any of four directions, as on dice
    #[arg(long)]
    pub(crate) turned: bool,
    /// End the search for a board after this many milliseconds, with the best board found by then
    #[arg(long, value_name = "MS", default_value_t = BudgetArg(Options::BUDGET))]
    pub(crate) budget: BudgetArg,
}

/// Where the inputs come from, beside the paths.
#[derive(Args, Clone, Copy, Default)]
pub(crate) struct SourceArgs {
    /// Take the picture from the clipboard; all but `read` take the text of a board, too
    #[arg(long)]
    pub(crate) clipboard: bool,
    /// Leave out the subfolders of folders
    #[arg(long)]
    pub(crate) no_recursive: bool,
}

/// The part of each picture that is read.
#[derive(Args, Clone)]
pub(crate) struct RegionArgs {
    /// Read only this part of the picture, in pixels
    #[arg(long, value_name = "X,Y,W,H", allow_hyphen_values = true)]
    pub(crate) region: Option<Rect>,
}

/// What reads the letters.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineArg {
    /// Neural networks, for any typeface
    Net,
    /// Template matching with the letters of a skin, or of all built-in typefaces
    Template,
    /// Tesseract, if its helper hexlex-tesseract is installed
    Tesseract,
    /// Neural networks, and Tesseract for tiles of low confidence
    Auto,
}

impl EngineArg {
    /// The library's method.
    pub(crate) fn method(self) -> Method {
        match self {
            EngineArg::Net => Method::Net,
            EngineArg::Template => Method::Template,
            EngineArg::Tesseract => Method::Tesseract,
            EngineArg::Auto => Method::Auto,
        }
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            EngineArg::Net => "net",
            EngineArg::Template => "template",
            EngineArg::Tesseract => "tesseract",
            EngineArg::Auto => "auto",
        }
    }

    /// Whether the engine needs Tesseract.
    pub(crate) fn asks_tesseract(self) -> bool {
        matches!(self, EngineArg::Tesseract | EngineArg::Auto)
    }
}

/// The engine of a command that reads with one.
#[derive(Args, Clone)]
pub(crate) struct OneEngine {
    /// Read the letters with this engine [default: a taught skin that matches, else net]
    #[arg(long, value_enum, hide_default_value = true)]
    pub(crate) engine: Option<EngineArg>,
}
