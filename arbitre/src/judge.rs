//! A move as it comes to the referee, and the judge of a game: whatever the game, on the notation of its moves.

use jeux::game::{Follow, Params, Shown};
use jeux::scene::Scene;
use jeux::{ByPlayer, Outcome, Player, Reason, Status};
use protocol::verdict::{Property, Validity};

/// A move as it came, perhaps illegal, perhaps not even one that can be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coup {
    /// In the notation of the game; `?` when it has none.
    pub text: String,
    /// The bytes that came, when the notation does not say everything.
    pub raw: Option<Vec<u8>>,
}

impl Coup {
    /// A move that its notation says.
    pub fn said(text: impl Into<String>) -> Self {
        Coup { text: text.into(), raw: None }
    }
}

/// What stands for a move that has no notation.
pub const UNSAID: &str = "?";

/// The judgement of a move, seen by the one who made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Legal, the game goes on.
    Continue,
    /// Legal, and it wins.
    Win,
    /// Legal, and it loses: the opponent has won by it.
    Loss,
    /// Legal, and the game is drawn.
    Draw,
    /// Illegal, with the rule that it breaks.
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

    /// What the rules say of a legal move of this player.
    pub fn of(status: Status, mover: Player) -> Self {
        match status {
            Status::Ongoing => Verdict::Continue,
            Status::Over(Outcome::Draw) => Verdict::Draw,
            Status::Over(Outcome::Win(winner)) if winner == mover => Verdict::Win,
            Status::Over(Outcome::Win(_)) => Verdict::Loss,
        }
    }
}

/// The judgement, and what the players are told besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The judgement.
    pub verdict: Verdict,
    /// What only the mover is told.
    pub answer: Option<String>,
    /// What the opponent is told of the move.
    pub shown: Shown,
    /// Why the game ends by it, where that does not go without saying.
    pub why: Option<Reason>,
}

impl From<Verdict> for Judgement {
    /// A judgement that hides nothing.
    fn from(verdict: Verdict) -> Self {
        Judgement { verdict, answer: None, shown: Shown::Whole, why: None }
    }
}

/// A game under way, as the referee judges it.
pub trait Judge: Send {
    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// Judges a move of the player whose turn it is, and plays it unless it is illegal.
    fn judge(&mut self, coup: &Coup) -> Result<Judgement, Reason>;

    /// The position for people; names in order of play.
    fn picture(&self, names: ByPlayer<&str>) -> String;

    /// The position as a drawing, an SVG document, where the game has one: see [`jeux::Game::drawing`].
    fn drawing(&self, _scene: &Scene<'_>) -> Option<String> {
        None
    }

    /// What is touched in the drawing, in order, to make this move: see [`jeux::Game::touches`]. Nothing for what is no legal move.
    fn touches(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// The same game, to try something on.
    fn copy(&self) -> Box<dyn Judge>;

    /// The legal moves, or some where there are too many to list.
    fn legal_moves(&self) -> Vec<String>;

    /// What this player knows of a game that begins so, where that is not the whole position.
    fn follow(&self, _setup: &Params, _me: Player) -> Option<Box<dyn Follow>> {
        None
    }
}
