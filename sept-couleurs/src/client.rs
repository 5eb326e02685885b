//! One game from beginning to end, between its host and the people.
//!
//! The host waits after each move until it was shown. A move taken back was never made: a host gets
//! the game again with the remaining moves.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::host::person::PersonMessage;
use arbitre::host::{HostEvent, LocalHost, Order, Report, Task, TaskPlayer, TaskSeat, Watched};
use arbitre::record::{MoveRecord, PartieRecord, Record, ResultRecord};
use ipc::wait::{Deadline, wait_any};
use jeux::game::{Game as _, SINGLE};
use jeux::sept_couleurs::SeptCouleurs;
use jeux::text::truncate;
use jeux::{Player, Position, Reason, Slot};
use jiff::Timestamp;
use protocol::verdict::Validity;

use crate::game::ShownGame;
use crate::input::Command;
use crate::setting::sentence;
use crate::ui::Ui;

/// The reason of a game that a person has left.
const LEFT: &str = "left-table";

/// A new or resumed game.
pub struct GameStart {
    /// The unique name of its record.
    pub id: String,
    /// The game of a championship that it is.
    pub scheduled: Option<String>,
    /// The engines' time for a move.
    pub time: Duration,
    /// Its record so far.
    pub before: Option<Record>,
}

pub struct GameEnd {
    /// Its record; an interrupted one was not stored.
    pub record: Record,
    /// A person left before its end.
    pub left: bool,
}

/// Plays a game to its end, however long people take. `keep` gets the record after each move,
/// before it is shown, and after moves were taken back; at last the complete one.
pub fn play(
    (game, entry): (&mut ShownGame, GameStart),
    players: [TaskPlayer; 2],
    host: &mut LocalHost,
    ui: &mut dyn Ui,
    keep: &mut dyn FnMut(&Record) -> Result<()>,
) -> Result<GameEnd> {
    let engines = players.iter().any(|player| matches!(player.seat, TaskSeat::Engine(_)));
    let time_ms = engines.then(|| u64::try_from(entry.time.as_millis()).unwrap_or(u64::MAX));
    let task = Task {
        setup: game.setup.clone(),
        time_ms,
        scheduled: entry.scheduled,
        watched: Watched::Paced,
        ..Task::new(entry.id, SeptCouleurs::NAME, SINGLE.len(), players)
    };
    let known = match entry.before {
        Some(before) => {
            game.go_to(before.parties.last().map_or(&[], |partie| &partie.moves))?;
            before
        }
        None => {
            let mut known = task.blank().map_err(|why| sentence(&why))?;
            known.parties.push(PartieRecord {
                name: SINGLE[0].name.to_owned(),
                first: SINGLE[0].first,
                setup: task.setup.clone(),
                moves: Vec::new(),
                result: ResultRecord::under_way(),
            });
            known.interrupt(&Reason::new(LEFT));
            known
        }
    };
    let mut client = Client {
        game,
        host,
        ui,
        keep,
        known,
        task,
        made: None,
        answered: true,
        later: VecDeque::new(),
        given_up: false,
        began: Instant::now(),
        leaving: None,
        ended: None,
    };
    client.play()
}

/// Marks a record as interrupted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StopCause {
    /// A person left.
    ForGood,
    /// Moves are taken back: so many remain.
    Undo(usize),
}

struct Client<'a> {
    game: &'a mut ShownGame,
    host: &'a mut LocalHost,
    ui: &'a mut dyn Ui,
    keep: &'a mut dyn FnMut(&Record) -> Result<()>,
    task: Task,
    /// The record as shown.
    known: Record,
    /// A move made but not shown yet: the host waits for that.
    made: Option<MoveRecord>,
    /// The last input was answered.
    answered: bool,
    /// Commands given before that, for later.
    later: VecDeque<Command>,
    /// Somebody has given up, which the host may not know yet.
    given_up: bool,
    /// When the turn began.
    began: Instant,
    leaving: Option<StopCause>,
    /// The host's record.
    ended: Option<Record>,
}

