//! What a drawing shows besides the position.

use crate::{ByPlayer, Player};

/// Who plays, who has which colour, what was played last, and how large the drawing will be seen. What the position knows itself is
/// not in it.
///
/// ```
/// use jeux::{ByPlayer, scene::Scene};
/// let names = ByPlayer { first: "ada", second: "bob" };
/// // In a retour, which the player in place 1 begins, after the move `B2`.
/// let scene = Scene { first: 1, last: Some("B2"), ..Scene::of(names) };
/// assert_eq!(scene.plain, false);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scene<'a> {
    /// The names of the players, in order of play. Texts from outside: a drawing escapes them.
    pub names: ByPlayer<&'a str>,
    /// The place (0 or 1) of the player who began. Players keep their colour for a whole rencontre, so colours go by place.
    pub first: usize,
    /// The last move in the notation of the game, which the drawing marks; one that cannot have been made is not.
    pub last: Option<&'a str>,
    /// A thumbnail: the board alone, without names, coordinates, or anything to touch.
    pub plain: bool,
}

impl<'a> Scene<'a> {
    /// These players, of whom the one in place 0 began; nothing marked; everything shown.
    pub const fn of(names: ByPlayer<&'a str>) -> Self {
        Scene { names, first: 0, last: None, plain: false }
    }

    /// The place of a player, 0 or 1.
    pub const fn place(&self, player: Player) -> usize {
        (player.index() + self.first) % 2
    }

    /// The player in a place, which is 0 or 1.
    pub const fn player(&self, place: usize) -> Player {
        Player::ALL[(place + self.first) % 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_players_are_each_others() {
        for first in [0, 1] {
            let scene = Scene { first, ..Scene::default() };
            assert_eq!(scene.place(Player::First), first);
            for place in [0, 1] {
                assert_eq!(scene.place(scene.player(place)), place);
            }
        }
    }
}
