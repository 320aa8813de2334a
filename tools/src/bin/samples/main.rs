//! Draws what the networks are trained on.
//!
//! ```text
//! cargo run --release -p hexlex-tools --bin samples -- glyphs|views|small-glyphs|small-views SEED COUNT OUT [--validate] [FONTS...]
//! ```
//!
//! Single tiles are drawn in the typefaces of Debian's packages (`tools/train/packages.txt`), and go through the same
//! code as the tiles of a screenshot.
//! - `glyphs`: what is cut out is labeled by where the letter was drawn: its class, or "no letter" for a border, a
//!   counter, the wrong polarity, or a glyph that is none.
//! - `views`: the letter's place in gray is labeled by what was drawn there: "no letter" where it is covered, where
//!   the view is of another place, and for numbers, several letters and glyphs that are none.
//! - `small-glyphs`, `small-views`: the same for the networks of small letters.
//!
//! OUT gets a record for each: a byte with the class, then 32 x 32 bytes of opacity or of gray. FONTS are folders. Beside
//! OUT a list is written of the typefaces that were used, each with its family and its file. `--validate` draws in the
//! families that are held out from training, but not from tuning: a network is chosen by them.
//!
//! [`draw`] draws a tile (its [`tile`], its [`letter`], the [`ink`], the [`overlays`], the [`degradation`]), and
//! [`label`] makes records of it.

mod canvas;
mod degradation;
mod draw;
mod fonts;
mod ink;
mod label;
mod letter;
mod non_letters;
mod overlays;
mod pixel_letter;
mod purpose;
mod random;
mod strokes;
mod tailed_q;
mod tile;

use anyhow::{Context, Result, bail};
use fonts::{Font, Use, fonts};
use hexlex_tools::fonts::FOLDERS;
use hexlex_tools::outln;
use purpose::{Network, Purpose};
use random::Random;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// The number of tiles that share a stream of random numbers: the samples are the same on any number of cores.
const LOT: u64 = 200;

/// The bytes of a record.
const RECORD: usize = 1 + 32 * 32;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let mut next = |name: &str| {
        arguments
            .next()
            .with_context(|| format!("expected PURPOSE SEED COUNT OUT [--validate] [FONTS...], found no {name}"))
    };
    let purpose = next("PURPOSE")?;
    let Some(purpose) = purpose.to_str().and_then(Purpose::named) else {
        bail!("expected glyphs, views, small-glyphs or small-views, found {}", purpose.display())
    };
    let seed: u64 = next("SEED")?.to_string_lossy().parse()?;
    let count: u64 = next("COUNT")?.to_string_lossy().parse()?;
    let out = PathBuf::from(next("OUT")?);
    let mut folders: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let used_for = if folders.first().is_some_and(|first| first.as_os_str() == "--validate") {
        folders.remove(0);
        Use::Validation
    } else {
        Use::Training
    };
    if folders.is_empty() {
        folders = FOLDERS.map(PathBuf::from).to_vec();
    }
    let fonts = fonts(&folders, used_for);
    let families: BTreeSet<&String> = fonts.iter().map(|font| &font.family).collect();
    let of_pixels = fonts.iter().filter(|font| font.pixel_rows.is_some()).count();
    outln!("{} fonts of {} families, {of_pixels} of them of pixels", fonts.len(), families.len());
    std::fs::write(out.with_extension("typefaces.txt"), list(&fonts))?;
    let lots: Vec<Vec<u8>> =
        (0..count.div_ceil(LOT)).into_par_iter().map(|lot| records(purpose, seed, lot, &fonts)).collect();
    let mut file = std::io::BufWriter::new(std::fs::File::create(&out)?);
    lots.iter().try_for_each(|lot| file.write_all(lot))?;
    let total = lots.iter().map(Vec::len).sum::<usize>() / RECORD;
    outln!("{total} records from {count} tiles in {}", out.display());
    Ok(())
}

/// The typefaces: a line for each with the family of its `name` table, a tab, and its file, sorted.
fn list(fonts: &[Font]) -> String {
    let lines: BTreeSet<String> = fonts.iter().map(|font| format!("{}\t{}\n", font.family, font.file)).collect();
    lines.into_iter().collect()
}

/// The records of one lot of tiles, as bytes.
fn records(purpose: Purpose, seed: u64, lot: u64, fonts: &[Font]) -> Vec<u8> {
    let mut rng = Random::new(seed, lot);
    let mut bytes = Vec::new();
    for _ in 0..LOT {
        let Some(tile) = draw::draw(&mut rng, fonts, purpose) else { continue };
        let records = match purpose.network {
            Network::Glyphs => label::glyphs(&tile),
            Network::Views => label::view(&mut rng, &tile).into_iter().collect(),
        };
        for record in records {
            bytes.push(record.class);
            bytes.extend(record.pixels.iter().map(|level| (level * 255.0).round() as u8));
        }
    }
    bytes
}
