//! Tournaments of the server: each is a championship, played by the program of that name, to which the lobby lends its clients.
//!
//! A tournament is a folder beside the records: `cup/cup.toml` describes it, with those who have entered; once it is launched the
//! championship keeps its results and records there. A server that starts again finds it, and it goes on where it was.

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
use ipc::process::{Process, ProcessEnd};
use ipc::wait::Deadline;
use jeux::Reason;
use nix::poll::{PollFd, PollFlags};
use nix::unistd::mkdtemp;
use protocol::cgs::check_name;

use super::description::{Description, keep, kept};
use crate::report::say;
use crate::sibling_programs::CHAMPIONNAT;

/// Exit codes of a championship that is over; others leave something to be played.
const FINISHED: [i32; 2] = [0, 4];
/// After how long a championship that ends too early is started again: each time later, up to so many times as long. One that a
/// killed server has left behind may hold the results until its last game is over.
const PAUSE: Duration = Duration::from_millis(500);
const PATIENCE: u32 = 40;
/// In the folder of a tournament: how many phases were launched; it is over; who loses what is still to be played.
const LAUNCHED: &str = "lance";
const OVER: &str = "termine";
const WITHDRAWN: &str = "forfaits";

/// All tournaments of a server.
pub struct Tournaments {
    folder: PathBuf,
    /// Without records, tournaments last as long as the server.
    passing: bool,
    all: BTreeMap<String, Tournament>,
    closing: bool,
}

struct Tournament {
    folder: PathBuf,
    description: Description,
    state: State,
    /// Those who have asked the championship, as far as they have not left.
    asked: BTreeMap<u64, Asking>,
    /// Those who wait for it to be launched, by their numbers at the reception.
    waiting: BTreeMap<u64, Asking>,
    /// How many phases have been launched.
    phases: u32,
    /// When a championship that ended too early is started again, and how often it has been already.
    again: Option<Deadline>,
    failures: u32,
}

enum State {
    /// Players enter.
    Open,
    /// A championship plays it.
    Playing(Process, RelayServer),
    /// The championship speaks no more: its process is about to end, or has.
    Ending(Process),
    /// It was launched, and its championship has ended before it was over.
    Stopped,
    /// Everything is played.
    Over,
}

