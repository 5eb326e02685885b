//! How a game ended, as a sentence.

use std::time::Duration;

use jeux::{Reason, Slot};
use protocol::Termination;
use protocol::result::ResultRecord;

use crate::{reason, seconds, text};

/// How a game between these players ended, as a clause: the winner, how, and why. `whom` is the
/// player addressed; `None` addresses everybody.
pub fn outcome_sentence(result: &ResultRecord, names: [&str; 2], whom: Option<Slot>) -> String {
    let text = outcome(result, names, whom);
    match outcome_reason(result) {
        Some(why) => text!("outcome-because", text = text, why = why),
        None => text,
    }
}

/// The same without why.
pub fn outcome(result: &ResultRecord, names: [&str; 2], whom: Option<Slot>) -> String {
    let Some(winner) = result.winner else {
        return match result.termination {
            Termination::Draw => text!("outcome-drawn"),
            Termination::Disconnected => text!("outcome-both-absent"),
            _ => text!("outcome-cut"),
        };
    };
    let code = result.detail.as_ref().map_or("", |why| why.code.as_str());
    let end = match (result.termination, code) {
        (Termination::Disconnected, "absent" | "excluded" | "gave-up") => code,
        (termination, _) => termination.word(),
    };
    let called = |name: &str| if name.is_empty() { text!("outcome-opponent") } else { name.to_owned() };
    let (name, loser) = (called(names[winner]), called(names[winner.other()]));
    match whom {
        None => text!("outcome-won", end = end, winner = name, loser = loser),
        Some(reader) if reader == winner => text!("outcome-you-won", end = end, loser = loser),
        Some(_) => text!("outcome-you-lost", end = end, winner = name),
    }
}

/// Why a game ended so, if there is more to say.
pub fn outcome_reason(result: &ResultRecord) -> Option<String> {
    match result.termination {
        Termination::Timeout => {
            let time = |micros: u64| seconds(Duration::from_micros(micros));
            let late = time(result.fault_micros?);
            let late = match (result.fault_cpu_micros, result.fault_waited_micros) {
                (Some(cpu), Some(waited)) => {
                    text!("outcome-late", time = late, cpu = time(cpu), waited = time(waited))
                }
                _ => late,
            };
            Some(match &result.detail {
                Some(why) => text!("outcome-late-why", late = late, why = reason(why)),
                None => late,
            })
        }
        // Why he was not there.
        Termination::Disconnected => {
            result.detail.as_ref().filter(|_| result.is_absence())?.cause.as_deref().map(reason)
        }
        _ => result.detail.as_ref().map(reason),
    }
}

/// What a game was lost by, for a line about its loser: the same as [`outcome_reason`], after the word of a fault that
/// it does not name itself.
pub fn loss_reason(result: &ResultRecord) -> Option<String> {
    let word = match result.termination {
        Termination::Timeout => text!("word-timeout"),
        Termination::Triche => text!("word-triche"),
        _ => return outcome_reason(result),
    };
    Some(match outcome_reason(result) {
        Some(why) => text!("outcome-because", text = word, why = why),
        None => word,
    })
}

/// What an engine wrote that is not of its protocol: what the first line was, and how many there were.
pub fn odd_output(first: &Reason, lines: u64) -> String {
    text!("engine-odd", what = reason(first), count = lines)
}

/// A clause with a capital.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(termination: Termination, why: Option<Reason>) -> ResultRecord {
        let drawn = matches!(termination, Termination::Draw | Termination::Interrupted);
        ResultRecord {
            winner: (!drawn).then_some(Slot::One),
            termination,
            charged: (!drawn && termination != Termination::Win).then_some(Slot::Zero),
            detail: why,
            fault_micros: (termination == Termination::Timeout).then_some(6_020_000),
            fault_cpu_micros: None,
            fault_waited_micros: None,
        }
    }

    #[test]
    fn everybody_and_each_player_is_told_in_one_family_of_sentences() {
        let full = || Some(Reason::new("full").with("B2"));
        for (termination, why, said) in [
            (Termination::Win, None, ["bob gagne", "vous perdez contre bob", "vous gagnez contre ada"]),
            (Termination::Draw, None, ["partie nulle"; 3]),
            (Termination::Interrupted, None, ["partie interrompue"; 3]),
            (
                Termination::Triche,
                full(),
                [
                    "bob gagne, TRICHE de ada (la case B2 porte déjà trois pions)",
                    "vous perdez, TRICHE (la case B2 porte déjà trois pions)",
                    "vous gagnez, TRICHE de ada (la case B2 porte déjà trois pions)",
                ],
            ),
            (
                Termination::Timeout,
                None,
                [
                    "bob gagne, TIMEOUT de ada (6,020 s)",
                    "vous perdez, TIMEOUT (6,020 s)",
                    "vous gagnez, TIMEOUT de ada (6,020 s)",
                ],
            ),
            (
                Termination::Disconnected,
                Some(Reason::new("closed")),
                ["bob gagne, ada est parti", "vous perdez, vous êtes parti", "vous gagnez, ada est parti"],
            ),
            (
                Termination::Disconnected,
                Some(Reason::new("gave-up")),
                ["bob gagne, ada a abandonné", "vous avez abandonné", "vous gagnez, ada a abandonné"],
            ),
        ] {
            let result = result(termination, why);
            let told = [None, Some(Slot::Zero), Some(Slot::One)]
                .map(|whom| outcome_sentence(&result, ["ada", "bob"], whom));
            assert_eq!(told, said);
        }
        assert_eq!(
            outcome(&ResultRecord::absence(None, None), ["ada", "bob"], None),
            "les deux joueurs sont absents"
        );
        assert_eq!(
            outcome(&ResultRecord::absence(Some(Slot::One), None), ["ada", "bob"], None),
            "ada gagne, bob est absent"
        );
        let failed = Reason::new("starts-failed").with(3).because(Reason::new("engine-exit").with(127));
        assert_eq!(
            outcome_sentence(&ResultRecord::absence(Some(Slot::One), Some(failed)), ["ada", "bob"], None),
            "ada gagne, bob est absent (3 démarrages manqués d'affilée ; le dernier : code de sortie 127)"
        );
        let illegal = result(Termination::Triche, full());
        assert_eq!(loss_reason(&illegal).as_deref(), Some("TRICHE (la case B2 porte déjà trois pions)"));
        assert_eq!(loss_reason(&result(Termination::Win, None)), None);
        let late = result(Termination::Timeout, None);
        let late =
            ResultRecord { fault_cpu_micros: Some(20_000), fault_waited_micros: Some(1_500_000), ..late };
        assert_eq!(
            outcome_reason(&late).as_deref(),
            Some("6,020 s, dont 0,020 s de processeur et 1,500 s à en attendre un")
        );
        let meant = Reason::new("engine-meant").with("C1").with("move C1");
        assert_eq!(
            outcome_reason(&result(Termination::Timeout, Some(meant))).as_deref(),
            Some(
                "6,020 s : il a écrit « C1 », qui ne fait pas partie du protocole : vouliez-vous dire « move C1 » ?"
            )
        );
        let unknown = result(Termination::Triche, None);
        assert_eq!(outcome(&unknown, ["", ""], Some(Slot::One)), "vous gagnez, TRICHE de l'adversaire");
    }
}
