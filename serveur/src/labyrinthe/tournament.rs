//! A tournament: who takes part, what is to be played next, the results. It knows names and no connections.
//!
//! It lives in the running server: the records of its games name it, but a server that starts again knows nothing of it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use championnat::{
    BadParameter, Catalogue, Config, Fault, Game, Key, Pairing, PartyResult, Pieces, Regulations,
    RencontreResult, Rendering, Results, Schedule, Side,
};
use jeux::Player;
use protocol::Termination;
use protocol::cgs::check_name;

/// As many contestants as any format needs, to see whether it is one.
const TRIAL: usize = 64;

/// What the organiser decides, in the words of `serveur championnat`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// The format; aller-retour unless it is given.
    pub format: Option<String>,
    /// The order of entry: drawn, or that of joining.
    pub order: Option<String>,
    /// The seed of the draw.
    pub seed: Option<i64>,
}

impl Rules {
    fn regulations(&self, players: &[String]) -> Result<Regulations, String> {
        let pieces = Pieces {
            game: GAME.into(),
            network: players.to_vec(),
            format: self.format.clone(),
            order: self.order.clone(),
            seed: self.seed,
            ..Pieces::default()
        };
        Config::from_pieces(&pieces, &Labyrinthe)
            .map(|config| config.regulations)
            .map_err(|error| error.to_string())
    }
}

/// A tournament.
#[derive(Debug)]
pub struct Tournament {
    name: String,
    rules: Rules,
    /// In the order of joining.
    players: Vec<String>,
    begun: Option<Begun>,
}

/// What there is from the first phase on.
#[derive(Debug)]
struct Begun {
    regulations: Regulations,
    schedule: Schedule,
    results: Results,
    /// The games of the phase that wait for their players.
    pending: Vec<Pairing>,
    /// Those under way.
    playing: BTreeMap<Key, Pairing>,
}

impl Tournament {
    /// A tournament that players may join.
    ///
    /// # Errors
    /// The name or the rules are wrong, in words for the organiser.
    pub fn new(name: &str, rules: Rules) -> Result<Self, String> {
        check_name(name).map_err(|error| format!("tournoi {name} : {error}"))?;
        let trial: Vec<String> = (0..TRIAL).map(|number| format!("j{number}")).collect();
        rules.regulations(&trial)?;
        Ok(Tournament { name: name.into(), rules, players: Vec::new(), begun: None })
    }

    /// Takes a player in, or back.
    ///
    /// # Errors
    /// Why he cannot join, in words for his program.
    pub fn join(&mut self, player: &str) -> Result<(), String> {
        let known = self.players.iter().any(|name| name == player);
        if self.is_over() {
            return Err(format!("The tournament '{}' is over", self.name));
        }
        match self.begun {
            _ if known => Ok(()),
            None => {
                self.players.push(player.to_owned());
                Ok(())
            }
            Some(_) => Err(format!("The tournament '{}' has already begun", self.name)),
        }
    }

    /// Lets the games of the next phase begin.
    ///
    /// # Errors
    /// The format does not fit the players, the phase before is not over, or there is no other phase.
    pub fn launch(&mut self) -> Result<String, String> {
        let mut begun = match self.begun.take() {
            Some(begun) => begun,
            None => {
                let regulations = self.rules.regulations(&self.players)?;
                let schedule = regulations.schedule().map_err(|error| error.to_string())?;
                let (results, pending, playing) = Default::default();
                Begun { regulations, schedule, results, pending, playing }
            }
        };
        let answer = begun.launch(&self.name);
        self.begun = Some(begun);
        answer
    }

    /// The games that wait for their players: the names, and the key.
    pub fn pending(&self) -> Vec<(Key, [String; 2])> {
        let Some(begun) = &self.begun else { return Vec::new() };
        begun.pending.iter().map(|pairing| (pairing.key, begun.names(pairing))).collect()
    }

    /// A pending game has begun.
    pub fn started(&mut self, key: Key) {
        let Some(begun) = &mut self.begun else { return };
        if let Some(at) = begun.pending.iter().position(|pairing| pairing.key == key) {
            begun.playing.insert(key, begun.pending.remove(at));
        }
    }

