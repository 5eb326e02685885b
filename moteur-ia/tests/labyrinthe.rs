//! The players of Labyrinthe in whole games and in positions where only one move will do.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use jeux::labyrinthe::{Cell, Direction, Labyrinth, Maze, Move, maze_of_seed};
use jeux::{ByPlayer, Player, Position, Status};
use moteur_ia::labyrinthe::{Budget, Minmax, astar, hasard, play_random};
use proptest::prelude::*;
use rand_core::SeedableRng;

/// Longer than any game of these tests.
const LONGEST: usize = 400;

fn think(player: &mut Minmax, position: &Labyrinth, work: u64) -> Move {
    player.think(position, Budget::Work(work), &AtomicBool::new(false)).mv
}

/// Plays a game and returns the winner.
fn winner(mut position: Labyrinth, mut choose: impl FnMut(&Labyrinth) -> Move) -> Option<Player> {
    for _ in 0..LONGEST {
        let mv = choose(&position);
        let status = position.play(mv).unwrap_or_else(|error| panic!("{mv}: {error} in\n{position}"));
        if let Status::Over(outcome) = status {
            return outcome.winner();
        }
    }
    None
}

/// A labyrinth without walls but these.
fn labyrinth(walls: &[(u8, u8)], energy: (u32, u32)) -> Labyrinth {
    let mut maze = Maze::open(13, 9).expect("a size");
    walls.iter().for_each(|&(x, y)| maze.set_wall(Cell::new(x, y), true));
    Labyrinth::with_energy(maze, ByPlayer { first: energy.0, second: energy.1 }).expect("a labyrinth")
}

#[test]
fn the_second_player_overcomes_a_walker() {
    for seed in 1..5 {
        let mut player = Minmax::with_memory(4);
        let position = Labyrinth::new(maze_of_seed(seed)).expect("a labyrinth");
        let winner = winner(position, |position| match position.to_move() {
            Player::First => astar(position),
            Player::Second => think(&mut player, position, 10_000),
        });
        assert_eq!(winner, Some(Player::Second), "seed {seed}");
    }
}

#[test]
fn the_first_player_cannot_be_stopped() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for seed in 1..5 {
        let [mut player, mut other] = [(); 2].map(|()| Minmax::with_memory(4));
        let position = Labyrinth::new(maze_of_seed(seed)).expect("a labyrinth");
        let winner = winner(position, |position| match position.to_move() {
            Player::First => think(&mut player, position, 3_000),
            Player::Second if seed % 2 == 0 => hasard(position, &mut rng),
            Player::Second => think(&mut other, position, 3_000),
        });
        assert_eq!(winner, Some(Player::First), "seed {seed}");
    }
}

#[test]
fn a_win_that_is_announced_is_made() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for seed in 10..14 {
        let mut player = Minmax::with_memory(4);
        player.new_game();
        let energy = ByPlayer { first: 3, second: 9 };
        let mut position = Labyrinth::with_energy(maze_of_seed(seed), energy).expect("a labyrinth");
        let mut announced = None;
        for ply in 0..LONGEST as i32 {
            let mv = match position.to_move() {
                Player::Second => play_random(&position, true, &mut rng),
                Player::First => {
                    let budget = Budget::Work(5_000);
                    let thought = player.think(&position, budget, &AtomicBool::new(false));
                    if announced.is_none() && thought.is_won() {
                        announced = Some(ply + 30_000 - thought.score);
                    }
                    thought.mv
                }
            };
            if let Ok(Status::Over(outcome)) = position.play(mv) {
                assert_eq!(outcome.winner(), Some(Player::First));
                assert!(
                    announced.is_some_and(|end| ply < end),
                    "with ply {ply}, announced for {announced:?}"
                );
                break;
            }
        }
        assert_ne!(position.status(), Status::Ongoing, "seed {seed}");
    }
}

#[test]
fn it_arrives_when_it_can() {
    // The second player is one step from the treasure, the first one too and to move.
    let mut position = labyrinth(&[], (0, 1));
    for text in ["droite", "gauche"].into_iter().cycle().take(10) {
        let mv = position.parse_move(text).expect(text);
        assert_eq!(position.play(mv), Ok(Status::Ongoing));
    }
    assert_eq!(think(&mut Minmax::with_memory(1), &position, 1_000), Move::Step(Direction::Right));
}

