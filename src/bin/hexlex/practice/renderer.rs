//! Draws the practice game: tiles in a wooden frame beside an open book. [`Renderer`] turns a [`Snapshot`] of the game
//! into an image.

use super::PlayedWord;
use super::arrangement::{Arrangement, PageParts};
use super::scenery::{self, GILT, GROUND, LEATHER, PALE_INK, WOOD};
use hexlex::game::Game;
use hexlex::paint::canvas::{Canvas, Scale, solid, vertical};
use hexlex::paint::{Fill, Gradient, Marks, Palette, PlacedTile, Style, TileStyle, paint_tiles};
use hexlex::pixels::{Bounds, Point, Rgb, crop, mix};
use hexlex::solve::{Rules, Scoring};
use hexlex::typeface::Typeface;
use image::RgbaImage;
use image::imageops;
use tiny_skia::PathBuilder;

/// Text on the page.
const INK: Rgb = [66, 40, 20];
/// A word that is not in the dictionary, on leather.
const CREAM: Rgb = [236, 216, 190];
/// Text on buttons.
const BUTTON_TEXT: Rgb = [255, 246, 226];
/// The button that plays a word.
const SUBMIT: Rgb = [92, 132, 48];

/// The state of the game that an image shows.
pub(super) struct Snapshot<'a> {
    pub(super) game: &'a Game,
    /// How far each tile is above its cell, in tiles.
    pub(super) above: &'a [f32],
    /// Whether the selected tiles spell a word.
    pub(super) is_word: bool,
    /// The words so far, oldest first.
    pub(super) words: &'a [PlayedWord],
    pub(super) note: &'a str,
}

/// Draws the game in windows of any size.
#[derive(Debug)]
pub(super) struct Renderer {
    style: Style,
    typeface: Typeface,
}

impl Renderer {
    /// A renderer whose tiles show the values that their letters have by these rules.
    pub(super) fn new(rules: &Rules) -> Renderer {
        let mut style = style();
        if let Scoring::Bookworm(numbers) = &rules.scoring {
            style.values = numbers.letters;
        }
        Renderer { style, typeface: Typeface::serif() }
    }

    /// The part of the image that never changes in this arrangement, which takes most of the drawing time.
    pub(super) fn backdrop(&self, arrangement: &Arrangement) -> RgbaImage {
        let Arrangement { size, tile, page, parts, .. } = arrangement;
        let mut picture = RgbaImage::new(size.width, size.height);
        if let Some(mut canvas) = Canvas::over(&mut picture, Scale::uniform(*tile)) {
            scenery::table(&mut canvas, arrangement);
            scenery::frame(&mut canvas, arrangement);
            scenery::book(&mut canvas, *page);
            self.title(&mut canvas, parts.title);
            self.button(&mut canvas, parts.scramble, "Scramble", WOOD.start);
            self.button(&mut canvas, parts.new_game, "New game", WOOD.start);
        }
        picture
    }

    /// Draws the game on its backdrop.
    pub(super) fn draw(&self, mut picture: RgbaImage, arrangement: &Arrangement, snapshot: &Snapshot<'_>) -> RgbaImage {
        let scale = Scale::uniform(arrangement.tile);
        if let Some(mut canvas) = Canvas::over(&mut picture, scale) {
            self.page(&mut canvas, &arrangement.parts, snapshot);
        }
        self.tiles(&mut picture, arrangement, snapshot);
        if snapshot.game.is_over()
            && let Some(mut canvas) = Canvas::over(&mut picture, scale)
        {
            self.game_over(&mut canvas, arrangement, snapshot.game);
        }
        picture
    }

    /// Draws the tiles, clipped to the well, so that new ones come from behind the frame.
    fn tiles(&self, picture: &mut RgbaImage, arrangement: &Arrangement, snapshot: &Snapshot<'_>) {
        let Arrangement { tile: side, well, layout, .. } = arrangement;
        let area = (*well * *side).to_pixels();
        let mut clip = crop(picture, area);
        let board = snapshot.game.board();
        let corner = Point::new(area.x as f32, area.y as f32);
        let placed: Vec<PlacedTile<'_>> = board
            .cells()
            .zip(snapshot.game.pieces())
            .zip(snapshot.above)
            .map(|(((cell, tile), piece), above)| {
                let fall = Point::new(0.0, (above * side).round());
                let center = Point::from(layout.center(cell)) - corner - fall;
                PlacedTile { tile, style: &self.style, center, seed: piece.id }
            })
            .collect();
        paint_tiles(&mut clip, &placed, Scale::uniform(*side));
        imageops::replace(picture, &clip, area.x.into(), area.y.into());
    }

