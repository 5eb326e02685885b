//! The log of a program, on its standard error.

use std::io::Write;

use env_logger::Builder;
use jiff::Timestamp;
use log::LevelFilter;

/// A logger from this level on: `[2026-05-10T14:00:00.123+02:00 INFO ] ...`, with the clock of this machine. Further lines
/// of a message are indented.
pub fn logger(level: LevelFilter) -> Builder {
    let mut builder = Builder::new();
    builder.filter_level(level).format(|out, record| {
        let (style, level) = (out.default_level_style(record.level()), record.level());
        let said = record.args().to_string().replace('\n', "\n    ");
        writeln!(out, "[{} {style}{level:<5}{style:#}] {said}", i18n::stamp(Timestamp::now()))
    });
    builder
}
