//! 7 couleurs on the whole screen of a terminal.

mod support;

use std::fs::{self, File};
use std::io::Write;
use std::process::Stdio;

use arbitre::record::Record;
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, Termios, tcgetattr};
use support::{folder, records, rejoue, wait_until_read};
use tempfile::TempDir;
use testing::output::Heard;
use testing::process::{Killed, children};
use testing::until;

const BOARD: &str = "B C ^\nB C C\nv A A\n";
/// What takes the screen and what gives it back.
const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";

/// The program on a terminal of its own.
struct Terminal {
    process: Killed,
    keys: File,
    heard: Heard,
    before: Termios,
}

impl Terminal {
    fn start(folder: &TempDir, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        fs::write(folder.path().join("plateau.txt"), BOARD).expect("a board");
        let terminal = testing::terminal::Terminal::open(24, 80);
        let before = tcgetattr(&terminal.end).expect("its settings");
        let mut command = support::command(folder, arguments);
        command.envs(environment.iter().copied());
        let (child, keys) = terminal.start(&command);
        let heard = Heard::of(keys.try_clone().expect("the terminal"));
        // Its own end stays open: what the program leaves behind can be asked.
        Terminal { process: Killed(child), keys, heard, before }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("typed");
    }

    fn wait_for(&mut self, wanted: &str) {
        self.heard.wait_for(wanted);
    }

    /// Its code; the terminal must be as it was.
    fn end(mut self) -> (Option<i32>, String) {
        let said = self.heard.all();
        let code = self.process.0.wait().expect("its end").code();
        let after = tcgetattr(&self.keys).expect("its settings");
        assert_eq!(after.local_flags, self.before.local_flags, "the terminal is as it was");
        assert!(after.local_flags.contains(LocalFlags::ECHO | LocalFlags::ICANON));
        assert_eq!(said.matches(TAKEN).count(), 1);
        assert!(said.matches(GIVEN_BACK).count() >= 1, "{said:?}");
        (code, said)
    }
}

const PEOPLE: [&str; 5] = ["personne", "personne", "--plateau", "plateau.txt", "--noms=ada,bob"];

#[test]
fn two_people_play_by_keys() {
    let folder = folder();
    let mut terminal = Terminal::start(&folder, &PEOPLE, &[]);
    terminal.wait_for("quitter");
    // Wrong keys, an arrow, a move that is taken back.
    terminal.press("z\x1b[A");
    terminal.wait_for("couleur");
    terminal.press("g");
    terminal.wait_for("1.");
    terminal.press("\x7f");
    terminal.wait_for("repris");
    terminal.press("aCb");
    terminal.wait_for("gagne");
    terminal.press("\r");
    let (code, said) = terminal.end();
    assert_eq!(code, Some(0), "{said:?}");
    // The result stays on the terminal when the screen is given back.
    let last = said.rsplit(GIVEN_BACK).next().unwrap_or_default();
    assert!(last.contains("ada gagne") && last.contains("enregistr"), "{last:?}");
    let all = records(&folder.path().join("parties"));
    assert_eq!(all.len(), 1);
    rejoue(&all[0]);
}

#[test]
fn leaving_asks_once_and_ctrl_c_does_not() {
    let folder = folder();
    let mut terminal = Terminal::start(&folder, &PEOPLE, &[]);
    terminal.wait_for("quitter");
    terminal.press("A");
    terminal.wait_for("1.");
    terminal.press("q");
    terminal.wait_for("encore");
    terminal.press("\x03");
    assert_eq!(terminal.end().0, Some(3));
    let mut terminal = Terminal::start(&folder, &PEOPLE, &[]);
    terminal.wait_for("quitter");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(3));
}

#[test]
fn who_gives_up_and_leaves_at_once_has_lost() {
    let folder = folder();
    let mut terminal = Terminal::start(&folder, &PEOPLE, &[]);
    terminal.wait_for("quitter");
    // The referee hears of both at once.
    let program = terminal.process.0.id();
    let hosts = children(program);
    hosts.iter().for_each(|host| kill(*host, Signal::SIGSTOP).expect("it is there"));
    terminal.press("!!q");
    wait_until_read(program);
    hosts.iter().for_each(|host| kill(*host, Signal::SIGCONT).expect("it is there"));
    terminal.wait_for("terminer");
    terminal.press("\r");
    let (code, said) = terminal.end();
    assert_eq!(code, Some(0), "{said:?}");
    assert!(said.contains("ada a abandonné"), "{said:?}");
    rejoue(&records(&folder.path().join("parties"))[0]);
}

