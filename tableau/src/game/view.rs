//! The content of a game's page.

use arbitre::analysis::Review;
use arbitre::audience::AudienceView;
use arbitre::record::{PartieRecord, PlayerRecord, Record};
use arbitre::replay;
use askama::Template;
use jeux::Slot;
use jeux::scene::Scene;
use jiff::Timestamp;
use protocol::Termination;

use super::chart;
use super::moves::{self, MoveRow};
use super::verdict;
use super::view_query::ViewQuery;
use crate::evaluation::{self, Evaluations};
use crate::records::OpenedRecord;

pub struct GameView {
    /// The title of the game.
    pub title: String,
    /// The sides are a light and a dark disc.
    pub discs: bool,
    /// The players by slot, with their colours if they have any.
    pub players: [ViewSide; 2],
    /// Its start, for people and for programs, as [`date`] writes it.
    pub started: (String, String),
    pub id: String,
    /// The machine of a room that played it, and its processor.
    pub machine: Option<(String, String)>,
    /// The contradiction to the rules, if any.
    pub problem: Option<String>,
    /// Why the rencontre is incomplete.
    pub interrupted: Option<String>,
    /// What engines wrote that is not of their protocol, with their names.
    pub odd: Vec<String>,
    /// The games of the rencontre.
    pub tabs: Vec<PartieTab>,
    /// The games shown: one, or all.
    pub panes: Vec<Pane>,
    /// Whether all games are shown, and the URL of the other choice; `None` for a single game.
    pub together: Option<(bool, String)>,
    /// The rencontre is under way.
    pub live: bool,
    /// The state of its analysis.
    pub worth: Analysed,
}

pub struct ViewSide {
    pub name: String,
    pub colour: Option<String>,
    pub won: usize,
    /// The accuracy found by an analysis.
    pub accuracy: Option<String>,
}

/// The tab of one game.
pub struct PartieTab {
    pub name: String,
    pub result: String,
    pub href: String,
    pub current: bool,
}

/// The state of an analysis.
pub enum Analysed {
    /// This game cannot be analysed.
    Unknown,
    /// It can be asked for; an opinion is not exact.
    Offered { href: String, exact: bool },
    /// It is being computed.
    Awaited,
    /// Why not, and where to ask again.
    Refused(String, String),
    /// It is shown; the name of the engine if it is an opinion.
    Known(Option<String>),
}

pub struct Pane {
    /// The name of the game in its record, its name for people, and its number from 0.
    pub name: String,
    pub label: String,
    pub number: usize,
    /// The selected number of moves, and how many there are.
    pub ply: usize,
    pub last: usize,
    /// The board as HTML.
    pub board: String,
    /// The last move in words, or the sentence for the beginning.
    pub said: String,
    pub beginning: String,
    pub verdict: String,
    /// Somebody is charged with the end.
    pub fault: bool,
    /// The players, first to move first, with their slots.
    pub heads: [(String, Slot); 2],
    /// The moves shown.
    pub rows: Vec<MoveRow>,
    /// How many moves are not shown, in words.
    pub more: String,
    /// The moves of a finished game that the live update leaves out.
    pub untold: bool,
    /// Who is to move, and his time in milliseconds.
    pub turn: Option<(String, Option<u64>)>,
    /// Links: first, back, forward, last, this position, other side.
    pub hrefs: [String; 6],
    /// Seen from the other side.
    pub turned: bool,
    /// Where the position can be explored.
    pub explorer: Option<String>,
    /// Thinking times as SVG.
    pub times: Option<String>,
    /// Values as SVG, if known.
    pub values: Option<String>,
}

