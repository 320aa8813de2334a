//! The command line.

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use hexlex_tools::hard::{FontChoice, Fonts, Kind, Sample, no_board, pictures_for, sample, sample_of};
use std::ops::Range;
use std::path::PathBuf;

/// Draw pictures of boards that are hard to read, and judge how well they are read
#[derive(Parser)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Write hard pictures with the truth beside each
    Draw {
        #[command(flatten)]
        which: Which,
        /// The folder for them
        #[arg(long)]
        out: PathBuf,
    },
    /// Read hard pictures and print how well that went
    Judge {
        #[command(flatten)]
        which: Which,
        /// A folder for the pictures that were read wrongly, with what was read
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Read hard pictures of every kind and write a page with how far confidences can be trusted
    ByKind {
        #[command(flatten)]
        which: Which,
        /// The page
        #[arg(long, default_value = "docs/reliability.md")]
        out: PathBuf,
    },
    /// Read pictures without a board and print in how many one was read
    Nothing {
        #[command(flatten)]
        which: Which,
        /// Draw pictures of this kind only, by its name in the report, such as "answer sheet"
        #[arg(long)]
        of: Option<String>,
        /// A folder for all pictures
        #[arg(long)]
        out: Option<PathBuf>,
        /// A folder for those in which a board was read, with its text
        #[arg(long)]
        keep: Option<PathBuf>,
    },
}

/// Which pictures are drawn.
#[derive(Args, Clone)]
pub(crate) struct Which {
    /// The seed; another one gives other pictures
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The number of pictures [default: 2000, or 300 of one kind]; without a kind the number of boards whose every
    /// letter can be read, with a fifth as many impaired ones in addition
    #[arg(long)]
    count: Option<u64>,
    /// Draw boards of this kind only
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// The number of the first picture
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The typefaces
    #[arg(long, value_enum, default_value_t = FontChoice::Unseen)]
    pub(crate) fonts: FontChoice,
}

impl Which {
    /// The same pictures, of this kind.
    pub(crate) fn of_kind(&self, kind: Kind) -> Which {
        Which { kind: Some(kind), ..self.clone() }
    }

    /// The arguments that name these pictures.
    pub(crate) fn in_words(&self) -> String {
        let fonts = self.fonts.to_possible_value().map_or_else(String::new, |fonts| fonts.get_name().to_string());
        format!("--fonts {fonts} --seed {} --from {} --count {}", self.seed, self.from, self.count())
    }

    fn count(&self) -> u64 {
        self.count.unwrap_or(if self.kind.is_some() { 300 } else { 2000 })
    }

    /// The numbers of pictures with a board; `--count 1` is the one picture of that number, plain or impaired.
    pub(crate) fn boards(&self) -> Range<u64> {
        let count = match self.count() {
            count if self.kind.is_some() || count == 1 => count,
            count => pictures_for(count),
        };
        self.from..self.from + count
    }

    /// The numbers of pictures without a board, of one kind where it is named.
    pub(crate) fn without_board(&self, of: Option<&str>) -> Result<Vec<u64>> {
        let all = self.from..self.from + self.count();
        let Some(name) = of else { return Ok(all.collect()) };
        let kind = no_board::kind_number(name)?;
        Ok(all.map(|number| number * no_board::KINDS.len() as u64 + kind).collect())
    }

    /// The picture of this number.
    pub(crate) fn sample(&self, number: u64, fonts: &Fonts) -> Result<Sample> {
        match self.kind {
            Some(kind) => sample_of(kind, self.seed, number, fonts),
            None => sample(self.seed, number, fonts),
        }
    }
}
