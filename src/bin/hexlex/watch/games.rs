//! What the configuration file sets for the window of a game.

use super::target::TargetQuery;
use crate::args::{GameSettings, WatchArgs};
use crate::console::Console;

/// Takes over the settings of the first game of the file whose window the target may be. Where any window was to be watched,
/// it is that of the game.
pub(super) fn apply(target: TargetQuery, args: &mut WatchArgs, console: &Console) -> TargetQuery {
    let names = target.names();
    let Some(game) = args.games.iter().find(|game| is_of(game, &names)).cloned() else { return target };
    console.detail(format_args!("settings of the game `{}`", game.window));
    args.reading.profile = game.profile.or(args.reading.profile);
    args.reading.skin = game.skin.or(args.reading.skin.take());
    args.words.lexicon = game.lexicon.or(args.words.lexicon.take());
    args.ranking.level = game.level.or(args.ranking.level);
    match target {
        TargetQuery::AnyWindow => TargetQuery::Named(game.window),
        target => target,
    }
}

/// Whether one of the names has the text of the game, in any case.
fn is_of(game: &GameSettings, names: &[String]) -> bool {
    let text = game.window.to_lowercase();
    names.iter().any(|name| name.to_lowercase().contains(&text))
}
