//! Advice in games of falling tiles.

use crate::answer::{self, Word};
use crate::player::Player;
use hexlex::advise::{self, Budget};
use hexlex::profile::{GameParams, Refill};
use hexlex::read::Reading;
use serde::Serialize;
use tsify::Tsify;

/// The number of boards that are solved for advice, as `hexlex advise` does: the same answer every time.
const SOLVES: usize = 100;

/// What to play, and why.
#[derive(Debug, Clone, Serialize, Tsify)]
pub struct AdviceReport {
    /// The words that were examined, the best first.
    pub words: Vec<AdvisedWord>,
    /// Whether to scramble instead.
    pub scramble: bool,
    /// Why, in a line.
    pub why: String,
}

/// A word of the advice.
#[derive(Debug, Clone, Serialize, Tsify)]
pub struct AdvisedWord {
    /// The word and its path.
    pub word: Word,
    /// The danger that it leaves: lower is better, comparable within one advice alone.
    pub danger: f32,
    /// The chance to lose the game within the next ten words, 0 to 1; none where it is not calibrated.
    pub risk: Option<f32>,
}

/// The advice on a board.
///
/// # Errors
/// Where tiles do not fall, or are too many.
pub(crate) fn advise(player: &Player, reading: &Reading) -> Result<AdviceReport, advise::AdviseError> {
    let (board, profile) = (&reading.board, player.profile_of(reading));
    // No picture shows whose the tiles are.
    if matches!(profile.game.refill, Refill::Own(_)) {
        return Err(advise::AdviseError::Stays);
    }
    let params = GameParams { rules: player.rules(&profile, board), ..GameParams::of(&profile) };
    let advice =
        advise::advise(board, player.lexicon(board), &params, 1, Budget::solves(SOLVES), advise::Wishes::default())?;
    let word = |word: &advise::AdvisedWord| AdvisedWord {
        word: answer::word(board, &word.found),
        danger: word.danger,
        risk: word.risk,
    };
    Ok(AdviceReport { words: advice.words.iter().map(word).collect(), scramble: advice.scramble, why: advice.text })
}
