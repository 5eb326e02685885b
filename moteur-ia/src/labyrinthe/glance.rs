//! The value of a position without looking ahead.
//!
//! # The walk and the undoing
//! Whoever is ahead on the present ways wins by walking, if nobody rotates any more. And a rotation can be answered by
//! its inverse, which restores the labyrinth and everything on it; both have then spent the same energy and it is
//! the same player's turn as before the rotation. So the one who is ahead wins by force if, whenever the other one can pay
//! for a rotation on the way, he can pay for the answer. A turn without rotation earns one unit, so that the energies
//! at each step are known beforehand: [`glance`] compares them step by step.
//!
//! By the subject's energies (0 and 1) the player who begins is in this position from the first move of a fair
//! labyrinth on.

use jeux::labyrinthe::ROTATION_COST;

use super::boards::FAR;

/// The value of having won; a win `n` plies away is worth `n` less.
pub(super) const WIN: i32 = 30_000;
/// Beyond this a value is a forced win or, negated, a forced loss.
pub(super) const DECIDED: i32 = WIN - 3000;

/// A distance of this many steps is the longest that counts, in hundredths of a step as all values.
const FARTHEST: i32 = 40;
/// The value of having the move.
const TEMPO: i32 = 50;
/// The value of a unit of energy while there is less than two rotations' worth.
const SCARCE: i32 = 75;
/// The value of a unit of energy up to six rotations' worth; more is not worth anything.
const PLENTY: i32 = 20;

const COST: i32 = ROTATION_COST as i32;

/// What a player has, for the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    /// Displacements to the treasure, as in [`super::boards::Steps`].
    pub(super) steps: u8,
    /// Units of energy; negative for a player who will never rotate.
    pub(super) energy: i32,
    /// Whether he is believed to know how to walk and undo.
    pub(super) undoes: bool,
}

/// What a position looks like to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Glance {
    /// The end is certain: a win or a loss, at most so many plies away.
    Decided(i32),
    /// An estimate in hundredths of a displacement.
    Open(i32),
}

impl Glance {
    pub(super) fn value(self) -> i32 {
        match self {
            Glance::Decided(value) | Glance::Open(value) => value,
        }
    }
}

/// Rotations that can be paid from some energy after earning more for a number of turns.
fn rotations(energy: i32, turns: i32) -> i32 {
    (energy + turns).max(0) / COST
}

/// Looks at distances and energies, for the player to move.
pub(super) fn glance(mine: Standing, theirs: Standing) -> Glance {
    let (my_steps, their_steps) = (i32::from(mine.steps), i32::from(theirs.steps));
    if their_steps == 0 {
        return Glance::Decided(-WIN);
    }
    if mine.steps < FAR && my_steps <= their_steps {
        // When I have made s steps, the opponent has had s - 1 turns and it is his.
        let disturbed = rotations(theirs.energy, my_steps - 2);
        let answered = |s| rotations(theirs.energy, s - 1) <= rotations(mine.energy, s);
        if my_steps == 1 || disturbed == 0 {
            return Glance::Decided(WIN - (2 * my_steps - 1));
        }
        if mine.undoes && (1..my_steps).all(answered) {
            return Glance::Decided(WIN - (2 * my_steps - 1) - 2 * disturbed);
        }
    }
    if theirs.steps < FAR && their_steps < my_steps {
        // When the opponent has made s steps, I have had s turns and it is mine.
        let disturbed = rotations(mine.energy, their_steps - 1);
        let answered = |s| rotations(mine.energy, s) <= rotations(theirs.energy, s);
        if disturbed == 0 {
            return Glance::Decided(2 * their_steps - WIN);
        }
        if theirs.undoes && (0..their_steps).all(answered) {
            return Glance::Decided(2 * their_steps + 2 * disturbed - WIN);
        }
    }
    let ahead = remoteness(theirs.steps) - remoteness(mine.steps);
    Glance::Open(100 * ahead + TEMPO + worth(mine.energy) - worth(theirs.energy))
}

/// How far away a player is for the evaluation. Out of reach he is better off near the treasure all the same.
pub(super) fn remoteness(steps: u8) -> i32 {
    match steps.checked_sub(FAR) {
        None => i32::from(steps).min(FARTHEST),
        Some(without_walls) => FARTHEST + i32::from(without_walls),
    }
}

