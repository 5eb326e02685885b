//! What can be concluded from results: shares with intervals that hold the truth in 95 of 100 cases.

use std::fmt;

use jeux::Player;

/// The normal quantile of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The interval of Wilson (1927) for a share of which `n` trials, each on its own, have shown `successes`; not a whole number
/// where draws count half.
pub fn wilson(successes: f64, n: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let (share, z2) = (successes / n, Z * Z);
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// The interval of a mean of scores from 0 to 1 when only the boards are independent, not the games on one board: that of Wilson
/// with as many trials as the games are worth.
///
/// With `p` the mean and `v` the variance of the scores of boards of `k` games, `k v / (p (1 - p))` says how many games are worth
/// one: at least 1, and `k` when all games of a board end alike, as they do where nobody has lost or won any.
pub fn by_boards(scores: &[f64], games: usize) -> [f64; 2] {
    let n = scores.len() as f64;
    let mean = mean(scores.iter().copied());
    let spread = mean * (1.0 - mean);
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let games = games as f64;
    let worth = if spread > 0.0 && n > 1.0 { (games * variance / spread).clamp(1.0, games) } else { games };
    let trials = n * games / worth;
    wilson(mean * trials, trials)
}

/// The mean; 0 of nothing.
pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u64), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The results of games between two, numbered from 0, of which the first begins the even ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games that the first one has won.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games that the second one has won.
    pub lost: u64,
    /// Games that who began has won.
    pub begun: u64,
}

impl Results {
    /// Which of the two, 0 or 1, this player is in the game of this number.
    pub fn place(game: u64, player: Player) -> usize {
        (player.index() + game as usize) % 2
    }

    /// Counts the game of this number, which this player has won, or nobody.
    pub fn count(&mut self, game: u64, winner: Option<Player>) {
        let results = match winner.map(|winner| Results::place(game, winner)) {
            None => &mut self.drawn,
            Some(0) => &mut self.won,
            Some(_) => &mut self.lost,
        };
        *results += 1;
        self.begun += u64::from(winner == Some(Player::First));
    }

    /// How many games there were.
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The games, then the share of the points that the first one has got, a half for a draw, and its interval.
impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, games) = (self.won as f64 + self.drawn as f64 / 2.0, self.games() as f64);
        let [low, high] = wilson(points, games).map(|share| 100.0 * share);
        let score = 100.0 * (points / games.max(1.0));
        write!(f, "+{} ={} -{}, {score:.1} % [{low:.1}, {high:.1}]", self.won, self.drawn, self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_begins_changes_from_game_to_game() {
        let mut results = Results::default();
        let winners = [Some(Player::First), Some(Player::First), Some(Player::Second), None, None];
        for (game, winner) in (0..).zip(winners) {
            results.count(game, winner);
        }
        assert_eq!(results, Results { won: 1, drawn: 2, lost: 2, begun: 2 });
        assert_eq!(results.to_string(), "+1 =2 -2, 40.0 % [11.8, 76.9]");
    }

    /// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I,
    /// method 3.
    #[test]
    fn the_interval_of_wilson_is_the_published_one() {
        for (successes, n, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let rounded = wilson(successes, n).map(|limit| (limit * 10_000.0).round() / 10_000.0);
            assert_eq!(rounded, [low, high], "{successes} of {n}");
        }
        assert_eq!(wilson(0.0, 0.0), [0.0, 1.0]);
        assert!((wilson(20.0, 20.0)[0] - (1.0 - 0.1611)).abs() < 5e-5);
    }

    #[test]
    fn games_on_one_board_are_worth_what_they_tell() {
        // All four games of a board alike: a board is a trial.
        let alike: Vec<f64> = (0..100).map(|board| f64::from(board % 2)).collect();
        let [low, high] = by_boards(&alike, 4);
        let [expected, _] = wilson(50.0, 100.0);
        assert!((low - expected).abs() < 1e-3 && (high + low - 1.0).abs() < 1e-9, "{low} {high}");
        // Each board half and half: no less than all games as trials.
        assert_eq!(by_boards(&[0.5; 100], 4), wilson(200.0, 400.0));
        // Nobody has ever lost: the boards.
        assert_eq!(by_boards(&[1.0; 25], 4), wilson(25.0, 25.0));
    }
}
