//! Each reason of an advice, recomputed from the board in another way.

use super::{adviser, params, positions};
use crate::advise::*;
use crate::board::TileKind;
use crate::game::{Engine, GameParams, ScrambleTurn, State};
use crate::lexicon;
use crate::roll::Roller;
use crate::solve::{Solver, WordPath};

/// The facts of a board as a slow reader finds them.
struct Reader {
    params: GameParams,
    level: u32,
}

impl Reader {
    fn paths(&self, state: &State) -> Vec<WordPath> {
        let mut paths = Vec::new();
        let board = state.board(&self.params.shape);
        assert!(Solver::new(lexicon::english(), self.params.rules.clone()).all_paths(&board, &mut paths));
        paths
    }

    fn line(&self, id: usize) -> usize {
        self.params.shape.cell(id).unwrap().line
    }

    /// Whether the cell is the last one of its line.
    fn is_on_bottom(&self, id: usize) -> bool {
        let cell = self.params.shape.cell(id).unwrap();
        cell.index + 1 == self.params.shape.lengths()[cell.line]
    }

    fn fires(&self, state: &State) -> Vec<usize> {
        (0..self.params.shape.len()).filter(|&id| state.kind(id) == TileKind::Fire).collect()
    }

    /// Lets fire burn down, and uses what is on the bottom and nothing else, until the fire is there.
    fn turns(&self, state: &State, fire: usize) -> u32 {
        let engine = Engine::new(self.params.clone()).unwrap();
        let (mut state, mut fire, mut turns) = (*state, fire, 0);
        while !self.is_on_bottom(fire) {
            let used =
                self.fires(&state).into_iter().filter(|&id| self.is_on_bottom(id)).fold(0, |mask, id| mask | 1 << id);
            let fallen = engine.after_word(&state, used).unwrap();
            fire = (0..self.params.shape.len()).find(|&id| fallen.origin(id) == Some(fire)).unwrap();
            state = fallen.state;
            turns += 1;
        }
        turns
    }

    /// Whether the fire would be on the bottom earlier if no gem resisted.
    fn is_held(&self, state: &State, fire: usize) -> bool {
        let mut plain = *state;
        for id in (0..self.params.shape.len()).filter(|&id| self.is_gem(state, id)) {
            plain.set(id, state.letter(id), TileKind::Normal, 0);
        }
        self.turns(&plain, fire) < self.turns(state, fire)
    }

    fn is_gem(&self, state: &State, id: usize) -> bool {
        ![TileKind::Normal, TileKind::Fire].contains(&state.kind(id))
    }

    /// The letters of a board, without those of the empty cells.
    fn letters(&self, state: &State) -> String {
        let tiles = state.board(&self.params.shape);
        tiles.tiles().flatten().filter_map(|tile| tile.face.to_string().chars().next()).collect()
    }

    /// The points of the word along these tiles.
    fn points(&self, state: &State, mask: u64) -> u32 {
        let board = state.board(&self.params.shape);
        let used =
            board.tiles().enumerate().filter(|(id, _)| mask >> id & 1 == 1).filter_map(|(_, tile)| tile.cloned());
        let rules = self.params.rules.clone().at_level(self.level);
        rules.word_score(used.map(|tile| (tile.face.to_string().to_uppercase(), tile.kind)))
    }

    fn lines(&self, fires: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut lines: Vec<usize> = fires.into_iter().map(|id| self.line(id)).collect();
        lines.dedup();
        lines
    }

    fn after(&self, state: &State, mask: u64) -> State {
        Engine::new(self.params.clone()).unwrap().after_word(state, mask).unwrap().state
    }

    /// Whether the board has such a fire with this letter in this line.
    fn has_fire(&self, state: &State, fire: &FireTile, left: &FireLeft) -> bool {
        let paths = self.paths(state);
        let through = |id: usize| paths.iter().filter(|path| path.mask >> id & 1 == 1).count() as u32;
        let is = |&id: &usize| {
            self.is(state, id, fire)
                && self.turns(state, id) == left.turns
                && through(id) == left.paths
                && self.is_held(state, id) == left.is_held
        };
        self.fires(state).iter().any(is)
    }

    /// Whether the tile of a cell is this one.
    fn is(&self, state: &State, id: usize, fire: &FireTile) -> bool {
        let tile = state.board(&self.params.shape).tiles().nth(id).flatten().cloned();
        let letter = tile.and_then(|tile| tile.face.to_string().chars().next());
        self.line(id) == fire.line && letter == Some(fire.letter)
    }

