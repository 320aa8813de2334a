//! Small convolutional networks that classify glyphs and gray crops, of capitals or of small letters: a letter, or "no
//! letter".
//!
//! Templates compare shapes; a network has learned the letters of some three hundred typefaces, and the counters and
//! frames that are not letters. They were trained on tiles that `tools/train` draws (see there for the commands and the
//! figures); this module only evaluates them, with the layers of `layers`.
//!
//! Layers, on 32 x 32 levels: convolution 5x5 with stride 2 to 16 channels; 3x3 to 32; maximum over 2x2; 3x3 to 48;
//! maximum over 2x2; fully connected to 64; fully connected to the classes; all but the last with a rectifier (ReLU).
//! Batch normalization is folded into the weights, which are bytes with a scale for each output.

use super::LetterCase;
use super::fit::{GLYPH, GlyphPixels};
use super::layers::{FeatureMap, First, Full, LANES, Pooled, Scratch, Trained};
use multiversion::multiversion;
use multiversion::target::target_cfg_f;
use std::cell::RefCell;
use std::sync::OnceLock;

/// The number of classes: A to Z, `Qu`, the slash of `U/M`, and "no letter".
pub(super) const CLASSES: usize = 29;
/// The class "no letter".
pub(super) const NO_LETTER: usize = 28;
/// The channels after each convolution.
const CHANNELS: [usize; 3] = [16, 32, 48];
/// The outputs of the layer before the last.
const HIDDEN: usize = 64;
/// The value that is subtracted from every opacity, as in training.
const MIDDLE: f32 = 0.3;

/// The weights of a network.
#[derive(Debug)]
pub(super) struct Net {
    first: First,
    second: Pooled<{ CHANNELS[0] }, { CHANNELS[1] }>,
    third: Pooled<{ CHANNELS[1] }, { CHANNELS[2] }>,
    hidden: Full<{ HIDDEN / LANES }>,
    last: Full<{ CLASSES.div_ceil(LANES) }>,
}

/// The feature maps between the layers, reused for the next glyph.
struct Between {
    glyph: FeatureMap<1>,
    first: FeatureMap<{ CHANNELS[0] }>,
    second: FeatureMap<{ CHANNELS[1] }>,
    third: FeatureMap<{ CHANNELS[2] }>,
    scratch: (Scratch<{ CHANNELS[0] }>, Scratch<{ CHANNELS[1] }>),
}

impl Net {
    /// The network that classifies glyphs of letters of this case.
    pub(super) fn of_glyphs(case: LetterCase) -> &'static Net {
        static UPPER: OnceLock<Net> = OnceLock::new();
        static LOWER: OnceLock<Net> = OnceLock::new();
        match case {
            LetterCase::Upper => UPPER.get_or_init(|| Net::parse(include_bytes!("net/glyphs.net"))),
            LetterCase::Lower => LOWER.get_or_init(|| Net::parse(include_bytes!("net/small-glyphs.net"))),
        }
    }

    /// The network that classifies gray crops of letters of this case.
    pub(super) fn of_crops(case: LetterCase) -> &'static Net {
        static UPPER: OnceLock<Net> = OnceLock::new();
        static LOWER: OnceLock<Net> = OnceLock::new();
        match case {
            LetterCase::Upper => UPPER.get_or_init(|| Net::parse(include_bytes!("net/views.net"))),
            LetterCase::Lower => LOWER.get_or_init(|| Net::parse(include_bytes!("net/small-views.net"))),
        }
    }

    /// The network of these bytes, which the training program wrote.
    fn parse(mut bytes: &[u8]) -> Net {
        let mut layer = |inputs, outputs| take(&mut bytes, inputs, outputs);
        let [a, b, c] = CHANNELS;
        let net = Net {
            first: First::new(&layer(25, a)),
            second: Pooled::new(&layer(9 * a, b)),
            third: Pooled::new(&layer(9 * b, c)),
            hidden: Full::new(&layer(c * (GLYPH / 8).pow(2), HIDDEN)),
            last: Full::new(&layer(HIDDEN, CLASSES)),
        };
        assert!(bytes.is_empty(), "the embedded network has the size that its layers need");
        net
    }

    /// The class probabilities of each picture; they add up to 1.
    pub(super) fn classify(&self, glyphs: &[&GlyphPixels]) -> Vec<[f32; CLASSES]> {
        thread_local! {
            static BETWEEN: RefCell<Between> = RefCell::new(Between::new());
        }
        let classify =
            |between: &mut Between| glyphs.iter().map(|glyph| softmax(logits(self, glyph, between))).collect();
        BETWEEN.with_borrow_mut(classify)
    }

    /// The outputs of the last layer, one for each class.
    #[inline(always)]
    fn logits<const FUSED: bool>(&self, glyph: &GlyphPixels, between: &mut Between) -> [f32; CLASSES] {
        let Between { glyph: levels, first, second, third, scratch } = between;
        for (row, opacities) in levels.rows().zip(glyph.chunks_exact(GLYPH)) {
            row.iter_mut().zip(opacities).for_each(|(level, opacity)| *level = [opacity - MIDDLE]);
        }
        self.first.apply::<FUSED>(levels, first);
        self.second.apply::<FUSED>(&mut scratch.0, first, second);
        self.third.apply::<FUSED>(&mut scratch.1, second, third);
        let mut hidden = self.hidden.apply::<FUSED>(third.values());
        hidden.as_flattened_mut().iter_mut().for_each(|value| *value = value.max(0.0));
        let last = self.last.apply::<FUSED>(hidden.as_flattened());
        std::array::from_fn(|class| last.as_flattened()[class])
    }
}

