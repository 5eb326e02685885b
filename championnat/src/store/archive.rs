//! Reading a store, also during a championship.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::time::Duration;

use arbitre::match_loop::STARVED;
use jeux::Reason;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::decision::{Decision, Decisions, Departure};
use crate::model::{ContestantId, Fault, FaultLine, Key, Pairing, PartieResult, RencontreResult, Side};
use crate::pace::Times;
use crate::ranking::{LastFault, Ranking, machine_shares};
use crate::regulations::Regulations;
use crate::results::Results;
use crate::store::database::{Database, Mode, SqlValue};
use crate::store::error::StoreError;
use crate::store::incoming::{IncomingMove, ProcessorWait};
use crate::store::location::Location;
use crate::store::schema;

/// A store, read-only.
pub struct Archive {
    pub(super) database: Database,
    /// With late entries.
    pub(super) regulations: Regulations,
    pub(super) title: Option<String>,
    pub(super) decisions: Decisions,
}

/// An attempt interrupted by the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interruption {
    pub key: Key,
    /// Its record.
    pub id: String,
    pub reason: Reason,
}

/// The server's own latency, over all moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LatencySummary {
    /// Moves measured.
    pub moves: u64,
    /// The median.
    pub median: Duration,
    /// The 99th percentile.
    pub percentile_99: Duration,
    pub max: Duration,
}

impl Archive {
    /// Opens a store read-only.
    pub fn open(location: &Location) -> Result<Archive, StoreError> {
        if let Location::Sqlite(path) = location
            && let Err(error) = std::fs::metadata(path)
        {
            return Err(StoreError::CannotOpen(location.clone(), Reason::os(&error)));
        }
        let open = |mode| {
            let mut database = Database::open(location, mode)?;
            schema::check(&mut database)?;
            Archive::of(database)?.ok_or_else(|| StoreError::NotAChampionship(location.clone()))
        };
        match open(Mode::Read) {
            // A file in WAL mode, in a folder where its index cannot be created. Without a journal
            // nobody is writing, and the file is complete.
            Err(StoreError::CannotOpen(..) | StoreError::ReadOnly(_) | StoreError::DiskFull(_))
                if !has_journal(location) =>
            {
                open(Mode::Immutable)
            }
            other => other,
        }
    }

    /// The archive of an open database; `None` if no championship has begun in it.
    pub(super) fn of(mut database: Database) -> Result<Option<Archive>, StoreError> {
        let text: Option<String> =
            database.row("SELECT regulations FROM championship", vec![], |row| row.try_get(0))?;
        let Some(text) = text else { return Ok(None) };
        let damaged = |database: &Database, error: serde_json::Error| {
            StoreError::Damaged(database.location().clone(), Reason::text(error))
        };
        let mut regulations: Regulations =
            serde_json::from_str(&text).map_err(|error| damaged(&database, error))?;
        let sql = "SELECT decision_json FROM decision ORDER BY number";
        let list: Vec<String> = database.rows(sql, vec![], |row| row.try_get(0))?;
        let decision = |text: &String| serde_json::from_str::<Decision>(text);
        let decisions: Decisions =
            list.iter().map(decision).collect::<Result<_, _>>().map_err(|error| damaged(&database, error))?;
        regulations.take_in(&decisions);
        let title = match schema::has_title(&mut database)? {
            true => database.row("SELECT title FROM championship", vec![], |row| row.try_get(0))?.flatten(),
            false => None,
        };
        Ok(Some(Archive { database, regulations, title, decisions }))
    }

    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    pub fn location(&self) -> &Location {
        self.database.location()
    }

    pub fn regulations(&self) -> &Regulations {
        &self.regulations
    }

    /// What people call it, instead of the name of its file.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Departed contestants, who forfeit what they have not begun.
    pub fn gone(&self) -> BTreeSet<ContestantId> {
        self.regulations.roster.gone().collect()
    }

    pub fn disqualified(&self) -> BTreeSet<ContestantId> {
        let disqualified = |contestant: &ContestantId| {
            self.decisions.departure(self.regulations.name(*contestant)) == Some(Departure::Disqualified)
        };
        self.gone().into_iter().filter(disqualified).collect()
    }

    /// Each contestant's engine by [`ContestantId::index`], as written; `None` for network players.
    pub fn engines(&mut self) -> Result<Vec<Option<String>>, StoreError> {
        self.database.rows("SELECT engine FROM contestant ORDER BY id", vec![], |row| row.try_get(0))
    }

