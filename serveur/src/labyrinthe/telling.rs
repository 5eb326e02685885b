//! What the players at a table are told of a ruling, and of the end of their game.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use arbitre::game::Verdict;
use arbitre::seat::{Fault, Ruling};
use arbitre::wait::Deadline;
use jeux::Player;
use protocol::cgs::{
    Command, Fault as MoveFault, MOVER_TIMEOUT, MoveCode, MoveText, Next, OK, OPPONENT_GONE,
    OPPONENT_TIMEOUT, Refusal, TREASURE_FOUND,
};

use super::connection::Connection;
use super::table::{Client, Ending, OpponentMove, Side, Table, Waiting, refusal_of};

/// A client who knows the end of his game, or has left: which side, and his connection.
pub type Freed<'a> = &'a mut dyn FnMut(Player, Connection);

impl Table {
    /// Tells the mover what came of his turn.
    pub fn tell_mover(&mut self, mover: Player, ruling: &Ruling<MoveText>) {
        let asked = match &self.sides[!mover] {
            Some(Side::Client(opponent)) => matches!(opponent.waits_for, Some(Waiting::Move)),
            _ => true,
        };
        let Some(client) = self.client(mover) else { return };
        match ruling {
            Ruling::Judged { verdict: Verdict::Continue, .. } if !asked => {
                client.connection.send(&[OK]);
                client.waits_for = Some(Waiting::OwnMove(MoveCode::Ok, String::new()));
            }
            Ruling::Judged { verdict, .. } => {
                let (code, message) = judged(verdict);
                client.answer_play(code, message, true);
                client.done = code != MoveCode::Ok;
            }
            Ruling::Fault(Fault::Interrupted(_)) => client.connection.close("interrupted"),
            Ruling::Fault(Fault::Timeout) => {
                client.ending =
                    Some(Ending { on_play: Some((MoveCode::Lose, MoveFault::Late.wire())), on_get: None });
            }
            Ruling::Fault(Fault::Opponent(_)) => {
                client.ending =
                    Some(Ending { on_play: Some((MoveCode::Win, OPPONENT_TIMEOUT)), on_get: None });
            }
            // He has been refused, or is gone.
            Ruling::Fault(_) => client.done = true,
        }
    }

    /// Tells the other player what came of the mover's turn.
    pub fn tell_waiting(&mut self, player: Player, ruling: &Ruling<MoveText>) {
        let before = std::mem::replace(&mut self.before, self.position.get());
        let Some(client) = self.client(player) else { return };
        let (mv, ends) = match ruling {
            Ruling::Judged { coup, verdict, .. } => {
                let (code, message) = judged(verdict);
                let (text, message) = (coup.relayed().to_owned(), message.to_owned());
                (OpponentMove { text, message, code }, code != MoveCode::Ok)
            }
            Ruling::Fault(Fault::Opponent(_)) => {
                // It was this player who left or broke the protocol.
                client.done = true;
                return;
            }
            // Nobody has lost, and there is no word for it: the end of the connection says it.
            Ruling::Fault(Fault::Interrupted(_)) => return client.connection.close("interrupted"),
            Ruling::Fault(fault) => {
                let message = if *fault == Fault::Timeout { MOVER_TIMEOUT } else { OPPONENT_GONE };
                let (text, message) = (String::new(), message.to_owned());
                (OpponentMove { text, message, code: MoveCode::Lose }, true)
            }
        };
        match client.waits_for.take() {
            Some(Waiting::Move) => {
                client.answer_get(&mv, false);
                client.done = ends;
            }
            // He still waits for the answer to his own move, which the mover never asked for: he has won.
            Some(Waiting::OwnMove(..)) => {
                client.answer_play(MoveCode::Win, OPPONENT_TIMEOUT, false);
                client.done = true;
            }
            None => {
                client.sees = Some(before);
                if ends {
                    client.ending = Some(Ending { on_play: None, on_get: Some(mv) });
                } else {
                    client.unasked = Some(mv);
                }
            }
        }
    }

    /// Tells the clients of the end of the game, each when he asks, and frees each as soon as he knows; until `bound`.
    pub fn finish(&mut self, bound: Duration, interrupt: Option<BorrowedFd<'_>>, freed: Freed<'_>) {
        let deadline = Deadline::after(Instant::now(), Some(bound));
        loop {
            for player in Player::ALL {
                self.finish_client(player);
                let knows = |client: &mut Client| client.done && client.connection.flushed();
                let over = |client: &mut Client| knows(client) || client.connection.gone().is_some();
                if self.client(player).is_some_and(over)
                    && let Some(Side::Client(client)) = self.sides[player].take()
                {
                    freed(player, client.connection);
                }
            }
            let waiting = Player::ALL.into_iter().any(|player| self.client(player).is_some());
            if !waiting || deadline.passed() {
                break;
            }
            if let Err(fault) = self.wait(deadline, interrupt, None) {
                log::info!("{fault}");
                break;
            }
        }
        for player in Player::ALL {
            if let Some(Side::Client(mut client)) = self.sides[player].take() {
                client.connection.close("never asked how the game ended");
                freed(player, client.connection);
            }
        }
    }

    /// Goes on with a client who does not know yet that the game is over.
    fn finish_client(&mut self, player: Player) {
        loop {
            let Some(client) = self.client(player) else { return };
            if client.done {
                return;
            }
            if client.waits_for.is_some() {
                // Every ruling that ends a game answers those who wait; nobody would answer this one.
                client.connection.close("left without an answer");
                return;
            }
            let command = match client.connection.next() {
                Next::Command(command) => command,
                Next::Bad(text) => return client.connection.refuse(&refusal_of(client.has_data, text)),
                Next::Wait(_) => return,
            };
            if self.serve(player, &command) {
                continue;
            }
            let Some(client) = self.client(player) else { return };
            // A move of the opponent that he has not asked for is still news.
            if command == Command::GetMove
                && client.has_data
                && let Some(mv) = client.unasked.take()
            {
                client.answer_get(&mv, true);
                continue;
            }
            let ending = client.ending.take().unwrap_or(Ending { on_play: None, on_get: None });
            match (command, ending.on_play, ending.on_get) {
                (Command::PlayMove(_), Some((code, message)), _) if client.has_data => {
                    client.answer_play(code, message, true);
                }
                (Command::GetMove, _, Some(mv)) if client.has_data => client.answer_get(&mv, true),
                (Command::PlayMove(_), ..) if client.has_data => {
                    client.connection.refuse(&Refusal::OpponentTurn);
                }
                (Command::GetMove, ..) if client.has_data => client.connection.refuse(&Refusal::OwnTurn),
                (other, ..) => client.connection.refuse(&refusal_of(client.has_data, other.to_string())),
            }
            client.done = true;
        }
    }
}

/// The code and the message of a judgement.
fn judged(verdict: &Verdict) -> (MoveCode, &str) {
    match verdict {
        // The game has no draw.
        Verdict::Continue | Verdict::Draw => (MoveCode::Ok, ""),
        Verdict::Win => (MoveCode::Win, TREASURE_FOUND),
        Verdict::Illegal(message) => (MoveCode::Lose, message),
    }
}
