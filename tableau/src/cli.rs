//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

/// Le concours sur des pages : regarder, rejouer, analyser et jouer dans un navigateur.
///
/// Sans argument : les championnats du dossier championnats/ et les enregistrements du dossier parties/, s'ils sont là.
/// Les adresses à ouvrir sont affichées au démarrage ; celles qui portent un jeton permettent de jouer, ou d'organiser.
#[derive(Parser, Debug)]
#[command(name = "tableau", version)]
pub struct Cli {
    /// Adresse et port où écouter ; port 0 : un port libre. D'autres machines ne voient les pages qu'avec une adresse de celle-ci
    #[arg(long = "adresse", value_name = "IP:PORT", default_value = "127.0.0.1:8088")]
    pub address: SocketAddr,
    /// Description d'un championnat (.toml)
    #[arg(value_name = "FICHIER.toml")]
    pub files: Vec<PathBuf>,
    /// Base de résultats d'un championnat, ou postgres://... ; peut être répété
    #[arg(long = "base", value_name = "FICHIER")]
    pub stores: Vec<String>,
    /// Dossier d'enregistrements ; peut être répété
    #[arg(long = "parties", value_name = "DOSSIER")]
    pub folders: Vec<PathBuf>,
    /// Socket de commande d'un serveur de Labyrinthe, pour son salon
    #[arg(long = "labyrinthe", value_name = "CHEMIN")]
    pub lobby: Option<PathBuf>,
    /// Dossier où garder les parties jouées sur les pages (créé au besoin)
    #[arg(long = "jouees", value_name = "DOSSIER", default_value = "parties")]
    pub played: PathBuf,
    /// Laisser jouer sans jeton
    #[arg(long = "jeu-libre")]
    pub open: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert_eq!(i18n::clap::missing(&Cli::command()), [""; 0]);
        assert_eq!(i18n::clap::unused(&Cli::command()), [""; 0]);
    }
}
