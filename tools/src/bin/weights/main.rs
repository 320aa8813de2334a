//! Learns the weights by which the reader decides, and writes them into `src/read/`.
//!
//! ```text
//! alias weights='cargo run --release -p hexlex-tools --bin weights --'
//! weights affixes
//! weights tiles --kind vocabulary --kind thin --kind italic --kind rows --kind covered --seed 511 --count 300
//! weights empty --kind irregular --kind empty-cells --kind covered --kind falling --seed 603 --count 300
//! weights covered --kind covered --seed 605 --count 400
//! weights lines --kind irregular --kind cut --kind irregular --kind empty-cells --seed 601 --count 400
//! weights crossings --kind cut --seed 602 --count 1600
//! weights settled --kind falling --kind irregular --kind irregular --seed 614 --count 2400
//! weights turned --kind turned --kind blurred --kind turned --kind pixel --kind turned --kind photograph --kind turned --kind lower-case --seed 622 --count 400
//! weights case --kind lower-case --kind pixel --kind lower-case --kind digrams --kind lower-case --seed 629 --count 1200
//! weights possible-letters --kind pixel --kind pixel --kind lower-case --kind pixel --seed 627 --count 1800
//! weights certainty --kind pixel --kind pixel --kind lower-case --kind pixel --kind digrams --seed 619 --count 700
//! weights selection --kind selected --kind selected --kind lower-case --penalty 1e-4 --seed 626 --count 1800
//! weights special-selection --kind selected --kind selected --kind lower-case --penalty 1e-4 --seed 626 --count 1800
//! weights boards --kind vocabulary --kind irregular --kind covered --kind falling --kind lower-case --kind covered --kind empty-cells \
//!     --kind irregular --kind vocabulary --kind falling --kind covered --kind lower-case --kind irregular --kind several --kind digrams \
//!     --without 'icons with letters' --without 'answer sheet' --without 'listing in columns' --without 'word game in progress' \
//!     --without 'crossword, half filled' --without 'periodic table' --seed 621 --count 1300
//! weights whole-tiles --kind digrams --kind irregular --kind digrams --kind covered --kind lower-case \
//!     --without 'icons with letters' --without 'answer sheet' --without 'listing in columns' --without 'word game in progress' \
//!     --without 'crossword, half filled' --without 'periodic table' --seed 625 --count 1200
//! ```
//!
//! The weights are fitted to decisions; the parameters of the tile reader are searched for ([`tiles`]).
//!
//! Most commands read with the weights of the others: run them in this order, build again after each, and run all twice after
//! a large change. Each prints how well it does on the pictures that it learns from and on those left out. The fits print what
//! each feature contributes: to remove one, delete its name from the reader's list and from the table here, and fit again. To
//! add a parameter of the tile reader, add it to `tile_params.rs` and a line with a start value to `tiles.weights`.

mod affixes;
mod tiles;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use hexlex::board::{Adjacency, Cell, Face, Tile};
use hexlex::internal::{
    BOARD_FEATURES, BOARD_GEOMETRY, CASE_FEATURES, CERTAINTY_FEATURES, COVERED_FEATURES, CROSSING_FEATURES,
    CaseEvidence, EMPTY_FEATURES, GroupClass, GroupEvidence, LETTER_FEATURES, LINE_FEATURES, LetterEvidence,
    SELECTION_FEATURES, SETTLED_FEATURES, SPECIAL_SELECTION_FEATURES, TURNED_FEATURES, board_evidence, board_parts,
    case_evidence, certainty_evidence, covered_evidence, crossing_evidence, crossing_parts, difference, empty_evidence,
    letter_evidence, line_evidence, locate_groups, locate_tiles, selection_evidence, settled_evidence, turned_evidence,
};
use hexlex::locate::{Candidate, LONG_SIDE, Layout, Side, locate};
use hexlex::pipeline::{Options, read};
use hexlex::pixels::{Frame, Point};
use hexlex::read::Reading;
use hexlex_tools::choice::Sign;
use hexlex_tools::hard::{FontChoice, Fonts, Kind, SELECTED, Sample, no_board, sample, sample_of};
use hexlex_tools::outln;
use hexlex_tools::pieces::{Decision, Features, PieceFit};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Learn the weights by which the reader decides.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// How the tiles are read
    Tiles(Which),
    /// Which lines belong to a board
    Lines(Which),
    /// Where the picture's edge crosses tiles
    Crossings(Which),
    /// Which cells have no tile
    Empty(Which),
    /// Which tiles are covered in part
    Covered(Which),
    /// Which letter a tile has by the shapes on its board
    PossibleLetters(Which),
    /// How certain the letters of a board are
    Certainty(Which),
    /// Which plain tiles are selected
    Selection(Which),
    /// Which tiles with the color of a gem or fire are selected
    SpecialSelection(Which),
    /// Whether all tiles are in their places
    Settled(Which),
    /// Whether letters lie turned
    Turned(Which),
    /// Whether a board has small letters
    Case(Which),
    /// Which candidate by single letters is the board of its picture
    Boards(Which),
    /// Which candidate by groups of letters or bodies of tiles is the board of its picture
    WholeTiles(Which),
    /// What words begin and end with
    Affixes {
        /// The folder of the weights
        #[arg(long, default_value = "src/read")]
        out: PathBuf,
    },
    /// Print the candidates of a picture, each with what its features come to
    Explain {
        /// The picture
        picture: PathBuf,
    },
}

