//! Draws the practice game: tiles in a frame beside a page. [`Renderer`] turns a [`Snapshot`] of the game into an image.

use super::PlayedWord;
use super::arrangement::Arrangement;
use super::bonus::BonusWord;
use super::effects::{self, Effects, Ghost, RisingPoints};
use super::page::{ALARM, Page, thousands};
use super::play::Note;
use super::round::{Rest, TimeLeft};
use super::scenery;
use super::skins::Skin;
use crate::args::EffectArg;
use hexlex::board::{Cell, TileKind};
use hexlex::game::{Game, Piece};
use hexlex::paint::canvas::{Canvas, Scale, solid};
use hexlex::paint::{PlacedTile, Style, paint_tiles, paint_translucent};
use hexlex::pixels::{Bounds, Point, Rgb, crop};
use hexlex::solve::{Rules, Scoring};
use image::RgbaImage;
use image::imageops;
use std::time::Duration;
use tiny_skia::{Path, PathBuilder};

/// The colors of the letters of flickering fire tiles.
const FLICKER: [Rgb; 3] = [[44, 4, 0], [255, 246, 150], [120, 0, 110]];
/// How fast the text of the banner moves, in units a second. Faster, it is hard to read.
const BANNER_SPEED: f32 = 1.4;

/// The state of the game that an image shows.
pub(super) struct Snapshot<'a> {
    pub(super) game: &'a Game,
    /// How far each tile is above its cell, in tiles.
    pub(super) above: &'a [f32],
    /// Whether the selected tiles spell a word.
    pub(super) is_word: bool,
    /// The words so far, oldest first.
    pub(super) words: &'a [PlayedWord],
    /// The word with the most points, and the longest one.
    pub(super) best: Option<&'a PlayedWord>,
    pub(super) longest: Option<&'a PlayedWord>,
    /// The bonus word that is asked for.
    pub(super) bonus: Option<&'a BonusWord>,
    /// The highest score of another game.
    pub(super) highest: u64,
    pub(super) note: &'a Note,
    /// How much time is left of a round.
    pub(super) clock: Option<TimeLeft>,
    /// What was left on the board, after the end of a round.
    pub(super) rest: Option<&'a Rest>,
    /// Whether a fire is near the bottom.
    pub(super) danger: bool,
    /// The effects that are shown, and since when the window is open.
    pub(super) effects: &'a Effects,
    pub(super) now: Duration,
    pub(super) ghosts: &'a [Ghost],
    pub(super) points: &'a [RisingPoints],
}

/// Draws the game in windows of any size.
#[derive(Debug)]
pub(super) struct Renderer {
    skin: Skin,
    /// The tiles without their letters, and with each color of flickering letters.
    hidden: Style,
    flickering: [Style; 3],
}

impl Renderer {
    /// A renderer whose tiles show the values that their letters have by these rules.
    pub(super) fn new(mut skin: Skin, rules: &Rules) -> Renderer {
        if let Scoring::Bookworm(numbers) = &rules.scoring {
            skin.style.values = numbers.letters;
        }
        let hidden = Style { letter_height: 0.0, ..skin.style.clone() };
        let flickering = FLICKER.map(|color| {
            let mut style = skin.style.clone();
            style.palette.fire.letter = color;
            style
        });
        Renderer { skin, hidden, flickering }
    }

    /// The tiles' style.
    pub(super) fn style(&self) -> &Style {
        &self.skin.style
    }

