//! `7couleurs`: 7 couleurs in the terminal, for people and engines, single games or a person's championship.
//!
//! # Layout
//! * `options`: the command line. `setting`: what a game begins with, and who plays.
//! * `game`: a game as the terminal shows it. `client`: one game from beginning to end, played by a host of this program.
//! * `ui`: the two displays, in lines (`lines`) or on the whole screen (`screen`). `messages`: their sentences.
//!   `input`: what is typed, what it means, and signals.
//! * `championship`: a person's championship, on disk.

#![forbid(unsafe_code)]

mod championship;
mod client;
mod game;
mod input;
mod lines;
mod messages;
mod options;
mod screen;
mod setting;
mod ui;

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arbitre::host::{self, LocalHost};
use arbitre::record::Record;

use client::GameStart;
use game::ShownGame;
use input::Input;
use log::LevelFilter;
use options::Options;
use setting::LEFT;
use ui::Ui;

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    if let Some(settings) = host::requested() {
        i18n::set(settings.language.parse().unwrap_or_default());
        arbitre::logger(settings.level).init();
        // Players here are people or engines.
        return host::run(|_, _| None);
    }
    let options = i18n::clap::parse_or_exit::<Options>();
    arbitre::logger(LevelFilter::Error).parse_default_env().init();
    run(&options).unwrap_or_else(|error| i18n::out::ended("7couleurs", error.as_ref()))
}

fn run(options: &Options) -> Result<ExitCode> {
    let input = || Input::open().context("stdin");
    let mut host = LocalHost::start();
    match options.championship {
        Some(games) => championship::run(options, games, &mut host, &mut || Ok(ui(options, input()?))),
        None => single(options, &mut host, &mut || Ok(ui(options, input()?))),
    }
}

/// The whole screen if there is one, otherwise lines.
fn ui(options: &Options, input: Input) -> Box<dyn Ui> {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if options.lines || dumb || !stdin().is_terminal() || !stdout().is_terminal() {
        return Box::new(lines::LineTerminal::new(input, options.boards));
    }
    Box::new(screen::Screen::new(input, !options.no_colour))
}

/// One game.
fn single(
    options: &Options,
    host: &mut LocalHost,
    ui: &mut dyn FnMut() -> Result<Box<dyn Ui>>,
) -> Result<ExitCode> {
    let folder = (!options.no_records).then_some(options.records.as_path());
    folder.map(setting::prepare).transpose()?;
    let setup = setting::setup(&options.parameters()?, options.seed.unwrap_or_else(setting::any_seed))?;
    let usual = setting::kind()?.engine.to_owned();
    let specs = [options.first.clone(), options.second.clone().unwrap_or(usual)];
    let named = setting::players(specs, &options.names, &setup)?;
    let players = setting::seated(&named, &options.policy()?)?;
    let mut ui = ui()?;
    let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
    let id = format!("{}-{now}-{}", setting::kind()?.name, std::process::id());
    let mut game = ShownGame::new(setup, named)?;
    game.undo = true;
    ui.open(&game)?;
    let mut path: Option<PathBuf> = None;
    let mut keep = |record: &Record| {
        // A game under way can still be taken back.
        if record.ended.is_some() {
            path = folder.map(|folder| setting::commit(record, folder)).transpose()?;
        }
        Ok(())
    };
    let entry = GameStart { id, scheduled: None, time: options.time, before: None };
    let ended = client::play((&mut game, entry), players, host, ui.as_mut(), &mut keep)?;
    if ended.left && game.moves == 0 {
        ui.close("");
        return Ok(ExitCode::from(LEFT));
    }
    if ended.record.interrupted.is_some() {
        keep(&ended.record)?;
    }
    let mut text = messages::end(&game, &ended.record);
    if let Some(path) = path {
        text += &format!("\n{}", i18n::text!("report-recorded", path = path.display().to_string()));
    }
    if !ended.left {
        ui.over(&game, &text, false);
    }
    ui.close(&text);
    Ok(if ended.left { ExitCode::from(LEFT) } else { ExitCode::SUCCESS })
}
