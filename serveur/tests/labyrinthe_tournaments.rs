//! Tournaments of Labyrinthe: created and launched phase by phase by the organiser, joined by `WAIT_GAME TOURNAMENT`, played as
//! championships.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use protocol::cgs::{Edition, NOT_READY};
use testing::labyrinthe::{Client, Server};
use testing::process::{children, signal};
use testing::{find, until};

const JOIN: &str = "WAIT_GAME TOURNAMENT cup\n";

fn ask(server: &Server, words: &[&str]) -> String {
    let answer = server.request(words);
    assert!(answer.status.success(), "{words:?}: {}", String::from_utf8_lossy(&answer.stderr));
    String::from_utf8(answer.stdout).expect("UTF-8")
}

fn fails(server: &Server, words: &[&str], why: &str) {
    let answer = server.request(words);
    let said = String::from_utf8_lossy(&answer.stderr).into_owned();
    assert!(!answer.status.success() && said.contains(why), "{words:?}: {said}");
}

fn create(server: &Server, format: &str) {
    ask(server, &["tournoi", "cup", "--format", format, "--ordre", "liste"]);
}

/// The one who begins loses at once; both learn of it.
fn play(one: &mut Client, other: &mut Client) {
    one.game_data();
    other.game_data();
    let (first, second) = if one.last == "0" { (one, other) } else { (other, one) };
    first.ask("PLAY_MOVE 9 0", &["OK"]);
    second.ask("GET_MOVE", &["OK", "9 0", "-1"]);
    first.expect(&["-1", "The type is not valid !"]);
}

/// Launches this phase, as soon as the last one is over. (While a championship has still to be started again, the answer is that
/// the phase under way goes on.)
fn launch(server: &Server, phase: u32) {
    until("the end of the phase", || {
        let answer = server.request(&["lance", "cup"]);
        let launched = String::from_utf8_lossy(&answer.stdout).contains(&format!("phase {phase}"));
        answer.status.success() && launched
    });
}

/// The folder of the tournament.
fn folder_of(server: &Server) -> PathBuf {
    server.records().join("tournois/cup")
}

