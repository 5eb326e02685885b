//! Where a shown game comes from.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use arbitre::audience;
use arbitre::host::turns_log;
use arbitre::record::Record;
use axum::http::HeaderMap;
use championnat::Key;
use championnat::paths::log;
use jeux::Slot;
use jiff::Timestamp;
use protocol::Termination;

use crate::app::App;
use crate::contest::ContestData;
use crate::ladders::OF_LADDER;
use crate::ladders::access::{Admission, LadderVisitor, admission};
use crate::live::LiveGame;
use crate::log_access::LogReader;
use crate::logs;
use crate::records::{self, OpenedRecord, RecordRefusal};
use crate::visit::Visit;

/// The source of a game.
#[derive(Clone, Debug)]
pub enum RecordSource {
    /// A record of a folder: folder and name.
    Folder(String, String),
    /// A rencontre of a championship: its name and key.
    Contest(String, String),
    /// A pasted record, by its secret.
    Pasted(String),
    /// A game under way, by its record's id.
    Live(String),
    /// A record of a ladder: its name and the id.
    Ladder(String, String),
    /// A game under way on a ladder.
    LadderLive(String, String),
}

pub struct SourceState {
    pub opened: Arc<OpenedRecord>,
    /// It is under way.
    pub live: bool,
    /// The moves of finished games were left out.
    pub shortened: bool,
    /// When the current turn began.
    pub turn_began: Option<Timestamp>,
    /// The page to redirect to.
    pub elsewhere: Option<String>,
}

impl SourceState {
    fn of(opened: Arc<OpenedRecord>) -> Self {
        SourceState { opened, live: false, shortened: false, turn_began: None, elsewhere: None }
    }

    fn live(moment: &LiveGame) -> Self {
        let seen = &moment.seen;
        let opened = Arc::new(OpenedRecord::under_way(seen.record.clone()));
        let turn_began = seen.under_way().map(|_| seen.turn_began());
        SourceState { live: true, shortened: seen.shortened, turn_began, ..SourceState::of(opened) }
    }

    /// The elapsed time of the turn, in milliseconds.
    pub fn thought(&self) -> Option<u64> {
        self.turn_began.map(since)
    }
}

