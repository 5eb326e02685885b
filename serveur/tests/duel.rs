//! `serveur coursidor` and `serveur sphinx` as people and systems use them: wrong lines, signals, who is who, pages.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use arbitre::record::Record;
use nix::sys::signal::Signal;
use testing::PATIENCE;
use testing::championship::{engine, records};
use testing::output::text;
use testing::process::{Killed, program, run};

fn serveur(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    command.current_dir(folder).args(args).env_remove("LANG").env("LC_ALL", "C").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> String {
    text(&output.stderr)
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, why) in [
        (&["coursidor", "chemin", "chemin", "-t", "Z"][..], "T, C, H"),
        (&["coursidor", "chemin", "chemin", "-z"], "-z"),
        (&["coursidor", "chemin", "chemin", "-m"], "-m"),
        (&["coursidor", "chemin", "chemin", "-M", "-1"], "M"),
        (&["coursidor", "chemin", "chemin", "chemin"], "chemin"),
        (&["coursidor", "chemin"], "JOUEUR2"),
        (&["coursidor"], "JOUEUR1"),
        (&["coursidor", "chemin", "absent.so"], "absent.so : introuvable"),
        (&["coursidor", "chemin", "./absent"], "./absent : introuvable"),
        (&["coursidor", "chemin", "dame"], "dame"),
        (&["coursidor", "chemin", "chemin", "--temps", "x"], "--temps"),
        (&["coursidor", "chemin", "chemin", "--bases", "1-3"], "89"),
        (&["sphinx", "hasard", "hasard", "10", "10", "99"], "98"),
        (&["sphinx", "hasard", "hasard", "0", "10", "9"], "paramètre h"),
        (&["sphinx", "hasard", "hasard", "10", "10", "9", "x"], "x"),
    ] {
        let output = serveur(folder.path(), args).output().expect("serveur");
        let said = said(&output);
        assert!(!output.status.success() && said.contains(why), "{args:?}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
    }
}

#[test]
fn the_last_of_an_option_counts_and_players_keep_their_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    for first in ["1", "2"] {
        let options = ["-m", "9", "-m", "3", "-t", "T", "-M", "4", "--graine", "1", "--commence", first];
        let output =
            serveur(folder.path(), &[&["coursidor", "chemin", "hasard --graine 1"][..], &options].concat());
        let mut output = output;
        let output = output.output().expect("serveur");
        let shown = text(&output.stdout);
        assert!(output.status.success() && shown.starts_with("plateau T 3, "), "{shown}");
        let begins = if first == "1" { "chemin commence" } else { "hasard commence" };
        assert!(shown.lines().next().is_some_and(|line| line.ends_with(begins)), "{shown}");
        let twins = [&["coursidor", "chemin", "chemin"][..], &options].concat();
        let output = serveur(folder.path(), &twins).output().expect("serveur");
        let shown = text(&output.stdout);
        assert!(shown.contains(&format!("chemin-{first} commence")), "{shown}");
    }
}

/// An organiser's folder, as `importe` leaves it, with the programs of the contestants in it.
#[test]
fn engines_see_neither_their_opponent_nor_the_class() {
    let folder = tempfile::tempdir().expect("a folder");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../moteur-ia/exemples/premier.py");
    let example = fs::read_to_string(example).expect("an example");
    let files =
        ["b.py", "b_ouvertures.py", "classe.csv", "classe.secrets.csv", "classe.toml", "avril.sqlite"];
    for file in &files[1..] {
        fs::write(folder.path().join(file), "secret").expect("written");
    }
    let thief = format!("import os, sys\nif any(map(os.path.exists, {files:?})): sys.exit(42)\n{example}");
    fs::write(folder.path().join("a.py"), thief).expect("written");
    fs::write(folder.path().join("b.py"), example).expect("written");
    let play = |level: &str| {
        let engines = ["joue", "morpion", "pipe:python3 a.py", "pipe:python3 b.py"];
        let output =
            serveur(folder.path(), &[&engines[..], &["--confinement", level, "--sans-parties"]].concat());
        let mut output = output;
        let output = output.output().expect("serveur");
        text(&output.stdout) + &said(&output)
    };
    let confined = play("ordinaire");
    assert!(confined.contains("bilan") && !confined.contains("code de sortie 42"), "{confined}");
    let free = play("aucun");
    assert!(free.contains("code de sortie 42"), "{free}");
    // Without the class list too.
    for file in &files[2..] {
        fs::remove_file(folder.path().join(file)).expect("removed");
    }
    let confined = play("ordinaire");
    assert!(confined.contains("bilan") && !confined.contains("code de sortie 42"), "{confined}");
}

