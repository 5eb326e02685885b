//! The command line of `serveur labyrinthe`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use protocol::cgs::Edition;

/// The default address of the pages.
const BOARD: &str = "127.0.0.1:8088";

/// Serveur de jeu de Labyrinthe.
///
/// Sans sous-commande : attend les clients, les fait jouer contre les joueurs d'entraînement ou entre eux. Les
/// sous-commandes s'adressent à un serveur qui tourne sur cette machine.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Labyrinthe {
    #[command(flatten)]
    pub serve: ServeOptions,
    #[command(subcommand)]
    pub request: Option<ControlCommand>,
}

/// The server proper.
#[derive(Args, Clone, Debug)]
pub struct ServeOptions {
    /// Port TCP, avec l'édition du protocole si ce n'est pas celle de --edition (1235:2025) ; peut être répété. 0 : un
    /// port libre, annoncé sur la sortie standard
    #[arg(long = "port", value_name = "PORT[:EDITION]", default_value = "1234")]
    pub ports: Vec<PortSpec>,
    /// Édition du protocole : 2017, celle du sujet, ou 2025
    #[arg(long, default_value = "2017")]
    pub edition: Edition,
    /// Temps par coup en secondes [défaut : 10, ou 60 pour l'édition 2025]
    #[arg(long = "timeout", value_name = "S", value_parser = i18n::clap::seconds)]
    pub time: Option<Duration>,
    /// Graine des labyrinthes des parties, dans l'ordre où elles commencent
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Faire jouer ensemble deux clients dès qu'ils attendent une partie
    #[arg(long = "apparier")]
    pub pair: bool,
    /// Dossier des enregistrements, un fichier JSON par partie (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with = "records")]
    pub no_records: bool,
    /// Délai en secondes pour se nommer après la connexion
    #[arg(long = "attente-nom", value_name = "S", default_value = "60", value_parser = i18n::clap::seconds)]
    pub name_time: Duration,
    /// Adresse d'écoute (par défaut toutes, IPv6 et IPv4)
    #[arg(long = "adresse", value_name = "IP")]
    pub address: Option<IpAddr>,
    /// Socket de commande [défaut : arbitre-labyrinthe-PORT.sock dans XDG_RUNTIME_DIR, ou dans un dossier privé du dossier temporaire]
    #[arg(long = "controle", value_name = "CHEMIN")]
    pub control: Option<PathBuf>,
    /// Montrer aussi les clients et les parties sur des pages web, à cette adresse (programme tableau)
    #[arg(long = "tableau", value_name = "ADRESSE", num_args = 0..=1, require_equals = true, default_missing_value = BOARD)]
    pub board: Option<SocketAddr>,
    /// Montrer le plateau après chaque coup dans le compte rendu (-vv : messages de mise au point)
    #[arg(short = 'v', action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// A request to a running server.
#[derive(Subcommand, Debug)]
pub enum ControlCommand {
    /// Faire jouer ensemble deux clients qui attendent une partie ; le premier commence
    Rencontre {
        /// Celui qui commence
        first: String,
        /// L'autre
        second: String,
        /// Graine du labyrinthe [défaut : tirée au sort]
        #[arg(long = "graine", value_name = "N")]
        seed: Option<u32>,
        /// Temps par coup en secondes [défaut : celui du serveur]
        #[arg(long = "temps", value_name = "S", value_parser = i18n::clap::seconds)]
        time: Option<Duration>,
        #[command(flatten)]
        server: RunningServer,
    },
    /// Faire jouer un client qui attend une partie contre un joueur d'entraînement
    Entraine {
        /// Le client
        client: String,
        /// Le joueur d'entraînement : DO_NOTHING, PLAY_RANDOM, ASTAR ou MINMAX
        trainer: String,
        /// Graine du labyrinthe [défaut : tirée au sort]
        #[arg(long = "graine", value_name = "N")]
        seed: Option<u32>,
        /// Temps par coup en secondes [défaut : celui du serveur]
        #[arg(long = "temps", value_name = "S", value_parser = i18n::clap::seconds)]
        time: Option<Duration>,
        /// Qui commence : le client ou le joueur d'entraînement, par son nom [défaut : tiré au sort]
        #[arg(long = "commence", value_name = "NOM")]
        first: Option<String>,
        /// Pause du joueur d'entraînement après chaque coup, en millisecondes
        #[arg(long = "delai", value_name = "MS")]
        delay: Option<u64>,
        #[command(flatten)]
        server: RunningServer,
    },
    /// Dire en une ligne de JSON qui est connecté et ce qui se joue
    Etat {
        #[command(flatten)]
        server: RunningServer,
    },
    /// Créer un tournoi, que les clients rejoignent par WAIT_GAME TOURNAMENT NOM
    Tournoi {
        /// Nom du tournoi (20 caractères au plus : lettres, chiffres, _)
        name: String,
        /// Format, comme pour `serveur championnat` : aller-retour, aller-simple, suisse, poules, elimination, defi, avec
        /// leurs options (suisse:rondes=5)
        #[arg(long, default_value = "aller-retour")]
        format: String,
        /// Ordre d'entrée : tirage, ou liste (celui des inscriptions)
        #[arg(long = "ordre", default_value = "tirage")]
        order: String,
        /// Graine du tirage
        #[arg(long = "graine", default_value_t = 0)]
        seed: u32,
        #[command(flatten)]
        server: RunningServer,
    },
    /// Lancer la phase suivante d'un tournoi : chaque partie commence quand ses deux joueurs attendent
    Lance {
        /// Nom du tournoi
        name: String,
        #[command(flatten)]
        server: RunningServer,
    },
    /// Classement d'un tournoi et parties en attente
    Classement {
        /// Nom du tournoi
        name: String,
        #[command(flatten)]
        server: RunningServer,
    },
    /// Déclarer perdues les parties qui attendent un joueur absent
    Forfait {
        /// Nom du tournoi
        name: String,
        /// Le joueur
        player: String,
        #[command(flatten)]
        server: RunningServer,
    },
    /// Montrer les clients connectés et ce qu'ils font
    Joueurs {
        #[command(flatten)]
        server: RunningServer,
    },
}

#[derive(Args, Debug)]
pub struct RunningServer {
    /// Port du serveur
    #[arg(long, default_value_t = 1234)]
    pub port: u16,
    /// Socket de commande du serveur, s'il n'est pas à l'endroit habituel
    #[arg(long = "controle", value_name = "CHEMIN")]
    pub control: Option<PathBuf>,
}

/// A port with its edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PortSpec {
    /// 0 for any.
    pub port: u16,
    /// If it is given.
    pub edition: Option<Edition>,
}

impl std::str::FromStr for PortSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (port, edition) =
            text.split_once(':').map_or((text, None), |(port, edition)| (port, Some(edition)));
        let port = port.parse().map_err(|_| i18n::text!("port-number"))?;
        let read = |edition: &str| {
            edition.parse::<Edition>().map_err(|_| i18n::text!("edition-unknown", name = edition))
        };
        let edition = edition.map(read).transpose()?;
        Ok(PortSpec { port, edition })
    }
}
