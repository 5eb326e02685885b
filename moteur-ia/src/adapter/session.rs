//! The dialogue with the host: what each line does, and what is answered.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use jeux::{Player, Position, Status};
use protocol::colonnes::ValCoup;
use protocol::moteur::{EngineLine, GameStart, HostLine, VERSION};

use super::reader::{Interrupt, Received, Signal};
use super::{Engine, Game, Limits};

/// The part of the time of a move that is kept for handing it over, and the most that is kept.
const MARGIN_PART: u32 = 10;
const MARGIN: Duration = Duration::from_millis(20);

type MoveOf<P> = <P as Position>::Move;

/// The game under way.
struct Playing<P: Position> {
    position: P,
    side: Player,
    ponder: bool,
    /// Our move that has not been judged yet.
    given: Option<MoveOf<P>>,
}

impl<P: Position> Playing<P> {
    /// Plays a move that the host says is valid.
    fn play(&mut self, mv: MoveOf<P>) -> Result<(), String> {
        let result = self.position.play(mv);
        result.map(|_| ()).map_err(|rule| format!("the move {mv} cannot be played: {rule}"))
    }

    fn is_over(&self) -> bool {
        self.position.status() != Status::Ongoing
    }

    fn is_our_turn(&self) -> bool {
        !self.is_over() && self.position.to_move() == self.side
    }
}

/// One host, from `hello` to `quit`.
pub(super) struct Session<E: Engine, W> {
    engine: E,
    output: W,
    signal: Arc<Signal>,
    playing: Option<Playing<E::Position>>,
}

impl<E: Engine, W: Write> Session<E, W> {
    pub(super) fn new(engine: E, output: W, signal: Arc<Signal>) -> Self {
        Session { engine, output, signal, playing: None }
    }

    /// Answers lines until `quit` or the end.
    pub(super) fn run(mut self, lines: &Receiver<Received>) -> io::Result<()> {
        while let Ok(received) = lines.recv() {
            match received {
                Received::Line { number, at, line: Ok(line) } => {
                    if self.answer(line, number, at)?.is_break() {
                        return Ok(());
                    }
                }
                Received::Line { line: Err(refused), .. } if refused.unknown => {
                    self.say(&EngineLine::Info(format!("ignored: {}", refused.text)))?;
                }
                Received::Line { line: Err(refused), .. } => self.say(&EngineLine::Error(refused.text))?,
                Received::End(result) => return result,
            }
        }
        Ok(())
    }

    fn answer(&mut self, line: HostLine, number: u64, at: Instant) -> io::Result<ControlFlow<()>> {
        let done = match line {
            HostLine::Hello(_) => {
                let name = self.engine.name().to_owned();
                self.say(&EngineLine::Engine { version: VERSION, name })?;
                Ok(())
            }
            HostLine::Game(start) => self.begin(&start),
            HostLine::Go(ms) => match self.think(Duration::from_millis(ms), at, number) {
                Ok(mv) => {
                    if let Some(info) = self.engine.info() {
                        self.say(&EngineLine::Info(info))?;
                    }
                    self.say(&EngineLine::Move(mv.to_string()))?;
                    Ok(())
                }
                Err(refused) => Err(refused),
            },
            HostLine::Verdict(validity, _) => self.judged(validity, number),
            HostLine::Opponent(text) => self.opponent(&text),
            HostLine::End(..) => {
                self.playing = None;
                Ok(())
            }
            // Without a search it has crossed our answer; a search has seen it through the flag.
            HostLine::Stop => Ok(()),
            HostLine::Quit => return Ok(ControlFlow::Break(())),
        };
        if let Err(refused) = done {
            self.say(&EngineLine::Error(refused))?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn begin(&mut self, start: &GameStart) -> Result<(), String> {
        self.playing = None;
        let known = E::Position::NAME;
        if start.game != known {
            return Err(format!("unknown game {}: this engine plays {known}", start.game));
        }
        let mut position = E::Position::start(start)?;
        for text in start.param("moves").unwrap_or_default().split(',').filter(|text| !text.is_empty()) {
            let mv = position.parse_move(text).map_err(|error| error.to_string())?;
            position.play(mv).map_err(|rule| format!("{text}: {rule}"))?;
        }
        self.engine.new_game(start);
        let ponder = start.param("ponder") != Some("no");
        self.playing = Some(Playing { position, side: start.side, ponder, given: None });
        Ok(())
    }

    fn think(&mut self, time: Duration, at: Instant, number: u64) -> Result<MoveOf<E::Position>, String> {
        let playing = self.playing.as_mut().ok_or("go without a game")?;
        if playing.is_over() {
            return Err("go after the end of the game".to_owned());
        }
        if !playing.is_our_turn() {
            return Err("go when it is the opponent's turn".to_owned());
        }
        let time = time - (time / MARGIN_PART).min(MARGIN);
        self.signal.watch(number, Interrupt::Urgent);
        let limits = Limits { deadline: at.checked_add(time), stop: &self.signal.stop };
        let mv = self.engine.choose(&playing.position, &limits);
        playing.given = Some(mv);
        Ok(mv)
    }

    fn judged(&mut self, validity: ValCoup, number: u64) -> Result<(), String> {
        let playing = self.playing.as_mut().ok_or("verdict without a game")?;
        let mv = playing.given.take().ok_or("verdict without a move")?;
        if validity != ValCoup::Valid {
            self.playing = None;
            return Ok(());
        }
        if let Err(refused) = playing.play(mv) {
            self.playing = None;
            return Err(refused);
        }
        if playing.ponder && !playing.is_over() && !playing.is_our_turn() {
            self.signal.watch(number, Interrupt::Any);
            self.engine.ponder(&playing.position, &Limits { deadline: None, stop: &self.signal.stop });
        }
        Ok(())
    }

    /// Plays the opponent's move. After one that cannot be, the game is unknown until the next one is announced.
    fn opponent(&mut self, text: &str) -> Result<(), String> {
        let mut playing = self.playing.take().ok_or("opponent without a game")?;
        if playing.is_our_turn() {
            return Err(format!("opponent {text} when it is our turn"));
        }
        let mv = playing.position.parse_move(text).map_err(|error| error.to_string())?;
        playing.play(mv)?;
        self.playing = Some(playing);
        Ok(())
    }

    /// Writes one line at once.
    fn say(&mut self, line: &EngineLine) -> io::Result<()> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }
}
