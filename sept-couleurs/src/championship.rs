//! A person's championship against engines (the subject, section 8), with a number of games against
//! each.
//!
//! It is played round by round, one game against each engine. After any end of the program the same
//! command resumes at the same move: the folder holds the plan, a record per finished game, and one
//! of the game under way, written after every move.

use arbitre::host::person::PERSON;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use arbitre::engine::InstallPaths;
use arbitre::host::LocalHost;
use arbitre::record::Record;
use arbitre::replay;
use jeux::game::Params;
use jeux::{ByPlayer, Reason};
use protocol::name::clean;
use serde::{Deserialize, Serialize};

use crate::client::{self, GameStart};
use crate::game;
use crate::messages;
use crate::options::Options;
use crate::setting::{self, LEFT, NamedPlayer, sentence};
use crate::ui::Ui;

/// The files beside the records of finished games.
const PLAN: &str = "championnat.json";
const UNDER_WAY: &str = "en-cours";
const LOCK: &str = ".verrou";

/// Plays it from where it is, until it is over (exit code 0) or a person leaves ([`LEFT`]).
pub fn run(
    options: &Options,
    games: u32,
    host: &mut LocalHost,
    ui: &mut dyn FnMut() -> Result<Box<dyn Ui>>,
) -> Result<ExitCode> {
    if options.names.len() > 1 {
        bail!(i18n::text!("couleurs-too-many-names", names = options.names.len(), people = 1));
    }
    let (store, plan) = ContestStore::open(options, games)?;
    let mut standing = GameResults::new(&plan);
    let mut left = Vec::new();
    for game in plan.games() {
        match store.finished(&plan, &game)? {
            Some(record) => standing.add(&game, &record),
            None => left.push(game),
        }
    }
    let mut ui = ui()?;
    let mut contest = RunningContest { options, host, ui: ui.as_mut(), store: &store, plan: &plan, standing };
    for (index, game) in left.iter().enumerate() {
        if !contest.play(game, index + 1 < left.len())? {
            contest.ui.close(&contest.standing.text());
            return Ok(ExitCode::from(LEFT));
        }
    }
    contest.ui.close(&contest.standing.text());
    Ok(ExitCode::SUCCESS)
}

struct RunningContest<'a> {
    options: &'a Options,
    host: &'a mut LocalHost,
    ui: &'a mut dyn Ui,
    store: &'a ContestStore,
    plan: &'a ContestPlan,
    standing: GameResults<'a>,
}

impl RunningContest<'_> {
    /// Plays a game; `more` says whether others follow. Whether to go on.
    fn play(&mut self, game: &PlannedGame, more: bool) -> Result<bool> {
        let (plan, store) = (self.plan, self.store);
        let before = store.under_way(plan, game);
        let named = plan.players(game);
        let players = setting::seated(&named, &self.options.policy()?)?;
        let mut seen = game::ShownGame::new(plan.setup(game)?, named)?;
        let title = i18n::text!(
            "couleurs-contest-game",
            number = game.round + 1,
            games = plan.games,
            engine = plan.engine(game),
            moves = before.as_ref().map_or(0, |record| record.parties[0].moves.len())
        );
        seen.title = format!("{title}\n{}", self.standing.line(game.engine));
        self.ui.open(&seen)?;
        let entry = GameStart { id: plan.id(game), scheduled: Some(game.key()), time: plan.time(), before };
        let mut keep = |record: &Record| store.keep(record);
        let ended = client::play((&mut seen, entry), players, self.host, self.ui, &mut keep)?;
        if ended.left {
            return Ok(false);
        }
        if let Some(why) = &ended.record.interrupted {
            // Nobody is charged with it: it is played again.
            self.ui.close("");
            return Err(sentence(why));
        }
        self.standing.add(game, &ended.record);
        let text = format!("{}\n\n{}", messages::end(&seen, &ended.record), self.standing.text());
        seen.title = title;
        Ok(self.ui.over(&seen, &text, more))
    }
}

