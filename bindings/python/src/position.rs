//! Positions of any game: `Position`, which stays as it is, and `Board`, on which moves are played and taken back.

use std::sync::{Arc, Mutex, PoisonError};

use jeux::any::{self, AnyGame, AnyPosition, Played, Refused, score};
use jeux::game::Params;
use jeux::scene::Scene;
use jeux::{ByPlayer, Player};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors;

/// What a game began with.
pub(crate) struct Start {
    pub(crate) game: &'static AnyGame,
    pub(crate) setup: Params,
}

/// A position, and how it came about.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) start: Arc<Start>,
    pub(crate) now: Arc<dyn AnyPosition>,
    line: Option<Arc<Ply>>,
}

/// A move, and what was before it.
struct Ply {
    text: String,
    before: Arc<dyn AnyPosition>,
    earlier: Option<Arc<Ply>>,
}

impl Drop for Ply {
    /// One after the other: a line may be longer than the stack is deep.
    fn drop(&mut self) {
        let mut rest = self.earlier.take();
        while let Some(mut ply) = rest.and_then(Arc::into_inner) {
            rest = ply.earlier.take();
        }
    }
}

impl State {
    pub(crate) fn begin(game: &'static AnyGame, setup: Params) -> PyResult<Self> {
        let now = game.start(&setup).map_err(|error| errors::parameter(&error))?;
        Ok(State { start: Arc::new(Start { game, setup }), now: Arc::from(now), line: None })
    }

    fn replay(game: &str, setup: Params, moves: Vec<String>) -> PyResult<Self> {
        let game = any::named(game).map_err(|reason| errors::reason(&reason))?;
        let mut state = State::begin(game, setup)?;
        for mv in moves {
            state.play(&mv).map_err(|refused| errors::refused(&refused))?;
        }
        Ok(state)
    }

    pub(crate) fn play(&mut self, text: &str) -> Result<Played, Refused> {
        let mut next = self.now.copy();
        let played = next.play(text)?;
        let before = std::mem::replace(&mut self.now, Arc::from(next));
        let earlier = self.line.take();
        self.line = Some(Arc::new(Ply { text: text.to_owned(), before, earlier }));
        Ok(played)
    }

    fn undo(&mut self) -> Option<String> {
        let ply = self.line.take()?;
        self.now = Arc::clone(&ply.before);
        self.line = ply.earlier.clone();
        Some(ply.text.clone())
    }

    fn moves(&self) -> Vec<String> {
        let line = std::iter::successors(self.line.as_deref(), |ply| ply.earlier.as_deref());
        let mut moves: Vec<String> = line.map(|ply| ply.text.clone()).collect();
        moves.reverse();
        moves
    }
}

/// The number of a player: 1 or 2.
pub(crate) const fn number(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

pub(crate) fn player(number: i64) -> PyResult<Player> {
    match number {
        1 => Ok(Player::First),
        2 => Ok(Player::Second),
        _ => Err(errors::value_error(format!("{number}: 1 or 2 expected"))),
    }
}

pub(crate) type Names = (String, String);

/// The names of the players where nobody says: their numbers.
pub(crate) fn named(names: Option<&Names>) -> ByPlayer<&str> {
    names.map_or(ByPlayer { first: "1", second: "2" }, |(first, second)| ByPlayer { first, second })
}

/// What `Position` and `Board` have in common.
#[pyclass(subclass, frozen, module = "arbitre")]
pub(crate) struct BasePosition(Mutex<State>);

impl BasePosition {
    fn of(state: State) -> Self {
        BasePosition(Mutex::new(state))
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn state(&self) -> State {
        self.change(|state| state.clone())
    }

    fn now(&self) -> Arc<dyn AnyPosition> {
        self.change(|state| Arc::clone(&state.now))
    }

    fn start(&self) -> Arc<Start> {
        self.change(|state| Arc::clone(&state.start))
    }

    fn equals(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<BasePosition>().is_ok_and(|other| {
            let other = other.get().now();
            self.now().equals(other.as_ref())
        })
    }

    fn pieces(&self) -> (&'static str, Params, Vec<String>) {
        let state = self.state();
        (state.start.game.name, state.start.setup.clone(), state.moves())
    }
}

#[pymethods]
impl BasePosition {
    #[getter]
    fn game(&self) -> &'static str {
        self.start().game.name
    }

    #[getter]
    fn setup(&self) -> Params {
        self.start().setup.clone()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.state().moves()
    }

    #[getter]
    fn to_move(&self) -> u8 {
        number(self.now().to_move())
    }

    #[getter]
    fn outcome(&self) -> Option<i8> {
        score(self.now().status())
    }

    #[getter]
    fn why(&self) -> Option<String> {
        self.now().why().map(|reason| i18n::reason(&reason))
    }

    #[getter]
    fn key(&self) -> u64 {
        self.now().key()
    }

    fn legal(&self) -> Vec<String> {
        self.now().legal_moves()
    }

    fn is_legal(&self, mv: &str) -> bool {
        self.now().copy().play(mv).is_ok()
    }

    fn after<'py>(&self, py: Python<'py>, mv: &str) -> PyResult<Bound<'py, Position>> {
        let mut state = self.state();
        state.play(mv).map_err(|refused| errors::refused(&refused))?;
        Position::of(py, state)
    }

    #[pyo3(signature = (names=None))]
    fn picture(&self, names: Option<Names>) -> String {
        let state = self.state();
        let colours = state.start.game.colours.map(|[first, second]| ByPlayer { first, second });
        state.now.picture(named(names.as_ref()), colours)
    }

    #[pyo3(signature = (names=None, plain=false))]
    fn drawing(&self, names: Option<Names>, plain: bool) -> Option<String> {
        let state = self.state();
        let last = state.line.as_ref().map(|ply| ply.text.as_str());
        let scene = Scene { last, plain, ..Scene::of(named(names.as_ref())) };
        state.now.drawing(&scene)
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.drawing(None, false)
    }

    fn __str__(&self) -> String {
        self.picture(None)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (&'static str, Params, Vec<String>)) {
        (slf.get_type().into_any(), slf.get().pieces())
    }
}

