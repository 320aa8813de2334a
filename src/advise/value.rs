//! The value of a board: how much its fires endanger the game. Lower is better.

use super::outlook::Outlook;
use crate::game::ids;

/// The weights of the formula, in a unit of their own. They were chosen by hand from the first simulations of players; what
/// other weights give was not measured. The tables of docs/playing.md hold for these.
struct Hand {
    /// For each new fire that the word brings in the mean.
    new_fire: f32,
    /// For each fire on the bottom that the best word leaves: the game is then all but lost.
    stranded: f32,
    /// For the logarithm of the number of paths: a board with many words has a way out.
    paths: f32,
    /// For a fire on the bottom; one that is further up counts less.
    fire: f32,
    /// How many times more a fire without any path counts.
    unreached: f32,
    /// How quickly paths through a fire make it harmless.
    path_through: f32,
}

const HAND: Hand = Hand { new_fire: 10.0, stranded: 200.0, paths: 2.0, fire: 10.0, unreached: 3.0, path_through: 0.3 };

/// From this value on, the board has fires on the bottom that no single word uses.
pub(super) const STRANDED: f32 = HAND.stranded * 0.7;

/// The value of a board that no word saves.
pub(super) const LOST: f32 = 2.0 * HAND.stranded;

/// The danger of a board with this outlook, after a word that brings this number of new fires in the mean.
pub(super) fn danger(outlook: &Outlook, new_fires: f32) -> f32 {
    let stranded = outlook.bottom.count_ones() - outlook.most_bottom;
    let calm = HAND.paths * (outlook.paths as f32).ln_1p();
    let fires: f32 = ids(outlook.fires).map(|cell| fire_danger(outlook, cell)).sum();
    HAND.new_fire * new_fires + HAND.stranded * stranded as f32 - calm + fires
}

/// The danger of one fire.
pub(super) fn fire_danger(outlook: &Outlook, cell: usize) -> f32 {
    let (turns, through) = (f32::from(outlook.turns[cell]), outlook.through[cell] as f32);
    HAND.fire / (1.0 + turns) * (1.0 + HAND.unreached / (1.0 + HAND.path_through * through))
}
