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

    /// A game has been played.
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

    /// A line for each engine.
    pub fn text(&self) -> String {
        let longest = self.engines.iter().map(|name| name.chars().count()).max().unwrap_or_default().min(20);
        let mut text = words::text!("couleurs-standing", name = &self.name);
        for (engine, &Score { won, drawn, lost }) in self.engines.iter().zip(&self.scores) {
            let engine: String = engine.chars().take(20).collect();
            let line = words::text!(
                "couleurs-standing-line",
                engine = format!("{engine:<longest$}"),
                won = won,
                drawn = drawn,
                lost = lost,
                left = self.games.saturating_sub(won + drawn + lost)
            );
            text += &format!("\n{line}");
        }
        text
    }
}
