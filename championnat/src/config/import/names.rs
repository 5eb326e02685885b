//! Names for the contestants of a list, and proposals where a name is impossible.

use std::collections::HashMap;

use jeux::Reason;
use protocol::name::is_allowed;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::list::ImportedRow;
use super::model;
use super::model::{DescribedContestant, Import, ImportedContestant, Remark};
use crate::config::check::check_name;
use crate::config::description::check_network;
use crate::message::Message;

/// The contestants of a list.
pub(super) struct NamedContestants {
    /// New ones.
    pub contestants: Vec<ImportedContestant>,
    /// How many are already there.
    pub kept: usize,
    pub remarks: Vec<Remark>,
}

/// Taken names, by lower case.
#[derive(Default)]
struct TakenNames(HashMap<String, (String, Option<u64>, String)>);

impl TakenNames {
    fn get(&self, name: &str) -> Option<&(String, Option<u64>, String)> {
        self.0.get(&name.to_lowercase())
    }

    fn add(&mut self, name: &str, line: Option<u64>, mail: &str) {
        self.0.insert(name.to_lowercase(), (name.to_owned(), line, mail.to_owned()));
    }
}

/// Names everybody, in the order of the list.
pub(super) fn name(
    rows: Vec<ImportedRow>,
    known: &[DescribedContestant],
    import: &Import<'_>,
) -> NamedContestants {
    let mut named = NamedContestants { contestants: vec![], kept: 0, remarks: vec![] };
    let mut taken = TakenNames::default();
    for row in rows {
        let engine = Some(row.engine.clone())
            .filter(|engine| !engine.is_empty() && !matches!(engine.as_str(), "reseau" | "réseau"));
        if let Some(engine) = &engine
            && let Err(why) = import.engines.check(import.game, engine)
        {
            let message = Message::new("config-engine").with("name", full(&row)).with("why", why);
            named.remarks.push(Remark::at(row.line, message));
        }
        let wanted = full(&row);
        let by_network = engine.is_none();
        let name = match trouble(&wanted, &row, by_network, known, &taken, import) {
            None => wanted,
            Some((message, true)) => {
                named.remarks.push(Remark::at(row.line, message));
                continue;
            }
            Some((why, false)) => {
                let Some(name) = proposal(&row, by_network, known, &taken, import) else {
                    named.remarks.push(Remark::at(row.line, why));
                    continue;
                };
                // A contestant kept under an earlier proposal was told so then.
                if !known.iter().any(|one| one.name == name) {
                    let message = Message::new("import-proposal").with("why", why);
                    named.remarks.push(Remark::at(row.line, message.with("name", name.as_str())));
                }
                name
            }
        };
        taken.add(&name, Some(row.line), &row.mail);
        if known.iter().any(|one| one.name == name) {
            named.kept += 1;
        } else {
            named.contestants.push(ImportedContestant { name, mail: row.mail, engine, secret: None });
        }
    }
    named
}

/// First and last name.
pub(super) fn full(row: &ImportedRow) -> String {
    [row.first.as_str(), row.last.as_str()].join(" ").trim().to_owned()
}

/// Why a name is impossible, and whether it is the same person again, who is left out.
fn trouble(
    name: &str,
    row: &ImportedRow,
    by_network: bool,
    known: &[DescribedContestant],
    taken: &TakenNames,
    import: &Import<'_>,
) -> Option<(Message, bool)> {
    if let Err(message) = allowed(name, by_network, import) {
        return Some((message, false));
    }
    if let Some((other, line, mail)) = taken.get(name) {
        let message = |id| {
            let message = Message::new(id).with("name", name).with("other", other.as_str());
            message.with("line", line.unwrap_or_default())
        };
        if !mail.is_empty() && mail.eq_ignore_ascii_case(&row.mail) {
            return Some((message("import-twice-same"), true));
        }
        return Some((message(if other == name { "import-twice" } else { "import-twice-case" }), false));
    }
    let lower = name.to_lowercase();
    let alike = known.iter().find(|one| one.name.to_lowercase() == lower && one.name != name)?;
    Some((Message::new("import-known-case").with("name", name).with("other", alike.name.as_str()), false))
}

/// Whether the game allows a name.
fn allowed(name: &str, by_network: bool, import: &Import<'_>) -> Result<(), Message> {
    check_name(name)?;
    let wrong = |why: Reason| Message::new("config-name").with("name", name).with("why", why);
    if name.starts_with(['=', '+', '-', '@']) {
        // A spreadsheet would compute it.
        return Err(wrong(Reason::new("name-formula")));
    }
    if !name.chars().all(is_allowed) {
        return Err(wrong(Reason::new("name-characters")));
    }
    if by_network {
        // If plain letters were too long as well, length is the reason.
        if model::carries_secrets(import) && !model::secret_fits(import, &"a".repeat(name.len())) {
            let most = (1..name.len()).rev().find(|most| model::secret_fits(import, &"a".repeat(*most)));
            let message = Message::new("import-no-room").with("name", name).with("bytes", name.len());
            return Err(message.with("most", most.unwrap_or_default()));
        }
        check_network(import.game, name).map_err(wrong)?;
    }
    Ok(())
}

/// A possible name: forbidden characters removed, shortened, numbered if taken.
fn proposal(
    row: &ImportedRow,
    by_network: bool,
    known: &[DescribedContestant],
    taken: &TakenNames,
    import: &Import<'_>,
) -> Option<String> {
    let clean = |text: &str| {
        let kept: String = text.chars().filter(|c| is_allowed(*c) && *c != '#').collect();
        kept.trim_start_matches(['=', '+', '-', '@', ' ']).trim_end().to_owned()
    };
    let (first, last) = (clean(&row.first), clean(&row.last));
    let initial = |text: &str| text.chars().next().map(|c| format!("{c}.")).unwrap_or_default();
    let joined = |one: &str, other: &str| format!("{one} {other}").trim().to_owned();
    let longest = |text: &str, room: usize| text.chars().take(room).collect::<String>().trim_end().to_owned();
    let mut candidates = vec![joined(&first, &last)];
    if !first.is_empty() && !last.is_empty() {
        candidates.extend([joined(&initial(&first), &last), joined(&first, &initial(&last))]);
    }
    let base = candidates[candidates.len().saturating_sub(2)].clone();
    candidates.extend((1..base.chars().count()).rev().map(|room| longest(&base, room)));
    // Some games allow ASCII only.
    let plain = |name: String| -> String {
        let letters = name.nfd().filter(|c| !is_combining_mark(*c));
        letters.map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
    };
    let with_spaces = allowed("a b", by_network, import).is_ok();
    if !with_spaces {
        candidates = candidates.into_iter().map(plain).collect();
    }
    let possible = |name: &String| allowed(name, by_network, import).is_ok();
    let free = |name: &String| trouble(name, row, by_network, known, taken, import).is_none();
    let base = candidates.iter().find(|name| !name.is_empty() && possible(name))?.clone();
    if free(&base) {
        return Some(base);
    }
    let space = if with_spaces { " " } else { "_" };
    (2..1000).find_map(|number| {
        let end = format!("{space}{number}");
        // The number needs room, too.
        (1..=base.chars().count()).rev().map(|room| longest(&base, room) + &end).find(possible).filter(free)
    })
}
