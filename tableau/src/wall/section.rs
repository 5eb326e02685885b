//! The sections of the wall, each made once per language, for any number of viewers.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use arbitre::audience::AudienceView;
use arbitre::record::Record;
use arbitre::{registry, replay};
use askama::Template;
use championnat::RankingLine;
use i18n::Language;
use jeux::scene::Scene;
use jeux::{Reason, Slot};
use jiff::Timestamp;
use protocol::Termination;
use protocol::result::ResultRecord;

use crate::contest::{ContestReading, Gathering, Snapshot};
use crate::live::LiveGame;
use crate::pages::wording::about;

/// Ranking lines shown at once.
const LINES: usize = 14;

/// A section of the wall.
pub struct Section {
    content: Content,
    html: [OnceLock<Arc<str>>; 2],
}

/// The content of a section.
pub enum Content {
    Empty,
    Game(Arc<LiveGame>),
    /// Title and progress.
    Head(Vec<WallStand>),
    /// Content still being read: its place is reserved.
    Awaited,
    Ranking(RankingPage),
    Idle(Vec<WallStand>),
    /// A fault just seen.
    Fault(WallFault),
    /// What the organiser announces.
    Announcement(String),
}

/// The standing of a championship.
#[derive(Clone)]
pub struct WallStand {
    pub name: String,
    pub read: ContestReading,
    pub paused: bool,
    /// Why it has paused by itself.
    pub trouble: Option<Reason>,
    pub gathering: Option<Gathering>,
    /// When it ends at the latest.
    pub ends: Option<Timestamp>,
}

impl WallStand {
    fn is(&self, other: &WallStand) -> bool {
        (&self.name, self.paused, &self.trouble, &self.gathering, self.ends)
            == (&other.name, other.paused, &other.trouble, &other.gathering, other.ends)
            && match (&self.read, &other.read) {
                (Ok(one), Ok(other)) => Arc::ptr_eq(one, other),
                (one, other) => one.is_err() && other.is_err(),
            }
    }

    /// What people call it.
    fn called(&self) -> &str {
        self.read.as_ref().map_or(&self.name, |snapshot| snapshot.called(&self.name))
    }

    pub fn is_over(&self) -> bool {
        self.read.as_ref().is_ok_and(|snapshot| snapshot.over)
    }

    /// What the organiser announces.
    pub fn announcement(&self) -> Option<&str> {
        self.read.as_ref().ok()?.ranking.decisions.announcement()
    }

    fn winner(&self) -> Option<&str> {
        let snapshot = self.read.as_ref().ok().filter(|snapshot| snapshot.over)?;
        snapshot.ranking.lines.first().map(|line| line.name.as_str())
    }
}

/// A part of the ranking that fits.
#[derive(Clone)]
pub struct RankingPage {
    name: String,
    snapshot: Arc<Snapshot>,
    /// From 0.
    number: usize,
}

impl RankingPage {
    /// The page whose turn it is; `None` without a ranking.
    pub fn of(stand: &WallStand, turn: u64) -> Option<Self> {
        let snapshot = stand.read.as_ref().ok()?.clone();
        let pages = snapshot.ranking.lines.len().div_ceil(LINES).max(1);
        Some(RankingPage { name: stand.name.clone(), snapshot, number: turn as usize % pages })
    }

    fn lines(&self) -> &[RankingLine] {
        self.snapshot.ranking.lines.chunks(LINES).nth(self.number).unwrap_or_default()
    }

    /// The lines shown, and of how many; `None` if they are all.
    fn extent(&self) -> Option<String> {
        let (first, all) = (self.number * LINES, self.snapshot.ranking.lines.len());
        (all > LINES).then(|| {
            i18n::text!("wall-extent", first = first + 1, last = first + self.lines().len(), all = all)
        })
    }
}

#[derive(Clone, PartialEq, Eq)]
pub struct WallFault {
    /// The record's name, and the game within it, from 0.
    pub game: (String, usize),
    /// The result with the fault.
    pub result: ResultRecord,
    pub names: [String; 2],
    /// When it was seen.
    pub since: Instant,
}

impl WallFault {
    /// The faults in a rencontre charged to a player, oldest first.
    pub fn all(moment: &LiveGame) -> Vec<Self> {
        let record = &moment.seen.record;
        let ended = record.parties.iter().enumerate();
        ended
            .filter_map(|(number, partie)| {
                let result = &partie.result;
                result.charged.filter(|_| result.termination != Termination::Interrupted)?;
                Some(WallFault {
                    game: (record.id.clone(), number),
                    result: result.clone(),
                    names: record.names().map(str::to_owned),
                    since: moment.came,
                })
            })
            .collect()
    }

    /// In a sentence.
    fn said(&self) -> String {
        i18n::outcome_sentence(&self.result, self.names.each_ref().map(String::as_str), None)
    }
}

impl Section {
    /// A section with this content.
    pub fn new(content: Content) -> Self {
        Section { content, html: Default::default() }
    }

