//! What duels leave behind: the last rencontre, the last one that the first engine did not win, and the
//! results of each pair of engines.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use arbitre::record::Record;
use jeux::game::Params;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::strength::{Elo, Scores};
use crate::report::say;

/// Below the folder where the command is typed.
pub const FOLDER: &str = "duels";
/// A line of JSON for each duel.
const RESULTS: &str = "duels.jsonl";

/// A finished duel.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptDuel {
    pub ended: Timestamp,
    pub game: String,
    #[serde(default, skip_serializing_if = "Params::is_empty")]
    pub parameters: Params,
    /// As typed.
    pub engines: [String; 2],
    /// Games of a rencontre.
    pub parties: usize,
    /// The half points of the first engine in each rencontre.
    pub halves: Vec<u32>,
}

/// Which rencontre is kept, by its file.
#[derive(Clone, Copy, Debug)]
pub enum KeptRencontre {
    Last,
    /// The last one that the first engine did not win.
    LastNotWon,
}

impl KeptRencontre {
    fn file(self) -> &'static str {
        match self {
            KeptRencontre::Last => "derniere.json",
            KeptRencontre::LastNotWon => "derniere-non-gagnee.json",
        }
    }

    /// Keeps it in place of the one before; its path.
    pub fn keep(self, record: &Record) -> Result<PathBuf> {
        let path = Path::new(FOLDER).join(self.file());
        let context = || path.display().to_string();
        let beside = path.with_extension("nouveau");
        fs::write(&beside, record.to_json()?).with_context(context)?;
        fs::rename(&beside, &path).with_context(context)?;
        Ok(path)
    }
}

impl KeptDuel {
    /// Adds it to the results.
    pub fn keep(&self) -> Result<()> {
        let path = Path::new(FOLDER).join(RESULTS);
        let context = || path.display().to_string();
        let mut file = OpenOptions::new().create(true).append(true).open(&path).with_context(context)?;
        // One write: duels beside this one add theirs.
        file.write_all(format!("{}\n", serde_json::to_string(self)?).as_bytes()).with_context(context)
    }

    fn is_of_the_same(&self, other: &KeptDuel) -> bool {
        let turned = [&other.engines[1], &other.engines[0]];
        self.game == other.game
            && self.parameters == other.parameters
            && (self.engines == other.engines || self.engines.each_ref() == turned)
    }

    fn count(&self, scores: &mut Scores, turned: bool) {
        for &halves in &self.halves {
            let share = f64::from(halves) / (2 * self.parties.max(1)) as f64;
            scores.add(if turned { 1.0 - share } else { share }, self.parties);
        }
    }
}

/// Prints how each pair of engines stands, from all duels here.
pub fn summary() -> Result<ExitCode> {
    let path = Path::new(FOLDER).join(RESULTS);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).context(path.display().to_string()),
    };
    let duels: Vec<KeptDuel> = text
        .lines()
        .enumerate()
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|error| anyhow!(error))
                .with_context(|| format!("{}:{}", path.display(), number + 1))
        })
        .collect::<Result<_>>()?;
    if duels.is_empty() {
        say(&format!("{}\n", i18n::text!("duels-none", path = path.display().to_string())));
        return Ok(ExitCode::SUCCESS);
    }
    let mut told: Vec<&KeptDuel> = Vec::new();
    let mut game = "";
    for duel in &duels {
        if told.iter().any(|known| known.is_of_the_same(duel)) {
            continue;
        }
        told.push(duel);
        let mut scores = Scores::default();
        let mut rencontres = 0;
        for other in duels.iter().filter(|other| other.is_of_the_same(duel)) {
            other.count(&mut scores, other.engines != duel.engines);
            rencontres += other.halves.len();
        }
        if rencontres == 0 {
            continue;
        }
        if game != duel.game {
            game = &duel.game;
            say(&format!("{game}\n"));
        }
        let parameters: String =
            duel.parameters.iter().map(|(key, value)| format!(", {key}={value}")).collect();
        let [one, other] = duel.engines.each_ref().map(String::as_str);
        let how = comparison([one, other], scores.elo());
        say(&format!("  {}\n", i18n::text!("duels-pair", how = how, count = rencontres) + &parameters));
    }
    Ok(ExitCode::SUCCESS)
}

/// `v3 beats v2 by 40 ± 25`, or that nothing is decided.
pub fn comparison([one, other]: [&str; 2], elo: Elo) -> String {
    let number = |elo: f64| format!("{elo:.0}");
    let half = number((elo.high - elo.low) / 2.0);
    if elo.low <= 0.0 && elo.high >= 0.0 {
        return match elo.value.is_finite() {
            true => {
                let value = format!("{:+.0}", elo.value).replace('-', "\u{2212}");
                i18n::text!("elo-open", one = one, other = other, value = value, half = half)
            }
            false => i18n::text!("elo-unknown", one = one, other = other),
        };
    }
    let (better, worse) = if elo.value > 0.0 { (one, other) } else { (other, one) };
    if elo.value.is_infinite() {
        let least = number(elo.low.abs().min(elo.high.abs()));
        return i18n::text!("elo-at-least", better = better, worse = worse, least = least);
    }
    i18n::text!("elo-beats", better = better, worse = worse, value = number(elo.value.abs()), half = half)
}

/// Makes the folder, so that one that cannot be written to is told before the first rencontre.
pub fn prepare() -> Result<()> {
    fs::create_dir_all(FOLDER).context(FOLDER)?;
    let path = Path::new(FOLDER).join(RESULTS);
    let opened: std::io::Result<File> = OpenOptions::new().create(true).append(true).open(&path);
    opened.map(drop).with_context(|| path.display().to_string())
}
