//! The layers of a small convolutional network, for one picture at a time, in lanes that the compiler puts into vector
//! registers.
//!
//! Pixels are stored row by row, and the channels of a pixel are its lanes. A convolution of 3x3 works on squares of
//! 2x2 results, which takes sixteen products instead of thirty-six (Lavin, Gray: Fast Algorithms for Convolutional
//! Neural Networks, 2016). The maximum of each square follows at once, so the four results are never stored.
//!
//! All functions are inlined into their caller, which may be compiled for a better processor than the rest. `FUSED`
//! states whether that processor has a fused multiply-add instruction; on others it would be a slow call. `net` builds
//! its networks of these layers.

/// The channels that are computed together: two vector registers of 256 bits. Chosen by hand.
pub(super) const LANES: usize = 16;
/// A value for each lane.
type Lanes = [f32; LANES];

/// The results that share each loaded weight. Fewer: more loads. More: registers run out. Chosen by hand.
const TOGETHER: usize = 4;
/// The side of the first convolution's kernel, and its stride, in pixels.
const FIRST: (usize, usize) = (5, 2);
/// The products of a pooled convolution for a square of 2x2 results: one for each of the 4x4 pixels of its input.
const SUMS: usize = 16;
/// The squares that are computed at once. More: the first-level cache does not suffice. Fewer: weights are loaded more
/// often. Chosen by hand.
const SQUARES: usize = 16;

/// The weights of a layer, those of one input after the other, and the bias of each output.
pub(super) struct Trained {
    /// The weights, inputs by outputs.
    pub(super) weights: Vec<f32>,
    /// The bias of each output.
    pub(super) bias: Vec<f32>,
}

/// A square picture of `C` channels, with `edge` pixels of zeros around it.
pub(super) struct FeatureMap<const C: usize> {
    side: usize,
    edge: usize,
    pixels: Vec<[f32; C]>,
}

impl<const C: usize> FeatureMap<C> {
    /// A map of zeros, `side` pixels wide and high without the edge.
    pub(super) fn new(side: usize, edge: usize) -> FeatureMap<C> {
        FeatureMap { side, edge, pixels: vec![[0.0; C]; (side + 2 * edge).pow(2)] }
    }

    /// The rows inside the edge.
    pub(super) fn rows(&mut self) -> impl Iterator<Item = &mut [[f32; C]]> {
        let (side, edge) = (self.side, self.edge);
        self.pixels.chunks_exact_mut(side + 2 * edge).skip(edge).take(side).map(move |row| &mut row[edge..edge + side])
    }

    /// All channels of all pixels, with the edge.
    pub(super) fn values(&self) -> &[f32] {
        self.pixels.as_flattened()
    }

    /// The pixels from this one to the end; `x` and `y` include the edge.
    #[inline(always)]
    fn from(&self, x: usize, y: usize) -> &[[f32; C]] {
        &self.pixels[y * (self.side + 2 * self.edge) + x..]
    }
}

/// A convolution of 5x5 with stride 2, from one channel to as many as there are lanes, with a rectifier (ReLU).
#[derive(Debug)]
pub(super) struct First {
    weights: [Lanes; FIRST.0 * FIRST.0],
    bias: Lanes,
}

impl First {
    /// The edge of zeros that its input must have, in pixels.
    pub(super) const EDGE: usize = FIRST.0 / 2;

    /// The layer with these weights.
    pub(super) fn new(trained: &Trained) -> First {
        let lanes = lanes(&trained.weights, LANES);
        First { weights: std::array::from_fn(|i| lanes[i]), bias: std::array::from_fn(|i| trained.bias[i]) }
    }

    /// Writes the output for this input.
    #[inline(always)]
    pub(super) fn apply<const FUSED: bool>(&self, input: &FeatureMap<1>, output: &mut FeatureMap<LANES>) {
        /// The pixels of a row that the results of one group depend on.
        const SEEN: usize = FIRST.1 * (TOGETHER - 1) + FIRST.0;
        for (y, row) in output.rows().enumerate() {
            for (i, results) in row.chunks_exact_mut(TOGETHER).enumerate() {
                let mut sums = [self.bias; TOGETHER];
                for (line, weights) in self.weights.chunks_exact(FIRST.0).enumerate() {
                    let pixels = &input.from(FIRST.1 * TOGETHER * i, FIRST.1 * y + line)[..SEEN];
                    for (column, weights) in weights.iter().enumerate() {
                        for (j, sum) in sums.iter_mut().enumerate() {
                            add_product::<FUSED>(sum, pixels[FIRST.1 * j + column][0], weights);
                        }
                    }
                }
                for (result, sum) in results.iter_mut().zip(&sums) {
                    for lane in 0..LANES {
                        result[lane] = sum[lane].max(0.0);
                    }
                }
            }
        }
    }
}

