//! Letters made of pixels: those of small alphabets, and typefaces as they come out on few pixels without gray.

use super::alphabets::ALPHABETS;
use super::draw::Dice;
use hexlex::typeface::Typeface;
use std::collections::BTreeMap;
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Transform};

/// Pixels, on or off, rows from above.
#[derive(Debug, Clone)]
struct Grid {
    width: usize,
    cells: Vec<bool>,
    /// The rows above a capital, and those of a capital.
    above: usize,
    capital: usize,
}

/// The outline of a text in pixels, its capitals this high, about this place; `None` where the pixels are too few to
/// tell its letters apart.
pub(crate) fn pixels(dice: &mut Dice, typeface: &Typeface, text: &str, at: (f32, f32), height: f32) -> Option<Path> {
    /// A pixel's width in its heights: mostly square.
    const ASPECT: (f32, f32) = (0.8, 1.25);
    let grid = if dice.chance(0.5) {
        let alphabet = &ALPHABETS[dice.below(ALPHABETS.len())];
        let text = text.to_uppercase();
        let letter = |c: u8| alphabet.get(usize::from(c.checked_sub(b'A')?)).map(|rows| Grid::parse(rows));
        let grid = Grid::row(&text.bytes().map(letter).collect::<Option<Vec<_>>>()?);
        if dice.chance(0.35) { grid.bolder() } else { grid }
    } else {
        Grid::of_typeface(typeface, text, 6 + dice.below(8), dice.between(0.3, 0.5))?
    };
    let cell = height / grid.capital as f32;
    let wide = cell * if dice.chance(0.3) { dice.between(ASPECT.0, ASPECT.1) } else { 1.0 };
    let left = at.0 - wide * grid.width as f32 / 2.0;
    let top = at.1 - height / 2.0 - cell * grid.above as f32;
    grid.outline()?.transform(Transform::from_row(wide, 0.0, 0.0, cell, left, top))
}

impl Grid {
    /// From rows with slashes between.
    fn parse(rows: &str) -> Grid {
        let width = rows.find('/').unwrap_or(rows.len());
        let cells: Vec<bool> = rows.chars().filter(|&c| c != '/').map(|c| c == '#').collect();
        Grid { width, above: 0, capital: cells.len() / width, cells }
    }

    /// Letters of one height beside each other.
    fn row(letters: &[Grid]) -> Grid {
        let height = letters.iter().map(|letter| letter.capital).min().unwrap_or_default();
        let width = letters.iter().map(|letter| letter.width + 1).sum::<usize>() - 1;
        let line = |y: usize| {
            let parts = letters.iter().map(move |letter| &letter.cells[y * letter.width..][..letter.width]);
            parts.collect::<Vec<_>>().join(&false)
        };
        Grid { width, above: 0, capital: height, cells: (0..height).flat_map(line).collect() }
    }

    /// A text of a typeface whose capitals are so many pixels high, its sides on the borders of pixels, as hinting
    /// puts them; `None` where a stroke breaks, or another letter looks about the same.
    fn of_typeface(typeface: &Typeface, text: &str, capital: usize, covered: f32) -> Option<Grid> {
        /// Letters differ in more pixels.
        const ALIKE: usize = 2;
        let draw = |text: &str| -> Option<Grid> {
            let outline = typeface.outline(text)?;
            let (bounds, height) = (outline.bounds(), capital as f32);
            let width = (bounds.width() * height).round().max(1.0);
            let above = ((-bounds.top() - 1.0).max(0.0) * height).ceil();
            let rows = above + height + (bounds.bottom().max(0.0) * height).ceil();
            let across = width / bounds.width();
            let place = Transform::from_row(across, 0.0, 0.0, height, -bounds.left() * across, above + height);
            let mut mask = Mask::new(width as u32, rows as u32)?;
            mask.fill_path(&outline.transform(place)?, FillRule::Winding, true, Transform::identity());
            let cells = mask.data().iter().map(|&level| f32::from(level) > 255.0 * covered).collect();
            Some(Grid { width: width as usize, cells, above: above as usize, capital })
        };
        let grid = draw(text)?;
        let is_letter = text.len() == 1 && text.as_bytes()[0].is_ascii_uppercase();
        let differs =
            |c: char| text.starts_with(c) || draw(&c.to_string()).is_none_or(|other| grid.difference(&other) > ALIKE);
        (!is_letter || grid.is_whole() && ('A'..='Z').all(differs)).then_some(grid)
    }

    fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    fn is_on(&self, x: i32, y: i32) -> bool {
        (0..self.width as i32).contains(&x)
            && (0..self.height() as i32).contains(&y)
            && self.cells[y as usize * self.width + x as usize]
    }

    /// The pixels that only one of the two has, capitals on one line.
    fn difference(&self, other: &Grid) -> usize {
        let above = self.above.max(other.above) as i32;
        let below = self.height().max(other.height()) as i32;
        let places = (-above..below).flat_map(|y| (0..self.width.max(other.width) as i32).map(move |x| (x, y)));
        places.filter(|&(x, y)| self.is_on(x, y + self.above as i32) != other.is_on(x, y + other.above as i32)).count()
    }

    /// Whether all pixels hang together, also over their corners.
    fn is_whole(&self) -> bool {
        let mut left = self.cells.clone();
        let Some(first) = left.iter().position(|&on| on) else { return false };
        let mut stack = vec![first];
        while let Some(i) = stack.pop() {
            if !std::mem::replace(&mut left[i], false) {
                continue;
            }
            let (x, y) = ((i % self.width) as i32, (i / self.width) as i32);
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
            stack.extend(around.filter(|&(x, y)| self.is_on(x, y)).map(|(x, y)| y as usize * self.width + x as usize));
        }
        !left.contains(&true)
    }

    /// With every pixel drawn twice, the second time one to the right.
    fn bolder(&self) -> Grid {
        let width = self.width + 1;
        let cells = (0..width * self.height()).map(|i| {
            let (x, y) = ((i % width) as i32, (i / width) as i32);
            self.is_on(x, y) || self.is_on(x - 1, y)
        });
        Grid { width, cells: cells.collect(), ..*self }
    }

    /// The borders between pixels that are on and those that are off, a pixel one unit wide and high.
    fn outline(&self) -> Option<Path> {
        let mut edges: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
        for y in 0..self.height() as i32 {
            for x in (0..self.width as i32).filter(|&x| self.is_on(x, y)) {
                let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
                let beyond = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
                for (i, _) in beyond.iter().enumerate().filter(|(_, at)| !self.is_on(at.0, at.1)) {
                    edges.entry(corners[i]).or_default().push(corners[(i + 1) % 4]);
                }
            }
        }
        let mut builder = PathBuilder::new();
        while let Some((&start, _)) = edges.first_key_value() {
            builder.move_to(start.0 as f32, start.1 as f32);
            let mut at = start;
            while let Some(next) = edges.get_mut(&at).and_then(Vec::pop) {
                if edges[&at].is_empty() {
                    edges.remove(&at);
                }
                if next == start {
                    break;
                }
                builder.line_to(next.0 as f32, next.1 as f32);
                at = next;
            }
            builder.close();
        }
        builder.finish()
    }
}
