//! The rencontre: one or several games between two players, refereed and recorded.

use std::collections::BTreeMap;
use std::time::Duration;

use jeux::game::{ParameterError, Params, Partie};
use jeux::{ByPlayer, Player, Reason, Slot};
use jiff::Timestamp;
use protocol::Termination;

use crate::game::{Beginning, GameEntry};
use crate::judge::{Coup, Judge};
use crate::match_loop::{Conditions, Recorder, play};
use crate::record::{
    MoveRecord, OddOutput, PartieRecord, PlayerRecord, Record, ResultRecord, SCHEMA, Settings,
};
use crate::seat::{NoMove, Opening, Seat};

/// A player of a rencontre.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// The cleaned name.
    pub name: String,
    /// An address, or the engine that was started.
    pub from: String,
}

/// A rencontre to referee.
#[derive(Clone, Copy)]
pub struct Rencontre<'a> {
    pub kind: &'static GameEntry,
    /// The unique name of its record.
    pub id: &'a str,
    /// In games with colours the first has the first colour.
    pub contestants: &'a [Contestant; 2],
    /// The setup of every game, from [`GameEntry::draw`].
    pub setup: &'a Params,
    /// The games: those of the kind, or [`jeux::game::SINGLE`].
    pub parties: &'a [Partie],
    /// Whether the rules judge the moves.
    pub judged: bool,
    /// The scheduled game of a championship.
    pub scheduled: Option<&'a str>,
    /// Its earlier part: finished games, and those that go on after their moves, the last one in any case.
    pub before: Option<&'a Record>,
}

/// Follows a rencontre.
pub trait Observer {
    /// A game has begun, a move was made, or a game has ended. The result of a game under way is
    /// [`Termination::Interrupted`].
    fn show(&mut self, _record: &Record) {}

    /// The rencontre has ended, and the players do not know yet. Whether to tell them: the place to
    /// commit the record.
    fn ended(&mut self, _record: &Record) -> bool {
        true
    }
}

/// No observer.
impl Observer for () {}

