//! The typefaces that no template shows and no training may see.
//!
//! Whoever draws training tiles leaves out every font file for which [`is_held_out`] holds.

/// The beginnings of the font files' names, and the Debian package of each family.
pub const FAMILIES: [(&str, &str); 22] = [
    ("Karla", "fonts-karla"),
    ("Play-", "fonts-play"),
    ("LeagueSpartan", "fonts-league-spartan"),
    ("GenBas", "fonts-sil-gentium-basic"),
    ("GenBkBas", "fonts-sil-gentium-basic"),
    ("GentiumPlus", "fonts-sil-gentiumplus"),
    ("GentiumBookPlus", "fonts-sil-gentiumplus"),
    ("Cantarell", "fonts-cantarell"),
    ("Junction", "fonts-junction"),
    ("Inter-", "fonts-inter"),
    ("InterDisplay-", "fonts-inter"),
    ("NotoSerifDisplay", "fonts-noto-core"),
    ("GFSDidot", "fonts-gfs-didot"),
    ("GFSNeohellenic", "fonts-gfs-neohellenic"),
    ("AveriaSans", "fonts-averia-sans-gwf"),
    ("texgyrepagella", "fonts-texgyre"),
    ("Yrsa-", "fonts-yrsa-rasa"),
    ("Andika", "fonts-sil-andika"),
    ("Prociono", "fonts-prociono"),
    ("LinLibertine", "fonts-linuxlibertine"),
    ("LinBiolinum", "fonts-linuxlibertine"),
    ("routed-gothic", "fonts-routed-gothic"),
];

/// Other names of the same letters: clones, forks and ancestors. Not drawn, but not to be learned from either.
const TWINS: [&str; 7] = ["P052", "Rasa-", "Libertinus", "Gentium", "InterVariable", "Inter[", "Spartan"];

/// Whether letters of this font file are for judging only.
pub fn is_held_out(file_name: &str) -> bool {
    FAMILIES.iter().any(|(family, _)| file_name.starts_with(family))
        || TWINS.iter().any(|twin| file_name.starts_with(twin))
}
