//! What is proven of the letters of a game, from every board that was read: [`Proofs`].
//!
//! The networks may misread an unusual typeface with high confidence, and in the same way on every board. So a letter is
//! proven only where both networks agree on it, on several boards, and its glyphs form one cluster that is unlike every other
//! letter's. Where V and U both read as U, the cluster of U falls apart: no U is proven then, and the tiles of its
//! smaller part are in doubt.

use crate::board::Face;
use crate::read::{GlyphPixels, aligned_likeness, likeness};
use std::sync::Arc;

/// A glyph that tiles share.
pub(super) type SharedGlyph = Arc<GlyphPixels>;

/// The number of boards with a new tile of a letter on which both networks agree, from which on the letter may be proven.
/// Fewer: one accident suffices. More: rare letters are learned late. Chosen by hand.
const BOARDS: u32 = 2;
/// Glyphs whose likeness is higher count as one shape. Lower: similar letters are one shape. Higher: noise fills the
/// clusters. Chosen by hand.
const SAME_SHAPE: f32 = 0.993;
/// The most shapes that are kept of a letter: a limit of work.
const SHAPES: usize = 12;
/// The least likeness from which two glyphs are aligned ([`aligned_likeness`]): those of one letter have 0.88 before it, and at least
/// 0.97 after it. Smaller: more time. Larger: small tiles are doubted. Chosen by hand.
const LEAST_ALIGNED: f32 = 0.8;
/// How much more alike glyphs of two letters become when they are aligned. Smaller: similar letters are missed. Larger: more
/// time. Chosen by hand: of the tiles of [`aligned_likeness`] none gains 0.06.
const GAINED: f32 = 0.06;
/// How much less alike than the least alike of tiles with one letter two shapes may be and still be one letter. Smaller: noise
/// splits clusters. Larger: V and U of small typefaces are one cluster. Chosen by hand.
const MARGIN: f32 = 0.02;
/// The likeness below which two shapes are different letters, however noisy the game is. Chosen by hand.
const UNLIKE: f32 = 0.9;
/// The likeness of one letter before it was measured. Smaller: a correction of an earlier run reaches similar letters.
/// Larger: it misses tiles. Chosen by hand.
const UNMEASURED: f32 = 0.96;
/// The fewest measurements of a likeness. Fewer: chance. More: the first board is not measured. Chosen by hand.
const FEWEST: usize = 16;
/// The share of tiles that are less like others of their letter than counts: misread ones. Chosen by hand.
const MISREAD: f32 = 0.05;
/// The number of measurements that are kept: a limit of work.
const MEASURED: usize = 256;

/// One tile of a board, as evidence.
pub(super) struct Exhibit<'a> {
    pub(super) face: &'a Face,
    pub(super) glyph: &'a SharedGlyph,
    /// Whether both networks agree on it, and nothing speaks against it.
    pub(super) agreed: bool,
}

/// The evidence for each letter.
#[derive(Default)]
pub(super) struct Proofs {
    letters: Vec<Letter>,
    /// The likeness of tiles to the nearest shape of their letter when they came.
    measured: Vec<f32>,
}

/// The evidence for one letter.
struct Letter {
    face: Face,
    shapes: Vec<Shape>,
    /// The number of boards with a tile on which both networks agree.
    boards: u32,
}

/// A way in which a letter is drawn.
struct Shape {
    glyph: SharedGlyph,
    /// The number of tiles that look so.
    tiles: usize,
    /// How much it is like each of the shapes before it.
    alike: Vec<f32>,
}

/// The likeness of two glyphs. It is measured after alignment ([`aligned_likeness`]) only where the likeness without it leaves open
/// whether they are one letter.
pub(super) fn alike(a: &GlyphPixels, b: &GlyphPixels) -> f32 {
    match likeness(a, b) {
        as_they_lie if (LEAST_ALIGNED..=SAME_SHAPE).contains(&as_they_lie) => aligned_likeness(a, b),
        as_they_lie => as_they_lie,
    }
}

impl Proofs {
    /// Adds the tiles of a board that were not on the board before.
    pub(super) fn add(&mut self, tiles: &[Exhibit]) {
        let mut agreed: Vec<&Face> = Vec::new();
        for tile in tiles {
            let at = self.letters.iter().position(|letter| letter.face == *tile.face).unwrap_or_else(|| {
                self.letters.push(Letter { face: tile.face.clone(), shapes: Vec::new(), boards: 0 });
                self.letters.len() - 1
            });
            let likeness = self.letters[at].add(tile.glyph);
            self.keep_measured(likeness);
            if tile.agreed && !agreed.contains(&tile.face) {
                agreed.push(tile.face);
                self.letters[at].boards += 1;
            }
        }
    }

