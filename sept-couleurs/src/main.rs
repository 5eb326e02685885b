//! `7couleurs`: 7 couleurs in the terminal, for people and engines, game by game or as a championship of a person.
//!
//! # Layout
//! * `options`: the command line. `setting`: what a game begins with, and who plays.
//! * `table`: the moves of a game, which can be taken back. `game`: what is seen of it. `sitting`: one game from its beginning to
//!   its end. `wish`: what somebody at the keyboard can want.
//! * `written`: the final line of moves through the referee, and its record.
//! * `face`: how a game is shown and heard, and the sentences for it (`said`): in lines (`lines`) or on the whole screen
//!   (`screen`). `input`: what is typed, and signals.
//! * `contest`: the championship of a person, on disk.

#![forbid(unsafe_code)]

mod contest;
mod face;
mod game;
mod input;
mod lines;
mod options;
mod said;
mod screen;
mod setting;
mod sitting;
mod table;
mod wish;
mod written;

use std::io::{IsTerminal, stdin, stdout};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arbitre::engine::Places;
use jeux::Reason;

use face::Face;
use input::Input;
use options::Options;
use setting::{LEFT, sentence};
use sitting::{Ended, Sitting};
use written::Writing;

fn main() -> ExitCode {
    if let Some(code) = confine::launched() {
        return code;
    }
    let options = words::clap::parse_or_exit::<Options>();
    env_logger::init();
    run(&options).unwrap_or_else(|error| words::out::ended("7couleurs", error.as_ref()))
}

fn run(options: &Options) -> Result<ExitCode> {
    let places = Places::beside_this_program().map_err(|error| sentence(&Reason::from(&error)))?;
    let input = || Input::open().context("stdin");
    match options.championship {
        Some(games) => contest::run(options, games, &places, &mut || Ok(face(options, input()?))),
        None => single(options, &places, &mut || Ok(face(options, input()?))),
    }
}

/// The whole screen where there is one, and else lines.
fn face(options: &Options, input: Input) -> Box<dyn Face> {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if options.lines || dumb || !stdin().is_terminal() || !stdout().is_terminal() {
        return Box::new(lines::Lines::new(input, options.boards));
    }
    Box::new(screen::Screen::new(input, !options.no_colour))
}

/// One game.
fn single(
    options: &Options,
    places: &Places,
    face: &mut dyn FnMut() -> Result<Box<dyn Face>>,
) -> Result<ExitCode> {
    let folder = (!options.no_records).then_some(options.records.as_path());
    folder.map(setting::prepare).transpose()?;
    let setup = setting::setup(&options.parameters()?, options.seed.unwrap_or_else(setting::any_seed))?;
    let usual = setting::kind()?.engine.to_owned();
    let specs = [options.first.clone(), options.second.clone().unwrap_or(usual)];
    let players =
        setting::seated(setting::players(specs, &options.names, &setup)?, places, &options.policy()?)?;
    let mut face = face()?;
    let now = jiff::Timestamp::now();
    let id = format!("{}-{}-{}", setting::kind()?.name, now.strftime("%Y%m%dT%H%M%SZ"), std::process::id());
    let mut sitting = Sitting::new(setup, players, options.time)?;
    sitting.game.undo = true;
    face.open(&sitting.game)?;
    let ended = sitting.play(face.as_mut(), &mut |_| Ok(()))?;
    let writing = Writing { id: &id, scheduled: None, folder, started: now };
    if ended == Ended::Left && sitting.game.table.line().is_empty() {
        face.close("");
        return Ok(ExitCode::from(LEFT));
    }
    let written = written::write(&sitting, &ended, &writing)?;
    let mut text = said::end(&sitting.game, &written.record);
    if let Some(path) = &written.path {
        text += &format!("\n{}", words::text!("report-recorded", path = path.display().to_string()));
    }
    if ended != Ended::Left {
        face.over(&sitting.game, &text, false);
    }
    face.close(&text);
    Ok(if ended == Ended::Left { ExitCode::from(LEFT) } else { ExitCode::SUCCESS })
}
