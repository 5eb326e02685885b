//! Tables and detours are what plain searches find.

use jeux::coursidor::{Coursidor, Direction, Move, Shape, Step, Vertex};
use jeux::{Player, Position};
use proptest::prelude::*;

use super::{begin, wander};
use crate::coursidor::detour::{Finder, MOST, Trip};
use crate::coursidor::errand::Errand;
use crate::coursidor::ground::{Fences, Ground};
use crate::coursidor::runner::{Runner, STANDING};
use crate::coursidor::tours::{FAR, Tours};
use crate::coursidor::{chemin, plain};

fn boards() -> impl Strategy<Value = (Shape, usize)> {
    let t = (2..=6usize).prop_map(|size| (Shape::T, size));
    let c = (3..=6usize).prop_map(|size| (Shape::C, size));
    prop_oneof![t, c, Just((Shape::H, 6)), Just((Shape::H, 9))]
}

fn positions() -> impl Strategy<Value = Coursidor> {
    (boards(), 1..=4usize, any::<u64>(), 0..60u32, 0..=4u64).prop_map(
        |((shape, size), objectives, seed, moves, walls)| {
            wander(begin(shape, size, objectives, seed), moves, walls, seed)
        },
    )
}

/// What the players know of a position.
struct Known {
    ground: Ground,
    fences: Fences,
    errands: [Errand; 2],
    tours: [Tours; 2],
}

impl Known {
    fn of(position: &Coursidor) -> Self {
        let ground = Ground::new(position.board());
        let fences = Fences::new(position.board(), &ground, position.walls());
        let errands =
            Player::ALL.map(|player| Errand::of(position, player, &ground, &fences.open, usize::MAX));
        let tours = [0, 1].map(|player| Tours::new(&ground, &fences.edges, &errands[player]));
        Known { ground, fences, errands, tours }
    }

    fn runner(&self, position: &Coursidor, player: Player) -> Runner {
        let last = position.last_direction(player).map_or(STANDING, |way| way.index() as u8);
        Runner { at: position.pawn(player), last, done: 0, walls: 0 }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tables_are_what_a_plain_search_finds(position in positions()) {
        let known = Known::of(&position);
        for player in Player::ALL {
            let (errand, tours) = (&known.errands[player.index()], &known.tours[player.index()]);
            prop_assert!(errand.whole && errand.objectives == position.missing(player).collect::<Vec<_>>());
            let plain = plain::plies(&position, player);
            for done in 0..=errand.all() {
                for last in 0..7u8 {
                    // Nobody is on an objective without having done it.
                    for at in position.board().vertices().filter(|at| errand.bit(*at) & !done == 0) {
                        let expected = plain[plain::place(position.board(), done, last, at)].unwrap_or(FAR);
                        prop_assert_eq!(tours.plies(at, last, done), expected, "{} {} {}", done, last, at);
                    }
                }
            }
        }
    }

    #[test]
    fn detours_are_what_the_tables_with_the_wall_say(position in positions()) {
        let known = Known::of(&position);
        let mut finder = Finder::default();
        for player in Player::ALL {
            let (errand, tours) = (&known.errands[player.index()], &known.tours[player.index()]);
            let (ground, fences) = (&known.ground, &known.fences);
            let runner = known.runner(&position, player);
            let (board, needed) = (position.board(), &position.needed());
            let trip = Trip { ground, fences, errand, tours, near: u16::MAX, board, needed };
            let detours = finder.detours(&trip, runner);
            let room = position.walls().room();
            for wall in room.filter(|wall| position.walls().leaves_connected(board, *wall, needed)) {
                let walled = fences.with(position.board(), ground, wall);
                prop_assert_eq!(walled.key, fences.key_with(ground, wall));
                let after = Tours::new(ground, &walled.edges, errand).of(&runner);
                let plies = detours.iter().find(|detour| detour.wall == wall).map_or(0, |detour| detour.plies);
                // On long ways there are more walls than are tried.
                if plies > 0 || !finder.is_full() {
                    prop_assert_eq!(plies, (after - tours.of(&runner)).min(MOST), "{:?}", wall);
                }
            }
        }
    }

    /// Walls that are made known one by one, and those that are read from a position.
    #[test]
    fn fences_follow_the_walls(position in positions()) {
        let ground = Ground::new(position.board());
        let before = Fences::new(position.board(), &ground, position.walls());
        for wall in position.legal_walls().step_by(7) {
            let mut after = position.clone();
            after.play(position.placing(wall)).expect("a legal wall");
            let expected = Fences::new(position.board(), &ground, after.walls());
            prop_assert_eq!(before.with(position.board(), &ground, wall), expected);
        }
    }

    #[test]
    fn strides_are_the_steps_of_the_rules(position in positions()) {
        let known = Known::of(&position);
        let (mover, errand) = (position.to_move(), &known.errands[position.to_move().index()]);
        let runner = known.runner(&position, mover);
        let strides = runner.strides(&known.ground, &known.fences.open, errand, position.pawn(!mover));
        let mut ours: Vec<(Vertex, Direction, u16)> = strides
            .iter()
            .map(|stride| (stride.to, Direction::ALL[usize::from(stride.last)], stride.done))
            .collect();
        ours.sort_unstable_by_key(|(to, ..)| *to);
        let crossed = |step| chemin::crossed(&position, step).iter().fold(0, |done, cell| done | errand.bit(*cell));
        let rules: Vec<_> =
            position.steps().into_iter().map(|step| (step.to, step.direction, crossed(step))).collect();
        prop_assert_eq!(ours, rules);
    }

    /// The step after which a plain search finds the least that is left.
    #[test]
    fn chemin_leaves_the_shortest_way(position in positions()) {
        let known = Known::of(&position);
        let player = position.to_move();
        let errand = &known.errands[player.index()];
        let plain = plain::plies(&position, player);
        let left = |step: &Step| {
            let crossed = chemin::crossed(&position, *step).into_iter();
            let done = crossed.fold(0, |done, cell| done | errand.bit(cell));
            plain[plain::place(position.board(), done, step.direction.index() as u8, step.to)].expect("a way home")
        };
        let least = position.steps().iter().map(left).min();
        let Some(Move::Pawn(to)) = chemin::best(&position, usize::MAX) else { panic!("a step") };
        let step = position.step_to(to).expect("a legal step");
        prop_assert_eq!(Some(left(&step)), least);
    }
}
