//! Draws what the two networks are trained on.
//!
//! ```text
//! cargo run --release --example samples -- glyphs|views SEED COUNT OUT [FONTS...]
//! ```
//!
//! Tiles are drawn one by one, in typefaces that Debian packages (`tools/train/packages.txt`), and go
//! through the same code as the tiles of a picture.
//! - `glyphs`: what is cut out is labeled by where the letter was drawn: its class, or "no letter" for a frame, a
//!   counter, or the wrong polarity.
//! - `views`: the letter's place in gray is labeled by what was drawn there; "no letter" where it is covered, or
//!   where the view is of another place.
//!
//! OUT gets a record of each: a byte for the class, then 32 x 32 bytes of opacity or of gray.

mod alphabets;
mod draw;
mod faces;
mod ink;
mod over;
mod pixels;

use draw::{Drawn, Purpose, draw};
use faces::{Face, faces};
use hexlex::pixels::{color_distance, luma};
use hexlex::recognize::{Cut, GlyphPixels, Stand, cuts, look};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

/// The class of what is no letter: after A to Z, Qu and the slash of `U/M`.
const NO_LETTER: u8 = 28;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let mut next = |name: &str| {
        arguments.next().ok_or(format!("expected glyphs|views SEED COUNT OUT [FONTS...], {name} is missing"))
    };
    let purpose = match next("glyphs or views")?.to_str() {
        Some("glyphs") => Purpose::Glyphs,
        Some("views") => Purpose::Views,
        _ => return Err("expected glyphs or views first".into()),
    };
    let seed: u64 = next("SEED")?.to_string_lossy().parse()?;
    let count: u64 = next("COUNT")?.to_string_lossy().parse()?;
    let out = PathBuf::from(next("OUT")?);
    let mut folders: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if folders.is_empty() {
        folders = vec!["/usr/share/fonts".into(), "/usr/share/texmf/fonts".into()];
    }
    let faces = faces(&folders);
    println!(
        "{} faces of {} families",
        faces.len(),
        faces.iter().map(|f| &f.family).collect::<std::collections::BTreeSet<_>>().len()
    );
    /// Tiles are drawn in lots, each with a generator of its own: the same on any number of cores.
    const LOT: u64 = 200;
    let lots: Vec<Vec<u8>> =
        (0..count.div_ceil(LOT)).into_par_iter().map(|lot| records(purpose, seed, lot, LOT, &faces)).collect();
    let mut file = std::io::BufWriter::new(std::fs::File::create(&out)?);
    lots.iter().try_for_each(|lot| file.write_all(lot))?;
    let total = lots.iter().map(Vec::len).sum::<usize>() / 1025;
    println!("{total} records from {count} tiles in {}", out.display());
    Ok(())
}

fn records(purpose: Purpose, seed: u64, lot: u64, count: u64, faces: &[Face]) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(lot);
    let mut records = Vec::new();
    let mut record = |class: u8, pixels: &GlyphPixels| {
        records.push(class);
        records.extend(pixels.iter().map(|opacity| (opacity * 255.0).round() as u8));
    };
    for _ in 0..count {
        let Some(tile) = draw(&mut rng, faces, purpose) else { continue };
        if purpose == Purpose::Views {
            if let Some((class, pixels)) = seen(&mut rng, &tile) {
                record(class, &pixels);
            }
            continue;
        }
        for cut in cuts(&tile.picture, tile.center, tile.pitch, tile.thorough) {
            if let Some(class) = class(&tile, &cut) {
                record(class, &cut.pixels);
            }
        }
    }
    records
}

/// The view of a tile, as well as a board's geometry and its inks would give it, and what it shows; mostly its
/// letter, now and then only a part of it, or one of another size.
fn seen(rng: &mut ChaCha8Rng, tile: &Drawn) -> Option<(u8, GlyphPixels)> {
    /// Less of a letter is covered where it can still be read, and more where it cannot.
    const HIDDEN: (f32, f32) = (0.15, 0.5);
    let mut between = |low: f32, high: f32| rng.random_range(low..high);
    let Stand { top, bottom, beside } = tile.stand;
    let height = bottom - top;
    let mut middle = (beside + height * between(-0.06, 0.06), (top + bottom) / 2.0 + height * between(-0.05, 0.05));
    let mut half = height / 2.0 * between(0.93, 1.08);
    let mut class = tile.class;
    let odd = between(0.0, 1.0);
    if odd < 0.09 {
        class = NO_LETTER;
        let (far, near) = (between(0.5, 0.95) * height, between(-0.3, 0.3) * height);
        let far = if between(0.0, 1.0) < 0.5 { far } else { -far };
        match odd {
            ..0.03 => middle = (middle.0 + far, middle.1 + near),
            ..0.06 => middle = (middle.0 + near, middle.1 + far),
            ..0.075 => half *= between(0.35, 0.55),
            _ => half *= between(1.8, 2.4),
        }
    }
    if tile.hidden > HIDDEN.1 {
        class = NO_LETTER;
    } else if tile.hidden > HIDDEN.0 {
        return None;
    }
    let ink = tile.ink.map(|level| (f32::from(level) + between(-18.0, 18.0)).clamp(0.0, 255.0) as u8);
    let light = luma(tile.ink) > luma(tile.ground);
    let stand = Stand { top: middle.1 - half, bottom: middle.1 + half, beside: middle.0 };
    Some((class, look(&tile.picture, tile.center, tile.pitch, stand, ink, light)?))
}

/// What a cut shows: the letter where it is about its box and has its ink, nothing where it is clearly
/// something else; `None` where neither can be said.
fn class(tile: &Drawn, cut: &Cut) -> Option<u8> {
    /// How much of the two boxes' union must be common for a letter...
    const LETTER: f32 = 0.72;
    /// ...and at most is for what is none; with the wrong polarity it may be more.
    const OTHER: (f32, f32) = (0.35, 0.8);
    let (a, b) = (cut.bounds, tile.bounds);
    let side = |low: usize, high: usize| (a[high].min(b[high]) - a[low].max(b[low])).max(0.0);
    let area = |c: [f32; 4]| (c[2] - c[0]) * (c[3] - c[1]);
    let common = side(0, 2) * side(1, 3);
    let overlap = common / (area(a) + area(b) - common);
    let right_ink = color_distance(cut.ink, tile.ink) < color_distance(cut.ink, tile.ground);
    if right_ink && overlap > LETTER {
        Some(tile.class)
    } else if right_ink && tile.class == NO_LETTER {
        None // perhaps one letter of several
    } else if overlap < OTHER.0 || (!right_ink && overlap < OTHER.1) {
        Some(NO_LETTER)
    } else {
        None
    }
}
