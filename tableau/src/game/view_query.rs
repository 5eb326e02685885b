//! Which position of which game is asked for: `?partie=aller&coup=17`.

use arbitre::record::Record;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

/// The query of a game's page. Any value is accepted: nonsense selects the default.
#[derive(Clone, Default, Deserialize, Debug)]
pub struct ViewQuery {
    /// A game's name, or its number from 0.
    pub partie: Option<String>,
    /// After how many moves; all by default.
    pub coup: Option<String>,
    /// All games of the rencontre at once.
    pub ensemble: Option<String>,
    /// With the analysis.
    pub analyse: Option<String>,
    /// Seen from the other side.
    pub cote: Option<String>,
    /// The number of the contestant from whose page the visitor came.
    pub de: Option<String>,
    /// The board as a document of its own.
    pub image: Option<String>,
}

impl ViewQuery {
    /// The number of the selected game; 0 if there is no such game.
    pub fn partie(&self, record: &Record) -> usize {
        let name = self.partie.as_deref().unwrap_or_default();
        let named = record.parties.iter().position(|partie| partie.name == name);
        let numbered = || name.parse().ok().filter(|number| *number < record.parties.len());
        named.or_else(numbered).unwrap_or_default()
    }

    /// The selected move, of so many.
    pub fn coup(&self, moves: usize) -> usize {
        self.coup.as_deref().and_then(|number| number.parse().ok()).unwrap_or(moves).min(moves)
    }

    /// The contestant from whose page the visitor came.
    pub fn from(&self) -> Option<u32> {
        self.de.as_deref()?.parse().ok()
    }

    /// The query for another position, with everything else unchanged.
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
        if let Some(from) = self.from() {
            query += &format!("&de={from}");
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
        let came = |de: &str| ViewQuery { de: Some(de.into()), ..ViewQuery::default() };
        assert_eq!(came("7").at("aller", None), "?partie=aller&de=7");
        assert_eq!(came("7&x=\"<").at("aller", None), "?partie=aller");
        assert_eq!(ViewQuery::default().at("a&b=<", None), "?partie=a%26b%3D%3C");
        assert_eq!((query.coup(9), ViewQuery { coup: Some("4".into()), ..query }.coup(3)), (9, 3));
    }
}
