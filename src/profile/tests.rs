//! The numbers of every profile, and what a player's own file may say.

use super::*;
use crate::board::{DELUXE, TileKind, WEB};

fn score(profile: BuiltIn, level: u32, tiles: &[(&str, TileKind)]) -> u32 {
    Rules::of(profile).at_level(level).word_score(tiles.iter().copied())
}

/// A word of plain tiles, one for each letter, `q` for `Qu`.
fn plain(profile: BuiltIn, word: &str) -> u32 {
    let letters: Vec<String> =
        word.chars().map(|c| if c == 'q' { "QU".into() } else { c.to_string().to_uppercase() }).collect();
    let tiles: Vec<(&str, TileKind)> = letters.iter().map(|text| (text.as_str(), TileKind::Normal)).collect();
    score(profile, 1, &tiles)
}

#[test]
fn every_profile_loads() {
    let names: Vec<&str> = BuiltIn::ALL.iter().map(|built_in| built_in.profile().name.as_str()).collect();
    let expected = [
        "deluxe",
        "web",
        "mobile",
        "boggle",
        "bigboggle",
        "wordhunt",
        "ruzzle",
        "wordament",
        "adventures",
        "letterpress",
        "squaredle",
        "spelltower",
        "sketch",
    ];
    assert_eq!(names, expected);
    for &built_in in BuiltIn::ALL {
        assert_eq!(
            (built_in.name(), BuiltIn::named(&built_in.name().to_uppercase())),
            (built_in.profile().name.as_str(), Some(built_in))
        );
    }
}

#[test]
fn every_letter_has_its_value() {
    let values = |profile| match Rules::of(profile).scoring {
        Scoring::Bookworm(scoring) => scoring.letters,
        Scoring::ByValue(scoring) => scoring.letters,
        _ => panic!("letters with values"),
    };
    assert_eq!([values(BuiltIn::Deluxe), values(BuiltIn::Mobile), values(BuiltIn::Web)], [DELUXE, DELUXE, WEB]);
    assert!(crate::board::PRINTED.contains(&values(BuiltIn::Ruzzle)));
    let table = "A1 B4 C4 D3 E1 F5 G3 H5 I1 J8 K7 L2 M4 N2 O1 P4 R2 S1 T2 U2 V5 W6 X8 Y6 Z10";
    for entry in table.split(' ') {
        let (letter, value) = entry.split_at(1);
        let (value, normal) = (value.parse::<u32>().unwrap(), TileKind::Normal);
        assert_eq!(
            score(BuiltIn::Deluxe, 1, &[(letter, normal), ("A", normal), ("A", normal)]),
            (1 + value + 2) * 3 * 10
        );
    }
    // Qu counts 9 once, and two letters.
    assert_eq!(
        (plain(BuiltIn::Deluxe, "qad"), plain(BuiltIn::Web, "qad")),
        ((1 + 9 + 1 + 3) * 4 * 10, (1 + 7 + 1 + 3) * 4 * 10)
    );
}

#[test]
fn every_gem_has_its_value_and_resistance() {
    use TileKind::{Diamond, Fire, Gold, Green, Normal, Sapphire};
    for (gem, value, turns) in
        [(Green, 2, 2), (Gold, 4, 3), (Sapphire, 7, 4), (Diamond, 10, 5), (Fire, 0, 0), (Normal, 0, 0)]
    {
        let word = [("C", Normal), ("A", gem), ("T", Normal)];
        assert_eq!(score(BuiltIn::Deluxe, 3, &word), (3 + 4 + 1 + 2) * (3 + value) * 10, "{gem:?}");
        assert_eq!(BuiltIn::Deluxe.profile().game.fire.resistance.of(gem), turns);
    }
    // A word all of fire: the number of letters less one.
    assert_eq!(score(BuiltIn::Deluxe, 1, &[("C", Fire), ("A", Fire), ("T", Fire)]), (1 + 4 + 1 + 2) * (3 + 2) * 10);
    assert_eq!(score(BuiltIn::Deluxe, 1, &[("C", Fire), ("A", Fire), ("T", Normal)]), (1 + 4 + 1 + 2) * 3 * 10);
    let gems: Vec<_> = (4..=9).map(|letters| BuiltIn::Mobile.profile().game.gem(letters)).collect();
    assert_eq!(gems, [None, Some(Green), Some(Gold), Some(Sapphire), Some(Diamond), Some(Diamond)]);
}

