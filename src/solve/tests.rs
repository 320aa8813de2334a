//! The solver against a slow reference that enumerates every path of each word.

use super::by_words::{ByWords, Completeness};
use super::depth_first::{DepthFirst, TileFilter, neighbor_ids};
use super::*;
use crate::board::{Adjacency, Face, Shape, Tile, TileKind};
use crate::lexicon;
use crate::profile::BuiltIn;
use proptest::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Score, fire tiles and `*` of a path: the greater the better.
type Rank = (u32, u32, Reverse<u32>);

/// The ways to spell a tile at a given position of a word.
fn spellings(tile: &Tile, first: bool, last: bool) -> Vec<String> {
    if tile.has_tag("covered") {
        return Vec::new();
    }
    match &tile.face {
        Face::Letters(text) => vec![text.clone()],
        Face::Choice(parts) => parts.clone(),
        Face::Prefix(text) if first => vec![text.clone()],
        Face::Suffix(text) if last => vec![text.clone()],
        Face::Blank => ('A'..='Z').map(String::from).collect(),
        _ => Vec::new(),
    }
}

/// The formula of Bookworm Deluxe at level 1, written independently of the rules.
fn rank(tiles: &[(&Tile, String)]) -> Rank {
    let value = |tile: &Tile, letter: char| match letter {
        _ if tile.face == Face::Blank => 0,
        'A' | 'E' => 1,
        'B' | 'C' => 4,
        'Q' => 9,
        'U' if tile.face == Face::Letters("QU".into()) => 0,
        'U' => 2,
        other => panic!("{other}"),
    };
    let sum: u32 = tiles.iter().map(|(tile, text)| text.chars().map(|c| value(tile, c)).sum::<u32>()).sum();
    let length: u32 = tiles.iter().map(|(_, text)| text.len() as u32).sum();
    let count = |what: &dyn Fn(&Tile) -> bool| tiles.iter().filter(|(tile, _)| what(tile)).count() as u32;
    let of = |kind| count(&|tile: &Tile| tile.kind == kind);
    let fires = of(TileKind::Fire);
    let gems = if fires as usize == tiles.len() {
        length - 1
    } else {
        2 * of(TileKind::Green) + 4 * of(TileKind::Gold) + 7 * of(TileKind::Sapphire) + 10 * of(TileKind::Diamond)
    };
    ((1 + sum) * (length + gems) * 10, fires, Reverse(count(&|tile| tile.face == Face::Blank)))
}

/// Visits every path that extends `path` by the letters `rest`.
fn trace<'b>(
    board: &'b Board,
    rest: &str,
    path: &mut Vec<Cell>,
    read: &mut Vec<(&'b Tile, String)>,
    visit: &mut impl FnMut(Rank, &[Cell]),
) {
    if rest.is_empty() {
        return visit(rank(read), path);
    }
    let next = match path.last() {
        Some(&cell) => board.shape().neighbors(cell),
        None => board.shape().cells().collect(),
    };
    for cell in next {
        let Some(tile) = board.tile(cell).filter(|_| !path.contains(&cell)) else { continue };
        for last in [false, true] {
            for text in spellings(tile, path.is_empty(), last) {
                let Some(rest) = rest.strip_prefix(text.as_str()).filter(|rest| rest.is_empty() == last) else {
                    continue;
                };
                path.push(cell);
                read.push((tile, text));
                trace(board, rest, path, read, visit);
                read.pop();
                path.pop();
            }
        }
    }
}

/// The best path of a word.
struct Reference {
    rank: Rank,
    path: Vec<Cell>,
    /// The rank of the path that the solver found.
    rank_of_found: Option<Rank>,
}

/// Enumerates the paths of a word, and compares them with the path that the solver found.
fn best_path(board: &Board, word: &str, found: &[Cell]) -> Option<Reference> {
    let mut best: Option<(Rank, Reverse<Vec<Cell>>)> = None;
    let mut rank_of_found = None;
    trace(board, word, &mut Vec::new(), &mut Vec::new(), &mut |rank, path| {
        best = best.take().max(Some((rank, Reverse(path.to_vec()))));
        if path == found {
            rank_of_found = rank_of_found.max(Some(rank));
        }
    });
    best.map(|(rank, Reverse(path))| Reference { rank, path, rank_of_found })
}

