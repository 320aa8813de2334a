//! What a file is that hexlex does not read: named in the error, with how to go on.

use anyhow::{Result, anyhow, bail};
use std::path::Path;

/// A kind of file, by how it begins.
struct Kind {
    /// The place of the signature.
    at: usize,
    signature: &'static [u8],
    /// What it is, and what to do with it.
    name: &'static str,
    remedy: &'static str,
}

/// A kind whose signature is at the beginning.
const fn kind(signature: &'static [u8], name: &'static str, remedy: &'static str) -> Kind {
    Kind { at: 0, signature, name, remedy }
}

/// A kind of the ISO base media format, by its brand.
const fn brand(signature: &'static [u8], name: &'static str, remedy: &'static str) -> Kind {
    Kind { at: 8, signature, name, remedy }
}

const AS_PNG: &str = "save it as PNG";
const FRAME: &str = "take a screenshot of one of its frames";
const UNPACK: &str = "unpack it, and give a picture of it";

/// The kinds that people try, by their published signatures.
const KINDS: &[Kind] = &[
    kind(b"%PDF-", "a PDF document", "save its page as PNG"),
    brand(b"heic", "HEIC", AS_PNG),
    brand(b"heix", "HEIC", AS_PNG),
    brand(b"mif1", "HEIC", AS_PNG),
    brand(b"avif", "AVIF", AS_PNG),
    brand(b"avis", "AVIF", AS_PNG),
    Kind { at: 4, signature: b"ftyp", name: "a video", remedy: FRAME },
    kind(b"\x1a\x45\xdf\xa3", "a video", FRAME),
    kind(b"II*\0", "TIFF", AS_PNG),
    kind(b"MM\0*", "TIFF", AS_PNG),
    kind(b"\0\0\0\x0cJXL ", "JPEG XL", AS_PNG),
    kind(b"\xff\x0a", "JPEG XL", AS_PNG),
    kind(b"8BPS", "a Photoshop document", AS_PNG),
    kind(b"PK\x03\x04", "a ZIP archive", UNPACK),
    kind(b"\x1f\x8b", "a gzip archive", UNPACK),
    kind(b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    kind(b"<svg", "SVG", AS_PNG),
    kind(b"<?xml", "XML", "save a drawing as PNG"),
    kind(b"<!DOCTYPE", "a web page", "save the picture of it, and give that"),
    kind(b"<html", "a web page", "save the picture of it, and give that"),
    kind(b"{", "JSON", "give the board text that `hexlex read` prints without --json"),
    kind(b"[", "JSON", "give the board text that `hexlex read` prints without --json"),
    kind(b"\x7fELF", "a program", "give a screenshot of it, or run `hexlex watch` beside it"),
    kind(b"MZ", "a program", "give a screenshot of it, or run `hexlex watch` beside it"),
];

/// Refuses what is known to be neither a picture that hexlex reads nor a board text.
///
/// # Errors
/// If the bytes begin as one of those kinds.
pub(crate) fn check(bytes: &[u8], name: &str) -> Result<()> {
    let begins = |kind: &&Kind| bytes.get(kind.at..).is_some_and(|rest| rest.starts_with(kind.signature));
    // `MZ` may be the beginning of a board text.
    let is_text = std::str::from_utf8(bytes).is_ok();
    let found = KINDS.iter().filter(|kind| !(is_text && kind.signature == b"MZ")).find(begins);
    if let Some(Kind { name: what, remedy, .. }) = found {
        bail!("{name}: expected a PNG, JPEG, BMP, WebP or GIF picture, found {what}: {remedy}");
    }
    Ok(())
}

/// The first bytes of a file, in which binary formats have a control character: a size, or the end of a signature.
const BEGINNING: usize = 32;

/// The text of a file; `expected` names its content.
///
/// # Errors
/// If the bytes are not UTF-8: where they begin as a picture, or another known kind, it is named.
pub(crate) fn text(bytes: Vec<u8>, path: &Path, expected: &str) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let begins =
            |kind: &&Kind| error.as_bytes().get(kind.at..).is_some_and(|rest| rest.starts_with(kind.signature));
        // Text in another encoding may begin with `[`, `MZ` or `BM`, but has no other control characters than these.
        let is_control = |byte: &u8| byte.is_ascii_control() && !b"\t\r\n".contains(byte);
        let known = match error.as_bytes().iter().take(BEGINNING).any(is_control) {
            false => None,
            true if image::guess_format(error.as_bytes()).is_ok() => Some("a picture"),
            true => KINDS.iter().find(begins).map(|kind| kind.name),
        };
        let path = path.display();
        match known {
            Some(known) => {
                anyhow!("{path}: expected {expected} in UTF-8, found {known}: name another file, or replace this one")
            }
            None => anyhow!("{path}: expected {expected} in UTF-8, found other bytes: save it as UTF-8"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_their_signatures() {
        for (bytes, part) in [
            (&b"%PDF-1.7"[..], "found a PDF document: save its page as PNG"),
            (b"\0\0\0\x18ftypheic", "found HEIC: save it as PNG"),
            (b"\0\0\0\x18ftypisom", "found a video"),
            (b"{\"a\": 1}", "found JSON"),
        ] {
            assert!(check(bytes, "a").unwrap_err().to_string().contains(part), "{part}");
        }
        for bytes in [&b"M Z A\nB C D\n"[..], b"MZA", b"", b"\x89PNG", b"# layout: columns"] {
            assert!(check(bytes, "a").is_ok());
        }
    }

    #[test]
    fn what_is_no_text_is_named() {
        let text = |bytes: &[u8]| text(bytes.to_vec(), Path::new("a"), "a list").map_err(|error| error.to_string());
        assert_eq!(text(b"abc"), Ok("abc".to_string()));
        for (bytes, part) in [
            (
                &b"\x89PNG\r\n\x1a\n"[..],
                "a: expected a list in UTF-8, found a picture: name another file, or replace this one",
            ),
            (b"[solve]\n# caf\xe9", "found other bytes: save it as UTF-8"),
            (b"BM\xc9\n", "found other bytes: save it as UTF-8"),
            (b"PK\x03\x04\xff", "found a ZIP archive"),
            (b"caf\xe9", "found other bytes: save it as UTF-8"),
        ] {
            assert!(text(bytes).unwrap_err().contains(part), "{part}");
        }
    }
}
