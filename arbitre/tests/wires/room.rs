//! A reception in the test's own thread, and a referee in another.

use std::io::{PipeReader, PipeWriter, pipe};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::fd::AsFd;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use arbitre::game::GameEntry;
use arbitre::match_loop::Conditions;
use arbitre::reception::listen::{Door, listen};
use arbitre::reception::{Listeners, NetworkSeat, News, NoReconnector, Reception, Wire, see_off};
use arbitre::record::Record;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::Seat;
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::Slot;
use jeux::game::{Params, Partie};
use nix::poll::{PollFd, PollFlags};
use testing::PATIENCE;

/// A reception of this game on a port of its own for each of these forms, and where they are.
pub fn open(
    kind: &'static GameEntry,
    forms: &[&str],
    patience: Duration,
) -> (Box<dyn Reception>, Vec<SocketAddr>) {
    let (mut doors, mut addresses) = (Vec::new(), Vec::new());
    for form in forms {
        let listener = listen(Some(Ipv4Addr::LOCALHOST.into()), 0).expect("a port");
        addresses.push(listener.local_addr().expect("an address"));
        doors.push(Door { listener, form: (*form).to_owned() });
    }
    (wire(kind).open(Listeners::new(doors), patience), addresses)
}

pub fn wire(kind: &'static GameEntry) -> &'static dyn Wire {
    kind.wire.expect("a game with a wire of its own")
}

/// Waits until a reception has news.
pub fn news(reception: &mut dyn Reception) -> Vec<News> {
    let begin = Instant::now();
    loop {
        let news = reception.advance();
        if !news.is_empty() {
            return news;
        }
        assert!(begin.elapsed() < PATIENCE, "no news");
        let mut fds = Vec::new();
        let due = reception.watch(&mut fds);
        wait_any(&mut fds, due.min(Deadline::after(Instant::now(), Some(PATIENCE)))).expect("poll");
    }
}

/// Waits for somebody who asks to play; his number.
pub fn asks(reception: &mut dyn Reception) -> u64 {
    match &news(reception)[..] {
        [News::Asks(asking)] => asking.number,
        other => panic!("{other:?}"),
    }
}

/// How a [`Room`] plays.
pub struct Rules {
    pub time: Option<Duration>,
    pub judged: bool,
    pub parties: &'static [Partie],
    /// The setup of all games.
    pub setup: Params,
}

impl Rules {
    /// The usual ones of a game.
    pub fn of(kind: &GameEntry) -> Rules {
        let setup = kind.draw(&Params::new(), 1).expect("a setup");
        Rules { time: Some(kind.time), judged: true, parties: kind.parties, setup }
    }
}

/// A reception and a referee: the two who have asked first play a rencontre, and again when they ask again.
pub struct Room {
    /// Where each form of the protocol is spoken.
    pub addresses: Vec<SocketAddr>,
    records: Receiver<Record>,
    /// Dropped: the room is closed.
    stop: Option<PipeWriter>,
    thread: Option<JoinHandle<()>>,
}

impl Room {
    pub fn start(kind: &'static GameEntry, forms: &[&str], rules: Rules) -> Room {
        let (stopped, stop) = pipe().expect("a pipe");
        let (sender, records) = channel();
        let forms: Vec<String> = forms.iter().map(|form| (*form).to_owned()).collect();
        let (told, ports) = channel();
        let thread = std::thread::spawn(move || {
            let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
            let (reception, addresses) = open(kind, &forms, PATIENCE);
            told.send(addresses).expect("the test waits");
            serve(kind, &rules, reception, &stopped, &sender);
        });
        let addresses = ports.recv().expect("the room");
        Room { addresses, records, stop: Some(stop), thread: Some(thread) }
    }

    /// Closes the room; the record of the rencontre that was played then.
    pub fn close(mut self) -> Record {
        self.stop = None;
        self.record()
    }

    /// The record of the next rencontre that is over; its players may not know yet.
    pub fn record(&self) -> Record {
        self.records.recv_timeout(PATIENCE).expect("a record")
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the room");
        }
    }
}

fn serve(
    kind: &'static GameEntry,
    rules: &Rules,
    mut reception: Box<dyn Reception>,
    stopped: &PipeReader,
    records: &Sender<Record>,
) {
    let mut there = Vec::new();
    loop {
        let mut fds = vec![PollFd::new(stopped.as_fd(), PollFlags::POLLIN)];
        let due = reception.watch(&mut fds);
        wait_any(&mut fds, due).expect("poll");
        if is_ready(&fds[0]) {
            return;
        }
        drop(fds);
        for news in reception.advance() {
            match news {
                News::Asks(asking) => {
                    reception.welcome(asking.number);
                    there.push(asking);
                }
                News::Left(number) => there.retain(|asking| asking.number != number),
                _ => {}
            }
        }
        if there.len() >= 2 {
            let two = [there.remove(0), there.remove(0)];
            let guests = two.each_ref().map(|asking| reception.take(asking.number));
            let names = two.each_ref().map(|asking| asking.name.name().to_owned());
            let seats = wire(kind).sit(guests, names.each_ref().map(String::as_str), None, &NoReconnector);
            let [Some(mut one), Some(mut other)] = seats.expect("seats") else { panic!("two seats") };
            let contestants = names.map(|name| Contestant { name, from: String::new() });
            let rencontre = Rencontre {
                kind,
                id: "test",
                contestants: &contestants,
                setup: &rules.setup,
                parties: rules.parties,
                judged: rules.judged,
                scheduled: None,
                before: None,
            };
            let conditions = Conditions { time: rules.time, interrupt: Some(stopped.as_fd()) };
            let (seat, opposite): (&mut dyn Seat, &mut dyn Seat) = (&mut *one, &mut *other);
            let record = rencontre.referee([seat, opposite], conditions, &mut ()).expect("a setup");
            // The test may want no record.
            records.send(record).ok();
            let mut leaving: [Option<&mut dyn NetworkSeat>; 2] = [Some(&mut *one), Some(&mut *other)];
            see_off(&mut leaving, PATIENCE, Some(stopped.as_fd()), &mut |slot: Slot, state| {
                reception.give_back(two[slot].number, state.as_deref());
            });
        }
    }
}
