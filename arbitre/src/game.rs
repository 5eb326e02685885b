//! What the match loop must know of a game.

use jeux::Player;

/// A game under way, as the referee judges it. Made over the rules of `jeux`.
pub trait Game {
    /// What a player hands in: a move as it came, perhaps illegal, perhaps not even one that can be said.
    type Coup: Clone;

    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// Judges a move of the player whose turn it is, and plays it unless it is illegal.
    fn judge(&mut self, coup: &Self::Coup) -> Verdict;

    /// The move in the text notation of the game; `?` when it has none.
    fn notation(&self, coup: &Self::Coup) -> String;

    /// The bytes that came, when the notation does not say everything.
    fn raw(&self, _coup: &Self::Coup) -> Option<Vec<u8>> {
        None
    }
}

/// The judgement of a move, seen by the one who made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Legal, the game goes on.
    Continue,
    /// Legal, and it wins.
    Win,
    /// Legal, and the game is drawn.
    Draw,
    /// Illegal, with the rule that it breaks.
    Illegal(String),
}
