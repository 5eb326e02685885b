//! The slow method and its worst case (2), the fast one (3), the sufficient condition (5).

use std::time::{Duration, Instant};

use anyhow::anyhow;
use jeux::Position;
use jeux::sept_couleurs::{Cell, Colour, Fairness, Grid, SeptCouleurs, Side, World, Zones, generate, sweep};
use serde_json::json;
use words::{decimal, percent, seconds, text};

use super::asked::{Answer, Asked, paragraph, spec};
use crate::sept_couleurs::players::Spec;
use crate::sept_couleurs::report::{failed, table};
use crate::sept_couleurs::tournament::{Failure, in_parallel, mix, play};
use crate::sept_couleurs::worlds::Worlds;
use crate::statistics::mean;

/// Sides whose snakes are played.
const SNAKES: [usize; 8] = [4, 5, 10, 20, 30, 50, 100, 150];
/// The largest side of which every board is looked at: 2²³ of them.
const EVERY: usize = 5;
const COLOURS: usize = 7;

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
pub(super) fn passes(_asked: &Asked<'_>) -> anyhow::Result<Answer> {
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
            .map(|mut board| sweep::play(&mut board, Side::Low, Colour(0)));
        let square = side * side;
        rows.push(
            [side, in_rows, square / 4, in_stairs, square / 3].map(|number| number.to_string()).to_vec(),
        );
        snakes.push(json!({ "side": side, "rows": in_rows, "stairs": in_stairs }));
    }
    text += &table(&rows);
    let mut every = Vec::new();
    for side in 2..=EVERY {
        let (passes, coloured) = most_passes(side);
        let snakes = [sweep::rows_board(side), sweep::worst_board(side)]
            .map(|mut board| sweep::play(&mut board, Side::Low, Colour(0)));
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
    Ok(Answer { text, data: json!({ "snakes": snakes, "every_board": every }) })
}

/// Question 3: both methods on the same games, whether they agree, and what they take.
pub(super) fn fast(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let mut rows = vec![vec![
        text!("question-2-side"),
        text!("question-3-boards"),
        text!("question-3-moves"),
        text!("question-3-slow"),
        text!("question-3-fast"),
        text!("question-3-world"),
        text!("question-3-ratio"),
    ]];
    let mut data = Vec::new();
    for (side, boards) in [(10, 100), (30, 100), (100, 10)] {
        let [mut slow, mut fast, mut building] = [Duration::ZERO; 3];
        let mut moves = 0u64;
        for number in 0..boards {
            let seed = mix(asked.seed, number);
            let mut board = generate(Grid::new(side, side), COLOURS, Fairness::Random, 0, seed);
            let begin = Instant::now();
            let world = World::new(&board, COLOURS);
            let mut zones = Zones::new(&world);
            building += begin.elapsed();
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut mover = Side::Low;
            while !Side::ALL.into_iter().all(|side| zones.is_stuck(side)) {
                let gaining: Vec<Colour> = zones.gaining(&world, mover).collect();
                if let Some(colour) = rng.choice(gaining) {
                    let begin = Instant::now();
                    sweep::play(&mut board, mover, colour);
                    slow += begin.elapsed();
                    let begin = Instant::now();
                    zones.play(&world, mover, colour);
                    fast += begin.elapsed();
                    moves += 1;
                    let same = (0..board.grid().len()).all(|cell| {
                        let owner = world.island_of(cell).and_then(|island| zones.owner(island));
                        owner.is_none_or(|owner| board[cell] == Cell::Zone(owner))
                    });
                    let areas = |side: Side| board.area(side) == zones.area(side) as usize;
                    if !same || !Side::ALL.into_iter().all(areas) {
                        return Err(anyhow!(text!("question-3-differs", side = side, number = number)));
                    }
                }
                mover = !mover;
            }
        }
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / moves.max(1) as f64;
        let whole = building.as_secs_f64() * 1e6 / boards as f64;
        let ratio = micros(slow) / micros(fast).max(1e-9);
        rows.push(vec![
            side.to_string(),
            boards.to_string(),
            moves.to_string(),
            format!("{} µs", decimal(micros(slow), 2)),
            format!("{} µs", decimal(micros(fast), 2)),
            format!("{} µs", decimal(whole, 1)),
            decimal(ratio, 1),
        ]);
        data.push(json!({
            "side": side, "boards": boards, "moves": moves, "slow_micros": micros(slow), "fast_micros": micros(fast),
            "world_micros": whole, "ratio": ratio,
        }));
    }
    let text = paragraph(&text!("question-3")) + "\n" + &table(&rows) + &paragraph(&text!("question-3-same"));
    Ok(Answer { text, data: json!(data) })
}

