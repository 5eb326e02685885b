//! The table of a game: one or two connections, and what may happen there besides moves.
//!
//! The protocol lets clients ask: a player learns the opponent's move by GET_MOVE, and the answer
//! to a PLAY_MOVE is held until the opponent has asked, as on the course's server. Both may look at
//! the game and comment at any time. So the seats of the match loop share this table, and waiting
//! for one player serves the other, too. A player who is no client (an engine, a training player)
//! has a seat elsewhere; his side of the table is empty.

use std::os::fd::{AsFd, BorrowedFd};
use std::time::Instant;

use jeux::game::{Game, ParameterError};
use jeux::labyrinthe::{Labyrinth, Picture};
use jeux::{ByPlayer, Player, Position, Reason, Slot};
use nix::poll::{PollFd, PollFlags};
use protocol::cgs::{Command, CommentBook, Due, MoveCode, MoveFault, MoveText, NextCommand, OK, Refusal};

use super::connection::Connection;
use crate::judge::{Coup, Verdict};
use crate::seat::{NoMove, Opening, Ruling, Seat, Turn};
use ipc::wait::{Deadline, is_ready, wait_any};

pub struct TableClient {
    pub connection: Connection,
    /// He has the labyrinth.
    pub has_data: bool,
    /// The command whose answer he awaits; he sends no other meanwhile.
    pub waits_for: Option<Waiting>,
    /// The opponent's move he has not asked for yet.
    pub unasked: Option<OpponentMove>,
    /// The position as he knows it, if older than the opponent's move.
    pub sees: Option<Labyrinth>,
    /// What he has still to hear of the end.
    pub ending: Option<Ending>,
    /// He lost by asking for the opponent's move in his own turn.
    pub asked_in_own_turn: bool,
    /// The game is over, and he knows.
    pub done: bool,
    /// He has asked for the next game of the rencontre; when the next sign of life is due.
    pub again: Option<Deadline>,
}

/// An awaited answer.
pub enum Waiting {
    /// The opponent's move.
    Move,
    /// The answer to his own move, given once the opponent has asked.
    OwnMove(MoveCode, String),
}

/// The answer to GET_MOVE.
#[derive(Clone)]
pub struct OpponentMove {
    /// As it was sent; may be empty.
    pub text: String,
    /// The message with the code, in the edition that has it.
    pub message: String,
    /// From the opponent's side.
    pub code: MoveCode,
}

/// The end of the game, for either request.
pub struct Ending {
    /// The answer to PLAY_MOVE.
    pub on_play: Option<(MoveCode, String)>,
    /// The answer to GET_MOVE.
    pub on_get: Option<OpponentMove>,
}

