//! The functions that are fuzzed. Each takes any bytes, and fails by a panic: of the program, or of an assertion here about what
//! must hold for every input.

use super::seeds::{BOARDS, SPLIT, board_of, painted, painted_of};
use super::tracer::{Tracer, texts_of};
use hexlex::board::{Board, Cell, Face, Shape};
use hexlex::files;
use hexlex::game::Game;
use hexlex::lexicon::search::with_header;
use hexlex::lexicon::{Lexicon, LexiconBuilder, Pattern};
use hexlex::locate::Layout;
use hexlex::overlay::{Caption, draw, draw_alone};
use hexlex::paint::{Style, paint};
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex::profile::Profile;
use hexlex::read::{Engine, Lesson, lessons};
use hexlex::skin::Skin;
use hexlex::solve::{Goal, Kernel, Rules, Solver, solve};
use hexlex::track::Tracker;
use image::{Rgba, RgbaImage, imageops};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Component, Path};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A target: its name, and the function.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, by its name.
pub const ALL: [Target; 8] = [
    ("picture", picture),
    ("board", board),
    ("lexicon", lexicon),
    ("list", list),
    ("skin", skin),
    ("tracker", tracker),
    ("solver", solver),
    ("profile", profile),
];

/// Whether an input is one of so many that are used for something slow, too: by its bytes, so that it is the same again.
fn is_one_in(many: u32, data: &[u8]) -> bool {
    let sum = data.iter().fold(0u32, |sum, &byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    sum.is_multiple_of(many)
}

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
    if frame.size().width > 160 || frame.size().height > 160 {
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
    let boards: Vec<Board> = [text.parse::<Board>(), Board::parse_split(text)].into_iter().flatten().collect();
    for board in &boards {
        let printed = board.to_string();
        assert_eq!(printed.parse::<Board>().as_ref(), Ok(board), "{printed:?}");
    }
    if let Some(board) = boards.first().filter(|board| board.shape().len() <= 64) {
        search(board);
        if is_one_in(64, data) {
            draw_painted(board);
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

/// Searches a board by every kernel, with solvers that are made once: their memory is large.
fn search(board: &Board) {
    thread_local! {
        static SOLVERS: RefCell<Vec<Solver<'static>>> = const { RefCell::new(Vec::new()) };
    }
    let blanks = board.tiles().flatten().filter(|tile| tile.face == Face::Blank).count();
    if blanks > 2 {
        return;
    }
    SOLVERS.with_borrow_mut(|solvers| {
        if solvers.is_empty() {
            let kernels = Kernel::ALL.into_iter().filter_map(|kernel| kernel.checked().ok());
            let solver = |kernel| Solver::new(words(), Rules::deluxe()).with_kernel(kernel);
            solvers.extend(kernels.map(|kernel| solver(kernel).expect("a kernel that was checked")));
        }
        let mut found = solvers.iter_mut().map(|solver| solver.solve(board, Goal::Score));
        let first = found.next();
        assert!(found.all(|other| Some(&other) == first.as_ref()), "kernels differ");
    });
}

fn draw_painted(board: &Board) {
    let Ok((pixels, layout)) = paint(board, &Style::default(), 16.0) else { return };
    let path: Vec<_> = board.shape().cells().take(4).collect();
    let caption = Caption::new("WORD\u{1f600}\0", "1 point");
    black_box(draw(&Frame::new(pixels.clone(), "painted"), &layout, &path, &caption));
    black_box(draw_alone(&Frame::new(pixels, "painted"), &layout, &[], &caption));
}

/// The body of a compiled lexicon, with a right header: decoded, and searched in every way.
pub fn lexicon(data: &[u8]) {
    let Ok(lexicon) = Lexicon::from_bytes(with_header(data)) else { return };
    assert!(lexicon.longest() <= 64, "{} letters", lexicon.longest());
    assert_eq!(Lexicon::from_bytes(lexicon.to_bytes()).as_ref(), Ok(&lexicon));
    use_lexicon(&lexicon);
    if is_one_in(8, data) {
        search_with(&lexicon);
    }
}

/// Searches two boards with every kernel.
fn search_with(lexicon: &Lexicon) {
    if lexicon.len() > 2_000 {
        return;
    }
    let rules = Rules { min_length: 1, max_length: 200, ..Rules::deluxe() };
    let boards = [BOARDS[0], BOARDS[1]].map(|text| text.parse::<Board>().expect("a board"));
    let totals = Kernel::ALL.into_iter().filter_map(|kernel| kernel.checked().ok()).map(|kernel| {
        let solver = Solver::new(lexicon, rules.clone()).with_kernel(kernel);
        let mut solver = solver.expect("a kernel that was checked");
        boards.each_ref().map(|board| solver.total(board))
    });
    assert!(totals.collect::<Vec<_>>().windows(2).all(|pair| pair[0] == pair[1]), "kernels differ");
}

fn use_lexicon(lexicon: &Lexicon) {
    /// The words that are looked at: a few bytes can have millions.
    const SOME: usize = 100;
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
    let mut changed = lexicon.clone();
    if let Some(word) = lexicon.word(0) {
        assert_eq!(changed.refuse([&word]), 1);
        assert!(!changed.contains(&word));
    }
    black_box(changed.allow(["zebra", "aa"]).ok());
}

/// A word list of any format, as `--lexicon` reads one and as `words build` does.
pub fn list(data: &[u8]) {
    let read = Lexicon::read("fuzzed", data);
    match &read {
        Ok((lexicon, report)) => assert_eq!(report.words, lexicon.len(), "{report}"),
        Err(error) => _ = black_box(error.to_string()),
    }
    let mut builder = LexiconBuilder::default();
    let Ok(report) = builder.add_list(Path::new("fuzzed"), data, |_| true) else { return };
    black_box(report.to_string());
    let Ok(lexicon) = builder.finish() else { return };
    let words: Vec<String> = lexicon.words().collect();
    let is_same = |(read, _): &(Lexicon, _)| read.words().eq(words.iter().cloned());
    assert!(read.as_ref().map_or(lexicon.is_empty(), is_same), "{read:?}");
    black_box(lexicon.without_accents().ok());
    assert!(words.len() == lexicon.len() && words.is_sorted());
    let again = Lexicon::from_words(&words).expect("its words are words");
    assert!(again.to_bytes() == lexicon.to_bytes(), "the same words give other bytes");
    if data.len() < 4_096 {
        use_lexicon(&lexicon);
    }
    if is_one_in(8, data) {
        search_with(&lexicon);
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
    // What takes a hundred times as long as loading, only at times.
    if !is_one_in(64, data) {
        return;
    }
    if is_one_in(256, data) {
        let options = Options { taught: vec![skin.clone()].into(), ..Options::default() };
        black_box(read(frame, &options).is_ok());
    }
    static LESSONS: OnceLock<Vec<Option<Lesson>>> = OnceLock::new();
    let taught = LESSONS.get_or_init(|| lessons(frame, layout, truth, &Engine::Net));
    let _ = skin.learn(layout, truth, taught);
    let is_inside = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    assert!(skin.files().iter().all(|(path, _)| is_inside(path)));
}

/// Frames of a board to which anything may happen.
pub fn tracker(data: &[u8]) {
    static BOARD: OnceLock<RgbaImage> = OnceLock::new();
    // As few tiles as make a board: most of the time goes into reading them.
    let board = BOARD.get_or_init(|| painted_of("T E A\nS L I\nO D G").0);
    let Ok(mut tracker) = Tracker::new(Options::default()) else { return };
    let mut next = numbers(data);
    let mut window = board.clone();
    // Times are numbers, too: they go on by what the input says.
    let mut now = Instant::now();
    let _ = tracker.find(&Frame::new(window.clone(), "window"), now);
    for _ in 0..data.len().min(8) {
        now += Duration::from_millis(next(200) as u64);
        match next(9) {
            // Behind the last byte there are zeros: nothing is done then. Searching the window takes the longest.
            0 => {}
            1 => tracker.forget(),
            2 => window = board.clone(),
            3 => {
                let color = Rgba([next(256) as u8, next(256) as u8, next(256) as u8, 255]);
                let (left, top) = (next(100) as i64, next(100) as i64);
                imageops::replace(&mut window, &RgbaImage::from_pixel(32, 32, color), left, top);
            }
            4 => {
                let (width, height) = window.dimensions();
                let tile = imageops::crop_imm(&window, next(100) as u32 % width, next(100) as u32 % height, 32, 32);
                let tile = tile.to_image();
                imageops::replace(&mut window, &tile, next(100) as i64, next(100) as i64);
            }
            5 => {
                let (width, height) = (16 + next(128) as u32, 16 + next(128) as u32);
                window = imageops::thumbnail(board, width, height);
            }
            6 => drop(tracker.find(&Frame::new(window.clone(), "window"), now)),
            7 => drop(tracker.confirm(&Frame::new(window.clone(), "window"), now)),
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
    // One kernel for each input: the target `board` compares them.
    let kernels: Vec<Kernel> = Kernel::ALL.into_iter().filter(|kernel| kernel.checked().is_ok()).collect();
    if let Some(&kernel) = kernels.get(data.len() % kernels.len().max(1)) {
        let solver = Solver::new(&lexicon, rules.clone()).with_kernel(kernel);
        let solution = solver.expect("a kernel that was checked").solve(&board, Goal::Longest);
        let found: BTreeMap<String, u32> = solution.words.into_iter().map(|found| (found.word, found.score)).collect();
        assert!(
            !solution.complete || found == expected,
            "{kernel}, {rules}, {words:?}\n{board}\n{found:?}\n{expected:?}"
        );
    }
}

/// A profile: parsed, printed and parsed again, and a board scored by it.
pub fn profile(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(profile) = text.parse::<Profile>() else { return };
    assert_eq!(text.parse::<Profile>().as_ref().ok(), Some(&profile));
    static WORDS: OnceLock<Lexicon> = OnceLock::new();
    let lexicon = WORDS.get_or_init(|| {
        Lexicon::from_words(["cat", "cats", "soil", "quits", "a", "tea", "ingest"]).expect("words are words")
    });
    for board in BOARDS[..3].iter().map(|text| text.parse::<Board>().expect("a board")) {
        let solution = solve(&board, lexicon, &profile.rules, Goal::Score);
        let allowed = profile.rules.min_length..=profile.rules.max_length;
        assert!(solution.words.iter().all(|found| allowed.contains(&found.length)));
    }
    play(&profile);
}

/// Some turns of a game by this profile: words of three tiles, wherever they lie, and scrambling.
fn play(profile: &Profile) {
    let mut game = Game::new(profile.game.clone(), 1);
    for turn in 0..6 {
        let first: Vec<Cell> = game.shape().cells().skip(turn).take(1).collect();
        let path: Vec<Cell> =
            first.iter().copied().chain(first.iter().flat_map(|&cell| game.shape().neighbors(cell)).take(2)).collect();
        black_box(game.play(&path).is_ok());
        if turn == 3 {
            black_box(game.scramble().is_ok());
        }
        assert_eq!(game.board().shape(), game.shape());
    }
}
