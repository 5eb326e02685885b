//! What looking ahead costs (question 12), what players win with a move (10), and why the letter of the hegemonic one is weak (11).

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use i18n::{decimal, grouped, percent, text};
use jeux::Position;
use jeux::sept_couleurs::{BoardSide, SeptCouleurs};
use serde_json::json;

use super::asked::{Answer, Asked, paragraph, spec};
use crate::adapter::{Engine, Limits};
use crate::sept_couleurs::report::{failed, table};
use crate::sept_couleurs::tournament::{Failure, in_parallel, mix, play};
use crate::sept_couleurs::worlds::{Worlds, sentence};
use crate::sept_couleurs::{Glouton, Prevoyant};

/// How far ahead is measured.
const DEPTHS: std::ops::RangeInclusive<u8> = 1..=6;
/// How many games the positions are from that are measured, and each of how many moves of a game.
const MEASURED: u64 = 4;
const EVERY: u32 = 8;
/// How many games tell how somebody plays.
pub(super) const WATCHED: usize = 100;

/// How many sequences looking ahead takes, and how long, along games of greedy players.
pub(super) fn sequences(asked: &Asked<'_>) -> anyhow::Result<Answer> {
    let worlds = asked.worlds("equitable")?;
    let stop = AtomicBool::new(false);
    let limits = Limits { deadline: None, stop: &stop };
    let mut positions: Vec<SeptCouleurs> = Vec::new();
    for game in 0..MEASURED {
        let seed = mix(asked.seed, game);
        let [mut position, _] = worlds.begin(seed).map_err(|error| sentence(&error))?;
        let mut greedy = Glouton::new(Some(seed));
        while let Some(colour) = greedy.choose(&position, &limits) {
            if position.plies() % EVERY == 0 {
                positions.push(position.clone());
            }
            // Until it is over.
            if position.play(colour).is_err() {
                break;
            }
        }
    }
    let mut rows = vec![vec![
        "n".to_owned(),
        text!("question-12-bound"),
        text!("question-12-mean"),
        text!("question-12-most"),
        text!("question-12-time"),
    ]];
    let mut data = Vec::new();
    for depth in DEPTHS {
        let (mut sum, mut most, mut time) = (0, 0, Duration::ZERO);
        for position in &positions {
            let mut player = Prevoyant::new(Some(1), depth);
            let begin = Instant::now();
            player.choose(position, &limits);
            time += begin.elapsed();
            sum += player.sequences;
            most = most.max(player.sequences);
        }
        let count = positions.len().max(1) as f64;
        let bound = 7u64.pow(u32::from(depth));
        let (mean, micros) = (sum as f64 / count, time.as_secs_f64() * 1e6 / count);
        rows.push(vec![
            depth.to_string(),
            grouped(bound),
            decimal(mean, 1),
            grouped(most),
            format!("{} µs", decimal(micros, 1)),
        ]);
        data.push(json!({ "n": depth, "bound": bound, "mean": mean, "most": most, "micros": micros }));
    }
    let said = text!("question-12-cost", positions = positions.len());
    let text = paragraph(&said) + "\n" + &table(&rows) + &paragraph(&text!("question-12-answer"));
    Ok(Answer { text, data: json!(data) })
}

/// What somebody does in a game.
#[derive(Clone, Copy, Default)]
struct Habits {
    moves: u32,
    /// Cells won.
    gained: u32,
    /// Colours that would have won something, over all moves.
    gaining: u32,
    /// Moves that win nothing although something could be won.
    idle: u32,
    /// Positions in which every colour that wins something would make the perimeter shorter.
    shrinking: u32,
    /// Moves that win nothing, in such a position.
    refused: u32,
}

/// What each player wins with a move against `glouton`, how often it stands still, and how often because whatever it could win would
/// make its perimeter shorter: the question's sentence, and a table.
pub(super) fn idle(asked: &Asked<'_>, players: &[&str], said: &str) -> anyhow::Result<Answer> {
    let worlds = asked.worlds("equitable")?;
    let mut rows = vec![vec![
        text!("question-5-player"),
        text!("question-11-moves"),
        text!("question-11-gained"),
        text!("question-11-colours"),
        text!("question-11-idle"),
        text!("question-11-shrinking"),
        text!("question-11-refused"),
    ]];
    let mut data = Vec::new();
    for player in players {
        let watched =
            |game: usize| habits(&worlds, player, mix(asked.seed, game as u64), game.is_multiple_of(2));
        let games = in_parallel(0, WATCHED, &watched, &|_| {}).map_err(failed)?;
        let sum = |part: fn(&Habits) -> u32| games.iter().map(part).sum::<u32>();
        let gained = f64::from(sum(|it| it.gained));
        let [moves, gaining, idle, shrinking, refused] = [
            sum(|it| it.moves),
            sum(|it| it.gaining),
            sum(|it| it.idle),
            sum(|it| it.shrinking),
            sum(|it| it.refused),
        ];
        let each = |sum: f64| sum / f64::from(moves.max(1));
        let share = |part: u32, all: u32| percent(f64::from(part) / f64::from(all.max(1)), 1);
        rows.push(vec![
            spec(player)?.text().to_owned(),
            moves.to_string(),
            decimal(each(gained), 2),
            decimal(each(f64::from(gaining)), 2),
            share(idle, moves),
            share(shrinking, moves),
            share(refused, idle),
        ]);
        data.push(json!({
            "player": player, "games": WATCHED, "moves": moves, "gained": gained, "gaining": gaining, "idle": idle,
            "shrinking": shrinking, "refused": refused,
        }));
    }
    Ok(Answer { text: paragraph(said) + "\n" + &table(&rows), data: json!(data) })
}

/// A game of somebody against `glouton`.
fn habits(worlds: &Worlds, player: &str, seed: u64, begins: bool) -> Result<Habits, Failure> {
    let read = |text: &str| crate::sept_couleurs::players::Spec::read(text);
    let mut players = [read(player)?.make(mix(seed, 0))?, read("glouton")?.make(mix(seed, 1))?];
    let starts = worlds.begin(seed)?;
    let start = starts[usize::from(!begins)].clone();
    let mut habits = Habits::default();
    play(start, &mut players, BoardSide::Low, None, &mut |position, turn, colour| {
        if turn != 0 {
            return;
        }
        let (world, side) = (position.world(), position.side_to_move());
        let mut zones = position.zones().clone();
        let before = zones.frontier(side);
        let mut gaining = 0;
        let mut shorter = 0;
        for colour in position.zones().gaining(world, side) {
            gaining += 1;
            let taken = zones.play(world, side, colour);
            shorter += u32::from(zones.frontier(side) < before);
            zones.undo(taken);
        }
        let idle = gaining > 0 && position.gain(side, colour) == 0;
        let shrinks = gaining > 0 && shorter == gaining;
        habits.moves += 1;
        habits.gained += position.gain(side, colour);
        habits.gaining += gaining;
        habits.idle += u32::from(idle);
        habits.shrinking += u32::from(shrinks);
        habits.refused += u32::from(idle && shrinks);
    });
    Ok(habits)
}
