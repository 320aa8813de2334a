//! What the cuts of a tile may say: letters with how likely they are.

use super::fit::GlyphPixels;
use super::net::{NO_LETTER, Net};
use super::segment::{Glyph, Hyphen};
use super::{Engine, Templates};
use crate::board::Face;
use std::rc::Rc;

/// A cut of a tile and the letters that it may be.
#[derive(Debug, Clone)]
pub(super) struct Guess {
    pub(super) glyph: Glyph,
    /// What it may say, likeliest first, each with its likelihood.
    pub(super) faces: Vec<(Face, f32)>,
    /// How likely it is no letter at all.
    pub(super) nothing: f32,
}

/// A guess for a tile with its log odds on the board.
pub(super) type ScoredGuess = (Rc<Guess>, f32);

impl Guess {
    /// Whether its letter may reach below the line.
    pub(super) fn has_tail(&self) -> bool {
        matches!(self.faces.first(), Some((Face::Letters(text), _)) if matches!(text.as_str(), "J" | "Q" | "QU"))
    }

    /// Whether it says I: so does the stem of any letter whose thin strokes are lost.
    pub(super) fn may_be_a_stem(&self) -> bool {
        matches!(self.faces.first(), Some((Face::Letters(text), _)) if text == "I")
    }

    /// Whether what is a part of it need not be the whole letter.
    pub(super) fn may_be_a_whole(&self) -> bool {
        /// How likely no letter at all may be: for several letters, each of which may be doubtful, more.
        const NOTHING: (f32, f32) = (0.5, 0.75);
        self.nothing < if self.is_several() { NOTHING.1 } else { NOTHING.0 }
    }

    /// Whether it may be a part of what the tile says: what is left of an E, a Q or a J without its hairlines, or the
    /// Q of `Qu`.
    pub(super) fn may_be_a_part(&self) -> bool {
        matches!(self.faces.first(), Some((Face::Letters(text), _)) if matches!(text.as_str(), "I" | "L" | "T" | "F" | "Q" | "O" | "C"))
    }

    /// What it may be left over from, where letters lose their hairlines.
    pub(super) fn may_be_left_of(&self) -> &'static [&'static str] {
        let Some((Face::Letters(text), _)) = self.faces.first() else { return &[] };
        match text.as_str() {
            "I" => &["E", "F", "J", "L", "T"],
            "L" => &["E"],
            "F" => &["E", "P", "R"],
            "O" => &["Q"],
            "C" => &["G", "Q"],
            "Q" => &["QU"],
            _ => &[],
        }
    }

    /// Whether it turned out to be a part of this one, which says another letter.
    pub(super) fn is_superseded_by(&self, other: &Guess) -> bool {
        let face = |guess: &Guess| guess.faces.first().map(|(face, _)| face.clone());
        self.may_be_a_part()
            && other.may_be_a_whole()
            && face(self) != face(other)
            && self.glyph.is_part_of(&other.glyph)
    }

    /// Whether it says several letters, which are set smaller to fit.
    pub(super) fn is_several(&self) -> bool {
        match self.faces.first() {
            Some((Face::Letters(text), _)) => text.chars().count() > 1,
            Some(_) => true,
            None => false,
        }
    }

    /// How confidence the first face is, as the logarithm of its odds, where "no letter" counts this much.
    pub(super) fn evidence(&self, nothing: f32) -> f32 {
        let Some((_, first)) = self.faces.first() else { return log_odds(0.0) };
        let others = (1.0 - first - self.nothing).max(0.0);
        log_odds(first / (first + others + nothing * self.nothing))
    }
}

/// How many faces of a guess are kept.
pub(super) const FACES: usize = 4;
/// Likelihoods are kept this far from 0 and 1: nothing is surer than the training was.
const LIKELIHOOD_MARGIN: f32 = 1e-4;

/// The logarithm of the odds.
pub(super) fn log_odds(likelihood: f32) -> f32 {
    let likelihood = likelihood.clamp(LIKELIHOOD_MARGIN, 1.0 - LIKELIHOOD_MARGIN);
    (likelihood / (1.0 - likelihood)).ln()
}

