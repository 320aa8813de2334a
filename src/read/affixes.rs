//! How much likelier letters are that words begin or end with than letters by chance, for tiles such as `SUB-` and `-ING`.
//!
//! `affixes.weights`, which `weights affixes` writes, has the affixes of the built-in English dictionary: what many words have before or
//! after another word.

use super::glyph::Hyphen;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The affixes of one side.
#[derive(Default)]
struct Affixes {
    /// The share of each one, among those of all words.
    shares: HashMap<&'static str, f32>,
    /// What is not among these.
    rest: f32,
}

/// The odds of these letters as a prefix (with the hyphen after them) or a suffix, against as many letters by chance. Affixes that
/// are not in the table count as letters by chance, with the share that remains.
pub(super) fn affix_odds(letters: &str, hyphen: Hyphen) -> f32 {
    /// The number of letters in the alphabet.
    const LETTERS: f32 = 26.0;
    static PREFIXES: OnceLock<Affixes> = OnceLock::new();
    static SUFFIXES: OnceLock<Affixes> = OnceLock::new();
    let text = include_str!("affixes.weights");
    let affixes = match hyphen {
        Hyphen::After => PREFIXES.get_or_init(|| Affixes::of(text, |word| word.strip_suffix('-'))),
        Hyphen::Before => SUFFIXES.get_or_init(|| Affixes::of(text, |word| word.strip_prefix('-'))),
    };
    let by_chance = LETTERS.powi(-(letters.len() as i32));
    affixes.rest + affixes.shares.get(letters).map_or(0.0, |share| share / by_chance)
}

impl Affixes {
    /// Those of a file that are of one side: a line for each, with its share.
    fn of(text: &'static str, letters: impl Fn(&'static str) -> Option<&'static str>) -> Affixes {
        let affix = |line: &'static str| {
            let (word, share) = line.split_once(' ')?;
            Some((letters(word)?, share.parse().ok()?))
        };
        let shares: HashMap<&str, f32> = text.lines().filter_map(affix).collect();
        let rest = 1.0 - shares.values().sum::<f32>();
        Affixes { shares, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two texts of the same side, of which the first one is an affix of more words.
    #[test]
    fn what_more_words_begin_or_end_with_is_likelier() {
        use Hyphen::{After, Before};
        for (hyphen, likelier, other) in [
            (Before, "ER", "FR"),
            (Before, "ING", "IMS"),
            (Before, "EST", "DST"),
            (Before, "S", "X"),
            (Before, "ER", "PRE"),
            (After, "PRE", "PRF"),
            (After, "PRE", "ER"),
            (After, "SUB", "SVF"),
            (After, "UN", "LIN"),
        ] {
            let [likelier_odds, other_odds] = [likelier, other].map(|text| affix_odds(text, hyphen));
            assert!(likelier_odds > 1.0 && likelier_odds > 4.0 * other_odds, "{likelier} {likelier_odds} {other_odds}");
        }
        assert!(affix_odds("ING", Before) > 100.0);
        let [unknown, none] = ["XQ", ""].map(|text| affix_odds(text, After));
        assert!((0.2..0.8).contains(&unknown) && unknown == none, "{unknown} {none}");
    }
}
