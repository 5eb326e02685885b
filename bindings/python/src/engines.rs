//! The engines that come with Arbitre, in this process: each on a thread of its own, behind the engine protocol.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::{Mutex, PoisonError};
use std::thread;

use jeux::colonnes::Board;
use jeux::coursidor::Coursidor;
use jeux::labyrinthe::Labyrinth;
use jeux::morpion::Morpion;
use jeux::sept_couleurs::SeptCouleurs;
use moteur_ia::adapter::{self, Engine};
use moteur_ia::any_game;
use moteur_ia::colonnes::parfait::{self, Parfait};
use moteur_ia::colonnes::{alphabeta, glouton, table};
use moteur_ia::sept_couleurs::exact::engine::Optimal;
use moteur_ia::sept_couleurs::{self, Perimeter};
use moteur_ia::{coursidor, labyrinthe, morpion, sphinx};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::errors;

/// Plays until its input ends, the same moves for the same seed.
type Run = fn(Option<u64>, PipeReader, PipeWriter) -> io::Result<()>;

fn serve(engine: impl Engine, input: PipeReader, output: PipeWriter) -> io::Result<()> {
    adapter::serve(engine, input, output)
}

/// Every engine: its game, its name. The same as those of the program `moteur`, with the defaults of their options.
const ENGINES: &[(&str, &str, Run)] = &[
    ("colonnes", "hasard", |seed, i, o| serve(any_game::Hasard::<Board>::new(seed), i, o)),
    ("colonnes", "glouton", |seed, i, o| serve(glouton::Glouton::new(seed), i, o)),
    ("colonnes", "alphabeta", |seed, i, o| {
        let options = alphabeta::Options { seed, time: None, depth: None };
        serve(alphabeta::AlphaBeta::new(options), i, o)
    }),
    ("colonnes", "parfait", |seed, i, o| {
        serve(Parfait::new(table::open(None), parfait::Options::default(), seed), i, o)
    }),
    ("labyrinthe", "hasard", |seed, i, o| serve(any_game::Hasard::<Labyrinth>::new(seed), i, o)),
    ("labyrinthe", "astar", |_, i, o| serve(labyrinthe::AstarEngine, i, o)),
    ("labyrinthe", "minmax", |_, i, o| serve(labyrinthe::MinmaxEngine::default(), i, o)),
    ("morpion", "hasard", |seed, i, o| serve(any_game::Hasard::<Morpion>::new(seed), i, o)),
    ("morpion", "glouton", |_, i, o| serve(any_game::Glouton::<Morpion>::default(), i, o)),
    ("morpion", "minimax", |_, i, o| serve(morpion::Minimax, i, o)),
    ("sept-couleurs", "hasard", |seed, i, o| serve(any_game::Hasard::<SeptCouleurs>::new(seed), i, o)),
    ("sept-couleurs", "utile", |seed, i, o| serve(sept_couleurs::Utile::new(seed), i, o)),
    ("sept-couleurs", "glouton", |seed, i, o| serve(sept_couleurs::Glouton::new(seed), i, o)),
    ("sept-couleurs", "hegemonique", |seed, i, o| {
        serve(sept_couleurs::Hegemonique::new(seed, Perimeter::Literal), i, o)
    }),
    ("sept-couleurs", "prevoyant", |seed, i, o| serve(sept_couleurs::Prevoyant::new(seed, 2), i, o)),
    ("sept-couleurs", "hybride", |seed, i, o| serve(sept_couleurs::Hybride::new(seed), i, o)),
    ("sept-couleurs", "alphabeta", |_, i, o| {
        serve(sept_couleurs::AlphaBeta::new(sept_couleurs::alphabeta::Options::default()), i, o)
    }),
    ("sept-couleurs", "optimal", |seed, i, o| serve(Optimal::new(seed), i, o)),
    ("coursidor", "hasard", |seed, i, o| serve(any_game::Hasard::<Coursidor>::new(seed), i, o)),
    ("coursidor", "chemin", |_, i, o| serve(coursidor::Chemin, i, o)),
    ("coursidor", "stratege", |_, i, o| serve(coursidor::Stratege::new(coursidor::Options::default()), i, o)),
    ("sphinx", "hasard", |seed, i, o| serve(sphinx::Hasard::new(seed), i, o)),
    ("sphinx", "profondeur", |seed, i, o| serve(sphinx::Profondeur::new(seed), i, o)),
    ("sphinx", "stratege", |seed, i, o| {
        serve(sphinx::Stratege::new(sphinx::Options { seed, time: None, samples: None }), i, o)
    }),
];

/// The names of the engines of a game.
#[pyfunction]
fn engines(game: &str) -> Vec<&'static str> {
    ENGINES.iter().filter(|(of, ..)| *of == game).map(|(_, name, _)| *name).collect()
}

/// The host's end of an engine of the house: lines of the engine protocol. The engine ends with it.
#[pyclass(frozen)]
struct HouseEngine {
    to: Mutex<PipeWriter>,
    from: Mutex<BufReader<PipeReader>>,
}

#[pymethods]
impl HouseEngine {
    #[new]
    #[pyo3(signature = (game, name, seed=None))]
    fn new(game: &str, name: &str, seed: Option<u64>) -> PyResult<Self> {
        let (.., run) =
            ENGINES.iter().find(|(of, known, _)| (*of, *known) == (game, name)).ok_or_else(|| {
                errors::value_error(format!("{game}: no engine {name:?} ({})", engines(game).join(", ")))
            })?;
        let (input, to) = io::pipe()?;
        let (from, output) = io::pipe()?;
        thread::Builder::new()
            .name(name.to_owned())
            // An engine whose host has gone ends with an error that nobody waits for.
            .spawn(move || run(seed, input, output).ok())?;
        Ok(HouseEngine { to: Mutex::new(to), from: Mutex::new(BufReader::new(from)) })
    }

    /// Sends a line.
    fn send(&self, py: Python<'_>, line: &str) -> PyResult<()> {
        let sent = py.detach(|| {
            self.to.lock().unwrap_or_else(PoisonError::into_inner).write_all(format!("{line}\n").as_bytes())
        });
        Ok(sent?)
    }

    /// Waits for a line.
    fn receive(&self, py: Python<'_>) -> PyResult<String> {
        let mut line = String::new();
        let read =
            py.detach(|| self.from.lock().unwrap_or_else(PoisonError::into_inner).read_line(&mut line))?;
        if read == 0 {
            return Err(PyOSError::new_err("the engine has ended"));
        }
        line.truncate(line.trim_end_matches('\n').len());
        Ok(line)
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<HouseEngine>()?;
    module.add_function(wrap_pyfunction!(engines, module)?)
}