fn check(board: &Board, words: &[String], rules: &Rules) -> Result<(), TestCaseError> {
    let lexicon = Lexicon::from_words(words).unwrap();
    let solution = solve(board, &lexicon, rules, Goal::Longest);
    prop_assert!(solution.complete);
    let mut points = 0;
    for word in lexicon.words().map(|word| word.to_uppercase()) {
        let found: Vec<&FoundWord> = solution.words.iter().filter(|found| found.word == word).collect();
        let allowed = (rules.min_length..=rules.max_length).contains(&word.len());
        let found_path = found.first().map_or(&[][..], |found| &found.path);
        match best_path(board, &word, found_path).filter(|_| allowed) {
            None => prop_assert!(found.is_empty(), "{word} is not on the board"),
            Some(Reference { rank, path, rank_of_found }) => {
                prop_assert_eq!(found.len(), 1, "{}", word);
                prop_assert_eq!((found[0].score, found[0].length), (rank.0, word.len()), "{}", word);
                prop_assert_eq!(rank_of_found, Some(rank), "{} along {:?}", word, found_path);
                if board.shape().adjacency() == Adjacency::Touching {
                    prop_assert_eq!(&found[0].path, &path, "{}", word);
                }
                points += u64::from(rank.0);
            }
        }
    }
    let ordered = |a: &FoundWord, b: &FoundWord| {
        (Reverse(a.length), Reverse(a.score), &a.word) < (Reverse(b.length), Reverse(b.score), &b.word)
    };
    prop_assert!(solution.words.windows(2).all(|pair| ordered(&pair[0], &pair[1])));
    let total = Solver::new(&lexicon, rules.clone()).total(board);
    prop_assert_eq!((total.points, total.words), (points, solution.words.len()));
    Ok(())
}

/// Compares every path of every word with those of the slow enumeration.
fn check_all_paths(board: &Board, words: &[String], rules: &Rules) -> Result<(), TestCaseError> {
    let lexicon = Lexicon::from_words(words).unwrap();
    let mut found = Vec::new();
    if !Solver::new(&lexicon, rules.clone()).all_paths(board, &mut found) {
        prop_assert!(board.shape().adjacency() == Adjacency::Free && found.is_empty());
        return Ok(());
    }
    let mut expected = Vec::new();
    for word in lexicon.words().filter(|word| (rules.min_length..=rules.max_length).contains(&word.len())) {
        let number = lexicon.number(&word).unwrap() as u32;
        trace(board, &word.to_uppercase(), &mut Vec::new(), &mut Vec::new(), &mut |_, path| {
            let mask = path.iter().fold(0u64, |mask, &cell| mask | 1 << board.shape().id(cell).unwrap());
            expected.push(WordPath { number, letters: word.len() as u32, mask });
        });
    }
    // A tile may spell the same letters in two ways, and a set of cells may be walked in two orders.
    for paths in [&mut found, &mut expected] {
        paths.sort();
        paths.dedup();
    }
    prop_assert_eq!(found, expected);
    Ok(())
}

fn any_tile() -> impl Strategy<Value = Option<Tile>> {
    let face = prop_oneof![
        12 => "[ABCE]".prop_map(Face::Letters),
        2 => prop::sample::select(vec!["QU", "Q", "U", "AB", "CE"]).prop_map(|text| Face::Letters(text.into())),
        1 => Just(Face::Choice(vec!["U".into(), "A".into()])),
        1 => Just(Face::Choice(vec!["B".into(), "EA".into()])),
        1 => "[ABCE]{1,2}".prop_map(Face::Prefix),
        1 => "[ABCE]{1,2}".prop_map(Face::Suffix),
        1 => Just(Face::Blank),
        1 => Just(Face::Unreadable),
    ];
    let kind = prop_oneof![4 => Just(TileKind::Normal), 2 => Just(TileKind::Fire), 2 => prop::sample::select(&TileKind::ALL[..])];
    let tags = prop_oneof![9 => Just(Vec::new()), 1 => Just(vec!["covered".to_string()])];
    prop::option::weighted(0.95, (face, kind, tags).prop_map(|(face, kind, tags)| Tile { face, kind, tags }))
}