/// The likelihood of these odds.
pub(super) fn likelihood(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The guess for each of these glyphs.
pub(super) fn guesses(glyphs: Vec<Glyph>, engine: &Engine) -> Vec<Guess> {
    let pixels = |glyph: &Glyph| -> Vec<Box<GlyphPixels>> {
        std::iter::once(glyph.pixels.clone()).chain(glyph.parts.iter().cloned()).collect()
    };
    let pictures: Vec<Box<GlyphPixels>> = glyphs.iter().flat_map(pixels).collect();
    let mut answers = engine.classify(&pictures.iter().map(|glyph| &**glyph).collect::<Vec<_>>()).into_iter();
    let guess = |glyph: Glyph| {
        let whole = answers.next().unwrap_or_default();
        let parts: Vec<Classification> = answers.by_ref().take(glyph.parts.len()).collect();
        guess(glyph, whole, &parts)
    };
    glyphs.into_iter().map(guess).collect()
}

/// What one glyph may be.
#[derive(Debug, Clone, Default)]
struct Classification {
    /// The likeliest classes, best first.
    classes: Vec<(GlyphClass, f32)>,
    /// How likely it is none.
    nothing: f32,
}

/// What a glyph may show.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GlyphClass {
    /// What a tile may say by itself.
    Face(Face),
    /// The stroke between the letters of a choice.
    Slash,
}

/// A tile says what its whole glyph says, or what the parts say one after the other.
fn guess(glyph: Glyph, whole: Classification, parts: &[Classification]) -> Guess {
    let nothing = whole.nothing;
    let mut faces: Vec<(Face, f32)> = whole
        .classes
        .into_iter()
        .filter_map(|(class, likelihood)| match class {
            GlyphClass::Face(face) => Some((face, likelihood)),
            GlyphClass::Slash => None,
        })
        .collect();
    let several = if parts.len() > 1 { joined_parts(parts, glyph.hyphen) } else { None };
    // What the whole is not, its parts may be.
    let nothing = several.as_ref().map_or(nothing, |(_, likelihood)| nothing.min(1.0 - likelihood));
    faces.extend(several);
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    faces.dedup_by(|a, b| a.0 == b.0);
    faces.truncate(FACES);
    Guess { glyph, faces, nothing }
}

/// The odds of several letters against one, before looking.
const SEVERAL: f32 = 0.3;
/// Where nothing but bars is seen: an H or an N that fell apart is likelier than `II`.
const BARS: f32 = 0.02;
/// Beside a hyphen, which one letter never has.
const HYPHENED: f32 = 3.0;
/// With a stroke between the letters, which one letter hardly falls into.
const STROKE: f32 = 1.0;

/// How much of "no letter" is waived for a part among others.
const IN_ROW: f32 = 0.9;

/// The face that parts make together, and how likely all of them are.
fn joined_parts(parts: &[Classification], hyphen: Option<Hyphen>) -> Option<(Face, f32)> {
    let best: Vec<&(GlyphClass, f32)> = parts.iter().map(|part| part.classes.first()).collect::<Option<_>>()?;
    // What stands in a row of letters is one: a bar is an I.
    let in_row = |part: &Classification| {
        part.classes.first().map_or(0.0, |(_, likelihood)| likelihood / (1.0 - IN_ROW * part.nothing))
    };
    let likelihood: f32 = parts.iter().map(in_row).product();
    let mut groups = vec![String::new()];
    for (class, _) in best {
        match (class, groups.last_mut()) {
            (GlyphClass::Face(Face::Letters(text)), Some(group)) => group.push_str(text),
            (GlyphClass::Slash, _) => groups.push(String::new()),
            _ => return None,
        }
    }
    if groups.iter().any(String::is_empty) {
        return None;
    }
    let face = match (groups.len(), hyphen) {
        (1, None) => Face::Letters(groups.swap_remove(0)),
        (1, Some(Hyphen::After)) => Face::Prefix(groups.swap_remove(0)),
        (1, Some(Hyphen::Before)) => Face::Suffix(groups.swap_remove(0)),
        _ => Face::Choice(groups),
    };
    let odds = match &face {
        Face::Letters(text) if text.chars().all(|letter| letter == 'I') => BARS,
        Face::Prefix(_) | Face::Suffix(_) => HYPHENED,
        Face::Choice(_) => STROKE,
        _ => SEVERAL,
    };
    Some((face, likelihood * odds / (likelihood * odds + 1.0 - likelihood)))
}