    /// A game has ended; one without a result is to be played again. `true` when that was the last one of the phase.
    pub fn ended(&mut self, key: Key, result: Option<PartyResult>) -> bool {
        let Some(begun) = &mut self.begun else { return false };
        let Some(pairing) = begun.playing.remove(&key) else { return false };
        match result {
            Some(result) => begun.note(pairing, result),
            None => begun.pending.push(pairing),
        }
        begun.idle()
    }

    /// A player loses the games that wait for him.
    ///
    /// # Errors
    /// There are none.
    pub fn forfeit(&mut self, player: &str) -> Result<String, String> {
        let nothing = || format!("aucune partie n'attend {player}");
        let begun = self.begun.as_mut().ok_or_else(nothing)?;
        let lost: Vec<(Pairing, Side)> = begun
            .pending
            .iter()
            .filter_map(|pairing| {
                let place = begun.names(pairing).iter().position(|name| name == player)?;
                Some((*pairing, Side::ALL[place]))
            })
            .collect();
        if lost.is_empty() {
            return Err(nothing());
        }
        let count = lost.len();
        for (pairing, side) in lost {
            begun.pending.retain(|other| other.key != pairing.key);
            begun.note(pairing, PartyResult::Disqualified(side, Fault::Absent));
        }
        Ok(format!("{player} perd {count} partie(s) par forfait\n{}", self.standings()))
    }

    /// Whether everything is played.
    pub fn is_over(&self) -> bool {
        self.begun
            .as_ref()
            .is_some_and(|begun| begun.idle() && begun.schedule.next_round(&begun.results).is_empty())
    }

    /// Who is where, and which games are still to be played.
    pub fn standings(&self) -> String {
        let Some(begun) = &self.begun else {
            return format!("tournoi {} : inscrits {}\n", self.name, self.players.join(", "));
        };
        let state = if self.is_over() { "terminé" } else { "en cours" };
        let mut text = format!("tournoi {} : {state}\n", self.name);
        match begun.regulations.ranking(&begun.results) {
            Ok(ranking) => text += &ranking.render(Rendering::Table),
            Err(error) => log::error!("{error}"),
        }
        let waiting = begun.pending.iter().map(|pairing| (pairing, "attend ses joueurs"));
        for (pairing, state) in waiting.chain(begun.playing.values().map(|pairing| (pairing, "se joue"))) {
            let [first, second] = begun.names(pairing);
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{} : {first} contre {second} {state}", pairing.key);
        }
        text
    }
}

impl Begun {
    fn launch(&mut self, name: &str) -> Result<String, String> {
        if !self.idle() {
            let left = self.pending.len() + self.playing.len();
            return Err(format!("la phase n'est pas finie : {left} partie(s) ; voir classement et forfait"));
        }
        self.pending = self.schedule.next_round(&self.results);
        let Some(first) = self.pending.first() else { return Err(format!("le tournoi {name} est terminé")) };
        let mut text = format!("tournoi {name}, phase {}\n", first.key.round);
        for pairing in &self.pending {
            let [first, second] = self.names(pairing);
            let _ = writeln!(text, "{} : {first} contre {second}", pairing.key);
        }
        Ok(text)
    }

    /// Whether nothing of a phase is left.
    fn idle(&self) -> bool {
        self.pending.is_empty() && self.playing.is_empty()
    }

    fn note(&mut self, pairing: Pairing, result: PartyResult) {
        let Pairing { key, white, black } = pairing;
        self.results.insert(key, RencontreResult { white, black, parties: vec![result] });
    }

    /// The one who begins first.
    fn names(&self, pairing: &Pairing) -> [String; 2] {
        [pairing.white, pairing.black].map(|contestant| self.regulations.name(contestant).to_owned())
    }
}