/// Why it does not start: what it imports is not its own alone.
#[test]
fn an_engine_that_misses_its_files_is_told_why() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bots")).expect("a folder");
    for (file, text) in [("a.py", "import a_ouvertures"), ("a_ouvertures.py", ""), ("b.py", "")] {
        fs::write(folder.path().join("bots").join(file), text).expect("written");
    }
    let engines = ["joue", "morpion", "pipe:python3 bots/a.py", "pipe:python3 bots/b.py", "--sans-parties"];
    let output = serveur(folder.path(), &engines).output().expect("serveur");
    let shown = text(&output.stdout) + &said(&output);
    assert!(
        shown.contains("dans le dossier bots, où se trouve aussi bots/b.py, le moteur ne voit que"),
        "{shown}"
    );
}

#[test]
fn a_signal_ends_a_game_with_its_record() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let folder = tempfile::tempdir().expect("a folder");
        // An engine that never answers: the game is under way for as long as it takes.
        let silent = "pipe:echo engine 1 muet; while read -r line; do :; done";
        let mut command =
            serveur(folder.path(), &["coursidor", silent, "hasard", "--commence", "1", "--temps", "600"]);
        let mut child = Killed::start(&mut command);
        let mut stdout = BufReader::new(child.0.stdout.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("read");
        assert!(line.starts_with("plateau "), "{line}");
        child.signal(signal);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).expect("read");
        assert_eq!(child.0.wait().expect("its end").code(), Some(1), "{rest}");
        let record = Record::read(&records(&folder.path().join("parties"))[0]).expect("a record");
        assert_eq!(record.interrupted, Some(jeux::Reason::new("stopped-here")));
    }
}

/// The page at this address of this machine, which may lead on to another one.
fn page(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("written");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("read");
    let elsewhere = text.lines().find_map(|line| line.strip_prefix("location: ")).map(str::to_owned);
    elsewhere.map_or(text, |elsewhere| page(address, &elsewhere))
}

/// The program beside shows it, here on a record that goes with the page.
#[test]
fn a_page_shows_the_game_and_stays() {
    for args in [
        &["coursidor", "chemin", "chemin", "-m", "3", "-M", "6"][..],
        &["sphinx", "hasard", "hasard", "4", "4", "3"],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let passing = tempfile::tempdir().expect("a folder");
        let mut command =
            serveur(folder.path(), &[args, &["--page", "--sans-parties", "--graine", "1"]].concat());
        let mut child = Killed::start(command.env("TMPDIR", passing.path()));
        let mut lines =
            BufReader::new(child.0.stdout.take().expect("a pipe")).lines().map(|line| line.expect("read"));
        let url = lines
            .find_map(|line| line.split(' ').find(|word| word.starts_with("http://")).map(str::to_owned));
        let url = url.expect("an address");
        let rest = lines.by_ref().take_while(|line| !line.contains("la page reste ouverte"));
        let said = rest.collect::<Vec<_>>().join("\n");
        assert!(said.contains("bilan") && !said.contains("enregistrée"), "{said}");
        let (address, path) =
            url.strip_prefix("http://").and_then(|url| url.split_once('/')).expect("an address");
        let shown = page(address, &format!("/{path}"));
        assert!(shown.starts_with("HTTP/1.1 200") && shown.contains("<svg"), "{shown}");
        child.signal(Signal::SIGTERM);
        assert_eq!(child.0.wait().expect("its end").code(), Some(0));
        assert!(TcpStream::connect(address).is_err(), "the page ends with the program");
        assert_eq!(fs::read_dir(passing.path()).expect("a folder").count(), 0, "nothing is left");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left");
    }
}

/// The subject of Sphinx: functions that are missing are an immediate defeat.
#[test]
fn a_library_without_its_functions_loses_and_is_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut compiler = Command::new("cc");
    compiler.current_dir(folder.path()).args(["-shared", "-x", "c", "-o", "libvide.so", "/dev/null"]);
    assert!(compiler.status().expect("cc").success());
    for (order, winner) in [(["./libvide.so", "hasard"], "hasard"), (["hasard", "./libvide.so"], "hasard")] {
        let args = [&["sphinx"][..], &order, &["4", "4", "3", "--commence", "1"]].concat();
        let output = serveur(folder.path(), &args).output().expect("serveur");
        let (shown, complained) = (text(&output.stdout), said(&output));
        assert_eq!(output.status.code(), Some(0), "{shown}{complained}");
        assert!(
            complained.contains("vide") && complained.contains("ne démarre pas, et perd"),
            "{complained}"
        );
        let mut records = fs::read_dir(folder.path().join("parties")).expect("a folder").flatten();
        let record = records.find(|file| file.path().extension().is_some_and(|kind| kind == "json"));
        let record = record.expect("a record").path();
        let found = Record::from_json(&fs::read_to_string(&record).expect("read")).expect("a record");
        let result = &found.parties[0].result;
        let won = result.winner.map(|slot| found.players[slot].name.as_str());
        assert_eq!((won, found.interrupted.is_none()), (Some(winner), true), "{result:?}");
        fs::remove_file(record).expect("removed");
    }
}

