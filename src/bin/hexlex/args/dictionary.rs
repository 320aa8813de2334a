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

A compiled dictionary is a tenth of its list, and ready at once. refuse and allow keep lists of your own (in
$XDG_CONFIG_HOME/hexlex), which hold for every dictionary.";

/// Dictionaries: build, look into, import, and your own words
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
    /// Keep words from being found, because your game refuses them; without words: tell them
    Refuse(WordsOwn),
    /// Add words that your game takes; without words: tell them
    Allow(WordsOwn),
}

/// Word lists to a compiled dictionary
#[derive(Args)]
pub(crate) struct WordsBuild {
    /// Word lists, plain, front-coded or compiled, in any order; - for standard input
    #[arg(required = true, value_name = "LIST")]
    pub(crate) lists: Vec<PathBuf>,
    /// Where the dictionary goes
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Letters of the shortest word to keep
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) min_length: Option<usize>,
    /// Letters of the longest word to keep
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_length: Option<usize>,
    /// Keep words that look like this: `.` any letter, `*` any number of letters
    #[arg(long, value_parser = crate::dictionary::pattern)]
    pub(crate) pattern: Option<Pattern>,
}

/// How large a dictionary is, and how long its words are
#[derive(Args)]
pub(crate) struct WordsInfo {
    /// A list or a compiled dictionary, by its file or its name [default: the built-in English]
    #[arg(value_name = "LEXICON", conflicts_with = "named")]
    pub(crate) lexicon: Option<PathBuf>,
    /// The same, as every other command takes it
    #[arg(long = "lexicon", value_name = "FILE|NAME")]
    pub(crate) named: Option<PathBuf>,
}

/// Whether words are in; the exit status is 1 where one is not
#[derive(Args)]
pub(crate) struct WordsHas {
    /// The words, in any case
    #[arg(required = true, value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// A list or a compiled dictionary, by its file or its name [default: the built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
}

/// Words in alphabetical order: all, or those of a kind
#[derive(Args)]
pub(crate) struct WordsList {
    /// A list or a compiled dictionary, by its file or its name [default: the built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
    /// Those that begin so
    #[arg(long, value_parser = crate::dictionary::prefix)]
    pub(crate) prefix: Option<Pattern>,
    /// Those that look like this: `.` any letter, `*` any number of letters
    #[arg(long, value_parser = crate::dictionary::pattern)]
    pub(crate) pattern: Option<Pattern>,
    /// Those that these letters can spell, each used once; `*` is any letter
    #[arg(long)]
    pub(crate) letters: Option<String>,
    /// Letters of the shortest word
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) min_length: Option<usize>,
    /// Letters of the longest word
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_length: Option<usize>,
}

/// Your own copy of a game's list, for `--lexicon NAME`
#[derive(Args)]
pub(crate) struct WordsImport {
    /// The game's front-coded file, or any other list
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The name that `--lexicon` knows it by [default: the file's, without its ending]
    #[arg(long, conflicts_with = "output")]
    pub(crate) name: Option<String>,
    /// A file to write instead
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Words of your own.
#[derive(Args)]
pub(crate) struct WordsOwn {
    /// The words, in any case
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Take them off the list
    #[arg(long, requires = "words")]
    pub(crate) forget: bool,
}