#[test]
fn games_of_squares_score_by_their_rules() {
    let by_length = |profile| (3..=9).map(|n| plain(profile, &"a".repeat(n))).collect::<Vec<u32>>();
    assert_eq!(by_length(BuiltIn::Boggle), [1, 1, 2, 3, 5, 11, 11]);
    assert_eq!(by_length(BuiltIn::BigBoggle), by_length(BuiltIn::Boggle));
    assert_eq!(by_length(BuiltIn::WordHunt), [100, 400, 800, 1400, 1800, 2200, 2600]);
    assert_eq!(plain(BuiltIn::Ruzzle, "jab"), 10 + 1 + 4);
    assert_eq!(plain(BuiltIn::Ruzzle, "table"), 1 + 1 + 4 + 1 + 1 + 5);
    assert_eq!(plain(BuiltIn::Letterpress, "table"), 5);
    assert_eq!([plain(BuiltIn::Spelltower, "table"), plain(BuiltIn::Spelltower, "jab")], [7 * 5, 12 * 3]);
    assert_eq!(plain(BuiltIn::Spelltower, "qit"), 12 * 4, "Qu has the value of Q, and two letters");
    let min =
        [BuiltIn::Boggle, BuiltIn::BigBoggle, BuiltIn::Squaredle].map(|profile| profile.profile().rules.min_length);
    assert_eq!(min, [3, 4, 4]);
    let free = [BuiltIn::Adventures, BuiltIn::Letterpress].map(|profile| profile.profile().game.shape.adjacency());
    assert_eq!(free, [crate::board::Adjacency::Free; 2]);
}

#[test]
fn printed_values_replace_those_of_the_profile() {
    use crate::board::PRINTED;
    let scrabble = PRINTED[2];
    let printed = |profile: BuiltIn, tables: &[_]| profile.profile().with_printed_values(tables).into_owned();
    let score = |profile: &Profile, word: &str| {
        assert_eq!(profile.rules, profile.game.rules);
        profile.rules.word_score(word.to_uppercase().chars().map(|c| (c.to_string(), TileKind::Normal)))
    };
    let is_assumed = |profile: &Profile, name: &str| profile.assumed.iter().any(|assumed| assumed == name);
    // H is 5 in Deluxe and 1 on the web; the profile's own table counts where both fit.
    assert_eq!(score(&printed(BuiltIn::Deluxe, &[WEB]), "hat"), (1 + 1 + 1 + 2) * 3 * 10);
    assert_eq!(score(&printed(BuiltIn::Deluxe, &[WEB, DELUXE]), "hat"), (1 + 5 + 1 + 2) * 3 * 10);
    assert_eq!(printed(BuiltIn::Deluxe, &[]), *BuiltIn::Deluxe.profile());
    // A point a letter is assumed: the printed values are known.
    let wordament = printed(BuiltIn::Wordament, &[scrabble]);
    assert_eq!(score(&wordament, "jab"), 8 + 1 + 3);
    assert!(!is_assumed(&wordament, "score.by_letter") && is_assumed(&wordament, "score.formula"));
    // The bonus for long words stays.
    assert_eq!(score(&printed(BuiltIn::Ruzzle, &[scrabble]), "table"), 1 + 1 + 3 + 1 + 1 + 5);
    assert_eq!(printed(BuiltIn::Boggle, &[scrabble]), *BuiltIn::Boggle.profile());
}