/// A position that stays as it is.
#[pyclass(extends = BasePosition, frozen, module = "arbitre")]
pub(crate) struct Position;

impl Position {
    fn from(state: State) -> PyClassInitializer<Self> {
        PyClassInitializer::from(BasePosition::of(state)).add_subclass(Position)
    }

    pub(crate) fn of(py: Python<'_>, state: State) -> PyResult<Bound<'_, Position>> {
        Bound::new(py, Position::from(state))
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, setup, moves=Vec::new()))]
    fn new(game: &str, setup: Params, moves: Vec<String>) -> PyResult<PyClassInitializer<Self>> {
        Ok(Position::from(State::replay(game, setup, moves)?))
    }

    fn board<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Board>> {
        Board::of(slf.py(), slf.as_super().get().state())
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        slf.as_super().get().equals(other)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> u64 {
        slf.as_super().get().key()
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }
}

/// A position on which moves are played and taken back.
#[pyclass(extends = BasePosition, frozen, module = "arbitre")]
pub(crate) struct Board;

impl Board {
    fn from(state: State) -> PyClassInitializer<Self> {
        PyClassInitializer::from(BasePosition::of(state)).add_subclass(Board)
    }

    pub(crate) fn of(py: Python<'_>, state: State) -> PyResult<Bound<'_, Board>> {
        Bound::new(py, Board::from(state))
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (game, setup, moves=Vec::new()))]
    fn new(game: &str, setup: Params, moves: Vec<String>) -> PyResult<PyClassInitializer<Self>> {
        Ok(Board::from(State::replay(game, setup, moves)?))
    }

    fn play(slf: &Bound<'_, Self>, mv: &str) -> PyResult<Told> {
        let played = slf.as_super().get().change(|state| state.play(mv));
        let played = played.map_err(|refused| errors::refused(&refused))?;
        Ok(Told { opponent: played.shown.of(mv).to_owned(), answer: played.answer })
    }

    fn undo(slf: &Bound<'_, Self>) -> PyResult<String> {
        let undone = slf.as_super().get().change(State::undo);
        undone.ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    #[getter]
    fn position<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Position>> {
        Position::of(slf.py(), slf.as_super().get().state())
    }

    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        Board::of(slf.py(), slf.as_super().get().state())
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> bool {
        slf.as_super().get().equals(other)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        Board::copy(slf)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Bound<'py, Self>> {
        Board::copy(slf)
    }
}

/// What the players are told of a move besides.
#[pyclass(frozen, get_all, module = "arbitre")]
pub(crate) struct Told {
    /// The mover alone.
    answer: Option<String>,
    /// The opponent, instead of the move where that is secret.
    opponent: String,
}

/// What a game of these parameters begins with.
#[pyfunction]
fn draw(game: &str, parameters: Params, seed: u64) -> PyResult<Params> {
    let game = any::named(game).map_err(|reason| errors::reason(&reason))?;
    game.draw(&parameters, seed).map_err(|error| errors::parameter(&error))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<BasePosition>()?;
    module.add_class::<Position>()?;
    module.add_class::<Board>()?;
    module.add_class::<Told>()?;
    module.add_function(wrap_pyfunction!(draw, module)?)
}
