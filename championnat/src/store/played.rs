//! What has been played, when, and by whom: what pages about a championship read.

use std::time::Duration;

use jiff::Timestamp;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::archive::{Archive, FaultLine, bad, contestant, fault, key, micros};
use super::database::Value;
use super::error::StoreError;
use crate::model::{ContestantId, Key, Pairing, Side};

/// A rencontre with a record that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The scheduled game.
    pub pairing: Pairing,
    /// The name of its record.
    pub record: String,
    /// When it began.
    pub started: Timestamp,
    /// When it ended.
    pub finished: Timestamp,
}

const PLAYED: &str = "SELECT s.round, s.board, s.white, s.black, r.record_id, r.started_ms, r.finished_ms \
                      FROM rencontre r JOIN schedule s ON s.round = r.round AND s.board = r.board";

impl Archive {
    /// Every rencontre that has been played, by when it ended.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn played(&mut self) -> Result<Vec<Played>, StoreError> {
        let sql = format!("{PLAYED} ORDER BY r.finished_ms, s.round, s.board");
        self.database.rows(&sql, vec![], played)
    }

    /// The last ones that were played, at most so many, the latest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn last_played(&mut self, most: u32) -> Result<Vec<Played>, StoreError> {
        let sql = format!("{PLAYED} ORDER BY r.finished_ms DESC, s.round DESC, s.board DESC LIMIT $1");
        self.database.rows(&sql, vec![Value::int(most)], played)
    }

    /// Those that this contestant has played, by when they ended.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn played_by(&mut self, contestant: ContestantId) -> Result<Vec<Played>, StoreError> {
        let sql =
            format!("{PLAYED} WHERE s.white = $1 OR s.black = $1 ORDER BY r.finished_ms, s.round, s.board");
        self.database.rows(&sql, vec![Value::int(contestant.0)], played)
    }

    /// The disqualifications of this contestant, by ascending key.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn faults_of(&mut self, contestant: ContestantId) -> Result<Vec<FaultLine>, StoreError> {
        let sql = "SELECT round, board, party, contestant, kind, detail FROM fault WHERE contestant = $1 \
                   ORDER BY round, board, party";
        self.database.rows(sql, vec![Value::int(contestant.0)], fault)
    }

    /// How long this contestant has thought, for each of its moves in the order of the schedule.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn thinking_of(&mut self, contestant: ContestantId) -> Result<Vec<(Key, Duration)>, StoreError> {
        let sql = "SELECT m.round, m.board, m.thinking_us FROM moves m \
                   JOIN schedule s ON s.round = m.round AND s.board = m.board \
                   WHERE (s.white = $1 AND m.side = $2) OR (s.black = $1 AND m.side = $3) \
                   ORDER BY m.round, m.board, m.party, m.ply";
        let sides = [Side::White, Side::Black].map(|side| Value::text(side.word()));
        let values = [Value::int(contestant.0)].into_iter().chain(sides).collect();
        self.database.rows(sql, values, |row| Ok((key(row)?, micros(row.try_get(2)?))))
    }
}

fn played(row: &AnyRow) -> sqlx::Result<Played> {
    let time = |column| Timestamp::from_millisecond(row.try_get(column)?).map_err(|_| bad("ms"));
    Ok(Played {
        pairing: Pairing { key: key(row)?, white: contestant(row, 2)?, black: contestant(row, 3)? },
        record: row.try_get(4)?,
        started: time(5)?,
        finished: time(6)?,
    })
}