    pub fn shows(&self, content: &Content) -> bool {
        let all = |one: &[WallStand], other: &[WallStand]| {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is(other))
        };
        match (&self.content, content) {
            (Content::Empty, Content::Empty) | (Content::Awaited, Content::Awaited) => true,
            (Content::Game(one), Content::Game(other)) => Arc::ptr_eq(one, other),
            (Content::Head(one), Content::Head(other)) | (Content::Idle(one), Content::Idle(other)) => {
                all(one, other)
            }
            (Content::Ranking(one), Content::Ranking(other)) => {
                one.number == other.number && Arc::ptr_eq(&one.snapshot, &other.snapshot)
            }
            (Content::Fault(one), Content::Fault(other)) => one == other,
            (Content::Announcement(one), Content::Announcement(other)) => one == other,
            _ => false,
        }
    }

    /// Its HTML in a language, made on the first request; empty if rendering fails.
    pub fn html(&self, language: Language) -> Arc<str> {
        let make = || i18n::speaking(language, || self.content.render().into());
        self.html[language as usize].get_or_init(make).clone()
    }
}

impl Content {
    fn render(&self) -> String {
        let rendered = match self {
            Content::Empty => Ok(String::new()),
            Content::Awaited => Ok("<span></span>".to_owned()),
            Content::Game(moment) => WallGame::of(moment).render(),
            Content::Head(stands) => WallHead { stands }.render(),
            Content::Ranking(page) => WallRanking { page }.render(),
            Content::Idle(stands) => match stands.as_slice() {
                [WallStand { read: Ok(snapshot), gathering, .. }] => {
                    IdleContest { snapshot, gathering: gathering.as_ref() }.render()
                }
                _ => Idle { stands }.render(),
            },
            Content::Fault(fault) => Banner { text: &fault.said(), is_fault: true }.render(),
            Content::Announcement(text) => Banner { text, is_fault: false }.render(),
        };
        rendered.map(|html| html.trim().to_owned()).unwrap_or_else(|error| {
            log::error!("{error}");
            String::new()
        })
    }
}

#[derive(Template)]
#[template(path = "wall/game.html")]
struct WallGame<'a> {
    record: &'a Record,
    title: &'a str,
    svg: Option<String>,
    players: [WallPlayer<'a>; 2],
    /// When the turn began and its limit, in milliseconds; `None` between games.
    turn: Option<(i64, u64)>,
    /// The time left, for browsers without scripts.
    clock: String,
    moves: usize,
    over: bool,
}

struct WallPlayer<'a> {
    name: &'a str,
    to_move: bool,
    won: usize,
}

impl<'a> WallGame<'a> {
    fn of(moment: &'a LiveGame) -> Self {
        let seen = &moment.seen;
        let record = &seen.record;
        let partie = record.parties.last();
        let view = partie.and_then(|partie| Some((partie, AudienceView::after(record, partie, usize::MAX)?)));
        let svg = view.as_ref().and_then(|(partie, view)| {
            let last = partie.moves.last().map(|mv| mv.text.as_str());
            let names = replay::names(record, partie);
            view.drawing(&Scene { names, first: partie.first, last, plain: true })
        });
        let mover = view.as_ref().filter(|_| seen.under_way().is_some());
        let mover = mover.and_then(|(partie, view)| Some(Slot::of(view.to_move()?, partie.first)));
        let won =
            |slot: Slot| record.parties.iter().filter(|partie| partie.result.winner == Some(slot)).count();
        let player = |slot: Slot| WallPlayer {
            name: &record.players[slot].name,
            to_move: mover == Some(slot),
            won: won(slot),
        };
        let began = seen.turn_began().as_millisecond();
        let limit = record.settings.time_ms.unwrap_or_default();
        let left =
            Duration::from_millis(limit).saturating_sub(seen.thinking).saturating_sub(moment.came.elapsed());
        WallGame {
            record,
            title: registry::find(&record.game).map_or(&record.game, |kind| kind.title),
            svg,
            players: Slot::ALL.map(player),
            turn: mover.map(|_| (began, limit)),
            clock: if limit == 0 { String::new() } else { i18n::decimal(left.as_secs_f64().ceil(), 0) },
            moves: partie.map_or(0, |partie| partie.moves.len()),
            over: seen.is_over(),
        }
    }

    /// The sides are a light and a dark disc.
    fn discs(&self) -> bool {
        registry::find(&self.record.game).is_some_and(|kind| kind.colours.is_some())
    }

    /// Several games have been played.
    fn counts(&self) -> bool {
        self.record.parties.len() > 1 || self.over
    }
}

#[derive(Template)]
#[template(path = "wall/head.html")]
struct WallHead<'a> {
    stands: &'a [WallStand],
}

#[derive(Template)]
#[template(path = "wall/ranking.html")]
struct WallRanking<'a> {
    page: &'a RankingPage,
}

#[derive(Template)]
#[template(path = "wall/idle.html")]
struct Idle<'a> {
    stands: &'a [WallStand],
}

/// The only championship while nothing is played: who will play, or who has won.
#[derive(Template)]
#[template(path = "wall/contest.html")]
struct IdleContest<'a> {
    snapshot: &'a Snapshot,
    gathering: Option<&'a Gathering>,
}

impl IdleContest<'_> {
    fn about(&self) -> String {
        about(self.snapshot).join(" · ")
    }

    /// The current time, and how long until it begins, in milliseconds.
    fn countdown(&self) -> Option<(i64, i64)> {
        let begins = self.gathering?.begins?.as_millisecond();
        let now = Timestamp::now().as_millisecond();
        (begins > now).then_some((now, begins - now))
    }

    /// Who comes by network and is not there.
    fn misses(&self, name: &str) -> bool {
        self.gathering.is_some_and(|gathering| gathering.misses(name))
    }
}

#[derive(Template)]
#[template(path = "wall/banner.html")]
struct Banner<'a> {
    text: &'a str,
    is_fault: bool,
}
