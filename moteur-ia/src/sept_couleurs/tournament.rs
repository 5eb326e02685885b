//! Championships in this process: every pair on the same boards, and on each board all four games,
//! so that neither side nor order gives an advantage.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use jeux::game::ParameterError;
use jeux::sept_couleurs::{BoardSide, SeptCouleurs};
use jeux::{Game, Outcome, Position, Reason, Status};

use super::players::{Player, Spec};
use super::worlds::Worlds;
use crate::adapter::Limits;
use crate::statistics::{by_boards, mean, wilson};

/// The games of two players on one board: both sides, in both orders.
pub const GAMES: usize = 4;

/// The settings of a championship.
#[derive(Clone, Debug)]
pub struct Tournament<'a> {
    pub players: &'a [Spec],
    pub worlds: &'a Worlds,
    /// How many boards.
    pub boards: usize,
    /// The seed of boards and players.
    pub seed: u64,
    /// The time for a move of those who would think longer; `None` for the game's.
    pub time: Option<Duration>,
    /// Threads; 0 for one per processor. The results are the same.
    pub threads: usize,
}

/// A game; the players are named by their index in the pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The first player's side.
    pub side: BoardSide,
    /// Whether the first player began.
    pub begun: bool,
    /// The winner; `None` for a draw.
    pub winner: Option<usize>,
    /// The cells of each.
    pub areas: [u32; 2],
    /// The cells of the board.
    pub cells: u32,
    /// The number of moves.
    pub plies: u32,
}

/// The results of two players against each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Their indices.
    pub players: [usize; 2],
    pub boards: Vec<[Played; GAMES]>,
}

/// Why there are no results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// An impossible board.
    World(ParameterError),
    /// An impossible player.
    Player(Reason),
}

impl From<ParameterError> for Failure {
    fn from(error: ParameterError) -> Self {
        Failure::World(error)
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        Failure::Player(reason)
    }
}

impl Tournament<'_> {
    /// Plays everything; `progress` hears how many of how many games were played. The first
    /// player's pairs come first, in order; then the second's, and so on.
    pub fn run(&self, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Vec<Pair>, Failure> {
        let pairs: Vec<[usize; 2]> = (0..self.players.len())
            .flat_map(|one| (one + 1..self.players.len()).map(move |other| [one, other]))
            .collect();
        let play = |job: usize| self.board(pairs[job / self.boards], job % self.boards);
        let all = pairs.len() * self.boards;
        let played = in_parallel(self.threads, all, &play, &|done| progress(done * GAMES, all * GAMES))?;
        let boards = |at: usize| played[at * self.boards..(at + 1) * self.boards].to_vec();
        Ok(pairs.iter().enumerate().map(|(at, &players)| Pair { players, boards: boards(at) }).collect())
    }

    /// All games of two players on one board.
    fn board(&self, pair: [usize; 2], board: usize) -> Result<[Played; GAMES], Failure> {
        // Two players get the same boards and seeds whoever else takes part.
        let board = mix(self.seed, board as u64);
        let starts = self.worlds.begin(board)?;
        let specs = pair.map(|place| &self.players[place]);
        let seed = specs.iter().fold(board, |seed, spec| mix(seed, hash(spec.text())));
        let game = |number: usize| -> Result<Played, Failure> {
            let side = BoardSide::ALL[number % 2];
            let begins = BoardSide::ALL[number / 2];
            let chance = |place: u64| mix(mix(seed, number as u64), place);
            let mut players = [specs[0].make(chance(0))?, specs[1].make(chance(1))?];
            let start = starts[begins.index()].clone();
            Ok(play(start, &mut players, side, self.time, &mut |_, _, _| {}))
        };
        Ok([game(0)?, game(1)?, game(2)?, game(3)?])
    }
}

/// Runs jobs from 0 on, on so many threads, each taking the next one; the results in order, or the
/// first failure.
pub fn in_parallel<T: Send, E: Send>(
    threads: usize,
    jobs: usize,
    work: &(dyn Fn(usize) -> Result<T, E> + Sync),
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Vec<T>, E> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || {
        let mut results = Vec::new();
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return results;
            }
            results.push((job, work(job)));
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let count = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..count.min(jobs)).map(|_| scope.spawn(worker)).collect();
        let mut results = worker();
        for other in others {
            match other.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(job, _)| *job);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Plays a game; `side` is the first player's. `watch` sees each position, the player to move and
/// the move before it is made. A player without a legal move loses. Without a time for a move they
/// have the game's.
pub fn play(
    mut position: SeptCouleurs,
    players: &mut [Player; 2],
    side: BoardSide,
    time: Option<Duration>,
    watch: &mut dyn FnMut(&SeptCouleurs, usize, jeux::sept_couleurs::Colour),
) -> Played {
    let stop = AtomicBool::new(false);
    let begins = position.side_to_move();
    let place = |of: BoardSide| usize::from(of != side);
    let mut status = position.status();
    let winner = loop {
        if let Status::Over(outcome) = status {
            break match outcome {
                Outcome::Draw => None,
                Outcome::Win(player) => Some(place(position.side(player))),
            };
        }
        let turn = place(position.side_to_move());
        let deadline = Instant::now().checked_add(time.unwrap_or(SeptCouleurs::TIME));
        let mv = players[turn].choose(&position, &Limits { deadline, stop: &stop });
        let Some(mv) = mv else { break Some(1 - turn) };
        watch(&position, turn, mv);
        match position.play(mv) {
            Ok(after) => status = after,
            Err(_) => break Some(1 - turn),
        }
    };
    Played {
        side,
        begun: begins == side,
        winner,
        areas: [position.area(side), position.area(!side)],
        cells: position.world().open_cells() as u32,
        plies: position.plies(),
    }
}

