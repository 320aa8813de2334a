//! What the practice game looks like: tiles in a wooden frame beside an open book.

use super::plan::{Parts, Plan};
use hexlex::board::Tile;
use hexlex::game::Game;
use hexlex::paint::canvas::{Canvas, slope, solid};
use hexlex::paint::{Fill, Look, Looks, Marks, Placed, Style, paint_tiles};
use hexlex::pixels::{Bounds, Point, Rgb, mix};
use hexlex::solve::{Rules, Scoring};
use hexlex::typeface::Typeface;
use image::RgbaImage;
use image::imageops;
use tiny_skia::PathBuilder;

/// The table that everything lies on, lighter above.
const TABLE: (Rgb, Rgb) = ([92, 60, 36], [50, 31, 18]);
/// The frame of the board.
const WOOD: (Rgb, Rgb) = ([150, 100, 54], [98, 60, 30]);
/// The ground that the tiles lie on.
const GROUND: (Rgb, Rgb) = ([44, 28, 17], [30, 19, 11]);
/// The cover of the book, and what is sunk into its pages.
const LEATHER: (Rgb, Rgb) = ([112, 40, 28], [72, 22, 16]);
/// A page.
const PAPER: (Rgb, Rgb) = ([250, 238, 208], [232, 212, 168]);
/// What is written on it.
const INK: Rgb = [66, 40, 20];
/// Lines and small print.
const PALE_INK: Rgb = [158, 118, 70];
/// What is embossed in leather.
const GILT: Rgb = [255, 214, 112];
const CREAM: Rgb = [236, 216, 190];
/// Of the button that plays a word.
const GO: Rgb = [92, 132, 48];

/// What is to be seen.
pub(super) struct Shown<'a> {
    pub(super) game: &'a Game,
    /// How far each tile still has to fall, in tiles.
    pub(super) above: &'a [f32],
    /// Whether the word that is being spelled is one.
    pub(super) is_word: bool,
    /// The last words and what they paid, newest first.
    pub(super) history: Vec<(&'a str, u32)>,
    pub(super) note: &'a str,
}

/// Draws the game in windows of any size.
#[derive(Debug)]
pub(super) struct View {
    style: Style,
    print: Typeface,
}

impl View {
    /// Tiles show what their letters are worth by these rules.
    pub(super) fn new(rules: &Rules) -> View {
        let mut style = style();
        if let Scoring::Bookworm(numbers) = &rules.scoring {
            style.values = numbers.letters.map(|value| u8::try_from(value).unwrap_or(u8::MAX));
        }
        View { style, print: Typeface::serif() }
    }

    /// What lies still under the game in a window of this plan: most of the work, for every picture of this size.
    pub(super) fn backdrop(&self, plan: &Plan) -> RgbaImage {
        let mut picture = RgbaImage::new(plan.size.0, plan.size.1);
        if let Some(mut canvas) = Canvas::over(&mut picture, (plan.tile, plan.tile)) {
            table(&mut canvas, plan);
            frame(&mut canvas, plan);
            book(&mut canvas, plan.page);
            self.title(&mut canvas, plan.parts.title);
            self.button(&mut canvas, plan.parts.scramble, "Scramble", WOOD.0);
            self.button(&mut canvas, plan.parts.renew, "New game", WOOD.0);
        }
        picture
    }

    /// The game on its backdrop.
    pub(super) fn draw(&self, mut picture: RgbaImage, plan: &Plan, shown: &Shown<'_>) -> RgbaImage {
        let scale = (plan.tile, plan.tile);
        if let Some(mut canvas) = Canvas::over(&mut picture, scale) {
            self.page(&mut canvas, &plan.parts, shown);
        }
        self.tiles(&mut picture, plan, shown);
        if shown.game.is_over()
            && let Some(mut canvas) = Canvas::over(&mut picture, scale)
        {
            self.ending(&mut canvas, plan, shown.game);
        }
        picture
    }

    /// The tiles, cut off at the edge of their well so that new ones come from behind the frame.
    fn tiles(&self, picture: &mut RgbaImage, plan: &Plan, shown: &Shown<'_>) {
        let pixels = |length: f32| (length * plan.tile).round() as u32;
        let (left, top) = (pixels(plan.well.x), pixels(plan.well.y));
        let mut well =
            imageops::crop_imm(picture, left, top, pixels(plan.well.width), pixels(plan.well.height)).to_image();
        let board = shown.game.board();
        let tiles: Vec<(f32, f32, &Tile, u32)> = board
            .cells()
            .zip(shown.game.pieces())
            .zip(shown.above)
            .map(|(((cell, tile), piece), above)| {
                let (x, y) = plan.layout.center(cell);
                (x - left as f32, y - top as f32 - (above * plan.tile).round(), tile, piece.id)
            })
            .collect();
        let placed: Vec<Placed<'_>> = tiles
            .iter()
            .map(|&(x, y, tile, id)| Placed { tile, style: &self.style, center: Point { x, y }, id: id as usize })
            .collect();
        paint_tiles(&mut well, &placed, (plan.tile, plan.tile));
        imageops::replace(picture, &well, left.into(), top.into());
    }

