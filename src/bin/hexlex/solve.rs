//! `hexlex solve`: pictures and board texts to their best words, and the overlay picture.

use crate::args::SolveArgs;
use crate::boards;
use crate::console::{Console, Outcome, told};
use crate::inputs::{self, Content, Gathered, Input};
use crate::outputs;
use crate::read::Picture;
use crate::report::{SolveReport, SolveTimes, WordReport, milliseconds};
use crate::table::table;
use crate::{dictionary, rules};
use anyhow::{Result, bail};
use hexlex::board::{Board, Face};
use hexlex::lexicon::Lexicon;
use hexlex::locate::Layout;
use hexlex::overlay::{self, Caption};
use hexlex::paint::Style;
use hexlex::pipeline::Options;
use hexlex::pixels::Frame;
use hexlex::solve::{FoundWord, Goal, Rules, Solution, solve};
use image::RgbaImage;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Everything that is the same for all inputs of a run.
struct Job<'a> {
    args: &'a SolveArgs,
    options: Options,
    lexicon: &'a Lexicon,
    console: &'a Console,
}

/// A board with where it came from.
struct Source {
    /// What to call it by.
    name: String,
    board: Board,
    /// Where it came from a picture.
    picture: Option<Picture>,
}

/// A board that is to be solved, and how long it took to come by it.
struct Puzzle {
    source: Source,
    loading: Duration,
}

/// A board with its words.
struct Solved {
    source: Source,
    rules: Rules,
    solution: Solution,
    /// Words that may be there, through tiles that could only be guessed.
    missed: Vec<String>,
    overlay: Option<PathBuf>,
    outcome: Outcome,
    times: SolveTimes,
}

/// Runs the command.
pub(crate) fn run(args: SolveArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    let gathered = inputs::gather(&args.inputs, console);
    let overlays = overlays(&gathered, &args)?;
    let lexicon = dictionary::load(args.words.lexicon.as_deref(), console)?;
    let job =
        Job { args: &args, options: args.reading.options(args.engine.engine, console), lexicon: &lexicon, console };
    let mut outcome = gathered.outcome;
    let mut many = gathered.many;
    let mut reports = Vec::new();
    let mut apart = false;
    for (input, overlay) in gathered.inputs.iter().zip(&overlays) {
        let puzzles = job.load(input).unwrap_or_else(|error| vec![Err(error)]);
        many |= puzzles.len() > 1;
        for puzzle in puzzles {
            let solved = match puzzle.and_then(|puzzle| job.solve(puzzle, overlay)) {
                Ok(solved) => solved,
                Err(error) => {
                    console.failure(&error);
                    outcome = Outcome::Trouble;
                    continue;
                }
            };
            outcome = outcome.and(solved.outcome);
            if console.json {
                reports.push(job.report(solved));
            } else {
                console.answer(&job.text(&solved, many, apart))?;
                apart = true;
            }
        }
    }
    console.answer_reports(&reports, many)?;
    Ok(outcome)
}

/// Where the overlay of each input goes.
fn overlays(gathered: &Gathered, args: &SolveArgs) -> Result<Vec<PathBuf>> {
    let inputs = &gathered.inputs;
    match (&args.output, inputs.as_slice()) {
        (Some(file), [input]) => {
            outputs::check_asked(file, input)?;
            Ok(vec![file.clone()])
        }
        (Some(_), inputs) if inputs.len() > 1 => {
            bail!("-o is for one input, found {}: give --out-dir DIR", inputs.len())
        }
        _ => Ok(outputs::overlay_paths(inputs, &outputs::folder(args.out_dir.as_deref())?)),
    }
}

