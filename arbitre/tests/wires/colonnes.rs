//! Colonnes: the course's server's own conversations, and what it has no word for.

use std::time::Duration;

use arbitre::jeux::colonnes::KIND;
use arbitre::match_loop::Conditions;
use arbitre::reception::{News, NoReconnector, TurnedAway};
use arbitre::record::Record;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use jeux::colonnes::{Board, Move, PLACEMENT_PLIES};
use jeux::game::SINGLE;
use jeux::{Position, Reason, Slot, Status};
use protocol::Termination;
use protocol::colonnes::{CodeRep, Coul, Manche, PartieRefusal, TPartieRep};
use testing::colonnes::{
    CONT, Client, ERR_COUP, ERR_TYP, FAULTLESS, Leave, TIMEOUT, TRICHE, Table, barrier, coup, scenarios,
};
use testing::{PATIENCE, until};

use crate::room::{Room, Rules, asks, news, open, wire};

/// Time for each move where somebody is to be too late.
const SHORT: Duration = Duration::from_millis(700);

fn rules() -> Rules {
    Rules::of(&KIND)
}

/// Two players at the beginning of their rencontre.
fn table(room: &Room) -> Table {
    let address = room.addresses[0];
    let mut alice = Client::connect(address);
    alice.ask("alice");
    barrier(address);
    let mut bob = Client::connect(address);
    bob.ask("bob");
    alice.welcome(Coul::Blanc, "bob");
    bob.welcome(Coul::Noir, "alice");
    Table { players: [alice, bob] }
}

/// Who won each PARTIE, and how it ended.
fn results(record: &Record) -> Vec<(Option<Slot>, Termination)> {
    record.parties.iter().map(|partie| (partie.result.winner, partie.result.termination)).collect()
}

#[test]
fn what_the_course_server_said_is_said() {
    let scenarios = scenarios();
    std::thread::scope(|scope| {
        for scenario in scenarios.iter().filter(|scenario| FAULTLESS.contains(&scenario.number)) {
            scope.spawn(move || {
                let option = |name: &str| scenario.options.iter().any(|option| option == name);
                let mut rules = rules();
                rules.judged = !option("--noValid");
                if option("--noTimeout") {
                    rules.time = None;
                } else if scenario.is_late() {
                    rules.time = Some(3 * SHORT);
                }
                let room = Room::start(&KIND, &[""], rules);
                scenario.replay(room.addresses[0]);
            });
        }
    });
}

#[test]
fn a_rencontre_is_recorded_as_it_was_played() {
    let room = Room::start(&KIND, &[""], rules());
    let mut table = table(&room);
    table.aller_et_retour();
    let record = room.record();
    assert_eq!(record.players.each_ref().map(|player| &*player.name), ["alice", "bob"]);
    let won = [Some(Slot::Zero), Some(Slot::One)].map(|winner| (winner, Termination::Win));
    assert_eq!(results(&record), won);
    assert!(record.parties.iter().all(|partie| partie.moves.len() == 5));
    table.ended();
}

#[test]
fn who_leaves_has_lost_and_the_other_is_told() {
    for (leaves, leave) in
        [Coul::Blanc, Coul::Noir].into_iter().zip(Leave::ALL).chain([(Coul::Noir, Leave::Close)])
    {
        let room = Room::start(&KIND, &[""], Rules { parties: &SINGLE, ..rules() });
        let mut table = table(&room);
        table.play(Coul::Blanc, "A1");
        let mut players = table.split().map(Some);
        leave.with(players[leaves.index()].take().expect("a player"));
        let mut stays = players.into_iter().flatten().next().expect("the other");
        if leaves == Coul::Blanc {
            stays.coup(Coul::Noir, "C3");
            stays.expect(CONT);
        }
        stays.expect(TIMEOUT);
        stays.ended();
        let left = Slot::ALL[leaves.index()];
        let record = room.record();
        assert_eq!(results(&record), [(Some(left.other()), Termination::Disconnected)]);
        let result = &record.parties[0].result;
        assert_eq!(result.charged, Some(left));
        let reset = Reason::os(&std::io::ErrorKind::ConnectionReset.into());
        let why = if leave == Leave::Reset { reset } else { Reason::new("closed") };
        assert_eq!(result.detail.as_ref().map(|detail| &detail.code), Some(&why.code));
    }
}