/// The outputs of the last layer, computed with the best instructions of this processor.
#[multiversion(targets("x86_64+avx2+fma"))]
fn logits(net: &Net, glyph: &GlyphPixels, between: &mut Between) -> [f32; CLASSES] {
    net.logits::<{ target_cfg_f!(target_feature = "fma") }>(glyph, between)
}

impl Between {
    fn new() -> Between {
        Between {
            glyph: FeatureMap::new(GLYPH, First::EDGE),
            first: FeatureMap::new(GLYPH / 2, Pooled::<0, 0>::EDGE),
            second: FeatureMap::new(GLYPH / 4, Pooled::<0, 0>::EDGE),
            third: FeatureMap::new(GLYPH / 8, 0),
            scratch: Default::default(),
        }
    }
}

/// The next layer of the bytes: a byte for each weight (inputs by outputs), a scale and a bias for each output.
fn take(bytes: &mut &[u8], inputs: usize, outputs: usize) -> Trained {
    let (weights, rest) = bytes.split_at(inputs * outputs);
    let (scales, rest) = rest.split_at(4 * outputs);
    let (biases, rest) = rest.split_at(4 * outputs);
    *bytes = rest;
    let floats = |bytes: &[u8]| -> Vec<f32> {
        bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
    };
    let scales = floats(scales);
    let weights = weights.iter().enumerate().map(|(i, &byte)| f32::from(byte as i8) * scales[i % outputs]);
    Trained { weights: weights.collect(), bias: floats(biases) }
}

/// The probabilities of these logits.
fn softmax(logits: [f32; CLASSES]) -> [f32; CLASSES] {
    let highest = logits.iter().copied().fold(f32::MIN, f32::max);
    let powers = logits.map(|logit| (logit - highest).exp());
    let sum: f32 = powers.iter().sum();
    powers.map(|power| power / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logits_are_those_of_the_training() {
        agree(Net::of_glyphs(LetterCase::Upper), include_bytes!("net/glyphs.check"));
        agree(Net::of_glyphs(LetterCase::Lower), include_bytes!("net/small-glyphs.check"));
        agree(Net::of_crops(LetterCase::Upper), include_bytes!("net/views.check"));
        agree(Net::of_crops(LetterCase::Lower), include_bytes!("net/small-views.check"));
    }

    /// Pictures with the logits that the training computed for them.
    fn agree(net: &Net, check: &[u8]) {
        let record = GLYPH * GLYPH + 4 * CLASSES;
        assert_eq!(check.len(), 16 * record);
        let glyphs: Vec<GlyphPixels> =
            check.chunks(record).map(|bytes| std::array::from_fn(|i| f32::from(bytes[i]) / 255.0)).collect();
        let mut between = Between::new();
        for (bytes, glyph) in check.chunks(record).zip(&glyphs) {
            for logits in [logits(net, glyph, &mut between), net.logits::<false>(glyph, &mut between)] {
                for (four, logit) in bytes[GLYPH * GLYPH..].chunks(4).zip(logits) {
                    let expected = f32::from_le_bytes(four.try_into().unwrap());
                    assert!((logit - expected).abs() < 1e-4 * expected.abs().max(1.0), "{logit} for {expected}");
                }
            }
        }
    }

    #[test]
    fn probabilities_do_not_depend_on_the_other_glyphs() {
        let glyph =
            |seed: usize| -> GlyphPixels { std::array::from_fn(|i| ((i * 37 + seed * 101) % 97) as f32 / 96.0) };
        let glyphs: Vec<GlyphPixels> = (0..7).map(glyph).collect();
        let together = Net::of_glyphs(LetterCase::Upper).classify(&glyphs.iter().collect::<Vec<_>>());
        for (glyph, answer) in glyphs.iter().zip(together) {
            let alone = Net::of_glyphs(LetterCase::Upper).classify(&[glyph])[0];
            assert!((answer.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(alone.iter().zip(answer).all(|(a, b)| (a - b).abs() < 1e-5));
        }
    }
}
