//! The table of a game: one or two connections, and what may happen on them besides the moves.
//!
//! The protocol lets a client ask: a player learns of the opponent's move by GET_MOVE, and the answer to a PLAY_MOVE is held
//! until the opponent has asked, as on the course's server. Both may look at the game and comment at any time. So the seats
//! of the match loop share this table, and waiting for one player serves the other one too.

use std::cell::{Cell, RefCell};
use std::os::fd::{AsFd, BorrowedFd};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use arbitre::seat::{Answer, Fault, Ruling, Seat, Turn};
use arbitre::wait::Deadline;
use jeux::labyrinthe::{Labyrinth, Picture};
use jeux::{ByPlayer, Player, Position};
use nix::poll::{PollFd, PollFlags, poll};
use protocol::cgs::{Command, CommentBook, Due, MoveCode, MoveText, Next, OK, Refusal};

use super::connection::Connection;
use super::training::Trainer;

/// Who sits on one side of the table.
pub enum Side {
    /// A client.
    Client(Box<Client>),
    /// A training player.
    Trainer(Box<Trainer>),
}

/// A client at the table.
pub struct Client {
    /// His connection.
    pub connection: Connection,
    /// He has been sent the labyrinth.
    pub has_data: bool,
    /// He waits for the answer to a command, and sends no other meanwhile.
    pub waits_for: Option<Waiting>,
    /// The opponent's move that he has not asked for yet.
    pub unasked: Option<OpponentMove>,
    /// The position as he knows it, when that is the one before the opponent's move.
    pub sees: Option<Labyrinth>,
    /// What he has still to be told of the end of the game.
    pub ending: Option<Ending>,
    /// The game is over for him, and he knows.
    pub done: bool,
}

/// What a client waits for.
pub enum Waiting {
    /// The opponent's move.
    Move,
    /// The answer to his own, which is this once the opponent has asked.
    OwnMove(MoveCode, String),
}

/// The answer to GET_MOVE.
#[derive(Clone)]
pub struct OpponentMove {
    /// As it was sent; nothing when there is none.
    pub text: String,
    /// What goes with the code, in the edition that has it.
    pub message: String,
    /// Seen by the opponent.
    pub code: MoveCode,
}

/// How a client learns of the end, whichever he asks.
pub struct Ending {
    /// The answer to PLAY_MOVE.
    pub on_play: Option<(MoveCode, &'static str)>,
    /// The answer to GET_MOVE.
    pub on_get: Option<OpponentMove>,
}

impl Client {
    /// A client who sits down.
    pub fn new(connection: Connection) -> Self {
        Client {
            connection,
            has_data: false,
            waits_for: None,
            unasked: None,
            sees: None,
            ending: None,
            done: false,
        }
    }

    /// Answers a PLAY_MOVE, acknowledged now or before.
    pub fn answer_play(&mut self, code: MoveCode, message: &str, acknowledge: bool) {
        let answer = self.connection.edition.play_answer(code, message);
        let acknowledgement = acknowledge.then_some(OK);
        let messages: Vec<&str> = acknowledgement.into_iter().chain(answer).collect();
        self.connection.send(&messages);
    }

    /// Answers a GET_MOVE, acknowledged now or before.
    pub fn answer_get(&mut self, mv: &OpponentMove, acknowledge: bool) {
        self.sees = None;
        let answer = self.connection.edition.move_answer(&mv.text, &mv.message, mv.code);
        let messages: Vec<&str> = acknowledge.then_some(OK).into_iter().chain(answer).collect();
        self.connection.send(&messages);
    }
}

/// The table.
pub struct Table {
    /// Who sits there; nobody any more when the connection was handed back.
    pub sides: ByPlayer<Option<Side>>,
    names: ByPlayer<String>,
    walls: String,
    pub position: Rc<Cell<Labyrinth>>,
    /// The position before the last move that was judged.
    pub before: Labyrinth,
    comments: CommentBook,
    /// The pause after a move of a training player.
    delay: Option<Duration>,
}

impl Table {
    /// A table where these two sit down to this position; a training player pauses so long after each move.
    pub fn new(
        sides: ByPlayer<Side>,
        names: ByPlayer<String>,
        position: Rc<Cell<Labyrinth>>,
        delay: Duration,
    ) -> Self {
        let delay = (!delay.is_zero()).then_some(delay);
        let walls = position.get().maze().to_string();
        let sides = ByPlayer { first: Some(sides.first), second: Some(sides.second) };
        Table { sides, names, walls, before: position.get(), position, comments: CommentBook::new(), delay }
    }

