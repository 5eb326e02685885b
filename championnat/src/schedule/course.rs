//! A championship as far as its results go: the rounds of its format, play-offs where only a lot
//! would separate equals, then the knock-out.
//!
//! A play-off is a round robin of those who are level at the line of a table: where the qualified end,
//! or at first place. It separates them by its points alone, which count nowhere else. Those still
//! level at the line meet again, as often as the regulations allow; then the order of entry decides.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::format::Format;
use super::knockout::{self, KnockoutSetting};
use super::stage::{Stage, pool_letter, round_name};
use super::{EntryOrder, Schedule, ScheduleSettings, pools, round_robin};
use crate::message::Message;
use crate::model::{ContestantId, Key, Pairing, RencontreResult, Round, Side};
use crate::points::Points;
use crate::ranking::standings::{Standing, StandingsInput, separate_by_playoff, standings};
use crate::results::Results;

/// What the results determine.
pub struct Course {
    /// Every round, ascending.
    pub rounds: Vec<Round>,
    /// The pools, or the Swiss rounds before a knock-out; otherwise, with play-offs, the whole
    /// championship.
    pub tables: Vec<PhaseTable>,
    /// The stages of the knock-out, future ones included; none before it is drawn.
    pub stages: Vec<Stage>,
    /// Each contestant's place in the knock-out (by [`ContestantId::index`]; 1 while still in, or
    /// the winner); `None` before it is drawn.
    pub places: Option<Vec<u32>>,
    format: Format,
    /// The rounds of the play-offs.
    playoff_rounds: Range<u32>,
}

/// A table with a line: who is before it advances, or has won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhaseTable {
    /// The name of a pool: A, B...
    pub letter: Option<String>,
    /// Best first, with the results of this phase.
    pub lines: Vec<Standing>,
    /// Those before the line, best first; provisional until it is over.
    pub advancing: Vec<ContestantId>,
    /// Whether everything is played, its play-offs included.
    pub over: bool,
    /// By time.
    pub playoffs: Vec<Playoff>,
    /// The equals at the line: once it is over, the order of entry separates them.
    pub level: Vec<ContestantId>,
}

/// A round robin of equals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playoff {
    pub name: Message,
    /// In the order of the schedule.
    pub pairings: Vec<Pairing>,
    /// Those who take part, with their points so far.
    pub points: BTreeMap<ContestantId, i64>,
    /// Whether it is played.
    pub over: bool,
}

/// What a table is made of.
type Drawn = BTreeMap<Key, RencontreResult>;

impl Playoff {
    fn of(name: Message, pairings: &[Pairing], results: &Drawn, points: &Points) -> Playoff {
        let mut gained = BTreeMap::new();
        for pairing in pairings {
            let found = results.get(&pairing.key).map(|result| points.of(result)).unwrap_or_default();
            for side in Side::ALL {
                *gained.entry(pairing.contestants()[side]).or_default() += found[side];
            }
        }
        Playoff { name, pairings: pairings.to_vec(), points: gained, over: played(pairings, results) }
    }

    /// Those who take part with their points, best first.
    pub fn ranked(&self) -> Vec<(ContestantId, i64)> {
        let mut ranked: Vec<_> = self.points.iter().map(|(who, points)| (*who, *points)).collect();
        ranked.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
        ranked
    }
}

impl PhaseTable {
    pub fn name(&self) -> Message {
        match &self.letter {
            Some(letter) => Message::new("stage-pool").with("name", letter.as_str()),
            None => Message::new("stage-swiss"),
        }
    }

    /// Equals at the line: some of them are before it, others behind.
    fn level(lines: &[&Standing], line: usize) -> Vec<ContestantId> {
        let rank = |at: usize| lines.get(at).map(|line| line.rank);
        if line == 0 || rank(line).is_none() || rank(line - 1) != rank(line) {
            return vec![];
        }
        lines.iter().filter(|other| Some(other.rank) == rank(line)).map(|line| line.contestant).collect()
    }
}

impl Course {
    /// The stage of a game: `poule A`, `barrage de la poule A`, `demi-finales`, `ronde 3`. `None`
    /// where everybody meets everybody and rounds do not wait for each other.
    pub fn stage_of(&self, pairing: &Pairing) -> Option<Message> {
        let key = pairing.key;
        if key.round < self.playoff_rounds.start {
            return match self.format {
                Format::Swiss { .. } => Some(round_name(key)),
                Format::Pools { .. } => {
                    let within =
                        |table: &&PhaseTable| table.lines.iter().any(|line| line.contestant == pairing.white);
                    self.tables.iter().find(within).map(PhaseTable::name)
                }
                _ => None,
            };
        }
        if self.playoff_rounds.contains(&key.round) {
            let here = |playoff: &&Playoff| playoff.pairings.iter().any(|other| other.key == key);
            return self.playoffs().find(here).map(|playoff| playoff.name.clone());
        }
        let reached = self.stages.iter().rfind(|stage| (1..=key.round).contains(&stage.first_round))?;
        Some(reached.game(key))
    }

