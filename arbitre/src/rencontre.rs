//! The rencontre: one or several games between the same two players, refereed and written down.

use std::collections::BTreeMap;

use jeux::game::{ParameterError, Params, Partie};
use jeux::{ByPlayer, Player, Reason};
use jiff::Timestamp;
use protocol::Termination;

use crate::game::{Beginning, Kind};
use crate::judge::Judge;
use crate::live::Live;
use crate::match_loop::{Conditions, Course, Scribe, play};
use crate::record::{MoveRecord, PartyRecord, PlayerRecord, Record, ResultRecord, SCHEMA, Settings};
use crate::seat::{Fault, Opening, Seat};

/// A player of a rencontre: the name to show, and where he comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// The cleaned name.
    pub name: String,
    /// An address, or the engine that was started.
    pub from: String,
}

/// What is to be played.
#[derive(Clone, Copy)]
pub struct Rencontre<'a> {
    /// The game.
    pub kind: &'static Kind,
    /// Unique; names the record.
    pub id: &'a str,
    /// The players. In games with colours the first has the first colour.
    pub contestants: &'a [Contestant; 2],
    /// What every game of it begins with: [`Kind::draw`].
    pub setup: &'a Params,
    /// The games: those of the kind, or [`jeux::game::SINGLE`].
    pub parties: &'a [Partie],
    /// Whether the moves are judged by the rules.
    pub judged: bool,
    /// The scheduled game of a championship that it is.
    pub scheduled: Option<&'a str>,
}

impl Rencontre<'_> {
    /// The record of this rencontre with nothing in it yet.
    pub fn blank(&self, conditions: Conditions<'_>) -> Record {
        let time_ms = conditions.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let player = |place: usize| PlayerRecord {
            name: self.contestants[place].name.clone(),
            color: self.kind.colours.map(|colours| colours[place].to_owned()),
            from: self.contestants[place].from.clone(),
            confinement: None,
        };
        Record {
            schema: SCHEMA,
            game: self.kind.name.into(),
            id: self.id.into(),
            started: Timestamp::now(),
            ended: None,
            versions: BTreeMap::from([("arbitre".into(), env!("CARGO_PKG_VERSION").into())]),
            settings: Settings { time_ms, judged: self.judged },
            players: [player(0), player(1)],
            parties: Vec::new(),
            scheduled: self.scheduled.map(str::to_owned),
            interrupted: None,
        }
    }

    /// The record of a rencontre that ended before its referee could write one.
    pub fn interrupted(&self, conditions: Conditions<'_>, why: &Reason) -> Record {
        let mut record = self.blank(conditions);
        record.ended = Some(record.started);
        record.interrupted = Some(why.clone());
        record
    }

    /// The record of a rencontre that is not played because a player has not come: the one in this place, who loses
    /// all its games, or with `None` both, and nobody wins one.
    pub fn forfeited(&self, conditions: Conditions<'_>, absent: Option<usize>) -> Record {
        let mut record = self.blank(conditions);
        record.ended = Some(record.started);
        record.parties = self
            .parties
            .iter()
            .map(|partie| PartyRecord {
                name: partie.name.into(),
                first: partie.first,
                setup: self.setup.clone(),
                moves: Vec::new(),
                result: ResultRecord::absence(absent),
            })
            .collect();
        record
    }

    /// Referees the rencontre between the players who sit in these places, to its end.
    ///
    /// `before_end` is called with the complete record before the players are told how the last game ends: the place to
    /// commit it. An interrupted rencontre ends with the game under way.
    ///
    /// # Errors
    /// The setup is none that the game can begin with; nothing was played.
    pub fn referee(
        &self,
        seats: [&mut dyn Seat; 2],
        conditions: Conditions<'_>,
        before_end: &mut dyn FnMut(&Record),
    ) -> Result<Record, ParameterError> {
        let mut record = self.blank(conditions);
        let live = conditions.live;
        let [zero, one] = seats;
        for (played, partie) in self.parties.iter().enumerate() {
            let beginning = Beginning { setup: self.setup, first: partie.first, judged: self.judged };
            let mut judge = self.kind.start(&beginning)?;
            let mut seats: ByPlayer<&mut dyn Seat> = match partie.first {
                0 => ByPlayer { first: &mut *zero, second: &mut *one },
                _ => ByPlayer { first: &mut *one, second: &mut *zero },
            };
            let not_ready = self.begin(&mut seats, judge.as_ref(), (partie, played), conditions);
            for me in Player::ALL {
                let place = if me == Player::First { partie.first } else { 1 - partie.first };
                // Each start of an engine is confined alike.
                if let Some(confinement) = seats[me].confinement() {
                    record.players[place].confinement = Some(confinement);
                }
            }
            let last = played + 1 == self.parties.len();
            let mut minutes =
                Minutes { rencontre: self, partie, last, record: &mut record, live, before_end };
            minutes.begin();
            play(judge.as_mut(), &mut seats, conditions, not_ready, &mut minutes);
            if let Some(live) = live {
                live.show(&record);
            }
            if record.interrupted.is_some() {
                break;
            }
        }
        Ok(record)
    }

    /// Lets both players get ready, and gives the first fault.
    fn begin(
        &self,
        seats: &mut ByPlayer<&mut dyn Seat>,
        judge: &dyn Judge,
        (partie, played): (&Partie, usize),
        conditions: Conditions<'_>,
    ) -> Option<(Player, Fault)> {
        let opening = |me: Player| {
            let place = if me == Player::First { partie.first } else { 1 - partie.first };
            Opening {
                game: self.kind.name,
                title: self.kind.title,
                colour: self.kind.colours.map(|colours| colours[place]),
                judge: Some(judge),
                setup: self.setup,
                partie: partie.name,
                played,
                place,
                me,
                opponent: &self.contestants[1 - place].name,
                time: conditions.time,
                interrupt: conditions.interrupt,
            }
        };
        let begun = Player::ALL.map(|me| seats[me].begin(&opening(me)).map_err(|fault| (me, fault)));
        let ready = Player::ALL.map(|me| seats[me].ready(&opening(me)).map_err(|fault| (me, fault)));
        let mut faults: Vec<(Player, Fault)> =
            begun.into_iter().chain(ready).filter_map(Result::err).collect();
        // What is the referee's own excuses whatever else went wrong.
        let own = faults.iter().position(|(_, fault)| matches!(fault, Fault::Interrupted(_)));
        (!faults.is_empty()).then(|| faults.swap_remove(own.unwrap_or_default()))
    }

    /// A game in the terms of the record, which numbers the players by their places.
    fn party_record(&self, partie: &Partie, course: &Course) -> PartyRecord {
        let place = |player: usize| place_of(partie, player);
        let mut moves = course.moves.clone();
        moves.iter_mut().for_each(|mv| mv.player = place(mv.player));
        PartyRecord {
            name: partie.name.into(),
            first: partie.first,
            setup: self.setup.clone(),
            moves,
            result: ResultRecord {
                winner: course.result.winner.map(place),
                charged: course.result.charged.map(place),
                ..course.result.clone()
            },
        }
    }
}

