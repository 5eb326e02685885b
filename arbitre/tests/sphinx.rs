//! Games that end for a reason of their own: it is in the record, and a record that gives another one is refused.

use std::collections::VecDeque;
use std::time::Instant;

use arbitre::judge::Coup;
use arbitre::match_loop::Conditions;
use arbitre::record::Record;
use arbitre::registry;
use arbitre::rencontre::{Contestant, Rencontre};
use arbitre::replay;
use arbitre::seat::{Answer, NoMove, Opening, Ruling, Seat, Turn};
use jeux::game::{Params, SINGLE};
use jeux::{Reason, Slot};
use protocol::Termination;

/// Makes these moves, whatever is said.
struct Script(VecDeque<&'static str>);

impl Seat for Script {
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), NoMove> {
        Ok(())
    }

    fn choose(&mut self, _turn: &Turn<'_>, _other: &mut dyn Seat) -> Result<Answer, NoMove> {
        Ok(Answer { coup: Coup::said(self.0.pop_front().expect("a move")), at: Instant::now() })
    }

    fn tell_own(&mut self, _ruling: &Ruling) {}

    fn tell_opponent(&mut self, _ruling: &Ruling) {}
}

/// A game of grids of two rows and two columns with one wall.
fn played(first: &[&'static str], second: &[&'static str]) -> Record {
    let kind = registry::find("sphinx").expect("the game");
    let contestants = ["Ada", "Blaise"].map(|name| Contestant { name: name.into(), from: "ici".into() });
    let sizes = [("h", "2"), ("w", "2"), ("n", "1")].map(|(name, size)| (name.to_owned(), size.to_owned()));
    let rencontre = Rencontre {
        kind,
        id: "sphinx-1",
        contestants: &contestants,
        setup: &kind.draw(&Params::from(sizes), 1).expect("sizes"),
        parties: &SINGLE,
        judged: true,
        scheduled: None,
        before: None,
    };
    let script = |moves: &[&'static str]| Script(moves.iter().copied().collect());
    let (mut one, mut other) = (script(first), script(second));
    let conditions = Conditions { time: None, interrupt: None };
    rencontre.referee([&mut one, &mut other], conditions, &mut ()).expect("a setup")
}

#[test]
fn why_a_game_has_ended_is_recorded_and_verified() {
    let (good, bad) = ("20/13", "20/03");
    type Case<'a> = (&'a [&'static str], &'a [&'static str], Option<Slot>, Option<&'a str>);
    let cases: [Case<'_>; 5] = [
        (&[bad], &[good], Some(Slot::One), Some("grid-walls: 0; 1")),
        (&[good], &[bad], Some(Slot::Zero), Some("grid-walls: 0; 1")),
        (&[bad], &[bad], None, Some("sphinx-grids")),
        (&[good, "0:1", "1:1"], &[good, "1:0"], Some(Slot::Zero), None),
        (&[good, "0:1", "1:1"], &[good, "0:1", "1:1"], None, Some("sphinx-both-found")),
    ];
    for (first, second, winner, why) in cases {
        let mut record = played(first, second);
        let result = &record.parties[0].result;
        let detail = result.detail.as_ref().map(Reason::to_string);
        assert_eq!((result.winner, result.charged, detail.as_deref()), (winner, None, why));
        let expected = if winner.is_some() { Termination::Win } else { Termination::Draw };
        assert_eq!(result.termination, expected);
        replay::verify(&record).expect("it follows from the rules");
        let answer = record.parties[0].moves[0].answer.as_deref();
        assert_eq!(answer, (first[0] == bad).then_some("grid-walls: 0; 1"), "the mover is told at once");
        if why.is_some() {
            for detail in [None, Some(Reason::new("sphinx-limit"))] {
                record.parties[0].result.detail = detail;
                let refused = replay::verify(&record).expect_err("the rules give another reason");
                assert_eq!(refused.problem.code, "record-why");
            }
        }
    }
}
