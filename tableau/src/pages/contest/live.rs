//! Games under way in a championship, and the latest results.

use arbitre::audience::AudienceView;
use arbitre::replay;
use askama::Template;
use championnat::{DecisionRuling, Key, PartieResult, PhaseTable, RankingLine, Rating, Side, presentation};
use jeux::scene::Scene;
use jiff::Timestamp;
use protocol::verdict::Validity;

use crate::app::App;
use crate::contest::{ContestData, Snapshot};
use crate::history::{ContestantOutcome, FinishedGame};
use crate::live::LiveGame;
use crate::pages::wording::{ago, exact};

/// How many games are drawn, and how many results are listed.
const BOARDS: usize = 6;
const ENDED: usize = 8;

/// Games under way.
#[derive(Template)]
#[template(path = "contest/now.html")]
struct Now<'a> {
    contest: &'a str,
    boards: Vec<LiveBoard>,
    /// Further games, not drawn.
    more: usize,
    over: bool,
}

/// The small board of a game under way.
struct LiveBoard {
    id: String,
    names: [String; 2],
    drawing: Option<String>,
    moves: usize,
}

impl LiveBoard {
    fn of(moment: &LiveGame) -> Self {
        let record = &moment.seen.record;
        let partie = record.parties.last();
        let drawing = partie.and_then(|partie| {
            let view = AudienceView::after(record, partie, usize::MAX)?;
            let last = partie.moves.iter().rfind(|mv| mv.verdict == Validity::Valid);
            let last = last.map(|mv| mv.text.as_str());
            view.drawing(&Scene {
                names: replay::names(record, partie),
                first: partie.first,
                last,
                plain: true,
            })
        });
        LiveBoard {
            id: record.id.clone(),
            names: record.players.clone().map(|player| player.name),
            drawing,
            moves: partie.map_or(0, |partie| partie.moves.len()),
        }
    }
}

/// The games under way as HTML, in the language spoken.
pub fn now(app: &App, contest: &ContestData, snapshot: &Snapshot) -> String {
    let moments = app.live.moments(Some(&contest.name));
    let playing = || moments.iter().filter(|moment| !moment.seen.is_over() && !snapshot.over);
    let boards: Vec<LiveBoard> = playing().take(BOARDS).map(|moment| LiveBoard::of(moment)).collect();
    Now { contest: &contest.name, more: playing().count() - boards.len(), boards, over: snapshot.over }
        .render()
        .unwrap_or_default()
}

#[derive(Template)]
#[template(path = "contest/ended.html")]
struct JustEnded<'a> {
    base: String,
    ends: Vec<End<'a>>,
    /// Empty places, so that nothing moves when games end.
    awaited: usize,
}

struct End<'a> {
    what: Ended<'a>,
    ago: String,
    exact: String,
    stamp: String,
}

enum Ended<'a> {
    Rencontre {
        key: Key,
        names: [&'a str; 2],
        result: String,
    },
    /// Somebody left, as this sentence says, with all that he forfeits.
    Departure(String),
}

