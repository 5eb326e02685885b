//! A person at the terminal: `serveur joue`, on a pipe and on a real terminal.

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

use arbitre::live::Receiver;
use nix::sys::signal::Signal;
use testing::championship::records;
use testing::output::{Heard, both, text};
use testing::process::{Killed, signal};
use testing::until;

fn serveur(arguments: &[&str]) -> (tempfile::TempDir, Command) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    command.arg("joue").args(arguments).env("LC_ALL", "C").env("LOGNAME", "ada").current_dir(folder.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    (folder, command)
}

/// Plays with these lines typed, and then the end of the input.
fn typed(arguments: &[&str], lines: &str) -> (tempfile::TempDir, Output) {
    let (folder, mut command) = serveur(arguments);
    let mut child = command.spawn().expect("a rencontre");
    // Who loses early reads no further.
    child.stdin.take().expect("its input").write_all(lines.as_bytes()).ok();
    (folder, child.wait_with_output().expect("its end"))
}

/// An engine that plays the same moves in every game.
const SECOND: &str = "pipe:n=0; while read -r word rest; do case $word in hello) echo engine 1 script;; \
                      game) n=0;; go) n=$((n+1)); case $n in 1) echo move B1;; 2) echo move B2;; 3) echo move C3;; *) echo move A3;; esac;; \
                      quit) exit;; esac; done";

#[test]
fn a_person_plays_a_rencontre_that_is_recorded_and_replayed() {
    // What is wrong is said and typed again; a column wins both games.
    let lines = "?\nA1\nB1\nZ9\nA2\nA3\n\nA1\nA2\nA3\n";
    let (folder, played) = typed(&["morpion", "personne", SECOND], lines);
    let said = both(&played);
    assert!(played.status.success(), "{said}");
    for wanted in ["vous commencez", "l'adversaire commence", "coups possibles : ", "B1 : ", "Z9 : "] {
        assert!(said.contains(wanted), "{wanted} is not in {said}");
    }
    let records = records(&folder.path().join("parties"));
    let [record] = &records[..] else { panic!("{records:?}") };
    let replayed = Command::new(env!("CARGO_BIN_EXE_serveur")).arg("rejoue").arg(record).output();
    let replayed = replayed.expect("replayed");
    assert!(replayed.status.success(), "{}", text(&replayed.stderr));
}

/// Who listens in the folder of the records watches.
#[test]
fn a_rencontre_of_this_machine_can_be_watched() {
    let (folder, mut command) = serveur(&["morpion", "minimax", "glouton"]);
    let records = folder.path().join("parties");
    std::fs::create_dir(&records).expect("a folder");
    let watching = Receiver::bind(&records).expect("a socket");
    assert!(command.stdin(Stdio::null()).status().expect("its end").success());
    let seen = watching.receive().expect("something came").expect("a rencontre");
    assert!(seen.under_way().is_some_and(|partie| partie.moves.is_empty()));
    assert!(seen.record.path(&records).exists(), "{}", seen.record.id);
}

/// Without a limit the engine has the time of the game: nobody wants to wait a day for it.
#[test]
fn an_engine_takes_no_more_than_the_time_of_the_game() {
    let second = SECOND.replace("go) ", "go) echo $rest >> temps;");
    // It writes where it was started.
    let words = ["morpion", "personne", &second, "--confinement", "aucun"];
    let (folder, played) = typed(&words, "A1\nA2\nA3\nA1\nA2\nA3\n");
    assert!(played.status.success(), "{}", both(&played));
    let told = std::fs::read_to_string(folder.path().join("temps")).expect("its times");
    assert!(told.lines().count() > 2 && told.lines().all(|time| time == "4950"), "{told}");
}

/// The process below this one that plays; not what confines it.
fn engine_below(pid: u32) -> Option<u32> {
    let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).ok()?.replace('\0', " ");
    if command.contains("moteur colonnes") && !command.contains("--arbitre-enclos") {
        return Some(pid);
    }
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten();
    let children = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<String> = children.collect();
    children.iter().flat_map(|text| text.split_whitespace()).find_map(|pid| engine_below(pid.parse().ok()?))
}

/// The processor time that a process has used, in nanoseconds.
fn used(pid: u32) -> u64 {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).expect("a process").flatten();
    let time = |path: std::path::PathBuf| -> Option<u64> {
        std::fs::read_to_string(path.join("schedstat")).ok()?.split(' ').next()?.parse().ok()
    };
    tasks.filter_map(|task| time(task.path())).sum()
}

#[test]
fn an_engine_computes_while_a_person_thinks_only_if_asked_to() {
    for asked in [false, true] {
        let option: &[&str] = if asked { &["--reflexion"] } else { &[] };
        let words = ["colonnes", "personne", "alphabeta", "--sans-parties"];
        let (_folder, mut command) = serveur(&[&words[..], option].concat());
        let mut child = Killed(command.spawn().expect("a rencontre"));
        let mut keys = child.0.stdin.take().expect("its input");
        let mut heard = Heard::of(child.0.stdout.take().expect("its output"));
        let errors = Heard::of(child.0.stderr.take().expect("its errors"));
        heard.wait_for("À vous");
        keys.write_all(b"B2\n").expect("typed");
        heard.wait_for("À vous");
        let pid = engine_below(child.0.id()).expect("an engine");
        if asked {
            let before = used(pid);
            until("it thinks in the person's turn", || used(pid) > before);
            continue;
        }
        let mut computes_while_typing = || {
            let before = used(pid);
            for number in 0..10 {
                keys.write_all(format!("Z{number}\n").as_bytes()).expect("typed");
                heard.wait_for(&format!("Z{number} : "));
            }
            used(pid) != before
        };
        // It is stopped once it has read how its move was judged, which a busy machine lets it do late.
        let stopped = (0..20).any(|_| !computes_while_typing());
        assert!(stopped, "it has had the processor all the time: {}", errors.said());
        assert!(!computes_while_typing(), "it has the processor again: {}", errors.said());
    }
}

