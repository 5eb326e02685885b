//! The organiser's decisions: what they change, what they cannot, and that records and journal give it all back.

use proptest::prelude::*;

use super::*;
use crate::decision::{Decision, DecisionDraft, DecisionRuling};
use crate::{ContestantId, DecideError, Key, RencontreResult};

fn key(text: &str) -> Key {
    text.parse().unwrap()
}

fn asked(ruling: DecisionRuling) -> DecisionDraft {
    DecisionDraft { who: "ada".into(), why: "il le faut".into(), ruling }
}

/// Takes a decision; gives it, or the id of the sentence that refuses it.
fn decide(store: &mut Store, ruling: DecisionRuling) -> Result<Decision, &'static str> {
    match store.consider(asked(ruling), 1_000, |_| false) {
        Ok(decision) => {
            store.decide(&decision).unwrap();
            Ok(decision)
        }
        Err(DecideError::Refused(why)) => Err(why.id),
        Err(DecideError::Store(error)) => panic!("{error}"),
    }
}

fn in_a_folder() -> (tempfile::TempDir, Location) {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::Sqlite(folder.path().join("a.sqlite"));
    (folder, location)
}

/// A record with a name of its own: the same game may be played again.
fn attempt(regulations: &Regulations, pairing: &Pairing, number: usize) -> IncomingRencontre {
    IncomingRencontre { id: format!("r-{}-{number}", pairing.key), ..record(regulations, pairing) }
}

/// Plays everything that is open; gives the records.
fn play(store: &mut Store) -> Vec<IncomingRencontre> {
    let mut records = vec![];
    loop {
        let open: Vec<Pairing> = store
            .known_games()
            .filter(|pairing| !store.known_results().contains_key(&pairing.key))
            .copied()
            .collect();
        if open.is_empty() {
            return records;
        }
        for pairing in open {
            let record = attempt(&store.regulations().clone(), &pairing, records.len());
            store.take(&record).unwrap();
            records.push(record);
        }
    }
}

fn won(name: &str) -> Option<String> {
    Some(name.to_owned())
}

pub(super) fn a_result_is_set_and_played_again(location: &Location) {
    let regulations = double_round(3);
    let mut store = open(location, &regulations);
    play(&mut store);
    let game = store.known_games().next().copied().unwrap();
    let name = regulations.name(game.black).to_owned();
    let of = |store: &Store| store.known_results().get(&game.key).map(|result| result.parties.clone());
    let played = of(&store).unwrap();
    decide(&mut store, DecisionRuling::Set { key: game.key, winners: vec![won(&name), None] }).unwrap();
    let decided = vec![PartieResult::Won(Side::Black), PartieResult::Drawn];
    assert_eq!(of(&store), Some(decided.clone()));
    // Whoever reads sees it as well, and so does the next start.
    assert_eq!(Archive::open(location).unwrap().results().unwrap()[&game.key].parties, decided);
    drop(store);
    let mut store = open(location, &regulations);
    assert_eq!(of(&store), Some(decided));
    // Played again, the old record does not count, however often it comes.
    decide(&mut store, DecisionRuling::Replay { key: game.key }).unwrap();
    assert_eq!(of(&store), None);
    let void = store.decisions().list()[1].changes[0].record.clone().unwrap();
    let void = IncomingRencontre { id: void, ..record(&regulations, &game) };
    assert_eq!(store.take(&void).unwrap(), Intake::Known);
    let report = store.take_all([void]).unwrap();
    assert_eq!((report.known, report.new, of(&store)), (1, 0, None));
    store.take(&attempt(&regulations, &game, 99)).unwrap();
    assert_eq!(of(&store), Some(played));
}

#[test]
fn a_decision_that_cannot_be_noted_changes_nothing() {
    let (_folder, location) = in_a_folder();
    let regulations = regulations(Format::Swiss { rounds: 3, finals: None }, 4);
    let mut store = open(&location, &regulations);
    let games: Vec<Pairing> = store.known_games().copied().collect();
    store.take(&record(&regulations, &games[0])).unwrap();
    let known = |store: &mut Store| {
        let schedule: Vec<Pairing> = store.known_games().copied().collect();
        let stored = (store.results().unwrap(), store.schedule().unwrap());
        (schedule, store.known_results().clone(), stored, store.decisions().clone())
    };
    let before = known(&mut store);
    // It ends the round, and the next one is drawn.
    let set = DecisionRuling::Set { key: games[1].key, winners: vec![None, None] };
    let decision = store.consider(asked(set), 1_000, |_| false).unwrap();
    let full = || Err(StoreError::DiskFull(location.clone()));
    assert!(store.decide_with(&decision, full).is_err());
    assert_eq!(known(&mut store), before);
    assert_eq!(Archive::open(&location).unwrap().schedule().unwrap(), games);
    store.decide_with(&decision, || Ok(())).unwrap();
    assert_eq!(store.known_games().count(), 4);
    let after = known(&mut store);
    drop(store);
    assert_eq!(known(&mut open(&location, &regulations)), after);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (_folder, location) = in_a_folder();
    let regulations = double_round(3);
    let mut store = open(&location, &regulations);
    let games: Vec<Pairing> = store.known_games().copied().collect();
    store.take(&record(&regulations, &games[0])).unwrap();
    let (first, second) = (games[0].key, games[1].key);
    let outside = (0..3).map(|i| format!("joueur{i}"));
    let outside = outside.clone().find(|name| {
        ![games[1].white, games[1].black].iter().any(|contestant| regulations.name(*contestant) == name)
    });
    let nobody = || "personne".to_owned();
    let both = || [games[1].white, games[1].black].map(|who| regulations.name(who).to_owned()).to_vec();
    let refusals = [
        (DecisionRuling::Withdraw { contestant: nobody() }, "decision-nobody"),
        (DecisionRuling::Add { contestant: "joueur1".into() }, "decision-there"),
        (DecisionRuling::Forfeit { key: first, absent: vec![] }, "decision-has-result"),
        (
            DecisionRuling::Forfeit { key: second, absent: outside.clone().into_iter().collect() },
            "decision-not-his",
        ),
        (DecisionRuling::Forfeit { key: key("9.9"), absent: vec![] }, "decision-no-game"),
        (DecisionRuling::Restore { key: first }, "decision-no-forfeit"),
        (DecisionRuling::Replay { key: second }, "decision-no-result"),
        (DecisionRuling::Set { key: second, winners: vec![None] }, "decision-parties"),
        (DecisionRuling::Set { key: second, winners: vec![None, outside] }, "decision-not-his"),
    ];
    for (ruling, expected) in refusals {
        assert_eq!(decide(&mut store, ruling.clone()).unwrap_err(), expected, "{ruling:?}");
    }
    for (who, why) in [("ada", "a\nb"), (" ", "b"), ("a\nb", "")] {
        let request = DecisionDraft {
            who: who.into(),
            why: why.into(),
            ..asked(DecisionRuling::Forfeit { key: second, absent: both() })
        };
        assert!(store.consider(request, 0, |_| false).is_err());
    }
    assert!(store.decisions().list().is_empty());
    // Forfeited, and then played after all; whoever has gone plays nothing any more.
    decide(&mut store, DecisionRuling::Forfeit { key: second, absent: both() }).unwrap();
    decide(&mut store, DecisionRuling::Restore { key: second }).unwrap();
    assert!(!store.known_results().contains_key(&second));
    let name = regulations.name(games[0].white).to_owned();
    decide(&mut store, DecisionRuling::Withdraw { contestant: name.clone() }).unwrap();
    assert_eq!(
        decide(&mut store, DecisionRuling::Withdraw { contestant: name }).unwrap_err(),
        "decision-gone"
    );
    assert_eq!(decide(&mut store, DecisionRuling::Replay { key: first }).unwrap_err(), "decision-gone");
    // Who has come back plays again.
    let back = DecisionRuling::Reinstate { contestant: regulations.name(games[0].white).to_owned() };
    decide(&mut store, back.clone()).unwrap();
    assert_eq!(decide(&mut store, back).unwrap_err(), "decision-not-gone");
    assert!(store.gone().is_empty());
    decide(&mut store, DecisionRuling::Replay { key: first }).unwrap();
}

