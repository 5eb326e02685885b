//! What the traps are worth: `parfait` with traps, and choosing at random among the best moves, against opponents who
//! see some plies ahead.
//!
//! `cargo bench -p moteur-ia --bench parfait [-- --rencontres N --effort N]`: 200 rencontres each by default, half of the games
//! begun by each side.

use std::time::{Duration, Instant};

use jeux::{
    Outcome, Player, Position, Status,
    colonnes::{Board, Cell, Move},
};
use moteur_ia::colonnes::{
    parfait::{self, Options, model::Model},
    solution::Table,
    table,
};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    // Without it, `cargo test` only wants to know that this builds.
    if !args.iter().any(|arg| arg == "--bench") {
        return;
    }
    let given = |name| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)?.parse().ok());
    let rencontres = given("--rencontres").unwrap_or(200);
    let effort = given("--effort").unwrap_or(Options::default().effort);
    let table = table::open(None);
    println!(
        "{:>14} {:>9} {:>6} {:>6} {:>6} {:>12}",
        "opponent", "traps", "won", "drawn", "lost", "ms per move"
    );
    for (name, depth) in [
        ("hasard", None),
        ("glouton", Some(1)),
        ("alphabeta 2", Some(2)),
        ("alphabeta 3", Some(3)),
        ("alphabeta 4", Some(4)),
        ("alphabeta 6", Some(6)),
    ] {
        for traps in [false, true] {
            let mut score = Score::default();
            for seed in 0..rencontres {
                // Both games of a rencontre against the same opponent: what was learnt stays.
                let mut model = Model::default();
                let mut rng = fastrand::Rng::with_seed(seed);
                for ours in Player::ALL {
                    score.play(
                        &table,
                        ours,
                        Options { traps, effort, ..Options::default() },
                        depth,
                        &mut model,
                        &mut rng,
                    );
                }
            }
            let ms = score.thinking.as_secs_f64() * 1e3 / f64::from(score.moves.max(1));
            println!(
                "{name:>14} {traps:>9} {:>6} {:>6} {:>6} {ms:>12.3}",
                score.won, score.drawn, score.lost
            );
        }
    }
}

#[derive(Default)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    moves: u32,
    thinking: Duration,
}

impl Score {
    fn play(
        &mut self,
        table: &Table,
        ours: Player,
        options: Options,
        depth: Option<u32>,
        model: &mut Model,
        rng: &mut fastrand::Rng,
    ) {
        let mut board = Board::new();
        loop {
            let mv = if board.to_move() == ours {
                let start = Instant::now();
                let choice =
                    parfait::choose(table, board, &options, model, rng).expect("the game is not over");
                self.thinking += start.elapsed();
                self.moves += 1;
                choice.mv
            } else {
                let mv = opponent(board, depth, rng);
                model.observe(table, board, mv);
                mv
            };
            match board.play(mv).expect("engines play legal moves") {
                Status::Ongoing => {}
                Status::Over(outcome) => {
                    match outcome {
                        Outcome::Win(winner) if winner == ours => self.won += 1,
                        Outcome::Win(_) => self.lost += 1,
                        Outcome::Draw => self.drawn += 1,
                    }
                    return;
                }
            }
        }
    }
}

/// A random move, or one of the best of a search of this depth.
fn opponent(board: Board, depth: Option<u32>, rng: &mut fastrand::Rng) -> Move {
    let mut moves = board.moves().to_vec();
    rng.shuffle(&mut moves);
    let Some(depth) = depth else { return moves[0] };
    let mut best = (-INFINITY, moves[0]);
    for mv in moves {
        // A window one wider than needed keeps moves of the same value apart from worse ones.
        let value = -search(board.after(mv), depth - 1, -INFINITY, -best.0);
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}

const INFINITY: i32 = 1_000_000;

fn search(board: Board, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    match board.status() {
        // Only the player who has just moved can have won; sooner is better.
        Status::Over(Outcome::Win(_)) => return -10_000 - depth as i32,
        Status::Over(Outcome::Draw) => return 0,
        Status::Ongoing if depth == 0 => return evaluate(board),
        Status::Ongoing => {}
    }
    for &mv in board.moves().iter() {
        alpha = alpha.max(-search(board.after(mv), depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Tops, and pairs on top, of the side to move against those of the other.
fn evaluate(board: Board) -> i32 {
    let stacks = Cell::all().map(|cell| {
        let pawns: Vec<Player> = board.stack(cell).pawns().collect();
        let value = match pawns[..] {
            [] => return 0,
            [_, top] | [_, _, top] if pawns[pawns.len() - 2] == top => 3,
            _ => 1,
        };
        if pawns.last() == Some(&board.to_move()) { value } else { -value }
    });
    stacks.sum()
}
