//! Standard output of the programs: [`outln!`](crate::outln) and [`out!`](crate::out) print as `println!` and `print!` do,
//! and end the program where nobody reads on (`weights explain PICTURE | head -1`).

use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};

/// Prints to standard output. Ends the program if that fails: with 0 where the reader has closed the pipe, else with 2.
pub fn print(text: Arguments) {
    if let Err(error) = stdout().lock().write_fmt(text) {
        let is_closed = error.kind() == ErrorKind::BrokenPipe;
        if !is_closed {
            eprintln!("error: cannot write to standard output ({error}): give it a place with free space");
        }
        std::process::exit(if is_closed { 0 } else { 2 });
    }
}

/// Prints a line to standard output, as [`print`](crate::output::print()) does.
#[macro_export]
macro_rules! outln {
    () => { $crate::output::print(format_args!("\n")) };
    ($($text:tt)+) => { $crate::output::print(format_args!("{}\n", format_args!($($text)+))) };
}

/// Prints to standard output, as [`print`](crate::output::print()) does.
#[macro_export]
macro_rules! out {
    ($($text:tt)+) => { $crate::output::print(format_args!($($text)+)) };
}
