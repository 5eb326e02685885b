//! The dialogue with the host, line by line.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use jeux::game::Params;
use jeux::{Player, Reason, View};
use protocol::moteur::{EngineLine, GameStart, HostLine, ToldMove, VERSION, split_moves};
use protocol::verdict::{Property, Validity};

use super::engine::{Engine, Limits};
use super::reader::{Interrupt, Received, Signal};

/// The part of a move's time kept for sending it, and the most that is kept.
const MARGIN_PART: u32 = 10;
const MARGIN: Duration = Duration::from_millis(20);

/// The current game.
struct Playing<V: View> {
    view: V,
    side: Player,
    ponder: bool,
    /// Our move, not judged yet.
    given: Option<V::Move>,
    /// The referee said so, even if this player cannot see it.
    over: bool,
}

impl<V: View> Playing<V> {
    /// The announced game, after the moves made already.
    fn begin(start: &GameStart) -> Result<Self, Reason> {
        if start.game != V::GAME {
            return Err(jeux::game::unknown(&start.game, V::GAME));
        }
        let setup: Params = start.params.iter().cloned().collect();
        let view = V::begin(&setup, start.side)
            .map_err(|error| Reason::new("game-setup").with(error.name).because(error.problem))?;
        let ponder = start.param("ponder") != Some("no");
        let mut playing = Playing { view, side: start.side, ponder, given: None, over: false };
        for (index, told) in split_moves(start.param("moves").unwrap_or_default()).iter().enumerate() {
            playing.replay(told).map_err(|why| Reason::new("game-moves").with(index + 1).because(why))?;
        }
        Ok(playing)
    }

    fn turn(&self) -> Option<Player> {
        if self.over { None } else { self.view.turn() }
    }

    fn is_our_turn(&self) -> bool {
        self.turn() == Some(self.side)
    }

    /// Plays an earlier move.
    fn replay(&mut self, told: &ToldMove) -> Result<(), Reason> {
        match self.turn() {
            None => Err(Reason::new("game-over")),
            Some(mover) if mover == self.side => {
                let mv = self.view.read(&told.text)?;
                self.view.own(&mv, told.answer.as_deref())
            }
            Some(_) => self.view.opponent(&told.text),
        }
    }
}

/// One host, from `hello` to `quit`.
pub(super) struct Session<E: Engine, W> {
    engine: E,
    output: W,
    signal: Arc<Signal>,
    playing: Option<Playing<E::View>>,
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
                    self.say(&EngineLine::Info(refused.reason.to_string()))?;
                }
                Received::Line { line: Err(refused), .. } => self.refuse(&refused.reason)?,
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
                Ok(text) => {
                    if let Some(info) = self.engine.info() {
                        self.say(&EngineLine::Info(info))?;
                    }
                    self.say(&EngineLine::Move(text))?;
                    Ok(())
                }
                Err(refused) => Err(refused),
            },
            HostLine::Verdict(validity, property, answer) => {
                self.judged((validity, property), answer.as_deref(), number)
            }
            HostLine::Opponent(text) => self.opponent(&text, number),
            HostLine::End(..) => {
                self.playing = None;
                Ok(())
            }
            // Without a search it crossed our answer; a search has seen the flag.
            HostLine::Stop => Ok(()),
            // It asked for no list of moves.
            HostLine::Legal(_) => Ok(()),
            HostLine::Quit => return Ok(ControlFlow::Break(())),
        };
        if let Err(refused) = done {
            self.refuse(&refused)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn begin(&mut self, start: &GameStart) -> Result<(), Reason> {
        self.playing = None;
        let playing = Playing::begin(start)?;
        self.engine.new_game(start);
        self.playing = Some(playing);
        Ok(())
    }

    /// The notation of the engine's move.
    fn think(&mut self, time: Duration, at: Instant, number: u64) -> Result<String, Reason> {
        let playing = self.playing.as_mut().ok_or_else(|| without_game("go"))?;
        match playing.turn() {
            None => return Err(Reason::new("game-over")),
            Some(mover) if mover != playing.side => return Err(out_of_place("go")),
            Some(_) => {}
        }
        let time = time - (time / MARGIN_PART).min(MARGIN);
        self.signal.watch(number, Interrupt::Urgent);
        let limits = Limits { deadline: at.checked_add(time), stop: &self.signal.stop };
        let mv = self.engine.choose(&playing.view, &limits).ok_or_else(|| Reason::new("no-move"))?;
        let text = mv.to_string();
        playing.given = Some(mv);
        Ok(text)
    }

    /// After a move of ours that counts it may be our turn again. After one that we cannot
    /// understand, the game is unknown until the next announcement.
    fn judged(
        &mut self,
        (validity, property): (Validity, Property),
        answer: Option<&str>,
        number: u64,
    ) -> Result<(), Reason> {
        let mut playing = self.playing.take().ok_or_else(|| without_game("verdict"))?;
        let Some(mv) = playing.given.take() else {
            self.playing = Some(playing);
            return Err(out_of_place("verdict"));
        };
        if validity != Validity::Valid {
            return Ok(());
        }
        playing.view.own(&mv, answer).map_err(|why| unplayable(&mv.to_string(), why))?;
        playing.over = property != Property::Cont;
        self.playing = Some(playing);
        self.ponder(number);
        Ok(())
    }

    /// Plays the opponent's move. After an impossible one the game is unknown until the next
    /// announcement.
    fn opponent(&mut self, told: &str, number: u64) -> Result<(), Reason> {
        let mut playing = self.playing.take().ok_or_else(|| without_game("opponent"))?;
        match playing.turn() {
            None => return Err(Reason::new("game-over")),
            Some(mover) if mover == playing.side => return Err(out_of_place("opponent")),
            Some(_) => playing.view.opponent(told).map_err(|why| unplayable(told, why))?,
        }
        self.playing = Some(playing);
        self.ponder(number);
        Ok(())
    }

    /// Ponders until the next line.
    fn ponder(&mut self, number: u64) {
        if let Some(playing) = &self.playing
            && playing.ponder
            && playing.turn().is_some()
            && !playing.is_our_turn()
        {
            self.signal.watch(number, Interrupt::Any);
            self.engine.ponder(&playing.view, &Limits { deadline: None, stop: &self.signal.stop });
        }
    }

    /// The host receives a reason, for which it has the sentence.
    fn refuse(&mut self, reason: &Reason) -> io::Result<()> {
        self.say(&EngineLine::Error(reason.to_string()))
    }

    fn say(&mut self, line: &EngineLine) -> io::Result<()> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }
}

/// A message that needs a game when there is none.
fn without_game(message: &str) -> Reason {
    Reason::new("message-without-game").with(message)
}

/// A message at the wrong time.
fn out_of_place(message: &str) -> Reason {
    Reason::new("message-out-of-place").with(message)
}

/// A move that the host calls valid, and that is impossible.
fn unplayable(text: &str, why: Reason) -> Reason {
    Reason::new("unplayable").with(text).because(why)
}
