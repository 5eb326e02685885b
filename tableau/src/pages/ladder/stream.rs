//! Updates of open pages: a part of the page, made again now and then, and sent when it has changed.

use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use echelle::Ladder;
use futures_util::stream::{self, StreamExt};
use tokio::time::{Instant, sleep, sleep_until};

use super::door::{OpenedLadder, fresh};
use crate::app::App;
use crate::stream::StreamEvent;
use crate::visit::Visit;

/// The least time between two looks.
const EVERY: Duration = Duration::from_secs(2);

/// Waits until this visitor may not see the ladder any more.
pub async fn left(opened: OpenedLadder) {
    while opened.who.stays(&opened.data) {
        sleep(EVERY).await;
        fresh(&opened.data).await;
    }
}

struct Viewer<F> {
    opened: OpenedLadder,
    visit: Visit,
    make: F,
    sent: Arc<str>,
    look: Instant,
}

/// Follows the part of a page with this `id`. It ends when the visitor may not see the ladder any more.
pub fn follow(
    visit: &Visit,
    app: &App,
    opened: OpenedLadder,
    id: &'static str,
    make: impl Fn(&OpenedLadder, &Ladder) -> Option<String> + Clone + Send + 'static,
) -> Response {
    let viewer = Viewer { opened, visit: visit.clone(), make, sent: "".into(), look: Instant::now() };
    let told = stream::unfold(viewer, move |mut viewer| async move {
        loop {
            sleep_until(viewer.look).await;
            viewer.look = Instant::now() + EVERY;
            fresh(&viewer.opened.data).await;
            if !viewer.opened.who.stays(&viewer.opened.data) {
                return None;
            }
            let part = viewer.opened.make(&viewer.visit, viewer.make.clone()).await.flatten()?;
            // Events must not contain carriage returns.
            let part: Arc<str> = part.replace('\r', "").into();
            if part != viewer.sent {
                viewer.sent = part.clone();
                return Some((StreamEvent::Part(id, part), viewer));
            }
        }
    });
    app.streams.open(visit, told.boxed())
}
