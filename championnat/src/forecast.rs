//! How long a championship would take: the [`Plan`] is run through without playing, with the lengths of rencontres that
//! were played.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;

use crate::message::Message;
use crate::model::{ContestantId, Key, Pairing, PartieResult, RencontreResult, Side};
use crate::plan::{Action, Plan, PlanSettings};
use crate::regulations::Regulations;
use crate::results::Results;
use crate::schedule::{Finals, Format};

/// A shorter championship is run through several times, each time beginning with another rencontre.
const SHORT: u64 = 2000;
const TIMES: usize = 8;

/// A rencontre that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedSample {
    /// What it took besides thinking: starting engines, judging, ending.
    pub besides: Duration,
    /// The thinking time of each move.
    pub moves: Vec<Duration>,
    /// The moves of its longest PARTIE.
    pub longest: usize,
}

/// What a forecast is made from.
#[derive(Clone, Copy, Debug)]
pub struct ForecastInput<'a> {
    pub settings: &'a PlanSettings,
    pub samples: &'a [PlayedSample],
    /// The time for a move with which they were played, in milliseconds; 0 without limit.
    pub time_ms: u64,
    /// The moves of a PARTIE at worst.
    pub most_moves: usize,
}

/// How long a championship would take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    pub rencontres: u64,
    pub rounds: u32,
    /// If its rencontres are like those that were played; `None` if none was.
    pub likely: Option<Duration>,
    /// If everybody uses all his time; `None` without limit.
    pub worst: Option<Duration>,
}

