//! Guesses: what a segment of a tile may be, with likelihoods.
//!
//! An [`Engine`] classifies glyphs; [`guesses`] makes a [`Guess`] for each segment, and joins the classes of several
//! letters into one face (`Qu`, `SUB-`, `U/M`). `geometry` chooses among the guesses for a tile.

use super::affixes::odds_against_chance;
use super::fit::GlyphPixels;
use super::glyph::{Glyph, GlyphPart, Hyphen};
use super::net::{NO_LETTER, Net};
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

    /// Whether the segment may be a part of the tile's letter: an E, Q or J without its hairlines, the Q of `Qu`, or an i
    /// without its dot.
    pub(super) fn may_be_a_part(&self) -> bool {
        match self.case {
            LetterCase::Upper => matches!(self.best_letters(), "I" | "L" | "T" | "F" | "Q" | "O" | "C"),
            LetterCase::Lower => matches!(self.best_letters(), "I" | "L" | "R" | "Q" | "O" | "C" | "V"),
        }
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

/// The most faces of a guess.
pub(super) const FACES: usize = 4;
/// The least distance of a likelihood from 0 and from 1. Smaller: single outliers outweigh the geometry of the board.
/// Larger: confident tiles are read again. Chosen by hand.
const LIKELIHOOD_MARGIN: f32 = 1e-4;

/// The logarithm of the odds of a likelihood.
pub(super) fn log_odds(likelihood: f32) -> f32 {
    let likelihood = likelihood.clamp(LIKELIHOOD_MARGIN, 1.0 - LIKELIHOOD_MARGIN);
    (likelihood / (1.0 - likelihood)).ln()
}

/// The likelihood for these log odds: the logistic function.
pub(super) fn likelihood(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
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
            let letters = divided(part, Part { alone, with_next }, engine);
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

/// The classes of one part of a glyph.
#[derive(Debug, Clone)]
struct Part {
    /// Those of the part.
    alone: Classification,
    /// Those of it and the next part together, where both may be a letter that fell apart.
    with_next: Option<Classification>,
}

/// The classes of one glyph.
#[derive(Debug, Clone, Default)]
struct Classification {
    /// The likeliest classes, best first, each with its likelihood.
    classes: Vec<(GlyphClass, f32)>,
    /// The likelihood that the glyph is not a letter.
    nothing: f32,
}

/// A class of the networks, except "no letter".
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GlyphClass {
    /// A face that a tile may have by itself.
    Face(Face),
    /// The stroke between the letters of a choice, as in `U/M`.
    Slash,
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
    let divisions =
        part.divided.iter().map(|letters| classes.by_ref().take(letters.len()).collect::<Vec<Classification>>());
    let product = |letters: &[Classification]| letters.iter().map(best).product::<f32>();
    // What a cut leaves of a slash may look like a letter: a slash counts more, as everywhere between letters.
    let is_slash = |letter: &Classification| matches!(letter.classes.first(), Some((GlyphClass::Slash, _)));
    let odds = |letters: &[Classification]| {
        product(letters) * if letters.iter().any(is_slash) { tile_params().choice_odds } else { 1.0 }
    };
    let likelier = divisions.filter(|letters| product(letters) > whole);
    let likeliest = likelier.max_by(|a, b| odds(a).total_cmp(&odds(b)));
    let alone = |alone: Classification| Part { alone, with_next: None };
    likeliest.map_or_else(|| vec![classified], |letters| letters.into_iter().map(alone).collect())
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
    let several = if parts.len() > 1 { joined_parts(&parts, glyph.hyphen) } else { Vec::new() };
    // The parts may be letters where the whole is not.
    let of_parts: f32 = several.iter().map(|(_, likelihood)| likelihood).sum();
    let nothing = nothing.min((1.0 - of_parts).max(0.0));
    faces.extend(several);
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    faces.dedup_by(|a, b| a.0 == b.0);
    faces.truncate(FACES);
    Guess { glyph, faces, nothing, case }
}

/// The faces that the parts may make together, each with its likelihood: several letters, or a choice such as `U/M`. Each part
/// between two others is tried as the slash; where several look most like one, they are tried together too.
fn joined_parts(parts: &[Part], hyphen: Option<Hyphen>) -> Vec<(Face, f32)> {
    let inner = 1..parts.len().saturating_sub(1);
    let is_slash = |&i: &usize| matches!(parts[i].alone.classes.first(), Some((GlyphClass::Slash, _)));
    let likely: Vec<usize> = inner.clone().filter(is_slash).collect();
    let mut slashes: Vec<Vec<usize>> = std::iter::once(Vec::new()).chain(inner.map(|i| vec![i])).collect();
    if likely.len() > 1 {
        slashes.push(likely);
    }
    slashes.iter().flat_map(|slashes| joined(parts, hyphen, slashes)).collect()
}

/// The faces that the parts make together where these of them are slashes, each with its likelihood. Letters with a hyphen may be any of
/// the likeliest of each part, as those that many words begin or end with are likelier.
fn joined(parts: &[Part], hyphen: Option<Hyphen>, slashes: &[usize]) -> Vec<(Face, f32)> {
    let hyphen = hyphen.filter(|_| slashes.is_empty());
    let texts = texts(parts, slashes, if hyphen.is_some() { FACES } else { 1 });
    let face = |mut groups: Vec<String>| match (groups.len(), hyphen) {
        (1, None) => Face::Letters(groups.swap_remove(0)),
        (1, Some(Hyphen::After)) => Face::Prefix(groups.swap_remove(0)),
        (1, Some(Hyphen::Before)) => Face::Suffix(groups.swap_remove(0)),
        _ => Face::Choice(groups),
    };
    let faces: Vec<(Face, f32)> = texts.into_iter().map(|(groups, likelihood)| (face(groups), likelihood)).collect();
    let odds: Vec<f32> = faces.iter().map(|(face, likelihood)| likelihood * prior_odds(face)).collect();
    let rest = 1.0 - faces.iter().map(|(_, likelihood)| likelihood).sum::<f32>().min(1.0);
    let all = odds.iter().sum::<f32>() + rest;
    faces.into_iter().zip(odds).map(|((face, _), odds)| (face, odds / all)).collect()
}

/// The odds of letters side by side against one letter, before their shapes count. Long affixes are rare among those of words, so that
/// their number of letters does not count again.
fn prior_odds(face: &Face) -> f32 {
    let params = tile_params();
    let affix = |text: &str, hyphen| params.several_odds * params.affix_odds * odds_against_chance(text, hyphen);
    match face {
        Face::Letters(text) if text.chars().all(|letter| letter == 'I') => params.several_bars_odds,
        Face::Choice(_) => params.several_odds * params.choice_odds,
        Face::Prefix(text) => affix(text, Hyphen::After),
        Face::Suffix(text) => affix(text, Hyphen::Before),
        Face::Letters(text) => params.several_odds.powi(text.chars().count() as i32 - 1),
        Face::Blank | Face::Unreadable => 1.0,
    }
}

/// The likeliest texts of the parts where these of them are slashes: the letters between the slashes, and the likelihood. `classes`
/// is the number of classes tried for each part.
fn texts(parts: &[Part], slashes: &[usize], classes: usize) -> Vec<(Vec<String>, f32)> {
    /// The most texts of the parts up to each one. Smaller: a likely affix may be lost of which no letter is the likeliest. Larger: more work.
    /// Chosen by hand.
    const TEXTS: usize = 16;
    let mut texts = vec![Vec::new(); parts.len() + 1];
    texts[0] = vec![(vec![String::new()], 1.0)];
    for (i, part) in parts.iter().enumerate() {
        let mut up_to_here: Vec<(Vec<String>, f32)> = std::mem::take(&mut texts[i]);
        up_to_here.sort_by(|a, b| b.1.total_cmp(&a.1));
        up_to_here.truncate(TEXTS);
        let is_slash = slashes.contains(&i);
        let both = part.with_next.as_ref().filter(|_| !is_slash && !slashes.contains(&(i + 1)));
        for (class, end) in std::iter::once((&part.alone, i + 1)).chain(both.map(|both| (both, i + 2))) {
            // A bar in a row of letters is an I.
            let in_row = 1.0 - tile_params().in_row_share * class.nothing;
            let likeliest = class.classes.iter().filter(|(class, _)| (*class == GlyphClass::Slash) == is_slash);
            for (class, own) in likeliest.take(classes) {
                let longer = up_to_here.iter().filter_map(|(groups, likelihood)| {
                    let mut groups = groups.clone();
                    match (class, groups.last_mut()) {
                        (GlyphClass::Face(Face::Letters(text)), Some(group)) => group.push_str(text),
                        (GlyphClass::Slash, _) => groups.push(String::new()),
                        _ => return None,
                    }
                    Some((groups, likelihood * own / in_row))
                });
                texts[end].extend(longer);
            }
        }
    }
    let mut texts = texts.pop().unwrap_or_default();
    texts.sort_by(|a, b| a.0.cmp(&b.0));
    texts.dedup_by(|other, text| {
        let is_same = other.0 == text.0;
        text.1 += if is_same { other.1 } else { 0.0 };
        is_same
    });
    texts
}

impl Engine {
    /// The classes of each glyph.
    fn classify(&self, glyphs: &[&GlyphPixels]) -> Vec<Classification> {
        match self {
            Engine::Net | Engine::Tesseract | Engine::Auto | Engine::SmallLetters => Net::of_glyphs(self.case())
                .classify(glyphs)
                .into_iter()
                .map(|probabilities| from_probabilities(&probabilities))
                .collect(),
            Engine::Template(templates) => glyphs.iter().map(|glyph| from_likeness(&templates.likest(glyph))).collect(),
            Engine::Taught(known) => {
                glyphs.iter().map(|glyph| from_known(&known.templates.likest(glyph), known.even)).collect()
            }
        }
    }
}

/// The guess for a glyph of a known skin, whose parts are not classified.
pub(super) fn known_guess(glyph: Glyph, known: &Known) -> Guess {
    let whole = from_known(&known.templates.likest_of_few(&glyph.pixels), known.even);
    guess(glyph, LetterCase::Upper, whole, Vec::new())
}

/// The classes of a glyph by its correlation with the letters of a known skin, whose odds are even at the correlation `even`.
/// A letter that the skin does not have must not read as the most similar one that it has.
fn from_known(likest: &[(&Face, f32)], even: f32) -> Classification {
    /// The log odds for each unit of correlation and of lead over the second letter. Smaller: unknown letters read as
    /// similar ones. Larger: more tiles need the network. Chosen by hand.
    const LIKENESS: f32 = 150.0;
    const LEAD: f32 = 200.0;
    /// The share of the remaining likelihood that the second letter gets. The rest belongs to letters that the skin
    /// does not have yet. It must not count as "no letter", which good geometry would cancel. Chosen by hand.
    const NEXT: f32 = 0.3;
    let Some((face, first)) = likest.first() else { return Classification { classes: Vec::new(), nothing: 1.0 } };
    let second = likest.get(1);
    let lead = second.map_or(1.0, |(_, second)| first - second);
    let confidence = likelihood(LIKENESS * (first - even)).min(likelihood(LEAD * lead));
    let mut classes = vec![(GlyphClass::Face((*face).clone()), confidence)];
    classes.extend(second.map(|(face, _)| (GlyphClass::Face((*face).clone()), NEXT * (1.0 - confidence))));
    Classification { classes, nothing: 0.0 }
}

/// The classes of a glyph from the probabilities of a network.
fn from_probabilities(probabilities: &[f32]) -> Classification {
    let mut order: Vec<usize> = (0..NO_LETTER).collect();
    order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]));
    let classes = order.into_iter().take(FACES).map(|class| (glyph_class(class), probabilities[class])).collect();
    Classification { classes, nothing: probabilities[NO_LETTER] }
}

