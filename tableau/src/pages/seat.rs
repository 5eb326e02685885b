//! A player's page, under a secret path.

use jeux::{Reason, Slot};
use std::sync::Arc;
use std::time::Duration;

use arbitre::host::person::{EndedPartie, LegalMove, PersonMessage, PersonTurn, PersonView};
use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use jeux::text::truncate;
use protocol::result::ResultRecord;
use tokio::time::timeout;

use crate::app::App;
use crate::page;
use crate::play::PlaySeat;
use crate::play::opponents;
use crate::play::table::{PlayTable, SeatStanding, TableStage};
use crate::stream::StreamEvent;
use crate::visit::Visit;

/// The least time between two updates of a page.
const PACE: Duration = Duration::from_millis(30);
/// How long the answer to a move waits for its effect.
const SOON: Duration = Duration::from_millis(1500);
/// The longest accepted move, in bytes.
const LONGEST_MOVE: usize = 20_000;
/// From so many moves on, those with several touches are a list.
const MANY: usize = 24;
/// The longest move on a button.
const SHORT: usize = 16;

/// A seat and its game: what all parts of the page show.
struct SeatGame {
    secret: String,
    slot: Slot,
    standing: SeatStanding,
    seat: PlaySeat,
    view: Arc<PersonView>,
    /// Where the record will be.
    record: Option<String>,
    /// The address of these pages.
    /// The beginning of links.
    base: String,
    /// The visitor may begin games.
    plays: bool,
}

/// The parts of the page that change.
const PARTS: [&str; 4] = ["etat", "plateau", "suite", "coups"];

#[derive(Template)]
#[template(path = "seat.html")]
struct SeatPage<'a> {
    visit: &'a Visit,
    game: &'a SeatGame,
}

#[derive(Template)]
#[template(path = "seat_state.html")]
struct State_<'a> {
    game: &'a SeatGame,
}

#[derive(Template)]
#[template(path = "seat_board.html")]
struct SeatBoard<'a> {
    game: &'a SeatGame,
}

#[derive(Template)]
#[template(path = "seat_moves.html")]
struct SeatMoves<'a> {
    game: &'a SeatGame,
}

#[derive(Template)]
#[template(path = "seat_rest.html")]
struct SeatFooter<'a> {
    game: &'a SeatGame,
}

/// An invitation that has been accepted.
#[derive(Template)]
#[template(path = "seat_accepted.html")]
struct Accepted<'a> {
    table: &'a PlayTable,
}

/// The page that it leads to from then on.
#[derive(Template)]
#[template(path = "accepted.html")]
struct AcceptedPage<'a> {
    visit: &'a Visit,
    table: &'a PlayTable,
}

impl SeatGame {
    fn of(app: &App, secret: String, seat: PlaySeat, (base, plays): (String, bool)) -> Self {
        let (table, slot) = (&seat.0, seat.1);
        let standing = table.standing(slot);
        let view = standing.view.as_ref().map(|(view, _)| view.clone()).unwrap_or_default();
        let folders = app.sources.folders();
        let folder = folders.into_iter().find(|(_, path)| *path == app.played);
        let records = match &table.request.origin {
            Some(origin) => Some(origin.records.clone()),
            None => folder.map(|(name, _)| format!("/parties/{name}")),
        };
        let record = records.map(|records| format!("{records}/{}", table.id));
        SeatGame { secret, slot, standing, view, record, base, plays, seat }
    }

    fn path(&self, action: &str) -> String {
        format!("/jouer/s/{}/{action}", self.secret)
    }

    fn stage(&self) -> &TableStage {
        &self.standing.stage
    }

    fn is_waiting(&self) -> bool {
        *self.stage() == TableStage::Waiting
    }

    fn is_playing(&self) -> bool {
        *self.stage() == TableStage::Playing && self.standing.view.is_some()
    }

    /// The game can be shown.
    fn is_seen(&self) -> bool {
        self.standing.view.is_some()
    }

    fn is_kept(&self) -> bool {
        *self.stage() == TableStage::Kept
    }

