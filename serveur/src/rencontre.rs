//! What the child does: it referees one rencontre, records it and says how it went.

use std::io::{self, Write};
use std::net::TcpStream;
use std::os::fd::AsFd;

use anyhow::{Context, Result};
use arbitre::colonnes::{Contestant, Seats, SocketSeat, referee};
use arbitre::party::Conditions;
use arbitre::record::Record;
use nix::sys::signal::Signal;
use protocol::colonnes::{Coul, TPartieRep};

use crate::cli::Serve;
use crate::listen;
use crate::process;
use crate::report;

/// Two players who have asked for a party, in the order of their requests: BLANC, then NOIR.
#[derive(Debug)]
pub struct Pair {
    /// Unique; names the record.
    pub id: String,
    /// Who they are.
    pub contestants: [Contestant; 2],
    /// Their connections.
    pub streams: [TcpStream; 2],
}

/// Referees the rencontre to its end. Returns the exit code of the process.
pub fn run(pair: Pair, options: &Serve) -> i32 {
    match referee_pair(pair, options) {
        Ok(code) => code,
        Err(error) => {
            log::error!("{error:#}");
            process::FAILED
        }
    }
}

fn referee_pair(pair: Pair, options: &Serve) -> Result<i32> {
    let stop = process::signals(&[Signal::SIGTERM, Signal::SIGINT]).context("signalfd")?;
    let [blanc, noir] = pair.streams;
    let leave = [blanc.try_clone()?, noir.try_clone()?];
    let mut blanc = SocketSeat::new(blanc, Coul::Blanc)?;
    let mut noir = SocketSeat::new(noir, Coul::Noir)?;
    blanc.send(&TPartieRep::accepted(Coul::Blanc, &pair.contestants[1].name).encode());
    noir.send(&TPartieRep::accepted(Coul::Noir, &pair.contestants[0].name).encode());
    let conditions = Conditions { time: options.time_limit(), interrupt: Some(stop.as_fd()) };
    let mut committed = Ok(None);
    let mut commit = |record: &Record| {
        committed = options.records().map(|folder| record.commit(folder)).transpose();
    };
    let seats = Seats { blanc: &mut blanc, noir: &mut noir };
    let record = referee(&pair.id, &pair.contestants, seats, !options.no_valid, conditions, &mut commit);
    leave.into_iter().for_each(listen::end);
    let mut text = report::rencontre(&record, options.verbose > 0);
    let ended = if record.interrupted.is_some() { process::STOPPED } else { process::DONE };
    let code = match &committed {
        Ok(Some(path)) => {
            text += &format!("  enregistrée : {}\n", path.display());
            ended
        }
        Ok(None) => ended,
        Err(error) => {
            log::error!("{error} ; la rencontre suit en JSON sur la sortie standard");
            text += &record.to_json()?;
            process::NOT_RECORDED
        }
    };
    // One write: the reports of rencontres that end together do not mix.
    let mut out = io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // The rencontre is over and recorded: that nobody reads of it here takes nothing from it.
        log::error!("sortie standard : {error}");
    }
    Ok(code)
}