    /// The client on this side.
    pub fn client(&mut self, player: Player) -> Option<&mut Client> {
        match &mut self.sides[player] {
            Some(Side::Client(client)) => Some(client),
            _ => None,
        }
    }

    /// Announces the game to the clients: its name and size.
    pub fn announce(&mut self, name: &str) {
        let position = self.position.get();
        let size = format!("{} {}", position.maze().width(), position.maze().height());
        for player in Player::ALL {
            if let Some(client) = self.client(player) {
                client.connection.send(&[name, &size]);
            }
        }
    }

    /// Waits for the move of the player whose turn it is, serving both.
    fn wait_for_move(&mut self, mover: Player, turn: &Turn<'_>) -> Result<Answer<MoveText>, Fault> {
        loop {
            let late = turn.deadline.passed();
            if let Some(answer) = self.serve_all(mover, turn, late)? {
                return Ok(answer);
            }
            if late {
                return Err(Fault::Timeout);
            }
            self.wait(turn.deadline, turn.interrupt, None)?;
        }
    }

    /// Lets a training player think, and pause after that, while the clients are served.
    fn wait_for_trainer(
        &mut self,
        mover: Player,
        trainer: &mut Trainer,
        turn: &Turn<'_>,
    ) -> Result<Answer<MoveText>, Fault> {
        let position = self.position.get();
        let (coup, remark) = if trainer.is_instant() {
            trainer.choose(position, turn.deadline, &AtomicBool::new(false))
        } else {
            let stop = AtomicBool::new(false);
            let (done, thinking) = std::io::pipe().map_err(|error| Fault::Interrupted(error.to_string()))?;
            std::thread::scope(|scope| {
                let stop = &stop;
                let thinker = scope.spawn(move || {
                    let chosen = trainer.choose(position, turn.deadline, stop);
                    drop(thinking);
                    chosen
                });
                let served = self.serve_until(mover, turn, Deadline::NEVER, Some(done.as_fd()));
                stop.store(true, Ordering::Relaxed);
                let chosen = thinker.join().map_err(|_| Fault::Crash("panic".into()));
                served.and(chosen)
            })?
        };
        if let Some(remark) = remark {
            self.comments.say(mover, &remark);
        }
        if let Some(delay) = self.delay {
            self.serve_until(mover, turn, Deadline::after(Instant::now(), Some(delay)), None)?;
        }
        Ok(Answer { coup, at: Instant::now() })
    }

    /// Serves the clients until the deadline, or until something can be read from `wake`.
    fn serve_until(
        &mut self,
        mover: Player,
        turn: &Turn<'_>,
        deadline: Deadline,
        wake: Option<BorrowedFd<'_>>,
    ) -> Result<(), Fault> {
        loop {
            self.serve_all(mover, turn, false)?;
            if deadline.passed() || self.wait(deadline, turn.interrupt, wake)? {
                return Ok(());
            }
        }
    }

