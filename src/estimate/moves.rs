//! What each recorded move did to the board, under a hypothesis about how fire burns.
//!
//! The engine that plays games predicts the tiles that remain after a word. A move is explained where the next board has these,
//! with anything above them. What the next board does not show, the turns that a gem has already resisted, is carried along from
//! move to move.

use super::{Move, Played};
use crate::board::{Lines, Shape, TileKind};
use crate::game::{Engine, Fallen, GameParams, HOLE, MAX_CELLS, State, UNKNOWN, ids, mask_of};
use crate::lexicon::Lexicon;
use crate::profile::Profile;
use crate::solve::{Solver, WordPath};
use std::ops::Range;

/// Recorded games, prepared to be explained again and again.
pub(super) struct Replay {
    /// The rules of the base profile on the boards' shape.
    pub(super) params: GameParams,
    games: Vec<Vec<Step>>,
}

/// A board and the moves that may follow it.
struct Step {
    state: State,
    level: Option<u32>,
    score: Option<u64>,
    options: Options,
}

enum Options {
    /// The sets of tiles of the word that was played, or of every word.
    Words(Vec<WordPath>),
    Scramble,
    /// The last board, or a word that the board does not have.
    None,
}

/// A word that explains the next board.
#[derive(Debug, Clone)]
pub(super) struct WordTurn {
    pub(super) letters: usize,
    /// The lengths of the words before it, the last one first, as far back as they are known.
    pub(super) before: Vec<usize>,
    /// Whether the words before these are not known.
    pub(super) is_cut: bool,
    /// The level after it.
    pub(super) level: Option<u32>,
    pub(super) new_fires: u32,
    pub(super) gem: Option<TileKind>,
    /// Whether the gem is among the new tiles.
    pub(super) is_gem_new: bool,
    /// The new tiles, and those on the whole board.
    pub(super) holes: u32,
    pub(super) cells: u32,
    /// How often each letter is among the new tiles.
    pub(super) letters_drawn: [u32; 26],
}

/// A scramble and the boards around it.
#[derive(Debug, Clone)]
pub(super) struct ScrambleTurnSeen {
    pub(super) before: State,
    pub(super) after: State,
    /// The board before it with its fires burned down a turn; `None` where that would have lost the game.
    pub(super) burned: Option<State>,
    pub(super) scores: Option<Scores>,
}

/// The scores before and after a move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scores {
    pub(super) before: u64,
    pub(super) after: u64,
}

/// The moves as a hypothesis explains them.
#[derive(Default)]
pub(super) struct Found {
    pub(super) words: Vec<WordTurn>,
    pub(super) scrambles: Vec<ScrambleTurnSeen>,
    pub(super) unexplained: usize,
}

/// The lengths of words that are remembered: a longer run of short words is the same to every hypothesis.
const REMEMBERED: usize = 8;

impl Replay {
    /// `None` where tiles do not fall in columns of at most 64.
    pub(super) fn new(games: &[Vec<Move>], shape: &Shape, base: &Profile, lexicon: &Lexicon) -> Option<Replay> {
        if shape.lines() != Lines::Columns || shape.len() > MAX_CELLS {
            return None;
        }
        let params = GameParams { shape: shape.clone(), ..base.game.clone() };
        let mut solver = Solver::new(lexicon, params.rules.clone());
        let mut step = |(played, is_last): (&Move, bool)| {
            let state = State::of_board(&played.board)?;
            let options = if is_last { Options::None } else { options(played, &state, shape, &mut solver) };
            Some(Step { state, level: played.level, score: played.score, options })
        };
        let mut steps = Vec::new();
        for game in games {
            let with_last = game.iter().enumerate().map(|(at, played)| (played, at + 1 == game.len()));
            steps.push(with_last.map(&mut step).collect::<Option<Vec<Step>>>()?);
        }
        Some(Replay { params, games: steps })
    }

