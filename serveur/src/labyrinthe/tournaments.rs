//! Tournaments of the server. Each is a championship, played by the program `championnat`, to which
//! the server lends its clients.
//!
//! A tournament is a folder beside the records: `cup/cup.toml` describes it, with its players;
//! after the launch the championship keeps results and records there. A restarted server finds it
//! and resumes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::jeux::labyrinthe::{Clients, TournamentState, TournamentStatus};
use arbitre::reasons;
use arbitre::reception::{Asking, Reception, RelayServer, TurnedAway};
use arbitre::record::create_folder;
use ipc::channel::ChannelError;
use ipc::process::{Process, ProcessEnd};
use ipc::wait::Deadline;
use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use nix::unistd::mkdtemp;
use protocol::cgs::check_name;

use super::description::{Description, keep, kept};
use crate::report::say;
use crate::sibling_programs::CHAMPIONNAT;

/// The exit codes of a finished championship; others leave games to be played.
const FINISHED: [i32; 2] = [0, 4];
/// The pause before a failed championship is restarted, for each failure in a row up to a limit. One left
/// by a killed server may hold the store until its last game is over.
const PAUSE: Duration = Duration::from_millis(500);
const PATIENCE: u32 = 40;
/// Files in a tournament's folder: the number of launched phases; that it is over; players who
/// forfeit what is left.
const LAUNCHED: &str = "lance";
const OVER: &str = "termine";
const WITHDRAWN: &str = "forfaits";

/// All tournaments of a server.
pub struct Tournaments {
    folder: PathBuf,
    /// Without records, tournaments end with the server.
    passing: bool,
    all: BTreeMap<String, Tournament>,
    closing: bool,
}

struct Tournament {
    folder: PathBuf,
    description: Description,
    state: State,
    /// Players handed to the championship and still connected.
    asked: BTreeMap<u64, Asking>,
    /// Players waiting for the launch, or to be handed to the championship, by reception number.
    waiting: BTreeMap<u64, Asking>,
    /// Launched phases.
    phases: u32,
    /// When to restart a failed championship, and how often it failed.
    again: Option<Deadline>,
    failures: u32,
}

enum State {
    /// Players enter.
    Open,
    /// A championship plays it.
    Playing(Process, RelayServer),
    /// The championship closed its channel: its process is ending.
    Ending { process: Process, over: bool },
    /// It was launched, and its championship ended early.
    Stopped,
    /// Everything is played.
    Over,
}

impl Tournaments {
    /// The tournaments beside the records; launched ones resume. Unreadable ones are logged.
    pub fn open(records: Option<&Path>) -> Result<Self> {
        let folder = match records {
            // Absolute: other programs use it, wherever they run.
            Some(records) => std::path::absolute(records)?.join("tournois"),
            None => passing_folder("tournois")?,
        };
        let mut all =
            Tournaments { folder, passing: records.is_none(), all: BTreeMap::new(), closing: false };
        let found = fs::read_dir(&all.folder).into_iter().flatten().flatten();
        for folder in found.map(|entry| entry.path()) {
            let Some(name) = folder.file_name().and_then(|name| name.to_str()).map(str::to_owned) else {
                continue;
            };
            let description = Description::read(&folder.join(format!("{name}.toml")));
            match description.and_then(|description| Ok((description, kept(&folder.join(LAUNCHED))?))) {
                Ok((description, said)) => {
                    let phases = said.as_ref().and_then(|phases| phases.trim().parse().ok()).unwrap_or(0);
                    let launched = said.is_some();
                    let over = folder.join(OVER).exists();
                    let state = match (launched, over) {
                        (_, true) => State::Over,
                        (true, false) => State::Stopped,
                        (false, false) => State::Open,
                    };
                    let tournament = Tournament {
                        folder,
                        description,
                        state,
                        asked: BTreeMap::new(),
                        waiting: BTreeMap::new(),
                        phases,
                        again: None,
                        failures: 0,
                    };
                    all.all.insert(name, tournament);
                }
                Err(error) => log::warn!(
                    "{}",
                    i18n::text!(
                        "labelled",
                        label = folder.display().to_string(),
                        text = i18n::causes(error.as_ref())
                    )
                ),
            }
        }
        let stopped = |tournament: &Tournament| matches!(tournament.state, State::Stopped);
        for (name, tournament) in all.all.iter_mut().filter(|(_, tournament)| stopped(tournament)) {
            tournament.restart(name);
        }
        Ok(all)
    }

