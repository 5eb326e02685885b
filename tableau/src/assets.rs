//! Styles and scripts, and the rules as WebAssembly (`bindings/web`), embedded, under names that change with their contents.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Name, type, contents.
const ASSETS: &[(&str, &str, &str)] = &[
    ("board.js", JS, include_str!("../assets/board.js")),
    ("boards.css", CSS, include_str!("../assets/boards.css")),
    ("contest.css", CSS, include_str!("../assets/contest.css")),
    ("contest.js", JS, include_str!("../assets/contest.js")),
    ("full.js", JS, include_str!("../assets/full.js")),
    ("game.css", CSS, include_str!("../assets/game.css")),
    ("game.js", JS, include_str!("../assets/game.js")),
    ("grid.js", JS, include_str!("../assets/grid.js")),
    ("icon.svg", SVG, include_str!("../assets/icon.svg")),
    ("ladder.css", CSS, include_str!("../assets/ladder.css")),
    ("ladder.js", JS, include_str!("../assets/ladder.js")),
    ("live.js", JS, include_str!("../assets/live.js")),
    ("lobby.css", CSS, include_str!("../assets/lobby.css")),
    ("lobby.js", JS, include_str!("../assets/lobby.js")),
    ("organise.css", CSS, include_str!("../assets/organise.css")),
    ("page.js", JS, include_str!("../assets/page.js")),
    ("play.css", CSS, include_str!("../assets/play.css")),
    ("play.js", JS, include_str!("../assets/play.js")),
    ("reveal.css", CSS, include_str!("../assets/reveal.css")),
    ("reveal.js", JS, include_str!("../assets/reveal.js")),
    ("tableau.css", CSS, include_str!("../assets/tableau.css")),
    ("wall.css", CSS, include_str!("../assets/wall.css")),
    ("wall.js", JS, include_str!("../assets/wall.js")),
];

macro_rules! web {
    ($name:literal, $kind:expr) => {
        ($name, $kind, include_bytes!(concat!("../../bindings/web/", $name)))
    };
}

/// The rules, for pages that do without the server.
const RULES: &[(&str, &str, &[u8])] = &[
    web!("arbitre-board.js", JS),
    web!("jeux.js", JS),
    web!("jeux.wasm", "application/wasm"),
    web!("solution.js", JS),
    web!("touches.js", JS),
];

/// A hash of all assets: a browser keeps each for ever, and asks for another when one has changed.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    ASSETS.hash(&mut hasher);
    RULES.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
});

/// The URL of an asset.
pub fn url(name: &str) -> String {
    format!("/assets/{}/{name}", *VERSION)
}

/// Name and contents of the styles and scripts.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASSETS.iter().map(|(name, _, text)| (*name, *text))
}

/// An asset, whatever the version in its path, cacheable for ever; 404 if there is none.
pub async fn serve(Path((_version, name)): Path<(String, String)>) -> Response {
    let own = ASSETS.iter().map(|(known, kind, text)| (*known, *kind, text.as_bytes()));
    match own.chain(RULES.iter().copied()).find(|(known, ..)| *known == name) {
        Some((_, kind, bytes)) => {
            let headers = [
                (header::CONTENT_TYPE, kind),
                (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            ];
            (headers, bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let files = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<String> =
            files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        let mut served: Vec<&str> = ASSETS.iter().map(|(name, ..)| *name).collect();
        names.sort();
        served.sort_unstable();
        assert_eq!(names, served);
    }
}
