//! The adapter in a game with secrets: the engine knows what it was told and nothing else, may move several times in a row,
//! and takes a game up again in the middle.

#[path = "../../jeux/tests/toy/mod.rs"]
mod toy;

use std::io::{PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use jeux::game::{Game, Params};
use jeux::{ByPlayer, Outcome, Player, Position, Status};
use moteur_ia::adapter::{Engine, Limits, serve};
use testing::PATIENCE;
use testing::output::lines;
use toy::{Coup, Devine, Vue};

/// Guesses the middle of what is left; tells when it ponders.
struct Devin {
    secret: u64,
    ponders: Sender<()>,
}

impl Engine for Devin {
    type View = Vue;

    fn name(&self) -> &str {
        "devin"
    }

    fn choose(&mut self, view: &Vue, _limits: &Limits<'_>) -> Option<Coup> {
        view.sensible(self.secret)
    }

    fn ponder(&mut self, _view: &Vue, _limits: &Limits<'_>) {
        self.ponders.send(()).expect("the test listens");
    }
}

/// The test's end of a dialogue.
struct Host {
    input: PipeWriter,
    output: Receiver<String>,
    pondered: Receiver<()>,
}

impl Host {
    fn new(secret: u64) -> Self {
        let (engine_input, input) = pipe().expect("a pipe");
        let (output, engine_output) = pipe().expect("a pipe");
        let (ponders, pondered) = channel();
        thread::spawn(move || serve(Devin { secret, ponders }, engine_input, engine_output));
        Host { input, output: lines(output), pondered }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("a line")
    }

    /// What the engine answers to `go`.
    fn go(&mut self) -> String {
        self.send("go 60000");
        self.line()
    }

    fn expect(&mut self, line: &str) {
        assert_eq!(self.go(), line);
    }

    /// How often the engine has pondered so far, everything that was sent having been read.
    fn times_pondered(&mut self) -> usize {
        self.send("hello 1");
        assert_eq!(self.line(), "engine 1 devin");
        self.pondered.try_iter().count()
    }
}

#[test]
fn whole_games_are_played() {
    for secrets in [[7, 13], [1, 20], [10, 10]] {
        let mut hosts = secrets.map(Host::new);
        let setup = Devine::draw(&Params::new(), 1).expect("the default will do");
        let mut position = Devine::start(&setup).expect("a start");
        hosts[0].send("game devine first sommet=20");
        hosts[1].send("game devine second sommet=20");
        let mut in_a_row = ByPlayer::from_fn(|_| false);
        let outcome = loop {
            let mover = position.to_move();
            let said = hosts[mover.index()].go();
            let text = said.strip_prefix("move ").expect(&said);
            let mv = position.parse_move(text).expect(text);
            let (answer, shown) = (position.answer(&mv), position.shown(&mv));
            let status = position.play(mv).expect("a legal move");
            let answer = answer.map(|answer| format!(" {answer}")).unwrap_or_default();
            let property = if status == Status::Ongoing { "CONT" } else { "GAGNE" };
            hosts[mover.index()].send(&format!("verdict VALID {property}{answer}"));
            if let Status::Over(outcome) = status {
                break outcome;
            }
            hosts[(!mover).index()].send(&format!("opponent {}", shown.of(text)));
            in_a_row[mover] |= position.to_move() == mover;
        };
        assert!(matches!(outcome, Outcome::Win(_)), "by halves it takes few tries");
        for player in Player::ALL {
            let host = &mut hosts[player.index()];
            host.send("end NULLE draw");
            host.send("go 1");
            assert_eq!(host.line(), "error message-without-game: go");
        }
        assert!(secrets != [10, 10] || in_a_row.first, "11 is close to 10");
    }
}

#[test]
fn after_a_close_try_it_is_its_turn_again() {
    let mut host = Host::new(3);
    host.send("game devine first sommet=20");
    host.expect("move secret 3");
    host.send("verdict VALID CONT");
    host.send("opponent ?");
    assert_eq!(host.times_pondered(), 1, "while the opponent chose");
    host.expect("move essai 11");
    host.send("verdict VALID CONT proche");
    assert_eq!(host.times_pondered(), 0, "it is its own turn");
    host.expect("move essai 12");
    host.send("verdict VALID CONT moins");
    // The opponent goes on, too.
    host.send("opponent essai encore");
    host.send("go 1");
    assert_eq!(host.line(), "error message-out-of-place: go");
    assert_eq!(host.times_pondered(), 2);
    host.send("opponent essai");
    host.expect("move essai 10");
    host.send("verdict VALID GAGNE trouve");
    assert_eq!(host.times_pondered(), 0, "the game is over");
    host.expect("error game-over");
}

#[test]
fn a_game_is_taken_up_with_the_answers_that_were_heard() {
    let mut host = Host::new(3);
    host.send(
        "game devine second sommet=20 moves=%3F,secret%203,essai%20encore,essai,essai%2011%3Emoins,essai",
    );
    host.expect("move essai 5");
    // Without answers, or with more than was shown, it cannot be.
    for moves in
        ["%3F,secret%203,essai,essai%2011", "secret%204,secret%203", "%3F,%3F", "%3F,essai%203%3Eplus"]
    {
        host.send(&format!("game devine second sommet=20 moves={moves}"));
        let refused = host.line();
        assert!(refused.starts_with("error game-moves: "), "{refused}");
        host.expect("error message-without-game: go");
    }
    host.send("game devine second sommet=beaucoup");
    assert_eq!(host.line(), "error game-setup: sommet; not-a-number: beaucoup");
}

#[test]
fn what_cannot_have_been_shown_is_an_error() {
    let mut host = Host::new(3);
    host.send("game devine second sommet=20");
    host.send("opponent secret 7");
    assert_eq!(host.line(), "error unplayable: secret 7; devine-told: secret 7");
    host.expect("error message-without-game: go");
}

/// The dialogue of the specification, and the game that it takes up again.
#[test]
fn the_specified_dialogue_is_held() {
    let page = include_str!("../../protocol/MOTEUR.md");
    let (_, section) = page.split_once("## Secrets").expect("the section");
    let dialogue = section.split("```").nth(1).expect("a dialogue");
    let mut host = Host::new(3);
    for line in dialogue.lines().filter(|line| !line.is_empty()) {
        match line.split_once(' ').map(|(who, line)| (who, line.trim_start())) {
            Some(("host", line)) => host.send(line),
            Some(("engine", line)) => assert_eq!(host.line(), line),
            _ => panic!("{line}"),
        }
    }
    let (_, moves) = section.split_once("`moves=%3F").expect("the moves");
    let (moves, _) = moves.split_once('`').expect("the moves");
    host.send(&format!("game devine second sommet=20 moves=%3F{moves}"));
    host.expect("move essai 12");
}
