//! What a student hands in: written to the spool while it comes, within the limits of the ladder.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use axum::body::Bytes;
use axum::http::StatusCode;
use echelle::spool::{self, Deposit, Draft, Wish};
use echelle::{LadderError, Settings};
use i18n::Language;
use jeux::Reason;
use jiff::{SignedDuration, Timestamp};
use nix::sys::statvfs::statvfs;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::LadderData;
use super::names::{self, BadName};

/// Files of a deposit.
const MOST_FILES: usize = 1_000;
/// Wishes of a student that wait, at most.
const MOST_WISHES: usize = 10;
/// Pieces on their way to the disk.
const WAITING: usize = 8;
/// What a file counts beside its bytes.
const FILE: u64 = 4096;
/// Bytes and files that stay free on the disk.
const ROOM: u64 = 1 << 30;
const ROOM_FILES: u64 = 10_000;
const HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Why something was not taken.
#[derive(Debug)]
pub enum Rejected {
    /// It came after this time.
    Closed {
        closes: Timestamp,
        arrived: Timestamp,
    },
    /// So many came within an hour; again from then on.
    Often {
        most: u32,
        again: Timestamp,
    },
    /// One of the same student is on its way.
    Busy,
    /// It has more bytes than that.
    Large {
        most: u64,
    },
    /// All versions together would.
    Full {
        has: u64,
        most: u64,
    },
    Many,
    Name(String, BadName),
    Twice(String),
    /// There are no files.
    Nothing,
    /// It has no name to be kept under.
    Nameless,
    /// No such version, or one that has not passed.
    NoVersion(u32),
    /// It ended in the middle, or is not what it says.
    Broken,
    /// The disk is nearly full: results come first.
    NoRoom,
    /// The disk.
    Failed(Reason),
}

impl From<LadderError> for Rejected {
    fn from(error: LadderError) -> Self {
        Rejected::Failed(Reason::from(&error))
    }
}

impl Rejected {
    pub fn status(&self) -> StatusCode {
        match self {
            Rejected::Closed { .. } => StatusCode::FORBIDDEN,
            Rejected::Often { .. } | Rejected::Busy => StatusCode::TOO_MANY_REQUESTS,
            Rejected::Large { .. } | Rejected::Full { .. } | Rejected::Many => StatusCode::PAYLOAD_TOO_LARGE,
            Rejected::Broken => StatusCode::BAD_REQUEST,
            Rejected::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
            Rejected::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    /// In words, in the language spoken.
    pub fn said(&self) -> String {
        match self {
            Rejected::Closed { closes, arrived } => i18n::text!(
                "ladder-closed-since",
                closes = i18n::time_to_second(*closes),
                arrived = i18n::time_to_second(*arrived)
            ),
            Rejected::Often { most, again } => {
                i18n::text!("ladder-too-often", most = *most, again = i18n::time_to_second(*again))
            }
            Rejected::Busy => i18n::text!("ladder-busy"),
            Rejected::Large { most } => i18n::text!("ladder-too-large", most = mib(*most)),
            Rejected::Full { has, most } => {
                i18n::text!("ladder-full", has = mib(*has), most = mib(*most))
            }
            Rejected::Many => i18n::text!("ladder-too-many-files", most = MOST_FILES),
            Rejected::Name(name, BadName::Odd) => i18n::text!("ladder-odd-name", name = name),
            Rejected::Name(name, BadName::Deep) => i18n::text!("ladder-deep-name", name = name),
            Rejected::Name(name, BadName::Long) => i18n::text!("ladder-long-name", name = name),
            Rejected::Twice(name) => i18n::text!("ladder-twice", name = name),
            Rejected::Nothing => i18n::text!("ladder-nothing"),
            Rejected::Nameless => i18n::text!("ladder-nameless"),
            Rejected::NoVersion(number) => i18n::text!("ladder-no-version", number = *number),
            Rejected::Broken => i18n::text!("ladder-broken"),
            Rejected::NoRoom => i18n::text!("ladder-no-room"),
            Rejected::Failed(why) => i18n::text!("ladder-failed", why = i18n::reason(&why.for_audience())),
        }
    }
}

/// Bytes as mebibytes, in the language spoken.
pub fn mib(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    i18n::decimal(mib, usize::from(mib.fract() > 0.05 && mib < 100.0))
}

/// The only one of a student who hands something in at a time: what he has is counted before and not twice.
pub struct HandingIn {
    data: Arc<LadderData>,
    pub student: String,
    settings: Settings,
}

impl Drop for HandingIn {
    fn drop(&mut self) {
        self.data.handing_in.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.student);
    }
}

impl HandingIn {
    /// Begins, if the ladder takes something from this student now; blocks. Files count against the quota, wishes do not.
    pub fn begin(data: &Arc<LadderData>, student: &str, files: bool) -> Result<Self, Rejected> {
        let settings = data.read().as_ref().map(|ladder| ladder.settings.clone()).ok_or(Rejected::Broken)?;
        let mut others = data.handing_in.lock().unwrap_or_else(PoisonError::into_inner);
        if !others.insert(student.to_owned()) {
            return Err(Rejected::Busy);
        }
        drop(others);
        let begun = HandingIn { data: data.clone(), student: student.to_owned(), settings };
        let free =
            statvfs(data.folder.path()).map_err(|errno| Rejected::Failed(Reason::os(&errno.into())))?;
        let no_files = free.files() > 0 && free.files_available() < ROOM_FILES;
        if free.blocks_available() * free.fragment_size() < ROOM + begun.most() || no_files {
            return Err(Rejected::NoRoom);
        }
        let now = Timestamp::now();
        begun.check_closed(now)?;
        if files {
            begun.check_hour(now)?;
        }
        Ok(begun)
    }

