//! Games of territory: the advice against the word that takes most tiles. Each board is played twice, with either player first.

use crate::Duel;
use crate::games::rolled;
use crate::shares::share_interval;
use anyhow::{Context, Result};
use hexlex::advise::{Budget, Mean, Wishes, advise};
use hexlex::board::{Board, Face, MINE, THEIRS, Tile};
use hexlex::game::{GameParams, Owners, Refill, Territory, mask_of};
use hexlex::lexicon;
use hexlex::profile::Profile;
use hexlex::solve::Solver;
use hexlex_tools::outln;
use rayon::prelude::*;

/// The moves after which a game ends that nobody can end, as with a letter that no word has.
const MOST_MOVES: usize = 100;

/// Who chooses a word.
#[derive(Clone, Copy, PartialEq)]
enum Player {
    Advice,
    MostTiles,
}

/// Plays the games of the arguments and prints who won.
pub(crate) fn run(args: &Duel) -> Result<()> {
    let params = GameParams::of(&Profile::load("letterpress")?);
    let games: Vec<(f64, f64, bool)> = (args.seed..args.seed + args.games)
        .into_par_iter()
        .map(|seed| {
            let board = rolled(&params, seed, "Q").context("expected a shape")?;
            let first = play(&board, &params, [Player::Advice, Player::MostTiles], args.solves)?;
            let second = play(&board, &params, [Player::MostTiles, Player::Advice], args.solves)?;
            let won = |lead: i32| f64::from(lead.signum() + 1) / 2.0;
            let (a, b) = (first.0, -second.0);
            Ok(((won(a) + won(b)) / 2.0, f64::from(a + b) / 2.0, first.1 && second.1))
        })
        .collect::<Result<_>>()?;
    let mean = |values: Vec<f64>| Mean::of(&values).context("no game");
    let boards = games.len();
    let share = mean(games.iter().map(|(won, ..)| *won).collect())?.mean;
    // The two games of a board are not independent: the interval counts boards.
    let (low, high) = share_interval(share, boards);
    outln!("share of {} games that the advice wins: {share:.2} ({low:.2} to {high:.2})", 2 * boards);
    outln!("tiles more than the other player: {}", mean(games.iter().map(|(_, lead, _)| *lead).collect())?);
    outln!(
        "both games of {} of {boards} boards ended with every tile owned",
        games.iter().filter(|game| game.2).count()
    );
    Ok(())
}

/// The lead of the first player at the end, and whether every tile had an owner.
fn play(board: &Board, params: &GameParams, players: [Player; 2], solves: usize) -> Result<(i32, bool)> {
    let Refill::Own(rules) = params.refill else { anyhow::bail!("expected a game of territory") };
    let (territory, mut owners) = Territory::new(board, rules)?;
    let (mut played, mut passes): (Vec<String>, u32) = (Vec::new(), 0);
    let mut moves = 0;
    while !territory.is_over(owners) && passes < 2 && moves < MOST_MOVES {
        let found = match players[moves % 2] {
            Player::Advice => advised(board, owners, params, &played, solves)?,
            Player::MostTiles => most_tiles(board, &territory, owners, params, &played),
        };
        match found {
            Some((word, set)) => {
                owners = territory.after(owners, set);
                played.push(word);
                passes = 0;
            }
            None => passes += 1,
        }
        owners = owners.swapped();
        moves += 1;
    }
    let lead = if moves % 2 == 0 { owners.lead() } else { -owners.lead() };
    Ok((lead, territory.is_over(owners)))
}

/// The word of the advice and its tiles.
fn advised(
    board: &Board,
    owners: Owners,
    params: &GameParams,
    played: &[String],
    solves: usize,
) -> Result<Option<(String, u64)>> {
    let tagged = tagged(board, owners)?;
    let wishes = Wishes { played, ..Wishes::default() };
    let advice = advise(&tagged, lexicon::english(), params, 1, Budget::solves(solves), wishes)?;
    let first = advice.words.into_iter().next();
    Ok(first.map(|word| (word.found.word, mask_of(board.shape(), &word.found.path))))
}

/// The board with the owners as tags.
fn tagged(board: &Board, owners: Owners) -> Result<Board> {
    let tiles = board.tiles().enumerate().map(|(id, tile)| {
        let tag = [(owners.mover, MINE), (owners.other, THEIRS)].into_iter().find(|(set, _)| set >> id & 1 != 0);
        tile.map(|tile| Tile { tags: tag.map(|(_, tag)| tag.to_string()).into_iter().collect(), ..tile.clone() })
    });
    Board::new(board.shape().clone(), tiles.collect()).context("a tile for each cell")
}

/// The word after which the player leads by most, with the tiles that take most; of several, the first one that the search finds.
fn most_tiles(
    board: &Board,
    territory: &Territory,
    owners: Owners,
    params: &GameParams,
    played: &[String],
) -> Option<(String, u64)> {
    let open = owners.other & !territory.defended(owners.other);
    let gain = |cell: usize| 2 * (open >> cell & 1) + (!(owners.mover | owners.other) >> cell & 1);
    let faces: Vec<Option<&Face>> = board.tiles().map(|tile| tile.map(|tile| &tile.face)).collect();
    let equal: Vec<Vec<usize>> = faces
        .iter()
        .map(|face| {
            let mut equal: Vec<usize> = (0..faces.len()).filter(|&cell| faces[cell] == *face).collect();
            equal.sort_by_key(|&cell| std::cmp::Reverse(gain(cell)));
            equal
        })
        .collect();
    let mut best: Option<(i32, String, u64)> = None;
    Solver::new(lexicon::english(), params.rules.clone()).visit_paths(board, |path| {
        let set = path.cells.iter().fold(0u64, |set, &cell| {
            let free = equal[cell as usize].iter().find(|&&cell| set >> cell & 1 == 0);
            free.map_or(set, |cell| set | 1 << cell)
        });
        let lead = territory.after(owners, set).lead();
        if best.as_ref().is_none_or(|best| lead > best.0)
            && let Some(word) = lexicon::english().word(path.number as usize)
            && !played.iter().any(|played| played.to_lowercase().starts_with(&word))
        {
            best = Some((lead, word, set));
        }
    });
    best.map(|(_, word, set)| (word, set))
}
