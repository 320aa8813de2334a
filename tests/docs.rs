//! README.md and docs/ as a reader follows them: links that lead somewhere, and a README that stays short.

use hexlex::board::Board;
use std::fs;
use std::path::{Path, PathBuf};

/// The most words of README.md.
const README_WORDS: usize = 1300;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md and every page of docs/.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("docs/ is there");
    let mut pages: Vec<PathBuf> = docs.map(|entry| entry.expect("docs/ can be listed").path()).collect();
    pages.extend(["README.md", "CONTRIBUTING.md"].map(|page| root().join(page)));
    pages
}

/// The targets of the links of a page that lead to files.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let files = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
    files.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[test]
fn every_link_leads_to_a_file() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page is text");
        let folder = page.parent().expect("a page lies in a folder");
        let broken: Vec<&str> = links(&text).filter(|link| !folder.join(link).exists()).collect();
        assert!(broken.is_empty(), "{}: {broken:?}", page.display());
    }
}

#[test]
fn every_source_file_that_the_docs_name_is_there() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page is text");
        let named =
            text.split('`').skip(1).step_by(2).filter(|name| name.starts_with("src/") || name.starts_with("tools/"));
        let missing: Vec<&str> =
            named.filter(|name| !name.contains([' ', '*']) && !root().join(name).exists()).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", page.display());
    }
}

#[test]
fn the_readme_is_short() {
    let words = fs::read_to_string(root().join("README.md")).expect("README.md is text").split_whitespace().count();
    assert!(words <= README_WORDS, "README.md has {words} words: move some to docs/");
}

#[test]
fn the_example_of_board_text_is_board_text() {
    let text = fs::read_to_string(root().join("docs/board-text.md")).expect("the page is text");
    let example = text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let board: Board = example.parse().expect("the example is a board");
    assert_eq!(board.shape().len(), 10);
}
