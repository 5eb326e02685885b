//! The command line. What stands here is the manual, in French for the students.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arbitre::engine::EngineSpec;
use clap::{Args, Parser, Subcommand};
use confine::Level;
use i18n::clap::seconds_or_zero;
use i18n::text;
use protocol::cgs::Edition;
use protocol::coursidor::Abi;
use protocol::name::Login;

use crate::depose::Depose;
use crate::duel::Duel;
use crate::essai::Essai;
use crate::nouveau::Nouveau;
use crate::values::{engine, level};

/// Joueur : relie un moteur IA à un serveur arbitre.
///
/// Sans sous-commande : une rencontre (aller et retour) de Colonnes de trois.
#[derive(Parser, Debug)]
#[command(name = "joueur", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Cli {
    #[command(flatten)]
    pub colonnes: Colonnes,
    #[command(subcommand)]
    pub game: Option<GameCommand>,
}

#[derive(Subcommand, Debug)]
pub enum GameCommand {
    /// Joueur de Labyrinthe
    Labyrinthe(Labyrinthe),
    /// Faire jouer deux moteurs sur cette machine : une rencontre avec ses plateaux, ou plusieurs (-n) avec un tableau, et lequel est plus fort (programme serveur)
    #[command(disable_help_flag = true)]
    Duel(Duel),
    /// Faire passer à un moteur tout le protocole, sans serveur, et dire ligne par ligne ce qui ne va pas
    ///
    /// Code de sortie : 0, tout va bien ; 1, quelque chose ne va pas.
    Essai(Essai),
    /// Créer un dossier avec un moteur qui joue déjà, à tous les jeux, et dire comment l'essayer
    Nouveau(Nouveau),
    /// Déposer un moteur sur une échelle, et attendre le verdict (avec curl)
    ///
    /// Le code de sortie est 0 si la version joue, 1 si elle est refusée ou si rien n'a été déposé.
    Depose(Depose),
    /// Faire d'un joueur de Coursidor (bibliothèque partagée en C) un moteur, qui lit et écrit les lignes du protocole des moteurs
    HoteCoursidor(HoteCoursidor),
    /// Faire d'un bot de Sphinx (bibliothèque partagée de Free Pascal) un moteur, qui lit et écrit les lignes du protocole des moteurs
    HoteSphinx(HoteSphinx),
}

/// A rencontre of Colonnes de trois.
#[derive(Args, Debug)]
pub struct Colonnes {
    /// Machine du serveur
    #[arg(value_name = "hostServeur", required = true)]
    pub host: Option<String>,
    /// Port du serveur
    #[arg(value_name = "portServeur", required = true)]
    pub port: Option<u16>,
    /// Nom du joueur, suivi de #secret dans un championnat qui en demande un (30 octets au plus en tout)
    #[arg(value_name = "nomJoueur", required = true, value_parser = login)]
    pub name: Option<Login>,
    /// Fichier dont la première ligne est le secret, plutôt que sur la ligne de commande, que montre ps ; ou variable ARBITRE_SECRET
    #[arg(long = "secret-fichier", value_name = "FICHIER")]
    pub secret: Option<PathBuf>,
    /// Moteur : java (dans ce processus, par JNI, donc sans confinement), java-pipe, java:CLASSE (le vôtre : Moteur.class, moteur.jar ou
    /// "DOSSIER paquet.Moteur"), pipe:COMMANDE, ou un moteur intégré (alphabeta, glouton, hasard... avec ses options entre guillemets :
    /// "hasard --graine 7")
    #[arg(long = "moteur", value_name = "MOTEUR", default_value = "java", value_parser = engine)]
    pub engine: EngineSpec,
    /// Temps par coup accordé par le serveur, en secondes (TIME_MAX) ; 0 : sans limite. Celui du cours n'en accorde que 5 ; après un
    /// TIMEOUT plus précoce, le joueur s'en tient à ce qu'il a mesuré
    #[arg(long = "temps", value_name = "S", default_value = "5", value_parser = seconds_or_zero)]
    pub time: Duration,
    #[command(flatten)]
    pub insisting: Insisting,
    #[command(flatten)]
    pub thinking: EngineOptions,
}