/// What the end of a game is in a tournament; `None` for one that counts for nothing.
pub fn result(winner: Option<Player>, termination: Termination) -> Option<PartyResult> {
    let side = |player: Player| Side::ALL[player.index()];
    let winner = winner?;
    let fault = match termination {
        Termination::Win => return Some(PartyResult::Won(side(winner))),
        Termination::Draw | Termination::Interrupted => return None,
        Termination::Triche => Fault::Triche,
        Termination::Timeout => Fault::Timeout,
        Termination::Disconnected => Fault::Disconnected,
        Termination::Malformed => Fault::Malformed,
        Termination::Crash => Fault::Crash,
    };
    Some(PartyResult::Disqualified(side(!winner), fault))
}

const GAME: &str = "labyrinthe";

/// The one game that tournaments of this server are about.
struct Labyrinthe;

impl Catalogue for Labyrinthe {
    fn games(&self) -> Vec<String> {
        vec![GAME.into()]
    }

    fn describe(&self, _: &str, _: &BTreeMap<String, String>) -> Result<Game, BadParameter> {
        // One game each; the time is that of the server.
        Ok(Game { parties: 1, time: Duration::ZERO })
    }

    fn check_name(&self, _: &str, sent: &str) -> Result<(), String> {
        check_name(sent).map_err(|error| error.to_string())
    }

    fn check_engine(&self, _: &str, _: &str) -> Result<(), String> {
        Err("les joueurs viennent par le réseau".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn league() -> Tournament {
        let rules = Rules { format: Some("aller-simple".into()), order: Some("liste".into()), seed: None };
        let mut cup = Tournament::new("cup", rules).expect("a tournament");
        for player in ["a", "b", "c"] {
            cup.join(player).expect("joined");
        }
        cup
    }

    #[test]
    fn a_league_is_played_phase_by_phase() {
        let mut cup = league();
        assert!(cup.pending().is_empty() && !cup.is_over());
        let mut met = Vec::new();
        for _ in 0..3 {
            cup.launch().expect("a phase");
            assert!(cup.launch().is_err(), "the phase is not over");
            assert!(cup.join("d").is_err_and(|reason| reason == "The tournament 'cup' has already begun"));
            let [(key, names)] = &cup.pending()[..] else { panic!("one game of three players") };
            cup.started(*key);
            assert!(cup.pending().is_empty() && cup.forfeit(&names[0]).is_err());
            assert!(!cup.ended(*key, None), "it has to be played again");
            cup.started(*key);
            assert!(cup.ended(*key, result(Some(Player::First), Termination::Timeout)));
            assert!(!cup.ended(*key, None), "once is enough");
            met.push(names.clone());
        }
        met.iter_mut().for_each(|names| names.sort());
        met.sort();
        assert_eq!(met, [["a", "b"], ["a", "c"], ["b", "c"]]);
        assert!(cup.is_over() && cup.launch().is_err());
        assert!(cup.join("a").is_err_and(|reason| reason == "The tournament 'cup' is over"));
        assert!(cup.standings().contains("terminé"));
    }

    #[test]
    fn who_does_not_come_loses() {
        let mut cup = league();
        assert!(cup.forfeit("a").is_err(), "nothing has begun");
        while !cup.is_over() {
            cup.launch().expect("a phase");
            let [_, absent] = &cup.pending()[0].1;
            assert!(cup.forfeit("nobody").is_err());
            cup.forfeit(absent).expect("forfeited");
        }
    }

    #[test]
    fn wrong_rules_are_refused() {
        for (name, format) in
            [("a b", "aller-simple"), ("cup", "coupe"), ("cup", "suisse:rondes=x"), ("", "suisse")]
        {
            let rules = Rules { format: Some(format.into()), ..Rules::default() };
            assert!(Tournament::new(name, rules).is_err(), "{name} {format}");
        }
        let mut alone = Tournament::new("cup", Rules::default()).expect("a tournament");
        alone.join("a").expect("joined");
        assert!(alone.launch().is_err());
        alone.join("b").expect("the tournament has not begun");
        alone.launch().expect("a phase");
    }

    #[test]
    fn results() {
        let lost = PartyResult::Disqualified(Side::Black, Fault::Triche);
        assert_eq!(result(Some(Player::First), Termination::Triche), Some(lost));
        assert_eq!(result(Some(Player::Second), Termination::Win), Some(PartyResult::Won(Side::Black)));
        assert_eq!(result(None, Termination::Interrupted), None);
    }
}