    /// Asserts that a fact is true.
    fn check(&self, fact: &Fact, state: &State, decision: &Decision, why: &Why) {
        self.check_of(fact, state, decision, decision.choices[0].path.mask, why.rival_mask);
    }

    /// Asserts that a fact in favor of a word beside a rival is true.
    fn check_of(&self, fact: &Fact, state: &State, decision: &Decision, mask: u64, rival: u64) {
        let best = &decision.choices[0];
        let uses = |mask: u64, id: usize| mask >> id & 1 == 1;
        let letters = |mask: u64| self.paths(state).iter().find(|path| path.mask == mask).unwrap().letters as usize;
        match fact {
            Fact::TakesBottom(lines) => {
                let used = self.fires(state).into_iter().filter(|&id| self.is_on_bottom(id) && uses(mask, id));
                assert_eq!(*lines, self.lines(used));
            }
            Fact::TakesLow { fire, turns, is_held } => {
                let used = self.fires(state).into_iter().filter(|&id| uses(mask, id));
                assert!(
                    used.map(|id| (self.turns(state, id), self.line(id)))
                        .min_by_key(|at| at.0)
                        .is_some_and(|at| at.0 == *turns)
                );
                let is = |id: usize| self.is(state, id, fire) && self.turns(state, id) == *turns && uses(mask, id);
                let is = |id: usize| is(id) && self.is_held(state, id) == *is_held;
                assert!(self.fires(state).into_iter().any(is));
            }
            Fact::BottomNext(lines) => {
                let after = self.after(state, mask);
                assert_eq!(*lines, self.lines(self.fires(&after).into_iter().filter(|&id| self.is_on_bottom(id))));
            }
            Fact::Remains { fire, left } => {
                let after = self.after(state, mask);
                let fires = self.fires(&after);
                assert!(fires.iter().all(|&id| self.turns(&after, id) >= left.turns));
                assert!(self.has_fire(&after, fire, left));
            }
            Fact::NoFire => assert!(self.fires(state).is_empty()),
            Fact::Longest => assert!(self.paths(state).iter().all(|path| path.letters <= best.path.letters)),
            Fact::RivalLoses(lines) => {
                let left = self.fires(state).into_iter().filter(|&id| self.is_on_bottom(id) && !uses(rival, id));
                assert_eq!(*lines, self.lines(left));
                assert!(!lines.is_empty());
            }
            Fact::RivalStrands { lines, fires } => {
                let after = self.after(state, rival);
                let bottom: Vec<usize> =
                    self.fires(&after).into_iter().filter(|&id| self.turns(&after, id) == 0).collect();
                assert_eq!((bottom.len() as u32, self.lines(bottom.iter().copied())), (*fires, lines.clone()));
                assert!(self.paths(&after).iter().all(|path| bottom.iter().any(|&id| !uses(path.mask, id))));
            }
            Fact::RivalLeaves { fire, rival: theirs, advised } => {
                assert!(self.has_fire(&self.after(state, rival), fire, theirs));
                match advised {
                    Some(ours) => {
                        assert!(self.has_fire(&self.after(state, mask), fire, ours));
                        assert_ne!(ours, theirs, "the reason says nothing");
                    }
                    None => assert!(self.fires(state).into_iter().any(|id| self.is(state, id, fire) && uses(mask, id))),
                }
            }
            Fact::NewFires { advised, rival: theirs } => {
                let rates = [mask, rival].map(|mask| self.params.fire_rate(self.level, letters(mask)));
                assert_eq!([*advised, *theirs], rates);
                assert!(advised + 9 < *theirs, "the reason says nothing");
            }
            Fact::Paths { advised, rival: theirs } => {
                let counts = [mask, rival].map(|mask| self.paths(&self.after(state, mask)).len() as u32);
                assert_eq!([*advised, *theirs], counts);
                assert!(advised > theirs, "the reason says nothing");
            }
            Fact::NextWord { word, advised, rival: theirs } => {
                let used = |mask: u64| {
                    let after = self.after(state, mask);
                    let fires = self.fires(&after);
                    let used = |path: &WordPath| fires.iter().filter(|&&id| uses(path.mask, id)).count() as u32;
                    let paths = self.paths(&after);
                    let most = paths.iter().map(used).max().unwrap_or(0);
                    let spelled = paths.iter().filter(|path| used(path) == most).map(Self::spelled).collect::<Vec<_>>();
                    (FiresUsed { used: most, fires: fires.len() as u32 }, spelled)
                };
                assert_eq!((*advised, *theirs), (used(mask).0, used(rival).0));
                assert!(used(mask).1.contains(word));
                assert!(advised.fires - advised.used < theirs.fires - theirs.used, "the reason says nothing");
            }
            Fact::LongestNext { word, advised, rival: theirs } => {
                let paths = [mask, rival].map(|mask| self.paths(&self.after(state, mask)));
                let most = [0, 1].map(|at: usize| paths[at].iter().map(|path| path.letters).max().unwrap_or(0));
                assert_eq!([*advised, *theirs], most);
                assert!(paths[0].iter().any(|path| path.letters == *advised && Self::spelled(path) == *word));
                assert!(advised > theirs, "the reason says nothing");
            }
            Fact::Gems { advised, rival: theirs } => {
                let gems =
                    |state: &State| (0..self.params.shape.len()).filter(|&id| self.is_gem(state, id)).count() as u32;
                assert_eq!([*advised, *theirs], [mask, rival].map(|mask| gems(&self.after(state, mask))));
                assert!(advised > theirs, "the reason says nothing");
            }
            Fact::RareLetters(letters) => {
                let [ours, theirs] = [mask, rival].map(|mask| self.letters(&self.after(state, mask)));
                let count = |text: &str, letter: char| text.chars().filter(|&other| other == letter).count();
                let fewer: String =
                    "JQXZ".chars().filter(|&letter| count(&ours, letter) < count(&theirs, letter)).collect();
                assert_eq!(*letters, fewer);
                let all = |text: &str| "JQXZ".chars().map(|letter| count(text, letter)).sum::<usize>();
                assert!(all(&ours) < all(&theirs), "the reason says nothing");
            }
            Fact::Scores { advised, rival: theirs } => {
                assert_eq!([*advised, *theirs], [mask, rival].map(|mask| self.points(state, mask)));
                assert!(advised > theirs, "the reason says nothing");
            }
            Fact::Although(fact) => {
                let says_nothing = matches!(**fact, Fact::Although(_) | Fact::Samples { .. } | Fact::Points { .. });
                assert!(!says_nothing);
                self.check_of(fact, state, decision, rival, mask);
            }
            Fact::Samples { samples, advised, rival: theirs } => {
                let other = decision.choices.iter().find(|other| other.path.mask == rival).unwrap();
                // A word that was dropped was worse in the samples that it had.
                assert!(other.samples < best.samples || other.danger > best.danger);
                assert!(*samples > 0 && *samples == other.samples);
                let new = |mask: u64| {
                    let left = self.letters(&self.after(state, mask)).len();
                    (self.letters(state).len() - left) as u32
                };
                assert_eq!([*advised, *theirs], [mask, rival].map(new));
            }
            Fact::Points { advised, rival: theirs } => {
                let other = decision.choices.iter().find(|other| other.path.mask == rival).unwrap();
                assert_eq!((*advised, *theirs), (best.score, other.score));
                assert!(advised > theirs && best.danger <= other.danger + SearchParams::default().tolerance);
            }
            Fact::Bonus(_) => panic!("no bonus was offered"),
            Fact::ScrambleStranded(_)
            | Fact::ScrambleInTime(_)
            | Fact::ScrambleSafer(_)
            | Fact::ScrambleNoWord
            | Fact::Lost(_) => {
                panic!("a word was advised")
            }
        }
    }

