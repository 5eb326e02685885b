//! `tableau`: the contest on web pages, to watch, replay, analyse and play.
//!
//! One process beside those that play: it reads stores, records and the live updates of games under way; none of them
//! waits for it.
//!
//! # Layout
//! * `cli`: the command line. `serve`: the HTTP server, with a bound on everything a browser may take. `connections`: how
//!   many there may be.
//! * `routes`: which path leads to which page. `app`: what all pages share.
//! * `access`: what every request passes: origins, tokens (`tokens`), refusals, headers. `visit`: the visitor's role and language.
//! * `sources`: the championships and folders of records. `contest`: one of them, read again when it has changed.
//!   `history`: its course. `cache`: parts of pages that are made once.
//! * `live`: games under way. `play`: games that people play here. `stream`: updates sent to open pages.
//! * `game`: a game as a page shows it. `record_source`: where it comes from. `records`: records that were read or
//!   pasted. `evaluation`: what positions are worth. `logs`: what engines have logged.
//! * `ladders`: the ladders, who may see them, and what students hand in.
//! * `wall`: games for a projector. `lobby`: that of a server of Labyrinthe.
//! * `organise`: starting, pausing, stopping and deciding championships, by the programs of `sibling_programs`.
//! * `publish`: the pages of a championship as files.
//! * `api`: the same data for programs.
//! * `page`: what every page has. `assets`: styles and scripts. `pages`: the pages, each with its template in
//!   `templates/`.

#![forbid(unsafe_code)]

mod access;
mod api;
mod app;
mod assets;
mod cache;
mod cli;
mod connections;
mod contest;
mod evaluation;
mod game;
mod history;
mod ladders;
mod live;
mod lobby;
mod log_access;
mod logs;
mod organise;
mod page;
mod pages;
mod play;
mod publish;
mod record_source;
mod records;
mod routes;
mod serve;
mod sibling_programs;
mod sources;
mod stream;
mod tokens;
mod visit;
mod wall;

use std::process::ExitCode;

use log::LevelFilter;

use cli::{Cli, Command};

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    if let Some(settings) = arbitre::host::requested() {
        arbitre::logger(settings.level).init();
        i18n::set(settings.language.parse().unwrap_or_default());
        return arbitre::host::run(|_, _| None);
    }
    let cli: Cli = i18n::clap::parse_or_exit();
    arbitre::logger(LevelFilter::Info).parse_default_env().init();
    // Any thread may build a large page.
    ipc::process::share_heaps();
    let done = match &cli.command {
        Some(Command::Publie(args)) => publish::run(&cli, args),
        None => serve::run(&cli),
    };
    done.unwrap_or_else(|error| i18n::out::ended("tableau", error.as_ref()))
}