    fn is_mine(&self) -> bool {
        self.is_playing() && self.view.turn == PersonTurn::Mine
    }

    fn is_next(&self) -> bool {
        self.is_playing() && self.view.turn == PersonTurn::Next
    }

    /// A game is under way and can be given up.
    fn is_under_way(&self) -> bool {
        self.is_playing() && matches!(self.view.turn, PersonTurn::Mine | PersonTurn::Theirs)
    }

    /// A change is expected: a page without scripts reloads.
    fn is_expecting(&self) -> bool {
        match self.stage() {
            TableStage::Playing => self.view.turn == PersonTurn::Theirs,
            stage => !stage.is_over() && self.invites(),
        }
    }

    fn name(&self) -> &'static str {
        self.seat.0.request.kind.name
    }

    fn title(&self) -> &'static str {
        self.seat.0.request.kind.title
    }

    fn me(&self) -> &str {
        &self.standing.names[self.slot]
    }

    fn opponent(&self) -> &str {
        &self.standing.names[self.slot.other()]
    }

    /// The name of the current game, if there are several.
    fn partie(&self) -> Option<&str> {
        (self.view.of > 1).then_some(self.view.partie.as_str())
    }

    /// This person invited the other one.
    fn invites(&self) -> bool {
        let table = &self.seat.0;
        // The one who opens a table has a name from the beginning, and the first fields.
        opponents::slot(&table.request.form) == self.slot || table.request.people() == 1
    }

    /// The link for the other person.
    fn link(&self) -> String {
        let secret = self.seat.0.secrets[self.slot.other()].as_deref().unwrap_or_default();
        format!("{}/jouer/s/{secret}", self.base)
    }

    /// Where others may watch.
    fn public(&self) -> Option<String> {
        let table = &self.seat.0;
        (self.is_under_way() && table.request.origin.is_none()).then(|| format!("/direct/{}", table.id))
    }

    fn may_take_back(&self) -> bool {
        self.seat.0.may_take_back(self.slot)
    }

    /// What a page needs to go on by itself, as JSON: the game, and who is who in it. `None` where the person may not know everything.
    fn known(&self) -> Option<String> {
        let view = &self.view;
        let setup = view.setup.as_ref().filter(|_| self.is_under_way())?;
        let first = if view.begins { self.slot } else { self.slot.other() };
        let names = [first, first.other()].map(|slot| &self.standing.names[slot]);
        let known = serde_json::json!({
            "game": self.name(),
            "setup": setup,
            "moves": view.moves.iter().map(|said| &said.text).collect::<Vec<_>>(),
            "number": view.number,
            "names": names,
            "swapped": first == Slot::One,
            "me": if view.begins { 1 } else { 2 },
        });
        Some(known.to_string())
    }

    /// The name of this person's side.
    fn side(&self) -> String {
        match (self.seat.0.request.kind.colours, self.view.begins) {
            (Some(colours), _) => colours[self.slot].to_owned(),
            (None, true) => i18n::text!("play-you-begin"),
            (None, false) => i18n::text!("play-other-begins", name = self.opponent()),
        }
    }

    /// Milliseconds left for the move, if time is limited and running.
    fn left_ms(&self) -> Option<u128> {
        let (_, since) = self.standing.view.as_ref()?;
        let limit = self.seat.0.request.time.filter(|_| self.is_under_way())?;
        Some(limit.saturating_sub(since.elapsed()).as_millis())
    }

    /// The sentence above the board.
    fn says(&self) -> String {
        match self.stage() {
            stage if stage.is_over() && self.seat.0.abandoned().is_some() => {
                let minutes = self.seat.0.abandoned().unwrap_or_default().as_secs_f64() / 60.0;
                i18n::text!(
                    "play-abandoned",
                    minutes = i18n::decimal(minutes, usize::from(minutes.fract() > 0.0))
                )
            }
            TableStage::Waiting if self.invites() => i18n::text!("play-waiting"),
            TableStage::Waiting => i18n::text!("play-invited", name = self.opponent(), game = self.title()),
            TableStage::Starting => i18n::text!("play-starting"),
            TableStage::Nothing => i18n::text!("play-nothing"),
            TableStage::Failed(why) => {
                i18n::text!("play-failed", why = i18n::reason(&why.for_audience()))
            }
            TableStage::Unrecorded(why) => {
                i18n::text!("play-unrecorded", why = i18n::reason(&why.for_audience()))
            }
            TableStage::Kept => match self.view.results.last() {
                Some(outcome) => self.outcome(outcome) + ".",
                None => i18n::text!("play-over"),
            },
            TableStage::Playing => match self.view.turn {
                _ if !self.is_seen() => i18n::text!("play-starting"),
                PersonTurn::Mine => i18n::text!("play-mine"),
                PersonTurn::Theirs => i18n::text!("play-theirs", name = self.opponent()),
                PersonTurn::Next | PersonTurn::Over => match self.view.results.last() {
                    Some(outcome) => self.outcome(outcome) + ".",
                    None => i18n::text!("play-over"),
                },
            },
        }
    }

    /// Why the last input cannot be played.
    fn refused(&self) -> Option<String> {
        let (text, why) = self.view.refused.as_ref()?;
        let text: String = text.chars().take(60).collect();
        Some(i18n::text!("person-refused", move = text, why = i18n::reason(why)))
    }

    /// How a game ended, in a sentence.
    fn outcome(&self, EndedPartie { partie, result }: &EndedPartie) -> String {
        let names = self.standing.names.each_ref().map(String::as_str);
        let detail = result.detail.as_ref().map(Reason::for_audience);
        let result = ResultRecord { detail, ..result.clone() };
        let said = i18n::outcome_sentence(&result, names, Some(self.slot));
        i18n::capital(&match self.view.of > 1 {
            true => i18n::text!("play-of-partie", partie = partie, said = said),
            false => said,
        })
    }

    /// The moves shown as buttons, and as a list.
    fn choices(&self) -> (Vec<&LegalMove>, Vec<&LegalMove>) {
        let all = &self.view.choices;
        if all.len() <= MANY {
            return (all.iter().collect(), Vec::new());
        }
        // A single word is easily found among others; longer moves need a list.
        let few = |choice: &&LegalMove| choice.touches.len() == 1 && !choice.text.contains(' ');
        let single = all.iter().filter(few).count();
        if single == 0 || single > 4 * MANY {
            return (Vec::new(), all.iter().collect());
        }
        all.iter().partition(few)
    }

    /// Moves are long texts, broken into lines.
    fn is_long(&self) -> bool {
        self.view.choices.iter().any(|choice| choice.text.len() > SHORT)
    }

    /// The fields to play the same again, without what was drawn.
    fn again(&self) -> &[(String, String)] {
        &self.seat.0.request.form
    }

    /// Where to send them.
    fn again_at(&self) -> Option<&str> {
        match &self.seat.0.request.origin {
            Some(origin) => Some(&origin.again),
            None => self.plays.then_some("/jouer"),
        }
    }

    fn part(&self, name: &str) -> Result<String, askama::Error> {
        match name {
            "etat" => State_ { game: self }.render(),
            "plateau" => SeatBoard { game: self }.render(),
            "coups" => SeatMoves { game: self }.render(),
            _ => SeatFooter { game: self }.render(),
        }
    }
}