/// The examples.
#[derive(Args)]
struct Which {
    /// The seed of the pictures
    #[arg(long)]
    seed: u64,
    /// The number of pictures with a board; `boards` and `whole-tiles` draw as many without one
    #[arg(long)]
    count: u64,
    /// Make every other board one of this kind, or of these kinds in turn
    #[arg(long)]
    kind: Vec<Kind>,
    /// Make every other picture without a board one of this kind, or of these kinds in turn: a name such as "answer sheet"
    #[arg(long)]
    without: Vec<String>,
    /// Use this quadratic penalty of a weight, in nats a decision; of several, the one that cross-validation finds best. `tiles` has none
    #[arg(long, default_values_t = [PENALTY])]
    penalty: Vec<f64>,
    /// The folder of the weights
    #[arg(long, default_value = "src/read")]
    out: PathBuf,
}

impl Which {
    /// The command that learns from these examples, for the head of the file that it writes.
    fn origin(&self, command: &str) -> String {
        let kinds: String = self.kind.iter().map(|kind| format!(" --kind {}", kind.argument())).collect();
        let without: String = self.without.iter().map(|kind| format!(" --without '{kind}'")).collect();
        let given = self.penalty.iter().filter(|_| self.penalty != [PENALTY]);
        let penalties: String = given.map(|penalty| format!(" --penalty {penalty:e}")).collect();
        format!(
            "Learned by `weights {command}{kinds}{without}{penalties} --seed {} --count {}` (tools/src/bin/weights/main.rs).",
            self.seed, self.count
        )
    }
}

/// The candidates of a picture that are read. More are hardly ever in the running.
const CANDIDATES: usize = 7;
/// How much a picture without a board counts: a board that is claimed where none is costs more than one that is missed.
const WITHOUT_BOARD: usize = 2;
/// The number of times that a usual picture counts for each picture of the kinds that were asked for, where the decision is
/// whether a board is cut, falls, lies turned, or has covered or selected tiles. Smaller: whole boards are reported as cut,
/// settled ones as falling, upright ones as turned, plain tiles are not read, or read as selected. Larger: cut, falling and turned
/// boards, and covered and selected tiles are missed. Chosen by hand; `hard judge`, also with `--kind` of these, shows a change.
const WHOLE_FOR_A_CUT: usize = 8;
const SETTLED_FOR_A_FALL: usize = 3;
const PLAIN_FOR_A_COVERED: usize = 15;
const UPRIGHT_FOR_A_TURNED: usize = 10;
const USUAL_FOR_A_SELECTION: usize = 3;
/// The share of boards whose letters come to no more than the bound that spares the reading of other candidates. A
/// larger share reads more candidates; a smaller one may miss the better of two.
const BOUNDED: f64 = 0.9;
/// The share of a letter that must be hidden before it may look like another letter.
const HIDDEN: f32 = 0.04;
/// Every seventh picture is left out of the fit. The number has no divisor in common with the numbers of kinds that are asked
/// for, or pictures of only some kinds would be left out.
const LEFT_OUT: usize = 7;
/// The usual quadratic penalty of a weight, in nats a decision. Smaller: features that hardly matter get large weights that cancel each
/// other, and the bound of the score is loose. Larger: certainty is lost. Chosen by hand; several `--penalty` compare them.
const PENALTY: f64 = 5e-4;