    /// Carries out the commands that are there, the players in turn so that none can keep the other from being heard;
    /// gives the move if there is one. The one who waits comes first: if he left before the move was sent, it comes too
    /// late for both. `late`: there is no time to wait whether a command goes on.
    fn serve_all(
        &mut self,
        mover: Player,
        turn: &Turn<'_>,
        late: bool,
    ) -> Result<Option<Answer<MoveText>>, Fault> {
        loop {
            let mut idle = true;
            for player in [!mover, mover] {
                let Some(command) = self.next_command(player, mover, late && player == mover)? else {
                    continue;
                };
                idle = false;
                if let Some(coup) = self.obey(player, mover, command)? {
                    let at = self.client(player).map(|client| client.connection.last_byte());
                    return Ok(Some(Answer { coup, at: at.map_or(turn.began, |at| at.max(turn.began)) }));
                }
            }
            if idle {
                return Ok(None);
            }
        }
    }

    /// The next command of a client who may give one.
    fn next_command(&mut self, player: Player, mover: Player, late: bool) -> Result<Option<Command>, Fault> {
        let Some(client) = self.client(player) else { return Ok(None) };
        let next = match client.waits_for {
            None if late => client.connection.last_next(),
            None => client.connection.next(),
            Some(_) if client.connection.flooded() => Next::Bad("too much while he was to wait".into()),
            Some(_) => Next::Wait(None),
        };
        let blame = |fault: Fault| if player == mover { fault } else { Fault::Opponent(Box::new(fault)) };
        match next {
            Next::Command(command) => Ok(Some(command)),
            Next::Bad(text) => {
                client.connection.refuse(&refusal_of(client.has_data, text.clone()));
                Err(blame(Fault::Malformed(text)))
            }
            Next::Wait(_) => {
                // A client who waits for us is gone when his stream has ended and nothing of it is left to do.
                match client.connection.gone() {
                    Some(why) => Err(blame(Fault::Disconnected(why.to_owned()))),
                    None if !client.connection.open() && client.waits_for.is_some() => {
                        Err(blame(Fault::Disconnected("the connection was closed".into())))
                    }
                    None => Ok(None),
                }
            }
        }
    }

    /// Carries out a command; gives the move if it is the mover's.
    fn obey(&mut self, player: Player, mover: Player, command: Command) -> Result<Option<MoveText>, Fault> {
        let blame = |fault: Fault| if player == mover { fault } else { Fault::Opponent(Box::new(fault)) };
        if self.serve(player, &command) {
            return Ok(None);
        }
        let Some(client) = self.client(player) else { return Ok(None) };
        match command {
            Command::PlayMove(text) if client.has_data && player == mover && client.unasked.is_none() => {
                Ok(Some(text))
            }
            Command::PlayMove(_) if client.has_data => {
                client.connection.refuse(&Refusal::OpponentTurn);
                client.done = true;
                Err(blame(Fault::Malformed("PLAY_MOVE out of turn".into())))
            }
            Command::GetMove if client.has_data && player != mover => {
                client.connection.send(&[OK]);
                client.waits_for = Some(Waiting::Move);
                Ok(None)
            }
            Command::GetMove if client.has_data => match client.unasked.take() {
                Some(mv) => {
                    client.answer_get(&mv, true);
                    self.release(!player);
                    Ok(None)
                }
                None => {
                    client.connection.refuse(&Refusal::OwnTurn);
                    client.done = true;
                    Err(blame(Fault::Malformed("GET_MOVE on one's own turn".into())))
                }
            },
            other => {
                let refusal = refusal_of(client.has_data, other.to_string());
                client.connection.refuse(&refusal);
                Err(blame(Fault::Malformed(other.to_string())))
            }
        }
    }

    /// Carries out a command that asks for nothing but information; `false` when it is another one.
    pub fn serve(&mut self, player: Player, command: &Command) -> bool {
        let picture = match command {
            Command::DispGame => {
                let comments = if self.client(player).is_some_and(|client| client.has_data) {
                    self.comments.take(player)
                } else {
                    return false;
                };
                let position = self.client(player).and_then(|client| client.sees);
                let position = position.unwrap_or(self.position.get());
                let names = ByPlayer { first: self.names.first.as_str(), second: self.names.second.as_str() };
                Picture { position: &position, names, comments: &comments, colours: true }.to_string()
            }
            _ => String::new(),
        };
        let (walls, first) = (self.walls.clone(), if player == Player::First { "0" } else { "1" });
        let Some(client) = self.client(player) else { return false };
        match command {
            Command::GetGameData if !client.has_data => {
                client.has_data = true;
                client.connection.send(&[OK, &walls, first]);
            }
            Command::DispGame if client.has_data => client.connection.send(&[OK, &picture]),
            Command::SendComment(text) if client.has_data => {
                client.connection.send(&[OK]);
                self.comments.say(player, text);
            }
            _ => return false,
        }
        true
    }

