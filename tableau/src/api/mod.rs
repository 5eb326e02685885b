//! The pages' data for programs: JSON under `/api/v1`, described in `tableau/openapi.json`. Names in it are French, as in all that this
//! house writes for programs; errors are problem documents (RFC 9457).
//!
//! * `contests`: championships. `games`: games under way, records. `changes`: what changes something, with a token.

pub mod changes;
pub mod contests;
pub mod games;

use axum::extract::{FromRequest, Json, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::page::problem;

/// The description.
const OPENAPI: &str = include_str!("../../openapi.json");

/// Serves the description.
pub async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// What is sent as JSON.
pub struct Sent<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(sent)) => Ok(Sent(sent)),
            // What the reader complains about is in English, like the names of the statuses.
            Err(rejection) => Err(problem(rejection.status(), &rejection.body_text())),
        }
    }
}