/// Whose engine does not start.
struct Failing;

impl Seat for Failing {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        Err(NoMove::Crash(Reason::new("engine-gone")))
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        Err(NoMove::stopped())
    }

    fn tell_own(&mut self, _ruling: &Ruling) {}

    fn tell_opponent(&mut self, _ruling: &Ruling) {}
}

/// The answer to a COUP that he has not made yet would come for the first one of the retour.
#[test]
fn who_begins_against_nobody_moves_before_he_wins() {
    let (mut reception, addresses) = open(&KIND, &[""], PATIENCE);
    let mut alice = Client::connect(addresses[0]);
    alice.ask("alice");
    let number = asks(&mut *reception);
    reception.welcome(number);
    let guests = [reception.take(number), None];
    let seats = wire(&KIND).sit(guests, ["alice", "bob"], None, &NoReconnector).expect("seats");
    let [Some(mut seat), None] = seats else { panic!("one seat") };
    let client = std::thread::spawn(move || {
        alice.welcome(Coul::Blanc, "bob");
        alice.coup(Coul::Blanc, "A1");
        alice.expect(CONT);
        // That of each game.
        alice.expect(TIMEOUT);
        alice.expect(TIMEOUT);
    });
    let contestants = ["alice", "bob"].map(|name| Contestant { name: name.into(), from: String::new() });
    let rules = rules();
    let rencontre = Rencontre {
        kind: &KIND,
        id: "test",
        contestants: &contestants,
        setup: &rules.setup,
        parties: rules.parties,
        judged: true,
        scheduled: None,
        before: None,
    };
    let conditions = Conditions { time: Some(PATIENCE), interrupt: None };
    let (one, other): (&mut dyn Seat, &mut dyn Seat) = (&mut *seat, &mut Failing);
    let record = rencontre.referee([one, other], conditions, &mut ()).expect("a setup");
    client.join().expect("what alice hears");
    assert_eq!(results(&record), [(Some(Slot::Zero), Termination::Crash); 2]);
}

#[test]
fn what_is_no_coup_loses_the_partie() {
    for bytes in [vec![2, 0, 0, 0], testing::colonnes::partie("again").to_vec()] {
        let room = Room::start(&KIND, &[""], rules());
        let mut table = table(&room);
        table.of(Coul::Blanc).send(&bytes);
        table.both(ERR_TYP);
        // The retour goes on with what comes next.
        table.win(Manche::Retour);
        table.ended();
        let record = room.record();
        assert_eq!(
            results(&record),
            [(Some(Slot::One), Termination::Malformed), (Some(Slot::One), Termination::Win)]
        );
    }
}

#[test]
fn triche_is_told_to_both_and_charged() {
    let room = Room::start(&KIND, &[""], rules());
    let mut table = table(&room);
    table.triche(Manche::Aller);
    table.play(Coul::Noir, "B2");
    table.finish(Coul::Blanc, "passe", TRICHE);
    table.ended();
    let record = room.record();
    let results: Vec<_> = record.parties.iter().map(|partie| partie.result.clone()).collect();
    assert_eq!(results.iter().map(|result| result.charged).collect::<Vec<_>>(), [Some(Slot::Zero); 2]);
    assert!(results.iter().all(|result| result.termination == Termination::Triche));
}

