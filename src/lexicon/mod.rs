//! Dictionaries: all of the crate `hexlex-lexicon`, and [`english`], which is built in.
//!
//! A [`Lexicon`] is a set of words that [`solve`](crate::solve) walks letter by letter; its documentation explains how. It
//! is a crate of its own because the build script builds the English dictionary with it.
//!
//! ```
//! use hexlex::lexicon::{self, WordClass};
//!
//! let english = lexicon::english();
//! assert!(english.contains("quixotic") && !english.contains("hexlex"));
//! assert_eq!(english.class("house"), Some(WordClass::Common));
//! assert_eq!(english.class("qanat"), Some(WordClass::Rare));
//! ```

pub use hexlex_lexicon::*;

use std::sync::OnceLock;

/// The built-in English dictionary. The first call decodes it, which takes about 2 ms.
///
/// It contains 187,563 words: those of the package `wordnik_list` that are also in YAWL and in SCOWL up to size 80.
/// `NOTICE.md` beside this file has the credits. Of ENABLE's words of 3 to 12 letters it contains 99.997%; of its own words
/// of those lengths 91.7% are in ENABLE. A test asserts both.
pub fn english() -> &'static Lexicon {
    static ENGLISH: OnceLock<Lexicon> = OnceLock::new();
    ENGLISH.get_or_init(|| {
        Lexicon::from_bytes(include_bytes!(concat!(env!("OUT_DIR"), "/english.lexicon")).as_slice())
            .unwrap_or_else(|error| unreachable!("the build script wrote this lexicon: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_built_in_english_covers_enable() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/words/enable2k.txt");
        let Ok(text) = std::fs::read_to_string(&path) else {
            eprintln!("skipped: {} is missing", path.display());
            return;
        };
        let is_measured = |word: &str| (3..=12).contains(&word.len());
        let enable: BTreeSet<&str> = text.lines().map(str::trim).filter(|word| is_measured(word)).collect();
        let english = english();
        let kept: Vec<String> = english.words().filter(|word| is_measured(word)).collect();
        let right = kept.iter().filter(|word| enable.contains(word.as_str())).count() as f64;
        let (recall, precision) = (right / enable.len() as f64, right / kept.len() as f64);
        assert!(recall >= 0.9999, "recall {recall}");
        assert!(precision >= 0.917, "precision {precision}");
        for (class, share) in WordClass::ALL.into_iter().zip([0.991, 0.938, 0.834]) {
            let of_class: Vec<&String> = kept.iter().filter(|word| english.class(word) == Some(class)).collect();
            let right = of_class.iter().filter(|word| enable.contains(word.as_str())).count();
            assert!(right as f64 >= share * of_class.len() as f64, "{class:?}: {right} of {}", of_class.len());
        }
    }

    #[test]
    fn the_embedded_dictionary_reads_back_with_its_classes() {
        let again = Lexicon::from_bytes(english().to_bytes()).unwrap();
        assert_eq!(&again, english());
        assert_eq!(again.class("the"), Some(WordClass::Common));
        assert_eq!(again.class("hexlex"), None);
    }
}
