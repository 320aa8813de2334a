//! What the benchmarks measure against: a plain recursive search over a pointer trie, and rolled boards.

use hexlex::grid::Shape;

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