impl GameView {
    /// The page of a rencontre at the selected position. `live` says whether the moves of its
    /// finished games were left out. Blocks; speaks the language of the thread.
    pub fn of(
        opened: &OpenedRecord,
        query: &ViewQuery,
        worth: Analysed,
        found: Option<&Evaluations>,
        live: Option<bool>,
    ) -> Self {
        let record = &opened.record;
        let chosen = query.partie(record);
        let together = query.ensemble.is_some() && record.parties.len() > 1;
        let review = found.map(|found| arbitre::analysis::review(record, found));
        let shown = record.parties.iter().enumerate().filter(|(number, _)| together || *number == chosen);
        let shortened = live == Some(true);
        let maker =
            ViewBuilder { opened, query, review: review.as_ref(), found, live: live.is_some(), shortened };
        let panes: Vec<Pane> = shown.map(|(number, partie)| maker.pane(number, partie)).collect();
        let switched = ViewQuery { ensemble: (!together).then(|| "1".to_owned()), ..query.clone() };
        let name = record.parties.get(chosen).map_or("", |partie| partie.name.as_str());
        let coup = query.coup.as_deref().and_then(|coup| coup.parse().ok());
        GameView {
            title: opened.kind.map_or(verdict::short(&record.game), |kind| kind.title.to_owned()),
            discs: panes.iter().any(|pane| has_discs(&pane.board)),
            players: Slot::ALL.map(|slot| side(record, slot, review.as_ref())),
            started: date(record.started),
            id: record.id.clone(),
            machine: record.machine.clone().map(|machine| (machine.name, machine.processor)),
            problem: opened.problem(),
            interrupted: record
                .interrupted
                .as_ref()
                .map(|why| i18n::text!("report-interrupted", why = i18n::reason(why))),
            odd: record.players.iter().filter_map(odd).collect(),
            tabs: record
                .parties
                .iter()
                .enumerate()
                .map(|(at, partie)| maker.tab(partie, at == chosen))
                .collect(),
            together: (record.parties.len() > 1).then(|| (together, switched.at(name, coup))),
            live: live.is_some(),
            panes,
            worth,
        }
    }
}

fn odd(player: &PlayerRecord) -> Option<String> {
    let odd = player.odd.as_ref()?;
    let what = i18n::odd_output(&odd.first, odd.lines);
    Some(i18n::text!("labelled", label = &player.name, text = what))
}

/// A time for people (`2026-05-10 14:00 CEST`) and for programs (RFC 3339).
pub fn date(at: Timestamp) -> (String, String) {
    (i18n::time(at), at.to_string())
}

fn side(record: &Record, slot: Slot, review: Option<&Review>) -> ViewSide {
    let player = &record.players[slot];
    let marks = review.map(|review| &review.players[slot]);
    ViewSide {
        name: player.name.clone(),
        colour: player.color.clone(),
        won: record.parties.iter().filter(|partie| partie.result.winner == Some(slot)).count(),
        accuracy: marks.and_then(|marks| marks.accuracy()).map(|share| i18n::percent(share, 0)),
    }
}

/// What all games of a rencontre share.
struct ViewBuilder<'a> {
    opened: &'a OpenedRecord,
    query: &'a ViewQuery,
    review: Option<&'a Review>,
    found: Option<&'a Evaluations>,
    live: bool,
    shortened: bool,
}

impl ViewBuilder<'_> {
    /// Whether it is under way.
    fn is_open(&self, partie: &PartieRecord) -> bool {
        let interrupted = partie.result.termination == Termination::Interrupted;
        self.live && self.opened.record.ended.is_none() && interrupted
    }

    fn tab(&self, partie: &PartieRecord, current: bool) -> PartieTab {
        PartieTab {
            name: verdict::short(&partie.name),
            result: verdict::brief(&self.opened.record, partie, self.is_open(partie)),
            href: self.query.at(&partie.name, None),
            current,
        }
    }

    fn pane(&self, number: usize, partie: &PartieRecord) -> Pane {
        let record = &self.opened.record;
        let last = partie.moves.len();
        let ply = self.query.coup(last);
        let reviewed =
            self.review.and_then(|review| review.parties.get(number)).map_or(&[][..], Vec::as_slice);
        let analyses = self.found.and_then(|found| found.get(number));
        let rows = moves::rows(record, partie, reviewed, self.query, ply);
        let to = |ply| self.query.at(&partie.name, Some(ply));
        let plain = ViewQuery { cote: self.query.cote.clone(), ..ViewQuery::default() };
        let turned =
            ViewQuery { cote: self.query.cote.is_none().then(|| "1".to_owned()), ..self.query.clone() };
        let (board, mover) = board_and_mover(record, partie, ply);
        let open = self.is_open(partie);
        // The clock is of whoever is to move now, also beside an earlier position.
        let now = || if ply == last { mover } else { board_and_mover(record, partie, last).1 };
        let turn = (open && number + 1 == record.parties.len()).then(now).flatten();
        Pane {
            said: said(record, partie, ply, reviewed),
            beginning: said(record, partie, 0, &[]),
            verdict: verdict::verdict(record, partie, open),
            fault: partie.result.charged.is_some(),
            heads: [partie.first, partie.first.other()].map(|slot| (record.players[slot].name.clone(), slot)),
            more: match last.saturating_sub(chart::MOST) {
                0 => String::new(),
                count => i18n::text!("game-more-moves", count = count),
            },
            untold: self.shortened && last == 0 && number + 1 < record.parties.len(),
            turn: turn.map(|slot| (record.players[slot].name.clone(), record.settings.time_ms)),
            hrefs: [
                to(0),
                to(ply.saturating_sub(1)),
                to((ply + 1).min(last)),
                to(last),
                plain.at(&partie.name, Some(ply)),
                turned.at(&partie.name, Some(ply)),
            ],
            turned: self.query.cote.is_some(),
            explorer: self.explorer(partie, ply),
            times: chart::times(record, partie, ply),
            values: analyses.and_then(|analyses| {
                chart::values(&evaluation::heights(analyses), ply, &i18n::text!("game-chart-values"))
            }),
            name: partie.name.clone(),
            label: partie.name.clone(),
            number,
            ply,
            last,
            board,
            rows,
        }
    }

    /// Where any position of a solved game can be explored.
    fn explorer(&self, partie: &PartieRecord, ply: usize) -> Option<String> {
        let kind = self.opened.kind.filter(|kind| kind.solved && partie.setup.is_empty())?;
        let moves: Vec<&str> = partie.moves.iter().take(ply).map(|mv| mv.text.as_str()).collect();
        Some(evaluation::address(kind, None, &moves))
    }
}

