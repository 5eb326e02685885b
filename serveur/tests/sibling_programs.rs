//! Programs that lie beside `serveur`: it becomes them, and names the command that builds one that is missing.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use nix::sys::signal::Signal;
use testing::executable;
use testing::process::Killed;

#[test]
fn a_missing_program_is_named_with_its_command_and_one_that_is_there_gets_the_arguments() {
    let folder = tempfile::tempdir().expect("a folder");
    let serveur = folder.path().join("serveur");
    executable::copy(Path::new(env!("CARGO_BIN_EXE_serveur")), &serveur);
    let run = |arguments: &[&str]| -> Output {
        Command::new(&serveur).args(arguments).env("LC_ALL", "C").output().expect("serveur")
    };
    for (command, program) in
        [("sept-couleurs", "7couleurs"), ("championnat", "championnat"), ("tableau", "tableau")]
    {
        let missing = run(&[command, "--taille", "5"]);
        let said = String::from_utf8_lossy(&missing.stderr).into_owned();
        assert_eq!(missing.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("sh outils/compiler.sh {program}")), "{said}");
        executable::script(&folder.path().join(program), "echo \"$@\"\nexit 3");
        let there = run(&[command, "--taille", "5"]);
        let said = String::from_utf8_lossy(&there.stdout).into_owned();
        assert!(said.starts_with("--langue fr ") && said.ends_with("--taille 5\n"), "{said}");
        assert_eq!(there.status.code(), Some(3));
    }
}

/// A game is played without its page, and its boards are seen on the terminal.
#[test]
fn a_page_that_is_not_built_stops_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let serveur = folder.path().join("serveur");
    executable::copy(Path::new(env!("CARGO_BIN_EXE_serveur")), &serveur);
    let silent = "pipe:echo engine 1 e; while read -r line; do case $line in go*) echo move rien;; quit) exit;; esac; done";
    let mut command = Command::new(&serveur);
    command.current_dir(folder.path()).args(["coursidor", silent, silent, "--page"]).env("LC_ALL", "C");
    let played = command.stdin(Stdio::null()).output().expect("serveur");
    let (shown, told) = (String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&played.stderr));
    assert!(played.status.success() && told.contains("sh outils/compiler.sh tableau"), "{told}");
    assert!(shown.contains("commence\n") && shown.contains("bilan") && !shown.contains("http://"), "{shown}");
}

/// The pages of a server of Labyrinthe: the stand-in is told where the server listens to its organiser, and ends with it.
#[test]
fn the_pages_of_a_server_end_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let serveur = folder.path().join("serveur");
    executable::copy(Path::new(env!("CARGO_BIN_EXE_serveur")), &serveur);
    let start = |options: &[&str]| {
        let mut command = Command::new(&serveur);
        command.current_dir(folder.path()).args(["labyrinthe", "--port", "0", "--controle", "controle"]);
        command.args(options).env("LC_ALL", "C").stdout(Stdio::piped()).stderr(Stdio::piped());
        Killed::start(&mut command)
    };
    // Not built: it is said, and the server is there.
    let mut without = start(&["--tableau"]);
    let mut log = BufReader::new(without.0.stderr.take().expect("its log"));
    let mut line = String::new();
    log.read_line(&mut line).expect("a line");
    assert!(line.contains("sh outils/compiler.sh tableau"), "{line}");
    stop(without);
    let script = "echo \"pages $*\"\necho $$ > numero\necho pret\nexec sleep 1000";
    executable::script(&folder.path().join("tableau"), script);
    for (options, told) in [
        (&["--tableau"][..], "--adresse 127.0.0.1:8088 --parties parties --labyrinthe controle"),
        (&["--tableau=127.0.0.1:0", "--sans-parties"], "--adresse 127.0.0.1:0 --labyrinthe controle"),
    ] {
        let mut server = start(options);
        let out = BufReader::new(server.0.stdout.take().expect("its output"));
        let lines: Vec<String> =
            out.lines().map(|line| line.expect("a line")).take_while(|line| line != "pret").collect();
        assert_eq!(lines.last(), Some(&format!("pages --langue fr {told}")), "{lines:?}");
        let number = fs::read_to_string(folder.path().join("numero")).expect("its number");
        let process = PathBuf::from(format!("/proc/{}", number.trim()));
        assert!(process.exists());
        stop(server);
        assert!(!process.exists());
    }
}

/// Tells a server to stop, and waits for its end.
fn stop(server: Killed) {
    server.signal(Signal::SIGTERM);
    assert!(server.end().status.success());
}
