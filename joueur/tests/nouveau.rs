//! A folder to begin with, and trials at each save.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use nix::sys::signal::Signal;
use testing::output::both;
use testing::process::{program, signal};
use testing::until;

fn joueur(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joueur"));
    command.current_dir(folder).args(["--langue", "fr"]).args(args).stdin(Stdio::null());
    command
}

fn said(output: &Output) -> String {
    both(output)
}

#[test]
fn a_new_folder_has_an_engine_that_plays() {
    program("serveur");
    program("moteur");
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| joueur(folder.path(), args).output().expect("joueur");
    for (language, source) in [
        ("python", "premier.py"),
        ("c", "premier.c"),
        ("java", "Premier.java"),
        ("pascal", "premier.pas"),
        ("rust", "premier.rs"),
    ] {
        let made = run(&["nouveau", language, language]);
        assert!(made.status.success(), "{}", said(&made));
        let shown = said(&made);
        assert!(shown.contains(&format!("{language}/{source}")) && shown.contains("duel"), "{shown}");
        let script = folder.path().join(language).join("compiler.sh");
        if script.exists() {
            let built = Command::new("sh").arg(&script).output().expect("sh");
            assert!(built.status.success(), "{}", said(&built));
        }
        // The line that is shown.
        let line = shown.lines().find(|line| line.contains(" duel ")).expect("a line");
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let played = run(&[&words[..], &["--jeu", "morpion", "--sans-parties"]].concat());
        assert!(played.status.success() && said(&played).contains("bilan : "), "{}", said(&played));
    }
    let again = run(&["nouveau", "c", "c"]);
    assert!(!again.status.success() && said(&again).contains("c existe déjà"), "{}", said(&again));
}

#[test]
fn the_next_commands_call_the_program_as_it_was_called() {
    let folder = tempfile::tempdir().expect("a folder");
    let new = folder.path().join("moi").display().to_string();
    let programs = Path::new(env!("CARGO_BIN_EXE_joueur")).parent().expect("a folder");
    let typed = |here: &Path| {
        let made = joueur(here, &["nouveau", "python", &new]).output().expect("joueur");
        fs::remove_dir_all(&new).expect("the new folder");
        said(&made).lines().find_map(|line| Some(line.split_once(" duel ")?.0.trim().to_owned()))
    };
    assert_eq!(typed(programs).as_deref(), Some("./joueur"));
    let (above, own) = (programs.parent().expect("a folder"), programs.file_name().expect("a name"));
    assert_eq!(typed(above), Some(format!("{}/joueur", own.display())));
    assert_eq!(typed(folder.path()).as_deref(), Some(env!("CARGO_BIN_EXE_joueur")));
}

/// Kills it at the end.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn it_is_tried_again_each_time_it_is_saved() {
    program("moteur");
    let folder = tempfile::tempdir().expect("a folder");
    assert!(joueur(folder.path(), &["nouveau", "python", "m"]).output().expect("joueur").status.success());
    let (engine, log) = (folder.path().join("m/premier.py"), folder.path().join("log"));
    let out = fs::File::create(&log).expect("a file");
    let words = [
        "essai",
        "--moteur",
        "m/premier.py",
        "--jeu",
        "morpion",
        "--surveille",
        "--avant",
        "echo construit.",
    ];
    let mut watching = Watching(joueur(folder.path(), &words).stdout(out).spawn().expect("joueur"));
    let seen = || fs::read_to_string(&log).expect("the log");
    until("it is tried", || seen().contains("En attente"));
    let before = seen();
    assert!(before.contains("construit.") && !before.contains("FAUX"), "{before}");
    fs::write(&engine, "print('oups')\n").expect("written");
    until("it is tried again", || seen().matches("En attente").count() == 2);
    assert!(seen().contains("FAUX") && seen().matches("construit.").count() == 2, "{}", seen());
    signal(watching.0.id(), Signal::SIGINT);
    assert!(!watching.0.wait().expect("its end").success());
}
