//! Network contestants, through the reception of the game's wire.

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::game::GameEntry;
use arbitre::reception::{
    Asking, Door, Guest, Listeners, News, Reception, TurnedAway, departure, ip, listen, origin, ready_now,
};
use championnat::presentation::{self, InWords, Sentence};
use championnat::{
    Config, ConnectError, ContestantId, EntryRefusal, Fault, Key, PartieResult, Plan, Port, Results,
    SeatSpec, USUAL_PORT,
};
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::Reason;
use log::Level;
use nix::poll::{PollFd, PollFlags};

use crate::run::fd_reserve::Reserve;
use crate::run::options::Jouer;
use crate::run::wrong_secrets::WrongSecrets;
use crate::run::{console, events};

/// How long a contestant may be ahead of the end of his last rencontre: longer than the wire may
/// take to tell his opponent.
const AHEAD: Duration = Duration::from_secs(90);

/// How long a contestant may take after the last rencontre to ask for another and learn that all is
/// played.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

/// The least time to return after a restart, whatever the grace: players retry more and more
/// slowly.
const RETURN_AT_LEAST: Duration = Duration::from_secs(60);

/// Everybody connected by network.
pub struct Network {
    reception: Box<dyn Reception>,
    config: Rc<Config>,
    /// Waiting for their next rencontre, by reception number.
    waiting: BTreeMap<ContestantId, u64>,
    /// Waiting with their connections here, because an opponent had gone.
    kept: BTreeMap<ContestantId, (u64, Guest)>,
    /// Connected but still counted as playing; since when.
    ahead: BTreeMap<ContestantId, (u64, Instant)>,
    playing: BTreeMap<ContestantId, u64>,
    /// Finished a rencontre and not back yet; since when.
    played: BTreeMap<ContestantId, Instant>,
    /// Left between two games of a rencontre; waited for until then.
    wanted: BTreeMap<ContestantId, (Key, Deadline)>,
    wrong: WrongSecrets,
    /// The last open round, until its end is reported, if a server opens rounds.
    phase: Option<u32>,
}

impl Network {
    /// Admits contestants at this reception.
    pub fn new(reception: Box<dyn Reception>, config: Rc<Config>) -> Self {
        let (waiting, kept, ahead, playing, played, wanted) = Default::default();
        let wrong = WrongSecrets::default();
        Network { reception, config, waiting, kept, ahead, playing, played, wanted, wrong, phase: None }
    }

    /// A late entry changed the description.
    pub fn described(&mut self, config: Rc<Config>) {
        self.config = config;
    }