impl Rencontre<'_> {
    /// The empty record of this rencontre.
    pub fn blank(&self, time: Option<Duration>) -> Record {
        let time_ms = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let player = |slot: Slot| PlayerRecord {
            name: self.contestants[slot].name.clone(),
            color: self.kind.colours.map(|colours| colours[slot].to_owned()),
            from: self.contestants[slot].from.clone(),
            confinement: None,
            odd: None,
        };
        Record {
            schema: SCHEMA,
            game: self.kind.name.into(),
            id: self.id.into(),
            started: Timestamp::now(),
            ended: None,
            versions: BTreeMap::from([("arbitre".into(), env!("CARGO_PKG_VERSION").into())]),
            settings: Settings { time_ms, judged: self.judged },
            players: Slot::ALL.map(player),
            parties: Vec::new(),
            scheduled: self.scheduled.map(str::to_owned),
            machine: None,
            interrupted: None,
        }
    }

    /// The record of a rencontre whose referee wrote none.
    pub fn interrupted(&self, time: Option<Duration>, why: &Reason) -> Record {
        let mut record = self.blank(time);
        record.ended = Some(record.started);
        record.interrupted = Some(why.clone());
        record
    }

    /// The record of a forfeit: the player in this slot loses all games, or with `None` nobody wins
    /// one; why, if that is known.
    pub fn forfeited(&self, time: Option<Duration>, absent: Option<Slot>, why: Option<&Reason>) -> Record {
        let mut record = self.blank(time);
        record.ended = Some(record.started);
        record.parties = self
            .parties
            .iter()
            .map(|partie| PartieRecord {
                name: partie.name.into(),
                first: partie.first,
                setup: self.setup.clone(),
                moves: Vec::new(),
                result: ResultRecord::absence(absent, why.cloned()),
            })
            .collect();
        record
    }

    /// Referees the rencontre to its end; an interruption ends it with the current game. Fails if a
    /// game cannot begin with the setup, or the earlier moves are impossible: nothing was played
    /// then.
    pub fn referee(
        &self,
        seats: [&mut dyn Seat; 2],
        conditions: Conditions<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Record, ParameterError> {
        let mut record = self.blank(conditions.time);
        let before = self.before.map(|record| record.parties.as_slice()).unwrap_or_default();
        if let Some(known) = self.before {
            record.started = known.started;
        }
        let [zero, one] = seats;
        for (played, partie) in self.parties.iter().enumerate() {
            let known = before.get(played);
            let is_over = |partie: &&PartieRecord| partie.result.termination != Termination::Interrupted;
            if let Some(over) = known.filter(is_over).filter(|_| played + 1 < before.len()) {
                record.parties.push(over.clone());
                continue;
            }
            let moves = known.map(|partie| partie.moves.as_slice()).unwrap_or_default();
            let beginning = Beginning { setup: self.setup, first: partie.first, judged: self.judged };
            let mut judge = self.kind.start(&beginning)?;
            let slots = partie.first.in_order();
            let mut seats: ByPlayer<&mut dyn Seat> = match partie.first {
                Slot::Zero => ByPlayer { first: &mut *zero, second: &mut *one },
                Slot::One => ByPlayer { first: &mut *one, second: &mut *zero },
            };
            let not_ready = self.begin(&mut seats, judge.as_ref(), (partie, played, moves), conditions);
            for mv in moves {
                judge.judge(&Coup::said(&mv.text)).map_err(|why| ParameterError::new("moves", why))?;
            }
            for me in Player::ALL {
                // Every start of an engine is confined alike.
                if let Some(confinement) = seats[me].confinement() {
                    record.players[slots[me]].confinement = Some(confinement);
                }
            }
            record.parties.push(PartieRecord {
                name: partie.name.into(),
                first: partie.first,
                setup: self.setup.clone(),
                moves: moves.to_vec(),
                result: ResultRecord::under_way(),
            });
            observer.show(&record);
            let last = played + 1 == self.parties.len();
            let mut recorder = PartieRecorder { last, record: &mut record, observer };
            play(judge.as_mut(), &mut seats, slots, conditions, not_ready, &mut recorder);
            observer.show(&record);
            if record.interrupted.is_some() {
                break;
            }
        }
        Ok(record)
    }

    /// Lets both players get ready; the first fault.
    fn begin(
        &self,
        seats: &mut ByPlayer<&mut dyn Seat>,
        judge: &dyn Judge,
        (partie, played, before): (&Partie, usize, &[MoveRecord]),
        conditions: Conditions<'_>,
    ) -> Option<(Player, NoMove)> {
        let opening = |me: Player| {
            let slot = Slot::of(me, partie.first);
            Opening {
                game: self.kind.name,
                title: self.kind.title,
                colour: self.kind.colours.map(|colours| colours[slot]),
                judge: Some(judge),
                setup: self.setup,
                before,
                partie: partie.name,
                played,
                slot,
                me,
                opponent: &self.contestants[slot.other()].name,
                time: conditions.time,
                interrupt: conditions.interrupt,
            }
        };
        let begun = Player::ALL.map(|me| seats[me].begin(&opening(me)).map_err(|fault| (me, fault)));
        let ready = Player::ALL.map(|me| seats[me].ready(&opening(me)).map_err(|fault| (me, fault)));
        let mut faults: Vec<(Player, NoMove)> =
            begun.into_iter().chain(ready).filter_map(Result::err).collect();
        // A failure of the referee excuses all others.
        let own = faults.iter().position(|(_, fault)| matches!(fault, NoMove::Interrupted(_)));
        (!faults.is_empty()).then(|| faults.swap_remove(own.unwrap_or_default()))
    }
}

/// Records a game, the last of its rencontre's record.
struct PartieRecorder<'a> {
    /// No other game follows.
    last: bool,
    record: &'a mut Record,
    observer: &'a mut dyn Observer,
}

impl Recorder for PartieRecorder<'_> {
    fn judged(&mut self, mv: MoveRecord) {
        if let Some(partie) = self.record.parties.last_mut() {
            partie.moves.push(mv);
        }
    }

    fn goes_on(&mut self) {
        self.observer.show(self.record);
    }

    fn odd(&mut self, slot: Slot, output: OddOutput) {
        match &mut self.record.players[slot].odd {
            Some(known) => known.lines += output.lines,
            none => *none = Some(output),
        }
    }

    fn ended(&mut self, result: ResultRecord) -> bool {
        let stopped = result.termination == Termination::Interrupted;
        if stopped {
            let why = result.detail.clone();
            self.record.interrupted = why.or_else(|| Some(Reason::new("interrupted")));
        }
        if let Some(partie) = self.record.parties.last_mut() {
            partie.result = result;
        }
        if !stopped && !self.last {
            return true;
        }
        self.record.ended = Some(Timestamp::now());
        self.observer.ended(self.record)
    }
}
