//! The games in numbers, for machine learning: `Env`, one game under way, and `Batch`, many. A thin layer on the crate `learning`; arrays
//! come as bytes, of which `arbitre.batch` makes those of NumPy.

use jeux::any::{AnyPosition, named};
use jeux::colonnes::Board;
use jeux::coursidor::Coursidor;
use jeux::game::{ParameterError, Params};
use jeux::labyrinthe::Labyrinth;
use jeux::morpion::Morpion;
use jeux::scene::Scene;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::{ByPlayer, Player, Status, materials};
use learning::{Batch, BatchError, Env, Environment, Output, Playouts, SphinxEnv, playouts, score_of};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::errors;

macro_rules! games {
    ($($name:ident: $env:ty),+) => {
        #[derive(Clone)]
        enum OneOf {
            $($name($env)),+
        }

        enum ManyOf {
            $($name(Batch<$env>)),+
        }

        impl OneOf {
            fn begin(game: &str, setup: &Params) -> PyResult<Self> {
                let found = named(game).map_err(|reason| errors::reason(&reason))?;
                let begun: Option<Result<Self, ParameterError>> = None;
                $(let begun = begun.or_else(|| {
                    (found.name == <$env>::NAME).then(|| <$env>::begin(setup).map(OneOf::$name))
                });)+
                let begun = begun.ok_or_else(|| PyValueError::new_err(found.name))?;
                begun.map_err(|error| errors::parameter(&error))
            }

            fn batch(starts: Vec<Self>, boards: usize, seed: u64, threads: usize) -> PyResult<ManyOf> {
                let Some(first) = starts.first() else { return Err(refused(&BatchError::Empty)) };
                match first {
                    $(OneOf::$name(_) => {
                        let same = starts.into_iter().filter_map(|start| match start {
                            OneOf::$name(env) => Some(env),
                            _ => None,
                        });
                        let batch = Batch::new(same.collect(), boards, seed, threads);
                        batch.map(ManyOf::$name).map_err(|error| refused(&error))
                    })+
                }
            }
        }

        /// Does the same with the environment of whatever game it is.
        macro_rules! of_one {
            ($one:expr, $bound:ident => $does:expr) => {
                match $one {
                    $(OneOf::$name($bound) => $does),+
                }
            };
        }

        macro_rules! of_many {
            ($many:expr, $bound:ident => $does:expr) => {
                match $many {
                    $(ManyOf::$name($bound) => $does),+
                }
            };
        }
    };
}

games!(
    Colonnes: Env<Board>,
    Labyrinthe: Env<Labyrinth>,
    Morpion: Env<Morpion>,
    SeptCouleurs: Env<SeptCouleurs>,
    Coursidor: Env<Coursidor>,
    Sphinx: SphinxEnv
);

fn refused(error: &BatchError) -> PyErr {
    match error {
        BatchError::TooMany(_) => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// 0 or 1.
fn player(index: usize) -> PyResult<Player> {
    Player::ALL.get(index).copied().ok_or_else(|| PyValueError::new_err("a player is 0 or 1"))
}

/// Bytes that Python may write into.
fn array<'py>(py: Python<'py>, values: &[u8]) -> Bound<'py, PyByteArray> {
    PyByteArray::new(py, values)
}

fn floats<'py>(py: Python<'py>, values: &[f32]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, 4 * values.len(), |bytes| {
        for (four, value) in bytes.chunks_exact_mut(4).zip(values) {
            four.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    })
}

fn integers<'py>(py: Python<'py>, values: &[i64]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, 8 * values.len(), |bytes| {
        for (eight, value) in bytes.chunks_exact_mut(8).zip(values) {
            eight.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    })
}

/// What pickle restores a game by: a function and its arguments.
type Reduced = (Py<PyAny>, (String, Params, Vec<u32>));

/// A game under way, in numbers.
#[pyclass(module = "arbitre", name = "Env")]
#[derive(Clone)]
pub(crate) struct One {
    env: OneOf,
    game: String,
    setup: Params,
    played: Vec<u32>,
}

#[pymethods]
impl One {
    #[new]
    fn new(game: String, setup: Params) -> PyResult<Self> {
        Ok(One { env: OneOf::begin(&game, &setup)?, game, setup, played: Vec::new() })
    }

    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    #[getter]
    fn setup(&self) -> Params {
        self.setup.clone()
    }

    /// The actions that have been played.
    #[getter]
    fn played(&self) -> Vec<u32> {
        self.played.clone()
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        of_one!(&self.env, env => env.actions())
    }

