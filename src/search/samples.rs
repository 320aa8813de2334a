//! Parts of a large layout, which decide whether all of it is read.

use crate::locate::Layout;
use crate::pixels::Point;

/// Parts of a large layout, those with the most blobs first; of those with as many the middle is first. None where the layout is
/// small.
pub(super) fn samples(layout: &Layout, blobs: &[Point]) -> Vec<Layout> {
    /// The number of lines, and of places in a line, of a part. A smaller one refuses boards for a few tiles that are
    /// hard to read; a larger one costs time in pictures full of text. Chosen by hand.
    const SIDE: usize = 6;
    /// The number of parts' cells above which a layout is large.
    const LARGE: usize = 2;
    let ranges = |count: usize| {
        let spare = count.saturating_sub(SIDE);
        let mut firsts = vec![spare / 2, 0, spare];
        firsts.dedup();
        firsts.into_iter().map(move |first| first..(first + SIDE).min(count))
    };
    let places: Vec<_> = ranges(layout.places_of_lines()).collect();
    let parts = ranges(layout.shape().lengths().len())
        .flat_map(|lines| places.iter().map(move |places| (lines.clone(), places.clone())));
    let parts = parts.filter_map(|(lines, places)| layout.part(lines, places));
    let mut parts: Vec<Layout> = parts.filter(|part| layout.shape().len() > LARGE * part.shape().len()).collect();
    let blobs_in = |part: &Layout| blobs.iter().filter(|blob| part.cell_at(blob.x, blob.y).is_some()).count();
    parts.sort_by_cached_key(|part| std::cmp::Reverse(blobs_in(part)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn the_part_with_the_most_blobs_comes_first() {
        let layout = |shape| Layout::new(shape, (50.0, 60.0), (20.0, 30.0));
        let small = layout(Shape::rows(8, 9).unwrap());
        assert!(samples(&small, &[]).is_empty());
        let large = layout(Shape::rows(20, 18).unwrap());
        let center = |part: &Layout| (part.bounds().0 + part.bounds().2, part.bounds().1 + part.bounds().3);
        // Without a difference the middle.
        let parts = samples(&large, &[]);
        assert_eq!((parts.len(), center(&parts[0])), (9, center(&large)));
        // A ring of letters: the middle has none.
        let cells = large.shape().cells().filter(|cell| cell.line < 3);
        let ring: Vec<Point> = cells.map(|cell| large.center(cell).into()).collect();
        assert_eq!(samples(&large, &ring)[0].bounds().1, large.bounds().1);
        for (lines, places) in [(30, 3), (3, 30), (6, 30)] {
            assert_eq!(samples(&layout(Shape::rows(lines, places).unwrap()), &[]).len(), 3);
        }
        // Staggered columns, and three long columns, whose parts lie above each other.
        for (shape, parts) in [("20,21,20,21,20,21,20,21,20,21,20,21,20", 9), ("30,31,30", 3)] {
            let parts_of = samples(&layout(shape.parse().unwrap()), &[]);
            assert_eq!(parts_of.len(), parts, "{shape}");
            assert!(parts_of.iter().all(|part| part.shape().len() <= 36), "{shape}");
        }
    }
}