impl TableClient {
    pub fn new(connection: Connection) -> Self {
        TableClient {
            connection,
            has_data: false,
            waits_for: None,
            unasked: None,
            sees: None,
            ending: None,
            asked_in_own_turn: false,
            done: false,
            again: None,
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

pub struct CgsTable {
    /// The clients in order of play.
    pub sides: ByPlayer<Option<Box<TableClient>>>,
    /// The slot of the player who begins.
    first: Slot,
    names: ByPlayer<String>,
    walls: String,
    /// The current position.
    pub position: Labyrinth,
    /// The position before the last judged move.
    pub before: Labyrinth,
    /// The last move as its client sent it.
    pub sent: Option<MoveText>,
    comments: CommentBook,
    /// The number of the announced game.
    game: Option<usize>,
    /// Its name on the wire.
    title: String,
    /// The game has ended: clients now ask about its end.
    pub over: bool,
}

impl CgsTable {
    /// A table where these clients have sat down, by slot; the first game is still to be
    /// [announced](CgsTable::announce). `title` names it on the wire.
    pub fn new(clients: [Option<Connection>; 2], names: [&str; 2], title: &str, start: Labyrinth) -> Self {
        let [first, second] = clients.map(|connection| connection.map(|c| Box::new(TableClient::new(c))));
        let names = ByPlayer { first: names[0].to_owned(), second: names[1].to_owned() };
        CgsTable {
            sides: ByPlayer { first, second },
            first: Slot::Zero,
            names,
            walls: start.maze().to_string(),
            position: start,
            before: start,
            sent: None,
            comments: CommentBook::new(),
            game: None,
            title: title.to_owned(),
            over: false,
        }
    }

    /// `None` if the player sits elsewhere, or has left.
    pub fn client(&mut self, player: Player) -> Option<&mut TableClient> {
        self.sides[player].as_deref_mut()
    }

    /// The side of this slot's player.
    pub fn side_of(&self, slot: Slot) -> Player {
        slot.player(self.first)
    }

    /// Sets up a game, once for both players.
    pub fn lay(&mut self, opening: &Opening<'_>) -> Result<(), ParameterError> {
        if self.game == Some(opening.played) {
            return Ok(());
        }
        let start = Labyrinth::start(opening.setup)?;
        let first = opening.first();
        if first != self.first {
            let ByPlayer { first: one, second: other } = &mut self.sides;
            std::mem::swap(one, other);
            let ByPlayer { first: one, second: other } = &mut self.names;
            std::mem::swap(one, other);
            self.first = first;
        }
        (self.position, self.before, self.walls) = (start, start, start.maze().to_string());
        (self.sent, self.comments, self.game) = (None, CommentBook::new(), Some(opening.played));
        self.over = false;
        Ok(())
    }

    /// Announces the game to a client: its name, then width and height in cells (subject, section
    /// 4.2).
    pub fn announce(&mut self, player: Player) {
        let size = format!("{} {}", self.position.maze().width(), self.position.maze().height());
        let title = self.title.clone();
        if let Some(client) = self.client(player) {
            client.connection.send(&[title, size]);
        }
    }

    /// Shows a player's comment to those who look at the game.
    pub fn comment(&mut self, player: Player, text: &str) {
        self.comments.say(player, text);
    }

    /// Follows a ruling: a legal move is played on the board here, too.
    pub fn note(&mut self, ruling: &Ruling) {
        self.before = self.position;
        self.over = ruling.termination().is_some();
        if let Ruling::Judged { coup, judgement } = ruling
            && !matches!(judgement.verdict, Verdict::Illegal(_))
            && let Ok(mv) = self.position.parse_move(&coup.text)
        {
            // The judge has found it legal in this very position.
            self.position = self.position.after(mv);
        }
    }

    /// Why the last move lost the game, in the words of the wire.
    pub fn fault(&self, coup: &Coup) -> MoveFault {
        let mv = match &coup.raw {
            Some(raw) => MoveText::new(&String::from_utf8_lossy(raw)).mv(),
            None => self.before.parse_move(&coup.text).map_err(|_| MoveFault::Form),
        };
        let illegal = |mv| self.before.clone().play(mv).err().map_or(MoveFault::Form, MoveFault::from);
        mv.map_or_else(|fault| fault, illegal)
    }

    /// The move as the opponent hears it: as its client sent it, or the numbers of its notation.
    pub fn relayed(&self, coup: &Coup) -> String {
        if let Some(sent) = &self.sent {
            return sent.relayed().to_owned();
        }
        let text = self.before.parse_move(&coup.text).map(MoveText::from);
        text.map_or_else(|_| coup.text.clone(), |text| text.relayed().to_owned())
    }

    /// Waits for the move of the player to move, serving both, until the turn's deadline; the move,
    /// and when it was complete.
    ///
    /// # Errors
    /// The fault of either player (perhaps the waiting one), or the interruption.
    pub fn wait_for_move(
        &mut self,
        mover: Player,
        turn: &Turn<'_>,
        other: &mut dyn Seat,
    ) -> Result<(MoveText, Instant), NoMove> {
        loop {
            let late = turn.deadline.passed();
            if let Some((text, at)) = self.serve_all(mover, late)? {
                return Ok((text, at.max(turn.began)));
            }
            if late {
                return Err(turn.expired());
            }
            self.wait(turn.deadline, turn.interrupt, Some(&mut *other))?;
        }
    }

    /// Executes pending commands, of the players in turn so that neither is starved; the move, if
    /// there is one. The waiting player comes first: if he left before the move was sent, it comes
    /// too late for both. `late`: no time to see whether a command continues.
    ///
    /// # Errors
    /// As [`Self::wait_for_move`].
    pub fn serve_all(&mut self, mover: Player, late: bool) -> Result<Option<(MoveText, Instant)>, NoMove> {
        loop {
            let mut idle = true;
            for player in [!mover, mover] {
                let Some(command) = self.next_command(player, mover, late && player == mover)? else {
                    continue;
                };
                idle = false;
                if let Some(text) = self.obey(player, mover, command)? {
                    let at = self.client(player).map(|client| client.connection.last_byte());
                    return Ok(Some((text, at.unwrap_or_else(Instant::now))));
                }
            }
            if idle {
                return Ok(None);
            }
        }
    }

    /// The next command of a client who may give one.
    fn next_command(&mut self, player: Player, mover: Player, late: bool) -> Result<Option<Command>, NoMove> {
        let Some(client) = self.client(player) else { return Ok(None) };
        let next = match client.waits_for {
            None if late => client.connection.last_command(),
            None => client.connection.next_command(),
            Some(_) if client.connection.flooded() => NextCommand::Bad(String::new()),
            Some(_) => NextCommand::Wait(None),
        };
        let blame = |fault: NoMove| if player == mover { fault } else { NoMove::Opponent(Box::new(fault)) };
        match next {
            NextCommand::Command(command) => Ok(Some(command)),
            NextCommand::Bad(text) => {
                client.connection.refuse(&refusal_of(client.has_data, text.clone()));
                Err(blame(NoMove::Malformed(Reason::new("command").with(text))))
            }
            NextCommand::Wait(_) => {
                // A client who awaits our answer is gone when his stream has ended and nothing of
                // it is left.
                match client.connection.gone() {
                    Some(why) => Err(blame(NoMove::Disconnected(why.clone()))),
                    None if !client.connection.open() && client.waits_for.is_some() => {
                        Err(blame(NoMove::Disconnected(Reason::new("closed"))))
                    }
                    None => Ok(None),
                }
            }
        }
    }

    /// Executes a command; the move, if it is the mover's.
    fn obey(&mut self, player: Player, mover: Player, command: Command) -> Result<Option<MoveText>, NoMove> {
        let blame = |fault: NoMove| if player == mover { fault } else { NoMove::Opponent(Box::new(fault)) };
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
                Err(blame(NoMove::Malformed(Reason::new("play-move-out-of-turn"))))
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
                    (client.asked_in_own_turn, client.done) = (true, true);
                    Err(blame(NoMove::Malformed(Reason::new("get-move-on-own-turn"))))
                }
            },
            other => {
                let refusal = refusal_of(client.has_data, other.to_string());
                client.connection.refuse(&refusal);
                Err(blame(NoMove::Malformed(Reason::new("command").with(other))))
            }
        }
    }

