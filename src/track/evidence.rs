//! What speaks for and against each letter of a reading, besides its confidence.

use super::proofs::SharedGlyph;
use crate::board::Face;
use crate::locate::Layout;
use crate::pipeline::{Method, Options};
use crate::pixels::Frame;
use crate::read::{Doubt, LetterCase, Reading, TwoReadings, contradicted_by_values, two_readings};
use std::sync::Arc;

/// The confidence below which a tile is doubtful: it is read again on the whole board, shown with a question mark, and no
/// letter is learned from it. Smaller: wrong letters pass silently. Larger: right ones are doubted. Chosen by hand.
pub const CONFIDENT: f32 = 0.9;
/// The most confidence of a letter that something speaks against: below [`CONFIDENT`], and enough to be reported.
const DOUBTED: f32 = 0.8;
/// The least likelihood with which each of the networks must read a letter that counts as agreed. Smaller: wrong letters may be
/// learned. Larger: letters are learned later. Chosen by hand.
const AGREED: f32 = 0.9;
/// The likelihood of another letter with which one network speaks against a letter. Smaller: right letters are doubted.
/// Larger: wrong ones pass. Chosen by hand: of 387 right tiles of the fixtures, no network contradicts one with 0.5.
const CONTRADICTS: f32 = 0.5;

/// The evidence for the letter of one cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Evidence {
    /// The glyph; `None` where none was segmented, and for letters that were recognized as they were learned.
    pub(super) glyph: Option<SharedGlyph>,
    /// Whether both networks agree on the letter, and its printed value fits.
    pub(super) agreed: bool,
}

/// A reading of the board with the evidence for each cell.
#[derive(Clone)]
pub(super) struct Examined {
    pub(super) reading: Reading,
    pub(super) evidence: Vec<Evidence>,
    /// Whether all tiles were read together.
    pub(super) is_whole: bool,
    /// The case of the letters, where the networks read them.
    pub(super) case: Option<LetterCase>,
}

impl Examined {
    /// A reading by letters that are proven.
    pub(super) fn proven(reading: Reading) -> Examined {
        let evidence = vec![Evidence { glyph: None, agreed: true }; reading.doubts.len()];
        Examined { reading, evidence, is_whole: true, case: None }
    }

    /// Examines a reading of this picture. Letters that a network or their printed value contradicts become doubtful.
    pub(super) fn new(frame: &Frame, layout: &Layout, mut reading: Reading, options: &Options) -> Examined {
        let (two, case) = two_readings(frame, layout);
        // The letters of a skin that a person taught are better known than the networks know them.
        let is_by_networks = options.skin.is_none() && matches!(options.method, Method::Net | Method::Auto);
        // Where the networks read, printed values were counted with the letters.
        let values = (!is_by_networks).then(|| contradicted_by_values(frame, &reading));
        let mut evidence = Vec::with_capacity(two.len());
        for (id, two) in two.into_iter().enumerate() {
            let has_wrong_value = values.as_ref().is_some_and(|values| values[id]);
            let read = reading.doubts[id].as_mut().and_then(|doubt| Some((doubt.best.clone()?, doubt)));
            let mut agreed = false;
            if let Some((face, doubt)) = read {
                agreed = two.agree_on(&face, AGREED) && !has_wrong_value && case == LetterCase::Upper;
                if has_wrong_value || is_by_networks && two.contradict(&face, CONTRADICTS) {
                    lower(doubt, other(&two, &face));
                }
            }
            evidence.push(Evidence { glyph: two.glyph.map(|glyph| Arc::new(*glyph)), agreed });
        }
        Examined { reading, evidence, is_whole: true, case: Some(case) }
    }
}

/// Makes a letter doubtful, with the letter that it may be instead.
pub(super) fn lower(doubt: &mut Doubt, other: Option<Face>) {
    doubt.confidence = doubt.confidence.min(DOUBTED);
    let Some(other) = other.filter(|other| doubt.best.as_ref() != Some(other)) else { return };
    doubt.alternatives.retain(|(face, _)| *face != other);
    doubt.alternatives.insert(0, (other, 1.0 - doubt.confidence));
    doubt.alternatives.iter_mut().skip(1).for_each(|(_, share)| *share = 0.0);
}

/// The other letter that one of the networks reads.
fn other(two: &TwoReadings, face: &Face) -> Option<Face> {
    let readings = [&two.by_crop, &two.by_glyph].into_iter().flatten();
    let others = readings.filter(|(read, _)| read != face);
    others.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(face, _)| face.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubted_letter_names_what_it_may_be() {
        let letter = |text: &str| Face::Letters(text.to_string());
        let mut doubt = Doubt { confidence: 0.97, best: Some(letter("U")), alternatives: vec![(letter("O"), 0.02)] };
        lower(&mut doubt, Some(letter("V")));
        assert!(doubt.confidence < CONFIDENT && doubt.best == Some(letter("U")));
        assert_eq!(doubt.alternatives[0].0, letter("V"));
        assert!(doubt.confidence + doubt.alternatives.iter().map(|(_, share)| share).sum::<f32>() < 1.001);
    }
}
