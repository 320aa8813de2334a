//! `hexlex score`: the points and words of boards, one board a line, and the number of boards scored a second.
//!
//! One thread reads the lines in batches, others score them, and the results are put back into the order of the lines.
//! Bounded channels keep only a few batches in memory, however long the input is. Each line that is not a board is an
//! error with the number of its line.

use crate::args::ScoreArgs;
use crate::console::{Console, Outcome, counted, one_line};
use crate::dictionary::{Dictionary, is_accented};
use crate::{boards, dictionary, named, rules};
use anyhow::{Context, Result, anyhow, bail};
use hexlex::board::{Board, Shape};
use hexlex::solve::{BestPaths, Kernel, Rules, Solver, Total};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The size of a batch in bytes. Chosen by hand. Smaller: passing batches between threads costs more of the time;
/// larger: a short input gives some threads nothing to do.
const BATCH_BYTES: usize = 1 << 15;

/// The number of batches that may wait for each thread. Chosen by hand. Smaller: threads wait for the reader; larger:
/// more memory.
const WAITING_BATCHES: usize = 4;

/// The length in bytes at which a line is cut off: it bounds the memory for an input without line ends. Chosen by hand,
/// far above the length of any board.
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

/// Whole lines of the input.
struct Batch {
    /// Its index among the batches.
    number: usize,
    /// The number of its first line, from 1.
    line: usize,
    text: Vec<u8>,
}

/// The results of a batch, or of the whole input.
#[derive(Default)]
struct Scored {
    boards: usize,
    /// The numbers of letters of the first boards, which tell whether they are rows of one.
    lengths: BTreeSet<usize>,
    points: u64,
    words: usize,
    /// With `--each` a line of output for each board.
    board_lines: String,
    errors: Vec<LineError>,
}

/// A line that is not a board.
struct LineError {
    line: usize,
    /// What is wrong, without the line.
    text: String,
}

/// Runs the command.
pub(crate) fn run(args: ScoreArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    let name = args.file.display().to_string();
    let input = open(&args.file)?;
    let lexicon = dictionary::load(args.words.lexicon.as_deref(), console)?;
    let settings = ScoreSettings::new(&args, &lexicon)?;
    let mut sums = Scored::default();
    let mut outcome = Outcome::Done;
    let mut printed = BTreeMap::<String, usize>::new();
    let mut unprinted = 0;
    let mut add = |scored: Scored| -> Result<()> {
        for LineError { line, text } in scored.errors {
            outcome = Outcome::Trouble;
            let alike = printed.get(&text).copied().unwrap_or_default();
            if alike < MOST_ALIKE && printed.values().sum::<usize>() < MOST_ERRORS {
                console.error(format_args!("{name}: line {line}: {text}"));
                printed.insert(text, alike + 1);
            } else {
                unprinted += 1;
            }
        }
        sums.boards += scored.boards;
        sums.lengths.extend(&scored.lengths);
        sums.points += scored.points;
        sums.words += scored.words;
        console.answer(&scored.board_lines)
    };
    let time = if args.threads == 1 {
        settings.on_this_thread(input, &mut add)
    } else {
        settings.on_threads(input, args.threads, &mut add)
    };
    let time = time.with_context(|| format!("cannot score {name}"))?;
    if unprinted > 0 {
        let are = if unprinted == 1 { "is not a board" } else { "are not boards" };
        console.error(format_args!("{name}: {} {are}: correct these first", counted(unprinted, "more line")));
    }
    if sums.boards == 0 && outcome == Outcome::Done {
        bail!("expected a board a line, found no board in {name}: write the letters of each board on its own line");
    }
    if args.shape.0.is_none() {
        warn_of_rows(&sums, &name, console);
    }
    print(&sums, time, settings.kernel, &args, console)?;
    Ok(outcome)
}

/// The most rows of a board that is typed. Smaller: larger boards are scored row by row without a warning. Larger: as many boards of
/// 3x3 or 4x4 are warned of, too. Chosen by hand.
const MOST_ROWS: usize = 8;

/// Warns where the file seems to have one board in rows: as few lines as letters in each.
fn warn_of_rows(sums: &Scored, name: &str, console: &Console) {
    if (2..=MOST_ROWS).contains(&sums.boards) && sums.lengths.iter().eq([&sums.boards]) {
        console.warn(format_args!(
            "{name}: found {0} lines of {0} letters, each of them a board: for one board write its letters in one line, or use \
             `hexlex solve`",
            sums.boards
        ));
    }
}