/// Question 5: how many moves the sufficient condition saves.
pub(super) fn sufficient(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let worlds = asked.worlds("equitable")?;
    let mut rows = vec![vec![
        text!("question-5-player"),
        text!("colours-games"),
        text!("question-5-decided"),
        text!("question-5-full"),
        text!("question-5-saved"),
    ]];
    let mut data = Vec::new();
    let begin = Instant::now();
    for text_of_player in ["utile", "glouton", "prevoyant"] {
        let spec = spec(text_of_player)?;
        let games = asked.games.iter().copied().max().unwrap_or(0).min(1000);
        let lengths =
            in_parallel(0, games, &|game| lengths(&worlds, &spec, mix(asked.seed, game as u64)), &|_| {});
        let lengths = lengths.map_err(failed)?;
        let decided = mean(lengths.iter().map(|(decided, _)| f64::from(*decided)));
        let full = mean(lengths.iter().map(|(_, full)| f64::from(*full)));
        let saved = 1.0 - decided / full.max(1.0);
        let shown = [games.to_string(), decimal(decided, 1), decimal(full, 1), percent(saved, 1)];
        rows.push(std::iter::once(text_of_player.to_owned()).chain(shown).collect());
        data.push(json!({ "player": text_of_player, "games": games, "decided": decided, "full": full }));
    }
    let text = paragraph(&text!("question-5"))
        + "\n"
        + &table(&rows)
        + &paragraph(&text!("question-time", time = seconds(begin.elapsed())));
    Ok(Answer { text, data: json!(data) })
}

/// After how many moves a game of a player against itself is decided, and after how many nothing is left to win. Once it is decided
/// both sides take what wins the most: the board is full sooner than with anybody else.
fn lengths(worlds: &Worlds, spec: &Spec, seed: u64) -> Result<(u32, u32), Failure> {
    let [start, _] = worlds.begin(seed)?;
    let mut players = [spec.make(mix(seed, 0))?, spec.make(mix(seed, 1))?];
    let mut end = start.clone();
    let played = play(start, &mut players, Side::Low, None, &mut |position, _, colour| {
        end = position.clone();
        // What was chosen is legal.
        let _: Result<jeux::Status, _> = end.play(colour);
    });
    let mut zones = end.zones().clone();
    let world = end.world();
    let (mut mover, mut full) = (end.side_to_move(), played.plies);
    while !Side::ALL.into_iter().all(|side| zones.is_stuck(side)) {
        let best = Colour::all(COLOURS).max_by_key(|colour| zones.gain(mover, *colour));
        if let Some(colour) = best {
            zones.play(world, mover, colour);
        }
        full += 1;
        mover = !mover;
    }
    Ok((played.plies, full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_of_a_small_side_is_no_slower_than_the_slow_method_says() {
        for side in 2..=4 {
            let (passes, coloured) = most_passes(side);
            let mut board = jeux::sept_couleurs::Board::from_fn(Grid::new(side, side), |cell| {
                Cell::Free(Colour(u8::from(coloured >> cell & 1 == 0)))
            });
            assert_eq!(sweep::play(&mut board, Side::Low, Colour(0)), passes);
            for mut snake in [sweep::rows_board(side), sweep::worst_board(side)] {
                assert!(sweep::play(&mut snake, Side::Low, Colour(0)) <= passes);
            }
        }
    }

    #[test]
    fn stairs_take_a_third_more_passes_than_rows() {
        let passes = |mut board| sweep::play(&mut board, Side::Low, Colour(0));
        for side in [30, 60, 90] {
            let (rows, stairs) = (passes(sweep::rows_board(side)), passes(sweep::worst_board(side)));
            assert!(stairs > rows && stairs.abs_diff(side * side / 3) <= 2 * side, "{side}: {rows} {stairs}");
        }
    }

    #[test]
    fn a_decided_game_goes_on_for_a_while() {
        let worlds = Worlds::of(&[("L", "12"), ("H", "12")]).expect("worlds");
        let spec = Spec::read("glouton").expect("a player");
        for seed in 0..10 {
            let (decided, full) = lengths(&worlds, &spec, seed).expect("a game");
            assert!(0 < decided && decided <= full, "{decided} {full}");
        }
    }
}
