//! Records as pages show them: files of strangers, verified by the rules and cached; and pasted
//! records, under secret names.

use std::collections::VecDeque;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use arbitre::game::GameEntry;
use arbitre::record::{OddOutput, ReadError, Record, SCHEMA, is_file_name};
use arbitre::replay::{self, Contradiction};
use championnat::Key;
use jeux::text::{QUOTED, truncate};
use jeux::{Reason, Slot};
use lru::LruCache;

/// Files looked at in a folder.
const MOST_FILES: usize = 200_000;

/// The longest record that is read, in bytes.
pub const LONGEST: usize = 2 << 20;
/// Limits of the cache: bytes and records.
const MOST_BYTES: usize = 24 << 20;
const MOST_RECORDS: NonZeroUsize = NonZeroUsize::new(512).unwrap();

/// A record that was read, as everybody may see it ([`Record::for_audience`]), unless [`OpenedRecord::read_by`] says for whom.
#[derive(Debug)]
pub struct OpenedRecord {
    pub record: Record,
    /// The game, if we have it.
    pub kind: Option<&'static GameEntry>,
    /// What the rules contradict in it.
    pub contradiction: Option<Contradiction>,
    /// What its engines wrote.
    words: EngineWords,
}

/// What a record says of engines in their own words, which only their owners and the organiser read.
#[derive(Clone, Debug)]
struct EngineWords {
    /// Why each game ended so.
    details: Vec<Option<Reason>>,
    /// What is not of the protocol, by slot.
    odd: [Option<OddOutput>; 2],
}

impl OpenedRecord {
    pub fn verified(record: Record) -> Self {
        let contradiction = replay::verify(&record).err();
        OpenedRecord { contradiction, ..OpenedRecord::under_way(record) }
    }

    /// The unverified record of a game under way.
    pub fn under_way(record: Record) -> Self {
        let words = EngineWords {
            details: record.parties.iter().map(|partie| partie.result.detail.clone()).collect(),
            odd: record.players.each_ref().map(|player| player.odd.clone()),
        };
        OpenedRecord {
            kind: replay::kind_of(&record).ok(),
            record: record.for_audience(),
            contradiction: None,
            words,
        }
    }

    /// The same for somebody who reads what these engines wrote, by the names of their players.
    pub fn read_by(self: &Arc<Self>, reads: impl Fn(&str) -> bool) -> Arc<Self> {
        let reads = self.record.players.each_ref().map(|player| reads(&player.name));
        if reads == [false; 2] {
            return self.clone();
        }
        let mut record = self.record.clone();
        for slot in Slot::ALL.into_iter().filter(|slot| reads[*slot]) {
            record.players[slot].odd.clone_from(&self.words.odd[slot]);
        }
        for (partie, detail) in record.parties.iter_mut().zip(&self.words.details) {
            if partie.result.charged.is_some_and(|slot| reads[slot]) {
                partie.result.detail.clone_from(detail);
            }
        }
        let (contradiction, words) = (self.contradiction.clone(), self.words.clone());
        Arc::new(OpenedRecord { record, kind: self.kind, contradiction, words })
    }

    /// The contradiction in words, in the language spoken.
    pub fn problem(&self) -> Option<String> {
        let Contradiction { partie, problem } = self.contradiction.as_ref()?;
        let why = i18n::reason(problem);
        Some(match partie {
            Some(name) => {
                let partie = i18n::text!("replay-partie", name = truncate(name, QUOTED));
                i18n::text!("labelled", label = partie, text = why)
            }
            None => why,
        })
    }
}

/// Why there is no record.
#[derive(Debug)]
pub enum RecordRefusal {
    /// No such record.
    Missing,
    /// It is too long.
    Long,
    /// It is not a record, or unreadable.
    Read(ReadError),
    /// The rencontre was not played yet.
    Unplayed(Key),
    /// Another reason, in words.
    Said(String),
}

impl From<io::Error> for RecordRefusal {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => RecordRefusal::Missing,
            _ => RecordRefusal::Read(error.into()),
        }
    }
}

impl RecordRefusal {
    pub fn is_missing(&self) -> bool {
        matches!(self, RecordRefusal::Missing | RecordRefusal::Unplayed(_))
    }

    /// In words, in the language spoken.
    pub fn said(&self) -> String {
        match self {
            RecordRefusal::Missing => i18n::text!("game-missing"),
            RecordRefusal::Long => i18n::text!("game-too-long", mib = LONGEST >> 20),
            RecordRefusal::Unplayed(key) => i18n::text!("replay-not-played", key = key.to_string()),
            RecordRefusal::Said(why) => why.clone(),
            RecordRefusal::Read(ReadError::Io(error)) => i18n::system(error),
            RecordRefusal::Read(ReadError::Schema(found)) => {
                i18n::text!("replay-schema", found = *found, known = SCHEMA)
            }
            RecordRefusal::Read(ReadError::Json(error)) => {
                i18n::text!("replay-bad-record", line = error.line())
            }
            RecordRefusal::Read(ReadError::Id) => i18n::text!("replay-no-record"),
        }
    }
}

/// Identifies one state of a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum RecordName {
    File(PathBuf, SystemTime, u64),
    Text(u64, usize),
}

/// The cache.
pub struct Records {
    cache: Mutex<Cache>,
}

struct Cache {
    records: LruCache<RecordName, (Arc<OpenedRecord>, usize)>,
    bytes: usize,
}

impl Default for Records {
    fn default() -> Self {
        Records { cache: Mutex::new(Cache { records: LruCache::new(MOST_RECORDS), bytes: 0 }) }
    }
}

