//! The command line of `championnat jouer`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use arbitre::engine::InstallPaths;
use arbitre::host::remote::{BRIDGE_PROGRAM, Bridge, RoomSettings};
use championnat::presentation::InWords;
use championnat::{Config, Key, Port, RoomOptions, ShortForm, paths};
use clap::Args;
use jeux::Reason;
use jiff::Timestamp;

use super::trial::{self, TrialLength};

/// The default address of the pages.
const BOARD: &str = "127.0.0.1:8088";
/// The command that builds the bridge.
const BUILD: &str = "sh outils/compiler.sh machines";

/// Jouer un championnat entier, ou le reprendre où il en était.
///
/// Le fichier TOML nomme le jeu, les concurrents, le format, le temps, les points. Les options l'emportent sur lui, et --moteur et --reseau
/// ajoutent des concurrents : si elles changent le règlement, c'est une répétition, dont les résultats sont à part. Sans fichier, elles suffisent :
/// serveur championnat --jeu colonnes --moteur alphabeta --moteur java --moteur 'pipe:python3 bot.py'
///
/// Avant la première rencontre, chaque moteur est lancé et joue un coup ; si l'un n'y arrive pas, le championnat ne commence pas.
///
/// Code de sortie : 0, terminé ; 1, pas commencé ; 3, arrêté avant la fin ; 4, terminé sans les rencontres interrompues trop souvent.
#[derive(Args, Debug)]
pub struct Jouer {
    /// Description du championnat (TOML)
    #[arg(value_name = "FICHIER.toml")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub short: ShortForm,
    /// Port TCP pour les concurrents par réseau (par défaut, celui de la description, sinon 4242), avec la forme du protocole si le jeu en a plusieurs (1235:2025) ; peut être répété
    #[arg(long = "port", value_name = "PORT[:FORME]", value_parser = port)]
    pub ports: Vec<Port>,
    /// Adresse d'écoute (par défaut toutes, IPv6 et IPv4)
    #[arg(long = "adresse", value_name = "IP")]
    pub address: Option<IpAddr>,
    /// Délai en secondes pour demander une partie après la connexion
    #[arg(long = "attente-partie", value_name = "S", default_value = "10", value_parser = i18n::clap::seconds)]
    pub handshake_time: Duration,
    /// Montrer aussi le championnat sur des pages web, à cette adresse (programme tableau)
    #[arg(long = "tableau", value_name = "ADRESSE", num_args = 0..=1, require_equals = true, default_missing_value = BOARD)]
    pub board: Option<SocketAddr>,
    /// Commencer tout de suite, sans attendre ni les concurrents par réseau ni l'heure de `debut`
    #[arg(long = "sans-attendre")]
    pub at_once: bool,
    /// Ne montrer que le classement final
    #[arg(long)]
    pub discret: bool,
    /// Ne pas essayer les moteurs avant la première rencontre
    #[arg(long = "sans-essai")]
    pub untried: bool,
    /// Ce que chaque moteur joue à l'essai : un coup, ou une partie entière contre le hasard (par défaut un coup ; une partie pour --verifier, --plan et --sans-les-defaillants)
    #[arg(long = "essai", value_name = "coup|partie", value_parser = trial::length, conflicts_with = "untried")]
    pub trial: Option<TrialLength>,
    /// Commencer sans les moteurs qui ne jouent pas à l'essai : ils sont retirés, et « reintegre » les fait revenir
    #[arg(long = "sans-les-defaillants", conflicts_with = "untried")]
    pub without_failing: bool,
    /// Seulement vérifier la description et essayer chaque moteur, sans rien jouer ; code de sortie 1 si l'un ne joue pas
    #[arg(long = "verifier", conflicts_with = "untried")]
    pub verify: bool,
    /// Écrire aussi le résultat de l'essai dans ce fichier, un concurrent par ligne : .csv pour un tableur, ou .json
    #[arg(long = "rapport", value_name = "FICHIER", conflicts_with = "untried")]
    pub report: Option<PathBuf>,
    /// Seulement essayer chaque moteur, jouer quelques rencontres, et dire combien de temps le championnat durerait
    #[arg(long = "plan", conflicts_with_all = ["untried", "verify"])]
    pub plan: bool,
    /// Avec --plan : dire quels formats et quels temps par coup finissent avant cette heure (17:00)
    #[arg(long = "avant", value_name = "HEURE", requires = "plan", value_parser = hour)]
    pub before: Option<Timestamp>,
    /// Reconstruire la base des résultats à partir des parties enregistrées, puis continuer
    #[arg(long)]
    pub reconstruire: bool,
    #[command(flatten)]
    pub room: RoomOptions,
    /// Les concurrents par réseau viennent d'un autre processus, par l'entrée standard
    #[arg(long = "accueil", hide = true, conflicts_with = "ports")]
    pub relayed: bool,
}

impl Jouer {
    /// The bridge to the machines that play the rencontres, if they do.
    ///
    /// # Errors
    /// Its program is not built.
    pub fn bridge(&self, config: &Config) -> Result<Option<Bridge<Key>>> {
        let Some(arguments) = self.room.bridge_arguments(&paths::machines(&config.records)) else {
            return Ok(None);
        };
        let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error)).in_words()?;
        let Ok(program) = places.program(BRIDGE_PROGRAM) else {
            let path = places.folder.join(BRIDGE_PROGRAM).display().to_string();
            bail!(i18n::text!("program-missing", program = BRIDGE_PROGRAM, path = path, command = BUILD));
        };
        let settings = RoomSettings { ponder: config.ponder, band: self.room.band, fallback: false };
        Ok(Some(Bridge::new(program, arguments, settings)))
    }
}

/// A time of the organiser's clock, today or in the night after.
fn hour(text: &str) -> std::result::Result<Timestamp, String> {
    championnat::moment_after(text, Timestamp::now()).ok_or_else(|| i18n::text!("plan-hour", text = text))
}

fn port(text: &str) -> std::result::Result<Port, String> {
    text.parse().map_err(|_| i18n::text!("port-number"))
}