    /// Writes the page, but for its title and the two buttons of the backdrop.
    fn page(&self, canvas: &mut Canvas<'_>, parts: &PageParts, snapshot: &Snapshot<'_>) {
        let game = snapshot.game;
        let Point { x, y } = parts.score.center();
        let width = parts.score.width;
        self.write(canvas, "SCORE", Point::new(x, y - 0.52), 0.17, width, PALE_INK);
        self.write(canvas, &thousands(game.score()), Point::new(x, y - 0.03), 0.58, width, INK);
        let progress = format!("level {}  ·  {}", game.level(), counted(game.words_played().into(), "word"));
        self.write(canvas, &progress, Point::new(x, y + 0.53), 0.19, width, INK);
        self.word(canvas, parts.word, snapshot);
        self.write(canvas, snapshot.note, parts.note.center(), 0.17, parts.note.width, LEATHER.start);
        let color = if snapshot.is_word { SUBMIT } else { mix(SUBMIT, WOOD.end, 0.8) };
        self.button(canvas, parts.submit, "Submit", color);
        self.history(canvas, parts.history, snapshot.words);
    }

    fn title(&self, canvas: &mut Canvas<'_>, area: Bounds) {
        self.write(canvas, "hexlex practice", area.center(), 0.2, area.width, PALE_INK);
        let rule = Bounds { x: area.x, y: area.y + area.height - 0.03, width: area.width, height: 0.02 };
        canvas.fill(rule.rounded(0.0), solid(PALE_INK, 0.6));
    }

    /// Writes the word of the selected tiles and the points that it would score.
    fn word(&self, canvas: &mut Canvas<'_>, area: Bounds, snapshot: &Snapshot<'_>) {
        let outline = area.rounded(0.14);
        canvas.fill(outline.clone(), vertical(area, Gradient::new(LEATHER.end, LEATHER.start)));
        canvas.stroke(outline, 0.035, solid(if snapshot.is_word { GILT } else { mix(LEATHER.end, GILT, 0.35) }, 1.0));
        let Point { x, y } = area.center();
        let width = area.width - 0.4;
        let word = snapshot.game.word();
        if word.is_empty() {
            self.write(canvas, "spell a word", area.center(), 0.22, width, mix(LEATHER.start, CREAM, 0.6));
            return;
        }
        let color = if snapshot.is_word { GILT } else { CREAM };
        self.write(canvas, &word, Point::new(x, y - 0.17), 0.42, width, color);
        let points = format!("{} points", thousands(snapshot.game.word_points().into()));
        let verdict = if snapshot.is_word { &points } else { "not a word yet" };
        self.write(canvas, verdict, Point::new(x, y + 0.36), 0.18, width, mix(LEATHER.start, color, 0.75));
    }

    /// Writes the last words, newest first, each with dots that lead to its points.
    fn history(&self, canvas: &mut Canvas<'_>, area: Bounds, words: &[PlayedWord]) {
        /// The height of a line, and of its capitals, in tiles.
        const LINE: f32 = 0.42;
        const CAPITALS: f32 = 0.18;
        /// The distance between two dots, and their radius, in tiles.
        const DOT_DISTANCE: f32 = 0.14;
        const DOT_RADIUS: f32 = 0.018;
        let lines = (area.height / LINE) as usize;
        for (n, PlayedWord { word, score }) in words.iter().rev().take(lines).enumerate() {
            let y = area.y + (n as f32 + 0.5) * LINE;
            let color = mix(INK, PALE_INK, n as f32 / lines as f32);
            let points = thousands((*score).into());
            let width = |text: &str| (self.typeface.width(text) * CAPITALS).min(area.width / 2.0);
            let (word_width, points_width) = (width(word), width(&points));
            let right = area.right();
            self.write(canvas, word, Point::new(area.x + word_width / 2.0, y), CAPITALS, word_width, color);
            self.write(canvas, &points, Point::new(right - points_width / 2.0, y), CAPITALS, points_width, color);
            let (from, to) = (area.x + word_width + DOT_DISTANCE, right - points_width - DOT_DISTANCE);
            for dot in 0..((to - from) / DOT_DISTANCE).max(0.0) as usize {
                let x = to - dot as f32 * DOT_DISTANCE;
                canvas.fill(PathBuilder::from_circle(x, y + CAPITALS / 2.0, DOT_RADIUS), solid(PALE_INK, 0.8));
            }
        }
    }

