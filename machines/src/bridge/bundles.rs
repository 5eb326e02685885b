//! The bundles of engines, made when they first play, and again when their files have changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arbitre::engine::Travelling;
use jeux::Reason;

use super::server::piece;
use super::tickets::Tickets;
use crate::bundle::Contents;
use crate::wire::{BundleRef, BundleRequest, JobEngine, PIECE};

pub struct Bundles {
    folder: PathBuf,
    tickets: Tickets,
    /// By the files that are in them: what they were, and the bundle.
    made: BTreeMap<Vec<PathBuf>, (Contents, BundleRef)>,
}

impl Bundles {
    pub fn new(folder: &Path, tickets: Tickets) -> Result<Self> {
        let folder = folder.join("moteurs");
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Bundles { folder, tickets, made: BTreeMap::new() })
    }

    /// An engine as it travels.
    pub fn of(&mut self, engine: &Travelling) -> Result<JobEngine, Reason> {
        let bundle = self.bundle(&engine.files)?;
        Ok(JobEngine { spec: engine.spec.clone(), bundle, readable: engine.readable.clone() })
    }

    fn bundle(&mut self, files: &[PathBuf]) -> Result<Option<BundleRef>, Reason> {
        let contents = Contents::of(files)?;
        if contents.is_empty() {
            return Ok(None);
        }
        if let Some((before, bundle)) = self.made.get(files)
            && *before == contents
        {
            return Ok(Some(bundle.clone()));
        }
        let (sum, bytes) = contents.write(&self.folder)?;
        let bundle = BundleRef { ticket: self.tickets.of(&sum), sum, bytes };
        self.made.insert(files.to_vec(), (contents, bundle.clone()));
        Ok(Some(bundle))
    }

    /// A piece of a bundle; nothing for a wrong request.
    pub fn piece(&self, request: &BundleRequest) -> Vec<u8> {
        let is_sum = request.sum.len() == 64 && request.sum.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_sum || !self.tickets.is(&request.ticket, &request.sum) {
            return Vec::new();
        }
        piece(&self.folder.join(&request.sum), request.offset, PIECE).unwrap_or_default()
    }
}