    /// The largest deposit, in bytes.
    pub fn most(&self) -> u64 {
        self.settings.quota.bytes
    }

    fn check_closed(&self, arrived: Timestamp) -> Result<(), Rejected> {
        match self.settings.closes {
            Some(closes) if self.settings.is_closed(arrived) => Err(Rejected::Closed { closes, arrived }),
            _ => Ok(()),
        }
    }

    fn check_hour(&self, now: Timestamp) -> Result<(), Rejected> {
        let folder = &self.data.folder;
        // One that is becoming a version may be in both places.
        let waiting = spool::deposits(&folder.spool())?
            .into_iter()
            .filter(|deposit| deposit.student == self.student && deposit.wish == Wish::Submit);
        let mut known = HashSet::new();
        let student = folder.student(&self.student)?;
        // Of those that cannot be read, the time of their folder says when they came. One whose deposit is still in the spool counts twice.
        let written = |number: &u32| {
            let about = fs::metadata(folder.version(&self.student, *number)).ok()?;
            Timestamp::try_from(about.modified().ok()?).ok()
        };
        let unreadable = student.unreadable.iter().filter_map(written);
        let all = student
            .versions
            .into_iter()
            .map(|version| (version.deposit, version.arrived))
            .chain(waiting.map(|deposit| (deposit.id, deposit.arrived)))
            .filter(|(id, _)| known.insert(id.clone()));
        let all: Vec<Timestamp> = all.map(|(_, arrived)| arrived).chain(unreadable).collect();
        let most = self.settings.quota.per_hour;
        match next_place(all, most, now) {
            Some(again) => Err(Rejected::Often { most, again }),
            None => Ok(()),
        }
    }

    /// Hands in what was written; blocks.
    pub fn finish(
        &self,
        written: Written,
        arrived: Timestamp,
        language: Language,
    ) -> Result<Deposit, Rejected> {
        self.check_closed(arrived)?;
        let folder = &self.data.folder;
        let mut has = written.bytes;
        // One that becomes a version meanwhile is in both places, or is counted here.
        let mut waiting = spool::deposits(&folder.spool())?;
        let sizes = waiting.iter().map(|deposit| size_of(&deposit.files(&folder.spool())));
        let sizes: Vec<u64> = sizes.collect();
        let student = folder.student(&self.student)?;
        let numbers =
            student.versions.iter().map(|version| version.number).chain(student.unreadable.iter().copied());
        has += numbers.map(|number| size_of(&folder.version(&self.student, number))).sum::<u64>();
        for version in student.versions {
            if let Some(deposit) = waiting.iter_mut().find(|deposit| deposit.id == version.deposit) {
                deposit.student.clear();
            }
        }
        let own = waiting.iter().zip(sizes).filter(|(deposit, _)| deposit.student == self.student);
        has += own.map(|(_, size)| size).sum::<u64>();
        let most = self.settings.quota.all_bytes;
        if has > most {
            return Err(Rejected::Full { has, most });
        }
        self.send(written.draft, arrived, language, Wish::Submit)
    }

