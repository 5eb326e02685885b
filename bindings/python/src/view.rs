//! What one player knows of a game in which not everybody sees everything: `View`.

use std::sync::{Mutex, PoisonError};

use jeux::any;
use jeux::game::{Follow, Params};
use jeux::materials;
use jeux::scene::Scene;
use pyo3::prelude::*;

use crate::errors;
use crate::position::{Names, named, number, player};

/// What the player was told: his own move with its answer, or, of the opponent's, what he hears.
type Event = (bool, String, Option<String>);

struct Inner {
    knows: Box<dyn Follow>,
    events: Vec<Event>,
}

impl Inner {
    fn hear(&mut self, (own, text, answer): Event) -> PyResult<()> {
        let heard = if own { self.knows.own(&text, answer.as_deref()) } else { self.knows.opponent(&text) };
        heard.map_err(|reason| errors::illegal(&reason))?;
        self.events.push((own, text, answer));
        Ok(())
    }
}

/// What one player knows of a game in which not everybody sees everything.
#[pyclass(frozen, module = "arbitre")]
pub(crate) struct View {
    /// The name of the game.
    #[pyo3(get)]
    game: &'static str,
    /// Everything that the game began with.
    #[pyo3(get)]
    setup: Params,
    /// Whose knowledge it is: 1 or 2.
    #[pyo3(get)]
    player: u8,
    inner: Mutex<Inner>,
}

impl View {
    fn with<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        work(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl View {
    #[new]
    #[pyo3(signature = (game, setup, player, events=Vec::new()))]
    fn new(game: &str, setup: Params, player: i64, events: Vec<Event>) -> PyResult<Self> {
        let me = self::player(player)?;
        let game = any::named(game).map_err(|reason| errors::reason(&reason))?;
        game.start(&setup).map_err(|error| errors::parameter(&error))?;
        let knows = game
            .follow(&setup, me)
            .ok_or_else(|| errors::value_error(format!("{}: nothing is hidden from anybody", game.name)))?;
        let mut inner = Inner { knows, events: Vec::new() };
        for event in events {
            inner.hear(event)?;
        }
        Ok(View { game: game.name, setup, player: number(me), inner: Mutex::new(inner) })
    }

    /// Whose turn it is; ``None`` when the game is over, as far as this player can know.
    #[getter]
    fn to_move(&self) -> Option<u8> {
        self.with(|inner| inner.knows.to_move().map(number))
    }

    /// What the player was told: ``(True, move, answer)`` or ``(False, told, None)``.
    #[getter]
    fn events(&self) -> Vec<Event> {
        self.with(|inner| inner.events.clone())
    }

    /// The moves that this player may make, or some where there are too many to list; none when it is not their turn.
    fn legal(&self) -> Vec<String> {
        self.with(|inner| inner.knows.legal_moves())
    }

    /// Whether this move may be made, as far as the player can know.
    fn is_legal(&self, mv: &str) -> bool {
        self.with(|inner| inner.knows.refusal(mv).is_none())
    }

    /// This player has made a move and was told this besides. Raises :class:`IllegalMove` if that cannot be.
    #[pyo3(signature = (mv, answer=None))]
    fn own(&self, mv: String, answer: Option<String>) -> PyResult<()> {
        self.with(|inner| inner.hear((true, mv, answer)))
    }

    /// The opponent has made a move, of which this is told. Raises :class:`IllegalMove` if that cannot be.
    fn opponent(&self, told: String) -> PyResult<()> {
        self.with(|inner| inner.hear((false, told, None)))
    }

    /// What the player knows as text, over several lines.
    #[pyo3(signature = (names=None))]
    fn picture(&self, names: Option<Names>) -> String {
        self.with(|inner| inner.knows.picture(named(names.as_ref())))
    }

    /// What the player knows as an SVG document.
    #[pyo3(signature = (names=None, plain=false))]
    fn drawing(&self, names: Option<Names>, plain: bool) -> Option<String> {
        let scene = Scene { plain, ..Scene::of(named(names.as_ref())) };
        self.with(|inner| inner.knows.drawing(&scene)).as_deref().map(materials::whole)
    }

    /// A copy, which hears of nothing more.
    fn copy(&self) -> PyResult<View> {
        View::new(self.game, self.setup.clone(), self.player.into(), self.events())
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.drawing(None, false)
    }

    fn __str__(&self) -> String {
        self.picture(None)
    }

    fn __copy__(&self) -> PyResult<View> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<View> {
        self.copy()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyAny>, (&'static str, Params, u8, Vec<Event>)) {
        let view = slf.get();
        (slf.get_type().into_any(), (view.game, view.setup.clone(), view.player, view.events()))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<View>()
}
