//! A tournament's description, as `championnat` reads it.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use jeux::game::MOST_MOVES;

/// An absent player is waited for until the organiser decides: the longest grace of a championship.
const GRACE: u32 = 86_400;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The fixed lines: game, time, format, draw.
    rules: String,
    /// The players who entered, in order.
    pub players: Vec<String>,
}

impl Description {
    /// A tournament without players. `format` is that of `serveur championnat`: `suisse:rondes=5`;
    /// `order` is `tirage` or `liste`; `energy` is that of the second player at the start. Nothing
    /// is checked here.
    pub fn new(format: &str, order: &str, seed: u32, time: Duration, energy: u32) -> Self {
        let (kind, options) = format.split_once(':').unwrap_or((format, ""));
        let mut rules = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(rules, "jeu = \"labyrinthe\"\ntemps = {}\ngraine = {seed}", time.as_secs_f64());
        let _ = writeln!(
            rules,
            "ordre = {}\nrencontre = \"simple\"\ngrace = {GRACE}\ngrace_suivante = {GRACE}",
            quoted(order)
        );
        // As the course's server, it plays each game to the end.
        let _ = writeln!(rules, "\n[parametres]\nenergy = \"{energy}\"\n{MOST_MOVES} = 0");
        let _ = writeln!(rules, "\n[format]\ntype = {}", quoted(kind));
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, "?"));
            let plain = value.parse::<i64>().is_ok() || value.parse::<bool>().is_ok();
            let value = if plain { value.to_owned() } else { quoted(value) };
            let _ = writeln!(rules, "{} = {value}", quoted(key));
        }
        Description { rules, players: Vec::new() }
    }

    /// The file's text, in TOML.
    pub fn text(&self) -> String {
        let contestant =
            |name: &String| format!("\n[[concurrent]]\nnom = {}\nmoteur = \"reseau\"\n", quoted(name));
        self.rules.clone() + &self.players.iter().map(contestant).collect::<String>()
    }

    /// Reads what [`Description::write`] wrote.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let (rules, contestants) = text.split_once("\n[[concurrent]]").unwrap_or((&text, ""));
        let name = |line: &str| {
            let quoted = line.strip_prefix("nom = \"")?.strip_suffix('"')?;
            Some(quoted.to_owned())
        };
        Ok(Description { rules: rules.to_owned(), players: contestants.lines().filter_map(name).collect() })
    }

    /// Stores the file durably.
    pub fn write(&self, path: &Path) -> Result<()> {
        keep(path, &self.text())
    }
}

/// Stores a small file durably: written beside, synced, renamed.
pub fn keep(path: &Path, text: &str) -> Result<()> {
    let beside = path.with_added_extension("new");
    let written = || -> std::io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
    };
    written().with_context(|| path.display().to_string())
}

/// The text stored by [`keep`], if any.
pub fn kept(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// A TOML string: command lines may contain anything.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cup.toml");
        let mut description = Description::new("suisse:rondes=5", "liste", 7, Duration::from_millis(1500), 1);
        for players in [vec![], vec!["a".to_owned()], vec!["a".to_owned(), "b_2".to_owned()]] {
            description.players = players;
            description.write(&path).expect("written");
            assert_eq!(Description::read(&path).expect("read"), description);
        }
        assert!(
            description.text().contains("temps = 1.5\n") && description.text().contains("\"rondes\" = 5\n")
        );
        assert_eq!(quoted("a\"b\\\n"), "\"a\\\"b\\\\ \"");
    }
}
