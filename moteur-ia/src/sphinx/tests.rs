//! `stratege` on grids of every kind.

use std::sync::atomic::AtomicBool;

use jeux::sphinx::{Answer, Cell, CellName, Explorer, Grid, Move, Plan, Shape, setup_of};
use jeux::{Player, View};

use super::duels::{self, Spec, Tally};
use super::ground::{Ground, Known};
use super::guesses::Guesses;
use super::rival::Rival;
use super::{Options, Stratege};
use crate::adapter::{Engine, Limits};

/// One that plays the same games again.
const FEW: Spec = Spec::Stratege(Options { seed: None, time: None, samples: Some(5) });

fn shape(height: usize, width: usize, walls: usize) -> Shape {
    Shape::new(height, width, walls).expect("a shape")
}

/// What the first player knows when the grids are there: his own is this one, and so is the other's.
fn begun(shape: &Shape, grid: &Grid) -> (Explorer, Plan) {
    let plan = grid.check(*shape).expect("a valid grid");
    let mut view = Explorer::begin(&setup_of(shape), Player::First).expect("a view");
    view.own(&Move::Grid(grid.clone()), None).expect("it is believed");
    let place = |cell| CellName::of(shape, cell).to_string();
    view.opponent(&format!("{} {}", place(plan.entry()), place(plan.treasure()))).expect("it follows");
    (view, plan)
}

/// A move within this time.
fn choose(engine: &mut Stratege, view: &Explorer) -> Move {
    let stop = AtomicBool::new(false);
    engine.choose(view, &Limits { deadline: None, stop: &stop }).expect("a move")
}

/// The tally fails for a question that is not allowed or tells nothing new, and for a grid that breaks a rule.
#[test]
fn games_on_every_shape_are_played_to_the_end() {
    let shapes = [
        (1, 2, 0),
        (2, 1, 0),
        (1, 9, 7),
        (9, 1, 0),
        (2, 2, 2),
        (3, 3, 0),
        (5, 4, 18),
        (6, 7, 30),
        (8, 9, 20),
        // Rows of more than 64 places, and of exactly so many.
        (3, 70, 60),
        (2, 63, 20),
    ];
    for (height, width, walls) in shapes {
        for other in [Spec::Hasard, Spec::Profondeur] {
            let mut tally = Tally::default();
            for game in 0..4 {
                let shape = shape(height, width, walls);
                tally.play(&shape, &[FEW, other], 1, game).expect("a game");
            }
            assert_eq!(tally.results.games(), 4, "{height} x {width}, {walls} walls");
        }
    }
}

#[test]
fn it_wins_against_chance() {
    let mut tally = Tally::default();
    for game in 0..20 {
        tally.play(&shape(7, 7, 14), &[FEW, Spec::Hasard], 5, game).expect("a game");
    }
    assert!(tally.results.won > 4 * tally.results.lost, "{tally:?}");
}

/// The clock has run out before it begins.
#[test]
fn without_time_it_still_moves() {
    let stop = AtomicBool::new(true);
    for (height, width, walls) in [(100, 100, 3000), (100, 100, 9998), (100, 100, 0), (1, 2, 0)] {
        let shape = shape(height, width, walls);
        let mut engine = Stratege::new(Options::default());
        let view = Explorer::begin(&setup_of(&shape), Player::First).expect("a view");
        let limits = Limits { deadline: None, stop: &stop };
        let Some(Move::Grid(grid)) = engine.choose(&view, &limits) else { panic!("no grid") };
        let (view, _) = begun(&shape, &grid);
        let Some(Move::Ask(place)) = engine.choose(&view, &limits) else { panic!("no question") };
        let cell = place.cell(&shape).expect("inside");
        assert!(view.exploration().expect("a search").is_useful(cell), "{place}");
    }
}

#[test]
fn games_repeat_themselves_with_a_seed() {
    let games = || {
        let mut tally = Tally::default();
        (0..4).for_each(|game| tally.play(&shape(6, 6, 10), &[FEW, FEW], 3, game).expect("a game"));
        let effort = |effort: duels::Effort| (effort.moves, effort.walls, effort.questions);
        (tally.results, tally.efforts.map(effort))
    };
    assert_eq!(games(), games());
    let grid = |seed| duels::grid(&shape(8, 8, 20), &FEW, seed).expect("a grid");
    assert_eq!(grid(1), grid(1));
    assert_ne!(grid(1), grid(2));
}

