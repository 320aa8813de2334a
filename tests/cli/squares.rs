//! `advise` in games of squares without new tiles: boards that are played off, and tiles with owners.

use crate::common::{Run, folder, json, run, trouble};
use serde_json::Value;

const TOWER: &str = ". . A . .\nT R A I N\nE S O L D\nA C H E R\nP I N ? S\nL E A D O\n";

const TERRITORY: &str = "T:mine R:mine A I N:theirs\nE:mine S O L D:theirs\nA C H E R\nP I N T S\nL E A D O\n";

fn words(report: &Value) -> Vec<&str> {
    report["words"].as_array().expect("words").iter().map(|word| word["word"].as_str().expect("a word")).collect()
}

#[test]
fn a_tower_is_played_off_for_points() {
    let dir = folder();
    let args = ["advise", "-", "--profile", "spelltower"];
    let report = json(0, dir.path(), &args, TOWER);
    assert_eq!((&report["goal"], &report["scramble"]), (&"points".into(), &false.into()));
    let best = &report["words"][0];
    assert!(best["risk"].is_null() && best["total"].as_u64() >= best["score"].as_u64(), "{best}");
    assert!(best["removes"].as_u64() >= Some(best["path"].as_array().expect("a path").len() as u64), "{best}");
    assert!(report["assumed"].as_array().expect("names").iter().any(|name| name == "score.letters"));
    assert_eq!(report["words"], json(0, dir.path(), &args, TOWER)["words"], "the same answer every time");
    let first = words(&report)[0].to_string();
    let again = json(0, dir.path(), &[&args[..], &["--played", &first]].concat(), TOWER);
    assert!(!words(&again).contains(&first.as_str()), "{first} counts once");
    let why = report["why"].as_str().expect("a reason");
    assert!(why.contains("leaves ") && why.contains("the best game found has "), "{why}");
    let Run { code, stdout, stderr } = run(dir.path(), &args, TOWER);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.contains("removes  whole game\n") && stdout.contains(&format!("why: {why}\n")), "{stdout}");
    let Run { code, .. } = run(dir.path(), &[&args[..], &["-o", "a.png", "--think", "20ms"]].concat(), TOWER);
    assert!(code == 0 && dir.path().join("a.png").exists());
    let Run { code, stdout, .. } = run(dir.path(), &args, "X Q\nZ .\n");
    assert!(code == 1 && stdout.ends_with("the game is over: there is no word\n"), "{stdout}");
}

#[test]
fn territory_is_taken_and_played_words_are_refused() {
    let dir = folder();
    let args = ["advise", "-", "--profile", "letterpress", "--top", "1000"];
    let report = json(0, dir.path(), &args, TERRITORY);
    assert_eq!((&report["goal"], report["words"][0]["risk"].is_null()), (&"tiles".into(), true));
    let best = &report["words"][0];
    let tiles = best["mine"].as_u64().expect("tiles") + best["theirs"].as_u64().expect("tiles");
    assert!(tiles > 5 && best["reply"]["word"].is_string() && best["takes"].as_u64() <= Some(2), "{best}");
    assert!(report["why"].as_str().expect("a reason").contains("; the best reply "), "{report}");
    let first = words(&report)[0].to_string();
    let played = json(0, dir.path(), &[&args[..], &["--played", &format!("{first}S,zebra")]].concat(), TERRITORY);
    assert!(!words(&played).contains(&first.as_str()), "{first} is a beginning of a played word");
    let Run { code, stdout, .. } = run(dir.path(), &args[..4], TERRITORY);
    assert!(code == 0 && stdout.contains("takes  leaves  after the reply\n"), "{stdout}");
    let Run { code, stdout, .. } = run(dir.path(), &args[..4], "A:mine T:theirs\n");
    assert!(code == 1 && stdout.ends_with("the game is over: every tile has an owner\n"), "{stdout}");
}

#[test]
fn what_does_not_fit_is_refused_with_what_to_do() {
    let dir = folder();
    let error = |args: &[&str], board: &str| trouble(dir.path(), args, board);
    let columns = "# layout: columns\nC A T\nS O D E\nR E N\n";
    for profile in ["spelltower", "letterpress"] {
        let error = error(&["advise", "-", "--profile", profile], columns);
        assert!(
            error.contains("expected rows of tiles, found ") && error.contains("use `solve`, or give --profile"),
            "{error}"
        );
    }
    let two = error(&["advise", "-", "--profile", "letterpress"], "C A\nT:mine:theirs E\n");
    assert!(
        two.contains("expected one owner of a tile, found mine and theirs on line 2, tile 1: leave one out"),
        "{two}"
    );
    let slip = error(&["advise", "-", "--profile", "letterpress"], "C:theris A\n");
    assert!(slip.contains("write `theirs`"), "{slip}");
    let played = error(&["advise", "-", "--profile", "deluxe", "--played", "cat"], columns);
    assert!(played.contains("for --played, found deluxe: leave it out"), "{played}");
    assert!(error(&["advise", "-", "--played", "c4t"], TOWER).contains("found `c4t`: write words as in cats,dogs"));
    let simulated = error(&["simulate", "--profile", "spelltower", "--games", "1"], "");
    assert!(
        simulated.contains("expected a game that brings new tiles, found spelltower: give --profile deluxe"),
        "{simulated}"
    );
    let many = "A ".repeat(65);
    assert!(
        error(&["advise", "-", "--profile", "letterpress"], &many).contains("at most 64 tiles, found 65: use `solve`")
    );
}

#[test]
fn solve_takes_both_profiles() {
    let dir = folder();
    for (profile, board) in [("spelltower", TOWER), ("letterpress", TERRITORY)] {
        let solved = json(0, dir.path(), &["solve", "-", "--profile", profile, "--goal", "score"], board);
        assert!(solved["words"][0]["score"].as_u64() > Some(0), "{profile}");
        let Run { code, stdout, stderr } =
            run(dir.path(), &["solve", "-", "--profile", profile, "--goal", "survive"], board);
        assert!(
            code == 0 && stdout.contains("why: ") && !stderr.contains("--goal survive"),
            "{profile}: {stdout} {stderr}"
        );
    }
    let unowned = TERRITORY.replace(":mine", "").replace(":theirs", "");
    for (board, is_warned) in [(TERRITORY, false), (unowned.as_str(), true)] {
        let args = ["solve", "-", "--profile", "letterpress", "--goal", "survive"];
        let Run { stdout, .. } = run(dir.path(), &args, board);
        assert_eq!(stdout.contains("so every tile is taken as unowned"), is_warned, "{stdout}");
    }
    let Run { stderr, .. } = run(dir.path(), &["solve", "-", "--goal", "survive"], TOWER);
    assert!(
        stderr.contains("--goal survive is for staggered boards, whose tiles fall, and for --profile spelltower"),
        "{stderr}"
    );
}

#[cfg(all(target_os = "linux", feature = "capture"))]
#[test]
fn watch_refuses_to_advise_on_owners_that_it_does_not_see() {
    let error = trouble(folder().path(), &["watch", "--once", "--goal", "survive", "--profile", "letterpress"], "");
    assert!(
        error.contains("leave --goal out, or give a text with the tags mine and theirs to `hexlex advise"),
        "{error}"
    );
}