    /// Executes a command that only asks for information; `false` for any other. The walls are sent
    /// with 0 to the player who begins and 1 to the other (subject, section 4.2).
    pub fn serve(&mut self, player: Player, command: &Command) -> bool {
        let picture = match command {
            Command::DispGame => {
                let comments = if self.client(player).is_some_and(|client| client.has_data) {
                    self.comments.take(player)
                } else {
                    return false;
                };
                let position = self.client(player).and_then(|client| client.sees);
                let position = position.unwrap_or(self.position);
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

    /// The opponent has asked: this player's answer is no longer held.
    fn release(&mut self, player: Player) {
        let Some(client) = self.client(player) else { return };
        if let Some(Waiting::OwnMove(code, message)) = client.waits_for.take() {
            client.answer_play(code, &message, false);
        }
    }

    /// Waits until something arrives, an unfinished command has settled, or the deadline; a player
    /// who sits elsewhere is attended to.
    pub fn wait(
        &mut self,
        deadline: Deadline,
        interrupt: Option<BorrowedFd<'_>>,
        elsewhere: Option<&mut dyn Seat>,
    ) -> Result<(), NoMove> {
        let mut until = deadline;
        let mut fds: Vec<PollFd<'_>> = Vec::with_capacity(4);
        for (_, client) in self.sides.iter() {
            let Some(client) = client else { continue };
            // An ended stream would always be ready.
            if client.connection.gone().is_some() {
                continue;
            }
            let asks = client.waits_for.is_none() && (self.over || !client.done);
            until = until.min(client.connection.due(asks));
            fds.push(client.connection.poll_fd());
        }
        let clients = fds.len();
        fds.extend(interrupt.iter().map(|fd| PollFd::new(fd.as_fd(), PollFlags::POLLIN)));
        let own = fds.len();
        // With two clients at this table, nobody sits elsewhere.
        let together = self.sides.iter().all(|(_, client)| client.is_some());
        let elsewhere = elsewhere.filter(|_| !together);
        let due = elsewhere.as_ref().map_or(Deadline::NEVER, |seat| seat.watch(&mut fds));
        wait_any(&mut fds, until.min(due)).map_err(|error| NoMove::poll(&error))?;
        let ready: Vec<bool> = fds.iter().map(is_ready).collect();
        drop(fds);
        if ready[clients..own].contains(&true) {
            return Err(NoMove::stopped());
        }
        // Silent ones may have stalled. The mover is read first: what the other did before the
        // mover's move arrived is there by then.
        let mover = self.position.to_move();
        for player in [mover, !mover] {
            if let Some(client) = self.client(player) {
                client.connection.advance();
            }
        }
        match elsewhere.filter(|_| due.passed() || ready[own..].contains(&true)) {
            Some(seat) => seat.attend().map_err(NoMove::of_the_other),
            None => Ok(()),
        }
    }
}

/// The refusal of a command that a game does not allow.
pub fn refusal_of(has_data: bool, text: String) -> Refusal {
    if has_data { Refusal::Command(text) } else { Refusal::Sequence(Due::GameData) }
}