impl Engine {
    /// What each glyph may be.
    fn classify(&self, glyphs: &[&GlyphPixels]) -> Vec<Classification> {
        match self {
            Engine::Net | Engine::Tesseract | Engine::Auto => Net::of_glyphs()
                .classify(glyphs)
                .into_iter()
                .map(|probabilities| from_probabilities(&probabilities))
                .collect(),
            Engine::Template(templates) => glyphs.iter().map(|glyph| from_likeness(&templates.likest(glyph))).collect(),
            Engine::Taught(known) => glyphs.iter().map(|glyph| from_known(&known.templates.likest(glyph))).collect(),
        }
    }
}

/// What a glyph of a known skin says; its parts are not asked.
pub(super) fn known_guess(glyph: Glyph, templates: &Templates) -> Guess {
    let whole = from_known(&templates.likest_of_few(&glyph.pixels));
    guess(glyph, whole, &[])
}

/// Likeness to the letters of the very typeface is close to 1, and a letter that the skin has not learned yet
/// must not pass for the likest that it has: E and F, or C and G, reach 0.9, the same letter mostly 0.96.
fn from_known(likest: &[(&Face, f32)]) -> Classification {
    /// The likeness at which a letter is as likely right as wrong, and what likeness and lead are worth.
    const EVEN: f32 = 0.94;
    const LIKENESS: f32 = 150.0;
    const LEAD: f32 = 200.0;
    /// The part of what is not confidence that the next of the known letters has. The rest is letters that the skin has
    /// not learned, and not "no letter": that would be waived for what stands as letters do.
    const NEXT: f32 = 0.3;
    let Some((face, first)) = likest.first() else { return Classification { classes: Vec::new(), nothing: 1.0 } };
    let second = likest.get(1);
    let lead = second.map_or(1.0, |(_, second)| first - second);
    let confidence = likelihood(LIKENESS * (first - EVEN)).min(likelihood(LEAD * lead));
    let mut classes = vec![(GlyphClass::Face((*face).clone()), confidence)];
    classes.extend(second.map(|(face, _)| (GlyphClass::Face((*face).clone()), NEXT * (1.0 - confidence))));
    Classification { classes, nothing: 0.0 }
}

fn from_probabilities(probabilities: &[f32]) -> Classification {
    let mut order: Vec<usize> = (0..NO_LETTER).collect();
    order.sort_by(|&a, &b| probabilities[b].total_cmp(&probabilities[a]));
    let classes = order.into_iter().take(FACES).map(|class| (glyph_class(class), probabilities[class])).collect();
    Classification { classes, nothing: probabilities[NO_LETTER] }
}

/// What a class of the networks stands for; not asked of "no letter".
pub(super) fn glyph_class(class: usize) -> GlyphClass {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    match LETTERS.get(class..class + 1) {
        Some(letter) => GlyphClass::Face(Face::Letters(letter.to_string())),
        None if class == LETTERS.len() => GlyphClass::Face(Face::Letters("QU".to_string())),
        None => GlyphClass::Slash,
    }
}

/// Likeness is no likelihood: how alike the first is, and how much more so than the next, say how confidence it is.
fn from_likeness(likest: &[(&Face, f32)]) -> Classification {
    /// The likeness at which a letter is as likely right as wrong, and what likeness and lead are worth.
    const EVEN: f32 = 0.83;
    const LIKENESS: f32 = 30.0;
    const LEAD: f32 = 35.0;
    /// Past this lead, more of it says nothing.
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
