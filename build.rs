//! Makes what the library embeds: the built-in English dictionary, and with the feature `templates` the letters of `templates/`.

use hexlex_lexicon::{Lexicon, WordClass, class_table};
use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// The width and height of every picture of a letter in `templates/`, in pixels.
const GLYPH: usize = 32;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    build_english(&out)?;
    if std::env::var_os("CARGO_FEATURE_TEMPLATES").is_some() {
        pack_templates(Path::new("templates"), &out)?;
    }
    Ok(())
}

/// Writes `english.lexicon`: the package's words that the committed table keeps, with their classes.
fn build_english(out: &Path) -> Result<(), Box<dyn Error>> {
    const TABLE: &str = "src/lexicon/english.classes";
    println!("cargo::rerun-if-changed={TABLE}");
    let mut words: Vec<&str> = wordnik_list::word_iterator().collect();
    words.sort_unstable();
    let classes = class_table::read(&std::fs::read(TABLE)?, &words).map_err(|error| {
        format!(
            "{TABLE}: {error}: restore the wordnik_list version in Cargo.lock, or regenerate \
             the table as the first lines of crates/lexicon/examples/english_classes.rs say"
        )
    })?;
    let kept: HashMap<&str, WordClass> =
        words.into_iter().zip(classes).filter_map(|(word, class)| Some((word, class?))).collect();
    let lexicon = Lexicon::from_words(kept.keys())?.with_classes(|word| kept[word]);
    std::fs::write(out.join("english.lexicon"), lexicon.to_bytes())?;
    Ok(())
}

/// Writes `templates.png`, every letter of every typeface below the one before, and `templates.txt`, a line
/// `typeface letter` for each.
fn pack_templates(templates: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", templates.display());
    let (mut pixels, mut index) = (Vec::new(), String::new());
    for face in sorted(templates)?.into_iter().filter(|path| path.join("letters").is_dir()) {
        for letter in sorted(&face.join("letters"))? {
            pixels.extend(read_glyph(&letter).map_err(|error| format!("{}: {error}", letter.display()))?);
            let stem =
                |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            writeln!(index, "{} {}", stem(&face), stem(&letter))?;
        }
    }
    let height = pixels.len() / GLYPH;
    let file = BufWriter::new(File::create(out.join("templates.png"))?);
    let mut encoder = png::Encoder::new(file, GLYPH as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&pixels)?;
    std::fs::write(out.join("templates.txt"), index)?;
    Ok(())
}

/// The gray levels of a letter's picture, row by row.
fn read_glyph(path: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("expected a small picture, found a huge one")?];
    let info = reader.next_frame(&mut pixels)?;
    let is_glyph = (info.width as usize, info.height as usize) == (GLYPH, GLYPH);
    if !is_glyph || info.color_type != png::ColorType::Grayscale || info.bit_depth != png::BitDepth::Eight {
        return Err(format!("expected {GLYPH} x {GLYPH} gray pixels of 8 bits, found {info:?}").into());
    }
    Ok(pixels)
}

/// The entries of a folder by name, so that every build packs the same.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut entries =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    entries.sort();
    Ok(entries)
}
