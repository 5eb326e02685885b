//! `tableau publie`: the pages of a championship as a folder of files, which need neither this program nor a network.
//!
//! The pages are those that a visitor without a token gets: each is asked of the router, its links are turned into
//! relative ones ([`links`]), and those that they lead to are asked in turn. Templates leave out what needs the program
//! (`Visit::published`), and the page of a game brings all its boards.

mod folder;
mod links;

use std::collections::{HashSet, VecDeque};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use championnat::Location;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use percent_encoding::utf8_percent_encode;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::app::App;
use crate::cli::{Cli, Publie};
use crate::contest::{ContestData, Snapshot};
use crate::live::LiveGames;
use crate::sources::Sources;
use crate::{assets, page, routes};
use folder::Staging;
use links::Links;

/// How long the first reading of a store may take.
const READING: Duration = Duration::from_secs(300);
/// The longest page, in bytes.
const LONGEST: usize = 64 << 20;
/// Pages made at once.
const AT_ONCE: usize = 4;
/// How often the progress is told.
const TELL: Duration = Duration::from_secs(5);
/// From this size on a site is told how it may become smaller, in bytes.
const LARGE: u64 = 100 << 20;

type Pages = TowerToHyperService<axum::Router>;

/// Publishes, or says why not.
pub fn run(cli: &Cli, args: &Publie) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("tokio")?;
    let done = runtime.block_on(async {
        let mut ends = [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?];
        let [terminate, interrupt] = &mut ends;
        tokio::select! {
            done = publish(cli, args) => done,
            _ = terminate.recv() => bail!(i18n::text!("publish-stopped")),
            _ = interrupt.recv() => bail!(i18n::text!("publish-stopped")),
        }
    });
    // Readers of the store have nothing to finish.
    runtime.shutdown_background();
    done.map(|()| ExitCode::SUCCESS)
}

async fn publish(cli: &Cli, args: &Publie) -> Result<()> {
    let began = Instant::now();
    let (sources, contest) = Sources::only(&args.source)?;
    let staging = Staging::new(&args.folder.clone().unwrap_or_else(|| beside(&contest)))?;
    let snapshot = read(&contest).await?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let pages = Pages::new(routes::router(App::of(cli, address, sources, LiveGames::default())?));
    let links = Links::new(&contest.name, games(args, &snapshot));
    let mut site = Site { links: Arc::new(links), staging, pages: 0, games: 0, bytes: 0 };
    site.write_all(&pages).await?;
    for (name, text) in assets::all() {
        site.write(&format!("assets/{name}"), text.as_bytes())?;
    }
    let folder = site.staging.commit()?;
    let said = i18n::text!(
        "publish-done",
        pages = site.pages,
        games = site.games,
        size = i18n::decimal(site.bytes as f64 / 1e6, 1),
        time = i18n::decimal(began.elapsed().as_secs_f64(), 1),
        page = folder.join("index.html").display().to_string()
    );
    writeln!(i18n::out(), "{said}").with_context(|| i18n::text!("out-standard"))?;
    if site.bytes > LARGE && site.games > 0 {
        i18n::out::complain(&i18n::text!("publish-large"));
    }
    Ok(())
}

/// The usual folder.
fn beside(contest: &ContestData) -> PathBuf {
    match (&contest.description, &contest.location) {
        (Some(file), _) | (None, Location::Sqlite(file)) => file.with_extension("site"),
        (None, Location::Postgres(_)) => PathBuf::from(format!("{}.site", contest.name)),
    }
}

/// What is in the store, however long it takes to read within reason.
async fn read(contest: &ContestData) -> Result<Arc<Snapshot>> {
    let mut changes = contest.changes();
    let read = timeout(READING, changes.changed()).await;
    read.map_err(|_| anyhow!(i18n::text!("tableau-late")))?.context("store")?;
    contest.snapshot().map_err(|why| anyhow!(why))
}

/// The rencontres with pages; `None` for all.
fn games(args: &Publie, snapshot: &Snapshot) -> Option<HashSet<String>> {
    let first = match (args.without_games, args.best) {
        (true, _) => 0,
        (false, Some(best)) => best,
        (false, None) => return None,
    };
    let first: HashSet<_> =
        snapshot.ranking.lines.iter().take(first).map(|line| line.standing.contestant).collect();
    let theirs = snapshot
        .schedule
        .iter()
        .filter(|pairing| first.contains(&pairing.white) || first.contains(&pairing.black));
    Some(theirs.map(|pairing| pairing.key.to_string()).collect())
}

struct Site {
    links: Arc<Links>,
    staging: Staging,
    pages: usize,
    games: usize,
    bytes: u64,
}

impl Site {
    /// Writes the first page, and all that can be reached from it.
    async fn write_all(&mut self, pages: &Pages) -> Result<()> {
        let first = self.links.first();
        let mut known = HashSet::from([first.file.clone()]);
        let mut waiting = VecDeque::from([first]);
        let mut making = JoinSet::new();
        let mut told = Instant::now();
        loop {
            while making.len() < AT_ONCE
                && let Some(link) = waiting.pop_front()
            {
                let (pages, links) = (pages.clone(), self.links.clone());
                making.spawn(async move {
                    let html = ask(&pages, &link.url).await?;
                    let (html, found) = links.rewrite(&html, &link);
                    anyhow::Ok((link, html, found))
                });
            }
            let Some(made) = making.join_next().await else { return Ok(()) };
            let (link, html, found) = made.context("page")??;
            self.write(&link.file, html.as_bytes())?;
            self.pages += 1;
            self.games += usize::from(link.is_game());
            waiting.extend(found.into_iter().filter(|link| known.insert(link.file.clone())));
            if told.elapsed() > TELL {
                told = Instant::now();
                log::info!("{}", i18n::text!("publish-progress", done = self.pages, known = known.len()));
            }
        }
    }

    fn write(&mut self, file: &str, bytes: &[u8]) -> Result<()> {
        self.bytes += bytes.len() as u64;
        self.staging.write(file, bytes)
    }
}

/// A page as a visitor gets it. One about something that is not there (a rencontre without a record) says so itself.
async fn ask(pages: &Pages, url: &str) -> Result<String> {
    let encoded = utf8_percent_encode(url, page::PATH).to_string();
    let refused = |why: String| anyhow!(i18n::text!("publish-page", page = url, why = why));
    let mut request = Request::builder()
        .uri(encoded)
        .header(header::HOST, "localhost")
        .header(header::ACCEPT_LANGUAGE, i18n::language().code())
        .body(Body::empty())
        .map_err(|error| refused(error.to_string()))?;
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((IpAddr::from(Ipv4Addr::LOCALHOST), 0))));
    // A router refuses by answers only.
    let Ok(answer) = pages.call(request).await;
    if !matches!(answer.status(), StatusCode::OK | StatusCode::NOT_FOUND | StatusCode::UNPROCESSABLE_ENTITY) {
        return Err(refused(answer.status().to_string()));
    }
    let bytes = to_bytes(answer.into_body(), LONGEST).await.map_err(|error| refused(error.to_string()))?;
    String::from_utf8(bytes.to_vec()).map_err(|error| refused(error.to_string()))
}
