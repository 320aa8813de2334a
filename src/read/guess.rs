//! Guesses: what a segment of a tile may be, with likelihoods.
//!
//! [`guesses`] makes a [`Guess`] for each segment, of the classes (`classify`) of the whole and of those of its parts, which may be several
//! letters (`letter_row`). `geometry` chooses among the guesses for a tile.

use super::classify::{Classification, FACES, GlyphClass, from_known};
use super::fit::GlyphPixels;
use super::glyph::{Glyph, GlyphPart};
use super::letter_row::{self, Part, slant};
use super::score::log_odds;
use super::tile_params::tile_params;
use super::{Engine, Known, LetterCase};
use crate::board::Face;
use std::rc::Rc;

/// A segment of a tile, and the faces that it may show.
#[derive(Debug, Clone)]
pub(super) struct Guess {
    /// The segment.
    pub(super) glyph: Glyph,
    /// The likeliest faces, best first, each with its likelihood, 0 to 1.
    pub(super) faces: Vec<(Face, f32)>,
    /// The likelihood that the segment is not a letter, 0 to 1.
    pub(super) nothing: f32,
    /// The case of the letters that the classifier knows.
    pub(super) case: LetterCase,
}

/// A guess for a tile with its log odds on the board.
pub(super) type ScoredGuess = (Rc<Guess>, f32);

impl Guess {
    /// The letters of the best face; empty where it has none.
    pub(super) fn best_letters(&self) -> &str {
        match self.faces.first() {
            Some((Face::Letters(text), _)) => text,
            _ => "",
        }
    }

    /// Whether a letter of the best face may reach below the baseline.
    pub(super) fn has_tail(&self) -> bool {
        let with_tail: &[char] = match self.case {
            LetterCase::Upper => &['J', 'Q'],
            LetterCase::Lower => &['G', 'J', 'P', 'Q', 'Y'],
        };
        self.faces.first().is_some_and(|(face, _)| match face {
            Face::Letters(text) | Face::Prefix(text) | Face::Suffix(text) => text.contains(with_tail),
            Face::Choice(choices) => choices.iter().any(|text| text.contains(with_tail)),
            Face::Blank | Face::Unreadable => false,
        })
    }

    /// Whether a letter of the best face has a tail, or may have lost one.
    pub(super) fn may_have_lost_a_tail(&self) -> bool {
        self.has_tail() || (self.case == LetterCase::Lower && self.best_letters() == "V")
    }

    /// Whether the best face is a stem alone, as I or l. The stem of any letter that lost its hairlines reads so.
    pub(super) fn may_be_a_stem(&self) -> bool {
        match self.case {
            LetterCase::Upper => self.best_letters() == "I",
            LetterCase::Lower => matches!(self.best_letters(), "I" | "L"),
        }
    }

    /// Whether the segment may be a complete letter, so that a part of it is not.
    pub(super) fn may_be_a_whole(&self) -> bool {
        self.nothing < tile_params().complete_below
    }

    /// Whether the segment may be a part of the tile's letters: an E, Q or J without its hairlines, the Q of `Qu`, or an i
    /// without its dot. Of several letters, any may be one.
    pub(super) fn may_be_a_part(&self) -> bool {
        let parts: &[char] = match self.case {
            LetterCase::Upper => &['I', 'L', 'T', 'F', 'Q', 'O', 'C'],
            LetterCase::Lower => &['I', 'L', 'R', 'Q', 'O', 'C', 'V'],
        };
        let letters = self.best_letters();
        (letters.len() == 1 || self.is_several()) && letters.contains(parts)
    }