/// The move that led to a position, in words.
fn said(
    record: &Record,
    partie: &PartieRecord,
    ply: usize,
    reviewed: &[Option<arbitre::analysis::Reviewed>],
) -> String {
    if ply == 0 {
        let name = &record.players[partie.first].name;
        return i18n::text!("report-begins-unnamed", name = name);
    }
    let Some(mv) = partie.moves.get(ply - 1) else { return String::new() };
    moves::said(record, ply, mv, reviewed.get(ply - 1).and_then(Option::as_ref))
}

/// The board after `ply` moves as HTML, and the slot of the player to move; a sentence instead if
/// the game is unknown or cannot begin so.
pub fn board_and_mover(record: &Record, partie: &PartieRecord, ply: usize) -> (String, Option<Slot>) {
    let Some(view) = AudienceView::after(record, partie, ply) else {
        return (format!("<p class=\"soft\">{}</p>", i18n::text!("game-no-board")), None);
    };
    let mover = view.to_move().map(|player| Slot::of(player, partie.first));
    (board(&view, record, partie, ply), mover)
}

/// The boards of a game, from its beginning on, as far as its moves are listed.
pub fn boards(record: &Record, partie: &PartieRecord) -> Vec<String> {
    let Some(mut view) = AudienceView::after(record, partie, 0) else { return Vec::new() };
    let mut boards = vec![board(&view, record, partie, 0)];
    for (at, mv) in partie.moves.iter().take(chart::MOST).enumerate() {
        if !view.follow(mv) {
            break;
        }
        boards.push(board(&view, record, partie, at + 1));
    }
    boards
}

/// The board of this view, which is after so many moves.
fn board(view: &AudienceView, record: &Record, partie: &PartieRecord, ply: usize) -> String {
    let last = ply.checked_sub(1).and_then(|index| partie.moves.get(index)).map(|mv| mv.text.as_str());
    let names = replay::names(record, partie);
    let scene = Scene { first: partie.first, last, ..Scene::of(names) };
    drawn(view.drawing(&scene), || view.picture(names))
}

/// Whether the drawing's sides are a light and a dark disc.
pub fn has_discs(board: &str) -> bool {
    board.contains("class=\"disc0")
}

/// A position as text.
#[derive(Template)]
#[template(source = "<pre class=\"picture\">{{ text }}</pre>", ext = "html")]
struct TextPicture<'a> {
    text: &'a str,
}

/// The drawing of a position as HTML, or its text picture.
pub fn drawn(drawing: Option<String>, picture: impl FnOnce() -> String) -> String {
    drawing.unwrap_or_else(|| {
        let picture = TextPicture { text: &picture() };
        // Writing to a string cannot fail.
        picture.render().unwrap_or_default()
    })
}
