//! Whatever is on the other side of a seat, the referee comes back within a bound.

mod seats;

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::time::{Duration, Instant};

use arbitre::engine::{EngineError, EngineHost, EngineSeat, ProcessLink, StartError};
use arbitre::game::GameEntry;
use arbitre::jeux::colonnes::SocketSeat;
use arbitre::registry;
use arbitre::seat::{Answer, NoMove, Opening, Seat, Turn};
use ipc::wait::{Deadline, wait};
use jeux::game::Params;
use jeux::{Player, Reason, Slot};
use nix::poll::{PollFd, PollFlags};
use protocol::colonnes::Coul;
use seats::Nobody;
use testing::PATIENCE;

fn kind() -> &'static GameEntry {
    registry::find("morpion").expect("a game")
}

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
    EngineHost::greet(kind(), Box::new(link), Deadline::after(Instant::now(), Some(limit)))
}

/// The seat of an engine that is this shell script, and that is not started again.
fn seat(script: &str) -> EngineSeat<'static> {
    let host = engine(script, Duration::from_secs(20)).expect("it introduces itself");
    EngineSeat::new(Some(host), Box::new(|| Err(StartError::Stopped)), Duration::ZERO)
}

/// Begins a game of morpion.
fn begin(seat: &mut dyn Seat) {
    let opening = Opening {
        game: kind().name,
        title: kind().title,
        colour: None,
        judge: None,
        setup: &Params::new(),
        before: &[],
        partie: "aller",
        played: 0,
        slot: Slot::Zero,
        me: Player::First,
        opponent: "Blaise",
        time: None,
        interrupt: None,
    };
    seat.begin(&opening).expect("it runs");
}

/// What the engine answers when it should move.
fn choice(seat: &mut dyn Seat, limit: Duration) -> Result<String, NoMove> {
    seat.choose(&turn(limit), &mut Nobody).map(|answer| answer.coup.text)
}

#[test]
fn a_player_who_reads_nothing_counts_as_gone() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let _stalled = TcpStream::connect(listener.local_addr().expect("an address")).expect("connected");
    let (stream, _) = listener.accept().expect("accepted");
    let mut seat = SocketSeat::new(stream, Coul::Blanc, "noir").expect("a seat");
    // More than any buffer between the two takes.
    seat.send(&vec![0; 256 << 20]);
    // Nobody waits for him a second time.
    seat.send(&[0; 12]);
    assert!(matches!(choice(&mut seat, Duration::from_secs(3600)), Err(NoMove::Disconnected(_))));
}

#[test]
fn an_engine_that_floods_its_output_is_too_late() {
    for flood in ["info encore", "quoi encore", "x"] {
        let mut seat = seat(&format!("echo engine 1 flot; exec yes '{flood}'"));
        begin(&mut seat);
        assert_eq!(choice(&mut seat, Duration::from_millis(300)), Err(NoMove::Timeout), "{flood}");
    }
}

#[test]
fn an_engine_that_floods_instead_of_its_name_is_silent() {
    for flood in ["info encore", "quoi encore"] {
        let greeted = engine(&format!("exec yes '{flood}'"), Duration::from_millis(300));
        assert!(matches!(greeted, Err(EngineError::Silent(_))), "{flood}");
    }
}

/// How an engine ended is data, with what it has logged.
#[test]
fn the_end_of_an_engine_is_told_as_data() {
    for (end, told) in [
        ("echo 'boum; bim' >&2; exit 3", "engine-exit: 3; boum; bim"),
        ("kill -KILL $$", "engine-killed: SIGKILL"),
    ] {
        let mut host =
            engine(&format!("echo engine 1 fragile; read a; read b; {end}"), PATIENCE).expect("a name");
        host.go(1000);
        let error = loop {
            let ready =
                wait([(host.output(), PollFlags::POLLIN)], Deadline::after(Instant::now(), Some(PATIENCE)));
            assert_eq!(ready.expect("poll"), [true], "{end}");
            if let Err(error) = host.receive() {
                break error;
            }
        };
        assert_eq!(Reason::from(error).to_string(), format!("engine-ended: {told}"));
        assert_eq!(host.failure().map(ToString::to_string), Some(format!("engine-ended: {told}")));
    }
}

