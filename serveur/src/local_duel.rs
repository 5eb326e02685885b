//! What `coursidor` and `sphinx` share: a game between two players given as files.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use arbitre::engine::EngineSpec;
use arbitre::game::GameEntry;
use arbitre::host::person::PERSON;
use clap::{Args, ValueEnum};
use confine::Policy;
use jeux::game::{Params, SINGLE};

use crate::accept_loop::prepare_folder;
use crate::local_rencontre::{
    ConfineOptions, LocalPlayer, LocalRencontre, LocalSession, Verbosity, drawn_seed, exit_code, wrong,
};
use crate::page::PassingFolder;
use crate::report::say;

/// Options of both commands.
#[derive(Args, Debug)]
pub struct LocalDuel {
    /// Premier joueur donné ; qui commence se tire au sort
    #[arg(value_name = "JOUEUR1")]
    pub one: String,
    /// Second joueur donné
    #[arg(value_name = "JOUEUR2")]
    pub other: String,
    /// Graine du tirage au sort [défaut : choisie au hasard, et affichée]
    #[arg(long = "graine", value_name = "N")]
    pub seed: Option<u64>,
    /// Qui commence : le joueur 1, le joueur 2, ou le sort
    #[arg(long = "commence", value_name = "1|2|sort", default_value = "sort", hide_possible_values = true)]
    pub first: WhoBegins,
    /// Jouer deux parties, que chacun commence à son tour
    #[arg(long = "aller-retour")]
    pub both: bool,
    /// Temps par coup en secondes [défaut : 5]
    #[arg(long = "temps", value_name = "S", value_parser = i18n::clap::seconds, conflicts_with = "no_timeout")]
    pub time: Option<Duration>,
    /// Attendre les coups sans limite de temps
    #[arg(long = "sans-limite")]
    pub no_timeout: bool,
    /// Dossier des enregistrements (créé au besoin)
    #[arg(long = "parties", value_name = "DOSSIER", default_value = "parties")]
    pub records: PathBuf,
    /// Ne rien enregistrer
    #[arg(long = "sans-parties", conflicts_with = "records")]
    pub no_records: bool,
    #[command(flatten)]
    pub confined: ConfineOptions,
    /// Ne montrer que le résultat
    #[arg(short = 'q')]
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum WhoBegins {
    /// The first one given.
    #[value(name = "1")]
    One,
    /// The other one.
    #[value(name = "2")]
    Other,
    /// The seed decides.
    #[value(name = "sort")]
    Drawn,
}

impl LocalDuel {
    /// Plays it. `options` are those of the players' host; `announce` makes the title from the
    /// setup, the seed and the name of the first player. If a person plays, only the result is
    /// shown. Exit code 1: it was interrupted.
    pub fn play(
        &self,
        kind: &'static GameEntry,
        parameters: &Params,
        options: &[&str],
        shown: Verbosity,
        announce: impl FnOnce(&Params, u64, &str) -> String,
    ) -> Result<ExitCode> {
        let mut session = LocalSession::open()?;
        let seed = self.seed.unwrap_or_else(drawn_seed);
        let setup = kind.draw(parameters, seed).map_err(|error| wrong(&error))?;
        let specs = [self.one.as_str(), &self.other];
        for given in specs {
            player(kind, given, options, &Policy::none())?;
        }
        // Before an engine starts: what is hidden from it has to exist.
        if !self.no_records {
            prepare_folder(&self.records)?;
        }
        let people = specs.contains(&PERSON);
        // A person at this terminal must not see more than a player.
        let on_page = matches!(&shown, Verbosity::Live(watching) if watching.on_page);
        let shown = if self.quiet || people { Verbosity::Result } else { shown };
        // The page shows a folder's records.
        let passing = on_page && self.no_records && shown != Verbosity::Result;
        let passing = passing.then(PassingFolder::new).transpose()?;
        let kept = (!self.no_records).then_some(&self.records);
        let records = passing.as_ref().map(|folder| &folder.0).or(kept).map(PathBuf::as_path);
        let policy = self.confined.policy(records)?;
        let player = |given: &str| player(kind, given, options, &policy);
        // Numbered in the order given, whoever begins.
        let mut players = LocalPlayer::pair(specs, kind, Some(&mut session), player)?;
        let swapped = match self.first {
            WhoBegins::One => false,
            WhoBegins::Other => true,
            // Half of all seeds have odd parity.
            WhoBegins::Drawn => seed.count_ones() % 2 == 1,
        };
        if swapped {
            players.reverse();
        }
        if !self.quiet {
            say(&format!("{}\n", announce(&setup, seed, players[0].name())));
        }
        if people && on_page {
            log::warn!("{}", i18n::text!("page-person"));
        }
        let rencontre = LocalRencontre {
            kind,
            setup: &setup,
            parties: if self.both { kind.parties } else { &SINGLE },
            time: (!self.no_timeout).then(|| self.time.unwrap_or(kind.time)),
            number: None,
            records,
            announced: !self.no_records,
            shown,
            before: &[],
        };
        Ok(exit_code(&rencontre.play(players, &mut session)?))
    }
}

/// A player as typed: a file name is a library, anything else an engine.
fn player(kind: &'static GameEntry, given: &str, options: &[&str], policy: &Policy) -> Result<LocalPlayer> {
    let named = ["pipe:", "so:"].iter().any(|prefix| given.starts_with(prefix));
    let file = given.ends_with(".so") || given.contains('/') || Path::new(given).is_file();
    if named || !file {
        return LocalPlayer::new(kind, given, policy);
    }
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    LocalPlayer::engine(kind, given, &EngineSpec::Library { path: given.into(), options }, policy)
}
