//! What holds for every backend: each scenario gets the location of an empty store.

use std::ops::ControlFlow;

use sqlx::Row;
use sqlx::any::AnyRow;

use super::*;
use crate::ranking::LastFault;

type Scenario = (&'static str, fn(&Location));

pub(super) const ALL: &[Scenario] = &[
    ("begins_and_goes_on", begins_and_goes_on),
    ("nothing_counts_twice", nothing_counts_twice),
    ("interruptions_are_noted_and_nothing_more", interruptions_are_noted_and_nothing_more),
    ("bad_records_change_nothing", bad_records_change_nothing),
    ("records_are_taken_together_or_not_at_all", records_are_taken_together_or_not_at_all),
    ("records_come_in_any_order", records_come_in_any_order),
    ("a_rebuild_gives_the_same", a_rebuild_gives_the_same),
    ("everything_is_read_as_it_came", everything_is_read_as_it_came),
    ("other_regulations_are_refused", other_regulations_are_refused),
    ("a_tampered_schedule_is_noticed", a_tampered_schedule_is_noticed),
    ("a_row_that_cannot_be_read_is_an_error_once", a_row_that_cannot_be_read_is_an_error_once),
    ("one_writer_and_any_readers", one_writer_and_any_readers),
    ("any_text_is_kept", any_text_is_kept),
    ("all_or_nothing", all_or_nothing),
    ("engines_may_be_replaced", engines_may_be_replaced),
    ("a_result_is_set_and_played_again", super::decisions::a_result_is_set_and_played_again),
];

fn begins_and_goes_on(location: &Location) {
    let regulations = double_round(4);
    let mut store = open(location, &regulations);
    assert_eq!(store.regulations(), &regulations);
    assert_eq!(store.known_games().count(), 12);
    let records = all_records(&regulations);
    for record in &records[..5] {
        assert!(matches!(store.take(record), Ok(Intake::New(_))));
    }
    let results = store.known_results().clone();
    assert_eq!(results.len(), 5);
    drop(store);

    let mut store = open(location, &regulations);
    assert_eq!(store.known_results(), &results);
    assert_eq!(store.results().unwrap(), results);
    let report = store.take_all(records).unwrap();
    assert_eq!((report.new, report.known), (7, 5));
    assert!(store.generator().next_round(store.known_results()).is_empty());
    let mut expected = regulations.ranking(store.known_results()).unwrap();
    let waits = store.waits().unwrap();
    for line in &mut expected.lines {
        line.waited = waits.get(&line.standing.contestant).copied();
    }
    let machines = store.machines().unwrap();
    assert!(machines.len() == 12 && machines.values().all(|name| ["salle-0", "salle-1"].contains(&&**name)));
    let results = store.known_results().clone();
    let order = expected.lines.iter().map(|line| line.standing.contestant);
    expected.machines = crate::ranking::machine_shares(order, &results, &machines);
    assert_eq!(expected.machines.iter().map(|share| share.rencontres).sum::<u32>(), 12);
    let ranking = store.ranking().unwrap();
    let faults = store.faults().unwrap();
    for LastFault { line, partie } in &ranking.faults {
        let last = faults.iter().rfind(|fault| fault.contestant == line.contestant).unwrap();
        // The illegal move is the second one of each record with one.
        assert_eq!((line, *partie, line.turn), (last, Some("aller"), Some(2)));
    }
    assert_eq!(ranking.faults.len(), 3);
    expected.faults.clone_from(&ranking.faults);
    assert_eq!(ranking, expected);
}

fn nothing_counts_twice(location: &Location) {
    let regulations = double_round(3);
    let mut store = open(location, &regulations);
    let first = all_records(&regulations).remove(0);
    assert!(matches!(store.take(&first), Ok(Intake::New(_))));
    assert_eq!(store.take(&first).unwrap(), Intake::Known);
    // Another attempt at the same game: the process of an earlier run had finished it after all.
    let other = IncomingRencontre { id: "autre".into(), ..first.clone() };
    assert_eq!(store.take(&other).unwrap(), Intake::Duplicate(first.id.clone()));
    drop(store);
    let mut store = open(location, &regulations);
    let report = store.take_all([other, first.clone()]).unwrap();
    assert_eq!((report.new, report.known), (0, 1));
    assert_eq!(report.duplicates, [("autre".to_owned(), first.id.clone())]);
    assert_eq!(store.results().unwrap().len(), 1);
    assert_eq!(store.record(first.key).unwrap(), Some(first.json));
}

fn interruptions_are_noted_and_nothing_more(location: &Location) {
    let regulations = double_round(3);
    let mut store = open(location, &regulations);
    let pairing = *store.known_games().next().unwrap();
    let attempt = interrupted(&regulations, &pairing, "essai-1");
    assert_eq!(store.take(&attempt).unwrap(), Intake::Interrupted);
    assert_eq!(store.take(&attempt).unwrap(), Intake::Known);
    assert_eq!(store.take(&interrupted(&regulations, &pairing, "essai-2")).unwrap(), Intake::Interrupted);
    assert!(store.results().unwrap().is_empty());
    let ranking = store.ranking().unwrap();
    assert!(ranking.lines.iter().all(|line| line.standing.points == 0 && line.standing.faults == 0));
    let noted = store.interruptions().unwrap();
    assert_eq!(noted.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["essai-1", "essai-2"]);
    assert_eq!((noted[0].key, noted[0].reason.as_text()), (pairing.key, Some("le disque était plein")));
    assert!(matches!(store.take(&record(&regulations, &pairing)), Ok(Intake::New(_))));
}

fn bad_records_change_nothing(location: &Location) {
    let regulations = double_round(3);
    let mut store = open(location, &regulations);
    let good = all_records(&regulations).remove(0);
    let change = |change: &dyn Fn(&mut IncomingRencontre)| {
        let mut record = good.clone();
        change(&mut record);
        record
    };
    let stranger = change(&|record| record.white = "inconnu".into());
    let swapped = change(&|record| std::mem::swap(&mut record.white, &mut record.black));
    let elsewhere = change(&|record| record.key = "77.1".parse().unwrap());
    for record in [stranger, swapped, elsewhere] {
        let refused = store.take(&record);
        assert!(matches!(refused, Err(StoreError::NotScheduled { .. })), "{refused:?}");
    }
    let nameless = change(&|record| record.id.clear());
    let long_name = change(&|record| record.id = "x".repeat(201));
    let odd_name = change(&|record| record.id = "a\nb".into());
    let short = change(&|record| record.outcome = IncomingOutcome::Finished(vec![]));
    for record in [nameless, long_name, odd_name, short] {
        let refused = store.take(&record);
        assert!(matches!(refused, Err(StoreError::BadRecord { .. })), "{refused:?}");
    }
    assert!(matches!(store.take(&good), Ok(Intake::New(_))));
    // The name of a record is not used for two games.
    let mut second = all_records(&regulations).remove(1);
    second.id = good.id.clone();
    assert!(matches!(store.take(&second), Err(StoreError::BadRecord { .. })));
    assert_eq!(store.results().unwrap().len(), 1);
    // In a heap, they do not keep the others out.
    let report = store.take_all([second, change(&|record| record.key.round = 99), good]).unwrap();
    assert_eq!((report.known, report.refused.len()), (1, 2));
}

fn records_are_taken_together_or_not_at_all(location: &Location) {
    // Two rounds: the last record of the first one draws the second.
    let regulations = regulations(Format::Swiss { rounds: 2, finals: None }, 8);
    let mut store = open(location, &regulations);
    let records = all_records(&regulations);
    let (first, second) = records.split_at(4);
    let stranger = IncomingRencontre { white: "personne".into(), ..first[1].clone() };
    let mixed = [first[0].clone(), stranger, first[2].clone()];
    assert!(matches!(store.take_together(&mixed), Err(StoreError::NotScheduled { .. })));
    assert_eq!((store.known_results().len(), store.results().unwrap().len()), (0, 0));
    let attempt = IncomingRencontre {
        outcome: IncomingOutcome::Interrupted(Reason::text("panne")),
        id: "essai".into(),
        ..first[0].clone()
    };
    let other = IncomingRencontre { id: "autre".into(), ..first[0].clone() };
    let mut all = vec![attempt, first[0].clone(), other];
    all.extend_from_slice(&first[1..]);
    all.extend_from_slice(second);
    let intakes = store.take_together(&all).unwrap();
    assert_eq!(intakes[0], Intake::Interrupted);
    assert!(matches!(intakes[1], Intake::New(_)));
    assert_eq!(intakes[2], Intake::Duplicate(first[0].id.clone()));
    assert!(intakes[3..].iter().all(|intake| matches!(intake, Intake::New(_))), "{intakes:?}");
    assert_eq!(store.known_results().len(), 8);
    assert_eq!(&store.results().unwrap(), store.known_results());
    assert_eq!(store.take_together(&all[1..2]).unwrap(), [Intake::Known]);
    // What was taken in without an answer is known once the connection is open again.
    store.archive.database.lose_connection();
    store.results.remove(&all[1].key);
    assert_eq!(store.take_together(&all[1..2]).unwrap(), [Intake::Known]);
    assert_eq!(store.known_results().len(), 8);
}

fn records_come_in_any_order(location: &Location) {
    let knockout = Knockout { legs: 1, extra: 1, third_place: true };
    let regulations = regulations(Format::Pools { pools: 2, qualified: 2, meetings: 1, knockout }, 7);
    let mut records = all_records(&regulations);
    let count = records.len() as u64;
    assert!(records.last().unwrap().key.round > 4);
    records.reverse();
    let mut store = open(location, &regulations);
    let before = store.known_games().count();
    let report = store.take_all(records).unwrap();
    assert_eq!((report.new, report.refused.len()), (count, 0));
    assert!(store.known_games().count() > before);
    assert!(store.generator().next_round(store.known_results()).is_empty());
    drop(store);
    assert_eq!(open(location, &regulations).known_results().len() as u64, count);
}

fn a_rebuild_gives_the_same(location: &Location) {
    let regulations = regulations(Format::Swiss { rounds: 4, finals: None }, 6);
    let mut records = all_records(&regulations);
    let mut store = open(location, &regulations);
    let attempt = interrupted(&regulations, &store.known_games().next().unwrap().clone(), "essai");
    store.take(&attempt).unwrap();
    store.take_all(records.clone()).unwrap();
    let (results, schedule, ranking) =
        (store.results().unwrap(), store.schedule().unwrap(), store.ranking().unwrap());
    drop(store);
    records.push(attempt);
    records.rotate_left(5);
    let (mut rebuilt, report) = Store::rebuild(location, &regulations, &seats(6), &[], records).unwrap();
    assert_eq!((report.new, report.interrupted), (12, 1));
    assert_eq!(rebuilt.results().unwrap(), results);
    assert_eq!(rebuilt.schedule().unwrap(), schedule);
    assert_eq!(rebuilt.ranking().unwrap(), ranking);
    drop(rebuilt);
    // From fewer records, less is there.
    let (rebuilt, _) = Store::rebuild(location, &regulations, &seats(6), &[], vec![]).unwrap();
    assert!(rebuilt.known_results().is_empty());
}

fn everything_is_read_as_it_came(location: &Location) {
    let regulations = double_round(8);
    let mut records = all_records(&regulations);
    // A game that is lost by the rules, for a reason that its moves do not show.
    let IncomingOutcome::Finished(parties) = &mut records[0].outcome else { unreachable!() };
    (parties[0].result, parties[0].detail) = (PartieResult::Won(Side::White), Some(Reason::text("grille")));
    let lost = (records[0].key, regulations.contestant(&records[0].black));
    let mut store = open(location, &regulations);
    store.take_all(records.clone()).unwrap();
    drop(store);
    let mut archive = Archive::open(location).unwrap();
    assert_eq!(archive.regulations(), &regulations);
    assert_eq!(archive.schedule().unwrap().len(), 56);
    let engines = archive.engines().unwrap();
    assert_eq!(engines[..2], [Some("hasard".to_owned()), None]);
    let mut latencies = vec![];
    let mut faults = 0;
    for record in &records {
        assert_eq!(archive.record(record.key).unwrap().as_ref(), Some(&record.json));
        let IncomingOutcome::Finished(parties) = &record.outcome else { unreachable!() };
        for (partie, number) in parties.iter().zip(1..) {
            assert_eq!(archive.moves(record.key, number).unwrap(), partie.moves);
            latencies.extend(partie.moves.iter().map(|mv| mv.latency));
            faults += usize::from(partie.result.fault_of(Side::Black).is_some());
        }
    }
    let times = archive.times().unwrap();
    assert_eq!(times.len(), records.len());
    assert!(times.values().all(|times| (times.started_ms, times.finished_ms) == (1_000, 2_000)));
    for contestant in crate::ContestantId::all(8) {
        let name = regulations.name(contestant);
        let mut known = vec![];
        for record in &records {
            let IncomingOutcome::Finished(parties) = &record.outcome else { unreachable!() };
            let side = if record.white == name { Side::White } else { Side::Black };
            for (partie, number) in
                parties.iter().zip(1..).filter(|_| name == record.white || name == record.black)
            {
                let moves = partie.moves.iter().zip(1..).filter(|(mv, _)| mv.side == side);
                known.extend(moves.map(|(mv, ply)| (record.key, number, ply, mv.thinking)));
            }
        }
        known.sort_unstable();
        let thoughts = archive.thoughts(contestant).unwrap();
        let thoughts: Vec<_> = thoughts.iter().map(|t| (t.key, t.partie, t.ply, t.time)).collect();
        assert_eq!(thoughts, known, "{name}");
    }
    let waits = archive.waits().unwrap();
    for contestant in crate::ContestantId::all(8) {
        // Their engines waited for 1, 2, 3... ms in the games of BLANC; those of NOIR are not known.
        let white = records.iter().filter(|record| record.white == regulations.name(contestant));
        let turns = white.flat_map(|record| {
            let IncomingOutcome::Finished(parties) = &record.outcome else { unreachable!() };
            parties.iter().flat_map(|partie| (1..=partie.moves.len() as u64).map(Duration::from_millis))
        });
        assert_eq!(waits.get(&contestant).copied(), ProcessorWait::of(turns));
    }
    let (found, by_rules): (Vec<_>, Vec<_>) =
        archive.faults().unwrap().into_iter().partition(|line| line.fault.is_some());
    let [grid] = &by_rules[..] else { panic!("{by_rules:?}") };
    assert_eq!((grid.key, Some(grid.contestant)), lost);
    assert_eq!((grid.detail.clone(), grid.partie), (Some(Reason::text("grille")), 1));
    assert_eq!(found.len(), faults);
    assert!(found.iter().all(|line| line.fault == Some(Fault::Triche) && line.partie == 1));
    assert_eq!(found[0].detail, Some(Reason::text("case pleine")));
    latencies.sort();
    let summary = archive.latencies().unwrap().unwrap();
    let count = latencies.len();
    assert_eq!(summary.moves, count as u64);
    assert_eq!(summary.median, latencies[count.div_ceil(2) - 1]);
    assert_eq!(summary.percentile_99, latencies[(count * 99).div_ceil(100) - 1]);
    assert_eq!(Some(&summary.max), latencies.last());
    // More than a page, in order, and it stops when told to.
    let mut seen = vec![];
    let all = archive.for_each_record(|key, json| {
        seen.push((key, json.to_owned()));
        ControlFlow::<()>::Continue(())
    });
    assert!(all.unwrap().is_continue());
    let mut expected: Vec<_> = records.iter().map(|record| (record.key, record.json.clone())).collect();
    expected.sort();
    assert_eq!(seen, expected);
    let mut calls = 0;
    let stopped = archive.for_each_record(|key, _| {
        calls += 1;
        ControlFlow::Break(key)
    });
    assert_eq!((stopped.unwrap(), calls), (ControlFlow::Break(expected[0].0), 1));
    let nothing = "99.1".parse().unwrap();
    assert_eq!(archive.record(nothing).unwrap(), None);
    assert!(archive.moves(nothing, 1).unwrap().is_empty());
}

fn other_regulations_are_refused(location: &Location) {
    let regulations = double_round(4);
    drop(open(location, &regulations));
    let mut other = regulations.clone();
    other.contestants.swap(0, 1);
    other.seed += 1;
    let refused = Store::open(location, &other, &seats(4), &[]).map(|_| ());
    let Err(StoreError::OtherRegulations { differences, .. }) = &refused else { panic!("{refused:?}") };
    assert_eq!(differences, &["differs-contestants", "differs-seed"].map(crate::Message::new));
    assert!(
        crate::message::said(&refused.unwrap_err().message())
            .contains("ce qui diffère : les concurrents, la graine.")
    );
    drop(open(location, &regulations));
}

fn a_tampered_schedule_is_noticed(location: &Location) {
    let regulations = double_round(4);
    let mut store = open(location, &regulations);
    let swap = "UPDATE schedule SET white = black, black = white WHERE round = 1 AND board = 1";
    store.database.execute(swap, vec![]).unwrap();
    drop(store);
    let refused = Store::open(location, &regulations, &seats(4), &[]).map(|_| ());
    assert!(
        matches!(&refused, Err(StoreError::OtherSchedule(_, key)) if key.to_string() == "1.1"),
        "{refused:?}"
    );
}

fn a_row_that_cannot_be_read_is_an_error_once(location: &Location) {
    let regulations = double_round(20);
    drop(open(location, &regulations));
    let mut archive = Archive::open(location).unwrap();
    let sql = "SELECT board FROM schedule ORDER BY round, board";
    let read = |row: &AnyRow| match row.try_get(0)? {
        2_i64 => Err(archive::bad("board")),
        board => Ok(board),
    };
    // The other rows have not been read.
    assert!(archive.database.rows(sql, vec![], read).is_err());
    assert!(archive.database.is_connected());
    assert_eq!(archive.schedule().unwrap().len(), 380);
}

fn one_writer_and_any_readers(location: &Location) {
    let regulations = double_round(3);
    let records = all_records(&regulations);
    let mut store = open(location, &regulations);
    let refused = Store::open(location, &regulations, &seats(3), &[]).map(|_| ());
    assert!(matches!(refused, Err(StoreError::Locked(..))), "{refused:?}");
    let rebuilt = Store::rebuild(location, &regulations, &seats(3), &[], vec![]).map(|_| ());
    assert!(matches!(rebuilt, Err(StoreError::Locked(..))), "{rebuilt:?}");
    let mut reader = Archive::open(location).unwrap();
    assert!(reader.results().unwrap().is_empty());
    store.take(&records[0]).unwrap();
    assert_eq!(reader.results().unwrap().len(), 1);
    assert_eq!(Archive::open(location).unwrap().results().unwrap().len(), 1);
    drop(store);
    drop(open(location, &regulations));
}

fn any_text_is_kept(location: &Location) {
    let mut regulations = double_round(2);
    regulations.contestants = vec!["'); DROP TABLE moves; --".into(), "élève $1 \"%s\" ☃".into()];
    let mut store = open(location, &regulations);
    let pairing = *store.known_games().next().unwrap();
    let mut record = record(&regulations, &pairing);
    let IncomingOutcome::Finished(parties) = &mut record.outcome else { unreachable!() };
    parties[0].moves[0].notation = "a\0b'\u{1b}[31m".into();
    parties[0].moves[0].thinking = Duration::MAX;
    record.json = "{\"a\":\"\0\"}".into();
    assert!(matches!(store.take(&record), Ok(Intake::New(_))));
    let moves = store.moves(record.key, 1).unwrap();
    assert_eq!(moves[0].notation, "a\u{fffd}b'\u{1b}[31m");
    assert!(moves[0].thinking > Duration::from_secs(1 << 40));
    assert_eq!(store.record(record.key).unwrap().unwrap(), "{\"a\":\"\u{fffd}\"}");
    assert_eq!(store.take(&record).unwrap(), Intake::Known);
}

fn all_or_nothing(location: &Location) {
    let regulations = regulations(Format::Swiss { rounds: 2, finals: None }, 2);
    let record = all_records(&regulations).remove(0);
    let mut store = open(location, &regulations);
    store.database.execute("ALTER TABLE moves RENAME TO elsewhere", vec![]).unwrap();
    assert!(store.take(&record).is_err());
    for table in ["rencontre", "party", "fault"] {
        assert_eq!(store.database.number(&format!("SELECT COUNT(*) FROM {table}"), vec![]).unwrap(), 0);
    }
    assert!(store.known_results().is_empty() && store.known_games().count() == 1);
    // The next attempt finds everything as it was.
    store.database.execute("ALTER TABLE elsewhere RENAME TO moves", vec![]).unwrap();
    assert!(matches!(store.take(&record), Ok(Intake::New(_))));
    assert_eq!((store.known_games().count(), store.schedule().unwrap().len()), (2, 2));
}

fn engines_may_be_replaced(location: &Location) {
    let regulations = double_round(2);
    drop(open(location, &regulations));
    let seats = [SeatSpec::Network(AccessRule::default()), engine("pipe:autre")];
    let mut store = Store::open(location, &regulations, &seats, &[]).unwrap();
    assert_eq!(store.engines().unwrap(), [None, Some("pipe:autre".to_owned())]);
}
