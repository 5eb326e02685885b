//! The command line. What stands here is the manual, in French for those who run contests.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::championship::HandedOn;
use crate::joue::Joue;
use crate::labyrinthe::Labyrinthe;

/// Serveur arbitre de Colonnes de trois.
///
/// Sans sous-commande : attend les joueurs sur PORT, les apparie dans l'ordre de leurs requêtes PARTIE (le premier a les
/// blancs) et arbitre chaque rencontre, aller et retour, dans un processus à elle.
///
/// SIGTERM ou Ctrl-C : plus de nouvelle rencontre, celles en cours se terminent ; une seconde fois : elles s'arrêtent, et
/// sont enregistrées comme interrompues.
#[derive(Parser, Debug)]
#[command(name = "serveur", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Cli {
    #[command(flatten)]
    pub serve: Serve,
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// How much is to be logged.
    pub fn verbosity(&self) -> u8 {
        match &self.command {
            Some(Command::Labyrinthe(args)) => args.serve.verbose,
            _ => self.serve.verbose,
        }
    }
}

/// The server proper.
#[derive(Args, Clone, Debug)]
pub struct Serve {
    /// Port TCP d'écoute ; 0 pour un port libre, annoncé sur la sortie standard
    #[arg(required = true)]
    pub port: Option<u16>,
    /// Accepter tout COUP bien formé, sans validation ; chaque partie s'arrête après son 40e coup
    #[arg(long = "noValid")]
    pub no_valid: bool,
    /// Attendre les coups sans limite de temps
    #[arg(long = "noTimeout")]
    pub no_timeout: bool,
    /// Temps par coup en secondes (TIME_MAX)
    #[arg(long = "temps", value_name = "S", default_value = "6", value_parser = seconds)]
    pub time: Duration,
    /// Arbitrer une seule rencontre, puis quitter
    #[arg(long)]
    pub once: bool,
    /// Dossier des enregistrements, un fichier JSON par rencontre (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with = "records")]
    pub no_records: bool,
    /// Délai en secondes pour envoyer une requête PARTIE complète après la connexion
    #[arg(long = "attente-partie", value_name = "S", default_value = "10", value_parser = seconds)]
    pub handshake_time: Duration,
    /// Adresse d'écoute (par défaut toutes, IPv6 et IPv4)
    #[arg(long = "adresse", value_name = "IP")]
    pub address: Option<IpAddr>,
    /// Montrer le plateau après chaque coup dans le compte rendu (-vv : messages de mise au point)
    #[arg(short = 'v', action = clap::ArgAction::Count)]
    pub verbose: u8,
}

impl Serve {
    /// The time for each move; `None` for ever.
    pub fn time_limit(&self) -> Option<Duration> {
        (!self.no_timeout).then_some(self.time)
    }

    /// The folder for records, if they are kept.
    pub fn records(&self) -> Option<&std::path::Path> {
        (!self.no_records).then_some(self.records.as_path())
    }
}

/// The other things that the program does.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Relire des enregistrements (ou des vecteurs JSONL), les vérifier par les règles et les montrer coup par coup
    Rejoue(Replay),
    /// Serveur de jeu de Labyrinthe
    Labyrinthe(Labyrinthe),
    /// Jouer une rencontre sur cette machine, à n'importe quel jeu : des moteurs, ou vous-même au terminal
    Joue(Joue),
    /// Jouer un championnat entier, ou le reprendre où il en était (programme championnat)
    #[command(disable_help_flag = true)]
    Championnat(HandedOn),
    /// Classement d'un championnat, fini ou en cours (programme championnat)
    #[command(disable_help_flag = true)]
    Classement(HandedOn),
    /// Toutes les parties d'un championnat, un enregistrement JSON par ligne (programme championnat)
    #[command(disable_help_flag = true)]
    Exporte(HandedOn),
    /// Écrire sur la sortie standard de quoi compléter les commandes dans un shell
    Completion {
        /// bash, zsh, fish, elvish ou powershell
        shell: clap_complete::Shell,
    },
    /// Écrire les pages de manuel, une par commande, dans un dossier
    Manuel {
        /// Dossier, créé au besoin
        #[arg(value_name = "DOSSIER")]
        folder: PathBuf,
    },
}

/// Reading records back.
#[derive(Args, Debug)]
pub struct Replay {
    /// Enregistrements d'une rencontre (.json), ou vecteurs de validation ou de positions (.jsonl)
    #[arg(required = true, value_name = "FICHIER")]
    pub files: Vec<PathBuf>,
    /// Vérifier sans montrer les coups
    #[arg(long)]
    pub discret: bool,
    /// Noter chaque joueur d'après la solution du jeu, s'il en a une : coups justes, gains et nulles jetés
    #[arg(long)]
    pub notes: bool,
    /// Table de la solution, pour --notes ; par défaut $MOTEUR_TABLE, sinon le dossier de cache de l'utilisateur
    #[arg(long, value_name = "CHEMIN")]
    pub table: Option<PathBuf>,
}

/// Reads a positive number of seconds, decimals allowed.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| words::text!("seconds-expected"))?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err(words::text!("seconds-above-zero")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert_eq!(words::clap::missing(&Cli::command()), [""; 0]);
        assert_eq!(words::clap::unused(&Cli::command()), [""; 0]);
    }

    #[test]
    fn the_course_form_is_understood() {
        let cli = Cli::try_parse_from(["serveur", "--noValid", "--noTimeout", "4242"]).expect("parsed");
        assert_eq!(cli.serve.port, Some(4242));
        assert!(cli.serve.no_valid && cli.serve.time_limit().is_none());
        assert!(Cli::try_parse_from(["serveur"]).is_err(), "a port is required");
        assert!(Cli::try_parse_from(["serveur", "99999"]).is_err());
        assert!(Cli::try_parse_from(["serveur", "--temps", "0", "1"]).is_err());
        assert!(Cli::try_parse_from(["serveur", "rejoue", "a.json"]).expect("parsed").command.is_some());
    }
}
