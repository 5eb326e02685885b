//! Telling the players at a table about rulings and the end of their game.

use std::time::Instant;

use jeux::{Player, Reason};
use protocol::cgs::{
    Command, Due, GameString, MOVER_TIMEOUT, MoveCode, MoveFault, NOT_READY, NextCommand, OK, OPPONENT_BROKE,
    OPPONENT_GONE, OPPONENT_TIMEOUT, Refusal, TREASURE_FOUND,
};

use super::table::{CgsTable, Ending, OpponentMove, TableClient, Waiting, refusal_of};
use crate::judge::Verdict;
use crate::reception::Farewell;
use crate::seat::{NoMove, Ruling};
use ipc::wait::Deadline;

/// Why a game ended that nobody won: interrupted, or drawn. The wire has no word for it, so the connection
/// just ends.
fn nobody_won(ruling: &Ruling) -> Option<Reason> {
    match ruling {
        Ruling::NoMove(NoMove::Interrupted(_)) => Some(Reason::new("interrupted")),
        Ruling::Judged { judgement, .. } if judgement.verdict == Verdict::Draw => judgement.why.clone(),
        _ => None,
    }
}

impl CgsTable {
    /// Tells the mover the result of his turn.
    pub fn tell_mover(&mut self, mover: Player, ruling: &Ruling) {
        let asked = match &self.sides[!mover] {
            Some(opponent) => matches!(opponent.waits_for, Some(Waiting::Move)),
            None => true,
        };
        let judged = self.judged(ruling);
        let Some(client) = self.client(mover) else { return };
        if let Some(why) = nobody_won(ruling) {
            return client.connection.close(&why);
        }
        match ruling {
            Ruling::Judged { judgement, .. } if judgement.verdict == Verdict::Continue && !asked => {
                client.connection.send(&[OK]);
                client.waits_for = Some(Waiting::OwnMove(MoveCode::Ok, String::new()));
            }
            Ruling::Judged { .. } => {
                let (code, message) = judged;
                client.answer_play(code, message, true);
                client.done = code != MoveCode::Ok;
            }
            Ruling::NoMove(NoMove::Timeout) => {
                client.ending = Some(Ending {
                    on_play: Some((MoveCode::Lose, MoveFault::Late.wire().into())),
                    on_get: None,
                });
            }
            Ruling::NoMove(NoMove::Opponent(_)) => {
                client.ending =
                    Some(Ending { on_play: Some((MoveCode::Win, OPPONENT_TIMEOUT.into())), on_get: None });
            }
            // He was refused, or is gone.
            Ruling::NoMove(_) => client.done = true,
        }
    }

    /// The code and message of a judgement.
    fn judged(&self, ruling: &Ruling) -> (MoveCode, &'static str) {
        let Ruling::Judged { coup, judgement } = ruling else { return (MoveCode::Ok, "") };
        match judgement.verdict {
            Verdict::Continue | Verdict::Draw => (MoveCode::Ok, ""),
            Verdict::Win => (MoveCode::Win, TREASURE_FOUND),
            Verdict::Loss => (MoveCode::Lose, ""),
            Verdict::Illegal(_) => (MoveCode::Lose, self.fault(coup).wire()),
        }
    }

