//! Exact marks of the players, where the game is solved: `moteur JEU notes` gives them, record by record.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use arbitre::engine::Places;
use arbitre::record::Record;
use arbitre::registry;
use jeux::Reason;
use serde::Deserialize;

use super::say::InWords;

/// The marks of a player: numbers of moves.
#[derive(Clone, Copy, Default, Deserialize)]
struct Marks {
    moves: u64,
    kept: u64,
    /// Where one could go wrong, and where he did not.
    tested: u64,
    passed: u64,
    wins_thrown: u64,
    draws_thrown: u64,
}

/// What the program answers for a record.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    /// The marks of both.
    Marked { players: [Marks; 2] },
    /// Why there are none, in words.
    Failed { error: String },
}

/// Marks the players of records.
pub struct Marker {
    program: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    totals: BTreeMap<String, Marks>,
}

impl Marker {
    /// Starts the program for this game.
    ///
    /// # Errors
    /// The game is not solved, or the program is not there.
    pub fn start(game: &str) -> Result<Self> {
        let solved = registry::find(game).is_some_and(|kind| kind.solved);
        ensure!(solved, words::text!("notes-unsolved", game = game));
        let places = Places::beside_this_program().map_err(|error| Reason::from(&error)).in_words()?;
        let program = places.program("moteur").map_err(|error| Reason::from(&error)).in_words()?;
        let mut program = Command::new(program)
            .args(["--langue", words::language().code(), game, "notes"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("moteur")?;
        let (Some(to), Some(from)) = (program.stdin.take(), program.stdout.take()) else { bail!("moteur") };
        Ok(Marker { program, to: Some(to), from: BufReader::new(from), totals: BTreeMap::new() })
    }

    /// Adds the marks of a record to the totals of its players.
    ///
    /// # Errors
    /// The program fails, or does not answer as it should.
    pub fn mark(&mut self, json: &str) -> Result<()> {
        let record = Record::from_json(json).with_context(|| words::text!("replay-no-record"))?;
        let Some(to) = &mut self.to else { bail!("moteur") };
        // A record stands on several lines; an end of line is nothing to JSON.
        writeln!(to, "{}", json.replace('\n', " ")).context("moteur")?;
        let mut line = String::new();
        self.from.read_line(&mut line).context("moteur")?;
        let players = match serde_json::from_str(&line) {
            Ok(Answer::Marked { players }) => players,
            Ok(Answer::Failed { error }) => bail!(error),
            Err(_) => bail!(words::text!("notes-strange")),
        };
        for (player, marks) in record.players.iter().zip(players) {
            let total = self.totals.entry(player.name.clone()).or_default();
            total.moves += marks.moves;
            total.kept += marks.kept;
            total.tested += marks.tested;
            total.passed += marks.passed;
            total.wins_thrown += marks.wins_thrown;
            total.draws_thrown += marks.draws_thrown;
        }
        Ok(())
    }

    /// The totals of every player, a line each, the most accurate first.
    pub fn summary(&self) -> String {
        let share = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        let mut lines: Vec<(&String, &Marks)> = self.totals.iter().collect();
        let accuracy = |marks: &Marks| share(marks.kept, marks.moves).unwrap_or(-1.0);
        lines.sort_by(|(_, a), (_, b)| accuracy(b).total_cmp(&accuracy(a)));
        let head = ["accuracy", "moves", "kept", "hard", "wins", "draws"]
            .map(|name| words::say(&format!("notes-head-{name}"), &[]));
        let row = |[name, moves, kept, hard, wins, draws]: [String; 6]| {
            format!("{name:<30} {moves:>6} {kept:>9} {hard:>10} {wins:>7} {draws:>7}\n")
        };
        let mut text = row(head);
        for (name, marks) in lines {
            let percent = |part, of| share(part, of).map_or("-".to_owned(), |share| words::percent(share, 1));
            text += &row([
                name.clone(),
                marks.moves.to_string(),
                percent(marks.kept, marks.moves),
                percent(marks.passed, marks.tested),
                marks.wins_thrown.to_string(),
                marks.draws_thrown.to_string(),
            ]);
        }
        text + &words::text!("notes-legend") + "\n"
    }
}

impl Drop for Marker {
    fn drop(&mut self) {
        // The end of its input is its end.
        self.to = None;
        self.program.kill().and_then(|()| self.program.wait()).ok();
    }
}
