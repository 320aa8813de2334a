//! The arguments of `hexlex config`.

use clap::{Args, Subcommand};

const NOTES: &str = "\
The file sets options by their long names, for every command that has them or, in a table, for one:
  top = 5
  [solve]
  goal = \"score\"
  [[game]]
  window = \"bookworm\"
  profile = \"deluxe\"
A variable such as HEXLEX_TOP does the same. The command line comes before the variables, these before the file. \
--no-config leaves both out.

Examples:
  hexlex config edit
      Open the file in an editor; a new one lists every option
  hexlex config show
      Print the settings and where they come from
  hexlex config path
      Print where the file is";

/// Show or edit the settings: defaults for options, and what belongs to a game
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  hexlex config show
      Print the settings and where they come from
  HEXLEX_TOP=3 hexlex config show --json
      Print them as JSON, with that of the variable";

const PATH_EXAMPLES: &str = "\
Examples:
  hexlex config path
      Print where the file is, or would be
  cp settings.toml \"$(hexlex config path)\"
      Take over the settings of another machine";

const EDIT_EXAMPLES: &str = "\
Examples:
  hexlex config edit
      Open the file in $VISUAL, $EDITOR or the system's editor
  EDITOR=nano hexlex config edit
      Open it in nano";

#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print the settings and where they come from
    #[command(after_help = SHOW_EXAMPLES)]
    Show,
    /// Print where the file is, or would be
    #[command(after_help = PATH_EXAMPLES)]
    Path,
    /// Open the file in an editor, and check it afterwards
    #[command(after_help = EDIT_EXAMPLES)]
    Edit,
}
