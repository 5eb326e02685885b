//! The page of a contestant.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use championnat::{ContestantId, Fault, Key, Thought, paths, presentation};

use percent_encoding::utf8_percent_encode;
use serde::Deserialize;

use crate::access::TooMany;
use crate::app::App;
use crate::contest::Snapshot;
use crate::history::{ContestantOutcome, FinishedGame};
use crate::log_access::{self, LogReader};
use crate::logs::last_words;
use crate::page;
use crate::pages::contest::faults::query;
use crate::pages::contest::head::{ContestHead, ContestTab, OpenedContest, open};
use crate::pages::contest::live::{outcome, symbol};
use crate::pages::wording::seconds;
use crate::visit::Visit;

/// Faults listed, latest first.
const FAULTS: usize = 50;
/// The shortest thought worth a link.
const LONG: Duration = Duration::from_millis(100);

#[derive(Template)]
#[template(path = "contestant/page.html")]
struct ContestantPage<'a> {
    visit: &'a Visit,
    contest: &'a str,
    name: &'a str,
    head: String,
    piece: Arc<str>,
    log: LogView,
    /// Where the contestant sends his secret.
    action: String,
}

/// The log of the engine, as far as this visitor may read it.
enum LogView {
    /// Its end; `None` if there is nothing in it.
    Read(Option<String>),
    /// The secret is asked for; the one that was sent was wrong.
    Asked {
        wrong: bool,
    },
    Closed,
}

#[derive(Template)]
#[template(path = "contestant/piece.html")]
struct ContestantSection<'a> {
    base: String,
    id: u32,
    departure: Option<String>,
    sentence: String,
    opponents: Vec<AgainstOpponent<'a>>,
    thinking: Option<String>,
    faults: Vec<FaultRow<'a>>,
    more_faults: usize,
    /// The visitor may read the engine's log.
    log: bool,
    solved: bool,
    /// No records to download.
    published: bool,
    next: Vec<(String, String)>,
}

/// All results against one opponent.
struct AgainstOpponent<'a> {
    id: u32,
    name: &'a str,
    rank: u32,
    games: Vec<PlayedRencontre>,
    counts: [u32; 3],
    points: i64,
}

struct PlayedRencontre {
    key: Key,
    symbol: &'static str,
    said: String,
}

struct FaultRow<'a> {
    key: Key,
    opponent: Option<(u32, &'a str)>,
    /// The query of its game.
    at: String,
    /// The move that it was about.
    turn: Option<String>,
    kind: String,
    detail: Option<String>,
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    page_of(&visit, &app, (&name, &id), &headers, false).await
}

/// What a contestant sends to read his log.
#[derive(Deserialize)]
pub struct LogForm {
    #[serde(default)]
    secret: String,
}

/// A contestant proves who he is; a cookie remembers it.
pub async fn prove(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
    headers: HeaderMap,
    Form(sent): Form<LogForm>,
) -> Response {
    let opened = match open(&visit, &app, &name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let OpenedContest { contest, snapshot } = &opened;
    let Some(who) = find(snapshot, &id) else { return page::missing(&visit) };
    let own = snapshot.regulations.name(who);
    // He may also send all that his player sends: his name, and the secret behind it.
    let sent = sent.secret.trim();
    let secret = sent.strip_prefix(own).and_then(|rest| rest.strip_prefix('#')).unwrap_or(sent);
    match log_access::is_secret(&app.guard, contest, own, secret, visit.from) {
        Err(TooMany) => page::refusal(&visit, StatusCode::TOO_MANY_REQUESTS, "tableau-too-many"),
        Ok(false) => page_of(&visit, &app, (&name, &id), &headers, true).await,
        Ok(true) => {
            let path = format!("/championnat/{name}/concurrent/{id}");
            let mut answer =
                Redirect::to(&utf8_percent_encode(&path, page::PATH).to_string()).into_response();
            let cookie = log_access::keep(&app.guard, contest, own, secret);
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                answer.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            answer
        }
    }
}

async fn page_of(
    visit: &Visit,
    app: &Arc<App>,
    (name, id): (&str, &str),
    headers: &HeaderMap,
    wrong: bool,
) -> Response {
    let opened = match open(visit, app, name).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let OpenedContest { contest, snapshot } = &opened;
    let Some(who) = find(snapshot, id) else { return page::missing(visit) };
    let own = snapshot.regulations.name(who);
    let reader = LogReader::of(&app.guard, contest, visit, headers);
    let piece_name = format!("contestant {}{}", who.0, if reader.reads(own) { " read" } else { "" });
    let piece = match snapshot.kept.known(&piece_name, visit.language) {
        Some(piece) => piece,
        None => {
            // For one visitor after the other, and to the end though he has left: it takes a while.
            let turn = contest.reading.clone().lock_owned().await;
            let (contest, snapshot, language) = (contest.clone(), snapshot.clone(), visit.language);
            let (reader, published) = (reader.clone(), visit.published);
            let reading = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                if let Some(piece) = snapshot.kept.known(&piece_name, language) {
                    return Ok(piece);
                }
                let thoughts = i18n::speaking(language, || contest.ask(|archive| archive.thoughts(who)))?;
                Ok(snapshot.kept.piece(&piece_name, language, || {
                    piece(&contest.name, &snapshot, who, &thoughts, (&reader, published))
                }))
            });
            match reading.await {
                Ok(Ok(piece)) => piece,
                Ok(Err(why)) => return page::refused(visit, StatusCode::SERVICE_UNAVAILABLE, why),
                Err(error) => {
                    log::error!("{error}");
                    return page::refusal(visit, StatusCode::INTERNAL_SERVER_ERROR, "tableau-late");
                }
            }
        }
    };
    let head =
        i18n::speaking(visit.language, || ContestHead::of(visit, app, &opened, ContestTab::None).html());
    let log = if reader.reads(own) {
        let path = contest.records.as_deref().map(|records| paths::log(records, own, who.index()));
        let reading = tokio::task::spawn_blocking(move || path.as_deref().and_then(last_words));
        LogView::Read(reading.await.unwrap_or_default())
    } else if contest.logs.secrets.contains_key(own) && !visit.published {
        LogView::Asked { wrong }
    } else {
        LogView::Closed
    };
    let action = format!("/championnat/{}/concurrent/{}/journal", contest.name, who.0);
    let page = ContestantPage { visit, contest: &contest.called(), name: own, head, piece, log, action };
    let mut answer =
        page::html_with(visit, if wrong { StatusCode::FORBIDDEN } else { StatusCode::OK }, &page);
    reader.forget_in(&mut answer, &app.guard, contest);
    answer
}

