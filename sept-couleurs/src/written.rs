//! The final line of moves is put through the referee, so that the record is the house's own.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Result;
use arbitre::judge::Coup;
use arbitre::match_loop::Conditions;
use arbitre::record::Record;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::{Answer, Fault, Opening, Ruling, Seat, Turn};
use jeux::game::SINGLE;
use jeux::{ByPlayer, Reason};
use jiff::Timestamp;

use crate::setting::{self, Named, sentence};
use crate::sitting::{Ended, Sitting};
use crate::table::Played;

/// Where a game is written, and as what.
pub struct Writing<'a> {
    /// The name of the record.
    pub id: &'a str,
    /// The game of a championship that it is.
    pub scheduled: Option<&'a str>,
    /// The folder; `None` writes nothing.
    pub folder: Option<&'a Path>,
    /// When the game began.
    pub started: Timestamp,
}

/// A game that is written.
pub struct Written {
    /// Its record.
    pub record: Record,
    /// The file, which is on disk; `None` where nothing was to be written.
    pub path: Option<PathBuf>,
}

/// Writes a game that has ended.
///
/// # Errors
/// The record cannot be put on disk: where it should be, and why.
pub fn write(sitting: &Sitting<'_>, ended: &Ended, writing: &Writing<'_>) -> Result<Written> {
    let game = &sitting.game;
    let line = game.table.line().iter().cloned().map(Ok);
    let fault = match ended {
        Ended::Played => None,
        Ended::Fault(fault) => Some(fault.clone()),
        Ended::Left => Some(Fault::Interrupted(Reason::new("left-table"))),
    };
    let script: Script = Rc::new(RefCell::new(line.chain(fault.map(Err)).collect()));
    let mut seats = [Replayed(Rc::clone(&script)), Replayed(script)];
    let [one, other] = &mut seats;
    let contestant = |named: &Named| Contestant { name: named.name.clone(), from: named.spec.clone() };
    let ByPlayer { first, second } = game.players.as_ref().map(contestant);
    let rencontre = Rencontre {
        kind: sitting.kind(),
        id: writing.id,
        contestants: &[first, second],
        setup: &game.setup,
        parties: &SINGLE,
        judged: true,
        scheduled: writing.scheduled,
    };
    let conditions = Conditions { time: sitting.time, interrupt: None, live: None };
    let mut written = None;
    let mut commit = |record: &Record| {
        let record = Record { started: writing.started, ..record.clone() };
        let path = writing.folder.map(|folder| record.commit(folder)).transpose();
        written = Some(path.map(|path| Written { record, path }));
    };
    rencontre.referee([one, other], conditions, &mut commit).map_err(|error| setting::wrong(&error))?;
    match written {
        Some(Ok(written)) => Ok(written),
        Some(Err(error)) => {
            Err(sentence(&Reason::os(&error.source)).context(error.path.display().to_string()))
        }
        None => Err(sentence(&Reason::new("stopped"))),
    }
}

/// What is still to be said, by whoever it is to move.
type Script = Rc<RefCell<VecDeque<Result<Played, Fault>>>>;

/// The seat of a player whose game has been played.
struct Replayed(Script);

impl Seat for Replayed {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, Fault> {
        let next = self.0.borrow_mut().pop_front().ok_or_else(Fault::stopped)?;
        let Played { text, micros } = next?;
        // The thinking time that is written is the one that was taken.
        let at = turn.began.checked_add(Duration::from_micros(micros)).unwrap_or_else(Instant::now);
        Ok(Answer { coup: Coup::said(text), at })
    }

    fn tell_own(&mut self, _ruling: &Ruling) {}

    fn tell_opponent(&mut self, _ruling: &Ruling) {}
}
