//! The time to draw the overlay of a running game: the path of a word, and the panel of words.

use criterion::{Criterion, criterion_group, criterion_main};
use hexlex::board::{Cell, Shape};
use hexlex::locate::Layout;
use hexlex::overlay::{PanelLine, panel, path_alone};
use hexlex::pixels::Size;
use std::hint::black_box;

/// The side of a tile in pixels, in a window of 1280x720 and in one of 3840x2160.
const TILES: [f32; 2] = [76.0, 228.0];

fn overlay(criterion: &mut Criterion) {
    let path = [(0, 1), (1, 2), (1, 3), (2, 2), (3, 3), (4, 3), (4, 4), (5, 5), (6, 4)];
    let path = path.map(|(line, index)| Cell { line, index });
    let line = |word: &str| PanelLine { word: word.to_string(), value: "1620 points".to_string() };
    let lines: Vec<PanelLine> = ["MADRILENE", "RELATION", "TISANE", "CODE", "OX"].map(line).into();
    for tile in TILES {
        let layout = Layout::new(Shape::bookworm(), (tile, tile), (tile, tile));
        let size = Size { width: (8.0 * tile) as u32, height: (9.0 * tile) as u32 };
        let mut group = criterion.benchmark_group(format!("tiles of {tile} pixels"));
        group.bench_function("path", |bencher| bencher.iter(|| path_alone(size, black_box(&layout), &path)));
        group.bench_function("panel", |bencher| bencher.iter(|| panel(black_box(&lines), 0.3 * tile)));
    }
}

criterion_group!(benches, overlay);
criterion_main!(benches);
