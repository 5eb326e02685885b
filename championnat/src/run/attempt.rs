//! A scheduled game that is being played: what its record must say, and what has come of it.

use std::time::Duration;

use arbitre::game::Kind;
use arbitre::match_loop::Conditions;
use arbitre::record::Record;
use arbitre::rencontre::{Contestant, Rencontre};
use championnat::{Config, Key, Pairing, RencontreResult, Seat, Side};
use jeux::Reason;
use jeux::game::Partie;
use jeux::game::{ParameterError, Params};
use jiff::Timestamp;

use super::intake::given_up;

/// An attempt at a scheduled game.
pub struct Attempt {
    /// The scheduled game.
    pub pairing: Pairing,
    /// The name of its record.
    pub id: String,
    /// When it was begun.
    pub since: Timestamp,
    /// What every PARTIE of it begins with.
    pub setup: Params,
    kind: &'static Kind,
    parties: &'static [Partie],
    contestants: [Contestant; 2],
    time: Option<Duration>,
    /// Its result, when its record has been taken in.
    pub result: Option<RencontreResult>,
    /// Why it was interrupted, when its record says so.
    pub interrupted: Option<Reason>,
}

impl Attempt {
    /// An attempt, begun now, at a game before which the two have met so often; `number` makes the name of its record
    /// unique in this process.
    ///
    /// # Errors
    /// The game cannot begin with these parameters.
    pub fn new(
        config: &Config,
        kind: &'static Kind,
        pairing: Pairing,
        meetings: u32,
        number: u64,
    ) -> Result<Self, ParameterError> {
        let regulations = &config.regulations;
        let seed = regulations.start_seed(&pairing, meetings);
        let contestants = Side::ALL.map(|side| {
            let contestant = pairing.contestants()[side];
            let from = match config.seats.get(contestant.index()) {
                Some(Seat::Engine { spec, .. }) => spec.clone(),
                Some(Seat::Network(_)) | None => String::new(),
            };
            Contestant { name: regulations.name(contestant).to_owned(), from }
        });
        let since = Timestamp::now();
        let now = since.strftime("%Y%m%dT%H%M%SZ");
        Ok(Attempt {
            pairing,
            id: format!("{}-{now}-{}-{}-{number}", kind.name, pairing.key, std::process::id()),
            since,
            setup: kind.draw(&regulations.parameters, seed)?,
            kind,
            contestants,
            parties: kind.parties_numbering(regulations.parties as usize),
            time: Some(regulations.time_ms).filter(|ms| *ms > 0).map(Duration::from_millis),
            result: None,
            interrupted: None,
        })
    }

    /// The scheduled game.
    pub fn key(&self) -> Key {
        self.pairing.key
    }

    fn record(&self, write: impl FnOnce(&Rencontre<'_>, Conditions<'_>) -> Record) -> Record {
        let key = self.key().to_string();
        let rencontre = Rencontre {
            kind: self.kind,
            id: &self.id,
            contestants: &self.contestants,
            setup: &self.setup,
            parties: self.parties,
            judged: true,
            scheduled: Some(&key),
        };
        write(&rencontre, Conditions { time: self.time, interrupt: None, live: None })
    }

    /// The record of a game that is forfeited: by the player of this side, or by both (`None`).
    pub fn forfeited(&self, absent: Option<Side>) -> Record {
        let place = absent.map(|side| usize::from(side == Side::Black));
        self.record(|rencontre, conditions| rencontre.forfeited(conditions, place))
    }

    /// The record of an attempt that ended before its referee could write one.
    pub fn cut(&self, why: &Reason) -> Record {
        self.record(|rencontre, conditions| rencontre.interrupted(conditions, why))
    }

    /// The record of a game that is given up after so many attempts: interrupted, for [this reason](given_up).
    pub fn given_up(&self, attempts: u32, why: &Reason) -> Record {
        self.cut(&given_up(attempts, why.clone()))
    }

    /// Whether a record that a worker has handed in is the one of this attempt, as far as the rules do not say.
    ///
    /// # Errors
    /// What it should not say.
    pub fn fits(&self, record: &Record) -> Result<(), Reason> {
        let names = [0, 1].map(|place| record.players[place].name == self.contestants[place].name);
        let blank = self.record(|rencontre, conditions| rencontre.blank(conditions));
        let fits = record.id == self.id && record.scheduled == blank.scheduled && names == [true, true];
        if fits { self.begun_alike(record) } else { Err(other(record)) }
    }

    /// Whether a record was begun under the conditions of this game, and as it was drawn.
    ///
    /// # Errors
    /// It was not.
    pub fn begun_alike(&self, record: &Record) -> Result<(), Reason> {
        let blank = self.record(|rencontre, conditions| rencontre.blank(conditions));
        let fits =
            record.settings == blank.settings && record.parties.iter().all(|party| party.setup == self.setup);
        if fits { Ok(()) } else { Err(other(record)) }
    }
}

fn other(record: &Record) -> Reason {
    Reason::new("record-other-rencontre").with(&record.id)
}
