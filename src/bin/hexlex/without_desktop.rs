//! The commands `practice`, `watch` and `windows` in a build without the feature `desktop`.

use crate::console::{Console, Outcome};
use anyhow::{Result, bail};

/// Fails: the command needs the feature `desktop`.
pub(crate) fn run<Args>(_: Args, _: &Console) -> Result<Outcome> {
    bail!(
        "expected a build with the feature `desktop`, found one without: build hexlex with `cargo build --release \
         --features desktop`"
    )
}
