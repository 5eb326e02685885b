//! Several rencontres between two engines: a line each, and a table.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::Duration;

use arbitre::game::GameEntry;
use arbitre::record::{PartieRecord, Record};
use jeux::Slot;
use jeux::game::Params;
use jiff::Timestamp;
use protocol::Termination;

use super::kept::{KeptDuel, KeptRencontre, comparison};
use super::strength::{Scores, Sprt, SprtDecision};
use crate::report::{self, say};

/// The results so far.
pub struct Series {
    wanted: u32,
    sprt: Option<Sprt>,
    /// Whether each rencontre is shown, and with its boards.
    shown: Option<bool>,
    names: [String; 2],
    scores: [SeriesScore; 2],
    strength: Scores,
    /// The half points of the first engine in each rencontre, and the games of one.
    halves: Vec<u32>,
    parties: usize,
    decided: Option<SprtDecision>,
    complete: bool,
    /// The faults, and the output beside the protocol, already explained.
    explained: BTreeSet<(Slot, &'static str)>,
    /// The moves of each rencontre: those that are alike tell nothing new.
    different: BTreeSet<Vec<String>>,
    last: Option<Record>,
    not_won: Option<Record>,
    /// So many games of each rencontre were played before, by others: they do not count.
    recorded: usize,
}

#[derive(Default)]
struct SeriesScore {
    /// Won, drawn, lost games: where it began, and where its opponent did.
    results: [[u64; 3]; 2],
    /// Games lost by each fault.
    faults: BTreeMap<&'static str, u64>,
    /// Its longest move.
    longest: Duration,
}

const WON: usize = 0;
const DRAWN: usize = 1;
const LOST: usize = 2;

impl Series {
    /// For so many rencontres, at most if a test decides before.
    pub fn new(wanted: u32, sprt: Option<Sprt>, shown: Option<bool>) -> Self {
        Series {
            wanted,
            sprt,
            shown,
            names: Default::default(),
            scores: Default::default(),
            strength: Scores::default(),
            halves: Vec::new(),
            parties: 0,
            decided: None,
            complete: true,
            explained: BTreeSet::new(),
            different: BTreeSet::new(),
            last: None,
            not_won: None,
            recorded: 0,
        }
    }

    /// Without the first games of each rencontre, which come from a record.
    pub fn after(mut self, recorded: usize) -> Self {
        self.recorded = recorded;
        self
    }

    /// Counts and prints a rencontre. Whether another may follow: not after an interruption, or when
    /// the test has decided.
    pub fn add(&mut self, record: &Record) -> bool {
        self.count(record);
        if self.shown == Some(true) {
            say(&report::rencontre(record, true));
        }
        if self.shown.is_some() {
            self.print(record);
        }
        if let Some(why) = &record.interrupted {
            say(&format!("{}\n", i18n::text!("report-interrupted", why = i18n::reason(why))));
            self.complete = false;
            return false;
        }
        self.decided = self.sprt.and_then(|test| self.strength.decided(test));
        self.decided.is_none()
    }

    fn print(&self, record: &Record) {
        let parties: Vec<String> = record
            .parties
            .iter()
            .map(|partie| {
                let how = i18n::outcome(&partie.result, record.names(), None);
                let name = &partie.name;
                i18n::text!("series-partie", partie = name, how = how, count = partie.moves.len())
            })
            .collect();
        let number = format!("{:>width$}", self.halves.len(), width = self.wanted.to_string().len());
        let [one, other] = Slot::ALL.map(|slot| i18n::decimal(self.scores[slot].halves() as f64 / 2.0, 1));
        let line = i18n::text!(
            "series-rencontre",
            number = number,
            all = self.wanted,
            parties = parties.join(" · "),
            one = one,
            other = other
        );
        say(&format!("{line}\n"));
    }

    /// Counts a rencontre.
    pub fn count(&mut self, record: &Record) {
        self.names = record.players.each_ref().map(|player| player.name.clone());
        let played = record.parties.get(self.recorded..).unwrap_or_default();
        for partie in played {
            self.count_partie(partie);
        }
        if self.shown.is_some() {
            self.explain(record);
        }
        self.last = Some(record.clone());
        if record.interrupted.is_some() {
            return;
        }
        let halves = played.iter().map(|partie| match partie.result.winner {
            Some(Slot::Zero) => 2,
            Some(Slot::One) => 0,
            None => 1,
        });
        let (halves, parties): (u32, usize) = (halves.sum(), played.len());
        self.halves.push(halves);
        self.parties = parties;
        self.strength.add(f64::from(halves) / (2 * parties.max(1)) as f64, parties);
        if halves as usize <= parties {
            self.not_won = Some(record.clone());
        }
        let moves = record.parties.iter().flat_map(|partie| partie.moves.iter().map(|mv| mv.text.clone()));
        self.different.insert(moves.collect());
    }

    fn explain(&mut self, record: &Record) {
        for slot in Slot::ALL {
            if let Some(odd) = report::odd(&record.players[slot])
                && self.wanted > 1
                && self.explained.insert((slot, "odd"))
            {
                say(&format!("      {odd}\n"));
            }
        }
        for partie in &record.parties {
            // Engine logs are long, and repeat themselves.
            // A game that is lost by its rules, by a wrong grid for example, has a reason, too.
            let loser = partie.result.charged.or(partie.result.winner.map(Slot::other));
            if let (Some(slot), Some(why)) = (loser, i18n::outcome_reason(&partie.result))
                && self.wanted > 1
                && self.explained.insert((slot, partie.result.termination.word()))
            {
                let name = &self.names[slot];
                say(&format!("      {}\n", i18n::text!("series-why", name = name, why = why)));
                say(&report::trace(partie));
            }
        }
    }