/// A convolution of 3x3 from `IN` channels to `OUT`, with a maximum over 2x2 and a rectifier (ReLU).
#[derive(Debug)]
pub(super) struct Pooled<const IN: usize, const OUT: usize> {
    /// For each group of output lanes: the factors of the sums of each input.
    weights: Vec<[[Lanes; IN]; SUMS]>,
    bias: Vec<Lanes>,
}

/// Scratch buffers for the sums of [`SQUARES`] squares, and for their products with the weights.
pub(super) struct Scratch<const IN: usize> {
    sums: Vec<[[f32; IN]; SQUARES]>,
    products: Vec<[Lanes; SQUARES]>,
}

impl<const IN: usize> Default for Scratch<IN> {
    fn default() -> Scratch<IN> {
        Scratch { sums: vec![[[0.0; IN]; SQUARES]; SUMS], products: vec![[[0.0; LANES]; SQUARES]; SUMS] }
    }
}

impl<const IN: usize, const OUT: usize> Pooled<IN, OUT> {
    /// The edge of zeros that its input must have, in pixels.
    pub(super) const EDGE: usize = 1;

    /// The layer with these weights.
    pub(super) fn new(trained: &Trained) -> Pooled<IN, OUT> {
        // The four transformed weights of a line of three.
        let spread = |[a, b, c]: [f32; 3]| [a, (a + b + c) / 2.0, (a - b + c) / 2.0, c];
        let spread = |input: usize, output: usize| {
            let weight = |y: usize, x: usize| trained.weights[((3 * y + x) * IN + input) * OUT + output];
            let lines = [0, 1, 2].map(|y| spread([0, 1, 2].map(|x| weight(y, x))));
            let columns = [0, 1, 2, 3].map(|x| spread([0, 1, 2].map(|y: usize| lines[y][x])));
            std::array::from_fn::<f32, SUMS, _>(|sum| columns[sum % 4][sum / 4])
        };
        let mut weights = vec![[[[0.0; LANES]; IN]; SUMS]; OUT / LANES];
        for (input, output) in (0..IN).flat_map(|input| (0..OUT).map(move |output| (input, output))) {
            for (sum, weight) in spread(input, output).into_iter().enumerate() {
                weights[output / LANES][sum][input][output % LANES] = weight;
            }
        }
        Pooled { weights, bias: lanes(&trained.bias, OUT) }
    }

    /// Writes the output for this input.
    #[inline(always)]
    pub(super) fn apply<const FUSED: bool>(
        &self,
        scratch: &mut Scratch<IN>,
        input: &FeatureMap<IN>,
        output: &mut FeatureMap<OUT>,
    ) {
        let side = output.side;
        for first in (0..side * side).step_by(SQUARES) {
            for square in 0..SQUARES {
                let (x, y) = ((first + square) % side, (first + square) / side);
                let row = |line: usize| &input.from(2 * x, 2 * y + line)[..4];
                add_up([row(0), row(1), row(2), row(3)], &mut scratch.sums, square);
            }
            for (block, (weights, bias)) in self.weights.iter().zip(&self.bias).enumerate() {
                for ((sums, products), weights) in scratch.sums.iter().zip(&mut scratch.products).zip(weights) {
                    multiply::<FUSED, IN>(sums, weights, products);
                }
                for square in 0..SQUARES {
                    let (x, y) = ((first + square) % side, (first + square) / side);
                    let at = (y + output.edge) * (side + 2 * output.edge) + x + output.edge;
                    let result = &mut output.pixels[at][block * LANES..][..LANES];
                    largest(&scratch.products, square, bias, result);
                }
            }
        }
    }
}

