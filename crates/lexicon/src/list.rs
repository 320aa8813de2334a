//! Word lists as people have them: plain, front-coded by the game, or compiled.
//!
//! Nothing in a list stops the reading: a line that holds no word is counted in the [`ListReport`],
//! with the first few as examples. Only a file that yields no word at all is an error.

use crate::builder::DawgError;
use crate::format::{self, FormatError};
use crate::gather::{Gatherer, Skipped};
use crate::lines::{Encoding, Front, Line, Lines, decode_utf16};
use crate::{Lexicon, MAX_WORD_LETTERS};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The bytes at the beginning of a list that show what it is.
const SAMPLE: usize = 1 << 16;

/// How many of the lines that are no words a report quotes.
const EXAMPLES: usize = 5;

/// Quoted lines are cut to this many characters: a binary file may have a line of megabytes.
const EXAMPLE_CHARS: usize = 40;

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
    /// The first few of those: the line's number from 1 (0 where it is not known any more), what it says, and what
    /// is wrong with it.
    pub examples: Vec<(usize, String, Skipped)>,
}

impl ListReport {
    fn new(format: ListFormat) -> ListReport {
        ListReport { format, words: 0, repeats: 0, skipped: 0, examples: Vec::new() }
    }

    fn skip(&mut self, line: usize, text: &str, why: Skipped) {
        self.skipped += 1;
        if self.examples.len() < EXAMPLES {
            let text = text.chars().take(EXAMPLE_CHARS).map(|c| if c.is_control() { '\u{fffd}' } else { c });
            self.examples.push((line, text.collect(), why));
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
            f.write_str(if place == 0 { " " } else { ", " })?;
            if *line > 0 {
                write!(f, "line {line} ")?;
            }
            write!(f, "\"{text}\" ({why})")?;
        }
        if self.skipped > self.examples.len() { f.write_str(", ...") } else { Ok(()) }
    }
}

/// Reads a dictionary file: see [`Lexicon::open`].
pub(crate) fn open(path: &Path) -> Result<(Lexicon, ListReport), LexiconError> {
    let mut gatherer = Gatherer::default();
    let file = open_file(path)?;
    let mut input = Input::new(BufReader::with_capacity(SAMPLE, file), path);
    if input.starts_with(format::MAGIC)? {
        let lexicon = input.compiled()?;
        return Ok((lexicon.clone(), ListReport { words: lexicon.len(), ..ListReport::new(ListFormat::Compiled) }));
    }
    let mut report = input.list(&mut gatherer, &mut |_| true)?;
    let taken = gatherer.taken();
    let mut left_out = 0;
    let lexicon = gatherer.finish_commonest(|word| {
        left_out += 1;
        report.skip(0, word, Skipped::RareLetter);
    })?;
    if lexicon.is_empty() {
        let examples = report.examples.into_iter().map(|(_, text, _)| text).collect();
        return Err(LexiconError::NoWords { path: path.to_path_buf(), lines: report.skipped, examples });
    }
    report.words = lexicon.len();
    report.repeats = taken.saturating_sub(left_out + lexicon.len());
    Ok((lexicon, report))
}

/// Adds the words of a file of any [format](ListFormat) that `keep` wants (they are told folded) to those gathered.
///
/// The report's `words` counts every word that was added, repeats included.
///
/// # Errors
/// As for [`Lexicon::open`]; a list without a word is none here.
pub fn gather(
    path: &Path,
    reader: impl Read,
    gatherer: &mut Gatherer,
    mut keep: impl FnMut(&str) -> bool,
) -> Result<ListReport, LexiconError> {
    let mut input = Input::new(BufReader::with_capacity(SAMPLE, reader), path);
    let before = gatherer.taken();
    let mut report = if input.starts_with(format::MAGIC)? {
        for word in input.compiled()?.words().filter(|word| keep(word)) {
            gatherer.add_folded(&word)?;
        }
        ListReport::new(ListFormat::Compiled)
    } else {
        input.list(gatherer, &mut keep)?
    };
    report.words = gatherer.taken() - before;
    Ok(report)
}