    fn page(&self) -> Page<'_> {
        Page { theme: &self.skin.theme }
    }

    /// The part of the image that never changes in this arrangement, which takes most of the drawing time.
    pub(super) fn backdrop(&self, arrangement: &Arrangement) -> RgbaImage {
        let Arrangement { size, unit, page, parts, .. } = arrangement;
        let mut picture = RgbaImage::new(size.width, size.height);
        if let Some(mut canvas) = Canvas::over(&mut picture, Scale::uniform(*unit)) {
            scenery::table(&mut canvas, &self.skin.theme, arrangement);
            scenery::frame(&mut canvas, &self.skin.theme, arrangement);
            scenery::book(&mut canvas, &self.skin.theme, *page);
            self.page().backdrop(&mut canvas, parts);
        }
        picture
    }

    /// Draws the page and the tiles on their backdrop: what stays for some time.
    pub(super) fn draw_still(
        &self,
        mut picture: RgbaImage,
        arrangement: &Arrangement,
        snapshot: &Snapshot<'_>,
    ) -> RgbaImage {
        if let Some(mut canvas) = Canvas::over(&mut picture, Scale::uniform(arrangement.unit)) {
            self.page().draw(&mut canvas, &arrangement.parts, snapshot);
        }
        self.tiles(&mut picture, arrangement, snapshot);
        picture
    }

    /// Draws what moves over a picture of [`Renderer::draw_still`].
    pub(super) fn draw_moving(
        &self,
        mut picture: RgbaImage,
        arrangement: &Arrangement,
        snapshot: &Snapshot<'_>,
    ) -> RgbaImage {
        let scale = Scale::uniform(arrangement.unit);
        if let Some(mut canvas) = Canvas::over(&mut picture, scale) {
            if let Some(banner) = arrangement.banner {
                let moved = BANNER_SPEED * snapshot.now.as_secs_f32();
                self.page().banner(&mut canvas, banner, snapshot.game.params().refill, moved);
            }
            if snapshot.danger {
                self.alarm(&mut canvas, arrangement, snapshot);
            }
        }
        if let Some(mut canvas) = Canvas::over(&mut picture, Scale::uniform(arrangement.tile)) {
            self.sparkles(&mut canvas, arrangement, snapshot);
        }
        self.ghosts(&mut picture, arrangement, snapshot);
        if let Some(mut canvas) = Canvas::over(&mut picture, scale) {
            self.rising_points(&mut canvas, arrangement, snapshot);
            if snapshot.game.is_over() || snapshot.rest.is_some() {
                self.page().game_over(&mut canvas, arrangement, snapshot);
            }
        }
        picture
    }

    /// The style of a tile at this moment.
    fn style_of(&self, piece: &Piece, snapshot: &Snapshot<'_>) -> &Style {
        let has = |effect: EffectArg| snapshot.effects.contains(&effect);
        if has(EffectArg::Blinking) && effects::is_hidden(piece.id, snapshot.now) {
            &self.hidden
        } else if has(EffectArg::Flicker) && piece.kind == TileKind::Fire {
            &self.flickering[effects::flicker(snapshot.now, FLICKER.len())]
        } else {
            &self.skin.style
        }
    }

    /// Draws the tiles, clipped to the well, so that new ones come from behind the frame.
    fn tiles(&self, picture: &mut RgbaImage, arrangement: &Arrangement, snapshot: &Snapshot<'_>) {
        let Arrangement { unit, tile: side, well, layout, .. } = arrangement;
        let area = (*well * *unit).to_pixels();
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
                PlacedTile { tile, style: self.style_of(piece, snapshot), center, seed: piece.id }
            })
            .collect();
        paint_tiles(&mut clip, &placed, Scale::uniform(*side));
        if let Some(mut canvas) = Canvas::over(&mut clip, Scale::uniform(*side)) {
            let in_tiles = |center: Point| center * side.recip();
            self.trail(&mut canvas, snapshot.game.selected(), |cell| {
                in_tiles(Point::from(layout.center(cell)) - corner)
            });
        }
        imageops::replace(picture, &clip, area.x.into(), area.y.into());
    }

    /// Draws the line through the selected tiles, if the skin has one.
    fn trail(&self, canvas: &mut Canvas<'_>, selected: &[Cell], center: impl Fn(Cell) -> Point) {
        /// In tiles. A wider or more opaque line hides the letters.
        const WIDTH: f32 = 0.14;
        const OPACITY: f32 = 0.5;
        let Some(color) = self.skin.trail else { return };
        let mut line = PathBuilder::new();
        for (n, at) in selected.iter().map(|&cell| center(cell)).enumerate() {
            if n == 0 { line.move_to(at.x, at.y) } else { line.line_to(at.x, at.y) }
        }
        canvas.stroke(line.finish(), WIDTH, solid(color, OPACITY));
    }

    /// Draws the sparkles of the gems that are at rest.
    fn sparkles(&self, canvas: &mut Canvas<'_>, arrangement: &Arrangement, snapshot: &Snapshot<'_>) {
        if !snapshot.effects.contains(&EffectArg::Glitter) {
            return;
        }
        let cells = snapshot.game.shape().cells();
        for ((cell, piece), above) in cells.zip(snapshot.game.pieces()).zip(snapshot.above) {
            if !matches!(piece.kind, TileKind::Normal | TileKind::Fire) && *above == 0.0 {
                let center = Point::from(arrangement.layout.center(cell)) * arrangement.tile.recip();
                sparkle(canvas, center, piece.id, snapshot.now);
            }
        }
    }

    /// Draws the used tiles that drift off.
    fn ghosts(&self, picture: &mut RgbaImage, arrangement: &Arrangement, snapshot: &Snapshot<'_>) {
        let Arrangement { layout, tile: side, .. } = arrangement;
        for ghost in snapshot.ghosts {
            let Some(moment) = ghost.at(snapshot.now) else { continue };
            let center = Point::from(layout.center(ghost.cell)) + moment.offset * *side;
            let tile = PlacedTile { tile: &ghost.tile, style: &self.skin.style, center, seed: ghost.id };
            paint_translucent(picture, tile, Scale::uniform(moment.size * side), moment.opacity);
        }
    }

    /// Writes the points that float up.
    fn rising_points(&self, canvas: &mut Canvas<'_>, arrangement: &Arrangement, snapshot: &Snapshot<'_>) {
        const CAPITALS: f32 = 0.46;
        let Arrangement { layout, tile, unit, .. } = arrangement;
        for rising in snapshot.points {
            let Some(moment) = rising.at(snapshot.now) else { continue };
            let at = (Point::from(layout.center(rising.cell)) + moment.offset * *tile) * unit.recip();
            let text = format!("+{}", thousands(rising.points.into()));
            let text = self.skin.theme.typeface.centered(&text, at, CAPITALS * moment.size, arrangement.well.width);
            canvas.stroke(text.clone(), 0.1, solid([20, 12, 6], moment.opacity));
            canvas.fill(text, solid([255, 232, 110], moment.opacity));
        }
    }

    /// Marks the columns with a fire near the bottom: the frame glows below them.
    fn alarm(&self, canvas: &mut Canvas<'_>, arrangement: &Arrangement, snapshot: &Snapshot<'_>) {
        let Arrangement { frame, well, layout, tile, unit, .. } = arrangement;
        let pulse = if snapshot.effects.contains(&EffectArg::Alarm) { effects::pulse(snapshot.now) } else { 1.0 };
        let radius = self.skin.theme.radius(0.2);
        canvas.stroke(frame.inset(0.04).rounded(radius), 0.08, solid(ALARM, 0.25 + 0.5 * pulse));
        for (cell, rows) in fires_near_bottom(snapshot.game) {
            let x = layout.center(cell).0 / unit;
            let depth = frame.bottom() - well.bottom();
            let width = 0.7 * tile / unit;
            let bar = Bounds { x: x - width / 2.0, y: well.bottom() + 0.2 * depth, width, height: 0.6 * depth };
            let opacity = if rows == 0 { 0.6 + 0.4 * pulse } else { 0.3 + 0.3 * pulse };
            canvas.fill(bar.rounded(self.skin.theme.radius(bar.height / 2.0)), solid(ALARM, opacity));
            canvas.fill(flame(bar.center(), 0.42 * depth), solid([255, 226, 120], opacity));
        }
    }
}

