//! `hexlex score`: boards by the line, what they come to, and how many a second.
//!
//! A thread reads lines in batches, others score them, and the results come out in the order of the lines,
//! however long the input is: never more than a few batches are in memory. Each line of a batch that is no
//! board is told with its number.

use crate::args::ScoreArgs;
use crate::boards;
use crate::console::{Console, Outcome, told};
use crate::{dictionary, rules};
use anyhow::{Context, Result, anyhow, bail};
use hexlex::board::Board;
use hexlex::grid::Shape;
use hexlex::lexicon::Lexicon;
use hexlex::solve::{Kernel, Rules, Solver, Total};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The bytes of a batch: enough that handing it over costs nothing, few enough that all threads have work.
const BATCH_BYTES: usize = 1 << 15;

/// How many batches may wait for each thread.
const WAITING_BATCHES: usize = 4;

/// A longer line is no board.
const LONGEST_LINE: u64 = 1 << 16;

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

/// Some lines of the input.
struct Batch {
    /// Its place among the batches.
    number: usize,
    /// The number of its first line, from 1.
    line: usize,
    text: Vec<u8>,
}

/// What the boards of a batch come to.
#[derive(Default)]
struct Scored {
    boards: usize,
    points: u64,
    words: usize,
    /// Answers for each board, where they are wanted.
    each: String,
    errors: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: ScoreArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    let name = args.file.display().to_string();
    let input = open(&args.file)?;
    let lexicon = dictionary::load(args.words.lexicon.as_deref(), console)?;
    let scoring = Scoring::new(&args, &lexicon)?;
    let mut sums = Scored::default();
    let mut outcome = Outcome::Done;
    let mut take = |scored: Scored| -> Result<()> {
        for error in &scored.errors {
            console.error(format_args!("{name}: {error}"));
            outcome = Outcome::Trouble;
        }
        sums.boards += scored.boards;
        sums.points += scored.points;
        sums.words += scored.words;
        console.answer(&scored.each)
    };
    let time = if args.threads == 1 {
        scoring.alone(input, &mut take)
    } else {
        scoring.together(input, args.threads, &mut take)
    };
    let time = time.with_context(|| format!("cannot score {name}"))?;
    if sums.boards == 0 && outcome == Outcome::Done {
        bail!("no board in {name}: expected a board a line");
    }
    answer(&sums, time, scoring.kernel, &args, console)?;
    Ok(outcome)
}

/// A file or standard input.
fn open(file: &Path) -> Result<Box<dyn BufRead + Send>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::with_capacity(BATCH_BYTES, std::io::stdin())));
    }
    if file.is_dir() {
        bail!("{} is a folder: expected a file with a board a line", file.display());
    }
    let opened = File::open(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("cannot read {}: there is no such file", file.display()),
        _ => anyhow!("cannot read {}: {error}", file.display()),
    })?;
    Ok(Box::new(BufReader::with_capacity(BATCH_BYTES, opened)))
}

/// Takes whole lines off an input.
struct Batches {
    input: Box<dyn BufRead + Send>,
    number: usize,
    line: usize,
}

impl Batches {
    fn new(input: Box<dyn BufRead + Send>) -> Batches {
        Batches { input, number: 0, line: 1 }
    }

    /// The next lines; `None` at the end.
    fn next(&mut self) -> std::io::Result<Option<Batch>> {
        let mut batch = Batch { number: self.number, line: self.line, text: Vec::with_capacity(BATCH_BYTES) };
        while batch.text.len() < BATCH_BYTES {
            let before = batch.text.len();
            if self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut batch.text)? == 0 {
                break;
            }
            // what follows an endless line's beginning would be told as lines of their own
            if batch.text.len() - before == LONGEST_LINE as usize && !batch.text.ends_with(b"\n") {
                self.input.skip_until(b'\n')?;
                batch.text.push(b'\n');
            }
            self.line += 1;
        }
        self.number += 1;
        Ok((!batch.text.is_empty()).then_some(batch))
    }
}

/// What is the same for all batches.
struct Scoring<'a> {
    lexicon: &'a Lexicon,
    rules: Rules,
    kernel: Kernel,
    shape: Option<Shape>,
    paths: bool,
    each: bool,
}

