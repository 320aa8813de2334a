//! `hexlex solve`: prints the best words of pictures and board texts, and draws the best one.
//!
//! Each [`Input`] becomes one or several [`Puzzle`]s, each puzzle a [`Solved`] board. [`answer`] turns that into text
//! or JSON, [`draw`] into the overlay picture, [`html`] into a page.

mod answer;
mod chosen;
pub(crate) mod draw;
mod html;

use crate::advise::{self, Survival};
use crate::args::{GoalArg, SolveArgs};
use crate::console::{Console, Form, Outcome};
use crate::dictionary::{self, Dictionary};
use crate::inputs::{self, Content, Gathered, Input};
use crate::overlay_file::{self, Existing};
use crate::page::PageNames;
use crate::read::{self, Picture};
use crate::report::{self, InputReport, milliseconds};
use crate::{boards, fixes, outputs, page, rules, warnings};
use answer::{SolveTimes, Solved, Source};
use anyhow::{Context, Result, bail};
use hexlex::advise::critical_tiles;
use hexlex::board::{Board, Face};
use hexlex::lexicon::WordClass;
use hexlex::pipeline::Options;
use hexlex::profile::Profile;
use hexlex::solve::{BestWords, Goal, Pace, Rules, Solver, solve};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is the same for all inputs of a run.
struct Job<'a> {
    args: &'a SolveArgs,
    options: Options,
    lexicon: &'a Dictionary,
    console: &'a Console,
}

/// A board to solve, and the time that it took to load.
struct Puzzle {
    source: Source,
    loading: Duration,
}

/// Runs the command.
pub(crate) fn run(mut args: SolveArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    let gathered = inputs::gather(&args.inputs, args.sources, console)?;
    inputs::ask_for_board(&gathered, console);
    chosen::leave_out_settings(&mut args);
    chosen::check(&args)?;
    let overlays = overlay_paths(&gathered, &args)?;
    check_page(&gathered, &args, &overlays)?;
    let console = console.beside(args.output.as_deref())?.beside(args.html.as_deref())?;
    let console = &console.with_progress(gathered.inputs.len())?;
    if let Some(reason) = chosen::leave_out_viewers(&mut args) {
        console.warn(reason);
    }
    let lexicon = dictionary(&args, console)?;
    let options = read::options(&args.reading, args.engine.engine, console)?;
    let job = Job { args: &args, options, lexicon: &lexicon, console };
    let mut outcome = gathered.outcome;
    let mut form = gathered.form;
    let mut reports = Vec::new();
    let names = PageNames::of(gathered.inputs.iter().filter_map(Input::path));
    let mut sections = Vec::new();
    let mut is_first = true;
    for (input, overlay) in gathered.inputs.iter().zip(&overlays) {
        let puzzles = job.load(input).unwrap_or_else(|error| vec![Err(error)]);
        if puzzles.len() > 1 {
            form = Form::Array;
        }
        let count = puzzles.len();
        for (puzzle, number) in puzzles.into_iter().zip(1..) {
            let source = report::source(input, number, count);
            let solved = match puzzle.map(|puzzle| job.solve(puzzle, overlay)) {
                Ok(solved) => solved,
                Err(error) => {
                    console.failure(&error);
                    if form == Form::Array {
                        reports.push(InputReport::failure(source, &error));
                    }
                    outcome = Outcome::Trouble;
                    continue;
                }
            };
            outcome = outcome.and(solved.outcome);
            if args.html.is_some() {
                let typed = &solved.source.name;
                let name = input.path().map_or(typed.clone(), |_| names.name(typed));
                sections.push(html::section(&solved, &name, &args, sections.len()));
            }
            if console.json {
                reports.push(InputReport::Answer(answer::report(solved, source, &args)));
            } else {
                let separator = if is_first { "" } else { answer::separator(&args) };
                console.answer(separator)?;
                print(&solved, &args, form, console)?;
                is_first = false;
            }
        }
        console.advance();
    }
    console.answer_reports(&reports, form)?;
    if let Some(file) = args.html.as_deref().filter(|_| !sections.is_empty()) {
        outputs::write_bytes(html::page(&sections).as_bytes(), file)?;
        console.written("page", file)?;
    }
    Ok(outcome)
}