#[test]
fn what_no_source_gives_is_listed() {
    let assumed = |profile: BuiltIn| &profile.profile().assumed;
    let is_assumed = |profile, name: &str| assumed(profile).iter().any(|assumed| assumed == name);
    for name in ["fire.base", "scramble.fires", "level.points", "letters.draw", "gems.green", "gems.sapphire_resists"] {
        assert!(is_assumed(BuiltIn::Deluxe, name), "{name}");
    }
    assert!(!is_assumed(BuiltIn::Deluxe, "score.letters") && !is_assumed(BuiltIn::Mobile, "gems.green"));
    assert!(assumed(BuiltIn::Boggle).is_empty());
    assert!(is_assumed(BuiltIn::Ruzzle, "score.length_bonus"));
}

#[test]
fn a_players_file_changes_what_it_names() {
    let mine: Profile = "based_on = 'web'\nname = 'mine'\n[scramble]\ncosts = 'turn'\n[words]\nmax_letters = 8\n\
                         [letters]\ndraw = 'words'\n"
        .parse()
        .unwrap();
    let web = BuiltIn::Web.profile();
    assert_eq!((mine.rules.max_length, mine.game.scramble.turn), (8, ScrambleTurn::Turn));
    assert_eq!((&mine.rules.scoring, mine.rules.min_length), (&web.rules.scoring, 3));
    assert_ne!(mine.game.letters, web.game.letters);
    let missing: Vec<&String> = web.assumed.iter().filter(|name| !mine.assumed.contains(name)).collect();
    assert_eq!(missing, ["letters.draw", "scramble.costs"]);
}

#[test]
fn a_wrong_file_is_refused_with_the_reason() {
    let error =
        |text: &str| format!("based_on = 'deluxe'\nname = 'x'\n{text}").parse::<Profile>().unwrap_err().to_string();
    assert!(error("[fire]\nbase = -1.0").starts_with("expected 0 to 1000 for fire.base, found -1: "));
    assert!(error("[fire]\nburns = 'never'").contains("after-fall"));
    assert!(error("[fire]\nrate = 1.0").contains("unknown field `rate`"));
    assert!(
        error("[board]\nshape = '4x4'")
            .contains("columns of at most 64 tiles, since they fall for board.shape, found 4x4")
    );
    assert!(error("[letters]\ndraw = 'dutch'").contains("english, uniform, "));
    assert!(error("[words]\nmin_letters = 0").contains("words.min_letters, found 0"));
    assert!(error("[score]\nletters = 'A1 A2'").contains("each of A to Z with its value"));
    assert!(
        error("[score]\nblank = { value = 1, source = 'unknown' }")
            .contains("expected source and default for score.blank")
    );
    assert!(error("[gems]\ngold = 4").contains("more letters for better gems for gems, found 5, 4, 7, 8"));
    assert!("based_on = 'chess'".parse::<Profile>().unwrap_err().to_string().contains("found `chess`"));
    assert!(matches!("= 3".parse::<Profile>(), Err(ProfileError::Form(_))));
    assert!(matches!(Profile::load("chess"), Err(ProfileError::Unknown(_))));
    assert!(matches!(Profile::load("no/such.toml"), Err(ProfileError::File(_))));
}

#[test]
fn tables_of_letters_are_those_of_the_dice() {
    assert_eq!(BuiltIn::Deluxe.profile().game.letters, crate::roll::Dice::ENGLISH);
    assert_eq!(BuiltIn::BigBoggle.profile().game.letters, crate::roll::Dice::BIG);
}

#[test]
fn fire_can_be_multiplied_or_fixed() {
    let fire = BuiltIn::Sketch.profile().game.fire.clone();
    let twice = fire.clone().times(2.0);
    assert_eq!((twice.base, twice.short_words, twice.per_level), (80, [440, 160, 40], 50));
    let fixed = GameParams { fire: fire.at_rate(2500), ..GameParams::default() };
    assert_eq!((fixed.fire_rate(1, 6), fixed.fire_rate(99, 6), fixed.fire_rate(1, 3)), (2500, 2500, 2720));
}
