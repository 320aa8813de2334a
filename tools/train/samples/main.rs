//! Draws the glyphs that the network is trained on.
//!
//! ```text
//! cargo run --release --example samples -- SEED COUNT OUT [FONTS...]
//! ```
//!
//! Tiles are drawn one by one, in typefaces that Debian packages (`tools/train/packages.txt`), and go
//! through the same extractor as the tiles of a picture. What comes out of it is labeled by where the letter
//! was drawn: its class, or "no letter" for a frame, a counter, or the wrong polarity. OUT gets a record a
//! glyph: a byte for the class, then 32 x 32 bytes of opacity.

mod draw;
mod faces;
#[path = "../../hard/held_out.rs"]
mod held_out;

use draw::{Drawn, draw};
use faces::{Face, faces};
use hexlex::recognize::{Cut, cuts};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

/// The class of what is no letter: after A to Z, Qu and the slash of `U/M`.
const NO_LETTER: u8 = 28;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let mut next =
        |name: &str| arguments.next().ok_or(format!("expected SEED COUNT OUT [FONTS...], {name} is missing"));
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
        (0..count.div_ceil(LOT)).into_par_iter().map(|lot| records(seed, lot, LOT, &faces)).collect();
    let mut file = std::io::BufWriter::new(std::fs::File::create(&out)?);
    lots.iter().try_for_each(|lot| file.write_all(lot))?;
    let total = lots.iter().map(Vec::len).sum::<usize>() / 1025;
    println!("{total} glyphs from {count} tiles in {}", out.display());
    Ok(())
}

fn records(seed: u64, lot: u64, count: u64, faces: &[Face]) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(lot);
    let mut records = Vec::new();
    for _ in 0..count {
        let Some(tile) = draw(&mut rng, faces) else { continue };
        for cut in cuts(&tile.picture, tile.center, tile.pitch, tile.thorough) {
            if let Some(class) = class(&tile, &cut) {
                records.push(class);
                records.extend(cut.pixels.iter().map(|opacity| (opacity * 255.0).round() as u8));
            }
        }
    }
    records
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
    let far = |x: [u8; 3], y: [u8; 3]| x.iter().zip(y).map(|(x, y)| f32::from(x.abs_diff(y)).powi(2)).sum::<f32>();
    let right_ink = far(cut.ink, tile.ink) < far(cut.ink, tile.ground);
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
