//! The ranking as JSON and, for spreadsheets, as CSV, with French names as in all data.

use std::time::Duration;

use jeux::text::sanitize;
use jiff::Timestamp;
use serde::Serialize;

use super::page::halves;
use super::{Cross, Ranking, RankingLine, Standing};
use crate::decision::{Decision, DecisionRuling, Departure};
use crate::model::ContestantId;
use crate::schedule::{BracketSlot, Fixture, PhaseTable, Playoff, Settled, Stage};
use crate::spreadsheet::Convention;
use crate::tie_breaks::TieBreak;

impl Ranking {
    pub(super) fn json(&self) -> String {
        let lines: Vec<JsonLine<'_>> =
            self.lines.iter().enumerate().map(|(at, line)| self.json_line(at, line)).collect();
        let left_out = self.left_out.iter().map(|game| JsonLeftOut {
            rencontre: game.key.to_string(),
            concurrents: [&game.white, &game.black],
            raison: game.why.as_ref().map(ToString::to_string),
        });
        let whole = JsonRanking {
            titre: self.title.as_deref(),
            rencontres: self.played,
            arrete_apres: self.decisions.last_round(),
            classement: lines,
            interrompues: left_out.collect(),
            rejouees_faute_de_processeur: self.starved.iter().map(ToString::to_string).collect(),
            decisions: self.decisions.list().iter().map(JsonDecision::of).collect(),
            departage: self.tie_breaks.iter().map(TieBreak::word).collect(),
            poules: self
                .tables
                .iter()
                .filter(|table| table.letter.is_some())
                .map(|table| self.json_table(table))
                .collect(),
            suisse: self
                .tables
                .iter()
                .find(|table| table.letter.is_none())
                .map(|table| self.json_table(table)),
            barrages: self.playoffs.iter().map(|playoff| self.json_playoff(playoff)).collect(),
            elimination: self.stages.iter().map(|stage| self.json_stage(stage)).collect(),
        };
        // Strings and numbers only: cannot fail.
        let mut text = serde_json::to_string_pretty(&whole).unwrap_or_default();
        text.push('\n');
        text
    }

    fn json_line<'a>(&'a self, at: usize, line: &'a RankingLine) -> JsonLine<'a> {
        let standing = &line.standing;
        JsonLine {
            rang: standing.rank,
            concurrent: &line.name,
            parti: self.decisions.departure(&line.name).map(Departure::word),
            place: (standing.place > 0).then_some(standing.place),
            points: standing.points,
            rencontres: standing.rencontres,
            gagnees: standing.won,
            nulles: standing.drawn,
            perdues: standing.lost,
            disqualifications: standing.faults,
            exemptions: standing.byes,
            points_exemptions: standing.bye_points,
            sonneborn_berger: standing.sonneborn_berger_doubled as f64 / 2.0,
            buchholz: standing.buchholz,
            departage: at.checked_sub(1).and_then(|before| json_tie(standing, &self.lines[before].name)),
            force: line.rating.map(|rating| JsonRating {
                valeur: tenth(rating.value),
                min95: tenth(rating.low),
                max95: tenth(rating.high),
            }),
            attente_processeur_ms: line.waited.map(|wait| JsonWait {
                somme: milliseconds(wait.total),
                plus_longue: milliseconds(wait.most),
            }),
            contre: self.cross[at]
                .iter()
                .zip(&self.lines)
                .filter_map(|(cell, opponent)| {
                    let Cross { points, won, drawn, lost } = (*cell)?;
                    let adversaire = &opponent.name;
                    Some(JsonCross { adversaire, points, gagnees: won, nulles: drawn, perdues: lost })
                })
                .collect(),
        }
    }