    /// All results that count, decisions applied.
    pub fn results(&mut self) -> Result<Results, StoreError> {
        let mut results = self.all_results()?;
        results.retain(|key, _| self.regulations.roster.plays(key.round));
        Ok(results)
    }

    /// The results that do not count, as their rounds do not: see [`Roster::last_round`](crate::Roster).
    pub fn uncounted(&mut self) -> Result<Results, StoreError> {
        if self.regulations.roster.last_round.is_none() {
            return Ok(Results::new());
        }
        let mut results = self.all_results()?;
        results.retain(|key, _| !self.regulations.roster.plays(key.round));
        Ok(results)
    }

    fn all_results(&mut self) -> Result<Results, StoreError> {
        let rows = self.database.rows(
            "SELECT r.round, r.board, s.white, s.black, p.outcome, p.side, p.fault \
             FROM rencontre r JOIN schedule s ON s.round = r.round AND s.board = r.board \
             LEFT JOIN party p ON p.round = r.round AND p.board = r.board \
             ORDER BY r.round, r.board, p.party",
            vec![],
            |row| {
                let names: (Option<String>, Option<String>, Option<String>) =
                    (row.try_get(4)?, row.try_get(5)?, row.try_get(6)?);
                // A game given up has none.
                let partie = names.0.map(|outcome| {
                    partie_result(&outcome, names.1.as_deref(), names.2.as_deref())
                        .ok_or_else(|| bad("party"))
                });
                Ok((key(row)?, contestant(row, 2)?, contestant(row, 3)?, partie.transpose()?))
            },
        )?;
        let mut results = Results::new();
        for (key, white, black, partie) in rows {
            let result =
                results.entry(key).or_insert_with(|| RencontreResult { white, black, parties: vec![] });
            result.parties.extend(partie);
        }
        if self.decisions.list().is_empty() {
            return Ok(results);
        }
        let known: HashSet<Key> = self.drawn()?.into_iter().map(|pairing| pairing.key).collect();
        Ok(self.decisions.apply(results, |key| known.contains(&key)))
    }

    /// The ranking after the results so far.
    pub fn ranking(&mut self) -> Result<Ranking, StoreError> {
        let (results, faults, interruptions) = (self.results()?, self.faults()?, self.interruptions()?);
        self.ranking_of(&results, &faults, &interruptions)
    }

    /// The same, for whoever has read these three.
    pub fn ranking_of(
        &mut self,
        results: &Results,
        faults: &[FaultLine],
        interruptions: &[Interruption],
    ) -> Result<Ranking, StoreError> {
        let mut ranking = self.regulations.ranking(results)?;
        ranking.title.clone_from(&self.title);
        ranking.decisions = self.decisions.clone();
        let waits = self.waits()?;
        for line in &mut ranking.lines {
            line.waited = waits.get(&line.standing.contestant).copied();
        }
        let order: Vec<ContestantId> = ranking.lines.iter().map(|line| line.standing.contestant).collect();
        ranking.machines = machine_shares(order.iter().copied(), results, &self.machines()?);
        let mut last: BTreeMap<ContestantId, &FaultLine> = BTreeMap::new();
        let gone = self.gone();
        // What was not played because of a decision is told by the decision.
        let own = |line: &&FaultLine| line.fault != Some(Fault::Absent) || !gone.contains(&line.contestant);
        last.extend(faults.iter().filter(own).map(|line| (line.contestant, line)));
        ranking.faults = order
            .iter()
            .filter_map(|contestant| last.remove(contestant))
            .map(|line| LastFault { partie: self.regulations.partie_name(line.partie), line: line.clone() })
            .collect();
        for game in &mut ranking.left_out {
            // The last attempt says why it was the last.
            let last = interruptions.iter().rfind(|attempt| attempt.key == game.key);
            game.why = last.map(|attempt| attempt.reason.clone());
        }
        let starved = interruptions.iter().filter(|attempt| attempt.reason.code == STARVED);
        ranking.starved = starved.map(|attempt| attempt.key).collect::<BTreeSet<_>>().into_iter().collect();
        Ok(ranking)
    }

    /// The known schedule of the rounds that count, by ascending key.
    pub fn schedule(&mut self) -> Result<Vec<Pairing>, StoreError> {
        let mut schedule = self.drawn()?;
        schedule.retain(|pairing| self.regulations.roster.plays(pairing.key.round));
        Ok(schedule)
    }

