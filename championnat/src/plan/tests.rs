//! What the plan promises, by single cases and by random championships.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{EntryOrder, Format, Knockout, Points, ScheduleSettings};

const SECOND: Duration = Duration::from_secs(1);

fn schedule(format: Format, contestants: usize) -> Schedule {
    let settings = ScheduleSettings {
        order: EntryOrder::Listed,
        seed: 1,
        points: Points::default(),
        parties: 2,
        playoffs: 0,
    };
    Schedule::new(format, contestants, settings).unwrap()
}

fn settings(by_network: &[bool]) -> PlanSettings {
    PlanSettings {
        by_network: by_network.to_vec(),
        parties: 2,
        cores: vec![0, 1],
        simultaneous: None,
        ponder: false,
        grace: 60 * SECOND,
        next_grace: 10 * SECOND,
        replays: 2,
    }
}

fn double_round(settings: PlanSettings) -> Plan {
    let schedule = schedule(Format::RoundRobin { meetings: 2 }, settings.by_network.len());
    Plan::new(schedule, settings, Results::new(), Duration::ZERO).unwrap()
}

fn starts(plan: &mut Plan) -> Vec<PlannedStart> {
    let start = |action| match action {
        Action::Start(start) => start,
        Action::Forfeit(forfeit) => panic!("forfeit of {}", forfeit.pairing.key),
    };
    plan.next_actions().into_iter().map(start).collect()
}

fn forfeits(plan: &mut Plan) -> Vec<Forfeit> {
    let forfeit = |action| match action {
        Action::Forfeit(forfeit) => Some(forfeit),
        Action::Start(_) => None,
    };
    plan.next_actions().into_iter().filter_map(forfeit).collect()
}

/// Lets the time pass in steps that are all counted.
fn wait(plan: &mut Plan, time: Duration) {
    let end = plan.now + time;
    while plan.now < end {
        plan.advance(end.min(plan.now + MAX_STEP));
    }
}

fn won(pairing: &Pairing) -> RencontreResult {
    let parties = vec![PartieResult::Won(Side::White); 2];
    RencontreResult { white: pairing.white, black: pairing.black, parties }
}

const A: ContestantId = ContestantId(0);
const B: ContestantId = ContestantId(1);

/// A plan that is held begins nothing, waits for nobody, and forgets the time; what is under way ends.
#[test]
fn nothing_begins_while_it_is_held() {
    let mut plan = double_round(settings(&[false, false, true]));
    let begun = starts(&mut plan);
    assert_eq!(begun.len(), 2);
    wait(&mut plan, 10 * SECOND);
    plan.finished(begun[0].pairing.key, won(&begun[0].pairing)).unwrap();
    let left = plan.progress().remaining_time;
    plan.hold(true);
    assert!(plan.is_held());
    wait(&mut plan, 1000 * SECOND);
    assert_eq!((plan.next_actions(), plan.wake_after()), (vec![], None));
    assert_eq!(plan.progress().remaining_time, left);
    plan.finished(begun[1].pairing.key, won(&begun[1].pairing)).unwrap();
    assert_eq!(plan.next_actions(), []);
    assert_eq!(plan.state(), ChampionshipState::Ongoing);
    let attendance: Vec<_> = plan.attendance().collect();
    assert_eq!(attendance, [(ContestantId(2), Attendance::Absent)]);
    plan.connected(ContestantId(2)).unwrap();
    assert_eq!(plan.attendance().next(), Some((ContestantId(2), Attendance::Waiting)));
    plan.hold(false);
    assert!(!starts(&mut plan).is_empty());
    assert_eq!(plan.attendance().next(), Some((ContestantId(2), Attendance::Playing)));
}

#[test]
fn as_many_games_as_cores() {
    let mut plan = double_round(settings(&[false; 4]));
    let first = starts(&mut plan);
    let cores: Vec<_> = first.iter().map(|start| start.cores).collect();
    let on = |core| BySide { white: Some(core), black: Some(core) };
    assert_eq!(cores, [on(0), on(1)]);
    assert!(starts(&mut plan).is_empty());
    plan.finished(first[0].pairing.key, won(&first[0].pairing)).unwrap();
    let next = starts(&mut plan);
    assert_eq!((next.len(), next[0].cores), (1, on(0)));
}

