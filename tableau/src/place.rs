//! Where a game that is shown comes from.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use arbitre::record::Record;
use championnat::Key;
use championnat::edge::place::log;
use jiff::Timestamp;
use protocol::Termination;

use crate::app::App;
use crate::contest::Contest;
use crate::live::Moment;
use crate::records::{self, Opened, Unfit};
use crate::tail::tail;

/// So much of the end of a log is looked through, and so much of that shown, in bytes.
const LOG: u64 = 256 << 10;
const SHOWN: usize = 4 << 10;
/// What the title of a rencontre begins with in a log.
const TITLE: &str = "--- ";

/// Where a game comes from.
#[derive(Clone, Debug)]
pub enum Place {
    /// A record of a folder: names of both.
    Folder(String, String),
    /// A rencontre of a championship: the name of the one, the key of the other.
    Contest(String, String),
    /// A record that somebody has pasted, by its secret.
    Pasted(String),
    /// A match under way, by the identifier of its record.
    Live(String),
}

/// What is there.
pub struct Stand {
    /// The record.
    pub opened: Arc<Opened>,
    /// It is under way.
    pub live: bool,
    /// The moves of its finished games were left out.
    pub shortened: bool,
    /// Since when somebody thinks.
    pub turn_began: Option<Timestamp>,
    /// The page that should be asked for instead.
    pub elsewhere: Option<String>,
    /// The ends of the logs of those who have failed, by name.
    pub logs: Vec<(String, String)>,
}

impl Stand {
    fn of(opened: Arc<Opened>) -> Self {
        Stand { opened, live: false, shortened: false, turn_began: None, elsewhere: None, logs: Vec::new() }
    }

    fn live(moment: &Moment) -> Self {
        let seen = &moment.seen;
        let opened = Arc::new(Opened::under_way(seen.record.clone()));
        let turn_began = seen.under_way().map(|_| seen.turn_began());
        Stand { live: true, shortened: seen.shortened, turn_began, ..Stand::of(opened) }
    }

    /// How long somebody has been thinking, in milliseconds.
    pub fn thought(&self) -> Option<u64> {
        self.turn_began.map(since)
    }
}

/// How many milliseconds ago that was; 0 of what is to come.
pub fn since(at: Timestamp) -> u64 {
    let passed = Duration::try_from(Timestamp::now().duration_since(at)).unwrap_or_default();
    u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
}

impl Place {
    /// The path of its page.
    pub fn path(&self) -> String {
        match self {
            Place::Folder(folder, id) => format!("/parties/{folder}/{id}"),
            Place::Contest(name, key) => format!("/championnat/{name}/rencontre/{key}"),
            Place::Pasted(secret) => format!("/relire/{secret}"),
            Place::Live(id) => format!("/direct/{id}"),
        }
    }

    /// What is there; to be called where waiting is allowed.
    ///
    /// # Errors
    /// There is nothing, or nothing that can be shown.
    pub fn open(&self, app: &App) -> Result<Stand, Unfit> {
        match self {
            Place::Folder(folder, id) => {
                let folder = app.sources.folder(folder).ok_or(Unfit::Missing)?;
                let path = records::path_of(&folder, id).ok_or(Unfit::Missing)?;
                app.records.file(&path).map(Stand::of)
            }
            Place::Contest(name, key) => {
                let contest = app.sources.contest(name).ok_or(Unfit::Missing)?;
                of_contest(app, &contest, key.parse().map_err(|_| Unfit::Missing)?)
            }
            Place::Pasted(secret) => app.pasted.get(secret).map(Stand::of).ok_or(Unfit::Missing),
            Place::Live(id) => match app.live.game(id) {
                Some(game) => {
                    let moment = game.borrow().clone();
                    let stand = Stand::live(&moment);
                    let elsewhere = moment.seen.is_over().then(|| record_of(app, &moment)).flatten();
                    Ok(Stand { elsewhere, ..stand })
                }
                None => after(app, id),
            },
        }
    }
}

/// The rencontre of a championship: the record that counts, or what is known of it while it is played.
fn of_contest(app: &App, contest: &Contest, key: Key) -> Result<Stand, Unfit> {
    let text = contest.ask(|archive| archive.record(key)).map_err(Unfit::Said)?;
    let Some(text) = text else {
        let name = key.to_string();
        let moments = app.live.moments(Some(&contest.name));
        let playing = moments.iter().find(|moment| moment.seen.record.scheduled.as_deref() == Some(&*name));
        let moment = playing.ok_or(Unfit::Unplayed(key))?;
        let id = &moment.seen.record.id;
        // It is over, and the store has not taken it in yet: what was seen last says the same.
        return Ok(match moment.seen.is_over() {
            true => Stand::of(Arc::new(Opened::verified(moment.seen.record.clone()))),
            false => Stand { elsewhere: Some(format!("/direct/{id}")), ..Stand::live(moment) },
        });
    };
    let opened = app.records.text(text)?;
    let logs = contest.records.as_deref().map(|folder| ends_of_logs(contest, folder, &opened.record));
    Ok(Stand { logs: logs.unwrap_or_default(), ..Stand::of(opened) })
}

