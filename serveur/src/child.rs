//! What a child does: it referees one rencontre, records it, says how it went, and lets the players go.

use std::fmt;
use std::io::{PipeWriter, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use arbitre::live::{Live, path_in};
use arbitre::match_loop::Conditions;
use arbitre::reception::{Leaving, NetworkSeat, farewells, see_off};
use arbitre::record::{CommitError, Record};
use arbitre::rencontre::Rencontre;
use arbitre::seat::Seat;
use ipc::process;
use jeux::Reason;
use nix::sys::signal::Signal;

use crate::report::{self, not_committed, say};

/// How long a client may take to ask how a game ended that he has lost without knowing.
const FINISH_BOUND: Duration = Duration::from_secs(600);

/// Who sits in a place.
pub enum Chair<'a> {
    /// A guest.
    Guest(Box<dyn NetworkSeat + 'a>),
    /// A player of the house.
    House(Box<dyn Seat + 'a>),
}

impl Chair<'_> {
    fn seat(&mut self) -> &mut dyn Seat {
        match self {
            Chair::Guest(seat) => seat.as_mut(),
            Chair::House(seat) => seat.as_mut(),
        }
    }

    fn leaving(&mut self) -> Option<&mut dyn NetworkSeat> {
        match self {
            Chair::Guest(seat) => Some(seat.as_mut()),
            Chair::House(_) => None,
        }
    }
}

/// How a rencontre is played and shown.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The time for each move; `None`: no limit.
    pub time: Option<Duration>,
    /// The folder where the record goes; `None`: nowhere.
    pub records: Option<&'a Path>,
    /// Whether the report shows the boards.
    pub boards: bool,
}

/// Referees a rencontre to its end, says how it went, and waits for those who may still ask how, ten minutes at most.
/// The exit code is one of [`ipc::process`]: [`DONE`](process::DONE), or what went wrong. `parent` hears of it as
/// [`FromChild`].
pub fn run(rencontre: &Rencontre<'_>, chairs: [Chair<'_>; 2], terms: Terms<'_>, parent: PipeWriter) -> i32 {
    referee(rencontre, chairs, terms, parent).unwrap_or_else(|error| {
        log::error!("{}", words::causes(error.as_ref()));
        process::FAILED
    })
}

fn referee(
    rencontre: &Rencontre<'_>,
    chairs: [Chair<'_>; 2],
    terms: Terms<'_>,
    mut parent: PipeWriter,
) -> Result<i32> {
    let stop = process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")?;
    let interrupt = Some(stop.as_fd());
    let live = terms.records.map(|folder| Live::to(path_in(folder)));
    let conditions = Conditions { time: terms.time, interrupt, live: live.as_ref() };
    let mut committed = Ok(None);
    let mut commit = |record: &Record| {
        committed = terms.records.map(|folder| record.commit(folder)).transpose();
    };
    let [mut zero, mut one] = chairs;
    let played = rencontre.referee([zero.seat(), one.seat()], conditions, &mut commit);
    let record = played.map_err(|error| anyhow!(words::reason(&error.problem)))?;
    let mut told = parent.write_all(FromChild::Over.to_string().as_bytes());
    let mut freed = |place, state: Option<String>| {
        if let Err(error) = parent.write_all(FromChild::Left(place, state).to_string().as_bytes()) {
            told = Err(error);
        }
    };
    let mut leaving: Leaving<'_> = [zero.leaving(), one.leaving()];
    // Who knows already does not wait for the report to be taken.
    farewells(&mut leaving, &mut freed);
    let code = show(&record, &committed, terms.boards);
    see_off(&mut leaving, FINISH_BOUND, interrupt, &mut freed);
    told.context("pipe")?;
    Ok(code)
}

/// Says how the rencontre went; the exit code that goes with it.
fn show(record: &Record, committed: &Result<Option<PathBuf>, CommitError>, boards: bool) -> i32 {
    let mut text = report::rencontre(record, boards);
    let ended = if record.interrupted.is_some() { process::STOPPED } else { process::DONE };
    let code = match committed {
        Ok(Some(path)) => {
            text += &format!("  {}\n", words::text!("report-recorded", path = path.display().to_string()));
            ended
        }
        Ok(None) => ended,
        Err(error) => {
            log::error!("{}", words::text!("report-not-recorded", why = not_committed(error)));
            text += &record.to_json().unwrap_or_default();
            process::NOT_RECORDED
        }
    };
    // One write: the reports of rencontres that end together do not mix.
    say(&text);
    code
}

/// What the child says to the parent, a line each; another line is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FromChild {
    /// The rencontre is over, and recorded.
    Over,
    /// The player in this place (0 or 1) knows how it ended, or has left; what the wire has to remember of him if he
    /// is free, and `None` if he has gone.
    Left(usize, Option<String>),
}

impl fmt::Display for FromChild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromChild::Over => writeln!(f, "over"),
            FromChild::Left(place, None) => writeln!(f, "gone {place}"),
            FromChild::Left(place, Some(state)) => writeln!(f, "free {place} {}", state.replace('\n', " ")),
        }
    }
}

impl FromStr for FromChild {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.split_once(' ')) {
            ("over", None) if rest.is_empty() => Ok(FromChild::Over),
            ("gone", None) => Ok(FromChild::Left(rest.parse()?, None)),
            ("free", Some((place, state))) => Ok(FromChild::Left(place.parse()?, Some(state.to_owned()))),
            ("free", None) => Ok(FromChild::Left(rest.parse()?, Some(String::new()))),
            _ => bail!("{}", Reason::new("text").with(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_child_says_reads_back() {
        for said in [
            FromChild::Over,
            FromChild::Left(1, None),
            FromChild::Left(0, Some("{\"bytes\": \"00\"}".into())),
        ] {
            let line = said.to_string();
            assert_eq!(line.matches('\n').count(), 1);
            assert_eq!(line.trim_end().parse::<FromChild>().expect("a message"), said);
        }
        for line in ["", "over 1", "gone", "gone x", "free", "free x y", "left 1"] {
            assert!(line.parse::<FromChild>().is_err(), "{line}");
        }
    }
}
