//! Pictures without a board: [`KINDS`] has their kinds, [`draw`] draws one.

mod games;
mod grids;
mod letters;
mod pages;
mod pictures;

use crate::hard::apps::{App, code, desktop, frame, icons, numbers, page, prose, short_words, terminal, two_columns};
use crate::hard::background::{Detail, background};
use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{UiTheme, is_light};
use crate::hard::fonts::Fonts;
use crate::hard::random::Random;
use anyhow::{Result, bail};
use image::RgbaImage;

/// A kind of picture.
pub struct Kind {
    /// Its name in reports.
    pub name: &'static str,
    draw: App,
}

const fn kind(name: &'static str, draw: App) -> Kind {
    Kind { name, draw }
}

/// All kinds; picture `n` is of kind `n` modulo their number.
pub const KINDS: [Kind; 45] = [
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
    kind("chess", games::chess),
    kind("checkers", games::checkers),
    kind("minesweeper", games::mines),
    kind("2048", games::tiles_2048),
    kind("solitaire", games::solitaire),
    kind("match of gems", games::gems),
    kind("seat plan", grids::seats),
    kind("eye chart", pages::eye_chart),
    kind("menu", pages::menu),
    kind("dialog", pages::form),
    kind("login with wavy letters", pages::captcha),
    kind("list of chats", pages::chats),
    kind("score table", pages::scores),
    kind("game without tiles", pages::empty_frame),
    kind("photograph", pictures::photo),
    kind("noise", pictures::grain),
    kind("clouds", pictures::clouds),
    kind("shapes", pictures::shapes),
    kind("plot", pictures::plot),
    kind("bar chart", pictures::bars),
    kind("map", pictures::map),
    kind("crossword, half filled", grids::half_filled),
    kind("two small crosswords", letters::two_crosswords),
    kind("word game in progress", letters::word_game),
    kind("listing in columns", letters::columns_of_characters),
    kind("list of words to find", letters::word_list),
    kind("answer sheet", letters::answer_sheet),
    kind("contacts with initials", letters::contacts),
    kind("icons with letters", letters::letter_icons),
];

/// The number of the kind of this name.
///
/// # Errors
///
/// Where no kind has the name.
pub fn kind_number(name: &str) -> Result<u64> {
    let names = KINDS.map(|kind| kind.name);
    match names.iter().position(|other| *other == name) {
        Some(number) => Ok(number as u64),
        None => bail!("expected a kind of picture without a board, found {name}; choose one of: {}", names.join(", ")),
    }
}

fn launcher(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    background(canvas, rng, region, theme.background, 10.0 * height, Detail::Any);
    let ink = if is_light(theme.background) { [20; 3] } else { [240; 3] };
    icons(canvas, rng, region.inset(2.0 * height), 1.3 * height, ink);
}

/// Draws picture `number` of a seed; returns it with its kind.
pub fn draw(seed: u64, number: u64, fonts: &Fonts) -> (RgbaImage, &'static Kind) {
    /// The first number of these pictures' random streams: boards of the same seed have other ones.
    const STREAM: u64 = 1 << 40;
    const SIZES: [(u32, u32); 7] =
        [(640, 480), (800, 600), (1280, 720), (1366, 768), (1920, 1080), (1080, 1920), (500, 700)];
    let mut rng = Random::new(seed, STREAM + number);
    let rng = &mut rng;
    let kind = &KINDS[(number % KINDS.len() as u64) as usize];
    let (width, height) = *rng.pick(&SIZES);
    let theme = UiTheme::random(rng);
    let typeface = fonts.pick(rng).typeface.clone();
    let mut canvas = Canvas::new(width, height, theme.background, typeface);
    let text = rng.between(8.0, 16.0) * (width.min(height) as f32 / 600.0).max(0.8);
    let mut region = canvas.region();
    if rng.chance(0.4) {
        let window = region.inset(rng.between(0.02, 0.15) * width.min(height) as f32);
        region = frame(&mut canvas, rng, window, text.min(12.0));
    }
    (kind.draw)(&mut canvas, rng, region, text);
    (canvas.picture, kind)
}
