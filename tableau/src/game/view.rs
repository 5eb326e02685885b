//! All that the page of a game says.

use arbitre::analysis::Review;
use arbitre::judge::Judge;
use arbitre::record::{PartieRecord, Record};
use arbitre::replay;
use askama::Template;
use jeux::Slot;
use jeux::scene::Scene;
use jiff::Timestamp;

use super::chart;
use super::moves::{self, MoveRow};
use super::verdict;
use super::view_query::ViewQuery;
use crate::evaluation::{self, Evaluations};
use crate::records::OpenedRecord;

/// The page of a game.
pub struct GameView {
    /// The name of the game for people.
    pub title: String,
    /// Sides are a light and a dark disc.
    pub discs: bool,
    /// The players by slot, with their colours where they have some.
    pub players: [ViewSide; 2],
    /// When it began, for people and for programs: as [`date`] writes it.
    pub started: (String, String),
    /// The identifier of the record.
    pub id: String,
    /// What the rules contradict.
    pub problem: Option<String>,
    /// Why the rencontre is not complete.
    pub interrupted: Option<String>,
    /// The games of the rencontre.
    pub tabs: Vec<PartieTab>,
    /// The games that are shown, one or all.
    pub panes: Vec<Pane>,
    /// Whether all games are shown, and where it is the other way; nothing where there is one only.
    pub together: Option<(bool, String)>,
    /// The rencontre is under way.
    pub live: bool,
    /// What is known of what its moves are worth.
    pub worth: Analysed,
}

/// A player.
pub struct ViewSide {
    pub name: String,
    pub colour: Option<String>,
    /// Games won.
    pub won: usize,
    /// What an analysis says of all moves.
    pub accuracy: Option<String>,
}

/// What leads to a game of the rencontre.
pub struct PartieTab {
    pub name: String,
    /// How it ended, or how it stands, in as few words as there is room for.
    pub result: String,
    pub href: String,
    pub current: bool,
}

/// Whether moves were analysed.
pub enum Analysed {
    /// Nobody knows anything about this game.
    Unknown,
    /// Here it can be asked for; an opinion is not exact.
    Offered { href: String, exact: bool },
    /// It is being computed.
    Awaited,
    /// Why not, and where it can be asked for again.
    Refused(String, String),
    /// It is on the page; whose opinion it is, where it is one.
    Known(Option<String>),
}

/// A game.
pub struct Pane {
    /// The name of the game, and its number from 0.
    pub name: String,
    pub number: usize,
    /// How many moves are played where it is looked at, and how many there are.
    pub ply: usize,
    pub last: usize,
    /// The board, as HTML.
    pub board: String,
    /// The move that led there, in words; what is said before the first one.
    pub said: String,
    pub beginning: String,
    /// How it ended.
    pub verdict: String,
    /// Somebody is charged with the end.
    pub fault: bool,
    /// The names of those who play, the one who begins first, with their slots.
    pub heads: [(String, Slot); 2],
    /// Its moves, as many as are shown.
    pub rows: Vec<MoveRow>,
    /// How many moves are not in the rows, if some are not.
    pub more: String,
    /// The moves of a finished game are not told any more while the next one is played.
    pub untold: bool,
    /// Who is to move, if somebody is; how long he may think, in milliseconds.
    pub turn: Option<(String, Option<u64>)>,
    /// Addresses: first, back, on, last, this moment, the other side.
    pub hrefs: [String; 6],
    /// It is seen from the other side.
    pub turned: bool,
    /// Where the position can be explored.
    pub explorer: Option<String>,
    /// Thinking times as SVG, once there is a move.
    pub times: Option<String>,
    /// What its positions are worth as SVG, where that is known.
    pub values: Option<String>,
}

impl GameView {
    /// The page of a rencontre at a moment that is asked for. `live` says of one under way whether the moves of its
    /// finished games were left out. To be called where it may take a while, in the language of the page.
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
            problem: opened.problem(),
            interrupted: record
                .interrupted
                .as_ref()
                .map(|why| i18n::text!("report-interrupted", why = i18n::reason(why))),
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

/// A moment for people (`2026-05-10 14:00 UTC`), and for programs (RFC 3339).
pub fn date(at: Timestamp) -> (String, String) {
    (at.strftime("%Y-%m-%d %H:%M UTC").to_string(), at.to_string())
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

/// What all games of a rencontre have in common.
struct ViewBuilder<'a> {
    opened: &'a OpenedRecord,
    query: &'a ViewQuery,
    review: Option<&'a Review>,
    found: Option<&'a Evaluations>,
    live: bool,
    shortened: bool,
}

impl ViewBuilder<'_> {
    fn tab(&self, partie: &PartieRecord, current: bool) -> PartieTab {
        PartieTab {
            name: verdict::short(&partie.name),
            result: verdict::brief(&self.opened.record, partie, self.live),
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
        let open = self.live && partie.result.winner.is_none() && record.ended.is_none();
        let turn = mover.filter(|_| open && number + 1 == record.parties.len());
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

/// The board after so many moves, as HTML, a drawing or a text, and the slot of the player to move; a sentence
/// in its place, and nobody, where the game is not known, or cannot begin so.
pub fn board_and_mover(record: &Record, partie: &PartieRecord, ply: usize) -> (String, Option<Slot>) {
    let Ok(judge) = replay::after(record, partie, ply) else {
        return (format!("<p class=\"soft\">{}</p>", i18n::text!("game-no-board")), None);
    };
    let last = ply.checked_sub(1).and_then(|index| partie.moves.get(index)).map(|mv| mv.text.as_str());
    let names = replay::names(record, partie);
    let scene = Scene { first: partie.first, last, ..Scene::of(names) };
    let mover = Slot::of(judge.to_move(), partie.first);
    (drawn(judge.as_ref(), &scene), Some(mover))
}

/// Whether the sides of a drawing are a light and a dark disc: the page shows them as it does.
pub fn has_discs(board: &str) -> bool {
    board.contains("class=\"disc0")
}

/// A position in signs.
#[derive(Template)]
#[template(source = "<pre class=\"picture\">{{ text }}</pre>", ext = "html")]
struct TextPicture<'a> {
    text: &'a str,
}

/// The drawing of a position as HTML; its picture in signs where it has none.
pub fn drawn(judge: &dyn Judge, scene: &Scene<'_>) -> String {
    judge.drawing(scene).unwrap_or_else(|| {
        let picture = TextPicture { text: &judge.picture(scene.names) };
        // Writing to a string cannot fail.
        picture.render().unwrap_or_default()
    })
}
