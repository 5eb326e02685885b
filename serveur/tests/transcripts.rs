//! The scenarios that were recorded of the course's server (`vecteurs/colonnes/transcripts.jsonl`), played by scripted
//! clients against ours.
//!
//! What the course's server does right must come back byte for byte, to each client in the recorded order. What
//! `WIRE.md` lists as its faults is played too, with what ours answers instead written out and explained.

mod common;

use common::{CONT, Client, ERR_COUP, ERR_TYP, Leave, SHORT, Server, TIMEOUT, TRICHE, Table, partie};
use protocol::Termination;
use protocol::colonnes::{Coul, Manche, TCoupReq};
use testing::colonnes::{FAULTLESS, Scenario, What, scenarios};

/// Plays a scenario as it was recorded.
fn replay(scenario: &Scenario) {
    let number = scenario.number;
    let mut options: Vec<&str> = scenario.options.iter().map(String::as_str).collect();
    if scenario.is_late() {
        options.extend(SHORT);
    }
    // The third client of 27 is not refused by ours, who serves pair after pair.
    let once = number != 27;
    if once {
        options.push("--once");
    }
    let mut server = Server::start(&options);
    let mut clients = scenario.replay(server.address());
    if scenario.completed && once {
        assert_eq!(server.exit_code(), 0, "{number}");
    } else if !scenario.completed {
        // The recorder stopped there; nothing more had been sent to anybody.
        clients.values().for_each(Client::silent);
    }
    if number == 27 {
        clients["C"].silent();
        let mut table = Table { players: [clients.remove("C").expect("connected"), server.connect()] };
        table.of(Coul::Noir).ask("dave");
        table.of(Coul::Blanc).welcome(Coul::Blanc, "dave");
        table.of(Coul::Noir).welcome(Coul::Noir, "carol");
    }
}

/// Every scenario is either replayed or has a test of its own below.
#[test]
fn no_scenario_is_left_out() {
    let with_faults = [10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 37, 38, 39, 40];
    let mut known: Vec<u32> = FAULTLESS.into_iter().chain(with_faults).collect();
    known.sort_unstable();
    assert_eq!(scenarios().iter().map(|scenario| scenario.number).collect::<Vec<_>>(), known);
}

/// Scenarios 01 to 09, 12, 25 to 36 and 41: the same bytes to each client.
#[test]
fn what_the_courses_server_does_right_comes_back_byte_for_byte() {
    let scenarios = scenarios();
    std::thread::scope(|scope| {
        for scenario in scenarios.iter().filter(|scenario| FAULTLESS.contains(&scenario.number)) {
            scope.spawn(move || replay(scenario));
        }
    });
}

/// The bytes that a client of a scenario sent, call by call, from the first one to the server on.
fn sent(number: u32, client: &str) -> Vec<Vec<u8>> {
    let scenario = scenarios().into_iter().find(|scenario| scenario.number == number).expect("the scenario");
    let events = scenario.events.into_iter().filter(|event| event.from == client);
    let bytes = events.filter_map(|event| match event.what {
        What::Bytes(bytes) => Some(bytes),
        What::Other(_) => None,
    });
    bytes.collect()
}

/// 10, fault 1: the late COUP of B, who begins the retour, was played there. Ours cannot know it at once for what it is (it
/// is a POS_PION, with which a partie may begin), holds it, and drops it when the COUP that B sends in good faith comes.
#[test]
fn scenario_10_a_late_coup_is_not_played_first_in_the_retour() {
    let [_, late, real] = <[_; 3]>::try_from(sent(10, "B")).expect("PARTIE and two COUP");
    let [_, first, second] = <[_; 3]>::try_from(sent(10, "A")).expect("PARTIE and two COUP");
    let server = Server::start(&SHORT);
    let mut table = server.table();
    table.of(Coul::Blanc).send(&first);
    table.goes_on(Coul::Blanc, "B2");
    table.both(TIMEOUT);
    table.of(Coul::Noir).send(&late);
    table.of(Coul::Noir).send(&real);
    // Ply 1 of the retour is the second of the two, A1; not the late B2.
    table.goes_on(Coul::Noir, "A1");
    table.of(Coul::Blanc).send(&second);
    table.goes_on(Coul::Blanc, "C3");
    // Nor is anything of B played at ply 3 before he sends it.
    table.finish(Coul::Noir, "passe", TRICHE);
    table.ended();
    assert_eq!(server.results(), [(Some(0), Termination::Timeout), (Some(0), Termination::Triche)]);
}