    /// Explains every move under these rules.
    pub(super) fn run(&self, params: &GameParams) -> Found {
        let mut found = Found::default();
        if let Some(engine) = Engine::new(params.clone()) {
            self.games.iter().for_each(|game| Run::new(&engine).follow(game, &mut found));
        }
        found
    }
}

/// The moves that a record leaves possible.
fn options(played: &Move, state: &State, shape: &Shape, solver: &mut Solver<'_>) -> Options {
    match &played.played {
        Played::Scramble => Options::Scramble,
        Played::Word { word, tiles: Some(tiles) } => {
            let mask = mask_of(shape, tiles);
            let letters: u32 = ids(mask).map(|id| if state.letter(id) == QU { 2 } else { 1 }).sum();
            // Tiles that do not make up the word are a mistake in the record.
            let is_word = letters as usize == word.len();
            Options::Words(is_word.then_some(WordPath { number: 0, letters, mask }).into_iter().collect())
        }
        Played::Word { word, tiles: None } => {
            let masks = paths_of(shape, state, word);
            let letters = word.len() as u32;
            Options::Words(masks.into_iter().map(|mask| WordPath { number: 0, letters, mask }).collect())
        }
        Played::Unseen => {
            let mut paths = Vec::new();
            if !solver.paths_of_codes(shape, state.letters(), &mut paths) {
                solver.all_paths(&played.board, &mut paths);
            }
            paths.sort_unstable_by_key(|path| (path.mask, path.number));
            paths.dedup_by_key(|path| path.mask);
            Options::Words(paths)
        }
    }
}

/// The code of the tile `Qu`.
const QU: u8 = 16;

/// The sets of tiles that spell a word; none where there are more than [`MOST_PATHS`] ways to begin it.
fn paths_of(shape: &Shape, state: &State, word: &str) -> Vec<u64> {
    let near = |last: Option<usize>| match last.and_then(|last| shape.cell(last)) {
        Some(cell) => shape.neighbors(cell).into_iter().filter_map(|cell| shape.id(cell)).collect(),
        None => (0..shape.len()).collect::<Vec<_>>(),
    };
    let word = word.as_bytes();
    // By the tiles that are used, the last of them, and the number of letters: their order does not matter.
    let mut paths: Vec<(u64, Option<usize>, usize)> = vec![(0, None, 0)];
    let mut masks = Vec::new();
    while !paths.is_empty() && paths.len() <= MOST_PATHS {
        let mut longer = Vec::new();
        for (used, last, letters) in paths {
            for id in near(last).into_iter().filter(|id| used >> id & 1 == 0) {
                let letter = state.letter(id);
                let tile: &[u8] = if letter == QU { b"QU" } else { &[b'A' + letter.min(26)] };
                if word[letters..].starts_with(tile) {
                    longer.push((used | 1 << id, Some(id), letters + tile.len()));
                }
            }
        }
        longer.sort_unstable();
        longer.dedup();
        masks.extend(longer.iter().filter(|(.., letters)| *letters == word.len()).map(|(used, ..)| used));
        longer.retain(|(.., letters)| *letters < word.len());
        paths = longer;
    }
    if !paths.is_empty() {
        return Vec::new();
    }
    masks.sort_unstable();
    masks.dedup();
    masks
}

/// The most ways to lay the beginning of a word, 24 bytes each. Games have some tens; a board of one letter has millions. Smaller:
/// words on boards of few letters are left out. Larger: such a board takes more memory. Chosen by hand.
const MOST_PATHS: usize = 100_000;

/// The board as it is carried along through a game.
struct Run<'a> {
    engine: &'a Engine,
    state: State,
    /// The gems that may have resisted before: their turns are not known.
    unsure: u64,
    lengths: Vec<usize>,
    is_cut: bool,
}

