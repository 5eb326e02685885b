//! Server-sent events for open pages, limited in number and duration.
//!
//! An element has `data-live="/path"`; `live.js` opens this stream and puts the HTML where it
//! belongs. Nothing is queued per viewer: a slow one gets fewer events, a stalled one is
//! disconnected.

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

/// Streams at once; fewer than connections, so that pages can still be read.
const MOST: usize = 3_000;
/// Streams per remote address. The local one may be a proxy.
const MOST_FROM: usize = 200;
/// The duration of a stream; the page reconnects by itself.
const LASTS: Duration = Duration::from_secs(3600);
/// The page's pause before it reconnects.
const AGAIN: Duration = Duration::from_secs(2);
/// The interval of keep-alives.
const ALIVE: Duration = Duration::from_secs(15);

/// An event for a page.
#[derive(Clone, Debug)]
pub enum StreamEvent {
    /// New HTML for the element with this `id`.
    Part(&'static str, Arc<str>),
    /// An event with its data, for one page's script.
    Other(&'static str, Arc<str>),
    /// Redirect to another page; ends the stream.
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

#[derive(Clone, Default)]
pub struct Streams {
    open: Arc<Mutex<OpenStreams>>,
}

#[derive(Default)]
struct OpenStreams {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A counted stream; dropping it frees the slot.
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

    /// Sends what `make` returns, at once and after changes, at most once per `pace`: changes in
    /// between are skipped. It ends like [`Streams::open`]'s, or with the channel.
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
            // A copy, so that the sender never waits for `make`.
            let now = changes.borrow_and_update().clone();
            let told = make(&now);
            Some((stream::iter(told), (changes, make, Instant::now() + pace)))
        });
        self.open(visit, told.flatten())
    }

    /// Sends these events for up to an hour, or to the end, or to a [`StreamEvent::Elsewhere`]; 503
    /// if there are too many streams.
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
        // Keeps a proxy from buffering.
        answer.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        answer
    }
}

/// Everything up to and including the first [`StreamEvent::Elsewhere`].
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
            // Two changes while the viewer reads.
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
