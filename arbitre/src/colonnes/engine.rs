//! An engine that plays Colonnes at the referee's own table, without a socket between.

use std::time::Duration;

use jeux::colonnes::Move;
use protocol::colonnes::{Coul, Manche, TCoupReq};
use protocol::moteur::GameStart;

use crate::engine::{EngineHost, EngineSeat};
use crate::seat::{Answer, Fault, Ruling, Seat, Turn};

/// Starts the engine anew; the error says why that is not possible.
pub type Restart<'a> = Box<dyn FnMut() -> Result<EngineHost, String> + 'a>;

/// The seat of an engine for a whole rencontre: it is told of each party as that begins.
pub struct EnginePlayer<'a> {
    host: Option<EngineHost>,
    restart: Restart<'a>,
    /// Why the engine could not be started.
    failure: Option<String>,
    coul: Coul,
    opponent: String,
    time: Option<Duration>,
    ponder: bool,
    margin: Duration,
    /// The next party to begin, once the present one is over.
    next: Option<Manche>,
}

impl<'a> EnginePlayer<'a> {
    /// A seat for an engine, running or to be started; one that fails is started again for the next party.
    ///
    /// `time` is what each move is allowed, `margin` what is kept back of it; without `ponder` the engine is asked not to
    /// think in the opponent's time.
    pub fn new(
        host: Option<EngineHost>,
        restart: Restart<'a>,
        (coul, opponent): (Coul, &str),
        (time, margin): (Option<Duration>, Duration),
        ponder: bool,
    ) -> Self {
        let opponent = opponent.to_owned();
        let next = Some(Manche::Aller);
        let mut player =
            EnginePlayer { host, restart, failure: None, coul, opponent, time, ponder, margin, next };
        player.ensure_started();
        player
    }

    /// The engine, to be used again, unless it has failed.
    pub fn into_host(self) -> Option<EngineHost> {
        self.host.filter(|host| host.failure().is_none())
    }

    fn ensure_started(&mut self) {
        if self.host.as_ref().is_some_and(|host| host.failure().is_none()) {
            return;
        }
        // The old one is killed before the new one starts.
        self.host = None;
        match (self.restart)() {
            Ok(host) => (self.host, self.failure) = (Some(host), None),
            Err(why) => self.failure = Some(why),
        }
    }

    /// Announces the party that begins, if one does.
    fn begin(&mut self) {
        let Some(manche) = self.next.take() else { return };
        self.ensure_started();
        let Some(host) = &mut self.host else { return };
        let time = self.time.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let mut params = vec![
            ("color".to_owned(), self.coul.to_string()),
            ("party".to_owned(), manche.to_string()),
            ("time".to_owned(), time.to_string()),
            ("opponent".to_owned(), self.opponent.clone()),
        ];
        if !self.ponder {
            params.push(("ponder".into(), "no".into()));
        }
        host.start(&GameStart { game: "colonnes".into(), side: manche.player(self.coul), params });
    }

    /// Notes the end of a party.
    fn end(&mut self, ruling: &Ruling<TCoupReq>) {
        if ruling.termination().is_some() {
            self.next = Some(Manche::Retour);
        }
    }

    fn seat(&mut self) -> Option<EngineSeat<'_, TCoupReq>> {
        let coul = self.coul;
        let read = move |text: &str| text.parse::<Move>().ok().map(|mv| TCoupReq::new(coul, mv));
        self.host.as_mut().map(|host| EngineSeat::new(host, read, self.margin))
    }
}

impl Seat<TCoupReq> for EnginePlayer<'_> {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer<TCoupReq>, Fault> {
        self.begin();
        let failure = self.failure.clone().unwrap_or_default();
        match self.seat() {
            Some(mut seat) => seat.choose(turn),
            None => Err(Fault::Crash(failure)),
        }
    }

    fn tell_own(&mut self, ruling: &Ruling<TCoupReq>) {
        if let Some(mut seat) = self.seat() {
            seat.tell_own(ruling);
        }
        self.end(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling<TCoupReq>) {
        self.begin();
        if let Some(mut seat) = self.seat() {
            seat.tell_opponent(ruling);
        }
        self.end(ruling);
    }
}
