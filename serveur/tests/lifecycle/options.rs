//! --noValid and --noTimeout.

use protocol::Termination;
use protocol::colonnes::Coul;

use crate::common::{CONT, Client, ERR_TYP, MANCHES, NULLE, Server, TIMEOUT, coup, program, rejoue, run};

#[test]
fn no_valid_takes_everything_and_ends_after_forty() {
    let server = Server::start(&["--noValid"]);
    let mut table = server.table();
    for manche in MANCHES {
        for ply in 0..40 {
            let mover = if ply % 2 == 0 { manche.first() } else { manche.first().other() };
            // Illegal, or no move at all.
            let mut bytes = coup(mover, "passe");
            bytes[4] = ply as u8;
            bytes[8..].fill(0xee);
            table.of(mover).send(&bytes);
            if ply == 39 {
                table.both(NULLE);
            } else {
                table.of(mover).expect(CONT);
                table.of(mover.other()).expect_forwarded(&bytes);
            }
        }
    }
    table.ended();
    let record = server.record();
    assert!(!record.settings.judged);
    assert_eq!(record.parties.iter().map(|partie| partie.moves.len()).collect::<Vec<_>>(), [40, 40]);
    assert!(record.parties.iter().all(|partie| partie.result.termination == Termination::Draw));
    let (code, _, log) = rejoue(&[], &server.record_files());
    assert_eq!((code, &log[..]), (0, ""));
}

/// A request that is none is not taken even so, and a late one neither.
#[test]
fn no_valid_still_knows_requests_and_time() {
    let server = Server::start(&["--noValid", "--temps", "2"]);
    let mut table = server.table();
    table.of(Coul::Blanc).ask("encore");
    table.both(ERR_TYP);
    table.both(TIMEOUT);
    table.ended();
}

/// While a server with a time limit has ended two parties by it, the one without still waits.
#[test]
fn no_timeout_waits_for_ever() {
    let patient = Server::start(&["--noTimeout", "--temps", "0.3"]);
    let mut waited_for = patient.table();
    let server = Server::start(&["--temps", "0.3"]);
    let mut clock = server.table();
    clock.both(TIMEOUT);
    clock.both(TIMEOUT);
    clock.ended();
    waited_for.players.iter().for_each(Client::silent);
    waited_for.aller_et_retour();
    waited_for.ended();
    assert_eq!(patient.record().settings.time_ms, None);
    // Who leaves is noticed all the same.
    let [mut alice, bob] = patient.table().split();
    drop(bob);
    alice.coup(Coul::Blanc, "A1");
    alice.expect(CONT);
    alice.expect(TIMEOUT);
    alice.expect(TIMEOUT);
    alice.ended();
}

#[test]
fn the_help_is_in_french_and_names_every_option() {
    let (code, out, _) = run(&["--help"]);
    assert_eq!(code, 0);
    for option in ["--noValid", "--noTimeout", "--temps", "--once", "--parties", "--attente-partie", "rejoue"]
    {
        assert!(out.contains(option), "{option}");
    }
    assert!(program(&["--version"]).output().expect("runs").status.success());
}
