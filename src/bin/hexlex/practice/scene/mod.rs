//! The practice game in its window: how tiles fall, and when the image changes. `input` has what clicks, drags and keys do.

mod input;

use crate::args::EffectArg;
use crate::practice::arrangement::{Arrangement, Plan};
use crate::practice::effects::{self, Effects, Ghost, LetterTurn, Present, RisingPoints};
use crate::practice::play::Play;
use crate::practice::renderer::{Renderer, Snapshot, fires_near_bottom};
use crate::practice::round;
use crate::practice::skins::Skin;
use crate::window::{Event, Response, Scene};
use anyhow::Result;
use hexlex::board::TileKind;
use hexlex::game::{Game, Turn};
use hexlex::pixels::Size;
use image::RgbaImage;
use input::{Press, TileClick};
use std::time::{Duration, Instant};

/// Time between two images of falling tiles: one frame of a 60 Hz screen.
const FRAME_TIME: Duration = Duration::from_millis(16);

/// How the game looks.
pub(super) struct Look {
    pub(super) skin: Skin,
    pub(super) effects: Effects,
    /// How long tiles fall.
    pub(super) fall_time: Duration,
}

/// A game and the window it is played in.
pub(super) struct PracticeScene {
    play: Play,
    effects: Effects,
    fall_time: Duration,
    opened: Instant,
    falling: Option<Falling>,
    ghosts: Vec<Ghost>,
    points: Vec<RisingPoints>,
    press: Option<Press>,
    last_click: Option<TileClick>,
    renderer: Renderer,
    plan: Plan,
    arrangement: Arrangement,
    /// The part of the image that is drawn once for each arrangement.
    backdrop: RgbaImage,
    /// The image without what moves, until the game or a letter changes.
    still: Option<(Moment, RgbaImage)>,
    picture: RgbaImage,
}

/// What the part of the image that stays depends on besides the game: which letters are hidden, and the seconds left.
type Moment = (LetterTurn, Option<String>);

/// Tiles that fall.
struct Falling {
    since: Instant,
    /// The number of rows that each tile falls.
    rows: Vec<u8>,
}

impl PracticeScene {
    /// A window on a game.
    pub(super) fn new(play: Play, look: Look) -> PracticeScene {
        let Look { skin, effects, fall_time } = look;
        let renderer = Renderer::new(skin, play.game.rules());
        let has_banner = effects.contains(&EffectArg::Banner);
        let plan = Plan::new(play.game.shape().clone(), renderer.style(), has_banner);
        PracticeScene {
            play,
            effects,
            fall_time,
            opened: Instant::now(),
            falling: None,
            ghosts: Vec::new(),
            points: Vec::new(),
            press: None,
            last_click: None,
            renderer,
            arrangement: Arrangement::new(&plan, Size::default()),
            plan,
            backdrop: RgbaImage::new(0, 0),
            still: None,
            picture: RgbaImage::new(0, 0),
        }
    }

    /// The game in progress.
    pub(super) fn play(&self) -> &Play {
        &self.play
    }

    /// Ends the round, before the result is printed.
    pub(super) fn end(&mut self) {
        self.play.end_round();
    }

    /// Redraws after a change, and writes the state unless tiles fall: then it is written when they have landed.
    fn changed(&self) -> Result<Response> {
        if self.falling.is_none() {
            self.play.write_state()?;
        }
        Ok(Response::Redraw)
    }

    fn new_game(&mut self) -> Result<Response> {
        self.play.new_game();
        self.last_click = None;
        // All tiles of a new board come from above it.
        let shape = self.play.game.shape();
        let rows = shape.cells().map(|cell| shape.lengths()[cell.line] as u8).collect();
        self.start_fall(rows);
        self.changed()
    }

    fn start_fall(&mut self, rows: Vec<u8>) {
        if !self.fall_time.is_zero() && rows.iter().any(|&rows| rows > 0) {
            self.falling = Some(Falling { since: Instant::now(), rows });
        }
    }

    fn submit(&mut self) -> Result<Response> {
        let before = self.play.game.clone();
        if let Some(turn) = self.play.submit() {
            self.start_effects(&before, &turn);
            self.start_fall(turn.drops);
        }
        self.changed()
    }

    /// Lets the used tiles drift off and the points rise.
    fn start_effects(&mut self, before: &Game, turn: &Turn) {
        let since = self.opened.elapsed();
        if self.effects.contains(&EffectArg::Ghosts) {
            let used = before.selected().iter().filter_map(|&cell| Some((cell, before.piece(cell)?)));
            self.ghosts.extend(used.map(|(cell, piece)| Ghost { tile: piece.tile(), cell, id: piece.id, since }));
        }
        if let Some(&cell) = before.selected().last().filter(|_| self.effects.contains(&EffectArg::Points)) {
            self.points.push(RisingPoints { points: turn.points, cell, since });
        }
    }

