//! Asks in the terminal for the letters of a board, tile by tile.
//!
//! [`Asker::board`] asks for one tile after the other, takes steps back, accepts all confident readings at once, and at the end asks
//! again for letters that look like other ones ([`second_look`]).

use super::second_look;
use super::tile_picture::block_picture;
use crate::console::{counted, printable};
use crate::named;
use crate::terminal::allows_color;
use anyhow::{Context, Result, bail};
use hexlex::board::{Board, Cell, Face, Tile};
use hexlex::pixels::Frame;
use hexlex::read::{Doubt, Reading, is_one_glyph};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};

/// Asks on standard error and reads answers from standard input.
pub(super) struct Asker {
    answers: BufReader<Box<dyn Read + Send>>,
    /// Standard input has ended: all further tiles are skipped.
    ended: bool,
    /// Whether the hint was printed: it is above the first question.
    hinted: bool,
}

/// The answer for one tile.
#[derive(Debug, PartialEq)]
enum TypedAnswer {
    Face(Face),
    Skip,
    /// Take the last answer back.
    Undo,
    /// Accept the proposals of all confident tiles that are not answered yet.
    AcceptConfident,
    Help,
    /// Not a letter that can be learned.
    Invalid,
}

/// The tiles of a board that are asked for.
struct Questions<'a> {
    frame: &'a Frame,
    reading: &'a Reading,
    tiles: Vec<Question>,
    /// The tiles that each answer was for, the last one last.
    steps: Vec<Vec<usize>>,
}

/// A tile to ask for.
struct Question {
    cell: Cell,
    doubt: Doubt,
    reply: Option<Reply>,
}

/// What was answered.
#[derive(Debug, Clone, PartialEq)]
enum Reply {
    Face(Face),
    Skipped,
}

/// The most bytes of all answers: a thousand boards. Chosen by hand.
const MAX_ANSWERS: u64 = 1 << 20;

/// Confidence from which a reading is one that a typed letter contradicts, and `all` accepts. Chosen by hand: lower asks for more
/// letters twice and accepts more wrong ones, higher accepts more typing errors and leaves more tiles to ask for.
pub(super) const CONFIDENT: f32 = 0.9;

impl<'a> Questions<'a> {
    fn new(frame: &'a Frame, reading: &'a Reading) -> Questions<'a> {
        let tiles = reading.layout.shape().cells().zip(reading.board.tiles()).zip(&reading.doubts);
        let question = |((cell, tile), doubt): ((Cell, Option<&Tile>), &Option<Doubt>)| {
            tile?;
            Some(Question { cell, doubt: doubt.clone()?, reply: None })
        };
        Questions { frame, reading, tiles: tiles.filter_map(question).collect(), steps: Vec::new() }
    }

    /// The next tile without a reply.
    fn next(&self) -> Option<usize> {
        self.tiles.iter().position(|tile| tile.reply.is_none())
    }

    fn reply(&mut self, number: usize, reply: Reply) {
        self.tiles[number].reply = Some(reply);
        self.steps.push(vec![number]);
    }

    /// Takes the last step back; `false` where there is none.
    fn undo(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        step.into_iter().for_each(|number| self.tiles[number].reply = None);
        true
    }

    /// Accepts the proposals of the confident tiles without a reply; returns their number.
    fn accept_confident(&mut self) -> usize {
        let mut step = Vec::new();
        for (number, tile) in self.tiles.iter_mut().enumerate().filter(|(_, tile)| tile.reply.is_none()) {
            let best = tile.doubt.best.clone().filter(|best| tile.doubt.confidence >= CONFIDENT && is_one_glyph(best));
            if let Some(best) = best {
                tile.reply = Some(Reply::Face(best));
                step.push(number);
            }
        }
        let count = step.len();
        if count > 0 {
            self.steps.push(step);
        }
        count
    }

    /// The number of confident tiles without a reply.
    fn confident(&self) -> usize {
        self.tiles.iter().filter(|tile| tile.reply.is_none() && tile.doubt.confidence >= CONFIDENT).count()
    }

    /// The board with the replies; tiles without a letter are unreadable.
    fn board(&self) -> Result<Board> {
        let shape = self.reading.layout.shape();
        let tiles = shape.cells().zip(self.reading.board.tiles()).map(|(cell, tile)| {
            let asked = self.tiles.iter().find(|asked| asked.cell == cell)?;
            let face = match &asked.reply {
                Some(Reply::Face(face)) => face.clone(),
                _ => Face::Unreadable,
            };
            Some(Tile { face, ..tile?.clone() })
        });
        Ok(Board::new(shape.clone(), tiles.collect())?)
    }
}

impl Asker {
    /// An asker who has not asked yet. Standard input is not read before.
    pub(super) fn new() -> Asker {
        Asker { answers: BufReader::new(named::stdin(MAX_ANSWERS)), ended: false, hinted: false }
    }

