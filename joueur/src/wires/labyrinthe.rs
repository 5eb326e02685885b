//! The dialogue of Labyrinthe (subject, section 3.2; protocol of the course's game server), in both
//! editions.

use anyhow::{Context, Result, bail, ensure};
use arbitre::game::GameEntry;
use i18n::text;
use jeux::game::Params;
use jeux::labyrinthe::{Labyrinth, Move};
use jeux::{Player, Reason, Slot};
use protocol::Termination;
use protocol::cgs::{
    Command, Edition, FrameError, GameString, MOVER_TIMEOUT, MoveCode, MoveFault, MoveText, NOT_READY, OK,
    OPPONENT_BROKE, OPPONENT_GONE, OPPONENT_TIMEOUT, decode_message, parse_size,
};
use protocol::result::ResultRecord;
use protocol::verdict::{Property, Validity};

use crate::cli::Labyrinthe;
use crate::dialogue::{AnnouncedGame, Dialogue, Judged, OpponentTurn, OwnResult, Tally};
use crate::journal::Peer;
use crate::person::tell;
use crate::server::Gone;
use crate::session::PlayerSession;

/// The rules with words on the wire.
const FAULTS: [MoveFault; 8] = [
    MoveFault::Form,
    MoveFault::Type,
    MoveFault::Line,
    MoveFault::Column,
    MoveFault::Wall,
    MoveFault::Energy,
    MoveFault::GameOver,
    MoveFault::Late,
];

/// A client of the game server.
pub struct CgsClient<'a> {
    args: &'a Labyrinthe,
    /// Games still to be asked for; `None`: as many as there are.
    left: Option<u32>,
}

/// In the refusal of a game of a finished tournament.
const TOURNAMENT_OVER: &str = "is over";
/// In every refusal of a game of a tournament.
const CANNOT_BE_JOINED: &str = "cannot be joined";

/// The answer to PLAY_MOVE or GET_MOVE.
struct MoveAnswer {
    text: String,
    message: String,
    code: MoveCode,
}

impl<'a> CgsClient<'a> {
    pub fn new(args: &'a Labyrinthe) -> Result<Self> {
        let client = CgsClient { args, left: (!args.to_the_end).then_some(args.games) };
        ensure!(!args.to_the_end || client.tournament().is_some(), text!("player-no-tournament"));
        Ok(client)
    }

    /// Sends a command and waits for its acknowledgement.
    fn command(&self, session: &mut PlayerSession<'_>, command: &Command) -> Result<()> {
        let answer = self.answer(session, command)?;
        acknowledged(command, &answer)
    }

    /// Sends a command and waits for its answer.
    fn answer(&self, session: &mut PlayerSession<'_>, command: &Command) -> Result<String> {
        let text = command.to_string();
        session.server.send(text.as_bytes(), text.trim_end())?;
        let answer = self.message(session)?;
        // The six digits of the other edition begin with four zeros.
        ensure!(!answer.is_empty(), text!("server-empty", edition = self.args.edition.to_string()));
        Ok(answer)
    }

    /// The tournament whose games are asked for.
    fn tournament(&self) -> Option<String> {
        match GameString::parse(self.args.edition, self.args.training.trim()) {
            Ok(GameString::Tournament(name)) => Some(name),
            _ => None,
        }
    }

    /// Asks for a game and waits for its name; `None`: its tournament is over.
    fn wait_for_game(&self, session: &mut PlayerSession<'_>) -> Result<Option<String>> {
        let let_go = match self.demand(session, TOURNAMENT_OVER) {
            Err(error) if self.tournament().is_some() && error.is::<Gone>() => error,
            known => return known,
        };
        // A waiting client is disconnected silently when a tournament ends, and when the server
        // stops: ask once more.
        let Labyrinthe { host, port, .. } = self.args;
        session.server.connect_again(host, *port).context(let_go)?;
        self.command(session, &Command::ClientName(self.args.name.clone()))?;
        self.demand(session, CANNOT_BE_JOINED)
    }