#[test]
fn pondering_engines_need_a_core_each() {
    let mut plan = double_round(PlanSettings { ponder: true, ..settings(&[false; 4]) });
    let first = starts(&mut plan);
    assert_eq!(first.len(), 1);
    assert_eq!(first[0].cores, BySide { white: Some(0), black: Some(1) });
    let one_core = PlanSettings { ponder: true, cores: vec![0], ..settings(&[false; 4]) };
    let schedule = schedule(Format::RoundRobin { meetings: 1 }, 4);
    let refused = Plan::new(schedule.clone(), one_core.clone(), Results::new(), Duration::ZERO).unwrap_err();
    assert_eq!(refused, PlanError::TooFewCores(1));
    let ordered = PlanSettings { simultaneous: Some(1), ..one_core };
    let mut plan = Plan::new(schedule, ordered, Results::new(), Duration::ZERO).unwrap();
    assert_eq!(starts(&mut plan)[0].cores, BySide { white: None, black: None });
}

#[test]
fn an_ordered_number_is_obeyed() {
    let mut plan = double_round(PlanSettings { simultaneous: Some(3), ..settings(&[false; 8]) });
    let cores: Vec<_> = starts(&mut plan).iter().map(|start| start.cores.white).collect();
    assert_eq!(cores, [Some(0), Some(1), None]);
    let mut plan = double_round(PlanSettings { simultaneous: Some(1), ..settings(&[false; 8]) });
    assert_eq!(starts(&mut plan).len(), 1);
}

#[test]
fn a_local_engine_may_play_several_games_at_once() {
    let plan = Plan::new(
        schedule(Format::Gauntlet { champion: A, meetings: 1 }, 3),
        settings(&[false; 3]),
        Results::new(),
        Duration::ZERO,
    );
    assert_eq!(starts(&mut plan.unwrap()).len(), 2);
}

#[test]
fn by_network_both_must_be_there() {
    let mut plan = double_round(PlanSettings { cores: vec![], ..settings(&[true; 2]) });
    assert!(starts(&mut plan).is_empty());
    plan.connected(A).unwrap();
    assert_eq!(plan.connected(A), Err(ConnectError::AlreadyWaiting));
    assert!(starts(&mut plan).is_empty());
    assert_eq!(plan.awaited().collect::<Vec<_>>(), [B]);
    plan.connected(B).unwrap();
    let first = starts(&mut plan);
    assert_eq!((first.len(), first[0].cores), (1, BySide::default()));
    assert_eq!(plan.connected(A), Err(ConnectError::Playing));
    assert!(starts(&mut plan).is_empty(), "one game at a time");
    plan.finished(first[0].pairing.key, won(&first[0].pairing)).unwrap();
    assert!(starts(&mut plan).is_empty(), "they have to connect again");
    plan.connected(B).unwrap();
    plan.connected(A).unwrap();
    let second = starts(&mut plan);
    assert_eq!(
        (second[0].pairing.white, second[0].pairing.black),
        (first[0].pairing.black, first[0].pairing.white)
    );
    plan.finished(second[0].pairing.key, won(&second[0].pairing)).unwrap();
    assert_eq!(plan.state(), ChampionshipState::Finished);
    assert_eq!(plan.awaited().count(), 0);
}

#[test]
fn who_waited_and_left_is_not_started() {
    let mut plan = double_round(settings(&[true, false]));
    plan.connected(A).unwrap();
    plan.disconnected(A);
    assert!(starts(&mut plan).is_empty());
    assert_eq!(plan.connected(B), Err(ConnectError::NotByNetwork));
    assert_eq!(plan.connected(ContestantId(9)), Err(ConnectError::NotByNetwork));
}

#[test]
fn absentees_forfeit_one_game_at_a_time() {
    let mut plan = double_round(settings(&[true, false, false]));
    // The two local engines play each other meanwhile.
    let first = starts(&mut plan);
    assert!(first.iter().all(|start| !start.pairing.involves(A)));
    wait(&mut plan, 60 * SECOND - Duration::from_millis(1));
    assert!(forfeits(&mut plan).is_empty());
    wait(&mut plan, Duration::from_millis(1));
    let forfeited = forfeits(&mut plan);
    assert_eq!(forfeited.len(), 1);
    let Forfeit { pairing, absent, result } = &forfeited[0];
    let side = result.side_of(A).unwrap();
    assert_eq!(*absent, Some(side));
    assert_eq!(result.parties, [PartieResult::Disqualified(side, Fault::Absent); 2]);
    // The first of its games, once.
    assert!(plan.open().filter(|other| other.involves(A)).all(|other| other.key > pairing.key));
    assert!(forfeits(&mut plan).is_empty());
    plan.finished(pairing.key, result.clone()).unwrap();
    // The next one after the shorter grace period.
    wait(&mut plan, 9 * SECOND);
    assert!(forfeits(&mut plan).is_empty());
    wait(&mut plan, SECOND);
    assert_eq!(forfeits(&mut plan).len(), 1);
    // Whoever connects plays the rest.
    for start in first {
        plan.finished(start.pairing.key, won(&start.pairing)).unwrap();
    }
    plan.connected(A).unwrap();
    assert!(starts(&mut plan).iter().any(|start| start.pairing.involves(A)));
}

