//! One tile, drawn with everything that tiles have: frames, gradients, textures, shadows, digits in the
//! corners, lines across, neighbors; then shrunk, blurred, compressed and made noisy.

use super::NO_LETTER;
use super::faces::Face;
use super::ink::{hairlines, halo, strike, thin};
use super::over::{Chain, arrow, cover, marks};
use super::pixels::pixels;
use hexlex::pixels::{Rgb, luma};
use hexlex::recognize::Stand;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, RgbaImage, imageops};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// A drawn tile and the truth about it.
pub(crate) struct Drawn {
    pub(crate) picture: RgbaImage,
    /// Where a reader takes the tile's center and pitch to be, in pixels: not quite where they are.
    pub(crate) center: (f32, f32),
    pub(crate) pitch: (f32, f32),
    /// A to Z, 26 for Qu, 27 for a slash, [`NO_LETTER`] for several letters.
    pub(crate) class: u8,
    /// The letter's box in parts of that tile: left, top, right, bottom.
    pub(crate) bounds: [f32; 4],
    pub(crate) ink: [u8; 3],
    pub(crate) ground: [u8; 3],
    /// Whether a reader would try every cut.
    pub(crate) thorough: bool,
    /// Where capitals of this face stand, in tiles from that tile's middle.
    pub(crate) stand: Stand,
    /// The part of the letter that something covers.
    pub(crate) hidden: f32,
}

/// What the tile is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To cut glyphs out of it.
    Glyphs,
    /// To look at it whole: there may also be no letter, one made of pixels, one whose strokes are nearly lost, and
    /// things before it.
    Views,
}

/// The side of the tile while it is drawn, in pixels, and of the picture around it.
pub(crate) const TILE: f32 = 64.0;
pub(crate) const CANVAS: f32 = 104.0;

pub(crate) struct Dice<'a>(&'a mut ChaCha8Rng);

impl Dice<'_> {
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0.random_range(low..high)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    pub(crate) fn chance(&mut self, p: f32) -> bool {
        self.0.random_range(0.0..1.0) < p
    }

    /// Roughly normal: the sum of three even numbers.
    pub(crate) fn normal(&mut self, deviation: f32) -> f32 {
        deviation * (self.between(-1.0, 1.0) + self.between(-1.0, 1.0) + self.between(-1.0, 1.0))
    }

    pub(crate) fn color(&mut self) -> Rgb {
        [0; 3].map(|_: u8| self.between(0.0, 255.0) as u8)
    }

    /// A color of about this brightness, more gray than not.
    fn shade(&mut self, level: f32) -> Rgb {
        let spread = if self.chance(0.4) { self.between(0.0, 12.0) } else { self.between(12.0, 90.0) };
        [0; 3].map(|_: u8| (level + self.between(-spread, spread)).clamp(0.0, 255.0) as u8)
    }
}

/// What the tile says: mostly one letter, all equally often.
fn text(dice: &mut Dice) -> (u8, String) {
    let letter = |dice: &mut Dice| char::from(b'A' + dice.below(26) as u8);
    if dice.chance(0.1) {
        // Several letters are none: they are read one by one.
        let count = 2 + dice.below(2);
        let text: String = (0..count).map(|_| letter(dice)).collect();
        if text != "QU" {
            return (NO_LETTER, text);
        }
    }
    if dice.chance(0.06) {
        // Numbers are no letters either: only 0 and 1 look like some.
        let number = if dice.chance(0.75) { 2 + dice.below(8) } else { 20 + dice.below(80) };
        return (NO_LETTER, number.to_string());
    }
    let classes = if dice.chance(0.3) { 28 } else { 27 };
    match dice.below(classes) as u8 {
        26 => (26, (if dice.chance(0.3) { "QU" } else { "Qu" }).to_string()),
        27 => (27, "/".to_string()),
        class => (class, char::from(b'A' + class).to_string()),
    }
}

/// Any of the faces; for views somewhat more often one that is written or painted: few are, and these differ most.
fn pick<'a>(dice: &mut Dice, faces: &'a [Face], purpose: Purpose) -> &'a Face {
    let often = purpose == Purpose::Views && dice.chance(0.06);
    let chosen: Vec<&Face> = faces.iter().filter(|face| !often || face.is_by_hand()).collect();
    if chosen.is_empty() { &faces[dice.below(faces.len())] } else { chosen[dice.below(chosen.len())] }
}

