//! When rencontres were played, and how long contestants thought.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::Row;

use super::archive::{Archive, key, micros, small};
use super::database::Value;
use super::error::StoreError;
use crate::model::{ContestantId, Key, Side};

/// When a rencontre was played, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// When it began.
    pub started_ms: i64,
    /// When it ended.
    pub finished_ms: i64,
}

/// How long a contestant thought about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The scheduled game.
    pub key: Key,
    /// The PARTIE, from 1.
    pub party: u32,
    /// The move of the PARTIE, from 1.
    pub ply: u32,
    /// The time that was charged.
    pub time: Duration,
}

impl Archive {
    /// When each finished rencontre was played, as far as there is a record of it: what the organiser has only
    /// decided has no time.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn times(&mut self) -> Result<BTreeMap<Key, Times>, StoreError> {
        let sql = "SELECT round, board, started_ms, finished_ms FROM rencontre";
        let read = |row: &_| {
            let row: &sqlx::any::AnyRow = row;
            Ok((key(row)?, Times { started_ms: row.try_get(2)?, finished_ms: row.try_get(3)? }))
        };
        Ok(self.database.rows(sql, vec![], read)?.into_iter().collect())
    }

    /// How long a contestant thought about each of its moves, by ascending key, PARTIE and move.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn thoughts(&mut self, contestant: ContestantId) -> Result<Vec<Thought>, StoreError> {
        let sql = "SELECT m.round, m.board, m.party, m.ply, m.thinking_us \
                   FROM schedule s JOIN moves m ON m.round = s.round AND m.board = s.board \
                   WHERE (s.white = $1 AND m.side = $2) OR (s.black = $1 AND m.side = $3) \
                   ORDER BY m.round, m.board, m.party, m.ply";
        let [white, black] = Side::ALL.map(|side| Value::text(side.word()));
        self.database.rows(sql, vec![Value::int(contestant.0), white, black], |row| {
            let (party, ply) = (small(row, 2)?, small(row, 3)?);
            Ok(Thought { key: key(row)?, party, ply, time: micros(row.try_get(4)?) })
        })
    }
}