    fn count_partie(&mut self, partie: &PartieRecord) {
        for (slot, score) in Slot::ALL.into_iter().zip(&mut self.scores) {
            let times = partie.moves.iter().filter(|mv| mv.player == slot).map(|mv| mv.micros);
            let longest = Duration::from_micros(times.max().unwrap_or_default());
            score.longest = score.longest.max(longest);
            let results = &mut score.results[usize::from(partie.first != slot)];
            match partie.result.winner {
                Some(winner) if winner == slot => results[WON] += 1,
                Some(_) => results[LOST] += 1,
                None if partie.result.termination == Termination::Interrupted => {}
                None => results[DRAWN] += 1,
            }
            let word = partie.result.termination.word();
            let fault = !matches!(partie.result.termination, Termination::Win | Termination::Draw);
            if fault && partie.result.charged == Some(slot) {
                *score.faults.entry(word).or_default() += 1;
            }
        }
    }

    /// Prints the table, best player first: a point for a win, half for a draw. Exit code 1: a
    /// rencontre was interrupted.
    pub fn conclude(&self) -> ExitCode {
        let wide = self.names.iter().map(|name| name.chars().count()).max().unwrap_or_default().max(8);
        let row = |name: &str, cells: [&str; 7], faults: &str| {
            let [points, won, drawn, lost, first, second, longest] = cells;
            let line = format!(
                "{name:<wide$}  {points:>6}  {won:>8}  {drawn:>6}  {lost:>7}  {first:>9}  {second:>9}  \
                 {longest:>10}  {faults}"
            );
            say(&format!("{}\n", line.trim_end()));
        };
        let titles = i18n::text!("series-columns");
        let titles: Vec<&str> = titles.split(' ').collect();
        say("\n");
        if let [name, points, won, drawn, lost, first, second, longest, faults] = titles[..] {
            row(name, [points, won, drawn, lost, first, second, longest], faults);
        }
        let mut order = Slot::ALL;
        order.sort_by_key(|&slot| std::cmp::Reverse(self.scores[slot].halves()));
        for slot in order {
            let score = &self.scores[slot];
            let points = i18n::decimal(score.halves() as f64 / 2.0, 1);
            let [won, drawn, lost] = [WON, DRAWN, LOST].map(|which| score.sum(which).to_string());
            let [first, second] = score.results.map(|results| results.map(|n| n.to_string()).join("-"));
            let faults: Vec<String> =
                score.faults.iter().map(|(word, count)| format!("{word} {count}")).collect();
            let longest = i18n::seconds(score.longest);
            row(
                &self.names[slot],
                [&points, &won, &drawn, &lost, &first, &second, &longest],
                &faults.join(", "),
            );
        }
        self.compare();
        if self.complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// Prints who is stronger, as far as can be known.
    fn compare(&self) {
        let played = self.halves.len();
        if played == 0 {
            return;
        }
        let [one, other] = self.names.each_ref().map(String::as_str);
        let how = comparison([one, other], self.strength.elo());
        say(&format!("\n{}\n", i18n::text!("duels-pair", how = how, count = played)));
        if let Some(test) = self.sprt {
            let [low, high] = [test.low, test.high].map(|elo| elo.round() as i32);
            let text = match self.decided {
                Some(SprtDecision::Stronger) => i18n::text!("sprt-stronger", one = one, low = low),
                Some(SprtDecision::NotStronger) => i18n::text!("sprt-not-stronger", one = one, high = high),
                None => i18n::text!("sprt-open"),
            };
            say(&format!("{text}\n"));
        }
        let different = self.different.len();
        // Now and then two are the same by chance.
        if 2 * different <= played {
            say(&format!("{}\n", i18n::text!("series-alike", count = played, different = different)));
        }
    }

    /// The rencontres to keep.
    pub fn kept(&self) -> Vec<(KeptRencontre, &Record)> {
        let last = self.last.iter().map(|record| (KeptRencontre::Last, record));
        let not_won = self.not_won.iter().filter(|record| self.last.as_ref() != Some(*record));
        last.chain(not_won.map(|record| (KeptRencontre::LastNotWon, record))).collect()
    }

    /// The results to keep, between engines as typed.
    pub fn finished(&self, kind: &GameEntry, parameters: &Params, engines: [&str; 2]) -> Option<KeptDuel> {
        (!self.halves.is_empty()).then(|| KeptDuel {
            ended: Timestamp::now(),
            game: kind.name.to_owned(),
            parameters: parameters.clone(),
            engines: engines.map(str::to_owned),
            parties: self.parties,
            halves: self.halves.clone(),
        })
    }
}

impl SeriesScore {
    fn sum(&self, which: usize) -> u64 {
        self.results.iter().map(|results| results[which]).sum()
    }

    /// Points in halves.
    fn halves(&self) -> u64 {
        2 * self.sum(WON) + self.sum(DRAWN)
    }
}
