//! Programs of Arbitre as a person types them.

use std::path::{Path, PathBuf};
use std::{env, iter};

/// A program of ours as this process was called: by its name alone if it was found by the search path, otherwise by the
/// path beside this program, relative to the current folder if it is below it.
pub fn program(name: &str) -> String {
    beside(name).and_then(|path| quoted(&path)).unwrap_or_else(|| name.to_owned())
}

fn beside(name: &str) -> Option<PathBuf> {
    let called = PathBuf::from(env::args_os().next()?);
    let folder = called.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    let searched = env::var_os("PATH").unwrap_or_default();
    let path = folder.join(name);
    if env::split_paths(&searched).any(|one| one == folder) || !path.is_file() {
        return None;
    }
    let here = env::current_dir().ok()?;
    Some(shortened(&path, &here))
}

/// A path that a shell takes for a program, as short as can be from this folder.
fn shortened(path: &Path, here: &Path) -> PathBuf {
    let below = path.strip_prefix(here).unwrap_or(path);
    if below.components().count() > 1 { below.to_owned() } else { Path::new(".").join(below) }
}

fn quoted(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    let plain = text.chars().all(|c| c.is_alphanumeric() || "/._-+".contains(c));
    Some(if plain {
        text.to_owned()
    } else {
        iter::once("'").chain([&*text.replace('\'', r"'\''"), "'"]).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_as_short_as_it_can_be() {
        for (path, here, expected) in [
            ("/a/bin/serveur", "/a", "bin/serveur"),
            ("/a/bin/serveur", "/a/bin", "./serveur"),
            ("/a/bin/serveur", "/b", "/a/bin/serveur"),
            ("bin/serveur", "/a", "bin/serveur"),
            ("./serveur", "/a", "./serveur"),
            ("../bin/serveur", "/a", "../bin/serveur"),
        ] {
            assert_eq!(shortened(Path::new(path), Path::new(here)), Path::new(expected), "{path} {here}");
        }
    }

    #[test]
    fn a_path_is_one_word_of_a_shell() {
        for (path, expected) in [
            ("bin/serveur", "bin/serveur"),
            ("a b/serveur", "'a b/serveur'"),
            ("l'un/serveur", r"'l'\''un/serveur'"),
        ] {
            assert_eq!(quoted(Path::new(path)).as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_program_that_is_not_beside_this_one_is_named() {
        assert_eq!(program("serveur"), "serveur");
        assert_eq!(
            crate::text!("import-next", path = "a.toml").matches("serveur championnat a.toml").count(),
            1
        );
    }
}
