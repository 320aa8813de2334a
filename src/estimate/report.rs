//! The estimates as text: each with its interval, and together as a profile.

use super::{Estimate, Estimates, Interval, Method, Value};
use std::fmt::{self, Write};

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number:.3}"),
            Value::Count(count) => write!(f, "{count}"),
            Value::Name(name) => f.write_str(name),
            Value::Names(names) if names.is_empty() => f.write_str("none"),
            Value::Names(names) => f.write_str(&names.join(", ")),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::ProfileLikelihood => "profile likelihood",
            Method::ClopperPearson => "Clopper-Pearson",
            Method::Exact => "exact likelihood",
            Method::Bounds => "bounds",
        })
    }
}

impl Estimate {
    /// The interval for people: as many digits as the estimate has.
    pub fn interval_text(&self) -> String {
        match (&self.interval, &self.value) {
            (Interval::Names(names), _) if names.is_empty() => "none".to_string(),
            (Interval::Names(names), _) => names.join(", "),
            (Interval::Range { low, high }, Value::Number(_)) if high.is_infinite() => format!("{low:.3} or more"),
            (Interval::Range { low, high }, Value::Number(_)) => format!("{low:.3} to {high:.3}"),
            (Interval::Range { low, high }, _) if high.is_infinite() => format!("{low:.0} or more"),
            (Interval::Range { low, high }, _) if low == high => format!("{low:.0}"),
            (Interval::Range { low, high }, _) => format!("{low:.0} to {high:.0}"),
        }
    }
}

impl Estimates {
    /// A profile with this name: what was estimated, each with its interval as its source; everything else is as in the base
    /// profile.
    pub fn profile(&self, name: &str) -> String {
        let mut text = format!(
            "# hexlex rules fit: estimated from {} words and {} scrambles. The form of this file: docs/rules.md.\n\
             based_on = \"{}\"\nname = \"{name}\"\n\n[board]\nshape = {{ value = \"{}\", source = \"the recorded boards\" }}\n",
            self.counts.words, self.counts.scrambles, self.base, self.shape
        );
        let mut section = "";
        for estimate in self.list.iter().filter(|estimate| !estimate.name.starts_with(LETTERS)) {
            let Some((of, key)) = estimate.name.split_once('.') else { continue };
            if of != section {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "\n[{of}]");
                section = of;
            }
            let _ =
                writeln!(text, "{key} = {{ value = {}, source = \"{}\" }}", toml(&estimate.value), source(estimate));
        }
        text + &self.letters()
    }

    /// The table of letters.
    fn letters(&self) -> String {
        let shares: Vec<&Estimate> = self.list.iter().filter(|estimate| estimate.name.starts_with(LETTERS)).collect();
        let Some(tiles) = shares.first().map(|first| first.observations) else { return String::new() };
        let weight = |estimate: &&Estimate| match estimate.value {
            // A letter that did not come may come yet: half a tile more for each (Jeffreys).
            Value::Number(share) => (2.0 * share * tiles as f64 + 1.0).round() as u64,
            _ => 1,
        };
        let weights: Vec<String> = shares.iter().map(|share| weight(share).to_string()).collect();
        let source = format!("{tiles} new tiles");
        format!(
            "\n[letters]\ndraw = {{ value = \"recorded\", source = \"{source}\" }}\n\n[letters.tables]\n\
             recorded = {{ value = [{}], source = \"{source}\" }}\n",
            weights.join(", ")
        )
    }
}

/// The beginning of the names of letters' shares.
const LETTERS: &str = "letters.";

fn source(estimate: &Estimate) -> String {
    format!("{} observations; 95%: {}", estimate.observations, estimate.interval_text())
}

fn toml(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{number:.3}"),
        Value::Count(count) => count.to_string(),
        Value::Name(name) => format!("\"{name}\""),
        Value::Names(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            format!("[{}]", names.join(", "))
        }
    }
}
