//! Reads dictionary files: word lists, plain or front-coded as a game's own, and compiled lexicons.
//!
//! A line that is not a word does not stop the reading: the [`ListReport`] counts it, with the first few as examples. Only
//! a file without any word is an error ([`LexiconError`]).

use crate::builder::{LexiconBuilder, SkipReason};
use crate::dawg::DawgError;
use crate::format::{self, FormatError};
use crate::lines::{Encoding, FrontDecoder, Line, Lines, decode_utf16};
use crate::{Lexicon, MAX_WORD_LETTERS};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The bytes at the beginning of a file from which its encoding and format are detected. Chosen by hand: with fewer, long
/// comments can hide that a list is front-coded; with more, the detection takes longer.
const SAMPLE: usize = 1 << 16;

/// The number of skipped lines that a report quotes.
const EXAMPLES: usize = 5;

/// The characters of a quoted line; the rest is cut, since a binary file may have a line of megabytes.
const EXAMPLE_CHARS: usize = 40;

/// Why a lexicon cannot be read or built.
#[derive(Debug, thiserror::Error)]
pub enum LexiconError {
    /// The file is missing or not readable.
    #[error("expected a word list at {}, found an error ({source}): check the path", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The path is a folder.
    #[error("expected a word list at {}, found a folder: name a file in it", .0.display())]
    Folder(PathBuf),
    /// The path is a pipe or a device, which may have no end.
    #[error("expected a word list at {}, found a pipe or a device: copy it to a file", .0.display())]
    NotRegular(PathBuf),
    /// The file is not text.
    #[error("expected a word list in {}, found binary data: save it as text, one word per line", .0.display())]
    NotText(PathBuf),
    /// No line is a word.
    #[error("expected one word per line in {}, found no word in {lines} line{}{}: check that it is a word list", path.display(), if *lines == 1 { "" } else { "s" }, quoted(.examples))]
    NoWords {
        /// The file.
        path: PathBuf,
        /// The number of lines that are neither blank nor comments.
        lines: usize,
        /// The first few of them.
        examples: Vec<String>,
    },
    /// The file is a compiled lexicon that cannot be used.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
    /// One of the words that were passed is not a word.
    #[error(
        "expected a word of 1 to {MAX_WORD_LETTERS} letters, found `{word}` ({reason}): correct it or leave it out"
    )]
    NotAWord {
        /// The text that was passed.
        word: String,
        /// Why it is not a word.
        reason: SkipReason,
    },
    /// The words do not fit into an automaton.
    #[error(transparent)]
    Dawg(#[from] DawgError),
}

/// The examples of an error message, with their introduction; empty without examples.
fn quoted(examples: &[String]) -> String {
    let quoted: Vec<String> = examples.iter().map(|example| format!("`{example}`")).collect();
    if quoted.is_empty() { String::new() } else { format!(" such as {}", quoted.join(", ")) }
}

/// The format of a dictionary file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListFormat {
    /// One word per line.
    Plain,
    /// Bookworm's own: the number of letters to keep from the word before, then the new ones.
    FrontCoded,
    /// A compiled lexicon.
    Compiled,
}

/// What a dictionary file contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListReport {
    /// The file's format.
    pub format: ListFormat,
    /// The number of different words.
    pub words: usize,
    /// The number of repeated words.
    pub repeats: usize,
    /// The number of lines that are not words.
    pub skipped: usize,
    /// The first few of those lines.
    pub examples: Vec<SkippedLine>,
}

/// A line of a word list that is not a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedLine {
    /// The line's number, from 1; `None` for a word that was left out after all lines were read.
    pub number: Option<usize>,
    /// The beginning of the line.
    pub text: String,
    /// Why it is not a word.
    pub reason: SkipReason,
}

impl ListReport {
    fn new(format: ListFormat) -> ListReport {
        ListReport { format, words: 0, repeats: 0, skipped: 0, examples: Vec::new() }
    }

    fn skip(&mut self, number: Option<usize>, text: &str, reason: SkipReason) {
        self.skipped += 1;
        if self.examples.len() < EXAMPLES {
            let text = text.chars().take(EXAMPLE_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c });
            self.examples.push(SkippedLine { number, text: text.collect(), reason });
        }
    }
}