/// The version of the file format.
const SCHEMA: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct ContestPlan {
    schema: u32,
    name: String,
    /// As typed, in the order of play.
    engines: Vec<String>,
    /// Games against each.
    games: u32,
    /// The parameters of the games.
    parameters: Params,
    /// The seed of the boards: one for each two rounds.
    seed: u64,
    /// The engines' time for a move, in milliseconds.
    time_ms: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PlannedGame {
    /// From 0.
    round: u32,
    /// Its index in the plan.
    engine: usize,
}

impl PlannedGame {
    /// Its name in the plan: `ROUND.ENGINE`, from 1.
    fn key(&self) -> String {
        format!("{}.{}", self.round + 1, self.engine + 1)
    }

    /// Whether the person begins. Two games in a row have the same board, with the sides exchanged.
    fn person_begins(&self) -> bool {
        self.round.is_multiple_of(2)
    }

    /// Whether the person has the side `v`: in four games each player begins once on each side.
    fn person_is_low(&self) -> bool {
        matches!(self.round % 4, 0 | 3)
    }
}

impl ContestPlan {
    /// The plan of this command line.
    fn asked(options: &Options, games: u32) -> Result<Self> {
        let parameters = options.parameters()?;
        let seed = options.seed.unwrap_or_else(setting::any_seed);
        setting::setup(&parameters, seed)?;
        let engines = match options.against.as_slice() {
            [] => all_engines()?,
            named => named.iter().map(|name| name.trim().to_owned()).collect(),
        };
        let name =
            options.names.first().map_or_else(|| setting::label(PERSON), |name| clean(name.as_bytes()));
        let time_ms = u64::try_from(options.time.as_millis()).unwrap_or(u64::MAX);
        let plan = ContestPlan { schema: SCHEMA, name, engines, games, parameters, seed, time_ms };
        let policy = options.policy()?;
        // An engine that cannot start is found before the first game.
        for engine in 0..plan.engines.len() {
            setting::seated(&plan.players(&PlannedGame { round: 0, engine }), &policy)?;
        }
        Ok(plan)
    }

    /// All games in the order of play: a round against every engine, then the next.
    fn games(&self) -> impl Iterator<Item = PlannedGame> + use<'_> {
        (0..self.games)
            .flat_map(|round| (0..self.engines.len()).map(move |engine| PlannedGame { round, engine }))
    }

    fn engine(&self, game: &PlannedGame) -> &str {
        &self.engines[game.engine]
    }

    fn setup(&self, game: &PlannedGame) -> Result<Params> {
        let mut asked = self.parameters.clone();
        let low_begins = game.person_is_low() == game.person_begins();
        asked.insert("commence".into(), if low_begins { "v" } else { "^" }.into());
        setting::setup(&asked, self.seed.wrapping_add(u64::from(game.round / 2)))
    }

    /// In order of play.
    fn players(&self, game: &PlannedGame) -> ByPlayer<NamedPlayer> {
        let person = NamedPlayer { name: self.name.clone(), spec: PERSON.to_owned() };
        let spec = self.engine(game).to_owned();
        let mut engine = NamedPlayer { name: setting::label(&spec), spec };
        if engine.name == person.name {
            engine.name += "-2";
        }
        match game.person_begins() {
            true => ByPlayer { first: person, second: engine },
            false => ByPlayer { first: engine, second: person },
        }
    }

    /// The name of its record.
    fn id(&self, game: &PlannedGame) -> String {
        format!("sept-couleurs-{}-{}", game.round + 1, game.engine + 1)
    }

    /// Whether this is the valid record of a game.
    fn is_of(&self, record: &Record, game: &PlannedGame) -> bool {
        let players = self.players(game);
        let names = [&players.first.name, &players.second.name];
        let setup = self.setup(game);
        record.scheduled.as_ref() == Some(&game.key())
            && record.players.iter().map(|player| &player.name).eq(names)
            && matches!(&record.parties[..], [partie] if setup.is_ok_and(|setup| partie.setup == setup))
            && replay::verify(record).is_ok()
    }

    /// The engines' time for a move, a millisecond at least.
    fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms.max(1))
    }
}

