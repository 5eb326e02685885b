//! Why a command could not be run, from the exit code of its shell and what is there of its files.

use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use jeux::Reason;

use super::host::EngineError;
use super::spec::EngineSpec;

/// How much of a script is read: its first line.
const FIRST_LINE: u64 = 512;
/// What a shell says of a program that it does not find, and of one that it may not run.
const NOT_FOUND: &str = "127";
const NOT_RUN: &str = "126";

/// What is wrong with the command of an engine that failed so, and what to do; `None` if it was run.
pub fn advice(spec: &EngineSpec, error: &EngineError) -> Option<Reason> {
    let EngineSpec::Pipe(line) = spec else { return None };
    let EngineError::Ended(Some(why)) = error else { return None };
    let code = why.args.first().filter(|_| why.code == "engine-exit")?;
    let words = shlex::split(line)?;
    let program = words.iter().find(|word| *word != "exec" && !word.contains('='))?;
    let reason = |code: &str| Reason::new(code).with(program);
    let path = Path::new(program);
    let found = if program.contains('/') { path.exists().then(|| path.to_owned()) } else { in_path(program) };
    // The scripts that a shell reads by itself, or is told to read.
    let crlf = words.iter().map(Path::new).find(|word| word.is_file() && first_line(word).ends_with('\r'));
    let shell = ["sh", "bash", "dash"].contains(&program.as_str()) || code == NOT_FOUND || code == NOT_RUN;
    match crlf {
        Some(script) if shell => return Some(Reason::new("engine-crlf").with(script.display())),
        _ => {}
    }
    match (code.as_str(), found) {
        (NOT_FOUND, _) if words.len() > 1 && Path::new(line).is_file() => {
            Some(Reason::new("engine-quotes").with(line))
        }
        (NOT_FOUND, Some(found)) => {
            let first = first_line(&found);
            let mut words = first.strip_prefix("#!")?.split_whitespace();
            let interpreter = match words.next()? {
                "/usr/bin/env" => words.next().filter(|name| in_path(name).is_none())?,
                interpreter => Some(interpreter).filter(|file| !Path::new(file).exists())?,
            };
            Some(reason("engine-interpreter").with(interpreter))
        }
        (NOT_FOUND, None) if path.is_file() => Some(reason("engine-here")),
        (NOT_FOUND, None) if program.contains('/') || words.len() == 1 => Some(reason("engine-no-file")),
        (NOT_FOUND, None) => Some(reason("engine-no-program")),
        (NOT_RUN, Some(found)) if found.is_dir() => Some(reason("engine-folder")),
        (NOT_RUN, Some(found)) => {
            let mode = fs::metadata(&found).ok()?.permissions().mode();
            Some(reason(if mode & 0o111 == 0 { "engine-not-executable" } else { "engine-wrong-format" }))
        }
        _ => None,
    }
}

/// Whether an engine that does not start may lack a file: not if what it did is explained without.
pub(super) fn may_lack_files(error: &EngineError) -> bool {
    let told = Reason::from(error.clone()).to_string();
    let explained = [
        "engine-unflushed",
        "engine-unfinished",
        "engine-no-message",
        "engine-meant",
        "engine-computes",
        "library-symbol",
        "library-program",
        "library-machine",
        "library-other-file",
        "SyntaxError",
        "NoSuchMethod",
    ];
    !explained.iter().any(|known| told.contains(known))
}

fn in_path(program: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The first line of a file, with a `\r` at its end.
fn first_line(path: &Path) -> String {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(FIRST_LINE).read_to_end(&mut bytes));
    let line =
        bytes.split(|byte| *byte == b'\n').next().filter(|line| read.is_ok() && line.len() < bytes.len());
    String::from_utf8_lossy(line.unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_explained_lacks_no_file() {
        let ended = |log: &str| EngineError::Ended(Some(Reason::new("engine-exit").with(1).with(log)));
        let unflushed = EngineError::Silent(Some(Reason::new("engine-unflushed").with("want legal")));
        for error in [
            ended("SyntaxError: expected ':'"),
            unflushed,
            EngineError::Said("library-symbol: a.so; play".into()),
        ] {
            assert!(!may_lack_files(&error), "{error}");
        }
        let missing = "FileNotFoundError: [Errno 2] No such file or directory: 'livre.txt'";
        for error in [ended(missing), ended(""), EngineError::Said("library-load: a.so; no such file".into())]
        {
            assert!(may_lack_files(&error), "{error}");
        }
    }

    #[test]
    fn what_a_shell_does_not_run_is_named_by_its_cause() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str, mode: u32| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its mode");
            path.display().to_string()
        };
        let cases = [
            (file("mon bot", "#!/bin/sh\n", 0o755), "127", Some("engine-quotes")),
            (file("crlf", "#!/bin/sh\r\necho\r\n", 0o755), "127", Some("engine-crlf")),
            (format!("sh {}", file("crlf.sh", "echo\r\n", 0o644)), "2", Some("engine-crlf")),
            (file("serpent", "#!/usr/bin/serpent\n", 0o755), "127", Some("engine-interpreter")),
            (file("env", "#!/usr/bin/env serpent\n", 0o755), "127", Some("engine-interpreter")),
            (format!("{}/rien", folder.path().display()), "127", Some("engine-no-file")),
            ("serpent bot.py".to_owned(), "127", Some("engine-no-program")),
            (file("fermé", "#!/bin/sh\n", 0o644), "126", Some("engine-not-executable")),
            (file("étrange", "\u{7f}ELF", 0o755), "126", Some("engine-wrong-format")),
            (folder.path().display().to_string(), "126", Some("engine-folder")),
            ("python3 bot.py".to_owned(), "1", None),
        ];
        for (line, code, expected) in cases {
            let error = EngineError::Ended(Some(Reason::new("engine-exit").with(code)));
            let advised = advice(&EngineSpec::Pipe(line.clone()), &error);
            assert_eq!(advised.as_ref().map(|why| why.code.as_str()), expected, "{line}");
        }
    }
}
