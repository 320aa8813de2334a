//! The JSON of a reading and of a word, which several commands print.
//!
//! Other programs rely on the names and shapes of these documents.

use crate::console::one_line;
use crate::inputs::Input;
use hexlex::board::{Adjacency, Cell, Face, Lines, Tile};
use hexlex::locate::{Layout, Side};
use hexlex::pipeline::Timing;
use hexlex::pixels::{Frame, Size};
use hexlex::read::{Doubt, Reading};
use hexlex::solve::FoundWord;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The JSON for one input of a command that takes several; each input has one.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum InputReport<R> {
    /// The answer, which names its source.
    Answer(R),
    /// Why there is no answer.
    Failure { source: String, error: String },
}

impl<R> InputReport<R> {
    pub(crate) fn failure(source: String, error: &anyhow::Error) -> InputReport<R> {
        InputReport::Failure { source, error: one_line(error) }
    }
}

/// The name of the board of this number, from 1, of an input with `count` boards: `a.txt`, or `a.txt#2` of several.
pub(crate) fn source(input: &Input, number: usize, count: usize) -> String {
    if count > 1 { format!("{}#{number}", input.name()) } else { input.name() }
}

/// The JSON of `read` for one picture.
#[derive(Serialize)]
pub(crate) struct ReadReport {
    source: String,
    size: [u32; 2],
    layout: LayoutReport,
    /// The degrees by which the rows are turned, clockwise.
    tilt: f64,
    settled: bool,
    /// The sides on which the board goes on beyond what was read.
    cut: Vec<&'static str>,
    /// Whether the budget ended the search for boards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) limited: bool,
    /// The taught skin that matched, if none was named.
    skin: Option<String>,
    /// The letters of the board with their values, where the game prints these.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<String, u8>,
    tiles: Vec<TileReport>,
    timing_ms: ReadTimes,
    /// Every board of the picture, if all were asked for and there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) boards: Vec<ReadReport>,
}

#[derive(Serialize)]
struct LayoutReport {
    kind: &'static str,
    stagger: Option<String>,
    adjacency: &'static str,
    lengths: Vec<usize>,
    pitch: [f64; 2],
    /// The corners of the quadrilateral around all cells, clockwise from the upper left.
    corners: [[f64; 2]; 4],
}

#[derive(Serialize)]
struct TileReport {
    line: usize,
    index: usize,
    text: Option<String>,
    kind: &'static str,
    tags: Vec<String>,
    x: f64,
    y: f64,
    confidence: f64,
    alternatives: Vec<(String, f64)>,
}

/// The time to read a picture, in milliseconds.
#[derive(Serialize, Clone, Copy)]
pub(crate) struct ReadTimes {
    pub(crate) decode: f64,
    pub(crate) locate: f64,
    pub(crate) recognize: f64,
    pub(crate) total: f64,
}

impl ReadTimes {
    pub(crate) fn new(decode: Duration, timing: Timing) -> ReadTimes {
        ReadTimes {
            decode: milliseconds(decode),
            locate: milliseconds(timing.locate),
            recognize: milliseconds(timing.recognize),
            total: milliseconds(decode + timing.locate + timing.recognize),
        }
    }
}

/// The JSON of a word.
#[derive(Serialize)]
pub(crate) struct WordReport {
    pub(crate) word: String,
    pub(crate) length: usize,
    /// Left out where the points of the game are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<u32>,
    path: Vec<PathTile>,
}

impl WordReport {
    /// The report of a word; with a layout, its path has the tiles' centers in the picture.
    pub(crate) fn new(found: &FoundWord, layout: Option<&Layout>) -> WordReport {
        WordReport {
            word: found.word.clone(),
            length: found.length,
            score: Some(found.score),
            path: found.path.iter().map(|&cell| PathTile::new(cell, layout)).collect(),
        }
    }
}

/// One tile of a word's path.
#[derive(Serialize)]
struct PathTile {
    line: usize,
    index: usize,
    #[serde(flatten)]
    center: Option<Center>,
}

/// A tile's center in the picture, in pixels.
#[derive(Serialize)]
struct Center {
    x: f64,
    y: f64,
}

impl PathTile {
    fn new(cell: Cell, layout: Option<&Layout>) -> PathTile {
        let center = layout.map(|layout| {
            let (x, y) = layout.center(cell);
            Center { x: tenths(x), y: tenths(y) }
        });
        PathTile { line: cell.line, index: cell.index, center }
    }
}

/// The JSON of `read` for a picture.
pub(crate) fn read(frame: &Frame, reading: &Reading, times: ReadTimes) -> ReadReport {
    of_reading(frame.source(), frame.size(), reading, times)
}

/// The JSON of `read` for a picture of this name and size.
pub(crate) fn of_reading(source: &str, size: Size, reading: &Reading, times: ReadTimes) -> ReadReport {
    let shape = reading.board.shape();
    let tiles = shape.cells().zip(reading.board.tiles()).enumerate();
    ReadReport {
        source: source.to_string(),
        size: [size.width, size.height],
        layout: layout(&reading.layout),
        tilt: tenths(reading.layout.tilt()),
        settled: reading.board.settled,
        cut: side_names(&reading.cut),
        limited: false,
        skin: reading.skin.clone(),
        values: values(reading),
        tiles: tiles
            .filter_map(|(id, (cell, tile))| {
                let doubt = reading.doubts.get(id).and_then(Option::as_ref);
                Some(tile_report(cell, tile?, doubt, reading.layout.center(cell)))
            })
            .collect(),
        timing_ms: times,
        boards: Vec::new(),
    }
}

