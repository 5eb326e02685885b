//! The form for a student's secret. A link carries it behind a `#`, which no server sees; a script puts it into the form.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::door;
use crate::access::TooMany;
use crate::app::App;
use crate::ladders::access::{forget_in, keep_in};
use crate::page;
use crate::visit::Visit;

#[derive(Template)]
#[template(path = "ladder/entrance.html")]
struct EntrancePage<'a> {
    visit: &'a Visit,
    name: &'a str,
    /// The secret was wrong.
    wrong: bool,
}

pub async fn show(visit: Visit, Path(name): Path<String>) -> Response {
    page::html(&visit, &EntrancePage { visit: &visit, name: &name, wrong: false })
}

#[derive(Deserialize)]
pub struct SecretForm {
    #[serde(rename = "jeton", default)]
    secret: String,
}

pub async fn enter(
    visit: Visit,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Form(form): Form<SecretForm>,
) -> Response {
    let said = form.secret.trim();
    // He may also type all of his link.
    let said = said.rsplit_once('#').map_or(said, |(_, secret)| secret);
    if let Some(data) = app.ladders.get(&name) {
        door::fresh(&data).await;
        if data.admit(said).is_some() {
            let mut answer = Redirect::to(&format!("/echelle/{name}/moi")).into_response();
            keep_in(&mut answer, &app.guard, &data, said);
            return answer;
        }
    }
    // Which ladders there are is nobody else's business.
    match app.guard.count_wrong(visit.from) {
        Err(TooMany) => page::refusal(&visit, StatusCode::TOO_MANY_REQUESTS, "tableau-too-many"),
        Ok(()) => {
            let entrance = EntrancePage { visit: &visit, name: &name, wrong: true };
            page::html_with(&visit, StatusCode::FORBIDDEN, &entrance)
        }
    }
}

pub async fn leave(State(app): State<Arc<App>>, Path(name): Path<String>) -> Response {
    let path = utf8_percent_encode(&name, NON_ALPHANUMERIC);
    let mut answer = Redirect::to(&format!("/echelle/{path}/entrer")).into_response();
    forget_in(&mut answer, &app.guard, &name);
    answer
}