fn main() -> Result<()> {
    let command = Arguments::parse().command;
    match &command {
        Command::Explain { picture } => return explain(picture),
        Command::Affixes { out } => return affixes::write(out),
        _ => {}
    }
    // Letters and confidences are those of typefaces which the networks were not trained with.
    let is_unseen = matches!(command, Command::PossibleLetters(_) | Command::Certainty(_));
    let fonts = Fonts::load(if is_unseen { FontChoice::Unseen } else { FontChoice::All })?;
    match command {
        Command::Explain { .. } | Command::Affixes { .. } => Ok(()),
        Command::Tiles(which) => tiles::learn(&which, &fonts),
        Command::Lines(which) => {
            let features = signed(
                LINE_FEATURES,
                &[
                    ("letters", Sign::Positive),
                    ("framed", Sign::Positive),
                    ("tile", Sign::Positive),
                    ("blobs", Sign::Positive),
                ],
                &["strange", "empty", "cut"],
            );
            learn(&which, "lines", &features, boards(&which, &fonts, lines_of)?)
        }
        Command::Crossings(which) => {
            let features = signed(CROSSING_FEATURES, &CROSSES, &[]);
            learn(&which, "crossings", &features, usual(boards(&which, &fonts, crossings_of)?, WHOLE_FOR_A_CUT))
        }
        Command::Empty(which) => {
            let features = signed(
                EMPTY_FEATURES,
                &[("ground", Sign::Positive)],
                &["confidence", "framed", "explained", "correlation"],
            );
            learn(&which, "empty", &features, boards(&which, &fonts, empty_of)?)
        }
        Command::Covered(which) => {
            let features = signed(COVERED_FEATURES, &[("border", Sign::Positive)], &["clarity", "framed"]);
            learn(&which, "covered", &features, usual(boards(&which, &fonts, covered_of)?, PLAIN_FOR_A_COVERED))
        }
        Command::PossibleLetters(which) => {
            let known = [("odds", Sign::Positive), ("peers", Sign::Positive), ("twin", Sign::Positive)];
            let features = signed(LETTER_FEATURES, &known, &["claimed"]);
            learn(&which, "possible-letters", &features, boards(&which, &fonts, possible_of)?)
        }
        Command::Certainty(which) => {
            let features = signed(
                CERTAINTY_FEATURES,
                &[("odds", Sign::Positive), ("others", Sign::Positive), ("twin", Sign::Positive)],
                &["rival", "split"],
            );
            learn(&which, "certainty", &features, boards(&which, &fonts, letters_of)?)
        }
        Command::Selection(which) => {
            let known =
                [FOR_A_SELECTION.as_slice(), &[("distance", Sign::Positive), ("step", Sign::Positive)]].concat();
            let features = signed(SELECTION_FEATURES, &known, &[]);
            learn(
                &which,
                "selection",
                &features,
                usual(boards(&which, &fonts, plain_groups_of)?, USUAL_FOR_A_SELECTION),
            )
        }
        Command::SpecialSelection(which) => {
            let features = signed(SPECIAL_SELECTION_FEATURES, &FOR_A_SELECTION, &[]);
            learn(
                &which,
                "special-selection",
                &features,
                usual(boards(&which, &fonts, special_groups_of)?, USUAL_FOR_A_SELECTION),
            )
        }
        Command::Settled(which) => {
            let features =
                signed(SETTLED_FEATURES, &[], &["drifting", "drifting_framed", "framed", "floating", "enclosed"]);
            learn(&which, "settled", &features, usual(boards(&which, &fonts, settled_of)?, SETTLED_FOR_A_FALL))
        }
        Command::Case(which) => {
            let signs: Vec<(&str, Sign)> = CASE_FEATURES.iter().map(|name| (*name, Sign::Positive)).collect();
            learn(&which, "case", &signed(CASE_FEATURES, &signs, &[]), boards(&which, &fonts, case_of)?)
        }
        Command::Turned(which) => {
            let features = signed(TURNED_FEATURES, &[("ratio", Sign::Positive), ("turned", Sign::Positive)], &[]);
            learn(&which, "turned", &features, usual(boards(&which, &fonts, turned_of)?, UPRIGHT_FOR_A_TURNED))
        }
        Command::Boards(which) => {
            let mut decisions = boards(&which, &fonts, candidates_of)?;
            decisions.extend(without_board(&which, &fonts, &[candidates])?);
            learn(&which, "boards", &signed(BOARD_FEATURES, &FOR_A_BOARD, &AGAINST_A_BOARD), decisions)
        }
        Command::WholeTiles(which) => {
            let mut decisions = boards(&which, &fonts, whole_tiles_of)?;
            decisions.extend(without_board(&which, &fonts, &[locate_groups, locate_tiles])?);
            learn(&which, "whole-tiles", &signed(BOARD_FEATURES, &FOR_A_BOARD, &AGAINST_A_BOARD), decisions)
        }
    }
}

/// Prints the candidates of a picture.
fn explain(picture: &Path) -> Result<()> {
    let frame = Frame::open(picture)?;
    for candidates in [candidates(&frame), locate_groups(&frame), locate_tiles(&frame)] {
        explain_candidates(&frame, &candidates)?;
    }
    Ok(())
}

