//! The command line of hexlex.
fn main() {}