    fn playoffs(&self) -> impl Iterator<Item = &Playoff> {
        self.tables.iter().flat_map(|table| &table.playoffs)
    }

    /// Whether a game is part of a play-off: it counts in no table.
    pub fn is_playoff(&self, key: Key) -> bool {
        self.playoff_rounds.contains(&key.round)
    }

    /// Known games beyond those that every such championship has.
    pub(super) fn further(&self) -> u64 {
        let playoffs: usize = self.playoffs().map(|playoff| playoff.pairings.len()).sum();
        let beyond = |stage: &Stage| -> usize {
            let fixtures = stage.fixtures.iter().chain(&stage.small_final);
            fixtures.map(|fixture| fixture.games.len().saturating_sub(stage.legs as usize)).sum()
        };
        (playoffs + self.stages.iter().map(beyond).sum::<usize>()) as u64
    }
}

impl Schedule {
    /// Everything that the results determine.
    pub fn course(&self, results: &Results) -> Course {
        let mut rounds = self.first_rounds(results);
        // It may end after any round of a format whose rounds do not depend on who wins.
        rounds.retain(|round| self.roster.plays(round.number));
        let first = rounds.len();
        // By table, the games of each of its play-offs.
        let mut playoffs: Vec<Vec<Vec<Pairing>>> = vec![];
        let settled = loop {
            let then = self.at_draw_of(rounds.len() as u32 + 1, results);
            if !rounds.iter().all(|round| played(&round.pairings, &then)) {
                break false;
            }
            let tables = self.tables(&rounds[..first], &playoffs, &then);
            let level = tables.iter().map(|table| table.level.as_slice()).collect::<Vec<_>>();
            let held = playoffs.iter().map(Vec::len).max().unwrap_or_default();
            if held >= self.settings.playoffs as usize || level.iter().all(|level| level.is_empty()) {
                break true;
            }
            playoffs.resize(tables.len(), vec![]);
            draw_playoffs(&level, held % 2 == 1, &mut rounds, &mut playoffs);
        };
        let tables = self.tables(&rounds[..first], &playoffs, results);
        let start = self.first_phase_rounds() + 1;
        let playoff_rounds = start..start + (rounds.len() - first) as u32;
        let format = self.format;
        let mut course = Course { rounds, tables, stages: vec![], places: None, format, playoff_rounds };
        if let Some(form) = self.format.knockout().filter(|_| settled) {
            self.draw_knockout(form, &mut course, results);
        }
        course
    }

