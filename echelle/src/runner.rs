//! The main loop: deposits become versions, versions play, results are written down. Killed at any instant, it goes on
//! from the files.

use std::collections::BTreeMap;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::InstallPaths;
use arbitre::host::{HostCommand, HostEvent, HostSettings, Order, Pool, Report, Task};
use championnat::presentation::InWords;
use echelle::spool::Deposit;
use echelle::{Version, files, ladders, machines, socket};
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
use crate::course::{Course, Place};
use crate::in_reasons::InReasons;
use crate::preparing::{Preparing, Tools};
use crate::room::{Room, RoomEvent};

/// How often folders are looked at that nobody tells of.
const LOOK: Duration = Duration::from_secs(5);
/// How long a ladder that cannot be opened is left alone.
const CLOSED: Duration = Duration::from_secs(60);
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

/// A rencontre under way.
struct RunningGame {
    ladder: String,
    /// Its core; `None`: a machine of the room plays it.
    core: Option<usize>,
}

struct Runner {
    courses: BTreeMap<String, Course>,
    pool: Pool<u64>,
    room: Option<Room>,
    control: Control,
    signals: SignalFd,
    pages: Option<Sidecar>,
    tools: Arc<Tools>,
    prepared: Receiver<Prepared>,
    telling: Sender<Prepared>,
    wake: PipeReader,
    woken: PipeWriter,
    /// Rencontres under way, by number.
    under_way: BTreeMap<u64, RunningGame>,
    /// Deposits that are prepared, with the core of each.
    preparing: BTreeMap<String, usize>,
    /// Rencontres so far.
    count: u64,
    /// At once.
    most: usize,
    cores: Vec<usize>,
    /// The ladder that plays next, in turn.
    turn: usize,
    /// Ladders that could not be opened, and when.
    closed: BTreeMap<String, Instant>,
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
    let room = args.room.bridge_arguments(&machines(Path::new(".")));
    let room = room.map(|arguments| Room::new(arguments, args.room.band)).transpose()?;
    // Everything below is found from here, wherever the folder is copied.
    std::env::set_current_dir(root).with_context(|| root.display().to_string())?;
    let root = Path::new(".");
    let folders = ladders(root).in_reasons()?;
    if folders.is_empty() {
        bail!(i18n::text!("ladder-no-ladder", folder = args.root.folder.display().to_string()));
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
        room,
        control,
        signals,
        pages: if args.without_pages { None } else { pages(args) },
        tools,
        prepared,
        telling,
        wake,
        woken,
        under_way: BTreeMap::new(),
        preparing: BTreeMap::new(),
        count: 0,
        most: args.at_once.unwrap_or(cores.len()).max(1),
        cores,
        turn: 0,
        closed: BTreeMap::new(),
        looked: None,
        stop_requests: 0,
    };
    runner.look();
    beginning::announce(&runner.courses, begun.as_ref());
    let done = runner.run();
    runner.pool.end_all();
    drop(lock);
    done.map(|()| ExitCode::SUCCESS)
}

