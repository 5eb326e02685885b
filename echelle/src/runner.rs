//! The main loop: deposits become versions, versions play, results are written down. Killed at any instant, it goes on
//! from the files.

use std::collections::BTreeMap;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::InstallPaths;
use arbitre::host::{HostCommand, HostEvent, HostSettings, Order, Pool, Report};
use championnat::presentation::InWords;
use echelle::spool::Deposit;
use echelle::{LadderError, Version, ladders, socket};
use ipc::control::Control;
use ipc::process::{self, usable_cores};
use ipc::sidecar::{Sidecar, SidecarEvent};
use ipc::wait::{Deadline, wait_any};
use jeux::Reason;
use jeux::text::sanitize;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags};
use nix::sys::signal::Signal;
use nix::sys::signalfd::SignalFd;

use crate::beginning;
use crate::cli::Serve;
use crate::course::{Course, GameEnd};
use crate::preparing::{Preparing, Tools};

/// How often folders are looked at that nobody tells of.
const LOOK: Duration = Duration::from_secs(5);
/// The first pause after a rencontre that the machine interrupted; each further one in a row is twice as long.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// Idle hosts at most.
const SPARE: usize = 2;
/// The pages.
const PAGES: &str = "tableau";

/// What a thread that prepares a deposit says.
struct Prepared {
    ladder: String,
    deposit: Deposit,
    version: Version,
    /// Nothing more will come.
    done: bool,
}

/// A core, and the ladder whose rencontre is played there.
struct Place {
    ladder: String,
    core: usize,
}

struct Runner {
    courses: BTreeMap<String, Course>,
    pool: Pool<u64>,
    control: Control,
    signals: SignalFd,
    pages: Option<Sidecar>,
    tools: Arc<Tools>,
    prepared: Receiver<Prepared>,
    telling: Sender<Prepared>,
    wake: PipeReader,
    woken: PipeWriter,
    /// Under way, by number.
    places: BTreeMap<u64, Place>,
    /// Rencontres so far.
    count: u64,
    /// At once.
    most: usize,
    cores: Vec<usize>,
    /// The ladder that plays next, in turn.
    turn: usize,
    paused: Deadline,
    /// Rencontres in a row that the machine interrupted.
    interrupted: u32,
    looked: Option<Instant>,
    stop_requests: u32,
}

/// Plays the ladders of a folder until it is stopped: once, rencontres under way end; twice, they are interrupted.
pub fn run(args: &Serve) -> Result<ExitCode> {
    let signals =
        process::signals(&[Signal::SIGTERM, Signal::SIGINT]).with_context(|| i18n::text!("stop-signals"))?;
    process::raise_descriptor_limit();
    let root = &args.root.folder;
    std::fs::create_dir_all(root).with_context(|| root.display().to_string())?;
    let begun = beginning::begin(args)?;
    // Everything below is found from here, wherever the folder is copied.
    std::env::set_current_dir(root).with_context(|| root.display().to_string())?;
    let root = Path::new(".");
    let folders = ladders(root).in_reasons()?;
    if folders.is_empty() {
        bail!(i18n::text!("ladder-nothing", folder = args.root.folder.display().to_string()));
    }
    let lock = lock(root)?;
    let control = Control::listen(&socket(root)).with_context(|| socket(root).display().to_string())?;
    let tools = Arc::new(Tools::find().in_words()?);
    let (wake, woken) = io::pipe().context("pipe")?;
    fcntl(&wake, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).context("pipe")?;
    let (telling, prepared) = mpsc::channel();
    let language = i18n::language().code().to_owned();
    let command = HostCommand::this_program(&HostSettings { language, level: log::max_level() }, false);
    let cores = usable_cores();
    let mut runner = Runner {
        courses: BTreeMap::new(),
        pool: Pool::new(command, SPARE),
        control,
        signals,
        pages: if args.without_pages { None } else { pages(args) },
        tools,
        prepared,
        telling,
        wake,
        woken,
        places: BTreeMap::new(),
        count: 0,
        most: args.at_once.unwrap_or(cores.len()).max(1),
        cores,
        turn: 0,
        paused: Deadline::NEVER,
        interrupted: 0,
        looked: None,
        stop_requests: 0,
    };
    runner.look()?;
    beginning::announce(args, &runner.courses, begun.as_ref());
    let done = runner.run();
    runner.pool.end_all();
    drop(lock);
    done.map(|()| ExitCode::SUCCESS)
}