/// Opens the file, or standard input for `-`. There is no limit: boards are scored as they come.
fn open(file: &Path) -> Result<Box<dyn BufRead + Send>> {
    if file.is_dir() {
        bail!("expected a file with a board a line, found the folder {}: name a file in it", file.display());
    }
    let mut reader = BufReader::with_capacity(BATCH_BYTES, named::open(file, u64::MAX)?);
    // What cannot be read is an error of the first line.
    let beginning = reader.fill_buf().unwrap_or_default();
    // A line of letters may begin as a picture does: `BM`.
    let is_text = beginning.utf8_chunks().next().is_none_or(|chunk| chunk.valid().len() == beginning.len())
        && !beginning.contains(&0);
    if !is_text && image::guess_format(beginning).is_ok() {
        bail!("expected a text with a board a line, found the picture {}: use `hexlex solve`", file.display());
    }
    Ok(Box::new(reader))
}

/// The most lines that are reported one by one: those of a file that has no boards would fill the terminal. Chosen by hand.
const MOST_ERRORS: usize = 10;

/// The most of them with the same error: further ones show nothing new. Chosen by hand.
const MOST_ALIKE: usize = 3;

/// The most bytes of a line that are skipped: what is longer has no lines, and perhaps no end. Chosen by hand.
const SKIPPED: u64 = 1 << 24;

/// Splits an input into batches of whole lines.
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
            // skips the rest of a line that was cut off, which would be read as lines of its own
            if batch.text.len() - before == LONGEST_LINE as usize && !batch.text.ends_with(b"\n") {
                if self.input.by_ref().take(SKIPPED).skip_until(b'\n')? as u64 == SKIPPED {
                    let text = format!("line {} has more than {SKIPPED} bytes: write a board a line", self.line);
                    return Err(std::io::Error::other(text));
                }
                batch.text.push(b'\n');
            }
            self.line += 1;
        }
        self.number += 1;
        Ok((!batch.text.is_empty()).then_some(batch))
    }
}

/// The settings for all batches.
struct ScoreSettings<'a> {
    lexicon: &'a Dictionary,
    rules: Rules,
    kernel: Kernel,
    shape: Option<Shape>,
    /// Whether to find every word's path too.
    with_paths: bool,
    /// Whether to print a line for each board.
    per_board: bool,
}

impl<'a> ScoreSettings<'a> {
    fn new(args: &ScoreArgs, lexicon: &'a Dictionary) -> Result<ScoreSettings<'a>> {
        let mut rules = Rules::boggle();
        rules::set_lengths(&mut rules, &args.words);
        let kernel = match args.kernel {
            Some(kernel) => kernel.checked()?,
            None => Kernel::best(),
        };
        let shape = args.shape.0.clone();
        Ok(ScoreSettings { lexicon, rules, kernel, shape, with_paths: args.paths, per_board: args.per_board })
    }

    /// Scores the whole input on this thread; returns the time that scoring took, without reading.
    fn on_this_thread(
        &self,
        input: Box<dyn BufRead + Send>,
        add: &mut dyn FnMut(Scored) -> Result<()>,
    ) -> Result<Duration> {
        let mut batches = Batches::new(input);
        let mut worker = Worker::new(self)?;
        let mut time = Duration::ZERO;
        while let Some(batch) = batches.next()? {
            let start = Instant::now();
            let scored = worker.score(&batch);
            time += start.elapsed();
            add(scored)?;
        }
        Ok(time)
    }

    /// Scores the input on several threads; returns the time that the busiest one spent scoring.
    fn on_threads(
        &self,
        input: Box<dyn BufRead + Send>,
        threads: usize,
        add: &mut dyn FnMut(Scored) -> Result<()>,
    ) -> Result<Duration> {
        let workers = (0..threads).map(|_| Worker::new(self)).collect::<Result<Vec<_>>>()?;
        let (batches, waiting) = sync_channel::<Batch>(threads * WAITING_BATCHES);
        let (done, results) = sync_channel(threads * WAITING_BATCHES);
        let waiting = Arc::new(Mutex::new(waiting));
        std::thread::scope(|scope| {
            let reader = scope.spawn(move || read(input, &batches));
            let busy: Vec<_> = workers
                .into_iter()
                .map(|worker| {
                    let (waiting, done) = (Arc::clone(&waiting), done.clone());
                    scope.spawn(move || worker.run(&waiting, &done))
                })
                .collect();
            // The workers alone keep the batches: without them, the reader cannot send and ends.
            drop((done, waiting));
            let added = in_order(&results, add);
            // after a failed write this makes the threads end: they cannot send their results
            drop(results);
            let panicked = "a thread panicked";
            let times = busy.into_iter().map(|thread| thread.join().map_err(|_| anyhow!(panicked)));
            let times = times.collect::<Result<Vec<Duration>>>()?;
            added?;
            reader.join().map_err(|_| anyhow!(panicked))??;
            Ok(times.into_iter().max().unwrap_or_default())
        })
    }
}

/// Sends the batches of the input until it ends or the receiver is gone.
fn read(input: Box<dyn BufRead + Send>, batches: &SyncSender<Batch>) -> std::io::Result<()> {
    let mut input = Batches::new(input);
    while let Some(batch) = input.next()? {
        if batches.send(batch).is_err() {
            break;
        }
    }
    Ok(())
}

/// Adds the results in the order of their batches.
fn in_order(results: &Receiver<(usize, Scored)>, add: &mut dyn FnMut(Scored) -> Result<()>) -> Result<()> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, scored) in results {
        early.insert(number, scored);
        while let Some(scored) = early.remove(&next) {
            add(scored)?;
            next += 1;
        }
    }
    Ok(())
}

