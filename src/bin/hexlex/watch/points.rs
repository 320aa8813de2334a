//! Whether the points of words are known.

use crate::args::{ProfileArg, RankingArgs};
use hexlex::board::{Lines, Shape};
use hexlex::solve::{FoundWord, Goal, Rules, Scoring};
use serde::Serialize;

/// What is known of the points of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Points {
    /// The game and, where points depend on it, its level are given.
    Known,
    /// The level is not given, or the rules are assumed by the shape of the board.
    Assumed,
    /// Nothing says which game it is.
    None,
}

impl Points {
    /// Whether the points by these rules are known on a board of this shape.
    pub(super) fn of(profile: Option<ProfileArg>, ranking: &RankingArgs, rules: &Rules, shape: &Shape) -> Points {
        let depend_on_level = matches!(rules.scoring, Scoring::Bookworm(_));
        match profile {
            Some(_) if ranking.level.is_some() || !depend_on_level => Points::Known,
            Some(_) => Points::Assumed,
            None if shape.lines() == Lines::Columns => Points::Assumed,
            None => Points::None,
        }
    }

    /// The order of words: by points only where they are known.
    pub(super) fn goal(self, asked: Goal) -> Goal {
        if self == Points::Known { asked } else { Goal::Longest }
    }

    /// The points of a word, or its length, with the unit.
    pub(super) fn text(self, found: &FoundWord) -> String {
        let unit = |number: u32, unit: &str| format!("{number} {unit}{}", if number == 1 { "" } else { "s" });
        match self {
            Points::Known => unit(found.score, "point"),
            Points::Assumed => format!("{}, assumed", unit(found.score, "point")),
            Points::None => unit(found.length as u32, "letter"),
        }
    }

    /// The same without the unit.
    pub(super) fn short_text(self, found: &FoundWord) -> String {
        match self {
            Points::Known => found.score.to_string(),
            Points::Assumed => format!("{}?", found.score),
            Points::None => found.length.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::GoalArg;
    use hexlex::profile::BuiltIn;

    #[test]
    fn points_are_known_with_a_profile_and_its_level() {
        let (columns, rows) = (Shape::bookworm(), Shape::rows(4, 4).unwrap());
        let ranking = |level| RankingArgs { level, goal: Some(GoalArg::Score), top: 5 };
        let points = |profile, level, rules, shape| Points::of(profile, &ranking(level), &rules, shape);
        assert_eq!(points(Some(ProfileArg::of(BuiltIn::Deluxe)), Some(3), Rules::deluxe(), &columns), Points::Known);
        assert_eq!(points(Some(ProfileArg::of(BuiltIn::Deluxe)), None, Rules::deluxe(), &columns), Points::Assumed);
        assert_eq!(points(Some(ProfileArg::of(BuiltIn::Boggle)), None, Rules::boggle(), &rows), Points::Known);
        assert_eq!(points(None, Some(3), Rules::deluxe(), &columns), Points::Assumed);
        assert_eq!(points(None, Some(3), Rules::boggle(), &rows), Points::None);
        assert_eq!([Points::Known, Points::Assumed].map(|p| p.goal(Goal::Score)), [Goal::Score, Goal::Longest]);
    }

    #[test]
    fn the_text_says_what_is_known() {
        let found = FoundWord { word: "CATS".to_string(), length: 4, score: 1, path: Vec::new(), class: None };
        let texts = [Points::Known, Points::Assumed, Points::None].map(|points| points.text(&found));
        assert_eq!(texts, ["1 point", "1 point, assumed", "4 letters"]);
        assert_eq!(Points::Assumed.short_text(&found), "1?");
    }
}