impl Job<'_> {
    /// Solves and draws one board.
    fn solve(&self, Puzzle { source, loading }: Puzzle, overlay: &Path) -> Result<Solved> {
        let start = Instant::now();
        let rules = rules::for_board(self.args.reading.profile, &self.args.words, &source.board)
            .at_level(self.args.worth.level);
        let solving = Instant::now();
        let solution = solve(&source.board, self.lexicon, &rules, self.goal());
        let solved = solving.elapsed();
        let missed = self.missed(&source, &rules, &solution);
        self.warn_of_doubts(&source, &missed);
        if !solution.complete {
            let name = &source.name;
            self.console.warn(format_args!("{name}: too many `*` to try them all: some words may be missing"));
        }
        let drawing = Instant::now();
        let mut outcome = if solution.words.is_empty() { Outcome::No } else { Outcome::Done };
        // The words are an answer even where no picture of them can be written.
        let drawn = self.draw(&source, solution.best(), overlay).unwrap_or_else(|error| {
            self.console.failure(&error);
            outcome = Outcome::Trouble;
            None
        });
        let read = source.picture.as_ref().map(|picture| picture.times);
        let times = SolveTimes {
            decode: read.map(|times| times.decode),
            locate: read.map(|times| times.locate),
            recognize: read.map(|times| times.recognize),
            solve: milliseconds(solved),
            overlay: drawn.is_some().then(|| milliseconds(drawing.elapsed())),
            total: milliseconds(loading + start.elapsed()),
        };
        self.detail(&source, &times);
        Ok(Solved { source, rules, solution, missed, overlay: drawn, outcome, times })
    }

    /// The board of a picture, or the boards of a text, of which one may be bad and the others good.
    fn load(&self, input: &Input) -> Result<Vec<Result<Puzzle>>> {
        let start = Instant::now();
        let name = input.name();
        match input.load()? {
            Content::Picture(frame, decode) => {
                let picture = Picture::read(frame, decode, &self.options)?;
                let source = Source { name, board: picture.reading.board.clone(), picture: Some(picture) };
                Ok(vec![Ok(Puzzle { source, loading: start.elapsed() })])
            }
            Content::Text(text) => {
                let texts = boards::texts(&text);
                if let (Some(_), 2..) = (&self.args.output, texts.len()) {
                    bail!(
                        "-o is for one board, found {} in {name}: leave it out, or give them one by one",
                        texts.len()
                    );
                }
                let name = |n: usize| if texts.len() > 1 { format!("{name}, board {n}") } else { name.clone() };
                Ok((1..).zip(&texts).map(|(n, text)| self.read(text, name(n))).collect())
            }
        }
    }

    /// The board of a text.
    fn read(&self, text: &str, name: String) -> Result<Puzzle> {
        let start = Instant::now();
        let shape = self.args.reading.shape.0.as_ref();
        let board = boards::parse(text, &name, self.args.split, shape);
        let wants_split = !self.args.split && boards::wants_split(text, shape);
        match board {
            Ok(board) => {
                if wants_split {
                    self.console.warn(format_args!("{name}: every tile says several letters: {}", boards::SPLIT_HINT));
                }
                Ok(Puzzle { source: Source { name, board, picture: None }, loading: start.elapsed() })
            }
            Err(error) if wants_split => bail!("{}; {}", told(&error), boards::SPLIT_HINT),
            Err(error) => Err(error),
        }
    }

    fn goal(&self) -> Goal {
        self.args.worth.goal.goal()
    }

    /// The best words that would be there if unreadable tiles said what was guessed of them.
    fn missed(&self, source: &Source, rules: &Rules, solution: &Solution) -> Vec<String> {
        /// How many are told.
        const TOLD: usize = 3;
        let guessed = source.picture.as_ref().and_then(|picture| picture.reading.guessed());
        let Some(board) = guessed else { return Vec::new() };
        let known: HashSet<&str> = solution.words.iter().map(|found| found.word.as_str()).collect();
        let all = solve(&board, self.lexicon, rules, self.goal());
        let new = all.words.into_iter().filter(|found| !known.contains(found.word.as_str()));
        new.take(TOLD).map(|found| found.word).collect()
    }

    /// Says what keeps the words from being all, or from lying where they were found.
    fn warn_of_doubts(&self, Source { name, board, .. }: &Source, missed: &[String]) {
        if !board.settled {
            self.console.warn(format_args!("{name}: tiles are still falling: take the picture again when they stand"));
        }
        let tiles = board.cells().count();
        match board.cells().filter(|(_, tile)| tile.face == Face::Unreadable).count() {
            0 => {}
            n => {
                let (are, them) = if n == 1 { ("is", "it") } else { ("are", "them") };
                let perhaps =
                    if missed.is_empty() { String::new() } else { format!(", perhaps {}", missed.join(", ")) };
                self.console.warn(format_args!(
                    "{name}: {n} of {tiles} tiles {are} unreadable: words through {them} may be missing{perhaps}"
                ));
            }
        }
    }

    fn detail(&self, source: &Source, times: &SolveTimes) {
        if let Some(picture) = &source.picture {
            self.console.detail(picture.times());
        }
        let overlay = times.overlay.map_or(String::new(), |ms| format!(", overlay {ms:.1} ms"));
        self.console.detail(format_args!("solve {:.2} ms{overlay}, in all {:.1} ms", times.solve, times.total));
    }

    /// Draws the best word, where there is one and something to draw it on; gives the file.
    fn draw(&self, source: &Source, best: Option<&FoundWord>, file: &Path) -> Result<Option<PathBuf>> {
        let Some(best) = best else { return Ok(None) };
        let painted;
        let (frame, layout): (&Frame, &Layout) = match &source.picture {
            Some(picture) => (&picture.frame, &picture.reading.layout),
            None if self.args.output.is_some() => {
                painted = paint(&source.board)?;
                (&painted.0, &painted.1)
            }
            None => return Ok(None),
        };
        outputs::write_png(&overlay(frame, layout, best, self.args.transparent), file)?;
        Ok(Some(file.to_path_buf()))
    }

    /// The words to tell.
    fn told<'a>(&self, solved: &'a Solved) -> &'a [FoundWord] {
        let words = &solved.solution.words;
        if self.args.all { words } else { &words[..words.len().min(self.args.worth.top)] }
    }

    fn report(&self, solved: Solved) -> SolveReport {
        let layout = solved.source.picture.as_ref().map(|picture| &picture.reading.layout);
        SolveReport {
            words: self.told(&solved).iter().map(|found| WordReport::new(found, layout)).collect(),
            board: solved.source.picture.as_ref().map(Picture::report),
            goal: self.goal().to_string(),
            count: solved.solution.words.len(),
            missed: solved.missed,
            overlay: solved.overlay.map(|path| path.display().to_string()),
            timing_ms: solved.times,
        }
    }

    /// The answer for people: the board, the best words, where the overlay is.
    fn text(&self, solved: &Solved, many: bool, apart: bool) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        if apart {
            text.push('\n');
        }
        if many {
            let _ = writeln!(text, "{} {}", boards::SOURCE, solved.source.name);
        }
        let _ = writeln!(text, "{}", solved.source.board);
        let words = self.told(solved);
        if words.is_empty() {
            let _ = writeln!(text, "no word of {} or more letters on this board", solved.rules.min_length);
            return text;
        }
        text.push_str(&table_of(words));
        let all = solved.solution.words.len();
        if all > words.len() {
            let _ = writeln!(text, "{all} words in all; --all tells them");
        }
        if let Some(overlay) = &solved.overlay {
            let _ = writeln!(text, "overlay: {}", overlay.display());
        }
        text
    }
}

