//! Many boards in one call.

use std::thread;

use jeux::{Outcome, Player, Status};

use crate::{Environment, IllegalAction, score_of};

/// More are never started.
const MOST_THREADS: usize = 64;

/// The most values of one kind that a call gives: what could not be allocated is refused instead.
const MOST_VALUES: usize = 1 << 28;

/// Many games of one kind, stepped together. A game that ends begins again in the same call.
///
/// What is chosen by chance follows from the seed, whatever the number of threads.
#[derive(Clone, Debug)]
pub struct Batch<E> {
    starts: Vec<E>,
    boards: Vec<Board<E>>,
    threads: usize,
}

#[derive(Clone, Debug)]
struct Board<E> {
    env: E,
    random: fastrand::Rng,
}

/// What cannot be done with a batch.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BatchError {
    /// No board, or no start.
    #[error("a batch needs a board and a start")]
    Empty,
    /// The starts have other actions or observations than the first of them.
    #[error("start {0} has other actions or observations than the first")]
    OtherShape(usize),
    /// A buffer has not the right number of values.
    #[error("{name}: {found} values, not {expected}")]
    Length {
        /// The buffer.
        name: &'static str,
        /// How many values it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// An action is not legal; nothing was played on any board.
    #[error("board {board}: action {action} is not legal now")]
    Illegal {
        /// The first such board.
        board: usize,
        /// Its action.
        action: i64,
    },
    /// More values than memory may have room for.
    #[error("{0} boards are too many at once")]
    TooMany(usize),
    /// Looking at what follows an action would tell a player what he may not know.
    #[error("this game has hidden information")]
    Hidden,
}

/// The caller's buffers, one row for each board; an empty one is not filled.
#[derive(Debug, Default)]
pub struct Output<'a> {
    /// What the player to move sees: [`Environment::shape`] values.
    pub observations: &'a mut [f32],
    /// His legal actions: [`Environment::actions`] values, 0 or 1.
    pub masks: &'a mut [u8],
    /// Who is to move: 0 or 1.
    pub players: &'a mut [u8],
    /// The outcome for the first player, then for the second: 1, 0 or -1 where a game has just ended, else 0.
    pub rewards: &'a mut [f32],
    /// 1 where a game has just ended, and the rest is of the next one.
    pub dones: &'a mut [u8],
}

impl Output<'_> {
    fn check<E: Environment>(&self, boards: usize, env: &E) -> Result<(), BatchError> {
        let lengths = [
            ("observations", self.observations.len(), env.size()),
            ("masks", self.masks.len(), env.actions()),
            ("players", self.players.len(), 1),
            ("rewards", self.rewards.len(), 2),
            ("dones", self.dones.len(), 1),
        ];
        for (name, found, each) in lengths {
            if found != 0 && found != boards * each {
                return Err(BatchError::Length { name, found, expected: boards * each });
            }
        }
        Ok(())
    }

    /// Fills the rows of a board.
    fn write<E: Environment>(&mut self, row: usize, env: &E, ended: Option<Status>) {
        let (size, actions, mover) = (env.size(), env.actions(), env.to_move());
        if !self.observations.is_empty() {
            env.observe(mover, &mut self.observations[row * size..][..size]);
        }
        if !self.masks.is_empty() {
            env.mask(&mut self.masks[row * actions..][..actions]);
        }
        if !self.players.is_empty() {
            self.players[row] = mover.index() as u8;
        }
        if !self.rewards.is_empty() {
            for player in Player::ALL {
                self.rewards[2 * row + player.index()] = ended.map_or(0.0, |status| score_of(status, player));
            }
        }
        if !self.dones.is_empty() {
            self.dones[row] = ended.is_some().into();
        }
    }
}

/// Positions one legal action further, of every board and action.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Afterstates {
    /// The board of each.
    pub boards: Vec<i64>,
    /// The action of each.
    pub actions: Vec<i64>,
    /// What the player who makes the action sees after it.
    pub observations: Vec<f32>,
    /// 1 where it ends the game.
    pub dones: Vec<u8>,
    /// The outcome for him: 1, 0 or -1; 0 where the game goes on.
    pub rewards: Vec<f32>,
}

impl Afterstates {
    fn append(&mut self, mut other: Self) {
        self.boards.append(&mut other.boards);
        self.actions.append(&mut other.actions);
        self.observations.append(&mut other.observations);
        self.dones.append(&mut other.dones);
        self.rewards.append(&mut other.rewards);
    }
}

