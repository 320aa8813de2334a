//! Pictures without a board.

mod grids;
mod pages;
mod scenes;

use crate::apps::{App, code, desktop, icons, numbers, page, prose, short_words, terminal, two_columns};
use crate::colors::{Palette, is_light};
use crate::dice::Dice;
use crate::faces::Faces;
use crate::ground::ground;
use crate::pen::{Area, Pen};
use anyhow::Result;
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use image::RgbaImage;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// A kind of picture.
struct Kind {
    name: &'static str,
    draw: App,
    /// Whether one may call it a board: a lattice of single letters. Told apart in the table.
    letters: bool,
}

const fn kind(name: &'static str, draw: App) -> Kind {
    Kind { name, draw, letters: false }
}

/// All kinds; picture `n` is of kind `n` modulo their number.
const KINDS: [Kind; 38] = [
    kind("desktop", desktop),
    kind("code editor", code),
    kind("terminal", terminal),
    kind("running text", prose),
    kind("text in two columns", two_columns),
    kind("web page", page),
    kind("spreadsheet of numbers", numbers),
    kind("spreadsheet of short words", short_words),
    kind("app launcher", launcher),
    kind("crossword, empty", grids::crossword),
    kind("sudoku", grids::sudoku),
    kind("calendar", grids::calendar),
    kind("phone keypad", grids::phone),
    kind("calculator", grids::calculator),
    kind("on-screen keyboard", grids::keyboard),
    kind("periodic table", grids::elements),
    kind("chess", grids::chess),
    kind("checkers", grids::checkers),
    kind("minesweeper", grids::mines),
    kind("2048", grids::tiles_2048),
    kind("solitaire", grids::solitaire),
    kind("match of gems", grids::gems),
    kind("seat plan", grids::seats),
    kind("eye chart", pages::eye_chart),
    kind("menu", pages::menu),
    kind("dialog", pages::form),
    kind("login with wavy letters", pages::captcha),
    kind("list of chats", pages::chats),
    kind("score table", pages::scores),
    kind("game without tiles", pages::empty_frame),
    kind("photograph", scenes::photo),
    kind("noise", scenes::noise),
    kind("clouds", scenes::clouds),
    kind("shapes", scenes::shapes),
    kind("plot", scenes::plot),
    kind("bar chart", scenes::bars),
    kind("map", scenes::map),
    Kind { name: "crossword, half filled", draw: grids::half_filled, letters: true },
];

fn launcher(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    ground(pen, dice, area, palette.ground, 10.0 * height, false);
    let ink = if is_light(palette.ground) { [20; 3] } else { [240; 3] };
    icons(pen, dice, area.inset(2.0 * height), 1.3 * height, ink);
}

/// Draws picture `number` of a seed.
fn picture(seed: u64, number: u64, faces: &Faces) -> (RgbaImage, &'static Kind) {
    /// Keeps these pictures apart from the boards of the same seed.
    const STREAM: u64 = 1 << 40;
    const SIZES: [(u32, u32); 7] =
        [(640, 480), (800, 600), (1280, 720), (1366, 768), (1920, 1080), (1080, 1920), (500, 700)];
    let mut dice = Dice::new(seed, STREAM + number);
    let dice = &mut dice;
    let kind = &KINDS[(number % KINDS.len() as u64) as usize];
    let (width, height) = *dice.pick(&SIZES);
    let palette = Palette::any(dice);
    let typeface = faces.pick(dice).typeface.clone();
    let mut pen = Pen::new(width, height, palette.ground, typeface);
    let text = dice.between(8.0, 16.0) * (width.min(height) as f32 / 600.0).max(0.8);
    let area = pen.area();
    if dice.chance(0.4) {
        // In a window, or with something around it.
        let inside = area.inset(dice.between(0.02, 0.15) * width.min(height) as f32);
        let inside = crate::apps::frame(&mut pen, dice, inside, text.min(12.0));
        (kind.draw)(&mut pen, dice, inside, text);
    } else {
        (kind.draw)(&mut pen, dice, area, text);
    }
    (pen.picture, kind)
}

/// Draws pictures and reads them; with a folder, writes all of them or those where a board was seen.
pub(crate) fn judge(
    seed: u64,
    numbers: std::ops::Range<u64>,
    faces: &Faces,
    (out, keep): (Option<&Path>, Option<&Path>),
) -> Result<()> {
    for folder in out.iter().chain(&keep) {
        std::fs::create_dir_all(folder)?;
    }
    let seen: Vec<(&Kind, Option<String>)> = numbers
        .into_par_iter()
        .map(|number| {
            let (picture, kind) = picture(seed, number, faces);
            let file = format!("{number:05}-{}.png", kind.name.replace([' ', ','], "-"));
            if let Some(folder) = out {
                picture.save(folder.join(&file))?;
            }
            let frame = Frame::new(picture, file.clone());
            let board = read(&frame, &Options::default()).ok().map(|(reading, _)| reading.board.to_string());
            if let (Some(folder), Some(board)) = (keep, &board) {
                frame.pixels().save(folder.join(&file))?;
                std::fs::write(folder.join(file).with_extension("txt"), board)?;
            }
            Ok((kind, board))
        })
        .collect::<Result<_>>()?;
    table(seed, &seen);
    Ok(())
}

/// How many pictures of each kind were taken for a board.
fn table(seed: u64, seen: &[(&Kind, Option<String>)]) {
    let mut kinds: BTreeMap<(bool, &str), (usize, usize)> = BTreeMap::new();
    for (kind, board) in seen {
        let entry = kinds.entry((kind.letters, kind.name)).or_default();
        *entry = (entry.0 + 1, entry.1 + usize::from(board.is_some()));
    }
    let sum = |letters: bool| {
        let of = kinds.iter().filter(|((l, _), _)| *l == letters);
        of.fold((0, 0, 0), |sum, (_, (all, boards))| (sum.0 + 1, sum.1 + all, sum.2 + boards))
    };
    let (plain, all, boards) = sum(false);
    println!("seed {seed}: {all} pictures of {plain} kinds without a board; a board was seen in {boards}");
    let (apart, all, boards) = sum(true);
    println!("beside them {all} pictures of {apart} kinds that show lone letters on a lattice: a board in {boards}\n");
    for ((letters, name), (all, boards)) in kinds {
        println!("  {name:<28} {all:5} pictures, a board in {boards}{}", if letters { " (lone letters)" } else { "" });
    }
}