/// Prints these candidates, which were found in one way: by single letters, by groups of letters or by the bodies of tiles.
fn explain_candidates(frame: &Frame, candidates: &[Candidate]) -> Result<()> {
    let Some(geometry) = candidates.first().map(|candidate| candidate.evidence) else { return Ok(()) };
    for candidate in candidates {
        let strays = candidate.strays.len();
        outln!("{} at {:?}: {strays} blobs off the lattice", candidate.layout.shape(), candidate.layout.bounds());
    }
    for (reading, values) in board_evidence(frame, &Options::default(), candidates, CANDIDATES)? {
        let (parts, score) = board_parts(&values, &geometry);
        let (left, top, ..) = reading.layout.bounds();
        let shape = reading.layout.shape();
        outln!("{score:8.2}  {shape} at {left:.0},{top:.0}, {} tiles, cut {:?}", reading.tiles(), reading.cut);
        outln!("          {}", in_words(&parts, &values));
        for (side, values) in crossing_evidence(frame, &Options::default(), &reading.layout)? {
            let (parts, score) = crossing_parts(&values);
            outln!("{score:8.2}  {side:?}: {}", in_words(&parts, &values));
        }
    }
    Ok(())
}

/// Values with what they come to.
fn in_words(parts: &[(String, f32)], values: &[f32]) -> String {
    let parts = parts.iter().zip(values).map(|((name, part), value)| format!("{name} {value:.3} ({part:+.2})"));
    parts.collect::<Vec<_>>().join(", ")
}

/// The features of a side that speak for tiles across the picture's edge.
const CROSSES: [(&str, Sign); 4] = [
    ("own", Sign::Positive),
    ("distance", Sign::Negative),
    ("explained", Sign::Positive),
    ("correlation", Sign::Positive),
];

/// The features of a group of tiles that speak for selected ones.
const FOR_A_SELECTION: [(&str, Sign); 3] =
    [("surprise", Sign::Positive), ("together", Sign::Positive), ("marks", Sign::Positive)];

/// The features of a board that speak for one.
const FOR_A_BOARD: [(&str, Sign); 5] = [
    ("body", Sign::Positive),
    ("coverage", Sign::Positive),
    ("stability", Sign::Positive),
    ("confidence", Sign::Positive),
    ("distinct", Sign::Positive),
];

/// The features of a board that speak against one.
const AGAINST_A_BOARD: [&str; 20] = [
    "captioned",
    "accompanied",
    "halfway",
    "alternating",
    "outside",
    "empty_neighbors",
    "gaps",
    "stretch",
    "few_repeats",
    "residual",
    "strays",
    "unclear",
    "unread",
    "goes_on",
    "off_center",
    "same_lines",
    "same_neighbors",
    "ascending",
    "several",
    "several_bare",
];

/// The features with what is known of their signs.
fn signed<'a>(names: &'a [&'a str], known: &[(&str, Sign)], against: &[&str]) -> Vec<(&'a str, Sign)> {
    let is_feature = |name: &&str| names.contains(name);
    assert!(known.iter().map(|(name, _)| name).chain(against).all(is_feature), "expected names of features");
    let sign = |name: &str| {
        let named = known.iter().find(|(other, _)| *other == name).map(|(_, sign)| *sign);
        named.unwrap_or(if against.contains(&name) { Sign::Negative } else { Sign::Any })
    };
    names.iter().map(|name| (*name, sign(name))).collect()
}