impl Run<'_> {
    fn new(engine: &Engine) -> Run<'_> {
        Run { engine, state: State::empty(), unsure: 0, lengths: Vec::new(), is_cut: false }
    }

    fn follow(&mut self, game: &[Step], found: &mut Found) {
        let Some(first) = game.first() else { return };
        self.state = first.state;
        self.unsure = gems(&first.state);
        // A board with fire is not the first one of its game.
        self.is_cut = first.state.fires() != 0 || self.unsure != 0;
        for pair in game.windows(2) {
            let [step, next] = pair else { continue };
            match &step.options {
                Options::Words(paths) if self.word(paths, next, found) => {}
                Options::Words(paths) if paths.len() != 1 && is_shuffled(&self.state, &next.state) => {
                    self.scramble(step, next, found);
                }
                Options::Scramble => self.scramble(step, next, found),
                Options::Words(_) | Options::None => {
                    found.unexplained += 1;
                    self.restart(&next.state);
                }
            }
        }
    }

    /// Goes on after a move that is not explained.
    fn restart(&mut self, state: &State) {
        self.state = *state;
        self.unsure = gems(state);
        self.lengths.clear();
        self.is_cut = true;
    }

    /// Whether one of these words explains the board of the next step, and all that do use as many letters and leave the same
    /// cells empty; then takes that board.
    fn word(&mut self, paths: &[WordPath], step: &Step, found: &mut Found) -> bool {
        let next = &step.state;
        let explains = |path: &&WordPath| self.explained(path.mask, next).is_some();
        let explaining: Vec<&WordPath> = paths.iter().filter(explains).collect();
        let Some(&path) = explaining.first() else { return false };
        if explaining.iter().any(|other| other.letters != path.letters || self.leaves(other) != self.leaves(path)) {
            return false;
        }
        let Some(fallen) = self.explained(path.mask, next) else { return false };
        // A column whose gems may burn or not shows neither new fire nor new gems for certain.
        if !self.columns().any(|column| self.is_unsure(column, path.mask)) {
            found.words.push(self.turn(path, &fallen, step));
        }
        self.lengths.insert(0, path.letters as usize);
        self.lengths.truncate(REMEMBERED);
        self.unsure = self.moved(&fallen);
        self.state = taken(&fallen, next);
        true
    }

    /// The number of tiles that come after a word.
    fn leaves(&self, path: &WordPath) -> Option<u64> {
        self.engine.after_word(&self.state, path.mask).map(|fallen| fallen.holes)
    }

    /// The fallen board of a word, if the next board has its tiles.
    fn explained(&self, mask: u64, next: &State) -> Option<Fallen> {
        let fallen = self.engine.after_word(&self.state, mask)?;
        let mut gems = 0;
        for column in self.columns() {
            if self.is_unsure(column.clone(), mask) {
                continue;
            }
            for cell in column.filter(|&cell| fallen.holes >> cell & 1 == 0) {
                let (was, is) = (fallen.state.letter(cell), next.letter(cell));
                if is == HOLE || (was != is && was != UNKNOWN && is != UNKNOWN) {
                    return None;
                }
                let (was, is) = (fallen.state.kind(cell), next.kind(cell));
                let is_new_gem = was == TileKind::Normal && is != TileKind::Fire;
                if was != is && !is_new_gem {
                    return None;
                }
                gems += u32::from(was != is);
            }
        }
        (gems <= 1).then_some(fallen)
    }

    /// The cells of each column.
    fn columns(&self) -> impl Iterator<Item = Range<usize>> {
        let lengths = self.engine.params().shape.lengths().iter();
        lengths.scan(0, |end, &length| {
            *end += length;
            Some(*end - length..*end)
        })
    }

    /// Whether a fire of this column may burn a gem whose turns are not known.
    fn is_unsure(&self, column: Range<usize>, used: u64) -> bool {
        let cells = column.fold(0, |cells, cell| cells | 1u64 << cell);
        self.unsure & cells & !used != 0 && self.state.fires() & cells & !used != 0
    }

    /// What a word brought: the level counts that its points reached.
    fn turn(&self, path: &WordPath, fallen: &Fallen, step: &Step) -> WordTurn {
        let (next, holes) = (&step.state, fallen.holes);
        let mut letters_drawn = [0; 26];
        for cell in ids(holes) {
            if let Some(count) = letters_drawn.get_mut(usize::from(next.letter(cell))) {
                *count += 1;
            }
        }
        let new = gems(next) & !gems(&fallen.state);
        let gem = Some(new).filter(|new| new.count_ones() == 1).map(|new| new.trailing_zeros() as usize);
        WordTurn {
            letters: path.letters as usize,
            before: self.lengths.clone(),
            is_cut: self.is_cut,
            level: step.level,
            new_fires: (next.fires() & holes).count_ones(),
            gem: gem.map(|cell| next.kind(cell)),
            is_gem_new: gem.is_some_and(|cell| holes >> cell & 1 == 1),
            holes: holes.count_ones(),
            cells: self.engine.params().shape.len() as u32,
            letters_drawn,
        }
    }

    /// The gems whose turns are not known, where they are after a word.
    fn moved(&self, fallen: &Fallen) -> u64 {
        let shape = &self.engine.params().shape;
        let is_unsure = |cell: &usize| fallen.origin(*cell).is_some_and(|origin| self.unsure >> origin & 1 == 1);
        (0..shape.len()).filter(is_unsure).fold(0, |cells, cell| cells | 1 << cell)
    }

    fn scramble(&mut self, step: &Step, next: &Step, found: &mut Found) {
        let burned = self.engine.after_word(&self.state, 0).map(|fallen| fallen.state);
        found.scrambles.push(ScrambleTurnSeen {
            before: self.state,
            after: next.state,
            burned,
            scores: step.score.zip(next.score).map(|(before, after)| Scores { before, after }),
        });
        self.state = next.state;
        self.unsure = gems(&next.state);
    }
}

