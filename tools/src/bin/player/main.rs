//! The numbers of the simulated player: finds weights and parameters by games against itself, and prints positions to read.
//!
//! ```text
//! cargo run --release -p hexlex-tools --bin player -- fit --from OLD.weights -o src/advise/value.weights
//! cargo run --release -p hexlex-tools --bin player -- search --try candidates=16,sampled=4 --try tolerance=0.5
//! cargo run --release -p hexlex-tools --bin player -- compare OLD.weights NEW.weights --games 200
//! cargo run --release -p hexlex-tools --bin player -- positions -o positions.txt
//! cargo run --release -p hexlex-tools --bin player -- risk -o src/advise/risk.weights
//! cargo run --release -p hexlex-tools --bin player -- speed
//! cargo run --release -p hexlex-tools --bin player -- spelltower --games 50
//! cargo run --release -p hexlex-tools --bin player -- letterpress --games 50
//! ```

mod fit;
mod games;
mod letterpress;
mod positions;
mod risk;
mod search;
mod shares;
mod speed;
mod spelltower;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use games::Rules;
use hexlex::advise::{SearchParams, Value, paired_ratio};
use hexlex_tools::outln;
use std::path::{Path, PathBuf};

/// Find the numbers of the simulated player
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Search for better weights of a board's value, and write them where they win
    Fit(Fit),
    /// Compare parameters of the search
    Search(Search),
    /// Compare files of weights on the same games
    Compare(Compare),
    /// Write positions of games with their advice and why
    Positions(Positions),
    /// Fit the chance to lose within ten words to games, write it, and print how well it holds on others
    Risk(Output),
    /// Print how much time of the processor an advice takes
    Speed(Speed),
    /// Compare the advice for SpellTower with the word of the highest score, on the same boards
    Spelltower(Duel),
    /// Play Letterpress by the advice against the word that takes most tiles, on each board with either player first
    Letterpress(Duel),
}

/// The games that are played.
#[derive(Args, Clone)]
struct Games {
    /// Play this many games with each
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Seed the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Solve this many boards a move
    #[arg(long, default_value_t = 25)]
    solves: usize,
    /// New fires a word, or x2 for twice the profile's rising ones
    #[arg(long, default_value = "2.5")]
    fires: String,
    /// End a game after this many words
    #[arg(long, default_value_t = 1500)]
    max_words: u32,
    /// Play by the rules of this profile, or of this file
    #[arg(long, default_value = "sketch")]
    profile: String,
}

#[derive(Args)]
struct Search {
    /// Try these parameters in place of the present ones, as in candidates=16,sampled=4
    #[arg(long = "try", required = true)]
    tried: Vec<search::Try>,
    #[command(flatten)]
    games: Games,
}

#[derive(Args)]
struct Fit {
    /// Seed the search and its games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw candidates this many times
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// Play by the rules of this profile, or of this file
    #[arg(long, default_value = "sketch")]
    profile: String,
    /// Start from the weights of this file [default: those of the program]
    #[arg(long)]
    from: Option<PathBuf>,
    /// Write the weights to this file
    #[arg(short, long)]
    output: PathBuf,
}

#[derive(Args)]
struct Compare {
    /// The weights; the first ones are those that the others are compared with
    #[arg(required = true)]
    weights: Vec<PathBuf>,
    #[command(flatten)]
    games: Games,
}

#[derive(Args)]
struct Positions {
    /// Write this many positions
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// Seed the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write them to this file
    #[arg(short, long)]
    output: PathBuf,
}

#[derive(Args)]
struct Speed {
    /// Measure on this many boards
    #[arg(long, default_value_t = 1000)]
    boards: usize,
}

/// Games of the advice against a simpler player.
#[derive(Args)]
struct Duel {
    /// Play this many games
    #[arg(long, default_value_t = 50)]
    games: u64,
    /// Seed the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Solve this many boards a move
    #[arg(long, default_value_t = 100)]
    solves: usize,
}

#[derive(Args)]
struct Output {
    /// Write the weights to this file
    #[arg(short, long)]
    output: PathBuf,
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Fit(args) => fit::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Compare(args) => compare(&args),
        Command::Positions(args) => positions::run(args.count, args.seed, &args.output),
        Command::Risk(args) => risk::run(&args.output),
        Command::Speed(args) => speed::run(args.boards),
        Command::Spelltower(args) => spelltower::run(&args),
        Command::Letterpress(args) => letterpress::run(&args),
    }
}

fn compare(args: &Compare) -> Result<()> {
    let weights = args.weights.iter().map(|file| read(file)).collect::<Result<Vec<Value>>>()?;
    let rules = Rules::of(&args.games)?;
    let mut first = None;
    for (file, value) in args.weights.iter().zip(weights) {
        let search = SearchParams { value, ..SearchParams::default() };
        let played = rules.play(&search, args.games.seed..args.games.seed + args.games.games);
        let against = first.get_or_insert_with(|| played.clone());
        let words = paired_ratio(&played, against, |game| f64::from(game.words)).context("no game")?;
        let score = paired_ratio(&played, against, |game| game.score as f64).context("no game")?;
        let text = |ratio: hexlex::advise::Ratio| format!("{:.3} ({:.3} to {:.3})", ratio.ratio, ratio.low, ratio.high);
        outln!("{}: {}; words {}, score {}", file.display(), games::line(&played), text(words), text(score));
    }
    Ok(())
}

fn read(file: &Path) -> Result<Value> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    text.parse().with_context(|| file.display().to_string())
}
