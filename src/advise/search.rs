//! Which word to play: first the boards that words leave, then sampled new tiles, then the next word on these.
//!
//! The budget is the number of boards that are solved. One finds the words. The most promising candidates cost one each: the
//! board after the collapse, before new tiles come. What remains goes to the best of these: new tiles are sampled, the same
//! ones for every candidate, and after each round the worse half is dropped (successive halving: Karnin, Koren and Somekh,
//! *Almost optimal exploration in multi-armed bandits*, 2013). A large budget also plays the best next word on each sample.

use super::candidates::{Candidate, TilePoints, most_common, prefilter};
use super::outlook::Outlook;
use super::value::Value;
use crate::game::{Engine, ScrambleTurn, State};
use crate::lexicon::Lexicon;
use crate::roll::Roller;
use crate::solve::{Solver, WordPath};

/// How the search spends its budget. The defaults come from simulated games (docs/playing.md has the commands).
#[derive(Debug, Clone, PartialEq)]
pub struct SearchParams {
    /// The most candidates whose boards are examined. Fewer miss good words, more take from the samples.
    pub candidates: usize,
    /// The share of the budget that they take at most: the rest is for the samples.
    pub examined: f32,
    /// The most candidates for which new tiles are sampled. A small budget samples fewer of them.
    pub sampled: usize,
    /// What the board before new tiles counts beside the samples, in samples. Smaller: the luck of few samples decides. Larger: many
    /// of them say nothing.
    pub prior: f32,
    /// As [`sampled`](SearchParams::sampled), where the next word is played too: the least and the most.
    pub sampled_deep: (usize, usize),
    /// The budget for each of these. Smaller compares more candidates by fewer samples.
    pub solves_per_deep: usize,
    /// The next words that are examined on each sample.
    pub next_words: usize,
    /// The budget from which on the next word is played too. Smaller leaves too few samples, larger misses what the next word
    /// can still do.
    pub deep_budget: usize,
    /// The samples of a scramble.
    pub scrambles: usize,
    /// How much more danger a word with more points may leave. Larger values score more a word and lose sooner.
    pub tolerance: f32,
    /// Whether the longest word is examined in any case: why it is not advised is then known. It takes the place of another one.
    pub examines_longest: bool,
    /// The weights of a board's value.
    pub value: Value,
}

impl Default for SearchParams {
    fn default() -> SearchParams {
        SearchParams {
            candidates: 24,
            examined: 2.0 / 3.0,
            sampled: 8,
            prior: 4.0,
            sampled_deep: (4, 8),
            solves_per_deep: 30,
            next_words: 4,
            deep_budget: 200,
            scrambles: 8,
            tolerance: 0.3,
            examines_longest: false,
            value: Value::default(),
        }
    }
}

/// The candidates that are sampled to the end: the best one is only known against another one.
const LAST: usize = 2;

/// The fewest samples of a candidate in the mean, by which the number of candidates is chosen. Fewer: luck decides. More: fewer
/// candidates are compared. Chosen by hand.
const FEWEST_SAMPLES: usize = 2;

/// How long to think.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The number of boards that may be solved.
    pub solves: usize,
    /// Ends the search before that where it returns `false`.
    pub goes_on: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// This number of boards: the same answer every time.
    pub fn solves(solves: usize) -> Budget<'static> {
        Budget { solves, goes_on: &|| true }
    }
}

/// The board that a word leaves, before new tiles come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leaves {
    /// Its danger but for the stranded fires.
    pub danger: f32,
    /// The fires on the bottom that the best next word leaves.
    pub stranded: u32,
}

/// A word and what became of it in the search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The word and its cells.
    pub path: WordPath,
    /// Its points on the level.
    pub score: u32,
    /// The danger that it leaves: lower is better, and comparable within one search alone.
    pub danger: f32,
    /// The number of samples in it; 0 where only the board before new tiles was examined.
    pub samples: u32,
    /// The board before new tiles; `None` where the budget did not reach.
    pub leaves: Option<Leaves>,
}

/// What to play.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The words that were examined and do not lose the game, the best first.
    pub choices: Vec<Choice>,
    /// Whether to scramble instead of playing a word.
    pub scramble: bool,
    /// The number of scrambles that were sampled.
    pub scrambles: usize,
    /// The number of boards that were solved.
    pub solves: usize,
}