/// What some energy is worth.
fn worth(energy: i32) -> i32 {
    SCARCE * energy.clamp(0, 2 * COST) + PLENTY * (energy - 2 * COST).clamp(0, 4 * COST)
}

#[cfg(test)]
mod tests {
    use jeux::labyrinthe::{Labyrinth, Move, maze_of_seed};
    use jeux::{ByPlayer, Outcome, Player, Position, Status};
    use proptest::prelude::*;

    use super::super::astar::choose as walk;
    use super::super::boards::Boards;
    use super::*;

    fn standing(position: &Labyrinth, player: Player) -> Standing {
        let steps = Boards::new(1).steps(position).0.at(position.player(player));
        Standing { steps, energy: position.energy(player) as i32, undoes: true }
    }

    fn seen(position: &Labyrinth) -> Glance {
        let mover = position.to_move();
        glance(standing(position, mover), standing(position, !mover))
    }

    #[test]
    fn the_beginner_of_a_fair_labyrinth_wins() {
        for seed in 0..50 {
            let maze = maze_of_seed(seed);
            let subject = Labyrinth::new(maze).expect("a labyrinth");
            assert!(seen(&subject).value() > DECIDED, "seed {seed}");
            let newer = ByPlayer { first: 0, second: 2 };
            let newer = Labyrinth::with_energy(maze, newer).expect("a labyrinth");
            assert!(matches!(seen(&newer), Glance::Open(_)), "seed {seed}");
        }
    }

    #[test]
    fn ends_of_races() {
        let open = |steps, energy| Standing { steps, energy, undoes: false };
        assert_eq!(glance(open(1, 0), open(1, 9)), Glance::Decided(WIN - 1));
        assert_eq!(glance(open(FAR, 0), open(1, 0)), Glance::Decided(2 - WIN));
        assert_eq!(glance(open(3, 0), open(3, 3)), Glance::Decided(WIN - 5), "four units when it matters");
        assert!(matches!(glance(open(3, 0), open(3, 4)), Glance::Open(_)));
        assert_eq!(glance(open(3, 3), open(2, 0)), Glance::Decided(4 - WIN));
        assert!(matches!(glance(open(3, 4), open(2, 0)), Glance::Open(_)));
        assert!(matches!(glance(open(FAR, 0), open(FAR + 3, 0)), Glance::Open(_)), "nobody arrives");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// The one for whom the game is decided walks, and undoes rotations: whatever the other one does, he wins in time.
        #[test]
        fn what_is_decided_is_won(
            seed in any::<u64>(),
            energy in (0..30u32, 0..30u32),
            choices in proptest::collection::vec((any::<prop::sample::Index>(), 0..10u8), 200),
        ) {
            let energy = ByPlayer { first: energy.0, second: energy.1 };
            let mut position = Labyrinth::with_energy(maze_of_seed(seed), energy).expect("a labyrinth");
            let mut choices = choices.into_iter();
            let mut decided = None;
            let mut last = None;
            for ply in 0.. {
                let Some((choice, kind)) = choices.next() else { break };
                let mover = position.to_move();
                if decided.is_none()
                    && let Glance::Decided(value) = seen(&position)
                {
                    let winner = if value > 0 { mover } else { !mover };
                    decided = Some((winner, ply + WIN - value.abs()));
                    // A rotation made before is none of the race.
                    last = None;
                }
                let legal = position.moves();
                let mv = match decided {
                    Some((winner, _)) if winner == mover => {
                        last.and_then(Move::inverse).unwrap_or_else(|| walk(&position))
                    }
                    // The other one tries everything: ways, and many rotations.
                    _ if kind < 3 => walk(&position),
                    _ => *choice.get(&legal[legal.len() * usize::from(kind > 6) / 5..]),
                };
                last = Some(mv);
                prop_assert!(position.play(mv).is_ok(), "{mv} in\n{position}");
                if let Status::Over(outcome) = position.status() {
                    let (winner, end) = decided.ok_or_else(|| TestCaseError::fail("a win out of nothing"))?;
                    prop_assert_eq!(outcome, Outcome::Win(winner));
                    prop_assert!(ply < end, "won with ply {ply}, promised before {end}");
                    break;
                }
                if let Some((_, end)) = decided {
                    prop_assert!(ply < end, "not won with ply {ply}, promised before {end}");
                }
            }
        }
    }
}