/// The letters of the board with the values that are printed on their tiles: those on which all tables that fit agree.
fn values(reading: &Reading) -> BTreeMap<String, u8> {
    let value = |tile: &Tile| {
        let Face::Letters(text) = &tile.face else { return None };
        let letter = text.bytes().next().filter(|_| text.len() == 1 || text == "QU")?;
        let index = usize::from(letter.checked_sub(b'A').filter(|index| *index < 26)?);
        let value = reading.values.first()?[index];
        let agree = reading.values.iter().all(|table| table[index] == value);
        agree.then(|| (tile.face.to_string(), value))
    };
    reading.board.tiles().flatten().filter_map(value).collect()
}

/// The names of these sides, in the order of [`Side::ALL`].
pub(crate) fn side_names(sides: &[Side]) -> Vec<&'static str> {
    let name = |side: Side| match side {
        Side::Above => "above",
        Side::Below => "below",
        Side::Left => "left",
        Side::Right => "right",
    };
    Side::ALL.into_iter().filter(|side| sides.contains(side)).map(name).collect()
}

fn layout(layout: &Layout) -> LayoutReport {
    let (shape, pitch) = (layout.shape(), layout.pitch());
    LayoutReport {
        kind: match shape.lines() {
            Lines::Columns => "columns",
            Lines::Rows => "rows",
        },
        stagger: shape.stagger().map(|stagger| stagger.to_string()),
        adjacency: match shape.adjacency() {
            Adjacency::Touching => "touching",
            Adjacency::Free => "free",
        },
        lengths: shape.lengths().to_vec(),
        pitch: [tenths(pitch.0), tenths(pitch.1)],
        corners: layout.corners().map(|(x, y)| [tenths(x), tenths(y)]),
    }
}

fn tile_report(cell: Cell, tile: &Tile, doubt: Option<&Doubt>, (x, y): (f32, f32)) -> TileReport {
    // The best guess of an unreadable tile is its first alternative.
    let unreadable = doubt.filter(|_| tile.face == Face::Unreadable);
    let best = unreadable.and_then(|doubt| Some((doubt.best.clone()?, doubt.confidence)));
    let others = doubt.map_or(&[][..], |doubt| &doubt.alternatives);
    let alternatives = best.iter().chain(others);
    TileReport {
        line: cell.line,
        index: cell.index,
        text: (tile.face != Face::Unreadable).then(|| tile.face.to_string()),
        kind: tile.kind.name(),
        tags: tile.tags.clone(),
        x: tenths(x),
        y: tenths(y),
        confidence: thousandths(doubt.map_or(0.0, |doubt| doubt.confidence)),
        alternatives: alternatives.map(|(face, p)| (face.to_string(), thousandths(*p))).collect(),
    }
}

/// A time in milliseconds, rounded to the microsecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Pixels, rounded to the tenth.
fn tenths(pixels: f32) -> f64 {
    // Adding 0 makes 0 of -0.
    (f64::from(pixels) * 10.0).round() / 10.0 + 0.0
}

/// A probability, rounded to the thousandth.
fn thousandths(probability: f32) -> f64 {
    (f64::from(probability) * 1e3).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::{Board, DELUXE, WEB};
    use serde_json::json;

    #[test]
    fn a_reading_has_the_documented_json() {
        let board: Board = "# layout: columns\nA:fire:selected ?\n. Qu B\n".parse().unwrap();
        let layout = Layout::new(board.shape().clone(), (30.0, 40.0), (20.0, 22.0));
        let confident = Doubt {
            confidence: 0.98,
            best: Some(Face::Letters("QU".into())),
            alternatives: vec![(Face::Letters("O".into()), 0.41)],
        };
        let uncertain = Doubt { confidence: 0.38, ..confident.clone() };
        let doubts = vec![Some(confident.clone()), Some(uncertain), None, Some(confident), None];
        let frame = Frame::new(image::RgbaImage::new(100, 90), "a.png");
        let times = ReadTimes::new(Duration::from_micros(1500), Timing::default());
        let reading = Reading {
            board,
            layout,
            doubts,
            skin: None,
            cut: vec![Side::Right, Side::Above],
            values: vec![DELUXE, WEB],
        };
        let report = serde_json::to_value(read(&frame, &reading, times)).unwrap();
        assert_eq!(report["cut"], json!(["above", "right"]));
        // Of A, B and Qu, these two games value Qu differently.
        assert_eq!(report["values"], json!({ "A": 1, "B": 4 }));
        assert!(report.get("limited").is_none() && report.get("boards").is_none());
        let layout = json!({ "kind": "columns", "stagger": "up", "adjacency": "touching", "lengths": [2, 3], "pitch": [20.0, 22.0],
            "corners": [[20.0, 18.0], [60.0, 18.0], [60.0, 84.0], [20.0, 84.0]] });
        assert_eq!(report["layout"], layout);
        assert_eq!(report["tilt"], json!(0.0));
        assert_eq!(report["size"], json!([100, 90]));
        assert_eq!(report["tiles"].as_array().unwrap().len(), 4, "the empty cell is left out");
        assert_eq!(
            report["tiles"][2],
            json!({ "line": 1, "index": 1, "text": "Qu", "kind": "normal", "tags": [], "x": 50.0, "y": 51.0,
                    "confidence": 0.98, "alternatives": [["O", 0.41]] })
        );
        assert_eq!(report["tiles"][1]["text"], json!(null));
        assert_eq!(report["tiles"][1]["alternatives"], json!([["Qu", 0.38], ["O", 0.41]]), "the best guess first");
        assert_eq!(report["tiles"][0]["kind"], "fire");
        assert_eq!(report["timing_ms"], json!({ "decode": 1.5, "locate": 0.0, "recognize": 0.0, "total": 1.5 }));
    }
}