/// Searches board after board of a game, in reused memory.
pub struct Adviser<'a> {
    pub(super) engine: Engine,
    lexicon: &'a Lexicon,
    solver: Solver<'a>,
    paths: Vec<WordPath>,
    inner_paths: Vec<WordPath>,
    inner: Vec<Candidate>,
    solves: usize,
    /// The boards of the budget that are kept for scrambles where all words are dangerous.
    kept: usize,
    search: SearchParams,
}

impl<'a> Adviser<'a> {
    /// An adviser for this game and the words of this lexicon.
    pub fn new(engine: Engine, lexicon: &'a Lexicon) -> Adviser<'a> {
        let solver = Solver::new(lexicon, engine.params().rules.clone());
        Adviser {
            engine,
            lexicon,
            solver,
            paths: Vec::new(),
            inner_paths: Vec::new(),
            inner: Vec::new(),
            solves: 0,
            kept: 0,
            search: SearchParams::default(),
        }
    }

    /// The same adviser that spends its budget in another way.
    #[must_use]
    pub fn with_search(mut self, search: SearchParams) -> Adviser<'a> {
        self.search = search;
        self
    }

    /// The rules and the board's shape.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The weights of a board's value.
    pub(super) fn value(&self) -> &Value {
        &self.search.value
    }

