//! `championnat jouer`, and the commands that read its results.
//!
//! # Layout
//! * `options`: the command line. `beginning`: what comes before round 1, such as trying every engine.
//! * `trial`: the trial of all engines. `trial_report`: its outcome as a file.
//! * `forecast`: how long a championship would take.
//! * `runner`: the main loop over plan, network, hosts, signals and view.
//! * `rencontres`: games given to hosts, and their results. `attempt`: one of them. `shortage`: what the system lacks to start hosts. `intake`: records in the store's terms.
//! * `organiser`: requests while it runs. `decide`: decisions, kept in the `journal`. `key_pattern`: the games that they are about.
//! * `elsewhere`: the rencontres that other machines play.
//! * `network`: contestants who connect. `wrong_secrets`: those that are tried. `fd_reserve`: descriptors kept for the championship itself.
//! * `folder`: the records on disk. `confining`: how engines are confined.
//! * `view`: what the organiser sees. `console`: whole lines on the terminal. `events`: the log, limited.
//! * `dashboard`: the pages, shown by the program `tableau`.
//! * `import`: a description from a class list. `submissions`: from a folder of submissions. `archive`: ranking and export from the store. `compare`: two of them. `stored_records`: its records, one by one.
//! * `bundles`: what each contestant takes home.

pub mod archive;
mod attempt;
mod beginning;
mod bundles;
pub mod compare;
mod confining;
pub mod console;
mod dashboard;
pub mod decide;
mod elsewhere;
mod events;
mod fd_reserve;
mod folder;
mod forecast;
pub mod import;
mod intake;
mod journal;
mod key_pattern;
mod network;
mod options;
mod organiser;
mod rencontres;
mod runner;
mod shortage;
mod stored_records;
pub mod submissions;
mod trial;
mod trial_report;
mod view;
mod wrong_secrets;

pub use options::Jouer;

use std::process::ExitCode;

use anyhow::{Result, bail};
use beginning::Trying;
use championnat::presentation::InWords;
use championnat::{Config, EngineCheck};
use confining::Confining;
use trial::TrialLength;

/// Runs a championship, or only tries its engines. Exit codes: 0, all is played, or every engine
/// plays; 1, not begun, or an engine does not play; 3, stopped early; 4, over without the games
/// given up.
pub fn run(args: &Jouer) -> Result<ExitCode> {
    let config = described(args)?;
    if config.apart && !args.discret {
        console::show(&format!("{}\n", i18n::text!("champ-apart", store = config.results.to_string())));
    }
    let confining = Confining::new(&config, args.file.as_deref())?;
    if !args.verify && !args.plan {
        return runner::run(args, config, confining);
    }
    let trying = Trying {
        config: &config,
        confining: &confining,
        file: args.file.as_deref(),
        length: args.trial.unwrap_or(TrialLength::Games),
        report: args.report.as_deref(),
    };
    if args.plan { forecast::run(&trying, args.before) } else { beginning::verify(&trying) }
}

/// The championship of the command line. With options that change the regulations of a description it
/// is a rehearsal, kept apart.
fn described(args: &Jouer) -> Result<Config> {
    let Jouer { file, short, .. } = args;
    let engines = EngineCheck::default();
    let named = short.results.is_some() || short.records.is_some();
    let Some(path) = file else {
        if short.game.is_none() {
            bail!(i18n::text!("config-nothing"));
        }
        let mut config = Config::from_short(short, &engines).in_words()?;
        if !named {
            let first = folder::without_description(&config);
            folder::choose_free_name(&mut config, &first);
        }
        return Ok(config);
    };
    let mut config = Config::load_with(path, short, &engines).in_words()?;
    if named {
        config.apart = true;
    } else if short.may_change_regulations()
        && !Config::load(path, &engines)
            .is_ok_and(|described| described.regulations.differences(&config.regulations).is_empty())
    {
        folder::choose_free_name(&mut config, &folder::rehearsal(path));
        config.apart = true;
    }
    Ok(config)
}
