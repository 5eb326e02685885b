//! The host line by line, as a referee of somebody else would use it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::build::player;

/// A host that runs.
struct Host {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

/// The announcement of a game, to the player who begins.
const GAME: &str = "game coursidor first M=40 bases=9 m=3 objectifs=1 t=T";

impl Host {
    fn start(library: &Path, options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
        command.arg("hote-coursidor").args(options).arg(library).stderr(Stdio::null());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("joueur");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Host { stdin: child.stdin.take(), stdout, child }
    }

    fn say(&mut self, lines: &str) {
        let stdin = self.stdin.as_mut().expect("not closed yet");
        stdin.write_all(format!("{lines}\n").as_bytes()).expect("written");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("read");
        line.trim_end().to_owned()
    }

    /// Leaves; what was still to be said, and the exit code.
    fn leave(mut self) -> (String, Option<i32>) {
        self.stdin = None;
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.stdout, &mut rest).expect("read");
        (rest, self.child.wait().expect("its end").code())
    }
}

#[test]
fn every_go_has_one_answer() {
    let mut host = Host::start(&player("sans_nom"), &[]);
    host.say("hello 1");
    assert_eq!(host.hear(), "engine 1 sans_nom", "without a name, that of the file");
    host.say("go 1000");
    assert!(host.hear().starts_with("error message-without-game"));
    for _ in 0..3 {
        host.say(&format!("{GAME}\nfoo\nstop\ngo 1000"));
        assert!(host.hear().starts_with("move "));
        host.say("verdict VALID CONT\nopponent 14\ngo 1000");
        assert!(host.hear().starts_with("move "));
        host.say("end NULLE draw");
    }
    assert_eq!(host.leave(), (String::new(), Some(0)));
}

#[test]
fn a_call_that_does_not_return_is_stopped() {
    let mut host = Host::start(&player("boucle"), &[]);
    host.say("hello 1");
    assert!(host.hear().starts_with("engine 1 "));
    host.say(&format!("{GAME}\ngo 1000\nstop"));
    // It may be on its way to the call still.
    let stopped = host.hear();
    assert!(stopped.starts_with("error library-stopped: "), "{stopped}");
    host.say("go 1000");
    assert_eq!(host.hear(), stopped, "the game is lost, not the host");
    host.say(&format!("end PERDU timeout\n{GAME}\ngo 1000"));
    // The input ends while the library is busy: so does the host.
    assert_eq!(host.leave(), (String::new(), Some(0)));
}

#[test]
fn what_cannot_be_begun_is_refused() {
    let mut host = Host::start(&player("sans_nom"), &[]);
    host.say("hello 1");
    host.hear();
    for (line, said) in [
        ("game colonnes first", "error unknown-game: colonnes; coursidor"),
        ("game coursidor first M=40 bases=3000 m=3 t=T", "error game-setup: bases; "),
        ("game coursidor first M=40 bases=9 m=99 t=T", "error game-setup: m; "),
        (&format!("{GAME} moves=4"), "error library-from-the-beginning"),
    ] {
        host.say(&format!("{line}\ngo 1000"));
        let answer = host.hear();
        assert!(answer.starts_with(said), "{line}: {answer}");
    }
    host.say(&format!("{GAME}\ngo 1000"));
    assert!(host.hear().starts_with("move "), "and another game is played");
    assert_eq!(host.leave(), (String::new(), Some(0)));
}

#[test]
fn names_do_no_harm() {
    let mut host = Host::start(&player("nom_sale"), &[]);
    host.say("hello 1");
    let line = host.hear();
    let name = line.strip_prefix("engine 1 ").expect("a name");
    assert!(!name.is_empty() && name.chars().count() <= 30, "{name:?}");
    assert!(name.chars().all(|c| c.is_alphanumeric() || " -_".contains(c)), "{name:?}");
    host.leave();
}

#[test]
fn what_a_player_prints_is_no_message() {
    let mut host = Host::start(&player("bavard"), &[]);
    host.say(&format!("hello 1\n{GAME}\ngo 1000"));
    assert!(host.hear().starts_with("engine 1 "));
    assert!(host.hear().starts_with("move "));
    assert_eq!(host.leave(), (String::new(), Some(0)), "not a line more");
}
