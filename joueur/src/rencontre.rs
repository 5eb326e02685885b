//! The dialogue of a rencontre, aller and retour (subject, 1.1): one poll loop over the socket and the engine.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use arbitre::engine::EngineHost;
use arbitre::wait::{Deadline, wait};
use jeux::colonnes::{Board, Move};
use jeux::{Player, Position};
use nix::poll::PollFlags;
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use protocol::Termination;
use protocol::colonnes::{
    CodeRep, Coul, Manche, PropCoup, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup,
};
use protocol::moteur::GameStart;

use crate::cli::Cli;
use crate::server::Server;
use crate::{engine, fallback};

/// What an engine is told that it has when there is no limit.
const ENDLESS: Duration = Duration::from_secs(3600);

/// Plays one rencontre.
pub fn play(cli: &Cli) -> Result<()> {
    // Blocked before any thread starts (a JVM starts many), so that the poll loop alone hears of them.
    let stops: SigSet = [Signal::SIGINT, Signal::SIGTERM].into_iter().collect();
    stops.thread_block().context("signaux")?;
    let stop = SignalFd::with_flags(&stops, SfdFlags::SFD_CLOEXEC).context("signalfd")?;
    // The engine first: it starts at leisure, not on the clock of the first move.
    let engine = engine::start(cli)?;
    let mut server = Server::connect(&cli.host, cli.port)?;
    server.send(&TPartieReq::new(&cli.name).encode())?;
    let mut player = Rencontre { cli, stop, server, engine, coul: Coul::Blanc, opponent: String::new() };
    player.enter()?;
    let mut tally = [0; 3];
    let mut began = Instant::now();
    for manche in [Manche::Aller, Manche::Retour] {
        let (result, reason) = Party::new(&mut player, manche).play(began)?;
        began = Instant::now();
        player.engine.end(result, reason);
        println!("Partie {manche} : {}", in_words(result, reason));
        tally[match result {
            PropCoup::Gagne => 0,
            PropCoup::Perdu => 2,
            PropCoup::Nulle | PropCoup::Cont => 1,
        }] += 1;
    }
    let [won, drawn, lost] = tally;
    println!("Rencontre contre {} : gagnées {won}, nulles {drawn}, perdues {lost}", player.opponent);
    Ok(())
}

fn in_words(result: PropCoup, reason: Termination) -> &'static str {
    match (result, reason) {
        (PropCoup::Gagne, Termination::Win) => "gagnée, trois pions en pile",
        (PropCoup::Gagne, Termination::Triche) => "gagnée, TRICHE de l'adversaire",
        (PropCoup::Gagne, Termination::Timeout) => "gagnée, TIMEOUT de l'adversaire",
        (PropCoup::Gagne, _) => "gagnée",
        (PropCoup::Perdu, Termination::Win) => "perdue, trois pions adverses en pile",
        (PropCoup::Perdu, Termination::Triche) => "perdue, le serveur a jugé notre coup TRICHE",
        (PropCoup::Perdu, Termination::Timeout) => "perdue, TIMEOUT",
        (PropCoup::Perdu, _) => "perdue",
        (PropCoup::Nulle | PropCoup::Cont, _) => "nulle",
    }
}

/// Everything that lasts for the rencontre.
struct Rencontre<'a> {
    cli: &'a Cli,
    stop: SignalFd,
    server: Server,
    engine: EngineHost,
    coul: Coul,
    opponent: String,
}

/// What ended a wait.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Woken {
    /// The socket or the engine has something, or had.
    Something,
    /// The deadline has passed.
    Late,
}

