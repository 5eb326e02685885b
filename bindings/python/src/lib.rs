//! The native part of the Python package `arbitre`: the module `arbitre._arbitre`.
//!
//! A thin layer on [`jeux::any`]: moves are texts, and so is everything else that a game knows of. What Python can say itself is in
//! `python/arbitre/`.
//!
//! # Layout
//! * `position`: positions, fixed or to play on.
//! * `view`: what one player knows of a game.
//! * `errors`: the exceptions, which are classes of Python.

mod errors;
mod position;
mod view;

use i18n::Language;
use jeux::any::GAMES;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The language of sentences: sets it where one is given, and gives the one in force.
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
    position::register(module)?;
    view::register(module)
}
