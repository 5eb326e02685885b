//! A disk: what programs see of it, and what a power cut leaves.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::{fs, io};

use fastrand::Rng;

use super::journal::{Entry, Journal, Kind};

/// What a disk writes at once.
const BLOCK: usize = 4096;

/// Something that names lead to: its place in [`Disk::nodes`].
type Id = usize;

/// What a name leads to, as programs see it and as it is on the disk for sure.
#[derive(Clone)]
enum Node {
    File { seen: Vec<u8>, safe: Vec<u8>, pending: Vec<Change>, mode: u32 },
    Folder { seen: Names, safe: Names },
    Link(PathBuf),
}

type Names = BTreeMap<OsString, Id>;

/// A change of a file since it was synced.
#[derive(Clone)]
enum Change {
    Write { at: usize, data: Vec<u8> },
    Length(usize),
}

/// A change of names that happens as a whole: a folder, a name in it, what it leads to now.
type Naming = Vec<(Id, OsString, Option<Id>)>;

/// The files of a folder.
#[derive(Clone)]
pub struct Disk {
    root: PathBuf,
    nodes: Vec<Node>,
    /// The last one with this number: the system gives it again once a file is gone.
    inodes: HashMap<u64, Id>,
    /// Names not yet synced, in the order in which they were given.
    pending: Vec<Naming>,
}

/// The folder itself.
const ROOT: Id = 0;

impl Disk {
    /// A folder as it is, all of it synced.
    pub fn of(folder: &Path) -> Disk {
        let mut disk =
            Disk { root: folder.to_owned(), nodes: Vec::new(), inodes: HashMap::new(), pending: Vec::new() };
        disk.read(folder).expect("a folder to read");
        disk
    }

    fn read(&mut self, path: &Path) -> io::Result<Option<Id>> {
        let (meta, id) = (fs::symlink_metadata(path)?, self.nodes.len());
        if meta.is_dir() {
            self.nodes.push(Node::Folder { seen: Names::new(), safe: Names::new() });
            let mut names = Names::new();
            for entry in fs::read_dir(path)? {
                let entry = entry?;
                if let Some(id) = self.read(&entry.path())? {
                    names.insert(entry.file_name(), id);
                }
            }
            self.nodes[id] = Node::Folder { seen: names.clone(), safe: names };
        } else if meta.is_file() {
            let (data, mode) = (fs::read(path)?, meta.permissions().mode());
            self.nodes.push(Node::File { seen: data.clone(), safe: data, pending: Vec::new(), mode });
        } else if meta.is_symlink() {
            self.nodes.push(Node::Link(fs::read_link(path)?));
        } else {
            return Ok(None);
        }
        self.inodes.insert(meta.ino(), id);
        Ok(Some(id))
    }

    /// The disk after the first so many bytes of a journal, and what comes then.
    #[must_use]
    pub fn after(&self, end: u64, mut journal: Journal) -> (Disk, Journal) {
        let rest = journal.entries.split_off(journal.entries.partition_point(|entry| entry.end <= end));
        let mut disk = self.clone();
        disk.follow_all(&journal.entries);
        (disk, Journal { entries: rest })
    }