/// A move on several lines.
fn lines(text: &str) -> String {
    text.replace('/', "\n")
}

/// A move, shortened if it is too long to show.
fn shortened(text: &str) -> String {
    truncate(text, SHORT)
}

/// The beginning of links, for who made this request.
fn base(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    app.guard.base(host)
}

pub async fn show(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(seat) = app.seat(&secret) else { return gone(&visit, &app, &secret) };
    let game = SeatGame::of(&app, secret, seat, (base(&app, &headers), visit.plays()));
    page::html(&visit, &SeatPage { visit: &visit, game: &game })
}

/// There is no such game any more, or the invitation to it has been accepted.
fn gone(visit: &Visit, app: &App, secret: &str) -> Response {
    match app.tables.accepted(secret) {
        Some(table) => page::html_with(visit, StatusCode::GONE, &AcceptedPage { visit, table: &table }),
        None => page::refusal(visit, StatusCode::NOT_FOUND, "play-gone"),
    }
}

/// The form of an action.
#[derive(serde::Deserialize)]
pub struct SeatForm {
    /// After how many moves.
    #[serde(default)]
    n: usize,
    #[serde(default)]
    coup: String,
    /// The name of the person who joins.
    #[serde(default)]
    nom: String,
}

/// Acts at a seat and redirects to it after the effect, within a second and a half.
pub async fn act(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path((mut secret, action)): Path<(String, String)>,
    Form(sent): Form<SeatForm>,
) -> Response {
    let Some((table, slot)) = app.seat(&secret) else { return gone(&visit, &app, &secret) };
    let mut changes = table.changes();
    match action.as_str() {
        "coup" => {
            // Several lines are one move.
            let text = sent.coup.split_whitespace().collect::<Vec<_>>();
            let rows = sent.coup.trim().contains('\n');
            let text = text.join(if rows { "/" } else { " " });
            if text.is_empty() || text.len() > LONGEST_MOVE || text.chars().any(char::is_control) {
                return page::refusal(&visit, StatusCode::UNPROCESSABLE_ENTITY, "play-no-move");
            }
            table.say(slot, PersonMessage::Move(sent.n, text));
        }
        "abandon" => table.say(slot, PersonMessage::GiveUp),
        "suivante" => table.say(slot, PersonMessage::Next),
        "reprendre" => table.take_back(slot),
        "arreter" => table.leave(),
        "venir" => {
            let inviting = opponents::slot(&table.request.form);
            if table.request.people() == 2 && slot != inviting {
                let name = opponents::person(Some(sent.nom.trim()).filter(|name| !name.is_empty()));
                match app.tables.accept(&secret, name) {
                    Ok(own) => secret = own.unwrap_or(secret),
                    Err(why) => {
                        let why = i18n::speaking(visit.language, || i18n::reason(&why));
                        return page::refused(&visit, StatusCode::SERVICE_UNAVAILABLE, why);
                    }
                }
            }
        }
        _ => return page::missing(&visit),
    }
    // Wait for the effect, so that the next page shows it.
    let _ = timeout(SOON, changes.changed()).await;
    Redirect::to(&format!("/jouer/s/{secret}")).into_response()
}