/// The meaning of a class of the networks, except [`NO_LETTER`].
pub(super) fn glyph_class(class: usize) -> GlyphClass {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    match LETTERS.get(class..class + 1) {
        Some(letter) => GlyphClass::Face(Face::Letters(letter.to_string())),
        None if class == LETTERS.len() => GlyphClass::Face(Face::Letters("QU".to_string())),
        None => GlyphClass::Slash,
    }
}

/// The classes of a glyph by its correlation with templates of any typeface. A correlation is not a likelihood: the
/// confidence follows from the best correlation and from its lead over the second.
fn from_likeness(likest: &[(&Face, f32)]) -> Classification {
    /// The correlation of even odds, and the log odds for each unit of correlation and of lead. Smaller: wrong letters
    /// become confident. Larger: right letters are read again. Chosen by hand.
    const EVEN: f32 = 0.83;
    const LIKENESS: f32 = 30.0;
    const LEAD: f32 = 35.0;
    /// The lead above which more lead adds no confidence. Chosen by hand.
    const MOST: f32 = 0.12;
    let Some((_, first)) = likest.first() else { return Classification::default() };
    let lead = likest.get(1).map_or(MOST, |(_, second)| (first - second).min(MOST));
    let confidence = likelihood(LIKENESS * (first - EVEN) + LEAD * lead - 1.0);
    let kept = &likest[..likest.len().min(FACES)];
    let weight = |likeness: f32| (LEAD * likeness).exp();
    let all: f32 = kept.iter().map(|(_, likeness)| weight(*likeness)).sum();
    let share = |(i, (face, likeness)): (usize, &(&Face, f32))| {
        let part = if i == 0 { confidence } else { (1.0 - confidence) * weight(*likeness) / all };
        (GlyphClass::Face((*face).clone()), part)
    };
    Classification { classes: kept.iter().enumerate().map(share).collect(), nothing: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::fit::PixelBox;

    /// A part that is one of these letters, or a slash, with these likelihoods.
    fn part(classes: &[(&str, f32)]) -> Part {
        let class = |&(text, likelihood): &(&str, f32)| match text {
            "/" => (GlyphClass::Slash, likelihood),
            letter => (GlyphClass::Face(Face::Letters(letter.to_string())), likelihood),
        };
        let alone = Classification { classes: classes.iter().map(class).collect(), nothing: 0.0 };
        Part { alone, with_next: None }
    }

    #[test]
    fn a_bar_between_two_letters_is_rather_a_slash_than_an_i() {
        let middle = |slash: f32| part(&[("I", 1.0 - slash), ("/", slash)]);
        for (slash, face) in [(0.4, "U/M"), (0.9, "U/M"), (0.1, "UIM")] {
            let parts = [part(&[("U", 0.95)]), middle(slash), part(&[("M", 0.95)])];
            let found = joined_parts(&parts, None);
            let best = found.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            assert_eq!(best.0.to_string(), face, "{slash}");
        }
    }

    /// The best face of these parts with its likelihood.
    fn best(parts: &[Part], hyphen: Option<Hyphen>) -> (String, f32) {
        let found = joined_parts(parts, hyphen);
        let best = found.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        (best.0.to_string(), best.1)
    }

    /// Two letters, the likelihood of each, and whether they read with and without a hyphen: a suffix of many words, and of none.
    #[test]
    fn letters_that_end_many_words_are_likelier_with_a_hyphen() {
        for (letters, likelihood, with, without) in [
            (["E", "R"], 0.5, true, false),
            (["K", "X"], 0.5, false, false),
            (["E", "R"], 0.95, true, true),
            (["K", "X"], 0.95, true, true),
        ] {
            let reads = |hyphen| best(&letters.map(|letter| part(&[(letter, likelihood)])), hyphen).1 > 0.5;
            assert_eq!([reads(Some(Hyphen::Before)), reads(None)], [with, without], "{letters:?} {likelihood}");
        }
    }

    #[test]
    fn an_affix_may_have_letters_that_are_not_the_likeliest() {
        let parts = [part(&[("F", 0.7), ("E", 0.25)]), part(&[("R", 0.95)])];
        assert_eq!(best(&parts, Some(Hyphen::Before)).0, "-ER");
        assert_eq!(best(&parts, None).0, "FR");
    }

    /// The likelihood of two parts together as a U, and the best face: they are L and I alone, and a T follows.
    #[test]
    fn two_parts_may_be_one_letter_that_fell_apart() {
        for (likelihood, face) in [(0.9, "UT"), (0.05, "LIT")] {
            let mut first = part(&[("L", 0.9)]);
            first.with_next = Some(part(&[("U", likelihood)]).alone);
            assert_eq!(best(&[first, part(&[("I", 0.6)]), part(&[("T", 0.95)])], None).0, face, "{likelihood}");
        }
    }

    /// All letters together have the same likelihood.
    #[test]
    fn more_letters_are_less_likely() {
        let of = |count: usize| best(&vec![part(&[("E", 0.9f32.powf(1.0 / count as f32))]); count], None).1;
        assert!(of(2) > of(3) && of(3) > of(4));
    }

    #[test]
    fn a_slash_is_no_part_of_a_letter_that_fell_apart() {
        let mut first = part(&[("L", 0.9)]);
        first.with_next = Some(part(&[("U", 0.9)]).alone);
        let parts = [first, part(&[("/", 0.9)]), part(&[("T", 0.9)])];
        let found = texts(&parts, &[1], 1);
        assert_eq!(found.into_iter().map(|(groups, _)| groups.join("/")).collect::<Vec<_>>(), ["L/T"]);
    }

    #[test]
    fn a_text_of_two_divisions_counts_once() {
        let mut first = part(&[("Q", 0.5)]);
        first.with_next = Some(part(&[("QU", 0.4)]).alone);
        let found = texts(&[first, part(&[("U", 0.8)]), part(&[("A", 1.0)])], &[], 1);
        let [(groups, likelihood)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((groups[0].as_str(), (likelihood * 10.0).round()), ("QUA", 8.0));
    }

    #[test]
    fn a_choice_may_have_more_than_two_letters() {
        let letter = |letter: &str| part(&[(letter, 0.95)]);
        let slash = || part(&[("/", 0.9), ("I", 0.1)]);
        let found = joined_parts(&[letter("A"), slash(), letter("B"), slash(), letter("C")], None);
        let best = found.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert_eq!(best.0.to_string(), "A/B/C");
    }

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

    #[test]
    fn a_slash_is_between_letters_only() {
        let slash = || part(&[("/", 0.9), ("I", 0.1)]);
        for parts in [vec![slash(), part(&[("M", 0.9)])], vec![part(&[("M", 0.9)]), slash()]] {
            let faces: Vec<Face> = joined_parts(&parts, None).into_iter().map(|(face, _)| face).collect();
            assert!(faces.iter().all(|face| matches!(face, Face::Letters(_))), "{faces:?}");
        }
    }
}