/// The results as the program for championships shows them.
fn exported(server: &Server) -> Vec<serde_json::Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    let out = command.args(["exporte"]).arg(folder_of(server).join("cup.toml")).output().expect("exported");
    let text = String::from_utf8(out.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn a_league_by_the_wire_with_export_and_replay() {
    let server = Server::start(&["--timeout", "300"]);
    create(&server, "aller-simple");
    let mut players = ["a", "b"].map(|name| server.named(name));
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    fails(&server, &["rencontre", "a", "b"], "n'attend pas de partie");
    ask(&server, &["lance", "cup"]);
    fails(&server, &["lance", "cup"], "la phase n'est pas finie");
    let mut latecomer = server.named("late");
    latecomer
        .ask(JOIN, &["The tournament 'cup' cannot be joined: The tournament 'cup' has already begun"; 2]);
    latecomer.expect_end();
    let [one, other] = &mut players;
    play(one, other);
    server.line_with("terminé");
    one.ask(JOIN, &["The tournament 'cup' cannot be joined: The tournament 'cup' is over"; 2]);
    fails(&server, &["lance", "cup"], "terminé");
    let ranking = ask(&server, &["classement", "cup"]);
    assert!(ranking.contains("a") && ranking.contains("b"), "{ranking}");
    let records = exported(&server);
    let [record] = &records[..] else { panic!("{} records", records.len()) };
    assert_eq!(record["parties"].as_array().map(Vec::len), Some(1));
    let named = format!("{}#1.1", folder_of(&server).join("cup.toml").display());
    let replayed =
        Command::new(env!("CARGO_BIN_EXE_serveur")).args(["rejoue", &named]).output().expect("replayed");
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
}

#[test]
fn a_phase_that_could_not_be_launched_is_still_to_come() {
    let server = Server::start(&["--timeout", "300"]);
    create(&server, "aller-retour");
    let mut players = ["a", "b"].map(|name| server.named(name));
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    // No file can replace a folder, and none can be read in its place.
    for file in ["lance", "forfaits"] {
        let kept = folder_of(&server).join(file);
        fs::create_dir(&kept).expect("a folder");
        fails(&server, &["lance", "cup"], file);
        fs::remove_dir(&kept).expect("removed");
    }
    assert!(!folder_of(&server).join("lance").exists(), "a restarted server takes it for launched");
    let launched = ask(&server, &["lance", "cup"]);
    assert!(launched.contains("phase 1"), "{launched}");
}

#[test]
fn a_knockout_with_a_player_who_leaves_and_comes_back() {
    let server = Server::start(&["--timeout", "300"]);
    create(&server, "elimination");
    let mut players: Vec<Client> = ["a", "b", "c", "d"].map(|name| server.named(name)).into();
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    launch(&server, 1);
    // Who meets whom is the first thing that each pair learns.
    let mut next = Vec::new();
    for pair in [[0, 3], [1, 2]] {
        let [one, other] = players.get_disjoint_mut(pair).expect("two players");
        play(one, other);
        // The one who did not begin has won.
        let winner = if one.last == "-1" { pair[0] } else { pair[1] };
        next.push(winner);
    }
    fails(&server, &["rencontre", "a", "b"], "n'attend pas de partie");
    // One of the finalists leaves instead of waiting; the final begins when he is back.
    players[next[0]].ask(JOIN, &["OK"]);
    let name = ["a", "b", "c", "d"][next[1]];
    players[next[1]] = server.connect(Edition::E2017);
    launch(&server, 2);
    players[next[1]] = server.named(name);
    players[next[1]].ask(JOIN, &["OK"]);
    let [one, other] = players.get_disjoint_mut([next[0], next[1]]).expect("two players");
    play(one, other);
    server.line_with("terminé");
    assert_eq!(exported(&server).len(), 3);
}

#[test]
fn edition_2025_hears_that_there_is_no_game_yet() {
    let server = Server::start(&["--timeout", "300", "--sans-parties"]);
    create(&server, "aller-simple");
    let mut player = server.connect(Edition::E2025);
    player.ask("CLIENT_NAME a\n", &["OK"]);
    player.ask(JOIN, &["OK", NOT_READY, NOT_READY]);
}

#[test]
fn what_a_killed_server_of_the_same_number_left_behind_is_not_taken_over() {
    // The shell makes what such a server leaves, and becomes the server: its number stays.
    let folder = tempfile::tempdir().expect("a folder");
    let left =
        r#"cup="$TMPDIR/arbitre-tournois-$$/cup"; mkdir -p "$cup"; cp cup.toml "$cup"; exec "$0" "$@""#;
    let first = Server::start(&["--timeout", "300"]);
    create(&first, "aller-simple");
    std::fs::copy(folder_of(&first).join("cup.toml"), folder.path().join("cup.toml")).expect("copied");
    let mut command = Command::new("sh");
    command.args(["-c", left, env!("CARGO_BIN_EXE_serveur")]);
    let server = Server::start_as(command, folder, &["--timeout", "300", "--sans-parties"]);
    create(&server, "aller-simple");
}

#[test]
fn an_absent_player_is_forfeited_in_all_phases_by_one_request() {
    let server = Server::start(&["--timeout", "300"]);
    create(&server, "suisse:rondes=2");
    let mut players: Vec<Client> = ["a", "b", "c"].map(|name| server.named(name)).into();
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    let mut absent = server.named("d");
    absent.ask(JOIN, &["OK"]);
    drop(absent);
    ask(&server, &["lance", "cup"]);
    fails(&server, &["forfait", "cup", "nobody"], "aucune partie n'attend nobody");
    ask(&server, &["forfait", "cup", "d"]);
    // The three others play their games whenever two of them meet, phase by phase.
    until("the last game", || {
        server.request(&["lance", "cup"]);
        play_whoever_meets(&mut players)
    });
    server.line_with("terminé");
    let forfeits = exported(&server).into_iter().filter(|record| {
        record["parties"][0]["result"]["detail"] == "absent"
            && record["players"].to_string().contains("\"d\"")
    });
    assert_eq!(forfeits.count(), 2, "one in each round");
}

#[test]
fn forfeits_that_cannot_be_read_are_not_taken_for_none() {
    let server = Server::start(&["--timeout", "300"]);
    create(&server, "aller-simple");
    let mut players: Vec<Client> = ["a", "b", "c"].map(|name| server.named(name)).into();
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    ask(&server, &["lance", "cup"]);
    ask(&server, &["forfait", "cup", "b"]);
    let file = folder_of(&server).join("forfaits");
    assert_eq!(std::fs::read(&file).expect("forfeits"), b"b\n");
    std::fs::write(&file, b"b\n\xff\n").expect("damaged");
    fails(&server, &["forfait", "cup", "c"], "forfaits");
    assert_eq!(std::fs::read(&file).expect("forfeits"), b"b\n\xff\n");
}

/// A tournament that nobody plays yet: `b` has entered and left before the launch.
fn launched(server: &Server) -> Client {
    create(server, "aller-simple");
    let [mut player, mut absent] = ["a", "b"].map(|name| server.named(name));
    player.ask(JOIN, &["OK"]);
    absent.ask(JOIN, &["OK"]);
    drop(absent);
    ask(server, &["lance", "cup"]);
    player
}

/// The absent one comes, and they play.
fn play_the_game(server: &Server, mut player: Client) {
    let mut other = server.named("b");
    other.ask(JOIN, &["OK"]);
    play(&mut player, &mut other);
    server.line_with("terminé");
}

#[test]
fn a_championship_that_cannot_be_restarted_is_tried_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let mut command = Command::new(env!("CARGO_BIN_EXE_serveur"));
    command.stderr(File::create(&log).expect("a log"));
    let server = Server::start_as(command, folder, &["--timeout", "300"]);
    let player = launched(&server);
    let forfeits = folder_of(&server).join("forfaits");
    fs::write(&forfeits, b"\xff").expect("damaged");
    let plays = |pid: &Pid| {
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline"));
        command.is_ok_and(|command| command.contains("--accueil"))
    };
    let championship = find("the championship", || children(server.pid()).into_iter().find(plays));
    kill(championship, Signal::SIGKILL).expect("killed");
    until("the failure is told", || fs::read_to_string(&log).expect("the log").contains("forfaits"));
    fs::remove_file(&forfeits).expect("repaired");
    play_the_game(&server, player);
}

