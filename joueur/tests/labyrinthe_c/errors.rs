//! Refusals, nonsense, functions called out of place: each ends the program with an explanation.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::process::Command;

use protocol::cgs::{Due, Edition, GameStringError, Refusal};

use crate::build::Form;
use crate::scene::{LABYRINTH, Outcome, Peer, Scene, Script, play};
use testing::port::Port;

/// The calls up to a state, and what the server has then said.
const GAME: &str = "connecter\nattendre\nlabyrinthe\n";

fn refusal(edition: Edition, refusal: &Refusal) -> Vec<String> {
    refusal.messages(edition, IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// Plays `calls`; the server refuses the last one, with all that it has to say, and closes if it does so.
fn refused(
    edition: Edition,
    calls: &str,
    before: impl Fn(&mut Peer) + Send + Sync,
    command: &str,
    refusal: &Refusal,
) -> Outcome {
    Scene::new(edition).play_one(calls, |mut peer| {
        before(&mut peer);
        peer.expect(command);
        let messages = self::refusal(edition, refusal);
        peer.say(&messages.iter().map(String::as_str).collect::<Vec<_>>());
        if refusal.closes() {
            peer.hang_up();
        } else {
            peer.expect_end();
        }
    })
}

#[test]
fn refusals_are_explained() {
    for edition in Edition::ALL {
        let connect = |name: &str, why: &Refusal, words: &[&str]| {
            let calls = format!("connecter 127.0.0.1 PORT {name}\nattendre");
            refused(edition, &calls, |_| {}, &format!("CLIENT_NAME {name}"), why)
                .assert_fatal("connectToServer", words);
        };
        let rule = "1 à 20 caractères";
        connect("al-ice", &Refusal::Name("al-ice".to_owned()), &["refuse", rule, "The name is invalid"]);
        connect("", &Refusal::Sequence(Due::ClientName), &["refuse", rule]);
        connect("bob", &Refusal::NameTaken("bob".to_owned()), &["refuse", "déjà pris", "'bob'"]);

        let named = |peer: &mut Peer| peer.turn("CLIENT_NAME alice", &["OK"]);
        let wait = |asked: &str, error: GameStringError, words: &[&str]| {
            let training = if edition == Edition::E2025 { "TRAINING " } else { "" };
            let why = Refusal::GameString(format!("{training}{asked}"), error);
            let command = format!("WAIT_GAME {training}{asked}");
            let calls = format!("connecter\nattendre {asked}\nlabyrinthe");
            refused(edition, &calls, named, &command, &why).assert_fatal("waitForLabyrinth", words);
        };
        wait(
            "NOBODY",
            GameStringError::Player("NOBODY".to_owned()),
            &["joueur d'entraînement inconnu", "'NOBODY'"],
        );
        let error = GameStringError::Value { key: "timeout", value: "abc".to_owned() };
        wait("DO_NOTHING timeout=abc", error, &["option incorrecte", "timeout=abc"]);
        wait("DO_NOTHING \"", GameStringError::Form, &["NOM clé=valeur"]);
        let why = Refusal::Tournament("coupe".to_owned(), "complet".to_owned());
        refused(edition, "connecter\nattendre TOURNAMENT coupe", named, "WAIT_GAME TOURNAMENT coupe", &why)
            .assert_fatal("waitForLabyrinth", &["ce tournoi", "complet"]);

        let begun = |start| move |peer: &mut Peer| peer.begin(start);
        refused(edition, &format!("{GAME}recevoir\njouer 8 0"), begun("0"), "GET_MOVE", &Refusal::OwnTurn)
            .assert_fatal("getMove", &["c'est à vous de jouer"]);
        refused(
            edition,
            &format!("{GAME}jouer 8 0\nrecevoir"),
            begun("1"),
            "PLAY_MOVE 8 0",
            &Refusal::OpponentTurn,
        )
        .assert_fatal("sendMove", &["c'est à l'adversaire de jouer"]);
        let why = Refusal::Command("WAIT_GAME".to_owned());
        refused(edition, &format!("{GAME}attendre"), begun("1"), "WAIT_GAME ", &why)
            .assert_fatal("waitForLabyrinth", &["pas possible maintenant"]);
    }
}

#[test]
fn an_unknown_refusal_is_cut_and_cleaned() {
    let text = format!("\u{1b}[2J\n{}", "x".repeat(5000));
    let outcome = Scene::new(Edition::E2017).play_one("connecter", |mut peer| {
        peer.turn("CLIENT_NAME alice", &[&text]);
        peer.expect_end();
    });
    outcome.assert_fatal("connectToServer", &["le serveur refuse", "xxx"]);
    assert!(outcome.err.len() < 400 && !outcome.err.contains('\u{1b}'), "{outcome:?}");
}

/// What a server answers to the last call, and what it should have been.
struct Nonsense {
    calls: &'static str,
    function: &'static str,
    before: Script,
    command: &'static str,
    answer: &'static [&'static str],
    word: &'static str,
}

#[test]
fn nonsense_is_refused() {
    let named: Script = |peer| peer.turn("CLIENT_NAME alice", &["OK"]);
    let announced: Script = |peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.turn("WAIT_GAME ", &["OK", "name", "13 9"]);
    };
    let begun: Script = |peer| peer.begin("1");
    let mine: Script = |peer| peer.begin("0");
    let size = |answer| Nonsense {
        calls: "connecter\nattendre",
        function: "waitForLabyrinth",
        before: named,
        command: "WAIT_GAME ",
        answer,
        word: "taille du labyrinthe attendu",
    };
    let data = |answer, word| Nonsense {
        calls: "connecter\nattendre\nlabyrinthe",
        function: "getLabyrinth",
        before: announced,
        command: "GET_GAME_DATA",
        answer,
        word,
    };
    let given = |answer, word| Nonsense {
        calls: "connecter\nattendre\nlabyrinthe\nrecevoir",
        function: "getMove",
        before: begun,
        command: "GET_MOVE",
        answer,
        word,
    };
    let cases = [
        size(&["OK", "name", ""]),
        size(&["OK", "name", "13"]),
        size(&["OK", "name", "13 9 4"]),
        size(&["OK", "name", "0 9"]),
        size(&["OK", "name", "13 -9"]),
        size(&["OK", "name", "100 9"]),
        size(&["OK", "name", "99999999999999999999999 9"]),
        size(&["OK", "name", "a b"]),
        data(&["OK", "0101"], "labyrinthe attendu"),
        data(&["OK", ""], "labyrinthe attendu"),
        data(
            &[
                "OK",
                concat!(
                    "0",
                    "000100000100001010010010100101000101000001010001000101000000000000010010001001000101010101000100000000010001110101110"
                ),
            ],
            "labyrinthe attendu",
        ),
        data(
            &[
                "OK",
                "200100000100001010010010100101000101000001010001000101000000000000010010001001000101010101000100000000010001110101110",
            ],
            "labyrinthe attendu",
        ),
        data(&["OK", LABYRINTH, "2"], "qui commence"),
        data(&["OK", LABYRINTH, ""], "qui commence"),
        given(&["OK", "8 0", "2"], "code 0, 1 ou -1"),
        given(&["OK", "8 0", "gagné"], "code 0, 1 ou -1"),
        given(&["OK", "", "0"], "coup attendu"),
        given(&["OK", "9 0", "0"], "coup attendu"),
        given(&["OK", "-1 0", "0"], "coup attendu"),
        given(&["OK", "0 9", "0"], "coup attendu"),
        given(&["OK", "2 13", "0"], "coup attendu"),
        given(&["OK", "2 -1", "1"], "coup attendu"),
        given(&["OK", "\u{1b}[2J", "0"], "coup attendu"),
        Nonsense {
            calls: "connecter\nattendre\nlabyrinthe\njouer 8 0",
            function: "sendMove",
            before: mine,
            command: "PLAY_MOVE 8 0",
            answer: &["OK", "", "0"],
            word: "code 0, 1 ou -1",
        },
    ];
    for case in cases {
        let outcome = Scene::new(Edition::E2017).play_one(case.calls, |mut peer| {
            (case.before)(&mut peer);
            peer.turn(case.command, case.answer);
            peer.expect_end();
        });
        outcome.assert_fatal(case.function, &["réponse incompréhensible", case.word]);
        assert!(!outcome.err.contains('\u{1b}'), "{outcome:?}");
    }
}