    /// Asks once; `None`: the refusal to join the tournament contains this.
    fn demand(&self, session: &mut PlayerSession<'_>, over: &str) -> Result<Option<String>> {
        let command = Command::WaitGame(self.training());
        let answer = self.answer(session, &command)?;
        if self.tournament().is_some() && answer.contains(CANNOT_BE_JOINED) && answer.contains(over) {
            return Ok(None);
        }
        acknowledged(&command, &answer)?;
        loop {
            let message = self.message(session)?;
            if message != NOT_READY {
                return Ok(Some(message));
            }
        }
    }

    /// The server's next message.
    fn message(&self, session: &mut PlayerSession<'_>) -> Result<String> {
        let edition = self.args.edition;
        let message = session.message(|server| {
            server.take_by(|bytes| match decode_message(edition, bytes) {
                Ok(message) => Ok(Some((message.payload.to_owned(), message.length))),
                Err(FrameError::Incomplete(_)) => Ok(None),
                Err(_) => bail!(text!("server-other-edition", edition = edition.to_string())),
            })
        })?;
        session.server.journal.received(Peer::Server, &message);
        Ok(message)
    }

    /// The requested game, in the form of the edition.
    fn training(&self) -> String {
        let string = self.args.training.trim();
        let named = matches!(GameString::parse(self.args.edition, string), Ok(GameString::Training(_)));
        if self.args.edition == Edition::E2025 && named && !string.starts_with("TRAINING") {
            format!("TRAINING {string}")
        } else {
            string.to_owned()
        }
    }

    /// The end of the game by this answer to our command, if it is one.
    fn end(mine: bool, answer: &MoveAnswer) -> Option<OwnResult> {
        let won = match answer.code {
            MoveCode::Ok => return None,
            MoveCode::Win => mine,
            MoveCode::Lose => !mine,
        };
        let reason = termination(answer);
        let detail = match reason {
            Termination::Win => Some(Reason::new("treasure")),
            Termination::Triche => illegal(answer),
            _ => None,
        };
        let winner = if won { Slot::Zero } else { Slot::One };
        let outcome =
            ResultRecord { winner: Some(winner), termination: reason, detail, ..ResultRecord::under_way() };
        let words = i18n::capital(&i18n::outcome_sentence(&outcome, ["", ""], Some(Slot::Zero)));
        Some(OwnResult { result: if won { Property::Gagne } else { Property::Perdu }, reason, words })
    }
}

/// Whether the server acknowledged.
fn acknowledged(command: &Command, answer: &str) -> Result<()> {
    ensure!(answer == OK, text!("server-refuses", command = command.to_string(), message = answer));
    Ok(())
}

/// How a game ended by this answer.
fn termination(MoveAnswer { text, message, code }: &MoveAnswer) -> Termination {
    match message.as_str() {
        OPPONENT_TIMEOUT => Termination::Timeout,
        OPPONENT_GONE => Termination::Disconnected,
        broke if broke.starts_with(OPPONENT_BROKE) => Termination::Malformed,
        _ if *code == MoveCode::Win => Termination::Win,
        late if text.is_empty() || late.starts_with(MOVER_TIMEOUT) => Termination::Timeout,
        _ => Termination::Triche,
    }
}

/// The fault of a move, as far as the server says; the oldest edition only shows the opponent's
/// move.
fn illegal(answer: &MoveAnswer) -> Option<Reason> {
    let message = answer.message.trim();
    match FAULTS.into_iter().find(|fault| fault.wire() == message) {
        Some(fault) => Some(Reason::from(fault)),
        None => [message, answer.text.trim()].into_iter().find(|text| !text.is_empty()).map(Reason::text),
    }
}

fn code_of(text: &str) -> Result<MoveCode> {
    MoveCode::from_text(text).with_context(|| text!("server-move-code", text = text))
}

