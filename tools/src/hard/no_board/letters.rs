//! Single letters on a lattice that are not a letter board: word games in progress, forms, lists and listings.

use crate::hard::apps::icon;
use crate::hard::background::{Detail, background};
use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{BLACK, UiTheme, WHITE, black_or_white_on, hsl, is_light};
use crate::hard::no_board::grids::puzzle;
use crate::hard::random::Random;
use crate::hard::words::{capital, phrase, status, word};
use hexlex::pixels::{Point, mix};

/// A square grid of words that cross each other, as players put them on a board.
struct CrossingWords {
    side: usize,
    /// Row by row.
    cells: Vec<Option<char>>,
}

impl CrossingWords {
    /// A first word through the middle, and up to `most` further ones that cross earlier ones.
    fn random(rng: &mut Random, side: usize, most: usize) -> CrossingWords {
        /// The number of words that are tried for each that is placed.
        const ATTEMPTS: usize = 60;
        let mut grid = CrossingWords { side, cells: vec![None; side * side] };
        let first: Vec<char> = word(rng).to_uppercase().chars().collect();
        let start = (side / 2) * side + side.saturating_sub(first.len()) / 2;
        first.iter().enumerate().for_each(|(n, &letter)| grid.cells[start + n] = Some(letter));
        let mut placed = 0;
        for _ in 0..ATTEMPTS * most {
            let letters: Vec<char> = word(rng).to_uppercase().chars().collect();
            placed += usize::from(grid.cross(rng, &letters));
            if placed == most {
                break;
            }
        }
        grid
    }

    fn at(&self, column: i32, row: i32) -> Option<char> {
        let side = self.side as i32;
        let inside = (0..side).contains(&column) && (0..side).contains(&row);
        inside.then(|| self.cells[(row * side + column) as usize]).flatten()
    }

    /// Places a word across an earlier letter, if it fits there; returns whether it does.
    fn cross(&mut self, rng: &mut Random, letters: &[char]) -> bool {
        let taken: Vec<usize> = (0..self.cells.len()).filter(|&id| self.cells[id].is_some()).collect();
        let id = *rng.pick(&taken);
        let Some(nth) = letters.iter().position(|&letter| self.cells[id] == Some(letter)) else { return false };
        let (column, row) = ((id % self.side) as i32, (id / self.side) as i32);
        let down = self.at(column - 1, row).is_some() || self.at(column + 1, row).is_some();
        let (dx, dy) = if down { (0, 1) } else { (1, 0) };
        let place = |n: i32| (column + (n - nth as i32) * dx, row + (n - nth as i32) * dy);
        let end = letters.len() as i32;
        let is_free = |n: i32| {
            let (x, y) = place(n);
            let side = self.side as i32;
            let touches = self.at(x + dy, y + dx).is_some() || self.at(x - dy, y - dx).is_some();
            let crosses = self.at(x, y) == Some(letters[n as usize]);
            (0..side).contains(&x) && (0..side).contains(&y) && (crosses || (self.at(x, y).is_none() && !touches))
        };
        let ends_free = [place(-1), place(end)].into_iter().all(|(x, y)| self.at(x, y).is_none());
        if !ends_free || !(0..end).all(is_free) {
            return false;
        }
        for (n, &letter) in letters.iter().enumerate() {
            let (x, y) = place(n as i32);
            self.cells[y as usize * self.side + x as usize] = Some(letter);
        }
        true
    }
}

/// A word game in progress: premium squares, crossing words, a rack of seven tiles.
pub(crate) fn word_game(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    const PREMIUMS: [(&str, f32); 4] = [("DW", 340.0), ("TW", 10.0), ("DL", 200.0), ("TL", 230.0)];
    let theme = UiTheme::random(rng);
    background(canvas, rng, region, theme.background, 8.0 * height, Detail::Faint);
    let side = *rng.pick(&[11, 11, 15]);
    let words = rng.count(3..=14);
    let grid = CrossingWords::random(rng, side, words);
    let (upper, lower) = region.split_top(0.84 * region.height);
    let (field, cell_side) = upper.square_grid(side, side);
    let gap = rng.between(0.02, 0.06) * cell_side;
    let tile = hsl(rng.between(25.0, 55.0), rng.between(0.2, 0.6), rng.between(0.75, 0.92));
    let (empty, lightness) = (mix(theme.panel, theme.ink, 0.06), if is_light(theme.panel) { 0.75 } else { 0.35 });
    for n in 0..side * side {
        let cell = field.cell(side, side, n % side, n / side).inset(gap);
        if let Some(letter) = grid.cells[n] {
            draw_tile(canvas, rng, cell, letter, tile);
            continue;
        }
        // The premium squares are symmetric.
        let fold = |n: usize| n.min(side - 1 - n);
        let mark = fold(n % side) * fold(n / side) * 7 + fold(n % side) + fold(n / side);
        if !mark.is_multiple_of(5) {
            canvas.block(cell, 0.1 * cell_side, empty);
            continue;
        }
        let (text, hue) = PREMIUMS[mark / 5 % 4];
        let color = hsl(hue, 0.4, lightness);
        canvas.block(cell, 0.1 * cell_side, color);
        canvas.text_in(text, cell.center(), 0.28 * cell_side, 0.8 * cell_side, black_or_white_on(color));
    }
    let rack_side = (1.5 * cell_side).min(0.8 * lower.height).min(lower.width / 8.0);
    let middle = lower.center();
    for n in 0..7 {
        let x = middle.x + (n as f32 - 3.5) * rack_side;
        let cell = Region::new(x, middle.y - rack_side / 2.0, rack_side, rack_side).inset(0.05 * rack_side);
        let letter = rng.letter();
        draw_tile(canvas, rng, cell, letter, tile);
    }
    canvas.text(&status(rng), Point::new(region.x + height, region.y + 0.3 * height), height, region.width, theme.ink);
}