/// The latest results as HTML, latest first, in the language spoken; how long ago, or when.
pub fn ended(name: &str, snapshot: &Snapshot, now: Option<Timestamp>) -> String {
    let regulations = &snapshot.regulations;
    let gone: Vec<_> = regulations.roster.gone().collect();
    let lost_by_leaving = |key: &Key| {
        let result = snapshot.results.get(key).filter(|result| result.is_forfeit());
        result.is_some_and(|result| gone.contains(&result.white) || gone.contains(&result.black))
    };
    let played = snapshot.times.iter().filter(|(key, _)| !lost_by_leaving(key));
    let played = played.map(|(key, times)| (times.finished_ms, Some(*key), None));
    let decisions = &snapshot.ranking.decisions;
    let left = gone.iter().filter_map(|who| decisions.departures(regulations.name(*who)).next());
    let left = left.map(|decision| (decision.at_ms, None, Some(&decision.request.ruling)));
    let mut last: Vec<_> = played.chain(left).collect();
    last.sort_by_key(|(at, key, _)| (std::cmp::Reverse(*at), *key));
    let end = |(at_ms, key, ruling): (i64, Option<Key>, Option<&DecisionRuling>)| {
        let result = key.and_then(|key| Some((key, snapshot.results.get(&key)?)));
        let what = match (result, ruling) {
            (Some((key, result)), _) => Ended::Rencontre {
                key,
                names: [result.white, result.black].map(|contestant| regulations.name(contestant)),
                result: score(&result.parties),
            },
            (None, ruling) => Ended::Departure(presentation::message(&ruling?.message())),
        };
        let at = Timestamp::from_millisecond(at_ms).unwrap_or_default();
        let stamp = at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let ago = now.map_or_else(|| i18n::time(at), |now| ago(at, now));
        Some(End { what, ago, exact: exact(at), stamp })
    };
    let ends: Vec<End> = last.into_iter().filter_map(end).take(ENDED).collect();
    let places = if snapshot.over { 0 } else { snapshot.expected.min(ENDED as u64) as usize };
    let awaited = places.saturating_sub(ends.len());
    JustEnded { base: format!("/championnat/{name}"), ends, awaited }.render().unwrap_or_default()
}

/// The results of a rencontre's games as people write them: `1-0, ½-½`.
pub fn score(parties: &[PartieResult]) -> String {
    let partie = |partie: &PartieResult| match partie.winner() {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None if *partie == PartieResult::Drawn => "½-½",
        None => "0-0",
    };
    parties.iter().map(partie).collect::<Vec<_>>().join(", ")
}

/// The width of the results bar, and of the rating scale.
const BAR: u32 = 600;
const SCALE: f64 = 1000.0;
/// Latest results shown of each contestant.
const FORM: usize = 5;

#[derive(Template)]
#[template(path = "contest/rows.html")]
struct LiveRows<'a> {
    base: String,
    rows: Vec<LiveRow<'a>>,
}

struct LiveRow<'a> {
    id: u32,
    rank: u32,
    /// A class, an arrow with a number, and its meaning.
    climb: Option<(&'static str, String, String)>,
    name: &'a str,
    departure: Option<String>,
    /// Whether it advances to a knock-out not drawn yet.
    advances: Option<String>,
    /// Whether it is the last one that advances, in a ranking of all.
    is_cut: bool,
    points: i64,
    /// Games with a result.
    played: u32,
    /// Games won, drawn and lost; and in words.
    counts: [u32; 3],
    said: String,
    /// Start and width of each part of the bar.
    bar: [(u32, u32); 3],
    strength: Option<Strength>,
    form: Vec<(&'static str, usize)>,
    form_said: String,
}

/// A rating on the common scale.
struct Strength {
    low: u32,
    width: u32,
    value: u32,
    shown: String,
    said: String,
}

/// The rows as HTML, in the language spoken.
pub fn html(name: &str, snapshot: &Snapshot) -> String {
    let ranking = &snapshot.ranking;
    let ratings = || ranking.lines.iter().filter_map(|line| line.rating);
    let low = ratings().map(|rating| rating.low).fold(f64::INFINITY, f64::min);
    let high = ratings().map(|rating| rating.high).fold(f64::NEG_INFINITY, f64::max);
    let rows = ranking.lines.iter().map(|line| LiveRow::of(snapshot, line, [low, high])).collect();
    LiveRows { base: format!("/championnat/{name}"), rows }.render().unwrap_or_default()
}

impl<'a> LiveRow<'a> {
    fn of(snapshot: &Snapshot, line: &'a RankingLine, scale: [f64; 2]) -> Self {
        let standing = &line.standing;
        let index = standing.contestant.index();
        let counts = [standing.won, standing.drawn, standing.lost + standing.faults];
        let games = snapshot.history.games.get(index).map(Vec::as_slice).unwrap_or_default();
        let last = &games[games.len().saturating_sub(FORM)..];
        let mut tables = snapshot.ranking.tables.iter().filter(|_| snapshot.ranking.stages.is_empty());
        let own =
            |table: &&PhaseTable| table.lines.iter().any(|other| other.contestant == standing.contestant);
        let table = tables.find(own);
        let departure = snapshot.ranking.decisions.departure(&line.name);
        LiveRow {
            id: standing.contestant.0,
            rank: standing.rank,
            climb: snapshot.history.climbs.get(index).and_then(|climb| arrow(*climb)),
            name: &line.name,
            advances: table.filter(|table| table.advancing.contains(&standing.contestant)).map(|table| {
                let over = table.over;
                if over { i18n::text!("ranking-goes-on") } else { i18n::text!("ranking-goes-on-so-far") }
            }),
            is_cut: table.is_some_and(|table| {
                table.letter.is_none() && table.advancing.last() == Some(&standing.contestant)
            }),
            departure: departure.map(|departure| presentation::message(&departure.message())),
            points: standing.points,
            played: counts.iter().sum(),
            counts,
            said: i18n::text!("contest-counts", won = counts[0], drawn = counts[1], lost = counts[2]),
            bar: bar(counts),
            strength: line.rating.map(|rating| Strength::of(rating, scale)),
            form: last.iter().map(|game| symbol(game.outcome)).zip((0..).step_by(14)).collect(),
            form_said: said(last),
        }
    }
}

/// The symbol of an outcome.
pub fn symbol(outcome: ContestantOutcome) -> &'static str {
    match outcome {
        ContestantOutcome::Won => "won",
        ContestantOutcome::Drawn => "drawn",
        ContestantOutcome::Lost => "lost",
        ContestantOutcome::Faulty => "faulty",
    }
}

