//! Two small convolutional networks that say which letter a glyph, or a view, is, or that it is none.
//!
//! Templates compare shapes with shapes; a network has learned what makes an R an R in some three hundred
//! typefaces, and knows the counters and frames that are no letters. Both were trained on tiles that
//! `tools/train` draws (see there for the commands and the figures); here they only run: two hundred
//! thousand multiplications would be many for one tile, so pictures go through together, as matrices.
//!
//! Layers, on 32 x 32 levels: convolution 5x5 in steps of 2 to 16 channels; 3x3 to 32; maximum of 2x2; 3x3
//! to 48; maximum of 2x2; full to 64; full to the classes; each but the last cut off below 0. Batch
//! normalization is folded into the weights, which are bytes with a scale for each output.

use super::fit::{GLYPH, GlyphPixels};
use nalgebra::{DMatrix, DVector};
use std::sync::OnceLock;

/// The classes: A to Z, `Qu`, the slash of `U/M`, and no letter.
pub(super) const CLASSES: usize = 29;
/// The class of what is no letter.
pub(super) const NO_LETTER: usize = 28;
/// The channels after each convolution.
const CHANNELS: [usize; 3] = [16, 32, 48];
/// The numbers of the layer before the last.
const HIDDEN: usize = 64;
/// Taken from every opacity, as in training.
const MIDDLE: f32 = 0.3;
/// So many glyphs go through together: their numbers stay in the cache.
const BATCH: usize = 16;

/// The network's weights.
#[derive(Debug)]
pub(super) struct Net {
    convolutions: [Convolution; 3],
    full: [Layer; 2],
}

/// `output = weights * input + bias`, an output a row.
#[derive(Debug)]
struct Layer {
    weights: DMatrix<f32>,
    bias: DVector<f32>,
}

/// A layer that is applied to every square of `size` pixels, in steps of `stride`, zeros around.
#[derive(Debug)]
struct Convolution {
    layer: Layer,
    size: usize,
    stride: usize,
    channels: usize,
}

/// Square pictures of several channels, one after the other: a column a pixel, a row a channel.
struct Pictures {
    side: usize,
    count: usize,
    values: DMatrix<f32>,
}

impl Net {
    /// The network that reads glyphs.
    pub(super) fn of_glyphs() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::parse(include_bytes!("net/glyphs.net")))
    }

    /// The network that reads views.
    pub(super) fn of_views() -> &'static Net {
        static NET: OnceLock<Net> = OnceLock::new();
        NET.get_or_init(|| Net::parse(include_bytes!("net/views.net")))
    }

    /// From the bytes that the training writes.
    fn parse(mut bytes: &[u8]) -> Net {
        let mut layer = |inputs, outputs| Layer::take(&mut bytes, inputs, outputs);
        let [a, b, c] = CHANNELS;
        let convolution = |layer, size, stride, channels| Convolution { layer, size, stride, channels };
        let convolutions = [
            convolution(layer(25, a), 5, 2, 1),
            convolution(layer(9 * a, b), 3, 1, a),
            convolution(layer(9 * b, c), 3, 1, b),
        ];
        let full = [layer(c * (GLYPH / 8).pow(2), HIDDEN), layer(HIDDEN, CLASSES)];
        assert!(bytes.is_empty(), "the embedded network has the size that its layers need");
        Net { convolutions, full }
    }

    /// How likely each picture is of each class; every answer adds up to 1.
    pub(super) fn classify(&self, glyphs: &[&GlyphPixels]) -> Vec<[f32; CLASSES]> {
        glyphs.chunks(BATCH).flat_map(|batch| self.logits(batch)).map(softmax).collect()
    }

    fn logits(&self, glyphs: &[&GlyphPixels]) -> Vec<[f32; CLASSES]> {
        let values = glyphs.iter().flat_map(|glyph| glyph.iter().map(|opacity| opacity - MIDDLE));
        let values = DMatrix::from_iterator(1, GLYPH * GLYPH * glyphs.len(), values);
        let mut pictures = Pictures { side: GLYPH, count: glyphs.len(), values };
        for (i, convolution) in self.convolutions.iter().enumerate() {
            pictures = convolution.apply(&pictures);
            if i > 0 {
                pictures = pictures.halved();
            }
        }
        // A glyph's pixels and channels, one after the other, are the next layer's input.
        let inputs = self.full[0].weights.ncols();
        let features = pictures.values.reshape_generic(nalgebra::Dyn(inputs), nalgebra::Dyn(glyphs.len()));
        let logits = self.full[1].apply(&rectified(self.full[0].apply(&features)));
        logits.column_iter().map(|column| std::array::from_fn(|class| column[class])).collect()
    }
}

