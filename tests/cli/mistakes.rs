//! What newcomers mistype: each mistake is answered with what was most likely meant. Every proposal was tried by hand.

use crate::common::{folder, trouble};

#[test]
fn a_mistake_is_answered_with_what_was_meant() {
    let dir = folder();
    std::fs::write(dir.path().join("a.txt"), "C A T\n").unwrap();
    for (args, remedy) in [
        (&["solve", "a.txt", "--tpo", "3"][..], "leave it out, or use `--top`; "),
        (&["solve", "a.txt", "--lexcion", "de"], "leave it out, or use `--lexicon`; "),
        (&["solve", "a.txt", "--jsn"], "leave it out, or use `--json`; "),
        (&["solve", "a.txt", "--xyz"], "found `--xyz`: leave it out; "),
        (&["watch", "--windw", "x"], "leave it out, or use `--window`; "),
        (&["slove"], "use `solve`; "),
        (&["help", "solv"], "use `solve`; "),
        (&["chek", "fixtures"], "use `check`; "),
        (&["words", "lst"], "use `list`; "),
        (&["words", "imprt"], "use `import`; "),
        (&["a.txt"], "use `hexlex solve a.txt`; "),
        (&["solve", "a.txt", "--goal", "longst"], "use `longest`; "),
        (&["solve", "a.txt", "--goal", "points"], "use one of them; "),
        (&["read", "a.png", "--engine", "tess"], "use `tesseract`; "),
        (&["practice", "--skin", "wod"], "use `wood`; "),
        (&["completions", "zhs"], "use `zsh`; "),
        (&["solve", "a.txt", "--profile", "bookworm"], "for bookworm name one of deluxe, web, mobile"),
        (&["solve", "a.txt", "--profile", "botgle"], "name one of these, perhaps `boggle`"),
        (&["solve", "a.txt", "--profile", "delux"], "name one of these, perhaps `deluxe`"),
        (&["man", "solv"], "use `solve`, or one of "),
        (&["--json"], "found none: give one of solve, "),
        (&["words", "--json"], "found none: give one of build, "),
        (&["completions", "--json", "bash"], "leave --json out"),
        (&["man", "--json"], "leave --json out"),
        (&["words", "has", "cat", "--lexicon", "englsh"], "use `english`, or name a file or one of "),
        (&["words", "has", "cat", "--lexicon", "germna"], "use `german`, or name a file or one of "),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains("expected ") && error.contains(remedy), "{args:?}: {error}");
    }
}
