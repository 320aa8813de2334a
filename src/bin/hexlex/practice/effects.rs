//! The effects of the practice game, as functions of the time since the window opened: the same seed and the same moves
//! at the same times give the same pictures.

use crate::args::EffectArg;
use hexlex::board::{Cell, Tile};
use hexlex::pixels::Point;
use std::collections::BTreeSet;
use std::time::Duration;

/// The effects that are shown.
pub(super) type Effects = BTreeSet<EffectArg>;

/// How long a used tile drifts, and how long points rise.
const DRIFT: Duration = Duration::from_millis(1500);
const RISE: Duration = Duration::from_millis(1100);
/// Letters blink this often, for this long. The time between is a multiple of that for which they are hidden.
const BLINK_EVERY: u128 = 2400;
const BLINK: u128 = 300;
/// The part of the tiles that blink together.
const BLINKING: f32 = 0.15;
/// For how long the letter of a fire tile keeps its color, in milliseconds.
const FLICKER: u128 = 500;
/// How often a gem sparkles, in milliseconds, and for which part of that time.
const SPARKLE_EVERY: u128 = 1700;
const SPARKLE: f32 = 0.45;
/// The time of one pulse of the alarm, in milliseconds.
const PULSE: u128 = 1200;

/// A used tile that drifts off.
#[derive(Debug, Clone)]
pub(super) struct Ghost {
    pub(super) tile: Tile,
    /// Where it was.
    pub(super) cell: Cell,
    /// The number of its piece, which decides the direction.
    pub(super) id: u32,
    /// When it was used.
    pub(super) since: Duration,
}

/// Points that float up from the last tile of a word.
#[derive(Debug, Clone)]
pub(super) struct RisingPoints {
    pub(super) points: u32,
    pub(super) cell: Cell,
    pub(super) since: Duration,
}

/// Where something that moves is, and how it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moment {
    /// From where it began, in tiles.
    pub(super) offset: Point,
    /// 0 to 1.
    pub(super) opacity: f32,
    /// Its size as a part of the usual one.
    pub(super) size: f32,
}

/// A number from 0 to 1 that looks random, of two numbers: the finalizer of the SplitMix generator.
fn share(id: u32, salt: u128) -> f32 {
    let mut n = (u64::from(id) << 32) ^ salt as u64 ^ 0x9e37_79b9_7f4a_7c15;
    n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((n ^ (n >> 31)) >> 40) as f32 / (1u64 << 24) as f32
}

/// The part of its time that has passed at `now`; `None` before it began and after it ended.
fn passed(since: Duration, time: Duration, now: Duration) -> Option<f32> {
    let part = now.checked_sub(since)?.as_secs_f32() / time.as_secs_f32();
    (part < 1.0).then_some(part)
}

impl Ghost {
    /// `None` after it has faded.
    pub(super) fn at(&self, now: Duration) -> Option<Moment> {
        let part = passed(self.since, DRIFT, now)?;
        let angle = std::f32::consts::TAU * share(self.id, 1);
        let reach = (2.0 + 1.5 * share(self.id, 2)) * (1.0 - (1.0 - part).powi(2));
        let offset = Point::new(angle.cos(), 0.7 * angle.sin()) * reach - Point::new(0.0, 1.2 * part);
        Some(Moment { offset, opacity: 0.7 * (1.0 - part), size: 1.0 - 0.25 * part })
    }
}

impl RisingPoints {
    /// `None` after they have faded.
    pub(super) fn at(&self, now: Duration) -> Option<Moment> {
        let part = passed(self.since, RISE, now)?;
        let opacity = ((1.0 - part) * 2.5).min(1.0);
        Some(Moment { offset: Point::new(0.0, -1.3 * part), opacity, size: (0.6 + 2.0 * part).min(1.0) })
    }
}

/// Whether the letter of this piece is hidden for a moment.
pub(super) fn is_hidden(id: u32, now: Duration) -> bool {
    let now = now.as_millis();
    // Not in the first turn: the game begins with all letters.
    now % BLINK_EVERY < BLINK && now >= BLINK_EVERY && share(id, 3 + now / BLINK_EVERY) < BLINKING
}

/// Which of this number of colors the letters of fire tiles have.
pub(super) fn flicker(now: Duration, colors: usize) -> usize {
    (now.as_millis() / FLICKER) as usize % colors.max(1)
}

/// The turn of the effects that change letters: within one, no letter changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LetterTurn {
    blink: u128,
    flicker: u128,
}

impl LetterTurn {
    pub(super) fn at(effects: &Effects, now: Duration) -> LetterTurn {
        let turn = |effect: EffectArg, time: u128| if effects.contains(&effect) { now.as_millis() / time } else { 0 };
        LetterTurn { blink: turn(EffectArg::Blinking, BLINK), flicker: turn(EffectArg::Flicker, FLICKER) }
    }
}

