//! Connected components of a picture whose pixels have been classified as dark, light or neither.
//!
//! A row is a list of runs of equal class; 8-connected runs of one class are united. The cost of a run does not depend on its length, so that a labeling takes a fraction of the time of a
//! pixel-wise one, and dark and light components come from one pass. (He, Chao, Suzuki: A run-based two-scan labeling
//! algorithm, 2008.)

/// A component: its bounding box and its number of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Component {
    /// The class of its pixels.
    pub(crate) class: u8,
    /// The first column.
    pub(crate) left: u32,
    /// The first row.
    pub(crate) top: u32,
    /// One past the last column.
    pub(crate) right: u32,
    /// One past the last row.
    pub(crate) bottom: u32,
    /// The number of pixels.
    pub(crate) area: u32,
}

impl Component {
    pub(crate) fn width(&self) -> u32 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> u32 {
        self.bottom - self.top
    }

    fn join(&mut self, other: &Component) {
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
        self.area += other.area;
    }
}

/// Pixels classified as dark, light or unclassified: two bitmaps, 64 pixels a word, the first pixel in the least
/// significant bit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Classes {
    width: usize,
    /// The words of the rows: the bits of the dark pixels, and those of the light ones.
    rows: Vec<(u64, u64)>,
}

/// The class of dark pixels.
pub(crate) const DARK: u8 = 0;
/// The class of light pixels.
pub(crate) const LIGHT: u8 = 1;
const UNCLASSIFIED: u8 = 2;

impl Classes {
    /// No pixels yet, `width` to a row.
    pub(crate) fn new(width: usize) -> Classes {
        Classes { width, rows: Vec::new() }
    }

    /// Removes all pixels and keeps the buffer.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
    }

    /// The number of words of a row.
    pub(crate) fn words(&self) -> usize {
        self.width.div_ceil(64)
    }

    /// Appends the next 64 pixels, or the rest of the row: the bits of the dark ones, and of the light ones.
    pub(crate) fn push(&mut self, dark: u64, light: u64) {
        let left = self.width - self.rows.len() % self.words() * 64;
        let inside = if left < 64 { (1 << left) - 1 } else { u64::MAX };
        self.rows.push((dark & inside, light & inside));
    }
}

/// A horizontal stretch of pixels of one class.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Run {
    pub(crate) row: u32,
    pub(crate) left: u32,
    /// One past the last column.
    pub(crate) right: u32,
    class: u8,
    /// An index into [`Labels::parents`].
    label: u32,
}

/// A labeling: its runs and components. The next picture uses the buffers again.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    runs: Vec<Run>,
    /// The runs of the row at hand; there is space for one more than its pixels.
    row: Vec<Run>,
    /// The provisional labels, one for each run that touches none of its class in the row above: a union-find forest, in
    /// which a root is its own parent and no parent has a larger index than its child.
    parents: Vec<u32>,
    /// For each label the box and area of its runs.
    parts: Vec<Component>,
    /// For each label its component.
    numbers: Vec<u32>,
    components: Vec<Component>,
}

impl Labels {
    /// Labels the dark and the light pixels.
    pub(crate) fn label(&mut self, classes: &Classes) -> &[Component] {
        self.runs.clear();
        self.parents.clear();
        self.parts.clear();
        self.row.clear();
        self.row.resize(classes.width + 1, Run::default());
        let mut above = 0..0;
        for (row, words) in classes.rows.chunks_exact(classes.words().max(1)).enumerate() {
            let count = read_row(words, classes.width, row as u32, &mut self.row);
            self.unite(above, count);
            let start = self.runs.len();
            self.runs.extend_from_slice(&self.row[..count]);
            above = start..self.runs.len();
        }
        self.finish()
    }

    /// The components of the last labeling.
    pub(crate) fn components(&self) -> &[Component] {
        &self.components
    }

    /// The runs of the last labeling, each with the number of its component.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (Run, usize)> + '_ {
        self.runs.iter().map(|run| (*run, self.numbers[run.label as usize] as usize))
    }

    /// Labels the runs of the new row by those of the row above that they touch. Both rows are in order, so one pass over
    /// both is enough.
    fn unite(&mut self, above: std::ops::Range<usize>, count: usize) {
        let above = &self.runs[above];
        let (parents, parts) = (&mut self.parents, &mut self.parts);
        let mut first = 0;
        for run in &mut self.row[..count] {
            while above.get(first).is_some_and(|other| other.right < run.left) {
                first += 1;
            }
            let mut label = None;
            for other in above[first..].iter().take_while(|other| other.left <= run.right) {
                if other.class == run.class {
                    label = Some(label.map_or(other.label, |label| join(parents, label, other.label)));
                }
            }
            let Run { row, left, right, class, .. } = *run;
            let part = Component { class, left, top: row, right, bottom: row + 1, area: right - left };
            match label {
                Some(label) => {
                    run.label = label;
                    parts[label as usize].join(&part);
                }
                None => {
                    run.label = parents.len() as u32;
                    parents.push(run.label);
                    parts.push(part);
                }
            }
        }
    }

    /// Numbers the components and adds up the parts of each.
    fn finish(&mut self) -> &[Component] {
        self.components.clear();
        self.numbers.clear();
        for (label, (&parent, part)) in self.parents.iter().zip(&self.parts).enumerate() {
            if parent as usize == label {
                self.numbers.push(self.components.len() as u32);
                self.components.push(*part);
            } else {
                // The parent has a smaller index, so it is numbered already.
                let number = self.numbers[parent as usize];
                self.numbers.push(number);
                self.components[number as usize].join(part);
            }
        }
        &self.components
    }
}

