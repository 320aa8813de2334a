//! Word lists as people have them: plain, front-coded by the game, or compiled.
//!
//! Nothing in a list stops the reading: a line that holds no word is counted in the [`ListReport`],
//! with the first few as examples. Only a file that yields no word at all is an error.

use super::dawg::{DawgError, MAX_ALPHABET};
use super::format::{self, FormatError};
use super::{Lexicon, MAX_WORD_LETTERS, fold_word};
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// How many of the lines that are no words a report quotes.
const EXAMPLES: usize = 5;

/// Quoted lines are cut to this many characters: a binary file may have a line of megabytes.
const EXAMPLE_CHARS: usize = 40;

/// One line in this many may make no sense in a front-coded list.
const NONSENSE_SHARE: usize = 10;

/// One line in this many must begin with a number for a list to be front-coded.
///
/// In an alphabetical list of any size about every second line has one; in a plain list
/// such a line (`4th`) is an accident.
const NUMBERED_SHARE: usize = 10;

/// Why a line is not a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skipped {
    /// It has digits, punctuation, spaces or nothing.
    NotLetters,
    /// It has more than [`MAX_WORD_LETTERS`] letters.
    TooLong,
    /// It has a letter that is not among the 64 commonest of the list.
    RareLetter,
    /// It keeps more letters than the word before has, in a front-coded list.
    BadCount,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Skipped::NotLetters => f.write_str("not letters only"),
            Skipped::TooLong => write!(f, "more than {MAX_WORD_LETTERS} letters"),
            Skipped::RareLetter => write!(f, "a letter beyond the {MAX_ALPHABET} commonest"),
            Skipped::BadCount => f.write_str("keeps more letters than the word before has"),
        }
    }
}

/// What keeps a lexicon from being made.
#[derive(Debug, thiserror::Error)]
pub enum LexiconError {
    /// The file is missing or may not be read.
    #[error("expected a word list at {}, found none: {source}; check the path", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The path is a folder.
    #[error("expected a word list at {}, found a folder: name a file in it", .0.display())]
    Folder(PathBuf),
    /// The file is no text.
    #[error("expected a word list in {}, found binary data: save it as text, one word a line", .0.display())]
    NotText(PathBuf),
    /// No line is a word.
    #[error("expected one word a line in {}, found no word in {lines} lines{}: check that it is a word list", path.display(), quoted(.examples))]
    NoWords {
        /// The file.
        path: PathBuf,
        /// The number of lines that should have been words.
        lines: usize,
        /// The first few of them.
        examples: Vec<String>,
    },
    /// A compiled lexicon that cannot be used.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
    /// A word given to the program itself that is none.
    #[error("expected a word of 1 to {MAX_WORD_LETTERS} letters, found `{word}`: {why}")]
    NotAWord {
        /// What was given.
        word: String,
        /// What is wrong with it.
        why: Skipped,
    },
    /// The words do not fit into an automaton.
    #[error(transparent)]
    Dawg(#[from] DawgError),
}

/// The examples of an error message, with a lead-in where there are any.
fn quoted(examples: &[String]) -> String {
    let quoted: Vec<String> = examples.iter().map(|example| format!("`{example}`")).collect();
    if quoted.is_empty() { String::new() } else { format!(" such as {}", quoted.join(", ")) }
}

/// What a dictionary file turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListFormat {
    /// One word a line.
    Plain,
    /// The game's own: how many letters to keep from the word before, then the new ones.
    FrontCoded,
    /// A compiled lexicon.
    Compiled,
}

/// What reading a dictionary file found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListReport {
    /// What the file is.
    pub format: ListFormat,
    /// The number of different words.
    pub words: usize,
    /// The number of words that came again.
    pub repeats: usize,
    /// The number of lines that are not words.
    pub skipped: usize,
    /// The first few of those: the line's number from 1, what it says, and what is wrong with it.
    pub examples: Vec<(usize, String, Skipped)>,
}

impl ListReport {
    fn new(format: ListFormat) -> ListReport {
        ListReport { format, words: 0, repeats: 0, skipped: 0, examples: Vec::new() }
    }

    fn skip(&mut self, line: &Line<'_>, why: Skipped) {
        self.skipped += 1;
        if self.examples.len() < EXAMPLES {
            let text = line.text.chars().take(EXAMPLE_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c });
            self.examples.push((line.number, text.collect(), why));
        }
    }
}

