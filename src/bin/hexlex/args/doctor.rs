//! The arguments of `hexlex doctor`.

use clap::{Args, ValueEnum};

const DOCTOR_EXAMPLES: &str = "\
The exit status is 1 if something is damaged, or if a PART that was named is missing.

Examples:
  hexlex doctor
      Print a line for everything that hexlex uses
  hexlex doctor overlay
      Fail where no overlay can be drawn over a game
  hexlex doctor --json
      Print the same as JSON, for a report of an error";

/// Print what hexlex finds of what it uses: display, instruction sets, dictionaries, skins, settings, optional features
#[derive(Args)]
#[command(after_help = DOCTOR_EXAMPLES)]
pub(crate) struct DoctorArgs {
    /// Print only these, and fail where one of them is missing [default: all]
    #[arg(value_enum, value_name = "PART")]
    pub(crate) parts: Vec<PartArg>,
}

/// What `doctor` looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PartArg {
    /// The display that windows are on
    Display,
    /// The program that makes windows transparent
    Compositor,
    /// What reads windows as pictures
    Capture,
    /// What draws over a game
    Overlay,
    /// The instruction sets of the processor that the search uses
    Instructions,
    /// The imported dictionaries and the lists of words
    Dictionaries,
    /// The taught skins
    Skins,
    /// The file of settings and the variables HEXLEX_...
    Settings,
    /// The optional features of the build
    Features,
}

impl PartArg {
    /// The name that is typed and printed.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }
}