/// An outcome in words.
pub fn outcome(outcome: ContestantOutcome) -> String {
    match outcome {
        ContestantOutcome::Won => i18n::text!("contest-won"),
        ContestantOutcome::Drawn => i18n::text!("contest-drawn"),
        ContestantOutcome::Lost => i18n::text!("contest-lost"),
        ContestantOutcome::Faulty => i18n::text!("contest-faulty"),
    }
}

fn said(last: &[FinishedGame]) -> String {
    last.iter().map(|game| outcome(game.outcome)).collect::<Vec<_>>().join(", ")
}

fn arrow(climb: i64) -> Option<(&'static str, String, String)> {
    let places = climb.unsigned_abs();
    match climb {
        0 => None,
        1.. => Some(("up", format!("▲{places}"), i18n::text!("contest-up", count = places))),
        _ => Some(("down", format!("▼{places}"), i18n::text!("contest-down", count = places))),
    }
}

/// Start and width of each part of a results bar.
fn bar(counts: [u32; 3]) -> [(u32, u32); 3] {
    let all = counts.iter().sum::<u32>().max(1);
    let mut before = 0;
    counts.map(|count| {
        let from = before * BAR / all;
        before += count;
        (from, before * BAR / all - from)
    })
}

impl Strength {
    fn of(rating: Rating, [low, high]: [f64; 2]) -> Self {
        let at = |value: f64| ((value - low) / (high - low).max(1.0) * SCALE).clamp(0.0, SCALE) as u32;
        let whole = |value: f64| format!("{value:.0}");
        Strength {
            low: at(rating.low),
            width: at(rating.high) - at(rating.low),
            value: at(rating.value),
            shown: whole(rating.value),
            said: i18n::text!(
                "contest-strength-said",
                value = whole(rating.value),
                low = whole(rating.low),
                high = whole(rating.high)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_filled_wholly_and_in_order() {
        assert_eq!(bar([0, 0, 0]), [(0, 0); 3]);
        assert_eq!(bar([1, 1, 1]), [(0, 200), (200, 200), (400, 200)]);
        for counts in [[7, 0, 3], [1, 5, 1], [0, 0, 9]] {
            let parts = bar(counts);
            assert_eq!(parts.iter().map(|(_, width)| width).sum::<u32>(), BAR, "{parts:?}");
            assert!(parts.windows(2).all(|pair| pair[0].0 + pair[0].1 == pair[1].0), "{parts:?}");
        }
    }
}
