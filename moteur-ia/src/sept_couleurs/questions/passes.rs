//! How often the slow method goes over the world (question 2): at worst, and on ordinary worlds.

use i18n::{decimal, text};
use jeux::sept_couleurs::{BoardSide, Colour, Fairness, Grid, SeptCouleurs, World, Zones, generate, sweep};
use serde_json::{Value, json};

use super::asked::{Answer, Asked, paragraph};
use crate::sept_couleurs::report::table;
use crate::sept_couleurs::tournament::mix;

/// Sides whose snakes are played.
const SNAKES: [usize; 8] = [4, 5, 10, 20, 30, 50, 100, 150];
/// The largest side of which the data have the snakes themselves.
const SHOWN: usize = 30;
/// The largest side of which every board is looked at: 2²³ of them.
const EVERY: usize = 5;
/// With how many colours ordinary worlds are played, and how many of each.
const COLOURS: [usize; 8] = [2, 3, 4, 5, 6, 7, 9, 12];
const ORDINARY: u64 = 100;

/// The most passes of the slow method on any board of this side when `v` plays A, and a board that takes them, as the set of its
/// cells of this colour. Other colours are all alike to it.
fn most_passes(side: usize) -> (usize, u32) {
    let cells = side * side;
    let (own, other) = (side * (side - 1), side - 1);
    let near: Vec<u32> = (0..cells)
        .map(|cell| Grid::new(side, side).around(cell).fold(0, |near, next| near | 1 << next))
        .collect();
    let free: Vec<usize> = (0..cells).filter(|cell| *cell != own && *cell != other).collect();
    let mut worst = (0, 0);
    for chosen in 0..1u32 << free.len() {
        let coloured = free.iter().enumerate().fold(0, |set, (at, cell)| set | (chosen >> at & 1) << cell);
        let mut zone = 1u32 << own;
        let mut passes = 0;
        loop {
            passes += 1;
            let before = zone;
            let mut left = coloured & !zone;
            while left != 0 {
                let cell = left.trailing_zeros() as usize;
                left &= left - 1;
                if near[cell] & zone != 0 {
                    zone |= 1 << cell;
                }
            }
            if zone == before {
                break;
            }
        }
        worst = worst.max((passes, coloured));
    }
    worst
}

/// Question 2: the passes of the slow method on the snake, and on the worst board of all where all can be looked at.
pub(super) fn passes(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let mut text = paragraph(&text!("question-2"));
    for board in [sweep::rows_board(10), sweep::worst_board(10)] {
        text += &format!("\n{}\n", SeptCouleurs::new(board, Default::default()));
    }
    let mut rows = vec![vec![
        text!("question-2-side"),
        text!("question-2-rows"),
        "n²/4".to_owned(),
        text!("question-2-stairs"),
        "n²/3".to_owned(),
    ]];
    let mut snakes = Vec::new();
    for side in SNAKES {
        let [in_rows, in_stairs] = [sweep::rows_board(side), sweep::worst_board(side)]
            .map(|mut board| sweep::play(&mut board, BoardSide::Low, Colour(0)));
        let square = side * side;
        rows.push(
            [side, in_rows, square / 4, in_stairs, square / 3].map(|number| number.to_string()).to_vec(),
        );
        let mut snake = json!({ "side": side, "rows": in_rows, "stairs": in_stairs });
        if side <= SHOWN {
            let boards = [sweep::rows_board(side), sweep::worst_board(side)].map(|board| board.to_string());
            snake["boards"] = json!({ "rows": boards[0], "stairs": boards[1] });
        }
        snakes.push(snake);
    }
    text += &table(&rows);
    let mut every = Vec::new();
    for side in 2..=EVERY {
        let (passes, coloured) = most_passes(side);
        let snakes = [sweep::rows_board(side), sweep::worst_board(side)]
            .map(|mut board| sweep::play(&mut board, BoardSide::Low, Colour(0)));
        let snake = snakes.into_iter().max().unwrap_or(0);
        let letter = |cell| {
            if cell == side * (side - 1) {
                'v'
            } else if cell == side - 1 {
                '^'
            } else if coloured >> cell & 1 == 1 {
                'A'
            } else {
                'B'
            }
        };
        let rows: Vec<String> =
            (0..side).map(|row| (0..side).map(|column| letter(row * side + column)).collect()).collect();
        let board = rows.join("/");
        text += &paragraph(&text!(
            "question-2-every",
            side = side,
            passes = passes,
            snake = snake,
            board = &board,
        ));
        every.push(json!({ "side": side, "passes": passes, "snake": snake, "board": board }));
    }
    let (more, ordinary) = ordinary(asked);
    text += &more;
    Ok(Answer { text, data: json!({ "snakes": snakes, "every_board": every, "ordinary": ordinary }) })
}

