//! Letters made of pixels: those of typefaces of pixels, strokes, and outlines rendered on few pixels without gray.

use crate::fonts::Font;
use crate::random::Random;
use crate::strokes::{Line, StrokeFace, constructions};
use hexlex::pixels::Point;
use hexlex::read::LetterCase;
use hexlex::typeface::Typeface;
use imageproc::drawing::BresenhamLineIter;
use std::collections::BTreeMap;
use tiny_skia::{FillRule, Mask, Path, PathBuilder, Rect, Transform};

/// Two letters that differ in at most this number of pixels are too similar. Chosen by hand.
const SIMILAR: usize = 2;

/// Pixels that are on or off, in rows from the top down.
#[derive(Debug, Clone)]
struct Bitmap {
    width: usize,
    pixels: Vec<bool>,
    /// The number of rows above a capital.
    above: usize,
    /// The number of rows of a capital.
    capital: usize,
}

/// The outline of a text made of pixels, its capitals this high, around this center; `None` where the pixels are too
/// few to distinguish its letters.
pub(crate) fn pixel_letter(
    rng: &mut Random,
    (font, case): (&Font, LetterCase),
    text: &str,
    center: Point,
    height: f32,
) -> Option<Path> {
    let typeface = match case {
        LetterCase::Upper => &font.typeface,
        LetterCase::Lower => &font.typeface.clone().in_lower_case(),
    };
    let of_strokes = case == LetterCase::Upper && text.len() == 1 && constructions(text.chars().next()?).is_some();
    let bitmap = if let Some(rows) = font.pixel_rows {
        let bitmap = Bitmap::on_rows(typeface, text, rows, 0.5)?;
        if rng.chance(BOLDER) { bitmap.bolder() } else { bitmap }
    } else if of_strokes && rng.chance(0.5) {
        Bitmap::of_strokes(rng, text.chars().next()?)?
    } else {
        Bitmap::rendered((typeface, case), text, 6 + rng.below(8), rng.between(0.3, 0.5))?
    };
    let pixel_height = height / bitmap.capital as f32;
    // Mostly square pixels.
    let pixel_width = pixel_height * if rng.chance(0.3) { rng.between(0.8, 1.25) } else { 1.0 };
    let left = center.x - pixel_width * bitmap.width as f32 / 2.0;
    let top = center.y - height / 2.0 - pixel_height * bitmap.above as f32;
    let outline = if rng.chance(WITH_GAPS) { bitmap.with_gaps(Gaps::random(rng))? } else { bitmap.outline()? };
    outline.transform(Transform::from_row(pixel_width, 0.0, 0.0, pixel_height, left, top))
}

/// The part of the letters of typefaces of pixels whose strokes are drawn one pixel wider. Chosen by hand: games print bold
/// letters so; more leaves too few letters as their typeface has them.
const BOLDER: f32 = 0.15;

/// The part of the letters of pixels that fall apart into stripes or dots, as on old screens. Chosen by hand: with none,
/// faces of stripes are not read; more takes capacity from whole letters.
const WITH_GAPS: f32 = 0.2;

/// The gaps between the rows of pixels, and between the pixels of a row, in pixels.
struct Gaps {
    down: f32,
    across: f32,
}

impl Gaps {
    /// Mostly stripes, some dots.
    fn random(rng: &mut Random) -> Gaps {
        let down = rng.between(0.1, 0.5);
        Gaps { down, across: if rng.chance(0.25) { down } else { 0.0 } }
    }
}

/// The size of the rectangle that is drawn at each point of a line, in pixels.
#[derive(Debug, Clone, Copy)]
struct Brush {
    across: usize,
    down: usize,
}

impl Brush {
    /// A square, or twice as wide as high: on many old screens pixels are narrow, and stems two of them wide.
    fn random(rng: &mut Random, capital: usize) -> Brush {
        let down = 1 + rng.below(1 + capital / 6);
        Brush { down, across: if rng.chance(0.4) { 2 * down } else { down } }
    }
}

/// Whether fewer than `APART` pixels set lines apart from some construction of a letter or of the slash.
pub(crate) fn is_like_a_letter(face: &StrokeFace, lines: &[Line]) -> bool {
    /// The pixels of either that have none of the other beside them, on 7 x 9 pixels. Chosen by hand: with fewer, stretched
    /// letters count as invented glyphs; with more, few of those are left.
    const APART: usize = 6;
    let draw = |lines: &[Line]| Bitmap::drawn(lines, 7, 9, Brush { across: 1, down: 1 });
    let drawn = draw(lines);
    let is_like = |construction: &str| {
        let letter = draw(&face.lines(construction));
        drawn.far_from(&letter) + letter.far_from(&drawn) < APART
    };
    ('A'..='Z').chain(['/']).filter_map(constructions).flatten().any(|construction| is_like(construction))
}

