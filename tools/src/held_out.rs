//! The typefaces that are held out: hard pictures are set in them; templates and training are without them.
//!
//! A typeface is held out by the family in its font's `name` table ([`crate::fonts::FontNames`]), not by its file's
//! name: file names differ in case, spaces, and abbreviations.

/// A family of typefaces that is held out.
pub struct Family {
    /// The name in the `name` table, or the words that it begins with.
    pub name: &'static str,
    /// The Debian package that has it.
    pub package: &'static str,
    /// Families with the same letters under other names: clones, forks, ancestors. They are neither drawn nor trained on.
    pub twins: &'static [&'static str],
}

const fn family(name: &'static str, package: &'static str, twins: &'static [&'static str]) -> Family {
    Family { name, package, twins }
}

/// The families of `hard --fonts unseen`: readers are tuned by what is drawn in them.
pub const FAMILIES: [Family; 21] = [
    family("Karla", "fonts-karla", &["Karmilla"]),
    family("Play", "fonts-play", &[]),
    family("League Spartan", "fonts-league-spartan", &["Spartan"]),
    family("Gentium Basic", "fonts-sil-gentium-basic", &["Gentium"]),
    family("Gentium Book Basic", "fonts-sil-gentium-basic", &["Gentium"]),
    family("Gentium Plus", "fonts-sil-gentiumplus", &["Gentium"]),
    family("Gentium Book Plus", "fonts-sil-gentiumplus", &["Gentium"]),
    family("Cantarell", "fonts-cantarell", &[]),
    family("Junction", "fonts-junction", &[]),
    family("Inter", "fonts-inter", &["InterVariable", "InterUI"]),
    family("Noto Serif Display", "fonts-noto-core", &[]),
    family("GFS Didot", "fonts-gfs-didot", &[]),
    family("GFS Neohellenic", "fonts-gfs-neohellenic", &[]),
    family("Averia Sans", "fonts-averia-sans-gwf", &["Averia GWF", "Averia Libre"]),
    family("TeX Gyre Pagella", "fonts-texgyre", &["P052", "Palladio", "URW Palladio", "Palatino", "Asana"]),
    family("Yrsa", "fonts-yrsa-rasa", &["Rasa", "Merriweather"]),
    family("Andika", "fonts-sil-andika", &[]),
    family("Prociono", "fonts-prociono", &[]),
    family("Linux Libertine", "fonts-linuxlibertine", &["Libertinus", "Libertine"]),
    family("Linux Biolinum", "fonts-linuxlibertine", &["Libertinus", "Biolinum"]),
    family("Routed Gothic", "fonts-routed-gothic", &[]),
];

/// The families of `hard --fonts opened`: those of `further` until their figures were taken and looked at. Readers may be
/// tuned by what is drawn in them, like [`FAMILIES`].
pub const OPENED: [Family; 20] = [
    family("PT", "fonts-paratype", &[]),
    family("B612", "fonts-b612", &[]),
    family("Cardo", "fonts-cardo", &[]),
    family("Courier Prime", "fonts-courier-prime", &[]),
    family("Oxygen", "fonts-oxygen", &[]),
    family("mononoki", "fonts-mononoki", &[]),
    family("Anonymous Pro", "fonts-anonymous-pro", &["Anonymous"]),
    family("Arapey", "fonts-arapey", &[]),
    family("Clear Sans", "fonts-clear-sans", &[]),
    family("Comic Neue", "fonts-comic-neue", &["Comic Relief"]),
    family("Fanwood", "fonts-fanwood", &[]),
    family("Go", "fonts-go", &[]),
    family("Inconsolata", "fonts-inconsolata", &["Ricty"]),
    family("Junicode", "fonts-junicode", &[]),
    family("Linden Hill", "fonts-lindenhill", &[]),
    family("Manrope", "fonts-manrope", &[]),
    family("Millimetre", "fonts-millimetre", &[]),
    family("National Park", "fonts-national-park", &[]),
    family("Quattrocento", "fonts-quattrocento", &[]),
    family("Sora", "fonts-sora", &[]),
];

