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
use crate::config::description::{check_network, find};
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
struct TakenNames(HashMap<String, (String, u64, String)>);

impl TakenNames {
    fn get(&self, name: &str) -> Option<&(String, u64, String)> {
        self.0.get(&name.to_lowercase())
    }

    fn add(&mut self, name: &str, row: &ImportedRow) {
        self.0.insert(name.to_lowercase(), (name.to_owned(), row.line, row.mail.clone()));
    }
}

/// Names everybody, in the order of the list.
pub(super) fn name(
    rows: Vec<ImportedRow>,
    known: &[DescribedContestant],
    import: &Import<'_>,
) -> NamedContestants {
    let mut named = NamedContestants { contestants: vec![], kept: 0, remarks: vec![] };
    let (mut taken, mut logins) = (TakenNames::default(), TakenNames::default());
    let mut lines = vec![];
    for row in rows {
        let engine = Some(row.engine.clone())
            .filter(|engine| !engine.is_empty() && !matches!(engine.as_str(), "reseau" | "réseau"));
        if let Some(engine) = &engine
            && let Err(why) = import.engines.check(import.game, engine)
        {
            let message = Message::new("config-engine").with("name", full(&row)).with("why", why);
            named.remarks.push(Remark::at(row.line, message));
        }
        let Some(name) = name_of(&row, known, &taken, &mut named.remarks) else { continue };
        taken.add(&name, &row);
        if let Some(there) = known.iter().find(|one| one.name == name) {
            logins.add(there.sent(), &row);
            named.kept += 1;
            continue;
        }
        let mut login = None;
        if engine.is_none() {
            let Some(found) = login_of(&row, &name, known, &logins, import, &mut named.remarks) else {
                continue;
            };
            logins.add(&found, &row);
            // Earlier versions put what fits the wire in the place of the name.
            if known.iter().any(|one| one.login.is_none() && one.name == found) {
                named.kept += 1;
                continue;
            }
            login = Some(found).filter(|login| *login != name);
        } else if !row.login.is_empty() && check_name(&row.login).is_ok() {
            login = Some(row.login.clone()).filter(|login| *login != name);
        }
        named.contestants.push(ImportedContestant { name, login, mail: row.mail, engine, secret: None });
        lines.push(row.line);
    }
    named.remarks.extend(alike_on_the_wire(&named.contestants, &lines, known, import));
    named
}

/// New contestants whom the game's clients could not tell from others; engines choose no other login for that.
fn alike_on_the_wire(
    contestants: &[ImportedContestant],
    lines: &[u64],
    known: &[DescribedContestant],
    import: &Import<'_>,
) -> Vec<Remark> {
    let by_network = contestants.iter().any(|one| one.engine.is_none());
    if !by_network && !known.iter().any(|one| one.by_network) {
        return vec![];
    }
    let Some(wire) = find(import.game).ok().and_then(|kind| kind.wire) else { return vec![] };
    let told = |sent: &str| wire.told(sent).to_lowercase();
    let mut seen: HashMap<String, &str> = known.iter().map(|one| (told(one.sent()), &*one.name)).collect();
    let mut remarks = vec![];
    for (one, line) in contestants.iter().zip(lines) {
        if let Some(other) = seen.insert(told(one.sent()), &one.name) {
            let message = Message::new("config-login-twice").with("name", one.name.as_str());
            remarks.push(Remark::at(*line, message.with("other", other).with("told", wire.told(one.sent()))));
        }
    }
    remarks
}

/// What people call the person of a row; `None`: the person again, or impossible.
fn name_of(
    row: &ImportedRow,
    known: &[DescribedContestant],
    taken: &TakenNames,
    remarks: &mut Vec<Remark>,
) -> Option<String> {
    let wanted = full(row);
    let why = match trouble(&wanted, row, known, taken) {
        None => return Some(wanted),
        Some((message, true)) => {
            let lower = wanted.to_lowercase();
            if !known.iter().any(|one| one.name.to_lowercase() == lower) {
                remarks.push(Remark::at(row.line, message));
            }
            return None;
        }
        Some((why, false)) => why,
    };
    let rules = NameRules {
        possible: &|name| allowed(name).is_ok(),
        free: &|name| trouble(name, row, known, taken).is_none(),
    };
    let Some(name) = rules.proposal(&[clean(&row.first), clean(&row.last)]) else {
        remarks.push(Remark::at(row.line, why));
        return None;
    };
    // A contestant kept under an earlier proposal was told so then.
    if !known.iter().any(|one| one.name == name) {
        let message = Message::new("import-proposal").with("why", why);
        remarks.push(Remark::at(row.line, message.with("name", name.as_str())));
    }
    Some(name)
}

