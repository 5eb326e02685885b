//! `serveur duel`: two engines against each other, once with all boards or often with a table.
//!
//! # Layout
//! * `series`: lines and table. `strength`: Elo and the sequential test. `opening`: beginnings drawn by lot.
//! * `kept`: what stays in the folder `duels`.

mod kept;
mod opening;
mod series;
mod strength;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use arbitre::game::GameEntry;
use arbitre::host::person::PERSON;
use arbitre::place::MovePlace;
use arbitre::record::Record;
use arbitre::registry;
use clap::Args;
use confine::{Level, Policy};
use jeux::game::Params;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use self::kept::KeptRencontre;
use self::series::Series;
use self::strength::Sprt;
use crate::accept_loop::prepare_folder;
use crate::joue::{game, parameter};
use crate::local_rencontre::{
    LocalPlayer, LocalRencontre, LocalSession, Verbosity, drawn_seed, exit_code, level, policy, sentence,
    wrong,
};
use crate::report::say;

/// Fait jouer deux moteurs sur cette machine, sans serveur à lancer : une rencontre avec ses plateaux, ou plusieurs avec un tableau.
///
/// Un joueur est un fichier (mon_moteur.py, ./mon_moteur, Moteur.class, joueur.so), pipe:COMMANDE, ou un moteur intégré (alphabeta,
/// "hasard --graine 7"...). La dernière rencontre, et la dernière que le premier n'a pas gagnée, restent dans duels/.
#[derive(Args, Debug)]
pub struct Duel {
    /// Premier joueur
    #[arg(value_name = "MOTEUR1", required_unless_present = "summary")]
    pub first: Option<String>,
    /// Second joueur
    #[arg(value_name = "MOTEUR2", required_unless_present = "summary")]
    pub second: Option<String>,
    /// Nombre de rencontres [défaut : 1, ou 1000 au plus avec --sprt]
    #[arg(short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub count: Option<u32>,
    /// Jeu
    #[arg(long = "jeu", value_name = "JEU", default_value = "colonnes", value_parser = game)]
    pub game: &'static GameEntry,
    /// Paramètre du jeu ; peut être répété
    #[arg(long = "parametre", value_name = "CLÉ=VALEUR", value_parser = parameter)]
    pub parameters: Vec<(String, String)>,
    /// Graine de ce qui est tiré au sort au début [défaut : tirée au sort]
    #[arg(long = "graine", value_name = "N")]
    pub seed: Option<u64>,
    /// Coups tirés au sort au début de chaque rencontre, les mêmes à l'aller et au retour : sinon, deux moteurs
    /// déterministes rejoueraient toujours la même rencontre
    #[arg(long = "debuts", value_name = "COUPS", default_value_t = 0)]
    pub opening: u32,
    /// Commencer juste avant ce coup d'une rencontre enregistrée, par exemple d'une partie perdue : parties/a.json:7,
    /// parties/a.json:retour:7, ou mai.sqlite#1.1:7 d'un championnat
    #[arg(long = "depuis", value_name = "FICHIER:COUP", value_parser = place, conflicts_with = "opening")]
    pub from: Option<MovePlace>,
    /// Temps par coup en secondes [défaut : celui du jeu]
    #[arg(long = "temps", value_name = "S", value_parser = i18n::clap::seconds)]
    pub time: Option<Duration>,
    /// Rencontres jouées à la fois : pas plus que de cœurs, si les moteurs réfléchissent jusqu'au bout de leur temps
    #[arg(long = "simultanees", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub at_once: u32,
    /// S'arrêter dès qu'il est décidé, au risque de 5 %, si le premier est plus fort d'au moins B points Elo, ou ne l'est pas de plus de A
    #[arg(long = "sprt", value_name = "A:B", num_args = 0..=1, require_equals = true, default_missing_value = "0:50", value_parser = sprt)]
    pub sprt: Option<Sprt>,
    /// Dossier où garder l'enregistrement de chaque rencontre (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER")]
    pub records: Option<PathBuf>,
    /// Ne rien laisser dans duels/
    #[arg(long = "sans-parties")]
    pub no_records: bool,
    /// Confinement des moteurs : aucun, ordinaire (comme dans un championnat, avec ce que cette machine permet), ou strict
    #[arg(long = "confinement", value_name = "NIVEAU", default_value_t = Level::None, value_parser = level)]
    pub confinement: Level,
    /// Montrer le plateau après chaque coup, même de plusieurs rencontres
    #[arg(short = 'v')]
    pub boards: bool,
    /// Ne montrer que le tableau
    #[arg(short = 'q', conflicts_with = "boards")]
    pub quiet: bool,
    /// Montrer où en sont les moteurs qui se sont rencontrés ici : qui bat qui, et de combien
    #[arg(long = "bilan", exclusive = true)]
    pub summary: bool,
}

fn place(text: &str) -> Result<MovePlace, String> {
    text.parse().map_err(|why| i18n::reason(&why))
}

/// The most rencontres of a test that is not decided.
const MOST: u32 = 1000;

fn sprt(text: &str) -> Result<Sprt, String> {
    let bounds = text.split_once(':').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match bounds {
        Some((low, high)) if low < high && f64::abs(low) < 1000.0 && f64::abs(high) < 1000.0 => {
            Ok(Sprt { low, high })
        }
        _ => Err(i18n::text!("sprt-expected")),
    }
}

