//! Draws boards that are hard to read, and pictures without a board, and judges the reader on them.
//!
//! ```text
//! cargo run --release -p hexlex-tools --bin hard -- draw --seed 1 --count 50 --out target/hard
//! cargo run --release -p hexlex-tools --bin hard -- judge --seed 1 --count 2000
//! cargo run --release -p hexlex-tools --bin hard -- by-kind --fonts opened --seed 801 --count 60
//! cargo run --release -p hexlex-tools --bin hard -- nothing --seed 1 --count 400
//! ```
//!
//! Every picture has its own random numbers, from the seed and its number: `--from N --count 1` is the same picture
//! again. See `tools/README.md`.
//!
//! [`hexlex_tools::hard`] draws. [`judge`] reads a sample into a [`score`], and [`report`] prints the scores; [`by_kind`] writes
//! a page of them; [`nothing`] reads the pictures without a board.

mod arguments;
mod by_kind;
mod judge;
mod nothing;
mod report;
mod score;

use anyhow::Result;
use arguments::{Arguments, Command};
use clap::Parser;
use hexlex_tools::hard::Fonts;

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Draw { which, out } => {
            let fonts = Fonts::load(which.fonts)?;
            which.boards().try_for_each(|number| which.sample(number, &fonts)?.write(&out))
        }
        Command::Judge { which, keep } => {
            let fonts = Fonts::load(which.fonts)?;
            let scores = judge::judge(&which, &fonts, keep.as_deref())?;
            report::print(which.seed, &scores);
            Ok(())
        }
        Command::ByKind { which, out } => by_kind::write(&which, &Fonts::load(which.fonts)?, &out),
        Command::Nothing { which, of, out, keep } => {
            let fonts = Fonts::load(which.fonts)?;
            let folders = nothing::Folders { all: out, read: keep };
            nothing::judge(which.seed, &which.without_board(of.as_deref())?, &fonts, &folders)
        }
    }
}
