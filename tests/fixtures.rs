//! The pictures of `fixtures/`, and real ones of `../shared`, against the boards that they are known to show.

mod common;

use common::{Run, parse, root, run, shared};
use hexlex::pipeline::{self, Options};
use hexlex::pixels::Frame;
use serde_json::Value;
use std::path::Path;

/// Reads pictures or folders with `hexlex check`, and fails with every file that is not read exactly. Returns the
/// report.
fn assert_exact(paths: &[&str]) -> Value {
    let Run { code, stdout, .. } = run(root(), &[&["check", "--json", "--quiet"], paths].concat(), "");
    let report = parse(&stdout);
    let files = report["files"].as_array().expect("files");
    let inexact: Vec<&Value> = files.iter().filter(|file| file["exact"] != true).collect();
    assert!(inexact.is_empty() && code == 0, "exit status {code}: {inexact:#?}");
    report
}

/// The files in a folder and its subfolders that end with `.txt`: each is the board of one picture.
fn truths(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .map(|path| if path.is_dir() { truths(&path) } else { usize::from(path.extension() == Some("txt".as_ref())) })
        .sum()
}

#[test]
fn every_fixture_is_read_exactly() {
    let report = assert_exact(&["fixtures"]);
    assert_eq!(report["pictures"], truths(&root().join("fixtures")));
    assert_eq!(report["tiles"], report["right"]);
    assert_eq!(report["kinds"]["wrong"], 0, "{}", report["kinds"]);
}

#[test]
fn real_pictures_are_read_exactly() {
    let Some(screens) = shared("screens") else { return };
    let report = assert_exact(&[&screens.display().to_string()]);
    assert_eq!(report["pictures"], truths(&screens));
    assert_eq!(report["kinds"]["wrong"], 0, "{}", report["kinds"]);
}

/// A skin of another game, whose letters are those of no tile: the networks find the board, also where a message lies over it.
#[test]
fn a_skin_that_lacks_letters_does_not_lose_a_part_of_the_board() {
    for name in ["flat/medium", "square/large", "stone/small"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/{name}.png"));
        let mut pixels = Frame::open(&path).expect("a fixture").pixels().clone();
        let (width, height) = pixels.dimensions();
        for (x, y, pixel) in pixels.enumerate_pixels_mut() {
            if (width / 4..width).contains(&x) && (3 * height / 10..6 * height / 10).contains(&y) {
                pixel.0 = [244, 240, 224, 255];
            }
        }
        let frame = Frame::new(pixels, name);
        let shape = |skin: Option<&str>| {
            let options = Options { skin: skin.map(str::to_string), ..Options::default() };
            pipeline::read(&frame, &options).map(|(reading, _)| reading.board.shape().clone())
        };
        let (with_skin, without) = (shape(Some("caladea-bold")), shape(None));
        assert!(without.is_ok() && with_skin == without, "{name}: {with_skin:?}, not {without:?}");
    }
}

/// The picture's edge crosses tiles on both sides: they look odd, and nobody selected them.
#[test]
fn tiles_that_the_edge_cuts_are_not_selected() {
    let frame = Frame::open(&root().join("fixtures/gems/medium.png")).expect("a fixture");
    for left in [120, 125, 130, 135] {
        let part = image::imageops::crop_imm(frame.pixels(), left, 0, 200, frame.size().height).to_image();
        let (reading, _) = pipeline::read(&Frame::new(part, "a part"), &Options::default()).expect("a board");
        let selected = reading.board.tiles().flatten().filter(|tile| tile.has_tag("selected")).count();
        assert!(!reading.cut.is_empty() && selected == 0, "from {left}: {}", reading.board);
    }
}