impl Records {
    /// The record in this file; blocks. A record that contradicts the rules is not an error.
    pub fn file(&self, path: &Path) -> Result<Arc<OpenedRecord>, RecordRefusal> {
        let metadata = std::fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(RecordRefusal::Missing);
        }
        let name = RecordName::File(path.to_owned(), metadata.modified()?, metadata.len());
        self.get(name, || read(path))
    }

    /// The record in this text; blocks. It is verified once and cached.
    pub fn text(&self, text: String) -> Result<Arc<OpenedRecord>, RecordRefusal> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        self.get(RecordName::Text(hasher.finish(), text.len()), || Ok(text))
    }

    fn get(
        &self,
        name: RecordName,
        text: impl FnOnce() -> Result<String, RecordRefusal>,
    ) -> Result<Arc<OpenedRecord>, RecordRefusal> {
        if let Some((known, _)) = self.cache().records.get(&name) {
            return Ok(known.clone());
        }
        let text = text()?;
        let opened = Arc::new(parse(&text)?);
        let mut cache = self.cache();
        cache.bytes += text.len();
        if let Some((_, (_, bytes))) = cache.records.push(name, (opened.clone(), text.len())) {
            cache.bytes -= bytes;
        }
        while cache.bytes > MOST_BYTES
            && let Some((_, (_, bytes))) = cache.records.pop_lru()
        {
            cache.bytes -= bytes;
        }
        Ok(opened)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Parses and verifies.
pub fn parse(text: &str) -> Result<OpenedRecord, RecordRefusal> {
    if text.len() > LONGEST {
        return Err(RecordRefusal::Long);
    }
    Record::from_json(text).map(OpenedRecord::verified).map_err(RecordRefusal::Read)
}

fn read(path: &Path) -> Result<String, RecordRefusal> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > LONGEST {
        return Err(RecordRefusal::Long);
    }
    String::from_utf8(bytes)
        .map_err(|error| RecordRefusal::Read(io::Error::new(io::ErrorKind::InvalidData, error).into()))
}

/// The path of a record in a folder, if the name is a possible one.
pub fn path_of(folder: &Path, id: &str) -> Option<PathBuf> {
    is_file_name(id).then(|| folder.join(format!("{id}.json")))
}

/// How long a pasted record is kept.
pub const STAYS: Duration = Duration::from_secs(2 * 3600);
/// Limits on pasted records: bytes in all, records per address.
const MOST_PASTED_BYTES: usize = 32 << 20;
const MOST_OF_ONE: usize = 16;

/// Pasted records, oldest first.
#[derive(Default)]
pub struct Pasted {
    entries: Mutex<VecDeque<PastedRecord>>,
}

struct PastedRecord {
    secret: String,
    since: Instant,
    from: IpAddr,
    bytes: usize,
    record: Arc<OpenedRecord>,
}

impl Pasted {
    /// Keeps a record of so many bytes for [`STAYS`] and returns its name. Without room the oldest
    /// go, those of the same address first.
    pub fn keep(&self, record: OpenedRecord, bytes: usize, from: IpAddr) -> Result<String, getrandom::Error> {
        let mut secret = [0; 16];
        getrandom::fill(&mut secret)?;
        let secret = hex::encode(secret);
        let mut kept = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|one| one.since.elapsed() < STAYS);
        if kept.iter().filter(|one| one.from == from).count() >= MOST_OF_ONE
            && let Some(oldest) = kept.iter().position(|one| one.from == from)
        {
            kept.remove(oldest);
        }
        while kept.iter().map(|one| one.bytes).sum::<usize>() + bytes > MOST_PASTED_BYTES
            && kept.pop_front().is_some()
        {}
        kept.push_back(PastedRecord {
            secret: secret.clone(),
            since: Instant::now(),
            from,
            bytes,
            record: Arc::new(record),
        });
        Ok(secret)
    }

    /// The record of this name, if it is still there.
    pub fn get(&self, secret: &str) -> Option<Arc<OpenedRecord>> {
        let kept = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|one| one.secret == secret && one.since.elapsed() < STAYS);
        found.map(|one| one.record.clone())
    }
}

/// The names of a folder's records, unread.
pub fn newest_first(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_FILES);
    let named = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let id = name.strip_suffix(".json").filter(|id| is_file_name(id))?.to_owned();
        let metadata = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), id))
    });
    let mut named: Vec<_> = named.collect();
    named.sort_by(|one, other| other.cmp(one));
    named.into_iter().map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::parse;

    const RECORD: &str = r#"{"schema": 1, "game": "x", "id": "x", "started": "2026-11-21T00:52:56Z", "ended": null, "versions": {},
        "settings": {"time_ms": null, "judged": true}, "players": [{"name": "a", "from": "x"}, {"name": "b", "from": "x"}],
        "parties": []}"#;

    #[test]
    fn the_oldest_ones_go_where_there_is_no_room() {
        let pasted = Pasted::default();
        let keep = |bytes, from: [u8; 4]| {
            let record = parse(RECORD).expect("a record");
            pasted.keep(record, bytes, IpAddr::from(from)).expect("a secret")
        };
        let other = keep(1, [192, 0, 2, 1]);
        let own: Vec<String> = (0..=MOST_OF_ONE).map(|_| keep(1, [127, 0, 0, 1])).collect();
        assert!(
            pasted.get(&own[0]).is_none() && pasted.get(&own[1]).is_some() && pasted.get(&other).is_some()
        );
        let large = keep(MOST_PASTED_BYTES, [192, 0, 2, 2]);
        assert!(
            pasted.get(&large).is_some() && pasted.get(&own[1]).is_none() && pasted.get(&other).is_none()
        );
        assert!(pasted.get("").is_none());
    }
}