    /// The games of every round ever drawn.
    pub(super) fn drawn(&mut self) -> Result<Vec<Pairing>, StoreError> {
        let sql = "SELECT round, board, white, black FROM schedule ORDER BY round, board";
        self.database.rows(sql, vec![], |row| {
            Ok(Pairing { key: key(row)?, white: contestant(row, 2)?, black: contestant(row, 3)? })
        })
    }

    /// The record of a finished rencontre, as it came; `None` if there is none, or it was to be
    /// replayed.
    pub fn record(&mut self, key: Key) -> Result<Option<String>, StoreError> {
        let sql = "SELECT record_json FROM rencontre WHERE round = $1 AND board = $2";
        self.database.row(sql, key_values(key), |row| row.try_get(0))
    }

    /// The name of a game's record that counts.
    pub(super) fn record_id(&mut self, key: Key) -> Result<Option<String>, StoreError> {
        let sql = "SELECT record_id FROM rencontre WHERE round = $1 AND board = $2";
        self.database.row(sql, key_values(key), |row| row.try_get(0))
    }

    /// The names of all records that were taken in.
    pub fn record_ids(&mut self) -> Result<HashSet<String>, StoreError> {
        let sql = "SELECT record_id FROM rencontre UNION SELECT record_id FROM interruption \
                   UNION SELECT record_id FROM void";
        Ok(self.database.rows(sql, vec![], |row| row.try_get(0))?.into_iter().collect())
    }

    /// The game decided by this record.
    pub fn decided_by(&mut self, record: &str) -> Result<Option<Key>, StoreError> {
        let sql = "SELECT round, board FROM rencontre WHERE record_id = $1";
        self.database.row(sql, vec![SqlValue::text(record)], key)
    }

    /// The record of this name, as it came.
    pub fn record_named(&mut self, id: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT record_json FROM rencontre WHERE record_id = $1 \
                   UNION ALL SELECT record_json FROM interruption WHERE record_id = $1 \
                   UNION ALL SELECT record_json FROM void WHERE record_id = $1";
        self.database.row(sql, vec![SqlValue::text(id)], |row| row.try_get(0))
    }

