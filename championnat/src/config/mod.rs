//! The description of a championship by its organiser: a TOML file, or the pieces of a command line.
//!
//! ```toml
//! jeu = "colonnes"
//! temps = 6                  # secondes par coup ; 0 : sans limite
//! graine = 2022              # du tirage au sort
//! ordre = "tirage"           # ou "liste" : l'ordre des concurrents ci-dessous, le plus fort d'abord
//! simultanees = 2            # rencontres à la fois ; sans cette clé : autant que les coeurs le permettent
//! reflexion = false          # les moteurs locaux réfléchissent-ils pendant le tour de l'adversaire ?
//! grace = 120                # secondes accordées à un absent avant le premier forfait
//! grace_suivante = 10        # et avant les suivants, s'il n'a pas reparu
//! # rencontre = "simple"     # une seule partie par rencontre, dans les jeux qui le permettent
//! rejeux = 3                 # rencontre interrompue sans la faute de personne : rejouée au plus autant de fois
//! demarrage = 30             # secondes accordées à un moteur pour démarrer, ou redémarrer après une panne
//! resultats = "mai.sqlite"   # ou postgres://... ; sans cette clé : à côté de ce fichier
//! parties = "mai.parties"    # dossier des parties enregistrées ; de même
//! confinement = "ordinaire"  # des moteurs : aucun, ordinaire, ou strict (ne joue pas là où une couche manque)
//! # lecture = ["ouvertures"] # ce qu'ils peuvent lire, outre leur propre dossier
//!
//! [parametres]               # ceux du jeu
//!
//! [limites]                  # de chaque moteur, avec tout ce qu'il lance
//! memoire = 1024             # Mo
//! processus = 128            # et fils d'exécution, ensemble
//! disque = 64                # Mo, dans son dossier de travail
//! reseau = false             # true : il peut se servir du réseau
//!
//! [format]
//! type = "aller-retour"      # aller-retour, aller-simple, suisse, poules, elimination, defi
//! repetitions = 1
//!
//! [points]
//! gagne = 10
//! nul = 3
//! perdu = 1
//! disqualifie = 0
//! exempt = 10                # suisse : par PARTIE non jouée ; sans cette clé comme une victoire
//! par = "partie"             # ou "rencontre"
//! departage = ["confrontation", "victoires", "sonneborn-berger", "disqualifications"]  # dans cet ordre ; aussi : buchholz
//!
//! [[concurrent]]
//! nom = "alphabeta"
//! moteur = "alphabeta"
//! memoire = 2048             # facultatif, comme les autres clés de [limites] : passe avant elles
//!
//! [[concurrent]]
//! nom = "durand"
//! moteur = "reseau"          # se connecte avec joueur.sh
//! secret = "gargouille"      # facultatif : le nom envoyé est alors durand#gargouille
//! adresses = ["10.1.0.0/16"] # facultatif : d'où il peut se connecter
//! ```
//!
//! | `type` | keys (default) |
//! | --- | --- |
//! | `aller-retour`, `aller-simple` | `repetitions` (1) of the whole |
//! | `suisse` | `rondes` (enough for one unbeaten) |
//! | `poules` | `poules`, `qualifies` (2) of each, `aller_retour` (false), and the keys of `elimination` |
//! | `elimination` | `manches` (1) or 2 per match, `prolongations` (2) at most when level, `petite_finale` (false) |
//! | `defi` | `champion` (a name), `aller_retour` (true), `repetitions` (1) |
//!
//! `departage` is what separates contestants with equal points, in turn ([`crate::TieBreak`]); without it they are separated as
//! shown, in every format. In a Swiss tournament, where not everybody meets everybody, it usually is
//! `["buchholz", "sonneborn-berger", "confrontation", "victoires"]`.

mod access;
mod admit;
mod check;
mod confining;
mod description;
mod file;
mod import;
mod number;
mod problem;
mod short;
#[cfg(test)]
mod tests;

use std::path::Path;

pub use access::{Access, Secret};
pub use admit::Refusal;
pub use description::{Catalogue, Config, Game, Seat};
pub use import::{Before, Import, ImportError, Imported, Remark, game_of, import};
pub use problem::{ConfigError, Problem};
pub use short::Pieces;

impl Config {
    /// Reads a championship file.
    ///
    /// # Errors
    /// The file cannot be read, or what is wrong in it: everything that was found, with line and column.
    pub fn load(path: &Path, catalogue: &dyn Catalogue) -> Result<Config, ConfigError> {
        let name = || Some(path.display().to_string());
        let text = file::read(path).map_err(|message| ConfigError::new(name(), message))?;
        Config::parse(path, &text, catalogue)
    }

    /// Checks the text of a championship file; `path` is its name in messages, and what paths in it are relative
    /// to.
    ///
    /// # Errors
    /// What is wrong in it: everything that was found, with line and column.
    pub fn parse(path: &Path, text: &str, catalogue: &dyn Catalogue) -> Result<Config, ConfigError> {
        let source = problem::Source::File { name: path.display().to_string(), text };
        let raw = file::parse(&source)?;
        check::check(raw, &source, path, catalogue)
    }

    /// The contestant of a name as it was sent, which may be `name#secret`, from this address.
    ///
    /// # Errors
    /// Why it is not let in.
    pub fn admit(&self, sent: &str, address: std::net::IpAddr) -> Result<crate::ContestantId, Refusal> {
        admit::admit(&self.regulations, &self.seats, sent, address)
    }
}