/// Games of Labyrinthe.
#[derive(Args, Debug)]
pub struct Labyrinthe {
    /// Machine du serveur
    #[arg(value_name = "HOTE")]
    pub host: String,
    /// Port du serveur
    #[arg(value_name = "PORT")]
    pub port: u16,
    /// Nom du joueur (20 caractères au plus : lettres, chiffres, _)
    #[arg(value_name = "NOM")]
    pub name: String,
    /// Partie demandée : rien pour un autre client, "PLAY_RANDOM timeout=10" ou autre joueur d'entraînement
    #[arg(long = "entrainement", value_name = "CHAINE", default_value = "")]
    pub training: String,
    /// Nombre de parties à jouer sur cette connexion
    #[arg(long = "nombre", value_name = "N", default_value_t = 1)]
    pub games: u32,
    /// Dans un tournoi (--entrainement "TOURNAMENT nom") : jouer partie après partie, jusqu'à ce que le serveur dise que le tournoi est fini
    #[arg(long = "jusqu-a-la-fin", conflicts_with = "games")]
    pub to_the_end: bool,
    /// Édition du protocole du serveur : 2017 ou 2025
    #[arg(long, default_value = "2017", value_parser = edition)]
    pub edition: Edition,
    /// Moteur : pipe:COMMANDE, ou un moteur intégré (minmax, astar, hasard)
    #[arg(long = "moteur", value_name = "MOTEUR", default_value = "minmax", value_parser = engine)]
    pub engine: EngineSpec,
    /// Temps par coup accordé par le serveur, en secondes ; 0 : sans limite
    #[arg(long = "temps", value_name = "S", default_value = "10", value_parser = seconds_or_zero)]
    pub time: Duration,
    #[command(flatten)]
    pub insisting: Insisting,
    #[command(flatten)]
    pub thinking: EngineOptions,
}

/// The host of a player of Coursidor.
#[derive(Args, Debug)]
pub struct HoteCoursidor {
    #[command(flatten)]
    pub hosting: Hosting,
    /// Disposition binaire du joueur : celle des entêtes de l'école, ou celle du texte du sujet
    #[arg(long, value_enum, default_value_t)]
    pub abi: LayoutName,
}

/// The layouts by their names on the command line.
#[derive(Clone, Copy, Default, Debug, clap::ValueEnum)]
pub enum LayoutName {
    #[default]
    Entetes,
    Sujet,
}

impl From<LayoutName> for Abi {
    fn from(layout: LayoutName) -> Self {
        match layout {
            LayoutName::Entetes => Abi::Entetes,
            LayoutName::Sujet => Abi::Sujet,
        }
    }
}

#[derive(Args, Debug)]
pub struct HoteSphinx {
    #[command(flatten)]
    pub hosting: Hosting,
    /// Taille des entiers du bot, en bits : 16 (mode par défaut de Free Pascal) ou 32 (objfpc, delphi) [défaut : détectée]
    #[arg(long = "entiers", value_name = "16|32", value_parser = ["16", "32"])]
    pub integers: Option<String>,
    /// Demande une grille h:w:n, et dit la taille des entiers
    #[arg(long = "sonde", value_name = "h:w:n", hide = true)]
    pub probe: Option<String>,
}