/// The fires that end the game unless they are used in this turn or the next, with the number of rows below each.
pub(super) fn fires_near_bottom(game: &Game) -> Vec<(Cell, usize)> {
    let lengths = game.shape().lengths();
    let fires = game.shape().cells().zip(game.pieces()).filter(|(_, piece)| piece.kind == TileKind::Fire);
    fires.map(|(cell, _)| (cell, lengths[cell.line] - 1 - cell.index)).filter(|(_, rows)| *rows <= 1).collect()
}

/// A drop that stands on its round end.
fn flame(center: Point, height: f32) -> Option<Path> {
    let Point { x, y } = center;
    let mut path = PathBuilder::new();
    path.move_to(x, y - height);
    path.cubic_to(x + 0.2 * height, y - 0.3 * height, x + height, y, x + 0.55 * height, y + 0.7 * height);
    path.quad_to(x, y + 1.3 * height, x - 0.55 * height, y + 0.7 * height);
    path.cubic_to(x - height, y, x - 0.2 * height, y - 0.3 * height, x, y - height);
    path.close();
    path.finish()
}

/// Draws a star of four rays on a gem, if it sparkles now; lengths in tiles.
fn sparkle(canvas: &mut Canvas<'_>, center: Point, id: u32, now: Duration) {
    /// The length of a ray, and where two rays meet.
    const RAY: f32 = 0.2;
    const NOTCH: f32 = 0.035;
    let Some((offset, size)) = effects::sparkle(id, now) else { return };
    let Point { x, y } = center + offset;
    let (ray, notch) = (RAY * size, NOTCH * size);
    let mut star = PathBuilder::new();
    star.move_to(x, y - ray);
    for (dx, dy) in
        [(notch, -notch), (ray, 0.0), (notch, notch), (0.0, ray), (-notch, notch), (-ray, 0.0), (-notch, -notch)]
    {
        star.line_to(x + dx, y + dy);
    }
    star.close();
    canvas.fill(star.finish(), solid([255; 3], 0.95));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::SkinArg;
    use crate::practice::arrangement::Plan;
    use hexlex::board::Board;
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

    fn picture(skin: SkinArg, game: &Game, size: (u32, u32), effects: &Effects, now: Duration) -> RgbaImage {
        let above = vec![0.0; game.pieces().len()];
        let words = [("BOOKS", 640), ("WORM", 170), ("QUARTZES", 12_340)];
        let words = words.map(|(word, score)| PlayedWord { word: word.to_string(), score });
        let snapshot = Snapshot {
            game,
            above: &above,
            is_word: false,
            words: &words,
            best: words.last(),
            longest: words.last(),
            highest: 20_000,
            note: &"WORM: 170 points".to_string().into(),
            bonus: None,
            clock: None,
            rest: None,
            danger: !fires_near_bottom(game).is_empty(),
            effects,
            now,
            ghosts: &[],
            points: &[],
        };
        let renderer = Renderer::new(Skin::new(skin), game.rules());
        let plan = Plan::new(game.shape().clone(), renderer.style(), effects.contains(&EffectArg::Banner));
        let arrangement = Arrangement::new(&plan, size.into());
        let still = renderer.draw_still(renderer.backdrop(&arrangement), &arrangement, &snapshot);
        renderer.draw_moving(still, &arrangement, &snapshot)
    }

    /// The board text without the tags of selected tiles: only plain tiles show by their color that they are selected.
    fn kinds(board: &Board) -> String {
        board.to_string().replace(":selected", "")
    }

    #[test]
    fn dots_follow_the_rules() {
        let dots =
            |rules: Rules| Renderer::new(Skin::new(SkinArg::Wood), &rules).style().values[usize::from(b'H' - b'A')];
        assert_eq!((dots(Rules::deluxe()), dots(Rules::web())), (5, 1));
    }

    /// Why a picture of this game is not read exactly; the picture is kept then.
    fn difference(skin: SkinArg, game: &Game, size: (u32, u32), effects: &Effects) -> Option<String> {
        let picture = picture(skin, game, size, effects, Duration::from_millis(700));
        let expected = kinds(&game.board());
        let found = match read(&Frame::new(picture.clone(), "practice"), &Options::default()) {
            Ok((reading, _)) => kinds(&reading.board),
            Err(error) => error.to_string(),
        };
        (found != expected).then(|| {
            let path =
                std::env::temp_dir().join(format!("practice-{skin:?}-{}-{}x{}.png", game.score(), size.0, size.1));
            picture.save(&path).unwrap();
            format!("{} shows\n{expected}and was read as\n{found}", path.display())
        })
    }

    #[test]
    fn every_size_is_read_exactly() {
        let mut seen = std::collections::BTreeSet::new();
        let mut wrong = Vec::new();
        for seed in 1..=12 {
            let game = played(seed);
            seen.extend(game.pieces().iter().map(|piece| piece.kind));
            // every other size for each
            let sizes = SIZES.iter().skip(seed as usize % 2).step_by(2);
            wrong.extend(sizes.filter_map(|&size| difference(SkinArg::Wood, &game, size, &Effects::new())));
        }
        assert!(wrong.is_empty(), "{} pictures: {}", wrong.len(), wrong.join("\n"));
        assert_eq!(seen.len(), TileKind::ALL.len(), "{seen:?}");
    }

    /// The letters of `runes` are unknown to every reader. Of the other skins, kinds are not compared: they have colors of
    /// their own.
    #[test]
    fn letters_of_every_skin_but_the_invented_one_are_read() {
        let letters = |board: &Board| -> Vec<_> { board.tiles().flatten().map(|tile| tile.face.clone()).collect() };
        let still = Effects::new();
        for skin in [SkinArg::Pixel, SkinArg::LightOnDark, SkinArg::Lower, SkinArg::Boggle] {
            let game = match skin {
                SkinArg::Boggle => Game::new(GameParams::cubes(Rules::boggle()), 7),
                _ => played(3),
            };
            let picture = picture(skin, &game, (960, 720), &still, Duration::ZERO);
            let path = std::env::temp_dir().join(format!("practice-{skin:?}.png"));
            picture.save(&path).unwrap();
            let (reading, _) = read(&Frame::new(picture, "practice"), &Options::default())
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(letters(&reading.board), letters(&game.board()), "{}", path.display());
        }
    }

    #[test]
    fn the_same_moment_gives_the_same_picture_and_another_one_another() {
        use clap::ValueEnum;
        let (game, all) = (played(5), EffectArg::value_variants().iter().copied().collect());
        for skin in SkinArg::value_variants() {
            let at = |ms: u64| picture(*skin, &game, (480, 400), &all, Duration::from_millis(ms));
            assert!(at(1000) == at(1000), "{skin:?}");
            assert!(at(1000) != at(1500), "{skin:?}");
        }
    }
}