#[test]
fn who_has_gone_is_not_drawn_until_he_comes_back() {
    let (_folder, location) = in_a_folder();
    let regulations = regulations(Format::Swiss { rounds: 5, finals: None }, 6);
    let mut store = open(&location, &regulations);
    let him = store.regulations().contestant("joueur3").unwrap();
    let play_round = |store: &mut Store, round| {
        let games: Vec<Pairing> =
            store.known_games().filter(|game| game.key.round == round).copied().collect();
        for game in &games {
            store.take(&record(&regulations, game)).unwrap();
        }
        games.iter().any(|game| game.involves(him))
    };
    let mut plays = vec![play_round(&mut store, 1)];
    decide(&mut store, DecisionRuling::Withdraw { contestant: "joueur3".into() }).unwrap();
    plays.extend([2, 3].map(|round| play_round(&mut store, round)));
    decide(&mut store, DecisionRuling::Reinstate { contestant: "joueur3".into() }).unwrap();
    plays.extend([4, 5].map(|round| play_round(&mut store, round)));
    // The second round had been drawn when he went, the fourth when he came back.
    assert_eq!(plays, [true, true, false, false, true]);
}

/// The record of a game that this contestant forfeits at this time.
fn forfeit(store: &Store, pairing: &Pairing, name: &str, at_ms: i64) -> IncomingRencontre {
    let regulations = store.regulations();
    let side = if regulations.name(pairing.white) == name { Side::White } else { Side::Black };
    let partie = IncomingPartie {
        result: PartieResult::Disqualified(side, Fault::Absent),
        detail: None,
        moves: vec![],
        waits: Default::default(),
    };
    let outcome = IncomingOutcome::Finished(vec![partie.clone(), partie]);
    let id = format!("f-{}-{at_ms}", pairing.key);
    IncomingRencontre { id, started_ms: at_ms, outcome, ..record(regulations, pairing) }
}

/// The known games of this contestant without a result.
fn open_games(store: &Store, name: &str) -> Vec<Pairing> {
    let him = store.regulations().contestant(name).unwrap();
    let open = |game: &&Pairing| game.involves(him) && !store.known_results().contains_key(&game.key);
    store.known_games().filter(open).copied().collect()
}

/// What a return would do: the sentences, with the keys that they name.
fn effects_of_return(store: &mut Store, name: &str) -> Vec<(&'static str, String)> {
    let back = asked(DecisionRuling::Reinstate { contestant: name.into() });
    let decision = store.consider(back, 2_000, |_| false).unwrap();
    let effects = store.effects(&decision).unwrap();
    let keys = |effect: &crate::Message| match effect.args.last() {
        Some((_, crate::Arg::Text(keys))) => keys.clone(),
        other => panic!("{other:?}"),
    };
    effects.iter().map(|effect| (effect.id, keys(effect))).collect()
}

fn keys_of(games: &[Pairing]) -> String {
    games.iter().map(|game| game.key.to_string()).collect::<Vec<_>>().join(", ")
}

