//! Tesseract as a second reader, of glyphs that are drawn large and in black on white.
//!
//! Tesseract reads hardly any letter of a whole board, and half of the raw tiles; on a segmented glyph it reads nearly
//! every letter. So the network chooses the segment, and Tesseract classifies it. Tesseract was trained on lines of
//! text, not on single letters: the helper tries the next page segmentation mode where one returns nothing or too much.
//!
//! Tesseract runs in a process of its own, so that hexlex neither links nor loads it: see [`helper`]. A start takes
//! some 50 ms, so every thread keeps its process.

mod helper;

pub use helper::TesseractError;

use super::guess::{Guess, ScoredGuess};
use super::score::{likelihood, log_odds};
use super::{Doubt, Engine, GLYPH, GlyphPixels};
use crate::board::Face;

/// Starts this thread's Tesseract helper where none runs yet.
///
/// # Errors
/// [`TesseractError`] where the helper or Tesseract's English data is missing.
pub fn ready() -> Result<(), TesseractError> {
    helper::ready()
}

/// A glyph in black on white, as Tesseract reads it best.
struct Drawing {
    levels: Vec<u8>,
    width: usize,
    height: usize,
}

/// The height of a drawn letter in pixels: that of the lines that Tesseract was trained on. Smaller: details are lost.
/// Larger: more time.
const HEIGHT: f32 = 40.0;
/// The white margin around it, in pixels. Smaller: Tesseract misses the letter. Chosen by hand.
const PADDING: usize = 12;

impl Drawing {
    /// The drawing of a glyph; `None` where there is no ink.
    fn of(glyph: &GlyphPixels) -> Option<Drawing> {
        /// The opacity below which a pixel is the soft edge of a letter and outside of its box. Chosen by hand.
        const FRINGE: f32 = 0.25;
        let inked: Vec<usize> = (0..GLYPH * GLYPH).filter(|&i| glyph[i] > FRINGE).collect();
        let (top, bottom) = (inked.first()? / GLYPH, inked.last()? / GLYPH + 1);
        let columns = inked.iter().map(|i| i % GLYPH);
        let (left, right) = (columns.clone().min()?, columns.max()? + 1);
        let scale = HEIGHT / (bottom - top) as f32;
        let size = |length: usize| (length as f32 * scale).round() as usize + 2 * PADDING;
        let (width, height) = (size(right - left), size(bottom - top));
        let at = |x: i64, y: i64| {
            let inside = |n: i64, low: usize, high: usize| (low as i64..high as i64).contains(&n);
            let is_ink = inside(x, left, right) && inside(y, top, bottom);
            if is_ink { glyph[y as usize * GLYPH + x as usize] } else { 0.0 }
        };
        let level = |i: usize| {
            let source = |n: usize, low: usize| (n as f32 + 0.5 - PADDING as f32) / scale + low as f32 - 0.5;
            let (x, y) = (source(i % width, left), source(i / width, top));
            let (x0, y0) = (x.floor(), y.floor());
            let (dx, dy) = (x - x0, y - y0);
            let row = |y: i64| at(x0 as i64, y) * (1.0 - dx) + at(x0 as i64 + 1, y) * dx;
            let opacity = row(y0 as i64) * (1.0 - dy) + row(y0 as i64 + 1) * dy;
            (255.0 * (1.0 - opacity)).round() as u8
        };
        Some(Drawing { levels: (0..width * height).map(level).collect(), width, height })
    }
}

/// The text that Tesseract reads on a glyph of this number of letters.
fn read(glyph: &GlyphPixels, letters: usize) -> Option<String> {
    helper::read(&Drawing::of(glyph)?, letters)
}

/// The face of a tile whose glyph, or whose parts, Tesseract has read. The network decides the kind of face.
fn reread(guess: &Guess) -> Option<Face> {
    let parts: Vec<&GlyphPixels> = match &guess.faces.first()?.0 {
        Face::Letters(text) if text.len() == 1 => vec![&*guess.glyph.pixels],
        // Tesseract reads either the whole or all of the parts; where two letters touch, a part is not a letter.
        Face::Letters(text) | Face::Prefix(text) | Face::Suffix(text) if guess.glyph.parts.len() == text.len() => {
            guess.glyph.parts.iter().map(|part| &*part.pixels).collect()
        }
        Face::Letters(text) => return read(&guess.glyph.pixels, text.len()).map(Face::Letters),
        _ => return None,
    };
    let text: String = parts.into_iter().map(|part| read(part, 1)).collect::<Option<_>>()?;
    match &guess.faces.first()?.0 {
        Face::Prefix(_) => Some(Face::Prefix(text)),
        Face::Suffix(_) => Some(Face::Suffix(text)),
        Face::Letters(_) => Some(Face::Letters(text)),
        // Tesseract does not read the stroke of a choice.
        _ => None,
    }
}

/// The lead of the best guess over the next one, in likelihood, below which `auto` uses Tesseract. Smaller: errors of
/// the network remain. Larger: more time. Chosen by hand.
const MARGIN: f32 = 0.9;

/// The doubts of a board's tiles, fused with Tesseract's results where the engine uses it.
pub(super) fn fuse(engine: &Engine, best: &[Option<ScoredGuess>], doubts: Vec<Doubt>) -> Vec<Doubt> {
    let fuse_one: fn(&ScoredGuess, Doubt) -> Doubt = match engine {
        Engine::Tesseract => tesseract_alone,
        Engine::Auto => tesseract_with_net,
        Engine::Net | Engine::Template(_) | Engine::Taught(_) | Engine::SmallLetters => return doubts,
    };
    let each = |(best, doubt): (&Option<ScoredGuess>, Doubt)| match best {
        Some(best) => fuse_one(best, doubt),
        None => doubt,
    };
    best.iter().zip(doubts).map(each).collect()
}

