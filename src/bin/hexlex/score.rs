//! `hexlex score`: boards by the line, what they come to, and how many a second.

use crate::args::ScoreArgs;
use crate::boards;
use crate::console::{Console, Outcome};
use crate::words;
use anyhow::{Context, Result, anyhow, bail};
use hexlex::board::Board;
use hexlex::grid::Shape;
use hexlex::lexicon::Lexicon;
use hexlex::solve::{Rules, Solver};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, stdin};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many boards a thread gets at once: enough that handing them out costs nothing, few enough to
/// hold any file's in memory.
const BOARDS_AT_ONCE: usize = 1024;

/// The JSON of `score`.
#[derive(Serialize)]
struct Report {
    boards: usize,
    points: u64,
    words: usize,
    seconds: f64,
    boards_per_second: f64,
    kernel: &'static str,
    threads: usize,
}

/// The sums so far.
#[derive(Default)]
struct Sums {
    boards: usize,
    points: u64,
    words: usize,
    /// Spent on solving alone, without reading and parsing.
    time: Duration,
}

/// Runs the command.
pub(crate) fn run(args: ScoreArgs, console: &Console) -> Result<Outcome> {
    words::check_lengths(&args.words)?;
    let name = args.file.display().to_string();
    let mut lines = open(&args.file)?;
    let lexicon = words::lexicon(&args.words, console)?;
    let mut scoring = Scoring::new(&args, &lexicon)?;
    let mut sums = Sums::default();
    let mut outcome = Outcome::Done;
    let mut number = 0;
    loop {
        let batch = boards_of(&mut lines, &mut number, scoring.batch(), args.shape.0.as_ref())
            .with_context(|| format!("cannot read {name}"))?;
        if batch.is_empty() {
            break;
        }
        let (good, bad): (Vec<_>, Vec<_>) = batch.into_iter().partition(Result::is_ok);
        for error in bad.into_iter().filter_map(Result::err) {
            console.error(format_args!("{name}: {error:#}"));
            outcome = Outcome::Trouble;
        }
        scoring.add(&good.into_iter().flatten().collect::<Vec<_>>(), &mut sums);
    }
    if sums.boards == 0 && outcome == Outcome::Done {
        bail!("no board in {name}: expected a board a line");
    }
    answer(&sums, args.threads, console)?;
    Ok(outcome)
}

/// The lines of a file or of standard input.
fn open(file: &Path) -> Result<Box<dyn BufRead>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(stdin().lock()));
    }
    if file.is_dir() {
        bail!("{} is a folder: expected a file with a board a line", file.display());
    }
    let opened = File::open(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("cannot read {}: there is no such file", file.display()),
        _ => anyhow!("cannot read {}: {error}", file.display()),
    })?;
    Ok(Box::new(BufReader::new(opened)))
}

/// The boards of the next lines; fewer than asked for, or none, at the end. Comments and blank lines pass.
fn boards_of(
    lines: &mut dyn BufRead,
    number: &mut usize,
    at_most: usize,
    shape: Option<&Shape>,
) -> std::io::Result<Vec<Result<Board>>> {
    let mut boards = Vec::new();
    let mut bytes = Vec::new();
    while boards.len() < at_most {
        bytes.clear();
        if lines.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        *number += 1;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_start_matches('\u{feff}').trim();
        if !line.is_empty() && !line.starts_with('#') {
            boards.push(boards::from_line(line, shape).with_context(|| format!("line {number}")));
        }
    }
    Ok(boards)
}

/// The threads, with a scorer each.
struct Scoring<'a> {
    pool: ThreadPool,
    scorers: Vec<Solver<'a>>,
}

impl<'a> Scoring<'a> {
    fn new(args: &ScoreArgs, lexicon: &'a Lexicon) -> Result<Scoring<'a>> {
        let mut rules = Rules::boggle();
        words::limit(&mut rules, &args.words);
        let pool = ThreadPoolBuilder::new()
            .num_threads(args.threads)
            .build()
            .context("cannot start the threads: try a smaller --threads")?;
        Ok(Scoring { scorers: vec![Solver::new(lexicon, rules); args.threads], pool })
    }

    /// How many boards to read before they are scored.
    fn batch(&self) -> usize {
        self.scorers.len() * BOARDS_AT_ONCE
    }

    fn add(&mut self, boards: &[Board], sums: &mut Sums) {
        let share = boards.len().div_ceil(self.scorers.len()).max(1);
        let scorers = &mut self.scorers;
        let start = Instant::now();
        let (points, words) = self.pool.install(|| {
            let parts = scorers.par_iter_mut().zip(boards.par_chunks(share));
            parts.map(|(scorer, boards)| score(scorer, boards)).reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
        });
        sums.time += start.elapsed();
        sums.boards += boards.len();
        sums.points += points;
        sums.words += words;
    }
}

/// The points and words of some boards.
fn score(scorer: &mut Solver<'_>, boards: &[Board]) -> (u64, usize) {
    boards
        .iter()
        .map(|board| scorer.total(board))
        .fold((0, 0), |(points, words), total| (points + total.points, words + total.words))
}

fn answer(sums: &Sums, threads: usize, console: &Console) -> Result<()> {
    let seconds = sums.time.as_secs_f64();
    let report = Report {
        boards: sums.boards,
        points: sums.points,
        words: sums.words,
        seconds,
        boards_per_second: if seconds > 0.0 { sums.boards as f64 / seconds } else { 0.0 },
        kernel: "scalar",
        threads,
    };
    if console.json {
        return console.answer_json(&report);
    }
    let many = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    console.answer(&format!(
        "{}: {} points, {}\n{seconds:.3} seconds on {}: {:.0} boards a second\n",
        many(sums.boards, "board"),
        sums.points,
        many(sums.words, "word"),
        many(threads, "thread"),
        report.boards_per_second,
    ))
}