/// 11, fault 1: the late COUP of A, second in the retour, was played as ply 2. It came before A can have known what to
/// answer, so ours drops it; A's next COUP is ply 2.
#[test]
fn scenario_11_a_late_coup_is_not_played_second_in_the_retour() {
    let [_, late, real] = <[_; 3]>::try_from(sent(11, "A")).expect("PARTIE and two COUP");
    let [_, first] = <[_; 2]>::try_from(sent(11, "B")).expect("PARTIE and a COUP");
    let server = Server::start(&SHORT);
    let mut table = server.table();
    table.both(TIMEOUT);
    table.of(Coul::Blanc).send(&late);
    table.of(Coul::Noir).send(&first);
    table.goes_on(Coul::Noir, "B2");
    table.of(Coul::Blanc).send(&real);
    table.goes_on(Coul::Blanc, "C3");
    table.finish(Coul::Noir, "passe", TRICHE);
    table.ended();
    let record = server.record();
    assert_eq!(record.parties[1].moves[1].text, "C3", "ply 2 of the retour");
}

/// 13, fault 8: a first client who leaves before asking made the match impossible. Ours forgets him and pairs the others.
#[test]
fn scenario_13_a_client_who_leaves_before_asking_costs_nothing() {
    for leave in Leave::ALL {
        let server = Server::start(&[]);
        leave.with(server.connect());
        let mut bob = server.asked("bob");
        let mut carol = server.connect();
        carol.ask("carol");
        bob.welcome(Coul::Blanc, "carol");
        carol.welcome(Coul::Noir, "bob");
    }
}

/// 14, faults 8 and 5: a player who asks and leaves was matched all the same. Ours forgets him; B, who came after, is the
/// first of the next pair.
#[test]
fn scenario_14_a_player_who_leaves_before_his_opponent_comes_is_not_paired() {
    for leave in Leave::ALL {
        let server = Server::start(&[]);
        let alice = server.asked("alice");
        leave.with(alice);
        let mut bob = server.connect();
        bob.ask("bob");
        let mut carol = server.connect();
        carol.ask("carol");
        bob.welcome(Coul::Blanc, "carol");
        carol.welcome(Coul::Noir, "bob");
        server.log.wait_for("alice");
    }
}

/// 15, fault 4: B leaves when it is his turn, and A was told nothing. Ours tells A at once, as if B had been too late, in
/// the aller and in the retour that B should begin: a complete sequence for both parties.
#[test]
fn scenario_15_the_opponent_of_a_mover_who_leaves_is_told() {
    let server = Server::start(&[]);
    let mut table = server.table();
    table.play(Coul::Blanc, "A1");
    let [mut alice, bob] = table.split();
    drop(bob);
    alice.expect(TIMEOUT);
    alice.expect(TIMEOUT);
    alice.ended();
    server.no_children();
    assert_eq!(server.results(), [(Some(0), Termination::Disconnected); 2]);
}

/// 16, faults 4 and 5: B leaves while A is to play, and the write to B killed the server. Ours plays A's move, and then B is
/// the one who should move.
#[test]
fn scenario_16_writing_to_a_player_who_has_left_kills_nobody() {
    let server = Server::start(&[]);
    let [mut alice, bob] = server.table().split();
    drop(bob);
    alice.coup(Coul::Blanc, "A1");
    alice.expect(CONT);
    alice.expect(TIMEOUT);
    alice.expect(TIMEOUT);
    alice.ended();
    server.no_children();
    assert_eq!(server.results(), [(Some(0), Termination::Disconnected); 2]);
}

/// 17, fault 4: B, first in the retour, leaves between the parties.
#[test]
fn scenario_17_a_player_who_leaves_between_the_parties_loses_the_retour_only() {
    let server = Server::start(&[]);
    let mut table = server.table();
    table.win(Manche::Aller);
    let [mut alice, bob] = table.split();
    drop(bob);
    alice.expect(TIMEOUT);
    alice.ended();
    server.no_children();
    assert_eq!(server.results(), [(Some(0), Termination::Win), (Some(0), Termination::Disconnected)]);
}

