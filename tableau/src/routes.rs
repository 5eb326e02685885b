//! Which path leads to which page.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::app::App;
use crate::pages::{contest, contestant, ladder};
use crate::visit::Visit;
use crate::{access, api, assets, page, pages};

/// The longest body of a request, in bytes, unless a page says otherwise.
const LONGEST_BODY: usize = 64 * 1024;

pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(pages::home::show))
        .route("/entrer", get(pages::entrance::show).post(pages::entrance::enter))
        .route("/sortir", post(pages::entrance::leave))
        .route("/langue", post(pages::entrance::speak))
        .route("/championnat/{name}", get(contest::ranking::show))
        .route("/championnat/{name}/direct", get(contest::stream::show))
        .route("/championnat/{name}/classement.csv", get(contest::ranking::csv))
        .route("/championnat/{name}/devoile", get(contest::reveal::show))
        .route("/championnat/{name}/decisions", get(contest::decisions::show))
        .route("/championnat/{name}/grille", get(contest::grid::show))
        .route("/championnat/{name}/tableau-final", get(contest::bracket::show))
        .route("/championnat/{name}/programme", get(contest::programme::show))
        .route("/championnat/{name}/courbes", get(contest::curves::show))
        .route("/championnat/{name}/fautes", get(contest::faults::show))
        .route("/jouer", get(pages::play::show).post(pages::play::begin))
        .route("/jouer/ici/{game}", get(pages::here::show))
        .route("/regles/{game}", get(pages::rules::show))
        .route("/jouer/s/{secret}", get(pages::seat::show))
        .route("/jouer/s/{secret}/suite", get(pages::seat::stream))
        .route("/jouer/s/{secret}/{action}", post(pages::seat::act))
        .route("/championnat/{name}/concurrent/{id}", get(contestant::show::show))
        .route("/championnat/{name}/concurrent/{id}/journal", post(contestant::show::prove))
        .route("/championnat/{name}/concurrent/{id}/parties.jsonl", get(contestant::records::show))
        .route("/championnat/{name}/concurrent/{id}/precision", get(contestant::precision::show))
        .route("/assets/{version}/{name}", get(assets::serve))
        .route("/parties/{folder}", get(pages::records::show))
        .route("/parties/{folder}/{id}", get(pages::game::of_folder))
        .route("/parties/{folder}/{id}/plateau", get(pages::game::board_of_folder))
        .route("/parties/{folder}/{id}/fichier", get(pages::game::file))
        .route("/championnat/{name}/rencontre/{key}", get(pages::game::of_contest))
        .route("/championnat/{name}/rencontre/{key}/plateau", get(pages::game::board_of_contest))
        .route("/direct/{id}", get(pages::game::live))
        .route("/direct/{id}/plateau", get(pages::game::board_of_live))
        .route("/direct/{id}/suite", get(pages::follow::events))
        .route(
            "/relire",
            get(pages::replay::show)
                .post(pages::replay::take)
                .layer(DefaultBodyLimit::max(pages::replay::LONGEST)),
        )
        .route("/relire/{secret}", get(pages::game::of_paste))
        .route("/relire/{secret}/fichier", get(pages::game::file_of_paste))
        .route("/relire/{secret}/plateau", get(pages::game::board_of_paste))
        .route("/analyse", get(pages::analysis::choose))
        .route("/analyse/{game}", get(pages::analysis::show))
        .route("/mur", get(pages::wall::all))
        .route("/mur.suite", get(pages::wall::all_changes))
        .route("/mur/{name}", get(pages::wall::one))
        .route("/mur/{name}/suite", get(pages::wall::changes_of_one))
        .route("/labyrinthe", get(pages::lobby::show))
        .route("/labyrinthe.suite", get(pages::lobby::changes))
        .route("/labyrinthe/rencontre", post(pages::lobby::seat))
        .route("/labyrinthe/tournoi", post(pages::lobby::tournament))
        .route("/organiser", get(pages::organise::index))
        .route("/organiser/{name}", get(pages::organise::show))
        .route("/organiser/{name}/course", get(pages::organise::back).post(pages::organise::run))
        .route("/organiser/{name}/decision", get(pages::organise::back).post(pages::organise::decide))
        .route("/api/openapi.json", get(api::description))
        .route("/api/v1/championnats", get(api::contests::list))
        .route("/api/v1/championnats/{nom}", get(api::contests::one))
        .route("/api/v1/championnats/{nom}/classement", get(api::contests::ranking))
        .route("/api/v1/championnats/{nom}/resultats", get(api::contests::results))
        .route("/api/v1/championnats/{nom}/programme", get(api::contests::schedule))
        .route("/api/v1/championnats/{nom}/concurrents", get(api::contests::contestants))
        .route("/api/v1/championnats/{nom}/fautes", get(api::contests::faults))
        .route("/api/v1/championnats/{nom}/rencontres/{cle}", get(api::contests::record))
        .route("/api/v1/championnats/{nom}/course", post(api::changes::run))
        .route("/api/v1/championnats/{nom}/decisions", post(api::changes::decide))
        .route("/api/v1/direct", get(api::games))
        .route("/api/v1/direct/{id}", get(api::game))
        .route("/api/v1/parties/{dossier}/{id}", get(api::record))
        .route("/api/v1/labyrinthe", get(api::changes::lobby))
        .route("/api/v1/labyrinthe/rencontre", post(api::changes::seat))
        .merge(ladders())
        .fallback(|visit: Visit| async move { page::missing(&visit) })
        .method_not_allowed_fallback(|visit: Visit| async move {
            page::refusal(&visit, StatusCode::METHOD_NOT_ALLOWED, "tableau-no-method")
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(app.guard.clone(), access::stand))
        .with_state(app)
}