#[test]
fn who_comes_back_gets_the_forfeits_of_his_absence_back() {
    let (_folder, location) = in_a_folder();
    let regulations = double_round(4);
    let mut store = open(&location, &regulations);
    let him = || "joueur1".to_owned();
    let games = open_games(&store, "joueur1");
    // One is played, one was forfeited before he left; of those since, the organiser decides one otherwise.
    store.take(&record(&regulations, &games[0])).unwrap();
    store.take(&forfeit(&store, &games[1], "joueur1", 999)).unwrap();
    decide(&mut store, DecisionRuling::Withdraw { contestant: him() }).unwrap();
    for game in &games[2..] {
        store.take(&forfeit(&store, game, "joueur1", 1_001)).unwrap();
    }
    decide(&mut store, DecisionRuling::Set { key: games[2].key, winners: vec![None, None] }).unwrap();
    let before = store.known_results().clone();
    assert_eq!(effects_of_return(&mut store, "joueur1"), [("decision-given-back", keys_of(&games[3..]))]);
    decide(&mut store, DecisionRuling::Reinstate { contestant: him() }).unwrap();
    assert_eq!(open_games(&store, "joueur1"), games[3..]);
    for game in &games[..3] {
        assert_eq!(store.known_results()[&game.key], before[&game.key]);
    }
    // Nor do the records of those forfeits count at the next start.
    let journal = store.decisions().list().to_vec();
    let mut records: Vec<_> = games[2..].iter().map(|game| forfeit(&store, game, "joueur1", 1_001)).collect();
    records.push(record(&regulations, &games[0]));
    records.push(forfeit(&store, &games[1], "joueur1", 999));
    drop(store);
    let (rebuilt, _) = Store::rebuild(&location, &regulations, &seats(4), &journal, records).unwrap();
    assert_eq!(open_games(&rebuilt, "joueur1"), games[3..]);
}

/// In a round robin and in a pool, but not in Swiss, where nobody is drawn against him any more.
#[test]
fn who_leaves_before_half_of_his_games_gives_nobody_points() {
    let knockout = Knockout { legs: 1, extra: 0, third_place: false };
    let pools = Format::Pools { pools: 2, qualified: 1, meetings: 2, knockout };
    for (format, contestants, played, annuls) in [
        (Format::RoundRobin { meetings: 2 }, 4, 2, true),
        (Format::RoundRobin { meetings: 2 }, 4, 3, false),
        (pools, 8, 2, true),
        (pools, 8, 3, false),
        (Format::Swiss { rounds: 3, finals: None }, 8, 1, false),
    ] {
        let (_folder, location) = in_a_folder();
        let regulations = regulations(format, contestants);
        let mut store = open(&location, &regulations);
        let games = open_games(&store, "joueur1");
        for game in &games[..played] {
            store.take(&record(&regulations, game)).unwrap();
        }
        let leaves = || DecisionRuling::Withdraw { contestant: "joueur1".into() };
        if !matches!(format, Format::Swiss { .. }) {
            let considered = store.consider(asked(leaves()), 1_000, |_| false).unwrap();
            let lost = games.len() - played;
            let forfeits = crate::Message::new("decision-forfeits").with("count", lost);
            assert_eq!(store.effects(&considered).unwrap()[0], forfeits, "{format:?} {played}");
        }
        let decision = decide(&mut store, leaves()).unwrap();
        assert_eq!(decision.annuls, annuls, "{format:?} {played}");
        for game in &games[played..] {
            store.take(&forfeit(&store, game, "joueur1", 1_001)).unwrap();
        }
        play(&mut store);
        let him = regulations.contestant("joueur1").unwrap();
        let results = store.known_results().clone();
        let points = |contestant: ContestantId, all: bool| -> i64 {
            let his = results.values().filter(|result| all || result.side_of(him).is_none());
            let of =
                |result: &RencontreResult| Some(regulations.points.of(result)[result.side_of(contestant)?]);
            his.filter_map(of).sum()
        };
        let ranking = store.regulations().ranking(&results).unwrap();
        for line in ranking.lines.iter().filter(|line| line.standing.byes == 0) {
            let contestant = line.standing.contestant;
            assert_eq!(line.standing.points, points(contestant, !annuls), "{format:?} {}", line.name);
        }
        let first = ranking.tables.iter().map(|pool| pool.lines[0].contestant).collect::<Vec<_>>();
        if annuls {
            let taken_out = results.range(..).filter(|(_, result)| result.side_of(him).is_none());
            let without = taken_out.map(|(key, result)| (*key, result.clone())).collect();
            let table = regulations.ranking(&without).unwrap();
            assert_eq!(first, table.tables.iter().map(|pool| pool.lines[0].contestant).collect::<Vec<_>>());
        }
        // In the knock-out meet those who lead the pools.
        if let Some(last) = results.keys().next_back().filter(|_| !first.is_empty()) {
            let last = &results[last];
            assert!(first.contains(&last.white) && first.contains(&last.black), "{first:?}");
        }
        if first.is_empty() {
            decide(&mut store, DecisionRuling::Reinstate { contestant: "joueur1".into() }).unwrap();
            assert!(store.regulations().roster.annulled.is_empty());
        }
    }
}

#[test]
fn who_was_disqualified_after_he_left_gets_everything_back() {
    let (_folder, location) = in_a_folder();
    let regulations = double_round(4);
    let mut store = open(&location, &regulations);
    let games = open_games(&store, "joueur1");
    store.take(&record(&regulations, &games[0])).unwrap();
    let played = store.known_results()[&games[0].key].clone();
    decide(&mut store, DecisionRuling::Withdraw { contestant: "joueur1".into() }).unwrap();
    for game in &games[1..] {
        store.take(&forfeit(&store, game, "joueur1", 1_001)).unwrap();
    }
    decide(&mut store, DecisionRuling::Disqualify { contestant: "joueur1".into() }).unwrap();
    let expected =
        [("decision-given-back", keys_of(&games[1..])), ("decision-counts-again", games[0].key.to_string())];
    assert_eq!(effects_of_return(&mut store, "joueur1"), expected);
    decide(&mut store, DecisionRuling::Reinstate { contestant: "joueur1".into() }).unwrap();
    assert_eq!(open_games(&store, "joueur1"), games[1..]);
    assert_eq!(store.known_results()[&games[0].key], played);
}

#[test]
fn a_round_that_is_over_is_not_given_back() {
    for over in [false, true] {
        let (_folder, location) = in_a_folder();
        let regulations = regulations(Format::Swiss { rounds: 3, finals: None }, 6);
        let mut store = open(&location, &regulations);
        let round: Vec<Pairing> = store.known_games().copied().collect();
        let [his] = open_games(&store, "joueur3")[..] else { panic!("{round:?}") };
        let first = round.iter().find(|game| game.key != his.key).unwrap();
        store.take(&record(&regulations, first)).unwrap();
        decide(&mut store, DecisionRuling::Withdraw { contestant: "joueur3".into() }).unwrap();
        store.take(&forfeit(&store, &his, "joueur3", 1_001)).unwrap();
        for game in round.iter().filter(|game| over && ![his.key, first.key].contains(&game.key)) {
            store.take(&record(&regulations, game)).unwrap();
        }
        let id = if over { "decision-stays-lost" } else { "decision-given-back" };
        assert_eq!(effects_of_return(&mut store, "joueur3"), [(id, his.key.to_string())]);
        decide(&mut store, DecisionRuling::Reinstate { contestant: "joueur3".into() }).unwrap();
        assert_eq!(store.known_results().contains_key(&his.key), over);
    }
}

