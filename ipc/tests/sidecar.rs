//! A program beside: shown, ended with who has started it, and never in the way.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ipc::process::ProcessEnd;
use ipc::sidecar::{Sidecar, SidecarEvent};
use ipc::wait::{Deadline, wait_any};
use nix::errno::Errno;
use testing::{PATIENCE, executable};

/// A program that is this script.
fn program(folder: &Path, script: &str) -> PathBuf {
    let path = folder.join("programme");
    executable::script(&path, script);
    path
}

/// What is told until this holds.
fn told(companion: &mut Sidecar, enough: impl Fn(&[SidecarEvent]) -> bool) -> Vec<SidecarEvent> {
    let (begun, mut told) = (Instant::now(), Vec::new());
    loop {
        told.extend(companion.attend());
        if enough(&told) {
            return told;
        }
        assert!(begun.elapsed() < PATIENCE, "{told:?}");
        let mut fds = Vec::new();
        let due = companion.watch(&mut fds).min(Deadline::after(Instant::now(), Some(PATIENCE)));
        wait_any(&mut fds, due).expect("poll");
    }
}

#[test]
fn what_it_says_is_told_and_it_ends_with_who_started_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "echo \"ici $1\"; echo mal >&2; echo $$; exec sleep 1000";
    let mut companion = Sidecar::new(program(folder.path(), script), vec!["http://x".into()]);
    let told = told(&mut companion, |told| told.len() >= 3);
    assert!(told.contains(&SidecarEvent::Said("ici http://x".into())), "{told:?}");
    assert!(told.contains(&SidecarEvent::Complained("mal".into())), "{told:?}");
    let pid = told.iter().find_map(|told| match told {
        SidecarEvent::Said(line) => line.parse::<u32>().ok(),
        _ => None,
    });
    let process = PathBuf::from(format!("/proc/{}", pid.expect("its number")));
    assert!(process.exists());
    drop(companion);
    assert!(!process.exists());
}

/// One that ends at once is told of once, and is not started again for now.
#[test]
fn its_end_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let starts = folder.path().join("starts");
    let script = format!("echo x >> {}; exit 7", starts.display());
    let mut companion = Sidecar::new(program(folder.path(), &script), Vec::new());
    let told = told(&mut companion, |told| !told.is_empty());
    assert_eq!(told, [SidecarEvent::Ended(ProcessEnd::Exited(7))]);
    assert!(companion.attend().is_empty());
    let mut fds = Vec::new();
    let left = companion.watch(&mut fds).left().expect("a bound");
    assert!(left > Duration::from_secs(1) && fds.is_empty());
    assert_eq!(fs::read_to_string(&starts).expect("it was started"), "x\n");
    // One that is not there at all is told of in the same way.
    let mut missing = Sidecar::new(folder.path().join("nowhere"), Vec::new());
    assert_eq!(missing.attend(), [SidecarEvent::NotStarted(Errno::ENOENT)]);
    assert!(missing.attend().is_empty());
}
