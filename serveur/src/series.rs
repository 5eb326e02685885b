//! Several rencontres between two players: a line each, and a table.

use jeux::Slot;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::Duration;

use arbitre::record::{PartieRecord, Record};
use protocol::Termination;

use crate::report::{self, say};

/// The results so far.
pub struct Series {
    wanted: u32,
    played: u32,
    names: [String; 2],
    scores: [SeriesScore; 2],
    complete: bool,
    /// The faults already explained.
    explained: BTreeSet<(Slot, &'static str)>,
}

#[derive(Default)]
struct SeriesScore {
    won: u64,
    drawn: u64,
    lost: u64,
    /// Games lost by each fault.
    faults: BTreeMap<&'static str, u64>,
    /// His longest move.
    longest: Duration,
}

impl Series {
    /// For so many rencontres.
    pub fn new(wanted: u32) -> Self {
        Series {
            wanted,
            played: 0,
            names: Default::default(),
            scores: Default::default(),
            complete: true,
            explained: BTreeSet::new(),
        }
    }

    /// Counts and prints a rencontre. Whether another may follow: not after an interruption.
    pub fn add(&mut self, record: &Record, boards: bool) -> bool {
        self.names = record.players.each_ref().map(|player| player.name.clone());
        for partie in &record.parties {
            self.count(partie);
        }
        if boards {
            say(&report::rencontre(record, true));
        }
        let parties: Vec<String> = record
            .parties
            .iter()
            .map(|partie| {
                let how = i18n::outcome(&partie.result, record.names(), None);
                i18n::text!("series-partie", partie = &partie.name, how = how, count = partie.moves.len())
            })
            .collect();
        let number = format!("{:>width$}", self.played + 1, width = self.wanted.to_string().len());
        let line = i18n::text!(
            "series-rencontre",
            number = number,
            all = self.wanted,
            parties = parties.join(" ; ")
        );
        say(&format!("{line}\n"));
        for partie in &record.parties {
            // Engine logs are long, and repeat themselves.
            if let (Some(slot), Some(why)) = (partie.result.charged, i18n::outcome_reason(&partie.result))
                && self.explained.insert((slot, partie.result.termination.word()))
            {
                let name = &self.names[slot];
                say(&format!("      {}\n", i18n::text!("series-why", name = name, why = why)));
            }
        }
        if let Some(why) = &record.interrupted {
            say(&format!("{}\n", i18n::text!("report-interrupted", why = i18n::reason(why))));
            self.complete = false;
            return false;
        }
        self.played += 1;
        true
    }

    fn count(&mut self, partie: &PartieRecord) {
        for (slot, score) in Slot::ALL.into_iter().zip(&mut self.scores) {
            let times = partie.moves.iter().filter(|mv| mv.player == slot).map(|mv| mv.micros);
            let longest = Duration::from_micros(times.max().unwrap_or_default());
            score.longest = score.longest.max(longest);
            match partie.result.winner {
                Some(winner) if winner == slot => score.won += 1,
                Some(_) => score.lost += 1,
                None if partie.result.termination == Termination::Interrupted => {}
                None => score.drawn += 1,
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
        let row = |name: &str, cells: [&str; 5], faults: &str| {
            let [points, won, drawn, lost, longest] = cells;
            let line = format!(
                "{name:<wide$}  {points:>6}  {won:>8}  {drawn:>6}  {lost:>7}  {longest:>10}  {faults}"
            );
            say(&format!("{}\n", line.trim_end()));
        };
        let titles = i18n::text!("series-columns");
        let titles: Vec<&str> = titles.split(' ').collect();
        say("\n");
        if let [name, points, won, drawn, lost, longest, faults] = titles[..] {
            row(name, [points, won, drawn, lost, longest], faults);
        }
        let mut order = Slot::ALL;
        order.sort_by_key(|&slot| std::cmp::Reverse(self.scores[slot].halves()));
        for slot in order {
            let score = &self.scores[slot];
            let points = i18n::decimal(score.halves() as f64 / 2.0, 1);
            let [won, drawn, lost] = [score.won, score.drawn, score.lost].map(|count| count.to_string());
            let faults: Vec<String> =
                score.faults.iter().map(|(word, count)| format!("{word} {count}")).collect();
            let longest = i18n::seconds(score.longest);
            row(&self.names[slot], [&points, &won, &drawn, &lost, &longest], &faults.join(", "));
        }
        if self.complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

impl SeriesScore {
    /// Points in halves.
    fn halves(&self) -> u64 {
        2 * self.won + self.drawn
    }
}