/// Whatever an engine writes that is no message is remarked once, however often it comes.
#[test]
fn what_is_no_message_is_remarked_once() {
    let script = "echo bonjour; echo engine 1 bavard
        while read -r a b; do echo bla; [ $a != go ] || echo move B2; done";
    let mut host = engine(script, PATIENCE).expect("a name");
    assert_eq!(host.remarks(), [Reason::new("engine-no-message").with("bonjour")]);
    host.go(1000);
    loop {
        wait([(host.output(), PollFlags::POLLIN)], Deadline::after(Instant::now(), Some(PATIENCE)))
            .expect("poll");
        if host.receive().expect("it runs").is_some() {
            break;
        }
    }
    assert_eq!(host.remarks(), []);
    let odd = host.take_odd().expect("what it wrote");
    assert_eq!(odd.first, Reason::new("engine-no-message").with("bonjour"));
    assert!(odd.lines >= 2 && host.take_odd().is_none(), "{odd:?}");
    let greeted = engine("echo bonjour; exec sleep 1000", Duration::from_secs(2)).err();
    let silent = EngineError::Silent(Some(Reason::new("engine-no-message").with("bonjour")));
    assert_eq!(greeted, Some(silent));
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
    let mut seat = seat(script);
    begin(&mut seat);
    assert_eq!(choice(&mut seat, PATIENCE), Ok("B2".into()));
}

/// An error stands in the place of the move that was due: the next move answers the next `go`, in the same game or in another.
#[test]
fn an_error_swallows_no_later_move() {
    let script = "echo engine 1 capricieux
        n=0
        while read -r word rest; do
            if [ \"$word\" = go ]; then
                n=$((n + 1))
                case $n in 1 | 3) echo error pas maintenant ;; *) echo \"move A$n\" ;; esac
            fi
        done";
    let mut seat = seat(script);
    let refusal = Err(NoMove::Crash(Reason::new("engine-said").with("pas maintenant")));
    begin(&mut seat);
    assert_eq!(choice(&mut seat, PATIENCE), refusal);
    assert_eq!(choice(&mut seat, PATIENCE), Ok("A2".into()));
    assert_eq!(choice(&mut seat, PATIENCE), refusal);
    begin(&mut seat);
    assert_eq!(choice(&mut seat, PATIENCE), Ok("A4".into()));
}

/// The opponent of an engine that thinks for ever; leaves when the other end of the pair is dropped.
struct Leaving(UnixStream);

impl Seat for Leaving {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        Err(NoMove::stopped())
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) -> Deadline {
        fds.push(PollFd::new(self.0.as_fd(), PollFlags::POLLIN));
        Deadline::NEVER
    }

    fn attend(&mut self) -> Result<(), NoMove> {
        Err(NoMove::Disconnected(Reason::new("left")))
    }

    fn tell_own(&mut self, _ruling: &arbitre::seat::Ruling) {}

    fn tell_opponent(&mut self, _ruling: &arbitre::seat::Ruling) {}
}

#[test]
fn whoever_leaves_while_an_engine_thinks_is_noticed() {
    let mut seat = seat("echo engine 1 penseur; while read -r line; do :; done");
    begin(&mut seat);
    let (mut here, there) = UnixStream::pair().expect("a pair");
    here.write_all(b"au revoir").expect("written");
    let chosen = seat.choose(&turn(PATIENCE), &mut Leaving(there));
    let left = NoMove::Opponent(Box::new(NoMove::Disconnected(Reason::new("left"))));
    assert_eq!(chosen, Err(left));
}