/// Errors of the library in words.
pub trait InReasons<T> {
    fn in_reasons(self) -> Result<T>;
}

impl<T> InReasons<T> for Result<T, LadderError> {
    fn in_reasons(self) -> Result<T> {
        self.map_err(|error| anyhow!(i18n::reason(&Reason::from(&error))))
    }
}

/// One program at a time plays the ladders of a folder.
fn lock(root: &Path) -> Result<std::fs::File> {
    let path = root.join(".echelle.verrou");
    let options =
        std::fs::OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
    let file = options.with_context(|| path.display().to_string())?;
    file.try_lock().map_err(|_| anyhow!(i18n::text!("ladder-runs")))?;
    Ok(file)
}

/// The pages, as a companion; `None` if they are not built, which is told.
fn pages(args: &Serve) -> Option<Sidecar> {
    let places = InstallPaths::beside_this_program().ok()?;
    let Ok(program) = places.program(PAGES) else {
        let path = places.folder.join(PAGES).display().to_string();
        let command = "sh outils/compiler.sh tableau";
        let why = i18n::text!("program-missing", program = PAGES, path = path, command = command);
        log::warn!("{}", i18n::text!("companion-missing", why = why));
        return None;
    };
    let mut words = vec!["--langue".to_owned(), i18n::language().code().to_owned()];
    words.extend(["--echelles".to_owned(), ".".to_owned()]);
    words.extend(["--adresse".to_owned(), args.address.to_string()]);
    if let Some(public) = &args.public {
        words.extend(["--adresse-publique".to_owned(), public.clone()]);
    }
    words.extend(args.proxies.iter().flat_map(|proxy| ["--proxy".to_owned(), proxy.clone()]));
    Some(Sidecar::new(program, words.into_iter().map(Into::into).collect()))
}

