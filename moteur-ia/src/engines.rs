//! The engines of the program `moteur`, by game. Their texts are in the catalogue under
//! `moteur-NAME`.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgMatches, Args, Command};
use i18n::text;
use jeux::Game;
use jeux::colonnes::Board;
use jeux::coursidor::Coursidor;
use jeux::labyrinthe::Labyrinth;
use jeux::morpion::Morpion;
use jeux::sept_couleurs::SeptCouleurs;
use jeux::sphinx::Sphinx;
use moteur_ia::adapter::{self, Engine};
use moteur_ia::analysis::{self, Analyst, Exact};
use moteur_ia::any_game;
use moteur_ia::colonnes::alphabeta::{self, AlphaBeta};
use moteur_ia::colonnes::glouton::Glouton;
use moteur_ia::colonnes::parfait::{self, Parfait};
use moteur_ia::colonnes::{analyse, lines, notes, resoudre, table};
use moteur_ia::coursidor::{self, Chemin, Stratege};
use moteur_ia::labyrinthe::{self, AstarEngine, MinmaxEngine};
use moteur_ia::morpion::{self as minimax, Minimax};
use moteur_ia::sept_couleurs::exact::{engine::Optimal, values};
use moteur_ia::sept_couleurs::{
    self, Glouton as Greedy, Hegemonique, Hybride, Perimeter, Prevoyant, Utile, pire, questions, tournoi,
    variantes,
};
use moteur_ia::sphinx::{self, Profondeur};

/// The command for evaluating positions, present in every game.
const LINES: &str = "analyse-lignes";

/// A game's engines and tools.
pub struct GameCatalog {
    /// The game's name.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    pub engines: &'static [&'static dyn CatalogEntry],
    /// Further commands.
    pub tools: &'static [&'static dyn CatalogEntry],
}