impl fmt::Display for ListReport {
    /// One line: `3 words; 2 lines are not words: line 2 "4th" (not letters only), ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.words, if self.words == 1 { "word" } else { "words" })?;
        if self.repeats > 0 {
            write!(f, ", {} repeated", self.repeats)?;
        }
        match self.skipped {
            0 => {}
            1 => f.write_str("; 1 line is not a word:")?,
            lines => write!(f, "; {lines} lines are not words:")?,
        }
        for (index, SkippedLine { number, text, reason }) in self.examples.iter().enumerate() {
            f.write_str(if index == 0 { " " } else { ", " })?;
            if let Some(number) = number {
                write!(f, "line {number} ")?;
            }
            write!(f, "\"{text}\" ({reason})")?;
        }
        if self.skipped > self.examples.len() { f.write_str(", ...") } else { Ok(()) }
    }
}

/// Reads a dictionary file: see [`Lexicon::open`].
pub(crate) fn open(path: &Path) -> Result<(Lexicon, ListReport), LexiconError> {
    read(path, open_file(path)?)
}

/// Reads a dictionary: see [`Lexicon::read`].
pub(crate) fn read(path: &Path, reader: impl Read) -> Result<(Lexicon, ListReport), LexiconError> {
    let mut builder = LexiconBuilder::default();
    let mut input = Input::new(reader, path);
    if input.starts_with(format::MAGIC)? {
        let lexicon = input.compiled()?;
        let report = ListReport { words: lexicon.len(), ..ListReport::new(ListFormat::Compiled) };
        return Ok((lexicon, report));
    }
    let mut report = input.list(&mut builder, &mut |_| true)?;
    let added = builder.added();
    let mut left_out = 0;
    let lexicon = builder.finish_commonest(|word| {
        left_out += 1;
        report.skip(None, word, SkipReason::RareLetter);
    })?;
    if lexicon.is_empty() {
        let examples = report.examples.into_iter().map(|example| example.text).collect();
        return Err(LexiconError::NoWords { path: path.to_path_buf(), lines: report.skipped, examples });
    }
    report.words = lexicon.len();
    report.repeats = added.saturating_sub(left_out + lexicon.len());
    Ok((lexicon, report))
}

impl LexiconBuilder {
    /// Adds the words of a file for which `keep` returns true; `keep` gets them folded. The file has any [format](ListFormat).
    ///
    /// The report's `words` is the number of words added, repeats included.
    ///
    /// # Errors
    /// As for [`Lexicon::open`], but a list without a word is not an error.
    pub fn add_file(&mut self, path: &Path, keep: impl FnMut(&str) -> bool) -> Result<ListReport, LexiconError> {
        self.add_list(path, open_file(path)?, keep)
    }

    /// The same from a reader; errors contain `path`.
    ///
    /// # Errors
    /// As for [`add_file`](LexiconBuilder::add_file).
    pub fn add_list(
        &mut self,
        path: &Path,
        reader: impl Read,
        mut keep: impl FnMut(&str) -> bool,
    ) -> Result<ListReport, LexiconError> {
        let mut input = Input::new(reader, path);
        let before = self.added();
        let mut report = if input.starts_with(format::MAGIC)? {
            for word in input.compiled()?.words().filter(|word| keep(word)) {
                self.add_folded(&word)?;
            }
            ListReport::new(ListFormat::Compiled)
        } else {
            input.list(self, &mut keep)?
        };
        report.words = self.added() - before;
        Ok(report)
    }
}

fn open_file(path: &Path) -> Result<File, LexiconError> {
    let failed = |source| LexiconError::Read { path: path.to_path_buf(), source };
    match std::fs::metadata(path).map_err(failed)? {
        found if found.is_dir() => Err(LexiconError::Folder(path.to_path_buf())),
        found if !found.is_file() => Err(LexiconError::NotRegular(path.to_path_buf())),
        _ => File::open(path).map_err(failed),
    }
}

/// A dictionary file that is read once, from front to back.
struct Input<'a, R> {
    reader: BufReader<R>,
    path: &'a Path,
}

