//! Starting the engine that was asked for.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use arbitre::engine::{EngineHost, EngineSpec, Link, Places, ProcessLink};
use arbitre::wait::Deadline;

/// Starts the engine for this game and waits for its name, so long.
pub fn start(spec: &EngineSpec, game: &str, bound: Duration) -> Result<EngineHost> {
    let deadline = Deadline::after(Instant::now(), Some(bound));
    let places = Places::beside_this_program()?;
    let link: Box<dyn Link> = match spec {
        EngineSpec::Java => Box::new(crate::java::start(places.java()?)?),
        other => {
            let command = other.command(game, &places)?;
            let program = command.get_program().to_owned();
            let link = ProcessLink::start(command)
                .with_context(|| format!("impossible de lancer {}", program.display()))?;
            Box::new(link)
        }
    };
    EngineHost::greet(link, deadline).with_context(|| format!("le moteur {spec} ne démarre pas"))
}
