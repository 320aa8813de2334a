//! Rows of letters: the faces that the parts of a segment make side by side, as `Qu`, `SUB-` or `U/M`.
//!
//! [`faces`] compares all of them: letters, slashes between letters, parts that fell apart, affixes.

use super::affixes::odds_against_chance;
use super::classify::{Classification, FACES, GlyphClass};
use super::fit::{GLYPH, GlyphPixels};
use super::glyph::Hyphen;
use super::tile_params::tile_params;
use crate::board::Face;

/// The classes of one part of a glyph.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// Those of the part.
    pub(super) alone: Classification,
    /// Those of it and the next part together, where both may be a letter that fell apart.
    pub(super) with_next: Option<Classification>,
    /// How far it leans to the right ([`slant`]).
    pub(super) slant: f32,
}

/// The faces that the parts may make together, each with its likelihood: several letters, or a choice such as `U/M`. Each part
/// between two others is tried as the slash; where several look most like one, they are tried together too.
pub(super) fn faces(parts: &[Part], hyphen: Option<Hyphen>) -> Vec<(Face, f32)> {
    let inner = 1..parts.len().saturating_sub(1);
    let part = |(i, part): (usize, &Part)| if inner.contains(&i) { part.with_slanted_slash() } else { part.clone() };
    let parts: Vec<Part> = parts.iter().enumerate().map(part).collect();
    let is_slash = |&i: &usize| matches!(parts[i].alone.classes.first(), Some((GlyphClass::Slash, _)));
    let likely: Vec<usize> = inner.clone().filter(is_slash).collect();
    let mut slashes: Vec<Vec<usize>> = std::iter::once(Vec::new()).chain(inner.map(|i| vec![i])).collect();
    if likely.len() > 1 {
        slashes.push(likely);
    }
    let faces: Vec<(Face, f32)> = slashes.iter().flat_map(|slashes| joined(&parts, hyphen, slashes)).collect();
    let odds: Vec<f32> = faces.iter().map(|(face, likelihood)| likelihood * prior_odds(face)).collect();
    let rest = (1.0 - faces.iter().map(|(_, likelihood)| likelihood).sum::<f32>()).max(0.0);
    let all = odds.iter().sum::<f32>() + rest;
    faces.into_iter().zip(odds).map(|((face, _), odds)| (face, odds / all)).collect()
}

