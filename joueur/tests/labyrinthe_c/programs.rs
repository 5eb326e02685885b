//! The subject's programs play whole games.

use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;

use jeux::Player;
use jeux::labyrinthe::{Direction, Labyrinth, Move};
use protocol::cgs::Edition;

use crate::build::program;
use crate::host::{End, Host, LONGEST, Report, mv};
use crate::scene::{Outcome, Pace, Peer, play};

/// Thinking time of `malin` per move, in seconds: enough to be tested.
const THINKING: &str = "0.01";

/// A program with its arguments; `training` is empty for a game against another client.
pub fn player(name: &str, port: u16, training: &str, games: usize) -> Command {
    let mut command = Command::new(program(name));
    command.args(["127.0.0.1", &port.to_string(), &format!("le_{name}"), training]);
    if name != "rien" {
        command.arg(games.to_string());
    }
    command.env("MALIN_REFLEXION", THINKING).env_remove("LABYRINTHE_EDITION");
    command
}

/// Runs a program to its end.
pub fn run(command: &mut Command) -> Outcome {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    Outcome {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// What the program has said about its games, true for victories. (The last question to the keyboard has no answer that
/// would end its line.)
pub fn verdicts(outcome: &Outcome) -> Vec<bool> {
    let verdict = |line: &str| match line.strip_prefix("Votre coup : ").unwrap_or(line) {
        "Gagné !" => Some(true),
        "Perdu." => Some(false),
        _ => None,
    };
    outcome.out.lines().filter_map(verdict).collect()
}

/// Asserts that the standard error has nothing but what the server says at the end of a game.
pub fn assert_remarks(name: &str, outcome: &Outcome) {
    let remarks = ["le serveur dit : Treasor found !!", "le serveur dit : Timeout"];
    for line in outcome.err.lines() {
        assert!(remarks.iter().any(|remark| line.contains(remark)), "{name}: {line}");
    }
}

/// Asserts that the program has played these games without a fault and has told the truth about them.
fn assert_played(name: &str, outcome: &Outcome, reports: &[Report]) {
    assert_eq!(outcome.code, Some(0), "{name}: {outcome:?}");
    assert_remarks(name, outcome);
    let truth =
        reports.iter().map(|report| report.names[report.winner] == format!("le_{name}")).collect::<Vec<_>>();
    assert_eq!(verdicts(outcome), truth, "{name}: {outcome:?}");
    for report in reports {
        assert!(!matches!(report.end, End::Illegal(_)), "{name}: {report:?}");
    }
}

/// Plays training games with a program.
fn training(name: &str, port: u16, string: &str, games: usize) -> Outcome {
    run(&mut player(name, port, string, games))
}

#[test]
fn every_program_plays_every_trainer() {
    for edition in Edition::ALL {
        for name in ["rien", "aleatoire", "astar", "malin"] {
            let host = Host::start(edition);
            for string in
                ["DO_NOTHING timeout=10 start=0", "PLAY_RANDOM rotation=True timeout=20", "ASTAR start=1"]
            {
                let games = if name == "rien" { 1 } else { 2 };
                let outcome = training(name, host.port, string, games);
                let reports = (0..games).map(|_| host.report()).collect::<Vec<_>>();
                assert_played(name, &outcome, &reports);
                let own = |report: &Report, mv: Move| match name {
                    "rien" => mv == Move::Stay,
                    "astar" => !mv.is_rotation() || report.moves.is_empty(),
                    _ => true,
                };
                for report in &reports {
                    let player = if report.names.first == format!("le_{name}") { 0 } else { 1 };
                    assert!(
                        report.moves.iter().skip(player).step_by(2).all(|&mv| own(report, mv)),
                        "{report:?}"
                    );
                }
            }
        }
    }
}

/// A* never goes a step too far, and goes first and second alike.
#[test]
fn astar_takes_a_shortest_path() {
    let host = Host::start(Edition::E2017);
    for seed in 0..20 {
        let start = seed % 2;
        let outcome = training("astar", host.port, &format!("DO_NOTHING seed={seed} start={start}"), 1);
        let report = host.report();
        assert_played("astar", &outcome, std::slice::from_ref(&report));
        let player = Player::ALL[start];
        let distances = report.start.maze().distances(report.start.treasure());
        let steps = distances.to(report.start.player(player)).expect("a path");
        assert_eq!((report.winner, report.end), (player, End::Treasure));
        assert_eq!(report.moves.len(), 2 * usize::from(steps) - 1 + start, "{report:?}");
    }
}

/// The random player uses the whole of the rules.
#[test]
fn aleatoire_moves_stays_and_rotates() {
    let host = Host::start(Edition::E2017);
    let outcome = training("aleatoire", host.port, "PLAY_RANDOM start=0", 3);
    let reports = [host.report(), host.report(), host.report()];
    assert_played("aleatoire", &outcome, &reports);
    let own = reports.iter().flat_map(|report| report.moves.iter().step_by(2)).collect::<Vec<_>>();
    for (what, found) in [
        ("stays", own.contains(&&Move::Stay)),
        ("moves", own.iter().any(|mv| matches!(mv, Move::Step(_)))),
        ("rotates", own.iter().any(|mv| mv.is_rotation())),
    ] {
        assert!(found, "{what}: {own:?}");
    }
}

/// The clever one reaches a treasure that nobody defends, whoever begins, as fast as one can walk or faster.
#[test]
fn malin_finds_the_treasure() {
    let host = Host::start(Edition::E2017);
    for seed in 100..105 {
        let start = seed % 2;
        let outcome = training("malin", host.port, &format!("DO_NOTHING seed={seed} start={start}"), 1);
        let report = host.report();
        assert_played("malin", &outcome, std::slice::from_ref(&report));
        assert_eq!((report.winner, report.end), (Player::ALL[start], End::Treasure), "{report:?}");
    }
}

/// Without any time to think, and with less than it would like to have.
#[test]
fn malin_without_time_plays_on() {
    let host = Host::start(Edition::E2017);
    for thinking in ["0", "-1", "nan", "x"] {
        let mut command = player("malin", host.port, "PLAY_RANDOM start=0 seed=7", 1);
        let outcome = run(command.env("MALIN_REFLEXION", thinking));
        assert_played("malin", &outcome, &[host.report()]);
    }
}

/// Programs against one another, several games on the same connections.
#[test]
fn programs_meet() {
    for edition in Edition::ALL {
        for [a, b] in [["aleatoire", "astar"], ["astar", "malin"]] {
            let host = Host::start(edition);
            let (first, second) = thread::scope(|scope| {
                let port = host.port;
                let other = scope.spawn(move || run(&mut player(b, port, "", 4)));
                (run(&mut player(a, port, "", 4)), other.join().expect("the other player"))
            });
            let reports = (0..4).map(|_| host.report()).collect::<Vec<_>>();
            assert_played(a, &first, &reports);
            assert_played(b, &second, &reports);
            let firsts = reports.iter().filter(|report| report.names.first == format!("le_{a}")).count();
            assert_eq!(firsts, 2, "each begins twice");
        }
    }
}

/// The numbers of moves on a shortest path from a player to the treasure, as they are typed.
fn path(position: &Labyrinth, player: Player) -> Vec<i64> {
    let maze = position.maze();
    let distances = maze.distances(position.treasure());
    let mut here = position.player(player);
    let mut typed = Vec::new();
    while here != position.treasure() {
        let nearer = |direction: &Direction| {
            let there = distances.to(maze.neighbour(here, *direction));
            there.is_some_and(|steps| Some(steps) < distances.to(here))
        };
        let direction = Direction::ALL.into_iter().find(nearer).expect("a path");
        let kind = (4..8).find(|&kind| mv(kind, -1) == Move::Step(direction)).expect("a displacement");
        typed.push(kind);
        here = maze.neighbour(here, direction);
    }
    typed
}

#[test]
fn manuel_plays_what_is_typed() {
    let host = Host::start(Edition::E2017);
    let start = Labyrinth::new(jeux::labyrinthe::maze_of_seed(3)).expect("a labyrinth");
    let wall = (4..8).find(|&kind| start.check(mv(kind, -1)).is_err()).expect("a wall beside the player");
    // A word, no type of move, a wall, a rotation without energy; then the way.
    let mut input = format!("gauche toute\n9\n-1\n{wall}\n0 3\n");
    let way = path(&start, Player::First);
    way.iter().for_each(|kind| input.push_str(&format!("{kind}\n")));
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut command = player("manuel", host.port, "DO_NOTHING seed=3 start=0 timeout=300", 1);
    let outcome = play(&mut command, &input, &listener, || {});
    let report = host.report();
    assert_played("manuel", &outcome, std::slice::from_ref(&report));
    assert_eq!(report.moves.len(), 2 * way.len() - 1);
    assert_eq!(outcome.out.matches("Ce coup est impossible.").count(), 4, "{}", outcome.out);
    assert_eq!(outcome.out.matches("Player 1: ").count(), way.len(), "the labyrinth is shown each time");
    assert!(outcome.out.contains("300 secondes pour jouer ; énergie : 0"), "{}", outcome.out);
}

#[test]
fn manuel_gives_up_at_the_end_of_its_input() {
    let host = Host::start(Edition::E2017);
    let outcome = training("manuel", host.port, "DO_NOTHING start=0", 1);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.out.ends_with("Votre coup : \nAbandon.\n"), "{outcome:?}");
}

#[test]
fn usage_is_told() {
    for name in ["rien", "manuel", "aleatoire", "astar", "malin"] {
        for arguments in [&[][..], &["localhost", "1234"], &["a", "1", "b", "c", "d", "e"]] {
            let outcome = run(Command::new(program(name)).args(arguments));
            assert_eq!((outcome.code, outcome.out.as_str()), (Some(1), ""));
            assert!(
                outcome.err.starts_with("usage : ") && outcome.err.contains("serveur port nom"),
                "{outcome:?}"
            );
        }
    }
}

/// The server's labyrinths end at 21 x 19; the library lets up to 99 x 99 through, the programs' board ends at 31.
#[test]
fn too_large_a_labyrinth_is_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let outcome = play(&mut player("astar", port, "", 1), "", &listener, || {
        let mut peer = Peer::accept(&listener, Edition::E2017, Pace::Whole);
        peer.turn("CLIENT_NAME le_astar", &["OK"]);
        peer.turn("WAIT_GAME ", &["OK", "a", "33 3"]);
        peer.turn("GET_GAME_DATA", &["OK", &"0".repeat(99), "0"]);
        peer.expect_end();
    });
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(1), "labyrinthe trop grand : 33 x 3\n"));
}

