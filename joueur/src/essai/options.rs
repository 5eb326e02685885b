//! What `joueur essai` is asked for. What stands here is the manual, in French for the students.

use std::time::Duration;

use arbitre::engine::EngineSpec;
use arbitre::game::GameEntry;
use arbitre::place::MovePlace;
use clap::Args;
use confine::Level;

use crate::values::{engine, game, level, parameter, place};

/// Trials of an engine.
#[derive(Args, Debug)]
pub struct Essai {
    /// Moteur : un fichier, pipe:COMMANDE, java, so:FICHIER, ou un moteur intégré
    #[arg(long = "moteur", value_name = "MOTEUR", value_parser = engine)]
    pub engine: EngineSpec,
    /// Jeu
    #[arg(long = "jeu", value_name = "JEU", default_value = "colonnes", value_parser = game)]
    pub game: &'static GameEntry,
    /// Paramètre du jeu ; peut être répété
    #[arg(long = "parametre", value_name = "CLÉ=VALEUR", value_parser = parameter)]
    pub parameters: Vec<(String, String)>,
    /// Graine de ce qui est tiré au sort : les parties d'essai sont les mêmes chaque fois
    #[arg(long = "graine", value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Temps par coup accordé au moteur, en secondes
    #[arg(long = "temps", value_name = "S", default_value = "1", value_parser = i18n::clap::seconds)]
    pub time: Duration,
    /// Confinement du moteur : aucun, ordinaire (comme dans un championnat, avec ce que cette machine permet), ou strict
    #[arg(long = "confinement", value_name = "NIVEAU", default_value_t = Level::None, value_parser = level)]
    pub confinement: Level,
    /// Limite du moteur confiné : memoire=MIO, processus=N, disque=MIO, ou regles=non : sans la bibliothèque des règles ; peut être répété
    #[arg(long = "limite", value_name = "CLÉ=VALEUR", value_parser = parameter)]
    pub limits: Vec<(String, String)>,
    /// Temps accordé au moteur pour démarrer, en secondes
    #[arg(long = "demarrage", value_name = "S", default_value = "30", value_parser = i18n::clap::seconds)]
    pub start: Duration,
    /// Ne demander que ce coup d'une rencontre enregistrée, et montrer la position : parties/a.json:7, parties/a.json:retour:7, ou mai.sqlite#1.1:7 d'un championnat
    #[arg(long = "depuis", value_name = "FICHIER:COUP", value_parser = place)]
    pub from: Option<MovePlace>,
    /// Montrer ce que le moteur écrit sur sa sortie d'erreur
    #[arg(short = 'v')]
    pub verbose: bool,
    /// Recommencer chaque fois qu'un fichier source du moteur est enregistré, jusqu'à Ctrl-C
    #[arg(long = "surveille")]
    pub watched: bool,
    /// Avec --surveille : commande à lancer avant, comme une compilation ; si elle échoue, rien n'est essayé
    #[arg(long = "avant", value_name = "COMMANDE", requires = "watched")]
    pub before: Option<String>,
}
