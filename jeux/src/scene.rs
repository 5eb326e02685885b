//! What a drawing shows in addition to the position.

use crate::{ByPlayer, Player, Slot};

/// Who plays, who has which colour, what was played last, and how large the drawing will be seen. What the position knows itself is
/// not in it.
///
/// ```
/// use jeux::{ByPlayer, Slot, scene::Scene};
/// let names = ByPlayer { first: "ada", second: "bob" };
/// // In a retour, which the player in slot 1 begins, after the move `B2`.
/// let scene = Scene { first: Slot::One, last: Some("B2"), ..Scene::of(names) };
/// assert_eq!(scene.plain, false);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scene<'a> {
    /// The names of the players, in order of play. Texts from outside: a drawing escapes them.
    pub names: ByPlayer<&'a str>,
    /// The slot of the player who began. Players keep their colour for a whole rencontre, so colours go by slot.
    pub first: Slot,
    /// The last move in the notation of the game, which the drawing marks; one that cannot have been made is not.
    pub last: Option<&'a str>,
    /// A thumbnail: the board alone, without names, coordinates, or anything to touch.
    pub plain: bool,
}

impl<'a> Scene<'a> {
    /// These players, of whom the one in slot 0 began; nothing marked; everything shown.
    pub const fn of(names: ByPlayer<&'a str>) -> Self {
        Scene { names, first: Slot::Zero, last: None, plain: false }
    }

    /// The slot of a player.
    pub const fn slot(&self, player: Player) -> Slot {
        Slot::of(player, self.first)
    }

    /// The player in a slot.
    pub const fn player(&self, slot: Slot) -> Player {
        slot.player(self.first)
    }
}
