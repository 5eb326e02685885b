//! The dialogue of Labyrinthe (protocol of the course's game server), in both editions.

use anyhow::{Context, Result, bail, ensure};
use arbitre::game::Kind;
use jeux::game::Params;
use jeux::labyrinthe::{Labyrinth, Move};
use jeux::{Player, Reason};
use protocol::Termination;
use protocol::cgs::{
    Command, Edition, Fault, FrameError, GameString, MOVER_TIMEOUT, MoveCode, MoveText, NOT_READY, OK,
    OPPONENT_BROKE, OPPONENT_GONE, OPPONENT_TIMEOUT, decode_message, parse_size,
};
use protocol::verdict::{Property, Validity};
use words::text;

use crate::cli::Labyrinthe;
use crate::desk::Desk;
use crate::dialogue::{Beginning, Dialogue, End, Heard, Judged, Tally};
use crate::journal::With;
use crate::person::tell;

/// The rules whose words on the wire are known.
const FAULTS: [Fault; 8] = [
    Fault::Form,
    Fault::Type,
    Fault::Line,
    Fault::Column,
    Fault::Wall,
    Fault::Energy,
    Fault::GameOver,
    Fault::Late,
];

/// A client of the game server.
pub struct Client<'a> {
    args: &'a Labyrinthe,
    /// Games still to be asked for.
    left: u32,
}

/// The answer to PLAY_MOVE or GET_MOVE.
struct MoveAnswer {
    text: String,
    message: String,
    code: MoveCode,
}

impl<'a> Client<'a> {
    /// A client with these wishes.
    pub fn new(args: &'a Labyrinthe) -> Self {
        Client { args, left: args.games }
    }

    /// Sends a command and waits for its acknowledgement.
    fn command(&self, desk: &mut Desk<'_>, command: &Command) -> Result<()> {
        let text = command.to_string();
        desk.server.send(text.as_bytes(), text.trim_end())?;
        let answer = self.message(desk)?;
        // The six digits of the other edition begin with four zeros.
        ensure!(!answer.is_empty(), text!("server-empty", edition = self.args.edition.to_string()));
        let refused = || text!("server-refuses", command = command.to_string(), message = answer.as_str());
        ensure!(answer == OK, refused());
        Ok(())
    }

    /// The server's next message.
    fn message(&self, desk: &mut Desk<'_>) -> Result<String> {
        let edition = self.args.edition;
        let message = desk.message(|server| {
            server.take_by(|bytes| match decode_message(edition, bytes) {
                Ok(message) => Ok(Some((message.payload.to_owned(), message.length))),
                Err(FrameError::Incomplete(_)) => Ok(None),
                Err(_) => bail!(text!("server-other-edition", edition = edition.to_string())),
            })
        })?;
        desk.server.journal.received(With::Server, &message);
        Ok(message)
    }

    /// What to ask for, in the form of the edition.
    fn training(&self) -> String {
        let string = self.args.training.trim();
        let named = matches!(GameString::parse(self.args.edition, string), Ok(GameString::Training(_)));
        if self.args.edition == Edition::E2025 && named && !string.starts_with("TRAINING") {
            format!("TRAINING {string}")
        } else {
            string.to_owned()
        }
    }

    /// How the game ended by this answer to a command of ours, if it did.
    fn end(mine: bool, answer: &MoveAnswer) -> Option<End> {
        let won = match answer.code {
            MoveCode::Ok => return None,
            MoveCode::Win => mine,
            MoveCode::Lose => !mine,
        };
        let (reason, ours) = why(mine, answer);
        let how = match (reason, ours) {
            (Termination::Win, true) => text!("player-treasure-ours"),
            (Termination::Win, false) => text!("player-treasure-theirs"),
            (Termination::Timeout, true) => text!("player-late-ours"),
            (Termination::Timeout, false) => text!("player-late-theirs"),
            (Termination::Disconnected, _) => text!("player-gone-theirs"),
            (Termination::Malformed, _) => text!("player-broke-theirs"),
            (_, true) => text!("player-illegal-ours", message = illegal(answer)),
            (_, false) => text!("player-illegal-theirs", message = illegal(answer)),
        };
        let words = if won {
            text!("player-won-because", how = how)
        } else {
            text!("player-lost-because", how = how)
        };
        Some(End { result: if won { Property::Gagne } else { Property::Perdu }, reason, words })
    }
}