    /// Adds descriptors to wait for; when [`Network::advance`] is due in any case.
    pub fn watch<'b>(&'b self, fds: &mut Vec<PollFd<'b>>) -> Deadline {
        let due = self.reception.watch(fds);
        fds.extend(self.kept.values().map(|(_, guest)| departure(&guest.stream)));
        let ahead = self.ahead.values().map(|(_, since)| Deadline::after(*since, Some(AHEAD)));
        let wanted = self.wanted.values().map(|(_, until)| *until);
        ahead.chain(wanted).fold(due, Deadline::min)
    }

    /// Handles arrivals and departures, and tells the plan. The games whose hosts wait for a
    /// contestant: his new connection, or `None` if he does not come.
    pub fn advance(&mut self, plan: &mut Plan, reserve: &mut Reserve) -> Vec<(Key, Option<Guest>)> {
        self.see_who_is_kept(plan);
        for news in self.reception.advance() {
            match news {
                News::Asks(asking) => match self.admit(&asking) {
                    Ok(contestant) => {
                        self.enter(contestant, asking.number, &origin(asking.address), plan);
                    }
                    Err(refusal) => self.turn_away(&asking, &refusal),
                },
                News::Left(number) => self.left(number, plan),
                News::Dropped { from, why } => {
                    let host = from.rsplit_once(':').map_or(&*from, |(host, _)| host).to_owned();
                    let line = i18n::text!("lobby-gone", from = from, why = presentation::reason(&why));
                    events::say(Level::Info, &host, &line);
                }
                News::Phase(round) => {
                    self.phase = Some(round);
                    plan.open_until(round);
                }
                News::Withdrawn(name) => {
                    if let Some(contestant) = self.config.by_login(&name) {
                        plan.withdraw(contestant);
                    }
                }
                News::Full(why) => {
                    log::warn!("{}", i18n::text!("lobby-accept", why = presentation::reason(&why)));
                }
            }
        }
        if plan.phase_over()
            && let Some(round) = self.phase.take()
        {
            self.reception.phase_over(round);
        }
        self.see_who_is_ahead(plan);
        self.answers(reserve)
    }

    fn name(&self, contestant: ContestantId) -> &str {
        self.config.regulations.name(contestant)
    }

    fn has_left(&self, contestant: ContestantId) {
        let name = self.name(contestant);
        events::say(Level::Info, name, &i18n::text!("champ-left", name = name));
    }

    fn enter(&mut self, contestant: ContestantId, number: u64, from: &str, plan: &mut Plan) {
        self.played.remove(&contestant);
        let free = !self.ahead.contains_key(&contestant);
        let error = match plan.connected(contestant) {
            Ok(()) => {
                let line = i18n::text!("champ-waits", name = self.name(contestant), from = from);
                events::say(Level::Info, self.name(contestant), &line);
                self.reception.welcome(number);
                self.waiting.insert(contestant, number);
                return;
            }
            Err(ConnectError::Playing) if free => {
                self.ahead.insert(contestant, (number, Instant::now()));
                return;
            }
            Err(error) => error,
        };
        self.refuse(contestant, number, error);
    }

    /// The contestant who asks, unless too many wrong secrets came before.
    fn admit(&mut self, asking: &Asking) -> Result<ContestantId, EntryRefusal> {
        let (name, from, now) = (asking.name.name(), ip(asking.address), Instant::now());
        if let Some(wait) = self.wrong.wait(name, from, now) {
            return Err(EntryRefusal::TooMany(name.to_owned(), wait));
        }
        let admitted = self.config.admit(asking.name.with_secret(), from);
        match admitted {
            Ok(_) => self.wrong.forget(name, from),
            Err(EntryRefusal::WrongSecret(_)) => self.wrong.count(name, from, now),
            Err(_) => {}
        }
        admitted
    }

    /// Refuses a contestant who is not admitted.
    fn turn_away(&mut self, asking: &Asking, refusal: &EntryRefusal) {
        let (from, why) = (origin(asking.address), presentation::message(&refusal.message()));
        let line = i18n::text!("champ-refused", from = from, why = why);
        events::say(Level::Warn, &ip(asking.address).to_string(), &line);
        self.reception.refuse(asking.number, TurnedAway::NotAdmitted);
    }

    fn refuse(&mut self, contestant: ContestantId, number: u64, error: ConnectError) {
        let (name, why) = (self.name(contestant), error.sentence());
        events::say(Level::Warn, name, &i18n::text!("champ-refused", from = name, why = why));
        self.reception.refuse(number, TurnedAway::AlreadyHere);
    }

    /// A waiting guest has left.
    fn left(&mut self, number: u64, plan: &mut Plan) {
        self.ahead.retain(|_, (other, _)| *other != number);
        if let Some(contestant) =
            self.waiting.iter().find(|(_, other)| **other == number).map(|(who, _)| *who)
        {
            self.has_left(contestant);
            self.waiting.remove(&contestant);
            plan.disconnected(contestant);
        }
    }

    /// Forgets contestants who left with connections kept here.
    fn see_who_is_kept(&mut self, plan: &mut Plan) {
        let left = ready_now(self.kept.values().map(|(_, guest)| departure(&guest.stream)));
        let kept: Vec<ContestantId> = self.kept.keys().copied().collect();
        for (contestant, _) in kept.into_iter().zip(left).filter(|(_, left)| *left) {
            self.has_left(contestant);
            if let Some((number, _)) = self.kept.remove(&contestant) {
                self.reception.give_back(number, None);
            }
            plan.disconnected(contestant);
        }
    }

    /// Contestants whose rencontre is over by now wait for the next one.
    fn see_who_is_ahead(&mut self, plan: &mut Plan) {
        let wanted = &self.wanted;
        let ahead: Vec<(ContestantId, u64, Instant)> = self
            .ahead
            .iter()
            .filter(|(contestant, _)| !wanted.contains_key(contestant))
            .map(|(contestant, (number, since))| (*contestant, *number, *since))
            .collect();
        for (contestant, number, since) in ahead {
            match plan.connected(contestant) {
                Ok(()) => {
                    self.ahead.remove(&contestant);
                    self.reception.welcome(number);
                    self.waiting.insert(contestant, number);
                }
                Err(ConnectError::Playing) if since.elapsed() < AHEAD => {}
                Err(error) => {
                    self.ahead.remove(&contestant);
                    self.refuse(contestant, number, error);
                }
            }
        }
    }

    /// Answers for those who returned, or are no longer waited for.
    fn answers(&mut self, reserve: &mut Reserve) -> Vec<(Key, Option<Guest>)> {
        let mut answers = Vec::new();
        for (contestant, (key, until)) in self.wanted.clone() {
            if let Some((number, _)) = self.ahead.remove(&contestant) {
                self.reception.welcome(number);
                // Without a connection he may come again.
                if let Some(guest) = self.take_number(contestant, number, reserve) {
                    self.wanted.remove(&contestant);
                    answers.push((key, Some(guest)));
                }
            } else if until.passed() {
                self.wanted.remove(&contestant);
                answers.push((key, None));
            }
        }
        answers
    }

    /// A contestant left after one game of a rencontre and is to play another: waits for him as
    /// long as the grace.
    pub fn want(&mut self, key: Key, contestant: ContestantId) {
        if let Some(number) = self.playing.remove(&contestant) {
            self.reception.give_back(number, None);
        }
        let until = Deadline::after(Instant::now(), Some(self.config.grace));
        self.wanted.insert(contestant, (key, until));
    }

    /// Takes the connection of a contestant whose rencontre begins. `None`: he has left, and the
    /// plan must know.
    pub fn take(&mut self, contestant: ContestantId, reserve: &mut Reserve) -> Option<Guest> {
        if let Some((number, guest)) = self.kept.remove(&contestant) {
            self.playing.insert(contestant, number);
            return Some(guest);
        }
        let number = self.waiting.remove(&contestant)?;
        self.take_number(contestant, number, reserve)
    }

    fn take_number(&mut self, contestant: ContestantId, number: u64, reserve: &mut Reserve) -> Option<Guest> {
        let guest = reserve.lend(|| self.reception.take(number));
        if guest.is_some() {
            self.playing.insert(contestant, number);
        } else {
            // If he is still there he must not wait in vain, but come again.
            self.reception.refuse(number, TurnedAway::ConnectionLost);
            self.reception.give_back(number, None);
        }
        guest
    }

    /// A contestant's rencontre could not begin: he waits with his connection here, as his wire has
    /// consumed his request.
    pub fn keep(&mut self, contestant: ContestantId, guest: Guest, plan: &mut Plan) {
        let Some(number) = self.playing.remove(&contestant) else { return };
        if plan.connected(contestant).is_ok() {
            self.kept.insert(contestant, (number, guest));
        } else {
            self.reception.give_back(number, None);
        }
    }

    /// A contestant's rencontre is over: the wire's state if his connection is free again, `None`
    /// if it is gone.
    pub fn give_back(&mut self, contestant: ContestantId, state: Option<&str>) {
        self.wanted.remove(&contestant);
        if let Some(number) = self.playing.remove(&contestant) {
            self.played.insert(contestant, Instant::now());
            self.reception.give_back(number, state);
        }
    }

    /// All is played: the reception tells everybody who asks from now on.
    pub fn all_over(&mut self) {
        self.reception.all_over();
    }

    /// All is played: tells those who wait and those who return from their last rencontre, within
    /// three seconds of the end, or until `stop` is readable.
    pub fn say_over(&mut self, stop: BorrowedFd<'_>) {
        let over = TurnedAway::TournamentOver;
        for number in std::mem::take(&mut self.waiting).into_values() {
            self.reception.refuse(number, over);
        }
        for (contestant, (number, _)) in std::mem::take(&mut self.ahead) {
            self.played.remove(&contestant);
            self.reception.refuse(number, over);
        }
        loop {
            self.played.retain(|_, since| since.elapsed() < LAST_ANSWERS);
            let Some(since) = self.played.values().max() else { return };
            let mut fds = vec![PollFd::new(stop, PollFlags::POLLIN)];
            let due = Deadline::after(*since, Some(LAST_ANSWERS)).min(self.reception.watch(&mut fds));
            let waited = wait_any(&mut fds, due);
            let stopped = fds.first().is_some_and(is_ready);
            drop(fds);
            if stopped || waited.is_err() {
                return;
            }
            for news in self.reception.advance() {
                let News::Asks(asking) = news else { continue };
                match self.admit(&asking) {
                    Ok(contestant) => {
                        self.played.remove(&contestant);
                        self.reception.refuse(asking.number, over);
                    }
                    Err(refusal) => self.turn_away(&asking, &refusal),
                }
            }
        }
    }

    /// Disconnects everybody who is not playing.
    pub fn close(&mut self) {
        for (number, _) in std::mem::take(&mut self.kept).into_values() {
            self.reception.give_back(number, None);
        }
        self.reception.close();
    }
}