/// Milliseconds since then; 0 for the future.
pub fn since(at: Timestamp) -> u64 {
    let passed = Duration::try_from(Timestamp::now().duration_since(at)).unwrap_or_default();
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

impl RecordSource {
    /// The path of its page.
    pub fn path(&self) -> String {
        match self {
            RecordSource::Folder(folder, id) => format!("/parties/{folder}/{id}"),
            RecordSource::Contest(name, key) => format!("/championnat/{name}/rencontre/{key}"),
            RecordSource::Pasted(secret) => format!("/relire/{secret}"),
            RecordSource::Live(id) => format!("/direct/{id}"),
            RecordSource::Ladder(name, id) => format!("/echelle/{name}/partie/{id}"),
            RecordSource::LadderLive(name, id) => format!("/echelle/{name}/direct/{id}"),
        }
    }

    /// Whose logs and words a visitor may read: those of a championship as its owner says, those of a folder if he is the
    /// organiser, on a ladder those of his own engines.
    pub fn reader(&self, app: &App, visit: &Visit, headers: &HeaderMap, record: &Record) -> LogReader {
        match self {
            RecordSource::Ladder(name, _) if let Some(ladder) = app.ladders.get(name) => {
                match admission(&app.guard, &ladder, visit, headers) {
                    Admission::In(who) => of_ladder(&who, record),
                    _ => LogReader::Nobody { stale: false },
                }
            }
            RecordSource::Contest(name, _) if let Some(contest) = app.sources.contest(name) => {
                LogReader::of(&app.guard, &contest, visit, headers)
            }
            RecordSource::Folder(..) if visit.organises() => LogReader::All,
            _ => LogReader::Nobody { stale: false },
        }
    }

    /// The logs of its engines that this reader may read, by name; blocks.
    pub fn logs(&self, app: &App, record: &Record, reader: &LogReader) -> Vec<(String, String)> {
        let read = Slot::ALL.into_iter().filter(|slot| reader.reads(&record.players[*slot].name));
        let found = read.filter_map(|slot| {
            let name = record.players[slot].name.clone();
            let text = match self {
                RecordSource::Folder(folder, _) => {
                    let path = turns_log(&app.sources.folder(folder)?, &record.id, slot);
                    logs::last_words(&path)?
                }
                RecordSource::Contest(contest, key) => {
                    let contest = app.sources.contest(contest)?;
                    let number = contest.snapshot().ok()?.regulations.contestant(&name)?.index();
                    let path = log(contest.records.as_deref()?, &name, number);
                    logs::of_rencontre(&path, key, has_failed(record, slot))?
                }
                RecordSource::Ladder(ladder, _) => {
                    let folder = app.ladders.get(ladder)?.folder.records();
                    logs::whole(&turns_log(&folder, &record.id, slot))?
                }
                RecordSource::Pasted(_) | RecordSource::Live(_) | RecordSource::LadderLive(..) => {
                    return None;
                }
            };
            Some((name, text))
        });
        found.collect()
    }

    /// Opens it; blocks.
    pub fn open(&self, app: &App) -> Result<SourceState, RecordRefusal> {
        match self {
            RecordSource::Folder(folder, id) => {
                let folder = app.sources.folder(folder).ok_or(RecordRefusal::Missing)?;
                let path = records::path_of(&folder, id).ok_or(RecordRefusal::Missing)?;
                app.records.file(&path).map(SourceState::of)
            }
            RecordSource::Contest(name, key) => {
                let contest = app.sources.contest(name).ok_or(RecordRefusal::Missing)?;
                of_contest(app, &contest, key.parse().map_err(|_| RecordRefusal::Missing)?)
            }
            RecordSource::Pasted(secret) => {
                app.pasted.get(secret).map(SourceState::of).ok_or(RecordRefusal::Missing)
            }
            RecordSource::Live(id) => match app.live.game(id) {
                Some(game) => {
                    let moment = game.borrow().clone();
                    let stand = SourceState::live(&moment);
                    let elsewhere = moment.seen.is_over().then(|| record_of(app, &moment)).flatten();
                    Ok(SourceState { elsewhere, ..stand })
                }
                None => after(app, id),
            },
            RecordSource::Ladder(name, id) => {
                let path = ladder_record(app, name, id).ok_or(RecordRefusal::Missing)?;
                app.records.file(&path).map(SourceState::of)
            }
            RecordSource::LadderLive(name, id) => {
                let ladder = app.ladders.get(name).ok_or(RecordRefusal::Missing)?;
                let there = || {
                    let path = ladder_record(app, name, id)?;
                    Some((path, RecordSource::Ladder(name.clone(), id.clone()).path()))
                };
                match (ladder.live.game(id), there()) {
                    (Some(game), there) => {
                        let moment = game.borrow().clone();
                        let elsewhere = there.filter(|_| moment.seen.is_over()).map(|(_, page)| page);
                        Ok(SourceState { elsewhere, ..SourceState::live(&moment) })
                    }
                    (None, Some((path, page))) => {
                        let state = app.records.file(&path).map(SourceState::of)?;
                        Ok(SourceState { elsewhere: Some(page), ..state })
                    }
                    (None, None) => Err(RecordRefusal::Missing),
                }
            }
        }
    }
}

/// The record of a ladder, or one that a person has played there, if there is one.
fn ladder_record(app: &App, name: &str, id: &str) -> Option<PathBuf> {
    let ladder = app.ladders.get(name)?;
    let folders = [ladder.folder.records(), ladder.played()];
    folders.iter().filter_map(|folder| records::path_of(folder, id)).find(|path| path.is_file())
}

/// What a visitor of a ladder may read of a game: what his own engines wrote.
fn of_ladder(who: &LadderVisitor, record: &Record) -> LogReader {
    let own =
        Slot::ALL.map(|slot| record.players[slot].from.parse().is_ok_and(|player| who.plays_as(&player)));
    let [one, other] = record.players.each_ref().map(|player| player.name.clone());
    match own {
        _ if who.organises => LogReader::All,
        [true, true] => LogReader::All,
        // The reader tells them by their names.
        [true, false] if one != other => LogReader::Own(one),
        [false, true] if one != other => LogReader::Own(other),
        _ => LogReader::Nobody { stale: false },
    }
}

/// A rencontre of a championship: its record, or the game under way.
fn of_contest(app: &App, contest: &ContestData, key: Key) -> Result<SourceState, RecordRefusal> {
    let text = contest.ask(|archive| archive.record(key)).map_err(RecordRefusal::Said)?;
    let Some(text) = text else {
        let name = key.to_string();
        let moments = app.live.moments(Some(&contest.name));
        let playing = moments.iter().find(|moment| moment.seen.record.scheduled.as_deref() == Some(&*name));
        // One that was cut off before a game with secrets had ended will be played again.
        let cut = |moment: &&Arc<LiveGame>| {
            moment.seen.is_over() && moment.seen.record.parties.last().is_some_and(audience::is_masked)
        };
        let moment = playing.filter(|moment| !cut(moment)).ok_or(RecordRefusal::Unplayed(key))?;
        let id = &moment.seen.record.id;
        // The store has not taken it in yet: the last update says the same.
        return Ok(match moment.seen.is_over() {
            true => SourceState::of(Arc::new(OpenedRecord::verified(moment.seen.record.clone()))),
            false => SourceState { elsewhere: Some(format!("/direct/{id}")), ..SourceState::live(moment) },
        });
    };
    app.records.text(text).map(SourceState::of)
}

/// The path of a finished game's record; `None` until it is in its folder.
pub fn record_of(app: &App, moment: &LiveGame) -> Option<String> {
    let record = &moment.seen.record;
    let key: Option<Key> = record.scheduled.as_deref().and_then(|key| key.parse().ok());
    if let Some(key) = key.filter(|_| app.sources.contest(&moment.folder).is_some()) {
        return Some(RecordSource::Contest(moment.folder.clone(), key.to_string()).path());
    }
    if let Some(name) = moment.folder.strip_prefix(OF_LADDER) {
        ladder_record(app, name, &record.id)?;
        return Some(RecordSource::Ladder(name.to_owned(), record.id.clone()).path());
    }
    let folder = app.sources.folder(&moment.folder)?;
    let there = records::path_of(&folder, &record.id).is_some_and(|path| path.is_file());
    there.then(|| RecordSource::Folder(moment.folder.clone(), record.id.clone()).path())
}

/// The record of a game that is no longer live.
fn after(app: &App, id: &str) -> Result<SourceState, RecordRefusal> {
    for (name, folder) in app.sources.folders() {
        if let Some(path) = records::path_of(&folder, id).filter(|path| path.is_file()) {
            let stand = app.records.file(&path).map(SourceState::of)?;
            return Ok(SourceState {
                elsewhere: Some(RecordSource::Folder(name, id.to_owned()).path()),
                ..stand
            });
        }
    }
    for contest in app.sources.contests() {
        let Some(path) = contest.records.as_deref().and_then(|folder| records::path_of(folder, id)) else {
            continue;
        };
        let Ok(opened) = app.records.file(&path) else { continue };
        let stand = SourceState::of(opened.clone());
        let key: Option<Key> = opened.record.scheduled.as_deref().and_then(|key| key.parse().ok());
        let elsewhere = key.map(|key| RecordSource::Contest(contest.name.clone(), key.to_string()).path());
        return Ok(SourceState { elsewhere, ..stand });
    }
    Err(RecordRefusal::Missing)
}

/// Whether a fault of this player ended a game.
fn has_failed(record: &Record, slot: Slot) -> bool {
    let faults = record.parties.iter().filter(|partie| partie.result.charged == Some(slot));
    faults.into_iter().any(|partie| partie.result.termination != Termination::Interrupted)
}
