//! Several scheduled games on a command line: `1.*`, `*.2`, `*#dupont`.

use championnat::Key;

/// Any number.
const ANY: &str = "*";

/// The scheduled games of a round, of a number, of a contestant, or all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyPattern {
    /// `None`: any.
    round: Option<u32>,
    board: Option<u32>,
    /// One of the two players.
    player: Option<String>,
}

impl KeyPattern {
    /// Parses `ROUND.NUMBER`, where each may be `*`, as may be both together, and `#NAME` may follow.
    pub fn parse(text: &str) -> Result<KeyPattern, String> {
        let (games, player) = text.split_once('#').map_or((text, None), |(games, name)| (games, Some(name)));
        let (round, board) = if games == ANY { Some((ANY, ANY)) } else { games.split_once('.') }
            .ok_or_else(|| i18n::text!("key-pattern", text = text))?;
        // A key says what a number is.
        let number = |part: &str| match part {
            ANY => Ok(None),
            _ => super::archive::key(&format!("{part}.1")).map(|key| Some(key.round)),
        };
        let wrong = |_| i18n::text!("key-pattern", text = text);
        Ok(KeyPattern {
            round: number(round).map_err(wrong)?,
            board: number(board).map_err(wrong)?,
            player: player.map(str::to_owned),
        })
    }

    /// The only game that it can mean.
    pub fn key(&self) -> Option<Key> {
        let key = Key { round: self.round?, board: self.board? };
        self.player.is_none().then_some(key)
    }

    pub fn matches(&self, key: Key, players: [&str; 2]) -> bool {
        self.round.is_none_or(|round| round == key.round)
            && self.board.is_none_or(|board| board == key.board)
            && self.player.as_ref().is_none_or(|player| players.contains(&player.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_the_games_that_it_names() {
        let games = [(1, 1), (1, 2), (2, 1)].map(|(round, board)| Key { round, board });
        let players = [["ada", "bob"], ["eve", "zoe"], ["zoe", "ada"]];
        for (text, meant) in [
            ("*", vec!["1.1", "1.2", "2.1"]),
            ("1.*", vec!["1.1", "1.2"]),
            ("*.1", vec!["1.1", "2.1"]),
            ("*#ada", vec!["1.1", "2.1"]),
            ("*.*#zoe", vec!["1.2", "2.1"]),
            ("2.1", vec!["2.1"]),
            ("2.1#bob", vec![]),
        ] {
            let pattern = KeyPattern::parse(text).expect(text);
            let found = games.iter().zip(players).filter(|(key, players)| pattern.matches(**key, *players));
            assert_eq!(found.map(|(key, _)| key.to_string()).collect::<Vec<_>>(), meant, "{text}");
            assert_eq!(pattern.key().map(|key| key.to_string()), (text == "2.1").then(|| text.to_owned()));
        }
        for wrong in ["", "1", "1.", "01.1", "1.x", "**", "#ada"] {
            assert!(KeyPattern::parse(wrong).is_err(), "{wrong}");
        }
    }
}