impl fmt::Display for ListReport {
    /// One line: `3 words; 2 lines are not words: line 2 "4th" (not letters only), ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} words", self.words)?;
        if self.repeats > 0 {
            write!(f, ", {} repeated", self.repeats)?;
        }
        if self.skipped > 0 {
            write!(f, "; {} lines are not words:", self.skipped)?;
        }
        for (place, (line, text, why)) in self.examples.iter().enumerate() {
            write!(f, "{} line {line} \"{text}\" ({why})", if place == 0 { "" } else { "," })?;
        }
        if self.skipped > self.examples.len() { f.write_str(", ...") } else { Ok(()) }
    }
}

/// A line that should be a word: neither blank nor a comment.
struct Line<'a> {
    /// From 1.
    number: usize,
    text: &'a str,
}

/// Reads a dictionary file: see [`Lexicon::open`].
pub(super) fn open(path: &Path) -> Result<(Lexicon, ListReport), LexiconError> {
    if path.is_dir() {
        return Err(LexiconError::Folder(path.to_path_buf()));
    }
    let bytes = std::fs::read(path).map_err(|source| LexiconError::Read { path: path.to_path_buf(), source })?;
    if bytes.starts_with(format::MAGIC) {
        let lexicon =
            Lexicon::from_bytes(&bytes).map_err(|source| LexiconError::Format { path: path.to_path_buf(), source })?;
        let words = lexicon.len();
        return Ok((lexicon, ListReport { words, ..ListReport::new(ListFormat::Compiled) }));
    }
    let text = decode_text(&bytes).ok_or_else(|| LexiconError::NotText(path.to_path_buf()))?;
    let (words, mut report) = read_words(&text);
    let found = words.len();
    let lexicon = Lexicon::from_folded(words)?;
    if lexicon.is_empty() {
        let examples = report.examples.into_iter().map(|(_, text, _)| text).collect();
        return Err(LexiconError::NoWords { path: path.to_path_buf(), lines: report.skipped, examples });
    }
    report.words = lexicon.len();
    report.repeats = found - lexicon.len();
    Ok((lexicon, report))
}

/// The text of a file, or `None` for binary data.
///
/// UTF-8 where it is valid; UTF-16 where its mark says so (Windows' "Unicode"); Latin-1 otherwise,
/// in which every byte is a character, so that old lists keep their accents.
fn decode_text(bytes: &[u8]) -> Option<String> {
    let utf16 = |read: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect::<String>()
    };
    let text = match bytes {
        [0xff, 0xfe, ..] => utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] => utf16(u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{feff}').to_string(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    };
    (!text.contains('\0')).then_some(text)
}

/// The folded words of a text, with repeats, and what was left out.
fn read_words(text: &str) -> (Vec<String>, ListReport) {
    // only where there is no line feed at all does a carriage return end a line, as on old Macs
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let lines: Vec<Line<'_>> = text
        .split(end)
        .enumerate()
        .map(|(at, text)| Line { number: at + 1, text: text.trim() })
        .filter(|line| !line.text.is_empty() && !line.text.starts_with('#'))
        .collect();
    let (words, mut report) = if is_front_coded(&lines) { unpack(&lines) } else { take_plain(&lines) };
    let words = leave_out_rare_letters(words, &mut report);
    (words.into_iter().map(|(word, _)| word).collect(), report)
}

/// The words of a list with the lines they stand in.
type Words<'a> = Vec<(String, &'a Line<'a>)>;