/// The place of a player who has this number in the order of play.
fn place_of(partie: &Partie, player: usize) -> usize {
    if player == 0 { partie.first } else { 1 - partie.first }
}

/// A game goes into the record of its rencontre. Where somebody may watch it is there from its beginning.
struct Minutes<'a> {
    rencontre: &'a Rencontre<'a>,
    partie: &'a Partie,
    /// No other game follows.
    last: bool,
    record: &'a mut Record,
    live: Option<&'a Live>,
    before_end: &'a mut dyn FnMut(&Record),
}

impl Minutes<'_> {
    fn begin(&mut self) {
        let Some(live) = self.live else { return };
        let result = ResultRecord {
            winner: None,
            termination: Termination::Interrupted,
            charged: None,
            detail: None,
            fault_micros: None,
            fault_cpu_micros: None,
        };
        let course = Course { moves: Vec::new(), result };
        self.record.parties.push(self.rencontre.party_record(self.partie, &course));
        live.show(self.record);
    }
}

impl Scribe for Minutes<'_> {
    fn moved(&mut self, moves: &[MoveRecord]) {
        let (Some(live), Some(mv)) = (self.live, moves.last()) else { return };
        if let Some(party) = self.record.parties.last_mut() {
            party.moves.push(MoveRecord { player: place_of(self.partie, mv.player), ..mv.clone() });
        }
        live.show(self.record);
    }

    fn ended(&mut self, course: &Course) {
        if self.live.is_some() {
            self.record.parties.pop();
        }
        self.record.parties.push(self.rencontre.party_record(self.partie, course));
        let stopped = course.result.termination == Termination::Interrupted;
        if stopped {
            let why = course.result.detail.clone();
            self.record.interrupted = why.or_else(|| Some(Reason::new("interrupted")));
        }
        if stopped || self.last {
            self.record.ended = Some(Timestamp::now());
            (self.before_end)(self.record);
        }
    }
}