/// Opens a file for [`gather`].
///
/// # Errors
/// [`LexiconError::Folder`] and [`LexiconError::Read`].
pub fn open_file(path: &Path) -> Result<File, LexiconError> {
    if path.is_dir() {
        return Err(LexiconError::Folder(path.to_path_buf()));
    }
    File::open(path).map_err(|source| LexiconError::Read { path: path.to_path_buf(), source })
}

/// A file that is read from front to back, once.
struct Input<'a, R> {
    reader: BufReader<R>,
    path: &'a Path,
}

impl<'a, R: Read> Input<'a, R> {
    fn new(reader: BufReader<R>, path: &'a Path) -> Input<'a, R> {
        Input { reader, path }
    }

    fn failed(&self, source: std::io::Error) -> LexiconError {
        LexiconError::Read { path: self.path.to_path_buf(), source }
    }

    /// Whether the file begins so, or is the beginning of it.
    fn starts_with(&mut self, magic: &[u8]) -> Result<bool, LexiconError> {
        let path = self.path;
        let start = self.reader.fill_buf().map_err(|source| LexiconError::Read { path: path.to_path_buf(), source })?;
        Ok(start.starts_with(magic))
    }

    /// The rest as a compiled lexicon.
    fn compiled(&mut self) -> Result<Lexicon, LexiconError> {
        let mut bytes = Vec::new();
        self.reader.read_to_end(&mut bytes).map_err(|source| self.failed(source))?;
        Lexicon::from_bytes(bytes).map_err(|source| LexiconError::Format { path: self.path.to_path_buf(), source })
    }

    /// The rest as lines.
    fn list(
        &mut self,
        gatherer: &mut Gatherer,
        keep: &mut dyn FnMut(&str) -> bool,
    ) -> Result<ListReport, LexiconError> {
        let mut sample = Vec::new();
        self.reader.by_ref().take(SAMPLE as u64).read_to_end(&mut sample).map_err(|source| self.failed(source))?;
        let encoding = Encoding::of(&sample).ok_or_else(|| LexiconError::NotText(self.path.to_path_buf()))?;
        let whole;
        let (reader, encoding): (&mut dyn BufRead, Encoding) = match encoding {
            Encoding::Utf16(read) => {
                self.reader.read_to_end(&mut sample).map_err(|source| self.failed(source))?;
                whole = decode_utf16(&sample, read);
                sample = whole.as_bytes()[..whole.len().min(SAMPLE)].to_vec();
                (&mut &whole.as_bytes()[sample.len()..], Encoding::Utf8)
            }
            encoding => (&mut self.reader, encoding),
        };
        let path = self.path;
        let mut lines = Lines::new(sample.as_slice().chain(reader), &sample, encoding);
        let mut words = Words {
            gatherer,
            keep,
            report: ListReport::new(if lines.are_front_coded(&sample) {
                ListFormat::FrontCoded
            } else {
                ListFormat::Plain
            }),
            front: Front::default(),
        };
        while let Some(line) = lines.next().map_err(|source| LexiconError::Read { path: path.to_path_buf(), source })? {
            if line.text.contains('\0') {
                return Err(LexiconError::NotText(path.to_path_buf()));
            }
            words.take(line)?;
        }
        Ok(words.report)
    }
}

/// Takes the words of lines.
struct Words<'a> {
    gatherer: &'a mut Gatherer,
    keep: &'a mut dyn FnMut(&str) -> bool,
    report: ListReport,
    front: Front,
}

impl Words<'_> {
    fn take(&mut self, line: Line<'_>) -> Result<(), DawgError> {
        if !line.is_entry() {
            return Ok(());
        }
        let word = match self.report.format {
            ListFormat::FrontCoded => self.front.unpack(line.text),
            _ => Ok(line.text),
        };
        let added = match word {
            Ok(word) => self.gatherer.add_if(word, self.keep)?,
            Err(why) => Err(why),
        };
        if let Err(why) = added {
            self.report.skip(line.number, line.text, why);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::enable2k;

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
