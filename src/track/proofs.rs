//! What is proven of the letters of a game, from every board that was read: [`Proofs`].
//!
//! The networks may misread an unusual typeface with high confidence, and in the same way on every board. So a letter is
//! proven only where both networks agree on it, on several boards, and its glyphs form one cluster that is unlike every other
//! letter's. Where V and U both read as U, the cluster of U falls apart: no U is proven then, and the tiles of its
//! smaller part are in doubt.

use crate::board::Face;
use crate::read::{GlyphPixels, UnitGlyph, aligned_likeness, correlation, likeness, unit};
use std::cell::OnceCell;
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
    unit: UnitGlyph,
    /// The number of tiles that look so.
    tiles: usize,
    /// How much it is like each of the shapes before it.
    alike: Vec<f32>,
    /// The shape of another letter that it is most like as it lies.
    rival: Option<Rival>,
}

/// A shape of another letter.
struct Rival {
    /// The numbers of the letter and of its shape.
    at: (usize, usize),
    /// The likeness of both as they lie.
    likeness: f32,
    /// How much they are alike, once that was measured.
    alike: OnceCell<f32>,
}

/// A glyph that is compared with shapes: with its unit vector, a likeness is one dot product.
#[derive(Clone, Copy)]
struct Probe<'a> {
    glyph: &'a GlyphPixels,
    unit: &'a UnitGlyph,
}

impl Probe<'_> {
    /// The likeness to a shape, as it lies.
    fn likeness(self, shape: &Shape) -> f32 {
        correlation(self.unit, &shape.unit)
    }

    /// How much a shape of this likeness is alike.
    fn alike(self, shape: &Shape, likeness: f32) -> f32 {
        aligned_if_open(likeness, &shape.glyph, self.glyph)
    }
}

impl Shape {
    fn probe(&self) -> Probe<'_> {
        Probe { glyph: &self.glyph, unit: &self.unit }
    }
}

/// How much two glyphs are alike: their likeness, after alignment ([`aligned_likeness`]) where it leaves open whether they are one
/// letter.
pub(super) fn alike(a: &GlyphPixels, b: &GlyphPixels) -> f32 {
    aligned_if_open(likeness(a, b), a, b)
}

/// How much two glyphs of this likeness are alike.
fn aligned_if_open(likeness: f32, a: &GlyphPixels, b: &GlyphPixels) -> f32 {
    if (LEAST_ALIGNED..=SAME_SHAPE).contains(&likeness) { aligned_likeness(a, b) } else { likeness }
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
            let shapes = self.letters[at].shapes.len();
            let likeness = self.letters[at].add(tile.glyph);
            self.keep_measured(likeness);
            if self.letters[at].shapes.len() > shapes {
                self.compare_with_others(at, shapes);
            }
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
        let (least, unit) = (self.least_likeness(), unit(glyph));
        let probe = Probe { glyph, unit: &unit };
        let smaller = letter.smaller_parts(least);
        let in_smaller_part = || letter.nearest(probe).is_some_and(|(shape, _)| smaller.contains(&shape));
        !smaller.is_empty() && in_smaller_part() || self.rival_of(letter, probe, least).is_some()
    }

    /// Whether a glyph looks as those of its letter do; `None` where the letter is not known.
    pub(super) fn is_alike(&self, face: &Face, glyph: &GlyphPixels) -> Option<bool> {
        let (_, alike) = self.letter(face)?.nearest(Probe { glyph, unit: &unit(glyph) })?;
        Some(alike >= self.least_likeness())
    }

    fn keep_measured(&mut self, likeness: Option<f32>) {
        let left = MEASURED.saturating_sub(self.measured.len());
        self.measured.extend(likeness.into_iter().take(left));
    }

    /// The other letter that a glyph looks like, as much as tiles of one letter look alike and more than it looks like others
    /// of its own.
    pub(super) fn rival(&self, face: &Face, glyph: &GlyphPixels) -> Option<&Face> {
        self.rival_of(self.letter(face)?, Probe { glyph, unit: &unit(glyph) }, self.least_likeness())
    }

    /// The shapes of a letter that belong to one part of its cluster with this glyph; none where the glyph looks like none of them, as
    /// that of a tile which was corrected to this letter.
    pub(super) fn part_of(&self, face: &Face, glyph: &GlyphPixels) -> Vec<SharedGlyph> {
        let Some(letter) = self.letter(face) else { return Vec::new() };
        let least = self.least_likeness();
        let nearest = letter.nearest(Probe { glyph, unit: &unit(glyph) }).filter(|(_, alike)| *alike >= least);
        let Some((nearest, _)) = nearest else { return Vec::new() };
        let part = letter.parts(least).into_iter().find(|part| part.contains(&nearest));
        part.unwrap_or_default().into_iter().map(|shape| letter.shapes[shape].glyph.clone()).collect()
    }

    /// Forgets what is known of a letter.
    pub(super) fn forget(&mut self, face: &Face) {
        self.letters.retain(|letter| letter.face != *face);
        // The letters have other numbers now.
        self.letters.iter_mut().flat_map(|letter| &mut letter.shapes).for_each(|shape| shape.rival = None);
        for at in 0..self.letters.len() {
            (0..self.letters[at].shapes.len()).for_each(|shape| self.compare_with_others(at, shape));
        }
    }

    /// Compares a shape with those of the other letters.
    fn compare_with_others(&mut self, letter: usize, shape: usize) {
        let unit = self.letters[letter].shapes[shape].unit.clone();
        let mut nearest: Option<Rival> = None;
        for (other, shapes) in self.letters.iter_mut().map(|letter| &mut letter.shapes).enumerate() {
            for (at, rival) in shapes.iter_mut().enumerate().filter(|_| other != letter) {
                let likeness = correlation(&rival.unit, &unit);
                let is_nearer = |known: &Option<Rival>| known.as_ref().is_none_or(|known| known.likeness < likeness);
                let rival_at = |at| Some(Rival { at, likeness, alike: OnceCell::new() });
                if is_nearer(&rival.rival) {
                    rival.rival = rival_at((letter, shape));
                }
                if is_nearer(&nearest) {
                    nearest = rival_at((other, at));
                }
            }
        }
        self.letters[letter].shapes[shape].rival = nearest;
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

    /// Whether a shape of a letter looks like another letter.
    fn has_rival(&self, letter: &Letter, least: f32) -> bool {
        let is_rival = |(at, shape): (usize, &Shape)| {
            let Some(rival) = &shape.rival else { return false };
            // Rounded as the likeness to a rival of the same shape.
            let to_itself = shape.probe().likeness(shape);
            let wanted = letter.likeness_of_shape(at, to_itself).map_or(least, |own| own.max(least));
            let alike = || *rival.alike.get_or_init(|| shape.probe().alike(self.shape(rival.at), rival.likeness));
            rival.likeness >= wanted - GAINED && alike() >= wanted
        };
        letter.shapes.iter().enumerate().any(is_rival)
    }

    fn shape(&self, (letter, shape): (usize, usize)) -> &Shape {
        &self.letters[letter].shapes[shape]
    }

    /// The other letter that a tile of this letter looks like.
    fn rival_of(&self, letter: &Letter, probe: Probe, least: f32) -> Option<&Face> {
        let own = letter.nearest_as_it_lies(probe).filter(|(_, likeness)| *likeness > SAME_SHAPE);
        let ((rival, shape), likeness) = match own {
            // What its own shape is most like.
            Some((own, _)) => {
                let at = letter.shapes[own].rival.as_ref()?.at;
                (at, probe.likeness(self.shape(at)))
            }
            None => {
                let others = self.letters.iter().enumerate().filter(|(_, other)| other.face != letter.face);
                let nearest = others.filter_map(|(at, other)| {
                    let (shape, likeness) = other.nearest_as_it_lies(probe)?;
                    Some(((at, shape), likeness))
                });
                nearest.max_by(|a, b| a.1.total_cmp(&b.1))?
            }
        };
        if likeness < least - GAINED {
            return None;
        }
        let wanted = letter.likeness_to_others(probe).map_or(least, |own| own.max(least));
        let looks_so = likeness >= wanted - GAINED && probe.alike(self.shape((rival, shape)), likeness) >= wanted;
        looks_so.then_some(&self.letters[rival].face)
    }
}

