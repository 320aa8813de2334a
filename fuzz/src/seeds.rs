//! The inputs that fuzzing begins with, all made here: painted boards, word lists, compiled lexicons and skins.

use hexlex::board::{Board, Shape};
use hexlex::lexicon::{Lexicon, WordClass};
use hexlex::paint::{Style, paint};
use hexlex::pixels::Frame;
use hexlex::profile::BuiltIn;
use hexlex::read::{Engine, lessons};
use hexlex::skin::Skin;
use image::{DynamicImage, ImageFormat};
use std::io::Cursor;

/// Board texts of every kind.
pub const BOARDS: [&str; 8] = [
    "A B C D\nE Qu T S\nR S A T\nI N G E\n",
    "# layout: columns\nS A B\nO I:green E:fire Qu\nD F T\n",
    "# adjacency: free\nA B:gold C U/M -ER SUB-\n",
    "# layout: columns\n# stagger: down\n# settled: false\nA ? .\nB:color:#c0a040:selected * \u{17b}\n",
    "* * * *\n* A * *\n* * QU/M *\n* * * E\n",
    "catsrolenidetsar",
    "?:covered A:diamond\nR:selected:gold Q\n",
    "# source: a\nA B\n--\n# layout: rows\nC D\n",
];

/// The name of the file of a skin and that of a letter lie between its two parts in one input.
pub const SPLIT: &[u8] = b"\n\0\0\n";

/// A painted board with its layout and letters.
pub fn painted() -> (image::RgbaImage, hexlex::locate::Layout, Board) {
    painted_of("T E A R\nS L I N\nO D G M\nP U C H")
}

/// The same of these letters.
pub fn painted_of(letters: &str) -> (image::RgbaImage, hexlex::locate::Layout, Board) {
    let board: Board = letters.parse().expect("a board");
    let (pixels, layout) = paint(&board, &Style::default(), 32.0).expect("a small board is painted");
    (pixels, layout, board)
}

/// The seeds of each target, by its name.
pub fn all() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let texts = || BOARDS.iter().map(|text| text.as_bytes().to_vec()).collect::<Vec<_>>();
    let numbers = || (0..8u8).map(|n| (0..40).map(|i: u8| i.wrapping_mul(37).wrapping_add(n)).collect()).collect();
    vec![
        ("picture", pictures()),
        ("board", texts()),
        ("lexicon", lexicons()),
        ("list", lists()),
        ("skin", skins()),
        ("tracker", numbers()),
        ("solver", numbers()),
        ("profile", profiles()),
    ]
}

/// A small board in every format.
fn pictures() -> Vec<Vec<u8>> {
    let (pixels, ..) = painted();
    let small = image::imageops::thumbnail(&pixels, 24, 24);
    let mut seeds = Vec::new();
    for picture in [pixels, small] {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::WebP, ImageFormat::Gif] {
            let picture = DynamicImage::from(picture.clone());
            let picture = if format == ImageFormat::Jpeg { picture.to_rgb8().into() } else { picture };
            seeds.push(encoded(&picture, format));
        }
        seeds.push(encoded(&DynamicImage::from(picture.clone()).to_luma8().into(), ImageFormat::Png));
        seeds.push(encoded(&DynamicImage::from(picture).to_rgb16().into(), ImageFormat::Png));
    }
    seeds
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("a picture in memory is written");
    bytes.into_inner()
}

/// The bodies of compiled lexicons: what follows the header.
fn lexicons() -> Vec<Vec<u8>> {
    /// The bytes of the header, whose checksum the target makes.
    const HEADER: usize = 28;
    let greek: Vec<String> = ('\u{3b1}'..='\u{3c9}').map(|c| format!("{c}a{c}")).collect();
    let large: Vec<String> = ('\u{430}'..='\u{44f}').chain('a'..='z').map(|c| format!("{c}{c}a")).collect();
    let lists: [Vec<String>; 5] = [
        ["cat", "cats", "rat", "rats"].map(String::from).to_vec(),
        vec!["a".to_string()],
        greek,
        large,
        ["quit", "quits", "suq", "aqua", "equal", "iraq"].map(String::from).to_vec(),
    ];
    let lexicon = |words: &Vec<String>| Lexicon::from_words(words).expect("words");
    let compiled = lists.iter().map(lexicon).chain([lexicon(&lists[4]).with_classes(class_of)]);
    compiled.map(|lexicon| lexicon.to_bytes()[HEADER..].to_vec()).collect()
}