fn take_plain<'a>(lines: &'a [Line<'a>]) -> (Words<'a>, ListReport) {
    let mut report = ListReport::new(ListFormat::Plain);
    let mut words = Vec::with_capacity(lines.len());
    for line in lines {
        match fold_word(line.text) {
            Ok(word) => words.push((word, line)),
            Err(why) => report.skip(line, why),
        }
    }
    (words, report)
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
fn is_front_coded(lines: &[Line<'_>]) -> bool {
    let numbered = lines.iter().filter(|line| {
        let (count, letters) = split_count(line.text);
        count.is_some() && !letters.is_empty() && letters.chars().all(char::is_alphabetic)
    });
    if numbered.count() * NUMBERED_SHARE < lines.len().max(1) {
        return false;
    }
    let (words, report) = unpack(lines);
    let falls = words.windows(2).filter(|pair| pair[0].0 > pair[1].0).count();
    words.len() > NONSENSE_SHARE * (report.skipped + falls)
}

/// The words of a front-coded list.
fn unpack<'a>(lines: &'a [Line<'a>]) -> (Words<'a>, ListReport) {
    let mut report = ListReport::new(ListFormat::FrontCoded);
    let mut words: Words<'a> = Vec::with_capacity(lines.len());
    let (mut last, mut keep) = (String::new(), 0);
    for line in lines {
        let (count, letters) = split_count(line.text);
        let count = count.unwrap_or(keep);
        let known = match last.char_indices().nth(count) {
            Some((end, _)) => Some(&last[..end]),
            None => (last.chars().count() == count).then_some(last.as_str()),
        };
        let Some(known) = known else {
            report.skip(line, Skipped::BadCount);
            continue;
        };
        if letters.is_empty() {
            report.skip(line, Skipped::NotLetters);
            continue;
        }
        // what is no word is still what the next line keeps letters of
        last = format!("{known}{letters}");
        keep = count;
        match fold_word(&last) {
            Ok(word) => words.push((word, line)),
            Err(why) => report.skip(line, why),
        }
    }
    (words, report)
}

/// Drops the words with letters beyond those that an alphabet can have, the rarest first.
fn leave_out_rare_letters<'a>(words: Words<'a>, report: &mut ListReport) -> Words<'a> {
    let mut counts: HashMap<char, usize> = HashMap::new();
    for (word, _) in &words {
        word.chars().for_each(|letter| *counts.entry(letter).or_default() += 1);
    }
    if counts.len() <= MAX_ALPHABET {
        return words;
    }
    let mut letters: Vec<char> = counts.keys().copied().collect();
    letters.sort_unstable_by_key(|letter| (std::cmp::Reverse(counts[letter]), *letter));
    letters.truncate(MAX_ALPHABET);
    let mut kept = Vec::with_capacity(words.len());
    for (word, line) in words {
        if word.chars().all(|letter| letters.contains(&letter)) {
            kept.push((word, line));
        } else {
            report.skip(line, Skipped::RareLetter);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::tests::enable2k;
    use super::*;

    /// What a file of these bytes holds.
    fn read(bytes: &[u8]) -> Result<(Vec<String>, ListReport), LexiconError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        open(file.path()).map(|(lexicon, report)| (lexicon.words().collect(), report))
    }

    fn words(bytes: &[u8]) -> Vec<String> {
        read(bytes).unwrap().0
    }

    #[test]
    fn plain_lists_of_every_kind_are_read() {
        let expected = ["caf\u{e9}", "cat", "zebra"];
        assert_eq!(words("cat\nCaf\u{e9}\nZEBRA".as_bytes()), expected);
        assert_eq!(words("\u{feff}cat\r\n\r\n# a comment\r\n  caf\u{e9} \r\nzebra\r\ncat\r\n".as_bytes()), expected);
        assert_eq!(words(b"cat\rcaf\xe9\rzebra"), expected);
        let utf16: Vec<u8> = "\u{feff}cat\r\ncaf\u{e9}\r\nzebra".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(words(&utf16), expected);
        let utf16: Vec<u8> = "\u{feff}cat\ncaf\u{e9}\nzebra".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(words(&utf16), expected);
    }

    #[test]
    fn what_is_not_a_word_is_counted() {
        let text = format!("cat\n4th\ndon't\ntwo words\n\n#\nCAT\n{}\ndog\n-\nx2\n", "a".repeat(65));
        let (words, report) = read(text.as_bytes()).unwrap();
        assert_eq!(words, ["cat", "dog"]);
        assert_eq!((report.words, report.repeats, report.skipped), (2, 1, 6));
        assert_eq!(report.examples.len(), EXAMPLES);
        assert_eq!(report.examples[1], (3, "don't".to_string(), Skipped::NotLetters));
        assert_eq!(report.examples[3].2, Skipped::TooLong);
        let told = report.to_string();
        assert!(
            told.starts_with("2 words, 1 repeated; 6 lines are not words: line 2 \"4th\" (not letters only), line"),
            "{told}"
        );
        assert!(told.ends_with(", ..."), "{told}");
    }

    #[test]
    fn front_coded_lists_are_told_from_plain_ones() {
        let (words, report) = read(b"aa\r\n2h\r\n3ed\r\ning\r\ns\r\n2l\r\n3ii\r\n0ZOO\r\n").unwrap();
        assert_eq!(words, ["aa", "aah", "aahed", "aahing", "aahs", "aal", "aalii", "zoo"]);
        assert_eq!((report.format, report.skipped), (ListFormat::FrontCoded, 0));
        // lines that make no sense are left out, the rest goes on
        let words: Vec<String> = ('a'..='z').flat_map(|c| [format!("{c}at"), format!("{c}ats")]).collect();
        let (found, report) = read((front_code(&words) + "9x\n0zen\n3-do\n2t\n1\n").as_bytes()).unwrap();
        assert_eq!(found, [&words[..], &["zen".to_string(), "zet".to_string()]].concat());
        assert_eq!(
            report.examples.iter().map(|(line, _, why)| (*line, *why)).collect::<Vec<_>>(),
            [(53, Skipped::BadCount), (55, Skipped::NotLetters), (57, Skipped::NotLetters)]
        );
        for plain in ["cat\n1st\n2nd\n3rd\ndog", "cat\ndog\ncow\nhen\nram\newe\npig\nhorse\ngoat\nduck\ngoose\n2d"] {
            let (words, report) = read(plain.as_bytes()).unwrap();
            assert_eq!(report.format, ListFormat::Plain);
            assert!(words.contains(&"dog".to_string()) && !words.contains(&"cast".to_string()));
        }
    }

    /// The game's own format, as it writes it.
    fn front_code(words: &[String]) -> String {
        let (mut last, mut count, mut text) = ("", 0, String::new());
        for word in words {
            let keep = last.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
            if keep != count {
                text.push_str(&keep.to_string());
            }
            text.push_str(&word[keep..]);
            text.push('\n');
            (last, count) = (word, keep);
        }
        text
    }

    #[test]
    fn a_whole_front_coded_list_unpacks() {
        let Some(text) = enable2k() else { return };
        let (all, report) = read(text.as_bytes()).unwrap();
        assert_eq!((report.format, report.skipped, report.repeats), (ListFormat::Plain, 0, 0));
        let (again, report) = read(front_code(&all).as_bytes()).unwrap();
        assert_eq!((report.format, report.skipped, report.repeats), (ListFormat::FrontCoded, 0, 0));
        assert!(again == all);
    }

    #[test]
    fn compiled_lexicons_open_and_damaged_ones_say_so() {
        let lexicon = Lexicon::from_words(["cat", "dog"]).unwrap();
        let (all, report) = read(&lexicon.to_bytes()).unwrap();
        assert_eq!((all.len(), report.format, report.words), (2, ListFormat::Compiled, 2));
        let cut = &lexicon.to_bytes()[..30];
        assert!(matches!(read(cut), Err(LexiconError::Format { source: FormatError::Truncated { .. }, .. })));
    }

    #[test]
    fn files_without_a_word_are_errors() {
        assert!(matches!(read(b""), Err(LexiconError::NoWords { lines: 0, .. })));
        let error = read(b"# only\n12\n1st\n").unwrap_err().to_string();
        assert!(error.contains("found no word in 2 lines such as `12`, `1st`"), "{error}");
        assert!(matches!(read(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Err(LexiconError::NotText(_))));
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(open(folder.path()), Err(LexiconError::Folder(_))));
        let error = open(&folder.path().join("none.txt")).unwrap_err();
        assert!(matches!(error, LexiconError::Read { .. }));
        assert!(error.to_string().contains("none.txt"), "{error}");
    }

    #[test]
    fn a_list_of_too_many_letters_loses_the_rarest() {
        let common =
            ('a'..='z').chain('\u{430}'..='\u{44f}').chain('\u{3b1}'..='\u{3b6}').map(|c| format!("{c}{c}\n{c}\n"));
        let text = common.collect::<String>() + "\u{3c9}a\n";
        let (words, report) = read(text.as_bytes()).unwrap();
        assert_eq!((words.len(), report.skipped), (128, 1));
        assert_eq!(report.examples[0].2, Skipped::RareLetter);
    }
}
