//! The odds that letters are an affix of English words rather than letters by chance, for tiles such as `SUB-` and `-ING`.
//!
//! `affixes.weights`, which `weights affixes` writes, has the affixes of the built-in English dictionary: what many words have before or
//! after another word.

use super::glyph::Hyphen;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The affixes of one side.
struct Affixes {
    /// The share of each one, among those of all words.
    shares: BTreeMap<&'static str, f32>,
    /// The share of all other affixes.
    rest: f32,
}

static PREFIXES: LazyLock<Affixes> = LazyLock::new(|| Affixes::of(|affix| affix.strip_suffix('-')));
static SUFFIXES: LazyLock<Affixes> = LazyLock::new(|| Affixes::of(|affix| affix.strip_prefix('-')));

/// The odds of these letters as a prefix (with the hyphen after them) or a suffix, against as many letters by chance. Affixes that
/// are not in the table count as letters by chance, with the share that remains.
pub(super) fn odds_against_chance(letters: &str, hyphen: Hyphen) -> f32 {
    let affixes = match hyphen {
        Hyphen::After => &PREFIXES,
        Hyphen::Before => &SUFFIXES,
    };
    let by_chance = (('A'..='Z').count() as f32).powi(-(letters.len() as i32));
    affixes.rest + affixes.shares.get(letters).map_or(0.0, |share| share / by_chance)
}

impl Affixes {
    /// Those of one side: a line for each, with its share.
    ///
    /// # Panics
    /// Where a line is not that: the file is a part of the program, and a test reads it.
    fn of(letters: impl Fn(&'static str) -> Option<&'static str>) -> Affixes {
        let parse = |line: &'static str| {
            let (affix, share) = line.split_once(' ')?;
            Some((affix, share.parse().ok()?))
        };
        let lines = include_str!("affixes.weights").lines().filter(|line| !line.starts_with('#'));
        let all = lines.map(|line| {
            parse(line)
                .unwrap_or_else(|| panic!("expected an affix and its share in affixes.weights, found \"{line}\""))
        });
        let shares: BTreeMap<&str, f32> =
            all.filter_map(|(affix, share)| letters(affix).map(|letters| (letters, share))).collect();
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
            (Before, "LY", "SX"),
            (Before, "ER", "PRE"),
            (After, "PRE", "PRF"),
            (After, "PRE", "ER"),
            (After, "SUB", "SVF"),
            (After, "UN", "LIN"),
        ] {
            let [likelier_odds, other_odds] = [likelier, other].map(|text| odds_against_chance(text, hyphen));
            assert!(likelier_odds > 1.0 && likelier_odds > 4.0 * other_odds, "{likelier} {likelier_odds} {other_odds}");
        }
        assert!(odds_against_chance("ING", Before) > 100.0);
        let [unknown, none] = ["XQ", ""].map(|text| odds_against_chance(text, After));
        assert!((0.2..0.8).contains(&unknown) && unknown == none, "{unknown} {none}");
    }
}
