//! Open connections: so many of one address and in all. Where there is no room, the one of the address
//! with the most that has been silent or half-sent for longest gives way.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::Body;
use hyper::Response;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use tokio::sync::Notify;

use crate::access::network_of;

/// Connections at once, where the system gives enough descriptors.
const MOST: usize = 4096;
/// Descriptors for everything else: records, stores, engines, games. Half of all where they are few.
const RESERVE: usize = 256;
/// Connections of another machine: its streams, and then its pages. Half of all where they are few.
const MOST_FROM: usize = 300;
/// Connections that this machine, perhaps a proxy, leaves to others.
const LEFT: usize = 8;

/// Counts connections.
pub struct Connections {
    most: usize,
    /// Addresses from which many come.
    proxies: Vec<IpAddr>,
    open: Mutex<OpenConnections>,
}

#[derive(Default)]
struct OpenConnections {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
    /// Those without a complete request, by the time when their last one was answered.
    asking: BTreeMap<u64, Asking>,
    last: u64,
}

struct Asking {
    from: IpAddr,
    end: Arc<Notify>,
}

/// A counted connection.
pub struct Connection {
    all: Arc<Connections>,
    from: IpAddr,
    /// Its place among those without a request.
    place: Mutex<Option<u64>>,
    /// Notified when it has to give way.
    pub end: Arc<Notify>,
}

impl Connections {
    /// For a process that may have so many descriptors.
    pub fn new(descriptors: usize, proxies: &[IpAddr]) -> Arc<Self> {
        let most = (descriptors - RESERVE.min(descriptors / 2)).clamp(1, MOST);
        Arc::new(Connections { most, proxies: proxies.to_vec(), open: Mutex::default() })
    }

    /// Takes in a connection from this address; `None` if there is no room, and none gives way.
    pub fn admit(self: &Arc<Self>, from: IpAddr) -> Option<Arc<Connection>> {
        let mut open = self.open();
        let from = from.to_canonical();
        let many = from.is_loopback() || self.proxies.contains(&from);
        let quota = if many { self.most - self.most / LEFT } else { MOST_FROM.min(self.most.div_ceil(2)) };
        let from = network_of(from);
        let own = open.by_address.get(&from).copied().unwrap_or_default();
        if own >= quota {
            open.end_oldest(Some(from))?;
        } else if open.all >= self.most {
            open.end_oldest(None)?;
        }
        open.all += 1;
        *open.by_address.entry(from).or_default() += 1;
        drop(open);
        let connection = Connection { all: self.clone(), from, place: Mutex::default(), end: Arc::default() };
        connection.asks();
        Some(Arc::new(connection))
    }

    /// Ends one of the address with the most connections.
    pub fn end_oldest(&self) {
        self.open().end_oldest(None);
    }

    fn open(&self) -> std::sync::MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnections {
    /// Of this address, or of the one with the most connections, as they are its to give up.
    fn end_oldest(&mut self, from: Option<IpAddr>) -> Option<()> {
        let asking = self.asking.iter().filter(|(_, asking)| from.is_none_or(|from| from == asking.from));
        let (&place, _) =
            asking.min_by_key(|&(place, asking)| (Reverse(self.by_address.get(&asking.from)), place))?;
        self.asking.remove(&place)?.end.notify_one();
        Some(())
    }
}

impl Connection {
    fn place(&self) -> std::sync::MutexGuard<'_, Option<u64>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It has no request: others may take its place.
    fn asks(&self) {
        let mut open = self.all.open();
        open.last += 1;
        let place = open.last;
        open.asking.insert(place, Asking { from: self.from, end: self.end.clone() });
        *self.place() = Some(place);
    }

    /// It has a complete request, until the response is dropped.
    pub fn answers(self: &Arc<Self>) -> Answering {
        self.leave();
        Answering(self.clone())
    }

    fn leave(&self) {
        let mut open = self.all.open();
        if let Some(place) = self.place().take() {
            open.asking.remove(&place);
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.leave();
        let mut open = self.all.open();
        open.all -= 1;
        if let Some(count) = open.by_address.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&self.from);
            }
        }
    }
}

/// A connection whose request is being answered.
pub struct Answering(Arc<Connection>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.asks();
    }
}

impl Answering {
    /// The response, which keeps the connection's place until it is sent.
    pub fn with(self, response: Response<Body>) -> Response<AnsweringBody> {
        response.map(|body| AnsweringBody { body, _answering: self })
    }
}

pub struct AnsweringBody {
    body: Body,
    _answering: Answering,
}

impl HttpBody for AnsweringBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        polling: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(polling)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether it was told to give way.
    async fn ended(connection: &Connection) -> bool {
        let moment = std::time::Duration::from_millis(1);
        tokio::time::timeout(moment, connection.end.notified()).await.is_ok()
    }

    #[tokio::test]
    async fn an_address_has_a_quota_and_its_oldest_silent_connection_gives_way() {
        let connections = Connections::new(100_000, &[]);
        let [own, other, another] = [[127, 0, 0, 1], [192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let admit = |from| connections.admit(from).expect("room");
        let theirs: Vec<_> = (0..MOST_FROM).map(|_| admit(other)).collect();
        let kept = theirs[0].answers();
        let next = admit(other);
        assert!(ended(&theirs[1]).await, "the oldest one without a request");
        assert!(!ended(&theirs[0]).await && !ended(&theirs[2]).await && !ended(&next).await);
        // One whose request was answered is the youngest.
        drop(kept);
        let later = admit(other);
        assert!(ended(&theirs[2]).await && !ended(&theirs[0]).await);
        let all: Vec<_> = [next, later].iter().chain(&theirs).map(|one| one.answers()).collect();
        assert!(connections.admit(other).is_none(), "nobody gives way");
        let ours: Vec<_> = (0..MOST).map_while(|_| connections.admit(own)).collect();
        assert_eq!(ours.len(), MOST);
        assert!(ended(&ours[0]).await, "this machine, too, leaves room");
        assert!(connections.admit(another).is_some());
        drop((theirs, all, ours));
        let open = connections.open();
        assert!(open.all == 0 && open.by_address.is_empty() && open.asking.is_empty());
    }

    #[test]
    fn where_descriptors_are_few_an_address_leaves_room() {
        let [own, other] = [[127, 0, 0, 1], [192, 0, 2, 1]].map(IpAddr::from);
        for descriptors in [256, 512] {
            let connections = Connections::new(descriptors, &[]);
            let admitted = (0..MOST).map_while(|_| connections.admit(other));
            let theirs: Vec<_> = admitted.map(|one| one.answers()).collect();
            assert!(theirs.len() > 1 && connections.admit(own).is_some(), "{descriptors}: {}", theirs.len());
        }
    }

    #[tokio::test]
    async fn where_descriptors_are_few_the_oldest_of_all_gives_way() {
        let connections = Connections::new(8, &[]);
        let address = |last| IpAddr::from([192, 0, 2, last]);
        let four: Vec<_> = (0..4).map(|last| connections.admit(address(last)).expect("room")).collect();
        let fifth = connections.admit(address(5)).expect("room");
        assert!(ended(&four[0]).await && !ended(&four[1]).await && !ended(&fifth).await);
        drop(four);
        let _one = connections.admit(address(6)).expect("room");
        let two: Vec<_> = (0..2).map(|_| connections.admit(address(7)).expect("room")).collect();
        let _last = connections.admit(address(8)).expect("room");
        assert!(ended(&two[0]).await && !ended(&fifth).await, "one of the address with the most");
    }
}
