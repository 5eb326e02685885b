//! One partie of Colonnes, judged move by move.

use jeux::colonnes::{Board, Illegal};
use jeux::{Outcome, Player, Position, Reason, Status};
use protocol::colonnes::{Coul, FieldError, Manche, PropCoup, TCoupReq};

/// Why a COUP is a TRICHE (subject, 1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Triche {
    /// The partie has ended.
    #[error("the party is over")]
    Over,
    /// The other player is to move.
    #[error("it is not this player's turn")]
    NotYourTurn,
    /// The request is not a move.
    #[error(transparent)]
    Field(#[from] FieldError),
    /// `coulPion` is the opponent's colour.
    #[error("the pawn has the opponent's colour")]
    WrongColour,
    /// The move breaks a rule of the game.
    #[error(transparent)]
    Rule(#[from] Illegal),
}

impl From<Triche> for Reason {
    fn from(triche: Triche) -> Self {
        match triche {
            Triche::Over => Reason::new("game-over"),
            Triche::NotYourTurn => Reason::new("not-your-turn"),
            Triche::Field(error) => Reason::new("field").with(error.field).with(error.value),
            Triche::WrongColour => Reason::new("wrong-colour"),
            Triche::Rule(rule) => rule.into(),
        }
    }
}

/// A partie under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partie {
    first: Coul,
    board: Board,
}

impl Partie {
    /// A partie begun by this colour: BLANC in an aller, NOIR in a retour.
    pub const fn new(first: Coul) -> Self {
        Partie { first, board: Board::new() }
    }

    /// The colour that began.
    pub const fn first(&self) -> Coul {
        self.first
    }

    /// The position.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The colour of this player's pawns.
    pub fn coul(&self, player: Player) -> Coul {
        if player == Player::First { self.first } else { self.first.other() }
    }

    /// Judges the COUP of `joueur`, and plays it if it is legal. Returns its effect from the
    /// mover's side: CONT, GAGNE or NULLE.
    ///
    /// Fields that the type of move does not use, and `id_request`, are ignored, as in the course's
    /// library.
    ///
    /// # Errors
    /// Why the move is a TRICHE, which loses the partie (PERDU); nothing is played.
    pub fn judge(&mut self, joueur: Player, coup: &TCoupReq) -> Result<PropCoup, Triche> {
        if self.board.status() != Status::Ongoing {
            return Err(Triche::Over);
        }
        if joueur != self.board.to_move() {
            return Err(Triche::NotYourTurn);
        }
        let (coul, mv) = coup.read()?;
        if coul != self.coul(joueur) {
            return Err(Triche::WrongColour);
        }
        Ok(match self.board.play(mv)? {
            Status::Ongoing => PropCoup::Cont,
            // Only the player who has just moved can have made a three.
            Status::Over(Outcome::Win(_)) => PropCoup::Gagne,
            Status::Over(Outcome::Draw) => PropCoup::Nulle,
        })
    }
}

impl From<Manche> for Partie {
    /// The beginning of the aller or of the retour.
    fn from(manche: Manche) -> Self {
        Partie::new(manche.first())
    }
}
