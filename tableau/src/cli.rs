//! The command line.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

/// Le concours sur des pages : regarder, rejouer, analyser et jouer dans un navigateur.
///
/// Sans argument : les championnats du dossier championnats/ et les enregistrements du dossier parties/, s'ils existent.
/// Les adresses à ouvrir sont affichées au démarrage ; celles qui portent un jeton permettent de jouer, ou d'organiser.
#[derive(Parser, Debug)]
#[command(name = "tableau", version, args_conflicts_with_subcommands = true)]
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
    /// Dossier d'échelles : leurs pages sont pour leurs étudiants, qui y déposent leurs moteurs
    #[arg(long = "echelles", value_name = "DOSSIER")]
    pub ladders: Option<PathBuf>,
    /// Dossier où garder les parties jouées sur les pages (créé au besoin)
    #[arg(long = "jouees", value_name = "DOSSIER", default_value = "parties")]
    pub played: PathBuf,
    /// Minutes après lesquelles une partie abandonnée sur les pages s'arrête ; décimales permises
    #[arg(long = "abandon", value_name = "MINUTES", default_value = "10", value_parser = abandoned)]
    pub abandoned: Duration,
    /// Laisser jouer sans jeton
    #[arg(long = "jeu-libre")]
    pub open: bool,
    /// Adresse publique des pages, quand elles sont derrière un proxy
    #[arg(long = "adresse-publique", value_name = "URL", value_parser = public_address)]
    pub public: Option<PublicAddress>,
    /// Adresse d'un proxy : celle d'un visiteur est alors la dernière de son en-tête X-Forwarded-For ; peut être répété
    #[arg(long = "proxy", value_name = "IP")]
    pub proxies: Vec<IpAddr>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Publie(Publie),
}

/// Publier un championnat : un dossier de pages à ouvrir telles quelles, ou à déposer sur n'importe quel serveur web.
///
/// Classement, grille ou tableau final, concurrents, et chaque rencontre à revoir coup par coup. Rien de privé : ni secrets,
/// ni journaux (sauf `journaux = "publics"`). Un dossier déjà publié est remplacé d'un coup ; aucun autre n'est touché.
#[derive(Args, Debug)]
pub struct Publie {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub source: String,
    /// Dossier à écrire [défaut : à côté du fichier, avec la fin .site]
    #[arg(value_name = "DOSSIER")]
    pub folder: Option<PathBuf>,
    /// Sans les pages des rencontres
    #[arg(long = "sans-parties", conflicts_with = "best")]
    pub without_games: bool,
    /// Seulement les rencontres des N premiers du classement
    #[arg(long = "meilleurs", value_name = "N")]
    pub best: Option<usize>,
}

/// The address of the pages for browsers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicAddress {
    /// By https.
    pub secure: bool,
    /// With its port, if it has one.
    pub host: String,
}

fn public_address(text: &str) -> Result<PublicAddress, String> {
    let bad = || i18n::text!("tableau-public-address", text = text);
    let (scheme, host) = text.split_once("://").ok_or_else(bad)?;
    let host = host.strip_suffix('/').unwrap_or(host);
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if !["http", "https"].contains(&scheme) || host.is_empty() || !host.chars().all(plain) {
        return Err(bad());
    }
    Ok(PublicAddress { secure: scheme == "https", host: host.to_ascii_lowercase() })
}

/// The longest time that a game waits for people who have left.
const LONGEST_ABSENCE: f64 = 24.0 * 60.0;

fn abandoned(text: &str) -> Result<Duration, String> {
    let minutes = text.parse::<f64>().ok().filter(|minutes| *minutes > 0.0 && *minutes <= LONGEST_ABSENCE);
    let minutes =
        minutes.ok_or_else(|| i18n::text!("tableau-abandoned", text = text, most = LONGEST_ABSENCE))?;
    Ok(Duration::from_secs_f64(60.0 * minutes))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn a_public_address_is_a_scheme_and_a_host() {
        let read = |text| public_address(text).ok().map(|address| (address.secure, address.host));
        assert_eq!(read("https://Mai.example.org/"), Some((true, "mai.example.org".into())));
        assert_eq!(read("http://[::1]:8088"), Some((false, "[::1]:8088".into())));
        for wrong in
            ["", "mai.example.org", "ftp://x", "https://", "https://a/b", "https://a;b", "https://a b"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_absence_is_a_number_of_minutes() {
        assert_eq!(abandoned("0.5"), Ok(Duration::from_secs(30)));
        for wrong in ["", "0", "-1", "NaN", "inf", "1441", "10 min"] {
            assert!(abandoned(wrong).is_err_and(|said| said.contains(wrong)), "{wrong}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert_eq!(i18n::clap::missing(&Cli::command()), [""; 0]);
        assert_eq!(i18n::clap::unused(&Cli::command()), [""; 0]);
    }
}
