//! Where a game belongs: the list it comes from, its neighbours there, the pages of its players.

use arbitre::record::{PartieRecord, PlayerRecord, Record};
use championnat::{ContestantId, Decision, Key, PartieResult, presentation};
use echelle::PlayerId;
use protocol::Termination;

use super::view_query::ViewQuery;
use crate::app::App;
use crate::contest::Snapshot;
use crate::pages::contest::live::score;
use crate::record_source::RecordSource;
use crate::records::newest_first;

/// The links of a game's page that lead elsewhere.
#[derive(Default)]
pub struct Surroundings {
    /// Where the visitor came from: the URL and its name.
    pub back: Option<(String, String)>,
    /// The rencontres before and after it there: the URL and who plays, or its name.
    pub previous: Option<(String, String)>,
    pub next: Option<(String, String)>,
    /// The pages of the players, by slot.
    pub players: [Option<String>; 2],
    /// The record as a file.
    pub file: Option<String>,
    /// The result that counts instead of the record's, and by which decision.
    pub overruled: Option<String>,
}

impl Surroundings {
    /// Those of this record. Blocks; speaks the language of the thread.
    pub fn of(app: &App, source: &RecordSource, record: &Record, query: &ViewQuery) -> Self {
        match source {
            RecordSource::Contest(name, key) => Surroundings {
                file: Some(format!("/api/v1/championnats/{name}/rencontres/{key}")),
                ..key
                    .parse()
                    .map_or_else(|_| Self::default(), |key| of_contest(app, name, key, record, query))
            },
            RecordSource::Folder(folder, id) => Surroundings {
                file: Some(format!("{}/fichier", source.path())),
                ..of_folder(app, folder, Some(id))
            },
            RecordSource::Pasted(_) => Surroundings {
                back: Some(("/relire".into(), i18n::text!("tableau-nav-replay"))),
                file: Some(format!("{}/fichier", source.path())),
                ..Self::default()
            },
            RecordSource::Ladder(name, _) => Surroundings {
                file: Some(format!("{}/fichier", source.path())),
                ..of_ladder(app, name, record)
            },
            RecordSource::LadderLive(name, _) => of_ladder(app, name, record),
            RecordSource::Live(id) => {
                let Some(folder) = app.live.game(id).map(|game| game.borrow().folder.clone()) else {
                    return Self::default();
                };
                let key = record.scheduled.as_deref().and_then(|key| key.parse().ok());
                match key.filter(|_| app.sources.contest(&folder).is_some()) {
                    Some(key) => of_contest(app, &folder, key, record, query),
                    None => of_folder(app, &folder, None),
                }
            }
        }
    }
}

/// In the schedule of a championship, or among the rencontres of the contestant from whose page the visitor came.
fn of_contest(app: &App, name: &str, key: Key, record: &Record, query: &ViewQuery) -> Surroundings {
    let base = format!("/championnat/{name}");
    let Some(snapshot) = app.sources.contest(name).and_then(|contest| contest.snapshot().ok()) else {
        return Surroundings { back: Some((base, name.to_owned())), ..Surroundings::default() };
    };
    let back = Some((base.clone(), snapshot.called(name).to_owned()));
    let contestants = &snapshot.regulations.contestants;
    let page = |number: usize| format!("{base}/concurrent/{number}");
    let players = record
        .players
        .each_ref()
        .map(|player| contestants.iter().position(|contestant| *contestant == player.name).map(page));
    let from = query.from().map(ContestantId).filter(|id| id.index() < contestants.len());
    let back = from.map(|id| (page(id.index()), contestants[id.index()].clone())).or(back);
    let all = snapshot.rounds.iter().flat_map(|round| &round.pairings);
    let there: Vec<_> = all.filter(|pairing| from.is_none_or(|id| pairing.involves(id))).collect();
    let Some(here) = there.iter().position(|pairing| pairing.key == key) else {
        return Surroundings { back, players, ..Surroundings::default() };
    };
    let played = |pairing: &&&championnat::Pairing| snapshot.results.contains_key(&pairing.key);
    let link = |pairing: &&championnat::Pairing| {
        let from = from.map_or_else(String::new, |id| format!("?de={}", id.0));
        let [white, black] = [pairing.white, pairing.black].map(|id| snapshot.regulations.name(id));
        (
            format!("{base}/rencontre/{}{from}", pairing.key),
            i18n::text!("labelled", label = pairing.key.to_string(), text = format!("{white} – {black}")),
        )
    };
    Surroundings {
        back,
        previous: there[..here].iter().rev().find(played).map(link),
        next: there[here + 1..].iter().find(played).map(link),
        players,
        file: None,
        overruled: overruled(&snapshot, key, record),
    }
}

/// What the organiser decided, if it is not what was played.
fn overruled(snapshot: &Snapshot, key: Key, record: &Record) -> Option<String> {
    let decisions = &snapshot.ranking.decisions;
    let decided = decisions.result_of(key)?;
    // Who wins, and whether it is drawn: nobody wins either where both forfeit, or in a game cut short.
    let counts = |partie: &PartieResult| {
        let winner = partie.winner().map(|side| snapshot.regulations.name(decided.contestants()[side]));
        (winner, matches!(partie, PartieResult::Drawn))
    };
    let played = |partie: &PartieRecord| {
        let result = &partie.result;
        let winner = result.winner.map(|slot| record.players[slot].name.as_str());
        (winner, result.termination == Termination::Draw)
    };
    if decided.parties.iter().map(counts).eq(record.parties.iter().map(played)) {
        return None;
    }
    let changes = |decision: &&Decision| decision.changes.iter().any(|change| change.key == key);
    let decision = decisions.list().iter().rev().find(changes)?;
    let decision = presentation::message(&decision.message());
    Some(i18n::text!("game-overruled", result = score(&decided.parties), decision = decision))
}

/// On a ladder.
fn of_ladder(app: &App, name: &str, record: &Record) -> Surroundings {
    let base = format!("/echelle/{name}");
    let title = app.ladders.get(name).and_then(|data| Some(data.read().as_ref()?.settings.title.clone()));
    let page = |player: &PlayerRecord| match player.from.parse().ok()? {
        PlayerId::Version { student, number } => Some(format!("{base}/version/{student}/{number}")),
        PlayerId::House(_) => None,
    };
    Surroundings {
        players: record.players.each_ref().map(page),
        back: Some((base.clone(), title.unwrap_or_else(|| name.to_owned()))),
        ..Surroundings::default()
    }
}

/// In a folder of records, as it is listed: newest first.
fn of_folder(app: &App, folder: &str, id: Option<&String>) -> Surroundings {
    let back = Some((format!("/parties/{folder}"), format!("{} · {folder}", i18n::text!("tableau-records"))));
    let names = app.sources.folder(folder).filter(|_| id.is_some()).map(|path| newest_first(&path));
    let names = names.unwrap_or_default();
    let here = id.and_then(|id| names.iter().position(|name| name == id));
    let link = |name: &String| (format!("/parties/{folder}/{name}"), name.clone());
    Surroundings {
        back,
        previous: here.and_then(|here| here.checked_sub(1)).and_then(|at| names.get(at)).map(link),
        next: here.and_then(|here| names.get(here + 1)).map(link),
        ..Surroundings::default()
    }
}
