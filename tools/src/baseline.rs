//! What the solver and the dictionaries are measured with and against: boards, words, and a recursive search over a
//! pointer trie.

use hexlex::board::Shape;
use hexlex::lexicon;
use hexlex::roll::{Dice, Roller};
use std::ops::RangeInclusive;

/// A state of a trie as textbooks have it: a pointer for each letter.
#[derive(Default)]
pub struct TrieNode {
    children: [Option<Box<TrieNode>>; 26],
    is_word: bool,
    /// The number of the last board that had the word.
    last_board: u32,
}

impl TrieNode {
    /// The trie of lower-case words, with `q` for every `qu`, which is one tile. A word with another q cannot be spelled
    /// and is left out.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Box<TrieNode> {
        let mut root = Box::<TrieNode>::default();
        for word in words.into_iter().filter(|word| !word.replace("qu", "").contains('q')) {
            let letters = word.replace("qu", "q");
            let mut at = &mut root;
            for letter in letters.bytes() {
                at = at.children[usize::from(letter - b'a')].get_or_insert_default();
            }
            at.is_word = true;
        }
        root
    }
}

/// The points of a word in Boggle, by its number of letters.
const POINTS: [u64; 9] = [0, 0, 0, 1, 1, 2, 3, 5, 11];

/// The result of a search of one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    /// The sum of the points of all words.
    pub points: u64,
    /// The number of different words.
    pub words: usize,
}

/// A search that tries every path by recursion, as most solvers do.
pub struct RecursiveSearch {
    neighbors: Vec<Vec<usize>>,
    used: Vec<bool>,
    board: u32,
    total: Total,
}

impl RecursiveSearch {
    /// A search of boards of a shape.
    pub fn new(shape: &Shape) -> RecursiveSearch {
        let ids = |cell| shape.neighbors(cell).into_iter().filter_map(|cell| shape.id(cell)).collect();
        RecursiveSearch {
            neighbors: shape.cells().map(ids).collect(),
            used: vec![false; shape.len()],
            board: 0,
            total: Total::default(),
        }
    }

    /// The words of these lengths on a board of lower-case letters, with `q` for `qu`.
    pub fn total(&mut self, root: &mut TrieNode, board: &[u8], lengths: RangeInclusive<usize>) -> Total {
        self.board += 1;
        self.total = Total::default();
        for cell in 0..board.len() {
            self.visit(root, board, cell, 0, &lengths);
        }
        self.total
    }

    fn visit(
        &mut self,
        node: &mut TrieNode,
        board: &[u8],
        cell: usize,
        letters: usize,
        lengths: &RangeInclusive<usize>,
    ) {
        let letter = board[cell];
        let Some(node) = node.children[usize::from(letter - b'a')].as_deref_mut() else { return };
        let letters = letters + 1 + usize::from(letter == b'q');
        if node.is_word && node.last_board != self.board && lengths.contains(&letters) {
            node.last_board = self.board;
            self.total.points += POINTS[letters.min(POINTS.len() - 1)];
            self.total.words += 1;
        }
        self.used[cell] = true;
        for lane in 0..self.neighbors[cell].len() {
            let next = self.neighbors[cell][lane];
            if !self.used[next] {
                self.visit(node, board, next, letters, lengths);
            }
        }
        self.used[cell] = false;
    }
}

/// Boards of one kind to measure with.
pub struct BoardSet {
    /// The name of its file, without `.txt`.
    pub name: &'static str,
    /// The shape, as [`Shape`] parses it.
    pub shape: &'static str,
    /// The largest number of letters of a word that counts.
    pub max_length: usize,
    /// The dice of the boards that are rolled where the file is missing.
    pub dice: Dice,
}

/// The boards that the benchmarks measure with.
pub const BOARD_SETS: [BoardSet; 5] = [
    BoardSet { name: "dice-4x4", shape: "4x4", max_length: 17, dice: Dice::OLD },
    BoardSet { name: "uniform-4x4", shape: "4x4", max_length: 17, dice: Dice::UNIFORM },
    BoardSet { name: "good-4x4", shape: "4x4", max_length: 17, dice: Dice::NEW },
    BoardSet { name: "dice-5x5", shape: "5x5", max_length: 17, dice: Dice::BIG },
    BoardSet { name: "bookworm-52", shape: "bookworm", max_length: 15, dice: Dice::ENGLISH },
];

impl BoardSet {
    /// The letters of each board: those of the file beside the repository, else rolled ones.
    pub fn boards(&self, shape: &Shape) -> Vec<String> {
        /// The number of boards that are rolled.
        const ROLLED: usize = 2000;
        match std::fs::read_to_string(shared(&format!("boards/{}.txt", self.name))) {
            Ok(text) => text.lines().map(str::to_string).collect(),
            Err(_) => {
                let mut roller = Roller::new(1);
                (0..ROLLED).map(|_| roller.roll(&self.dice, shape.len())).collect()
            }
        }
    }
}

/// The path of a file in the folder `shared` beside the repository.
fn shared(file: &str) -> String {
    format!("{}/../../shared/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// English words: ENABLE where it lies beside the repository, else the built-in list.
pub fn english_words() -> Vec<String> {
    let words = std::fs::read_to_string(shared("words/enable2k.txt"));
    let words = words.map(|text| text.lines().map(str::to_string).collect());
    words.unwrap_or_else(|_| lexicon::english().words().collect())
}

/// Polish words of 2 to 15 of the 32 letters, of Debian's package `wpolish` or of the file that `HEXLEX_POLISH` names;
/// `None` where neither can be read.
pub fn polish_words() -> Option<Vec<String>> {
    const LETTERS: &str = "a\u{105}bc\u{107}de\u{119}fghijkl\u{142}mn\u{144}o\u{f3}prs\u{15b}tuwyz\u{17a}\u{17c}";
    let path = std::env::var("HEXLEX_POLISH").unwrap_or_else(|_| "/usr/share/dict/polish".to_string());
    let text = std::fs::read_to_string(path).ok()?;
    let fits =
        |word: &&str| (2..=15).contains(&word.chars().count()) && word.chars().all(|letter| LETTERS.contains(letter));
    let mut words: Vec<String> = text.lines().filter(fits).map(str::to_string).collect();
    words.sort_unstable();
    words.dedup();
    Some(words)
}

/// The words in an order without relation to the alphabet, the same every time.
pub fn shuffled(words: &[String]) -> Vec<String> {
    let mut words = words.to_vec();
    words.sort_by_cached_key(|word| {
        word.bytes()
            .fold(0u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31))
    });
    // Allocated anew: they lie in memory in the order in which they are looked up.
    words.iter().map(|word| word.as_str().to_string()).collect()
}

/// The words backward: strings of which nearly none is a word.
pub fn backward(words: &[String]) -> Vec<String> {
    words.iter().map(|word| word.chars().rev().collect()).collect()
}