impl Runner {
    fn run(&mut self) -> Result<()> {
        loop {
            if self.looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
                self.look()?;
            }
            if self.stop_requests == 0 {
                self.prepare()?;
                self.play();
            }
            self.show()?;
            let idle = self.courses.values().all(Course::is_idle);
            if self.stop_requests > 1 || (self.stop_requests == 1 && idle) {
                return Ok(());
            }
            self.wait()?;
            self.handle_signals()?;
            for request in self.control.requests() {
                if request.line == echelle::WAKE {
                    self.looked = None;
                }
                self.control.answer(request.id, Ok("")).ok();
            }
            self.hear_prepared()?;
            for (key, event) in self.pool.events() {
                self.hear(key, event);
            }
            for course in self.courses.values_mut() {
                for key in course.committed().in_reasons()? {
                    self.pool.answer(key, &Order::Recorded, &[]);
                }
            }
            self.attend_pages();
        }
    }

    /// Looks for new ladders and deposits, and at what the organiser has changed.
    fn look(&mut self) -> Result<()> {
        self.looked = Some(Instant::now());
        self.pool.end_suspended();
        for folder in ladders(Path::new(".")).in_reasons()? {
            let name = folder.name().to_owned();
            if let Some(course) = self.courses.get_mut(&name) {
                course.commit_again();
                course.look().in_reasons()?;
                continue;
            }
            match Course::open(folder) {
                Ok(course) => {
                    let places = InstallPaths::beside_this_program().map_err(|error| Reason::from(&error));
                    for unknown in course.unknown_house(&places.in_words()?) {
                        let game = course.ladder.settings.game.name;
                        log::warn!("{}", i18n::text!("ladder-unknown-house", name = unknown, game = game));
                    }
                    self.courses.insert(name, course);
                }
                // The others go on.
                Err(error) => log::warn!("{}", i18n::reason(&Reason::from(&error))),
            }
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        let preparing: usize = self.courses.values().map(Course::preparations).sum();
        self.places.len() + preparing >= self.most
    }

    /// Prepares deposits, as many at once as there is room; one in any case.
    fn prepare(&mut self) -> Result<()> {
        loop {
            let preparing: usize = self.courses.values().map(Course::preparations).sum();
            if preparing > 0 && self.is_full() {
                return Ok(());
            }
            let mut next = None;
            for course in self.courses.values_mut() {
                next = course.prepare_next().in_reasons()?;
                if next.is_some() {
                    break;
                }
            }
            let Some(preparing) = next else { return Ok(()) };
            self.begin_preparing(preparing)?;
        }
    }

    fn begin_preparing(&self, preparing: Preparing) -> Result<()> {
        let (telling, tools) = (self.telling.clone(), self.tools.clone());
        let woken = self.woken.try_clone().context("pipe")?;
        let (ladder, deposit) = (preparing.folder.name().to_owned(), preparing.deposit.clone());
        let work = move || {
            let tell = |version, done| {
                let told = Prepared { ladder: ladder.clone(), deposit: deposit.clone(), version, done };
                // Nobody listens once the program ends.
                telling.send(told).ok();
                (&woken).write_all(&[0]).ok();
            };
            let version = preparing.run(&tools, &|version| tell(version, false));
            tell(version, true);
        };
        thread::Builder::new().name("preparing".into()).spawn(work).context("thread")?;
        Ok(())
    }

    fn hear_prepared(&mut self) -> Result<()> {
        while self.wake.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
        for Prepared { ladder, deposit, version, done } in self.prepared.try_iter() {
            let Some(course) = self.courses.get_mut(&ladder) else { continue };
            if done {
                course.prepared(&deposit, version).in_reasons()?;
            } else {
                course.keep(&deposit.student, version).in_reasons()?;
            }
        }
        Ok(())
    }

    /// Gives hosts rencontres while there is room: those of trials first, then those of the ladders in turn.
    fn play(&mut self) {
        if self.paused.passed() {
            self.paused = Deadline::NEVER;
        }
        while self.paused == Deadline::NEVER && !self.is_full() && self.play_one() {}
    }

    fn play_one(&mut self) -> bool {
        let taken: Vec<usize> = self.places.values().map(|place| place.core).collect();
        let free = self.cores.iter().find(|core| !taken.contains(core));
        let core = free.or(self.cores.first()).copied().unwrap_or_default();
        let key = self.count + 1;
        let trial = self
            .courses
            .iter_mut()
            .find_map(|(name, course)| Some((name.clone(), course.next_trial(key, core)?)));
        // A place is kept for whoever hands something in.
        let games: usize = self.courses.values().map(Course::games).sum();
        let room = games + 1 < self.most || self.most == 1;
        let waiting = self.courses.values().any(Course::is_waiting);
        let next = trial.or_else(|| {
            if waiting || !room {
                return None;
            }
            let (turn, count) = (self.turn, self.courses.len());
            let mut courses: Vec<(usize, (&String, &mut Course))> =
                self.courses.iter_mut().enumerate().collect();
            courses.rotate_left(turn % count.max(1));
            courses.into_iter().find_map(|(index, (name, course))| {
                let task = course.next_game(key, core)?;
                self.turn = index + 1;
                Some((name.clone(), task))
            })
        });
        let Some((ladder, task)) = next else { return false };
        self.count = key;
        match self.pool.give(key, [Some(core); 2], &Order::Play(Box::new(task)), &[]) {
            Ok(()) => drop(self.places.insert(key, Place { ladder, core })),
            Err(error) => {
                if let Some(course) = self.courses.get_mut(&ladder) {
                    course.not_begun(key);
                }
                self.pause(&Reason::new("no-worker").because(Reason::os(&error)));
            }
        }
        true
    }

    /// Plays nothing for a while: the machine seems to fail.
    fn pause(&mut self, why: &Reason) {
        log::warn!("{}", i18n::text!("ladder-interrupted", why = i18n::reason(why)));
        let pause = PAUSE.saturating_mul(2u32.saturating_pow(self.interrupted)).min(LONGEST_PAUSE);
        self.interrupted += 1;
        self.paused = Deadline::after(Instant::now(), Some(pause));
    }

    fn hear(&mut self, key: u64, event: HostEvent) {
        let Some(place) = self.places.get(&key) else { return };
        let Some(course) = self.courses.get_mut(&place.ladder) else { return };
        let ended = match event {
            HostEvent::Said(Report::Record(record)) => {
                if !course.handed_in(key, record) {
                    // There is nothing to keep.
                    self.pool.answer(key, &Order::Recorded, &[]);
                }
                return;
            }
            HostEvent::Said(Report::Done) => None,
            HostEvent::Said(Report::Failed(why)) | HostEvent::Died(why) => Some(why),
            HostEvent::Said(_) => return,
        };
        let end = course.ended(key, ended.as_ref());
        self.places.remove(&key);
        match end {
            Some(GameEnd::Interrupted(why)) if self.stop_requests < 2 => self.pause(&why),
            Some(GameEnd::Played) => self.interrupted = 0,
            _ => {}
        }
    }

    /// Writes the rankings that have changed.
    fn show(&mut self) -> Result<()> {
        let settled = self.places.is_empty();
        for course in self.courses.values_mut() {
            course.show(settled && course.is_idle() && !course.is_waiting()).in_reasons()?;
        }
        Ok(())
    }

    fn wait(&self) -> Result<()> {
        let mut until =
            Deadline::after(self.looked.unwrap_or_else(Instant::now), Some(LOOK)).min(self.paused);
        for at in self.courses.values().filter_map(Course::shows_at) {
            until = until.min(Deadline::after(at, Some(Duration::ZERO)));
        }
        let own = [self.signals.as_fd(), self.wake.as_fd()].into_iter();
        let readable = own.chain(self.courses.values().map(Course::fd)).chain(self.pool.sockets());
        let mut fds: Vec<PollFd<'_>> = readable.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
        until = until.min(self.control.watch(&mut fds));
        if let Some(pages) = &self.pages {
            until = until.min(pages.watch(&mut fds));
        }
        wait_any(&mut fds, until).with_context(|| i18n::reason(&Reason::new("poll")))
    }

    fn handle_signals(&mut self) -> Result<()> {
        while self.signals.read_signal().with_context(|| i18n::text!("stop-signals"))?.is_some() {
            self.stop_requests += 1;
            let preparing: usize = self.courses.values().map(Course::preparations).sum();
            let count = self.places.len() + preparing;
            i18n::out::complain(&match self.stop_requests {
                1 => i18n::text!("ladder-stopping", count = count),
                _ => i18n::text!("ladder-stopped"),
            });
        }
        Ok(())
    }

    fn attend_pages(&mut self) {
        let Some(pages) = &mut self.pages else { return };
        let ended = |why: &Reason| {
            log::warn!("{}", i18n::text!("companion-ended", why = i18n::reason(why)));
        };
        for told in pages.attend() {
            match told {
                SidecarEvent::Said(line) => {
                    // A reader that has gone does not stop the ladders.
                    writeln!(io::stdout(), "{}", sanitize(&line)).ok();
                }
                SidecarEvent::Complained(line) => i18n::out::complain(&line),
                SidecarEvent::Ended(end) => ended(&arbitre::reasons::ended(end)),
                SidecarEvent::NotStarted(errno) => ended(&Reason::os(&errno.into())),
            }
        }
    }
}
