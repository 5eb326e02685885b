//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use championnat::RoomOptions;
use clap::{Args, Parser, Subcommand};

/// Une échelle : les étudiants déposent leur moteur dans un navigateur, et les dernières versions jouent entre elles jusqu'à la fermeture.
///
/// Avec --jeu et --eleves, une nouvelle échelle est créée dans le dossier des échelles, avec un lien personnel par étudiant. Sans
/// eux, les échelles de ce dossier reprennent où elles en étaient. Ctrl-C laisse finir les rencontres en cours ; un second les arrête.
#[derive(Parser, Debug)]
#[command(name = "echelle", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(flatten)]
    pub serve: Serve,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Args, Debug)]
pub struct Serve {
    #[command(flatten)]
    pub root: Root,
    /// Jeu d'une nouvelle échelle
    #[arg(long = "jeu", value_name = "JEU", requires = "class")]
    pub game: Option<String>,
    /// Liste de la classe (.csv), avec une ligne de titres : nom, prénom, e-mail
    #[arg(long = "eleves", value_name = "CLASSE.csv", requires = "game")]
    pub class: Option<PathBuf>,
    /// Nom de la nouvelle échelle, pour son dossier et ses adresses ; par défaut celui du jeu et de la liste
    #[arg(long = "nom", value_name = "NOM", requires = "game")]
    pub name: Option<String>,
    /// Titre de la nouvelle échelle ; par défaut celui du jeu
    #[arg(long = "titre", value_name = "TEXTE", requires = "game")]
    pub title: Option<String>,
    /// Secondes par coup dans la nouvelle échelle ; par défaut celles du jeu
    #[arg(long = "temps", value_name = "S", requires = "game")]
    pub time: Option<f64>,
    /// Fermeture de la nouvelle échelle, comme 2026-12-18T18:00 : ce qui arrive après ne compte plus
    #[arg(long = "fermeture", value_name = "DATE", requires = "game")]
    pub closes: Option<String>,
    /// Gel du classement public de la nouvelle échelle, comme 2026-12-18T12:00
    #[arg(long = "gel", value_name = "DATE", requires = "game")]
    pub freezes: Option<String>,
    /// Adresse et port des pages
    #[arg(long = "adresse", value_name = "IP:PORT", default_value = "0.0.0.0:8088")]
    pub address: SocketAddr,
    /// Adresse publique des pages, dans les liens ; par défaut celle de cette machine
    #[arg(long = "adresse-publique", value_name = "URL")]
    pub public: Option<String>,
    /// Adresse d'un proxy devant les pages ; peut être répété
    #[arg(long = "proxy", value_name = "IP")]
    pub proxies: Vec<String>,
    /// Sans les pages : seulement jouer ce qui a été déposé
    #[arg(long = "sans-pages")]
    pub without_pages: bool,
    /// Rencontres et essais en même temps ; par défaut le nombre de cœurs
    #[arg(long = "simultanees", value_name = "N")]
    pub at_once: Option<usize>,
    #[command(flatten)]
    pub room: RoomOptions,
}

#[derive(Args, Debug)]
pub struct Root {
    /// Dossier des échelles
    #[arg(long = "dossier", value_name = "DOSSIER", default_value = "echelles")]
    pub folder: PathBuf,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Liens(Links),
    /// Dire où en est une échelle : classement, dernières versions, et qui a le même programme que qui
    Etat(Named),
    /// Donner les adresses de ceux dont rien ne joue encore
    Rappels(Named),
    Championnat(Contest),
}

/// Écrire les liens personnels d'une échelle, ajouter des étudiants, reprendre ou remplacer un lien.
#[derive(Args, Debug)]
pub struct Links {
    #[command(flatten)]
    pub ladder: Named,
    /// Ajouter les étudiants de cette liste (.csv) qui n'y sont pas
    #[arg(long = "eleves", value_name = "CLASSE.csv")]
    pub class: Option<PathBuf>,
    /// Donner un nouveau lien à cet étudiant : l'ancien ne vaut plus
    #[arg(long = "nouveau", value_name = "ETUDIANT")]
    pub renewed: Vec<String>,
    /// Reprendre le lien de cet étudiant : il ne dépose plus rien, ce qu'il a déposé joue encore
    #[arg(long = "retire", value_name = "ETUDIANT")]
    pub revoked: Vec<String>,
    /// Adresse publique des pages, dans les liens ; par défaut celle du dernier démarrage
    #[arg(long = "adresse-publique", value_name = "URL")]
    pub public: Option<String>,
}

/// A ladder that is there.
#[derive(Args, Debug)]
pub struct Named {
    /// Nom de l'échelle
    #[arg(value_name = "NOM")]
    pub name: String,
    #[command(flatten)]
    pub root: Root,
}

/// Décrire le championnat des dernières versions d'une échelle : la description (.toml) et, à côté, le dossier des moteurs.
#[derive(Args, Debug)]
pub struct Contest {
    #[command(flatten)]
    pub ladder: Named,
    /// Description à écrire
    #[arg(value_name = "FICHIER.toml")]
    pub description: PathBuf,
    /// Format, comme suisse:rondes=5 ; par défaut aller-retour
    #[arg(long = "format", value_name = "FORMAT", default_value = "aller-retour")]
    pub format: String,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert_eq!(i18n::clap::missing(&Cli::command()), [""; 0]);
        assert!(Cli::try_parse_from(["echelle", "--jeu", "colonnes"]).is_err());
    }
}
