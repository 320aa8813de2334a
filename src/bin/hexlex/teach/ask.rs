//! Asks in the terminal for the letters of a board, tile by tile.
//!
//! [`Asker::board`] asks for one tile after the other, and at the end again for letters that look like other ones of the board.
//! Each question takes the same answers; `undo` goes back to the question before, whichever it was.

use super::lookalikes::Lookalike;
use super::questions::{CONFIDENT, Questions, Reply};
use super::tile_picture::block_picture;
use crate::console::{counted, printable};
use crate::named;
use crate::terminal::allows_color;
use anyhow::{Context, Result, bail};
use hexlex::board::{Board, Cell, Face};
use hexlex::pixels::Frame;
use hexlex::read::{Doubt, Reading, is_one_glyph};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

/// Asks on standard error and reads answers from standard input.
pub(super) struct Asker {
    answers: BufReader<Box<dyn Read + Send>>,
    /// Standard input has ended: all further tiles are skipped.
    ended: bool,
    /// Whether the hint was printed: it is above the first question.
    hinted: bool,
    /// Whether several letters were accepted at once since the last question: they can be taken back before they are saved.
    accepted_several: bool,
}

/// Why a tile is asked for.
enum Why<'a> {
    /// It has no reply yet.
    Unanswered,
    /// The first of these tiles, with their numbers: each looks like another letter than the one that was typed.
    LooksLike(&'a [(usize, Lookalike)]),
}

/// The answer for one tile.
#[derive(Debug, PartialEq)]
enum TypedAnswer {
    Face(Face),
    Skip,
    /// Take the last answer back.
    Undo,
    /// Accept all confident proposals.
    AcceptAll,
    Help,
    /// Not a letter that can be learned.
    Invalid,
}

/// The most bytes of all answers: a thousand boards. Chosen by hand.
const MAX_ANSWERS: u64 = 1 << 20;

impl Asker {
    /// An asker who has not asked yet. Standard input is not read before.
    pub(super) fn new() -> Asker {
        Asker {
            answers: BufReader::new(named::stdin(MAX_ANSWERS)),
            ended: false,
            hinted: false,
            accepted_several: false,
        }
    }

    /// The board with the answered letters; skipped tiles are unreadable.
    ///
    /// # Errors
    /// If no letter was answered.
    pub(super) fn board(&mut self, frame: &Frame, reading: &Reading) -> Result<Board> {
        let mut questions = Questions::new(frame, reading);
        loop {
            if let Some(number) = questions.next().filter(|_| !self.ended) {
                self.ask(&mut questions, number, &Why::Unanswered)?;
                continue;
            }
            let board = questions.board()?;
            if board.tiles().flatten().all(|tile| tile.face == Face::Unreadable) {
                bail!(
                    "{}: expected its letters, found no truth and no answer: write them into {}, use --truth or type the \
                     letters",
                    frame.source(),
                    Path::new(frame.source()).with_extension("txt").display()
                );
            }
            let others = if self.ended { Vec::new() } else { questions.lookalikes()? };
            if let Some((number, _)) = others.first() {
                self.ask(&mut questions, *number, &Why::LooksLike(&others))?;
            } else if !self.takes_back(&mut questions)? {
                return Ok(board);
            }
        }
    }

    /// Where the last answer accepted several letters, asks whether to save them; returns whether they were taken back.
    fn takes_back(&mut self, questions: &mut Questions) -> Result<bool> {
        while self.accepted_several && !self.ended {
            show("press Enter to save the letters, or type `undo` ")?;
            match self.line()?.as_deref().map(str::trim) {
                Some("undo" | "<") => {
                    self.accepted_several = false;
                    return Ok(questions.undo());
                }
                Some("") | None => break,
                Some(other) => show(&format!("expected Enter or `undo`, found `{}`: type one\n", printable(other)))?,
            }
        }
        Ok(false)
    }

