//! What the child does: it referees one game, records it, and hands the connections back to the lobby.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{PipeWriter, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arbitre::party::{Conditions, play};
use arbitre::record::{PartyRecord, PlayerRecord, Record, SCHEMA, Settings};
use championnat::Key;
use jeux::labyrinthe::{Labyrinth, maze_of_seed};
use jeux::{ByPlayer, Player};
use jiff::Timestamp;
use nix::sys::signal::Signal;
use protocol::Termination;
use protocol::cgs::TrainingPlayer;

use super::connection::{Connection, Rest};
use super::game::LabyrintheGame;
use super::table::{Client, Side, Table, TableSeat};
use super::training::Trainer;
use crate::process;

/// How long a client may take to ask how a game ended that he has lost without knowing.
const FINISH_BOUND: Duration = Duration::from_secs(600);

/// Who plays on one side.
pub enum Seat {
    /// A client of the lobby, by his number there.
    Client(u64, Box<Connection>),
    /// A training player.
    Trainer(TrainingPlayer),
}

/// A game to referee. The first player begins.
pub struct Match {
    /// Unique; names the record.
    pub id: String,
    /// Who plays.
    pub seats: ByPlayer<Seat>,
    /// Their names.
    pub names: ByPlayer<String>,
    /// Decides the labyrinth and what the training player draws.
    pub seed: u64,
    /// The name of the game on the wire.
    pub game_name: String,
    /// Initial energy of the second player.
    pub second_energy: u32,
    /// Time per move.
    pub time: Option<Duration>,
    /// Pause of a training player after each move.
    pub delay: Duration,
    /// Whether the report shows the boards.
    pub boards: bool,
    /// The game of a tournament that it is: the tournament and the key.
    pub scheduled: Option<(String, Key)>,
}

impl Match {
    /// The two players, for a record.
    pub fn players(&self) -> Vec<PlayerRecord> {
        let players = Player::ALL.map(|player| PlayerRecord {
            name: self.names[player].clone(),
            color: None,
            from: match &self.seats[player] {
                Seat::Client(_, connection) => connection.origin(),
                Seat::Trainer(trainer) => format!("training player {}", trainer.name()),
            },
        });
        players.to_vec()
    }
}

/// A record with nothing in it yet.
pub fn blank_record(id: &str, players: Vec<PlayerRecord>, time: Option<Duration>) -> Record {
    let time_ms = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    Record {
        schema: SCHEMA,
        game: "labyrinthe".into(),
        id: id.into(),
        started: Timestamp::now(),
        ended: None,
        versions: BTreeMap::from([("arbitre".into(), env!("CARGO_PKG_VERSION").into())]),
        settings: Settings { time_ms, judged: true },
        players,
        parties: Vec::new(),
        scheduled: None,
        interrupted: None,
    }
}

/// Referees the game to its end. Returns the exit code of the process.
pub fn run(game: Match, records: Option<&Path>, lobby: PipeWriter) -> i32 {
    referee(game, records, lobby).unwrap_or_else(|error| {
        log::error!("{error:#}");
        process::NOT_RECORDED
    })
}

fn referee(game: Match, records: Option<&Path>, mut lobby: PipeWriter) -> Result<i32> {
    let stop = process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")?;
    let interrupt = Some(stop.as_fd());
    let mut record = blank_record(&game.id, game.players(), game.time);
    record.scheduled = game.scheduled.as_ref().map(|(name, key)| format!("{name}:{key}"));
    let maze = maze_of_seed(game.seed);
    let energy = ByPlayer { first: 0, second: game.second_energy };
    let start = Labyrinth::with_energy(maze, energy).context("labyrinthe")?;
    let setup = [
        ("L", maze.width().to_string()),
        ("H", maze.height().to_string()),
        ("walls", maze.to_string()),
        ("energy", game.second_energy.to_string()),
        ("seed", game.seed.to_string()),
    ];
    let setup: BTreeMap<String, String> = setup.map(|(key, value)| (key.to_owned(), value)).into();

    let position = Rc::new(Cell::new(start));
    let mut numbers = ByPlayer { first: 0, second: 0 };
    let mut sides =
        Player::ALL.into_iter().zip([game.seats.first, game.seats.second]).map(|(player, seat)| match seat {
            Seat::Client(number, connection) => {
                numbers[player] = number;
                Side::Client(Box::new(Client::new(*connection)))
            }
            Seat::Trainer(trainer) => Side::Trainer(Box::new(Trainer::new(trainer, game.seed))),
        });
    let (Some(first), Some(second)) = (sides.next(), sides.next()) else { return Ok(process::STOPPED) };
    drop(sides);
    let mut table = Table::new(ByPlayer { first, second }, game.names, Rc::clone(&position), game.delay);
    table.announce(&game.game_name);

    let table = RefCell::new(table);
    let mut seats = Player::ALL.map(|player| TableSeat::new(&table, player));
    let [first, second] = &mut seats;
    let mut seats = ByPlayer::<&mut dyn arbitre::seat::Seat<_>> { first, second };
    let mut committed = Ok(None);
    let party = play(
        &mut LabyrintheGame::new(position),
        &mut seats,
        Conditions { time: game.time, interrupt },
        &mut |party| {
            record.ended = Some(Timestamp::now());
            record.interrupted = (party.result.termination == Termination::Interrupted)
                .then(|| party.result.detail.clone().unwrap_or_default());
            record.parties.push(PartyRecord {
                name: "partie".into(),
                first: 0,
                setup: setup.clone(),
                moves: party.moves.clone(),
                result: party.result.clone(),
            });
            committed = records.map(|folder| record.commit(folder)).transpose();
        },
    );
    let code = report(&record, &committed, &party.result, game.boards);
    let winner = party.result.winner.map(|winner| Player::ALL[winner]);
    let over = FromChild::Over(winner, party.result.termination);
    let mut told = lobby.write_all(over.to_string().as_bytes());
    table.into_inner().finish(FINISH_BOUND, interrupt, &mut |player, connection| {
        let line = hand_back(numbers[player], connection).to_string();
        if let Err(error) = lobby.write_all(line.as_bytes()) {
            told = Err(error);
        }
    });
    told.context("le hall ne répond plus")?;
    Ok(code)
}