fn any_board() -> impl Strategy<Value = Board> {
    let shapes = prop::sample::select(vec!["3x3", "1x1", "4x2", "2,3,2", "3,2,3", "3,3,3:up", "2,2,2:down", "1,2,3,2"]);
    (shapes, prop::bool::ANY).prop_flat_map(|(shape, free)| {
        let shape: Shape = shape.parse().unwrap();
        let adjacency = if free { Adjacency::Free } else { Adjacency::Touching };
        let shape = shape.with_adjacency(adjacency);
        // with free adjacency the reference tries every order of the tiles, so these boards are small
        let most = if free { 6 } else { 9 };
        prop::collection::vec(any_tile(), shape.len()).prop_map(move |mut tiles| {
            tiles.iter_mut().skip(most).for_each(|tile| *tile = None);
            Board::new(shape.clone(), tiles).unwrap()
        })
    })
}

fn any_words() -> impl Strategy<Value = Vec<String>> {
    let words = prop::collection::vec("[abce]{1,5}|[abce]{0,2}qu[abce]{0,2}|[abce]{1,2}q[abce]?", 1..50);
    words.prop_map(|words| words.into_iter().filter(|word| !word.is_empty()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_solver_finds_what_a_slow_enumeration_finds(board in any_board(), words in any_words(), min in 1usize..4, most in 0usize..4) {
        let rules = Rules { min_length: min, max_length: min + most, ..Rules::deluxe() };
        check(&board, &words, &rules)?;
        check_all_paths(&board, &words, &rules)?;
    }
}

fn lexicon(words: &str) -> Lexicon {
    Lexicon::from_words(words.split_whitespace()).unwrap()
}

/// The words of a board with scores and paths, as a line of text each: `TEA 40 0 1 2`.
fn lines(board: &str, words: &str, rules: &Rules, goal: Goal) -> Vec<String> {
    let board: Board = board.parse().unwrap();
    let found = solve(&board, &lexicon(words), rules, goal).words.into_iter();
    let line = |found: FoundWord| {
        let ids = found.path.iter().map(|&cell| format!(" {}", board.shape().id(cell).unwrap()));
        format!("{} {}{}", found.word, found.score, ids.collect::<String>())
    };
    found.map(line).collect()
}

#[test]
fn refused_words_have_no_path() {
    let mut lexicon = lexicon("tea eat");
    lexicon.refuse(["tea"]);
    let mut paths = Vec::new();
    for board in ["T E A\n. A T", "T E *\n. A T"] {
        assert!(Solver::new(&lexicon, Rules::boggle()).all_paths(&board.parse().unwrap(), &mut paths));
        assert!(!paths.is_empty(), "{board}");
        assert!(paths.iter().all(|path| lexicon.word(path.number as usize).as_deref() == Some("eat")), "{board}");
    }
}

#[test]
fn a_board_of_codes_has_the_same_paths() {
    let board: Board = "# layout: columns\nS . A B\nO I E Qu T\nD F U ?\n".parse().unwrap();
    let state = crate::game::State::of_board(&board).unwrap();
    let mut solver = Solver::new(lexicon::english(), Rules::deluxe());
    let (mut by_board, mut by_codes) = (Vec::new(), Vec::new());
    assert!(solver.all_paths(&board, &mut by_board));
    assert!(solver.paths_of_codes(board.shape(), state.letters(), &mut by_codes));
    assert!(!by_board.is_empty() && by_board == by_codes);
    assert!(!solver.paths_of_codes(board.shape(), &[0; 3], &mut by_codes));
}

#[test]
fn goals_order_the_words() {
    let board = "T E A:diamond\nS . .";
    let words = "tea eat tes set teas seat east";
    let rules = Rules { min_length: 3, ..Rules::deluxe() };
    assert_eq!(lines(board, words, &rules, Goal::Longest), ["TEA 650 0 1 2", "SET 150 3 1 0", "TES 150 0 1 3"]);
    assert_eq!(lines("T E A\nS T E", "tes tease", &rules, Goal::Score), ["TES 150 0 1 3"]);
    assert_eq!("Longest".parse(), Ok(Goal::Longest));
    assert!("best".parse::<Goal>().unwrap_err().to_string().contains("found `best`: name longest or score"));
}

#[test]
fn a_word_of_fire_scores_its_bonus_even_where_gems_are_available() {
    // (1 + 4) x (3 + 2) x 10 against (1 + 4) x (3 + 4) x 10
    let rules = Rules::deluxe();
    let free = |text: &str| lines(&format!("# adjacency: free\n{text}"), "tea", &rules, Goal::Longest);
    assert_eq!(free("T:fire E:fire A:fire A:gold"), ["TEA 350 0 1 3"]);
    assert_eq!(free("T:fire E:fire A:fire A"), ["TEA 250 0 1 2"]);
    assert_eq!(free("T:fire E:fire A:fire A:green"), ["TEA 250 0 1 2"]);
}

#[test]
fn q_and_qu_tiles_score_the_same_but_for_the_u() {
    let rules = Rules::deluxe();
    assert_eq!(lines("Qu A D", "quad", &rules, Goal::Longest), ["QUAD 560 0 1 2"]);
    assert_eq!(lines("Q U A D", "quad", &rules, Goal::Longest), ["QUAD 640 0 1 2 3"]);
    assert!(lines("Qu A T", "qat", &rules, Goal::Longest).is_empty());
    assert_eq!(lines("Qu A D", "quad", &Rules::web(), Goal::Longest), ["QUAD 480 0 1 2"]);
}

#[test]
fn scores_stay_within_their_type() {
    let rules = Rules::deluxe().at_level(u32::MAX);
    assert_eq!(lines("T E A", "tea", &rules, Goal::Longest), [format!("TEA {} 0 1 2", u32::MAX)]);
}

#[test]
fn a_boards_shape_and_size_choose_its_default_rules() {
    let rules = |text: &str| Rules::for_board(&text.parse().unwrap());
    assert_eq!(rules("# layout: columns\nA B\nC D E"), Rules::deluxe());
    assert_eq!(rules("A B\nC D"), Rules::boggle());
    let row = "A B C D E\n";
    assert_eq!(rules(&row.repeat(5)).min_length, 4);
    for name in BuiltIn::ALL.iter().map(|built_in| built_in.name()) {
        assert_eq!(name.parse::<Rules>().unwrap().to_string(), name);
    }
}

#[test]
fn letters_of_other_alphabets_are_found() {
    let rules = Rules { min_length: 1, ..Rules::deluxe() };
    assert_eq!(lines("\u{17b} \u{d3}\n\u{141} W", "\u{17c}\u{f3}\u{142}w", &rules, Goal::Longest).len(), 1);
    // a letter that no word has is ignored
    assert!(lines("\u{3a9} 1\u{3a9}".replace('1', "").as_str(), "a", &rules, Goal::Longest).is_empty());
}

#[test]
fn size_and_length_have_no_limit() {
    // a board of 1x100 tiles with a word of 60 letters, then one of 100x100 tiles
    let word: String = "ab".repeat(30);
    let text = ("A ".repeat(100) + "\n" + &"B ".repeat(100) + "\n").repeat(50);
    let rules = Rules { min_length: 60, ..Rules::boggle() };
    let lexicon = Lexicon::from_words([&word]).unwrap();
    let mut board: Board = ("A B ".repeat(50) + "\n").parse().unwrap();
    assert_eq!(solve(&board, &lexicon, &rules, Goal::Longest).best().unwrap().length, 60);
    board = text.parse().unwrap();
    let words = Lexicon::from_words(["aba", "bab", "bb"]).unwrap();
    assert_eq!(solve(&board, &words, &Rules::boggle(), Goal::Longest).words.len(), 2);
}

#[test]
fn boards_with_free_adjacency_are_searched_completely() {
    let text = "# adjacency: free\n".to_string() + &"E E E E:fire S S S:gold S T T A A R R L N\n".repeat(8);
    let board: Board = text.parse().unwrap();
    let solution = solve(&board, lexicon::english(), &Rules::deluxe(), Goal::Longest);
    let spelled = |word: &String| word.chars().all(|letter| "estarln".contains(letter));
    let all = lexicon::english().words().filter(|word| (3..=12).contains(&word.len()) && spelled(word)).count();
    assert!(solution.complete);
    assert_eq!(solution.words.len(), all);
    let blanks: Board = "# adjacency: free\nE S T A R * * *".parse().unwrap();
    assert!(solve(&blanks, lexicon::english(), &Rules::deluxe(), Goal::Longest).complete);
}

/// The number of English words of at most this many letters that the rules allow.
fn english_words(rules: &Rules, most: usize) -> usize {
    let lengths = rules.min_length..=rules.max_length.min(most);
    lexicon::english().words().filter(|word| lengths.contains(&word.chars().count())).count()
}

/// Checks that each path spells its word.
fn assert_spelled(board: &Board, solution: &Solution) {
    for FoundWord { word, path, .. } in &solution.words {
        let mut letters = word.chars();
        for (i, cell) in path.iter().enumerate() {
            assert!(!path[..i].contains(cell), "{word}: a tile is used twice");
            assert!(i == 0 || board.shape().neighbors(path[i - 1]).contains(cell), "{word}: {path:?}");
            let fits = match &board.tile(*cell).unwrap().face {
                Face::Blank => letters.next().is_some(),
                Face::Choice(choices) => letters.next().is_some_and(|letter| choices.contains(&letter.to_string())),
                Face::Letters(text) => text.chars().all(|letter| letters.next() == Some(letter)),
                other => panic!("{other}"),
            };
            assert!(fits, "{word}: {path:?}");
        }
        assert_eq!(letters.next(), None, "{word}");
    }
}

#[test]
fn a_board_of_blanks_has_every_word_that_fits() {
    for (columns, rows) in [(2, 3), (4, 4), (8, 8), (20, 30), (1, 7)] {
        let board: Board = ("* ".repeat(columns) + "\n").repeat(rows).parse().unwrap();
        let rules = Rules::boggle();
        let solution = solve(&board, lexicon::english(), &rules, Goal::Longest);
        assert!(solution.complete, "{columns}x{rows}");
        assert_eq!(solution.words.len(), english_words(&rules, columns * rows), "{columns}x{rows}");
        assert_spelled(&board, &solution);
    }
    let bookworm = Board::from_letters(Shape::bookworm(), &"*".repeat(52)).unwrap();
    let solution = solve(&bookworm, lexicon::english(), &Rules::deluxe(), Goal::Score);
    assert!(solution.complete);
    assert_eq!(solution.words.len(), english_words(&Rules::deluxe(), 52));
}

/// More `*` than the search by words can use, in several parts: the largest one counts, and what lies in the others is not claimed.
#[test]
fn a_board_of_blanks_in_parts_is_searched_in_the_largest_one() {
    let blanks = ("* ".repeat(10) + "\n").repeat(7);
    let empty = ". ".repeat(10) + "\n";
    let lone = format!("* {}\n{empty}", ". ".repeat(9));
    let rules = Rules::boggle();
    for (text, complete) in [(lone.clone() + &blanks, true), (blanks.clone() + &empty + &lone, true)] {
        let board: Board = text.parse().unwrap();
        let solution = solve(&board, lexicon::english(), &rules, Goal::Longest);
        assert_eq!(solution.complete, complete, "{text}");
        assert_eq!(solution.words.len(), english_words(&rules, 70), "{text}");
        assert_spelled(&board, &solution);
    }
    // Seven parts of ten cells each.
    let board: Board = ("* ".repeat(10) + "\n" + &empty).repeat(7).parse().unwrap();
    let solution = solve(&board, lexicon::english(), &rules, Goal::Longest);
    assert!(!solution.complete);
    assert_eq!(solution.words.len(), english_words(&rules, 10));
    assert_spelled(&board, &solution);
}

/// Choices among many `*`, or alone: the search by words does not know them, and nothing is claimed.
#[test]
fn choices_on_a_board_of_many_paths_are_not_passed_over() {
    let rows = |row: &str, count: usize| (row.to_string() + "\n").repeat(count);
    for text in [format!("U/M * * *\n{}", rows("* * * *", 3)), rows("E/S/T E/S/T E/S/T E/S/T E/S/T E/S/T", 6)] {
        let board: Board = text.parse().unwrap();
        let solution = solve(&board, lexicon::english(), &Rules::boggle(), Goal::Longest);
        assert!(!solution.complete && !solution.words.is_empty(), "{text}");
        assert_spelled(&board, &solution);
    }
}

/// Board `n` of this side with eight `*`, close together or spread.
fn with_eight_blanks(side: usize, n: usize) -> Board {
    let letters = "etaoinsrhldcumfpgwybvkxjqz";
    let mut tiles: Vec<String> =
        (0..side * side).map(|cell| letters[(cell * 7919 + n * 104_729) % 26..][..1].replace('q', "qu")).collect();
    for blank in 0..8 {
        let spread = (blank * side * side / 8 + blank / 4 + n * 31) % (side * side);
        let close = (blank % 4) + side * (blank / 4) + n % (side - 3) + side * (n % (side - 1));
        tiles[if n.is_multiple_of(2) { close } else { spread }] = "*".to_string();
    }
    let rows: Vec<String> = tiles.chunks(side).map(|row| row.join(" ")).collect();
    rows.join("\n").parse().unwrap()
}

#[test]
fn boards_of_eight_blanks_are_searched_completely() {
    for n in 0..6 {
        for side in [4, 5, 6, 8] {
            let board = with_eight_blanks(side, n);
            let solution = solve(&board, lexicon::english(), &Rules::boggle(), Goal::Longest);
            assert!(solution.complete, "{board}");
            assert!(solution.words.len() > 5_000, "{board}: {}", solution.words.len());
            assert_spelled(&board, &solution);
        }
    }
}

#[test]
fn the_search_by_words_finds_what_the_search_of_all_paths_finds() {
    let words: Vec<String> = lexicon::english()
        .words()
        .enumerate()
        .filter(|(n, word)| n.is_multiple_of(5) || word.contains("qu"))
        .map(|(_, w)| w)
        .collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let rules = Rules { min_length: 2, ..Rules::boggle() };
    for text in ["* A T\nQu * E\nS R ?", "# layout: columns\nA * T\nE S Qu *\nI N G", "* * .\n. Q U\nE E T", "Qu\n*"] {
        let board: Board = text.parse().unwrap();
        let neighbors = neighbor_ids(board.shape());
        let layer = lexicon.layers().next().unwrap();
        let mut by_words = BTreeSet::new();
        let search = ByWords::new(&board, &neighbors, layer).unwrap();
        let completeness = search.search(layer, &rules, |found| {
            by_words.insert(found.number);
        });
        assert_eq!(completeness, Completeness::Complete);
        let mut by_paths = BTreeSet::new();
        let mut search = DepthFirst::new(&board, &neighbors, layer, &rules, TileFilter::All);
        let complete = search.search(layer, &rules, u64::MAX, |found| {
            by_paths.insert(found.number);
        });
        assert!(complete && by_words == by_paths, "{text}: {} and {} words", by_words.len(), by_paths.len());
        assert!(text.len() < 10 || by_paths.len() > 50, "{text}: {}", by_paths.len());
    }
}

/// Every word of one letter lies along every path: no kernel and no depth-first search ends.
#[test]
fn a_board_of_one_letter_is_searched_completely() {
    let words: Vec<String> = (1..=64).map(|length| "a".repeat(length)).collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let board: Board = ("A ".repeat(8) + "\n").repeat(8).parse().unwrap();
    let solution = solve(&board, &lexicon, &Rules { min_length: 1, ..Rules::boggle() }, Goal::Longest);
    assert_eq!((solution.complete, solution.words.len()), (true, 64));
    assert_spelled(&board, &solution);
}

/// `QU` in a choice, as a prefix or on a tile of its own is worth a Q.
#[test]
fn qu_has_one_value_on_every_kind_of_tile() {
    let lexicon = Lexicon::from_words(["quit"]).unwrap();
    for rules in [Rules::deluxe(), Rules::web()] {
        let score = |tile: &str| {
            let board: Board = format!("{tile} I T").parse().unwrap();
            solve(&board, &lexicon, &rules, Goal::Score).best().map(|found| found.score)
        };
        let scores = ["Qu", "qu", "QU/M", "M/QU", "QU-"].map(score);
        assert!(scores[0].is_some() && scores.iter().all(|score| *score == scores[0]), "{rules}: {scores:?}");
    }
}