    /// What entries of a journal do.
    pub(super) fn follow_all(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.follow(entry).unwrap_or_else(|why| panic!("{why}"));
        }
    }

    /// What an entry of the journal does; the error is what the layer has not seen.
    fn follow(&mut self, entry: &Entry) -> Result<(), String> {
        let unseen = || format!("the layer has missed something before: {entry}");
        match entry.kind {
            Kind::Said => {}
            Kind::Unseen => return Err(format!("the layer cannot follow this: {entry}")),
            Kind::Opened => {
                let known = self.inodes.get(&entry.inode).copied();
                let there = self.find(&entry.path);
                if there.is_none() || there != known {
                    if there.is_some() {
                        return Err(unseen());
                    }
                    let mode = entry.at as u32 & 0o7777;
                    let node = Node::File { seen: Vec::new(), safe: Vec::new(), pending: Vec::new(), mode };
                    self.create(entry, node).ok_or_else(unseen)?;
                } else if entry.fd == 1 {
                    self.change(entry.inode, Change::Length(0));
                }
            }
            Kind::Written => {
                let at = usize::try_from(entry.at).map_err(|_| unseen())?;
                self.change(entry.inode, Change::Write { at, data: entry.data.clone() });
            }
            Kind::Length => {
                self.change(entry.inode, Change::Length(usize::try_from(entry.at).map_err(|_| unseen())?));
            }
            Kind::Synced => self.sync(entry.inode),
            Kind::AllSynced => self.sync_all(),
            Kind::Folder => {
                let node = Node::Folder { seen: Names::new(), safe: Names::new() };
                self.create(entry, node).ok_or_else(unseen)?;
            }
            Kind::Symlinked => self.create(entry, Node::Link(entry.other.clone())).ok_or_else(unseen)?,
            Kind::Removed | Kind::Renamed | Kind::Linked => {
                let Some(id) = self.find(&entry.path) else {
                    // A socket, perhaps.
                    return Ok(());
                };
                let mut naming = Vec::new();
                if entry.kind != Kind::Linked {
                    let (folder, name) = self.place(&entry.path).ok_or_else(unseen)?;
                    naming.push((folder, name, None));
                }
                if entry.kind != Kind::Removed {
                    let (folder, name) = self.place(&entry.other).ok_or_else(unseen)?;
                    naming.push((folder, name, Some(id)));
                }
                self.name(naming);
            }
        }
        Ok(())
    }

    /// The folder of a path, and its name there.
    fn place(&self, path: &Path) -> Option<(Id, OsString)> {
        Some((self.find(path.parent()?)?, path.file_name()?.to_owned()))
    }

    /// What a path leads to.
    fn find(&self, path: &Path) -> Option<Id> {
        let steps = path.strip_prefix(&self.root).ok()?;
        steps.iter().try_fold(ROOT, |id, name: &OsStr| match &self.nodes[id] {
            Node::Folder { seen, .. } => seen.get(name).copied(),
            _ => None,
        })
    }

    fn create(&mut self, entry: &Entry, node: Node) -> Option<()> {
        let (folder, name) = self.place(&entry.path)?;
        let id = self.nodes.len();
        self.nodes.push(node);
        self.inodes.insert(entry.inode, id);
        self.name(vec![(folder, name, Some(id))]);
        Some(())
    }

    fn name(&mut self, naming: Naming) {
        for (folder, name, leads_to) in &naming {
            if let Node::Folder { seen, .. } = &mut self.nodes[*folder] {
                give(seen, name, *leads_to);
            }
        }
        self.pending.push(naming);
    }

    fn change(&mut self, inode: u64, change: Change) {
        let Some(Node::File { seen, pending, .. }) = self.inodes.get(&inode).map(|id| &mut self.nodes[*id])
        else {
            return;
        };
        match &change {
            Change::Write { at, data } => put(seen, *at, data),
            Change::Length(length) => seen.resize(*length, 0),
        }
        pending.push(change);
    }

    fn sync(&mut self, inode: u64) {
        let Some(&id) = self.inodes.get(&inode) else { return };
        match &mut self.nodes[id] {
            Node::File { seen, safe, pending, .. } => {
                if !pending.is_empty() {
                    safe.clone_from(seen);
                    pending.clear();
                }
            }
            Node::Folder { .. } => {
                let (of_it, others) = self
                    .pending
                    .drain(..)
                    .partition(|naming| naming.iter().any(|(folder, ..)| *folder == id));
                self.pending = others;
                let of_it: Vec<Naming> = of_it;
                of_it.iter().for_each(|naming| self.settle(naming));
            }
            Node::Link(_) => {}
        }
    }

    fn sync_all(&mut self) {
        let inodes: Vec<u64> = self.inodes.keys().copied().collect();
        inodes.into_iter().for_each(|inode| self.sync(inode));
    }

    /// Names that are on the disk.
    fn settle(&mut self, naming: &Naming) {
        for (folder, name, leads_to) in naming {
            if let Node::Folder { safe, .. } = &mut self.nodes[*folder] {
                give(safe, name, *leads_to);
            }
        }
    }

    /// The disk after a power cut: what was synced, and a part of the rest.
    pub fn after_cut(&self, seed: u64) -> Disk {
        let mut random = Rng::with_seed(seed);
        let mut disk = self.clone();
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").expect("this boot");
        // Often all or nothing of it: a part of many changes alone would hardly ever be either.
        let luck = *random.choice(&[0.0, 0.1, 0.5, 0.9, 1.0]).expect("some");
        for naming in std::mem::take(&mut disk.pending) {
            if random.f64() < luck {
                disk.settle(&naming);
            }
        }
        for node in &mut disk.nodes {
            match node {
                Node::File { seen, safe, pending, .. } => {
                    let luck = *random.choice(&[0.0, 0.5, 0.9, 1.0]).expect("some");
                    for change in pending.drain(..) {
                        survive(safe, &change, luck, &mut random);
                    }
                    // The machine has started again since.
                    if safe.starts_with(boot.trim_end().as_bytes()) {
                        safe[..8].fill(b'0');
                    }
                    seen.clone_from(safe);
                }
                Node::Folder { seen, safe } => seen.clone_from(safe),
                Node::Link(_) => {}
            }
        }
        disk
    }

    /// Writes it to an empty folder.
    pub fn write(&self, to: &Path) -> io::Result<()> {
        self.write_node(ROOT, to)
    }

    fn write_node(&self, id: Id, to: &Path) -> io::Result<()> {
        match &self.nodes[id] {
            Node::File { seen, mode, .. } => {
                fs::write(to, seen)?;
                fs::set_permissions(to, fs::Permissions::from_mode(*mode))
            }
            Node::Folder { seen, .. } => {
                fs::DirBuilder::new().recursive(true).mode(0o755).create(to)?;
                seen.iter().try_for_each(|(name, id)| self.write_node(*id, &to.join(name)))
            }
            Node::Link(target) => symlink(target, to),
        }
    }

    /// Fails where it is not as another, but for files with names that end so.
    pub(super) fn compare(&self, other: &Disk, but: &[&str]) {
        let (ours, theirs) = (self.paths(), other.paths());
        for path in ours.keys().chain(theirs.keys()) {
            let counts = !but.iter().any(|end| path.to_string_lossy().ends_with(end));
            assert!(
                !counts || ours.get(path) == theirs.get(path),
                "{}: not as the journal has it",
                path.display()
            );
        }
    }

    /// All files, with what they contain.
    fn paths(&self) -> BTreeMap<PathBuf, &[u8]> {
        let (mut paths, mut folders) = (BTreeMap::new(), vec![(PathBuf::new(), ROOT)]);
        while let Some((path, id)) = folders.pop() {
            match &self.nodes[id] {
                Node::Folder { seen, .. } => {
                    folders.extend(seen.iter().map(|(name, id)| (path.join(name), *id)));
                    paths.insert(path, &[][..]);
                }
                Node::File { seen, .. } => drop(paths.insert(path, seen)),
                Node::Link(_) => {}
            }
        }
        paths
    }
}

fn give(names: &mut Names, name: &OsString, leads_to: Option<Id>) {
    match leads_to {
        Some(id) => names.insert(name.clone(), id),
        None => names.remove(name),
    };
}

fn put(bytes: &mut Vec<u8>, at: usize, data: &[u8]) {
    if bytes.len() < at + data.len() {
        bytes.resize(at + data.len(), 0);
    }
    bytes[at..at + data.len()].copy_from_slice(data);
}

/// What is left of a change: each block of its own; a file may have grown without its data.
fn survive(bytes: &mut Vec<u8>, change: &Change, luck: f64, random: &mut Rng) {
    match change {
        Change::Length(length) if random.f64() < luck => bytes.resize(*length, 0),
        Change::Length(_) => {}
        Change::Write { at, data } => {
            let (mut from, end) = (*at, at + data.len());
            while from < end {
                let to = end.min((from / BLOCK + 1) * BLOCK);
                if random.f64() < luck {
                    put(bytes, from, &data[from - at..to - at]);
                } else if bytes.len() < to && random.u8(..4) == 0 {
                    bytes.resize(to, 0);
                }
                from = to;
            }
        }
    }
}
