//! Pictures within the text of a terminal, by the protocols of kitty, of iTerm2 and of DEC (sixel).
//!
//! Written here because a crate for them (viuer) brings 27 others: a picture is a header and base64, or, for sixel, strips of six
//! rows with a palette.

use crate::args::ShowArg;
use crate::terminal::Terminal;
use anyhow::{Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use color_quant::NeuQuant;
use image::imageops::{FilterType, resize};
use image::{ImageFormat, RgbaImage};
use std::env::var;
use std::fmt::Write;
use std::io::Cursor;

/// A way to show pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// <https://sw.kovidgoyal.net/kitty/graphics-protocol/>
    Kitty,
    /// <https://iterm2.com/documentation-images.html>
    Iterm,
    /// DEC's VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
    Sixel,
}

/// The width of a character, in pixels. Smaller: pictures cover less of the terminal than they could. Larger: sixel pictures, which
/// terminals do not scale, are wider than narrow fonts allow. Chosen by hand: of common fonts between 7 and 12.
const CHARACTER: u32 = 9;

/// The longest side that is sent, in pixels. Smaller: small letters blur. Larger: slow over a network. Chosen by hand.
const LONGEST: u32 = 900;

/// The most bytes of base64 that kitty takes at once.
const CHUNK: usize = 4096;

/// The colors of a sixel picture: as many as every terminal has registers for.
const COLORS: usize = 256;

/// How many pixels are looked at to find the colors: one of this number. 1 is best and slowest, 30 the quickest; 10 is what GIF
/// encoders take.
const SAMPLING: i32 = 10;

/// The protocol that is asked for or, with `auto`, that of the terminal.
///
/// # Errors
/// If standard output is not a terminal, or one that is not known to show pictures.
pub(crate) fn protocol(asked: ShowArg) -> Result<Protocol> {
    match asked {
        ShowArg::Kitty => return Ok(Protocol::Kitty),
        ShowArg::Iterm => return Ok(Protocol::Iterm),
        ShowArg::Sixel => return Ok(Protocol::Sixel),
        ShowArg::Auto => {}
    }
    if Terminal::of_output().is_none() {
        bail!(
            "--show: expected a terminal that shows pictures, found none: leave it out, or pass --show=kitty, iterm or sixel"
        );
    }
    let found = of_variables(|name| var(name).ok().filter(|value| !value.is_empty()));
    let name = var("TERM_PROGRAM").or_else(|_| var("TERM")).unwrap_or_default();
    found.map_or_else(
        || {
            bail!(
                "--show: expected a terminal that shows pictures (kitty, iTerm2, sixel), found `{name}`: pass --show=kitty, \
                 iterm or sixel if it does, else --open"
            )
        },
        Ok,
    )
}

/// The protocol of a terminal with these variables; tmux and screen pass no pictures on.
fn of_variables(variable: impl Fn(&str) -> Option<String>) -> Option<Protocol> {
    let is_set = |name: &str| variable(name).is_some();
    let (term, program) = (variable("TERM").unwrap_or_default(), variable("TERM_PROGRAM").unwrap_or_default());
    if is_set("TMUX") || is_set("STY") {
        return None;
    }
    let is_kitty = is_set("KITTY_WINDOW_ID") || is_set("KONSOLE_VERSION") || program == "ghostty";
    if is_kitty || term.contains("kitty") || term.contains("ghostty") {
        return Some(Protocol::Kitty);
    }
    let is_iterm = variable("LC_TERMINAL").is_some_and(|name| name == "iTerm2");
    if is_iterm || ["iTerm.app", "WezTerm", "mintty"].contains(&program.as_str()) {
        return Some(Protocol::Iterm);
    }
    let is_sixel = ["foot", "mlterm", "contour", "yaft"].iter().any(|name| term.starts_with(name));
    (is_sixel || term.contains("sixel") || is_set("WT_SESSION")).then_some(Protocol::Sixel)
}