impl Layer {
    /// The next layer of the bytes: a byte a weight (inputs by outputs), a scale and a bias for each output.
    fn take(bytes: &mut &[u8], inputs: usize, outputs: usize) -> Layer {
        let (weights, rest) = bytes.split_at(inputs * outputs);
        let (scales, rest) = rest.split_at(4 * outputs);
        let (biases, rest) = rest.split_at(4 * outputs);
        *bytes = rest;
        let floats = |bytes: &[u8]| -> Vec<f32> {
            bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
        };
        let scales = floats(scales);
        let values = weights.iter().enumerate().map(|(i, &byte)| f32::from(byte as i8) * scales[i % outputs]);
        Layer { weights: DMatrix::from_iterator(outputs, inputs, values), bias: DVector::from_vec(floats(biases)) }
    }

    fn apply(&self, inputs: &DMatrix<f32>) -> DMatrix<f32> {
        let mut outputs = &self.weights * inputs;
        outputs.column_iter_mut().for_each(|mut column| column += &self.bias);
        outputs
    }
}

impl Convolution {
    fn apply(&self, input: &Pictures) -> Pictures {
        let side = input.side / self.stride;
        let values = rectified(self.layer.apply(&self.squares(input, side)));
        Pictures { side, count: input.count, values }
    }

    /// A column for every square that the convolution looks at: its pixels row by row.
    fn squares(&self, input: &Pictures, side: usize) -> DMatrix<f32> {
        let (from, rim) = (input.side, self.size / 2);
        let mut squares = DMatrix::zeros(self.size * self.size * self.channels, side * side * input.count);
        let height = squares.nrows();
        let pixels = input.values.as_slice();
        for (i, square) in squares.as_mut_slice().chunks_exact_mut(height).enumerate() {
            let (picture, y, x) = (i / (side * side), i / side % side * self.stride, i % side * self.stride);
            for (row, out) in square.chunks_exact_mut(self.size * self.channels).enumerate() {
                // The part of the row that lies inside the picture.
                let Some(line) = (y + row).checked_sub(rim).filter(|line| *line < from) else { continue };
                let first = rim.saturating_sub(x);
                let last = self.size.min(from + rim - x);
                let start = ((picture * from + line) * from + x + first - rim) * self.channels;
                let length = (last - first) * self.channels;
                out[first * self.channels..][..length].copy_from_slice(&pixels[start..start + length]);
            }
        }
        squares
    }
}

impl Pictures {
    /// Half as wide and high: of every four pixels the largest values.
    fn halved(&self) -> Pictures {
        let (side, channels) = (self.side / 2, self.values.nrows());
        let mut values = DMatrix::zeros(channels, side * side * self.count);
        for (i, mut out) in values.column_iter_mut().enumerate() {
            let (picture, y, x) = (i / (side * side), i / side % side, i % side);
            let corner = (picture * self.side + 2 * y) * self.side + 2 * x;
            for channel in 0..channels {
                let at = |pixel: usize| self.values[(channel, pixel)];
                out[channel] =
                    at(corner).max(at(corner + 1)).max(at(corner + self.side)).max(at(corner + self.side + 1));
            }
        }
        Pictures { side, count: self.count, values }
    }
}

fn rectified(mut values: DMatrix<f32>) -> DMatrix<f32> {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
    values
}

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
    fn the_numbers_are_those_of_the_training() {
        agree(Net::of_glyphs(), include_bytes!("net/glyphs.check"));
        agree(Net::of_views(), include_bytes!("net/views.check"));
    }

    /// Pictures with the logits that the training computed for them.
    fn agree(net: &Net, check: &[u8]) {
        let record = GLYPH * GLYPH + 4 * CLASSES;
        assert_eq!(check.len(), 16 * record);
        let glyphs: Vec<GlyphPixels> =
            check.chunks(record).map(|bytes| std::array::from_fn(|i| f32::from(bytes[i]) / 255.0)).collect();
        let found = net.logits(&glyphs.iter().collect::<Vec<_>>());
        for (bytes, logits) in check.chunks(record).zip(found) {
            for (four, logit) in bytes[GLYPH * GLYPH..].chunks(4).zip(logits) {
                let expected = f32::from_le_bytes(four.try_into().unwrap());
                assert!((logit - expected).abs() < 1e-4 * expected.abs().max(1.0), "{logit} for {expected}");
            }
        }
    }

    #[test]
    fn answers_do_not_depend_on_their_company() {
        let glyph =
            |seed: usize| -> GlyphPixels { std::array::from_fn(|i| ((i * 37 + seed * 101) % 97) as f32 / 96.0) };
        let glyphs: Vec<GlyphPixels> = (0..2 * BATCH + 3).map(glyph).collect();
        let together = Net::of_glyphs().classify(&glyphs.iter().collect::<Vec<_>>());
        for (glyph, answer) in glyphs.iter().zip(together) {
            let alone = Net::of_glyphs().classify(&[glyph])[0];
            assert!((answer.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(alone.iter().zip(answer).all(|(a, b)| (a - b).abs() < 1e-5));
        }
    }
}