/// The solver of one thread.
struct Worker<'a> {
    settings: &'a ScoreSettings<'a>,
    /// For boards without accents.
    plain: Solver<'a>,
    /// For boards with accents.
    as_is: Solver<'a>,
    /// Without a given shape, the number of letters and the shape of the last board.
    shape: Option<(usize, Shape)>,
}

impl<'a> Worker<'a> {
    fn new(settings: &'a ScoreSettings<'a>) -> Result<Worker<'a>> {
        let solver = |lexicon| Solver::new(lexicon, settings.rules.clone()).with_kernel(settings.kernel);
        let (plain, as_is) = (solver(settings.lexicon.plain())?, solver(settings.lexicon.as_is())?);
        Ok(Worker { settings, plain, as_is, shape: None })
    }

    /// Scores batches until there are no more; returns the time that scoring took.
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

    /// Scores the boards of a batch; skips empty lines and comments.
    fn score(&mut self, batch: &Batch) -> Scored {
        let mut scored = Scored::default();
        for (line, bytes) in (batch.line..).zip(batch.text.split(|&byte| byte == b'\n')) {
            let text = String::from_utf8_lossy(bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match self.total(text) {
                Ok(total) => {
                    scored.boards += 1;
                    if scored.boards <= MOST_ROWS {
                        scored.lengths.insert(text.chars().count());
                    }
                    scored.points += total.points;
                    scored.words += total.words;
                    if self.settings.per_board {
                        // writing to a string cannot fail
                        let _ = writeln!(scored.board_lines, "{} {} {text}", total.points, total.words);
                    }
                }
                // Each board is parsed as a text of its own, so its errors name line 1.
                Err(error) => {
                    let error = one_line(&error);
                    let text = error.strip_prefix("line 1: ").unwrap_or(&error).to_string();
                    scored.errors.push(LineError { line, text });
                }
            }
        }
        scored
    }

    /// The total of one board; without a given shape, the number of letters determines it.
    fn total(&mut self, line: &str) -> Result<Total> {
        if let Some(shape) = &self.settings.shape {
            return self.total_in_shape(line, shape);
        }
        let letters = line.chars().count();
        if line.contains(char::is_whitespace) {
            bail!("expected the letters of a board without spaces, found spaces: for a board text use `hexlex solve`");
        }
        let shape = match self.shape.take() {
            Some((known, shape)) if known == letters => shape,
            _ => boards::shape_of(letters)?,
        };
        let total = self.total_in_shape(line, &shape);
        self.shape = Some((letters, shape));
        total
    }

    fn total_in_shape(&mut self, line: &str, shape: &Shape) -> Result<Total> {
        let solver = if is_accented(line) { &mut self.as_is } else { &mut self.plain };
        let with_paths = self.settings.with_paths;
        let of_letters = match with_paths {
            true => solver.best_paths_of_letters(shape, line).map(BestPaths::total),
            false => solver.total_of_letters(shape, line),
        };
        if let Some(total) = of_letters {
            return Ok(total);
        }
        let board: Board = boards::from_line(line, Some(shape))?;
        Ok(if with_paths { solver.best_paths(&board).total() } else { solver.total(&board) })
    }
}

/// Prints the totals as text or JSON.
fn print(sums: &Scored, time: Duration, kernel: Kernel, args: &ScoreArgs, console: &Console) -> Result<()> {
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
    let boards = counted(sums.boards, "board");
    let mut text = format!("{boards}: {}, {}\n", counted(sums.points, "point"), counted(sums.words, "word"));
    // without boards there is no rate
    if sums.boards > 0 {
        let threads = counted(args.threads, "thread");
        let rate = report.boards_per_second;
        // writing to a string cannot fail
        let _ = writeln!(text, "{seconds:.3} seconds on {threads} with {kernel}: {rate:.0} boards a second");
    }
    // with a line for each board on standard output, the totals go to standard error
    if args.per_board {
        console.detail(text.trim_end().replace('\n', "; "))
    } else {
        console.answer(&text)?
    }
    Ok(())
}
