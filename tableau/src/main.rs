//! `tableau`: the contest on pages, watched, replayed, analysed and played in a browser.
//!
//! One process beside those that play: what it shows it reads from stores and records, and from what matches say of themselves
//! while they are played; none of them waits for it.
//!
//! # Layout
//! * `cli`: the command line. `serve`: listening, with a bound on everything that a browser may take.
//! * `app`: what all pages share. `routes`: which path leads to which page.
//! * `guard`: what stands before every page: origins, tokens, refusals, the headers of every answer. `visit`: who is asking, with
//!   which role, and in which language.
//! * `sources`: which championships and folders of records there are. `contest`: one of them, read again when it has changed.
//!   `history`: how it came to that. `kept`: parts of pages that are made once. `live`: games under way. `play`: games that people
//!   play here, by hosts.
//! * `game`: a game as a page shows it. `place`: where it comes from. `records`: records that were read or pasted. `worth`: what
//!   positions are worth. `logs`: what engines have logged.
//! * `stream`: what a page is told while somebody looks at it.
//! * `wall`: games for a projector.
//! * `lobby`: that of a server of Labyrinthe. `organise`: starting, pausing, stopping championships, and deciding about them, by the
//!   programs of `sibling_programs`.
//! * `api`: the same data for programs.
//! * `page`: what every page has. `assets`: what pages bring with them. `pages`: the pages themselves, each with its template in `templates/`.

#![forbid(unsafe_code)]

mod access;
mod api;
mod app;
mod assets;
mod cache;
mod cli;
mod contest;
mod evaluation;
mod game;
mod history;
mod live;
mod lobby;
mod logs;
mod organise;
mod page;
mod pages;
mod play;
mod record_source;
mod records;
mod routes;
mod serve;
mod sibling_programs;
mod sources;
mod stream;
mod visit;
mod wall;

use std::process::ExitCode;

use log::LevelFilter;

use cli::Cli;

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    let mut logger = env_logger::Builder::new();
    logger.format_target(false);
    if let Some(settings) = arbitre::host::requested() {
        logger.filter_level(settings.level).init();
        i18n::set(settings.language.parse().unwrap_or_default());
        return arbitre::host::run(|_, _| None);
    }
    let cli: Cli = i18n::clap::parse_or_exit();
    logger.filter_level(LevelFilter::Info).parse_default_env().init();
    serve::run(&cli).unwrap_or_else(|error| i18n::out::ended("tableau", error.as_ref()))
}
