//! Ratings, from all results so far.

use std::collections::{BTreeMap, HashMap, HashSet};

use championnat::{Anchor, Fit, Rating, fit_anchored};
use jeux::Slot;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{GameLine, PlayerId};

/// Virtual draws of each player against the average: they keep the rating of who has won everything finite.
const PRIOR_DRAWS: f64 = 1.0;

/// What a player has done so far.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tally {
    pub rencontres: u32,
    pub parties: u32,
    /// PARTIEs won, draws as halves.
    pub score: f64,
    /// Rencontres with a fault of this player.
    pub faults: u32,
    /// Of the last ten rencontres, the newest last: whether it was at fault.
    pub last_faults: Vec<bool>,
    pub against: HashMap<PlayerId, Against>,
}

/// What a player has done against another one.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Against {
    pub rencontres: u32,
    pub parties: u32,
    pub score: f64,
}

/// The newest rencontres that [`Tally::last_faults`] is about.
const NEWEST: usize = 10;

/// All tallies.
#[derive(Clone, Default, Debug)]
pub struct Tallies(HashMap<PlayerId, Tally>);

impl Tallies {
    pub fn take(&mut self, line: &GameLine) {
        for slot in Slot::ALL {
            let tally = self.0.entry(line.players[slot].clone()).or_default();
            let (parties, score) = (line.parties.len() as u32, line.score(slot));
            tally.rencontres += 1;
            tally.parties += parties;
            tally.score += score;
            let at_fault = line.fault(slot).is_some();
            tally.faults += u32::from(at_fault);
            tally.last_faults.push(at_fault);
            if tally.last_faults.len() > NEWEST {
                tally.last_faults.remove(0);
            }
            let against = tally.against.entry(line.players[slot.other()].clone()).or_default();
            against.rencontres += 1;
            against.parties += parties;
            against.score += score;
        }
    }

    pub fn of(&self, player: &PlayerId) -> Option<&Tally> {
        self.0.get(player)
    }

    /// How often two players have met.
    pub fn meetings(&self, one: &PlayerId, other: &PlayerId) -> u32 {
        let against = self.of(one).and_then(|tally| tally.against.get(other));
        against.map_or(0, |against| against.rencontres)
    }
}

/// A player of the ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    pub player: PlayerId,
    /// `None` before the first rencontre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    pub rencontres: u32,
    pub parties: u32,
    /// PARTIEs won, draws as halves.
    pub score: f64,
    /// Rencontres with a fault of this player.
    pub faults: u32,
}

/// A rencontre that is played now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnderWay {
    /// That of its record.
    pub id: String,
    pub players: [PlayerId; 2],
    pub since: Timestamp,
    /// It is one of a version's trial.
    #[serde(default)]
    pub trial: bool,
}

/// The ranking of a ladder.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Standings {
    pub at: Timestamp,
    /// Who plays, the best first.
    pub players: Vec<Standing>,
    /// The last rating of those who have played.
    #[serde(default)]
    pub retired: BTreeMap<PlayerId, Rating>,
    #[serde(default)]
    pub under_way: Vec<UnderWay>,
    /// Nothing is left to be played for now.
    #[serde(default)]
    pub settled: bool,
}

impl Standings {
    /// Rates these players, who do not repeat. Those that played before and do no longer keep their last rating.
    pub fn rate(&self, players: &[PlayerId], tallies: &Tallies, at: Timestamp) -> (Standings, Fit) {
        let playing: HashSet<&PlayerId> = players.iter().collect();
        let mut retired = self.retired.clone();
        for before in &self.players {
            if let Some(rating) = before.rating.filter(|_| !playing.contains(&before.player)) {
                retired.insert(before.player.clone(), rating);
            }
        }
        // Who plays again is rated anew.
        retired.retain(|player, _| !playing.contains(player));
        let fit = fit(players, tallies, &retired, self);
        let standing = |(index, player): (usize, &PlayerId)| {
            let tally = tallies.of(player);
            Standing {
                player: player.clone(),
                rating: tally.map(|_| fit.rating(index)),
                rencontres: tally.map_or(0, |tally| tally.rencontres),
                parties: tally.map_or(0, |tally| tally.parties),
                score: tally.map_or(0.0, |tally| tally.score),
                faults: tally.map_or(0, |tally| tally.faults),
            }
        };
        let mut lines: Vec<Standing> = players.iter().enumerate().map(standing).collect();
        let value = |standing: &Standing| standing.rating.map_or(f64::NEG_INFINITY, |rating| rating.value);
        lines.sort_by(|one, other| value(other).total_cmp(&value(one)));
        (Standings { at, players: lines, retired, under_way: vec![], settled: false }, fit)
    }

