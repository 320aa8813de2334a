//! The terminal that answers are printed on.

use std::env::var;
use std::io::{self, IsTerminal};

/// What a terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// Its width, in characters.
    pub(crate) width: usize,
    /// Whether colors are wanted.
    pub(crate) has_color: bool,
    /// Whether it shows the characters of Unicode.
    pub(crate) has_unicode: bool,
}

impl Terminal {
    /// What every terminal shows: 80 characters of ASCII.
    pub(crate) const PLAIN: Terminal = Terminal { width: 80, has_color: false, has_unicode: false };

    /// The terminal of standard output. `None` where it is a pipe or a file, or where `TERM` is `dumb`.
    pub(crate) fn of_output() -> Option<Terminal> {
        if is_dumb() || !io::stdout().is_terminal() {
            return None;
        }
        let width = terminal_size::terminal_size().map_or(Terminal::PLAIN.width, |(width, _)| width.0.into());
        Some(Terminal { width, has_color: allows_color(), has_unicode: has_unicode() })
    }
}

/// The width of the lines of an answer: that of the terminal; no limit in a pipe or a file.
pub(crate) fn width_of_answers() -> usize {
    Terminal::of_output().map_or(usize::MAX, |terminal| terminal.width)
}

/// The width of the terminal that messages are shown on. `None` where standard error is a pipe or a file.
pub(crate) fn width_of_messages() -> Option<usize> {
    let stderr = io::stderr();
    if !stderr.is_terminal() {
        return None;
    }
    Some(terminal_size::terminal_size_of(stderr).map_or(Terminal::PLAIN.width, |(width, _)| width.0.into()))
}

/// Whether `NO_COLOR` is unset or empty, and the terminal has more than text.
pub(crate) fn allows_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !is_dumb()
}

/// Whether the terminal shows text alone.
fn is_dumb() -> bool {
    var("TERM").is_ok_and(|name| name == "dumb")
}

/// Whether the locale is one of Unicode: on Unix, by the first of its variables that is set.
fn has_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| var(name).ok()).find(|it| !it.is_empty());
    let is_utf8 = |name: String| name.to_ascii_lowercase().replace('-', "").ends_with("utf8");
    cfg!(not(unix)) || locale.is_some_and(is_utf8)
}

/// The text in lines of at most this width, broken between words; a longer word has a line of its own. What stands in backticks is one
/// word, so that a command can be copied.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    let mut is_code = false;
    let words = text.split(|c| {
        is_code ^= c == '`';
        c == ' ' && !is_code
    });
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            wrapped.push('\n');
            column = 0;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_break_between_words() {
        let text = "takes the fire in column 4";
        assert_eq!(wrapped(text, 10), "takes the\nfire in\ncolumn 4");
        assert_eq!(wrapped(text, usize::MAX), text);
        assert_eq!(wrapped("extraordinary or", 5), "extraordinary\nor");
        assert_eq!(wrapped("use `a b`, or see `hexlex solve --help`", 12), "use `a b`,\nor see\n`hexlex solve --help`");
    }
}
