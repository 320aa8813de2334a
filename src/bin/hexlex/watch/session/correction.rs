//! Corrections of tiles: the skin that keeps them, under the name of the game's window.

use super::context::SessionContext;
use crate::skins::{self, Change};
use anyhow::{Context, Result};
use hexlex::board::{Cell, Face, Shape};
use hexlex::read::GlyphPixels;
use hexlex::skin::Skin;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads glyphs that were corrected in earlier runs of this game as they were corrected. Those of another game do not hold
/// any more.
pub(super) fn remember(context: &mut SessionContext, window: &str) {
    let name = name(context, window);
    if context.remembered.as_ref() == Some(&name) {
        return;
    }
    context.tracker.forget_corrections();
    (context.remembered, context.announces_corrections) = (Some(name.clone()), false);
    // The first correction of a game makes the skin: it may not be there yet.
    let Some(folder) = folder(&name).ok().filter(|folder| folder.is_dir()) else { return };
    let Ok(skin) = Skin::load(&folder) else { return };
    skin.corrections().for_each(|(face, glyph)| context.tracker.remember_correction(face, glyph));
    context.announces_corrections = skin.corrections().next().is_some();
}

/// Prints once which letters of the board are read by corrections of earlier runs. Another game may have the same window's title: nothing
/// is printed beside it.
pub(super) fn announce(context: &mut SessionContext) {
    let Some(name) = context.remembered.as_ref().filter(|_| context.announces_corrections) else { return };
    let letters: BTreeSet<String> = context.tracker.remembered_faces().iter().map(ToString::to_string).collect();
    if letters.is_empty() {
        return;
    }
    // A taught skin has more than its corrections.
    let remedy = match (name.strip_prefix(OF_WINDOW), folder(name)) {
        (None, Ok(folder)) => format!("remove {}", folder.join("corrections").display()),
        _ => format!("run `hexlex teach --forget --skin {name}`"),
    };
    context.settings.console.note(format_args!(
        "corrections of earlier runs hold on this board ({}): correct a tile again to change one; {remedy} to forget them",
        letters.into_iter().collect::<Vec<_>>().join(", "),
    ));
    context.announces_corrections = false;
}

/// The shape of the board of a game whose letters were corrected in earlier runs.
pub(super) fn shape(window: &str) -> Option<Shape> {
    let folder = folder(&name_of_window(window)).ok().filter(|folder| folder.is_dir())?;
    Skin::load(&folder).ok()?.shapes().next()
}

/// Keeps a correction of these tiles with the skin of the game.
pub(super) fn keep(
    context: &SessionContext,
    window: &str,
    cell: Cell,
    (face, glyphs): (&Face, &[Arc<GlyphPixels>]),
) -> Result<()> {
    let name = name(context, window);
    let folder = folder(&name)?;
    let correct = |skin: &mut Skin| {
        glyphs.iter().for_each(|glyph| skin.add_correction(face.clone(), glyph));
        // Where no segment of the tile can be a letter, as in an alphabet that hexlex does not know, the correction is kept alone.
        context.tracker.teach(skin, &[cell])?;
        Ok(Change::Kept)
    };
    skins::update(&folder, &name, correct).context("cannot keep the correction")?;
    Ok(())
}

/// The name of the skin that keeps the corrections of a game: the taught one that was named, the one that was recognized, or
/// one after the title of the window, without what may change in it.
fn name(context: &SessionContext, window: &str) -> String {
    // A skin that came with hexlex has no folder of the user, and must not be hidden by one.
    let is_taught = |name: &String| folder(name).is_ok_and(|folder| Skin::load(&folder).is_ok());
    let named = context.settings.args.reading.skin.clone().filter(is_taught);
    let recognized = || context.tracker.reading().and_then(|reading| reading.skin.clone());
    named.or_else(recognized).unwrap_or_else(|| name_of_window(window))
}

/// The folder of a skin, which is named or is a folder itself.
fn folder(name: &str) -> Result<PathBuf> {
    let is_folder = Path::new(name).components().count() > 1;
    if is_folder { Ok(PathBuf::from(name)) } else { skins::folder(name) }
}

/// The name of a skin after the title of a window: its words without digits and signs, which may be a score.
fn name_of_window(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    format!("{OF_WINDOW}{}", words.join("-"))
}

/// How the names of skins begin that have the corrections of a game without a taught one.
const OF_WINDOW: &str = "watch-";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_makes_the_name_of_a_skin() {
        for (title, name) in [("Bookworm: 1234 points", "watch-bookworm-points"), ("../..", "watch-"), ("", "watch-")] {
            assert_eq!(name_of_window(title), name);
            assert!(Skin::new(&name_of_window(title)).is_ok());
        }
    }
}