/// 18, fault 4: A resets the connection in the retour, at his turn.
#[test]
fn scenario_18_a_reset_in_the_retour_is_told_to_the_opponent() {
    let server = Server::start(&[]);
    let mut table = server.table();
    table.win(Manche::Aller);
    table.play(Coul::Noir, "A1");
    let [alice, mut bob] = table.split();
    alice.reset();
    bob.expect(TIMEOUT);
    bob.ended();
    server.no_children();
    assert_eq!(server.results(), [(Some(0), Termination::Win), (Some(1), Termination::Disconnected)]);
}

/// 19, fault 2: 10 bytes of a COUP and nothing more. They were taken for a request of a wrong size, silently; for ours
/// the time runs until the 28 bytes are there, and the partie ends by TIMEOUT for both.
#[test]
fn scenario_19_a_coup_that_is_never_complete_is_too_late() {
    let [_, begun] = <[_; 2]>::try_from(sent(19, "A")).expect("PARTIE and a part of a COUP");
    let [_, first] = <[_; 2]>::try_from(sent(19, "B")).expect("PARTIE and a COUP");
    assert_eq!(begun.len(), 10);
    let server = Server::start(&SHORT);
    let mut table = server.table();
    table.of(Coul::Blanc).send(&begun);
    table.both(TIMEOUT);
    table.of(Coul::Noir).send(&first);
    table.goes_on(Coul::Noir, "A1");
    // A gives up the COUP that he had begun: what he sends next is a new one.
    table.finish(Coul::Blanc, "passe", TRICHE);
    table.ended();
    assert_eq!(server.results(), [(Some(1), Termination::Timeout), (Some(1), Termination::Triche)]);
}

/// 20, fault 2: a COUP in two segments was a lost partie. Ours puts it together and plays it.
#[test]
fn scenario_20_a_coup_in_two_segments_is_a_coup() {
    let [_, begun, rest] = <[_; 3]>::try_from(sent(20, "A")).expect("PARTIE and two pieces");
    assert_eq!((begun.len(), rest.len()), (16, 12));
    let server = Server::start(&[]);
    let mut table = server.table();
    table.of(Coul::Blanc).send(&begun);
    table.of(Coul::Blanc).settle();
    table.of(Coul::Noir).silent();
    table.of(Coul::Blanc).send(&rest);
    table.goes_on(Coul::Blanc, "A1");
    table.finish(Coul::Noir, "passe", TRICHE);
    table.triche(Manche::Retour);
    table.ended();
}

/// 21 and 39, fault 3: a wrong idRequest, or 28 bytes of rubbish, lost the partie and nobody was told. Ours answers ERR_TYP
/// to both, the sender has lost the partie, and the retour is a normal one.
#[test]
fn scenarios_21_and_39_what_is_no_coup_is_answered() {
    for number in [21, 39] {
        let [_, rubbish] = <[_; 2]>::try_from(sent(number, "A")).expect("PARTIE and a request");
        let server = Server::start(&[]);
        let mut table = server.table();
        table.of(Coul::Blanc).send(&rubbish);
        table.both(ERR_TYP);
        table.triche(Manche::Retour);
        table.ended();
        assert_eq!(server.results(), [(Some(1), Termination::Malformed), (Some(0), Termination::Triche)]);
    }
}

/// 22, fault 3: PARTIE twice. The second one stands where the first COUP of the aller should be: ERR_TYP to both.
#[test]
fn scenario_22_a_second_partie_loses_the_aller() {
    let requests = sent(22, "A");
    assert_eq!(requests, [partie("alice"), partie("alice")]);
    let server = Server::start(&[]);
    let mut alice = server.connect();
    for request in &requests {
        alice.send(request);
    }
    server.barrier();
    let mut bob = server.connect();
    bob.ask("bob");
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    let mut table = Table { players: [alice, bob] };
    table.both(ERR_TYP);
    table.win(Manche::Retour);
    table.ended();
}

