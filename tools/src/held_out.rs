//! The typefaces that are held out: hard pictures are set in them; templates and training are to be without them.

/// A family of typefaces.
pub struct Family {
    /// The beginning of its font files' names.
    pub prefix: &'static str,
    /// The Debian package that has them.
    pub package: &'static str,
}

const fn family(prefix: &'static str, package: &'static str) -> Family {
    Family { prefix, package }
}

/// The families that are held out.
pub const FAMILIES: [Family; 22] = [
    family("Karla", "fonts-karla"),
    family("Play-", "fonts-play"),
    family("LeagueSpartan", "fonts-league-spartan"),
    family("GenBas", "fonts-sil-gentium-basic"),
    family("GenBkBas", "fonts-sil-gentium-basic"),
    family("GentiumPlus", "fonts-sil-gentiumplus"),
    family("GentiumBookPlus", "fonts-sil-gentiumplus"),
    family("Cantarell", "fonts-cantarell"),
    family("Junction", "fonts-junction"),
    family("Inter-", "fonts-inter"),
    family("InterDisplay-", "fonts-inter"),
    family("NotoSerifDisplay", "fonts-noto-core"),
    family("GFSDidot", "fonts-gfs-didot"),
    family("GFSNeohellenic", "fonts-gfs-neohellenic"),
    family("AveriaSans", "fonts-averia-sans-gwf"),
    family("texgyrepagella", "fonts-texgyre"),
    family("Yrsa-", "fonts-yrsa-rasa"),
    family("Andika", "fonts-sil-andika"),
    family("Prociono", "fonts-prociono"),
    family("LinLibertine", "fonts-linuxlibertine"),
    family("LinBiolinum", "fonts-linuxlibertine"),
    family("routed-gothic", "fonts-routed-gothic"),
];

/// Families with the same letters under another name: clones, forks and ancestors. They are neither drawn nor used for
/// training.
const SAME_LETTERS: [&str; 7] = ["P052", "Rasa-", "Libertinus", "Gentium", "InterVariable", "Inter[", "Spartan"];

/// Whether the letters of this font file are held out.
pub fn is_held_out(file_name: &str) -> bool {
    FAMILIES.iter().any(|family| file_name.starts_with(family.prefix))
        || SAME_LETTERS.iter().any(|prefix| file_name.starts_with(prefix))
}
