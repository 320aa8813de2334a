//! The tags of a token: how they are separated, and which known one a misspelled one was meant to be.

use super::{MINE, THEIRS, TileKind};

/// The tags that hexlex itself writes or takes, besides the kinds.
const TAGS: [&str; 8] = ["selected", "covered", "ruby", "crystal", "amethyst", "color", MINE, THEIRS];

/// The kind or tag that a token's tag is one slip away from; `None` for any other tag, since tags are free.
///
/// A slip is a letter that is missing, added or replaced, or two that changed places.
pub(super) fn nearest_tag(tag: &str) -> Option<&'static str> {
    let kinds = TileKind::ALL.iter().filter(|kind| **kind != TileKind::Normal).map(|kind| kind.name());
    let mut names = kinds.chain(TAGS);
    if TAGS.contains(&tag) { None } else { names.find(|name| is_one_slip(tag, name)) }
}

/// Whether two names differ by exactly one slip.
fn is_one_slip(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let start = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[start..], &other[start..]);
    match (one, other) {
        ([], []) => false,
        ([a, b, one @ ..], [c, d, other @ ..]) if (a, b) == (d, c) && one == other => true,
        ([_, one @ ..], [_, other @ ..]) if one == other => true,
        _ => one.get(1..) == Some(other) || other.get(1..) == Some(one),
    }
}

/// `gold:color:#aabbcc` as `gold` and `color:#aabbcc`: a part that begins with `#` is the value of the tag before it. `None` for
/// a value without a tag, as in `A:#aabbcc` and `A:gold:#aabbcc`: kinds are printed before tags, and one would get it.
pub(super) fn split_tags(tags: Option<&str>) -> Option<Vec<String>> {
    let mut parts: Vec<String> = Vec::new();
    for part in tags.into_iter().flat_map(|tags| tags.split(':')) {
        if part.starts_with('#') {
            let tag = parts.last_mut().filter(|tag| !tag.is_empty() && TileKind::from_name(tag).is_none())?;
            *tag = format!("{tag}:{part}");
        } else {
            parts.push(part.to_string());
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_recognized_and_free_tags_are_kept() {
        let cases = [
            ("fier", "fire"),
            ("gren", "green"),
            ("golds", "gold"),
            ("saphire", "sapphire"),
            ("coverd", "covered"),
            ("theris", "theirs"),
        ];
        for (tag, name) in cases {
            assert_eq!(nearest_tag(tag), Some(name), "{tag}");
        }
        for tag in ["selected", "covered", "double", "f", "x2", "color:#404040", "fxxe", "ruby", "mine"] {
            assert_eq!(nearest_tag(tag), None, "{tag}");
        }
    }
}
