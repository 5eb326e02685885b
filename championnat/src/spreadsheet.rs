//! Tables for spreadsheets: UTF-8 with a BOM, CRLF after lines, and the signs of a language, as its spreadsheets open them.

use std::borrow::Cow;

use i18n::Language;

/// The BOM, with which spreadsheets decode accents.
pub const MARK: &str = "\u{feff}";

/// The signs that spreadsheets of a language expect: `;` and a decimal comma in French, `,` and a point in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Convention(pub Language);

impl Convention {
    /// That of the language spoken.
    pub fn spoken() -> Self {
        Convention(i18n::language())
    }

    fn separator(self) -> u8 {
        match self.0 {
            Language::Fr => b';',
            Language::En => b',',
        }
    }

    /// A number written with a point.
    pub fn number(self, text: &str) -> String {
        match self.0 {
            Language::Fr => text.replace('.', ","),
            Language::En => text.to_owned(),
        }
    }

    /// A whole table of texts of others.
    pub fn table<R: IntoIterator<Item: AsRef<str>>>(self, rows: impl IntoIterator<Item = R>) -> String {
        let rows = rows.into_iter().map(|row| {
            let cells: Vec<_> = row.into_iter().map(|cell| harmless(cell.as_ref()).into_owned()).collect();
            written(self.separator(), cells.iter().map(String::as_str))
        });
        MARK.to_owned() + &rows.collect::<String>()
    }
}

/// A line of cells, as they are, with `;` between them.
pub fn line<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    written(b';', cells)
}

fn written<'a>(separator: u8, cells: impl IntoIterator<Item = &'a str>) -> String {
    let mut writer = csv::WriterBuilder::new();
    let mut writer = writer.delimiter(separator).terminator(csv::Terminator::CRLF).from_writer(vec![]);
    // Writing into memory cannot fail.
    let _ = writer.write_record(cells);
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A text of others, which no spreadsheet takes for a formula; numbers stay as they are.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let is_number = || text.replace(',', ".").parse::<f64>().is_ok();
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number() {
        true => Cow::Owned(format!("'{text}")),
        false => Cow::Borrowed(text),
    }
}

/// A whole table of texts of others, by the convention of the language spoken.
pub fn table<R: IntoIterator<Item: AsRef<str>>>(rows: impl IntoIterator<Item = R>) -> String {
    Convention::spoken().table(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_opens_as_text() {
        let rows = [["nom", "cause"], ["Zoé;\"x\"", "=cmd|' /C calc'!A1"], ["-1,5", "deux\nlignes"]];
        assert_eq!(
            Convention(Language::Fr).table(rows),
            "\u{feff}nom;cause\r\n\"Zoé;\"\"x\"\"\";'=cmd|' /C calc'!A1\r\n-1,5;\"deux\nlignes\"\r\n"
        );
        assert_eq!(
            Convention(Language::En).table([["a;b", "-x"], ["1.5", "@y"]]),
            "\u{feff}a;b,'-x\r\n1.5,'@y\r\n"
        );
    }
}