    /// Planes, rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let [planes, rows, columns] = of_one!(&self.env, env => env.shape());
        (planes, rows, columns)
    }

    /// No game takes more actions; ``None``: it may take any number.
    #[getter]
    fn longest(&self) -> Option<u64> {
        of_one!(&self.env, env => env.longest())
    }

    /// Whose turn it is: 0 or 1.
    #[getter]
    fn player(&self) -> usize {
        of_one!(&self.env, env => env.to_move().index())
    }

    #[getter]
    fn done(&self) -> bool {
        of_one!(&self.env, env => env.status() != Status::Ongoing)
    }

    /// The outcome for both players: 1, 0 or -1; 0 while the game goes on.
    #[getter]
    fn rewards(&self) -> (f32, f32) {
        let status = of_one!(&self.env, env => env.status());
        (score_of(status, Player::First), score_of(status, Player::Second))
    }

    /// The legal actions, ascending.
    fn legal(&self) -> Vec<usize> {
        let mut legal = Vec::with_capacity(16);
        of_one!(&self.env, env => env.legal(|action| legal.push(action)));
        legal.sort_unstable();
        legal
    }

    /// Plays an action; whether the game is over.
    fn play(&mut self, action: usize) -> PyResult<bool> {
        let status = of_one!(&mut self.env, env => env.play(action));
        let status = status.map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.played.push(action as u32);
        Ok(status != Status::Ongoing)
    }

    fn is_legal(&self, action: i64) -> bool {
        usize::try_from(action).is_ok_and(|action| of_one!(&self.env, env => env.is_legal(action)))
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// 1 for legal actions, 0 for others: bytes.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let mut mask = vec![0; self.actions()];
        of_one!(&self.env, env => env.mask(&mut mask));
        array(py, &mask)
    }

    /// What a player, 0 or 1, sees: the bytes of ``float32`` values.
    fn observe<'py>(&self, py: Python<'py>, me: usize) -> PyResult<Bound<'py, PyByteArray>> {
        let me = player(me)?;
        let mut values = vec![0.0; of_one!(&self.env, env => env.size())];
        of_one!(&self.env, env => env.observe(me, &mut values));
        floats(py, &values)
    }

    /// The actions that play this move.
    fn read(&self, text: &str) -> PyResult<Vec<usize>> {
        let found = of_one!(&self.env, env => env.read(text));
        found.ok_or_else(|| {
            let reason = jeux::Reason::new("not-a-move").with(text.chars().take(40).collect::<String>());
            errors::illegal(&reason)
        })
    }

    /// What an action does, in the notation of the game; ``None``: there is no such action.
    fn text(&self, action: i64) -> Option<String> {
        let action = usize::try_from(action).ok()?;
        of_one!(&self.env, env => env.numbered(action).map(|mv| mv.to_string()))
    }

    fn picture(&self) -> String {
        let position: &dyn AnyPosition = of_one!(&self.env, env => env.any());
        position.picture(ByPlayer { first: "1", second: "2" }, None)
    }

    fn drawing(&self) -> Option<String> {
        let position: &dyn AnyPosition = of_one!(&self.env, env => env.any());
        let scene = Scene { plain: true, ..Scene::of(ByPlayer { first: "1", second: "2" }) };
        position.drawing(&scene).as_deref().map(materials::whole)
    }

    /// Plays so many games by chance from here: won by the first player, drawn, won by the second, and actions in all.
    #[pyo3(signature = (count, seed=0, threads=1))]
    fn playouts(
        &self,
        py: Python<'_>,
        count: u64,
        seed: u64,
        threads: usize,
    ) -> PyResult<(u64, u64, u64, u64)> {
        // In parts, so that Ctrl-C is heard.
        const PART: u64 = 1 << 12;
        let env = &self.env;
        let mut all = Playouts::default();
        for part in 0..count.div_ceil(PART) {
            let count = PART.min(count - part * PART);
            let seed = seed.wrapping_add(part);
            all = all + py.detach(|| of_one!(env, env => playouts(env, count, seed, threads)));
            py.check_signals()?;
        }
        Ok((all.first, all.draws, all.second, all.actions))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<Reduced> {
        let restore = slf.py().import("arbitre._arbitre")?.getattr("_restore_env")?.unbind();
        let one = slf.borrow();
        Ok((restore, (one.game.clone(), one.setup.clone(), one.played.clone())))
    }
}

/// The game after these actions.
#[pyfunction]
fn _restore_env(game: String, setup: Params, played: Vec<u32>) -> PyResult<One> {
    let mut one = One::new(game, setup)?;
    for action in played {
        one.play(action as usize)?;
    }
    Ok(one)
}