#[test]
fn who_leaves_when_the_last_move_is_made_sees_it() {
    let folder = folder();
    let arguments = ["glouton", "glouton", "--plateau", "plateau.txt"];
    let mut terminal = Terminal::start(&folder, &arguments, &[]);
    terminal.wait_for(TAKEN);
    // Of three moves the last one waits to be shown.
    terminal.press(" ..");
    until("the end", || {
        let all = records(&folder.path().join("parties"));
        all.iter().any(|path| Record::read(path).is_ok_and(|record| record.interrupted.is_none()))
    });
    // The first may come before the last move has.
    terminal.press("qq");
    terminal.wait_for("terminer");
    terminal.press("\r");
    let (code, said) = terminal.end();
    assert_eq!(code, Some(0), "{said:?}");
    assert!(said.contains("glouton-1 a plus de la moitié des cases"), "{said:?}");
}

#[test]
fn the_help_is_shown_and_signals_give_the_screen_back() {
    let folder = folder();
    let mut terminal = Terminal::start(&folder, &PEOPLE, &[]);
    terminal.wait_for("quitter");
    terminal.press("?");
    terminal.wait_for("Ctrl-L");
    // The child leads no group, so that setsid has not forked: it is the program now.
    terminal.process.signal(Signal::SIGTERM);
    assert_eq!(terminal.end().0, Some(3));
}

#[test]
fn without_colours_there_are_none_and_the_letters_are_always_there() {
    for (arguments, environment) in [(&["--sans-couleur"][..], &[][..]), (&[], &[("NO_COLOR", "1")])] {
        let folder = folder();
        let mut terminal = Terminal::start(&folder, &[&PEOPLE[..], arguments].concat(), environment);
        terminal.wait_for("quitter");
        terminal.press("\x03");
        let said = terminal.end().1;
        assert!(!said.contains("38;5;") && !said.contains("48;5;") && !said.contains("48;2;"), "{said:?}");
    }
    let folder = folder();
    let mut terminal = Terminal::start(&folder, &PEOPLE, &[("COLORTERM", "")]);
    terminal.wait_for("quitter");
    terminal.press("\x03");
    assert!(terminal.end().1.contains("48;5;"));
}

#[test]
fn a_move_is_taken_back_and_a_game_left_while_an_engine_thinks() {
    let folder = folder();
    let thinks = "pipe:echo engine 1 e; while read -r line; do :; done";
    let arguments = ["personne", thinks, "--plateau", "plateau.txt", "--temps", "3600"];
    let mut terminal = Terminal::start(&folder, &arguments, &[]);
    terminal.wait_for("quitter");
    terminal.press("A");
    terminal.wait_for("chit...");
    terminal.press("u");
    terminal.wait_for("repris");
    terminal.press("G");
    terminal.wait_for("chit...");
    terminal.press("!");
    terminal.wait_for("encore");
    terminal.press("!");
    terminal.wait_for("terminer");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
    rejoue(&records(&folder.path().join("parties"))[0]);
}

#[test]
fn while_the_engine_is_still_starting_ctrl_c_leaves_and_other_keys_are_kept() {
    let folder = folder();
    let started = folder.path().join("started");
    let slow = format!(
        "pipe:while [ ! -e {} ]; do sleep 0.02; done; echo engine 1 e; while read -r line; do :; done",
        started.display()
    );
    let arguments =
        ["personne", &slow, "--plateau", "plateau.txt", "--temps", "3600", "--confinement", "aucun"];
    let mut terminal = Terminal::start(&folder, &arguments, &[]);
    terminal.wait_for(TAKEN);
    // The help shows that the keys before it have been read.
    terminal.press("A?");
    terminal.wait_for("Ctrl-L");
    terminal.press("\x03");
    assert_eq!(terminal.end().0, Some(3));
    let mut terminal = Terminal::start(&folder, &arguments, &[]);
    terminal.wait_for(TAKEN);
    terminal.press("Au?");
    terminal.wait_for("Ctrl-L");
    terminal.press("?");
    File::create(&started).expect("a file");
    terminal.wait_for("repris");
    terminal.press("\x03");
    assert_eq!(terminal.end().0, Some(3));
}

#[test]
fn two_engines_are_watched_paused_and_stepped() {
    let folder = folder();
    let arguments = ["glouton", "hasard --graine 1", "--taille", "6", "--graine", "2"];
    let mut terminal = Terminal::start(&folder, &arguments, &[]);
    terminal.wait_for("coup");
    terminal.press(" ");
    terminal.wait_for("pause");
    terminal.press("..");
    terminal.press("+++ ");
    terminal.wait_for("gagne");
    terminal.press("q");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn a_dumb_terminal_gets_lines() {
    let folder = folder();
    fs::write(folder.path().join("plateau.txt"), BOARD).expect("a board");
    let mut command = support::command(&folder, &PEOPLE);
    let played = command.env("TERM", "dumb").stdin(Stdio::null()).output().expect("its end");
    assert!(!String::from_utf8_lossy(&played.stdout).contains('\x1b'));
}
