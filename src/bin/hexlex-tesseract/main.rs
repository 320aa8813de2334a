//! Tesseract for hexlex, in a process of its own: drawn glyphs in, letters out, until standard input is closed.
//!
//! hexlex starts it (see `src/read/tesseract/helper.rs` for the protocol); it is of no use by itself.

use leptess::tesseract::TessApi;
use std::ffi::CString;
use std::io::{BufRead, Read, Write, stdin, stdout};
use std::process::ExitCode;
use tesseract_plumbing::TessBaseApi;

/// Page segmentation modes: a raw line, one letter, one block. Where one finds nothing, the next may.
const MODES: [&str; 3] = ["13", "10", "6"];
/// Dots per inch at which a drawn glyph has the size of usual print; without it Tesseract warns about every glyph.
const RESOLUTION: i32 = 300;
/// The longest side of a glyph in pixels. hexlex draws them some 80 pixels high; this bounds what is allocated.
const LONGEST_SIDE: usize = 4096;

fn main() -> ExitCode {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let Some(mut engine) = engine() else {
        let _ = writeln!(output, "no data");
        return ExitCode::from(2);
    };
    let mut answer = |line: &str| writeln!(output, "{line}").and_then(|()| output.flush()).is_ok();
    let mut is_heard = answer("ready");
    let mut header = String::new();
    while is_heard && input.read_line(&mut header).is_ok_and(|length| length > 0) {
        let Some((width, height, letters)) = parse(&header) else { return ExitCode::from(2) };
        let mut levels = vec![0; width * height];
        if input.read_exact(&mut levels).is_err() {
            return ExitCode::from(2);
        }
        let text = MODES.iter().find_map(|mode| read(&mut engine, &levels, width, mode).filter(|t| t.len() == letters));
        is_heard = answer(&text.unwrap_or_default());
        header.clear();
    }
    ExitCode::SUCCESS
}

/// Width, height and number of letters of the glyph that follows.
fn parse(header: &str) -> Option<(usize, usize, usize)> {
    let mut numbers = header.split_whitespace().map(|number| number.parse().ok());
    let (width, height, letters) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let sides = 1..=LONGEST_SIDE;
    (sides.contains(&width) && sides.contains(&height)).then_some((width, height, letters))
}

/// An engine for English capitals; `None` where its data is missing.
fn engine() -> Option<TessApi> {
    let mut engine = TessApi { raw: TessBaseApi::create() };
    if cfg!(unix) {
        // Complaints, about missing data too, would go to standard error.
        set(&mut engine, "debug_file", "/dev/null")?;
    }
    engine.raw.init_2(None, Some(c"eng")).ok()?;
    set(&mut engine, "tessedit_char_whitelist", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")?;
    Some(engine)
}

fn set(engine: &mut TessApi, name: &str, value: &str) -> Option<()> {
    engine.raw.set_variable(&CString::new(name).ok()?, &CString::new(value).ok()?).ok()
}

/// The text that is found in a page segmentation mode, without white space; `None` unless it is capitals.
fn read(engine: &mut TessApi, levels: &[u8], width: usize, mode: &str) -> Option<String> {
    set(engine, "tessedit_pageseg_mode", mode)?;
    let height = levels.len() / width;
    engine.raw.set_image(levels, width as i32, height as i32, 1, width as i32).ok()?;
    engine.raw.set_source_resolution(RESOLUTION);
    let text = engine.raw.get_utf8_text().ok()?;
    let text: String = text.as_ref().to_string_lossy().split_whitespace().collect();
    (!text.is_empty() && text.chars().all(|c| c.is_ascii_uppercase())).then_some(text)
}