impl<'a, R: Read> Input<'a, R> {
    fn new(reader: R, path: &'a Path) -> Input<'a, R> {
        Input { reader: BufReader::with_capacity(SAMPLE, reader), path }
    }

    fn failed(&self, source: std::io::Error) -> LexiconError {
        LexiconError::Read { path: self.path.to_path_buf(), source }
    }

    /// Whether the file begins with these bytes.
    fn starts_with(&mut self, magic: &[u8]) -> Result<bool, LexiconError> {
        let path = self.path;
        let start = self.reader.fill_buf().map_err(|source| LexiconError::Read { path: path.to_path_buf(), source })?;
        Ok(start.starts_with(magic))
    }

    /// Reads the file as a compiled lexicon.
    fn compiled(&mut self) -> Result<Lexicon, LexiconError> {
        let mut bytes = Vec::new();
        self.reader.read_to_end(&mut bytes).map_err(|source| self.failed(source))?;
        Lexicon::from_bytes(bytes).map_err(|source| LexiconError::Format { path: self.path.to_path_buf(), source })
    }

    /// Reads the file as lines and adds their words.
    fn list(
        &mut self,
        builder: &mut LexiconBuilder,
        keep: &mut dyn FnMut(&str) -> bool,
    ) -> Result<ListReport, LexiconError> {
        let mut sample = Vec::new();
        self.reader.by_ref().take(SAMPLE as u64).read_to_end(&mut sample).map_err(|source| self.failed(source))?;
        let encoding = Encoding::of(&sample).ok_or_else(|| LexiconError::NotText(self.path.to_path_buf()))?;
        let decoded;
        let (reader, encoding): (&mut dyn BufRead, Encoding) = match encoding {
            Encoding::Utf16(read) => {
                self.reader.read_to_end(&mut sample).map_err(|source| self.failed(source))?;
                decoded = decode_utf16(&sample, read);
                sample = decoded.as_bytes()[..decoded.len().min(SAMPLE)].to_vec();
                (&mut &decoded.as_bytes()[sample.len()..], Encoding::Utf8)
            }
            encoding => (&mut self.reader, encoding),
        };
        let path = self.path;
        let mut lines = Lines::new(sample.as_slice().chain(reader), &sample, encoding);
        let format = if lines.are_front_coded(&sample) { ListFormat::FrontCoded } else { ListFormat::Plain };
        let mut adder = LineAdder { builder, keep, report: ListReport::new(format), decoder: FrontDecoder::default() };
        while let Some(line) = lines.next().map_err(|source| LexiconError::Read { path: path.to_path_buf(), source })? {
            if line.text.contains('\0') {
                return Err(LexiconError::NotText(path.to_path_buf()));
            }
            adder.add(line)?;
        }
        Ok(adder.report)
    }
}

/// Adds the words of lines to a builder and the other lines to a report.
struct LineAdder<'a> {
    builder: &'a mut LexiconBuilder,
    keep: &'a mut dyn FnMut(&str) -> bool,
    report: ListReport,
    decoder: FrontDecoder,
}

