//! The answer: the words of the board that stands, told, shown over the game and written to files.

use super::{Plan, Session, Standing};
use crate::report::{ReadTimes, WordReport, of_reading};
use crate::rules;
use crate::watch::teller::Answer;
use crate::watch::views::Showing;
use anyhow::Result;
use hexlex::pixels::Frame;
use hexlex::solve::{FoundWord, solve};
use std::time::{Duration, Instant};

/// A board is learned from once nothing has happened for so long.
const IDLE: Duration = Duration::from_millis(250);

impl Session<'_> {
    /// Solves the board that stands, and tells and shows the answer.
    pub(super) fn tell(&mut self, looked: Instant) -> Result<()> {
        let (Some(reading), Some(eye)) = (self.tracker.reading(), &self.eye) else { return Ok(()) };
        let args = self.job.args;
        let rules = rules::for_board(args.reading.profile, &args.words, &reading.board).at_level(args.worth.level);
        let mut words = solve(&reading.board, &self.job.lexicon, &rules, args.worth.goal.goal()).words;
        let count = words.len();
        words.truncate(args.worth.top);
        let size = eye.area.map(|area| area.size()).unwrap_or_default();
        let times = ReadTimes::new(Duration::ZERO, self.times);
        let told = words.iter().map(|found| WordReport::new(found, Some(&reading.layout))).collect();
        let latency = self.changed_at.take().unwrap_or(looked).elapsed();
        let board = of_reading(&eye.candidate.name, size, reading, times);
        let text = text(&words, count, latency);
        self.words = words;
        self.shown = 0;
        self.standing = Standing::Told;
        self.teller.board(self.frame, Answer { board, words: told, latency, text })?;
        self.show();
        self.file();
        self.plan(Plan::Learn, IDLE);
        Ok(())
    }

    /// Draws the word that is to be shown over the game.
    pub(super) fn show(&mut self) {
        let (Some(reading), Some(eye)) = (self.tracker.reading(), &self.eye) else { return };
        if let (Some(area), Standing::Told, false) = (eye.area, self.standing, eye.covered) {
            let (words, first, quiet) = (&self.words, self.shown, eye.quiet.as_ref());
            self.views.show(&Showing { area, layout: &reading.layout, words, first, quiet });
        }
    }

    /// Writes the pictures that were asked for.
    fn file(&mut self) {
        if !self.views.want_pictures() {
            return;
        }
        let (Some(reading), Some(eye)) = (self.tracker.reading(), &mut self.eye) else { return };
        let (Some(area), Ok(pixels)) = (eye.area, eye.capture.grab(None)) else { return };
        let frame = Frame::new(pixels, eye.candidate.name.as_str());
        let showing = Showing { area, layout: &reading.layout, words: &self.words, first: self.shown, quiet: None };
        self.views.file(&frame, &reading.board, &showing);
    }
}

/// A line for people: the best word and the next ones.
fn text(words: &[FoundWord], count: usize, latency: Duration) -> String {
    let Some((best, others)) = words.split_first() else { return "no word on this board\n".to_string() };
    let others: Vec<String> = others.iter().map(|found| format!("{} {}", found.word, found.score)).collect();
    let others = if others.is_empty() { String::new() } else { format!("   then {}", others.join(", ")) };
    let milliseconds = latency.as_secs_f64() * 1e3;
    format!("{} {}{others}   ({count} words, {milliseconds:.1} ms)\n", best.word, best.score)
}
