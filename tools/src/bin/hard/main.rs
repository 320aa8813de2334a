//! Draws boards that are hard to read, and pictures without one, and judges the recognizer on them.
//!
//! ```text
//! cargo run --release --example hard -- draw --seed 1 --count 50 --out target/hard
//! cargo run --release --example hard -- judge --seed 1 --count 2000
//! cargo run --release --example hard -- nothing --seed 1 --count 400
//! ```
//!
//! Every picture has its own random numbers, by the seed and its number: `--from N --count 1` is the same
//! picture again. See `tools/README.md`.

mod apps;
mod colors;
mod cover;
mod deal;
mod dice;
mod faces;
mod ground;
mod judge;
mod look;
mod nothing;
mod pen;
mod report;
mod sample;
mod scene;
mod trouble;
mod wear;
mod words;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use faces::{Faces, Fonts};
use std::path::PathBuf;

/// Boards that are hard to read, and how well they are read.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write pictures with the truth beside each
    Draw {
        #[command(flatten)]
        which: Which,
        /// The folder for them
        #[arg(long)]
        out: PathBuf,
    },
    /// Read such pictures and tell how well that went
    Judge {
        #[command(flatten)]
        which: Which,
        /// A folder for the pictures that were read wrongly, and what was read
        #[arg(long)]
        keep: Option<PathBuf>,
    },
    /// Read pictures without a board and tell in how many one was seen
    Nothing {
        #[command(flatten)]
        which: Which,
        /// A folder for all of them
        #[arg(long)]
        out: Option<PathBuf>,
        /// A folder for those where a board was seen, and what was read
        #[arg(long)]
        keep: Option<PathBuf>,
    },
}

/// Which pictures.
#[derive(Args, Clone)]
struct Which {
    /// The seed; other seeds, other pictures
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many (of boards: how many plain ones; a fifth as many troubled ones come in addition)
    #[arg(long, default_value_t = 2000)]
    count: u64,
    /// The number of the first
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The typefaces
    #[arg(long, value_enum, default_value_t = Fonts::Unseen)]
    fonts: Fonts,
}

impl Which {
    /// The numbers of the pictures.
    fn numbers(&self) -> std::ops::Range<u64> {
        let count = if self.count == 1 { 1 } else { sample::pictures_for(self.count) };
        self.from..self.from + count
    }
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Draw { which, out } => {
            let faces = Faces::load(which.fonts)?;
            for number in which.numbers() {
                sample::sample(which.seed, number, &faces)?.write(&out)?;
            }
        }
        Command::Judge { which, keep } => {
            let faces = Faces::load(which.fonts)?;
            let scores = judge::all(which.seed, which.numbers(), &faces, keep.as_deref())?;
            report::print(which.seed, &scores);
        }
        Command::Nothing { which, out, keep } => {
            let faces = Faces::load(which.fonts)?;
            let numbers = which.from..which.from + which.count;
            nothing::judge(which.seed, numbers, &faces, (out.as_deref(), keep.as_deref()))?;
        }
    }
    Ok(())
}