/// The contestant of this number, from 0.
pub fn find(snapshot: &Snapshot, id: &str) -> Option<ContestantId> {
    let id = ContestantId(id.parse().ok()?);
    (id.index() < snapshot.regulations.contestants.len()).then_some(id)
}

fn piece(
    contest: &str,
    snapshot: &Snapshot,
    who: ContestantId,
    thoughts: &[Thought],
    (reader, published): (&LogReader, bool),
) -> String {
    let own = snapshot.regulations.name(who);
    let games = snapshot.history.games.get(who.index()).map(Vec::as_slice).unwrap_or_default();
    let roster = &snapshot.regulations.roster;
    let departure = snapshot.ranking.decisions.departure(own);
    let mine: Vec<_> =
        snapshot.faults.iter().enumerate().filter(|(_, line)| line.contestant == who).collect();
    let opponent = |key: Key| {
        let game = games.iter().find(|game| game.key == key)?;
        Some((game.opponent.0, snapshot.regulations.name(game.opponent)))
    };
    let faults = mine.iter().rev().take(FAULTS).map(|(number, line)| FaultRow {
        key: line.key,
        opponent: opponent(line.key),
        kind: presentation::message(&line.kind()),
        at: query(snapshot, line, Some(who)),
        turn: presentation::fault_turn(&snapshot.regulations, line),
        detail: snapshot.fault_reason(*number, |name| reader.reads(name)),
    });
    let faults: Vec<FaultRow<'_>> = faults.collect();
    let known = arbitre::registry::find(&snapshot.regulations.game);
    let piece = ContestantSection {
        base: format!("/championnat/{contest}"),
        id: who.0,
        departure: departure.map(|departure| presentation::message(&departure.message())),
        sentence: sentence(snapshot, who, games),
        opponents: opponents(snapshot, games),
        next: next(snapshot, games, &faults, thoughts),
        more_faults: mine.len() - faults.len(),
        log: reader.reads(own),
        faults,
        // With several limits none is drawn.
        thinking: ThinkingTimes::of(
            thoughts,
            if roster.times.is_empty() { snapshot.regulations.time_ms } else { 0 },
        )
        .map(|thinking| thinking.render().unwrap_or_default()),
        solved: !published && known.is_some_and(|kind| kind.solved),
        published,
    };
    piece.render().unwrap_or_default()
}

