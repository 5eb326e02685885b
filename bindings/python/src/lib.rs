//! The native part of the Python package `arbitre`: the module `arbitre._arbitre`.
//!
//! A thin layer on [`jeux::any`]: moves are texts, and so is everything else that a game knows of. What Python can say itself is in
//! `python/arbitre/`.
//!
//! # Layout
//! * `position`: positions, fixed or to play on.
//! * `values`: what positions are worth, where that is known.
//! * `engines`: the engines that come with Arbitre.
//! * `view`: what one player knows of a game.
//! * `learning`: numbers for moves, and many boards at once.
//! * `errors`: the exceptions, which are classes of Python.

mod engines;
mod errors;
mod learning;
mod position;
mod values;
mod view;

use i18n::Language;
use jeux::any::{self, AnyGame, GAMES};
use jeux::{Params, Player};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The language of sentences, ``en`` or ``fr``: sets it where one is given, and gives the one in force.
///
/// At first it is that of the environment: French where ``LANG`` begins with ``fr``, else English.
#[pyfunction]
#[pyo3(signature = (code=None, /))]
fn language(code: Option<&str>) -> PyResult<&'static str> {
    if let Some(code) = code {
        let known = Language::ALL.into_iter().find(|language| language.code() == code);
        i18n::set(known.ok_or_else(|| errors::value_error(format!("{code}: fr or en expected")))?);
    }
    Ok(i18n::language().code())
}

/// French where the environment asks for it, else English.
fn spoken_here() -> Language {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    if named.is_some_and(|name| name.starts_with("fr")) { Language::Fr } else { Language::En }
}

/// Whether somebody does not see everything in this game.
#[pyfunction]
fn hidden(game: &str) -> bool {
    let follow = |game: &AnyGame| game.follow(&game.draw(&Params::new(), 0).ok()?, Player::First);
    any::named(game).ok().and_then(follow).is_some()
}

/// What there is to know of each game, by its name: title, colours, parameters.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    for game in &GAMES {
        let parameters = PyDict::new(py);
        for parameter in game.parameters {
            parameters.set_item(parameter.name, parameter.default)?;
        }
        all.set_item(game.name, (game.title, game.colours, parameters))?;
    }
    Ok(all)
}

/// See `arbitre`.
#[pymodule]
fn _arbitre(module: &Bound<'_, PyModule>) -> PyResult<()> {
    i18n::set(spoken_here());
    module.add_function(wrap_pyfunction!(language, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(hidden, module)?)?;
    engines::register(module)?;
    position::register(module)?;
    module.add_class::<values::Value>()?;
    view::register(module)?;
    learning::register(module)
}
