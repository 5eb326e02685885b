//! Records verified by the rules: those of every game agree, and each alteration is found.

mod seats;

use arbitre::engine::told;
use arbitre::jeux::{colonnes, labyrinthe};
use arbitre::random_seat::RandomSeat;
use arbitre::record::{PartieRecord, Record, ResultRecord};
use arbitre::registry::{GAMES, find};
use arbitre::replay::{after, go_through, verify};
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use jeux::{Reason, Slot};
use protocol::Termination;
use protocol::verdict::{Property, Validity};

/// A rencontre of two whole games.
fn a_record() -> Record {
    let record = seats::referee(&colonnes::KIND, 5, false);
    assert_eq!(verify(&record), Ok(()));
    assert_eq!(record.parties.len(), 2);
    record
}

/// Writes its moves in small letters, and hears those of a player who does the same.
struct InSmallLetters(RandomSeat, Vec<String>);

impl Seat for InSmallLetters {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoMove> {
        self.0.begin(opening)
    }

    fn choose(&mut self, turn: &Turn<'_>, other: &mut dyn Seat) -> Result<Answer, NoMove> {
        let mut answer = self.0.choose(turn, other)?;
        answer.coup.text.make_ascii_lowercase();
        Ok(answer)
    }

    fn tell_own(&mut self, ruling: &Ruling) {
        self.0.tell_own(ruling);
    }

    fn tell_opponent(&mut self, ruling: &Ruling) {
        self.1.extend(told(ruling, false).iter().map(ToString::to_string));
        self.0.tell_opponent(ruling);
    }
}

#[test]
fn opponents_and_records_get_moves_as_the_game_writes_them() {
    for game in ["colonnes", "morpion", "sept-couleurs"] {
        let kind = find(game).expect("a game");
        let mut seats = [2, 3].map(|seed| InSmallLetters(RandomSeat::new(seed), Vec::new()));
        let [one, two] = &mut seats;
        let record = seats::between(kind, [one, two], 7, true);
        let moves = record.parties[0].moves.iter().map(|mv| &mv.text);
        let small = |text: &str| text.contains(|c: char| c.is_ascii_lowercase());
        assert!(moves.clone().all(|text| text == "passe" || !small(text)), "{game}: {record:?}");
        let heard: Vec<&String> =
            seats.iter().flat_map(|seat| &seat.1).filter(|line| line.starts_with("opponent ")).collect();
        assert_eq!(heard.len(), moves.clone().count());
        for text in moves {
            assert!(heard.contains(&&format!("opponent {text}")), "{game}: {heard:?}");
        }
    }
}

/// The contradiction that an alteration causes.
fn found(alter: impl FnOnce(&mut Record)) -> String {
    let mut record = a_record();
    alter(&mut record);
    verify(&record).expect_err("a contradiction").problem.code
}

/// The same in the aller.
fn found_in(alter: impl FnOnce(&mut PartieRecord)) -> String {
    found(|record| alter(&mut record.parties[0]))
}

/// The same with its arguments.
fn said(alter: impl FnOnce(&mut PartieRecord)) -> String {
    let mut record = a_record();
    alter(&mut record.parties[0]);
    let problem = verify(&record).expect_err("a contradiction").problem;
    [vec![problem.code], problem.args].concat().join(" ")
}

/// The same where the aller has no move, and this result.
fn found_result(result: ResultRecord) -> String {
    found_in(|partie| {
        partie.moves.clear();
        partie.result = result;
    })
}

#[test]
fn records_of_every_game_agree() {
    for kind in GAMES {
        for seed in 0..4 {
            let record = seats::referee(kind, seed, false);
            assert_eq!(verify(&record), Ok(()), "{} {seed}", kind.name);
        }
    }
}

#[test]
fn the_form_is_that_of_a_rencontre() {
    assert_eq!(found(|record| record.game = "échecs".into()), "unknown-game");
    assert_eq!(found(|record| record.players[0].color = None), "record-colour");
    assert_eq!(found(|record| record.parties[1].name = "belle".into()), "record-parties");
    assert_eq!(found(|record| record.parties.truncate(1)), "record-incomplete");
    let stopped = Some(Reason::new("stopped"));
    assert_eq!(found(|record| record.interrupted = stopped.clone()), "record-complete-but-interrupted");
    let interrupted = ResultRecord { winner: None, charged: None, ..ResultRecord::under_way() };
    assert_eq!(found_in(|partie| partie.result = interrupted.clone()), "record-after-interruption");
    // Each of these is right where both are so.
    let mut cut = a_record();
    cut.parties.truncate(1);
    cut.interrupted = stopped;
    assert_eq!(verify(&cut), Ok(()));
    cut.parties[0].moves.truncate(3);
    cut.parties[0].result = interrupted;
    assert_eq!(verify(&cut), Ok(()));
}