impl<E: Environment> Batch<E> {
    /// So many boards; each game begins with one of the starts, by chance.
    ///
    /// # Errors
    /// There is no board or no start, there are too many boards, or the starts do not have the same shape.
    pub fn new(starts: Vec<E>, boards: usize, seed: u64, threads: usize) -> Result<Self, BatchError> {
        let first = starts.first().filter(|_| boards > 0).ok_or(BatchError::Empty)?;
        if boards.saturating_mul(first.size().max(first.actions())) > MOST_VALUES {
            return Err(BatchError::TooMany(boards));
        }
        let shape = |env: &E| (env.actions(), env.shape());
        if let Some(other) = starts.iter().position(|env| shape(env) != shape(first)) {
            return Err(BatchError::OtherShape(other));
        }
        let mut seeds = fastrand::Rng::with_seed(seed);
        let board = |_| {
            let mut random = seeds.fork();
            Board { env: starts[random.usize(..starts.len())].clone(), random }
        };
        let boards = (0..boards).map(board).collect();
        Ok(Batch { starts, boards, threads: threads.clamp(1, MOST_THREADS) })
    }

    /// How many boards.
    pub const fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there are none; never.
    pub const fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The boards.
    pub fn boards(&self) -> impl Iterator<Item = &E> {
        self.boards.iter().map(|board| &board.env)
    }

    /// Begins all games again.
    pub fn restart(&mut self) {
        let starts = &self.starts;
        self.boards.iter_mut().for_each(|board| board.restart(starts));
    }

    /// Fills the buffers with how the boards are now; rewards and dones are 0.
    ///
    /// # Errors
    /// A buffer has another length.
    pub fn observe(&self, out: &mut Output<'_>) -> Result<(), BatchError> {
        out.check(self.len(), &self.starts[0])?;
        for (row, board) in self.boards.iter().enumerate() {
            out.write(row, &board.env, None);
        }
        Ok(())
    }

    /// Plays an action on each board, begins again where that ends the game, and fills the buffers.
    ///
    /// # Errors
    /// A buffer has another length, or an action is not legal: then nothing is played.
    pub fn step(&mut self, actions: &[i64], out: &mut Output<'_>) -> Result<(), BatchError> {
        let (count, env) = (self.len(), &self.starts[0]);
        if actions.len() != count {
            return Err(BatchError::Length { name: "actions", found: actions.len(), expected: count });
        }
        out.check(count, env)?;
        for (row, (board, action)) in self.boards.iter().zip(actions).enumerate() {
            if !usize::try_from(*action).is_ok_and(|number| board.env.is_legal(number)) {
                return Err(BatchError::Illegal { board: row, action: *action });
            }
        }
        let part = count.div_ceil(self.threads);
        let (size, numbers, starts) = (env.size(), env.actions(), &self.starts);
        if part == count {
            return play(starts, &mut self.boards, actions, out);
        }
        thread::scope(|scope| {
            let mut running = Vec::new();
            for (boards, actions) in self.boards.chunks_mut(part).zip(actions.chunks(part)) {
                let mut out = take(out, boards.len(), size, numbers);
                running.push(scope.spawn(move || play(starts, boards, actions, &mut out)));
            }
            joined(running).collect()
        })
    }

    /// Chooses a legal action of each board by chance.
    ///
    /// # Errors
    /// Not a place for each board.
    pub fn sample(&mut self, out: &mut [i64]) -> Result<(), BatchError> {
        if out.len() != self.len() {
            return Err(BatchError::Length { name: "actions", found: out.len(), expected: self.len() });
        }
        let mut legal = Vec::new();
        for (board, action) in self.boards.iter_mut().zip(out) {
            *action = choose(&board.env, &mut board.random, &mut legal).map_or(-1, |chosen| chosen as i64);
        }
        Ok(())
    }

    /// All positions one action further.
    ///
    /// # Errors
    /// The game has hidden information, or there are too many positions.
    pub fn afterstates(&self) -> Result<Afterstates, BatchError> {
        if !E::PERFECT {
            return Err(BatchError::Hidden);
        }
        let mut positions = 0;
        self.boards().for_each(|env| env.legal(|_| positions += 1));
        if self.starts[0].size().saturating_mul(positions) > MOST_VALUES {
            return Err(BatchError::TooMany(self.len()));
        }
        let part = self.len().div_ceil(self.threads);
        if part == self.len() {
            return Ok(after(0, &self.boards));
        }
        Ok(thread::scope(|scope| {
            let chunks = self.boards.chunks(part).enumerate();
            let running: Vec<_> =
                chunks.map(|(place, boards)| scope.spawn(move || after(place * part, boards))).collect();
            let mut all = Afterstates::default();
            joined(running).for_each(|states| all.append(states));
            all
        }))
    }
}

