//! The page of a contestant.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use championnat::{ContestantId, Fault, Key, Thought};
use championnat::{paths, presentation};

use super::thinking::Thinking;
use crate::app::App;
use crate::contest::Snapshot;
use crate::history::{Game, Outcome};
use crate::logs::last_words;
use crate::page;
use crate::pages::contest::head::{Head, Tab, seconds};
use crate::pages::contest::opening::{Opened, open};
use crate::pages::contest::rows::{outcome, symbol};
use crate::pages::fault::kind;
use crate::visit::Visit;

/// So many faults are shown, the last ones.
const FAULTS: usize = 50;
/// A thought that is worth a look takes so long.
const LONG: Duration = Duration::from_millis(100);

#[derive(Template)]
#[template(path = "contestant/page.html")]
struct Page<'a> {
    visit: &'a Visit,
    contest: &'a str,
    name: &'a str,
    head: String,
    piece: Arc<str>,
}

#[derive(Template)]
#[template(path = "contestant/piece.html")]
struct Piece<'a> {
    base: String,
    id: u32,
    departure: Option<String>,
    sentence: String,
    opponents: Vec<Opponent<'a>>,
    thinking: Option<String>,
    faults: Vec<FaultRow<'a>>,
    more_faults: usize,
    last_words: Option<String>,
    solved: bool,
    next: Vec<(String, String)>,
}

/// Everything against one opponent.
struct Opponent<'a> {
    id: u32,
    name: &'a str,
    rank: u32,
    games: Vec<Played>,
    counts: [u32; 3],
    points: i64,
}

struct Played {
    key: Key,
    symbol: &'static str,
    said: String,
}

struct FaultRow<'a> {
    key: Key,
    opponent: Option<&'a str>,
    kind: String,
    detail: Option<String>,
}

/// What the store and the folder know besides.
struct Read {
    thoughts: Vec<Thought>,
    words: Option<String>,
}

/// Shows it.
pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let Opened { contest, snapshot } = &opened;
    let Some(who) = find(snapshot, &id) else { return page::missing(&visit) };
    let own = snapshot.regulations.name(who);
    let piece_name = format!("contestant {}", who.0);
    let piece = match snapshot.kept.known(&piece_name, visit.language) {
        Some(piece) => piece,
        None => {
            let (from, log) = (contest.clone(), contest.records.as_deref());
            let log = log.map(|records| paths::log(records, own, who.index()));
            let language = visit.language;
            let reading = tokio::task::spawn_blocking(move || {
                let thoughts = words::speaking(language, || from.ask(|archive| archive.thoughts(who)))?;
                Ok::<_, String>(Read { thoughts, words: log.as_deref().and_then(last_words) })
            });
            match reading.await {
                Ok(Ok(read)) => snapshot
                    .kept
                    .piece(&piece_name, visit.language, || piece(&contest.name, snapshot, who, read)),
                Ok(Err(why)) => return page::refused(&visit, StatusCode::SERVICE_UNAVAILABLE, why),
                Err(error) => {
                    log::error!("{error}");
                    return page::refusal(&visit, StatusCode::INTERNAL_SERVER_ERROR, "tableau-late");
                }
            }
        }
    };
    let head = words::speaking(visit.language, || Head::of(&app, &opened, Tab::None).html());
    page::html(&visit, &Page { visit: &visit, contest: &contest.name, name: own, head, piece })
}

/// The contestant of this number, from 0; `None` where the text is none.
pub fn find(snapshot: &Snapshot, id: &str) -> Option<ContestantId> {
    let id = ContestantId(id.parse().ok()?);
    (id.index() < snapshot.regulations.contestants.len()).then_some(id)
}

fn piece(contest: &str, snapshot: &Snapshot, who: ContestantId, read: Read) -> String {
    let own = snapshot.regulations.name(who);
    let games = snapshot.history.games.get(who.index()).map(Vec::as_slice).unwrap_or_default();
    let departure = snapshot.ranking.decisions.departure(own);
    let mine: Vec<_> = snapshot.faults.iter().filter(|line| line.contestant == who).collect();
    let opponent = |key: Key| {
        let game = games.iter().find(|game| game.key == key)?;
        Some(snapshot.regulations.name(game.opponent))
    };
    let faults = mine.iter().rev().take(FAULTS).map(|line| FaultRow {
        key: line.key,
        opponent: opponent(line.key),
        kind: kind(line.fault),
        detail: line.detail.as_ref().map(presentation::reason),
    });
    let faults: Vec<FaultRow<'_>> = faults.collect();
    let known = arbitre::registry::find(&snapshot.regulations.game);
    let piece = Piece {
        base: format!("/championnat/{contest}"),
        id: who.0,
        departure: departure.map(|departure| presentation::message(&departure.message())),
        sentence: sentence(snapshot, who, games),
        opponents: opponents(snapshot, games),
        next: next(snapshot, games, &faults, &read.thoughts),
        more_faults: mine.len() - faults.len(),
        faults,
        thinking: Thinking::of(&read.thoughts, snapshot.regulations.time_ms)
            .map(|thinking| thinking.render().unwrap_or_default()),
        last_words: read.words,
        solved: known.is_some_and(|kind| kind.solved),
    };
    piece.render().unwrap_or_default()
}