pub static SHELVES: &[GameCatalog] = &[
    GameCatalog {
        engines: &[
            &CatalogWith {
                name: "hasard",
                run: |seed: Seed| serve(any_game::Hasard::<Board>::new(seed.graine)),
            },
            &CatalogWith { name: "glouton", run: |seed: Seed| serve(Glouton::new(seed.graine)) },
            &CatalogWith {
                name: "alphabeta",
                run: |search: SearchLimits| serve(AlphaBeta::new(search.into())),
            },
            &CatalogWith { name: "parfait", run: |perfect: Perfect| serve(perfect.engine()) },
        ],
        tools: &[
            &CatalogWith { name: "resoudre", run: |args| resoudre::run(&args) },
            &CatalogWith { name: "analyse", run: |args| analyse::run(&args) },
            &CatalogWith { name: "notes", run: |args| notes::run(&args) },
            &CatalogWith { name: LINES, run: |args| lines::run(&args) },
        ],
        ..GameCatalog::of::<Board>()
    },
    GameCatalog {
        engines: &[
            &CatalogWith {
                name: "hasard",
                run: |seed: Seed| serve(any_game::Hasard::<Labyrinth>::new(seed.graine)),
            },
            &CatalogWith { name: "astar", run: |_: Nothing| serve(AstarEngine) },
            &CatalogWith { name: "minmax", run: |_: Nothing| serve(MinmaxEngine::default()) },
        ],
        tools: &[&CatalogWith { name: LINES, run: |_: Nothing| answer(labyrinthe::Opinions::default()) }],
        ..GameCatalog::of::<Labyrinth>()
    },
    GameCatalog {
        engines: &[
            &CatalogWith {
                name: "hasard",
                run: |seed: Seed| serve(any_game::Hasard::<Morpion>::new(seed.graine)),
            },
            &CatalogWith {
                name: "glouton",
                run: |_: Nothing| serve(any_game::Glouton::<Morpion>::default()),
            },
            &CatalogWith { name: "minimax", run: |_: Nothing| serve(Minimax) },
        ],
        tools: &[&CatalogWith { name: LINES, run: |_: Nothing| answer(Exact::new(minimax::value)) }],
        ..GameCatalog::of::<Morpion>()
    },
    GameCatalog {
        engines: &[
            &CatalogWith {
                name: "hasard",
                run: |seed: Seed| serve(any_game::Hasard::<SeptCouleurs>::new(seed.graine)),
            },
            &CatalogWith { name: "utile", run: |seed: Seed| serve(Utile::new(seed.graine)) },
            &CatalogWith { name: "glouton", run: |seed: Seed| serve(Greedy::new(seed.graine)) },
            &CatalogWith {
                name: "hegemonique",
                run: |player: Hegemonic| serve(Hegemonique::new(player.seed.graine, player.perimetre.into())),
            },
            &CatalogWith {
                name: "prevoyant",
                run: |player: Foresighted| serve(Prevoyant::new(player.seed.graine, player.coups)),
            },
            &CatalogWith { name: "hybride", run: |seed: Seed| serve(Hybride::new(seed.graine)) },
            &CatalogWith {
                name: "alphabeta",
                run: |search: SearchLimits| serve(sept_couleurs::AlphaBeta::new(search.into())),
            },
            &CatalogWith { name: "optimal", run: |seed: Seed| serve(Optimal::new(seed.graine)) },
        ],
        tools: &[
            &CatalogWith { name: "valeurs", run: |args| values::run(&args) },
            &CatalogWith { name: "tournoi", run: |args| tournoi::run(&args) },
            &CatalogWith { name: "question", run: |args| questions::run(&args) },
            &CatalogWith { name: "pire", run: |args| pire::run(&args) },
            &CatalogWith { name: "variantes", run: |args| variantes::run(&args) },
            &CatalogWith { name: LINES, run: |_: Nothing| answer(sept_couleurs::Opinions::default()) },
        ],
        ..GameCatalog::of::<SeptCouleurs>()
    },
    GameCatalog {
        engines: &[
            &CatalogWith {
                name: "hasard",
                run: |seed: Seed| serve(any_game::Hasard::<Coursidor>::new(seed.graine)),
            },
            &CatalogWith { name: "chemin", run: |_: Nothing| serve(Chemin) },
            &CatalogWith {
                name: "stratege",
                run: |search: SearchLimits| serve(Stratege::new(search.into())),
            },
        ],
        tools: &[&CatalogWith { name: LINES, run: |_: Nothing| answer(coursidor::Opinions::default()) }],
        ..GameCatalog::of::<Coursidor>()
    },
    GameCatalog {
        engines: &[
            &CatalogWith { name: "hasard", run: |seed: Seed| serve(sphinx::Hasard::new(seed.graine)) },
            &CatalogWith { name: "profondeur", run: |seed: Seed| serve(Profondeur::new(seed.graine)) },
            &CatalogWith {
                name: "stratege",
                run: |worlds: Worlds| serve(sphinx::Stratege::new(worlds.into())),
            },
        ],
        tools: &[&CatalogWith { name: LINES, run: |_: Nothing| answer(sphinx::Opinions::default()) }],
        ..GameCatalog::of::<Sphinx>()
    },
];

impl GameCatalog {
    const fn of<G: Game>() -> Self {
        GameCatalog { name: G::NAME, title: G::TITLE, engines: &[], tools: &[] }
    }

    /// Its engines and tools.
    pub fn entries(&self) -> impl Iterator<Item = &'static dyn CatalogEntry> {
        self.engines.iter().chain(self.tools).copied()
    }
}

/// A command of a game.
pub trait CatalogEntry: Sync {
    fn name(&self) -> &'static str;

    /// Its command line. A game may have its own sentence for it, `moteur-JEU-NAME`.
    fn command(&self, game: &str) -> Command;

    fn run(&self, matches: &ArgMatches) -> anyhow::Result<()>;
}

/// A command with these options.
struct CatalogWith<A> {
    name: &'static str,
    run: fn(A) -> anyhow::Result<()>,
}

impl<A: Args> CatalogEntry for CatalogWith<A> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn command(&self, game: &str) -> Command {
        let own = format!("moteur-{game}-{}", self.name);
        let id = if i18n::has(i18n::language(), &own) { own } else { format!("moteur-{}", self.name) };
        let about = i18n::say(&id, &[]);
        // Options' doc comments are for readers of the code.
        A::augment_args(Command::new(self.name)).about(about).long_about(None)
    }

    fn run(&self, matches: &ArgMatches) -> anyhow::Result<()> {
        (self.run)(A::from_arg_matches(matches)?)
    }
}