    /// What is written on the page.
    fn page(&self, canvas: &mut Canvas<'_>, parts: &Parts, shown: &Shown<'_>) {
        let game = shown.game;
        let Point { x, y } = parts.score.center();
        let width = parts.score.width;
        self.write(canvas, "SCORE", Point::new(x, y - 0.52), 0.17, width, PALE_INK);
        self.write(canvas, &thousands(game.score()), Point::new(x, y - 0.03), 0.58, width, INK);
        let progress = format!("level {}  ·  {}", game.level(), counted(game.words_played().into(), "word"));
        self.write(canvas, &progress, Point::new(x, y + 0.53), 0.19, width, INK);
        self.word(canvas, parts.word, shown);
        self.write(canvas, shown.note, parts.note.center(), 0.17, parts.note.width, LEATHER.0);
        let ready = if shown.is_word { GO } else { mix(GO, WOOD.1, 0.8) };
        self.button(canvas, parts.submit, "Submit", ready);
        self.history(canvas, parts.history, &shown.history);
    }

    fn title(&self, canvas: &mut Canvas<'_>, area: Bounds) {
        self.write(canvas, "hexlex practice", area.center(), 0.2, area.width, PALE_INK);
        let rule = Bounds { x: area.x, y: area.y + area.height - 0.03, width: area.width, height: 0.02 };
        canvas.fill(rule.rounded(0.0), solid(PALE_INK, 0.6));
    }

    /// The word that is being spelled, and what it would pay.
    fn word(&self, canvas: &mut Canvas<'_>, area: Bounds, shown: &Shown<'_>) {
        let outline = area.rounded(0.14);
        canvas.fill(
            outline.clone(),
            slope(Point::new(0.0, area.y), Point::new(0.0, area.bottom()), (LEATHER.1, LEATHER.0)),
        );
        canvas.stroke(outline, 0.035, solid(if shown.is_word { GILT } else { mix(LEATHER.1, GILT, 0.35) }, 1.0));
        let Point { x, y } = area.center();
        let width = area.width - 0.4;
        let word = shown.game.word();
        if word.is_empty() {
            self.write(canvas, "spell a word", area.center(), 0.22, width, mix(LEATHER.0, CREAM, 0.6));
            return;
        }
        let color = if shown.is_word { GILT } else { CREAM };
        self.write(canvas, &word, Point::new(x, y - 0.17), 0.42, width, color);
        let worth = format!("{} points", thousands(shown.game.word_points().into()));
        let worth = if shown.is_word { worth } else { "not a word yet".to_string() };
        self.write(canvas, &worth, Point::new(x, y + 0.36), 0.18, width, mix(LEATHER.0, color, 0.75));
    }

    /// The last words as a table of contents has its chapters.
    fn history(&self, canvas: &mut Canvas<'_>, area: Bounds, words: &[(&str, u32)]) {
        /// The height of a line, and of its capitals.
        const LINE: (f32, f32) = (0.42, 0.18);
        let lines = (area.height / LINE.0) as usize;
        for (n, (word, points)) in words.iter().take(lines).enumerate() {
            let y = area.y + (n as f32 + 0.5) * LINE.0;
            let color = mix(INK, PALE_INK, n as f32 / lines as f32);
            let points = thousands((*points).into());
            let widths = [word, points.as_str()].map(|text| (self.print.width(text) * LINE.1).min(area.width / 2.0));
            let right = area.right();
            self.write(canvas, word, Point::new(area.x + widths[0] / 2.0, y), LINE.1, widths[0], color);
            self.write(canvas, &points, Point::new(right - widths[1] / 2.0, y), LINE.1, widths[1], color);
            /// Dots lead from the word to its points, so far apart and so large.
            const DOTS: (f32, f32) = (0.14, 0.018);
            let (from, to) = (area.x + widths[0] + DOTS.0, right - widths[1] - DOTS.0);
            for dot in 0..((to - from) / DOTS.0).max(0.0) as usize {
                let x = to - dot as f32 * DOTS.0;
                canvas.fill(PathBuilder::from_circle(x, y + LINE.1 / 2.0, DOTS.1), solid(PALE_INK, 0.8));
            }
        }
    }

