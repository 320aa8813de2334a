//! The counts as a table for the terminal, and every number as a page of docs/.

use super::CountedFile;
use super::count::{Kind, Number};
use std::fmt::Write;

/// The numbers of one kind.
fn of_kind(file: &CountedFile, kind: Kind) -> impl Iterator<Item = &Number> {
    file.counted.numbers.iter().filter(move |number| number.kind == kind)
}

/// A line for each file that has numbers, and the sums.
pub(super) fn table(files: &[CountedFile]) -> String {
    // Writing to a string cannot fail.
    let mut text = format!("{:>6} {:>6} {:>6}  file\n", "lines", "named", "bare");
    let (mut lines, mut named, mut bare) = (0, 0, 0);
    for file in files {
        let (own_named, own_bare) = (of_kind(file, Kind::Named).count(), of_kind(file, Kind::Bare).count());
        (lines, named, bare) = (lines + file.counted.lines, named + own_named, bare + own_bare);
        if own_named + own_bare > 0 {
            let _ = writeln!(text, "{:>6} {own_named:>6} {own_bare:>6}  {}", file.counted.lines, file.path);
        }
    }
    let _ = writeln!(text, "{lines:>6} {named:>6} {bare:>6}  in all");
    let _ = writeln!(text, "{}", sentence(files));
    text
}

/// The sums, and what the simpler count of earlier figures comes to.
fn sentence(files: &[CountedFile]) -> String {
    let count = |kind: Kind| files.iter().map(|file| of_kind(file, kind).count()).sum::<usize>();
    let (named, bare) = (count(Kind::Named), count(Kind::Bare));
    let constants: usize = files.iter().map(|file| file.counted.constants).sum();
    let is_fraction = |number: &&Number| number.value.contains(['.', 'e']);
    let fractions: usize = files.iter().map(|file| of_kind(file, Kind::Bare).filter(is_fraction).count()).sum();
    format!(
        "{} numbers set by hand: {named} named (in constants: {constants}), {bare} bare (fractions: {fractions}).",
        named + bare
    )
}

/// The page: a table for each file that has numbers.
pub(super) fn page(files: &[CountedFile]) -> String {
    let mut page = format!(
        "# Numbers set by hand\n\n{}\n\nThis page lists them for the reader: `src/locate`, `src/read`, \
         `src/search`, `src/options.rs` and `src/pipeline.rs`.\nWhat counts, and why an earlier count differs, is in the header of \
         `tools/src/bin/numbers/main.rs`. Learned weights\nare not listed: a command writes them. `src/read/tiles.weights` holds 44 \
         parameters, of which the command moved a few;\nthe others keep a value that was chosen by hand. This command writes \
         the page:\n\n```sh\ncargo run --release -p hexlex-tools --bin numbers -- --write\n```\n",
        sentence(files)
    );
    for file in files.iter().filter(|file| !file.counted.numbers.is_empty()) {
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {}\n\n| name | value | what it is |\n|---|---|---|\n", file.path);
        for row in rows(&file.counted.numbers) {
            let _ = writeln!(page, "{row}");
        }
    }
    page
}

/// A row for each constant or field with all its numbers; for each function its bare ones.
fn rows(numbers: &[Number]) -> Vec<String> {
    let is_same = |a: &Number, b: &Number| a.name == b.name && a.kind == b.kind && a.comment == b.comment;
    let row = |group: &[Number]| {
        let values: Vec<&str> = group.iter().map(|number| number.value.as_str()).collect();
        let Number { name, kind, comment, .. } = &group[0];
        let comment = match kind {
            Kind::Named => comment.replace('|', "\\|"),
            Kind::Bare => "bare, in this function".to_string(),
        };
        format!("| `{name}` | {} | {comment} |", values.join(", "))
    };
    numbers.chunk_by(is_same).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::super::count::{FieldComments, count};
    use super::*;

    #[test]
    fn the_page_has_a_row_for_each_name() {
        let text =
            "/// In pixels. Chosen.\nconst A: (f32, usize) = (0.5, 8);\nfn f(n: u8) -> bool { n > 3 && g() < 0.25 }\n";
        let counted = count(text, &FieldComments::new()).unwrap();
        let files = [CountedFile { path: "src/read/a.rs".to_string(), counted }];
        let page = page(&files);
        assert!(page.contains("4 numbers set by hand: 2 named (in constants: 1), 2 bare (fractions: 1)."), "{page}");
        let rows = "\n## src/read/a.rs\n\n| name | value | what it is |\n|---|---|---|\n| `A` | 0.5, 8 | In pixels |\n\
                    | `f` | 3, 0.25 | bare, in this function |\n";
        assert!(page.ends_with(rows), "{page}");
        assert!(table(&files).contains("     3      2      2  src/read/a.rs\n     3      2      2  in all\n"));
    }
}
