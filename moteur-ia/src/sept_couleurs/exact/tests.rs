//! The solver against a plain minimax, which tries every colour and leaves nothing out.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use jeux::sept_couleurs::{
    Board, BoardSide, Cell, Colour, Fairness, Grid, Neighbours, Rules, SeptCouleurs, World, Zones, generate,
};
use jeux::{Outcome, Position, Status};

use super::*;

/// Solves without a limit.
fn solved(position: &SeptCouleurs, goal: Goal) -> Solution {
    let stop = AtomicBool::new(false);
    let solution = solve(position, goal, &Limits { deadline: None, stop: &stop }).expect("its rules");
    assert!(solution.proven);
    solution
}

/// The values of positions by nothing but the rules: 1 for a win of the side to move, 0, -1.
#[derive(Default)]
struct Plain(HashMap<(String, BoardSide, u32), i32>);

impl Plain {
    fn result(&mut self, position: &SeptCouleurs) -> i32 {
        match position.status() {
            Status::Over(Outcome::Draw) => return 0,
            Status::Over(Outcome::Win(winner)) => return if winner == position.to_move() { 1 } else { -1 },
            Status::Ongoing => {}
        }
        let key = (position.board().to_string(), position.side_to_move(), position.idle());
        if let Some(value) = self.0.get(&key) {
            return *value;
        }
        let values = position.legal_moves().into_iter().map(|colour| -self.result(&after(position, colour)));
        let value = values.max().expect("a move");
        self.0.insert(key, value);
        value
    }
}

/// How many cells more the side to move has when nobody can grow any more, or after two useless moves in a row; the game is not cut
/// short by a majority.
fn plain_margin(position: &SeptCouleurs) -> i32 {
    type Known = HashMap<(Vec<Option<BoardSide>>, BoardSide, u32), i32>;
    fn margin(world: &World, zones: &mut Zones, side: BoardSide, idle: u32, known: &mut Known) -> i32 {
        if idle == 2 || BoardSide::ALL.iter().all(|side| zones.is_stuck(*side)) {
            return zones.area(side) as i32 - zones.area(!side) as i32;
        }
        let key = ((0..world.islands()).map(|island| zones.owner(island)).collect(), side, idle);
        if let Some(value) = known.get(&key) {
            return *value;
        }
        let mut best = i32::MIN;
        for colour in Colour::all(world.colours()) {
            let taken = zones.play(world, side, colour);
            let idle = if taken.cells > 0 { 0 } else { idle + 1 };
            best = best.max(-margin(world, zones, !side, idle, known));
            zones.undo(taken);
        }
        known.insert(key, best);
        best
    }
    let mut zones = position.zones().clone();
    margin(position.world(), &mut zones, position.side_to_move(), 0, &mut Known::new())
}

fn after(position: &SeptCouleurs, colour: Colour) -> SeptCouleurs {
    let mut next = position.clone();
    next.play(colour).expect("any colour may be played");
    next
}

/// Boards of many shapes, with all numbers of colours, with and without walls.
fn boards(count: u64) -> impl Iterator<Item = (Board, usize)> {
    (0..count).map(|seed| {
        let mut chance = fastrand::Rng::with_seed(seed);
        let grid = Grid {
            neighbours: [Neighbours::Four, Neighbours::Six, Neighbours::Eight][chance.usize(..3)],
            torus: chance.bool(),
            ..Grid::new(chance.usize(2..=4), chance.usize(2..=4))
        };
        let (colours, walls) = (chance.usize(2..=7), chance.usize(..2) * 25);
        let fairness = if chance.bool() { Fairness::Fair } else { Fairness::Random };
        (generate(grid, colours, fairness, walls, seed), colours)
    })
}

#[test]
fn values_are_those_of_a_plain_minimax() {
    let mut seen = HashMap::new();
    for (board, colours) in boards(600) {
        let position = SeptCouleurs::new(board, Rules { colours, useless: 2, ..Rules::default() });
        let margin = solved(&position, Goal::Margin).margin;
        let name = position.board().to_string();
        assert_eq!(margin, plain_margin(&position), "{name}");
        assert_eq!(solved(&position, Goal::Result).margin.signum(), margin.signum(), "{name}");
        assert_eq!(Plain::default().result(&position), margin.signum(), "{name}");
        let turned = Board::from_fn(*position.grid(), |cell| position.cell(position.grid().opposite(cell)));
        assert!(turned != position.board() || margin >= 0, "a fair board is lost for who begins: {name}");
        *seen.entry(margin.signum()).or_insert(0) += 1;
    }
    assert!(seen.len() == 3 && seen.values().all(|count| *count > 5), "{seen:?}");
}

