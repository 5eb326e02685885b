//! What one player knows of a game in which not everybody sees everything: `View`.

use std::sync::{Mutex, PoisonError};

use jeux::any;
use jeux::game::{Follow, Params};
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

/// What one player knows of a game.
#[pyclass(frozen, module = "arbitre")]
pub(crate) struct View {
    #[pyo3(get)]
    game: &'static str,
    #[pyo3(get)]
    setup: Params,
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

    #[getter]
    fn to_move(&self) -> Option<u8> {
        self.with(|inner| inner.knows.to_move().map(number))
    }

    #[getter]
    fn events(&self) -> Vec<Event> {
        self.with(|inner| inner.events.clone())
    }

    fn legal(&self) -> Vec<String> {
        self.with(|inner| inner.knows.legal_moves())
    }

    fn is_legal(&self, mv: &str) -> bool {
        self.with(|inner| inner.knows.refusal(mv).is_none())
    }

    #[pyo3(signature = (mv, answer=None))]
    fn own(&self, mv: String, answer: Option<String>) -> PyResult<()> {
        self.with(|inner| inner.hear((true, mv, answer)))
    }

    fn opponent(&self, told: String) -> PyResult<()> {
        self.with(|inner| inner.hear((false, told, None)))
    }

    #[pyo3(signature = (names=None))]
    fn picture(&self, names: Option<Names>) -> String {
        self.with(|inner| inner.knows.picture(named(names.as_ref())))
    }

    #[pyo3(signature = (names=None, plain=false))]
    fn drawing(&self, names: Option<Names>, plain: bool) -> Option<String> {
        let scene = Scene { plain, ..Scene::of(named(names.as_ref())) };
        self.with(|inner| inner.knows.drawing(&scene))
    }

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