/// A COUP that comes after TIMEOUT belongs to the aller: a placement only if another COUP follows it.
#[test]
fn late_coups_are_told_from_the_first_of_the_retour() {
    let late_then_own = [coup(Coul::Noir, "C1"), coup(Coul::Noir, "A1")].concat();
    // What the second player of the aller sends after he was too late with a placement, and what is played of it.
    for (sent, played) in [(late_then_own, "A1"), (coup(Coul::Noir, "C2").to_vec(), "C2")] {
        let room = Room::start(&KIND, &[""], Rules { time: Some(SHORT), ..rules() });
        let mut table = table(&room);
        table.play(Coul::Blanc, "B2");
        table.both(TIMEOUT);
        table.of(Coul::Noir).send(&sent);
        table.goes_on(Coul::Noir, played);
        table.finish(Coul::Blanc, "passe", TRICHE);
        table.ended();
        let record = room.record();
        assert_eq!(record.parties[1].moves[0].text, played);
        assert_eq!(record.parties[0].result.termination, Termination::Timeout);
    }
}

/// A late COUP of whom the retour finds waiting is never his move there.
#[test]
fn late_coups_of_who_moves_second_in_the_retour_are_dropped() {
    let room = Room::start(&KIND, &[""], Rules { time: Some(SHORT), ..rules() });
    let mut table = table(&room);
    table.both(TIMEOUT);
    table.of(Coul::Blanc).coup(Coul::Blanc, "A1");
    table.play(Coul::Noir, "B2");
    table.play(Coul::Blanc, "C3");
    table.finish(Coul::Noir, "passe", TRICHE);
    table.ended();
    let moves: Vec<_> = room.record().parties[1].moves.iter().map(|mv| mv.text.clone()).collect();
    assert_eq!(moves[..2], ["B2", "C3"]);
}

/// After the placements a late COUP moves a pawn, which no first COUP does.
#[test]
fn a_late_movement_is_dropped_and_a_placement_is_not_held() {
    let room = Room::start(&KIND, &[""], Rules { time: Some(SHORT), ..rules() });
    let mut table = table(&room);
    let mut board = Board::new();
    for ply in 0..=PLACEMENT_PLIES {
        let goes_on = |mv: &Move| board.clone().play(*mv) == Ok(Status::Ongoing);
        let mv = board.moves().iter().copied().find(goes_on).expect("a move after which it goes on");
        table.play([Coul::Blanc, Coul::Noir][ply as usize % 2], &mv.to_string());
        board.play(mv).expect("legal");
    }
    table.both(TIMEOUT);
    let late = board.moves()[0].to_string();
    table.of(Coul::Noir).coup(Coul::Noir, &late);
    table.play(Coul::Noir, "B2");
    table.finish(Coul::Blanc, "passe", TRICHE);
    table.ended();
    let record = room.record();
    assert_eq!(record.parties[1].moves[0].text, "B2");
    let late = (Some(Slot::Zero), Termination::Timeout);
    assert_eq!(results(&record), [late, (Some(Slot::One), Termination::Triche)]);
}

#[test]
fn everybody_is_answered_who_is_refused() {
    for (why, answer) in [
        (TurnedAway::TournamentOver, TPartieRep::refused_because(PartieRefusal::Over)),
        (TurnedAway::AlreadyHere, TPartieRep::refused_because(PartieRefusal::Here)),
        (TurnedAway::NotAdmitted, TPartieRep::refused(CodeRep::Partie)),
        (TurnedAway::Stopped, TPartieRep::refused(CodeRep::Partie)),
    ] {
        let (mut reception, addresses) = open(&KIND, &[""], PATIENCE);
        let mut client = Client::connect(addresses[0]);
        client.ask("alice#secret");
        let [News::Asks(asking)] = &news(&mut *reception)[..] else { panic!("nobody asks") };
        assert_eq!((asking.name.name(), asking.name.with_secret()), ("alice", "alice#secret"));
        assert_eq!((asking.address, &asking.tournament), (client.address(), &None));
        reception.refuse(asking.number, why);
        assert_eq!(client.read::<40>(), answer.encode(), "{why:?}");
        client.ended();
        assert!(reception.take(asking.number).is_none());
    }
}

