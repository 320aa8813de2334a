//! The lines of word lists, in any encoding, of any length, plain or front-coded.
//!
//! [`Encoding::of`] detects the encoding from the beginning of a file, [`Lines`] reads the lines, and a [`FrontDecoder`]
//! turns those of a front-coded list into words.

use crate::builder::SkipReason;
use std::io::BufRead;

/// The bytes of a line that are read; the rest is skipped, since a binary file may have a line of gigabytes. Chosen by
/// hand: words are far shorter.
const MAX_LINE_BYTES: usize = 1 << 12;

/// A list counts as front-coded if it decodes to more than this many words in order for each bad line (not a word, or
/// out of order). Chosen by hand: with a smaller number, a plain list with some numbers passes; with a larger one, a
/// few damaged lines make the list plain.
const MIN_WORDS_PER_BAD_LINE: usize = 10;

/// In a front-coded list, at least one line in this many begins with a number. Chosen by hand, far from both kinds: in an
/// alphabetical list about every second line does, in a plain one hardly any (`4th`).
const MAX_LINES_PER_NUMBER: usize = 10;

/// How bytes encode characters.
#[derive(Clone, Copy)]
pub(crate) enum Encoding {
    Utf8,
    /// Each byte is a character, as in old lists with accents.
    Latin1,
    /// Two bytes in the order that the function reads; Windows calls it "Unicode".
    Utf16(fn([u8; 2]) -> u16),
}

impl Encoding {
    /// The encoding of a text that begins with this sample; `None` for binary data.
    pub(crate) fn of(sample: &[u8]) -> Option<Encoding> {
        match sample {
            [0xff, 0xfe, ..] => return Some(Encoding::Utf16(u16::from_le_bytes)),
            [0xfe, 0xff, ..] => return Some(Encoding::Utf16(u16::from_be_bytes)),
            _ if sample.contains(&0) => return None,
            _ => {}
        }
        // the end of the sample may split a character
        let is_utf8 = std::str::from_utf8(sample).map_or_else(|error| error.error_len().is_none(), |_| true);
        Some(if is_utf8 { Encoding::Utf8 } else { Encoding::Latin1 })
    }
}

/// The text of these bytes without their byte-order mark.
pub(crate) fn decode_utf16(bytes: &[u8], read: fn([u8; 2]) -> u16) -> String {
    let units = bytes[2..].as_chunks().0.iter().map(|pair| read(*pair));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// A line without the white space around it.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl Line<'_> {
    /// Whether it is neither blank nor a comment.
    pub(crate) fn is_entry(&self) -> bool {
        !self.text.is_empty() && !self.text.starts_with('#')
    }
}

/// The lines of a text of any length.
pub(crate) struct Lines<R> {
    reader: R,
    /// The byte that ends a line: a carriage return, as on old Macs, only in a text without line feeds.
    end: u8,
    encoding: Encoding,
    number: usize,
    bytes: Vec<u8>,
    text: String,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R, sample: &[u8], encoding: Encoding) -> Lines<R> {
        let end = if sample.contains(&b'\n') { b'\n' } else { b'\r' };
        Lines { reader, end, encoding, number: 0, bytes: Vec::new(), text: String::new() }
    }

    /// The next line, cut to [`MAX_LINE_BYTES`].
    pub(crate) fn next(&mut self) -> std::io::Result<Option<Line<'_>>> {
        self.bytes.clear();
        let mut is_read = false;
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            is_read = true;
            let end = buffer.iter().position(|&byte| byte == self.end);
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let free = MAX_LINE_BYTES.saturating_sub(self.bytes.len());
            self.bytes.extend_from_slice(&part[..part.len().min(free)]);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        self.number += 1;
        Ok(is_read.then(|| self.line()))
    }

    fn line(&mut self) -> Line<'_> {
        let utf8 = std::str::from_utf8(&self.bytes).ok().filter(|_| matches!(self.encoding, Encoding::Utf8));
        let text = match utf8 {
            Some(text) => text,
            None => {
                self.text.clear();
                self.text.extend(self.bytes.iter().map(|&byte| char::from(byte)));
                &self.text
            }
        };
        Line { number: self.number, text: text.trim_start_matches('\u{feff}').trim() }
    }

    /// Whether the lines of the sample are front-coded.
    pub(crate) fn are_front_coded(&self, sample: &[u8]) -> bool {
        let mut lines = Lines::new(sample, sample, self.encoding);
        let mut entries = Vec::new();
        while let Ok(Some(line)) = lines.next() {
            entries.extend(Some(line).filter(Line::is_entry).map(|line| line.text.to_string()));
        }
        is_front_coded(&entries)
    }
}

/// A front-coded line: the number of letters to keep, if it begins with one, and the new letters.
fn split_count(text: &str) -> (Option<usize>, &str) {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    // a count that does not fit into a number is longer than any word, too
    let count = (letters.len() < text.len()).then(|| text[..text.len() - letters.len()].parse().unwrap_or(usize::MAX));
    (count, letters)
}

/// Whether lines are front-coded: enough of them begin with a number, and nearly all decode to words in alphabetical order.
fn is_front_coded(lines: &[String]) -> bool {
    let numbered = lines.iter().filter(|line| {
        let (count, letters) = split_count(line);
        count.is_some() && !letters.is_empty() && letters.chars().all(char::is_alphabetic)
    });
    if numbered.count() * MAX_LINES_PER_NUMBER < lines.len().max(1) {
        return false;
    }
    let mut decoder = FrontDecoder::default();
    let (mut words, mut bad, mut last) = (0, 0, String::new());
    for line in lines {
        match decoder.decode(line) {
            Ok(word) if word.chars().all(char::is_alphabetic) => {
                words += 1;
                let word = word.to_lowercase();
                bad += usize::from(word < last);
                last = word;
            }
            _ => bad += 1,
        }
    }
    words > MIN_WORDS_PER_BAD_LINE * bad
}

/// Decodes the lines of a front-coded list, as Bookworm's is.
///
/// A line is the number of letters to keep from the word before, then the new letters; without a number, the same number
/// as in the line before. `aa`, `2h`, `3ed`, `ing` are `aa`, `aah`, `aahed`, `aahing`.
#[derive(Default)]
pub(crate) struct FrontDecoder {
    last: String,
    keep: usize,
}

impl FrontDecoder {
    /// The word of a line.
    pub(crate) fn decode(&mut self, text: &str) -> Result<&str, SkipReason> {
        let (count, letters) = split_count(text);
        let count = count.unwrap_or(self.keep);
        let end = match self.last.char_indices().nth(count) {
            Some((end, _)) => end,
            None if self.last.chars().count() == count => self.last.len(),
            None => return Err(SkipReason::BadCount),
        };
        if letters.is_empty() {
            return Err(SkipReason::NotLetters);
        }
        // the next line keeps letters of this one even if it is not a word
        self.last.truncate(end);
        self.last.push_str(letters);
        self.keep = count;
        Ok(&self.last)
    }
}