/// The families of `hard --fonts further`: nothing is tuned by what is drawn in them.
pub const FURTHER: [Family; 20] = [
    family("Agave", "fonts-agave", &[]),
    family("Allerta", "fonts-allerta", &[]),
    family("Compagnon", "fonts-compagnon", &[]),
    family("ElstobD", "fonts-elstob", &["Elstob"]),
    family("Fantasque Sans Mono", "fonts-fantasque-sans", &["Fantasque"]),
    family("Caslon", "fonts-georgewilliams", &[]),
    family("Cupola", "fonts-georgewilliams", &[]),
    family("Hermit", "fonts-hermit", &["Hurmit"]),
    family("IBM 3270", "fonts-3270", &["3270"]),
    family("Joscelyn", "fonts-joscelyn", &[]),
    family("Lemonada", "fonts-lemonada", &[]),
    family("okolaks", "fonts-okolaks", &[]),
    family("OpenDyslexic", "fonts-opendyslexic", &["OpenDyslexicAlta", "OpenDyslexicMono"]),
    family("osifont", "fonts-osifont", &[]),
    family("OSP-DIN", "fonts-opendin", &["Open DIN"]),
    family("Roadgeek", "fonts-roadgeek", &["Highway Gothic", "Overpass"]),
    family("RocknRoll One", "fonts-rocknroll", &[]),
    family("Solide Mirage", "fonts-solide-mirage", &[]),
    family("Tiresias", "fonts-tiresias", &[]),
    family("Yusei Magic", "fonts-yusei-magic", &[]),
];

/// Families of pixels, for the kind `pixel` with every choice of fonts but `further`.
pub const PIXELS: [Family; 3] = [
    family("Amiga", "fonts-amiga", &["Topaz"]),
    family("Atari", "fonts-atarismall", &[]),
    family("Glass TTY VT220", "fonts-glasstty", &[]),
];

/// Families of pixels, for the kind `pixel` with `--fonts further`: nothing is tuned by what is drawn in them.
pub const FURTHER_PIXELS: [Family; 3] = [
    family("C-64", "fonts-sixtyfour", &["Sixtyfour", "C64"]),
    family("Px", "fonts-pc", &["PxPlus"]),
    family("Spleen", "fonts-spleen", &[]),
];

impl Family {
    /// Whether this family of a `name` table is it, or a part of it such as `PT Sans` of `PT`; twins are not.
    pub fn has(&self, family: &str) -> bool {
        begins_with_words(family, self.name)
    }

    /// Whether this family of a `name` table is it, a part of it, or a twin.
    fn is_kin_of(&self, family: &str) -> bool {
        self.has(family) || self.twins.iter().any(|twin| begins_with_words(family, twin))
    }
}

/// Whether typefaces of this family of a `name` table are held out: those of any list here, and their twins.
pub fn is_held_out(family: &str) -> bool {
    is_for_tuning(family) || FURTHER.iter().chain(&FURTHER_PIXELS).any(|held| held.is_kin_of(family))
}

/// Whether the reader may be tuned by typefaces of this family, although no network is trained with them.
pub fn is_for_tuning(family: &str) -> bool {
    FAMILIES.iter().chain(&OPENED).chain(&PIXELS).any(|held| held.is_kin_of(family))
}

/// Whether the name's first words are `words`, without regard to case, spaces, and punctuation: `Inter Display` and
/// `inter-display` begin with `Inter`, `Interstate` does not.
pub fn begins_with_words(name: &str, words: &str) -> bool {
    let split = |text: &str| -> Vec<String> {
        text.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_string).collect()
    };
    let (name, words) = (split(name), split(words).concat());
    (1..=name.len()).any(|count| name[..count].concat() == words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_held_out_in_any_spelling() {
        let held =
            ["Karla", "karla", "KARLA", "Karla Tamil Upright", "League Spartan", "LeagueSpartan", "league-spartan"];
        for family in held {
            assert!(is_held_out(family), "{family}");
        }
        for family in
            ["Inter", "Inter Display", "PT Sans", "PT Serif", "Oxygen-Sans", "Linux Libertine Mono O", "Go Mono"]
        {
            assert!(is_held_out(family), "{family}");
        }
    }

    #[test]
    fn twins_are_held_out() {
        for family in ["P052", "p052", "Karmilla", "KARMILLA", "Rasa", "Libertinus Serif", "Gentium", "Gentium Alt"] {
            assert!(is_held_out(family), "{family}");
        }
    }

    #[test]
    fn families_with_a_similar_name_are_not_held_out() {
        for family in
            ["", "Playfair Display", "Interstate", "Karl", "Noto Serif", "Averia Serif GWF", "Goudy", "DejaVu Sans"]
        {
            assert!(!is_held_out(family), "{family}");
        }
    }

    #[test]
    fn the_further_families_are_not_of_the_training_packages() {
        let packages: Vec<&str> = include_str!("../train/packages.txt").lines().collect();
        for family in OPENED.iter().chain(&FURTHER).chain(&PIXELS).chain(&FURTHER_PIXELS) {
            assert!(!packages.contains(&family.package), "{}", family.name);
        }
        for family in FAMILIES {
            assert!(packages.contains(&family.package), "{}", family.name);
        }
    }

    #[test]
    fn templates_have_no_held_out_family() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates");
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            assert!(!is_held_out(&name), "{name}");
        }
    }
}