    /// Asks that a version plays again; blocks.
    pub fn again(&self, number: u32, language: Language) -> Result<Deposit, Rejected> {
        let folder = &self.data.folder;
        let student = folder.student(&self.student)?;
        if !student.version(number).is_some_and(echelle::Version::has_passed) {
            return Err(Rejected::NoVersion(number));
        }
        let waiting = spool::deposits(&folder.spool())?.into_iter();
        let mut waiting: Vec<Deposit> = waiting
            .filter(|deposit| deposit.student == self.student && deposit.wish != Wish::Submit)
            .collect();
        let wish = Wish::Return(number);
        match waiting.pop() {
            // He has pressed twice.
            Some(last) if last.wish == wish => return Ok(last),
            Some(_) if waiting.len() >= MOST_WISHES => return Err(Rejected::Busy),
            _ => {}
        }
        self.send(Draft::new(&folder.spool())?, Timestamp::now(), language, wish)
    }

    fn send(
        &self,
        draft: Draft,
        arrived: Timestamp,
        language: Language,
        wish: Wish,
    ) -> Result<Deposit, Rejected> {
        let deposit = draft.finish(&self.student, arrived, language.code(), wish)?;
        echelle::wake(&self.data.root);
        Ok(deposit)
    }
}

/// When another one may come, of so many within an hour; `None`: now.
fn next_place(mut all: Vec<Timestamp>, most: u32, now: Timestamp) -> Option<Timestamp> {
    all.retain(|arrived| now.duration_since(*arrived) < HOUR);
    all.sort_unstable();
    // The first place becomes free when the oldest of those that fill them is an hour old.
    let over = all.len().checked_sub(most as usize)?;
    Some(all.get(over).map_or(now + HOUR, |arrived| *arrived + HOUR))
}

/// The bytes of the files below a folder.
fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(about) if about.is_dir() => size_of(&entry.path()),
        Ok(about) => about.len() + FILE,
        Err(_) => 0,
    });
    sizes.sum()
}

/// A piece of what comes.
enum Piece {
    /// A file begins.
    File(PathBuf, String),
    Bytes(Bytes),
}

/// What was written.
#[derive(Debug)]
pub struct Written {
    draft: Draft,
    bytes: u64,
}

/// The files of a deposit on their way to the disk, where a thread writes them. Dropped before its end, it leaves nothing.
pub struct Files {
    pieces: mpsc::Sender<Piece>,
    writing: JoinHandle<Result<Written, Rejected>>,
    files: usize,
    bytes: u64,
    most: u64,
}

impl Files {
    /// For a spool, with so many bytes at most.
    pub fn new(spool: PathBuf, most: u64) -> Self {
        let (pieces, coming) = mpsc::channel(WAITING);
        let writing = tokio::task::spawn_blocking(move || write(&spool, coming));
        Files { pieces, writing, files: 0, bytes: 0, most }
    }

    /// A file of this name begins.
    pub async fn file(&mut self, name: &str) -> Result<(), Rejected> {
        let path = names::path_of(name).map_err(|why| Rejected::Name(name.to_owned(), why))?;
        self.files += 1;
        if self.files > MOST_FILES {
            return Err(Rejected::Many);
        }
        self.send(Piece::File(path, name.to_owned())).await
    }

    /// More of it.
    pub async fn take(&mut self, bytes: Bytes) -> Result<(), Rejected> {
        self.bytes += bytes.len() as u64;
        if self.bytes > self.most {
            return Err(Rejected::Large { most: self.most });
        }
        self.send(Piece::Bytes(bytes)).await
    }

