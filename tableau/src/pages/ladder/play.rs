//! Playing against a version in the browser: it is confined as the ladder's games are.

use axum::extract::{Form, Path};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use confine::Policy;
use echelle::{Ladder, PlayerId};
use jeux::{Reason, Slot};
use jiff::Timestamp;
use serde::Deserialize;

use super::door::{self, OpenedLadder};
use super::version::may_play;
use crate::page;
use crate::play::opponents;
use crate::play::table::{GameRequest, Origin, TablePlayer, tell_apart};
use crate::visit::Visit;

#[derive(Deserialize)]
pub struct PlayForm {
    /// Who moves first.
    #[serde(rename = "place", default)]
    first: String,
}

/// Games of a person at once.
const MOST_EACH: usize = 2;

pub async fn begin(
    visit: Visit,
    opened: OpenedLadder,
    Path((_, slug, number)): Path<(String, String, String)>,
    Form(form): Form<PlayForm>,
) -> Response {
    let number = door::number(&number);
    let slot = if form.first == "seconde" { Slot::One } else { Slot::Zero };
    let make = move |opened: &OpenedLadder, ladder: &Ladder| {
        let request = request(opened, ladder, &slug, number, slot)?;
        Some(request.and_then(|request| {
            let tables = opened.data.open_tables().map_err(|error| Reason::os(&error))?;
            if tables.of_person(&request.players[slot].name) >= MOST_EACH {
                return Err(Reason::new("play-full").with(MOST_EACH));
            }
            tables.open(request, slot)
        }))
    };
    match opened.make(&visit, make).await {
        Some(Some(Ok(secret))) => Redirect::to(&format!("/jouer/s/{secret}")).into_response(),
        Some(Some(Err(why))) => {
            let said = i18n::speaking(visit.language, || i18n::reason(&why.for_audience()));
            page::refused(&visit, StatusCode::UNPROCESSABLE_ENTITY, said)
        }
        Some(None) => page::refusal(&visit, StatusCode::FORBIDDEN, "ladder-no-play"),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The game of this visitor against a version; `None` if he may not play against it.
fn request(
    opened: &OpenedLadder,
    ladder: &Ladder,
    slug: &str,
    number: u32,
    slot: Slot,
) -> Option<Result<GameRequest, Reason>> {
    ladder.class.named(slug)?;
    let student = ladder.folder.student(slug).inspect_err(|error| log::warn!("{error}")).ok()?;
    let version = student.version(number).filter(|version| may_play(opened, ladder, slug, version))?;
    let engine = version.engine(&ladder.folder.version(slug, number).join("moteur"))?;
    let settings = &ladder.settings;
    let player = PlayerId::version(slug, number);
    let own = opened.who.student.as_deref().and_then(|own| ladder.class.named(own));
    let me = TablePlayer::new(own.map_or_else(|| opponents::person(None), |own| own.name.clone()), None);
    let other = TablePlayer {
        from: Some(player.to_string()),
        ..TablePlayer::new(ladder.name(&player), Some(engine))
    };
    let mut players = if slot == Slot::Zero { [me, other] } else { [other, me] };
    tell_apart(&mut players);
    let drawn = settings.game.draw(&settings.parameters, Timestamp::now().as_nanosecond() as u64 & 0xFF_FFFF);
    let setup = match drawn {
        Ok(setup) => setup,
        Err(error) => return Some(Err(error.problem)),
    };
    let hidden = ladder.folder.private().into_iter().map(|path| confine::comparable(&path));
    let hidden = match hidden.collect::<Result<Vec<_>, _>>() {
        Ok(hidden) => hidden,
        Err(error) => return Some(Err(Reason::os(&error))),
    };
    let base = format!("/echelle/{}", ladder.folder.name());
    Some(Ok(GameRequest {
        kind: settings.game,
        parties: settings.game.parties.len(),
        setup,
        // A person thinks as long as he likes.
        time: None,
        ponder: false,
        players,
        form: vec![("place".into(), if slot == Slot::Zero { "premiere" } else { "seconde" }.into())],
        origin: Some(Origin {
            records: format!("{base}/partie"),
            again: format!("{base}/version/{slug}/{number}/jouer"),
            policy: Policy {
                level: settings.confinement,
                limits: settings.limits,
                hidden,
                ..Policy::default()
            },
        }),
    }))
}