    /// The letters that may look like the best face when they lose their hairlines.
    pub(super) fn may_be_left_of(&self) -> &'static [&'static str] {
        match (self.case, self.best_letters()) {
            (LetterCase::Upper, "I") => &["E", "F", "J", "L", "T"],
            (LetterCase::Upper, "L") => &["E"],
            (LetterCase::Upper, "F") => &["E", "P", "R"],
            (LetterCase::Upper, "O") => &["Q"],
            (LetterCase::Upper, "C") => &["G", "Q"],
            (LetterCase::Lower, "L") => &["F", "I", "J", "T"],
            (LetterCase::Lower, "R") => &["N"],
            (LetterCase::Lower, "C") => &["E"],
            (LetterCase::Lower, "V") => &["Y"],
            (_, "Q") => &["QU"],
            _ => &[],
        }
    }

    /// Whether the best face has a slash, which reaches beyond the letters.
    pub(super) fn has_slash(&self) -> bool {
        matches!(self.faces.first(), Some((Face::Choice(_), _)))
    }

    /// The guess with the hyphen of another one that reads the same letters: a threshold lost it here. `None` where the other has none,
    /// or other letters.
    pub(super) fn with_hyphen_of(&self, other: &Guess) -> Option<Guess> {
        let (with_hyphen, _) = other.faces.first()?;
        match (&self.faces.first()?.0, with_hyphen) {
            (Face::Letters(own), Face::Prefix(letters) | Face::Suffix(letters)) if own == letters => {}
            _ => return None,
        }
        let mut guess = self.clone();
        (guess.glyph.center_x, guess.glyph.hyphen) = (other.glyph.center_x, other.glyph.hyphen);
        guess.faces.retain(|(face, _)| face != with_hyphen);
        guess.faces[0].0 = with_hyphen.clone();
        Some(guess)
    }

    /// Whether the best face has several letters, which games print smaller.
    pub(super) fn is_several(&self) -> bool {
        self.faces.first().is_some_and(|(face, _)| has_several(face))
    }

    /// The number of letters of the best face.
    pub(super) fn letter_count(&self) -> Option<LetterCount> {
        self.faces.first().map(|(face, _)| LetterCount::of(face))
    }

    /// The guess where the odds of each face are multiplied by the factor of its number of letters. The likelihood of
    /// "no letter" is at most what the likeliest face of several leaves, so that the segment counts as complete and its parts do not.
    pub(super) fn with_odds_by_count(&self, factor: impl Fn(LetterCount) -> f32) -> Guess {
        let likelier = |(face, likelihood): &(Face, f32)| {
            let odds = likelihood * factor(LetterCount::of(face));
            (face.clone(), odds / (odds + 1.0 - likelihood))
        };
        let mut faces: Vec<(Face, f32)> = self.faces.iter().map(likelier).collect();
        let joined = faces.iter().filter(|(face, _)| has_joined(face)).map(|(_, likelihood)| *likelihood);
        let nothing = self.nothing.min(1.0 - joined.fold(0.0, f32::max));
        faces.sort_by(|a, b| b.1.total_cmp(&a.1));
        Guess { glyph: self.glyph.clone(), faces, nothing, case: self.case }
    }

    /// The log odds of the best face, where the likelihood of "no letter" counts with this factor.
    pub(super) fn evidence(&self, nothing: f32) -> f32 {
        let Some((_, first)) = self.faces.first() else { return log_odds(0.0) };
        let others = (1.0 - first - self.nothing).max(0.0);
        log_odds(first / (first + others + nothing * self.nothing))
    }
}

/// How many letters a face has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LetterCount {
    /// Letters side by side, with or without a hyphen; `Qu`, which is one class, is one.
    Of(usize),
    /// The alternatives of a choice.
    Choice(usize),
}

impl LetterCount {
    fn of(face: &Face) -> LetterCount {
        match face {
            Face::Letters(text) if text == "QU" => LetterCount::Of(1),
            Face::Letters(text) | Face::Prefix(text) | Face::Suffix(text) => LetterCount::Of(text.chars().count()),
            Face::Choice(choices) => LetterCount::Choice(choices.len()),
            Face::Blank | Face::Unreadable => LetterCount::Of(0),
        }
    }
}

/// Whether a face has several letters.
fn has_several(face: &Face) -> bool {
    match face {
        Face::Letters(text) => text.chars().count() > 1,
        _ => true,
    }
}

/// Whether a face has several letters of which each may stand alone on a tile: not `Qu`, which is one class.
fn has_joined(face: &Face) -> bool {
    has_several(face) && *face != Face::Letters("QU".to_string())
}

