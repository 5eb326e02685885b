//! The bundles of engines, made when they first play, and again when their files have changed.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};
use arbitre::engine::{Contents, Travelling};
use arbitre::host::Task;
use jeux::{Reason, Slot};
use tokio::sync::mpsc::UnboundedSender;

use super::jobs::JobEvent;
use super::tickets::Tickets;
use crate::bundle;
use crate::wire::{BundleRef, BundleRequest, JobEngine, PIECE};

/// Packs engines in a thread of its own: large ones take seconds.
pub struct Packer(Sender<Packing>);

/// A rencontre, its engines, and whether bundles are kept briefly.
type Packing = (Box<Task>, Box<[Travelling; 2]>, bool);

/// How long bundles are kept that are kept briefly, after they were last asked for: longer than a rencontre waits.
pub const KEPT: Duration = Duration::from_secs(3600);

impl Packer {
    /// What is packed is told as an event.
    pub fn new(folder: PathBuf, tickets: Tickets, events: UnboundedSender<JobEvent>) -> Result<Self> {
        let (orders, come) = channel::<Packing>();
        let mut bundles = Bundles { folder, tickets, made: BTreeMap::new() };
        let pack = move || {
            for (task, engines, brief) in come {
                if brief {
                    bundles.tidy();
                }
                if events.send(JobEvent::Packed(task, bundles.of(&engines))).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().name("bundles".into()).spawn(pack)?;
        Ok(Packer(orders))
    }

    /// Packs the engines of this rencontre; `brief`: of clients whose engines change all the time.
    pub fn pack(&self, task: Box<Task>, engines: Box<[Travelling; 2]>, brief: bool) {
        self.0.send((task, engines, brief)).ok();
    }
}

struct Bundles {
    folder: PathBuf,
    tickets: Tickets,
    /// By the files that are in them.
    made: BTreeMap<Vec<PathBuf>, Made>,
}

struct Made {
    /// What the files were.
    contents: Contents,
    bundle: BundleRef,
    used: Instant,
}

impl Bundles {
    /// The engines of a rencontre as they travel; or why one does not, and whose, if that is not the fault of this
    /// computer.
    fn of(&mut self, engines: &[Travelling; 2]) -> Result<[JobEngine; 2], (Option<Slot>, Reason)> {
        let mut of = |slot: Slot| {
            let Travelling { spec, readable, .. } = &engines[slot];
            let bundle = self.bundle(&engines[slot]);
            let bundle = bundle.map_err(|why| ((why.code != "file").then_some(slot), why))?;
            Ok(JobEngine { spec: spec.clone(), bundle, readable: readable.clone() })
        };
        let [one, other] = Slot::ALL.map(&mut of);
        Ok([one?, other?])
    }

    fn bundle(&mut self, engine: &Travelling) -> Result<Option<BundleRef>, Reason> {
        let contents = engine.contents()?;
        if contents.is_empty() {
            return Ok(None);
        }
        if let Some(made) = self.made.get_mut(&engine.files)
            && made.contents == contents
        {
            made.used = Instant::now();
            return Ok(Some(made.bundle.clone()));
        }
        let (sum, bytes) = bundle::write(&contents, &self.folder)?;
        let bundle = BundleRef { ticket: self.tickets.of(&sum), sum, bytes };
        let made = Made { contents, bundle: bundle.clone(), used: Instant::now() };
        self.made.insert(engine.files.clone(), made);
        Ok(Some(bundle))
    }

    /// Removes the bundles that nobody has used for long.
    fn tidy(&mut self) {
        let old: Vec<Made> =
            self.made.extract_if(.., |_, made| made.used.elapsed() >= KEPT).map(|(_, made)| made).collect();
        for Made { bundle, .. } in old {
            if !self.made.values().any(|made| made.bundle.sum == bundle.sum) {
                fs::remove_file(self.folder.join(&bundle.sum)).ok();
            }
        }
    }
}

/// The folder of the bundles, in that of the bridge.
pub fn folder(of: &Path) -> Result<PathBuf> {
    let folder = of.join("moteurs");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

/// Removes the bundles in this folder that are so old, also those that a bridge that was killed has left.
pub fn clear(folder: &Path, age: Duration) {
    let bundles = fs::read_dir(folder).into_iter().flatten().flatten();
    let old = |modified: SystemTime| modified.elapsed().unwrap_or_default() >= age;
    let old = bundles.filter(|bundle| bundle.metadata().and_then(|data| data.modified()).is_ok_and(old));
    old.for_each(|bundle| drop(fs::remove_file(bundle.path())));
}

/// A piece of a bundle in this folder; nothing for a wrong request.
pub fn piece(folder: &Path, tickets: &Tickets, request: &BundleRequest) -> Vec<u8> {
    let is_sum = request.sum.len() == 64 && request.sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_sum || !tickets.is(&request.ticket, &request.sum) {
        return Vec::new();
    }
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(folder.join(&request.sum))?;
        file.seek(io::SeekFrom::Start(request.offset))?;
        let mut piece = Vec::new();
        file.take(PIECE as u64).read_to_end(&mut piece)?;
        Ok(piece)
    };
    read().unwrap_or_default()
}