    /// Tells the other player the result of the mover's turn.
    pub fn tell_waiting(&mut self, player: Player, ruling: &Ruling) {
        let before = self.before;
        let relayed = match ruling {
            Ruling::Judged { coup, .. } => self.relayed(coup),
            Ruling::NoMove(_) => String::new(),
        };
        let judged = self.judged(ruling);
        let broke = self.sides[!player].as_ref().is_some_and(|mover| mover.asked_in_own_turn);
        let Some(client) = self.client(player) else { return };
        if let Some(why) = nobody_won(ruling) {
            return client.connection.close(&why);
        }
        let (mv, ends) = match ruling {
            Ruling::Judged { .. } => {
                let (code, message) = judged;
                let (text, message) = (relayed, message.to_owned());
                (OpponentMove { text, message, code }, code != MoveCode::Ok)
            }
            Ruling::NoMove(NoMove::Opponent(_)) => {
                // This player left or broke the protocol.
                client.done = true;
                return;
            }
            Ruling::NoMove(fault) => (
                OpponentMove {
                    text: String::new(),
                    message: told(fault, broke).to_owned(),
                    code: MoveCode::Lose,
                },
                true,
            ),
        };
        match client.waits_for.take() {
            Some(Waiting::Move) => {
                client.answer_get(&mv, false);
                client.done = ends;
            }
            // He still awaits the answer to his own move, which the mover never asked for: he has
            // won.
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

    /// Serves a leaving client, and lets him go once he knows the result.
    pub fn farewell(&mut self, player: Player) -> Farewell {
        self.finish_client(player);
        let Some(client) = &self.sides[player] else { return Farewell::Gone };
        let left = client.connection.gone().is_some() || client.connection.flooded();
        let knows = client.done && client.connection.flushed();
        if !left && !knows {
            return Farewell::Stays;
        }
        let free = self.sides[player].take().filter(|_| !left).map(|client| client.connection.into_rest());
        let state = free.and_then(|rest| serde_json::to_string(&rest).ok());
        state.map_or(Farewell::Gone, Farewell::Free)
    }

    /// Serves a client between two games: he hears how the last one ended, asks for the next, and
    /// gets signs of life until it begins.
    pub fn hear_again(&mut self, player: Player) {
        self.finish_client(player);
        let Some(client) = self.client(player) else { return };
        let edition = client.connection.edition;
        if let (Some(due), Some((_, every))) = (&mut client.again, edition.not_ready()) {
            if due.passed() {
                *due = Deadline::after(Instant::now(), Some(every));
                client.connection.send(&[NOT_READY]);
            }
            return;
        }
        if client.again.is_some() || !client.done || !client.connection.flushed() {
            return;
        }
        match client.connection.next_command() {
            NextCommand::Command(Command::WaitGame(string))
                if matches!(
                    GameString::parse(edition, &string),
                    Ok(GameString::Regular | GameString::Tournament(_))
                ) =>
            {
                client.connection.send(&[OK]);
                let first = edition.not_ready().map(|(first, _)| first);
                client.again = Some(Deadline::after(Instant::now(), first));
            }
            NextCommand::Command(_) | NextCommand::Bad(_) => {
                client.connection.refuse(&Refusal::Sequence(Due::WaitGame))
            }
            NextCommand::Wait(_) => {}
        }
    }

    /// When the next sign of life is due to a client waiting for the next game.
    pub fn sign_due(&self) -> Deadline {
        let due = |client: &TableClient| client.again.unwrap_or(Deadline::NEVER);
        self.sides
            .iter()
            .filter_map(|(_, client)| client.as_deref())
            .map(due)
            .fold(Deadline::NEVER, Deadline::min)
    }

    /// Serves a client who does not know yet that the game is over.
    pub fn finish_client(&mut self, player: Player) {
        loop {
            let Some(client) = self.client(player) else { return };
            if client.done {
                return;
            }
            if client.waits_for.is_some() {
                // Every ruling that ends a game answers the waiting; this would wait for ever.
                client.connection.close(&Reason::new("unanswered"));
                return;
            }
            let command = match client.connection.next_command() {
                NextCommand::Command(command) => command,
                NextCommand::Bad(text) => {
                    return client.connection.refuse(&refusal_of(client.has_data, text));
                }
                NextCommand::Wait(_) => return,
            };
            if self.serve(player, &command) {
                continue;
            }
            let Some(client) = self.client(player) else { return };
            // The opponent's last move, not asked for yet, is still news.
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
                    client.answer_play(code, &message, true);
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

/// The message about the opponent's losing fault; `broke`: by asking for a move in his own turn.
fn told(fault: &NoMove, broke: bool) -> &'static str {
    match fault {
        NoMove::Timeout => MOVER_TIMEOUT,
        _ if broke => OPPONENT_BROKE,
        _ => OPPONENT_GONE,
    }
}
