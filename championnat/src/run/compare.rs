//! `compare`: whether two championships went alike, but for times and measurements.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use arbitre::comparison::first_difference;
use championnat::presentation::InWords;
use championnat::{Archive, Key, Results};
use clap::Args;
use serde_json::Value;

use super::archive::open;
use super::stored_records::unreadable;

/// Dire si deux championnats se sont passés de même, aux durées près.
#[derive(Args, Debug)]
pub struct Compare {
    /// Description du championnat (.toml), base de résultats, ou postgres://...
    #[arg(value_name = "FICHIER")]
    pub one: String,
    /// L'autre, de même
    #[arg(value_name = "AUTRE")]
    pub other: String,
}

/// One of the two.
struct Played<'a> {
    source: &'a str,
    archive: Archive,
    results: Results,
}

impl<'a> Played<'a> {
    fn open(source: &'a str) -> Result<Self> {
        let (mut archive, _) = open(source)?;
        let results = archive.results().in_words()?;
        Ok(Played { source, archive, results })
    }

    fn record(&mut self, key: Key) -> Result<Option<Value>> {
        let Some(json) = self.archive.record(key).in_words()? else { return Ok(None) };
        let store = self.archive.location().to_string();
        serde_json::from_str(&json).map(Some).map_err(|_| unreadable(&store, key))
    }

    /// The players of a rencontre and how its games ended.
    fn outcome(&self, key: Key) -> Option<impl PartialEq> {
        let names = &self.archive.regulations().contestants;
        let result = self.results.get(&key)?;
        let name = |index: usize| names.get(index).cloned();
        Some((name(result.white.index()), name(result.black.index()), result.parties.clone()))
    }

    /// Rank, name and points of each contestant.
    fn ranking(&mut self) -> Result<Vec<String>> {
        let line = |line: championnat::RankingLine| {
            let (rank, points) = (line.standing.rank, line.standing.points);
            i18n::text!("compare-rank", rank = rank, name = line.name, points = points)
        };
        Ok(self.archive.ranking().in_words()?.lines.into_iter().map(line).collect())
    }
}

/// Prints the first difference of each rencontre, and of the ranking. Exit code 1: there is one.
pub fn run(args: &Compare) -> Result<ExitCode> {
    let mut sides = [Played::open(&args.one)?, Played::open(&args.other)?];
    let mut out = i18n::out();
    let keys: BTreeSet<Key> = sides.iter().flat_map(|side| side.results.keys().copied()).collect();
    let mut differing = 0;
    for key in &keys {
        if let Some(how) = difference(&mut sides, *key)? {
            differing += 1;
            writeln!(out, "{}", i18n::text!("labelled", label = key.to_string(), text = how))?;
        }
    }
    let [one, other] = &mut sides;
    let rankings = [one.ranking()?, other.ranking()?];
    let line = (0..rankings[0].len().max(rankings[1].len()))
        .find(|line| rankings[0].get(*line) != rankings[1].get(*line));
    if let Some(line) = line {
        let [here, there] = rankings.each_ref().map(|lines| lines.get(line).map_or("-", String::as_str));
        writeln!(out, "{}", i18n::text!("compare-ranking", one = here, other = there))?;
    }
    let is_same = differing == 0 && line.is_none();
    let count = keys.len();
    let said = match is_same {
        true => i18n::text!("compare-same", count = count),
        false => i18n::text!("compare-differing", differing = differing, count = count),
    };
    writeln!(out, "{said}")?;
    Ok(if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is not the same in a rencontre, in words.
fn difference(sides: &mut [Played<'_>; 2], key: Key) -> Result<Option<String>> {
    let [one, other] = sides;
    let shown = |value: Option<Value>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
    let played = match (one.record(key)?, other.record(key)?) {
        (Some(here), Some(there)) => first_difference(&here, &there).map(|difference| {
            let [here, there] = difference.values.map(shown);
            i18n::text!("compare-place", place = difference.place, one = here, other = there)
        }),
        (Some(_), None) => Some(i18n::text!("compare-only", source = one.source)),
        (None, Some(_)) => Some(i18n::text!("compare-only", source = other.source)),
        (None, None) => None,
    };
    // The organiser may have decided it.
    let decided = || (one.outcome(key) != other.outcome(key)).then(|| i18n::text!("compare-result"));
    Ok(played.or_else(decided))
}