/// Fits the weights of this command, writes them into the file of its name and prints what each feature is worth.
fn learn(which: &Which, command: &str, features: &Features, decisions: Vec<Vec<Decision>>) -> Result<()> {
    let pictures = decisions.len();
    let by_picture = decisions.clone();
    let mut folds = vec![Vec::new(); LEFT_OUT];
    decisions.into_iter().enumerate().for_each(|(i, decisions)| folds[i % LEFT_OUT].extend(decisions));
    let left_out = folds.swap_remove(0);
    let penalty = likeliest_penalty(&which.penalty, features, &folds);
    let kept = folds.concat();
    let fitted = PieceFit::new(features, &kept, penalty);
    let others = fitted.likelihood_of(&left_out);
    outln!("{} decisions of {pictures} pictures, {} more left out", kept.len(), left_out.len());
    outln!("log likelihood of a decision: {:.5}, of those left out {others:.5}", fitted.likelihood);
    outln!(
        "right: {:.3}%, of those left out {:.3}%",
        100.0 * fitted.accuracy(&kept),
        100.0 * fitted.accuracy(&left_out)
    );
    let is_mistaken = |decisions: &[Decision]| !decisions.is_empty() && fitted.accuracy(decisions) < 1.0;
    let mistaken: Vec<usize> = (0..pictures).filter(|&picture| is_mistaken(&by_picture[picture])).collect();
    outln!("pictures with a wrong decision, counted from those with a board on: {mistaken:?}");
    let worth: Vec<(f64, &str)> = (0..features.len())
        .into_par_iter()
        .map(|i| {
            let without: Vec<Decision> = kept.iter().map(|decision| flattened(decision, i)).collect();
            (fitted.likelihood - PieceFit::new(features, &without, penalty).likelihood, features[i].0)
        })
        .collect();
    outln!("what each feature is worth: the log likelihood that a decision loses without it, in thousandths");
    worth.iter().for_each(|(worth, name)| outln!("  {name:<15} {:8.3}", 1e3 * worth));
    let comments = [
        which.origin(command),
        format!(
            "Log likelihood of a decision {:.5}, of those left out {others:.5}; penalty {penalty:e}.",
            fitted.likelihood
        ),
    ];
    let path = which.out.join(format!("{command}.weights"));
    let mut text = fitted.to_text(features, &comments);
    if matches!(command, "boards" | "whole-tiles") {
        // What is read last is bounded by what nearly all boards come to.
        text += &format!("rest {:.4}\n", fitted.rest(BOARD_GEOMETRY, BOUNDED, &kept));
    }
    std::fs::write(&path, text)?;
    outln!("wrote {}", path.display());
    Ok(())
}

/// The penalty, of these, with the highest log likelihood in cross-validation: each fold is scored by weights fitted to the others.
fn likeliest_penalty(penalties: &[f64], features: &Features, folds: &[Vec<Decision>]) -> f64 {
    if let [penalty] = penalties {
        return *penalty;
    }
    let likelihood = |&(penalty, fold): &(f64, usize)| {
        let others = folds.iter().enumerate().filter(|(n, _)| *n != fold).flat_map(|(_, fold)| fold.iter().cloned());
        let fitted = PieceFit::new(features, &others.collect::<Vec<Decision>>(), penalty);
        fitted.likelihood_of(&folds[fold]) * folds[fold].len() as f64
    };
    let runs: Vec<(f64, usize)> =
        penalties.iter().flat_map(|&penalty| (0..folds.len()).map(move |fold| (penalty, fold))).collect();
    let likelihoods: Vec<f64> = runs.par_iter().map(likelihood).collect();
    let totals = likelihoods.chunks_exact(folds.len()).map(|folds| folds.iter().sum::<f64>());
    let count = folds.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let tried: Vec<(f64, f64)> = penalties.iter().copied().zip(totals).collect();
    for (penalty, total) in &tried {
        outln!("penalty {penalty:e}: log likelihood of a decision in cross-validation {:.5}", total / count);
    }
    tried.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(PENALTY, |(penalty, _)| penalty)
}

/// The decision without what one feature says.
fn flattened(decision: &Decision, feature: usize) -> Decision {
    let mut decision = decision.clone();
    decision.alternatives.iter_mut().for_each(|(values, _)| values[feature] = 0.0);
    decision
}

type Decisions = fn(&Frame, &Sample) -> Result<Vec<Decision>>;

/// The decisions in pictures with a board, picture by picture.
fn boards(which: &Which, fonts: &Fonts, decisions: Decisions) -> Result<Vec<Vec<Decision>>> {
    let of = |number| {
        let sample = sample_for(which, number, fonts)?;
        let frame = Frame::new(sample.picture.pixels.clone(), "drawn");
        decisions(&frame, &sample)
    };
    (0..which.count).into_par_iter().map(of).collect()
}

/// Picture `number` with a board: every other one is of the kinds that were asked for.
fn sample_for(which: &Which, number: u64, fonts: &Fonts) -> Result<Sample> {
    let kinds = which.kind.len() as u64;
    match which.kind.get((number / 2 % kinds.max(1)) as usize) {
        Some(&kind) if number.is_multiple_of(2) => sample_of(kind, which.seed, number, fonts),
        _ => sample(which.seed, number, fonts),
    }
}

/// The decisions, where every other picture is of a rare kind: those of the remaining pictures are repeated `times`.
fn usual(mut decisions: Vec<Vec<Decision>>, times: usize) -> Vec<Vec<Decision>> {
    for (_, picture) in decisions.iter_mut().enumerate().filter(|(number, _)| number % 2 == 1) {
        *picture = std::iter::repeat_n(picture.clone(), times).flatten().collect();
    }
    decisions
}

