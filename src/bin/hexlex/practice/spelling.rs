//! Words that are typed: the tiles that spell them.

use hexlex::board::Cell;
use hexlex::game::Game;

/// A path of touching tiles that spells the text, in upper case; `None` without one. A text may end within the letters
/// of a tile, as `Q` in `QU`. Tiles of `preferred` are tried first, so that typing goes on from the selected tiles.
pub(super) fn path_spelling(game: &Game, text: &str, preferred: &[Cell]) -> Option<Vec<Cell>> {
    let mut path = Vec::new();
    extend(game, text, preferred, &mut path).then_some(path)
}

/// Extends the path until it spells the rest of the text. Returns whether it does; the path is as before otherwise.
fn extend(game: &Game, rest: &str, preferred: &[Cell], path: &mut Vec<Cell>) -> bool {
    if rest.is_empty() {
        return true;
    }
    let mut cells: Vec<Cell> = match path.last() {
        Some(&last) => game.shape().neighbors(last),
        None => game.shape().cells().collect(),
    };
    cells.sort_by_key(|cell| preferred.get(path.len()) != Some(cell));
    for cell in cells {
        let Some(letters) = game.piece(cell).filter(|_| !path.contains(&cell)).map(|piece| piece.letters()) else {
            continue;
        };
        let after = if letters.starts_with(rest) { Some("") } else { rest.strip_prefix(letters.as_str()) };
        path.push(cell);
        if after.is_some_and(|after| extend(game, after, preferred, path)) {
            return true;
        }
        path.pop();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::game::GameParams;
    use hexlex::lexicon;
    use hexlex::solve::{Goal, solve};

    #[test]
    fn every_word_of_a_board_is_found_and_the_selected_tiles_are_kept() {
        let game = Game::new(GameParams::default(), 7);
        let spelled = |path: &[Cell]| -> String {
            path.iter().filter_map(|&cell| game.piece(cell)).map(|piece| piece.letters()).collect()
        };
        for found in solve(&game.board(), lexicon::english(), game.rules(), Goal::Longest).words.iter().take(200) {
            let path = path_spelling(&game, &found.word, &[]).unwrap();
            assert_eq!(spelled(&path), found.word);
            assert!(path.windows(2).all(|pair| game.shape().neighbors(pair[0]).contains(&pair[1])));
            assert_eq!(path_spelling(&game, &found.word, &found.path).unwrap(), found.path);
        }
        assert_eq!(path_spelling(&game, "JJJJJJJJJJJJ", &[]), None);
    }

    #[test]
    fn a_q_selects_the_tile_of_qu() {
        let game = (0..).map(|seed| Game::new(GameParams::default(), seed));
        let game = game.into_iter().find(|game| game.pieces().iter().any(|piece| piece.letter == 'Q')).unwrap();
        let (q, qu) = (path_spelling(&game, "Q", &[]).unwrap(), path_spelling(&game, "QU", &[]).unwrap());
        assert_eq!((q.len(), game.piece(q[0]).unwrap().letter), (1, 'Q'));
        assert_eq!(q, qu);
    }
}
