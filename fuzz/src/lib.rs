//! What is fuzzed, and the inputs that fuzzing begins with.

pub mod seeds;
pub mod targets;
pub mod tracer;
