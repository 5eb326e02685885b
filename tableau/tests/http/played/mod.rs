//! Records of games that were played at random, as a referee would have written them.

#![allow(dead_code, reason = "each test file uses its part")]

use arbitre::game::{Beginning, GameEntry};
use arbitre::judge::{Coup, Verdict};
use arbitre::record::{MoveRecord, PartieRecord, PlayerRecord, Record, ResultRecord, SCHEMA, Settings};
use arbitre::registry;
use jeux::Slot;
use jeux::game::{Params, Shown};
use protocol::Termination;

/// Numbers that look like chance, and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// The games of the house, by name.
pub fn games() -> Vec<&'static str> {
    registry::GAMES.iter().map(|kind| kind.name).collect()
}

/// A rencontre that was played to its end.
pub fn record(game: &str, id: &str, names: [&str; 2]) -> Record {
    let kind = registry::find(game).expect("a game");
    let setup = kind.draw(&Params::default(), 7).expect("a start");
    let parties =
        kind.parties.iter().map(|partie| partie_record(kind, &setup, partie.name, partie.first)).collect();
    let player = |slot: Slot| PlayerRecord {
        name: names[slot].to_owned(),
        color: kind.colours.map(|colours| colours[slot].to_owned()),
        from: "test".to_owned(),
        confinement: None,
        odd: None,
    };
    Record {
        schema: SCHEMA,
        game: game.to_owned(),
        id: id.to_owned(),
        started: "2026-11-21T00:52:56Z".parse().expect("a time"),
        ended: Some("2026-11-21T00:53:56Z".parse().expect("a time")),
        versions: [].into(),
        settings: Settings { time_ms: Some(6_000), judged: true },
        players: Slot::ALL.map(player),
        parties,
        scheduled: None,
        machine: None,
        interrupted: None,
    }
}

fn partie_record(kind: &GameEntry, setup: &Params, name: &str, first: Slot) -> PartieRecord {
    let mut judge = kind.start(&Beginning { setup, first, judged: true }).expect("a beginning");
    let mut chance = Chance(u64::from(first) + 1);
    let mut moves = Vec::new();
    loop {
        let legal = judge.legal_moves();
        let text = legal[chance.below(legal.len())].clone();
        let mover = Slot::of(judge.to_move(), first);
        let judgement = judge.judge(&Coup::said(&text)).expect("a move");
        let (verdict, property) = judgement.verdict.words();
        let shown = match &judgement.shown {
            Shown::Whole => None,
            shown => Some(shown.of(&text).to_owned()),
        };
        let micros = 40 * (1 + chance.below(100_000) as u64);
        moves.push(MoveRecord {
            player: mover,
            text,
            raw: None,
            micros,
            cpu_micros: Some(1_000),
            waited_micros: Some(7_654_000),
            memory_bytes: Some(34_500_000),
            verdict,
            property,
            answer: judgement.answer,
            shown,
            latency_micros: 30,
        });
        let (winner, termination) = match judgement.verdict {
            Verdict::Continue => continue,
            Verdict::Win => (Some(mover), Termination::Win),
            Verdict::Loss => (Some(mover.other()), Termination::Win),
            Verdict::Draw => (None, Termination::Draw),
            Verdict::Illegal(why) => panic!("{why}"),
        };
        let result = ResultRecord {
            winner,
            termination,
            charged: None,
            detail: judgement.why,
            fault_micros: None,
            fault_cpu_micros: None,
            fault_waited_micros: None,
        };
        return PartieRecord { name: name.to_owned(), first, setup: setup.clone(), moves, result };
    }
}