/// Cuts the rows of the next boards off buffers that outlive the call.
fn take<'a>(out: &mut Output<'a>, boards: usize, size: usize, actions: usize) -> Output<'a> {
    fn cut<'b, T>(buffer: &mut &'b mut [T], count: usize) -> &'b mut [T] {
        let whole = std::mem::take(buffer);
        let (head, tail) = whole.split_at_mut(count.min(whole.len()));
        *buffer = tail;
        head
    }
    Output {
        observations: cut(&mut out.observations, boards * size),
        masks: cut(&mut out.masks, boards * actions),
        players: cut(&mut out.players, boards),
        rewards: cut(&mut out.rewards, 2 * boards),
        dones: cut(&mut out.dones, boards),
    }
}

/// What the threads give; a panic of one goes on here.
fn joined<T>(running: Vec<thread::ScopedJoinHandle<'_, T>>) -> impl Iterator<Item = T> {
    running.into_iter().map(|thread| match thread.join() {
        Ok(given) => given,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

impl<E: Environment> Board<E> {
    fn restart(&mut self, starts: &[E]) {
        self.env.clone_from(&starts[self.random.usize(..starts.len())]);
    }
}

/// Plays the actions, which are legal.
fn play<E: Environment>(
    starts: &[E],
    boards: &mut [Board<E>],
    actions: &[i64],
    out: &mut Output<'_>,
) -> Result<(), BatchError> {
    for (row, (board, action)) in boards.iter_mut().zip(actions).enumerate() {
        let refused = |IllegalAction(_)| BatchError::Illegal { board: row, action: *action };
        let status = board.env.play(*action as usize).map_err(refused)?;
        let ended = Some(status).filter(|status| *status != Status::Ongoing);
        if ended.is_some() {
            board.restart(starts);
        }
        out.write(row, &board.env, ended);
    }
    Ok(())
}

fn after<E: Environment>(first: usize, boards: &[Board<E>]) -> Afterstates {
    let mut states = Afterstates::default();
    for (row, Board { env, .. }) in boards.iter().enumerate() {
        let (mover, size) = (env.to_move(), env.size());
        env.legal(|action| {
            let mut next = env.clone();
            let Ok(status) = next.play(action) else { return };
            states.boards.push((first + row) as i64);
            states.actions.push(action as i64);
            let begin = states.observations.len();
            states.observations.resize(begin + size, 0.0);
            next.observe(mover, &mut states.observations[begin..]);
            states.dones.push((status != Status::Ongoing).into());
            states.rewards.push(score_of(status, mover));
        });
    }
    states
}

/// A legal action by chance; `None` when the game is over.
fn choose<E: Environment>(env: &E, random: &mut fastrand::Rng, legal: &mut Vec<u32>) -> Option<usize> {
    legal.clear();
    env.legal(|action| legal.push(action as u32));
    random.choice(legal.iter()).map(|action| *action as usize)
}

/// How games between players by chance have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// Won by the first player.
    pub first: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by the second player.
    pub second: u64,
    /// Actions in all.
    pub actions: u64,
}

impl std::ops::Add for Playouts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Playouts {
            first: self.first + other.first,
            draws: self.draws + other.draws,
            second: self.second + other.second,
            actions: self.actions + other.actions,
        }
    }
}

/// Plays so many games by chance from here to the end. What comes of them follows from the seed, whatever the number of threads.
pub fn playouts<E: Environment>(env: &E, count: u64, seed: u64, threads: usize) -> Playouts {
    // Some for each thread to take: games have very different lengths.
    const PART: u64 = 64;
    let play_part = |part: u64| {
        let mut random = fastrand::Rng::with_seed(seed ^ part.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (mut sum, mut legal) = (Playouts::default(), Vec::new());
        for _ in 0..PART.min(count - part * PART) {
            let mut env = env.clone();
            while let Some(action) = choose(&env, &mut random, &mut legal) {
                if env.play(action).is_err() {
                    break;
                }
                sum.actions += 1;
            }
            match env.status() {
                Status::Over(Outcome::Win(Player::First)) => sum.first += 1,
                Status::Over(Outcome::Win(Player::Second)) => sum.second += 1,
                Status::Over(Outcome::Draw) | Status::Ongoing => sum.draws += 1,
            }
        }
        sum
    };
    let parts = count.div_ceil(PART);
    let threads = (threads.clamp(1, MOST_THREADS) as u64).min(parts.max(1));
    let play_every = |first: u64| {
        (first..parts).step_by(threads as usize).map(play_part).fold(Playouts::default(), |a, b| a + b)
    };
    if threads == 1 {
        return play_every(0);
    }
    thread::scope(|scope| {
        let play_every = &play_every;
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || play_every(first))).collect();
        joined(running).fold(Playouts::default(), |a, b| a + b)
    })
}