/// The next tile; `None` where the dice gave one that nobody could read.
pub(crate) fn draw(rng: &mut ChaCha8Rng, faces: &[Face], purpose: Purpose) -> Option<Drawn> {
    let mut dice = Dice(rng);
    let face = pick(&mut dice, faces, purpose);
    let (mut class, text) = text(&mut dice);
    let (ground, ink) = colors(&mut dice)?;
    let mut canvas = Pixmap::new(CANVAS as u32, CANVAS as u32)?;
    tile(&mut dice, &mut canvas, ground, ink);
    texture(&mut dice, &mut canvas, contrast(ground, ink));
    let Letter { path, at, place, height } = letter(&mut dice, face, &text, purpose)?;
    let mut hidden = 0.0;
    if purpose == Purpose::Glyphs {
        strike(&mut dice, &mut canvas, &path, ground, ink);
        marks(&mut dice, &mut canvas, face, ink);
    } else {
        let chain = Chain::any(&mut dice, ink);
        if let Some(chain) = chain.as_ref().filter(|chain| chain.below) {
            chain.draw(&mut canvas);
        }
        if dice.chance(0.04) {
            class = NO_LETTER;
        } else {
            halo(&mut dice, &mut canvas, &path, ground, ink);
            if !hairlines(&mut dice, &mut canvas, &path, height, ink) {
                strike(&mut dice, &mut canvas, &path, ground, ink);
                thin(&mut dice, &mut canvas, &path, ground);
            }
        }
        marks(&mut dice, &mut canvas, face, ink);
        arrow(&mut dice, &mut canvas);
        if let Some(chain) = chain.as_ref().filter(|chain| !chain.below) {
            chain.draw(&mut canvas);
            hidden = chain.hidden(&path);
        }
        hidden = cover(&mut dice, &mut canvas, face, at).max(hidden);
    }
    let (picture, scale) = degrade(&mut dice, canvas, contrast(ground, ink))?;
    let pitch = (TILE * dice.between(0.95, 1.05), TILE * dice.between(0.95, 1.05));
    let middle = (CANVAS / 2.0 + dice.normal(0.02) * TILE, CANVAS / 2.0 + dice.normal(0.02) * TILE);
    let part = |value: f32, center: f32, pitch: f32| (value - center) / pitch + 0.5;
    let bounds = [
        part(at.left(), middle.0, pitch.0),
        part(at.top(), middle.1, pitch.1),
        part(at.right(), middle.0, pitch.0),
        part(at.bottom(), middle.1, pitch.1),
    ];
    let stand = Stand {
        top: (place.1 - height / 2.0 - middle.1) / pitch.1,
        bottom: (place.1 + height / 2.0 - middle.1) / pitch.1,
        beside: (place.0 - middle.0) / pitch.0,
    };
    let (center, pitch) = ((middle.0 * scale, middle.1 * scale), (pitch.0 * scale, pitch.1 * scale));
    let thorough = dice.chance(0.5);
    Some(Drawn { picture, center, pitch, class, bounds, ink, ground, thorough, stand, hidden })
}

pub(crate) fn contrast(a: Rgb, b: Rgb) -> f32 {
    let squared: f32 = a.iter().zip(b).map(|(a, b)| f32::from(a.abs_diff(b)).powi(2)).sum();
    (squared / 3.0).sqrt()
}

/// Ground and ink, far enough apart to be read.
fn colors(dice: &mut Dice) -> Option<(Rgb, Rgb)> {
    let level = dice.between(15.0, 240.0);
    let by = dice.between(30.0, 215.0) * if dice.chance(0.5) { 1.0 } else { -1.0 };
    let other = if (0.0..=255.0).contains(&(level + by)) { level + by } else { level - by };
    let ground = dice.shade(level);
    let ink = if dice.chance(0.6) { dice.shade(other) } else { [other.clamp(0.0, 255.0) as u8; 3] };
    (contrast(ground, ink) > 24.0 && ((luma(ground) - luma(ink)).abs() > 16.0 || contrast(ground, ink) > 60.0))
        .then_some((ground, ink))
}

pub(crate) fn paint(color: Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(color[0], color[1], color[2], (255.0 * opacity.clamp(0.0, 1.0)) as u8));
    paint
}

