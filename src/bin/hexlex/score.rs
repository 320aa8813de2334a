//! placeholder
use crate::args::ScoreArgs;
use crate::console::{Console, Outcome};
use anyhow::Result;
pub(crate) fn run(_args: ScoreArgs, _console: &Console) -> Result<Outcome> {
    Ok(Outcome::Done)
}