/// A picture as it is printed, at most as wide as these columns, and a line break.
///
/// # Errors
/// If it cannot be written as PNG.
pub(crate) fn encode(picture: &RgbaImage, protocol: Protocol, columns: usize) -> Result<String> {
    let (width, height) = picture.dimensions();
    let columns = u32::try_from(columns).unwrap_or(u32::MAX).clamp(1, LONGEST);
    let most = LONGEST.min(columns * CHARACTER);
    let factor = (f64::from(most) / f64::from(width)).min(f64::from(LONGEST) / f64::from(height)).min(1.0);
    let side = |length: u32| ((f64::from(length) * factor) as u32).max(1);
    let picture = resize(picture, side(width), side(height), FilterType::Triangle);
    if protocol == Protocol::Sixel {
        return Ok(format!("{}\n", sixel(&picture)));
    }
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png)?;
    let columns = columns.min(picture.width().div_ceil(CHARACTER));
    let data = BASE64_STANDARD.encode(png.get_ref());
    Ok(match protocol {
        Protocol::Kitty => kitty(&data, columns),
        _ => format!(
            "\x1b]1337;File=inline=1;size={};width={columns};preserveAspectRatio=1:{data}\x07\n",
            png.get_ref().len()
        ),
    })
}

/// A PNG for kitty: `a=T` shows it at once, `q=2` keeps the terminal from answering, `m` says whether more follows.
fn kitty(data: &str, columns: u32) -> String {
    let mut text = String::new();
    let parts: Vec<&[u8]> = data.as_bytes().chunks(CHUNK).collect();
    for (number, part) in parts.iter().enumerate() {
        let more = u8::from(number + 1 < parts.len());
        let first = if number == 0 { format!("a=T,f=100,q=2,c={columns},") } else { String::new() };
        // Writing to a string cannot fail. Base64 is ASCII.
        let _ = write!(text, "\x1b_G{first}m={more};{}\x1b\\", String::from_utf8_lossy(part));
    }
    text.push('\n');
    text
}

/// A picture as sixel: the palette, then for each strip of six rows and each color in it the pixels of that color, a bit a row.
fn sixel(picture: &RgbaImage) -> String {
    let (width, height) = picture.dimensions();
    let palette = NeuQuant::new(SAMPLING, COLORS, picture.as_raw());
    let colors = palette.color_map_rgb();
    let mut text = format!("\x1bPq\"1;1;{width};{height}");
    for (number, color) in colors.chunks_exact(3).enumerate() {
        let percent = |channel: u8| (u32::from(channel) * 100 + 127) / 255;
        // Writing to a string cannot fail.
        let _ = write!(text, "#{number};2;{};{};{}", percent(color[0]), percent(color[1]), percent(color[2]));
    }
    let numbers: Vec<u8> = picture.pixels().map(|pixel| palette.index_of(&pixel.0) as u8).collect();
    for strip in numbers.chunks(6 * width as usize) {
        let rows: Vec<&[u8]> = strip.chunks(width as usize).collect();
        for color in 0..=u8::MAX {
            if strip.contains(&color) {
                let _ = write!(text, "#{color}");
                let bits =
                    |x: usize| rows.iter().zip(0..).fold(0, |bits, (row, y)| bits | (u8::from(row[x] == color) << y));
                repeated(&mut text, (0..width as usize).map(bits));
                // Back to the left, for the next color.
                text.push('$');
            }
        }
        text.push('-');
    }
    text.push_str("\x1b\\");
    text
}

