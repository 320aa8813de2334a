//! What tiles are drawn for: the training of one of the networks.

use hexlex::read::LetterCase;

/// The network that is trained with the samples: two for each case of the letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Purpose {
    pub(crate) network: Network,
    pub(crate) case: LetterCase,
}

impl Purpose {
    /// The purpose of this name: `glyphs`, `views`, `small-glyphs`, or `small-views`.
    pub(crate) fn named(name: &str) -> Option<Purpose> {
        let (case, network) = match name.strip_prefix("small-") {
            Some(network) => (LetterCase::Lower, network),
            None => (LetterCase::Upper, name),
        };
        let network = match network {
            "glyphs" => Network::Glyphs,
            "views" => Network::Views,
            _ => return None,
        };
        Some(Purpose { network, case })
    }
}

/// What a network sees of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Network {
    /// Letters that were cut out.
    Glyphs,
    /// The place of a letter in gray. Its tiles may also have no letter, one with
    /// faint strokes, and things over it.
    Views,
}