/// The passes that moves take on boards at random, by how many colours these have: everybody plays any colour that wins something.
fn ordinary(asked: &Asked<'_>) -> (String, Value) {
    let mut rows = vec![vec![
        text!("question-2-colours"),
        text!("question-11-moves"),
        text!("question-2-mean"),
        text!("question-2-most"),
    ]];
    let mut data = Vec::new();
    for colours in COLOURS {
        // How many moves took so many passes.
        let mut taken: Vec<u64> = Vec::new();
        for number in 0..ORDINARY {
            let seed = mix(asked.seed, number);
            let mut board = generate(Grid::new(asked.side, asked.side), colours, Fairness::Random, 0, seed);
            let world = World::new(&board, colours);
            let mut zones = Zones::new(&world);
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut mover = BoardSide::Low;
            while !BoardSide::ALL.into_iter().all(|side| zones.is_stuck(side)) {
                let gaining: Vec<Colour> = zones.gaining(&world, mover).collect();
                if let Some(colour) = rng.choice(gaining) {
                    let passes = sweep::play(&mut board, mover, colour);
                    zones.play(&world, mover, colour);
                    taken.resize(taken.len().max(passes + 1), 0);
                    taken[passes] += 1;
                }
                mover = !mover;
            }
        }
        let moves: u64 = taken.iter().sum();
        let passes: u64 = (0..).zip(&taken).map(|(passes, moves)| passes * moves).sum();
        let mean = passes as f64 / moves.max(1) as f64;
        let most = taken.len().saturating_sub(1);
        rows.push(vec![colours.to_string(), moves.to_string(), decimal(mean, 2), most.to_string()]);
        data.push(
            json!({ "colours": colours, "moves": moves, "mean": mean, "most": most, "by_passes": taken }),
        );
    }
    let said = text!("question-2-ordinary", boards = ORDINARY, side = asked.side);
    (paragraph(&said) + "\n" + &table(&rows), json!(data))
}

#[cfg(test)]
mod tests {
    use jeux::sept_couleurs::Cell;

    use super::*;

    #[test]
    fn every_board_of_a_small_side_is_no_slower_than_the_slow_method_says() {
        for side in 2..=4 {
            let (passes, coloured) = most_passes(side);
            let mut board = jeux::sept_couleurs::Board::from_fn(Grid::new(side, side), |cell| {
                Cell::Free(Colour(u8::from(coloured >> cell & 1 == 0)))
            });
            assert_eq!(sweep::play(&mut board, BoardSide::Low, Colour(0)), passes);
            for mut snake in [sweep::rows_board(side), sweep::worst_board(side)] {
                assert!(sweep::play(&mut snake, BoardSide::Low, Colour(0)) <= passes);
            }
        }
    }

    #[test]
    fn stairs_take_a_third_more_passes_than_rows() {
        let passes = |mut board| sweep::play(&mut board, BoardSide::Low, Colour(0));
        for side in [30, 60, 90] {
            let (rows, stairs) = (passes(sweep::rows_board(side)), passes(sweep::worst_board(side)));
            assert!(stairs > rows && stairs.abs_diff(side * side / 3) <= 2 * side, "{side}: {rows} {stairs}");
        }
    }

    #[test]
    fn islands_are_larger_with_fewer_colours_and_take_more_passes() {
        let asked = Asked { games: Vec::new(), side: 12, seed: 1, player: "hybride" };
        let (_, data) = ordinary(&asked);
        let mean = |place: usize| data[place]["mean"].as_f64().expect("a mean");
        // The last pass changes nothing, so that who wins something takes two at least.
        assert!(mean(0) > mean(5) && mean(5) > mean(7) && mean(7) > 2.0, "{data}");
    }
}
