//! The boards of experiments: their options, and the boards of a seed.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use i18n::text;
use jeux::game::{ParameterError, Params};
use jeux::sept_couleurs::{Board, BoardSide, SeptCouleurs};
use jeux::{Game, Reason};

/// Options for boards; defaults are the game's.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct Options {
    #[arg(long, value_name = "N|LxH", help = text!("moteur-taille"))]
    pub taille: Option<String>,
    #[arg(long, value_name = "N", help = text!("moteur-couleurs"))]
    pub couleurs: Option<String>,
    /// Fair or random.
    #[arg(long, value_name = "equitable|hasard", help = text!("moteur-monde"))]
    pub monde: Option<String>,
    /// Neighbours of a cell.
    #[arg(long, value_name = "4|6|8", help = text!("moteur-voisins"))]
    pub voisins: Option<String>,
    /// Without borders.
    #[arg(long, help = text!("moteur-tore"))]
    pub tore: bool,
    /// Walls, in percent.
    #[arg(long, value_name = "P", help = text!("moteur-murs"))]
    pub murs: Option<String>,
    /// The golden cell.
    #[arg(long, help = text!("moteur-or"))]
    pub or: bool,
    /// The bomb.
    #[arg(long, help = text!("moteur-bombe"))]
    pub bombe: bool,
    /// One board for all games.
    #[arg(long, value_name = "FICHIER", help = text!("moteur-plateau"))]
    pub plateau: Option<std::path::PathBuf>,
}

impl Options {
    /// The boards of these options.
    pub fn worlds(&self) -> anyhow::Result<Worlds> {
        let mut given = Params::new();
        let mut say = |name: &str, value: &str| given.insert(name.to_owned(), value.to_owned());
        if let Some(size) = &self.taille {
            let (width, height) = size.split_once('x').unwrap_or((size, size));
            say("L", width);
            say("H", height);
        }
        for (name, value) in [
            ("couleurs", &self.couleurs),
            ("monde", &self.monde),
            ("voisins", &self.voisins),
            ("murs", &self.murs),
        ] {
            if let Some(value) = value {
                say(name, value);
            }
        }
        for (name, _) in [("tore", self.tore), ("or", self.or), ("bombe", self.bombe)].iter().filter(|x| x.1)
        {
            say(name, "oui");
        }
        if let Some(path) = &self.plateau {
            say("plateau", &read_board(path).with_context(|| path.display().to_string())?);
        }
        Worlds::new(given).map_err(|error| sentence(&error))
    }
}

/// The text of a board in a file.
fn read_board(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    let read =
        File::open(path).and_then(|file| file.take(Board::MOST_BYTES as u64 + 1).read_to_string(&mut text));
    match read.map_err(|error| anyhow!(i18n::system(&error)))? {
        0..=Board::MOST_BYTES => Ok(text),
        _ => bail!(text!("couleurs-file-too-long")),
    }
}

/// A wrong parameter, in words.
pub fn sentence(error: &ParameterError) -> anyhow::Error {
    in_words(&error.problem).context(text!("parameter-wrong", name = &error.name))
}

pub fn in_words(reason: &Reason) -> anyhow::Error {
    anyhow!(i18n::reason(reason))
}

/// Boards, one per seed.
#[derive(Clone, Default, Debug)]
pub struct Worlds(Params);

impl Worlds {
    /// Boards with these parameters of the game.
    pub fn new(given: Params) -> Result<Self, ParameterError> {
        let worlds = Worlds(given);
        worlds.begin(0)?;
        Ok(worlds)
    }

    /// The same from pairs of names and values.
    pub fn of(given: &[(&str, &str)]) -> Result<Self, ParameterError> {
        Worlds::new(given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    /// The beginnings of two games on the board of a seed: `v` begins one, `^` the other.
    /// [`Worlds::new`] has reported wrong parameters already.
    pub fn begin(&self, seed: u64) -> Result<[SeptCouleurs; 2], ParameterError> {
        let mut setup = SeptCouleurs::draw(&self.0, seed)?;
        let mut start = |side: BoardSide| {
            setup.insert("commence".to_owned(), side.symbol().to_string());
            SeptCouleurs::start(&setup)
        };
        Ok([start(BoardSide::Low)?, start(BoardSide::High)?])
    }

    /// The requested parameters, for data files.
    pub const fn parameters(&self) -> &Params {
        &self.0
    }
}