/// The board of the referee would tell a person where the walls are.
#[test]
fn a_person_sees_no_more_than_a_player_may() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = [
        "sphinx",
        "personne",
        "hasard --graine 1",
        "3",
        "3",
        "2",
        "--commence",
        "1",
        "--sans-parties",
        "--graine",
        "1",
        "--page",
    ];
    let mut command = serveur(folder.path(), &args);
    let mut child = command.stdin(Stdio::piped()).spawn().expect("serveur");
    child.stdin.take().expect("a pipe").write_all(b"200/000/113\n0:1\n!\n").expect("written");
    let output = child.wait_with_output().expect("its end");
    let shown = text(&output.stdout);
    assert!(shown.contains('?') && shown.contains("vous : 0/9"), "{shown}");
    // Who watches is told of every move and its answer; a person who plays is not.
    assert!(!shown.contains(" : VALID") && !shown.contains("(réponse"), "{shown}");
    assert!(!shown.contains("navigateur") && said(&output).contains("--page est sans effet"), "{shown}");
}

/// What an engine is called, says and logs is shown, and does nothing to the terminal.
#[test]
fn nothing_of_an_engine_commands_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "printf 'engine 1 m\\342\\200\\256\\033[2J\\n'; printf 'dit\\342\\200\\256\\302\\233\\n' >&2
        while read -r a b; do [ $a != go ] || printf 'error cass\\342\\200\\256\\033[2J\\n'; done";
    fs::write(folder.path().join("m.sh"), script).expect("a script");
    let mut command =
        serveur(folder.path(), &["coursidor", "pipe:exec sh m.sh", "hasard", "--commence", "1"]);
    let output = command.env("RUST_LOG", "debug").output().expect("serveur");
    let record = fs::read_dir(folder.path().join("parties")).expect("the folder").flatten().next();
    let record = record.expect("a record").path().display().to_string();
    let replayed = serveur(folder.path(), &["rejoue", &record]).output().expect("serveur");
    let last = serveur(folder.path(), &["rejoue", "--fin", &record]).output().expect("serveur");
    for output in [&output, &replayed, &last] {
        for text in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(text);
            let strange = text.chars().find(|c| *c != '\n' && !jeux::text::is_harmless(*c));
            assert_eq!(strange, None, "{text:?}");
        }
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("cass\u{fffd}\u{fffd}[2J"), "{text}\n{}", said(output));
    }
}

/// An engine that waits for its input is late by its own fault, however long that takes.
#[test]
fn an_engine_that_does_not_answer_is_late_and_what_it_did_instead_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    for (on_go, did) in [
        (":", "il attend la ligne suivante"),
        ("echo C1", "vouliez-vous dire « move C1 » ?"),
        ("printf 'move C1'", "sa ligne « move C1 » n'est pas terminée"),
        ("printf 'jou\\351\\n'", "« joué »"),
    ] {
        let engine = format!(
            "pipe:echo engine 1 muet; while read a b; do case $a in go) {on_go};; quit) exit;; esac; done"
        );
        let output = serveur(
            folder.path(),
            &["joue", "colonnes", &engine, "hasard", "--temps", "0.5", "--sans-parties", "--langue", "fr"],
        );
        let output = { output }.output().expect("serveur");
        let said = text(&output.stdout);
        assert!(said.contains("hasard gagne, TIMEOUT de done") && said.contains(did), "{on_go}: {said}");
    }
}

#[test]
fn what_engines_log_stands_beside_their_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = "pipe:echo want legal; echo engine 1 bavard; while read a b; do case $a in legal) c=${b%%,*};; \
                  go) echo je pense à $c >&2; echo info tour $c; [ $c != A2 ] || exit 3; echo move $c;; quit) exit;; esac; done";
    let play = ["joue", "morpion", engine, "hasard --graine 2", "-v", "--langue", "fr", "--graine", "1"];
    let mut joue = serveur(folder.path(), &play);
    let said = text(&joue.output().expect("serveur").stdout);
    let lines: Vec<&str> = said.lines().map(str::trim).collect();
    let first = lines.iter().position(|line| line.starts_with("1. done")).expect("its first move");
    let beside: Vec<&&str> = lines[first + 1..].iter().take_while(|line| line.starts_with("| ")).collect();
    assert!(beside.contains(&&"| je pense à A1") && beside.contains(&&"| info tour A1"), "{said}");
    // The record's own file, which shows it again.
    let file = records(&folder.path().join("parties")).pop().expect("a record");
    let id = file.file_stem().and_then(|name| name.to_str()).expect("its name");
    let log = fs::read_to_string(file.with_file_name(format!("{id}-1.log"))).expect("a log");
    assert!(log.contains("-- aller 1\n") && log.contains("je pense à A1\n"), "{log}");
    let mut again = serveur(folder.path(), &["rejoue", file.to_str().expect("text"), "--langue", "fr"]);
    let said = text(&again.output().expect("serveur").stdout);
    assert!(said.contains("      | je pense à A1\n"), "{said}");
}

