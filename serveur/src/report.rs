//! Results in words, for the terminal.

use std::fmt::Write;

use arbitre::record::{PartyRecord, Record};
use jeux::Position;
use jeux::colonnes::Board;
use protocol::Termination;

use crate::labyrinthe;

/// A rencontre: who won each party, how, in how many moves, thinking times; the boards too if asked for.
pub fn rencontre(record: &Record, boards: bool) -> String {
    let name = |player: usize| record.players[player].name.as_str();
    let who = |player: usize| match &record.players[player].color {
        Some(color) => format!("{} ({color})", name(player)),
        None => name(player).to_owned(),
    };
    let mut text = format!("rencontre {} : {} contre {}\n", record.id, who(0), who(1));
    for party in &record.parties {
        if boards {
            text += &match record.game.as_str() {
                "labyrinthe" => labyrinthe::replay::show(record, party),
                _ => moves(record, party),
            };
        }
        let (count, plural) = (party.moves.len(), if party.moves.len() > 1 { "s" } else { "" });
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "  {:<6} : {} en {count} coup{plural} ; réflexion : {}, {}",
            party.name,
            ending(record, party),
            thinking(record, party, 0),
            thinking(record, party, 1),
        );
    }
    if let Some(why) = &record.interrupted {
        let _ = writeln!(text, "  rencontre interrompue : {why}");
    }
    let wins = |player| record.parties.iter().filter(|party| party.result.winner == Some(player)).count();
    let draws = record.parties.iter().filter(|party| party.result.termination == Termination::Draw).count();
    let _ = writeln!(text, "  bilan  : {} {}, {} {}, nulles {draws}", name(0), wins(0), name(1), wins(1));
    text
}

/// How a party ended.
fn ending(record: &Record, party: &PartyRecord) -> String {
    let result = &party.result;
    let detail = result.detail.as_ref().map(|detail| format!(" ({detail})")).unwrap_or_default();
    let Some(winner) = result.winner else {
        return match result.termination {
            Termination::Draw => "partie nulle".into(),
            _ => format!("partie interrompue{detail}"),
        };
    };
    let (winner, loser) = (&record.players[winner].name, &record.players[1 - winner].name);
    match result.termination {
        Termination::Triche => format!("{winner} gagne, TRICHE de {loser}{detail}"),
        Termination::Timeout => format!("{winner} gagne, TIMEOUT de {loser}"),
        Termination::Disconnected => format!("{winner} gagne, {loser} est parti"),
        Termination::Malformed => format!("{winner} gagne, requête incorrecte de {loser}{detail}"),
        Termination::Crash => format!("{winner} gagne, le moteur de {loser} a échoué{detail}"),
        Termination::Win | Termination::Draw | Termination::Interrupted => format!("{winner} gagne"),
    }
}

/// A player's thinking time in a party, in total and at most.
fn thinking(record: &Record, party: &PartyRecord, player: usize) -> String {
    let times = party.moves.iter().filter(|mv| mv.player == player).map(|mv| mv.micros);
    let seconds = |micros: u64| format!("{:.3} s", micros as f64 / 1e6).replace('.', ",");
    format!(
        "{} {} (au plus {})",
        record.players[player].name,
        seconds(times.clone().sum()),
        seconds(times.max().unwrap_or_default())
    )
}

/// The letters of the pawns of the first and of the second player, for a party that this player began.
pub fn letters(first: usize) -> [char; 2] {
    if first == 0 { ['B', 'N'] } else { ['N', 'B'] }
}

/// Every move of a party with the board after it.
pub fn moves(record: &Record, party: &PartyRecord) -> String {
    let mut text = format!("  {} : {} commence\n", party.name, record.players[party.first].name);
    let mut board = Board::new();
    for (ply, mv) in party.moves.iter().enumerate() {
        let _ = writeln!(
            text,
            "  {:>2}. {} ({}) joue {} : {} {}",
            ply + 1,
            record.players[mv.player].name,
            letters(party.first)[usize::from(mv.player != party.first)],
            mv.text,
            mv.verdict,
            mv.property
        );
        let played = mv.text.parse().is_ok_and(|mv| board.play(mv).is_ok());
        if played && mv.verdict == "VALID" {
            text += &board.show(letters(party.first));
        }
    }
    text
}