impl LineAdder<'_> {
    fn add(&mut self, line: Line<'_>) -> Result<(), DawgError> {
        if !line.is_entry() {
            return Ok(());
        }
        let word = match self.report.format {
            ListFormat::FrontCoded => self.decoder.decode(line.text),
            _ => Ok(line.text),
        };
        let added = match word {
            Ok(word) => self.builder.add_if(word, self.keep)?,
            Err(reason) => Err(reason),
        };
        if let Err(reason) = added {
            self.report.skip(Some(line.number), line.text, reason);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::enable2k;

    /// The words and the report of a file of these bytes.
    fn read_bytes(bytes: &[u8]) -> Result<(Vec<String>, ListReport), LexiconError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        open(file.path()).map(|(lexicon, report)| (lexicon.words().collect(), report))
    }

    fn words(bytes: &[u8]) -> Vec<String> {
        read_bytes(bytes).unwrap().0
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
    fn lines_that_are_not_words_are_counted() {
        let text = format!("cat\n4th\ndon't\ntwo words\n\n#\nCAT\n{}\ndog\n-\nx2\n", "a".repeat(65));
        let (words, report) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!(words, ["cat", "dog"]);
        assert_eq!((report.words, report.repeats, report.skipped), (2, 1, 6));
        assert_eq!(report.examples.len(), EXAMPLES);
        let expected = SkippedLine { number: Some(3), text: "don't".to_string(), reason: SkipReason::NotLetters };
        assert_eq!(report.examples[1], expected);
        assert_eq!(report.examples[3].reason, SkipReason::TooLong);
        let text = report.to_string();
        assert!(
            text.starts_with("2 words, 1 repeated; 6 lines are not words: line 2 \"4th\" (not letters only), line"),
            "{text}"
        );
        assert!(text.ends_with(", ..."), "{text}");
    }

    #[test]
    fn front_coded_lists_are_detected() {
        let (words, report) = read_bytes(b"aa\r\n2h\r\n3ed\r\ning\r\ns\r\n2l\r\n3ii\r\n0ZOO\r\n").unwrap();
        assert_eq!(words, ["aa", "aah", "aahed", "aahing", "aahs", "aal", "aalii", "zoo"]);
        assert_eq!((report.format, report.skipped), (ListFormat::FrontCoded, 0));
        // lines that are not words are skipped, the others are read
        let words: Vec<String> = ('a'..='z').flat_map(|c| [format!("{c}at"), format!("{c}ats")]).collect();
        let (found, report) = read_bytes((front_code(&words) + "9x\n0zen\n3-do\n2t\n1\n").as_bytes()).unwrap();
        assert_eq!(found, [&words[..], &["zen".to_string(), "zet".to_string()]].concat());
        assert_eq!(
            report.examples.iter().map(|line| (line.number, line.reason)).collect::<Vec<_>>(),
            [(Some(53), SkipReason::BadCount), (Some(55), SkipReason::NotLetters), (Some(57), SkipReason::NotLetters)]
        );
        for plain in ["cat\n1st\n2nd\n3rd\ndog", "cat\ndog\ncow\nhen\nram\newe\npig\nhorse\ngoat\nduck\ngoose\n2d"] {
            let (words, report) = read_bytes(plain.as_bytes()).unwrap();
            assert_eq!(report.format, ListFormat::Plain);
            assert!(words.contains(&"dog".to_string()) && !words.contains(&"cast".to_string()));
        }
    }

    /// The words in Bookworm's own format.
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
    fn a_large_front_coded_list_is_decoded() {
        let Some(text) = enable2k() else { return };
        let (all, report) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!((report.format, report.skipped, report.repeats), (ListFormat::Plain, 0, 0));
        let (again, report) = read_bytes(front_code(&all).as_bytes()).unwrap();
        assert_eq!((report.format, report.skipped, report.repeats), (ListFormat::FrontCoded, 0, 0));
        assert!(again == all);
    }

    #[test]
    fn compiled_lexicons_open_and_damaged_ones_are_errors() {
        let lexicon = Lexicon::from_words(["cat", "dog"]).unwrap();
        let (all, report) = read_bytes(&lexicon.to_bytes()).unwrap();
        assert_eq!((all.len(), report.format, report.words), (2, ListFormat::Compiled, 2));
        let cut = &lexicon.to_bytes()[..30];
        assert!(matches!(read_bytes(cut), Err(LexiconError::Format { source: FormatError::Truncated { .. }, .. })));
    }

    #[test]
    fn files_without_a_word_are_errors() {
        assert!(matches!(read_bytes(b""), Err(LexiconError::NoWords { lines: 0, .. })));
        let error = read_bytes(b"# only\n12\n1st\n").unwrap_err().to_string();
        assert!(error.contains("found no word in 2 lines such as `12`, `1st`"), "{error}");
        assert!(matches!(read_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Err(LexiconError::NotText(_))));
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(open(folder.path()), Err(LexiconError::Folder(_))));
        let error = open(&folder.path().join("none.txt")).unwrap_err();
        assert!(matches!(error, LexiconError::Read { .. }));
        assert!(error.to_string().contains("none.txt"), "{error}");
    }

    #[test]
    fn words_with_letters_beyond_the_64_commonest_are_left_out() {
        let common =
            ('a'..='z').chain('\u{430}'..='\u{44f}').chain('\u{3b1}'..='\u{3b6}').map(|c| format!("{c}{c}\n{c}\n"));
        let text = common.collect::<String>() + "\u{3c9}a\n";
        let (words, report) = read_bytes(text.as_bytes()).unwrap();
        assert_eq!((words.len(), report.skipped), (128, 1));
        assert_eq!(report.examples[0].reason, SkipReason::RareLetter);
    }
}