    /// The letters that are proven.
    pub(super) fn proven(&self) -> Vec<&Face> {
        let least = self.least_likeness();
        let is_proven = |letter: &&Letter| {
            letter.boards >= BOARDS && letter.smaller_parts(least).is_empty() && !self.has_rival(letter, least)
        };
        self.letters.iter().filter(is_proven).map(|letter| &letter.face).collect()
    }

    /// Whether a tile with this glyph may be misread: it belongs to a smaller part of a cluster that falls apart, or looks
    /// like another letter.
    pub(super) fn is_doubtful(&self, face: &Face, glyph: &GlyphPixels) -> bool {
        let Some(letter) = self.letter(face) else { return false };
        let least = self.least_likeness();
        let smaller = letter.smaller_parts(least);
        let in_smaller_part = || letter.nearest(glyph).is_some_and(|(shape, _)| smaller.contains(&shape));
        !smaller.is_empty() && in_smaller_part() || self.rival_of(letter, glyph, least).is_some()
    }

    fn keep_measured(&mut self, likeness: Option<f32>) {
        let left = MEASURED.saturating_sub(self.measured.len());
        self.measured.extend(likeness.into_iter().take(left));
    }

    /// The other letter that a glyph looks like, as much as tiles of one letter look alike and more than it looks like others
    /// of its own.
    pub(super) fn rival(&self, face: &Face, glyph: &GlyphPixels) -> Option<&Face> {
        self.rival_of(self.letter(face)?, glyph, self.least_likeness())
    }

    /// The shapes of a letter that belong to one part of its cluster with this glyph.
    pub(super) fn part_of(&self, face: &Face, glyph: &GlyphPixels) -> Vec<SharedGlyph> {
        let Some(letter) = self.letter(face) else { return Vec::new() };
        let Some((nearest, _)) = letter.nearest(glyph) else { return Vec::new() };
        let part = letter.parts(self.least_likeness()).into_iter().find(|part| part.contains(&nearest));
        part.unwrap_or_default().into_iter().map(|shape| letter.shapes[shape].glyph.clone()).collect()
    }

    /// Forgets what is known of a letter.
    pub(super) fn forget(&mut self, face: &Face) {
        self.letters.retain(|letter| letter.face != *face);
    }

    /// The likeness from which two glyphs are one letter in this game.
    pub(super) fn least_likeness(&self) -> f32 {
        if self.measured.len() < FEWEST {
            return UNMEASURED;
        }
        let mut measured = self.measured.clone();
        let at = (MISREAD * measured.len() as f32) as usize;
        let (_, least, _) = measured.select_nth_unstable_by(at, f32::total_cmp);
        (*least - MARGIN).max(UNLIKE)
    }

    fn letter(&self, face: &Face) -> Option<&Letter> {
        self.letters.iter().find(|letter| letter.face == *face)
    }

    fn has_rival(&self, letter: &Letter, least: f32) -> bool {
        letter.shapes.iter().any(|shape| self.rival_of(letter, &shape.glyph, least).is_some())
    }

    fn rival_of(&self, letter: &Letter, glyph: &GlyphPixels, least: f32) -> Option<&Face> {
        let others = self.letters.iter().filter(|other| other.face != letter.face);
        let nearest = others.filter_map(|other| Some((other, other.nearest_as_it_lies(glyph)?)));
        let (rival, (shape, likeness)) = nearest.max_by(|a, b| a.1.1.total_cmp(&b.1.1))?;
        if likeness < least - GAINED {
            return None;
        }
        let likeness = alike(&rival.shapes[shape].glyph, glyph);
        let own = letter.likeness_to_others(glyph).unwrap_or(least);
        (likeness >= least && likeness >= own).then_some(&rival.face)
    }
}

impl Letter {
    /// Adds a tile; returns its likeness to the nearest shape before.
    fn add(&mut self, glyph: &SharedGlyph) -> Option<f32> {
        let nearest = self.nearest(glyph);
        match nearest {
            Some((at, likeness)) if likeness > SAME_SHAPE => self.shapes[at].tiles += 1,
            _ if self.shapes.len() < SHAPES => {
                let alike = self.shapes.iter().map(|shape| alike(&shape.glyph, glyph)).collect();
                self.shapes.push(Shape { glyph: glyph.clone(), tiles: 1, alike });
            }
            _ => {}
        }
        nearest.map(|(_, likeness)| likeness)
    }