/// Writes columns of six bits as characters from `?` on; equal ones as `!number` and the character.
fn repeated(text: &mut String, columns: impl Iterator<Item = u8>) {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    for bits in columns {
        match runs.last_mut() {
            Some((last, count)) if *last == bits => *count += 1,
            _ => runs.push((bits, 1)),
        }
    }
    for (bits, count) in runs {
        let character = char::from(b'?' + bits);
        if count > 3 {
            // Writing to a string cannot fail.
            let _ = write!(text, "!{count}{character}");
        } else {
            text.extend(std::iter::repeat_n(character, count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;
    use std::collections::HashMap;

    /// The pixels of a sixel picture, by a reader of its own.
    fn decode(text: &str, size: (u32, u32)) -> RgbaImage {
        let body = text.strip_prefix("\x1bPq").and_then(|text| text.strip_suffix("\x1b\\")).expect("a sixel picture");
        let mut picture = RgbaImage::new(size.0, size.1);
        let (mut colors, mut color, mut x, mut y, mut rest) = (HashMap::new(), 0, 0, 0, body);
        while let Some(character) = rest.chars().next() {
            rest = &rest[1..];
            let mut numbers = || {
                let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(rest.len());
                let numbers: Vec<u32> = rest[..end].split(';').map(|number| number.parse().unwrap()).collect();
                rest = &rest[end..];
                numbers
            };
            let (mut count, mut bits) = (1, None);
            match character {
                '"' => assert_eq!(numbers()[2..], [size.0, size.1]),
                '#' => match numbers()[..] {
                    [number] => color = number,
                    [number, 2, r, g, b] => {
                        colors.insert(number, [r, g, b].map(|percent| (percent * 255 / 100) as u8));
                    }
                    ref other => panic!("{other:?}"),
                },
                '!' => {
                    count = numbers()[0];
                    bits = rest.bytes().next();
                    rest = &rest[1..];
                }
                '$' => x = 0,
                '-' => (x, y) = (0, y + 6),
                other => bits = Some(other as u8),
            }
            let Some(bits) = bits.map(|bits| bits - b'?') else { continue };
            for column in x..x + count {
                for row in (0..6).filter(|row| bits >> row & 1 == 1) {
                    let [r, g, b] = colors[&color];
                    picture.put_pixel(column, y + row, Rgba([r, g, b, 255]));
                }
            }
            x += count;
        }
        picture
    }

    #[test]
    fn a_sixel_picture_has_the_colors_of_the_picture() {
        let color = |x: u32, y: u32| match (x / 20, y / 7) {
            (0, 0) => [200, 30, 30],
            (0, _) => [20, 160, 60],
            (_, 0) => [240, 240, 230],
            _ => [10, 20, 90],
        };
        let picture = RgbaImage::from_fn(41, 15, |x, y| Rgba([color(x, y)[0], color(x, y)[1], color(x, y)[2], 255]));
        let shown = decode(&sixel(&picture), (41, 15));
        for (before, after) in picture.pixels().zip(shown.pixels()) {
            let difference = before.0.iter().zip(after.0).map(|(a, b)| a.abs_diff(b)).max().unwrap();
            assert!(difference < 12, "{before:?} {after:?}");
        }
    }

    #[test]
    fn pictures_in_base64_are_pngs_in_parts() {
        let picture = RgbaImage::from_fn(1800, 300, |x, y| Rgba([(x * y) as u8, (x ^ y) as u8, y as u8, 255]));
        let text = encode(&picture, Protocol::Kitty, 80).unwrap();
        assert!(text.starts_with("\x1b_Ga=T,f=100,q=2,c=80,m=1;") && text.ends_with("\x1b\\\n"));
        let parts: Vec<&str> =
            text.trim_end().split("\x1b_G").skip(1).map(|part| part.strip_suffix("\x1b\\").unwrap()).collect();
        let data: String = parts.iter().map(|part| part.split_once(';').unwrap().1).collect();
        assert!(parts.iter().all(|part| part.split_once(';').unwrap().1.len() <= CHUNK));
        assert!(parts.last().unwrap().starts_with("m=0;") && parts[1].starts_with("m=1;"));
        let png = image::load_from_memory(&BASE64_STANDARD.decode(data).unwrap()).unwrap();
        assert_eq!((png.width(), png.height()), (720, 120));
        let text = encode(&picture, Protocol::Iterm, 40).unwrap();
        let data = text.strip_prefix("\x1b]1337;File=inline=1;size=").unwrap().strip_suffix("\x07\n").unwrap();
        let (header, data) = data.split_once(':').unwrap();
        let png = BASE64_STANDARD.decode(data).unwrap();
        assert_eq!(header, format!("{};width=40;preserveAspectRatio=1", png.len()));
        assert_eq!(image::load_from_memory(&png).unwrap().width(), 360);
    }

    #[test]
    fn terminals_are_known_by_their_variables() {
        let of = |set: &[(&str, &str)]| {
            of_variables(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string()))
        };
        assert_eq!(of(&[("TERM", "xterm-kitty")]), Some(Protocol::Kitty));
        assert_eq!(of(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "iTerm.app")]), Some(Protocol::Iterm));
        assert_eq!(of(&[("TERM", "foot-extra")]), Some(Protocol::Sixel));
        assert_eq!(of(&[("TERM", "xterm-256color")]), None);
        assert_eq!(of(&[("TERM", "tmux-256color"), ("TMUX", "x"), ("KITTY_WINDOW_ID", "1")]), None);
    }
}
