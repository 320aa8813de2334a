//! The arguments of the commands that print help for shells and for `man`: `completions`, `man`.

use clap::{Args, ValueEnum};
use clap_complete::Shell;

const COMPLETIONS_NOTES: &str = "\
Examples:
  hexlex completions bash > ~/.hexlex.bash
      Complete commands and options in bash, once ~/.bashrc has a line `. ~/.hexlex.bash`
  hexlex completions zsh > ~/.zfunc/_hexlex
      The same in zsh; the folder must be there, and in fpath
  hexlex completions fish > ~/.config/fish/completions/hexlex.fish
      The same in fish; the folder must be there
  hexlex completions powershell >> $PROFILE
      The same in PowerShell";

/// Print what a shell needs to complete commands and options
#[derive(Args)]
#[command(after_help = COMPLETIONS_NOTES)]
pub(crate) struct CompletionsArgs {
    /// Print the completions of this shell
    #[arg(required = true)]
    pub(crate) shell: Option<Shell>,
    /// Print the names that this option takes, a line each: what the scripts call
    #[arg(long, hide = true, value_name = "OPTION", exclusive = true)]
    pub(crate) names: Option<NamedOption>,
}

/// An option that takes names which depend on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NamedOption {
    Lexicon,
    Skin,
}

const MAN_NOTES: &str = "\
Examples:
  hexlex man | man -l -
      Read the manual page of hexlex
  hexlex man solve | man -l -
      Read the one of a command
  hexlex man words build > hexlex-words-build.1
      Save the one of a command of a command";

/// Print a manual page
#[derive(Args)]
#[command(after_help = MAN_NOTES)]
pub(crate) struct ManArgs {
    /// Print the page of this command [default: that of hexlex]
    pub(crate) command: Vec<String>,
}