/// Plays for the host on standard input and output.
fn serve(engine: impl Engine) -> anyhow::Result<()> {
    adapter::serve(engine, io::stdin(), io::stdout()).with_context(|| text!("engine-host-gone"))
}

/// Evaluates positions for the program on standard input and output.
fn answer(mut analyst: impl Analyst) -> anyhow::Result<()> {
    analysis::run(&mut analyst).with_context(|| text!("engine-host-gone"))
}

/// No options.
#[derive(Args)]
struct Nothing {}

/// The random seed.
#[derive(Args)]
struct Seed {
    #[arg(long, value_name = "N", help = text!("moteur-graine"))]
    graine: Option<u64>,
}

#[derive(Args)]
struct SearchLimits {
    #[command(flatten)]
    seed: Seed,
    #[arg(long, value_name = "MS", help = text!("moteur-temps"))]
    temps: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..), help = text!("moteur-profondeur"))]
    profondeur: Option<u8>,
}

impl From<SearchLimits> for alphabeta::Options {
    fn from(search: SearchLimits) -> Self {
        alphabeta::Options {
            seed: search.seed.graine,
            time: search.temps.map(Duration::from_millis),
            depth: search.profondeur,
        }
    }
}

/// The limits of a search in possible grids.
#[derive(Args)]
struct Worlds {
    #[command(flatten)]
    seed: Seed,
    #[arg(long, value_name = "MS", help = text!("moteur-temps"))]
    temps: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help = text!("moteur-echantillons"))]
    echantillons: Option<u32>,
}

impl From<Worlds> for sphinx::Options {
    fn from(worlds: Worlds) -> Self {
        sphinx::Options {
            seed: worlds.seed.graine,
            time: worlds.temps.map(Duration::from_millis),
            samples: worlds.echantillons.map(|samples| samples as usize),
        }
    }
}

/// The reading of the perimeter.
#[derive(Args)]
struct Hegemonic {
    #[command(flatten)]
    seed: Seed,
    #[arg(long, value_name = "LECTURE", value_enum, default_value_t, help = text!("moteur-perimetre"))]
    perimetre: Reading,
}

/// A reading of the subject's perimeter.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Reading {
    #[default]
    Litteral,
    Utile,
    Exterieur,
    Emprise,
    Iles,
}

impl From<Reading> for Perimeter {
    fn from(reading: Reading) -> Self {
        match reading {
            Reading::Litteral => Perimeter::Literal,
            Reading::Utile => Perimeter::Useful,
            Reading::Exterieur => Perimeter::Outer,
            Reading::Emprise => Perimeter::Reach,
            Reading::Iles => Perimeter::Islands,
        }
    }
}

/// How far to look ahead.
#[derive(Args)]
struct Foresighted {
    #[command(flatten)]
    seed: Seed,
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=12), help = text!("moteur-prevoyance"))]
    coups: u8,
}

impl From<SearchLimits> for sept_couleurs::alphabeta::Options {
    fn from(search: SearchLimits) -> Self {
        Self { time: search.temps.map(Duration::from_millis), depth: search.profondeur, ..Self::default() }
    }
}

impl From<SearchLimits> for coursidor::Options {
    fn from(search: SearchLimits) -> Self {
        Self { time: search.temps.map(Duration::from_millis), depth: search.profondeur, ..Self::default() }
    }
}

/// Options of play by the solution.
#[derive(Args)]
struct Perfect {
    #[command(flatten)]
    seed: Seed,
    #[arg(long, value_name = "CHEMIN", help = text!("moteur-table"))]
    table: Option<PathBuf>,
    #[arg(long, value_name = "P", default_value_t = 0.0, value_parser = probability, help = text!("moteur-fautes"))]
    fautes: f64,
    #[arg(long, help = text!("moteur-sans-pieges"))]
    sans_pieges: bool,
}

impl Perfect {
    fn engine(self) -> Parfait {
        let options =
            parfait::Options { blunders: self.fautes, traps: !self.sans_pieges, ..Default::default() };
        Parfait::new(table::open(self.table.as_deref()), options, self.seed.graine)
    }
}

/// Parses a number from 0 to 1.
fn probability(text: &str) -> Result<f64, String> {
    let number = i18n::clap::decimal(text).filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| text!("probability-expected"))
}
