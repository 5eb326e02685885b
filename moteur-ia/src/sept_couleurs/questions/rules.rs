//! The fast method beside the slow one (3), the sufficient condition (5).

use std::time::{Duration, Instant};

use anyhow::anyhow;
use i18n::{decimal, percent, seconds, text};
use jeux::Position;
use jeux::sept_couleurs::{BoardSide, Cell, Colour, Fairness, Grid, World, Zones, generate, sweep};
use serde_json::json;

use super::asked::{Answer, Asked, paragraph, spec};
use crate::sept_couleurs::players::Spec;
use crate::sept_couleurs::report::{failed, table};
use crate::sept_couleurs::tournament::{Failure, in_parallel, mix, play};
use crate::sept_couleurs::worlds::{Worlds, in_words, sentence};
use crate::statistics::mean;

const COLOURS: usize = 7;

/// Question 3: both methods on the same games, whether they agree, and what they take.
pub(super) fn fast(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let mut rows = vec![vec![
        text!("question-2-side"),
        text!("question-3-boards"),
        text!("question-3-moves"),
        text!("question-3-slow-cells"),
        text!("question-3-fast-cells"),
        text!("question-3-slow"),
        text!("question-3-fast"),
        text!("question-3-world"),
        text!("question-3-ratio"),
    ]];
    let mut data = Vec::new();
    for (side, boards) in [(10, 100), (30, 100), (100, 10)] {
        let [mut slow, mut fast, mut building] = [Duration::ZERO; 3];
        let mut moves = 0u64;
        // Cells that each method looks at: the same on every machine.
        let [mut slow_cells, mut fast_cells] = [0; 2];
        for number in 0..boards {
            let seed = mix(asked.seed, number);
            let mut board = generate(Grid::new(side, side), COLOURS, Fairness::Random, 0, seed);
            let begin = Instant::now();
            let world = World::new(&board, COLOURS);
            let mut zones = Zones::new(&world);
            building += begin.elapsed();
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut mover = BoardSide::Low;
            while !BoardSide::ALL.into_iter().all(|side| zones.is_stuck(side)) {
                let gaining: Vec<Colour> = zones.gaining(&world, mover).collect();
                if let Some(colour) = rng.choice(gaining) {
                    let begin = Instant::now();
                    let passes = sweep::play(&mut board, mover, colour);
                    slow += begin.elapsed();
                    let begin = Instant::now();
                    let taken = zones.play(&world, mover, colour);
                    fast += begin.elapsed();
                    slow_cells += passes * board.grid().len();
                    let islands = zones.taken(&taken).iter().map(|&island| usize::from(island));
                    fast_cells += islands.map(|island| 1 + world.next_to(island).count()).sum::<usize>();
                    moves += 1;
                    let same = (0..board.grid().len()).all(|cell| {
                        let owner = world.island_of(cell).and_then(|island| zones.owner(island));
                        owner.is_none_or(|owner| board[cell] == Cell::Zone(owner))
                    });
                    let areas = |side: BoardSide| board.area(side) == zones.area(side) as usize;
                    if !same || !BoardSide::ALL.into_iter().all(areas) {
                        return Err(anyhow!(text!("question-3-differs", side = side, number = number)));
                    }
                }
                mover = !mover;
            }
        }
        let per_move = |cells: usize| cells as f64 / moves.max(1) as f64;
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / moves.max(1) as f64;
        let whole = building.as_secs_f64() * 1e6 / boards as f64;
        let ratio = micros(slow) / micros(fast).max(1e-9);
        rows.push(vec![
            side.to_string(),
            boards.to_string(),
            moves.to_string(),
            decimal(per_move(slow_cells), 1),
            decimal(per_move(fast_cells), 1),
            format!("{} µs", decimal(micros(slow), 2)),
            format!("{} µs", decimal(micros(fast), 2)),
            format!("{} µs", decimal(whole, 1)),
            decimal(ratio, 1),
        ]);
        data.push(json!({
            "side": side, "boards": boards, "moves": moves, "slow_cells": per_move(slow_cells),
            "fast_cells": per_move(fast_cells), "slow_micros": micros(slow), "fast_micros": micros(fast),
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
    let shares = occupation(&worlds, "glouton", asked.seed)?;
    let text = paragraph(&text!("question-5"))
        + "\n"
        + &table(&rows)
        + &paragraph(&text!("question-time", time = seconds(begin.elapsed())));
    Ok(Answer { text, data: json!({ "lengths": data, "occupation": shares }) })
}

/// The part of the cells that `v` and `^` have after each move of a game of a player against itself, from the beginning to its end.
fn occupation(worlds: &Worlds, player: &str, seed: u64) -> anyhow::Result<Vec<[f64; 2]>> {
    let spec = spec(player)?;
    let make = |place| spec.make(mix(seed, place)).map_err(|reason| in_words(&reason));
    let mut players = [make(0)?, make(1)?];
    let [start, _] = worlds.begin(seed).map_err(|error| sentence(&error))?;
    let mut shares = Vec::new();
    let played = play(start, &mut players, BoardSide::Low, None, &mut |position, _, _| {
        shares.push(BoardSide::ALL.map(|side| position.occupation(side)));
    });
    shares.push([played.share(0), played.share(1)]);
    Ok(shares)
}

/// After how many moves a game of a player against itself is decided, and after how many nothing is left to win. Once it is decided
/// both sides take what wins the most: the board is full sooner than with anybody else.
fn lengths(worlds: &Worlds, spec: &Spec, seed: u64) -> Result<(u32, u32), Failure> {
    let [start, _] = worlds.begin(seed)?;
    let mut players = [spec.make(mix(seed, 0))?, spec.make(mix(seed, 1))?];
    let mut end = start.clone();
    let played = play(start, &mut players, BoardSide::Low, None, &mut |position, _, colour| {
        end = position.clone();
        // What was chosen is legal.
        let _: Result<jeux::Status, _> = end.play(colour);
    });
    let mut zones = end.zones().clone();
    let world = end.world();
    let (mut mover, mut full) = (end.side_to_move(), played.plies);
    while !BoardSide::ALL.into_iter().all(|side| zones.is_stuck(side)) {
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
    fn zones_grow_until_somebody_has_more_than_half() {
        let worlds = Worlds::of(&[("L", "12"), ("H", "12")]).expect("worlds");
        let shares = occupation(&worlds, "glouton", 1).expect("a game");
        assert_eq!(shares[0], [1.0 / 144.0; 2]);
        assert!(shares.is_sorted_by(|before, after| before[0] <= after[0] && before[1] <= after[1]));
        let decided = |shares: &[f64; 2]| shares.iter().any(|share| *share > 0.5);
        assert_eq!(shares.iter().position(decided), Some(shares.len() - 1));
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