/// From the middle of games too, where the next useless move may end it, or the one after it.
#[test]
fn chosen_colours_keep_the_value() {
    let mut ended_early = 0;
    for (number, (board, colours)) in boards(150).enumerate() {
        let useless = 2 + number as u32 % 3;
        let rules = Rules { colours, useless, ..Rules::default() };
        let mut position = SeptCouleurs::new(board, rules);
        let mut chance = fastrand::Rng::with_seed(number as u64);
        let mut plain = Plain::default();
        while position.status() == Status::Ongoing {
            let value = plain.result(&position);
            for goal in [Goal::Result, Goal::Margin] {
                let solution = solved(&position, goal);
                assert_eq!(solution.margin.signum(), value, "{position}");
                let colour = solution.colour.unwrap_or(Colour(0));
                assert_eq!(-plain.result(&after(&position, colour)), value, "{colour} in {position}");
                let useless = position.gain(position.side_to_move(), colour) == 0;
                let stuck = position.zones().is_stuck(position.side_to_move());
                ended_early += usize::from(useless && !stuck);
            }
            position = after(&position, Colour(chance.u8(..colours as u8)));
        }
    }
    assert!(ended_early > 0, "no game was won by a useless move");
}

/// Each line of the argument on its own: useless moves are never better, more is never worse, bounds hold.
#[test]
fn the_argument_holds_on_random_positions() {
    for (number, (board, colours)) in boards(150).enumerate() {
        let rules = Rules { colours, ..Rules::default() };
        let mut position = SeptCouleurs::new(board, rules);
        let mut chance = fastrand::Rng::with_seed(number as u64);
        for _ in 0..chance.usize(..4) {
            if position.status() == Status::Ongoing {
                position = after(&position, Colour(chance.u8(..colours as u8)));
            }
        }
        let reach = Reach::of(&position);
        let (arena, front) = Arena::<1>::of(&position, &reach);
        let own = arena.gains(&front, 0);
        assert_eq!(
            own.each().is_empty(),
            front.free.is_empty(),
            "there is always something to win in the front"
        );
        let value = plain_margin(&position) - reach.certain;
        let [lower, upper] = arena.bounds(&front, &own);
        assert!(lower <= value && value <= upper, "{lower} {value} {upper}\n{position}");
        if position.status() != Status::Ongoing {
            continue;
        }
        // What a side gets as a present never harms it.
        let side = position.side_to_move();
        for cell in 0..position.grid().len() {
            if matches!(position.cell(cell), Cell::Free(_)) {
                let board = position.board();
                let given =
                    Board::from_fn(*board.grid(), |at| if at == cell { Cell::Zone(side) } else { board[at] });
                let begins = Rules { begins: side, ..*position.rules() };
                let given = SeptCouleurs::new(given, begins);
                assert!(plain_margin(&given) >= plain_margin(&position), "{position}");
            }
        }
    }
}

#[test]
fn larger_boards_agree_whatever_the_width_of_the_sets() {
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    for seed in 0..5 {
        let board = generate(Grid::new(6, 6), 7, Fairness::Random, 0, seed);
        let position = SeptCouleurs::new(board, Rules::default());
        let reach = Reach::of(&position);
        let narrow = search::<1>(&position, &reach, Goal::Margin, &limits);
        let wide = search::<4>(&position, &reach, Goal::Margin, &limits);
        assert_eq!((narrow.margin, narrow.proven), (wide.margin, true));
    }
}

#[test]
fn other_rules_are_not_solved() {
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    let board = || generate(Grid::new(3, 3), 7, Fairness::Random, 0, 1);
    let usual = Rules::default();
    for rules in
        [Rules { golden: true, ..usual }, Rules { bombs: Some(1), ..usual }, Rules { useless: 1, ..usual }]
    {
        assert_eq!(solve(&SeptCouleurs::new(board(), rules), Goal::Result, &limits), None);
    }
    // Nothing is proven when there is no time, but a colour is there.
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let large = SeptCouleurs::new(generate(Grid::new(14, 14), 7, Fairness::Random, 0, 1), usual);
    let solution = solve(&large, Goal::Result, &limits).expect("an estimate");
    assert!(!solution.proven && solution.colour.is_some());
}