/// What the person of a row is called on the wire: by the identifier of the list, or the name, if that is
/// possible.
fn login_of(
    row: &ImportedRow,
    name: &str,
    known: &[DescribedContestant],
    logins: &TakenNames,
    import: &Import<'_>,
    remarks: &mut Vec<Remark>,
) -> Option<String> {
    let trouble = |login: &str| {
        let message = |id| Message::new(id).with("login", login);
        if let Err(why) = sendable(login, import) {
            return Some(why);
        }
        if let Some((_, line, _)) = logins.get(login) {
            return Some(message("import-login-twice").with("line", *line));
        }
        let lower = login.to_lowercase();
        let other =
            known.iter().find(|one| one.login.as_ref().is_some_and(|login| login.to_lowercase() == lower))?;
        Some(message("import-login-known").with("other", other.name.as_str()))
    };
    let wanted = if row.login.is_empty() { name } else { row.login.as_str() };
    let Some(why) = trouble(wanted) else { return Some(wanted.to_owned()) };
    let rules = NameRules {
        possible: &|login| sendable(login, import).is_ok(),
        free: &|login| trouble(login).is_none(),
    };
    let parts = if row.login.is_empty() {
        [clean(&row.first), clean(&row.last)]
    } else {
        [String::new(), clean(&row.login)]
    };
    let Some(login) = rules.proposal(&parts) else {
        remarks.push(Remark::at(row.line, why));
        return None;
    };
    if !known.iter().any(|one| one.name == login) {
        let message = Message::new("import-login-proposal").with("why", why);
        remarks.push(Remark::at(row.line, message.with("login", login.as_str())));
    }
    Some(login)
}

/// First and last name.
pub(super) fn full(row: &ImportedRow) -> String {
    [row.first.as_str(), row.last.as_str()].join(" ").trim().to_owned()
}

/// Why a name is impossible, and whether it is the same person again, who is left out.
fn trouble(
    name: &str,
    row: &ImportedRow,
    known: &[DescribedContestant],
    taken: &TakenNames,
) -> Option<(Message, bool)> {
    if let Err(message) = allowed(name) {
        return Some((message, false));
    }
    if let Some((other, line, mail)) = taken.get(name) {
        let message = |id| {
            let message = Message::new(id).with("name", name).with("other", other.as_str());
            message.with("line", *line)
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

/// Whether any game allows a name.
fn allowed(name: &str) -> Result<(), Message> {
    check_name(name)?;
    let wrong = |why: Reason| Message::new("config-name").with("name", name).with("why", why);
    if name.starts_with(['=', '+', '-', '@']) {
        // A spreadsheet would compute it.
        return Err(wrong(Reason::new("name-formula")));
    }
    if !name.chars().all(is_allowed) {
        return Err(wrong(Reason::new("name-characters")));
    }
    Ok(())
}

/// Whether the game's wire carries a name, with a secret behind it if it carries secrets.
fn sendable(name: &str, import: &Import<'_>) -> Result<(), Message> {
    allowed(name)?;
    // If plain letters were too long as well, length is the reason.
    if model::carries_secrets(import) && !model::secret_fits(import, &"a".repeat(name.len())) {
        let most = (1..name.len()).rev().find(|most| model::secret_fits(import, &"a".repeat(*most)));
        let message = Message::new("import-no-room").with("name", name).with("bytes", name.len());
        return Err(message.with("most", most.unwrap_or_default()));
    }
    let wrong = |why: Reason| Message::new("config-name").with("name", name).with("why", why);
    check_network(import.game, name).map_err(wrong)
}

/// A name without what none may have.
fn clean(text: &str) -> String {
    let kept: String = text.chars().filter(|c| is_allowed(*c) && *c != '#').collect();
    kept.trim_start_matches(['=', '+', '-', '@', ' ']).trim_end().to_owned()
}

/// What a proposed name must be.
struct NameRules<'a> {
    possible: &'a dyn Fn(&str) -> bool,
    /// Possible, and nobody else's.
    free: &'a dyn Fn(&str) -> bool,
}

impl NameRules<'_> {
    /// A possible name of a first and a last one: shortened, numbered if taken.
    fn proposal(&self, [first, last]: &[String; 2]) -> Option<String> {
        let initial = |text: &str| text.chars().next().map(|c| format!("{c}.")).unwrap_or_default();
        let joined = |one: &str, other: &str| format!("{one} {other}").trim().to_owned();
        let longest =
            |text: &str, room: usize| text.chars().take(room).collect::<String>().trim_end().to_owned();
        let mut candidates = vec![joined(first, last)];
        if !first.is_empty() && !last.is_empty() {
            candidates.extend([joined(&initial(first), last), joined(first, &initial(last))]);
        }
        let base = candidates[candidates.len().saturating_sub(2)].clone();
        candidates.extend((1..base.chars().count()).rev().map(|room| longest(&base, room)));
        // Some games allow ASCII only.
        let plain = |name: String| -> String {
            let letters = name.nfd().filter(|c| !is_combining_mark(*c));
            letters.map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
        };
        let with_spaces = (self.possible)("a b");
        if !with_spaces {
            candidates = candidates.into_iter().map(plain).collect();
        }
        let base = candidates.iter().find(|name| !name.is_empty() && (self.possible)(name))?.clone();
        if (self.free)(&base) {
            return Some(base);
        }
        let space = if with_spaces { " " } else { "_" };
        (2..1000).find_map(|number| {
            let end = format!("{space}{number}");
            // The number needs room, too.
            (1..=base.chars().count())
                .rev()
                .map(|room| longest(&base, room) + &end)
                .find(|name| (self.possible)(name))
                .filter(|name| (self.free)(name))
        })
    }
}