/// Draws a tile of a word game with the value of its letter.
fn draw_tile(canvas: &mut Canvas, rng: &mut Random, cell: Region, letter: char, color: [u8; 3]) {
    canvas.block(cell, 0.1 * cell.width, color);
    canvas.text_in(&letter.to_string(), cell.center(), 0.48 * cell.height, 0.7 * cell.width, [40, 28, 20]);
    let value = Point::new(cell.x + 0.72 * cell.width, cell.y + 0.7 * cell.height);
    canvas.text(&rng.count(1..=8).to_string(), value, 0.17 * cell.height, cell.width, [40, 28, 20]);
}

/// Two small crosswords beside each other, partly filled.
pub(crate) fn two_crosswords(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let (head, rest) = region.split_top(4.0 * height);
    canvas.block(head, 0.0, WHITE);
    canvas.text_in(&phrase(rng, 2..=4), head.center(), 1.5 * height, head.width, BLACK);
    let upright = rest.height > rest.width;
    for n in 0..2 {
        let part = if upright { rest.cell(1, 2, 0, n) } else { rest.cell(2, 1, n, 0) };
        let (count, filled) = (rng.count(5..=9), rng.between(0.1, 0.5));
        puzzle(canvas, rng, part, count, filled);
    }
}

/// A terminal whose characters are all of one width: a listing of files, or bytes.
pub(crate) fn columns_of_characters(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let dark = rng.chance(0.8);
    let back = hsl(rng.between(0.0, 360.0), 0.2, if dark { 0.08 } else { 0.95 });
    let ink = hsl(rng.between(0.0, 360.0), 0.4, if dark { 0.8 } else { 0.15 });
    canvas.block(region, 0.0, back);
    let (across, down) = (height * rng.between(0.85, 1.1), height * rng.between(1.7, 2.2));
    let (columns, rows) = (((region.width / across) as usize).min(110), (region.height / down) as usize);
    let bytes = rng.chance(0.5);
    for row in 0..rows.min(70) {
        let line = if bytes { line_of_bytes(rng, row) } else { line_of_files(rng) };
        for (column, letter) in line.chars().take(columns).enumerate() {
            let center = Point::new(region.x + (column as f32 + 0.5) * across, region.y + (row as f32 + 0.5) * down);
            canvas.text_in(&letter.to_string(), center, height, 0.9 * across, ink);
        }
    }
}

/// A line of a hex dump.
fn line_of_bytes(rng: &mut Random, row: usize) -> String {
    let bytes: Vec<u8> = (0..16).map(|_| rng.below(256) as u8).collect();
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let text = |byte: &u8| if byte.is_ascii_graphic() { char::from(*byte) } else { '.' };
    format!("{:08X}  {}  {}", 16 * row, hex.join(" "), bytes.iter().map(text).collect::<String>())
}

/// A line of a listing of files.
fn line_of_files(rng: &mut Random) -> String {
    let mode = *rng.pick(&["-rw-r--r--", "drwxr-xr-x", "-rwxr-xr-x", "lrwxrwxrwx"]);
    let (size, day, hour) = (rng.below(99_999), rng.count(1..=28), rng.below(24));
    format!("{mode} 1 user user {size:>6} Jan {day:>2} {hour:02}:{:02} {}_{}.txt", rng.below(60), word(rng), word(rng))
}

/// The words to find in a word search, some of them struck out.
pub(crate) fn word_list(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (head, rest) = region.split_top(6.0 * height);
    canvas.text_in(&phrase(rng, 2..=3).to_uppercase(), head.center(), 2.0 * height, 0.9 * head.width, theme.ink);
    let columns = rng.count(2..=5);
    let rows = ((rest.height / (2.6 * height)) as usize).clamp(4, 24);
    for n in 0..columns * rows {
        let cell = rest.cell(columns, rows, n % columns, n / columns);
        let text = word(rng).to_uppercase();
        canvas.text_in(&text, cell.center(), height, 0.85 * cell.width, theme.ink);
        if rng.chance(0.3) {
            let Point { x, y } = cell.center();
            let reach = 0.5 * canvas.typeface.width(&text) * height;
            canvas.line(&[Point::new(x - reach, y), Point::new(x + reach, y)], 0.15 * height, theme.accent, 1.0);
        }
    }
}

