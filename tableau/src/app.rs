//! What all pages share.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};

use crate::access::AccessGuard;
use crate::cli::Cli;
use crate::evaluation::{Asker, Evaluator};
use crate::ladders::Ladders;
use crate::live::LiveGames;
use crate::lobby::LobbyView;
use crate::organise::Starts;
use crate::pages::contestant::reviews::Reviews;
use crate::play::{PlaySeat, Tables};
use crate::records::{Pasted, Records};
use crate::sources::{Counts, Sources};
use crate::stream::Streams;
use crate::tokens::{self, Tokens};
use crate::visit::Visit;
use crate::wall::Walls;

pub struct App {
    pub guard: Arc<AccessGuard>,
    pub sources: Sources,
    pub live: LiveGames,
    /// Records read from files.
    pub records: Records,
    /// Records pasted by visitors.
    pub pasted: Pasted,
    /// Values of positions.
    pub worth: Arc<Evaluator>,
    pub streams: Streams,
    pub walls: Walls,
    pub starts: Starts,
    /// The lobby of a server of Labyrinthe, if the command line names one.
    pub lobby: Option<LobbyView>,
    /// Numbers of records per folder.
    pub counts: Counts,
    /// Accuracy of contestants, computed on request.
    pub reviews: Arc<Reviews>,
    /// The folder for games played on the pages.
    pub played: PathBuf,
    pub tables: Tables,
    pub ladders: Ladders,
}

impl App {
    /// Needs a runtime.
    pub fn new(cli: &Cli, address: SocketAddr) -> Result<Arc<Self>> {
        let live = LiveGames::default();
        let sources = Sources::open(cli, &live)?;
        Self::of(cli, address, sources, live)
    }

    /// The same for these sources.
    pub fn of(cli: &Cli, address: SocketAddr, sources: Sources, live: LiveGames) -> Result<Arc<Self>> {
        // The page of a single game leaves nothing behind, nor does a published site.
        let nothing = sources.contests().is_empty() && cli.ladders.is_none();
        let tokens = match nothing || cli.command.is_some() {
            true => Tokens::new(),
            false => Tokens::kept(Path::new(tokens::FILE)),
        };
        let guard = Arc::new(AccessGuard::new(address, cli, tokens.context("getrandom")?));
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
            tables: Tables::new(cli.played.clone(), cli.abandoned)?,
            reviews: Arc::default(),
            ladders: cli
                .ladders
                .as_deref()
                .map(|root| Ladders::open(root, cli.abandoned))
                .unwrap_or_default(),
        }))
    }

    /// The seat of this secret at a table of the pages, or at one of a ladder.
    pub fn seat(&self, secret: &str) -> Option<PlaySeat> {
        let of_ladders = || self.ladders.all().iter().find_map(|ladder| ladder.tables()?.seat(secret));
        self.tables.seat(secret).or_else(of_ladders)
    }

    /// Who asks for values of positions.
    pub fn asker(&self, visit: &Visit) -> Asker {
        Asker { from: visit.from, has_token: visit.role > self.guard.role_of_anybody() }
    }
}
