//! The command line of `championnat jouer`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

/// Where pages are shown unless somebody says otherwise.
const BOARD: &str = "127.0.0.1:8088";

/// Jouer un championnat entier, ou le reprendre où il en était.
///
/// Le fichier TOML nomme le jeu, les concurrents, le format, le temps, les points ; sans fichier, les options suffisent :
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
    pub pieces: Short,
    /// Port TCP pour les concurrents par réseau (sans lui : 4242 s'il y en a), avec la forme du protocole où le jeu en a plusieurs (1235:2025) ; peut être répété
    #[arg(long = "port", value_name = "PORT[:FORME]", value_parser = port)]
    pub ports: Vec<Port>,
    /// Adresse d'écoute (par défaut toutes, IPv6 et IPv4)
    #[arg(long = "adresse", value_name = "IP")]
    pub address: Option<IpAddr>,
    /// Délai en secondes pour demander une partie après la connexion
    #[arg(long = "attente-partie", value_name = "S", default_value = "10", value_parser = words::clap::seconds)]
    pub handshake_time: Duration,
    /// Montrer aussi le championnat sur des pages web, à cette adresse (programme tableau)
    #[arg(long = "tableau", value_name = "ADRESSE", num_args = 0..=1, require_equals = true, default_missing_value = BOARD)]
    pub board: Option<SocketAddr>,
    /// Ne montrer que le classement final
    #[arg(long)]
    pub discret: bool,
    /// Ne pas essayer les moteurs avant la première rencontre
    #[arg(long = "sans-essai")]
    pub untried: bool,
    /// Seulement vérifier la description et essayer chaque moteur, sans rien jouer ; code de sortie 1 si l'un ne joue pas
    #[arg(long = "verifier", conflicts_with = "untried")]
    pub verify: bool,
    /// Reconstruire la base des résultats à partir des parties enregistrées, puis continuer
    #[arg(long)]
    pub reconstruire: bool,
    /// Les concurrents par réseau viennent d'un autre processus, par l'entrée standard
    #[arg(long = "accueil", hide = true, conflicts_with = "ports")]
    pub relayed: bool,
}

/// The short form of a championship, in the place of a file.
#[derive(Args, Debug, Default)]
pub struct Short {
    /// Jeu
    #[arg(long = "jeu", value_name = "JEU", conflicts_with = "file")]
    pub game: Option<String>,
    /// Concurrent joué par le serveur : un moteur, avec un nom si l'on veut ; peut être répété
    #[arg(long = "moteur", value_name = "[NOM=]MOTEUR", conflicts_with = "file")]
    pub engines: Vec<String>,
    /// Concurrent par réseau, avec un secret si l'on veut ; peut être répété
    #[arg(long = "reseau", value_name = "NOM[#SECRET]", conflicts_with = "file")]
    pub network: Vec<String>,
    /// Paramètre du jeu ; peut être répété
    #[arg(long = "parametre", value_name = "CLÉ=VALEUR", conflicts_with = "file")]
    pub parameters: Vec<String>,
    /// Format : aller-retour, aller-simple, suisse, poules, elimination, defi, avec ses options (suisse:rondes=5)
    #[arg(long = "format", value_name = "TYPE[:CLÉ=VALEUR,...]", conflicts_with = "file")]
    pub format: Option<String>,
    /// Ordre des concurrents : tirage ou liste
    #[arg(long = "ordre", value_name = "ORDRE", conflicts_with = "file")]
    pub order: Option<String>,
    /// Temps par coup en secondes
    #[arg(long = "temps", value_name = "S", conflicts_with = "file")]
    pub time: Option<f64>,
    /// Graine du tirage au sort
    #[arg(long = "graine", value_name = "N", conflicts_with = "file")]
    pub seed: Option<i64>,
    /// Rencontres à la fois, même si des moteurs doivent alors partager un coeur
    #[arg(long = "simultanees", value_name = "N", conflicts_with = "file")]
    pub simultaneous: Option<i64>,
    /// Laisser les moteurs réfléchir pendant le tour de l'adversaire
    #[arg(long = "reflexion", conflicts_with = "file")]
    pub ponder: bool,
    /// Secondes accordées à un absent avant le premier forfait
    #[arg(long = "grace", value_name = "S", conflicts_with = "file")]
    pub grace: Option<f64>,
    /// Rencontre interrompue sans la faute de personne : rejouée au plus autant de fois
    #[arg(long = "rejeux", value_name = "N", conflicts_with = "file")]
    pub replays: Option<i64>,
    /// Secondes accordées à un moteur pour démarrer, ou redémarrer après une panne (par défaut 30)
    #[arg(long = "demarrage", value_name = "S", conflicts_with = "file")]
    pub start_bound: Option<f64>,
    /// Après autant de démarrages manqués de suite, un moteur perd ce qui lui reste à jouer (par défaut 3 ; 0 : jamais)
    #[arg(long = "demarrages-manques", value_name = "N", conflicts_with = "file")]
    pub failed_starts: Option<i64>,
    /// Garder les moteurs d'une rencontre à l'autre, au lieu d'en lancer de neufs pour chacune
    #[arg(long = "moteurs-gardes", conflicts_with = "file")]
    pub engines_kept: bool,
    /// Base des résultats : un fichier, ou postgres://...
    #[arg(long = "resultats", value_name = "FICHIER|URL", conflicts_with = "file")]
    pub results: Option<String>,
    /// Dossier des parties enregistrées
    #[arg(long = "parties", value_name = "DOSSIER", conflicts_with = "file")]
    pub records: Option<String>,
    /// Confinement des moteurs : aucun, ordinaire (par défaut : tout ce que cette machine permet), ou strict (ne joue pas là où une couche manque)
    #[arg(long = "confinement", value_name = "NIVEAU", conflicts_with = "file")]
    pub confinement: Option<String>,
    /// Mémoire de chaque moteur, avec tout ce qu'il lance, en Mo (par défaut 1024)
    #[arg(long = "memoire", value_name = "MO", conflicts_with = "file")]
    pub memory: Option<i64>,
    /// Processus et fils d'exécution de chaque moteur (par défaut 128)
    #[arg(long = "processus", value_name = "N", conflicts_with = "file")]
    pub processes: Option<i64>,
    /// Ce que chaque moteur peut écrire dans son dossier de travail, en Mo (par défaut 64)
    #[arg(long = "disque", value_name = "MO", conflicts_with = "file")]
    pub disk: Option<i64>,
}

/// A port, and which form of the game's protocol is spoken there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// 0: any free one.
    pub number: u16,
    /// Empty: the usual one.
    pub form: String,
}

impl FromStr for Port {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (number, form) = text.split_once(':').unwrap_or((text, ""));
        Ok(Port { number: number.parse()?, form: form.to_owned() })
    }
}

fn port(text: &str) -> Result<Port, String> {
    text.parse().map_err(|_| words::text!("port-number"))
}