/// The pages of ladders, and their data for programs. What is handed in is bounded by their settings.
fn ladders() -> Router<Arc<App>> {
    let deposits = Router::new()
        .route("/echelle/{name}/depot", get(ladder::own::back).post(ladder::own::take))
        .route("/api/v1/echelles/{nom}/depots", post(api::ladders::take))
        .layer(DefaultBodyLimit::disable());
    Router::new()
        .route("/echelle/{name}", get(ladder::ranking::show))
        .route("/echelle/{name}/suite", get(ladder::ranking::changes))
        .route("/echelle/{name}/entrer", get(ladder::entrance::show).post(ladder::entrance::enter))
        .route("/echelle/{name}/sortir", post(ladder::entrance::leave))
        .route("/echelle/{name}/moi", get(ladder::own::show))
        .route("/echelle/{name}/moi/suite", get(ladder::own::changes))
        .route("/echelle/{name}/version/{student}/{number}", get(ladder::version::show))
        .route("/echelle/{name}/version/{student}/{number}/suite", get(ladder::version::changes))
        .route("/echelle/{name}/version/{student}/{number}/rendu.tar", get(ladder::download::show))
        .route("/echelle/{name}/version/{student}/{number}/reprendre", post(ladder::own::again))
        .route("/echelle/{name}/version/{student}/{number}/jouer", post(ladder::play::begin))
        .route("/echelle/{name}/eleve/{student}", get(ladder::student::show))
        .route("/echelle/{name}/partie/{id}", get(ladder::game::show))
        .route("/echelle/{name}/partie/{id}/plateau", get(ladder::game::board))
        .route("/echelle/{name}/partie/{id}/fichier", get(ladder::game::file))
        .route("/echelle/{name}/direct/{id}", get(ladder::game::live))
        .route("/echelle/{name}/direct/{id}/plateau", get(ladder::game::board_of_live))
        .route("/echelle/{name}/direct/{id}/suite", get(ladder::game::changes))
        .route("/echelle/{name}/organiser", get(ladder::organise::show))
        .route("/echelle/{name}/organiser.csv", get(ladder::organise::csv))
        .route("/api/v1/echelles/{nom}", get(api::ladders::ranking))
        .route("/api/v1/echelles/{nom}/moi", get(api::ladders::own))
        .merge(deposits)
}