/// The doubt by Tesseract alone. The network and the geometry still decide whether the glyph is a letter at all,
/// because Tesseract finds letters in any shape.
///
/// The confidence that Tesseract reports is not used: for letters with the same shape in lower case (C, O, S, W, X) it
/// is low even where they are right.
fn tesseract_alone((guess, board_log_odds): &ScoredGuess, doubt: Doubt) -> Doubt {
    /// The likelihood that Tesseract is right on a glyph that is a letter. Chosen by hand.
    const RIGHT: f32 = 0.97;
    let penalty = (guess.evidence(1.0) - board_log_odds).max(0.0);
    let Some(face) = reread(guess) else {
        return Doubt { confidence: 0.0, ..doubt };
    };
    let confidence = likelihood(log_odds(RIGHT * (1.0 - guess.nothing)) - penalty);
    Doubt { confidence, best: Some(face), alternatives: Vec::new() }
}

/// The doubt of the network, updated by Tesseract's result.
fn tesseract_with_net((guess, _): &ScoredGuess, doubt: Doubt) -> Doubt {
    let next = doubt.alternatives.first().map_or(0.0, |(_, likelihood)| *likelihood);
    if doubt.confidence - next >= MARGIN || doubt.best.is_none() {
        return doubt;
    }
    match reread(guess) {
        Some(face) => updated(doubt, &face),
        None => doubt,
    }
}

/// The doubt after Tesseract has read this face, by Bayes's rule.
fn updated(doubt: Doubt, read_face: &Face) -> Doubt {
    /// The likelihood that Tesseract is right where the network doubts. Smaller: it changes nothing. Larger: it
    /// overrules the network. Chosen by hand.
    const RIGHT: f32 = 0.9;
    /// The likelihood that Tesseract reads another of the network's faces: both see the same pixels. Chosen by hand.
    const SAME_MISTAKE: f32 = 0.1;
    /// The likelihood that Tesseract reads this letter where there is none. Chosen by hand.
    const INVENTED: f32 = 0.3;
    let mut faces: Vec<(Face, f32)> = doubt.best.into_iter().map(|face| (face, doubt.confidence)).collect();
    faces.extend(doubt.alternatives);
    let nothing = (1.0 - faces.iter().map(|(_, likelihood)| likelihood).sum::<f32>()).max(0.0);
    let probability = |face: &Face| if face == read_face { RIGHT } else { SAME_MISTAKE };
    faces.iter_mut().for_each(|(face, likelihood)| *likelihood *= probability(face));
    let all = faces.iter().map(|(_, likelihood)| likelihood).sum::<f32>() + nothing * INVENTED;
    faces.iter_mut().for_each(|(_, likelihood)| *likelihood /= all.max(f32::MIN_POSITIVE));
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut faces = faces.into_iter();
    let (best, confidence) = faces.next().map_or((None, 0.0), |(face, likelihood)| (Some(face), likelihood));
    Doubt { confidence, best, alternatives: faces.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Templates;

    fn letter(text: &str) -> Face {
        Face::Letters(text.to_string())
    }

    #[test]
    fn a_second_reader_decides_only_open_cases() {
        let doubt =
            |p: f32, q: f32| Doubt { confidence: p, best: Some(letter("O")), alternatives: vec![(letter("Q"), q)] };
        let open = updated(doubt(0.5, 0.4), &letter("Q"));
        assert!(open.best == Some(letter("Q")) && open.confidence > 0.8, "{open:?}");
        let clear = updated(doubt(0.999, 0.0005), &letter("Q"));
        assert!(clear.best == Some(letter("O")), "{clear:?}");
        let agreed = updated(doubt(0.6, 0.1), &letter("O"));
        assert!(agreed.confidence > 0.8, "{agreed:?}");
        let neither = updated(doubt(0.5, 0.3), &letter("X"));
        assert!(neither.confidence <= 0.5, "{neither:?}");
    }

    #[test]
    fn a_glyph_is_drawn_large_in_black_on_white() {
        let bar: GlyphPixels = std::array::from_fn(|i| {
            if (10..20).contains(&(i % GLYPH)) && (2..30).contains(&(i / GLYPH)) { 1.0 } else { 0.0 }
        });
        let drawing = Drawing::of(&bar).unwrap();
        assert_eq!(drawing.height, 40 + 2 * PADDING);
        assert_eq!(drawing.levels.len(), drawing.width * drawing.height);
        assert_eq!(drawing.levels[drawing.width * drawing.height / 2 + drawing.width / 2], 0);
        assert_eq!((drawing.levels[0], drawing.levels[drawing.levels.len() - 1]), (255, 255));
        assert!(Drawing::of(&[0.0; GLYPH * GLYPH]).is_none());
    }

    #[test]
    fn letters_are_read() {
        if let Err(error) = ready() {
            eprintln!("passed over: {error}");
            return;
        }
        let glyphs = Templates::named("dejavu-sans").unwrap().samples();
        let right = glyphs.iter().filter(|(face, glyph)| {
            let letters = face.to_string().len();
            read(glyph, letters).is_some_and(|text| text == face.to_string().to_uppercase())
        });
        assert!(right.count() >= 24, "of {}", glyphs.len());
    }
}