impl Part {
    /// The same part between two others, where a bar that leans may be a slash as well as an I.
    fn with_slanted_slash(&self) -> Part {
        /// How far a bar leans from which it may be a slash. Smaller: a blurred I is one. Larger: a steep slash is an I. Chosen by hand: of
        /// letters drawn in a row I leans by 0.04 and less, the slash by 0.1 and more (`hard judge --kind digrams`).
        const SLASH: f32 = 0.07;
        let mut part = self.clone();
        let of = |wanted: &GlyphClass| {
            let class = part.alone.classes.iter().find(|(class, _)| class == wanted);
            class.map_or(0.0, |(_, likelihood)| *likelihood)
        };
        let bar = of(&GlyphClass::Face(Face::Letters("I".to_string())));
        if self.slant > SLASH && bar > 0.0 {
            let slash = (of(&GlyphClass::Slash) + bar).min(1.0);
            part.alone.classes.retain(|(class, _)| *class != GlyphClass::Slash);
            part.alone.classes.push((GlyphClass::Slash, slash));
            part.alone.classes.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        part
    }
}

/// How far a glyph leans to the right, as the tangent of the angle from the vertical: the slope of the line that fits its pixels best,
/// by their distances to the side.
pub(super) fn slant(glyph: &GlyphPixels) -> f32 {
    let sum = |of: &dyn Fn(f32, f32) -> f32| {
        let weighted = |(i, opacity): (usize, &f32)| opacity * of((i % GLYPH) as f32, -((i / GLYPH) as f32));
        glyph.iter().enumerate().map(weighted).sum::<f32>()
    };
    let all = sum(&|_, _| 1.0).max(f32::MIN_POSITIVE);
    let (middle_x, middle_y) = (sum(&|x, _| x) / all, sum(&|_, y| y) / all);
    sum(&|x, y| (x - middle_x) * (y - middle_y)) / sum(&|_, y| (y - middle_y).powi(2)).max(f32::MIN_POSITIVE)
}

/// The faces that the parts make together where these of them are slashes, each with its likelihood before the prior odds. Letters with a
/// hyphen may be any of the likeliest of each part, as those that many words begin or end with are likelier.
fn joined(parts: &[Part], hyphen: Option<Hyphen>, slashes: &[usize]) -> Vec<(Face, f32)> {
    let hyphen = hyphen.filter(|_| slashes.is_empty());
    let texts = texts(parts, slashes, if hyphen.is_some() { FACES } else { 1 });
    let face = |mut groups: Vec<String>| match (groups.len(), hyphen) {
        (1, None) => Face::Letters(groups.swap_remove(0)),
        (1, Some(Hyphen::After)) => Face::Prefix(groups.swap_remove(0)),
        (1, Some(Hyphen::Before)) => Face::Suffix(groups.swap_remove(0)),
        _ => Face::Choice(groups),
    };
    texts.into_iter().map(|(groups, likelihood)| (face(groups), likelihood)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A part that is one of these letters, or a slash, with these likelihoods.
    fn part(classes: &[(&str, f32)]) -> Part {
        let class = |&(text, likelihood): &(&str, f32)| match text {
            "/" => (GlyphClass::Slash, likelihood),
            letter => (GlyphClass::Face(Face::Letters(letter.to_string())), likelihood),
        };
        let alone = Classification { classes: classes.iter().map(class).collect(), nothing: 0.0 };
        Part { alone, with_next: None, slant: 0.0 }
    }

    #[test]
    fn a_bar_between_two_letters_is_rather_a_slash_than_an_i() {
        let middle = |slash: f32| part(&[("I", 1.0 - slash), ("/", slash)]);
        for (slash, face) in [(0.1, "U/M"), (0.9, "U/M"), (0.03, "UIM")] {
            let parts = [part(&[("U", 0.95)]), middle(slash), part(&[("M", 0.95)])];
            let found = faces(&parts, None);
            let best = found.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            assert_eq!(best.0.to_string(), face, "{slash}");
        }
    }

    /// The best face of these parts with its likelihood.
    fn best(parts: &[Part], hyphen: Option<Hyphen>) -> (String, f32) {
        let found = faces(parts, hyphen);
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
        let found = faces(&[letter("A"), slash(), letter("B"), slash(), letter("C")], None);
        let best = found.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert_eq!(best.0.to_string(), "A/B/C");
    }

    #[test]
    fn a_slash_is_between_letters_only() {
        let slash = || part(&[("/", 0.9), ("I", 0.1)]);
        for parts in [vec![slash(), part(&[("M", 0.9)])], vec![part(&[("M", 0.9)]), slash()]] {
            let faces: Vec<Face> = faces(&parts, None).into_iter().map(|(face, _)| face).collect();
            assert!(faces.iter().all(|face| matches!(face, Face::Letters(_))), "{faces:?}");
        }
    }

    /// How far a part leans that is an I rather than a slash, its place in a row of three, the hyphen, and the best face.
    #[test]
    fn a_bar_that_leans_between_two_letters_is_a_slash() {
        let before = Some(Hyphen::Before);
        for (slant, place, hyphen, face) in [
            (0.0, 1, None, "UIM"),
            (0.06, 1, None, "UIM"),
            (0.08, 1, None, "U/M"),
            (-0.2, 1, None, "UIM"),
            (0.2, 0, None, "IUM"),
            (0.2, 2, None, "UMI"),
            // An I of an italic typeface.
            (0.2, 1, before, "-TIC"),
        ] {
            let letters = if hyphen.is_some() { ["T", "C"] } else { ["U", "M"] };
            let mut parts = letters.map(|letter| part(&[(letter, 0.95)])).to_vec();
            parts.insert(place, Part { slant, ..part(&[("I", 0.9), ("/", 0.01)]) });
            assert_eq!(best(&parts, hyphen).0, face, "{slant} {place} {hyphen:?}");
        }
    }

    /// How far the upper end of a bar lies to the right of the lower one, in its heights.
    #[test]
    fn the_slant_is_that_of_the_bar() {
        for expected in [-0.3f32, 0.0, 0.1, 0.3] {
            let mut glyph = [0.0; GLYPH * GLYPH];
            for (i, opacity) in glyph.iter_mut().enumerate() {
                let (x, y) = ((i % GLYPH) as f32, (i / GLYPH) as f32);
                let middle = 16.0 + expected * (16.0 - y);
                *opacity = (2.5 - (x - middle).abs()).clamp(0.0, 1.0);
            }
            assert!((slant(&glyph) - expected).abs() < 0.01, "{} {expected}", slant(&glyph));
        }
        assert_eq!(slant(&[0.0; GLYPH * GLYPH]), 0.0);
    }

    /// Faces that exclude each other share one likelihood.
    #[test]
    fn faces_of_one_segment_have_a_likelihood_of_at_most_one() {
        let mut first = part(&[("I", 0.9)]);
        first.with_next = Some(part(&[("V", 0.9)]).alone);
        let found = faces(&[first, part(&[("/", 0.8), ("I", 0.2)]), part(&[("T", 0.95)])], None);
        let all: Vec<String> = found.iter().map(|(face, _)| face.to_string()).collect();
        assert_eq!(all, ["IIT", "VT", "I/T"]);
        assert!(found.iter().map(|(_, likelihood)| likelihood).sum::<f32>() <= 1.0 + f32::EPSILON);
    }
}
