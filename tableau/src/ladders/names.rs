//! Which names files that are handed in may have: plain relative paths.

use std::path::PathBuf;

/// The deepest path, in names; the longest name and path, in bytes.
const DEEPEST: usize = 20;
const LONGEST_NAME: usize = 255;
const LONGEST: usize = 1024;
/// Folders that tools and systems make, which nobody wrote.
const MADE: [&str; 6] = ["__MACOSX", ".git", ".svn", ".idea", ".vscode", "__pycache__"];

/// Why a name cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadName {
    /// It leads out of the folder, or is no name.
    Odd,
    Deep,
    Long,
}

/// The path of a file by the name that it came under. A browser sends the path of a file in its folder, with `/`; some
/// programs write `\`.
pub fn path_of(name: &str) -> Result<PathBuf, BadName> {
    if name.len() > LONGEST {
        return Err(BadName::Long);
    }
    let mut path = PathBuf::new();
    let names: Vec<&str> = name.split(['/', '\\']).filter(|part| *part != ".").collect();
    if names.len() > DEEPEST {
        return Err(BadName::Deep);
    }
    for part in names {
        if part.is_empty() || part == ".." || part.chars().any(char::is_control) {
            return Err(BadName::Odd);
        }
        if part.len() > LONGEST_NAME {
            return Err(BadName::Long);
        }
        path.push(part);
    }
    if path.as_os_str().is_empty() { Err(BadName::Odd) } else { Ok(path) }
}

/// Whether a file is in a folder that a tool has made: a folder handed in whole has many of them.
pub fn is_made(name: &str) -> bool {
    name.split(['/', '\\']).any(|part| MADE.contains(&part) || part == ".DS_Store")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_relative_paths() {
        let read = |name: &str| path_of(name).map(|path| path.display().to_string());
        for (name, path) in [
            ("a.py", "a.py"),
            ("src/a b/é.c", "src/a b/é.c"),
            ("src\\a.c", "src/a.c"),
            ("./a.py", "a.py"),
            ("..a", "..a"),
            (".cargo/config", ".cargo/config"),
        ] {
            assert_eq!(read(name).as_deref(), Ok(path), "{name}");
        }
        for odd in [
            "",
            ".",
            "./.",
            "..",
            "../a",
            "a/../b",
            "a/..",
            "/etc/passwd",
            "a//b",
            "a/",
            "\\a",
            "a\0b",
            "a\nb",
            "..\\a",
        ] {
            assert_eq!(read(odd), Err(BadName::Odd), "{odd:?}");
        }
        assert_eq!(read(&"a/".repeat(20)), Err(BadName::Deep));
        assert!(read(&format!("{}b", "a/".repeat(19))).is_ok());
        assert_eq!(read(&"a".repeat(256)), Err(BadName::Long));
        assert_eq!(read(&"é/".repeat(600)), Err(BadName::Long));
    }

    #[test]
    fn what_tools_have_made_is_left_out() {
        for made in [".git/config", "a/__pycache__/b.pyc", "a\\.DS_Store"] {
            assert!(is_made(made), "{made}");
        }
        assert!(!is_made("git/a.py") && !is_made(".gitignore"));
    }
}
