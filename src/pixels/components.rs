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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    pub(crate) row: u32,
    pub(crate) left: u32,
    /// One past the last column.
    pub(crate) right: u32,
    class: u8,
    /// Until [`Labels::finish`] the union-find parent (the index of a run, its own for a root); then the index of the
    /// component.
    component: u32,
}

/// A labeling: its runs and components. The next picture uses the buffers again.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    runs: Vec<Run>,
    components: Vec<Component>,
}

impl Labels {
    /// Labels the dark and the light pixels.
    pub(crate) fn label(&mut self, classes: &Classes) -> &[Component] {
        self.runs.clear();
        let mut above = 0..0;
        for (row, words) in classes.rows.chunks_exact(classes.words().max(1)).enumerate() {
            let start = self.runs.len();
            self.read_row(words, classes.width, row as u32);
            let own = start..self.runs.len();
            self.unite(above, own.clone());
            above = own;
        }
        self.finish()
    }

    /// The components of the last labeling.
    pub(crate) fn components(&self) -> &[Component] {
        &self.components
    }

    /// The runs of the last labeling, each with the number of its component.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (Run, usize)> + '_ {
        self.runs.iter().map(|run| (*run, run.component as usize))
    }

    /// Appends the runs of a row, each a component of its own.
    fn read_row(&mut self, words: &[(u64, u64)], width: usize, row: u32) {
        let (mut class, mut left) = (UNCLASSIFIED, 0);
        let mut last = (0, 0);
        for (i, &(dark, light)) in words.iter().enumerate() {
            // A run begins where a pixel differs from the one before it.
            let mut begins = (dark ^ (dark << 1 | last.0)) | (light ^ (light << 1 | last.1));
            last = (dark >> 63, light >> 63);
            while begins != 0 {
                let bit = begins.trailing_zeros();
                begins &= begins - 1;
                let at = 64 * i as u32 + bit;
                self.add_run(class, row, left, at);
                left = at;
                class = match (dark >> bit & 1, light >> bit & 1) {
                    (1, _) => DARK,
                    (_, 1) => LIGHT,
                    _ => UNCLASSIFIED,
                };
            }
        }
        self.add_run(class, row, left, width as u32);
    }

    fn add_run(&mut self, class: u8, row: u32, left: u32, right: u32) {
        if class != UNCLASSIFIED && left < right {
            let component = self.runs.len() as u32;
            self.runs.push(Run { row, left, right, class, component });
        }
    }

    /// Unites the runs of a row with those of the row above that they touch. Both rows are in order, so one pass over both
    /// is enough.
    fn unite(&mut self, above: std::ops::Range<usize>, own: std::ops::Range<usize>) {
        let mut first = above.start;
        for at in own {
            let run = self.runs[at];
            while first < above.end && self.runs[first].right < run.left {
                first += 1;
            }
            let mut other = first;
            while other < above.end && self.runs[other].left <= run.right {
                if self.runs[other].class == run.class {
                    let (a, b) = (self.root(other), self.root(at));
                    self.runs[a.max(b)].component = a.min(b) as u32;
                }
                other += 1;
            }
        }
    }

    /// The first run of this one's component.
    fn root(&mut self, mut run: usize) -> usize {
        while self.runs[run].component as usize != run {
            let up = self.runs[self.runs[run].component as usize].component;
            self.runs[run].component = up;
            run = up as usize;
        }
        run
    }

    /// Numbers the components and adds up their boxes.
    fn finish(&mut self) -> &[Component] {
        self.components.clear();
        for at in 0..self.runs.len() {
            let Run { row, left, right, class, component } = self.runs[at];
            let own = Component { class, left, top: row, right, bottom: row + 1, area: right - left };
            if component as usize == at {
                self.runs[at].component = self.components.len() as u32;
                self.components.push(own);
            } else {
                // The parent has a smaller index, so it is numbered already.
                let component = self.runs[component as usize].component;
                self.runs[at].component = component;
                self.components[component as usize].join(&own);
            }
        }
        &self.components
    }
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
