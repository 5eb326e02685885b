//! What the organiser asks of a running server of Labyrinthe: who is there, games between clients, training games.

use arbitre::jeux::labyrinthe::{Doing, ServerStatus, TournamentState};
use arbitre::live::Receiver;
use arbitre::record::Record;
use ipc::control::{AskError, ask};
use protocol::Termination;
use protocol::cgs::Edition;
use testing::labyrinthe::Server;
use testing::{find, until};

/// How the server stands, as it says itself.
fn status(server: &Server) -> ServerStatus {
    let answer = server.request(&["etat"]);
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    assert_eq!(answer.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1);
    serde_json::from_slice(&answer.stdout).expect("a status")
}

/// Has something begun; the name of its record, which the answer ends with.
fn begin(server: &Server, words: &[&str]) -> String {
    let answer = server.request(words);
    assert!(answer.status.success(), "{words:?}: {}", String::from_utf8_lossy(&answer.stderr));
    let text = String::from_utf8(answer.stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), 2, "{text}");
    text.lines().last().expect("a line").to_owned()
}

fn fails(server: &Server, words: &[&str], why: &str) {
    let answer = server.request(words);
    let said = String::from_utf8_lossy(&answer.stderr).into_owned();
    assert!(!answer.status.success() && said.contains(why), "{words:?}: {said}");
}

fn record(server: &Server, id: &str) -> Record {
    let path = server.records().join(format!("{id}.json"));
    find("the record", || Record::read(&path).ok())
}

#[test]
fn who_is_there_and_what_is_played() {
    let server = Server::start(&[]);
    let mut idle = server.connect(Edition::E2025);
    idle.ask("CLIENT_NAME ida", &["OK"]);
    let _nameless = server.connect(Edition::E2017);
    let mut players = [server.waiting("ada"), server.waiting("blaise")];
    let mut entered = server.named("carl");
    assert!(server.request(&["tournoi", "cup"]).status.success());
    entered.ask("WAIT_GAME TOURNAMENT cup\n", &["OK"]);
    let before = status(&server);
    let ports = before.ports.iter().map(|port| (port.port, port.edition.as_str()));
    let listening =
        [Edition::E2017, Edition::E2025].map(|edition| (server.port(edition), edition.to_string()));
    assert!(ports.eq(listening.iter().map(|(port, edition)| (*port, edition.as_str()))));
    assert!(!before.stopping && before.games.is_empty() && before.training.contains(&"ASTAR".to_owned()));
    let does = |name: &str, status: &ServerStatus| {
        let client = status.clients.iter().find(|client| client.name == name).expect("a client");
        client.does.clone()
    };
    assert_eq!(before.clients.len(), 4);
    assert_eq!(before.clients[0].edition, "2025");
    assert!(before.clients.iter().all(|client| client.since <= jiff::Timestamp::now()));
    assert_eq!(does("ida", &before), Doing::Nothing);
    assert_eq!(does("ada", &before), Doing::Waiting);
    assert_eq!(does("carl", &before), Doing::Tournament { name: "cup".into() });
    let [cup] = &before.tournaments[..] else { panic!("{before:?}") };
    assert_eq!((cup.name.as_str(), cup.state, cup.phases), ("cup", TournamentState::Open, 0));
    assert_eq!(cup.players, ["carl"]);
    let id = begin(&server, &["rencontre", "blaise", "ada"]);
    let during = status(&server);
    assert_eq!(does("ada", &during), Doing::Playing { id: id.clone(), against: "blaise".into() });
    assert_eq!(does("blaise", &during), Doing::Playing { id: id.clone(), against: "ada".into() });
    let [game] = &during.games[..] else { panic!("{during:?}") };
    assert_eq!((&game.id, game.over), (&id, false));
    assert_eq!(game.players, ["blaise".to_owned(), "ada".to_owned()]);
    let [ada, blaise] = &mut players;
    assert_eq!(ada.message().as_deref(), Some(game.title.as_str()));
    ada.message();
    ada.ask("GET_GAME_DATA\n", &["OK"]);
    blaise.game_data();
    blaise.ask("PLAY_MOVE 9 0", &["OK"]);
    until("the record", || status(&server).games.iter().all(|game| game.over));
    assert_eq!(record(&server, &id).parties[0].result.termination, Termination::Triche);
}

#[test]
fn a_game_is_begun_as_the_organiser_wishes() {
    let server = Server::start(&[]);
    let mut players = ["a", "b", "c", "d"].map(|name| server.waiting(name));
    let wishes = ["--graine", "77", "--temps", "2.5"];
    let mut ids = Vec::new();
    for (one, other) in [("a", "b"), ("d", "c")] {
        ids.push(begin(&server, &[&["rencontre", one, other][..], &wishes].concat()));
    }
    let walls = players.each_mut().map(testing::labyrinthe::Client::game_data);
    assert!(walls.iter().all(|one| *one == walls[0]), "one seed, one labyrinth");
    assert_eq!(players.each_ref().map(|player| player.last.as_str()), ["0", "1", "1", "0"]);
    drop(players);
    for id in ids {
        assert_eq!(record(&server, &id).settings.time_ms, Some(2500));
    }
    fails(&server, &["rencontre", "a", "e", "--graine", "99999999"], "graine=99999999");
    fails(&server, &["rencontre", "x", "y"], "x n'est pas connecté");
    let control = server.records().with_file_name("controle");
    for line in ["rencontre a b delai=3", "rencontre a b graine", "rencontre a b temps=1e300", "entraine a"] {
        assert!(matches!(ask(&control, line), Err(AskError::Refused(_))), "{line}");
    }
}

/// Who watches sees it from its beginning.
#[test]
fn a_waiting_client_is_seated_with_a_training_player() {
    let server = Server::start(&[]);
    let mut client = server.waiting("ada");
    fails(&server, &["entraine", "ada", "HAL"], "DO_NOTHING");
    fails(&server, &["entraine", "ada", "ASTAR", "--commence", "blaise"], "blaise ne joue pas");
    fails(&server, &["entraine", "blaise", "ASTAR"], "blaise n'est pas connecté");
    let watching = Receiver::bind(&server.records()).expect("a socket");
    let wishes = ["--commence", "ada", "--graine", "5", "--temps", "60", "--delai", "1"];
    let id = begin(&server, &[&["entraine", "ada", "DO_NOTHING"][..], &wishes].concat());
    fails(&server, &["entraine", "ada", "ASTAR"], "n'attend pas de partie");
    let state = status(&server);
    assert_eq!(state.clients[0].does, Doing::Playing { id: id.clone(), against: "DO_NOTHING".into() });
    client.game_data();
    assert_eq!(client.last, "0");
    client.ask("PLAY_MOVE 8 0", &["OK", "0", ""]);
    client.ask("GET_MOVE", &["OK", "8 0", "0"]);
    client.ask("PLAY_MOVE 9 0", &["OK", "-1", "The type is not valid !"]);
    let played = record(&server, &id);
    assert_eq!((played.settings.time_ms, played.parties[0].moves.len()), (Some(60_000), 3));
    let mut seen = Vec::new();
    until("its end", || {
        seen.extend(watching.receive().ok().flatten());
        seen.last().is_some_and(arbitre::live::LiveUpdate::is_over)
    });
    assert_eq!(seen.last().map(|seen| &seen.record), Some(&played));
    assert!(seen[0].under_way().is_some_and(|partie| partie.moves.is_empty()));
}
