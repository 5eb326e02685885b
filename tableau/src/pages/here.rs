//! Games that need no server once the page is there: for two at one screen, against the solution, or to see what moves are worth.

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::Response;
use jeux::Player;
use jeux::any::{AnyGame, GAMES, named};
use jeux::game::Params;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use crate::page;
use crate::visit::Visit;

/// The query: `?mode=valeurs&coups=B2,A1`.
#[derive(Deserialize, Default)]
pub struct HereQuery {
    #[serde(default)]
    mode: Mode,
    #[serde(default)]
    coups: String,
}

/// What is played.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// Two people.
    #[default]
    Deux,
    /// A person against the solution.
    Parfait,
    /// With the value of each move.
    Valeurs,
}

#[derive(Template)]
#[template(path = "here.html")]
struct HerePage<'a> {
    visit: &'a Visit,
    game: &'static AnyGame,
    /// The games that two people can play at one screen.
    games: Vec<&'static AnyGame>,
    solved: bool,
    mode: Mode,
    moves: &'a str,
    seed: u64,
}

impl HerePage<'_> {
    /// The modes of a solved game: name, and the sentence of its link.
    fn modes() -> [(Mode, &'static str, String); 3] {
        [
            (Mode::Deux, "deux", i18n::text!("here-two")),
            (Mode::Parfait, "parfait", i18n::text!("here-perfect")),
            (Mode::Valeurs, "valeurs", i18n::text!("here-values")),
        ]
    }
}

/// Whether two people can play this game at one screen: nothing is hidden.
pub fn is_open(name: &str) -> bool {
    let open =
        |game: &AnyGame| Some(game.follow(&game.draw(&Params::new(), 0).ok()?, Player::First).is_none());
    named(name).ok().and_then(open).unwrap_or_default()
}

/// Where a solved game goes on from these moves, each with its link and first the beginning, with the values of moves.
pub fn explored(game: &str, path: &[(String, String)]) -> String {
    let moves: Vec<String> = path
        .iter()
        .skip(1)
        .map(|(text, _)| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string())
        .collect();
    format!("/jouer/ici/{game}?mode=valeurs&coups={}", moves.join(","))
}

pub async fn show(visit: Visit, Path(game): Path<String>, Query(query): Query<HereQuery>) -> Response {
    let games: Vec<&'static AnyGame> = GAMES.iter().filter(|game| is_open(game.name)).collect();
    let Some(game) = games.iter().copied().find(|known| known.name == game) else {
        return page::missing(&visit);
    };
    let solved = arbitre::registry::find(game.name).is_some_and(|kind| kind.solved);
    let mode = if solved { query.mode } else { Mode::Deux };
    let seed = u64::from(jiff::Timestamp::now().subsec_nanosecond().unsigned_abs());
    page::html(&visit, &HerePage { visit: &visit, game, games, solved, mode, moves: &query.coups, seed })
}
