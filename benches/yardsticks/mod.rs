//! What the benchmarks measure with and against: boards, words, and a plain recursive search over a pointer trie.

#![allow(dead_code, missing_docs, unreachable_pub)] // each benchmark uses a part

use hexlex::board::Shape;
use hexlex::lexicon;
use hexlex::roll::{Dice, Roller};

/// A state of a trie as textbooks have it.
#[derive(Default)]
pub struct Node {
    children: [Option<Box<Node>>; 26],
    is_word: bool,
    /// The last board that had the word.
    seen: u32,
}

impl Node {
    /// The trie of lower-case words, every `q` followed by `u`: a tile says both.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Box<Node> {
        let mut root = Box::<Node>::default();
        for word in words {
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

/// What a word pays in Boggle, by its number of letters.
const POINTS: [u64; 9] = [0, 0, 0, 1, 1, 2, 3, 5, 11];

/// Tries every path by recursion, as most solvers do.
pub struct Recursive {
    around: Vec<Vec<usize>>,
    used: Vec<bool>,
    board: u32,
    points: u64,
    words: usize,
}

impl Recursive {
    /// A search of boards of a shape.
    pub fn new(shape: &Shape) -> Recursive {
        let ids = |cell| shape.neighbors(cell).into_iter().filter_map(|cell| shape.id(cell)).collect();
        Recursive {
            around: shape.cells().map(ids).collect(),
            used: vec![false; shape.len()],
            board: 0,
            points: 0,
            words: 0,
        }
    }

    /// The points and the number of different words of a board of lower-case letters, `q` standing for `qu`.
    pub fn total(&mut self, root: &mut Node, board: &[u8], lengths: std::ops::RangeInclusive<usize>) -> (u64, usize) {
        self.board += 1;
        (self.points, self.words) = (0, 0);
        for cell in 0..board.len() {
            self.visit(root, board, cell, 0, &lengths);
        }
        (self.points, self.words)
    }

    fn visit(
        &mut self,
        node: &mut Node,
        board: &[u8],
        cell: usize,
        letters: usize,
        lengths: &std::ops::RangeInclusive<usize>,
    ) {
        let letter = board[cell];
        let Some(node) = node.children[usize::from(letter - b'a')].as_deref_mut() else { return };
        let letters = letters + 1 + usize::from(letter == b'q');
        if node.is_word && node.seen != self.board && lengths.contains(&letters) {
            node.seen = self.board;
            self.points += POINTS[letters.min(POINTS.len() - 1)];
            self.words += 1;
        }
        self.used[cell] = true;
        for lane in 0..self.around[cell].len() {
            let next = self.around[cell][lane];
            if !self.used[next] {
                self.visit(node, board, next, letters, lengths);
            }
        }
        self.used[cell] = false;
    }
}

/// The files of boards that the benchmarks run over: each with its shape, the longest word that counts, and what to
/// roll where the folder with the files is missing.
pub const BOARDS: [(&str, &str, usize, Dice); 5] = [
    ("dice-4x4", "4x4", 17, Dice::OLD),
    ("uniform-4x4", "4x4", 17, Dice::UNIFORM),
    ("good-4x4", "4x4", 17, Dice::NEW),
    ("dice-5x5", "5x5", 17, Dice::BIG),
    ("bookworm-52", "bookworm", 15, Dice::ENGLISH),
];

/// The boards of one of [`BOARDS`].
pub fn boards(name: &str, shape: &Shape, dice: &Dice) -> Vec<String> {
    /// How many are rolled.
    const ROLLED: usize = 2000;
    let path = format!("{}/../shared/boards/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    match std::fs::read_to_string(path) {
        Ok(text) => text.lines().map(str::to_string).collect(),
        Err(_) => {
            let mut roller = Roller::new(1);
            (0..ROLLED).map(|_| roller.roll(dice, shape.len())).collect()
        }
    }
}

/// English words to measure with: ENABLE where it lies beside the repository, else the built-in list.
pub fn english_words() -> Vec<String> {
    let path = format!("{}/../shared/words/enable2k.txt", env!("CARGO_MANIFEST_DIR"));
    let words = std::fs::read_to_string(path).map(|text| text.lines().map(str::to_string).collect());
    words.unwrap_or_else(|_| lexicon::english().words().collect())
}

/// Polish words of 2 to 15 of the 32 letters, of Debian's package `wpolish`: where that is installed, or where
/// `HEXLEX_POLISH` says.
pub fn polish_words() -> Option<Vec<String>> {
    let path = std::env::var("HEXLEX_POLISH").unwrap_or_else(|_| "/usr/share/dict/polish".to_string());
    let text = std::fs::read_to_string(path).ok()?;
    let letters = "a\u{105}bc\u{107}de\u{119}fghijkl\u{142}mn\u{144}o\u{f3}prs\u{15b}tuwyz\u{17a}\u{17c}";
    let fits =
        |word: &&str| (2..=15).contains(&word.chars().count()) && word.chars().all(|letter| letters.contains(letter));
    let mut words: Vec<String> = text.lines().filter(fits).map(str::to_string).collect();
    words.sort_unstable();
    words.dedup();
    Some(words)
}

/// The words in an order that has nothing to do with the alphabet's, the same every time.
pub fn shuffled(words: &[String]) -> Vec<String> {
    let mut words = words.to_vec();
    words.sort_by_cached_key(|word| {
        word.bytes()
            .fold(0u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31))
    });
    // anew, so that they lie in the memory in the order in which they are asked for
    words.iter().map(|word| word.as_str().to_string()).collect()
}

/// Strings of which nearly none is a word: the words backward.
pub fn backward(words: &[String]) -> Vec<String> {
    words.iter().map(|word| word.chars().rev().collect()).collect()
}
