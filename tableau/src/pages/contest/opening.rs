//! Finding the championship that a page is about.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;

use crate::app::App;
use crate::contest::Contest;
use crate::contest::Snapshot;
use crate::page;
use crate::visit::Visit;

/// A championship, and what it looked like last.
pub struct Opened {
    /// It.
    pub contest: Arc<Contest>,
    /// What it looked like.
    pub snapshot: Arc<Snapshot>,
}

/// The championship of this name, for which three seconds are waited where it has not been read yet.
///
/// # Errors
/// A page that says that there is none (404), or why it cannot be read (503).
pub async fn open(visit: &Visit, app: &App, name: &str) -> Result<Opened, Box<Response>> {
    let contest = app.sources.contest(name).ok_or_else(|| Box::new(page::missing(visit)))?;
    let snapshot = contest.read().await;
    let snapshot =
        snapshot.map_err(|why| Box::new(page::refused(visit, StatusCode::SERVICE_UNAVAILABLE, why)))?;
    Ok(Opened { contest, snapshot })
}