    /// The board with the answered letters; skipped tiles are unreadable.
    ///
    /// # Errors
    /// If no letter was answered.
    pub(super) fn board(&mut self, frame: &Frame, reading: &Reading) -> Result<Board> {
        let mut questions = Questions::new(frame, reading);
        while let Some(number) = questions.next().filter(|_| !self.ended) {
            self.ask(&mut questions, number)?;
        }
        let board = questions.board()?;
        if board.tiles().flatten().all(|tile| tile.face == Face::Unreadable) {
            bail!(
                "{}: expected its letters, found no truth and no answer: write NAME.txt beside it, use --truth or type \
                 the letters",
                frame.source()
            );
        }
        self.look_again(&mut questions, &board)?;
        questions.board()
    }

    /// Asks for a tile until there is a reply, the last one is taken back, or the input ends.
    fn ask(&mut self, questions: &mut Questions, number: usize) -> Result<()> {
        let (doubt, cell) = (questions.tiles[number].doubt.clone(), questions.tiles[number].cell);
        let proposal = doubt.best.as_ref();
        let name = proposal.map_or("-".to_string(), Face::to_string);
        if !self.hinted {
            show(&hint(questions))?;
            self.hinted = true;
        }
        show(&format!("\n{}", block_picture(questions.frame, questions.reading, cell)))?;
        let place =
            format!("{} of {}, line {}, tile {}", number + 1, questions.tiles.len(), cell.line + 1, cell.index + 1);
        let color = if doubt.confidence >= CONFIDENT { Color::Green } else { Color::Yellow };
        let question = format!("{}: which letter? [{}] ", painted(&place, Color::Bold), painted(&name, color));
        let mut repeated = None;
        loop {
            show(&question)?;
            let Some(line) = self.line()? else { return Ok(()) };
            match answer_of(&line, proposal) {
                TypedAnswer::Face(face) if is_surprising(&face, &doubt) && repeated.as_ref() != Some(&face) => {
                    show(&format!(
                        "expected {name}, found `{face}`: type {face} again to keep it, or press Enter for {name}\n"
                    ))?;
                    repeated = Some(face);
                }
                TypedAnswer::Face(face) => {
                    questions.reply(number, Reply::Face(face));
                    return Ok(());
                }
                TypedAnswer::Skip => {
                    questions.reply(number, Reply::Skipped);
                    return Ok(());
                }
                TypedAnswer::Undo if questions.undo() => return Ok(()),
                TypedAnswer::Undo => show("expected an answer to take back, found none yet: type a letter\n")?,
                TypedAnswer::AcceptConfident => {
                    let count = questions.accept_confident();
                    show(&format!("accepted {}; `undo` takes it back\n", counted(count, "letter")))?;
                    return Ok(());
                }
                TypedAnswer::Help => show(&hint(questions))?,
                TypedAnswer::Invalid => show(&format!("{}\n", invalid(line.trim(), proposal)))?,
            }
        }
    }

    /// Asks again for the letters that look like other ones of the board: a wrong one spoils every later reading.
    fn look_again(&mut self, questions: &mut Questions, board: &Board) -> Result<()> {
        for other in second_look::contradictions(questions.frame, questions.reading, board) {
            let Some(number) = questions.tiles.iter().position(|tile| tile.cell == other.cell) else { continue };
            if self.ended {
                return Ok(());
            }
            let cell = other.cell;
            show(&format!(
                "\n{}line {}, tile {}: expected {} as in line {}, tile {}, which looks alike, found `{}`\n",
                block_picture(questions.frame, questions.reading, cell),
                cell.line + 1,
                cell.index + 1,
                other.like,
                other.like_cell.line + 1,
                other.like_cell.index + 1,
                other.typed
            ))?;
            loop {
                show(&format!(
                    "type {} again to keep it, or the right letter; Enter takes {} ",
                    other.typed, other.like
                ))?;
                let Some(line) = self.line()? else { return Ok(()) };
                match answer_of(&line, Some(&other.like)) {
                    TypedAnswer::Face(face) => questions.tiles[number].reply = Some(Reply::Face(face)),
                    TypedAnswer::Skip => questions.tiles[number].reply = Some(Reply::Skipped),
                    _ => {
                        show(&format!("{}\n", invalid(line.trim(), Some(&other.like))))?;
                        continue;
                    }
                }
                break;
            }
        }
        Ok(())
    }

    /// The next line of the input; `None` at its end.
    fn line(&mut self) -> Result<Option<String>> {
        let mut line = String::new();
        self.ended = self.answers.read_line(&mut line).context("cannot read an answer from standard input")? == 0;
        Ok((!self.ended).then_some(line))
    }
}

/// What can be answered.
fn hint(questions: &Questions) -> String {
    let (confident, all) = (questions.confident(), questions.tiles.len());
    format!(
        "\nEnter accepts the letter in brackets, another letter corrects it. `all` accepts the {confident} of {all} with \
         a confidence of 0.9 or more,\n`undo` takes the last answer back, `-` skips the tile, `?` prints this, Ctrl-D skips the rest.\n"
    )
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
        ("all" | "!", _) => TypedAnswer::AcceptConfident,
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
        assert_eq!(answer_of(" all\n", None), TypedAnswer::AcceptConfident);
        assert_eq!(answer_of("?", None), TypedAnswer::Help);
        assert!(invalid("3", Some(&e)).ends_with("found `3`: press Enter for E, or type - to skip the tile"));
        assert!(invalid("3", None).ends_with("found `3`: press Enter to skip the tile"));
    }
}
