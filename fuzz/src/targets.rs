//! The functions that are fuzzed. Each takes any bytes, and fails by a panic: of the program, or of an assertion here about what
//! must hold for every input.

use super::seeds::{BOARDS, SPLIT, board_of, painted};
use hexlex::board::{Board, Face, Shape, Tile, TileKind};
use hexlex::files;
use hexlex::lexicon::search::with_header;
use hexlex::lexicon::{Lexicon, LexiconBuilder, Pattern};
use hexlex::locate::Layout;
use hexlex::overlay::{Caption, draw, draw_alone};
use hexlex::paint::{Style, paint};
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex::read::{Engine, lessons};
use hexlex::skin::Skin;
use hexlex::solve::{Goal, Kernel, Rules, Scoring, Solver, solve};
use hexlex::track::Tracker;
use image::{Rgba, RgbaImage, imageops};
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Component, Path};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A target: its name, and the function.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, by its name.
pub const ALL: [Target; 7] = [
    ("picture", picture),
    ("board", board),
    ("lexicon", lexicon),
    ("list", list),
    ("skin", skin),
    ("tracker", tracker),
    ("solver", solver),
];

/// Numbers from bytes: the next byte modulo a bound, zeros behind the last one.
fn numbers(data: &[u8]) -> impl FnMut(usize) -> usize + '_ {
    let mut bytes = data.iter();
    move |bound| bytes.next().map_or(0, |&byte| usize::from(byte)) % bound.max(1)
}

/// A few thousand English words.
fn words() -> &'static Lexicon {
    static WORDS: OnceLock<Lexicon> = OnceLock::new();
    WORDS.get_or_init(|| {
        let all = hexlex::lexicon::english().words().enumerate();
        let some = all.filter(|(n, word)| n.is_multiple_of(37) || word.len() < 4).map(|(_, word)| word);
        Lexicon::from_words(some).expect("English words are words")
    })
}

/// A picture of any format: decoded, read, and its board printed, solved and drawn.
pub fn picture(data: &[u8]) {
    let Ok(frame) = Frame::decode(data, "fuzzed") else { return };
    // Larger ones are decoded only: reading them would leave too few executions.
    if frame.size().width > 300 || frame.size().height > 300 {
        return;
    }
    let Ok((reading, _)) = read(&frame, &Options::default()) else { return };
    let printed: Board = reading.board.to_string().parse().expect("a reading prints as a board");
    assert_eq!(printed, reading.board);
    let solution = solve(&reading.board, words(), &Rules::for_board(&reading.board), Goal::Longest);
    if let Some(found) = solution.best() {
        black_box(draw(&frame, &reading.layout, &found.path, &Caption::new(&found.word, "1 point")));
    }
}

/// A board text, a shape and a pattern: printed and parsed again, searched by every kernel, painted.
pub fn board(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for parsed in [text.parse::<Board>(), Board::parse_split(text)] {
        let Ok(board) = parsed else { continue };
        let printed = board.to_string();
        assert_eq!(printed.parse::<Board>().as_ref(), Ok(&board), "{printed:?}");
        if board.shape().len() <= 64 {
            search_and_paint(&board, data.len());
        }
    }
    if let Ok(shape) = text.parse::<Shape>() {
        assert_eq!(shape.to_string().parse(), Ok(shape));
    }
    if let Ok(pattern) = text.parse::<Pattern>() {
        black_box(pattern.matches("hello"));
    }
    black_box(words().contains(text));
}

fn search_and_paint(board: &Board, seed: usize) {
    let rules = Rules::for_board(board);
    let blanks = board.tiles().flatten().filter(|tile| tile.face == Face::Blank).count();
    if blanks <= 2 {
        let kernels = Kernel::ALL.into_iter().filter_map(|kernel| kernel.checked().ok());
        let mut found = kernels.map(|kernel| {
            let solver = Solver::new(words(), rules.clone()).with_kernel(kernel);
            solver.expect("a kernel that was checked").solve(board, Goal::Score)
        });
        let first = found.next();
        assert!(found.all(|other| Some(&other) == first.as_ref()), "kernels differ");
    }
    if seed.is_multiple_of(8)
        && let Ok((pixels, layout)) = paint(board, &Style::default(), 16.0)
    {
        let path: Vec<_> = board.shape().cells().take(4).collect();
        let caption = Caption::new("WORD\u{1f600}\0", "1 point");
        black_box(draw(&Frame::new(pixels.clone(), "painted"), &layout, &path, &caption));
        black_box(draw_alone(&Frame::new(pixels, "painted"), &layout, &[], &caption));
    }
}