/// The outline of a tile with this half side: square, round-cornered, hexagonal or round.
fn outline(kind: usize, center: (f32, f32), half: f32, corner: f32) -> Option<Path> {
    let (x, y) = center;
    let mut builder = PathBuilder::new();
    match kind {
        0 => builder.push_rect(Rect::from_ltrb(x - half, y - half, x + half, y + half)?),
        1 => {
            // A square whose corners are cut, twice: round enough at this size.
            let (near, far) = (half - corner, half);
            let points = [
                (near, -far),
                (far, -near),
                (far, near),
                (near, far),
                (-near, far),
                (-far, near),
                (-far, -near),
                (-near, -far),
            ];
            polygon(&mut builder, points.iter().map(|p| (x + p.0, y + p.1)));
        }
        2 => polygon(
            &mut builder,
            [(-1.15, 0.0), (-0.58, -1.0), (0.58, -1.0), (1.15, 0.0), (0.58, 1.0), (-0.58, 1.0)]
                .iter()
                .map(|p| (x + p.0 * half, y + p.1 * half)),
        ),
        _ => builder.push_circle(x, y, half),
    }
    builder.finish()
}

fn polygon(builder: &mut PathBuilder, points: impl Iterator<Item = (f32, f32)>) {
    for (i, (x, y)) in points.enumerate() {
        if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    builder.close();
}

/// The board's ground, the tile, and its neighbors.
fn tile(dice: &mut Dice, canvas: &mut Pixmap, ground: Rgb, ink: Rgb) {
    let identity = Transform::identity();
    let around = if dice.chance(0.5) { ground } else { dice.color() };
    canvas.fill(Color::from_rgba8(around[0], around[1], around[2], 255));
    if dice.chance(0.25) {
        canvas.fill(Color::from_rgba8(ground[0], ground[1], ground[2], 255));
        return; // no tile at all: letters on one ground
    }
    let kind = dice.below(4);
    let half = TILE * dice.between(0.4, 0.51);
    let corner = dice.between(2.0, 14.0);
    let rim = if dice.chance(0.5) {
        Some((if dice.chance(0.35) { ink } else { dice.color() }, TILE * dice.between(0.01, 0.07)))
    } else {
        None
    };
    let inner = if dice.chance(0.2) { Some((dice.color(), dice.between(0.84, 0.95))) } else { None };
    let fills = dice.chance(0.85);
    let staggered = dice.chance(0.5);
    let middle = CANVAS / 2.0;
    for column in -1..=1i32 {
        for row in -1..=1i32 {
            let down = if staggered && column != 0 { row as f32 + 0.5 } else { row as f32 };
            let center = (middle + column as f32 * TILE, middle + down * TILE);
            let Some(path) = outline(kind, center, half, corner) else { continue };
            let own = if (column, row) != (0, 0) && dice.chance(0.15) { dice.color() } else { ground };
            if fills {
                canvas.fill_path(&path, &paint(own, 1.0), FillRule::Winding, identity, None);
            } else if (column, row) == (0, 0) {
                canvas.fill_path(&path, &paint(ground, 1.0), FillRule::Winding, identity, None);
            }
            if let Some((color, width)) = rim {
                canvas.stroke_path(&path, &paint(color, 1.0), &Stroke { width, ..Stroke::default() }, identity, None);
            }
            if let Some((color, part)) = inner
                && let Some(path) = outline(kind, center, half * part, corner)
            {
                canvas.stroke_path(
                    &path,
                    &paint(color, 0.8),
                    &Stroke { width: 1.5, ..Stroke::default() },
                    identity,
                    None,
                );
            }
        }
    }
}

/// Gradients, and a texture of soft spots; fire has strong ones.
fn texture(dice: &mut Dice, canvas: &mut Pixmap, contrast: f32) {
    let slope = if dice.chance(0.5) {
        (dice.between(-0.3, 0.3) * contrast, dice.between(-0.3, 0.3) * contrast)
    } else {
        (0.0, 0.0)
    };
    let fire = dice.chance(0.06);
    let strength = if fire {
        0.45
    } else if dice.chance(0.35) {
        dice.between(0.02, 0.16)
    } else {
        0.0
    } * contrast;
    let cells = 3 + dice.below(18);
    let spots: Vec<[f32; 3]> = (0..(cells + 1) * (cells + 1))
        .map(|_| {
            let common = dice.normal(0.6);
            if fire { [common, common * 0.8 + dice.normal(0.2), common * 0.5] } else { [common; 3] }
        })
        .collect();
    let side = canvas.width() as usize;
    for (i, pixel) in canvas.data_mut().chunks_exact_mut(4).enumerate() {
        let (x, y) = ((i % side) as f32 / side as f32, (i / side) as f32 / side as f32);
        let (u, v) = (x * cells as f32, y * cells as f32);
        let (c, r) = (u as usize, v as usize);
        let (fu, fv) = (u.fract(), v.fract());
        for channel in 0..3 {
            let at = |r: usize, c: usize| spots[r.min(cells) * (cells + 1) + c.min(cells)][channel];
            let spot = (at(r, c) * (1.0 - fu) + at(r, c + 1) * fu) * (1.0 - fv)
                + (at(r + 1, c) * (1.0 - fu) + at(r + 1, c + 1) * fu) * fv;
            let add = strength * spot + slope.0 * (x - 0.5) * 2.0 + slope.1 * (y - 0.5) * 2.0;
            pixel[channel] = (f32::from(pixel[channel]) + add).clamp(0.0, 255.0) as u8;
        }
    }
}

/// A letter's outline where it stands.
struct Letter {
    path: Path,
    /// Its box.
    at: Rect,
    /// The middle of a capital, and its height.
    place: (f32, f32),
    height: f32,
}

fn letter(dice: &mut Dice, face: &Face, text: &str, purpose: Purpose) -> Option<Letter> {
    let height = dice.between(0.26, 0.66) * TILE;
    let place = (CANVAS / 2.0 + dice.normal(0.03) * TILE, CANVAS / 2.0 + dice.normal(0.03) * TILE);
    let in_pixels = purpose == Purpose::Views && dice.chance(0.09);
    let path = if in_pixels {
        pixels(dice, &face.typeface, text, place, height)?
    } else {
        face.typeface.centered(text, place.into(), height, 0.76 * TILE)?
    };
    let upright = if in_pixels { 0.0 } else { 1.0 };
    let (sin, cos) = (upright * dice.normal(0.025)).sin_cos();
    let stretch = (dice.between(0.86, 1.16), 1.0);
    let shear = upright * dice.normal(0.03);
    let about = Transform::from_translate(-place.0, -place.1);
    let turn = Transform::from_row(stretch.0 * cos, sin, -sin + shear, stretch.1 * cos, 0.0, 0.0);
    let path = path.transform(about.post_concat(turn).post_translate(place.0, place.1))?;
    let at = path.compute_tight_bounds()?;
    let is_fit = at.width() < 0.8 * TILE && at.height() < 0.74 * TILE && at.height() > 9.0;
    is_fit.then_some(Letter { path, at, place, height })
}

/// As a screen, a camera and a file leave it: smaller or larger, softer, compressed, noisy. With the scale.
fn degrade(dice: &mut Dice, canvas: Pixmap, contrast: f32) -> Option<(RgbaImage, f32)> {
    let side = canvas.width();
    let mut picture = RgbaImage::from_raw(side, side, canvas.data().to_vec())?;
    let mut scale = 1.0;
    if dice.chance(0.65) {
        let tile = if dice.chance(0.25) { dice.between(17.0, 26.0) } else { dice.between(26.0, 90.0) };
        let small = (CANVAS * tile / TILE).round();
        scale = small / CANVAS;
        let filter = if dice.chance(0.8) { imageops::FilterType::Triangle } else { imageops::FilterType::CatmullRom };
        picture = imageops::resize(&picture, small as u32, small as u32, filter);
    }
    if dice.chance(0.25) {
        picture = imageops::fast_blur(&picture, dice.between(0.3, 1.3) * scale.max(0.5));
    }
    if dice.chance(0.3) {
        let mut bytes = Vec::new();
        let rgb = DynamicImage::ImageRgba8(picture).into_rgb8();
        let quality = dice.between(40.0, 95.0) as u8;
        JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&rgb).ok()?;
        picture = image::load_from_memory(&bytes).ok()?.into_rgba8();
    }
    if dice.chance(0.45) {
        let strength = dice.between(0.5, 0.05 * contrast + 1.0);
        for pixel in picture.pixels_mut() {
            for channel in &mut pixel.0[..3] {
                *channel = (f32::from(*channel) + dice.normal(strength)).clamp(0.0, 255.0) as u8;
            }
        }
    }
    Some((picture, scale))
}