#[test]
fn when_both_are_absent_nobody_wins() {
    let mut plan = double_round(settings(&[true, true]));
    wait(&mut plan, 60 * SECOND);
    let forfeited = forfeits(&mut plan);
    assert_eq!(forfeited.len(), 1);
    assert_eq!((forfeited[0].absent, forfeited[0].result.parties[0]), (None, PartieResult::BothAbsent));
}

#[test]
fn the_opponent_of_an_absentee_has_its_own_time() {
    let mut plan = double_round(settings(&[true, true]));
    wait(&mut plan, 30 * SECOND);
    plan.connected(B).unwrap();
    plan.disconnected(B);
    plan.connected(A).unwrap();
    // B has been absent for 30 s in all and is given another 30.
    wait(&mut plan, 29 * SECOND);
    assert!(forfeits(&mut plan).is_empty());
    wait(&mut plan, SECOND);
    let forfeited = forfeits(&mut plan);
    assert_eq!(forfeited[0].result.side_of(B), forfeited[0].absent);
    // A is still there and would play.
    plan.finished(forfeited[0].pairing.key, forfeited[0].result.clone()).unwrap();
    plan.connected(B).unwrap();
    assert_eq!(starts(&mut plan).len(), 1);
}

#[test]
fn a_late_one_waits_for_a_busy_opponent_without_losing() {
    // A, B and C by network: B and C play each other; A's time is over, but A's opponents are busy.
    let mut plan = double_round(settings(&[true; 3]));
    plan.connected(B).unwrap();
    plan.connected(ContestantId(2)).unwrap();
    let first = starts(&mut plan);
    assert_eq!(first.len(), 1);
    wait(&mut plan, 100 * SECOND);
    assert!(forfeits(&mut plan).is_empty());
    plan.connected(A).unwrap();
    plan.finished(first[0].pairing.key, won(&first[0].pairing)).unwrap();
    plan.connected(B).unwrap();
    assert!(starts(&mut plan)[0].pairing.involves(A));
}

#[test]
fn sleep_is_not_absence() {
    let mut plan = double_round(settings(&[true, false]));
    plan.advance(3600 * SECOND);
    assert!(forfeits(&mut plan).is_empty());
    plan.advance(3590 * SECOND);
    assert!(forfeits(&mut plan).is_empty(), "a clock that goes back adds nothing");
    assert!(plan.wake_after().unwrap() < MAX_STEP);
    wait(&mut plan, 55 * SECOND);
    assert_eq!(forfeits(&mut plan).len(), 1);
}

#[test]
fn waking_is_only_needed_when_somebody_is_awaited() {
    let plan = double_round(settings(&[false, false]));
    assert_eq!(plan.wake_after(), None);
    let mut plan = double_round(settings(&[true, false]));
    wait(&mut plan, 59 * SECOND);
    assert_eq!(plan.wake_after(), Some(SECOND));
    plan.connected(A).unwrap();
    assert_eq!(plan.wake_after(), None);
}

#[test]
fn an_isolated_contestant_plays_while_no_other_does() {
    let mut plan = double_round(PlanSettings { simultaneous: Some(4), ..settings(&[false; 4]) });
    assert!(plan.isolate(A) && !plan.isolate(A));
    let mut ends = 0;
    while plan.state() == ChampionshipState::Ongoing {
        let alone = |plan: &Plan| plan.running().any(|pairing| pairing.involves(A));
        starts(&mut plan);
        assert!(!alone(&plan) || plan.running().count() == 1);
        let one = *plan.running().next().unwrap();
        plan.finished(one.key, won(&one)).unwrap();
        ends += 1;
    }
    assert_eq!(ends, 12);
}