#[test]
fn a_match_that_others_have_gone_on_from_is_not_given_back() {
    for gone_on in [false, true] {
        let (_folder, location) = in_a_folder();
        let knockout = Knockout { legs: 1, extra: 0, third_place: false };
        let regulations = regulations(Format::Knockout(knockout), 4);
        let mut store = open(&location, &regulations);
        let semi_finals: Vec<Pairing> = store.known_games().copied().collect();
        let name = regulations.name(semi_finals[0].white).to_owned();
        store.take(&record(&regulations, &semi_finals[1])).unwrap();
        decide(&mut store, DecisionRuling::Withdraw { contestant: name.clone() }).unwrap();
        store.take(&forfeit(&store, &semi_finals[0], &name, 1_001)).unwrap();
        let last = *store.known_games().last().unwrap();
        assert_eq!(last.key.round, 2);
        if gone_on {
            store.take(&record(&regulations, &last)).unwrap();
        }
        let id = if gone_on { "decision-stays-lost" } else { "decision-given-back" };
        assert_eq!(effects_of_return(&mut store, &name), [(id, semi_finals[0].key.to_string())]);
        decide(&mut store, DecisionRuling::Reinstate { contestant: name }).unwrap();
        assert_eq!(store.known_results().contains_key(&semi_finals[0].key), gone_on);
    }
}

#[test]
fn who_is_disqualified_has_lost_everything_outside_of_a_bracket() {
    for (format, lost) in [
        (Format::RoundRobin { meetings: 2 }, true),
        (Format::Swiss { rounds: 3, finals: None }, true),
        (Format::Knockout(Knockout { legs: 1, extra: 0, third_place: false }), false),
    ] {
        let (_folder, location) = in_a_folder();
        let mut store = open(&location, &regulations(format, 4));
        play(&mut store);
        let before = store.known_results().clone();
        decide(&mut store, DecisionRuling::Disqualify { contestant: "joueur2".into() }).unwrap();
        let him = store.regulations().contestant("joueur2").unwrap();
        for (key, result) in store.known_results().iter() {
            match result.side_of(him).filter(|_| lost) {
                Some(side) => {
                    let partie = PartieResult::Disqualified(side, Fault::Excluded);
                    assert_eq!(result.parties, [partie, partie], "{key}");
                }
                None => assert_eq!(*result, before[key], "{key}"),
            }
        }
        assert_eq!(store.disqualified().into_iter().collect::<Vec<_>>(), [him]);
        assert_eq!(store.ranking().unwrap().lines.len(), 4);
    }
}

#[test]
fn rounds_that_were_drawn_stay_as_they_are() {
    let (_folder, location) = in_a_folder();
    let regulations = regulations(Format::Swiss { rounds: 4, finals: None }, 8);
    let mut store = open(&location, &regulations);
    let drawn = |store: &Store, round| -> Vec<Pairing> {
        store.known_games().filter(|pairing| pairing.key.round == round).copied().collect()
    };
    for round in 1..=2 {
        for pairing in drawn(&store, round) {
            store.take(&record(&regulations, &pairing)).unwrap();
        }
    }
    let third = drawn(&store, 3);
    // Every result of the first round turns round, and one of its games is played again.
    for pairing in drawn(&store, 1) {
        let winner = won(regulations.name(pairing.black));
        decide(&mut store, DecisionRuling::Set { key: pairing.key, winners: vec![winner.clone(), winner] })
            .unwrap();
    }
    decide(&mut store, DecisionRuling::Replay { key: key("1.1") }).unwrap();
    assert_eq!(drawn(&store, 3), third);
    for pairing in &third {
        store.take(&record(&regulations, pairing)).unwrap();
    }
    // The fourth waits for the game that is played again.
    assert_eq!(drawn(&store, 4), []);
    let again = store.known_games().next().copied().unwrap();
    store.take(&attempt(&regulations, &again, 1)).unwrap();
    assert_eq!(drawn(&store, 4).len(), 4);
}

#[test]
fn a_bracket_that_was_played_stays() {
    let (_folder, location) = in_a_folder();
    let format = Format::Knockout(Knockout { legs: 1, extra: 0, third_place: false });
    let regulations = regulations(format, 4);
    let mut store = open(&location, &regulations);
    let semi_final = store.known_games().next().copied().unwrap();
    for pairing in store.known_games().copied().collect::<Vec<_>>() {
        store.take(&record(&regulations, &pairing)).unwrap();
    }
    let finalists =
        |store: &Store| store.known_games().find(|pairing| pairing.key.round == 2).copied().unwrap();
    let was = finalists(&store);
    let loser = [semi_final.white, semi_final.black].into_iter().find(|one| !was.involves(*one)).unwrap();
    let winners = vec![won(regulations.name(loser)); 2];
    let turned = DecisionRuling::Set { key: semi_final.key, winners };
    // A final that nobody has played is drawn anew; one that is under way, or has been played, is not.
    assert!(store.consider(asked(turned.clone()), 0, |key| key == was.key).is_err());
    decide(&mut store, turned.clone()).unwrap();
    assert!(finalists(&store).involves(loser));
    let is = finalists(&store);
    store.take(&record(&regulations, &is)).unwrap();
    assert_eq!(
        decide(&mut store, DecisionRuling::Replay { key: semi_final.key }).unwrap_err(),
        "decision-too-late"
    );
    assert_eq!(
        decide(&mut store, DecisionRuling::Add { contestant: "tard".into() }).unwrap_err(),
        "decision-no-late"
    );
}