    /// The results from which a play-off is drawn. Before a knock-out these are the current ones: what
    /// would change those who advance is refused. Otherwise a play-off stays as drawn.
    fn at_draw_of<'a>(&self, round: u32, results: &'a Results) -> Cow<'a, Drawn> {
        match self.format.knockout() {
            Some(_) => Cow::Borrowed(results),
            None => results.at_draw_of(round),
        }
    }

    /// The tables with a line, after the rounds of the format and these play-offs.
    fn tables(&self, rounds: &[Round], playoffs: &[Vec<Vec<Pairing>>], results: &Drawn) -> Vec<PhaseTable> {
        let ScheduleSettings { points, parties, playoffs: most, .. } = &self.settings;
        let (groups, line) = match self.format {
            Format::Pools { qualified, .. } => (self.pools(), qualified as usize),
            Format::Swiss { finals: Some(finals), .. } => {
                (vec![self.entrants.clone()], finals.qualified as usize)
            }
            Format::RoundRobin { .. } | Format::Swiss { .. } if *most > 0 => (vec![self.entrants.clone()], 1),
            _ => return vec![],
        };
        let first = self.first_phase_rounds();
        let in_phase = results.range(..=Key { round: first, board: u32::MAX }).map(|(_, result)| result);
        let in_phase: Vec<&RencontreResult> = in_phase.filter(|result| self.roster.counts(result)).collect();
        // Who has left a Swiss tournament is not drawn any more.
        let stays = |who: ContestantId| match self.format {
            Format::Swiss { finals: Some(_), .. } => self.roster.takes_part(who, first + 1),
            _ => true,
        };
        let table = |(number, group): (usize, &Vec<ContestantId>)| {
            let mut lines = standings(&StandingsInput {
                contestants: group,
                results: in_phase.clone(),
                byes: rounds.iter().filter_map(|round| round.bye).collect(),
                places: None,
                points,
                parties: *parties,
            });
            let letter = matches!(self.format, Format::Pools { .. }).then(|| pool_letter(number));
            let drawn = playoffs.get(number).into_iter().flatten().zip(1..);
            let playoff = |(pairings, number): (&Vec<Pairing>, u32)| {
                let name = self.playoff_name(letter.as_deref(), number);
                Playoff::of(name, pairings, results, points)
            };
            let playoffs: Vec<Playoff> = drawn.map(playoff).collect();
            for playoff in playoffs.iter().filter(|playoff| playoff.over) {
                separate_by_playoff(&mut lines, &playoff.points);
            }
            let staying: Vec<&Standing> = lines.iter().filter(|line| stays(line.contestant)).collect();
            let level = PhaseTable::level(&staying, line);
            let mut games = rounds.iter().flat_map(|round| &round.pairings);
            let own = |game: &Pairing| groups.len() == 1 || group.contains(&game.white);
            let mut open = games.any(|game| own(game) && !results.contains_key(&game.key));
            open |= rounds.len() < first as usize || playoffs.iter().any(|playoff| !playoff.over);
            PhaseTable {
                letter,
                advancing: staying.iter().take(line).map(|line| line.contestant).collect(),
                over: !open && (level.is_empty() || playoffs.len() >= *most as usize),
                level,
                playoffs,
                lines,
            }
        };
        groups.iter().enumerate().map(table).collect()
    }

    fn playoff_name(&self, letter: Option<&str>, number: u32) -> Message {
        let message = match (letter, self.format.knockout()) {
            (Some(letter), _) => Message::new("stage-playoff-pool").with("name", letter),
            (None, Some(_)) => Message::new("stage-playoff-qualification"),
            (None, None) => Message::new("stage-playoff-first"),
        };
        message.with("number", number)
    }

    fn draw_knockout(&self, form: &knockout::Knockout, course: &mut Course, results: &Results) {
        let ScheduleSettings { seed, points, playoffs, order, .. } = &self.settings;
        let alone = course.tables.is_empty();
        let seeds = match &self.format {
            Format::Pools { qualified, .. } => self.seeds(course, *qualified),
            Format::Swiss { finals: Some(finals), .. } => self.seeds(course, finals.qualified),
            _ => self.drawn_entrants(),
        };
        let drawn = alone && *order == EntryOrder::Drawn;
        let bracket = knockout::play(
            &seeds,
            form,
            &KnockoutSetting {
                points,
                seed: *seed,
                first_round: course.rounds.len() as u32 + 1,
                drawn,
                playoffs: if drawn { *playoffs } else { 0 },
            },
            results,
        );
        course.rounds.extend(bracket.rounds);
        course.stages = bracket.stages;
        // Who was not drawn comes last.
        let mut places = vec![self.drawn_entrants().len() as u32 + 1; self.entrants.len()];
        for (contestant, place) in seeds.iter().zip(bracket.places).chain(behind(&course.tables)) {
            places[contestant.index()] = place;
        }
        course.places = Some(places);
    }

    fn seeds(&self, course: &Course, qualified: u32) -> Vec<ContestantId> {
        let advancing: Vec<_> = course.tables.iter().map(|table| table.advancing.as_slice()).collect();
        pools::seeds(&advancing, qualified as usize)
    }
}

/// Those who did not advance, with their places: behind the knock-out, by their rank in the pool or
/// the Swiss ranking. There equals share a place; in a pool they have the order of entry, as ever.
fn behind(tables: &[PhaseTable]) -> impl Iterator<Item = (&ContestantId, u32)> {
    let side_by_side = tables.len() as u32;
    tables.iter().flat_map(move |table| {
        let advances = |line: &&Standing| !table.advancing.contains(&line.contestant);
        let mut shared: Option<(u32, u32)> = None;
        let after = table.advancing.len() as u32;
        table.lines.iter().filter(advances).zip(after..).map(move |(line, at)| {
            let at = match shared {
                Some((rank, first)) if rank == line.rank && table.letter.is_none() => first,
                _ => at,
            };
            shared = Some((line.rank, at));
            (&line.contestant, at * side_by_side + 1)
        })
    })
}

/// Adds a play-off of each of these groups of equals, side by side. The next one has the colours
/// exchanged.
fn draw_playoffs(
    level: &[&[ContestantId]],
    exchanged: bool,
    rounds: &mut Vec<Round>,
    playoffs: &mut [Vec<Vec<Pairing>>],
) {
    let first = rounds.len() as u32;
    let groups = level.iter().filter(|equals| !equals.is_empty());
    let drawn = pools::side_by_side(groups.map(|equals| round_robin::rounds(equals, 1)));
    for mut round in drawn {
        round.number += first;
        for pairing in &mut round.pairings {
            pairing.key.round = round.number;
            if exchanged {
                std::mem::swap(&mut pairing.white, &mut pairing.black);
            }
        }
        rounds.push(round);
    }
    for (equals, playoffs) in level.iter().zip(playoffs).filter(|(equals, _)| !equals.is_empty()) {
        let games = rounds[first as usize..].iter().flat_map(|round| &round.pairings);
        playoffs.push(games.filter(|game| equals.contains(&game.white)).copied().collect());
    }
}

fn played(pairings: &[Pairing], results: &Drawn) -> bool {
    pairings.iter().all(|pairing| results.contains_key(&pairing.key))
}