/// Prints the words of a board and, where that is asked for, shows its overlay.
fn print(solved: &Solved, args: &SolveArgs, form: Form, console: &Console) -> Result<()> {
    answer::print(solved, args, form, console)?;
    let (Some(asked), Some(overlay)) = (args.drawing.show, &solved.overlay) else { return Ok(()) };
    match draw::inline(overlay, asked) {
        Ok(picture) => console.answer_colored(&picture)?,
        Err(error) => console.warn(format_args!("--show: {error:#}")),
    }
    Ok(())
}

/// The dictionary; warns where it cannot tell which words are common.
fn dictionary(args: &SolveArgs, console: &Console) -> Result<Dictionary> {
    let lexicon = dictionary::load(args.words.lexicon.as_deref(), console)?;
    if args.common && args.is_typed("common") && !lexicon.as_is().has_classes() {
        console.warn(
            "--common: expected a dictionary that knows how common words are, found another one, so no word is left out: \
             leave --lexicon out to use the built-in English",
        );
    }
    Ok(lexicon)
}

/// Checks that the page can be written, and replaces none but an earlier one.
fn check_page(gathered: &Gathered, args: &SolveArgs, overlays: &[PathBuf]) -> Result<()> {
    let Some(file) = &args.html else { return Ok(()) };
    gathered.inputs.iter().try_for_each(|input| outputs::check_is_no_input(file, input.path()))?;
    if overlays.iter().any(|overlay| outputs::is_same_file(overlay, file)) {
        bail!("expected two files for the overlay and --html, found {} for both: name another one", file.display());
    }
    page::check_file(file, &page::beginning(html::TITLE))
}

/// The overlay path of each input.
///
/// # Errors
/// If `-o` does not fit the inputs, an overlay would replace an input, or the file of `-o` or the folder of `--out-dir` cannot be
/// written.
fn overlay_paths(gathered: &Gathered, args: &SolveArgs) -> Result<Vec<PathBuf>> {
    match (&args.output, gathered.inputs.as_slice()) {
        (Some(file), [input]) => {
            outputs::check_is_no_input(file, input.path())?;
            if args.transparent {
                overlay_file::check_transparent(file)?;
            }
            overlay_file::check(file, Existing::of(args.force))?;
            Ok(vec![file.clone()])
        }
        (Some(_), inputs) if inputs.len() > 1 => {
            bail!("expected one input with -o, found {}: use --out-dir DIR instead", inputs.len())
        }
        (_, inputs) => {
            // The current folder is written to only for pictures, and their words are printed where that fails.
            args.out_dir.as_deref().map_or(Ok(()), outputs::create_folder)?;
            let overlays = outputs::overlay_paths(inputs, args.out_dir.as_deref());
            let read: BTreeSet<PathBuf> = inputs.iter().filter_map(|input| input.path()?.canonicalize().ok()).collect();
            // An earlier overlay among the inputs is replaced as ever.
            let is_foreign = |overlay: &Path| overlay_file::check(overlay, Existing::Kept).is_err();
            let is_read = |overlay: &&PathBuf| {
                overlay.canonicalize().is_ok_and(|path| read.contains(&path)) && is_foreign(overlay)
            };
            if let Some(overlay) = overlays.iter().find(is_read) {
                outputs::check_is_no_input(overlay, inputs.iter().filter_map(Input::path))?;
            }
            Ok(overlays)
        }
    }
}