    /// One line per contestant.
    pub(super) fn csv(&self, convention: Convention) -> String {
        let head = [
            "rang",
            "concurrent",
            "place",
            "points",
            "rencontres",
            "gagnees",
            "nulles",
            "perdues",
            "disqualifications",
            "exemptions",
            "sonneborn_berger",
            "force",
            "force_min95",
            "force_max95",
        ];
        // Later additions follow the original columns.
        let later = [
            "points_exemptions",
            "buchholz",
            "departage",
            "departage_devant",
            "departage_derriere",
            "poule",
            "rang_poule",
            "qualifie",
            "tour",
            "parti",
            "attente_processeur_ms",
            "attente_plus_longue_ms",
            "arrete_apres",
        ];
        let opponents = self.lines.iter().map(|line| format!("contre {}", sanitize(&line.name)));
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut rows =
            vec![named(&head).into_iter().chain(opponents).chain(named(&later)).collect::<Vec<_>>()];
        for (line, cells) in self.lines.iter().zip(&self.cross) {
            let standing = &line.standing;
            let rating = |value: fn(&super::Rating) -> f64| {
                line.rating
                    .as_ref()
                    .map_or(String::new(), |rating| convention.number(&format!("{:.1}", value(rating))))
            };
            let halves = |doubled| convention.number(&halves(doubled));
            let score = |by| {
                move |score| if by == TieBreak::SonnebornBerger { halves(score) } else { score.to_string() }
            };
            let place = if standing.place > 0 { standing.place.to_string() } else { String::new() };
            let mut row = vec![
                standing.rank.to_string(),
                sanitize(&line.name).into_owned(),
                place,
                standing.points.to_string(),
            ];
            row.extend(
                [
                    standing.rencontres,
                    standing.won,
                    standing.drawn,
                    standing.lost,
                    standing.faults,
                    standing.byes,
                ]
                .map(|number| number.to_string()),
            );
            row.push(halves(standing.sonneborn_berger_doubled));
            row.extend([rating(|r| r.value), rating(|r| r.low), rating(|r| r.high)]);
            row.extend(cells.iter().map(|cell| cell.map_or(String::new(), |cell| cell.points.to_string())));
            row.extend([standing.bye_points.to_string(), standing.buchholz.to_string()]);
            row.extend(match standing.tie.map(|tie| (tie, score(tie.by))) {
                Some((tie, score)) => [tie.by.word().to_owned(), score(tie.before), score(tie.behind)],
                None => Default::default(),
            });
            row.extend(self.csv_pool(standing));
            row.push(
                self.reached(standing).map_or(String::new(), |stage| (stage.fixtures.len() * 2).to_string()),
            );
            let departure = self.decisions.departure(&line.name);
            row.push(departure.map_or(String::new(), |departure| departure.word().to_owned()));
            row.extend(line.waited.map_or(Default::default(), |wait| {
                [wait.total, wait.most].map(|time| milliseconds(time).to_string())
            }));
            row.push(self.decisions.last_round().map_or(String::new(), |round| round.to_string()));
            rows.push(row);
        }
        convention.table(rows)
    }

    /// A contestant's pool, its rank there or in the Swiss rounds, and whether it advances.
    fn csv_pool(&self, standing: &Standing) -> [String; 3] {
        let place = |table: &PhaseTable| {
            let line = table.lines.iter().find(|line| line.contestant == standing.contestant)?;
            let goes_on = if table.advancing.contains(&line.contestant) { "oui" } else { "non" };
            let goes_on = if table.over { goes_on } else { "" };
            Some([table.letter.clone().unwrap_or_default(), line.rank.to_string(), goes_on.to_owned()])
        };
        self.tables.iter().find_map(place).unwrap_or_default()
    }

    /// The last stage of the knock-out that a contestant reached.
    fn reached(&self, standing: &Standing) -> Option<&Stage> {
        let plays = |stage: &&Stage| {
            let mut slots = stage.fixtures.iter().flat_map(|fixture| fixture.slots);
            slots.any(|slot| slot == BracketSlot::Known(standing.contestant))
        };
        self.stages.iter().rfind(plays)
    }

    fn json_playoff<'a>(&'a self, playoff: &'a Playoff) -> JsonPlayoff<'a> {
        let line = |(who, points): (&ContestantId, &i64)| JsonPlayoffLine {
            concurrent: self.name_of(*who),
            points: *points,
        };
        JsonPlayoff {
            rencontres: playoff.pairings.iter().map(|pairing| pairing.key.to_string()).collect(),
            termine: playoff.over,
            resultats: playoff.points.iter().map(line).collect(),
        }
    }

    fn json_table<'a>(&'a self, table: &'a PhaseTable) -> JsonTable<'a> {
        let line = |(at, line): (usize, &'a Standing)| JsonTableLine {
            rang: line.rank,
            concurrent: self.name_of(line.contestant),
            points: line.points,
            rencontres: line.rencontres,
            gagnees: line.won,
            nulles: line.drawn,
            perdues: line.lost,
            disqualifications: line.faults,
            qualifie: table.over.then(|| table.advancing.contains(&line.contestant)),
            departage: at
                .checked_sub(1)
                .and_then(|before| json_tie(line, self.name_of(table.lines[before].contestant))),
        };
        let level = if table.over { table.level.as_slice() } else { &[] };
        JsonTable {
            nom: table.letter.as_deref(),
            terminee: table.over,
            classement: table.lines.iter().enumerate().map(line).collect(),
            a_egalite: level.iter().map(|who| self.name_of(*who)).collect(),
        }
    }

    fn json_stage<'a>(&'a self, stage: &'a Stage) -> JsonStage<'a> {
        let fixture = |fixture: &'a Fixture| JsonFixture {
            concurrents: fixture.slots.map(|slot| match slot {
                BracketSlot::Known(contestant) => Some(self.name_of(contestant)),
                BracketSlot::Open | BracketSlot::Empty => None,
            }),
            exemption: fixture.slots.contains(&BracketSlot::Empty),
            points: fixture.points,
            rencontres: fixture.games.iter().map(ToString::to_string).collect(),
            vainqueur: fixture.winner.map(|winner| self.name_of(winner)),
            decision: fixture.decision.map(|decision| match decision {
                Settled::Points => "points",
                Settled::Faults => "disqualifications",
                Settled::Seed => "tete-de-serie",
                Settled::Lot => "tirage",
            }),
        };
        JsonStage {
            places: stage.fixtures.len() * 2,
            matchs: stage.fixtures.iter().map(fixture).collect(),
            petite_finale: stage.small_final.as_ref().map(fixture),
        }
    }
}

