//! A server that goes away or falls silent, in every state: the program ends with an explanation.

use std::thread;

use protocol::cgs::Edition;

use crate::build::Form;
use crate::scene::{LABYRINTH, Scene, Script, message};

/// What the last call of a conversation is, and how far the server answers it before it leaves.
struct Departure {
    calls: &'static str,
    function: &'static str,
    server: Script,
}

/// Every place in which a server can leave.
const DEPARTURES: [Departure; 15] = [
    Departure { calls: "connecter", function: "connectToServer", server: |_| {} },
    Departure {
        calls: "connecter",
        function: "connectToServer",
        server: |peer| peer.expect("CLIENT_NAME alice"),
    },
    Departure {
        calls: "connecter\nattendre",
        function: "waitForLabyrinth",
        server: |peer| peer.turn("CLIENT_NAME alice", &["OK"]),
    },
    Departure {
        calls: "connecter\nattendre",
        function: "waitForLabyrinth",
        server: |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK"]);
        },
    },
    Departure {
        calls: "connecter\nattendre",
        function: "waitForLabyrinth",
        server: |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", "NOT_READY"]);
        },
    },
    Departure {
        calls: "connecter\nattendre",
        function: "waitForLabyrinth",
        server: |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", "name"]);
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe",
        function: "getLabyrinth",
        server: |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", "name", "13 9"]);
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe",
        function: "getLabyrinth",
        server: |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", "name", "13 9"]);
            peer.turn("GET_GAME_DATA", &["OK", LABYRINTH]);
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe\nrecevoir",
        function: "getMove",
        server: |peer| peer.begin("1"),
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe\nrecevoir",
        function: "getMove",
        server: |peer| {
            peer.begin("1");
            peer.turn("GET_MOVE", &["OK"]);
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe\nrecevoir",
        function: "getMove",
        server: |peer| {
            peer.begin("1");
            peer.turn("GET_MOVE", &["OK", "8 0"]);
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe\njouer 8 0",
        function: "sendMove",
        server: |peer| {
            peer.begin("0");
            peer.turn("PLAY_MOVE 8 0", &["OK"]);
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe\nafficher",
        function: "printLabyrinth",
        server: |peer| {
            peer.begin("0");
            peer.turn("DISP_GAME", &["OK"]);
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe\ncommenter a",
        function: "sendComment",
        server: |peer| {
            peer.begin("0");
            peer.expect("SEND_COMMENT a");
        },
    },
    Departure {
        calls: "connecter\nattendre\nlabyrinthe\njouer 4 0\nattendre",
        function: "waitForLabyrinth",
        server: |peer| {
            peer.begin("0");
            peer.play("4 0", "1", "");
        },
    },
];

#[test]
fn a_server_that_leaves_is_noticed_everywhere() {
    for edition in Edition::ALL {
        for departure in &DEPARTURES {
            let outcome = Scene::new(edition).play_one(departure.calls, |mut peer| {
                (departure.server)(&mut peer);
                peer.hang_up();
            });
            outcome.assert_fatal(departure.function, &["le serveur a fermé la connexion"]);
            assert!(!outcome.err.contains("au milieu"), "{outcome:?}");

            let outcome = Scene::new(edition).play_one(departure.calls, |mut peer| {
                (departure.server)(&mut peer);
                peer.raw(&message(edition, "a message of which half arrives")[..9]);
                peer.hang_up();
            });
            outcome.assert_fatal(
                departure.function,
                &["le serveur a fermé la connexion au milieu d'un message"],
            );

            let outcome = Scene::new(edition).play_one(departure.calls, |mut peer| {
                (departure.server)(&mut peer);
                peer.reset();
            });
            // It may come while the client connects, waits or sends: impossible, fermée or perdue.
            outcome.assert_fatal(departure.function, &["connexion"]);
        }
    }
}

/// A server that has closed already may have said why.
#[test]
fn the_last_words_of_a_server_are_read() {
    let outcome = Scene::new(Edition::E2017).play_one("connecter\nattendre", |mut peer| {
        peer.turn("CLIENT_NAME alice", &["OK", "The server stops"]);
        peer.hang_up();
    });
    outcome.assert_fatal("waitForLabyrinth", &["le serveur refuse : « The server stops »"]);
}

/// A server that is silent where it has to answer at once; and one that is not where it may take its time.
#[test]
fn silence_has_an_end() {
    let scene = Scene { form: Form::Impatient, ..Scene::new(Edition::E2017) };
    let silent: [(&str, &str, Script); 5] = [
        ("connecter", "connectToServer", |peer| peer.expect("CLIENT_NAME alice")),
        ("connecter", "connectToServer", |peer| {
            peer.expect("CLIENT_NAME alice");
            peer.raw(b"000");
        }),
        ("connecter\nattendre", "waitForLabyrinth", |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", "name"]);
        }),
        ("connecter\nattendre", "waitForLabyrinth", |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK"]);
            peer.raw(b"0008abc");
        }),
        ("connecter\nattendre\nlabyrinthe", "getLabyrinth", |peer| {
            peer.turn("CLIENT_NAME alice", &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", "name", "13 9"]);
            peer.turn("GET_GAME_DATA", &["OK"]);
        }),
    ];
    let gives_up = |(calls, function, server): (&str, &str, Script)| {
        let outcome = scene.play_one(calls, |mut peer| {
            server(&mut peer);
            peer.expect_end();
        });
        outcome.assert_fatal(function, &["le serveur ne répond plus"]);
    };
    thread::scope(|scope| {
        for case in silent {
            scope.spawn(move || gives_up(case));
        }
        scope.spawn(move || {
            // The server is silent for longer than another client waits.
            let outcome = scene.play_one("connecter\nattendre\nlabyrinthe\nrecevoir", |mut peer| {
                peer.turn("CLIENT_NAME alice", &["OK"]);
                peer.turn("WAIT_GAME ", &["OK"]);
                gives_up(silent[0]);
                peer.say(&["name", "13 9"]);
                peer.turn("GET_GAME_DATA", &["OK", LABYRINTH, "1"]);
                peer.turn("GET_MOVE", &["OK"]);
                gives_up(silent[0]);
                peer.say(&["8 0", "0"]);
                peer.expect_end();
            });
            assert_eq!(outcome.lines().last(), Some(&"recu 8 0 code 0"), "{outcome:?}");
        });
    });
}
