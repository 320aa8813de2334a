//! Plain-text tables.

use crate::terminal::wrapped;

/// The rows in columns as wide as their widest cell. Column `left` is aligned left; the others hold numbers and are
/// aligned right.
pub(crate) fn table<const N: usize>(rows: &[[String; N]], left: usize) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| match column == left {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// The same in lines of at most `width` characters: where the table is wider, each row is a paragraph of its cells, each named by
/// its heading.
pub(crate) fn table_within<const N: usize>(rows: &[[String; N]], left: usize, width: usize) -> String {
    let whole = table(rows, left);
    let is_wide = whole.lines().any(|line| line.chars().count() > width);
    let Some((heading, rows)) = rows.split_first().filter(|(_, rows)| is_wide && !rows.is_empty()) else {
        return whole;
    };
    let paragraph = |row: &[String; N]| {
        let named = heading.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        let cells: Vec<String> = named.map(|(name, cell)| format!("{name} {cell}").trim_start().to_string()).collect();
        wrapped(&cells.join(", "), width) + "\n"
    };
    rows.iter().map(paragraph).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows =
            [["", "word", "points"], ["1", "QUARTZ", "7"], ["10", "TEA", "123"]].map(|row| row.map(str::to_string));
        assert_eq!(table(&rows, 1), "    word    points\n 1  QUARTZ       7\n10  TEA        123\n");
    }

    #[test]
    fn a_table_that_is_too_wide_becomes_paragraphs() {
        let rows = [["", "word", "points"], ["1", "QUARTZ", "7"], ["10", "TEA", ""]].map(|row| row.map(str::to_string));
        assert_eq!(table_within(&rows, 1, 18), table(&rows, 1));
        assert_eq!(table_within(&rows, 1, 15), "1, word QUARTZ,\npoints 7\n\n10, word TEA\n");
        assert_eq!(table_within(&rows[..1], 1, 5), table(&rows[..1], 1), "a heading alone is shown as it is");
    }
}