/// The sparkle on a gem: its offset from the tile's center in tiles, and its size from 0 to 1.
pub(super) fn sparkle(id: u32, now: Duration) -> Option<(Point, f32)> {
    let at = now.as_millis() + (share(id, 4) * SPARKLE_EVERY as f32) as u128;
    let (turn, part) = (at / SPARKLE_EVERY, (at % SPARKLE_EVERY) as f32 / SPARKLE_EVERY as f32);
    let size = (part < SPARKLE).then(|| (part / SPARKLE * std::f32::consts::PI).sin())?;
    let place = |salt: u128| 0.7 * (share(id, 16 * turn + salt) - 0.5);
    Some((Point::new(place(5), place(6)), size))
}

/// The strength of the alarm, 0 to 1.
pub(super) fn pulse(now: Duration) -> f32 {
    let part = (now.as_millis() % PULSE) as f32 / PULSE as f32;
    (1.0 - (std::f32::consts::TAU * part).cos()) / 2.0
}

/// What is on the board now, for the effects that need it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Present {
    /// Ghosts or points.
    pub(super) drifting: bool,
    pub(super) gems: bool,
    pub(super) fires: bool,
    /// A fire near the bottom.
    pub(super) danger: bool,
}

/// When the next picture differs from the one at `now`; `None` where nothing moves.
pub(super) fn next_picture(effects: &Effects, present: Present, now: Duration) -> Option<Duration> {
    /// Milliseconds between two pictures: of what moves across the window, of what grows or pulses, and of a change
    /// that happens at a moment.
    const MOVING: u128 = 33;
    const PULSING: u128 = 80;
    let shown = |effect: EffectArg, is_present: bool| effects.contains(&effect) && is_present;
    let steps = [
        (present.drifting, MOVING),
        (shown(EffectArg::Banner, true), MOVING),
        (shown(EffectArg::Glitter, present.gems), PULSING),
        (shown(EffectArg::Alarm, present.danger), PULSING),
        (shown(EffectArg::Blinking, true), BLINK),
        (shown(EffectArg::Flicker, present.fires), FLICKER),
    ];
    let next = steps.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, step)| (now.as_millis() / step + 1) * step);
    next.min().map(|at| Duration::from_millis(at as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::Face;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn ghosts_and_points_fade_and_end() {
        let tile = Tile::new(Face::Letters("A".into()));
        let ghost = Ghost { tile, cell: Cell { line: 0, index: 0 }, id: 7, since: ms(1000) };
        assert_eq!((ghost.at(ms(999)), ghost.at(ms(1000) + DRIFT)), (None, None));
        let (early, late) = (ghost.at(ms(1100)).unwrap(), ghost.at(ms(2400)).unwrap());
        assert!(early.opacity > late.opacity && early.offset.length() < late.offset.length());
        assert_ne!(Ghost { id: 8, ..ghost.clone() }.at(ms(2000)), ghost.at(ms(2000)), "each its own way");
        let points = RisingPoints { points: 5, cell: ghost.cell, since: ms(0) };
        assert!(points.at(ms(900)).unwrap().offset.y < points.at(ms(100)).unwrap().offset.y);
        assert_eq!(points.at(RISE), None);
    }

    #[test]
    fn a_few_letters_blink_together_and_others_the_next_time() {
        let hidden = |now: u64| (0..1000).filter(|&id| is_hidden(id, ms(now))).collect::<Vec<u32>>();
        let (first, second) = (hidden(2400), hidden(4800));
        assert!((100..200).contains(&first.len()) && first != second);
        assert_eq!((hidden(2699), hidden(2700)), (first, vec![]));
        assert!(hidden(0).is_empty(), "the game begins with all letters");
    }

    #[test]
    fn fire_changes_its_color_twice_a_second() {
        let colors: Vec<usize> = [0, 499, 500, 999, 1000, 1500].map(|now| flicker(ms(now), 3)).to_vec();
        assert_eq!(colors, [0, 0, 1, 1, 2, 0]);
    }

    #[test]
    fn pictures_are_drawn_only_where_something_changes() {
        let all: Effects =
            [EffectArg::Glitter, EffectArg::Flicker, EffectArg::Alarm, EffectArg::Ghosts].into_iter().collect();
        assert_eq!(next_picture(&all, Present::default(), ms(10)), None);
        assert_eq!(next_picture(&all, Present { fires: true, ..Present::default() }, ms(510)), Some(ms(1000)));
        assert_eq!(next_picture(&all, Present { drifting: true, ..Present::default() }, ms(34)), Some(ms(66)));
        let present = Present { gems: true, fires: true, danger: true, drifting: false };
        assert_eq!(next_picture(&Effects::new(), present, ms(0)), None);
    }

    #[test]
    fn sparkles_stay_on_their_gem() {
        let seen: Vec<(Point, f32)> = (0..200).filter_map(|n| sparkle(3, ms(n * 40))).collect();
        assert!(seen.len() > 40 && seen.len() < 160);
        assert!(seen.iter().all(|(at, size)| at.x.abs() < 0.36 && at.y.abs() < 0.36 && (0.0..=1.0).contains(size)));
    }
}