#[test]
fn interruptions_are_replayed_and_never_charged() {
    let mut plan = double_round(settings(&[false, false]));
    let mut first = starts(&mut plan);
    let key = first[0].pairing.key;
    for attempt in 0..2 {
        assert_eq!(first[0].attempt, attempt);
        assert_eq!(plan.interrupted(key), Ok(true));
        assert_eq!(starts(&mut plan), [], "the machine gets a pause");
        let pause = plan.wake_after().unwrap();
        assert_eq!(pause, FIRST_PAUSE * 4u32.pow(attempt));
        wait(&mut plan, pause);
        first = starts(&mut plan);
        if attempt == 1 {
            assert_eq!(first, [], "the last attempt is made alone");
            let other = *plan.running().next().unwrap();
            plan.finished(other.key, won(&other)).unwrap();
            first = starts(&mut plan);
        }
        assert_eq!(first[0].pairing.key, key);
    }
    assert_eq!(plan.interrupted(key), Ok(false));
    assert_eq!(plan.interrupted(key), Err(UnknownGame(key)));
    // The championship is not over before it is known that this one is given up.
    let other = Pairing {
        key: *plan.results().keys().next().unwrap(),
        white: first[0].pairing.black,
        black: first[0].pairing.white,
    };
    assert!(starts(&mut plan).is_empty());
    assert_eq!(plan.state(), ChampionshipState::Ongoing);
    assert_eq!(plan.results().len(), 1);
    let mut without = plan.clone();
    let (white, black) = (other.black, other.white);
    without.finished(key, RencontreResult { white, black, parties: vec![] }).unwrap();
    assert_eq!(without.state(), ChampionshipState::Finished);
    // A new start tries it again.
    let schedule = schedule(Format::RoundRobin { meetings: 2 }, 2);
    let again = Plan::new(schedule, settings(&[false, false]), plan.results().clone(), Duration::ZERO);
    assert_eq!(starts(&mut again.unwrap())[0].pairing.key, key);
    // And so does its record, if it turns up after all.
    let pairing = Pairing { key, white: other.black, black: other.white };
    plan.finished(key, won(&pairing)).unwrap();
    assert_eq!(plan.state(), ChampionshipState::Finished);
}

#[test]
fn strange_results_are_refused() {
    let mut plan = double_round(settings(&[false, false]));
    let start = starts(&mut plan).remove(0);
    let key = start.pairing.key;
    let swapped = Pairing { key, white: start.pairing.black, black: start.pairing.white };
    assert_eq!(plan.finished(key, won(&swapped)), Err(UnknownGame(key)));
    let stranger = Key { round: 99, board: 1 };
    assert_eq!(plan.finished(stranger, won(&start.pairing)), Err(UnknownGame(stranger)));
    plan.finished(key, won(&start.pairing)).unwrap();
    assert_eq!(plan.finished(key, won(&start.pairing)), Err(UnknownGame(key)), "nothing counts twice");
}

#[test]
fn a_record_from_the_last_run_is_taken_before_the_game_is_begun() {
    let mut plan = double_round(settings(&[true, true]));
    let pairing = *plan.open().next().unwrap();
    plan.finished(pairing.key, won(&pairing)).unwrap();
    assert!(plan.open().all(|other| other.key != pairing.key));
}

#[test]
fn the_end_is_estimated_from_what_was_played() {
    let mut plan = double_round(PlanSettings { simultaneous: Some(1), ..settings(&[false; 3]) });
    assert_eq!(plan.progress(), Progress { finished: 0, running: 0, expected: 6, remaining_time: None });
    for _ in 0..3 {
        let start = starts(&mut plan).remove(0);
        plan.advance(plan.now + 30 * SECOND);
        plan.finished(start.pairing.key, won(&start.pairing)).unwrap();
    }
    let progress = plan.progress();
    assert_eq!((progress.finished, progress.remaining_time), (3, Some(90 * SECOND)));
    // A forfeit takes no time.
    let forfeit = *plan.open().next().unwrap();
    plan.finished(forfeit.key, won(&forfeit)).unwrap();
    assert_eq!(plan.progress().remaining_time, Some(60 * SECOND));
}

/// What can happen to a plan.
#[derive(Clone, Copy, Debug)]
enum Event {
    Connect(u32),
    Disconnect(u32),
    Finish(usize, bool),
    Interrupt(usize),
    Wait(u64),
    Restart,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (0u32..8).prop_map(Event::Connect),
        1 => (0u32..8).prop_map(Event::Disconnect),
        6 => (0usize..8, any::<bool>()).prop_map(|(i, white)| Event::Finish(i, white)),
        1 => (0usize..8).prop_map(Event::Interrupt),
        2 => (0u64..20).prop_map(Event::Wait),
        1 => Just(Event::Restart),
    ]
}

