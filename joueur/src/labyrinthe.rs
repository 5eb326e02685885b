//! The dialogue of Labyrinthe (protocol of the course's game server) for an engine.

use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use jeux::labyrinthe::{Labyrinth, Maze, Move};
use jeux::{ByPlayer, Player, Position};
use protocol::Termination;
use protocol::cgs::{
    Command, Edition, FrameError, GameString, MoveCode, MoveText, NOT_READY, OK, OPPONENT_TIMEOUT,
    decode_message, parse_size, to_numbers,
};
use protocol::colonnes::{PropCoup, ValCoup};
use protocol::moteur::GameStart;

use crate::cli::Labyrinthe;
use crate::desk::{Desk, Thought};

/// Plays as many games as were asked for.
pub fn play(args: &Labyrinthe) -> Result<()> {
    let desk = Desk::open((&args.host, args.port), (&args.engine, "labyrinthe"), args.time, &args.thinking)?;
    let mut client = Client { args, desk };
    client.command(&Command::ClientName(args.name.clone()))?;
    println!("{} : connecté (moteur {})", args.name, client.desk.engine.name());
    let mut tally = [0; 2];
    for _ in 0..args.games {
        let won = client.game()?;
        tally[usize::from(!won)] += 1;
    }
    println!("Parties gagnées {}, perdues {}", tally[0], tally[1]);
    Ok(())
}

/// A client of the game server.
struct Client<'a> {
    args: &'a Labyrinthe,
    desk: Desk<'a>,
}

/// The answer to PLAY_MOVE or GET_MOVE.
struct MoveAnswer {
    text: String,
    message: String,
    code: MoveCode,
}

