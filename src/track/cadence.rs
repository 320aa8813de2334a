//! How often a game draws, and so how long pixels must stay the same before they are still.
//!
//! A busy machine, or a game that draws seldom, leaves a passing effect unchanged for longer than a fixed time: it would be read as a
//! letter. So what counts as still depends on the time between the last changes that were seen.

use super::{IN_PLACE, STILL};
use std::collections::VecDeque;
use std::time::Duration;
use web_time::Instant;

/// The number of intervals between changes that are kept. Fewer: one late picture is forgotten too early. More: an answer comes late
/// for longer after the machine was busy. Chosen by hand.
const KEPT: usize = 6;
/// How long an interval counts. Shorter: a game that draws seldom is taken for a quick one at each of its moves. Longer: an answer comes
/// late for longer after the machine was busy, where the game draws hardly anything else. Chosen by hand: some moves.
const MEMORY: Duration = Duration::from_secs(30);
/// An interval from which the changes belong to two motions, as those of tiles that a player selects, or are those of an effect that comes
/// and goes. Shorter: a slower game is taken for a still one. Longer: answers come later where the player is quick. Chosen by
/// hand: a board at rest is reported within 300 ms.
const PAUSE: Duration = Duration::from_millis(120);
/// How many intervals without a change make pixels still. Fewer: a picture that comes late is taken for rest. More: answers come later.
/// Chosen by hand.
const INTERVALS: f32 = 1.5;
/// The same for a letter that changes where no tile fell, which an effect can do. Fewer: effects are read as letters. More: games that
/// replace tiles where they lie are answered later. Chosen by hand.
const INTERVALS_IN_PLACE: f32 = 2.0;

/// The time between the changes of a board that were seen last.
#[derive(Debug, Default)]
pub(super) struct Cadence {
    last: Option<Instant>,
    /// The newest intervals, each with its end.
    intervals: VecDeque<(Instant, Duration)>,
}

impl Cadence {
    /// Adds a change at this time.
    pub(super) fn add(&mut self, now: Instant) {
        let interval = self.last.replace(now).map(|last| now.saturating_duration_since(last));
        self.intervals.extend(interval.filter(|interval| *interval < PAUSE).map(|interval| (now, interval)));
        while self.intervals.len() > KEPT {
            self.intervals.pop_front();
        }
    }

    /// How long pixels must stay the same to be still: at least [`STILL`].
    pub(super) fn still(&self, now: Instant) -> Duration {
        STILL.max(self.longest(now).mul_f32(INTERVALS))
    }

    /// The same for a letter that changes where no tile fell: at least [`IN_PLACE`].
    pub(super) fn in_place(&self, now: Instant) -> Duration {
        IN_PLACE.max(self.longest(now).mul_f32(INTERVALS_IN_PLACE))
    }

    fn longest(&self, now: Instant) -> Duration {
        let is_recent = |(end, _): &&(Instant, Duration)| now.saturating_duration_since(*end) <= MEMORY;
        self.intervals.iter().filter(is_recent).map(|(_, interval)| *interval).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes come with these intervals, in milliseconds.
    fn after(intervals: &[u64]) -> (Cadence, Instant) {
        let (mut cadence, mut now) = (Cadence::default(), Instant::now());
        cadence.add(now);
        for interval in intervals {
            now += Duration::from_millis(*interval);
            cadence.add(now);
        }
        (cadence, now)
    }

    #[test]
    fn a_game_that_draws_seldom_is_still_later() {
        for (intervals, still, in_place) in [
            (&[][..], 45, 150),
            (&[17, 17, 17], 45, 150),
            (&[33, 34, 33], 51, 150),
            (&[100, 90, 100], 150, 200),
            // One late picture counts until six others came, a pause and an effect that comes and goes never.
            (&[100, 20, 20, 20, 20, 20], 150, 200),
            (&[100, 20, 20, 20, 20, 20, 20], 45, 150),
            (&[20, 3000, 20, 150, 20], 45, 150),
            // A slow game is remembered from one move to the next, a busy machine not for ever.
            (&[100, 100, 20_000], 150, 200),
            (&[100, 100, 40_000], 45, 150),
        ] {
            let (cadence, now) = after(intervals);
            let millis = |time: Duration| time.as_secs_f32() * 1000.0;
            assert!((millis(cadence.still(now)) - still as f32).abs() < 0.1, "{intervals:?}: {cadence:?}");
            assert!((millis(cadence.in_place(now)) - in_place as f32).abs() < 0.1, "{intervals:?}: {cadence:?}");
        }
    }
}
