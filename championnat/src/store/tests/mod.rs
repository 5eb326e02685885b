//! What a store promises, on SQLite and on PostgreSQL.

mod decisions;
mod kill;
mod postgres;
mod scenarios;
mod sqlite;

use std::collections::BTreeMap;
use std::time::Duration;

use confine::Limits;
use jeux::Reason;

use super::*;
use crate::config::{AccessRule, SeatSpec};
use crate::{
    BySide, EntryOrder, Fault, Format, Knockout, Pairing, PartieResult, Points, Regulations, Results, Side,
};

fn regulations(format: Format, contestants: usize) -> Regulations {
    Regulations {
        game: "colonnes".into(),
        parameters: BTreeMap::new(),
        parties: 2,
        time_ms: 6000,
        contestants: (0..contestants).map(|i| format!("joueur{i}")).collect(),
        format,
        order: EntryOrder::Drawn,
        seed: 5,
        points: Points::default(),
        playoffs: Some(0),
        roster: crate::Roster::default(),
    }
}

fn double_round(contestants: usize) -> Regulations {
    regulations(Format::RoundRobin { meetings: 2 }, contestants)
}

fn engine(spec: &str) -> SeatSpec {
    SeatSpec::Engine { spec: spec.to_owned(), limits: Limits::default() }
}

fn seats(count: usize) -> Vec<SeatSpec> {
    (0..count)
        .map(|i| if i % 2 == 0 { engine("hasard") } else { SeatSpec::Network(AccessRule::default()) })
        .collect()
}

fn open(location: &Location, regulations: &Regulations) -> Store {
    Store::open(location, regulations, &seats(regulations.contestants.len()), &[]).unwrap()
}

/// The record of a rencontre whose result depends on its key.
fn record(regulations: &Regulations, pairing: &Pairing) -> IncomingRencontre {
    use PartieResult::{Disqualified, Drawn, Won};
    let moves = |count: u64| {
        let one = |i: u64| IncomingMove {
            side: if i.is_multiple_of(2) { Side::White } else { Side::Black },
            notation: "B2".into(),
            thinking: Duration::from_millis(10 * i),
            latency: Duration::from_micros(i),
            verdict: "VALID".into(),
        };
        (1..=count).map(one).collect()
    };
    let partie = |result, detail: Option<&str>, count| IncomingPartie {
        result,
        detail: detail.map(Reason::text),
        moves: moves(count),
        waits: BySide { white: ProcessorWait::of((1..=count).map(Duration::from_millis)), black: None },
    };
    let parties = match (pairing.key.round + pairing.key.board) % 3 {
        0 => vec![partie(Won(Side::White), None, 7), partie(Won(Side::Black), None, 8)],
        1 => vec![partie(Drawn, None, 40), partie(Won(Side::White), None, 9)],
        _ => {
            let cheat = Disqualified(Side::Black, Fault::Triche);
            vec![partie(cheat, Some("case pleine"), 2), partie(Drawn, None, 40)]
        }
    };
    IncomingRencontre {
        key: pairing.key,
        id: format!("r-{}", pairing.key),
        white: regulations.name(pairing.white).to_owned(),
        black: regulations.name(pairing.black).to_owned(),
        started_ms: 1_000,
        finished_ms: 2_000,
        outcome: IncomingOutcome::Finished(parties),
        machine: Some(format!("salle-{}", pairing.key.board % 2)),
        json: format!("{{\"rencontre\":\"{}\"}}", pairing.key),
    }
}

fn interrupted(regulations: &Regulations, pairing: &Pairing, id: &str) -> IncomingRencontre {
    let outcome = IncomingOutcome::Interrupted(Reason::text("le disque était plein"));
    IncomingRencontre { id: id.into(), outcome, ..record(regulations, pairing) }
}

/// All records of a championship played to its end, in the order of play.
fn all_records(regulations: &Regulations) -> Vec<IncomingRencontre> {
    let schedule = regulations.schedule().unwrap();
    let mut results = Results::new();
    let mut records = vec![];
    loop {
        let open = schedule.next_round(&results);
        if open.is_empty() {
            return records;
        }
        for pairing in open {
            let record = record(regulations, &pairing);
            let IncomingOutcome::Finished(parties) = &record.outcome else { unreachable!() };
            let parties = parties.iter().map(|partie| partie.result).collect();
            let result = crate::RencontreResult { white: pairing.white, black: pairing.black, parties };
            results.insert(pairing.key, result);
            records.push(record);
        }
    }
}