impl Dialogue for CgsClient<'_> {
    type Game = Labyrinth;

    fn kind(&self) -> &'static GameEntry {
        &arbitre::jeux::labyrinthe::KIND
    }

    fn enter(&mut self, session: &mut PlayerSession<'_>) -> Result<()> {
        self.command(session, &Command::ClientName(self.args.name.clone()))?;
        tell(&text!("player-connected", name = &self.args.name, engine = session.engine.name()));
        Ok(())
    }

    /// Asks for a game and waits for it.
    fn next_game(&mut self, session: &mut PlayerSession<'_>) -> Result<Option<AnnouncedGame>> {
        if let Some(left) = &mut self.left {
            let Some(fewer) = left.checked_sub(1) else { return Ok(None) };
            *left = fewer;
        }
        let Some(partie) = self.wait_for_game(session)? else {
            tell(&text!("player-tournament-over", name = self.tournament().unwrap_or_default()));
            return Ok(None);
        };
        // From here on the server's clock may run.
        let began = session.heard();
        let size = self.message(session)?;
        let (width, height) = parse_size(&size).with_context(|| text!("server-size", text = size))?;
        self.command(session, &Command::GetGameData)?;
        let walls = self.message(session)?;
        let (name, me) = (partie.as_str(), self.message(session)?);
        let me = match me.trim() {
            "0" => Player::First,
            "1" => Player::Second,
            other => bail!(text!("server-who-begins", text = other)),
        };
        tell(&match me {
            Player::First => text!("player-labyrinthe", name = name, width = width, height = height),
            Player::Second => text!("player-labyrinthe-second", name = name, width = width, height = height),
        });
        let energy = self.args.edition.second_energy().to_string();
        let setup =
            [("L", width.to_string()), ("H", height.to_string()), ("walls", walls), ("energy", energy)];
        let setup: Params = setup.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Ok(Some(AnnouncedGame {
            setup,
            partie,
            slot: Slot::of(me, Slot::Zero),
            me,
            opponent: String::new(),
            began,
        }))
    }

    fn own_move(&mut self, session: &mut PlayerSession<'_>, mv: Option<&Move>) -> Result<Judged> {
        let Some(mv) = mv else {
            // The server never speaks first: it reports a late move here.
            let message = self.message(session)?;
            bail!(text!("server-ends-game", message = message));
        };
        let mv = MoveText::from(*mv);
        self.command(session, &Command::PlayMove(mv.clone()))?;
        let (first, second) = (self.message(session)?, self.message(session)?);
        let (code, message) = match self.args.edition {
            Edition::E2017 => (first, second),
            Edition::E2025 => (second, first),
        };
        let answer = MoveAnswer { text: mv.relayed().to_owned(), message, code: code_of(&code)? };
        let end = Self::end(true, &answer);
        let validity = match end.as_ref().map(|end| (end.result, end.reason)) {
            Some((Property::Perdu, Termination::Timeout)) => Validity::Timeout,
            Some((Property::Perdu, _)) => Validity::Triche,
            _ => Validity::Valid,
        };
        Ok(Judged { validity, end })
    }

    fn opponents_move(&mut self, session: &mut PlayerSession<'_>) -> Result<OpponentTurn<Move>> {
        self.command(session, &Command::GetMove)?;
        let text = self.message(session)?;
        let message = match self.args.edition {
            Edition::E2025 => self.message(session)?,
            Edition::E2017 => String::new(),
        };
        let answer = MoveAnswer { text, message, code: code_of(&self.message(session)?)? };
        if let Some(end) = Self::end(false, &answer) {
            return Ok(OpponentTurn::End(end));
        }
        let mv = MoveText::new(&answer.text).mv().ok();
        mv.map(OpponentTurn::Move).with_context(|| text!("server-strange-move", text = answer.text))
    }

    fn goes_on(&self) -> bool {
        false
    }

    fn again(&mut self, cut: bool) {
        if let Some(left) = self.left.as_mut().filter(|left| cut && **left < self.args.games) {
            *left += 1;
        }
    }

    fn sum(&self, tally: &Tally) -> String {
        text!("player-games-over", won = tally.won, lost = tally.lost)
    }
}
