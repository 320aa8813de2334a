//! What stays the same while the watch runs.

use super::unread::CorrectionMeans;
use crate::args::WatchArgs;
use crate::console::Console;
use crate::dictionary::Dictionary;
use hexlex::pipeline::Options;

/// The arguments, and what was loaded for them.
pub(super) struct WatchSettings<'a> {
    pub(super) args: &'a WatchArgs,
    pub(super) options: Options,
    pub(super) lexicon: Dictionary,
    pub(super) console: &'a Console,
    /// What corrects tiles in this run.
    pub(super) correction: CorrectionMeans,
    pub(super) keys: NamedKeys,
}

/// The global keys that messages name, as the user writes them; `None` for those that could not be had.
#[derive(Debug, Clone, Default)]
pub(super) struct NamedKeys {
    pub(super) correct: Option<String>,
    pub(super) pause: Option<String>,
}

impl NamedKeys {
    /// What the panel and the message say while the watch is paused. Without a global key the preview has paused it.
    pub(super) fn pause_line(&self) -> String {
        match &self.pause {
            Some(key) => format!("paused: press {key} to go on"),
            None => "paused: press P in the preview to go on".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_names_the_key_that_ends_it() {
        let line =
            |pause: Option<&str>| NamedKeys { pause: pause.map(str::to_string), ..NamedKeys::default() }.pause_line();
        let expected = ["paused: press F8 to go on", "paused: press P in the preview to go on"];
        assert_eq!([line(Some("F8")), line(None)], expected);
    }
}
