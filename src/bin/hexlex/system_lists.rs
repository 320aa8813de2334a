//! The word lists that a system has in its folders `dict`, such as `/usr/share/dict/ngerman`, by the name of their language.
//!
//! On Linux a package brings each list. A list is read as it is: its names and abbreviations are words of the dictionary.

use std::path::PathBuf;

/// A language: what it is called, the files that have its words, and the package that brings the first of them.
#[derive(Debug)]
pub(crate) struct Language {
    /// Its codes and names, the shortest first.
    names: &'static [&'static str],
    /// The names of its lists, the preferred one first.
    files: &'static [&'static str],
    /// The package of Debian and Ubuntu.
    package: &'static str,
}

/// Languages whose lists Debian has. The names of files and packages are those of Debian 12.
const LANGUAGES: &[Language] = &[
    Language { names: &["bg", "bulgarian"], files: &["bulgarian"], package: "wbulgarian" },
    Language { names: &["ca", "catalan"], files: &["catalan", "catala"], package: "wcatalan" },
    Language { names: &["da", "danish", "dansk"], files: &["danish", "dansk"], package: "wdanish" },
    Language { names: &["de", "german", "deutsch"], files: &["ngerman", "german"], package: "wngerman" },
    Language { names: &["de-ch"], files: &["swiss"], package: "wswiss" },
    Language { names: &["en-ca"], files: &["canadian-english"], package: "wcanadian" },
    Language { names: &["en-gb", "british"], files: &["british-english", "british"], package: "wbritish" },
    Language { names: &["en-us", "american"], files: &["american-english"], package: "wamerican" },
    Language { names: &["eo"], files: &["esperanto"], package: "wesperanto" },
    Language { names: &["es", "espanol"], files: &["spanish"], package: "wspanish" },
    Language { names: &["fo"], files: &["faroese", "foeroyskt"], package: "wfaroese" },
    Language { names: &["fr", "francais"], files: &["french"], package: "wfrench" },
    Language { names: &["ga"], files: &["irish"], package: "wirish" },
    Language { names: &["gd"], files: &["gaelic"], package: "wgaelic" },
    Language { names: &["gl", "galician"], files: &["galician-minimos"], package: "wgalician-minimos" },
    Language { names: &["gv"], files: &["manx"], package: "wmanx" },
    Language { names: &["it", "italiano"], files: &["italian"], package: "witalian" },
    Language { names: &["nl", "nederlands"], files: &["dutch", "nederlands"], package: "wdutch" },
    Language { names: &["nn"], files: &["nynorsk"], package: "wnorwegian" },
    Language { names: &["no", "nb", "norwegian"], files: &["bokmaal", "norsk"], package: "wnorwegian" },
    Language { names: &["pl", "polski"], files: &["polish"], package: "wpolish" },
    Language { names: &["pt", "portugues"], files: &["portuguese"], package: "wportuguese" },
    Language { names: &["pt-br"], files: &["brazilian"], package: "wbrazilian" },
    Language { names: &["sv", "svenska"], files: &["swedish", "svenska"], package: "wswedish" },
    Language { names: &["uk"], files: &["ukrainian"], package: "wukrainian" },
];

impl Language {
    /// The language of this code or name, in any case, with `_` for `-`.
    pub(crate) fn named(name: &str) -> Option<&'static Language> {
        let name = name.to_lowercase().replace('_', "-");
        LANGUAGES.iter().find(|language| language.names.iter().chain(language.files).any(|own| *own == name))
    }

    /// Its list on this system.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.files.iter().find_map(|file| list(file))
    }

    /// The file that it looks for first, and the package that brings it.
    pub(crate) fn wanted(&self) -> (&'static str, &'static str) {
        (self.files[0], self.package)
    }
}

/// The folders of word lists, the first one first: `dict` in `XDG_DATA_DIRS`, which names `/usr/share` unless it is set.
pub(crate) fn folders() -> Vec<PathBuf> {
    let named = std::env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let folders = named.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    std::env::split_paths(&folders).filter(|folder| folder.is_absolute()).map(|folder| folder.join("dict")).collect()
}

/// The list with this file name, where the system has it.
pub(crate) fn list(name: &str) -> Option<PathBuf> {
    // `README.select-wordlist` lies beside Debian's lists
    let is_name = !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with(['.', 'R']);
    folders().into_iter().filter(|_| is_name).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The shortest names of all languages, and whether the system has a list of each.
pub(crate) fn languages() -> impl Iterator<Item = (&'static str, bool)> {
    LANGUAGES.iter().map(|language| (language.names[0], language.path().is_some()))
}

/// Every name of every language.
pub(crate) fn language_names() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().flat_map(|language| language.names.iter().chain(language.files)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_means_one_language() {
        let mut names: Vec<&str> = LANGUAGES
            .iter()
            .flat_map(|language| {
                let others = language.files.iter().filter(|file| !language.names.contains(file));
                language.names.iter().chain(others).copied()
            })
            .collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        for name in ["de", "DE", "german", "ngerman", "pt_BR"] {
            assert!(Language::named(name).is_some(), "{name}");
        }
        assert!(Language::named("klingon").is_none());
    }

    #[test]
    fn only_names_of_files_are_looked_for() {
        assert_eq!(
            [list(""), list(".."), list("../dict/words"), list("README.select-wordlist")],
            [None, None, None, None]
        );
    }
}
