//! What all pages share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};

use crate::access::AccessGuard;
use crate::cli::Cli;
use crate::evaluation::Evaluator;
use crate::live::LiveGames;
use crate::lobby::LobbyView;
use crate::organise::Starts;
use crate::pages::contestant::reviews::Reviews;
use crate::play::Tables;
use crate::records::{Pasted, Records};
use crate::sources::{Counts, Sources};
use crate::stream::Streams;
use crate::wall::Walls;

/// The program, as pages know it.
pub struct App {
    /// Who may do what.
    pub guard: Arc<AccessGuard>,
    /// Which championships and records there are.
    pub sources: Sources,
    /// Games under way.
    pub live: LiveGames,
    /// Records that were read.
    pub records: Records,
    /// Records that were pasted.
    pub pasted: Pasted,
    /// What positions are worth.
    pub worth: Arc<Evaluator>,
    /// Pages that are told what changes.
    pub streams: Streams,
    /// Walls that are looked at.
    pub walls: Walls,
    /// Championships that were started from here.
    pub starts: Starts,
    /// The lobby of a server of Labyrinthe, if the command line names one.
    pub lobby: Option<LobbyView>,
    /// How many records there are.
    pub counts: Counts,
    /// How well contestants play, as far as somebody has asked.
    pub reviews: Arc<Reviews>,
    /// Where games that are played on the pages are kept.
    pub played: PathBuf,
    /// The tables at which they are played.
    pub tables: Tables,
}

impl App {
    /// What the command line asks for, for pages at this address. To be called within the runtime.
    pub fn new(cli: &Cli, address: SocketAddr) -> Result<Arc<Self>> {
        let guard = Arc::new(AccessGuard::new(address, cli.open).context("getrandom")?);
        let live = LiveGames::default();
        let sources = Sources::open(cli, &live)?;
        Ok(Arc::new(App {
            guard,
            sources,
            live,
            records: Records::default(),
            pasted: Pasted::default(),
            worth: Arc::default(),
            streams: Streams::default(),
            walls: Walls::default(),
            starts: Starts::default(),
            lobby: cli.lobby.as_deref().map(LobbyView::new),
            counts: Counts::default(),
            played: cli.played.clone(),
            tables: Tables::new(cli.played.clone())?,
            reviews: Arc::default(),
        }))
    }
}