impl Tournaments {
    /// Those that are found beside the records; those that were under way go on. What cannot be read is said in the
    /// log.
    pub fn open(records: Option<&Path>) -> Result<Self> {
        let folder = match records {
            // Other programs find it too, wherever they run.
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
                Err(error) => log::warn!("{} : {}", folder.display(), i18n::causes(error.as_ref())),
            }
        }
        let stopped = |tournament: &Tournament| matches!(tournament.state, State::Stopped);
        for (name, tournament) in all.all.iter_mut().filter(|(_, tournament)| stopped(tournament)) {
            if let Err(error) = tournament.start(name) {
                log::error!("{name} : {}", i18n::causes(error.as_ref()));
            }
        }
        Ok(all)
    }

    /// Somebody asks for a tournament: he enters it as long as it is open, and waits for it, or is lent to its
    /// championship.
    pub fn join(&mut self, name: &str, asking: &Asking) -> Result<(), String> {
        let tournament = self.all.get_mut(name).ok_or(format!("The tournament '{name}' doesn't exist"))?;
        let entered = tournament.description.players.iter().any(|player| player == asking.name.name());
        match &mut tournament.state {
            State::Over => Err(format!("The tournament '{name}' is over")),
            State::Playing(_, lending) if lending.is_over() => {
                Err(format!("The tournament '{name}' is over"))
            }
            State::Open => {
                if !entered {
                    tournament.description.players.push(asking.name.name().to_owned());
                    tournament.save(name).map_err(|error| i18n::causes(error.as_ref()))?;
                }
                tournament.waiting.insert(asking.number, asking.clone());
                Ok(())
            }
            _ if !entered => Err(format!("The tournament '{name}' has already begun")),
            State::Stopped | State::Ending(_) => {
                tournament.waiting.insert(asking.number, asking.clone());
                Ok(())
            }
            State::Playing(_, lending) => {
                // One that does not listen is about to end: who asks now waits for the next.
                match lending.ask(asking) {
                    Ok(()) => tournament.asked.insert(asking.number, asking.clone()),
                    Err(_) => tournament.waiting.insert(asking.number, asking.clone()),
                };
                Ok(())
            }
        }
    }

    /// A guest has left.
    pub fn left(&mut self, number: u64) {
        for tournament in self.all.values_mut() {
            tournament.waiting.remove(&number);
            tournament.asked.remove(&number);
            if let State::Playing(_, lending) = &mut tournament.state {
                // The end of a championship is seen when it comes.
                lending.left(number).unwrap_or_else(|error| log::debug!("{error}"));
            }
        }
    }

    /// Adds what to wait for; gives when [`Tournaments::attend`] is due in any case.
    pub fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        let mut due = Deadline::NEVER;
        for tournament in self.all.values() {
            match &tournament.state {
                State::Playing(process, lending) => {
                    fds.extend([process.fd(), lending.fd()].map(|fd| PollFd::new(fd, PollFlags::POLLIN)));
                }
                State::Ending(process) => fds.push(PollFd::new(process.fd(), PollFlags::POLLIN)),
                State::Open | State::Stopped | State::Over => {}
            }
            due = due.min(tournament.again.unwrap_or(Deadline::NEVER));
        }
        due
    }

    /// Does what the championships wish, and sees their ends.
    pub fn attend(&mut self, clients: &mut Clients) {
        self.see_ends(clients);
        for (name, tournament) in &mut self.all {
            if !self.closing && tournament.again.is_some_and(Deadline::passed) {
                tournament.again = None;
                if let Err(error) = tournament.start(name) {
                    log::error!("{name} : {}", i18n::causes(error.as_ref()));
                }
            }
            if let State::Playing(_, lending) = &mut tournament.state
                && lending.advance(clients).is_err()
            {
                // Its process has just ended, or is about to: the news of that comes.
                tournament.let_go(clients);
            }
        }
    }

    /// Sees to the championships whose processes have ended.
    fn see_ends(&mut self, clients: &mut Clients) {
        for (name, tournament) in &mut self.all {
            let ended = match &mut tournament.state {
                State::Playing(process, _) | State::Ending(process) => process.ended(),
                State::Open | State::Stopped | State::Over => None,
            };
            if let Some(end) = ended {
                tournament.ended(name, end, self.closing, clients);
            }
        }
    }

    /// Tells the championships to stop; they end what is being played.
    pub fn close(&mut self) {
        self.closing = true;
        for tournament in self.all.values_mut() {
            tournament.again = None;
            if let State::Playing(process, _) | State::Ending(process) = &tournament.state {
                process.stop();
            }
        }
    }

    /// Has championships that are to end ([`Tournaments::close`]) interrupt their games.
    pub fn hurry(&self) {
        for tournament in self.all.values() {
            if let State::Playing(process, _) | State::Ending(process) = &tournament.state {
                process.hurry();
            }
        }
    }

    /// Whether a championship is still there.
    pub fn running(&self) -> bool {
        let here =
            |tournament: &Tournament| matches!(tournament.state, State::Playing(..) | State::Ending(_));
        self.all.values().any(here)
    }

    /// How they stand, by name.
    pub fn status(&self) -> Vec<TournamentStatus> {
        let status = |(name, tournament): (&String, &Tournament)| TournamentStatus {
            name: name.clone(),
            state: match &tournament.state {
                State::Open => TournamentState::Open,
                State::Playing(_, lending) if lending.is_over() => TournamentState::Over,
                State::Playing(_, lending) if lending.phase_is_over() => TournamentState::Between,
                State::Playing(..) => TournamentState::Playing,
                State::Ending(_) | State::Stopped => TournamentState::Stopped,
                State::Over => TournamentState::Over,
            },
            phases: tournament.phases,
            players: tournament.description.players.clone(),
            file: tournament.file(name).display().to_string(),
        };
        self.all.iter().map(status).collect()
    }

    /// The name of the tournament to which this guest was lent, if he was.
    pub fn of(&self, number: u64) -> Option<String> {
        let lent = |tournament: &Tournament| tournament.asked.contains_key(&number);
        self.all.iter().find(|(_, tournament)| lent(tournament)).map(|(name, _)| name.clone())
    }

    fn get(&mut self, name: &str) -> Result<&mut Tournament, String> {
        self.all.get_mut(name).ok_or_else(|| i18n::text!("organise-no-tournament", name = name))
    }

    /// Creates a tournament; gives what there is to say. One of the same name that is over stays, under another name.
    pub fn create(&mut self, name: &str, description: Description) -> Result<String, String> {
        if check_name(name).is_err() {
            return Err(i18n::text!("organise-name", name = name));
        }
        if self.all.get(name).is_some_and(|tournament| !matches!(tournament.state, State::Over)) {
            return Err(i18n::text!("organise-tournament-exists", name = name));
        }
        let folder = self.folder.join(name);
        if folder.exists() {
            // One that is over: it stays, under another name.
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

    /// Where the description of a tournament is, on the first line: the organiser's own program reads the standings
    /// there. Behind it who has entered, as long as it is open.
    pub fn file(&mut self, name: &str) -> Result<String, String> {
        let tournament = self.get(name)?;
        let text = match tournament.state {
            State::Open => tournament.entered(name),
            _ => String::new(),
        };
        Ok(format!("{}\n{text}", tournament.file(name).display()))
    }

    /// Lets the games of the next phase begin: each as soon as its players wait; gives what there is to say.
    pub fn launch(&mut self, name: &str) -> Result<String, String> {
        let tournament = self.get(name)?;
        match &tournament.state {
            State::Playing(_, lending) if lending.phase_is_over() => {}
            State::Playing(..) | State::Ending(_) => {
                return Err(i18n::text!("tournament-plays", name = name));
            }
            State::Over => return Err(i18n::text!("tournament-is-over", name = name)),
            State::Open => {}
            State::Stopped => {
                // The phase under way goes on.
                (tournament.again, tournament.failures) = (None, 0);
                tournament.phases = tournament.phases.saturating_sub(1);
            }
        }
        tournament.phases += 1;
        let launched = tournament.start_phase(name);
        launched.map_err(|error| i18n::causes(error.as_ref()))?;
        Ok(i18n::text!("tournament-phase", name = name, number = tournament.phases) + "\n")
    }

    /// A player loses everything that he has still to play, whatever the phase; before the first one he has not
    /// entered any more.
    ///
    /// # Errors
    /// He does not take part, the tournament is over, there is none of this name, or it cannot be written down.
    pub fn forfeit(&mut self, name: &str, player: &str) -> Result<String, String> {
        let tournament = self.get(name)?;
        if !tournament.description.players.iter().any(|other| other == player) {
            return Err(i18n::text!("tournament-no-waiting", player = player));
        }
        match &mut tournament.state {
            State::Open => {
                tournament.description.players.retain(|other| other != player);
                tournament.save(name).map_err(|error| i18n::causes(error.as_ref()))?;
                return Ok(tournament.entered(name));
            }
            State::Over => return Err(i18n::text!("tournament-is-over", name = name)),
            State::Playing(..) | State::Ending(_) | State::Stopped => {}
        }
        tournament.withdraw(player).map_err(|error| i18n::causes(error.as_ref()))?;
        Ok(i18n::text!("tournament-withdrawn", player = player) + "\n")
    }
}

/// A new folder for passing things: what a killed process has left behind under the same number is not taken for ours.
pub fn passing_folder(purpose: &str) -> Result<PathBuf> {
    let name = std::env::temp_dir().join(format!("arbitre-{purpose}-XXXXXX"));
    mkdtemp(&name).with_context(|| name.display().to_string())
}

impl Drop for Tournaments {
    fn drop(&mut self) {
        if self.passing && !self.running() && self.folder.exists() {
            // Nothing of it was to be kept; what cannot be removed lies in the folder for passing things.
            fs::remove_dir_all(&self.folder).unwrap_or_else(|error| log::debug!("{error}"));
        }
    }
}

impl Tournament {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.toml"))
    }

    /// Writes the description, for good.
    fn save(&self, name: &str) -> Result<()> {
        fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        self.description.write(&self.file(name))
    }

    fn entered(&self, name: &str) -> String {
        let players = self.description.players.join(", ");
        i18n::text!("tournament-entered", name = name, players = players) + "\n"
    }

    /// Lets the phase begin that has the number of phases launched.
    fn start_phase(&mut self, name: &str) -> Result<()> {
        let path = self.folder.join(LAUNCHED);
        keep(&path, &self.phases.to_string())?;
        match &mut self.state {
            State::Playing(_, lending) => Ok(lending.open_until(self.phases)?),
            _ => self.start(name),
        }
    }

    /// Starts the championship, or goes on with it; those who wait ask for it.
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
        let told = lending.open_until(self.phases).and_then(|()| {
            self.waiting.values().try_for_each(|asking| lending.ask(asking))?;
            withdrawn.lines().try_for_each(|player| lending.withdraw(player))
        });
        self.asked.append(&mut self.waiting);
        self.state = State::Playing(process, lending);
        // One that does not listen is about to end, and is started again then.
        told.unwrap_or_else(|error| log::debug!("{error}"));
        Ok(())
    }

    /// Notes that a player has given up all he has to play, and says so to the championship.
    fn withdraw(&mut self, player: &str) -> Result<()> {
        let path = self.folder.join(WITHDRAWN);
        let known = kept(&path)?.unwrap_or_default();
        keep(&path, &format!("{known}{player}\n"))?;
        if let State::Playing(_, lending) = &mut self.state {
            // Should it end before it hears of it, the next one does.
            lending.withdraw(player).unwrap_or_else(|error| log::debug!("{error}"));
        }
        Ok(())
    }

    /// Its process has ended: it is over, or is started again later.
    fn ended(&mut self, name: &str, end: ProcessEnd, closing: bool, clients: &mut Clients) {
        // What it wished before it ended counts.
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
        self.failures += 1;
        let pause = PAUSE * self.failures.min(PATIENCE);
        self.again = Some(Deadline::after(Instant::now(), Some(pause)));
    }

    /// The championship is gone: those who waited there wait for the next one.
    fn let_go(&mut self, clients: &mut Clients) {
        match std::mem::replace(&mut self.state, State::Stopped) {
            State::Playing(process, lending) => {
                self.state = State::Ending(process);
                for number in lending.abandon(clients as &mut dyn Reception) {
                    self.waiting.extend(self.asked.remove_entry(&number));
                }
                self.asked.clear();
            }
            other => self.state = other,
        }
    }
}