    fn button(&self, canvas: &mut Canvas<'_>, area: Bounds, says: &str, color: Rgb) {
        /// How far a button stands out, and how round it is.
        const RAISED: (f32, f32) = (0.06, 0.16);
        canvas.fill(Bounds { y: area.y + RAISED.0, ..area }.rounded(RAISED.1), solid(mix(color, [0; 3], 0.55), 1.0));
        let colors = (mix(color, [255; 3], 0.22), mix(color, [0; 3], 0.12));
        canvas.fill(area.rounded(RAISED.1), slope(Point::new(0.0, area.y), Point::new(0.0, area.bottom()), colors));
        canvas.stroke(area.inset(0.02).rounded(RAISED.1), 0.025, solid(mix(color, [255; 3], 0.4), 0.8));
        let height = (area.height * 0.34).min(0.26);
        self.write(canvas, says, area.center(), height, area.width - 0.25, [255, 246, 226]);
    }

    /// The end of a game, over its board.
    fn ending(&self, canvas: &mut Canvas<'_>, plan: &Plan, game: &Game) {
        canvas.fill(plan.well.rounded(0.0), solid(GROUND.1, 0.66));
        let Point { x, y } = plan.well.center();
        let card = Bounds::centered(plan.well.center(), 5.8, 3.0);
        book(canvas, card);
        let width = card.width - 0.7;
        self.write(canvas, "GAME OVER", Point::new(x, y - 0.75), 0.5, width, LEATHER.0);
        self.write(canvas, "a fire has reached the bottom", Point::new(x, y - 0.15), 0.2, width, PALE_INK);
        let result = format!("{} points  ·  {}", thousands(game.score()), counted(game.words_played().into(), "word"));
        self.write(canvas, &result, Point::new(x, y + 0.37), 0.26, width, INK);
        self.write(canvas, "click, or press a key, for a new game", Point::new(x, y + 0.95), 0.18, width, PALE_INK);
    }

    fn write(&self, canvas: &mut Canvas<'_>, text: &str, at: Point, height: f32, width: f32, color: Rgb) {
        canvas.fill(self.print.centered(text, at, height, width), solid(color, 1.0));
    }
}

/// The tiles of the game: large, warm, and legible in every kind.
fn style() -> Style {
    const DARK: Rgb = [38, 24, 12];
    let plain = Style::default();
    // Bright enough that a dark letter stands out from every tongue of it.
    let flames = Fill::Flames([224, 70, 28], [247, 122, 38], [255, 190, 84]);
    let sapphire = Fill::Gem([206, 228, 255], [122, 178, 250], [56, 108, 212]);
    let sapphire = Look::new(sapphire, [22, 54, 130], [4, 12, 44]);
    Style {
        looks: Looks {
            sapphire,
            fire: Look::new(flames, [150, 24, 8], [44, 4, 0]).glowing([255, 110, 20]),
            ..plain.looks
        },
        selected: Some(Look::new(Fill::Slope([242, 176, 92], [224, 146, 66]), [126, 66, 14], DARK)),
        letter_height: 0.47,
        letter_at: Point::new(0.0, -0.035),
        marks: Marks::Dots([150, 104, 44]),
        gap: 0.03,
        ..plain
    }
}

/// Planks.
fn table(canvas: &mut Canvas<'_>, plan: &Plan) {
    /// The height of a plank, and the width of the joint between two.
    const PLANK: (f32, f32) = (1.9, 0.035);
    let (width, height) = (plan.size.0 as f32 / plan.tile, plan.size.1 as f32 / plan.tile);
    let everything = Bounds { x: 0.0, y: 0.0, width, height };
    canvas.fill(everything.rounded(0.0), slope(Point::default(), Point::new(0.0, height), TABLE));
    for n in 1..=(height / PLANK.0) as usize {
        let joint = Bounds { y: n as f32 * PLANK.0, height: PLANK.1, ..everything };
        canvas.fill(joint.rounded(0.0), solid([0; 3], 0.35));
        canvas.fill(Bounds { y: joint.y + PLANK.1, ..joint }.rounded(0.0), solid([255; 3], 0.07));
    }
}

/// A shadow that things throw on the table.
fn shadow(canvas: &mut Canvas<'_>, area: Bounds, radius: f32) {
    for n in 1..=3 {
        let fallen = Bounds { y: area.y + 0.05 * n as f32, x: area.x + 0.02 * n as f32, ..area };
        canvas.fill(fallen.rounded(radius), solid([0; 3], 0.18));
    }
}

/// The wood around the tiles.
fn frame(canvas: &mut Canvas<'_>, plan: &Plan) {
    const ROUND: f32 = 0.2;
    let Plan { frame, well, .. } = plan;
    shadow(canvas, *frame, ROUND);
    let (first, last) = (Point::new(frame.x, frame.y), Point::new(frame.right(), frame.bottom()));
    canvas.fill(frame.rounded(ROUND), slope(first, last, WOOD));
    canvas.stroke(frame.inset(0.03).rounded(ROUND), 0.03, solid(mix(WOOD.0, [255; 3], 0.35), 0.8));
    canvas.fill(well.inset(-0.05).rounded(0.08), solid(mix(WOOD.1, [0; 3], 0.5), 1.0));
    canvas.fill(well.rounded(0.05), slope(Point::new(0.0, well.y), Point::new(0.0, well.bottom()), GROUND));
}