/// What is played.
struct Match<'a> {
    kind: &'static GameEntry,
    specs: [&'a str; 2],
    policy: Policy,
    parameters: Params,
    seed: u64,
    opening: u32,
    /// The record that it goes on from.
    from: Option<Record>,
    time: Duration,
    records: Option<PathBuf>,
    at_once: u32,
}

/// Exit code 1: a rencontre was interrupted.
pub fn run(args: &Duel) -> Result<ExitCode> {
    let (Some(first), Some(second)) = (&args.first, &args.second) else { return kept::summary() };
    let specs = [first.as_str(), second];
    if specs.contains(&PERSON) {
        bail!(i18n::text!("duel-person", game = args.game.name));
    }
    let from = args.from.as_ref().map(MovePlace::read).transpose().map_err(|why| sentence(&why))?;
    let game = match &from {
        Some(record) => registry::named(&record.game).map_err(|why| sentence(&why))?,
        None => args.game,
    };
    let mut session = LocalSession::open()?;
    if let Some(folder) = &args.records {
        prepare_folder(folder)?;
    }
    if !args.no_records {
        kept::prepare()?;
    }
    let series = Match {
        kind: game,
        specs,
        policy: policy(args.confinement, args.records.as_deref())?,
        parameters: args.parameters.iter().cloned().collect(),
        seed: args.seed.unwrap_or_else(drawn_seed),
        opening: args.opening,
        from,
        time: args.time.unwrap_or(game.time),
        records: args.records.clone(),
        at_once: args.at_once,
    };
    let count = args.count.unwrap_or(if args.sprt.is_some() { MOST } else { 1 });
    let recorded = series.from.as_ref().map_or(0, |record| record.parties.len().saturating_sub(1));
    let shown = if args.quiet { None } else { Some(args.boards) };
    let mut results = Series::new(count, args.sprt, shown).after(recorded);
    let code = if count == 1 && !args.quiet {
        let record = series.play(0, Some(Verbosity::Boards), &mut session)?;
        results.count(&record);
        exit_code(&record)
    } else {
        series.play_all(count, &session, |record| results.add(&record))?;
        results.conclude()
    };
    if !args.no_records {
        // From a position of one's choice nobody is stronger.
        let duel = results.finished(game, &series.parameters, specs).filter(|_| series.from.is_none());
        let added = duel.map_or(Ok(()), |duel| duel.keep());
        for (kept, record) in results.kept() {
            let path = kept.keep(record)?.display().to_string();
            say(&format!(
                "{}\n",
                match kept {
                    KeptRencontre::Last => i18n::text!("duel-last", path = path),
                    KeptRencontre::LastNotWon => i18n::text!("duel-last-not-won", path = path),
                }
            ));
        }
        added?;
    }
    Ok(code)
}

impl Match<'_> {
    /// Plays the rencontre of this number, from 0. Engines are started anew each time, so that a
    /// rencontre does not affect the next.
    fn play(&self, number: u32, shown: Option<Verbosity>, session: &mut LocalSession) -> Result<Record> {
        let Match { kind, specs, policy, .. } = self;
        let seed = self.seed.wrapping_add(u64::from(number));
        let mut setup = kind.draw(&self.parameters, seed).map_err(|error| wrong(&error))?;
        let before = match (&self.from, self.opening) {
            (Some(record), _) => record.parties.clone(),
            (None, 0) => Vec::new(),
            (None, moves) => opening::drawn(kind, &setup, kind.parties, (moves, seed))?,
        };
        if let Some(partie) = before.last() {
            setup.clone_from(&partie.setup);
        }
        let rencontre = LocalRencontre {
            kind,
            setup: &setup,
            parties: kind.parties,
            time: Some(self.time),
            number: Some(number + 1),
            records: self.records.as_deref(),
            announced: true,
            shown: shown.unwrap_or(Verbosity::Result),
            before: &before,
        };
        let players = LocalPlayer::pair(*specs, kind, None, |spec| {
            LocalPlayer::new(kind, spec, policy).map(|player| player.pondering(self.at_once == 1))
        })?;
        if shown.is_some() { rencontre.play(players, session) } else { rencontre.played(players, session) }
    }

    /// Plays rencontres, several at once, until `add` wants no more.
    fn play_all(
        &self,
        count: u32,
        session: &LocalSession,
        mut add: impl FnMut(Box<Record>) -> bool,
    ) -> Result<()> {
        let (next, over) = (AtomicU32::new(0), AtomicBool::new(false));
        let play = |mut session: LocalSession, results: &Sender<Result<Box<Record>>>| {
            while !over.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                let record = self.play(number, None, &mut session).map(Box::new);
                let failed = record.is_err();
                if results.send(record).is_err() || failed {
                    break;
                }
            }
        };
        let sessions: Vec<_> =
            (0..self.at_once.min(count)).map(|_| session.another()).collect::<Result<_>>()?;
        thread::scope(|scope| {
            let (results, played) = mpsc::channel();
            for session in sessions {
                let (results, play) = (results.clone(), &play);
                scope.spawn(move || play(session, &results));
            }
            drop(results);
            let mut outcome = Ok(());
            for result in played {
                if over.load(Ordering::Relaxed) {
                    continue;
                }
                let goes_on = match result {
                    Ok(record) => add(record),
                    Err(error) => {
                        outcome = Err(error);
                        false
                    }
                };
                if !goes_on {
                    over.store(true, Ordering::Relaxed);
                    // The signal for which all sessions wait: those under way are not needed any more.
                    kill(Pid::this(), Signal::SIGTERM).ok();
                }
            }
            outcome
        })
    }
}
