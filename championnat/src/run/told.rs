//! Events of the championship in its log, each with its rencontre and its contestants.

use arbitre::record::Record;
use championnat::{Key, Pairing, Regulations};
use jeux::Reason;
use log::Level;

use championnat::presentation;

use super::log_limit;

/// A rencontre was interrupted: it is played `again`, or given up.
pub fn interrupted(regulations: &Regulations, pairing: &Pairing, why: &Reason, again: bool) {
    let [one, other] = [pairing.white, pairing.black].map(|contestant| regulations.name(contestant));
    let (key, why) = (pairing.key.to_string(), presentation::reason(why));
    let line = if again {
        words::text!("champ-replayed", key = key, one = one, other = other, why = why)
    } else {
        words::text!("champ-given-up", key = key, one = one, other = other, why = why)
    };
    log::error!("{line}");
}

/// By what fault a rencontre was lost, where more is known than its name.
pub fn fault(key: Key, record: &Record) {
    let fault = record.parties.iter().find_map(|party| {
        let why = party.result.detail.as_ref().filter(|_| !party.result.is_absence())?;
        Some((party.result.charged?, why))
    });
    if let Some((slot, why)) = fault {
        let player = &record.players[slot];
        let why = presentation::reason(why);
        let line = words::text!("champ-fault", key = key.to_string(), name = &player.name, why = why);
        log_limit::say(Level::Warn, &player.name, &line);
    }
}

/// What was odd in what an engine wrote: the first of it, and how many lines.
pub fn odd(key: Key, name: &str, what: &Reason, count: u64) {
    let what = presentation::reason(what);
    let line = words::text!("champ-odd", key = key.to_string(), name = name, what = what, count = count);
    log_limit::say(Level::Warn, name, &line);
}
