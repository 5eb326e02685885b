//! The bundles on this machine: fetched once, verified, unpacked read-only, and bounded.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use arbitre::engine::{MOST_BYTES, MOST_FILES, Travelling};
use async_nats::Client;
use jeux::Reason;
use tokio::sync::Mutex;

use crate::bundle;
use crate::wire::{BUNDLE, BundleRef, BundleRequest, JobEngine, pack};

/// All bundles together; the one used longest ago goes first.
const ALL: u64 = 4 << 30;
/// A piece that does not come is asked for again so often.
const TRIES: u32 = 5;

pub struct BundleCache {
    folder: PathBuf,
    /// One bundle is fetched at a time: two places often lack the same one.
    fetching: Mutex<()>,
    /// The sums of bundles whose engines play, once for each rencontre.
    playing: std::sync::Mutex<Vec<String>>,
}

/// The bundles of a rencontre, which stay in the cache with this value.
pub struct Held<'a> {
    cache: &'a BundleCache,
    sums: Vec<String>,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut playing = self.cache.playing();
        for sum in &self.sums {
            if let Some(at) = playing.iter().position(|one| one == sum) {
                playing.swap_remove(at);
            }
        }
    }
}

impl BundleCache {
    /// In this folder, whose name must need no quotes in a shell.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let folder = folder.join("moteurs");
        fs::create_dir_all(&folder)?;
        Ok(BundleCache { folder, fetching: Mutex::new(()), playing: std::sync::Mutex::default() })
    }

    fn playing(&self) -> MutexGuard<'_, Vec<String>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the bundles of these engines while they play.
    pub fn hold(&self, engines: &[JobEngine; 2]) -> Held<'_> {
        let sums = engines.iter().filter_map(|engine| Some(engine.bundle.as_ref()?.sum.clone()));
        let held = Held { cache: self, sums: sums.collect() };
        self.playing().extend(held.sums.iter().cloned());
        held
    }

    /// The command of an engine whose files are here, after fetching them if need be; and its further
    /// readable files.
    pub async fn spec(
        &self,
        engine: &JobEngine,
        client: &Client,
        key: &str,
    ) -> Result<(String, Vec<PathBuf>), Reason> {
        let Some(bundle) = &engine.bundle else { return Ok((engine.spec.clone(), Vec::new())) };
        if !is_sum(&bundle.sum) {
            return Err(Reason::new("bundle-sum").with(&bundle.sum));
        }
        let folder = self.folder.join(&bundle.sum);
        let _alone = self.fetching.lock().await;
        if !folder.is_dir() {
            self.fetch(bundle, client, key).await?;
        }
        // The time of its last use.
        if let Ok(folder) = File::open(&folder) {
            folder.set_modified(SystemTime::now()).ok();
        }
        let inside = |path: &PathBuf| Some(folder.join(path.strip_prefix("/").ok()?));
        Ok((Travelling::spec_in(&engine.spec, &folder), engine.readable.iter().filter_map(inside).collect()))
    }

    async fn fetch(&self, wanted: &BundleRef, client: &Client, key: &str) -> Result<(), Reason> {
        if wanted.bytes > 2 * MOST_BYTES {
            return Err(Reason::new("bundle-large").with(MOST_BYTES >> 20).with(MOST_FILES));
        }
        let (cache, bytes, playing) = (self.folder.clone(), wanted.bytes, self.playing().clone());
        tokio::task::spawn_blocking(move || make_room(&cache, bytes, &playing)).await.ok();
        let beside = self.folder.join(format!(".{}", wanted.sum));
        let wrong = |error: io::Error| Reason::file(&beside, &error);
        let mut out = File::create(&beside).map_err(wrong)?;
        let mut offset = 0;
        while offset < wanted.bytes {
            let request = BundleRequest { sum: wanted.sum.clone(), ticket: wanted.ticket.clone(), offset };
            let request = pack(&request).map_err(|error| Reason::text(error.to_string()))?;
            let piece = ask(client, format!("{BUNDLE}.{key}"), request).await?;
            if piece.is_empty() || offset + piece.len() as u64 > wanted.bytes {
                return Err(Reason::new("bundle-gone").with(&wanted.sum));
            }
            out.write_all(&piece).map_err(wrong)?;
            offset += piece.len() as u64;
        }
        let (sum, folder) = (wanted.sum.clone(), self.folder.join(&wanted.sum));
        let from = beside.clone();
        let unpacked = tokio::task::spawn_blocking(move || bundle::unpack(&from, &sum, &folder)).await;
        fs::remove_file(&beside).ok();
        unpacked.map_err(|error| Reason::text(error.to_string())).flatten()
    }
}

/// Removes bundles from the cache until so many bytes fit, but none of these.
fn make_room(cache: &Path, bytes: u64, playing: &[String]) {
    let entries = fs::read_dir(cache).into_iter().flatten().flatten();
    let mut bundles: Vec<(SystemTime, PathBuf, u64)> = entries
        .filter_map(|entry| {
            let used = entry.metadata().ok()?.modified().ok()?;
            Some((used, entry.path(), length(&entry.path())))
        })
        .collect();
    bundles.sort();
    let mut all: u64 = bytes + bundles.iter().map(|(.., bytes)| bytes).sum::<u64>();
    for (_, path, bytes) in bundles {
        if all <= ALL {
            break;
        }
        if path.file_name().is_some_and(|name| playing.iter().any(|sum| name == sum.as_str())) {
            continue;
        }
        all -= bytes;
        remove(&path);
    }
}

/// The answer to a request; silence is taken for a lost message a few times.
async fn ask(client: &Client, subject: String, request: bytes::Bytes) -> Result<bytes::Bytes, Reason> {
    let mut last = None;
    for _ in 0..TRIES {
        match client.request(subject.clone(), request.clone()).await {
            Ok(answer) => return Ok(answer.payload),
            Err(error) => last = Some(error),
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Err(Reason::text(last.map(|error| error.to_string()).unwrap_or_default()))
}

fn is_sum(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn length(path: &Path) -> u64 {
    let Ok(data) = fs::symlink_metadata(path) else { return 0 };
    if !data.is_dir() {
        return data.len();
    }
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| length(&entry.path())).sum()
}

fn remove(path: &Path) {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    if let Err(error) = removed {
        log::debug!("{}: {error}", path.display());
    }
}