/// The guess for each of these glyphs.
pub(super) fn guesses(glyphs: Vec<Glyph>, engine: &Engine) -> Vec<Guess> {
    fn pictures(glyph: &Glyph) -> impl Iterator<Item = &GlyphPixels> {
        let of_parts = glyph.parts.iter().flat_map(|part| [Some(&*part.pixels), part.with_next.as_deref()]);
        std::iter::once(&*glyph.pixels).chain(of_parts.flatten())
    }
    let mut answers = engine.classify(&glyphs.iter().flat_map(pictures).collect::<Vec<_>>()).into_iter();
    let mut next = || answers.next().unwrap_or_default();
    let guess = |mut glyph: Glyph| {
        let whole = next();
        let mut parts: Vec<Part> = Vec::new();
        let mut are_letters = true;
        for part in &glyph.parts {
            let alone = next();
            let with_next = part.with_next.as_ref().map(|_| next());
            let letters = divided(part, Part { alone, with_next, slant: slant(&part.pixels) }, engine);
            if letters.len() > 1 {
                are_letters = false;
                // A part that is several letters does not belong to the one before.
                if let Some(before) = parts.last_mut() {
                    before.with_next = None;
                }
            }
            parts.extend(letters);
        }
        // These pictures take memory, and nothing reads them afterwards. Tesseract reads parts that are letters only.
        glyph.parts.iter_mut().for_each(|part| (part.with_next, part.divided) = (None, Vec::new()));
        if !are_letters {
            glyph.parts = Vec::new();
        }
        guess(glyph, engine.case(), whole, parts)
    };
    glyphs.into_iter().map(guess).collect()
}

/// Returns the part, or the letters of the likeliest division where these are likelier together.
fn divided(part: &GlyphPart, classified: Part, engine: &Engine) -> Vec<Part> {
    /// The likelihood from which a part is a letter. Smaller: a letter and a slash that touch are read as one. Larger: more work, and an M is
    /// read as RN. Chosen by hand; `hard judge --kind digrams` and `--kind lower-case` show a change.
    const IS_LETTER: f32 = 0.8;
    let best = |class: &Classification| class.classes.first().map_or(0.0, |(_, likelihood)| *likelihood);
    let whole = best(&classified.alone);
    if whole >= IS_LETTER || part.divided.is_empty() {
        return vec![classified];
    }
    let pictures: Vec<&GlyphPixels> = part.divided.iter().flatten().map(|letter| &**letter).collect();
    let mut classes = engine.classify(&pictures).into_iter();
    let divisions = part
        .divided
        .iter()
        .map(|letters| (letters, classes.by_ref().take(letters.len()).collect::<Vec<Classification>>()));
    let product = |letters: &[Classification]| letters.iter().map(best).product::<f32>();
    // What a cut leaves of a slash may look like a letter: a slash counts more, as everywhere between letters.
    let is_slash = |letter: &Classification| matches!(letter.classes.first(), Some((GlyphClass::Slash, _)));
    let odds = |letters: &[Classification]| {
        product(letters) * if letters.iter().any(is_slash) { tile_params().choice_odds } else { 1.0 }
    };
    let likelier = divisions.filter(|(_, classes)| product(classes) > whole);
    let likeliest = likelier.max_by(|a, b| odds(&a.1).total_cmp(&odds(&b.1)));
    likeliest.map_or_else(
        || vec![classified],
        |(letters, classes)| {
            let slants = letters.iter().map(|letter| slant(letter));
            let letter = |(slant, alone)| Part { alone, with_next: None, slant };
            slants.zip(classes).map(letter).collect()
        },
    )
}

/// The guess for a glyph, from the class of the whole and those of its parts.
fn guess(glyph: Glyph, case: LetterCase, whole: Classification, parts: Vec<Part>) -> Guess {
    let nothing = whole.nothing;
    let mut faces: Vec<(Face, f32)> = whole
        .classes
        .into_iter()
        .filter_map(|(class, likelihood)| match class {
            GlyphClass::Face(face) => Some((face, likelihood)),
            GlyphClass::Slash => None,
        })
        .collect();
    let several = if parts.len() > 1 { letter_row::faces(&parts, glyph.hyphen) } else { Vec::new() };
    // The parts may be letters where the whole is not.
    let of_parts: f32 = several.iter().map(|(_, likelihood)| likelihood).sum();
    let nothing = nothing.min((1.0 - of_parts).max(0.0));
    faces.extend(several);
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    faces.dedup_by(|a, b| a.0 == b.0);
    faces.truncate(FACES);
    Guess { glyph, faces, nothing, case }
}

