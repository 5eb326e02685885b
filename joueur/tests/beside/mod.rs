//! Programs of other packages, which `sh tests.sh` builds before any test: they are beside the player.

use std::path::{Path, PathBuf};

/// A program of ours.
pub fn program(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_joueur")).with_file_name(name);
    assert!(path.exists(), "{} is missing: cargo build --bins", path.display());
    path
}