fn json_tie<'a>(standing: &Standing, before: &'a str) -> Option<JsonTie<'a>> {
    let tie = standing.tie?;
    let scale = if tie.by == TieBreak::SonnebornBerger { 2.0 } else { 1.0 };
    Some(JsonTie {
        critere: tie.by.word(),
        devant: before,
        valeur_devant: tie.before as f64 / scale,
        valeur: tie.behind as f64 / scale,
        parmi: tie.among,
    })
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[derive(Serialize)]
struct JsonRanking<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    titre: Option<&'a str>,
    rencontres: u64,
    /// The round after which a decision has ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrete_apres: Option<u32>,
    classement: Vec<JsonLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    interrompues: Vec<JsonLeftOut<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rejouees_faute_de_processeur: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    decisions: Vec<JsonDecision<'a>>,
    /// The criteria, in turn.
    departage: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    poules: Vec<JsonTable<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suisse: Option<JsonTable<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    barrages: Vec<JsonPlayoff<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    elimination: Vec<JsonStage<'a>>,
}

#[derive(Serialize)]
struct JsonDecision<'a> {
    numero: u32,
    quand: String,
    qui: &'a str,
    motif: &'a str,
    decision: &'a DecisionRuling,
}

impl<'a> JsonDecision<'a> {
    fn of(decision: &'a Decision) -> Self {
        let Decision { number, at_ms, request, .. } = decision;
        let quand = Timestamp::from_millisecond(*at_ms).unwrap_or_default().to_string();
        JsonDecision {
            numero: *number,
            quand,
            qui: &request.who,
            motif: &request.why,
            decision: &request.ruling,
        }
    }
}

#[derive(Serialize)]
struct JsonTable<'a> {
    /// The name of a pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    nom: Option<&'a str>,
    terminee: bool,
    classement: Vec<JsonTableLine<'a>>,
    /// The equals at the line, whom the order of entry separates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    a_egalite: Vec<&'a str>,
}

#[derive(Serialize)]
struct JsonPlayoff<'a> {
    rencontres: Vec<String>,
    termine: bool,
    resultats: Vec<JsonPlayoffLine<'a>>,
}

#[derive(Serialize)]
struct JsonPlayoffLine<'a> {
    concurrent: &'a str,
    points: i64,
}

#[derive(Serialize)]
struct JsonTableLine<'a> {
    rang: u32,
    concurrent: &'a str,
    points: i64,
    rencontres: u32,
    gagnees: u32,
    nulles: u32,
    perdues: u32,
    disqualifications: u32,
    /// Empty while it is being played.
    qualifie: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    departage: Option<JsonTie<'a>>,
}

#[derive(Serialize)]
struct JsonStage<'a> {
    /// Places of the bracket: 2 is the final.
    places: usize,
    matchs: Vec<JsonFixture<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    petite_finale: Option<JsonFixture<'a>>,
}

#[derive(Serialize)]
struct JsonFixture<'a> {
    concurrents: [Option<&'a str>; 2],
    exemption: bool,
    points: [i64; 2],
    rencontres: Vec<String>,
    vainqueur: Option<&'a str>,
    decision: Option<&'static str>,
}

/// Why a contestant is behind the one before with equal points.
#[derive(Serialize)]
struct JsonTie<'a> {
    critere: &'static str,
    devant: &'a str,
    valeur_devant: f64,
    valeur: f64,
    /// Among how many equal ones.
    parmi: u32,
}

#[derive(Serialize)]
struct JsonLeftOut<'a> {
    rencontre: String,
    concurrents: [&'a str; 2],
    raison: Option<String>,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    rang: u32,
    concurrent: &'a str,
    /// Withdrawn or disqualified.
    #[serde(skip_serializing_if = "Option::is_none")]
    parti: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
    points: i64,
    rencontres: u32,
    gagnees: u32,
    nulles: u32,
    perdues: u32,
    disqualifications: u32,
    exemptions: u32,
    points_exemptions: i64,
    sonneborn_berger: f64,
    buchholz: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    departage: Option<JsonTie<'a>>,
    force: Option<JsonRating>,
    /// Missing where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    attente_processeur_ms: Option<JsonWait>,
    contre: Vec<JsonCross<'a>>,
}

#[derive(Serialize)]
struct JsonRating {
    valeur: f64,
    min95: f64,
    max95: f64,
}

/// Of an engine, for a processor.
#[derive(Serialize)]
struct JsonWait {
    somme: u64,
    /// In one turn.
    plus_longue: u64,
}

#[derive(Serialize)]
struct JsonCross<'a> {
    adversaire: &'a str,
    points: i64,
    gagnees: u32,
    nulles: u32,
    perdues: u32,
}