/// Some class for each word.
fn class_of(word: &str) -> WordClass {
    WordClass::ALL[word.len() % WordClass::ALL.len()]
}

fn lists() -> Vec<Vec<u8>> {
    let utf16 = "\u{feff}cat\r\ncaf\u{e9}\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let compiled = Lexicon::from_words(["cat", "dog"]).expect("words").to_bytes();
    // More letters than an alphabet has: words of the rarest are left out.
    let letters = ('a'..='z').chain('\u{3b1}'..='\u{3c9}').chain('\u{430}'..='\u{44f}');
    let large: String = letters.map(|c| format!("{c}{c}a\n")).collect();
    vec![
        large.into_bytes(),
        b"caf\xc3\xa9\nna\xc3\xafve\ncafe\n".to_vec(),
        b"cat\ndog\n# comment\n4th\n".to_vec(),
        b"aa\r\n2h\r\n3ed\r\ning\r\ns\r\n2l\r\n3ii\r\n0ZOO\r\n".to_vec(),
        b"cat\rcaf\xe9\rzebra".to_vec(),
        utf16,
        compiled,
    ]
}

/// `skin.toml`, the split, and the picture of a letter.
fn skins() -> Vec<Vec<u8>> {
    let (pixels, layout, board) = painted();
    let frame = Frame::new(pixels, "painted");
    let mut skin = Skin::new("seed").expect("a name");
    skin.learn(&layout, &board, &lessons(&frame, &layout, &board, &Engine::Net)).expect("a first picture");
    let files = skin.files();
    let about = files.last().map(|(_, bytes)| bytes.clone()).unwrap_or_default();
    let letters = files.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "png")).take(2);
    letters.map(|(_, letter)| [&about[..], SPLIT, letter].concat()).chain([about.clone()]).collect()
}

/// Every built-in profile, and a player's own.
fn profiles() -> Vec<Vec<u8>> {
    let own = "based_on = 'deluxe'\nname = 'mine'\n[fire]\nbase = 0.5\n[words]\nmin_letters = 1\n";
    let texts = BuiltIn::ALL.iter().map(|game| game.text()).chain([own]);
    texts.map(|text| text.as_bytes().to_vec()).collect()
}

/// A board of random tiles from numbers.
pub fn board_of(numbers: &mut impl FnMut(usize) -> usize) -> Option<Board> {
    let shape = match numbers(4) {
        0 => Shape::rows(1 + numbers(4), 1 + numbers(4)).ok()?,
        1 => Shape::rows(1, 1 + numbers(9)).ok()?,
        n => {
            let first = 1 + numbers(4);
            let lengths: Vec<usize> = (0..1 + numbers(4)).map(|i| first + (i + n) % 2).collect();
            Shape::columns(&lengths, None)
                .or_else(|_| Shape::columns(&lengths, Some(hexlex::board::Stagger::Up)))
                .ok()?
        }
    };
    let letter = |numbers: &mut dyn FnMut(usize) -> usize| ["E", "A", "T", "S", "R", "N", "Qu", "Q", "U"][numbers(9)];
    let mut blanks = 0;
    let mut text = String::new();
    for &length in shape.lengths() {
        for _ in 0..length {
            let token = match numbers(16) {
                0 => ".".to_string(),
                1 => "?".to_string(),
                2 if blanks < 2 => {
                    blanks += 1;
                    "*".to_string()
                }
                3 => format!("{}/{}", letter(numbers), letter(numbers)),
                4 => format!("{}-", letter(numbers)),
                5 => format!("-{}", letter(numbers)),
                6 => format!("{}:fire", letter(numbers)),
                7 => format!("{}:gold", letter(numbers)),
                8 => format!("{}:covered", letter(numbers)),
                9 => format!("{}{}", letter(numbers), letter(numbers)),
                _ => letter(numbers).to_string(),
            };
            text.push_str(&token);
            text.push(' ');
        }
        text.push('\n');
    }
    let free = if numbers(6) == 0 { "# adjacency: free\n" } else { "" };
    let columns =
        if shape.lines() == hexlex::board::Lines::Columns { "# layout: columns\n# stagger: up\n" } else { "" };
    format!("{columns}{free}{text}").parse().ok()
}
