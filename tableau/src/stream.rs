//! Streams of events: what a page is told while somebody looks at it, with a bound on how many there are and how long each lasts.
//!
//! A page has `data-live="/path"` on an element; `live.js` opens the stream of this path and puts what comes where it belongs. Nothing
//! is kept for a viewer: who reads slowly gets fewer events, who does not read is dropped by the connection itself.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::page;
use crate::visit::Visit;

/// So many streams at once; fewer than there may be connections, so that pages can still be read.
const MOST: usize = 3_000;
/// So many for one address of another machine. This one may be a proxy that asks for everybody.
const MOST_FROM: usize = 200;
/// How long a stream lasts: the page asks again by itself.
const LASTS: Duration = Duration::from_secs(3600);
/// How long a page waits before it asks again.
const AGAIN: Duration = Duration::from_secs(2);
/// How often a viewer who has gone is looked for.
const ALIVE: Duration = Duration::from_secs(15);

/// What a page is told.
#[derive(Clone, Debug)]
pub enum StreamEvent {
    /// The element with this `id` holds this HTML from now on.
    Part(&'static str, Arc<str>),
    /// An event with a name and a data of its own, for the program of one page.
    Other(&'static str, Arc<str>),
    /// Another page, at this path, comes in the place of this one: the stream ends.
    Elsewhere(String),
}

impl StreamEvent {
    fn event(self) -> Event {
        match self {
            StreamEvent::Part(id, html) => Event::default().event("part").data(format!("{id}\n{html}")),
            StreamEvent::Other(name, data) => Event::default().event(name).data(data),
            StreamEvent::Elsewhere(path) => Event::default().event("elsewhere").data(path),
        }
    }
}

/// The streams that are open.
#[derive(Clone, Default)]
pub struct Streams {
    open: Arc<Mutex<OpenStreams>>,
}

#[derive(Default)]
struct OpenStreams {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A stream that is counted; no longer when it is dropped.
struct StreamSlot {
    open: Arc<Mutex<OpenStreams>>,
    from: IpAddr,
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all = open.all.saturating_sub(1);
        if let Some(count) = open.by_address.get_mut(&self.from) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.by_address.remove(&self.from);
            }
        }
    }
}

impl Streams {
    #[cfg(test)]
    fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).all
    }

    fn seat(&self, from: IpAddr) -> Option<StreamSlot> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let own = open.by_address.get(&from).copied().unwrap_or_default();
        if open.all >= MOST || (own >= MOST_FROM && !from.is_loopback()) {
            return None;
        }
        open.all += 1;
        *open.by_address.entry(from).or_default() += 1;
        Some(StreamSlot { open: self.open.clone(), from })
    }

    /// Tells a viewer what `make` gives, at once and whenever something has changed, but not more often than once in
    /// `pace`: what changes in between is left out. The stream ends as [`Streams::open`]'s does, and with what is
    /// watched.
    pub fn follow<T: Clone + Send + Sync + 'static>(
        &self,
        visit: &Visit,
        mut changes: watch::Receiver<T>,
        pace: Duration,
        make: impl FnMut(&T) -> Vec<StreamEvent> + Send + 'static,
    ) -> Response {
        changes.mark_changed();
        let begin = (changes, make, Instant::now());
        let told = stream::unfold(begin, move |(mut changes, mut make, due)| async move {
            changes.changed().await.ok()?;
            sleep_until(due).await;
            // A copy, so that nobody who writes waits for what is made of it.
            let now = changes.borrow_and_update().clone();
            let told = make(&now);
            Some((stream::iter(told), (changes, make, Instant::now() + pace)))
        });
        self.open(visit, told.flatten())
    }

    /// Tells a viewer what comes, until an hour has passed, there is no more, or with [`StreamEvent::Elsewhere`]; 503 where
    /// there are too many streams.
    pub fn open(&self, visit: &Visit, told: impl Stream<Item = StreamEvent> + Send + 'static) -> Response {
        let Some(seat) = self.seat(visit.from) else {
            return page::refusal(visit, StatusCode::SERVICE_UNAVAILABLE, "tableau-too-many-viewers");
        };
        let begin = stream::iter([Event::default().retry(AGAIN)]);
        let events = begin.chain(until_elsewhere(told).map(StreamEvent::event));
        let bounded = events.take_until(sleep_until(Instant::now() + LASTS));
        let counted = bounded.map(move |event| {
            let _ = &seat;
            Ok::<_, Infallible>(event)
        });
        let mut answer = Sse::new(counted).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
        // A proxy hands on what comes when it comes.
        answer.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        answer
    }
}

/// All of it up to the first [`StreamEvent::Elsewhere`], which is the last.
fn until_elsewhere(
    told: impl Stream<Item = StreamEvent> + Send + 'static,
) -> impl Stream<Item = StreamEvent> + Send {
    let mut over = false;
    told.take_while(move |told| {
        let goes_on = !over;
        over = matches!(told, StreamEvent::Elsewhere(_));
        async move { goes_on }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_counted_and_bounded() {
        let streams = Streams::default();
        let [own, other, another] = [[127, 0, 0, 1], [192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let theirs: Vec<StreamSlot> = (0..MOST_FROM).map(|_| streams.seat(other).expect("a seat")).collect();
        assert!(streams.seat(other).is_none() && streams.seat(another).is_some());
        assert_eq!(streams.count(), MOST_FROM, "one that is refused, or has gone, does not count");
        let ours: Vec<StreamSlot> = (MOST_FROM..MOST).map(|_| streams.seat(own).expect("a seat")).collect();
        assert!(streams.seat(own).is_none() && streams.seat(another).is_none());
        drop(theirs);
        assert!(streams.seat(other).is_some() && streams.count() == MOST - MOST_FROM);
        drop(ours);
        let open = streams.open.lock().expect("the streams");
        assert!(open.all == 0 && open.by_address.is_empty());
    }

    #[tokio::test]
    async fn what_changes_in_between_is_left_out_and_nothing_follows_another_page() {
        let streams = Streams::default();
        let headers = axum::http::HeaderMap::new();
        let uri = axum::http::Uri::from_static("/");
        let visit = Visit::new(&headers, &uri, crate::visit::Role::Visitor, IpAddr::from([127, 0, 0, 1]));
        let (sender, receiver) = watch::channel(0);
        let make = |number: &u32| match number {
            9 => vec![StreamEvent::Elsewhere("/there".into()), StreamEvent::Part("n", "never".into())],
            _ => vec![StreamEvent::Part("n", format!("<b>{number}</b>\n").into())],
        };
        let answer = streams.follow(&visit, receiver, Duration::from_millis(2), make);
        assert_eq!((answer.status(), streams.count()), (StatusCode::OK, 1));
        let mut body = answer.into_body().into_data_stream();
        let mut text = String::new();
        for number in 1..=9 {
            // The viewer has read what there was; meanwhile it changes twice.
            while !text.contains(&format!("<b>{}</b>", number - 1)) {
                let bytes = body.next().await.expect("more").expect("bytes");
                text += std::str::from_utf8(&bytes).expect("text");
            }
            sender.send_replace(100 + number);
            sender.send_replace(number);
        }
        while let Some(bytes) = body.next().await {
            text += std::str::from_utf8(&bytes.expect("bytes")).expect("text");
        }
        assert!(text.contains("event: part\ndata: n\ndata: <b>8</b>\n"), "{text}");
        assert!(text.trim_end().ends_with("event: elsewhere\ndata: /there"), "{text}");
        assert!(!text.contains("<b>10"), "{text}");
        drop(body);
        assert_eq!(streams.count(), 0);
    }
}