/// The decisions in pictures without a board, for each of these functions that find candidates.
fn without_board(which: &Which, fonts: &Fonts, finders: &[fn(&Frame) -> Vec<Candidate>]) -> Result<Vec<Vec<Decision>>> {
    let rare: Vec<u64> = which.without.iter().map(|name| no_board::kind_number(name)).collect::<Result<_>>()?;
    let of = |number| {
        // The first of every two is one of the kinds that were asked for.
        let kind = rare.get((number / 2 % rare.len().max(1) as u64) as usize).filter(|_| number % 2 == 0);
        let number = kind.map_or(number, |kind| number * no_board::KINDS.len() as u64 + kind);
        let frame = Frame::new(no_board::draw(which.seed, number, fonts).0, "drawn");
        let decisions = |find: &fn(&Frame) -> Vec<Candidate>| -> Result<Vec<Decision>> {
            let read = board_evidence(&frame, &Options::default(), &find(&frame), CANDIDATES)?;
            let alternatives = read.into_iter().map(|(_, values)| (values, false)).collect();
            Ok(vec![Decision { alternatives }; WITHOUT_BOARD])
        };
        Ok(finders.iter().map(decisions).collect::<Result<Vec<Vec<Decision>>>>()?.concat())
    };
    (0..which.count).into_par_iter().map(of).collect()
}

fn candidates(frame: &Frame) -> Vec<Candidate> {
    locate(frame, None, LONG_SIDE)
}

/// The true layout of a drawn board, as the reader would find it: it does not know the game's rule of adjacency.
fn layout(sample: &Sample) -> Layout {
    let shape = sample.board.shape().clone().with_adjacency(Adjacency::Touching);
    let pitch = (sample.pitch.width, sample.pitch.height);
    // The center of a falling tile is where it is drawn, above its cell.
    let at_rest = sample.falling.iter().position(|falling| !falling).unwrap_or(0);
    let at_origin = Layout::new(shape.clone(), (0.0, 0.0), pitch);
    let offset = shape.cells().nth(at_rest).map_or(Point::default(), |cell| at_origin.center(cell).into());
    Layout::new(shape, (sample.centers[at_rest] - offset).into(), pitch)
}

/// The decision which of the candidates by letters is the board.
fn candidates_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    // Without a right candidate a decision says nothing about the weights, but with several letters on every tile: one letter of each is
    // not the board.
    let may_be_none = sample.kind == Kind::Digrams;
    let decision = which_is_found(frame, sample, &candidates(frame))?;
    Ok(decision.into_iter().filter(|decision| may_be_none || has_board(decision)).collect())
}

/// The decisions which of the candidates is the board: of those by groups of letters, and of those by the bodies of tiles.
fn whole_tiles_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    let decisions = [locate_groups(frame), locate_tiles(frame)];
    let decisions = decisions.iter().map(|candidates| which_is_found(frame, sample, candidates));
    Ok(decisions.collect::<Result<Vec<_>>>()?.into_iter().flatten().filter(has_board).collect())
}

/// Whether one of the alternatives is right.
fn has_board(decision: &Decision) -> bool {
    decision.alternatives.iter().any(|(_, right)| *right)
}

/// The decision which of these candidates is the board; `None` where the picture has several, or one of a line or two.
fn which_is_found(frame: &Frame, sample: &Sample, candidates: &[Candidate]) -> Result<Option<Decision>> {
    if matches!(sample.kind, Kind::Several | Kind::Rows) {
        return Ok(None);
    }
    let read = board_evidence(frame, &Options::default(), candidates, CANDIDATES)?;
    // Of several outlines around the same tiles the search takes the one with the fewest cells: all are right.
    let alternatives = read.into_iter().map(|(reading, values)| (values, is_found(sample, &reading)));
    Ok(Some(Decision { alternatives: alternatives.collect() }))
}

/// Whether a cell is that of a tile.
fn is_near(sample: &Sample, place: Point, cell: Point) -> bool {
    /// The distance in pitches within which it is, as `hard judge` has it.
    const WITHIN: f32 = 0.15;
    let offset = place - cell;
    (offset.x / sample.pitch.width).hypot(offset.y / sample.pitch.height) < WITHIN
}

/// Whether every tile of the board that is in its place has a cell of the reading, and no other cell has a tile.
fn is_found(sample: &Sample, reading: &Reading) -> bool {
    let truth = layout(sample);
    let same_lines = reading.board.shape().lines() == sample.board.shape().lines();
    let has_cell = |place: Point| {
        let cell = reading.layout.cell_at(place.x, place.y);
        cell.is_some_and(|cell| is_near(sample, place, reading.layout.center(cell).into()))
    };
    let mut tiles = sample.board.tiles().zip(&sample.centers).zip(&sample.falling);
    let all_read = tiles.all(|((tile, &center), &falling)| tile.is_none() || falling || has_cell(center));
    let is_true = |(cell, _)| {
        let place = Point::from(reading.layout.center(cell));
        let is_fragment = sample.fragments.iter().any(|fragment| is_near(sample, fragment.center, place));
        truth.cell_at(place.x, place.y).is_some() || is_fragment
    };
    same_lines && all_read && reading.board.cells().all(is_true)
}