    /// Asks for a tile until there is a reply, the last one is taken back, or the input ends.
    fn ask(&mut self, questions: &mut Questions, number: usize, why: &Why) -> Result<()> {
        if !self.hinted {
            show(&hint(questions, why))?;
            self.hinted = true;
        }
        let (doubt, cell) = (questions.get(number).doubt.clone(), questions.get(number).cell);
        show(&format!("\n{}", block_picture(questions.frame, questions.reading, cell)))?;
        let (question, proposal) = match why {
            Why::Unanswered => (first_question(questions, number), doubt.best.clone()),
            Why::LooksLike(others) => (repeated_question(&others[0].1), Some(others[0].1.like.clone())),
        };
        let proposal = proposal.as_ref();
        let is_first = matches!(why, Why::Unanswered);
        let mut repeated = None;
        loop {
            show(&question)?;
            let Some(line) = self.line()? else { return Ok(()) };
            let reply = match answer_of(&line, proposal) {
                TypedAnswer::Face(face)
                    if is_first && is_surprising(&face, &doubt) && repeated.as_ref() != Some(&face) =>
                {
                    let name = name_of(proposal);
                    show(&format!(
                        "expected {name}, found `{face}`: type {face} again to keep it, or press Enter for {name}\n"
                    ))?;
                    repeated = Some(face);
                    continue;
                }
                TypedAnswer::Face(face) => Reply::Face(face),
                TypedAnswer::Skip => Reply::Skipped,
                TypedAnswer::Undo if questions.undo() => return Ok(()),
                TypedAnswer::AcceptAll => {
                    self.accepted_several = true;
                    return accept_all(questions, why);
                }
                other => {
                    show(&correction(&other, line.trim(), proposal, || hint(questions, why)))?;
                    continue;
                }
            };
            questions.reply(number, reply);
            self.accepted_several = false;
            return Ok(());
        }
    }

    /// The next line of the input; `None` at its end.
    fn line(&mut self) -> Result<Option<String>> {
        let mut line = String::new();
        self.ended = self.answers.read_line(&mut line).context("cannot read an answer from standard input")? == 0;
        if self.ended {
            // What follows is not part of the question.
            show("\n")?;
        }
        Ok((!self.ended).then_some(line))
    }
}

/// Accepts what a question and all further ones of its kind propose.
fn accept_all(questions: &mut Questions, why: &Why) -> Result<()> {
    let count = match why {
        Why::Unanswered => questions.accept_confident(),
        Why::LooksLike(others) => questions.accept_lookalikes(others),
    };
    show(&format!("accepted {}; `undo` takes it back\n", counted(count, "letter")))
}

/// The question for a tile without a reply.
fn first_question(questions: &Questions, number: usize) -> String {
    let (tile, all) = (questions.get(number), questions.len());
    let place = format!("{} of {all}, {}", number + 1, place_of(tile.cell));
    let color = if tile.doubt.confidence >= CONFIDENT { Color::Green } else { Color::Yellow };
    let name = name_of(tile.doubt.best.as_ref());
    format!("{}: which letter? [{}] ", painted(&place, Color::Bold), painted(&name, color))
}

/// The question for a tile that looks like another letter than the one that was typed.
fn repeated_question(other: &Lookalike) -> String {
    let Lookalike { cell, typed, like, like_cell } = other;
    format!(
        "{}: expected {like} as in {}, which looks alike, found `{typed}`\n\
         type {typed} again to keep it, or the right letter; Enter takes {like} ",
        painted(&place_of(*cell), Color::Bold),
        place_of(*like_cell)
    )
}

/// A tile as people count.
fn place_of(cell: Cell) -> String {
    format!("line {}, tile {}", cell.line + 1, cell.index + 1)
}

/// A proposal; `-` without one.
fn name_of(proposal: Option<&Face>) -> String {
    proposal.map_or("-".to_string(), Face::to_string)
}

/// What can be answered.
fn hint(questions: &Questions, why: &Why) -> String {
    let (enter, all) = match why {
        Why::Unanswered => {
            let (confident, tiles) = (questions.confident(), questions.len());
            let which = if confident == tiles { format!("all {tiles}") } else { format!("the {confident} of {tiles}") };
            (
                "Enter accepts the letter in brackets, another letter corrects it.",
                format!("`all` accepts {which} with a confidence of {CONFIDENT} or more,"),
            )
        }
        Why::LooksLike(others) => (
            "Enter takes the letter that looks alike, the typed letter keeps it, another one corrects it.",
            format!("`all` takes the letter that looks alike for {},", counted(others.len(), "tile")),
        ),
    };
    format!(
        "\n{enter}\n{all}\n`undo` takes the last answer back, `-` skips the tile,\n`?` prints this, Ctrl-D skips the rest.\n"
    )
}

