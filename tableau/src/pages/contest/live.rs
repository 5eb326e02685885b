//! What is being played in a championship, and what has just ended.

use arbitre::replay;
use askama::Template;
use championnat::{Key, PartyResult, Side};
use jeux::scene::Scene;
use jiff::Timestamp;
use protocol::verdict::Validity;

use crate::app::App;
use crate::contest::Contest;
use crate::contest::Snapshot;
use crate::live::Moment;
use crate::pages::moments::{ago, exact};

/// So many games are drawn, so many places are kept for them until all is played, and so many results are told.
const BOARDS: usize = 6;
const PLACES: usize = 2;
const ENDED: usize = 8;

/// Games under way.
#[derive(Template)]
#[template(path = "contest/now.html")]
struct Now {
    boards: Vec<Board>,
    /// Places for others, so that nothing moves when they begin.
    vacant: usize,
    /// How many more there are.
    more: usize,
    over: bool,
}

/// A game under way, small.
struct Board {
    id: String,
    names: [String; 2],
    drawing: Option<String>,
    moves: usize,
}

impl Board {
    fn of(moment: &Moment) -> Self {
        let record = &moment.seen.record;
        let party = record.parties.last();
        let drawing = party.and_then(|party| {
            let judge = replay::after(record, party, usize::MAX).ok()?;
            let last = party.moves.iter().rfind(|mv| mv.verdict == Validity::Valid);
            let last = last.map(|mv| mv.text.as_str());
            judge.drawing(&Scene {
                names: replay::names(record, party),
                first: party.first,
                last,
                plain: true,
            })
        });
        Board {
            id: record.id.clone(),
            names: record.players.clone().map(|player| player.name),
            drawing,
            moves: party.map_or(0, |party| party.moves.len()),
        }
    }
}

/// Games under way as HTML, in the language spoken.
pub fn now(app: &App, contest: &Contest, snapshot: &Snapshot) -> String {
    let moments = app.live.moments(Some(&contest.name));
    let playing = || moments.iter().filter(|moment| !moment.seen.is_over());
    let boards: Vec<Board> = playing().take(BOARDS).map(|moment| Board::of(moment)).collect();
    let places = if snapshot.over { 0 } else { PLACES };
    Now {
        more: playing().count() - boards.len(),
        vacant: places.saturating_sub(boards.len()),
        boards,
        over: snapshot.over,
    }
    .render()
    .unwrap_or_default()
}

/// What has just ended.
#[derive(Template)]
#[template(path = "contest/ended.html")]
struct Ended<'a> {
    base: String,
    games: Vec<Finished<'a>>,
    /// Places for others, so that nothing moves when they end.
    awaited: usize,
}

struct Finished<'a> {
    key: Key,
    names: [&'a str; 2],
    result: String,
    ago: String,
    exact: String,
    stamp: String,
}

/// What has just ended as HTML, the last ones first, in the language spoken.
pub fn ended(name: &str, snapshot: &Snapshot, now: Timestamp) -> String {
    let mut last: Vec<_> = snapshot.times.iter().collect();
    last.sort_by_key(|(key, times)| (std::cmp::Reverse(times.finished_ms), **key));
    let finished = last.into_iter().filter_map(|(key, times)| {
        let result = snapshot.results.get(key)?;
        let at = Timestamp::from_millisecond(times.finished_ms).unwrap_or_default();
        Some(Finished {
            key: *key,
            names: [result.white, result.black].map(|contestant| snapshot.regulations.name(contestant)),
            result: score(&result.parties),
            ago: ago(at, now),
            exact: exact(at),
            stamp: at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        })
    });
    let games: Vec<Finished> = finished.take(ENDED).collect();
    let places = if snapshot.over { 0 } else { snapshot.expected.min(ENDED as u64) as usize };
    let awaited = places.saturating_sub(games.len());
    Ended { base: format!("/championnat/{name}"), games, awaited }.render().unwrap_or_default()
}

/// The results of the parties of a rencontre, as people write them: `1-0, ½-½`.
pub fn score(parties: &[PartyResult]) -> String {
    let party = |party: &PartyResult| match party.winner() {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None if *party == PartyResult::Drawn => "½-½",
        None => "0-0",
    };
    parties.iter().map(party).collect::<Vec<_>>().join(", ")
}
