//! Writes the tables.

use std::time::{SystemTime, UNIX_EPOCH};

use jeux::Reason;

use super::archive::{kept, key_values, partie_words};
use super::database::{Database, SqlValue};
use super::error::StoreError;
use super::incoming::{IncomingMove, IncomingPartie, IncomingRencontre};
use crate::config::SeatSpec;
use crate::decision::{Decision, DecisionDraft, DecisionRuling};
use crate::model::{Pairing, Side};
use crate::regulations::Regulations;

/// Empties all tables, or none on error.
pub(super) fn clear(database: &mut Database) -> Result<(), StoreError> {
    database.transaction(|database| {
        for table in [
            "machine",
            "wait",
            "moves",
            "fault",
            "party",
            "rencontre",
            "interruption",
            "void",
            "schedule",
            "contestant",
            "decision",
            "championship",
        ] {
            database.execute(&format!("DELETE FROM {table}"), vec![])?;
        }
        Ok(())
    })
}

/// The stored engine of a seat, as written; `None` for network players.
pub(super) fn engine(seat: &SeatSpec) -> Option<&str> {
    match seat {
        SeatSpec::Engine { spec, .. } => Some(spec),
        SeatSpec::Network(_) => None,
    }
}

/// Writes regulations and contestants; call within a transaction.
pub(super) fn write_beginning(
    database: &mut Database,
    regulations: &Regulations,
    seats: &[SeatSpec],
) -> Result<(), StoreError> {
    let json = serde_json::to_string(regulations)
        .map_err(|error| StoreError::Database(database.location().clone(), Reason::text(error)))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    database.insert(
        "championship",
        &["id", "regulations", "created_ms"],
        &[vec![SqlValue::Int(1), SqlValue::text(json), SqlValue::int(now)]],
    )?;
    let row = |(i, name): (usize, &String)| {
        vec![SqlValue::int(i as u64), SqlValue::text(name), SqlValue::optional(seats.get(i).and_then(engine))]
    };
    let rows: Vec<Vec<SqlValue>> = regulations.contestants.iter().enumerate().map(row).collect();
    database.insert("contestant", &["id", "name", "engine"], &rows)
}

/// Adds games to the schedule.
pub(super) fn write_pairings(database: &mut Database, pairings: &[Pairing]) -> Result<(), StoreError> {
    let row = |pairing: &Pairing| {
        let mut row = key_values(pairing.key);
        row.extend([SqlValue::int(pairing.white.0), SqlValue::int(pairing.black.0)]);
        row
    };
    let rows: Vec<Vec<SqlValue>> = pairings.iter().map(row).collect();
    database.insert("schedule", &["round", "board", "white", "black"], &rows)
}

/// Adds an interrupted attempt, or the one because of which its game was given up.
pub(super) fn write_interruption(
    database: &mut Database,
    record: &IncomingRencontre,
    reason: &Reason,
) -> Result<(), StoreError> {
    let mut row = key_values(record.key);
    row.extend([
        SqlValue::text(&record.id),
        SqlValue::text(kept(reason)),
        SqlValue::Int(record.started_ms),
        SqlValue::Int(record.finished_ms),
        SqlValue::text(&record.json),
    ]);
    let columns = ["round", "board", "record_id", "reason", "started_ms", "finished_ms", "record_json"];
    database.insert("interruption", &columns, &[row])
}

