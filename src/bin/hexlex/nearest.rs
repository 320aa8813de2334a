//! The name that was most likely meant: for "did you mean".

/// The largest share of letters that may differ: one of up to five, two of six to eight. Smaller: fewer typing errors are recognized.
/// Larger: names that have little in common are proposed, which lead nowhere. Chosen by hand; the table of `tests/cli/mistakes.rs`
/// shows what it does.
const MOST_DIFFERENT: f64 = 0.34;

/// The most similar of the names, in any case; `None` where none is similar. Neighboring letters in the wrong order count as
/// one error, and of names that are equally far the one with the longer common beginning is taken.
pub(crate) fn nearest<N: AsRef<str>>(typed: &str, names: impl IntoIterator<Item = N>) -> Option<N> {
    let typed = typed.to_lowercase();
    let rated = names.into_iter().filter_map(|name| {
        let lower = name.as_ref().to_lowercase();
        let longer = lower.chars().count().max(typed.chars().count());
        let errors = strsim::osa_distance(&typed, &lower);
        let is_beginning = typed.chars().count() >= 3 && lower.starts_with(&typed);
        let is_near = errors as f64 <= (longer as f64 * MOST_DIFFERENT).max(1.0) && errors < longer;
        (is_near || is_beginning).then(|| {
            let errors = if is_beginning { 1 } else { errors };
            (errors, -strsim::jaro_winkler(&typed, &lower), name)
        })
    });
    rated
        .min_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap_or(std::cmp::Ordering::Equal))
        .map(|(_, _, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_name_is_proposed_and_nothing_for_others() {
        let of = |typed| nearest(typed, ["top", "tone", "goal", "longest", "bookworm"]);
        assert_eq!(of("tpo"), Some("top"));
        assert_eq!(of("LONGST"), Some("longest"));
        assert_eq!(of("book"), Some("bookworm"));
        assert_eq!([of("xyz"), of(""), of("l"), of("klingon")], [None; 4]);
    }
}