/// The arrays of a step, as bytes: observations, masks, players, rewards, dones.
type Arrays<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

/// What comes after each legal action, as bytes: boards, actions, observations, dones, rewards.
type After<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

/// Many boards, stepped together.
#[pyclass(module = "arbitre", name = "Batch")]
pub(crate) struct Many {
    batch: ManyOf,
    observations: Vec<f32>,
    masks: Vec<u8>,
    players: Vec<u8>,
    rewards: Vec<f32>,
    dones: Vec<u8>,
}

impl Many {
    /// Does something with the batch and all buffers, without the interpreter, and gives the arrays.
    fn fill<'py>(
        &mut self,
        py: Python<'py>,
        observe: bool,
        does: impl Send + FnOnce(&mut ManyOf, &mut Output<'_>) -> Result<(), BatchError>,
    ) -> PyResult<Arrays<'py>> {
        let Many { batch, observations, masks, players, rewards, dones } = self;
        let seen = if observe { &mut observations[..] } else { &mut [] };
        py.detach(|| {
            let mut out = Output { observations: seen, masks, players, rewards, dones };
            does(batch, &mut out)
        })
        .map_err(|error| refused(&error))?;
        let observations = floats(py, if observe { &self.observations } else { &[] })?;
        let rewards = floats(py, &self.rewards)?;
        Ok((observations, array(py, &self.masks), array(py, &self.players), rewards, array(py, &self.dones)))
    }
}

#[pymethods]
impl Many {
    #[new]
    #[pyo3(signature = (game, setups, boards, seed=0, threads=1))]
    fn new(game: &str, setups: Vec<Params>, boards: usize, seed: u64, threads: usize) -> PyResult<Self> {
        let starts = setups.iter().map(|setup| OneOf::begin(game, setup)).collect::<PyResult<Vec<_>>>()?;
        let Some(first) = starts.first() else { return Err(refused(&BatchError::Empty)) };
        let (size, actions) = of_one!(first, env => (env.size(), env.actions()));
        let batch = OneOf::batch(starts, boards, seed, threads)?;
        Ok(Many {
            batch,
            observations: vec![0.0; boards * size],
            masks: vec![0; boards * actions],
            players: vec![0; boards],
            rewards: vec![0.0; 2 * boards],
            dones: vec![0; boards],
        })
    }

    fn __len__(&self) -> usize {
        self.players.len()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.masks.len() / self.players.len()
    }

    /// The boards as they are.
    #[pyo3(signature = (observe=true))]
    fn now<'py>(&mut self, py: Python<'py>, observe: bool) -> PyResult<Arrays<'py>> {
        self.fill(py, observe, |batch, out| of_many!(batch, batch => batch.observe(out)))
    }

    /// Begins all games again.
    fn restart(&mut self) {
        of_many!(&mut self.batch, batch => batch.restart());
    }

    /// Plays an action on each board: the bytes of ``int64`` values.
    #[pyo3(signature = (actions, observe=true))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyBytes>,
        observe: bool,
    ) -> PyResult<Arrays<'py>> {
        let (eights, rest) = actions.as_bytes().as_chunks::<8>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("actions are int64"));
        }
        let actions: Vec<i64> = eights.iter().map(|eight| i64::from_ne_bytes(*eight)).collect();
        self.fill(py, observe, |batch, out| of_many!(batch, batch => batch.step(&actions, out)))
    }

    /// A legal action of each board by chance: the bytes of ``int64`` values.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let mut chosen = vec![0; self.players.len()];
        let batch = &mut self.batch;
        let sampled = py.detach(|| of_many!(batch, batch => batch.sample(&mut chosen)));
        sampled.map_err(|error| refused(&error))?;
        integers(py, &chosen)
    }

    /// What comes after each legal action of each board.
    fn afterstates<'py>(&self, py: Python<'py>) -> PyResult<After<'py>> {
        let batch = &self.batch;
        let states = py.detach(|| of_many!(batch, batch => batch.afterstates()));
        let states = states.map_err(|error| refused(&error))?;
        let (boards, actions) = (integers(py, &states.boards)?, integers(py, &states.actions)?);
        let (observations, rewards) = (floats(py, &states.observations)?, floats(py, &states.rewards)?);
        Ok((boards, actions, observations, array(py, &states.dones), rewards))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<One>()?;
    module.add_class::<Many>()?;
    module.add_function(wrap_pyfunction!(_restore_env, module)?)
}