    /// Shows every record of a finished rencontre, by ascending key, until told to stop, with only
    /// some in memory.
    pub fn for_each_record<B>(
        &mut self,
        mut visit: impl FnMut(Key, &str) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, StoreError> {
        let sql = "SELECT round, board, record_json FROM rencontre \
                   WHERE round > $1 OR (round = $1 AND board > $2) ORDER BY round, board LIMIT 50";
        let mut after = Key { round: 0, board: 0 };
        loop {
            let page: Vec<(Key, String)> =
                self.database.rows(sql, key_values(after), |row| Ok((key(row)?, row.try_get(2)?)))?;
            let Some((last, _)) = page.last() else { return Ok(ControlFlow::Continue(())) };
            after = *last;
            for (key, json) in &page {
                if let ControlFlow::Break(value) = visit(*key, json) {
                    return Ok(ControlFlow::Break(value));
                }
            }
        }
    }

    /// The moves of a PARTIE (from 1) of a finished rencontre, in order.
    pub fn moves(&mut self, key: Key, partie: u32) -> Result<Vec<IncomingMove>, StoreError> {
        let sql = "SELECT side, notation, thinking_us, latency_us, verdict FROM moves \
                   WHERE round = $1 AND board = $2 AND party = $3 ORDER BY ply";
        let mut values = key_values(key);
        values.push(SqlValue::int(partie));
        self.database.rows(sql, values, |row| {
            let side: String = row.try_get(0)?;
            Ok(IncomingMove {
                side: Side::from_word(&side).ok_or_else(|| bad("side"))?,
                notation: row.try_get(1)?,
                thinking: micros(row.try_get(2)?),
                latency: micros(row.try_get(3)?),
                verdict: row.try_get(4)?,
            })
        })
    }

    /// Every disqualification in the records that count, and what else was lost for a reason, by key, PARTIE and
    /// contestant, without the organiser's.
    pub fn faults(&mut self) -> Result<Vec<FaultLine>, StoreError> {
        let sql = "SELECT f.round, f.board, f.party, f.contestant, f.kind, f.detail, \
                   (SELECT COUNT(*) FROM moves m \
                    WHERE m.round = f.round AND m.board = f.board AND m.party = f.party) \
                   FROM fault f UNION ALL \
                   SELECT p.round, p.board, p.party, CASE WHEN p.side = $1 THEN s.black ELSE s.white END, NULL, p.detail, \
                   (SELECT COUNT(*) FROM moves m \
                    WHERE m.round = p.round AND m.board = p.board AND m.party = p.party) \
                   FROM party p JOIN schedule s ON s.round = p.round AND s.board = p.board \
                   WHERE p.outcome = 'won' AND p.detail IS NOT NULL ORDER BY 1, 2, 3, 4";
        let mut faults = self.database.rows(sql, vec![SqlValue::text(Side::White.word())], fault)?;
        faults.retain(|fault| self.regulations.roster.plays(fault.key.round));
        Ok(faults)
    }

    /// Every interrupted attempt, by time.
    pub fn interruptions(&mut self) -> Result<Vec<Interruption>, StoreError> {
        let sql = "SELECT round, board, record_id, reason FROM interruption ORDER BY finished_ms, record_id";
        self.database.rows(sql, vec![], |row| {
            Ok(Interruption { key: key(row)?, id: row.try_get(2)?, reason: reason(row.try_get(3)?) })
        })
    }

    /// How long each contestant's engine waited for a processor, where that is known.
    pub fn waits(&mut self) -> Result<BTreeMap<ContestantId, ProcessorWait>, StoreError> {
        if !schema::has_waits(&mut self.database)? {
            return Ok(BTreeMap::new());
        }
        let sql = "SELECT CASE WHEN w.side = $1 THEN s.white ELSE s.black END AS who, \
                   CAST(SUM(w.total_us) AS BIGINT), MAX(w.most_us) \
                   FROM wait w JOIN schedule s ON s.round = w.round AND s.board = w.board GROUP BY 1";
        let rows = self.database.rows(sql, vec![SqlValue::text(Side::White.word())], |row| {
            let wait = ProcessorWait { total: micros(row.try_get(1)?), most: micros(row.try_get(2)?) };
            Ok((contestant(row, 0)?, wait))
        })?;
        Ok(rows.into_iter().collect())
    }

    /// The machines of a room that played rencontres, by key.
    pub fn machines(&mut self) -> Result<BTreeMap<Key, String>, StoreError> {
        if !schema::has_machines(&mut self.database)? {
            return Ok(BTreeMap::new());
        }
        let sql = "SELECT round, board, name FROM machine";
        let rows = self.database.rows(sql, vec![], |row| Ok((key(row)?, row.try_get(2)?)))?;
        Ok(rows.into_iter().collect())
    }

    /// The server's latency over all moves; `None` without moves.
    pub fn latencies(&mut self) -> Result<Option<LatencySummary>, StoreError> {
        let moves = self.database.number("SELECT COUNT(*) FROM moves", vec![])?;
        if moves == 0 {
            return Ok(None);
        }
        let mut at = |place: i64| {
            let sql = "SELECT latency_us FROM moves ORDER BY latency_us LIMIT 1 OFFSET $1";
            self.database.number(sql, vec![SqlValue::Int(place)]).map(micros)
        };
        // The percentile: the smallest value that this share does not exceed.
        let percent = |share: i64| (moves * share + 99) / 100 - 1;
        let (median, percentile_99, max) = (at(percent(50))?, at(percent(99))?, at(moves - 1)?);
        Ok(Some(LatencySummary { moves: moves.unsigned_abs(), median, percentile_99, max }))
    }
}

/// Whether a SQLite file has a journal: somebody is writing, or was cut short.
fn has_journal(location: &Location) -> bool {
    let Location::Sqlite(path) = location else { return true };
    let mut journal = path.as_os_str().to_owned();
    journal.push("-wal");
    std::fs::metadata(journal).is_ok_and(|metadata| metadata.len() > 0)
}

pub(super) fn kept(reason: &Reason) -> String {
    serde_json::to_string(reason).unwrap_or_else(|_| reason.to_string())
}

/// A stored reason, also in the written form of older versions.
fn reason(text: &str) -> Reason {
    serde_json::from_str(text).unwrap_or_else(|_| Reason::read(text))
}

/// Round and number.
pub(super) fn key_values(key: Key) -> Vec<SqlValue> {
    vec![SqlValue::int(key.round), SqlValue::int(key.board)]
}

/// The stored words of a result: outcome, side, fault.
pub(super) fn partie_words(
    result: PartieResult,
) -> (&'static str, Option<&'static str>, Option<&'static str>) {
    match result {
        PartieResult::Won(side) => ("won", Some(side.word()), None),
        PartieResult::Drawn => ("drawn", None, None),
        PartieResult::Disqualified(side, fault) => ("disqualified", Some(side.word()), Some(fault.word())),
        PartieResult::BothAbsent => ("absent", None, None),
    }
}

fn partie_result(outcome: &str, side: Option<&str>, fault: Option<&str>) -> Option<PartieResult> {
    let side = || side.and_then(Side::from_word);
    Some(match outcome {
        "won" => PartieResult::Won(side()?),
        "drawn" => PartieResult::Drawn,
        "disqualified" => PartieResult::Disqualified(side()?, Fault::from_word(fault?)?),
        "absent" => PartieResult::BothAbsent,
        _ => return None,
    })
}

/// The first two columns of a row.
pub(super) fn key(row: &AnyRow) -> sqlx::Result<Key> {
    Ok(Key { round: small(row, 0)?, board: small(row, 1)? })
}

/// The contestant in this column.
pub(super) fn contestant(row: &AnyRow, column: usize) -> sqlx::Result<ContestantId> {
    small(row, column).map(ContestantId)
}

/// What was lost by, in a row.
fn fault(row: &AnyRow) -> sqlx::Result<FaultLine> {
    let kind: Option<String> = row.try_get(4)?;
    let fault = kind.map(|kind| Fault::from_word(&kind).ok_or_else(|| bad("kind"))).transpose()?;
    let moves = small(row, 6)?;
    Ok(FaultLine {
        key: key(row)?,
        partie: small(row, 2)?,
        contestant: contestant(row, 3)?,
        fault,
        turn: match fault {
            Some(Fault::Absent | Fault::Excluded) => None,
            // The illegal move is there.
            None | Some(Fault::Triche) => Some(moves),
            Some(Fault::Timeout | Fault::Disconnected | Fault::Malformed | Fault::Crash) => Some(moves + 1),
        },
        detail: row.try_get::<Option<&str>, _>(5)?.map(reason),
    })
}

/// A number of 32 bits; any other one is an error of the store.
pub(super) fn small(row: &AnyRow, column: usize) -> sqlx::Result<u32> {
    let number: i64 = row.try_get(column)?;
    u32::try_from(number).map_err(|_| bad("nombre"))
}

/// A negative number counts as 0.
pub(super) fn micros(number: i64) -> Duration {
    Duration::from_micros(number.max(0).unsigned_abs())
}

/// A value that this program does not write.
pub(super) fn bad(what: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("valeur inconnue ({what})").into())
}

