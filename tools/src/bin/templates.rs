//! Draws `templates/<face>/letters/<LETTER>.png` from free typefaces that Debian packages.
//!
//! ```text
//! cargo run --release --example templates -- [FONTS [TEMPLATES]]
//! ```
//!
//! FONTS is a folder of font files; unless given, the two that Debian's packages install into. Every letter is
//! drawn large and fitted by the same function as the glyphs that it will be compared with.

use ab_glyph::{FontVec, PxScale};
use image::{GrayImage, Luma};
use imageproc::drawing::{draw_text_mut, text_size};
use std::error::Error;
use std::path::PathBuf;

/// The faces: the skin's name, the font file, and the package that has it. Chosen for variety: thin and
/// heavy, with serifs and without, round, narrow, wide, slab.
const FACES: [(&str, &str, &str); 30] = [
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

/// The size at which letters are drawn, in pixels: several times a glyph, so that the fit averages.
const DRAWN: f32 = 160.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let roots: Vec<PathBuf> = match arguments.next() {
        Some(folder) => vec![folder],
        None => hexlex_tools::fonts::ROOTS.map(PathBuf::from).to_vec(),
    };
    let files: Vec<PathBuf> = roots.iter().flat_map(|root| hexlex_tools::fonts::below(root)).collect();
    let templates = arguments.next().unwrap_or_else(|| "templates".into());
    let letters: Vec<String> = ('A'..='Z').map(String::from).chain(["Qu".to_string()]).collect();
    for (name, file, package) in FACES {
        let path = files.iter().find(|path| path.ends_with(file));
        let path = path.ok_or(format!("no {file} below {roots:?}: install {package}"))?;
        let font = FontVec::try_from_vec(std::fs::read(path)?)?;
        let folder = templates.join(name).join("letters");
        std::fs::create_dir_all(&folder)?;
        for letter in &letters {
            let glyph = hexlex::recognize::normalize(&draw(&font, letter));
            let side = hexlex::recognize::GLYPH as u32;
            let levels = glyph.iter().map(|opacity| (opacity * 255.0).round() as u8).collect();
            let picture = GrayImage::from_raw(side, side, levels).ok_or("a glyph is square")?;
            picture.save(folder.join(letter).with_extension("png"))?;
        }
        println!("{name}: {} letters from {file} ({package})", letters.len());
    }
    Ok(())
}

/// White text on black with room around it.
fn draw(font: &FontVec, text: &str) -> GrayImage {
    let scale = PxScale::from(DRAWN);
    let (width, _) = text_size(scale, font, text);
    let mut picture = GrayImage::new(width + DRAWN as u32, 2 * DRAWN as u32);
    draw_text_mut(&mut picture, Luma([255]), DRAWN as i32 / 2, DRAWN as i32 / 2, scale, font, text);
    picture
}