/// The body of a compiled lexicon, with a right header: decoded, and searched in every way.
pub fn lexicon(data: &[u8]) {
    let Ok(lexicon) = Lexicon::from_bytes(with_header(data)) else { return };
    assert!(lexicon.longest() <= 64, "{} letters", lexicon.longest());
    assert_eq!(Lexicon::from_bytes(lexicon.to_bytes()).as_ref(), Ok(&lexicon));
    use_lexicon(&lexicon);
}

fn use_lexicon(lexicon: &Lexicon) {
    /// The words that are looked at: a few bytes can have millions.
    const SOME: usize = 200;
    let count = lexicon.len();
    for word in lexicon.words().take(SOME) {
        assert!(word.chars().count() <= 128, "{word}");
        black_box(lexicon.class(&word));
    }
    for number in (0..count.min(SOME)).chain(count.checked_sub(1)) {
        let word = lexicon.word(number).expect("each number below the count has a word");
        assert_eq!(lexicon.number(&word), Some(number), "{word}");
    }
    assert_eq!(lexicon.word(count), None);
    let pattern: Pattern = "a.*".parse().expect("a pattern");
    let mut visited = 0;
    let mut visit = |_: &str| {
        visited += 1;
        if visited < SOME { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    lexicon.visit_matching(&pattern, &mut visit);
    lexicon.visit_spelled_by("abcdeq*", visit);
    if count <= 2_000 {
        for text in &BOARDS[..2] {
            let board: Board = text.parse().expect("a board");
            let rules = Rules { min_length: 1, max_length: 200, ..Rules::deluxe() };
            let totals = Kernel::ALL.into_iter().filter_map(|kernel| kernel.checked().ok()).map(|kernel| {
                let solver = Solver::new(lexicon, rules.clone()).with_kernel(kernel);
                solver.expect("a kernel that was checked").total(&board)
            });
            assert!(totals.collect::<Vec<_>>().windows(2).all(|pair| pair[0] == pair[1]), "kernels differ");
        }
    }
    let mut changed = lexicon.clone();
    if let Some(word) = lexicon.word(0) {
        assert_eq!(changed.refuse([&word]), 1);
        assert!(!changed.contains(&word));
    }
    black_box(changed.allow(["zebra", "aa"]).ok());
}

/// A word list of any format.
pub fn list(data: &[u8]) {
    let mut builder = LexiconBuilder::default();
    let Ok(report) = builder.add_list(Path::new("fuzzed"), data, |_| true) else { return };
    black_box(report.to_string());
    let Ok(lexicon) = builder.finish() else { return };
    let words: Vec<String> = lexicon.words().collect();
    assert!(words.len() == lexicon.len() && words.is_sorted());
    let again = Lexicon::from_words(&words).expect("its words are words");
    assert!(again.to_bytes() == lexicon.to_bytes(), "the same words give other bytes");
    if data.len() < 4_096 {
        use_lexicon(&lexicon);
    }
}

/// The files of a skin, `skin.toml` and a letter: loaded, compared with a board, used and taught.
pub fn skin(data: &[u8]) {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    static BOARD: OnceLock<(Frame, Layout, Board)> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder")).path();
    let (frame, layout, truth) = BOARD.get_or_init(|| {
        let (pixels, layout, board) = painted();
        (Frame::new(pixels, "painted"), layout, board)
    });
    let cut = data.windows(SPLIT.len()).position(|part| part == SPLIT);
    let (about, letter) = (&data[..cut.unwrap_or(data.len())], cut.map_or(&[][..], |cut| &data[cut + SPLIT.len()..]));
    std::fs::create_dir_all(folder.join("letters")).expect("a folder");
    std::fs::write(folder.join("skin.toml"), about).expect("a file");
    std::fs::write(folder.join("letters/B.png"), letter).expect("a file");
    assert!(files::read(&folder.join("skin.toml"), about.len() as u64).is_ok());
    let Ok(mut skin) = Skin::load(folder) else { return };
    black_box(skin.fits(frame, layout));
    let options = Options { taught: vec![skin.clone()].into(), ..Options::default() };
    black_box(read(frame, &options).is_ok());
    let _ = skin.learn(layout, truth, &lessons(frame, layout, truth, &Engine::Net));
    let is_inside = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    assert!(skin.files().iter().all(|(path, _)| is_inside(path)));
}

/// Frames of a board to which anything may happen.
pub fn tracker(data: &[u8]) {
    static BOARD: OnceLock<RgbaImage> = OnceLock::new();
    let board = BOARD.get_or_init(|| painted().0);
    let Ok(mut tracker) = Tracker::new(Options::default()) else { return };
    let mut next = numbers(data);
    let mut window = board.clone();
    // Times are numbers, too: they go on by what the input says.
    let mut now = Instant::now();
    let _ = tracker.find(&Frame::new(window.clone(), "window"), now);
    for _ in 0..data.len().min(24) {
        now += Duration::from_millis(next(200) as u64);
        match next(8) {
            0 => drop(tracker.find(&Frame::new(window.clone(), "window"), now)),
            1 => tracker.forget(),
            2 => window = board.clone(),
            3 => {
                let color = Rgba([next(256) as u8, next(256) as u8, next(256) as u8, 255]);
                let (left, top) = (next(160) as i64, next(160) as i64);
                imageops::replace(&mut window, &RgbaImage::from_pixel(32, 32, color), left, top);
            }
            4 => {
                let (width, height) = window.dimensions();
                let tile = imageops::crop_imm(&window, next(200) as u32 % width, next(200) as u32 % height, 32, 32);
                let tile = tile.to_image();
                imageops::replace(&mut window, &tile, next(160) as i64, next(160) as i64);
            }
            5 => {
                let (width, height) = (16 + next(200) as u32, 16 + next(200) as u32);
                window = imageops::thumbnail(board, width, height);
            }
            _ => {}
        }
        if let Some(area) = tracker.area() {
            let shown = |x: u32, y: u32| {
                let (x, y) = (i64::from(area.x) + i64::from(x), i64::from(area.y) + i64::from(y));
                let at = u32::try_from(x).ok().zip(u32::try_from(y).ok());
                at.and_then(|(x, y)| window.get_pixel_checked(x, y)).copied().unwrap_or(Rgba([0, 0, 0, 255]))
            };
            black_box(tracker.update(RgbaImage::from_fn(area.width, area.height, shown), now));
        }
        if let Some(reading) = tracker.reading() {
            assert_eq!(reading.board.to_string().parse::<Board>().as_ref(), Ok(&reading.board));
        }
    }
}

/// A random board with random words: every kernel against a search of all paths of each word.
pub fn solver(data: &[u8]) {
    let mut next = numbers(data);
    let Some(board) = board_of(&mut next) else { return };
    let texts: Vec<String> = board.tiles().flatten().flat_map(texts_of).collect();
    if texts.is_empty() {
        return;
    }
    let mut words: BTreeSet<String> = BTreeSet::new();
    for _ in 0..1 + next(20) {
        words.insert((0..1 + next(6)).map(|_| texts[next(texts.len())].to_lowercase()).collect());
    }
    let Ok(lexicon) = Lexicon::from_words(&words) else { return };
    let mut rules =
        Rules::named(["deluxe", "web", "boggle", "wordament", "ruzzle"][next(5)]).expect("a built-in profile");
    rules.min_length = 1 + next(3);
    let mut tracer = Tracer { board: &board, rules: &rules, words: &words, found: BTreeMap::new(), steps: 0 };
    tracer.trace(&mut Vec::new(), &mut Vec::new(), "");
    if tracer.steps > Tracer::MOST_STEPS {
        return;
    }
    let expected: BTreeMap<String, u32> =
        tracer.found.into_iter().map(|(word, score)| (word.to_uppercase(), score)).collect();
    for kernel in Kernel::ALL.into_iter().filter_map(|kernel| kernel.checked().ok()) {
        let solver = Solver::new(&lexicon, rules.clone()).with_kernel(kernel);
        let solution = solver.expect("a kernel that was checked").solve(&board, Goal::Longest);
        let found: BTreeMap<String, u32> = solution.words.into_iter().map(|found| (found.word, found.score)).collect();
        assert!(
            !solution.complete || found == expected,
            "{kernel}, {rules}, {words:?}\n{board}\n{found:?}\n{expected:?}"
        );
    }
}

/// The texts that a tile can spell, in upper case; a few letters for `*`.
fn texts_of(tile: &Tile) -> Vec<String> {
    match &tile.face {
        Face::Letters(text) | Face::Prefix(text) | Face::Suffix(text) => vec![text.clone()],
        Face::Choice(parts) => parts.clone(),
        Face::Blank => ["E", "A", "Z"].map(String::from).to_vec(),
        Face::Unreadable => Vec::new(),
    }
}

/// The slow search: every path, tile by tile, by the definition of the rules.
struct Tracer<'a> {
    board: &'a Board,
    rules: &'a Rules,
    words: &'a BTreeSet<String>,
    /// The best score of each word.
    found: BTreeMap<String, u32>,
    steps: usize,
}

impl<'a> Tracer<'a> {
    /// The steps after which a board is given up.
    const MOST_STEPS: usize = 100_000;

    fn trace(&mut self, path: &mut Vec<hexlex::board::Cell>, spelled: &mut Vec<(&'a Tile, String)>, prefix: &str) {
        self.steps += 1;
        if self.steps > Self::MOST_STEPS {
            return;
        }
        let cells = match path.last() {
            Some(&last) => self.board.shape().neighbors(last),
            None => self.board.shape().cells().collect(),
        };
        for cell in cells {
            let Some(tile) = self.board.tile(cell).filter(|tile| !tile.has_tag("covered")) else { continue };
            if path.contains(&cell) || (matches!(tile.face, Face::Prefix(_)) && !path.is_empty()) {
                continue;
            }
            let texts = match &tile.face {
                Face::Blank => ('A'..='Z').map(String::from).collect(),
                _ => texts_of(tile),
            };
            for text in texts {
                let word = format!("{prefix}{}", text.to_lowercase());
                if !self.words.iter().any(|own| own.starts_with(&word)) {
                    continue;
                }
                path.push(cell);
                spelled.push((tile, text));
                self.note(&word, spelled);
                if !matches!(tile.face, Face::Suffix(_)) {
                    self.trace(path, spelled, &word);
                }
                spelled.pop();
                path.pop();
            }
        }
    }

    /// Keeps the score of a path, if it is that of a word and the best so far.
    fn note(&mut self, word: &str, spelled: &[(&Tile, String)]) {
        let letters = word.chars().count();
        if !self.words.contains(word) || !(self.rules.min_length..=self.rules.max_length).contains(&letters) {
            return;
        }
        let score = self.score(letters as u32, spelled);
        let best = self.found.entry(word.to_string()).or_default();
        *best = score.max(*best);
    }

    /// The score by the formulas of the games.
    fn score(&self, letters: u32, spelled: &[(&Tile, String)]) -> u32 {
        match &self.rules.scoring {
            Scoring::ByLength(points) => points[(letters as usize).min(points.len() - 1)],
            Scoring::ByLetter(points) => points * letters,
            Scoring::ByValue(scoring) => {
                let bonus = &scoring.length_bonus;
                let values = values(spelled, &scoring.letters, scoring.other_letter, scoring.blank);
                values + bonus.get(letters as usize).or(bonus.last()).copied().unwrap_or(0)
            }
            Scoring::Bookworm(scoring) => {
                let values = values(spelled, &scoring.letters, scoring.other_letter, scoring.blank);
                let gems: u32 = spelled.iter().map(|(tile, _)| scoring.gem_value(tile.kind)).sum();
                let is_fire = spelled.iter().all(|(tile, _)| tile.kind == TileKind::Fire);
                let all_fire = scoring.all_fire_deduction.filter(|_| is_fire).map_or(0, |less| letters - less);
                (scoring.level + values) * (letters + gems.max(all_fire)) * scoring.factor
            }
        }
    }
}

/// The sum of the letter values of a path.
fn values(spelled: &[(&Tile, String)], letters: &[u8; 26], other_letter: u32, blank: u32) -> u32 {
    let value = |letter: char| match letter {
        'A'..='Z' => u32::from(letters[letter as usize - 'A' as usize]),
        _ => other_letter,
    };
    let of_tile = |(tile, text): &(&Tile, String)| match (&tile.face, text.as_str()) {
        (Face::Blank, _) => blank,
        (_, "QU") => value('Q'),
        (_, text) => text.chars().map(value).sum(),
    };
    spelled.iter().map(of_tile).sum()
}