/// An opponent who rotates before he could have the energy: the course's newest server gives him more.
#[test]
fn an_early_rotation_of_the_opponent_is_followed() {
    for name in ["astar", "malin"] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let outcome = play(&mut player(name, port, "", 1), "", &listener, || {
            let mut peer = Peer::accept(&listener, Edition::E2017, Pace::Whole);
            peer.turn(&format!("CLIENT_NAME le_{name}"), &["OK"]);
            peer.turn("WAIT_GAME ", &["OK", "a", "7 3"]);
            // The line of the players and the treasure, between walls; one step on each side, but for a wall that the
            // opponent's rotation brings.
            peer.turn("GET_GAME_DATA", &["OK", "111111100000001101111", "1"]);
            peer.give("0 1", "0", "");
            // Everything on the line has gone to the left: the player from the right end, x = 6, to x = 5.
            peer.play("6 0", "0", "");
            peer.give("8 0", "0", "");
            peer.play("6 0", "0", "");
            peer.give("8 0", "0", "");
            peer.play("6 0", "1", "");
            peer.expect_end();
        });
        assert_eq!(verdicts(&outcome), [true], "{name}: {outcome:?}");
    }
}

/// Not a test: how strong `malin` is, with `MALIN_REFLEXION` seconds per move (0.1 by default), against `ADVERSAIRE`
/// (`astar` by default), in `PARTIES` games (100 by default), each labyrinth from both sides.
#[test]
#[ignore = "a measurement: cargo test -p joueur --test labyrinthe_c malin_is_measured -- --ignored --nocapture"]
fn malin_is_measured() {
    let variable = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let games = variable("PARTIES", "100").parse::<usize>().expect("PARTIES: a number");
    let thinking = variable("MALIN_REFLEXION", "0.1");
    let opponent = variable("ADVERSAIRE", "astar");
    let host = Host::start(Edition::E2017);
    let mut reports = Vec::new();
    thread::scope(|scope| {
        let port = host.port;
        for name in ["malin", opponent.as_str()] {
            let mut command = player(name, port, "", games);
            command.env("MALIN_REFLEXION", &thinking);
            scope.spawn(move || assert_eq!(run(&mut command).code, Some(0), "{name}"));
        }
        reports.extend((0..games).map(|_| host.report()));
    });
    let count = |wanted: &dyn Fn(&Report) -> bool| reports.iter().filter(|report| wanted(report)).count();
    let won = |report: &Report| report.names[report.winner] == "le_malin";
    let cut = count(&|report| report.end == End::TooLong);
    let wins = count(&|report| report.end == End::Treasure && won(report));
    let plies = reports.iter().map(|report| report.moves.len()).sum::<usize>() as f64 / games as f64;
    println!(
        "malin ({thinking} s) against {opponent}: {wins} won, {cut} cut at {LONGEST} plies, {games} games"
    );
    println!("{plies:.1} plies per game");
    for report in reports.iter().filter(|report| !won(report)) {
        println!("not won: {} {:?} after {} plies", report.start.maze(), report.end, report.moves.len());
    }
    assert_eq!(count(&|report| matches!(report.end, End::Illegal(_))), 0);
}
