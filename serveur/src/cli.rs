//! The command line. What stands here is the manual, in French for those who run contests.

use clap::{Parser, Subcommand};

use crate::colonnes::ColonnesOptions;
use crate::confinement::Confinement;
use crate::coursidor::Coursidor;
use crate::duel::Duel;
use crate::joue::Joue;
use crate::labyrinthe::Labyrinthe;
use crate::rejoue::Replay;
use crate::sibling_programs::HandedOn;
use crate::sphinx::Sphinx;

/// Serveur arbitre de Colonnes de trois.
///
/// Sans sous-commande : attend les joueurs sur PORT, les apparie dans l'ordre de leurs requêtes PARTIE (le premier a les
/// blancs) et arbitre chaque rencontre, aller et retour, dans son propre processus.
///
/// SIGTERM ou Ctrl-C : plus de nouvelle rencontre, celles en cours se terminent ; une seconde fois : elles s'arrêtent, et
/// sont enregistrées comme interrompues.
#[derive(Parser, Debug)]
#[command(
    name = "serveur",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    infer_subcommands = true
)]
pub struct Cli {
    #[command(flatten)]
    pub serve: ColonnesOptions,
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// How often `-v` was given.
    pub fn verbosity(&self) -> u8 {
        match &self.command {
            Some(Command::Labyrinthe(args)) => args.serve.verbose,
            _ => self.serve.verbose,
        }
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Relire des enregistrements (ou des vecteurs JSONL), les vérifier d'après les règles et les montrer coup par coup
    Rejoue(Replay),
    /// Serveur de jeu de Labyrinthe
    Labyrinthe(Labyrinthe),
    /// Jouer une rencontre sur cette machine, à n'importe quel jeu : des moteurs, ou vous-même au terminal
    Joue(Joue),
    /// Faire jouer deux moteurs sur cette machine : une rencontre avec ses plateaux, ou plusieurs (-n) avec un tableau, et lequel est plus fort
    Duel(Duel),
    /// Serveur de jeu de Coursidor : une partie entre deux joueurs, bibliothèques partagées ou moteurs
    Coursidor(Coursidor),
    /// Arbitre de Sphinx : un match entre deux bots, bibliothèques partagées ou moteurs
    Sphinx(Sphinx),
    /// Jouer un championnat entier, ou le reprendre où il en était (programme championnat)
    #[command(disable_help_flag = true)]
    Championnat(HandedOn),
    /// Classement d'un championnat, fini ou en cours (programme championnat)
    #[command(disable_help_flag = true)]
    Classement(HandedOn),
    /// Toutes les parties d'un championnat, un enregistrement JSON par ligne, ou une archive pour chaque concurrent (programme championnat)
    #[command(disable_help_flag = true)]
    Exporte(HandedOn),
    /// Dire si deux championnats se sont passés de même, aux durées près (programme championnat)
    #[command(disable_help_flag = true)]
    Compare(HandedOn),
    /// Décider d'un championnat : retirer, disqualifier, ajouter un concurrent ; forfait, rejeu ou résultat d'une rencontre (programme championnat)
    #[command(disable_help_flag = true)]
    Decision(HandedOn),
    /// Décrire un championnat à partir de la liste d'une classe (CSV), avec un secret pour chacun, ou de ses rendus (programme championnat)
    #[command(disable_help_flag = true)]
    Importe(HandedOn),
    /// Les 7 couleurs en plein écran : à deux, contre un moteur, ou un championnat contre tous (programme 7couleurs)
    #[command(disable_help_flag = true)]
    SeptCouleurs(HandedOn),
    /// Publier un championnat : un dossier de pages web, pour n'importe quel serveur ou aucun (programme tableau)
    #[command(disable_help_flag = true)]
    Publie(HandedOn),
    /// Une échelle : les étudiants déposent leurs moteurs dans un navigateur, les dernières versions jouent entre elles (programme echelle)
    #[command(disable_help_flag = true)]
    Echelle(HandedOn),
    /// Montrer des championnats et des parties sur des pages web, en direct (programme tableau)
    #[command(disable_help_flag = true)]
    Tableau(HandedOn),
    /// Dire ce que cette machine permet pour confiner les moteurs, couche par couche, et ce qu'il faudrait à ce qui manque
    Confinement(Confinement),
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