/// Output that is not of the protocol is told once for each engine, however many rencontres are played.
#[test]
fn what_an_engine_prints_beside_the_protocol_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = "pipe:echo want legal; echo engine 1 bavard; while read a b; do case $a in legal) c=${b%%,*};; \
                  go) echo je pense à $c; echo move $c;; quit) exit;; esac; done";
    for options in [&["-q"][..], &["-n", "2"], &[]] {
        let play = ["duel", engine, "hasard", "--jeu", "morpion", "--graine", "1", "--langue", "fr"];
        let mut duel = serveur(folder.path(), &[&play[..], options].concat());
        let said = text(&duel.output().expect("serveur").stdout);
        let told = "done : il a écrit une ligne qui ne fait pas partie du protocole : « je pense à A1 »";
        assert_eq!(said.matches(told).count(), usize::from(options != ["-q"]), "{said}");
    }
    let file = folder.path().join("duels/derniere.json");
    let record = Record::from_json(&fs::read_to_string(file).expect("a record")).expect("a record");
    let odd = record.players[0].odd.as_ref().expect("what it wrote");
    assert!(odd.lines > 1 && record.players[1].odd.is_none(), "{odd:?}");
}

/// An illegal move has its rule in its own line.
#[test]
fn an_illegal_move_is_shown_with_the_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine =
        "pipe:echo engine 1 buté; while read a b; do case $a in go) echo move A1;; quit) exit;; esac; done";
    let play = ["duel", engine, "hasard", "--jeu", "morpion", "--graine", "1", "--langue", "fr"];
    let said = text(&serveur(folder.path(), &play).output().expect("serveur").stdout);
    let line = said.lines().find(|line| line.contains("joue A1 : TRICHE PERDU")).expect("its move");
    assert!(line.ends_with("PERDU (la case A1 est déjà prise)"), "{said}");
}

#[test]
fn the_last_rencontre_is_kept_although_the_results_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("duels/duels.jsonl");
    // Nothing is added to a folder, which it becomes meanwhile.
    let engine = format!(
        "pipe:rm -f {0}; mkdir -p {0}; echo engine 1 dossier; \
         while read a b; do case $a in go) echo move A1;; quit) exit;; esac; done",
        results.display()
    );
    let play = ["duel", &engine, "hasard", "--jeu", "morpion", "--graine", "1", "-q", "--langue", "fr"];
    let output = serveur(folder.path(), &play).output().expect("serveur");
    assert!(!output.status.success() && said(&output).contains("duels.jsonl"), "{}", said(&output));
    assert!(folder.path().join("duels/derniere.json").is_file(), "{}", text(&output.stdout));
}

#[test]
fn games_that_come_from_a_record_do_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let duel = |args: &[&str]| {
        let args = [&["duel", "hasard", "hasard", "--jeu", "morpion", "--langue", "fr"][..], args].concat();
        let output = serveur(folder.path(), &args).output().expect("serveur");
        assert!(output.status.success(), "{}", said(&output));
        text(&output.stdout)
    };
    duel(&[]);
    for (from, games) in [("duels/derniere.json:retour:1", 3), ("duels/derniere.json:1", 6)] {
        let shown = duel(&["--depuis", from, "-n", "3"]);
        let table = shown.lines().skip_while(|line| !line.starts_with("joueur")).skip(1).take(2);
        for row in table {
            // Name, points, won, drawn, lost.
            let counted =
                row.split_whitespace().skip(2).take(3).map(|count| count.parse::<u32>().expect(row));
            assert_eq!(counted.sum::<u32>(), games, "{shown}");
        }
    }
}

/// Each waits until the other one runs.
#[test]
fn engines_are_started_at_the_same_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = |own: &str, other: &str| {
        let [here, there] = [own, other].map(|name| folder.path().join(name).display().to_string());
        let moteur = program("moteur").display().to_string();
        let waiting = format!("touch {here}.runs; until [ -e {there}.runs ]; do sleep 0.01; done");
        engine(folder.path(), own, &format!("{waiting}; exec {moteur} morpion hasard\n"))
    };
    let (one, other) = (engine("un", "deux"), engine("deux", "un"));
    let options = ["joue", "morpion", &one, &other, "--confinement", "aucun", "--sans-parties"];
    run(&mut serveur(folder.path(), &options));
}