    pub fn of(&self, player: &PlayerId) -> Option<&Standing> {
        self.players.iter().find(|standing| standing.player == *player)
    }

    /// The rating of a player, or its last one.
    pub fn rating(&self, player: &PlayerId) -> Option<Rating> {
        self.of(player).and_then(|standing| standing.rating).or_else(|| self.retired.get(player).copied())
    }

    /// The place of a student from 1, with his player; house engines have none.
    pub fn place(&self, student: &str) -> Option<(usize, &Standing)> {
        let students = self.players.iter().filter(|standing| standing.player.student().is_some());
        let found = (1..).zip(students).find(|(_, standing)| standing.player.student() == Some(student));
        found.filter(|(_, standing)| standing.rating.is_some())
    }
}

fn fit(
    players: &[PlayerId],
    tallies: &Tallies,
    retired: &BTreeMap<PlayerId, Rating>,
    before: &Standings,
) -> Fit {
    let count = players.len();
    let index: HashMap<&PlayerId, usize> = players.iter().zip(0..).collect();
    let (mut wins, mut anchors) = (vec![0.0; count * count], vec![]);
    for (i, player) in players.iter().enumerate() {
        for (other, against) in tallies.of(player).into_iter().flat_map(|tally| &tally.against) {
            if let Some(j) = index.get(other) {
                wins[i * count + j] += against.score;
            } else if let Some(rating) = retired.get(other) {
                anchors.push(Anchor {
                    contestant: i,
                    strength: rating.strength(),
                    won: against.score,
                    lost: f64::from(against.parties) - against.score,
                });
            }
        }
    }
    let begin = players.iter().map(|player| before.rating(player).map_or(0.0, |rating| rating.strength()));
    fit_anchored(begin.collect(), &wins, PRIOR_DRAWS, &anchors)
}

#[cfg(test)]
mod tests {
    use protocol::Termination;

    use super::*;
    use crate::PartieLine;

    fn game(players: [&str; 2], winner: Slot, fault: bool) -> GameLine {
        let partie = PartieLine {
            winner: Some(winner),
            charged: fault.then_some(winner.other()),
            termination: if fault { Termination::Crash } else { Termination::Win },
        };
        GameLine {
            id: String::new(),
            ended: Timestamp::UNIX_EPOCH,
            players: players.map(|player| player.parse().unwrap()),
            parties: vec![partie.clone(), partie],
            trial: false,
        }
    }

    #[test]
    fn who_wins_stands_above_and_who_leaves_keeps_a_rating() {
        let mut tallies = Tallies::default();
        for _ in 0..3 {
            tallies.take(&game(["ana/1", "bob/1"], Slot::Zero, false));
            tallies.take(&game(["bob/1", "=glouton"], Slot::Zero, true));
        }
        let ids = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<PlayerId>>();
        let order = |standings: &Standings| {
            standings.players.iter().map(|line| line.player.to_string()).collect::<Vec<_>>()
        };
        let at = Timestamp::UNIX_EPOCH;
        let (first, _) =
            Standings::default().rate(&ids(&["=glouton", "bob/1", "ana/1", "zoe/1"]), &tallies, at);
        assert_eq!(order(&first), ["ana/1", "bob/1", "=glouton", "zoe/1"]);
        assert_eq!(first.place("bob").map(|(place, _)| place), Some(2));
        assert_eq!((first.place("zoe"), first.place("eve")), (None, None));
        assert_eq!(first.players[2].faults, 3);
        // A new version of ana: what bob has lost against the old one still counts.
        let (second, fit) = first.rate(&ids(&["=glouton", "bob/1", "ana/2"]), &tallies, at);
        assert_eq!(second.retired.keys().map(ToString::to_string).collect::<Vec<_>>(), ["ana/1"]);
        assert_eq!(second.rating(&"ana/1".parse().unwrap()), first.rating(&"ana/1".parse().unwrap()));
        let bob = |standings: &Standings| standings.rating(&"bob/1".parse().unwrap()).unwrap().value;
        assert!((bob(&first) - bob(&second)).abs() < 30.0, "{} {}", bob(&first), bob(&second));
        assert!(fit.variance(1, 2) > fit.variance(0, 1), "of who is new, least is known");
        // Taken back, the old one plays with what it had.
        let (third, _) = second.rate(&ids(&["=glouton", "bob/1", "ana/1"]), &tallies, at);
        assert!(third.retired.is_empty() && third.players[0].rencontres == 3);
    }
}
