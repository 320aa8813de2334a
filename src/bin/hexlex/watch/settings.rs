//! What stays the same while the watch runs.

use crate::args::WatchArgs;
use crate::console::Console;
use hexlex::lexicon::Lexicon;
use hexlex::pipeline::Options;
use std::borrow::Cow;

/// The arguments, and what was loaded for them.
pub(super) struct WatchSettings<'a> {
    pub(super) args: &'a WatchArgs,
    pub(super) options: Options,
    pub(super) lexicon: Cow<'static, Lexicon>,
    pub(super) console: &'a Console,
}
