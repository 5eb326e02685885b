//! Whatever is on the other side of a seat, the referee comes back within a bound.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use arbitre::colonnes::SocketSeat;
use arbitre::engine::{EngineError, EngineHost, EngineSeat, ProcessLink};
use arbitre::seat::{Fault, Seat, Turn};
use arbitre::wait::Deadline;
use jeux::Player;
use jeux::colonnes::Move;
use protocol::colonnes::Coul;
use protocol::moteur::GameStart;

/// A turn that begins now.
fn turn(limit: Duration) -> Turn<'static> {
    let began = Instant::now();
    Turn { began, deadline: Deadline::after(began, Some(limit)), interrupt: None }
}

/// An engine that is this shell script.
fn engine(script: &str, limit: Duration) -> Result<EngineHost, EngineError> {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    let link = ProcessLink::start(command).expect("the shell starts");
    EngineHost::greet(Box::new(link), Deadline::after(Instant::now(), Some(limit)))
}

/// What the engine answers when it should move.
fn choice(host: &mut EngineHost, limit: Duration) -> Result<Move, Fault> {
    host.start(&GameStart { game: "colonnes".into(), side: Player::First, params: Vec::new() });
    let mut seat = EngineSeat::new(host, |text| text.parse::<Move>().ok(), Duration::ZERO);
    seat.choose(&turn(limit)).map(|answer| answer.coup)
}

#[test]
fn a_player_who_reads_nothing_counts_as_gone() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let _stalled = TcpStream::connect(listener.local_addr().expect("an address")).expect("connected");
    let (stream, _) = listener.accept().expect("accepted");
    let mut seat = SocketSeat::new(stream, Coul::Blanc).expect("a seat");
    // More than any buffer between the two takes.
    seat.send(&vec![0; 256 << 20]);
    // Nobody waits for him a second time.
    seat.send(&[0; 12]);
    assert!(matches!(seat.choose(&turn(Duration::from_secs(3600))), Err(Fault::Disconnected(_))));
}

#[test]
fn an_engine_that_floods_its_output_is_too_late() {
    for flood in ["info encore", "quoi encore", "x"] {
        let script = format!("echo engine 1 flot; exec yes '{flood}'");
        let mut host = engine(&script, Duration::from_secs(20)).expect("it introduces itself");
        assert_eq!(choice(&mut host, Duration::from_millis(300)), Err(Fault::Timeout), "{flood}");
    }
}

#[test]
fn an_engine_that_floods_instead_of_its_name_is_silent() {
    for flood in ["info encore", "quoi encore"] {
        let greeted = engine(&format!("exec yes '{flood}'"), Duration::from_millis(300));
        assert!(matches!(greeted, Err(EngineError::Silent(_))), "{flood}");
    }
}

/// Nonsense before the move, all of it there at once, hides nothing.
#[test]
fn a_move_behind_much_nonsense_is_found() {
    let script = "echo engine 1 bavard
        while read -r word rest; do
            if [ \"$word\" = go ]; then
                nonsense=$(yes x | head -n 1000)
                printf '%s\\nmove B2\\n' \"$nonsense\"
            fi
        done";
    let mut host = engine(script, Duration::from_secs(20)).expect("it introduces itself");
    assert_eq!(choice(&mut host, Duration::from_secs(20)), Ok("B2".parse().expect("a move")));
}
