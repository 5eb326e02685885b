//! A game played move by move with the engine under test, without a referee's clock.

use std::time::Duration;

use arbitre::engine::announcement;
use arbitre::game::{Beginning, GameEntry};
use arbitre::judge::{Coup, Judge, Verdict};
use arbitre::seat::Opening;
use jeux::game::Params;
use jeux::{ByPlayer, Player, Reason, Slot};
use protocol::moteur::{GameStart, HostLine, ToldMove, join_moves};

use super::check::Check;
use super::probe::{Probe, ProbeResult, Reply, error, failed_by, illegal};

/// The opponent's name.
const OPPONENT: &str = "essai";

pub struct TrialGame {
    kind: &'static GameEntry,
    setup: Params,
    judge: Box<dyn Judge>,
    /// The engine's side.
    side: Player,
    /// What it was told of the game.
    told: Vec<ToldMove>,
    over: bool,
    random: fastrand::Rng,
}

impl TrialGame {
    /// A game with this setup and the engine on this side; the seed draws the opponent's moves.
    pub fn new(kind: &'static GameEntry, setup: Params, side: Player, seed: u64) -> Option<Self> {
        let judge = kind.start(&Beginning { setup: &setup, first: Slot::Zero, judged: true }).ok()?;
        let random = fastrand::Rng::with_seed(seed);
        Some(TrialGame { kind, setup, judge, side, told: Vec::new(), over: false, random })
    }

    /// The same with other future moves of the opponent.
    #[must_use]
    pub fn drawing(mut self, number: u64) -> Self {
        self.random = fastrand::Rng::with_seed(self.random.u64(..) ^ number);
        self
    }

    /// Its announcement, with the moves so far, and further parameters.
    pub fn announced(&self, time: Duration, more: &[(&str, &str)]) -> GameStart {
        let slot = Slot::of(self.side, Slot::Zero);
        let opening = Opening {
            game: self.kind.name,
            title: self.kind.title,
            colour: self.kind.colours.map(|colours| colours[slot]),
            judge: None,
            setup: &self.setup,
            before: &[],
            partie: self.kind.parties[0].name,
            played: 0,
            slot,
            me: self.side,
            opponent: OPPONENT,
            time: Some(time),
            interrupt: None,
        };
        let mut start = announcement(&opening, true);
        if !self.told.is_empty() {
            start.params.push(("moves".to_owned(), join_moves(&self.told)));
        }
        start.params.extend(more.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
        start
    }

    /// The position.
    pub fn picture(&self) -> String {
        self.judge.picture(ByPlayer { first: "", second: "" })
    }

    /// Whether it is the engine's turn.
    pub fn its_turn(&self) -> bool {
        !self.over && self.judge.to_move() == self.side
    }

    pub fn over(&self) -> bool {
        self.over
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.told.len()
    }

    /// The legal moves, or some of too many.
    pub fn legal(&self) -> Vec<String> {
        self.judge.legal_moves()
    }

    /// Whether this move is legal.
    pub fn allows(&self, text: &str) -> bool {
        let judged = self.judge.copy().judge(&Coup::said(text));
        judged.is_ok_and(|judgement| judgement.verdict.is_legal())
    }

    /// Plays a move of the player to move; the line for the engine.
    pub fn play(&mut self, text: &str) -> Result<HostLine, Reason> {
        let own = self.its_turn();
        let judgement = self.judge.judge(&Coup::said(text))?;
        if let Verdict::Illegal(why) = judgement.verdict {
            return Err(why);
        }
        self.over = judgement.verdict != Verdict::Continue;
        let (validity, property) = judgement.verdict.words();
        let shown = judgement.shown.of(text).to_owned();
        self.told.push(match own {
            true => ToldMove { text: text.to_owned(), answer: judgement.answer.clone() },
            false => ToldMove { text: shown.clone(), answer: None },
        });
        Ok(match own {
            true => HostLine::Verdict(validity, property, judgement.answer),
            false => HostLine::Opponent(shown),
        })
    }

    /// Plays any legal move; `None` if there is none.
    pub fn play_any(&mut self) -> Option<HostLine> {
        let moves = self.legal();
        let text = self.random.choice(&moves)?.clone();
        self.play(&text).ok()
    }

    /// Plays any moves of the opponent, while it is his turn.
    pub fn opponents_turn(&mut self, probe: &mut Probe) {
        while !self.over && !self.its_turn() {
            let Some(line) = self.play_any() else { return };
            probe.send(&line);
        }
    }

    /// Asks the engine for a move, and plays it.
    pub fn engines_move(&mut self, probe: &mut Probe, within: Duration) -> ProbeResult<String> {
        let reply = probe.ask(within)?;
        self.take(probe, reply)
    }

    /// Plays the move of an answer.
    pub fn take(&mut self, probe: &mut Probe, reply: Reply) -> ProbeResult<String> {
        match reply {
            Reply::Move(text) => match self.play(&text) {
                Ok(line) => {
                    probe.send(&line);
                    Ok(text)
                }
                Err(why) => probe.halt(Check::Legal, illegal(&text, &why)),
            },
            Reply::Error(text) => probe.halt(failed_by(&text), error(&text)),
        }
    }
}

impl Clone for TrialGame {
    fn clone(&self) -> Self {
        TrialGame {
            kind: self.kind,
            setup: self.setup.clone(),
            judge: self.judge.copy(),
            side: self.side,
            told: self.told.clone(),
            over: self.over,
            random: self.random.clone(),
        }
    }
}
