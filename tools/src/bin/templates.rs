//! Draws `templates/<face>/letters/<LETTER>.png`: the letters of free typefaces, as the reader compares them.
//!
//! ```text
//! cargo run --release -p hexlex-tools --bin templates [-- FONTS [TEMPLATES]]
//! ```
//!
//! FONTS is a folder of font files; by default the two into which Debian's packages install. Every letter is drawn
//! large, and made a glyph by the function that makes glyphs of a picture's letters.

use ab_glyph::{FontVec, PxScale};
use hexlex::internal::normalize;
use hexlex::read::GLYPH;
use hexlex_tools::{fonts, outln};
use image::{GrayImage, Luma};
use imageproc::drawing::{draw_text_mut, text_size};
use std::error::Error;
use std::path::PathBuf;

/// The fonts: the name of the skin, the font file, and the Debian package that has it. Chosen for variety: thin and
/// heavy, with serifs and without, round, narrow, wide, slab.
const FONTS: [(&str, &str, &str); 30] = [
    ("averia-serif-bold", "AveriaSerifGWF-Bold.ttf", "fonts-averia-serif-gwf"),
    ("bebas-neue", "BebasNeue-Bold.otf", "fonts-bebas-neue"),
    ("cabin-bold", "Cabin-Bold.otf", "fonts-cabin"),
    ("caladea-bold", "Caladea-Bold.ttf", "fonts-crosextra-caladea"),
    ("carlito", "Carlito-Regular.ttf", "fonts-crosextra-carlito"),
    ("comfortaa", "Comfortaa-Regular.ttf", "fonts-comfortaa"),
    ("comfortaa-bold", "Comfortaa-Bold.ttf", "fonts-comfortaa"),
    ("dejavu-sans", "DejaVuSans.ttf", "fonts-dejavu-core"),
    ("dejavu-sans-bold", "DejaVuSans-Bold.ttf", "fonts-dejavu-core"),
    ("dejavu-sans-mono-bold", "DejaVuSansMono-Bold.ttf", "fonts-dejavu-core"),
    ("dejavu-serif-bold", "DejaVuSerif-Bold.ttf", "fonts-dejavu-core"),
    ("dosis", "Dosis-Medium.otf", "fonts-dosis"),
    ("eb-garamond", "EBGaramond12-Regular.otf", "fonts-ebgaramond"),
    ("jura", "Jura-Medium.otf", "fonts-jura"),
    ("lato-black", "Lato-Black.ttf", "fonts-lato"),
    ("lato-light", "Lato-Light.ttf", "fonts-lato"),
    ("liberation-mono-bold", "LiberationMono-Bold.ttf", "fonts-liberation"),
    ("liberation-sans", "LiberationSans-Regular.ttf", "fonts-liberation"),
    ("liberation-sans-bold", "LiberationSans-Bold.ttf", "fonts-liberation"),
    ("liberation-serif", "LiberationSerif-Regular.ttf", "fonts-liberation"),
    ("liberation-serif-bold", "LiberationSerif-Bold.ttf", "fonts-liberation"),
    ("old-standard-bold", "OldStandard-Bold.ttf", "fonts-oldstandard"),
    ("open-sans-bold", "OpenSans-Bold.ttf", "fonts-open-sans"),
    ("quicksand-bold", "Quicksand-Bold.ttf", "fonts-quicksand"),
    ("roboto-slab-bold", "RobotoSlab-Bold.otf", "fonts-roboto-slab"),
    ("tex-gyre-adventor-bold", "texgyreadventor-bold.otf", "fonts-texgyre"),
    ("tex-gyre-bonum-bold", "texgyrebonum-bold.otf", "fonts-texgyre"),
    ("tex-gyre-schola-bold", "texgyreschola-bold.otf", "fonts-texgyre"),
    ("vollkorn-black", "Vollkorn-Black.ttf", "fonts-vollkorn"),
    ("yanone-kaffeesatz-bold", "YanoneKaffeesatz-Bold.otf", "fonts-yanone-kaffeesatz"),
];

/// The font size at which letters are drawn, in pixels: several times a glyph's side, so that each of its pixels is a
/// mean of many.
const DRAWN: f32 = 160.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let files = match arguments.next() {
        Some(folder) => fonts::files_below(&folder),
        None => fonts::installed(),
    };
    let templates = arguments.next().unwrap_or_else(|| "templates".into());
    let letters: Vec<String> = ('A'..='Z').map(String::from).chain(["Qu".to_string()]).collect();
    for (name, file, package) in FONTS {
        let path = files.iter().find(|path| path.ends_with(file));
        let path = path.ok_or(format!("expected the font {file}, found none: run `apt-get install {package}`"))?;
        let font = FontVec::try_from_vec(std::fs::read(path)?)?;
        let folder = templates.join(name).join("letters");
        std::fs::create_dir_all(&folder)?;
        for letter in &letters {
            let glyph = normalize(&draw(&font, letter));
            let levels = glyph.iter().map(|opacity| (opacity * 255.0).round() as u8).collect();
            let picture = GrayImage::from_raw(GLYPH as u32, GLYPH as u32, levels).ok_or("a glyph is square")?;
            picture.save(folder.join(letter).with_extension("png"))?;
        }
        outln!("{name}: {} letters from {file} ({package})", letters.len());
    }
    Ok(())
}

/// White text on black, with a margin.
fn draw(font: &FontVec, text: &str) -> GrayImage {
    let scale = PxScale::from(DRAWN);
    let (width, _) = text_size(scale, font, text);
    let mut picture = GrayImage::new(width + DRAWN as u32, 2 * DRAWN as u32);
    draw_text_mut(&mut picture, Luma([255]), DRAWN as i32 / 2, DRAWN as i32 / 2, scale, font, text);
    picture
}