#[test]
fn it_walks_a_certain_way_without_a_wall() {
    // All walls but one are known after three questions, and that one cannot be where the only way is left.
    let grid = Grid::read("2111/0111/0111/0003").expect("a grid");
    let shape = shape(4, 4, 9);
    let (mut view, plan) = begun(&shape, &grid);
    let mut engine = Stratege::new(Options { seed: Some(1), samples: Some(10), ..Options::default() });
    for (place, answer) in [("0:1", "1"), ("1:0", "0"), ("1:1", "1"), ("2:0", "0"), ("2:1", "1")] {
        view.own(&Move::Ask(place.parse().expect("a place")), Some(answer)).expect("it is believed");
        if answer == "1" {
            view.opponent("passe").expect("a question");
        }
    }
    while view.turn() == Some(Player::First) {
        let mv = choose(&mut engine, &view);
        let Move::Ask(place) = mv else { panic!("no question") };
        let cell = plan.cell(place.cell(&shape).expect("inside"));
        assert_ne!(cell, Cell::Wall, "{place}");
        view.own(&mv, Some(&Answer::Is(cell).to_string())).expect("it is believed");
    }

    // Where no wall is left, nothing can go wrong.
    let open = Grid::read("2000/0000/0000/0003").expect("a grid");
    let shape = self::shape(4, 4, 0);
    let (mut view, plan) = begun(&shape, &open);
    for _ in 0..6 {
        let mv = choose(&mut engine, &view);
        let Move::Ask(place) = mv else { panic!("no question") };
        let answer = Answer::Is(plan.cell(place.cell(&shape).expect("inside")));
        view.own(&mv, Some(&answer.to_string())).expect("it is believed");
    }
    assert_eq!(view.turn(), Some(Player::Second), "the shortest way has six steps");
}

#[test]
fn a_row_is_walked_from_end_to_end() {
    let shape = shape(1, 9, 0);
    let grid = Grid::read("200000003").expect("a grid");
    let (asked, walls) = duels::search(&shape, &FEW, 1, &grid).expect("a search");
    assert_eq!((asked, walls), (8, 0));
}

/// Guesses at this grid, with no other limit than changes.
fn guess(
    guesses: &mut Guesses<2>,
    ground: &Ground<2>,
    known: &Known<2>,
    steps: usize,
    chance: &mut fastrand::Rng,
) {
    let stop = AtomicBool::new(false);
    guesses.update(ground, known, steps, &Limits { deadline: None, stop: &stop }, chance);
}

#[test]
fn guesses_agree_with_what_is_known() {
    for (walls, seed) in [(4, 1), (12, 2), (20, 3), (26, 4)] {
        let shape = shape(6, 6, walls);
        let mut chance = fastrand::Rng::with_seed(seed);
        let grid = jeux::sphinx::random(shape, |bound| chance.usize(..bound));
        let ground: Ground<2> = Ground::new(shape);
        let truth = ground.maze(&grid.check(shape).expect("a valid grid"));
        let mut known = Known::new(&ground, truth.entry);
        let mut guesses = Guesses::new(truth.entry, truth.treasure);
        loop {
            guess(&mut guesses, &ground, &known, 100, &mut chance);
            assert!(!guesses.all.is_empty());
            for guess in &guesses.all {
                let maze = super::ground::Maze { walls: guess.walls, ..truth.clone() };
                assert_eq!(ground.grid(&maze).check(shape).map(|_| ()), Ok(()));
                assert!(guess.walls.and(&known.visited).is_empty());
                assert!(known.walls(&ground).minus(&guess.walls).is_empty());
            }
            let mut open = known.open();
            open.remove(truth.treasure);
            match open.any(&mut chance) {
                None => break,
                Some(place) if truth.walls.has(place) => known.block(place),
                Some(place) => known.visit(&ground, place),
            }
        }
    }
}

/// What is hard to search is thought likely: the way past the treasure, and round it.
#[test]
fn guesses_are_hard_grids() {
    let shape = shape(5, 5, 8);
    let ground: Ground<2> = Ground::new(shape);
    let mut chance = fastrand::Rng::with_seed(7);
    let (entry, treasure) = (ground.places[0], ground.places[2]);
    let known = Known::new(&ground, entry);
    let mut guesses = Guesses::new(entry, treasure);
    guess(&mut guesses, &ground, &known, 20_000, &mut chance);
    let between = ground.places[1];
    let walled = guesses.all.iter().filter(|guess| guess.walls.has(between)).count();
    assert!(4 * walled > 3 * guesses.all.len(), "{walled} of {}", guesses.all.len());
}

/// His way to our treasure has seven free cells: before he has met so many, he cannot have found it.
#[test]
fn only_an_unbroken_way_is_worth_anything_where_the_opponent_may_have_ended() {
    let shape = shape(1, 9, 0);
    let grid = Grid::read("200000003").expect("a grid");
    let stop = AtomicBool::new(false);
    let (mut chance, limits) = (fastrand::Rng::with_seed(1), Limits { deadline: None, stop: &stop });
    let rival = Rival::new(&Ground::<2>::new(shape), &grid, 20, &limits, &mut chance).expect("a way");
    let worth = |free: usize| {
        let mut view = Explorer::begin(&setup_of(&shape), Player::Second).expect("a view");
        view.opponent("?").expect("a grid");
        view.own(&Move::Grid(grid.clone()), Some("0:0 0:8")).expect("it is believed");
        (0..free).for_each(|_| view.opponent("encore").expect("a question"));
        view.opponent("passe").expect("a question");
        rival.worth(&view, 0)
    };
    let (early, late) = (worth(6), worth(7));
    assert!(late[0] > 0.5 && late[1] < 0.2, "{late:?}");
    assert!(early[0] > 0.8 && early[1] > 0.5, "{early:?}");
    assert!(
        early.windows(2).chain(late.windows(2)).all(|pair| pair[0] >= pair[1]),
        "never better with a wall more"
    );
}
