//! A small host: starts an engine as a program of its own and referees games between two of them.

use std::io::Write;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use jeux::game::Params;
use jeux::{Game, Outcome, Player, Status};
use protocol::Termination;
use protocol::moteur::{EngineLine, GameStart, HostLine};
use protocol::verdict::{Property, Validity};

use testing::PATIENCE;
use testing::output::lines;

/// Waits for the end of a program.
pub fn exit_status(mut child: Child) -> ExitStatus {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(child.wait()));
    receiver.recv_timeout(PATIENCE).expect("the program ends").expect("its status")
}

/// The binary `moteur` with these arguments.
pub fn moteur(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moteur"));
    command.args(args.split(' '));
    command
}

/// An engine that runs.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    pub name: String,
}

impl Engine {
    /// Starts the program and greets it.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let input = child.stdin.take().expect("a pipe");
        let lines = lines(child.stdout.take().expect("a pipe"));
        let mut engine = Engine { child, input, lines, name: String::new() };
        engine.say(&HostLine::Hello(1));
        match engine.next() {
            EngineLine::Engine { version: 1, name } => Engine { name, ..engine },
            other => panic!("no greeting: {other}"),
        }
    }

    /// Writes a line.
    pub fn say(&mut self, line: &HostLine) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// The next line that is no `info`.
    pub fn next(&self) -> EngineLine {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            match line.parse().expect("a line of the protocol") {
                EngineLine::Info(_) => {}
                other => return other,
            }
        }
    }

    /// Asks for a move, which has to be one.
    fn go<G: Game>(&mut self, position: &G) -> G::Move {
        self.say(&HostLine::Go(60_000));
        match self.next() {
            EngineLine::Move(text) => position.parse_move(&text).expect("the notation of the game"),
            other => panic!("{}: no move but: {other}", self.name),
        }
    }

    /// Sends `quit`; the engine has nothing more to say and ends well.
    pub fn quit(mut self) {
        self.say(&HostLine::Quit);
        assert_eq!(self.lines.recv_timeout(PATIENCE).ok(), None);
        assert!(exit_status(self.child).success());
    }
}

fn announce<G: Game>(setup: &Params, side: Player) -> HostLine {
    let own = setup.iter().map(|(key, value)| (key.clone(), value.clone()));
    let common = [("party", "aller"), ("time", "60000"), ("ponder", "no")];
    let params = own.chain(common.map(|(key, value)| (key.to_owned(), value.to_owned()))).collect();
    HostLine::Game(GameStart { game: G::NAME.to_owned(), side, params })
}

/// Plays a whole game; `engines[0]` begins. Panics if a move is illegal.
pub fn play<G: Game>(engines: [&mut Engine; 2]) -> Outcome {
    let setup = G::draw(&Params::new(), 1).expect("the defaults will do");
    let mut board = G::start(&setup).expect("a start");
    for player in Player::ALL {
        engines[player.index()].say(&announce::<G>(&setup, player));
    }
    let outcome = loop {
        let player = board.to_move();
        let mv = engines[player.index()].go(&board);
        let status = board.play(mv.clone()).unwrap_or_else(|rule| {
            panic!("{} plays {mv}: {rule}\n{board}", engines[player.index()].name);
        });
        let property = match status {
            Status::Ongoing => Property::Cont,
            Status::Over(Outcome::Draw) => Property::Nulle,
            Status::Over(Outcome::Win(_)) => Property::Gagne,
        };
        engines[player.index()].say(&HostLine::Verdict(Validity::Valid, property, None));
        match status {
            Status::Ongoing => engines[(!player).index()].say(&HostLine::Opponent(mv.to_string())),
            Status::Over(outcome) => break outcome,
        }
    };
    for player in Player::ALL {
        let (result, reason) = match outcome.winner() {
            None => (Property::Nulle, Termination::Draw),
            Some(winner) if winner == player => (Property::Gagne, Termination::Win),
            Some(_) => (Property::Perdu, Termination::Win),
        };
        engines[player.index()].say(&HostLine::End(result, reason));
    }
    outcome
}

/// Wins of each engine and draws.
#[derive(Default, Debug)]
pub struct Score {
    pub wins: [u32; 2],
    pub draws: u32,
}

/// Plays games in which the engines begin in turn, and ends both engines.
pub fn play_match<G: Game>(mut a: Engine, mut b: Engine, games: u32) -> Score {
    let mut score = Score::default();
    for game in 0..games {
        let swapped = game % 2 == 1;
        let outcome = if swapped { play::<G>([&mut b, &mut a]) } else { play::<G>([&mut a, &mut b]) };
        match outcome.winner() {
            Some(winner) => score.wins[winner.index() ^ usize::from(swapped)] += 1,
            None => score.draws += 1,
        }
    }
    a.quit();
    b.quit();
    score
}