/// 23, fault 6: a COUP as first request made a player whose name was the bytes of the move. Ours refuses it with ERR_COUP and
/// counts no player: bob waits for one, and the one who was refused may be it.
#[test]
fn scenario_23_a_coup_before_partie_is_refused_and_is_no_player() {
    let [early] = <[_; 1]>::try_from(sent(23, "A")).expect("a COUP");
    let server = Server::start(&[]);
    let mut alice = server.connect();
    alice.send(&early);
    alice.expect(ERR_COUP);
    let mut bob = server.asked("bob");
    bob.silent();
    alice.ask("alice");
    bob.welcome(Coul::Blanc, "alice");
    alice.welcome(Coul::Noir, "bob");
    let mut table = Table { players: [bob, alice] };
    table.aller_et_retour();
    table.ended();
}

/// 24, fault 6: the same from the second client, the COUP filled up to 36 bytes.
#[test]
fn scenario_24_a_coup_of_36_bytes_before_partie_is_refused() {
    let [early] = <[_; 1]>::try_from(sent(24, "B")).expect("a COUP");
    assert_eq!(early.len(), 36);
    let server = Server::start(&[]);
    let mut alice = server.asked("alice");
    let mut bob = server.connect();
    bob.send(&early);
    bob.expect(ERR_COUP);
    bob.silent();
    alice.silent();
    bob.ask("bob");
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    let mut table = Table { players: [alice, bob] };
    table.aller_et_retour();
    table.ended();
}

/// 37, fault 3: idRequest 0 on ply 1. Nothing was said, and B's COUP of the aller was taken for the retour. Ours tells B that
/// the aller is over before he plays: what he plays then is the retour, and A may answer.
#[test]
fn scenario_37_the_opponent_knows_that_it_is_the_retour() {
    let [_, wrong, pass] = <[_; 3]>::try_from(sent(37, "A")).expect("PARTIE and two requests");
    let [_, first] = <[_; 2]>::try_from(sent(37, "B")).expect("PARTIE and a COUP");
    let server = Server::start(&[]);
    let mut table = server.table();
    table.of(Coul::Blanc).send(&wrong);
    table.both(ERR_TYP);
    table.of(Coul::Noir).send(&first);
    table.goes_on(Coul::Noir, "B2");
    table.of(Coul::Blanc).send(&pass);
    table.both(TRICHE);
    table.ended();
    assert_eq!(server.results(), [(Some(1), Termination::Malformed), (Some(1), Termination::Triche)]);
}

/// 38, fault 6: idRequest 77 passed for PARTIE. Ours answers ERR_TYP, ends the connection and counts no player.
#[test]
fn scenario_38_an_unknown_request_is_no_partie() {
    let unknown = sent(38, "A").swap_remove(0);
    assert_eq!(unknown[0], 77);
    let server = Server::start(&[]);
    let mut alice = server.connect();
    alice.send(&unknown);
    let answer: [u8; 40] = alice.read();
    assert_eq!(answer[..4], [3, 0, 0, 0], "ERR_TYP");
    assert_eq!(answer[4..], [0; 36]);
    alice.ended();
    server.still_serves();
}

/// 40, fault 9: 8 bytes of rubbish behind a COUP. The COUP counts; the rubbish is what A sends at his next turn, and loses him
/// this partie at once instead of silently. The retour begins cleanly.
#[test]
fn scenario_40_rubbish_behind_a_coup_costs_one_party() {
    let [_, coup_and_rubbish] = <[_; 2]>::try_from(sent(40, "A")).expect("PARTIE and a COUP");
    assert_eq!(coup_and_rubbish.len(), TCoupReq::SIZE + 8);
    let server = Server::start(&[]);
    let mut table = server.table();
    table.of(Coul::Blanc).send(&coup_and_rubbish);
    table.goes_on(Coul::Blanc, "A1");
    table.of(Coul::Noir).coup(Coul::Noir, "C3");
    table.goes_on(Coul::Noir, "C3");
    table.both(ERR_TYP);
    table.win(Manche::Retour);
    table.ended();
    assert_eq!(server.results(), [(Some(1), Termination::Malformed), (Some(1), Termination::Win)]);
}

/// The course's server leaves with 0 after its match; ours with `--once`, also when both parties were lost by a fault.
#[test]
fn once_ends_well_after_faults() {
    let mut server = Server::start(&["--once"]);
    let [mut alice, bob] = server.table().split();
    bob.reset();
    alice.coup(Coul::Blanc, "A1");
    alice.expect(CONT);
    alice.expect(TIMEOUT);
    alice.expect(TIMEOUT);
    alice.ended();
    assert_eq!(server.exit_code(), 0);
}