/// Why a game is over that the mover (`mine`: we) has won or lost by this answer, and whether it was our doing.
fn why(mine: bool, MoveAnswer { text, message, code }: &MoveAnswer) -> (Termination, bool) {
    match message.as_str() {
        OPPONENT_TIMEOUT => (Termination::Timeout, false),
        OPPONENT_GONE => (Termination::Disconnected, false),
        broke if broke.starts_with(OPPONENT_BROKE) => (Termination::Malformed, false),
        _ if *code == MoveCode::Win => (Termination::Win, mine),
        late if text.is_empty() || late.starts_with(MOVER_TIMEOUT) => (Termination::Timeout, mine),
        _ => (Termination::Triche, mine),
    }
}

/// What is wrong with a move, as far as the server tells it; the oldest edition shows the opponent's move only.
fn illegal(answer: &MoveAnswer) -> String {
    let known = FAULTS.into_iter().find(|fault| fault.wire() == answer.message);
    match (known, answer.message.as_str()) {
        (Some(fault), _) => words::reason(&Reason::from(fault).code, &[]),
        (None, "") => answer.text.clone(),
        (None, message) => message.to_owned(),
    }
}

fn code_of(text: &str) -> Result<MoveCode> {
    MoveCode::from_text(text).with_context(|| text!("server-move-code", text = text))
}

impl Dialogue for Client<'_> {
    type Game = Labyrinth;

    fn kind(&self) -> &'static Kind {
        &arbitre::jeux::labyrinthe::KIND
    }

    fn enter(&mut self, desk: &mut Desk<'_>) -> Result<()> {
        self.command(desk, &Command::ClientName(self.args.name.clone()))?;
        tell(&text!("player-connected", name = &self.args.name, engine = desk.engine.name()));
        Ok(())
    }

    /// Demands a game and waits for it.
    fn next_game(&mut self, desk: &mut Desk<'_>) -> Result<Option<Beginning>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        self.command(desk, &Command::WaitGame(self.training()))?;
        let partie = loop {
            let message = self.message(desk)?;
            if message != NOT_READY {
                break message;
            }
        };
        // From here on the server's clock may run.
        let began = desk.heard();
        let size = self.message(desk)?;
        let (width, height) = parse_size(&size).with_context(|| text!("server-size", text = size))?;
        self.command(desk, &Command::GetGameData)?;
        let walls = self.message(desk)?;
        let (name, me) = (partie.as_str(), self.message(desk)?);
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
        Ok(Some(Beginning { setup, partie, place: me.index(), me, opponent: String::new(), began }))
    }

    fn own_move(&mut self, desk: &mut Desk<'_>, mv: Option<&Move>) -> Result<Judged> {
        let Some(mv) = mv else {
            // The server never speaks before us: a late move is told so.
            let message = self.message(desk)?;
            bail!(text!("server-ends-game", message = message));
        };
        let mv = MoveText::from(*mv);
        self.command(desk, &Command::PlayMove(mv.clone()))?;
        let (first, second) = (self.message(desk)?, self.message(desk)?);
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

    fn opponents_move(&mut self, desk: &mut Desk<'_>) -> Result<Heard<Move>> {
        self.command(desk, &Command::GetMove)?;
        let text = self.message(desk)?;
        let message = match self.args.edition {
            Edition::E2025 => self.message(desk)?,
            Edition::E2017 => String::new(),
        };
        let answer = MoveAnswer { text, message, code: code_of(&self.message(desk)?)? };
        if let Some(end) = Self::end(false, &answer) {
            return Ok(Heard::End(end));
        }
        let mv = MoveText::new(&answer.text).mv().ok();
        mv.map(Heard::Move).with_context(|| text!("server-strange-move", text = answer.text))
    }

    fn goes_on(&self) -> bool {
        false
    }

    fn again(&mut self, cut: bool) {
        self.left += u32::from(cut && self.left < self.args.games);
    }

    fn sum(&self, tally: &Tally) -> String {
        text!("player-games-over", won = tally.won, lost = tally.lost)
    }
}
