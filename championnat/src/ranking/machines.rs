//! Whether it mattered which machine of a room played a rencontre.
//!
//! If machines favour nobody, the better ranked of two contestants wins the same share of games on each of
//! them, up to chance.

use std::collections::BTreeMap;

use crate::message::Message;
use crate::model::{ContestantId, Fault, Key, PartieResult, Side};
use crate::results::Results;

/// The quantile of the normal distribution for intervals of 95 %, and for tests at 5 %.
const TWO_SIDED: f64 = 1.959_964;
const ONE_SIDED: f64 = 1.644_854;

/// What happened on a machine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MachineShare {
    pub name: String,
    pub rencontres: u32,
    /// Games played there.
    games: u32,
    /// Those won by the better ranked; a draw is half a game.
    won: f64,
    /// Games lost by time.
    late: u32,
}

/// The machines by name, with contestants from the best ranked to the last; nothing where fewer than two have
/// played.
pub fn shares(
    order: impl Iterator<Item = ContestantId>,
    results: &Results,
    machines: &BTreeMap<Key, String>,
) -> Vec<MachineShare> {
    let place: BTreeMap<ContestantId, usize> = order.zip(0..).collect();
    let mut shares: BTreeMap<&str, MachineShare> = BTreeMap::new();
    for (key, machine) in machines {
        let Some(result) = results.get(key) else { continue };
        let share = shares.entry(machine).or_default();
        share.rencontres += 1;
        let better =
            if place.get(&result.white) < place.get(&result.black) { Side::White } else { Side::Black };
        for partie in &result.parties {
            let unplayed =
                |side: &Side| matches!(partie.fault_of(*side), Some(Fault::Absent | Fault::Excluded));
            if Side::ALL.iter().any(unplayed) {
                continue;
            }
            share.games += 1;
            share.late += u32::from(matches!(partie, PartieResult::Disqualified(_, Fault::Timeout)));
            share.won += match partie.winner() {
                Some(winner) if winner == better => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
    }
    if shares.len() < 2 {
        return Vec::new();
    }
    shares.into_iter().map(|(name, share)| MachineShare { name: name.to_owned(), ..share }).collect()
}

impl MachineShare {
    /// The share of games won by the better ranked, and its interval of 95 % by Wilson, in hundredths.
    fn interval(&self) -> Option<[f64; 3]> {
        if self.games == 0 {
            return None;
        }
        let count = f64::from(self.games);
        let share = self.won / count;
        let square = TWO_SIDED * TWO_SIDED;
        let middle = (share + square / (2.0 * count)) / (1.0 + square / count);
        let half = TWO_SIDED / (1.0 + square / count)
            * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
        Some([share, middle - half, middle + half].map(|share| 100.0 * share))
    }

    fn message(&self) -> Message {
        let message = Message::new("ranking-machine").with("name", self.name.as_str());
        let message = message.with("rencontres", self.rencontres).with("late", self.late);
        let [share, low, high] =
            self.interval().unwrap_or([0.0, 0.0, 100.0]).map(|share| share.round() as i64);
        message.with("share", share).with("low", low).with("high", high)
    }
}

/// Whether the shares differ by more than chance would make them: the chi-square test at 5 %. Draws are half
/// games, which makes it careful.
fn differ(shares: &[MachineShare]) -> bool {
    let played: Vec<&MachineShare> = shares.iter().filter(|share| share.games > 0).collect();
    let (games, won) = played
        .iter()
        .fold((0.0, 0.0), |(games, won), share| (games + f64::from(share.games), won + share.won));
    let mean = won / games;
    let variance = mean * (1.0 - mean);
    if played.len() < 2 || variance <= 0.0 {
        return false;
    }
    let chi_square: f64 = played
        .iter()
        .map(|share| {
            let games = f64::from(share.games);
            (share.won - games * mean).powi(2) / (games * variance)
        })
        .sum();
    chi_square > critical(played.len() - 1)
}

/// The value that a chi-square variable of so many degrees of freedom exceeds once in twenty times, by Wilson and
/// Hilferty.
fn critical(freedom: usize) -> f64 {
    let freedom = freedom as f64;
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + ONE_SIDED * spread.sqrt()).powi(3)
}

/// A line for each machine, and what that means; nothing where fewer than two have played.
pub fn said(shares: &[MachineShare]) -> Vec<Message> {
    if shares.is_empty() {
        return Vec::new();
    }
    let verdict = if differ(shares) { "ranking-machines-differ" } else { "ranking-machines-alike" };
    shares.iter().map(MachineShare::message).chain([Message::new(verdict)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(name: &str, games: u32, won: f64) -> MachineShare {
        MachineShare { name: name.into(), rencontres: games / 2, games, won, late: 0 }
    }

    #[test]
    fn intervals_and_critical_values_are_those_of_tables() {
        let [share_of, low, high] = share("a", 100, 50.0).interval().expect("games");
        assert!((share_of - 50.0).abs() < 1e-9 && (low - 40.38).abs() < 0.01 && (high - 59.62).abs() < 0.01);
        let [_, low, high] = share("a", 10, 10.0).interval().expect("games");
        assert!((low - 72.25).abs() < 0.01 && (high - 100.0).abs() < 0.01, "{low} {high}");
        for (freedom, table) in [(1, 3.841), (2, 5.991), (5, 11.070), (10, 18.307), (30, 43.773)] {
            assert!((critical(freedom) - table).abs() / table < 0.03, "{freedom}: {}", critical(freedom));
        }
    }

    #[test]
    fn only_what_chance_does_not_explain_is_told() {
        let alike = [share("a", 100, 60.0), share("b", 100, 66.0), share("c", 40, 22.0)];
        // (60 - 61.67)^2 / 23.64 + (66 - 61.67)^2 / 23.64 + (22 - 24.67)^2 / 9.46: 1.67 of 5.99.
        assert!(!differ(&alike));
        let other = [share("a", 100, 60.0), share("b", 100, 80.0)];
        // 2 * 10^2 / 21: 9.5 of 3.84.
        assert!(differ(&other));
        assert!(!differ(&[share("a", 10, 10.0), share("b", 5, 5.0)]), "nothing varies");
        assert!(!differ(&[share("a", 10, 1.0), share("b", 0, 0.0)]), "one has played nothing");
        let ids = |shares: &[MachineShare]| said(shares).iter().map(|message| message.id).collect::<Vec<_>>();
        assert_eq!(ids(&[]), Vec::<&str>::new());
        assert_eq!(ids(&other), ["ranking-machine", "ranking-machine", "ranking-machines-differ"]);
        assert_eq!(ids(&alike)[3], "ranking-machines-alike");
    }
}
