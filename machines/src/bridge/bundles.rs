//! The bundles of engines, made when they first play, and again when their files have changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arbitre::engine::Travelling;
use jeux::Reason;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::server::piece;
use crate::bundle::Contents;
use crate::wire::{BundleRef, BundleRequest, JobEngine, PIECE};

pub struct Bundles {
    folder: PathBuf,
    secret: String,
    /// By the files that are in them: what they were, and the bundle.
    made: BTreeMap<Vec<PathBuf>, (Contents, BundleRef)>,
}

impl Bundles {
    pub fn new(folder: &Path, secret: &str) -> Result<Self> {
        let folder = folder.join("moteurs");
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Bundles { folder, secret: secret.to_owned(), made: BTreeMap::new() })
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
        let bundle = BundleRef { ticket: self.ticket(&sum), sum, bytes };
        self.made.insert(files.to_vec(), (contents, bundle.clone()));
        Ok(Some(bundle))
    }

    /// Who plays an engine has its ticket, and gets its bundle: nobody else does.
    fn ticket(&self, sum: &str) -> String {
        // Inputs of fixed lengths: no other pair has the same text.
        hex::encode(Sha256::digest(format!("{}{sum}", self.secret)))
    }

    /// A piece of a bundle; nothing for a wrong request.
    pub fn piece(&self, request: &BundleRequest) -> Vec<u8> {
        let ticket = self.ticket(&request.sum);
        let right = bool::from(ticket.as_bytes().ct_eq(request.ticket.as_bytes()));
        let is_sum = request.sum.len() == 64 && request.sum.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !right || !is_sum {
            return Vec::new();
        }
        piece(&self.folder.join(&request.sum), request.offset, PIECE).unwrap_or_default()
    }
}
