//! What tiles are drawn for: the training of one of the two networks.

/// The network that is trained with the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The network that reads letters which were cut out.
    Glyphs,
    /// The network that reads the place of a letter in gray. Its tiles may also have no letter, one with
    /// faint strokes, and things over it.
    Views,
}