/// All of it in a sentence.
fn sentence(snapshot: &Snapshot, who: ContestantId, games: &[Game]) -> String {
    let rank = snapshot.ranking.line_of(who).map_or(0, |line| line.standing.rank);
    let all = snapshot.ranking.lines.len();
    let mut parts = vec![words::text!("contestant-rank", rank = rank, count = all)];
    let counts = games.iter().map(Game::counts);
    let [won, drawn, lost] =
        counts.fold([0; 3], |sum, counts| [sum[0] + counts[0], sum[1] + counts[1], sum[2] + counts[2]]);
    let played = won + drawn + lost;
    if played > 0 {
        let share = words::percent(f64::from(won) / f64::from(played), 0);
        parts.push(words::text!("contestant-wins", share = share));
    }
    let mut faults: BTreeMap<Fault, u32> = BTreeMap::new();
    for fault in games.iter().flat_map(Game::faults) {
        *faults.entry(fault).or_default() += 1;
    }
    if played > 0 && faults.is_empty() {
        parts.push(words::text!("contestant-no-fault"));
    }
    let told =
        |(fault, count): (Fault, u32)| words::text!("contestant-faults", count = count, kind = kind(fault));
    parts.extend(faults.into_iter().map(told));
    parts.join(", ")
}

/// Results by opponent, the best opponents first.
fn opponents<'a>(snapshot: &'a Snapshot, games: &[Game]) -> Vec<Opponent<'a>> {
    let mut by: BTreeMap<ContestantId, Vec<&Game>> = BTreeMap::new();
    for game in games {
        by.entry(game.opponent).or_default().push(game);
    }
    let lines = snapshot.ranking.lines.iter();
    let met = lines.filter_map(|line| Some((line, by.get(&line.standing.contestant)?)));
    met.map(|(line, games)| {
        let counts = games.iter().map(|game| game.counts());
        Opponent {
            id: line.standing.contestant.0,
            name: &line.name,
            rank: line.standing.rank,
            counts: counts.fold([0; 3], |sum, own| [sum[0] + own[0], sum[1] + own[1], sum[2] + own[2]]),
            points: games.iter().map(|game| game.points).sum(),
            games: games
                .iter()
                .map(|game| Played {
                    key: game.key,
                    symbol: symbol(game.outcome),
                    said: outcome(game.outcome),
                })
                .collect(),
        }
    })
    .collect()
}

/// What to look at next: the last fault, the loss against the one ranked lowest, the longest thought. Each with the key of a game.
fn next(
    snapshot: &Snapshot,
    games: &[Game],
    faults: &[FaultRow<'_>],
    thoughts: &[Thought],
) -> Vec<(String, String)> {
    let mut next = Vec::new();
    let name = |game: &Game| snapshot.regulations.name(game.opponent);
    if let Some(fault) = faults.first() {
        let against = fault.opponent.unwrap_or("?");
        next.push((
            fault.key.to_string(),
            words::text!("contestant-next-fault", kind = &fault.kind, name = against),
        ));
    }
    let rank = |game: &&Game| snapshot.ranking.line_of(game.opponent).map_or(0, |line| line.standing.rank);
    if let Some(game) = games.iter().filter(|game| game.outcome == Outcome::Lost).max_by_key(rank) {
        let text = words::text!("contestant-next-loss", name = name(game), rank = rank(&game));
        next.push((game.key.to_string(), text));
    }
    if let Some(longest) = thoughts.iter().max_by_key(|thought| thought.time)
        && longest.time >= LONG
        && let Some(game) = games.iter().find(|game| game.key == longest.key)
    {
        let ms = u64::try_from(longest.time.as_millis()).unwrap_or(u64::MAX);
        let text =
            words::text!("contestant-next-long", time = seconds(ms), ply = longest.ply, name = name(game));
        next.push((longest.key.to_string(), text));
    }
    next
}