/// Writes the runs of a row, and returns their number.
fn read_row(words: &[(u64, u64)], width: usize, row: u32, runs: &mut [Run]) -> usize {
    let (mut class, mut left, mut count) = (UNCLASSIFIED, 0, 0);
    let mut last = (0, 0);
    for (i, &(dark, light)) in words.iter().enumerate() {
        // A run begins where a pixel differs from the one before it.
        let mut begins = (dark ^ (dark << 1 | last.0)) | (light ^ (light << 1 | last.1));
        last = (dark >> 63, light >> 63);
        while begins != 0 {
            let bit = begins.trailing_zeros();
            begins &= begins - 1;
            let at = 64 * i as u32 + bit;
            // Every stretch is written, and counted only if it has a class: no branch depends on the pixels.
            runs[count] = Run { row, left, right: at, class, label: 0 };
            count += usize::from(class != UNCLASSIFIED);
            left = at;
            let (dark, light) = ((dark >> bit & 1) as u8, (light >> bit & 1) as u8);
            class = UNCLASSIFIED - 2 * dark - (light & !dark);
        }
    }
    runs[count] = Run { row, left, right: width as u32, class, label: 0 };
    count + usize::from(class != UNCLASSIFIED && left < width as u32)
}

/// Unites two labels, and returns the root of both.
fn join(parents: &mut [u32], a: u32, b: u32) -> u32 {
    if a == b {
        return a;
    }
    let (a, b) = (root(parents, a), root(parents, b));
    let (root, other) = (a.min(b), a.max(b));
    parents[other as usize] = root;
    root
}

/// The root of a label's tree. The way there becomes half as long.
fn root(parents: &mut [u32], mut label: u32) -> u32 {
    while parents[label as usize] != label {
        let up = parents[parents[label as usize] as usize];
        parents[label as usize] = up;
        label = up;
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The reference: flood fill.
    fn flooded(classes: &[u8], width: usize) -> Vec<Component> {
        let height = classes.len() / width;
        let mut seen = vec![false; classes.len()];
        let mut found = Vec::new();
        for start in 0..classes.len() {
            if seen[start] || classes[start] == UNCLASSIFIED {
                continue;
            }
            seen[start] = true;
            let mut stack = vec![start];
            let pixel = |at: usize| {
                let (x, y) = ((at % width) as u32, (at / width) as u32);
                Component { class: classes[start], left: x, top: y, right: x + 1, bottom: y + 1, area: 1 }
            };
            let mut component = Component { area: 0, ..pixel(start) };
            while let Some(at) = stack.pop() {
                component.join(&pixel(at));
                let (x, y) = (at % width, at / width);
                for ny in y.saturating_sub(1)..(y + 2).min(height) {
                    for nx in x.saturating_sub(1)..(x + 2).min(width) {
                        let next = ny * width + nx;
                        if !seen[next] && classes[next] == classes[start] {
                            seen[next] = true;
                            stack.push(next);
                        }
                    }
                }
            }
            found.push(component);
        }
        found
    }

    fn classified(pixels: &[u8], width: usize) -> Classes {
        let mut classes = Classes::new(width);
        for row in pixels.chunks(width) {
            for word in row.chunks(64) {
                let bits = |class: u8| word.iter().rev().fold(0, |bits, &pixel| bits << 1 | u64::from(pixel == class));
                classes.push(bits(DARK), bits(LIGHT));
            }
        }
        classes
    }

    fn sorted(mut components: Vec<Component>) -> Vec<Component> {
        components.sort_by_key(|c| (c.top, c.left, c.class, c.right, c.bottom, c.area));
        components
    }

    proptest! {
        #[test]
        fn runs_and_floods_find_the_same_components(width in 1usize..150, cells in prop::collection::vec(
            prop_oneof![3 => Just(0u8), 3 => Just(1u8), 1 => Just(UNCLASSIFIED)], 1..900)) {
            let width = width.min(cells.len());
            let classes = &cells[..cells.len() / width * width];
            let mut labels = Labels::default();
            labels.label(&classified(&[0, 1, 0, 1], 2)); // an earlier picture leaves no trace
            let found = labels.label(&classified(classes, width)).to_vec();
            prop_assert_eq!(sorted(found.clone()), sorted(flooded(classes, width)));
            let mut areas = vec![0; found.len()];
            for (run, component) in labels.runs() {
                areas[component] += run.right - run.left;
                prop_assert!(run.left >= found[component].left && run.row >= found[component].top);
            }
            prop_assert_eq!(areas, found.iter().map(|c| c.area).collect::<Vec<_>>());
        }
    }
}