    fn spelled(path: &WordPath) -> String {
        lexicon::english().word(path.number as usize).unwrap().to_uppercase()
    }

    /// Whether a fact says what is better about the advised word than about its rival.
    fn compares(fact: &Fact) -> bool {
        let says_nothing_of_it = matches!(
            fact,
            Fact::TakesBottom(_)
                | Fact::TakesLow { .. }
                | Fact::BottomNext(_)
                | Fact::Remains { .. }
                | Fact::NoFire
                | Fact::Longest
                | Fact::Although(_)
                | Fact::Samples { .. }
        );
        !says_nothing_of_it
    }

    /// Asserts that the reason for a scramble, or for giving up, is true.
    fn check_scramble(&self, fact: &Fact, state: &State, decision: &Decision) {
        let bottom: Vec<usize> = self.fires(state).into_iter().filter(|&id| self.is_on_bottom(id)).collect();
        let uses_all = |path: &WordPath, cells: &[usize]| cells.iter().all(|&id| path.mask >> id & 1 == 1);
        let is_saved = self.paths(state).iter().any(|path| uses_all(path, &bottom));
        match fact {
            Fact::ScrambleStranded(lines) => assert!(*lines == self.lines(bottom.iter().copied()) && !is_saved),
            Fact::Lost(lines) => {
                assert!(*lines == self.lines(bottom.iter().copied()) && !is_saved && !bottom.is_empty());
            }
            Fact::ScrambleInTime(words) => {
                assert_eq!(*words, decision.choices.len());
                for choice in &decision.choices {
                    let after = self.after(state, choice.path.mask);
                    let low: Vec<usize> =
                        self.fires(&after).into_iter().filter(|&id| self.turns(&after, id) == 0).collect();
                    assert!(!self.paths(&after).iter().any(|path| uses_all(path, &low)));
                }
            }
            Fact::ScrambleSafer(samples) => assert!(*samples > 0 && *samples == decision.scrambles),
            other => panic!("{other:?} for a scramble"),
        }
    }
}