fn all_engines() -> Result<Vec<String>> {
    let program = InstallPaths::beside_this_program().and_then(|places| places.program("moteur"));
    let program = program.map_err(|error| sentence(&Reason::from(&error)))?;
    let listed = Command::new(program).args(["liste", setting::kind()?.name]).output().context("moteur")?;
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
    if names.is_empty() {
        return Err(anyhow!(i18n::text!("couleurs-no-engine")));
    }
    Ok(names)
}

struct GameResults<'a> {
    plan: &'a ContestPlan,
    /// Games won, drawn and lost against each engine.
    scores: Vec<[u32; 3]>,
}

impl<'a> GameResults<'a> {
    fn new(plan: &'a ContestPlan) -> Self {
        GameResults { plan, scores: vec![[0; 3]; plan.engines.len()] }
    }

    /// Counts a game; without a winner it is a draw.
    fn add(&mut self, game: &PlannedGame, record: &Record) {
        let winner = record.parties.first().and_then(|partie| Some(&record.players[partie.result.winner?]));
        let won = winner.map(|player| player.name == self.plan.name);
        self.scores[game.engine][won.map_or(1, |won| if won { 0 } else { 2 })] += 1;
    }

    /// A heading, and a line per engine.
    fn text(&self) -> String {
        let heading = i18n::text!("couleurs-standing", name = &self.plan.name);
        (0..self.scores.len()).fold(heading, |text, engine| format!("{text}\n{}", self.line(engine)))
    }

    /// The result against this engine: won, drawn, lost and remaining games.
    fn line(&self, engine: usize) -> String {
        let short = |name: &String| name.chars().take(20).collect::<String>();
        let longest = self.plan.engines.iter().map(|name| short(name).chars().count()).max();
        let [won, drawn, lost] = self.scores[engine];
        i18n::text!(
            "couleurs-standing-line",
            engine = format!("{:<1$}", short(&self.plan.engines[engine]), longest.unwrap_or_default()),
            won = won,
            drawn = drawn,
            lost = lost,
            left = self.plan.games.saturating_sub(won + drawn + lost)
        )
    }
}

/// The folder of a championship, locked against other writers.
struct ContestStore {
    folder: PathBuf,
    _lock: File,
}