#[test]
fn whoever_asks_nothing_is_dropped() {
    let (mut reception, addresses) = open(&KIND, &[""], SHORT);
    let mut dropped = |because: &str| match &news(&mut *reception)[..] {
        [News::Dropped { from, why }] => {
            assert!(from.starts_with("127.0.0.1:"), "{from}");
            assert_eq!(why.code, because);
        }
        other => panic!("{other:?}"),
    };
    let mut silent = Client::connect(addresses[0]);
    dropped("no-partie");
    silent.ended();
    let mut wrong = Client::connect(addresses[0]);
    wrong.send(&[9; 4]);
    dropped("not-partie");
    assert_eq!(wrong.read::<40>(), TPartieRep::refused(CodeRep::Typ).encode());
    wrong.ended();
    drop(Client::connect(addresses[0]));
    dropped("left-before-asking");
    let mut early = Client::connect(addresses[0]);
    for _ in 0..8 {
        early.coup(Coul::Blanc, "A1");
    }
    dropped("coups-before-partie");
    (0..8).for_each(|_| early.expect(ERR_COUP));
    early.ended();
}

#[test]
fn a_coup_before_partie_may_have_the_size_of_a_partie() {
    for filling in [[0; 8], [0xff; 8]] {
        let (mut reception, addresses) = open(&KIND, &[""], PATIENCE);
        let mut client = Client::connect(addresses[0]);
        client.send(&[&coup(Coul::Blanc, "A1")[..], &filling].concat());
        until("it is refused", || reception.advance().is_empty() && client.has_answer());
        client.expect(ERR_COUP);
        client.ask("alice");
        asks(&mut *reception);
    }
}

#[test]
fn whoever_asks_and_leaves_is_no_opponent() {
    let (mut reception, addresses) = open(&KIND, &[""], PATIENCE);
    let mut client = Client::connect(addresses[0]);
    client.ask("alice");
    let number = asks(&mut *reception);
    drop(client);
    assert_eq!(news(&mut *reception), [News::Left(number)]);
    assert!(reception.take(number).is_none());
}

#[test]
fn room_is_made_among_those_silent_longest() {
    let (mut reception, addresses) = open(&KIND, &[""], PATIENCE);
    let mut asked = Client::connect(addresses[0]);
    asked.ask("alice");
    let number = asks(&mut *reception);
    let mut silent: Vec<Client> = (0..6).map(|_| Client::connect(addresses[0])).collect();
    while !reception.advance().is_empty() {}
    reception.make_room();
    silent[..4].iter_mut().for_each(Client::ended);
    silent[4..].iter().for_each(Client::silent);
    // Nobody else is let in for a moment; then they are.
    let mut last = Client::connect(addresses[0]);
    last.ask("bob");
    assert!(asks(&mut *reception) != number);
    let guest = reception.take(number).expect("she waits");
    assert_eq!((guest.from, guest.state), (asked.address().to_string(), String::new()));
    reception.close();
    silent[4..].iter_mut().for_each(Client::ended);
    last.ended();
    asked.silent();
}

#[test]
fn names_and_forms_are_those_that_fit() {
    let wire = wire(&KIND);
    assert_eq!(wire.check_name(&"é".repeat(15)), Ok(()));
    let code = |checked: Result<(), Reason>| checked.expect_err("refused").code;
    assert_eq!(code(wire.check_name(&"a".repeat(31))), "name-too-long");
    assert_eq!(code(wire.check_name("a\u{1b}[2J")), "name-characters");
    assert_eq!(wire.told(" alice\n"), "alice");
    assert_eq!(wire.check_form(""), Ok(()));
    assert_eq!(code(wire.check_form("2025")), "unknown-form");
}
