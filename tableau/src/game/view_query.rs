//! Which moment of which game is asked for: `?partie=aller&coup=17`.

use arbitre::record::Record;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

/// What stands behind the `?` of the page of a game. Nothing in it can be wrong: what makes no sense asks for nothing.
#[derive(Clone, Default, Deserialize, Debug)]
pub struct ViewQuery {
    /// A game of the rencontre: its name, or its number from 0.
    pub partie: Option<String>,
    /// After how many moves; after all, where that is not said.
    pub coup: Option<String>,
    /// All games of the rencontre at once.
    pub ensemble: Option<String>,
    /// With what its moves are worth.
    pub analyse: Option<String>,
    /// Seen from the other side.
    pub cote: Option<String>,
}

impl ViewQuery {
    /// The number of the game that is asked for; the first one, where there is no such game.
    pub fn partie(&self, record: &Record) -> usize {
        let name = self.partie.as_deref().unwrap_or_default();
        let named = record.parties.iter().position(|partie| partie.name == name);
        let numbered = || name.parse().ok().filter(|number| *number < record.parties.len());
        named.or_else(numbered).unwrap_or_default()
    }

    /// After how many of so many moves.
    pub fn coup(&self, moves: usize) -> usize {
        self.coup.as_deref().and_then(|number| number.parse().ok()).unwrap_or(moves).min(moves)
    }

    /// The query of another moment of a game of this name, with all else as it is.
    pub fn at(&self, partie: &str, coup: Option<usize>) -> String {
        let mut query = format!("?partie={}", utf8_percent_encode(partie, NON_ALPHANUMERIC));
        if let Some(coup) = coup {
            query += &format!("&coup={coup}");
        }
        for (name, given) in [("ensemble", &self.ensemble), ("analyse", &self.analyse), ("cote", &self.cote)]
        {
            if given.is_some() {
                query += &format!("&{name}=1");
            }
        }
        query
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_keep_what_is_wished_for() {
        let query = ViewQuery { analyse: Some("1".into()), coup: Some("x".into()), ..ViewQuery::default() };
        assert_eq!(query.at("aller", Some(17)), "?partie=aller&coup=17&analyse=1");
        assert_eq!(ViewQuery::default().at("a&b=<", None), "?partie=a%26b%3D%3C");
        assert_eq!((query.coup(9), ViewQuery { coup: Some("4".into()), ..query }.coup(3)), (9, 3));
    }
}
