//! Positions of any game: `Position`, which stays as it is, and `Board`, on which moves are played and taken back.

use std::sync::{Arc, Mutex, PoisonError};

use jeux::any::{self, AnyGame, AnyPosition, Played, Refused, score};
use jeux::game::Params;
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, materials};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};

use crate::errors;
use crate::values::{self, Value};

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
        let (mut next, written) = (self.now.copy(), self.now.notation(text));
        let played = next.play(text)?;
        let before = std::mem::replace(&mut self.now, Arc::from(next));
        let earlier = self.line.take();
        self.line = Some(Arc::new(Ply { text: written.unwrap_or_else(|| text.to_owned()), before, earlier }));
        Ok(played)
    }

    /// Takes the last move back, and gives it.
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

/// What :class:`Position` and :class:`Board` have in common.
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
    /// The name of the game, such as ``sept-couleurs``.
    #[getter]
    fn game(&self) -> &'static str {
        self.start().game.name
    }

    /// Everything that the game began with.
    #[getter]
    fn setup(&self) -> Params {
        self.start().setup.clone()
    }

    /// The moves since the beginning.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.state().moves()
    }

    /// Whose turn it is: 1 for the player who began, 2 for the other. In a finished game: whose turn it would be.
    #[getter]
    fn to_move(&self) -> u8 {
        number(self.now().to_move())
    }

    /// 1 if the first player has won, -1 if the second has, 0 for a draw; ``None`` while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<i8> {
        score(self.now().status())
    }

    /// Why a finished game has ended so, where that does not go without saying.
    #[getter]
    fn why(&self) -> Option<String> {
        self.now().why().map(|reason| i18n::reason(&reason))
    }

    /// A number of 64 bits for tables: equal positions have the same on any machine, and others hardly ever.
    #[getter]
    fn key(&self) -> u64 {
        self.now().key()
    }

    /// Every legal move, or some of them where there are too many to list; none when the game is over.
    ///
    /// >>> import arbitre
    /// >>> len(arbitre.morpion.start().legal())
    /// 9
    fn legal(&self) -> Vec<String> {
        self.now().legal_moves()
    }

    /// Whether this move is legal.
    fn is_legal(&self, mv: &str) -> bool {
        self.now().copy().play(mv).is_ok()
    }

    /// The position after a move; this one stays as it is.
    ///
    /// >>> import arbitre
    /// >>> board = arbitre.colonnes.start()
    /// >>> board.after("B2").after("A1").moves, board.moves
    /// (['B2', 'A1'], [])
    ///
    /// Raises :class:`IllegalMove` with the rule that the move breaks, or :class:`NotAMove`.
    ///
    /// >>> board.after("Z9")
    /// Traceback (most recent call last):
    ///     ...
    /// arbitre.errors.NotAMove: "Z9" is not a move
    fn after<'py>(&self, py: Python<'py>, mv: &str) -> PyResult<Bound<'py, Position>> {
        let mut state = self.state();
        state.play(mv).map_err(|refused| errors::refused(&refused))?;
        Position::of(py, state)
    }

    /// The position as text, over several lines.
    #[pyo3(signature = (names=None))]
    fn picture(&self, names: Option<Names>) -> String {
        let state = self.state();
        let colours = state.start.game.colours.map(|[first, second]| ByPlayer { first, second });
        state.now.picture(named(names.as_ref()), colours)
    }

    /// The position as an SVG document; ``plain`` leaves out names and coordinates. Notebooks show it by themselves.
    ///
    /// >>> import arbitre
    /// >>> arbitre.morpion.start().drawing().startswith("<svg")
    /// True
    #[pyo3(signature = (names=None, plain=false))]
    fn drawing(&self, names: Option<Names>, plain: bool) -> Option<String> {
        let state = self.state();
        let last = state.line.as_ref().map(|ply| ply.text.as_str());
        let scene = Scene { last, plain, ..Scene::of(named(names.as_ref())) };
        state.now.drawing(&scene).as_deref().map(materials::whole)
    }

    /// The exact value to the player to move, with perfect play of both sides: in Colonnes and morpion.
    ///
    /// The first one in Colonnes takes about a second, and less once the cache folder has the solution.
    ///
    /// >>> import arbitre
    /// >>> arbitre.colonnes.start().value().result
    /// 0
    ///
    /// Raises ``ValueError`` in other games.
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        let now = self.now();
        py.detach(|| values::value(now.as_ref()))
    }

    /// The legal moves and their exact values to who makes them, best first.
    ///
    /// >>> import arbitre
    /// >>> board = arbitre.Board("morpion", {}, ["A1", "B1", "C1"])
    /// >>> max(board.values().values()).result
    /// 0
    fn values(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let now = self.now();
        let values = py.detach(|| values::values(now.as_ref()))?;
        Ok(values.into_py_dict(py)?.unbind())
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

/// A position that stays as it is: it can be a key of a dictionary.
///
/// >>> import arbitre
/// >>> board = arbitre.colonnes.start()
/// >>> seen = {board.after("A1").after("B2").after("C3")}
/// >>> board.after("C3").after("B2").after("A1") in seen
/// True
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

    /// The same on which to play.
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
///
/// >>> import arbitre
/// >>> board = arbitre.colonnes.start()
/// >>> for move in ["B2", "A1"]:
/// ...     _ = board.play(move)
/// >>> board.undo(), board.moves
/// ('A1', ['B2'])
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

    /// Plays a move, and gives what the players are told of it.
    ///
    /// Raises :class:`IllegalMove` with the rule that it breaks, or :class:`NotAMove`; the position is unchanged.
    fn play(slf: &Bound<'_, Self>, mv: &str) -> PyResult<Told> {
        let told = slf.as_super().get().change(|state| {
            let played = state.play(mv)?;
            let written = state.line.as_ref().map_or(mv, |ply| &ply.text);
            Ok(Told { opponent: played.shown.of(written).to_owned(), answer: played.answer })
        });
        told.map_err(|refused: Refused| errors::refused(&refused))
    }

    /// Takes the last move back, and gives it. Raises ``IndexError`` where there is none.
    fn undo(slf: &Bound<'_, Self>) -> PyResult<String> {
        let undone = slf.as_super().get().change(State::undo);
        undone.ok_or_else(|| PyIndexError::new_err("no move to take back"))
    }

    /// The position as it is now, which later moves do not change.
    #[getter]
    fn position<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Position>> {
        Position::of(slf.py(), slf.as_super().get().state())
    }

    /// A copy, on which moves do not change this one.
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

/// What the players are told of a move.
#[pyclass(frozen, get_all, module = "arbitre")]
pub(crate) struct Told {
    /// What only the mover is told: the answer to a question.
    answer: Option<String>,
    /// What the opponent is told: the move, or what is shown of it.
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
