//! The command line. What stands here is the manual, in French.

use arbitre::host::person::PERSON;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use confine::{Level, Policy};
use jeux::game::Params;
use jeux::sept_couleurs::{Board, Colour};

use crate::setting;

/// Les 7 couleurs au terminal.
///
/// Un joueur est « personne » (vous, au clavier) ou un moteur (glouton, prevoyant, "hasard --graine 7", pipe:COMMANDE...) ; le premier
/// est « v », en bas à gauche, le second « ^ », en haut à droite. Si vous ne nommez pas de joueur, vous jouez
/// contre le moteur habituel du jeu.
///
/// Une lettre joue sa couleur ; ? explique les touches. Dans un tube ou avec --lignes, une ligne par coup. Codes de sortie : 0, fini ;
/// 3, quitté avant la fin ; 1, une erreur.
#[derive(Parser, Debug)]
#[command(name = "7couleurs", version)]
pub struct Options {
    /// Premier joueur, « v » : personne, ou un moteur
    #[arg(value_name = "JOUEUR1", default_value = PERSON, conflicts_with = "championship")]
    pub first: String,
    /// Second joueur, « ^ » [défaut : le moteur habituel du jeu]
    #[arg(value_name = "JOUEUR2", conflicts_with = "championship")]
    pub second: Option<String>,
    /// Noms des personnes, dans l'ordre des joueurs, séparés par des virgules
    #[arg(long = "noms", value_name = "NOM", value_delimiter = ',')]
    pub names: Vec<String>,
    /// Plateau à lire dans un fichier : une ligne par rangée, lettres des couleurs, v, ^ et # pour un mur
    #[arg(long = "plateau", value_name = "FICHIER")]
    pub board: Option<PathBuf>,
    /// Côté du plateau tiré au sort [défaut : 30]
    #[arg(long = "taille", value_name = "N", conflicts_with = "board", value_parser = clap::value_parser!(u32).range(2..=Board::LARGEST as i64))]
    pub size: Option<u32>,
    /// Nombre de couleurs [défaut : 7]
    #[arg(long = "couleurs", value_name = "N", value_parser = clap::value_parser!(u32).range(2..=Colour::MOST as i64))]
    pub colours: Option<u32>,
    /// Graine du plateau et des bombes [défaut : tirée au sort]
    #[arg(long = "graine", value_name = "N")]
    pub seed: Option<u64>,
    /// Tirage du plateau [défaut : equitable, le même pour les deux joueurs]
    #[arg(long = "monde", value_name = "MONDE", value_parser = PossibleValuesParser::new(["equitable", "hasard"]), conflicts_with = "board")]
    pub world: Option<String>,
    /// Qui commence [défaut : v]
    #[arg(long = "commence", value_name = "CÔTÉ", value_parser = PossibleValuesParser::new(["v", "^"]), conflicts_with = "championship")]
    pub begins: Option<String>,
    /// Voisins d'une case : 4, 6 (des hexagones) ou 8 [défaut : 4]
    #[arg(long = "voisins", value_name = "N", value_parser = PossibleValuesParser::new(["4", "6", "8"]))]
    pub neighbours: Option<String>,
    /// Un monde torique, sans bords
    #[arg(long = "tore")]
    pub torus: bool,
    /// Murs, en pourcentage des cases
    #[arg(long = "murs", value_name = "P", conflicts_with = "board", value_parser = clap::value_parser!(u32).range(0..=50))]
    pub walls: Option<u32>,
    /// Une case en or au milieu : le premier qui la prend gagne
    #[arg(long = "or")]
    pub golden: bool,
    /// Une bombe tous les dix coups
    #[arg(long = "bombe")]
    pub bombs: bool,
    /// Temps par coup des moteurs, en secondes ; les personnes n'ont pas de limite
    #[arg(long = "temps", value_name = "S", value_parser = i18n::clap::seconds, default_value = "1")]
    pub time: Duration,
    /// Dossier des enregistrements (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with_all = ["records", "championship"])]
    pub no_records: bool,
    /// Confinement des moteurs : aucun, ordinaire (tout ce que cette machine permet), ou strict (refuse de jouer si une couche manque)
    #[arg(long = "confinement", value_name = "NIVEAU", default_value_t, value_parser = level)]
    pub confinement: Level,
    /// Championnat d'une personne : nombre de parties contre chaque moteur, la moitié de chaque côté ; la même commande le reprend
    #[arg(long = "championnat", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub championship: Option<u32>,
    /// Moteurs du championnat, séparés par des virgules [défaut : tous ceux du jeu]
    #[arg(long = "contre", value_name = "MOTEUR", value_delimiter = ',', requires = "championship")]
    pub against: Vec<String>,
    /// Sans couleurs, seulement les lettres ; ou réglez la variable NO_COLOR
    #[arg(long = "sans-couleur")]
    pub no_colour: bool,
    /// Une ligne par coup, même sur un terminal
    #[arg(long = "lignes")]
    pub lines: bool,
    /// En lignes : montrer le plateau après chaque coup
    #[arg(short = 'v')]
    pub boards: bool,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error| i18n::reason(&arbitre::reasons::unknown_level(&error)))
}

impl Options {
    /// The confinement of engines: none sees the folder of records.
    pub fn policy(&self) -> Result<Policy> {
        let folder = (!self.no_records).then_some(&self.records);
        let hidden =
            folder.map(|folder| confine::comparable(folder).with_context(|| folder.display().to_string()));
        let hidden = hidden.transpose()?.into_iter().collect();
        Ok(Policy { level: self.confinement, hidden, ..Policy::default() })
    }

    pub fn parameters(&self) -> Result<Params> {
        let mut asked = Params::new();
        let mut ask = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                asked.insert(name.to_owned(), value);
            }
        };
        let number = |value: Option<u32>| value.map(|value| value.to_string());
        let yes = |asked: bool| asked.then(|| "oui".to_owned());
        ask("L", number(self.size));
        ask("H", number(self.size));
        ask("couleurs", number(self.colours));
        ask("monde", self.world.clone());
        ask("commence", self.begins.clone());
        ask("voisins", self.neighbours.clone());
        ask("tore", yes(self.torus));
        ask("murs", number(self.walls));
        ask("or", yes(self.golden));
        ask("bombe", yes(self.bombs));
        if let Some(path) = &self.board {
            let text = setting::read_board(path).with_context(|| path.display().to_string())?;
            ask("plateau", Some(text));
        }
        Ok(asked)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Options::command().debug_assert();
        assert_eq!(i18n::clap::missing(&Options::command()), [""; 0]);
        let options = Options::try_parse_from(["7couleurs", "--parties", "/mai/parties"]).expect("parsed");
        let policy = options.policy().expect("a policy");
        assert_eq!((policy.level, policy.hidden), (Level::Ordinary, vec!["/mai/parties".into()]));
        for wrong in [
            &["--temps", "0"][..],
            &["--confinement", "mou"],
            &["--championnat", "0"],
            &["--contre", "glouton"],
            &["--commence", "x"],
        ] {
            assert!(Options::try_parse_from(["7couleurs"].iter().chain(wrong)).is_err(), "{wrong:?}");
        }
    }
}