/// A page in its cover.
fn book(canvas: &mut Canvas<'_>, page: Bounds) {
    const ROUND: f32 = 0.16;
    let cover = page.inset(-0.12);
    shadow(canvas, cover, ROUND);
    canvas.fill(cover.rounded(ROUND), slope(Point::new(0.0, page.y), Point::new(0.0, page.bottom()), LEATHER));
    canvas.stroke(cover.inset(0.045).rounded(ROUND), 0.02, solid(GILT, 0.55));
    canvas.fill(page.rounded(0.06), slope(Point::new(0.0, page.y), Point::new(0.0, page.bottom()), PAPER));
    canvas.stroke(page.inset(0.12).rounded(0.0), 0.018, solid(PALE_INK, 0.45));
}

/// `1234567` as `1,234,567`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 word`, `2 words`.
fn counted(count: u64, name: &str) -> String {
    format!("{} {name}{}", thousands(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::{Board, TileKind};
    use hexlex::game::GameParams;
    use hexlex::lexicon;
    use hexlex::pipeline::{Options, read};
    use hexlex::pixels::Frame;
    use hexlex::solve::{Goal, solve};

    const SIZES: [(u32, u32); 6] = [(640, 480), (800, 700), (1280, 720), (1920, 1080), (1024, 768), (560, 900)];

    /// A game that has been played for a while, so that there are gems and fire, with a word picked.
    fn played(seed: u64) -> Game {
        let mut params = GameParams::default();
        params.fire.base = 250;
        let mut game = Game::new(params, seed);
        for _ in 0..12 {
            let words = solve(&game.board(), lexicon::english(), game.rules(), Goal::Longest).words;
            let fires = |path: &[hexlex::grid::Cell]| {
                path.iter().filter(|&&cell| game.piece(cell).is_some_and(|piece| piece.kind == TileKind::Fire)).count()
            };
            let Some(found) =
                words.iter().min_by_key(|found| std::cmp::Reverse(fires(&found.path))).filter(|_| !game.is_over())
            else {
                break;
            };
            let path = found.path.clone();
            game.play(&path).unwrap();
        }
        let best = solve(&game.board(), lexicon::english(), game.rules(), Goal::Longest).words.remove(0);
        best.path.iter().take(4).for_each(|&cell| game.select(cell).unwrap());
        game
    }

    fn picture(game: &Game, size: (u32, u32)) -> RgbaImage {
        let above = vec![0.0; game.pieces().len()];
        let history = vec![("QUARTZES", 12_340), ("WORM", 170), ("BOOKS", 640)];
        let shown = Shown { game, above: &above, is_word: false, history, note: "WORM: 170 points" };
        let (view, plan) = (View::new(game.rules()), Plan::new(game.shape(), size));
        view.draw(view.backdrop(&plan), &plan, &shown)
    }

    /// A board without the tags of picked tiles, which only plain ones show by their color.
    fn kinds(board: &Board) -> String {
        board.to_string().replace(":selected", "")
    }

    #[test]
    fn dots_follow_the_rules() {
        let dots = |rules: Rules| View::new(&rules).style.values[usize::from(b'H' - b'A')];
        assert_eq!((dots(Rules::deluxe()), dots(Rules::web())), (5, 1));
    }

    #[test]
    fn every_size_is_read_exactly() {
        let mut wrong = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for seed in 1..=12 {
            let game = played(seed);
            seen.extend(game.pieces().iter().map(|piece| piece.kind));
            // every other size for each
            for &size in SIZES.iter().skip(seed as usize % 2).step_by(2) {
                let picture = picture(&game, size);
                let frame = Frame::new(picture.clone(), "practice");
                let expected = kinds(&game.board());
                let found = match read(&frame, &Options::default()) {
                    Ok((reading, _)) => kinds(&reading.board),
                    Err(error) => error.to_string(),
                };
                if found != expected {
                    let name = format!("practice-{seed}-{}x{}.png", size.0, size.1);
                    let path = std::env::temp_dir().join(name);
                    picture.save(&path).unwrap();
                    wrong.push(format!("{} reads as\n{found}and is\n{expected}", path.display()));
                }
            }
        }
        assert!(wrong.is_empty(), "{} pictures: {}", wrong.len(), wrong.join("\n"));
        assert_eq!(seen.len(), TileKind::ALL.len(), "{seen:?}");
    }
}