fn sentence(snapshot: &Snapshot, who: ContestantId, games: &[FinishedGame]) -> String {
    let rank = snapshot.ranking.line_of(who).map_or(0, |line| line.standing.rank);
    let all = snapshot.ranking.lines.len();
    let mut parts = vec![i18n::text!("contestant-rank", rank = rank, count = all)];
    let counts = games.iter().map(|game| game.counts(&snapshot.results));
    let [won, drawn, lost] =
        counts.fold([0; 3], |sum, counts| [sum[0] + counts[0], sum[1] + counts[1], sum[2] + counts[2]]);
    let played = won + drawn + lost;
    if played > 0 {
        let share = i18n::percent(f64::from(won) / f64::from(played), 0);
        parts.push(i18n::text!("contestant-wins", share = share));
    }
    let mut faults: BTreeMap<Fault, u32> = BTreeMap::new();
    for fault in games.iter().flat_map(|game| game.faults(&snapshot.results)) {
        *faults.entry(fault).or_default() += 1;
    }
    if played > 0 && faults.is_empty() {
        parts.push(i18n::text!("contestant-no-fault"));
    }
    let told = |(fault, count): (Fault, u32)| {
        i18n::text!("contestant-faults", count = count, kind = presentation::fault(fault))
    };
    parts.extend(faults.into_iter().map(told));
    parts.join(", ")
}

/// Results by opponent, best opponents first.
fn opponents<'a>(snapshot: &'a Snapshot, games: &[FinishedGame]) -> Vec<AgainstOpponent<'a>> {
    let mut by: BTreeMap<ContestantId, Vec<&FinishedGame>> = BTreeMap::new();
    for game in games {
        by.entry(game.opponent).or_default().push(game);
    }
    let lines = snapshot.ranking.lines.iter();
    let met = lines.filter_map(|line| Some((line, by.get(&line.standing.contestant)?)));
    met.map(|(line, games)| {
        let counts = games.iter().map(|game| game.counts(&snapshot.results));
        AgainstOpponent {
            id: line.standing.contestant.0,
            name: &line.name,
            rank: line.standing.rank,
            counts: counts.fold([0; 3], |sum, own| [sum[0] + own[0], sum[1] + own[1], sum[2] + own[2]]),
            points: games.iter().map(|game| game.points).sum(),
            games: games
                .iter()
                .map(|game| PlayedRencontre {
                    key: game.key,
                    symbol: symbol(game.outcome),
                    said: outcome(game.outcome),
                })
                .collect(),
        }
    })
    .collect()
}