#[test]
fn threatened_it_rotates() {
    // The first player is walled in. The second one arrives next, unless the treasure or he is moved.
    let walls = [(0, 3), (0, 5), (1, 4), (12, 3), (12, 5)];
    let mut position = labyrinth(&walls, (0, 1));
    for text in ["rien", "gauche"].into_iter().cycle().take(10) {
        let mv = position.parse_move(text).expect(text);
        assert_eq!(position.play(mv), Ok(Status::Ongoing));
    }
    let mv = think(&mut Minmax::with_memory(1), &position, 1_000);
    let next = position.after(mv);
    let [_, theirs] =
        next.maze().distances_of(next.treasure(), Player::ALL.map(|player| next.player(player)));
    assert!(mv.is_rotation(), "{mv}");
    assert_ne!(theirs, Some(1), "{mv} in\n{position}");
}

#[test]
fn stopped_or_late_it_still_answers() {
    let position = Labyrinth::with_energy(maze_of_seed(3), ByPlayer { first: 7, second: 12 });
    let position = position.expect("a labyrinth");
    let mut player = Minmax::with_memory(1);
    let stopped = player.think(&position, Budget::Unlimited, &AtomicBool::new(true)).mv;
    let late = Instant::now().checked_sub(Duration::from_secs(1)).unwrap_or_else(Instant::now);
    let too_late = player.think(&position, Budget::Until(late), &AtomicBool::new(false)).mv;
    assert!(position.check(stopped).is_ok() && position.check(too_late).is_ok());
}

#[test]
fn a_stop_from_another_thread_ends_an_unlimited_search() {
    let position = Labyrinth::with_energy(maze_of_seed(3), ByPlayer { first: 7, second: 12 });
    let position = position.expect("a labyrinth");
    let stop = AtomicBool::new(false);
    let thought = std::thread::scope(|scope| {
        let search = scope.spawn(|| Minmax::with_memory(4).think(&position, Budget::Unlimited, &stop));
        std::thread::sleep(Duration::from_millis(20));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        search.join()
    });
    assert!(thought.is_ok_and(|thought| position.check(thought.mv).is_ok()));
}

#[test]
fn with_the_game_over_it_stays() {
    let mut position = labyrinth(&[], (0, 1));
    for text in ["droite", "rien"].into_iter().cycle().take(11) {
        let mv = position.parse_move(text).expect(text);
        position.play(mv).expect("a legal move");
    }
    assert_ne!(position.status(), Status::Ongoing);
    assert_eq!(think(&mut Minmax::with_memory(1), &position, 1_000), Move::Stay);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_move_is_legal_in_any_labyrinth(
        width in 3..=10usize,
        height in 3..=10usize,
        walls in proptest::collection::vec(prop::bool::weighted(0.35), 21 * 21),
        energy in (0..20u32, 0..20u32),
        seed in any::<u64>(),
    ) {
        let mut maze = Maze::open(2 * width + 1, 2 * height + 1).expect("a size");
        maze.cells().zip(walls).for_each(|(cell, wall)| maze.set_wall(cell, wall));
        for x in [0, width, 2 * width] {
            maze.set_wall(Cell::new(x as u8, height as u8), false);
        }
        let energy = ByPlayer { first: energy.0, second: energy.1 };
        let mut position = Labyrinth::with_energy(maze, energy).expect("a labyrinth");
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut player = Minmax::with_memory(2);
        for _ in 0..6 {
            let mv = think(&mut player, &position, 2_500);
            prop_assert!(position.check(mv).is_ok(), "{mv} in\n{position}");
            prop_assert!(position.check(astar(&position)).is_ok());
            if position.play(mv) != Ok(Status::Ongoing) || position.play(hasard(&position, &mut rng)) != Ok(Status::Ongoing) {
                break;
            }
        }
    }

    #[test]
    fn the_same_work_gives_the_same_move(seed in any::<u64>(), first in 5..9u32, second in 5..9u32) {
        let energy = ByPlayer { first, second };
        let position = Labyrinth::with_energy(maze_of_seed(seed), energy).expect("a labyrinth");
        let thoughts = [(); 2].map(|()| {
            Minmax::with_memory(2).think(&position, Budget::Work(3_000), &AtomicBool::new(false))
        });
        prop_assert_eq!(thoughts[0], thoughts[1]);
    }
}