/// Options of a host of libraries.
#[derive(Args, Debug)]
pub struct Hosting {
    /// Bibliothèque du joueur
    #[arg(value_name = "JOUEUR.so")]
    pub library: PathBuf,
    /// Mémoire que la bibliothèque peut occuper, en mébioctets
    #[arg(long = "memoire", value_name = "MIO", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..))]
    pub memory: u64,
    /// Temps accordé à la bibliothèque pour se charger, en secondes
    #[arg(long = "chargement", value_name = "S", default_value = "5", value_parser = seconds_or_zero)]
    pub loading: Duration,
    /// Le groupe de ce processus est à lui seul : tout ce qui s'y trouve finit avec la bibliothèque
    #[arg(long = "seul", hide = true)]
    pub alone: bool,
    /// Dans le processus qui charge la bibliothèque, que celui-ci a lancé
    #[arg(long = "dedans", value_name = "PID", hide = true)]
    pub inside: Option<u32>,
}

impl Hosting {
    /// The memory limit of the library, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        self.memory.saturating_mul(1 << 20)
    }
}

/// Options for reconnecting.
#[derive(Args, Clone, Debug)]
pub struct Insisting {
    /// Jouer tout un championnat : une rencontre après l'autre, et se reconnecter si le serveur est relancé, jusqu'à la fin
    #[arg(long = "insiste")]
    pub insist: bool,
    /// Avec --insiste : combien de temps attendre un serveur absent, en secondes
    #[arg(long = "patience", value_name = "S", default_value = "120", value_parser = seconds_or_zero)]
    pub patience: Duration,
}

/// Options of the engine.
#[derive(Args, Clone, Debug)]
pub struct EngineOptions {
    /// Marge gardée sur le temps qui reste, en secondes ; plus petite que le temps par coup
    #[arg(long = "marge", value_name = "S", default_value = "0.4", value_parser = seconds_or_zero)]
    pub margin: Duration,
    /// Temps de réflexion maximal par coup, en secondes (par défaut tout le temps qui reste, moins la marge)
    #[arg(long = "reflexion", value_name = "S", value_parser = seconds_or_zero)]
    pub most: Option<Duration>,
    /// Ne pas réfléchir pendant le tour de l'adversaire
    #[arg(long = "sans-anticipation")]
    pub no_ponder: bool,
    /// Confinement du moteur : aucun, ordinaire (comme dans un championnat, avec ce que cette machine permet), ou strict ; java, qui
    /// tourne dans le processus du joueur, n'est pas confiné : utilisez java-pipe
    #[arg(long = "confinement", value_name = "NIVEAU", default_value_t = Level::None, value_parser = level)]
    pub confinement: Level,
    /// Temps accordé au moteur pour démarrer, en secondes
    #[arg(long = "demarrage", value_name = "S", default_value = "30", value_parser = seconds_or_zero)]
    pub start: Duration,
    /// Pas de coups de secours : si le moteur ne donne pas de coup, ou donne un coup illégal, le joueur quitte le serveur
    #[arg(long = "sans-secours")]
    pub no_fallback: bool,
    /// Ajouter à ce fichier tout ce qui est échangé avec le moteur et avec le serveur (sans le secret)
    #[arg(long = "journal", value_name = "FICHIER")]
    pub journal: Option<PathBuf>,
    /// Montrer les coups et les plateaux (-vv : aussi les messages du moteur)
    #[arg(short = 'v', action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// A player's options, common to all wires.
#[derive(Clone, Copy)]
pub struct PlayerOptions<'a> {
    pub host: &'a str,
    pub port: u16,
    /// The displayed name.
    pub name: &'a str,
    pub engine: &'a EngineSpec,
    /// The server's time for a move; zero for no limit.
    pub time: Duration,
    /// Options for reconnecting.
    pub insisting: &'a Insisting,
    pub thinking: &'a EngineOptions,
}

/// The environment variable with a secret.
const SECRET: &str = "ARBITRE_SECRET";
/// The longest file with a secret that is read, in bytes.
const LONGEST_SECRET: u64 = 4096;

