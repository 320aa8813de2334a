//! What several of the tools share: where fonts are, which are held out, letter frequencies, truths.

pub mod fonts;
pub mod held_out;
pub mod letters;
pub mod truth;