/// The layout of the board as it is read; the true one where it is not found.
fn layout_read(frame: &Frame, sample: &Sample) -> Layout {
    /// The least overlap of the layouts, as a share of the cells of the smaller one. Smaller: another board counts. Larger: a board that
    /// was read with further lines does not. A part of the board always counts. Chosen by hand.
    const SAME: f32 = 0.8;
    let truth = layout(sample);
    let read = read(frame, &Options::default()).ok().map(|(reading, _)| reading.layout);
    read.filter(|read| read.overlap(&truth) > SAME).unwrap_or(truth)
}

/// A decision for each line at an edge of the board, and for each line beyond it.
fn lines_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    if matches!(sample.kind, Kind::Falling | Kind::Rows) {
        return Ok(Vec::new());
    }
    let truth = layout(sample);
    let blobs: Vec<Point> = candidates(frame)
        .iter()
        .max_by(|a, b| a.layout.overlap(&truth).total_cmp(&b.layout.overlap(&truth)))
        .filter(|candidate| candidate.layout.overlap(&truth) > 0.5)
        .map_or_else(Vec::new, |candidate| candidate.places.clone());
    let has_tile = |line: &[Point]| {
        let is_tile =
            |place: &Point| truth.cell_at(place.x, place.y).is_some_and(|cell| sample.board.tile(cell).is_some());
        line.iter().any(is_tile)
    };
    let mut decisions = Vec::new();
    // Tiles that the picture's edge crosses may be read where their letters are whole.
    let is_whole_fragment = |place: &Point| {
        sample.fragments.iter().any(|fragment| is_near(sample, *place, fragment.center) && fragment.visible > 0.95)
    };
    let mut add = |base: &Layout, mut lines: Vec<Vec<Point>>| -> Result<()> {
        lines.retain(|line| !line.iter().any(is_whole_fragment));
        let values = line_evidence(frame, &Options::default(), base, &blobs, &lines)?;
        let alone = |(values, line): (Vec<f32>, &Vec<Point>)| Decision { alternatives: vec![(values, has_tile(line))] };
        decisions.extend(values.into_iter().zip(&lines).map(alone));
        Ok(())
    };
    // Beyond the whole board, and beyond boards that lack a line.
    let whole: Vec<Vec<Point>> = Side::ALL
        .into_iter()
        .flat_map(|side| truth.grown(side))
        .map(|larger| difference(&larger, &truth))
        .chain(truth.trimmed().iter().map(|part| difference(&truth, part)))
        .collect();
    add(&truth, whole)?;
    for part in truth.trimmed().into_iter().take(2) {
        add(&part, vec![difference(&truth, &part)])?;
    }
    Ok(decisions)
}

/// A decision for each cell in the rectangle around the board's tiles.
fn empty_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    if matches!(sample.kind, Kind::Rows | Kind::Cut) {
        return Ok(Vec::new());
    }
    let cells = empty_evidence(frame, &Options::default(), &layout(sample))?.into_iter();
    // At the place of a falling tile a part of it may be seen.
    let cells = cells.zip(sample.board.tiles()).zip(&sample.falling).filter(|(_, falling)| !**falling);
    Ok(cells.map(|((empty, tile), _)| alone(empty, tile.is_none())).collect())
}

/// A decision for each tile.
fn covered_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    if matches!(sample.kind, Kind::Rows | Kind::Cut | Kind::Falling) {
        return Ok(Vec::new());
    }
    let cells = covered_evidence(frame, &Options::default(), &layout(sample))?.into_iter();
    let tiles = cells.zip(sample.board.tiles()).zip(&sample.hidden).filter(|((_, tile), _)| tile.is_some());
    Ok(tiles.map(|((values, _), &hidden)| alone(values, hidden > HIDDEN)).collect())
}

/// A decision for each tile with more than one possible letter, of which one is right.
fn possible_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    if matches!(sample.kind, Kind::Rows | Kind::Cut | Kind::Falling) {
        return Ok(Vec::new());
    }
    let cells = letter_evidence(frame, &Options::default(), &layout(sample))?.into_iter();
    let tiles = cells.zip(sample.board.tiles()).zip(&sample.hidden).filter(|(_, hidden)| **hidden <= HIDDEN);
    let decision = |letters: Vec<LetterEvidence>, tile: &Tile| {
        let letter = |letter: LetterEvidence| (letter.values, letter.face == tile.face);
        Decision { alternatives: letters.into_iter().map(letter).collect() }
    };
    let tiles = tiles.filter_map(|((letters, tile), _)| Some(decision(letters, tile?)));
    let has_right = |decision: &Decision| decision.alternatives.iter().any(|(_, is_right)| *is_right);
    Ok(tiles.filter(|decision| decision.alternatives.len() > 1 && has_right(decision)).collect())
}