/// The transformed input of one square, from the 4x4 pixels that it depends on.
#[inline(always)]
fn add_up<const IN: usize>(rows: [&[[f32; IN]]; 4], sums: &mut [[[f32; IN]; SQUARES]], square: usize) {
    let sums = &mut sums[..SUMS];
    for channel in 0..IN {
        let mut down = [[0f32; 4]; 4];
        for x in 0..4 {
            let [a, b, c, d] = [rows[0][x][channel], rows[1][x][channel], rows[2][x][channel], rows[3][x][channel]];
            (down[0][x], down[1][x], down[2][x], down[3][x]) = (a - c, b + c, c - b, b - d);
        }
        for y in 0..4 {
            let [a, b, c, d] = down[y];
            sums[4 * y][square][channel] = a - c;
            sums[4 * y + 1][square][channel] = b + c;
            sums[4 * y + 2][square][channel] = c - b;
            sums[4 * y + 3][square][channel] = b - d;
        }
    }
}

/// One of the sums of every square, multiplied by the weights of its inputs.
#[inline(always)]
fn multiply<const FUSED: bool, const IN: usize>(
    sums: &[[f32; IN]; SQUARES],
    weights: &[Lanes; IN],
    products: &mut [Lanes; SQUARES],
) {
    for (sums, products) in sums.chunks_exact(TOGETHER).zip(products.chunks_exact_mut(TOGETHER)) {
        let mut totals = [[0f32; LANES]; TOGETHER];
        for (input, weights) in weights.iter().enumerate() {
            for (total, sums) in totals.iter_mut().zip(sums) {
                add_product::<FUSED>(total, sums[input], weights);
            }
        }
        products.copy_from_slice(&totals);
    }
}

/// The maximum of a square's four results.
#[inline(always)]
fn largest(products: &[[Lanes; SQUARES]], square: usize, bias: &Lanes, result: &mut [f32]) {
    let (products, result) = (&products[..SUMS], &mut result[..LANES]);
    for lane in 0..LANES {
        let (mut upper, mut lower) = ([0f32; 4], [0f32; 4]);
        for x in 0..4 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|y| products[4 * y + x][square][lane]);
            (upper[x], lower[x]) = (a + b + c, b - c - d);
        }
        let line = |[a, b, c, d]: [f32; 4]| (a + b + c).max(b - c - d);
        result[lane] = (line(upper).max(line(lower)) + bias[lane]).max(0.0);
    }
}

/// A fully connected layer, whose outputs fill `BLOCKS` groups of lanes.
#[derive(Debug)]
pub(super) struct Full<const BLOCKS: usize> {
    weights: Vec<[Lanes; BLOCKS]>,
    bias: [Lanes; BLOCKS],
}

impl<const BLOCKS: usize> Full<BLOCKS> {
    /// The layer with these weights; lanes beyond its outputs are 0.
    pub(super) fn new(trained: &Trained) -> Full<BLOCKS> {
        let outputs = trained.bias.len();
        let weights = lanes(&trained.weights, outputs).as_chunks().0.to_vec();
        let bias = lanes(&trained.bias, outputs);
        Full { weights, bias: std::array::from_fn(|block| bias[block]) }
    }

    /// The output for this input.
    #[inline(always)]
    pub(super) fn apply<const FUSED: bool>(&self, input: &[f32]) -> [Lanes; BLOCKS] {
        let mut sums = self.bias;
        for (input, weights) in input.iter().zip(&self.weights) {
            for (sums, weights) in sums.iter_mut().zip(weights) {
                add_product::<FUSED>(sums, *input, weights);
            }
        }
        sums
    }
}

/// Rows of `row` values as whole lanes, the last ones padded with zeros.
fn lanes(values: &[f32], row: usize) -> Vec<Lanes> {
    let whole = |part: &[f32]| std::array::from_fn(|lane| part.get(lane).copied().unwrap_or(0.0));
    values.chunks(row).flat_map(|row| row.chunks(LANES)).map(whole).collect()
}

/// Adds the product of a factor and each lane.
#[inline(always)]
fn add_product<const FUSED: bool>(sums: &mut Lanes, factor: f32, lanes: &Lanes) {
    for (sum, lane) in sums.iter_mut().zip(lanes) {
        *sum = if FUSED { factor.mul_add(*lane, *sum) } else { factor * lane + *sum };
    }
}