impl Client<'_> {
    fn play(&mut self) -> Result<GameEnd> {
        self.start()?;
        loop {
            let mut done = false;
            for event in self.host.events() {
                done |= self.hear_host(event)?;
            }
            for (_, view) in self.host.views() {
                if let Some((text, why)) = view.refused {
                    self.answered = true;
                    let shown = truncate(&text, 40);
                    let why = i18n::reason(&why);
                    self.ui.say(self.game, &i18n::text!("person-refused", move = shown, why = why));
                }
            }
            match (done, self.leaving) {
                (true, Some(StopCause::Undo(remain))) => {
                    self.take_back(remain)?;
                    continue;
                }
                (true, _) => return self.end(),
                (false, Some(_)) => {}
                (false, None) => self.hear_people()?,
            }
            let due = if self.leaving.is_none() { self.due() } else { Deadline::NEVER };
            if due.passed() {
                self.show()?;
                continue;
            }
            let mut fds = Vec::new();
            self.host.watch(&mut fds);
            if self.leaving.is_none() {
                self.ui.watch(!self.is_asked(), &mut fds);
            }
            wait_any(&mut fds, due)?;
        }
    }

    fn start(&mut self) -> Result<()> {
        self.task.before = Some(Box::new(self.known.clone()));
        self.host.play(self.task.clone()).context("socketpair")
    }

    fn is_asked(&self) -> bool {
        self.answered && self.made.is_none() && self.game.is_person(self.game.position.to_move())
    }

    /// Handles a report of the host; whether it was the last.
    fn hear_host(&mut self, event: HostEvent) -> Result<bool> {
        match event {
            HostEvent::Said(Report::Begins(_)) => {
                self.host.answer(&Order::GoOn);
                self.turn();
            }
            HostEvent::Said(Report::Move(mv)) => self.made = Some(mv),
            HostEvent::Said(Report::Record(record)) => {
                if record.interrupted.is_none() {
                    (self.keep)(&record)?;
                }
                self.host.answer(&Order::Recorded);
                self.ended = Some(*record);
            }
            HostEvent::Said(Report::Failed(why)) if self.ended.is_none() => return Err(sentence(&why)),
            HostEvent::Said(Report::Done | Report::Failed(_)) => return Ok(true),
            HostEvent::Said(_) => {}
            HostEvent::Died(why) => {
                let mut lost = Record { ended: Some(Timestamp::now()), ..self.known.clone() };
                lost.interrupt(&why);
                self.ended.get_or_insert(lost);
                self.leaving = self.leaving.filter(|leaving| *leaving == StopCause::ForGood);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn turn(&mut self) {
        self.began = Instant::now();
        if !self.game.is_over() {
            self.ui.turn(self.game);
        }
    }

    /// Whether a person made this move: the only game of the rencontre begins with slot 0.
    fn is_person(&self, mv: &MoveRecord) -> bool {
        self.game.is_person(mv.player.player(Slot::Zero))
    }

    /// When to show the pending move: people look at the position before an engine's move as long
    /// as they want.
    /// as they want.
    fn due(&mut self) -> Deadline {
        let Some(mv) = &self.made else { return Deadline::NEVER };
        let rest = if self.is_person(mv) {
            Duration::ZERO
        } else if self.game.is_watched() && self.game.pace.paused {
            if !self.game.pace.step() {
                return Deadline::NEVER;
            }
            Duration::ZERO
        } else {
            self.ui.rest(self.game)
        };
        Deadline::after(self.began, Some(rest))
    }

    /// Shows the pending move, and lets the game go on.
    fn show(&mut self) -> Result<()> {
        let Some(mv) = self.made.take() else { return Ok(()) };
        let legal = mv.verdict == Validity::Valid;
        if let Some(partie) = self.known.parties.last_mut() {
            partie.moves.push(mv.clone());
        }
        if self.ended.is_none() {
            (self.keep)(&self.known)?;
        }
        self.answered = true;
        if legal {
            self.game.play(&mv.text).map_err(|why| sentence(&why))?;
            self.ui.moved(self.game);
        }
        self.host.answer(&Order::GoOn);
        self.turn();
        Ok(())
    }

    /// Handles people's input.
    fn hear_people(&mut self) -> Result<()> {
        while self.leaving.is_none() {
            let asked = self.is_asked();
            let kept = if self.answered { self.later.pop_front() } else { None };
            let Some(command) = kept.or_else(|| self.ui.heard(self.game, !asked)) else { return Ok(()) };
            match command {
                Command::Quit if self.ended.is_some() => return self.show(),
                // The game is lost, not left.
                Command::Quit if self.given_up => return Ok(()),
                Command::Quit => {
                    self.leaving = Some(StopCause::ForGood);
                    self.host.stop();
                }
                // Input is for the next turn.
                command if !self.answered => self.later.push_back(command),
                Command::GiveUp if !self.game.is_watched() && self.ended.is_none() => {
                    self.show()?;
                    let people = || Player::ALL.into_iter().find(|player| self.game.is_person(*player));
                    let mover =
                        Some(self.game.position.to_move()).filter(|mover| self.game.is_person(*mover));
                    if let Some(player) = mover.or_else(people) {
                        (self.answered, self.given_up) = (false, true);
                        self.host.say(Slot::of(player, Slot::Zero), &PersonMessage::GiveUp);
                    }
                }
                Command::Undo if !self.game.is_watched() && self.ended.is_none() => self.undo(),
                Command::Play(text) if asked => {
                    self.answered = false;
                    let mover = self.game.position.to_move();
                    self.host.say(Slot::of(mover, Slot::Zero), &PersonMessage::Move(self.game.moves, text));
                }
                command => {
                    self.game.pace.command(&command);
                    if !asked {
                        self.ui.turn(self.game);
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes back a person's last move, with what followed.
    fn undo(&mut self) {
        let moves = self.known.parties.last().map(|partie| partie.moves.as_slice()).unwrap_or_default();
        let text = match moves.iter().rposition(|mv| self.is_person(mv)) {
            _ if !self.game.undo => i18n::text!("couleurs-undo-refused"),
            None => i18n::text!("couleurs-undo-nothing"),
            Some(remain) => {
                if self.made.take().is_some() {
                    // The host waits for that first.
                    self.host.answer(&Order::GoOn);
                }
                self.host.answer(&Order::Stop);
                self.leaving = Some(StopCause::Undo(remain));
                return;
            }
        };
        self.ui.say(self.game, &text);
    }

    /// Resumes after so many moves.
    fn take_back(&mut self, remain: usize) -> Result<()> {
        (self.leaving, self.ended, self.made, self.answered) = (None, None, None, true);
        let Some(partie) = self.known.parties.last_mut() else { return Ok(()) };
        let taken = partie.moves.split_off(remain.min(partie.moves.len())).len();
        self.game.go_to(&partie.moves)?;
        (self.keep)(&self.known)?;
        self.ui.say(self.game, &i18n::text!("couleurs-undone", count = taken));
        self.start()
    }

    fn end(&mut self) -> Result<GameEnd> {
        let mut record = self.ended.take().ok_or_else(|| sentence(&Reason::new("stopped")))?;
        let has_left = self.leaving == Some(StopCause::ForGood) && record.interrupted.is_some();
        if has_left {
            record.interrupt(&Reason::new(LEFT));
        }
        Ok(GameEnd { record, left: has_left })
    }
}
