//! Plain-text tables.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows =
            [["", "word", "points"], ["1", "QUARTZ", "7"], ["10", "TEA", "123"]].map(|row| row.map(str::to_string));
        assert_eq!(table(&rows, 1), "    word    points\n 1  QUARTZ       7\n10  TEA        123\n");
    }
}