#[test]
fn what_is_no_message_is_refused() {
    let first: [(&[u8], &str); 6] = [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "HTTP"),
        (b"SSH-2.0-OpenSSH\r\n", "SSH-"),
        (b"00 2OK", "00 2"),
        (b"\x1b[2J", "[2J"),
        (b"-002OK", "-002"),
        (b"\0\0\0\0\0\0\0\0", "est-ce bien un serveur"),
    ];
    for (bytes, word) in first {
        let outcome = Scene::new(Edition::E2017).play_one("connecter", |mut peer| {
            peer.expect("CLIENT_NAME alice");
            peer.raw(bytes);
            peer.expect_end();
        });
        outcome.assert_fatal("connectToServer", &["réponse incompréhensible", word]);
        assert!(!outcome.err.contains('\u{1b}'), "{outcome:?}");
    }
    // Later, and more than any message needs.
    let outcome = Scene::new(Edition::E2025).play_one("connecter\nattendre", |mut peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.expect("WAIT_GAME ");
        peer.raw(b"999999");
        peer.expect_end();
    });
    outcome.assert_fatal("waitForLabyrinth", &["réponse incompréhensible", "999999"]);
    let outcome = Scene::new(Edition::E2017).play_one("connecter\nattendre", |mut peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.expect("WAIT_GAME ");
        peer.raw(b"OK");
        peer.raw(b"OK");
        peer.expect_end();
    });
    outcome.assert_fatal("waitForLabyrinth", &["réponse incompréhensible", "OKOK"]);
}