/// A line a word: its place, the word, its letters and its score.
fn table_of(words: &[FoundWord]) -> String {
    let heading = ["", "word", "letters", "points"].map(str::to_string);
    let row = |(place, found): (usize, &FoundWord)| {
        [(place + 1).to_string(), found.word.clone(), found.length.to_string(), found.score.to_string()]
    };
    table(&[heading].into_iter().chain(words.iter().enumerate().map(row)).collect::<Vec<_>>(), 1)
}

/// How high a tile of a painted board is, in pixels.
const PAINTED_TILE: f32 = 64.0;

/// The picture of a board that came as text.
fn paint(board: &Board) -> Result<(Frame, Layout)> {
    let (pixels, layout) = hexlex::paint::paint(board, &Style::default(), PAINTED_TILE)?;
    Ok((Frame::new(pixels, "a painted board"), layout))
}

/// The picture with the way of a word drawn on it, or the drawing alone.
fn overlay(frame: &Frame, layout: &Layout, best: &FoundWord, transparent: bool) -> RgbaImage {
    let points = if best.score == 1 { "point" } else { "points" };
    let caption = Caption::new(&best.word, format!("{} {points}", best.score));
    let draw = if transparent { overlay::draw_alone } else { overlay::draw };
    draw(frame, layout, &best.path, &caption)
}
