//! `championnat jouer`, and what reads its results.
//!
//! # Layout
//! * `options`: the command line. `place`: where a championship without a file is kept. `intake`: records in the
//!   terms of the results store.
//! * `runner`: the main loop: plan, network, hosts, signals, view. `rencontres`: games on their way to a host, and what
//!   comes of them; `attempt`: one of them. `organiser`: what is asked and decided meanwhile. `folder`: the records on disk.
//! * `beginning`: what comes before round 1; `trial`: every engine tried. `start_failures`: engines that do not start.
//! * `doors`: where contestants come in. `network`: contestants who connect. `cores`: those of this machine. `reserve`: descriptors
//!   kept back.
//! * `confining`: how engines are confined, and what is hidden from whom.
//! * `view`: what the organiser sees; `terminal`: whole lines. `told`: events in the log; `log_limit`: not too many of
//!   anybody.
//! * `room`: how wide the terminal is.
//! * `board`: pages about it, which another program shows.
//! * `decide`: the organiser's decisions. `journal`: where they are kept.
//! * `import`: a description from the list of a class.
//! * `archive`: ranking and export of what is in the store; looking at a description.

pub mod archive;
mod attempt;
mod beginning;
mod board;
mod confining;
mod cores;
pub mod decide;
mod doors;
mod folder;
pub mod import;
mod intake;
mod journal;
mod log_limit;
mod network;
mod options;
mod organiser;
mod place;
mod rencontres;
mod reserve;
mod room;
mod runner;
mod start_failures;
pub mod terminal;
mod told;
mod trial;
mod view;

use std::process::ExitCode;

use anyhow::{Result, bail};
use championnat::{Config, EngineCheck};

use championnat::presentation::InWords;
use confining::Confining;

pub use options::Jouer;

/// Runs a championship, or only tries its engines. The exit code: 0, all is played, or every engine plays; 1, it has
/// not begun, or an engine does not play; 3, it was stopped before its end; 4, it is over without games that were
/// given up.
///
/// # Errors
/// All that is wrong with the description; its engines cannot be confined as it says; or what [`runner::run`] cannot
/// go on with.
pub fn run(args: &Jouer) -> Result<ExitCode> {
    let config = described(args)?;
    let confining = Confining::new(&config, args.file.as_deref())?;
    if args.verify { beginning::verify(&config, &confining) } else { runner::run(args, config, confining) }
}

/// What the command line describes.
fn described(args: &Jouer) -> Result<Config> {
    let Jouer { file, short, .. } = args;
    let engines = EngineCheck::default();
    let config = match file {
        Some(path) => Config::load(path, &engines),
        None if short.game.is_some() => Config::from_short(short, &engines),
        None => bail!(words::text!("config-nothing")),
    };
    let mut config = config.in_words()?;
    if file.is_none() && short.results.is_none() && short.records.is_none() {
        place::choose(&mut config);
    }
    Ok(config)
}
