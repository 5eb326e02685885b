//! Exact values, where they are known: by the solution of Colonnes, and by searching all of morpion.

use std::any::Any;
use std::sync::OnceLock;

use jeux::any::AnyPosition;
use jeux::colonnes::Board;
use jeux::morpion::Morpion;
use moteur_ia::colonnes::solution::{Table, store};
use moteur_ia::morpion;
use protocol::analysis::Value as Exact;
use pyo3::prelude::*;

use crate::errors;

/// What a position is worth to the player to move, or a move to who makes it.
#[pyclass(frozen, eq, ord, hash, module = "arbitre")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Value(Exact);

#[pymethods]
impl Value {
    /// 1: won, 0: drawn, -1: lost.
    #[getter]
    fn result(&self) -> i8 {
        match self.0 {
            Exact::Win(_) => 1,
            Exact::Draw => 0,
            Exact::Loss(_) => -1,
        }
    }

    /// How many moves of both players are left when the winner hurries and the loser delays; `None` for a draw.
    #[getter]
    fn plies(&self) -> Option<u32> {
        (self.0 != Exact::Draw).then(|| self.0.plies())
    }

    fn __repr__(&self) -> String {
        match self.0 {
            Exact::Win(plies) => format!("<win in {plies}>"),
            Exact::Draw => "<draw>".to_owned(),
            Exact::Loss(plies) => format!("<loss in {plies}>"),
        }
    }
}

/// The solution of Colonnes: once for the process. About a second, unless the cache folder has it.
fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| store::open(store::path(None).as_deref(), &mut |_| {}).0)
}

fn exact(position: &dyn AnyPosition) -> Option<Exact> {
    let position: &dyn Any = position;
    let colonnes = position.downcast_ref::<Board>().map(|board| table().value(*board));
    colonnes.or_else(|| position.downcast_ref::<Morpion>().map(morpion::value))
}

fn unknown(position: &dyn AnyPosition) -> PyErr {
    errors::value_error(format!("{}: no exact values", position.game()))
}

/// The value to the player to move. Does not need the interpreter.
pub(crate) fn value(position: &dyn AnyPosition) -> PyResult<Value> {
    exact(position).map(Value).ok_or_else(|| unknown(position))
}

/// The legal moves and their values to who makes them, best first. Does not need the interpreter.
pub(crate) fn values(position: &dyn AnyPosition) -> PyResult<Vec<(String, Value)>> {
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut after = position.copy();
        if after.play(&mv).is_ok() {
            moves.push((mv, Value(value(after.as_ref())?.0.of_move())));
        }
    }
    value(position)?;
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    Ok(moves)
}