impl<'a> Scoring<'a> {
    fn new(args: &ScoreArgs, lexicon: &'a Lexicon) -> Result<Scoring<'a>> {
        let mut rules = Rules::boggle();
        rules::set_lengths(&mut rules, &args.words);
        let kernel = match args.kernel {
            Some(kernel) => kernel.checked()?,
            None => Kernel::best(),
        };
        Ok(Scoring { lexicon, rules, kernel, shape: args.shape.0.clone(), paths: args.paths, each: args.each })
    }

    /// Scores everything on this thread; answers the time that it took, without reading.
    fn alone(&self, input: Box<dyn BufRead + Send>, take: &mut dyn FnMut(Scored) -> Result<()>) -> Result<Duration> {
        let mut batches = Batches::new(input);
        let mut worker = Worker::new(self)?;
        let mut time = Duration::ZERO;
        while let Some(batch) = batches.next()? {
            let start = Instant::now();
            let scored = worker.score(&batch);
            time += start.elapsed();
            take(scored)?;
        }
        Ok(time)
    }

    /// Scores on so many threads; answers the time that the busiest one had work.
    fn together(
        &self,
        input: Box<dyn BufRead + Send>,
        threads: usize,
        take: &mut dyn FnMut(Scored) -> Result<()>,
    ) -> Result<Duration> {
        let workers = (0..threads).map(|_| Worker::new(self)).collect::<Result<Vec<_>>>()?;
        let (batches, waiting) = sync_channel::<Batch>(threads * WAITING_BATCHES);
        let (done, results) = sync_channel(threads * WAITING_BATCHES);
        let waiting = Mutex::new(waiting);
        std::thread::scope(|scope| {
            let reader = scope.spawn(move || read(input, &batches));
            let waiting = &waiting;
            let busy: Vec<_> = workers
                .into_iter()
                .map(|worker| {
                    let done = done.clone();
                    scope.spawn(move || worker.run(waiting, &done))
                })
                .collect();
            drop(done);
            let taken = in_order(&results, take);
            // where the answers cannot be written, the threads find nobody to hand theirs to, and end
            drop(results);
            let ended = "a thread has failed";
            let times = busy.into_iter().map(|thread| thread.join().map_err(|_| anyhow!(ended)));
            let times = times.collect::<Result<Vec<Duration>>>()?;
            taken?;
            reader.join().map_err(|_| anyhow!(ended))??;
            Ok(times.into_iter().max().unwrap_or_default())
        })
    }
}

/// Hands over batches until there is none, or nobody to take them.
fn read(input: Box<dyn BufRead + Send>, batches: &SyncSender<Batch>) -> std::io::Result<()> {
    let mut input = Batches::new(input);
    while let Some(batch) = input.next()? {
        if batches.send(batch).is_err() {
            break;
        }
    }
    Ok(())
}

/// Takes results in the order of their batches, whatever order they come in.
fn in_order(results: &Receiver<(usize, Scored)>, take: &mut dyn FnMut(Scored) -> Result<()>) -> Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, scored) in results {
        early.insert(number, scored);
        while let Some(scored) = early.remove(&next) {
            take(scored)?;
            next += 1;
        }
    }
    Ok(())
}

/// A thread's own solver.
struct Worker<'a> {
    scoring: &'a Scoring<'a>,
    solver: Solver<'a>,
    /// The shape of the last board, by its number of letters, where none is given.
    shape: Option<(usize, Shape)>,
}

impl<'a> Worker<'a> {
    fn new(scoring: &'a Scoring<'a>) -> Result<Worker<'a>> {
        let solver = Solver::new(scoring.lexicon, scoring.rules.clone()).with_kernel(scoring.kernel)?;
        Ok(Worker { scoring, solver, shape: None })
    }

    /// Scores batches until there are no more; answers how long it had work.
    fn run(mut self, waiting: &Mutex<Receiver<Batch>>, done: &SyncSender<(usize, Scored)>) -> Duration {
        let mut time = Duration::ZERO;
        loop {
            let batch = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(batch) = batch else { break };
            let start = Instant::now();
            let scored = self.score(&batch);
            time += start.elapsed();
            if done.send((batch.number, scored)).is_err() {
                break;
            }
        }
        time
    }

    fn score(&mut self, batch: &Batch) -> Scored {
        let mut scored = Scored::default();
        for (line, bytes) in (batch.line..).zip(batch.text.split(|&byte| byte == b'\n')) {
            let text = String::from_utf8_lossy(bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match self.board(text) {
                Ok(total) => {
                    scored.boards += 1;
                    scored.points += total.points;
                    scored.words += total.words;
                    if self.scoring.each {
                        // writing to a string cannot fail
                        let _ = writeln!(scored.each, "{} {} {text}", total.points, total.words);
                    }
                }
                Err(error) => scored.errors.push(format!("line {line}: {}", told(&error))),
            }
        }
        scored
    }

    /// What the words of one board come to.
    fn board(&mut self, line: &str) -> Result<Total> {
        if let Some(shape) = &self.scoring.shape {
            return self.total(line, shape);
        }
        let letters = line.chars().count();
        let shape = match self.shape.take() {
            Some((known, shape)) if known == letters => shape,
            _ => boards::shape_of(letters)?,
        };
        let total = self.total(line, &shape);
        self.shape = Some((letters, shape));
        total
    }

    fn total(&mut self, line: &str, shape: &Shape) -> Result<Total> {
        let sum = |finds: hexlex::solve::Finds<'_>| Total {
            points: finds.ways().map(|way| u64::from(way.score)).sum(),
            words: finds.ways().len(),
        };
        let quick = match self.scoring.paths {
            true => self.solver.finds_of_letters(shape, line).map(sum),
            false => self.solver.total_of_letters(shape, line),
        };
        if let Some(total) = quick {
            return Ok(total);
        }
        let board: Board = boards::from_line(line, Some(shape))?;
        Ok(if self.scoring.paths { sum(self.solver.finds(&board)) } else { self.solver.total(&board) })
    }
}

fn answer(sums: &Scored, time: Duration, kernel: Kernel, args: &ScoreArgs, console: &Console) -> Result<()> {
    let seconds = time.as_secs_f64();
    let report = Report {
        boards: sums.boards,
        points: sums.points,
        words: sums.words,
        seconds,
        boards_per_second: if seconds > 0.0 { sums.boards as f64 / seconds } else { 0.0 },
        kernel: kernel.name(),
        threads: args.threads,
    };
    if console.json {
        return console.answer_json(&report);
    }
    let many = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let mut text = format!("{}: {} points, {}\n", many(sums.boards, "board"), sums.points, many(sums.words, "word"));
    // of no boards there is no speed
    if sums.boards > 0 {
        let threads = many(args.threads, "thread");
        let rate = report.boards_per_second;
        // writing to a string cannot fail
        let _ = writeln!(text, "{seconds:.3} seconds on {threads} with {kernel}: {rate:.0} boards a second");
    }
    // where there is a line for each board, the sums are no part of the answer
    if args.each {
        console.detail(text.trim_end().replace('\n', "; "))
    } else {
        console.answer(&text)?
    }
    Ok(())
}