impl Rencontre<'_> {
    /// Waits for the answer to PARTIE: an opponent and a colour.
    fn enter(&mut self) -> Result<()> {
        println!("{} : en attente d'un adversaire (moteur {})", self.cli.name, self.engine.name());
        let rep = TPartieRep::decode(&self.message::<{ TPartieRep::SIZE }>()?)
            .context("réponse incompréhensible à la requête PARTIE ; est-ce bien le serveur de Colonnes ?")?;
        ensure!(rep.err == CodeRep::Ok, "le serveur refuse la requête PARTIE : {}", rep.err);
        (self.coul, self.opponent) = (rep.coul, rep.opponent());
        println!("Rencontre contre {}, nous avons les pions {}", self.opponent, self.coul);
        Ok(())
    }

    /// Waits for the next message of the server, however long that takes; the engine may ponder meanwhile.
    fn message<const N: usize>(&mut self) -> Result<[u8; N]> {
        loop {
            if let Some(message) = self.server.take()? {
                return Ok(message);
            }
            self.wait(Deadline::NEVER)?;
            // Nothing is asked of the engine now: what it writes is logged, its end is noticed on its turn.
            if self.engine.failure().is_none()
                && let Err(error) = self.engine.receive()
            {
                log::warn!("moteur : {error}");
            }
        }
    }

    /// Waits for the socket and for an engine that is of use, until the deadline.
    fn wait(&self, deadline: Deadline) -> Result<Woken> {
        let server = (self.server.socket(), PollFlags::POLLIN);
        let stop = (std::os::fd::AsFd::as_fd(&self.stop), PollFlags::POLLIN);
        let engine = match self.engine.failure() {
            None => (self.engine.output(), PollFlags::POLLIN),
            // The stream of an engine that has ended would be ready for ever.
            Some(_) => stop,
        };
        let [server, interrupted, engine] = wait([server, stop, engine], deadline).context("poll")?;
        if interrupted {
            bail!("interrompu ; la suite de la rencontre est perdue");
        }
        Ok(if server || engine { Woken::Something } else { Woken::Late })
    }
}

/// One party under way.
struct Party<'a, 'b> {
    rencontre: &'a mut Rencontre<'b>,
    manche: Manche,
    me: Player,
    board: Board,
}

/// How a party ended, seen by us.
type End = (PropCoup, Termination);

impl<'a, 'b> Party<'a, 'b> {
    fn new(rencontre: &'a mut Rencontre<'b>, manche: Manche) -> Self {
        let me = manche.player(rencontre.coul);
        Party { rencontre, manche, me, board: Board::new() }
    }

    /// Plays the party, whose first player's time counts from `began`.
    fn play(mut self, began: Instant) -> Result<End> {
        self.prepare_engine();
        let mut began = began;
        loop {
            let ended = if self.board.to_move() == self.me {
                self.my_turn(began)?
            } else {
                let ended = self.opponents_turn()?;
                began = Instant::now();
                ended
            };
            if let Some(end) = ended {
                return Ok(end);
            }
        }
    }

    /// Announces the party to the engine; one that has failed gets a new start.
    fn prepare_engine(&mut self) {
        let Rencontre { cli, engine, coul, opponent, .. } = &mut *self.rencontre;
        if let Some(failure) = engine.failure() {
            log::warn!("le moteur a échoué ({failure}), nouveau départ");
            match engine::start(cli) {
                Ok(fresh) => *engine = fresh,
                Err(error) => log::error!("{error:#}"),
            }
        }
        let time = u64::try_from(cli.time.as_millis()).unwrap_or(u64::MAX);
        let mut params = vec![
            ("color".to_owned(), coul.to_string()),
            ("party".to_owned(), self.manche.to_string()),
            ("time".to_owned(), time.to_string()),
            ("opponent".to_owned(), opponent.clone()),
        ];
        if cli.no_ponder {
            params.push(("ponder".into(), "no".into()));
        }
        engine.start(&GameStart { game: "colonnes".into(), side: self.me, params });
    }

    /// Our move, and what the server says of it.
    fn my_turn(&mut self, began: Instant) -> Result<Option<End>> {
        let Some(mv) = self.choose(began)? else {
            // The server has spoken while the engine thought: our time is over.
            return self.judged(None);
        };
        log::info!("nous jouons {mv}");
        self.rencontre.server.send(&TCoupReq::new(self.rencontre.coul, mv).encode())?;
        self.judged(Some(mv))
    }

    /// The move to play; `None` when the server has sent something before we had one.
    fn choose(&mut self, began: Instant) -> Result<Option<Move>> {
        let cli = self.rencontre.cli;
        let limit = if cli.time.is_zero() { ENDLESS } else { cli.time };
        let usable = limit.saturating_sub(cli.margin).saturating_sub(began.elapsed());
        let budget =
            cli.thinking.map_or(usable, |thinking| usable.min(thinking)).max(Duration::from_millis(1));
        let asked = Instant::now();
        let told = u64::try_from(budget.as_millis()).unwrap_or(u64::MAX);
        self.rencontre.engine.go(told.max(1));
        // An engine that takes more than it was given is stopped, one that does not stop is passed over.
        let last = Deadline::after(began, Some(limit.saturating_sub(cli.margin / 2)));
        let stop_at = Deadline::after(asked, Some(budget + cli.margin / 4)).min(last);
        let mut stopped = false;
        loop {
            match self.rencontre.engine.receive() {
                // A last look at the socket: nothing is sent for a turn that is over.
                Ok(Some(text)) if !self.server_spoke()? => return Ok(Some(self.legal(&text)?)),
                Ok(_) => {}
                Err(error) => {
                    log::error!("moteur : {error}");
                    return if self.server_spoke()? { Ok(None) } else { self.fall_back().map(Some) };
                }
            }
            if self.server_spoke()? {
                self.rencontre.engine.abandon();
                return Ok(None);
            }
            if self.rencontre.wait(if stopped { last } else { stop_at })? == Woken::Late {
                if stopped {
                    log::error!("moteur : pas de coup à temps");
                    self.rencontre.engine.abandon();
                    return self.fall_back().map(Some);
                }
                self.rencontre.engine.stop();
                stopped = true;
            }
        }
    }

