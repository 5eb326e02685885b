//! The organiser's terminal: whole lines whatever happens at once, and Ctrl-C, which is seen at once.

use std::fs::File;
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;

use testing::output::Heard;

use crate::support::*;

const HASARD: (&str, &str) = ("hasard", "moteur = \"hasard --graine 1\"");
pub const CTRL_C: &str = "\x03";

/// The program on a terminal of its own.
pub struct Terminal {
    child: Killed,
    keys: File,
    pub heard: Heard,
    size: (u16, u16),
}

impl Terminal {
    /// `serveur COMMAND ...`: what an organiser types.
    pub fn start(folder: &Path, word: &str, args: &[&str], size: (u16, u16)) -> Self {
        let mut command = Command::new(program("serveur"));
        command.arg(word).args(args);
        Terminal::of(folder, command, size)
    }

    /// Any command.
    pub fn of(folder: &Path, mut command: Command, (rows, columns): (u16, u16)) -> Self {
        command.current_dir(folder).env("TERM", "xterm-256color").env_remove("RUST_LOG").env_remove("LANG");
        let (child, keys) = testing::terminal::Terminal::open(rows, columns).start(&command);
        let heard = Heard::of(keys.try_clone().expect("the terminal"));
        Terminal { child: Killed(child), keys, heard, size: (rows, columns) }
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("typed");
    }

    /// Its code, and the lines that are on the terminal and above when it is over, those that wrap put together.
    pub fn end(mut self) -> (Option<i32>, Vec<String>) {
        self.heard.all();
        let code = self.child.0.wait().expect("its end").code();
        let mut lines = Vec::new();
        let (rows, columns) = self.size;
        let [high, wide] = [rows, columns].map(|size| NonZero::new(size).expect("a size"));
        let mut parser = vt100::Parser::new(high, wide, 10_000);
        parser.process(self.heard.bytes());
        let screen = parser.screen_mut();
        screen.set_scrollback(usize::MAX);
        let mut above = screen.scrollback();
        let mut begun = String::new();
        let mut take = |text: String, wraps: bool| {
            begun += &text;
            if !wraps {
                lines.push(std::mem::take(&mut begun));
            }
        };
        while above > 0 {
            screen.set_scrollback(above);
            take(screen.rows(0, columns).next().unwrap_or_default(), screen.row_wrapped(0));
            above -= 1;
        }
        screen.set_scrollback(0);
        for (row, text) in screen.rows(0, columns).enumerate() {
            take(text, screen.row_wrapped(row as u16));
        }
        (code, lines)
    }
}

/// Log lines come while the view is drawn, on terminals that are too narrow for both.
#[test]
fn lines_of_the_log_and_of_the_view_do_not_cut_each_other() {
    for size in [(24, 100), (12, 34)] {
        let folder = tempfile::tempdir().expect("a folder");
        // Longer than a view's refreshing, so that it is drawn between log lines.
        let fails = "echo engine 1 mal\nwhile read a b; do [ $a != go ] || { sleep 0.3; exit 7; }; done\n";
        let fails = script(folder.path(), "mal.sh", fails);
        let long = "un-nom-qui-est-vraiment-très-long-pour-un-terminal-étroit";
        let head = "simultanees = 2\n[format]\ntype = \"aller-simple\"\nrepetitions = 8";
        describe(folder.path(), "morpion", head, &[HASARD, (long, &fails), ("autre", "moteur = \"hasard\"")]);
        let mut terminal = Terminal::start(folder.path(), "championnat", &["mai.toml", "--sans-essai"], size);
        terminal.heard.wait_for("en cours");
        let (code, lines) = terminal.end();
        let shown = lines.join("\n");
        assert_eq!(code, Some(0), "{shown}");
        let log: Vec<&String> = lines.iter().filter(|line| line.contains("WARN")).collect();
        // Ten of a contestant, and how many there were besides.
        assert_eq!(log.len(), 11, "{shown}");
        for line in &log[..10] {
            let whole = line.starts_with('[')
                && line.contains(&format!(", {long} : le moteur s'est arrêté : code de sortie 7"))
                && line.trim_end().ends_with("sortie 7");
            assert!(whole, "{line:?}\n{shown}");
        }
        assert!(log[10].contains("6 lignes de plus laissées de côté"), "{shown}");
        // The view is gone, wherever it has been drawn.
        for left in ["reste ", "en cours :", "░"] {
            assert!(!shown.contains(left), "{left}: {shown}");
        }
    }
}

/// With the silent engine in this championship; Ctrl-C once and again, and what is said of it.
fn pressed(engine: &str, args: &[&str], begun: &str, said: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let silent = script(folder.path(), "muet.sh", &engine.replace("BEGUN", "touch begun"));
    let engine = if engine.is_empty() { "moteur = \"reseau\"" } else { &silent };
    let head = "confinement = \"aucun\"\ntemps = 600\ndemarrage = 600\ngrace = 600\nsimultanees = 1";
    describe(folder.path(), "colonnes", head, &[HASARD, ("muet", engine)]);
    let args: Vec<&str> = ["mai.toml", "--port", "0"].iter().chain(args).copied().collect();
    let mut terminal = Terminal::start(folder.path(), "championnat", &args, (24, 100));
    if begun.is_empty() {
        until("the engine is there", || folder.path().join("begun").exists());
    } else {
        terminal.heard.wait_for(begun);
    }
    for wanted in said {
        terminal.press(CTRL_C);
        terminal.heard.wait_for(wanted);
    }
    let (code, lines) = terminal.end();
    assert_eq!(code, Some(3), "{}", lines.join("\n"));
}

#[test]
fn ctrl_c_is_seen_at_once() {
    let stopping = "arrêt demandé : 1 rencontre se termine ; encore une fois pour l'interrompre";
    let stopped = "arrêt immédiat : 1 rencontre interrompue";
    // While an engine is tried, while one starts, while one thinks, while nobody has come by network.
    let silent = "BEGUN; exec sleep 600";
    pressed(silent, &[], "", &["essai des moteurs arrêté : le championnat n'a pas commencé"]);
    pressed(silent, &["--sans-essai"], "", &[stopping, stopped]);
    let thinks = "echo engine 1 muet; while read a b; do [ $a != go ] || BEGUN; done";
    pressed(thinks, &["--sans-essai"], "", &[stopping, stopped]);
    pressed("", &[], "attendus : muet", &["arrêt demandé : rien n'est en cours"]);
}

/// Whether to begin without who does not play is asked where somebody can answer.
#[test]
fn the_organiser_is_asked_whether_to_begin_without_who_fails() {
    for (answer, code) in [("o\r", 0), ("\r", 1), (CTRL_C, 1)] {
        let folder = tempfile::tempdir().expect("a folder");
        let dead = script(folder.path(), "mort.sh", "exit 3");
        let other = ("autre", "moteur = \"hasard\"");
        describe(folder.path(), "morpion", "", &[HASARD, ("mort", &dead), other]);
        let mut terminal = Terminal::start(folder.path(), "championnat", &["mai.toml"], (24, 100));
        terminal.heard.wait_for("Commencer sans mort ? [o/N]");
        terminal.press(answer);
        let (ended, lines) = terminal.end();
        let shown = lines.join("\n");
        assert_eq!(ended, Some(code), "{shown}");
        assert_eq!(shown.contains("sans mort : ne joue pas à l'essai"), code == 0, "{shown}");
        assert_eq!(folder.path().join("mai.sqlite").exists(), code == 0);
    }
}