fn any_format() -> impl Strategy<Value = Format> {
    let knockout = |legs| Knockout { legs, extra: 1, third_place: true };
    prop_oneof![
        (1u32..=2).prop_map(|meetings| Format::RoundRobin { meetings }),
        (1u32..=4).prop_map(|rounds| Format::Swiss { rounds, finals: None }),
        (1u32..=2).prop_map(move |legs| Format::Knockout(knockout(legs))),
        Just(Format::Gauntlet { champion: ContestantId(1), meetings: 2 }),
        Just(Format::Pools { pools: 2, qualified: 1, meetings: 1, knockout: knockout(1) }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_championship_comes_to_its_end(
        format in any_format(),
        by_network in prop::collection::vec(any::<bool>(), 4..8),
        simultaneous in prop::option::of(1u32..4),
        ponder: bool,
        events in prop::collection::vec(event(), 0..200),
    ) {
        let settings = PlanSettings { simultaneous, ponder, ..settings(&by_network) };
        let schedule = schedule(format, by_network.len());
        let mut plan = Plan::new(schedule.clone(), settings.clone(), Results::new(), Duration::ZERO).unwrap();
        // What is begun at the moment.
        let mut playing: Vec<PlannedStart> = vec![];
        // The random events, and then whatever leads to the end.
        let to_the_end = (0u64..100_000).flat_map(|i| [Event::Finish(0, i % 3 == 0), Event::Wait(5)]);
        for event in events.into_iter().chain(to_the_end) {
            match event {
                Event::Connect(i) => drop(plan.connected(ContestantId(i))),
                Event::Disconnect(i) => plan.disconnected(ContestantId(i)),
                Event::Finish(i, white) => if !playing.is_empty() {
                    let start = playing.remove(i % playing.len());
                    let side = if white { Side::White } else { Side::Black };
                    let parties = vec![PartieResult::Won(side); 2];
                    let Pairing { key, white, black } = start.pairing;
                    plan.finished(key, RencontreResult { white, black, parties }).unwrap();
                },
                Event::Interrupt(i) => if !playing.is_empty() {
                    let start = playing.remove(i % playing.len());
                    let again = plan.interrupted(start.pairing.key).unwrap();
                    prop_assert_eq!(again, start.attempt < settings.replays);
                    if !again {
                        let Pairing { key, white, black } = start.pairing;
                        plan.finished(key, RencontreResult { white, black, parties: vec![] }).unwrap();
                    }
                },
                Event::Wait(seconds) => wait(&mut plan, seconds as u32 * SECOND),
                Event::Restart => {
                    playing.clear();
                    let results = plan.results().clone();
                    plan = Plan::new(schedule.clone(), settings.clone(), results, plan.now).unwrap();
                }
            }
            for action in plan.next_actions() {
                match action {
                    Action::Start(start) => playing.push(start),
                    Action::Forfeit(forfeit) => {
                        let side = forfeit.absent.unwrap_or(Side::White);
                        let absent = forfeit.pairing.contestants()[side];
                        prop_assert!(by_network[absent.index()]);
                        plan.finished(forfeit.pairing.key, forfeit.result).unwrap();
                    }
                }
            }
            // Nobody by network plays twice at once, no core is used twice, the limit is kept.
            let mut busy = BTreeSet::new();
            let mut cores = BTreeSet::new();
            for start in &playing {
                for side in Side::ALL {
                    let contestant = start.pairing.contestants()[side];
                    prop_assert!(!by_network[contestant.index()] || busy.insert(contestant));
                    prop_assert!(start.cores[side].is_none() || !by_network[contestant.index()]);
                }
                let own: BTreeSet<usize> = Side::ALL.into_iter().filter_map(|side| start.cores[side]).collect();
                prop_assert!(own.iter().all(|core| cores.insert(*core)));
                if simultaneous.is_none() {
                    let sides = Side::ALL.map(|side| start.pairing.contestants()[side].index());
                    let engines = sides.into_iter().filter(|i| !by_network[*i]).count();
                    prop_assert_eq!(own.len(), if ponder { engines } else { engines.min(1) });
                }
            }
            prop_assert!(playing.len() <= simultaneous.unwrap_or(u32::MAX) as usize);
            match plan.state() {
                ChampionshipState::Ongoing => {}
                ChampionshipState::Finished => {
                    prop_assert!(playing.is_empty() && schedule.next_round(plan.results()).is_empty());
                    return Ok(());
                }
            }
        }
        prop_assert!(false, "it goes on for ever: {:?}", plan.progress());
    }
}

#[test]
fn who_withdraws_loses_every_game_of_every_round() {
    let schedule = schedule(Format::Swiss { rounds: 3, finals: None }, 4);
    let mut plan = Plan::new(schedule, settings(&[true; 4]), Results::new(), Duration::ZERO).unwrap();
    let gone = ContestantId(2);
    plan.withdraw(gone);
    for round in 1..=3 {
        let [forfeit] = &forfeits(&mut plan)[..] else { panic!("one game of round {round}") };
        let side = forfeit.absent.expect("the one who withdrew");
        assert_eq!(forfeit.pairing.contestants()[side], gone);
        assert_eq!(forfeit.pairing.key.round, round);
        assert!(forfeits(&mut plan).is_empty(), "once is enough");
        plan.finished(forfeit.pairing.key, forfeit.result.clone()).unwrap();
        let open: Vec<Pairing> = plan.open().copied().collect();
        for pairing in open {
            plan.finished(pairing.key, won(&pairing)).unwrap();
        }
    }
    assert_eq!(plan.state(), ChampionshipState::Finished);
}

#[test]
fn nobody_is_late_for_a_round_that_is_not_open() {
    let mut plan = double_round(settings(&[true, true]));
    plan.open_until(0);
    wait(&mut plan, 3600 * SECOND);
    assert_eq!(plan.wake_after(), None);
    assert!(forfeits(&mut plan).is_empty());
    assert!(plan.phase_over(), "others follow");
    plan.open_until(1);
    assert!(!plan.phase_over());
    wait(&mut plan, 59 * SECOND);
    assert!(forfeits(&mut plan).is_empty(), "the grace begins with the round");
    wait(&mut plan, SECOND);
    assert_eq!(forfeits(&mut plan)[0].pairing.key.round, 1);
    assert!(!plan.phase_over(), "it is under way");
    // Who has lost it is not late for the next one before that is open, and then has the shorter grace.
    let lost = *plan.running().next().unwrap();
    plan.finished(lost.key, won(&lost)).unwrap();
    assert!(plan.phase_over());
    wait(&mut plan, 3600 * SECOND);
    assert!(forfeits(&mut plan).is_empty());
    plan.open_until(2);
    wait(&mut plan, 10 * SECOND);
    assert_eq!(forfeits(&mut plan)[0].pairing.key.round, 2);
}

/// What the organiser has decided: the schedule as it is, these results, and who has gone.
fn decided(plan: &Plan, results: Results, gone: &[ContestantId], disqualified: &[ContestantId]) -> Decided {
    Decided {
        schedule: plan.schedule.clone(),
        results,
        by_network: plan.settings.by_network.clone(),
        gone: gone.iter().copied().collect(),
        disqualified: disqualified.iter().copied().collect(),
        told: BTreeSet::new(),
    }
}

#[test]
fn what_is_decided_stops_what_runs_and_opens_what_is_played_again() {
    let mut plan = double_round(settings(&[false; 4]));
    let first = starts(&mut plan);
    let (done, running) = (first[0].pairing, first[1].pairing);
    plan.finished(done.key, won(&done)).unwrap();
    let next = starts(&mut plan).remove(0);
    // The game that is under way has a result now; the one that had a result is to be played.
    let results = Results::from([(running.key, won(&running))]);
    let change = decided(&plan, results.clone(), &[], &[]);
    assert_eq!(plan.decided(change), [running.key]);
    assert!(plan.running().eq([&next.pairing]) && plan.open().any(|pairing| *pairing == done));
    assert_eq!((plan.progress().finished, plan.progress().expected), (1, 12));
    // Its core is free: the game that is played again begins there.
    let again = starts(&mut plan);
    assert_eq!((again.len(), again[0].pairing), (1, done));
    // Who goes ends what he is playing; who is disqualified does not.
    let player = again[0].pairing.white;
    let change = decided(&plan, results.clone(), &[player], &[]);
    assert_eq!(plan.decided(change), []);
    let change = decided(&plan, results, &[player], &[player]);
    assert!(plan.decided(change).contains(&done.key));
    assert!(forfeits(&mut plan).iter().any(|forfeit| forfeit.pairing == done));
}

/// While the players of a rencontre are told its result they play still, whatever is decided meanwhile.
#[test]
fn who_is_being_told_a_result_still_plays() {
    for again in [false, true] {
        let mut plan = double_round(settings(&[true; 2]));
        plan.connected(A).unwrap();
        plan.connected(B).unwrap();
        let game = starts(&mut plan).remove(0).pairing;
        // Its result is stored; it counts, or is to be played again at once.
        let results = if again { Results::new() } else { Results::from([(game.key, won(&game))]) };
        let change =
            Decided { told: BTreeSet::from([game.key]), ..decided(&plan, results.clone(), &[A], &[A]) };
        assert_eq!(plan.decided(change), []);
        assert_eq!(plan.connected(B), Err(ConnectError::Playing));
        wait(&mut plan, 100 * SECOND);
        plan.decided(Decided { told: BTreeSet::from([game.key]), ..decided(&plan, results, &[], &[]) });
        assert_eq!(forfeits(&mut plan), [], "nobody is absent");
        if again {
            plan.not_begun(game.key).unwrap();
        } else {
            plan.finished(game.key, won(&game)).unwrap();
        }
        assert_eq!(plan.open().any(|open| *open == game), again);
        assert_eq!((plan.connected(A), plan.connected(B)), (Ok(()), Ok(())));
        assert_eq!(starts(&mut plan)[0].pairing == game, again);
    }
}

#[test]
fn who_comes_late_by_network_is_waited_for() {
    let mut plan = double_round(settings(&[false, false]));
    let come = ContestantId(2);
    let schedule = plan.schedule.clone();
    let roster = crate::Roster { late: vec![come], ..Default::default() };
    let change = Decided {
        schedule: schedule.with_roster(roster),
        by_network: vec![false, false, true],
        ..decided(&plan, plan.results.clone(), &[], &[])
    };
    assert_eq!(plan.decided(change), []);
    assert_eq!(plan.open().filter(|pairing| pairing.involves(come)).count(), 4);
    assert!(starts(&mut plan).iter().all(|start| !start.pairing.involves(come)));
    assert!(plan.awaited().eq([come]));
    plan.connected(come).unwrap();
    wait(&mut plan, 59 * SECOND);
    assert!(forfeits(&mut plan).is_empty());
}

/// Plays every open rencontre of the round that is open, each in this time, two at once; its number.
fn play_round(plan: &mut Plan, each: Duration) -> u32 {
    let mut round = 0;
    loop {
        let begun = starts(plan);
        let Some(first) = begun.first() else { return round };
        assert!(round == 0 || first.pairing.key.round == round, "one round after the other");
        round = first.pairing.key.round;
        wait(plan, each);
        for start in &begun {
            assert_eq!(start.pairing.key.round, round, "one round after the other");
            plan.finished(start.pairing.key, won(&start.pairing)).unwrap();
        }
        if plan.open().all(|pairing| pairing.key.round > round) {
            return round;
        }
    }
}

#[test]
fn with_an_end_only_rounds_that_fit_begin() {
    for format in [Format::RoundRobin { meetings: 2 }, Format::Swiss { rounds: 6, finals: None }] {
        let schedule = schedule(format, 4);
        let mut plan = Plan::new(schedule, settings(&[false; 4]), Results::new(), Duration::ZERO).unwrap();
        plan.end_by(Some(100 * SECOND));
        for round in 1..=3 {
            assert_eq!(plan.ends_after(), None);
            assert_eq!(play_round(&mut plan, 30 * SECOND), round);
        }
        assert_eq!(plan.progress().remaining_time, Some(10 * SECOND), "the end, not the pace");
        assert_eq!((plan.ends_after(), plan.next_actions()), (Some(3), vec![]), "30 s in 10 s");
        assert_eq!(plan.state(), ChampionshipState::Ongoing, "until it is decided");
        // With half the time per move, one more; with a later end, or none, the rest.
        let mut faster = plan.clone();
        faster.change_time(6000, 1500);
        assert_eq!(faster.ends_after(), None);
        assert_eq!(starts(&mut faster)[0].pairing.key.round, 4);
        plan.end_by(Some(130 * SECOND));
        assert_eq!(play_round(&mut plan, 30 * SECOND), 4);
        assert_eq!(plan.ends_after(), Some(4));
        plan.end_by(None);
        assert!(plan.ends_after().is_none() && !starts(&mut plan).is_empty());
    }
}

#[test]
fn a_round_under_way_at_the_end_has_a_margin_if_all_of_it_is_under_way() {
    let mut plan = double_round(settings(&[false; 4]));
    plan.end_by(Some(100 * SECOND));
    play_round(&mut plan, 30 * SECOND);
    let begun = starts(&mut plan);
    plan.advance(99 * SECOND);
    assert_eq!(plan.ends_after(), None);
    plan.advance(399 * SECOND);
    assert_eq!((plan.ends_after(), plan.next_actions()), (None, vec![]), "both may still end");
    // One that has to be played again does not begin any more.
    let mut again = plan.clone();
    again.interrupted(begun[0].pairing.key).unwrap();
    assert_eq!(again.ends_after(), Some(1));
    plan.finished(begun[0].pairing.key, won(&begun[0].pairing)).unwrap();
    plan.advance(400 * SECOND);
    assert_eq!(plan.ends_after(), Some(1));
    plan.finished(begun[1].pairing.key, won(&begun[1].pairing)).unwrap();
    assert_eq!(plan.ends_after(), Some(2), "it has ended after all");
    // Of a round that has begun and whose other games wait, nothing more begins.
    let mut narrow = double_round(PlanSettings { simultaneous: Some(1), ..settings(&[false; 4]) });
    narrow.end_by(Some(100 * SECOND));
    starts(&mut narrow);
    narrow.advance(100 * SECOND);
    assert_eq!(narrow.ends_after(), Some(0));
}

#[test]
fn forfeits_of_who_has_gone_wait_for_their_round() {
    let mut plan = double_round(settings(&[false; 4]));
    plan.end_by(Some(100 * SECOND));
    plan.withdraw(A);
    let rounds = |plan: &mut Plan| -> Vec<u32> {
        let actions = plan.next_actions().into_iter();
        let forfeits = actions.filter_map(|action| match action {
            Action::Forfeit(forfeit) => Some(forfeit.pairing.key.round),
            Action::Start(_) => None,
        });
        forfeits.collect()
    };
    assert_eq!(rounds(&mut plan), [1]);
    // A round of which only a forfeit is recorded is not under way: it does not begin without time.
    let pace = [Times { started_ms: 0, finished_ms: 90_000 }].into_iter().collect();
    let mut late = plan.clone();
    late.played_before(pace);
    late.advance(50 * SECOND);
    for pairing in late.running().copied().collect::<Vec<_>>() {
        late.finished(pairing.key, won(&pairing)).unwrap();
    }
    assert_eq!((late.ends_after(), rounds(&mut late)), (Some(1), vec![]));
}

/// Rencontres of two engines go to other machines, as many as have room; those with a network contestant stay.
#[test]
fn engines_play_elsewhere_and_network_contestants_here() {
    let mut plan = double_round(settings(&[false, false, false, true]));
    plan.play_elsewhere(0);
    assert_eq!(starts(&mut plan), [], "no machine yet, and nobody has connected");
    plan.play_elsewhere(3);
    let away = starts(&mut plan);
    assert!(away.len() == 3 && away.iter().all(|start| start.elsewhere));
    assert!(away.iter().all(|start| start.cores == BySide { white: None, black: None }));
    plan.connected(ContestantId(3)).unwrap();
    let here = starts(&mut plan);
    assert!(here.len() == 1 && !here[0].elsewhere, "{here:?}");
    // A machine has gone: nothing more begins until another is free.
    plan.play_elsewhere(2);
    plan.finished(away[0].pairing.key, won(&away[0].pairing)).unwrap();
    assert_eq!(starts(&mut plan), []);
    plan.finished(away[1].pairing.key, won(&away[1].pairing)).unwrap();
    assert_eq!(starts(&mut plan).len(), 1);
}

/// What an earlier run has given away is under way, once.
#[test]
fn what_is_away_already_does_not_begin_again() {
    let mut plan = double_round(settings(&[false, false, true]));
    plan.play_elsewhere(8);
    let key = plan.open().find(|pairing| !pairing.involves(ContestantId(2))).unwrap().key;
    let network = plan.open().find(|pairing| pairing.involves(ContestantId(2))).unwrap().key;
    assert!(plan.is_away(key) && !plan.is_away(key), "it is under way");
    assert!(!plan.is_away(network), "this one is played here");
    assert!(starts(&mut plan).iter().all(|start| start.pairing.key != key));
    assert!(plan.interrupted(key).unwrap());
    wait(&mut plan, SECOND);
    assert!(starts(&mut plan).iter().any(|start| start.pairing.key == key && start.elsewhere));
}