impl Client<'_> {
    /// Sends a command and waits for its acknowledgement.
    fn command(&mut self, command: &Command) -> Result<()> {
        self.desk.server.send(command.to_string().as_bytes())?;
        let answer = self.message()?;
        // The six digits of the other edition begin with four zeros.
        ensure!(
            !answer.is_empty(),
            "réponse vide : le serveur parle-t-il l'édition {} du protocole ?",
            self.args.edition
        );
        ensure!(answer == OK, "le serveur refuse « {command} » : {answer}");
        Ok(())
    }

    /// The server's next message.
    fn message(&mut self) -> Result<String> {
        let edition = self.args.edition;
        self.desk.message(|server| {
            server.take_by(|bytes| match decode_message(edition, bytes) {
                Ok(message) => Ok(Some((message.payload.to_owned(), message.length))),
                Err(FrameError::Incomplete(_)) => Ok(None),
                Err(error) => Err(anyhow!(error).context(format!(
                    "message incompréhensible : le serveur parle-t-il l'édition {edition} du protocole ?"
                ))),
            })
        })
    }

    /// One game, from the demand to its end. Whether we have won.
    fn game(&mut self) -> Result<bool> {
        let training = self.training();
        self.command(&Command::WaitGame(training))?;
        let name = loop {
            let message = self.message()?;
            if message != NOT_READY {
                break message;
            }
        };
        // From here on the server's clock may run.
        let announced = Instant::now();
        let size = self.message()?;
        let (width, height) =
            parse_size(&size).with_context(|| format!("taille de labyrinthe incompréhensible : {size}"))?;
        self.command(&Command::GetGameData)?;
        let walls = self.message()?;
        let me = match self.message()?.trim() {
            "0" => Player::First,
            "1" => Player::Second,
            other => bail!("on ne sait pas qui commence : {other}"),
        };
        println!(
            "Partie {name} : labyrinthe {width} x {height}, {}",
            match me {
                Player::First => "nous commençons",
                Player::Second => "l'adversaire commence",
            }
        );
        let maze = Maze::from_text(width, height, &walls).context("labyrinthe incompréhensible")?;
        let energy = ByPlayer { first: 0, second: self.args.edition.second_energy() };
        let position = Labyrinth::with_energy(maze, energy).context("labyrinthe impossible")?;
        let params = [
            ("L", width.to_string()),
            ("H", height.to_string()),
            ("walls", walls),
            ("energy", energy.second.to_string()),
        ];
        let params = params.map(|(key, value)| (key.to_owned(), value)).to_vec();
        self.desk.announce(GameStart { game: "labyrinthe".into(), side: me, params });
        self.moves(me, position, announced)
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

    /// The moves of a game, whose first turn began at `began`. Whether we have won.
    fn moves(&mut self, me: Player, mut position: Labyrinth, mut began: Instant) -> Result<bool> {
        loop {
            if self.args.thinking.verbose > 0 {
                print!("{position}");
            }
            let mine = position.to_move() == me;
            let answer = if mine { self.my_move(&position, began)? } else { self.opponents_move()? };
            let won = match answer.code {
                MoveCode::Ok => None,
                MoveCode::Win => Some(mine),
                MoveCode::Lose => Some(!mine),
            };
            if let Some(won) = won {
                self.end(mine, won, &answer);
                return Ok(won);
            }
            let mv = MoveText::new(&answer.text).mv();
            let mv = mv.with_context(|| format!("coup incompréhensible : {}", answer.text))?;
            position.play(mv).with_context(|| format!("le serveur admet un coup illégal : {mv}"))?;
            if mine {
                self.desk.engine.verdict(ValCoup::Valid, PropCoup::Cont);
            } else {
                self.desk.engine.opponent(&mv.to_string());
                began = Instant::now();
            }
        }
    }

    /// Our move, and the server's answer. The server never speaks before: a late move is told so.
    fn my_move(&mut self, position: &Labyrinth, began: Instant) -> Result<MoveAnswer> {
        let mv = match self.desk.think(began)? {
            Thought::Move(text) => match position.parse_move(&text).map(|mv| (mv, position.check(mv))) {
                Ok((mv, Ok(()))) => mv,
                Ok((mv, Err(rule))) => self.fall_back(&format!("coup illégal {mv} : {rule}")),
                Err(error) => self.fall_back(&error.to_string()),
            },
            Thought::Nothing => self.fall_back("pas de coup"),
            Thought::Overtaken => bail!("le serveur met fin à la partie : {}", self.message()?),
        };
        log::info!("nous jouons {mv}");
        let (kind, value) = to_numbers(mv);
        let text = format!("{kind} {value}");
        self.command(&Command::PlayMove(MoveText::new(&text)))?;
        let (first, second) = (self.message()?, self.message()?);
        let (code, message) = match self.args.edition {
            Edition::E2017 => (first, second),
            Edition::E2025 => (second, first),
        };
        Ok(MoveAnswer { text, message, code: code_of(&code)? })
    }

    /// Staying on the spot is always legal.
    fn fall_back(&self, why: &str) -> Move {
        log::error!("moteur : {why} ; coup de secours : {}", Move::Stay);
        Move::Stay
    }

    fn opponents_move(&mut self) -> Result<MoveAnswer> {
        self.command(&Command::GetMove)?;
        let text = self.message()?;
        let message = if self.args.edition == Edition::E2025 { self.message()? } else { String::new() };
        let code = code_of(&self.message()?)?;
        log::info!("l'adversaire joue {text}");
        Ok(MoveAnswer { text, message, code })
    }

    /// Shows how the game ended, and tells the engine.
    fn end(&mut self, mine: bool, won: bool, last: &MoveAnswer) {
        let opponent_left = last.message == OPPONENT_TIMEOUT;
        let reason = match last.code {
            MoveCode::Win if opponent_left => Termination::Timeout,
            MoveCode::Win => Termination::Win,
            _ if last.text.is_empty() || last.message.starts_with("Timeout") => Termination::Timeout,
            _ => Termination::Triche,
        };
        let result = if won { PropCoup::Gagne } else { PropCoup::Perdu };
        self.desk.engine.end(result, reason);
        let who = if mine && !opponent_left { "nous" } else { "l'adversaire" };
        let how = match reason {
            Termination::Win => format!("{who} : trésor atteint"),
            Termination::Timeout => format!("{who} : hors temps ou parti"),
            _ => format!("{who} : coup illégal {}", last.message),
        };
        println!("Partie {} ({how})", if won { "gagnée" } else { "perdue" });
    }
}

fn code_of(text: &str) -> Result<MoveCode> {
    MoveCode::from_text(text).with_context(|| format!("code de coup incompréhensible : {text}"))
}
