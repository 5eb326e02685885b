//! The table of the solution, for a program that runs for a user.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
};

use i18n::text;

use super::solution::{
    Table,
    solve::Progress,
    store::{self, Origin},
};

/// Opens the table at `choice`, or at the usual place, computing it when need be.
///
/// The progress is shown when standard error is a terminal; what went wrong with the file is logged.
pub fn open(choice: Option<&Path>) -> Table {
    let path = store::path(choice);
    let (table, origin) = store::open(path.as_deref(), &mut progress());
    if let Origin::Solved { refused, unsaved } = origin {
        if let Some(error) = refused {
            log::warn!("{}", text!("table-rebuilt", why = i18n::causes(&error)));
        }
        if let Some(error) = unsaved {
            log::warn!("{}", text!("table-not-saved", why = i18n::causes(&error)));
        }
    }
    table
}

/// Shows how far the computation has come on standard error, if that is a terminal.
pub fn progress() -> impl FnMut(Progress) {
    let mut shown = None;
    move |Progress { known, total }| {
        let percent = 100 * known / total.max(1);
        let mut terminal = io::stderr();
        if shown == Some(percent) || !terminal.is_terminal() {
            return;
        }
        shown = Some(percent);
        // The line is erased at the end. A terminal that has gone away is no reason to stop.
        let line = match known < total {
            true => format!("\r{}", text!("table-progress", percent = percent)),
            false => "\r\x1b[K".into(),
        };
        terminal.write_all(line.as_bytes()).and_then(|()| terminal.flush()).ok();
    }
}