/// Sends the parts of the page whenever they have changed.
pub async fn stream(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(seat) = app.seat(&secret) else { return gone(&visit, &app, &secret) };
    let Some(open) = seat.0.open_page(seat.1) else {
        return page::refusal(&visit, StatusCode::TOO_MANY_REQUESTS, "play-many-pages");
    };
    let (asked, language, plays) = (base(&app, &headers), visit.language, visit.plays());
    let changes = seat.0.changes();
    let mut sent: [Arc<str>; PARTS.len()] = std::array::from_fn(|_| "".into());
    let table = app.clone();
    let mut open = Some(open);
    let make = move |_: &u64| {
        let game = SeatGame::of(&table, secret.clone(), seat.clone(), (asked.clone(), plays));
        // The page of somebody else who has the invitation does not become the seat of who accepts it.
        let accepted = table.tables.accepted(&secret);
        if accepted.is_some() {
            // Nor does it keep one of the seat's pages.
            open.take();
        }
        let mut told = Vec::new();
        for (name, sent) in PARTS.iter().zip(&mut sent) {
            let part = i18n::speaking(language, || match (&accepted, *name) {
                (Some(table), "etat") => Accepted { table }.render(),
                (Some(_), _) => Ok(String::new()),
                (None, name) => game.part(name),
            });
            let Ok(part) = part else { continue };
            // Events must not contain carriage returns.
            let part: Arc<str> = format!("{name}\n{part}").replace('\r', "").into();
            if part != *sent {
                *sent = part.clone();
                told.push(StreamEvent::Other("seat", part));
            }
        }
        told
    };
    app.streams.follow(&visit, changes, PACE, make)
}
