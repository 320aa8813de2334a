//! The time to find and read boards, in whole pictures and with a known layout.
//!
//! The pictures are painted here: the measurement needs no files.

use criterion::{Criterion, criterion_group, criterion_main};
use hexlex::board::{Board, Shape};
use hexlex::lexicon;
use hexlex::locate::{LONG_SIDE, Layout, locate};
use hexlex::paint::{Style, paint};
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex::read::{Engine, Templates, lessons, read_tiles};
use hexlex::skin::Skin;
use hexlex::solve::{Goal, Rules, solve};
use image::{Rgba, RgbaImage, imageops};
use std::hint::black_box;

/// A Bookworm board in the middle of a picture of this size, eight and a half tiles high.
fn screenshot(width: u32, height: u32) -> Frame {
    let letters = "eatrispondleqisowamtenbaurcoftijhedsanykovilgeraxpuzitone".replace('q', "qu");
    let board = Board::from_letters(Shape::bookworm(), &letters[..53]).expect("52 letters for 52 tiles");
    let (painted, _) = paint(&board, &Style::default(), height as f32 / 10.0).expect("a size that can be painted");
    let mut picture = RgbaImage::from_fn(width, height, |x, y| Rgba([40 + (x % 7) as u8, 30 + (y % 5) as u8, 50, 255]));
    let middle = (i64::from(width - painted.width()) / 2, i64::from(height - painted.height()) / 2);
    imageops::overlay(&mut picture, &painted, middle.0, middle.1);
    Frame::new(picture, "painted")
}

fn whole_pictures(criterion: &mut Criterion) {
    for (width, height) in [(1280, 720), (1903, 1430)] {
        let frame = screenshot(width, height);
        let mut group = criterion.benchmark_group(format!("{width}x{height}"));
        group.sample_size(20);
        group.bench_function("locate", |bencher| bencher.iter(|| locate(black_box(&frame), None, LONG_SIDE)));
        group.bench_function("read", |bencher| bencher.iter(|| read(black_box(&frame), &Options::default())));
        let layout = locate(&frame, None, LONG_SIDE).swap_remove(0).layout;
        let engines =
            [("net", Engine::Net), ("one skin", Engine::Template(skin())), ("taught skin", taught(&frame, &layout))];
        for (name, engine) in engines {
            group.bench_function(format!("recognize, {name}"), |bencher| {
                bencher.iter(|| read_tiles(black_box(&frame), &layout, &engine, 0.5));
            });
        }
        let (reading, _) = read(&frame, &Options::default()).expect("the board is found");
        let rules = Rules::for_board(&reading.board);
        group.bench_function("solve", |bencher| {
            bencher.iter(|| solve(black_box(&reading.board), lexicon::english(), &rules, Goal::Longest));
        });
    }
}

fn skin() -> Templates {
    Templates::named("dejavu-sans-bold").expect("a skin that came with hexlex")
}

/// A skin that has learned from the very picture.
fn taught(frame: &Frame, layout: &Layout) -> Engine {
    let truth = read_tiles(frame, layout, &Engine::Net, 0.5).board;
    let mut skin = Skin::new("painted").expect("a name");
    skin.learn(layout, &truth, &lessons(frame, layout, &truth, &Engine::Net)).expect("a first picture");
    Engine::Taught(skin.known().clone())
}

criterion_group!(benches, whole_pictures);
criterion_main!(benches);