/// What is printed for an answer that does not fit the question.
fn correction(answer: &TypedAnswer, typed: &str, proposal: Option<&Face>, hint: impl Fn() -> String) -> String {
    match answer {
        TypedAnswer::Help => hint(),
        TypedAnswer::Undo => "expected an answer to take back, found none yet: type a letter\n".to_string(),
        _ => format!("{}\n", invalid(typed, proposal)),
    }
}

/// How a part of the dialog stands out.
#[derive(Clone, Copy)]
enum Color {
    Bold,
    Green,
    Yellow,
}

/// The text in a color, on a terminal that is to have colors.
fn painted(text: &str, color: Color) -> String {
    let code = match color {
        Color::Bold => "1",
        Color::Green => "32",
        Color::Yellow => "33",
    };
    let is_colored = io::stderr().is_terminal() && allows_color();
    if is_colored { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

/// Prints a part of the dialog.
fn show(text: &str) -> Result<()> {
    let mut stderr = io::stderr().lock();
    write!(stderr, "{text}").and_then(|()| stderr.flush()).context("cannot write to standard error")
}

/// The answer in a line of input.
fn answer_of(line: &str, proposal: Option<&Face>) -> TypedAnswer {
    match (line.trim(), proposal) {
        ("-", _) | ("", None) => TypedAnswer::Skip,
        ("?", _) => TypedAnswer::Help,
        ("undo" | "<", _) => TypedAnswer::Undo,
        ("all" | "!", _) => TypedAnswer::AcceptAll,
        ("", Some(face)) => TypedAnswer::Face(face.clone()),
        (text, _) => match Face::parse(text) {
            Some(face) if is_one_glyph(&face) => TypedAnswer::Face(face),
            _ => TypedAnswer::Invalid,
        },
    }
}

/// Whether an answer contradicts a confident reading and must be repeated: with a mistyped letter, a skin reads every
/// later board wrong.
fn is_surprising(face: &Face, doubt: &Doubt) -> bool {
    doubt.confidence >= CONFIDENT && doubt.best.as_ref().is_some_and(|best| best != face)
}

/// The message for an answer that is not a letter.
fn invalid(answer: &str, proposal: Option<&Face>) -> String {
    let remedy = match proposal {
        Some(face) => format!("press Enter for {face}, or type - to skip the tile"),
        None => "press Enter to skip the tile".to_string(),
    };
    format!("expected one letter, as in E or Qu, found `{}`: {remedy}", printable(answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_letters_or_skips() {
        let e = Face::Letters("E".to_string());
        let qu = Face::Letters("QU".to_string());
        assert_eq!(answer_of("\n", Some(&e)), TypedAnswer::Face(e.clone()));
        assert_eq!(answer_of(" qu \n", Some(&e)), TypedAnswer::Face(qu));
        assert_eq!(answer_of("-\n", Some(&e)), TypedAnswer::Skip);
        assert_eq!(answer_of("\n", None), TypedAnswer::Skip);
        for wrong in ["3", "*", "a b", "yes", "ve", "u/m", "-er"] {
            assert_eq!(answer_of(wrong, Some(&e)), TypedAnswer::Invalid, "{wrong}");
        }
        assert_eq!(answer_of("undo\n", Some(&e)), TypedAnswer::Undo);
        assert_eq!(answer_of(" all\n", None), TypedAnswer::AcceptAll);
        assert_eq!(answer_of("?", None), TypedAnswer::Help);
        assert!(invalid("3", Some(&e)).ends_with("found `3`: press Enter for E, or type - to skip the tile"));
        assert!(invalid("3", None).ends_with("found `3`: press Enter to skip the tile"));
    }
}