    /// A player asks for a tournament: he enters an open one and waits, or is handed to its
    /// championship.
    pub fn join(&mut self, name: &str, asking: &Asking) -> Result<(), String> {
        let tournament = self.all.get_mut(name).ok_or(format!("The tournament '{name}' doesn't exist"))?;
        let entered = tournament.description.players.iter().any(|player| player == asking.name.name());
        if tournament.status() == TournamentState::Over {
            return Err(format!("The tournament '{name}' is over"));
        }
        if !entered {
            if !matches!(tournament.state, State::Open) {
                return Err(format!("The tournament '{name}' has already begun"));
            }
            tournament.description.players.push(asking.name.name().to_owned());
            tournament.save(name).map_err(|error| i18n::causes(error.as_ref()))?;
        }
        tournament.waiting.insert(asking.number, asking.clone());
        Ok(())
    }

    /// A guest has left.
    pub fn left(&mut self, number: u64) {
        for tournament in self.all.values_mut() {
            tournament.waiting.remove(&number);
            tournament.asked.remove(&number);
            if let State::Playing(_, lending) = &mut tournament.state {
                // The end of a championship is handled when it comes.
                lending.left(number).unwrap_or_else(|error| log::debug!("{error}"));
            }
        }
    }

    /// Adds descriptors to wait for; when [`Tournaments::attend`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let mut due = Deadline::NEVER;
        for tournament in self.all.values() {
            match &tournament.state {
                State::Playing(process, lending) => {
                    let mut wanted = PollFlags::POLLIN;
                    wanted.set(PollFlags::POLLOUT, !tournament.waiting.is_empty());
                    fds.extend([
                        PollFd::new(process.fd(), PollFlags::POLLIN),
                        PollFd::new(lending.fd(), wanted),
                    ]);
                }
                State::Ending { process, .. } => fds.push(PollFd::new(process.fd(), PollFlags::POLLIN)),
                State::Open | State::Stopped | State::Over => {}
            }
            due = due.min(tournament.again.unwrap_or(Deadline::NEVER));
        }
        due
    }

    /// Handles the requests and ends of championships.
    pub fn attend(&mut self, clients: &mut Clients) {
        self.see_ends(clients);
        for (name, tournament) in &mut self.all {
            if !self.closing && tournament.again.is_some_and(Deadline::passed) {
                tournament.restart(name);
            }
            if tournament.advance(clients).is_err() {
                // Its process is ending: that event follows.
                tournament.let_go(clients);
            }
        }
    }

    /// Handles ended processes.
    fn see_ends(&mut self, clients: &mut Clients) {
        for (name, tournament) in &mut self.all {
            let ended = match &mut tournament.state {
                State::Playing(process, _) | State::Ending { process, .. } => process.ended(),
                State::Open | State::Stopped | State::Over => None,
            };
            if let Some(end) = ended {
                tournament.ended(name, end, self.closing, clients);
            }
        }
    }

    /// Tells the championships to stop after the games under way.
    pub fn close(&mut self) {
        self.closing = true;
        for tournament in self.all.values_mut() {
            tournament.again = None;
            if let State::Playing(process, _) | State::Ending { process, .. } = &tournament.state {
                process.stop();
            }
        }
    }

    /// Has stopping championships ([`Tournaments::close`]) interrupt their games.
    pub fn hurry(&self) {
        for tournament in self.all.values() {
            if let State::Playing(process, _) | State::Ending { process, .. } = &tournament.state {
                process.hurry();
            }
        }
    }

    /// Whether a championship is still running.
    pub fn running(&self) -> bool {
        let here =
            |tournament: &Tournament| matches!(tournament.state, State::Playing(..) | State::Ending { .. });
        self.all.values().any(here)
    }

    pub fn status(&self) -> Vec<TournamentStatus> {
        let status = |(name, tournament): (&String, &Tournament)| TournamentStatus {
            name: name.clone(),
            state: tournament.status(),
            phases: tournament.phases,
            players: tournament.description.players.clone(),
            file: tournament.file(name).display().to_string(),
        };
        self.all.iter().map(status).collect()
    }

    /// The tournament that has this guest.
    pub fn of(&self, number: u64) -> Option<String> {
        let lent = |tournament: &Tournament| tournament.asked.contains_key(&number);
        self.all.iter().find(|(_, tournament)| lent(tournament)).map(|(name, _)| name.clone())
    }

    fn get(&mut self, name: &str) -> Result<&mut Tournament, String> {
        self.all.get_mut(name).ok_or_else(|| i18n::text!("organise-no-tournament", name = name))
    }

    /// Creates a tournament; the message. A finished one of the same name is renamed.
    pub fn create(&mut self, name: &str, description: Description) -> Result<String, String> {
        if check_name(name).is_err() {
            return Err(i18n::text!("organise-name", name = name));
        }
        if self.all.get(name).is_some_and(|tournament| !matches!(tournament.state, State::Over)) {
            return Err(i18n::text!("organise-tournament-exists", name = name));
        }
        let folder = self.folder.join(name);
        if folder.exists() {
            // A finished one is kept under another name.
            let kept = (1..).map(|n| self.folder.join(format!("{name}.{n}"))).find(|path| !path.exists());
            let moved = fs::rename(&folder, kept.unwrap_or_else(|| folder.with_extension("old")));
            moved.map_err(|error| i18n::system(&error))?;
        }
        let tournament = Tournament {
            folder,
            description,
            state: State::Open,
            asked: BTreeMap::new(),
            waiting: BTreeMap::new(),
            phases: 0,
            again: None,
            failures: 0,
        };
        tournament.save(name).map_err(|error| i18n::causes(error.as_ref()))?;
        let text = tournament.entered(name);
        self.all.insert(name.to_owned(), tournament);
        Ok(text)
    }

    /// The path of the description on the first line, where the organiser's program reads the
    /// standings; then the players, if it is open.
    pub fn file(&mut self, name: &str) -> Result<String, String> {
        let tournament = self.get(name)?;
        let text = match tournament.state {
            State::Open => tournament.entered(name),
            _ => String::new(),
        };
        Ok(format!("{}\n{text}", tournament.file(name).display()))
    }

    /// Launches the next phase: each game begins as soon as its players wait. The message.
    pub fn launch(&mut self, name: &str) -> Result<String, String> {
        let tournament = self.get(name)?;
        let before = tournament.phases;
        match tournament.status() {
            TournamentState::Over => return Err(i18n::text!("tournament-is-over", name = name)),
            TournamentState::Playing => return Err(i18n::text!("tournament-plays", name = name)),
            TournamentState::Stopped if matches!(tournament.state, State::Ending { .. }) => {
                return Err(i18n::text!("tournament-plays", name = name));
            }
            TournamentState::Open | TournamentState::Between => {}
            TournamentState::Stopped => {
                // The phase under way resumes.
                tournament.failures = 0;
                tournament.phases = tournament.phases.saturating_sub(1);
            }
        }
        tournament.phases += 1;
        tournament.start_phase(name).map_err(|error| {
            tournament.phases = before;
            // Else a restarted server takes the phase for launched.
            tournament.keep_phases().unwrap_or_else(|error| log::debug!("{error}"));
            i18n::causes(error.as_ref())
        })?;
        Ok(i18n::text!("tournament-phase", name = name, number = tournament.phases) + "\n")
    }

    /// A player forfeits what is left, in any phase; before the first one he is removed.
    pub fn forfeit(&mut self, name: &str, player: &str) -> Result<String, String> {
        let tournament = self.get(name)?;
        if !tournament.description.players.iter().any(|other| other == player) {
            return Err(i18n::text!("tournament-no-waiting", player = player));
        }
        match tournament.status() {
            TournamentState::Open => {
                tournament.description.players.retain(|other| other != player);
                tournament.save(name).map_err(|error| i18n::causes(error.as_ref()))?;
                return Ok(tournament.entered(name));
            }
            TournamentState::Over => return Err(i18n::text!("tournament-is-over", name = name)),
            TournamentState::Playing | TournamentState::Between | TournamentState::Stopped => {}
        }
        tournament.withdraw(player).map_err(|error| i18n::causes(error.as_ref()))?;
        Ok(i18n::text!("tournament-withdrawn", player = player) + "\n")
    }
}