/// What to look at next: the last fault, the loss against the lowest ranked, the longest thought,
/// each with its game.
fn next(
    snapshot: &Snapshot,
    games: &[FinishedGame],
    faults: &[FaultRow<'_>],
    thoughts: &[Thought],
) -> Vec<(String, String)> {
    let mut next = Vec::new();
    let name = |game: &FinishedGame| snapshot.regulations.name(game.opponent);
    if let Some(fault) = faults.first() {
        let against = fault.opponent.map_or("?", |(_, name)| name);
        next.push((
            fault.key.to_string(),
            i18n::text!("contestant-next-fault", kind = &fault.kind, name = against),
        ));
    }
    let rank =
        |game: &&FinishedGame| snapshot.ranking.line_of(game.opponent).map_or(0, |line| line.standing.rank);
    if let Some(game) = games.iter().filter(|game| game.outcome == ContestantOutcome::Lost).max_by_key(rank) {
        let text = i18n::text!("contestant-next-loss", name = name(game), rank = rank(&game));
        next.push((game.key.to_string(), text));
    }
    if let Some(longest) = thoughts.iter().max_by_key(|thought| thought.time)
        && longest.time >= LONG
        && let Some(game) = games.iter().find(|game| game.key == longest.key)
    {
        let ms = u64::try_from(longest.time.as_millis()).unwrap_or(u64::MAX);
        let text =
            i18n::text!("contestant-next-long", time = seconds(ms), ply = longest.ply, name = name(game));
        next.push((longest.key.to_string(), text));
    }
    next
}

/// The scale: from 0.1 ms to 1,000 s, four bars for each power of ten.
const SMALLEST: f64 = 1e-4;
const PER_TEN: f64 = 4.0;
const BARS: usize = 28;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;

#[derive(Template)]
#[template(path = "contestant/thinking.html")]
pub struct ThinkingTimes {
    moves: usize,
    median: String,
    most: String,
    longest: String,
    bars: Vec<Bar>,
    /// The powers of ten on the axis.
    ticks: Vec<(String, String)>,
    limit: Option<(String, String)>,
}

struct Bar {
    x: String,
    y: String,
    height: String,
    late: bool,
    from: String,
    to: String,
    count: usize,
}

impl ThinkingTimes {
    /// A histogram of these moves, with this limit in milliseconds (0: none); `None` before the
    /// first move.
    pub fn of(thoughts: &[Thought], limit_ms: u64) -> Option<Self> {
        let mut times: Vec<Duration> = thoughts.iter().map(|thought| thought.time).collect();
        times.sort_unstable();
        let longest = *times.last()?;
        // The percentile: the smallest value that this share does not exceed.
        let percent = |share: usize| times[(times.len() * share).div_ceil(100).max(1) - 1];
        let mut counts = [0usize; BARS];
        for time in &times {
            counts[bar(*time)] += 1;
        }
        let limit = (limit_ms > 0).then(|| limit_ms as f64 / 1000.0);
        let first = counts.iter().position(|count| *count > 0).unwrap_or_default() / PER_TEN as usize
            * PER_TEN as usize;
        let reach = limit.map_or(0.0, place).ceil().max(0.0) as usize;
        let last = counts.iter().rposition(|count| *count > 0).unwrap_or_default().max(reach).min(BARS - 1);
        let wide = WIDTH / (last + 1 - first) as f64;
        let highest = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
        let at = |place: f64| ((place - first as f64) * wide).clamp(0.0, WIDTH);
        let bars = (first..=last).map(|number| Bar {
            x: format!("{:.1}", at(number as f64) + 1.0),
            // Every value above 0 is visible.
            y: format!("{:.1}", HEIGHT - tall(counts[number], highest)),
            height: format!("{:.1}", tall(counts[number], highest)),
            late: limit.is_some_and(|limit| edge(number) >= limit),
            from: short(edge(number)),
            to: short(edge(number + 1)),
            count: counts[number],
        });
        let powers = (first..=last + 1).step_by(PER_TEN as usize);
        Some(ThinkingTimes {
            moves: times.len(),
            median: short(percent(50).as_secs_f64()),
            most: short(percent(99).as_secs_f64()),
            longest: short(longest.as_secs_f64()),
            bars: bars.collect(),
            ticks: powers.map(|power| (format!("{:.1}", at(power as f64)), short(edge(power)))).collect(),
            limit: limit.map(|limit| (format!("{:.1}", at(place(limit))), short(limit))),
        })
    }

    fn wide(&self) -> String {
        format!("{:.1}", WIDTH / self.bars.len().max(1) as f64 - 2.0)
    }
}

fn tall(count: usize, highest: f64) -> f64 {
    if count == 0 { 0.0 } else { (count as f64 / highest * HEIGHT).max(2.0) }
}

/// A time in seconds as a position on the axis, in bars.
fn place(seconds: f64) -> f64 {
    (seconds.max(SMALLEST) / SMALLEST).log10() * PER_TEN
}

fn bar(time: Duration) -> usize {
    (place(time.as_secs_f64()) as usize).min(BARS - 1)
}

/// The start of a bar, in seconds.
fn edge(bar: usize) -> f64 {
    SMALLEST * 10f64.powf(bar as f64 / PER_TEN)
}

/// A time in seconds, short.
fn short(seconds: f64) -> String {
    if seconds < SMALLEST / 2.0 {
        return format!("< {}", short(SMALLEST));
    }
    let (number, unit) = if seconds < 0.9995 { (seconds * 1000.0, "ms") } else { (seconds, "s") };
    let decimals =
        if number < 0.995 || (number < 9.95 && (number - number.round()).abs() > 0.05) { 1 } else { 0 };
    format!("{} {unit}", i18n::decimal(number, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;
    use championnat::Key;
    use i18n::Language::Fr;

    fn thoughts(ms: &[u64]) -> Vec<Thought> {
        let key = Key { round: 1, board: 1 };
        ms.iter().map(|ms| Thought { key, partie: 1, ply: 1, time: Duration::from_millis(*ms) }).collect()
    }

    #[test]
    fn every_move_is_in_a_bar_and_late_ones_are_told() {
        i18n::speaking(Fr, || {
            assert!(ThinkingTimes::of(&[], 1000).is_none());
            let all = thoughts(&[0, 1, 3, 20, 20, 20, 999, 1500, 40_000]);
            let thinking = ThinkingTimes::of(&all, 1000).expect("moves");
            assert_eq!(thinking.bars.iter().map(|bar| bar.count).sum::<usize>(), 9);
            assert_eq!(thinking.bars.iter().filter(|bar| bar.late).map(|bar| bar.count).sum::<usize>(), 2);
            assert_eq!((thinking.median.as_str(), thinking.longest.as_str()), ("20 ms", "40 s"));
            assert!(thinking.ticks.iter().any(|(_, name)| name == "10 ms"), "{:?}", thinking.ticks);
            assert_eq!(thinking.limit.map(|(_, name)| name).as_deref(), Some("1 s"));
            let huge = ThinkingTimes::of(&thoughts(&[u64::MAX / 2_000_000]), 0).expect("a move");
            assert_eq!(huge.bars.iter().map(|bar| bar.count).sum::<usize>(), 1);
        });
    }
}
