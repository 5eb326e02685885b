//! Moves as the referee gets them, and their judge: for any game, by notation.

use jeux::game::{Follow, Params, Shown, Watch};
use jeux::scene::Scene;
use jeux::{ByPlayer, Outcome, Player, Reason, Status};
use protocol::verdict::{Property, Validity};

/// A move as it came, perhaps illegal, perhaps without a notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coup {
    /// In the game's notation; `?` if it has none.
    pub text: String,
    /// The bytes that came, if the notation does not say everything.
    pub raw: Option<Vec<u8>>,
}

impl Coup {
    /// A move by its notation.
    pub fn said(text: impl Into<String>) -> Self {
        Coup { text: text.into(), raw: None }
    }
}

/// Stands for a move without notation.
pub const UNSAID: &str = "?";

/// The verdict on a move, from the mover's side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Legal; the game goes on.
    Continue,
    /// Legal, and it wins.
    Win,
    /// Legal, and it loses.
    Loss,
    /// Legal, and the game is drawn.
    Draw,
    /// Illegal, with the broken rule.
    Illegal(Reason),
}

impl Verdict {
    /// Whether the move counts.
    pub const fn is_legal(&self) -> bool {
        !matches!(self, Verdict::Illegal(_))
    }

    pub fn words(&self) -> (Validity, Property) {
        match self {
            Verdict::Continue => (Validity::Valid, Property::Cont),
            Verdict::Win => (Validity::Valid, Property::Gagne),
            Verdict::Loss => (Validity::Valid, Property::Perdu),
            Verdict::Draw => (Validity::Valid, Property::Nulle),
            Verdict::Illegal(_) => (Validity::Triche, Property::Perdu),
        }
    }

    /// The verdict of the rules on a legal move of this player.
    pub fn of(status: Status, mover: Player) -> Self {
        match status {
            Status::Ongoing => Verdict::Continue,
            Status::Over(Outcome::Draw) => Verdict::Draw,
            Status::Over(Outcome::Win(winner)) if winner == mover => Verdict::Win,
            Status::Over(Outcome::Win(_)) => Verdict::Loss,
        }
    }
}

/// The verdict, and what the players are told besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    pub verdict: Verdict,
    /// For the mover only.
    pub answer: Option<String>,
    /// What the opponent hears of the move.
    pub shown: Shown,
    /// Why the game ends by it, if that is not obvious.
    pub why: Option<Reason>,
}

impl From<Verdict> for Judgement {
    /// A judgement that hides nothing.
    fn from(verdict: Verdict) -> Self {
        Judgement { verdict, answer: None, shown: Shown::Whole, why: None }
    }
}

/// A game under way, for the referee.
pub trait Judge: Send {
    fn to_move(&self) -> Player;

    /// A move as the game writes it, which its player may have written otherwise; nothing if it is not a move.
    fn notation(&self, text: &str) -> Option<String>;

    /// Judges a move of the player to move, and plays it unless it is illegal.
    fn judge(&mut self, coup: &Coup) -> Result<Judgement, Reason>;

    /// The position as text; names in order of play.
    fn picture(&self, names: ByPlayer<&str>) -> String;

    /// The position as SVG, if the game has a drawing: see [`jeux::Game::drawing`].
    fn drawing(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// What is touched in the drawing to make this move: see [`jeux::Game::touches`]. Empty for an
    /// illegal move.
    fn touches(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// A copy to try moves on.
    fn copy(&self) -> Box<dyn Judge>;

    /// The legal moves, or some of too many.
    fn legal_moves(&self) -> Vec<String>;

    /// The view of this player, if he does not see the whole position.
    fn follow(&self, _setup: &Params, _me: Player) -> Option<Box<dyn Follow>> {
        None
    }

    /// The view of an audience while the game goes on, if it does not see the whole position.
    fn watch(&self, _setup: &Params) -> Option<Box<dyn Watch>> {
        None
    }
}
