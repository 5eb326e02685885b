//! A move of a recorded rencontre, as people name it: `FILE:MOVE` or `FILE:GAME:MOVE`; the file may be a rencontre of a
//! championship, `mai.sqlite#1.1`.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

use jeux::Reason;

use crate::engine::InstallPaths;
use crate::record::{PartieRecord, Record, ResultRecord};

/// The program that reads championships.
const CHAMPIONNAT: &str = "championnat";

/// The position before a move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovePlace {
    pub file: PathBuf,
    /// The name of the game; `None`: the first one.
    pub partie: Option<String>,
    /// The number of the move, from 1.
    pub number: usize,
}

impl FromStr for MovePlace {
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        let wrong = || Reason::new("place-form").with(text);
        let (rest, number) = text.rsplit_once(':').ok_or_else(wrong)?;
        let number = number.parse().ok().filter(|number| *number > 0).ok_or_else(wrong)?;
        let (file, partie) = match rest.rsplit_once(':') {
            Some((file, partie)) if !partie.contains(['/', '.']) => (file, Some(partie.to_owned())),
            _ => (rest, None),
        };
        Ok(MovePlace { file: file.into(), partie, number })
    }
}

impl MovePlace {
    /// The record up to there: games before this one as they were, this one without this move and those
    /// after it.
    pub fn read(&self) -> Result<Record, Reason> {
        let file = || Reason::new("file").with(self.file.display());
        let text = match of_championship(self.file.as_os_str(), i18n::language().code()) {
            Some(text) => text?,
            None => fs::read_to_string(&self.file).map_err(|error| file().because(Reason::os(&error)))?,
        };
        let record = Record::from_json(&text).map_err(|_| file().because(Reason::new("place-no-record")))?;
        self.cut(record)
    }

    fn cut(&self, mut record: Record) -> Result<Record, Reason> {
        let named = |partie: &PartieRecord| self.partie.as_ref().is_none_or(|name| *name == partie.name);
        let at = record.parties.iter().position(named);
        let at =
            at.ok_or_else(|| Reason::new("place-no-game").with(self.partie.as_deref().unwrap_or("1")))?;
        let partie = &mut record.parties[at];
        let made = partie.moves.len();
        // The turn after the last move may be the one that was lost.
        if self.number > made + 1 {
            return Err(Reason::new("place-no-move").with(self.number).with(made));
        }
        partie.moves.truncate(self.number - 1);
        partie.result = ResultRecord::under_way();
        record.parties.truncate(at + 1);
        record.interrupted = None;
        Ok(record)
    }
}

/// The record of a championship's rencontre `SOURCE#KEY` (`mai.toml#3.2`), in JSON, as `championnat` has it; `None` if
/// the text names none. What `championnat` complains of is in this language.
pub fn of_championship(text: &OsStr, language: &str) -> Option<Result<String, Reason>> {
    let (source, key) = text.to_str()?.rsplit_once('#')?;
    let (round, number) = key.split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(round) && digits(number)).then(|| exported(source, key, language))
}

fn exported(source: &str, key: &str, language: &str) -> Result<String, Reason> {
    let program = InstallPaths::beside_this_program().and_then(|places| places.program(CHAMPIONNAT));
    let mut command = Command::new(program.map_err(|error| Reason::from(&error))?);
    let asked = command.args(["--langue", language, "exporte", source, key]).output();
    let asked = asked.map_err(|error| Reason::os(&error))?;
    if !asked.status.success() {
        let said = String::from_utf8_lossy(&asked.stderr).into_owned();
        let said = said.trim();
        // It names itself first.
        let why = said.strip_prefix(CHAMPIONNAT).and_then(|rest| rest.trim_start().strip_prefix(':'));
        return Err(Reason::text(why.unwrap_or(said).trim_start()));
    }
    String::from_utf8(asked.stdout).map_err(|_| Reason::new("place-no-record"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_named_by_file_game_and_number() {
        let place = |file: &str, partie: Option<&str>, number| MovePlace {
            file: file.into(),
            partie: partie.map(str::to_owned),
            number,
        };
        for (text, expected) in [
            ("a.json:3", Some(place("a.json", None, 3))),
            ("a:b/c.json:retour:12", Some(place("a:b/c.json", Some("retour"), 12))),
            ("a:b/c.json:1", Some(place("a:b/c.json", None, 1))),
            ("mai.sqlite#1.1:retour:7", Some(place("mai.sqlite#1.1", Some("retour"), 7))),
            ("a.json", None),
            ("a.json:0", None),
            ("a.json:x", None),
        ] {
            assert_eq!(text.parse::<MovePlace>().ok(), expected, "{text}");
        }
    }
}