#[test]
fn the_edition_asked_for_is_insisted_upon() {
    let outcome =
        Scene { variable: Some("2017"), ..Scene::new(Edition::E2025) }.play_one("connecter", |mut peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.expect_end();
        });
    outcome.assert_fatal("connectToServer", &["autre édition", "LABYRINTHE_EDITION"]);
    let outcome =
        Scene { variable: Some("2025"), ..Scene::new(Edition::E2017) }.play_one("connecter", |mut peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.expect_end();
        });
    outcome.assert_fatal("connectToServer", &["réponse incompréhensible", "édition"]);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut command = Command::new(Form::StaticC.path());
    command.env("LABYRINTHE_EDITION", "2018");
    let outcome = play(&mut command, "connecter 127.0.0.1 1 alice\n", &listener, || {});
    outcome.assert_fatal("connectToServer", &["LABYRINTHE_EDITION=2018", "2017 et 2025"]);
}

#[test]
fn no_server() {
    let nobody = Port::free();
    let unused = nobody.number;
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let cases = [
        (format!("127.0.0.1 {unused} alice"), "connexion impossible à 127.0.0.1"),
        ("127.0.0.1 0 alice".to_owned(), "0 n'est pas un port"),
        ("127.0.0.1 -5 alice".to_owned(), "-5 n'est pas un port"),
        ("127.0.0.1 65536 alice".to_owned(), "65536 n'est pas un port"),
        ("nulle:part 1234 alice".to_owned(), "serveur « nulle:part » inconnu"),
    ];
    for (arguments, words) in cases {
        let mut command = Command::new(Form::StaticC.path());
        let outcome = play(&mut command, &format!("connecter {arguments}\n"), &listener, || {});
        outcome.assert_fatal("connectToServer", &[words]);
    }
}

#[test]
fn functions_out_of_place() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let first = [
        ("attendre", "waitForLabyrinth"),
        ("labyrinthe", "getLabyrinth"),
        ("recevoir", "getMove"),
        ("jouer 8 0", "sendMove"),
        ("afficher", "printLabyrinth"),
        ("commenter a", "sendComment"),
    ];
    for (call, function) in first {
        let mut command = Command::new(Form::StaticC.path());
        let outcome = play(&mut command, &format!("{call}\n"), &listener, || {});
        outcome.assert_fatal(function, &["il faut d'abord appeler connectToServer"]);
    }
    let later = [
        ("connecter\nlabyrinthe", "getLabyrinth", "waitForLabyrinth"),
        ("connecter\nrecevoir", "getMove", "aucune partie en cours"),
        ("connecter\njouer 8 0", "sendMove", "aucune partie en cours"),
        ("connecter\nfermer\nattendre", "waitForLabyrinth", "connectToServer"),
    ];
    for (calls, function, words) in later {
        let outcome = Scene::new(Edition::E2017).play_one(calls, |mut peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.expect_end();
        });
        outcome.assert_fatal(function, &[words]);
    }
    let outcome = Scene::new(Edition::E2017).play_one(&format!("{GAME}jouer 4 0\njouer 4 0"), |mut peer| {
        peer.begin("0");
        peer.play("4 0", "-1", "");
        peer.expect_end();
    });
    assert_eq!(outcome.code, Some(1), "the game is over: {outcome:?}");
    let outcome = Scene::new(Edition::E2017).play_one("connecter\nattendre\nafficher", |mut peer| {
        peer.turn("CLIENT_NAME alice", &["OK"]);
        peer.turn("WAIT_GAME ", &["OK", "name", "13 9"]);
        peer.expect_end();
    });
    outcome.assert_fatal("printLabyrinth", &["getLabyrinth"]);
}

#[test]
fn endless_arguments_are_refused() {
    let outcome = Scene::new(Edition::E2017).play_one(
        &format!("connecter\nattendre ASTAR {}", "a=b ".repeat(1000)),
        |mut peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.expect_end();
        },
    );
    outcome.assert_fatal("waitForLabyrinth", &["trop long"]);
}