    /// Moves everything on, and ends what has come to its end.
    fn advance(&mut self, now: Instant) -> Result<Response> {
        let time = now.duration_since(self.opened);
        self.ghosts.retain(|ghost| ghost.at(time).is_some());
        self.points.retain(|points| points.at(time).is_some());
        if self.play.clock().is_some_and(|clock| clock.left(now).is_zero()) {
            self.play.end_round();
            self.press = None;
            self.still = None;
            return self.changed();
        }
        let has_landed = |falling: &Falling| now.duration_since(falling.since) >= self.fall_time;
        if self.falling.as_ref().is_some_and(has_landed) {
            self.falling = None;
            self.still = None;
            return self.changed();
        }
        Ok(Response::Redraw)
    }

    /// How far each tile is above its cell, in tiles. Tiles fall with a constant acceleration.
    fn above(&self, now: Instant) -> Vec<f32> {
        let Some(falling) = &self.falling else { return vec![0.0; self.play.game.pieces().len()] };
        let part = now.duration_since(falling.since).as_secs_f32() / self.fall_time.as_secs_f32();
        falling.rows.iter().map(|&rows| f32::from(rows) * (1.0 - part.min(1.0).powi(2))).collect()
    }

    /// What is on the board now, for the effects.
    fn present(&self) -> Present {
        let pieces = self.play.game.pieces();
        let fires = pieces.iter().any(|piece| piece.kind == TileKind::Fire);
        Present {
            drifting: !self.ghosts.is_empty() || !self.points.is_empty(),
            gems: pieces.iter().any(|piece| !matches!(piece.kind, TileKind::Normal | TileKind::Fire)),
            fires,
            danger: fires && !self.play.game.is_over() && !fires_near_bottom(&self.play.game).is_empty(),
        }
    }
}

impl Scene for PracticeScene {
    type Message = ();

    fn draw(&mut self, size: Size) -> &RgbaImage {
        if self.arrangement.size != size {
            self.arrangement = Arrangement::new(&self.plan, size);
            self.backdrop = self.renderer.backdrop(&self.arrangement);
            self.still = None;
        }
        let now = Instant::now();
        let left = self.play.clock().map(|clock| round::shown(clock.left(now)));
        let turn = (LetterTurn::at(&self.effects, now.duration_since(self.opened)), left);
        let snapshot = Snapshot {
            game: &self.play.game,
            above: &self.above(now),
            is_word: self.play.is_word(),
            words: self.play.words(),
            best: self.play.best(),
            longest: self.play.longest(),
            bonus: self.play.bonus(),
            highest: self.play.highest(),
            note: &self.play.note,
            clock: self.play.clock().map(|clock| clock.time_left(now)),
            rest: self.play.rest(),
            danger: self.present().danger,
            effects: &self.effects,
            now: now.duration_since(self.opened),
            ghosts: &self.ghosts,
            points: &self.points,
        };
        let still = self.still.take().filter(|(drawn, _)| *drawn == turn && self.falling.is_none());
        let (_, still) =
            self.still.insert(still.unwrap_or_else(|| {
                (turn, self.renderer.draw_still(self.backdrop.clone(), &self.arrangement, &snapshot))
            }));
        self.picture = self.renderer.draw_moving(still.clone(), &self.arrangement, &snapshot);
        &self.picture
    }

    fn handle(&mut self, event: Event<()>) -> Result<Response> {
        if event != Event::Timer {
            self.still = None;
        }
        match event {
            Event::Close => Ok(Response::Close),
            Event::Timer | Event::Message(()) => self.advance(Instant::now()),
            // A click on a falling tile would select the tile that lands there.
            _ if self.falling.is_some() => Ok(Response::Unchanged),
            Event::Click(at) => self.click(at),
            Event::Drag(at) => self.drag(at),
            Event::Release => self.release(),
            Event::Key(key) => self.key(key),
        }
    }

    fn next_timer(&self) -> Option<Instant> {
        let fall = self.falling.as_ref().map(|falling| {
            let drawn = falling.since.elapsed().as_millis() / FRAME_TIME.as_millis();
            falling.since + FRAME_TIME * u32::try_from(drawn + 1).unwrap_or(u32::MAX)
        });
        let picture = effects::next_picture(&self.effects, self.present(), self.opened.elapsed());
        let clock = self.play.clock().map(|clock| clock.next_second(Instant::now()));
        [fall, picture.map(|at| self.opened + at), clock].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests;