    async fn send(&mut self, piece: Piece) -> Result<(), Rejected> {
        if self.pieces.send(piece).await.is_ok() {
            return Ok(());
        }
        // It has ended early: it says why.
        match (&mut self.writing).await {
            Ok(Err(why)) => Err(why),
            _ => Err(Rejected::Broken),
        }
    }

    /// All of it has come.
    pub async fn end(self) -> Result<Written, Rejected> {
        drop(self.pieces);
        if self.files == 0 {
            return Err(Rejected::Nothing);
        }
        self.writing.await.unwrap_or(Err(Rejected::Broken))
    }
}

fn write(spool: &Path, mut coming: mpsc::Receiver<Piece>) -> Result<Written, Rejected> {
    let draft = Draft::new(spool)?;
    let folder = draft.files();
    let mut open = None;
    let mut bytes = 0;
    let failed = |error: std::io::Error| Rejected::Failed(Reason::os(&error));
    while let Some(piece) = coming.blocking_recv() {
        match (piece, &mut open) {
            (Piece::File(path, name), open) => {
                let path = folder.join(path);
                // What has the name of a folder already, or is in a file, comes a second time in its way.
                let twice = |error: std::io::Error| match error.kind() {
                    ErrorKind::AlreadyExists | ErrorKind::NotADirectory | ErrorKind::IsADirectory => {
                        Rejected::Twice(name.clone())
                    }
                    _ => failed(error),
                };
                fs::create_dir_all(path.parent().unwrap_or(&folder)).map_err(twice)?;
                *open = Some(OpenOptions::new().write(true).create_new(true).open(path).map_err(twice)?);
            }
            (Piece::Bytes(piece), Some(file)) => {
                bytes += piece.len() as u64;
                file.write_all(&piece).map_err(failed)?;
            }
            (Piece::Bytes(_), None) => return Err(Rejected::Nameless),
        }
    }
    Ok(Written { draft, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_place_is_free_when_the_oldest_is_an_hour_old() {
        let at = |second: i64| Timestamp::from_second(1_000_000 + second).expect("a time");
        let next = |all: &[i64], most| next_place(all.iter().map(|one| at(*one)).collect(), most, at(0));
        assert_eq!(next(&[-10, -20], 3), None);
        assert_eq!(next(&[-10, -3600, -20], 3), None);
        assert_eq!(next(&[-10, -3599, -20], 3), Some(at(1)));
        assert_eq!(next(&[-10, -30, -3599, -20], 3), Some(at(3570)));
        assert_eq!(next(&[], 0), Some(at(3600)));
    }

    #[tokio::test]
    async fn files_land_where_their_names_say_or_nothing_does() {
        let spool = tempfile::tempdir().expect("a folder");
        let begin = || Files::new(spool.path().to_owned(), 10);
        let mut files = begin();
        files.file("src/a.c").await.expect("a name");
        files.take(Bytes::from_static(b"int ")).await.expect("bytes");
        files.take(Bytes::from_static(b"a;")).await.expect("bytes");
        files.file("b").await.expect("a name");
        let written = files.end().await.expect("files");
        let folder = written.draft.files();
        assert_eq!(fs::read_to_string(folder.join("src/a.c")).expect("a file"), "int a;");
        assert!(folder.join("b").is_file() && written.bytes == 6);
        drop(written);
        let mut files = begin();
        files.file("a").await.expect("a name");
        assert!(matches!(
            files.take(Bytes::from_static(b"12345678901")).await,
            Err(Rejected::Large { most: 10 })
        ));
        drop(files);
        for (one, other) in [("a", "a"), ("a", "a/b"), ("a/b", "a")] {
            let mut files = begin();
            files.file(one).await.expect("a name");
            let twice = match files.file(other).await {
                Ok(()) => files.end().await.map(drop),
                Err(why) => Err(why),
            };
            assert!(matches!(&twice, Err(Rejected::Twice(name)) if name == other), "{twice:?}");
        }
        assert!(matches!(begin().end().await, Err(Rejected::Nothing)));
        assert!(matches!(begin().file("../a").await, Err(Rejected::Name(_, BadName::Odd))));
        // The threads have still to notice.
        while fs::read_dir(spool.path()).expect("a folder").count() > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    }
}
