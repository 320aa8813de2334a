//! Painted boards that are hard to find, and pictures of letters that are not boards.

use hexlex::board::{Board, Face};
use hexlex::paint::{Fill, Gradient, Palette, Style, TileStyle, paint};
use hexlex::pipeline::{Options, ReadError, read};
use hexlex::pixels::Frame;
use image::{RgbaImage, imageops};

/// The painted board on a larger gray background, stretched by these factors.
fn picture(board: &Board, style: &Style, stretch: (f32, f32)) -> RgbaImage {
    let (painted, _) = paint(board, style, 56.0).expect("a size that can be painted");
    let size = (painted.width() + 200, painted.height() + 160);
    let mut background = RgbaImage::from_pixel(size.0, size.1, image::Rgba([96, 99, 104, 255]));
    imageops::overlay(&mut background, &painted, 60, 110);
    let side = |length: u32, factor: f32| (length as f32 * factor) as u32;
    imageops::resize(&background, side(size.0, stretch.0), side(size.1, stretch.1), imageops::FilterType::Triangle)
}

fn read_in(picture: RgbaImage) -> Result<Board, ReadError> {
    read(&Frame::new(picture, "painted"), &Options::default()).map(|(reading, _)| reading.board)
}

/// Paints a board, and fails where it is not read exactly.
fn assert_read(text: &str, style: &Style, stretch: (f32, f32)) {
    let board: Board = text.parse().expect("a board");
    let read = read_in(picture(&board, style, stretch)).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let letters = |board: &Board| -> Vec<String> {
        board.tiles().map(|tile| tile.map_or(".".to_string(), |tile| tile.face.to_string())).collect()
    };
    assert_eq!(read.shape(), board.shape(), "{text}");
    assert_eq!(letters(&read), letters(&board), "{text}");
}

const FIVE: &str = "T E R A S\nO N I L D\nP U M E G\nA C H O R\nB I T E S";

#[test]
fn stretched_tiles_are_read_in_every_row_and_column() {
    for stretch in [(1.55, 1.0), (1.0, 1.45), (1.25, 1.0), (1.75, 1.0)] {
        assert_read(FIVE, &Style::default(), stretch);
    }
}

#[test]
fn a_line_with_a_single_tile_belongs_to_the_board() {
    for text in [
        "# layout: rows\n. . . A . .\nT E R I S O\nN U L D E M\nP A C H O R\nB I T E S G\nR A E L N T",
        "# layout: rows\nT E R I S .\nN U L D E .\nP A C H O .\nB I T E S G\nR A E L N .",
        "# layout: rows\n. . R . . .\n. . E . O .\nT E R I S O\nN U L D E M\nP A C H O R\nB I T E S G",
    ] {
        assert_read(text, &Style::default(), (1.0, 1.0));
    }
}

#[test]
fn rings_of_tiles_are_boards_also_of_a_given_shape() {
    for (text, shape) in [
        ("R T Z T O Z\nR . . . . K\nM . . . . W\nT . . . . S\nO . . . . U\nY A B S P J", "6x6"),
        (
            "G A B F M S V Z B U\nF T K K J M G P C L\nI K . . . . . . W N\nL E . . . . . . R G\nS R . . . . . . D Z\n\
             M T . . . . . . P U\nU M O R Z L N E K P\nH Y W O D C W S T J",
            "10x8",
        ),
    ] {
        assert_read(text, &Style::default(), (1.0, 1.0));
        let board: Board = text.parse().expect("a board");
        let frame = Frame::new(picture(&board, &Style::default(), (1.0, 1.0)), "painted");
        let options = Options { shape: Some(shape.parse().expect("a shape")), ..Options::default() };
        let (reading, _) = read(&frame, &options).unwrap_or_else(|error| panic!("{shape}: {error}"));
        assert_eq!(reading.board.to_string(), board.to_string());
    }
}

#[test]
fn letters_as_bright_as_their_tiles_are_found_by_color() {
    // Both have a luma of 92.
    let style = colored([40, 130, 40], [205, 45, 40]);
    let board: Board = FIVE.parse().expect("a board");
    let read = read_in(picture(&board, &style, (1.0, 1.0))).expect("the board is found");
    assert_eq!(read.shape(), board.shape());
    // Without an edge in brightness one bar may be no letter to the reader; no letter may be wrong.
    let pairs = || read.tiles().flatten().zip(board.tiles().flatten());
    assert!(pairs().all(|(read, drawn)| read.face == drawn.face || read.face == Face::Unreadable), "{read}");
    assert!(pairs().filter(|(read, drawn)| read.face != drawn.face).count() <= 1, "{read}");
}

#[test]
fn nine_tiles_some_of_several_letters_are_read() {
    assert_read("U T N\nER Qu ND\nP K E", &Style::default(), (1.3, 1.3));
}

/// Letters in order speak against a board, but tiles that stand perfectly speak louder.
#[test]
fn boards_are_read_whatever_their_letters() {
    for text in [
        "A B C D E\nF G H I J\nK L M N O\nP Q R S T",
        "Q W E R T Y\nA S D F G H\nZ X C V B N",
        "A E I O U\nE I O U A\nS E A I O\nU S I E A\nO A U S E",
    ] {
        assert_read(text, &Style::default(), (1.0, 1.0));
    }
}

/// Flat tiles of one color with letters of another.
fn colored(tile: [u8; 3], letter: [u8; 3]) -> Style {
    let style = TileStyle::new(Fill::Gradient(Gradient::plain(tile)), tile, letter);
    Style { palette: Palette::uniform(style), ..Style::default() }
}
