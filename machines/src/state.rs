//! `machines etat`: who is in the room.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use arbitre::host::remote::{Machine, MachineState};
use clap::Args;
use jeux::text::sanitize;

use crate::connection::{RoomAddress, is_refusal};
use crate::wire::{LONGEST, ROOM, unpack};

/// How long the organiser may take to answer.
const ANSWERS: Duration = Duration::from_secs(5);

/// Les ordinateurs de la salle : ce qu'ils ont, ce qu'ils jouent, et pourquoi un ne joue pas.
#[derive(Args, Debug)]
pub struct Etat {
    #[command(flatten)]
    pub to: RoomAddress,
}

pub fn run(args: &Etat) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let machines = runtime.block_on(ask(&args.to))?;
    let mut out = i18n::out();
    if machines.is_empty() {
        writeln!(out, "{}", i18n::text!("machines-none"))?;
    }
    for machine in &machines {
        writeln!(out, "{}", line(machine))?;
        if let Some(why) = &machine.fault {
            let line = i18n::text!("machine-state-fault", why = i18n::reason(why));
            writeln!(out, "    {}", sanitize(&line))?;
        }
    }
    let count = |key: fn(&Machine) -> usize| machines.iter().map(key).sum::<usize>();
    let open = count(|machine| machine.open_places());
    let playing = count(|machine| machine.playing.len());
    writeln!(
        out,
        "{}",
        i18n::text!("machines-all", count = machines.len(), places = open, playing = playing)
    )?;
    Ok(ExitCode::SUCCESS)
}

async fn ask(to: &RoomAddress) -> Result<Vec<Machine>> {
    let unreachable = |why: String| i18n::text!("machines-unreachable-now", address = &to.address, why = why);
    let client = match to.as_newcomer().await {
        Ok(client) => client,
        Err(error) if is_refusal(&error) => bail!(i18n::text!("machines-token", address = &to.address)),
        Err(error) => bail!(unreachable(format!("{error:#}"))),
    };
    match tokio::time::timeout(ANSWERS, client.request(ROOM, "".into())).await {
        Ok(Ok(answer)) => Ok(unpack(&answer.payload, LONGEST)?),
        Ok(Err(_)) | Err(_) => bail!(i18n::text!("machines-nobody-now", address = &to.address)),
    }
}

fn line(machine: &Machine) -> String {
    let programs: BTreeMap<_, _> =
        machine.programs.iter().filter(|(_, version)| !version.is_empty()).collect();
    let programs: Vec<&str> = programs.values().map(|version| version.as_str()).collect();
    let state = match &machine.state {
        MachineState::Ready => {
            i18n::text!("machine-state-plays", count = machine.playing.len(), places = machine.places)
        }
        MachineState::Refused(why) => i18n::text!("machine-state-refused", why = i18n::reason(why)),
        MachineState::Leaving => i18n::text!("machine-state-leaves"),
        MachineState::Silent => i18n::text!("machine-state-silent"),
    };
    let line = i18n::text!(
        "machine-line",
        name = &machine.record.name,
        state = state,
        played = machine.played,
        cores = machine.cores,
        memory = machine.memory_mib / 1024,
        speed = machine.record.speed,
        processor = &machine.record.processor,
        version = &machine.record.version,
        programs = programs.join(", ")
    );
    sanitize(&line).into_owned()
}
