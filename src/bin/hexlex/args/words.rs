//! The arguments of `hexlex words`.

use super::values::positive;
use clap::{Args, Subcommand};
use hexlex::lexicon::Pattern;
use std::path::PathBuf;

const WORDS_EXAMPLES: &str = "\
Examples:
  hexlex words build words.txt more.txt -o words.lexicon --min-length 3
  hexlex words has quartz hexlex
  hexlex words list --pattern 'c.t*'
  hexlex words import wordlist.txt --name deluxe && hexlex solve board.txt --lexicon deluxe
  hexlex words refuse xu

A compiled dictionary takes a tenth of its list's space and loads at once. `refuse` and `allow` keep lists of your own
words (in $XDG_CONFIG_HOME/hexlex), which apply to every dictionary.";

/// Build, inspect, search and import dictionaries, and keep your own words
#[derive(Args)]
#[command(after_help = WORDS_EXAMPLES)]
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
    /// Leave out words that your game refuses; without words, print the list
    Refuse(WordsUserList),
    /// Add words that your game accepts; without words, print the list
    Allow(WordsUserList),
}

/// Compile word lists to a dictionary
#[derive(Args)]
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

/// Print the size of a dictionary and the lengths of its words
#[derive(Args)]
pub(crate) struct WordsInfo {
    /// Use this word list or compiled dictionary: a file, or a name given to `words import` [default: built-in English]
    #[arg(value_name = "LEXICON", conflicts_with = "named")]
    pub(crate) lexicon: Option<PathBuf>,
    /// The same, as an option as for every other command
    #[arg(long = "lexicon", value_name = "FILE|NAME")]
    pub(crate) named: Option<PathBuf>,
}

/// Check whether words are in a dictionary; the exit status is 1 where one is not
#[derive(Args)]
pub(crate) struct WordsHas {
    /// Check these words, in any case
    #[arg(required = true, value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Use this word list or compiled dictionary: a file, or a name given to `words import` [default: built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
}

/// Print words in alphabetical order: all, or those that match
#[derive(Args)]
pub(crate) struct WordsList {
    /// Use this word list or compiled dictionary: a file, or a name given to `words import` [default: built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
    /// Print only words that begin like this
    #[arg(long, value_parser = Pattern::prefix)]
    pub(crate) prefix: Option<Pattern>,
    /// Print only words that match: `.` is any letter, `*` is any number of letters
    #[arg(long)]
    pub(crate) pattern: Option<Pattern>,
    /// Print only words that these letters spell, each used at most once; `*` is any letter
    #[arg(long)]
    pub(crate) letters: Option<String>,
    /// Leave out words with fewer letters [default: 1]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) min_length: Option<usize>,
    /// Leave out words with more letters [default: no limit]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_length: Option<usize>,
}

/// Compile a game's list for `--lexicon NAME`
#[derive(Args)]
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
