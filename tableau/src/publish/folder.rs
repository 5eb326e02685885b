//! The folder of a published site: written beside its place, and put there at once.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use nix::fcntl::{AT_FDCWD, RenameFlags, renameat2};
use tempfile::TempDir;

/// The sign of a folder that may be replaced.
const SIGN: &str = ".publie-par-arbitre";

pub struct Staging {
    /// Removed unless it was put in its place.
    written: TempDir,
    place: PathBuf,
}

impl Staging {
    /// For this place.
    ///
    /// # Errors
    /// Something else is there, or nothing can be written beside it.
    pub fn new(place: &Path) -> Result<Self> {
        let name = || place.display().to_string();
        if !may_be_replaced(place).map_err(|error| failed(place, &error))? {
            bail!(i18n::text!("publish-exists", folder = name()));
        }
        let parent = match place.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            Some(_) => Path::new("."),
            None => bail!(i18n::text!("publish-exists", folder = name())),
        };
        // Others read it: the umask decides who.
        let written = tempfile::Builder::new()
            .prefix(".publie-")
            .permissions(Permissions::from_mode(0o777))
            .tempdir_in(parent)
            .map_err(|error| failed(parent, &error))?;
        let staging = Staging { written, place: place.to_owned() };
        staging.write(SIGN, b"")?;
        Ok(staging)
    }

    /// Writes a file, with the folder that it is in.
    pub fn write(&self, file: &str, bytes: &[u8]) -> Result<()> {
        let path = self.written.path().join(file);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.and_then(|()| fs::write(&path, bytes)).map_err(|error| failed(&path, &error))
    }

    /// Puts it in its place, at once, and removes what was there.
    pub fn commit(self) -> Result<PathBuf> {
        let put = || -> Result<()> {
            if !self.place.exists() {
                return Ok(fs::rename(self.written.path(), &self.place)?);
            }
            // Now what was there is the folder to remove.
            let flags = RenameFlags::RENAME_EXCHANGE;
            Ok(renameat2(AT_FDCWD, self.written.path(), AT_FDCWD, &self.place, flags)?)
        };
        put().with_context(|| i18n::text!("publish-exists", folder = self.place.display().to_string()))?;
        Ok(self.place)
    }
}

/// Whether nothing is there, nothing is in it, or a site that was published.
fn may_be_replaced(place: &Path) -> io::Result<bool> {
    if place.join(SIGN).is_file() {
        return Ok(true);
    }
    match fs::read_dir(place) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotADirectory => Ok(false),
        Err(error) => Err(error),
    }
}

fn failed(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!(i18n::file(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_published_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("site");
        let publish = |text: &str| {
            let staging = Staging::new(&place)?;
            staging.write("a/index.html", text.as_bytes())?;
            assert!(!fs::read_to_string(place.join("a/index.html")).is_ok_and(|there| there == text));
            staging.commit()
        };
        let there = || fs::read_to_string(place.join("a/index.html")).expect("a file");
        for text in ["one", "two"] {
            publish(text).expect("published");
            assert_eq!(there(), text);
            assert_eq!(
                fs::read_dir(folder.path()).expect("a folder").count(),
                1,
                "nothing is left beside it"
            );
        }
        fs::remove_file(place.join(SIGN)).expect("removed");
        assert!(publish("three").is_err());
        assert_eq!(there(), "two");
        fs::remove_dir_all(&place).expect("removed");
        fs::write(&place, "a file").expect("written");
        assert!(publish("four").is_err());
        assert_eq!(fs::read_to_string(&place).expect("a file"), "a file");
    }
}