impl Job<'_> {
    /// The board of a picture, or the boards of a text, of which some may be errors.
    ///
    /// # Errors
    /// If the input cannot be read, or a text has several boards although `-o` is given.
    fn load(&self, input: &Input) -> Result<Vec<Result<Puzzle>>> {
        let start = Instant::now();
        let name = input.name();
        match input.load()? {
            Content::Picture(frame, decode) => {
                let mut picture = Picture::read(frame, decode, &self.options, self.args.region.region)?;
                fixes::apply_to_picture(&self.args.fixes, &mut picture)
                    .with_context(|| picture.frame.source().to_string())?;
                self.warn_of_picture(&picture);
                if self.args.split && self.args.is_typed("split") {
                    self.console
                        .warn(format_args!("{name}: --split: expected a board text, found a picture: leave it out"));
                }
                let source = Source { name, board: picture.reading.board.clone(), picture: Some(picture) };
                Ok(vec![Ok(Puzzle { source, loading: start.elapsed() })])
            }
            Content::Text(text) => {
                let texts = boards::texts(&text);
                let count = texts.len();
                if self.args.output.is_some() && count > 1 {
                    bail!("{name}: expected one board with -o, found {count}: leave -o out");
                }
                for warning in
                    chosen::nothing_to_draw_on(self.args, count).into_iter().chain(chosen::without_picture(self.args))
                {
                    self.console.warn(format_args!("{name}: {warning}"));
                }
                let name = |n: usize| if count > 1 { format!("{name}, board {n}") } else { name.clone() };
                Ok((1..).zip(&texts).map(|(n, text)| self.parse(text, name(n))).collect())
            }
        }
    }

    /// Warns of everything that was not read.
    fn warn_of_picture(&self, picture: &Picture) {
        let name = picture.frame.source();
        for warning in picture.warnings(&self.options, self.args.region.region) {
            self.console.warn(format_args!("{name}: {warning}"));
        }
        if let Some(next) = picture.others.first() {
            let region = warnings::region_of(&next.layout, picture.frame.size());
            let remedy = format!("pass --region {region} for the next one");
            let several = warnings::several(picture.readings().count(), &remedy);
            self.console.warn(format_args!("{name}: {several}"));
        }
    }

    /// The board of a text.
    fn parse(&self, text: &str, name: String) -> Result<Puzzle> {
        let start = Instant::now();
        let shape = self.args.reading.shape.0.as_ref();
        let mut board = boards::parse_typed(text, &name, shape, boards::TypedTiles::of(self.args.split))?;
        fixes::apply(&self.args.fixes, &mut board).with_context(|| name.clone())?;
        Ok(Puzzle { source: Source { name, board, picture: None }, loading: start.elapsed() })
    }

    /// Solves a board and draws its best word. An overlay that cannot be written is an error, but the words are kept.
    fn solve(&self, Puzzle { mut source, loading }: Puzzle, overlay: &Path) -> Solved {
        let start = Instant::now();
        let profile = self.args.reading.profile;
        source.board = rules::with_adjacency(profile, source.board);
        let profile = source.profile(profile);
        let rules = rules::for_board(&profile, &self.args.words, &source.board).at_level(self.args.ranking.level());
        if let Some(warning) =
            rules::level_warning(&profile, self.args.ranking.level.filter(|_| self.args.is_typed("level")))
        {
            self.console.warn(format_args!("{}: {warning}", source.name));
        }
        let solving = Instant::now();
        let mut solver = Solver::new(self.lexicon.for_board(&source.board), rules.clone());
        let most = self.most(&source);
        let mut solution = solver.best_words(&source.board, self.goal(), most, |class| self.is_kept(class));
        let survival = self.survival(&source.board, &profile, &mut solution);
        let solving = solving.elapsed();
        let missed = self.missed(&source, &rules, &solution);
        self.warn(&source, &missed, solution.complete);
        let drawing = Instant::now();
        let mut outcome = if solution.words.is_empty() { Outcome::No } else { Outcome::Done };
        let (chosen, missing) = chosen::choose(&solution.words, &self.args.drawing);
        for message in missing {
            self.console.error(format_args!("{}: {message}", source.name));
            outcome = outcome.and(Outcome::No);
        }
        let critical = match survival {
            Some(_) => critical_tiles(&source.board, &profile.game),
            None => Vec::new(),
        };
        let drawn =
            draw::words(&source, &solution.words, &chosen, &critical, overlay, self.args).unwrap_or_else(|error| {
                self.console.failure(&error);
                outcome = Outcome::Trouble;
                None
            });
        if let Some(Err(error)) = drawn.as_deref().filter(|_| self.args.drawing.open).map(draw::open) {
            if self.args.is_typed("open") {
                self.console.failure(&error);
                outcome = Outcome::Trouble;
            } else {
                self.console.detail(format!("{error:#}"));
            }
        }
        let read = source.picture.as_ref().map(|picture| picture.times);
        let times = SolveTimes {
            decode: read.map(|times| times.decode),
            locate: read.map(|times| times.locate),
            recognize: read.map(|times| times.recognize),
            solve: milliseconds(solving),
            overlay: drawn.is_some().then(|| milliseconds(drawing.elapsed())),
            total: milliseconds(loading + start.elapsed()),
        };
        self.detail(&source, &times);
        Solved { source, profile, rules, solution, chosen, survival, missed, overlay: drawn, outcome, times }
    }

    /// The number of words that are needed as text: those that the answer and the overlay name, or all of them where they are
    /// ordered anew or compared by their letters.
    fn most(&self, source: &Source) -> usize {
        let (args, drawing) = (self.args, &self.args.drawing);
        let is_reordered = matches!(args.ranking.goal(), GoalArg::Survive | GoalArg::Pace);
        let is_guessed = || source.picture.as_ref().is_some_and(|picture| picture.reading.guessed().is_some());
        if args.all || is_reordered || !drawing.words.is_empty() || is_guessed() {
            return usize::MAX;
        }
        let last_drawn = drawing.nth.iter().copied().max().unwrap_or(1);
        args.ranking.top.max(last_drawn.saturating_add(draw::NEXT_WORDS))
    }

    /// Whether a word of this class is in the answer.
    fn is_kept(&self, class: Option<WordClass>) -> bool {
        !self.args.common || chosen::is_known(class)
    }

    /// With `--goal survive`, puts the advised words first; with `--goal pace`, those with the most points a second.
    fn survival(&self, board: &Board, profile: &Profile, solution: &mut BestWords) -> Option<Survival> {
        let (args, words) = (self.args, &mut solution.words);
        if args.ranking.goal() == GoalArg::Pace {
            Pace::default().sort(board.shape(), words, None);
        }
        if args.ranking.goal() != GoalArg::Survive {
            return None;
        }
        let lexicon = self.lexicon.for_board(board);
        let survival = advise::put_first(words, board, lexicon, profile, &args.words, args.ranking.level());
        if survival.is_none() {
            self.console.warn(advise::NO_SURVIVAL);
        }
        survival
    }

    fn goal(&self) -> Goal {
        self.args.ranking.goal().goal()
    }

    /// The best words that the board would have in addition if unreadable tiles were what they were guessed to be.
    fn missed(&self, source: &Source, rules: &Rules, solution: &BestWords) -> Vec<String> {
        /// The number of words in the warning, chosen by hand: enough to show what is missing, in one line.
        const SHOWN: usize = 3;
        let guessed = source.picture.as_ref().and_then(|picture| picture.reading.guessed());
        let Some(board) = guessed else { return Vec::new() };
        let known: HashSet<&str> = solution.words.iter().map(|found| found.word.as_str()).collect();
        let all = solve(&board, self.lexicon.for_board(&board), rules, self.goal()).words;
        let new = all.into_iter().filter(|found| self.is_kept(found.class) && !known.contains(found.word.as_str()));
        new.take(SHOWN).map(|found| found.word).collect()
    }

    /// Warns of everything that makes the answer incomplete.
    fn warn(&self, Source { name, board, picture }: &Source, missed: &[String], complete: bool) {
        if !board.settled {
            self.console.warn(format_args!(
                "{name}: expected tiles at rest, found tiles that fall or that something covers: take the picture again when they are still and nothing lies over them"
            ));
        }
        let unreadable = warnings::unreadable(board);
        // Where the letters are unknown, the warnings about the picture say it.
        let is_unknown =
            picture.is_some() && self.options.shape.is_some() && warnings::unknown_letters(board).is_some();
        if unreadable > 0 && !is_unknown {
            let perhaps = if missed.is_empty() { String::new() } else { format!(", perhaps {}", missed.join(", ")) };
            let remedy = match picture {
                None => "write their letters in place of `?`",
                Some(_) if missed.is_empty() => "take a larger picture with nothing over the board",
                Some(_) => {
                    "take a picture with nothing over the board, or lower --min-confidence to use the best guesses"
                }
            };
            self.console.warn(format_args!(
                "{name}: expected {} readable tiles, found {unreadable} unreadable, so words may be missing{perhaps}: \
                 {remedy}",
                board.cells().count()
            ));
        }
        if !complete {
            let has = |is_like: fn(&Face) -> bool| board.tiles().flatten().any(|tile| is_like(&tile.face));
            let (expected, remedy) = if has(|face| *face == Face::Blank) {
                ("fewer `*`", "write letters in place of some")
            } else if has(|face| matches!(face, Face::Choice(_))) {
                ("fewer tiles with a choice of letters", "write one letter in place of some choices")
            } else {
                ("fewer equal tiles", "solve a part of the board")
            };
            self.console.warn(format_args!(
                "{name}: expected {expected}, found more paths than can be tried, so words may be missing: {remedy}"
            ));
        }
    }

    fn detail(&self, source: &Source, times: &SolveTimes) {
        if let Some(picture) = &source.picture {
            self.console.detail(picture.times());
        }
        let overlay = times.overlay.map_or(String::new(), |ms| format!(", overlay {ms:.1} ms"));
        self.console.detail(format_args!("solve {:.2} ms{overlay}, total {:.1} ms", times.solve, times.total));
    }
}