#[test]
fn giving_up_and_the_end_of_the_input_lose() {
    for lines in ["!\n!\n", ""] {
        let (_folder, played) = typed(&["morpion", "personne", SECOND, "--sans-parties"], lines);
        let said = both(&played);
        assert!(played.status.success(), "{said}");
        assert_eq!(said.matches("ada a abandonné").count(), 2, "{said}");
    }
}

/// A game in which the person is asked for the first move.
fn under_way() -> (tempfile::TempDir, Child) {
    let (folder, mut command) = serveur(&["colonnes", "personne", SECOND]);
    let mut child = command.spawn().expect("a rencontre");
    let mut said = String::new();
    while !said.contains("À vous") {
        let mut bytes = [0; 512];
        let read = child.stdout.as_mut().expect("its output").read(&mut bytes).expect("output");
        assert!(read > 0, "{said}");
        said += &String::from_utf8_lossy(&bytes[..read]);
    }
    (folder, child)
}

/// Sends a signal, waits for the end of the game, and reads its record.
fn interrupted(name: Signal, process: u32, (folder, mut child): (tempfile::TempDir, Child)) -> String {
    // The end of the input would give the game up.
    let _keys = child.stdin.take();
    signal(process, name);
    let ended = child.wait_with_output().expect("its end");
    assert_eq!(ended.status.code(), Some(1), "{}", both(&ended));
    let records = records(&folder.path().join("parties"));
    std::fs::read_to_string(&records[0]).expect("a record")
}

#[test]
fn ctrl_c_interrupts_and_is_recorded() {
    let (folder, child) = under_way();
    let record = interrupted(Signal::SIGINT, child.id(), (folder, child));
    assert!(record.contains("\"interrupted\": \"stopped-here\""), "{record}");
}

#[test]
fn a_game_whose_host_is_killed_is_recorded_as_interrupted() {
    let (folder, child) = under_way();
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let host = std::fs::read_to_string(children).expect("its children");
    let host = host.trim().parse().expect("one: the host");
    let record = interrupted(Signal::SIGKILL, host, (folder, child));
    assert!(record.contains("interrupted-signal") && record.contains("SIGKILL"), "{record}");
}

#[test]
fn what_cannot_be_played_is_refused_by_name() {
    for (arguments, wanted) in [
        (&["dames"][..], "dames"),
        (&["morpion", "personne", "java"], "java"),
        (&["labyrinthe", "personne", "astar", "--parametre", "L=14"], "L"),
        (&["labyrinthe", "personne", "astar", "--parametre", "X=1"], "X"),
    ] {
        let (_folder, refused) = typed(arguments, "");
        let said = both(&refused);
        assert!(!refused.status.success() && said.contains(wanted), "{arguments:?}: {said}");
        assert!(!said.contains("Error") && !said.contains("Some("), "{said}");
    }
}

#[test]
fn two_people_share_a_keyboard() {
    let lines = "A1\nB1\nA2\nB2\nA3\n".repeat(2);
    let (_folder, played) = typed(&["morpion", "personne", "personne"], &lines);
    let said = both(&played);
    assert!(played.status.success() && said.contains("ada-1 1, ada-2 1, nulles 0"), "{said}");
}

/// Where a player may not see everything, neither does a person; what cannot be a move costs nothing there either.
#[test]
fn a_person_sees_no_secrets() {
    let engine = "pipe:n=0; while read -r word rest; do case $word in hello) echo engine 1 script;; \
                  game) n=0;; go) n=$((n+1)); case $n in 1) echo move 201/003;; *) echo move 0:1;; esac;; quit) exit;; esac; done";
    let sizes = ["--parametre", "h=2", "--parametre", "w=3", "--parametre", "n=1"];
    let lines = "?\n0:0\n200/003\n201/003\nZ\n?\n0:2\n0:1\n1:1\n1:2\n!\n";
    let (_folder, played) =
        typed(&[&["sphinx", "personne", engine, "--sans-parties"], &sizes[..]].concat(), lines);
    let said = both(&played);
    assert!(played.status.success(), "{said}");
    for wanted in [
        "0 ▲ ? ?   0 ▲ · ▒\n1 ? ? ◇   1 · · ◇",
        "nombre de murs de la grille : 0, au lieu de 1",
        "« Z » n'est pas un coup",
        "coups possibles : 0:1 1:0",
        " joue passe",
        "réponse : -1",
        "0 ▲ ● ?   0 ▲ · ▒\n1 ? ● ◆   1 · · ◇\n● vous : 4/6 ◆",
        "bilan : ada 1, ",
    ] {
        assert!(said.contains(wanted), "{wanted} is not in {said}");
    }
    // The person has never asked where the engine's wall is.
    assert!(!said.split("partie retour").next().unwrap_or_default().contains("0 ▲ ● ▒   0"), "{said}");
}