    /// The words.
    pub fn lexicon(&self) -> &'a Lexicon {
        self.lexicon
    }

    /// Every path of every word of a board.
    pub fn paths(&mut self, state: &State) -> &[WordPath] {
        find_paths(&mut self.solver, &self.engine, state, &mut self.paths);
        self.solves += 1;
        &self.paths
    }

    /// The outlook of a board.
    pub fn outlook(&mut self, state: &State) -> Outlook {
        find_paths(&mut self.solver, &self.engine, state, &mut self.inner_paths);
        self.solves += 1;
        Outlook::of(&self.engine, state, &self.inner_paths)
    }

    /// What to play on a board at this level. The seed draws the sampled tiles.
    pub fn decide(&mut self, state: &State, level: u32, budget: Budget<'_>, seed: u64) -> Decision {
        self.solves = 0;
        self.paths(state);
        let must_use = state.fires() & self.engine.bottoms();
        self.kept = match self.is_lost_by_scramble(state) {
            true => 0,
            false => self.search.scrambles.min(budget.solves / 3),
        };
        let paths = std::mem::take(&mut self.paths);
        // A word that leaves a fire on the bottom loses the game, however many other fires it uses.
        let saving: Vec<WordPath> = paths.iter().filter(|path| must_use & !path.mask == 0).copied().collect();
        let mut candidates = Vec::new();
        let examined = (budget.solves as f32 * self.search.examined) as usize;
        let most = self.search.candidates.min(examined).max(1);
        let longest = prefilter(&self.engine, state, level, &saving, most, &mut candidates);
        let is_new = |longest: &Candidate| candidates.iter().all(|other| other.path.mask != longest.path.mask);
        if let Some(longest) = longest.filter(is_new).filter(|_| self.search.examines_longest && candidates.len() > 1) {
            candidates.truncate(most - 1);
            // Near the front, so that the budget reaches it.
            candidates.insert(1, longest);
        }
        let mut choices = self.examine(state, level, &candidates, budget);
        if choices.len() > 1 && self.solves < budget.solves {
            self.sample(state, level, &mut choices, budget, seed);
        }
        let (scramble, scrambles) = self.should_scramble(state, &choices, budget, seed);
        let points = TilePoints::of(state, &self.engine.params().rules.scoring);
        let scoring = self.engine.params().rules.clone().at_level(level).scoring;
        for choice in &mut choices {
            choice.path = most_common(self.lexicon, choice.path.mask, &paths).unwrap_or(choice.path);
            choice.score = points.score(&choice.path, &scoring);
        }
        self.prefer_points(&mut choices);
        self.paths = paths;
        Decision { choices, scramble, scrambles, solves: self.solves }
    }

    /// Puts the word with the most points first, of those that are nearly as safe as the safest and as well examined.
    fn prefer_points(&self, choices: &mut [Choice]) {
        let Some(safest) = choices.first().copied() else { return };
        let is_as_safe = |choice: &Choice| {
            choice.samples == safest.samples
                && choice.danger <= safest.danger + self.search.tolerance
                && choice.danger < self.search.value.stranded_from()
        };
        let as_safe = choices.iter().enumerate().filter(|(_, choice)| is_as_safe(choice));
        let best = as_safe.max_by_key(|(at, choice)| (choice.score, std::cmp::Reverse(*at)));
        if let Some((at, _)) = best {
            choices[..=at].rotate_right(1);
        }
    }

    /// A word as a choice, along the path that leaves the least danger before new tiles come; `None` where the board has not
    /// the word, or every path of it loses the game.
    pub(super) fn choice_of(&mut self, state: &State, level: u32, word: &str) -> Option<Choice> {
        let number = self.lexicon.number(&word.to_lowercase())?;
        let must_use = state.fires() & self.engine.bottoms();
        let paths: Vec<WordPath> = self.paths(state).to_vec();
        let scoring = self.engine.params().rules.clone().at_level(level).scoring;
        let points = TilePoints::of(state, &scoring);
        let own = paths.into_iter().filter(|path| path.number as usize == number && must_use & !path.mask == 0);
        let choices = own.map(|path| {
            let (danger, leaves) = self.danger_after(state, level, &path);
            Choice { path, score: points.score(&path, &scoring), danger, samples: 0, leaves }
        });
        choices.min_by(|a, b| a.danger.total_cmp(&b.danger))
    }

    /// The candidates by the boards that they leave, before new tiles come; without a budget for it by their keys.
    fn examine(&mut self, state: &State, level: u32, candidates: &[Candidate], budget: Budget<'_>) -> Vec<Choice> {
        let mut choices = Vec::with_capacity(candidates.len());
        let mut least = f32::INFINITY;
        for candidate in candidates {
            let may_solve = self.solves < self.for_words(budget, least) && (budget.goes_on)();
            let (danger, leaves) = if may_solve {
                self.danger_after(state, level, &candidate.path)
            } else {
                (self.search.value.lost() - candidate.key, None)
            };
            least = least.min(danger);
            choices.push(Choice { path: candidate.path, score: 0, danger, samples: 0, leaves });
        }
        choices.sort_by(|a, b| a.danger.total_cmp(&b.danger));
        choices
    }

    /// The boards that words may have: where all so far strand fires, some are kept for scrambles.
    fn for_words(&self, budget: Budget<'_>, least_danger: f32) -> usize {
        let is_stranded = least_danger >= self.search.value.stranded_from();
        budget.solves - if is_stranded { self.kept } else { 0 }
    }

    /// The danger of the board that a word leaves, before new tiles come.
    fn danger_after(&mut self, state: &State, level: u32, path: &WordPath) -> (f32, Option<Leaves>) {
        let Some(fallen) = self.engine.after_word(state, path.mask) else { return (self.search.value.lost(), None) };
        let new_fires = self.engine.expected_fires(state, path.letters as usize, level);
        let outlook = self.outlook(&fallen.state);
        let (danger, stranded) = (self.search.value.danger(&outlook, new_fires), outlook.stranded());
        let leaves = Leaves { danger: danger - self.search.value.stranded * stranded as f32, stranded };
        (danger, Some(leaves))
    }

    /// Samples new tiles for the best choices, and sorts these.
    fn sample(&mut self, state: &State, level: u32, choices: &mut [Choice], budget: Budget<'_>, seed: u64) {
        let is_deep = budget.solves >= self.search.deep_budget;
        let SearchParams { sampled, sampled_deep: (least, most), solves_per_deep, next_words, .. } = self.search;
        let deep = (budget.solves / solves_per_deep.max(1)).clamp(least, most);
        let least = choices.first().map_or(0.0, |choice| choice.danger);
        let left = self.for_words(budget, least).saturating_sub(self.solves);
        let (arms, cost) = match is_deep {
            true => (deep, 1 + next_words),
            false => (sampled.min(left / FEWEST_SAMPLES).max(LAST), 1),
        };
        let mut alive = arms.min(choices.len());
        let rounds = alive.ilog2().max(1) as usize;
        let per_round = left / cost / rounds;
        let prior = self.search.prior;
        let mut sums: Vec<f32> = choices[..alive].iter().map(|choice| prior * choice.danger).collect();
        let mut sampled = 0;
        for _ in 0..rounds {
            let samples = per_round / alive;
            let end = sampled + samples;
            while sampled < end && (budget.goes_on)() {
                let mut roller = Roller::new(seed ^ (sampled as u64 + 1).wrapping_mul(SEED_STEP));
                let start = roller.clone();
                for (sum, choice) in sums.iter_mut().zip(&choices[..alive]) {
                    roller.clone_from(&start);
                    *sum += self.sample_of(state, level, &choice.path, is_deep, &mut roller);
                }
                sampled += 1;
            }
            if sampled == 0 {
                return;
            }
            let mut ranked: Vec<(f32, Choice)> = sums.iter().copied().zip(choices[..alive].iter().copied()).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (at, (sum, choice)) in ranked.into_iter().enumerate() {
                sums[at] = sum;
                choices[at] = Choice { danger: sum / (prior + sampled as f32), samples: sampled as u32, ..choice };
            }
            alive = (alive / 2).max(LAST.min(alive));
            sums.truncate(alive);
        }
    }

    /// The danger of a board after a word and one draw of new tiles.
    fn sample_of(&mut self, state: &State, level: u32, path: &WordPath, is_deep: bool, roller: &mut Roller) -> f32 {
        let Some(fallen) = self.engine.after_word(state, path.mask) else { return self.search.value.lost() };
        let next = self.engine.refill(&fallen, path.letters as usize, level, roller);
        if is_deep { self.danger_of_best_reply(&next, level) } else { self.danger_now(&next) }
    }

    /// The danger of a full board.
    fn danger_now(&mut self, state: &State) -> f32 {
        let outlook = self.outlook(state);
        self.search.value.danger(&outlook, 0.0)
    }

    /// The least danger that a next word leaves.
    fn danger_of_best_reply(&mut self, state: &State, level: u32) -> f32 {
        find_paths(&mut self.solver, &self.engine, state, &mut self.inner_paths);
        self.solves += 1;
        let mut replies = std::mem::take(&mut self.inner);
        prefilter(&self.engine, state, level, &self.inner_paths, self.search.next_words, &mut replies);
        let must_use = state.fires() & self.engine.bottoms();
        let mut best = self.search.value.lost();
        for reply in replies.iter().filter(|reply| must_use & !reply.path.mask == 0) {
            best = best.min(self.danger_after(state, level, &reply.path).0);
        }
        self.inner = replies;
        best
    }

    /// Whether a scramble ends the game: it costs a turn, in which a fire on the bottom is not used.
    fn is_lost_by_scramble(&self, state: &State) -> bool {
        let costs_turn = self.engine.params().scramble.turn == ScrambleTurn::Turn;
        costs_turn && state.fires() & self.engine.bottoms() != 0
    }

    /// Whether to scramble: no word uses all fires on the bottom, or every word leaves such a board and a scramble leaves a
    /// better one in the mean; and the number of scrambles that were sampled.
    fn should_scramble(&mut self, state: &State, choices: &[Choice], budget: Budget<'_>, seed: u64) -> (bool, usize) {
        let is_lost = self.is_lost_by_scramble(state);
        let Some(best) = choices.first() else { return (!is_lost, 0) };
        let samples = self.search.scrambles.min(budget.solves.saturating_sub(self.solves));
        if is_lost || samples == 0 || best.danger < self.search.value.stranded_from() || !(budget.goes_on)() {
            return (false, 0);
        }
        let mut sum = 0.0;
        for sample in 0..samples {
            let mut roller = Roller::new(seed ^ (sample as u64 + 1).wrapping_mul(SEED_STEP));
            sum += match self.engine.scramble(state, &mut roller) {
                Some(scrambled) => self.danger_now(&scrambled),
                None => self.search.value.lost(),
            };
        }
        (sum / (samples as f32) < best.danger, samples)
    }
}

/// Separates the seeds of samples: the golden ratio in 64 bits.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

fn find_paths(solver: &mut Solver<'_>, engine: &Engine, state: &State, paths: &mut Vec<WordPath>) {
    let shape = &engine.params().shape;
    if !solver.paths_of_codes(shape, state.letters(), paths) {
        // A lexicon without some letter of English: the general search takes the board itself.
        solver.all_paths(&state.board(shape), paths);
    }
}
