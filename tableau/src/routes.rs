//! Which path leads to which page.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::app::App;
use crate::pages::{contest, contestant};
use crate::visit::Visit;
use crate::{assets, guard, page, pages};

/// The longest body of a request, in bytes, where a page does not say otherwise.
const LONGEST_BODY: usize = 64 * 1024;

/// All pages.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(pages::home::show))
        .route("/entrer", get(pages::entrance::show).post(pages::entrance::enter))
        .route("/sortir", post(pages::entrance::leave))
        .route("/langue", post(pages::entrance::speak))
        // A championship.
        .route("/championnat/{name}", get(contest::ranking::show))
        .route("/championnat/{name}/direct", get(contest::stream::show))
        .route("/championnat/{name}/grille", get(contest::grid::show))
        .route("/championnat/{name}/tableau-final", get(contest::bracket::show))
        .route("/championnat/{name}/programme", get(contest::programme::show))
        .route("/championnat/{name}/courbes", get(contest::curves::show))
        .route("/championnat/{name}/fautes", get(contest::faults::show))
        // Play.
        .route("/jouer", get(pages::play::show).post(pages::play::begin))
        .route("/jouer/s/{secret}", get(pages::seat::show))
        .route("/jouer/s/{secret}/suite", get(pages::seat::stream))
        .route("/jouer/s/{secret}/{action}", post(pages::seat::act))
        .route("/championnat/{name}/concurrent/{id}", get(contestant::show::show))
        .route("/championnat/{name}/concurrent/{id}/precision", get(contestant::precision::show))
        .route("/assets/{version}/{name}", get(assets::serve))
        // Games.
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
        .route("/relire/{secret}/plateau", get(pages::game::board_of_paste))
        .route("/analyse", get(pages::analysis::choose))
        .route("/analyse/{game}", get(pages::analysis::show))
        // The wall.
        .route("/mur", get(pages::wall::all))
        .route("/mur.suite", get(pages::wall::all_changes))
        .route("/mur/{name}", get(pages::wall::one))
        .route("/mur/{name}/suite", get(pages::wall::changes_of_one))
        .fallback(|visit: Visit| async move { page::missing(&visit) })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(app.clone(), guard::stand))
        .with_state(app)
}