/// The outline of lines drawn on 7 to 16 rows of square pixels, without gaps; `None` where the strokes would run together.
pub(crate) fn pixel_lines(rng: &mut Random, lines: &[Line], center: Point, height: f32) -> Option<Path> {
    let capital = 7 + rng.below(10);
    let width = (capital as f32 * rng.between(0.5, 1.0)).round() as usize;
    let brush = Brush::random(rng, capital);
    if width < 3 * brush.across {
        return None;
    }
    let bitmap = Bitmap::drawn(lines, width, capital, brush);
    let pixel = height / capital as f32;
    let (left, top) = (center.x - pixel * bitmap.width as f32 / 2.0, center.y - height / 2.0);
    bitmap.outline()?.transform(Transform::from_row(pixel, 0.0, 0.0, pixel, left, top))
}

impl Bitmap {
    /// A letter made of strokes, on 5 to 20 rows; `None` where another letter has about the same pixels.
    fn of_strokes(rng: &mut Random, letter: char) -> Option<Bitmap> {
        let face = StrokeFace::random(rng);
        let capital = if rng.chance(0.7) { 5 + rng.below(6) } else { 10 + rng.below(11) };
        let width = (capital as f32 * rng.between(0.5, 1.0)).round() as usize;
        if width < 3 || width < 5 && "MNWQ".contains(letter) {
            return None;
        }
        let brush = Brush::random(rng, capital);
        let draw = |construction: &str| Bitmap::drawn(&face.lines(construction), width, capital, brush);
        let choices = constructions(letter)?;
        let bitmap = draw(choices[rng.below(choices.len())]);
        let others = ('A'..='Z').filter(|&other| other != letter).filter_map(constructions).flatten();
        let differs = |other: &&str| bitmap.difference(&draw(other)) > SIMILAR * brush.across;
        others.into_iter().all(differs).then_some(bitmap)
    }

    /// Lines drawn with a brush.
    fn drawn(lines: &[Line], width: usize, capital: usize, brush: Brush) -> Bitmap {
        // Room for what reaches below the baseline and beyond the right side.
        let (columns, rows) = (width + width.div_ceil(5), capital + capital.div_ceil(4));
        let mut pixels = vec![false; columns * rows];
        let place = |point: Point| {
            let x = (point.x.max(0.0) * (width.saturating_sub(brush.across)) as f32).round() as i32;
            (x, (point.y * (capital.saturating_sub(brush.down)) as f32).round() as i32)
        };
        let mut dab = |(x, y): (i32, i32)| {
            for (row, column) in (0..brush.down).flat_map(|row| (0..brush.across).map(move |column| (row, column))) {
                let (x, y) = (x as usize + column, y as usize + row);
                if x < columns && y < rows {
                    pixels[y * columns + x] = true;
                }
            }
        };
        for line in lines {
            let back = line.is_closed.then(|| line.points[0]);
            let points: Vec<(i32, i32)> = line.points.iter().copied().chain(back).map(place).collect();
            for ends in points.windows(2) {
                BresenhamLineIter::new(as_floats(ends[0]), as_floats(ends[1])).for_each(&mut dab);
            }
        }
        Bitmap { width: columns, above: 0, capital, pixels }.trimmed()
    }