#[test]
fn who_comes_late_meets_everybody() {
    for format in [
        Format::RoundRobin { meetings: 2 },
        Format::Gauntlet { champion: crate::ContestantId(1), meetings: 3 },
        Format::Swiss { rounds: 3, finals: None },
    ] {
        let (_folder, location) = in_a_folder();
        let first = regulations(format, 5);
        let mut store = open(&location, &first);
        for pairing in
            store.known_games().filter(|pairing| pairing.key.round == 1).copied().collect::<Vec<_>>()
        {
            store.take(&record(&first, &pairing)).unwrap();
        }
        let before: Vec<Pairing> = store.known_games().copied().collect();
        decide(&mut store, DecisionRuling::Add { contestant: "tard".into() }).unwrap();
        let late = store.regulations().contestant("tard").unwrap();
        assert!(before.iter().all(|pairing| store.known_games().any(|other| other == pairing)), "{format:?}");
        play(&mut store);
        let games = store.known_games().filter(|pairing| pairing.involves(late)).count();
        let expected = match format {
            Format::RoundRobin { .. } => 10,
            Format::Gauntlet { .. } => 3,
            // Two rounds had been drawn.
            _ => 1,
        };
        assert_eq!(games, expected, "{format:?}");
        if !matches!(format, Format::Swiss { .. }) {
            assert_eq!(
                store.generator().expected_rencontres(store.known_results()),
                store.known_results().len() as u64
            );
        }
        // The description has him now; the one without him is another championship's.
        let mut described = first.clone();
        described.contestants.push("tard".into());
        let journal = store.decisions().list().to_vec();
        drop(store);
        assert!(Store::open(&location, &first, &seats(5), &journal).is_err());
        // Nor is anything begun without him where only the journal is left.
        let (_elsewhere, empty) = in_a_folder();
        let refused = Store::open(&empty, &first, &seats(5), &journal).map(|_| ()).unwrap_err();
        assert!(matches!(refused, crate::StoreError::OtherRegulations { .. }), "{refused}");
        drop(Store::open(&empty, &described, &seats(6), &journal).unwrap());
        let mut store = Store::open(&location, &described, &seats(6), &journal).unwrap();
        assert_eq!(store.ranking().unwrap().lines.len(), 6);
        assert_eq!(store.engines().unwrap().len(), 6);
    }
}