/// The guess for a glyph of a known skin, whose parts are not classified.
pub(super) fn known_guess(glyph: Glyph, known: &Known) -> Guess {
    let whole = from_known(&known.templates.likest_of_few(&glyph.pixels), known.even);
    guess(glyph, LetterCase::Upper, whole, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::fit::PixelBox;

    /// The smallest cases: two faces with their likelihoods, and the best one with their odds as they are and with a factor of 4 for two letters.
    #[test]
    fn several_letters_are_likelier_where_other_tiles_have_several() {
        let letters = |text: &str| Face::Letters(text.to_string());
        let choice = || Face::Choice(vec!["U".to_string(), "M".to_string()]);
        for (first, second, with_factor) in [
            ((letters("Q"), 0.7), (letters("IQ"), 0.5), letters("IQ")),
            ((letters("Q"), 0.7), (letters("IQ"), 0.3), letters("Q")),
            ((letters("W"), 0.6), (choice(), 0.5), letters("W")),
            ((letters("IQA"), 0.6), (letters("IQ"), 0.5), letters("IQ")),
            ((letters("IQA"), 0.9), (letters("IQ"), 0.2), letters("IQA")),
            ((letters("IQA"), 0.6), (Face::Prefix("IQ".to_string()), 0.5), Face::Prefix("IQ".to_string())),
            ((letters("Q"), 0.5), (letters("QU"), 0.4), letters("Q")),
        ] {
            let glyph = Glyph::in_box(PixelBox { left: 0, top: 0, right: 1, bottom: 1 });
            let guess = Guess { glyph, faces: vec![first.clone(), second], nothing: 0.3, case: LetterCase::Upper };
            assert_eq!(guess.with_odds_by_count(|_| 1.0).faces[0].0, first.0);
            let likelier = guess.with_odds_by_count(|count| if count == LetterCount::Of(2) { 4.0 } else { 1.0 });
            assert_eq!(likelier.faces[0].0, with_factor);
            assert!(likelier.faces[0].1 + likelier.nothing <= 1.0 + f32::EPSILON);
        }
        let glyph = Glyph::in_box(PixelBox { left: 0, top: 0, right: 1, bottom: 1 });
        let faces = vec![(letters("U"), 0.6), (letters("QU"), 0.5), (letters("II"), 0.3)];
        let guess = Guess { glyph, faces, nothing: 0.1, case: LetterCase::Upper };
        let unlikelier = guess.with_odds_by_count(|count| if count == LetterCount::Of(1) { 0.1 } else { 1.0 });
        assert_eq!(unlikelier.faces[0].0, letters("II"));
    }

    /// The smallest cases: the best faces of two guesses, and whether the first one takes the hyphen of the other.
    #[test]
    fn a_hyphen_belongs_to_the_same_letters_of_another_segmentation() {
        let letters = |text: &str| Face::Letters(text.to_string());
        let (prefix, suffix) = (Face::Prefix("SUB".to_string()), Face::Suffix("ER".to_string()));
        for (own, other, takes) in [
            (letters("SUB"), prefix.clone(), true),
            (letters("ER"), suffix.clone(), true),
            (letters("UB"), prefix.clone(), false),
            (prefix.clone(), letters("SUB"), false),
            (suffix, prefix, false),
        ] {
            let guess = |face: Face| {
                let glyph = Glyph::in_box(PixelBox { left: 0, top: 0, right: 1, bottom: 1 });
                Guess { glyph, faces: vec![(face, 0.7)], nothing: 0.1, case: LetterCase::Upper }
            };
            let found = guess(own.clone()).with_hyphen_of(&guess(other.clone()));
            assert_eq!(found.map(|found| found.faces), takes.then(|| vec![(other.clone(), 0.7)]), "{own:?} {other:?}");
        }
    }

    /// The best face and the case, and whether a letter of it may reach below the baseline.
    #[test]
    fn a_tail_may_be_that_of_any_letter_of_the_face() {
        use LetterCase::{Lower, Upper};
        let letters = |text: &str| Face::Letters(text.to_string());
        for (face, case, expected) in [
            (letters("J"), Upper, true),
            (letters("E"), Upper, false),
            (letters("LJ"), Upper, true),
            (letters("QU"), Upper, true),
            (letters("PY"), Upper, false),
            (letters("PY"), Lower, true),
            (Face::Prefix("UN".to_string()), Lower, false),
            (Face::Suffix("ING".to_string()), Upper, false),
            (Face::Suffix("ING".to_string()), Lower, true),
            (Face::Choice(vec!["I".to_string(), "J".to_string()]), Upper, true),
        ] {
            let glyph = Glyph::in_box(PixelBox { left: 0, top: 0, right: 1, bottom: 1 });
            let guess = Guess { glyph, faces: vec![(face.clone(), 0.7)], nothing: 0.1, case };
            assert_eq!(guess.has_tail(), expected, "{face} {case:?}");
        }
    }
}
