//! `docs/hexlex.schema.json` describes the JSON of every command, and nothing else. `common::json` holds every other answer
//! of these tests to it, the live tests those of `watch`, `windows` and `practice`.

use crate::common::schema::violations;
use crate::common::{answer, fixture, folder, json, known::data, parse, root};
use crate::{SQUARE, empty_picture};
use serde_json::{Value, json as value};
use std::fs;

#[test]
fn every_answer_is_as_the_schema_describes_it() {
    let dir = folder();
    let path = dir.path();
    fs::write(path.join("a.txt"), SQUARE).unwrap();
    fs::write(path.join("list.txt"), "cat\ncats\ndog\n").unwrap();
    fs::write(path.join("two.txt"), format!("{SQUARE}--\n{SQUARE}")).unwrap();
    empty_picture(&path.join("empty.png"), 60, 40);
    let [gems, tan] = ["gems/medium.png", "tan/medium.png"].map(fixture);
    let [gems, tan] = [gems.as_str(), tan.as_str()];
    let boards = data("dice-4x4.txt").display().to_string();
    for (status, args) in [
        (0, &["read", gems][..]),
        (2, &["read", gems, "empty.png"]),
        (0, &["read", gems, "--all-boards", "--region", "0,0,426,582"]),
        (0, &["solve", gems, "--word", "MERRIEST", "--nth", "2"]),
        (0, &["solve", gems, "--goal", "survive", "--transparent"]),
        (0, &["solve", "two.txt", "a.txt"]),
        (0, &["solve", "a.txt", "--goal", "pace", "--profile", "boggle"]),
        (1, &["solve", "a.txt", "--min-length", "9"]),
        (0, &["advise", gems, "--solves", "3"]),
        (2, &["advise", "a.txt", "none.png"]),
        (0, &["advise", "a.txt", "--profile", "spelltower"]),
        (0, &["advise", "a.txt", "--profile", "letterpress"]),
        (0, &["check", gems, tan]),
        (0, &["check", tan, "--engine", "net,template"]),
        (0, &["doctor"]),
        (0, &["teach", tan, "--skin", "tan", "--dir", "skin"]),
        (0, &["score", &boards]),
        (0, &["roll", "--count", "3", "--shape", "bookworm"]),
        (
            0,
            &[
                "simulate",
                "--policy",
                "survive",
                "--policy",
                "longest",
                "--games",
                "2",
                "--solves",
                "2",
                "--max-words",
                "4",
            ],
        ),
        (0, &["words", "build", "list.txt", "-o", "a.lexicon"]),
        (0, &["words", "import", "list.txt", "--name", "mine"]),
        (0, &["words", "info", "--lexicon", "mine"]),
        (1, &["words", "has", "cat", "cot", "--lexicon", "mine"]),
        (0, &["words", "list", "--pattern", "c.t*"]),
        (0, &["words", "forget", "mine"]),
        (0, &["teach", tan, "--skin", "brown"]),
        (0, &["teach", "--forget", "--skin", "brown"]),
        (0, &["words", "refuse", "cat"]),
        (0, &["words", "allow", "zyx"]),
    ] {
        // It asserts what this test is about.
        json(status, path, args, "");
    }
}

#[test]
fn a_document_of_another_form_is_refused() {
    let dir = folder();
    let gems = fixture("gems/medium.png");
    let right = json(0, dir.path(), &["solve", &gems], "");
    type Edit = fn(&mut Value);
    let edits: [(Edit, &str); 6] = [
        (|d| d["goal"] = value!("shortest"), "/goal"),
        (|d| d["unheard"] = value!(1), "unheard"),
        (|d| drop(d.as_object_mut().unwrap().remove("count")), "count"),
        (|d| d["words"][0]["path"][0]["line"] = value!(-1), "/words/0/path/0/line"),
        (|d| d["board"]["tiles"][3]["confidence"] = value!(1.5), "/board/tiles/3/confidence"),
        (|d| d["board"]["layout"]["pitch"] = value!([1, 2, 3]), "/board/layout/pitch"),
    ];
    for (edit, place) in edits {
        let mut wrong = right.clone();
        edit(&mut wrong);
        let found = violations("solve", &value!([wrong.clone()])).join("\n") + &violations("solve", &wrong).join("\n");
        assert!(!found.is_empty(), "{place}");
        let one = violations("solution", &wrong).join("\n");
        assert!(one.contains(place), "{place}: {one}");
    }
}

#[test]
fn the_schema_has_every_command() {
    let dir = folder();
    let schema = parse(&fs::read_to_string(root().join("docs/hexlex.schema.json")).unwrap());
    let without_json = ["help", "completions", "man", "edit", "config", "words", "rules"];
    for help in [&["--help"][..], &["words", "--help"], &["config", "--help"], &["rules", "--help"]] {
        let text = answer(0, dir.path(), help, "");
        let commands = text.split("Commands:\n").nth(1).expect("a list of commands");
        let names = commands.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("    "));
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            let name = if help.len() > 1 { format!("{} {name}", help[0]) } else { name.to_string() };
            let is_described = schema["$defs"].get(&name).is_some();
            assert!(is_described || without_json.contains(&name.split(" ").last().unwrap()), "{name}");
        }
    }
}