/// Whether the server closed its end of this socket; does not block.
pub fn hung_up(fd: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::new(fd, PollFlags::from_bits_retain(nix::libc::POLLRDHUP))];
    nix::poll::poll(&mut fds, nix::poll::PollTimeout::ZERO).is_ok() && ipc::wait::is_ready(&fds[0])
}

/// Network contestants not known to be absent get time to return: the grace, a minute at least.
pub fn expect_back(config: &Config, plan: &mut Plan) {
    for (index, seat) in config.seats.iter().enumerate() {
        let contestant = ContestantId(index as u32);
        if matches!(seat, SeatSpec::Network(_)) && !was_absent(plan.results(), contestant) {
            plan.returning(contestant, config.grace.max(RETURN_AT_LEAST));
        }
    }
}

/// Whether this contestant lost its last rencontre by absence.
fn was_absent(results: &Results, contestant: ContestantId) -> bool {
    let last = results.values().rev().find_map(|result| Some((result.side_of(contestant)?, &result.parties)));
    last.is_some_and(|(side, parties)| {
        let absent = [PartieResult::Disqualified(side, Fault::Absent), PartieResult::BothAbsent];
        !parties.is_empty() && parties.iter().all(|partie| absent.contains(partie))
    })
}

/// The listening sockets of the game's wire, at the ports of the command line, of the description, or
/// the default one; each is printed.
pub fn open_doors(args: &Jouer, config: &Config, kind: &GameEntry) -> Result<Box<dyn Reception>> {
    let wire = kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title)).in_words()?;
    let usual = [Port { number: USUAL_PORT, form: String::new() }];
    let given = [&args.ports, &config.ports].into_iter().find(|ports| !ports.is_empty());
    let ports = given.map_or(usual.as_slice(), Vec::as_slice);
    let mut doors = Vec::new();
    for Port { number, form } in ports {
        wire.check_form(form).in_words()?;
        let listener =
            listen::listen(args.address, *number).map_err(|error| Reason::from(&error)).in_words()?;
        let port = listener.local_addr().with_context(|| i18n::text!("listen-address"))?.port();
        console::show(&format!("{}\n", i18n::text!("lobby-listening", port = port.to_string())));
        doors.push(Door { listener, form: form.clone() });
    }
    Ok(wire.open(Listeners::new(doors), args.handshake_time))
}

/// By contestant, in the order of the list.
pub fn by_network(config: &Config) -> Vec<bool> {
    config.seats.iter().map(|seat| matches!(seat, SeatSpec::Network(_))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use championnat::{Key, RencontreResult, Side};

    #[test]
    fn only_the_last_rencontre_says_who_was_absent() {
        let (one, other) = (ContestantId(0), ContestantId(1));
        let mut results = Results::new();
        assert!(!was_absent(&results, one), "nobody knows yet");
        let mut add = |round, partie| {
            let result = RencontreResult { white: one, black: other, parties: vec![partie; 2] };
            results.insert(Key { round, board: 1 }, result);
            [one, other].map(|contestant| was_absent(&results, contestant))
        };
        assert_eq!(add(1, PartieResult::Disqualified(Side::White, Fault::Absent)), [true, false]);
        assert_eq!(add(2, PartieResult::Won(Side::White)), [false, false]);
        assert_eq!(add(3, PartieResult::BothAbsent), [true, true]);
        assert_eq!(add(4, PartieResult::Disqualified(Side::Black, Fault::Disconnected)), [false, false]);
    }
}
