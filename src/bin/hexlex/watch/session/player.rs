//! What the player and the game say about a watched board: selected tiles, refused words, corrections.

use super::change::Exit;
use super::context::SessionContext;
use super::correction;
use super::following::Selection;
use super::showing::word_reports;
use super::watching::{BoardStatus, Watching};
use crate::args::FixArg;
use crate::console::{counted, one_line};
use crate::rules;
use crate::user_words;
use crate::watch::correct::BoardView;
use crate::watch::events::{EventKind, TileEvent, TileName};
use anyhow::Result;
use hexlex::board::{Cell, Face};
use hexlex::solve::FoundWord;
use hexlex::track::STILL;
use std::time::Instant;

impl Watching {
    /// Offers the words for the tiles that the player has selected.
    pub(super) fn follow_player(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        let selected = context.tracker.selected().to_vec();
        let BoardStatus::Answered(answer) = &mut self.status else { return Ok(()) };
        answer.offer(&selected);
        let Some(reading) = context.tracker.reading() else { return Ok(()) };
        let selection = Selection { cells: &selected, steps: context.tracker.selection_steps() };
        self.following.follow(selection, answer.all(), &reading.board, Instant::now());
        let stays = rules::profile_for(context.profile(), &reading.board, None).game.refill.stays();
        if let Some(played) = stays.then(|| self.following.take_finished()).flatten() {
            return self.tick_off(&played, context);
        }
        let BoardStatus::Answered(answer) = &self.status else { return Ok(()) };
        let letters = |cell: &Cell| reading.board.tile(*cell).map_or(String::new(), |tile| tile.face.to_string());
        let word = selected.iter().map(letters).collect::<String>().to_uppercase();
        let message = if word.is_empty() { "no tile is selected".to_string() } else { format!("selected: {word}") };
        context.events.tiles(
            context.captured_count,
            TileEvent {
                kind: EventKind::Selected,
                tiles: selected.iter().map(|&cell| TileName::new(reading, cell)).collect(),
                word: Some(&word),
                words: Some(word_reports(answer, &reading.layout)),
                message,
            },
        )?;
        self.show(context);
        Ok(())
    }

    /// Takes a word that was played off the list, and reports the next ones.
    fn tick_off(&mut self, played: &FoundWord, context: &mut SessionContext) -> Result<(), Exit> {
        let BoardStatus::Answered(answer) = &mut self.status else { return Ok(()) };
        answer.tick_off(played);
        let next = answer.all().first().cloned();
        context.memory.played.push(played.clone());
        context.memory.chosen = None;
        let Some(reading) = context.tracker.reading() else { return Ok(()) };
        let event = TileEvent {
            kind: EventKind::Played,
            tiles: played.path.iter().map(|&cell| TileName::new(reading, cell)).collect(),
            word: Some(&played.word),
            words: Some(word_reports(answer, &reading.layout)),
            message: answer.text_after(played, context.settings.args.help_level),
        };
        context.events.tiles(context.captured_count, event)?;
        context.record(|recording| recording.add_word(played.clone(), next));
        self.show(context);
        Ok(())
    }

    /// Reports the word that the game has refused, if it has. What was learned of its letters is forgotten.
    pub(super) fn report_refusal(&mut self, context: &mut SessionContext) -> Result<()> {
        let Some(found) = self.following.refusal(Instant::now()) else { return Ok(()) };
        let doubtful = context.tracker.doubtful();
        let Some(reading) = context.tracker.reading() else { return Ok(()) };
        let doubt = doubtful.iter().find(|cell| found.path.contains(cell));
        let advice = match doubt.map(|&cell| (cell, TileName::new(reading, cell))) {
            Some((Cell { line, index }, tile)) => {
                format!("{tile}? correct it by a line such as {},{}=A", line + 1, index + 1)
            }
            None => "keep it as refused with the key for refuse".to_string(),
        };
        let tiles = found.path.iter().map(|&cell| TileName::new(reading, cell)).collect();
        let faces: Vec<Face> =
            found.path.iter().filter_map(|&cell| reading.board.tile(cell)).map(|tile| tile.face.clone()).collect();
        let message = format!("the game did not accept {}: {advice}", found.word);
        let event = TileEvent { kind: EventKind::Refused, tiles, word: Some(&found.word), words: None, message };
        context.events.tiles(context.captured_count, event)?;
        context.tracker.contradict(faces.iter());
        Ok(())
    }