/// What the child says to the lobby, a line each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FromChild {
    /// The game is over, and recorded: who has won, and how.
    Over(Option<Player>, Termination),
    /// The connection of the client of this number is free again.
    Free(u64, Rest),
    /// The client of this number has left, or was sent away.
    Gone(u64),
}

impl fmt::Display for FromChild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromChild::Over(winner, termination) => {
                writeln!(f, "over {} {termination}", winner.map_or(2, Player::index))
            }
            FromChild::Gone(number) => writeln!(f, "gone {number}"),
            FromChild::Free(number, rest) => {
                write!(f, "free {number} {} ", rest.after_digit)?;
                rest.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                writeln!(f)
            }
        }
    }
}

impl FromStr for FromChild {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["over", winner, termination] => {
                let winner = Player::ALL.get(winner.parse::<usize>()?).copied();
                Ok(FromChild::Over(winner, termination.parse()?))
            }
            ["gone", number] => Ok(FromChild::Gone(number.parse()?)),
            ["free", number, after_digit, ref hex @ ..] => {
                let hex = hex.first().copied().unwrap_or_default();
                let byte = |at: usize| {
                    let pair = hex.get(2 * at..2 * at + 2).context("hexadécimal")?;
                    Ok(u8::from_str_radix(pair, 16)?)
                };
                let bytes = (0..hex.len().div_ceil(2)).map(byte).collect::<Result<_>>()?;
                Ok(FromChild::Free(number.parse()?, Rest { bytes, after_digit: after_digit.parse()? }))
            }
            _ => bail!("message inconnu : {line}"),
        }
    }
}

/// Gives a connection back to the lobby.
fn hand_back(number: u64, connection: Connection) -> FromChild {
    if connection.gone().is_some() || connection.flooded() {
        return FromChild::Gone(number);
    }
    FromChild::Free(number, connection.into_rest())
}

/// Says how the game ended; the exit code that goes with it.
fn report(
    record: &Record,
    committed: &Result<Option<PathBuf>, arbitre::record::CommitError>,
    result: &arbitre::record::ResultRecord,
    boards: bool,
) -> i32 {
    let mut text = crate::report::rencontre(record, boards);
    let code = match committed {
        Err(error) => {
            log::error!("{error} ; la partie suit en JSON sur la sortie standard");
            text += &record.to_json().unwrap_or_else(|error| format!("{error}\n"));
            process::NOT_RECORDED
        }
        Ok(_) if result.termination == Termination::Interrupted => process::STOPPED,
        Ok(_) => process::DONE,
    };
    // One write: the reports of games that end together do not mix.
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // The players have still to be told.
        log::warn!("sortie standard : {error}");
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_child_says_reads_back() {
        let rest = |bytes: &[u8], after_digit| Rest { bytes: bytes.to_vec(), after_digit };
        for said in [
            FromChild::Over(None, Termination::Interrupted),
            FromChild::Over(Some(Player::Second), Termination::Win),
            FromChild::Gone(7),
            FromChild::Free(7, rest(b"", false)),
            FromChild::Free(u64::MAX, rest(b"GET_MOVE\n\xFF\0", true)),
        ] {
            let line = said.to_string();
            assert_eq!(line.matches('\n').count(), 1);
            assert_eq!(line.parse::<FromChild>().expect("a message"), said);
        }
        for line in [
            "",
            "over",
            "over 1",
            "over x win",
            "over 1 x",
            "free",
            "free 1",
            "free x false",
            "free 1 true abc",
            "free 1 true éé",
            "gone",
        ] {
            assert!(line.parse::<FromChild>().is_err(), "{line}");
        }
    }
}
