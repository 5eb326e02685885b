//! Choosing a game and an opponent.

pub use crate::play::opponents::BY_LINK as LINK;

use std::sync::{Arc, LazyLock};

use arbitre::game::{Beginning, GameEntry};
use arbitre::judge::{Coup, Verdict};
use arbitre::registry;
use askama::Template;
use axum::extract::{Form, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use jeux::Slot;
use jeux::game::{Parameter, Params, Values};
use jeux::scene::Scene;

use crate::app::App;
use crate::page;
use crate::play::opponents::{self, EngineOpponent, PARAMETER, Wrong};
use crate::visit::Visit;

/// The seed of the preview boards.
const SEED: u64 = 3;
/// Moves made on the preview boards: an empty board says little.
const MOVES: usize = 8;
/// Times for a move that are offered, in seconds.
pub const TIMES: [&str; 5] = ["5", "10", "30", "60", "300"];

type Fields = Vec<(String, String)>;

/// The games with their preview boards, always the same.
static OFFERS: LazyLock<Vec<Offer>> =
    LazyLock::new(|| registry::GAMES.iter().map(|kind| Offer::of(kind)).collect());

#[derive(Template)]
#[template(path = "play.html")]
struct PlayPage<'a> {
    visit: &'a Visit,
    kind: &'static GameEntry,
    games: &'static [Offer],
    opponents: &'a [EngineOpponent],
    chosen: Fields,
    wrong: Option<String>,
}

/// A game that can be chosen.
struct Offer {
    kind: &'static GameEntry,
    drawing: Option<String>,
}

impl Offer {
    fn of(kind: &'static GameEntry) -> Self {
        let setup = kind.draw(&Params::new(), SEED).ok();
        let beginning =
            |setup| kind.start(&Beginning { setup: &setup, first: Slot::Zero, judged: true }).ok();
        let drawing = setup.and_then(beginning).and_then(|mut judge| {
            for number in 0..MOVES {
                let moves = judge.legal_moves();
                // Near the beginning of the list, and not always the same.
                let Some(text) = moves.get(number % moves.len().clamp(1, 5)) else { break };
                let mut next = judge.copy();
                match next.judge(&Coup::said(text)) {
                    Ok(judgement) if judgement.verdict == Verdict::Continue => judge = next,
                    _ => break,
                }
            }
            judge.drawing(&Scene { plain: true, ..Scene::default() })
        });
        Offer { kind, drawing }
    }
}

/// The label of a parameter.
fn name_of(parameter: &Parameter) -> String {
    format!("{PARAMETER}{}", parameter.name)
}

impl PlayPage<'_> {
    /// Whether this value was chosen; the usual one if the form has none.
    fn is_chosen(&self, field: &str, value: &str, usual: &str) -> bool {
        opponents::field(&self.chosen, field).unwrap_or(usual) == value
    }

    fn written(&self, field: &str) -> &str {
        opponents::field(&self.chosen, field).unwrap_or_default()
    }

    fn of_parameter(&self, parameter: &Parameter) -> &str {
        self.written(&name_of(parameter))
    }

    /// The labels of the sides, first player first.
    fn sides(&self) -> [String; 2] {
        match self.kind.colours {
            Some([first, second]) => [first, second].map(str::to_owned),
            None => [i18n::text!("play-first"), i18n::text!("play-second")],
        }
    }

    /// The words that a parameter allows.
    fn words_of(parameter: &Parameter) -> &'static [&'static str] {
        match parameter.values {
            Values::Words(words) => words,
            _ => &[],
        }
    }

    /// The range of numbers that a parameter allows.
    fn numbers_of(parameter: &Parameter) -> Option<(u64, u64, u64)> {
        match parameter.values {
            Values::Number { from, to, step } => Some((from, to, step)),
            _ => None,
        }
    }
}

pub async fn show(visit: Visit, State(app): State<Arc<App>>, Query(chosen): Query<Fields>) -> Response {
    choose(&visit, &app, chosen, None).await
}

async fn choose(visit: &Visit, app: &App, chosen: Fields, wrong: Option<&Wrong>) -> Response {
    let kind = opponents::game(&chosen).unwrap_or(registry::GAMES[0]);
    let engines = app.tables.engines().await;
    let games = OFFERS.as_slice();
    let wrong = wrong.map(|wrong| i18n::speaking(visit.language, || sentence(wrong)));
    let status = if wrong.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = PlayPage { visit, kind, games, opponents: engines.of(kind), chosen, wrong };
    page::html_with(visit, status, &page)
}

/// What is wrong with a form, in words.
fn sentence(Wrong { parameter, why }: &Wrong) -> String {
    let why = i18n::reason(&why.for_audience());
    match parameter {
        Some(name) => {
            let parameter = i18n::text!("parameter-wrong", name = name);
            i18n::text!("labelled", label = parameter, text = why)
        }
        None => why,
    }
}

/// Begins a game, or waits for the other person.
pub async fn begin(visit: Visit, State(app): State<Arc<App>>, Form(form): Form<Fields>) -> Response {
    let engines = app.tables.engines().await;
    let read = opponents::read(form.clone(), engines);
    let opened = read.and_then(|(request, slot)| Ok(app.tables.open(request, slot)?));
    match opened {
        Ok(secret) => Redirect::to(&format!("/jouer/s/{secret}")).into_response(),
        Err(wrong) => choose(&visit, &app, form, Some(&wrong)).await,
    }
}
