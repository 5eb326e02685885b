//! The list of trials. Each gets an engine that was started and greeted.

use std::time::Duration;

use arbitre::reasons;
use confine::EngineEnd;
use i18n::text;
use jeux::Player;
use protocol::Termination;
use protocol::moteur::{GameStart, HostLine};
use protocol::verdict::{Property, Validity};

use super::bench::Bench;
use super::check::Check;
use super::probe::{Halted, Probe, ProbeResult, Reply, error, shown};
use super::resumed;

/// How long a silent engine is listened to.
const LISTEN: Duration = Duration::from_millis(250);
/// The time for a move that will be stopped.
const LONG_GO: Duration = Duration::from_secs(5);
/// When it is stopped.
const STOP_AFTER: Duration = Duration::from_millis(200);
/// Moves of the engine in games that only have to begin.
const SHORT: usize = 4;
/// Looks at an engine that must not think, and their interval.
const LOOKS: u32 = 40;
const LOOK: Duration = Duration::from_millis(25);
/// An unknown game.
const UNKNOWN_GAME: &str = "echecs";
/// A parameter that makes a line nearly as long as allowed.
const LONG: usize = 60_000;

pub struct EngineTrial {
    /// What it shows; the first one is reported if it cannot continue for a reason already known.
    pub points: &'static [Check],
    /// It shows nothing of an engine that fails these.
    pub needs: &'static [Check],
    /// The note to print if all is well.
    pub run: fn(&Bench<'_>, &mut Probe) -> ProbeResult<Option<String>>,
}

/// What an engine must be able to do before anything else can be checked.
const ANSWERS: &[Check] = &[Check::Time, Check::Turn];
/// And before its moves in other games can be checked.
const PLAYS: &[Check] = &[Check::Legal, Check::Time, Check::Turn];

/// All trials, those of good manners last. That an engine starts and flushes is checked before each.
pub static TRIALS: &[EngineTrial] = &[
    EngineTrial {
        points: &[Check::Legal, Check::Time, Check::Turn, Check::Lines, Check::Alive],
        needs: &[],
        run: rencontre,
    },
    EngineTrial { points: &[Check::Again], needs: PLAYS, run: again },
    EngineTrial { points: &[Check::Stop, Check::Crossed], needs: ANSWERS, run: stop },
    EngineTrial {
        points: &[Check::Dropped],
        needs: &[Check::Legal, Check::Time, Check::Turn, Check::Stop, Check::Crossed],
        run: dropped,
    },
    EngineTrial { points: &[Check::Moves], needs: PLAYS, run: resumed::moves },
    EngineTrial { points: &[Check::Ignored], needs: PLAYS, run: ignored },
    EngineTrial { points: &[Check::Long], needs: PLAYS, run: long },
    EngineTrial { points: &[Check::Unknown], needs: ANSWERS, run: unknown },
    EngineTrial { points: &[Check::Ponder], needs: ANSWERS, run: ponder },
    EngineTrial { points: &[Check::Quit], needs: &[], run: quit },
    EngineTrial { points: &[Check::Eof], needs: &[], run: eof },
];

fn rencontre(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    let moves = bench.rencontre(probe, 0, 0, usize::MAX)?;
    // Unrequested output has come when it has gone.
    probe.send(&HostLine::Quit);
    probe.end_within(probe.time());
    Ok(Some(text!("essai-moves", count = moves)))
}

/// In the other slot, twice, with interrupted games.
fn again(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    bench.rencontre(probe, 1, 1, SHORT)?;
    bench.rencontre(probe, 1, 2, SHORT)?;
    Ok(None)
}

fn stop(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    probe.unasked_is(Check::Crossed);
    let mut table = bench.game(Player::First, 3)?;
    probe.send(&HostLine::Game(table.announced(LONG_GO, &[])));
    probe.send(&HostLine::Stop);
    error_is(probe, Check::Crossed)?;
    probe.go(LONG_GO)?;
    std::thread::sleep(STOP_AFTER);
    probe.send(&HostLine::Stop);
    let reply = probe.answer_to_stop(Check::Stop)?;
    table.take(probe, reply)?;
    probe.send(&HostLine::Stop);
    error_is(probe, Check::Crossed)?;
    Ok(None)
}

/// An unrequested error fails this check.
fn error_is(probe: &mut Probe, check: Check) -> ProbeResult {
    if let Some(text) = probe.quiet(LISTEN)? {
        probe.fault(check, error(&text));
    }
    Ok(())
}

/// Time is over, the game is lost, the next one begins: the first game's move is still due, and is
/// not the second's.
fn dropped(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    let first = bench.game(Player::First, 4)?;
    probe.send(&HostLine::Game(first.announced(LONG_GO, &[])));
    probe.go(LONG_GO)?;
    for line in [
        HostLine::Stop,
        HostLine::Verdict(Validity::Timeout, Property::Perdu, None),
        HostLine::End(Property::Perdu, Termination::Timeout),
    ] {
        probe.send(&line);
    }
    let mut next = bench.game(Player::Second, 5)?;
    probe.send(&HostLine::Game(next.announced(probe.time(), &[])));
    probe.answer_to_stop(Check::Dropped)?;
    probe.unasked_is(Check::Dropped);
    next.opponents_turn(probe);
    next.engines_move(probe, bench.go())?;
    error_is(probe, Check::Dropped)?;
    Ok(None)
}

fn unknown(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    let time = ("time".to_owned(), probe.time().as_millis().to_string());
    let params = vec![("party".to_owned(), "partie".to_owned()), time];
    probe.send(&HostLine::Game(GameStart { game: UNKNOWN_GAME.to_owned(), side: Player::First, params }));
    // It may refuse the game at once, and has to answer each go.
    probe.quiet(LISTEN)?;
    if let Reply::Move(text) = probe.ask(bench.go())? {
        return probe.halt(Check::Unknown, shown(&format!("move {text}")));
    }
    probe.send(&HostLine::End(Property::Perdu, Termination::Crash));
    let mut known = bench.game(Player::First, 6)?;
    probe.send(&HostLine::Game(known.announced(probe.time(), &[])));
    known.engines_move(probe, bench.go())?;
    Ok(None)
}

fn ignored(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    probe.send_text("nouveaute 1 2 3");
    error_is(probe, Check::Ignored)?;
    let mut table = bench.game(Player::First, 7)?;
    let start = table.announced(probe.time(), &[("nouveaute", "1"), ("nouveaute.2", "a b=c")]);
    probe.send(&HostLine::Game(start));
    error_is(probe, Check::Ignored)?;
    table.engines_move(probe, bench.go())?;
    Ok(None)
}

fn long(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    let mut table = bench.game(Player::First, 8)?;
    let start = table.announced(probe.time(), &[("nouveaute", &"x".repeat(LONG))]);
    probe.send(&HostLine::Game(start));
    table.engines_move(probe, bench.go())?;
    error_is(probe, Check::Long)?;
    Ok(None)
}

fn ponder(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    let mut table = bench.game(Player::Second, 9)?;
    probe.send(&HostLine::Game(table.announced(probe.time(), &[("ponder", "no")])));
    table.opponents_turn(probe);
    while table.its_turn() && table.plies() < 2 * SHORT {
        table.engines_move(probe, bench.go())?;
    }
    // Twice: a virtual machine may be busy with itself for a moment.
    for _ in 0..2 {
        let mut busy = 0;
        for _ in 0..LOOKS {
            probe.quiet(LOOK)?;
            // It cannot be observed.
            busy += u32::from(probe.activity().ok_or(Halted)?.computes);
        }
        if busy < LOOKS * 9 / 10 {
            return Ok(None);
        }
    }
    probe.halt(Check::Ponder, text!("essai-came-ponders"))
}

fn quit(bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    let mut table = bench.game(Player::Second, 10)?;
    probe.send(&HostLine::Game(table.announced(probe.time(), &[])));
    table.opponents_turn(probe);
    probe.send(&HostLine::Quit);
    leaves(probe, Check::Quit)
}

fn eof(_bench: &Bench<'_>, probe: &mut Probe) -> ProbeResult<Option<String>> {
    probe.close_input();
    leaves(probe, Check::Eof)
}

/// It must end now, by itself.
fn leaves(probe: &mut Probe, check: Check) -> ProbeResult<Option<String>> {
    match probe.end_within(probe.time()) {
        (true, Some(end @ EngineEnd::Killed(_))) => {
            probe.halt(check, crate::values::said(&reasons::engine_end(&end)))
        }
        (true, _) => Ok(None),
        (false, _) => {
            let time = i18n::seconds(probe.time());
            probe.halt(check, text!("essai-came-stays", time = time))
        }
    }
}