    /// Keeps the word that the game refused last, or else the one that is shown, as refused; offers the others.
    pub(super) fn refuse(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        let refused = self.following.refused.take();
        let shown = || self.answer().and_then(|answer| answer.drawn()).cloned();
        let Some(found) = refused.or_else(shown) else { return Ok(()) };
        match user_words::refuse(&found.word) {
            Ok(()) => context.settings.console.note(format_args!(
                "{} is kept as refused: `hexlex words refuse --forget {}` takes it back",
                found.word,
                found.word.to_lowercase()
            )),
            Err(error) => context.settings.console.warn(one_line(&error)),
        }
        context.lexicon.refuse(&found.word.to_lowercase());
        if self.answer().is_some() { self.report_answer(Instant::now(), context) } else { Ok(()) }
    }

    /// Makes the corrections of the arguments.
    pub(super) fn make_fixes(&mut self, context: &mut SessionContext) -> Result<()> {
        let fixes = std::mem::take(&mut context.fixes);
        fixes.iter().try_for_each(|fix| self.fix(fix, context).map(|_| ()))
    }

    /// Corrects a tile and all that look so, and reports the board again where that changes it: at once, or where tiles move
    /// as soon as they rest.
    pub(super) fn correct(&mut self, fix: &FixArg, context: &mut SessionContext) -> Result<(), Exit> {
        if !self.fix(fix, context)? {
            return Ok(());
        }
        if self.answer().is_some() {
            return self.report_answer(Instant::now(), context);
        }
        if matches!(self.status, BoardStatus::Unsettled(_)) {
            // The words before the correction are not those of the board any more.
            self.status = BoardStatus::Unsettled(None);
            self.plan_track(Instant::now() + STILL);
        }
        Ok(())
    }

    /// Opens the window for corrections beside the game.
    pub(super) fn open_correction(&self, view: BoardView, context: &mut SessionContext) {
        let commands = context.commands.clone();
        context.display.open_correction(view, self.place(), commands);
        // The panel keeps off the new window.
        self.show(context);
    }

    /// Corrects a tile and all that look so; returns whether it did. The correction is kept for later runs.
    pub(super) fn fix(&mut self, FixArg { cell, face }: &FixArg, context: &mut SessionContext) -> Result<bool> {
        let Some(correction) = context.tracker.correct(*cell, face) else {
            let (line, tile) = (cell.line + 1, cell.index + 1);
            let shape = context.tracker.reading().map(|reading| reading.board.shape().clone());
            let found = match shape.as_ref().map(|shape| (shape.lengths().len(), shape.lengths().get(cell.line))) {
                Some((lines, None)) => format!("a board of {}", counted(lines, "line")),
                Some((_, Some(length))) if cell.index >= *length => format!("a line of {}", counted(length, "tile")),
                _ => "none".to_string(),
            };
            context.settings.console.warn(format_args!(
                "expected a letter at line {line}, tile {tile}, found {found}: count lines and tiles from 1, from the upper left"
            ));
            return Ok(false);
        };
        if let Err(error) = correction::keep(context, &self.window.name, *cell, (face, &correction.glyphs)) {
            context.settings.console.warn(one_line(&error));
        }
        let Some(reading) = context.tracker.reading() else { return Ok(false) };
        context.memory.correct(&reading.board);
        let tiles: Vec<TileName> = correction.cells.iter().map(|&cell| TileName::new(reading, cell)).collect();
        let message = format!("{} read as {face} now", counted(tiles.len(), "tile"));
        let word = face.to_string();
        let event = TileEvent { kind: EventKind::Corrected, tiles, word: Some(&word), words: None, message };
        context.events.tiles(context.captured_count, event)?;
        context.update_correction();
        Ok(!correction.cells.is_empty())
    }
}
