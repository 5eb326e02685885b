//! How a championship stands.

use arbitre::record::Record;

use super::plan::{Game, Plan};

/// The results against one engine.
#[derive(Clone, Copy, Default)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
}

/// The results so far.
pub struct Standing {
    name: String,
    engines: Vec<String>,
    games: u32,
    scores: Vec<Score>,
}

impl Standing {
    /// Nothing has been played.
    pub fn new(plan: &Plan) -> Self {
        let scores = vec![Score::default(); plan.engines.len()];
        Standing { name: plan.name.clone(), engines: plan.engines.clone(), games: plan.games, scores }
    }

    /// A game has been played; without a winner it counts as drawn.
    pub fn add(&mut self, game: &Game, record: &Record) {
        let Some(score) = self.scores.get_mut(game.engine) else { return };
        let winner = record.parties.first().and_then(|party| party.result.winner);
        let winner = winner.and_then(|place| record.players.get(place));
        match winner {
            None => score.drawn += 1,
            Some(player) if player.name == self.name => score.won += 1,
            Some(_) => score.lost += 1,
        }
    }

    /// A heading, and a line for each engine.
    pub fn text(&self) -> String {
        let heading = words::text!("couleurs-standing", name = &self.name);
        (0..self.engines.len()).fold(heading, |text, engine| format!("{text}\n{}", self.line(engine)))
    }

    /// How it stands against the engine of this place (from 0): games won, drawn, lost and still to be played.
    pub fn line(&self, engine: usize) -> String {
        let short = |name: &String| name.chars().take(20).collect::<String>();
        let longest = self.engines.iter().map(|name| short(name).chars().count()).max().unwrap_or_default();
        let Score { won, drawn, lost } = self.scores.get(engine).copied().unwrap_or_default();
        let name = self.engines.get(engine).map(short).unwrap_or_default();
        words::text!(
            "couleurs-standing-line",
            engine = format!("{name:<longest$}"),
            won = won,
            drawn = drawn,
            lost = lost,
            left = self.games.saturating_sub(won + drawn + lost)
        )
    }
}