    /// Whether the server has sent anything, which on our turn can only mean that it is over.
    fn server_spoke(&self) -> Result<bool> {
        let socket = (self.rencontre.server.socket(), PollFlags::POLLIN);
        let now = Deadline::after(Instant::now(), Some(Duration::ZERO));
        Ok(wait([socket], now).context("poll")? == [true])
    }

    /// The engine's move if it is legal, else another that is.
    fn legal(&mut self, text: &str) -> Result<Move> {
        match text.parse().map_err(|error| format!("{error}")) {
            Ok(mv) => match self.board.check(mv) {
                Ok(()) => return Ok(mv),
                Err(rule) => log::error!("moteur : coup illégal {mv} : {rule}"),
            },
            Err(error) => log::error!("moteur : {error}"),
        }
        self.fall_back()
    }

    fn fall_back(&mut self) -> Result<Move> {
        let mv = fallback::choose(self.board).context("plus de coup à jouer, et le serveur en attend un")?;
        log::warn!("coup de secours : {mv}");
        Ok(mv)
    }

    /// Reads the server's judgement of our move, or of our not having moved in time.
    fn judged(&mut self, mv: Option<Move>) -> Result<Option<End>> {
        let rep = self.reply()?;
        self.rencontre.engine.verdict(rep.valid_coup, rep.prop_coup);
        if rep.valid_coup != ValCoup::Valid {
            return Ok(Some(Self::end(rep, rep.prop_coup)));
        }
        let mv = mv.context("le serveur juge un coup que nous n'avons pas joué")?;
        self.board = self.board.after(mv);
        self.show();
        Ok((rep.prop_coup != PropCoup::Cont).then(|| Self::end(rep, rep.prop_coup)))
    }

    /// Reads the server's judgement of the opponent's move, and the move if the party goes on.
    fn opponents_turn(&mut self) -> Result<Option<End>> {
        let rep = self.reply()?;
        if rep.valid_coup != ValCoup::Valid || rep.prop_coup != PropCoup::Cont {
            return Ok(Some(Self::end(rep, rep.prop_coup.for_opponent())));
        }
        let coup = TCoupReq::decode(&self.rencontre.message::<{ TCoupReq::SIZE }>()?)?;
        let (_, mv) = coup.read().context("le serveur transmet un coup incompréhensible")?;
        self.board.check(mv).with_context(|| format!("le serveur transmet un coup illégal, {mv}"))?;
        self.board = self.board.after(mv);
        log::info!("{} joue {mv}", self.rencontre.opponent);
        self.show();
        self.rencontre.engine.opponent(&mv.to_string());
        Ok(None)
    }

    fn reply(&mut self) -> Result<TCoupRep> {
        let rep = TCoupRep::decode(&self.rencontre.message::<{ TCoupRep::SIZE }>()?)
            .context("réponse incompréhensible du serveur")?;
        if rep.err != CodeRep::Ok {
            log::warn!("le serveur signale {}", rep.err);
        }
        Ok(rep)
    }

    /// The end of the party by this answer, with the result as we see it.
    fn end(rep: TCoupRep, result: PropCoup) -> End {
        let reason = match (rep.valid_coup, rep.prop_coup) {
            (ValCoup::Triche, _) => Termination::Triche,
            (ValCoup::Timeout, _) => Termination::Timeout,
            (ValCoup::Valid, PropCoup::Nulle) => Termination::Draw,
            (ValCoup::Valid, _) => Termination::Win,
        };
        (result, reason)
    }

    fn show(&self) {
        if self.rencontre.cli.verbose > 0 {
            let letters = if self.manche.first() == Coul::Blanc { ['B', 'N'] } else { ['N', 'B'] };
            print!("{}", self.board.show(letters));
        }
    }
}