#[test]
fn every_reason_is_true_on_the_board() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut costly = params(8.0);
    costly.scramble.turn = ScrambleTurn::Turn;
    for (params, level, games) in [(params(8.0), 30, 12), (params(1.0), 3, 5), (costly, 30, 12)] {
        let reader = Reader { params: params.clone(), level };
        let search = SearchParams { examines_longest: true, ..SearchParams::default() };
        let mut adviser = adviser(params.clone()).with_search(search);
        for (number, state) in positions(&params, level, games).into_iter().enumerate() {
            let solves = if number % 2 == 0 { 25 } else { 100 };
            let decision = adviser.decide(&state, reader.level, Budget::solves(solves), 1);
            let why = Why::of(&mut adviser, &state, reader.level, &decision);
            let text = why.text(lexicon::english(), decision.choices.first());
            assert!(!text.is_empty() && !text.contains("  "), "{text}");
            let is_compared = why.facts.iter().any(Reader::compares);
            assert!(is_compared || why.rival.is_none(), "nothing speaks for the word beside its rival: {text}");
            match decision.scramble || decision.choices.is_empty() {
                false => why.facts.iter().for_each(|fact| reader.check(fact, &state, &decision, &why)),
                true => why.facts.iter().for_each(|fact| reader.check_scramble(fact, &state, &decision)),
            }
            let name = |fact: &Fact| format!("{fact:?}").split([' ', '(']).next().unwrap().to_string();
            kinds.extend(why.facts.iter().map(name));
        }
    }
    // The others have tests of their own.
    for kind in [
        "TakesBottom",
        "TakesLow",
        "BottomNext",
        "Remains",
        "NoFire",
        "Longest",
        "RivalLoses",
        "RivalStrands",
        "RivalLeaves",
        "Paths",
        "LongestNext",
        "Gems",
        "Scores",
        "Samples",
        "Although",
        "ScrambleStranded",
        "Lost",
    ] {
        assert!(kinds.contains(kind), "no position shows {kind}: {kinds:?}");
    }
}

#[test]
fn a_longer_word_brings_less_fire() {
    let mut params = params(1.0);
    params.fire.short_words = [5000, 0, 0];
    let reader = Reader { params: params.clone(), level: 3 };
    let mut adviser = adviser(params);
    let state = adviser.engine.new_state(&mut Roller::new(7));
    let paths = reader.paths(&state);
    let longest = paths.iter().max_by_key(|path| path.letters).unwrap();
    let short = paths.iter().find(|path| path.letters == 3).unwrap();
    let choice = |path: &WordPath| Choice { path: *path, score: 0, danger: 0.0, samples: 0, leaves: None };
    let decision = Decision { choices: vec![choice(longest), choice(short)], scramble: false, scrambles: 0, solves: 0 };
    let why = Why::of(&mut adviser, &state, reader.level, &decision);
    why.facts.iter().for_each(|fact| reader.check(fact, &state, &decision, &why));
    assert!(why.facts.iter().any(|fact| matches!(fact, Fact::NewFires { .. })), "{:?}", why.facts);
}

#[test]
fn a_scramble_in_time_comes_before_fires_without_a_word() {
    let board = "# layout: columns\nD D E A R V:fire H\nO R O H D U C H\nA N T O T C X:gold\nL F H J B W:gold C:gold R\n\
                 E A:green E S P H L:diamond\nO T O C O H E L\nN:fire F O O S I I\n";
    let mut params = params(2.0);
    params.scramble.turn = ScrambleTurn::Turn;
    let reader = Reader { params: params.clone(), level: 15 };
    let state = State::of_board(&board.parse().unwrap()).unwrap();
    let mut adviser = adviser(params);
    let decision = adviser.decide(&state, reader.level, Budget::solves(100), 1);
    let why = Why::of(&mut adviser, &state, reader.level, &decision);
    assert!(decision.scramble && matches!(why.facts[..], [Fact::ScrambleInTime(24)]), "{:?}", why.facts);
    reader.check_scramble(&why.facts[0], &state, &decision);
}