/// Killed between the two.
#[test]
fn a_decision_that_only_the_journal_has_is_taken_in() {
    let knockout = Knockout { legs: 1, extra: 0, third_place: false };
    for format in [
        Format::RoundRobin { meetings: 1 },
        Format::Swiss { rounds: 3, finals: None },
        Format::Knockout(knockout),
    ] {
        let (_folder, location) = in_a_folder();
        let regulations = regulations(format, 4);
        let mut store = open(&location, &regulations);
        let games: Vec<Pairing> = store.known_games().filter(|game| game.key.round == 1).copied().collect();
        for game in &games {
            store.take(&record(&regulations, game)).unwrap();
        }
        let decision = match store.consider(asked(DecisionRuling::Replay { key: games[0].key }), 0, |_| false)
        {
            Ok(decision) => decision,
            Err(why) => panic!("{why:?}"),
        };
        drop(store);
        let journal = [decision.clone()];
        let mut store = Store::open(&location, &regulations, &seats(4), &journal).unwrap();
        assert!(!store.known_results().contains_key(&games[0].key), "{format:?}");
        // The final waits for the game; a round of the other formats does not.
        let later = store.known_games().any(|game| game.key.round > 1);
        assert_eq!(later, !matches!(format, Format::Knockout(_)), "{format:?}");
        let before = store.known_results().clone();
        store.decide(&decision).unwrap();
        assert_eq!((store.known_results(), store.decisions().list().len()), (&before, 1));
        store.take(&attempt(&regulations, &games[0], 1)).unwrap();
        assert!(store.known_games().any(|game| game.key.round == 2), "{format:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever is decided when, the journal and all records give the same schedule, results and ranking again.
    #[test]
    fn records_and_journal_are_the_truth(
        form in 0..5usize,
        steps in proptest::collection::vec((0..8usize, any::<prop::sample::Index>(), any::<u8>()), 1..40),
    ) {
        let (_folder, location) = in_a_folder();
        let knockout = Knockout { legs: 1, extra: 1, third_place: true };
        let format = [
            Format::RoundRobin { meetings: 1 },
            Format::Swiss { rounds: 4, finals: None },
            Format::Gauntlet { champion: crate::ContestantId(0), meetings: 2 },
            Format::Knockout(knockout),
            Format::Pools { pools: 2, qualified: 1, meetings: 1, knockout },
        ][form];
        let first = regulations(format, 5);
        let mut store = open(&location, &first);
        let mut records = vec![];
        for (number, (what, index, luck)) in steps.into_iter().enumerate() {
            let games: Vec<Pairing> = store.known_games().copied().collect();
            let pairing = games[index.index(games.len())];
            let name = |contestant| store.regulations().name(contestant).to_owned();
            let (white, black) = (name(pairing.white), name(pairing.black));
            let winner = [won(&white), won(&black), None][usize::from(luck) % 3].clone();
            let ruling = match what {
                0 => DecisionRuling::Set { key: pairing.key, winners: vec![winner; 2] },
                1 => DecisionRuling::Replay { key: pairing.key },
                2 => DecisionRuling::Forfeit { key: pairing.key, absent: winner.map_or(vec![white, black], |one| vec![one]) },
                3 => DecisionRuling::Restore { key: pairing.key },
                4 if luck < 40 => DecisionRuling::Withdraw { contestant: white },
                4 if luck < 80 => DecisionRuling::Disqualify { contestant: black },
                4 if luck < 100 => DecisionRuling::Reinstate { contestant: white },
                4 if luck < 120 => DecisionRuling::Add { contestant: format!("tard{number}") },
                _ => {
                    if !store.known_results().contains_key(&pairing.key) {
                        let mut record = attempt(store.regulations(), &pairing, number);
                        if let IncomingOutcome::Finished(parties) = &mut record.outcome {
                            parties.rotate_left(usize::from(luck) % 2);
                        }
                        store.take(&record).unwrap();
                        records.push(record);
                    }
                    continue;
                }
            };
            decide(&mut store, ruling).ok();
        }
        let journal = store.decisions().list().to_vec();
        let journal: Vec<Decision> = journal
            .iter()
            .map(|decision| serde_json::from_str(&serde_json::to_string(decision).unwrap()).unwrap())
            .collect();
        let seen = |store: &mut Store| {
            let games: Vec<Pairing> = store.known_games().copied().collect();
            prop_assert_eq!(&games, &store.schedule().unwrap());
            let results = store.known_results().clone();
            prop_assert_eq!(&results, &store.results().unwrap());
            Ok((games, results, store.ranking().unwrap()))
        };
        let expected = seen(&mut store)?;
        let described = store.regulations().clone();
        let chairs = seats(described.contestants.len());
        drop(store);
        let mut again = Store::open(&location, &described, &chairs, &journal).unwrap();
        prop_assert_eq!(&seen(&mut again)?, &expected);
        drop(again);
        records.reverse();
        let (mut rebuilt, report) = Store::rebuild(&location, &described, &chairs, &journal, records).unwrap();
        prop_assert!(report.refused.is_empty() && report.duplicates.is_empty(), "{:?}", report);
        prop_assert_eq!(&seen(&mut rebuilt)?, &expected);
    }
}

fn played(ranking: &crate::Ranking) -> Vec<u32> {
    ranking.lines.iter().map(|line| line.standing.rencontres).collect()
}

fn ends(round: Option<u32>) -> DecisionRuling {
    DecisionRuling::EndAfter { round, of: None, end_ms: round.map(|_| 5_000) }
}

/// Results of the round that was not over are kept apart, and count again when it goes on.
pub(super) fn it_ends_after_a_whole_round(location: &Location) {
    let regulations = double_round(4);
    let all = all_records(&regulations);
    let mut store = open(location, &regulations);
    assert_eq!(decide(&mut store, ends(None)), Err("decision-nothing-played"));
    store.take_together(&all[..7]).unwrap();
    assert_eq!(decide(&mut store, ends(Some(6))), Err("decision-last-round"));
    let decision = decide(&mut store, ends(Some(3))).unwrap();
    assert_eq!(
        decision.request.ruling,
        DecisionRuling::EndAfter { round: Some(3), of: Some(6), end_ms: Some(5_000) }
    );
    assert_eq!(decide(&mut store, ends(Some(2))), Err("decision-ended-already"));
    let withdraw = DecisionRuling::Withdraw { contestant: "joueur1".into() };
    assert_eq!(decide(&mut store, withdraw), Err("decision-over"));
    let said = |archive: &mut Archive| {
        let (counted, apart) = (archive.results().unwrap(), archive.uncounted().unwrap());
        let ranking = archive.ranking().unwrap();
        let expected = archive.regulations().schedule().unwrap().expected_rencontres(&counted);
        assert!(apart.keys().all(|key| key.round == 4));
        (counted.len(), apart.len(), expected, played(&ranking), archive.schedule().unwrap().len())
    };
    let over = (6, 1, 6, vec![3; 4], 6);
    assert_eq!(said(&mut store), over);
    assert_eq!(store.known_results().len(), 6);
    assert_eq!(said(&mut Archive::open(location).unwrap()), over);
    // The next start, another record of that round, and a store made anew say the same.
    drop(store);
    let mut store = open(location, &regulations);
    let report = store.take_all(all[6..8].iter().cloned()).unwrap();
    assert_eq!((report.known, report.new, report.refused.len()), (1, 1, 0));
    assert_eq!((said(&mut store).0, said(&mut store).1, store.known_results().len()), (6, 2, 6));
    drop(store);
    let rebuilt = Store::rebuild(location, &regulations, &seats(4), &[decision], all[..7].iter().cloned());
    let (mut store, report) = rebuilt.unwrap();
    assert_eq!((report.new, report.refused.len(), said(&mut store)), (7, 0, over));
    // A result that is changed now changes no draw; then the rest is played.
    let game = store.known_games().next().copied().unwrap();
    decide(&mut store, DecisionRuling::Set { key: game.key, winners: vec![None, None] }).unwrap();
    let before = DecisionRuling::PlayOn { end_ms: Some(1_000) };
    assert_eq!(decide(&mut store, before), Err("decision-end-past"));
    decide(&mut store, DecisionRuling::PlayOn { end_ms: Some(9_000) }).unwrap();
    assert_eq!(store.decisions().end_ms(), Some(Some(9_000)));
    assert_eq!((said(&mut store).0, said(&mut store).1, store.known_games().count()), (7, 0, 12));
    play(&mut store);
    assert_eq!(played(&store.ranking().unwrap()), [6; 4]);
}

#[test]
fn it_ends_after_a_whole_round_on_sqlite() {
    let (_folder, location) = in_a_folder();
    it_ends_after_a_whole_round(&location);
}

/// Otherwise the rest would neither be played nor be over.
#[test]
fn the_clock_may_end_earlier_what_the_organiser_ends() {
    let (_folder, location) = in_a_folder();
    let regulations = double_round(4);
    let mut store = open(&location, &regulations);
    store.take_together(&all_records(&regulations)[..7]).unwrap();
    let by_hand = || DecisionRuling::EndAfter { round: Some(4), of: None, end_ms: None };
    decide(&mut store, by_hand()).unwrap();
    assert_eq!(decide(&mut store, by_hand()), Err("decision-ended-already"));
    decide(&mut store, ends(Some(3))).unwrap();
    assert_eq!((store.known_games().count(), store.known_results().len()), (6, 6));
    assert_eq!(decide(&mut store, ends(Some(2))), Err("decision-ended-already"));
    decide(&mut store, DecisionRuling::PlayOn { end_ms: None }).unwrap();
    assert_eq!((store.known_games().count(), store.known_results().len()), (12, 7));
}

/// Ended before its first round was over, it may still go on.
#[test]
fn who_leaves_when_nothing_counts_stays_in_the_draw_of_what_was_played() {
    let (_folder, location) = in_a_folder();
    let regulations = regulations(Format::Swiss { rounds: 3, finals: None }, 4);
    let mut store = open(&location, &regulations);
    let first: Vec<Pairing> = store.known_games().copied().collect();
    store.take(&record(&regulations, &first[0])).unwrap();
    decide(&mut store, ends(Some(0))).unwrap();
    let contestant = regulations.name(first[0].white).to_owned();
    decide(&mut store, DecisionRuling::Disqualify { contestant }).unwrap();
    decide(&mut store, DecisionRuling::PlayOn { end_ms: None }).unwrap();
    assert!(store.known_games().eq(&first) && store.known_results().contains_key(&first[0].key));
}

#[test]
fn a_swiss_that_goes_on_keeps_the_draw_of_the_round_that_did_not_count() {
    let (_folder, location) = in_a_folder();
    let regulations = regulations(Format::Swiss { rounds: 4, finals: None }, 6);
    let all = all_records(&regulations);
    let mut store = open(&location, &regulations);
    store.take_together(&all[..7]).unwrap();
    let third: Vec<Pairing> = store.known_games().filter(|game| game.key.round == 3).copied().collect();
    decide(&mut store, ends(Some(2))).unwrap();
    let first = store.known_games().next().copied().unwrap();
    let name = regulations.name(first.black).to_owned();
    decide(&mut store, DecisionRuling::Set { key: first.key, winners: vec![won(&name); 2] }).unwrap();
    decide(&mut store, DecisionRuling::PlayOn { end_ms: None }).unwrap();
    assert!(store.known_games().filter(|game| game.key.round == 3).eq(&third));
    assert_eq!(store.known_results().len(), 7);
    play(&mut store);
    assert_eq!(played(&store.ranking().unwrap()), [4; 6]);
    // By hand it ends after the round of which something is played; where nothing is left, not at all.
    assert_eq!(decide(&mut store, ends(None)), Err("decision-last-round"));
}

#[test]
fn a_bracket_cannot_be_cut() {
    let (_folder, location) = in_a_folder();
    let knockout = Knockout { legs: 1, extra: 0, third_place: false };
    let mut store = open(&location, &regulations(Format::Knockout(knockout), 4));
    assert_eq!(decide(&mut store, ends(Some(1))), Err("decision-no-end"));
    assert_eq!(decide(&mut store, DecisionRuling::PlayOn { end_ms: Some(9_000) }), Err("decision-no-end"));
}

#[test]
fn another_time_holds_from_the_next_round_on() {
    let (_folder, location) = in_a_folder();
    let regulations = double_round(4);
    let mut store = open(&location, &regulations);
    store.take_together(&all_records(&regulations)[..3]).unwrap();
    let time = |time_ms| DecisionRuling::Time { time_ms, from: None };
    for wrong in [1, 49, 86_400_001] {
        assert_eq!(decide(&mut store, time(wrong)), Err("decision-time-range"));
    }
    let decision = decide(&mut store, time(2_000)).unwrap();
    assert_eq!(decision.request.ruling, DecisionRuling::Time { time_ms: 2_000, from: Some(3) });
    // Those that run count as begun.
    let running = |key: Key| key.round == 5;
    let decision = store.consider(asked(time(0)), 1_000, running).unwrap();
    store.decide(&decision).unwrap();
    let times: Vec<u64> = (1..=6).map(|round| store.regulations().time_in(round)).collect();
    assert_eq!(times, [6_000, 6_000, 2_000, 2_000, 2_000, 0]);
    drop(store);
    // The description still says what it said.
    let mut store = open(&location, &regulations);
    assert_eq!((store.regulations().time_in(4), store.regulations().time_at_last()), (2_000, 0));
    play(&mut store);
    assert_eq!(decide(&mut store, time(1_000)), Err("decision-time-late"));
}

#[test]
fn a_preview_tells_how_long_the_rest_takes_with_another_time() {
    let (_folder, location) = in_a_folder();
    let regulations = double_round(4);
    let mut store = open(&location, &regulations);
    // Two at once, ten minutes each.
    for (number, record) in all_records(&regulations)[..4].iter().enumerate() {
        let started_ms = number as i64 / 2 * 600_000;
        let record = IncomingRencontre { started_ms, finished_ms: started_ms + 600_000, ..record.clone() };
        store.take(&record).unwrap();
    }
    let asked = asked(DecisionRuling::Time { time_ms: 1_500, from: None });
    let decision = store.consider(asked, 1_000, |_| false).unwrap();
    let effects = store.effects(&decision).unwrap();
    let said: Vec<String> = effects.iter().map(crate::message::said).collect();
    assert_eq!(said, ["les 8 rencontres concernées prendraient environ 10 min au lieu de 40 min"]);
}

#[test]
fn a_decision_needs_no_reason() {
    let (_folder, location) = in_a_folder();
    let mut store = open(&location, &double_round(3));
    let without = |who: &str| DecisionDraft {
        who: who.into(),
        why: String::new(),
        ruling: DecisionRuling::Withdraw { contestant: "joueur1".into() },
    };
    assert!(store.consider(without(" "), 0, |_| false).is_err());
    let decision = store.consider(without("ada"), 0, |_| false).unwrap();
    let said = crate::message::said(&decision.message());
    assert!(said.ends_with("les rencontres qui n'ont pas commencé") && !said.contains("motif"), "{said}");
}

/// A play-off takes the same decisions as every other rencontre; what would change who plays one that
/// was played is refused before a knock-out.
#[test]
fn a_play_off_takes_decisions() {
    let knockout = Knockout { legs: 1, extra: 0, third_place: false };
    let finals = Some(crate::Finals { qualified: 2, knockout });
    let (_folder, location) = in_a_folder();
    let format = Format::Swiss { rounds: 1, finals };
    let regulations = Regulations { playoffs: Some(1), ..regulations(format, 4) };
    let mut store = open(&location, &regulations);
    let all_drawn = |store: &mut Store, round: u32| {
        let open: Vec<Key> =
            store.known_games().map(|game| game.key).filter(|key| key.round == round).collect();
        for key in open {
            decide(store, DecisionRuling::Set { key, winners: vec![None, None] }).unwrap();
        }
    };
    all_drawn(&mut store, 1);
    let playoff = |store: &Store| {
        let results = store.known_results();
        let mut tables = store.generator().course(results).tables;
        tables.remove(0).playoffs
    };
    assert_eq!(playoff(&store)[0].points.len(), 4);
    // Not played yet, it goes where it is not needed any more, and comes back.
    let first = key("1.1");
    let winner = store.regulations().name(store.known_games().next().unwrap().white).to_owned();
    let other = Some(winner.clone());
    decide(&mut store, DecisionRuling::Set { key: first, winners: vec![other.clone(), other.clone()] })
        .unwrap();
    assert_eq!(playoff(&store).iter().map(|playoff| playoff.points.len()).collect::<Vec<_>>(), [2]);
    decide(&mut store, DecisionRuling::Set { key: first, winners: vec![None, None] }).unwrap();
    assert_eq!(playoff(&store)[0].pairings.len(), 6);
    // One is played, one set, one forfeited; then somebody leaves and forfeits what is left.
    let games = playoff(&store)[0].pairings.clone();
    store.take(&record(&regulations, &games[0])).unwrap();
    let name = |contestant| regulations.name(contestant).to_owned();
    decide(&mut store, DecisionRuling::Forfeit { key: games[1].key, absent: vec![name(games[1].white)] })
        .unwrap();
    let too_late = DecisionRuling::Set { key: first, winners: vec![other.clone(), other] };
    assert_eq!(decide(&mut store, too_late).unwrap_err(), "decision-too-late");
    decide(&mut store, DecisionRuling::Replay { key: games[0].key }).unwrap();
    let again = attempt(&regulations, &games[0], 7);
    store.take(&again).unwrap();
    let leaver = name(games[2].white);
    decide(&mut store, DecisionRuling::Withdraw { contestant: leaver.clone() }).unwrap();
    for game in games[2..].iter().filter(|game| [name(game.white), name(game.black)].contains(&leaver)) {
        store.take(&forfeit(&store, game, &leaver, 1_001)).unwrap();
    }
    play(&mut store);
    let course = store.generator().course(store.known_results());
    assert!(course.tables[0].over && course.stages[0].fixtures[0].winner.is_some());
    assert!(!course.tables[0].advancing.contains(&regulations.contestant(&leaver).unwrap()));
    // Reopened, it is the same.
    let rounds = course.rounds;
    drop(store);
    let journal: Vec<Decision> = crate::Archive::open(&location).unwrap().decisions().list().to_vec();
    let store = Store::open(&location, &regulations, &seats(4), &journal).unwrap();
    assert_eq!(store.generator().rounds(store.known_results()), rounds);
}

/// Without a knock-out nobody has gone on: a cheat found after the play-off is last.
#[test]
fn who_is_disqualified_after_a_play_off_loses_it_too() {
    let (_folder, location) = in_a_folder();
    let regulations = Regulations { playoffs: Some(1), ..regulations(Format::RoundRobin { meetings: 1 }, 3) };
    let mut store = open(&location, &regulations);
    for round in 1..=3 {
        decide(&mut store, DecisionRuling::Set { key: Key { round, board: 1 }, winners: vec![None, None] })
            .unwrap();
    }
    play(&mut store);
    let first =
        |store: &Store| store.regulations().ranking(store.known_results()).unwrap().lines[0].name.clone();
    let winner = first(&store);
    let played = store.known_results().len();
    assert_eq!(played, 6);
    decide(&mut store, DecisionRuling::Disqualify { contestant: winner.clone() }).unwrap();
    assert_ne!(first(&store), winner);
    assert_eq!((store.known_games().count(), store.known_results().len()), (played, played));
}

/// What an earlier version has begun has no play-offs, and a description that does not say fits it.
#[test]
fn the_store_of_an_earlier_version_opens_without_play_offs() {
    let (_folder, location) = in_a_folder();
    let knockout = Knockout { legs: 1, extra: 0, third_place: false };
    let format = Format::Pools { pools: 2, qualified: 1, meetings: 1, knockout };
    let described = |playoffs| Regulations { playoffs, ..regulations(format, 6) };
    let mut store = open(&location, &described(Some(0)));
    let mut written = serde_json::to_value(store.regulations()).unwrap();
    written.as_object_mut().unwrap().remove("playoffs");
    let values = vec![crate::store::database::SqlValue::text(written.to_string())];
    store.archive.database.execute("UPDATE championship SET regulations = $1", values).unwrap();
    let record_all = |store: &mut Store| {
        let games: Vec<Pairing> = store.known_games().copied().collect();
        for game in &games {
            decide(store, DecisionRuling::Set { key: game.key, winners: vec![None, None] }).unwrap();
        }
    };
    record_all(&mut store);
    drop(store);
    let journal = crate::Archive::open(&location).unwrap().decisions().list().to_vec();
    let reopened = |playoffs| Store::open(&location, &described(playoffs), &seats(6), &journal);
    let store = reopened(None).unwrap();
    assert_eq!(store.regulations().playoffs, None);
    let course = store.generator().course(store.known_results());
    assert!(course.tables.iter().all(|table| table.level.len() == 3 && table.playoffs.is_empty()));
    assert_eq!(course.stages.len(), 1);
    drop(store);
    assert!(reopened(Some(0)).is_ok());
    assert!(matches!(reopened(Some(1)), Err(crate::StoreError::OtherRegulations { .. })));
    // Rebuilt, it still has none; a new one has.
    let (store, _) = Store::rebuild(&location, &described(None), &seats(6), &journal, []).unwrap();
    assert_eq!(store.regulations().playoffs, Some(0));
    let (_folder, location) = in_a_folder();
    assert_eq!(open(&location, &described(None)).regulations().playoffs, Some(2));
}