/// A contestant's thinking time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    pub key: Key,
    /// From 1.
    pub partie: u32,
    /// From 1, within the PARTIE.
    pub ply: u32,
    /// The time charged.
    pub time: Duration,
}

impl Archive {
    /// When each recorded rencontre was played; decided ones have no time.
    pub fn times(&mut self) -> Result<BTreeMap<Key, Times>, StoreError> {
        let sql = "SELECT round, board, started_ms, finished_ms FROM rencontre";
        let read = |row: &_| {
            let row: &sqlx::any::AnyRow = row;
            Ok((key(row)?, Times { started_ms: row.try_get(2)?, finished_ms: row.try_get(3)? }))
        };
        Ok(self.database.rows(sql, vec![], read)?.into_iter().collect())
    }

    /// A contestant's thinking times, by key, PARTIE and move.
    pub fn thoughts(&mut self, contestant: ContestantId) -> Result<Vec<Thought>, StoreError> {
        // SQLite would read all moves; a CROSS JOIN has it begin with the schedule.
        let sql = "SELECT m.round, m.board, m.party, m.ply, m.thinking_us FROM schedule s CROSS JOIN moves m \
                   WHERE m.round = s.round AND m.board = s.board \
                   AND (s.white = $1 OR s.black = $1) AND m.side = CASE WHEN s.white = $1 THEN $2 ELSE $3 END \
                   ORDER BY s.round, s.board, m.party, m.ply";
        let [white, black] = Side::ALL.map(|side| SqlValue::text(side.word()));
        self.database.rows(sql, vec![SqlValue::int(contestant.0), white, black], |row| {
            let (partie, ply) = (small(row, 2)?, small(row, 3)?);
            Ok(Thought { key: key(row)?, partie, ply, time: micros(row.try_get(4)?) })
        })
    }
}
