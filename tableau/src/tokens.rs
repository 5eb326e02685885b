//! The tokens of the pages, kept in a file for the next start: links that were handed out go on working.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use nix::libc::O_NOFOLLOW;
use nix::unistd::geteuid;

/// The file, in the folder where the program is started.
pub const FILE: &str = ".jetons";
/// Bytes of a token.
const LENGTH: usize = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tokens {
    pub organiser: String,
    pub player: String,
}

impl Tokens {
    /// Those of this file; new ones, written to it, if it is missing or others may have read or written it.
    pub fn kept(path: &Path) -> Result<Self, getrandom::Error> {
        if let Ok(Some(tokens)) = Tokens::read(path) {
            return Ok(tokens);
        }
        let tokens = Tokens::new()?;
        if let Err(error) = tokens.write(path) {
            log::warn!("{}", i18n::text!("tableau-tokens-not-kept", why = i18n::file(path, &error)));
        }
        Ok(tokens)
    }

    pub fn new() -> Result<Self, getrandom::Error> {
        let token = || {
            let mut bytes = [0; LENGTH];
            getrandom::fill(&mut bytes).map(|()| hex::encode(bytes))
        };
        Ok(Tokens { organiser: token()?, player: token()? })
    }

    fn read(path: &Path) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().read(true).custom_flags(O_NOFOLLOW).open(path)?;
        let about = file.metadata()?;
        let ours = about.is_file() && about.uid() == geteuid().as_raw() && about.mode() & 0o077 == 0;
        let mut text = String::new();
        file.take(1000).read_to_string(&mut text)?;
        let mut lines = text.lines().map(str::to_owned);
        let is_token = |token: &String| hex::decode(token).is_ok_and(|bytes| bytes.len() == LENGTH);
        let mut token = || lines.next().filter(is_token).filter(|_| ours);
        Ok(token().zip(token()).map(|(organiser, player)| Tokens { organiser, player }))
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let beside = path.with_added_extension("new");
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file: File = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
        writeln!(file, "{}\n{}", self.organiser, self.player)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn tokens_are_kept_unless_others_may_have_read_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let first = Tokens::kept(&path).unwrap();
        assert_ne!(first.organiser, first.player);
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(Tokens::kept(&path).unwrap(), first);
        let changed = |change: &dyn Fn()| {
            let before = Tokens::kept(&path).unwrap();
            change();
            let after = Tokens::kept(&path).unwrap();
            assert_eq!(Tokens::kept(&path).unwrap(), after, "kept again");
            before != after
        };
        assert!(!changed(&|| ()));
        assert!(changed(&|| fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap()));
        assert!(changed(&|| fs::remove_file(&path).unwrap()));
        for bad in ["", "x\ny\n", "0123456789abcdef0123456789abcdef\n", "\u{1b}"] {
            assert!(changed(&|| fs::write(&path, bad).unwrap()), "{bad:?}");
        }
        let other = folder.path().join("other");
        assert!(changed(&|| {
            fs::rename(&path, &other).unwrap();
            symlink(&other, &path).unwrap();
        }));
    }

    #[test]
    fn a_folder_that_cannot_be_written_has_other_tokens_each_time() {
        let nowhere = Path::new("/proc/nowhere/.jetons");
        assert_ne!(Tokens::kept(nowhere).unwrap(), Tokens::kept(nowhere).unwrap());
    }
}