/// One program at a time plays the ladders of a folder.
fn lock(root: &Path) -> Result<std::fs::File> {
    let file = files::lock_file(&root.join(".echelle.verrou")).in_reasons()?;
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
                self.look();
            }
            if self.stop_requests == 0 {
                // Who came first has a verdict first.
                while !self.is_full() && self.play_trial() {}
                self.prepare();
                while self.has_place_in_room() && self.play_in_room() {}
                while !self.is_full() && self.play_game() {}
            }
            self.courses.values_mut().for_each(Course::show);
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
            self.hear_prepared();
            for (key, event) in self.pool.events() {
                self.hear(key, event);
            }
            self.hear_room();
            let stored: Vec<u64> = self.courses.values_mut().flat_map(Course::committed).collect();
            stored.into_iter().for_each(|key| self.stored(key));
            self.attend_pages();
        }
    }

    /// Looks for new ladders and deposits, and at what the organiser has changed.
    fn look(&mut self) {
        self.looked = Some(Instant::now());
        self.pool.end_suspended();
        let folders = ladders(Path::new(".")).inspect_err(|error| log::warn!("{error}"));
        for folder in folders.unwrap_or_default() {
            let name = folder.name().to_owned();
            if let Some(course) = self.courses.get_mut(&name) {
                course.commit_again();
                let looked = course.look();
                course.complain(looked);
                continue;
            }
            if self.closed.get(&name).is_some_and(|at| at.elapsed() < CLOSED) {
                continue;
            }
            match Course::open(folder) {
                Ok(course) => {
                    self.closed.remove(&name);
                    self.courses.insert(name, course);
                }
                Err(error) => {
                    // The others go on.
                    let why = i18n::reason(&Reason::from(&error));
                    log::warn!("{}", i18n::text!("cause", what = &name, why = why));
                    self.closed.insert(name, Instant::now());
                }
            }
        }
    }

    /// The cores of the rencontres that are played here.
    fn playing(&self) -> impl Iterator<Item = usize> {
        self.under_way.values().filter_map(|under_way| under_way.core)
    }

    fn is_full(&self) -> bool {
        self.playing().count() + self.preparing.len() >= self.most
    }

    fn has_place_in_room(&self) -> bool {
        self.room.as_ref().is_some_and(Room::has_place)
    }

    /// The core with the least to do.
    fn core(&self) -> usize {
        let taken = || self.playing().chain(self.preparing.values().copied());
        let load = |core: &&usize| taken().filter(|taken| taken == *core).count();
        self.cores.iter().min_by_key(load).copied().unwrap_or_default()
    }

    /// Prepares deposits in the order of arrival, as many at once as there is room; one in any case.
    fn prepare(&mut self) {
        while self.preparing.is_empty() || !self.is_full() {
            let waiting = self.courses.iter().filter_map(|(name, course)| Some((course.waiting()?, name)));
            let Some(name) = waiting.min().map(|(_, name)| name.clone()) else { return };
            let Some(course) = self.courses.get_mut(&name) else { return };
            match course.prepare_next() {
                Ok(Some(preparing)) => {
                    if !self.begin_preparing(preparing) {
                        return;
                    }
                }
                Ok(None) => {}
                Err(error) => course.complain(Err(error)),
            }
        }
    }

    /// Whether the system allows it.
    fn begin_preparing(&mut self, preparing: Preparing) -> bool {
        let (telling, tools, core) = (self.telling.clone(), self.tools.clone(), self.core());
        let (ladder, deposit) = (preparing.folder.name().to_owned(), preparing.deposit.clone());
        let begun = self.woken.try_clone().and_then(|woken| {
            let (ladder, deposit) = (ladder.clone(), deposit.clone());
            let work = move || {
                let tell = |version, done| {
                    let told = Prepared { ladder: ladder.clone(), deposit: deposit.clone(), version, done };
                    // Nobody listens once the program ends.
                    telling.send(told).ok();
                    (&woken).write_all(&[0]).ok();
                };
                let version = preparing.run(&tools, core, &|version| tell(version, false));
                tell(version, true);
            };
            thread::Builder::new().name("preparing".into()).spawn(work)
        });
        if let Err(error) = &begun {
            log::warn!("{}", i18n::reason(&Reason::new("no-worker").because(Reason::os(error))));
            if let Some(course) = self.courses.get_mut(&ladder) {
                course.not_prepared(deposit);
            }
            return false;
        }
        self.preparing.insert(deposit.id, core);
        true
    }

    fn hear_prepared(&mut self) {
        while self.wake.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
        for Prepared { ladder, deposit, version, done } in self.prepared.try_iter() {
            if done {
                self.preparing.remove(&deposit.id);
            }
            let Some(course) = self.courses.get_mut(&ladder) else { continue };
            if done {
                course.prepared(&deposit, version);
            } else {
                let kept = course.keep(&deposit.student, version);
                course.complain(kept);
            }
        }
    }

    /// Gives a host the next rencontre of a trial, if there is one.
    fn play_trial(&mut self) -> bool {
        let (key, core) = (self.count + 1, self.core());
        let trial =
            |(name, course): (&String, &mut Course)| Some((name.clone(), course.next_trial(key, core)?));
        let next = self.courses.iter_mut().find_map(trial);
        self.give(key, core, next)
    }

    /// Gives a host the next rencontre of a ladder, if there is one, unless somebody waits who has handed in something.
    fn play_game(&mut self) -> bool {
        // A place is kept for whoever does.
        let free = self.playing().count() + 1 < self.most || self.most == 1;
        if !free || self.courses.values().any(Course::is_waiting) {
            return false;
        }
        let (key, core) = (self.count + 1, self.core());
        // Ratings come from machines that are equally fast, where there are any.
        let elsewhere = self.room.as_ref().is_some_and(Room::is_open);
        let next = self.next_game(key, if elsewhere { Place::OnlyHere(core) } else { Place::Here(core) });
        self.give(key, core, next)
    }

    /// Gives the room the next rencontre of a ladder, if there is one.
    fn play_in_room(&mut self) -> bool {
        let key = self.count + 1;
        let Some((ladder, task)) = self.next_game(key, Place::Room) else { return false };
        let Some(room) = &mut self.room else { return false };
        self.count = key;
        match room.give(key, task) {
            Ok(()) => drop(self.under_way.insert(key, RunningGame { ladder, core: None })),
            Err((slot, why)) => {
                if let Some(course) = self.courses.get_mut(&ladder) {
                    course.stays_here(key, Some(slot), &why);
                }
            }
        }
        true
    }

    /// Whether there is a rencontre to play.
    fn give(&mut self, key: u64, core: usize, next: Option<(String, Task)>) -> bool {
        let Some((ladder, task)) = next else { return false };
        self.count = key;
        match self.pool.give(key, [Some(core); 2], &Order::Play(Box::new(task)), &[]) {
            Ok(()) => drop(self.under_way.insert(key, RunningGame { ladder, core: Some(core) })),
            Err(error) => {
                let why = Reason::new("no-worker").because(Reason::os(&error));
                if let Some(course) = self.courses.get_mut(&ladder) {
                    course.not_begun(key, &why);
                }
            }
        }
        true
    }

    /// The next rencontre of a ladder, each in turn.
    fn next_game(&mut self, key: u64, place: Place) -> Option<(String, Task)> {
        let names: Vec<String> = self.courses.keys().cloned().collect();
        let count = names.len();
        for turn in (self.turn..self.turn + count).map(|turn| turn % count) {
            let course = self.courses.get_mut(&names[turn])?;
            if let Some(task) = course.next_game(key, place) {
                self.turn = turn + 1;
                return Some((names[turn].clone(), task));
            }
        }
        None
    }

    fn hear(&mut self, key: u64, event: HostEvent) {
        let Some(under_way) = self.under_way.get(&key) else { return };
        let Some(course) = self.courses.get_mut(&under_way.ladder) else { return };
        let why = match event {
            HostEvent::Said(Report::Record(record)) => {
                if !course.handed_in(key, record) {
                    // There is nothing to keep.
                    self.stored(key);
                }
                return;
            }
            HostEvent::Said(Report::Done) => None,
            HostEvent::Said(Report::Failed(why)) | HostEvent::Died(why) => Some(why),
            HostEvent::Said(_) => return,
        };
        course.ended(key, why);
        self.under_way.remove(&key);
    }

    /// Tells whoever has played a rencontre that its result is stored, or of no use.
    fn stored(&mut self, key: u64) {
        if self.room.as_mut().is_some_and(|room| room.stored(key)) {
            self.hear(key, HostEvent::Said(Report::Done));
        } else {
            self.pool.answer(key, &Order::Recorded, &[]);
        }
    }

    fn hear_room(&mut self) {
        let Some(room) = &mut self.room else { return };
        let mut events = room.events();
        if self.stop_requests > 0 {
            // What no machine has begun is not begun any more.
            events.extend(room.take_back().into_iter().map(RoomEvent::Back));
        }
        for event in events {
            match event {
                RoomEvent::Record(key, record) => self.hear(key, HostEvent::Said(Report::Record(record))),
                RoomEvent::StaysHere(key, slot, why) => {
                    if let Some(course) = self.forget(key) {
                        course.stays_here(key, slot, &why);
                    }
                }
                RoomEvent::Back(key) => {
                    if let Some(course) = self.forget(key) {
                        course.take_back(key);
                    }
                }
            }
        }
    }

    /// A rencontre is under way no more; its ladder.
    fn forget(&mut self, key: u64) -> Option<&mut Course> {
        let under_way = self.under_way.remove(&key)?;
        self.courses.get_mut(&under_way.ladder)
    }

    fn wait(&self) -> Result<()> {
        let mut until = Deadline::after(self.looked.unwrap_or_else(Instant::now), Some(LOOK));
        if self.stop_requests == 0 {
            // One that has passed waits for a core.
            let paused = self.courses.values().map(Course::paused).filter(|paused| !paused.passed());
            until = paused.fold(until, Deadline::min);
        }
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
        if let Some(room) = &self.room {
            until = until.min(room.watch(&mut fds));
        }
        wait_any(&mut fds, until).with_context(|| i18n::reason(&Reason::new("poll")))
    }

    fn handle_signals(&mut self) -> Result<()> {
        while self.signals.read_signal().with_context(|| i18n::text!("stop-signals"))?.is_some() {
            self.stop_requests += 1;
            let count = self.under_way.len() + self.preparing.len();
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