/// The path where the record of a match that is over is shown; `None` as long as its folder does not have it.
pub fn record_of(app: &App, moment: &Moment) -> Option<String> {
    let record = &moment.seen.record;
    let key: Option<Key> = record.scheduled.as_deref().and_then(|key| key.parse().ok());
    if let Some(key) = key.filter(|_| app.sources.contest(&moment.folder).is_some()) {
        return Some(Place::Contest(moment.folder.clone(), key.to_string()).path());
    }
    let folder = app.sources.folder(&moment.folder)?;
    let there = records::path_of(&folder, &record.id).is_some_and(|path| path.is_file());
    there.then(|| Place::Folder(moment.folder.clone(), record.id.clone()).path())
}

/// A match of which nobody says anything any more has left a record.
fn after(app: &App, id: &str) -> Result<Stand, Unfit> {
    for (name, folder) in app.sources.folders() {
        if let Some(path) = records::path_of(&folder, id).filter(|path| path.is_file()) {
            let stand = app.records.file(&path).map(Stand::of)?;
            return Ok(Stand { elsewhere: Some(Place::Folder(name, id.to_owned()).path()), ..stand });
        }
    }
    for contest in app.sources.contests() {
        let Some(path) = contest.records.as_deref().and_then(|folder| records::path_of(folder, id)) else {
            continue;
        };
        let Ok(opened) = app.records.file(&path) else { continue };
        let stand = Stand::of(opened.clone());
        let key: Option<Key> = opened.record.scheduled.as_deref().and_then(|key| key.parse().ok());
        let elsewhere = key.map(|key| Place::Contest(contest.name.clone(), key.to_string()).path());
        return Ok(Stand { elsewhere, ..stand });
    }
    Err(Unfit::Missing)
}

/// The ends of the logs of the engines whose faults ended games.
fn ends_of_logs(contest: &Contest, folder: &Path, record: &Record) -> Vec<(String, String)> {
    let Ok(snapshot) = contest.snapshot() else { return Vec::new() };
    let failed = |place: &usize| {
        let faults = record.parties.iter().filter(|party| party.result.charged == Some(*place));
        faults.into_iter().any(|party| party.result.termination != Termination::Interrupted)
    };
    let places = [0, 1].into_iter().filter(failed);
    let key = record.scheduled.as_deref().unwrap_or_default();
    let ends = places.filter_map(|place| {
        let name = record.players.get(place)?.name.clone();
        let number = snapshot.regulations.contestants.iter().position(|contestant| *contestant == name)?;
        Some((name.clone(), end_of_log(&log(folder, &name, number), key)?))
    });
    ends.collect()
}

/// The end of a log.
fn end_of_log(path: &Path, key: &str) -> Option<String> {
    let bytes = tail(path, LOG).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // The first line may have been cut.
    let text =
        if bytes.len() as u64 == LOG { text.split_once('\n').map_or("", |(_, rest)| rest) } else { &text };
    let text = end_of(of_rencontre(text, key));
    (!text.trim().is_empty()).then(|| text.to_owned())
}

/// What was logged in a rencontre; all, where that cannot be told.
fn of_rencontre<'a>(text: &'a str, key: &str) -> &'a str {
    let key = format!(" {key} ");
    let titles = text.match_indices(TITLE).map(|(at, _)| at);
    let titles: Vec<usize> = titles.filter(|at| *at == 0 || text[..*at].ends_with('\n')).collect();
    let named = |at: &&usize| text[**at..].lines().next().is_some_and(|title| title.contains(&key));
    let Some(begin) = titles.iter().rfind(named) else { return text };
    let end = titles.iter().find(|at| *at > begin).copied().unwrap_or(text.len());
    &text[*begin..end]
}

/// The end of a text that is too long to be shown.
fn end_of(text: &str) -> &str {
    let from = (text.len().saturating_sub(SHOWN)..text.len()).find(|at| text.is_char_boundary(*at));
    from.map_or("", |from| &text[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_log_the_end_of_one_rencontre_is_shown() {
        let text =
            "--- rencontre 1.2 contre a\nx\n--- y\n--- rencontre 2.2 contre b\nz --- rencontre 9.9 c\n";
        assert_eq!(of_rencontre(text, "1.2"), "--- rencontre 1.2 contre a\nx\n");
        assert_eq!(of_rencontre(text, "2.2"), "--- rencontre 2.2 contre b\nz --- rencontre 9.9 c\n");
        assert_eq!(of_rencontre(text, "9.9"), text);
        assert_eq!(end_of(&"é".repeat(SHOWN)).len(), SHOWN);
        assert_eq!((end_of("é"), end_of("")), ("é", ""));
    }
}