impl Letter {
    /// Adds a tile; returns its likeness to the nearest shape before.
    fn add(&mut self, glyph: &SharedGlyph) -> Option<f32> {
        let unit = unit(glyph);
        let probe = Probe { glyph, unit: &unit };
        let nearest = self.nearest(probe);
        match nearest {
            Some((at, likeness)) if likeness > SAME_SHAPE => self.shapes[at].tiles += 1,
            _ if self.shapes.len() < SHAPES => {
                let alike = |shape| probe.alike(shape, probe.likeness(shape));
                let alike = self.shapes.iter().map(alike).collect();
                self.shapes.push(Shape { glyph: glyph.clone(), unit, tiles: 1, alike, rival: None });
            }
            _ => {}
        }
        nearest.map(|(_, likeness)| likeness)
    }

    /// The number of the shape that a glyph is most like as it lies, with that likeness.
    fn nearest_as_it_lies(&self, probe: Probe) -> Option<(usize, f32)> {
        let likeness = self.shapes.iter().enumerate().map(|(at, shape)| (at, probe.likeness(shape)));
        likeness.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The same shape, with how much the glyph is alike.
    fn nearest(&self, probe: Probe) -> Option<(usize, f32)> {
        let (at, likeness) = self.nearest_as_it_lies(probe)?;
        Some((at, probe.alike(&self.shapes[at], likeness)))
    }

    /// How much two shapes are alike.
    fn likeness(&self, a: usize, b: usize) -> f32 {
        self.shapes[a.max(b)].alike[a.min(b)]
    }

    /// The likeness of a glyph to other tiles of this letter than the one that it is of; `None` where there is none.
    fn likeness_to_others(&self, probe: Probe) -> Option<f32> {
        let (own, likeness_to_own) = self.nearest(probe)?;
        self.likeness_of_shape(own, likeness_to_own)
    }

    /// The same for a glyph of a shape that it has this likeness to.
    fn likeness_of_shape(&self, own: usize, likeness_to_own: f32) -> Option<f32> {
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
        let is_alike = |face: &Face, seed| proofs.is_alike(face, &glyph(seed, 0.01));
        assert_eq!([proofs.part_of(&u, &glyph(1, 0.01)).len(), proofs.part_of(&u, &glyph(2, 0.0)).len()], [1, 0]);
        assert_eq!([is_alike(&u, 1), is_alike(&u, 2), is_alike(&letter("E"), 1)], [Some(true), Some(false), None]);
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
