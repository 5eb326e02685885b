//! Executable files that a test makes, to be run at once.
//!
//! A process of its own writes them. What this one holds open for writing, a child holds too that
//! another test starts at that moment, until it becomes its program; and the kernel runs no file
//! that somebody may still write (ETXTBSY, "text file busy").

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A script of `sh` at this place, which may hold one already.
pub fn script(path: &Path, body: &str) {
    let mut install = install(Path::new("/dev/stdin"), path).stdin(Stdio::piped()).spawn().expect("install");
    let mut input = install.stdin.take().expect("its input");
    input.write_all(format!("#!/bin/sh\n{body}\n").as_bytes()).expect("a script");
    drop(input);
    assert!(install.wait().expect("its end").success(), "{}", path.display());
}

/// A copy of a program: a link would tell it that it lies where the original does.
pub fn copy(program: &Path, path: &Path) {
    let status = install(program, path).status().expect("install");
    assert!(status.success(), "{}", path.display());
}

fn install(from: &Path, to: &Path) -> Command {
    let mut install = Command::new("install");
    install.args(["-m", "755"]).args([from, to]);
    install
}