    /// The opponent has asked: the answer to this player's move is no longer held.
    fn release(&mut self, player: Player) {
        let Some(client) = self.client(player) else { return };
        if let Some(Waiting::OwnMove(code, message)) = client.waits_for.take() {
            client.answer_play(code, &message, false);
        }
    }

    /// Waits until something arrives, until a command that may go on has settled, or until the deadline; `true` when
    /// `wake` is readable.
    pub fn wait(
        &mut self,
        deadline: Deadline,
        interrupt: Option<BorrowedFd<'_>>,
        wake: Option<BorrowedFd<'_>>,
    ) -> Result<bool, Fault> {
        let mut until = deadline;
        for player in Player::ALL {
            if let Some(client) = self.client(player) {
                let takes_commands = client.waits_for.is_none() && !client.done;
                until = until.min(client.connection.due(takes_commands));
            }
        }
        let mut fds: Vec<PollFd<'_>> = Vec::with_capacity(4);
        for player in Player::ALL {
            if let Some(Side::Client(client)) = &self.sides[player] {
                fds.push(client.connection.poll_fd());
            }
        }
        let clients = fds.len();
        fds.extend([interrupt, wake].into_iter().flatten().map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
        match poll(&mut fds, until.poll_timeout()) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(errno) => return Err(Fault::Interrupted(format!("poll: {errno}"))),
        }
        let ready: Vec<bool> = fds.iter().map(|fd| fd.any().unwrap_or(true)).collect();
        let mut others = ready[clients..].iter();
        if interrupt.is_some() && others.next() == Some(&true) {
            return Err(Fault::Interrupted("the server was stopped".into()));
        }
        // Those of whom nothing is heard may have stalled. The mover comes first: what the other one did before the mover
        // sent his move is there when the move is.
        let mover = self.position.get().to_move();
        for player in [mover, !mover] {
            if let Some(client) = self.client(player) {
                client.connection.advance();
            }
        }
        Ok(wake.is_some() && others.next() == Some(&true))
    }
}

/// The refusal of what cannot be done in a game.
pub fn refusal_of(has_data: bool, text: String) -> Refusal {
    if has_data { Refusal::Command(text) } else { Refusal::Sequence(Due::GameData) }
}

/// One side of a table, for the match loop.
pub struct TableSeat<'a> {
    table: &'a RefCell<Table>,
    player: Player,
}

impl<'a> TableSeat<'a> {
    /// The seat of this player.
    pub fn new(table: &'a RefCell<Table>, player: Player) -> Self {
        TableSeat { table, player }
    }
}

impl Seat<MoveText> for TableSeat<'_> {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer<MoveText>, Fault> {
        let mut table = self.table.borrow_mut();
        let table = &mut *table;
        if !matches!(table.sides[self.player], Some(Side::Trainer(_))) {
            return table.wait_for_move(self.player, turn);
        }
        // Out of the table while it thinks, so that the table can serve the others.
        let mut side = table.sides[self.player].take();
        let answer = match &mut side {
            Some(Side::Trainer(trainer)) => table.wait_for_trainer(self.player, trainer, turn),
            _ => Err(Fault::Crash("no training player".into())),
        };
        table.sides[self.player] = side;
        answer
    }

    fn tell_own(&mut self, ruling: &Ruling<MoveText>) {
        self.table.borrow_mut().tell_mover(self.player, ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling<MoveText>) {
        self.table.borrow_mut().tell_waiting(self.player, ruling);
    }
}
