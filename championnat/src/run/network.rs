//! The contestants who come by network, again and again, through the reception of the game's wire.

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
    Config, ConnectError, ContestantId, EntryRefusal, Fault, Key, PartieResult, Plan, Results, SeatSpec,
};
use ipc::wait::{Deadline, is_ready, wait_any};
use jeux::Reason;
use log::Level;
use nix::poll::{PollFd, PollFlags};

use crate::run::fd_reserve::Reserve;
use crate::run::options::{Jouer, Port};
use crate::run::{console, events};

/// How long a contestant may be ahead of the news that his last rencontre is over: longer than the wire may take to let
/// his opponent know.
const AHEAD: Duration = Duration::from_secs(90);

/// How long somebody whose last rencontre has just ended may take to ask for another, and learn that everything is played.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

/// How long those who were there before a restart have at least to come back, whatever the grace: a player's program tries
/// again more and more rarely.
const RETURN_AT_LEAST: Duration = Duration::from_secs(60);

/// Everybody who has come by network.
pub struct Network {
    reception: Box<dyn Reception>,
    config: Rc<Config>,
    /// Who waits for his next rencontre, by their numbers at the reception.
    waiting: BTreeMap<ContestantId, u64>,
    /// Who waits with his connection here, because his opponent was gone when it had been taken.
    kept: BTreeMap<ContestantId, (u64, Guest)>,
    /// Who is known and still counts as playing; since when.
    ahead: BTreeMap<ContestantId, (u64, Instant)>,
    playing: BTreeMap<ContestantId, u64>,
    /// Whose rencontre is over, and since when; until he is back.
    played: BTreeMap<ContestantId, Instant>,
    /// Who has left between two games of a rencontre, and until when he is waited for.
    wanted: BTreeMap<ContestantId, (Key, Deadline)>,
    /// The last round that may begin, where whoever receives the guests opens them, until its end is told.
    phase: Option<u32>,
}

impl Network {
    /// Takes contestants at this reception.
    pub fn new(reception: Box<dyn Reception>, config: Rc<Config>) -> Self {
        let (waiting, kept, ahead, playing, played, wanted) = Default::default();
        Network { reception, config, waiting, kept, ahead, playing, played, wanted, phase: None }
    }

    /// The description is another one now: somebody has come late.
    pub fn described(&mut self, config: Rc<Config>) {
        self.config = config;
    }

