//! The championship's log, with rencontres and contestants.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use arbitre::record::{OddOutput, Record};
use championnat::{Key, Pairing, Regulations, presentation};
use jeux::{Reason, Slot};
use log::Level;

/// A rencontre was interrupted; it is played `again`, or given up.
pub fn interrupted(regulations: &Regulations, pairing: &Pairing, why: &Reason, again: bool) {
    let [one, other] = [pairing.white, pairing.black].map(|contestant| regulations.name(contestant));
    let (key, why) = (pairing.key.to_string(), presentation::reason(why));
    let line = if again {
        i18n::text!("champ-replayed", key = key, one = one, other = other, why = why)
    } else {
        i18n::text!("champ-given-up", key = key, one = one, other = other, why = why)
    };
    log::error!("{line}");
}

/// An engine was the only one to play at each of so many interruptions: it plays alone from now on.
pub fn isolated(name: &str, interruptions: usize) {
    log::error!("{}", i18n::text!("champ-isolated", name = name, count = interruptions));
}

/// The championship pauses by itself, for so long.
pub fn machine_fails(why: &Reason, pause: Duration, championship: &str) {
    let (why, minutes) = (presentation::reason(why), pause.as_secs().div_ceil(60));
    log::error!("{}", i18n::text!("champ-machine", why = why, minutes = minutes, file = championship));
}

/// A rencontre lasts far longer than the others; this command ends it.
pub fn endless(key: Key, length: Duration, command: &str) {
    let minutes = length.as_secs() / 60;
    log::warn!(
        "{}",
        i18n::text!("champ-endless", key = key.to_string(), minutes = minutes, command = command)
    );
}

/// The fault that lost a rencontre.
pub fn fault(key: Key, record: &Record) {
    let fault = record.parties.iter().filter(|partie| !partie.result.is_absence()).find_map(|partie| {
        // A game that is lost by its rules, by a wrong grid for example, has a reason, too.
        let loser = partie.result.charged.or(partie.result.winner.map(Slot::other))?;
        Some((partie, loser, i18n::loss_reason(&partie.result)?))
    });
    if let Some((partie, slot, why)) = fault {
        let name = &record.players[slot].name;
        let (ply, partie) = (partie.last_turn(), &partie.name);
        let line = i18n::text!(
            "champ-fault",
            key = key.to_string(),
            partie = partie,
            ply = ply,
            name = name,
            why = why
        );
        say(Level::Warn, name, &line);
    }
}

/// What an engine wrote that is not of its protocol.
pub fn odd(key: Key, name: &str, output: &OddOutput) {
    let what = i18n::odd_output(&output.first, output.lines);
    let line = i18n::text!("champ-odd", key = key.to_string(), name = name, what = what);
    say(Level::Warn, name, &line);
}

/// Lines about one subject in a [`WINDOW`].
const LINES: u32 = 10;
const WINDOW: Duration = Duration::from_secs(60);
/// Subjects counted apart; all others count together.
const KNOWN: usize = 4096;

static LIMIT: Mutex<LogLimit> = Mutex::new(LogLimit(BTreeMap::new()));

/// Logs a line about `who` (a name, or an address); after ten in a minute they are only counted.
pub fn say(level: Level, who: &str, line: &str) {
    if !log::log_enabled!(level) {
        return;
    }
    let now = Instant::now();
    let allowed = LIMIT.lock().unwrap_or_else(PoisonError::into_inner).allow(who, now);
    tell_dropped(now);
    if allowed {
        log::log!(level, "{line}");
    }
}

/// Reports dropped lines as time passes.
pub fn tell_dropped(now: Instant) {
    let dropped = LIMIT.lock().unwrap_or_else(PoisonError::into_inner).due(now);
    say_dropped(dropped);
}

/// Reports the remaining dropped lines at the end.
pub fn close() {
    let dropped = std::mem::take(&mut *LIMIT.lock().unwrap_or_else(PoisonError::into_inner));
    say_dropped(dropped.0.into_iter().map(|(who, window)| (who, window.dropped)).collect());
}

fn say_dropped(dropped: Vec<(String, u64)>) {
    for (who, count) in dropped.into_iter().filter(|(_, count)| *count > 0) {
        log::warn!("{}", i18n::text!("champ-dropped", who = who, count = count));
    }
}

/// Recent lines per subject.
#[derive(Debug, Default)]
struct LogLimit(BTreeMap<String, Window>);

#[derive(Debug)]
struct Window {
    since: Instant,
    said: u32,
    dropped: u64,
}

impl LogLimit {
    fn allow(&mut self, who: &str, now: Instant) -> bool {
        let who = if self.0.len() < KNOWN || self.0.contains_key(who) { who } else { "..." };
        let new = || Window { since: now, said: 0, dropped: 0 };
        let window = self.0.entry(who.to_owned()).or_insert_with(new);
        let allowed = window.said < LINES || now.duration_since(window.since) >= WINDOW;
        if allowed {
            window.said += 1;
        } else {
            window.dropped += 1;
        }
        allowed
    }

    /// Expired windows, with their dropped lines.
    fn due(&mut self, now: Instant) -> Vec<(String, u64)> {
        let over = |_: &String, window: &mut Window| now.duration_since(window.since) >= WINDOW;
        self.0.extract_if(.., over).map(|(who, window)| (who, window.dropped)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_counted_for_each_alone() {
        let (mut limit, start) = (LogLimit::default(), Instant::now());
        let allowed: Vec<bool> = (0..15).map(|_| limit.allow("a", start)).collect();
        assert_eq!(allowed.iter().filter(|allowed| **allowed).count(), 10);
        assert!(limit.allow("b", start), "who is quiet is heard");
        assert_eq!(limit.due(start + WINDOW / 2), []);
        let due = limit.due(start + WINDOW);
        assert_eq!(due, [("a".to_owned(), 5), ("b".to_owned(), 0)]);
        assert!(limit.allow("a", start + WINDOW));
    }

    #[test]
    fn strangers_without_number_take_no_room_without_bound() {
        let (mut limit, start) = (LogLimit::default(), Instant::now());
        for number in 0..10_000 {
            limit.allow(&number.to_string(), start);
        }
        assert!(limit.0.len() <= KNOWN + 1);
        assert!(!limit.allow("another", start), "all others count together");
    }
}