/// A temporary folder of our own: one left by a killed process of the same number is not used.
pub fn passing_folder(purpose: &str) -> Result<PathBuf> {
    let name = std::env::temp_dir().join(format!("arbitre-{purpose}-XXXXXX"));
    mkdtemp(&name).with_context(|| name.display().to_string())
}

impl Drop for Tournaments {
    fn drop(&mut self) {
        if self.passing && !self.running() && self.folder.exists() {
            // Nothing here was to be kept; leftovers are in the system's temporary folder.
            fs::remove_dir_all(&self.folder).unwrap_or_else(|error| log::debug!("{error}"));
        }
    }
}

impl Tournament {
    /// As players and the organiser see it: over once everything is played, though its process may still run.
    fn status(&self) -> TournamentState {
        match &self.state {
            State::Open => TournamentState::Open,
            State::Playing(_, lending) if lending.is_over() => TournamentState::Over,
            State::Playing(_, lending) if lending.phase_is_over() => TournamentState::Between,
            State::Playing(..) => TournamentState::Playing,
            State::Ending { over: false, .. } | State::Stopped => TournamentState::Stopped,
            State::Ending { over: true, .. } | State::Over => TournamentState::Over,
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.toml"))
    }

    /// Stores the description durably.
    fn save(&self, name: &str) -> Result<()> {
        create_folder(&self.folder).with_context(|| self.folder.display().to_string())?;
        self.description.write(&self.file(name))
    }

    fn entered(&self, name: &str) -> String {
        let players = self.description.players.join(", ");
        i18n::text!("tournament-entered", name = name, players = players) + "\n"
    }

    /// Begins the phase that has the number of launched ones.
    fn start_phase(&mut self, name: &str) -> Result<()> {
        self.keep_phases()?;
        match &mut self.state {
            State::Playing(_, lending) => Ok(lending.open_until(self.phases)?),
            _ => self.start(name),
        }
    }

    /// Stores how many phases were launched, if any.
    fn keep_phases(&self) -> Result<()> {
        let path = self.folder.join(LAUNCHED);
        match self.phases {
            0 => fs::remove_file(&path).with_context(|| path.display().to_string()),
            phases => keep(&path, &phases.to_string()),
        }
    }

    /// Starts or resumes the championship.
    fn start(&mut self, name: &str) -> Result<()> {
        let withdrawn = kept(&self.folder.join(WITHDRAWN))?.unwrap_or_default();
        let (mut lending, theirs) = RelayServer::pair().context("socketpair")?;
        let child = CHAMPIONNAT
            .command()?
            .args(["jouer", "--accueil", "--discret"])
            .arg(self.file(name))
            .stdin(Stdio::from(theirs))
            // A Ctrl-C in the terminal is for the server alone.
            .process_group(0)
            .spawn()
            .context(CHAMPIONNAT.name)?;
        let process = Process::of(child).context(CHAMPIONNAT.name)?;
        let told = lending
            .open_until(self.phases)
            .and_then(|()| withdrawn.lines().try_for_each(|player| lending.withdraw(player)));
        self.state = State::Playing(process, lending);
        self.again = None;
        // A channel that refuses is closed, and the championship is replaced.
        told.unwrap_or_else(|error| log::debug!("{error}"));
        Ok(())
    }

    /// Does what the championship requests, and hands it the waiting players as fast as it reads.
    fn advance(&mut self, clients: &mut Clients) -> Result<(), ChannelError> {
        let State::Playing(_, lending) = &mut self.state else { return Ok(()) };
        lending.advance(clients)?;
        while let Some(waiting) = self.waiting.first_entry()
            && lending.has_room()
        {
            lending.ask(waiting.get())?;
            let (number, asking) = waiting.remove_entry();
            self.asked.insert(number, asking);
        }
        Ok(())
    }

    /// Starts the championship again, at once or, if that fails, later.
    fn restart(&mut self, name: &str) {
        if let Err(error) = self.start(name) {
            log::error!("{}", i18n::text!("labelled", label = name, text = i18n::causes(error.as_ref())));
            self.restart_later();
        }
    }

    fn restart_later(&mut self) {
        self.failures += 1;
        let pause = PAUSE * self.failures.min(PATIENCE);
        self.again = Some(Deadline::after(Instant::now(), Some(pause)));
    }

    /// Stores that a player forfeits the rest, and tells the championship.
    fn withdraw(&mut self, player: &str) -> Result<()> {
        let path = self.folder.join(WITHDRAWN);
        let known = kept(&path)?.unwrap_or_default();
        keep(&path, &format!("{known}{player}\n"))?;
        if let State::Playing(_, lending) = &mut self.state {
            // If it ends before it reads this, the next one is told.
            lending.withdraw(player).unwrap_or_else(|error| log::debug!("{error}"));
        }
        Ok(())
    }

    /// Its process ended: it is over, or restarted later.
    fn ended(&mut self, name: &str, end: ProcessEnd, closing: bool, clients: &mut Clients) {
        // Its last requests count.
        if let State::Playing(_, lending) = &mut self.state {
            lending.advance(clients).unwrap_or_else(|error| log::debug!("{error}"));
        }
        self.let_go(clients);
        self.state = State::Stopped;
        let why = match end {
            ProcessEnd::Exited(code) if FINISHED.contains(&code) => {
                self.state = State::Over;
                for number in std::mem::take(&mut self.waiting).keys() {
                    clients.refuse(*number, TurnedAway::TournamentOver);
                }
                if let Err(error) = keep(&self.folder.join(OVER), "") {
                    log::error!("{}", i18n::causes(error.as_ref()));
                }
                say(&format!("{}\n", i18n::text!("tournament-over", name = name)));
                return;
            }
            _ if closing => return,
            ProcessEnd::Exited(code) => i18n::reason(&Reason::new("interrupted-exit-code").with(code)),
            end => {
                let why = reasons::ended(end);
                i18n::reason(&why)
            }
        };
        if self.failures == 0 {
            log::error!("{}", i18n::text!("tournament-stopped", name = name, why = why));
        }
        self.restart_later();
    }

    /// The championship is gone: its players wait for the next one.
    fn let_go(&mut self, clients: &mut Clients) {
        match std::mem::replace(&mut self.state, State::Stopped) {
            State::Playing(process, lending) => {
                self.state = State::Ending { process, over: lending.is_over() };
                for number in lending.abandon(clients as &mut dyn Reception) {
                    self.waiting.extend(self.asked.remove_entry(&number));
                }
                self.asked.clear();
            }
            other => self.state = other,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::process::Command;

    use arbitre::reception::{Listeners, News, Relay};
    use protocol::name::Login;

    use super::*;

    #[test]
    fn players_are_handed_over_as_fast_as_the_championship_reads() {
        /// More than a socket takes at once.
        const PLAYERS: u64 = 300;
        let (lending, theirs) = RelayServer::pair().expect("a pair");
        let child = Command::new("cat").stdin(Stdio::piped()).spawn().expect("a process");
        let mut description = Description::new("aller-simple", "liste", 1, PAUSE, 0);
        description.players = (0..PLAYERS).map(|number| format!("n{number}")).collect();
        let cup = Tournament {
            folder: PathBuf::new(),
            description,
            state: State::Playing(Process::of(child).expect("its descriptor"), lending),
            asked: BTreeMap::new(),
            waiting: BTreeMap::new(),
            phases: 1,
            again: None,
            failures: 0,
        };
        let all = BTreeMap::from([("cup".to_owned(), cup)]);
        let mut tournaments = Tournaments { folder: PathBuf::new(), passing: false, all, closing: false };
        let mut clients = Clients::new(Listeners::new(Vec::new()), Duration::ZERO);
        let address = (Ipv4Addr::LOCALHOST, 1).into();
        let asking = |number| {
            let name = Login::new(format!("n{number}"));
            Asking { number, name, address, tournament: Some("cup".into()) }
        };
        for number in 0..PLAYERS {
            tournaments.join("cup", &asking(number)).expect("entered");
        }
        let mut relay = Relay::of(theirs).expect("a relay");
        let mut told = Vec::new();
        for _ in 0..PLAYERS {
            tournaments.attend(&mut clients);
            told.extend(arbitre::reception::Reception::advance(&mut relay));
        }
        assert_eq!(told, Vec::from_iter((0..PLAYERS).map(|number| News::Asks(asking(number)))));
        assert!(tournaments.of(PLAYERS - 1).is_some());
    }
}