impl ContestStore {
    /// Opens or begins the championship of a command line; options left out are those it was begun
    /// with.
    fn open(options: &Options, games: u32) -> Result<(Self, ContestPlan)> {
        let mut plan = ContestPlan::asked(options, games)?;
        // A name must not form a path.
        let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
        let own: String = plan.name.chars().map(plain).collect();
        let folder = options.records.join(format!("championnat-sept-couleurs-{own}"));
        setting::prepare(&folder)?;
        let shown = folder.display().to_string();
        let lock = File::create(folder.join(LOCK)).with_context(|| shown.clone())?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                bail!(i18n::text!("couleurs-contest-busy", folder = &shown))
            }
            Err(fs::TryLockError::Error(error)) => return Err(error).context(shown),
        }
        let store = ContestStore { folder, _lock: lock };
        let path = store.folder.join(PLAN);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let kept: ContestPlan = serde_json::from_str(&text)
                    .ok()
                    .filter(|kept: &ContestPlan| kept.schema == SCHEMA)
                    .ok_or_else(|| anyhow!(i18n::text!("couleurs-contest-unreadable")))
                    .with_context(|| path.display().to_string())?;
                if options.seed.is_none() {
                    plan.seed = kept.seed;
                }
                if options.against.is_empty() {
                    plan.engines.clone_from(&kept.engines);
                }
                if plan != kept {
                    let what = difference(&plan, &kept);
                    bail!(i18n::text!("couleurs-contest-other", folder = &shown, what = what));
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                store.replace(PLAN, &serde_json::to_string_pretty(&plan)?)?;
            }
            Err(error) => return Err(error).context(path.display().to_string()),
        }
        Ok((store, plan))
    }

    /// The verified record of a game, if it is finished.
    fn finished(&self, plan: &ContestPlan, game: &PlannedGame) -> Result<Option<Record>> {
        let path = self.folder.join(format!("{}.json", plan.id(game)));
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| path.display().to_string())?,
        };
        let record = Record::from_json(&text).ok();
        let shown = path.display().to_string();
        match record.filter(|record| record.interrupted.is_none() && plan.is_of(record, game)) {
            Some(record) => Ok(Some(record)),
            None => Err(anyhow!(i18n::text!("couleurs-contest-record", path = &shown)).context(shown)),
        }
    }

    /// The record of the game under way; an unreadable one is played again.
    fn under_way(&self, plan: &ContestPlan, game: &PlannedGame) -> Option<Record> {
        let record = Record::read(&self.folder.join(format!("{UNDER_WAY}.json"))).ok()?;
        Some(record).filter(|record| record.interrupted.is_some() && plan.is_of(record, game))
    }

    /// Stores a game, under way or finished, durably.
    fn keep(&self, record: &Record) -> Result<()> {
        match record.interrupted {
            None => setting::commit(record, &self.folder).map(drop),
            Some(_) => {
                let under_way = Record { id: UNDER_WAY.to_owned(), ..record.clone() };
                setting::commit(&under_way, &self.folder).map(drop)
            }
        }
    }

    /// Replaces a file durably.
    fn replace(&self, name: &str, text: &str) -> Result<()> {
        let (path, beside) = (self.folder.join(name), self.folder.join(format!(".{name}.new")));
        let written = || -> io::Result<()> {
            let mut file = File::create(&beside)?;
            file.write_all(format!("{text}\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &path)?;
            File::open(&self.folder)?.sync_all()
        };
        written().with_context(|| path.display().to_string())
    }
}

/// The option by which two plans differ.
fn difference(plan: &ContestPlan, kept: &ContestPlan) -> &'static str {
    let differs = [
        (plan.games != kept.games, "--championnat"),
        (plan.engines != kept.engines, "--contre"),
        (plan.seed != kept.seed, "--graine"),
        (plan.time_ms != kept.time_ms, "--temps"),
        (plan.name != kept.name, "--noms"),
    ];
    differs
        .into_iter()
        .find(|(differs, _)| *differs)
        .map_or("--plateau, --taille, --couleurs...", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> ContestPlan {
        ContestPlan {
            schema: SCHEMA,
            name: "ada".into(),
            engines: vec!["glouton".into(), "hasard".into()],
            games: 4,
            parameters: Params::from([("L".into(), "6".into()), ("H".into(), "6".into())]),
            seed: 5,
            time_ms: 1000,
        }
    }

    #[test]
    fn sides_and_turns_are_shared_fairly() {
        let plan = plan();
        let seats = |round| {
            let game = PlannedGame { round, engine: 0 };
            let setup = plan.setup(&game).expect("a setup");
            let begins = plan.players(&game).first.spec == PERSON;
            let low = (setup["commence"] == "v") == begins;
            (begins, low, setup["plateau"].clone(), setup["commence"].clone())
        };
        let all: Vec<_> = (0..4).map(seats).collect();
        for begins in [false, true] {
            for low in [false, true] {
                assert_eq!(all.iter().filter(|seat| (seat.0, seat.1) == (begins, low)).count(), 1);
            }
        }
        // The same board and first side, with the players exchanged.
        for pair in all.chunks(2) {
            assert_eq!((&pair[0].2, &pair[0].3), (&pair[1].2, &pair[1].3));
            assert!(pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1);
        }
        assert_ne!(all[0].2, all[2].2);
    }

    #[test]
    fn every_game_is_played_once() {
        let keys: Vec<String> = plan().games().map(|game| game.key()).collect();
        assert_eq!(keys, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2"]);
    }
}
