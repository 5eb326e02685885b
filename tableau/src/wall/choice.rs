//! Which games the wall shows, and where: a game keeps its place while it lasts.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use crate::live::LiveGame;

/// Games shown at once.
pub const PLACES: usize = 12;
/// How long a finished game stays at least if others wait for its place.
const LINGERS: Duration = Duration::from_secs(5);
/// Players remembered.
const MOST_PLAYERS: usize = 10_000;

#[derive(Default)]
pub struct GameChoice {
    places: [Option<Arc<LiveGame>>; PLACES],
    /// When each player was shown last, as a growing number.
    shown: HashMap<String, u64>,
    turn: u64,
}

impl GameChoice {
    /// The games shown, by place. A free place goes to the players not shown for the longest time;
    /// a finished game keeps its place until another one needs it.
    pub fn choose(&mut self, games: &[Arc<LiveGame>]) -> &[Option<Arc<LiveGame>>; PLACES] {
        let mut others: BTreeMap<&str, &Arc<LiveGame>> =
            games.iter().map(|game| (game.seen.record.id.as_str(), game)).collect();
        for place in &mut self.places {
            *place = place.take().and_then(|game| others.remove(game.seen.record.id.as_str()).cloned());
        }
        let mut waiting: Vec<&Arc<LiveGame>> =
            others.into_values().filter(|game| !game.seen.is_over()).collect();
        waiting.sort_by_key(|game| (self.shown_last(game), game.seen.record.started));
        let mut waiting = waiting.into_iter();
        for place in 0..PLACES {
            let stays = self.places[place].as_ref().is_some_and(|game| {
                !game.seen.is_over() || game.came.elapsed() < LINGERS || waiting.len() == 0
            });
            if stays {
                continue;
            }
            let Some(next) = waiting.next() else { break };
            self.note(next);
            self.places[place] = Some(next.clone());
        }
        &self.places
    }

    fn shown_last(&self, game: &LiveGame) -> u64 {
        let players = game.seen.record.players.iter();
        players
            .map(|player| self.shown.get(&player.name).copied().unwrap_or_default())
            .min()
            .unwrap_or_default()
    }

    fn note(&mut self, game: &LiveGame) {
        if self.shown.len() > MOST_PLAYERS {
            self.shown.clear();
        }
        self.turn += 1;
        for player in &game.seen.record.players {
            self.shown.insert(player.name.clone(), self.turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use arbitre::live::LiveUpdate;

    fn game(id: &str, names: [&str; 2], over: bool) -> Arc<LiveGame> {
        let player = |name: &str| json!({ "name": name, "from": "test" });
        let record = json!({
            "schema": 1, "game": "morpion", "id": id, "started": "2026-05-01T10:00:00Z",
            "ended": over.then_some("2026-05-01T10:01:00Z"), "versions": {},
            "settings": { "time_ms": 1000, "judged": true },
            "players": [player(names[0]), player(names[1])], "parties": [],
        });
        let seen = json!({ "live": 1, "at": 1_777_000_000_000_i64, "turn_ms": 0, "record": record });
        Arc::new(LiveGame::new(LiveUpdate::parse(seen.to_string().as_bytes()).expect("a game"), "parties"))
    }

    fn shown(choice: &mut GameChoice, games: &[Arc<LiveGame>]) -> Vec<String> {
        let places = choice.choose(games);
        places
            .iter()
            .map(|game| game.as_ref().map_or("-".into(), |game| game.seen.record.id.clone()))
            .collect()
    }

    #[test]
    fn a_game_keeps_its_place_and_its_end_stays_as_long_as_nobody_waits() {
        let mut choice = GameChoice::default();
        let games: Vec<_> = ["a", "b", "c"].map(|id| game(id, [id, "x"], false)).into();
        assert_eq!(shown(&mut choice, &games)[..4], ["a", "b", "c", "-"]);
        let games = [game("c", ["c", "x"], false), game("d", ["d", "x"], false), game("b", ["b", "x"], true)];
        // The first place is free; the finished game can still be read.
        assert_eq!(shown(&mut choice, &games)[..4], ["d", "b", "c", "-"]);
        assert_eq!(shown(&mut choice, &games[..1])[..4], ["-", "-", "c", "-"]);
    }

    #[test]
    fn everybody_is_shown_in_turn() {
        let mut choice = GameChoice::default();
        let many = |from: usize| -> Vec<_> {
            (from..from + 20)
                .map(|i| game(&format!("g{i:03}"), [&format!("p{}", i % 20), "x"], false))
                .collect()
        };
        let first = shown(&mut choice, &many(0));
        assert!(first.iter().all(|id| id != "-"), "{first:?}");
        // All end at once; those not shown yet come first.
        let second = shown(&mut choice, &many(20));
        let players = |ids: &[String]| -> Vec<usize> {
            ids.iter().map(|id| id[1..].parse::<usize>().expect("a number") % 20).collect()
        };
        let unseen: Vec<usize> = (0..20).filter(|player| !players(&first).contains(player)).collect();
        assert_eq!(unseen.len(), 8);
        assert!(unseen.iter().all(|player| players(&second).contains(player)), "{first:?} {second:?}");
    }
}
