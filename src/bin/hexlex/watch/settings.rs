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
}