    /// The bitmap without the columns at its right side and the rows at its bottom, below the capital, that are off.
    fn trimmed(self) -> Bitmap {
        let is_on = |x: usize, y: usize| self.pixels[y * self.width + x];
        let rows = self.height();
        let width = (0..self.width).rev().find(|&x| (0..rows).any(|y| is_on(x, y))).map_or(1, |x| x + 1);
        let height =
            (self.capital..rows).rev().find(|&y| (0..width).any(|x| is_on(x, y))).map_or(self.capital, |y| y + 1);
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| is_on(x, y)).collect();
        Bitmap { width, pixels, ..self }
    }

    /// A text of a typeface with capitals `capital` pixels high; a pixel is on where more than the part `covered` of it
    /// is covered. The sides of the text lie on the borders of pixels, as hinting puts them.
    fn on_rows(typeface: &Typeface, text: &str, capital: usize, covered: f32) -> Option<Bitmap> {
        let outline = typeface.outline(text)?;
        let (bounds, height) = (outline.bounds(), capital as f32);
        let width = (bounds.width() * height).round().max(1.0);
        let above = ((-bounds.top() - 1.0).max(0.0) * height - 0.01).ceil();
        let rows = above + height + (bounds.bottom().max(0.0) * height - 0.01).ceil();
        let scale_x = width / bounds.width();
        let place = Transform::from_row(scale_x, 0.0, 0.0, height, -bounds.left() * scale_x, above + height);
        let mut mask = Mask::new(width as u32, rows as u32)?;
        mask.fill_path(&outline.transform(place)?, FillRule::Winding, true, Transform::identity());
        let pixels = mask.data().iter().map(|&level| f32::from(level) > 255.0 * covered).collect();
        Some(Bitmap { width: width as usize, pixels, above: above as usize, capital })
    }

    /// The same; `None` where a stroke breaks, or where another letter has about the same pixels.
    fn rendered((typeface, case): (&Typeface, LetterCase), text: &str, capital: usize, covered: f32) -> Option<Bitmap> {
        let render = |text: &str| Bitmap::on_rows(typeface, text, capital, covered);
        let bitmap = render(text)?;
        let is_letter = text.len() == 1 && text.as_bytes()[0].is_ascii_uppercase();
        let differs = |c: char| {
            text.starts_with(c) || render(&c.to_string()).is_none_or(|other| bitmap.difference(&other) > SIMILAR)
        };
        let has_dot = case == LetterCase::Lower && ["I", "J"].contains(&text);
        (!is_letter || (has_dot || bitmap.is_connected()) && ('A'..='Z').all(differs)).then_some(bitmap)
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    fn is_on(&self, x: i32, y: i32) -> bool {
        (0..self.width as i32).contains(&x)
            && (0..self.height() as i32).contains(&y)
            && self.pixels[y as usize * self.width + x as usize]
    }

    /// The number of pixels that only one of two bitmaps has, their capitals on one line.
    fn difference(&self, other: &Bitmap) -> usize {
        let above = self.above.max(other.above) as i32;
        let below = self.height().max(other.height()) as i32;
        let places = (-above..below).flat_map(|y| (0..self.width.max(other.width) as i32).map(move |x| (x, y)));
        places.filter(|&(x, y)| self.is_on(x, y + self.above as i32) != other.is_on(x, y + other.above as i32)).count()
    }

    /// The number of pixels with none of the other bitmap's within one pixel; both have no rows above the capital.
    fn far_from(&self, other: &Bitmap) -> usize {
        let places = (0..self.height() as i32).flat_map(|y| (0..self.width as i32).map(move |x| (x, y)));
        let is_near = |x: i32, y: i32| (-1..=1).any(|dy| (-1..=1).any(|dx| other.is_on(x + dx, y + dy)));
        places.filter(|&(x, y)| self.is_on(x, y) && !is_near(x, y)).count()
    }

    /// Whether all pixels that are on are connected, also by corners.
    fn is_connected(&self) -> bool {
        let mut left = self.pixels.clone();
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

    /// The bitmap with every stroke one pixel wider to the right.
    fn bolder(&self) -> Bitmap {
        let width = self.width + 1;
        let pixels = (0..width * self.height()).map(|i| {
            let (x, y) = ((i % width) as i32, (i / width) as i32);
            self.is_on(x, y) || self.is_on(x - 1, y)
        });
        Bitmap { width, pixels: pixels.collect(), ..*self }
    }

    /// The outlines of the rows of pixels that are on, apart from each other; a pixel has the side 1.
    fn with_gaps(&self, gaps: Gaps) -> Option<Path> {
        let mut builder = PathBuilder::new();
        for y in 0..self.height() as i32 {
            let mut x = 0;
            while x < self.width as i32 {
                let first = x;
                while self.is_on(x, y) && (x == first || gaps.across == 0.0) {
                    x += 1;
                }
                if x > first {
                    let (width, height) = ((x - first) as f32 - gaps.across, 1.0 - gaps.down);
                    let corner = (first as f32 + gaps.across / 2.0, y as f32 + gaps.down / 2.0);
                    builder.push_rect(Rect::from_xywh(corner.0, corner.1, width, height)?);
                } else {
                    x += 1;
                }
            }
        }
        builder.finish()
    }

    /// The outline of the pixels that are on; a pixel has the side 1.
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

fn as_floats((x, y): (i32, i32)) -> (f32, f32) {
    (x as f32, y as f32)
}
