//! Starting the engine that was asked for.

use std::time::Instant;

use anyhow::{Context, Result};
use arbitre::engine::{EngineHost, EngineSpec, Link, Places, ProcessLink};
use arbitre::wait::Deadline;

use crate::cli::Cli;

/// The game that this player plays, by its name in the engine protocol.
const GAME: &str = "colonnes";

/// Starts the engine and waits for its name.
pub fn start(cli: &Cli) -> Result<EngineHost> {
    let deadline = Deadline::after(Instant::now(), Some(cli.start));
    let places = Places::beside_this_program()?;
    let link: Box<dyn Link> = match &cli.engine {
        EngineSpec::Java => anyhow::bail!("todo"),
        other => {
            let command = other.command(GAME, &places)?;
            let program = command.get_program().to_owned();
            let link = ProcessLink::start(command)
                .with_context(|| format!("impossible de lancer {}", program.display()))?;
            Box::new(link)
        }
    };
    EngineHost::greet(link, deadline).with_context(|| format!("le moteur {} ne démarre pas", cli.engine))
}