    fn button(&self, canvas: &mut Canvas<'_>, area: Bounds, label: &str, color: Rgb) {
        /// The height of the visible lower edge, and the radius of the corners, in tiles.
        const EDGE: f32 = 0.06;
        const RADIUS: f32 = 0.16;
        canvas.fill(Bounds { y: area.y + EDGE, ..area }.rounded(RADIUS), solid(mix(color, [0; 3], 0.55), 1.0));
        let colors = Gradient::new(mix(color, [255; 3], 0.22), mix(color, [0; 3], 0.12));
        canvas.fill(area.rounded(RADIUS), vertical(area, colors));
        canvas.stroke(area.inset(0.02).rounded(RADIUS), 0.025, solid(mix(color, [255; 3], 0.4), 0.8));
        let height = (area.height * 0.34).min(0.26);
        self.write(canvas, label, area.center(), height, area.width - 0.25, BUTTON_TEXT);
    }

    /// Darkens the board, and writes the result of the game over it.
    fn game_over(&self, canvas: &mut Canvas<'_>, arrangement: &Arrangement, game: &Game) {
        let well = arrangement.well;
        canvas.fill(well.rounded(0.0), solid(GROUND.end, 0.66));
        let Point { x, y } = well.center();
        let card = Bounds::centered(well.center(), 5.8, 3.0);
        scenery::book(canvas, card);
        let width = card.width - 0.7;
        self.write(canvas, "GAME OVER", Point::new(x, y - 0.75), 0.5, width, LEATHER.start);
        self.write(canvas, "a fire has reached the bottom", Point::new(x, y - 0.15), 0.2, width, PALE_INK);
        let result = format!("{} points  ·  {}", thousands(game.score()), counted(game.words_played().into(), "word"));
        self.write(canvas, &result, Point::new(x, y + 0.37), 0.26, width, INK);
        self.write(canvas, "click, or press a key, for a new game", Point::new(x, y + 0.95), 0.18, width, PALE_INK);
    }

    fn write(&self, canvas: &mut Canvas<'_>, text: &str, at: Point, height: f32, width: f32, color: Rgb) {
        canvas.fill(self.typeface.centered(text, at, height, width), solid(color, 1.0));
    }
}

/// The style of the tiles: large letters, warm colors, and every kind legible.
fn style() -> Style {
    const DARK: Rgb = [38, 24, 12];
    let plain = Style::default();
    // Bright flames: a dark letter keeps its contrast with each of the three colors.
    let flames = Fill::Flames { smoke: [224, 70, 28], blaze: [247, 122, 38], hot: [255, 190, 84] };
    let sapphire = Fill::Gem { light: [206, 228, 255], body: [122, 178, 250], shade: [56, 108, 212] };
    let sapphire = TileStyle::new(sapphire, [22, 54, 130], [4, 12, 44]);
    Style {
        palette: Palette {
            sapphire,
            fire: TileStyle::new(flames, [150, 24, 8], [44, 4, 0]).glowing([255, 110, 20]),
            ..plain.palette
        },
        selected: Some(TileStyle::new(
            Fill::Gradient(Gradient::new([242, 176, 92], [224, 146, 66])),
            [126, 66, 14],
            DARK,
        )),
        letter_height: 0.47,
        letter_at: Point::new(0.0, -0.035),
        marks: Marks::Dots([150, 104, 44]),
        gap: 0.03,
        ..plain
    }
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

    /// A game that has been played for a while, so that there are gems and fire, with four tiles selected.
    fn played(seed: u64) -> Game {
        let mut params = GameParams::default();
        params.fire.base = 250;
        let mut game = Game::new(params, seed);
        for _ in 0..12 {
            let words = solve(&game.board(), lexicon::english(), game.rules(), Goal::Longest).words;
            let fires = |path: &[hexlex::board::Cell]| {
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
        let words = [("BOOKS", 640), ("WORM", 170), ("QUARTZES", 12_340)];
        let words = words.map(|(word, score)| PlayedWord { word: word.to_string(), score });
        let snapshot = Snapshot { game, above: &above, is_word: false, words: &words, note: "WORM: 170 points" };
        let (renderer, arrangement) = (Renderer::new(game.rules()), Arrangement::new(game.shape(), size.into()));
        renderer.draw(renderer.backdrop(&arrangement), &arrangement, &snapshot)
    }

    /// The board text without the tags of selected tiles: only plain tiles show by their color that they are selected.
    fn kinds(board: &Board) -> String {
        board.to_string().replace(":selected", "")
    }

    #[test]
    fn dots_follow_the_rules() {
        let dots = |rules: Rules| Renderer::new(&rules).style.values[usize::from(b'H' - b'A')];
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
                    wrong.push(format!("{} shows\n{expected}and was read as\n{found}", path.display()));
                }
            }
        }
        assert!(wrong.is_empty(), "{} pictures: {}", wrong.len(), wrong.join("\n"));
        assert_eq!(seen.len(), TileKind::ALL.len(), "{seen:?}");
    }
}