/// The cells with gems.
fn gems(state: &State) -> u64 {
    use TileKind::{Diamond, Gold, Green, Sapphire};
    [Green, Gold, Sapphire, Diamond].into_iter().fold(0, |cells, kind| cells | state.cells_of(kind))
}

/// The next board, with what is only known from the one before: letters that cannot be read, and turns that gems have resisted.
fn taken(fallen: &Fallen, next: &State) -> State {
    let mut state = *next;
    for cell in (0..MAX_CELLS).filter(|&cell| fallen.origin(cell).is_some()) {
        let letter = if next.letter(cell) == UNKNOWN { fallen.state.letter(cell) } else { next.letter(cell) };
        let is_same = next.kind(cell) == fallen.state.kind(cell);
        state.set(cell, letter, next.kind(cell), if is_same { fallen.state.burned(cell) } else { 0 });
    }
    state
}

/// The share of its letters that a shuffled board keeps: all but those that a few fires burn. Two boards of unrelated letters
/// share some 75%.
const SHUFFLED: f64 = 0.9;

/// Whether a board has the letters of another one in other places, and no fewer fires: a shuffle, not a new game.
fn is_shuffled(before: &State, after: &State) -> bool {
    let count = |state: &State| {
        let mut counts = [0u32; 26];
        for &letter in state.letters() {
            if let Some(count) = counts.get_mut(usize::from(letter)) {
                *count += 1;
            }
        }
        counts
    };
    let (old, new) = (count(before), count(after));
    let shared: u32 = old.iter().zip(&new).map(|(a, b)| a.min(b)).sum();
    let all: u32 = old.iter().sum();
    let in_place = before.letters().iter().zip(after.letters()).filter(|(a, b)| a == b && **a < 26).count() as f64;
    let fires = |state: &State| state.fires().count_ones();
    f64::from(shared) >= SHUFFLED * f64::from(all) && in_place < 0.5 * f64::from(all) && fires(after) >= fires(before)
}