    /// Adds what to wait for; gives when [`Network::advance`] is due in any case.
    pub fn watch<'b>(&'b self, fds: &mut Vec<PollFd<'b>>) -> Deadline {
        let due = self.reception.watch(fds);
        fds.extend(self.kept.values().map(|(_, guest)| departure(&guest.stream)));
        let ahead = self.ahead.values().map(|(_, since)| Deadline::after(*since, Some(AHEAD)));
        let wanted = self.wanted.values().map(|(_, until)| *until);
        ahead.chain(wanted).fold(due, Deadline::min)
    }

    /// Takes in who has come, and lets go of who has left; the plan is told. Gives the games whose hosts are to
    /// hear of somebody who was wanted: he is back, with his connection, or does not come (`None`).
    pub fn advance(&mut self, plan: &mut Plan, reserve: &mut Reserve) -> Vec<(Key, Option<Guest>)> {
        self.see_who_is_kept(plan);
        for news in self.reception.advance() {
            match news {
                News::Asks(asking) => {
                    match self.config.admit(asking.name.with_secret(), ip(asking.address)) {
                        Ok(contestant) => {
                            self.enter(contestant, asking.number, &origin(asking.address), plan);
                        }
                        Err(refusal) => self.turn_away(&asking, &refusal),
                    }
                }
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
                    if let Some(contestant) = self.config.regulations.contestant(&name) {
                        plan.withdraw(contestant);
                    }
                }
                News::Full => {
                    let why = i18n::reason(&Reason::new("no-room"));
                    log::warn!("{}", i18n::text!("lobby-accept", why = why));
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

    /// Refuses somebody who is not admitted.
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

    /// A guest who asked has left.
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

    /// Lets go of those who have left with their connections here.
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

    /// Those whose rencontre is over by now wait for the next one.
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

    /// Who was wanted and is back, or is not waited for any longer.
    fn answers(&mut self, reserve: &mut Reserve) -> Vec<(Key, Option<Guest>)> {
        let mut answers = Vec::new();
        for (contestant, (key, until)) in self.wanted.clone() {
            if let Some((number, _)) = self.ahead.remove(&contestant) {
                self.reception.welcome(number);
                // Without a connection he may come once more.
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

    /// The contestant of a game has left after one of its parties, and is to play another: he is waited for as long
    /// as the grace.
    pub fn want(&mut self, key: Key, contestant: ContestantId) {
        if let Some(number) = self.playing.remove(&contestant) {
            self.reception.give_back(number, None);
        }
        let until = Deadline::after(Instant::now(), Some(self.config.grace));
        self.wanted.insert(contestant, (key, until));
    }

    /// Takes the connection of a contestant whose rencontre begins. Without one he has left, and the plan is to know it.
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
            // If he is still there after all, he must not wait for what nobody calls him to: he is to come again.
            self.reception.refuse(number, TurnedAway::ConnectionLost);
            self.reception.give_back(number, None);
        }
        guest
    }

    /// A contestant was taken for a rencontre that could not begin: he goes on waiting, with his connection here. His wire
    /// has taken what he asked for, and he does not ask again.
    pub fn keep(&mut self, contestant: ContestantId, guest: Guest, plan: &mut Plan) {
        let Some(number) = self.playing.remove(&contestant) else { return };
        if plan.connected(contestant).is_ok() {
            self.kept.insert(contestant, (number, guest));
        } else {
            self.reception.give_back(number, None);
        }
    }

    /// A contestant's rencontre is over: what the wire remembers of him, if his connection is free again; `None`, if
    /// it is gone.
    pub fn give_back(&mut self, contestant: ContestantId, state: Option<&str>) {
        self.wanted.remove(&contestant);
        if let Some(number) = self.playing.remove(&contestant) {
            self.played.insert(contestant, Instant::now());
            self.reception.give_back(number, state);
        }
    }

    /// Everything is played: the reception tells it to whoever asks from now on.
    pub fn all_over(&mut self) {
        self.reception.all_over();
    }

    /// Everything is played: tells it to those who wait, and to those who come back after their last rencontre. Waits
    /// for these three seconds from its end, or until something comes from `stop`.
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
                match self.config.admit(asking.name.with_secret(), ip(asking.address)) {
                    Ok(contestant) => {
                        self.played.remove(&contestant);
                        self.reception.refuse(asking.number, over);
                    }
                    Err(refusal) => self.turn_away(&asking, &refusal),
                }
            }
        }
    }

    /// Lets everybody go who does not play.
    pub fn close(&mut self) {
        for (number, _) in std::mem::take(&mut self.kept).into_values() {
            self.reception.give_back(number, None);
        }
        self.reception.close();
    }
}

/// Whether the process that sends guests has closed its end of this socket; looks, and does not wait.
pub fn hung_up(fd: BorrowedFd<'_>) -> bool {
    let mut fds = [PollFd::new(fd, PollFlags::from_bits_retain(nix::libc::POLLRDHUP))];
    nix::poll::poll(&mut fds, nix::poll::PollTimeout::ZERO).is_ok() && ipc::wait::is_ready(&fds[0])
}

/// Those by network who were not known to be absent get the time to come back: the grace, and a minute at least.
pub fn expect_back(config: &Config, plan: &mut Plan) {
    for (index, seat) in config.seats.iter().enumerate() {
        let contestant = ContestantId(index as u32);
        if matches!(seat, SeatSpec::Network(_)) && !was_absent(plan.results(), contestant) {
            plan.returning(contestant, config.grace.max(RETURN_AT_LEAST));
        }
    }
}

/// Whether this contestant has lost its last rencontre by its absence.
fn was_absent(results: &Results, contestant: ContestantId) -> bool {
    let last = results.values().rev().find_map(|result| Some((result.side_of(contestant)?, &result.parties)));
    last.is_some_and(|(side, parties)| {
        let absent = [PartieResult::Disqualified(side, Fault::Absent), PartieResult::BothAbsent];
        !parties.is_empty() && parties.iter().all(|partie| absent.contains(partie))
    })
}

/// Where contestants connect unless the organiser says otherwise.
const USUAL_PORT: u16 = 4242;

/// The doors of the game's own wire, at the ports of the command line or the usual one; they listen, and each has
/// been said.
///
/// # Errors
/// The game is not played by network, or not in a form that is asked for; or a port cannot be listened at.
pub fn open_doors(args: &Jouer, kind: &GameEntry) -> Result<Box<dyn Reception>> {
    let wire = kind.wire.ok_or_else(|| Reason::new("no-network").with(kind.title)).in_words()?;
    let usual = [Port { number: USUAL_PORT, form: String::new() }];
    let ports = if args.ports.is_empty() { &usual } else { args.ports.as_slice() };
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

/// Which contestants connect by network, in the order of their list.
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