/// A seed from two numbers (splitmix64).
pub fn mix(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A stable hash of a text (FNV-1a).
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl Played {
    /// The first player's score: 1, 0, or a half.
    pub fn score(&self) -> f64 {
        match self.winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// A player's share of the cells, from 0 to 1.
    pub fn share(&self, place: usize) -> f64 {
        f64::from(self.areas[place]) / f64::from(self.cells.max(1))
    }
}

impl Pair {
    pub fn games(&self) -> impl Iterator<Item = &Played> {
        self.boards.iter().flatten()
    }

    /// Games won by a player; `None`: drawn.
    pub fn wins(&self, place: Option<usize>) -> usize {
        self.games().filter(|game| game.winner == place).count()
    }

    /// The confidence interval of the first player's wins, from 0 to 1, as if all games were
    /// independent.
    pub fn win_interval(&self) -> [f64; 2] {
        wilson(self.wins(Some(0)) as f64, (self.boards.len() * GAMES) as f64)
    }

    /// The first player's score on each board, from 0 to 1.
    pub fn board_scores(&self) -> Vec<f64> {
        self.boards.iter().map(|games| mean(games.iter().map(Played::score))).collect()
    }

    /// The first player's score from 0 to 1, with its interval by boards.
    pub fn score(&self) -> (f64, [f64; 2]) {
        let scores = self.board_scores();
        (mean(scores.iter().copied()), by_boards(&scores, GAMES))
    }

    /// A player's mean share of the cells at the end.
    pub fn share(&self, place: usize) -> f64 {
        mean(self.games().map(|game| game.share(place)))
    }

    /// The mean length of a game, in plies.
    pub fn plies(&self) -> f64 {
        mean(self.games().map(|game| f64::from(game.plies)))
    }
}

/// A player's results against all others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The index.
    pub player: usize,
    /// The mean score over all pairs, from 0 to 1.
    pub score: f64,
    /// Its interval by boards: all pairs play on the same ones.
    pub interval: [f64; 2],
}

/// All players, best first; equals in the given order.
pub fn ranking(players: usize, pairs: &[Pair]) -> Vec<Standing> {
    let standing = |player: usize| {
        let own = pairs.iter().filter(|pair| pair.players.contains(&player));
        let scores: Vec<Vec<f64>> = own
            .map(|pair| {
                let first = pair.players[0] == player;
                let scores = pair.board_scores().into_iter();
                scores.map(|score| if first { score } else { 1.0 - score }).collect()
            })
            .collect();
        let boards = scores.iter().map(Vec::len).min().unwrap_or(0);
        let boards: Vec<f64> =
            (0..boards).map(|board| mean(scores.iter().map(|scores| scores[board]))).collect();
        let interval = by_boards(&boards, GAMES * scores.len());
        Standing { player, score: mean(boards.iter().copied()), interval }
    };
    let mut ranking: Vec<Standing> = (0..players).map(standing).collect();
    ranking.sort_by(|one, other| other.score.total_cmp(&one.score));
    ranking
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(texts: &[&str]) -> Vec<Spec> {
        texts.iter().map(|text| Spec::read(text).expect(text)).collect()
    }

    fn run(texts: &[&str], threads: usize) -> Vec<Pair> {
        let players = specs(texts);
        let worlds = Worlds::of(&[("L", "9"), ("H", "9")]).expect("worlds");
        let tournament =
            Tournament { players: &players, worlds: &worlds, boards: 6, seed: 7, time: None, threads };
        tournament.run(&|_, _| {}).expect("results")
    }

    #[test]
    fn the_results_are_the_same_on_any_number_of_threads() {
        let texts = ["hasard", "utile", "glouton"];
        let alone = run(&texts, 1);
        assert_eq!(alone.len(), 3);
        assert_eq!(run(&texts, 3), alone);
        // And whoever else takes part.
        assert_eq!(run(&["hasard", "glouton"], 2)[0].boards, alone[1].boards);
    }

    #[test]
    fn every_board_is_played_on_both_sides_and_in_both_orders() {
        for games in &run(&["glouton", "utile"], 2)[0].boards {
            let mut kinds: Vec<_> = games.iter().map(|game| (game.side, game.begun)).collect();
            kinds.sort_unstable();
            kinds.dedup();
            assert_eq!(kinds.len(), GAMES);
            assert!(games.iter().all(|game| game.cells == 81 && game.areas.iter().sum::<u32>() <= 81));
        }
    }

    #[test]
    fn who_wins_more_stands_higher() {
        let pairs = run(&["hasard", "glouton"], 0);
        let pair = &pairs[0];
        assert_eq!(pair.wins(Some(0)) + pair.wins(Some(1)) + pair.wins(None), 24);
        let ranking = ranking(2, &pairs);
        assert_eq!(ranking[0].player, 1);
        assert!((ranking[0].score + ranking[1].score - 1.0).abs() < 1e-9, "{ranking:?}");
        assert!(ranking[0].interval[0] > ranking[1].interval[1], "{ranking:?}");
    }
}
