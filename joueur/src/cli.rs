//! The command line. What stands here is the manual, in French for the students.

use std::time::Duration;

use arbitre::engine::EngineSpec;
use clap::Parser;

/// Joueur de Colonnes de trois : relie un moteur IA au serveur arbitre, pour une rencontre (aller et retour).
#[derive(Parser, Debug)]
#[command(name = "joueur", version)]
pub struct Cli {
    /// Machine du serveur
    #[arg(value_name = "hostServeur")]
    pub host: String,
    /// Port du serveur
    #[arg(value_name = "portServeur")]
    pub port: u16,
    /// Nom du joueur (30 octets au plus)
    #[arg(value_name = "nomJoueur")]
    pub name: String,
    /// Moteur : java (dans ce processus, par JNI), java-pipe, pipe:COMMANDE, ou un moteur intégré (alphabeta, glouton,
    /// hasard... avec ses options entre guillemets : "hasard --graine 7")
    #[arg(long = "moteur", value_name = "MOTEUR", default_value = "java")]
    pub engine: EngineSpec,
    /// Temps par coup accordé par le serveur, en secondes (TIME_MAX) ; 0 : sans limite
    #[arg(long = "temps", value_name = "S", default_value = "6", value_parser = seconds)]
    pub time: Duration,
    /// Marge gardée sur le temps qui reste, en secondes
    #[arg(long = "marge", value_name = "S", default_value = "0.4", value_parser = seconds)]
    pub margin: Duration,
    /// Temps de réflexion au plus par coup, en secondes (par défaut tout le temps qui reste, moins la marge)
    #[arg(long = "reflexion", value_name = "S", value_parser = seconds)]
    pub thinking: Option<Duration>,
    /// Ne pas réfléchir pendant le tour de l'adversaire
    #[arg(long = "sans-anticipation")]
    pub no_ponder: bool,
    /// Temps accordé au moteur pour démarrer, en secondes
    #[arg(long = "demarrage", value_name = "S", default_value = "20", value_parser = seconds)]
    pub start: Duration,
    /// Montrer les coups et les plateaux (-vv : aussi le dialogue avec le moteur)
    #[arg(short = 'v', action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// Reads a number of seconds, decimals allowed.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "un nombre de secondes est attendu".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "un nombre de secondes positif est attendu".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        let cli = Cli::try_parse_from(["joueur", "localhost", "4242", "moi", "--moteur", "pipe:./bot --x"]);
        assert_eq!(cli.expect("parsed").engine, EngineSpec::Pipe("./bot --x".into()));
        assert!(Cli::try_parse_from(["joueur", "localhost", "4242"]).is_err());
    }
}
