//! How pictures are read, as it is typed and as the library wants it.

use super::values::{ProfileArg, ShapeArg, probability};
use crate::console::Console;
use crate::skins;
use clap::Args;
use hexlex::pipeline::{Method, Options};
use std::sync::Arc;

/// How pictures are read.
#[derive(Args, Clone)]
pub(crate) struct ReadingArgs {
    /// bookworm, a size (4x4), column lengths (7,8,7 or 7,7,7:down), or auto
    #[arg(long, default_value = "auto")]
    pub(crate) shape: ShapeArg,
    /// Whose rules: Bookworm Deluxe's (which checks doubtful letters by the tiles' dots too), Bookworm's on the web,
    /// Boggle's [default: deluxe for a staggered board, else boggle]
    #[arg(long, value_enum)]
    pub(crate) profile: Option<ProfileArg>,
    /// Read with the letters of this skin: one that was taught, one of templates/, or a folder
    #[arg(long, value_name = "NAME|DIR")]
    skin: Option<String>,
    /// Tiles less sure than this, 0 to 1, are unreadable
    #[arg(long, value_name = "P", default_value_t = Options::default().min_confidence, value_parser = probability)]
    min_confidence: f32,
}

impl ReadingArgs {
    /// The form that the library reads with. A taught skin is found by itself where no other way to read is
    /// asked for; one that is asked for by name is followed by the network, unless its letters alone shall read.
    pub(crate) fn options(&self, engine: Option<EngineArg>, console: &Console) -> Options {
        let is_skin = self.skin.is_some() || matches!(engine, None | Some(EngineArg::Template));
        Options {
            shape: self.shape.0.clone(),
            skin: self.skin.clone(),
            min_confidence: self.min_confidence,
            method: engine.unwrap_or(EngineArg::Net).method(),
            dots: self.profile.and_then(ProfileArg::dots),
            taught: Arc::new(if is_skin { skins::load(console) } else { Vec::new() }),
        }
    }
}

/// Who reads the letters.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineArg {
    /// The network: any typeface
    Net,
    /// Likeness to known letters: those of a skin, or of every typeface that came with hexlex
    Template,
    /// Tesseract, where hexlex was built with it
    Tesseract,
    /// The network, and Tesseract where the network is in doubt
    Auto,
}

impl EngineArg {
    /// The form that the library reads with.
    pub(crate) fn method(self) -> Method {
        match self {
            EngineArg::Net => Method::Net,
            EngineArg::Template => Method::Template,
            EngineArg::Tesseract => Method::Tesseract,
            EngineArg::Auto => Method::Auto,
        }
    }

    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            EngineArg::Net => "net",
            EngineArg::Template => "template",
            EngineArg::Tesseract => "tesseract",
            EngineArg::Auto => "auto",
        }
    }

    /// Whether Tesseract has a part in it.
    pub(crate) fn asks_tesseract(self) -> bool {
        matches!(self, EngineArg::Tesseract | EngineArg::Auto)
    }
}

/// The one engine of a command.
#[derive(Args, Clone)]
pub(crate) struct OneEngine {
    /// Who reads the letters [default: a taught skin that fits, then net]
    #[arg(long, value_enum, hide_default_value = true)]
    pub(crate) engine: Option<EngineArg>,
}