/// Numbered rows of circles with the letters of the answers, some of them filled.
pub(crate) fn answer_sheet(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let ink = hsl(rng.between(0.0, 360.0), rng.between(0.0, 0.7), 0.3);
    canvas.block(region, 0.0, WHITE);
    let (head, rest) = region.split_top(5.0 * height);
    canvas.text_in(&phrase(rng, 2..=4), head.center(), 1.5 * height, head.width, ink);
    let answers = rng.count(4..=5);
    let step = 2.6 * height;
    let blocks = ((rest.width / ((answers + 2) as f32 * step)) as usize).clamp(1, 4);
    let rows = ((rest.height / step) as usize).clamp(3, 25);
    for n in 0..blocks * rows {
        let (block, row) = (n / rows, n % rows);
        let left = rest.x + (block * (answers + 2)) as f32 * step;
        let y = rest.y + (row as f32 + 0.5) * step;
        canvas.text_in(&(n + 1).to_string(), Point::new(left + 0.6 * step, y), height, step, ink);
        let chosen = rng.count(0..=answers);
        for answer in 0..answers {
            let center = Point::new(left + (answer as f32 + 1.6) * step, y);
            canvas.disk(center, 0.42 * step, ink, 1.0);
            if answer != chosen {
                canvas.disk(center, 0.42 * step - 1.5, WHITE, 1.0);
                let letter = char::from(b'A' + answer as u8).to_string();
                canvas.text_in(&letter, center, 0.9 * height, step, ink);
            }
        }
    }
}

/// Contacts with their initials in circles, and a bar of the alphabet at the right edge.
pub(crate) fn contacts(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (list, bar) = region.split_left(region.width - 3.0 * height);
    let rows = ((region.height / (4.5 * height)) as usize).max(3);
    let initials = rng.count(1..=2);
    for row in 0..rows {
        let line = list.cell(1, rows, 0, row);
        let (first, last) = (capital(word(rng)), capital(word(rng)));
        let color = hsl(rng.between(0.0, 360.0), 0.5, 0.5);
        let center = Point::new(line.x + 3.0 * height, line.center().y);
        canvas.disk(center, 1.8 * height, color, 1.0);
        let text: String = [&first, &last].iter().take(initials).filter_map(|name| name.chars().next()).collect();
        canvas.text_in(&text, center, 1.4 * height, 3.0 * height, black_or_white_on(color));
        let corner = Point::new(line.x + 6.0 * height, center.y - 0.5 * height);
        canvas.text(&format!("{first} {last}"), corner, height, line.width - 8.0 * height, theme.ink);
    }
    for n in 0..26 {
        let letter = char::from(b'A' + n as u8).to_string();
        canvas.text_in(&letter, bar.cell(1, 26, 0, n).center(), 0.9 * height, 2.0 * height, theme.accent);
    }
}

/// Icons with a letter on each and a name below.
pub(crate) fn letter_icons(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    background(canvas, rng, region, theme.background, 10.0 * height, Detail::Any);
    let step = rng.between(8.0, 11.0) * height;
    let (columns, rows) = ((region.width / step) as usize, (region.height / step) as usize);
    let ink = if is_light(theme.background) { [20; 3] } else { [240; 3] };
    let radius = rng.between(0.1, 0.5);
    for n in 0..columns * rows {
        let center = region.cell(columns, rows, n % columns, n / columns).center();
        if rng.chance(0.12) {
            continue;
        }
        let name = capital(word(rng));
        if rng.chance(0.25) {
            icon(canvas, rng, center, 2.2 * height);
        } else {
            let color = hsl(rng.between(0.0, 360.0), 0.6, rng.between(0.3, 0.6));
            let plate = Region::new(center.x - 2.2 * height, center.y - 2.2 * height, 4.4 * height, 4.4 * height);
            canvas.block(plate, radius * plate.width, color);
            canvas.text_in(&name[..1], center, 2.2 * height, 4.0 * height, black_or_white_on(color));
        }
        canvas.text_in(&name, Point::new(center.x, center.y + 3.6 * height), height, 0.9 * step, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_words_make_no_block_of_letters() {
        for number in 0..50 {
            let grid = CrossingWords::random(&mut Random::new(2, number), 15, 14);
            let filled = grid.cells.iter().filter(|cell| cell.is_some()).count();
            assert!((8..110).contains(&filled), "{filled} letters");
            for (x, y) in (0..14).flat_map(|x| (0..14).map(move |y| (x, y))) {
                let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| grid.at(x + dx, y + dy));
                assert!(block.contains(&None), "four letters in a square at {x},{y}");
            }
        }
    }
}
