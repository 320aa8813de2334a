//! Classification: the letters that a glyph may be, by a network, by templates, or by the letters of a known skin.

use super::Engine;
use super::fit::GlyphPixels;
use super::net::{NO_LETTER, Net};
use super::score::likelihood;
use crate::board::Face;

/// The most classes that are kept of a glyph, and faces of a guess.
pub(super) const FACES: usize = 4;

/// The classes of one glyph.
#[derive(Debug, Clone, Default)]
pub(super) struct Classification {
    /// The likeliest classes, best first, each with its likelihood.
    pub(super) classes: Vec<(GlyphClass, f32)>,
    /// The likelihood that the glyph is not a letter.
    pub(super) nothing: f32,
}

/// A class of the networks, except "no letter".
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GlyphClass {
    /// A face that a tile may have by itself.
    Face(Face),
    /// The stroke between the letters of a choice, as in `U/M`.
    Slash,
}

impl Engine {
    /// The classes of each glyph.
    pub(super) fn classify(&self, glyphs: &[&GlyphPixels]) -> Vec<Classification> {
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

/// The classes of a glyph by its correlation with the letters of a known skin, whose odds are even at the correlation `even`.
/// A letter that the skin does not have must not read as the most similar one that it has.
pub(super) fn from_known(likest: &[(&Face, f32)], even: f32) -> Classification {
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
