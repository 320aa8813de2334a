//! The lines of word lists: in whatever encoding, of whatever length, front-coded or plain.

use crate::gather::Skipped;
use std::io::BufRead;

/// What of a line is looked at, in bytes: a binary file may have a line of gigabytes.
const LONGEST_LINE: usize = 1 << 12;

/// One line in this many may make no sense in a front-coded list.
const NONSENSE_SHARE: usize = 10;

/// One line in this many must begin with a number for a list to be front-coded.
///
/// In an alphabetical list of any size about every second line has one; in a plain list
/// such a line (`4th`) is an accident.
const NUMBERED_SHARE: usize = 10;

/// How the bytes of a text are characters.
#[derive(Clone, Copy)]
pub(crate) enum Encoding {
    Utf8,
    /// Every byte is a character, so that old lists keep their accents.
    Latin1,
    /// Windows' "Unicode".
    Utf16(fn([u8; 2]) -> u16),
}

impl Encoding {
    /// What the beginning of a text shows; `None` for binary data.
    pub(crate) fn of(sample: &[u8]) -> Option<Encoding> {
        match sample {
            [0xff, 0xfe, ..] => return Some(Encoding::Utf16(u16::from_le_bytes)),
            [0xfe, 0xff, ..] => return Some(Encoding::Utf16(u16::from_be_bytes)),
            _ if sample.contains(&0) => return None,
            _ => {}
        }
        // the last character may have been cut
        let is_utf8 = std::str::from_utf8(sample).map_or_else(|error| error.error_len().is_none(), |_| true);
        Some(if is_utf8 { Encoding::Utf8 } else { Encoding::Latin1 })
    }
}

pub(crate) fn decode_utf16(bytes: &[u8], read: fn([u8; 2]) -> u16) -> String {
    let units = bytes[2..].as_chunks().0.iter().map(|pair| read(*pair));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// A line without what surrounds it.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

impl Line<'_> {
    /// Whether it should be a word: neither blank nor a comment.
    pub(crate) fn is_entry(&self) -> bool {
        !self.text.is_empty() && !self.text.starts_with('#')
    }
}

/// The lines of a text of any length.
pub(crate) struct Lines<R> {
    reader: R,
    /// Only where there is no line feed at all does a carriage return end a line, as on old Macs.
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

    /// The next line; of one that is longer than any word could be, the beginning.
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
            let room = LONGEST_LINE.saturating_sub(self.bytes.len());
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
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

/// A front-coded line: how many letters it keeps, where it says so, and the new ones.
fn split_count(text: &str) -> (Option<usize>, &str) {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    // a count too large for a number is larger than any word as well
    let count = (letters.len() < text.len()).then(|| text[..text.len() - letters.len()].parse().unwrap_or(usize::MAX));
    (count, letters)
}

/// Whether lines are front-coded: enough begin with a number, and nearly all of them make sense as
/// words in alphabetical order.
fn is_front_coded(lines: &[String]) -> bool {
    let numbered = lines.iter().filter(|line| {
        let (count, letters) = split_count(line);
        count.is_some() && !letters.is_empty() && letters.chars().all(char::is_alphabetic)
    });
    if numbered.count() * NUMBERED_SHARE < lines.len().max(1) {
        return false;
    }
    let mut front = Front::default();
    let (mut words, mut nonsense, mut last) = (0, 0, String::new());
    for line in lines {
        match front.unpack(line) {
            Ok(word) if word.chars().all(char::is_alphabetic) => {
                words += 1;
                let word = word.to_lowercase();
                nonsense += usize::from(word < last);
                last = word;
            }
            _ => nonsense += 1,
        }
    }
    words > NONSENSE_SHARE * nonsense
}

/// What the next line of a front-coded list keeps letters of.
#[derive(Default)]
pub(crate) struct Front {
    last: String,
    keep: usize,
}

impl Front {
    /// The word of a line.
    pub(crate) fn unpack(&mut self, text: &str) -> Result<&str, Skipped> {
        let (count, letters) = split_count(text);
        let count = count.unwrap_or(self.keep);
        let end = match self.last.char_indices().nth(count) {
            Some((end, _)) => end,
            None if self.last.chars().count() == count => self.last.len(),
            None => return Err(Skipped::BadCount),
        };
        if letters.is_empty() {
            return Err(Skipped::NotLetters);
        }
        // what is no word is still what the next line keeps letters of
        self.last.truncate(end);
        self.last.push_str(letters);
        self.keep = count;
        Ok(&self.last)
    }
}
