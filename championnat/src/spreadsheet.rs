//! Tables for spreadsheets: UTF-8 with a BOM, `;` between cells, CRLF after lines, as a French one opens them.

use std::borrow::Cow;

/// The BOM, with which spreadsheets decode accents.
pub const MARK: &str = "\u{feff}";

/// A line of cells, as they are.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer.delimiter(b';').terminator(csv::Terminator::CRLF).from_writer(vec![]);
    // Writing into memory cannot fail.
    let _ = writer.write_record(cells);
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A text of others, which no spreadsheet takes for a formula.
pub fn harmless(text: &str) -> Cow<'_, str> {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

/// A whole table of texts of others.
pub fn table<R: IntoIterator<Item: AsRef<str>>>(rows: impl IntoIterator<Item = R>) -> String {
    let rows = rows.into_iter().map(|row| {
        let cells: Vec<_> = row.into_iter().map(|cell| harmless(cell.as_ref()).into_owned()).collect();
        line(cells.iter().map(String::as_str))
    });
    MARK.to_owned() + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_opens_as_text() {
        let text = table([["nom", "cause"], ["Zoé;\"x\"", "=cmd|' /C calc'!A1"], ["-1", "deux\nlignes"]]);
        assert_eq!(
            text,
            "\u{feff}nom;cause\r\n\"Zoé;\"\"x\"\"\";'=cmd|' /C calc'!A1\r\n'-1;\"deux\nlignes\"\r\n"
        );
    }
}