impl ForecastInput<'_> {
    /// The forecast for these regulations, with their own time for a move.
    ///
    /// # Errors
    /// The format does not fit the contestants, or there are too few cores.
    pub fn forecast(&self, regulations: &Regulations) -> Result<Forecast, Message> {
        let time_ms = regulations.time_ms;
        let lengths: Vec<Duration> = self.samples.iter().map(|sample| self.length(sample, time_ms)).collect();
        let besides = self.samples.iter().map(|sample| sample.besides).max().unwrap_or_default();
        let thinking = Duration::from_millis(time_ms).saturating_mul(self.most_moves as u32);
        let worst = [besides.saturating_add(thinking.saturating_mul(regulations.parties))];
        let (rencontres, rounds, worst) = self.average(regulations, &worst)?;
        let likely = match lengths[..] {
            [] => None,
            _ => Some(self.average(regulations, &lengths)?.2),
        };
        Ok(Forecast { rencontres, rounds, likely, worst: Some(worst).filter(|_| time_ms > 0) })
    }

    /// The length of a rencontre with another time for a move: who used more than a quarter of his
    /// time would use as much of another one.
    fn length(&self, sample: &PlayedSample, time_ms: u64) -> Duration {
        let [measured, time] = [self.time_ms, time_ms].map(Duration::from_millis);
        let thought = |thought: &Duration| match (measured.is_zero(), time.is_zero()) {
            (_, true) => *thought,
            (false, false) if *thought > measured / 4 => thought.mul_f64(time.div_duration_f64(measured)),
            _ => (*thought).min(time),
        };
        sample.besides + sample.moves.iter().map(thought).sum::<Duration>()
    }

    /// Rencontres, rounds and duration, if their lengths are these in turn.
    fn average(
        &self,
        regulations: &Regulations,
        lengths: &[Duration],
    ) -> Result<(u64, u32, Duration), Message> {
        if let Format::Swiss { rounds, finals } = regulations.format {
            // Each round lasts like the first one: pairing all of them would take long.
            let first = Format::Swiss { rounds: 1, finals: None };
            let first = Regulations { format: first, ..regulations.clone() };
            let (rencontres, _, duration) = self.several(&first, lengths)?;
            let swiss = (rencontres * u64::from(rounds), rounds, duration.saturating_mul(rounds));
            let Some(Finals { qualified, knockout }) = finals else { return Ok(swiss) };
            let mut last = Regulations { format: Format::Knockout(knockout), ..regulations.clone() };
            last.contestants.truncate(qualified as usize);
            let (rencontres, rounds, duration) = self.several(&last, lengths)?;
            return Ok((swiss.0 + rencontres, swiss.1 + rounds, swiss.2.saturating_add(duration)));
        }
        self.several(regulations, lengths)
    }

    fn several(
        &self,
        regulations: &Regulations,
        lengths: &[Duration],
    ) -> Result<(u64, u32, Duration), Message> {
        let (rencontres, rounds, mut all) = self.once(regulations, lengths, 0)?;
        let times = if rencontres <= SHORT { TIMES.min(lengths.len()) } else { 1 };
        for time in 1..times {
            all += self.once(regulations, lengths, time * lengths.len() / times)?.2;
        }
        Ok((rencontres, rounds, all / times as u32))
    }

    /// Runs through the plan, from a length on.
    fn once(
        &self,
        regulations: &Regulations,
        lengths: &[Duration],
        from: usize,
    ) -> Result<(u64, u32, Duration), Message> {
        let mut lengths = lengths.iter().cycle().skip(from);
        let schedule = regulations.schedule().map_err(|error| error.0)?;
        let settings = self.settings.clone();
        let cores = settings.cores.len();
        let plan = Plan::new(schedule, settings, Results::new(), Duration::ZERO);
        let mut plan = plan.map_err(|_| Message::new("plan-cores").with("count", cores))?;
        let connect = |plan: &mut Plan, contestant| {
            // An engine does not connect.
            plan.connected(contestant).ok();
        };
        ContestantId::all(regulations.contestants.len()).for_each(|one| connect(&mut plan, one));
        let (mut ends, mut running) = (BinaryHeap::new(), BTreeMap::<Key, Pairing>::new());
        let (mut count, mut rounds, mut now) = (0, 0, Duration::ZERO);
        loop {
            for action in plan.next_actions() {
                let (pairing, length) = match action {
                    Action::Start(start) => (start.pairing, lengths.next().copied().unwrap_or_default()),
                    Action::Forfeit(forfeit) => (forfeit.pairing, Duration::ZERO),
                };
                ends.push(Reverse((now + length, pairing.key)));
                running.insert(pairing.key, pairing);
            }
            let Some(Reverse((at, key))) = ends.pop() else { break };
            let Some(Pairing { white, black, .. }) = running.remove(&key) else { continue };
            (count, rounds, now) = (count + 1, rounds.max(key.round), at);
            plan.advance(now);
            // Somebody has to go on to the next round: the first of the list.
            let winner = if white < black { Side::White } else { Side::Black };
            let parties = vec![PartieResult::Won(winner); regulations.parties as usize];
            plan.finished(key, RencontreResult { white, black, parties })
                .map_err(|error| Message::new("plan-unknown").with("key", error.0.to_string()))?;
            [white, black].into_iter().for_each(|one| connect(&mut plan, one));
        }
        Ok((count, rounds, now))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::points::Points;
    use crate::schedule::{EntryOrder, Knockout, Roster};

    fn regulations(format: Format, contestants: usize) -> Regulations {
        Regulations {
            game: "colonnes".into(),
            parameters: BTreeMap::new(),
            parties: 2,
            time_ms: 1000,
            contestants: (0..contestants).map(|number| number.to_string()).collect(),
            format,
            order: EntryOrder::Listed,
            seed: 0,
            points: Points::default(),
            playoffs: None,
            roster: Roster::default(),
        }
    }

    fn settings(by_network: Vec<bool>, cores: usize) -> PlanSettings {
        PlanSettings {
            by_network,
            parties: 2,
            cores: (0..cores).collect(),
            simultaneous: None,
            ponder: false,
            grace: Duration::from_secs(1),
            next_grace: Duration::from_secs(1),
            replays: 0,
        }
    }

    /// A rencontre of so many seconds, ten of which are for starting, with moves of half a second.
    fn sample(seconds: u64) -> PlayedSample {
        let moves = vec![Duration::from_millis(500); 2 * (seconds as usize - 10)];
        PlayedSample { besides: Duration::from_secs(10), moves, longest: seconds as usize - 10 }
    }

    fn forecast(
        regulations: &Regulations,
        settings: &PlanSettings,
        samples: &[PlayedSample],
    ) -> (u64, u32, Option<u64>, Option<u64>) {
        let input = ForecastInput { settings, samples, time_ms: 1000, most_moves: 30 };
        let Forecast { rencontres, rounds, likely, worst } = input.forecast(regulations).expect("a forecast");
        let seconds = |duration: Option<Duration>| duration.map(|time| time.as_secs());
        (rencontres, rounds, seconds(likely), seconds(worst))
    }

    #[test]
    fn everybody_meets_everybody_on_all_cores() {
        let whole = regulations(Format::RoundRobin { meetings: 2 }, 8);
        let engines = settings(vec![false; 8], 2);
        // 56 rencontres of 20 s, two at a time; at worst 10 s and 2 x 30 moves.
        assert_eq!(forecast(&whole, &engines, &[sample(20)]), (56, 14, Some(560), Some(28 * 70)));
        // Their mean counts.
        let mean = forecast(&whole, &engines, &[sample(11), sample(29)]).2.expect("a forecast");
        assert!((560..580).contains(&mean), "{mean}");
        assert_eq!(forecast(&whole, &engines, &[]), (56, 14, None, Some(28 * 60)));
        let one = PlanSettings { simultaneous: Some(1), ..engines };
        assert_eq!(forecast(&whole, &one, &[sample(20)]).2, Some(1120));
    }

    #[test]
    fn a_round_waits_for_the_one_before() {
        // Three rencontres a round on two cores: 2 x 20 s each round, while all six would take 60 s.
        let swiss = regulations(Format::Swiss { rounds: 2, finals: None }, 6);
        assert_eq!(forecast(&swiss, &settings(vec![false; 6], 2), &[sample(20)]).2, Some(80));
        let form = Knockout { legs: 1, extra: 0, third_place: false };
        let knockout = regulations(Format::Knockout(form), 8);
        let told = forecast(&knockout, &settings(vec![false; 8], 4), &[sample(20)]);
        assert_eq!(told, (7, 3, Some(60), Some(3 * 70)));
    }

    #[test]
    fn who_comes_by_network_plays_one_at_a_time_and_needs_no_core() {
        let whole = regulations(Format::RoundRobin { meetings: 1 }, 4);
        assert_eq!(forecast(&whole, &settings(vec![true; 4], 1), &[sample(20)]).2, Some(60));
    }

    #[test]
    fn who_uses_his_time_would_use_another() {
        let engines = settings(vec![false; 2], 1);
        let timed = |time_ms| Regulations { time_ms, ..regulations(Format::RoundRobin { meetings: 1 }, 2) };
        let one = [sample(20)];
        assert_eq!(forecast(&timed(2000), &engines, &one).2, Some(30));
        assert_eq!(forecast(&timed(500), &engines, &one).2, Some(15));
        let quick = PlayedSample { moves: vec![Duration::from_millis(100); 20], ..sample(20) };
        assert_eq!(forecast(&timed(2000), &engines, std::slice::from_ref(&quick)).2, Some(12));
        assert_eq!(forecast(&timed(50), &engines, std::slice::from_ref(&quick)).2, Some(11));
        assert_eq!(forecast(&timed(0), &engines, &[quick]).3, None, "nothing bounds it");
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let engines = settings(vec![false; 1], 1);
        let input = ForecastInput { settings: &engines, samples: &[], time_ms: 0, most_moves: 1 };
        let alone = regulations(Format::RoundRobin { meetings: 1 }, 1);
        assert_eq!(input.forecast(&alone), Err(Message::new("format-two")));
    }
}