#[test]
fn a_championship_that_cannot_be_resumed_by_a_new_server_is_tried_again() {
    let server = Server::start(&["--timeout", "300"]);
    drop(launched(&server));
    let forfeits = folder_of(&server).join("forfaits");
    fs::write(&forfeits, b"\xff").expect("damaged");
    let server = server.kill_and_restart(&["--timeout", "300"]);
    // Answered after the tournaments were opened.
    assert!(ask(&server, &["etat"]).contains("stopped"));
    fs::remove_file(&forfeits).expect("repaired");
    let mut player = server.named("a");
    player.ask(JOIN, &["OK"]);
    play_the_game(&server, player);
}

/// Goes on with whatever game two of these players have. Whether it was the last of all: who asks then is told so.
fn play_whoever_meets(players: &mut [Client]) -> bool {
    let called: Vec<usize> = (0..players.len()).filter(|&at| players[at].has_message()).collect();
    let [one, other] = called[..] else { return false };
    let Ok([one, other]) = players.get_disjoint_mut([one, other]) else { return false };
    play(one, other);
    let answers = [one, other].map(|player| {
        player.send(JOIN);
        player.message().expect("an answer")
    });
    assert!(answers.iter().all(|answer| answer == "OK" || answer.ends_with("is over")), "{answers:?}");
    answers[0] != "OK"
}

#[test]
fn a_tournament_survives_a_server_that_is_killed() {
    let server = Server::start(&["--timeout", "300"]);
    create(&server, "aller-retour");
    let mut players = ["a", "b"].map(|name| server.named(name));
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    ask(&server, &["lance", "cup"]);
    let [one, other] = &mut players;
    play(one, other);
    one.ask(JOIN, &["OK"]);
    until("the first record", || exported(&server).len() == 1);
    let server = server.kill_and_restart(&["--timeout", "300"]);
    let mut players = ["a", "b"].map(|name| server.named(name));
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    launch(&server, 2);
    let [one, other] = &mut players;
    play(one, other);
    server.line_with("terminé");
    let records = exported(&server);
    let mut keys: Vec<String> = records.iter().map(|record| record["scheduled"].to_string()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!((records.len(), keys.len()), (2, 2));
}

/// An impatient organiser: both wishes come before the server has read one.
#[test]
fn a_server_that_is_told_twice_at_once_waits_for_no_tournament() {
    let server = Server::start(&["--timeout", "3000"]);
    create(&server, "aller-retour");
    let mut players = ["a", "b"].map(|name| server.named(name));
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    ask(&server, &["lance", "cup"]);
    // They are called to a game, which they do not play.
    for player in &mut players {
        player.message().expect("a labyrinth");
    }
    for name in [Signal::SIGSTOP, Signal::SIGTERM, Signal::SIGINT, Signal::SIGCONT] {
        signal(server.pid(), name);
    }
    server.wait();
}

#[test]
fn what_cannot_be_is_refused() {
    let server = Server::start(&["--timeout", "300", "--sans-parties"]);
    fails(&server, &["tournoi", "la coupe"], "requête inconnue");
    fails(&server, &["tournoi", "../x"], "n'est pas un nom de tournoi");
    fails(&server, &["tournoi", "cup", "--format", "ping-pong"], "format inconnu");
    fails(&server, &["lance", "cup"], "il n'y a pas de tournoi cup");
    fails(&server, &["classement", "cup"], "il n'y a pas de tournoi cup");
    create(&server, "aller-simple");
    fails(&server, &["tournoi", "cup"], "il y a déjà un tournoi cup");
    fails(&server, &["lance", "cup"], "");
    let mut alone = server.named("a");
    alone.ask(JOIN, &["OK"]);
    fails(&server, &["lance", "cup"], "");
    // Others may still join.
    let mut other = server.named("b");
    other.ask(JOIN, &["OK"]);
    ask(&server, &["lance", "cup"]);
    assert!(alone.message().is_some() && other.message().is_some());
}
