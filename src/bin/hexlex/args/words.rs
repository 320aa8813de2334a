//! The arguments of `hexlex words`.

use super::values::positive;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Subcommand};
use hexlex::lexicon::Pattern;
use std::path::PathBuf;

const WORDS_NOTES: &str = "\
A compiled dictionary takes a tenth of its list's space and loads in milliseconds. `refuse` and `allow` keep lists of your own \
words (on Linux in ~/.config/hexlex), which apply to every dictionary.

Examples:
  hexlex words build words.txt more.txt -o words.lexicon --min-length 3
      Compile two lists to a dictionary
  hexlex words has quartz hexlex
      Check two words
  hexlex words import wordlist.txt --name deluxe
      Keep the list of a game, for `hexlex solve board.txt --lexicon deluxe`
  hexlex words refuse xu
      Never print a word that the game refuses";

/// Build, inspect, search and import dictionaries, and keep your own words
#[derive(Args)]
#[command(after_help = WORDS_NOTES)]
pub(crate) struct WordsArgs {
    #[command(subcommand)]
    pub(crate) command: WordsCommand,
}

#[derive(Subcommand)]
pub(crate) enum WordsCommand {
    Build(WordsBuild),
    Info(WordsInfo),
    Has(WordsHas),
    List(WordsList),
    Import(WordsImport),
    Forget(WordsForget),
    /// Leave out words that your game refuses; without words, print the list
    #[command(after_help = REFUSE_EXAMPLES)]
    Refuse(WordsUserList),
    /// Add words that your game accepts; without words, print the list
    #[command(after_help = ALLOW_EXAMPLES)]
    Allow(WordsUserList),
}

const REFUSE_EXAMPLES: &str = "\
Examples:
  hexlex words refuse xu qi
      Put two words on the list
  hexlex words refuse xu --forget
      Take a word off the list";

const ALLOW_EXAMPLES: &str = "\
Examples:
  hexlex words allow hexlex
      Put a word on the list
  hexlex words allow
      Print the list";

const BUILD_EXAMPLES: &str = "\
Examples:
  hexlex words build words.txt more.txt -o words.lexicon
      Compile two lists to one dictionary
  hexlex words build words.txt -o short.lexicon --max-length 8
      Keep only words of at most 8 letters";

/// Compile word lists to a dictionary
#[derive(Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub(crate) struct WordsBuild {
    /// Read these lists, plain, front-coded or compiled, with words in any order; - is standard input
    #[arg(required = true, value_name = "LIST")]
    pub(crate) lists: Vec<PathBuf>,
    /// Write the dictionary to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Leave out words with fewer letters [default: 1]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) min_length: Option<usize>,
    /// Leave out words with more letters [default: no limit]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_length: Option<usize>,
    /// Keep only words that match: `.` is any letter, `*` is any number of letters
    #[arg(long)]
    pub(crate) pattern: Option<Pattern>,
}

const INFO_EXAMPLES: &str = "\
Examples:
  hexlex words info
      Print the size of built-in English
  hexlex words info words.txt
      Print the size of a list";

/// Print the size of a dictionary and the lengths of its words
#[derive(Args)]
#[command(after_help = INFO_EXAMPLES)]
pub(crate) struct WordsInfo {
    /// Use this dictionary: a file, a name given to `words import`, or a language (de, fr, ...) whose word list the
    /// system has [default: built-in English]
    #[arg(value_name = "LEXICON", conflicts_with = "named")]
    pub(crate) lexicon: Option<PathBuf>,
    /// Use this dictionary: the same as LEXICON, in the form of the other commands
    #[arg(long = "lexicon", value_name = "FILE|NAME")]
    pub(crate) named: Option<PathBuf>,
}

const HAS_EXAMPLES: &str = "\
Examples:
  hexlex words has quartz
      Check a word in built-in English
  hexlex words has quartz hexlex --lexicon words.txt
      Check two words in a list";

/// Check whether words are in a dictionary; the exit status is 1 if one is not
#[derive(Args)]
#[command(after_help = HAS_EXAMPLES)]
pub(crate) struct WordsHas {
    /// Check these words, in any case
    #[arg(required = true, value_name = "WORD", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) words: Vec<String>,
    /// Use this dictionary: a file, a name given to `words import`, or a language (de, fr, ...) whose word list the
    /// system has [default: built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
}

const LIST_EXAMPLES: &str = "\
Examples:
  hexlex words list --pattern 'c.t*'
      Print cat, cats, cottage and so on
  hexlex words list --letters 'aeinrt*' --min-length 7
      Print the words of 7 letters that these tiles spell";

/// Print words in alphabetical order: all, or those that match
#[derive(Args)]
#[command(after_help = LIST_EXAMPLES)]
pub(crate) struct WordsList {
    /// Use this dictionary: a file, a name given to `words import`, or a language (de, fr, ...) whose word list the
    /// system has [default: built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
    /// Print only words that begin like this
    #[arg(long, value_parser = Pattern::prefix)]
    pub(crate) prefix: Option<Pattern>,
    /// Print only words that match: `.` is any letter, `*` is any number of letters
    #[arg(long)]
    pub(crate) pattern: Option<Pattern>,
    /// Print only words that these letters spell, each used at most once; `*` or `?` is any letter
    #[arg(long, value_parser = letters)]
    pub(crate) letters: Option<String>,
    /// Leave out words with fewer letters [default: 1]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) min_length: Option<usize>,
    /// Leave out words with more letters [default: no limit]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_length: Option<usize>,
}

const IMPORT_EXAMPLES: &str = "\
Examples:
  hexlex words import wordlist.txt --name deluxe
      Compile the list for --lexicon deluxe";

/// Compile a game's list for `--lexicon NAME`
#[derive(Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(crate) struct WordsImport {
    /// Read the game's front-coded file, or any other list
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Give the dictionary this name for `--lexicon` [default: the name of the file without its extension]
    #[arg(long, conflicts_with = "output")]
    pub(crate) name: Option<String>,
    /// Write the dictionary to this file instead
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const FORGET_EXAMPLES: &str = "\
Examples:
  hexlex words forget deluxe
      Remove the dictionary of `hexlex words import list.txt --name deluxe`";

/// Remove imported dictionaries
#[derive(Args)]
#[command(after_help = FORGET_EXAMPLES)]
pub(crate) struct WordsForget {
    /// Remove the dictionaries of these names
    #[arg(required = true, value_name = "NAME")]
    pub(crate) names: Vec<String>,
}

/// Letters, with `*` for any letter; spaces between them do not count.
fn letters(text: &str) -> Result<String, String> {
    let text: String = text.split_whitespace().collect();
    match text.chars().find(|c| !c.is_alphabetic() && !matches!(c, '*' | '?')) {
        Some(other) => {
            Err(format!("expected letters, and `*` for any letter, found `{other}` in `{text}`: leave it out"))
        }
        None if text.is_empty() => Err("expected letters, and `*` for any letter, found none: give some".to_string()),
        None => Ok(text.replace('?', "*")),
    }
}

/// One of the lists of the user's own words.
#[derive(Args)]
pub(crate) struct WordsUserList {
    /// Put these words on the list, in any case
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Take the words off the list
    #[arg(long, requires = "words")]
    pub(crate) forget: bool,
}