    /// The number of the shape that a glyph is most like as it lies, with that likeness.
    fn nearest_as_it_lies(&self, glyph: &GlyphPixels) -> Option<(usize, f32)> {
        let likeness = self.shapes.iter().enumerate().map(|(at, shape)| (at, likeness(&shape.glyph, glyph)));
        likeness.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The same shape, with how much the glyph is alike.
    fn nearest(&self, glyph: &GlyphPixels) -> Option<(usize, f32)> {
        let (at, _) = self.nearest_as_it_lies(glyph)?;
        Some((at, alike(&self.shapes[at].glyph, glyph)))
    }

    /// How much two shapes are alike.
    fn likeness(&self, a: usize, b: usize) -> f32 {
        self.shapes[a.max(b)].alike[a.min(b)]
    }

    /// The likeness of a glyph to other tiles of this letter than the one that it is of; `None` where there is none.
    fn likeness_to_others(&self, glyph: &GlyphPixels) -> Option<f32> {
        let (own, likeness_to_own) = self.nearest(glyph)?;
        if self.shapes[own].tiles > 1 {
            return Some(likeness_to_own);
        }
        let others = (0..self.shapes.len()).filter(|at| *at != own);
        others.map(|other| self.likeness(own, other)).max_by(f32::total_cmp)
    }

    /// The parts into which the cluster falls, each of shapes that are linked by a likeness of at least `least`; the one with
    /// the most tiles last.
    fn parts(&self, least: f32) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for at in 0..self.shapes.len() {
            let touches = |part: &Vec<usize>| part.iter().any(|&other| self.likeness(other, at) >= least);
            let (touching, mut others): (Vec<_>, Vec<_>) = parts.into_iter().partition(touches);
            others.push(touching.concat().into_iter().chain([at]).collect());
            parts = others;
        }
        let tiles = |part: &Vec<usize>| part.iter().map(|&shape| self.shapes[shape].tiles).sum::<usize>();
        parts.sort_by_key(tiles);
        parts
    }

    /// The shapes outside of the largest part of the cluster.
    fn smaller_parts(&self, least: f32) -> Vec<usize> {
        let mut parts = self.parts(least);
        parts.pop();
        parts.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(text: &str) -> Face {
        Face::Letters(text.to_string())
    }

    /// A glyph of stripes; another seed gives another shape, and a little noise nearly the same.
    fn glyph(seed: usize, noise: f32) -> SharedGlyph {
        Arc::new(std::array::from_fn(|i| {
            let stripe = f32::from(u8::from((i * (seed + 3)) % 23 < 11));
            (stripe + noise * ((i * 7919) % 13) as f32 / 13.0).min(1.0)
        }))
    }

    fn add(proofs: &mut Proofs, tiles: &[(&Face, SharedGlyph, bool)]) {
        let exhibits: Vec<Exhibit> =
            tiles.iter().map(|(face, glyph, agreed)| Exhibit { face, glyph, agreed: *agreed }).collect();
        proofs.add(&exhibits);
    }

    #[test]
    fn a_letter_is_proven_on_several_boards() {
        let (u, mut proofs) = (letter("U"), Proofs::default());
        add(&mut proofs, &[(&u, glyph(1, 0.0), true), (&u, glyph(1, 0.01), true)]);
        assert!(proofs.proven().is_empty());
        add(&mut proofs, &[(&u, glyph(1, 0.0), true)]);
        assert_eq!(proofs.proven(), [&u]);
        proofs.forget(&u);
        assert!(proofs.proven().is_empty());
    }

    #[test]
    fn a_letter_on_which_the_networks_differ_is_not_proven() {
        let (u, mut proofs) = (letter("U"), Proofs::default());
        (0..5).for_each(|_| add(&mut proofs, &[(&u, glyph(1, 0.0), false)]));
        assert!(proofs.proven().is_empty());
    }

    #[test]
    fn a_cluster_of_two_letters_is_never_proven() {
        let (u, e, mut proofs) = (letter("U"), letter("E"), Proofs::default());
        for _ in 0..4 {
            let us = [(&u, glyph(1, 0.0), true), (&u, glyph(1, 0.0), true), (&u, glyph(2, 0.0), true)];
            add(&mut proofs, &us);
            add(&mut proofs, &[(&e, glyph(4, 0.0), true), (&e, glyph(4, 0.0), true)]);
        }
        assert_eq!(proofs.proven(), [&e]);
        assert!(proofs.is_doubtful(&u, &glyph(2, 0.0)) && !proofs.is_doubtful(&u, &glyph(1, 0.0)));
        assert!(!proofs.is_doubtful(&e, &glyph(4, 0.0)));
    }

    #[test]
    fn two_letters_of_one_shape_are_not_proven() {
        let (o, d, mut proofs) = (letter("O"), letter("D"), Proofs::default());
        for _ in 0..3 {
            add(&mut proofs, &[(&o, glyph(1, 0.0), true), (&o, glyph(1, 0.0), true), (&d, glyph(1, 0.0), true)]);
        }
        assert!(proofs.proven().is_empty() && proofs.is_doubtful(&d, &glyph(1, 0.0)));
        assert_eq!(proofs.rival(&d, &glyph(1, 0.0)), Some(&o));
    }
}