#[test]
fn every_move_follows_from_the_rules() {
    assert_eq!(said(|partie| partie.first = Slot::One), "record-first 2");
    assert_eq!(said(|partie| partie.moves[1].player = Slot::Zero), "record-other-player 2");
    assert_eq!(found_in(|partie| partie.moves[0].raw = Some("0".into())), "record-bytes");
    assert_eq!(found_in(|partie| partie.moves[0].text = "Z9".into()), "record-no-move");
    let verdict = said(|partie| partie.moves[0].verdict = Validity::Triche);
    assert!(
        verdict.starts_with("record-verdict 1 ") && verdict.ends_with(" TRICHE CONT VALID CONT"),
        "{verdict}"
    );
    assert_eq!(found_in(|partie| partie.moves[0].property = Property::Gagne), "record-verdict");
    assert_eq!(found_in(|partie| partie.moves[0].answer = Some("oui".into())), "record-told");
    assert_eq!(found_in(|partie| partie.moves[0].shown = Some("A".into())), "record-told");
    assert_eq!(found_in(|partie| partie.moves.push(partie.moves[0].clone())), "record-move-after-end");
    let mut record = seats::referee(&labyrinthe::KIND, 5, false);
    record.parties[1].setup.insert("H".into(), "4".into());
    let contradiction = verify(&record).expect_err("no labyrinth");
    assert_eq!(
        (contradiction.partie.as_deref(), &*contradiction.problem.code),
        (Some("retour"), "record-setup")
    );
}

#[test]
fn every_result_follows_from_the_last_move() {
    let other = |slot: Option<Slot>| slot.map(Slot::other);
    let swapped = said(|partie| partie.result.winner = other(partie.result.winner));
    let winner = a_record().parties[0].result.winner.expect("a winner").index();
    assert_eq!(swapped, format!("record-result win {} win {}", 2 - winner, 1 + winner));
    assert_eq!(
        found_in(|partie| partie.result.charged = other(partie.result.charged).or(Some(Slot::Zero))),
        "record-result"
    );
    assert_eq!(found_in(|partie| _ = partie.moves.pop()), "record-end-unseen");
    let lost = |termination, winner, charged| ResultRecord {
        termination,
        winner,
        charged,
        ..ResultRecord::under_way()
    };
    let (zero, one) = (Some(Slot::Zero), Some(Slot::One));
    for termination in [Termination::Win, Termination::Draw, Termination::Triche] {
        assert_eq!(found_result(lost(termination, one, zero)), "record-end-unseen");
    }
    // Only who is to move can be late; either may leave.
    assert_eq!(found_result(lost(Termination::Timeout, zero, one)), "record-result");
    assert_eq!(found_result(lost(Termination::Disconnected, zero, zero)), "record-result");
    assert_eq!(found_result(lost(Termination::Crash, None, None)), "record-nobody-charged");
    let right = [
        lost(Termination::Timeout, one, zero),
        lost(Termination::Disconnected, zero, one),
        lost(Termination::Malformed, one, zero),
        lost(Termination::Disconnected, None, None),
    ];
    for result in right {
        let mut record = a_record();
        record.parties[0].moves.clear();
        record.parties[0].result = result.clone();
        assert_eq!(verify(&record), Ok(()), "{result:?}");
        record.settings.time_ms = None;
        let late = result.termination == Termination::Timeout;
        let problem = verify(&record).err().map(|contradiction| contradiction.problem.code);
        assert_eq!(problem.as_deref(), late.then_some("record-timeout-without-limit"));
    }
    // Nobody is absent who has moved.
    assert_eq!(
        found_in(|partie| {
            partie.moves.truncate(1);
            partie.result = lost(Termination::Disconnected, None, None);
        }),
        "record-nobody-charged"
    );
}

#[test]
fn the_rule_that_was_broken_is_the_one_that_is_said() {
    let mut record = a_record();
    let partie = &mut record.parties[0];
    partie.moves.truncate(1);
    partie.moves[0].text = "passe".into();
    partie.moves[0].raw = None;
    (partie.moves[0].verdict, partie.moves[0].property) = (Validity::Triche, Property::Perdu);
    partie.result = ResultRecord {
        termination: Termination::Triche,
        winner: Some(Slot::One),
        charged: Some(Slot::Zero),
        ..ResultRecord::under_way()
    };
    partie.result.detail = None;
    assert_eq!(verify(&record), Ok(()));
    record.parties[0].result.detail = Some(Reason::new("closed"));
    assert_eq!(verify(&record).expect_err("another rule").problem.code, "record-rule");
}

#[test]
fn games_are_gone_through_move_by_move() {
    let record = a_record();
    let partie = &record.parties[0];
    let mut seen = Vec::new();
    go_through(&record, partie, &mut |mv, judge| {
        seen.push((mv.map(|(number, mv)| (number, mv.text.clone())), judge.map(|judge| judge.to_move())));
    })
    .expect("a game");
    assert_eq!(seen.len(), partie.moves.len() + 1);
    for (number, (mv, to_move)) in seen.iter().enumerate() {
        let expected = number.checked_sub(1).map(|index| (number, partie.moves[index].text.clone()));
        assert_eq!(mv, &expected);
        let before_end = after(&record, partie, number).expect("a game").to_move();
        assert_eq!(*to_move, Some(before_end));
    }
    // The turn that ended it is its last move, or the one that did not come.
    assert_eq!(partie.last_turn(), partie.moves.len());
    let mut late = partie.clone();
    late.result.termination = Termination::Timeout;
    assert_eq!(late.last_turn(), partie.moves.len() + 1);
}
