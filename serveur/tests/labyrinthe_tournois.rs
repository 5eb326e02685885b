//! Tournaments of Labyrinthe: created and launched by the organiser, joined by `WAIT_GAME TOURNAMENT`.

mod labyrinthe_support;

use labyrinthe_support::{Client, Server, wait_until};
use protocol::cgs::{Edition, NOT_READY};

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

/// The one who begins loses at once; both learn of it.
fn play(first: &mut Client, second: &mut Client) {
    first.game_data();
    assert_eq!(first.last, "0");
    second.game_data();
    first.ask("PLAY_MOVE 9 0", &["OK"]);
    second.ask("GET_MOVE", &["OK", "9 0", "-1"]);
    first.expect(&["-1", "The type is not valid !"]);
}

fn create(server: &Server) {
    ask(server, &["tournoi", "cup", "--format", "aller-simple", "--ordre", "liste"]);
}

#[test]
fn a_knockout_with_a_player_who_leaves_and_comes_back() {
    let server = Server::start(&["--timeout", "300"]);
    ask(&server, &["tournoi", "cup", "--format", "elimination", "--ordre", "liste"]);
    let mut players: Vec<Client> = ["a", "b", "c", "d"].map(|name| server.named(name)).into();
    for player in &mut players {
        player.ask(JOIN, &["OK"]);
    }
    fails(&server, &["rencontre", "a", "b"], "n'attend pas de partie");
    let phase = ask(&server, &["lance", "cup"]);
    fails(&server, &["lance", "cup"], "la phase n'est pas finie");
    let mut games: Vec<[usize; 2]> = Vec::new();
    for line in phase.lines().skip(1) {
        // `1.1 : a contre d`
        let words: Vec<&str> = line.split(' ').collect();
        let number = |name: &str| "abcd".find(name).expect("a player");
        games.push([number(words[2]), number(words[4])]);
    }
    assert_eq!(games.len(), 2, "{phase}");
    let mut latecomer = server.named("late");
    latecomer
        .ask(JOIN, &["The tournament 'cup' cannot be joined: The tournament 'cup' has already begun"; 2]);
    latecomer.expect_end();
    let mut next = Vec::new();
    for [first, second] in games {
        let [one, other] = players.get_disjoint_mut([first, second]).expect("two players");
        play(one, other);
        one.ask(JOIN, &["OK"]);
        next.push(second);
    }
    // One of the finalists leaves instead of waiting; the final begins when he is back.
    let names = ["a", "b", "c", "d"];
    players[next[0]].ask(JOIN, &["OK"]);
    players[next[1]] = server.connect(Edition::E2017);
    let phase = ask(&server, &["lance", "cup"]);
    let finalists = phase.lines().nth(1).expect("a game").to_owned();
    assert!(finalists.contains(names[next[0]]) && finalists.contains(names[next[1]]), "{phase}");
    assert!(ask(&server, &["classement", "cup"]).contains("attend ses joueurs"));
    let back = names[next[1]];
    players[next[1]].ask(&format!("CLIENT_NAME {back}\n"), &["OK"]);
    players[next[1]].ask(JOIN, &["OK"]);
    let begins = finalists.split(' ').nth(2).expect("a name");
    if begins != names[next[0]] {
        next.swap(0, 1);
    }
    let [one, other] = players.get_disjoint_mut([next[0], next[1]]).expect("two players");
    play(one, other);
    let standings = server.line_with("terminé");
    assert!(standings.contains("tournoi cup"));
    // Who still waits is sent away, and nobody else gets in.
    let losers = (0..4).filter(|player| !next.contains(player));
    for player in losers {
        players[player].expect_end();
    }
    players[next[0]].ask(JOIN, &["The tournament 'cup' cannot be joined: The tournament 'cup' is over"; 2]);
    fails(&server, &["lance", "cup"], "terminé");
    let ranking = ask(&server, &["classement", "cup"]);
    assert!(ranking.contains(names[next[1]]), "{ranking}");
    for path in server.wait_for_records(3) {
        let text = std::fs::read_to_string(path).expect("a record");
        assert!(text.contains("\"scheduled\": \"cup:"), "{text}");
    }
}

#[test]
fn edition_2025_hears_that_there_is_no_game_yet() {
    let server = Server::start(&["--timeout", "300", "--sans-parties"]);
    create(&server);
    let mut player = server.connect(Edition::E2025);
    player.ask("CLIENT_NAME a\n", &["OK"]);
    player.ask(JOIN, &["OK", NOT_READY, NOT_READY]);
}

#[test]
fn an_absent_player_can_be_declared_to_lose() {
    let server = Server::start(&["--timeout", "300", "--sans-parties"]);
    create(&server);
    let mut present = server.named("a");
    present.ask(JOIN, &["OK"]);
    let mut absent = server.named("b");
    absent.ask(JOIN, &["OK"]);
    drop(absent);
    ask(&server, &["lance", "cup"]);
    fails(&server, &["forfait", "cup", "c"], "aucune partie n'attend c");
    let standings = ask(&server, &["forfait", "cup", "b"]);
    assert!(standings.contains("b perd 1 partie(s) par forfait"), "{standings}");
    present.expect_end();
    assert!(ask(&server, &["classement", "cup"]).contains("terminé"));
    // The name of a tournament that is over is free.
    create(&server);
    fails(&server, &["tournoi", "cup"], "il y a déjà un tournoi cup");
}

#[test]
fn an_interrupted_game_is_played_again() {
    let server = Server::start(&["--timeout", "300", "--sans-parties"]);
    create(&server);
    for end in ["TERM", "KILL"] {
        let mut players = ["a", "b"].map(|name| {
            let mut player = server.named(name);
            player.ask(JOIN, &["OK"]);
            player
        });
        if end == "TERM" {
            ask(&server, &["lance", "cup"]);
        }
        players.iter_mut().for_each(|player| drop(player.game_data()));
        server.signal(server.children()[0], end);
        players.iter_mut().for_each(Client::expect_end);
        wait_until("the end of the game", || server.children().is_empty().then_some(()));
        assert!(ask(&server, &["classement", "cup"]).contains("attend ses joueurs"));
    }
    let mut players = ["a", "b"].map(|name| {
        let mut player = server.named(name);
        player.ask(JOIN, &["OK"]);
        player
    });
    players.iter_mut().for_each(|player| drop(player.game_data()));
    let [one, other] = &mut players;
    let (first, second) = if one.last == "0" { (one, other) } else { (other, one) };
    first.ask("PLAY_MOVE 9 0", &["OK"]);
    second.ask("GET_MOVE", &["OK", "9 0", "-1"]);
    server.line_with("terminé");
}

#[test]
fn what_cannot_be_is_refused() {
    let server = Server::start(&["--timeout", "300", "--sans-parties"]);
    fails(&server, &["tournoi", "la coupe"], "requête inconnue");
    fails(&server, &["tournoi", "cup", "--format", "ping-pong"], "format inconnu");
    fails(&server, &["lance", "cup"], "il n'y a pas de tournoi cup");
    fails(&server, &["classement", "cup"], "il n'y a pas de tournoi cup");
    create(&server);
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
