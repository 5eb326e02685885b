//! Exact marks of the players of a solved game: the program `moteur` knows the values, and is asked for them.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::Places;
use arbitre::record::Record;
use arbitre::registry;
use jeux::Reason;
use serde::Deserialize;

/// Marks the players of records.
pub struct Marker {
    table: Option<PathBuf>,
    /// The program that marks, for the game that it was started for.
    running: Option<(&'static str, Notes)>,
    totals: BTreeMap<String, Marks>,
}

/// The program, and what it says.
struct Notes {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

/// What a player's moves were worth.
#[derive(Clone, Copy, Default, Debug, Deserialize)]
struct Marks {
    moves: u32,
    kept: u32,
    tested: u32,
    passed: u32,
    wins_thrown: u32,
    draws_thrown: u32,
}

/// An answer of the program.
#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Marks { players: [Marks; 2], text: String },
    Error { error: String },
}

impl Drop for Notes {
    fn drop(&mut self) {
        // The end of its input ends it; it holds nothing that could be lost.
        drop(self.child.stdin.take());
        if let Err(error) = self.child.wait() {
            log::debug!("{error}");
        }
    }
}

impl Marker {
    /// A marker; the solution is kept there, or where it usually is.
    pub fn new(table: Option<&Path>) -> Self {
        Marker { table: table.map(Path::to_owned), running: None, totals: BTreeMap::new() }
    }

    /// Marks the moves of a record, and adds them to the totals of its players. Gives the marks and the blunders in words.
    ///
    /// # Errors
    /// The game is not solved, or the program fails.
    pub fn mark(&mut self, record: &Record) -> Result<String> {
        let kind = registry::find(&record.game).filter(|kind| kind.solved);
        let kind = kind.with_context(|| words::text!("notes-unsolved", game = &record.game))?;
        if self.running.as_ref().is_none_or(|(game, _)| *game != kind.name) {
            self.running = Some((kind.name, Notes::start(kind.name, self.table.as_deref())?));
        }
        let Some((_, notes)) = &mut self.running else { bail!("{}", kind.name) };
        match notes.ask(record)? {
            Answer::Error { error } => bail!(error),
            Answer::Marks { players, text } => {
                for (player, marks) in record.players.iter().zip(players) {
                    self.totals.entry(player.name.clone()).or_default().add(marks);
                }
                Ok(text)
            }
        }
    }

    /// The totals of every player, a line each, the most accurate first.
    pub fn summary(&self) -> String {
        let mut lines: Vec<(&String, &Marks)> = self.totals.iter().collect();
        let accuracy = |marks: &Marks| {
            if marks.moves == 0 { -1.0 } else { f64::from(marks.kept) / f64::from(marks.moves) }
        };
        lines.sort_by(|(_, a), (_, b)| accuracy(b).total_cmp(&accuracy(a)));
        let mut text = format!(
            "{:<30} {:>6} {:>9} {:>9} {:>7} {:>7}\n",
            words::text!("notes-head-accuracy"),
            words::text!("notes-head-moves"),
            words::text!("notes-head-kept"),
            words::text!("notes-head-hard"),
            words::text!("notes-head-wins"),
            words::text!("notes-head-draws")
        );
        for (name, marks) in lines {
            let share = |part: u32, of: u32| match of {
                0 => "-".to_owned(),
                _ => words::percent(f64::from(part) / f64::from(of), 1),
            };
            text += &format!(
                "{name:<30} {:>6} {:>9} {:>9} {:>7} {:>7}\n",
                marks.moves,
                share(marks.kept, marks.moves),
                share(marks.passed, marks.tested),
                marks.wins_thrown,
                marks.draws_thrown
            );
        }
        text + &words::text!("notes-legend") + "\n"
    }
}

impl Notes {
    fn start(game: &str, table: Option<&Path>) -> Result<Self> {
        let program = Places::beside_this_program().and_then(|places| places.program("moteur"));
        let program = program.map_err(|error| {
            let why = Reason::from(&error);
            anyhow!(words::reason(&why.code, &why.args))
        })?;
        let mut command = Command::new(&program);
        command.args([game, "notes", "--langue", words::language().code()]);
        if let Some(table) = table {
            command.arg("--table").arg(table);
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| program.display().to_string())?;
        let answers = BufReader::new(child.stdout.take().context("pipe")?);
        Ok(Notes { child, answers })
    }

    fn ask(&mut self, record: &Record) -> Result<Answer> {
        let line = serde_json::to_string(record)? + "\n";
        let input = self.child.stdin.as_mut().context("pipe")?;
        input.write_all(line.as_bytes()).and_then(|()| input.flush()).context("moteur")?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer).context("moteur")?;
        serde_json::from_str(&answer).with_context(|| words::text!("notes-no-answer"))
    }
}

impl Marks {
    fn add(&mut self, other: Marks) {
        self.moves += other.moves;
        self.kept += other.kept;
        self.tested += other.tested;
        self.passed += other.passed;
        self.wins_thrown += other.wins_thrown;
        self.draws_thrown += other.draws_thrown;
    }
}
