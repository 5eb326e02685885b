//! What an engine is not to see, and whether it is itself there.

use std::io;
use std::path::{Path, PathBuf};

/// A path by which a file is the same whoever names it: without links where it is there, and else absolute.
///
/// # Errors
/// Nobody can say where this process is.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| std::path::absolute(path))
}

/// The first of these files that is hidden, or in a folder that is, and by what; `None`: none is. All of them are
/// [`real`] paths.
pub fn hidden<'a>(
    files: &'a [PathBuf],
    hidden: impl IntoIterator<Item = &'a PathBuf> + Clone,
) -> Option<(&'a PathBuf, &'a PathBuf)> {
    let by = |file: &PathBuf| hidden.clone().into_iter().find(|hidden| file.starts_with(hidden));
    files.iter().find_map(|file| Some((file, by(file)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_the_same_by_whatever_way() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().canonicalize().expect("a path");
        std::fs::create_dir(place.join("a")).expect("made");
        std::os::unix::fs::symlink("a", place.join("link")).expect("linked");
        assert_eq!(real(&place.join("link/../a")).expect("a path"), place.join("a"));
        assert_eq!(real(&place.join("link")).expect("a path"), place.join("a"));
        assert_eq!(real(&place.join("none")).expect("a path"), place.join("none"));
        assert!(real(Path::new("none")).expect("a path").is_absolute());
    }

    #[test]
    fn what_is_hidden_is_found_with_what_hides_it() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let (files, secret) = (paths(&["/bots/a", "/mai/parties/b"]), paths(&["/mai/p", "/mai/parties"]));
        assert_eq!(hidden(&files, &secret), Some((&files[1], &secret[1])));
        assert_eq!(hidden(&files[..1], &secret), None);
        assert_eq!(hidden(&files, &[]), None);
    }
}
