//! The reasons of a TRICHE in French, for players and spectators.

use jeux::colonnes::Illegal;

use crate::Triche;

impl Triche {
    /// A French clause without a full stop.
    pub fn raison(&self) -> String {
        match self {
            Triche::Over => "la partie est finie".to_owned(),
            Triche::NotYourTurn => "ce n'est pas le tour de ce joueur".to_owned(),
            Triche::Field(error) => {
                format!("le champ {} vaut {}, ce qui est impossible", error.field, error.value)
            }
            Triche::WrongColour => "le pion est de la couleur de l'adversaire".to_owned(),
            Triche::Rule(rule) => regle(*rule),
        }
    }
}

fn regle(rule: Illegal) -> String {
    match rule {
        Illegal::PawnsInHand => "tous les pions doivent être posés avant le premier déplacement".to_owned(),
        Illegal::MustPlace => "un joueur qui a encore des pions à poser ne peut pas passer".to_owned(),
        Illegal::NoPawnInHand => "il ne reste plus de pion à poser".to_owned(),
        Illegal::Full(cell) => format!("la case {cell} porte déjà trois pions"),
        Illegal::Empty(cell) => format!("la case {cell} est vide"),
        Illegal::NotOwnPawn(cell) => format!("le pion du dessus de {cell} est à l'adversaire"),
        Illegal::NotNeighbours(from, to) => format!("les cases {from} et {to} ne sont pas voisines"),
        Illegal::CanMove => "un joueur qui peut déplacer un pion ne peut pas passer".to_owned(),
        Illegal::GameOver => "la partie est finie".to_owned(),
    }
}