impl Colonnes {
    /// The name with its secret: the one behind the name, in the file, or in the environment.
    pub fn login(&self) -> Result<Option<Login>> {
        let Some(login) = &self.name else { return Ok(None) };
        let secret = match &self.secret {
            Some(path) if login.has_secret() => {
                bail!(text!("player-secret-twice", path = path.display().to_string()))
            }
            Some(path) => Some(read_secret(path)?),
            None if login.has_secret() => None,
            None => env::var(SECRET).ok().filter(|secret| !secret.is_empty()),
        };
        Ok(Some(match secret {
            Some(secret) => Login::new(format!("{}#{secret}", login.with_secret())),
            None => login.clone(),
        }))
    }

    /// clap requires all of it, except with a subcommand.
    pub fn seat(&self) -> Option<PlayerOptions<'_>> {
        let (host, name) = (self.host.as_deref()?, self.name.as_ref()?.name());
        let Colonnes { engine, time, insisting, thinking, .. } = self;
        Some(PlayerOptions { host, port: self.port?, name, engine, time: *time, insisting, thinking })
    }
}

impl Labyrinthe {
    /// The common part.
    pub fn seat(&self) -> PlayerOptions<'_> {
        let Labyrinthe { host, port, name, engine, time, insisting, thinking, .. } = self;
        PlayerOptions { host, port: *port, name, engine, time: *time, insisting, thinking }
    }
}

/// The first line of a file.
fn read_secret(path: &Path) -> Result<String> {
    let context = || text!("player-secret-file", path = path.display().to_string());
    let mut text = String::new();
    let file = File::open(path).with_context(context)?;
    file.take(LONGEST_SECRET).read_to_string(&mut text).with_context(context)?;
    let secret = text.lines().next().unwrap_or_default();
    if secret.is_empty() {
        bail!(text!("player-secret-empty", path = path.display().to_string()));
    }
    Ok(secret.to_owned())
}

fn login(text: &str) -> Result<Login, std::convert::Infallible> {
    Ok(Login::new(text))
}

fn edition(text: &str) -> Result<Edition, String> {
    text.parse().map_err(|_| text!("edition-unknown", name = text))
}

#[cfg(test)]
mod tests {
    use arbitre::engine::START_BOUND;
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn everything_has_an_english_text() {
        assert_eq!(i18n::clap::missing(&Cli::command()), [""; 0]);
        assert_eq!(i18n::clap::unused(&Cli::command()), [""; 0]);
    }

    #[test]
    fn an_engine_has_the_usual_time_to_start() {
        let cli = Cli::command();
        let mut all = vec![&cli];
        all.extend(cli.get_subcommands());
        let bounds = all.iter().flat_map(|command| command.get_arguments());
        let bounds: Vec<_> = bounds.filter(|arg| arg.get_long() == Some("demarrage")).collect();
        assert!(bounds.len() >= 2, "{bounds:?}");
        let usual = START_BOUND.as_secs().to_string();
        assert!(bounds.iter().all(|arg| arg.get_default_values() == [usual.as_str()]), "{bounds:?}");
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        let cli = Cli::try_parse_from(["joueur", "localhost", "4242", "moi", "--moteur", "pipe:./bot --x"]);
        assert_eq!(cli.expect("parsed").colonnes.engine, EngineSpec::Pipe("./bot --x".into()));
        assert!(Cli::try_parse_from(["joueur", "localhost", "4242"]).is_err());
        let confined = |words: &[&str]| {
            let cli = Cli::try_parse_from([&["joueur", "localhost", "4242", "moi"], words].concat());
            cli.map(|cli| cli.colonnes.thinking.confinement).map_err(|error| error.to_string())
        };
        assert_eq!(confined(&[]), Ok(Level::None));
        assert_eq!(confined(&["--confinement", "strict"]), Ok(Level::Strict));
        let why = confined(&["--confinement", "dur"]).expect_err("no such level");
        assert!(why.contains("aucun, ordinaire, strict"), "{why}");
        let cli =
            Cli::try_parse_from(["joueur", "labyrinthe", "localhost", "1234", "moi", "--edition", "2025"]);
        assert!(
            matches!(cli.expect("parsed").game, Some(GameCommand::Labyrinthe(args)) if args.port == 1234)
        );
    }
}