/// A decision for each tile that has a letter.
fn letters_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    if matches!(sample.kind, Kind::Rows | Kind::Cut | Kind::Falling) {
        return Ok(Vec::new());
    }
    let cells = certainty_evidence(frame, &Options::default(), &layout(sample))?.into_iter();
    let tiles = cells.zip(sample.board.tiles()).zip(&sample.hidden).filter(|(_, hidden)| **hidden <= HIDDEN);
    let decision = |letter: LetterEvidence, tile: &Tile| alone(letter.values, letter.face == tile.face);
    Ok(tiles.filter_map(|((letter, tile), _)| Some(decision(letter?, tile?))).collect())
}

/// A decision for each group of plain tiles of one odd appearance.
fn plain_groups_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    groups_of(GroupClass::Plain, frame, sample)
}

/// The same for tiles that would be gems or fire by their color.
fn special_groups_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    groups_of(GroupClass::Special, frame, sample)
}

/// A decision for each group of this class.
fn groups_of(class: GroupClass, frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    if sample.kind == Kind::Falling {
        return Ok(Vec::new());
    }
    // The layout as it is read: its centers are less exact than the true ones, so plain tiles look odd as often as in use.
    let (truth, known) = (layout(sample), layout_read(frame, sample));
    let groups = selection_evidence(frame, &Options::default(), &known)?;
    let is_selected = |id: &&usize| {
        let place = known.shape().cell(**id).map(|cell| known.center(cell));
        let cell = place.and_then(|(x, y)| truth.cell_at(x, y));
        cell.and_then(|cell| sample.board.tile(cell)).is_some_and(|tile| tile.has_tag(SELECTED))
    };
    let decision = |group: GroupEvidence| {
        let selected = group.tiles.iter().filter(is_selected).count();
        alone(group.values, 2 * selected > group.tiles.len())
    };
    Ok(groups.into_iter().filter(|group| group.class == class).map(decision).collect())
}

/// A decision of yes or no.
fn alone(values: Vec<f32>, is_right: bool) -> Decision {
    Decision { alternatives: vec![(values, is_right)] }
}

/// A decision for each side at which the picture ends, of the board as it is read.
fn crossings_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    let known = layout_read(frame, sample);
    let decision = |(side, values)| Decision { alternatives: vec![(values, sample.cut.contains(&side))] };
    Ok(crossing_evidence(frame, &Options::default(), &known)?.into_iter().map(decision).collect())
}

/// Whether small letters read more tiles of the board rightly than capitals: a decision for each tile of the difference.
fn case_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    let (truth, known) = (layout(sample), layout_read(frame, sample));
    let CaseEvidence { values, as_capitals, as_small } = case_evidence(frame, &Options::default(), &known)?;
    let right = |faces: &[Option<Face>]| {
        let is_right = |(cell, face): &(Cell, &Option<Face>)| {
            let (x, y) = known.center(*cell);
            let tile = truth.cell_at(x, y).and_then(|cell| sample.board.tile(cell));
            tile.is_some_and(|tile| Some(&tile.face) == face.as_ref())
        };
        known.shape().cells().zip(faces).filter(is_right).count()
    };
    let (capitals, small) = (right(&as_capitals), right(&as_small));
    Ok(vec![alone(values, small > capitals); small.abs_diff(capitals)])
}

/// One decision: whether the letters of the board lie turned.
fn turned_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    let values = turned_evidence(frame, &Options::default(), &layout(sample))?;
    Ok(vec![alone(values, sample.kind == Kind::Turned)])
}

/// One decision: whether the tiles of the board are in their places, on the layout as the reader finds it.
fn settled_of(frame: &Frame, sample: &Sample) -> Result<Vec<Decision>> {
    if matches!(sample.kind, Kind::Several | Kind::Rows) {
        return Ok(Vec::new());
    }
    let best = settled_evidence(frame, &Options::default(), &candidates(frame), CANDIDATES)?;
    let Some((_, values)) = best.filter(|(found, _)| found.overlap(&layout(sample)) > 0.3) else {
        return Ok(Vec::new());
    };
    Ok(vec![Decision { alternatives: vec![(values, sample.kind != Kind::Falling)] }])
}