/// Writes the record of a finished game with its parties, faults and moves; call within a
/// transaction.
pub(super) fn write_rencontre(
    database: &mut Database,
    pairing: &Pairing,
    record: &IncomingRencontre,
    parties: &[IncomingPartie],
) -> Result<(), StoreError> {
    let mut row = key_values(pairing.key);
    row.extend([
        SqlValue::text(&record.id),
        SqlValue::Int(record.started_ms),
        SqlValue::Int(record.finished_ms),
        SqlValue::text(&record.json),
    ]);
    let columns = ["round", "board", "record_id", "started_ms", "finished_ms", "record_json"];
    database.insert("rencontre", &columns, &[row])?;
    if let Some(machine) = &record.machine {
        let mut row = key_values(pairing.key);
        row.push(SqlValue::text(machine));
        database.insert("machine", &["round", "board", "name"], &[row])?;
    }
    let (mut partie_rows, mut fault_rows, mut move_rows, mut wait_rows) = (vec![], vec![], vec![], vec![]);
    for (partie, number) in parties.iter().zip(1u32..) {
        let mut name = key_values(pairing.key);
        name.push(SqlValue::int(number));
        let detail = SqlValue::optional(partie.detail.as_ref().map(kept).as_deref());
        let (outcome, side, fault) = partie_words(partie.result);
        let mut row = name.clone();
        row.extend([
            SqlValue::text(outcome),
            SqlValue::optional(side),
            SqlValue::optional(fault),
            detail.clone(),
        ]);
        partie_rows.push(row);
        for side in Side::ALL {
            if let Some(fault) = partie.result.fault_of(side) {
                let contestant = pairing.contestants()[side];
                let mut row = name.clone();
                row.extend([SqlValue::int(contestant.0), SqlValue::text(fault.word()), detail.clone()]);
                fault_rows.push(row);
            }
            if let Some(wait) = partie.waits[side] {
                let mut row = name.clone();
                row.push(SqlValue::text(side.word()));
                row.extend([wait.total, wait.most].map(|time| SqlValue::int(time.as_micros())));
                wait_rows.push(row);
            }
        }
        for (mv, ply) in partie.moves.iter().zip(1u64..) {
            let IncomingMove { side, notation, thinking, latency, verdict } = mv;
            let mut row = name.clone();
            row.extend([
                SqlValue::int(ply),
                SqlValue::text(side.word()),
                SqlValue::text(notation),
                SqlValue::int(thinking.as_micros()),
                SqlValue::int(latency.as_micros()),
                SqlValue::text(verdict),
            ]);
            move_rows.push(row);
        }
    }
    let columns = ["round", "board", "party", "outcome", "side", "fault", "detail"];
    database.insert("party", &columns, &partie_rows)?;
    let columns = ["round", "board", "party", "contestant", "kind", "detail"];
    database.insert("fault", &columns, &fault_rows)?;
    let columns =
        ["round", "board", "party", "ply", "side", "notation", "thinking_us", "latency_us", "verdict"];
    database.insert("moves", &columns, &move_rows)?;
    let columns = ["round", "board", "party", "side", "total_us", "most_us"];
    database.insert("wait", &columns, &wait_rows)
}

/// Writes a decision, and sets aside the records that no longer count.
pub(super) fn write_decision(database: &mut Database, decision: &Decision) -> Result<(), StoreError> {
    let json = serde_json::to_string(decision)
        .map_err(|error| StoreError::Database(database.location().clone(), Reason::text(error)))?;
    let DecisionDraft { who, why, ruling } = &decision.request;
    let columns = ["number", "at_ms", "who", "why", "decision_json"];
    let row = vec![
        SqlValue::int(decision.number),
        SqlValue::Int(decision.at_ms),
        SqlValue::text(who),
        SqlValue::text(why),
        SqlValue::text(json),
    ];
    database.insert("decision", &columns, &[row])?;
    if let DecisionRuling::Add { contestant } = ruling {
        let place = database.number("SELECT COUNT(*) FROM contestant", vec![])?;
        database.insert(
            "contestant",
            &["id", "name"],
            &[vec![SqlValue::Int(place), SqlValue::text(contestant)]],
        )?;
    }
    for change in decision.changes.iter().filter(|change| change.record.is_some()) {
        let sql = "INSERT INTO void (record_id, round, board, record_json) \
                   SELECT record_id, round, board, record_json FROM rencontre WHERE round = $1 AND board = $2";
        database.execute(sql, key_values(change.key))?;
        for table in ["machine", "wait", "moves", "fault", "party", "rencontre"] {
            let sql = format!("DELETE FROM {table} WHERE round = $1 AND board = $2");
            database.execute(&sql, key_values(change.key))?;
        }
    }
    Ok(())
}

/// Keeps a record that does not count.
pub(super) fn write_void(database: &mut Database, record: &IncomingRencontre) -> Result<(), StoreError> {
    let mut row = vec![SqlValue::text(&record.id)];
    row.extend(key_values(record.key));
    row.push(SqlValue::text(&record.json));
    database.insert("void", &["record_id", "round", "board", "record_json"], &[row])
}

/// Removes games from the schedule.
pub(super) fn remove_pairings(database: &mut Database, pairings: &[Pairing]) -> Result<(), StoreError> {
    for pairing in pairings {
        for table in ["interruption", "schedule"] {
            let sql = format!("DELETE FROM {table} WHERE round = $1 AND board = $2");
            database.execute(&sql, key_values(pairing.key))?;
        }
    }
    Ok(())
}
